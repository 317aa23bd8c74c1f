"""Winner's pot poker, 13:69F-33: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.book import Ask, Deal, Refused, Rules, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker import winners_pot_poker_mathematics as exact
from pitboss.games.house_poker.winners_pot_poker import (
    FULL,
    HANDS,
    after_button,
    button_of,
    divided,
    jacks_plus,
)
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.odds.proved import store
from pitboss.papers.guide import guide
from pitboss.ranking.batch import strengths, tables
from pitboss.ranking.high import best_five
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.house_poker import all_seated, compiled_round, dealt_to, shuffled, table_and_tape
from tests.properties import often, random_play
from tests.tape import Tape

WPP = game("winners-pot-poker")
BETS = "pitboss.games.house_poker.winners_pot_poker_mathematics.bets"
ROWS = "pitboss.games.house_poker.winners_pot_poker_mathematics.rows_when_folding"
FIVE = (1_302_540, 84_480 * 4, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""The hands of five cards, as is well known, from below; of 13 ranks of pairs four are paid."""


# ---- the pot -------------------------------------------------------------------------------------------


def test_33_10_h_nothing_of_a_pot_is_lost() -> None:
    """33.10(h)1: without a player the dealer has all of it. 33.10(h)2i and ii: the players' part is never under nine
    tenths of what does not go to the dealer."""
    for pot in range(1, 3000, 7):
        for players in range(4):
            for dealer in (0, 1) if players else (1,):
                for percent, fixed, unit in ((0, 0, 1), (1_000, 0, 1), (750, 150, 50), (5, 3, 1)):
                    theirs, commission, left = divided(pot, players, dealer, percent, fixed, unit)
                    assert theirs + commission + left == pot
                    assert theirs <= Fraction(pot, players + dealer) if dealer else theirs == 0
                    assert 10_000 * commission <= percent * (pot - theirs)
                    assert not fixed or commission <= fixed


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, bonus: bool = False, **options: object) -> Table:
    return all_seated(WPP, seats, {"ante": 5, "jacks-plus-bonus": int(bonus)}, **options)


def stakes(table: Table, seat: int, bonus: bool = False) -> None:
    table.bet(seat, "ante", 5)
    if bonus:
        table.bet(seat, "jacks-plus-bonus", 1)


def play_out(table: Table, *decisions: str) -> None:
    """Everybody decides alike: on three cards, on four."""
    table.deal()
    while table.asked:
        (choice,) = {each.id for each in table.asked.choices} & {*decisions} or {"fold"}
        table.act(table.asked.seat, choice)


@pytest.mark.paragraph("33.2(a)")
def test_33_4_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    """33.2(a): of 52 cards."""
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.paragraph("33.7(a)", "33.8(a)", "33.8(d)1")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_33_7_e_one_burned_two_down_one_up_clockwise(dealing: str) -> None:
    """33.7(a), 33.7(e)1 to 3; from the hand 33.8(a), 33.8(d)1 to 3."""
    table = seated(1, 4, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["burn", *["1", "4", "dealer"] * 3]
    ups = [event.up for event in table.said if isinstance(event, Deal)]
    assert ups == [False] * 7 + [True] * 3


@pytest.mark.paragraph("33.8(d)2", "33.8(d)3")
def test_33_7_e_2_and_3_the_third_card_is_the_first_face_up() -> None:
    """33.7(e)2, 33.7(e)3, 33.8(d)2, 33.8(d)3: what a bystander sees."""
    table = seated(1)
    table.deal()
    for owner in ("1", "dealer"):
        assert table.view(None)[owner][:2] == ["??"] * 2
        assert table.view(None)[owner][2] != "??"


@pytest.mark.paragraph("33.9(a)", "33.9(c)")
def test_33_9_d_an_automated_shoe_gives_stacks_of_three() -> None:
    """33.9(a), and from the button: 33.9(c)."""
    table = Table(WPP, WPP.rules(dealing="automated-shoe"), seed=5, state={"button": 1})
    for seat in (1, 4):
        table.sit(seat, f"player {seat}", 1000)
        stakes(table, seat)
    table.deal()
    assert dealt_to(table) == ["burn"] + ["4"] * 3 + ["dealer"] * 3 + ["1"] * 3
    assert table.view(None)["4"][2] != "??"


@pytest.mark.paragraph("33.8(c)")
def test_33_7_d_the_button_goes_round_with_the_dealer_as_a_place() -> None:
    """33.8(c). Five rounds of two players; 33.10(a)3 and 33.10(c)3: they decide in the same order."""
    table = seated(2, 5)
    orders = []
    for _ in range(4):
        play_out(table, "bet", "double")
        orders.append(dealt_to(table)[1:4])
        asked = [event.seat for event in table.said if isinstance(event, Ask)]
        players = [int(owner) for owner in orders[-1] if owner != "dealer"]
        assert asked == players * 2
        for seat in (2, 5):
            stakes(table, seat)
    assert orders == [["2", "5", "dealer"], ["5", "dealer", "2"], ["dealer", "2", "5"], ["2", "5", "dealer"]]


def test_33_7_d_places_are_counted_from_the_button() -> None:
    """At a table of six: next to the dealer's button is position 1, next to the sixth position the dealer."""
    assert [after_button(place, 0, 7) for place in (1, 6, 0)] == [0, 5, 6]
    assert [after_button(place, 6, 7) for place in (0, 1, 6)] == [0, 1, 6]


def test_33_12_g_the_button_moves_one_place_after_it_was_forgotten() -> None:
    table = seated(2, 5)
    play_out(table)
    assert button_of(table).button == 2
    for seat in (2, 5):
        stakes(table, seat)
    table.irregularity("button-not-moved", ("deal", 1))
    play_out(table)
    assert button_of(table).button == 5


@pytest.mark.paragraph('33.1 "Jacks plus bonus wager"')
def test_33_6_b_no_wager_after_no_more_bets() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "jacks-plus-bonus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_33_1_the_ante_is_one_amount_whoever_allows_another() -> None:
    """33.1 "Ante"."""
    table = Table(WPP, WPP.rules(ante=10), seed=5)
    table.sit(1, "Ann", 1000)
    for amount in (5, 20):
        with pytest.raises(Refused, match=r"33\.1"):
            table.bet(1, "ante", amount, allowed_by="floorperson")
    assert table.open_wagers(1) == ["ante", "jacks-plus-bonus"]
    table.bet(1, "ante", 10)


def test_33_6_c_the_dealer_puts_up_ante_bet_and_double() -> None:
    """Four antes are in the pot from the beginning, and the layout holds the players' money only."""
    table = seated(1)
    table.deal()
    assert table.ledger["pot"] == FULL * 500
    assert table.ledger["bank"] == -FULL * 500
    assert table.ledger["layout"] == 500


def test_33_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "ante", 5)


def test_33_13_one_position_only() -> None:
    table = seated(1)
    for wager in ("ante@3", "jacks-plus-bonus@3"):
        with pytest.raises(Refused, match=r"1 position, not 2 \(13:69F-33.13\)"):
            table.bet(1, wager, 5)


def test_33_10_a_down_cards_are_seen_by_their_player_alone() -> None:
    """And the dealer's by nobody until the fifth card is out."""
    table = seated(1, 2)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"][:2] == table.view(1)["dealer"][:2] == ["??"] * 2
    for seat in (1, 2):
        table.act(seat, "bet")
    assert table.view(1)["dealer"][:2] == ["??"] * 2
    assert len(table.view(1)["dealer"]) == 4


def test_33_10_a_whoever_cannot_pay_folds() -> None:
    """The bet, 33.10(a), and the double, 33.10(c)."""
    table = Table(WPP, seed=5)
    for seat, funds in ((1, 9), (2, 15)):
        table.sit(seat, f"player {seat}", funds)
        stakes(table, seat)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]
    table.act(1, "fold")
    table.act(2, "bet")
    assert [choice.id for choice in table.legal(2)] == ["fold"]


@pytest.mark.paragraph("33.10(d)")
def test_33_10_b_fourth_and_fifth_card_go_to_those_who_stay_in() -> None:
    """33.10(b) and 33.10(d): a burn card first, clockwise from the button, the dealer among them."""
    table = seated(1, 2, 3)
    table.deal()
    for seat, decision in ((1, "fold"), (2, "bet"), (3, "bet"), (2, "fold"), (3, "double")):
        table.act(seat, decision)
    assert dealt_to(table)[13:] == ["burn", "2", "3", "dealer", "burn", "3", "dealer"]


def test_33_10_f_dealer_then_players_from_the_right_then_bonus_then_pot() -> None:
    """33.10(e) to (h): the order of the end of the round."""
    table = seated(1, 2, 3, bonus=True)
    table.deal()
    for seat, decision in ((1, "bet"), (2, "fold"), (3, "bet"), (1, "double"), (3, "double")):
        table.act(seat, decision)
    told = [event for event in table.said if isinstance(event, Show | Settle)]
    assert [event.owner for event in told if isinstance(event, Show)] == ["dealer", "3", "1"]
    wagers = [(event.seat, event.wager) for event in told if isinstance(event, Settle)]
    assert wagers[:4] == [(2, "ante"), *((seat, "jacks-plus-bonus") for seat in (3, 2, 1))]
    assert {wager for _, wager in wagers[4:]} == {"winners-pot"}


def test_33_12_a_one_hole_card_up_and_the_third_comes_down() -> None:
    """The dealer's and a player's."""
    for owner in ("1", "dealer"):
        table = seated(1, 2)
        table.irregularity("hole-card-exposed", ("deal", 8 if owner == "dealer" else 7), position=owner)
        table.deal()
        assert [held.up for held in table.hands[owner]] == [False] * 3
        assert table.hands["2"][2].up


def test_33_12_e_forgotten_burn_cards_are_made_up_once() -> None:
    """The second is forgotten and made up before the fifth card; the third forgotten has no further deal."""
    table = seated(1)
    table.irregularity("burn-missed", ("ask", 1))
    play_out(table, "bet", "double")
    assert dealt_to(table)[7:] == ["1", "dealer", "burn", "burn", "1", "dealer"]
    stakes(table, 1)
    table.irregularity("burn-missed", ("ask", 2))
    play_out(table, "bet", "double")
    assert dealt_to(table).count("burn") == 2


# ---- random play ---------------------------------------------------------------------------------------


def what_a_player_bets(table: Table, seat: int, chance: random.Random) -> None:
    if chance.random() < 0.8 and table.can_bet(seat, "ante", 5):
        table.bet(seat, "ante", 5)
        if chance.random() < 0.5:
            table.bet(seat, "jacks-plus-bonus", chance.choice([1, 5]))


OPTIONS = {
    "dealing": st.sampled_from(["manual-shoe", "hand", "automated-shoe"]),
    "pot-shares": st.sampled_from(["cents", "chips"]),
    "commission-percent": st.integers(0, 10),
    "commission-fixed": st.sampled_from(["0", "0.75", "3"]),
    "reading-dealers-dead-hand": st.sampled_from(["play-on", "void"]),
    "reading-several-royal-flushes": st.sampled_from(["as-read", "as-printed"]),
}


@given(seed=st.integers(0, 2**32), options=st.fixed_dictionaries(OPTIONS))
@example(seed=2490984881, options={"dealing": "hand"})  # a hand is void as the winner is about to be paid
def test_random_rounds_conserve_money_and_replay(seed: int, options: dict[str, object]) -> None:
    table = random_play("winners-pot-poker", options, seed, seats=(1, 3, 4, 6), bet=what_a_player_bets)
    assert table.ledger["pot"] == 0


@given(seed=st.integers(0, 2**32), percent=st.sampled_from(["0", "1", "2.5", "5", "9.99", "10"]))
def test_33_10_h_the_pot_goes_to_the_highest_hands(seed: int, percent: str) -> None:
    """Three players and the dealer with few ranks between them, the shares worked out slowly."""
    chance = random.Random(seed)
    dealt = Tape()

    def decides(_: Table, ask: Ask) -> tuple[str, int]:
        return chance.choice(ask.choices if chance.random() < 0.3 else ask.choices[:1]).id, 0

    table = Table(
        WPP, WPP.rules(commission_percent=percent), chance=dealt, players=dict.fromkeys((1, 2, 3), decides)
    )
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 100)
        stakes(table, seat)
    few = [4 * rank + suit for rank in (0, 5, 7, 9, 11) for suit in range(4)]
    dealt.load(chance.sample(few, 20))
    table.deal()
    found = table.settlement
    assert found is not None
    put = {seat: sum(each.stake for each in found.wagers[seat].values()) for seat in (1, 2, 3)}
    hands = {seat: slow(table.cards(str(seat))) for seat in put if put[seat] == 2000}
    house = slow(table.cards("dealer"))
    best = max([house, *hands.values()])
    winners = [seat for seat in hands if hands[seat] == best]
    pot = 2000 + sum(stake for stake in put.values() if stake > 500)
    part = Fraction(pot, len(winners) + (house == best)) if winners else Fraction(0)
    commission = int(part * len(winners) * Fraction(percent) / 100)
    assert found.fees == commission
    for seat, stake in put.items():
        won = part - Fraction(commission, len(winners)) if seat in winners else 0
        assert abs(found.net[seat] + stake - won) < 1


def slow(hand: list[int]) -> tuple[int, list[int]]:
    """Kind of hand (0 to 9, from below) and what decides within it, from 33.5(a), (b) and (c)."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    suited = len(hand) == 5 and len({card % 4 for card in hand}) == 1
    run = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    same = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [times for _, times in same if times > 1]
    decides = [rank for rank, _ in same]
    if suited and run:
        return (9 if ranks[0] == 12 else 8), decides
    kinds = {(4,): 7, (3, 2): 6, (3,): 3, (2, 2): 2, (2,): 1}
    return 5 if suited else 4 if run else kinds.get(tuple(shape), 0), decides


def slow_row(hand: list[int]) -> int:
    kind, decides = slow(hand)
    return 0 if kind == 1 and decides[0] < 9 else kind


def test_33_10_g_the_row_of_two_to_five_cards() -> None:
    chance = random.Random(33)
    rich = [card for card in range(52) if card & 3 < 2 and card >> 2 > 6]
    for n in range(often(3_000)):
        hand = chance.sample(rich if n % 2 else range(52), 2 + n % 4)
        assert jacks_plus(hand) == slow_row(hand)


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"commission-percent": 10, "commission-fixed": 3, "bonus-minimum": 200},
        {"commission-percent": 7, "pot-shares": "chips", "ante": 10},
    ],
)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """4,000 deals each, the same cards both ways, identical money. Every other deal is of two suits of high cards,
    so that the best hands and the limit of 33.11(c) are met, every tenth of ten ranks twice, so that hands tie."""
    rules = Rules(WPP, options)
    compiled = exact.simulation(rules)
    chance = random.Random(33)

    def simply(table: Table, ask: Ask) -> tuple[str, int]:
        own, up = table.cards("1"), table.cards("dealer")[2:]
        stays = exact.stays_in(best_five(own), best_five(up))
        return (ask.choices[0].id if stays else "fold"), 0

    table, dealt = table_and_tape(rules, simply)
    rich = [card for card in range(52) if card & 3 < 2 and card >> 2 > 6]
    met = set()
    for n in range(4_000):
        tape = chance.sample(rich if n % 2 else range(52), 10)
        if n % 10 == 0:
            ranks = chance.sample(range(13), 5)
            suits = chance.choice([(1, 2), (0, 3)])
            tape = [4 * rank + suit ^ (place & 1) for place, rank in enumerate(ranks) for suit in suits]
        dealt.load(tape)
        button_of(table).button = 0
        bonus = chance.choice([0, 5, 300])
        table.bet(1, "ante", str(rules["ante"]))
        if bonus:
            table.bet(1, "jacks-plus-bonus", bonus, allowed_by="floorperson")
        table.deal()
        found = table.settlement
        assert found is not None
        met |= {each.outcome for each in found.wagers[1].values()}
        net, staked = compiled_round(compiled, tape, [int(rules["ante"]), bonus])
        assert found.net[1] == net.sum()
        plus = found.wagers[1].get("jacks-plus-bonus")
        assert net[1] == (plus.pays - plus.lost if plus else 0)
        assert staked.sum() == sum(each.stake for each in found.wagers[1].values())
    wanted = {"highest hand", "lower hand", "tie hand", "fold", "royal-flush", "straight-flush", "full-house"}
    assert wanted <= met


# ---- exact odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("upcards", ["Ah Kh", "Jc 4d", "5s 5h"])
def test_33_10_h_showdowns_counted_the_slow_way(upcards: str) -> None:
    """Hands from thirteen cards only, the player's and the dealer's: wins and ties of every four cards of the
    player, with any fifth card of his and any hidden three of the dealer's."""
    x, y = cards(upcards)
    few = [card for card in cards("Ac Kd Ks Jd Jh 9c 5c 5d 4h 4s 3d 3s 2h") if card not in (x, y)]
    fives = sorted(combinations(sorted(few), 5), key=best_five)
    threes = exact.subsets(3)
    hidden = {three: slow([x, y, *three]) for three in combinations(sorted(few), 3)}
    wanted: Counter[tuple[int, ...]] = Counter()
    ties: Counter[tuple[int, ...]] = Counter()
    for five in fives:
        mine = slow(list(five))
        others = [value for three, value in hidden.items() if not set(three) & set(five)]
        for four in combinations(five, 4):
            wanted[four] += sum(value < mine for value in others)
            ties[four] += others.count(mine)
    look = tables()
    kept = np.array([set(three) <= set(few) for three in threes.tolist()])
    # Cards outside the thirteen are given the strength of none, as those are that touch the upcards.
    own = np.array([np.searchsorted(look.ladder, best_five(five)) for five in fives], np.uint16)
    found = np.zeros(comb(52, 4), np.int64)
    exact.count_showdowns(
        x,
        y,
        exact.Fives(np.array(fives, np.uint8), own, np.ones(len(fives), np.int64)),
        np.arange(comb(52, 4), dtype=np.int32),
        np.where(kept[:, np.newaxis], threes, np.uint8(x)),
        exact.CHOOSE,
        exact.look(),
        found,
    )
    numbers = exact.number_of(np.array(sorted(wanted), np.uint8)).tolist()
    for number, four in zip(numbers, sorted(wanted), strict=True):
        lower, either = int(found[number]) & exact.LOW, int(found[number]) >> exact.EITHER
        assert (lower, either - lower) == (wanted[four], ties[four])
    assert sum(ties.values()) > 50


@pytest.mark.parametrize(
    ("own", "first", "second"),
    [("8c 8d Qs 6h", "Kc", "9d"), ("Ah Kh 7h 2d", "3c", "Js"), ("4d 5d 6s 7d", "Tc", "Th")],
)
def test_33_10_c_four_cards_dealt_out_in_full(own: str, first: str, second: str) -> None:
    """The player's fifth card and the dealer's hidden three in all 652,740 ways, by the batch evaluator. A higher
    second upcard, a higher first one of another suit, and a pair."""
    four, (x,), (y,) = cards(own), cards(first), cards(second)
    rest = [card for card in range(52) if card not in (*four, x, y)]
    wins = ties = 0
    for fifth in rest:
        hidden = np.array(list(combinations([card for card in rest if card != fifth], 3)))
        shown = np.broadcast_to([x, y], (len(hidden), 2))
        (mine,), theirs = strengths(np.array([[*four, fifth]])), strengths(np.hstack((shown, hidden)))
        wins += int((theirs < mine).sum())
        ties += int((theirs == mine).sum())
    pair, turn = exact.views()[x >> 2, y]
    count = exact.showdowns_against(pair)[exact.places()[turn, exact.number_of(np.array([sorted(four)]))[0]]]
    assert (count & exact.LOW, count >> exact.EITHER) == (wins, ties)


def test_33_10_a_what_a_bet_is_worth_if_every_showdown_ends_alike() -> None:
    """Always lost: fold on four cards after every one of 2,256 ways to go on. Always won, ante and bet that a fold
    would cost and 18.00 to the 5.00 ante on top, in each of 652,740 showdowns."""
    pays = exact.nets(WPP.rules())
    assert pays == (500, 1800, -100)
    own = np.array([cards("2c 7d Qh")])
    starts = np.zeros(170, np.int64)
    for count, expected in (
        (0, [0, 2256, 0, 0]),
        (652_740, [2256 * 652_740 * 2800, 0, 2256 * 652_740, 0]),
        (652_740 << exact.EITHER, [2256 * 652_740 * 900, 0, 0, 2256 * 652_740]),
    ):
        found = np.zeros((1, 4), np.int64)
        counts = np.full(len(exact.fours(exact.OFFSUIT).first), count)
        counted = exact.Counted(counts, starts, exact.views(), exact.places(), exact.CHOOSE)
        exact.count_bets(8, own, counted, pays, np.empty(0, np.int64), found)
        assert found[0].tolist() == expected


def test_33_10_a_simple_play_bets_what_beats_the_upcard() -> None:
    """Against a ten: a pair of twos, a jack, a ten with anything beside it, but no nine."""
    bet, own = exact.simply_made()[8], exact.own_cards().tolist()
    for three, bets in zip(own, bet.tolist(), strict=True):
        ranks = [card >> 2 for card in three]
        assert bets == (len(set(ranks)) < 3 or max(ranks) >= 8)


def test_the_deals_are_all_there() -> None:
    """Each upcard with any three of the other 51 cards; each pair of upcards, by renaming suits."""
    assert exact.deals().sum() == 52 * comb(51, 3)
    assert [exact.fours(kind).times.sum() for kind in (0, 1)] == [comb(52, 4)] * 2
    assert [exact.fives(kind)[2].sum() for kind in (0, 1)] == [comb(52, 5)] * 2
    assert len(exact.upcards()) == 169


def made_up(nets: exact.Nets, simply: bool = False) -> Any:
    """As if every bet led to a fold once in eight, and to a win in half of the showdowns; worth it with any."""
    found = np.zeros((13, len(exact.own_cards()), 4), np.int64)
    found[:, :, exact.VALUE] = 10**15 * (1 + simply) * nets.ante
    found[:, :, exact.FOLDS] = 282
    found[:, :, exact.WINS] = 2256 * 652_740 // 2
    found[:, :, exact.TIES] = 2256 * 652_740 // 16
    return found


def test_33_10_h_the_edge_follows_from_how_rounds_end() -> None:
    """An eighth folds, a half wins 3.6 antes, a sixteenth ties and loses 0.2, the rest loses four. 33.10(h)2i."""
    with patch(BETS, made_up):
        (row,) = WPP.mathematics.odds(WPP.rules(), "ante")
    chances = {each.outcome: (each.probability, each.net) for each in row.outcomes}
    assert chances == {
        "highest hand": (Fraction(1, 2), Fraction(18, 5)),
        "tie hand": (Fraction(1, 16), Fraction(-1, 5)),
        "lower hand": (Fraction(5, 16), Fraction(-4)),
        "fold on three cards": (0, -1),
        "fold on four cards": (Fraction(1, 8), -2),
    }
    assert row.wagered == 2 + 2 * Fraction(7, 8)
    assert "alone" in row.table


def test_33_11_b_the_jacks_plus_edge_is_what_its_table_implies() -> None:
    """33.11(b), and with it the row that the next paragraph has swallowed."""
    assert sum(FIVE) + 84_480 * 9 == comb(52, 5)
    pays = (1, 3, 7, 10, 15, 30, 50, 80, 400)
    won = sum(n * each for n, each in zip(FIVE[1:], pays, strict=True))
    with patch(ROWS, return_value=FIVE):
        row, _ = WPP.mathematics.odds(WPP.rules(), "jacks-plus-bonus")
    assert row.house_edge == Fraction(FIVE[0] + 84_480 * 9 - won, comb(52, 5))
    assert [each.outcome for each in row.outcomes] == list(HANDS)


def test_33_10_g_rows_of_folded_hands_counted_the_slow_way() -> None:
    """Folded on three cards; on four, whatever they are, because no showdown is won; never, because all are."""
    own = cards("Jc Jd Ah")
    (x,) = cards("Tc")
    rest = [card for card in range(52) if card not in (*own, x)]
    fours, fives = (Counter(slow_row([*own, *more]) for more in combinations(rest, size)) for size in (1, 2))
    pays = exact.nets(WPP.rules())
    for bet, count, expected in (
        (False, 0, {1: 48 * 47 * 46}),
        (True, 0, {row: n * 47 * 46 for row, n in fours.items()}),
        (True, 652_740, {row: n * 2 * 46 for row, n in fives.items()}),
    ):
        found = np.zeros(len(HANDS), np.int64)
        counts = np.full(len(exact.fours(exact.OFFSUIT).first), count)
        counted = exact.Counted(counts, np.zeros(170, np.int64), exact.views(), exact.places(), exact.CHOOSE)
        bets = exact.Bets(np.array([own]), np.ones(1, np.int64), np.array([bet]))
        exact.count_rows(x >> 2, bets, counted, pays, exact.look(), exact.row_of_strength(), found)
        assert found.tolist() == [expected.get(row, 0) for row in range(len(HANDS))]


def test_every_authorised_table_is_analyzed() -> None:
    """The ante under every percentage from 0 to 10."""
    with patch.object(store, "pages", lambda _: None), patch(BETS, made_up), patch(ROWS, return_value=FIVE):
        found = Counter((row.wager, row.table) for row in analyze("winners-pot-poker", every=True))
    assert found == {("ante", "against the dealer alone"): 11, ("jacks-plus-bonus", "minimum"): 2}


def test_simulation_is_repeatable_and_jacks_plus_of_folded_hands_is_short() -> None:
    """Whoever folds on three or four cards loses jacks plus more often than with five."""
    report = simulate(WPP.rules(), rounds=500_000, seed=7)
    assert [each.wager for each in report.wagers] == ["ante", "jacks-plus-bonus"]
    with patch(ROWS, return_value=FIVE):
        five_cards, _ = WPP.mathematics.odds(WPP.rules(), "jacks-plus-bonus")
    edge = report.wagers[1].house_edge
    assert edge is not None
    assert edge.value > float(five_cards.house_edge)


# ---- strategy and papers -------------------------------------------------------------------------------


def test_33_10_a_the_chart_says_where_to_bet() -> None:
    with patch(BETS, made_up):
        chart = exact.bet_chart(exact.nets(WPP.rules()))
    assert {cell for row in chart.rows for cell in row[1:]} == {"B"}
    assert [row[0] for row in chart.rows][:2] == ["pair or better", "A high"]
    assert exact.cell("B", 1, 4) == "25%"
    assert exact.cell("B", 0, 4) == "F"


def test_33_11_a_odds_are_said_with_to() -> None:
    with (
        patch(BETS, made_up),
        patch(ROWS, return_value=FIVE),
        patch.object(type(WPP), "strategy", side_effect=Refused("too long a count")),
    ):
        page = guide("winners-pot-poker", [])
    assert "400 to 1" in page
    assert "400 for 1" not in page
    assert 'data-wager="ante"' in layout_svg(WPP.rules())


@pytest.mark.paragraph("33.2(a)", "33.8(b)1", "33.2(b)")
def test_33_11_b_check_finds_what_is_unlawful(tmp_path: Path) -> None:
    """Odds below the floor, 33.11(b); eleven percent, 33.10(h)2i; more players than cards, 33.2(a); an ante that
    cannot be made in chips, 33.1 "Ante" and 8.2(f); a deck shuffled by hand and dealt from it, 33.8(b)1, or
    alternating, 33.2(b), or never counted, 33.9(g)."""
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "winners-pot-poker"\nseats = 9\n'
        'options = { commission-percent = 11, ante = "5.25", shuffle = "manual", dealing = "hand", '
        'second-deck = "yes", deck-count = "shuffler" }\n'
        'pay_tables = { jacks-plus-bonus = { straight = "9 to 1" } }\n'
    )
    assert {each.cite.removeprefix("13:69F-") for each in check_table(page)} == {
        "8.2(f)",
        "33.11(b)",
        "33.10(h)2i",
        "33.2(a)",
        '33.1 "Ante"',
        "33.8(b)1",
        "33.2(b)",
        "33.9(g)",
    }
