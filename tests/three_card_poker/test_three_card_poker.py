"""Three-card poker, 13:69F-20: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from pitboss.book import Ask, Refused, Rules, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.three_card_poker import OWN_HAND, SIX_CARDS, own_hand, six_cards
from pitboss.games.house_poker.three_card_poker_mathematics import SOLVER, simulation
from pitboss.odds.book import analyze
from pitboss.ranking.three import three_card_value
from pitboss.table import Table
from tests import house_poker
from tests.cases import check, named, under
from tests.house_poker import asked_in_turn, brought, compiled_round, dealt_to, table_and_tape
from tests.properties import often

TCP = game("three-card-poker")


@pytest.mark.parametrize("sized", ["", "ii-"])
@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("royal-flush", (1000, 1000, 1000, 1000, 1000)),
        ("straight-flush", (200, 200, 200, 200, 200)),
        ("four-of-a-kind", (50, 50, 100, 100, 100)),
        ("full-house", (25, 25, 20, 20, 20)),
        ("flush", (20, 15, 15, 15, 15)),
        ("straight", (10, 10, 9, 10, 10)),
        ("three-of-a-kind", (5, 5, 8, 7, 5)),
    ],
)
def test_20_11_a_4_the_six_card_bonus_under_every_table(sized: str, row: str, odds: tuple[int, ...]) -> None:
    """20.11(a)4i has tables A to D, 20.11(a)4ii one more."""
    round_ = named(Path(__file__).parent, f"six-card-{sized}A-{row}")
    for table, each in zip("ABCDE" if sized else "ABCD", odds, strict=False):
        check(under(round_, "six-card-bonus", table, "six-card-bonus", each))


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("straight", (1, 0, 0)),
        ("three-of-a-kind", (3, 6, 3)),
        ("straight-flush", (4, 8, 4)),
        ("mini-royal", (5, 50, 10)),
        ("spade-mini-royal", (50, 50, 10)),
    ],
)
def test_20_11_a_3_the_ante_bonus_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"ante-bonus-A-{row}")
    for table, each in zip("ABC", odds, strict=True):
        check(under(round_, "ante-bonus-table", table, "ante-bonus", each))


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, TCP)


def test_20_7_c_one_card_at_a_time_clockwise_and_the_dealer_last() -> None:
    table = seated((1, "ante", 10), (4, "pair-plus", 10))
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 3


def test_20_8_c_from_the_hand_the_order_is_the_same() -> None:
    table = seated((2, "ante", 10), (3, "ante", 10), dealing="hand")
    table.deal()
    assert dealt_to(table) == ["2", "3", "dealer"] * 3


def test_20_9_c_an_automated_shoe_gives_stacks_of_three() -> None:
    table = seated((1, "ante", 10), (4, "ante", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["dealer"] * 3


def test_20_6_a_1_an_ante_alone_competes_with_the_dealer() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["play", "fold"]


def test_20_6_a_3_a_player_may_compete_with_both() -> None:
    table = seated((1, "ante", 10), (1, "pair-plus", 25))
    table.deal()
    table.act(1, "play")
    assert table.settlement is not None
    assert set(table.settlement.wagers[1]) >= {"ante", "play", "pair-plus"}


@pytest.mark.paragraph("20.9(a)")
@pytest.mark.parametrize("dealing", ["hand", "automated-shoe"])
def test_20_8_a_the_house_may_deal_from_the_hand_or_an_automated_shoe(dealing: str) -> None:
    """20.8(a), 20.9(a)."""
    assert TCP.rules(dealing=dealing)["dealing"] == dealing


def test_20_12a_b_the_six_card_bonus_is_made_before_the_first_card() -> None:
    table = seated((1, "pair-plus", 10), (2, "ante", 10))
    table.bet(1, "six-card-bonus", 5)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "six-card-bonus", 5)


def test_20_6_d_no_wager_after_no_more_bets() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "pair-plus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_20_6_c_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_20_6_a_2_pair_plus_alone_asks_nothing() -> None:
    table = seated((1, "pair-plus", 10))
    table.deal()
    assert table.asked is None
    assert not table.playing


def test_20_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(None)["1"] == ["??"] * 3
    assert table.view(1)["dealer"] == ["??"] * 3


def test_20_10_b_decisions_go_clockwise_from_the_dealers_left() -> None:
    table = seated((3, "ante", 10), (1, "ante", 10), (2, "pair-plus", 10))
    table.deal()
    assert asked_in_turn(table, "fold") == [1, 3]


def test_20_10_b_the_play_wager_equals_the_ante() -> None:
    table = seated((1, "ante", 15))
    table.deal()
    with pytest.raises(Refused, match=r"\$15"):
        table.act(1, "play", 20)
    table.act(1, "play")
    assert table.settlement is not None
    assert table.settlement[1, "play"].stake == 1500


def test_20_10_b_a_player_without_money_for_the_play_wager_can_only_fold() -> None:
    table = Table(TCP, seed=1)
    table.sit(1, "Ann", 15)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def test_20_10_b_the_dealer_shows_after_every_decision() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    table.act(1, "play")
    assert not any(isinstance(event, Show) for event in table.said)
    table.act(2, "play")
    kinds = [type(event) for event in table.said if isinstance(event, Ask | Show)]
    assert kinds == [Ask, Ask, Show, Show, Show]


@pytest.mark.parametrize("settlement", ["step-by-step", "player-by-player"])
def test_20_10_c_settlement_runs_counterclockwise_from_the_far_right(settlement: str) -> None:
    table = seated((1, "pair-plus", 10), (4, "pair-plus", 10), (6, "pair-plus", 10), settlement=settlement)
    table.deal()
    shown = [event.owner for event in table.said if isinstance(event, Show)]
    assert shown == ["dealer", "6", "4", "1"]
    settled = [event for event in table.said if isinstance(event, Settle)]
    if settlement == "player-by-player":
        assert [event.seat for event in settled] == [6, 4, 1]
    else:
        results = [event.result for event in settled]
        assert results == sorted(results, key=lambda result: result != "lose")


def test_20_12_d_void_returns_every_wager() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "pair-plus", 5))
    table.deal()
    table.act(1, "play")
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


def test_20_6_f_removing_an_ante_that_pair_plus_rests_on_is_refused() -> None:
    table = seated((1, "ante", 10), (1, "pair-plus", 10), version="20.6(f)1")
    with pytest.raises(Refused, match="at least as large"):
        table.remove(1, "ante", 5)
    table.remove(1, "pair-plus")
    table.remove(1, "ante")
    assert table.funds(1) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "bonus", "six"), [("base", "A", "C"), ("20.6(f)3", "B", "E"), ("20.6(f)1", "C", "D")]
)
def test_table_and_compiled_rules_pay_the_same(version: str, bonus: str, six: str) -> None:
    """3,350 random deals each, the same cards both ways, identical money for every wager."""
    rules = Rules(TCP, {"version": version, "ante-bonus-table": bonus, "six-card-bonus": six})
    compiled = simulation(rules)
    chance = random.Random(7)

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        good = three_card_value(*table.cards(ask.hand)) >= SOLVER.threshold(rules)
        return ("play", ask.choices[0].most) if good else ("fold", 0)

    table, dealt = table_and_tape(rules, best)
    for _ in range(often(1_500)):
        tape = chance.sample(range(52), 6)
        dealt.load(tape)
        ante = chance.choice([5, 10, 25])
        pair_plus = chance.choice([5, 10, 25]) if ante >= 5 else 0
        pair_plus = min(pair_plus, ante)
        table.bet(1, "ante", ante)
        table.bet(1, "pair-plus", pair_plus)
        table.bet(1, "six-card-bonus", 5)
        table.deal()
        assert table.settlement is not None
        net, _ = compiled_round(compiled, tape, [ante, pair_plus, 5])
        at_table = brought(table, ("ante", "play", "ante-bonus"), ("pair-plus",), ("six-card-bonus",))
        assert at_table == net.tolist(), tape
        assert table.settlement.net[1] == net.sum()


# ---- exact odds ----------------------------------------------------------------------------------------


def slow_kind(hand: tuple[int, ...]) -> str:
    """Three cards named the slow way, from 20.3(b)."""
    ranks = sorted(card // 4 for card in hand)
    suited = len({card % 4 for card in hand}) == 1
    run = ranks in ([r, r + 1, r + 2] for r in range(11)) or ranks == [0, 1, 12]
    if suited and run:
        return "mini-royal" if ranks == [10, 11, 12] else "straight-flush"
    if len(set(ranks)) == 1:
        return "three-of-a-kind"
    if run:
        return "straight"
    if suited:
        return "flush"
    return "pair" if len(set(ranks)) == 2 else "high-card"


def test_20_11_a_2_every_hand_takes_the_row_the_text_gives_it() -> None:
    found: dict[str, int] = {}
    for hand in combinations(range(52), 3):
        row = OWN_HAND[own_hand(*hand)]
        expected = slow_kind(hand)
        assert row.removesuffix("-spades") == expected
        found[row] = found.get(row, 0) + 1
    # 4 mini royals, 44 other straight flushes, 52 trips, 720 straights, 1096 flushes, 3744 pairs
    assert found == {
        "mini-royal": 3,
        "mini-royal-spades": 1,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high-card": 16440,
    }


def test_20_11_a_2_pair_plus_edge_is_what_its_table_implies() -> None:
    paid = 3744 * 1 + 1096 * 3 + 720 * 5 + 52 * 25 + 48 * 35
    expected = Fraction(16440 - paid, 22100)
    (row,) = TCP.mathematics.odds(TCP.rules(), "pair-plus")
    assert row.house_edge == expected == Fraction(707, 5525)
    assert row.hit_rate == Fraction(5660, 22100)


def test_20_11_a_1_ante_edge_of_the_1_4_5_bonus_is_the_published_one() -> None:
    """3.37 percent of the ante, 2.01 percent of all that is staked (the element of risk)."""
    (row,) = TCP.mathematics.odds(TCP.rules(), "ante")
    assert round(float(row.house_edge), 6) == 0.03373
    assert round(float(row.element_of_risk), 4) == 0.0201
    assert sum(outcome.probability for outcome in row.outcomes) == 1


def test_20_10_b_the_best_strategy_is_the_published_queen_six_four() -> None:
    assert SOLVER.threshold(TCP.rules()) == three_card_value(*cards("Qc 6d 4h"))
    assert "queen-six-four" in TCP.mathematics.strategy(TCP.rules()).rule


def test_20_11_a_3_i_ante_edges_differ_by_exactly_the_bonus() -> None:
    """The tables change no decision, so their edges differ by what they pay: hands counted by hand."""
    edge = {
        table: next(
            iter(TCP.mathematics.odds(Rules(TCP, {"version": "20.6(f)1", "ante-bonus-table": table}), "ante"))
        ).house_edge
        for table in "ABC"
    }
    base = next(iter(TCP.mathematics.odds(TCP.rules(), "ante"))).house_edge
    paid = {
        "base": 720 * 1 + 52 * 4 + 48 * 5,
        "A": 720 * 1 + 52 * 3 + 44 * 4 + 3 * 5 + 1 * 50,
        "B": 52 * 6 + 44 * 8 + 4 * 50,
        "C": 52 * 3 + 44 * 4 + 4 * 10,
    }
    for table in "ABC":
        assert edge[table] - base == Fraction(paid["base"] - paid[table], 22100)


def test_20_12a_a_six_card_counts_against_hand_arithmetic() -> None:
    """Sets of six cards whose best five are four of a kind or a full house, counted by ranks."""
    (row,) = TCP.mathematics.odds(TCP.rules(), "six-card-bonus")
    chances = {outcome.outcome: outcome.probability for outcome in row.outcomes}
    total = comb(52, 6)
    four = 13 * comb(48, 2)
    full = comb(13, 2) * 16 + 13 * 4 * 12 * 6 * 11 * 4  # two threes, or a three, a pair and a fifth rank
    royal = 4 * 47
    assert chances["four-of-a-kind"] * total == four
    assert chances["full-house"] * total == full
    assert chances["royal-flush"] * total == royal
    assert SIX_CARDS[six_cards(*cards("As Ks Qs Js Ts 9s"))] == "six-card-spade-royal"


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("three-card-poker", every=True)
    found = {(row.wager, row.table) for row in rows}
    assert {("ante", "base"), ("ante", "A"), ("ante", "B"), ("ante", "C"), ("pair-plus", "minimum")} <= found
    assert {("six-card-bonus", table) for table in "ABCDE"} <= found
