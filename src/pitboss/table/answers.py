"""Answers to a question: an answer that was offered is accepted; any other is refused with the paragraph that bars
it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.book.events import Ask, offered
from pitboss.law import Refused
from pitboss.money import Cents, money

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def chosen(table: Table, ask: Ask, decision: str, amount: Cents | None) -> tuple[str, Cents]:
    """The decision and its amount, if they are among those offered."""
    for choice in ask.choices:
        if choice.id != decision:
            continue
        if not choice.most:
            if amount:
                raise Refused(f"{decision} takes no amount", _paragraph(table, ask, decision))
            return decision, 0
        if amount is None:
            amount = choice.most if choice.least == choice.most else choice.usual or None
        if amount is None:
            raise Refused(
                f"{decision} needs an amount, from {money(choice.least)} to {money(choice.most)}",
                _paragraph(table, ask, decision),
            )
        whole = (amount - choice.least) % choice.step == 0 or amount == choice.most
        if not choice.least <= amount <= choice.most or not whole:
            wager = table.rules.wagers.get(decision)
            if wager and not (wager.follows or wager.limits_cite):  # limited by the house alone
                table.rules.check_stake(decision, amount)
            steps = f" in steps of {money(choice.step)}" if choice.step > 1 else ""
            may = f"may be {money(choice.least)} to {money(choice.most)}{steps}"
            must = f"must be exactly {money(choice.most)}"
            raise Refused(
                f"{decision} {money(amount)} is not allowed; "
                f"the amount {must if choice.least == choice.most else may}",
                _paragraph(table, ask, decision, amount),
            )
        return decision, amount
    allowed = ", ".join(offered(ask.choices))
    raise Refused(
        f"{decision} is not offered to seat {ask.seat} now; the choices are: {allowed}",
        _paragraph(table, ask, decision),
    )


def _paragraph(table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
    """The paragraph that bars a decision: the one that limits its amount, the one that says what is open instead when
    the same hand is asked several times, or the one that says when the decision is open at all."""
    if paragraph := table.game.speaks_against(table, ask, decision, amount):
        return paragraph
    asked = [
        each
        for each in table.said
        if isinstance(each, Ask) and (each.seat, each.hand) == (ask.seat, ask.hand)
    ]
    offers = [table.game.decision(choice.id) for choice in ask.choices]
    meant = table.game.decision(decision)
    if any(choice.id == decision for choice in ask.choices):
        wager = table.rules.wagers.get(decision)
        if meant.limits_cite:
            return meant.limits_cite
        if wager and not meant.again:
            return wager.limits_cite or wager.cite
    else:
        meant = next((each for each in offers if each.again), meant if meant.cite else offers[0])
    return meant.by(table.rules, len(asked)) or None
