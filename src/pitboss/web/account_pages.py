"""The pages of accounts: signing in, settings, limits that players set for themselves, and the administrator's list."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.law import Refused
from pitboss.money import cents
from pitboss.web import api
from pitboss.web.guard import COOKIE, Administrator, Anybody, SignedIn, Somebody, address_of, owed, token_of
from pitboss.web.own_limits import EXCLUSIONS, KINDS, NONE
from pitboss.web.pages import page
from pitboss.web.people import ROLES, Person, Role
from pitboss.web.times import NEW_JERSEY, moment, zones

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form(max_length=200)]
Code = Annotated[str, Form(max_length=20)]


@router.get("/sign-in")
async def sign_in_page(request: Request, person: Anybody, next: str = "/") -> HTMLResponse:  # noqa: A002
    return page(request, "sign_in.html", person, next=_inside(next), says="", name="")


@router.post("/sign-in")
async def sign_in(
    request: Request,
    person: Anybody,
    name: Text,
    password: Text,
    do: Text = "sign-in",
    code: Code = "",
    next: Text = "/",  # noqa: A002
) -> Response:
    service = api.service_of(request)
    if not api.same_site(request):
        raise HTTPException(403, "the request comes from another site")
    api.try_password(request)
    try:
        if do == "register":
            if not service.settings.registration:
                raise Refused("only the administrator creates accounts")
            await service.people.register(name, password)
        _, token = await service.sign_in(name, password, address_of(request), code)
    except Refused as refused:
        return page(request, "sign_in.html", person, 409, next=_inside(next), says=str(refused), name=name)
    response = RedirectResponse(_inside(next), 303)
    api.give_cookie(service, response, token)
    return response


def _inside(next_page: str) -> str:
    """Only to a page of this server."""
    return next_page if next_page.startswith("/") and not next_page.startswith(("//", "/\\")) else "/"


@router.post("/guest")
async def play_at_once(request: Request, person: Anybody, next: Text = "/") -> Response:  # noqa: A002
    """Enter as a guest, without an account and with play money; people who are signed in simply continue."""
    service = api.service_of(request)
    if not api.same_site(request):
        raise HTTPException(403, "the request comes from another site")
    response = RedirectResponse(_inside(next), 303)
    if person is None:
        if not service.settings.registration:
            raise HTTPException(409, "only the administrator creates accounts")
        api.try_password(request)
        api.give_cookie(service, response, await service.people.guest())
    return response


@router.post("/sign-out")
async def sign_out(request: Request, _: SignedIn) -> Response:
    token, _by_cookie = token_of(request)
    await api.service_of(request).sign_out(token)
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me")
async def mine(request: Request, person: Somebody) -> HTMLResponse:
    service = api.service_of(request)
    return page(
        request,
        "me.html",
        person,
        rounds=await service.recall(person.name, 200),
        wallet=await service.people.wallet(person.name),
        full=service.settings.play_money * 100,
    )


@router.post("/me/wallet")
async def fill_up(request: Request, person: Somebody) -> Response:
    await api.service_of(request).fill_up(person.name)
    return RedirectResponse("/me", 303)


# ---- settings --------------------------------------------------------------------------------------------


@router.get("/settings")
async def settings(request: Request, person: SignedIn) -> HTMLResponse:
    return await _settings(request, person)


async def _settings(request: Request, person: Person, status: int = 200, says: str = "") -> HTMLResponse:
    service = api.service_of(request)
    accounts, key = service.accounts, ""
    if not person.authenticator:
        key = accounts.key(token_of(request)[0])
    return page(
        request,
        "settings.html",
        person,
        status,
        says=says or owed(service, person),
        sessions=await service.people.sessions(person.name),
        key=key,
        picture=accounts.picture(person, key) if key else "",
        zones=sorted(zones()),
        zone=person.zone or NEW_JERSEY,
        kinds=KINDS,
        limits=await service.house.own_limits.of(person.name),
        exclusions=EXCLUSIONS,
        excluded=await service.house.own_limits.excluded(person.name),
    )


@router.post("/me/password")
async def change_password(request: Request, person: SignedIn, old: Text, new: Text) -> Response:
    api.try_password(request)
    try:
        await api.password_changed(request, person, old, new)
    except Refused as refused:
        return await _settings(request, person, 409, str(refused))
    return RedirectResponse("/settings", 303)


@router.post("/me/sessions/{session}/end")
async def end_session(request: Request, session: api.SessionId, person: Somebody) -> Response:
    service = api.service_of(request)
    service.signed_out(await service.people.end_session(person.name, session))
    return RedirectResponse("/settings", 303)


@router.post("/settings/zone")
async def set_zone(request: Request, person: Somebody, zone: Text) -> Response:
    try:
        await api.service_of(request).accounts.set_zone(person, zone)
    except Refused as refused:
        return await _settings(request, person, 409, str(refused))
    return RedirectResponse("/settings", 303)


@router.post("/settings/authenticator")
async def authenticator(
    request: Request, person: SignedIn, code: Code, do: Annotated[str, Form(max_length=10)] = "set-up"
) -> Response:
    """Set up an authenticator, or remove it."""
    service = api.service_of(request)
    api.try_password(request)
    try:
        if person.must_change:
            raise Refused("change the password first")
        if do == "remove":
            await service.accounts.remove(person, code)
        else:
            await service.accounts.set_up(person, token_of(request)[0], code)
    except Refused as refused:
        return await _settings(request, person, 409, str(refused))
    await service.note("authenticator", person.name, says="removed" if do == "remove" else "set up")
    await service.end_sockets()
    return RedirectResponse("/settings", 303)


@router.post("/settings/limits")
async def limit(request: Request, person: Somebody, kind: Text, amount: Text = "") -> Response:
    """Set a limit for oneself, or remove it with an empty amount."""
    service = api.service_of(request)
    try:
        wanted = cents(amount) if amount.strip() else NONE
        if wanted < NONE:
            raise Refused("a limit is an amount of money")
        await service.house.own_limits.set(person.name, kind, wanted)
    except Refused as refused:
        return await _settings(request, person, 409, str(refused))
    await service.note("own limit", person.name, says=f"{kind} {amount or 'removed'}")
    return RedirectResponse("/settings", 303)


@router.post("/settings/exclusion")
async def exclude(request: Request, person: Somebody, how_long: Text) -> Response:
    """Exclude oneself from play."""
    service = api.service_of(request)
    try:
        until = await service.house.own_limits.exclude(person.name, how_long)
    except Refused as refused:
        return await _settings(request, person, 409, str(refused))
    await service.note("self-exclusion", person.name, says=f"until {moment(until)}")
    service.house.stands_up(person.name)
    return RedirectResponse("/settings", 303)


# ---- the administrator's list ----------------------------------------------------------------------------


@router.get("/people")
async def people(request: Request, person: Administrator) -> HTMLResponse:
    return await _people(request, person)


async def _people(
    request: Request, person: Person, status: int = 200, says: str = "", name: str = "", password: str = ""
) -> HTMLResponse:
    listed = await api.service_of(request).accounts.listed()
    shown = {"says": says, "name": name, "password": password}
    return page(request, "people.html", person, status, people=listed, roles=ROLES, **shown)


@router.post("/people")
async def create(
    request: Request, person: Administrator, name: Text, role: Annotated[Role, Form()]
) -> HTMLResponse:
    """A new account; its password is shown once."""
    service = api.service_of(request)
    try:
        password = await service.accounts.create(name, role)
    except Refused as refused:
        return await _people(request, person, 409, str(refused))
    await service.note("account created", person.name, says=f"{name}, {role}")
    return await _people(request, person, 200, "", name, password)


@router.post("/people/{name}")
async def appoint(
    request: Request, name: str, person: Administrator, role: Annotated[Role, Form()]
) -> Response:
    await api.appointed(api.service_of(request), person, name, role)
    return RedirectResponse("/people", 303)


@router.post("/people/{name}/unlock")
async def unlock(request: Request, name: str, person: Administrator) -> Response:
    service = api.service_of(request)
    await service.accounts.unlock(name)
    await service.note("account unlocked", person.name, says=name)
    return RedirectResponse("/people", 303)


@router.post("/people/{name}/reset")
async def reset(request: Request, name: str, person: Administrator) -> HTMLResponse:
    """A new password, shown once. All sessions of the account end."""
    service = api.service_of(request)
    try:
        if name == person.name:
            raise Refused("change your own password on the Settings page")
        password = await service.accounts.reset(name)
    except Refused as refused:
        return await _people(request, person, 409, str(refused))
    await service.note("password reset", person.name, says=name)
    await service.end_sockets()
    return await _people(request, person, 200, "", name, password)
