"""Blackjack beside Gymnasium, OpenSpiel and RLCard in the same run, one core: a player who draws to 17, as theirs may.

Theirs know hit and stand; ours is the whole game, simulated by the chart with doubles and splits, or at a table with
its books.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import gymnasium
import pyspiel
import rlcard

from pitboss.book import Ask, game
from pitboss.games.blackjack.hands import fold, total
from pitboss.sim.run import simulate
from pitboss.table import Table


def at_a_table(rounds: int) -> None:
    def to_17(table: Table, ask: Ask) -> tuple[str, int]:
        choices = [choice.id for choice in ask.choices]
        if "no-insurance" in choices:
            return "no-insurance", 0
        return ("hit" if total(*fold(table.cards(ask.hand))) < 17 else "stand"), 0

    table = Table(game("blackjack"), game("blackjack").rules(), seed=1, players={1: to_17})
    table.sit(1, "Ann", 10**8)
    for _ in range(rounds):
        table.bet(1, "blackjack", 10)
        table.deal()


def gymnasiums(rounds: int) -> None:
    table = gymnasium.make("Blackjack-v1")
    for _ in range(rounds):
        (score, _, _), _ = table.reset()
        over = False
        while not over:
            (score, _, _), _, over, _, _ = table.step(int(score < 17))


def open_spiels(rounds: int) -> None:
    defined, chance = pyspiel.load_game("blackjack"), random.Random(1)
    hit, stand = 0, 1
    for _ in range(rounds):
        state = defined.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(cards, weights)[0])
            else:
                state.apply_action(hit if state.get_best_player_total(0) < 17 else stand)


def rlcards(rounds: int) -> None:
    table = rlcard.make("blackjack")
    hit, stand = 0, 1
    for _ in range(rounds):
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(hit if state["obs"][0] < 17 else stand)


def compiled(rounds: int) -> None:
    simulate(game("blackjack").rules(), rounds=rounds, seed=1, workers=1)


def rate(play: Callable[[int], None], rounds: int) -> float:
    """Rounds a second, the best of three."""
    play(1)
    taken = []
    for _ in range(3):
        start = perf_counter()
        play(rounds)
        taken.append(perf_counter() - start)
    return rounds / min(taken)


def run(rounds: int = 3_000) -> list[tuple[str, float, str]]:
    peers = {"gymnasium": gymnasiums, "open_spiel": open_spiels, "rlcard": rlcards}
    rates = {name: rate(play, rounds) for name, play in peers.items()}
    ours, table = rate(compiled, 4_000_000), rate(at_a_table, rounds)
    return [
        ("pitboss, compiled", ours, "rounds/s"),
        ("pitboss, at a table with its books", table, "rounds/s"),
        *((name, each, "rounds/s") for name, each in rates.items()),
        ("compiled beside the quickest of them", ours / max(rates.values()), "times"),
        ("at a table beside the quickest of them", table / max(rates.values()), "times"),
    ]
