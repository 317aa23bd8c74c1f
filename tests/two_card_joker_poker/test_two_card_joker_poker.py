"""Two-card joker poker, 13:69F-30: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import pytest

from pitboss.book import Ask, Deal, Refused, Rules, Settle, Show, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.two_card_joker_poker import OWN_HAND, own_hand
from pitboss.games.house_poker.two_card_joker_poker_mathematics import simulation, solver
from pitboss.odds.book import analyze
from pitboss.ranking.two import QUEEN_HIGH, two_card_value
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests import house_poker
from tests.cases import check, named, under
from tests.house_poker import asked_in_turn, compiled_round, dealt_to, near, shuffled, table_and_tape
from tests.properties import often
from tests.tape import Tape

JOKER_POKER = game("two-card-joker-poker")
HANDS = list(combinations(range(54), 2))
READINGS = ["as-read", "as-printed"]


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("pair-of-jokers", (40, 50, 40)),
        ("royal-flush", (20, 25, 30)),
        ("straight-flush", (5, 4, 4)),
        ("straight", (3, 3, 3)),
        ("pair", (1, 1, 1)),
    ],
)
def test_30_11_d_pair_up_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"{row}-table-1")
    for table, each in zip("123", odds, strict=True):
        check(under(round_, "pair-up-table", table, "pair-up", each))


# ---- the order of hands, 30.5 --------------------------------------------------------------------------


def value(names: str) -> int:
    return two_card_value(*cards(names))


def slow_kind(hand: tuple[int, int]) -> str:
    """Two cards named the slow way, from 30.5(b)."""
    jokers = [card for card in hand if card >= 52]
    if jokers:
        return "pair-of-jokers" if len(jokers) == 2 else "pair"
    low, high = sorted(card // 4 for card in hand)
    suited = hand[0] % 4 == hand[1] % 4
    if low == high:
        return "pair"
    if high - low == 1 or (low, high) == (0, 12):
        if not suited:
            return "straight"
        return "royal-flush" if (low, high) == (11, 12) else "straight-flush"
    if suited:
        return {12: "ace-high-flush", 11: "king-high-flush"}.get(high, "flush")
    return "high-card"


def slow_order(hand: tuple[int, int]) -> tuple[int, int, int]:
    """How hands compare, the slow way: kind, higher card, lower card."""
    kinds = ["high-card", "flush", "pair", "straight", "straight-flush", "royal-flush", "pair-of-jokers"]
    kind = slow_kind(hand)
    kind = "flush" if kind.endswith("-flush") and kind not in kinds else kind
    ranks = [card // 4 for card in hand if card < 52]
    ranks = sorted((ranks * 2)[:2] if ranks else [0, 0], reverse=True)
    if ranks == [12, 0] and kind in ("straight", "straight-flush"):
        ranks = [0, -1]  # the ace stands below the two
    return kinds.index(kind), ranks[0], ranks[1]


def test_30_5_b_every_hand_has_its_kind() -> None:
    """Of 13 pairs of neighbors and 65 others among 78 pairs of ranks, four are suited and twelve not."""
    found = Counter(OWN_HAND[own_hand(two_card_value(*hand))] for hand in HANDS)
    assert all(OWN_HAND[own_hand(two_card_value(*hand))] == slow_kind(hand) for hand in HANDS)
    assert found == {
        "pair-of-jokers": 1,
        "royal-flush": 4,
        "straight-flush": 12 * 4,
        "straight": 13 * 12,
        "pair": 13 * 6 + 2 * 52,
        "ace-high-flush": 10 * 4,  # with three to queen
        "king-high-flush": 10 * 4,  # with two to jack
        "flush": 45 * 4,
        "high-card": 65 * 12,
    }


def test_30_5_c_hands_compare_as_the_text_says() -> None:
    slow = {hand: slow_order(hand) for hand in HANDS}
    ranked = sorted(HANDS, key=lambda hand: slow[hand])
    for lower, higher in pairwise(ranked):
        if slow[lower] == slow[higher]:
            assert two_card_value(*lower) == two_card_value(*higher)
        else:
            assert two_card_value(*lower) < two_card_value(*higher)


def test_30_5_a_the_order_of_two_cards_does_not_matter() -> None:
    assert all(two_card_value(a, b) == two_card_value(b, a) for a, b in HANDS)


def test_30_5_b_6_as_printed_ace_three_is_the_lowest_flush_and_nothing_else_moves() -> None:
    flushes = [hand for hand in HANDS if "flush" in slow_kind(hand) and slow_order(hand)[0] == 1]
    lowest = min(flushes, key=lambda hand: two_card_value(hand[0], hand[1], 1))
    assert {card // 4 for card in lowest} == {12, 1}
    for a, b in HANDS:
        moved = (a, b) in flushes and {a // 4, b // 4} == {12, 1}
        assert (two_card_value(a, b, 1) != two_card_value(a, b)) == moved


@pytest.mark.parametrize("hand", ["Qc 2d", "Ac 3d", "4h 2h", "2c 2d", "Jo 2d", "2s Ad", "Jo jo"])
def test_30_10_d_2_these_hands_of_the_dealer_qualify(hand: str) -> None:
    assert value(hand) >= QUEEN_HIGH


@pytest.mark.parametrize("hand", ["Jc 9d", "4c 2d", "Tc 2h"])
def test_30_10_d_1_these_hands_of_the_dealer_do_not(hand: str) -> None:
    assert value(hand) < QUEEN_HIGH


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, JOKER_POKER)


def test_30_2_a_the_deck_holds_two_jokers() -> None:
    table = seated((1, "pair-up", 10))
    table.deal()
    assert shuffled(table) == list(range(54))


def test_30_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated((1, "pair-up", 10))
    table.deal()
    table.bet(1, "pair-up", 10)
    table.deal()
    assert sum(isinstance(event, Shuffle) for event in table.said) == 1  # said: of the last round
    assert JOKER_POKER.rules(shuffle="manual")["shuffle"] == "manual"


@pytest.mark.paragraph("30.7(a)", "30.8(c)1", "30.8(c)2", "30.8(c)3", "30.8(c)4")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_30_7_d_one_card_at_a_time_clockwise_and_the_dealer_last(dealing: str) -> None:
    """30.7(a), 30.7(d)1, 30.7(d)2, 30.7(d)3, 30.7(d)4, 30.8(c)1, 30.8(c)2, 30.8(c)3, 30.8(c)4."""
    table = seated((1, "ante", 10), (4, "pair-up", 10), dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2  # 30.1 "Hand": two cards
    assert not any(event.up for event in table.said if isinstance(event, Deal))


def test_30_9_c_an_automated_shoe_gives_stacks_of_two() -> None:
    table = seated((1, "ante", 10), (4, "super-flush", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 2 + ["4"] * 2 + ["dealer"] * 2


@pytest.mark.paragraph("30.7(b)")
def test_30_6_b_no_wager_after_no_more_bets() -> None:
    """30.7(b)."""
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "pair-up", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


@pytest.mark.paragraph("30.1")
def test_30_6_c_1_an_ante_alone_competes_with_the_dealer() -> None:
    """30.1 "Ante"."""
    table = seated((1, "ante", 10))
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["call", "fold"]


@pytest.mark.parametrize("wager", ["pair-up", "super-flush"])
def test_30_6_c_2_a_pay_table_wager_alone_asks_nothing(wager: str) -> None:
    table = seated((1, wager, 10))
    table.deal()
    assert table.asked is None
    assert not table.playing


def test_30_6_c_3_a_player_may_compete_with_both() -> None:
    table = seated((1, "ante", 10), (1, "pair-up", 25), (1, "super-flush", 1))
    table.deal()
    table.act(1, "call")
    assert table.settlement is not None
    assert set(table.settlement.wagers[1]) == {"ante", "call", "pair-up", "super-flush"}


def test_30_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_30_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(None)["1"] == ["??"] * 2
    assert table.view(1)["dealer"] == ["??"] * 2


def test_30_10_b_decisions_go_clockwise_and_only_ante_players_have_one() -> None:
    table = seated((3, "ante", 10), (1, "ante", 10), (2, "pair-up", 10))
    table.deal()
    assert asked_in_turn(table, "fold") == [1, 3]


@pytest.mark.paragraph("30.1")
def test_30_10_b_the_call_equals_the_ante() -> None:
    """30.1 "Call wager"."""
    table = seated((1, "ante", 15))
    table.deal()
    with pytest.raises(Refused, match=r"\$15"):
        table.act(1, "call", 20)
    table.act(1, "call")
    assert table.settlement is not None
    assert table.settlement[1, "call"].stake == 1500


def test_30_10_b_a_player_without_money_for_the_call_can_only_fold() -> None:
    table = Table(JOKER_POKER, seed=1)
    table.sit(1, "Ann", 15)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def played(dealer: str) -> Table:
    """Seat 1 calls with an ante alone, seat 2 folds, seat 3 calls and has pair up, seat 4 has it alone."""
    table = Table(JOKER_POKER, chance=(tape := Tape()))
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"player {seat}", 1000)
        if seat < 4:
            table.bet(seat, "ante", 10)
        if seat > 2:
            table.bet(seat, "pair-up", 5)
    first, second = cards(dealer)
    tape.load([*cards("Ac 9c 7d 6d"), first, *cards("7s 4d 7h 5d"), second])
    table.deal()
    for seat, decision in ((1, "call"), (2, "fold"), (3, "call")):
        table.act(seat, decision)
    return table


def told(table: Table) -> list[tuple[str, str]]:
    return [
        ("show", event.owner) if isinstance(event, Show) else (str(event.seat), event.wager)
        for event in table.said
        if isinstance(event, Show | Settle)
    ]


BEFORE_THE_DEALER_SHOWS = [
    ("show", "4"),
    ("4", "pair-up"),
    ("show", "3"),
    ("3", "pair-up"),
    ("2", "ante"),
    ("show", "dealer"),
]


def test_30_10_c_pay_tables_and_folds_are_settled_before_the_dealer_shows() -> None:
    """30.10(c)1, 30.10(c)2; then 30.10(d)2i shows the hands that were not shown."""
    table = played("Qh 3s")
    assert told(table) == [
        *BEFORE_THE_DEALER_SHOWS,
        ("3", "ante"),
        ("3", "call"),
        ("show", "1"),
        ("1", "ante"),
        ("1", "call"),
    ]


def test_30_10_d_1_against_a_dealer_short_of_queen_high_no_hand_is_shown() -> None:
    table = played("Jh 3s")
    assert told(table) == [
        *BEFORE_THE_DEALER_SHOWS,
        ("3", "ante"),
        ("3", "call"),
        ("1", "ante"),
        ("1", "call"),
    ]
    assert table.settlement is not None
    assert table.settlement[1, "ante"].cite == "13:69F-30.11(b)1"
    assert table.settlement[1, "call"].result == "push"


def test_30_11_a_odds_are_printed_with_to_and_never_for() -> None:
    for grid in JOKER_POKER.data.pay_grids:
        for pay in grid.columns():
            assert all(" to " in str(odds) or str(odds) == "push" for odds in pay.rows.values())


@pytest.mark.parametrize(
    ("cited", "dealer"),
    [("30.11(b)2", "Qh 3s"), ("30.10(d)2ii", "Jo jo"), ("30.11(f)", "Ah 7c")],
)
def test_30_10_d_2_the_paragraph_is_on_the_settlement(cited: str, dealer: str) -> None:
    """30.10(d)2ii, 30.10(d)2iii, 30.11(f)."""
    table = played(dealer)
    assert table.settlement is not None
    assert table.settlement[1, "ante"].cite == f"13:69F-{cited}"


def test_30_12_d_void_returns_every_wager() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "super-flush", 5))
    table.deal()
    table.act(1, "call")
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair_up", "flush", "tie"), [("1", *READINGS), ("2", *READINGS[::-1]), ("3", *READINGS[:1] * 2)]
)
def test_table_and_compiled_rules_pay_the_same(pair_up: str, flush: str, tie: str) -> None:
    """3,350 random deals each, the same cards both ways, identical money for every wager. To try ties below
    queen high too, every other round is played by a player who always calls."""
    rules = Rules(JOKER_POKER, {"pair-up-table": pair_up, "reading-lowest-flush": flush, "reading-tie": tie})
    compiled = simulation(rules)
    chance = random.Random(7)
    threshold = 0

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        a, b = table.cards(ask.hand)
        good = two_card_value(a, b, int(flush == "as-printed")) >= threshold
        return ("call", ask.choices[0].most) if good else ("fold", 0)

    table, dealt = table_and_tape(rules, best)
    for number in range(often(1_500)):
        threshold = compiled.rules.least if number % 2 else 0
        tape = chance.sample(range(54), 4)
        dealt.load(tape)
        stakes = {wager: chance.choice([5, 10, 25]) for wager in compiled.wagers}
        for wager, amount in stakes.items():
            table.bet(1, wager, amount)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        terms = compiled.rules._replace(least=threshold)
        net, staked = compiled_round(compiled, tape, [*stakes.values()], terms)
        at_table = {wager: settled[wager].pays - settled[wager].lost for wager in compiled.wagers}
        put_up = {wager: settled[wager].stake for wager in compiled.wagers}
        if "call" in settled:
            at_table["ante"] += settled["call"].pays - settled["call"].lost
            put_up["ante"] += settled["call"].stake
        assert list(at_table.values()) == net.tolist(), tape
        assert list(put_up.values()) == staked.tolist()
        assert table.settlement.net[1] == net.sum()


# ---- exact odds ----------------------------------------------------------------------------------------


def edge(wager: str, **options: object) -> Fraction:
    (row,) = JOKER_POKER.mathematics.odds(JOKER_POKER.rules(**options), wager)
    assert sum(outcome.probability for outcome in row.outcomes) == 1
    return row.house_edge


def test_30_11_d_pair_up_edges_are_what_the_tables_imply() -> None:
    """1,431 hands: 1 pair of jokers, 4 royal flushes, 48 straight flushes, 156 straights, 182 pairs."""
    lost = comb(54, 2) - 1 - 4 - 48 - 156 - 182
    paid = {
        "1": 40 + 4 * 20 + 48 * 5 + 156 * 3 + 182,
        "2": 50 + 4 * 25 + 48 * 4 + 156 * 3 + 182,
        "3": 40 + 4 * 30 + 48 * 4 + 156 * 3 + 182,
    }
    for table in "123":
        assert edge("pair-up", pair_up_table=table) == Fraction(lost - paid[table], 1431)


def test_30_11_e_super_flush_edge_is_what_its_table_implies() -> None:
    paid = 4 * 30 + 48 * 5 + 40 * 3 + 40 * 2 + 180
    assert edge("super-flush") == Fraction(780 - paid, 1431)
    (row,) = JOKER_POKER.mathematics.odds(JOKER_POKER.rules(), "super-flush")
    assert row.hit_rate == Fraction(4 + 48 + 260, 1431)


def test_30_5_b_6_as_printed_super_flush_pays_ace_three_two_units_less() -> None:
    assert edge("super-flush", reading_lowest_flush="as-printed") - edge("super-flush") == Fraction(
        4 * 2, 1431
    )


def test_30_11_c_ante_and_call_edge_is_the_published_one() -> None:
    """3.15 percent of the ante at 1.672956 antes a round, 1.88 percent of all that is staked (Wizard of Odds)."""
    (row,) = JOKER_POKER.mathematics.odds(JOKER_POKER.rules(), "ante")
    assert round(float(row.house_edge), 4) == 0.0315
    assert round(float(row.wagered), 6) == 1.672956
    assert round(float(row.element_of_risk), 4) == 0.0188


def test_30_11_c_ante_and_call_edge_by_a_slow_program() -> None:
    """Each hand against each other, compared and paid the slow way; queen-five or better calls."""
    order = [slow_order(hand) for hand in HANDS]
    odds = {4: 3, 5: 5, 6: 8}
    units = 0
    for mine, own in zip(HANDS, order, strict=True):
        a, b = mine
        if own < (0, 10, 3):
            units -= comb(52, 2)
            continue
        for (c, d), theirs in zip(HANDS, order, strict=True):
            if a == c or a == d or b == c or b == d:
                continue
            if theirs < (0, 10, 0):
                units += 1
            elif own > theirs:
                units += 1 + odds.get(own[0], 1)
            elif own < theirs:
                units -= 2
    assert edge("ante") == Fraction(-units, comb(54, 2) * comb(52, 2))


@pytest.mark.parametrize("flush", READINGS)
@pytest.mark.parametrize("tie", READINGS)
def test_30_10_b_the_best_strategy_is_the_published_queen_five(flush: str, tie: str) -> None:
    """Under every reading; each hand is decided by itself, and `Dealer.threshold` finds no higher one folded."""
    rules = Rules(JOKER_POKER, {"reading-lowest-flush": flush, "reading-tie": tie})
    assert solver(rules).threshold(rules) == value("Qc 5d")
    strategy = JOKER_POKER.mathematics.strategy(rules)
    assert "queen-five" in strategy.rule
    chart = {row[0]: row[1] for row in strategy.charts[0].rows}
    assert chart["flush or better"] == chart["ace high"] == chart["king high"] == "call"
    assert "five" in chart["queen high"]
    assert {chart[f"{high} high"] for high in ("jack", "ten", "nine", "four")} == {"fold"}


def test_30_11_f_no_reading_changes_the_edge_of_ante_and_call() -> None:
    """Below queen high the best player never calls, and flushes are dealt to both sides alike."""
    assert edge("ante") == edge("ante", reading_tie="as-printed")
    assert edge("ante") == edge("ante", reading_lowest_flush="as-printed")


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("two-card-joker-poker", every=True)
    found = {(row.wager, row.table) for row in rows}
    assert found == {("ante", "fixed"), ("super-flush", "fixed")} | {("pair-up", table) for table in "123"}


def test_simulation_agrees_with_the_exact_odds() -> None:
    plan = "ante 5 + pair-up 5 + super-flush 5"
    report = simulate(JOKER_POKER.rules(), plan=plan, rounds=2_000_000, seed=11, workers=1)
    for result in report.wagers:
        assert near(result.house_edge, edge(result.wager))
