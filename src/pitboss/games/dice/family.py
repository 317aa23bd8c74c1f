"""What the games with dice share: throws and their rows of a pay table; and for the craps games, the effect of a
throw on a wager (1.1, 1.2) and the stakes allowed (1.5, 1.6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from pitboss.book import Rules, Settle, carries, rule
from pitboss.money import Cents, Odds, cents, percent

THROWS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The throws of two dice, each equally likely; the index of a throw is its byte on a tape."""


@cache
def row_of(rows: tuple[str, ...], first: int, second: int) -> str | None:
    """The row of a pay table for a throw: the one with this pair of faces, else the one with this total.

    >>> row_of(("6, 7, 8", "3-3, 4-4"), 3, 3), row_of(("6, 7, 8", "3-3, 4-4"), 5, 1), row_of(("7",), 1, 1)
    ('3-3, 4-4', '6, 7, 8', None)
    """
    pair = f"{min(first, second)}-{max(first, second)}"
    return row_with(rows, pair) or row_with(rows, str(first + second))


@cache
def row_with(rows: tuple[str, ...], name: str) -> str | None:
    """The row that lists a total, a pair of faces or a point."""
    return next((row for row in rows if name in row.split(", ")), None)


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats in turn, from the left of one to that one itself. Seats are numbered clockwise from the left of the
    bank or the dealer, so after nobody (0) they are in numerical order."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))


@carries("1A.5(f)")
def losers_first(settled: Iterable[Settle | None]) -> list[Settle]:
    """What a throw has settled, in the order of the law: losing wagers are collected, then winners are paid."""
    return sorted(filter(None, settled), key=lambda each: each.result == "win")


# ---- what a throw decides, 1.1 and 1.2 -----------------------------------------------------------------

POINTS: Final = (4, 5, 6, 8, 9, 10)
LOSE, UNDECIDED, WIN, VOID = -1, 0, 1, 2


@rule('1.1 "Come out point"', '1.1 "Come point"')
def is_point(total: int) -> bool:
    """May this total be a point?"""
    return 4 <= total <= 10 and total != 7


@rule('1.1 "Come out roll"')
def next_point(point: int, total: int) -> int:
    """The come-out point after a throw; 0: the next throw is a come-out."""
    if point == 0:
        return total if is_point(total) else 0
    return 0 if total == point or total == 7 else point


@rule("1.2(a)5", "1.2(a)6", "13.2(a)1")
def before_seven(number: int, total: int) -> int:
    """A number that must be thrown before a 7."""
    if total == number:
        return WIN
    return LOSE if total == 7 else UNDECIDED


@rule("1.2(a)1", "1.2(a)3")
def line(point: int, total: int) -> int:
    """A pass or come bet on its point, or on its come-out if it has none."""
    if point != 0:
        return before_seven(point, total)
    if total == 7 or total == 11:
        return WIN
    return LOSE if total < 4 or total == 12 else UNDECIDED


@rule("1.2(a)2", "1.2(a)4")
def dont(point: int, total: int) -> int:
    """A don't pass or don't come bet on its point, or on its come-out if it has none."""
    if point == 0 and total == 12:
        return VOID
    return -line(point, total)


@rule("1.2(a)7", "1.2(a)8", "1.2(a)9", "1.2(a)10")
def hardway(number: int, first: int, second: int) -> int:
    """A number that must be thrown as a pair before it is thrown another way and before a 7."""
    total = first + second
    if total == number:
        return WIN if first == second else LOSE
    return LOSE if total == 7 else UNDECIDED


RIGHT, WRONG, HARD, ONE_ROLL, FIRE = range(5)


@rule("1.10(b)", "1.10(c)")
def decision(side: int, number: int, first: int, second: int) -> int:
    """The effect of a throw on a multi-roll wager: with the dice, against them, or the hard way."""
    if side == HARD:
        return hardway(number, first, second)
    return dont(number, first + second) if side == WRONG else line(number, first + second)


@rule("1.3(e)")
def works(come_out: bool, dormant: bool, on: bool) -> bool:
    """Does the throw count for a wager? Some are off on a come-out unless called on."""
    return on or not (come_out and dormant)


@rule("1.11(a)1")
def loser_seven(point: int, total: int) -> bool:
    """A 7 with a point on: the shooter loses the dice."""
    return point != 0 and total == 7


@rule("1A.7(a)1i", "13.7(a)1i")
def passes_shaker(total: int) -> bool:
    """If the dice are in a shaker, a player who has thrown any 7 gives it up."""
    return total == 7


# ---- what may be staked, 1.5 and 1.6 -------------------------------------------------------------------

vigorish = rule("1.5(a)", "1.5(b)")(percent)
"""The price of true odds: hundredths of a percent of the stake, never more."""


@rule("1.4(f)")
def odds_step(of: int, chip: int, unit: int) -> int:
    """The steps of a wager that can be paid in whole chips at these odds to ``of``, in the house's unit."""
    step = of * chip
    while step % unit:
        step += of * chip
    return step


@rule("1.6(a)", "1.6(b)", "1.6(c)", "1.6(d)", "1.6(e)", "1.6(f)")
def most_odds(flat: int, times: int, win: int, of: int, step: int, excess: bool) -> int:
    """The most that may support a flat bet at these odds: a multiple of it or, where the odds are laid, as much
    as wins that multiple; in steps that can be paid, and the next higher one if the house accepts it."""
    most = flat * times * of // win if win < of else flat * times
    if excess:
        most += step - 1
    return most - most % step


class Spot(NamedTuple):
    """The effect of the dice on a wager, by its name."""

    side: int
    number: int
    dormant: bool = False
    """Off on a come-out unless called on (1.3(e))."""
    stays: bool = False
    """Left on the layout after a win."""


# Wagers that one throw need not decide; all others are rows of pay tables.
SIDES: Final = {
    "pass": Spot(RIGHT, 0),
    "dont-pass": Spot(WRONG, 0),
    "come": Spot(RIGHT, 0),
    "dont-come": Spot(WRONG, 0),
    "pass-odds": Spot(RIGHT, 0),
    "dont-pass-odds": Spot(WRONG, 0),
    "come-odds": Spot(RIGHT, 0, dormant=True),
    "dont-come-odds": Spot(WRONG, 0),
    "place": Spot(RIGHT, 0),  # for mini-dice, which has no come-out: always on, and finished when it wins
    "place-win": Spot(RIGHT, 0, dormant=True, stays=True),
    "buy": Spot(RIGHT, 0, dormant=True, stays=True),
    "place-lose": Spot(WRONG, 0, stays=True),
    "lay": Spot(WRONG, 0, stays=True),
    "hard": Spot(HARD, 0, dormant=True, stays=True),
    "fire": Spot(FIRE, 0),
}
ON_THE_LINE: Final = ("pass", "dont-pass", "pass-odds", "dont-pass-odds")
MOVED: Final = ("come", "dont-come", "come-odds", "dont-come-odds")
SUPPORTED: Final = {odds: odds.removesuffix("-odds") for odds in SIDES if odds.endswith("-odds")}


@cache
def spot_of(wager: str) -> Spot:
    """``place-win-6`` and ``come-odds:6`` are both on 6; the bets on the line are on the table's point."""
    name, _, number = wager.partition(":")
    stem, _, suffix = name.rpartition("-")
    if name not in SIDES and stem in SIDES:
        name, number = stem, suffix
    return SIDES[name]._replace(number=int(number or 0)) if name in SIDES else Spot(ONE_ROLL, 0)


def odds_on(rules: Rules, wager: str, number: int) -> Odds:
    """The payout of a multi-roll wager that wins on a number."""
    pay = rules.pay(wager)
    rows = tuple(pay.rows)
    return pay[rows[0] if len(rows) == 1 else row_with(rows, str(number)) or rows[0]]


def one_roll(rules: Rules, wager: str, stake: Cents, first: int, second: int) -> tuple[Cents, Cents]:
    """The payout and the loss of a wager on the next throw: by the row of the throw or, if it is composed of
    others, part by part as if each were a separate wager (1.4(c), 1.4(d))."""
    if parts := rules.wager(wager).parts:
        units = sum(parts.values())
        shares = [one_roll(rules, part, stake * n // units, first, second) for part, n in parts.items()]
        return sum(paid for paid, _ in shares), sum(lost for _, lost in shares)
    pay = rules.pay(wager)
    row = row_of(tuple(pay.rows), first, second)
    return (0, stake) if row is None else (pay[row].pays(stake), 0)


@carries("1.5(c)", "1A.6(d)")
def vigorish_on(rules: Rules, wager: str, stake: Cents) -> Cents:
    """The price of true odds on a buy or lay bet; no other wager has one (1.5(c))."""
    kind = wager.partition("-")[0]
    return vigorish(stake, cents(rules[f"{kind}-percent"]), rules.chip) if kind in ("buy", "lay") else 0


def vigorish_at_bet(rules: Rules, wager: str) -> bool:
    """Is it collected with the bet, or only from a winner?"""
    return rules[f"{wager}-vigorish" if wager.startswith("buy") else "lay-vigorish"] == "at-bet"
