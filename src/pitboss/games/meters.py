"""Meters of progressive wagers: what each wager adds to them, and their reset amounts. In addition to the meter that is
paid there may be a reset meter, which refills it."""

from __future__ import annotations

from pitboss.book import Move, cite, rule
from pitboss.money import Cents
from pitboss.table import Bet, Table


@rule(
    "16.12(e)", "16.12(f)", "38.11(e)", "38.11(f)", "40.11(e)", "43.12(d)", "43.12(e)", "3.13(f)", "7.13(f)"
)
def part_of(amount: int, share: int, whole: int) -> int:
    """A share of an amount that is a minimum: rounded up to the cent."""
    return -(-amount * share // whole)


def feed_meter(account: str, bet: Bet, hundredths: int, paragraph: str) -> Move:
    """The share of a progressive wager that goes to its meter (in hundredths of a percent): a minimum, so rounded up to
    the cent."""
    amount = part_of(bet.stake, hundredths, 10_000)
    return Move("bank", account, amount, "rate of progression", cite(paragraph), (bet.seat, bet.wager))


def feed_both(meter: str, bet: Bet, rate: int, reset_part: int, paragraph: str) -> list[Move]:
    """What a progressive wager adds to its meter and the reset meter: together at least the rate of progression, and
    this percentage of it to the reset meter."""
    both = part_of(bet.stake, rate, 100)
    later = both * reset_part // 100
    parts = {meter: both - later, f"{meter}-reset": later}
    on = bet.seat, bet.wager
    return [
        Move("bank", account, part, "rate of progression", cite(paragraph), on)
        for account, part in parts.items()
    ]


def reset_meter(table: Table, meter: str, house: Cents, paragraph: str, on: tuple[int, str]) -> list[Move]:
    """After all of a meter is paid: what the reset meter holds, and what the house adds."""
    kept = table.ledger[f"{meter}-reset"]
    return [
        Move(f"{meter}-reset", meter, kept, "the meter reset", cite(paragraph), on),
        Move("bank", meter, house, "the house's part of the reset", cite(paragraph), on),
    ]
