"""Double cross poker, 13:69F-25: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Ask, Deal, Discard, Refused, Rules, Say, Settle, Stake, game
from pitboss.compiler import kernel
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.boards_mathematics import HANDS, categories, look, turned_hands
from pitboss.games.house_poker.double_cross_counting import DEALS, columns, count_rows, times
from pitboss.games.house_poker.double_cross_poker import AXES, HORIZONTAL, VERTICAL
from pitboss.games.house_poker.double_cross_poker_mathematics import (
    FOLDED,
    ante,
    best_play,
    both_axes,
    simple_play,
    simply,
    simulation,
    weights,
)
from pitboss.games.house_poker.family import THREE_CARDS, three_cards
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.high import best_five
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.case import Case, settle
from pitboss.table.check import check as check_table
from tests.house_poker import (
    all_seated,
    compiled_round,
    dealt_to,
    near,
    shown,
    shuffled,
    slow_three,
    table_and_tape,
)
from tests.properties import often
from tests.tape import Tape

DCP = game("double-cross-poker")
DEALING = ("manual-shoe", "hand", "automated-shoe")


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, side: int = 0, **options: object) -> Table:
    return all_seated(DCP, seats, {"ante": 10, "three-card": side}, seed=25, **options)


def test_25_2_a_one_deck_of_52_cards() -> None:
    """Four suits, 25.1 "Suit"."""
    assert sorted(DCP.rules().pack()) == list(range(52))


def test_25_4_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.paragraph("25.2(b)")
def test_25_8_b_1_the_hand_and_other_things_need_a_shuffler() -> None:
    """25.2(b), 25.4(b)2, 25.7(e), 25.7(f), 25.8(b)1."""
    for option in ({"dealing": "hand"}, {"second-deck": "yes"}, {"stub-count": "shuffler"}):
        Rules(DCP, {**option, "shuffle": "automated"})
        with pytest.raises(Refused):
            Rules(DCP, {**option, "shuffle": "manual"})
    assert DCP.rules(shuffle="manual")["stub-count"] == "dealer"


@pytest.mark.paragraph("25.7(a)", "25.8(a)", "25.8(c)1", "25.8(c)2", "25.8(c)3", "25.9(a)", "25.9(c)")
@pytest.mark.parametrize("dealing", DEALING)
def test_25_7_c_two_consecutive_cards_clockwise_the_dealer_then_the_cross(dealing: str) -> None:
    """25.7(a), 25.7(c)1, 25.7(c)2, 25.7(c)3; from the hand 25.8(a), 25.8(c)1, 25.8(c)2, 25.8(c)3; in stacks 25.9(a),
    25.9(c). All of it is done when the first player decides."""
    table = seated(4, 1, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1"] * 2 + ["4"] * 2 + ["dealer"] * 2 + ["community"] * 5


@pytest.mark.paragraph("25.6(c)")
def test_25_7_b_no_more_bets_before_the_first_card() -> None:
    """25.6(c), for the three-card wager too."""
    table = seated(1)
    table.deal()
    order = [type(event) for event in table.said]
    assert order.index(Say) < order.index(Deal)
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "three-card", 5)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


@pytest.mark.parametrize(("reading", "far"), [("top-is-far", 3), ("top-is-near", 4)])
def test_25_10_a_the_far_and_the_right_hand_card_are_turned_over(reading: str, far: int) -> None:
    """25.1 "Community card": all five are dealt face down."""
    table = seated(1, 2, reading_cross=reading)
    table.deal()
    seen = table.view(1)["community"]
    assert [place for place, name in enumerate(seen) if name != "??"] == [2, far]
    assert not any(event.up for event in table.said if isinstance(event, Deal))
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == table.view(1)["dealer"] == ["??"] * 2


def test_25_6_b_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        seated(1).bet(2, "ante", 10)


@pytest.mark.paragraph('25.1 "Ante"')
def test_25_6_d_the_three_card_wager_rests_on_the_ante() -> None:
    table = Table(DCP, seed=1)
    table.sit(1, "Ann", 1000)
    with pytest.raises(Refused, match=r"25.6\(d\)"):
        table.bet(1, "three-card", 1)
    table.bet(1, "ante", 10)
    table.bet(1, "three-card", 100)
    with pytest.raises(Refused, match=r"25.6\(d\)"):
        table.bet(1, "three-card", 1)
    with pytest.raises(Refused, match="down first"):
        table.remove(1, "ante")
    table.remove(1, "three-card")
    table.remove(1, "ante")


def test_25_6_e_raises_are_not_made_before_the_cards() -> None:
    for wager in ("raise-1", "raise-2"):
        with pytest.raises(Refused, match="during the round"):
            seated(1).bet(1, wager, 10)


def test_25_10_a_losing_three_card_wagers_are_collected_before_winners_are_paid() -> None:
    dealt = Tape()
    table = Table(DCP, chance=dealt)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "ante", 10)
        table.bet(seat, "three-card", 5)
    dealt.load(cards("4h 4s Ac Kd 2h 2d Qc 8d 5c 6c 7c Jd 8h"))
    table.deal()
    for seat, decision in ((1, "expose"), (2, "expose"), (3, "conceal")):
        table.act(seat, decision)
    results = [(event.seat, event.result) for event in table.said if isinstance(event, Settle)]
    assert results == [(2, "lose"), (3, "lose"), (1, "win")]
    assert shown(table) == ["community", "1", "2"]
    assert table.asked is not None  # 25.10(b): the decisions come after
    assert [choice.id for choice in table.asked.choices] == ["play", "fold"]


def test_25_10_c_each_in_turn_folds_or_plays_and_names_an_axis() -> None:
    """25.10(c)1, 25.10(c)2."""
    table = seated(3, 1)
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["play $20", "fold"]
    table.act(1, "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["1"]
    table.act(3, "play")
    assert [choice.id for choice in table.legal(3)] == list(AXES)
    table.act(3, "vertical")
    raises = [event for event in table.said if isinstance(event, Stake)]
    assert [(each.seat, each.wager, each.amount) for each in raises] == [
        (3, "raise-1", 1000),
        (3, "raise-2", 1000),
    ]
    assert "1" not in shown(table)  # a folded hand is never exposed


def test_25_10_c_2_who_cannot_pay_both_raises_folds() -> None:
    for funds, choices in ((30, ["play", "fold"]), (29, ["fold"])):
        table = Table(DCP, seed=1)
        table.sit(1, "Ann", funds)
        table.bet(1, "ante", 10)
        table.deal()
        assert [choice.id for choice in table.legal(1)] == choices


def test_25_10_d_when_all_have_folded_the_cross_stays_down() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "fold")
    table.act(2, "fold")
    assert not table.playing
    assert shown(table) == ["community"]
    assert table.view(None)["community"].count("??") == 3


def test_25_10_d_a_card_left_open_in_a_case_cannot_be_turned_over() -> None:
    told: dict[str, Any] = {
        "game": "double-cross-poker",
        "seats": [{"seat": 1, "wagers": {"ante": 10}, "decisions": ["horizontal"]}],
        "cards": {"1": ["Kh", "Kd"], "dealer": ["Ac", "9d"], "community": ["7c", "??", "2d", "Ks", "3h"]},
    }
    with pytest.raises(Refused, match="does not know card 2 of community"):
        settle(msgspec.convert(told, Case))
    assert settle(msgspec.convert({**told, "seed": 25}, Case))["seats"]  # a seed fills it


@pytest.mark.paragraph("25.10(f)")
def test_25_10_e_cross_then_dealer_then_players_counterclockwise() -> None:
    """25.10(d), 25.10(f), 25.10(g)."""
    table = seated(1, 2, 5)
    table.deal()
    for seat in (1, 2, 5):
        assert "dealer" not in shown(table)
        table.act(seat, "play")
        table.act(seat, "horizontal")
    assert shown(table) == ["community", "community", "dealer", "5", "2", "1"]
    told = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    assert told == [(seat, wager) for seat in (5, 2, 1) for wager in ("ante", "raise-1", "raise-2")]


def test_25_10_e_the_dealer_names_the_better_axis() -> None:
    dealt = Tape()
    table = Table(DCP, chance=dealt)
    table.sit(1, "Ann", 1000)
    for ends, axis in (("4c 4d", "vertical"), ("9c Jd", "horizontal")):
        table.bet(1, "ante", 10)
        dealt.load(cards(f"Ah Kh 8h 2s Ac 8d 6s {ends}"))
        table.deal()
        table.act(1, "play")
        table.act(1, "horizontal")
        assert any(isinstance(event, Say) and axis in event.what for event in table.said)


def test_25_11_a_odds_are_said_with_to() -> None:
    for grid in DCP.data.pay_grids:
        for _, odds in grid.rows:
            assert " to " in odds
            assert " for " not in odds


# ---- papers --------------------------------------------------------------------------------------------


def found_in(folder: Path, told: str) -> list[tuple[str, str]]:
    page = folder / "table.toml"
    page.write_text(f'game = "double-cross-poker"\n{told}\n')
    return [(each.point, each.cite) for each in check_table(page)]


def test_25_11_d_check_finds_a_limit_that_is_too_low(tmp_path: Path) -> None:
    """At a minimum ante of $5 the floor is $60,000; at $100 it is 601 times as much, or 600 without the ante, or $40
    more with the least three-card wager."""
    unlawful = [("options.payout-limit", "13:69F-25.11(d)")]
    assert found_in(tmp_path, "options = { payout-limit = 60000 }") == []
    assert found_in(tmp_path, "options = { payout-limit = 59999 }") == unlawful
    at_100 = (
        'limits = {{ ante = [100, 1000] }}\noptions = {{ payout-limit = {}, reading-payout-limit = "{}" }}'
    )
    for covers, floor in (("ante-and-raises", 60_100), ("raises", 60_000), ("all-wagers", 60_140)):
        assert found_in(tmp_path, at_100.format(floor, covers)) == []
        assert found_in(tmp_path, at_100.format(floor - 1, covers)) == unlawful


def test_25_11_b_the_tables_are_floors_and_the_ante_is_fixed(tmp_path: Path) -> None:
    """25.10(g)3, 25.11(b), 25.11(c)."""
    told = 'pay_tables = {{ {} = {{ {} = "{} to 2" }} }}'
    for wager, row, floor, paragraph in (
        ("raise-1", "two-pair", 3, "13:69F-25.11(b)"),
        ("three-card", "three-card-flush", 8, "13:69F-25.11(c)"),
    ):
        assert found_in(tmp_path, told.format(wager, row, floor + 1)) == []
        assert found_in(tmp_path, told.format(wager, row, floor - 1)) == [
            (f"pay_tables.{wager}.{row}", paragraph)
        ]
    assert found_in(tmp_path, told.format("ante", "win", 3)) == [("pay_tables.ante.win", "13:69F-25.10(g)3")]


def test_25_11_a_the_layout_has_a_place_for_every_wager() -> None:
    page = layout_svg(DCP.rules())
    assert all(f'data-wager="{wager}"' in page for wager in ("ante", "raise-1", "raise-2", "three-card"))


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


def equal_hands(chance: random.Random) -> list[int]:
    """Nine cards, as they are dealt, in which player and dealer hold the same two ranks."""
    first, second = chance.sample(range(13), 2)
    suits = [chance.sample(range(4), 2) for _ in range(2)]
    held = [
        4 * first + suits[0][0],
        4 * second + suits[1][0],
        4 * first + suits[0][1],
        4 * second + suits[1][1],
    ]
    return held + chance.sample([card for card in range(52) if card not in held], 5)


@pytest.mark.parametrize(
    ("options", "posted"),
    [
        ({}, {}),
        (
            {
                "reading-cross": "top-is-near",
                "reading-ace-two-three": "as-printed",
                "payout-limit": 60_000,
                "reading-payout-limit": "all-wagers",
            },
            {
                "raise-1": {"two-pair": "9001 to 2", "one-pair": "9 to 2"},
                "three-card": {"one-pair": "700 to 1"},
            },
        ),
        (
            {"payout-limit": 60_000, "reading-payout-limit": "raises"},
            {"raise-1": {"two-pair": "9000 to 2"}, "three-card": {"three-card-flush": "9 to 2"}},
        ),
    ],
)
def test_table_and_compiled_rules_pay_the_same(
    options: dict[str, object], posted: dict[str, dict[str, str]]
) -> None:
    """3,350 random deals each, many of them ties, the same cards both ways, identical money for every wager; the
    payout limit is reached by odds far above the floor."""
    rules = Rules(DCP, options, pay_tables=posted, chip=100, limits={"ante": (1, 10**6)})
    compiled = simulation(rules)
    chance = random.Random(25)

    def by_the_simple_rules(table: Table, ask: Ask) -> tuple[str, int]:
        if ask.choices[0].id == "expose":
            return "expose", 0
        seen = table.cards("community")
        a, b = table.cards("1")
        does = simply(a, b, seen[4 if "reading-cross" in options else 3], seen[2])
        if len(AXES) == len(ask.choices) and ask.choices[0].id == AXES[0]:
            return AXES[does], 0
        return ("fold", 0) if does == FOLDED else ("play", ask.choices[0].most)

    table, dealt = table_and_tape(rules, by_the_simple_rules)
    signs: Counter[int] = Counter()
    for n in range(often(1_500)):
        tape = chance.sample(range(52), 9) if n % 10 else equal_hands(chance)
        dealt.load(tape)
        stake, side = chance.choice([6, 10, 26]), chance.choice([0, 2, 100])
        table.bet(1, "ante", stake)
        if side:
            table.bet(1, "three-card", side)
        table.deal()
        assert table.settlement is not None
        net, staked = compiled_round(compiled, tape, [stake, side])
        at_table, put = [0, 0], [0, 0]
        for wager, each in table.settlement.wagers[1].items():
            at_table[wager == "three-card"] += each.pays - each.lost
            put[wager == "three-card"] += each.stake
        assert at_table == net.tolist(), tape
        assert put == staked.tolist()
        assert table.settlement.net[1] == net.sum()
        signs[int(np.sign(net[0]))] += 1
    assert min(signs.values()) > 20


# ---- exact odds ----------------------------------------------------------------------------------------


def test_25_11_c_the_three_card_wager_is_what_its_table_implies() -> None:
    """Twelve runs with the ace at either end; a pair of thirteen ranks and a third card of twelve. With the same table
    Boston 5 stud has a published edge of 2.3 percent."""
    counts = {40: 12 * 4, 30: 13 * 4, 6: 12 * 60, 4: 4 * comb(13, 3) - 48, 1: 13 * 6 * 48}
    (row,) = DCP.mathematics.odds(DCP.rules(), "three-card")
    returned = sum(count * (1 + odds) for odds, count in counts.items())
    assert row.house_edge == 1 - Fraction(returned, comb(52, 3))
    assert round(100 * float(row.house_edge), 1) == 2.3
    assert row.hit_rate == Fraction(sum(counts.values()), comb(52, 3))
    (printed,) = DCP.mathematics.odds(DCP.rules(reading_ace_two_three="as-printed"), "three-card")
    # Without A-2-3 sixty straights lose and four straight flushes are flushes.
    assert printed.house_edge - row.house_edge == Fraction(60 * 7 + 4 * 36, comb(52, 3))


def test_25_5_c_every_three_cards_take_the_row_the_text_gives_them() -> None:
    for a, b, c in combinations(range(52), 3):
        for low_ace in (False, True):
            assert THREE_CARDS[three_cards(a, b, c, low_ace)] == slow_three((a, b, c), low_ace)


@kernel
def _slowly(a: int, b: int, far: int, right: int, along: int, found: NDArray[np.int64]) -> None:
    """One hand along the row (0) or the column (1) against all that may still come, card by card."""
    rest = [card for card in range(52) if card not in (a, b, far, right)]
    for center in rest:
        for end in rest:  # the other end of the player's axis
            if end == center:
                continue
            mine = best_five((a, b, center, end, far if along else right))
            for i in range(len(rest)):
                for j in range(i):
                    c, d = rest[i], rest[j]
                    if c in (center, end) or d in (center, end):
                        continue
                    same = best_five((c, d, center, end, far if along else right))
                    if same > mine:
                        continue
                    for other in rest:
                        if other in (center, end, c, d):
                            continue
                        theirs = max(same, best_five((c, d, center, other, right if along else far)))
                        if theirs < mine:
                            found[mine >> 26] += 1
                        elif theirs == mine:
                            found[10] += 1


# The far card is a club and the right-hand card a club or a diamond, as they are counted.
SPOTS = (
    ("Ac 3c", "2c 4c", HORIZONTAL),  # four of a suit, and of a straight
    ("7s 7d", "2c 7c", HORIZONTAL),  # three of a kind
    ("Qd Jd", "2c Td", VERTICAL),  # three to a straight flush, which the column does not see
)


@pytest.fixture(scope="module")
def deuces() -> NDArray[np.int64]:
    """All that is counted with the two of clubs as the far card."""
    found = np.zeros((13, 2, HANDS, 11), np.int64)
    count_rows(0, *look(), categories(), found)
    return found


@pytest.mark.parametrize(("own", "seen", "along"), SPOTS)
def test_25_10_g_counts_agree_with_brute_force(
    own: str, seen: str, along: int, deuces: NDArray[np.int64]
) -> None:
    """All 102,738,240 deals that may follow the four known cards, one by one. A column with this far card is the row of
    the cross turned over its diagonal."""
    (a, b), (far, right) = cards(own), cards(seen)
    expected = np.zeros(11, np.int64)
    _slowly(a, b, far, right, along, expected)
    counted = deuces
    if along == VERTICAL:
        whole = np.zeros((13, *deuces.shape), np.int64)
        count_rows(right & ~3, *look(), categories(), whole[right >> 2])
        counted = columns(whole)[0]
    high, low = max(a, b), min(a, b)
    assert (counted[right >> 2, right & 3, high * (high - 1) // 2 + low] == expected).all()


def test_25_10_g_the_names_of_the_suits_do_not_matter(deuces: NDArray[np.int64]) -> None:
    """Hearts and spades are alike while both seen cards are clubs and diamonds."""
    swap = turned_hands()[1]  # hearts and spades change places
    assert (deuces == deuces[:, :, swap]).all()
    assert times().sum() == 52 * 51
    assert (deuces.any(axis=3).sum(axis=2) == 1225 - 1225 * (np.arange(26).reshape(13, 2) == 0)).all()
    assert deuces.sum(axis=3).max() <= DEALS


def test_25_11_b_exact_odds_strategy_and_simulation_agree() -> None:
    """The one place where everything is counted. Best play can only gain on the simple rules, whose edge a simulation
    confirms; more money for a straight pays just what the straights won by best play bring, or more."""
    rules = DCP.rules()
    (row,) = DCP.mathematics.odds(rules, "ante")
    assert sum(each.probability for each in row.outcomes) == 1
    assert weights().sum() == 52 * 51 * 1225
    # The cross turned over its diagonal: raises along the column come to what raises along the row come to.
    along = [np.tensordot(weights(), counts) for counts in both_axes()]
    assert (along[0] == along[1]).all()
    # As often as any five cards are of a kind, so often are two cards and a row; the wins cannot be more.
    royals = Fraction(int(along[0][9]), int(weights().sum()) * DEALS)
    assert royals == Fraction(4, comb(52, 5))
    decided, simple = best_play(rules), ante(rules, simple_play())
    assert row.house_edge < simple.house_edge < row.house_edge + Fraction(5, 1000)
    found, side = simulate(rules, rounds=2_000_000, seed=25).wagers
    (exact,) = DCP.mathematics.odds(rules, "three-card")
    for measured, edge in ((found, simple.house_edge), (side, exact.house_edge)):
        assert near(measured.house_edge, edge)
    better = Rules(DCP, pay_tables={"raise-1": {"straight": "6 to 1"}})
    straights = sum(each.probability for each in row.outcomes if each.outcome == "win, straight")
    (more,) = DCP.mathematics.odds(better, "ante")
    assert row.house_edge - more.house_edge >= 2 * straights > 0
    assert row.house_edge - ante(better, decided).house_edge == 2 * straights
    strategy = DCP.mathematics.strategy(rules)
    assert strategy.house_edge == row.house_edge
    assert strategy.charts[0].rows[0][1:] == ("all",) * 12  # an ace is always played
    assert strategy.charts[2].rows[0][1] == "all"  # the axis with the pair
    found_rows = Counter(each.wager for each in analyze("double-cross-poker", every=True))
    assert found_rows == {"ante": 1, "three-card": 2}  # A-2-3 as read and as printed
    page = guide("double-cross-poker", [])  # it says "to", by 25.11(a)
    assert "300 to 1" in page
    assert "300 for 1" not in page
