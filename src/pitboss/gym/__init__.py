"""Every game in which a single player decides, as a Gymnasium environment.

>>> import gymnasium, pitboss.gym
>>> env = gymnasium.make("pitboss/Blackjack-v0", decks=6, wagers={"blackjack": 1})
>>> observation, info = env.reset(seed=4)
>>> info["legal"]
['deal']

``gymnasium.make("pitboss.gym:pitboss/Blackjack-v0")`` imports this module by itself. The environment is
`pitboss.gym.environment.CasinoEnv`; docs/python.md describes its actions and observations.
"""

from __future__ import annotations

import gymnasium

from pitboss.book import Heading, games, played_alone


def environment_id(heading: Heading) -> str:
    """The Gymnasium id of a game: ``pitboss/ThreeCardPoker-v0`` of three-card-poker."""
    return f"pitboss/{''.join(part.capitalize() for part in heading.id.split('-'))}-v0"


def register() -> None:
    """Register every such game of the book that is not registered yet."""
    for heading in games():
        if environment_id(heading) not in gymnasium.registry and played_alone(heading.id):
            gymnasium.register(
                environment_id(heading),
                "pitboss.gym.environment:CasinoEnv",
                vector_entry_point="pitboss.gym.vector:vector",
                kwargs={"game": heading.id},
            )


register()
