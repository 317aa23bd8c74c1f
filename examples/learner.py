"""A learner that knows nothing of a game but its Gymnasium environment, and arrives at the exact edge.

    python examples/learner.py

It tries every action in every state, and every card that can come, with its probability in the shoe. What it has seen
is a model of the game, on which policy iteration finds the best play: in fractions, so that the value of the first
state is the house edge that ``pitboss odds`` proves, to the last digit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import gymnasium

import pitboss.gym  # noqa: F401 - registers the environments
from pitboss.equipment.cards import name
from pitboss.equipment.chance import Shoe
from pitboss.gym.sight import FIRST

State = bytes
Outcome = tuple[Fraction, State | None]
"""A reward, and the state that follows; none at the end of an episode."""


class EveryCard:
    """Chance that deals every rank in turn: each episode takes the next branch of the tree of all deals. Nobody sees a
    burned card, so that the others are dealt as if it were still in the shoe."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        """At each card which branch is taken, and how many there are."""
        self.begin()

    def begin(self) -> None:
        self.depth, self.weight = 0, Fraction(1)

    def advance(self) -> bool:
        """On to the next branch; is there one?"""
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if self.path:
            taken, of = self.path[-1]
            self.path[-1] = (taken + 1, of)
        return bool(self.path)

    def choose(self, of: int) -> int:
        """The branch taken here, of this many."""
        if self.depth == len(self.path):
            self.path.append((0, of))
        self.depth += 1
        return self.path[self.depth - 1][0]

    def shuffle(self, cards: list[int]) -> list[int]:
        return cards

    def card(self, to: str, shoe: Shoe) -> int:
        if to == "burn":
            return shoe[0]
        ranks = Counter(card >> 2 for card in shoe)
        rank = sorted(ranks)[self.choose(len(ranks))]
        self.weight *= Fraction(ranks[rank], len(shoe))
        card = next(card for card in shoe if card >> 2 == rank)
        shoe.remove(card)
        return card

    def roll(self, of: int) -> tuple[int, ...]:
        self.weight *= Fraction(1, 6**of)
        return tuple(1 + self.choose(6) for _ in range(of))

    def spin(self, pockets: tuple[str, ...]) -> str:
        self.weight *= Fraction(1, len(pockets))
        return pockets[self.choose(len(pockets))]

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        raise NotImplementedError("too many draws to see them all")


class Learner:
    """What has been seen of an environment, and the best play in it so far."""

    def __init__(self, env_id: str, **options: Any) -> None:
        self.chance = EveryCard()
        self.env: Any = gymnasium.make(env_id, chance=lambda _: self.chance, **options).unwrapped
        self.model: dict[State, dict[str, Counter[Outcome]]] = {}
        """How probable each outcome of each action is, by state."""
        self.policy: dict[State, str] = {}
        self.observed: dict[State, dict[str, Any]] = {}
        self.first: State = b""

    def explore(self) -> int:
        """Every action under every chance; returns how many episodes it took."""
        weights: dict[State, dict[str, dict[tuple[Any, ...], tuple[Fraction, Outcome]]]] = {}
        episodes, more = 0, True
        while more:
            self._episode(weights)
            episodes += 1
            more = self.chance.advance()
        for state, actions in weights.items():
            self.model[state] = {}
            for action, branches in actions.items():
                outcomes: Counter[Outcome] = Counter()
                for probability, outcome in branches.values():
                    outcomes[outcome] += probability  # type: ignore[assignment]
                self.model[state][action] = outcomes
        return episodes

    def _episode(self, weights: dict[State, Any]) -> None:
        chance, env = self.chance, self.env
        chance.begin()
        observation, info = env.reset(seed=0)
        state: State | None = self._state(observation)
        self.first = state or b""
        while state is not None:
            legal = info["legal"]
            action = legal[chance.choose(len(legal))]
            before, since = chance.weight, chance.depth
            observation, reward, over, _, info = env.step(env.actions.index(action))
            following = None if over else self._state(observation)
            branch = tuple(chance.path[since : chance.depth])
            outcome = (Fraction(reward).limit_denominator(10**6), following)
            weights.setdefault(state, defaultdict(dict))[action][branch] = (chance.weight / before, outcome)
            state = following

    def _state(self, observation: dict[str, Any]) -> State:
        state = b"|".join(
            part.tobytes() if hasattr(part, "tobytes") else bytes([part]) for part in observation.values()
        )
        self.observed[state] = observation
        return state

    def learn(self) -> Fraction:
        """Policy iteration: the value of the first state once no action is better anywhere."""
        self.policy = {state: next(iter(actions)) for state, actions in self.model.items()}
        while True:
            self.values: dict[State, Fraction] = {}
            value = self._value(self.first)
            better = {
                state: max((self.worth(state, action), action) for action in actions)[1]
                for state, actions in self.model.items()
            }
            if all(self.worth(state, better[state]) == self._value(state) for state in self.model):
                return value
            self.policy = better

    def chart(self) -> dict[tuple[str, ...], str]:
        """The best action by the ranks that lie on the table, the lowest first, wherever there is a choice."""
        found = {}
        for state, action in self.policy.items():
            if len(self.model[state]) > 1:
                numbers = sorted(
                    int(card) - FIRST for card in self.observed[state]["cards"].flat if card >= FIRST
                )
                found[tuple(name(card)[0] for card in numbers)] = action
        return found

    def worth(self, state: State, action: str) -> Fraction:
        """What an action is worth if the policy is followed after it."""
        outcomes = self.model[state][action].items()
        return sum((p * (reward + self._value(after)) for (reward, after), p in outcomes), Fraction(0))

    def _value(self, state: State | None) -> Fraction:
        if state is None:
            return Fraction(0)
        if state not in self.values:
            self.values[state] = self.worth(state, self.policy[state])
        return self.values[state]


def main() -> None:
    learner = Learner("pitboss/RedDog-v0", wagers={"ante": 1}, levels=1)
    episodes = learner.explore()
    edge = -learner.learn()
    print(
        f"red dog after {episodes:,} episodes, {len(learner.model)} states: house edge {edge} = {float(edge):.6%}"
    )
    for (low, high), action in learner.chart().items():
        print(f"  {low} and {high}: {action}")


if __name__ == "__main__":
    main()
