"""Double cross poker, 13:69F-25."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win, win_by
from pitboss.equipment.cards import UNKNOWN, pretty
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import FIVE_CARDS, FOLD, THREE_CARDS, HousePoker, low_ace, three_cards
from pitboss.games.payout_limit import limit_over, payable, shared_cap
from pitboss.money import Cents, cents
from pitboss.ranking.high import best_five, category, describe
from pitboss.table import Table

AXES: Final = ("horizontal", "vertical")
HORIZONTAL, VERTICAL = range(2)
RAISES: Final = ("raise-1", "raise-2")


class Cross(NamedTuple):
    """The community cards by their place, as the dealer looks at them; or the places in the order in which they are
    dealt."""

    left: int
    center: int
    right: int
    far: int
    near: int


# ---- settlement --------------------------------------------------------------------------------------

_RAISE: Final = win_by(Paid("raise-1", FIVE_CARDS), "25.11(b)")


class DoubleCrossShowdown(Ending):
    """The results of ante and raises, and of the three-card wager of cards that are not exposed."""

    FOLD = ends("fold", ante=lose("25.10(c)1"))
    HIGHER = ends("", ante=win("25.10(g)3"), raise_1=_RAISE, raise_2=_RAISE)
    TIE = ends("", ante=push("25.10(g)3"), raise_1=push("25.10(g)3"), raise_2=push("25.10(g)3"))
    LOWER = ends("", ante=lose("25.10(g)2"), raise_1=lose("25.10(g)2"), raise_2=lose("25.10(g)2"))
    CONCEALED = ends("not exposed", three_card=lose("25.10(a)"))


THREE_CARD: Final = Paid("three-card", THREE_CARDS)


@rule('25.1 "Hand"', "25.10(c)2", "25.10(g)1")
def hand_along(axis: int, a: int, b: int, left: int, center: int, right: int, far: int, near: int) -> int:
    """The value of two cards and the three of an axis: exactly these five."""
    if axis == HORIZONTAL:
        return best_five((a, b, left, center, right))
    return best_five((a, b, far, center, near))


@rule("25.10(e)")
def dealers_axis(horizontal: int, vertical: int) -> int:
    """The axis that gives the dealer the higher hand."""
    return VERTICAL if vertical > horizontal else HORIZONTAL


@rule("25.10(g)2", "25.10(g)3")
def against_dealer(player: int, dealer: int) -> DoubleCrossShowdown:
    """How a hand that was played ends."""
    if player > dealer:
        return DoubleCrossShowdown.HIGHER
    return DoubleCrossShowdown.TIE if player == dealer else DoubleCrossShowdown.LOWER


@rule("25.11(d)")
def under_limit(won: int, before: int, limit: int) -> int:
    """The payment of winnings under the payout limit, after this much has been paid; 0: no limit."""
    return payable(before + won, limit) - before


# ---- the game ----------------------------------------------------------------------------------------


class DoubleCrossPoker(HousePoker):
    """Two cards and the row or the column of a cross; and a wager on three cards."""

    owners = (*HousePoker.owners, "community")
    computed_by = "double_cross_poker_mathematics"
    several_positions = "25.6(b)"  # as read
    aliases: ClassVar[Mapping[str, str]] = {
        "raise": "play",
        **dict.fromkeys(
            ("row", "play-row", "raise-row", "play-horizontal", "raise-horizontal"), "horizontal"
        ),
        **dict.fromkeys(
            ("column", "play-column", "raise-column", "play-vertical", "raise-vertical"), "vertical"
        ),
        "show": "expose",
        **dict.fromkeys(("not-expose", "decline"), "conceal"),
    }

    # -- wagers, 25.6

    # -- the round, 25.7 to 25.10

    @carries('25.1 "Community card"', "25.7(b)", "25.7(c)1", "25.7(c)2", "25.10(d)")
    def round(self, table: Table) -> Round:
        hands, at = self.hands(table), places(table.rules)
        yield Say("No more bets", cite=cite("25.6(c)"))
        # 25.7(c)1, 25.7(c)2, 25.8(c)1, 25.8(c)2, 25.9(c)
        yield from self.deal(table, hands, 2, stacks=True)
        yield from self.community(5, up=False, burn=False)  # 25.7(c)3, 25.8(c)3
        yield Show("community", places=(at.right, at.far))
        far, right = pretty(cross(table).far), pretty(cross(table).right)
        yield Say(f"Far card {far}, right-hand card {right}", cite=cite("25.10(a)"))
        yield from self.exposed_or_lost(hands, "three-card", self.three_card, DoubleCrossShowdown.CONCEALED)
        for hand in hands:
            yield from self.fold_or_play(hand)
        playing = [hand for hand in hands if hand.stake("raise-1")]
        if not playing:
            return
        yield Show("community")  # 25.10(d)
        yield Show("dealer")  # 25.10(e)
        axis, value = dealers_hand(table)
        yield Say(f"The dealer's hand is {AXES[axis]}: {describe(value)}", cite=cite("25.10(e)"))
        yield from self.settle_in_order(table, playing)  # 25.10(f), 25.10(g)

    @carries("25.10(b)")
    def fold_or_play(self, hand: Hand) -> Round:
        """The ante given up at once (25.10(c)1), or two raises of the same amount along the announced axis
        (25.10(c)2). The mark of a raise is its axis."""
        table, ante = hand.table, hand.stake("ante")
        play = (Choice("play", 2 * ante, 2 * ante),) if table.chips(hand.seat) >= 2 * ante else ()
        answer = yield Ask(hand.seat, (*play, FOLD), hand.owner, usual="play" if play else "")
        if answer.decision == "fold":
            yield from self.fold(hand)
            return
        answer = yield Ask(hand.seat, tuple(map(Choice, AXES)), hand.owner)
        for wager in RAISES:
            yield Stake(hand.seat, wager, ante, cite("25.10(c)2"))
            table.bets[hand.seat, wager].mark = AXES.index(answer.decision)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, DoubleCrossShowdown.FOLD)

    def three_card(self, hand: Hand) -> Settle:
        """The three-card wager of a player who has exposed the cards."""
        won = list(by_cards(hand.table.rules, hand, THREE_CARD, own_three(hand)))
        return next(self.limited(hand.table, hand, won))

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """Ante and raises of the hand along its axis, against the dealer's better one."""
        axis = table.bets[hand.seat, "raise-1"].mark
        a, b = hand.cards
        mine = hand_along(axis, a, b, *cross(table))
        _, theirs = dealers_hand(table)
        row = FIVE_CARDS[category(mine)]
        settled = list(ended(table.rules, hand, against_dealer(mine, theirs), row, row))
        yield from self.limited(table, hand, settled)

    def limited(self, table: Table, hand: Hand, settled: list[Settle]) -> Iterator[Settle]:
        """The wagers under the payout limit are reduced to it together (25.11(d))."""
        under = covered(table.rules)
        yield from (each for each in settled if each.wager not in under)
        assert table.settlement is not None
        earlier = table.settlement.wagers.get(hand.seat, {})
        before = sum(each.pays for wager, each in earlier.items() if wager in under)
        here = [each for each in settled if each.wager in under]
        won = sum(each.pays for each in here)
        most = under_limit(won, before, cents(table.rules["payout-limit"]))
        yield from shared_cap(here, most, "25.11(d)")

    # -- limits, 25.11(d)

    def caps(self, rules: Rules) -> list[Cap]:
        return Cap.posted(rules, "payout-limit", "25.11(d)", covered(rules))

    def payout_floor(self, rules: Rules) -> Cents:
        most = 0
        for wager in covered(rules):
            stake = rules.limits("three-card" if wager == "three-card" else "ante").least
            most += max(odds.pays(stake) for odds in rules.pay(wager).rows.values())
        return limit_over(rules, most)

    # -- the layout

    def lies(self, rules: Rules) -> dict[str, list[tuple[float, float]]]:
        """The cross as it is dealt, 25.7(c)3: players see it from across the dealer."""
        seen = (
            (1.0, 0.0),
            (0.0, 0.0),
            (-1.0, 0.0),
            (0.0, 1.0),
            (0.0, -1.0),
        )  # left, center, right, far, near
        dealt = dict(zip(places(rules), seen, strict=True))
        return {"community": [dealt[n] for n in range(len(dealt))]}

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "raise-1" if wager == "ante" else wager

    # -- the names of hands

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """Along both axes, once the cross is open; the dealer's along the better one."""
        dealt, own = seen.get("community", ()), seen[owner]
        hand = (owner == "dealer" or owner.isdecimal()) and len(own) == 2
        if UNKNOWN in (*own, *dealt) or not hand or len(dealt) < len(places(table.rules)):
            return super().called(table, owner, {owner: own})
        lie = Cross(*(dealt[place] for place in places(table.rules)))
        values = [hand_along(axis, own[0], own[1], *lie) for axis in (HORIZONTAL, VERTICAL)]
        axes = [dealers_axis(*values)] if owner == "dealer" else [HORIZONTAL, VERTICAL]
        return ", ".join(f"{AXES[axis]}: {describe(values[axis])}" for axis in axes)


def cross(table: Table) -> Cross:
    """The community cards by their place."""
    dealt = table.cards("community")
    return Cross(*(dealt[place] for place in places(table.rules)))


def dealers_hand(table: Table) -> tuple[int, int]:
    """The dealer's axis, and the value of the hand along it."""
    a, b = table.cards("dealer")
    values = [hand_along(axis, a, b, *cross(table)) for axis in (HORIZONTAL, VERTICAL)]
    axis = dealers_axis(*values)
    return axis, values[axis]


def own_three(hand: Hand) -> str:
    """The hand of a player's two cards and the far card of the column (25.1 "Three-card wager")."""
    a, b = hand.cards
    return THREE_CARDS[three_cards(a, b, cross(hand.table).far, low_ace(hand.table.rules))]


# ---- readings ----------------------------------------------------------------------------------------


def places(rules: Rules) -> Cross:
    """The place of each community card: the row from the left, then its top and its bottom."""
    return Cross(0, 1, 2, 3, 4) if rules["reading-cross"] == "top-is-far" else Cross(0, 1, 2, 4, 3)


def covered(rules: Rules) -> tuple[str, ...]:
    """The wagers under the payout limit."""
    wagers: dict[object, tuple[str, ...]] = {
        "ante-and-raises": ("ante", *RAISES),
        "raises": RAISES,
        "all-wagers": ("three-card", "ante", *RAISES),
    }
    return wagers[rules["reading-payout-limit"]]
