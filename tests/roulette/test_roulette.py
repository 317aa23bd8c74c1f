"""Roulette, 13:69F-5.1 to 5.4: rounds worked out by hand, procedure, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.book import Irregular, Refused, Rules, Say, Settle, Spin, game
from pitboss.games.wheels import family, roulette
from pitboss.games.wheels.roulette import AS_SINGLE, DOUBLE, SINGLE
from pitboss.odds.book import analyze
from pitboss.table import Memory, Table, read
from pitboss.table.case import Case, CaseSeat, settle
from pitboss.table.check import check as check_table
from tests.properties import random_play, replays

ROULETTE = game("roulette")
EVEN_MONEY = ["red", "black", "odd", "even", "low", "high"]


def settled(wager: str, stake: float, spin: str, **options: str) -> dict[str, Any]:
    """One wager, one spin."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    case = Case(game="roulette", options=named, seats=[CaseSeat(1, {wager: stake})], spins=[spin])
    answer: Any = settle(case)
    found: dict[str, Any] = answer["seats"][0]["wagers"][wager]
    return found


class Balls:
    """A wheel on which these numbers come up."""

    def __init__(self, *numbers: str) -> None:
        self.numbers = list(numbers)

    def spin(self, pockets: tuple[str, ...]) -> str:
        assert self.numbers[0] in pockets
        return self.numbers.pop(0)


def table_of(*bets: tuple[int, str, int], balls: tuple[str, ...] = (), **options: object) -> Table:
    table = Table(ROULETTE, ROULETTE.rules(**options), seed=3, storage=Memory())
    if balls:
        table.chance = Balls(*balls)  # type: ignore[assignment]
    for seat in sorted({seat for seat, _, _ in bets} | {1, 2}):
        table.sit(seat, f"player {seat}", 5000)
    for seat, wager, amount in bets:
        table.bet(seat, wager, amount)
    return table


def said(table: Table) -> list[tuple[str, str]]:
    return [(event.what, event.cite.partition("-")[2]) for event in table.said if isinstance(event, Say)]


# ---- 5.1: the layout and its wagers --------------------------------------------------------------------


def covered(wheel: str) -> dict[str, set[str]]:
    return {wager: set(numbers) for wager, numbers in roulette.wagers(wheel, "black")}


def of(wheel: str, name: str) -> dict[str, set[str]]:
    return {wager: numbers for wager, numbers in covered(wheel).items() if wager.partition(":")[0] == name}


def test_5_1_e_2_splits_are_the_lines_of_the_layout() -> None:
    inside = {(n, n + 1) for n in range(1, 36) if n % 3} | {(n, n + 3) for n in range(1, 34)}
    lines = {f"split:{a}-{b}" for a, b in inside}
    assert len(lines) == 24 + 33
    assert set(of(DOUBLE, "split")) == lines | {
        "split:0-00",
        "split:0-1",
        "split:0-2",
        "split:00-2",
        "split:00-3",
    }
    for wheel in (SINGLE, AS_SINGLE):
        assert set(of(wheel, "split")) == lines | {"split:0-1", "split:0-2", "split:0-3"}


def test_5_1_e_3_i_the_trios_are_the_corners_of_three_boxes() -> None:
    three = {frozenset(trio.split("-")) for trio in roulette.TRIOS}
    assert three == {corner for corner in roulette.corner_numbers(DOUBLE) if len(corner) == 3}
    assert len(of(DOUBLE, "three")) == 12 + 3
    assert len(of(SINGLE, "three")) == 12 + 1  # the text has no 0-2-3


def test_5_1_e_4_fours_are_the_corners_of_four_boxes() -> None:
    fours = {f"four:{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3}
    assert len(fours) == 22
    for wheel in (DOUBLE, SINGLE, AS_SINGLE):
        assert set(of(wheel, "four")) == fours


def test_5_1_e_6_i_two_contiguous_rows() -> None:
    assert set(of(DOUBLE, "six")) == {f"six:{n}-{n + 5}" for n in range(1, 32, 3)}
    assert of(DOUBLE, "six")["six:13-18"] == {"13", "14", "15", "16", "17", "18"}


@pytest.mark.parametrize("wheel", [DOUBLE, SINGLE, AS_SINGLE])
def test_5_1_e_every_wager_covers_as_many_numbers_as_its_name_says(wheel: str) -> None:
    rules = {
        DOUBLE: {"eight_color": "yes"},
        SINGLE: {"seven_color": "yes"},
        AS_SINGLE: {"seven_color": "yes"},
    }
    sizes = dict.fromkeys(EVEN_MONEY, 18) | {
        "straight": 1,
        "split": 2,
        "three": 3,
        "four": 4,
        "first-five": 5,
    }
    sizes |= {
        "six": 6,
        "six-color": 6,
        "seven-color": 7,
        "seven-numbers": 7,
        "eight-color": 8,
        "neighbors": 5,
    }
    sizes |= {"column": 12, "dozen": 12}
    plain = ROULETTE.numbered(ROULETTE.rules(wheel=wheel, neighbors="yes", seven_numbers="yes"))
    colors = ROULETTE.numbered(ROULETTE.rules(wheel=wheel, six_color="yes", **rules[wheel]))
    for spot in (*plain.values(), *colors.values()):
        assert spot.covered.bit_count() == sizes[spot.id]
    assert "dozen:1" not in colors
    assert "red" not in colors


def test_5_1_e_11_and_12_alternate_on_the_wheel() -> None:
    """Red and black take turns around either wheel; on the layout the colors follow from odd and even."""
    by_parity = {n for n in range(1, 37) if (n % 2 == 1) == ((n - 1) % 18 < 10)}
    assert by_parity == roulette.RED
    for wheel in (DOUBLE, SINGLE):
        assert sorted(roulette.rim(wheel), key=int) == sorted(roulette.boxes(wheel), key=int)
        colors = [roulette.color_of(n) for n in roulette.rim(wheel)]
        neighbors = zip(colors, colors[1:] + colors[:1], strict=True)
        assert all(a != b for a, b in neighbors)


def test_5_1_e_6_ii_sections_are_arcs_of_six() -> None:
    assert roulette.sections(DOUBLE, "black") == {
        "black": ["28", "9", "26", "30", "11", "7"],
        "blue": ["20", "32", "17", "5", "22", "34"],
        "gold": ["15", "3", "24", "36", "13", "1"],
        "red": ["27", "10", "25", "29", "12", "8"],
        "purple": ["19", "31", "18", "6", "21", "33"],
        "green": ["16", "4", "23", "35", "14", "2"],
    }
    assert roulette.sections(SINGLE, "black")["green"] == ["7", "28", "12", "35", "3", "26"]
    assert list(roulette.sections(SINGLE, "gold")) == ["gold", "red", "purple", "green", "black", "blue"]


def test_5_1_e_1_i_five_adjacent_numbers_of_the_wheel() -> None:
    assert roulette.five_adjacent(DOUBLE, "0") == ["14", "2", "0", "28", "9"]
    assert roulette.five_adjacent(DOUBLE, "00") == ["13", "1", "00", "27", "10"]
    assert roulette.five_adjacent(AS_SINGLE, "27") == ["13", "1", "27", "10", "25"]
    assert roulette.five_adjacent(SINGLE, "26") == ["35", "3", "26", "0", "32"]


def test_5_1_e_1_i_five_straight_wagers_pay_the_same() -> None:
    """A five adjacent numbers wager is worth five equal straight wagers, whatever comes up."""
    for wheel in (DOUBLE, SINGLE, AS_SINGLE):
        for number in ROULETTE.numbers(ROULETTE.rules(wheel=wheel)):
            table = table_of((1, "neighbors:7", 25), balls=(number,), wheel=wheel, neighbors="yes")
            for each in roulette.five_adjacent(wheel, "7"):
                table.bet(2, f"straight:{each}", 5)
            table.deal()
            assert table.settlement is not None
            assert table.settlement.net[1] == table.settlement.net[2]


def test_5_1_e_1_i_2_in_steps_of_five_chips() -> None:
    table = table_of(neighbors="yes")
    assert table.rules.limits("neighbors").step == 500
    with pytest.raises(Refused, match=r"neighbors \$12 is not a multiple of \$5.*5\.1\(e\)1i\(2\)"):
        table.bet(1, "neighbors:0", 12)
    table.bet(1, "neighbors:0", 10)
    with pytest.raises(Refused, match="multiple"):
        table.bet(1, "neighbors:0", 3)


def test_5_1_e_1_i_1_the_layout_shows_the_wheel() -> None:
    assert not any(area.wager.startswith("neighbors") for area in ROULETTE.felt.layout(ROULETTE.rules()))
    for wheel, numbers in ((DOUBLE, 38), (SINGLE, 37), (AS_SINGLE, 37)):
        areas = ROULETTE.felt.layout(ROULETTE.rules(wheel=wheel, neighbors="yes"))
        assert sum(area.wager.startswith("neighbors:") for area in areas) == numbers


def test_5_1_e_every_place_is_on_the_layout() -> None:
    for options in (
        {"neighbors": "yes", "seven_numbers": "yes"},
        {"six_color": "yes", "eight_color": "yes"},
        {"wheel": SINGLE, "six_color": "yes", "seven_color": "yes", "neighbors": "yes"},
    ):
        rules = ROULETTE.rules(**options)
        areas = ROULETTE.felt.layout(rules)
        assert {area.wager for area in areas} == set(ROULETTE.numbered(rules))
        boxes = [area.at for area in areas if area.label]
        for n, one in enumerate(boxes):
            for other in boxes[:n]:
                *_, width, height = family.meet((one, other))
                assert min(width, height) <= 0, "two boxes overlap"
    zeros = [area.at for area in ROULETTE.felt.layout(ROULETTE.rules()) if area.wager == "split:0-00"]
    assert len(zeros) == 2  # 5.1(e)2: also between the second and third dozen


def test_5_1_b_a_colour_is_one_players_only() -> None:
    table = table_of((1, "straight:17", 5))
    table.act(1, "wheel-chips", wager="navy")
    with pytest.raises(Refused, match=r"player 1 already plays with navy chips .*5\.1\(b\)"):
        table.act(2, "wheel-chips", wager="navy")
    with pytest.raises(Refused, match=r"no red wheel chips.*5\.1\(b\)"):
        table.act(2, "wheel-chips", wager="red")  # value chips are red
    table.act(2, "wheel-chips", wager="rose")
    assert table.state == family.ChipState({"navy": 1, "rose": 2})
    table.act(1, "wheel-chips", wager="value")
    table.act(2, "wheel-chips", wager="navy")  # his own are taken back
    assert table.state == family.ChipState({"navy": 2})
    replays(table)


def test_5_1_b_the_chips_of_a_player_who_left_are_free() -> None:
    table = table_of()
    table.act(1, "wheel-chips", wager="navy")
    table.leave(1)
    table.act(2, "wheel-chips", wager="navy")
    assert table.state == family.ChipState({"navy": 2})
    assert len(family.WHEEL_CHIPS) >= ROULETTE.rules().positions


def test_5_1_d_one_place_however_it_is_written() -> None:
    table = table_of((1, "split:20-17", 5), (1, "split:17-20", 5), balls=("20",))
    assert [str(bet) for bet in table.bets.values()] == ["split:17-20 $10"]
    table.remove(1, "split:20-17", 4)
    assert table.stake(1, "split:17-20") == 600
    assert table.can_bet(1, "six:6-1", 5)
    assert not table.can_bet(1, "six:1-7", 5)
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, "split:17-20"].pays == 10200
    replays(table)


def test_5_1_g_check_names_the_paragraph(tmp_path: Path) -> None:
    def points(text: str) -> list[str]:
        page = tmp_path / "table.toml"
        page.write_text('game = "roulette"\n' + text, encoding="utf-8")
        return [finding.cite.partition("-")[2] for finding in check_table(page)]

    assert points("") == []
    assert points('[options]\nsix-color = "yes"') == []
    assert points('[options]\nsix-color = "yes"\nred-and-black = "yes"') == ["5.1(g)"]
    assert points('[options]\nseven-color = "yes"\ndozen = "yes"') == ["5.1(g)", "5.1(e)7"]
    assert points('[options]\nwheel = "single-zero"\nzero-option = "half"') == ["5.2(c)"]
    assert points('[options]\nwheel = "double-zero-as-single-zero"\nzero-option = "half"') == ["5.2(d)3"]
    assert points('[options]\nwheel = "single-zero"\nzero-option = "entire"') == []
    assert points('[pay_tables.straight]\nwin = "36 to 1"') == []
    assert points('[pay_tables.straight]\nwin = "34 to 1"') == ["5.2(a)"]
    assert points("[limits]\nred = [25, 200]\nstraight = [25, 100]") == [
        "8.2(a)"
    ]  # a straight pays over 5 to 1


def test_5_1_g_the_other_wagers_stay_open() -> None:
    assert not ROULETTE.rules(six_color="yes").offers("red")
    assert ROULETTE.rules(six_color="yes").offers("dozen")
    eight = ROULETTE.rules(eight_color="yes")
    assert [wager for wager in ("red", "black", "dozen") if eight.offers(wager)] == []
    assert all(eight.offers(wager) for wager in ("odd", "even", "low", "high", "column", "six", "straight"))


# ---- 5.2: payout odds and zeros ------------------------------------------------------------------------

PAYS = {"straight": 35, "split": 17, "three": 11, "four": 8, "first-five": 6, "six": 5, "six-color": 5}
PAYS |= {"seven-color": 4, "seven-numbers": 4, "eight-color": 3, "column": 2, "dozen": 2}
PAYS |= dict.fromkeys(EVEN_MONEY, 1) | {"neighbors": 7}  # a fifth at 35


@pytest.mark.parametrize("wheel", [DOUBLE, SINGLE, AS_SINGLE])
def test_5_2_a_every_place_on_every_number(wheel: str) -> None:
    """All places of a layout at once, against every number of the wheel."""
    colors = {"eight_color": "yes"} if wheel == DOUBLE else {"seven_color": "yes"}
    for options in ({"seven_numbers": "yes", "neighbors": "yes"}, {"six_color": "yes", **colors}):
        rules = ROULETTE.rules(wheel=wheel, zero_option="entire", **options)
        numbers = covered(wheel)
        for number in ROULETTE.numbers(rules):
            table = Table(ROULETTE, rules, chance=Balls(number))  # type: ignore[arg-type]
            table.sit(1, "Ann", 10_000)
            for spot in ROULETTE.numbered(rules):
                table.bet(1, spot, 5)
            table.deal()
            assert table.settlement is not None
            for spot, each in table.settlement.wagers[1].items():
                won = number in numbers[spot]
                assert each.result == ("win" if won else "lose")
                assert each.pays == (500 * PAYS[spot.partition(":")[0]] if won else 0)


@pytest.mark.parametrize("wager", EVEN_MONEY)
@pytest.mark.parametrize("zero", ["0", "00"])
def test_5_2_b_half_is_returned_on_zero(wager: str, zero: str) -> None:
    half = settled(wager, 10, zero, zero_option="half")
    assert (half["result"], half["pays"], half["lost"], half["cite"]) == ("lose", 0, 5, "13:69F-5.2(b)")
    entire = settled(wager, 10, zero, zero_option="entire")
    assert (entire["result"], entire.get("lost", 10), entire["cite"]) == ("lose", 10, "13:69F-5.2(b)")


@pytest.mark.parametrize("wager", EVEN_MONEY)
def test_5_2_c_and_d_3_a_single_zero_takes_all(wager: str) -> None:
    for wheel, paragraph in ((SINGLE, "5.2(c)"), (AS_SINGLE, "5.2(d)3")):
        lost = settled(wager, 10, "0", wheel=wheel)
        assert (lost["result"], "lost" in lost, lost["cite"]) == ("lose", False, f"13:69F-{paragraph}")


def test_5_2_b_only_the_wagers_on_half_the_numbers() -> None:
    for wager in ("column:1", "dozen:1", "straight:5", "first-five"):
        answer = settled(wager, 10, "0" if wager != "first-five" else "5")
        assert (answer["result"], "lost" in answer) == ("lose", False)


def test_5_2_b_the_option_is_posted() -> None:
    option = next(each for each in ROULETTE.data.options if each.id == "zero-option")
    assert set(option.texts) == {"half", "entire"}


def test_5_2_d_1_notice_that_00_is_not_in_play() -> None:
    option = next(each for each in ROULETTE.data.options if each.id == "wheel")
    assert option.texts[AS_SINGLE].startswith("Notice: 00 is not in play")


def test_5_2_d_2_no_spin_and_again() -> None:
    table = table_of((1, "red", 10), balls=("00", "00", "7"), wheel=AS_SINGLE)
    table.deal()
    assert said(table) == [
        ("No more bets", "5.3(b)"),
        ("No spin", "5.2(d)2"),
        ("No spin", "5.2(d)2"),
        ("7 red", "5.3(c)"),
    ]
    replays(table)


# ---- 5.3: the spin -------------------------------------------------------------------------------------


def test_5_3_b_no_more_bets() -> None:
    table = table_of((1, "straight:17", 5), (2, "red", 10))
    table.deal()
    first, second, *_ = table.said
    assert first == Say("No more bets", cite="13:69F-5.3(b)")
    assert isinstance(second, Spin)


def test_5_3_d_one_fifth_moves_to_the_winning_number() -> None:
    table = table_of((1, "neighbors:0", 25), (2, "neighbors:17", 5), balls=("28",), neighbors="yes")
    table.deal()
    assert said(table)[-1] == ("one fifth of seat 1's neighbors:0 to 28", "5.3(d)")
    assert table.settlement is not None
    won = table.settlement[1, "neighbors:0"]
    assert (won.result, won.stake, won.pays, won.lost) == ("win", 2500, 17500, 2000)
    assert won.cite == "13:69F-5.3(d)"
    assert table.settlement[2, "neighbors:17"].lost == 500


def test_5_3_e_losers_first() -> None:
    bets = [(1, "red", 10), (1, "black", 10), (2, "straight:1", 5), (2, "odd", 10), (2, "split:2-3", 5)]
    table = table_of(*bets, balls=("1",))
    table.deal()
    results = [event.result for event in table.said if isinstance(event, Settle)]
    assert results == ["lose", "lose", "win", "win", "win"]


def test_5_3_e_a_full_table_settles_at_once() -> None:
    """Eight players with a hundred wagers and more between them."""
    table = Table(ROULETTE, seed=8)
    places = list(ROULETTE.numbered(table.rules))
    chance = random.Random(8)
    for seat in range(1, 9):
        table.sit(seat, f"player {seat}", 5000)
        for spot in chance.sample(places, 14):
            table.bet(seat, spot, 5)
    table.deal()
    assert table.settlement is not None
    assert sum(len(each) for each in table.settlement.wagers.values()) == 112
    assert sum(table.settlement.net.values()) == -table.settlement.bank
    assert not table.bets


# ---- 5.4: irregularities -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "paragraph"),
    [
        ("ball-spun-with-wheel", "5.4(a)"),
        ("fewer-than-four-revolutions", "5.4(b)"),
        ("foreign-object", "5.4(c)"),
    ],
)
def test_5_4_no_spin(name: str, paragraph: str) -> None:
    table = table_of((1, "straight:8", 5), balls=("8", "9"))
    table.irregularity(name)
    table.deal()
    called = [event for event in table.said if isinstance(event, Irregular)]
    assert [(event.id, event.shown, event.cite) for event in called] == [(name, "8", f"13:69F-{paragraph}")]
    assert table.settlement is not None
    assert table.settlement[1, "straight:8"].result == "lose"
    replays(table)


def test_5_4_of_the_second_spin_in_a_round() -> None:
    table = table_of((1, "straight:8", 5), balls=("00", "8", "9"), wheel=AS_SINGLE)
    table.irregularity("foreign-object", ("spin", 2))
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, "straight:8"].result == "lose"


# ---- random play ---------------------------------------------------------------------------------------

TABLES: list[dict[str, str]] = [
    {"neighbors": "yes", "seven-numbers": "yes"},
    {"zero-option": "entire", "six-color": "yes"},
    {"six-color": "yes", "eight-color": "yes", "neighbors": "yes"},
    {"wheel": SINGLE, "seven-numbers": "yes"},
    {"wheel": SINGLE, "seven-color": "yes", "first-section": "gold"},
    {"wheel": AS_SINGLE, "neighbors": "yes"},
    {"wheel": AS_SINGLE, "six-color": "yes", "seven-color": "yes"},
]


def test_a_table_resumes_in_the_middle_of_the_night() -> None:
    table = random_play("roulette", TABLES[0], 99, rounds=3)
    assert isinstance(table.journal.storage, Memory)
    again = Table.resume(read(table.journal.storage.lines))
    again.sit(1, "player 1", 100)
    again.bet(1, "red", 10)
    again.deal()
    assert again.settlement is not None


# ---- the compiled path ---------------------------------------------------------------------------------


class Tape:
    """The wheel as a tape: each byte is the index of a pocket."""

    def __init__(self, tape: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        self.tape, self.at = tape, 0

    def spin(self, pockets: tuple[str, ...]) -> str:
        self.at += 1
        return pockets[self.tape[self.at - 1]]


@pytest.mark.parametrize("options", TABLES)
def test_5_1_d_compiled_and_at_the_table_the_same_money(options: dict[str, str]) -> None:
    """In all seven together: more than ten thousand spins at the real table, each wager's money compared."""
    rules = Rules(ROULETTE, options)
    simulation = ROULETTE.mathematics.simulation(rules)
    chance = random.Random(str(options))
    stops = len(ROULETTE.felt.stops(rules))
    tape = np.array([chance.randrange(stops) for _ in range(1700)], np.uint8)
    tape[-1] = 0
    wheel = Tape(tape)
    table = Table(ROULETTE, rules, chance=wheel)  # type: ignore[arg-type]
    table.sit(1, "Ann", 10_000_000)
    size = len(simulation.wagers)
    steps = np.array([rules.limits(wager.partition(":")[0]).step for wager in simulation.wagers])
    at, rounds = 0, 0
    while at < 1600:
        stakes, net, staked = (np.zeros(size, np.int64) for _ in range(3))
        for i in chance.sample(range(size), 5):
            stakes[i] = 5 * steps[i] * chance.randint(1, 9)
            table.bet(1, simulation.wagers[i], int(stakes[i]) / 100)
        at = simulation.play.compiled(tape, at, stakes, simulation.rules, np.zeros(1, np.int64), net, staked)
        table.deal()
        rounds += 1
        assert at == wheel.at
        assert table.settlement is not None
        came = {wager: each.pays - each.lost for wager, each in table.settlement.wagers[1].items()}
        assert came == {simulation.wagers[i]: net[i] for i in np.flatnonzero(stakes)}
        assert (staked == stakes).all()
    assert rounds >= 1500


def test_5_2_d_2_plain_and_compiled_spin_again_alike() -> None:
    simulation = ROULETTE.mathematics.simulation(ROULETTE.rules(wheel=AS_SINGLE))
    assert simulation.size == 37
    assert ROULETTE.felt.stops(ROULETTE.rules(wheel=AS_SINGLE))[37] == "00"
    tape = np.array([37, 37, 5, 0], np.uint8)
    for play in (simulation.play, simulation.play.compiled):
        stakes = np.full(len(simulation.wagers), 100, np.int64)
        net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
        assert play(tape, 0, stakes, simulation.rules, np.zeros(1, np.int64), net, staked) == 3
        assert net[simulation.wagers.index("straight:8")] == 3500  # 27 10 25 29 12 8
        assert net.sum() == simulation_sum(simulation.wagers, "8")


def simulation_sum(wagers: tuple[str, ...], number: str) -> int:
    """By hand: every place at a dollar, this number up."""
    numbers = covered(AS_SINGLE)
    return sum(100 * PAYS[w.partition(":")[0]] if number in numbers[w] else -100 for w in wagers)


def test_the_whole_tape_once_gives_the_exact_edge() -> None:
    """Each number once is the distribution itself, so the compiled path and the odds must agree exactly."""
    for options in TABLES:
        rules = Rules(ROULETTE, options)
        simulation = ROULETTE.mathematics.simulation(rules)
        edges = {row.wager: row.house_edge for row in ROULETTE.mathematics.odds(rules)}
        stakes = np.full(len(simulation.wagers), 1000, np.int64)
        net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
        tape = np.arange(simulation.size, dtype=np.uint8)
        for at in range(simulation.size):
            simulation.play.compiled(tape, at, stakes, simulation.rules, np.zeros(1, np.int64), net, staked)
        for wager, came, put in zip(simulation.wagers, net, staked, strict=True):
            assert Fraction(-int(came), int(put)) == edges[wager.partition(":")[0]]


# ---- exact odds ----------------------------------------------------------------------------------------


def edges(**options: str) -> dict[str, Fraction]:
    return {row.wager: row.house_edge for row in ROULETTE.mathematics.odds(ROULETTE.rules(**options))}


def test_5_2_the_edges_by_hand() -> None:
    double = edges(neighbors="yes", seven_numbers="yes")
    inside = ["straight", "split", "three", "four", "six", "neighbors", "column", "dozen"]
    # n numbers of 38 paid (36 - n) / n to 1: 1 - 36/38. First five is paid 6, not 31/5.
    assert {double[wager] for wager in inside} == {Fraction(2, 38)}
    assert double["first-five"] == 1 - Fraction(5 * 7, 38) == Fraction(3, 38)
    assert double["seven-numbers"] == 1 - Fraction(7 * 5, 38) == Fraction(3, 38)
    assert {double[wager] for wager in EVEN_MONEY} == {Fraction(20 - 18, 38) / 2}  # 2/38, half of it back
    entire = edges(zero_option="entire")
    assert {entire[wager] for wager in EVEN_MONEY} == {Fraction(1, 19)}
    for wheel in (SINGLE, AS_SINGLE):
        single = edges(wheel=wheel, neighbors="yes")
        assert set(single.values()) == {Fraction(1, 37)}
        assert "first-five" not in single


def test_5_2_the_edges_of_the_colour_wagers_by_hand() -> None:
    assert edges(six_color="yes")["six-color"] == Fraction(1, 19)
    assert edges(eight_color="yes")["eight-color"] == 1 - Fraction(8 * 4, 38) == Fraction(3, 19)
    assert edges(wheel=SINGLE, seven_color="yes")["seven-color"] == 1 - Fraction(7 * 5, 37) == Fraction(2, 37)


def test_5_2_deviation_and_hit_rate() -> None:
    rows = {row.wager: row for row in ROULETTE.mathematics.odds(ROULETTE.rules(neighbors="yes"))}
    assert rows["straight"].hit_rate == Fraction(1, 38)
    assert rows["straight"].variance == Fraction(36**2 * 37, 38**2)
    assert rows["neighbors"].hit_rate == Fraction(5, 38)
    assert rows["neighbors"].variance == Fraction(36, 5) ** 2 * Fraction(5 * 33, 38**2)
    assert [(each.outcome, each.probability, each.net) for each in rows["red"].outcomes] == [
        ("win", Fraction(9, 19), 1),
        ("half back", Fraction(1, 19), Fraction(-1, 2)),
        ("lose", Fraction(9, 19), -1),
    ]


def test_odds_of_one_place_and_of_all_tables() -> None:
    (split,) = analyze("roulette", "split:20-17")
    assert (split.wager, split.house_edge) == ("split:20-17", Fraction(1, 19))
    with pytest.raises(Refused, match="this layout has no place"):
        analyze("roulette", "split:1-5")
    rows = analyze("roulette", every=True)
    seen = {(row.wager, row.house_edge) for row in rows}
    assert {row.wager for row in rows} == {wager.id for wager in ROULETTE.data.wagers}
    for wager in EVEN_MONEY:
        assert {(wager, Fraction(1, n)) for n in (38, 19, 37)} <= seen
    assert len(analyze("roulette", "split:0-00", every=True)) == 1  # single-zero layouts do not have it
    assert all(("zero-option" in row.options) == (row.options["wheel"] == DOUBLE) for row in rows)


def test_5_2_a_odds_follow_what_the_house_posts() -> None:
    rules = Rules(ROULETTE, {"neighbors": "yes"}, pay_tables={"straight": {"win": "36 to 1"}})
    posted = {row.wager: row for row in ROULETTE.mathematics.odds(rules)}
    assert posted["straight"].house_edge == posted["neighbors"].house_edge == Fraction(1, 38)
    assert posted["straight"].table == "posted"
