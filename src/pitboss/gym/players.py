"""Games between players as PettingZoo environments: the poker room, chemin de fer."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from pitboss.book import Game, Refused, Rules
from pitboss.book import game as book_game
from pitboss.gym.answers import PLACES, Answer, Picked, answers, every_answer
from pitboss.gym.sight import Observation, Sight
from pitboss.money import Amount, Cents, cents, written
from pitboss.table import Table


class PlayersEnv(AECEnv):  # type: ignore[misc]
    """A table of this many ``players``, ``player_1`` at seat 1, who bring ``stack`` dollars each and decide by turns.

    An episode is a round. Actions are the answers to the table, by the names in ``actions`` (see
    `pitboss.gym.answers`); what is observed is the ``observation`` and the ``action_mask``. The observation has the
    ``cards`` as the seat sees them, a row for each of ``owners``, and what everybody sees: the ``stakes`` and the
    ``funds`` of each seat, in dollars, and whose ``turn`` it is. The reward at the end is the net of the round in
    dollars.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        rules: Rules | None = None,
        players: int = 3,
        stack: Amount = 1000,
        levels: int = 3,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        found = book_game(game) if isinstance(game, str) else game
        if found.wagers_first:
            raise Refused(f"{found.id} is played against the house: gymnasium.make plays it")
        self.rules = found.rules(**options) if rules is None else rules
        if not 2 <= players <= self.rules.positions:
            raise Refused(f"players must be 2 to {self.rules.positions}, not {players}")
        self.metadata = {"name": found.id, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self.levels, self.stack = render_mode, levels, cents(stack)
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.actions = every_answer(self.rules, levels)
        """The name of each action, by its number."""
        self._numbers = {name: number for number, name in enumerate(self.actions)}
        positions = list(self.seats.values())
        self._sights = {
            agent: Sight(self.rules, seat, positions, 100, []) for agent, seat in self.seats.items()
        }
        sight = self._sights[self.possible_agents[0]]
        self.owners = sight.owners
        money = spaces.Box(0, 2.0**40, (players,), np.float32)
        seen = {
            "cards": sight.space(0)["cards"],
            "funds": money,
            "picked": spaces.Box(0, 1, (PLACES,), np.int8),
            "stakes": money,
            "turn": spaces.Box(0, players, (1,), np.int8),
        }
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        whole = spaces.Dict({"action_mask": mask, "observation": spaces.Dict(seen)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, whole)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not hasattr(self, "_chance"):
            self._chance = random.Random(seed)
        seed = self._chance.getrandbits(62)
        self.table = Table(self.rules.game, self.rules, seed=seed, clock=count().__next__)
        for agent, seat in self.seats.items():
            self.table.sit(seat, agent, written(self.stack))
        self._picked: Picked | None = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table.deal()
        self._turn()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        name = self.actions[int(action)]
        if name not in self._legal:
            raise Refused(f"{name} is not legal now; the legal actions are: {', '.join(self._legal)}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        match self._legal[name]:
            case Picked() as picked:
                self._picked = picked
            case Answer(decision, amount):
                self._picked = None
                self.table.act(self.seats[agent], decision, written(amount) if amount else None)
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        """The player to act and their choices; or the result."""
        ask = self.table.asked
        self._legal: dict[str, Answer | Picked] = {}
        if ask is not None:
            self.agent_selection = self.possible_agents[ask.seat - 1]
            self._legal = answers(self.table, ask, self._picked, self.levels)
        else:
            settlement = self.table.settlement
            assert settlement is not None
            self.rewards = {agent: settlement.net[seat] / 100 for agent, seat in self.seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        for agent in self.agents:
            mine = agent == self.agent_selection
            self.infos[agent] = {"legal": list(self._legal) if mine else []}

    def observe(self, agent: str) -> Observation:
        table, turn = self.table, self.table.asked
        mine = turn is not None and agent == self.agent_selection
        mask = np.zeros(len(self.actions), np.int8)
        if mine:
            mask[[self._numbers[name] for name in self._legal]] = 1
        stakes: dict[int, Cents] = dict.fromkeys(self.seats.values(), 0)
        for bet in table.bets.values():
            stakes[bet.seat] += bet.stake
        seen = self._sights[agent].observe(table, (), 0)
        places = self._picked.places if self._picked and mine else ()
        return {
            "action_mask": mask,
            "observation": {
                "cards": seen["cards"],
                "funds": np.array([table.funds(seat) / 100 for seat in stakes], np.float32),
                "picked": np.isin(np.arange(PLACES), places).astype(np.int8),
                "stakes": np.array([stake / 100 for stake in stakes.values()], np.float32),
                "turn": np.array([0 if turn is None else turn.seat], np.int8),
            },
        }

    def render(self) -> str | None:
        """The table as a bystander sees it."""
        return str(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
