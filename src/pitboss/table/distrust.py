"""What a game does is checked before it is done: an author's mistake is an error, never money.

Each check returns in a few words what is wrong with an event of a round, or nothing. They always run; `pitboss
proof` makes the checks that take longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.book.data import Wager, holds
from pitboss.book.events import Ask, Asks, Choice, Event, Move, Return, Settle, Stake, Travel
from pitboss.law import Slip
from pitboss.money import Cents, cents, money
from pitboss.table.ledger import ACCOUNTS

if TYPE_CHECKING:
    from pitboss.book import Game
    from pitboss.table.driver import Table

_NO_CITE = "no paragraph is cited"


def _offered(table: Table, wager: str) -> Wager | None:
    return table.rules.wagers.get(wager.partition("@")[0].partition(":")[0])


def settle(table: Table, event: Settle) -> str:
    """A wager decided."""
    bet = table.bets.get((event.seat, event.wager))
    result, pays, lost = event.result, event.pays, event.lost
    if not event.cite and not table.by_order:
        return _NO_CITE
    if bet is None and (wrong := _not_there(table, event)):
        return wrong
    if pays < 0 or not 0 <= lost <= (bet.stake if bet is not None else lost):
        return f"the stake is {money(table.stake(event.seat, event.wager))}"
    if result == "win":
        if not pays and not event.uncut and not _in_kind(table, event.wager):
            return "a win that pays nothing"
    elif pays:
        return f"a {result} that pays"
    elif result == "lose":
        if not lost:
            return "a lose that loses nothing"
    elif lost:
        return f"a {result} that loses"
    if event.stays and bet is not None and lost == bet.stake:
        return "no stake is left to stay"
    if event.bank != "bank" and (wrong := _banked(table, event)):
        return wrong
    return ""


def _not_there(table: Table, event: Settle) -> str:
    """A wager that is not on the layout may be a bonus, or one that a ruling has just decided."""
    data = _offered(table, event.wager)
    if data is None:
        return "no such wager is offered"
    assert table.settlement is not None
    if event.wager in table.settlement.wagers.get(event.seat, ()):
        if table.happened:
            return ""
        return (
            "it is already paid; name it by its source, as in envy:3"
            if data.bonus
            else "it is decided already"
        )
    if not data.bonus:
        return "the player has not made this wager"
    if event.seat not in table.seats:
        return "the seat is empty"
    return "a bonus has no stake to lose" if event.lost else ""


def _in_kind(table: Table, wager: str) -> bool:
    data = _offered(table, wager)
    return data is not None and bool(data.in_kind) and holds(data.in_kind, table.rules.options)


def _banked(table: Table, event: Settle) -> str:
    if event.bank == "layout":  # players settle among themselves
        return ""
    wrong = _account(table, event.bank)
    return wrong or _short(table, event.bank, event.pays - event.lost)


def stake(table: Table, event: Stake) -> str:
    """A wager made during the round, or placed between rounds in place of another."""
    data, amount = _offered(table, event.wager), event.amount
    if data is None:
        return "no such wager is offered"
    if not event.cite:
        return _NO_CITE
    if event.seat not in table.seats:
        return "the seat is empty"
    if data.bonus:
        return "a bonus has no stake"
    if data.during != table.playing and not table.ruling_late:
        return "it is not made " + ("during the round" if table.playing else "between rounds")
    funds = table.chips(event.seat)
    if not 0 < amount <= funds:
        return f"the player has {money(funds)}"
    if amount % table.rules.chip and amount != funds and not (data.coin and amount % cents(data.coin) == 0):
        return f"the smallest chip is {money(table.rules.chip)}"
    former = table.earlier is not None  # an edition with other steps rounded differently
    return _tied(table, data, event) if data.times and not former else ""


def _tied(table: Table, data: Wager, event: Stake) -> str:
    """Is its multiple of the wager it follows allowed? The maximum is rounded up to the next possible amount
    (2.9(b))."""
    _, at, position = event.wager.partition("@")
    followed = f"{data.follows}{at}{position}"
    base = table.stake(event.seat, followed) or _decided(table, event.seat, followed)
    made = event.amount + table.stake(event.seat, event.wager)
    (least, of), (most, to) = table.rules.times[data.id]
    short, over = made * of < base * least, made * to > base * most
    if over:
        unit = table.rules.step(data.id)
        over = (made + -made % unit - unit) * to >= base * most
    if not short and not over:
        return ""
    return f"it is {Fraction(least, of)} to {Fraction(most, to)} times {followed}, which is {money(base)}"


def _decided(table: Table, seat: int, wager: str) -> Cents:
    """The stake of a wager that this round has decided already."""
    settled = table.settlement.wagers.get(seat, {}).get(wager) if table.settlement else None
    return settled.stake if settled else 0


def ask(table: Table, event: Ask) -> str:
    """A question to a player."""
    if event.seat not in table.seats:
        return "the seat is empty"
    if not event.choices:
        return "there is nothing to choose"
    names = {choice.id for choice in event.choices}
    if len(names) != len(event.choices) or "" in names:
        return "two choices have one name, or none"
    if event.usual and event.usual not in names:
        return f"{event.usual} is not one of the choices"
    funds, held = table.chips(event.seat), table.cards(event.hand) if event.parts else ()
    for choice in event.choices:
        if choice.cards and (wrong := _laid_apart(held, event, choice)):
            return wrong
        if choice.most or choice.least:
            if not 0 < choice.least <= choice.most or choice.step < 1:
                return f"{choice.id} has no possible amount"
            if choice.most > funds and choice.most > funds + _lies_there(table, event.seat, choice.id):
                return f"the player has {money(funds)}, too little for {choice}"
    return ""


def _laid_apart(held: Sequence[int], event: Ask, choice: Choice) -> str:
    if len(choice.cards) != len(event.parts):
        return f"{choice.id} sets {len(choice.cards)} parts of {len(event.parts)}"
    left = list(held)
    for card in chain.from_iterable(choice.cards):
        if card not in left:
            return f"{choice.id} sets cards that are not in the hand"
        left.remove(card)
    return ""


def asks(table: Table, event: Asks) -> str:
    """Questions to several players at once."""
    seats = [each.seat for each in event.asks]
    if not seats or len(set(seats)) < len(seats):
        return "each seat must be asked once, and at least one seat"
    for each in event.asks:
        settled = each.decision or (table.happened and not each.choices)  # before a ruling, or by it
        if not settled and (wrong := ask(table, each)):
            return wrong
    return ""


def _lies_there(table: Table, seat: int, decision: str) -> Cents:
    """What counts toward the amount of a decision that is the total of a wager."""
    if not table.game.decision(decision).total:
        return 0
    return sum(bet.stake for bet in table.bets.values() if bet.seat == seat)


def give_back(table: Table, event: Return) -> str:
    """Part of a wager handed back."""
    if not event.cite and not table.by_order:
        return _NO_CITE
    there = table.stake(event.seat, event.wager)
    return "" if 0 < event.amount <= there else f"only {money(there)} of it is on the layout"


def move(table: Table, event: Move) -> str:
    """Money from one account to another."""
    if not event.cite and not table.by_order:
        return _NO_CITE
    if event.amount < 0:
        return "a negative amount is moved"
    return (
        _account(table, event.source)
        or _account(table, event.target)
        or _short(table, event.source, event.amount)
    )


def _account(table: Table, name: str) -> str:
    kind, _, which = name.partition(":")
    if name in ACCOUNTS or (kind in ("meter", "pot") and which):
        return ""
    if kind == "seat" and which.isdecimal() and int(which) in table.seats:
        return ""
    return f"there is no account {name}"


def _short(table: Table, account: str, amount: Cents) -> str:
    held = table.ledger.accounts[account]
    if held >= amount or account in ("bank", "fees"):
        return ""
    return f"{account} holds {money(held)}"


def travel(table: Table, event: Travel) -> str:
    """A wager moved on the layout."""
    if (event.seat, event.wager) not in table.bets:
        return "the player has not made this wager"
    return "" if _offered(table, event.to) else "no such wager is offered"


DOUBTS: Mapping[type[Event], Callable[[Table, Any], str]] = {
    Settle: settle,
    Stake: stake,
    Ask: ask,
    Asks: asks,
    Return: give_back,
    Move: move,
    Travel: travel,
}


def slipped(game: Game, problem: BaseException) -> Slip:
    """What a game's code has raised, and where; the line itself if the error says nothing more."""
    from traceback import extract_tb

    said = str(problem) or "".join(each.line or "" for each in extract_tb(problem.__traceback__)[-1:])
    return Slip(f"{game.id}: {type(problem).__name__}: {said}{place_in(game, problem)}")


def place_in(game: Game, problem: BaseException) -> str:
    """The line of the game's own modules at which the error occurred, if it was there."""
    from traceback import extract_tb

    lines = [
        each for each in extract_tb(problem.__traceback__) if Path(each.filename).parent == game.path.parent
    ]
    return f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""
