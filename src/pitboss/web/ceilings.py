"""How far a house may come to lose: the operator's ceilings, whoever opens a table or posts anything at it.

The text sets floors only: a tie may pay a million to 1. So players post nothing by which the house does worse than by
its own rules, staff no odds beyond a ceiling, and no table takes a wager by which its bank could be out more than it
may.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.money import DOLLAR, Cents, Odds, cents, money
from pitboss.odds.kept import warnings
from pitboss.table import Bet, Table
from pitboss.table.opening import new_state
from pitboss.web.owners import HOUSE, staff
from pitboss.web.people import Person
from pitboss.web.settings import Settings


class Ceiling(NamedTuple):
    """What a table's bank may come to lose."""

    payout: Cents
    """By one wager."""
    exposure: Cents
    """In all, with every wager on the layout won; what is added in the course of a round comes on top."""


def ceiling(settings: Settings, owner: str, raised: tuple[Cents, Cents] = (0, 0)) -> Ceiling:
    """That of a table: as the settings have it for whoever opened it, unless an administrator has raised it."""
    house = owner == HOUSE or owner.startswith(staff(""))
    payout, exposure = raised
    most = settings.exposure if house else settings.own_exposure
    return Ceiling(payout or settings.payout * DOLLAR, exposure or most * DOLLAR)


def check_posted(settings: Settings, rules: Rules, person: Person) -> None:
    """Refuse what this person may not post. An administrator may post whatever is lawful."""
    if person.role == "administrator":
        return
    owner = person.name if person.may("floor") else ""
    if not owner:
        _check_own(settings, rules)
    _check_odds(settings, rules)
    most = ceiling(settings, staff(owner) if owner else "").exposure
    meters = new_state(rules.game, {}).take_meters(rules).values()
    if (begun := sum(map(cents, meters))) > most:
        raise Refused(
            f"the meters begin with {money(begun)}, more than the {money(most)} this table may lose"
        )


def _check_own(settings: Settings, rules: Rules) -> None:
    """A table of a player's own: by what the house itself posts, or what is no worse for it."""
    if settings.own_tables == "none":
        raise Refused("tables are opened by the house")
    usual = Rules(rules.game)
    if settings.own_tables == "house":
        same = Rules(rules.game, positions=rules.positions)
        if rules.record != same.record:
            raise Refused("tables of players go by the house's own rules and limits")
    if rules.own_way is not None:
        raise Refused("how the dealer sets hands is posted by the house")
    for wager in rules.wagers:
        most, own = rules.limits(wager).most, usual.limits(wager).most if wager in usual.wagers else 0
        if own and most > own:
            raise Refused(f"a table of a player takes up to {money(own)} on {wager}, not {money(most)}")
    for wager in rules.posted:
        for outcome, odds, book in _posted(rules, wager):
            if book is None or not book.at_least(odds):
                pays = f"and no more than {book}" if book is not None else "at a table of the house only"
                raise Refused(f"{outcome} of {wager} pays {odds}, {pays}")
    known = set(warnings(usual))
    for told in warnings(rules):
        if told not in known:
            raise Refused(told)


def _check_odds(settings: Settings, rules: Rules) -> None:
    for wager in rules.posted:
        for outcome, odds, book in _posted(rules, wager):
            if book is not None and book.at_least(odds):
                continue
            if odds.win > settings.odds * odds.stake:
                raise Refused(
                    f"{outcome} of {wager} pays {odds}; the longest odds here are {settings.odds:,} to 1"
                )
            if odds.prize > settings.payout * DOLLAR:
                most = money(settings.payout * DOLLAR)
                raise Refused(f"{outcome} of {wager} pays {odds}; the most that a wager wins here is {most}")


def _posted(rules: Rules, wager: str) -> list[tuple[str, Odds, Odds | None]]:
    """The rows that are posted for a wager, each with what the book pays."""
    book = Rules(rules.game, rules.chosen, lawful=False).pay(wager)
    return [(row, rules.odds(odds), book.rows.get(row)) for row, odds in rules.posted[wager].items()]


# ---- at the table ----------------------------------------------------------------------------------------


def check_bet(table: Table, bet: Bet, most: Ceiling) -> None:
    """Refuse a stake, here with what lies there already, by which the bank could come to lose more than it may."""
    won = at_risk(table, bet)
    if won > most.payout:
        raise Refused(
            f"this wager could win {money(won)}; the most that one wins here is {money(most.payout)}"
        )
    others = (each for each in table.bets.values() if (each.seat, each.wager) != (bet.seat, bet.wager))
    lost = -table.ledger["bank"]
    if lost + won + sum(at_risk(table, each) for each in others) > most.exposure:
        raise Refused(
            f"with this wager the table could come to lose more than {money(most.exposure)}, all it may"
        )


def at_risk(table: Table, bet: Bet) -> Cents:
    """What a wager may win of the bank: by the longest odds that are posted, and only where those look too long as the
    mathematics have it, which know what a wager cannot win and what ceilings there are over it."""
    bound = _at_most(table.rules, bet)
    if bound < _LOOKED_AT:
        return bound
    exact: Cents = table.game.mathematics.most_won(table, bet)
    return min(bound, exact) if exact else bound


_LOOKED_AT = 10_000 * DOLLAR


def _at_most(rules: Rules, bet: Bet) -> Cents:
    bonuses = [each.id for each in rules.wagers.values() if each.bonus and each.follows == bet.id]
    won = 0
    for wager in (bet.id, *bonuses):
        table = rules.pay_table(wager)
        rows = rules.paid(table) if table else {}
        paid = [rows[bet.param]] if bet.param in rows else list(rows.values())
        won += max((odds.pays(bet.stake) for odds in paid), default=bet.stake)
    return max(won, bet.stake)
