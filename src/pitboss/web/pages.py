"""Pages that the server renders: lobby, guides, a table's frame, records and the back office."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import pass_context
from pydantic import ValidationError

from pitboss.book import Game, Refused, Rules, game
from pitboss.book.data import Option, Value
from pitboss.drawing import sprites
from pitboss.equipment.cards import card, pretty
from pitboss.law import one_line
from pitboss.layout import layout_svg
from pitboss.money import cents, money
from pitboss.odds.kept import warnings
from pitboss.outcomes import words
from pitboss.papers.html import templates
from pitboss.papers.statements import statement
from pitboss.table.check import findings
from pitboss.table.words import named
from pitboss.web import api
from pitboss.web.alerts import alerts
from pitboss.web.client import client
from pitboss.web.events import installation, noted
from pitboss.web.guard import (
    Anybody,
    Costly,
    Eye,
    Somebody,
    Staff,
)
from pitboss.web.owners import tournament_of
from pitboss.web.people import Person
from pitboss.web.service import families
from pitboss.web.times import moment

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

router = APIRouter()

_HERE = Path(__file__).parent
Text = Annotated[str, Form(max_length=200)]


@cache
def _templates() -> Environment:
    return templates(
        _HERE / "templates",
        money=money,
        dollars=_dollars,
        moment=_moment,
        cards=_cards,
        wager=_wager,
        rule=_rule,
        people=_people,
        account=_account,
    )


def _dollars(written: object) -> str:
    return money(cents(str(written)))


def _cards(names: Iterable[str]) -> str:
    return " ".join("▒▒" if name == "??" else pretty(card(name)) for name in names)


def _people(names: Iterable[str]) -> str:
    """Who sits at a table: ``ann, Bea (bot)``."""
    return ", ".join(re.sub(r" \(\w+\)$", " (bot)", name) for name in names)


_ACCOUNTS = {
    "issue": "Play money issued",
    "machines": "Bots",
    "table": "Tables",
    "transit": "In transit",
    "wallet": "Wallets",
    "meter": "Meters",
    "award": "Awards due",
}


def _account(kind: str) -> str:
    """A kind of account of the house as surveillance reads it."""
    return _ACCOUNTS.get(kind, kind.capitalize())


def _wager(name: str, game_id: str) -> str:
    """A wager as its game calls it."""
    return named({each.id: each for each in game(game_id).data.wagers}, name)


def _rule(value: Value, option: str, game_id: str) -> str:
    """A choice of the house as a statement in force."""
    data = game(game_id).data
    return next((statement(data, each, value) for each in data.options if each.id == option), "")


@pass_context
def _moment(context: Context, at: int) -> str:
    """A time in the zone of the person who reads it."""
    me: Person | None = context.get("me")
    return moment(at, me.zone if me else "")


def page(
    request: Request, template: str, person: Person | None, status: int = 200, **values: object
) -> HTMLResponse:
    around = {"me": person, "path": request.url.path, "client": client()}
    return HTMLResponse(rendered(template, **around, **values), status)


def rendered(template: str, **values: object) -> str:
    return _templates().get_template(template).render(**values)


def refusal(
    request: Request, status: int, says: str, cite: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """A sentence for a person, or the same for a program; quoted input comes from outside."""
    says = one_line(says)
    if request.url.path.startswith("/api") or "text/html" not in request.headers.get("accept", ""):
        body: dict[str, str] = {"detail": says} | ({"cite": cite} if cite else {})
        return JSONResponse(body, status, dict(headers or {}))
    if status == 401:
        return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", 303)
    person = getattr(request.state, "person", None)
    return page(request, "refused.html", person, status, says=says, cite=cite)


# ---- lobby -----------------------------------------------------------------------------------------------


_FEW = 3
"""Games of a family that the lobby shows before the others are expanded."""
_FAMOUS = 5
"""Games that can be played from the top of the lobby: the most popular, each of a different family."""


@router.get("/")
async def lobby(request: Request, person: Anybody) -> HTMLResponse:
    """Every game: the most popular first, and for each family its best known, with the others collapsed below."""
    service = api.service_of(request)
    tables: dict[str, list[dict[str, Any]]] = {}
    for each in _open_to_all(await service.tables()):
        tables.setdefault(each["game"], []).append(each)
    shown = [
        {
            "id": heading.id,
            "title": heading.title,
            "subchapter": heading.subchapter,
            "summary": game(heading.id).data.summary,
            "rounds": sum(each["rounds"] for each in tables.get(heading.id, [])),
            "usual": game(heading.id).data.house.tables,
            "tables": tables.get(heading.id, []),
            "family": name,
        }
        for name, found in families().items()
        for heading in found
    ]
    shown.sort(key=lambda each: (-each["rounds"], -each["usual"]))
    by_family = {name: [each for each in shown if each["family"] == name] for name in families()}
    return page(
        request,
        "lobby.html",
        person,
        most_played=[each for each in shown if each is by_family[each["family"]][0]][:_FAMOUS],
        families=[
            (words(name).capitalize(), found[:_FEW], found[_FEW:]) for name, found in by_family.items()
        ],
        wallet=await service.people.wallet(person.name) if person else 0,
        full=service.settings.play_money * 100,
    )


def _open_to_all(tables: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """At a tournament table, the tournament seats players."""
    return [each for each in tables if not tournament_of(each["opened_by"])]


@router.get("/games/{game_id}/layout.svg")
async def felt(request: Request, game_id: str, _: Anybody) -> Response:
    drawing = await api.service_of(request).house.work(lambda: _felt(api.known(game_id)))
    return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@cache
def _felt(game_id: str) -> str:
    return layout_svg(Rules(game(game_id)))


@router.get("/favicon.ico")
async def chip() -> RedirectResponse:
    """Browsers request this if a paper names no icon."""
    return RedirectResponse("/static/chip.svg")


@router.get("/sprites.svg")
async def things() -> Response:
    """Cards, dice and chips to draw with."""
    return Response(_sprites(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@cache
def _sprites() -> str:
    return sprites()


@router.get("/games/{game_id}")
async def about(request: Request, game_id: str, person: Anybody) -> HTMLResponse:
    """A game: its tables, to play at once, and its guide."""
    found = game(api.known(game_id))
    tables = [
        each for each in _open_to_all(await api.service_of(request).tables()) if each["game"] == found.id
    ]
    return page(request, "game.html", person, game=found, tables=tables)


@router.get("/games/{game_id}/guide")
async def guide(request: Request, game_id: str, _: Anybody) -> HTMLResponse:
    """The gaming guide of 8.5."""
    return HTMLResponse(await api.service_of(request).guide(game(api.known(game_id)).rules()))


@router.get("/tables/{identity}/guide")
async def table_guide(request: Request, identity: str, _: Anybody) -> HTMLResponse:
    live = await api.table_of(request, identity)
    return HTMLResponse(await api.service_of(request).guide(live.table.rules, live.name))


@router.get("/tables/{identity}/sign")
async def table_sign(request: Request, identity: str, _: Anybody) -> HTMLResponse:
    """The sign at a table (8.3(a)), and the notices of changes to come (8.3(b)), to be printed."""
    from pitboss.papers.notice import as_html, posted

    live = await api.table_of(request, identity)
    return HTMLResponse(as_html(posted(live.table.rules, live.name, live.table.notices)))


# ---- tables ----------------------------------------------------------------------------------------------


@router.get("/tables/{identity}")
async def table(request: Request, identity: str, person: Anybody) -> HTMLResponse:
    live = await api.table_of(request, identity)
    shown = {"id": live.id, "name": live.name, "game": live.table.game.id, "title": live.table.game.title}
    return page(request, "table.html", person, table=shown, tournament=live.tournament)


@router.get("/tables/{identity}/rounds/{number}", dependencies=[Costly])
async def round_page(
    request: Request, identity: str, number: api.RoundNumber, person: Anybody
) -> HTMLResponse:
    service = api.service_of(request)
    live = await api.table_of(request, identity)
    try:
        steps = await service.round_steps(identity, number, person)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None
    shown = {"id": live.id, "name": live.name, "game": live.table.game.id, "title": live.table.game.title}
    shows = live.table.rules.amounts_as_shown
    return page(
        request, "round.html", person, table=shown, shown=steps, rounds=live.table.rounds, shows=shows
    )


@router.get("/fair")
async def fair(
    request: Request,
    person: Anybody,
    table: Annotated[str, Query(max_length=8)] = "",
    round: Annotated[int, Query(ge=1, le=2**31 - 1)] = 1,  # noqa: A002
) -> HTMLResponse:
    """How promises, seeds and heads are stored and verified, with a button that does it."""
    key = api.service_of(request).house.signer.key
    return page(request, "fair.html", person, table=table, round=round, key=key)


@router.get("/games/{game_id}/open")
async def open_page(request: Request, game_id: str, person: Somebody) -> HTMLResponse:
    found, typed = game(api.known(game_id)), dict(request.query_params)
    shown: HTMLResponse = await api.service_of(request).house.work(
        lambda: _form(request, person, found, typed)
    )
    return shown


@router.post("/games/{game_id}/open")
async def open_table(request: Request, game_id: str, person: Somebody) -> Response:
    found = game(api.known(game_id))
    typed = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    try:
        file = typed.get("file", "").strip()
        if not file and _errors(found, typed):
            return _form(request, person, found, typed, 409)
        new = (
            api.NewTable(file=file, entered=bool(typed.get("entered"))) if file else _new_table(found, typed)
        )
        identity = await api.opened(api.service_of(request), new, person)
    except (Refused, ValidationError) as problem:
        refused = problem if isinstance(problem, Refused) else api.in_a_sentence(problem)
        return _form(request, person, found, typed, 409, str(refused))
    return RedirectResponse(f"/tables/{identity}{'/dealer' if typed.get('entered') else ''}", 303)


def _form(
    request: Request, person: Person, found: Game, typed: Mapping[str, str], status: int = 200, says: str = ""
) -> HTMLResponse:
    """The form that opens a table, with the input and the errors of each field."""
    try:
        errors = {} if typed.get("file") or not typed else _errors(found, typed)
    except (Refused, ValidationError):  # the person opening the table gives it
        errors = {}
    shown = defaultdict(str, typed)
    opening = _opening(found, shown)
    cautions = [] if errors or says else warnings(opening["rules"])
    entered = {"typed": shown, "errors": errors, "says": says, "warnings": cautions}
    return page(request, "open.html", person, status, **opening, **entered)


def _new_table(found: Game, typed: Mapping[str, str]) -> api.NewTable:
    return api.NewTable(
        game=found.id,
        name=typed.get("name", "")[:60],
        seats=typed.get("seats") or None,  # type: ignore[arg-type]  # it is read as a number
        chip=typed.get("chip") or None,
        increment=typed.get("increment") or None,
        options={name: typed[name] for name in _options(found) if typed.get(name)},
        limits=_limits(typed),
        entered=bool(typed.get("entered")),
    )


def _limits(typed: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The limits typed, by wager; a missing side is empty."""
    wagers = dict.fromkeys(
        name.split(".")[1] for name, value in typed.items() if name.startswith("limit.") and value.strip()
    )
    return {
        wager: (typed.get(f"limit.{wager}.least", ""), typed.get(f"limit.{wager}.most", ""))
        for wager in wagers
    }


def _errors(found: Game, typed: Mapping[str, str]) -> dict[str, str]:
    """The error of each field, by name: it cannot be read, or is not lawful."""
    errors = {}

    def reads(field: str, read: Callable[[str], object], text: str) -> None:
        try:
            read(text)
        except Refused as refused:
            errors[field] = str(refused)

    for name, option in _options(found).items():
        if typed.get(name):
            reads(name, option.read, typed[name])
    for name in ("chip", "increment"):
        if typed.get(name):
            reads(name, cents, typed[name])
    for wager, sides in _limits(typed).items():
        for side in sides:
            reads(f"limit.{wager}", cents, side or "nothing")
        if not all(sides):
            errors[f"limit.{wager}"] = "enter both the minimum and the maximum, or neither"
    if not errors:
        for finding in findings(_new_table(found, typed).table_file()):
            kind, _, names = finding.point.partition(".")
            fields = [f"limit.{names}"] if kind == "limits" else names.split("+") if names else [kind]
            for field in fields:
                errors.setdefault(field, f"{finding.says} ({finding.cite})")
    return errors


def _options(found: Game) -> dict[str, Option]:
    return {option.id: option for option in found.data.options}


def _chosen(found: Game, typed: Mapping[str, str]) -> dict[str, Value]:
    """The options that were typed and can be read."""
    chosen: dict[str, Value] = {}
    for name, option in _options(found).items():
        with suppress(Refused):
            if typed.get(name):
                chosen[name] = option.read(typed[name])
    return chosen


def _opening(found: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """A game's options, each choice with the reason why it cannot be combined with the others."""
    chosen = _chosen(found, typed)
    rules = Rules(found, chosen, lawful=False)
    rows = []
    for option in found.data.options:
        choices = []
        for choice in option.values if option.choices else ():
            beside = next(Rules(found, {**chosen, option.id: choice}, lawful=False).broken(), None)
            why = f"{beside.says} ({beside.cite})" if beside else ""
            choices.append({"value": choice, "says": statement(found.data, option, choice), "why": why})
        value = (
            rules.options[option.id]
            if option.id in chosen
            else typed.get(option.id) or rules.options[option.id]
        )
        rows.append({"option": option, "value": value, "choices": choices})
    limits = [
        {"id": wager.id, "name": wager.name, "limits": rules.limits(wager.id)}
        for wager in rules.wagers.values()
        if not wager.during and not wager.bonus
    ]
    return {"game": found, "rules": rules, "rows": rows, "limits": limits, "positions": rules.positions}


# ---- the back office -------------------------------------------------------------------------------------


@router.get("/floor")
async def floor(request: Request, person: Staff) -> HTMLResponse:
    service = api.service_of(request)
    orders = service.house.orders
    return page(
        request,
        "floor.html",
        person,
        tables=busy_first(await service.tables()),
        calls=await orders.calls(),
        bars=await orders.bars(),
        alerts=await alerts(service) if person.may("floor", "surveillance", "auditor") else [],
    )


def busy_first(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tables, key=lambda each: (not each["playing"], not each["taken"], not each["rounds"]))


@router.get("/events")
async def significant(request: Request, person: Eye) -> HTMLResponse:
    """Records for a laboratory: events, interrupted rounds, the program and its clock."""
    service = api.service_of(request)
    return page(
        request,
        "events.html",
        person,
        events=await noted(service.database, 10**14, 200),
        interrupted=await service.interrupted(),
        installed=await service.house.work(installation),
    )


@router.get("/api-docs")
async def described(request: Request, person: Anybody) -> HTMLResponse:
    return page(request, "api.html", person, schema=request.app.openapi())
