"""The same throws at a real table and through the compiled path: the same money, wager by wager."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pitboss.book import Rules, game
from pitboss.book.events import Move, Settle
from pitboss.compiler import kernel, specialized
from pitboss.sim.block import play
from pitboss.table import Table
from tests.craps.tables import Dice

if TYPE_CHECKING:
    from pitboss.arrays import Ints
    from pitboss.sim import Simulation
    from pitboss.sim.chance import Tape

EVERYTHING = {
    "pass": 10,
    "pass-odds": 30,
    "dont-pass": 10,
    "dont-pass-odds": 30,
    "come": 10,
    "come-odds": 20,
    "dont-come": 10,
    "dont-come-odds": 12,
    "place-win-4": 10,
    "place-win-6": 12,
    "place-lose-5": 16,
    "place-lose-8": 10,
    "buy-4": 20,
    "buy-9": 40,
    "lay-6": 60,
    "lay-10": 60,
    "hard-4": 5,
    "hard-6": 5,
    "hard-8": 5,
    "hard-10": 5,
    "field": 5,
    "any-seven": 5,
    "any-craps": 5,
    "craps-eleven": 4,
    "horn": 8,
    "horn-high-11": 10,
    "whirl": 15,
    "hop-2-2": 1,
    "hop-4-6": 2,
    "six-seven-eight": 5,
    "fire": 5,
}


def tape_of(throws: int, seed: int) -> Tape:
    return np.random.default_rng(seed).integers(0, 36, throws).astype(np.uint8)


def at_the_table(rules: Rules, stakes: dict[str, int], tape: Tape, shooter: int | None) -> Counter[str]:
    """A player (in the crowd, if the shooter is nobody) who makes each wager as soon as it can be made and lets
    winners lie."""
    dice = Dice((int(byte) // 6 + 1, int(byte) % 6 + 1) for byte in tape)
    table = Table(rules.game, rules, chance=dice, state={"shooter": shooter})
    table.sit(1, "player", 100_000_000)
    net: Counter[str] = Counter()

    def enter() -> None:
        for event in table.said:
            match event:
                case Settle(wager=wager, pays=pays, lost=lost):
                    net[wager.partition(":")[0]] += pays - lost
                case Move(why=why, amount=amount):
                    net[why.rpartition(", ")[2]] -= amount

    for _ in tape:
        table.said.clear()
        for wager, stake in stakes.items():
            spots = (
                [f"{wager}:{n}" for n in (4, 5, 6, 8, 9, 10)]
                if wager in ("come-odds", "dont-come-odds")
                else [wager]
            )
            for spot in spots:
                if not table.stake(1, spot) and table.can_bet(1, spot, stake):
                    table.bet(1, spot, stake)
        enter()
        table.deal()
        enter()
    return net


@kernel
def many(tape: Tape, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> None:
    at = 0
    while at < len(tape):
        at = play(tape, at, stakes, rules, memory, net, staked)


def compiled(simulation: Simulation, stakes: dict[str, int], tape: Tape) -> tuple[Ints, Ints, Ints]:
    asked = np.array([100 * stakes.get(wager, 0) for wager in simulation.wagers])
    net, staked = np.zeros_like(asked), np.zeros_like(asked)
    memory = np.zeros(simulation.memory, np.int64)
    specialized(many, play=simulation.play)(tape, asked, simulation.rules, memory, net, staked)
    return net, staked, memory


def same(rules: Rules, stakes: dict[str, int], throws: int, seed: int, shooter: int | None = None) -> None:
    tape = tape_of(throws, seed)
    simulation = rules.game.mathematics.simulation(rules)
    net, _, memory = compiled(simulation, stakes, tape)
    found = {wager: int(won) for wager, won in zip(simulation.wagers, net, strict=True) if stakes.get(wager)}
    expected = at_the_table(rules, stakes, tape, shooter)
    # A whirl is booked as a horn and an any seven, where its money is found.
    for whole, booked in (("whirl", ("horn", "any-seven")),):
        if whole in stakes:
            together = (whole, *(part for part in booked if part in stakes))
            assert sum(found.pop(each) for each in together) == sum(expected.pop(each, 0) for each in booked)
    assert found == {wager: expected[wager] for wager in found}
    assert memory[0] >= 0


OPTIONS = [
    {},
    {"odds-multiple": 2, "odds-excess": "no", "fire": "B"},
    {f"buy-{n}-vigorish": "on-win" for n in (4, 9)} | {"lay-vigorish": "on-win", "lay-percent": 3},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_identical_money_with_everything_at_once(options: dict[str, object]) -> None:
    same(Rules(game("craps"), options), EVERYTHING, 2_000, len(options))


def test_identical_money_at_mini_craps() -> None:
    stakes = {wager: stake for wager, stake in EVERYTHING.items() if wager not in ("fire", "whirl")}
    same(game("mini-craps").rules(), stakes, 1_000, 5)


@pytest.mark.parametrize(
    "wagers", [("pass",), ("dont-pass", "dont-pass-odds"), ("come", "come-odds"), ("fire",)]
)
def test_identical_money_with_few_wagers(wagers: tuple[str, ...]) -> None:
    same(game("craps").rules(), {wager: EVERYTHING[wager] for wager in wagers}, 4_000, len(wagers[0]))


def test_better_odds_are_paid_both_ways() -> None:
    rules = Rules(game("craps"), pay_tables={"pass": {"win": "6 to 5"}, "field": {"12": "3 to 1"}})
    same(rules, {"pass": 10, "field": 5}, 2_000, 9)


def test_money_comes_home_when_no_more_is_staked() -> None:
    simulation = game("craps").mathematics.simulation(game("craps").rules())
    asked = np.array([100 * EVERYTHING.get(wager, 0) for wager in simulation.wagers])
    net, staked = np.zeros_like(asked), np.zeros_like(asked)
    memory = np.zeros(simulation.memory, np.int64)
    run = specialized(many, play=simulation.play)
    run(tape_of(500, 1), asked, simulation.rules, memory, net, staked)
    assert memory[0] > 0
    run(tape_of(500, 2), np.zeros_like(asked), simulation.rules, memory, net, staked)
    slots = dict(
        zip(simulation.wagers, memory[-8 * len(asked) :].reshape(-1, 8)[:, :7].sum(axis=1), strict=True)
    )
    assert sum(slots.values()) == memory[0]
    assert {wager for wager, left in slots.items() if left} <= {
        "place-lose-5",
        "place-lose-8",
        "lay-6",
        "lay-10",
    }


def test_simulation_is_inside_its_error_of_the_exact_edge() -> None:
    rules = game("craps").rules()
    simulation = game("craps").mathematics.simulation(rules)
    net, staked, _ = compiled(simulation, EVERYTHING, tape_of(3_000_000, 3))
    exact = {row.wager: row for row in game("craps").mathematics.odds(rules, None)}
    for place, wager in enumerate(simulation.wagers):
        if wager in EVERYTHING and wager != "fire":
            bets = staked[place] / EVERYTHING[wager] / 100
            error = exact[wager].standard_deviation / np.sqrt(bets)
            edge = -net[place] / staked[place]
            assert abs(edge - float(exact[wager].house_edge)) < 5 * error + 1e-4, wager


def test_no_wager_is_forgotten() -> None:
    simulation = game("craps").mathematics.simulation(game("craps").rules())
    assert set(simulation.wagers) == set(game("craps").rules().wagers)
