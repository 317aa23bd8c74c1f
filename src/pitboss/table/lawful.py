"""What the regulation requires of the rules of a table: each unlawful point is reported with its paragraph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from pitboss.book import game
from pitboss.book.data import PayTable
from pitboss.book.facets import Finding
from pitboss.book.rules import Rules
from pitboss.law import Refused, cite, clipped
from pitboss.money import DOLLAR, MOST_WON, Amount, cents, money


def rules_named(name: str, settings: Collection[str] = ()) -> Rules:
    """The rules of a game with options as people type them, or those of a lawful table file."""
    return table_named(name, settings)[0]


def table_named(name: str, settings: Collection[str] = ()) -> tuple[Rules, str]:
    """The same, with the name of the table; the bare game has none."""
    if name.endswith(".toml"):
        from pitboss.table.check import is_table, lawful_rules

        if is_table(name):
            if settings:
                raise Refused("a table file has its options already; leave out --set")
            return lawful_rules(Path(name))
    return Rules.with_settings(game(name), settings), ""


def licensee_of(name: str) -> str:
    """The casino licensee that a table file names; empty for a bare game."""
    from pitboss.table.check import is_table, lawful_table

    layout = lawful_table(Path(name)).layout if name.endswith(".toml") and is_table(name) else None
    return layout.licensee if layout else ""


def findings(rules: Rules, limits: Mapping[str, tuple[Amount, Amount]]) -> list[Finding]:
    """Every unlawful point of these rules and of the limits to be posted."""
    points = [
        Finding(
            "options." + "+".join({**each.when, **each.requires, **each.forbids}), each.says, each.full_cite
        )
        for each in rules.broken()
    ]
    seats = rules.game.data.seats
    if seats and rules.positions > seats.most:
        says = f"a table has at most {seats.most} positions, not {rules.positions}"
        points.append(Finding("seats", says, seats.full_cite))
    points += _pay_tables(rules)
    points += limit_findings(rules, limits)
    points += stake_findings(rules)
    points += rules.game.posting.check(rules)
    return points


def _pay_tables(rules: Rules) -> list[Finding]:
    findings = []
    own = [wager.id for wager in rules.game.data.wagers]
    for wager, rows in rules.posted.items():
        if wager not in own:
            raise Refused(f"{rules.game.id} has no wager {clipped(wager)}; it has: {', '.join(own)}")
        floor = _authorised(rules, wager)
        if floor.own:  # the game's own check reads it
            continue
        for outcome, odds in rows.items():
            if outcome not in floor.rows:
                raise Refused(f"{wager} has no outcome {clipped(outcome)}; it has: {'; '.join(floor.rows)}")
            posted, least = rules.odds(odds), floor[outcome]
            may_better = floor.floor and outcome not in floor.fixed
            if may_better and not posted.at_least(least):
                findings.append(
                    Finding(
                        f"pay_tables.{wager}.{outcome}",
                        f"{posted} is less than the {least} required",
                        floor.cite,
                    )
                )
            elif not may_better and posted != least:
                findings.append(
                    Finding(
                        f"pay_tables.{wager}.{outcome}",
                        f"the payout must be {least}, not {posted}",
                        cite(floor.fixed.get(outcome, floor.cite)),
                    )
                )
            elif floor.wager != wager and posted != (shared := rules.pay(wager)[outcome]):
                says = f"{wager} has the payouts of {floor.wager}, {shared} here, not {posted}"
                findings.append(Finding(f"pay_tables.{wager}.{outcome}", says, floor.cite))
    return findings


def _authorised(rules: Rules, wager: str) -> PayTable:
    """The pay table that the text gives, before the house's own odds."""
    return Rules(rules.game, rules.chosen, lawful=False).pay(wager)


def limit_findings(rules: Rules, limits: Mapping[str, tuple[Amount, Amount]]) -> list[Finding]:
    """Every point of limits to be posted that is not lawful."""
    found = rules.game
    findings = []
    own = {wager.id: wager for wager in found.data.wagers}
    for wager, (low, high) in limits.items():
        if wager not in own:
            raise Refused(f"{found.id} has no wager {clipped(wager)}; it has: {', '.join(own)}")
        least, most = cents(low), cents(high)
        point = f"limits.{wager}"
        data = own[wager]
        text = cite(data.limits_cite) if data.limits_cite else data.full_cite
        if data.during and data.follows:
            says = f"the amount of {wager} follows from {data.follows}; post limits for that wager"
            findings.append(Finding(point, says, text))
        if least <= 0:
            findings.append(Finding(point, "the minimum must be more than $0", cite("8.2(a)")))
        if least > most:
            findings.append(
                Finding(
                    point, f"the minimum {money(least)} exceeds the maximum {money(most)}", cite("8.2(a)")
                )
            )
        if data.minimum and least < cents(data.minimum):
            findings.append(
                Finding(point, f"the minimum may not be below {money(cents(data.minimum))}", text)
            )
        if data.maximum and most > cents(data.maximum):
            findings.append(
                Finding(point, f"the maximum may not be above {money(cents(data.maximum))}", text)
            )
        if (
            wager in rules.wagers
            and bound_by_ten_times(rules, wager)
            and least <= 100 * DOLLAR
            and most < 10 * least
        ):
            findings.append(
                Finding(
                    point,
                    f"the maximum {money(most)} must be at least ten times the minimum {money(least)}",
                    cite("8.2(a)"),
                )
            )
    return findings


def stake_findings(rules: Rules) -> list[Finding]:
    """Every wager for which no stake within its limits is possible, or could be paid."""
    findings = []
    for wager in rules.wagers.values():
        if wager.during or wager.bonus:
            continue
        point, paragraph = f"limits.{wager.id}", cite(rules.game.data.exact or "8.2(f)")
        try:
            limits = rules.limits(wager.id)
        except Refused as refused:
            findings.append(Finding(point, str(refused), paragraph))
            continue
        if limits.least > limits.most:
            says = f"no stake of {wager.id} is a multiple of {money(limits.step)} and within its limits"
            findings.append(Finding(point, says, paragraph))
        elif limits.most > limits.payable:
            says = f"{money(limits.most)} on {wager.id} could win more than {money(MOST_WON)}, the most a table can pay"
            findings.append(Finding(point, says, cite("8.2(a)")))
    return findings


def bound_by_ten_times(rules: Rules, wager: str) -> bool:
    """The ten-times rule applies to a wager none of whose rows pays more than 5 to 1, unless its amount follows from
    another wager's or the text sets its limits (8.2(a))."""
    data = rules.wager(wager)
    if data.follows or data.bonus or (data.minimum and data.maximum):
        return False
    try:
        rows = rules.pay(wager).rows.values()
    except Refused:
        return False
    return all(not odds.prize and not odds.meter and odds.win <= 5 * odds.stake for odds in rows)
