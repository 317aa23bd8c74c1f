"""Sic bo, 13:69F-9: rounds worked out by hand, procedure, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pitboss.book import Game, Refused, Roll, Rules, Say, Settle, game
from pitboss.book.events import Irregular
from pitboss.money import Odds
from pitboss.odds.book import analyze
from pitboss.papers.rules import as_json
from pitboss.sim.run import simulate
from pitboss.table import Memory, Table
from pitboss.table.check import check as check_table
from tests.properties import replays
from tests.tape import Tape

SIC_BO: Game = game("sic-bo")
TOSSES = list(product(range(1, 7), repeat=3))
TOTALS = dict(zip(range(4, 18), (50, 18, 14, 12, 8, 6, 6, 6, 6, 8, 12, 14, 18, 50), strict=True))
READINGS = ("two-of-a-kind", "one-of-a-kind", "one-of-a-kind-pair")
AREAS = 6 + 6 + 1 + 14 + 15 + 1 + 1 + 6
TABLES: list[dict[str, str]] = [
    {},
    {"shaker": "automated", "reading-two-of-a-kind": "as-printed"},
    {"reading-one-of-a-kind": "as-printed"},
    {"reading-one-of-a-kind-pair": "as-printed"},
]


def slow(wager: str, toss: tuple[int, ...], options: dict[str, str]) -> Fraction:
    """What a unit brings, written down from the paragraphs once more: sorted faces and counting."""
    name, _, param = wager.partition(":")
    faces, total, kinds = Counter(toss), sum(toss), len(set(toss))
    read = {each: options.get(f"reading-{each}", "as-read") == "as-read" for each in READINGS}
    match name:
        case "triple":
            return Fraction(150 if toss == (int(param),) * 3 else -1)
        case "double":
            shown = faces[int(param)]
            return Fraction(8 if shown == 2 or (shown == 3 and read["two-of-a-kind"]) else -1)
        case "any-triple":
            return Fraction(24 if kinds == 1 else -1)
        case "total":
            return Fraction(TOTALS[total] if total == int(param) else -1)
        case "combo":
            return Fraction(5 if set(map(int, param.split("-"))) <= set(toss) else -1)
        case "small":
            return Fraction(1 if total < 11 and kinds > 1 else -1)
        case "big":
            return Fraction(1 if total > 10 and kinds > 1 else -1)
    one = Fraction(1) if read["one-of-a-kind"] else Fraction(1, 10)
    if faces[int(param)] == 1 and kinds == 2 and not read["one-of-a-kind-pair"]:
        return Fraction(2)
    return (Fraction(-1), one, Fraction(2), Fraction(3))[faces[int(param)]]


def seated(*bets: tuple[str, int], tosses: list[tuple[int, ...]] | None = None, **options: object) -> Table:
    tape = Tape()
    tape.load(throws=tosses or [(2, 2, 5)])
    table = Table(SIC_BO, SIC_BO.rules(**options), chance=tape, storage=Memory())
    table.sit(1, "Ann", 500)
    for wager, amount in bets:
        table.bet(1, wager, amount)
    return table


def said(table: Table) -> list[tuple[str, str, str]]:
    return [(each.what, each.to, each.cite.partition("-")[2]) for each in table.said if isinstance(each, Say)]


# ---- 9.1 to 9.3: dice and wagers -----------------------------------------------------------------------


def test_9_1_three_dice() -> None:
    table = seated(("small", 5))
    table.deal()
    (roll,) = [event for event in table.said if isinstance(event, Roll)]
    assert roll == Roll(3, (2, 2, 5))


def test_9_2_a_eight_kinds_of_wager_on_fifty_areas() -> None:
    table = seated()
    spots = table.open_wagers(1)
    assert len(spots) == len(set(spots)) == AREAS
    kinds = Counter(spot.partition(":")[0] for spot in spots)
    assert [kinds[wager.id] for wager in SIC_BO.data.wagers] == [6, 6, 1, 14, 15, 1, 1, 6]


def test_9_2_a_every_toss_on_every_area() -> None:
    """All 216 tosses against a second program, at the table, with a dollar (or ten) on each of the fifty areas."""
    for options in TABLES:
        rules = Rules(SIC_BO, options)
        tape = Tape()
        tape.load(throws=TOSSES)
        table = Table(SIC_BO, rules, chance=tape)
        table.sit(1, "Ann", 1_000_000)
        for toss in TOSSES:
            for wager in SIC_BO.spots(table, 1):
                table.bet(1, wager, 10)
            table.deal()
            assert table.settlement is not None
            for wager, each in table.settlement.wagers[1].items():
                assert each.pays - each.lost == 1000 * slow(wager, toss, options), (wager, toss)


@pytest.mark.parametrize(
    "wager", ["triple:0", "combo:2-2", "combo:1-2-3", "total:3", "small:1", "big@2", "single:"]
)
def test_9_2_a_what_is_no_wager(wager: str) -> None:
    with pytest.raises(Refused, match=r"the layout has no area|own position \(13:69F-9\.2"):
        seated().bet(1, wager, 5)


def test_9_3_c_by_where_it_lies() -> None:
    table = seated(("combo:5-2", 5))
    assert list(table.bets) == [(1, "combo:2-5")]
    table.bet(1, "combo:2-5", 10)
    table.remove(1, "combo:5-2", 5)
    table.deal()
    assert table.settlement is not None
    won = table.settlement[1, "combo:2-5"]
    assert (won.stake, won.pays, won.cite) == (1000, 5000, "13:69F-9.4(b)")


# ---- 9.4: payouts ---------------------------------------------------------------------------------


def test_9_4_a_odds_are_stated_with_to() -> None:
    tables = as_json(SIC_BO)["pay_tables"]
    assert all(" to " in row["odds"] for table in tables for row in table["rows"])  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="not a payout"):
        Odds.parse("151 for 1")


def test_9_4_b_the_printed_table() -> None:
    once = {"triple": 150, "double": 8, "any-triple": 24, "combo": 5, "small": 1, "big": 1}
    for wager, pays in once.items():
        assert SIC_BO.rules().pay(wager).rows == {"win": Odds(pays)}
    assert SIC_BO.rules().pay("total").rows == {str(total): Odds(pays) for total, pays in TOTALS.items()}
    printed = SIC_BO.rules(reading_one_of_a_kind="as-printed").pay("single").rows
    assert list(printed.values()) == [Odds(1, 10), Odds(2), Odds(3)]


def test_9_4_c_by_which_paragraph_one_of_a_kind_is_paid() -> None:
    for toss, pays, paragraph in (
        ((2, 3, 5), 500, "9.4(b)"),
        ((5, 2, 2), 1000, "9.4(c)"),
        ((2, 2, 2), 1500, "9.4(c)"),
    ):
        table = seated(("single:2", 5), tosses=[toss])
        table.deal()
        assert table.settlement is not None
        won = table.settlement[1, "single:2"]
        assert (won.pays, won.cite) == (pays, f"13:69F-{paragraph}")


def test_9_4_b_check_knows_floor_and_limits(tmp_path: Path) -> None:
    def points(text: str) -> list[str]:
        page = tmp_path / "table.toml"
        page.write_text('game = "sic-bo"\n' + text, encoding="utf-8")
        return [finding.cite.partition("-")[2] for finding in check_table(page)]

    assert points("") == []
    assert points('[pay_tables.triple]\nwin = "180 to 1"') == []
    assert points('[pay_tables.triple]\nwin = "149 to 1"') == ["9.4(b)"]
    assert points('[pay_tables.total]\n9 = "6 to 1"\n10 = "11 to 2"') == ["9.4(b)"]
    assert points('[pay_tables.single]\n"two dice" = "5 to 2"') == []
    assert points('[pay_tables.single]\n"two dice" = "1 to 1"') == ["9.4(b)"]
    assert points('[pay_tables.single]\n"one die" = "1 to 10"') == ["9.4(b)"]
    # The ten times rule binds what pays 5 to 1 or less, 8.2(a).
    assert points("[limits]\ncombo = [10, 50]\nsmall = [25, 200]\nsingle = [10, 99]") == ["8.2(a)"] * 3
    assert points("[limits]\ncombo = [10, 100]\ndouble = [10, 50]\ntotal = [10, 50]") == []
    assert points('[options]\nshaker = "both"') == ["9.5(d)"]


# ---- 9.5: the round ------------------------------------------------------------------------------------


def test_9_5_c_no_more_bets_before_the_toss() -> None:
    table = seated(("small", 5))
    table.deal()
    assert table.said[0] == Say("No more bets", cite="13:69F-9.5(c)")
    assert isinstance(table.said[1], Roll)


def test_9_5_d_either_shaker_the_same_round() -> None:
    rounds = []
    for shaker in ("manual", "automated"):
        table = seated(("small", 5), ("single:2", 5), shaker=shaker)
        table.deal()
        rounds.append(table.said)
    assert rounds[0] == rounds[1]


def test_9_5_e_the_dice_are_announced_and_the_areas_lit() -> None:
    table = seated(("big", 5))
    table.deal()
    assert said(table) == [
        ("No more bets", "table", "9.5(c)"),
        ("2, 2, 5", "table", "9.5(e)"),
        ("illuminated: double:2, total:9, combo:2-5, small, single:2, single:5", "layout", "9.5(e)"),
    ]


def test_9_5_f_losers_first() -> None:
    bets = ("small", "big", "double:2", "triple:2", "total:9", "total:10")
    table = seated(*((bet, 5) for bet in bets))
    table.deal()
    assert [event.result for event in table.said if isinstance(event, Settle)] == ["lose"] * 3 + ["win"] * 3


# ---- 9.6: irregularities -------------------------------------------------------------------------------


def test_9_6_a_no_roll_and_again() -> None:
    table = seated(("big", 5), tosses=[(6, 6, 5), (1, 1, 2)])
    table.irregularity("dice-not-flat")
    table.deal()
    (called,) = [event for event in table.said if isinstance(event, Irregular)]
    assert (called.shown, called.cite) == ("(6, 6, 5)", "13:69F-9.6(a)")
    assert table.settlement is not None
    assert table.settlement[1, "big"].result == "lose"
    replays(table)


@pytest.mark.parametrize("at", [None, ("roll", 1), ("say", 2), ("settle", 2)])
def test_9_6_b_settled_before_the_supervisor_and_gaming_ceases(at: tuple[str, int] | None) -> None:
    table = seated(("small", 10), ("big", 10), tosses=[(1, 1, 2), (6, 6, 5)])
    table.irregularity("device-malfunction", at)
    table.deal()
    assert table.settlement is not None
    assert table.settlement.net == {1: 0}
    assert ("settle the wagers in your presence", "casino supervisor", "9.6(b)") in said(table)
    lights = any(what.startswith("illuminated") for what, *_ in said(table))
    assert lights == (at == ("settle", 2))
    table.bet(1, "big", 10)
    with pytest.raises(Refused, match=r"until the electrical device is repaired .*9\.6\(b\)"):
        table.deal()
    table.irregularity("device-fixed")
    table.deal()
    assert any(what.startswith("illuminated") for what, *_ in said(table))
    assert table.settlement[1, "big"].pays == 1000
    replays(table)


@pytest.mark.parametrize("at", [None, ("roll", 1)])
def test_9_6_c_the_round_is_void(at: tuple[str, int] | None) -> None:
    table = seated(("small", 10), ("triple:1", 1), shaker="automated")
    table.irregularity("shaker-malfunction", at)
    table.deal()
    assert table.settlement is not None
    assert {each.result for each in table.settlement.wagers[1].values()} == {"void"}
    assert {each.cite for each in table.settlement.wagers[1].values()} == {"13:69F-9.6(c)"}
    assert table.funds(1) == 50_000
    replays(table)


def test_9_6_d_one_shaker_at_a_table() -> None:
    with pytest.raises(Refused, match="cannot happen at this table: it requires shaker automated") as refused:
        seated(("small", 10)).irregularity("shaker-malfunction")
    assert refused.value.cite == "13:69F-9.6(c)"
    with pytest.raises(Refused, match="it must be manual, automated"):
        SIC_BO.rules(shaker="both")


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES)
def test_9_3_c_compiled_and_at_the_table_the_same_money(options: dict[str, str]) -> None:
    """In all four together ten thousand tosses at the real table, each wager's money compared."""
    rules = Rules(SIC_BO, options)
    simulation = SIC_BO.simulation(rules)
    assert (simulation.size, len(simulation.wagers)) == (216, AREAS)
    chance = random.Random(str(options))
    tape = np.array([chance.randrange(216) for _ in range(2500)], np.uint8)
    tosses = Tape()
    tosses.load(throws=[TOSSES[byte] for byte in tape])
    table = Table(SIC_BO, rules, chance=tosses)
    table.sit(1, "Ann", 10_000_000)
    for at in range(len(tape)):
        stakes, net, staked = (np.zeros(AREAS, np.int64) for _ in range(3))
        for i in chance.sample(range(AREAS), 6):
            stakes[i] = 1000 * chance.randint(1, 5)
            table.bet(1, simulation.wagers[i], int(stakes[i]) // 100)
        after = simulation.play.compiled(
            tape, at, stakes, simulation.rules, np.zeros(1, np.int64), net, staked
        )
        table.deal()
        assert after == at + 1
        assert table.settlement is not None
        came = {wager: each.pays - each.lost for wager, each in table.settlement.wagers[1].items()}
        assert came == {simulation.wagers[i]: net[i] for i in np.flatnonzero(stakes)}
        assert (staked == stakes).all()


def test_simulation_agrees_with_the_exact_edge() -> None:
    exact = {"small": Fraction(6, 216), "total:9": Fraction(41, 216), "single:3": Fraction(17, 216)}
    report = simulate(SIC_BO.rules(), plan="small 10 + total:9 10 + single:3 10", rounds=200_000, seed=9)
    for row in report.wagers:
        assert row.house_edge is not None
        assert abs(row.house_edge.value - float(exact[row.wager])) < 4 * row.house_edge.standard_error


# ---- exact odds ----------------------------------------------------------------------------------------


def test_9_4_b_the_edges_by_hand() -> None:
    edges = {row.wager: row.house_edge for row in SIC_BO.odds(SIC_BO.rules())}
    ways = dict(zip(range(4, 18), (3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3), strict=True))
    assert sum(ways.values()) == 214  # all but three ones and three sixes
    assert edges == {
        "triple": 1 - Fraction(1 * 151, 216),
        "double": 1 - Fraction(16 * 9, 216),
        "any-triple": 1 - Fraction(6 * 25, 216),
        **{f"total:{n}": 1 - Fraction(ways[n] * (TOTALS[n] + 1), 216) for n in TOTALS},
        "combo": 1 - Fraction(30 * 6, 216),
        "small": Fraction(7, 252),  # 105 to win, 111 to lose
        "big": Fraction(7, 252),
        "single": Fraction(125 - 75 * 1 - 15 * 2 - 1 * 3, 216),
    }


def test_9_4_c_the_readings_and_their_edges() -> None:
    rows = analyze("sic-bo", every=True)
    seen = {(row.wager, row.house_edge) for row in rows}
    assert len(rows) == 21 + 3
    assert ("double", 1 - Fraction(15 * 9, 216)) in seen
    assert (
        "single",
        (125 - 75 * Fraction(1, 10) - 15 * 2 - 3) / 216,
    ) in seen  # the 39 percent of the misprint
    assert ("single", Fraction(125 - 60 * 1 - (15 + 15) * 2 - 3, 216)) in seen
    (single,) = analyze("sic-bo", "single")
    assert [(each.outcome, each.probability) for each in single.outcomes] == [
        ("one die", Fraction(75, 216)),
        ("two dice", Fraction(15, 216)),
        ("three dice", Fraction(1, 216)),
        ("lose", Fraction(125, 216)),
    ]


def test_odds_of_one_area_and_of_what_a_house_posts() -> None:
    (combo,) = analyze("sic-bo", "combo:5-2")
    assert (combo.wager, combo.house_edge, combo.hit_rate) == ("combo:2-5", Fraction(1, 6), Fraction(30, 216))
    assert [row.wager for row in analyze("sic-bo", "total")] == [f"total:{n}" for n in TOTALS]
    with pytest.raises(Refused, match="the layout has no area"):
        analyze("sic-bo", "total:18")
    rules = Rules(SIC_BO, pay_tables={"triple": {"win": "180 to 1"}, "total": {"7": "13 to 1"}})
    posted = {row.wager: row for row in SIC_BO.odds(rules)}
    assert posted["triple"].house_edge == Fraction(35, 216)
    assert posted["total:7"].house_edge == Fraction(6, 216)
    assert posted["triple"].table == "posted"


# ---- papers --------------------------------------------------------------------------------------------


def test_the_layout_has_every_area_and_none_lies_on_another() -> None:
    areas = SIC_BO.felt.layout(SIC_BO.rules())
    assert sorted(area.wager for area in areas) == sorted(seated().open_wagers(1))
    assert len(areas) == AREAS
    taken = np.zeros((1000, 450), np.int64)
    for area in areas:
        x, y, width, height = map(int, area.at)
        taken[x : x + width, y : y + height] += 1
    assert taken.max() == 1
    assert taken.sum() == sum(area.at[2] * area.at[3] for area in areas)  # and none leaves the felt
