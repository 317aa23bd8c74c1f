"""Exact odds of every wager under every authorized table and option (three-card poker goal 2 s, dice instant)."""

from __future__ import annotations

from time import perf_counter

from pitboss.book import games
from pitboss.odds.book import analyze

MANY = ("blackjack", "blackjack-switch", "switch-hands-blackjack")
"""Games with so many tables that one of them must do."""


def run() -> list[tuple[str, float, str]]:
    """The first pass compiles; the second is measured, with what was counted in the first forgotten."""
    rows = [("dice, wheels and draws together, default tables", together(), "s, goal 2")]
    for heading in games():
        if heading.family == "poker-room":
            continue
        analyze(heading.id)
        forget()
        start = perf_counter()
        found = analyze(heading.id, every=heading.id not in MANY)
        rows.append((f"{heading.id}, {len(found)} results", perf_counter() - start, "s"))
    return rows


def together() -> float:
    """Every wager of the games of dice, wheels and draws."""
    chosen = [heading.id for heading in games() if heading.family in ("dice", "wheels", "draws")]
    for name in chosen:
        analyze(name)
    forget()
    start = perf_counter()
    for name in chosen:
        analyze(name)
    return perf_counter() - start


def forget() -> None:
    """Empty the caches of what has been counted, so that it is counted again."""
    import sys

    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss.games"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
