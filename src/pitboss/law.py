"""Paragraphs of the regulation, and the rules that carry them.

A rule is a small pure function on integers with its cite. Called, it is plain Python; compiled on
demand, the same function serves analysis and simulation, so the law is never written twice.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HOME: Final = Path(__file__).parent
PREFIX: Final = "13:69F-"
CITE = re.compile(r"\d{1,2}[AB]?\.\d+[A-Z]?(?:\([a-z]{1,2}\))?(?:\d+)?(?:[ivx]+)?(?:\(\d+\))?")

P = ParamSpec("P")
R = TypeVar("R")


@cache
def cite(short: str) -> str:
    """The full cite of a paragraph named within the chapter; what names another source is left as it is.

    >>> cite("20.11(a)1"), cite("Lucky Sum 1.2")
    ('13:69F-20.11(a)1', 'Lucky Sum 1.2')
    """
    return PREFIX + short if short[:1].isdigit() and not short.startswith("13:69") else short


def short(full: str) -> str:
    """The cite without the chapter, as people say it."""
    return full.removeprefix(PREFIX)


class Refused(Exception):
    """What was asked is not allowed: one sentence for the person who asked, and the paragraph."""

    def __init__(self, sentence: str, cite_: str | None = None) -> None:
        self.cite = cite(cite_) if cite_ else None
        super().__init__(f"{sentence} ({self.cite})" if self.cite else sentence)


class Rule(Generic[P, R]):
    """A paragraph as a function: plain Python when called, compiled when asked.

    >>> @rule("8.2(a)")
    ... def ten_times(minimum: int, maximum: int) -> bool:
    ...     return maximum >= 10 * minimum
    >>> ten_times(5, 50), ten_times.cite
    (True, '13:69F-8.2(a)')
    """

    def __init__(self, function: Callable[P, R], cites: tuple[str, ...] = (), lean: bool = False) -> None:
        self.function = function
        self.lean = lean
        self.cites = tuple(cite(each) for each in cites)
        self._compiled: Callable[P, R] | None = None
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<rule {self.function.__name__} {' '.join(map(short, self.cites))}>".replace(" >", ">")

    @property
    def cite(self) -> str:
        return self.cites[0]

    @property
    def compiled(self) -> Callable[P, R]:
        """The same function as machine code, the rules it calls rebound to their compiled selves."""
        if self._compiled is None:
            self._compiled = _compile(self.function, lean=self.lean)
        return self._compiled


class Kernel(Rule[P, R]):
    """Analysis code that only ever runs compiled."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.compiled(*args, **kwargs)


def rule(*cites: str, lean: bool = False) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Declare the function that carries these paragraphs. A lean one is handed arrays and makes none:
    compiled, it does not count who holds them, which in a short function costs more than all the rest."""
    return lambda function: Rule(function, cites, lean)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a compiled loop over rules."""
    return Kernel(function)


def lean_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a compiled loop that is handed its arrays and makes none."""
    return Kernel(function, lean=True)


def specialised(kernel: Kernel[P, R], **rules: Rule[..., Any]) -> Callable[P, R]:
    """The kernel compiled with other rules in the place of some that it calls: one loop for every game. These
    rules are built into the loop, for handing over their arrays would cost more than many a round."""
    return _compile(kernel.function, rules, lean=kernel.lean)


def _compile(
    function: Callable[P, R],
    instead: Mapping[str, Rule[..., Any]] | None = None,
    *,
    inline: bool = False,
    lean: bool = False,
) -> Callable[P, R]:
    import numba

    vars(numba.config)["CACHE_DIR"] = str(_cache_folder())
    assert isinstance(function, FunctionType)
    namespace: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__globals__["__name__"]}
    for name in _names(function):
        value = function.__globals__.get(name)
        if instead and name in instead:
            value = _compile(instead[name].function, inline=True, lean=instead[name].lean)
        elif isinstance(value, Rule):
            value = value.compiled
        if value is not None and (not isinstance(value, ModuleType) or name in function.__globals__):
            namespace[name] = value
    clone = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    # The name is what Numba's disk cache goes by: it must tell apart whatever makes other machine code.
    called = [each.function for each in (instead or {}).values()]
    others = "".join(f"[{each.__module__}.{each.__qualname__}{_edition(each)}]" for each in called)
    clone.__qualname__ = function.__qualname__ + _edition(function) + others + ("[inline]" if inline else "")
    clone.__module__ = function.__module__
    options: dict[str, Any] = {"cache": True, "nogil": True, "forceinline": inline, "_nrt": not lean}
    compiled: Callable[P, R] = numba.njit(**options)(clone)
    return compiled


def _names(function: FunctionType) -> set[str]:
    """Every global name the function or a function nested in it may look up."""
    names: set[str] = set()
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes.extend(const for const in code.co_consts if hasattr(const, "co_names"))
    return names


def _edition(function: Callable[..., object]) -> str:
    """Marks a function outside the package by the sources beside it, which the cache folder does not know."""
    file = Path(function.__code__.co_filename)
    return "" if _HOME in file.parents or not file.is_file() else f"@{sources(file.parent)}"


@cache
def sources(folder: Path = _HOME) -> str:
    """The state of the sources in a folder, by default the package's, in sixteen letters."""
    digest = hashlib.sha256()
    for source in sorted(folder.rglob("*.py") if folder == _HOME else folder.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """Where machine code is kept: one folder for each state of the sources.

    Numba's own cache does not notice that a called function in another file has changed, so stale
    rules would run. A folder named after all sources cannot be stale.
    """
    base = os.environ.get("PITBOSS_CACHE")
    if base is None:
        import platformdirs

        base = platformdirs.user_cache_dir("pitboss")
    return Path(base) / f"kernels-{sources()}"


def kept(name: str, work: Callable[[], NDArray[Any]], key: object = "") -> NDArray[Any]:
    """An array that takes seconds to work out and follows from the sources and the key alone. It is kept beside the
    machine code, and like that it cannot be stale."""
    from tempfile import NamedTemporaryFile

    import numpy as np

    path = _cache_folder() / f"{name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.npy"
    if path.is_file():
        stored: NDArray[Any] = np.load(path)
        return stored
    found = work()
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        np.save(file, found)
    os.replace(file.name, path)  # whole or not at all, whoever else is at it
    return found
