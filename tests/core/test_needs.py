"""Wagers that are open to a player who has made others, which then stay as long as they do: in every game alike."""

from __future__ import annotations

import pytest

from pitboss.book import game
from pitboss.law import Refused, cite
from pitboss.table import Table

THREE = ("bet-1", "bet-2", "bet-3")
RESTING = [
    ("caribbean-stud-poker", "progressive", ("ante",), "16.6(c)"),
    ("let-it-ride-poker", "let-it-ride-bonus", THREE, "18.6A(b)"),
    ("let-it-ride-poker", "three-card-bonus", THREE, "18.6B(b)"),
    ("three-card-poker", "six-card-bonus", ("pair-plus",), "20.12A(a)"),
    ("colorado-hold-em-poker", "bonus", ("ante",), "23.6A(b)"),
    ("boston-5-stud-poker", "optional-bonus", ("ante", "first"), "24.6(c)"),
    ("double-cross-poker", "three-card", ("ante",), "25.6(d)"),
    ("texas-hold-em-bonus-poker", "bonus", ("ante",), "28.6(c)"),
    ("mini-tex-3-card-hold-em", "pocket-poker", ("ante",), "37.6(c)"),
]


@pytest.mark.parametrize(("name", "wager", "needed", "paragraph"), RESTING)
def test_a_wager_is_refused_without_those_it_needs_and_they_stay_as_long_as_it_does(
    name: str, wager: str, needed: tuple[str, ...], paragraph: str
) -> None:
    table = Table(game(name), seed=1)
    table.sit(1, "Ann", 1000)
    for each in needed:
        with pytest.raises(Refused, match="is open only to a player who has made") as refusal:
            table.bet(1, wager, 1)
        assert refusal.value.cite == cite(paragraph)
        table.bet(1, each, 10)
    table.bet(1, wager, 1)
    for each in needed:
        with pytest.raises(Refused, match="down first") as refusal:
            table.remove(1, each)
        assert refusal.value.cite == cite(paragraph)
    table.remove(1, wager)
    table.remove(1, needed[0])
