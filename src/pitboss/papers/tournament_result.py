"""The result of a tournament, as a paper."""

from __future__ import annotations

from pitboss.law import one_line
from pitboss.money import money
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.papers.tournament import sheet
from pitboss.tournament.course import Course


def result(course: Course) -> Sheet:
    """Places and prizes of a tournament, and its money."""
    given, ledger, people = course.terms.file, course.ledger, course.places
    rows = tuple(
        (
            str(each.place) if each.place else "–",
            one_line(each.name),
            f"{each.chips:,}",
            money(each.paid),
            money(each.prize) if each.prize else "",
        )
        for each in people
    )
    collected, fees = sum(each.paid for each in people), ledger["fees"]
    facts = [("collected for the pool", money(collected))]
    facts += [("entry fees, not part of it", money(fees))] if fees else []
    facts += [("withheld for dealers", money(ledger["tips"]))] if given.tips else []
    facts += [
        ("paid out as prizes", money(sum(each.prize for each in people))),
        ("left in the pool", money(ledger["pool"])),
    ]
    money_ = Section(title="The pool", label="8.6(e)", facts=tuple(facts))
    columns = ("place", "participant", "chips", "paid in", "prize")
    places = Section(title="Places", label="8.6(f)6", tables=(Columns(columns=columns, rows=rows, words=2),))
    return sheet(given, f"after {course.deals:,} deals: {course.phase}", "8.6", [money_, places])
