"""What `pitboss rules --json` tells a reader who is about to write a case."""

from __future__ import annotations

from typing import Any

from pitboss.book import game
from pitboss.papers.rules import as_json


def told(id_: str, kind: str, entry: str) -> Any:
    """An entry of a game's rules as data."""
    rules: Any = as_json(game(id_))
    return next(each for each in rules[kind] if each["id"] == entry)


def test_a_wager_says_whose_pay_table_it_shares() -> None:
    assert told("premium-hold-em", "wagers", "dealer-bonus")["pays"] == "player-bonus"
    assert "pays" not in told("premium-hold-em", "wagers", "player-bonus")


def test_a_wager_says_of_what_it_is_composed() -> None:
    assert told("craps", "wagers", "whirl")["parts"] == {"horn": 4, "any-seven": 1}


def test_an_irregularity_says_whom_it_concerns_when_it_comes_about_and_what_is_told_with_it() -> None:
    assert told("winners-pot-poker", "irregularities", "wrong-number-of-cards")["of"] == "player"
    assert told("double-down-stud", "irregularities", "card-face-up")["before"] == ["deal", "ask", "show"]
    exposed = told("mississippi-stud", "irregularities", "community-card-exposed")
    assert exposed["of"] == "table"
    assert [(each["id"], tuple(each["range"])) for each in exposed["detail"]] == [("card", (1, 3))]
