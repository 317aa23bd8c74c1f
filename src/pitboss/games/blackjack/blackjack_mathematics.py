"""The mathematics of blackjack: its own wagers, in addition to those of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from msgspec import structs

from pitboss.book import Rules
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.blackjack_rounds import simulation as simulation
from pitboss.games.blackjack.blackjack_steps import steps as steps
from pitboss.games.blackjack.bonus_wager import BONUS
from pitboss.games.blackjack.house import house_of
from pitboss.games.blackjack.mathematics import advise as advise
from pitboss.games.blackjack.mathematics import in_digits
from pitboss.games.blackjack.mathematics import odds_knowing as odds_knowing
from pitboss.games.blackjack.mathematics import strategy as strategy
from pitboss.games.blackjack.multiple_action import ACTIONS, actions, on_spots
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE
from pitboss.games.blackjack.side_wager_mathematics import bonus_odds, progressive_odds
from pitboss.games.blackjack.streak_wagers import STREAKS
from pitboss.odds import Outcome, WagerOdds

SPOTTED = {"blackjack": ACTIONS, "insurance": on_spots("insurance")[1:]}


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    yield from by_spot(rules, wager, lambda plain: family.odds(rules, plain))
    yield from beside(rules, rules.pack(), wager)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, the rest of a shoe."""
    yield from by_spot(rules, wager, lambda plain: family.odds_from(rules, cards, plain))
    yield from beside(rules, cards, wager)


def by_spot(
    rules: Rules, wager: str | None, counted: Callable[[str | None], Iterable[WagerOdds]]
) -> Iterable[WagerOdds]:
    """Under multiple action each wager has the odds of a plain one: the dealer's hands all have the same distribution,
    and the best play for one wager is best for all."""
    spots = {name: plain for plain, names in SPOTTED.items() for name in names}
    for row in counted(spots.get(wager, wager) if wager else None):
        names = SPOTTED.get(row.wager, (row.wager,)) if actions(rules) else (row.wager,)
        yield from (structs.replace(row, wager=name) for name in names if wager in (None, name))


def beside(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, BONUS) and rules.offers(BONUS):
        yield from bonus_odds(rules, cards)
    if wager in (None, PROGRESSIVE) and rules.offers(PROGRESSIVE):
        yield progressive_odds(rules, cards)
    if wager in (None, *STREAKS) and rules.offers("streak-2"):
        yield from streak_odds(rules, wager)


# ---- streaks ---------------------------------------------------------------------------------------------


def streak_odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    """Apart from rounds that do not move it, each round is won with the same probability, so a streak's probability is
    a power of it. The rounds are of best play from a full shoe and are treated as independent. In split rounds the
    hands count (2.22(h))."""
    chances = [each.probability for each in family.analyzed(house_of(rules)).hands]
    rounds = family.fortune(family.fortunes(rules), chances)
    decided = rounds.ahead + rounds.behind
    for name, hands in STREAKS.items():
        if wager not in (None, name):
            continue
        odds_ = rules.pay(name)["streak"]
        pays = Fraction(odds_.win, odds_.stake)
        advances = rounds.ahead / decided
        chance = in_digits(advances**hands)
        low, high = (
            float(1 - (1 + pays) * Fraction((rounds.ahead + side * 1.96 * rounds.error) / decided) ** hands)
            for side in (1, -1)
        )
        yield WagerOdds(
            wager=name,
            table=rules.pay(name).table,
            options=rules.options,
            outcomes=(Outcome("streak", chance, pays), Outcome("no streak", 1 - chance, Fraction(-1))),
            per="unit of the wager, rounds of best play taken as independent",
            rounds=in_digits(sum(advances**won for won in range(hands)) / decided),
            value=(1 + pays) * chance - 1,
            method="simulated" if rounds.error else "exact",
            interval=(low, high) if rounds.error else None,
        )
