"""A table whose outcomes are entered instead of drawn: the cards, dice, numbers and tiles of a real table.

The round waits at every card, throw, spin and draw until a person (or the feed of a shoe or wheel) enters what came
out, in the words of a case: ``As Kd``, ``3 4``, ``17``. A card that is dealt face down may be entered as ``??``; the
round continues until somebody must know it, and then waits for its name. A round in which a card is named or corrected
is run again from its beginning, and what has been paid and decided meanwhile must come out the same.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book.events import (
    Ask,
    Deal,
    Draw,
    Event,
    Move,
    Return,
    Reverse,
    Roll,
    Settle,
    Show,
    Spin,
    Stake,
    Travel,
)
from pitboss.equipment import cards as names
from pitboss.equipment.chance import Live, Shoe
from pitboss.equipment.entropy import Stream
from pitboss.law import Refused, clipped
from pitboss.table import journal as j
from pitboss.table.felt import Held
from pitboss.table.spelling import card as spelled_card
from pitboss.table.unseen import HalfSeen, Unknown

_CHANCE: Final = (Deal, Roll, Spin, Draw)
_DONE: Final = (Stake, Return, Settle, Reverse, Move, Travel)
_SET: Final = frozenset(("1.low", "1.medium", "1.discard"))
"""Parts of a hand: a game that has them asks players what to do with their cards."""
_KEPT: Final = ("ledger", "seats", "left", "bets", "hands", "shoes", "state", "brought", "settlement")
"""What a round changes; the rest of the table is replaced as it begins, or copied flat."""
_FLAT: Final = ("rules", "rounds", "_bank", "_fees", "_shuffled_by")
_LISTS: Final = ("_beside", "_called", "_notices")


class Naming(Struct, frozen=True):
    """A card on the table that must be named before the round can continue: the card at a ``place`` of an ``owner``,
    counted from 1; it was the entry number ``at`` of the round, counted from 0."""

    owner: str
    place: int
    at: int


Wanted = Deal | Roll | Spin | Draw | Naming


class Entered:
    """Chance that is entered: the outcomes in the order in which they came out."""

    def __init__(self) -> None:
        self.pending: deque[str] = deque()
        """Entered and not yet taken, word by word."""
        self.taken = 0
        """The number of words taken in this round."""

    def _next(self) -> str:
        self.taken += 1
        return self.pending.popleft()

    def _numbers(self, count: int) -> list[int]:
        if len(self.pending) < count:
            raise Refused(f"enter {count} numbers, not {len(self.pending)}")
        words = [self._next() for _ in range(count)]
        if wrong := next((word for word in words if not re.fullmatch("[0-9]{1,3}", word)), None):
            raise Refused(f"{clipped(wrong)} is not a number")
        return [int(word) for word in words]

    def shuffle(self, cards: list[int]) -> list[int]:
        """Nobody knows the order, so the shoe holds the cards in any."""
        return cards

    def card(self, to: str, shoe: Shoe) -> int:
        word = spelled_card(self._next())
        if word == "??":
            return names.UNKNOWN
        wanted = [names.card(joker) for joker in names.JOKERS] if word == "Jk" else [names.card(word)]
        card = next((each for each in wanted if each in shoe), None)
        if card is None:
            raise Refused(f"there is no {names.name(wanted[0])} left: it is on the table or was dealt before")
        shoe.remove(card)
        return card

    def roll(self, of: int) -> tuple[int, ...]:
        faces = self._numbers(of)
        if wrong := next((face for face in faces if not 1 <= face <= 6), None):
            raise Refused(f"a die has no {wrong}")
        return tuple(faces)

    def spin(self, pockets: tuple[str, ...]) -> str:
        word = self._next()
        pocket = next((each for each in pockets if each.lower() == word.lower()), None)
        if pocket is None:
            raise Refused(f"the wheel has no {clipped(word)}")
        return pocket

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        numbers = self._numbers(take)
        if twice := next((each for each, times in Counter(numbers).items() if times > 1), None):
            raise Refused(f"{twice} is entered twice")
        if wrong := next((each for each in numbers if not 1 <= each <= of), None):
            raise Refused(f"{wrong} is not a number from 1 to {of}")
        return tuple(sorted(numbers))


class EnteredTable(HalfSeen):
    """A table at which a person enters what chance does.

    >>> table = EnteredTable("roulette")
    >>> table.sit(1, "Ann", 100)
    >>> table.bet(1, "straight:17", 5)
    >>> table.deal()
    >>> table.waits_for
    'Spin the wheel and enter where it stops.'
    >>> table.enter("17", by="dan")
    >>> str(table.funds(1))
    '$275'
    """

    chance: Entered
    entered = True

    def __init__(self, *args: Any, **given: Any) -> None:
        if given.get("players"):
            raise Refused("at a table whose outcomes are entered, players decide by act()")
        self.wanted: Wanted | None = None
        """What the round waits for."""
        self._course: list[j.Entry] = []
        """The commands of the round under way, with corrections made."""
        self._before: dict[str, Any] | None = None
        """The table as it was before the round under way."""
        self._again = False
        """Is the round being run again?"""
        self._slots: list[tuple[Held, int]] = []
        """The cards on the table with the entry that names each."""
        self._places: list[int] = []
        """For each entry of the round, the number of its events when it was taken."""
        self._made: list[Event] = []
        """What has happened in the round, as far as it still stands."""
        self.awaits = self._lacks
        super().__init__(*args, **given, chance=Entered())

    # ---- commands --------------------------------------------------------------------------------------

    def deal(self) -> None:
        if not self._again and not self.playing:
            self._before, self._course = self._kept(), []
        self._slots, self._places, self._made, self.chance.taken = [], [], [], 0
        super().deal()

    def enter(self, shows: str, by: str) -> None:
        """What came out: one or several outcomes, in order."""
        self._alive()
        words = _words(shows)
        if not words:
            raise Refused("enter what came out, as in As Kd, 3 4 or 17")
        if self._again:
            self._take(words)
            self._write(j.Enter(by, shows))
            return
        if self.wanted is None:
            raise Refused(f"nothing is to be entered now: {self._waiting()}")
        rest, was = list(words), self._made
        with self._or_not_at_all():
            while rest and isinstance(self.wanted, Naming):
                self._put(self.wanted.at, rest.pop(0))
                self._run_again(was)
            if rest:
                self._take(rest)
                self._course.append(j.Entry(0, self.now, j.Enter(by, " ".join(rest)), []))
        self._keep(was, j.Enter(by, " ".join(words)))

    def amend(self, at: int, shows: str, by: str) -> None:
        """Correct an entry of this round, before anybody has decided or been paid because of it."""
        self._alive()
        words, entered, was = _words(shows), self.entries, self._made
        if len(words) != 1:
            raise Refused("correct one entry at a time")
        if not 0 <= at < len(entered):
            raise Refused(f"this round has no entry {at + 1}; entries so far: {len(entered)}")
        if entered[at] != "??" and any(map(_decided, was[self._places[at] :])):
            says = f"{entered[at]} has been acted on; void the round or correct the payout instead"
            raise Refused(says)
        with self._or_not_at_all():
            self._put(at, words[0])
            self._run_again(was)
        self._keep(was, j.Amend(by, at, words[0]))

    @property
    def entries(self) -> list[str]:
        """What has been entered in the round under way, word by word."""
        return [word for entry in self._entries() for word in entry.shows.split()]

    @property
    def waits_for(self) -> str:
        """What is to be done next, in words."""
        match self.wanted:
            case Deal() as deal:
                how = "face up" if deal.up else "face down"
                return f"Deal a card to {_owner(deal.to)} ({how})."
            case Roll(of):
                return f"Roll {'the die' if of == 1 else f'{of} dice'} and enter what they show."
            case Spin():
                return "Spin the wheel and enter where it stops."
            case Draw(take, of):
                return f"Draw {take} numbers from 1 to {of}."
            case Naming(owner, place):
                return f"Turn over card {place} of {_owner(owner)} and enter it."
        return self._waiting()

    def _waiting(self) -> str:
        if self.asking:
            seats = " and ".join(f"seat {ask.seat}" for ask in self.asking)
            return f"the round waits for {seats} to decide"
        return "the round is over; the next begins when betting is closed"

    # ---- while the round runs --------------------------------------------------------------------------

    def _lacks(self, request: Event) -> bool:
        """Must something be entered before this step?"""
        self.wanted = None
        if isinstance(request, _CHANCE):
            self.wanted = None if self.chance.pending else request
        elif isinstance(request, Show):
            held = self.hands.get(request.owner, [])
            shown = [held[place] for place in request.places] or held[: request.first or len(held)]
            self.wanted = self._hidden(request.owner, shown)
        return self.wanted is not None

    def stops_at(self, problem: BaseException) -> bool:
        """A rule has asked for the value of a card that nobody has named: the round waits for it."""
        if isinstance(problem, Unknown):
            self.wanted = self._naming(problem.owner, problem.place)
        return isinstance(problem, Unknown) and self.wanted is not None

    def hides(self, deal: Deal) -> bool:
        """May this card be entered as ``??`` and named later?"""
        return not deal.up and (deal.to in ("burn", "dead") or _SET.isdisjoint(self.game.owners))

    def _hidden(self, owner: str, held: Sequence[Held]) -> Naming | None:
        hidden = next((each for each in held if each.card == names.UNKNOWN), None)
        if hidden is None:
            return None
        place = next(n for n, each in enumerate(self.hands[owner], 1) if each is hidden)
        return self._naming(owner, place)

    def _naming(self, owner: str, place: int) -> Naming | None:
        held = self.hands[owner][place - 1]
        return next((Naming(owner, place, at) for each, at in self._slots if each is held), None)

    def _deal(self, event: Deal) -> int:
        entered = self.chance.pending
        if entered and entered[0] == "??" and not self.hides(event):
            why = "is dealt face up" if event.up else "decides how the hand is set or drawn to"
            raise Refused(f"the card to {_owner(event.to)} {why}; enter it")
        named = bool(entered)
        card = super()._deal(event)
        if named:
            self._slots.append((self.hands[event.to][-1], self.chance.taken - 1))
        self._mark()
        return card

    def _roll(self, event: Roll) -> tuple[int, ...]:
        faces = super()._roll(event)
        self._mark()
        return faces

    def _spin(self, event: Spin) -> str:
        pocket = super()._spin(event)
        self._mark()
        return pocket

    def _draw(self, event: Draw) -> tuple[int, ...]:
        if not self.playing:  # a quick pick is the station's own choice of numbers, and decides nothing
            station = Live(Stream(bytes.fromhex(self.journal.chain), event.take))
            self.chance.pending.extend(map(str, station.draw(event.take, event.of)))
        numbers = super()._draw(event)
        self._mark()
        return numbers

    def _mark(self) -> None:
        so_far = len(self._made) + len(self.events)
        self._places += [so_far] * (self.chance.taken - len(self._places))

    def _take(self, words: Iterable[str]) -> None:
        """Continue the round with these outcomes."""
        wanted, self.wanted = self.wanted, None
        if not isinstance(wanted, _CHANCE):
            raise Refused(f"nothing is to be entered now: {self._waiting()}")
        self.chance.pending.extend(words)
        self.events = []
        self.running.resume()
        if self.chance.pending:
            raise Refused(f"{clipped(' '.join(self.chance.pending))} is too much: {self._waiting()}")

    def _write(self, command: j.Command) -> None:
        entry = isinstance(command, j.Enter | j.Amend)
        if self._again or not entry:
            self._made.extend(self.events)
        if self._again:
            self.events = []
            return
        if self._before is not None and not entry:
            self._course.append(j.Entry(0, self.now, command, []))  # type: ignore[arg-type]
        super()._write(command)
        if not self.playing:
            self._before, self._course, self.wanted = None, [], None

    # ---- once more from the beginning ------------------------------------------------------------------

    def _entries(self) -> list[j.Enter]:
        return [entry.command for entry in self._course if isinstance(entry.command, j.Enter)]

    def _put(self, at: int, word: str) -> None:
        """Another word at a place of the round's entries."""
        course = []
        for entry in self._course:
            if isinstance(entry.command, j.Enter):
                words = entry.command.shows.split()
                if 0 <= at < len(words):
                    words[at] = word
                    entry = replace(entry, command=replace(entry.command, shows=" ".join(words)))
                at -= len(words)
            course.append(entry)
        self._course = course

    def _kept(self) -> dict[str, Any]:
        kept = {name: deepcopy(getattr(self, name)) for name in _KEPT}
        return kept | {name: copy(getattr(self, name)) for name in (*_FLAT, *_LISTS)}

    def _run_again(self, was: Sequence[Event] = ()) -> None:
        """The round from its beginning, by its commands as they stand now. What has been paid and decided before must
        come out as it ``was``."""
        from pitboss.table.replay import apply

        assert self._before is not None
        now, clock, said, watch, earlier = self.now, self.clock, self.said, self.watch, self.earlier
        for name, value in self._before.items():
            setattr(self, name, deepcopy(value) if name in _KEPT else copy(value))
        self._again, self.watch, self.earlier = True, None, None
        self.running.steps, self.running.asking = None, ()
        self.chance.pending.clear()
        self.wanted, self.lost, self.events = None, False, []
        try:
            for entry in self._course:
                self.clock = partial(int, entry.at)
                try:
                    apply(self, entry)
                except Refused as refused:
                    if isinstance(entry.command, j.Enter):
                        raise
                    raise Refused(
                        f"with this correction the round would have gone differently: {refused}"
                    ) from None
        finally:
            self._again, self.now, self.clock, self.said = False, now, clock, said
            self.watch, self.earlier = watch, earlier
        before = [event.bare() for event in was if _decided(event)]
        after = [event.bare() for event in self._made if _decided(event)]
        if before != after[: len(before)]:
            raise Refused("the round would have gone another way; void it instead")

    @contextmanager
    def _or_not_at_all(self) -> Iterator[None]:
        """What is refused halfway has not happened."""
        course = self._course
        try:
            yield
        except Refused:
            self._course = course
            self._run_again()
            raise

    def _keep(self, was: Sequence[Event], command: j.Command) -> None:
        """Record a command with what has happened by it: what stands as it was is on record already."""
        same = 0
        for before, after in zip(was, self._made, strict=False):
            if before.bare() != after.bare():
                break
            same += 1
        self._made = [*self._made, *self.events] if self._made is was else self._made
        self.events = self._made[same:]
        self._write(command)


def _decided(event: Event) -> bool:
    """Has money moved, or a player decided?"""
    return isinstance(event, _DONE) or (isinstance(event, Ask) and bool(event.decision))


def _words(shows: str) -> list[str]:
    return re.findall(r"[^\s,;]+", shows)


def _owner(owner: str) -> str:
    """An owner of cards, in words."""
    return f"seat {owner}" if owner[:1].isdigit() else "the " + owner.replace(".", " ")
