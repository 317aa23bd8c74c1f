"""Health, metrics and logs."""

from __future__ import annotations

import hmac
import json
import logging
import sys
import time
from contextlib import suppress

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from pitboss.web.service import Service
from pitboss.web.transaction import Statement, is_postgresql

log = logging.getLogger("pitboss.access")

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_MOMENT = 1000
"""Milliseconds for which a successful write counts."""


class Watch:
    """The figures for operators."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.registry = CollectorRegistry()
        self._wrote = 0
        self.requests = Counter(
            "pitboss_requests", "HTTP requests.", ["method", "status"], registry=self.registry
        )
        house = service.house
        self._gauge("pitboss_tables", "Tables run by this process.", lambda: len(house.tables))
        self._gauge(
            "pitboss_rounds_under_way",
            "Rounds under way.",
            lambda: sum(t.table.playing for t in house.tables.values()),
        )
        self._gauge(
            "pitboss_tables_out_of_order",
            "Tables that could not be resumed.",
            lambda: len(house.out_of_order),
        )
        self.latency = Histogram(
            "pitboss_request_seconds",
            "Seconds to the answer of an HTTP request.",
            ["route"],
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._gauge("pitboss_failed_writes", "Transactions that could not be saved.", lambda: house.failed)
        self._gauge(
            "pitboss_lost_commits", "1 if the database lacks commits.", lambda: int(house.lost_commits)
        )
        self._gauge("pitboss_computations", "Odds and advice asked for and not answered.", service.computing)
        self.saved = Histogram(
            "pitboss_commit_seconds",
            "Seconds to save a transaction.",
            buckets=_BUCKETS,
            registry=self.registry,
        )
        house.saved_in = self.saved.observe
        self.size = Gauge("pitboss_database_bytes", "Size of the database.", registry=self.registry)
        self._gauge("pitboss_sockets", "Sockets open.", lambda: service.sockets.total())
        self._gauge("pitboss_actions", "Commands carried out over sockets.", lambda: service.actions)
        self._gauge("pitboss_commits", "Transactions saved.", lambda: house.committed)
        self._gauge("pitboss_lines", "Journal lines saved.", lambda: house.lines)
        self._gauge(
            "pitboss_uptime_seconds", "Since the start.", lambda: (service.clock() - service.started) / 1000
        )
        self.router = APIRouter(tags=["operation"])
        self.router.add_api_route("/health", self.health, summary="Is the process alive?")
        self.router.add_api_route("/ready", self.ready, summary="Can it serve: can it read and write?")
        self.router.add_api_route(
            "/metrics", self.metrics, summary="Figures for Prometheus.", response_class=Response
        )

    def _gauge(self, name: str, text: str, value: object) -> None:
        Gauge(name, text, registry=self.registry).set_function(value)  # type: ignore[arg-type]

    async def health(self) -> dict[str, str]:
        return {"status": "alive"}

    async def ready(self, response: Response) -> dict[str, str]:
        try:
            if self.service.stopping or self.service.house.lost_commits:
                raise RuntimeError("stopping")
            await self._writes()
        except Exception:
            response.status_code = 503
            return {"status": "not ready"}
        return {"status": "ready"}

    async def _writes(self) -> None:
        """A full disk can still be read, so a test value is written, at most once in a short time."""
        now = self.service.clock()
        await self.service.database.read("SELECT 1")
        if now - self._wrote >= _MOMENT:
            await self.service.database.write([Statement("UPDATE pulse SET at = ?", [(now,)], expect=1)])
            self._wrote = now

    async def _bytes(self) -> int:
        read = self.service.database.read
        if is_postgresql(self.service.settings.database_or_default):
            return int((await read("SELECT pg_database_size(current_database())"))[0][0])
        pages, size = await read("PRAGMA page_count"), await read("PRAGMA page_size")
        return int(pages[0][0]) * int(size[0][0])

    def answered(self, request: Request, seconds: float) -> None:
        """By route, not by path: there are as many paths as tables and rounds."""
        route = getattr(request.scope.get("route"), "path", "other")
        self.latency.labels(route).observe(seconds)

    def _may_look(self, request: Request) -> bool:
        """From this machine, unless the request was relayed; or with the operator's token."""
        word = self.service.settings.metrics
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if word and hmac.compare_digest(given.encode(), word.encode()):
            return True
        passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        host = request.client.host if request.client else ""
        return not passed_on and host in ("127.0.0.1", "::1")

    async def metrics(self, request: Request) -> Response:
        if not self._may_look(request):
            raise HTTPException(403, "the figures are for the operator")
        with suppress(Exception):  # a database that does not answer is another figure
            self.size.set(await self._bytes())
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)


def access(request: Request, response: Response, seconds: float) -> None:
    """One line for each request. Never a token, a password or a card: only who, from where, the path, the time taken
    and the outcome."""
    if log.isEnabledFor(logging.INFO):
        log.info(
            "request",
            extra={
                "method": request.method,
                "path": request.url.path,
                "status": response.status_code,
                "ms": round(seconds * 1000, 1),
                "address": request.client.host if request.client else "",
                **about(request),
                "person": person.name if (person := getattr(request.state, "person", None)) else "",
            },
        )


def about(request: Request) -> dict[str, str]:
    """The table and the round that a request is about."""
    names = {"identity": "table", "number": "round"}
    return {names[name]: value for name, value in request.path_params.items() if name in names}


_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Structured(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info:
            line["problem"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def log_structured(level: str) -> None:
    """Logs as lines of JSON on standard error. Only our own are detailed: other packages would log tokens."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(Structured())
    root = logging.getLogger()
    root.handlers[:] = [out]
    logging.getLogger("pitboss").setLevel(level.upper())
    root.setLevel(max(logging.INFO, logging.getLogger("pitboss").level))
    logging.captureWarnings(True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"
