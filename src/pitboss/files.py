"""Files from outside, read up to a maximum size or refused in a sentence; and files written completely or not at
all."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from pitboss.law import Refused

LARGEST: Final = 500_000
"""The largest case in bytes: a thousand rounds. Input that is read as a whole needs a limit."""

LONGEST_LINE: Final = 16_000_000
"""The longest line of a journal in bytes, which may carry the secrets of a whole volume. The number of lines is
unlimited."""

LONGEST_TOML: Final = 100_000
MOST_DOTS: Final = 250
"""In a line of TOML: Python's reader needs time quadratic in the parts of a dotted key."""


@contextmanager
def _opened(file: str | Path) -> Iterator[BinaryIO]:
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    with Path(file).open("rb") as stream:
        yield stream


def read(file: str | Path, largest: int = LARGEST) -> bytes:
    """The whole of a file, or of standard input if it is ``-``."""
    with _opened(file) as stream:
        whole = stream.read(largest + 1)
    if len(whole) > largest:
        raise Refused(f"{file} is larger than {largest:,} bytes")
    return whole


def write(file: Path, whole: bytes) -> None:
    """Write a file completely or not at all."""
    with replacing(file) as part:
        part.write_bytes(whole)


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A temporary file next to this one, which replaces it once it is written, and is removed if it is not."""
    part = file.with_name(file.name + ".part")
    try:
        yield part
        part.replace(file)
    except OSError as problem:
        problem.filename = str(file)
        raise
    finally:
        part.unlink(missing_ok=True)


def lines(file: str | Path) -> Iterator[bytes]:
    """The lines of a file one by one, without a limit on their number."""
    with _opened(file) as stream:
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise Refused(f"{file} has a line of more than {LONGEST_LINE:,} bytes")
            yield line


def cases(file: str | Path) -> tuple[bool, Iterator[bytes]]:
    """The cases of a file, as JSON: one, or several, one on each line or the members of an array; and whether there are
    several."""
    rest = (line for line in lines(file) if line.strip())
    first = next(rest, b"").strip()
    second = next(rest, b"")
    if first[:1] == b"{" and first[-1:] == b"}" and second.lstrip()[:1] == b"{":
        return True, chain((first, second), rest)
    whole = bytearray(first + b"\n" + second)
    array = first[:1] == b"["
    for line in rest:
        if len(whole) > (LONGEST_LINE if array else LARGEST):
            break
        whole += line
    if len(whole) > (most := LONGEST_LINE if array else LARGEST):
        raise Refused(f"{file} is larger than {most:,} bytes")
    if not array:
        return False, iter((bytes(whole),))
    try:
        return True, map(bytes, msgspec.json.decode(whole, type=list[msgspec.Raw]))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Refused(f"the cases cannot be read: {problem}") from None


def toml(text: bytes | str, what: str) -> dict[str, Any]:
    """The content of TOML, or a refusal that names it."""
    if len(text) > LONGEST_TOML:
        raise Refused(f"{what} is longer than {LONGEST_TOML:,} letters")
    try:
        plain = text if isinstance(text, str) else text.decode()
        if any(line.count(".") > MOST_DOTS for line in plain.splitlines()):
            raise Refused(f"{what} has more than {MOST_DOTS} dots in a line")
        return tomllib.loads(plain)
    except UnicodeDecodeError:
        raise Refused(f"{what} is not text") from None
    except (ValueError, RecursionError) as problem:
        raise Refused(f"{what} is not TOML: {problem}") from None


_KINDS: Final = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table", "datetime": "a date and time, such as 2026-12-04T19:00:00", "null": "nothing",
}  # fmt: skip


def sentence(problem: msgspec.ValidationError) -> str:
    """What is wrong with an entry of a file, as a sentence that names the entry.

    >>> sentence(msgspec.ValidationError("Expected `int` >= 2 - at `$.participants`"))
    'participants must be a whole number of at least 2'
    >>> sentence(msgspec.ValidationError("Object missing required field `place`"))
    'place is missing'
    """
    says, _, place = str(problem).partition(" - at ")
    where = place.strip("`").removeprefix("$").lstrip(".")
    names = re.findall("`([^`]*)`", says)
    if "field" in says:
        inside = f" in {where}" if where else ""
        return (
            f"{names[0]} is missing{inside}" if "missing" in says else f"there is no entry {names[0]}{inside}"
        )
    where = where or "it"
    if "datetime" in says:
        return f"{where} must be {_KINDS['datetime']}"
    if not says.startswith("Expected") or not names:
        return f"{where} cannot be read: {says[:1].lower()}{says[1:]}"
    kinds = " or ".join(_KINDS.get(each, each) for each in names[0].split(" | "))
    if len(names) > 1:
        return f"{where} must be {kinds}, not {_KINDS.get(names[1], names[1])}"
    bound = re.search(r"(of length )?(>=|<=|>|<) ?(\S+)", says)
    if bound is None:
        return f"{where} must be {kinds}"
    words = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}[bound[2]]
    length = {"str": " letters", "array": " entries"}.get(names[0], "") if bound[1] else ""
    return f"{where} must be {kinds} of {words} {bound[3]}{length}"
