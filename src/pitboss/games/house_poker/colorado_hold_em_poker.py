"""Colorado hold 'em poker, 13:69F-23."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from pitboss.book import (
    Ask,
    Cap,
    Choice,
    Discard,
    Irregularity,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Slide,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, void
from pitboss.equipment.cards import CARDS, name
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, CHECK, FOLD, HousePoker, low_ace, three_cards
from pitboss.games.payout_limit import payable, shared_cap
from pitboss.money import DOLLAR, Cents, cents
from pitboss.ranking.high import ONE_PAIR, best_five, category
from pitboss.ranking.three import STRAIGHT
from pitboss.ranking.value import count, leading
from pitboss.table import Table

DECLARE: Final = Choice("declare-instant-winner")

# ---- outcomes, in the order of the rankings --------------------------------------------------------------

ABOVE_PAIRS: Final = ("two-pairs", *ABOVE_TWO_PAIRS)
INSTANT_WINNERS: Final = ("", "three-of-a-kind-instant-winner", "three-card-straight-flush-instant-winner")


class Bands(NamedTuple):
    """The lowest pair that is returned and the lowest that is paid, as counted by ``five_cards``, and the rows that
    follow: a hand that loses, a pair returned, a pair paid, and all above."""

    returned: int
    paid: int
    rows: tuple[str, ...]


SEVENS, NINES, TENS, JACKS = 6, 8, 9, 10
"""Pairs as ``five_cards`` counts them."""

BANDS: Final = {
    "required-bet": Bands(
        SEVENS, TENS, ("losing-hand", "pair-of-sevens-to-nines", "pair-of-tens-or-better", *ABOVE_PAIRS)
    ),
    "permissible-bet": Bands(
        NINES, JACKS, ("losing-hand", "pair-of-nines-or-tens", "pair-of-jacks-or-better", *ABOVE_PAIRS)
    ),
}
"""For ante and bet, by the version played."""
BONUS: Final = Bands(JACKS, JACKS, ("losing-hand", "losing-hand", "pair-of-jacks-or-better", *ABOVE_PAIRS))
"""For the bonus, in both versions: its table itself has the row of pairs that are returned."""


class Paragraphs(NamedTuple):
    """The bet, the losing and returned wagers, and the payout limit of each version."""

    play: str
    loses: str
    returned: str
    limit: str


PARAGRAPHS: Final = {
    "required-bet": Paragraphs("23.10(b)1", "23.10(e)", "23.10(f)", "23.12(c)"),
    "permissible-bet": Paragraphs("23.11(b)1", "23.11(e)", "23.11(f)", "23.13(c)"),
}

# ---- settlement ------------------------------------------------------------------------------------------


def paid_by(wager: str, bands: Bands, lost: str = "", returned: str = "") -> Paid:
    """A wager paid by the rows of its bands, and by the instant winners."""
    hands = (*bands.rows, *INSTANT_WINNERS[1:])
    return Paid(wager, hands, lost=lost, returned=returned, back=bands.rows[1:2] if returned else ())


ANTE_AND_BET: Final = {
    version: tuple(paid_by(wager, BANDS[version], where.loses, where.returned) for wager in ("ante", "bet"))
    for version, where in PARAGRAPHS.items()
}
"""Ante and bet, by the version played."""
BONUS_WAGER: Final = paid_by("bonus", BONUS)


class Left(Ending):
    """What a player who leaves the round loses, and what is returned first."""

    FOLD = ends("fold", ante=lose("23.10(b)2"), bonus=lose("23.10(b)2"))
    FALSE_DECLARATION = ends("false declaration", ante=lose("23.14(d)"), bonus=lose("23.14(d)"))
    BONUS_BACK = ends("", bonus=void("23.6A(d)"))
    BET_BACK = ends("", bet=void("23.14(d)"))


@rule("23.3(a)", "23.3(b)1-9", "23.10(d)1", "23.11(d)1", '23.1 "Hand"')
def five_cards(a: int, b: int, c: int, d: int, e: int) -> int:
    """The hand of two kept cards and the three community cards: nothing 0, pairs of twos to aces 1 to 13, and so
    on to the royal flush, 21. Only pairs are distinguished by rank."""
    value = best_five((a, b, c, d, e))
    made = category(value)
    if made == ONE_PAIR:
        return 1 + count(leading(value) - 1)
    return made + 12 if made else 0


@rule("23.10(e)", "23.10(f)", "23.10(g)", "23.11(e)", "23.11(f)", "23.11(g)", '23.1 "Push"')
def row_of_five(made: int, returned: int, paid: int) -> int:
    """The row of `Bands` for a hand: 0 loses, 1 is returned, the others are paid."""
    if made < paid:
        return int(made >= returned)
    return max(made - 11, 2)


@rule("23.3(c)1", "23.3(c)2", '23.1 "Instant winner"')
def instant_winner(a: int, b: int, c: int, low_ace: int) -> int:
    """Do three cards as dealt make an instant winner? An index into INSTANT_WINNERS, 0 if they do not."""
    return min(max(three_cards(a, b, c, low_ace) - STRAIGHT, 0), 2)


# ---- the game --------------------------------------------------------------------------------------------


class ColoradoHoldEmPoker(HousePoker):
    """Two of three cards kept, and three community cards, against a pay table."""

    owners = ("1", "1.discard", "community", "burn")
    computed_by = "colorado_hold_em_poker_mathematics"
    several_positions = "23.6(e)"
    aliases: ClassVar[Mapping[str, str]] = {
        "bet": "play",
        "play-without-bet": "check",
        "declare": "declare-instant-winner",
        "instant-winner": "declare-instant-winner",
        **{card: f"discard-{card}" for card in CARDS},
    }

    # -- wagers, 23.6 and 23.6A

    # -- the round, 23.7 to 23.11

    @carries(
        *('23.1 "Community card"', '23.1 "Round of play"', "23.10(c)", "23.10(g)1", "23.11(c)"),
        *("23.11(g)1",),
    )
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("23.6(c)"))
        yield from self.deal(table, hands, 3, instead=("community",) * 3)  # 23.7(c), 23.8(c), 23.9(c)
        for hand in hands:
            yield from self.decide(hand)  # 23.10(b), 23.11(b)
        staying = counterclockwise(hand for hand in hands if hand.staked)
        if not staying:
            return
        yield Show("community")  # 23.10(c), 23.11(c)
        for hand in staying:
            yield Show(hand.owner)  # 23.10(d), 23.11(d)
        settled = [each for hand in staying for each in self.settle(table, hand)]
        # All losses are collected first, returned wagers come next, and wins are paid last.
        yield from sorted(settled, key=lambda each: ("lose", "push", "win").index(each.result))

    @carries("23.10(b)3ii", "23.11(b)2ii")
    def decide(self, hand: Hand) -> Round:
        """Play with a bet as large as the ante, fold or (in the other version) play without a bet, or declare. A
        player may make a false declaration: that is what 23.14(d) is for."""
        table, ante = hand.table, hand.stake("ante")
        if not ante:  # the hand was declared void meanwhile
            return
        play = (Choice("play", ante, ante),) if table.chips(hand.seat) >= ante else ()
        required = table.rules["version"] == "required-bet"
        answer = yield Ask(hand.seat, (*play, FOLD if required else CHECK, DECLARE), hand.owner)
        if not hand.staked:
            return
        match answer.decision:
            case "fold":
                yield from self.fold(hand)
            case "declare-instant-winner":
                yield from self.declare(hand)
            case "play":
                yield Stake(hand.seat, hand.key("bet"), ante, cite(paragraphs(table.rules).play))
                yield from self.discard(hand)
            case "check":
                yield from self.discard(hand)

    @staticmethod
    def discard(hand: Hand) -> Round:
        """One of the three cards is discarded unseen."""
        choices = tuple(Choice(f"discard-{name(card)}", secret=True) for card in hand.cards)
        answer = yield Ask(hand.seat, choices, hand.owner)
        if hand.staked:
            card = next(card for card in hand.cards if answer.decision == f"discard-{name(card)}")
            hand.cards.remove(card)
            yield Slide(hand.owner, f"{hand.owner}.discard", card)

    def fold(self, hand: Hand) -> Round:
        """The ante is lost at once and, as read, so is the bonus."""
        if bonus_after_fold(hand.table.rules) is Left.BONUS_BACK:
            yield from ended(hand.table.rules, hand, Left.BONUS_BACK)
        yield from self.folded(hand, Left.FOLD)

    def declare(self, hand: Hand) -> Round:
        """Ante and bonus are paid before any community card is seen, 23.10(b)3i and 23.11(b)2i."""
        rules = hand.table.rules
        yield Show(hand.owner)
        outcome = declared(hand.cards, rules)
        if not outcome:
            yield from self.false_declaration(hand)
            return
        yield from self.within_limit(rules, list(by_cards(rules, hand, ante_and_bet(rules)[0], outcome)))
        yield from by_cards(rules, hand, BONUS_WAGER, outcome)
        yield Discard(hand.owner)

    @carries("23.6A(c)", "23.10(d)2", "23.11(d)2")
    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """Ante and bet alike, and the bonus, which does not depend on them (23.6A(d))."""
        rules = table.rules
        a, b = hand.cards
        d, e, f = table.cards("community")
        made = five_cards(a, b, d, e, f)
        row = row_in(BANDS[str(rules["version"])], made)
        settled = [each for paid in ante_and_bet(rules) for each in by_cards(rules, hand, paid, row)]
        yield from self.within_limit(rules, settled)
        yield from by_cards(rules, hand, BONUS_WAGER, row_in(BONUS, made))

    @staticmethod
    def within_limit(rules: Rules, settled: list[Settle]) -> list[Settle]:
        """Ante and bet of a hand, paid together at most the house's limit, 23.12(c) and 23.13(c)."""
        won = sum(each.pays for each in settled)
        return shared_cap(settled, payable(won, cents(rules["payout-limit"])), paragraphs(rules).limit)

    # -- irregularities, 23.14

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A declaration out of turn, possible only before the community cards are up."""
        if any(held.up for held in table.hands.get("community", ())):
            return
        for hand in self.hands(table):
            if hand.owner == irregularity.position:
                yield Show(hand.owner)
                if not declared(table.cards(hand.owner), table.rules):
                    yield from self.false_declaration(hand)

    def false_declaration(self, hand: Hand) -> Round:
        """The hand is void: its ante is lost and, as read, so is the bonus; a bet already made is returned."""
        rules = hand.table.rules
        yield from ended(rules, hand, Left.BET_BACK)
        if rules["reading-bonus-after-false-declaration"] == "returned":
            yield from ended(rules, hand, Left.BONUS_BACK)
        yield from self.folded(hand, Left.FALSE_DECLARATION)

    # -- mathematics

    def caps(self, rules: Rules) -> list[Cap]:
        return Cap.posted(rules, "payout-limit", paragraphs(rules).limit, ("ante", "bet"))

    def payout_floor(self, rules: Rules) -> Cents:
        return DOLLAR * rules.figure("payout-limit")


# ---- readings and limits ---------------------------------------------------------------------------------


def paragraphs(rules: Rules) -> Paragraphs:
    return PARAGRAPHS[str(rules["version"])]


def ante_and_bet(rules: Rules) -> tuple[Paid, ...]:
    return ANTE_AND_BET[str(rules["version"])]


def row_in(bands: Bands, made: int) -> str:
    return bands.rows[row_of_five(made, bands.returned, bands.paid)]


def bonus_after_fold(rules: Rules) -> Left:
    """The result of the bonus when its player folds."""
    return Left.BONUS_BACK if rules["reading-bonus-after-fold"] == "returned" else Left.FOLD


def declared(cards: Sequence[int], rules: Rules) -> str:
    """The instant winner in these cards; with one of the three discarded there is none."""
    if len(cards) < 3:
        return ""
    a, b, c = cards
    return INSTANT_WINNERS[instant_winner(a, b, c, low_ace(rules))]
