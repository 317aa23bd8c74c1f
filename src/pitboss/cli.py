"""The command line. Every command takes ``--json``; bad input is one sentence and exit code 2."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

import pitboss
from pitboss.command_line import (
    GameName,
    Games,
    Json,
    JsonToo,
    Licensee,
    Set,
    Table,
    Written,
    as_json,
    deliver,
    ending_of,
    open_games,
    print_json,
    rules_of,
)
from pitboss.practice import commands as trade

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pitboss.book import Rules

app = App(
    name="pitboss",
    help="New Jersey's Rules of the Games, made executable: play, settle, verify, simulate and explain them.",
    version=pitboss.__version__,
    version_flags=["--version"],
    help_formatter="plain",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)

Seen = Annotated[
    str,
    Parameter(
        help='Extra cards the player sees: "dealer 1" (one more of the dealer\'s cards), "board 1" (the first '
        'community card from the start), "board 2nd", "shoe 1" (the next card of a shoe, before wagers are made), '
        '"gone 7c 8c". For one hand, name the cards: "dealer Qh, gone 2d".'
    ),
]
Sorted = Annotated[
    str,
    Parameter(
        name="--sorted",
        help='Backs that show ranks: "dealer 3: QKA" (three of the dealer\'s cards), "shoe 1: 6789".',
    ),
]
Neighbors = Annotated[int, Parameter(help="How many cards of the neighbors the player sees.")]


def main() -> None:
    """Run the command line; an error in the input is one sentence and exit code 2."""
    from pitboss.law import Refused, Slip

    try:
        app(exit_on_error=False, print_error=False)
    except (Refused, Slip) as refused:
        _fail(str(refused))
    except CycloptsError as problem:
        _fail(str(problem))
    except ModuleNotFoundError as problem:
        from pitboss.extras import explained

        if (sentence := explained(problem)) is None:
            raise
        _fail(str(sentence))
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


# ---- the book ------------------------------------------------------------------------------------------


@app.command
def games(*, json: Json = False) -> None:
    """List every game. Proposals are marked."""
    from pitboss.book import games as book
    from pitboss.edition import edition, proposal, proposals_in

    headings = list(book())
    if json:
        print_json(
            [
                {
                    "id": h.id,
                    "title": h.title,
                    "subchapter": h.subchapter,
                    "family": h.family,
                    "cite": h.subchapter,
                    "status": "proposal" if proposal(h.subchapter) else "adopted",
                    "proposals": proposals_in(h.subchapter),
                }
                for h in headings
            ]
        )
        return
    from pitboss import terminal

    proposed = {
        h.id: "proposal" if proposal(h.subchapter) else "proposal in part"
        for h in headings
        if proposals_in(h.subchapter)
    }
    terminal.show_games(headings, proposed, edition().source)


@app.command
def rules(game: Table, /, *, settings: Set = None, json: Json = False) -> None:
    """Print the rules of a game or a table.

    Lists wagers, options, pay tables, decisions and irregularities.
    """
    from pitboss.papers import rules as papers

    chosen = rules_of(game, settings)
    if json:
        print_json(papers.as_json(chosen.game))
    else:
        from pitboss import terminal

        terminal.show_rules(chosen)


@app.command
def errata(
    game: Annotated[str | None, Parameter(help="The id of a game; by default every game.")] = None,
    /,
    *,
    kind: Annotated[
        Literal["drafting", "copy", "proposal", "reading"] | None,
        Parameter(
            name="--class",
            help="Only one class: defects of drafting, damage of the copy, proposals, or our readings.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List departures from the text, and why.

    Each entry shows what is printed, what Pitboss reads and the reason.
    """
    from pitboss.papers.rules import errata as listed

    rows = [row for row in listed(game) if kind in (None, row["class"])]
    if json:
        print_json(rows)
    else:
        from pitboss import terminal
        from pitboss.edition import edition

        terminal.show_errata(rows, edition().source)


@app.command
def trace(
    subchapter: Annotated[
        str | None, Parameter(help="A subchapter, 20, or the id of a game; by default all.")
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """Trace every paragraph of the regulation to code and tests."""
    from pitboss import terminal
    from pitboss.edition import edition
    from pitboss.trace import matrix

    paragraphs = matrix(subchapter, terminal.progress("files"))
    if json:
        print_json({"source": edition().source, "paragraphs": paragraphs})
    else:
        terminal.show_trace(paragraphs, edition().source)


# ---- rounds --------------------------------------------------------------------------------------------


@app.command
def settle(
    file: Annotated[
        str,
        Parameter(
            help="A file with a case, or with one on each line; - reads standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    games: Games = None,
    text: Annotated[
        bool, Parameter(help="Print a table for people, even when the output is a pipe or a file.")
    ] = False,
    json: Json = False,
) -> None:
    """Settle recorded or invented rounds.

    Prints the result of each wager, with the paragraph that decides it. A file
    may hold one case or many; many are answered with one line of JSON each.
    """
    from pitboss.files import cases
    from pitboss.table.case import read_case
    from pitboss.table.case import settle as settled

    open_games(games)
    several, described = cases(file)
    if several:
        _settle_all(described)
        return
    case = read_case(next(described))
    answer = settled(case)
    if json or not (text or sys.stdout.isatty()):
        print_json(answer)
    else:
        from pitboss import terminal
        from pitboss.book import game as find
        from pitboss.papers.html import called

        data = find(case.game).data
        terminal.show_settlement(answer, lambda wager: called(data, wager))


def _settle_all(described: Iterable[bytes]) -> None:
    """A line of JSON for each case, also for one that is refused."""
    import json

    from pitboss.law import Refused, Slip
    from pitboss.table.case import read_case
    from pitboss.table.case import settle as settled

    refused = number = 0
    for number, each in enumerate(described, 1):
        case = None
        try:
            case = read_case(each)
            answer = settled(case)
        except (Refused, Slip) as problem:
            refused += 1
            answer = {"line": number, "refused": str(problem), "cite": getattr(problem, "cite", None)}
            if case and case.id:
                answer = {"id": case.id, **answer}
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    if refused:
        _fail(f"{refused:,} of {number:,} cases were refused")


@app.command
def play(
    game: Table,
    /,
    *,
    settings: Set = None,
    seed: Annotated[int | None, Parameter(help="Deal reproducibly from this seed.")] = None,
    bankroll: Annotated[float, Parameter(help="Dollars each player starts with.", show_default=True)] = 500,
    players: Annotated[
        int, Parameter(help="Players at the table; bots take all seats but yours.", show_default=True)
    ] = 1,
    journal: Annotated[Path | None, Parameter(help="Write the journal to this file.")] = None,
    script: Annotated[
        str | None,
        Parameter(help="Play these commands, separated by semicolons, instead of reading the keyboard."),
    ] = None,
    json: Json = False,
) -> None:
    """Play in the terminal."""
    from pitboss.session import play as at_table

    at_table(rules_of(game, settings), seed, bankroll, players, journal, script, json)


@app.command
def serve(
    *,
    config: Annotated[Path | None, Parameter(help="A TOML file with settings.")] = None,
    host: Annotated[str | None, Parameter(help="The address to listen on.")] = None,
    port: Annotated[int | None, Parameter(help="The port to listen on.")] = None,
    database: Annotated[str | None, Parameter(help="The database: a file, or postgresql://….")] = None,
    check: Annotated[bool, Parameter(help="Print the settings and exit.")] = False,
    json: Json = False,
) -> None:
    """Open live tables on the web."""
    from pitboss.extras import EXTRAS, require
    from pitboss.web.serve import serve as run
    from pitboss.web.settings import settings

    for module in EXTRAS["web"] if sys.platform != "win32" else ():
        require(module)

    chosen = settings(config, host=host, port=port, database=database)
    if check:
        shown = chosen.shown
        print_json(shown) if json else print("\n".join(f"{k} = {v!r}" for k, v in shown.items()))
        return
    run(chosen)


@app.command
def backup(
    file: Annotated[Path, Parameter(help="The new file.")],
    /,
    *,
    config: Annotated[Path | None, Parameter(help="A TOML file with settings.")] = None,
    database: Annotated[str | None, Parameter(help="The database: a file, or postgresql://….")] = None,
    json: Json = False,
) -> None:
    """Back up a house's database while the house runs.

    The backup is as of one moment, and does not contain the key.
    """
    from pitboss.web.keeping import backup as back_up
    from pitboss.web.settings import settings

    _print_kept(back_up(settings(config, database=database).database_or_default, file), json)


@app.command
def restore(
    file: Annotated[
        Path | None, Parameter(help="A backup; without one, the database is accepted as it is.")
    ] = None,
    /,
    *,
    config: Annotated[Path | None, Parameter(help="A TOML file with settings.")] = None,
    database: Annotated[str | None, Parameter(help="A new database: a file, or postgresql://….")] = None,
    json: Json = False,
) -> None:
    """Restore a backup into a new database.

    Or accept a database that has lost commits. Open promises and shoes are
    voided, because players may have seen what comes next, and everybody signs
    in again.
    """
    from pitboss.web.keeping import restore as put_back
    from pitboss.web.keeping import take_as_it_is
    from pitboss.web.settings import settings

    address = settings(config, database=database).database_or_default
    _print_kept(put_back(file, address) if file is not None else take_as_it_is(address), json)


def _print_kept(found: Mapping[str, object], json: bool) -> None:
    if json:
        print_json(found)
    else:
        print("\n".join(f"{name:>16}: {value}" for name, value in found.items()))


@app.command
def rehearse(
    database: Annotated[str, Parameter(help="The database: a file, or postgresql://….")],
    /,
    *,
    games: Games = None,
    json: Json = False,
) -> None:
    """List the tables of a house that this version cannot resume.

    Run it before an upgrade. Nothing is written.
    """
    from pitboss.web.rehearsal import rehearsed

    open_games(games)
    found = rehearsed(database)
    stopped = [each for each in found if each["problem"]]
    if json:
        print_json(found)
    else:
        for each in stopped:
            kind = "tournament" if "tournament" in each else "table"
            print(f"{kind} {each[kind]} ({each['name']}) cannot be resumed: {each['problem']}")
        other = sum(bool(each.get("other_rules")) for each in found)
        print(
            f"{len(found) - len(stopped)} of {len(found)} can be resumed; {other} were dealt under other rules"
        )
    if stopped:
        sys.exit(1)


@app.command
def replay(
    journal: Annotated[Path, Parameter(help="A table's journal.")],
    /,
    *,
    phh: Annotated[bool, Parameter(help="Print poker hands in PHH notation, numbered.")] = False,
    games: Games = None,
    json: Json = False,
) -> None:
    """Print what happened at a recorded table, step by step."""
    from pitboss.files import lines
    from pitboss.table.audit import narrated

    open_games(games)
    if phh:
        from pitboss.games.poker_room.phh_writer import histories
        from pitboss.table import read

        print("\n\n".join(histories(read(lines(journal)))))
        return
    steps = narrated(lines(journal))
    if json:
        print_json(list(steps))
    else:
        for step in steps:
            for line in step["lines"]:  # type: ignore[attr-defined]
                print(line)


@app.command
def export(
    journals: Annotated[list[Path], Parameter(help="The journals of tables.")],
    /,
    *,
    out: Annotated[
        list[Path],
        Parameter(
            name=["--out", "--output", "-o"],
            consume_multiple=True,
            help="The file of wagers, and after it the file of decisions, if you want one; .parquet or .csv.",
        ),
    ],
    worth: Annotated[
        bool, Parameter(help="Add what each legal choice was worth, and the best; this takes time.")
    ] = False,
    games: Games = None,
) -> None:
    """Write recorded rounds as data sets.

    One file has a row for each wager, another a row for each decision.
    """
    from contextlib import ExitStack

    from pitboss import dataset
    from pitboss.files import lines
    from pitboss.law import Refused

    if not 1 <= len(out) <= 2:
        raise Refused("--out names one file for wagers, and one for decisions if you want them")
    if worth and len(out) < 2:
        raise Refused("--worth needs a file of decisions: --out rounds.parquet decisions.parquet")
    open_games(games)
    with ExitStack() as files:
        kinds = zip(out, (dataset.WAGERS, dataset.DECISIONS), strict=False)
        wagers, *decisions = [files.enter_context(dataset.sheet(file, columns)) for file, columns in kinds]
        for journal in journals:
            dataset.export(
                journal.name, lines(journal), wagers, decisions[0] if decisions else None, worth=worth
            )
    print(f"wrote {' and '.join(map(str, out))}", file=sys.stderr)


@app.command
def audit(
    journal: Annotated[Path, Parameter(help="A table's journal, or the folder of a tournament's journals.")],
    /,
    *,
    before: Annotated[
        Path | None, Parameter(help="The journal's previous volume, which it must continue.")
    ] = None,
    head: Annotated[
        list[Path] | None,
        Parameter(
            help="A file with what the house signed: a head, a list of heads or a message of its socket."
        ),
    ] = None,
    key: Annotated[str, Parameter(help="The public key of the house that must have signed the heads.")] = "",
    games: Games = None,
    json: Json = False,
) -> None:
    """Verify a journal.

    Checks the chain, promises, cards, settlement, ledger and the heads that the
    house signed. The exit code is 1 if anything fails.
    """
    from pitboss.files import lines, read
    from pitboss.table.audit import audit as audited
    from pitboss.table.heads import read_heads

    open_games(games)
    heads = [each for file in head or () for each in read_heads(read(file))]
    if journal.is_dir():
        from pitboss.tournament.play import audited as tournament_audited

        report = tournament_audited(journal)
    else:
        report = audited(lines(journal), lines(before) if before else None, heads, key)
    if json:
        print_json(report)
    else:
        for name, value in report.items():
            print(f"{name:>16}: {value}")
    if not report["verified"]:
        sys.exit(1)


@app.command
def verify(
    recorded: Annotated[str, Parameter(help="The recorded hash, or a file that contains it.")] = "",
    /,
    *,
    json: Json = False,
) -> None:
    """Print the hash of the installed program.

    With RECORDED, also compares the two hashes. The exit code is 1 if they
    differ.
    """
    from pitboss.web.events import program

    found, files = program()
    known = Path(recorded).read_text(encoding="utf-8").split()[0] if Path(recorded).is_file() else recorded
    same = known.strip().lower() == found if recorded else None
    if json:
        print_json({"program": found, "files": files, "recorded": known or None, "same": same})
    else:
        print(f"{found}  pitboss, {files} files")
        if same is not None:
            print("as recorded" if same else f"NOT as recorded: {known}")
    if same is False:
        sys.exit(1)


@app.command
def phh(
    *files: Annotated[Path, Parameter(help="Files with hands in PHH notation.")], json: Json = False
) -> None:
    """Replay poker hands in PHH notation.

    Prints pots, winners, finishing stacks and the paragraph that a hand breaks.
    """
    from pitboss.files import read
    from pitboss.games.poker_room.phh_reader import LARGEST_FILE, as_rows
    from pitboss.law import Refused

    if not files:
        raise Refused("name a file with a hand in PHH notation")
    rows = as_rows({str(file): read(file, LARGEST_FILE) for file in files})
    if json:
        print_json(rows)
    else:
        from pitboss import terminal

        terminal.show_hands(rows)


@app.command
def check(
    file: Annotated[Path, Parameter(help="A table file.")],
    /,
    *more: Annotated[Path, Parameter(help="More table files of the same casino.")],
    games: Games = None,
    json: Json = False,
) -> None:
    """Check whether a table is lawful.

    Lists each violation with its paragraph, and warns of lawful choices that do
    not favor the house. Several tables are checked as one casino, because some
    odds must be the same at every table.
    """
    from msgspec.structs import replace

    from pitboss import edition
    from pitboss.odds.kept import warnings
    from pitboss.table.check import alike, lawful_rules
    from pitboss.table.check import check as checked

    open_games(games)
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
                "standing": "" if found else edition.standing(lawful_rules(each)[0]),
                "points": [point.json() for point in found],
                "warnings": cautions[each],
                "proposed": proposed[each],
            }
            for each, found in findings.items()
        ]
        print_json(answers if more else answers[0])
    else:
        for each, found in findings.items():
            for point in found:
                print(f"{each}: {point.point}: {point.says}" + f" ({point.cite})" * bool(point.cite))
            if not found:
                print(f"{each}: {edition.standing(lawful_rules(each)[0])}")
                for note in proposed[each]:
                    print(f"{each}: note: {note}")
            for caution in cautions[each]:
                print(f"{each}: warning: {caution}")
    if any(findings.values()):
        sys.exit(1)


@app.command
def proof(
    game: GameName,
    /,
    *,
    rounds: Annotated[int, Parameter(help="The maximum number of rounds.", show_default=True)] = 50_000,
    seed: Annotated[
        int, Parameter(help="The seed of the rounds; the same seed plays the same rounds.", show_default=True)
    ] = 1,
    json: Json = False,
) -> None:
    """Play a game at random and compare it with its file.

    Plays every house option and every irregularity. Lists what the file
    declares but no round uses, and what a round does but no file declares.
    """
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.book import game as find
    from pitboss.proof import prove

    proof = prove(find(game), rounds=rounds, seed=seed, progress=terminal.progress("rounds"))
    if json:
        print_json({**to_builtins(proof), "holds": proof.holds})
    else:
        terminal.show_proof(proof)
    if not proof.holds:
        sys.exit(1)


@app.command
def new(
    game: Annotated[str, Parameter(help="The id of the new game: words joined by hyphens.")],
    /,
    *,
    subchapter: Annotated[
        str, Parameter(help="The number of its subchapter, or the name of its own rules sheet.")
    ],
    family: Annotated[
        str, Parameter(help="The family under which the game is listed.", show_default=True)
    ] = "own",
    title: Annotated[str | None, Parameter(help="The game's name; by default made from its id.")] = None,
    folder: Annotated[
        Path | None, Parameter(help="A new or empty folder; by default named after the game.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the skeleton of a new game.

    Writes data, round, mathematics, register and tests, all of which run.
    """
    from pitboss import skeleton

    pages = skeleton.write(game, subchapter, family, title, folder)
    if json:
        print_json({"game": game, "files": [str(page) for page in pages]})
    else:
        print("\n".join(f"wrote {page}" for page in pages))


@app.command
def schema(
    kind: Annotated[
        Literal["case", "table", "game", "register", "journal"],
        Parameter(help="The kind of file."),
    ],
    entry: Annotated[str | None, Parameter(help="With --text, only this entry of the file: wager.")] = None,
    /,
    *,
    text: Annotated[bool, Parameter(help="Print every field in words instead of JSON Schema.")] = False,
) -> None:
    """Print the JSON Schema of a file format."""
    from pitboss import schema as of
    from pitboss.law import Refused

    if text:
        from pitboss.terminal import show_schema

        show_schema(of.in_words(kind, entry))
    elif entry:
        raise Refused("a single entry is printed in words only: add --text")
    else:
        print_json(of.schema(kind))


# ---- mathematics ---------------------------------------------------------------------------------------


@app.command
def odds(
    game: Annotated[
        list[str] | None, Parameter(help="Games or table files; with --all, by default the whole book.")
    ] = None,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="Analyze only this wager.")] = None,
    settings: Set = None,
    all_: Annotated[
        bool, Parameter(name="--all", help="Compute every pay table and every option that changes the odds.")
    ] = False,
    seen: Seen = "",
    sorted_: Sorted = "",
    neighbors: Neighbors = 0,
    hand: Annotated[str | None, Parameter(help='One hand: what each choice is worth, "Ah Kd 2c".')] = None,
    hands: Annotated[str | None, Parameter(help='Poker hands to compare: "AsAh KdKc".')] = None,
    board: Annotated[str, Parameter(help="The community cards, with --hands.")] = "",
    shoe: Annotated[
        str | None, Parameter(help='The cards that the shoe still holds: "Ah*3 K*20 4c".')
    ] = None,
    removed: Annotated[
        str | None, Parameter(help="The cards that have left the shoe, in the same notation.")
    ] = None,
    exact: Annotated[
        bool,
        Parameter(
            help="Also compute what takes minutes. Results are cached, and an interrupted run resumes."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        Parameter(help="With --all, write the almanac to this .csv, .json or .parquet file, or resume it."),
    ] = None,
    recompute: Annotated[
        bool, Parameter(help="Compute everything again and compare it with the almanac.")
    ] = False,
    json: JsonToo = False,
) -> None:
    """Print the exact house edge, hit rate and standard deviation."""
    from pitboss.odds.book import analyze

    if out is not None:
        if not all_ or wager or settings or hands or board or shoe or removed:
            from pitboss.law import Refused

            raise Refused("--out writes every wager under every table and option: give only games and --all")
        _almanac(game or [], out, json)
        return
    tables: list[Rules | None] = [rules_of(name, settings) for name in game or ()]
    if hand is not None or seen or sorted_ or neighbors:
        if all_ or hands or shoe or removed or len(tables) != 1:
            from pitboss.law import Refused

            raise Refused(
                "--seen, --sorted, --neighbors and --hand need one game "
                "and exclude --all, --hands, --shoe and --removed"
            )
        _knowing(rules_of((game or [""])[0], settings), hand, seen, sorted_, neighbors, wager, json)
        return
    for table in tables:
        if exact and table:
            from pitboss import terminal

            table.game.mathematics.count(table, terminal.progress("parts"))
    with _working("counting"):
        rows = [
            row
            for table in tables or [None]
            for row in analyze(
                table,
                wager,
                settings,
                every=all_,
                hands=hands,
                board=board,
                shoe=shoe,
                removed=removed,
                combined=all_,
                recompute=recompute,
            )
        ]
    if json:
        print_json([row.json() for row in rows])
    else:
        from pitboss import terminal

        terminal.show_odds(rows)


def _knowing(
    rules: Rules, hand: str | None, seen: str, sorted_: str, neighbors: int, wager: str | None, json: bool
) -> None:
    """What information is worth, or what the choices of one hand are."""
    from pitboss import terminal
    from pitboss.solve.asked import analyse_knowing, situation
    from pitboss.solve.information import asked

    if hand is not None:
        if sorted_ or neighbors:
            from pitboss.law import Refused

            raise Refused("--hand takes --seen, not --sorted or --neighbors")
        with terminal.working("counting"):
            worth = situation(rules, hand, seen)
        if json:
            print_json(worth.json())
        else:
            terminal.show_situation(worth)
        return
    with terminal.working("counting"):
        rows = analyse_knowing(rules, asked(seen, sorted_, neighbors), wager)
    if json:
        print_json([row.json() for row in rows])
    else:
        terminal.show_odds(rows)


@contextmanager
def _working(what: str) -> Iterator[None]:
    """A sign of life, where somebody sees it."""
    if not sys.stderr.isatty():
        yield
        return
    from pitboss import terminal

    with terminal.working(what):
        yield


def _almanac(names: list[str], out: Path, json: bool) -> None:
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.odds.almanac import almanac

    written = almanac(names, out, terminal.progress("games"))
    if json:
        print_json(to_builtins(written))
        return
    for name, why in written.without.items():
        print(f"{name}: {why}", file=sys.stderr)
    computed, kept = len(written.computed), len(written.kept)
    print(f"{out}: {written.rows:,} rows; games computed: {computed}, in it before: {kept}", file=sys.stderr)


@app.command
def diff(
    before: Annotated[Path, Parameter(help="A table file, or an almanac.")],
    after: Annotated[Path, Parameter(help="Another of the same kind.")],
    /,
    *,
    games: Games = None,
    json: Json = False,
) -> None:
    """Compare two table files of a game, or two almanacs.

    Lists changed options, limits, payouts and house edges. The exit code is 1
    if anything changed.
    """
    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.difference import difference

    open_games(games)
    with terminal.working("counting"):
        changes = difference(before, after)
    if json:
        answer = {"before": str(before), "after": str(after), "alike": not changes}
        print_json({**answer, "changes": to_builtins(changes)})
    else:
        terminal.show_difference(changes)
    if changes:
        sys.exit(1)


@app.command
def strategy(
    game: Table,
    /,
    *,
    settings: Set = None,
    seen: Seen = "",
    sorted_: Sorted = "",
    neighbors: Neighbors = 0,
    json: Json = False,
) -> None:
    """Print the best strategy, with charts where players use them."""
    chosen = rules_of(game, settings)
    with _working("counting"):
        if seen or sorted_ or neighbors:
            from pitboss.solve.information import asked

            best = chosen.game.mathematics.strategy_knowing(chosen, asked(seen, sorted_, neighbors))
        else:
            from pitboss.odds import proved

            best = proved.strategy(chosen)
    if json:
        print_json(best.json())
    else:
        from pitboss import terminal

        terminal.show_strategy(best)


@app.command
def simulate(
    game: Table,
    /,
    *,
    rounds: Annotated[
        int | None, Parameter(help="Rounds in total, or in each session; a session is four hours by default.")
    ] = None,
    seed: Annotated[
        int, Parameter(help="The seed; the same seed gives the same result.", show_default=True)
    ] = 1,
    settings: Set = None,
    plan: Annotated[str | None, Parameter(help='What to bet each round: "pass 10 + pass-odds 20".')] = None,
    wager: Annotated[str | None, Parameter(help="Bet one wager only, at its minimum.")] = None,
    sessions: Annotated[int | None, Parameter(help="Simulate this many sessions.")] = None,
    bankroll: Annotated[float | None, Parameter(help="Dollars at the start of a session.")] = None,
    goal: Annotated[
        float | None, Parameter(help="End a session when the bankroll reaches this many dollars.")
    ] = None,
    workers: Annotated[
        int | None, Parameter(help="The number of threads; by default one for each core.")
    ] = None,
    cluster: Annotated[
        str | None, Parameter(help="The address of a Dask scheduler that runs the rounds.")
    ] = None,
    out: Annotated[
        Path | None,
        Parameter(
            name=["--out", "--output", "-o"],
            help="Write each round of a plan to this .parquet or .csv file, one row per wager.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Simulate up to billions of rounds, reproducible by seed.

    Runs on all cores of one machine, or on a Dask cluster.
    """
    from contextlib import ExitStack

    from pitboss import dataset, terminal
    from pitboss.sim.run import simulate as run

    with ExitStack() as files:
        sheet = None if out is None else files.enter_context(dataset.sheet(out, dataset.SIMULATED))
        report = run(
            rules_of(game, settings),
            plan=plan or wager,
            rounds=rounds,
            seed=seed,
            sessions=sessions,
            bankroll=bankroll,
            goal=goal,
            workers=workers,
            cluster=cluster,
            progress=terminal.progress("rounds"),
            round_by_round=None if sheet is None else dataset.Rounds(sheet),
        )
    if json:
        print_json(report.json())
    else:
        terminal.show_simulation(report)


# ---- the trade -----------------------------------------------------------------------------------------


for command in trade.COMMANDS:
    app.command(command)


# ---- papers --------------------------------------------------------------------------------------------


@app.command
def guide(
    game: Annotated[
        list[str] | None, Parameter(help="Games or table files; by default the whole book.")
    ] = None,
    /,
    *,
    settings: Set = None,
    without_odds: Annotated[bool, Parameter(help="Leave out odds and strategy.")] = False,
    licensee: Licensee = "",
    games: Games = None,
    output: Written = None,
    json: JsonToo = False,
) -> None:
    """Write the gaming guide (8.5) of a game or a table.

    Several games, or the whole book, become one book with contents, glossary
    and index.
    """
    from pitboss import terminal
    from pitboss.papers.guide import gaming_guide

    ending = ending_of(output, "a guide")
    open_games(games)
    names = game or ()
    shown = None if len(names) == 1 else terminal.progress("games")
    found = gaming_guide(
        *names, settings=settings or (), odds=not without_odds, licensee=licensee, progress=shown
    )
    if ending == ".pdf":
        deliver(found.pdf(), output)
    elif ending == ".json":
        deliver(as_json(found.json()) + "\n", output)
    elif output or not json:
        deliver(found.html(), output)
    if json:
        print_json(found.json())


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
        Parameter(
            name=["--output", "--out", "-o"],
            help="Write to this file; its ending is the format: .svg, .html, .pdf or .json.",
        ),
    ] = None,
    json: JsonToo = False,
) -> None:
    """Draw the layout of a table.

    Writes SVG, or a sheet that also lists what N.J.A.C. 13:69E requires of the
    layout.
    """
    from pitboss.layout import layout_svg
    from pitboss.papers import rendering as papers
    from pitboss.table.lawful import licensee_of

    ending = ending_of(output, "a layout", ".svg", ".html", ".pdf", ".json")
    open_games(games)
    chosen = rules_of(game, settings)
    licensee = licensee or licensee_of(game)
    answer = {"game": chosen.game.id, "shows": papers.shows(chosen, licensee)}
    if ending == ".html":
        deliver(papers.rendering(chosen, licensee).html(), output)
    elif ending == ".pdf":
        deliver(papers.rendering(chosen, licensee).pdf(), output)
    else:
        drawing = layout_svg(chosen, licensee=licensee)
        answer = {**answer, "svg": drawing}
        if ending == ".json":
            deliver(as_json(answer) + "\n", output)
        elif output or not json:
            deliver(drawing, output)
    if json:
        print_json(answer)


@app.command
def notice(
    table: Annotated[Path, Parameter(help="A table file.")],
    /,
    *,
    change: Annotated[Path | None, Parameter(help="The table file as it will be after the change.")] = None,
    at: Annotated[str | None, Parameter(help='When the change takes effect: "2026-11-16 20:30".')] = None,
    now: Annotated[str | None, Parameter(help="When notice is given; by default now.")] = None,
    limits: Annotated[
        bool, Parameter(help="Only limits change, which takes effect at once (8.3(c)).")
    ] = False,
    licensee: Licensee = "",
    out: Written = None,
    games: Games = None,
    json: JsonToo = False,
) -> None:
    """Write the sign of a table, or the notices of a change.

    The sign follows 8.3(a). With --change, writes the sign, the announcement
    and the letter to the Division for a change of rules (8.3(b)) or of limits
    (8.3(c)).
    """
    from msgspec import to_builtins

    from pitboss.law import Refused
    from pitboss.papers import notice as papers

    ending = ending_of(out, "a notice")
    if change is None and (at or now or limits):
        raise Refused("--at, --now and --limits describe a change; name the new table with --change")
    if change is not None and at is None and not limits:
        raise Refused("give the time the change takes effect with --at", "8.3(b)1")
    open_games(games)
    here = papers.at(table, licensee)
    if change is None:
        written = papers.sign(here)
    else:
        given = papers.time_of(now) if now else papers.now()
        effective = papers.time_of(at) if at else given
        then = papers.at(change, licensee)
        written = papers.change(here, then, given, effective, limits_only=limits)
    if ending == ".html":
        deliver(papers.as_html(written), out)
    elif ending == ".pdf":
        deliver(papers.as_pdf(written), out)
    elif out:
        deliver(as_json(to_builtins(written)) + "\n", out)
    if json:
        print_json(to_builtins(written))
    elif not out:
        print(papers.as_text(written))


@app.command
def report(
    game: Table,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="Report on this wager only.")] = None,
    settings: Set = None,
    verify: Annotated[
        int, Parameter(help="Simulate this many rounds of each wager and compare them with the figures.")
    ] = 0,
    prepared_by: Annotated[str, Parameter(help="The preparer's name to print on the report.")] = "",
    games: Games = None,
    output: Annotated[
        list[Path] | None,
        Parameter(
            name=["--output", "--out", "-o"],
            help="Write to this file; its ending is the format: .html, .pdf or .json. It may be given several times.",
        ),
    ] = None,
    json: JsonToo = False,
) -> None:
    """Write the mathematics report (PAR sheet).

    Shows the distribution, volatility and hold of every wager, and how they
    were computed.
    """
    from pitboss import terminal
    from pitboss.law import one_line
    from pitboss.papers.report import report as mathematics_report

    endings = {each: ending_of(each, "a report") for each in output or ()}
    open_games(games)
    bar = terminal.progress("rounds")
    with terminal.working("computing the odds") as computed:

        def simulated(done: int, total: int) -> None:
            computed()
            if bar:
                bar(done, total)

        found = mathematics_report(
            game, wager, settings or (), verify, simulated, prepared_by=one_line(prepared_by)
        )
    sheet = found.sheet()
    for file, ending in endings.items():
        if ending == ".html":
            deliver(sheet.html(), file)
        elif ending == ".pdf":
            deliver(sheet.pdf(), file)
        else:
            deliver(as_json(found.json()) + "\n", file)
    if json:
        print_json(found.json())
    elif not output:
        terminal.show_sheet(sheet)


@app.command
def tournament(
    file: Annotated[Path, Parameter(help="The tournament's file.")],
    paper: Annotated[
        Literal["play", "notice", "controls", "public"] | None,
        Parameter(
            help="What to make; by default the tournament is played if its file has levels, else the notice is written."
        ),
    ] = None,
    /,
    *,
    filed: Annotated[
        str | None, Parameter(help="The day of the notice, as in 2026-11-27; by default today.")
    ] = None,
    seed: Annotated[
        int, Parameter(help="The seed of the draw, the cards and the bots.", show_default=True)
    ] = 1,
    journals: Annotated[
        Path | None, Parameter(help="Write the record and every journal to this new folder.")
    ] = None,
    games: Games = None,
    output: Written = None,
    json: JsonToo = False,
) -> None:
    """Play a tournament with bots, or write its papers.

    The papers are the notice of 8.6(b), the internal controls of 8.6(f) and the
    public part of 8.6(g).
    """
    from datetime import date

    from msgspec import to_builtins

    from pitboss import terminal
    from pitboss.law import Refused, clipped
    from pitboss.papers import tournament as papers
    from pitboss.tournament.file import read

    ending = ending_of(output, "a paper")
    try:
        day = date.fromisoformat(filed) if filed else date.today()
    except ValueError:
        raise Refused(f"{clipped(filed)} is not a day; write 2026-11-27") from None
    open_games(games)
    terms = read(file)
    if paper == "play" or (paper is None and terms.level):
        from pitboss.papers.tournament_result import result
        from pitboss.tournament.play import played

        over = played(terms, seed, journals)
        sheet = result(over.tournament.course)
        found: object = over.json() | {"public": to_builtins(papers.public(terms))}
    else:
        made = papers.tournament(file, day)
        sheet, found = getattr(made, paper or "notice"), to_builtins(made)
    if ending == ".html":
        deliver(sheet.html(), output)
    elif ending == ".pdf":
        deliver(sheet.pdf(), output)
    elif output:
        deliver(as_json(found) + "\n", output)
    if json:
        print_json(found)
    elif not output:
        terminal.show_sheet(sheet)


@app.command
def site(
    out: Annotated[Path, Parameter(help="A new folder, or the folder of an earlier site.")],
    games: Annotated[list[str] | None, Parameter(help="Games; by default the whole book.")] = None,
    /,
    *,
    all_: Annotated[
        bool, Parameter(name="--all", help="Compute everything, no matter how long it takes.")
    ] = False,
    workers: Annotated[
        int | None, Parameter(help="The number of processes; by default one for each core.")
    ] = None,
    cluster: Annotated[
        str | None, Parameter(help="The address of a Dask scheduler whose workers compute everything.")
    ] = None,
    json: JsonToo = False,
) -> None:
    """Write the whole book as a website that needs no server.

    Each game has a page; wagers can be compared and searched.
    """
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
        progress=terminal.progress("games computed"),
    )
    if json:
        print_json(to_builtins(done))
        return
    print(f"{out / 'index.html'}: {done.pages} pages, games: {done.games}")
    if done.on_demand:
        left = ", ".join(done.on_demand)
        print(f"not computed; add --all to include them: {left}", file=sys.stderr)
    for name, why in done.failed.items():
        print(f"{name} could not be computed: {why}", file=sys.stderr)


@app.command
def petition(
    game: Table,
    /,
    *,
    settings: Set = None,
    as_set: Annotated[
        bool, Parameter(help="Print odds under the chosen options only, not under every pay table.")
    ] = False,
    games: Games = None,
    output: Written = None,
    json: JsonToo = False,
) -> None:
    """Write the petition for a new game (8.4).

    Everything that the game's definition says is filled in. The rest is left
    blank and marked.
    """
    from pitboss import terminal
    from pitboss.papers.petition import petition as drafted

    ending = ending_of(output, "a petition")
    open_games(games)
    with terminal.working("counting"):
        found = drafted(game, settings or (), every=not as_set)
    if ending == ".html":
        deliver(found.sheet.html(), output)
    elif ending == ".pdf":
        deliver(found.sheet.pdf(), output)
    elif output:
        deliver(as_json(found.json()) + "\n", output)
    if json:
        print_json(found.json())
    elif not output:
        terminal.show_sheet(found.sheet)
