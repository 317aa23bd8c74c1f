"""The distribution of a wager, and of the sum of many rounds of it."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

from pitboss.book.key import Key
from pitboss.law import Refused
from pitboss.odds.book import analyze

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.book import Rules
    from pitboss.odds import WagerOdds

    Floats = NDArray[np.float64]

LARGEST: Final = 1 << 21
"""The maximum number of distinct sums of rounds; with more, their tails are approximated."""
SMALL: Final = 1e-9
"""A probability below which one minus the other tail is too inexact."""
SAMPLED: Final = 1
"""The seed of the rounds that are played if the odds give only sums over them."""


class Distribution(Struct, frozen=True, kw_only=True, dict=True):
    """What one decision of a wager nets for a unit staked, with all that is added to it in the course of the round.

    - ``outcomes``: by what it nets its probability; together they are 1;
    - ``method``: ``exact``; or ``sampled`` from this many ``rounds`` of best play, then weighted so that their mean is
      the exact one.

    >>> half = Fraction(1, 2)
    >>> coin = Distribution(game="", wager="heads", outcomes={Fraction(1): half, Fraction(-1): half})
    >>> coin.mean, coin.standard_deviation
    (Fraction(0, 1), 1.0)
    """

    game: str
    wager: str
    outcomes: dict[Fraction, Fraction]
    per: str = "unit of the wager"
    method: Literal["exact", "sampled"] = "exact"
    rounds: int = 0

    @cached_property
    def mean(self) -> Fraction:
        return self.moment(1)

    @cached_property
    def standard_deviation(self) -> float:
        return sqrt(self.moment(2, self.mean))

    @property
    def skewness(self) -> float:
        return float(self.moment(3, self.mean)) / self.standard_deviation**3

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        return sum((p * (net - about) ** power for net, p in self.outcomes.items()), Fraction(0))

    def chance(self, wins: bool) -> Fraction:
        """The probability that it wins, or that it loses."""
        return sum((p for net, p in self.outcomes.items() if (net > 0 if wins else net < 0)), Fraction(0))

    @classmethod
    def of(cls, odds: WagerOdds) -> Distribution:
        """The distribution in odds whose outcomes are every net that a wager can have."""
        together: dict[Fraction, Fraction] = {}
        for each in odds.outcomes:
            together[each.net] = together.get(each.net, Fraction(0)) + each.probability
        return cls(game=odds.game, wager=odds.wager, outcomes=dict(sorted(together.items())), per=odds.per)


def distribution(rules: Rules, wager: str | None = None) -> Distribution:
    """The distribution of a wager (by default, the first) with the best play: exact, or sampled if the odds give only
    sums over its rounds.

    >>> from pitboss.book import game
    >>> found = distribution(game("baccarat-punto-banco").rules(), "player")
    >>> round(float(found.outcomes[Fraction(1)]), 6)
    0.446247
    """
    return distribution_of(rules, row_of(rules, wager))


def row_of(rules: Rules, wager: str | None = None) -> WagerOdds:
    """The odds of a wager against the house; by default the one that a round requires, or the first."""
    among = f"{rules.game.id} is played among the players: no wager of it is against the house"
    if rules.game.data.family == "poker-room":
        raise Refused(among)
    main = wager or next((each.id for each in rules.required), None)
    try:
        rows = analyze(rules, main) or analyze(rules)
    except NotImplementedError:
        raise Refused(f"the odds of {rules.game.id} are not available") from None
    rows = [row for row in rows if row.equity is None]
    if not rows:
        raise Refused(among)
    return rows[0]


def distribution_of(rules: Rules, row: WagerOdds) -> Distribution:
    if row.value is None and row.outcomes:
        return Distribution.of(row)
    from pitboss.sim.run import outcomes

    played = outcomes(rules, row.wager, seed=SAMPLED)
    if not played:
        raise Refused(f"the distribution of {Key.read(row.wager).id} in {row.game} is not available")
    return Distribution(
        game=row.game,
        wager=row.wager,
        outcomes=_weighted(played, row.expectation),
        per=row.per,
        method="sampled",
        rounds=sum(played.values()),
    )


def _weighted(played: dict[Fraction, int], mean: Fraction) -> dict[Fraction, Fraction]:
    """Sampled rounds, weighted by a power of their net, so that their mean is the exact one."""
    from math import exp

    tilt = 0.0
    for _ in range(20):
        weights = {net: count * exp(tilt * float(net)) for net, count in played.items()}
        whole = sum(weights.values())
        first = sum(w * float(net) for net, w in weights.items()) / whole
        second = sum(w * float(net) ** 2 for net, w in weights.items()) / whole
        step = (float(mean) - first) / (second - first**2)
        tilt += step
        if abs(step) < 1e-15:
            break
    shares = {net: Fraction(w / whole) for net, w in weights.items()}
    whole_ = sum(shares.values())
    return {net: share / whole_ for net, share in sorted(shares.items())}


class Part(Struct, frozen=True):
    """A number of ``rounds`` of a wager, each with the same ``stake`` in cents."""

    distribution: Distribution
    rounds: int
    stake: int


class Total:
    """The sum of independent rounds, in cents: mean, spread, tails, quantiles."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = [each for each in parts if each.rounds > 0]
        if not self.parts:
            raise Refused("there are no rounds to assess")
        self.mean = float(sum(each.rounds * each.stake * each.distribution.mean for each in self.parts))
        self.standard_deviation = sqrt(
            sum(each.rounds * (each.stake * each.distribution.standard_deviation) ** 2 for each in self.parts)
        )
        if self.standard_deviation == 0:
            raise Refused("a wager that always comes out the same leaves nothing to chance")
        self.least = sum(each.rounds * each.stake * min(each.distribution.outcomes) for each in self.parts)
        self.most = sum(each.rounds * each.stake * max(each.distribution.outcomes) for each in self.parts)
        nets = [
            each.stake * (net - min(each.distribution.outcomes))
            for each in self.parts
            for net in each.distribution.outcomes
        ]
        whole = lcm(*(net.denominator for net in nets))
        self.step = Fraction(gcd(*(int(net * whole) for net in nets)), whole)
        """Every sum is the lowest one plus a multiple of this."""
        self._known: dict[bool, Floats] = {}

    @property
    def method(self) -> str:
        sampled = any(each.distribution.method == "sampled" for each in self.parts)
        how = (
            "exact, by convolution"
            if self._fits(self.mean + 7 * self.standard_deviation)
            else "saddlepoint approximation"
        )
        return f"{how} of sampled rounds" if sampled else how

    def _steps(self, amount: float | Fraction, up: bool) -> int:
        """The place of an amount, or of the next possible sum above or below it."""
        place = (Fraction(amount) - self.least) / self.step
        return -int(-place // 1) if up else int(place // 1)

    def _fits(self, amount: float) -> bool:
        return amount >= self.most or self._steps(min(Fraction(amount), self.most), True) < LARGEST

    # ---- tails ------------------------------------------------------------------------------------------

    def at_most(self, amount: float) -> tuple[float, str]:
        """The probability of this result or a smaller one, and how it was obtained."""
        place = self._steps(amount, False)
        if place < 0:
            return 0.0, "exact"
        if Fraction(amount) >= self.most:
            return 1.0, "exact"
        if place < LARGEST:
            tilt = min(0.0, self._tilt(amount))
            chances, log = self._convolved(place, tilt)
            return min(1.0, self._untilted(chances, tilt, log, 0)), self._how("convolution")
        return 1 - self._saddlepoint(float(self.least + (place + 1) * self.step)), self._how("saddlepoint")

    def at_least(self, amount: float) -> tuple[float, str]:
        """The probability of this result or a larger one."""
        place, last = self._steps(amount, True), self._steps(self.most, False)
        if place > last:
            return 0.0, "exact"
        if place <= 0:
            return 1.0, "exact"
        if last < LARGEST:
            tilt = max(0.0, self._tilt(amount))
            chances, log = self._convolved(last, tilt)
            return min(1.0, self._untilted(chances, tilt, log, place)), self._how("convolution")
        if place <= LARGEST:
            below, how = self.at_most(float(self.least + (place - 1) * self.step))
            if 1 - below > SMALL:
                return 1 - below, how
        return self._saddlepoint(float(self.least + place * self.step)), self._how("saddlepoint")

    def _how(self, method: str) -> str:
        sampled = any(each.distribution.method == "sampled" for each in self.parts)
        exact = {"convolution": "exact, by convolution", "saddlepoint": "saddlepoint approximation"}[method]
        return exact.replace("exact, ", "") + " of sampled rounds" if sampled else exact

    def quantile(self, chance: float) -> float:
        """The lowest result that is not exceeded with at least this probability."""
        import numpy as np

        high = min(float(self.most), self.mean + 7 * self.standard_deviation)
        while self._fits(high) and chance < 1 - SMALL:
            last = self._steps(high, True)
            sums = self._cumulated(min(last, self._steps(self.most, False)))
            if sums[-1] >= chance:
                return float(self.least + int(np.searchsorted(sums, chance)) * self.step)
            if high >= float(self.most):
                return float(self.most)
            high = self.mean + 2 * (high - self.mean)
        low, high = float(self.least), float(self.most)
        while high - low > float(self.step) / 2:
            middle = (low + high) / 2
            if 1 - self._saddlepoint(middle) < chance:
                low = middle
            else:
                high = middle
        return float(self.least + round(float((Fraction(high) - self.least) / self.step)) * self.step)

    def _cumulated(self, last: int) -> Floats:
        known = self._known.get(False)
        if known is None or len(known) <= last:
            known = self._known[False] = self._convolved(last, 0.0)[0].cumsum()
        return known

    # ---- convolution ------------------------------------------------------------------------------------

    def _convolved(self, last: int, tilt: float) -> tuple[Floats, float]:
        """The probabilities of the sums up to this place, each weighted by the exponential of ``tilt`` times the amount
        above the lowest; and the logarithm of the factor by which they were scaled back to 1."""
        import numpy as np

        found, log = np.ones(1), 0.0
        for part in self.parts:
            least = min(part.distribution.outcomes)
            places = [int(part.stake * (net - least) / self.step) for net in part.distribution.outcomes]
            single = np.zeros(min(max(places), last) + 1)
            weights = [
                float(p) * np.exp(tilt * place * float(self.step))
                for place, p in zip(places, part.distribution.outcomes.values(), strict=True)
            ]
            whole = sum(weights)
            for place, weight in zip(places, weights, strict=True):
                if place <= last:
                    single[place] += weight / whole
            log += part.rounds * float(np.log(whole))
            found = _product(found, _power(single, part.rounds, last), last)
        return found, log

    def _untilted(self, chances: Floats, tilt: float, log: float, first: int) -> float:
        import numpy as np

        places = np.arange(first, len(chances))
        with np.errstate(divide="ignore"):
            logs = np.log(chances[first:]) + log - tilt * float(self.step) * places
        return float(np.exp(logs).sum())

    # ---- saddlepoint -------------------------------------------------------------------------------------

    def _cumulants(self, tilt: float) -> tuple[float, float, float]:
        """The logarithm of the generating function of the sum above the lowest, and two derivatives."""
        import numpy as np

        log = first = second = 0.0
        for part in self.parts:
            nets = np.array([float(net) for net in part.distribution.outcomes]) * part.stake
            powers = tilt * nets
            top = powers.max()
            weights = np.array([float(p) for p in part.distribution.outcomes.values()]) * np.exp(powers - top)
            whole = weights.sum()
            mean = (weights * nets).sum() / whole
            log += part.rounds * (float(np.log(whole)) + top)
            first += part.rounds * mean
            second += part.rounds * ((weights * (nets - mean) ** 2).sum() / whole)
        return float(log), float(first), float(second)

    def _tilt(self, amount: float) -> float:
        """The tilt under which this is the average sum."""
        if abs(amount - self.mean) < 1e-9 * self.standard_deviation:
            return 0.0
        up = amount > self.mean
        bound = (1 if up else -1) / self.standard_deviation
        furthest = 700 / max(
            each.stake * float(max(map(abs, each.distribution.outcomes))) for each in self.parts
        )
        for _ in range(200):
            if (self._cumulants(bound)[1] > amount) is up or abs(bound) > furthest:
                break
            bound *= 2
        low, high = sorted((0.0, bound))
        for _ in range(100):
            middle = (low + high) / 2
            if self._cumulants(middle)[1] < amount:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def _saddlepoint(self, amount: float) -> float:
        """The probability of this result or a larger one: Lugannani and Rice, corrected for sums in steps."""
        from math import erfc, exp
        from statistics import NormalDist

        if amount <= self.least:
            return 1.0
        if amount > self.most:
            return 0.0
        normal = NormalDist()
        tilt = self._tilt(amount)
        value, _, spread = self._cumulants(tilt)
        step = float(self.step)
        w2 = 2 * (tilt * amount - value)
        u = (1 - exp(-tilt * step)) / step * sqrt(spread)
        if w2 < 1e-8 or u == 0:
            away = (amount - step / 2 - self.mean) / self.standard_deviation
            return 1 - normal.cdf(away)
        w = sqrt(w2) if tilt > 0 else -sqrt(w2)
        correction = normal.pdf(w) * (1 / u - 1 / w)
        tail = (0.5 * erfc(w / sqrt(2))) + correction
        return min(1.0, max(tail, 1e-300))


def _product(one: Floats, other: Floats, last: int) -> Floats:
    """The convolution up to this place."""
    import numpy as np

    if len(one) == 1 or len(other) == 1:
        return (one * other)[: last + 1]
    if min(len(one), len(other)) < 32:
        return np.convolve(one, other)[: last + 1]
    size = 1 << (len(one) + len(other) - 2).bit_length()
    found: Any = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)
    positive: Floats = np.maximum(found[: min(last, len(one) + len(other) - 2) + 1], 0.0)
    return positive


def _power(single: Floats, rounds: int, last: int) -> Floats:
    """The distribution of this many rounds, up to this place."""
    import numpy as np

    found, square = np.ones(1), single
    while rounds:
        if rounds & 1:
            found = _product(found, square, last)
        rounds >>= 1
        if rounds:
            square = _product(square, square, last)
    return found


__all__ = ["Distribution", "Part", "Total", "distribution", "distribution_of", "row_of"]
