"""The roads of baccarat, by which players follow a shoe. The law does not require them, and nothing depends on them.

A shoe is a string of its rounds, a letter each: B, P or T for a tie. The bead plate shows them in order. In the big
road each side's run of wins is a column, and a tie is only a stroke on the win before it. The three derived roads
compare the big road with itself, one, two or three columns back: red where it repeats, blue where it does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final

from pitboss.book import Board

ROWS: Final = 6
LONGEST: Final = 300
"""The number of rounds kept: more than any usual shoe has."""
SIDES: Final = {"B": "red", "P": "blue", "T": "green"}
REPEATS: Final = {"R": "red", "B": "blue"}


@lru_cache(512)  # a table sends them with every message
def roads(shoe: str) -> tuple[Board, ...]:
    says = ", ".join(f"{name} {shoe.count(name[0].upper())}" for name in ("banker", "player", "tie"))
    beads = tuple(shoe[n : n + ROWS] for n in range(0, len(shoe), ROWS))
    runs = big_road(shoe)
    derived = (("Big eye boy", 1, "ring"), ("Small road", 2, "bead"), ("Cockroach pig", 3, "slash"))
    return (
        Board("Bead plate", says, "letter", beads, SIDES),
        Board("Big road", ", ".join(map(run_in_words, runs)), "ring", drawn(runs), SIDES),
        *(
            Board(title, repeats(marks := derived_road(runs, back)), look, drawn(streaks(marks)), REPEATS)  # type: ignore[arg-type]
            for title, back, look in derived
        ),
    )


def big_road(shoe: str) -> list[str]:
    """The runs of each side; a lower-case letter is a win followed by a tie. Ties before the first win belong to
    it.

    >>> big_road("BBTPPPTTB")
    ['Bb', 'PPp', 'B']
    """
    wins = ""
    for n, each in enumerate(shoe):
        if each != "T":
            tied = shoe[n + 1 : n + 2] == "T" or (not wins and n > 0)
            wins += each.lower() if tied else each
    return streaks(wins)


def derived_road(runs: list[str], back: int) -> str:
    """Red or blue for each win of the big road, starting at the second of column ``back + 1`` or the first of the next.
    At the head of a column: are the column before it and the one ``back`` columns earlier equally long? Below the head:
    does the column that far back reach as far, or did it already end one win earlier?"""
    marks = ""
    for column, run in enumerate(runs):
        for row in range(len(run)):
            if column < back or (column == back and row == 0):
                continue
            if row == 0:
                same = len(runs[column - 1]) == len(runs[column - 1 - back])
            else:
                same = len(runs[column - back]) != row
            marks += "R" if same else "B"
    return marks


def streaks(marks: str) -> list[str]:
    """Equal marks, great or small, one below the other."""
    return ["".join(run) for _, run in groupby(marks, str.upper)]


def drawn(runs: Iterable[str]) -> tuple[str, ...]:
    """The columns of a road, of six rows: a run with no room below turns to the right."""
    cells: dict[tuple[int, int], str] = {}
    start = 0
    for run in runs:
        while (start, 0) in cells:
            start += 1
        column, row = start, 0
        for n, mark in enumerate(run):
            if n:
                down = row + 1 < ROWS and (column, row + 1) not in cells and column == start
                column, row = (column, row + 1) if down else (column + 1, row)
                while (column, row) in cells:
                    column += 1
            cells[column, row] = mark
        start += 1
    width = 1 + max((column for column, _ in cells), default=-1)
    return tuple(
        "".join(cells.get((column, row), " ") for row in range(ROWS)).rstrip() for column in range(width)
    )


def run_in_words(run: str) -> str:
    return f"{'banker' if run[0].upper() == 'B' else 'player'} {len(run)}"


def repeats(marks: str) -> str:
    return f"red {marks.count('R')}, blue {marks.count('B')}"


def after(shoe: str, player: int, banker: int) -> str:
    """The shoe with one more round."""
    return (shoe + ("P" if player > banker else "B" if banker > player else "T"))[-LONGEST:]
