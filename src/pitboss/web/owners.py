"""Owners of tables: the house, a tournament, or the person who opened it. Names of people have no colon, so none of
them is an owner."""

from __future__ import annotations

HOUSE = "house"


def player(name: str) -> str:
    """Opened by a player or a dealer, as a table of their own."""
    return f"player:{name}"


def staff(name: str) -> str:
    """Opened by the floor."""
    return f"staff:{name}"


def tournament(identity: str) -> str:
    return f"tournament:{identity}"


def tournament_of(owner: str) -> str:
    """The tournament for which a table was opened, if any."""
    return owner.partition("tournament:")[2]


def person_of(owner: str) -> str:
    """The person who opened it, if any."""
    kind, _, name = owner.partition(":")
    return name if kind in ("player", "staff") else ""


def shown(owner: str) -> str:
    """As people read it."""
    return person_of(owner) or owner
