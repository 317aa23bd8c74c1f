"""The odds of the wagers on the dice, by all 216 throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from pitboss.book import Refused, Rules
from pitboss.games.pai_gow.dragons_eye import DICE, RUNS, is_triple, matching, of_parity
from pitboss.odds import Outcome, WagerOdds, counted, merge

TRIPLE = Fraction(6, 6**3)
"""How likely all three dice are alike."""
MINE = Fraction(1, 6)
"""How likely the dragon's eye names one's own position."""


def sinking(rules: Rules, found: WagerOdds, net: int = -1) -> WagerOdds:
    """The main wager where a triple sinks it before a hand is dealt: the second method (10.7(l)2, 11.9(k)2). A bank
    gains what is lost."""
    if rules["dragons-eye"] != "method-2":
        return found
    rest = [each._replace(probability=(1 - TRIPLE) * each.probability) for each in found.outcomes]
    return replace(found, outcomes=(*rest, Outcome("triple", TRIPLE, Fraction(net))))


def no_dice(rules: Rules) -> None:
    """Refuse to simulate rounds that a triple may end: they are played without dice."""
    if rules["dragons-eye"] == "method-2":
        raise Refused(
            "a triple loses every wager here, and the simulation has no dice; `pitboss odds` includes both"
        )


def dice_odds(rules: Rules, wager: str | None = None) -> Iterator[WagerOdds]:
    """Of the dice wagers that are offered, or of one."""
    for each in DICE:
        if wager in (None, each) and rules.offers(each):
            yield dice_bonus(rules) if each == "dice-bonus" else one_throw(rules, each)


def one_throw(rules: Rules, wager: str) -> WagerOdds:
    """A wager that one throw decides; a match is one for position 1, as good as any other."""
    rules_of: dict[str, Callable[[int, int, int], int]] = {
        "odd": lambda eye, a, b: of_parity(1, eye, a, b),
        "even": lambda eye, a, b: of_parity(0, eye, a, b),
        "double": lambda _, a, b: a == b,
        "match": lambda eye, a, b: matching(1, eye, a, b),
        "triple": lambda eye, a, b: is_triple(eye, a, b),
    }
    times = rules_of[wager]
    pay = rules.pay(wager)
    found = Counter(int(times(*faces)) for faces in product(range(1, 7), repeat=3))
    names = {won: "lose" if not won else "win" if wager != "match" else f"{won} of three" for won in found}
    counts = {names[won]: found[won] for won in sorted(found)}
    nets = {
        names[won]: won * Fraction(pay["win"].win, pay["win"].stake) if won else Fraction(-1) for won in found
    }
    return counted(wager, counts, nets, table=pay.table, options=rules.options)


def dice_bonus(rules: Rules) -> WagerOdds:
    """Left on its spot until it is lost or the third triple returns it. A player shakes the next throw if the triple
    has named the player's position; before the first triple only by the house's reading."""
    pay = rules.pay("dice-bonus")
    first = MINE if rules["shaker"] == "button-holder" else Fraction(0)

    def after(run: int, won: Fraction) -> Iterator[Outcome]:
        if run == len(RUNS):
            yield Outcome("three triples", Fraction(1), won)
            return
        words = ("no triple", "one triple", "two triples")[run]
        yield Outcome(words, 1 - TRIPLE, won - 1)
        shakes = MINE if run else first
        for chance, row in ((shakes, f"{RUNS[run]}-shaker"), (1 - shakes, RUNS[run])):
            if chance:
                for outcome, likely, net in after(run + 1, won + Fraction(pay[row].win, pay[row].stake)):
                    yield Outcome(outcome, TRIPLE * chance * likely, net)

    return WagerOdds(
        wager="dice-bonus",
        table=pay.table,
        options=rules.options,
        outcomes=merge(after(0, Fraction(0))),
        per="unit of the wager, left until it is decided, when nobody but the house banks",
        rounds=sum((TRIPLE**run for run in range(len(RUNS))), Fraction(0)),
    )
