"""Is a house's table lawful? A table file is TOML that a person writes; each unlawful point is named with
its paragraph."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.book import Finding, Refused, Rules, game
from pitboss.money import cents
from pitboss.table import lawful


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


def rules_of(table: TableFile, *, strict: bool = True) -> Rules:
    """The rules a table file describes."""
    return Rules(
        game(table.game),
        table.options,
        pay_tables=table.pay_tables,
        limits={wager: (cents(least), cents(most)) for wager, (least, most) in table.limits.items()},
        chip=None if table.chip is None else cents(table.chip),
        positions=table.seats,
        lawful=strict,
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
    rules = rules_of(table.model_copy(update={"options": fit}), strict=False)
    return points + lawful.findings(rules, table.limits)


def _sentence(refused: Refused) -> str:
    return str(refused).removesuffix(f" ({refused.cite})")
