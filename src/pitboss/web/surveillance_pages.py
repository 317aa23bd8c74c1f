"""The pages of surveillance: tables with their audits, the wall, search, replay on the felt, and case files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Form, HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.law import Refused
from pitboss.layout import layout_svg, table_svg
from pitboss.web import api
from pitboss.web.alerts import alerts
from pitboss.web.guard import Costly, Eye
from pitboss.web.live import LiveTable
from pitboss.web.pages import busy_first, page, rendered
from pitboss.web.people import Person
from pitboss.web.surveillance import Query as Wanted
from pitboss.web.surveillance import Surveillance

router = APIRouter(include_in_schema=False, prefix="/surveillance")
interface = APIRouter(prefix="/api/surveillance", tags=["records"])

Text = Annotated[str, Form(max_length=500)]
Number = Annotated[int, Form(ge=0, le=2**31 - 1)]
Typed = Annotated[str, Query(max_length=60)]
FileId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]

_ON_WALL = 12


def surveillance_of(request: Request) -> Surveillance:
    surveillance: Surveillance = request.app.state.surveillance
    return surveillance


# ---- tables ----------------------------------------------------------------------------------------------


@router.get("")
async def tables(request: Request, person: Eye) -> HTMLResponse:
    service = api.service_of(request)
    return page(
        request,
        "surveillance.html",
        person,
        tables=busy_first(await service.tables()),
        books=await service.books(),
        alerts=await alerts(service),
    )


@router.get("/wall")
async def wall(request: Request, person: Eye, of: Typed = "") -> HTMLResponse:
    """Tables as cameras see them, those in play first."""
    found = [
        each
        for each in busy_first(await api.service_of(request).tables())
        if each["here"] and of.lower() in f"{each['name']} {each['title']}".lower()
    ]
    return page(request, "wall.html", person, tables=found[:_ON_WALL], of=of, more=len(found) > _ON_WALL)


@router.get("/{identity}/picture.svg")
async def picture(request: Request, identity: api.Identity, _: Eye) -> Response:
    """A table as everybody around it sees it; unchanged while its journal is."""
    live = await api.table_of(request, identity)
    await api.service_of(request).house.safe(live)
    tag = f'"{live.table.journal.lines}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(table_svg(live.table), media_type="image/svg+xml", headers=headers)


def _shown(live: LiveTable) -> dict[str, Any]:
    return {"id": live.id, "name": live.name, "game": live.table.game.id, "title": live.table.game.title}


# ---- searching -------------------------------------------------------------------------------------------


@interface.get("/search")
async def found(
    request: Request,
    reader: Eye,
    person: Typed = "",
    table: Typed = "",
    first: Typed = "",
    last: Typed = "",
    least: Typed = "",
    act: Typed = "",
    words: Typed = "",
) -> dict[str, list[dict[str, Any]]]:
    """Search open and closed tables, rounds and events: by person, table, time, dollars won or lost, and act of staff.
    Times are written as 2026-11-19T16:00 in your time zone."""
    wanted = Wanted(person, table, first, last, least, act, words)
    return await surveillance_of(request).search(wanted, reader.zone)


@router.get("/search")
async def search(
    request: Request,
    reader: Eye,
    person: Typed = "",
    table: Typed = "",
    first: Typed = "",
    last: Typed = "",
    least: Typed = "",
    act: Typed = "",
    words: Typed = "",
) -> HTMLResponse:
    surveillance, says, status = surveillance_of(request), "", 200
    wanted = Wanted(person, table, first, last, least, act, words)
    results: dict[str, list[dict[str, Any]]] = {"tables": [], "rounds": [], "events": []}
    try:
        results = await surveillance.search(wanted, reader.zone)
    except Refused as refused:
        says, status = str(refused), 409
    shown = {"wanted": msgspec.to_builtins(wanted), "acts": await surveillance.acts(), "says": says}
    return page(request, "search.html", reader, status, **results, **shown)


# ---- bookmarks and case files ----------------------------------------------------------------------------


@router.get("/files")
async def files(request: Request, person: Eye) -> HTMLResponse:
    return await _files(request, person)


async def _files(request: Request, person: Person, status: int = 200, says: str = "") -> HTMLResponse:
    surveillance = surveillance_of(request)
    bookmarks = await surveillance.bookmarks()
    return page(
        request,
        "files.html",
        person,
        status,
        files=await surveillance.files(),
        bookmarks=bookmarks,
        says=says,
    )


@router.post("/files")
async def open_file(request: Request, person: Eye, title: Text) -> Response:
    try:
        file = await surveillance_of(request).open_file(person, title)
    except Refused as refused:
        return await _files(request, person, 409, str(refused))
    return RedirectResponse(f"/surveillance/files/{file}", 303)


@router.post("/bookmarks")
async def bookmark(
    request: Request,
    person: Eye,
    table: Text,
    round: Number,  # noqa: A002
    step: Number,
    says: Text = "",
    file: Text = "",
) -> Response:
    await surveillance_of(request).bookmark(person, table, round, step, says, file)
    return RedirectResponse(f"/surveillance/files/{file}" if file else "/surveillance/files", 303)


@router.get("/files/{file}")
async def file_page(request: Request, file: FileId, person: Eye) -> HTMLResponse:
    surveillance = surveillance_of(request)
    try:
        found = await surveillance.file(file)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None
    return page(request, "file.html", person, file=found, others=await surveillance.bookmarks())


@router.post("/files/{file}")
async def change_file(
    request: Request,
    file: FileId,
    person: Eye,
    do: Annotated[Literal["put", "close"], Form()],
    bookmark: Text = "",
) -> Response:
    surveillance = surveillance_of(request)
    if do == "put":
        await surveillance.put(person, bookmark, file)
    else:
        await surveillance.close_file(person, file)
    return RedirectResponse(f"/surveillance/files/{file}", 303)


@router.get("/files/{file}/evidence.zip", dependencies=[Costly])
async def evidence(request: Request, file: FileId, person: Eye) -> Response:
    """Everything that proves a file."""

    def whole(live: LiveTable, steps: dict[str, Any]) -> str:
        felt = layout_svg(live.table.rules)
        box = felt.partition('viewBox="')[2].partition('"')[0]
        wide, high = box.split()[2:]
        drawn = {"felt": felt, "box": box, "wide": wide, "high": high}
        return rendered("evidence.html", table=_shown(live), shown=steps, me=person, **drawn)

    try:
        packed = await surveillance_of(request).evidence(person, file, whole)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None
    named = {"Content-Disposition": f'attachment; filename="case-file-{file}.zip"'}
    return Response(packed, media_type="application/zip", headers=named)


# ---- one table -------------------------------------------------------------------------------------------


@router.get("/{identity}", dependencies=[Costly])
async def watched(
    request: Request, identity: api.Identity, person: Eye, volume: api.Volume = None
) -> HTMLResponse:
    """A table with its audit, its rounds, and its whole journal in words."""
    service = api.service_of(request)
    live = await api.table_of(request, identity)
    await surveillance_of(request).look(person, live)
    return page(
        request,
        "watched.html",
        person,
        table=_shown(live),
        audit=await service.audited(identity, volume),
        rounds=await service.rounds(identity, None, 50),
        words=await service.staff_words(identity, volume),
        closed=live.table.closed,
    )


@router.get("/{identity}/rounds/{number}", dependencies=[Costly])
async def replay(
    request: Request,
    identity: api.Identity,
    number: api.RoundNumber,
    person: Eye,
    step: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> HTMLResponse:
    """A round as pictures of the felt, step by step with its times."""
    service, surveillance = api.service_of(request), surveillance_of(request)
    live = await api.table_of(request, identity)
    await surveillance.look(person, live)
    try:
        shown = await service.round_steps(identity, number, person, pictures=True)
    except Refused as refused:
        raise HTTPException(404, str(refused)) from None
    return page(
        request,
        "replay.html",
        person,
        table=_shown(live),
        shown=shown,
        felt=layout_svg(live.table.rules),
        step=step,
        rounds=live.table.rounds,
        files=[each for each in await surveillance.files() if not each["closed"]],
    )
