"""The value of coupons, promotional chips, rolling chips and rebates to a player, which is their cost to the house."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, expm1
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct, to_builtins

from pitboss.law import Refused
from pitboss.papers.figures import percent
from pitboss.papers.sheet import Section, Sheet
from pitboss.practice.distribution import Distribution, distribution_of, row_of

if TYPE_CHECKING:
    from pitboss.book import Rules

Kind = Literal["match-play", "chip", "non-negotiable", "rebate"]
DECIMALS: Final = 7


class Promotion(Struct, frozen=True, kw_only=True):
    """The value of an offer. ``value`` is per unit: of the face of a coupon or chip, or, for a rebate, of the stake
    each round."""

    kind: str
    game: str
    wager: str
    value: float
    says: str
    facts: Mapping[str, float]
    assumptions: tuple[str, ...]
    strategy: tuple[str, ...] = ()
    """Where the best play with it differs from the best play without it."""

    def json(self) -> object:
        return to_builtins(self)

    def sheet(self) -> Sheet:
        section = Section(
            title=f"{self.kind} on {self.wager} in {self.game}",
            facts=tuple((name, f"{value:,.4f}") for name, value in self.facts.items()),
            notes=self.assumptions,
        )
        play = Section(
            title="Hands played differently with the offer", text=tuple(("", each) for each in self.strategy)
        )
        return Sheet(
            kind="Promotion",
            title="What a promotion is worth",
            lead=self.says,
            sections=(section, play) if self.strategy else (section,),
        )


def match_play(found: Distribution, pays: Literal["even", "odds"] = "even") -> Fraction:
    """The value of a coupon, as a share of its face: it is bet with an equal amount of the player's money, is paid even
    money or the wager's odds if that wins, and is lost only if that loses. The value includes the player's own wager.

    >>> half = Fraction(1, 2)
    >>> coin = Distribution(game="", wager="heads", outcomes={Fraction(1): half, Fraction(-1): half})
    >>> match_play(coin)
    Fraction(1, 2)
    """
    won = sum(
        (
            p * (min(net, Fraction(1)) if pays == "even" else net)
            for net, p in found.outcomes.items()
            if net > 0
        ),
        Fraction(0),
    )
    return (found.mean + won) / _decided(found)


def chip(found: Distribution) -> Fraction:
    """The value of a chip that is taken whether it wins or loses: it is paid the wager's odds, and stays on a push."""
    return _cash(found) / _decided(found)


def non_negotiable(found: Distribution) -> Fraction:
    """The value of a chip that cannot be cashed and is bet until it is lost; what it wins is paid in cash."""
    return _cash(found) / found.chance(wins=False)


def _cash(found: Distribution) -> Fraction:
    """What a round with a chip in place of money brings: losing the chip costs nothing, and what is lost beyond it, as
    a raise or a double, is the player's own.

    >>> third = Fraction(1, 3)
    >>> raised = {Fraction(2): third, Fraction(-1): third, Fraction(-2): third}
    >>> _cash(Distribution(game="", wager="ante", outcomes=raised))
    Fraction(1, 3)
    """
    return sum(
        (p * (net if net > 0 else min(net + 1, Fraction(0))) for net, p in found.outcomes.items()),
        Fraction(0),
    )


def _decided(found: Distribution) -> Fraction:
    return found.chance(wins=True) + found.chance(wins=False)


class Quitting(Struct, frozen=True):
    """Where to stop with a rebate on losses: a win, a loss, and the value of stopping there."""

    win: float
    loss: float
    value: float


def quitting(rebate: float) -> Quitting:
    """The best two points in units of deviation² / (2 · edge), for a result that moves like a diffusion.

    >>> round(quitting(0.1).value, 7), round(quitting(0.2).value, 7)
    (0.0013165, 0.005569)
    """
    if not 0 < rebate < 1:
        raise Refused(f"a rebate must be more than 0 and less than 100 percent, not {100 * rebate:g}")

    def worth(win: float, loss: float) -> float:
        ahead = -expm1(-loss) / (exp(win) - exp(-loss))
        return ahead * win - (1 - ahead) * (1 - rebate) * loss

    best = Quitting(rebate / 2, rebate / 2, worth(rebate / 2, rebate / 2))
    step = rebate / 4
    while step > 1e-12:
        around = [(best.win + a * step, best.loss + b * step) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        value, win, loss = max((worth(*each), *each) for each in around if min(each) > 0)
        if value > best.value:
            best = Quitting(win, loss, value)
        else:
            step /= 2
    return best


def promotion(
    rules: Rules,
    kind: Kind,
    wager: str | None = None,
    *,
    rebate: float = 10.0,
    commission: float = 0.0,
    pays: Literal["even", "odds"] = "even",
) -> Promotion:
    """The value of an offer on a wager, with the best play for it where play matters.

    >>> from pitboss.book import game
    >>> round(promotion(game("baccarat-punto-banco").rules(), "match-play", "player").value, 5)
    0.47953
    """
    row = row_of(rules, wager)
    if kind == "rebate":
        return _rebate(rules, row.wager, float(row.house_edge), row.standard_deviation, rebate / 100)
    if kind in ("match-play", "chip"):
        from pitboss.practice.chip import coupon, played_otherwise

        if (best := coupon(rules, row.wager, kind, pays)) is not None:
            return _promotion(
                kind, rules, row.wager, best.value, {}, (f"{best.per}",), played_otherwise(rules, best)
            )
    found = distribution_of(rules, row)
    if pays == "odds" and kind == "match-play" and row.wagered != 1:
        raise Refused(
            f"the odds of {row.wager} without what is added to it are not available; leave out --pays odds"
        )
    sure = (
        "played as without it, and what is added to the wager is real money: the best play with it is worth more"
        if row.wagered != 1
        else "the player makes no decisions",
        f"per {row.per}",
    )
    facts = {"wins": float(found.chance(wins=True)), "loses": float(found.chance(wins=False))}
    if kind == "match-play":
        return _promotion(kind, rules, row.wager, float(match_play(found, pays)), facts, sure)
    if kind == "chip":
        return _promotion(kind, rules, row.wager, float(chip(found)), facts, sure)
    lost = found.chance(wins=False)
    facts |= {"rounds until it is lost": float(1 / lost), "commission": commission / 100}
    value = float(non_negotiable(found))
    facts["player's edge of what is rolled"] = value + commission / 100 - 1
    return _promotion(kind, rules, row.wager, value, facts, sure)


SAYS: Final = {
    "match-play": "is worth {} of its face value; the player bets an equal amount, and the cost of that bet is "
    "included",
    "chip": "is worth {} of its face value: it is collected whether it wins or loses, and kept on a push",
    "non-negotiable": "is worth {} of its face: it is bet until it is lost, and its wins are paid in cash",
}


def _promotion(
    kind: str,
    rules: Rules,
    wager: str,
    value: float,
    facts: Mapping[str, float],
    sure: tuple[str, ...],
    strategy: tuple[str, ...] = (),
) -> Promotion:
    return Promotion(
        kind=kind,
        game=rules.game.id,
        wager=wager,
        value=round(value, 12),
        says=f"A {kind.replace('-play', ' play')} {'chip ' if kind == 'non-negotiable' else ''}"
        + SAYS[kind].format(percent(value, 3))
        + ".",
        facts=facts,
        assumptions=sure,
        strategy=strategy,
    )


def _rebate(rules: Rules, wager: str, edge: float, standard_deviation: float, share: float) -> Promotion:
    if edge <= 0:
        raise Refused(f"{wager} does not favor the house, so a rebate gives the player no reason to stop")
    unit, points = standard_deviation**2 / (2 * edge), quitting(share)
    win, loss, value = (unit * each for each in (points.win, points.loss, points.value))
    return Promotion(
        kind="rebate",
        game=rules.game.id,
        wager=wager,
        value=value,
        says=f"With {100 * share:g}% of losses returned, a player who stops {win:.1f} units ahead or {loss:.1f} units "
        f"behind wins {value:.3f} units a session on average.",
        facts={
            "house edge": edge,
            "standard deviation": standard_deviation,
            "stop when ahead (units)": win,
            "stop when behind (units)": loss,
            "worth a session (units)": value,
        },
        assumptions=("every round stakes one unit", "the result moves as a diffusion: many small steps"),
    )


__all__ = ["Promotion", "Quitting", "chip", "match_play", "non_negotiable", "promotion", "quitting"]
