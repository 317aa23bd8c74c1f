"""Is a house's table lawful? A table file is TOML that a person writes; each unlawful point is named with
its paragraph."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.book import Game, PayTable, Refused, Rules, game
from pitboss.law import cite
from pitboss.money import DOLLAR, Amount, Cents, Odds, cents, money


class TableFile(BaseModel):
    """What a house writes down about a table."""

    model_config = ConfigDict(extra="forbid")

    game: str
    name: str = ""
    seats: int | None = Field(default=None, ge=1)
    chip: float | str | None = None
    options: dict[str, str | int | bool] = {}
    limits: dict[str, tuple[float | str, float | str]] = {}
    pay_tables: dict[str, dict[str, str]] = {}


class Finding(Struct, frozen=True):
    """An unlawful point of a table."""

    point: str
    says: str
    cite: str

    def json(self) -> dict[str, str]:
        return {"point": self.point, "says": self.says, "cite": self.cite}


def read_table(path: Path) -> TableFile:
    """Read a table file; a mistake in it is told in a sentence."""
    try:
        return TableFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as problem:
        raise Refused(f"{path} is not TOML: {problem}") from None
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Refused(f"{path}: {where}: {first['msg'].lower()}") from None


def rules_of(table: TableFile, *, lawful: bool = True) -> Rules:
    """The rules a table file describes."""
    return Rules(
        game(table.game),
        table.options,
        pay_tables=table.pay_tables,
        limits={wager: (_amount(least), _amount(most)) for wager, (least, most) in table.limits.items()},
        chip=None if table.chip is None else _amount(table.chip),
        positions=table.seats,
        lawful=lawful,
    )


def check(path: Path) -> list[Finding]:
    """Every unlawful point of a table file."""
    return findings(read_table(path))


def findings(table: TableFile) -> list[Finding]:
    """Every unlawful point of a table."""
    found = game(table.game)
    points: list[Finding] = []
    known = {option.id: option for option in found.data.options}
    fit: dict[str, str | int | bool] = {}
    for name, value in table.options.items():
        if name not in known:
            raise Refused(f"{found.id} has no option {name!r}; its options are: {', '.join(sorted(known))}")
        try:
            known[name].read(value)
            fit[name] = value
        except Refused as refused:
            points.append(Finding(f"options.{name}", _sentence(refused), refused.cite or ""))
    rules = rules_of(table.model_copy(update={"options": fit}), lawful=False)
    points += [
        Finding(
            "options." + "+".join({**each.when, **each.requires, **each.forbids}), each.says, each.full_cite
        )
        for each in rules.broken()
    ]
    points += _pay_tables(found, rules, table)
    points += limit_findings(rules, table.limits)
    points += found.check(rules)
    return points


def _pay_tables(found: Game, rules: Rules, table: TableFile) -> list[Finding]:
    findings = []
    for wager, rows in table.pay_tables.items():
        if wager not in {each.id for each in found.data.wagers}:
            raise Refused(f"{found.id} has no wager {wager!r}")
        floor = _authorised(found, rules, wager)
        if floor.own:  # the game's own check reads it
            continue
        for outcome, odds in rows.items():
            if outcome not in floor.rows:
                raise Refused(f"{wager} has no outcome {outcome!r}; it has: {', '.join(floor.rows)}")
            posted, least = Odds.parse(odds), floor[outcome]
            if floor.floor and not posted.at_least(least):
                findings.append(
                    Finding(
                        f"pay_tables.{wager}.{outcome}",
                        f"{posted} is less than the {least} required",
                        floor.cite,
                    )
                )
            elif not floor.floor and posted != least:
                findings.append(
                    Finding(
                        f"pay_tables.{wager}.{outcome}",
                        f"the payout is fixed at {least}, not {posted}",
                        floor.cite,
                    )
                )
    return findings


def _authorised(found: Game, rules: Rules, wager: str) -> PayTable:
    """The pay table the text gives, before the house's own figures."""
    return Rules(found, rules.chosen, lawful=False).pay(wager)


def limit_findings(rules: Rules, limits: Mapping[str, tuple[Amount, Amount]]) -> list[Finding]:
    """Every point of limits to be posted that is not lawful."""
    found = rules.game
    findings = []
    own = {wager.id: wager for wager in found.data.wagers}
    for wager, (low, high) in limits.items():
        if wager not in own:
            raise Refused(f"{found.id} has no wager {wager!r}; it has: {', '.join(own)}")
        least, most = _amount(low), _amount(high)
        point = f"limits.{wager}"
        data = own[wager]
        if least <= 0:
            findings.append(Finding(point, "the minimum is more than nothing", cite("8.2(a)")))
        if least > most:
            findings.append(
                Finding(
                    point, f"the minimum {money(least)} exceeds the maximum {money(most)}", cite("8.2(a)")
                )
            )
        if data.minimum and least < cents(data.minimum):
            findings.append(
                Finding(point, f"the minimum may not be under {money(cents(data.minimum))}", data.full_cite)
            )
        if data.maximum and most > cents(data.maximum):
            findings.append(
                Finding(point, f"the maximum may not be over {money(cents(data.maximum))}", data.full_cite)
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


def bound_by_ten_times(rules: Rules, wager: str) -> bool:
    """The ten-times rule binds a wager no row of which pays more than 5 to 1, unless its size follows from
    another wager's or the text itself sets its limits (8.2(a))."""
    data = rules.wager(wager)
    if data.follows or data.bonus or (data.minimum and data.maximum):
        return False
    try:
        rows = rules.pay(wager).rows.values()
    except Refused:
        return False
    return all(not odds.prize and not odds.meter and odds.win <= 5 * odds.stake for odds in rows)


def _amount(given: Amount) -> Cents:
    return cents(given)


def _sentence(refused: Refused) -> str:
    return str(refused).removesuffix(f" ({refused.cite})")
