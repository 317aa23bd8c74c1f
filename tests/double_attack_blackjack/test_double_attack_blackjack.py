"""Double attack blackjack, 13:69F-26: the procedure paragraph by paragraph, and random play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from pitboss.book import Deal, Refused, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import points, total
from pitboss.games.blackjack.side_wagers import BUST_BONUS, third_card_busts
from pitboss.table import Table
from pitboss.table.case import Case, CaseSeat, settle
from tests.blackjack_family import dealt as begun
from tests.blackjack_family import dealt_to, legal, settled
from tests.properties import random_play
from tests.tape import Tape

ATTACK = game("double-attack-blackjack")
assert isinstance(ATTACK, BlackjackGame)
MAIN, BONUS = "initial", "bust-bonus"


def dealt(in_order: str, *bets: tuple[int, str, int], funds: int = 1000, **options: object) -> Table:
    return begun(ATTACK, in_order, bets or ((1, MAIN, 10),), funds, **options)


def hand_total(hand: str) -> int:
    counts = [points(card) for card in cards(hand)]
    return total(sum(counts), 1 in counts)


# ---- cards and shoe, 26.2, 26.4, 26.7 ------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 8])
def test_26_2_a_there_are_no_tens(decks: int) -> None:
    """26.1 "Suit": four of each."""
    pack = Counter(ATTACK.rules(decks=decks).pack())
    assert len(pack) == 48
    assert set(pack.values()) == {decks}
    assert not any(card >> 2 == 8 for card in pack)


def test_26_2_b_what_the_cards_count() -> None:
    """26.2(b)1, 26.2(b)2, 26.2(b)3: an ace is one here and eleven in a soft total."""
    assert [points(card) for card in cards("2s 9h Jc Qd Kh As")] == [2, 9, 10, 10, 10, 1]
    hands = {"As 6h": 17, "As Kh": 21, "As As": 12, "As 6h 9c": 16, "9c 8d": 17}
    assert {hand: hand_total(hand) for hand in hands} == hands


@pytest.mark.paragraph("26.4(g)", "26.4(a)")
def test_26_4_e_the_cutting_card_lies_a_quarter_from_the_back() -> None:
    """26.4(g), 26.7(j): a quarter of 384 is 96; or a shuffle after every round. 26.4(a): shuffled before play."""
    assert ATTACK.shoe(ATTACK.rules()).cut == 96
    assert ATTACK.shoe(ATTACK.rules(rounds_per_deck="one")).cut == 384
    assert isinstance(dealt("9s").said[0], Shuffle)


def test_26_7_j_the_round_in_which_the_cutting_card_comes_is_finished_and_then_shuffled() -> None:
    """26.7(j)1, 26.7(j)3."""
    table = Table(ATTACK, ATTACK.rules(), seed=3)
    table.sit(1, "Ann", 100_000)
    shuffled_at = []
    for _ in range(120):
        left = len(table.shoe)
        table.bet(1, MAIN, 10)
        table.deal()
        while table.asked:
            table.act(
                1, next(each for each in ("no-attack", "no-insurance", "stand") if each in legal(table))
            )
        if isinstance(table.said[0], Shuffle):
            shuffled_at.append(left)
    assert shuffled_at[0] == 0
    assert all(80 < left <= 96 for left in shuffled_at[1:])
    assert len(shuffled_at) > 2


def test_26_7_a_every_card_comes_from_the_shoe_in_its_order_round_after_round() -> None:
    table = Table(ATTACK, ATTACK.rules(), seed=26)
    table.sit(1, "Ann", 10_000)
    table.bet(1, MAIN, 10)
    table.deal()
    drawn: list[int] = []
    shuffled = next(event.order for event in table.said if isinstance(event, Shuffle))
    for _ in range(6):
        while table.asked:
            table.act(
                1, next(each for each in ("no-attack", "no-insurance", "stand") if each in legal(table))
            )
        drawn += [event.card for event in table.said if isinstance(event, Deal)]
        table.bet(1, MAIN, 10)
        table.deal()
    assert len(drawn) > 18
    assert drawn == list(shuffled[: len(drawn)])


@pytest.mark.paragraph("26.7(c)", "26.7(f)")
def test_26_7_d_the_dealers_card_first_then_the_attack_then_two_cards_to_each_box() -> None:
    """26.7(a), 26.7(c): the first card of the shoe is burned. 26.7(d)1, 26.7(d)2, 26.7(f)."""
    table = dealt("9h 9s 8s 8d 7c", (1, MAIN, 10), (3, MAIN, 10))
    assert dealt_to(table) == ["burn", "dealer"]
    assert sorted(ask.seat for ask in table.asking) == [1, 3]
    table.act(3, "double-attack", 10)
    table.act(1, "no-attack")
    assert dealt_to(table) == ["burn", "dealer", "1", "3", "1", "3"]
    assert table.stake(3, "double-attack") == 1000
    assert table.stake(1, "double-attack") == 0


def test_26_7_d_whoever_cannot_afford_it_is_not_asked() -> None:
    table = dealt("9h 9s 8s Kc", funds=10)
    assert legal(table) == ["stand", "hit", "surrender"] or legal(table) == ["hit", "stand", "surrender"]


def test_26_7_e_players_decide_from_the_dealers_left_among_all_choices() -> None:
    table = dealt("9h 8s 9s 8c Kc 2d", (2, MAIN, 10), (4, MAIN, 10))
    for seat in (2, 4):
        table.act(seat, "no-attack")
    assert table.asked is not None
    assert table.asked.seat == 2
    assert legal(table) == ["hit", "stand", "split", "double-down", "surrender"]
    table.act(2, "hit")
    assert legal(table) == ["hit", "stand", "double-down", "surrender"]


@pytest.mark.paragraph("26.12(c)")
def test_26_7_g_the_dealers_second_card_comes_after_the_players() -> None:
    table = dealt("9h Ks 8s 9c")
    table.act(1, "no-attack")
    assert table.cards("dealer") == cards("9h")
    table.act(1, "stand")
    assert table.cards("dealer") == cards("9h 9c")


def test_26_7_h_settlement_begins_at_the_dealers_far_right() -> None:
    table = dealt("9h 9s 9s Kd Kd 8c", (1, MAIN, 10), (3, MAIN, 10))
    for seat in (1, 3):
        table.act(seat, "no-attack")
    for seat in (1, 3):
        table.act(seat, "stand")
    assert settled(table) == [(3, MAIN), (1, MAIN)]


def test_26_7_i_the_reader_ends_the_round() -> None:
    for hole_card, playing in (("reader", False), ("down", True)):
        table = dealt("Kh 5s 6d Ac", hole_card=hole_card)
        table.act(1, "no-attack")
        assert table.playing == playing
    table = dealt("9h 5s 6d Ac", hole_card="reader")
    table.act(1, "no-attack")
    assert table.playing


# ---- wagers, 26.5, 26.6 --------------------------------------------------------------------------------


@pytest.mark.paragraph("26.5(f)", "26.5(g)")
def test_26_5_d_no_wager_is_made_or_withdrawn_after_the_first_card() -> None:
    """26.5(f), 26.5(g): nor a double or split once made."""
    table = dealt("6h 8s 8d 3c")
    table.act(1, "double-attack", 10)
    table.act(1, "split")
    for attempt in (
        lambda: table.bet(1, MAIN, 10),
        lambda: table.remove(1, MAIN),
        lambda: table.remove(1, "double-attack"),
        lambda: table.remove(1, "split"),
    ):
        with pytest.raises(Refused, match="no more bets"):
            attempt()


def test_26_5_h_whoever_sat_out_waits_for_the_next_shuffle() -> None:
    table = Table(ATTACK, ATTACK.rules(mid_shoe_entry="barred"), seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
    table.bet(1, MAIN, 10)
    table.deal()
    while table.asked:
        table.act(1, next(each for each in ("no-attack", "no-insurance", "stand") if each in legal(table)))
    with pytest.raises(Refused, match=r"26\.5\(h\)"):
        table.bet(2, MAIN, 10)


def test_26_6_b_1_the_initial_wager_stays_while_the_bonus_rests_on_it() -> None:
    """26.6(b)2: and a bonus wager is at most what the house posts."""
    table = Table(ATTACK, ATTACK.rules(), seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, MAIN, 10)
    table.bet(1, BONUS, 10)
    with pytest.raises(Refused, match=r"26\.6\(b\)1"):
        table.remove(1, MAIN)
    table.remove(1, BONUS)
    table.remove(1, MAIN)


def test_26_6_d_every_three_cards_of_the_dealer() -> None:
    """By hand: of all ordered triples of 48 different cards, with replacement, those whose first two count less than 17
    and whose third exceeds 21, no ace among them; three eights are 16 of 64 of one color, 4 of those of one suit."""
    found: Counter[str] = Counter()
    for a, b, c in product([card for card in range(52) if card >> 2 != 8], repeat=3):
        found[BUST_BONUS.rows[third_card_busts(a, b, c)]] += 1
    values = {1: 4, 10: 12} | dict.fromkeys(range(2, 10), 4)
    two = Counter[int]()
    for first, second in product(values, repeat=2):
        if 1 not in (first, second):
            two[first + second] += values[first] * values[second]
    for third, row in zip((10, 9, 8, 7, 6), ("ten", "nine", "eight", "seven", "six"), strict=True):
        ways = values[third] * sum(n for count, n in two.items() if count < 17 and count + third > 21)
        assert found[row] == ways - (16 if row == "eight" else 0)
    assert found["three eights of one color"] == 12
    assert found["three eights of one suit"] == 4


def test_26_6_d_losers_and_winners_come_before_all_other_wagers() -> None:
    """26.6(d)2: from the dealer's right. The bonus of a hand that is over is still settled."""
    bets = [(seat, wager, 10) for seat in (1, 3) for wager in (MAIN, BONUS)]
    table = dealt("6h 9s 9s Kd Kd Kc 7d", *bets)
    for seat in (1, 3):
        table.act(seat, "no-attack")
    for seat in (1, 3):
        table.act(seat, "stand")
    assert settled(table) == [(3, BONUS), (1, BONUS), (3, MAIN), (1, MAIN)]


def test_26_11_d_insurance_is_collected_before_the_third_card_and_the_bonus_after_it() -> None:
    """26.6(d), 26.8(a)2: then the surrender that waited; with two cards that stand the bonus comes first."""
    bets = ((1, MAIN, 10), (1, BONUS, 10))
    table = dealt("Ah 9s 7d 4c 9d", *bets)
    for decision in ("no-attack", "insurance", "surrender"):
        table.act(1, decision)
    assert settled(table) == [(1, "insurance"), (1, MAIN), (1, BONUS)]
    assert dealt_to(table)[-1] == "dealer"
    table = dealt("Ah 9s 7d Kc", *bets)
    for decision in ("no-attack", "insurance", "surrender"):
        table.act(1, decision)
    assert settled(table) == [(1, BONUS), (1, "insurance"), (1, MAIN)]


# ---- surrender, doubling, splitting, 26.8 to 26.12 -----------------------------------------------------


@pytest.mark.paragraph("26.12(a)1")
def test_26_8_a_surrender_is_open_until_the_hand_stands() -> None:
    """26.12(a), 26.12(a)1: with a 21, a blackjack too, nothing else is. 26.9(a): a blackjack is not doubled."""
    table = dealt("9h As Kd")
    table.act(1, "no-attack")
    assert legal(table) == ["stand", "surrender"]
    with pytest.raises(Refused, match=r"26\.9\(a\)"):
        table.act(1, "double-down", 10)
    table = dealt("9h As 5d 5h 8c")
    table.act(1, "no-attack")
    table.act(1, "hit")
    assert legal(table) == ["stand", "surrender"]
    with pytest.raises(Refused, match=r"26\.12\(a\)"):
        table.act(1, "hit")
    table.act(1, "stand")
    assert not table.playing


def test_26_12_a_2_one_card_after_a_double_and_then_stand_or_surrender() -> None:
    table = dealt("9h 5s 6d 2c")
    table.act(1, "double-attack", 10)
    table.act(1, "double-down", 20)
    assert legal(table) == ["stand", "surrender"]
    table.act(1, "surrender")
    assert not table.playing
    assert table.funds(1) == 98_000


def test_26_10_e_split_aces_have_one_card_each() -> None:
    table = dealt("9h As Ad Ac Kd 8c")
    table.act(1, "no-attack")
    table.act(1, "split")
    assert legal(table) == ["stand", "surrender"]
    for refused in ("split", "hit", "double-down"):
        with pytest.raises(Refused, match=r"26\."):
            table.act(1, refused)


def test_26_8_a_a_wager_is_made_in_chips_though_half_of_it_be_paid_in_coin() -> None:
    table = Table(ATTACK, ATTACK.rules(), seed=1)
    table.sit(1, "Ann", 100)
    with pytest.raises(Refused):
        table.bet(1, MAIN, "10.10")
    table.bet(1, MAIN, "10.25")


def test_26_11_b_insurance_is_half_the_initial_wager() -> None:
    """$10.50: half is $5.25, which chips of $0.25 can be wagered for."""
    table = Table(ATTACK, ATTACK.rules(), chance=(tape := Tape()))
    tape.load(cards("Ah Ks 9d Kc"))
    table.sit(1, "Ann", 1000)
    table.bet(1, MAIN, "10.50")
    table.deal()
    table.act(1, "double-attack", "10.50")
    insurance = next(choice for choice in table.legal() if choice.id == "insurance")
    assert insurance.most == 525


def test_26_13_e_who_bets_behind_attacks_only_where_the_caller_does() -> None:
    """26.13(a), 26.13(c): the caller is asked first."""
    for decision, asked in (("double-attack", True), ("no-attack", False)):
        table = Table(ATTACK, ATTACK.rules(bettors_per_box=2), chance=(tape := Tape()))
        tape.load(cards("9h Ks 9d Kc"))
        for seat in (1, 2):
            table.sit(seat, f"player {seat}", 1000)
        table.bet(1, MAIN, 10)
        table.bet(2, "initial@1", 20)
        table.deal()
        assert [ask.seat for ask in table.asking] == [1]
        table.act(1, decision)
        assert ([ask.seat for ask in table.asking] == [2]) == asked


def test_26_15_g_too_few_cards_are_completed_from_the_discards() -> None:
    table = Table(ATTACK, ATTACK.rules(), seed=5)
    table.sit(1, "Ann", 1000)
    table.bet(1, MAIN, 10)
    table.deal()
    table.shoes[""] = table.shoes[""][:1]
    table.act(1, "no-attack")
    assert any(isinstance(event, Shuffle) for event in table.said[1:])
    assert len(table.cards("1")) == 2


def test_26_12_c_a_case_may_tell_cards_that_the_dealer_drew_for_others() -> None:
    """A second card (26.7(g)), but none that can change nothing (26.12(c)), nor one to a total on which the dealer
    stands (26.12(b))."""
    seat = CaseSeat(1, {MAIN: 10}, decisions=["hit"])
    for dealer, accepted in (("6h Qc", True), ("6h Qc 9d", False), ("6h", True), ("9h 8c 2d", False)):
        told = {"1": ["Kc", "6d", "Ks"], "dealer": dealer.split()}
        case = Case(game=ATTACK.id, seats=[seat], cards=told)
        if accepted:
            assert settle(case)["bank"] == 10
        else:
            with pytest.raises(Refused, match="but the round"):
                settle(case)


# ---- random play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_play_conserves_money_and_replays(seed: int) -> None:
    chance = random.Random(seed)
    options = {each.id: chance.choice(each.values) for each in ATTACK.data.options}
    if options["surrender-at-once"] == "yes":
        options["hole-card"] = "reader"
    assert random_play("double-attack-blackjack", options, seed, rounds=8).rounds >= 1
