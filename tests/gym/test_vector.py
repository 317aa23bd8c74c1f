"""Compiled steps are those of the table: the same cards, masks and cents, from loaded chance."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest

import pitboss.gym  # noqa: F401 - registers the environments
from pitboss.equipment.loaded import Loaded
from pitboss.gym.environment import CasinoEnv
from pitboss.gym.vector import CasinoVectorEnv
from pitboss.law import Refused
from tests.properties import often
from tests.tape import Tape

BLACKJACK: dict[str, Any] = {"game": "blackjack", "wagers": {"blackjack": 1}}
ULTIMATE: dict[str, Any] = {"game": "ultimate-texas-hold-em", "wagers": {"ante": 1, "blind": 1, "trips": 1}}
TABLES = 100


def loaded_deal(seed: int, turns: list[str], pack: bytes) -> list[int]:
    """Cards that like to come together, dealt in this order."""
    chance, shoe = Loaded(seed), list(pack)
    shoe = chance.shuffle(shoe)
    return [chance.card(to, shoe) for to in turns]


BLACKJACK_TABLES = {
    "as-set": {},
    "no-hole-card": {"hole_card": "none", "soft_17": "hit", "surrender": "yes", "resplit_aces": "yes"},
    "unread": {"hole_card": "down", "even_money": "no"},
    "hole-card-up": {"hole_card": "up", "double_on": "9-to-11", "split_hands": 2, "levels": 1},
    "one-deck": {
        "decks": 1,
        "variation": "6-to-5",
        "soft_17": "hit",
        "double_after_split": "no",
        "levels": 5,
    },
    "bonuses": {"hole_card": "none", "three_sevens": "yes", "suited_6_7_8": "yes", "five_card_21": "yes"},
    "readings": {"hole_card": "none", "reading_split_21": "as-printed", "reading_busted_extra": "kept"},
}


@pytest.mark.parametrize(
    ("table", "turns"),
    [
        (ULTIMATE, ["1", "dealer", "1", "dealer", *["community"] * 5]),
        *((BLACKJACK | options, ["1", "dealer"] * 20) for options in BLACKJACK_TABLES.values()),
    ],
    ids=["ultimate-texas-hold-em", *(f"blackjack-{name}" for name in BLACKJACK_TABLES)],
)
def test_a_step_is_a_step_at_the_table(table: dict[str, Any], turns: list[str]) -> None:
    count = often(TABLES, 20_000)
    many = CasinoVectorEnv(count, **table)
    many.draws = 0  # the cards come as they lie
    seen, _ = many.reset(seed=1)
    tapes = [loaded_deal(seed, turns, many.steps.cards) for seed in range(count)]
    many.tables.tapes[:, : len(turns)] = tapes
    chance = random.Random("steps")
    singles = []
    for cards in tapes:
        tape = Tape()
        singles.append(CasinoEnv(chance=lambda _, tape=tape: tape, **table))
        singles[-1].reset(seed=1)
        tape.load(cards)
    over = np.zeros(count, np.bool_)
    while not over.all():
        actions = np.array(
            [chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]]
        )
        playing = ~over
        seen, rewards, ended, _, _ = many.step(actions)
        for n in np.flatnonzero(playing):
            observed, reward, done, _, _ = singles[n].step(actions[n])
            assert (reward, done) == (rewards[n], ended[n]), n
            for part in ("cards", "hand", "action_mask"):
                assert np.array_equal(observed[part], seen[part][n]), (part, n)
        over |= ended


def test_the_same_seed_deals_the_same_cards_and_an_episode_follows_the_last() -> None:
    first, again = (CasinoVectorEnv(8, **ULTIMATE) for _ in range(2))
    seen, _ = first.reset(seed=5)
    again.reset(seed=5)
    ended = 0
    for _ in range(30):
        actions = seen["action_mask"].argmax(axis=1)
        seen, rewards, over, truncated, _ = first.step(actions)
        other, same, *_ = again.step(actions)
        assert np.array_equal(seen["cards"], other["cards"])
        assert np.array_equal(rewards, same)
        assert seen in first.observation_space
        assert not truncated.any()
        ended += over.sum()
    assert ended > 8


def test_gymnasium_makes_a_vector_of_any_game() -> None:
    compiled = gymnasium.make_vec("pitboss/UltimateTexasHoldEm-v0", 4, wagers={"ante": 1, "blind": 1})
    one_by_one = gymnasium.make_vec("pitboss/RedDog-v0", 2, wagers={"ante": 1})
    assert isinstance(compiled.unwrapped, CasinoVectorEnv)
    for env in (compiled, one_by_one):
        seen, _ = env.reset(seed=3)
        seen, *_ = env.step(np.array([0] * env.num_envs))
        assert (seen["cards"] > 1).any(axis=(1, 2)).all()


def test_what_is_not_compiled_is_refused() -> None:
    with pytest.raises(Refused, match="red-dog has no compiled steps"):
        CasinoVectorEnv(2, game="red-dog", wagers={"ante": 1})
    with pytest.raises(Refused, match="wagers that are made in every round"):
        CasinoVectorEnv(2, game="ultimate-texas-hold-em")
