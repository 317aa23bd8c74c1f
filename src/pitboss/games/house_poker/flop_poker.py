"""Flop poker, 13:69F-29."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.book import (
    Cap,
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
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, win, win_by
from pitboss.games.against_dealer import Hand, counterclockwise, thinks
from pitboss.games.house_poker.boards import minimum
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, JACKS, HousePoker, low_ace, three_cards
from pitboss.games.odd_chips import share
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents
from pitboss.ranking.high import best_five, category
from pitboss.table import Table, Void

SURRENDER: Final = Choice("surrender")

FIVE_CARDS: Final = ("losing-hand", "pair-of-jacks-or-better", "two-pairs", *ABOVE_TWO_PAIRS)
"""The rows of the flop wager, from the lowest, 29.11(c)."""
THREE_CARDS: Final = (
    "losing-hand",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "royal-3",
)
"""The rows of the three-card bonus, from the lowest, 29.11(d)."""

# ---- settlement --------------------------------------------------------------------------------------


class FlopShowdown(Ending):
    """The results of ante and flop."""

    SURRENDER = ends("surrender", ante=lose("29.10(a)2"))
    LOSING = ends("", ante=lose("29.10(c)2"), flop=lose("29.10(c)2"))
    WINNING = ends("", ante=win("29.10(c)3"), flop=win_by(Paid("flop", FIVE_CARDS), "29.11(c)"))


THREE_CARD_BONUS: Final = Paid("three-card-bonus", THREE_CARDS, lost="29.10(c)1")


@rule('29.1 "Hand"', "29.10(c)", '29.1 "Community cards"')
def player_hand(a: int, b: int, c: int, x: int, y: int, z: int) -> int:
    """The value of a player's hand: all three of the player's cards and the best two of the three community cards."""
    return max(best_five((a, b, c, x, y)), best_five((a, b, c, x, z)), best_five((a, b, c, y, z)))


@rule("29.10(c)2", "29.10(c)3")
def flop_row(value: int) -> int:
    """The row of the flop wager for a hand, as an index into FIVE_CARDS; 0 loses ante and flop."""
    return category(value) if value >= JACKS else 0


@rule("29.10(c)2", "29.10(c)3")
def against_table(row: int) -> FlopShowdown:
    """The ending of a hand with a flop wager in this row."""
    return FlopShowdown.WINNING if row else FlopShowdown.LOSING


@rule("29.10(d)", '29.1 "Tie hand"')
def award(mine: int, highest: int, tied: int, place: int, pot: int, unit: int) -> int:
    """A hand's share of the pot: all of it to the highest, equal parts to tied hands. A remainder smaller than a
    unit each goes to the first of them in order, ``place`` 0 first."""
    return share(pot, tied, place, unit) if mine == highest else 0


# ---- the game ----------------------------------------------------------------------------------------


class FlopPoker(HousePoker):
    """Ante and flop against a pay table, and a pot between the players."""

    owners = ("1", "community", "burn")
    computed_by = "flop_poker_mathematics"
    folds = ("surrender",)
    several_positions = "29.13"

    # -- wagers, 29.6

    def ready(self, table: Table) -> None:
        super().ready(table)
        hands = self.hands(table)
        for hand in hands:
            if len(hands) > 1 and not hand.stake("pot"):
                says = f"seat {hand.seat} has not made the pot wager, which is required"
                raise Refused(says, "29.6(c)", lacks=["pot"])
            if len(hands) == 1 and hand.stake("pot"):
                says = "a player alone at the table cannot make a pot wager; take it down"
                raise Refused(says, "29.6(c)", beyond=["pot"])

    # -- the round, 29.7 to 29.10

    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("29.6(b)"))
        yield from self.deal(table, hands, 3, instead=("community",) * 3)  # 29.7(d), 29.8(c) or 29.9(c)
        for hand in hands:
            yield from self.flop_or_surrender(hand)
        yield from self.complete(table, [hand for hand in hands if hand.staked])

    def flop_or_surrender(self, hand: Hand) -> Round:
        """A flop wager of one ante, or the ante is collected. The cards stay, for the pot and for the bonus
        (29.6(e))."""
        ante = hand.stake("ante")
        if not ante:
            return  # the hand has been declared void
        yield from self.raise_or(hand, "flop", ante, 1, 1, SURRENDER, "29.10(a)1")
        if hand.stake("ante") and not hand.stake("flop"):
            yield from self.fold(hand)

    def fold(self, hand: Hand) -> Round:
        yield from list(ended(hand.table.rules, hand, FlopShowdown.SURRENDER))

    @carries("29.10(b)")
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
            own = THREE_CARDS[three_cards(a, b, c, low_ace(table.rules))]
            yield from by_cards(table.rules, hand, THREE_CARD_BONUS, own)
        if hand.stake("flop"):
            row = flop_row(value_of(table, hand))
            made = FIVE_CARDS[row]
            settled = list(ended(table.rules, hand, against_table(row), made, made))
            yield from shared_cap(settled, limit(table.rules), "29.11(e)")

    @staticmethod
    def award_pot(table: Table, hands: Iterable[Hand]) -> Round:
        """The pot wagers of all players, still on the layout, go to the highest hand. One player's win is the others'
        loss, so the money does not go through the bank."""
        while to_come := [each for each in awarded(table, hands) if table.stake(each.seat, each.wager)]:
            yield to_come[0]  # look up the next one each time: a hand may turn out to be void meanwhile

    # -- irregularities, 29.12

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "community-card-exposed":
                if any(thinks(hand, "flop") for hand in self.hands(table)):
                    raise Void(cite("29.12(a)"))
            case "card-face-up" if not self.all_dealt(table):
                if sum(each.id == irregularity.id for each in table.happened) > 1:
                    raise Void(cite("29.12(b)"))
                if table.shoe:
                    yield Deal("burn", up=True)
            case "card-face-up":
                if table.rules["reading-face-up-after-the-deal"] == "void":
                    raise Void(cite("29.12(b)"))

    def all_dealt(self, table: Table) -> bool:
        return len(table.cards("community")) == 3

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """The bonus is settled and the pot awarded."""
        yield from self.rest_of_deal(table, hands, 3, "community")
        yield from self.complete(table, hands)

    # -- mathematics

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "29.11(e)", ("ante", "flop"))]

    def check(self, rules: Rules) -> list[Finding]:
        pot = rules.limits("pot")
        if rules["reading-pot-amount"] == "as-printed" or pot.least == pot.most:
            return []
        says = "the pot wager must be one amount, the same for all players"
        return [Finding("limits.pot", says, cite('29.1 "Pot wager"'))]

    # -- the names of hands

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return player_hand(*cards) if len(cards) == 6 else best_five(cards)


@carries("29.6(e)")
def awarded(table: Table, hands: Iterable[Hand]) -> list[Settle]:
    """The result of every pot wager as the hands are now, losers first, including those already settled."""
    hands = [hand for hand in counterclockwise(hands) if in_pot(hand)]
    values = [value_of(table, hand) for hand in hands]
    highest = max(values, default=0)
    tied = values.count(highest)
    pot = sum(map(in_pot, hands))
    unit = table.rules.chip if table.rules["pot-shares"] == "chips" else 1
    settled = []
    for n, (hand, value) in enumerate(zip(hands, values, strict=True)):
        net = award(value, highest, tied, values[:n].count(highest), pot, unit) - in_pot(hand)
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
    return sorted(settled, key=lambda each: each.outcome != "lower hand")


def in_pot(hand: Hand) -> Cents:
    """A hand's stake in the pot, even if the pot is already awarded."""
    assert hand.table.settlement is not None
    settled = hand.table.settlement.wagers.get(hand.seat, {}).get(hand.key("pot"))
    return hand.stake("pot") or (settled.stake if settled and settled.result != "void" else 0)


def value_of(table: Table, hand: Hand) -> int:
    """The value of a hand on the table."""
    a, b, c = table.cards(hand.owner)
    x, y, z = table.cards("community")
    return player_hand(a, b, c, x, y, z)


def limit(rules: Rules) -> Cents:
    """The aggregate limit of 29.11(e) at this table."""
    ante = minimum(rules, "ante")
    flop = max(ante * odds.win // odds.stake for odds in rules.pay("flop").rows.values())
    return limit_over(rules, ante + flop)
