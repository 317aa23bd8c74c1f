"""Texas hold 'em bonus poker, 13:69F-28."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitboss.book import Cap, Irregularity, Round, Rules, Say, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, Fate, Paid, by_cards, ended, ends, lose, push, win
from pitboss.games.against_dealer import Hand, counterclockwise, thinks
from pitboss.games.house_poker.boards import BoardPoker, minimum, value_of_seven
from pitboss.games.house_poker.family import CHECK, FOLD
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents
from pitboss.ranking.high import FLUSH, STRAIGHT, least
from pitboss.table import Table, Void

# ---- outcomes of the bonus, from the lowest ---------------------------------------------------------------

BONUS: Final = (
    "nothing",
    "ten-ten-through-two-two",
    "ace-queen-or-ace-jack-unsuited",
    "king-king-queen-queen-or-jack-jack",
    "ace-king-unsuited",
    "ace-queen-or-ace-jack-suited",
    "ace-king-suited",
    "ace-ace",
    "ace-ace-against-ace-ace",
)
TEN_TEN, ACE_JACK, KING_KING, ACE_KING, ACE_JACK_SUITED, ACE_KING_SUITED, ACE_ACE, BOTH_ACES = range(1, 9)
# Without the row of 28.11(d), the aces are paid as if the dealer had none.
BELONGS_TO: Final = {"ace-ace-against-ace-ace": "ace-ace"}
JACK, KING, ACE = 9, 11, 12

STRAIGHTS: Final = least(STRAIGHT, 0)
THRESHOLD: Final = {"straight": STRAIGHTS, "flush": least(FLUSH, 0)}
"""The lowest value for which a winning hand's ante is paid, by the house's choice."""

# ---- settlement --------------------------------------------------------------------------------------


def added(fate: Fate) -> dict[str, Fate]:
    """The results of flop, turn and river wagers."""
    return dict.fromkeys(("flop", "turn", "river"), fate)


class TexasBonusShowdown(Ending):
    """The results of the wagers against the dealer. A winning hand below the threshold returns the ante."""

    FOLD = ends("fold", ante=lose("28.10(a)2"))
    HIGHER = ends("higher hand", ante=win("28.10(h)2"), **added(win("28.10(h)2")))
    LESS_THAN_A_STRAIGHT = ends(
        "higher hand", ante=push("28.10(h)2", "less than a straight"), **added(win("28.10(h)2"))
    )
    LESS_THAN_A_FLUSH = ends(
        "higher hand", ante=push("28.10(h)2", "less than a flush"), **added(win("28.10(h)2"))
    )
    DRAW = ends("draw", ante=push("28.10(h)3"), **added(push("28.10(h)3")))
    LOWER = ends("lower hand", ante=lose("28.10(h)1"), **added(lose("28.10(h)1")))


BONUS_WAGER: Final = Paid("bonus", BONUS, BELONGS_TO)


@rule("28.10(h)1", "28.10(h)2", "28.10(h)3", "28.5(a)", "28.5(b)1-9", "28.5(c)", '28.1 "Push"')
def against_dealer(mine: int, theirs: int, threshold: int) -> TexasBonusShowdown:
    """How a hand with a flop wager ends. The hands are valued in the ordinary order, which is that of 28.5."""
    if mine < theirs:
        return TexasBonusShowdown.LOWER
    if mine == theirs:
        return TexasBonusShowdown.DRAW
    if mine >= threshold:
        return TexasBonusShowdown.HIGHER
    return (
        TexasBonusShowdown.LESS_THAN_A_STRAIGHT
        if threshold == STRAIGHTS
        else TexasBonusShowdown.LESS_THAN_A_FLUSH
    )


@rule("28.10(h)4", "28.11(c)")
def two_cards(a: int, b: int) -> int:
    """The row of the bonus that a player's two cards make, as an index into BONUS."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    suited = a & 3 == b & 3
    if high == low:
        return ACE_ACE if high == ACE else KING_KING if high >= JACK else TEN_TEN
    if high < ACE or low < JACK:
        return 0
    if low == KING:
        return ACE_KING_SUITED if suited else ACE_KING
    return ACE_JACK_SUITED if suited else ACE_JACK


@rule("28.11(d)")
def bonus_row(a: int, b: int, c: int, d: int) -> int:
    """The same with the dealer's cards (c, d): both may have two aces."""
    row = two_cards(a, b)
    return BOTH_ACES if row == ACE_ACE and c >> 2 == ACE and d >> 2 == ACE else row


# ---- the game ----------------------------------------------------------------------------------------


class TexasHoldEmBonusPoker(BoardPoker):
    """Ante, flop, turn and river against the dealer, bonus on the player's two cards."""

    computed_by = "texas_hold_em_bonus_poker_mathematics"
    several_positions = "28.13"  # the rest of 28.6 is data

    # -- the round, 28.7 to 28.10

    @carries(
        *('28.1 "Community cards"', '28.1 "Flop"', '28.1 "Turn"', '28.1 "River"', '28.1 "Round of play"'),
        *("28.7(b)", "28.10(b)", "28.10(d)", "28.10(f)", "28.10(g)"),
    )
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("28.6(b)"))  # 28.7(b)
        yield from self.deal(table, hands, 2)  # 28.7(d), 28.8(c), 28.9(c)
        for hand in hands:
            if ante := hand.stake("ante"):
                yield from self.raise_or(hand, "flop", ante, 2, 2, FOLD, "28.10(a)1")
                if not hand.stake("flop"):
                    yield from self.fold(hand)
        turned = any(hand.stake("flop") for hand in hands)
        yield from self.community(3, up=turned)  # 28.10(b)
        yield from self.add_or_check(hands, "turn", "28.10(c)")
        yield from self.community(1, up=turned)  # 28.10(d)
        yield from self.add_or_check(hands, "river", "28.10(e)")
        yield from self.community(1, up=turned)  # 28.10(f)
        yield Show("dealer")  # 28.10(g)
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, TexasBonusShowdown.FOLD)

    def add_or_check(self, hands: Iterable[Hand], wager: str, paragraph: str) -> Round:
        """Another ante or none, for everybody with a flop wager; marked on it, because 28.12(a) asks what is
        decided."""
        for hand in hands:
            if hand.stake("flop"):
                yield from self.raise_or(hand, wager, hand.stake("ante"), 1, 1, CHECK, paragraph)
            if hand.stake("flop"):  # a hand may have been declared void meanwhile
                hand.table.bets[hand.seat, hand.key("flop")].mark += 1

    def settle(self, table: Table, hand: Hand) -> Sequence[Settle]:
        """The wagers of a hand, 28.10(h), paid together at most the limit of 28.11(e)."""
        settled = [*self.compare(table, hand), *self.bonus(table, hand)]
        return shared_cap(settled, limit(table.rules), "28.11(e)")

    def compare(self, table: Table, hand: Hand) -> Iterator[Settle]:
        if not hand.stake("flop"):
            return
        mine, theirs = value_of_seven(table, hand.owner), value_of_seven(table, "dealer")
        yield from ended(table.rules, hand, against_dealer(mine, theirs, threshold(table.rules)))

    def bonus(self, table: Table, hand: Hand, supplemented: bool = True) -> Iterator[Settle]:
        if hand.stake("bonus"):
            a, b = table.cards(hand.owner)
            row = bonus_row(a, b, *table.cards("dealer")) if supplemented else two_cards(a, b)
            yield from by_cards(table.rules, hand, BONUS_WAGER, BONUS[row])

    # -- irregularities, 28.12

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "28.11(e)", ("ante", "flop", "turn", "river", "bonus"))]

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card of the dealer's is exposed."""
        if any(map(undecided, self.hands(table))):
            raise Void(cite("28.12(a)"))
        yield from ()

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """The bonus, which needs complete hands; 28.12(a) does not wait for the deal to end."""
        supplemented = (
            table.rules.on("aces-vs-aces-row") and table.rules["reading-aces-after-void"] == "as-read"
        )
        yield from self.rest_of_deal(table, hands, 2, *(["dealer"] if supplemented else []))
        if supplemented:
            yield Show("dealer")
        for hand in counterclockwise(hands):
            yield Show(hand.owner)
            yield from shared_cap(list(self.bonus(table, hand, supplemented)), limit(table.rules), "28.11(e)")


def undecided(hand: Hand) -> bool:
    """Does the player still have a decision? As printed, 28.12(a) requires only the flop wager."""
    if not hand.stake("flop"):
        return thinks(hand, "flop")
    decided = hand.table.bets[hand.seat, hand.key("flop")].mark
    return hand.table.rules["reading-dealer-card-exposed"] == "as-read" and decided < len(("turn", "river"))


def threshold(rules: Rules) -> int:
    """The lowest value for which a winning hand's ante is paid at this table."""
    return THRESHOLD[str(rules["ante-pay-threshold"])]


def limit(rules: Rules) -> Cents:
    """The aggregate limit of 28.11(e) at this table: what a player can win at the minimum with ante, flop, turn, river
    and the best row of the bonus."""
    best = max(odds.win for odds in rules.pay("bonus").rows.values())
    ante, flop, turn, river = (times * minimum(rules, "ante") for times in (1, 2, 1, 1))
    return limit_over(rules, ante + flop + turn + river + rules.limits("bonus").least * best)
