"""`pitboss proof`: does a game do everything that its file says, and nothing else?

Hundreds of rounds are played with random decisions and loaded chance: under every choice of the house, with every
irregularity. Everything that happens is compared with the game's file and with the register of paragraphs.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.book import Game, Irregularity, Rules, Settle, Stake
from pitboss.book.data import Constraint, IrregularityData, PayTable, Value
from pitboss.book.key import Key
from pitboss.equipment.loaded import Loaded
from pitboss.law import Refused, Slip, cite
from pitboss.money import written
from pitboss.registers import register_of, registers, within
from pitboss.table import Memory, Table, read
from pitboss.table.calls import places
from pitboss.table.lawful import findings

_T = TypeVar("_T")
SEATS = (1, 2, 3)
MANY = 12
"""The most values of an option that are tried."""


class Proof(Struct):
    """The rounds played, the entries of the game's file that no round has used, and the errors."""

    game: str
    seed: int
    rounds: int = 0
    declared: dict[str, int] = {}
    unused: dict[str, list[str]] = {}
    """By kind: wager, option, decision, irregularity, row."""
    undeclared: list[str] = []
    """Decisions asked for, and paragraphs cited, that no file has."""
    slips: list[str] = []

    @property
    def holds(self) -> bool:
        return not (any(self.unused.values()) or self.undeclared or self.slips)


class _Seen(Struct):
    """What has occurred so far."""

    wager: set[str] = field(default_factory=set)
    option: set[str] = field(default_factory=set)
    decision: set[str] = field(default_factory=set)
    irregularity: set[str] = field(default_factory=set)
    row: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    """The options that a round has looked at."""
    cites: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)


class Wish(Struct, frozen=True):
    """A table to open: these options, an irregularity that happens, a wager that everybody makes."""

    options: dict[str, Value] = {}
    irregularity: IrregularityData | None = None
    wager: str = ""
    restless: bool = False
    """Do players come and go all the time?"""


def prove(
    game: Game,
    *,
    rounds: int = 50_000,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
    elsewhere: Collection[tuple[str, str]] = (),
) -> Proof:
    """Play until everything that the game's file declares has been seen, here or ``elsewhere``, or for this many
    rounds."""
    proof, seen, declared = Proof(game.id, seed), _Seen(), declarations(game)
    tables, slips = [Wish(), *wishes(game)], dict[str, list[int]]()
    for number in count():
        chance = random.Random(f"{seed}:{game.id}:{number}")
        if number >= len(tables):
            missed = [(kind, name) for kind, names in missing(game, declared, seen).items() for name in names]
            missed = [each for each in missed if each not in elsewhere]
            if not missed or slips or proof.rounds >= rounds or number >= len(tables) + rounds // 10:
                break  # errors must be fixed first
            wish, length = wish_for(game, *chance.choice(missed), chance), chance.choice((6, 60))
        else:
            wish = tables[number]
            length = max(4, 1 + len(wish.irregularity.happens)) if wish.irregularity else 4
        try:
            _try(game, wish, length, seen, proof, chance)
        except (Slip, Refused) as wrong:  # a round that has begun never refuses
            slips.setdefault(str(wrong), []).append(number)
        if progress:
            progress(min(proof.rounds, rounds - 1), rounds)
    if progress:
        progress(rounds, rounds)
    for sentence, numbers in slips.items():
        others = f", and at {len(numbers) - 1} more" if len(numbers) > 1 else ""
        proof.slips.append(f"table {numbers[0]} of seed {seed}{others}: {sentence}")
    proof.declared = {kind: len(names) for kind, names in declared.items()}
    proof.unused = missing(game, declared, seen)
    proof.undeclared = sorted(seen.asked) + sorted(each for each in seen.cites if not known(each, game))
    return proof


def declarations(game: Game) -> dict[str, list[str]]:
    """Everything that the file says can happen, by kind."""
    data = game.data
    rows = {
        f"{grid.wager} {row[0]}": None
        for grid in data.pay_grids
        for row in grid.rows
        if any(cell and cell != "push" for cell in row[1:])
    }
    return {
        "wager": [wager.id for wager in data.wagers],
        "option": [
            f"{option.id} {value}"
            for option in data.options
            for value in (tried(game)[option.id] if option.choices else [option.default])
        ],
        "decision": [decision.id for decision in data.decisions],
        "irregularity": list(dict.fromkeys(each.id for each in data.irregularities)),
        "row": list(rows),
    }


def missing(game: Game, declared: dict[str, list[str]], seen: _Seen) -> dict[str, list[str]]:
    """What is declared but not seen; for an option that no round reads, every value. A reading that matters once in
    ten thousand rounds counts as read if its family's code names it."""
    idle = {option.id for option in game.data.options if not option.procedure} - seen.read
    idle = {option for option in idle if not named(game, option)}
    unseen = {
        kind: [name for name in names if name not in getattr(seen, kind)] for kind, names in declared.items()
    }
    unseen["option"] += [name for name in declared["option"] if name.partition(" ")[0] in idle]
    return {kind: list(dict.fromkeys(names)) for kind, names in unseen.items()}


def named(game: Game, name: str) -> bool:
    """Does the code of the game's family name it, as a whole or by its beginning?"""
    return f'"{name}"' in _code(game) or f"{name.rpartition('-')[0]}-{{" in _code(game)


@cache
def _code(game: Game) -> str:
    folder = Path(inspect.getfile(type(game))).parent
    return "".join(page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.py")))


def known(paragraph: str, game: Game) -> bool:
    """Is there such a paragraph, or is it one of a game that has no register?"""
    subchapter = (
        paragraph.rpartition(".")[0] if "(" not in paragraph else paragraph.split("(")[0].rpartition(".")[0]
    )
    own = subchapter == game.data.subchapter or paragraph.startswith(f"{game.data.subchapter} ")
    register = register_of(game) if own else registers().get(subchapter)
    cites = () if register is None else (cite(each.cite) for each in register.paragraphs)
    return register is None or any(
        each == paragraph or within(each, paragraph) or within(paragraph, each) for each in cites
    )


# ---- the house --------------------------------------------------------------------------------------------------


@cache
def tried(game: Game) -> dict[str, list[Value]]:
    """The values of each option that are tried: all, or some of very many."""
    found = {}
    for option in game.data.options:
        values = option.values
        if len(values) > MANY:
            values = [option.default, *option.usual, values[0], values[-1]]
        found[option.id] = list(dict.fromkeys(map(option.read, values)))
    return found


@cache
def wishes(game: Game) -> list[Wish]:
    """A table with each value of each option, and one for each irregularity."""
    data = game.data
    return [
        *(Wish({option: value}) for option, values in tried(game).items() for value in values),
        *(
            Wish({option: values[0] for option, values in each.when.items()}, each)
            for each in data.irregularities
        ),
    ]


def wish_for(game: Game, kind: str, name: str, chance: random.Random) -> Wish:
    """A table at which something new may be seen."""
    data = game.data
    if kind == "irregularity":
        return chance.choice(
            [each for each in wishes(game) if each.irregularity and each.irregularity.id == name]
        )
    if kind == "option":
        return chance.choice([each for each in wishes(game) if name in map(" ".join, _entries(each))])
    if kind == "decision":
        ruled = [each for each in wishes(game) if each.irregularity]
        return chance.choice(
            [Wish(restless=True), chance.choice(wishes(game)), chance.choice(ruled or [Wish()])]
        )
    id_, _, row = name.partition(" ")
    wager = next(each for each in data.wagers if each.id == id_)
    options = {option: chance.choice(values) for option, values in wager.when.items()}
    if wager.option:
        offers = [each for each in tried(game)[wager.option] if each not in ("no", "none")]
        options[wager.option] = chance.choice(offers)
    grids = [
        each
        for each in data.pay_grids
        if each.wager == id_ and (not row or any(r[0] == row for r in each.rows))
    ]
    if grids:
        grid = chance.choice(grids)
        options |= {option: chance.choice(values) for option, values in grid.when.items()}
        if grid.option:
            options[grid.option] = chance.choice(grid.tables)
    return Wish(options, wager=wager.follows or id_ if wager.during else id_)


def _entries(wish: Wish) -> Iterator[tuple[str, str]]:
    return ((option, str(value)) for option, value in wish.options.items())


def lawful(game: Game, wanted: dict[str, Value], chance: random.Random) -> Rules:
    """Rules with these options, the rest chosen at random as far as the text allows the combination."""
    at_random = {
        option: chance.choice(values) for option, values in tried(game).items() if chance.random() < 0.4
    }
    examples = {option.id: option.example for option in game.data.options if option.example is not None}
    for chosen in (at_random | wanted, wanted, {}):
        options: dict[str, Value] = dict(chosen)
        for _ in range(50):
            rules = Rules(game, options, lawful=False)
            if broken := next(rules.broken(), None):
                options |= _mended(game, broken, wanted, chance)
            elif not findings(rules, {}):
                return Rules(game, options)
            elif options.keys() >= examples.keys():
                break
            else:
                options |= examples
    return Rules(game)


def _mended(
    game: Game, broken: Constraint, wanted: dict[str, Value], chance: random.Random
) -> dict[str, Value]:
    """Another choice that may meet a constraint: the one it requires, or one to which it does not apply."""
    values = tried(game)
    spoken = [*broken.forbids.items(), *broken.when.items()]
    others = [(option, [each for each in values[option] if each not in met]) for option, met in spoken]
    ways = [(option, choices) for option, choices in (*broken.requires.items(), *others) if choices]
    free = [way for way in ways if way[0] not in wanted] or ways
    option, choices = free[0] if chance.random() < 0.7 else chance.choice(free)
    return {option: chance.choice(choices)}


# ---- the players ------------------------------------------------------------------------------------------------


def _try(game: Game, wish: Wish, rounds: int, seen: _Seen, proof: Proof, chance: random.Random) -> None:
    """This many rounds at such a table, with what is wanted in each, and an irregularity at each of its points. Some
    tables have fair chance: a journal records the order of a shoe, and loaded cards do not follow it."""
    rules, wanted = lawful(game, wish.options, chance), wish.irregularity
    ticks = iter(range(10**9))
    seed, fair = chance.random().hex(), chance.random() < 0.3
    loaded = None if fair else Loaded(seed)
    table = Table(game, rules, seed=seed, chance=loaded, clock=lambda: next(ticks), storage=Memory())
    watched(rules, seen)  # not before: opening a table reads every choice
    habit = chance.choice((None, None, 0, 1))
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 100_000)
    points = (None, *wanted.happens) if wanted else ()
    for number in range(rounds):
        if chance.random() < (0.7 if wish.restless else 0.1):
            come_and_go(table, chance.choice(SEATS))
        for seat in SEATS:
            stake(table, seat, wish.wager, seen.wager, chance)
            between(table, seat, seen, chance)
        if not can_start(table) or (game.wagers_first and not table.bets):
            continue
        if wanted and wanted.id in rules.irregularities and (places(table) or wanted.of == "table"):
            point = points[number % len(points)]
            nth = 1 if number < len(points) else chance.choice((1, 1, 2, 3, 5, 8))
            table.call(called(table, wanted, chance, (point, nth) if point else None))
        table.deal()
        while table.asked:
            decide(table, habit, chance)
        proof.rounds += 1
        note(table, seen)
        if table.ledger.total:
            raise Slip(f"the ledger is off by {table.ledger.total}")
    if not fair:
        return
    assert isinstance(table.journal.storage, Memory)
    again = Table.resume(read(table.journal.storage.lines))
    if (again.journal.chain, again.state) != (table.journal.chain, table.state):
        raise Slip("the journal does not replay to the same table")


def note(table: Table, seen: _Seen) -> None:
    """What this round has used."""
    rules, game = table.rules, table.game
    seen.option |= {f"{option} {value}" for option, value in rules.options.items()}
    seen.irregularity |= {each.id for each in table.happened}
    for choice in (choice.id for ask in table.answers for choice in ask.choices):
        noted(game, choice, seen)
    for event in table.said:
        if paragraph := getattr(event, "cite", ""):
            seen.cites.add(paragraph)
        if isinstance(event, Settle | Stake):
            seen.wager.add(wager := Key.read(event.wager).id)
            if isinstance(event, Settle):
                seen.row |= {f"{wager} {event.outcome}", f"{rules.wagers[wager].pays} {event.outcome}"}


def noted(game: Game, choice: str, seen: _Seen) -> None:
    """A choice that a player had, by its entry."""
    data = game.decision(choice)
    (seen.decision if data in game.data.decisions else seen.asked).add(data.id)


class _Watched(dict[str, _T]):
    """The rows of a pay table, or the choices of the house, recording what is looked up."""

    def __init__(self, entries: Mapping[str, _T], note: Callable[[str], None]) -> None:
        super().__init__(entries)
        self._note = note

    def __getitem__(self, name: str) -> _T:
        self._note(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._note(name)
        return super().get(name, default)


def watched(rules: Rules, seen: _Seen) -> Rules:
    """The rules, recording what is looked up in them from now on."""
    for known in ("wagers", "required", "together", "times", "irregularities", "pay_tables"):
        vars(rules).pop(known, None)
    rules.__dict__["_known_limits"] = {}
    chosen = dict(rules.options)
    rules.options = _Watched(chosen, seen.read.add)

    def rows(table: PayTable) -> PayTable:
        return replace(table, rows=_Watched(table.rows, lambda row: looked_up(table.wager, row)))

    def looked_up(wager: str, row: str) -> None:
        seen.row.add(f"{wager} {row}")
        seen.wager.add(wager)

    rules.pay_tables = {wager: rows(table) for wager, table in rules.pay_tables.items()}
    return rules


def stake(table: Table, seat: int, first: str, made: set[str], chance: random.Random) -> None:
    """Required wagers, and others at random, because some are open only after another; grouped wagers are placed
    together."""
    known = list(table.game.spots(table, seat))
    spots = [
        spot for spot in known if table.rules.wager(Key.read(spot).id).required or Key.read(spot).id == first
    ]
    for _ in range(3):
        for spot in spots:
            key, at = Key.read(spot), "".join(spot.partition("@")[1:])
            group = table.rules.placed_with(key.id)  # none: it is placed with another
            limits = table.rules.limits(key.id)
            least = limits.least + limits.step * chance.choice((0, 0, 1, 2, 5, 20))
            for id_, units in group.items():
                amount = least * units // group[key.id]
                amount += -amount % table.rules.limits(id_).step
                wager = spot if id_ == key.id else f"{id_}{at}"
                if not table.stake(seat, wager) and table.can_bet(seat, wager, written(amount)):
                    table.bet(seat, wager, written(amount))
                    made.add(id_)
        spots = chance.sample(known, min(len(known), chance.randint(0, 6)))


def come_and_go(table: Table, seat: int) -> None:
    """A player leaves, if allowed, and another takes the seat."""
    try:
        table.leave(seat)
    except Refused:
        return
    table.sit(seat, f"guest {seat}", 100_000)


def between(table: Table, seat: int, seen: _Seen, chance: random.Random) -> None:
    """Occasionally, an action that is allowed between rounds."""
    choices = table.legal(seat)
    for choice in choices:
        noted(table.game, choice.id, seen)
    if choices and chance.random() < 0.3:
        choice = chance.choice(choices)
        try:
            table.act(
                seat,
                choice.id,
                written(choice.least) if choice.least else None,
                chance.choice(choice.of or ("",)),
            )
        except Refused:
            return


def decide(table: Table, habit: int | None, chance: random.Random) -> None:
    """A player who is asked answers at random, or mostly by habit: the first choice, or the second."""
    asked = chance.choice(table.asking)
    choice = chance.choice(asked.choices)
    if habit is not None and chance.random() < 0.8:
        choice = asked.choices[min(habit, len(asked.choices) - 1)]
    amount = None
    if choice.most:
        steps = (choice.most - choice.least) // choice.step
        amount = written(choice.least + choice.step * chance.choice((0, steps, chance.randint(0, steps))))
    table.act(asked.seat, choice.id, amount)


def can_start(table: Table) -> bool:
    """Can the round begin? If not, wagers that cannot be played are taken down, if allowed."""
    try:
        table.game.ready(table)
    except Refused:
        for bet in list(table.bets.values()):
            try:
                table.remove(bet.seat, bet.wager)
            except Refused:
                continue
        return False
    return True


def called(
    table: Table, data: IrregularityData, chance: random.Random, at: tuple[str, int] | None = None
) -> Irregularity:
    """The irregularity, with the details that its entry requires."""
    position = ""
    if data.of != "table":
        there = places(table)
        hands = sorted(there | {owner for owner in table.hands if owner.partition(".")[0] in there})
        position = chance.choice(hands + ["dealer"] * (data.of != "player"))
    seat = chance.choice(sorted(table.seats))
    given: dict[str, str | int | bool] = {}
    for detail in data.detail:
        if detail.range is not None:
            given[detail.id] = chance.randint(*detail.range)
        else:
            wager = chance.choice([*table.open_wagers(seat), *known_spots(table)])
            kinds: dict[str, str | int | bool] = {"seat": seat, "wager": wager, "amount": "5", "yes-no": True}
            given[detail.id] = kinds[detail.kind]
    return Irregularity(data.id, at, position, given)


def known_spots(table: Table) -> list[str]:
    """The wagers that are named without a parameter."""

    def one(wager: str) -> bool:
        try:
            return table.game.spot(table.rules, wager) == wager
        except Refused:
            return False

    return [wager for wager in table.rules.wagers if one(wager)]
