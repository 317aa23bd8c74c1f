"""The libraries that extras of the package bring, so that the core is light; a missing one is named with its extra."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from pitboss.law import Refused

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "cluster": ("distributed",),
    "docs": ("zensical",),
    "gym": ("gymnasium", "pettingzoo", "PIL", "resvg_py"),
    "openspiel": ("pyspiel",),
    "parquet": ("pyarrow",),
    "pdf": ("typst",),
    "web": (
        *("argon2", "confusable_homoglyphs", "cryptography", "fastapi", "httptools", "httpx"),
        *(
            "prometheus_client",
            "psycopg",
            "pyotp",
            "python_multipart",
            "segno",
            "starlette",
            "uvicorn",
            "uvloop",
        ),
        *("websockets", "zstandard"),
    ),
}
"""The modules of each extra."""


def require(module: str) -> None:
    """Refuse to go on without a library, before any work."""
    if find_spec(module) is None:
        raise _refused(module)


def explained(problem: ModuleNotFoundError) -> Refused | None:
    """The refusal behind a failed import, if it is of a library that an extra brings."""
    module = (problem.name or "").partition(".")[0]
    return _refused(module) if any(module in modules for modules in EXTRAS.values()) else None


def _refused(module: str) -> Refused:
    extra = next(extra for extra, modules in EXTRAS.items() if module in modules)
    return Refused(f"{module} is not installed; it comes with pip install 'pitboss[{extra}]'")
