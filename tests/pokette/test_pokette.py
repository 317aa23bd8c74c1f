"""Pokette, 13:69F-12: rounds worked out by hand, procedure, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.book import Irregular, Refused, Rules, Say, Settle, Spin, game
from pitboss.equipment.cards import NAMES
from pitboss.games.wheels import pokette
from pitboss.games.wheels.family import meet
from pitboss.odds.book import analyze
from pitboss.papers.rules import as_json
from pitboss.sim.plan import flat
from pitboss.sim.run import simulate
from pitboss.table import Memory, Table
from pitboss.table.check import check as check_table
from tests.properties import replays
from tests.tape import Tape

POKETTE = game("pokette")


class Wheel:
    """A wheel that stops at these cards."""

    def __init__(self, *stops: str) -> None:
        self.stops = list(stops)

    def spin(self, pockets: tuple[str, ...]) -> str:
        assert self.stops[0] in pockets
        return self.stops.pop(0)


def table_of(*stops: str, posted: tuple[str, ...] = (), **options: object) -> Table:
    table = Table(POKETTE, POKETTE.rules(**options), seed=4, storage=Memory(), state={"posted": list(posted)})
    if stops:
        table.chance = Wheel(*stops)  # type: ignore[assignment]
    table.sit(1, "Ann", 5000)
    table.sit(2, "Bob", 5000)
    return table


def said(table: Table) -> list[tuple[str, str]]:
    return [(event.what, event.cite.partition("-")[2]) for event in table.said if isinstance(event, Say)]


def open_hands(*posted: str, **options: object) -> set[str]:
    table = table_of(posted=posted, **options)
    return {wager for wager in table.open_wagers(1) if wager in HAND_PAYS}


# ---- 12.1 and 12.2: the wheel, the cards and their value -----------------------------------------------

LINE = "A23456789TJQKA"
RUNS = [set(LINE[n : n + 3]) for n in range(12)]
"""The twelve straights by value, from A-2-3 to Q-K-A."""
HAND_PAYS = {
    "pair-in-two": 11,
    "pair-in-three": 5,
    "trips": 11,
    "flush": 3,
    "straight-open": 5,
    "straight-inside": 11,
    "straight-flush-open": 24,
    "straight-flush-inside": 49,
}


def by_the_book(first: str, second: str, *, printed: bool = False) -> set[str]:
    """What two cards open: a slow second opinion, from names of cards and a list of straights."""
    suited, values = first[1] == second[1], {first[0], second[0]}
    opens = {"trips"} if len(values) == 1 else {"pair-in-three"}
    opens |= {"flush"} if suited else set()
    if completes := {value for run in RUNS if len(values) == 2 and values < run for value in run - values}:
        consecutive = first[0] + second[0] in LINE or second[0] + first[0] in LINE
        kind = "open" if (consecutive if printed else len(completes) == 2) else "inside"
        opens |= {f"straight-{kind}"} | ({f"straight-flush-{kind}"} if suited else set())
    return opens


def test_12_1_winning_cards_are_52_and_two_jokers() -> None:
    stops = POKETTE.felt.stops(POKETTE.rules())
    assert len(stops) == len(set(stops)) == 54
    assert set(stops) - {"Jo", "jo"} == {rank + suit for rank in LINE for suit in "cdhs"}


def test_12_2_a_cards_on_a_stand_or_a_device() -> None:
    for indicator, stand in (("cards", "card stand"), ("device", "display")):
        table = table_of("9c", posted=("8c", "8d"), indicator=indicator)
        table.deal()
        assert said(table)[1:] == [
            (f"9♣ in the third space of the {stand}", "12.7(d)"),
            (f"The {stand} is cleared", "12.8(g)"),
        ]


def test_12_2_b_straights_are_the_twelve_runs() -> None:
    values = "23456789TJQKA"
    for triple in product(range(13), repeat=3):
        is_run = {values[value] for value in triple} in RUNS
        assert pokette.straight(*(4 * value + 1 for value in triple)) == is_run


@pytest.mark.parametrize("posted", [["Jo"], ["9c", "9d", "9h"], ["9x"]])
def test_12_2_b_and_12_8_what_can_be_on_the_stand(posted: list[str]) -> None:
    with pytest.raises(Refused):
        Table(POKETTE, state={"posted": posted})


# ---- 12.4: who may wager, and when ---------------------------------------------------------------------


def test_12_4_b_a_colour_is_one_players_only() -> None:
    table = table_of()
    table.act(1, "wheel-chips", wager="navy")
    with pytest.raises(Refused, match=r"Ann already plays with navy chips .*12\.4\(b\)"):
        table.act(2, "wheel-chips", wager="navy")
    with pytest.raises(Refused, match=r"no red wheel chips.*12\.4\(b\)"):
        table.act(2, "wheel-chips", wager="red")  # value chips are red
    table.act(2, "wheel-chips", wager="rose")
    assert table.state == pokette.PoketteState({"navy": 1, "rose": 2})
    replays(table)


def test_12_4_d_wagers_by_the_cards_on_the_stand() -> None:
    assert open_hands() == set()
    assert open_hands("9c") == {"pair-in-two"}
    assert open_hands("9c", "4d") == {"pair-in-three"}
    table = table_of(posted=("9c", "4d"))
    places = POKETTE.numbered(table.rules)
    assert set(table.open_wagers(1)) == {*places, "pair-in-three"}


def test_12_4_d_a_spin_may_be_for_the_stand_alone() -> None:
    table = table_of("9c", "9d")
    table.deal()
    table.bet(1, "pair-in-two", 10)
    table.deal()
    assert table.settlement is not None
    assert table.settlement.net[1] == 11000
    replays(table)


# ---- 12.5(a): the layout and its wagers ----------------------------------------------------------------


def of(wager: str, **options: object) -> dict[str, set[str]]:
    """The places of a wager, with the cards they cover."""
    rules = POKETTE.rules(**options)
    stops = POKETTE.felt.stops(rules)
    return {
        spot.wager: {stop for n, stop in enumerate(stops) if spot.covered >> n & 1}
        for spot in POKETTE.numbered(rules).values()
        if spot.id == wager
    }


def test_12_5_a_every_wager_covers_what_its_name_says() -> None:
    expected = {
        "single": (54, 1),
        "split": (13 * 3 + 12 * 4 + 5, 2),
        "corner": (12 * 3, 4),
        "rank": (13, 4),
        "double-rank": (12, 8),
        "rank-akq": (1, 13),
        "rank-jt9": (1, 13),
        "rank-876": (1, 13),
        "rank-543": (1, 13),
        "red": (1, 26),
        "black": (1, 26),
        "suit": (4, 13),
        "jacer": (1, 4),
    }
    for columns in next(each.choices for each in POKETTE.data.options if each.id == "columns"):
        for rows in ("ace-king", "ace-two"):
            for wager, (places, cards) in expected.items():
                found = of(wager, columns=columns, rows=rows)
                assert len(found) == places
                assert {len(covered) for covered in found.values()} == {cards}


def test_12_5_a_2_splits_of_the_usual_layout() -> None:
    splits = {frozenset(covered) for covered in of("split").values()}
    beside = {frozenset((r + a, r + b)) for r in LINE for a, b in ("sc", "cd", "dh")}
    below = {frozenset((a + s, b + s)) for a, b in pairwise("AKQJT98765432") for s in "scdh"}
    jokers = {frozenset(pair.split()) for pair in ("Jo jo", "Jo As", "Jo Ac", "jo Ad", "jo Ah")}
    assert splits == beside | below | jokers


def test_12_5_a_3_corners_of_the_usual_layout() -> None:
    corners = {frozenset(covered) for covered in of("corner").values()}
    assert corners == {
        frozenset((a + s, a + t, b + s, b + t))
        for a, b in pairwise("AKQJT98765432")
        for s, t in ("sc", "cd", "dh")
    }


def test_12_5_a_2_no_two_orders_of_columns_are_alike() -> None:
    choices = next(each.choices for each in POKETTE.data.options if each.id == "columns")
    neighbors = {frozenset(of("corner", columns=columns)) for columns in choices}
    assert len(neighbors) == len(choices) == 24 // 2


def test_12_5_a_5_double_ranks_are_neighbours_of_the_layout() -> None:
    assert set(of("double-rank")) == {f"double-rank:{a}-{b}" for a, b in pairwise("AKQJT98765432")}
    low = {f"double-rank:{a}-{b}" for a, b in pairwise("A23456789TJQK")}
    assert set(of("double-rank", rows="ace-two")) == low


def test_12_7_c_one_place_however_it_is_written() -> None:
    table = table_of()
    for wager in ("split:10s-9S", "split:9s-Ts", "corner:ks-as-kc-ac", "double-rank:9-10", "single:joker2"):
        table.bet(1, wager, 5)
    table.bet(1, "split:ac-Joker1", 5)
    assert {str(bet) for bet in table.bets.values()} == {
        "split:Ts-9s $10",
        "corner:As-Ac-Ks-Kc $5",
        "double-rank:T-9 $5",
        "single:jo $5",
        "split:Jo-Ac $5",
    }
    for wager in ("single:1s", "single", "rank:1", "suit:x", "flush:s", "red:3", "corner:As-Ks"):
        assert not table.can_bet(1, wager, 5)


def test_12_5_a_every_place_is_on_the_layout() -> None:
    for options in ({}, {"columns": "c-h-s-d", "rows": "ace-two"}):
        rules = POKETTE.rules(**options)
        areas = POKETTE.felt.layout(rules)
        assert {area.wager for area in areas} == {*POKETTE.numbered(rules), *HAND_PAYS}
        assert len(areas) == len({area.wager for area in areas})
        assert all(0 <= x + w <= 1000 and 0 <= y + h <= 450 for area in areas for x, y, w, h in [area.at])
        boxes = [area.at for area in areas if area.label]
        for n, one in enumerate(boxes):
            for other in boxes[:n]:
                *_, width, height = meet((one, other))
                assert min(width, height) <= 1e-9, "two boxes overlap"


# ---- 12.6: payout odds ---------------------------------------------------------------------------------

SPIN_PAYS = {
    "single": 50,
    "split": 24,
    "corner": 12,
    "rank": 12,
    "double-rank": 5,
    "rank-akq": 3,
    "rank-jt9": 3,
    "rank-876": 3,
    "rank-543": 3,
    "red": 1,
    "black": 1,
    "suit": 3,
    "jacer": 12,
}


def test_12_6_a_odds_are_stated_with_to() -> None:
    tables: Any = as_json(POKETTE)["pay_tables"]
    printed = {table["wager"]: [row["odds"] for row in table["rows"]] for table in tables}
    assert printed == {wager: [f"{n} to 1"] for wager, n in {**SPIN_PAYS, **HAND_PAYS}.items()}


def test_12_6_b_check_knows_floor_and_limits(tmp_path: Path) -> None:
    def points(text: str) -> list[str]:
        page = tmp_path / "table.toml"
        page.write_text('game = "pokette"\n' + text, encoding="utf-8")
        return [finding.cite.partition("-")[2] for finding in check_table(page)]

    assert points("") == []
    assert points('[pay_tables.flush]\nwin = "4 to 1"') == []
    assert points('[pay_tables.flush]\nwin = "5 to 2"') == ["12.6(b)"]
    assert points("[limits]\npair-in-three = [5, 25]") == ["8.2(a)"]  # 5 to 1
    assert points("[limits]\npair-in-two = [5, 25]") == []  # 11 to 1
    assert points('[options]\nbetween-stops = "loses"') == ["12.9(a)"]


# ---- 12.7: the spin ------------------------------------------------------------------------------------


def test_12_7_a_no_more_bets_before_the_spin() -> None:
    table = table_of("9h")
    table.bet(1, "red", 5)
    table.deal()
    assert table.said[0] == Say("No more bets", cite="13:69F-12.7(a)")
    assert isinstance(table.said[1], Spin)


def results(table: Table) -> list[tuple[str, str]]:
    return [(event.wager, event.result) for event in table.said if isinstance(event, Settle)]


@pytest.mark.paragraph('12.1 "Non-poker hand wager"', '12.1 "Poker hand wager"', "12.8(b)", "12.8(f)")
def test_12_7_d_and_12_8_b_the_spin_first_and_of_each_the_losers_first() -> None:
    table = table_of("9h", posted=("8h", "7h"))
    for wager in ("flush", "pair-in-three", "red", "single:9h", "black", "jacer"):
        table.bet(1, wager, 5)
    table.bet(2, "straight-open", 5)
    table.bet(2, "suit:s", 5)
    table.deal()
    assert results(table) == [
        *(("black", "lose"), ("jacer", "lose"), ("suit:s", "lose"), ("red", "win"), ("single:9h", "win")),
        *(("pair-in-three", "lose"), ("flush", "win"), ("straight-open", "win")),  # 12.8(f)
    ]
    assert table.settlement is not None
    assert table.settlement[1, "flush"].outcome == "8h 7h 9h"
    assert table.settlement[1, "flush"].cite == "13:69F-12.8(e)2"


def test_12_7_e_a_joker_is_not_put_on_the_stand() -> None:
    table = table_of("jo", "9c", posted=("9d",))
    table.bet(1, "pair-in-two", 10)
    table.bet(2, "black", 10)
    table.deal()
    assert said(table)[1:] == [("Joker: poker hand wagers stand", "12.7(e)3")]
    assert table.state == pokette.PoketteState(posted=["9d"])
    assert results(table) == [("black", "lose")]
    assert table.settlement is not None
    assert table.settlement[2, "black"].cite == "13:69F-12.7(e)1"
    table.bet(1, "pair-in-two", 5)  # it is open still, and may be added to
    table.bet(2, "pair-in-two", 5)
    table.remove(2, "pair-in-two")  # or taken down
    table.deal()
    assert table.settlement.net == {1: 16500, 2: 0}
    replays(table)


def test_12_7_e_1_what_every_place_does_on_a_joker() -> None:
    for joker in ("Jo", "jo"):
        table = table_of(joker)
        for place in POKETTE.numbered(table.rules):
            table.bet(1, place, 5)
        table.deal()
        won = {wager for wager, result in results(table) if result == "win"}
        aces = {"Jo": ("split:Jo-As", "split:Jo-Ac"), "jo": ("split:jo-Ad", "split:jo-Ah")}[joker]
        assert won == {f"single:{joker}", "split:Jo-jo", *aces, "jacer"}


# ---- 12.8: the stand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("printed", [False, True])
def test_12_8_d_what_every_two_cards_open(printed: bool) -> None:
    rules = POKETTE.rules(reading_ace_straight="as-printed" if printed else "as-read")
    flag = pokette.as_printed(rules)
    for first, second in product(range(52), repeat=2):
        opened = {
            hand.wager for n, hand in enumerate(pokette.HANDS) if pokette.opened(n, first, second, flag)
        }
        assert opened == by_the_book(NAMES[first], NAMES[second], printed=printed)


def test_12_8_e_what_every_third_card_does() -> None:
    for first, second in product(range(0, 52, 3), range(52)):
        for third in range(52):
            values = [NAMES[card][0] for card in (first, second, third)]
            suits = {NAMES[card][1] for card in (first, second, third)}
            run = set(values) in RUNS
            expected = {
                "pair-in-two": values[0] == values[2],
                "pair-in-three": values[2] in values[:2],
                "trips": len(set(values)) == 1,
                "flush": len(suits) == 1,
                **dict.fromkeys(("straight-open", "straight-inside"), run),
                **dict.fromkeys(("straight-flush-open", "straight-flush-inside"), run and len(suits) == 1),
            }
            for n, hand in enumerate(pokette.HANDS):
                assert pokette.made(n, first, second, third) == expected[hand.wager]


def test_12_8_the_dealer_announces_what_is_open() -> None:
    table = table_of("8h", "9h", "Ks")
    calls = []
    for _ in range(3):
        table.deal()
        calls.append(said(table)[2:])
    assert calls == [
        [("Wagers may be placed for pair in two", "12.8(a)")],
        [
            ("Wagers may be placed for pair in three", "12.8(c)"),
            ("Wagers may be placed for flush", "12.8(d)1"),
            ("Wagers may be placed for open straight", "12.8(d)2i"),
            ("Wagers may be placed for open straight flush", "12.8(d)3i"),
        ],
        [("The card stand is cleared", "12.8(g)")],
    ]


def test_12_8_what_no_stand_opens_cannot_have_stood() -> None:
    table = table_of("9h")
    table.stand(1, "flush", 10)
    with pytest.raises(Refused, match=r"12\.4\(d\)"):
        table.deal()


# ---- 12.9: irregularities ------------------------------------------------------------------------------


def test_12_9_a_either_option_replays() -> None:
    for option in ("previously-passed", "respin"):
        for at in (None, ("spin", 1)):
            table = table_of("9c", "Jd", posted=("9d",), between_stops=option)
            table.bet(1, "pair-in-two", 10)
            table.irregularity("clapper-between-stops", at)
            table.deal()
            again = option == "respin"
            assert results(table) == [("pair-in-two", "lose" if again else "win")]
            shown = [event.shown for event in table.said if isinstance(event, Irregular)]
            assert shown == ["9c" if again else ""]
            assert table.state == pokette.PoketteState(posted=["9d", "Jd" if again else "9c"])
            replays(table)


def test_12_9_b_the_option_is_posted() -> None:
    option = next(each for each in POKETTE.data.options if each.id == "between-stops")
    assert set(option.texts) == {"previously-passed", "respin"}


def test_12_9_c_no_spin() -> None:
    table = table_of("8d", "9d")
    table.bet(1, "single:8d", 5)
    table.irregularity("fewer-than-three-revolutions")
    table.deal()
    called = [event for event in table.said if isinstance(event, Irregular)]
    assert [(event.shown, event.cite) for event in called] == [("8d", "13:69F-12.9(c)")]
    assert results(table) == [("single:8d", "lose")]
    replays(table)


# ---- random play ---------------------------------------------------------------------------------------

TABLES: list[dict[str, str]] = [
    {},
    {"reading-ace-straight": "as-printed", "indicator": "device"},
    {"columns": "c-h-s-d", "rows": "ace-two", "between-stops": "respin"},
]


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES)
def test_12_8_compiled_and_at_the_table_the_same_money(options: dict[str, str]) -> None:
    """In all three together: more than ten thousand spins at the real table, each wager's money compared."""
    rules = Rules(POKETTE, options)
    simulation = POKETTE.mathematics.simulation(rules)
    assert simulation.size == 54
    chance, spins = random.Random(str(options)), 3500
    stops = [chance.randrange(54) for _ in range(spins)]
    for n in range(0, spins - 6, 25):  # and hands that chance alone would seldom bring
        first, suit = chance.randrange(11), chance.randrange(4)
        stops[n : n + 6] = [4 * (first + chance.randrange(3)) + suit for _ in range(6)]
    tape, wheel = np.array(stops, np.uint8), Tape()
    wheel.load(pockets=stops)
    table = Table(POKETTE, rules, chance=wheel)
    table.sit(1, "Ann", 10_000_000)
    wagers, memory = simulation.wagers, np.zeros(simulation.memory, np.int64)
    hands = len(wagers) - len(HAND_PAYS)
    assert set(wagers[hands:]) == set(HAND_PAYS)
    decided: Counter[str] = Counter()
    for at in range(spins):
        stakes, net, staked = (np.zeros(len(wagers), np.int64) for _ in range(3))
        for i in (*chance.sample(range(hands), 4), *range(hands, len(wagers))):
            stakes[i] = 100 * chance.randint(5, 50)
            dollars = int(stakes[i]) // 100
            if not table.stake(1, wagers[i]) and table.can_bet(1, wagers[i], dollars):
                table.bet(1, wagers[i], dollars)
            elif i < hands:
                stakes[i] = 0
        placed = sum(bet.stake for bet in table.bets.values())
        before = memory[0]
        after = simulation.play.compiled(tape, at, stakes, simulation.rules, memory, net, staked)
        assert after == at + 1
        assert before + staked.sum() == placed
        table.deal()
        assert table.settlement is not None
        came = {wager: each.pays - each.lost for wager, each in table.settlement.wagers.get(1, {}).items()}
        assert came == {wagers[i]: net[i] for i in np.flatnonzero(net)}
        assert memory[0] == sum(bet.stake for bet in table.bets.values())
        decided.update(wager for wager, brought in came.items() if brought > 0)
    assert decided.keys() >= HAND_PAYS.keys()


def test_every_stand_and_every_stop_once_give_the_exact_edges() -> None:
    """Every stand of two cards with every stop is the distribution itself: compiled path and odds agree exactly."""
    for options in TABLES[:2]:
        rules = Rules(POKETTE, options)
        simulation = POKETTE.mathematics.simulation(rules)
        stakes = np.full(len(simulation.wagers), 100, np.int64)
        net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
        tape = np.arange(54, dtype=np.uint8)
        play = simulation.play.compiled
        for first, second in [(card, -1) for card in range(52)] + list(product(range(52), repeat=2)):
            for at in range(52):  # a joker decides nothing; what it takes from the other wagers is below
                memory = np.zeros(simulation.memory, np.int64)
                memory[1:3] = first + 1, second + 1
                play(tape, at, stakes, simulation.rules, memory, net, staked)
                assert memory[0] == 0
        edges = {row.wager: row.house_edge for row in POKETTE.mathematics.odds(rules)}
        for wager, came, put in list(zip(simulation.wagers, net, staked, strict=True))[-len(HAND_PAYS) :]:
            assert Fraction(-int(came), int(put)) == edges[wager]
        net[:], staked[:] = 0, 0
        for at in range(54):
            memory = np.zeros(simulation.memory, np.int64)
            play(tape, at, stakes, simulation.rules, memory, net, staked)
        for wager, came, put in list(zip(simulation.wagers, net, staked, strict=True))[: -len(HAND_PAYS)]:
            assert Fraction(-int(came), int(put)) == edges[wager.partition(":")[0]]


def test_simulation_agrees_with_the_odds() -> None:
    plan = flat("pair-in-two", 10) + flat("flush", 10) + flat("straight-flush-open", 10) + flat("jacer", 5)
    report: Any = simulate(POKETTE.rules(), plan=plan, rounds=400_000, seed=12).json()
    edges = {row.wager: row.house_edge for row in POKETTE.mathematics.odds(POKETTE.rules())}
    for row in report["wagers"]:
        edge = row["house_edge"]
        off = abs(edge["percent"] - float(100 * edges[row["wager"]]))
        assert off < 4 * edge["standard_error"], row["wager"]
    made = {row["wager"]: row["made"] for row in report["wagers"]}
    # A third of the cards are second ones; a quarter of the third ones follow two of a suit; jokers are skipped.
    assert made["pair-in-two"] / 400_000 == pytest.approx(52 / 54 / 3, rel=0.02)
    assert made["flush"] / 400_000 == pytest.approx(52 / 54 / 3 / 4, rel=0.03)


# ---- exact odds ----------------------------------------------------------------------------------------


def edges(**options: str) -> dict[str, Fraction]:
    return {row.wager: row.house_edge for row in POKETTE.mathematics.odds(POKETTE.rules(**options))}


def test_12_6_b_the_edges_by_hand() -> None:
    covers = {"single": 1, "split": 2, "double-rank": 8, "red": 26, "black": 26, "suit": 13}
    covers |= dict.fromkeys(("corner", "rank", "jacer"), 4)
    covers |= dict.fromkeys(("rank-akq", "rank-jt9", "rank-876", "rank-543"), 13)
    # Of the 52 cards that can come to the stand: 4 of a value, 13 of a suit.
    completing = {"pair-in-two": 4, "pair-in-three": 8, "trips": 4, "flush": 13}
    completing |= {"straight-open": 8, "straight-inside": 4}
    completing |= {"straight-flush-open": 2, "straight-flush-inside": 1}
    by_hand = {wager: 1 - Fraction(n * (SPIN_PAYS[wager] + 1), 54) for wager, n in covers.items()}
    by_hand |= {wager: 1 - Fraction(n * (HAND_PAYS[wager] + 1), 52) for wager, n in completing.items()}
    found = edges()
    assert found == by_hand
    assert (found["single"], found["split"], found["double-rank"]) == (
        Fraction(1, 18),
        Fraction(2, 27),
        Fraction(1, 9),
    )
    assert {found[wager] for wager in ("red", "suit", "corner", "rank", "jacer", "rank-akq")} == {
        Fraction(1, 27)
    }
    assert found["flush"] == 0
    assert found["straight-open"] == found["straight-inside"] == Fraction(1, 13)
    assert found["straight-flush-open"] == found["straight-flush-inside"] == Fraction(1, 26)


def test_12_8_d_2_as_printed_the_aces_spoil_the_open_straight() -> None:
    """Of 13 consecutive pairs of values two are completed by one value, the others by two."""
    printed = edges(reading_ace_straight="as-printed")
    assert printed["straight-open"] == 1 - Fraction((11 * 8 + 2 * 4) * 6, 13 * 52) == Fraction(25, 169)
    assert printed["straight-flush-open"] == 1 - Fraction((11 * 2 + 2 * 1) * 25, 13 * 52) == Fraction(19, 169)
    rest = {
        wager: edge for wager, edge in edges().items() if wager not in printed or not wager.endswith("open")
    }
    assert rest.items() <= printed.items()
    rows = analyze("pokette", every=True)
    assert len(rows) == len(SPIN_PAYS) + len(HAND_PAYS) + 2


def test_odds_say_from_which_stand() -> None:
    rows = {row.wager: row for row in POKETTE.mathematics.odds(POKETTE.rules())}
    assert rows["pair-in-two"].per == "unit of the wager, made with one card on the stand"
    assert rows["red"].per == "unit of the wager"
    (single,) = analyze("pokette", "single:joker1")
    assert (single.house_edge, single.hit_rate) == (Fraction(1, 18), Fraction(1, 54))
    (flush,) = analyze("pokette", "flush")
    assert (flush.house_edge, flush.hit_rate, flush.variance) == (0, Fraction(1, 4), 3)
