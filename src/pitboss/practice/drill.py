"""Questions for dealers and surveillance from rounds played for them: what does this pay, how is this ruled, how does
the house set this hand, which payout is wrong. Questions that a person missed are asked more often."""

from __future__ import annotations

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.text import Text

from pitboss.book.data import IrregularityData
from pitboss.book.events import Draw, Result, Roll, Slide, Spin
from pitboss.book.rules import Rules
from pitboss.equipment.cards import UNKNOWN, cards, name, pretty
from pitboss.equipment.loaded import Loaded
from pitboss.law import Refused, clipped, short
from pitboss.money import Cents, cents, money, written
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.proof import can_start, stake
from pitboss.table import Table
from pitboss.table.absent import stay_in
from pitboss.table.settlement import Settled
from pitboss.table.words import called, described, owner, person

Kind = Literal["payouts", "rulings", "hands", "errors"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SEATS: Final = (1, 2, 3)
NAMES: Final = ("Ann", "Ben", "Cal")
FUNDS: Final = 1_000_000
DRAWN: Final = 6
"""The next question is drawn from this many, by what was missed before."""
LATELY: Final = 5
"""This many of the last answers to an item decide how often it is asked."""
LETTERS: Final = "ABCD"
RULINGS: Final = 4
"""The number of answers offered to a question about a ruling."""
FRUITLESS: Final = 200
"""After this many rounds without a question, there is none."""


class Question(Struct, frozen=True, kw_only=True):
    """A question. ``item`` is what it drills, by which records count; ``answer`` is dollars, a letter, a number or
    cards."""

    kind: Kind
    item: str
    shown: tuple[str, ...]
    """What the person sees: hands, dice, payouts."""
    asked: str
    choices: tuple[str, ...] = ()
    answer: str
    why: str = ""
    cite: str

    def right(self, given: str) -> bool:
        """Is this the answer? Anything that cannot be an answer is refused."""
        text = given.strip()
        if self.kind == "payouts":
            return cents(text.removeprefix("$")) == cents(self.answer)
        if self.kind == "hands":
            return sorted(cards(text)) == sorted(cards(self.answer))
        if self.choices and text.upper() not in self.letters:
            raise Refused(f"{clipped(text)} is not an answer; type a letter from A to {self.letters[-1]}")
        if not self.choices and not text.isdecimal():
            raise Refused(
                f"{clipped(text)} is not an answer; type the number of a line, or 0 if none is wrong"
            )
        return text.upper() == self.answer

    @property
    def letters(self) -> str:
        return LETTERS[: len(self.choices)]

    @property
    def lettered(self) -> list[str]:
        """The offered answers, each with its letter."""
        return [f"{letter}. {each}" for letter, each in zip(self.letters, self.choices, strict=True)]

    @property
    def solution(self) -> str:
        """The answer as a person writes it."""
        if self.kind == "payouts":
            return money(cents(self.answer))
        if self.kind == "hands":
            return " ".join(map(pretty, cards(self.answer)))
        if self.choices:
            return f"{self.answer}. {self.choices[self.letters.index(self.answer)]}"
        return "none is wrong" if self.answer == "0" else f"line {self.answer}"


class Answered(Struct, kw_only=True):
    """A line of a record."""

    at: int
    """Milliseconds since 1970."""
    name: str
    game: str
    kind: Kind
    item: str
    right: bool
    seconds: float


# ---- questions -----------------------------------------------------------------------------------------------


def questions(
    rules: Rules, kinds: Iterable[Kind], seed: int | str, record: Sequence[Answered] = ()
) -> Iterator[Question]:
    """Endless questions about a game: each drawn from a few, those missed lately more often."""
    asked = list(kinds)
    chance = random.Random(f"drill:{seed}")
    sources = {kind: _SOURCES[kind](rules, chance) for kind in asked}
    open_kinds = list(asked)
    before = ""
    while open_kinds:
        kind = chance.choice(open_kinds)
        drawn = list(islice(sources[kind], DRAWN))
        if not drawn:
            open_kinds.remove(kind)
            continue
        fresh = [each for each in drawn if each.item != before] or drawn
        weight = weights(each for each in record if each.game == rules.game.id)
        question = chance.choices(fresh, [weight(each) for each in fresh])[0]
        before = question.item
        yield question


def weights(record: Iterable[Answered]) -> Callable[[Question], float]:
    """The weight of an item, compared with one that was never asked: each of the last answers counts, a miss up to
    three times as much, a right one less."""
    last = defaultdict[tuple[str, str], list[bool]](list)
    for each in record:
        last[each.kind, each.item].append(each.right)

    def weight(question: Question) -> float:
        lately = last[question.kind, question.item][-LATELY:]
        missed = lately.count(False)
        return (1 + 2 * missed) / (1 + 0.5 * (len(lately) - missed))

    return weight


def played(rules: Rules, chance: random.Random) -> Iterator[Table]:
    """A table after each of its rounds: random wagers, and chance in which rare hands are frequent."""
    seed, ticks = chance.random().hex(), count()
    table = Table(rules.game, rules, seed=seed, chance=Loaded(seed), clock=lambda: next(ticks))
    for seat, person_ in zip(SEATS, NAMES, strict=True):
        if seat <= rules.positions:
            table.sit(seat, person_, FUNDS)
    for _ in range(FRUITLESS):
        for seat in table.seats:
            stake(table, seat, "", set(), chance)
        if not can_start(table) or (rules.game.wagers_first and not table.bets):
            continue
        table.deal()
        while (ask := table.asked) is not None:
            decision, amount = stay_in(rules.game, ask)
            table.act(ask.seat, decision, written(amount) if amount else None)
        if table.settlement is not None:
            yield table


def _settled(table: Table) -> Iterator[tuple[int, str, Settled]]:
    """The wagers of the round, seat by seat."""
    assert table.settlement is not None
    for seat, wagers in sorted(table.settlement.wagers.items()):
        for wager, settled in wagers.items():
            yield seat, wager, settled


def _seen(table: Table) -> tuple[str, ...]:
    """The table at the end of a round: dice, numbers and hands."""
    fell = [described(table, each) for each in table.said if isinstance(each, Roll | Spin | Draw)]
    hands = [
        f"{owner(table, name)}: {' '.join(shown)}"
        for name in table.hands
        if (shown := [pretty(card) for card in table.cards(name) if card != UNKNOWN]) and name != "dead"
    ]
    return (*fell, *hands)


def _line(table: Table, seat: int, wager: str, settled: Settled) -> str:
    """A wager and its result."""
    ends = {
        "win": f"is paid {money(settled.pays)}",
        "lose": f"loses {money(settled.lost)}",
        "push": "is returned",
        "void": "is void",
    }
    return f"{person(table, seat)}, {called(table, wager)}, {money(settled.stake)}: {ends[settled.result]}"


def _vigorish(table: Table, seat: int) -> str:
    assert table.settlement is not None
    lines = [each.why for each in table.settlement.other.get(seat, ()) if "vigorish" in each.why]
    return " What the house takes as vigorish is already deducted." if lines else ""


def _payouts(rules: Rules, chance: random.Random) -> Iterator[Question]:
    for table in played(rules, chance):
        won = [
            (seat, wager, settled)
            for seat, wager, settled in _settled(table)
            if settled.result == "win" and settled.pays and not settled.prize
        ]
        if not won:
            continue
        seat, wager, settled = chance.choice(won)
        name = called(table, wager)
        outcome = f" and wins ({settled.outcome})" if settled.outcome not in ("", "win") else " and wins"
        yield Question(
            kind="payouts",
            item=f"{name}: {settled.outcome or 'win'}",
            shown=_seen(table),
            asked=f"{person(table, seat)} bets {money(settled.stake)} on {name}{outcome}. How much do you pay, "
            f"excluding the stake?{_vigorish(table, seat)}",
            answer=written(settled.pays),
            cite=settled.cite,
        )


def _errors(rules: Rules, chance: random.Random) -> Iterator[Question]:
    for table in played(rules, chance):
        lines = list(_settled(table))
        if not 2 <= len(lines) <= 12:
            continue
        wrong = chance.randrange(len(lines)) if chance.random() < 0.8 else -1
        said = [_line(table, *line) for line in lines]
        if wrong >= 0:
            seat, wager, settled = lines[wrong]
            planted = _planted(rules, wager, settled, chance)
            if planted is None:
                continue
            right, said[wrong] = said[wrong], _line(table, seat, wager, planted)
        yield Question(
            kind="errors",
            item=called(table, lines[wrong][1]) if wrong >= 0 else "no error",
            shown=(*_seen(table), *(f"{n}. {each}" for n, each in enumerate(said, 1))),
            asked="Which line is wrong? Type its number, or 0 if none is.",
            answer=str(wrong + 1),
            why=f"It should read: {right}." if wrong >= 0 else "Every line is right.",
            cite=lines[wrong][2].cite if wrong >= 0 else "",
        )


def _planted(rules: Rules, wager: str, settled: Settled, chance: random.Random) -> Settled | None:
    """A tired dealer's mistake: another row of the table, a forgotten wager, or a paid push."""
    ways: list[tuple[Result, Cents, Cents]] = []
    if settled.result == "win":
        table = rules.pay_tables.get(wager.partition(":")[0].partition("@")[0])
        if table is not None and not settled.prize:
            others = {odds.win * settled.stake // odds.stake for odds in table.rows.values() if odds.win}
            ways += [("win", pays, 0) for pays in sorted(others) if pays and pays != settled.pays]
        ways.append(("push", 0, 0))
    elif settled.result == "push":
        ways += [("win", settled.stake, 0), ("lose", 0, settled.stake)]
    elif settled.result == "lose" and settled.lost == settled.stake:
        ways += [("win", settled.stake, 0), ("push", 0, 0)]
    if not ways:
        return None
    result, pays, lost = chance.choice(ways)
    return msgspec.structs.replace(settled, result=result, pays=pays, lost=lost)


def _rulings(rules: Rules, chance: random.Random) -> Iterator[Question]:
    known = {each.ruling: each for each in rules.irregularities.values()}
    for _ in count() if len(known) > 1 else ():
        entry = chance.choice(sorted(known.values(), key=lambda each: each.id))
        others = sorted(known.keys() - {entry.ruling})
        offered = [entry.ruling, *chance.sample(others, min(RULINGS - 1, len(others)))]
        chance.shuffle(offered)
        place = offered.index(entry.ruling)
        yield Question(
            kind="rulings",
            item=entry.id,
            shown=(),
            asked=f"{_happened(entry)}. What is the ruling?",
            choices=tuple(offered),
            answer=LETTERS[place],
            cite=entry.cite,
        )


def _happened(entry: IrregularityData) -> str:
    return entry.id.replace("-", " ").capitalize()


def _hands(rules: Rules, chance: random.Random) -> Iterator[Question]:
    """The dealer's hand, which the house way sets: which cards go to the part that is moved away?"""
    for table in played(rules, chance):
        parts = {each.to for each in table.said if isinstance(each, Slide) and each.to.startswith("dealer.")}
        if not parts:
            return  # no hand is set in this game
        part = max(parts, key=lambda name: len(table.hands[name]) if name in table.hands else 0)
        set_ = table.cards(part) if part in table.hands else ()
        rest = table.cards("dealer") if "dealer" in table.hands else ()
        if not set_ or not rest or UNKNOWN in (*set_, *rest):
            continue
        whole = sorted((*set_, *rest), reverse=True)
        yield Question(
            kind="hands",
            item=table.game.felt.called(table, "dealer", {"dealer": rest, part: set_}) or "a hand to set",
            shown=(f"The dealer holds {' '.join(map(pretty, whole))}",),
            asked=f"Set the hand by the house way: which {len(set_)} cards are the {part.partition('.')[2]} hand?",
            answer=" ".join(map(name, set_)),
            why=f"{' '.join(map(pretty, rest))} and {' '.join(map(pretty, set_))}",
            cite=rules.game.data.subchapter,
        )


_SOURCES: Final[Mapping[Kind, Callable[[Rules, random.Random], Iterator[Question]]]] = {
    "payouts": _payouts,
    "rulings": _rulings,
    "hands": _hands,
    "errors": _errors,
}


# ---- a lesson --------------------------------------------------------------------------------------------------


def several(source: Iterator[Question], many: int, rules: Rules, kinds: Sequence[Kind]) -> list[Question]:
    """This many questions, or a refusal if the game has none."""
    asked = list(islice(source, many))
    if not asked:
        raise Refused(f"{rules.game.title} has nothing to ask about {' or '.join(kinds)}")
    return asked


def lesson(
    rules: Rules,
    kinds: Sequence[Kind],
    many: int,
    *,
    seed: int | str,
    page: Path,
    name: str = "",
    limit: float = 0,
    console: Console,
    given: Callable[[], str],
    clock: Callable[[], float] = time.monotonic,
) -> list[Answered]:
    """Ask, judge and keep each answer as it comes, until this many are asked or nobody answers."""
    record = read_record(page)
    source, answers = questions(rules, kinds, seed, record), list[Answered]()
    for number in range(1, many + 1):
        (question,) = several(source, 1, rules, kinds)
        console.print(Text(f"\n{number} of {many}", "bold"))
        for line in (*question.shown, question.asked, *question.lettered):
            console.print(Text(line))
        began = clock()
        right = _answer(question, console, given)
        if right is None:
            break
        seconds = clock() - began
        late = bool(limit) and seconds > limit
        answered = Answered(
            at=int(time.time() * 1000),
            name=name,
            game=rules.game.id,
            kind=question.kind,
            item=question.item,
            right=right and not late,
            seconds=round(seconds, 1),
        )
        keep(page, answered)
        record.append(answered)
        answers.append(answered)
        verdict = f"Right, {seconds:.1f} s" if right else f"No, {seconds:.1f} s: {question.solution}"
        too_late = f"; too late by {seconds - limit:.1f} s" if late else ""
        console.print(Text(f"{verdict}{too_late}", "green" if right and not late else "red"))
        console.print(
            Text(" ".join(filter(None, (question.why, question.cite and short(question.cite)))), "dim")
        )
    if answers:
        console.print(Text(f"\n{sum(each.right for each in answers)} of {len(answers)} right.", "bold"))
    return answers


def _answer(question: Question, console: Console, given: Callable[[], str]) -> bool | None:
    """Whether the answer is right; nothing at the end of the input, or for ``quit``."""
    while True:
        try:
            text = given()
        except (EOFError, KeyboardInterrupt):
            return None
        if text.strip() in ("quit", "q"):
            return None
        try:
            return question.right(text)
        except Refused as problem:
            console.print(Text(f"{problem}", "yellow"))


class Quiz(Struct, frozen=True):
    """A paper of questions, with the answers on its last page."""

    rules: Rules
    asked: Sequence[Question]

    def json(self) -> object:
        return msgspec.to_builtins(self.asked)

    def sheet(self) -> Sheet:
        numbered = [(str(n), question) for n, question in enumerate(self.asked, 1)]
        return Sheet(
            kind="Drill",
            title=self.rules.game.title,
            lead=f"{len(numbered)} questions. Name: ______ Date: ______",
            sections=(
                *(
                    Section(
                        title=f"Question {n}",
                        text=tuple(
                            ("", line) for line in (*question.shown, question.asked, *question.lettered)
                        ),
                        blanks=("Answer",),
                    )
                    for n, question in numbered
                ),
                Section(
                    title="Answers",
                    tables=(
                        Columns(
                            columns=("", "answer", "paragraph"),
                            rows=tuple(
                                (n, each.solution, short(each.cite) if each.cite else "")
                                for n, each in numbered
                            ),
                            words=3,
                        ),
                    ),
                ),
            ),
        )


# ---- a record --------------------------------------------------------------------------------------------------


def read_record(page: Path) -> list[Answered]:
    """Earlier answers; nothing if there is no such file yet."""
    if not page.exists():
        return []
    try:
        return [msgspec.json.decode(line, type=Answered) for line in page.read_bytes().splitlines() if line]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused(f"{page} is not the record of a drill") from None


def own_record() -> Path:
    """The default file of a person's answers."""
    from platformdirs import user_data_path

    return user_data_path("pitboss") / "drill.jsonl"


def keep(page: Path, answered: Answered) -> None:
    """Add an answer to a record."""
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        with page.open("ab") as file:
            file.write(msgspec.json.encode(answered) + b"\n")
    except OSError as problem:
        raise Refused(f"cannot write {page}: {problem.strerror}") from None


class Progress(Struct, frozen=True):
    """A class record: who answered how many of which questions, how fast, and which are missed most."""

    record: Sequence[Answered]

    def json(self) -> object:
        return msgspec.to_builtins(self.record)

    def sheet(self) -> Sheet:
        return _progress(self.record)


def _progress(record: Sequence[Answered]) -> Sheet:
    people, items = defaultdict[str, list[Answered]](list), defaultdict[tuple[str, str], list[Answered]](list)
    for each in record:
        people[each.name].append(each)
        items[each.game, f"{each.kind}: {each.item}"].append(each)
    weakest = sorted(items.items(), key=lambda each: (_share(each[1]), -len(each[1]), each[0]))
    return Sheet(
        kind="Drill",
        title="Record",
        lead=f"{len(record)} answers, {_percent(record)} right.",
        sections=(
            Section(
                title="People",
                tables=(
                    Columns(
                        columns=("name", "answers", "right", "last 20", "median seconds"),
                        rows=tuple(
                            (name, str(len(all_)), _percent(all_), _percent(all_[-20:]), _median(all_))
                            for name, all_ in sorted(people.items())
                        ),
                    ),
                ),
            ),
            Section(
                title="Missed most",
                tables=(
                    Columns(
                        columns=("game", "question", "answers", "right"),
                        rows=tuple(
                            (game, item, str(len(all_)), _percent(all_))
                            for (game, item), all_ in weakest
                            if _share(all_) < 1
                        )[:15],
                        words=2,
                    ),
                ),
            ),
        ),
    )


def _share(answers: Sequence[Answered]) -> float:
    return sum(each.right for each in answers) / len(answers)


def _percent(answers: Sequence[Answered]) -> str:
    return f"{_share(answers):.0%}"


def _median(answers: Sequence[Answered]) -> str:
    return f"{statistics.median(each.seconds for each in answers):.1f}"
