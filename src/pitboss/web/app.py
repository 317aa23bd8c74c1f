"""The service as an ASGI application."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import unquote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import pitboss
from pitboss.law import Refused
from pitboss.web import (
    account_pages,
    api,
    control_pages,
    dealer_pages,
    office_pages,
    pages,
    review_pages,
    school_pages,
    socket,
    surveillance_pages,
    tournament_pages,
)
from pitboss.web.address import ADDRESS
from pitboss.web.client import Client
from pitboss.web.control import Control
from pitboss.web.database import Silent
from pitboss.web.guard import Owed
from pitboss.web.house import Elsewhere
from pitboss.web.live import Forbidden
from pitboss.web.office import Office
from pitboss.web.questions import Busy
from pitboss.web.school import School
from pitboss.web.service import Service
from pitboss.web.surveillance import Surveillance
from pitboss.web.watch import Watch, access

log = logging.getLogger("pitboss.app")

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'self'; form-action 'self'; base-uri 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


_KEPT = ("/static/", "/sprites.svg")
"""What is the same for everybody, and may be cached."""

_FORWARDED = ("x-forwarded-for", "forwarded")

_LARGEST = 400_000
"""The largest request in bytes: the longest table file, with every letter escaped as in forms."""


class Bounded:
    """Requests are read only up to the largest useful size."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = _LARGEST

        async def bounded() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, f"the request is larger than {_LARGEST:,} bytes")
            return message

        await self.app(scope, bounded if scope["type"] == "http" else receive, send)


def application(service: Service) -> FastAPI:
    """The application around a service, which it starts and stops."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    app = FastAPI(
        title="Pitboss",
        summary="Live tables under New Jersey's Rules of the Games.",
        description="The socket of a table is described in docs/live-tables.md.",
        version=pitboss.__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    app.state.watch = watch = Watch(service)
    app.include_router(api.router)
    app.include_router(socket.router)
    app.include_router(pages.router, include_in_schema=False)
    app.include_router(account_pages.router)
    app.include_router(tournament_pages.router, include_in_schema=False)
    app.include_router(tournament_pages.interface)
    app.state.office = Office(service)
    app.state.control = Control(service)
    app.include_router(control_pages.router)
    app.include_router(control_pages.interface)
    app.include_router(dealer_pages.router)
    app.include_router(office_pages.router)
    app.include_router(review_pages.router)
    app.include_router(office_pages.interface)
    app.state.school = School(service)
    app.include_router(school_pages.router)
    app.state.surveillance = Surveillance(service)
    app.include_router(surveillance_pages.router)
    app.include_router(surveillance_pages.interface)
    app.include_router(watch.router)
    app.mount("/static", Client(), "static")

    app.add_middleware(Bounded)

    @app.middleware("http")
    async def around(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        start = time.perf_counter()
        ADDRESS.set(request.client.host if request.client else "")
        if "\0" in unquote(request.url.path + request.url.query):
            return pages.refusal(request, 422, "an address has no null byte in it", headers=_HEADERS)
        service.warn_of_proxy([name for name in _FORWARDED if name in request.headers])
        response = await answer(request)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if not request.url.path.startswith(_KEPT):
            response.headers.setdefault("Cache-Control", "no-store")  # what is on a page is for who asked
        seconds = time.perf_counter() - start
        access(request, response, seconds)
        watch.answered(request, seconds)
        watch.requests.labels(request.method, str(response.status_code)).inc()
        return response

    @app.exception_handler(Refused)
    async def refused(request: Request, problem: Refused) -> Response:
        status = 403 if isinstance(problem, Forbidden) else 409
        return pages.refusal(request, status, str(problem), problem.cite or "")

    @app.exception_handler(Owed)
    async def not_in_order(request: Request, problem: Owed) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/settings", 303)
        return pages.refusal(request, 403, str(problem.detail))

    @app.exception_handler(HTTPException)
    async def failed(request: Request, problem: HTTPException) -> Response:
        return pages.refusal(request, problem.status_code, str(problem.detail), headers=problem.headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, problem: RequestValidationError) -> Response:
        first = problem.errors()[0]
        where = ".".join(str(each) for each in first["loc"][1:])
        return pages.refusal(request, 422, f"{where}: {first['msg']}".removeprefix(": "))

    @app.exception_handler(Busy)
    async def busy(request: Request, problem: Busy) -> Response:
        return pages.refusal(request, 503, str(problem), headers={"Retry-After": "5"})

    @app.exception_handler(Silent)
    async def silent(request: Request, problem: Silent) -> Response:
        return pages.refusal(request, 503, str(problem), headers={"Retry-After": "5"})

    @app.exception_handler(Exception)
    async def broken(request: Request, problem: Exception) -> Response:
        """Unexpected errors: logged, without details in the response."""
        log.error("a request failed", exc_info=problem, extra={"path": request.url.path})
        service.house.note("failure", "", "", f"{type(problem).__name__} at {request.url.path}")
        watch.requests.labels(request.method, "500").inc()
        return JSONResponse({"detail": "the server failed; the error is logged"}, 500, dict(_HEADERS))

    @app.exception_handler(Elsewhere)
    async def elsewhere(request: Request, problem: Elsewhere) -> Response:
        return await service.relay.answer(request, problem.address)

    return app


__all__ = ["application"]
