"""Pages of tournaments, and the same for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from pitboss.book import Refused
from pitboss.money import cents
from pitboss.papers.tournament import public
from pitboss.tournament.course import Course
from pitboss.tournament.templates import TEMPLATES, drafted
from pitboss.tournament.terms import SAMPLE, games_played
from pitboss.web import api, pages
from pitboss.web.guard import Anybody, Floor, Somebody, Staff
from pitboss.web.live import Forbidden
from pitboss.web.people import Person
from pitboss.web.service import Service
from pitboss.web.tournaments import begins, table_of

router = APIRouter()
interface = APIRouter(prefix="/api/tournaments", responses=api._REFUSALS, tags=["tournaments"])

Identity = Annotated[
    str, Path(alias="tournament", pattern=r"^t[0-9a-f]{7}$", description="A tournament's id.")
]
Field20 = Annotated[str, Form(max_length=20)]


class NewTournament(BaseModel):
    model_config = ConfigDict(extra="forbid")

    file: str = Field(max_length=100_000, description="The text of a tournament's file (TOML).")
    filed: str = Field(max_length=20, description="The day of the notice to the Division, as in 2026-11-27.")


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")

    do: str = Field(
        max_length=20,
        description="enter, withdraw, rebuy or add-on; for the floor: bots, begin, halt, resume or end.",
    )
    why: str = Field(default="", max_length=200)


async def course_of(service: Service, identity: str) -> Course:
    try:
        return await service.tournaments.known(identity)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None


def clock(course: Course, now: int) -> dict[str, Any]:
    """The clock of a tournament: its level and how long it lasts, the next one, and who is left."""
    terms, level = course.terms, course.level
    hands, milliseconds = course.left(now)
    alive = len(course.alive)
    last = level + 1 >= len(terms.file.level)
    return {
        "phase": course.phase,
        "halted": course.halted,
        "level": level + 1,
        "limits": terms.limits(level),
        "hands": hands,
        "milliseconds": milliseconds,
        "next": None if last else terms.limits(level + 1),
        "players": alive,
        "entered": len(course.participants),
        "average": course.issued // alive if alive else 0,
        "places": len(terms.file.prizes),
    }


def shown(identity: str, course: Course, person: Person | None, now: int) -> dict[str, Any]:
    """A tournament as everybody may see it, and your place in it."""
    file, ledger = course.terms.file, course.ledger
    seats = {name: (number, seat) for number, at in course.tables.items() for seat, name in at.items()}
    me = course.participants.get(person.name) if person else None
    people = [
        {
            "name": each.name,
            "chips": each.chips,
            "table": seats.get(each.name, (0, 0))[0],
            "seat": seats.get(each.name, (0, 0))[1],
            "place": each.place,
            "prize": each.prize,
        }
        for each in sorted(
            course.participants.values(), key=lambda each: (each.place, -each.chips, each.number)
        )
    ]
    extra = file.rebuy if course.phase == "re-buy" else file.add_on
    return {
        "id": identity,
        "name": file.name,
        "game": course.terms.game.id,
        "title": course.terms.game.title,
        "phase": course.phase,
        "open": course.takes_entries,
        "halted": course.halted,
        "begins": begins(course),
        "expected": file.participants,
        "buy_in": cents(file.buy_in),
        "fee": cents(file.fee),
        "pool": ledger["pool"],
        "tips": ledger["tips"],
        "fees": ledger["fees"],
        "level": course.level + 1,
        "limits": course.terms.limits(course.level),
        "deals": course.deals,
        "participants": people,
        "clock": clock(course, now),
        "tables": [
            {"number": number, "id": table_of(identity, number), "players": len(at)}
            for number, at in sorted(course.tables.items())
        ],
        "you": {
            "entered": me is not None,
            "place": me.place if me else 0,
            "table": table_of(identity, seats[me.name][0]) if me and me.name in seats else "",
            "may_buy": bool(me and me.name in course.may_buy()),
            "price": cents(extra.price) if extra else 0,
        },
    }


# ---- for programs ----------------------------------------------------------------------------------------


@interface.get("")
async def tournaments(request: Request, person: Anybody) -> list[dict[str, Any]]:
    """List the last tournaments, newest first."""
    return await listed(api.service_of(request), person)


async def listed(service: Service, person: Person | None) -> list[dict[str, Any]]:
    found = [identity for identity, *_ in await service.tournaments.listed()]
    now = service.clock()
    listed = [shown(each, await service.tournaments.known(each), person, now) for each in found[:50]]
    return sorted(
        listed, key=lambda each: (each["phase"] == "over", each["phase"] == "registration", each["begins"])
    )


@interface.post("", status_code=201)
async def announce(request: Request, new: NewTournament, person: Somebody) -> dict[str, str]:
    """Announce a tournament. The Division must have had notice of it five business days ahead (8.6(b))."""
    return {"id": await api.service_of(request).tournaments.announce(new.file, new.filed, person)}


@interface.get("/{tournament}")
async def tournament(request: Request, identity: Identity, person: Anybody) -> dict[str, Any]:
    """Show a tournament: phase, level, players, places, prizes and your own position."""
    service = api.service_of(request)
    return shown(identity, await course_of(service, identity), person, service.clock())


@interface.post("/{tournament}/orders")
async def order(request: Request, identity: Identity, given: Order, person: Somebody) -> dict[str, Any]:
    """Enter, withdraw or buy chips; for the floor: start, halt, resume or end. The answer comes when it is on disk."""
    service = api.service_of(request)
    await course_of(service, identity)
    await service.tournaments.ordered(identity, person, given.do, given.why)
    return shown(identity, await service.tournaments.known(identity), person, service.clock())


@interface.get("/{tournament}/place")
async def place(request: Request, identity: Identity, person: Anybody) -> dict[str, Any]:
    """Return the page where you are needed (your table or the tournament's page), and the clock."""
    service = api.service_of(request)
    you = shown(identity, await course_of(service, identity), person, service.clock())
    mine = you["you"]
    home = mine["entered"] and (mine["may_buy"] or you["phase"] == "over")
    table = f"/tables/{mine['table']}" if mine["table"] else ""
    return {"go": f"/tournaments/{identity}" if home else table, "clock": you["clock"]}


@interface.get("/{tournament}/record", response_class=PlainTextResponse)
async def record(request: Request, identity: Identity, _: Anybody) -> PlainTextResponse:
    """Return the chained record. `pitboss audit` verifies it together with the tables' journals."""
    service = api.service_of(request)
    await course_of(service, identity)
    return PlainTextResponse(b"".join(line + b"\n" for line in await service.tournaments.lines(identity)))


@interface.get("/{tournament}/audit")
async def audit(request: Request, identity: Identity, _: Staff) -> dict[str, Any]:
    """Verify places and prizes from the record and the journals of the tables."""
    service = api.service_of(request)
    await course_of(service, identity)
    return await service.tournaments.audited(identity)


# ---- pages -----------------------------------------------------------------------------------------------


@router.get("/tournaments")
async def list_page(request: Request, person: Anybody) -> HTMLResponse:
    return await _list(request, person)


async def _list(
    request: Request,
    person: Person | None,
    status: int = 200,
    says: str = "",
    file: str = "",
    filed: str = "",
) -> HTMLResponse:
    service = api.service_of(request)
    shown = await listed(service, person)
    return pages.page(
        request,
        "tournaments.html",
        person,
        status,
        tournaments=shown,
        says=says,
        file=file or SAMPLE.read_text(encoding="utf-8"),
        filed=filed,
        templates=TEMPLATES,
        poker=games_played(),
        drafted=bool(file),
    )


@router.post("/tournaments")
async def announce_page(
    request: Request,
    person: Somebody,
    file: Annotated[str, Form(max_length=100_000)],
    filed: Annotated[str, Form(max_length=20)],
) -> Response:
    try:
        identity = await api.service_of(request).tournaments.announce(file, filed, person)
    except Forbidden:
        raise
    except Refused as refused:
        return await _list(request, person, 409, str(refused), file, filed)
    return RedirectResponse(f"/tournaments/{identity}", 303)


@router.post("/tournaments/draft")
async def draft(
    request: Request,
    person: Floor,
    template: Field20,
    game: Annotated[str, Form(max_length=60)],
    name: Annotated[str, Form(max_length=100)],
    starts: Field20,
    place: Annotated[str, Form(max_length=100)],
    players: Annotated[int, Form(ge=2, le=10_000)],
    buy_in: Field20,
    fee: Field20 = "0",
    filed: Field20 = "",
) -> HTMLResponse:
    """Write a tournament's file from a template, to be looked at and announced."""
    try:
        file = drafted(
            template,
            game_id=api.known(game),
            name=name,
            starts=starts,
            place=place,
            players=players,
            buy_in=buy_in,
            fee=fee,
        )
    except Refused as refused:
        return await _list(request, person, 409, str(refused))
    return await _list(request, person, 200, "", file, filed)


@router.get("/tournaments/{tournament}")
async def page(request: Request, identity: Identity, person: Anybody) -> HTMLResponse:
    return await _page(request, identity, person)


async def _page(
    request: Request, identity: str, person: Person | None, status: int = 200, says: str = ""
) -> HTMLResponse:
    service = api.service_of(request)
    course = await course_of(service, identity)
    wallet = await service.people.wallet(person.name) if person else 0
    return pages.page(
        request,
        "tournament.html",
        person,
        status,
        each=shown(identity, course, person, service.clock()),
        sheet=public(course.terms.file),
        wallet=wallet,
        says=says,
    )


@router.post("/tournaments/{tournament}")
async def order_page(
    request: Request,
    identity: Identity,
    person: Somebody,
    do: Annotated[str, Form(max_length=20)],
    why: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    service = api.service_of(request)
    await course_of(service, identity)
    try:
        await service.tournaments.ordered(identity, person, do, why)
    except Forbidden:
        raise
    except Refused as refused:
        return await _page(request, identity, person, 409, str(refused))
    return RedirectResponse(f"/tournaments/{identity}", 303)
