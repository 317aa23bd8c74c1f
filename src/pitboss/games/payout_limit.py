"""Ceilings on what a house pays for a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pitboss.book import Finding, Rules, Settle, cite, rule
from pitboss.book.endings import loses, pays
from pitboss.money import DOLLAR, Cents, cents, money


@rule("17.10(c)", "18.11(c)", "24.11(e)", "25.11(d)")
def payable(won: int, limit: int) -> int:
    """The limit on payments for the wagers under a payout limit on one hand; 0: the house has set none."""
    return min(won, limit) if limit else won


@rule("17.10(c)", "18.11(c)", "23.12(c)", "23.13(c)", "35.11(c)", lean=True)
def together(stake: int, wagers: int, line: Sequence[int], limit: int) -> int:
    """The net of this many equal wagers that end on one line, paid together at most the limit."""
    return payable(wagers * pays(stake, line), limit) - wagers * loses(stake, line)


@rule(
    *("17.10(c)", "18.11(c)", "24.11(e)", "25.11(d)", "28.11(e)", "29.11(e)", "32.11(e)", "33.11(c)"),
    "35.11(c)",
)
def whichever_is_greater(amount: int, most: int) -> int:
    """A payout limit, or the minimum that a house may set: this amount, or the most that the minimum wagers can win."""
    return max(amount, most)


def limit_over(rules: Rules, most: Cents) -> Cents:
    """The same at this table, where the minimum wagers can win this much."""
    return whichever_is_greater(DOLLAR * rules.figure("payout-limit"), most)


def below_floor(
    rules: Rules, floor: Cents, paragraph: str, option: str = "payout-limit"
) -> Iterator[Finding]:
    """The refusal of a payout limit below its minimum."""
    if 0 < cents(rules[option]) < floor:
        yield Finding(
            f"options.{option}", f"the payout limit must be at least {money(floor)}", cite(paragraph)
        )


@rule("32.11(e)", "38.11(h)")
def share_of(pays: int, cap: int, total: int) -> int:
    """A payment, or its share of a ceiling that the total exceeds, rounded down to the cent."""
    return pays if total <= cap else pays * cap // total


def shared_cap(
    settled: Sequence[Settle], cap: Cents, paragraph: str, whole: bool = False, rest: bool = True
) -> list[Settle]:
    """Payments under one ceiling: if their total exceeds it, each is reduced in proportion, rounded down to the cent,
    and the cents left over (the ``rest``) go to the first in order, or stay with the house; the ceiling's paragraph
    then decides the amount. With ``whole`` they add up to the ceiling even if they would not reach it."""
    total = sum(each.pays for each in settled)
    if not total or (total <= cap and not whole):
        return list(settled)
    more = cap if whole else 1  # certainly above the ceiling together, if it is paid out in full
    shares = [share_of(more * each.pays, cap, more * total) for each in settled]
    over = cap - sum(shares) if rest else 0
    limited = []
    for each, share in zip(settled, shares, strict=True):
        if each.pays:
            share, over = share + over, 0
            uncut = each.pays if share < each.pays else 0
            each = replace(each, pays=share, cite=cite(paragraph), uncut=uncut)
        limited.append(each)
    return limited
