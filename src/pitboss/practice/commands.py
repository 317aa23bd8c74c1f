"""The commands for professionals. Each reads its arguments, calls its module and shows the answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

from cyclopts import Parameter

from pitboss.command_line import (
    Games,
    JsonToo,
    Set,
    Table,
    as_json,
    deliver,
    ending_of,
    open_games,
    print_json,
    rules_of,
)
from pitboss.law import Refused

if TYPE_CHECKING:
    from pitboss.book import Rules
    from pitboss.papers.sheet import Sheet

Out = Annotated[
    Path | None,
    Parameter(
        name=["--output", "--out", "-o"],
        help="Write to this file; its ending is the format: .html, .pdf or .json.",
    ),
]


def _offered(rules: Rules, wager: str | None) -> Rules:
    """The rules with the choices that offer a wager, if the house has not chosen otherwise."""
    from pitboss.book.key import Key
    from pitboss.odds.book import offering

    return rules if wager is None else offering(rules, {}, Key.read(wager).id)


class Answer(Protocol):
    def json(self) -> object: ...
    def sheet(self) -> Sheet: ...


def _show(found: Answer, ending: str, output: Path | None, json: bool) -> None:
    if ending == ".html":
        deliver(found.sheet().html(), output)
    elif ending == ".pdf":
        deliver(found.sheet().pdf(), output)
    elif ending == ".json":
        deliver(as_json(found.json()) + "\n", output)
    if json:
        print_json(found.json())
    elif output is None:
        from pitboss.terminal import show_sheet

        show_sheet(found.sheet())


def assess(
    game: Annotated[
        str | None, Parameter(help="The id of a game, the path of its TOML file, or a table file.")
    ] = None,
    /,
    *,
    rounds: Annotated[int | None, Parameter(help="The rounds played.")] = None,
    stake: Annotated[str | None, Parameter(help="Dollars staked each round.")] = None,
    won: Annotated[
        str | None,
        Parameter(
            help="Dollars that the player won; a loss is negative: --won=-500.", allow_leading_hyphen=True
        ),
    ] = None,
    wager: Annotated[str | None, Parameter(help="The wager; by default, the game's main wager.")] = None,
    results: Annotated[
        Path | None,
        Parameter(
            help="A CSV file of results: rounds, stake, won and, if known, player, table, shift and wager."
        ),
    ] = None,
    journal: Annotated[
        Path | None, Parameter(help="A table's journal, in place of a game and results.")
    ] = None,
    by: Annotated[
        Literal["player", "table", "shift"] | None,
        Parameter(help="With a file: a line for each player, table or shift."),
    ] = None,
    watched: Annotated[
        int | None, Parameter(help="Players watched: how large a win among this many is remarkable.")
    ] = None,
    settings: Set = None,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Assess whether a result is due to chance.

    Prints the theoretical win, z, the exact probability, the usual range, and
    the size of a remarkable result.
    """
    from pitboss import files, terminal
    from pitboss.law import Refused
    from pitboss.money import cents
    from pitboss.practice.assess import Assessments, Result, grouped, read_results
    from pitboss.practice.assess import assess as assessed

    ending = ending_of(output, "an assessment")
    open_games(games)
    if watched is not None and watched < 1:
        raise Refused(f"at least one player must be watched, not {watched}")
    given = (rounds, stake, won)
    if (results is not None) + (journal is not None) + any(each is not None for each in given) != 1:
        raise Refused(
            "give the result as --rounds, --stake and --won, or as --results FILE.csv, or as --journal FILE"
        )
    if journal is not None:
        from pitboss.practice.recorded import results_of

        if game is not None or settings:
            raise Refused("a journal already names its game and options; leave them out")
        rules, found = results_of(files.lines(journal))
    else:
        if game is None:
            raise Refused("name the game of these results")
        rules = _offered(rules_of(game, settings), wager)
        if results is not None:
            found = read_results(files.read(results, files.LONGEST_LINE), str(results))
        elif rounds is None or stake is None or won is None:
            raise Refused("--rounds, --stake and --won must be given together")
        else:
            found = [Result(rounds, cents(stake), cents(won))]
    if wager is not None:
        named = [each for each in found if each.wager == wager]
        found = (
            named
            if journal
            else [each._replace(wager=wager) for each in found if each.wager in (None, wager)]
        )
        if not found:
            raise Refused(f"there are no results of {wager}")
    if by is not None and results is None and journal is None:
        raise Refused(f"--by {by} needs a file: give --results or --journal")
    groups = grouped(found, by) if by else {"": found}
    with terminal.working("computing"):
        rows = tuple(assessed(rules, each, watched=watched, of=name) for name, each in groups.items())
    _show(Assessments(rows), ending, output, json)


def promo(
    game: Table,
    offer: Annotated[
        Literal["match-play", "chip", "non-negotiable", "rebate"],
        Parameter(help="A coupon, a promotional chip, a rolling chip, or a rebate on losses."),
    ],
    /,
    *,
    wager: Annotated[str | None, Parameter(help="The wager; by default, the game's main wager.")] = None,
    percent: Annotated[
        float, Parameter(help="For a rebate: the percentage of a loss that is returned.", show_default=True)
    ] = 10.0,
    commission: Annotated[
        float,
        Parameter(help="For rolling chips: the commission on each one lost, in percent.", show_default=True),
    ] = 0.0,
    pays: Annotated[
        Literal["even", "odds"],
        Parameter(
            help="For a match play: whether the coupon wins even money or the wager's odds.",
            show_default=True,
        ),
    ] = "even",
    settings: Set = None,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Price a coupon, a promotional chip, a rolling chip or a rebate.

    At blackjack the price follows from the best play for the offer, which is
    printed.
    """
    from pitboss import terminal
    from pitboss.practice.promo import promotion

    ending = ending_of(output, "a price")
    open_games(games)
    rules = _offered(rules_of(game, settings), wager)
    with terminal.working("computing"):
        found = promotion(rules, offer, wager, rebate=percent, commission=commission, pays=pays)
    _show(found, ending, output, json)


def progressive(
    game: Table,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="Only this wager.")] = None,
    meter: Annotated[
        str | None, Parameter(help="Dollars on the meter; by default its starting amount.")
    ] = None,
    settings: Set = None,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Price a progressive wager.

    Prints the break-even meter, mean and spread of the jackpot, time to hit,
    liability and long-run return.
    """
    from pitboss import terminal
    from pitboss.money import cents
    from pitboss.practice.progressive import progressive as priced

    ending = ending_of(output, "a price")
    open_games(games)
    rules = _offered(rules_of(game, settings), wager)
    with terminal.working("computing"):
        found = priced(rules, wager, None if meter is None else cents(meter))
    _show(found, ending, output, json)


def count(
    game: Table,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="The wager; by default, the game's main wager.")] = None,
    decks: Annotated[int | None, Parameter(help="Decks in the shoe, where the game offers a choice.")] = None,
    cut: Annotated[int | None, Parameter(help="Cards behind the cutting card.")] = None,
    tags: Annotated[
        str | None,
        Parameter(
            help='The counting system: hi-lo, k-o, ace-five …, or ten tags for A 2 … 9 T, "0 0 0 -1 -1 -1 -1 2 2 0".',
            allow_leading_hyphen=True,
        ),
    ] = None,
    plays: Annotated[
        bool,
        Parameter(
            help="Print the eighteen most valuable index plays of blackjack instead of counting a wager."
        ),
    ] = False,
    rounds: Annotated[int, Parameter(help="Rounds to simulate.", show_default=True)] = 10_000_000,
    perfect: Annotated[
        int | None,
        Parameter(
            help="Also what perfect knowledge wins, from this many sampled shoes; by default only where tags cannot "
            "count."
        ),
    ] = None,
    seed: Annotated[int, Parameter(help="The seed of the shoes.", show_default=True)] = 1,
    settings: Set = None,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Count a shoe, and find the cut that makes a wager safe.

    Prints effects of removal, betting correlations of the usual and the best
    counts, the trigger and the win.
    """
    from pitboss import terminal
    from pitboss.practice.count import count as counted

    ending = ending_of(output, "a count")
    open_games(games)
    rules = rules_of(game, [*(settings or ()), *([] if decks is None else [f"decks={decks}"])])
    if plays:
        from pitboss.practice.index_plays import index_plays

        with terminal.working("counting"):
            _show(index_plays(rules, rounds=rounds, seed=seed), ending, output, json)
        return
    with terminal.working("counting"):
        found = counted(rules, wager, tags, rounds, seed, cut, perfect)
    _show(found, ending, output, json)


def floor(
    file: Annotated[Path, Parameter(help="A TOML file with tables, their hours, players and average bets.")],
    /,
    *,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Forecast the win of a floor of tables.

    Prints theoretical win and spread per hour and shift, whether a table's
    count is usual, and what other minimums, players or side wagers would win.
    """
    from pitboss import terminal
    from pitboss.practice.floor import floor as computed

    ending = ending_of(output, "a floor")
    open_games(games)
    with terminal.working("computing"):
        found = computed(file)
    _show(found, ending, output, json)


def review(
    journal: Annotated[Path, Parameter(help="A table's journal.")],
    /,
    *,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Review the decisions at a recorded table.

    Prints their cost by player and situation, the most expensive first, and
    whether stakes follow the count.
    """
    from pitboss import files, terminal
    from pitboss.practice.review import review as reviewed

    ending = ending_of(output, "a review")
    open_games(games)
    with terminal.working("reviewing"):
        found = reviewed(files.lines(journal))
    _show(found, ending, output, json)


def drill(
    game: Annotated[
        str | None, Parameter(help="The id of a game, the path of its TOML file, or a table file.")
    ] = None,
    /,
    *,
    kind: Annotated[
        list[Literal["payouts", "rulings", "hands", "errors"]] | None,
        Parameter(
            help="Ask only these: payouts, rulings, hands to set, errors to catch. Repeat it for several."
        ),
    ] = None,
    questions: Annotated[int, Parameter(help="How many questions.", show_default=True)] = 10,
    seconds: Annotated[float, Parameter(help="Answers that take longer count as wrong; 0: no limit.")] = 0,
    name: Annotated[str, Parameter(help="Your name, for the record.")] = "",
    record: Annotated[
        Path | None, Parameter(help="The file with all answers so far; by default, your personal record.")
    ] = None,
    results: Annotated[
        bool, Parameter(help="Print the record: how well each person answers, and what is missed most.")
    ] = False,
    seed: Annotated[int | None, Parameter(help="Ask reproducibly from this seed.")] = None,
    settings: Set = None,
    games: Games = None,
    output: Out = None,
    json: JsonToo = False,
) -> None:
    """Drill dealers and surveillance.

    Asks for payouts, rulings, hands to set and errors to catch; questions that
    were missed come again. With --output, the questions are written as a paper,
    with the answers on its last page.
    """
    import random

    from rich.console import Console

    from pitboss.practice import drill as drills

    ending = ending_of(output, "a drill")
    page = record or drills.own_record()
    if results:
        if not (known := drills.read_record(page)):
            raise Refused("nothing has been answered yet")
        _show(drills.Progress(known), ending, output, json)
        return
    if game is None:
        raise Refused("name a game to drill, or give --results for the record")
    if questions < 1:
        raise Refused(f"ask at least one question, not {questions}")
    open_games(games)
    rules = rules_of(game, settings)
    kinds: list[drills.Kind] = list(dict.fromkeys(kind or drills.KINDS))
    chosen = random.randrange(2**32) if seed is None else seed
    if output is not None or json:
        source = drills.questions(rules, kinds, chosen, drills.read_record(page))
        _show(drills.Quiz(rules, drills.several(source, questions, rules, kinds)), ending, output, json)
        return
    console = Console()
    drills.lesson(
        rules,
        kinds,
        questions,
        seed=chosen,
        page=page,
        name=name,
        limit=seconds,
        console=console,
        given=lambda: console.input("› "),
    )


COMMANDS = (assess, promo, progressive, count, floor, review, drill)
"""As the command line lists them."""
