"""Endings: the money of a wager, written once for the table, the exact odds and the compiled round.

A wager ends on a line of the dealer's card. Every line has the same five integers, so one function pays all of them::

    WIN, OF   the odds: this much is won for this much staked
    PRIZE     paid in addition, the same for any stake
    MOST      the limit on what is paid
    TAKEN     halves of the stake that are lost

A rule names the line by an `Ending`. The numbers stay in the TOML file; here is what leads to them::

    class Showdown(Ending):
        FOLD = ends("fold", ante=lose("20.10(b)"), pair_plus=lose("20.10(b)"))
        HIGHER = ends("higher hand", ante=win("20.11(a)1"), play=win("20.11(a)1"))
        DRAW = ends("draw", ante=push("20.3(c)"), play=push("20.3(c)"))

    PAIR_PLUS = Paid("pair-plus", OWN_HAND)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, Protocol, Self

from pitboss.book.data import PayTable
from pitboss.book.events import Result, Settle
from pitboss.book.rules import Rules
from pitboss.law import Refused, rule
from pitboss.money import Cents, Odds

WIN, OF, PRIZE, MOST, TAKEN = range(5)
NOTHING, HALF, ALL = range(3)
NO_LIMIT: Final = 1 << 62

Line = tuple[int, int, int, int, int]


@rule(lean=True)
def pays(stake: int, line: Sequence[int]) -> int:
    """The payment of a stake that ends on this line."""
    won = stake * line[WIN]
    if line[OF] != 1:  # a division takes as long as everything else; a fraction of a cent goes to the player
        won = (won + line[OF] - 1) // line[OF]
    return min(won + line[PRIZE], line[MOST])


@rule(lean=True)
def loses(stake: int, line: Sequence[int]) -> int:
    """The part of the stake that is lost."""
    return stake * line[TAKEN] >> 1


@rule(lean=True)
def brings(stake: int, line: Sequence[int]) -> int:
    """The player's net result."""
    return pays(stake, line) - loses(stake, line)


_pays, _loses = pays.function, loses.function  # for a table, which asks for one wager at a time


# ---- what becomes of a wager -----------------------------------------------------------------------------


class Fate(NamedTuple):
    """The result of one wager, and its paragraph."""

    result: Result
    cite: str
    row: str = ""
    """The row of its pay table that pays it."""
    outcome: str = ""
    """How it is described, if not as the ending is."""
    taken: int = NOTHING
    hands: Paid | None = None
    """It is paid by the hand, ..."""
    unpaid: Fate | None = None
    """... and this is its result if its table has no row for the hand."""


def win(paragraph: str, row: str = "win", outcome: str = "") -> Fate:
    return Fate("win", paragraph, row, outcome)


def win_by(hands: Paid, paragraph: str, unpaid: Fate | None = None) -> Fate:
    return Fate("win", paragraph, hands=hands, unpaid=unpaid)


def push(paragraph: str, outcome: str = "") -> Fate:
    return Fate("push", paragraph, outcome=outcome)


def void(paragraph: str, outcome: str = "") -> Fate:
    return Fate("void", paragraph, outcome=outcome)


def lose(paragraph: str, taken: int = ALL, outcome: str = "") -> Fate:
    return Fate("lose", paragraph, outcome=outcome, taken=taken)


def ends(outcome: str, **fates: Fate) -> tuple[str, Mapping[str, Fate]]:
    """An ending, its description, and the result of each wager in it (underscores stand for hyphens)."""
    return outcome, {wager.replace("_", "-"): fate for wager, fate in fates.items()}


class Ending(IntEnum):
    """How a hand may end. A rule returns a member, plain or compiled."""

    outcome: str
    fates: Mapping[str, Fate]

    def __new__(cls, outcome: str, fates: Mapping[str, Fate]) -> Self:
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        member.outcome, member.fates = outcome, fates
        return member


class Paid(NamedTuple):
    """A wager decided by the cards alone: paid by the row of their hand, lost if the hand has none. A bonus is paid on
    the stake of another wager and has nothing to lose."""

    wager: str
    hands: tuple[str, ...]
    belongs: Mapping[str, str] = {}
    """The row for a hand in a table without a row for that hand itself."""
    on: str = ""
    returned: str = ""
    lost: str = ""
    """The paragraphs by which it is returned and lost, if those are not its pay table's."""
    back: tuple[str, ...] = ()
    """The hands without a row that still return it."""
    taken: int = NOTHING
    """The part of the stake that is taken even if it is paid."""

    def row(self, pay: PayTable, hand: str) -> str | None:
        if hand not in self.hands:
            raise Refused(f"{self.wager} has no payout for {hand!r}")
        return pay.row(hand, self.belongs)


# ---- lines -----------------------------------------------------------------------------------------------


def line_of(odds: Odds, most: Cents = NO_LIMIT, meter: Cents = 0) -> Line:
    """The line of a winning row; a share of a meter is a prize of that amount."""
    return odds.win, odds.stake, odds.prize + meter * odds.meter // 100, most, NOTHING


def line(rules: Rules, wager: str, fate: Fate | None, hand: str = "", most: Cents = NO_LIMIT) -> Line:
    """The line on which a wager ends at this table; a wager that the ending leaves out is not touched."""
    if fate is None:
        return 0, 1, 0, NO_LIMIT, NOTHING
    if fate.result != "win":
        return 0, 1, 0, NO_LIMIT, fate.taken
    pay = rules.pay(wager)
    if fate.hands is None:
        return line_of(pay[fate.row], most)
    row = fate.hands.row(pay, hand)
    return line_of(pay[row], most) if row else line(rules, wager, fate.unpaid)


def card_line(rules: Rules, paid: Paid, hand: str, meter: Cents = 0) -> Line:
    """The line of a wager on the cards alone."""
    return _card_line(rules.pay(paid.wager) if rules.offers(paid.wager) else None, paid, hand, meter)


def _card_line(pay: PayTable | None, paid: Paid, hand: str, meter: Cents = 0) -> Line:
    if pay and (row := paid.row(pay, hand)):
        win, of, prize, most, _ = line_of(pay[row], meter=meter)
        return win, of, prize, most, paid.taken
    return 0, 1, 0, NO_LIMIT, NOTHING if paid.on or hand in paid.back else ALL


# ---- at the table ----------------------------------------------------------------------------------------


class Spot(Protocol):
    """The place of a player's wagers."""

    @property
    def seat(self) -> int: ...
    def key(self, wager: str) -> str: ...
    def stake(self, wager: str) -> Cents: ...


def ended(
    rules: Rules, spot: Spot, ending: Ending, hand: str = "", given: str = "", only: str = ""
) -> Iterator[Settle]:
    """Settle every wager of the spot that the ending decides, or ``only`` this one; ``given``: the description, if the
    game has words of its own."""
    for wager in (only,) if only else ending.fates:
        if stake := spot.stake(wager):
            key = id(ending), wager, hand  # members are unique, and their own hash is slow
            end = rules.ends.get(key) or rules.ends.setdefault(key, _end(rules, ending, wager, hand))
            found, result, paragraph, outcome = end
            yield _settled(spot, wager, result, stake, found, paragraph, given or outcome)


def _end(rules: Rules, ending: Ending, wager: str, hand: str) -> tuple[Line, Result, str, str]:
    """The line of a wager in an ending with this hand, its result, the paragraph and the description."""
    fate = ending.fates[wager]
    found, outcome = line(rules, wager, fate, hand), ""
    if fate.hands is not None:
        if found[WIN] or found[PRIZE]:
            outcome = hand
        elif fate.unpaid is not None:
            fate = fate.unpaid
    return found, fate.result, rules.game.cite(fate.cite), outcome or fate.outcome or ending.outcome


def by_cards(rules: Rules, spot: Spot, paid: Paid, hand: str) -> Iterator[Settle]:
    """Settle a wager on the cards alone, if it was made; a bonus only if it is paid."""
    if stake := spot.stake(paid.on or paid.wager):
        key = id(paid), hand
        end = rules.ends.get(key)
        if end is None:  # it keeps alive the wager whose memory address is the key
            end = rules.ends[key] = *_card_end(rules, paid, hand), paid
        found, result, paragraph, _ = end
        if result == "win" or not paid.on:
            yield _settled(spot, paid.wager, result, stake, found, paragraph, hand)


def _card_end(rules: Rules, paid: Paid, hand: str) -> tuple[Line, Result, str]:
    """The line of a wager on the cards alone, its result and the paragraph."""
    pay = rules.pay(paid.wager)
    found = _card_line(pay, paid, hand)
    if found[WIN] or found[PRIZE]:
        return found, "win", pay.cite
    if found[TAKEN]:
        return found, "lose", rules.game.cite(paid.lost) if paid.lost else pay.cite
    return found, "push", rules.game.cite(paid.returned) if paid.returned else pay.cite


def _settled(
    spot: Spot, wager: str, result: Result, stake: Cents, found: Line, paragraph: str, outcome: str
) -> Settle:
    paid = _pays(stake, found) if result == "win" else 0
    lost = _loses(stake, found) if found[TAKEN] else 0
    return Settle(spot.seat, spot.key(wager), result, paid, lost, paragraph, outcome)


def lines(rules: Rules, wager: str, endings: Iterable[Ending]) -> list[Line]:
    """The line of each ending."""
    return [line(rules, wager, ending.fates.get(wager)) for ending in endings]


def lines_by_hand(
    rules: Rules, wager: str, endings: Iterable[Ending], hands: Sequence[str], most: Cents = NO_LIMIT
) -> list[list[Line]]:
    """The line of each ending and hand."""
    return [[line(rules, wager, ending.fates.get(wager), hand, most) for hand in hands] for ending in endings]


def card_lines(rules: Rules, paid: Paid, meter: Cents = 0) -> list[Line]:
    """The line of each hand."""
    return [card_line(rules, paid, hand, meter) for hand in paid.hands]
