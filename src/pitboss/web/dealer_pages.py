"""The dealer's page of a table whose outcomes are entered: what to do next, the entry, and the payouts to make."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.book.events import Choice, Deal, Draw, Roll, Spin
from pitboss.equipment.cards import name as card_name
from pitboss.equipment.cards import pretty
from pitboss.law import Refused
from pitboss.money import money
from pitboss.table.entered import EnteredTable
from pitboss.table.words import called
from pitboss.web import api
from pitboss.web import messages as m
from pitboss.web.guard import Dealing
from pitboss.web.live import AT_THE_FELT, Forbidden, LiveTable
from pitboss.web.pages import page
from pitboss.web.people import Person
from pitboss.web.school import School

router = APIRouter()


async def _table_of(request: Request, identity: str, person: Person) -> tuple[LiveTable, EnteredTable]:
    live = await api.table_of(request, identity)
    if not isinstance(live.table, EnteredTable):
        raise HTTPException(404, "this table draws its outcomes; no dealer enters them")
    if live.seat_of(person.name) is not None:
        raise Forbidden("you play at this table, so somebody else must deal it")
    return live, live.table


@router.get("/api/tables/{identity}/dealer", tags=["tables"])
async def dealing(request: Request, identity: api.Identity, person: Dealing) -> dict[str, Any]:
    """Return what the dealer of a table whose outcomes are entered does next, and the payouts of the last round."""
    live, table = await _table_of(request, identity, person)
    await api.service_of(request).house.safe(live)
    shown = as_dealt(live, table)
    lesson, question = await _lesson(request, live, person)
    if question and question["kind"] == "payouts":
        shown["payouts"] = []
    return shown | ({"question": question} if lesson else {})


@router.get("/tables/{identity}/dealer", include_in_schema=False)
async def dealer(request: Request, identity: str, person: Dealing) -> HTMLResponse:
    live, table = await _table_of(request, identity, person)
    await api.service_of(request).house.safe(live)
    return await _page(request, live, table, person)


@router.post("/tables/{identity}/dealer", include_in_schema=False)
async def dealt(request: Request, identity: str, person: Dealing) -> Response:
    """One act of the dealer, by a form; what is refused is said on the page."""
    live, table = await _table_of(request, identity, person)
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    house = api.service_of(request).house
    try:
        await house.obey(live, person, command_of(form))
        await house.safe(live)
    except Forbidden:
        raise
    except Refused as refused:
        return await _page(request, live, table, person, 409, str(refused), form.get("shows", ""))
    return RedirectResponse(f"/tables/{identity}/dealer", 303)


_NUMBERS = ("seat", "at")


def command_of(form: Mapping[str, str]) -> m.AnyCommand:
    """The command that a form gives."""
    fields: dict[str, Any] = {name: value.strip() for name, value in form.items() if name != "csrf"}
    if spot := fields.pop("spot", ""):
        fields["wager"] = f"{fields.get('wager', '')}:{spot}"
    for name in _NUMBERS:
        if name in fields:
            if not fields[name].isdecimal():
                raise Refused(f"{name} must be a number")
            fields[name] = int(fields[name])
    fields = {name: value for name, value in fields.items() if value != "" or name == "shows"}
    return m.read_command(m.encode(fields))


async def _lesson(
    request: Request, live: LiveTable, person: Person
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """The lesson of a student at this table, and what is asked of them now."""
    school: School = request.app.state.school
    lesson = await school.lesson_of(live, person.name)
    return lesson, await school.question(live, lesson) if lesson else None


async def _page(
    request: Request,
    live: LiveTable,
    table: EnteredTable,
    person: Person,
    status: int = 200,
    says: str = "",
    typed: str = "",
) -> HTMLResponse:
    about = {"id": live.id, "name": live.name, "game": table.game.id, "title": table.game.title}
    state = as_dealt(live, table)
    wagers = [each for each in table.rules.wagers.values() if not each.during and not each.bonus]
    free = [seat for seat in range(1, table.rules.positions + 1) if seat not in table.seats]
    lesson, question = await _lesson(request, live, person)
    asked, last = state["payouts"], None
    if lesson:
        school: School = request.app.state.school
        lesson = next(each for each in await school.lessons(person.name) if each["id"] == lesson["id"])
        last = lesson["answers"][-1] if lesson["answers"] else None
    if question and question["kind"] == "payouts":
        state["payouts"] = []
    return page(
        request,
        "dealer.html",
        person,
        status,
        lesson=lesson,
        question=question,
        asked=asked,
        last=last,
        table=about,
        says=says,
        typed=typed,
        wagers=wagers,
        free=free,
        **state,
    )


def as_dealt(live: LiveTable, table: EnteredTable) -> dict[str, Any]:
    """The table for its dealer."""
    return {
        "waits_for": table.waits_for,
        "round": table.rounds + table.playing,
        "playing": table.playing,
        "closed": table.closed,
        "wanted": _wanted(table),
        "entered": [{"at": at, "shows": word} for at, word in enumerate(table.entries)],
        "hands": {owner: [pretty(held.card) for held in hand] for owner, hand in table.hands.items() if hand},
        "seats": [_seat(live, table, seat) for seat in sorted(table.seats)],
        "payouts": [] if table.playing else _payouts(table),
    }


def _wanted(table: EnteredTable) -> dict[str, Any] | None:
    """What is to be entered, with everything that could be tapped."""
    wanted = table.wanted
    match wanted:
        case None:
            return None
        case Roll(of):
            return {"kind": "roll", "of": of, "taps": [str(face) for face in range(1, 7)] if of == 1 else []}
        case Spin(pockets):
            return {"kind": "spin", "taps": list(dict.fromkeys(pockets))}
        case Draw(take, of):
            return {"kind": "draw", "take": take, "of": of, "taps": []}
        case Deal():
            left = dict.fromkeys(sorted(table.shoes[wanted.shoe]))
            taps = [card_name(card) for card in left]
            return {
                "kind": "card",
                "to": wanted.to,
                "up": wanted.up,
                "hides": table.hides(wanted),
                "taps": taps,
            }
    left = dict.fromkeys(sorted(chain.from_iterable(table.shoes.values())))
    return {"kind": "name", "to": wanted.owner, "taps": [card_name(card) for card in left], "hides": False}


def _seat(live: LiveTable, table: EnteredTable, seat: int) -> dict[str, Any]:
    ask = table.question(seat)
    return {
        "seat": seat,
        "name": table.seats[seat].name,
        "funds": table.chips(seat),
        "felt": live.played_by(seat) == AT_THE_FELT,
        "ready": seat in live.ready,
        "bets": [
            {"wager": bet.wager, "name": called(table, bet.wager), "stake": bet.stake}
            for bet in table.bets.values()
            if bet.seat == seat
        ],
        "hand": ask.hand if ask else "",
        "choices": [_choice(table, each) for each in ask.choices] if ask else [],
    }


def _choice(table: EnteredTable, choice: Choice) -> dict[str, Any]:
    known = table.game.decision(choice.verb)
    cards = " ".join(pretty(card) for card in chain.from_iterable(choice.cards))
    words = " ".join(filter(None, (known.name or choice.verb, cards)))
    amount = f" {money(choice.most)}" if choice.most == choice.least and choice.most else ""
    return {
        "decision": choice.id,
        "says": words + amount,
        "least": choice.least,
        "most": choice.most,
        "ranged": choice.most > choice.least,
    }


def _payouts(table: EnteredTable) -> list[dict[str, Any]]:
    """What to take and what to pay, wager by wager, each with its paragraph."""
    settlement = table.settlement
    if settlement is None:
        return []
    return [
        {
            "seat": seat,
            "name": table.seats[seat].name if seat in table.seats else table.left.get(seat, ""),
            "wager": wager,
            "says": called(table, wager),
            "stake": each.stake,
            "result": each.result,
            "pays": each.pays,
            "lost": each.lost,
            "outcome": each.outcome,
            "cite": each.cite,
        }
        for seat, wagers in sorted(settlement.wagers.items())
        for wager, each in wagers.items()
    ]
