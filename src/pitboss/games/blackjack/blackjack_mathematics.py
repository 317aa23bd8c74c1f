"""The mathematics of blackjack: what its own wagers add to that of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from pitboss.book import Rules
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.bonus_wager import BONUS
from pitboss.games.blackjack.multiple_action import ACTIONS, actions, on_spots
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE
from pitboss.games.blackjack.side_wager_odds import bonus_odds, progressive_odds
from pitboss.odds import WagerOdds

SPOTTED = {"blackjack": ACTIONS, "insurance": on_spots("insurance")[1:]}


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    yield from by_spot(rules, wager, lambda plain: family.odds(rules, plain))
    yield from beside(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, what a shoe still holds."""
    yield from by_spot(rules, wager, lambda plain: family.odds_from(rules, cards, plain))
    yield from beside(rules, cards, wager)


def by_spot(
    rules: Rules, wager: str | None, counted: Callable[[str | None], Iterable[WagerOdds]]
) -> Iterable[WagerOdds]:
    """Under multiple action each wager has the odds of a plain one: each hand of the dealer's has the same law, and the
    best play for one wager is best for all."""
    spots = {name: plain for plain, names in SPOTTED.items() for name in names}
    for row in counted(spots.get(wager, wager) if wager else None):
        names = SPOTTED.get(row.wager, (row.wager,)) if actions(rules) else (row.wager,)
        yield from (structs.replace(row, wager=name) for name in names if wager in (None, name))


def beside(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, BONUS) and rules.offers(BONUS):
        yield from bonus_odds(rules, cards)
    if wager in (None, PROGRESSIVE) and rules.offers(PROGRESSIVE):
        yield progressive_odds(rules, cards)
