"""Best play as charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.odds import Chart


def described(
    title: str,
    columns: Sequence[str],
    found: Iterable[tuple[str, int, str]],
    *,
    falling: bool = False,
    empty: str = "",
) -> Chart:
    """The best play by a description of the hand and by column. If hands of one description differ, the cell says all
    of it."""
    rows: dict[str, list[set[str]]] = {}
    for label, column, best in found:
        rows.setdefault(label, [set() for _ in columns])[column].add(best)
    return Chart(
        title,
        tuple(columns),
        tuple(
            (label, *("/".join(sorted(cell)) or empty for cell in rows[label]))
            for label in sorted(rows, reverse=falling)
        ),
    )
