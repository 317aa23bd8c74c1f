"""Wagers chosen by what is seen of the first cards of the shoe, before any is dealt: the best of them, or none."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitboss.book import Rules
from pitboss.equipment.cards import RANKS
from pitboss.law import Refused
from pitboss.odds import Outcome, WagerOdds, merge
from pitboss.solve.information import Information

Ends = Mapping[tuple[str, Fraction], Fraction | int]
"""In how many ways a wager ends, by its outcome and what it brings."""
BEST: Final = "best"


def signs(known: Information, ranks: Sequence[int], dealers: int | None = None) -> tuple[int, ...]:
    """What is seen of the first cards of the shoe, of which one may be the dealer's: of each its rank, the class of its
    back, or nothing."""
    found = []
    for place, rank in enumerate(ranks):
        theirs = place == dealers
        if place < known.shoe or (theirs and known.dealer):
            found.append(rank)
        elif place < known.shoe + known.shoe_backs or (theirs and known.backs):
            classes = [n for n, each in enumerate(known.classes) if RANKS[rank] in each]
            found.append(-2 - (classes or [len(known.classes)])[0])
        else:
            found.append(-1)
    return tuple(found)


def cards_known(known: Information, most: int) -> int:
    """Of how many cards of the shoe something is seen."""
    if (cards := known.shoe + known.shoe_backs) > most:
        raise Refused(f"at most the first {most} cards of the shoe can be known, not {cards}")
    return cards


def left_of(rules: Rules, known: Information) -> list[int]:
    """The shoe without the cards that are gone."""
    left = Counter(rules.pack())
    left.subtract(known.gone)
    if min(left.values()) < 0:
        raise Refused("more cards are gone than the shoe has of their kind")
    return list(left.elements())


def odds_after(
    rules: Rules, known: Information, dealt: Iterable[tuple[tuple[int, ...], Mapping[str, Ends]]]
) -> Iterator[WagerOdds]:
    """What the best wager brings, or none if all lose, and what each does that is made only where it wins, if it ever
    does: from what is seen of each deal, and the ends of each wager."""
    by_sign: dict[tuple[int, ...], dict[str, Counter[tuple[str, Fraction]]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    for seen, wagers in dealt:
        for wager, ends in wagers.items():
            by_sign[seen][wager].update(ends)
    names = list(dict.fromkeys(name for wagers in by_sign.values() for name in wagers))
    per = f"round; the best of {', '.join(names)}, or none"
    best = _made(rules, known, by_sign.values(), names, BEST, per)
    if not best.wagered:
        raise Refused(f"no wager wins on average with this knowledge: {known}")
    yield best
    for name in names:
        row = _made(rules, known, by_sign.values(), [name], name, "round; made only where it wins on average")
        if row.wagered:
            yield row


def _made(
    rules: Rules,
    known: Information,
    signs: Iterable[Mapping[str, Mapping[tuple[str, Fraction], int]]],
    names: Sequence[str],
    wager: str,
    per: str,
) -> WagerOdds:
    """The best of these wagers by each sign, or none."""
    ways: Counter[tuple[str, Fraction]] = Counter()
    wagered = 0
    for wagers in signs:
        worth = {name: sum(n * net for (_, net), n in wagers[name].items()) for name in names}
        best = max(worth, key=worth.__getitem__)
        deals = sum(wagers[best].values())
        if worth[best] <= 0:
            ways["no wager", Fraction(0)] += deals
            continue
        wagered += deals
        for (outcome, net), n in wagers[best].items():
            ways[outcome if len(names) == 1 else f"{best}: {outcome}", net] += n
    every = sum(ways.values())
    return WagerOdds(
        wager=wager,
        options=rules.options,
        outcomes=merge(Outcome(outcome, Fraction(n, every), net) for (outcome, net), n in ways.items()),
        per=per,
        wagered=Fraction(wagered, every),
        known=str(known),
    )
