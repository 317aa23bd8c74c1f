"""Triple attack blackjack, 13:69F-36: the procedure paragraph by paragraph, and random play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from pitboss.book import Refused, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import points
from pitboss.games.blackjack.side_wagers import suited_royals, triple_match
from pitboss.table import Table
from tests.blackjack_family import dealt as begun
from tests.blackjack_family import dealt_to, legal, settled
from tests.properties import random_play
from tests.tape import Tape

ATTACK = game("triple-attack-blackjack")
assert isinstance(ATTACK, BlackjackGame)
MAIN = "first-attack"
QUIET = ("no-attack", "no-insurance", "stand")


def dealt(in_order: str, *bets: tuple[int, str, int], funds: int = 1000, **options: object) -> Table:
    return begun(ATTACK, in_order, bets or ((1, MAIN, 10),), funds, **options)


def no_attacks(table: Table, *seats: int) -> Table:
    for seat in (seats or (1,)) * 2:
        table.act(seat, "no-attack")
    return table


# ---- cards and shoe, 36.2, 36.4, 36.7 ------------------------------------------------------------------


def test_36_2_a_eight_decks_without_tens() -> None:
    """36.2(a)1, 36.2(a)2, 36.2(a)3: an ace is one here and eleven in a soft total. 36.1 "Suit"."""
    pack = Counter(ATTACK.rules().pack())
    assert len(pack) == 48
    assert set(pack.values()) == {8}
    assert not any(card >> 2 == 8 for card in pack)
    assert [points(card) for card in cards("2s 9h Jc Qd Kh As")] == [2, 9, 10, 10, 10, 1]


@pytest.mark.paragraph("36.4(g)", "36.4(a)")
def test_36_4_e_the_cutting_card_lies_a_quarter_from_the_back() -> None:
    """36.4(g), 36.7(l): a quarter of 384 is 96; or a shuffle after every round. 36.4(a): shuffled before play."""
    assert ATTACK.shoe(ATTACK.rules()).cut == 96
    assert ATTACK.shoe(ATTACK.rules(rounds_per_deck="one")).cut == 384
    assert isinstance(dealt("9s").said[0], Shuffle)


def test_36_7_l_the_round_in_which_the_cutting_card_comes_is_finished_and_then_shuffled() -> None:
    """36.7(l)1, 36.7(l)3."""
    table = Table(ATTACK, ATTACK.rules(), seed=3)
    table.sit(1, "Ann", 100_000)
    shuffled_at = []
    for _ in range(120):
        left = len(table.shoe)
        table.bet(1, MAIN, 10)
        table.deal()
        while table.asked:
            table.act(1, next(each for each in QUIET if each in legal(table)))
        if isinstance(table.said[0], Shuffle):
            shuffled_at.append(left)
    assert shuffled_at[0] == 0
    assert all(80 < left <= 96 for left in shuffled_at[1:])
    assert len(shuffled_at) > 2


@pytest.mark.paragraph("36.7(a)", "36.7(c)")
def test_36_7_d_to_f_cards_and_attacks_in_turn() -> None:
    """36.7(a), 36.7(c): the first card of the shoe is burned. 36.7(e), 36.7(f): each attack is offered to all."""
    table = dealt("9s 8s 9h 8d 7c Kc", (1, MAIN, 10), (3, MAIN, 10))
    assert dealt_to(table) == ["burn", "1", "3"]
    assert legal(table) == ["second-attack", "no-attack"]
    assert sorted(ask.seat for ask in table.asking) == [1, 3]
    table.act(3, "second-attack", 10)
    table.act(1, "no-attack")
    assert dealt_to(table) == ["burn", "1", "3", "dealer"]
    assert legal(table) == ["third-attack", "no-attack"]
    table.act(1, "third-attack", 5)
    table.act(3, "third-attack", 10)
    assert dealt_to(table) == ["burn", "1", "3", "dealer", "1", "3", "dealer"]
    assert [table.stake(1, wager) for wager in ("second-attack", "third-attack")] == [0, 500]
    assert [table.stake(3, wager) for wager in ("second-attack", "third-attack")] == [1000, 1000]
    assert table.view(1)["dealer"] == ["9h", "??"]


def test_36_7_g_bonus_wagers_are_settled_in_each_players_turn() -> None:
    bets = [(seat, wager, 10) for seat in (1, 3) for wager in (MAIN, "suited-royals", "triple-match")]
    table = no_attacks(dealt("9s 8s 9h 8d 7c Kc", *bets), 1, 3)
    assert settled(table) == [(1, "suited-royals"), (1, "triple-match")]
    table.act(1, "stand")
    assert settled(table)[2:] == [(3, "suited-royals"), (3, "triple-match")]


def test_36_7_g_players_decide_from_the_dealers_left_without_surrender() -> None:
    table = no_attacks(dealt("8s 9s 9h 8c Kc 7d 2d", (2, MAIN, 10), (4, MAIN, 10)), 2, 4)
    assert table.asked is not None
    assert table.asked.seat == 2
    assert legal(table) == ["hit", "stand", "split", "double-down"]
    table.act(2, "hit")
    assert legal(table) == ["hit", "stand", "double-down"]


@pytest.mark.paragraph("36.7(i)")
def test_36_7_h_a_blackjack_and_a_21_are_paid_when_they_are_announced() -> None:
    """Before the next player decides, and before the dealer's hand (36.7(i))."""
    table = no_attacks(dealt("As 9s Kh Kd 9c 7h", (1, MAIN, 10), (2, MAIN, 10)), 1, 2)
    assert settled(table) == [(1, MAIN)]
    assert table.asked is not None
    table = no_attacks(dealt("6s 9s 9h 8d 9c 7h 7d", (1, MAIN, 10), (2, MAIN, 10)), 1, 2)
    table.act(1, "hit")
    assert settled(table) == [(1, MAIN)]


def test_36_7_j_settlement_begins_at_the_dealers_far_right() -> None:
    table = no_attacks(dealt("9s 9s 9h Kd Kd 8c", (1, MAIN, 10), (3, MAIN, 10)), 1, 3)
    for seat in (1, 3):
        table.act(seat, "stand")
    assert settled(table) == [(3, MAIN), (1, MAIN)]


def test_36_7_k_the_reader_ends_the_round() -> None:
    for hole_card, playing in (("reader", False), ("down", True)):
        assert no_attacks(dealt("5s Kh 6d Ac", hole_card=hole_card)).playing == playing
    assert no_attacks(dealt("5s 9h 6d Ac", hole_card="reader")).playing


# ---- wagers, 36.5, 36.6 --------------------------------------------------------------------------------


@pytest.mark.paragraph("36.5(h)", "36.5(i)")
def test_36_5_f_no_wager_is_made_or_withdrawn_after_the_first_card() -> None:
    """36.5(h), 36.5(i): nor a double or split once made."""
    table = dealt("8s 6h 8d Kc 3c")
    table.act(1, "second-attack", 10)
    table.act(1, "no-attack")
    table.act(1, "split")
    for attempt in (
        lambda: table.bet(1, MAIN, 10),
        lambda: table.remove(1, MAIN),
        lambda: table.remove(1, "second-attack"),
        lambda: table.remove(1, "split"),
    ):
        with pytest.raises(Refused, match="no more bets"):
            attempt()


def test_36_5_j_whoever_sat_out_waits_for_the_next_shuffle() -> None:
    table = Table(ATTACK, ATTACK.rules(mid_shoe_entry="barred"), seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
    table.bet(1, MAIN, 10)
    table.deal()
    while table.asked:
        table.act(1, next(each for each in QUIET if each in legal(table)))
    with pytest.raises(Refused, match=r"36\.5\(j\)"):
        table.bet(2, MAIN, 10)


def test_36_6_b_1_the_first_attack_stays_while_bonus_wagers_rest_on_it() -> None:
    """36.6(a): one of them or both. 36.6(b)2: at most what the house posts."""
    table = Table(ATTACK, ATTACK.rules(), seed=1)
    table.sit(1, "Ann", 5000)
    table.bet(1, MAIN, 1000)
    table.bet(1, "suited-royals", 10)
    table.bet(1, "triple-match", 10)
    with pytest.raises(Refused, match=r"36\.6\(b\)1"):
        table.remove(1, MAIN)
    limited = Table(ATTACK, ATTACK.rules().changed(limits={"triple-match": (100, 500)}), seed=1)
    limited.sit(1, "Ann", 5000)
    limited.bet(1, MAIN, 1000)
    with pytest.raises(Refused):
        limited.bet(1, "triple-match", 10)


def test_36_6_a_every_three_cards_by_what_they_are() -> None:
    """From names: suits and ranks compared as letters."""
    names = [rank + suit for rank in "2379JQKA" for suit in "cdhs"]
    for first, second, third in product(names, repeat=3):
        a, b, up = cards(f"{first} {second} {third}")
        suited = first[1] == second[1]
        royal = 0 if not suited else 1
        if suited and first[0] in "JQK" and second[0] in "JQK":
            royal = 3 if {first[0], second[0]} == {"K", "Q"} else 2
        assert suited_royals(a, b, up) == royal
        kinds, ranks = {first, second, third}, {first[0], second[0], third[0]}
        match = {1: 4 if len(kinds) == 1 else 3, 2: 2 if len(kinds) < 3 else 1, 3: 0}[len(ranks)]
        assert triple_match(a, b, up) == match


# ---- doubling, splitting, drawing, 36.8 to 36.11 --------------------------------------------------------


@pytest.mark.paragraph("36.11(a)2")
def test_36_9_e_a_split_ace_has_one_card_and_may_be_doubled() -> None:
    """36.11(a)2: for one card and no more. 36.12(a), 36.12(c)."""
    table = no_attacks(dealt("As 9h Ad 8c 5c 9d 4d"))
    table.act(1, "split")
    assert legal(table) == ["stand", "double-down"]
    table.act(1, "double-down", 10)
    assert table.asked is not None
    assert table.asked.hand == "1.2"
    assert table.cards("1") == cards("As 5c 9d")


def test_36_11_a_1_nobody_draws_to_or_doubles_a_21() -> None:
    """36.11(a): nor a closed hand of six cards; a soft 21 is one, too."""
    table = no_attacks(dealt("As 9h 5d 8c 5c"))
    table.act(1, "hit")
    assert not table.playing
    table = no_attacks(dealt("2s 9h 2d 8c 2c 2h 3c 4d"))
    for _ in range(4):
        table.act(1, "hit")
    assert not table.playing
    assert table.funds(1) == 101_000


def test_36_5_b_as_printed_six_cards_may_go_on() -> None:
    table = no_attacks(dealt("2s 9h 2d 8c 2c 2h 3c 4d", reading_six_cards="as-printed"))
    for _ in range(4):
        table.act(1, "hit")
    assert legal(table) == ["hit", "stand", "double-down"]


def test_36_10_b_insurance_is_half_of_all_attack_wagers() -> None:
    table = dealt("Ks Ah 9d Kc")
    table.act(1, "second-attack", 10)
    table.act(1, "third-attack", 5)
    insurance = next(choice for choice in table.legal() if choice.id == "insurance")
    assert insurance.most == 1250


def test_36_12_e_who_bets_behind_attacks_only_where_the_caller_does() -> None:
    for decision, asked in (("second-attack", True), ("no-attack", False)):
        table = Table(ATTACK, ATTACK.rules(bettors_per_box=2), chance=(tape := Tape()))
        tape.load(cards("9h Ks 9d Kc"))
        for seat in (1, 2):
            table.sit(seat, f"player {seat}", 1000)
        table.bet(1, MAIN, 10)
        table.bet(2, f"{MAIN}@1", 20)
        table.deal()
        assert [ask.seat for ask in table.asking] == [1]
        table.act(1, decision)
        assert ([ask.seat for ask in table.asking] == [2]) == asked


def test_36_14_g_too_few_cards_are_completed_from_the_discards() -> None:
    table = Table(ATTACK, ATTACK.rules(), seed=5)
    table.sit(1, "Ann", 1000)
    table.bet(1, MAIN, 10)
    table.deal()
    table.shoes[""] = table.shoes[""][:1]
    no_attacks(table)
    assert any(isinstance(event, Shuffle) for event in table.said[1:])
    assert len(table.cards("1")) == 2


# ---- random play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_play_conserves_money_and_replays(seed: int) -> None:
    chance = random.Random(seed)
    options = {each.id: chance.choice(each.values) for each in ATTACK.data.options}
    assert random_play("triple-attack-blackjack", options, seed, rounds=8).rounds >= 1
