"""Two-card joker poker, 13:69F-30."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.book import Discard, Round, Rules, Say, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win, win_by
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import HousePoker
from pitboss.ranking.two import FLUSH, QUEEN_HIGH, category, describe, two_card_value
from pitboss.ranking.value import ACE, leading
from pitboss.solve.streets import Street
from pitboss.table import Table

STREET: Final = Street(cite="30.10(b)", own=2, wager="call", times=(1,), folds=True)

# ---- outcomes ----------------------------------------------------------------------------------------

# From the lowest; the flushes by their higher card, as the super flush bonus distinguishes them.
OWN_HAND = (
    "high-card",
    "flush",
    "king-high-flush",
    "ace-high-flush",
    "pair",
    "straight",
    "straight-flush",
    "royal-flush",
    "pair-of-jokers",
)
# A table without a row of its own for these uses the row they belong to.
BELONGS_TO = {
    "pair-of-jokers": "pair",
    "king-high-flush": "flush",
    "ace-high-flush": "flush",
} | dict.fromkeys(("straight", "pair", "flush", "high-card"), "straight-or-less")
KING: Final = ACE >> 1

# ---- settlement --------------------------------------------------------------------------------------

CALL, PAIR_UP, SUPER_FLUSH = (
    Paid(wager, OWN_HAND, BELONGS_TO) for wager in ("call", "pair-up", "super-flush")
)


class TwoCardJokerShowdown(Ending):
    """The results of ante and call."""

    FOLD = ends("fold", ante=lose("30.10(b)"))
    NOT_QUEEN_HIGH = ends("dealer not queen high", ante=win("30.11(b)1"), call=push("30.11(c)"))
    HIGHER = ends("higher hand", ante=win("30.11(b)2"), call=win_by(CALL, "30.11(c)"))
    TIE = ends("tie hand", ante=push("30.11(f)"), call=push("30.11(f)"))
    LOWER = ends("lower hand", ante=lose("30.10(d)2ii"), call=lose("30.10(d)2ii"))


# 30.10(d) has no tie and 30.11(f) no exception for a dealer below queen high. Qualification is checked first.
@rule("30.10(d)", "30.11(b)", "30.11(c)", "30.11(f)", '30.1 "Tie hand"', "30.10(d)1i-ii", "30.10(d)2iii")
def against_dealer(player: int, dealer: int, every_tie_pushes: int) -> TwoCardJokerShowdown:
    """How a hand that was called ends."""
    if player == dealer and (every_tie_pushes or dealer >= QUEEN_HIGH):  # 30.1 "Tie hand"
        return TwoCardJokerShowdown.TIE
    if dealer < QUEEN_HIGH:
        return TwoCardJokerShowdown.NOT_QUEEN_HIGH
    return TwoCardJokerShowdown.HIGHER if player > dealer else TwoCardJokerShowdown.LOWER


@rule("30.11(c)", "30.11(d)", "30.11(e)")
def own_hand(value: int) -> int:
    """The row of the pay tables that a hand takes, as an index into OWN_HAND."""
    kind = category(value)
    if kind > FLUSH:
        return kind + 2
    if kind == FLUSH and leading(value) & ACE:
        return 3
    if kind == FLUSH and leading(value) & KING:
        return 2
    return kind


# ---- the game ----------------------------------------------------------------------------------------


class TwoCardJokerPoker(HousePoker):
    """Ante and call against the dealer; pair up and super flush bonus on the player's two cards."""

    computed_by = "two_card_joker_poker_mathematics"
    several_positions = "30.6(e)"

    # -- the round, 30.7 to 30.10 (30.1 "Round of play")

    @carries('30.1 "Hand"', '30.1 "Round of play"', "30.7(b)", "30.10(c)", "30.10(d)2i")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("30.6(b)"))
        yield from self.deal(table, hands, 2)
        for hand in hands:
            if ante := hand.stake("ante"):
                yield from self.on_street(hand, STREET, ante)
        revealed = [hand for hand in hands if hand.stake("pair-up") or hand.stake("super-flush")]
        for hand in counterclockwise(hands):  # 30.10(c)
            if hand in revealed:
                yield Show(hand.owner)
                yield from self.settle_pay_tables(hand)
            if not hand.stake("call"):
                yield from self.fold(hand)
        yield Show("dealer")
        for hand in counterclockwise(hand for hand in hands if hand.staked):  # 30.10(d)
            if hand not in revealed and two_card_value(*table.cards("dealer")) >= QUEEN_HIGH:
                yield Show(hand.owner)
            yield from list(self.settle(table, hand))
            yield Discard(hand.owner)
        yield Discard("dealer")  # 30.10(e)

    @carries("30.10(c)2")
    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, TwoCardJokerShowdown.FOLD)

    @carries("30.6(d)", "30.10(c)1")
    def settle_pay_tables(self, hand: Hand) -> Iterator[Settle]:
        """The wagers on the player's own cards, 30.10(c)1."""
        own = OWN_HAND[own_hand(value_of_hand(hand.table.rules, hand.cards))]
        for paid in (PAIR_UP, SUPER_FLUSH):
            yield from by_cards(hand.table.rules, hand, paid, own)

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """Ante and call, 30.10(d)."""
        mine, theirs = (value_of_hand(table.rules, cards) for cards in (hand.cards, table.cards("dealer")))
        end = against_dealer(mine, theirs, every_tie_pushes(table.rules))
        yield from ended(table.rules, hand, end, OWN_HAND[own_hand(mine)], end.outcome)

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "call" if wager == "ante" else wager

    # -- the names of hands

    hand_cards = 2
    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return value_of_hand(rules, list(cards))

    def qualifies(self, rules: Rules, value: int) -> bool:
        return value >= QUEEN_HIGH


# ---- the rules in force ------------------------------------------------------------------------------


def ace_three_lowest(rules: Rules) -> int:
    return int(rules["reading-lowest-flush"] == "as-printed")


def every_tie_pushes(rules: Rules) -> int:
    return int(rules["reading-tie"] == "as-printed")


def value_of_hand(rules: Rules, cards: list[int]) -> int:
    a, b = cards
    return two_card_value(a, b, ace_three_lowest(rules))
