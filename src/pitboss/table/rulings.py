"""What follows from an irregularity: steps in addition to those of the round, and which of the round's own it
cancels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pitboss.book.data import IrregularityData
from pitboss.book.events import Ask, Asks, Event, Irregularity, Move, Return, Round, Settle, Stake, Travel
from pitboss.book.key import Key
from pitboss.table.felt import Bet

if TYPE_CHECKING:
    from pitboss.table.driver import Table


def ruling(table: Table, called: Irregularity, data: IrregularityData) -> Round:
    """What follows from an irregularity, as a generator that runs between two steps of the round."""
    match data.effect:
        case "void":
            return _void_hand(table, called, data.full_cite)
        case "forfeit":
            return _forfeit(table, called, data)
    return _games_ruling(table, called)


def _games_ruling(table: Table, called: Irregularity) -> Round:
    """What the game has ruled; if that decides all wagers of a position, no more may be added there."""
    held = {bet.position for bet in table.bets.values()}
    yield from table.game.ruling(table, called)
    table.running.decided |= held - {bet.position for bet in table.bets.values()}


def _void_hand(table: Table, called: Irregularity, paragraph: str) -> Round:
    """One hand is void; what the current settlement has done for it is reversed, and so is what players win from each
    other, which depends on every hand."""
    place = int(called.position.partition(".")[0])
    yield from _reopened(
        table, paragraph, lambda each: each.bank != "bank" or _position(each.seat, each.wager) == place
    )
    here = [bet for bet in table.bets.values() if bet.position == place]
    yield from table.game.give_back(table, here, paragraph)
    table.running.dead.add(place)


def _forfeit(table: Table, called: Irregularity, data: IrregularityData) -> Round:
    """A player loses every wager they have on the layout."""
    seats = {bet.seat for bet in table.bets.values() if str(bet.position) == called.position}
    theirs = [bet for bet in table.bets.values() if bet.seat in seats]
    for bet in theirs:
        yield Settle(bet.seat, bet.wager, "lose", 0, bet.stake, data.full_cite, data.id.replace("-", " "))
    table.running.dead.update(bet.position for bet in theirs)


def _reopened(table: Table, paragraph: str, concerned: Callable[[Settle], bool] = lambda _: True) -> Round:
    """The current settlement, reversed; but not what a player has given up, or forfeited by a ruling."""

    def final(settled: Settle) -> bool:
        why = settled.outcome.replace(" ", "-")
        ruled = table.rules.irregularities.get(why)
        given_up = table.game.decision(why).gives_up or (ruled and ruled.full_cite == settled.cite)
        return settled.result == "lose" and settled.bank == "bank" and bool(given_up)

    undone = table.running.deeds.undone(lambda each: concerned(each) and not final(each), paragraph)
    yield from (_at_most(table, each) for each in undone)


def taken_back(table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
    """What undecided wagers have moved in this round, moved back: their contribution to a meter, or what they were
    about to win from it."""
    moved = table.running.deeds.returned({(bet.seat, bet.wager) for bet in bets}, paragraph)
    yield from (_at_most(table, each) for each in moved)


def voided(table: Table, paragraph: str) -> Round:
    """The round declared void."""
    yield from _reopened(table, paragraph)
    yield from table.game.void(table, paragraph)


def _at_most(table: Table, back: Event) -> Event:
    """A meter that another player has won meanwhile gives back what it holds."""
    if isinstance(back, Move) and back.source.startswith("meter:"):
        back.amount = min(back.amount, table.ledger[back.source])
    return back


def moot(table: Table, event: Event) -> bool:
    """Does it concern a wager that a ruling has decided meanwhile, or a hand that it has taken out of the round?"""
    match event:
        case Ask() | Asks():
            for ask in event.asks:
                place = ask.hand.partition(".")[0]
                if not ask.decision and table.out(ask.seat, int(place) if place.isdecimal() else None):
                    ask.choices = ()  # its player has nothing left to decide
            return all(ask.decision or not ask.choices for ask in event.asks)
        case Settle(seat=seat, wager=wager):
            assert table.settlement is not None
            decided = (seat, wager) not in table.bets and wager in table.settlement.wagers.get(seat, ())
            return decided or _position(seat, wager) in table.running.dead
        case Stake(seat=seat, wager=wager):
            return _position(seat, wager) in table.running.dead | table.running.decided
        case Return(seat=seat, wager=wager) | Travel(seat=seat, wager=wager):
            return _position(seat, wager) in table.running.dead
        case Move(on=(seat, wager)):
            return _position(seat, wager) in table.running.dead
    return False


def _position(seat: int, wager: str) -> int:
    """Where a wager is."""
    return Key.read(wager).position or seat
