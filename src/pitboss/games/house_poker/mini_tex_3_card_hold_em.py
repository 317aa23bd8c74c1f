"""Mini-tex 3 card hold 'em, 13:69F-37."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from pitboss.book import Event, Irregularity, Round, Rules, Say, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, Fate, Paid, by_cards, ended, ends, lose, push, win
from pitboss.games.against_dealer import Hand, counterclockwise, thinks
from pitboss.games.house_poker.family import FOLD, HousePoker
from pitboss.ranking.three import HIGH_CARD, PAIR, describe, least, three_card_value
from pitboss.ranking.value import ACE, value_of
from pitboss.table import Table, Void

# ---- outcomes of pocket poker, from the lowest ------------------------------------------------------------

POCKET: Final = ("nothing", "straight", "pair", "straight-flush", "pair-of-aces", "royal-straight-flush")
STRAIGHT, POCKET_PAIR, STRAIGHT_FLUSH, PAIR_OF_ACES, ROYAL = range(1, 6)
ACES, KINGS, TWOS = 12, 11, 0
"""As ranks."""

KING: Final = ACE >> 1
PAIRS: Final = least(PAIR, 0)
QUALIFIER: Final = {"ace-king": value_of(HIGH_CARD, ACE | KING, 0), "pair": PAIRS}
"""The minimum value of a qualifying dealer's hand, by the house's choice."""

STREETS: Final = {"flop": "37.10(a)", "river": "37.10(c)", "play": "37.10(e)"}
"""The wagers by which a player stays in, and the paragraph of the decision."""

# ---- settlement --------------------------------------------------------------------------------------


@rule("37.5(a)", "37.5(b)1-6", "37.5(c)", "37.10(f)", "37.10(g)", '37.1 "Hand"')
def best_three(a: int, b: int, c: int, d: int, e: int) -> int:
    """The best three-card hand of two hole cards (a, b) and three community cards, the player's or the dealer's.
    At least one hole card plays: of the ten hands of three cards, the community cards alone do not count."""
    return max(
        three_card_value(a, b, c),
        three_card_value(a, b, d),
        three_card_value(a, b, e),
        three_card_value(a, c, d),
        three_card_value(a, c, e),
        three_card_value(a, d, e),
        three_card_value(b, c, d),
        three_card_value(b, c, e),
        three_card_value(b, d, e),
    )


def others(fate: Fate) -> dict[str, Fate]:
    """The results of ante, flop and river wagers."""
    return dict.fromkeys(("ante", "flop", "river"), fate)


class MiniTexShowdown(Ending):
    """The results of the wagers against the dealer; a fold gives up all that were made."""

    FOLD_BEFORE_THE_FLOP = ends("fold", ante=lose("37.10(a)2"))
    FOLD_BEFORE_THE_RIVER = ends("fold", ante=lose("37.10(c)2"), flop=lose("37.10(c)2"))
    FOLD = ends("fold", **others(lose("37.10(e)2")))
    HIGHER = ends("higher hand", **others(win("37.10(g)3")), play=win("37.10(g)3"))
    HIGHER_THAN_NO_ACE_KING = ends(
        "higher hand", **others(win("37.10(g)4")), play=push("37.10(g)4", "dealer has no ace-king")
    )
    HIGHER_THAN_NO_PAIR = ends(
        "higher hand", **others(win("37.10(g)4")), play=push("37.10(g)4", "dealer has no pair")
    )
    PUSH = ends("push", **others(push("37.10(g)5")), play=push("37.10(g)5"))
    LOWER = ends("lower hand", **others(lose("37.10(g)2")), play=lose("37.10(g)2"))


FOLDS: Final = (
    MiniTexShowdown.FOLD_BEFORE_THE_FLOP,
    MiniTexShowdown.FOLD_BEFORE_THE_RIVER,
    MiniTexShowdown.FOLD,
)
"""By whether one or both of flop and river wager were made."""
POCKET_POKER: Final = Paid("pocket-poker", POCKET)


# Unlike in similar games, the text lets a dealer whose hand does not qualify win: the qualifying rank decides nothing
# but whether the play wager of a higher hand is paid.
@rule("37.10(g)2", "37.10(g)3", "37.10(g)4", "37.10(g)5", '37.1 "Push"')
def against_dealer(mine: int, theirs: int, qualifier: int) -> MiniTexShowdown:
    """How a hand that was played ends."""
    if mine < theirs:
        return MiniTexShowdown.LOWER
    if mine == theirs:
        return MiniTexShowdown.PUSH
    if theirs >= qualifier:
        return MiniTexShowdown.HIGHER
    return (
        MiniTexShowdown.HIGHER_THAN_NO_PAIR if qualifier == PAIRS else MiniTexShowdown.HIGHER_THAN_NO_ACE_KING
    )


@rule("37.5(d)1-5", "37.11(c)", '37.1 "Pocket poker hand"')
def pocket_hand(a: int, b: int, ace_two: int) -> int:
    """The row of pocket poker that two cards make, as an index into POCKET. Ace-two is consecutive only on request."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    suited = a & 3 == b & 3
    if high == low:
        return PAIR_OF_ACES if high == ACES else POCKET_PAIR
    if high - low == 1 or (ace_two and high == ACES and low == TWOS):
        if suited:
            return ROYAL if low == KINGS else STRAIGHT_FLUSH
        return STRAIGHT
    return 0


# ---- the game ----------------------------------------------------------------------------------------


class MiniTex3CardHoldEm(HousePoker):
    """Ante, flop, river and play against the dealer, pocket poker on the player's two cards."""

    owners = (*HousePoker.owners, "community")
    computed_by = "mini_tex_3_card_hold_em_mathematics"
    several_positions = "37.13"  # the rest of 37.6 is data

    # -- the round, 37.7 to 37.10

    @carries(
        *('37.1 "Community card"', '37.1 "Flop"', '37.1 "River"', '37.1 "Hole card"'),
        *('37.1 "Round of play"', "37.7(b)", "37.8(b)3", "37.9(b)2", "37.10(b)", "37.10(d)"),
    )
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("37.6(b)"))
        yield from self.deal(table, hands, 2)
        yield from self.stay_or_fold(hands, "flop", 1)
        yield from self.community(2, up=any(hand.stake("flop") for hand in hands))  # 37.10(b)
        yield from self.stay_or_fold(hands, "river", 1)
        yield from self.community(1, up=any(hand.stake("river") for hand in hands))  # 37.10(d)
        yield from self.stay_or_fold(hands, "play", 2)
        yield Show("dealer")  # 37.10(f)
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])

    def stay_or_fold(self, hands: Iterable[Hand], wager: str, antes: int) -> Round:
        """The next wager, of this many antes, or a fold."""
        for hand in hands:
            if ante := hand.stake("ante"):
                yield from self.raise_or(hand, wager, ante, antes, antes, FOLD, f"{STREETS[wager]}1")
                if not hand.stake(wager):
                    yield from self.fold(hand)

    def fold(self, hand: Hand) -> Round:
        """All wagers made so far are given up; pocket poker stays."""
        yield from self.folded(hand, FOLDS[sum(hand.stake(street) > 0 for street in STREETS)])

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """The wagers of a hand, 37.10(g)."""
        if hand.stake("play"):
            mine, theirs = (
                best_three(*table.cards(owner), *table.cards("community")) for owner in (hand.owner, "dealer")
            )
            yield from ended(table.rules, hand, against_dealer(mine, theirs, qualifier(table.rules)))
        yield from self.pocket_poker(table, hand)

    @carries("37.10(g)6")
    def pocket_poker(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """The wager on the two cards alone, 37.10(g)6."""
        if hand.stake("pocket-poker"):
            a, b = table.cards(hand.owner)
            yield from by_cards(
                table.rules, hand, POCKET_POKER, POCKET[pocket_hand(a, b, ace_two(table.rules))]
            )

    # -- irregularities, 37.12

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """An automated shoe is empty when everybody has two cards (37.9(d))."""
        if irregularity.id == "dealing-shoe-failure" and self.all_dealt(table):
            return False
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card of the dealer's is exposed."""
        if any(map(undecided, self.hands(table))):
            raise Void(cite("37.12(a)"))
        yield from ()

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """Pocket poker, which needs complete hands; 37.12(a) does not wait for the deal to end."""
        yield from self.rest_of_deal(table, hands, 2)
        for hand in counterclockwise(hands):
            yield Show(hand.owner)
            yield from self.pocket_poker(table, hand)

    # -- the names of hands

    hand_cards = 3
    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        a, b, *_ = cards
        return max(three_card_value(*three) for three in combinations(cards, 3) if a in three or b in three)

    def qualifies(self, rules: Rules, value: int) -> bool:
        return value >= qualifier(rules)


def qualifier(rules: Rules) -> int:
    """The minimum value of a qualifying dealer's hand at this table."""
    return QUALIFIER[str(rules["dealer-qualifier"])]


def ace_two(rules: Rules) -> int:
    """Do ace and two count as consecutive?"""
    return int(rules["reading-pocket-ace-two"] == "as-read")


def undecided(hand: Hand) -> bool:
    """Does the player still have a decision? As printed, 37.12(a) requires only the flop wager."""
    last = "play" if hand.table.rules["reading-dealer-card-exposed"] == "as-read" else "flop"
    return thinks(hand, last)
