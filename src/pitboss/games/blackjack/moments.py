"""What is recorded about the result of a round, and of a hand that has ended."""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.arrays import Floats
from pitboss.book import rule
from pitboss.compiler import kernel
from pitboss.games.blackjack.dealer import BLACKJACK, OVER, RESULTS
from pitboss.games.blackjack.hands import BlackjackTerms, End, outcome
from pitboss.games.blackjack.house import House, Prices
from pitboss.games.blackjack.values import GIVEN_UP

MEAN: Final = 0
SQUARE: Final = 1
WIN: Final = 2
LOSE: Final = 3
AHEAD: Final = 4  # more of its hands are won than lost …
BEHIND: Final = 5  # … or fewer
MOMENTS: Final = 6
ERROR: Final = MOMENTS
"""After them, where some are sampled: the deviation of those probabilities."""

NATURAL: Final = 1
DOUBLED: Final = 2
"""How a hand ended, other than by surrender."""


class Unit(NamedTuple):
    """A unit on a hand, of which this share was ``added``, and its result; also squared."""

    terms: BlackjackTerms
    prices: Prices
    squares: Prices
    added: float


def unit_on(house: House, added: float) -> Unit:
    return Unit(house.terms, house.prices, house.squares, added)


class Ended(NamedTuple):
    """A hand that has ended: how, and the payout of a unit if it wins, and its square."""

    score: int
    cards: int
    way: int
    paid: float = 1.0
    square: float = 1.0


@rule()  # also used ending by ending
def comes_to(unit: Unit, ended: Ended, found: Floats) -> None:
    """The result of a hand that began with a unit and ended this way, against each of the dealer's results, and its
    square."""
    terms, prices, squares, added = unit
    score, cards, way, paid, paid_square = ended
    original, more = 1.0 - added, added + (1.0 if way & DOUBLED else 0.0)
    natural, given_up = way & NATURAL > 0, way & GIVEN_UP > 0
    own = End.BLACKJACK if natural else End.WIN
    for result in range(RESULTS + 1):
        blackjack = result == BLACKJACK
        dealer = 21 if blackjack else 26 if result == OVER else 17 + result
        end = outcome(terms, score, cards, natural, dealer, 2 if blackjack else 3)
        other, kept = end, original
        if given_up:
            end = other = End.SURRENDER_TO_BLACKJACK if blackjack else End.SURRENDER
            if blackjack and terms.surrender_entire and original > 0:
                kept = 1.0  # as printed in 26.8(a)2
            if terms.rescue and way & DOUBLED:
                end, kept, other = End.RESCUE, 1.0, End.TIE
        elif score > 21 and blackjack and not terms.added_stays_lost:
            other = End.DEALERS_BLACKJACK  # additions to a busted hand are returned
        units = original + more
        value = kept * prices.original[end] + (units - kept) * prices.added[other]
        square = value * value
        if natural and blackjack:
            value, square = prices.tied, squares.tied
        elif end == own and not given_up:
            value, square = units * paid, units * units * paid_square
        found[0, result], found[1, result] = value, square


@kernel
def enter(chance: float, value: float, square: float, into: Floats) -> None:
    into[MEAN] += chance * value
    into[SQUARE] += chance * square
    into[WIN] += chance * (value > 0)
    into[LOSE] += chance * (value < 0)
