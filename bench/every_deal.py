"""All deals of pai gow poker (goal 6 minutes on two cores) and of Asia poker (15), in the house way and in the best."""

from __future__ import annotations

import os
from time import perf_counter, process_time

from pitboss.book import game
from pitboss.games.pai_gow import every_deal
from pitboss.games.pai_gow.asia_poker_exact import counting as asia
from pitboss.games.pai_gow.pai_gow_poker_exact import counting as pai_gow_poker
from pitboss.games.pai_gow.up_to_suits import Pack

SHORT = Pack(suits=(3,) * 7 + (0,) * 6, alike=0b101)


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit; a short pack is counted first, for the first time may compile."""
    rows = []
    for name, work in (
        ("pai gow poker", pai_gow_poker(game("pai-gow-poker").rules(), 5)),
        ("Asia poker", asia(game("asia-poker").rules())),
    ):
        every_deal.counted(work, SHORT)
        start, spent = perf_counter(), process_time()
        every_deal.counted(work, Pack())
        cores = min(every_deal.WORKERS, os.cpu_count() or 1)
        rows.append((f"{name}, all deals and settings, {cores} cores", perf_counter() - start, "s"))
        rows.append((f"{name}, the same, time of all processors", process_time() - spent, "s"))
    return rows


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<60} {value:>14,.1f} {unit}")
