"""Environments for learners: steps a second on one core, by CPU time, with random legal actions chosen outside of it.

The vector environments are the whole games. Blackjack of Gymnasium, OpenSpiel and RLCard knows hit and stand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import rlcard

import pitboss.gym  # noqa: F401 - registers the environments

TABLES = 4096
STEPS = 200
BLACKJACK = {"blackjack": 1.0}
ULTIMATE = {"ante": 1.0, "blind": 1.0}


def many(name: str, wagers: dict[str, float]) -> float:
    """Steps a second at tables side by side."""
    chance = np.random.default_rng(1)
    env: Any = gymnasium.make_vec(f"pitboss/{name}-v0", TABLES, wagers=wagers, copy=False)
    seen, _ = env.reset(seed=1)
    spent = 0.0
    for number in range(-5, STEPS):
        mask = seen["action_mask"]
        actions = (mask * chance.random(mask.shape, np.float32)).argmax(axis=1)
        start = process_time()
        seen, *_ = env.step(actions)
        spent += (process_time() - start) * (number >= 0)
    return TABLES * STEPS / spent


def one(env: Any, choose: Callable[[dict[str, Any]], int], steps: int) -> float:
    """Steps a second at one table; beginning an episode is part of its first step."""
    info = env.reset(seed=1)[1]
    start = process_time()
    for _ in range(steps):
        *_, over, _, info = env.step(choose(info))
        if over:
            info = env.reset()[1]
    return steps / (process_time() - start)


def spiel(defined: Any, steps: int) -> float:
    """Steps a second of a player in an OpenSpiel game; chance is part of them."""
    chance, taken, start = random.Random(1), 0, process_time()
    state = defined.new_initial_state()
    while taken < steps:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        elif state.is_terminal():
            state = defined.new_initial_state()
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            taken += 1
    return steps / (process_time() - start)


def rlcards(steps: int) -> float:
    chance, table = random.Random(1), rlcard.make("blackjack")
    start = process_time()
    table.reset()
    for _ in range(steps):
        if table.is_over():
            table.reset()
        table.step(chance.randrange(2))
    return steps / (process_time() - start)


def run() -> Iterator[tuple[str, float, str]]:
    chance = np.random.default_rng(1)
    games = {"Blackjack": BLACKJACK, "UltimateTexasHoldEm": ULTIMATE}
    for name, wagers in games.items():
        yield f"{name}, vector environment", many(name, wagers), f"steps/s, {TABLES} tables"
    for name, wagers in games.items():
        env = gymnasium.make(f"pitboss/{name}-v0", wagers=wagers, disable_env_checker=True).unwrapped
        actions = env.actions  # type: ignore[attr-defined]
        pace = one(env, lambda info, actions=actions: actions.index(chance.choice(info["legal"])), 2_000)
        yield f"{name}, a table with its journal", pace, "steps/s"
    theirs = gymnasium.make("Blackjack-v1", disable_env_checker=True).unwrapped
    yield "Gymnasium's Blackjack", one(theirs, lambda _: int(chance.integers(2)), 20_000), "steps/s"
    yield "OpenSpiel's blackjack", spiel(pyspiel.load_game("blackjack"), 20_000), "steps/s"
    yield "RLCard's blackjack", rlcards(20_000), "steps/s"
