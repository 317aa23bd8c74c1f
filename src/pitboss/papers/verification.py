"""Figures compared with rounds played by the compiled rules: house edge, how often a wager wins, its deviation and
the share of each outcome, with a test that allows for the number of comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, log1p, sqrt

from msgspec import Struct

from pitboss.book import Rules
from pitboss.book.key import Key
from pitboss.odds import WagerOdds, proved
from pitboss.papers.html import called

SEED = 1
"""The seed of the rounds that are played to verify a report."""
LEVEL = 0.01
"""The probability that any comparison of a report fails although every figure is correct."""
ENOUGH = 100
"""The minimum expected count of an outcome that affects the deviation much, for the deviation to be compared."""


class Verified(Struct, frozen=True):
    """A figure next to that of rounds played by the compiled rules. ``apart``: their difference in standard errors;
    ``chance``: the probability of such a difference or more if the figure is correct."""

    wager: str
    figure: str
    computed: float
    played: float
    standard_error: float
    apart: float
    chance: float


class Verification(Struct, frozen=True):
    """Rounds played for the report, by their seed. The report passes if no comparison is less likely than ``bound``,
    which is ``level`` over their number (Bonferroni): a correct report rarely fails."""

    rounds: int
    seed: int
    level: float
    bound: float
    holds: bool
    figures: tuple[Verified, ...]

    @property
    def failed(self) -> tuple[Verified, ...]:
        return tuple(each for each in self.figures if each.chance < self.bound)


def verified(
    rules: Rules,
    rows: Sequence[WagerOdds],
    only: str | None,
    rounds: int,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Play these wagers by the compiled rules, each by itself, and compare. Only the first odds of a wager are of the
    strategy that the rounds follow."""
    from pitboss.sim.run import outcomes, simulate

    simulated = {
        each.wager: each
        for each in simulate(rules, plan=only, rounds=rounds, seed=SEED, progress=progress).wagers
    }
    found: list[Verified] = []
    first: dict[str, WagerOdds] = {}
    for row in rows:
        first.setdefault(row.wager, row)
    for row in first.values():
        played = simulated.get(row.wager)
        if (
            played is None
            or played.house_edge is None
            or not played.house_edge.standard_error
            or row.method != "exact"
        ):
            continue
        name, error = called(rules.game.data, row.wager), played.house_edge.standard_error
        found.append(_compared(name, "house edge", float(row.house_edge), played.house_edge.value, error))
        if rules.wager(Key.read(row.wager).id).stands:
            alone = abs(played.rounds / played.made / float(row.rounds) - 1) < 0.05  # no two at once
            if alone and row.outcomes:
                found.append(_counted(name, "hit rate", float(row.hit_rate), played.won, played.made))
            continue
        if not row.outcomes or _beside(rules, row):
            continue
        nets = outcomes(rules, row.wager, blocks=max(1, rounds >> 17), seed=SEED + 1)
        if nets:
            found += _shares(name, row, nets)
    bound = LEVEL / max(1, len(found))
    return Verification(rounds, SEED, LEVEL, bound, all(each.chance >= bound for each in found), tuple(found))


def _beside(rules: Rules, row: WagerOdds) -> bool:
    """Do the rounds include bonuses that have odds of their own?"""
    return any(
        each.bonus and each.follows == row.wager and proved.odds(rules, each.id)
        for each in rules.wagers.values()
    )


def _shares(name: str, row: WagerOdds, nets: Mapping[Fraction, int]) -> Iterator[Verified]:
    """Hits, deviation and outcomes, from the number of rounds for each net result."""
    rounds = sum(nets.values())
    won = sum(count for net, count in nets.items() if net > 0)
    if "hit_rate" not in row.simulated:
        yield _counted(name, "hit rate", float(row.hit_rate), won, rounds)
    mean = sum(net * count for net, count in nets.items()) / rounds
    square, fourth = (
        float(sum((net - mean) ** power * count for net, count in nets.items()) / rounds) for power in (2, 4)
    )
    if square and "standard_deviation" not in row.simulated and _weighed(row, rounds):
        error = sqrt(max(0.0, fourth - square**2) / rounds) / (2 * sqrt(square))
        yield _compared(name, "standard deviation", row.standard_deviation, sqrt(square), error)
    if not row.whole:
        return
    chances: dict[Fraction, Fraction] = {}
    for each in row.outcomes:
        chances[each.net] = chances.get(each.net, Fraction(0)) + each.probability
    for net in sorted({*chances, *nets}, reverse=True):
        yield _counted(
            name, f"net {float(net):+g} to 1", float(chances.get(net, 0)), nets.get(net, 0), rounds
        )


def _weighed(row: WagerOdds, rounds: int) -> bool:
    """Has every outcome with more than a hundredth of the variance occurred often enough?"""
    if not row.whole:
        return True
    heavy = (each for each in row.outcomes if 100 * each.probability * each.net**2 > row.variance)
    return all(each.probability * rounds >= ENOUGH for each in heavy)


def _compared(name: str, figure: str, computed: float, played: float, error: float) -> Verified:
    """Two figures, one of which has a normally distributed error."""
    apart = (played - computed) / error if error else 0.0 if played == computed else inf
    return Verified(name, figure, computed, played, error, apart, erfc(abs(apart) / sqrt(2)))


def _counted(name: str, figure: str, chance: float, count: int, rounds: int) -> Verified:
    """How often an outcome with this probability occurred."""
    error = sqrt(chance * (1 - chance) / rounds)
    found = _compared(name, figure, chance, count / rounds, error)
    return Verified(name, figure, chance, count / rounds, error, found.apart, binomial(count, rounds, chance))


def binomial(count: int, rounds: int, chance: float) -> float:
    """Twice the probability of a count this far or farther from its mean on its side; by normal approximation where
    that is as good.

    >>> round(binomial(0, 10, 0.5), 6), round(binomial(3, 10, 0.1), 6)
    (0.001953, 0.140382)
    """
    if not 0 < chance < 1:
        return 1.0 if count == rounds * chance else 0.0
    mean, variance = rounds * chance, rounds * chance * (1 - chance)
    if variance > 1e4:
        return erfc(max(0.0, abs(count - mean) - 0.5) / sqrt(2 * variance))
    step = -1 if count < mean else 1
    total, at = 0.0, count
    odds = chance / (1 - chance)
    term = exp(
        lgamma(rounds + 1)
        - lgamma(at + 1)
        - lgamma(rounds - at + 1)
        + at * log(chance)
        + (rounds - at) * log1p(-chance)
    )
    while term > 0 and 0 <= at <= rounds:
        total += term
        if term < 1e-17 * total:
            break
        term *= (rounds - at) / (at + 1) * odds if step > 0 else at / (rounds - at + 1) / odds
        at += step
    return min(1.0, 2 * total)
