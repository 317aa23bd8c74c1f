"""Flop poker, 13:69F-29."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.book import (
    Choice,
    Deal,
    Finding,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    cite,
    rule,
)
from pitboss.games.house_poker.boards import minimum
from pitboss.games.house_poker.bones import (
    ABOVE_TWO_PAIRS,
    JACKS,
    Hand,
    HousePoker,
    by_table,
    compared,
    counterclockwise,
    low_ace,
    shared_cap,
    three_cards,
)
from pitboss.games.poker_room.pots import share
from pitboss.money import DOLLAR, Cents
from pitboss.ranking.high import best_five, category
from pitboss.table import Bet, Table, Void

SURRENDER: Final = Choice("surrender")

# Hands rank as in the poker room: 29.5(a) is 14.3(a), 29.5(b) is 14.3(b) and 29.5(c) is 14.3(d).
FIVE_CARDS: Final = ("losing-hand", "pair-of-jacks-or-better", "two-pairs", *ABOVE_TWO_PAIRS)
"""The rows of the flop wager, from below, 29.11(c)."""
THREE_CARDS: Final = (
    "losing-hand",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "royal-3",
)
"""The rows of the three-card bonus, from below, 29.11(d)."""

EXPOSED, FACE_UP = cite("29.12(a)"), cite("29.12(b)")
"""The paragraphs that void ante and flop and yet have the pot awarded."""

# ---- settlement --------------------------------------------------------------------------------------


@rule('29.1 "Hand"', "29.10(c)")
def player_hand(a: int, b: int, c: int, x: int, y: int, z: int) -> int:
    """The value of a player's hand: all of his three cards and the best two of the three community cards."""
    return max(best_five((a, b, c, x, y)), best_five((a, b, c, x, z)), best_five((a, b, c, y, z)))


@rule("29.10(c)2", "29.10(c)3")
def flop_row(value: int) -> int:
    """The row of the flop wager that a hand takes, as an index into FIVE_CARDS; 0 loses ante and flop."""
    return category(value) if value >= JACKS else 0


@rule("29.11(e)")
def payout_limit(ante: int, flop: int) -> int:
    """The most that ante and flop of a hand are paid together, in cents: $50,000, or what the minimum ante and its
    flop wager win with the best hand, if that is more."""
    return max(50_000 * DOLLAR, ante + flop)


@rule("29.10(d)")
def award(mine: int, highest: int, tied: int, place: int, pot: int, unit: int) -> int:
    """What comes of the pot to a hand: all of it to the highest, equal parts to tie hands. What does not come out
    even in units goes to the first of them in order, ``place`` 0 first."""
    return share(pot, tied, place, unit) if mine == highest else 0


# ---- the game ----------------------------------------------------------------------------------------


class FlopPoker(HousePoker):
    """Ante and flop against a pay table, and a pot between the players."""

    mathematics = "flop_odds"
    several_positions = "29.13"

    # -- wagers, 29.6

    def accept(self, table: Table, bet: Bet) -> None:
        self.accept_position(table, bet)

    def ready(self, table: Table) -> None:
        super().ready(table)
        hands = self.hands(table)
        for hand in hands:
            if len(hands) > 1 and not hand.stake("pot"):
                raise Refused(f"seat {hand.seat} has not made the pot wager, which is required", "29.6(c)")
            if len(hands) == 1 and hand.stake("pot"):
                raise Refused("a player alone at the table makes no pot wager; take it down", "29.6(c)")

    # -- the round, 29.7 to 29.10

    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("29.6(b)"))
        yield from self.deal(table, hands, 3, instead=("community",) * 3)  # 29.7(d), 29.8(c) or 29.9(c)
        for hand in hands:
            yield from self.flop_or_surrender(hand)
        yield from self.complete(table, [hand for hand in hands if hand.staked])

    def flop_or_surrender(self, hand: Hand) -> Round:
        """A flop wager of one ante, or the ante is collected. The cards stay where they are, for the pot and for
        the bonus (29.6(e))."""
        ante = hand.stake("ante")
        if not ante:
            return  # the hand has been declared void
        yield from self.raise_or(hand, "flop", ante, 1, 1, SURRENDER, "29.10(a)1")
        if hand.stake("ante") and not hand.stake("flop"):
            yield Settle(
                hand.seat,
                hand.key("ante"),
                "lose",
                lost=ante,
                cite=cite("29.10(a)2"),
                outcome="surrender",
            )

    def complete(self, table: Table, hands: Sequence[Hand]) -> Round:
        if not hands:
            return
        yield Show("community")  # 29.10(b)
        yield from self.settle_in_order(table, hands)  # 29.10(c)
        yield from self.award_pot(table, hands)  # 29.10(d)

    def settle(self, table: Table, hand: Hand) -> Iterable[Settle]:
        """The bonus, then ante and flop, 29.10(c)."""
        a, b, c = table.cards(hand.owner)
        if hand.stake("three-card-bonus"):
            bonus = by_table(
                hand, "three-card-bonus", THREE_CARDS[three_cards(a, b, c, low_ace(table.rules))]
            )
            if bonus.result == "lose":
                bonus.cite = cite("29.10(c)1")
            yield bonus
        if hand.stake("flop"):
            row = flop_row(value_of(table, hand))
            made = FIVE_CARDS[row]
            if row:
                ante = compared(hand, "ante", 1, "29.11(b)", made)
                flop = compared(hand, "flop", 1, "29.11(c)", made, row=made)
                yield from shared_cap([ante, flop], limit(table.rules), "29.11(e)")
            else:
                for wager in ("ante", "flop"):
                    yield compared(hand, wager, -1, "29.10(c)2", made)

    @staticmethod
    def award_pot(table: Table, hands: Iterable[Hand]) -> Round:
        """The pot wagers of all, which is what the layout still holds, to the highest hand. What one player wins of
        them others have lost, so the money does not go through the bank."""
        hands = [hand for hand in counterclockwise(hands) if hand.stake("pot")]
        values = [value_of(table, hand) for hand in hands]
        highest = max(values, default=0)
        tied = values.count(highest)
        unit = table.rules.chip if table.rules["pot-shares"] == "chips" else 1
        settled = []
        for n, (hand, value) in enumerate(zip(hands, values, strict=True)):
            place = values[:n].count(highest)
            net = award(value, highest, tied, place, table.ledger["layout"], unit) - hand.stake("pot")
            settled.append(
                Settle(
                    hand.seat,
                    hand.key("pot"),
                    "win" if net > 0 else "lose" if net < 0 else "push",
                    max(net, 0),
                    max(-net, 0),
                    cite("29.10(d)"),
                    "lower hand" if value < highest else "tie hand" if tied > 1 else "highest hand",
                    bank="layout",
                )
            )
        yield from sorted(settled, key=lambda each: each.outcome != "lower hand")

    # -- irregularities, 29.12

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        dealt = len(table.cards("community")) == 3
        hands = self.hands(table)
        match irregularity.id:
            case "community-card-exposed":
                if any(hand.stake("ante") and not hand.stake("flop") for hand in hands):
                    raise Void(EXPOSED)
            case "card-face-up" if not dealt:
                if sum(each.id == irregularity.id for each in table.happened) > 1:
                    raise Void(FACE_UP)
                yield Deal("burn", up=True)
            case "card-face-up":
                if table.rules["reading-face-up-after-the-deal"] == "void":
                    raise Void(FACE_UP)
            case "wrong-number-of-cards":
                for hand in hands:  # until it is turned up and announced
                    if irregularity.position in ("", hand.owner) and not turned_up(table, hand):
                        for wager in [bet.wager for bet in table.bets.values() if bet.seat == hand.seat]:
                            yield Settle(hand.seat, wager, "void", cite=cite("29.12(d)"), outcome="misdealt")

    def void(self, table: Table, cite: str) -> Round:
        """All hands are void. After 29.12(a), and after (b) if the deal was over, that means ante and flop: the
        bonus is settled and the pot awarded."""
        if awarding(table):
            yield from self.award_pot(table, self.hands(table))
            return
        dealt = len(table.cards("community")) == 3
        saved = cite == EXPOSED or (cite == FACE_UP and dealt)
        for bet in list(table.bets.values()):
            if not saved or bet.id in ("ante", "flop"):
                yield Settle(bet.seat, bet.wager, "void", cite=cite)
        left = self.hands(table)
        yield from self.rest_of_deal(table, left)
        yield from self.complete(table, left)

    @staticmethod
    def rest_of_deal(table: Table, hands: Sequence[Hand]) -> Round:
        """The cards that a deal broken off still owes, those of the community last."""
        for number in (1, 2, 3) if hands else ():
            for hand in hands:
                if len(table.cards(hand.owner)) < number:
                    yield Deal(hand.owner, seats=(hand.seat,))
            if len(table.cards("community")) < number:
                yield Deal("community")

    # -- mathematics

    def check(self, rules: Rules) -> list[Finding]:
        pot = rules.limits("pot")
        if rules["reading-pot-amount"] == "as-printed" or pot.least == pot.most:
            return []
        says = "the pot wager is one amount, the same for all players"
        return [Finding("limits.pot", says, cite('29.1 "Pot wager"'))]


def awarding(table: Table) -> bool:
    """Have some lost their pot wagers to others already? Then nothing can be void any more."""
    return table.ledger["layout"] != sum(bet.stake for bet in table.bets.values())


def turned_up(table: Table, hand: Hand) -> bool:
    return any(held.up for held in table.hands.get(hand.owner, ()))


def value_of(table: Table, hand: Hand) -> int:
    """The value of a hand on the table."""
    a, b, c = table.cards(hand.owner)
    x, y, z = table.cards("community")
    return player_hand(a, b, c, x, y, z)


def limit(rules: Rules) -> Cents:
    """The aggregate limit of 29.11(e) at this table."""
    ante = minimum(rules, "ante")
    return payout_limit(ante, max(ante * odds.win // odds.stake for odds in rules.pay("flop").rows.values()))
