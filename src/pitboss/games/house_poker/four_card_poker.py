"""Four-card poker, 13:69F-27."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.book import Deal, Round, Rules, Say, Settle, Show, cite, rule
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, win
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import HousePoker
from pitboss.ranking.four import PAIR, best_four, category, describe, least
from pitboss.solve.streets import Street
from pitboss.table import Table

OWN_HAND = (
    "high-card",
    "pair",
    "pair-of-aces",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)


# ---- settlement --------------------------------------------------------------------------------------


class FourCardShowdown(Ending):
    """The results of ante and play. The player wins ties."""

    FOLD = ends("fold", ante=lose("27.10(b)"))
    HIGHER = ends("higher hand", ante=win("27.11(a)1"), play=win("27.11(a)1"))
    TIE = ends("tie", ante=win("27.11(a)1"), play=win("27.11(a)1"))
    LOWER = ends("lower hand", ante=lose("27.11(a)1"), play=lose("27.11(a)1"))


ANTE_BONUS = Paid("ante-bonus", OWN_HAND, on="ante")
ACES_UP = Paid("aces-up", OWN_HAND)


@rule("27.11(a)1")
def against_dealer(player: int, dealer: int) -> FourCardShowdown:
    """How a hand that was played ends."""
    if player > dealer:
        return FourCardShowdown.HIGHER
    return FourCardShowdown.TIE if player == dealer else FourCardShowdown.LOWER


@rule("27.11(a)2", "27.11(a)3")
def own_hand(value: int) -> int:
    """The row of aces up and ante bonus for a hand's value, as an index into OWN_HAND."""
    kind = category(value)
    return kind + 1 if value >= least(PAIR, 12) else kind


STREET = Street(cite="27.10(b)", own=5, up=1, wager="play", times=(1, 2, 3), folds=True)

# ---- the game ----------------------------------------------------------------------------------------


class FourCardPoker(HousePoker):
    """Ante and play against the dealer, who has six cards to the player's five; aces up against the table."""

    computed_by = "four_card_poker_mathematics"
    several_positions = "27.6(e)"  # the rest of 27.6 is data

    # -- the round, 27.7 to 27.10

    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("27.6(d)"))
        yield from self.deal(table, hands, STREET.own)
        if table.rules["dealing"] == "automated-shoe":
            for _ in range(4):  # 27.9(c): only the bottom card of one more stack is used
                yield Deal("burn")
        yield Deal("dealer", up=True)
        for hand in hands:
            if ante := hand.stake("ante"):
                whole = table.rules["reading-play-wager"] == "whole-multiples"
                yield from self.on_street(hand, STREET, ante, step=ante * whole)
        for hand in hands:
            if hand.stake("ante") and not hand.stake("play"):
                yield from self.fold(hand)
        yield Show("dealer")
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])  # 27.10(e)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, FourCardShowdown.FOLD)

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """The wagers of a hand, 27.11."""
        mine = best_four(hand.cards)
        own = OWN_HAND[own_hand(mine)]
        if hand.stake("play"):
            end = against_dealer(mine, best_four(table.cards("dealer")))
            yield from ended(table.rules, hand, end)
            yield from by_cards(table.rules, hand, ANTE_BONUS, own)
        yield from by_cards(table.rules, hand, ACES_UP, own)

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "ante-bonus" if wager == "ante" else wager

    # -- the names of hands

    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return best_four(cards)
