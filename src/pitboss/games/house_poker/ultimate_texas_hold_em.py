"""Ultimate Texas hold 'em, 13:69F-32."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.book import Deal, Irregularity, Refused, Round, Rules, Say, Settle, Show, cite, rule
from pitboss.games.house_poker.boards import KINDS, BoardPoker, minimum, undecided, value_of_seven
from pitboss.games.house_poker.bones import CHECK, FOLD, Hand, by_table, compared, shared_cap
from pitboss.money import DOLLAR, Cents
from pitboss.ranking.high import ONE_PAIR, STRAIGHT, category, least
from pitboss.table import Bet, Table, Void

# Hands rank as in the poker room: 32.5(a) is 14.3(a), 32.5(b) is 14.3(b) and 32.5(c) is 14.3(d).
PAIR: Final = least(ONE_PAIR, 0)
"""With this value or better the dealer's hand qualifies."""
PAID: Final = least(STRAIGHT, 0)
"""With this value or better a winning blind is paid."""

STREETS = (
    (0, 3, 4, CHECK, "32.10(a)"),
    (3, 2, 2, CHECK, "32.10(c)"),
    (2, 1, 1, FOLD, "32.10(e)"),
)
"""Community cards to come, how many antes the play wager may then be, the other choice, and the paragraph."""

EXPOSED, FACE_UP = cite("32.13(a)"), cite("32.13(b)")
"""The paragraphs that void all hands and yet let trips be settled."""

# ---- settlement --------------------------------------------------------------------------------------


@rule("32.10(g)", "32.10(h)1", "32.10(h)2", "32.10(h)3")
def against_dealer(mine: int, theirs: int) -> tuple[int, int, int]:
    """What becomes of ante, blind and play: 1 paid, 0 returned, -1 lost."""
    sign = (mine > theirs) - (mine < theirs)
    ante = sign if theirs >= PAIR else 0
    blind = 0 if sign > 0 and mine < PAID else sign
    return ante, blind, sign


@rule("32.11(e)")
def payout_limit(ante: int, trips: int, blind_odds: int, trips_odds: int) -> int:
    """The most a hand is paid, in cents: $50,000, or what a player of the minimum could win with a play wager of
    four antes and a royal flush, if that is more."""
    return max(50_000 * DOLLAR, ante + 4 * ante + ante * blind_odds + trips * trips_odds)


# ---- the game ----------------------------------------------------------------------------------------


class UltimateTexasHoldEm(BoardPoker):
    """Ante, blind and one play wager against the dealer, trips against the table."""

    mathematics = "ultimate_odds"
    several_positions = "32.12"

    # -- wagers, 32.6

    def accept(self, table: Table, bet: Bet) -> None:
        self.accept_position(table, bet)

    def ready(self, table: Table) -> None:
        super().ready(table)
        for hand in self.hands(table):
            if hand.stake("ante") != hand.stake("blind"):
                raise Refused(f"at position {hand.owner} ante and blind must be equal", '32.1 "Blind"')

    # -- the round, 32.7 to 32.10

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
                    yield from self.forfeit(hand, ("ante", "blind"), "32.10(e)2")
        yield Show("dealer")  # 32.10(f)
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])

    def settle(self, table: Table, hand: Hand) -> Sequence[Settle]:
        """The wagers of a hand, 32.10(h), together paid no more than the limit of 32.11(e)."""
        return shared_cap(list(self.decided(table, hand)), limit(table.rules), "32.11(e)")

    def decided(self, table: Table, hand: Hand) -> Iterator[Settle]:
        mine = value_of_seven(table, hand.owner)
        kind = KINDS[category(mine)]
        if hand.stake("play"):
            theirs = value_of_seven(table, "dealer")
            ante, blind, play = against_dealer(mine, theirs)
            outcome = ("draw", "higher hand", "lower hand")[play]
            paragraph = ("32.10(h)3", "32.11(b)", "32.10(h)1")[play]
            if theirs < PAIR:
                yield compared(hand, "ante", ante, "32.10(g)", "dealer below a pair")
            else:
                yield compared(hand, "ante", ante, paragraph, outcome)
            if blind > 0:
                yield compared(hand, "blind", blind, "32.11(c)", kind, row=kind)
            elif play > 0:
                yield compared(hand, "blind", blind, "32.10(h)2", "less-than-a-straight")
            else:
                yield compared(hand, "blind", blind, paragraph, outcome)
            yield compared(hand, "play", play, paragraph, outcome)
        if hand.stake("trips"):
            yield by_table(hand, "trips", kind)  # 32.10(h)4

    # -- irregularities, 32.13

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        hands = self.hands(table)
        match irregularity.id:
            case "dealer-card-exposed" if any(map(undecided, hands)):
                for number in (1, 2):  # trips needs whole hands, 32.13(a) does not wait for the deal to end
                    for hand in hands:
                        if hand.stake("trips") and len(table.cards(hand.owner)) < number:
                            yield Deal(hand.owner, seats=(hand.seat,))
                raise Void(EXPOSED)
            case "wrong-number-of-cards":
                yield from self.misdealt(table, irregularity.position, "32.13(d)")

    def void(self, table: Table, cite: str) -> Round:
        """All hands are void; trips is settled all the same after 32.13(a), and after (b) if everybody, the dealer
        last, has his two cards."""
        saved = cite == EXPOSED or (cite == FACE_UP and len(table.cards("dealer")) == 2)
        for bet in list(table.bets.values()):
            if bet.id != "trips" or not saved:
                yield Settle(bet.seat, bet.wager, "void", cite=cite)
        if left := self.hands(table):
            yield from self.rest_of_board(table)
            yield from self.settle_in_order(table, left)


def limit(rules: Rules) -> Cents:
    """The aggregate limit of 32.11(e) at this table."""
    best = {wager: rules.pay(wager)["royal-flush"].win for wager in ("blind", "trips")}
    return payout_limit(minimum(rules, "ante"), minimum(rules, "trips"), best["blind"], best["trips"])
