"""Random legal play of every game under random lawful options, with irregularities: money is conserved at every step, a
seat's lines come to its net, and the journal replays to the same bytes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import game, games
from tests.poker_room import random_hands
from tests.properties import bet_at_random, bet_what_is_due, often, random_options, random_play

BETWEEN_PLAYERS = [each.id for each in games() if not game(each.id).wagers_first and game(each.id).data.seats]
AGAINST_THE_HOUSE = [each.id for each in games() if each.id not in BETWEEN_PLAYERS]


@pytest.mark.parametrize("name", AGAINST_THE_HOUSE)
def test_a_game_against_the_house(name: str) -> None:
    rounds = 0

    @settings(max_examples=often(20), database=None, derandomize=True)
    @given(seed=st.integers(0, 2**32))
    def plays(seed: int) -> None:
        nonlocal rounds
        chance = random.Random(seed)
        options = random_options(game(name), chance)
        due = game(name).rules(**options).required and chance.random() < 0.7
        bet = bet_what_is_due if due else bet_at_random
        rounds += random_play(name, options, seed, bet=bet, seats=(1, 3, 4)).rounds

    plays()
    assert rounds >= 20


@pytest.mark.parametrize("name", BETWEEN_PLAYERS)
def test_a_game_between_players(name: str) -> None:
    @settings(max_examples=often(20), database=None, derandomize=True)
    @given(seed=st.integers(0, 2**32))
    def plays(seed: int) -> None:
        random_hands(name, seed, hands=5)

    plays()
