"""Four-card poker, 13:69F-27: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Ask, Discard, Refused, Rules, Settle, Show, game
from pitboss.compiler import kernel
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.four_card_poker import OWN_HAND, own_hand
from pitboss.games.house_poker.four_card_poker_mathematics import (
    SOLVER,
    best_pairs,
    edge_of,
    least_hands,
    margins,
    simulation,
)
from pitboss.odds.book import analyze
from pitboss.ranking.four import PAIR, best_four, least
from pitboss.ranking.value import NAMES
from pitboss.sim.run import simulate
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import NOTHING, Seen
from pitboss.table import Table
from tests import house_poker
from tests.cases import check, named, under
from tests.house_poker import asked_in_turn, brought, compiled_round, dealt_to, near, table_and_tape
from tests.properties import often

FCP = game("four-card-poker")


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("four-of-a-kind", (50, 50, 50, 50, 50, 50, 50)),
        ("straight-flush", (40, 40, 30, 30, 40, 40, 40)),
        ("three-of-a-kind", (9, 7, 9, 7, 8, 8, 7)),
        ("flush", (6, 6, 6, 6, 5, 6, 5)),
        ("straight", (4, 5, 4, 5, 4, 4, 4)),
        ("two-pair", (2, 2, 2, 2, 3, 2, 3)),
        ("pair-of-aces", (1, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_27_11_a_2_aces_up_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"aces-up-I-{row}")
    for table, each in zip(("I", "II", "III", "IV", "V", "VI", "VII"), odds, strict=True):
        check(under(round_, "aces-up-table", table, "aces-up", each))


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, FCP)


def test_27_2_a_one_deck_of_52_cards() -> None:
    assert sorted(FCP.rules().pack()) == list(range(52))


@pytest.mark.paragraph("27.8(a)", "27.9(a)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_27_7_a_the_house_deals_from_a_shoe_the_hand_or_an_automated_shoe(dealing: str) -> None:
    """27.7(a), 27.8(a), 27.9(a)."""
    assert FCP.rules(dealing=dealing)["dealing"] == dealing


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_27_7_c_one_card_at_a_time_and_the_dealers_sixth_after_the_fifth(dealing: str) -> None:
    """27.7(c), 27.8(c)."""
    table = seated((1, "ante", 10), (4, "aces-up", 10), dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 5 + ["dealer"]


def test_27_9_c_an_automated_shoe_gives_stacks_of_five_and_one_card_of_the_last() -> None:
    table = seated((1, "ante", 10), (4, "ante", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 5 + ["4"] * 5 + ["dealer"] * 5 + ["burn"] * 4 + ["dealer"]
    assert set(table.view(1)["burn"]) == {"??"}


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_27_7_c_only_the_dealers_sixth_card_lies_face_up(dealing: str) -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), dealing=dealing)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == ["??"] * 5
    assert table.view(1)["dealer"][:5] == ["??"] * 5
    assert table.view(1)["dealer"][5] != "??"


def test_27_6_a_1_an_ante_alone_competes_with_the_dealer() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["play", "fold"]


def test_27_6_a_2_aces_up_alone_asks_nothing() -> None:
    table = seated((1, "aces-up", 10))
    table.deal()
    assert table.asked is None
    assert not table.playing


def test_27_6_c_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_27_6_d_no_wager_after_no_more_bets() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "aces-up", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_27_10_b_decisions_go_clockwise_from_the_dealers_left() -> None:
    table = seated((3, "ante", 10), (1, "ante", 10), (2, "aces-up", 10))
    table.deal()
    assert asked_in_turn(table, "fold") == [1, 3]


def test_27_10_b_the_play_wager_is_one_to_three_times_the_ante() -> None:
    table = seated((1, "ante", 15))
    table.deal()
    (play, _) = table.legal(1)
    assert (play.least, play.most, play.step) == (1500, 4500, 50)
    table.act(1, "play", "31.50")
    assert table.settlement is not None
    assert table.settlement[1, "play"].stake == 3150


def test_27_10_b_a_player_plays_what_he_can_afford() -> None:
    for funds, most in ((24, 1400), (20, 1000), (19, None)):
        table = Table(FCP, seed=1)
        table.sit(1, "Ann", funds)
        table.bet(1, "ante", 10)
        table.deal()
        choices = {choice.id: choice.most for choice in table.legal(1)}
        assert choices.get("play") == most


def test_27_10_c_folded_cards_stay_while_they_have_an_aces_up_wager() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "aces-up", 5))
    table.deal()
    table.act(1, "fold")
    table.act(2, "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["1"]
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "2"]


def test_27_10_d_the_dealer_shows_after_every_decision() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    table.act(1, "play", 10)
    assert not any(isinstance(event, Show) for event in table.said)
    table.act(2, "play", 10)
    shown = [event.owner for event in table.said if isinstance(event, Show)]
    assert shown == ["dealer", "2", "1"]


@pytest.mark.parametrize("settlement", ["step-by-step", "player-by-player"])
def test_27_10_e_settlement_runs_counterclockwise_from_the_far_right(settlement: str) -> None:
    """27.10(e)1, 27.10(e)1ii, 27.10(e)1iii, 27.10(e)2, 27.10(e)2ii."""
    table = seated(
        (1, "ante", 10), (4, "ante", 10), (4, "aces-up", 10), (6, "aces-up", 10), settlement=settlement
    )
    table.deal()
    table.act(1, "play", 10)
    table.act(4, "play", 30)
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "6", "4", "1"]
    settled = [event for event in table.said if isinstance(event, Settle)]
    if settlement == "player-by-player":
        assert [event.seat for event in settled] == [6, 4, 4, 4, 1, 1]
    else:
        results = [event.result for event in settled]
        assert results == sorted(results, key=lambda result: result != "lose")


def test_27_12_d_the_sixth_card_face_up_voids_nothing_a_down_card_everything() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "aces-up", 5))
    table.deal()
    assert table.playing
    table.act(1, "play", 30)
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aces_up", "posted"), [("I", {}), ("V", {"ante-bonus": {"three-of-a-kind": "5 to 2"}})]
)
def test_table_and_compiled_rules_pay_the_same(aces_up: str, posted: dict[str, dict[str, str]]) -> None:
    """5,000 random deals each, the same cards both ways, identical money for every wager."""
    rules = Rules(FCP, {"aces-up-table": aces_up}, pay_tables=posted)
    compiled = simulation(rules)
    chance = random.Random(27)
    three_times, once = least_hands(margins(rules)).tolist()

    def by_the_chart(table: Table, ask: Ask) -> tuple[str, int]:
        mine, up = table.cards(ask.hand), table.cards("dealer")[5] >> 2
        held = any(card >> 2 == up for card in mine)
        value = best_four(mine)
        if value < once[held][up]:
            return "fold", 0
        return "play", ask.choices[0].most if value >= three_times[held][up] else ask.choices[0].least

    table, dealt = table_and_tape(rules, by_the_chart)
    for _ in range(often(1_500)):
        tape = chance.sample(range(52), 11)
        dealt.load(tape)
        ante, side = chance.choice([0, 5, 10, 25]), chance.choice([5, 10, 25])
        if ante:
            table.bet(1, "ante", ante)
        table.bet(1, "aces-up", side)
        table.deal()
        assert table.settlement is not None
        net, _ = compiled_round(compiled, tape, [ante, side])
        assert brought(table, ("ante", "play", "ante-bonus"), ("aces-up",)) == net.tolist(), tape
        assert table.settlement.net[1] == net.sum()


# ---- exact odds ----------------------------------------------------------------------------------------


def has_run(ranks: tuple[int, ...]) -> bool:
    """Do the ranks hold four in sequence, the ace also low?"""
    held = set(ranks) | ({-1} if 12 in ranks else set())
    return any({low, low + 1, low + 2, low + 3} <= held for low in range(-1, 10))


WITH_RUN = sum(has_run(ranks) for ranks in combinations(range(13), 5))
"""Sets of five ranks with four in sequence."""
COUNTED = {
    "four-of-a-kind": 13 * 48,
    # Eleven runs in each suit and any fifth card; a run of five, of which there are ten, holds two of them.
    "straight-flush": 4 * (11 * 48 - 10),
    # With two other ranks, or with a pair.
    "three-of-a-kind": 13 * 4 * (comb(12, 2) * 16 + 12 * 6),
    # Four of a suit that are no run and a fifth card of another suit; or five of a suit without a run.
    "flush": 4 * ((715 - 11) * 39 + comb(13, 5) - WITH_RUN),
    # Five ranks with a run, or a run with one of its ranks paired; not with four or five of a suit.
    "straight": WITH_RUN * (4**5 - 4 - 4 * 5 * 3) + 11 * 4 * (6 * 4**3 - 4 * 3),
    "two-pair": comb(13, 2) * 6 * 6 * 44,
    # Three other ranks; not A-K-Q-J or 4-3-2-A, not four of a suit, those that are both taken off once.
    "pair-of-aces": 6 * comb(12, 3) * 4**3 - 2 * 6 * 4**3 - 4 * 3 * comb(12, 3) + 2 * 4 * 3,
}


def test_27_11_a_3_every_row_has_the_hands_that_arithmetic_gives_it() -> None:
    found = dict(zip(OWN_HAND, SOLVER.against.dealt(len(OWN_HAND)), strict=True))
    assert {row: found[row] for row in COUNTED} == COUNTED
    assert sum(found.values()) == comb(52, 5)
    assert OWN_HAND[own_hand(best_four(cards("Kc Kd 9h 6c 3s")))] == "pair"
    assert OWN_HAND[own_hand(best_four(cards("Ac Ad 9h 6c 3s")))] == "pair-of-aces"


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("I", (50, 40, 9, 6, 4, 2, 1)),
        ("II", (50, 40, 7, 6, 5, 2, 1)),
        ("III", (50, 30, 9, 6, 4, 2, 1)),
        ("IV", (50, 30, 7, 6, 5, 2, 1)),
        ("V", (50, 40, 8, 5, 4, 3, 1)),
        ("VI", (50, 40, 8, 6, 4, 2, 1)),
        ("VII", (50, 40, 7, 5, 4, 3, 1)),
    ],
)
def test_27_11_a_3_aces_up_edge_is_what_its_table_implies(table: str, pays: tuple[int, ...]) -> None:
    (row,) = FCP.mathematics.odds(FCP.rules(aces_up_table=table), "aces-up")
    returned = sum(count * (1 + odds) for count, odds in zip(COUNTED.values(), pays, strict=True))
    assert row.house_edge == 1 - Fraction(returned, comb(52, 5))
    assert row.hit_rate == Fraction(sum(COUNTED.values()), comb(52, 5))


def test_27_11_a_3_aces_up_edges_are_the_published_ones() -> None:
    """From 1.98 to 6.15 percent over the tables in use (Wikipedia, after the Wizard of Odds)."""
    edges = [
        round(
            100
            * float(next(iter(FCP.mathematics.odds(FCP.rules(aces_up_table=table), "aces-up"))).house_edge),
            2,
        )
        for table in ("I", "II", "III", "IV", "V", "VI", "VII")
    ]
    assert edges == sorted(edges)
    assert (edges[0], edges[-1]) == (1.98, 6.15)


@kernel
def _count_wins(mine: int, up: int, rest: NDArray[np.int64]) -> int:
    """Every hand of the dealer against one of the player, by brute force."""
    won = 0
    for a in range(46):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        won += best_four((rest[a], rest[b], rest[c], rest[d], rest[e], up)) <= mine
    return won


def test_27_11_a_1_counts_agree_with_brute_force() -> None:
    """What a play gains over a fold with hands from the weakest to the strongest, against all 1,370,754 of the
    dealer's with each card of a rank face up."""
    hands, gains, chance = SOLVER.against.hands(NOTHING), SOLVER.over(FCP.rules(), 1, 0), random.Random(27)
    order = np.argsort(hands.values)
    for n in (int(chance.choice(part)) for part in np.array_split(order, 4)):
        mine, rank = hands.places[n].tolist(), chance.randrange(13)
        bonus = {"three-of-a-kind": 2, "straight-flush": 20, "four-of-a-kind": 25}.get(
            OWN_HAND[hands.kinds[n]], 0
        )
        gained = 0
        for up in {4 * rank + suit for suit in range(4)}.difference(mine):
            rest = np.array([card for card in range(52) if card not in (*mine, up)])
            won = _count_wins(best_four(mine), up, rest)
            gained += 2 * won - 2 * (comb(46, 5) - won) + (1 + bonus) * comb(46, 5)
        assert gains[rank, n] == gained * hands.times[n]


def test_27_11_a_2_ante_edge_is_the_published_one() -> None:
    """2.79 percent of the ante, 1.30 percent of all that is staked, for the same bonus of 2, 20 and 25 to 1."""
    (row,) = FCP.mathematics.odds(FCP.rules(), "ante")
    assert round(float(row.house_edge), 4) == 0.0279
    assert round(float(row.element_of_risk), 4) == 0.0130
    assert sum(outcome.probability for outcome in row.outcomes) == 1
    assert {outcome.net for outcome in row.outcomes if outcome.outcome == "fold"} == {-1}


def test_27_11_a_2_a_higher_bonus_lowers_the_edge_by_what_it_pays() -> None:
    """Every hand with a bonus is played anyway, so no decision changes."""
    (base,) = FCP.mathematics.odds(FCP.rules(), "ante")
    (more,) = FCP.mathematics.odds(
        Rules(FCP, pay_tables={"ante-bonus": {"straight-flush": "45 to 2"}}), "ante"
    )
    extra = Fraction(5, 2) * COUNTED["straight-flush"] / comb(52, 5)
    assert base.house_edge - more.house_edge == extra


def test_27_10_b_the_simple_rule_is_the_one_on_the_makers_leaflet() -> None:
    """Three times with tens or better, once with threes to nines. It returns about 98.41 percent of all
    that is staked (Frome, Four Card Poker, 2004)."""
    margin = margins(FCP.rules())
    assert best_pairs(margin) == (8, 1)
    assert "three times the ante with a pair of tens or better" in FCP.mathematics.strategy(FCP.rules()).rule
    simple = np.array([least(PAIR, 8), least(PAIR, 1)])
    edge = edge_of(FCP.rules(), margin, np.broadcast_to(simple[:, None, None], (2, 2, 13)))
    hands = SOLVER.against.hands(NOTHING)
    three_times, at_least_once = (int(hands.times[hands.values >= value].sum()) for value in simple)
    staked = 1 + Fraction(2 * three_times + at_least_once, comb(52, 5))
    assert abs(100 - 100 * edge / staked - Fraction("98.41")) < Fraction("0.01")


def test_27_10_b_the_chart_costs_less_than_a_twentieth_of_a_percent() -> None:
    (best,) = FCP.mathematics.odds(FCP.rules(), "ante")
    margin = margins(FCP.rules())
    chart = edge_of(FCP.rules(), margin, least_hands(margin))
    assert 0 < chart - best.house_edge < Fraction(5, 10_000)
    strategy = FCP.mathematics.strategy(FCP.rules())
    assert (strategy.house_edge, strategy.chart_edge) == (best.house_edge, chart)
    assert [row[0] for row in strategy.charts[0].rows] == list(NAMES)


def test_27_10_b_two_times_the_ante_is_never_better() -> None:
    """The gain is in proportion to the wager: where two is better than one, three is better still."""
    best = SOLVER.best(FCP.rules())
    assert best.share(2) == 0
    assert min(best.share(0), best.share(1), best.share(3)) > 0


def test_27_10_b_who_sees_all_of_the_dealers_cards_wins_or_folds() -> None:
    """Three antes are added to the hands that win, the ties too, and the others are folded unless they are paid a bonus
    of more than they lose: three of a kind loses 2 less 2 antes, an ante better than a fold."""
    (row,) = analyse_knowing(FCP.rules(), Seen(dealer=5))
    losing = {each.net for each in row.outcomes if each.outcome.startswith("lose")}
    assert losing == {0, 18, 23}
    assert {each.net for each in row.outcomes if each.outcome == "fold"} == {-1}
    won = sum(each.probability for each in row.outcomes if each.outcome.startswith("win"))
    assert row.wagered == 1 + 3 * won + sum(
        each.probability for each in row.outcomes if each.net in (0, 18, 23)
    )


def test_27_11_a_simulation_agrees_with_exact_odds() -> None:
    """Aces up with its exact odds, the ante with those of the chart by which it is played."""
    rules = FCP.rules()
    ante, aces_up = simulate(rules, rounds=2_000_000, seed=27).wagers
    margin = margins(rules)
    (exact,) = FCP.mathematics.odds(rules, "aces-up")
    for found, edge in ((ante, edge_of(rules, margin, least_hands(margin))), (aces_up, exact.house_edge)):
        assert near(found.house_edge, edge)


def test_every_authorised_table_is_analyzed() -> None:
    found = Counter((row.wager, row.table) for row in analyze("four-card-poker", every=True))
    assert found.keys() == {
        ("ante", "minimum"),
        *(("aces-up", table) for table in ("I", "II", "III", "IV", "V", "VI", "VII")),
    }
