"""A complete tournament played by bots, from a seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC
from functools import cache
from pathlib import Path

from msgspec import Struct

from pitboss import files
from pitboss.book.events import Ask
from pitboss.equipment.entropy import Entropy, Seeded, shuffled
from pitboss.law import Refused
from pitboss.money import Cents, dollars
from pitboss.table import Memory, Table
from pitboss.table.absent import silence, stay_in
from pitboss.table.driver import Policy
from pitboss.tournament.course import AddOn, Announce, Begin, Dealt, Enter, Go, Order, Race, Rebuy
from pitboss.tournament.file import TournamentFile
from pitboss.tournament.race import hashed
from pitboss.tournament.record import Tournament, arrange, audit, counted
from pitboss.tournament.terms import Terms

HOUR = 3_600_000
"""In milliseconds."""
RECORD = "tournament.jsonl"


class Played(Struct):
    """A tournament that is over, with its files."""

    tournament: Tournament
    record: list[bytes]
    journals: dict[int, list[bytes]]

    def files(self) -> Iterator[tuple[str, list[bytes]]]:
        """The files, by name."""
        yield RECORD, self.record
        yield from ((f"table-{number}.jsonl", lines) for number, lines in self.journals.items())

    def json(self) -> dict[str, object]:
        course, report = self.tournament.course, audit(self.record, self.journals)
        ledger, people = course.ledger, course.places
        return {
            "tournament": course.terms.file.name,
            "game": course.terms.game.id,
            "participants": len(people),
            "deals": course.deals,
            "level": course.level + 1,
            "tables": {number: len(lines) for number, lines in self.journals.items()},
            "collected": dollars(sum(each.paid for each in people)),
            "fees": dollars(ledger["fees"]),
            "tips": dollars(ledger["tips"]),
            "prizes": dollars(sum(each.prize for each in people)),
            "pool": dollars(ledger["pool"]),
            "places": [
                {
                    "place": each.place,
                    "name": each.name,
                    "paid": dollars(each.paid),
                    "rebuys": each.rebuys,
                    "add_on": each.added,
                    "prize": dollars(each.prize),
                }
                for each in people
            ],
            "verified": report["verified"],
            "problem": report["problem"],
            "chain": report["chain"],
        }


def played(file: TournamentFile, seed: int = 1, folder: Path | None = None) -> Played:
    """As many bots as the expected participants. A deal takes the game's usual time; when the tournament is over, the
    record and the journals of all tables go into a new folder."""
    if folder is not None and (folder.exists() or not folder.parent.is_dir()):
        raise Refused(f"{folder} already exists or cannot be created; name a new folder")
    entropy = Seeded(f"{seed} tournament")
    now = int(file.starts.replace(tzinfo=file.starts.tzinfo or UTC).timestamp() * 1000)
    record, journals = Memory(), defaultdict[int, Memory](Memory)
    races = Terms(file).races
    secret = entropy.words(8).tobytes() if races else b""
    promise = hashed(secret, races).hex() if races else ""
    tournament = Tournament(Announce(file, promise=promise), now, record)
    course = tournament.course

    def do(order: Order) -> None:
        tournament.do(order, now)

    everybody = [f"Player {n}" for n in range(1, file.participants + 1)]
    in_time = max(2, file.participants * 3 // 4) if file.late else file.participants
    later = iter(everybody[in_time:])
    for name in everybody[:in_time]:
        do(Enter(name))
    names = list(course.participants)
    do(Begin([names[place] for place in shuffled(list(range(len(names))), entropy)]))

    @cache
    def table(number: int) -> Table:
        return Table(
            course.terms.game,
            course.terms.rules(0),
            seed=f"{seed} table {number}",
            clock=lambda: now,
            storage=journals[number],
            players=dict.fromkeys(range(1, course.terms.seats + 1), careless(entropy)),
        )

    def arrange_all() -> None:
        for number in range(1, course.opened + 1):
            if not table(number).closed:
                arrange(course, number, table(number))

    while course.phase != "over":
        arrange_all()
        for number in course.dealing:
            table(number).deal()
        now += HOUR // course.terms.game.data.house.rounds_per_hour
        do(Dealt({number: counted(table(number)) for number in course.dealing}))
        if course.takes_entries and (name := next(later, "")):
            do(Enter(name))
        while course.phase in ("re-buy", "add-on"):
            order = Rebuy if course.phase == "re-buy" else AddOn
            for name in course.may_buy():
                if entropy.below(2):
                    do(order(name))
            do(Go())
        if course.phase == "race":
            races -= 1
            do(Race(hashed(secret, races).hex()))
    arrange_all()
    over = Played(tournament, record.lines, {number: journals[number].lines for number in sorted(journals)})
    if folder is not None:
        folder.mkdir()
        for name, lines in over.files():
            files.write(folder / name, b"".join(line + b"\n" for line in lines))
    return over


def audited(folder: Path) -> dict[str, object]:
    """The files of a folder, verified."""
    found = {
        int(page.stem.removeprefix("table-")): page
        for page in folder.glob("table-*.jsonl")
        if _numbered(page)
    }
    return audit(
        files.lines(folder / RECORD), {number: files.lines(found[number]) for number in sorted(found)}
    )


def _numbered(page: Path) -> bool:
    return page.stem.removeprefix("table-").isdecimal()


def careless(entropy: Entropy) -> Policy:
    """A bot that does not look at its cards: it calls when that is cheap, folds when it is expensive, sometimes bets
    the minimum, and rarely goes all-in."""

    def policy(table: Table, ask: Ask) -> tuple[str, Cents]:
        mood = entropy.below(100)
        bets = [each for each in ask.choices if each.id in ("bet", "raise")]
        if bets and mood < 15:
            return bets[0].id, bets[0].most if mood < 2 else bets[0].least
        decision, cost = stay_in(table.game, ask)
        dear = 4 * cost > table.chips(ask.seat)
        return silence(table.game, ask) if cost and mood >= (30 if dear else 80) else (decision, cost)

    return policy
