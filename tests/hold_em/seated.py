"""A table of hold 'em with players, and ways to play it."""

from __future__ import annotations

from pitboss.book import Event, Rules, game
from pitboss.table import Table

HOLD_EM = game("hold-em")


def seated(
    stacks: dict[int, int],
    button: int = 0,
    chip: int = 100,
    positions: int = 10,
    seed: int = 1,
    **options: object,
) -> Table:
    """A table with these stacks in dollars (and the button's next place), ready to deal."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = Rules(HOLD_EM, chosen, chip=chip, positions=positions)
    table = Table(HOLD_EM, rules, seed=seed, state={"button": button})
    for seat, stack in stacks.items():
        table.sit(seat, f"player {seat}", stack)
    return table


def play(table: Table, *decisions: str) -> None:
    """Decisions of whoever is in turn: "call", "raise 20" …"""
    for each in decisions:
        assert table.asked is not None, f"nobody is asked to {each}"
        decision, _, amount = each.partition(" ")
        table.act(table.asked.seat, decision, amount or None)


def choices(table: Table) -> list[str]:
    """Who is in turn, and what he may do."""
    assert table.asked is not None
    return [f"seat {table.asked.seat}", *map(str, table.asked.choices)]


def check_down(table: Table) -> None:
    """Everybody checks or calls to the end."""
    while table.asked:
        ids = {choice.id for choice in table.asked.choices}
        table.act(table.asked.seat, "check" if "check" in ids else "call")


def happened(table: Table, *kinds: type[Event]) -> list[Event]:
    """What happened in the round, of these kinds."""
    return [event for event in table.said if isinstance(event, kinds)]
