"""Many tables at once, in machine code: a vector environment for games that have compiled steps."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Refused
from pitboss.gym.environment import CasinoEnv
from pitboss.gym.sight import Observation
from pitboss.sim.chance import seeded
from pitboss.sim.steps import DEAL, HAND, Tables, compiled_steps

Arrays = NDArray[Any]

ENOUGH = 20
"""No round takes more than this many times the wagers with which it begins."""


class CasinoVectorEnv(VectorEnv[Observation, Arrays, Arrays]):
    """Many tables of a game, each as a `CasinoEnv` whose ``wagers`` are made for the player, with the same action
    numbers and, of the observations, ``action_mask``, ``cards`` and ``hand``.

    The step after the end of an episode begins the next one, whatever the action. Arrays that are returned are views,
    which the next step writes over, unless ``copy``.
    """

    def __init__(self, num_envs: int = 1, *, copy: bool = True, **table: Any) -> None:
        single = CasinoEnv(**table)
        if not single.wagers:
            raise Refused('compiled steps need wagers that are made in every round: wagers={"ante": 1}')
        if single.bankroll * single.unit < ENOUGH * sum(single.wagers.values()):
            raise Refused(f"compiled steps need a bankroll of {ENOUGH} times the wagers")
        if single.rounds > 1 or table.get("positions", 1) > 1 or table.get("chance") is not None:
            raise Refused("compiled steps play one round at one position by fair chance")
        self.steps = single.rules.game.mathematics.steps(single.rules, single.wagers, single.levels)
        self.num_envs, self.actions, self.copy = num_envs, single.actions, copy
        self.unit = 1 if single.rewards == "cents" else single.unit
        if list(self.steps.owners) != single.sight.owners:
            raise Refused(f"{single.rules.game.id} shows other hands in compiled steps than at its table")
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = single.action_space
        found = single.observation_space
        assert isinstance(found, spaces.Dict)
        self.single_observation_space = spaces.Dict(
            {key: found[key] for key in ("action_mask", "cards", "hand")}
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        verb, count = single.rules.game.data.verb, len(self.steps.actions)
        named = {verb if name == "deal" else name: n for n, name in enumerate(self.steps.actions)}
        both = [name for name in self.actions if name in named]
        self._column = np.array([self.actions.index(name) for name in both])
        self._known = np.array([named[name] for name in both])
        # What is no compiled action is never legal.
        self._number = np.full(len(self.actions), count, np.int64)
        self._number[self._column] = self._known
        rows = (num_envs, len(single.sight.owners), single.sight.width)
        self.tables = Tables(
            np.tile(np.frombuffer(self.steps.cards, np.uint8), (num_envs, 1)),
            np.zeros((num_envs, self.steps.memory), np.int64),
            np.zeros(rows, np.uint8),
            np.zeros((num_envs, count + 1), np.uint8),
            np.zeros(num_envs, np.int64),
            np.zeros(num_envs, np.uint8),
        )
        self.draws = self.steps.draws
        self._mask = np.zeros((num_envs, len(self.actions)), np.int8)
        self._step = compiled_steps(self.steps.step)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self._state = seeded(np.uint64(self.np_random.integers(2**63)), np.uint64(0), np.uint64(0))
        self.tables.tapes[:] = np.frombuffer(self.steps.cards, np.uint8)
        for each in self.tables[1:]:
            each[:] = 0
        self.tables.masks[:, DEAL] = 1
        return self._observation(), {}

    def step(self, actions: Arrays) -> tuple[Observation, Arrays, Arrays, Arrays, dict[str, Any]]:
        numbers: Ints = self._number[actions]
        self._step(numbers, self.tables, self.steps.rules, self.draws, self._state)
        over = self.tables.over.astype(np.bool_)
        rewards = self.tables.won / self.unit
        return self._observation(), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _observation(self) -> Observation:
        self._mask[:, self._column] = self.tables.masks[:, self._known]
        seen: Observation = {
            "action_mask": self._mask,
            "cards": self.tables.cards.view(np.int8),
            "hand": self.tables.memories[:, HAND],
        }
        return {key: part.copy() for key, part in seen.items()} if self.copy else seen


def vector(num_envs: int = 1, **table: Any) -> VectorEnv[Any, Any, Any]:
    """Tables in machine code, or where a game has no compiled steps for such a table, one after the other."""
    try:
        return CasinoVectorEnv(num_envs, **table)
    except Refused:
        return SyncVectorEnv([lambda: _single(table)] * num_envs)


def _single(table: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    return CasinoEnv(**table)
