"""Who may do what: sessions, roles, origins, and how often."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from pitboss.web.people import Person, Role, a
from pitboss.web.service import Service

COOKIE = "pitboss"
_SAFE = {"GET", "HEAD", "OPTIONS"}

_bearer = HTTPBearer(
    auto_error=False, description="The token of POST /api/session; a browser sends its cookie."
)
"""For the description of the interface; `token_of` reads the token."""


def token_of(connection: HTTPConnection) -> tuple[str, bool]:
    """The session's token, and whether a browser sent it automatically."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip(), False
    return connection.cookies.get(COOKIE, ""), True


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from. An IPv6 network counts as one address, because its owner has all of them."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return host


def same_origin(connection: HTTPConnection, service: Service) -> bool:
    """Does the request come from a page of this server? Browsers always send the origin of a form or a socket."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    try:
        sent = urlsplit(origin)
    except ValueError:
        return False
    safe = service.settings.secure or connection.url.scheme in ("https", "wss")
    own = sent.netloc == connection.headers.get("host") and sent.scheme == ("https" if safe else "http")
    return own or origin in service.settings.origins


async def anybody(request: Request) -> Person | None:
    """The person who asks; anonymous without a session."""
    service: Service = request.app.state.service
    if not service.requests.take(address_of(request)):
        raise HTTPException(429, "too many requests; wait a moment")
    token, by_cookie = token_of(request)
    person = await service.people.whose(token) if token else None
    if person and by_cookie and request.method not in _SAFE:
        if not same_origin(request, service):
            raise HTTPException(403, "the request comes from another site")
        if not await _csrf_fits(request, person):
            raise HTTPException(403, "the request lacks the token of the page; reload it")
    request.state.person = person  # for the page of a refusal
    return person


async def _csrf_fits(request: Request, person: Person) -> bool:
    given = request.headers.get("x-csrf-token", "")
    kind = request.headers.get("content-type", "")
    if not given and kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        field = (await request.form()).get("csrf", "")
        given = field if isinstance(field, str) else ""
    return hmac.compare_digest(given.encode(), person.csrf.encode())


def costly(request: Request) -> None:
    """What is slow to compute is limited more strictly."""
    service: Service = request.app.state.service
    if not service.costly.take(address_of(request)):
        raise HTTPException(429, "that takes a while to look up; wait a moment")


Costly = Depends(costly)


class Owed(HTTPException):
    """Refused until the account is in order."""


def owed(service: Service, person: Person) -> str:
    """What somebody has to do on the Settings page before anything else."""
    if person.must_change:
        return "change the password first, on the Settings page"
    if service.settings.authenticator == "staff" and person.role != "player" and not person.authenticator:
        return "set up an authenticator first, on the Settings page"
    return ""


def signed_in(
    person: Annotated[Person | None, Depends(anybody)], _: Annotated[object, Depends(_bearer)]
) -> Person:
    """A signed-in person, even with a password that must be changed."""
    if person is None:
        raise HTTPException(401, "sign in first", {"WWW-Authenticate": "Bearer"})
    return person


def somebody(request: Request, person: Annotated[Person, Depends(signed_in)]) -> Person:
    """A signed-in person whose account is in order."""
    if says := owed(request.app.state.service, person):
        raise Owed(403, says)
    return person


def only(*roles: Role) -> Callable[[Person], Person]:
    """A person with one of these roles; an administrator has them all."""

    def check(person: Annotated[Person, Depends(somebody)]) -> Person:
        if not person.may(*roles):
            raise HTTPException(403, f"only {' and '.join(roles)} may do that, not {a(person.role)}")
        return person

    return check


Anybody = Annotated[Person | None, Depends(anybody)]
SignedIn = Annotated[Person, Depends(signed_in)]
Somebody = Annotated[Person, Depends(somebody)]
Staff = Annotated[Person, Depends(only("dealer", "floor", "surveillance", "auditor"))]
Office = Annotated[Person, Depends(only("floor", "cage", "surveillance", "auditor"))]
Cage = Annotated[Person, Depends(only("cage", "floor"))]
Floor = Annotated[Person, Depends(only("floor"))]
Dealing = Annotated[Person, Depends(only("dealer", "floor"))]
Eye = Annotated[Person, Depends(only("surveillance", "auditor"))]
Administrator = Annotated[Person, Depends(only("administrator"))]
