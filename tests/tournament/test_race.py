"""Chips that go out of use are raced off, 8.6(f)2: a rule of the house."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest

from pitboss.book import Refused
from pitboss.papers.tournament import public
from pitboss.table import Memory, Table, read
from pitboss.table.journal import Limits
from pitboss.tournament.course import Announce, Begin, Counted, Course, Dealt, Enter, Go, Race
from pitboss.tournament.play import played
from pitboss.tournament.race import hashed, raced
from pitboss.tournament.record import Tournament, arrange, audit
from pitboss.tournament.terms import Terms
from tests.tournament.fridays import friday, written

FRIDAY = written(
    chips="1500",
    seats="6",
    denominations="[25, 100, 500]",
    level='[{ hands = 1, blinds = "25 50" }, { hands = 1, blinds = "50 100", ante = 25 },'
    ' { hands = 1, blinds = "100 200" }, { blinds = "500 1000" }]',
)
SECRET = bytes(range(32))
ONCE = hashlib.sha256(SECRET).hexdigest()
TWICE = hashlib.sha256(bytes.fromhex(ONCE)).hexdigest()


def begun(names: str = "ABCD", promise: str = TWICE) -> Course:
    course = Course(Terms(friday(FRIDAY)), promise)
    for name in names:
        course.do(Enter(name), 0)
    course.do(Begin(list(names)), 0)
    return course


def deal(course: Course, *chips: int) -> None:
    """Chips after a deal at the one table, from seat 1 on."""
    course.do(Dealt({1: Counted(course.deals + 1, dict(enumerate(chips, 1)))}), 0)
    course.do(Go(), 0)


# ---- the lots -----------------------------------------------------------------------------------------


def test_8_6_f_2_a_lot_for_each_odd_chip() -> None:
    """Of 130 and 45 in chips of 5 there is one odd chip, and four, over whole ones of 25: together one of 25, which
    the first has one time in five. Of 2,000 draws that is 400, with a deviation of 18."""
    stacks = {"A": 130, "B": 45, "C": 25, "D": 100}
    ends = Counter(
        tuple(raced(stacks, 5, 25, hashlib.sha256(bytes([n // 256, n % 256])).digest()).items())
        for n in range(2_000)
    )
    won = (("A", 150), ("B", 25), ("C", 25), ("D", 100))
    lost = (("A", 125), ("B", 50), ("C", 25), ("D", 100))
    assert set(ends) == {won, lost}
    assert abs(ends[won] - 400) < 90


def test_8_6_f_2_at_most_one_chip_for_a_player() -> None:
    """Twenty odd in each of five stacks are four chips of 25: four players have one, and the fifth none."""
    after = raced(dict.fromkeys("ABCDE", 120), 5, 25, SECRET)
    assert sorted(after.values()) == [100, 125, 125, 125, 125]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"A": 20, "B": 1005}, {"A": 25, "B": 1000}),  # the one chip is his who has none
        ({"A": 10, "B": 10, "C": 980}, {"A": 25, "B": 25, "C": 975}),  # 25 odd, and two who have none
        ({"A": 500, "B": 510}, {"A": 500, "B": 525}),  # 10 odd are a chip, of which the house adds 15
        ({"A": 500, "B": 525}, {"A": 500, "B": 525}),
    ],
)
def test_8_6_f_2_nobody_is_raced_out_and_the_house_adds_what_is_lacking(
    before: dict[str, int], after: dict[str, int]
) -> None:
    assert raced(before, 5, 25, SECRET) == after


# ---- in the course of a tournament --------------------------------------------------------------------


def test_8_6_f_2_a_chip_goes_out_of_use_when_no_later_level_needs_it() -> None:
    terms = Terms(friday(FRIDAY))
    assert terms.smallest == [25, 25, 100, 500]
    assert [terms.rules(n).chip for n in range(4)] == [2500, 2500, 10_000, 50_000]
    assert terms.races == 2
    assert Terms(friday(FRIDAY, denominations=[25])).races == 0
    later = written(denominations="[5, 10]", level='[{ hands = 1, blinds = "10 20" }, { blinds = "15 30" }]')
    assert Terms(friday(later)).smallest == [5, 5]  # the second level needs fives


def test_8_6_f_2_a_race_is_drawn_as_promised_and_conserves_chips() -> None:
    """B is short and has a whole chip; of A, C and D with 50, 75 and 50 odd, two of the other chips are won."""
    course = begun()
    deal(course, 1500, 1500, 1500, 1500)
    assert course.phase == "playing"
    deal(course, 1550, 25, 2875, 1550)
    assert (course.phase, course.level) == ("race", 2)
    for wrong in ("", "no secret", TWICE, SECRET.hex()):
        with pytest.raises(Refused, match="promised"):
            course.do(Race(wrong), 0)
    course.do(Race(ONCE), 0)
    chips = {name: each.chips for name, each in course.participants.items()}
    assert chips["B"] == 100
    assert sorted(chips[name] - whole for name, whole in (("A", 1500), ("C", 2800), ("D", 1500))) == [
        0,
        0,
        100,
    ]
    assert course.chips["play"] == course.issued == 6000
    assert course.chips.total == 0
    assert (course.phase, course.said[-1]) == ("playing", "chips of 25 are raced off")
    deal(course, *chips.values())
    course.do(Race(SECRET.hex()), 0)
    assert all(each.chips % 500 == 0 for each in course.alive)
    assert course.chips["play"] == course.issued
    with pytest.raises(Refused, match="possible only during race"):
        course.do(Race(SECRET.hex()), 0)


def test_8_6_f_2_what_the_house_adds_is_on_record() -> None:
    """Three with 1,500 have 4,500 chips, four of 1,000 and 500 odd: the fifth is half the house's."""
    course = Course(
        Terms(friday(FRIDAY, denominations=[500, 1000], level=[
            {"hands": 1, "blinds": "500 1000"}, {"blinds": "1000 2000"}
        ])),
        ONCE,
    )  # fmt: skip
    for name in "ABC":
        course.do(Enter(name), 0)
    course.do(Begin(list("ABC")), 0)
    deal(course, 1500, 1500, 1500)
    course.do(Race(SECRET.hex()), 0)
    assert sorted(each.chips for each in course.alive) == [1000, 2000, 2000]
    assert course.said[-1] == "chips of 500 are raced off; the house adds 500"
    assert (course.chips["play"], course.chips["stock"]) == (5000, -5000)


def test_8_6_f_2_tables_bet_in_the_chips_that_are_left() -> None:
    course = begun()
    kept = Memory()
    table = Table(course.terms.game, course.terms.rules(0), seed=1, storage=kept)
    arrange(course, 1, table)
    deal(course, 1500, 1500, 1500, 1500)
    deal(course, 1550, 25, 2875, 1550)
    course.do(Race(ONCE), 0)
    arrange(course, 1, table)
    arrange(course, 1, table)  # as after a crash
    assert {table.seats[seat].name: table.funds(seat) // 100 for seat in table.seats} == {
        name: each.chips for name, each in course.participants.items()
    }
    assert table.rules.chip == 10_000
    assert sum(isinstance(entry.command, Limits) for entry in read(kept.lines)) == 1
    table.deal()
    assert table.asked is not None
    raises = next(choice for choice in table.asked.choices if choice.id == "raise")
    assert (raises.least, raises.step) == (40_000, 10_000)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"denominations": [20, 50]}, "each must be a multiple"),
        ({"denominations": [100, 25]}, "denominations must increase"),
        ({"denominations": [50]}, "25 cannot be bet"),
        ({"chips": 1510}, "level 1: starting chips and bets"),
        ({"chips": 1550, "late": 3}, "level 3: starting chips and bets"),
    ],
)
def test_8_6_f_2_what_cannot_be_made_of_the_chips_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        Terms(friday(FRIDAY, **changes))


def test_8_6_f_2_a_tournament_without_a_promise_is_not_announced() -> None:
    with pytest.raises(Refused, match="promised when the tournament is announced"):
        Tournament(Announce(friday(FRIDAY)), 0)


# ---- played through -----------------------------------------------------------------------------------


def test_8_6_f_2_a_tournament_with_races_is_verified_and_a_forged_race_is_not() -> None:
    over = played(friday(FRIDAY, participants=11), 2)
    course = over.tournament.course
    races = [n for n, line in enumerate(over.record) if json.loads(line)["command"]["command"] == "race"]
    assert len(races) == 2
    assert over.json()["verified"]
    assert course.chips["play"] == course.issued
    announced = json.loads(over.record[0])["command"]["promise"]
    told = bytes.fromhex(json.loads(over.record[races[0]])["command"]["secret"])
    assert hashlib.sha256(told).hexdigest() == announced
    assert hashed(bytes.fromhex(json.loads(over.record[races[1]])["command"]["secret"]), 2).hex() == announced
    forged = [line.replace(told.hex().encode(), b"0" * 64) for line in over.record]
    assert not audit(forged, over.journals)["verified"]


def test_8_6_f_2_the_public_is_told_of_the_race() -> None:
    section = public(friday(FRIDAY)).sections[2]
    assert ("denominations", "25, 100, 500") in section.facts
    assert "raced off" in section.text[-1][1]
