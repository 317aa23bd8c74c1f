"""Machine code: rules and loops compiled by Numba, and cached on disk by what they depend on.

Numba's own cache depends on the file of a function, so it would not notice that a called rule in another file has
changed, and would recompile after any edit in that file. Here a function's name on disk is a digest of its code, of
everything it calls and of the constants it reads: nothing is ever stale, and an edit elsewhere recompiles nothing.
Nothing imports NumPy or Numba until it is needed.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import os
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import EnumMeta
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from pitboss.law import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")

_HOME: Final = Path(__file__).parent
MATHEMATICS: Final = ("book", "equipment", "games", "odds", "ranking", "solve", "law.py", "money.py")
"""The parts of the package that determine figures."""


class Kernel(Rule[P, R]):
    """Analysis code that only ever runs compiled."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.compiled(*args, **kwargs)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a compiled loop over rules."""
    return Kernel(function)


def lean_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a compiled loop that receives its arrays and creates none."""
    return Kernel(function, lean=True)


def specialized(kernel: Kernel[P, R], **rules: Rule[..., Any]) -> Callable[P, R]:
    """The kernel compiled with other rules instead of some that it calls: one loop for every game. These rules
    are built into the loop, because passing their arrays would cost more than many a round."""
    return compiled(kernel.function, rules, lean=kernel.lean)


def compiled(
    function: Callable[P, R],
    instead: Mapping[str, Rule[..., Any]] | None = None,
    *,
    inline: bool = False,
    lean: bool = False,
) -> Callable[P, R]:
    """The function as machine code, the rules it calls rebound to their compiled versions."""
    import numba

    assert isinstance(function, FunctionType)
    instead = instead or {}
    namespace: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__globals__["__name__"]}
    for name in _looked_up(function.__code__):
        value = function.__globals__.get(name)
        if name in instead:
            value = compiled(instead[name].function, inline=True, lean=instead[name].lean)
        elif isinstance(value, Rule):
            value = value.compiled
        if value is not None:
            namespace[name] = value
    digest = hashlib.sha256(repr((edition(function), inline, lean)).encode())
    for name, rule in sorted(instead.items()):
        digest.update(f"{name} {edition(rule.function)} {rule.lean}".encode())
    # Numba uses the file, the line and the name of a function: here these represent everything that it depends on.
    page = _page(function, digest.hexdigest()[:24])
    code = function.__code__.replace(co_filename=str(page), co_firstlineno=1)
    clone = FunctionType(code, namespace, function.__name__, function.__defaults__, function.__closure__)
    clone.__qualname__, clone.__module__ = page.stem.replace(".", "_"), function.__module__
    vars(numba.config)["CACHE_DIR"] = str(page.parent)
    options: dict[str, Any] = {"cache": True, "nogil": True, "forceinline": inline, "_nrt": not lean}
    found: Any = numba.njit(**options)(clone)
    found.compile = _alone(page)(found.compile)
    return found  # type: ignore[no-any-return]


# ---- what a function depends on ------------------------------------------------------------------------


@cache
def edition(function: Callable[..., object]) -> str:
    """A digest of the function's code, the records it takes, the rules and functions it calls, and the constants it
    reads."""
    assert isinstance(function, FunctionType)
    digest = hashlib.sha256(str(function.__module__).encode())  # machine code finds its module by name
    for each in _parts(function.__code__):
        digest.update(each)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in (function.__defaults__, cells):
        digest.update(_known(value, function).encode())
    for name in sorted(
        map(str, function.__annotations__.values())
    ):  # machine code on disk finds records by name
        if hasattr(record := function.__globals__.get(name), "_fields"):
            digest.update(_known(record, function).encode())
    for name in sorted(_looked_up(function.__code__)):
        digest.update(f"{name} {_known(function.__globals__.get(name), function)}".encode())
    return digest.hexdigest()


def _parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_argcount, code.co_names, code.co_varnames, code.co_freevars)).encode()
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _parts(const)
        else:
            yield repr(const).encode()


def _known(value: object, by: FunctionType) -> str:
    """The part of a value that machine code may have used when a function reads it."""
    built_in = isinstance(value, Rule) and value.inline
    if isinstance(value, Rule):
        value = value.function
    if not isinstance(value, FunctionType):  # an adapted rule is not the one that it wraps; a cache is
        value = getattr(value, "__wrapped__", value)
    if isinstance(value, FunctionType):
        if value.__module__ == __name__:  # this module compiles and caches, and determines no figure
            return value.__qualname__
        return value.__qualname__ if value is by else edition(value) + " inline" * built_in
    if isinstance(value, ModuleType):
        return f"{value.__name__} {getattr(value, '__version__', '')}"
    if isinstance(value, EnumMeta):
        members: Mapping[str, object] = value.__members__
        return repr({name: repr(each) for name, each in members.items()})
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}"
    if isinstance(value, tuple | list):
        return repr([_known(each, by) for each in value])
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"  # type: ignore[attr-defined]
    return type(value).__qualname__ if " at 0x" in repr(value) else repr(value)


@cache
def _looked_up(code: CodeType) -> frozenset[str]:
    """Every global name that the code or a nested function looks up; attributes do not count."""
    names = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    nested = (_looked_up(const) for const in code.co_consts if isinstance(const, CodeType))
    return frozenset(names.union(*nested))


@cache
def sources(*parts: str) -> str:
    """The state of the sources of the package, or of parts of it, in sixteen letters."""
    digest = hashlib.sha256()
    for part in parts or (".",):
        place = _HOME / part
        for source in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


# ---- on disk -------------------------------------------------------------------------------------------


def _folder(name: str) -> Path:
    base = os.environ.get("PITBOSS_CACHE")
    if base is None:
        import platformdirs

        base = platformdirs.user_cache_dir("pitboss")
    folder = Path(base) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _page(function: FunctionType, digest: str) -> Path:
    """A file with only the function, for Numba to inspect and quote."""
    name = function.__qualname__.replace("<", "").replace(">", "")
    page = _folder("kernels") / f"{name}-{digest}.py"
    if not page.is_file():
        try:
            text = textwrap.dedent(inspect.getsource(function))
        except OSError:
            text = f"# {name}\n"
        page.write_text(text, encoding="utf-8")
    return page


@contextmanager
def _alone(page: Path) -> Iterator[None]:
    """One process compiles and the others wait for its result on disk, where the system can lock a file."""
    try:
        import fcntl

        lock = page.open("rb+")
    except (ImportError, OSError):
        yield
        return
    with lock:
        with suppress(OSError):
            fcntl.lockf(lock, fcntl.LOCK_EX)  # a process may hold it twice, in two threads
        yield


def kept(
    name: str, work: Callable[[], NDArray[Any]], key: object = "", *, alone: bool = False
) -> NDArray[Any]:
    """An array that takes seconds to compute and follows only from the sources of the mathematics and the key. It is
    cached next to the machine code and, like it, cannot be stale. An array that takes minutes follows from the work
    ``alone``, everything it calls and the constants it reads, so that it survives an edit elsewhere."""
    import numpy as np

    path = figure(name, work, key, alone=alone)
    if path.is_file():
        stored: NDArray[Any] = np.load(path)
        return stored
    put_down(path, found := work())
    return found


def put_down(path: Path, found: NDArray[Any]) -> None:
    """An array on disk: complete or not at all, even with several writers."""
    from tempfile import NamedTemporaryFile

    import numpy as np

    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            np.save(file, found)
        except BaseException:
            os.unlink(file.name)
            raise
    os.replace(file.name, path)


def figure(name: str, work: Callable[[], object], key: object = "", *, alone: bool = False) -> Path:
    """The file of such an array, once it has been computed."""
    given = repr(("" if alone else sources(*MATHEMATICS), edition(work), key)).encode()
    return _folder("figures") / f"{name}-{hashlib.sha256(given).hexdigest()[:16]}.npy"
