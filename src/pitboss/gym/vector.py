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
from pitboss.sim.steps import DEAL, Tables, compiled_steps

Arrays = NDArray[Any]


class CasinoVectorEnv(VectorEnv[Observation, Arrays, Arrays]):
    """Many tables of a game, each as a `CasinoEnv` whose ``wagers`` are made for the player, with the same action
    numbers and, of the observations, ``action_mask`` and ``cards``.

    The step after the end of an episode begins the next one, whatever the action. Arrays that are returned are views,
    which the next step writes over, unless ``copy``.
    """

    def __init__(self, num_envs: int = 1, *, copy: bool = True, **table: Any) -> None:
        single = CasinoEnv(**table)
        if not single.wagers:
            raise Refused('compiled steps need wagers that are made in every round: wagers={"ante": 1}')
        if single.rounds > 1 or table.get("positions", 1) > 1 or table.get("chance") is not None:
            raise Refused("compiled steps play one round at one position by fair chance")
        self.steps = single.rules.game.mathematics.steps(single.rules, single.wagers)
        self.num_envs, self.actions, self.copy = num_envs, single.actions, copy
        self.unit = 1 if single.rewards == "cents" else single.unit
        if list(self.steps.owners) != single.sight.owners:
            raise Refused(f"{single.rules.game.id} shows other hands step by step than at the table")
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = single.action_space
        found = single.observation_space
        assert isinstance(found, spaces.Dict)
        self.single_observation_space = spaces.Dict({key: found[key] for key in ("action_mask", "cards")})
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        known = len(self.steps.actions)
        self._number = np.full(
            len(self.actions), known, np.int64
        )  # what is no compiled action is never legal
        named = ["deal" if name == single.rules.game.data.verb else name for name in self.actions]
        self._column = np.array([named.index(name) for name in self.steps.actions])
        self._number[self._column] = np.arange(known)
        rows = (num_envs, len(single.sight.owners), single.sight.width)
        self.tables = Tables(
            np.tile(np.frombuffer(self.steps.cards, np.uint8), (num_envs, 1)),
            np.zeros((num_envs, self.steps.memory), np.int64),
            np.zeros(rows, np.uint8),
            np.zeros((num_envs, known + 1), np.uint8),
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
        self._mask[:, self._column] = self.tables.masks[:, :-1]
        cards = self.tables.cards.view(np.int8)
        if self.copy:
            return {"action_mask": self._mask.copy(), "cards": cards.copy()}
        return {"action_mask": self._mask, "cards": cards}


def vector(num_envs: int = 1, **table: Any) -> VectorEnv[Any, Any, Any]:
    """Tables in machine code, or where a game has no compiled steps for such a table, one after the other."""
    try:
        return CasinoVectorEnv(num_envs, **table)
    except Refused:
        return SyncVectorEnv([lambda: _single(table)] * num_envs)


def _single(table: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    return CasinoEnv(**table)
