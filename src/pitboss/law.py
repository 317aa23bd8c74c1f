"""Paragraphs of the regulation, and the rules that implement them.

A rule is a small pure function on integers with its cite. When called, it is plain Python; compiled
on demand, the same function is used for analysis and simulation, so the law is never written twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, Self, TypeVar

PREFIX: Final = "13:69F-"
CITE = re.compile(r"\d{1,2}[AB]?\.\d+[A-Z]?(?:\([a-z]{1,2}\))?(?:\d+)?(?:[ivx]+)?(?:\(\d+\))?")

_LONGEST: Final = 2_000
"""The most characters of a refusal: enough for the names of all wagers of a game."""

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


@cache
def cite(short: str) -> str:
    """The full cite of a paragraph named within the chapter; a cite of another source stays as it is.

    >>> cite("20.11(a)1"), cite("Lucky Sum 1.2")
    ('13:69F-20.11(a)1', 'Lucky Sum 1.2')
    """
    return PREFIX + short if short[:1].isdigit() and not short.startswith("13:69") else short


def short(full: str) -> str:
    """The cite without the chapter, as people say it."""
    return full.removeprefix(PREFIX)


class Refused(Exception):
    """A request that is not allowed: one sentence for the person who made it, and the paragraph. Quoted input may be
    anything, so the sentence is one line of readable length. It may include a remedy: wagers that it ``lacks``, or that
    are ``beyond`` the maximum; or the amounts that the wager ``takes``, in cents."""

    def __init__(
        self,
        sentence: str,
        cite_: str | None = None,
        *,
        lacks: Iterable[str] = (),
        beyond: Iterable[str] = (),
        takes: int = 0,
    ) -> None:
        self.cite = cite(cite_) if cite_ else None
        self.lacks, self.beyond, self.takes = list(lacks), list(beyond), takes
        sentence = one_line(sentence)
        super().__init__(f"{sentence} ({self.cite})" if self.cite else sentence)


class Slip(RuntimeError):
    """A game contradicts its own data or the vocabulary: an error of its author, and never money."""


def one_line(sentence: str) -> str:
    """A sentence without invisible characters, cut to readable length."""
    if len(sentence) <= _LONGEST and sentence.isprintable():
        return sentence
    whole = " ".join("".join(c if c.isprintable() else " " for c in sentence[: 2 * _LONGEST]).split())
    return whole if len(whole) <= _LONGEST else whole[:_LONGEST] + " …"


def clipped(given: object) -> str:
    """Input, quoted far enough to be recognized."""
    try:
        text = repr(given)
    except ValueError:  # a number with more digits than Python writes
        return "that number"
    return text if len(text) <= 60 else text[:60] + "…"


class Rule(partial[R], Generic[P, R]):
    """A paragraph as a function: plain Python when called, compiled when asked. A partial, because calling one costs
    no additional Python call.

    >>> @rule("8.2(a)")
    ... def ten_times(minimum: int, maximum: int) -> bool:
    ...     return maximum >= 10 * minimum
    >>> ten_times(5, 50), ten_times.cite
    (True, '13:69F-8.2(a)')
    """

    function: Callable[P, R]
    lean: bool
    inline: bool
    cites: tuple[str, ...]
    _compiled: Callable[P, R] | None

    def __new__(
        cls, function: Callable[P, R], cites: tuple[str, ...] = (), lean: bool = False, inline: bool = False
    ) -> Self:
        self = super().__new__(cls, function)
        self.function = function
        self.lean, self.inline = lean, inline
        self.cites = tuple(cite(each) for each in cites)
        self._compiled = None
        update_wrapper(self, function)
        return self

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def __repr__(self) -> str:
        return f"<rule {self.function.__name__} {' '.join(map(short, self.cites))}>".replace(" >", ">")

    @property
    def cite(self) -> str:
        return self.cites[0]

    @property
    def compiled(self) -> Callable[P, R]:
        """The same function as machine code, the rules it calls rebound to their compiled versions."""
        if self._compiled is None:
            from pitboss.compiler import compiled  # a table runs without it

            self._compiled = compiled(self.function, lean=self.lean, inline=self.inline)
        return self._compiled


def rule(*cites: str, lean: bool = False, inline: bool = False) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Declare the function that implements these paragraphs: integers in, integers (or a tuple of them) out, no strings
    and no dicts, so that it can be compiled; rules that it calls are imported by name. A lean rule receives arrays and
    creates none: compiled, it does not count references, which in a short function costs more than everything else. A
    rule with many arguments and little work is inlined where it is called (``inline``)."""
    return lambda function: Rule(function, cites, lean, inline)


def carries(*cites: str) -> Callable[[F], F]:  # noqa: ARG001
    """Declare the method, of a game or of the house, that carries out these paragraphs: deals this many cards, asks in
    that order. The method is unchanged: `trace` reads the declaration in the source. ``"20.3(b)1-5"`` names five of
    them."""
    return lambda function: function


def adapted(base: Rule[P, R], **others: Rule[..., Any]) -> Rule[P, R]:
    """The same rule with others instead of some that it calls by name: how a variant differs.

    >>> @rule()
    ... def step(n: int) -> int:
    ...     return n + 1
    >>> @rule()
    ... def twice(n: int) -> int:
    ...     return step(step(n))
    >>> @rule()
    ... def stride(n: int) -> int:
    ...     return n + 10
    >>> twice(0), adapted(twice, step=stride)(0)
    (2, 20)
    """
    function = base.function
    assert isinstance(function, FunctionType)
    namespace = {**function.__globals__, **others}
    clone = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    return Rule(update_wrapper(clone, function), base.cites, base.lean, base.inline)
