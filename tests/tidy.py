"""Worked rounds laid out for reading: a round is one to six lines where that can be, filled to the width of a page.

``python -m tests.tidy`` writes every ``worked.json`` anew, and ``make format`` does it too.
"""

from __future__ import annotations

import json
from pathlib import Path

WIDTH = 118
MARGIN = "   "
TOLD = ("case", "expect", "refused", "why")
"""What comes after the rest of a round."""
LAYOUTS = ((TOLD, 110), (TOLD, 70), (TOLD, 30), (TOLD[:-1], 70), (TOLD[:-1], 30), (TOLD[1:-1], 30))
"""What of it begins a line of its own, and how long a thing is that is kept together. The first layout is taken that
needs no more than six lines; where none does, the one that needs fewest."""


def flat(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def filled(value: object, column: int, short: int, closes: int = 0) -> str:
    """The value from this column on, with so many brackets after it: on one line if it fits, else its items one after
    another, a new line where the page ends or where that keeps a short one together."""
    whole = flat(value)
    if column + len(whole) + closes <= WIDTH or not value or not isinstance(value, dict | list):
        return whole
    named = isinstance(value, dict)
    items = [(f"{flat(key)}: ", value[key]) for key in value] if named else [("", each) for each in value]
    text, last = "{" if named else "[", len(items) - 1
    for number, (label, each) in enumerate(items):
        after = closes + 1 if number == last else 1
        start, needs = _end(text, column) + bool(number), len(label + flat(each))
        kept = needs <= short or not isinstance(each, dict | list) or start + len(label) > WIDTH - 30
        if number:
            text += "\n" + MARGIN if kept and start + needs + after > WIDTH else " "
        text += label
        text += filled(each, _end(text, column), short, after) + ("," if number < last else "")
    return text + ("}" if named else "]")


def _end(text: str, column: int) -> int:
    """Where a text ends that begins at this column."""
    _, broken, line = text.rpartition("\n")
    return len(line) if broken else column + len(line)


def tidy(rounds: list[dict[str, object]]) -> str:
    """A file of worked rounds as text."""
    return "[" + ",\n ".join(map(_round, rounds)) + "]\n"


def _round(told: dict[str, object]) -> str:
    if len(whole := flat(told)) < WIDTH:
        return whole
    texts = (_laid_out(told, *layout) for layout in LAYOUTS)
    return min(texts, key=lambda text: max(6, text.count("\n") + 1))


def _laid_out(told: dict[str, object], begins: tuple[str, ...], short: int) -> str:
    text = filled({key: value for key, value in told.items() if key not in TOLD}, 1, short)[:-1]
    for key in TOLD:
        if key not in told:
            continue
        label, value = f'"{key}": ', told[key]
        room = WIDTH - _end(text, 1) - len(label) - 3
        fits = room > 30 if isinstance(value, dict) else room >= len(flat(value))
        text += (", " if fits and key not in begins else ",\n  ") + label
        text += filled(value, _end(text, 1), short, 2)
    return text + "}"


def pages() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*/worked*.json"))


if __name__ == "__main__":
    for page in pages():
        page.write_text(tidy(json.loads(page.read_text(encoding="utf-8"))), encoding="utf-8")
