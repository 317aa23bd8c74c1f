"""Seven-card hands per second: Pitboss beside phevaluator and eval7, on the same random hands."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import eval7
import numpy as np
import phevaluator

from pitboss.ranking import batch
from pitboss.ranking.high import best_five


def run(hands: int = 1_000_000, few: int = 20_000) -> list[tuple[str, float, str]]:
    """Rows of label, rate and unit; the evaluators that are called hand by hand get a few hands only."""
    dealt = np.random.default_rng(7).random((hands, 52), np.float32).argsort(axis=1)[:, :7].astype(np.uint8)
    lists = dealt[:few].tolist()
    names = [[eval7.Card("23456789TJQKA"[card >> 2] + "cdhs"[card & 3]) for card in hand] for hand in lists]
    evaluate, evaluate_cards = eval7.evaluate, phevaluator.evaluate_cards
    return [
        ("pitboss batch, strengths", hands / best_of(lambda: batch.strengths(dealt)), "hands/s"),
        ("pitboss batch, values", hands / best_of(lambda: batch.values(dealt)), "hands/s"),
        ("pitboss at the table", few / best_of(lambda: [best_five(hand) for hand in lists]), "hands/s"),
        ("eval7", few / best_of(lambda: [evaluate(hand) for hand in names]), "hands/s"),
        ("phevaluator", few / best_of(lambda: [evaluate_cards(*hand) for hand in lists]), "hands/s"),
    ]


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs in seconds, after one that compiles and warms up."""
    work()
    spans = []
    for _ in range(times):
        start = perf_counter()
        work()
        spans.append(perf_counter() - start)
    return min(spans)


if __name__ == "__main__":
    for label, rate, unit in run():
        print(f"{label:<28}{rate:>16,.0f} {unit}")
