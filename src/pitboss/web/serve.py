"""The server process: uvicorn around the application, with a graceful stop."""

from __future__ import annotations

import contextlib
import gc
import signal
import socket
import sys

from pitboss.law import Refused
from pitboss.table.driver import system_clock
from pitboss.web.database import connect
from pitboss.web.settings import Settings

_SILENCE: float | None = 4
"""Seconds that a database has to answer a request."""

_GRACE = 5
"""Seconds that connections have to end when the server stops."""


def serve(settings: Settings) -> None:
    """Serve until stopped (Ctrl-C, SIGTERM): rounds under way stay in the journal and resume at the next start."""
    import uvicorn

    class Draining(uvicorn.Server):
        """It gives its tables away before it closes its doors, so that players find them elsewhere at once."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await service.drain()
            await super().shutdown(sockets)

    from pitboss.web.apart import Apart
    from pitboss.web.app import application
    from pitboss.web.pushing import PromptHttp, PushingSocket
    from pitboss.web.questions import OddsProcess
    from pitboss.web.service import Service
    from pitboss.web.signing import Signer
    from pitboss.web.transaction import in_a_sentence, mark, opened
    from pitboss.web.watch import log_structured
    from pitboss.web.watermark import Watermark

    log_structured(settings.log)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when it has stopped
    listening = listen(settings)
    database = connect(settings.database_or_default, _SILENCE)
    key = settings.key_or_default
    signer = Signer.at(key)
    watermark = Watermark.at(key)
    with in_a_sentence():
        watermark.check(
            key, opened(settings.database_or_default, impatient=True), mark(settings.database_or_default)
        )
    service = Service(
        settings,
        database,
        clock=system_clock,
        signer=signer,
        odds_process=OddsProcess(settings.odds_seconds, settings.odds_megabytes),
        watermark=watermark,
        apart=Apart(),
    )
    gc.set_threshold(20_000, 50, 50)  # tables are long-lived: frequent collections only make everybody wait
    print(f"Pitboss is at {settings.reached_at}", flush=True)  # noqa: T201
    config = uvicorn.Config(
        application(service),
        log_config=None,
        access_log=False,
        http=PromptHttp,
        ws=PushingSocket,
        ws_max_size=100_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        limit_concurrency=settings.connections,
    )
    server = Draining(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])
    if not server.started:
        sys.exit(2)  # the log has the reason


def listen(settings: Settings) -> socket.socket:
    """The server's port, bound; any free port if none was chosen."""
    listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(2048)
    except OSError as problem:
        listening.close()
        raise Refused(f"cannot listen on {settings.host}, port {settings.port}: {problem.strerror}") from None
    settings.port = listening.getsockname()[1]
    return listening
