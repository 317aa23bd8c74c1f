"""Everything shown in the terminal, and the table to play at there."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Protocol

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.rule import Rule as Line
from rich.table import Table as Grid
from rich.text import Text

from pitboss.book.data import IrregularityData, Option, PayTable, Value, Wager
from pitboss.book.rules import Rules
from pitboss.law import one_line, short
from pitboss.money import Cents, cents, money
from pitboss.odds import Chart, Strategy, WagerOdds
from pitboss.outcomes import row_words, words
from pitboss.papers.rules import CLASSES, card_owners, pay_tables, state_fields

if TYPE_CHECKING:
    from pitboss.book import Heading
    from pitboss.difference import Change
    from pitboss.papers.sheet import Bars, Sheet
    from pitboss.proof import Proof
    from pitboss.schema import Entry
    from pitboss.solve.asked import Worth

RESULTS = {"win": "bold green", "lose": "red", "push": "yellow", "void": "magenta"}
GOLD = "rgb(216,180,92)"


def _console() -> Console:
    return Console(highlight=False)


def grid_of(*columns: str, right: Sequence[str] = (), title: str = "") -> Grid:
    """A table with a heading line; the columns named in ``right`` hold figures."""
    grid = Grid(
        box=None, pad_edge=False, title=title, title_style="bold", title_justify="left", header_style="dim"
    )
    for name in columns:
        grid.add_column(name, justify="right" if name in right else "left", no_wrap=name in right)
    return grid


# ---- the book ----------------------------------------------------------------------------------------


def show_games(headings: Sequence[Heading], proposed: Mapping[str, str], source: str) -> None:
    """The book, one game on each line; in a pipe as wide as needed, on a narrow terminal without the families."""
    console = _console()
    rows: list[tuple[str, ...]] = [
        (each.id, each.title, each.family, f"{each.subchapter}  {proposed.get(each.id, '')}".rstrip())
        for each in headings
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if console.is_terminal and sum(widths) + 2 * len(widths) > console.width:
        rows = [(id_, title, subchapter) for id_, title, _, subchapter in rows]
        widths = [widths[0], console.width - widths[0] - widths[3] - 4, widths[3]]
    for row in rows:
        lines = wrap(row[1], widths[1]) or [""]
        for n, line in enumerate(lines):
            cells = (row[0], line, *row[2:]) if n == 0 else ("", line)
            given = "  ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=False))
            console.print(Text(given.rstrip()), soft_wrap=True)
    if console.is_terminal:
        console.print(Text(f"\n{source}", "dim"))


def show_rules(rules: Rules) -> None:
    """A game under the rules of this table: wagers, options in force, pay tables, decisions, irregularities."""
    from pitboss import edition
    from pitboss.papers.notice import Posted

    game, console = rules.game, _console()
    names = {each.id: each.name for each in game.data.wagers}
    console.print(Line(f"[bold]{game.title}[/]  [dim]{game.data.subchapter}[/]", style=GOLD))
    console.print(game.data.summary, Text(edition.source(game), "dim"), sep="\n")
    for warning in edition.warnings(rules):
        console.print(Text(f"{warning}.", "yellow"))
    console.print("")

    grid = grid_of("wager", "limits", "meaning", "cite", title="Wagers")
    limits = Posted(rules, "").limits
    for wager in rules.wagers.values():
        mark = Text("proposal  ", "yellow") if edition.proposal(wager.full_cite) else Text("")
        posted = limits.get(wager.id, "")
        grid.add_row(Text(wager.name, "bold"), posted, mark + Text(wager.text or wager.name), wager.cite)
    made = f"Wagers are made in multiples of {money(rules.unit)} (8.2(f))"
    exact = game.data.exact
    paid = f"in chips of {money(rules.chip)} ({exact})" if exact else "to the cent"
    console.print(grid, Text(f"{made} and paid {paid}.", "dim"), "")

    grid = grid_of("option", "choices", "meaning", "cite", title="House options")
    for option in game.data.options:
        grid.add_row(
            Text(option.id, "bold"), _choices(option, rules[option.id]), Text(option.text), option.cite
        )
    if game.data.options:
        console.print(grid, "")

    in_force = {(table.wager, table.cite, table.table) for table in rules.pay_tables.values()}
    for table in pay_tables(game):
        here = (table.wager, table.cite, table.table) in in_force and rules.offers(table.wager)
        name = Text.assemble(
            (_headed(names[table.wager], table), "bold" if here else "dim"), (f"  {short(table.cite)}", "dim")
        )
        name.append("  in force" if here else "", "green")
        name.append("  at least" if table.floor else "", "dim")
        console.print(name)
        rows = grid_of("", "", right=("",))
        for outcome, odds in table.rows.items():
            row = row_words(game.data, table.wager, outcome)
            rows.add_row(Text(row, "" if here else "dim"), Text(str(odds), GOLD if here else "dim"))
        rows.show_header = False
        console.print(Padding(rows, (0, 0, 1, 2)))

    for title, rows_ in (
        ("Decisions", [(each.id, each.text or each.name, each.cite) for each in game.data.decisions]),
        (
            "Wagers in a case",
            [(each.id, _in_a_case(each), "") for each in rules.wagers.values() if not each.bonus],
        ),
        ("Irregularities", [(each.id, _called_with(each), each.cite) for each in game.data.irregularities]),
        ("Owners of cards in a case", [(name, meaning, "") for name, meaning in card_owners(game).items()]),
        ("State of a case", [(name, meaning, "") for name, meaning in state_fields(game).items()]),
    ):
        grid = grid_of("id", "ruling" if title == "Irregularities" else "meaning", "cite", title=title)
        for id_, meaning, paragraph in rows_:
            grid.add_row(Text(id_, "bold"), Text(meaning), paragraph)
        if rows_:
            console.print(grid, "")


def _headed(name: str, table: PayTable) -> str:
    """A pay table by its wager, and by its letter or name if the wager has several."""
    return name if table.table in ("minimum", "fixed", "true") else f"{name}, table {table.table}"


def _in_a_case(wager: Wager) -> str:
    """The wager by its name, and its notation where its id is not enough."""
    return f"{wager.name}. {wager.written}" if wager.written else wager.name


def _called_with(each: IrregularityData) -> str:
    """The ruling, the steps before which it can happen (if not all), and its details."""
    moments = f" Before: {', '.join(each.happens)}." if each.points else ""
    detail = f" Detail: {', '.join(one.id for one in each.detail)}." if each.detail else ""
    return each.ruling + moments + detail


def _choices(option: Option, chosen: Value) -> Text:
    if option.bounds:
        several = ", one or more separated by spaces" * option.several
        return Text.assemble(f"{option.bounds}{several}: ", (str(chosen), "bold green"))
    return Text(" ").join(
        Text(f"[{value}]", "bold green") if value == chosen else Text(str(value), "dim")
        for value in option.values
    )


def show_schema(entries: Iterable[Entry]) -> None:
    """The fields of a file, entry by entry."""
    console = _console()
    for entry in entries:
        heading = Text(entry.heading, f"bold {GOLD}")
        console.print(Text("  " if heading else "").join(filter(None, (heading, Text(entry.says)))))
        grid = grid_of("field", "what it says")
        grid.show_header = False
        for field in entry.fields:
            grid.add_row(Text(field.name, "bold"), Text.assemble((f"{field.is_}. ", "dim"), field.says))
        console.print(Padding(grid, (0, 0, 1, 2)))


def show_errata(rows: Sequence[Mapping[str, object]], source: str = "") -> None:
    """Where the text is not simply followed, by class: printed, read, why; with the number of each."""
    console = _console()
    for kind, title in CLASSES.items():
        within = [row for row in rows if row["class"] == kind]
        if within:
            console.print(Line(f"[bold]{title}[/]  [dim]{len(within)}[/]", style=GOLD))
        for row in within:
            option = f"  option {row['option']}" if row["option"] else ""
            console.print(Text.assemble((str(row["cite"]), "bold"), (f"  {row['game']}{option}", "dim")))
            for what in ("printed", "read", "why"):
                console.print(Padding(Text.assemble((f"{what:8}", "dim"), str(row[what])), (0, 0, 0, 2)))
    classes = Counter(str(row["class"]) for row in rows)
    counted = ", ".join(f"{number} {kind}" for kind, number in classes.items())
    console.print(f"[dim]{len(rows)} errata: {counted}[/]" if rows else "[dim]none[/]")
    if source:
        console.print(Text(source, "dim"))


def show_hands(rows: Sequence[Mapping[str, Any]]) -> None:
    """Poker hands replayed from their notation."""
    grid = grid_of("hand", "game", "pot", "won by", "finishing stacks", "", right=("pot",))
    for row in rows:
        agrees = {True: Text("agrees", "green"), False: Text("differs", "red"), None: Text("")}[row["agrees"]]
        stacks = " ".join("?" if each is None else f"{each:,}" for each in row["finishing_stacks"])
        winners = " ".join(f"p{seat}" for seat in row["winners"])
        given = Text(row["breaks"], "yellow") if row.get("breaks") else agrees
        grid.add_row(row["file"], row["game"], f"{row['pot']:,}", winners, stacks, given)
    _console().print(grid)


def show_proof(proof: Proof) -> None:
    """The entries of a game's file that random rounds have used, and those they have not."""
    console = _console()
    console.print(
        Line(f"[bold]{proof.game}[/]  [dim]{proof.rounds:,} rounds of seed {proof.seed}[/]", style=GOLD)
    )
    grid = grid_of("", "in the file", "seen", "not seen", right=("in the file", "seen"))
    for kind, number in proof.declared.items():
        unused = proof.unused[kind]
        said = Text(", ".join(unused), "yellow")
        grid.add_row(f"{kind}s".replace("tys", "ties"), str(number), str(number - len(unused)), said)
    console.print(grid)
    for what in (
        *(
            f"neither a decision of its file nor a paragraph of a register: {each}"
            for each in proof.undeclared
        ),
        *proof.slips,
    ):
        console.print(Text(what, "red"))
    console.print("[green]passed[/]" if proof.holds else "[red]failed[/]")


def show_trace(paragraphs: Sequence[Mapping[str, Any]], source: str = "") -> None:
    """How much of each subchapter is implemented by code and tests, how much only through another paragraph, and what
    is not."""
    console = _console()
    chapters: dict[str, list[Mapping[str, Any]]] = {}
    for row in paragraphs:
        chapters.setdefault(row["cite"].partition(".")[0], []).append(row)
    numbers = ("rules", "carried", "through", "tested")
    grid = grid_of("subchapter", "", *numbers, right=numbers)
    for chapter, rows in chapters.items():
        rules = [row for row in rows if row["status"] == "rule"]
        through = sum(bool(row["through"]) for row in rules)
        carried = sum(bool(row["where"]) for row in rules) - through
        rest = len(rules) - carried - through
        bar = _bar([(carried, "█", "green"), (through, "▓", "yellow"), (rest, "░", "red")], 30)
        tested = sum(bool(row["tests"]) for row in rules)
        shares = (_share(each, len(rules)) for each in (carried, through, tested))
        grid.add_row(chapter, bar, str(len(rules)), *shares)
    console.print(grid, "")
    rules = [row for row in paragraphs if row["status"] == "rule"]
    open_ = [row for row in rules if row["through"] or not row["where"] or not row["tests"]]
    if open_ and len(chapters) == 1:
        grid = grid_of("open", "only through", "lacks", "what it says")
        for row in open_:
            lacks = " ".join(what for what, key in (("code", "where"), ("test", "tests")) if not row[key])
            cited, through_ = short(row["cite"]), short(row["through"])
            grid.add_row(Text(cited, "bold"), through_, Text(lacks, "red"), Text(row["note"]))
        console.print(grid, "")
    counts = Counter(row["status"] for row in paragraphs)
    given = ", ".join(f"{count} {status}" for status, count in counts.items())
    bare, through = sum(not row["where"] for row in rules), sum(bool(row["through"]) for row in rules)
    console.print(
        f"{len(paragraphs)} paragraphs: {given}; of the rules, {len(rules) - through - bare} are implemented directly, "
        f"{through} covered only by another paragraph, {bare} only by the code's structure"
    )
    if source:
        console.print(Text(source, "dim"))


def _share(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else "–"


def _bar(parts: Sequence[tuple[int, str, str]], width: int) -> Text:
    """A bar divided in proportion."""
    whole = sum(count for count, *_ in parts) or 1
    drawn, at = Text(), 0
    for count, sign, style in parts:
        at += count
        drawn.append(sign * (width * at // whole - len(drawn)), style)
    return drawn


# ---- settlements and mathematics ---------------------------------------------------------------------


def show_settlement(answer: Mapping[str, Any], named: Callable[[str], str] = str) -> None:
    """The answer to a case, wager by wager, each by its game's name for it."""
    console = _console()
    for seat in answer["seats"]:
        grid = grid_of("wager", "stake", "result", "pays", "why", "paragraph", right=("stake", "pays"))
        for wager, each in seat["wagers"].items():
            grid.add_row(
                Text(named(wager), "bold"),
                _dollars(each["stake"]),
                Text(each["result"], RESULTS[each["result"]]),
                _dollars(each["pays"]) if each["pays"] else "",
                "; ".join(filter(None, (words(each.get("outcome", "")), _lost(each)))),
                Text(each["cite"], "dim"),
            )
        for other in seat.get("other", ()):
            grid.add_row("", "", "", _dollars(other["amount"]), other["why"], Text(other["cite"], "dim"))
        for wager, stake in seat.get("standing", {}).items():
            grid.add_row(Text(named(wager), "bold"), _dollars(stake), Text("stands", "cyan"), "", "", "")
        console.print(Text.assemble((f"seat {seat['seat']}  ", "bold"), signed(cents(str(seat["net"])))))
        console.print(Padding(grid, (0, 0, 1, 2)))
    for pot in answer.get("pots", ()):
        won = ", ".join(f"{_dollars(part['amount'])} to seat {part['seat']}" for part in pot["winners"])
        eligible = ", ".join(map(str, pot["eligible"]))
        rake = f", {_dollars(pot['rake'])} raked" if pot["rake"] else ""
        console.print(f"pot {_dollars(pot['amount'])}{rake}, open to seats {eligible}: {won}")
    others = [("bank", answer["bank"]), ("fees", answer["fees"]), *answer["meters"].items()]
    console.print(
        "  ".join(f"{name} {_dollars(amount)}" for name, amount in others if amount or name == "bank")
    )
    if answer["state"]:
        console.print(Text("state " + ", ".join(f"{k} {v}" for k, v in answer["state"].items()), "dim"))


def _lost(line: Mapping[str, Any]) -> str:
    return f"{_dollars(line['lost'])} of it lost" if "lost" in line else ""


def _dollars(amount: float | str) -> str:
    return money(cents(str(amount)))


def signed(amount: Cents) -> Text:
    style = "bold green" if amount > 0 else "bold red" if amount < 0 else "bold"
    return Text(("+" if amount > 0 else "") + money(amount), style)


@contextmanager
def working(what: str) -> Iterator[Callable[[], None]]:
    """A progress message on standard error during slow work, if that is a terminal. Its result ends it, so that a bar
    can replace it."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda: None
        return
    with screen.status(f"{what} …") as status:
        yield status.stop


def show_odds(rows: Sequence[WagerOdds]) -> None:
    """The house edge of every wager, exact."""
    if any(row.equity is not None for row in rows):
        _show_equities(rows)
        rows = [row for row in rows if row.equity is None]
        if not rows:
            return
    right = ("house edge %", "hit rate %", "std dev", "risk %", "rounds")
    grid = grid_of(
        "wager",
        "table",
        "options",
        "house edge %",
        "exactly",
        "hit rate %",
        "std dev",
        "risk %",
        "rounds",
        right=right,
    )
    usual: dict[str, Mapping[str, Value]] = {}
    for row in rows:
        # A game's first row has the requested options; the others show what differs.
        if row.game not in usual and len({each.game for each in rows}) > 1:
            grid.add_row(Text(row.game, "bold underline"))
        first = usual.setdefault(row.game, row.options)
        options = " ".join(f"{k}={v}" for k, v in row.options.items() if first[k] != v)
        edge = float(row.house_edge * 100)
        spread = f"±{50 * (row.interval[1] - row.interval[0]):.3f}" if row.interval else ""
        grid.add_row(
            Text(row.wager, "bold"),
            row.table,
            Text(options, "cyan"),
            Text(f"{edge:.4f}", "green" if edge < 2 else "yellow" if edge < 8 else "red"),
            Text(spread or (f"≈{row.digits}" if row.exactly is None else _short(row.exactly)), "dim"),
            f"{float(row.hit_rate * 100):.3f}" if row.outcomes else "",
            f"{row.standard_deviation:.3f}" if row.outcomes else "",
            f"{float(row.element_of_risk * 100):.4f}",
            f"{float(row.rounds):.3f}",
        )
    console = _console()
    for column in grid.columns:
        column.no_wrap = column.header != "options"
    if all(row.rounds == 1 for row in rows):
        grid = _without(grid, 8)
    if not any(map(str, grid.columns[2].cells)):
        grid = _without(grid, 2)
    elif console.width < 100:
        grid.columns[2].min_width, grid.columns[2].overflow = 18, "fold"
        grid = _without(grid, 4)
    _whole(console, grid)
    if any(row.rounds != 1 for row in rows):
        console.print(Text("rounds: those played for each decision, on average", "dim"))
    for per, wagers in _bases(rows).items():
        console.print(Text(f"{', '.join(wagers)}: per {per}", "dim"))
    for known in dict.fromkeys(row.known for row in rows if row.known):
        console.print(Text(f"best play with this knowledge: {known}", "dim"))
    _show_proof(console, rows)


def _show_proof(console: Console, figures: Iterable[WagerOdds | Strategy]) -> None:
    """Where figures come from that were not computed now."""
    for proof in dict.fromkeys(each.proved for each in figures if each.proved):
        console.print(Text(f"from the almanac, verified by {proof}", "dim"))


def show_situation(worth: Worth) -> None:
    """What each choice of one hand is worth."""
    grid = grid_of("choice", "worth", "exactly", right=("worth",))
    for name, each in worth.values.items():
        grid.add_row(
            Text(name, "bold" if name == worth.best else ""), f"{float(each):+.6f}", Text(str(each), "dim")
        )
    _whole(_console(), grid)
    _console().print(Text("in units of the first wager, including that wager", "dim"))


def show_sheet(sheet: Sheet) -> None:
    """A paper; of its charts, those that are bars."""
    console = _console()
    console.print(Line(f"[bold]{sheet.title}[/]  [dim]{sheet.kind}[/]", style=GOLD))
    if sheet.lead:
        console.print(Text(sheet.lead, "dim"))
    for section in sheet.sections:
        console.print("", Text(section.title, "bold").append(f"  {section.label}", GOLD), sep="\n")
        facts = Grid(box=None, pad_edge=False, show_header=False)
        facts.add_column()
        facts.add_column(overflow="fold")
        for name, given in section.facts:
            facts.add_row(Text(name, "dim"), Text(given))
        if section.facts:
            console.print(facts)
        for ticked, given in section.checks:
            console.print(Text(f"[{'x' if ticked else ' '}] {given}"))
        for number, given in section.text:
            console.print(Text(f"{number} {given}".strip()))
        for table in section.tables:
            grid = grid_of(*table.columns, right=table.columns[table.words :])
            grid.columns[0].min_width = 12
            for row in table.rows:
                grid.add_row(*map(Text, row))
            console.print("", *([Text(table.title, "bold")] if table.title else []), sep="\n")
            _whole(console, grid)
        for bars in section.bars:
            console.print("", Text(bars.title, "bold"), _barred(bars), sep="\n")
        for note in section.notes:
            console.print(Text(note, "dim"))
        for blank in section.blanks:
            console.print(Text(f"{blank}: ______", GOLD))


def _barred(bars: Bars) -> Text:
    """Bars in eighths of a character, to the left where they are negative."""
    lengths = [length for _, length, _ in bars.rows]
    least, most = min(0.0, *lengths), max(0.0, *lengths)
    scale = 40 / ((most - least) or 1.0)
    wide, drawn = max(len(label) for label, _, _ in bars.rows), Text()
    for label, length, figure in bars.rows:
        whole, part = divmod(round(8 * abs(length) * scale), 8)
        zero = round(-least * scale)
        if length < 0:
            bar, style = " " * (zero - whole) + "█" * whole, "red"
        else:
            bar, style = " " * zero + "█" * whole + (chr(0x2590 - part) if part else ""), "green"
        drawn.append(f"{label:>{wide}} ").append(bar, style).append(f" {figure}\n")
    drawn.right_crop(1)
    return drawn


def _without(grid: Grid, place: int) -> Grid:
    """The table without one of its columns."""
    other = grid_of()
    for number, column in enumerate(grid.columns):
        if number != place:
            other.add_column(str(column.header), justify=column.justify, no_wrap=column.no_wrap)
            other.columns[-1].min_width, other.columns[-1].overflow = column.min_width, column.overflow
    for row in zip(*(column.cells for column in grid.columns), strict=True):
        other.add_row(*(cell for number, cell in enumerate(row) if number != place))
    return other


def _whole(console: Console, grid: Grid) -> None:
    """Print a table whose figures are never cut: it is as wide as needed, even on a narrow terminal."""
    needed = sum(
        max(cell_len(str(cell)) for cell in (column.header, *column.cells)) if column.no_wrap else 18
        for column in grid.columns
    )
    width = console.width
    console.width = max(width, needed + 2 * len(grid.columns))
    console.print(grid)
    console.width = width


def _show_equities(rows: Sequence[WagerOdds]) -> None:
    """Hands against each other: each one's share of the pot."""
    grid = grid_of(
        "hand",
        "equity %",
        "exactly",
        "win %",
        "share %",
        "lose %",
        right=("equity %", "win %", "share %", "lose %"),
    )
    for row in rows:
        if row.equity is None:
            continue
        ends = {"win": 0.0, "share": 0.0, "lose": 0.0}
        for each in row.outcomes:
            ends[each.outcome if each.outcome in ends else "share"] += float(each.probability * 100)
        grid.add_row(
            Text(row.wager, "bold"),
            Text(f"{float(row.equity * 100):.4f}", "green"),
            Text(_spread(row) if row.interval else _short(row.equity), "dim"),
            *(f"{percent:.3f}" for percent in ends.values()),
        )
    _console().print(grid)


def _spread(row: WagerOdds) -> str:
    """The error of a sampled equity, in percent."""
    assert row.interval
    assert row.equity is not None
    players = (1 + row.expectation) / row.equity if row.equity else 1
    return f"±{50 * (row.interval[1] - row.interval[0]) / float(players):.3f}, sampled"


def _bases(rows: Iterable[WagerOdds]) -> dict[str, list[str]]:
    """The unit of an edge, if it is not simply the wager itself."""
    bases: dict[str, dict[str, None]] = {}
    for row in rows:
        if row.per != "unit of the wager":
            bases.setdefault(row.per, {})[row.wager] = None
    return {per: list(wagers) for per, wagers in bases.items()}


def _short(value: Fraction) -> str:
    """A fraction, or as much of it as fits on a line."""
    written = str(value)
    return written if len(written) <= 17 else f"{written[:6]}…/{str(value.denominator)[:6]}…"


def show_difference(changes: Sequence[Change]) -> None:
    """The differences of a table, or of an almanac."""
    grid = grid_of("what", "of", "before", "after")
    for each in changes:
        grid.add_row(
            each.what,
            Text(one_line(each.of), "bold"),
            _quoted(each.before, "red"),
            _quoted(each.after, "green"),
        )
    _console().print(grid if changes else "alike")


def _quoted(value: object, style: str) -> Text:
    if isinstance(value, dict):  # an edge
        exactly = f" {_short(Fraction(value['fraction']))}" if value["fraction"] else ""
        return Text.assemble((f"{value['percent']:.4f} %", style), (exactly, "dim"))
    return Text("–", "dim") if value is None else Text(one_line(str(value)), style)


_CELLS = ("green", "red", "yellow", "cyan", "magenta", "blue", "bright_green", "bright_red")


def show_strategy(strategy: Strategy) -> None:
    """How to play best, with its charts."""
    console = _console()
    console.print(Text(strategy.rule, "bold"))
    colors = _colors(strategy)
    for chart in strategy.charts:
        console.print(Text(f"\n{chart.title}", "bold"))
        console.print(_chart(chart, colors))
    if strategy.legend:
        legend = [
            Text.assemble((f" {cell} ", f"black on {colors[cell]}"), f" {what}")
            for cell, what in strategy.legend.items()
        ]
        console.print("", Text("   ").join(legend))
    for note in strategy.notes:
        console.print(Text(f"· {note}"))
    if strategy.house_edge is not None:
        console.print(f"\nHouse edge with best play: [bold]{float(strategy.house_edge) * 100:.4f} %[/]")
    if strategy.chart_edge is not None:
        console.print(
            f"House edge if the chart is followed exactly: {float(strategy.chart_edge) * 100:.4f} %"
        )
    _show_proof(console, [strategy])


def _colors(strategy: Strategy) -> dict[str, str]:
    """A color for each different cell, the legend's first."""
    cells = [*strategy.legend, *(cell for chart in strategy.charts for row in chart.rows for cell in row[1:])]
    return {cell: _CELLS[n % len(_CELLS)] for n, cell in enumerate(dict.fromkeys(cells))}


def _chart(chart: Chart, colors: Mapping[str, str]) -> Grid:
    label, *columns = chart.columns if len(chart.columns) == len(chart.rows[0]) else ("", *chart.columns)
    grid = Grid(box=None, padding=0, header_style="dim")
    grid.add_column(label, justify="right")
    for column in columns:
        grid.add_column(f" {column} ", justify="center")
    for head, *cells in chart.rows:
        grid.add_row(f"{head} ", *(Text(f" {cell} ", f"black on {colors[cell]}") for cell in cells))
    return grid


class Report(Protocol):
    """The results of a simulation."""

    def json(self) -> dict[str, Any]: ...


def show_simulation(report: Report) -> None:
    """Results for each wager with their errors, the plan as a whole, and the sessions."""
    console, answer = _console(), report.json()
    plan = answer["plan"] or "each wager simulated separately"
    console.print(
        Text(f"{answer['game']}: {plan}, {answer['rounds']:,} rounds, seed {answer['seed']}", "bold")
    )
    right = ("house edge %", "± error", "risk %", "hit rate %", "std dev", "made", "net")
    grid = grid_of("wager", *right, right=right)
    for each in answer["wagers"]:
        edge, risk, hit, dev = (
            each["house_edge"],
            each["element_of_risk"],
            each["hit_rate"],
            each["standard_deviation"],
        )
        figures = (
            f"{edge['percent']:.4f}" if edge else "–",
            f"{edge['standard_error']:.4f}" if edge else "",
            f"{risk['percent']:.4f}" if risk else "",
            f"{100 * hit:.3f}" if hit is not None else "",
            f"{dev:.3f}" if dev is not None else "",
            f"{each['made']:,}",
            _dollars(each["net"]),
        )
        grid.add_row(Text(each["wager"], "bold"), *figures)
    _whole(console, grid)
    for what, name in (("a round", "per_round"), ("an hour", "per_hour")):
        if plan_ := answer[name]:
            figures_ = "{expectation:,.4f} ± {standard_error:.4f}, standard deviation {standard_deviation:,.2f}".format(
                **plan_
            )
            console.print(f"dollars {what}: {figures_}")
    if answer["n0"]:
        console.print(
            f"rounds until the expected result equals one standard deviation (N0): {answer['n0']:,.0f}"
        )
    if sessions := answer["sessions"]:
        console.print(Group(*_sessions(sessions)))


def _sessions(sessions: Mapping[str, Any]) -> Iterator[RenderableType]:
    final, start = sessions["final"], sessions["bankroll"] or 0
    yield Text(f"\n{sessions['sessions']:,} sessions of {sessions['rounds']:,} rounds", "bold")
    yield Text(
        f"average final bankroll ${final['mean']:,.2f}, average drawdown ${sessions['average_drawdown']:,.2f}"
    )
    for name in ("ruin", "goal_reached"):
        if chance := sessions[name]:
            low, high = (100 * end for end in chance["interval"])
            yield Text(
                f"{name.replace('_', ' ')} {100 * chance['probability']:.2f} % ({low:.2f} to {high:.2f})"
            )
    most = max((bar["sessions"] for bar in final["histogram"]), default=0) or 1
    for bar in final["histogram"]:
        style = "red" if bar["to"] <= start else "green" if bar["from"] >= start else "yellow"
        drawn = "█" * (46 * bar["sessions"] // most)
        yield Text.assemble(f"{_dollars(bar['from']):>10} ", (drawn, style), f" {bar['sessions']:,}")


def progress(unit: str) -> Callable[[int, int], None] | None:
    """A bar that grows with ``(done, total)``; nothing if the output is not a terminal."""
    if not sys.stderr.isatty():
        return None
    bar = Progress(
        TextColumn("{task.completed:,.0f} " + unit),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(unit)

    def advance(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    return advance
