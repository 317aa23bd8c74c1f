"""A school of dealers: payouts are asked before they are shown, an instructor injects irregularities, and answers are
timed and scored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from pitboss.law import Refused, one_line, short
from pitboss.money import cents, money
from pitboss.table.entered import EnteredTable
from pitboss.web.live import LiveTable
from pitboss.web.people import Person
from pitboss.web.service import Service
from pitboss.web.transaction import Statement, Unmet

_LESSON: Final = ("id", "at", "table", "table_name", "student", "instructor", "ended")
_LESSONS: Final = (
    "SELECT lessons.id, at, table_id, tables.name, student, instructor, ended FROM lessons "
    "JOIN tables ON tables.id = table_id"
)


class School:
    """The lessons of a house."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._database = service.database

    async def begin(self, instructor: Person, live: LiveTable, student: str) -> str:
        """A lesson at a table whose outcomes are entered."""
        if not isinstance(live.table, EnteredTable):
            raise Refused("a lesson needs a table whose outcomes a dealer enters")
        rows = await self._database.read("SELECT role FROM people WHERE name = ?", student)
        if not rows or rows[0][0] != "dealer":
            raise Refused(f"{one_line(student)} is no dealer of this house")
        if await self.lesson_of(live, student):
            raise Refused(f"{student} has a lesson at this table already")
        identity = secrets.token_hex(4)
        row = (identity, self.service.clock(), live.id, student, instructor.name)
        insert = "INSERT INTO lessons (id, at, table_id, student, instructor) VALUES (?, ?, ?, ?, ?)"
        await self._database.write([Statement(insert, [row])])
        await self.service.note("lesson", instructor.name, live.id, f"begins for {student}")
        return identity

    async def end(self, instructor: Person, identity: str) -> None:
        lesson = await self._open(identity)
        ended = Statement("UPDATE lessons SET ended = ? WHERE id = ?", [(self.service.clock(), identity)])
        await self._database.write([ended])
        await self.service.note("lesson", instructor.name, lesson["table"], f"ends for {lesson['student']}")

    async def inject(self, instructor: Person, live: LiveTable, identity: str, irregularity: str) -> None:
        """Confront the student with an irregularity of this game."""
        lesson = await self._open(identity)
        if irregularity not in self.rulings(live):
            raise Refused(f"this game has no irregularity {one_line(irregularity)!r}")
        await self._ask(identity, "ruling", self.service.clock(), irregularity, irregularity)
        await self.service.note("lesson", instructor.name, lesson["table"], f"injects {irregularity}")

    @staticmethod
    def rulings(live: LiveTable) -> dict[str, str]:
        """The irregularities of a table's game, each with its ruling and paragraph."""
        return {
            each.id: f"{each.ruling} ({short(each.full_cite)})"
            for each in live.table.rules.game.data.irregularities
        }

    # ---- the student -----------------------------------------------------------------------------------

    async def lesson_of(self, live: LiveTable, student: str) -> dict[str, Any] | None:
        """The student's lesson at this table, if there is one."""
        rows = await self._database.read(
            f"{_LESSONS} WHERE table_id = ? AND student = ? AND ended = 0", live.id, student
        )
        return dict(zip(_LESSON, rows[0], strict=True)) if rows else None

    async def question(self, live: LiveTable, lesson: Mapping[str, Any]) -> dict[str, Any] | None:
        """What the student has to answer now: the payouts of the last round, or a ruling."""
        await self._ask_payouts(live, lesson)
        rows = await self._database.read(
            "SELECT n, kind, about FROM answers WHERE lesson = ? AND answered = 0 ORDER BY n", lesson["id"]
        )
        if not rows:
            return None
        n, kind, about = rows[0]
        if kind == "payouts":
            return {"n": n, "kind": kind, "about": about}
        return {"n": n, "kind": kind, "about": about, "choices": sorted(set(self.rulings(live).values()))}

    async def _ask_payouts(self, live: LiveTable, lesson: Mapping[str, Any]) -> None:
        """The payouts of a round that has ended during the lesson are asked once."""
        table = live.table
        record = live.records.get(table.rounds)
        if table.playing or table.settlement is None or record is None or record.at < lesson["at"]:
            return
        about = f"round {table.rounds}"
        asked = await self._database.read(
            "SELECT 1 FROM answers WHERE lesson = ? AND about = ?", lesson["id"], about
        )
        if not asked:
            await self._ask(lesson["id"], "payouts", record.at, about, " ".join(due_of(live)))

    async def _ask(self, lesson: str, kind: str, at: int, about: str, due: str) -> None:
        insert = (
            "INSERT INTO answers (lesson, n, kind, asked, about, due) SELECT ?, coalesce(max(n), 0) + 1, ?, ?, ?, ? "
            "FROM answers WHERE lesson = ?"
        )
        await self._database.write([Statement(insert, [(lesson, kind, at, about, due, lesson)])])

    async def answer(self, student: Person, live: LiveTable, given: Mapping[str, str]) -> None:
        """The answer to the question put to this student."""
        lesson = await self.lesson_of(live, student.name)
        if lesson is None or (question := await self.question(live, lesson)) is None:
            raise Refused("nothing is asked of you now")
        if question["kind"] == "payouts":
            wanted = due_of(live)
            typed = [cents(given.get(f"due.{n}", "").strip() or "0") for n in range(len(wanted))]
            said = " ".join(map(money, typed))
        else:
            said = given.get("ruling", "")
            if said not in question["choices"]:
                raise Refused("choose a ruling")
            named = next(name for name, ruling in self.rulings(live).items() if ruling == said)
            right = self.rulings(live)[question["about"]] == said
            said = question["about"] if right else named
        update = "UPDATE answers SET answered = ?, given = ? WHERE lesson = ? AND n = ? AND answered = 0"
        row = (self.service.clock(), said, lesson["id"], question["n"])
        try:
            await self._database.write([Statement(update, [row], expect=1)])
        except Unmet:
            raise Refused("this is answered already") from None

    # ---- the record ------------------------------------------------------------------------------------

    async def lessons(self, student: str = "") -> list[dict[str, Any]]:
        """Lessons with their scores, the newest first: of one student, or of the class."""
        where, values = (" WHERE student = ?", [student]) if student else ("", [])
        rows = await self._database.read(f"{_LESSONS}{where} ORDER BY at DESC LIMIT 200", *values)
        found = [dict(zip(_LESSON, row, strict=True)) for row in rows]
        for each in found:
            each["answers"] = await self._answers(each["id"])
            each |= score(each["answers"])
        return found

    async def _answers(self, lesson: str) -> list[dict[str, Any]]:
        rows = await self._database.read(
            "SELECT kind, about, due, given, answered - asked FROM answers "
            "WHERE lesson = ? AND answered > 0 ORDER BY n",
            lesson,
        )
        return [
            {
                "kind": kind,
                "about": about,
                "due": due,
                "given": given,
                "seconds": took / 1000,
                "right": due == given,
            }
            for kind, about, due, given, took in rows
        ]

    async def record(self) -> list[dict[str, Any]]:
        """The class: every student with lessons, answers and their time."""
        students: dict[str, list[dict[str, Any]]] = {}
        for each in await self.lessons():
            students.setdefault(each["student"], []).append(each)
        return [
            {
                "student": name,
                "lessons": len(lessons),
                **score([one for lesson in lessons for one in lesson["answers"]]),
            }
            for name, lessons in sorted(students.items())
        ]

    async def _open(self, identity: str) -> dict[str, Any]:
        rows = await self._database.read(f"{_LESSONS} WHERE lessons.id = ? AND ended = 0", identity)
        if not rows:
            raise Refused("this lesson is not open")
        return dict(zip(_LESSON, rows[0], strict=True))


def due_of(live: LiveTable) -> list[str]:
    """What each wager of the last round comes to, in the order of the dealer's list: paid, or taken (with a minus)."""
    settlement = live.table.settlement
    if settlement is None:
        return []
    wagers = (each for _, found in sorted(settlement.wagers.items()) for each in found.values())
    return [money(each.pays - each.lost) for each in wagers]


def score(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """How many answers are right, and how long they took on average."""
    seconds = [each["seconds"] for each in answers]
    return {
        "asked": len(answers),
        "right": sum(each["right"] for each in answers),
        "seconds": sum(seconds) / len(seconds) if seconds else 0.0,
    }
