"""Vigorish in the games in which the house takes a share of a win: baccarat and pai gow."""

from __future__ import annotations

from pitboss.book import rule


@rule("3.3(c)1", "4.10(c)", "7.3(c)1", "10.7(k)", "11.9(j)", "34.12(h)")
def rounds_to(percent: int) -> int:
    """The multiple to which a commission may be rounded up, in cents."""
    return 25 if percent == 5 else 20


@rule("3.3(c)1", "4.10(c)", "7.3(c)1", "10.7(k)", "11.9(j)", "34.12(h)")
def vigorish(won: int, percent: int, rounded: int) -> int:
    """The commission on a win, in cents; where the house rounds, up to the next 25 cents (five percent) or 20 cents
    (four). A fraction of a cent goes to the player."""
    if rounded:
        unit = rounds_to(percent)
        return (won * percent + 100 * unit - 1) // (100 * unit) * unit
    return won * percent // 100
