"""The HTTP interface for pages, and for programs with a token."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss import files
from pitboss.book import game, games
from pitboss.book.rules import Rules
from pitboss.law import Refused, cite, one_line
from pitboss.layout import layout_svg, plan_json
from pitboss.money import cents
from pitboss.odds.kept import warnings
from pitboss.papers.rules import as_json
from pitboss.papers.statements import statement
from pitboss.registers import listed_paragraph
from pitboss.table.check import TableFile, WayFile, findings, rules_of, table_file
from pitboss.web import messages as m
from pitboss.web.ceilings import check_posted
from pitboss.web.events import as_csv, installation, noted
from pitboss.web.guard import (
    COOKIE,
    Administrator,
    Anybody,
    Costly,
    Eye,
    Floor,
    SignedIn,
    Somebody,
    Staff,
    address_of,
    same_origin,
    token_of,
)
from pitboss.web.live import Forbidden, LiveTable
from pitboss.web.out_of_order import OutOfOrder, pay_out
from pitboss.web.owners import player, staff
from pitboss.web.people import Person, Role
from pitboss.web.questions import Busy
from pitboss.web.service import Service, limits
from pitboss.web.views import Moment

_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"description": "The request cannot be read."},
    401: {"description": "Not signed in."},
    403: {
        "description": "Your role may not do this, or the request does not come from this server's own pages."
    },
    404: {"description": "Not found."},
    413: {"description": "The request is too large."},
    409: {"description": "The rules refuse it: a sentence and the paragraph."},
    422: {"description": "The request is malformed."},
    429: {"description": "Too many requests."},
}

router = APIRouter(prefix="/api", responses=_REFUSALS)

Identity = Annotated[str, Path(pattern=r"^[0-9a-f]{8}$", description="A table's id.")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", description="A game's id.")]
RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=200)]
SessionId = Annotated[
    str, Path(pattern=r"^[0-9a-f]{16}$", description="The id of a session from the list of sessions.")
]
Volume = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="A volume of the journal; by default the last.")
]


class Credentials(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=2, max_length=20)
    password: str = Field(min_length=8, max_length=200)
    code: str = Field(
        default="", max_length=20, description="The code of your authenticator, if you have one."
    )


class NewPassword(BaseModel):
    model_config = ConfigDict(extra="forbid")

    old: str = Field(min_length=1, max_length=200)
    new: str = Field(min_length=8, max_length=200)


class Session(BaseModel):
    name: str
    role: Role
    token: str
    csrf: str
    last: int = Field(description="The time of your previous sign-in; 0 if there was none.")


class Me(BaseModel):
    name: str
    role: Role
    csrf: str
    wallet: int = Field(description="Cents.")
    last: int = Field(description="The time of your previous sign-in; 0 if there was none.")


def in_a_sentence(problem: ValidationError) -> Refused:
    first = problem.errors()[0]
    return Refused(f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}")


class NewTable(BaseModel):
    """Either a table file's text, or its contents."""

    model_config = ConfigDict(extra="forbid")

    file: str | None = Field(default=None, max_length=100_000, description="The text of a table file (TOML).")
    game: str = Field(default="", max_length=60)
    name: str = Field(default="", max_length=60)
    seats: int | None = Field(default=None, ge=1, le=30)
    chip: str | None = Field(default=None, max_length=20)
    increment: str | None = Field(default=None, max_length=20)
    options: dict[str, str | int | bool] = {}
    limits: dict[str, tuple[str, str]] = {}
    pay_tables: dict[str, dict[str, str]] = {}
    house_way: WayFile | None = None
    entered: bool = Field(
        default=False, description="A dealer enters the outcomes of a real table; only staff open one."
    )

    def table_file(self) -> TableFile:
        """The house's table file; only games of the book can be opened from outside."""
        if self.file is None:
            table = table_file(self.model_dump(exclude={"file", "entered"}))
        else:
            table = table_file(files.toml(self.file, "the table file"))
        known(table.game)
        if table.seats is not None and table.seats > 30:
            raise Refused("a table has at most 30 seats")
        return table


class Reason(BaseModel):
    model_config = ConfigDict(extra="forbid")

    why: str = Field(min_length=1, max_length=100)


class NewCeiling(BaseModel):
    model_config = ConfigDict(extra="forbid")

    payout: str = Field(default="0", max_length=20, description="Dollars that one wager may win.")
    exposure: str = Field(default="0", max_length=20, description="Dollars that the bank may be out.")


class Appointment(BaseModel):
    model_config = ConfigDict(extra="forbid")

    role: Role


def known(identity: str) -> str:
    """A game of the book: paths are not accepted from outside."""
    if identity not in {heading.id for heading in games()}:
        raise HTTPException(404, f"there is no game {identity[:60]!r}")
    return identity


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def table_of(request: Request, identity: str) -> LiveTable:
    """The live table; one of another process raises `Elsewhere`, and the request is relayed."""
    try:
        return await service_of(request).house.find(identity)
    except (Busy, OutOfOrder):
        raise
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None


def same_site(request: Request) -> bool:
    return same_origin(request, service_of(request))


def plain(value: object) -> dict[str, Any]:
    """A record as plain data."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


# ---- people ----------------------------------------------------------------------------------------------


@router.post("/accounts", status_code=201, tags=["people"])
async def register(request: Request, credentials: Credentials, response: Response, _: Anybody) -> Session:
    """Create an account and sign in. The wallet starts with play money."""
    service = service_of(request)
    if not service.settings.registration:
        raise HTTPException(403, "only the administrator creates accounts")
    try_password(request)
    await service.people.register(credentials.name, credentials.password)
    return await _sign_in(request, credentials, response)


@router.post("/session", tags=["people"])
async def sign_in(request: Request, credentials: Credentials, response: Response, _: Anybody) -> Session:
    """Sign in: sets a cookie for browsers and returns a token for programs."""
    try_password(request)
    return await _sign_in(request, credentials, response)


@router.delete("/session", status_code=204, tags=["people"])
async def sign_out(request: Request, response: Response, _: SignedIn) -> None:
    """Sign out."""
    token, _by_cookie = token_of(request)
    await service_of(request).sign_out(token)
    response.delete_cookie(COOKIE)


@router.put("/me/password", status_code=204, tags=["people"])
async def change_password(request: Request, passwords: NewPassword, person: SignedIn) -> None:
    """Change your password and end all your other sessions."""
    try_password(request)
    await password_changed(request, person, passwords.old, passwords.new)


async def password_changed(request: Request, person: Person, old: str, new: str) -> None:
    service = service_of(request)
    await service.people.change_password(token_of(request)[0], person.name, old, new, address_of(request))
    await service.note("password changed", person.name)
    await service.end_sockets()


@router.get("/me/sessions", tags=["people"])
async def sessions(request: Request, person: Somebody) -> list[dict[str, Any]]:
    """List your sessions: when each started and when it was last active."""
    return await service_of(request).people.sessions(person.name)


@router.delete("/me/sessions/{session}", status_code=204, tags=["people"])
async def end_session(request: Request, session: SessionId, person: Somebody) -> None:
    """End one of your sessions and close its sockets."""
    service = service_of(request)
    service.signed_out(await service.people.end_session(person.name, session))


def try_password(request: Request) -> None:
    if not service_of(request).logins.take(address_of(request)):
        raise HTTPException(429, "too many attempts; wait a minute")


async def _sign_in(request: Request, credentials: Credentials, response: Response) -> Session:
    service = service_of(request)
    try:
        person, token = await service.sign_in(
            credentials.name, credentials.password, address_of(request), credentials.code
        )
    except Refused as refused:
        raise HTTPException(401, str(refused)) from None
    give_cookie(service, response, token)
    return Session(name=person.name, role=person.role, token=token, csrf=person.csrf, last=person.last)


def give_cookie(service: Service, response: Response, token: str) -> None:
    settings = service.settings
    response.set_cookie(
        COOKIE, token, max_age=int(settings.session), httponly=True, samesite="lax", secure=settings.secure
    )


@router.get("/me", tags=["people"])
async def me(request: Request, person: SignedIn) -> Me:
    """Show who is signed in and how much is in the wallet."""
    wallet = await service_of(request).people.wallet(person.name)
    return Me(name=person.name, role=person.role, csrf=person.csrf, wallet=wallet, last=person.last)


@router.post("/me/wallet", tags=["people"])
async def fill_up(request: Request, person: Somebody) -> Me:
    """Reset the wallet to the play money of a new account."""
    wallet = await service_of(request).fill_up(person.name)
    return Me(name=person.name, role=person.role, csrf=person.csrf, wallet=wallet, last=person.last)


@router.get("/me/rounds", tags=["people"])
async def recall(request: Request, person: Somebody, limit: Limit = 50) -> list[dict[str, Any]]:
    """List your last rounds at all tables, newest first, with your chips before and after each."""
    return await service_of(request).recall(person.name, limit)


@router.get("/people", tags=["people"])
async def people(request: Request, _: Administrator) -> list[dict[str, Any]]:
    """List all accounts."""
    return await service_of(request).accounts.listed()


@router.put("/people/{name}", status_code=204, tags=["people"])
async def appoint(
    request: Request,
    name: Annotated[str, Path(max_length=20)],
    appointment: Appointment,
    person: Administrator,
) -> None:
    """Set a person's role. There is always at least one administrator."""
    await appointed(service_of(request), person, name, appointment.role)


async def appointed(service: Service, by: Person, name: str, role: Role) -> None:
    await service.people.appoint(name, role)
    await service.note("appointment", by.name, says=f"{name} is {role}")


# ---- games -----------------------------------------------------------------------------------------------


@router.get("/games", tags=["games"])
async def book(_: Anybody) -> list[dict[str, str]]:
    """List every game."""
    return [{"id": h.id, "title": h.title, "family": h.family, "subchapter": h.subchapter} for h in games()]


@router.get("/games/{game_id}", tags=["games"])
async def rules(game_id: GameId, _: Anybody) -> dict[str, Any]:
    """Describe a game: wagers, options, pay tables, decisions and irregularities."""
    return as_json(game(known(game_id)))


@router.get("/paragraphs/{paragraph}", tags=["games"])
async def paragraph(paragraph: Annotated[str, Path(max_length=80)], _: Anybody) -> dict[str, str]:
    """Summarize a paragraph of the regulation, or the paragraph it is part of."""
    if (found := listed_paragraph(paragraph)) is None:
        raise HTTPException(404, f"there is no paragraph {one_line(paragraph)}")
    return {"cite": cite(found.cite), "note": found.note}


@router.post("/check", tags=["games"])
async def check(request: Request, table: NewTable, _: Anybody) -> dict[str, Any]:
    """Check whether a table is lawful: each violation with its paragraph, and warnings about lawful choices that do not
    favor the house."""

    def checked() -> dict[str, Any]:
        file = table.table_file()
        points = findings(file)
        cautions = [] if points else warnings(rules_of(file))
        return {"lawful": not points, "points": [point.json() for point in points], "warnings": cautions}

    found: dict[str, Any] = await service_of(request).house.work(checked)
    return found


# ---- tables ----------------------------------------------------------------------------------------------


@router.get("/tables", tags=["tables"])
async def tables(request: Request, _: Anybody, here: bool = False) -> list[dict[str, Any]]:
    """List every open table, or only those that this process runs, with limits, seats and rules."""
    return await service_of(request).tables(here)


@router.get("/payouts", tags=["tables"])
async def payouts(request: Request, _: Anybody) -> list[dict[str, Any]]:
    """List the funds that tables share: meters, payout rules, participating casinos and payouts."""
    return await service_of(request).house.payouts.listed()


@router.post("/tables", status_code=201, tags=["tables"])
async def open_table(request: Request, table: NewTable, person: Somebody) -> dict[str, str]:
    """Open your own table. An unlawful table is refused with the paragraph."""
    return {"id": await opened(service_of(request), table, person)}


async def opened(service: Service, table: NewTable, person: Person) -> str:
    def lawful() -> tuple[TableFile, Rules]:
        file = table.table_file()
        for point in findings(file):
            raise Refused(point.says, point.cite)
        return file, rules_of(file)

    file, found = await service.house.work(lawful)
    await service.house.work(partial(check_posted, service.settings, found, person))
    if found.game.funds.fund(found) and not person.may("floor"):
        raise Forbidden("only the floor opens a table that shares a fund with others")
    if table.entered and not person.may("dealer", "floor"):
        raise Forbidden("only dealers and the floor open a table whose outcomes are entered")
    name = "".join(filter(str.isprintable, file.name))[:60]
    name = name or f"{person.name}'s {found.game.title}"
    owner = staff(person.name) if person.may("floor") else player(person.name)
    live = await service.open(found, name, owner, entered=table.entered)
    await service.note("opening", person.name, live.id, name)
    return live.id


@router.get("/tables/{identity}", tags=["tables"], response_class=Response)
async def table(request: Request, identity: Identity, person: Anybody) -> Response:
    """Show a table as you may see it now: the `table` of the socket's messages."""
    live = await table_of(request, identity)
    service = service_of(request)
    view = Moment(live).table(await service.guest(person))
    await service.house.safe(live)
    return _json(view)


@router.post("/tables/{identity}/commands", tags=["tables"])
async def command(request: Request, identity: Identity, person: Somebody) -> dict[str, Any]:
    """Carry out one command of the socket (see docs/live-tables.md). The answer comes when it is on disk."""
    live = await table_of(request, identity)
    given = m.read_command(await request.body())
    service = service_of(request)
    await service.house.obey(live, person, given)
    await service.house.safe(live)
    return {"reply": given.id}


@router.get("/tables/{identity}/layout", tags=["tables"])
async def layout(request: Request, identity: Identity, _: Anybody) -> dict[str, Any]:
    """Return the felt and the position of everything on it."""
    live = await table_of(request, identity)
    found = live.table.rules
    drawn: dict[str, Any] = await service_of(request).house.work(
        lambda: {"svg": layout_svg(found, live=True), "plan": plan_json(found) | {"options": _options(found)}}
    )
    return drawn


@router.put("/tables/{identity}/ceiling", status_code=204, tags=["tables"])
async def raise_ceiling(
    request: Request, identity: Identity, given: NewCeiling, person: Administrator
) -> None:
    """Set what the bank of a table may lose, by one wager and in all; 0 restores the amount of the settings."""
    payout, exposure = cents(given.payout), cents(given.exposure)
    if min(payout, exposure) < 0:
        raise Refused("a ceiling is an amount of money, or 0 for that of the settings")
    live = await table_of(request, identity)
    service = service_of(request)
    await service.house.raise_ceiling(live, payout, exposure)
    await service.note(
        "ceiling",
        person.name,
        identity,
        f"payout {given.payout or 'as set'}, exposure {given.exposure or 'as set'}",
    )


@router.post("/tables/{identity}/pay-out", tags=["tables"])
async def pay_out_table(request: Request, identity: Identity, given: Reason, person: Floor) -> dict[str, int]:
    """Pay out a table that is out of order by the ledger of its journal, and close it. Returns who got what."""
    return await pay_out(service_of(request).house, identity, person.name, given.why)


def _options(rules: Rules) -> list[dict[str, object]]:
    """What the house may choose at a table, with a statement for each choice."""
    data = rules.game.data
    return [
        {
            "id": each.id,
            "text": each.text,
            "values": each.values,
            "says": [statement(data, each, value) for value in each.values],
            "value": rules[each.id],
            "kind": each.kind,
        }
        for each in data.options
    ]


@router.get("/tables/{identity}/rules", tags=["tables"])
async def table_rules(request: Request, identity: Identity, _: Anybody) -> dict[str, Any]:
    """List the rules in force at a table: options, limits, posted pay tables and notices of changes."""
    in_force = (await table_of(request, identity)).table
    found = in_force.rules
    return {
        "game": found.game.id,
        "options": dict(found.options),
        "limits": limits(found),
        "pay_tables": {
            wager: {outcome: str(odds) for outcome, odds in table.rows.items()}
            for wager, table in found.pay_tables.items()
        },
        "notices": [{"effective": at, "options": options} for at, options in in_force.notices],
    }


@router.get("/tables/{identity}/legal", tags=["tables"])
async def legal(request: Request, identity: Identity, person: Somebody) -> dict[str, Any]:
    """List what your seat may bet now, with limits. A socket with `offers=true` is sent the same in `you`."""
    return service_of(request).legal(await table_of(request, identity), person)


@router.get("/tables/{identity}/odds", tags=["tables"])
async def odds(request: Request, identity: Identity, _: Anybody, kept: bool = False) -> list[dict[str, Any]]:
    """Return the exact odds of every wager at this table; with `kept`, only if they are already computed."""
    rules = (await table_of(request, identity)).table.rules
    service = service_of(request)
    return await (service.kept_odds(rules) if kept else service.odds(rules))


@router.get("/tables/{identity}/advice", tags=["tables"])
async def advice(request: Request, identity: Identity, person: Somebody) -> dict[str, Any]:
    """Return the best decision at your turn, with the value of each choice."""
    return await service_of(request).advice(await table_of(request, identity), person)


@router.get("/tables/{identity}/drill", tags=["tables"])
async def drill(request: Request, identity: Identity, _: Somebody) -> dict[str, Any]:
    """Return a close decision under the rules of this table to practice, with the value of each choice."""
    return await service_of(request).drill(await table_of(request, identity))


@router.get("/tables/{identity}/rounds", tags=["records"])
async def rounds(
    request: Request,
    identity: Identity,
    _: Anybody,
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    limit: Limit = 20,
) -> list[dict[str, Any]]:
    """List the finished rounds of a table, newest first."""
    return await service_of(request).rounds(identity, before, limit)


@router.get("/tables/{identity}/rounds/{number}", tags=["records"], dependencies=[Costly])
async def round_steps(
    request: Request, identity: Identity, number: RoundNumber, person: Anybody
) -> dict[str, Any]:
    """Return a round step by step, as you may see it, with its promise and secret."""
    try:
        return await service_of(request).round_steps(identity, number, person)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None


@router.get("/heads", tags=["records"], response_class=Response)
async def heads(request: Request, _: Anybody) -> Response:
    """Return the newest signed head of each journal. Keep a copy: `pitboss audit --head` then shows any change to an
    earlier line."""
    return _json(m.encode(list(service_of(request).house.heads.values())))


@router.get("/tables/{identity}/heads", tags=["records"], response_class=Response)
async def table_heads(request: Request, identity: Identity, _: Anybody, limit: Limit = 50) -> Response:
    """Return the signed heads of one table, newest first: the current one and one for each round."""
    return _json(m.encode(await service_of(request).heads(identity, limit)))


@router.get("/key", tags=["records"])
async def key(request: Request, _: Anybody) -> dict[str, str]:
    """Return the public key (Ed25519) that verifies the signatures of heads."""
    return {"key": service_of(request).house.signer.key}


@router.get(
    "/tables/{identity}/journal", tags=["records"], dependencies=[Costly], response_class=PlainTextResponse
)
async def journal(
    request: Request, identity: Identity, person: Anybody, volume: Volume = None
) -> PlainTextResponse:
    """Return the lines of a volume that no longer hide anything, for `pitboss audit` and `pitboss replay`. The default
    is the last volume."""
    try:
        return PlainTextResponse(await service_of(request).journal(identity, person, volume))
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None


@router.get("/tables/{identity}/audit", tags=["records"], dependencies=[Costly])
async def audit(request: Request, identity: Identity, _: Staff, volume: Volume = None) -> dict[str, Any]:
    """Verify every line of a volume: chain, promises, cards, settlement, ledger and its connection to the previous
    volume."""
    try:
        return await service_of(request).audited(identity, volume)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None


@router.get("/events", tags=["records"], response_model=None)
async def significant(
    request: Request,
    _: Eye,
    before: Annotated[int, Query(ge=0, le=10**14)] = 10**14,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 200,
    form: Annotated[Literal["json", "csv"], Query()] = "json",
) -> list[dict[str, Any]] | PlainTextResponse:
    """List significant events, newest first: sign-ins, role changes, corrections, failures, restarts."""
    found = await noted(service_of(request).database, before, limit)
    return found if form == "json" else PlainTextResponse(as_csv(found), media_type="text/csv")


@router.get("/interrupted", tags=["records"])
async def interrupted(request: Request, _: Staff) -> list[dict[str, Any]]:
    """List the unfinished rounds that a restart interrupted, with the money in them."""
    return await service_of(request).interrupted()


@router.get("/program", tags=["records"])
async def program(request: Request, _: Staff) -> dict[str, Any]:
    """Return the hash of the installed program (`pitboss verify`), its version and its clock."""
    found: dict[str, Any] = await service_of(request).house.work(installation)
    return found


@router.get("/books", tags=["records"])
async def books(request: Request, _: Eye) -> dict[str, Any]:
    """List the accounts of the house. They sum to zero."""
    return await service_of(request).books()
