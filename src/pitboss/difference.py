"""What changed between two tables of a game, or between two almanacs, for example of two versions of the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.book import Refused, Rules
from pitboss.book.data import Value
from pitboss.money import money
from pitboss.odds import almanac, proved
from pitboss.odds.almanac import Row
from pitboss.papers.rules import house_way_by_row
from pitboss.table.check import TableFile, read_table, rules_of

USUAL: Final = "unit of the wager"


class Change(Struct, frozen=True):
    """The differences; none if something is missing. An edge is shown as in `odds`: fraction and percent."""

    what: str
    of: str
    before: object
    after: object


def difference(before: Path, after: Path) -> list[Change]:
    """What changed from one file to the other."""
    kinds = {before.suffix, after.suffix}
    if kinds == {".toml"}:
        return list(_tables(read_table(before), read_table(after)))
    if kinds <= almanac.FORMS.keys():
        return list(_almanacs(almanac.read(before), almanac.read(after)))
    known = ", ".join(almanac.FORMS)
    raise Refused(f"compare two table files (.toml) or two almanacs ({known}), not {before} and {after}")


def _compared(what: str, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Change]:
    for of in dict.fromkeys((*before, *after)):
        if before.get(of) != after.get(of):
            yield Change(what, of, before.get(of), after.get(of))


# ---- tables ----------------------------------------------------------------------------------------------


def _tables(before: TableFile, after: TableFile) -> Iterator[Change]:
    """The name of a table is not a difference."""
    if before.game != after.game:
        raise Refused(f"compare tables of the same game, not {before.game} and {after.game}")
    rules = rules_of(before), rules_of(after)
    yield from _compared("layout", _felt(before), _felt(after))
    changed = [
        change
        for what, given in _COMPARED.items()
        for change in _compared(what, given(rules[0]), given(rules[1]))
    ]
    yield from changed
    if changed:
        yield from _compared("house edge", _edges(rules[0]), _edges(rules[1]))


def _felt(table: TableFile) -> dict[str, object]:
    return table.layout.model_dump(exclude_none=True) if table.layout else {}


def _house(rules: Rules) -> dict[str, object]:
    return {"seats": rules.positions, "chip": money(rules.chip), "increment": money(rules.increment)}


def _offered(rules: Rules) -> dict[str, object]:
    return dict.fromkeys(rules.wagers, "offered")


def _limits(rules: Rules) -> dict[str, object]:
    staked = {id_: rules.limits(id_) for id_, wager in rules.wagers.items() if not wager.bonus}
    return {id_: f"{money(limits.least)} to {money(limits.most)}" for id_, limits in staked.items()}


def _pays(rules: Rules) -> dict[str, object]:
    return {
        f"{wager} {outcome}": str(odds)
        for wager, table in rules.pay_tables.items()
        if rules.offers(wager)
        for outcome, odds in table.rows.items()
    }


_COMPARED: Final[Mapping[str, Callable[[Rules], Mapping[str, object]]]] = {
    "house": _house,
    "option": lambda rules: rules.options,
    "wager": _offered,
    "limits": _limits,
    "pays": _pays,
    "house way": house_way_by_row,
}


def _edges(rules: Rules) -> dict[str, object]:
    """The house edge of every wager; or why there is none."""
    try:
        rows = [row for row in proved.odds(rules) if row.equity is None]
    except Refused as refused:
        return {rules.game.id: str(refused)}
    names = _numbered(row.wager if row.per == USUAL else f"{row.wager} per {row.per}" for row in rows)
    return {name: row.json()["house_edge"] for name, row in zip(names, rows, strict=True)}


def _numbered(names: Iterable[str]) -> Iterator[str]:
    """Names, each distinguished from equal names before it."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} #{seen[name]}"


# ---- almanacs --------------------------------------------------------------------------------------------


def _almanacs(before: Iterable[Row], after: Iterable[Row]) -> Iterator[Change]:
    """The version and the programs that wrote an almanac are not a difference: their figures are."""
    old, new = _by_game(before), _by_game(after)
    yield from _compared(
        "rules", *({id_: rows[0].rules for id_, rows in book.items()} for book in (old, new))
    )
    for id_ in (id_ for id_ in old if id_ in new):
        yield from _game(old[id_], new[id_])


def _by_game(rows: Iterable[Row]) -> dict[str, list[Row]]:
    games: dict[str, list[Row]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    return games


def _game(*books: list[Row]) -> Iterator[Change]:
    yield from _compared("option", *map(_choices, books))
    yield from _compared("pays", *map(_paid, books))
    # Rows are matched by the options that both have, named by how they differ from the first row's.
    common = set.intersection(*({name for row in rows for name in row.chosen} for rows in books))
    old, new = (dict(_named(rows, books[0][0].chosen, common)) for rows in books)
    for what, figure in _FIGURES.items():
        yield from _compared(
            what, *({name: figure(row) for name, row in rows.items()} for rows in (old, new))
        )


def _choices(rows: Iterable[Row]) -> dict[str, object]:
    """The values of each option that some row has."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        for name, value in row.chosen.items():
            found.setdefault(f"{row.game} {name}", {})[str(value)] = None
    return {name: ", ".join(sorted(values)) for name, values in found.items()}


def _paid(rows: Iterable[Row]) -> dict[str, object]:
    """What each table pays for each outcome; where options decide, all that it may."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        for outcome, odds in row.paid.items():
            found.setdefault(" ".join((row.game, row.wager, row.table, outcome)), {})[odds] = None
    return {name: " or ".join(sorted(odds)) for name, odds in found.items()}


def _named(rows: list[Row], usual: Mapping[str, Value], common: set[str]) -> Iterator[tuple[str, Row]]:
    def name(row: Row) -> str:
        options = (f"{k}={v}" for k, v in row.chosen.items() if k in common and v != usual.get(k))
        per = () if row.per in ("", USUAL) else (f"per {row.per}",)
        return " ".join(filter(None, (row.game, row.wager, row.table, *options, *per)))

    yield from zip(_numbered(map(name, rows)), rows, strict=True)


def _edge(row: Row) -> object:
    if row.house_edge is None:
        return None
    return {"fraction": row.house_edge_fraction or None, "percent": round(100 * row.house_edge, 6)}


def _rounded(figure: float | None) -> float | None:
    """To as many digits as floating-point figures share on all machines."""
    return None if figure is None else round(figure, 9)


_FIGURES: Final[Mapping[str, Callable[[Row], object]]] = {
    "house edge": _edge,
    "kind": lambda row: row.kind or None,
    "element of risk": lambda row: _rounded(row.element_of_risk),
    "hit rate": lambda row: _rounded(row.hit_rate),
    "standard deviation": lambda row: _rounded(row.standard_deviation),
    "no figures": lambda row: row.why or None,
}
