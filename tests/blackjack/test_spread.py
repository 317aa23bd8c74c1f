"""How rounds come out, against a slow program on a few cards, and against a published deviation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest

from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.moments import AHEAD, BEHIND, LOSE, MEAN, SQUARE, WIN
from pitboss.games.blackjack.spread import spread
from tests.blackjack.houses import house
from tests.blackjack.test_engine import Shoe, best_total, draws, slow_dealer, without

Ended = tuple[int, int]  # score, units
Results = dict[tuple[Fraction, int], Fraction]  # what a round brings, hands won less hands lost: how likely

FEW: Shoe = (0, 3, 0, 0, 2, 3, 0, 5, 0, 7)
"""Cards of two, five, six, eight and ten points."""


class SlowRounds:
    """Every course of a round from a few cards, with best play of a hand that knows its own cards and, once it was
    split, that one more of the pair is gone. No hole card; doubles on any two cards, after splits too."""

    def __init__(self, shoe: Shoe, up: int, pair: int, room: int, kept: bool) -> None:
        self.shoe, self.up, self.pair, self.room, self.kept = without(shoe, up), up, pair, room, kept
        self.play = cache(self._play)
        self.value = cache(self._value)

    def clear(self, left: Shoe) -> Fraction:
        return 1 - slow_dealer((self.up,), left, False).get("blackjack", Fraction(0))

    def stand(self, hand: tuple[int, ...], left: Shoe) -> Fraction:
        mine, ends = best_total(hand), slow_dealer((self.up,), left, False).items()
        return sum(
            (
                chance if name == "bust" or mine > int(name) else -chance if mine < int(name) else Fraction(0)
                for name, chance in ends
                if name != "blackjack"
            ),
            Fraction(0),
        )

    def lost(self, units: int, added: int, left: Shoe) -> Fraction:
        """A bust, beside what a blackjack takes of the original; by a reading what was added stays lost to one."""
        return -units * self.clear(left) - (added * (1 - self.clear(left)) if self.kept else 0)

    def _value(self, hand: tuple[int, ...], left: Shoe, added: int) -> tuple[Fraction, str]:
        """The best of a hand on which a unit lies, of which all or nothing was added."""
        found = {"stand": self.stand(hand, left)}
        if best_total(hand) < 21:
            hit = double = Fraction(0)
            for points, chance in draws(left):
                drawn, then = tuple(sorted((*hand, points))), without(left, points)
                if best_total(drawn) > 21:
                    hit += chance * self.lost(1, added, then)
                    double += chance * self.lost(2, 1 + added, then)
                else:
                    hit += chance * self.value(drawn, then, added)[0]
                    double += chance * 2 * self.stand(drawn, then)
            found["hit"] = hit
            if len(hand) == 2:
                found["double"] = double
        best = max(found, key=found.__getitem__)
        return found[best], best

    def decide(self, hand: tuple[int, ...], split: bool, first: bool) -> str:
        seen = without(self.shoe, *hand, self.pair) if split else without(self.shoe, *hand)
        return self.value(hand, seen, int(split and not first))[1]

    def rounds(self, hand: tuple[int, ...], split: bool) -> Results:
        waiting = ((hand[0],), (hand[1],)) if split else (hand,)
        return self.play((), waiting, without(self.shoe, *hand), split)

    def _play(
        self, done: tuple[Ended, ...], waiting: tuple[tuple[int, ...], ...], left: Shoe, split: bool
    ) -> Results:
        if not waiting:
            return self.settle(done, left)
        hand, rest = waiting[0], waiting[1:]
        score = best_total(hand)
        choice = "deal" if len(hand) == 1 else "bust" if score > 21 else self.decide(hand, split, not done)
        if choice in ("bust", "stand"):
            return self.play(self.with_hand(done, (score, 1)), rest, left, split)
        found: Results = {}
        for points, chance in draws(left):
            drawn, then = tuple(sorted((*hand, points))), without(left, points)
            if choice == "deal" and drawn == (self.pair,) * 2 and len(done) + len(waiting) < self.room:
                results = self.play(done, ((self.pair,), (self.pair,), *rest), then, split)
            elif choice == "double":
                results = self.play(self.with_hand(done, (best_total(drawn), 2)), rest, then, split)
            else:
                results = self.play(done, (drawn, *rest), then, split)
            for result, share in results.items():
                found[result] = found.get(result, Fraction(0)) + chance * share
        return found

    @staticmethod
    def with_hand(done: tuple[Ended, ...], ended: Ended) -> tuple[Ended, ...]:
        """The first hand stays the first, the others may stand in any order."""
        return (*done[:1], *sorted((*done[1:], ended))) if done else (ended,)

    def settle(self, done: tuple[Ended, ...], left: Shoe) -> Results:
        found: Results = {}
        for name, chance in slow_dealer((self.up,), left, False).items():
            nets = []
            for place, (score, units) in enumerate(done):
                added = units - (place == 0)
                if name == "blackjack":
                    stays = added if score > 21 and self.kept else 0
                    nets.append(-stays - (place == 0))
                elif score > 21 or (name != "bust" and score < int(name)):
                    nets.append(-units)
                else:
                    nets.append(units if name == "bust" or score > int(name) else 0)
            key = Fraction(sum(nets)), sum((net > 0) - (net < 0) for net in nets)
            found[key] = found.get(key, Fraction(0)) + chance
        return found


@pytest.mark.parametrize(("room", "kept"), [(2, False), (2, True), (3, False), (4, True)])
def test_2_11_moments_of_rounds_equal_the_slow_program(room: int, kept: bool) -> None:
    """Every pair that is split, and some hands that are not, against every card. Three hands and more: money alone."""
    reading = "kept" if kept else "as-printed"
    table = replace(house(split_hands=room, reading_busted_extra=reading), shoe=FEW)
    analysis = analyze(table, play="CDP1")
    moments, many = spread(table, analysis)
    split = 0
    for row, each in enumerate(analysis.hands):
        hand, up = tuple(rank + 1 for rank in each.hand), each.dealer[0] + 1
        if each.best != "split" and row % 5:
            continue
        split += each.best == "split"
        rounds = SlowRounds(FEW, up, hand[0], room, kept).rounds(hand, each.best == "split")
        assert sum(rounds.values()) == pytest.approx(1, abs=1e-12)
        mean, square = (sum(chance * net**power for (net, _), chance in rounds.items()) for power in (1, 2))
        assert moments[row, [MEAN, SQUARE]].tolist() == pytest.approx([mean, square], abs=1e-11)
        assert moments[row, MEAN] == pytest.approx(each.expectation, abs=1e-11)
        if many[row]:
            continue
        for place, wanted in (
            (WIN, [net > 0 for net, _ in rounds]),
            (LOSE, [net < 0 for net, _ in rounds]),
            (AHEAD, [won > 0 for _, won in rounds]),
            (BEHIND, [won < 0 for _, won in rounds]),
        ):
            chance = sum(share for share, yes in zip(rounds.values(), wanted, strict=True) if yes)
            assert moments[row, place] == pytest.approx(float(chance), abs=1e-11)
    assert split >= 3


def test_standard_deviation_as_published() -> None:
    """E. Farmer's calculator, exactly: six decks, H17, 6 to 5, one split, no doubling after it."""
    table = house(soft_17="hit", variation="6-to-5", double_after_split="no")
    analysis = analyze(table)
    mean, square, *_ = (
        np.array([each.probability for each in analysis.hands]) @ spread(table, analysis).moments
    )
    assert sqrt(square - mean**2) == pytest.approx(1.12034604514, abs=6e-12)
