"""Does somebody play as if they saw a card? A decision made without seeing a card says nothing about it: whatever the
player's skill, the card fits the decision as often as any card that might have been there. A player who sees it decides
by it, so it nearly always fits. The ratio of the two likelihoods is the evidence. It is 1 on average by chance, so no
more than one player in a thousand who sees nothing ever reaches a thousand, however long they are watched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, log, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from pitboss.book.events import Ask
from pitboss.equipment.cards import UNKNOWN
from pitboss.law import Refused
from pitboss.practice.removal import value_of
from pitboss.solve.information import Shown

if TYPE_CHECKING:
    from pitboss.table.driver import Table

SURE: Final = 0.95
"""How often a player who sees a card decides by it."""
SHARES: Final = (1.0, 0.5, 0.25)
"""The part of the decisions in which it is seen: all of them, half, a quarter; taken as equally likely."""
FOUND: Final = 1_000.0
"""The ratio from which a player is listed as playing as if they saw a card."""
BILLION: Final = 1e9
NEXT: Final = "the next card"
DOUBLES: Final = {"double-down": "double", "double-face-down": "double"}


class Fit(NamedTuple):
    """The decisions about one hidden card: by what share of the cards that might have been there each of them was the
    best; whether the card that was there is one of those; and how many times likelier they are if it was seen, for each
    of `SHARES`."""

    share: float
    fits: bool
    ratios: tuple[float, ...]


def fit(decided: Sequence[tuple[Mapping[int, str], str]], left: Mapping[int, int], actual: int) -> Fit | None:
    """Decisions, each with the best choice by card, that had this ``actual`` card before them, one of those ``left``;
    nothing if every card or none makes them best.

    >>> by_card = {0: "hit", 1: "stand"}
    >>> found = fit([(by_card, "hit")], {0: 3, 1: 1}, 0)
    >>> found.share, found.fits, round(found.ratios[0], 4)
    (0.75, True, 1.3103)
    """
    cards = [card for card, count in left.items() if count > 0 and all(card in best for best, _ in decided)]
    if actual not in cards:
        return None
    alike = {card: tuple(best[card] == decision for best, decision in decided) for card in cards}
    whole = sum(left[card] for card in cards)
    share = sum(left[card] for card in cards if all(alike[card])) / whole
    if len(set(alike.values())) == 1:
        return None

    def likely(card: int, seen: float) -> float:
        chances = (seen * (SURE if fits else 1 - SURE) + (1 - seen) / 2 for fits in alike[card])
        return prod(chances)

    ratios = tuple(
        likely(actual, seen) * whole / sum(left[card] * likely(card, seen) for card in cards)
        for seen in SHARES
    )
    return Fit(share, all(alike[actual]), ratios)


class Sight(Struct, frozen=True, kw_only=True):
    """How well a player's decisions fit a card that the player should not have seen. ``decisions`` are the hands in
    which some cards fit and others do not; ``likelihood`` is how many times likelier they are if the card was seen."""

    player: str
    card: str
    decisions: int
    fitting: int
    by_chance: float
    likelihood: float

    @property
    def found(self) -> bool:
        return self.likelihood >= FOUND

    @property
    def says(self) -> str:
        far = self.likelihood > BILLION
        times = "more than a billion" if far else f"{self.likelihood:,.0f}"
        others = "fewer than one in a billion" if far else f"at most one in {times}"
        return (
            f"{self.player}'s decisions fit {self.card} in {self.fitting} of {self.decisions} hands; by chance, in "
            f"{self.by_chance:.1f}. That is {times} times likelier of a player who sees this card; of those who see "
            f"nothing, {others} ever get this far."
        )


def likelihood(fits: Iterable[Fit]) -> float:
    """How many times likelier these decisions are if the cards were seen.

    >>> likelihood([])
    1.0
    """
    logs = [0.0] * len(SHARES)
    for each in fits:
        logs = [before + log(ratio) for before, ratio in zip(logs, each.ratios, strict=True)]
    return sum(exp(min(700.0, each)) for each in logs) / len(logs)


def summed(player: str, card: str, fits: Sequence[Fit]) -> Sight:
    return Sight(
        player=player,
        card=card,
        decisions=len(fits),
        fitting=sum(each.fits for each in fits),
        by_chance=sum(each.share for each in fits),
        likelihood=likelihood(fits),
    )


class Question(NamedTuple):
    """A card that the player who decides does not see: which it is, the best choice by each that it might be, and how
    many of each there are. ``actual`` is None for a card that is dealt later."""

    card: str
    actual: int | None
    best: Mapping[int, str]
    left: Counter[int]


def questions(table: Table, ask: Ask, left: Counter[int]) -> list[Question]:
    """What a decision might give away, where the value of the choices by the card is known; ``left`` are the cards that
    the player does not see."""
    try:
        return list(_at_blackjack(table, ask, left) or _against_dealer(table, ask, left))
    except Refused:
        return []


def _named(number: int, of: int) -> str:
    return "the dealer's hole card" if of == 1 else f"card {number + 1} of the dealer's hand"


def _by_card(left: Counter[int], best: Callable[[int], str | None]) -> dict[int, str]:
    found = {card: best(card) for card, count in left.items() if count > 0}
    return {card: choice for card, choice in found.items() if choice is not None}


def _against_dealer(table: Table, ask: Ask, left: Counter[int]) -> Iterator[Question]:
    """By the game's values of a single hand."""
    seen, dealer = table.seen(ask.seat), table.cards("dealer")
    own = tuple(card for card in seen.get(ask.hand or str(ask.seat), ()) if card != UNKNOWN)
    up = tuple(card for card in seen.get("dealer", ()) if card != UNKNOWN)
    board = tuple(card for card in seen.get("community", ()) if card != UNKNOWN)
    names = {choice.id for choice in ask.choices}

    def best(card: int) -> str | None:
        shown = Shown(own=own, dealer=(*up, card), board=board)
        values = table.game.mathematics.situation(table.rules, shown)
        return max(values, key=values.__getitem__) if set(values) == names else None

    hidden = [
        (place, card)
        for place, card in enumerate(dealer)
        if seen["dealer"][place] == UNKNOWN and card != UNKNOWN
    ]
    found = _by_card(left, best) if hidden else {}
    for place, card in hidden if found else ():
        yield Question(_named(place, len(hidden)), card, found, left)


def _at_blackjack(table: Table, ask: Ask, left: Counter[int]) -> list[Question]:
    """The hole card, and the next card of the shoe, by value: one card of each value stands for all."""
    from pitboss.games.blackjack.family import BlackjackGame
    from pitboss.games.blackjack.hands import points

    if not isinstance(table.game, BlackjackGame):
        return []
    from pitboss.games.blackjack.every_hand import all_hands, hand_of
    from pitboss.games.blackjack.hands import Hole
    from pitboss.games.blackjack.mathematics import Situation, played

    offered = {choice.id for choice in ask.choices}
    if not {"hit", "stand"} <= offered <= {"hit", "stand", "split", "surrender", *DOUBLES}:
        return []
    at = Situation(table, ask)
    if len(at.shown) != 1 or at.house.prices.third.size or at.terms.hole == Hole.UP:
        return []
    values_now, ranks = at.play(), {points(card) - 1 for card, count in left.items() if count > 0}
    open_house = replace(at.house, terms=at.terms._replace(hole=Hole.UP))

    def by_value(choose: Callable[[int], str]) -> dict[int, str]:
        by_rank = {rank: choose(rank) for rank in ranks}
        return {card: by_rank[points(card) - 1] for card, count in left.items() if count > 0}

    def with_hole(rank: int) -> str:
        shown = (*at.shown, rank)
        values = played(
            open_house, at.shoe, at.cards, shown, at.room, split=at.hand.split, added=at.added, third=None
        ).values
        return max(sorted(offered), key=lambda each: values[DOUBLES.get(each) or each])

    def with_next(rank: int) -> str:
        hand = (*at.cards, rank)
        if all_hands().child[hand_of(*at.cards), rank] < 0:
            return "stand"
        then = at.play(hand)
        values = {
            "stand": at.worth(values_now, values_now.values["stand"]),
            "hit": at.worth(then, max(then.values["stand"], then.values["hit"])),
        }
        values |= {each: at.worth(then, 2 * then.values["stand"]) for each in offered & DOUBLES.keys()}
        return max(values, key=values.__getitem__)

    dealer, found = table.cards("dealer"), [Question(NEXT, None, by_value(with_next), left)]
    if len(dealer) == 2 and UNKNOWN not in dealer:
        held = {card: 0 if at.known and _natural(dealer[0], card) else count for card, count in left.items()}
        best = {card: choice for card, choice in by_value(with_hole).items() if held[card]}
        found.append(Question(_named(1, 1), dealer[1], best, Counter(held)))
    return found


def _natural(up: int, hole: int) -> bool:
    return {value_of(up), value_of(hole)} == {"A", "T"}
