"""Side wagers. Each is a row of data with one rule on three cards, which the table, the exact odds and the compiled
round share: the rule finds the row that pays; the first row loses."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from math import lcm
from typing import NamedTuple

from pitboss.book import Rules, Settle, rule
from pitboss.book.endings import (
    ALL,
    MOST,
    NO_LIMIT,
    NOTHING,
    OF,
    PRIZE,
    TAKEN,
    WIN,
    Line,
    line_of,
    loses,
    pays,
)
from pitboss.book.events import Result
from pitboss.games.blackjack.hands import add, is_one_suit, is_three_sevens, points, total
from pitboss.law import Refused, Rule
from pitboss.money import money
from pitboss.table import Bet

SEVEN, NINE, JACK, QUEEN, KING, ACE = 5, 7, 9, 10, 11, 12
"""Ranks: two is 0."""
QUEEN_OF_HEARTS = 4 * QUEEN + 2
NO_CARD = -1


class When(IntEnum):
    """The three cards that a wager depends on."""

    FIRST_CARDS = 0  # the player's two and the dealer's first
    THREE_CARDS = 1  # the player's first three, or two and no card
    DEALERS_CARDS = 2  # the dealer's first three
    TWO_CARDS_AND_BLACKJACK = 3  # the player's two, and whether the dealer has a blackjack


class SideWager(NamedTuple):
    """A side wager."""

    wager: str
    rows: tuple[str, ...]
    row: Rule[[int, int, int], int]
    when: When
    lost: str
    """The paragraph by which it is collected."""
    needs: str
    """The paragraph by which it requires a wager on the hand."""
    at_most: str = ""
    """The paragraph by which it may not exceed that wager, if there is one."""
    losers_first: bool = False
    """All losers at the table are collected before a winner is paid; otherwise it is settled player by player."""
    paid_as: Mapping[str, tuple[str, ...]] = {}
    """Rows that are paid as several rows of the pay table."""
    cites: Mapping[str, str] = {}
    """The paragraphs of rows that are paid under a paragraph other than the pay table's."""
    lost_by: Mapping[str, str] = {}
    """Rows other than the first that also lose, each under its own paragraph."""

    def line(self, rules: Rules, row: int) -> Line:
        """The line on which it ends at this table."""
        pay, given = rules.pay(self.wager), self.rows[row]
        if not row or given in self.lost_by:
            return 0, 1, 0, NO_LIMIT, ALL
        found = [line_of(pay[each]) for each in self.paid_as.get(given, (given,))]
        of = lcm(*(each[OF] for each in found))
        won = sum(each[WIN] * of // each[OF] for each in found)
        return won, of, sum(each[PRIZE] for each in found), min(each[MOST] for each in found), NOTHING

    def lines(self, rules: Rules) -> list[Line]:
        return [self.line(rules, row) for row in range(len(self.rows))]

    def settled(self, rules: Rules, bet: Bet, row: int) -> Settle:
        """The result of a wager whose cards make this row."""
        found, game, given = self.line(rules, row), rules.game, self.rows[row]
        if bet.stake * found[WIN] % found[OF]:
            raise Refused(f"{money(bet.stake)} cannot be paid at {found[WIN]} to {found[OF]}", "1.4(f)")
        won = game.cite(self.cites[given]) if given in self.cites else rules.pay(self.wager).cite
        paragraph = game.cite(self.lost_by.get(given, self.lost)) if found[TAKEN] else won
        result: Result = "lose" if found[TAKEN] else "win"
        paid, lost = pays(bet.stake, found), loses(bet.stake, found)
        return Settle(bet.seat, bet.wager, result, paid, lost, paragraph, given)


# ---- the player's first cards, 2.17(a)1 and 2 ------------------------------------------------------------


@rule("2.17(b)1", "2.17(c)", "2.2(b)3ii")
def over_13(a: int, b: int, up: int) -> int:  # noqa: ARG001
    """Do two cards count more than 13, aces one? 1: more, 2: exactly 13."""
    both = points(a) + points(b)
    return 2 if both == 13 else int(both > 13)


@rule("2.17(b)2", "2.17(c)", "2.2(b)3ii")
def under_13(a: int, b: int, up: int) -> int:  # noqa: ARG001
    """Do two cards count less than 13, aces one? 1: less, 2: exactly 13."""
    both = points(a) + points(b)
    return 2 if both == 13 else int(both < 13)


@rule("2.17(b)3", "2.17(e)2")
def same_suit(a: int, b: int, up: int) -> int:  # noqa: ARG001
    """0: different suits, 1: one suit, 2: its king and queen."""
    if a & 3 != b & 3:
        return 0
    return 2 if min(a, b) >> 2 == QUEEN and max(a, b) >> 2 == KING else 1


# ---- sevens, 2.17(a)3 ------------------------------------------------------------------------------------


@rule("2.17(b)4", "2.17(e)3")
def sevens(a: int, b: int, c: int) -> int:
    """The highest row of the first three cards, of which the first must be a seven; ``c`` may be missing."""
    if a >> 2 != SEVEN:
        return 0
    if b >> 2 != SEVEN:
        return 1
    if is_three_sevens(a, b, c):
        return 5 if is_one_suit(a, b, c) else 4
    return 3 if a == b else 2


# ---- with the dealer's first card, 2.23 and 2.26 ---------------------------------------------------------


@rule("2.23(a)", "2.23(f)", "19.6(a)", "19.6(e)")
def matches(card: int, up: int) -> int:
    """Does a card match the dealer's? 0: no, 1: in another suit, 2: in the same."""
    return 0 if card >> 2 != up >> 2 else 2 if card == up else 1


@rule("2.23(a)2", "19.6(a)")
def match_the_dealer(a: int, b: int, up: int) -> int:
    """How each of two cards matches: three times the first's, and the second's."""
    return 3 * matches(a, up) + matches(b, up)


MATCHES = ("", "match", "suited match")
BOTH_MATCHES = tuple(" and ".join(filter(None, (first, second))) for first in MATCHES for second in MATCHES)
PAID_AS = {" and ".join((first, second)): (first, second) for first in MATCHES[1:] for second in MATCHES[1:]}


@rule("2.26(a)", "2.26(b)", "2.26(g)1-5")
def in_between(a: int, b: int, up: int) -> int:
    """0: not between, 5: three of a rank; else by the ranks between: 4 for one, 3, 2, and 1 for four and more."""
    low, middle, high = min(a, b) >> 2, up >> 2, max(a, b) >> 2
    if low == high:
        return 5 if middle == low else 0
    if not low < middle < high:
        return 0
    return max(6 - (high - low), 1)


# ---- the 20 point bonus, 2.24 ----------------------------------------------------------------------------


@rule("2.24(f)", "2.24(g)1-3")
def twenty_points(a: int, b: int, dealers_blackjack: int) -> int:
    """The highest row of two cards that count 20."""
    if total(points(a) + points(b), a >> 2 == ACE or b >> 2 == ACE) != 20:
        return 0
    if a == b == QUEEN_OF_HEARTS:
        return 5 if dealers_blackjack else 4
    return 3 if a == b else 2 if a & 3 == b & 3 else 1


# ---- the optional bonus, 2.25 ----------------------------------------------------------------------------


@rule("2.25(d)", "2.25(e)", "2.25(f)", "26.6(a)", "26.6(d)")
def third_card_busts(a: int, b: int, c: int) -> int:
    """Does the dealer's third card bust two cards of less than 17? 1 to 5: with a ten down to a six; 6, 7: with three
    eights of one color, of one suit."""
    hard, ace = add(points(a), points(a) == 1, points(b))
    if total(hard, ace) >= 17 or hard + points(c) <= 21:
        return 0
    if a >> 2 == b >> 2 == c >> 2:  # then they are eights
        if is_one_suit(a, b, c):
            return 7
        red = int(a & 3 in (1, 2)) + int(b & 3 in (1, 2)) + int(c & 3 in (1, 2))
        return 6 if red in (0, 3) else 3
    return 11 - points(c)


# ---- suited royals and triple match, 36.6 ----------------------------------------------------------------


@rule("36.6(a)1i-iii")
def suited_royals(a: int, b: int, up: int) -> int:
    """0: different suits, 1: one suit, 2: two face cards of it, 3: its king and queen."""
    royal = same_suit(a, b, up)
    if royal == 2:
        return 3
    return 2 if royal == 1 and min(a, b) >> 2 >= JACK and max(a, b) >> 2 <= KING else royal


@rule("36.6(a)2i-iv", '36.1 "Rank"', '36.1 "Suit"')
def triple_match(a: int, b: int, up: int) -> int:
    """0: three ranks, 1: a pair, 2: of one suit, 3: three of a rank, 4: of one suit. Jack, queen and king are different
    ranks."""
    if a >> 2 == b >> 2 == up >> 2:
        return 4 if is_one_suit(a, b, up) else 3
    if a in (b, up) or b == up:
        return 2
    return int(a >> 2 in (b >> 2, up >> 2) or b >> 2 == up >> 2)


# ---- the rows --------------------------------------------------------------------------------------------

OVER_13, UNDER_13, SAME_SUIT = (
    SideWager(
        wager,
        rows,
        found,
        When.FIRST_CARDS,
        "2.17(d)",
        "2.17(b)",
        at_most="2.17(g)1",
        losers_first=True,
        lost_by={"13": "2.17(c)"},
    )
    for wager, rows, found in (
        ("over-13", ("under 13", "over 13", "13"), over_13),
        ("under-13", ("over 13", "under 13", "13"), under_13),
        ("same-suit", ("different suits", "any two cards", "king and queen"), same_suit),
    )
)
SEVENS = SideWager(
    "sevens",
    (
        "no seven",
        "one seven",
        "two sevens",
        "two sevens of one suit",
        "three sevens",
        "three sevens of one suit",
    ),
    sevens,
    When.THREE_CARDS,
    "2.17(d)",
    "2.17(b)",
    at_most="2.17(g)1",
    losers_first=True,
)
MATCH_THE_DEALER = SideWager(
    "match-the-dealer",
    ("no match", *BOTH_MATCHES[1:]),
    match_the_dealer,
    When.FIRST_CARDS,
    "2.23(e)",
    "2.23(c)",
    losers_first=True,
    paid_as=PAID_AS,
)
IN_BETWEEN = SideWager(
    "in-between",
    (
        "not between",
        "all other spreads",
        "three-card spread",
        "two-card spread",
        "one-card spread",
        "triple match",
    ),
    in_between,
    When.FIRST_CARDS,
    "2.26(e)",
    "2.26(d)",
)
TWENTY_POINT_BONUS = SideWager(
    "twenty-point-bonus",
    (
        "no 20",
        "any 20",
        "suited 20",
        "matched 20",
        "queen of hearts pair",
        "queen of hearts pair and dealer blackjack",
    ),
    twenty_points,
    When.TWO_CARDS_AND_BLACKJACK,
    "2.24(d)",
    "2.24(c)",
)
OPTIONAL_BONUS = SideWager(
    "optional-bonus",
    (
        "no bust",
        "ten",
        "nine",
        "eight",
        "seven",
        "six",
        "three eights of one color",
        "three eights of one suit",
    ),
    third_card_busts,
    When.DEALERS_CARDS,
    "2.25(d)",
    "2.25(b)",
    at_most="2.25(c)",
    cites={"three eights of one color": "2.25(f)1", "three eights of one suit": "2.25(f)2"},
)
BUST_BONUS = OPTIONAL_BONUS._replace(
    wager="bust-bonus",
    lost="26.6(d)1",
    needs="26.6(b)",
    at_most="26.6(b)1",
    cites={"three eights of one color": "26.6(d)3i", "three eights of one suit": "26.6(d)3ii"},
)
SUITED_ROYALS, TRIPLE_MATCH = (
    SideWager(wager, rows, found, When.FIRST_CARDS, "36.7(g)", "36.6(b)", at_most="36.6(b)1")
    for wager, rows, found in (
        (
            "suited-royals",
            ("different suits", "two-card flush", "two suited face cards", "king queen suited"),
            suited_royals,
        ),
        (
            "triple-match",
            (
                "no pair",
                "pair unsuited",
                "pair suited",
                "three of a kind unsuited",
                "three of a kind suited",
            ),
            triple_match,
        ),
    )
)
