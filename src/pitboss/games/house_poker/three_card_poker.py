"""Three-card poker, 13:69F-20."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.book import Refused, Round, Rules, Say, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, HousePoker
from pitboss.money import Cents
from pitboss.ranking.high import THREE_OF_A_KIND, hand_of, high_value
from pitboss.ranking.high import category as high_category
from pitboss.ranking.three import QUEEN_HIGH, category, describe, mini_royal, three_card_value
from pitboss.solve.streets import Street
from pitboss.table import Bet, Table

# ---- outcomes, in the order of the pay tables --------------------------------------------------------

OWN_HAND = (
    "high-card",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "mini-royal",
    "mini-royal-spades",
)
SIX_CARDS = (
    "nothing",
    *ABOVE_TWO_PAIRS,
    "six-card-club-royal",
    "six-card-diamond-royal",
    "six-card-heart-royal",
    "six-card-spade-royal",
)
NINE_TO_ACE = 0b1_1111_1000_0000
# A table without a row of its own for these uses the row they belong to.
BELONGS_TO = {"mini-royal-spades": "mini-royal", "mini-royal": "straight-flush"} | dict.fromkeys(
    SIX_CARDS[8:], "royal-flush"
)


# ---- settlement --------------------------------------------------------------------------------------


class ThreeCardShowdown(Ending):
    """The results of ante and play, and of pair plus if the hand is folded."""

    FOLD = ends("fold", ante=lose("20.10(b)"), pair_plus=lose("20.10(b)"))
    NOT_QUEEN_HIGH = ends("dealer not queen high", ante=win("20.11(a)1"), play=push("20.11(a)1"))
    HIGHER = ends("higher hand", ante=win("20.11(a)1"), play=win("20.11(a)1"))
    DRAW = ends("draw", ante=push("20.3(c)"), play=push("20.3(c)"))
    LOWER = ends("lower hand", ante=lose("20.11(a)1"), play=lose("20.11(a)1"))


PAIR_PLUS = Paid("pair-plus", OWN_HAND, BELONGS_TO)
ANTE_BONUS = Paid("ante-bonus", OWN_HAND, BELONGS_TO, on="ante")
SIX_CARD_BONUS = Paid("six-card-bonus", SIX_CARDS, BELONGS_TO)


@rule("20.11(a)1", "20.3(c)")
def against_dealer(player: int, dealer: int) -> ThreeCardShowdown:
    """How a hand that was played ends."""
    if dealer < QUEEN_HIGH:
        return ThreeCardShowdown.NOT_QUEEN_HIGH
    if player > dealer:
        return ThreeCardShowdown.HIGHER
    return ThreeCardShowdown.DRAW if player == dealer else ThreeCardShowdown.LOWER


@rule("20.11(a)2", "20.11(a)3")
def own_hand(a: int, b: int, c: int) -> int:
    """The row of pair plus and ante bonus that three cards make, as an index into OWN_HAND."""
    if mini_royal(a, b, c):
        return 7 if a & 3 == 3 else 6
    return category(three_card_value(a, b, c))


@rule("20.12A(a)")
def five_card_row(value: int) -> int:
    """The row that the best five cards make, as an index into SIX_CARDS; less than three of a kind is nothing."""
    kind = high_category(value)
    return 0 if kind < THREE_OF_A_KIND else kind - THREE_OF_A_KIND + 1


@rule("20.12A(a)1-7", "20.12A(c)")
def six_cards(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The row of the six-card bonus that six cards make, as an index into SIX_CARDS."""
    hand = hand_of((a, b, c, d, e, f))
    for suit in range(4):
        if hand == NINE_TO_ACE << 13 * suit:
            return 8 + suit
    return five_card_row(high_value(hand))


STREET = Street(cite="20.10(b)", own=3, wager="play", times=(1,), folds=True)

# ---- the game ----------------------------------------------------------------------------------------


class ThreeCardPoker(HousePoker):
    """Ante and play against the dealer, pair plus against the table, six cards for a bonus."""

    computed_by = "three_card_poker_mathematics"
    prompt = ("pair-plus",)
    several_positions = "20.6(e)"

    # -- wagers, 20.6

    def accept(self, table: Table, bet: Bet) -> None:
        super().accept(table, bet)
        hand = Hand(bet.position, bet.seat, table, [])
        stake = {wager: hand.stake(wager) for wager in ("ante", "pair-plus")}
        stake[bet.id] = stake.get(bet.id, 0) + bet.stake
        if table.rules["version"] != "20.6(f)3" or (stake["ante"] and stake["pair-plus"]):
            check_version(table.rules, stake["ante"], stake["pair-plus"])

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        super().release(table, bet, amount)
        hand = Hand(bet.position, bet.seat, table, [])
        left = {wager: hand.stake(wager) for wager in ("ante", "pair-plus", "six-card-bonus")}
        left[bet.id] -= amount
        if table.rules["version"] != "20.6(f)3" and left["pair-plus"]:
            check_version(table.rules, left["ante"], left["pair-plus"])

    def ready(self, table: Table) -> None:
        super().ready(table)
        for hand in self.hands(table):
            check_version(table.rules, hand.stake("ante"), hand.stake("pair-plus"))

    # -- the round, 20.7 to 20.10

    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("20.6(d)"))
        yield from self.deal(table, hands, STREET.own)
        for hand in hands:
            if ante := hand.stake("ante"):
                yield from self.on_street(hand, STREET, ante)
        folded = [hand for hand in hands if hand.stake("ante") and not hand.stake("play")]
        for hand in folded:
            # The six-card bonus stays, and so do the cards.
            yield from self.fold(hand)
        yield Show("dealer")
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])  # 20.10(c)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, ThreeCardShowdown.FOLD)

    @carries("20.12A(d)")
    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """The wagers of a hand, 20.11."""
        dealer = table.cards("dealer")
        a, b, c = hand.cards
        mine, theirs = three_card_value(a, b, c), three_card_value(*dealer)
        own = OWN_HAND[own_hand(a, b, c)]
        if hand.stake("play"):
            yield from ended(table.rules, hand, against_dealer(mine, theirs))
            yield from by_cards(table.rules, hand, ANTE_BONUS, own)
        yield from by_cards(table.rules, hand, PAIR_PLUS, own)
        if hand.stake("six-card-bonus"):
            yield from by_cards(table.rules, hand, SIX_CARD_BONUS, SIX_CARDS[six_cards(a, b, c, *dealer)])

    # -- the names of hands

    hand_cards = 3
    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return three_card_value(*cards[:3])

    def qualifies(self, rules: Rules, value: int) -> bool:
        return value >= QUEEN_HIGH

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "ante-bonus" if wager == "ante" else wager


def check_version(rules: Rules, ante: Cents, pair_plus: Cents) -> None:
    """The amounts that the version of the game requires (20.6(f))."""
    lacks = [wager for wager, stake in (("ante", ante), ("pair-plus", pair_plus)) if not stake]
    match rules["version"]:
        case "20.6(f)1" if pair_plus > ante:
            raise Refused("pair plus requires an ante at least as large", "20.6(f)1", lacks=lacks)
        case "20.6(f)2" if pair_plus > 2 * ante:
            raise Refused("pair plus requires an ante at least half as large", "20.6(f)2", lacks=lacks)
        case "20.6(f)3" if lacks:
            raise Refused("ante and pair plus are both required at this table", "20.6(f)3", lacks=lacks)
        case "20.6(f)3" if max(ante, pair_plus) > 5 * min(ante, pair_plus):
            raise Refused("neither ante nor pair plus may be more than five times the other", "20.6(f)3")
