"""What a house may lose: the operator's ceilings, no matter who opens a table or posts its odds.

The regulation sets floors only: a tie may pay a million to 1. So players and dealers post nothing that is worse for the
house than its own rules, the floor posts no odds beyond a ceiling, and no table takes a wager with which its bank could
lose more than it may.
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
    """What a table's bank may lose."""

    payout: Cents
    """By one wager."""
    exposure: Cents
    """In all, if every wager on the layout wins; stakes that are added during a round come on top."""


def ceiling(settings: Settings, owner: str, raised: tuple[Cents, Cents] = (0, 0)) -> Ceiling:
    """That of a table: by the settings for its owner, unless an administrator has raised it."""
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
            f"the meters begin with {money(begun)}, more than the {money(most)} that this table may lose"
        )


def _check_own(settings: Settings, rules: Rules) -> None:
    """A table of a player's own posts what the house itself posts, or what is no worse for it."""
    if settings.own_tables == "none":
        raise Refused("only the house opens tables here")
    usual = Rules(rules.game)
    if settings.own_tables == "house":
        same = Rules(rules.game, positions=rules.positions)
        if rules.record != same.record:
            raise Refused("players open tables only with the house's own rules and limits")
    if rules.own_way is not None:
        raise Refused("only the house posts how the dealer sets hands")
    for wager in rules.wagers:
        most, own = rules.limits(wager).most, usual.limits(wager).most if wager in usual.wagers else 0
        if own and most > own:
            raise Refused(f"a player's table takes up to {money(own)} on {wager}, not {money(most)}")
    for wager in rules.posted:
        for outcome, odds, book in _posted(rules, wager):
            if book is None or not book.at_least(odds):
                most_ = f"no more than {book}" if book is not None else "nothing"
                raise Refused(f"{outcome} of {wager} pays {most_} at a player's table, not {odds}")
    known = set(warnings(usual))
    for warning in warnings(rules):
        if warning not in known:
            raise Refused(warning)


def _check_odds(settings: Settings, rules: Rules) -> None:
    for wager in rules.posted:
        for outcome, odds, book in _posted(rules, wager):
            if book is not None and book.at_least(odds):
                continue
            if odds.win > settings.odds * odds.stake:
                raise Refused(
                    f"{outcome} of {wager} cannot pay {odds}; the longest odds here are {settings.odds:,} to 1"
                )
            if odds.prize > settings.payout * DOLLAR:
                most = money(settings.payout * DOLLAR)
                raise Refused(f"{outcome} of {wager} cannot pay {odds}; a wager wins at most {most} here")


def _posted(rules: Rules, wager: str) -> list[tuple[str, Odds, Odds | None]]:
    """The rows that are posted for a wager, each with what the book pays."""
    book = Rules(rules.game, rules.chosen, lawful=False).pay(wager)
    return [(row, rules.odds(odds), book.rows.get(row)) for row, odds in rules.posted[wager].items()]


# ---- at the table ----------------------------------------------------------------------------------------


def check_bet(table: Table, bet: Bet, most: Ceiling) -> None:
    """Refuse a stake (with what is on that wager already) with which the bank could lose more than it may."""
    won = at_risk(table, bet)
    if won > most.payout:
        raise Refused(f"this wager could win {money(won)}; a wager wins at most {money(most.payout)} here")
    others = (each for each in table.bets.values() if (each.seat, each.wager) != (bet.seat, bet.wager))
    lost = -table.ledger["bank"]
    if lost + won + sum(at_risk(table, each) for each in others) > most.exposure:
        raise Refused(f"with this wager the table could lose more than {money(most.exposure)}, its limit")


def at_risk(table: Table, bet: Bet) -> Cents:
    """What a wager may win from the bank: by the longest odds posted. Only where those are long, the mathematics are
    asked, which know what a wager cannot win and what caps it."""
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
