"""The money of a journal under any rules: who holds what, added up from its lines alone.

A table whose journal no longer follows from the rules cannot be resumed, but the chips on it belong to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pitboss.book.events import Deal, Event, Move, Return, Reverse, Settle, Stake, Travel
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import Cents
from pitboss.table import journal as j


class Holdings:
    """The accounts of a table, and the stakes on its layout."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        self.accounts: Counter[str] = Counter()
        self.stakes: Counter[tuple[int, str]] = Counter()
        self.names: dict[int, str] = {}
        self._round: list[Event] = []
        """What has happened in the round under way."""
        for entry in j.read(lines):
            self.follow(entry)

    @property
    def chips(self) -> Cents:
        """The chips of players, on the layout and in pots."""
        elsewhere = ("cage", "bank", "fees", "meter:")
        return sum(held for name, held in self.accounts.items() if not name.startswith(elsewhere))

    def owed(self) -> Counter[str]:
        """What each player is owed: their chips and their undecided stakes."""
        owed: Counter[str] = Counter()
        for seat, name in self.names.items():
            owed[name] += self.accounts[f"seat:{seat}"]
        for (seat, _), stake in self.stakes.items():
            owed[self.names[seat]] += stake
        return owed

    def follow(self, entry: j.Entry) -> None:
        match entry.command:
            case j.Continue(seats=seats, accounts=accounts):
                self.accounts.update(accounts)
                self.names = {seat: name for seat, (name, _) in seats.items()}
            case j.Sit(seat, name, amount):
                self.names[seat] = name
                self._move("cage", f"seat:{seat}", amount)
            case j.Bet(seat, wager, amount):
                self._stake(seat, wager, amount)
        if isinstance(entry.command, j.Deal):
            self._round = []
        for event in self._further(entry):
            self._follow(event)
        match entry.command:
            case j.Remove(seat, wager, amount):
                self._stake(seat, wager, -amount)
            case j.Leave(seat):
                self._leave(seat)
            case j.Close():
                for seat in list(self.names):
                    self._leave(seat)

    def _further(self, entry: j.Entry) -> list[Event]:
        """The money that an entry has moved. Where it names a card that was dealt face down, its line repeats what had
        happened since that deal."""
        moves, known = _moving(entry.events), 0
        if isinstance(entry.command, j.Enter | j.Amend) and entry.events:
            for at, each in enumerate(self._round):
                since = _moving(self._round[at:])
                if _named(each, entry.events[0]) and since and moves[: len(since)] == since:
                    del self._round[at:]
                    known = len(since)
                    break
        self._round += entry.events
        return moves[known:]

    def _leave(self, seat: int) -> None:
        self._move(f"seat:{seat}", "cage", self.accounts[f"seat:{seat}"])
        del self.names[seat]

    def _move(self, source: str, target: str, amount: Cents) -> None:
        self.accounts[source] -= amount
        self.accounts[target] += amount

    def _stake(self, seat: int, wager: str, amount: Cents) -> None:
        self._move(f"seat:{seat}", "layout", amount)
        self.stakes[seat, wager] += amount

    def _follow(self, event: Event) -> None:
        match event:
            case Stake():
                self._stake(event.seat, event.wager, event.amount)
            case Return():
                self._stake(event.seat, event.wager, -event.amount)
            case Move():
                self._move(event.source, event.target, event.amount)
            case Travel():
                self.stakes[event.seat, event.to] += self.stakes.pop((event.seat, event.wager), 0)
            case Settle():
                self._settle(event)
            case Reverse():
                self._reverse(event)

    def _settle(self, event: Settle) -> None:
        stake = self.stakes[event.seat, event.wager]  # none of a bonus, which is paid on another wager
        self._move("layout", event.bank, event.lost)
        self._move(event.bank, f"seat:{event.seat}", event.pays)
        self.stakes[event.seat, event.wager] -= event.lost if event.stays else stake
        if stake and not event.stays:
            self._move("layout", f"seat:{event.seat}", stake - event.lost)

    def _reverse(self, event: Reverse) -> None:
        self._move(f"seat:{event.seat}", event.bank, event.pays)
        self._move(event.bank, "layout", event.lost)
        self.stakes[event.seat, event.wager] += event.lost if event.stays else event.stake
        if not event.stays and event.stake:
            self._move(f"seat:{event.seat}", "layout", event.stake - event.lost)


_MOVES = (Stake, Return, Settle, Reverse, Move, Travel)


def _moving(events: Sequence[Event]) -> list[Event]:
    return [each for each in events if isinstance(each, _MOVES)]


def _named(was: Event, now: Event) -> bool:
    """Is this the card that was dealt unnamed?"""
    return (
        isinstance(was, Deal)
        and isinstance(now, Deal)
        and was.to == now.to
        and was.card == UNKNOWN != now.card
    )
