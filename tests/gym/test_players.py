"""Games between players as PettingZoo environments."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.book import game, games
from pitboss.gym.players import PlayersEnv
from pitboss.law import Refused

BETWEEN = [heading.id for heading in games() if not game(heading.id).wagers_first]


def test_the_poker_room_and_chemin_de_fer_are_played_between_players() -> None:
    assert len(BETWEEN) == 16


@pytest.mark.parametrize("name", BETWEEN)
def test_pettingzoo_accepts_it_and_nothing_private_leaks(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(PlayersEnv(name), num_cycles=60)
    seed_test(lambda: PlayersEnv(name), num_cycles=20)
    env, chance = PlayersEnv(name), random.Random(f"players {name}")
    for seed in range(4):
        env.reset(seed=seed)
        steps = 0
        while not all(env.terminations.values()) and steps < 60:
            for agent, seat in env.seats.items():
                hidden_otherwise(env, agent, seat, chance)
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask))))
            steps += 1
        if all(env.terminations.values()):
            assert sum(env.rewards.values()) <= 0  # what the house takes is nobody's
            assert env.table.ledger.total == 0


def hidden_otherwise(env: PlayersEnv, agent: str, seat: int, chance: random.Random) -> None:
    """Were other cards where the seat cannot look, it would observe the same."""
    before = env.observe(agent)
    hands = env.table.hands.values()
    hidden = [held for hand in hands for held in hand if not held.up and seat not in held.seats]
    kept = [held.card for held in hidden]
    for held in hidden:
        held.card = chance.randrange(52)
    after = env.observe(agent)
    for held, card in zip(hidden, kept, strict=True):
        held.card = card
    assert np.array_equal(before["action_mask"], after["action_mask"])
    for key, value in before["observation"].items():
        assert np.array_equal(value, after["observation"][key])


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(Refused, match="blackjack is played against the house"):
        PlayersEnv("blackjack")
    with pytest.raises(Refused, match="must be 2 to 10, not 11"):
        PlayersEnv("hold-em", players=11)
    env = PlayersEnv("hold-em")
    env.reset(seed=1)
    with pytest.raises(Refused, match="is not legal now; the legal actions are: "):
        env.step(next(n for n, each in enumerate(env.actions) if each not in env._legal))
