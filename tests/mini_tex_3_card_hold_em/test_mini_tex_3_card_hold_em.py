"""Mini-tex 3 card hold 'em, 13:69F-37: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Rules, Say, Settle, Show, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.mini_tex_3_card_hold_em import QUALIFIER, best_three
from pitboss.games.house_poker.mini_tex_3_card_hold_em_mathematics import (
    ENDINGS,
    all_four,
    analysis,
    count_endings,
    makes_flop_wager,
    makes_play_wager,
    makes_river_wager,
    simulation,
)
from pitboss.odds.book import analyze
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.cases import check, named, under
from tests.house_poker import brought, compiled_round, dealt_to, table_and_tape
from tests.properties import often

MINI_TEX = game("mini-tex-3-card-hold-em")
DEALING = ["manual-shoe", "hand", "automated-shoe"]
QUALIFIERS = ["ace-king", "pair"]


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("royal-straight-flush-ks-as", (25, 40, 50)),
        ("pair-of-aces-ac-ad", (20, 35, 40)),
        ("straight-flush-9h-8h", (5, 5, 5)),
        ("straight-flush-ah-2h", (5, 5, 5)),
        ("pair-kc-kd", (3, 3, 2)),
        ("straight-jc-td", (2, 1, 1)),
        ("straight-ac-kd", (2, 1, 1)),
        ("straight-ah-2c", (2, 1, 1)),
    ],
)
def test_37_11_c_pocket_poker_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"pocket-{row}-a")
    for table, each in zip("ABC", odds, strict=True):
        check(under(round_, "pocket-poker-table", table, "pocket-poker", each))


# ---- the slow way --------------------------------------------------------------------------------------


def slow_order(three: tuple[int, ...]) -> tuple[int, ...]:
    """How three cards rank, from 37.5(b) and (c), as a tuple that compares."""
    ranks = sorted((card // 4 for card in three), reverse=True)
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]  # the ace below the two
    suited = len({card % 4 for card in three}) == 1
    in_order = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if in_order:
        return (5 if suited else 3, ranks[0])
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if suited:
        return (2, *ranks)
    if ranks[1] in (ranks[0], ranks[2]):
        return (1, ranks[1], ranks[0] + ranks[2] - ranks[1])
    return (0, *ranks)


def slow_hand(own: tuple[int, ...], community: tuple[int, ...]) -> tuple[int, ...]:
    """The best of the three-card hands with an own card in it."""
    hands = combinations((*own, *community), 3)
    return max(slow_order(three) for three in hands if set(three) & set(own))


SLOW_QUALIFIER = {"ace-king": (0, 12, 11), "pair": (1,)}


@pytest.mark.paragraph('37.1 "Rank"')
def test_37_5_a_b_c_hands_compare_as_the_text_says() -> None:
    chance = random.Random(37)
    for _ in range(often(1_500)):
        dealt = chance.sample(range(52), 7)
        board = tuple(dealt[4:])
        mine, theirs = tuple(dealt[:2]), tuple(dealt[2:4])
        slow = [slow_hand(own, board) for own in (mine, theirs)]
        fast = [best_three(*own, *board) for own in (mine, theirs)]
        assert (slow[0] > slow[1], slow[0] == slow[1]) == (fast[0] > fast[1], fast[0] == fast[1])
        for name, least in SLOW_QUALIFIER.items():
            assert (slow[0] >= least) == (fast[0] >= QUALIFIER[name])


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, MINI_TEX)


def test_37_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated((1, "ante", 10))
    orders = set()
    for _ in range(2):
        table.deal()
        table.act(1, "fold")
        (shuffle,) = (event for event in table.said if isinstance(event, Shuffle))
        assert sorted(shuffle.order) == list(range(52))  # 37.2(a)
        orders.add(shuffle.order)
        table.bet(1, "ante", 10)
    assert len(orders) == 2


@pytest.mark.paragraph("37.8(b)3", "37.9(b)2")
def test_37_7_b_no_more_bets_is_said_before_the_first_card() -> None:
    """And so by 37.8(b)3 and 37.9(b)2."""
    for dealing in DEALING:
        table = seated((1, "ante", 10), dealing=dealing)
        table.deal()
        assert isinstance(table.said[0], Say)
        assert table.said[0].what == "No more bets"


@pytest.mark.paragraph("37.7(a)")
def test_37_7_d_one_card_at_a_time_clockwise_and_the_dealer_last() -> None:
    """From a manual shoe, 37.7(a)."""
    table = seated((4, "ante", 10), (1, "ante", 10), dealing="manual-shoe")
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2


@pytest.mark.paragraph("37.8(a)")
def test_37_8_c_from_the_hand_the_order_is_the_same() -> None:
    """37.8(a) leaves it to the house."""
    table = seated((4, "ante", 10), (1, "ante", 10), dealing="hand")
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2


def test_37_8_b_1_from_the_hand_the_shuffler_is_compulsory() -> None:
    with pytest.raises(Refused, match=r"37\.8\(b\)1"):
        MINI_TEX.rules(dealing="hand", shuffle="manual")


def test_37_2_b_a_second_deck_needs_a_shuffler() -> None:
    with pytest.raises(Refused, match=r"37\.2\(b\)"):
        MINI_TEX.rules(second_deck="yes", shuffle="manual")


@pytest.mark.paragraph("37.9(a)")
def test_37_9_c_an_automated_shoe_gives_stacks_of_two() -> None:
    """The shoe of 37.9(a); the community cards come from the hand, 37.9(d)."""
    table = seated((1, "ante", 10), (4, "ante", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1", "1", "4", "4", "dealer", "dealer"]


@pytest.mark.paragraph('37.1 "Burn"')
def test_37_10_b_and_d_a_card_is_burned_before_the_flop_and_before_the_river() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    table.act(1, "flop")
    assert dealt_to(table)[4:] == ["burn", "community", "community"]
    table.act(1, "river")
    assert dealt_to(table)[7:] == ["burn", "community"]
    assert table.view(None)["burn"] == ["??", "??"]
    assert "??" not in table.view(None)["community"]


def test_37_10_b_when_all_have_folded_nothing_more_is_turned_over() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    table.act(1, "fold")
    assert not any(event.up for event in table.said if isinstance(event, Deal))
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer"]


def test_37_6_b_no_wager_after_no_more_bets() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "pocket-poker", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


@pytest.mark.paragraph('37.1 "Ante"')
def test_37_6_d_flop_river_and_play_are_not_made_before_the_cards() -> None:
    table = seated((1, "ante", 10))
    for wager in ("flop", "river", "play"):
        with pytest.raises(Refused, match="during the round"):
            table.bet(1, wager, 10)


def test_37_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_37_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(1)["dealer"] == ["??"] * 2


@pytest.mark.paragraph('37.1 "River wager"')
def test_37_10_the_three_wagers_and_their_sizes() -> None:
    """37.1 "Flop wager", 37.1 "River wager", 37.1 "Play wager": one, one and two antes, or a fold."""
    table = seated((1, "ante", 10))
    table.deal()
    for decision, offer in (("flop", "flop $10"), ("river", "river $10"), ("play", "play $20")):
        assert [str(choice) for choice in table.legal(1)] == [offer, "fold"]
        table.act(1, decision)
    assert not table.playing


def test_37_10_c_nobody_checks() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    table.act(1, "flop")
    with pytest.raises(Refused, match="check is not offered"):
        table.act(1, "check")


@pytest.mark.parametrize(("funds", "decisions"), [(19, 0), (20, 1), (30, 2), (49, 2)])
def test_37_10_a_player_without_money_can_only_fold(funds: int, decisions: int) -> None:
    table = seated((1, "ante", 10), funds=funds)
    table.deal()
    for decision in ("flop", "river", "play")[:decisions]:
        table.act(1, decision)
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def test_37_10_c_and_e_decisions_go_clockwise_among_those_who_stay() -> None:
    table = seated(*((seat, "ante", 10) for seat in (5, 2, 3)))
    table.deal()
    asked = []
    for decision in ["flop", "fold", "flop", "river", "river", "play", "fold"]:
        assert table.asked
        asked.append(table.asked.seat)
        table.act(table.asked.seat, decision)
    assert asked == [2, 3, 5, 2, 5, 2, 5]
    assert not table.playing


def test_37_10_f_the_dealer_shows_first_and_37_10_g_the_players_from_the_far_right() -> None:
    table = seated(
        *((seat, "ante", 10) for seat in (1, 2, 4)), (1, "pocket-poker", 5), (4, "pocket-poker", 5)
    )
    table.deal()
    for decision in ("fold", "flop", "flop", "river", "river", "play"):
        assert table.asked
        table.act(table.asked.seat, decision)
    assert not any(isinstance(event, Show) for event in table.said)
    table.act(4, "play")
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "4", "2", "1"]
    four = ["ante", "flop", "river", "play"]
    assert [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)] == [
        (1, "ante"),
        *((4, wager) for wager in [*four, "pocket-poker"]),  # 37.10(g)6: pocket poker last
        *((2, wager) for wager in four),
        (1, "pocket-poker"),
    ]


def test_37_10_a_2_ii_folded_cards_are_racked_unless_pocket_poker_needs_them() -> None:
    """At any of the three decisions, 37.10(c)2ii and 37.10(e)2ii."""
    for before in ([], ["flop"], ["flop", "river"]):
        table = seated((1, "ante", 10), (2, "ante", 10), (1, "pocket-poker", 5))
        table.deal()
        for decision in (*before, "fold"):
            for seat in (1, 2):
                table.act(seat, decision)
        assert [event.owner for event in table.said if isinstance(event, Discard)] == ["2"]


def test_37_13_another_position_is_refused() -> None:
    table = seated((1, "ante", 10))
    with pytest.raises(Refused, match=r"37\.13"):
        table.bet(1, "ante@2", 10)


def test_37_11_a_odds_are_stated_with_to() -> None:
    for wager in ("ante", "flop", "river", "play", "pocket-poker"):
        assert all(" to " in str(odds) for odds in MINI_TEX.rules().pay(wager).rows.values())


def test_37_11_c_less_than_the_floor_is_found(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "mini-tex-3-card-hold-em"\n[options]\npocket-poker-table = "C"\n'
        '[pay_tables.pocket-poker]\npair = "1 to 1"\nstraight = "2 to 1"\n[pay_tables.play]\nwin = "2 to 1"\n'
    )
    found = {(each.point, each.cite) for each in check_table(page)}
    assert ("pay_tables.pocket-poker.pair", "13:69F-37.11(c)") in found
    assert ("pay_tables.play.win", "13:69F-37.11(b)") in found
    assert len(found) == 2


def test_37_12_a_an_exposed_card_at_a_live_table() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "pocket-poker", 5))
    table.deal()
    table.act(1, "flop")
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.settlement is not None
    results = {wager: each.result for wager, each in table.settlement.wagers[1].items()}
    assert results == {"ante": "void", "flop": "void"}
    assert table.settlement.wagers[2]["pocket-poker"].result in ("win", "lose")


def test_37_12_d_a_wrong_hand_is_asked_nothing_more() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    table.irregularity("wrong-number-of-cards", position="1")
    assert table.asked is not None
    assert table.asked.seat == 2
    table.act(2, "fold")
    assert not table.playing
    assert table.funds(1) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("qualifier", "pocket"), [("ace-king", "A"), ("pair", "B"), ("ace-king", "C")])
def test_table_and_compiled_rules_pay_the_same(qualifier: str, pocket: str) -> None:
    """3,500 random deals each, the same cards both ways, the same money for every wager."""
    reading = "as-printed" if pocket == "C" else "as-read"
    options = {
        "dealer-qualifier": qualifier,
        "pocket-poker-table": pocket,
        "reading-pocket-ace-two": reading,
    }
    rules = Rules(MINI_TEX, options)
    compiled = simulation(rules)
    chance = random.Random(pocket)

    def decide(table: Table, _: Ask) -> tuple[str, int]:
        own, board = table.cards("1"), table.cards("community")
        if len(board) == 0:
            return ("flop", ante * 100) if makes_flop_wager(compiled.rules, *own) else ("fold", 0)
        if len(board) == 2:
            return ("river", ante * 100) if makes_river_wager(compiled.rules, *own, *board) else ("fold", 0)
        return ("play", ante * 200) if makes_play_wager(compiled.rules, *own, *board) else ("fold", 0)

    table, dealt = table_and_tape(rules, decide)
    for _ in range(3_500):
        tape = chance.sample(range(52), 7)
        dealt.load(tape)
        ante, side = chance.choice([5, 15, 200]), chance.choice([0, 5, 37])
        table.bet(1, "ante", ante)
        if side:
            table.bet(1, "pocket-poker", side)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        net, staked = compiled_round(compiled, tape, [ante, side])
        at_table = brought(table, ("ante", "flop", "river", "play"), ("pocket-poker",))
        assert net.tolist() == at_table, (tape, ante, side)
        assert staked.sum() == sum(each.stake for each in settled.values())


def test_simulation_agrees_with_the_exact_figures() -> None:
    report = simulate(MINI_TEX.rules(), plan="ante 10 + pocket-poker 5", rounds=1_000_000, seed=3)
    found = {each.wager: each for each in report.wagers}
    for row in analyze("mini-tex-3-card-hold-em"):
        edge = found[row.wager].house_edge
        assert edge is not None
        assert abs(edge.value - float(row.house_edge)) < 4 * row.standard_deviation / sqrt(1_000_000)
        assert abs(found[row.wager].staked / found[row.wager].initial - float(row.wagered)) < 0.02


# ---- exact odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "edge", "without_ace_two"),
    [
        # of 1,326: 4 royal, 6 pairs of aces, 48 straight flushes, 72 pairs, 156 straights; or 44 and 144
        ("A", Fraction(52, 1326), Fraction(112, 1326)),
        ("B", Fraction(58, 1326), Fraction(106, 1326)),
        ("C", Fraction(60, 1326), Fraction(108, 1326)),
    ],
)
def test_37_11_c_pocket_poker(table: str, edge: Fraction, without_ace_two: Fraction) -> None:
    for reading, expected in (("as-read", edge), ("as-printed", without_ace_two)):
        options = {"pocket-poker-table": table, "reading-pocket-ace-two": reading}
        (row,) = MINI_TEX.mathematics.odds(Rules(MINI_TEX, options), "pocket-poker")
        assert row.house_edge == expected


@pytest.mark.parametrize("qualifier", QUALIFIERS)
@pytest.mark.parametrize("board", ["7h 7d 2c", "Ah Kh Qh", "9c 8d 4s", "5h 5d 5c", "Kc Qd 3c"])
def test_37_10_g_showdowns_on_a_board_counted_one_by_one(qualifier: str, board: str) -> None:
    """Some hands against each of the dealer's 1,081."""
    community = tuple(sorted(cards(board), reverse=True))
    ends = np.zeros((1, 1326, ENDINGS), np.int16)
    count_endings(np.array([community], np.uint8), QUALIFIER[qualifier], ends)
    rest = [card for card in range(52) if card not in community]
    slow = {own: slow_hand(own, community) for own in combinations(rest, 2)}
    least = SLOW_QUALIFIER[qualifier]
    for low, high in random.Random(board).sample(list(slow), 12):
        mine, counts = slow[low, high], [0] * ENDINGS
        for own, theirs in slow.items():
            if low in own or high in own:
                continue
            if theirs == mine:
                counts[2] += 1
            elif theirs < mine:
                counts[0 if theirs >= least else 1] += 1
            else:
                counts[3 if theirs >= least else 4] += 1
        assert sum(counts) == comb(47, 2)
        assert ends[0, high * (high - 1) // 2 + low].tolist() == counts


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_decisions_are_the_best_ones(qualifier: str) -> None:
    """For a few hands and flops: what staying brings, added up over rivers by hand, against what a fold brings."""
    rules = simulation(MINI_TEX.rules(dealer_qualifier=qualifier)).rules
    chance = random.Random(qualifier)
    ends = np.zeros((1, 1326, ENDINGS), np.int16)
    for a, b, c, d in [cards("7c 3d Ks Qs"), *(chance.sample(range(52), 4) for _ in range(25))]:
        place = max(a, b) * (max(a, b) - 1) // 2 + min(a, b)
        staying = 0
        for e in set(range(52)) - {a, b, c, d}:
            board = np.array([sorted((c, d, e), reverse=True)], np.uint8)
            count_endings(board, QUALIFIER[qualifier], ends)
            won, won_short, _, lost, lost_short = (int(each) for each in ends[0, place])
            brought = 5 * won + 3 * won_short - 5 * (lost + lost_short)
            assert makes_play_wager(rules, a, b, c, d, e) == (brought > -3 * 1081)
            staying += max(brought, -3 * 1081)
        assert makes_river_wager(rules, a, b, c, d) == (staying > -2 * 1081 * 48)
    assert not makes_river_wager(rules, *cards("7c 3d Ks Qs"))
    assert not makes_flop_wager(rules, *cards("5c 2d"))


@pytest.mark.parametrize(("qualifier", "percent"), [("ace-king", 4.957797), ("pair", 8.655002)])
def test_37_10_g_1_the_ante_under_either_qualifier(qualifier: str, percent: float) -> None:
    """The figures of a program of its own in C, which goes through all 22,100 boards, each with every hand against
    every other, and every hand, flop and river card, without symmetry."""
    rules = MINI_TEX.rules(dealer_qualifier=qualifier)
    (row,) = MINI_TEX.mathematics.odds(rules, "ante")
    assert sum(each.probability for each in row.outcomes) == 1
    assert float(row.house_edge) * 100 == pytest.approx(percent, abs=1e-6)
    simple = all_four(rules, analysis(qualifier).simple)
    assert row.house_edge < simple.house_edge < row.house_edge + Fraction(2, 100)


def test_strategy_names_the_hands_to_fold() -> None:
    strategy = MINI_TEX.mathematics.strategy(MINI_TEX.rules())
    assert "52o, 62o, 72o" in strategy.rule
    cells = [cell for chart in strategy.charts for row in chart.rows for cell in row[1:]]
    assert (len(cells), cells.count("fold")) == (169, 3)
