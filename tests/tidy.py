"""Worked rounds laid out for reading: a round is a few lines, filled to the width of a page.

``python -m tests.tidy`` writes every ``worked.json`` anew, and ``make format`` does it too.
"""

from __future__ import annotations

import json
from pathlib import Path

WIDTH = 118
OWN_LINE = ("case", "expect", "refused", "why")
"""What begins a line of its own in a round."""


def flat(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def filled(value: object, indent: int) -> str:
    """The value on one line if it fits, else its items one after another, a new line where the page ends."""
    if len(whole := flat(value)) + indent <= WIDTH or not isinstance(value, dict | list):
        return whole
    if isinstance(value, dict):
        items = [f"{flat(key)}: {filled(each, indent + len(flat(key)) + 3)}" for key, each in value.items()]
        opening, closing = "{", "}"
    else:
        items = [filled(each, indent + 1) for each in value]
        opening, closing = "[", "]"
    text, column = opening, indent + 1
    for number, item in enumerate(items):
        first, last = item.partition("\n")[0], item.rpartition("\n")[2]
        if number and column + len(first) + 2 > WIDTH:
            text += ",\n" + " " * (indent + 1) + item
            column = indent + 1
        else:
            text += (", " if number else "") + item
            column += 2
        column = len(last) if "\n" in item else column + len(last)
    return text + closing


def tidy(rounds: list[dict[str, object]]) -> str:
    """A file of worked rounds as text."""
    return "[" + ",\n ".join(map(_round, rounds)) + "]\n"


def _round(told: dict[str, object]) -> str:
    if len(whole := flat(told)) < WIDTH:
        return whole
    head = {key: value for key, value in told.items() if key not in OWN_LINE}
    lines = [filled(head, 1)[:-1]]
    lines += [f'"{key}": {filled(told[key], len(key) + 6)}' for key in OWN_LINE if key in told]
    return ",\n  ".join(lines) + "}"


def pages() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*/worked*.json"))


if __name__ == "__main__":
    for page in pages():
        page.write_text(tidy(json.loads(page.read_text(encoding="utf-8"))), encoding="utf-8")
