"""The pages and the interface of the back office: figures, counts, pits and statements."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from pitboss.law import Refused
from pitboss.office import BY, Figures
from pitboss.office.counts import KINDS
from pitboss.web import api
from pitboss.web.events import as_csv
from pitboss.web.guard import Cage, Floor, Office, Somebody
from pitboss.web.office import Office as BackOffice
from pitboss.web.office import as_parquet, bars, by_of
from pitboss.web.pages import page

router = APIRouter(include_in_schema=False)
interface = APIRouter(prefix="/api/office", tags=["office"])

Text = Annotated[str, Form(max_length=100)]
Day = Annotated[str, Query(max_length=10, description="A gaming day, as 2026-11-18; by default today's.")]
By = Annotated[str, Query(max_length=60, description="One or several of: " + ", ".join(BY) + ".")]
Who = Annotated[Literal["people", "bots", "all"], Query(description="Whose wagers.")]
Named = Annotated[str, Query(max_length=20)]


def office_of(request: Request) -> BackOffice:
    office: BackOffice = request.app.state.office
    return office


@interface.get("/figures", response_model=None)
async def figures(
    request: Request,
    _: Office,
    by: By = "table",
    first: Day = "",
    last: Day = "",
    who: Who = "people",
    form: Annotated[Literal["json", "csv", "parquet"], Query()] = "json",
) -> list[dict[str, Any]] | Response:
    """Return handle, win, theoretical win, hold with what is usual, pace, occupancy and the largest results, in cents,
    from the journals of gaming days."""
    keys = by_of(by)
    found = await office_of(request).figures(keys, first, last, who)
    if form == "json":
        return [dict(zip(keys, each.key, strict=True)) | each.json() for each in found]
    named = {"Content-Disposition": f'attachment; filename="figures.{form}"'}
    if form == "parquet":
        content = await api.service_of(request).house.work(lambda: as_parquet(found, keys))
        return Response(content, media_type="application/vnd.apache.parquet", headers=named)
    rows = [each.row(keys) for each in found]
    columns = tuple(rows[0] if rows else Figures(key=keys).row(keys))
    return PlainTextResponse(as_csv(rows, columns), media_type="text/csv", headers=named)


@interface.get("/counts")
async def counts(request: Request, _: Office, day: Day = "") -> dict[str, Any]:
    """Return the counts of a gaming day and the win of each table and shift, in cents;
    and the chips that people bought and took away, by the journals."""
    office = office_of(request)
    sums, entries = await office.counts(office.day(day))
    drop = await office.drop(office.day(day))
    return {
        "counts": [api.plain(each) | {"win": each.win, "hold": each.hold} for each in sums],
        "entries": [api.plain(each) for each in entries],
        "chips": {table: {"bought": bought, "taken": taken} for table, (bought, taken) in drop.items()},
    }


@interface.get("/statements/{name}")
async def statement(
    request: Request, name: Annotated[str, api.Path(max_length=20)], _: Office
) -> dict[str, Any]:
    """Return a player's account: every posting with the balance after it, newest first, in cents."""
    return await office_of(request).statement(name)


# ---- pages -----------------------------------------------------------------------------------------------


@router.get("/office")
async def office_page(
    request: Request, person: Office, by: By = "table", first: Day = "", last: Day = "", who: Who = "people"
) -> HTMLResponse:
    office = office_of(request)
    keys = by_of(by)
    found = await office.figures(keys, first, last, who)
    return page(
        request,
        "office.html",
        person,
        found=found,
        bars=bars(found),
        by=keys,
        choices=BY,
        first=office.day(first),
        last=office.day(last) if last else office.day(first),
        who=who,
        total=_total(found),
        tables=await office.tables(),
    )


def _total(found: list[Figures]) -> dict[str, Any]:
    """The sums under the columns."""
    return {
        "rounds": sum(each.rounds for each in found),
        "handle": sum(each.handle for each in found),
        "win": sum(each.win for each in found),
        "theoretical_win": sum(each.theoretical_win for each in found),
    }


@router.get("/office/counts")
async def counts_page(request: Request, person: Office, day: Day = "") -> HTMLResponse:
    return await _counts(request, person, day)


async def _counts(
    request: Request, person: Any, day: str = "", status: int = 200, says: str = ""
) -> HTMLResponse:
    office = office_of(request)
    sums, entries = await office.counts(office.day(day))
    return page(
        request,
        "counts.html",
        person,
        status,
        says=says,
        day=office.day(day),
        counts=sums,
        entries=entries,
        drop=await office.drop(office.day(day)),
        kinds=KINDS,
        tables=await office.tables(),
        shifts=office.days.shifts,
        shift=office.days.shift(office.service.clock()),
    )


@router.post("/office/counts")
async def count(
    request: Request,
    person: Cage,
    table: Text,
    kind: Text,
    amount: Text,
    slip: Text = "",
    shift: Text = "",
) -> Response:
    try:
        await office_of(request).count(person, table, kind, amount, slip, shift)
    except Refused as refused:
        return await _counts(request, person, "", 409, str(refused))
    return RedirectResponse("/office/counts", 303)


@router.post("/office/pits")
async def assign(request: Request, person: Floor, table: Text, pit: Text = "") -> Response:
    await office_of(request).assign(person, table, pit)
    return RedirectResponse("/office", 303)


@router.get("/office/statement")
async def statement_page(request: Request, person: Office, name: Named) -> HTMLResponse:
    statement = await office_of(request).statement(name)
    return page(request, "statement.html", person, **statement)


@router.get("/me/statement")
async def own_statement(request: Request, person: Somebody) -> HTMLResponse:
    """A player's own account."""
    statement = await office_of(request).statement(person.name)
    return page(request, "statement.html", person, **statement)
