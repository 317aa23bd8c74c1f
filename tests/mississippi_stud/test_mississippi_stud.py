"""Mississippi stud, 13:69F-35: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Rules, Say, Settle, Show, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand
from pitboss.games.house_poker.mississippi_stud import STREETS, limit
from pitboss.games.house_poker.mississippi_stud_mathematics import (
    ADDED,
    SOLVER,
    fifth_street,
    fourth_street,
    simulation,
    third_street,
)
from pitboss.odds.book import analyze
from pitboss.sim.run import simulate
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import asked
from pitboss.solve.sets import every_set, number_of_four, number_of_three, number_of_two, rows_made
from pitboss.table import Table
from pitboss.table.case import Case, CaseSeat, settle
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.house_poker import compiled_round, near, table_and_tape
from tests.properties import often

STUD = game("mississippi-stud")
PAYS = (-1, 0, 1, 2, 3, 4, 6, 10, 40, 100, 500)  # 35.11(b), in the order of STUD_HANDS
DEALINGS = ["manual-shoe", "hand", "automated-shoe"]


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*antes: tuple[int, int], funds: int = 1000, **options: object) -> Table:
    table = house_poker.seated(STUD, *((seat, "ante", ante) for seat, ante in antes), funds=funds, **options)
    table.deal()
    return table


def said(table: Table, *kinds: type) -> list[Any]:
    return [event for event in table.said if isinstance(event, kinds)]


def bet_through(table: Table) -> None:
    while table.asked:
        table.act(table.asked.seat, table.asked.choices[0].id, table.asked.choices[0].least / 100)


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_35_4_a_all_52_cards_are_shuffled_before_every_round(shuffle: str) -> None:
    table = seated((1, 10), shuffle=shuffle)
    for _ in range(2):
        (shuffled,) = said(table, Shuffle)
        assert sorted(shuffled.order) == list(range(52))
        table.act(1, "fold")
        table.bet(1, "ante", 10)
        table.deal()


@pytest.mark.paragraph("35.8(c)", "35.8(a)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_35_7_d_two_cards_each_clockwise_then_three_for_all(dealing: str) -> None:
    """35.8(c) says the same of dealing from the hand, which 35.8(a) allows."""
    table = seated((2, 10), (5, 10), dealing=dealing)
    assert [event.to for event in said(table, Deal)] == ["2", "5"] * 2 + ["community"] * 3
    assert not any(event.up for event in said(table, Deal))


@pytest.mark.paragraph("35.9(c)", "35.9(d)")
def test_35_9_a_an_automated_shoe_gives_stacks_of_two() -> None:
    """Clockwise, 35.9(c); the community cards follow from the hand, 35.9(d)."""
    table = seated((2, 10), (5, 10), dealing="automated-shoe")
    assert [event.to for event in said(table, Deal)] == ["2", "2", "5", "5"] + ["community"] * 3


@pytest.mark.parametrize(
    ("dealing", "reading", "calls"),
    [(dealing, "as-read", 4) for dealing in DEALINGS]
    + [("manual-shoe", "as-printed", 4), ("hand", "as-printed", 1), ("automated-shoe", "as-printed", 1)],
)
def test_35_7_b_no_more_bets_is_called_before_the_deal_and_each_card(
    dealing: str, reading: str, calls: int
) -> None:
    """35.8(b)3 and 35.9(b)2 mention the first call only."""
    table = seated((1, 10), dealing=dealing, reading_no_more_bets=reading)
    bet_through(table)
    assert [event.what for event in said(table, Say)] == ["No more bets"] * calls
    order = [type(event) for event in said(table, Say, Deal, Show)]
    assert order[:2] == [Say, Deal]
    if calls == 4:
        assert order[6:12] == [Say, Show, Say, Show, Say, Show]


def test_35_6_b_no_ante_after_no_more_bets() -> None:
    table = seated((1, 10))
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "ante", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_35_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated((1, 10))
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_35_10_a_the_choices_are_one_two_or_three_antes_or_fold() -> None:
    table = seated((1, 15))
    (bet, fold) = table.legal(1)
    assert (bet.id, bet.least, bet.most, bet.step, fold.id) == ("third-street", 1500, 4500, 1500, "fold")
    for amount in (5, 14, 20, 46, 60):
        with pytest.raises(Refused, match=r"35\.10\(a\)"):
            table.act(1, "third-street", amount)
    table.act(1, "third-street", 30)
    assert table.stake(1, "third-street") == 3000


@pytest.mark.parametrize(("funds", "choices"), [(15, ["fold"]), (29, ["third-street $10", "fold"])])
def test_35_10_a_nobody_bets_more_antes_than_he_can_pay(funds: int, choices: list[str]) -> None:
    assert [str(choice) for choice in seated((1, 10), funds=funds).legal(1)] == choices


def test_35_10_b_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated((1, 10), (2, 10))
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(None)["1"] == ["??"] * 2


@pytest.mark.paragraph("35.10(f)")
def test_35_10_d_the_community_cards_are_revealed_one_by_one() -> None:
    """After 3rd street the first, after 4th the second (35.10(f)), after 5th the third (35.10(h))."""
    table = seated((1, 10), (2, 10))
    hidden = []
    while table.asked:
        hidden.append(table.view(table.asked.seat)["community"].count("??"))
        table.act(table.asked.seat, table.asked.choices[0].id, 10)
    assert hidden == [3, 3, 2, 2, 1, 1]
    assert [len(event.cards) for event in said(table, Show) if event.owner == "community"] == [1, 2, 3]


def test_35_10_d_a_card_that_is_turned_over_must_be_named() -> None:
    """A case may leave out only the cards that stay down."""
    seat = CaseSeat(1, {"ante": 10}, [["third-street", 10], ["fourth-street", 10], ["fifth-street", 10]])
    with pytest.raises(Refused, match="does not know card 2 of community"):
        settle(Case(game="mississippi-stud", seats=[seat], cards={"1": ["Jh", "6c"], "community": ["2s"]}))


def test_35_10_e_folded_wagers_and_cards_are_collected_at_once() -> None:
    table = seated((1, 10), (2, 10))
    table.act(1, "third-street", 20)
    table.act(2, "third-street", 10)
    table.act(1, "fold")
    assert table.asked is not None
    assert table.asked.seat == 2
    assert table.stake(1, "ante") == table.stake(1, "third-street") == 0
    assert [event.owner for event in said(table, Discard)] == ["1"]


def test_35_10_h_no_card_is_revealed_when_nobody_is_left() -> None:
    table = seated((1, 10), (2, 10))
    table.act(1, "fold")
    table.act(2, "fold")
    assert not table.playing
    assert not said(table, Show)


def test_35_10_i_settlement_goes_counterclockwise_one_player_at_a_time() -> None:
    table = seated((1, 10), (4, 10), (6, 10))
    bet_through(table)
    assert [event.owner for event in said(table, Show)][3:] == ["6", "4", "1"]
    settled = [(event.seat, event.wager) for event in said(table, Settle)]
    assert settled == [(seat, wager) for seat in (6, 4, 1) for wager in ("ante", *STREETS)]


def test_35_10_c_a_player_who_talks_while_asked_is_asked_no_more() -> None:
    table = seated((1, 10), (2, 10))
    table.irregularity("hand-told", position="1")
    assert table.asked is not None
    assert table.asked.seat == 2
    bet_through(table)
    assert table.settlement is not None
    assert table.settlement.net[1] == -1000
    assert "third-street" not in table.settlement.wagers[1]


def test_35_12_a_void_returns_every_wager() -> None:
    table = seated((1, 10), (2, 10))
    table.act(1, "third-street", 30)
    table.irregularity("community-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


def test_35_11_a_odds_are_printed_with_to() -> None:
    rows = STUD.rules().pay("fifth-street").rows
    assert [str(odds) for odds in rows.values()] == [
        *("500 to 1", "100 to 1", "40 to 1", "10 to 1", "6 to 1"),
        *("4 to 1", "3 to 1", "2 to 1", "1 to 1", "push"),
    ]


def test_35_11_c_the_limit_follows_the_minimum() -> None:
    """The most a minimum bettor wins: ten antes at 500 to 1."""
    assert limit(STUD.rules()) == 50_000_00
    assert limit(Rules(STUD, limits={"ante": (1000, 50_000)})) == 50_000_00  # $10: just as much
    assert limit(Rules(STUD, limits={"ante": (1500, 50_000)})) == 75_000_00
    assert limit(Rules(STUD, limits={"ante": (2500, 50_000)})) == 125_000_00
    assert limit(STUD.rules(table_minimum=100)) == 500_000_00


def test_35_11_b_a_house_may_not_change_the_odds(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text('game = "mississippi-stud"\n[pay_tables.ante]\nstraight = "5 to 1"\n')
    assert [finding.cite for finding in check_table(page)] == ["13:69F-35.11(b)"]
    page.write_text('game = "mississippi-stud"\n[options]\ndealing = "hand"\nshuffle = "manual"\n')
    assert [finding.cite for finding in check_table(page)] == ["13:69F-35.8(b)1"]
    page.write_text('game = "mississippi-stud"\n[limits]\nante = [10, 100]\n')
    assert check_table(page) == []


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("antes", "minimum"), [([10, 25, 100], 0), ([1_000, 20_000, 50_000], 0), ([200_000], 200)]
)
def test_table_and_compiled_rules_pay_the_same(antes: list[int], minimum: int) -> None:
    """3,350 random deals each, the same cards both ways, identical money; the larger antes meet the limit."""
    rules = Rules(STUD, {"table-minimum": minimum}, limits={"ante": (1000, 10**10)})
    compiled = simulation(rules)
    chance = random.Random(antes[0])

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        mine, ante = table.cards("1"), table.stake(1, "ante")
        antes = sum(bet.stake for bet in table.bets.values()) // ante
        street = sum(bool(table.stake(1, each)) for each in STREETS)
        seen = (*mine, *table.cards("community")[:street])
        if street == 0:
            more = third_street(compiled.rules, *seen)
        elif street == 1:
            more = fourth_street(compiled.rules, antes, *seen)
        else:
            more = fifth_street(compiled.rules, antes, *seen)
        return (ask.choices[0].id, more * ante) if more else ("fold", 0)

    table, dealt = table_and_tape(rules, best)
    capped = 0
    for _ in range(often(1_500)):
        tape = chance.sample(range(52), 5)
        dealt.load(tape)
        ante = chance.choice(antes)
        table.bet(1, "ante", ante)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1].values()
        net, staked = compiled_round(compiled, tape, [ante])
        assert table.settlement.net[1] == net[0] == sum(each.pays - each.lost for each in settled)
        assert sum(each.stake for each in settled) == staked[0]
        capped += any(each.cite == "13:69F-35.11(c)" for each in settled)
    assert (capped > 20) == (antes[0] > 100)


def test_the_simulation_agrees_with_the_exact_edge() -> None:
    (row,) = STUD.mathematics.odds(STUD.rules())
    found = simulate(STUD.rules(), rounds=4_000_000, seed=11).wagers[0]
    assert near(found.house_edge, row.house_edge)


# ---- exact odds ----------------------------------------------------------------------------------------


def slow_hand(hand: tuple[int, ...]) -> str:
    """Five cards named the slow way, from 35.5(b) and 35.10(i)2."""
    ranks = sorted(card // 4 for card in hand)
    suited = len({card % 4 for card in hand}) == 1
    run = ranks in ([r, r + 1, r + 2, r + 3, r + 4] for r in range(9)) or ranks == [0, 1, 2, 3, 12]
    times = sorted(Counter(ranks).values(), reverse=True)
    if suited and run:
        return "royal-flush" if ranks[0] == 8 else "straight-flush"
    if times[0] == 4:
        return "four-of-a-kind"
    if times == [3, 2]:
        return "full-house"
    if suited:
        return "flush"
    if run:
        return "straight"
    if times[0] == 3:
        return "three-of-a-kind"
    if times == [2, 2, 1]:
        return "two-pairs"
    pair = next((rank for rank, held in Counter(ranks).items() if held == 2), 0)
    return "pair-of-jacks-or-better" if pair >= 9 else "pair-of-sixes-to-tens" if pair >= 4 else "losing-hand"


def test_35_5_b_hands_take_the_row_the_text_gives_them() -> None:
    chance = random.Random(3)
    for _ in range(often(3_000)):
        hand = tuple(chance.sample(range(52), 5))
        assert STUD_HANDS[stud_hand(hand)] == slow_hand(hand)


def test_35_11_b_all_hands_are_counted() -> None:
    """Every set of five cards is met once from each of its sets of four; the numbers are in every book on poker,
    84,480 pairs of each rank among them."""
    counts = dict(zip(STUD_HANDS, (5 * rows_made(stud_hand, len(STUD_HANDS), 5)).tolist(), strict=True))
    assert counts == {
        "losing-hand": 5 * (1_302_540 + 4 * 84_480),
        "pair-of-sixes-to-tens": 5 * 5 * 84_480,
        "pair-of-jacks-or-better": 5 * 4 * 84_480,
        "two-pairs": 5 * 123_552,
        "three-of-a-kind": 5 * 54_912,
        "straight": 5 * 10_200,
        "flush": 5 * 5_108,
        "full-house": 5 * 3_744,
        "four-of-a-kind": 5 * 624,
        "straight-flush": 5 * 36,
        "royal-flush": 5 * 4,
    }


def test_sets_of_cards_are_numbered_one_to_one() -> None:
    """Whatever the order of the cards."""
    chance = random.Random(4)
    for place, number in ((number_of_two, 2), (number_of_three, 3), (number_of_four, 4)):
        sets = [tuple(chance.sample(each, number)) for each in combinations(range(52), number)]
        chance.shuffle(sets)
        assert sorted(place(*each) for each in sets) == list(range(comb(52, number)))
        assert [place(*each) for each in every_set(number, 52).tolist()] == [*range(comb(52, number))]


def test_35_10_the_edge_is_the_published_one() -> None:
    """4.91 percent of the ante, 3.59 antes staked on average, an element of risk of 1.37 percent; the fraction by a
    slow program of its own that tries every bet on every set of cards."""
    (row,) = STUD.mathematics.odds(STUD.rules())
    assert sum(outcome.probability for outcome in row.outcomes) == 1
    assert row.house_edge == Fraction(53_223, 1_082_900)
    assert round(float(row.house_edge), 4) == 0.0491
    assert round(float(row.wagered), 2) == 3.59
    assert round(float(row.element_of_risk), 4) == 0.0137


def test_35_11_b_the_edge_with_a_straight_at_5_to_1_is_the_published_one() -> None:
    """No table of this regulation, but one whose edge is published: 3.7591 percent."""
    (row,) = STUD.mathematics.odds(Rules(STUD, pay_tables={"ante": {"straight": "5 to 1"}}))
    assert round(float(row.house_edge), 6) == 0.037591


def worth(seen: tuple[int, ...], staked: int) -> Fraction:
    """What the cards are worth played best with so many antes staked, by trying everything the slow way."""

    @cache
    def paid_on(seen: frozenset[int]) -> int:
        return PAYS[STUD_HANDS.index(slow_hand(tuple(seen)))]

    @cache
    def on(seen: frozenset[int], staked: int) -> Fraction:
        if len(seen) == 5:
            return Fraction(staked * paid_on(seen))
        return max([Fraction(-staked), *(after(seen, staked + more) for more in (1, 2, 3))])

    @cache
    def after(seen: frozenset[int], staked: int) -> Fraction:
        others = [card for card in range(52) if card not in seen]
        if len(seen) == 4:
            return Fraction(staked * sum(paid_on(seen | {card}) for card in others), len(others))
        return sum((on(seen | {card}, staked) for card in others), Fraction(0)) / len(others)

    return on(frozenset(seen), staked)


def followed(seen: tuple[int, ...], staked: int, rules: Any) -> Fraction:
    """What the same cards bring by the course that simulation follows."""
    if len(seen) == 5:
        return Fraction(staked * PAYS[STUD_HANDS.index(slow_hand(seen))])
    street = (third_street, fourth_street, fifth_street)[len(seen) - 2]
    more = street(rules, *(() if len(seen) == 2 else (staked,)), *seen)
    if not more:
        return Fraction(-staked)
    others = [card for card in range(52) if card not in seen]
    return sum((followed((*seen, card), staked + more, rules) for card in others), Fraction(0)) / len(others)


def hands_of(*written: str) -> Iterator[tuple[int, ...]]:
    return (tuple(cards(each)) for each in written)


@pytest.mark.parametrize(
    ("seen", "staked"),
    [
        *(
            (each, 2)
            for each in hands_of("6s 5s 2h", "7d 6d 5d", "5d 4d 3d", "Jc Tc 8c", "6h 5d 4c", "Ah 3h 2h")
        ),
        *(
            (each, 2)
            for each in hands_of("Js 3d 2c", "9s 8d 6c", "8s 6d 4c", "Ks Js 9s", "Qs Js 8s", "2h 2c 9s")
        ),
        *((each, 4) for each in hands_of("2h 2c 9s", "2h 2c Ks", "6h 6c 2s")),
    ],
)
def test_35_10_e_the_course_is_worth_as_much_as_trying_everything(seen: tuple[int, ...], staked: int) -> None:
    assert followed(seen, staked, simulation(STUD.rules()).rules) == worth(seen, staked)


def test_35_11_simple_rules_cost_what_the_counts_of_five_cards_say() -> None:
    """Never folding stakes four antes on five cards. Of 2,598,960 hands those paid bring 889,208 antes (4 royal flushes
    500 each, 36 x 100, 624 x 40, 3,744 x 10, 5,108 x 6, 10,200 x 4, 54,912 x 3, 123,552 x 2, 337,920 x 1), 422,400
    pairs of sixes to tens push, and 1,640,460 lose."""
    strategy = STUD.mathematics.strategy(STUD.rules())
    points, made, never = strategy.simpler.values()
    assert never == Fraction(4 * (1_640_460 - 889_208), 2_598_960)
    assert strategy.house_edge is not None
    assert strategy.house_edge < points < made < never


def test_35_10_the_strategy_is_the_published_one() -> None:
    """Every kind of hand has one best bet, and it is the one of the published strategy. On fifth street four points
    with three antes staked are worth the same either way: 48 - 3 * 4 lost antes in 48, four times, are three."""
    strategy = STUD.mathematics.strategy(STUD.rules())
    third, fourth, fifth = ({row[0]: row[1:] for row in chart.rows} for chart in strategy.charts)
    assert third == {
        "a pair": ("3 antes",),
        "two points or more": ("1 ante",),
        "six-five suited": ("1 ante",),
        "anything else": ("fold",),
    }
    assert strategy.charts[1].columns == ("2 staked", "4 staked")
    assert fourth == {
        "a pair of sixes or better": ("3 antes", "3 antes"),
        "three to a royal flush": ("3 antes", "–"),
        "suited sequence, 5-6-7 or higher": ("3 antes", "–"),
        "suited, one gap, a high card": ("3 antes", "–"),
        "suited, two gaps, two high cards": ("3 antes", "–"),
        "any other three suited": ("1 ante", "–"),
        "a low pair": ("1 ante", "1 ante"),
        "three points or more": ("1 ante", "–"),
        "sequence, 4-5-6 or higher": ("1 ante", "–"),
        "one gap, two middle cards": ("1 ante", "–"),
        "anything else": ("fold", "–"),
    }
    assert strategy.charts[2].columns == ("3 staked", "5 staked", "7 staked")
    assert fifth == {
        "a pair of sixes or better": ("3 antes", "3 antes", "3 antes"),
        "four to a flush": ("3 antes", "3 antes", "–"),
        "open straight, eight high or better": ("3 antes", "3 antes", "–"),
        "any other four to a straight": ("1 ante", "1 ante", "–"),
        "a low pair": ("1 ante", "1 ante", "–"),
        "four points or more": ("1 ante", "1 ante", "–"),
        "three points": ("fold", "1 ante", "–"),
        "anything else": ("fold", "fold", "–"),
    }
    assert Fraction(4 * -(48 - 3 * 4), 48) == -3


def test_35_10_two_antes_are_never_best() -> None:
    """What is staked counts in proportion, so a hand is worth the most or the least."""
    best = SOLVER.best(STUD.rules())
    assert {bet for chosen in best.chosen for bet in ADDED[np.unique(chosen)].tolist()} == {0, 1, 3}
    assert best.ways == 1_326 * 50 * 49 * 48


def test_35_10_d_who_sees_the_third_street_card_has_the_published_edge() -> None:
    """54.865977 percent, of whom the card is known before the first bet."""
    (row,) = analyse_knowing(STUD.rules(), asked("board 1"))
    assert round(-100 * float(row.house_edge), 6) == 54.865977


def test_the_book_analyses_the_ante_once() -> None:
    assert {(row.wager, row.table) for row in analyze("mississippi-stud", every=True)} == {("ante", "fixed")}
