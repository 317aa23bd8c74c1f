"""Reviews of the decisions of players: for surveillance, with their stakes and the cards they could not see; and for
players themselves, after they leave the table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from pitboss.law import Refused
from pitboss.practice.review import Review, review
from pitboss.web import api
from pitboss.web.guard import Costly, Eye, Somebody
from pitboss.web.pages import page
from pitboss.web.people import Person

router = APIRouter(include_in_schema=False)


async def reviewed(request: Request, identity: str, person: Person, player: str) -> Review:
    """The decisions of one player at a table, as far as its journal is open to a person."""
    service = api.service_of(request)
    lines = (await service.journal(identity, person)).splitlines()
    found = await service.past(f"review {identity} {len(lines)}", review, lines)
    return found.of(player)


@router.get("/surveillance/{identity}/players/{name}", dependencies=[Costly])
async def player(
    request: Request, identity: str, name: Annotated[str, Path(max_length=100)], person: Eye
) -> HTMLResponse:
    live = await api.table_of(request, identity)
    found = await reviewed(request, identity, person, name)
    return page(request, "review.html", person, table=live, player=name, review=found, own=False)


@router.get("/me/review/{identity}", dependencies=[Costly])
async def mine(request: Request, identity: str, person: Somebody) -> HTMLResponse:
    live = await api.table_of(request, identity)
    if any(seated.name == person.name for seated in live.table.seats.values()):
        raise Refused("leave the table first: decisions are reviewed after play")
    found = await reviewed(request, identity, person, person.name)
    return page(request, "review.html", person, table=live, player=person.name, review=found, own=True)
