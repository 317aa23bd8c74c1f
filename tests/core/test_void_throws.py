"""Throws and spins that were void: counted alike in every game that has them, and told on in the next round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.book import game, games
from pitboss.law import Refused
from pitboss.table import Memory, Table, read
from pitboss.table.case import Case, settle

VOID: dict[str, tuple[str, dict[str, int], str, list[Any], list[Any]]] = {
    "roulette": ("foreign-object", {"red": 10}, "spins", ["5"], ["2"]),
    "big-six": ("fewer-than-three-revolutions", {"big6:1": 10}, "spins", ["1"], ["2"]),
    "pokette": ("fewer-than-three-revolutions", {"single:2c": 10}, "spins", ["2c"], ["2d"]),
    "craps": ("die-off-table", {"field": 10}, "dice", [[1, 2]], [[3, 3]]),
    "mini-craps": ("die-on-die", {"field": 10}, "dice", [[1, 2]], [[3, 3]]),
    "automated-craps": ("no-roll", {"field": 10}, "dice", [[1, 2]], [[3, 3]]),
    "mini-dice": ("die-not-flat", {"place-6": 12}, "dice", [[3, 3]], [[3, 4]]),
    "sic-bo": ("dice-not-flat", {"small": 10}, "dice", [[1, 2, 3]], [[4, 5, 6]]),
}
"""Of each game an invalid throw or spin, a wager, and what wins and loses it."""


def told(name: str, thrown: str, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Settle a wager with throws that win (+) and lose (-)."""
    _, wagers, kind, win, lose = VOID[name]
    throws = [(win if each == "+" else lose)[0] for each in thrown]
    seats = [{"seat": 1, "wagers": wagers}]
    case = {"game": name, "seats": seats, kind: throws, "events": list(events)} | more
    answer: dict[str, Any] = settle(msgspec.convert(case, Case))
    return answer


def void(name: str, number: int | None = None) -> dict[str, Any]:
    irregularity, _, kind, *_ = VOID[name]
    at = {"at": ["spin" if kind == "spins" else "roll", number]} if number else {}
    return {"irregularity": irregularity, **at}


def won(answer: dict[str, Any]) -> bool | None:
    """Has the wager won? Nothing: it stands."""
    (seat,) = answer["seats"]
    results = [each["result"] == "win" for each in seat["wagers"].values()]
    assert bool(results) != bool(seat.get("standing"))
    return results[0] if results else None


def test_every_game_decided_by_throws_or_spins_that_may_be_void_is_here() -> None:
    """At pai gow the throw decides who is dealt to first."""
    decided = [game(each.id) for each in games() if each.family in ("dice", "wheels")]
    assert {each.id for each in decided if any(i.effect == "again" for i in each.data.irregularities)} == set(
        VOID
    )


@pytest.mark.parametrize("name", VOID)
def test_a_void_throw_is_a_throw_and_two_in_a_row_are_two(name: str) -> None:
    assert won(told(name, "-+", void(name, 1))) is True
    assert won(told(name, "--+", void(name, 1), void(name, 2))) is True
    assert won(told(name, "--+", void(name), void(name))) is True
    assert won(told(name, "++-", void(name, 2), void(name, 1))) is False


@pytest.mark.parametrize("name", VOID)
def test_one_throw_is_not_void_twice(name: str) -> None:
    with pytest.raises(Refused, match=rf"{VOID[name][0]} did not happen: the round never reached \w+ 1"):
        told(name, "--+", void(name, 1), void(name, 1))


@pytest.mark.parametrize("name", VOID)
def test_what_stands_after_void_throws_is_decided_by_the_next(name: str) -> None:
    """In the rounds of one case, and in another case that begins with what the first left."""
    for void_ones in (1, 2):
        events = [void(name, n) for n in range(1, void_ones + 1)]
        left = told(name, "-" * void_ones, *events)
        assert won(left) is None
        (seat,) = left["seats"]
        again = {"seat": 1, "standing": seat["standing"], "marks": seat.get("marks", {})}
        assert won(told(name, "+", seats=[again], state=left["state"])) is True
        _, wagers, kind, win, lose = VOID[name]
        rounds = [
            {"seats": [{"seat": 1, "wagers": wagers}], kind: lose * void_ones, "events": events},
            {"seats": [{"seat": 1}], kind: win},
        ]
        both: Any = settle(msgspec.convert({"game": name, "rounds": rounds}, Case))
        assert won(both) is True
        assert won(both["rounds"][0]) is None


@pytest.mark.parametrize("name", ["craps", "mini-craps", "automated-craps"])
def test_throws_are_counted_through_a_case_that_tells_of_many(name: str) -> None:
    """The point is 4; the second throw, a seven, is off the table; the third makes the point."""
    case = {"seats": [{"seat": 1, "wagers": {"pass": 10}}], "dice": [[2, 2], [3, 4], [3, 1]]}
    assert told(name, "", void(name, 2), **case)["seats"][0]["net"] == 10
    with pytest.raises(Refused, match="did not happen: the round never reached roll 4"):
        told(name, "", void(name, 4), **case)


@pytest.mark.parametrize("name", ["craps", "mini-craps", "mini-dice"])
def test_what_happens_before_a_throw_does_so_though_the_throw_is_void(name: str) -> None:
    """13.7(a)1ii, 1.11(a)2: the shooter is ordered to pass before the first throw, which is then void."""
    state = {"holder": 1} if name == "mini-dice" else {"shooter": 1}
    decisions = ["accept"] if name == "mini-dice" else []
    events = [void(name, 1), {"irregularity": "ordered-to-pass", "at": ["roll", 1]}]
    wagers = {"over-7": 10} if name == "mini-dice" else {"pass": 10}
    seats = [{"seat": 1, "wagers": wagers}, {"seat": 2, "wagers": wagers, "decisions": decisions}]
    answer = told(name, "", *events, state=state, seats=seats, dice=[[1, 1], [5, 6]])
    assert answer["seats"][0]["net"] > 0, "the eleven counts, and not the two"
    assert answer["state"][next(iter(state))] != 1


def test_11_11_b_a_void_shake_replays_where_a_number_is_drawn_after_it() -> None:
    """Dice are shaken for the wagers on them, and the generator says where the deal begins: two kinds of chance in
    one step, of which the invalid throw is of the first."""
    defined, ticks = game("pai-gow-poker"), iter(range(10**9))
    rules = defined.rules(starting_position="generator", dragons_eye="method-1")
    table = Table(defined, rules, seed=1, clock=lambda: next(ticks), storage=Memory())
    table.sit(1, "Ann", 1000)
    for wager in ("pai-gow-poker", "odd"):
        table.bet(1, wager, 20)
    table.irregularity("die-fell-out", ("roll", 1))
    table.deal()
    assert [each.id for each in table.happened] == ["die-fell-out"]
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    assert Table.resume(read(storage.lines)).journal.chain == table.journal.chain
