"""The mathematics of blackjack: what its own wagers add to that of the family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.book import Rules
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.bonus_wager import BONUS
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE
from pitboss.games.blackjack.side_wager_odds import bonus_odds, progressive_odds
from pitboss.odds import WagerOdds


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    yield from family.odds(rules, wager)
    yield from beside(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, what a shoe still holds."""
    yield from family.odds_from(rules, cards, wager)
    yield from beside(rules, cards, wager)


def beside(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, BONUS) and rules.offers(BONUS):
        yield from bonus_odds(rules, cards)
    if wager in (None, PROGRESSIVE) and rules.offers(PROGRESSIVE):
        yield progressive_odds(rules, cards)
