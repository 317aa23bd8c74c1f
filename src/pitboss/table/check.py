"""Is a casino's table lawful? A table file is TOML that a person writes; each unlawful point is reported with its
paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)

from pitboss import files
from pitboss.book import Finding, Refused, Rules, RulesRecord, game_named
from pitboss.book.data import REQUIREMENTS, HouseWay
from pitboss.law import clipped
from pitboss.table import lawful

Dollars = StrictInt | StrictFloat | StrictStr
Choice = StrictStr | StrictInt | StrictFloat | StrictBool


class LayoutFile(BaseModel):
    """What the layout of a table shows."""

    model_config = ConfigDict(extra="forbid")

    licensee: Annotated[str, Field(max_length=40)] = ""
    """The licensee's name on it."""
    areas: list[str] | None = None
    """The wagers that have an area at each position; by default all that are offered."""
    inscriptions: Literal["layout", "sign"] = "layout"
    """Where payout odds and other notices are given."""


class WayFile(BaseModel):
    """How the dealer sets hands, if the text leaves it to the casino and it has its own house way, row by row."""

    model_config = ConfigDict(extra="forbid")

    aims: list[dict[str, StrictStr]] = []
    """The rows, from the top; docs/cases.md says how each game reads them."""
    then: list[StrictStr] = []
    """The parts of a hand by which settings that reach the same row are ordered."""
    text: Annotated[str, Field(max_length=400)] = ""
    """The house way in words."""


class TableFile(BaseModel):
    """A table file."""

    model_config = ConfigDict(extra="forbid")

    game: str
    """Its id."""
    name: Annotated[str, Field(max_length=100)] = ""
    """The casino's name for the table."""
    seats: StrictInt | None = None
    """The number of positions."""
    chip: Dollars | None = None
    """The smallest chip, in dollars."""
    increment: Dollars | None = None
    """The increment in which wagers are made (8.2(f))."""
    options: dict[str, Choice | list[Choice]] = {}
    """Choices that differ from the defaults. An option with several amounts lists them: ``{ blinds = [1, 2] }``."""
    limits: dict[str, tuple[Dollars, Dollars]] = {}
    """Minimum and maximum by wager: ``{ ante = [10, 500] }``."""
    pay_tables: dict[str, dict[str, str]] = {}
    """Rows that the casino pays at other odds, by wager: ``{ pair-plus = { straight = "6 to 1" } }``."""
    house_way: WayFile | None = None
    """How the dealer sets hands, if not by one of the game's examples."""
    layout: LayoutFile | None = None
    """What the layout shows (13:69E)."""


def is_table(name: str) -> bool:
    """Is it the path of a table file, not of a game?"""
    path = Path(name)
    return path.suffix == ".toml" and path.is_file() and "game" in files.toml(files.read(path), name)


def read_table(path: Path) -> TableFile:
    """Read a table file; a mistake is reported in one sentence."""
    return table_file(files.toml(files.read(path), str(path)), f"{path}: ")


def table_file(written: Mapping[str, object], where: str = "") -> TableFile:
    """A table file as read, or what is wrong with it, in one sentence."""
    try:
        return TableFile.model_validate(written)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        parts: dict[str | int, type[BaseModel]] = {"layout": LayoutFile, "house_way": WayFile}
        fields = parts.get((*first["loc"], "")[0], TableFile).model_fields
        strange = first["type"] in ("extra_forbidden", "model_type")
        known = f"; known fields: {', '.join(fields)}" if strange else ""
        place = ".".join(map(str, first["loc"])) or "the table"
        raise Refused(f"{where}{place}: {first['msg'].lower()}{known}") from None


def rules_of(table: TableFile, *, strict: bool = True) -> Rules:
    """The rules a table file describes."""
    record = RulesRecord.in_dollars(
        table.game,
        table.limits,
        table.chip,
        table.increment,
        options=table.options,
        pay_tables=table.pay_tables,
        positions=table.seats,
        house_way=HouseWay(**table.house_way.model_dump()) if table.house_way else None,
    )
    return Rules.of(game_named(table.game), record, lawful=strict)


def check(path: Path) -> list[Finding]:
    """Every unlawful point of a table file."""
    return findings(read_table(path))


def alike(paths: Sequence[Path]) -> Iterator[tuple[Path, Path, Finding]]:
    """What must be the same at these tables of one casino and is not: at each table and at the other."""
    rules = {path: rules_of(read_table(path), strict=False) for path in paths}
    for one, other in combinations(rules, 2):
        yield from ((one, other, each) for each in rules[one].game.posting.alike(rules[one], rules[other]))


def findings(table: TableFile) -> list[Finding]:
    """Every unlawful point of a table."""
    found = game_named(table.game)
    points: list[Finding] = []
    known = {option.id: option for option in found.data.options}
    fit: dict[str, Choice | list[Choice]] = {}
    for name, value in table.options.items():
        if name in REQUIREMENTS:
            raise Refused(
                f"{name} is not an option; write it on its own line outside [options]: {name} = {value!r}"
            )
        if name not in known:
            raise Refused(
                f"{found.id} has no option {clipped(name)}; its options are: {', '.join(sorted(known))}"
            )
        try:
            known[name].read(value)
            fit[name] = value
        except Refused as refused:
            points.append(Finding(f"options.{name}", _sentence(refused), refused.cite or ""))
    rules = rules_of(table.model_copy(update={"options": fit}), strict=False)
    points += lawful.findings(rules, table.limits)
    return points + (_layout(rules, table.layout) if table.layout else [])


def _layout(rules: Rules, layout: LayoutFile) -> list[Finding]:
    """What the layout lacks of all that the chapter on equipment requires."""
    areas = [*rules.wagers] if layout.areas is None else layout.areas
    for name in areas:
        rules.wager(name)
    points = []
    for each in rules.shown:
        if each.licensee and not layout.licensee.strip():
            says = "the layout does not show the name of the casino licensee"
            points.append(Finding("layout.licensee", says, each.full_cite))
        for name in each.areas:
            if rules.offers(name) and name not in areas:
                says = f"the layout has no area for the {name} wager at each position"
                points.append(Finding("layout.areas", says, each.full_cite))
        odds = ", ".join(filter(rules.offers, each.odds))
        given = f"the payout odds of {odds}" if odds else each.words and f"“{each.words}”"
        if given and layout.inscriptions == "sign" and each.sign_cite is None:
            says = f"the layout must show {given}; a sign is not enough"
            points.append(Finding("layout.inscriptions", says, each.full_cite))
    return points


def lawful_rules(path: Path) -> tuple[Rules, str]:
    """The rules of a lawful table and its name."""
    table = lawful_table(path)
    return rules_of(table), table.name


def lawful_table(path: Path) -> TableFile:
    """A lawful table; any other is refused with its first unlawful point."""
    table = read_table(path)
    for point in findings(table):
        raise Refused(f"{path}: {point.point}: {point.says}", point.cite)
    return table


def _sentence(refused: Refused) -> str:
    return str(refused).removesuffix(f" ({refused.cite})")
