"""The pages of the school: lessons, what the instructor injects, answers, and the record of the class."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.law import Refused
from pitboss.web import api
from pitboss.web.guard import Dealing, Floor
from pitboss.web.pages import page
from pitboss.web.people import Person
from pitboss.web.school import School

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form(max_length=60)]
LessonId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]


def school_of(request: Request) -> School:
    school: School = request.app.state.school
    return school


@router.get("/school")
async def school(request: Request, person: Dealing) -> HTMLResponse:
    return await _page(request, person)


async def _page(request: Request, person: Person, status: int = 200, says: str = "") -> HTMLResponse:
    service, school = api.service_of(request), school_of(request)
    teaches = person.may("floor")
    lessons = await school.lessons("" if teaches else person.name)
    rulings = {}
    for each in lessons:
        live = service.house.tables.get(each["table"])
        if not each["ended"] and live is not None:
            rulings[each["id"]] = sorted(school.rulings(live))
    people = await service.accounts.listed() if teaches else []
    return page(
        request,
        "school.html",
        person,
        status,
        says=says,
        lessons=lessons,
        record=await school.record() if teaches else [],
        rulings=rulings,
        teaches=teaches,
        tables=[each for each in await service.tables() if each["entered"]],
        dealers=[each["name"] for each in people if each["role"] == "dealer"],
    )


@router.post("/school")
async def begin(request: Request, person: Floor, table: Text, student: Text) -> Response:
    if len(table) != 8:
        raise HTTPException(404, "choose a table")
    live = await api.table_of(request, table)
    try:
        await school_of(request).begin(person, live, student)
    except Refused as refused:
        return await _page(request, person, 409, str(refused))
    return RedirectResponse("/school", 303)


@router.post("/school/{lesson}")
async def teach(
    request: Request,
    lesson: LessonId,
    person: Floor,
    do: Annotated[Literal["inject", "end"], Form()],
    table: Text = "",
    irregularity: Text = "",
) -> Response:
    """Inject an irregularity, or end the lesson."""
    school = school_of(request)
    try:
        if do == "end":
            await school.end(person, lesson)
        else:
            await school.inject(person, await api.table_of(request, table), lesson, irregularity)
    except Refused as refused:
        return await _page(request, person, 409, str(refused))
    return RedirectResponse("/school", 303)


@router.post("/tables/{identity}/answers")
async def answer(request: Request, identity: api.Identity, person: Dealing) -> Response:
    """A student's answer; the dealer's page then shows what is right."""
    live = await api.table_of(request, identity)
    given = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    await school_of(request).answer(person, live, given)
    return RedirectResponse(f"/tables/{identity}/dealer", 303)
