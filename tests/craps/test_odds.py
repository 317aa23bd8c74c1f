"""The mathematics of craps: against the literature where it has the same odds, and against slow programs that know
nothing of the code under test."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pitboss.book import Rules, game
from pitboss.odds import WagerOdds
from pitboss.odds.book import analyze

THROWS = list(product(range(1, 7), repeat=2))
WAYS = {total: sum(1 for throw in THROWS if sum(throw) == total) for total in range(2, 13)}


def odds_of(wager: str, **options: object) -> WagerOdds:
    rules = Rules(game("craps"), {name.replace("_", "-"): value for name, value in options.items()})
    return next(iter(game("craps").mathematics.odds(rules, wager)))


LITERATURE = {
    "pass": "7/495",
    "dont-pass": "3/220",
    "come": "7/495",
    "dont-come": "3/220",
    "pass-odds": "0",
    "dont-pass-odds": "0",
    "come-odds": "0",
    "dont-come-odds": "0",
    "place-win-4": "1/15",
    "place-win-5": "1/25",
    "place-win-6": "1/66",
    "place-win-8": "1/66",
    "place-win-9": "1/25",
    "place-win-10": "1/15",
    "place-lose-4": "1/33",
    "place-lose-5": "1/40",
    "place-lose-6": "1/55",
    "place-lose-8": "1/55",
    "place-lose-9": "1/40",
    "place-lose-10": "1/33",
    "buy-4": "1/20",
    "buy-6": "1/20",
    "lay-4": "1/20",
    "lay-9": "1/20",
    "hard-4": "1/9",
    "hard-6": "1/11",
    "hard-8": "1/11",
    "hard-10": "1/9",
    "field": "1/18",
    "any-seven": "1/6",
    "any-craps": "1/9",
    "craps-2": "5/36",
    "craps-3": "1/9",
    "craps-12": "5/36",
    "eleven": "1/9",
    "craps-eleven": "1/9",
    "horn": "1/8",
    "horn-high-2": "23/180",
    "horn-high-3": "11/90",
    "horn-high-11": "11/90",
    "horn-high-12": "23/180",
    "whirl": "2/15",
    "hop-2-2": "5/36",
    "hop-1-3": "1/9",
    "six-seven-eight": "1/18",
}


@pytest.mark.parametrize("wager", LITERATURE)
def test_1_4_b_house_edge(wager: str) -> None:
    assert odds_of(wager).house_edge == Fraction(LITERATURE[wager])


def test_every_wager_has_odds_that_add_up() -> None:
    found = list(game("craps").mathematics.odds(game("craps").rules(), None))
    assert {row.wager for row in found} == set(game("craps").rules().wagers)
    for row in found:
        assert sum(each.probability for each in row.outcomes) == 1
        assert row.method == "exact"


@pytest.mark.parametrize(
    ("wager", "timing", "edge", "risk"),
    [
        ("buy-4", {"buy-4-vigorish": "on-win"}, "1/60", "1/60"),
        ("buy-5", {"buy-5-vigorish": "on-win"}, "1/50", "1/50"),
        ("buy-6", {"buy-6-vigorish": "on-win"}, "1/44", "1/44"),
        ("buy-10", {}, "1/20", "1/21"),
        ("buy-10", {"buy-percent": 4}, "1/25", "1/26"),
        ("lay-4", {"lay-vigorish": "on-win"}, "1/30", "1/30"),
        ("lay-5", {"lay-vigorish": "on-win"}, "3/100", "3/100"),
        ("lay-8", {"lay-vigorish": "on-win"}, "3/110", "3/110"),
        ("lay-8", {"lay-percent": 0}, "0", "0"),
    ],
)
def test_1_5_a_and_b_vigorish_at_the_bet_and_on_the_win(
    wager: str, timing: dict[str, object], edge: str, risk: str
) -> None:
    row = odds_of(wager, **timing)
    assert row.house_edge == Fraction(edge)
    assert row.element_of_risk == Fraction(risk)


@pytest.mark.parametrize(
    ("times", "passing", "against"),
    [(1, "0.8485", "0.6818"), (2, "0.6061", "0.4545"), (5, "0.3263", "0.2273"), (100, "0.0209", "0.0135")],
)
def test_1_6_e_odds_dilute_the_edge_of_the_line(times: int, passing: str, against: str) -> None:
    # Published for 1, 2, 5 and 100 times odds; the edge on the flat bet itself never changes.
    for wager, percent, edge in (("pass", passing, "7/495"), ("dont-pass", against, "3/220")):
        plain, backed = analyze("craps", wager, [f"odds-multiple={times}"])
        assert plain.house_edge == backed.house_edge == Fraction(edge)
        assert f"{float(backed.element_of_risk) * 100:.4f}" == percent


def thrown_out(throws: int) -> dict[str, float]:
    """How far pass, don't pass, place 6 and hard 8 have come after many throws, by following every possibility."""
    ended = dict.fromkeys(("pass", "dont", "place", "hard"), 0.0)
    line = {0: 1.0}
    place = hard = 1.0
    for _ in range(throws):
        after: dict[int, float] = {}
        for point, chance in line.items():
            for first, second in THROWS:
                total, share = first + second, chance / 36
                if point == 0 and total in (7, 11):
                    ended["pass"] += share
                    ended["dont"] -= share
                elif point == 0 and total in (2, 3, 12):
                    ended["pass"] -= share
                    ended["dont"] += share if total != 12 else 0
                elif point == 0 or total not in (point, 7):
                    after[point or total] = after.get(point or total, 0) + share
                else:
                    ended["pass"] += share if total == point else -share
                    ended["dont"] -= share if total == point else -share
        line = after
        ended["place"] += place * (5 * 7 / 6 - 6) / 36
        place *= 25 / 36
        ended["hard"] += hard * (9 - 10) / 36
        hard *= 25 / 36
    return ended


def test_a_slow_program_agrees() -> None:
    slow = thrown_out(400)
    for wager, found in (
        ("pass", "pass"),
        ("dont-pass", "dont"),
        ("place-win-6", "place"),
        ("hard-8", "hard"),
    ):
        assert float(-odds_of(wager).house_edge) == pytest.approx(slow[found], abs=1e-12)


def test_1_4_e_fire_bet_by_following_every_possibility() -> None:
    """All sets of points made and the point on, throw after throw."""
    chances: dict[tuple[frozenset[int], int], float] = {(frozenset(), 0): 1.0}
    ended = [0.0] * 7
    for _ in range(1500):
        after: dict[tuple[frozenset[int], int], float] = {}
        for (made, point), chance in chances.items():
            for total, ways in WAYS.items():
                share = chance * ways / 36
                if point and total == 7:
                    ended[len(made)] += share
                    continue
                if point and total == point:
                    state = (made | {point}, 0)
                elif point == 0 and total in (4, 5, 6, 8, 9, 10):
                    state = (made, total)
                else:
                    state = (made, point)
                after[state] = after.get(state, 0) + share
        chances = after
        if sum(chances.values()) < 1e-13:
            break
    found = {each.outcome: float(each.probability) for each in odds_of("fire").outcomes}
    assert found["four"] == pytest.approx(ended[4], abs=1e-11)
    assert found["five"] == pytest.approx(ended[5], abs=1e-11)
    assert found["six"] == pytest.approx(ended[6], abs=1e-11)


def test_1_4_e_fire_bet_tables() -> None:
    # 24, 249 and 999 to 1: published as 20.76 percent.
    assert float(odds_of("fire").house_edge) == pytest.approx(0.2076, abs=5e-5)
    assert float(odds_of("fire", fire="B").house_edge) == pytest.approx(0.2389, abs=5e-5)


def test_all_variations_at_once() -> None:
    rows = analyze("craps", every=True)
    assert {"A", "B"} == {row.table for row in rows if row.wager == "fire"}
    assert (
        len({row.house_edge for row in rows if row.wager == "buy-4"}) == 7
    )  # six rates at the bet, and on the win
    assert not any(row.wager == "fire" for row in analyze("mini-craps", every=True))
