"""The course of a tournament by hand, 8.6: money, places, levels, seats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pitboss.book import Refused
from pitboss.tournament.course import (
    AddOn,
    Begin,
    Counted,
    Course,
    Dealt,
    End,
    Enter,
    Go,
    Halt,
    Rebuy,
    Resume,
    Withdraw,
)
from pitboss.tournament.file import divided, read_text
from pitboss.tournament.seating import Tables, due, free, rearranged, with_newcomers
from pitboss.tournament.terms import Terms
from tests.tournament.fridays import friday, written

FRIDAY = written(
    chips="1000",
    seats="4",
    level='[{ hands = 2, blinds = "10 20" }, { minutes = 10, blinds = "20 40", ante = 5 }, { blinds = "50 100" }]',
)
MINUTE = 60_000


def begun(names: str = "ABCD", **changes: object) -> Course:
    course = Course(Terms(friday(FRIDAY, **changes)))
    for name in names:
        course.do(Enter(name), 0)
    course.do(Begin(list(names)), 0)
    return course


def deal(course: Course, chips: str, at: int = 0) -> None:
    """Everybody's chips after a deal at the one table that there is, as ``A 900 B 1100``."""
    words = chips.split()
    new = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    (seats,) = course.tables.values()
    course.do(Dealt({1: Counted(course.deals + 1, {seat: new[name] for seat, name in seats.items()})}), at)


def prizes(course: Course) -> dict[str, tuple[int, int]]:
    return {each.name: (each.place, each.prize) for each in course.places}


# ---- the pool, 8.6(e) ---------------------------------------------------------------------------------


def test_8_6_e_the_fee_is_kept_apart_and_the_pool_paid_out() -> None:
    """Four times $10.01 is $40.04: $20.02, $12.01 and $8.00 by percent; the odd cent is the first's."""
    course = begun()
    assert dict(course.ledger.accounts) == {f"wallet:{n}": -1201 for n in "ABCD"} | {
        "pool": 4004,
        "fees": 800,
    }
    for chips in ("A 2000 B 1000 C 1000 D 0", "A 3000 B 1000 C 0", "A 0 B 4000"):
        deal(course, chips)
        course.do(Go(), 0)
    assert prizes(course) == {"B": (1, 2003), "A": (2, 1201), "C": (3, 800), "D": (4, 0)}
    assert course.phase == "over"
    assert course.ledger["pool"] == course.ledger.total == 0
    assert course.ledger["wallet:B"] == 2003 - 1201


def test_8_6_e_tips_are_withheld_and_a_missing_place_goes_to_the_first() -> None:
    """Two of $10.01 each: of $20.02 one percent is 20 cents; of $19.82 the second has 30 percent, $5.94."""
    course = begun("AB", tips=1)
    deal(course, "A 0 B 2000")
    course.do(Go(), 0)
    assert prizes(course) == {"B": (1, 1388), "A": (2, 594)}
    assert course.ledger["tips"] == 20
    assert divided(1000, [50, 30, 20], 1) == [1000]


def test_8_6_f_6_who_goes_out_in_one_deal_is_ranked_by_chips_before_it() -> None:
    """Before the deal in which B, C and D are out B has 1500, D 1000 and C 500. In the other tournament A and D go out
    with as many, and share the third place and the fourth: 20 percent of $40.04, and nothing."""
    course = begun()
    deal(course, "A 1000 B 1500 C 500 D 1000")
    course.do(Go(), 0)
    deal(course, "A 4000 B 0 C 0 D 0")
    course.do(Go(), 0)
    assert [each[0] for each in prizes(course).values()] == [1, 2, 3, 4]
    assert list(prizes(course)) == ["A", "B", "D", "C"]
    tied = begun()
    deal(tied, "A 0 B 3000 C 1000 D 0")
    tied.do(Go(), 0)
    assert (tied.participants["A"].place, tied.participants["D"].place) == (3, 3)
    deal(tied, "B 0 C 4000")
    tied.do(Go(), 0)
    assert prizes(tied) == {"C": (1, 2003), "B": (2, 1201), "A": (3, 400), "D": (3, 400)}


def test_8_6_e_odd_cents_of_a_shared_place_go_to_who_entered_first() -> None:
    """Two of three share the second place. Of $30.03, 30 and 19 percent are $9.00 and $5.70, $7.35 each; but 39 percent
    and 1 are $11.71 and 30 cents, of which A has $6.01."""
    course = begun("ABC", prizes=[51, 30, 19])
    deal(course, "A 0 B 0 C 3000")
    course.do(Go(), 0)
    assert prizes(course) == {"C": (1, 1533), "A": (2, 735), "B": (2, 735)}
    odd = begun("ABC", prizes=[60, 39, 1])
    deal(odd, "A 0 B 0 C 3000")
    odd.do(Go(), 0)
    assert prizes(odd) == {"C": (1, 1802), "A": (2, 601), "B": (2, 600)}


def test_8_6_e_rebuy_and_add_on_go_to_the_pool() -> None:
    extra = {"price": "5", "chips": 1000, "levels": 1}
    course = Course(Terms(read_text(FRIDAY + f"rebuy = {_toml(extra)}\nadd_on = {_toml(extra)}", "f")))
    for name in "ABC":
        course.do(Enter(name), 0)
    course.do(Begin(["A", "B", "C"]), 0)
    deal(course, "A 2000 B 0 C 1000")
    assert course.may_buy() == ["B"]
    for name, says in (("A", "no re-buy is available to A"), ("Z", "has not entered")):
        with pytest.raises(Refused, match=says):
            course.do(Rebuy(name), 0)
    course.do(Rebuy("B"), 0)
    assert course.moved == {"wallet:B": -500, "pool": 500}
    with pytest.raises(Refused, match="no re-buy"):
        course.do(Rebuy("B"), 0)
    course.do(Go(), 0)
    deal(course, "A 3000 B 0 C 1000")
    assert course.may_buy() == []  # one is the most
    course.do(Go(), 0)
    assert (course.phase, course.level, course.may_buy()) == ("add-on", 1, ["A", "C"])
    course.do(AddOn("C"), 0)
    with pytest.raises(Refused, match="no add-on"):
        course.do(AddOn("C"), 0)
    course.do(Go(), 0)
    assert (course.phase, course.issued) == ("playing", 5000)
    deal(course, "A 5000 C 0")
    assert course.may_buy() == []  # the levels of the re-buy are over
    course.do(Go(), 0)
    assert sum(prize for _, prize in prizes(course).values()) == 3 * 1001 + 2 * 500


def _toml(table: dict[str, object]) -> str:
    return "{ " + ", ".join(f"{name} = {value!r}" for name, value in table.items()) + " }"


def test_8_6_e_chips_are_neither_made_nor_lost() -> None:
    course = begun()
    with pytest.raises(Refused, match="does not have the same total"):
        deal(course, "A 1001 B 1000 C 1000 D 1000")
    with pytest.raises(Refused, match="every table must deal"):
        course.do(Dealt({}), 0)
    assert course.deals == 0


# ---- registration, levels, halt -----------------------------------------------------------------------


def test_8_6_f_5_registration_is_once_and_before_the_draw() -> None:
    course = Course(Terms(friday(FRIDAY)))
    course.do(Enter("A"), 0)
    with pytest.raises(Refused, match="has already entered"):
        course.do(Enter("A"), 0)
    with pytest.raises(Refused, match="two participants"):
        course.do(Begin(["A"]), 0)
    course.do(Enter("B"), 0)
    course.do(Withdraw("A"), 0)
    assert course.moved == {"wallet:A": 1201, "pool": -1001, "fees": -200}
    course.do(Enter("C"), 0)
    with pytest.raises(Refused, match="exactly the participants who have entered"):
        course.do(Begin(["A", "B"]), 0)
    course.do(Begin(["C", "B"]), 0)
    for late in (Enter("D"), Withdraw("B"), Begin(["B", "C"])):
        with pytest.raises(Refused, match="registration"):
            course.do(late, 0)


def test_8_6_f_2_levels_last_for_hands_or_minutes_and_not_while_it_has_ceased() -> None:
    course = begun()
    levels = []
    for at in (1, 2, 11, 12, 13):
        deal(course, "A 1000 B 1000 C 1000 D 1000", at * MINUTE)
        if at == 11:
            course.do(Halt("floor", "a fire"), 11 * MINUTE)
            with pytest.raises(Refused, match=r"8\.6\(c\)"):
                course.do(Go(), 11 * MINUTE)
            course.do(Resume("floor"), 12 * MINUTE)
        course.do(Go(), at * MINUTE)
        levels.append(course.level + 1)
    assert levels == [1, 2, 2, 2, 3]  # the second began at 2 and stood still for a minute
    rules = [course.terms.rules(n) for n in range(3)]
    assert [(each["blinds"], each["minimum-bet"], each["ante"]) for each in rules] == [
        ("10 20", "20", "0"),
        ("20 40", "40", "5"),
        ("50 100", "100", "0"),
    ]


def test_8_6_c_a_tournament_that_ceases_for_good_is_paid_out_by_chips() -> None:
    course = begun()
    deal(course, "A 0 B 1500 C 1500 D 1000")
    course.do(Halt("Division", "not as described"), 0)
    course.do(End("Division", "not as described"), 0)
    assert prizes(course) == {"B": (1, 1602), "C": (1, 1602), "D": (3, 800), "A": (4, 0)}
    assert course.ledger["pool"] == 0
    with pytest.raises(Refused, match="over"):
        course.do(Go(), 0)
    before = Course(Terms(friday(FRIDAY)))
    before.do(Enter("A"), 0)
    before.do(End("floor", "nobody came"), 0)
    assert not any(before.ledger.accounts.values())  # the fee as well


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('game = "hold-em"', 'game = "craps"', "poker room"),
        ('blinds = "10 20"', 'blinds = "0.5 1"', "whole chips"),
        ('blinds = "10 20"', 'structure = "no-limit", rake = 1', "has no 'rake'"),
        ('blinds = "10 20"', 'forced-bet = "1"', "has no 'forced-bet'"),
        ("hands = 2,", "", "a number of hands"),
        ("hands = 2", "hands = 2, minutes = 3", "a number of hands"),
        ("hands = 2", "hands = -1", "hands or minutes"),
        ("seats = 4", 'seats = 4\noptions = { rake = 5 }', r"8\.6\(e\)"),
        ("seats = 4", 'seats = 4\noptions = { payout = "bad-beat" }', r"8\.6\(e\)"),
        ("chips = 1000", 'chips = 1010\noptions = { chip = "25" }', "whole chips"),
        ("seats = 4", "rebuy = { price = 0, chips = 1, levels = 1 }", r"more than \$0"),
        ("level = [", "levels = [", "levels"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_a_sentence(before: str, after: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        Terms(read_text(FRIDAY.replace(before, after, 1), "friday"))


def test_14_12_b_a_table_has_no_more_seats_than_the_game() -> None:
    with pytest.raises(Refused, match="9 players"):
        Terms(friday(FRIDAY, game="badugi", seats=10))


# ---- seats --------------------------------------------------------------------------------------------


def test_a_newcomer_sits_where_the_big_blind_comes_first_and_never_before_the_small_blind() -> None:
    """Button at 2, so seat 5 has the first blind and 6 the second: 3 and 4 are no place, 7 is the first, 1 the last."""
    assert due({2, 5, 6}, 2) == [5, 6, 2]
    assert free({2, 5, 6}, 2, 8) == [7, 8, 1]
    assert due({2, 5, 6}, 3) == [6, 2, 5]  # its holder is gone: the next one has it
    assert free({2, 5, 6}, 3, 8) == [7, 8, 1]
    assert free({2}, 2, 3) == [1, 3]


def test_a_table_too_many_is_broken_and_the_others_stay_even() -> None:
    tables = {1: {1: "a", 2: "b", 3: "c"}, 2: {1: "d", 2: "e", 3: "f"}, 3: {1: "g"}}
    kept = rearranged(tables, {1: 1, 2: 1, 3: 1}, 4)
    assert {number: len(seats) for number, seats in kept.items()} == {1: 4, 2: 3}
    assert kept[1][4] == "g"
    # Only seats 2 and 3 are free, between the button at 1 and the first blind at 4: it waits for the next deal.
    waits = {1: {1: "a", 4: "b"}, 2: {1: "c", 4: "d"}}
    assert rearranged(waits, {1: 1, 2: 1}, 4) == waits
    assert rearranged(waits, {1: 4, 2: 1}, 4) == {1: {1: "a", 4: "b", 2: "c", 3: "d"}}


def test_whoever_is_moved_was_next_for_the_big_blind() -> None:
    kept = rearranged({1: dict(enumerate("abcde", 1)), 2: {1: "x", 2: "y"}}, {1: 2, 2: 1}, 5)
    assert kept == {1: {1: "a", 2: "b", 3: "c", 5: "e"}, 2: {1: "x", 2: "y", 3: "d"}}


def test_tables_are_never_two_apart_unless_only_a_bad_seat_is_free() -> None:
    chance = random.Random(86)
    for _ in range(2_000):
        positions = chance.randint(2, 10)
        tables: Tables = {}
        for number in range(1, chance.randint(1, 6) + 1):
            at = chance.sample(range(1, positions + 1), chance.randint(0, positions))
            tables[number] = {seat: f"{number}.{seat}" for seat in at}
        buttons = {number: chance.randint(1, positions) for number in tables}
        everybody = sorted(name for seats in tables.values() for name in seats.values())
        if not everybody:
            continue
        kept = rearranged(tables, buttons, positions)
        assert sorted(name for seats in kept.values() for name in seats.values()) == everybody
        smallest = min(kept, key=lambda number: len(kept[number]))
        sizes = [len(seats) for seats in kept.values()]
        bad_seat = not free(kept[smallest], buttons[smallest], positions)
        assert max(sizes) - min(sizes) < 2 or bad_seat
        assert max(sizes) <= positions
        places = sum(len(free(seats, buttons[number], positions)) for number, seats in kept.items())
        empty = len(kept) * positions - len(everybody)
        assert len(kept) == -(-len(everybody) // positions) or places < empty
        assert any(len(seats) > 1 for seats in kept.values()) or len(everybody) == 1  # it goes on


def test_the_file_of_the_documentation_can_be_played() -> None:
    page = Path(__file__).parents[2] / "docs" / "tournaments.md"
    terms = Terms(
        read_text(page.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0], "the page")
    )
    assert terms.limits(1) == {"blinds": "50 100", "ante": "5", "minimum-bet": "100", "maximum-bet": "200"}


# ---- late entry, 8.6(f)5 --------------------------------------------------------------------------------


def test_8_6_f_5_who_enters_late_pays_the_same_and_sits_down_for_the_next_deal() -> None:
    course = begun("ABC", late=1)
    course.do(Enter("D"), 0)
    assert course.waiting == ["D"]
    assert (course.ledger["pool"], course.ledger["fees"]) == (4 * 1001, 4 * 200)
    assert "D" not in course.tables[1].values(), "no seat in the middle of a hand"
    deal(course, "A 900 B 1100 C 1000")
    course.do(Go(), 0)
    assert course.tables == {1: {1: "A", 2: "B", 3: "C", 4: "D"}}
    assert course.said == ["D sits down at table 1, seat 4"]
    assert course.issued == 4000
    with pytest.raises(Refused, match="only during registration"):
        course.do(Withdraw("D"), 0)
    deal(course, "A 900 B 1100 C 1000 D 1000")
    course.do(Go(), 0)
    assert course.level == 1
    with pytest.raises(
        Refused, match="that is possible only during registration; the tournament is now in playing"
    ):
        course.do(Enter("E"), 0)


def test_without_late_entry_nobody_enters_once_it_has_begun() -> None:
    with pytest.raises(Refused, match="possible only during registration"):
        begun("ABC").do(Enter("D"), 0)


def test_late_entrants_have_a_table_of_their_own_where_every_seat_is_taken_and_the_tables_are_kept_even() -> (
    None
):
    course = begun("ABCD", late=9)
    course.do(Enter("E"), 0)
    deal(course, "A 1000 B 1000 C 1000 D 1000")
    course.do(Go(), 0)
    assert {number: len(seats) for number, seats in course.tables.items()} == {1: 3, 2: 2}
    assert course.opened == 2
    assert course.tables[2][1] == "E"


def test_who_is_left_plays_on_against_a_late_entrant() -> None:
    course = begun("AB", late=9)
    course.do(Enter("C"), 0)
    deal(course, "A 2000 B 0")
    course.do(Go(), 0)
    assert (course.phase, course.participants["B"].place) == ("playing", 3)
    assert sorted(course.tables[1].values()) == ["A", "C"]


def test_newcomers_fill_one_fresh_table_after_the_other() -> None:
    tables = with_newcomers({1: {1: "A", 2: "B"}}, list("CDEFG"), {}, 2, 4)
    assert tables == {1: {1: "A", 2: "B"}, 4: {1: "C", 2: "D"}, 5: {1: "E", 2: "F"}, 6: {1: "G"}}
