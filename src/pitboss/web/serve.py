"""The server process: uvicorn around the application, with a graceful stop."""

from __future__ import annotations

import gc
import sys

from pitboss.web.database import connect
from pitboss.web.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until told to stop (Ctrl-C, SIGTERM): rounds under way stay in the journal and go on at the next start."""
    import uvicorn

    from pitboss.web.app import application
    from pitboss.web.service import Service
    from pitboss.web.watch import log_structured

    log_structured(settings.log)
    service = Service(settings, connect(settings.database_or_default))
    gc.set_threshold(20_000, 50, 50)  # tables live long: looking through them often only makes everybody wait
    print(f"Pitboss is at {settings.reached_at}", file=sys.stderr)  # noqa: T201
    uvicorn.run(
        application(service),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws_max_size=100_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
