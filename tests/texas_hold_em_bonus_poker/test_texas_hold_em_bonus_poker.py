"""Texas hold 'em bonus poker, 13:69F-28: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Say, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.boards_mathematics import distinct_boards
from pitboss.games.house_poker.texas_hold_em_bonus_poker import THRESHOLD
from pitboss.games.house_poker.texas_hold_em_bonus_poker_mathematics import (
    DEALS,
    add_showdowns,
    adds_river,
    adds_turn,
    all_four,
    analysis,
    hand_classes,
    hand_name,
    look,
    simulation,
    staying,
    stays,
    strength_at_least,
)
from pitboss.odds.book import analyze
from pitboss.ranking.high import FLUSH, STRAIGHT, best_five
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests import house_poker
from tests.house_poker import compiled_round, dealt_to, near, table_and_tape
from tests.properties import often

THB = game("texas-hold-em-bonus-poker")


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, THB)


@pytest.mark.paragraph("28.7(a)", "28.8(a)", "28.8(c)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_28_7_d_one_card_at_a_time_clockwise_and_the_dealer_last(dealing: str) -> None:
    """28.7(a), 28.8(a), 28.8(c)."""
    table = seated((1, "ante", 10), (4, "ante", 10), dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2


@pytest.mark.paragraph("28.9(a)", "28.9(d)")
def test_28_9_c_an_automated_shoe_gives_stacks_of_two() -> None:
    """28.9(a), 28.9(d): the community cards follow as ever."""
    table = seated((1, "ante", 10), (4, "ante", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 2 + ["4"] * 2 + ["dealer"] * 2
    table.act(1, "flop")
    table.act(4, "flop")
    assert dealt_to(table)[6:] == ["burn"] + ["community"] * 3


def test_28_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    assert len(table.shoe) == 52 - 4


@pytest.mark.paragraph("28.7(b)")
def test_28_6_b_no_wager_after_no_more_bets() -> None:
    """28.7(b)."""
    table = seated((1, "ante", 10))
    table.deal()
    assert [event.what for event in table.said if isinstance(event, Say)] == ["No more bets"]
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "bonus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_28_6_d_flop_turn_and_river_are_not_made_beforehand() -> None:
    table = seated((1, "ante", 10))
    assert table.open_wagers(1) == ["ante", "bonus"]
    with pytest.raises(Refused):
        table.bet(1, "flop", 20)


def test_28_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_28_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == table.view(1)["dealer"] == ["??"] * 2


def test_28_10_a_2_a_player_without_two_antes_more_can_only_fold() -> None:
    table = Table(THB, seed=1)
    table.sit(1, "Ann", 25)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def test_28_10_a_2_ii_a_folded_hand_without_bonus_is_collected_at_once() -> None:
    """28.10(a)2i: one with a bonus stays."""
    table = seated((1, "ante", 10), (2, "ante", 10), (2, "bonus", 5), (3, "ante", 10))
    table.deal()
    table.act(1, "fold")
    table.act(2, "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["1"]


@pytest.mark.paragraph("28.10(d)", "28.10(f)", "28.10(g)")
def test_28_10_b_three_burn_cards_and_a_question_before_each_street() -> None:
    """28.10(c), 28.10(d), 28.10(e), 28.10(f), 28.10(g): burn and flop, burn and turn, burn and river, dealer."""
    table = seated((1, "ante", 10), (3, "ante", 10), (5, "ante", 10))
    table.deal()
    for decision in ("flop", "fold", "flop", "turn", "check", "check", "river"):
        assert table.asked is not None
        table.act(table.asked.seat, decision)
    told = [
        event.seat if isinstance(event, Ask) else event.to if isinstance(event, Deal) else event.owner
        for event in table.said
        if isinstance(event, Ask | Deal | Show)
    ][8:]
    flop = ["burn", "community", "community", "community"]
    assert told == [1, 3, 5, *flop, 1, 5, "burn", "community", 1, 5, "burn", "community", "dealer", "5", "1"]


def test_28_1_the_flop_turn_and_river_are_seen_by_all() -> None:
    """28.1 "Flop", 28.1 "Turn", 28.1 "River"."""
    table = seated((1, "ante", 10))
    table.deal()
    seen = []
    for decision in ("flop", "check", "check"):
        table.act(1, decision)
        seen.append(len([card for card in table.view(None)["community"] if card != "??"]))
    assert seen == [3, 4, 5]


def test_28_10_b_with_everybody_out_the_community_cards_stay_face_down() -> None:
    table = seated((1, "ante", 10), (1, "bonus", 5))
    table.deal()
    table.act(1, "fold")
    assert table.view(None)["community"] == ["??"] * 5
    assert "??" not in table.view(None)["dealer"]


def test_28_10_h_players_are_settled_one_by_one_from_the_far_right() -> None:
    """28.10(h)4: the bonus after the player's other wagers."""
    table = seated((1, "ante", 10), (1, "bonus", 5), (4, "ante", 10), (4, "bonus", 5), (6, "ante", 10))
    table.deal()
    for decision in ("fold", "flop", "flop", "turn", "turn", "river", "river"):
        assert table.asked is not None
        table.act(table.asked.seat, decision)
    settled = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    assert settled[0] == (1, "ante")  # the fold
    assert [seat for seat, _ in settled[1:]] == [6] * 4 + [4] * 5 + [1]
    assert settled[9] == (4, "bonus")
    assert settled[10] == (1, "bonus")


@pytest.mark.paragraph('28.1 "Ante"')
def test_28_1_a_round_ends_with_every_wager_settled() -> None:
    """28.1 "Ante", 28.1 "Round of play", 28.1 "Rank"."""
    table = seated((1, "ante", 10), (1, "bonus", 5))
    table.deal()
    for decision in ("flop", "turn", "river"):
        table.act(1, decision)
    assert not table.playing
    assert not table.bets
    assert table.settlement is not None
    assert set(table.settlement.wagers[1]) == {"ante", "flop", "turn", "river", "bonus"}


def test_28_11_a_odds_are_stated_with_to() -> None:
    """28.11(b)."""
    for grid in THB.data.pay_grids:
        assert all(" to 1" in cell and " for " not in cell for row in grid.rows for cell in row[1:])


def test_28_12_a_an_exposed_card_while_a_player_thinks_voids_all_hands() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    table.act(1, "flop")
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("threshold", "row"), [("straight", "no"), ("flush", "yes")])
def test_table_and_compiled_rules_pay_the_same(threshold: str, row: str) -> None:
    """5,000 random deals each, the same cards both ways, identical money for every wager; some of them beyond the
    aggregate limit of 28.11(e), some aces against aces."""
    rules = THB.rules(ante_pay_threshold=threshold, aces_vs_aces_row=row)
    rules = rules.changed(limits={"ante": (500, 2_000_000), "bonus": (100, 2_000_000)})
    compiled = simulation(rules)
    chance = random.Random(7)

    def simple(table: Table, ask: Ask) -> tuple[str, int]:
        a, b = table.cards(ask.hand)
        board = table.cards("community")
        if not board:
            good = stays(a, b, THRESHOLD[threshold])
        else:
            good = adds_turn(a, b, *board) if len(board) == 3 else adds_river(a, b, *board)
        choice = ask.choices[0] if good else ask.choices[-1]
        return choice.id, choice.most

    table, dealt = table_and_tape(rules, simple)
    aces = cards("As Ad Ah Ac")
    for n in range(often(1_500)):
        tape = chance.sample(range(52), 9)
        if n % 50 == 0:
            rest = [card for card in tape if card not in aces]
            tape = [aces[0], aces[1], aces[2], aces[3], *rest][:9]
            tape += chance.sample([card for card in range(52) if card not in tape], 9 - len(tape))
        dealt.load(tape)
        ante, bonus = chance.choice([5, 10, 25, 12_345]), chance.choice([0, 1, 20, 7_777])
        table.bet(1, "ante", ante)
        if bonus:
            table.bet(1, "bonus", bonus)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        net, staked = compiled_round(compiled, tape, [ante, bonus])
        won = {name: each.pays - each.lost for name, each in settled.items()}
        assert won.pop("bonus", 0) == net[1]
        assert sum(won.values()) == net[0]
        assert sum(each.stake for each in settled.values()) == staked.sum()


# ---- exact odds ----------------------------------------------------------------------------------------


def test_28_11_c_the_bonus_edge_is_what_its_table_implies() -> None:
    """Of 1,326 hands: 6 aces, 4 suited ace-kings, 8 suited ace-queens and ace-jacks, 12 ace-kings, 18 high pairs, 24
    ace-queens and ace-jacks, 54 low pairs."""
    paid = 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 18 * 10 + 24 * 5 + 54 * 3
    (row,) = THB.mathematics.odds(THB.rules(), "bonus")
    assert row.house_edge == Fraction(1326 - 126 - paid, 1326) == Fraction(59, 663)
    assert row.hit_rate == Fraction(126, 1326)


def test_28_11_d_the_extra_row_adds_970_in_one_deal_of_270725() -> None:
    (plain,) = THB.mathematics.odds(THB.rules(), "bonus")
    (more,) = THB.mathematics.odds(THB.rules(aces_vs_aces_row="yes"), "bonus")
    assert plain.house_edge - more.house_edge == Fraction(970, 270_725)


def test_28_10_e_showdowns_of_four_cards_agree_with_the_slow_count() -> None:
    """One set of four with a few hands against it: every river, every hand of the dealer, the plain rules."""
    fours, _ = distinct_boards(4)
    four = fours[9_000:9_001]
    ends = np.zeros((1, 1326), np.int64)
    keys, bits, table = look()
    add_showdowns(four, strength_at_least(STRAIGHT), strength_at_least(FLUSH), keys, bits, table, ends)
    left = [card for card in range(52) if card not in four]
    low, high = left[3], left[40]
    slow = [0] * 4
    for river in left:
        if river in (low, high):
            continue
        board = [*map(int, four[0]), river]
        mine = best_five([low, high, *board])
        rest = [card for card in left if card not in (low, high, river)]
        for theirs in combinations(rest, 2):
            value = best_five([*theirs, *board])
            if mine < value:
                slow[3] += 1
            elif mine > value:
                slow[(mine >= THRESHOLD["straight"]) + (mine >= THRESHOLD["flush"])] += 1
    found = ends.view(np.uint16).reshape(1, 1326, 4)[0, high * (high - 1) // 2 + low]
    assert found.tolist() == slow


@pytest.mark.parametrize(("threshold", "published"), [("straight", 2.0369), ("flush", 5.5935)])
def test_28_10_h_2_the_ante_costs_what_is_published(threshold: str, published: float) -> None:
    rules = THB.rules(ante_pay_threshold=threshold)
    (row,) = THB.mathematics.odds(rules, "ante")
    assert round(float(row.house_edge) * 100, 4) == published
    assert sum(outcome.probability for outcome in row.outcomes) == 1


@pytest.mark.parametrize(
    ("threshold", "folds"),
    [("straight", "32o 42o 52o 62o 72o"), ("flush", "32o 42o 43o 52o 62o 72o")],
)
def test_28_10_a_the_chart_and_the_simple_rule_fold_the_same_hands(threshold: str, folds: str) -> None:
    strategy = THB.mathematics.strategy(THB.rules(ante_pay_threshold=threshold))
    rows = strategy.charts[0].rows
    chart = {hand_name(r, c): rows[r][c + 1] for r in range(13) for c in range(13)}
    assert len(chart) == 169
    assert {name for name, cell in chart.items() if cell == "fold"} == set(folds.split())
    suits = {"s": "ss", "o": "sh", "": "sh"}
    for name, cell in chart.items():
        a, b = cards(f"{name[0]}{suits[name[2:]][0]} {name[1]}{suits[name[2:]][1]}")
        assert stays(a, b, THRESHOLD[threshold]) == (cell == "flop")


def test_28_10_every_deal_of_every_hand_is_counted_once() -> None:
    names, classes = hand_classes()
    combos = np.bincount(classes)
    for counts in analysis():
        assert (counts.sum(axis=(1, 2, 3)) == combos * DEALS).all()
    # Decisions made best can only gain on the simple ones, hand for hand.
    best, simple = (staying(THB.rules(), counts) for counts in analysis())
    assert all(x >= y for x, y in zip(best, simple, strict=True))
    assert names[best.index(max(best))] == "AA"


def test_28_10_simulation_agrees_with_the_exact_figures_of_the_simple_strategy() -> None:
    rules = THB.rules()
    (bonus,) = THB.mathematics.odds(rules, "bonus")
    exact = {"ante": all_four(rules, analysis().simple), "bonus": bonus}
    for found in simulate(rules, rounds=2_000_000, seed=28).wagers:
        assert near(found.house_edge, exact[found.wager].house_edge)


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("texas-hold-em-bonus-poker", every=True)
    found = {(row.wager, row.table, row.options["ante-pay-threshold"]) for row in rows}
    assert {("ante", "fixed", "straight"), ("ante", "fixed", "flush")} <= found
    assert {row.table for row in rows if row.wager == "bonus"} == {"minimum", "supplemented"}
