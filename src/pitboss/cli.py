"""The command line. Every command takes ``--json``; bad input is one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

import pitboss

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.book import Rules

app = App(
    name="pitboss",
    help="New Jersey's Rules of the Games, executable: play, settle, prove, simulate, explain.",
    version=pitboss.__version__,
    version_flags=["--version"],
    help_formatter="plain",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)

Json = Annotated[bool, Parameter(name="--json", help="Answer as JSON.")]
GameName = Annotated[str, Parameter(help="A game's id, or the path of its TOML file.")]
Table = Annotated[str, Parameter(help="A game's id, the path of its TOML file, or a table file.")]
Set = Annotated[list[str] | None, Parameter(name="--set", help="Choose an option.")]
Games = Annotated[
    list[str] | None, Parameter(name="--game", help="A game that the file names: the path of its TOML file.")
]
Licensee = Annotated[
    str, Parameter(help="The casino licensee whose name it shows, if the table file does not say.")
]
Written = Annotated[
    Path | None, Parameter(name=["--output", "--out", "-o"], help="Write to this file: .html, .pdf or .json.")
]


def main() -> None:
    """Run the command line; whatever is wrong with the input is told in one sentence."""
    from pitboss.law import Refused, Slip

    try:
        app(exit_on_error=False, print_error=False)
    except (Refused, Slip) as refused:
        _fail(str(refused))
    except CycloptsError as problem:
        _fail(str(problem))
    except KeyboardInterrupt:
        _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()
    except (OSError, UnicodeDecodeError) as problem:
        name = getattr(problem, "filename", None)
        reason = getattr(problem, "strerror", None) or "is not text"
        _fail(f"{name or 'the file'}: {reason}")


def _fail(sentence: str) -> None:
    print("pitboss: " + " ".join(sentence.split()), file=sys.stderr)
    sys.exit(2)


def _print_json(value: object) -> None:
    print(_as_json(value))


def _as_json(value: object) -> str:
    import json

    return json.dumps(value, indent=1, ensure_ascii=False)


def _rules(game: str, settings: list[str] | None) -> Rules:
    from pitboss.table.lawful import rules_named

    return rules_named(game, settings or [])


def _open_games(pages: list[str] | None) -> None:
    """Read games outside the book, which a file may then name: a file alone makes nobody run a program."""
    from pitboss.book import game

    for page in pages or ():
        game(page)


def _deliver(paper: str | bytes, output: Path | None) -> None:
    """To the file, whole or not at all; else to the screen."""
    if output is None:
        print(paper)
        return
    from pitboss.files import write

    write(output, paper.encode() if isinstance(paper, str) else paper)
    print(f"wrote {output}", file=sys.stderr)


def _ending(output: Path | None, what: str, *endings: str) -> str:
    """How the name of a paper's file ends; what could not be written is refused before any work."""
    from pitboss.law import Refused

    if output is None:
        return ""
    *most, last = endings or (".html", ".pdf", ".json")
    if output.suffix.lower() not in (*most, last):
        raise Refused(f"{output}: {what} is written as {', '.join(most)} or {last}")
    if output.is_dir() or not output.parent.is_dir():
        raise Refused(f"{output}: is a folder" if output.is_dir() else f"there is no folder {output.parent}")
    if not os.access(output.parent, os.W_OK):
        raise Refused(f"nothing can be written in the folder {output.parent}")
    return output.suffix.lower()


# ---- the book ------------------------------------------------------------------------------------------


@app.command
def games(*, json: Json = False) -> None:
    """Every game of the book; those that are only proposed are marked."""
    from pitboss.book import games as book
    from pitboss.edition import edition, proposal

    headings = list(book())
    if json:
        _print_json(
            [
                {
                    "id": h.id,
                    "title": h.title,
                    "subchapter": h.subchapter,
                    "family": h.family,
                    "cite": h.subchapter,
                    "status": "proposal" if proposal(h.subchapter) else "adopted",
                }
                for h in headings
            ]
        )
        return
    from pitboss import terminal

    terminal.show_games(headings, {h.id for h in headings if proposal(h.subchapter)}, edition().source)


@app.command
def rules(game: Table, /, *, settings: Set = None, json: Json = False) -> None:
    """The rules of a game: wagers, options, pay tables, decisions, irregularities."""
    from pitboss.papers import rules as papers

    chosen = _rules(game, settings)
    if json:
        _print_json(papers.as_json(chosen.game))
    else:
        from pitboss import terminal

        terminal.show_rules(chosen)


@app.command
def errata(
    game: Annotated[str | None, Parameter()] = None,
    /,
    *,
    kind: Annotated[
        Literal["drafting", "copy", "proposal", "reading"] | None,
        Parameter(
            name="--class",
            help="Only defects of drafting, damage of the copy at hand, what is only proposed, or readings of our own.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Where the text is not simply followed: what is printed, what is read, and why."""
    from pitboss.papers.rules import errata as listed

    rows = [row for row in listed(game) if kind in (None, row["class"])]
    if json:
        _print_json(rows)
    else:
        from pitboss import terminal
        from pitboss.edition import edition

        terminal.show_errata(rows, edition().source)


@app.command
def trace(
    subchapter: Annotated[str | None, Parameter()] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """For every paragraph of the regulation: the code and the tests that carry it."""
    from pitboss import terminal
    from pitboss.edition import edition
    from pitboss.trace import matrix

    paragraphs = matrix(subchapter, terminal.progress("files"))
    if json:
        _print_json({"source": edition().source, "paragraphs": paragraphs})
    else:
        terminal.show_trace(paragraphs, edition().source)


# ---- rounds --------------------------------------------------------------------------------------------


@app.command
def settle(
    file: Annotated[
        str, Parameter(help="A case, or one a line; - reads standard input.", allow_leading_hyphen=True)
    ],
    *,
    games: Games = None,
    text: Annotated[bool, Parameter(help="Print a table, also where the output is no terminal.")] = False,
    json: Json = False,
) -> None:
    """Settle rounds somebody recorded or invented, with the paragraph for each wager: one case, or many, each answered
    by a line of JSON."""
    from pitboss.files import cases
    from pitboss.table.case import read_case
    from pitboss.table.case import settle as settled

    _open_games(games)
    several, described = cases(file)
    if several:
        _settle_all(described)
        return
    answer = settled(read_case(next(described)))
    if json or not (text or sys.stdout.isatty()):
        _print_json(answer)
    else:
        from pitboss import terminal

        terminal.show_settlement(answer)


def _settle_all(described: Iterable[bytes]) -> None:
    """A line of JSON for each case, also for one that is refused."""
    import json

    from pitboss.law import Refused, Slip
    from pitboss.table.case import read_case
    from pitboss.table.case import settle as settled

    refused = number = 0
    for number, each in enumerate(described, 1):
        try:
            answer = settled(read_case(each))
        except (Refused, Slip) as problem:
            refused += 1
            answer = {"line": number, "refused": str(problem), "cite": getattr(problem, "cite", None)}
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    if refused:
        _fail(f"{refused:,} of {number:,} cases were refused")


@app.command
def play(
    game: Table,
    /,
    *,
    settings: Set = None,
    seed: Annotated[int | None, Parameter(help="Deal from a seed instead of chance.")] = None,
    bankroll: Annotated[float, Parameter(help="Dollars to sit down with.")] = 500,
    players: Annotated[int, Parameter(help="Seats in play; machines fill the others.")] = 1,
    journal: Annotated[Path | None, Parameter(help="Keep the journal in this file.")] = None,
    script: Annotated[str | None, Parameter(help="Commands separated by ';', not the keyboard.")] = None,
    json: Json = False,
) -> None:
    """A table in the terminal."""
    from pitboss.session import play as at_table

    at_table(_rules(game, settings), seed, bankroll, players, journal, script, json)


@app.command
def serve(
    *,
    config: Annotated[Path | None, Parameter(help="A TOML file with settings.")] = None,
    host: Annotated[str | None, Parameter(help="The address to listen at.")] = None,
    port: Annotated[int | None, Parameter(help="The port to listen at.")] = None,
    database: Annotated[str | None, Parameter(help="A file, or postgresql://….")] = None,
    check: Annotated[bool, Parameter(help="Only say what the settings are.")] = False,
    json: Json = False,
) -> None:
    """Live tables on the web."""
    from pitboss.web.serve import serve as run
    from pitboss.web.settings import settings

    chosen = settings(config, host=host, port=port, database=database)
    if check:
        shown = chosen.shown
        _print_json(shown) if json else print("\n".join(f"{k} = {v!r}" for k, v in shown.items()))
        return
    run(chosen)


@app.command
def replay(
    journal: Annotated[Path, Parameter()],
    /,
    *,
    phh: Annotated[bool, Parameter(help="Poker hands in PHH notation, numbered.")] = False,
    games: Games = None,
    json: Json = False,
) -> None:
    """Tell a recorded table again, step by step."""
    from pitboss.files import lines
    from pitboss.table.audit import retold

    _open_games(games)
    if phh:
        from pitboss.games.poker_room.recording import histories
        from pitboss.table import read

        print("\n\n".join(histories(read(lines(journal)))))
        return
    steps = retold(lines(journal))
    if json:
        _print_json(list(steps))
    else:
        for step in steps:
            for line in step["lines"]:  # type: ignore[attr-defined]
                print(line)


@app.command
def audit(
    journal: Annotated[
        Path, Parameter(help="A table's journal, or a folder that a tournament was written to.")
    ],
    /,
    *,
    before: Annotated[Path | None, Parameter(help="The volume before, which it must continue.")] = None,
    head: Annotated[
        list[Path] | None,
        Parameter(help="What the house signed: a head, a list of them or a message of its socket."),
    ] = None,
    key: Annotated[str, Parameter(help="The house's key, which must have signed them.")] = "",
    games: Games = None,
    json: Json = False,
) -> None:
    """Verify a journal: chain, promises, cards, settlement, ledger, and what the house signed."""
    from pitboss.files import lines, read
    from pitboss.table.audit import audit as audited
    from pitboss.table.heads import read_heads

    _open_games(games)
    heads = [each for file in head or () for each in read_heads(read(file))]
    if journal.is_dir():
        from pitboss.tournament.play import audited as tournament_audited

        report = tournament_audited(journal)
    else:
        report = audited(lines(journal), lines(before) if before else None, heads, key)
    if json:
        _print_json(report)
    else:
        for name, value in report.items():
            print(f"{name:>16}: {value}")
    if not report["verified"]:
        sys.exit(1)


@app.command
def verify(
    recorded: Annotated[str, Parameter(help="The hash on record, or a file with it.")] = "",
    /,
    *,
    json: Json = False,
) -> None:
    """The hash of the installed program, against a recorded one."""
    from pitboss.web.events import program

    found, files = program()
    known = Path(recorded).read_text(encoding="utf-8").split()[0] if Path(recorded).is_file() else recorded
    same = known.strip().lower() == found if recorded else None
    if json:
        _print_json({"program": found, "files": files, "recorded": known or None, "same": same})
    else:
        print(f"{found}  pitboss, {files} files")
        if same is not None:
            print("as recorded" if same else f"NOT as recorded: {known}")
    if same is False:
        sys.exit(1)


@app.command
def phh(*files: Annotated[Path, Parameter(help="Hands in PHH notation.")], json: Json = False) -> None:
    """Play poker hands again from the PHH notation: pots, winners, finishing stacks, and what the law has otherwise."""
    from pitboss.files import read
    from pitboss.games.poker_room.notation import LARGEST_FILE, as_rows
    from pitboss.law import Refused

    if not files:
        raise Refused("name a file with a hand in PHH notation")
    rows = as_rows({str(file): read(file, LARGEST_FILE) for file in files})
    if json:
        _print_json(rows)
    else:
        from pitboss import terminal

        terminal.show_hands(rows)


@app.command
def check(
    file: Annotated[Path, Parameter()], /, *more: Path, games: Games = None, json: Json = False
) -> None:
    """Is this table lawful? Names the paragraph for each point that is not. Several are held to be of one house, where
    some odds must be the same at all tables. Warns of lawful choices that are known not to favor the house."""
    from msgspec.structs import replace

    from pitboss import edition
    from pitboss.odds.kept import warnings
    from pitboss.table.check import alike, lawful_rules
    from pitboss.table.check import check as checked

    _open_games(games)
    findings = {each: checked(each) for each in (file, *more)}
    cautions = {each: [] if found else warnings(lawful_rules(each)[0]) for each, found in findings.items()}
    if not any(findings.values()):
        for one, other, point in alike([*findings]):
            findings[one].append(replace(point, says=f"{point.says}, {other}"))
    proposed = {
        each: [] if found else edition.warnings(lawful_rules(each)[0]) for each, found in findings.items()
    }
    if json:
        answers = [
            {
                "table": str(each),
                "lawful": not found,
                "points": [point.json() for point in found],
                "warnings": cautions[each],
                "proposed": proposed[each],
            }
            for each, found in findings.items()
        ]
        _print_json(answers if more else answers[0])
    else:
        for each, found in findings.items():
            for point in found:
                print(f"{each}: {point.point}: {point.says} ({point.cite})")
            if not found:
                print(f"{each}: lawful")
                for told in proposed[each]:
                    print(f"{each}: note: {told}")
            for told in cautions[each]:
                print(f"{each}: warning: {told}")
    if any(findings.values()):
        sys.exit(1)


@app.command
def proof(
    game: Annotated[str, Parameter()],
    /,
    *,
    rounds: Annotated[int, Parameter(help="At most so many.")] = 50_000,
    seed: Annotated[int, Parameter()] = 1,
    json: Json = False,
) -> None:
    """Play at random under every choice of the house, with every irregularity: what does the game not do that its file
    says, and what does it do that no file says?"""
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.book import game as find
    from pitboss.proof import prove

    proof = prove(find(game), rounds=rounds, seed=seed, progress=terminal.progress("rounds"))
    if json:
        _print_json({**to_builtins(proof), "holds": proof.holds})
    else:
        terminal.show_proof(proof)
    if not proof.holds:
        sys.exit(1)


@app.command
def new(
    game: Annotated[str, Parameter(help="Its id: words joined by hyphens.")],
    /,
    *,
    subchapter: Annotated[str, Parameter(help="Its number, or the name of the game's own rules sheet.")],
    family: Annotated[str, Parameter(help="The family it is listed with.")] = "own",
    title: Annotated[str | None, Parameter(help="Its name; by default that of the id.")] = None,
    folder: Annotated[Path | None, Parameter(help="A new or empty one; by default named after it.")] = None,
    json: Json = False,
) -> None:
    """Write the skeleton of a game: data, round, mathematics, register and tests, all of which run."""
    from pitboss import skeleton

    pages = skeleton.write(game, subchapter, family, title, folder)
    if json:
        _print_json({"game": game, "files": [str(page) for page in pages]})
    else:
        print("\n".join(f"wrote {page}" for page in pages))


@app.command
def schema(
    kind: Annotated[Literal["case", "table", "game", "register", "journal"], Parameter()],
    entry: Annotated[str | None, Parameter(help="With --text: only this part of it, as wager.")] = None,
    /,
    *,
    text: Annotated[bool, Parameter(help="For people: every field, what it is and what it says.")] = False,
) -> None:
    """The JSON Schema of a file that people or programs write: a case, a table, a game, a register of paragraphs, a
    line of a journal."""
    from pitboss import schema as of
    from pitboss.law import Refused

    if text:
        from pitboss.terminal import show_schema

        show_schema(of.in_words(kind, entry))
    elif entry:
        raise Refused("an entry by itself is told in words: add --text")
    else:
        _print_json(of.schema(kind))


# ---- mathematics ---------------------------------------------------------------------------------------


@app.command
def odds(
    game: Annotated[
        list[str] | None, Parameter(help="Games or table files; none named: the whole book, with --all.")
    ] = None,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="Only this wager.")] = None,
    settings: Set = None,
    all_: Annotated[bool, Parameter(name="--all", help="Every pay table and option that matters.")] = False,
    hands: Annotated[str | None, Parameter(help='Poker: hands to compare, as "AsAh KdKc".')] = None,
    board: Annotated[str, Parameter(help="Poker: community cards already out.")] = "",
    shoe: Annotated[str | None, Parameter(help='The cards a shoe still holds, as "Ah*3 K*20 4c".')] = None,
    removed: Annotated[str | None, Parameter(help="Cards that have left the shoe, told likewise.")] = None,
    exact: Annotated[
        bool,
        Parameter(help="Count what takes minutes, too; it is kept, and gone on with if broken off."),
    ] = False,
    out: Annotated[
        Path | None,
        Parameter(help="With --all: the almanac, a .csv, .json or .parquet file; it is gone on with."),
    ] = None,
    json: Json = False,
) -> None:
    """The exact house edge, hit rate and deviation of every wager."""
    from pitboss import terminal
    from pitboss.odds.book import analyse

    if out is not None:
        if not all_ or wager or settings or hands or board or shoe or removed:
            from pitboss.law import Refused

            raise Refused(
                "--out takes every wager under every table and option: name games, --all and no more"
            )
        _almanac(game or [], out, json)
        return
    tables: list[Rules | None] = [_rules(name, settings) for name in game or ()]
    for table in tables:
        if exact and table:
            table.game.count(table, terminal.progress("parts"))
    with terminal.working("counting"):
        rows = [
            row
            for table in tables or [None]
            for row in analyse(
                table,
                wager,
                settings,
                every=all_,
                hands=hands,
                board=board,
                shoe=shoe,
                removed=removed,
            )
        ]
    if json:
        _print_json([row.json() for row in rows])
    else:
        terminal.show_odds(rows)


def _almanac(names: list[str], out: Path, json: bool) -> None:
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.odds.almanac import almanac

    written = almanac(names, out, terminal.progress("games"))
    if json:
        _print_json(to_builtins(written))
        return
    for name, why in written.without.items():
        print(f"{name}: {why}", file=sys.stderr)
    computed, kept = len(written.computed), len(written.kept)
    print(f"{out}: {written.rows:,} rows; games computed: {computed}, in it before: {kept}", file=sys.stderr)


@app.command
def diff(
    before: Annotated[Path, Parameter()],
    after: Annotated[Path, Parameter()],
    /,
    *,
    games: Games = None,
    json: Json = False,
) -> None:
    """What changed between two table files of a game, or between two almanacs: options, limits, pay rows, edges."""
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.difference import difference

    _open_games(games)
    with terminal.working("counting"):
        changes = difference(before, after)
    if json:
        told = {"before": str(before), "after": str(after), "alike": not changes}
        _print_json({**told, "changes": to_builtins(changes)})
    else:
        terminal.show_difference(changes)
    if changes:
        sys.exit(1)


@app.command
def strategy(game: Table, /, *, settings: Set = None, json: Json = False) -> None:
    """How to play best: a rule, and a chart where people use one."""
    from pitboss import terminal

    chosen = _rules(game, settings)
    with terminal.working("counting"):
        best = chosen.game.strategy(chosen)
    if json:
        _print_json(best.json())
    else:
        terminal.show_strategy(best)


@app.command
def simulate(
    game: Table,
    /,
    *,
    rounds: Annotated[int | None, Parameter(help="Rounds in all; in sessions, of each: four hours.")] = None,
    seed: Annotated[int, Parameter(help="Same seed, same answer.")] = 1,
    settings: Set = None,
    plan: Annotated[str | None, Parameter(help='What to bet: "pass 10 + pass-odds 20".')] = None,
    wager: Annotated[str | None, Parameter(help="One wager, flat at its minimum.")] = None,
    sessions: Annotated[int | None, Parameter(help="Play so many sessions of --rounds each.")] = None,
    bankroll: Annotated[float | None, Parameter(help="Dollars at the start of a session.")] = None,
    goal: Annotated[float | None, Parameter(help="Leave when the bankroll reaches this.")] = None,
    workers: Annotated[int | None, Parameter(help="Threads; by default one a core.")] = None,
    cluster: Annotated[str | None, Parameter(help="A Dask scheduler.")] = None,
    json: Json = False,
) -> None:
    """Play by the million, reproducibly, on one machine or a cluster."""
    from pitboss import terminal
    from pitboss.sim.run import simulate as run

    report = run(
        _rules(game, settings),
        plan=plan or wager,
        rounds=rounds,
        seed=seed,
        sessions=sessions,
        bankroll=bankroll,
        goal=goal,
        workers=workers,
        cluster=cluster,
        progress=terminal.progress("rounds"),
    )
    if json:
        _print_json(report.json())
    else:
        terminal.show_simulation(report)


# ---- papers --------------------------------------------------------------------------------------------


@app.command
def guide(
    game: Annotated[
        list[str] | None, Parameter(help="Games or table files; none named: the whole book.")
    ] = None,
    /,
    *,
    settings: Set = None,
    without_odds: Annotated[bool, Parameter(help="The house prints neither odds nor advice.")] = False,
    licensee: Licensee = "",
    games: Games = None,
    output: Written = None,
    json: Json = False,
) -> None:
    """The gaming guide (8.5), as HTML, PDF or JSON: of one game or table, or of several as a book."""
    from pitboss import terminal
    from pitboss.papers.guide import gaming_guide

    ending = _ending(output, "a guide")
    _open_games(games)
    names = game or ()
    shown = None if len(names) == 1 else terminal.progress("games")
    found = gaming_guide(
        *names, settings=settings or (), odds=not without_odds, licensee=licensee, progress=shown
    )
    if ending == ".pdf":
        _deliver(found.pdf(), output)
    elif ending == ".json":
        _deliver(_as_json(found.json()) + "\n", output)
    elif output or not json:
        _deliver(found.html(), output)
    if json:
        _print_json(found.json())


@app.command
def layout(
    game: Table,
    /,
    *,
    settings: Set = None,
    licensee: Licensee = "",
    games: Games = None,
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "--out", "-o"], help="Write to this file: .svg, .html, .pdf or .json."),
    ] = None,
    json: Json = False,
) -> None:
    """The layout of a table as SVG, or on a sheet with what 13:69E asks of it."""
    from pitboss.layout import layout_svg
    from pitboss.papers import rendering as papers
    from pitboss.table.lawful import licensee_of

    ending = _ending(output, "a layout", ".svg", ".html", ".pdf", ".json")
    _open_games(games)
    chosen = _rules(game, settings)
    licensee = licensee or licensee_of(game)
    told = {"game": chosen.game.id, "shows": papers.shows(chosen, licensee)}
    if ending == ".html":
        _deliver(papers.rendering(chosen, licensee).html(), output)
    elif ending == ".pdf":
        _deliver(papers.rendering(chosen, licensee).pdf(), output)
    else:
        drawing = layout_svg(chosen, licensee=licensee)
        told = {**told, "svg": drawing}
        if ending == ".json":
            _deliver(_as_json(told) + "\n", output)
        elif output or not json:
            _deliver(drawing, output)
    if json:
        _print_json(told)


@app.command
def notice(
    table: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    change: Annotated[Path | None, Parameter(help="The table as it will be.")] = None,
    at: Annotated[str | None, Parameter(help='When it takes effect: "2026-11-16 20:30".')] = None,
    now: Annotated[str | None, Parameter(help="When notice is given, if not now.")] = None,
    limits: Annotated[bool, Parameter(help="Limits alone change, at once (8.3(c)).")] = False,
    licensee: Licensee = "",
    out: Written = None,
    games: Games = None,
    json: Json = False,
) -> None:
    """The sign at a table (8.3(a)), or the notices of a change of its rules or limits (8.3(b), 8.3(c))."""
    from msgspec import to_builtins

    from pitboss.law import Refused
    from pitboss.papers import notice as papers

    ending = _ending(out, "a notice")
    if change is None and (at or now or limits):
        raise Refused("--at, --now and --limits tell of a change; name the new table with --change")
    if change is not None and at is None and not limits:
        raise Refused("a notice of a change names the time it takes effect; say --at", "8.3(b)1")
    _open_games(games)
    here = papers.at(table, licensee)
    if change is None:
        written = papers.sign(here)
    else:
        given = papers.time_of(now) if now else papers.now()
        effective = papers.time_of(at) if at else given
        then = papers.at(change, licensee)
        written = papers.change(here, then, given, effective, limits_only=limits)
    if ending == ".html":
        _deliver(papers.as_html(written), out)
    elif ending == ".pdf":
        _deliver(papers.as_pdf(written), out)
    elif out:
        _deliver(_as_json(to_builtins(written)) + "\n", out)
    if json:
        _print_json(to_builtins(written))
    elif not out:
        print(papers.as_text(written))


@app.command
def report(
    game: Table,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="Only this wager.")] = None,
    settings: Set = None,
    verify: Annotated[int, Parameter(help="Play so many rounds of each wager beside the figures.")] = 0,
    prepared_by: Annotated[str, Parameter(help="Who prepared it.")] = "",
    games: Games = None,
    output: Annotated[
        list[Path] | None,
        Parameter(
            name=["--output", "--out", "-o"],
            help="Write to this file: .html, .pdf or .json; of several, the figures are computed once.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """The mathematics report (PAR sheet): every wager's distribution, volatility and hold, and what they rest on."""
    from pitboss import terminal
    from pitboss.law import one_line
    from pitboss.papers.report import report as reckoned

    endings = {each: _ending(each, "a report") for each in output or ()}
    _open_games(games)
    with nullcontext() if verify else terminal.working("computing the odds"):
        found = reckoned(
            game,
            wager,
            settings or (),
            verify,
            terminal.progress("rounds"),
            prepared_by=one_line(prepared_by),
        )
    sheet = found.sheet()
    for file, ending in endings.items():
        if ending == ".html":
            _deliver(sheet.html(), file)
        elif ending == ".pdf":
            _deliver(sheet.pdf(), file)
        else:
            _deliver(_as_json(found.json()) + "\n", file)
    if json:
        _print_json(found.json())
    elif not output:
        terminal.show_sheet(sheet)


@app.command
def tournament(
    file: Annotated[Path, Parameter(help="What the house has written down about it.")],
    paper: Annotated[
        Literal["play", "notice", "controls", "public"] | None,
        Parameter(help="By default it is played if the file tells levels, else the notice."),
    ] = None,
    /,
    *,
    filed: Annotated[str | None, Parameter(help="The day of the notice, if not today: 2026-11-27.")] = None,
    seed: Annotated[int, Parameter(help="Of the draw, the cards and the machines.")] = 1,
    journals: Annotated[Path | None, Parameter(help="A new folder for the record and every journal.")] = None,
    games: Games = None,
    output: Written = None,
    json: Json = False,
) -> None:
    """A tournament played through by machines; or its papers: the notice of 8.6(b), the internal controls of 8.6(f),
    the public part of 8.6(g)."""
    from datetime import date

    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.law import Refused, clipped
    from pitboss.papers import tournament as papers
    from pitboss.tournament.file import read

    ending = _ending(output, "a paper")
    try:
        day = date.fromisoformat(filed) if filed else date.today()
    except ValueError:
        raise Refused(f"{clipped(filed)} is not a day; write 2026-11-27") from None
    _open_games(games)
    told = read(file)
    if paper == "play" or (paper is None and told.level):
        from pitboss.papers.tournament_result import result
        from pitboss.tournament.play import played

        over = played(told, seed, journals)
        sheet = result(over.tournament.course)
        found: object = over.json() | {"public": to_builtins(papers.public(told))}
    else:
        made = papers.tournament(file, day)
        sheet, found = getattr(made, paper or "notice"), to_builtins(made)
    if ending == ".html":
        _deliver(sheet.html(), output)
    elif ending == ".pdf":
        _deliver(sheet.pdf(), output)
    elif output:
        _deliver(_as_json(found) + "\n", output)
    if json:
        _print_json(found)
    elif not output:
        terminal.show_sheet(sheet)


@app.command
def site(
    out: Annotated[Path, Parameter(help="A new folder, or that of an earlier site.")],
    games: Annotated[list[str] | None, Parameter(help="Games; none named: the whole book.")] = None,
    /,
    *,
    all_: Annotated[
        bool, Parameter(name="--all", help="Work out everything, however long it takes.")
    ] = False,
    workers: Annotated[int | None, Parameter(help="Processes at once; by default one a core.")] = None,
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler, whose workers work out everything.")
    ] = None,
    json: Json = False,
) -> None:
    """The whole book as a site that needs no server: a page a game, every wager compared, a search."""
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.site import PATIENCE
    from pitboss.site import site as written

    done = written(
        out,
        games or (),
        patience=None if all_ else PATIENCE,
        workers=workers,
        cluster=cluster,
        progress=terminal.progress("games worked out"),
    )
    if json:
        _print_json(to_builtins(done))
        return
    print(f"{out / 'index.html'}: {done.pages} pages, games: {done.games}")
    if done.on_demand:
        left = ", ".join(done.on_demand)
        print(f"worked out on demand, or with --all: {left}", file=sys.stderr)
    for name, why in done.failed.items():
        print(f"{name} could not be worked out: {why}", file=sys.stderr)


@app.command
def petition(
    game: Table,
    /,
    *,
    settings: Set = None,
    as_set: Annotated[
        bool, Parameter(help="Odds under the options chosen only, not under every table.")
    ] = False,
    games: Games = None,
    output: Written = None,
    json: Json = False,
) -> None:
    """The petition for a new game (8.4): all that its definition tells filled in, the rest marked as blank."""
    from pitboss import terminal
    from pitboss.papers.petition import petition as drafted

    ending = _ending(output, "a petition")
    _open_games(games)
    with terminal.working("counting"):
        found = drafted(game, settings or (), every=not as_set)
    if ending == ".html":
        _deliver(found.sheet.html(), output)
    elif ending == ".pdf":
        _deliver(found.sheet.pdf(), output)
    elif output:
        _deliver(_as_json(found.json()) + "\n", output)
    if json:
        _print_json(found.json())
    elif not output:
        terminal.show_sheet(found.sheet)


if __name__ == "__main__":
    main()
