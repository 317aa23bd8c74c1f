"""What `pitboss rules` says of the state and of the owners of cards that a case may have."""

from __future__ import annotations

import re

import pytest

from pitboss.book import Rules, game, games
from pitboss.papers.rules import as_json, state_fields
from tests.as_cases import rounds_played
from tests.core.test_as_cases import OPTIONS

GAMES = [each.id for each in games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_the_state_has_a_sentence(name: str) -> None:
    for field, words in state_fields(game(name)).items():
        assert words.endswith("."), f"{name} says nothing of {field}"


@pytest.mark.parametrize("name", GAMES)
def test_every_owner_of_cards_that_a_round_has_is_listed_with_a_sentence(name: str) -> None:
    case, _ = rounds_played(Rules(game(name), OPTIONS.get(name, {})), 4, 3)
    listed = as_json(game(name))["owners"]
    assert isinstance(listed, dict)
    dealt = {owner for round_ in case["rounds"] for owner in round_["cards"]}
    for owner in dealt:
        named = re.sub(r"^(1|community)\.\d+$", r"\1.2", re.sub(r"^\d+", "1", owner))
        assert listed.get(named, "").endswith("."), f"{name} does not list {owner}"
    assert bool(listed) == bool(dealt)
