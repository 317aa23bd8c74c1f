"""What the poker games against the house share: the deal, raises, the order of settlement, and hands that several
pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Discard,
    Round,
    Rules,
    Settle,
    Show,
    Shuffle,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, ended
from pitboss.book.events import Event
from pitboss.games.against_dealer import AgainstDealer, Hand, counterclockwise
from pitboss.money import Cents
from pitboss.ranking.high import ONE_PAIR, best_five, least
from pitboss.ranking.three import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, mini_royal, three_card_value
from pitboss.ranking.value import category, leading
from pitboss.solve.streets import Street
from pitboss.table import Table

FOLD = Choice("fold")
CHECK = Choice("check")
EXPOSE = Choice("expose")
CONCEAL = Choice("conceal")


class HousePoker(AgainstDealer):
    """A game of poker hands against the dealer."""

    # ---- the deal ----------------------------------------------------------------------------------------

    @carries(
        *("24.4(a)", "30.10(a)", "16.7(d)1-5", "16.8(c)1-5", "18.7(c)1-6", "18.8(c)1-6", "18.10(a)"),
        *("23.7(c)1-6", "23.8(c)1-6", "23.10(a)", "23.11(a)", "24.7(d)1-2", "24.8(c)1-2", "25.8(c)1-2"),
        *("28.7(d)1-4", "28.8(c)1-4", "29.7(d)1-6", "29.8(c)1-6", "30.7(d)1-4", "30.8(c)1-4", "32.7(d)1-4"),
        *("32.8(c)1-4", "35.7(d)1", "35.8(c)1", "37.7(d)1-4", "37.8(c)1-4", "40.7(d)1-6", "40.8(c)1-6"),
    )
    def deal(
        self,
        table: Table,
        hands: list[Hand],
        cards: int,
        dealer: int | None = None,
        up: int = 0,
        instead: Sequence[str] = (),
        stacks: bool = False,
    ) -> Round:
        """This many cards to each hand and to the dealer, clockwise, the dealer last: one at a time by hand or from a
        manual shoe, a stack at a time from an automated shoe or where the text requires ``stacks``. ``up`` is the
        dealer's face-up card (1 the first), 0 none. ``instead`` of a dealer's hand, cards may go to these owners one by
        one."""
        yield Shuffle()
        theirs = instead or ("dealer",) * (cards if dealer is None else dealer)
        if stacks or table.rules["dealing"] == "automated-shoe":
            for hand in hands:
                for _ in range(cards):
                    hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            for number, owner in enumerate(theirs, 1):
                yield Deal(owner, up=number == up)
            return
        for number in range(1, max(cards, len(theirs)) + 1):
            for hand in hands if number <= cards else ():
                hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            if number <= len(theirs):
                yield Deal(theirs[number - 1], up=number == up)

    @staticmethod
    @carries('32.1 "Burn"', '37.1 "Burn"', "25.8(c)3", "35.7(d)2", "35.8(c)2")
    def community(cards: int, up: bool = True, burn: bool = True) -> Round:
        """Community cards, after a burn card where the text has one."""
        if burn:
            yield Deal("burn")
        for _ in range(cards):
            yield Deal("community", up=up)

    # ---- decisions ---------------------------------------------------------------------------------------

    @staticmethod
    def raise_or(
        hand: Hand,
        wager: str,
        ante: Cents,
        least: int,
        most: int,
        otherwise: Choice,
        paragraph: str,
        step: Cents = 0,
    ) -> Round:
        """A wager between these multiples of the ante, in the table's increments unless stated otherwise, or the other
        choice; a player who cannot afford the minimum has only the latter."""
        table = hand.table
        step = step or table.rules.unit
        funds = table.chips(hand.seat)
        affordable = min(most * ante, funds - funds % step)
        stakes = (Choice(wager, least * ante, affordable, step),) if affordable >= least * ante else ()
        answer = yield Ask(hand.seat, (*stakes, otherwise), hand.owner)
        if answer.decision == wager:
            yield Stake(hand.seat, hand.key(wager), answer.amount, cite(paragraph))

    @classmethod
    def on_street(cls, hand: Hand, street: Street, ante: Cents, step: Cents = 0) -> Round:
        """What a street lets a player stake, or leave."""
        least, most = min(street.times), max(street.times)
        otherwise = FOLD if street.folds else CHECK
        yield from cls.raise_or(hand, street.wager, ante, least, most, otherwise, street.cite, step)

    @staticmethod
    @carries(
        *("27.10(c)", "28.10(a)2i-ii", "32.10(e)2i-ii", "37.10(a)2i-ii", "37.10(c)2i-ii", "37.10(e)2i-ii")
    )
    def folded(hand: Hand, ending: Ending) -> Round:
        """A fold: the wagers it costs are collected and the cards taken up, unless another wager still needs them."""
        yield from list(ended(hand.table.rules, hand, ending))
        if not hand.staked:
            yield Discard(hand.owner)

    @staticmethod
    def exposed_or_lost(
        hands: Iterable[Hand], wager: str, exposed: Callable[[Hand], Settle], concealed: Ending
    ) -> Round:
        """A wager on a player's first cards, which must be exposed to win. It is lost if they stay concealed;
        the game decides the ``exposed`` ones. Losers are collected, then winners paid."""
        made = [hand for hand in hands if hand.stake(wager)]
        hidden = set()
        for hand in made:
            answer = yield Ask(hand.seat, (EXPOSE, CONCEAL), hand.owner, usual="expose")
            if answer.decision == "expose":
                yield Show(hand.owner)
            else:
                hidden.add(hand.position)
        settled = [
            next(ended(hand.table.rules, hand, concealed)) if hand.position in hidden else exposed(hand)
            for hand in made
            if hand.stake(wager)  # it may have been declared void while the player was deciding
        ]
        yield from sorted(settled, key=lambda each: each.result != "lose")

    # ---- settlement --------------------------------------------------------------------------------------

    @carries(
        *("25.10(f)", "20.10(c)1", "20.10(c)1ii-iii", "20.10(c)2", "20.10(c)2ii", "27.10(e)1"),
        *("27.10(e)1ii-iii", "27.10(e)2", "27.10(e)2ii", "18.10(g)1"),
    )
    def settle_in_order(self, table: Table, hands: Sequence[Hand]) -> Round:
        """From the dealer's far right: the whole table step by step, losers before winners, or player by player,
        by the house's choice."""
        order = counterclockwise(hands)
        if table.rules.get("settlement") == "step-by-step":
            for hand in order:
                yield Show(hand.owner)
            settled = [event for hand in order if hand.staked for event in self.settle(table, hand)]
            yield from sorted(settled, key=lambda event: isinstance(event, Settle) and event.result != "lose")
            return
        for hand in order:
            yield Show(hand.owner)
            if hand.staked:  # one may have been found void meanwhile
                yield from list(self.settle(table, hand))

    def settle(self, table: Table, hand: Hand) -> Iterable[Event]:
        """The results of a hand's wagers, all determined before any is settled."""
        raise NotImplementedError


# ---- the names of hands ----------------------------------------------------------------------------------

ABOVE_TWO_PAIRS: Final = (
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
"""The five-card hands above two pairs, from the lowest, as the rows of all pay tables name them."""
FIVE_CARDS: Final = ("high-card", "one-pair", "two-pair", *ABOVE_TWO_PAIRS)

# Ace, king and queen of one suit are a straight flush like any other (24.5(d)1, 25.5(c)1).
THREE_CARDS: Final = (
    "high-card",
    "one-pair",
    "three-card-flush",
    "three-card-straight",
    "three-of-a-kind",
    "three-card-straight-flush",
    "three-card-straight-flush",
)
"""The result of ``three_cards``, as the pay tables name it."""

# ---- five cards paid from a pair of jacks up -------------------------------------------------------------

# The rows of the pay table from the lowest, after the hands without one.
STUD_HANDS: Final = (
    "losing-hand",
    "pair-of-sixes-to-tens",
    "pair-of-jacks-or-better",
    "two-pairs",
    *ABOVE_TWO_PAIRS,
)
SIXES: Final = least(ONE_PAIR, 4)
JACKS: Final = least(ONE_PAIR, 9)


@rule(
    *("17.5(a)", "17.5(b)1-9", "17.9(a)", "17.9(b)", "17.9(c)", "35.5(a)", "35.5(b)1-9", "35.10(i)"),
    *("35.11(b)", '35.1 "Rank" or "ranking"'),
)
def stud_hand(cards: Sequence[int]) -> int:
    """The row for a player's own cards and the community cards, five together, as an index into STUD_HANDS."""
    value = best_five(cards)
    if value < JACKS:
        return int(value >= SIXES)
    return category(value) + 1


# ---- three-card bonus ------------------------------------------------------------------------------------

_THREE = 1 << 1
"""The top of A-2-3."""


@rule("18.3(c)1-6", "18.11(e)", "24.5(d)1-5", "25.5(c)1-5", "29.5(d)1-6")
def three_cards(a: int, b: int, c: int, low_ace: int) -> int:
    """The row of a three-card bonus that three cards make, counted from the lowest: the kinds of ``ranking.three`` and,
    above them, ace, king and queen of one suit. A-2-3 is a straight only if the low ace counts."""
    if mini_royal(a, b, c):
        return STRAIGHT_FLUSH + 1
    value = three_card_value(a, b, c)
    kind = category(value)
    if not low_ace and leading(value) == _THREE:
        if kind == STRAIGHT_FLUSH:
            return FLUSH
        if kind == STRAIGHT:
            return HIGH_CARD
    return kind


def low_ace(rules: Rules) -> int:
    """Does A-2-3 count as a straight at this table?"""
    return int(rules["reading-ace-two-three"] == "as-read")
