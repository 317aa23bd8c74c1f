"""Corrections and voids as cases: tied to a round and a wager, with a reason, a cap by role, and a second person above
it."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

import msgspec

from pitboss.law import Refused, one_line
from pitboss.money import Cents, cents, money
from pitboss.web import messages as m
from pitboss.web.address import ADDRESS
from pitboss.web.live import Forbidden, LiveTable, alone
from pitboss.web.people import Person, a
from pitboss.web.service import Service
from pitboss.web.transaction import Statement, Unmet

Decision = Literal["approve", "refuse"]
_FIELDS: Final = (
    *("id", "at", "table", "name", "kind", "round", "seat", "player", "wager", "paid", "due", "why"),
    *("proposed_by", "address", "state", "decided_by", "decided"),
)
_COLUMNS: Final = (
    "cases.id, at, table_id, tables.name, kind, round, seat, player, wager, paid, due, why, proposed_by, "
    "cases.address, state, decided_by, decided"
)


class Control:
    """The cases of a house."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def alone(self, person: Person) -> Cents:
        """What a person may decide without a second one."""
        return alone(self.service.settings, person)

    async def propose(
        self,
        person: Person,
        live: LiveTable,
        kind: str,
        why: str,
        *,
        round_: int = 0,
        seat: int = 0,
        wager: str = "",
        due: str = "0",
    ) -> str:
        """A case. What its proposer may decide alone is carried out at once. Returns its id."""
        why = one_line(why).strip()
        if not why:
            raise Refused("give a reason")
        live.rule(person, "floor")
        match kind:
            case "void":
                if not live.staked:
                    raise Refused("there is no wager on the layout")
                number = live.table.rounds + 1
                row = (number, 0, "", "", live.staked, 0)
                amount = live.staked
            case "correction":
                row, amount = await self._difference(live, round_, seat, wager, due)
            case _:
                raise Refused(f"a case is a correction or a void, not {one_line(kind)!r}")
        most = 100 * self.service.settings.correction_most
        if amount > most:
            raise Refused(f"{money(amount)} is more than the {money(most)} that a case may move")
        identity = secrets.token_hex(4)
        values = (identity, self.service.clock(), live.id, kind, *row, why[:200], person.name, ADDRESS.get())
        await self.service.database.write(
            [
                Statement(
                    "INSERT INTO cases (id, at, table_id, kind, round, seat, player, wager, paid, due, why, "
                    "proposed_by, address, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'proposed')",
                    [values],
                )
            ]
        )
        says = f"{identity}: {kind} of {money(amount)}, {why}"
        await self.service.note("case proposed", person.name, live.id, says, round=int(row[0]))
        if amount <= self.alone(person):
            await self._carry_out(identity, person, live)
        return identity

    async def _difference(
        self, live: LiveTable, round_: int, seat: int, wager: str, due: str
    ) -> tuple[tuple[int, int, str, str, Cents, Cents], Cents]:
        """The round, seat, player and wager with what was paid and what is due, and the difference."""
        volumes = await self.service.database.read(
            "SELECT volume FROM rounds WHERE table_id = ? AND round = ?", live.id, round_
        )
        record = (await self.service.records(live.id, volumes[0][0])).get(round_) if volumes else None
        if record is None:
            raise Refused(f"this table has no finished round {round_}")
        result = msgspec.json.decode(record.result, type=m.ResultView)
        found = next((each for each in result.seats if each.seat == seat), None)
        if found is None or wager not in found.wagers:
            has = ", ".join(found.wagers) if found else ""
            raise Refused(
                f"seat {seat} had no wager {one_line(wager)!r} in round {round_}"
                + (f", only {has}" if has else "")
            )
        if live.table.seats.get(seat) is None or live.table.seats[seat].name != found.name:
            raise Refused(f"{found.name} no longer has seat {seat}; the cage settles it with the player")
        settled = found.wagers[wager]
        earlier = await self.service.database.read(
            "SELECT coalesce(sum(due - paid), 0) FROM cases WHERE table_id = ? AND round = ? AND seat = ? "
            "AND wager = ? AND state = 'done'",
            *(live.id, round_, seat, wager),
        )
        paid = settled.pays - settled.lost + int(earlier[0][0])
        owed = cents(due)
        chip = live.table.rules.chip
        if owed == paid:
            raise Refused(f"{money(paid)} was paid already; nothing is to be corrected")
        if (owed - paid) % chip:
            raise Refused(f"{money(abs(owed - paid))} cannot be paid in chips; the smallest is {money(chip)}")
        return (round_, seat, found.name, wager, paid, owed), abs(owed - paid)

    async def decide(self, person: Person, live: LiveTable, identity: str, decision: Decision) -> None:
        """A second person approves a case, or anybody who may decide it refuses it."""
        case = await self.case(identity)
        if case["table"] != live.id or case["state"] != "proposed":
            raise Refused("this case is not open")
        if decision == "refuse":
            await self._turn(identity, "proposed", "refused", person.name)
            await self.service.note("case refused", person.name, live.id, identity, round=case["round"])
            return
        if case["proposed_by"] == person.name:
            raise Forbidden("a second person must approve what you have proposed")
        if live.seat_of(person.name) is not None or case["player"] == person.name:
            raise Forbidden("you play at this table, so somebody else must make rulings")
        if not person.may("shift"):
            raise Forbidden(f"a shift manager approves cases, not {a(person.role)}")
        await self._carry_out(identity, person, live)

    async def _carry_out(self, identity: str, person: Person, live: LiveTable) -> None:
        """Once, no matter how many approve it at the same time. What the table refuses stays open."""
        case = await self.case(identity)
        await self._turn(identity, "proposed", "approved", person.name)
        by = case["proposed_by"]
        by += "" if by == person.name else f" and {person.name}"
        what = (
            f" {case['wager']}, paid {money(case['paid'])}, due {money(case['due'])}" if case["wager"] else ""
        )
        why = f"case {identity}, round {case['round']}{what}: {case['why']}"
        order = m.Decided(case["kind"], case["seat"], case["player"], case["due"] - case["paid"], by, why)
        try:
            if case["kind"] == "void" and live.table.rounds + 1 != case["round"]:
                raise Refused(f"round {case['round']} is over")
            await self.service.house.obey(live, person, order)
            await self.service.house.safe(live)
        except Refused:
            await self._turn(identity, "approved", "proposed", "")
            raise
        await self._turn(identity, "approved", "done", person.name)

    async def _turn(self, identity: str, was: str, becomes: str, by: str) -> None:
        row = (becomes, by, self.service.clock(), identity, was)
        try:
            await self.service.database.write(
                [
                    Statement(
                        "UPDATE cases SET state = ?, decided_by = ?, decided = ? WHERE id = ? AND state = ?",
                        [row],
                        expect=1,
                    )
                ]
            )
        except Unmet:
            raise Refused("somebody else has just decided this case") from None

    async def case(self, identity: str) -> dict[str, Any]:
        rows = await self.service.database.read(
            f"SELECT {_COLUMNS} FROM cases JOIN tables ON tables.id = table_id WHERE cases.id = ?", identity
        )
        if not rows:
            raise Refused(f"there is no case {one_line(identity)!r}")
        return dict(zip(_FIELDS, rows[0], strict=True))

    async def cases(self, limit: int = 200) -> list[dict[str, Any]]:
        """The last cases, those that wait for a decision first."""
        rows = await self.service.database.read(
            f"SELECT {_COLUMNS} FROM cases JOIN tables ON tables.id = table_id "
            "ORDER BY state <> 'proposed', at DESC LIMIT ?",
            limit,
        )
        return [dict(zip(_FIELDS, row, strict=True)) for row in rows]
