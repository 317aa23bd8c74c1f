"""The browser's client as files. Pages refer to them by edition, so browsers cache them and never ask again."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_FILES = Path(__file__).with_name("static")


@cache
def client() -> str:
    """The address of this edition of the client, which includes a digest of its content."""
    digest = hashlib.sha256()
    for file in sorted(_FILES.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


class Client(StaticFiles):
    """A request for another edition, from a page of another process, gets this one and must not cache it."""

    def __init__(self) -> None:
        super().__init__(directory=_FILES)

    async def get_response(self, path: str, scope: Scope) -> Response:
        edition, _, name = path.rpartition("/")
        response = await super().get_response(name, scope)
        ours = client() == f"/static/{edition}"
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if ours else "no-cache"
        return response
