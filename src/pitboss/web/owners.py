"""Whose a table is: the house's, a tournament's, or that of somebody who opened it. No name of a person is one of
these, for none has a colon."""

from __future__ import annotations

HOUSE = "house"


def player(name: str) -> str:
    """Opened by somebody for whom it is a table of his own."""
    return f"player:{name}"


def staff(name: str) -> str:
    """Opened by somebody of the floor."""
    return f"staff:{name}"


def tournament(identity: str) -> str:
    return f"tournament:{identity}"


def tournament_of(owner: str) -> str:
    """The tournament for which a table was opened, if it was."""
    return owner.partition("tournament:")[2]


def person_of(owner: str) -> str:
    """Who opened it, if it was a person."""
    kind, _, name = owner.partition(":")
    return name if kind in ("player", "staff") else ""


def told(owner: str) -> str:
    """As people read it."""
    return person_of(owner) or owner
