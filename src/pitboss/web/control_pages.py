"""Pages of control: cases of corrections and voids, and their decision by a second person."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.law import Refused
from pitboss.web import api
from pitboss.web.control import Control, Decision
from pitboss.web.guard import Floor, Office
from pitboss.web.live import LiveTable
from pitboss.web.pages import page
from pitboss.web.people import Person

router = APIRouter(include_in_schema=False)
interface = APIRouter(prefix="/api", tags=["records"])

Text = Annotated[str, Form(max_length=200)]
Number = Annotated[int, Form(ge=0, le=2**31 - 1)]
CaseId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]


def control_of(request: Request) -> Control:
    control: Control = request.app.state.control
    return control


@interface.get("/cases")
async def listed(request: Request, _: Office) -> list[dict[str, Any]]:
    """List the last corrections and voids, those that wait for a second person first, in cents."""
    return await control_of(request).cases()


@router.get("/cases")
async def cases_page(request: Request, person: Office) -> HTMLResponse:
    return await _page(request, person)


async def _page(
    request: Request,
    person: Person,
    status: int = 200,
    says: str = "",
    typed: dict[str, object] | None = None,
) -> HTMLResponse:
    control = control_of(request)
    return page(
        request,
        "cases.html",
        person,
        status,
        cases=await control.cases(),
        says=says,
        typed=defaultdict(str, typed or request.query_params),
        tables=await api.service_of(request).tables(),
        alone=control.alone(person) if person.may("floor") else 0,
    )


async def _live(request: Request, identity: str) -> LiveTable:
    """The table of a case; a request for another process's table is relayed."""
    if len(identity) != 8:
        raise HTTPException(404, "choose a table")
    return await api.table_of(request, identity)


@router.post("/floor/calls/{call}")
async def answer_call(request: Request, person: Floor, call: CaseId) -> Response:
    """A floorperson goes to the player who has called."""
    service = api.service_of(request)
    table = await service.house.orders.take(call, person.name)
    await service.note("call answered", person.name, table, call)
    return RedirectResponse(f"/tables/{table}", 303)


@router.post("/cases")
async def propose(
    request: Request,
    person: Floor,
    table: Text,
    kind: Text,
    why: Text,
    round: Number = 0,  # noqa: A002
    seat: Number = 0,
    wager: Text = "",
    due: Text = "0",
) -> Response:
    live = await _live(request, table)
    try:
        await control_of(request).propose(
            person, live, kind, why, round_=round, seat=seat, wager=wager, due=due
        )
    except Refused as refused:
        typed = {"table": table, "kind": kind, "why": why, "round": round, "seat": seat, "wager": wager}
        return await _page(request, person, 409, str(refused), typed | {"due": due})
    return RedirectResponse("/cases", 303)


@router.post("/cases/{case}")
async def decide(
    request: Request, person: Floor, case: CaseId, decision: Annotated[Decision, Form()]
) -> Response:
    control = control_of(request)
    live = await _live(request, (await control.case(case))["table"])
    try:
        await control.decide(person, live, case, decision)
    except Refused as refused:
        return await _page(request, person, 409, str(refused))
    return RedirectResponse("/cases", 303)
