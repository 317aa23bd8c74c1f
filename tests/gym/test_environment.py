"""Every game of the book that one player plays against the house, as a Gymnasium environment."""

from __future__ import annotations

import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss.gym
from pitboss.book import game, games, played_alone
from pitboss.equipment.cards import cards
from pitboss.equipment.chance import Live, Shoe
from pitboss.equipment.entropy import Seeded
from pitboss.equipment.loaded import Loaded
from pitboss.gym.environment import SEAT, CasinoEnv
from pitboss.law import Refused
from tests.properties import often

ALONE = [heading for heading in games() if game(heading.id).wagers_first]
EPISODES, STEPS = 8, 40


def test_every_game_against_the_house_is_registered() -> None:
    assert {heading.id for heading in games() if played_alone(heading.id)} == {each.id for each in ALONE}
    known = {env_id for env_id in gymnasium.registry if env_id.startswith("pitboss/")}
    assert known == {pitboss.gym.environment_id(heading) for heading in ALONE}


@pytest.mark.parametrize("name", [heading.id for heading in ALONE])
def test_gymnasium_accepts_it_and_no_hidden_card_changes_what_is_observed(name: str) -> None:
    env = CasinoEnv(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
    chance = random.Random(f"environment {name}")
    env = CasinoEnv(name, rounds=2, chance=Loaded)
    for seed in range(often(EPISODES)):
        observation, info = env.reset(seed=seed)
        gained, over, steps = 0.0, False, 0
        while not over and steps < STEPS:
            assert observation in env.observation_space
            masked = {env.actions[each] for each in np.flatnonzero(info["action_mask"])}
            assert masked == set(info["legal"])
            cards_hidden_otherwise(env, observation, chance)
            legal = info["legal"]
            name_of = chance.choice(legal) if chance.random() < 0.5 else legal[0]
            observation, reward, over, _, info = env.step(env.actions.index(name_of))
            assert "refused" not in info
            gained, steps = gained + reward, steps + 1
        assert sum(observation["stakes"]) * env.unit == pytest.approx(env.table.ledger["layout"])
        assert gained == pytest.approx((env._worth - env.bankroll * env.unit) / env.unit)
        assert not over or env.table.ledger["layout"] == 0


def cards_hidden_otherwise(env: CasinoEnv, observation: dict[str, object], chance: random.Random) -> None:
    """Were other cards where the seat cannot look, it would observe the same, and be shown the same."""
    table = env.table
    hidden = [
        held for hand in table.hands.values() for held in hand if not held.up and SEAT not in held.seats
    ]
    before, text = [held.card for held in hidden], env._text()
    shoes = {name: list(shoe) for name, shoe in table.shoes.items()}
    for held in hidden:
        held.card = chance.choice(list(table.rules.pack()))
    for shoe in table.shoes.values():
        chance.shuffle(shoe)
    assert all(np.array_equal(value, env._observation()[key]) for key, value in observation.items())
    assert env._text() == text
    table.shoes.update(shoes)
    for held, card in zip(hidden, before, strict=True):
        held.card = card


class Stacked(Live):
    """These cards first, to whomever they are dealt; what is burned is another."""

    def __init__(self, names: str) -> None:
        super().__init__(Seeded(1))
        self.next = cards(names)[::-1]

    def card(self, to: str, shoe: Shoe) -> int:
        return shoe.pop() if to == "burn" else self.next.pop()


def played(name: str, names: str, *actions: str, **more: object) -> tuple[float, CasinoEnv]:
    env = CasinoEnv(name, chance=lambda _: Stacked(names), **more)  # type: ignore[arg-type]
    env.reset(seed=1)
    rewards = [env.step(env.actions.index(each)) for each in actions]
    assert not any("refused" in info for *_, info in rewards)
    return sum(reward for _, reward, *_ in rewards), env


def test_2_a_natural_is_paid_3_to_2_at_once() -> None:
    """A natural is paid before the dealer draws to a 21 of three cards."""
    gained, env = played("blackjack", "As 5c Kd 6h Td", "deal", wagers={"blackjack": 1})
    assert gained == 1.5
    assert env.table.cards("dealer") != cards("5c 6h Td")


def test_blackjack_splits_and_doubles_for_less_at_a_table_of_six_decks() -> None:
    """Eights against a six: 8-3 is doubled for half and draws a ten, 8-T stands; the dealer breaks with 6-T-T."""
    gained, env = played(
        "blackjack",
        "8s 6c 8d Th 3h Tc Td Ts",
        *("bet blackjack", "deal", "split", "double-down 1/2", "stand"),
        decks=6,
        soft_17="hit",
    )
    assert env.table.cards("dealer") == cards("6c Th Ts")
    assert gained == 1 + 0.5 + 1


def test_20_11_the_dealer_does_not_qualify() -> None:
    """Queen, seven, three against a jack high: the ante is paid even money, the play wager returned."""
    gained, env = played("three-card-poker", "Qs Js 7d 9h 3c 2d", "bet ante", "deal", "play")
    assert env.table.cards("1") == cards("Qs 7d 3c")
    assert gained == 1


def test_26_two_cards_are_laid_apart_by_their_places() -> None:
    env = CasinoEnv("pai-gow-poker", wagers={"pai-gow-poker": 1})
    env.reset(seed=2)
    env.step(env.actions.index("deal"))
    _, info = env.reset(seed=2)
    while "set" not in info["legal"]:
        *_, info = env.step(env.actions.index(info["legal"][0]))
    hand = env.table.cards("1")
    for action in ("set", "card 2", "card 5"):
        *_, info = env.step(env.actions.index(action))
        assert "refused" not in info
    low = next(ask.cards for ask in env.table.answers if ask.cards)
    assert sorted(low[0]) == sorted((hand[1], hand[4]))


def test_wagers_in_cents_and_units() -> None:
    units, _ = played("three-card-poker", "Qs Js 7d 9h 3c 2d", "bet ante x5", "deal", "play", sizes=(1, 5))
    in_cents, env = played(
        "three-card-poker", "Qs Js 7d 9h 3c 2d", "deal", "play", wagers={"ante": 5}, rewards="cents"
    )
    assert (units, in_cents) == (5, 5 * env.unit)


def test_a_line_bet_stands_until_it_is_decided_and_the_episode_with_it() -> None:
    env = CasinoEnv("craps", wagers={"pass": 1})
    for seed in range(20):
        env.reset(seed=seed)
        over, reward, throws = False, 0.0, 0
        while not over:
            assert reward == 0
            observation, reward, over, _, _ = env.step(env.actions.index("roll"))
            throws += 1
            assert 1 <= min(observation["shown"][:2]) <= max(observation["shown"]) <= 6
        assert reward in (1, -1)
        assert throws == env.table.rounds


def test_what_is_not_legal_changes_nothing() -> None:
    env = CasinoEnv("blackjack")
    before, _ = env.reset(seed=1)
    after, reward, over, _, info = env.step(env.actions.index("hit"))
    assert all(np.array_equal(before[key], after[key]) for key in before)
    assert (reward, over) == (0, False)
    assert info["refused"] == "hit is not legal now; the legal actions are: bet blackjack"


@pytest.mark.parametrize(
    ("name", "more", "sentence"),
    [
        ("hold-em", {}, "hold-em is played between players; no single player decides"),
        ("blackjack", {"soft_18": "hit"}, "blackjack has no option .soft-18"),
        ("craps", {"side_wagers": ["trips"]}, "trips"),
        ("craps", {"side_wagers": []}, "no wager is left to the player"),
        ("blackjack", {"positions": 9}, "the table has 6 positions, not 9"),
        ("blackjack", {"rewards": "chips"}, "rewards are in units or cents"),
    ],
)
def test_what_there_is_not_is_refused(name: str, more: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        CasinoEnv(name, **more)  # type: ignore[arg-type]


def test_gymnasium_makes_it_with_options_and_pictures_of_the_felt() -> None:
    env = gymnasium.make(
        "pitboss/Blackjack-v0", decks=6, soft_17="hit", side_wagers=(), render_mode="rgb_array"
    )
    env.reset(seed=5)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape[1:] == (900, 3)
    assert picture.std() > 20
    found = env.unwrapped
    assert isinstance(found, CasinoEnv)
    assert (found.rules["decks"], found.rules["soft-17"]) == (6, "hit")
    found.render_mode = "svg"
    assert str(found.render()).startswith("<svg")
    found.render_mode = "ansi"
    assert "legal: bet blackjack" in str(found.render())
