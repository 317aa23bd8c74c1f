"""The file of a tournament, for whatever is tried with it."""

from __future__ import annotations

import msgspec

from pitboss.tournament.file import TournamentFile, read_text

_USUAL = {
    "game": '"hold-em"',
    "name": '"Friday hold \'em"',
    "starts": "2026-12-04T19:00:00",
    "place": '"Poker room"',
    "participants": "4",
    "buy_in": '"10.01"',
    "fee": "2",
    "prizes": "[50, 30, 20]",
}


def written(**entries: str) -> str:
    """As somebody writes it: these entries in place of the usual ones or beside them."""
    return "".join(f"{name} = {value}\n" for name, value in {**_USUAL, **entries}.items())


def friday(text: str, **changes: object) -> TournamentFile:
    """What a file says, but for these changes."""
    return msgspec.structs.replace(read_text(text, "friday"), **changes)
