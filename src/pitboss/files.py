"""Files from outside, read up to a size or refused in a sentence; and files written whole or not at all."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from pitboss.law import Refused

LARGEST: Final = 500_000
"""Bytes of a case: a thousand rounds. What is read as a whole must have an end."""

LONGEST_LINE: Final = 16_000_000
"""Bytes of a journal's line, which may carry the secrets of a whole volume. A journal has as many as it likes."""

LONGEST_TOML: Final = 100_000
MOST_DOTS: Final = 250
"""In a line of TOML: Python's reader takes the square of the parts of a dotted key."""


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
    """Write a file whole or not at all: beside it, then in its place."""
    part = file.with_name(file.name + ".part")
    try:
        part.write_bytes(whole)
        part.replace(file)
    except OSError as problem:
        problem.filename = str(file)
        raise
    finally:
        part.unlink(missing_ok=True)


def lines(file: str | Path) -> Iterator[bytes]:
    """The lines of a file one by one, however many they are."""
    with _opened(file) as stream:
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise Refused(f"{file} has a line of more than {LONGEST_LINE:,} bytes")
            yield line


def toml(text: bytes | str, what: str) -> dict[str, Any]:
    """What TOML says, or a refusal that calls it by its name."""
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
