"""Ultimate Texas hold 'em, 13:69F-32: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss.book import Ask, Discard, Refused, Rules, Say, Settle, Show, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.boards_mathematics import (
    EQUAL,
    LOWER,
    PAIRS,
    SHORT,
    STRENGTH,
    WAYS,
    count_showdowns,
    distinct_boards,
    flop_place,
    flops,
    hand_cards,
    look,
    pair_of,
    seven_card_counts,
    strength_at_least,
    turned_hands,
)
from pitboss.games.house_poker.ultimate_texas_hold_em import PAIR, UltimateShowdown, against_dealer, limit
from pitboss.games.house_poker.ultimate_texas_hold_em_mathematics import (
    all_three,
    antes_to_play,
    best,
    plays_last,
    priced,
    raises_before,
    simply,
    simply_played,
    simulation,
)
from pitboss.layout import layout_svg
from pitboss.odds import endings
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.batch import strengths
from pitboss.ranking.high import ONE_PAIR, best_five, least
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.cases import check, named, under
from tests.house_poker import brought, compiled_round, dealt_to, table_and_tape

UTH = game("ultimate-texas-hold-em")


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("four-of-a-kind", (30, 30, 30, 20)),
        ("full-house", (9, 8, 8, 7)),
        ("flush", (7, 6, 7, 6)),
        ("straight", (4, 5, 4, 5)),
        ("three-of-a-kind", (3, 3, 3, 3)),
    ],
)
def test_32_11_d_trips_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"{row}-trips-a")
    for table, each in zip("ABCD", odds, strict=True):
        check(under(round_, "trips-table", table, "trips", each))


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, UTH)


def ante_and_blind(*seats: int, amount: int = 10) -> list[tuple[int, str, int]]:
    return [(seat, wager, amount) for seat in seats for wager in ("ante", "blind")]


def finish(table: Table, *decisions: str) -> None:
    """Everybody decides the same on each street."""
    for decision in decisions:
        for _ in [seat for seat in table.seats if any(bet.seat == seat for bet in table.bets.values())]:
            if table.asked:
                table.act(table.asked.seat, decision)


def test_32_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated(*ante_and_blind(1))
    orders = set()
    for _ in range(2):
        table.deal()
        table.act(1, "play", 40)
        (shuffle,) = (event for event in table.said if isinstance(event, Shuffle))
        assert sorted(shuffle.order) == list(range(52))
        orders.add(shuffle.order)
        table.bet(1, "ante", 10)
        table.bet(1, "blind", 10)
    assert len(orders) == 2


def test_32_7_b_no_more_bets_is_said_before_the_first_card() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    assert isinstance(table.said[0], Say)
    assert table.said[0].what == "No more bets"


@pytest.mark.paragraph("32.7(a)")
def test_32_7_d_one_card_at_a_time_clockwise_and_the_dealer_last() -> None:
    """From a manual shoe, 32.7(a)."""
    table = seated(*ante_and_blind(4, 1), dealing="manual-shoe")
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2


@pytest.mark.paragraph("32.8(a)")
def test_32_8_c_from_the_hand_the_order_is_the_same() -> None:
    """32.8(a) leaves it to the house."""
    table = seated(*ante_and_blind(4, 1), dealing="hand")
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 2


def test_32_8_b_1_from_the_hand_the_shuffler_is_compulsory() -> None:
    with pytest.raises(Refused, match=r"32\.8\(b\)1"):
        UTH.rules(dealing="hand", shuffle="manual")


def test_32_2_b_a_second_deck_needs_a_shuffler() -> None:
    with pytest.raises(Refused, match=r"32\.2\(b\)"):
        UTH.rules(second_deck="yes", shuffle="manual")


@pytest.mark.paragraph("32.9(a)")
def test_32_9_c_an_automated_shoe_gives_stacks_of_two() -> None:
    """The shoe of 32.9(a)."""
    table = seated(*ante_and_blind(1, 4), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1", "1", "4", "4", "dealer", "dealer"]


@pytest.mark.paragraph('32.1 "Burn"', "32.10(d)")
def test_32_10_b_and_d_a_card_is_burned_before_the_flop_and_before_the_last_two() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    assert len(dealt_to(table)) == 4
    table.act(1, "check")
    assert dealt_to(table)[4:] == ["burn", "community", "community", "community"]
    table.act(1, "check")
    assert dealt_to(table)[8:] == ["burn", "community", "community"]
    assert table.view(None)["burn"] == ["??", "??"]
    assert "??" not in table.view(None)["community"]


def test_32_6_b_no_wager_after_no_more_bets() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "trips", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_32_6_d_the_play_wager_is_not_made_before_the_cards() -> None:
    table = seated(*ante_and_blind(1))
    with pytest.raises(Refused, match="during the round"):
        table.bet(1, "play", 40)


def test_32_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_32_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated(*ante_and_blind(1, 2))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(1)["dealer"] == ["??"] * 2


def test_32_10_the_play_wager_by_street() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["play $30 to $40", "check"]
    table.act(1, "check")
    assert [str(choice) for choice in table.legal(1)] == ["play $20", "check"]
    table.act(1, "check")
    assert [str(choice) for choice in table.legal(1)] == ["play $10", "fold"]


def test_32_10_a_nothing_between_three_and_four_antes() -> None:
    table = seated(*ante_and_blind(1))
    table.deal()
    with pytest.raises(Refused, match="not allowed"):
        table.act(1, "play", 35)
    table.act(1, "play", 30)
    assert not table.playing


def test_32_10_a_a_player_who_cannot_pay_four_antes_may_play_three() -> None:
    table = seated(*ante_and_blind(1), funds=55)
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["play $30", "check"]


def test_32_10_e_a_player_without_money_can_only_check_and_fold() -> None:
    table = seated(*ante_and_blind(1), funds=25)
    table.deal()
    for decision in ("check", "check", "fold"):
        assert [choice.id for choice in table.legal(1)] == [decision]
        table.act(1, decision)


def test_32_10_c_who_has_played_is_not_asked_again() -> None:
    """Decisions go clockwise from the dealer's far left, each street to those without a play wager."""
    table = seated(*ante_and_blind(5, 2, 3))
    table.deal()
    asked = []
    for decision in ["check", "play", "check", "check", "play", "fold"]:
        assert table.asked
        asked.append(table.asked.seat)
        table.act(table.asked.seat, decision, 40 if len(asked) == 2 else None)
    assert asked == [2, 3, 5, 2, 5, 2]
    assert not table.playing
    with pytest.raises(Refused):
        table.act(3, "play", 20)


def test_32_10_f_the_dealer_shows_after_every_decision_and_32_10_h_the_players_from_the_far_right() -> None:
    table = seated(*ante_and_blind(1, 2, 4), (1, "trips", 5))
    table.deal()
    table.act(1, "check")
    table.act(2, "play", 40)
    table.act(4, "play", 40)
    table.act(1, "check")
    assert not any(isinstance(event, Show) for event in table.said)
    table.act(1, "fold")
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "4", "2", "1"]
    settled = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    three = ["ante", "blind", "play"]
    assert settled == [
        (1, "ante"),
        (1, "blind"),
        *((4, wager) for wager in three),
        *((2, wager) for wager in three),
        (1, "trips"),
    ]


def test_32_10_e_2_ii_folded_cards_are_racked_unless_trips_needs_them() -> None:
    table = seated(*ante_and_blind(1, 2), (1, "trips", 5))
    table.deal()
    finish(table, "check", "check", "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["2"]


def test_32_10_h_4_trips_is_settled_last() -> None:
    table = seated(*ante_and_blind(1), (1, "trips", 5))
    table.deal()
    table.act(1, "play", 40)
    assert [e.wager for e in table.said if isinstance(e, Settle)] == ["ante", "blind", "play", "trips"]


def test_32_12_another_players_position_is_refused() -> None:
    table = seated(*ante_and_blind(1))
    with pytest.raises(Refused, match=r"32\.12"):
        table.bet(1, "ante@2", 10)


def test_32_11_a_odds_are_stated_with_to() -> None:
    page = guide("ultimate-texas-hold-em", [])
    assert "500 to 1" in page
    assert "3 to 2" in page
    assert "500 for 1" not in page
    assert 'data-wager="trips"' in layout_svg(UTH.rules())


def test_32_11_d_less_than_the_floor_is_found(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "ultimate-texas-hold-em"\n[options]\ntrips-table = "D"\n'
        '[pay_tables.trips]\nfull-house = "6 to 1"\nflush = "7 to 1"\n[pay_tables.blind]\nflush = "2 to 1"\n'
    )
    found = {(each.point, each.cite) for each in check_table(page)}
    assert found == {
        ("pay_tables.trips.full-house", "13:69F-32.11(d)"),
        ("pay_tables.blind.flush", "13:69F-32.11(c)"),
    }


@pytest.mark.parametrize(("minimum", "dollars"), [(5, 50_000), (90, 50_000), (91, 50_505), (1000, 555_000)])
def test_32_11_e_the_limit_by_the_minimum_wager(minimum: int, dollars: int) -> None:
    """Ante 1, play 4, blind 500 and trips 50 times the minimum: 555 of it, if that is more than $50,000."""
    assert limit(UTH.rules(table_minimum=minimum)) == dollars * 100


def test_32_13_a_an_exposed_card_at_a_live_table() -> None:
    table = seated(*ante_and_blind(1, 2), (2, "trips", 5))
    table.deal()
    table.act(1, "play", 40)
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.settlement is not None
    assert {wager: each.result for wager, each in table.settlement.wagers[1].items()} == dict.fromkeys(
        ("ante", "blind", "play"), "void"
    )
    assert dealt_to(table)[-7:] == ["burn", *["community"] * 3, "burn", *["community"] * 2]
    assert table.settlement.wagers[2]["trips"].result in ("win", "lose")


def test_32_13_d_a_wrong_hand_is_asked_nothing_more() -> None:
    table = seated(*ante_and_blind(1, 2))
    table.deal()
    table.irregularity("wrong-number-of-cards", position="1")
    assert table.asked is not None
    assert table.asked.seat == 2
    table.act(2, "play", 40)
    assert not table.playing
    assert table.funds(1) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize("trips_table", "ABCD")
def test_table_and_compiled_rules_pay_the_same(trips_table: str) -> None:
    """2,600 random deals each and a hundred royal flushes, the same cards both ways, the same
    money for every wager."""
    limits = {"ante": (500, 10**6), "blind": (500, 10**6), "trips": (100, 10**6)}
    rules = Rules(UTH, {"trips-table": trips_table}, limits=limits)
    compiled = simulation(rules)
    chance = random.Random(trips_table)

    def decide(table: Table, _: Ask) -> tuple[str, int]:
        whole = [*table.cards("1"), *tape[4:9]]
        seen = len(table.cards("community"))
        antes = antes_to_play(*whole)
        if antes == {0: 4, 3: 2, 5: 1}[seen]:
            return "play", antes * table.stake(1, "ante")
        return ("fold" if seen == 5 else "check"), 0

    table, dealt = table_and_tape(rules, decide)
    suited = [cards(f"A{s} Q{s} K{s} J{s} T{s}") for s in "cdhs"]
    for n in range(2_700):
        tape = chance.sample(range(52), 9)
        if n >= 2_600:  # a royal flush, to reach the aggregate limit
            royal = chance.choice(suited)
            others = chance.sample([card for card in range(52) if card not in royal], 4)
            tape = [royal[0], others[0], royal[1], others[1], *royal[2:], *others[2:]]
        dealt.load(tape)
        ante, trips = chance.choice([5, 15, 200, 1333]), chance.choice([0, 5, 37, 500])
        table.bet(1, "ante", ante)
        table.bet(1, "blind", ante)
        if trips:
            table.bet(1, "trips", trips)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        net, staked = compiled_round(compiled, tape, [ante, ante, trips])
        at_table = brought(table, ("ante", "play"), ("blind",), ("trips",))
        assert at_table == net.tolist(), (tape, ante, trips)
        assert staked.sum() == sum(each.stake for each in settled.values())
        if n % 300 == 0:  # without a blind of its own in the plan, the ante's figure has it
            alone, _ = compiled_round(compiled, tape, [ante, 0, trips])
            assert alone.tolist() == [net[0] + net[1], 0, net[2]]


def test_simulation_agrees_with_the_exact_figure_of_the_same_strategy() -> None:
    report = simulate(UTH.rules(), plan="ante 10 + trips 5", rounds=1_000_000, seed=3)
    found = {each.wager: each for each in report.wagers}
    exact = all_three(UTH.rules(), simply(priced(UTH.rules())))
    (trips,) = analyze("ultimate-texas-hold-em", "trips")
    for row in (exact, trips):
        edge = found[row.wager].house_edge
        assert edge is not None
        assert abs(edge.value - float(row.house_edge)) < 4 * row.standard_deviation / sqrt(1_000_000)
    assert abs(found["ante"].staked / found["ante"].initial - float(exact.wagered)) < 0.02


# ---- settlement and counting ---------------------------------------------------------------------------


def test_32_10_g_and_h_what_becomes_of_the_three_wagers() -> None:
    straight = best_five(cards("5c 6d 7h 8s 9c"))
    high = best_five(cards("5c 6d 7h 8s Tc"))
    assert least(ONE_PAIR, 0) == PAIR
    assert against_dealer(straight, PAIR) is against_dealer(PAIR + 1, PAIR) is UltimateShowdown.HIGHER
    assert against_dealer(straight, high) is UltimateShowdown.HIGHER_THAN_NO_PAIR
    assert against_dealer(PAIR, PAIR) is UltimateShowdown.EQUAL
    assert against_dealer(high, high) is UltimateShowdown.EQUAL_TO_NO_PAIR
    assert against_dealer(high, PAIR) is UltimateShowdown.LOWER
    assert against_dealer(high, high + 1) is UltimateShowdown.LOWER_THAN_NO_PAIR


@pytest.mark.parametrize(
    ("ending", "kind", "ante", "blind", "play"),
    [
        (UltimateShowdown.FOLD, "one-pair", -1, -1, 0),
        (UltimateShowdown.HIGHER, "straight", 1, 1, 1),
        (UltimateShowdown.HIGHER, "royal-flush", 1, 500, 1),
        (UltimateShowdown.HIGHER, "two-pairs", 1, 0, 1),
        (UltimateShowdown.HIGHER_THAN_NO_PAIR, "straight", 0, 1, 1),
        (UltimateShowdown.EQUAL, "straight", 0, 0, 0),
        (UltimateShowdown.EQUAL_TO_NO_PAIR, "high-card", 0, 0, 0),
        (UltimateShowdown.LOWER, "straight", -1, -1, -1),
        (UltimateShowdown.LOWER_THAN_NO_PAIR, "high-card", 0, -1, -1),
    ],
)
def test_32_10_h_what_each_ending_brings(
    ending: UltimateShowdown, kind: str, ante: int, blind: int, play: int
) -> None:
    rules = UTH.rules()
    assert endings.brought(rules, ending, kind, ante=1) == ante
    assert endings.brought(rules, ending, kind, blind=1) == blind
    assert endings.brought(rules, ending, kind, play=1) == play


def test_boards_and_flops_up_to_the_names_of_the_suits() -> None:
    """The known numbers: 134,459 boards for 2,598,960, 1,755 flops for 22,100."""
    boards, times = distinct_boards()
    assert (len(boards), times.sum()) == (134_459, 2_598_960)
    assert len(flops().fixed) == 1_755
    assert sum(24 // len(fixed) for fixed in flops().fixed) == 22_100


BOARD_CASES = [
    "Ah Kd 9c 5s 2d",
    "Ah Kh 9h 5s 2d",
    "Ah Kh 9h 5h 2d",
    "Qh Jh Th 9h 8h",
    "7h 7d 7c 2s 2d",
    "Ah Ad 9c 9s 2d",
]


@pytest.mark.parametrize("written", BOARD_CASES)
def test_showdowns_counted_one_by_one(written: str) -> None:
    """Each of 1,081 hands against each of its 990 opponents, by plain comparison of the plain ranking."""
    board = cards(written)
    sort_of, found = np.empty(52, np.int64), np.empty((5, PAIRS), np.int64)
    count_showdowns(np.array(board, np.uint8), strength_at_least(ONE_PAIR), *look(), sort_of, found)
    left = [card for card in range(52) if card not in board]
    value = {hand: best_five([*hand, *board]) for hand in combinations(left, 2)}
    ways: dict[int, int] = {}
    chance = random.Random(written)
    picked = set(chance.sample(list(value), 120))
    for a, b in value:
        pair = pair_of(int(sort_of[a]), int(sort_of[b]))
        ways[pair] = ways.get(pair, 0) + 1
        if (a, b) not in picked:
            continue
        mine = value[a, b]
        theirs = [value[hand] for hand in value if not {a, b} & set(hand)]
        assert len(theirs) == 990
        assert found[LOWER, pair] == sum(each < mine for each in theirs)
        assert found[EQUAL, pair] == sum(each == mine for each in theirs)
        assert found[SHORT, pair] == sum(each < PAIR for each in theirs)
    assert ways == {pair: found[WAYS, pair] for pair in range(PAIRS) if found[STRENGTH, pair]}


def gain_of_raising(hand: list[int], flop: list[int]) -> int:
    """What two antes after the flop bring more than waiting, in half antes over all 1,081 × 990 ways to go on:
    every board and every hand of the dealer dealt out, 32.10 and 32.11 applied to each."""
    blind = {4: 2, 5: 3, 6: 6, 7: 20, 8: 100, 9: 1000}  # half units, 32.11(c)
    pair = int(strengths(np.array([cards("2c 2d 3h 4s 5c")]))[0])  # the lowest pair
    lowest = strengths(  # of each kind from a straight up
        np.array(
            [
                cards("5h 4d 3c 2s Ah"),
                cards("2h 3h 4h 5h 7h"),
                cards("2c 2d 2h 3s 3c"),
                cards("2c 2d 2h 2s 3c"),
                cards("Ah 2h 3h 4h 5h"),
                cards("Ah Kh Qh Jh Th"),
            ]
        )
    )
    left = [card for card in range(52) if card not in hand + flop]
    total = 0
    for turn in combinations(left, 2):
        rest = [card for card in left if card not in turn]
        dealers = np.array(list(combinations(rest, 2)))
        board = np.array([*flop, *turn])
        theirs = strengths(np.hstack([dealers, np.tile(board, (990, 1))])).astype(int)
        mine = int(strengths(np.array([[*hand, *board]]))[0])
        sign = np.sign(mine - theirs)
        kind = 3 + int((mine >= lowest).sum())
        first = 2 * sign * (theirs >= pair) + np.where(
            sign > 0, blind.get(kind, 0) if kind > 3 else 0, 2 * sign
        )
        later = max(int((first + 2 * sign).sum()), -4 * 990)
        total += int((first + 4 * sign).sum()) - later
    return total


@pytest.mark.parametrize(
    ("hand", "flop"), [("Th 4h", "9h 6h 2c"), ("2c 2d", "Kh 9h 4h"), ("9s 5d", "Qc Jd Td")]
)
def test_32_10_c_the_gain_of_raising_after_the_flop_dealt_out(hand: str, flop: str) -> None:
    found, _ = best(priced(UTH.rules()))
    c, d, e = sorted(cards(flop), reverse=True)
    place = flop_place(c, d, e)
    a, b = sorted(cards(hand), reverse=True)
    turned = turned_hands()[flops().turn[place], a * (a - 1) // 2 + b]
    assert found.gains[flops().place[place], turned] == 24 * gain_of_raising(cards(hand), cards(flop))


# ---- exact odds ----------------------------------------------------------------------------------------

# Best five of seven cards, the known numbers of 133,784,560.
SEVEN = {
    "royal-flush": 4_324,
    "straight-flush": 37_260,
    "four-of-a-kind": 224_848,
    "full-house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three-of-a-kind": 6_461_620,
}


@pytest.mark.paragraph('32.1 "Hand"')
def test_32_11_d_seven_card_hands() -> None:
    counts = seven_card_counts()
    assert [counts[kind] for kind in range(9, 2, -1)] == list(SEVEN.values())
    assert sum(counts.values()) == 133_784_560


@pytest.mark.parametrize(
    ("table", "paid", "percent"),
    [
        ("A", (50, 40, 30, 9, 7, 4, 3), 0.90),
        ("B", (50, 40, 30, 8, 6, 5, 3), 1.90),
        ("C", (50, 40, 30, 8, 7, 4, 3), 3.50),
        ("D", (50, 40, 20, 7, 6, 5, 3), 6.18),
    ],
)
def test_32_11_d_trips_edges_are_the_published_ones(
    table: str, paid: tuple[int, ...], percent: float
) -> None:
    (row,) = UTH.mathematics.odds(UTH.rules(trips_table=table), "trips")
    won = sum(SEVEN.values())
    brought = sum(count * odds for count, odds in zip(SEVEN.values(), paid, strict=True))
    assert row.house_edge == Fraction(133_784_560 - won - brought, 133_784_560)
    assert round(float(row.house_edge) * 100, 2) == percent
    assert row.hit_rate == Fraction(won, 133_784_560)


def test_32_10_the_published_edge_of_ante_blind_and_play() -> None:
    """2.18497 percent of the ante and 0.526 percent of all that is staked (the element of risk)."""
    (row,) = UTH.mathematics.odds(UTH.rules(), "ante")
    assert round(float(row.house_edge), 7) == 0.0218497
    assert round(float(row.element_of_risk), 5) == 0.00526
    assert round(row.standard_deviation, 2) == 4.94
    assert sum(each.probability for each in row.outcomes) == 1
    assert row.method == "exact"


def test_32_10_both_passes_find_the_same_expectation() -> None:
    """What the decisions promise is what the counted endings bring, to the last deal."""
    found, _ = best(priced(UTH.rules()))
    (row,) = UTH.mathematics.odds(UTH.rules(), "ante")
    deals = 10 * 2_598_960 * 1081 * 990
    assert Fraction(int(found.classes.max(axis=1).sum()), 2 * deals) == row.expectation


def test_32_11_c_the_blind_by_itself() -> None:
    (row,) = UTH.mathematics.odds(UTH.rules(), "blind")
    assert {each.outcome: each.net for each in row.outcomes}["flush"] == Fraction(3, 2)
    assert sum(each.probability for each in row.outcomes) == 1


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("ultimate-texas-hold-em", every=True)
    assert {(row.wager, row.table) for row in rows} == {
        ("ante", "fixed"),
        ("blind", "fixed"),
        *(("trips", table) for table in "ABCD"),
    }


# ---- strategy ------------------------------------------------------------------------------------------


def test_32_10_a_the_computed_chart_is_the_published_one() -> None:
    """Any ace; a king with a five or suited; queen-eight, suited six; jack-ten, suited eight; a pair of threes."""
    found, _ = best(priced(UTH.rules()))
    for (a, b), antes in zip(hand_cards().tolist(), found.multiple.tolist(), strict=True):
        assert (antes == 4) == raises_before(a, b)
    strategy = UTH.mathematics.strategy(UTH.rules())
    chart = {row[0]: row[1:] for row in strategy.charts[0].rows}
    raised = {rank: "".join("x" if cell == "4x" else "." for cell in chart[rank]) for rank in chart}
    assert raised["A"] == raised["K"] == "x" * 13
    assert [raised[rank] for rank in "QJT"] == ["xxxxxxxxx....", "xxxxxxx......", "xxxxx........"]
    assert [raised[rank] for rank in "852"] == ["xxx...x......", "xx.......x...", "x............"]
    assert sum(cell == "4x" for row in chart.values() for cell in row) == 69


def test_the_rules_by_heart_cost_little_more_than_best_play() -> None:
    """No strategy beats the best one; that the figure is right, the simulation above bears out."""
    (whole,) = UTH.mathematics.odds(UTH.rules(), "ante")
    by_heart = all_three(UTH.rules(), simply(priced(UTH.rules())))
    assert 0 < by_heart.house_edge - whole.house_edge < Fraction(3, 1000)


def test_32_10_e_both_ways_of_counting_outs_agree() -> None:
    chance = random.Random(2)
    sort_of, found = np.empty(52, np.int64), np.empty((5, PAIRS), np.int64)
    for _ in range(300):
        a, b, *board = chance.sample(range(52), 7)
        dealt = np.array(board, np.uint8)
        count_showdowns(dealt, strength_at_least(ONE_PAIR), *look(), sort_of, found)
        pair = pair_of(int(sort_of[a]), int(sort_of[b]))
        fast = simply_played(dealt, pair, int(found[STRENGTH, pair]), sort_of, *look())
        assert fast == plays_last(a, b, *board)
