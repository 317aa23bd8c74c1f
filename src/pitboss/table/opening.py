"""How a table begins: new, with the state it is given, or where the volume before it ended."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

import pitboss
from pitboss.book.game import Game, State
from pitboss.equipment.cards import UNKNOWN
from pitboss.law import Refused
from pitboss.money import cents, money
from pitboss.table import journal as j
from pitboss.table.felt import Held, Seat

if TYPE_CHECKING:
    from pitboss.table.driver import Table

_RULES: Final = ("book", "equipment", "games", "ranking", "table", "law.py", "money.py")
"""The parts of the package from which it follows what happens at a table."""


def new_state(game: Game, given: Mapping[str, object]) -> State:
    try:
        return msgspec.json.decode(msgspec.json.encode(given), type=game.State)  # as JSON would carry it
    except msgspec.ValidationError as problem:
        fields = ", ".join(each.name for each in msgspec.structs.fields(game.State)) or "none"
        says = str(problem).replace(" - at `$.", " at `state.").removesuffix(" - at `$`")
        raise Refused(f"the state does not fit {game.id}: {says}; its fields are: {fields}") from None


def opening(table: Table, state: Mapping[str, object]) -> j.Open:
    posted = msgspec.structs.asdict(table.rules.record)
    return j.Open(
        **posted,
        state=dict(state),
        table=table.identity,
        edition=j.EDITION,
        version=pitboss.__version__,
        rules=rules_hash(table.game.path.parent),
        entered=table.entered,
    )


@cache
def rules_hash(folder: Path) -> str:
    """The hash of the rules that a table deals under, with those in a ``folder`` that is not part of the book."""
    home = Path(pitboss.__file__).parent
    places = [home / part for part in _RULES] + [folder] * (not folder.is_relative_to(home))
    digest = hashlib.sha256()
    for place in places:
        files = (each for each in place.rglob("*") if each.suffix in (".py", ".toml"))
        for file in sorted(files) if place.is_dir() else [place]:
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def carried(table: Table) -> j.Continue:
    """The complete state of the table, between rounds and with an empty layout: a new volume begins with it."""
    opened = opening(table, msgspec.to_builtins(table.state))
    return j.Continue(
        **{name: getattr(opened, name) for name in opened.__struct_fields__},
        lines=table.journal.lines,
        before=table.journal.chain,
        rounds=table.rounds,
        seats={number: (seat.name, seat.base) for number, seat in table.seats.items()},
        accounts={name: held for name, held in sorted(table.ledger.accounts.items()) if held},
        bank=table._bank,
        fees=table._fees,
        hands={
            owner: [(held.card, held.up, held.seats) for held in hand] for owner, hand in table.hands.items()
        },
        shoes={name: bytes(shoe) for name, shoe in table.shoes.items()},
        shuffled_by=dict(table._shuffled_by),
        withheld=list(table._withheld.items()),
        notices=table.notices,
        brought={name: held for name, held in sorted(table.brought.items()) if held and table.identity},
    )


def take_up(table: Table, carried: j.Continue) -> None:
    pack = Counter(table.rules.pack())
    dealt = ([card for card, _, _ in hand if card != UNKNOWN] for hand in carried.hands.values())
    if any(Counter(cards) - pack for cards in (*carried.shoes.values(), *dealt)):
        raise Refused("the volume begins with cards that the game does not have")
    if any(not 1 <= seat <= table.rules.positions for seat in carried.seats):
        raise Refused("the volume begins with seats that the table does not have")
    table.journal.before = carried.lines
    table.rounds = carried.rounds
    table.seats = {number: Seat(name, base) for number, (name, base) in carried.seats.items()}
    table.ledger.accounts.update(carried.accounts)
    table._bank, table._fees = carried.bank, carried.fees
    table.hands = {owner: [Held(*held) for held in hand] for owner, hand in carried.hands.items()}
    table.shoes = {name: list(shoe) for name, shoe in carried.shoes.items()}
    table._shuffled_by = dict(carried.shuffled_by)
    table._withheld = dict(carried.withheld)
    table._notices = list(carried.notices)
    table.brought = Counter(carried.brought)


def set_meters(table: Table) -> None:
    """What the state says about the meters is in the ledger from here on."""
    for seat in table.state.seats():
        if not 0 <= seat <= table.rules.positions:
            raise Refused(f"the state has seat {seat}; this table has seats 1 to {table.rules.positions}")
    for meter, amount in table.state.take_meters(table.rules).items():
        if cents(amount) < 0:
            raise Refused(f"the meter {meter} cannot show {money(cents(amount))}")
        table.ledger.move("bank", f"meter:{meter}", cents(amount))
