"""Environments for learners: steps a second on one core, by CPU time, with random legal actions chosen outside of it.

The vector environment of ultimate Texas hold 'em is the whole game. Gymnasium's Blackjack knows hit and stand;
OpenSpiel's and RLCard's are in the section of blackjack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import pitboss.gym  # noqa: F401 - registers the environments

TABLES = 4096
STEPS = 200
ULTIMATE = {"ante": 1, "blind": 1}


def many() -> float:
    """Steps a second at tables side by side."""
    chance = np.random.default_rng(1)
    env: Any = gymnasium.make_vec("pitboss/UltimateTexasHoldEm-v0", TABLES, wagers=ULTIMATE, copy=False)
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


def run() -> Iterator[tuple[str, float, str]]:
    chance = np.random.default_rng(1)
    yield "ultimate Texas hold 'em, vector environment", many(), f"steps/s, {TABLES} tables"
    for name, wagers in (("UltimateTexasHoldEm", ULTIMATE), ("Blackjack", {"blackjack": 1})):
        env = gymnasium.make(f"pitboss/{name}-v0", wagers=wagers, disable_env_checker=True).unwrapped
        actions = env.actions  # type: ignore[attr-defined]
        pace = one(env, lambda info, actions=actions: actions.index(chance.choice(info["legal"])), 2_000)
        yield f"{name}, a table with its journal", pace, "steps/s"
    theirs = gymnasium.make("Blackjack-v1", disable_env_checker=True).unwrapped
    yield "Gymnasium's Blackjack", one(theirs, lambda _: int(chance.integers(2)), 20_000), "steps/s"
