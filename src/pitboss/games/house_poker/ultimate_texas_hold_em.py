"""Ultimate Texas hold 'em, 13:69F-32."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.book import Cap, Irregularity, Round, Rules, Say, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win, win_by
from pitboss.games.against_dealer import Hand, thinks
from pitboss.games.house_poker.boards import KINDS, BoardPoker, minimum, undecided, value_of_seven
from pitboss.games.house_poker.family import CHECK, FOLD
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents
from pitboss.ranking.high import ONE_PAIR, category, least
from pitboss.table import Table, Void

PAIR: Final = least(ONE_PAIR, 0)
"""With this value or better the dealer's hand qualifies."""

STREETS = (
    (0, 3, 4, CHECK, "32.10(a)"),
    (3, 2, 2, CHECK, "32.10(c)"),
    (2, 1, 1, FOLD, "32.10(e)"),
)
"""Community cards to come, the multiple of the ante for the play wager then, the other choice, and the paragraph."""

# ---- settlement --------------------------------------------------------------------------------------


BLIND = Paid("blind", KINDS)
TRIPS = Paid("trips", KINDS)
_BLIND: Final = win_by(BLIND, "32.11(c)", unpaid=push("32.10(h)2", "less-than-a-straight"))
_NO_PAIR: Final = push("32.10(g)", "dealer below a pair")


class UltimateShowdown(Ending):
    """The results of ante, blind and play. Against a dealer below a pair the ante is returned, no matter which hand is
    higher."""

    FOLD = ends("fold", ante=lose("32.10(e)2"), blind=lose("32.10(e)2"))
    HIGHER = ends("higher hand", ante=win("32.10(h)2"), blind=_BLIND, play=win("32.10(h)2"))
    HIGHER_THAN_NO_PAIR = ends("higher hand", ante=_NO_PAIR, blind=_BLIND, play=win("32.10(h)2"))
    EQUAL = ends("draw", ante=push("32.10(h)3"), blind=push("32.10(h)3"), play=push("32.10(h)3"))
    EQUAL_TO_NO_PAIR = ends("draw", ante=_NO_PAIR, blind=push("32.10(h)3"), play=push("32.10(h)3"))
    LOWER = ends("lower hand", ante=lose("32.10(h)1"), blind=lose("32.10(h)1"), play=lose("32.10(h)1"))
    LOWER_THAN_NO_PAIR = ends("lower hand", ante=_NO_PAIR, blind=lose("32.10(h)1"), play=lose("32.10(h)1"))


@rule("32.10(g)", "32.10(h)1", "32.10(h)2", "32.10(h)3", '32.1 "Push"')
def against_dealer(mine: int, theirs: int) -> UltimateShowdown:
    """How a hand that was played ends."""
    if mine > theirs:
        return UltimateShowdown.HIGHER if theirs >= PAIR else UltimateShowdown.HIGHER_THAN_NO_PAIR
    if mine == theirs:
        return UltimateShowdown.EQUAL if theirs >= PAIR else UltimateShowdown.EQUAL_TO_NO_PAIR
    return UltimateShowdown.LOWER if theirs >= PAIR else UltimateShowdown.LOWER_THAN_NO_PAIR


# ---- the game ----------------------------------------------------------------------------------------


class UltimateTexasHoldEm(BoardPoker):
    """Ante, blind and one play wager against the dealer, trips against the table."""

    computed_by = "ultimate_texas_hold_em_mathematics"
    several_positions = "32.12"  # the rest of 32.6 is data

    # -- the round, 32.7 to 32.10

    @carries(
        *('32.1 "Community card"', '32.1 "Flop"', '32.1 "Round of play"', "32.7(b)", "32.10(a)1-2"),
        *("32.10(b)", "32.10(c)1-2", "32.10(d)", "32.10(e)1", "32.10(f)"),
    )
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("32.6(b)"))
        yield from self.deal(table, hands, 2)  # 32.7(d), 32.8(c) or 32.9(c)
        for cards, fewest, most, otherwise, paragraph in STREETS:
            if not any(hand.staked for hand in hands):
                return  # every hand has been declared void
            if cards:
                yield from self.community(cards)  # 32.10(b) and (d)
            for hand in filter(undecided, hands):
                ante = hand.stake("ante")
                yield from self.raise_or(hand, "play", ante, fewest, most, otherwise, paragraph, step=ante)
                if otherwise is FOLD and undecided(hand):
                    yield from self.fold(hand)
        yield Show("dealer")  # 32.10(f)
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, UltimateShowdown.FOLD)

    def settle(self, table: Table, hand: Hand) -> Sequence[Settle]:
        """The wagers of a hand, 32.10(h), paid together at most the limit of 32.11(e)."""
        return shared_cap(list(self.decided(table, hand)), limit(table.rules), "32.11(e)")

    @carries("32.10(h)4")
    def decided(self, table: Table, hand: Hand) -> Iterator[Settle]:
        mine = value_of_seven(table, hand.owner)
        kind = KINDS[category(mine)]
        if hand.stake("play"):
            theirs = value_of_seven(table, "dealer")
            yield from ended(table.rules, hand, against_dealer(mine, theirs), kind)
        yield from by_cards(table.rules, hand, TRIPS, kind)  # 32.10(h)4

    # -- irregularities, 32.13

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "32.11(e)", ("ante", "blind", "play", "trips"))]

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card of the dealer's is exposed."""
        if any(thinks(hand, "play") for hand in self.hands(table)):
            raise Void(cite("32.13(a)"))
        yield from ()

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """Trips, which needs complete hands and the board; 32.13(a) does not wait for the deal to end."""
        yield from self.rest_of_deal(table, hands, 2)
        yield from self.rest_of_board(table)
        yield from self.settle_in_order(table, hands)

    # -- the names of hands

    def qualifies(self, rules: Rules, value: int) -> bool:
        return value >= PAIR


def limit(rules: Rules) -> Cents:
    """The aggregate limit of 32.11(e) at this table: what a player can win at the minimum with a play wager of four
    antes and a royal flush."""
    ante, trips = minimum(rules, "ante"), minimum(rules, "trips")
    blind, trips_odds = (rules.pay(wager)["royal-flush"].win for wager in ("blind", "trips"))
    return limit_over(rules, ante + 4 * ante + ante * blind + trips * trips_odds)
