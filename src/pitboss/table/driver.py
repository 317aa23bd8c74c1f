"""The table: it runs a game's rounds, answers what they ask, keeps the ledger and writes the journal.

Clock, chance, storage and players are given to it; it reaches for nothing.
"""

from __future__ import annotations

import re
import time
from bisect import insort
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy

import msgspec

from pitboss.book import game as book_game
from pitboss.book.data import REQUIREMENTS, IrregularityData, Value
from pitboss.book.events import (
    Ask,
    Asks,
    Choice,
    Deal,
    Event,
    Irregular,
    Irregularity,
    Move,
    Round,
    Say,
    Settle,
    Show,
    offered,
)
from pitboss.book.game import Game, State
from pitboss.book.key import Key
from pitboss.book.rules import Rules, enough_notice
from pitboss.equipment.cards import UNKNOWN
from pitboss.equipment.chance import Chance, Live, Promised
from pitboss.equipment.entropy import Seeded, System
from pitboss.law import Refused, Slip, carries, cite, clipped
from pitboss.money import HELD, Amount, Cents, cents, money, positive, written
from pitboss.table import journal as j
from pitboss.table import rulings
from pitboss.table.answers import chosen
from pitboss.table.calls import check_call
from pitboss.table.deeds import Deeds
from pitboss.table.distrust import DOUBTS, place_in, slipped
from pitboss.table.felt import Bet, Felt, Held, Seat
from pitboss.table.recorded import Recorded
from pitboss.table.settlement import Settlement

Policy = Callable[["Table", Ask], tuple[str, Cents]]
"""A player who is not a person: answers each question with a decision and an amount."""

Clock = Callable[[], int]
"""Milliseconds since 1970."""


_NOTICES = {"sign": "8.3(b)1", "table": "8.3(b)2", "Division": "8.3(b)3"}
_SEED = re.compile("[0-9A-Za-z-]{1,64}")
_GOES_ON = frozenset((Ask, Asks, Deal, Show))
_CHANCE = frozenset(("deal", "roll", "spin", "draw"))
_NAMES = defaultdict(str, {kind: kind.__name__.lower() for kind in Event.__subclasses__()} | {Asks: "ask"})


def system_clock() -> int:
    return time.time_ns() // 1_000_000


class Void(Exception):
    """The round, or a ruling in it, voids the round."""

    def __init__(self, paragraph: str) -> None:
        self.cite = paragraph
        super().__init__(paragraph)


class Cancel(Exception):
    """A ruling after which what was about to happen does not: no card is dealt to a hand that is dead."""


class Table(Felt):
    """A table of one game. What a round may read of it, besides its methods:

    - ``rules``: the `Rules` in force: ``table.rules["option"]``, ``.on("yes-no-option")``, ``.offers("wager")``,
      ``.limits("wager")``, ``.pay("wager")``, ``.figure("id")``;
    - ``bets``: every `Bet` on the layout, by seat and wager; ``seats``: who sits there;
    - ``shoe``: cards to come; ``hands``: those that lie there, by owner;
    - ``now``: the time, in milliseconds since 1970, the same on replay;
    - ``happened``: the irregularities of the round so far, ``pending``: the event before which the last one came;
    - ``state``: the game's `State`, the one thing that a round may change besides ``on`` and ``mark`` of a bet.

    >>> table = Table("three-card-poker", seed=11)
    >>> table.sit(1, "Ann", 500)
    >>> table.bet(1, "ante", 10)
    >>> table.deal()
    >>> [str(choice) for choice in table.legal(1)]
    ['play $10', 'fold']
    """

    def __init__(
        self,
        game: Game | str,
        rules: Rules | None = None,
        *,
        seed: int | str | None = None,
        chance: Chance | None = None,
        clock: Clock = system_clock,
        storage: j.Storage | None = None,
        players: Mapping[int, Policy] | None = None,
        state: Mapping[str, object] | None = None,
        carried: j.Continue | None = None,
        identity: str = "",
    ) -> None:
        found = book_game(game) if isinstance(game, str) else game
        super().__init__(
            Rules(found) if rules is None else rules,
            chance or Live(System() if seed is None else Seeded(seed)),
            _new_state(found, state or {}),
        )
        self.clock = clock
        self.identity = identity
        self.brought: Counter[str] = Counter()
        """What each person has brought to the table and not taken away, in all."""
        self.players = dict(players or {})
        self.journal = j.Journal(storage or j.Memory())
        self.asking: Sequence[Ask] = ()
        """The questions that nobody has answered yet."""
        self._question: Ask | Asks | None = None
        """What the round waits for, answered in part perhaps."""
        self.closed = False
        self.happened: list[Irregularity] = []
        """The irregularities of the round so far."""
        self.pending: Event | None = None
        """What was about to happen when the last of them came about."""
        self.answers: list[Ask] = []
        """What players have decided in the round so far."""
        self.deeds = Deeds()
        self.dead: set[int] = set()
        """Positions whose hand a ruling has taken out of the round."""
        self.decided: set[int] = set()
        """Positions all of whose wagers a ruling of the game's has decided."""
        self.voided = False
        """Has the round been declared void? Then nothing irregular happens in it any more."""
        self.by_order = False
        """Is it so by somebody's order, not by a paragraph?"""
        self.said: list[Event] = []
        """Everything that happened in the round so far (or the last one), for whoever draws the table."""
        self._round: Round | None = None
        self._frames: list[tuple[Round, Event | None]] = []
        self._scheduled: list[Irregularity] = []
        self._missed = 0
        """How many of them did not come about in the last round."""
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._notices: list[tuple[int, dict[str, Value]]] = []
        """Changes of rules announced, with the time they take effect."""
        self.now = clock()
        """The time of the command being carried out; the same on replay."""
        self._recorded: deque[Ask] = deque()
        """On replay: the answers still to be given."""
        self._written: list[Event] = []
        self.watch: Callable[[Event], None] | None = None
        """Called after each event of a round, by whoever draws a recorded round step by step."""
        self.full: Callable[[int], bool] | None = None
        """Asked between rounds, with the lines of the journal: does it go on in a new volume?"""
        self._lost = False
        if carried is not None:
            self._take_up(carried)
        else:
            self._set_meters()
        self._write(carried or self._opening(state or {}))

    def _set_meters(self) -> None:
        """What the state says of the meters is in the books from here on."""
        for seat in self.state.seats():
            if not 0 <= seat <= self.rules.positions:
                raise Refused(
                    f"the state speaks of seat {seat}; this table has seats 1 to {self.rules.positions}"
                )
        for meter, amount in self.state.take_meters(self.rules).items():
            if cents(amount) < 0:
                raise Refused(f"the meter {meter} cannot show {money(cents(amount))}")
            self.ledger.move("bank", f"meter:{meter}", cents(amount))

    # ---- for people ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{self.game.title}, {self.rules!r}"]
        lines += [f"  {owner}: {' '.join(cards)}" for owner, cards in self.view().items()]
        for seat, who in self.seats.items():
            bets = ", ".join(str(bet) for bet in self.bets.values() if bet.seat == seat)
            lines.append(
                f"  seat {seat} {who.name} {money(self.funds(seat))}" + (f": {bets}" if bets else "")
            )
        lines += [f"  seat {ask.seat} to decide: " + ", ".join(offered(ask.choices)) for ask in self.asking]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        from pitboss.layout import table_svg

        return table_svg(self)

    # ---- commands ------------------------------------------------------------------------------------

    @carries("14.7(c)1")
    def sit(self, seat: int, name: str, amount: Amount) -> None:
        """Take a seat with so many dollars in chips."""
        self._alive()
        bought = cents(amount)
        if type(seat) is not int or not 1 <= seat <= self.rules.positions:
            raise self._no_seat("seat", seat)
        if not name.isprintable() or not 0 < len(name) <= 100:
            raise Refused("a name is one line of up to 100 letters")
        if seat in self.seats and self.seats[seat].name != name:
            raise Refused(f"seat {seat} is taken by {self.seats[seat].name}")
        if self._round is not None and seat in self.seats:
            raise Refused("chips are added between rounds")
        if bought < 0:
            raise Refused(f"chips are bought for so many dollars, not for {money(bought)}")
        if self.funds(seat) + bought > HELD:
            raise Refused(f"seat {seat} has {money(self.funds(seat))}, and no seat more than {money(HELD)}")
        self.ledger.move("cage", f"seat:{seat}", bought)
        self.seats.setdefault(seat, Seat(name)).base += bought
        self.brought[name] += bought
        self._write(j.Sit(seat, name, bought))

    def leave(self, seat: int) -> Cents:
        """Leave between rounds with one's chips; returns their value in cents."""
        self._known(seat)
        if self._round is not None and self._in(seat):
            seated = self.game.data.seated
            raise Refused(
                f"seat {seat} is in the round and remains to its end", seated.cite if seated else None
            )
        self._events = []
        amount = self._depart(seat)
        self._unsee(seat)
        self._write(j.Leave(seat))
        return amount

    @carries("8.2(d)", "8.2(e)")
    def bet(self, seat: int, wager: str, amount: Amount, allowed_by: str = "") -> None:
        """Make a wager, or add to one, while betting is open. Somebody may allow this player a stake outside the
        posted limits (8.2(d)); who did is on record, and it is paid or lost in full like any other (8.2(e))."""
        wager, stake = self.key(seat, wager), cents(amount)
        bet = self._check_bet(seat, wager, stake, allowed_by)
        self._events = []
        self._finish(self.game.placed(self, self._place(bet), stake))
        self._write(j.Wager(seat, wager, stake, allowed_by))

    def remove(self, seat: int, wager: str, amount: Amount | None = None) -> None:
        """Take down a wager, or part of it, while betting is open."""
        self._open_for_bets()
        wager = self.key(seat, wager)
        bet = self.bets.get((seat, wager))
        if bet is None:
            raise Refused(f"seat {seat} has no {wager} on the layout")
        taken = bet.stake if amount is None else cents(amount)
        if not 0 < taken <= bet.stake:
            raise Refused(f"{wager} is {money(bet.stake)}; {money(taken)} cannot be taken down")
        self.game.release(self, bet, taken)
        self._events = []
        self._finish(self.game.removed(self, bet, taken))
        self._unplace(bet, taken)
        self._write(j.Remove(seat, wager, taken))

    def stand(self, seat: int, wager: str, amount: Amount, *, on: bool = False, mark: int = 0) -> None:
        """Put a wager on the layout that was made before this table's record begins, as it lay there: from round to
        round, or since a throw or spin that was void."""
        self._known(seat)
        wager, stake = self.key(seat, wager), positive(amount)
        data = self.rules.wager(Key.read(wager).id)
        if not data.stands and not any(each.effect == "again" for each in self.rules.irregularities.values()):
            raise Refused(
                f"{data.id} is decided in its own round; it does not stand from an earlier one", data.cite
            )
        bet = self._place(Bet(seat, wager, stake))
        bet.on, bet.mark = on, mark
        self._write(j.Stand(seat, wager, stake, on, mark))

    def deal(self) -> None:
        """No more bets: start the round and run it until somebody has to decide."""
        self._alive()
        if self._round is not None:
            raise Refused("a round is under way")
        self.game.ready(self)
        self._begin()
        self._run(self._start)
        self._write(j.Begin())

    def act(self, seat: int, decision: str, amount: Amount | None = None, wager: str = "") -> None:
        """Decide: the answer to the table's question, or a choice between rounds about a wager."""
        self._alive()
        given = None if amount is None else cents(amount)
        if not self.asking:
            self._between(seat, decision, given, wager)
            return
        decision = self.game.aliases.get(decision, decision)
        asked = self.question(seat)
        if asked is None:
            turn = " and ".join(f"seat {ask.seat}'s" for ask in self.asking)
            raise Refused(f"it is {turn} turn to decide, not seat {seat}'s")
        if wager:
            raise Refused(f"{clipped(decision)} answers what is asked; it names no wager")
        asked.decision, asked.amount = chosen(self, asked, decision, given)
        self.answers.append(asked)
        self.asking = [ask for ask in self.asking if ask is not asked]
        self._events = [asked]
        command = j.Act(seat, asked.decision, asked.amount)
        if self.watch is not None:
            self.watch(asked)
        if not self.asking:
            self._run(self._answered)
        self._write(command)

    @carries("8.3(c)")
    def post_limits(
        self,
        limits: Mapping[str, tuple[Amount, Amount]],
        *,
        chip: Amount | None = None,
        increment: Amount | None = None,
    ) -> None:
        """New minimums and maximums, another smallest chip or other increments (8.2(f)), at once, upon a sign and an
        announcement (8.3(c))."""
        self._open_for_bets()
        posted = {wager: (cents(least), cents(most)) for wager, (least, most) in limits.items()}
        required = [None if amount is None else cents(amount) for amount in (chip, increment)]
        for wager in posted:
            self.rules.wager(wager)
        rules = self.rules.changed(None, posted, *required)
        told = [f"new limits of {', '.join(posted)}"] if posted else []
        told += [f"chips of {money(rules.chip)}"] if chip is not None else []
        told += [f"increments of {money(rules.unit)}"] if increment is not None else []
        if not told:
            raise Refused("there is nothing to post")
        self._events = [Say("; ".join(told), to="sign and table", cite=cite("8.3(c)"))]
        self.rules = rules
        self._write(j.Post(posted, *required))

    @carries("8.3(b)1", "8.3(b)2", "8.3(b)3")
    def change_rules(self, options: Mapping[str, object], effective: int) -> None:
        """A change of rules, upon half an hour's notice: a sign, an announcement, and word to the Division, each
        naming the time it takes effect, in milliseconds since 1970 (8.3(b)). Where only limits are options, as in
        poker (14.17), a sign and an announcement are enough, and they may change at once (8.3(c))."""
        self._alive()
        limits = {option.id for option in self.game.data.options if option.kind == "limit"}
        at_once = bool(options) and options.keys() <= limits
        if not at_once:
            enough_notice(self.now, effective)
        if asked := set(REQUIREMENTS) & options.keys():
            raise Refused(f"{min(asked)} is required of wagers, and posted at once with limits", "8.3(c)")
        changed = self.rules.changed(options=options)
        self.game.may_become(self, changed)
        told = ", ".join(f"{name}={changed[name]}" for name in options)
        whose = {"sign and table": "8.3(c)"} if at_once else _NOTICES
        self._events = [
            Say(f"from {effective}: {told}", to=whom, cite=cite(text)) for whom, text in whose.items()
        ]
        self._notices.append((effective, {name: changed[name] for name in options}))
        self._notices.sort(key=lambda notice: notice[0])
        self._write(j.Notice({name: changed[name] for name in options}, effective))

    def void(self, by: str, why: str) -> None:
        """Declare the round, or the wagers on the layout, void: every wager goes back to its player. Who
        ordered it and why is on record; a game's own paragraphs void a round by an irregularity."""
        self._alive()
        if self._round is None and not self.bets:
            raise Refused("there is no wager on the layout")
        if self.asking:
            self._withdrawn()
        self._events = [Irregular("void", f"{by}: {why}", "")]
        if self._round is None:
            self._begin(self._events)
        self.by_order = True
        self._run(lambda: self._void(""))
        self._write(j.Annul(by, why))

    def correct(self, seat: int, amount: Amount, by: str, why: str) -> None:
        """Put a payout right between rounds: so many dollars to a seat, or with a minus sign from it. Who
        ordered it and why is on record."""
        self._open_for_bets(seat)
        moved = cents(amount)
        if not moved:
            raise Refused("a correction is of more than nothing")
        ends = ("bank", f"seat:{seat}") if moved >= 0 else (f"seat:{seat}", "bank")
        self._events = []
        self._move(Move(*ends, abs(moved), f"corrected by {by}: {why}"))
        self.seats[seat].base += moved
        self._bank -= moved
        self._write(j.Correct(seat, moved, by, why))

    def award(self, award: j.Award) -> None:
        """Pay between rounds what seats have won of a fund that several tables share."""
        self._open_for_bets()
        paid, brought, account = award.shares, award.brought or 0, f"meter:{award.meter}"
        for seat in paid:
            self._known(seat)
        if not self.game.fund(self.rules):
            raise Refused("this table shares no fund with others")
        if min(brought, award.elsewhere, *paid.values(), 0) < 0:
            raise Refused("an award is of more than nothing")
        if (held := self.ledger[account]) + brought < sum(paid.values()) + award.elsewhere:
            raise Refused(f"the fund holds {money(held)} here, less than is to be paid")
        before, self._events = dict(self.ledger.accounts), []
        if brought:
            self._move(Move("cage", account, brought, award.why))
        if award.elsewhere:
            self._move(Move(account, "cage", award.elsewhere, f"{award.why}, at other tables"))
        self._finish(self.game.awarded(self, award))
        self._outside_rounds(before)
        self._write(award)

    def close(self, by: str = "") -> dict[int, Cents]:
        """Close the table between rounds: everybody leaves with his chips; returns their value in cents."""
        self._open_for_bets()
        if self.bets:
            raise Refused("there are wagers on the layout; they are decided, taken down or voided first")
        self._events = []
        taken = {seat: self._depart(seat) for seat in list(self.seats)}
        self._reveal(every=True)
        self.closed = True
        self._write(j.Close(by))
        return taken

    def seed(self, seat: int, seed: str) -> None:
        """A player's own part in the chance of the next round, after it was promised and before it begins: so the
        house, which chose the secret before, could not choose what comes of it."""
        self._known(seat)
        self._open_for_bets()
        if not _SEED.fullmatch(seed):
            raise Refused("a seed is 1 to 64 letters, digits and hyphens")
        if seat in self.seeds:
            raise Refused(f"seat {seat} has added its seed to the next round")
        self.rooted.stir(seat, seed)
        self.seeds[seat] = seed
        self._events = []
        self._write(j.Seed(seat, seed))

    def irregularity(
        self, name: str, at: tuple[str, int] | None = None, position: str = "", **detail: str | int | bool
    ) -> None:
        """Call an irregularity: now, or at a point of the round such as ``("deal", 3)``."""
        self.call(Irregularity(name, at, position, detail))

    def call(self, called: Irregularity) -> None:
        """Call an irregularity. Without a point it happens as soon as it can; one that has not come about when the
        round ends is forgotten."""
        self._alive()
        check_call(self, called)
        self._events = []
        question, at_once = self._question, "ask" in self.rules.irregularity(called.id).happens
        if called.at is None and question and at_once and self.game.can_happen(self, called, question):
            pending = self._withdrawn()
            self._run(lambda: self._rule_on(called, pending))
        else:
            insort(self._scheduled, called, lo=self._missed, key=self._again)
        self._write(j.Call(called))

    # ---- questions -----------------------------------------------------------------------------------

    @property
    def asked(self) -> Ask | None:
        """The question that waits for an answer; the first, if several do."""
        return self.asking[0] if self.asking else None

    def question(self, seat: int) -> Ask | None:
        """The question that waits for this seat's answer."""
        return next((ask for ask in self.asking if ask.seat == seat), None)

    def legal(self, seat: int | None = None) -> Sequence[Choice]:
        """What may be decided now, by this seat or by whoever is asked."""
        if self.asking:
            asked = self.asked if seat is None else self.question(seat)
            return asked.choices if asked else ()
        if seat is None or self._round is not None:
            return ()
        return self.game.choices(self, seat)

    def key(self, seat: int, wager: str) -> str:
        """The one name that a wager has at this table, however a person wrote it: ``ante@3`` is ``ante`` for whoever
        sits at seat 3. What is no wager, no spot of it or no position is refused."""
        key = Key.read(wager)
        spot = self.game.spot(self.rules, key.spot)
        data = self.rules.wager(key.id)
        if not key.position:
            return spot
        if not data.elsewhere:
            raise Refused(f"{key.id} is made at one's own position", data.cite)
        if key.position > self.rules.positions:
            raise self._no_seat("position", key.position)
        return spot if key.position == seat else f"{spot}@{key.position}"

    def _no_seat(self, word: str, number: int) -> Refused:
        """Where the number of positions comes from: from the text, or from the house."""
        most, text = self.rules.positions, self.game.data.seats
        says = f"{word} {number} does not exist; this table has {word}s 1 to {most}"
        if text and most == text.most:
            return Refused(says, text.cite)
        return Refused(f"{says}, as the house has set it up")

    def can_bet(self, seat: int, wager: str, amount: Amount) -> bool:
        """Would the wager be accepted now?"""
        try:
            self._check_bet(seat, self.key(seat, wager), cents(amount))
        except Refused:
            return False
        return True

    def could_deal(self, without: Collection[int] = ()) -> bool:
        """Would the round start now, with no wagers of these seats?"""
        apart = copy(self)
        apart.bets = {spot: bet for spot, bet in self.bets.items() if bet.seat not in without}
        try:
            self.game.ready(apart)
        except Refused:
            return False
        return True

    def open_wagers(self, seat: int) -> list[str]:
        """The wagers this seat could make now at their minimum."""
        least = self.rules.limits
        return [
            spot
            for spot in self.game.spots(self, seat)
            if self.can_bet(seat, spot, written(least(Key.read(spot).id).least))
        ]

    @property
    def notices(self) -> list[tuple[int, dict[str, Value]]]:
        """Changes of rules announced, with the time they take effect."""
        return list(self._notices)

    @property
    def due(self) -> list[Irregularity]:
        """Irregularities called for a point of the round that has not come."""
        return list(self._scheduled)

    @property
    def playing(self) -> bool:
        """Is a round under way?"""
        return self._round is not None

    @property
    def lost(self) -> bool:
        """Has it failed in the middle of something? Its journal tells of it as it was before."""
        return self._lost

    @property
    def ruling_late(self) -> bool:
        """Is a ruling under way that may accept a late wager?"""
        return bool(self._frames) and self.rules.irregularity(self.happened[-1].id).late

    def count(self, kind: str) -> int:
        """How many requests of a kind ("deal", "roll", "ask" …) the round has made."""
        return self._counts.get(kind, 0)

    # ---- journal -------------------------------------------------------------------------------------

    @staticmethod
    def resume(
        entries: Iterable[j.Entry],
        *,
        chance: Chance | None = None,
        clock: Clock = system_clock,
        storage: j.Storage | None = None,
        players: Mapping[int, Policy] | None = None,
        step: Callable[[Table, j.Entry], None] | None = None,
    ) -> Table:
        """The table a journal tells of, at the point where it stopped. ``storage`` receives what happens from
        here on; ``step`` sees the table after each line."""
        from pitboss.table.replay import replayed

        table = replayed(entries, step)
        table._take_chance(chance)
        table.clock = clock
        table.players = dict(players or {})
        if storage is not None:
            table.journal.storage = storage
        return table

    def _take_chance(self, chance: Chance | None) -> None:
        """From recorded chance to live chance, which keeps the promise that was made."""
        recorded = self.chance
        assert isinstance(recorded, Recorded)
        if recorded.root:
            kept = Promised() if chance is None else chance
            if not isinstance(kept, Promised):
                raise Refused("the journal promised the chance of this round; it must be drawn as promised")
            kept.take_over(recorded.root, recorded.drawn)
            self.chance = kept
        else:
            self.chance = chance or Live(System())

    def _opening(self, state: Mapping[str, object]) -> j.Open:
        rules = self.rules
        return j.Open(
            self.game.id,
            {name: rules.options[name] for name in rules.chosen},
            rules.posted,
            dict(rules._limits),
            rules.chip,
            rules.positions,
            dict(state),
            rules.increment,
            self.identity,
            rules.own_way,
        )

    def _write(self, command: j.Command) -> None:
        events, self._events = self._events, []
        self._written = events
        self.said.extend(events)
        try:
            self.journal.write(self.now, command, events)
        except BaseException:
            self._lost = True
            raise
        if self._round is None and not self._secret and not self.closed:
            if self.full is not None:
                self._go_on(self.full)
            if hasattr(self.chance, "promise"):  # not all chance is promised
                self.promise_chance()

    def _go_on(self, full: Callable[[int], bool]) -> None:
        """In a new volume, if this one is full and the next can begin with what the table has."""
        if self.bets or len(self._scheduled) > self._missed or not full(self.journal.count):
            return
        carried = self.carried()
        self.journal.turn()
        self.journal.write(self.now, carried, [])

    def carried(self) -> j.Continue:
        """Everything the table has, between rounds and with an empty layout: a new volume begins with it."""
        opening = self._opening(msgspec.to_builtins(self.state))
        return j.Continue(
            **{name: getattr(opening, name) for name in opening.__struct_fields__},
            lines=self.journal.lines,
            before=self.journal.chain,
            rounds=self.rounds,
            seats={number: (seat.name, seat.base) for number, seat in self.seats.items()},
            accounts={name: held for name, held in sorted(self.ledger.accounts.items()) if held},
            bank=self._bank,
            fees=self._fees,
            hands={
                owner: [(held.card, held.up, held.seats) for held in hand]
                for owner, hand in self.hands.items()
            },
            shoes={name: bytes(shoe) for name, shoe in self.shoes.items()},
            shuffled_by=dict(self._shuffled_by),
            withheld=list(self._withheld.items()),
            notices=self.notices,
            brought={name: held for name, held in sorted(self.brought.items()) if held and self.identity},
        )

    def _take_up(self, carried: j.Continue) -> None:
        pack = Counter(self.rules.pack())
        dealt = ([card for card, _, _ in hand if card != UNKNOWN] for hand in carried.hands.values())
        if any(Counter(cards) - pack for cards in (*carried.shoes.values(), *dealt)):
            raise Refused("the volume begins with cards that the game does not have")
        if any(not 1 <= seat <= self.rules.positions for seat in carried.seats):
            raise Refused("the volume begins with seats that the table does not have")
        self.journal.before = carried.lines
        self.rounds = carried.rounds
        self.seats = {number: Seat(name, base) for number, (name, base) in carried.seats.items()}
        self.ledger.accounts.update(carried.accounts)
        self._bank, self._fees = carried.bank, carried.fees
        self.hands = {owner: [Held(*held) for held in hand] for owner, hand in carried.hands.items()}
        self.shoes = {name: list(shoe) for name, shoe in carried.shoes.items()}
        self._shuffled_by = dict(carried.shuffled_by)
        self._withheld = dict(carried.withheld)
        self._notices = list(carried.notices)
        self.brought = Counter(carried.brought)

    def promise_chance(self) -> None:
        """Commit to the chance of the next round, where chance makes promises. It is a line of its own, so that
        everything before it can be told."""
        self._commit()
        if self._events:
            self._write(j.Promise())

    # ---- between rounds ------------------------------------------------------------------------------

    def _alive(self) -> None:
        self.now = self.clock()
        if self._round is None and not self.bets:
            while self._notices and self._notices[0][0] <= self.now:
                self.rules = self.rules.changed(options=self._notices.pop(0)[1])
        if self.closed:
            raise Refused("this table is closed")
        if self._lost:
            raise Refused("this table failed in the middle of something; resume it from its journal")

    def _known(self, seat: int) -> None:
        self._alive()
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")

    def _open_for_bets(self, seat: int | None = None) -> None:
        self._alive() if seat is None else self._known(seat)
        if self._round is not None:
            raise Refused("no more bets: the round has started")

    def _depart(self, seat: int) -> Cents:
        """A seat given up, with what the game makes of it; returns the chips that go to the cage."""
        there = f"seat {seat} has wagers on the layout; take them down or wait for their decision"
        if any(bet.seat == seat and not self.rules.wagers[bet.id].stands for bet in self.bets.values()):
            raise Refused(there)
        before, done = dict(self.ledger.accounts), len(self._events)
        kept, self.settlement = self.settlement, Settlement(self.game.id, self.rounds)  # of no round
        try:
            self._finish(self.game.leaving(self, seat), may_refuse=True)
        finally:
            self.settlement = kept
        if any(bet.seat == seat for bet in self.bets.values()):
            if len(self._events) > done:
                self._lost = True
                raise Slip(f"{self.game.id}: seat {seat} leaves with wagers on the layout")
            raise Refused(there)
        self._outside_rounds(before)
        amount = self.funds(seat)
        self.ledger.move(f"seat:{seat}", "cage", amount)
        self.brought[self.seats[seat].name] -= amount
        self.left[seat] = self.seats.pop(seat).name
        return amount

    def _check_bet(self, seat: int, wager: str, stake: Cents, allowed_by: str = "") -> Bet:
        """The wager, if it may be made."""
        self._open_for_bets(seat)
        bet = Bet(seat, wager, stake)
        data = self.rules.wager(bet.id)
        if data.bonus:
            raise Refused(f"{bet.id} is paid on another wager; it has no stake of its own", data.cite)
        if data.during:
            raise Refused(f"{bet.id} is made during the round, not before it", data.cite)
        before = self.stake(seat, wager)
        self.rules.check_stake(bet.id, before + stake if stake > 0 else stake, posted=not allowed_by)
        if self.funds(seat) < stake:
            raise Refused(f"seat {seat} has {money(self.funds(seat))}, not {money(stake)}")
        if -self.ledger.accounts.get("bank", 0) > HELD:
            raise Refused(
                f"the bank of this table has lost {money(-self.ledger['bank'])}; it takes no more wagers"
            )
        self.game.accept(self, bet)
        return bet

    def _between(self, seat: int, decision: str, amount: Cents | None, wager: str) -> None:
        self._open_for_bets(seat)
        known = self.game.decision(decision)
        if not any(choice.id == decision for choice in self.game.choices(self, seat)):
            may = ", ".join(choice.id for choice in self.game.choices(self, seat)) or "nothing but bet"
            raise Refused(f"seat {seat} cannot {decision} now; it may: {may}", known.cite or None)
        if amount:
            raise Refused(f"{decision} takes no amount", known.cite)
        Key.read(wager or decision)  # whatever it names, it is a name
        self._events = []
        self._finish(self.game.between(self, seat, decision, wager), may_refuse=True)
        self._write(j.Act(seat, decision, 0, wager))

    def _finish(self, steps: Round, may_refuse: bool = False) -> None:
        """Run steps that ask nobody anything; they refuse before the first or not at all."""
        answer = None
        try:
            while True:
                answer = self._answer(steps.send(answer))
        except StopIteration:
            pass
        except BaseException as problem:
            self._lost = bool(self._events) or not may_refuse or not isinstance(problem, Refused)
            raise

    # ---- the round -----------------------------------------------------------------------------------

    def _begin(self, events: list[Event] | None = None) -> None:
        self.hands = {}
        self.said = []
        self.happened = []
        self.voided = self.by_order = False
        self.answers = []
        self._counts = defaultdict(int)
        self.deeds = Deeds()
        self.dead, self.decided = set(), set()
        self._lifted = {}
        if self._missed:
            del self._scheduled[: self._missed]
            self._missed = 0
        self._events = [] if events is None else events
        self.settlement = Settlement(self.game.id, self.rounds + 1)
        self._round = self.game.round(self)

    def _start(self) -> Event | None:
        """Who has made no wager sits out; then the round begins."""
        if self.game.wagers_first and type(self.game).sits_out is not Game.sits_out:
            playing = {bet.seat for bet in self.bets.values() if not self.rules.wagers[bet.id].stands}
            for seat in self.seats:
                if seat not in playing:
                    self._finish(self.game.sits_out(self, seat))
        return self._send(None)

    def _run(self, step: Callable[[], Event | None]) -> None:
        """Take a step, and drive the round from there until it asks a person, or ends."""
        try:
            self._run_from(step())
        except BaseException as problem:  # failed half-way, it is as good as a table that could not write
            self._lost = True
            if isinstance(problem, Refused | Slip) or not place_in(self.game, problem):
                raise
            raise slipped(self.game, problem) from problem

    def _send(self, answer: object) -> Event | None:
        """Answer the round; returns what it asks next."""
        assert self._round is not None
        try:
            request: Event = self._round.send(answer)
        except StopIteration:
            return self._return()
        except Exception as ended:
            return self._ended(ended)
        return request

    def _ended(self, ended: Exception) -> Event | None:
        """The round, or a ruling in it, was cut off; returns what is asked next."""
        match ended:
            case Void():
                return self._void(ended.cite)
            case Cancel():
                self._round, pending = self._frames.pop()
                return self._send(
                    self._answers[type(pending)](pending) if isinstance(pending, Ask | Asks) else None
                )
            case Refused() | Slip():
                raise ended
        raise slipped(self.game, ended) from ended

    def _answer(self, event: Event) -> object:
        """Do what a game asks for, unless it asks by a slip."""
        kind = type(event)
        try:
            if (doubt := DOUBTS.get(kind)) is not None and (wrong := doubt(self, event)):
                raise Slip(f"{self.game.id}: {wrong}: {event}")
            return self._answers[kind](event)
        except (IndexError, KeyError, ValueError) as problem:
            raise self._not_there(problem, event) from problem

    def _not_there(self, problem: Exception, event: Event) -> Slip:
        """Cards, say, that a shoe has not."""
        return Slip(f"{self.game.id}: {type(problem).__name__} {problem}: {event}")

    def _goes_on(self, event: Event) -> None:
        """A card, a question or the dealer's hand: what has been settled before stands."""
        if not self._frames and (type(event) is not Show or event.owner == "dealer"):
            self.deeds.stage += 1

    def _run_from(self, request: Event | None) -> None:
        counts, deeds, doubts, answers = self._counts, self.deeds, DOUBTS, self._answers
        settlement = self.settlement
        assert settlement is not None
        while request is not None:
            kind = type(request)
            name = _NAMES[kind]
            counts[name] += 1
            if self._scheduled and not self.voided and (called := self._due(name, request)) is not None:
                # What was about to happen is counted when it does; but a void throw is a throw all the same.
                counts[name] -= self.rules.irregularity(called.id).effect != "again"
                request = self._rule_on(called, request)
                continue
            if self.happened and rulings.moot(self, request):
                request = self._send(self._answers[kind](request) if name == "ask" else None)
                continue
            if deeds.done and kind in _GOES_ON:
                self._goes_on(request)
            try:  # as _answer and _send do it, in a loop that every card goes through
                if (doubt := doubts.get(kind)) is not None and (wrong := doubt(self, request)):
                    raise Slip(f"{self.game.id}: {wrong}: {request}")
                answer = answers[kind](request)
            except (IndexError, KeyError, ValueError) as problem:
                raise self._not_there(problem, request) from problem
            if name == "ask":
                if self._waits(request):
                    return
            else:
                if isinstance(request, Settle):
                    if not self._frames:  # what a ruling decides stands
                        deeds.settled(request, settlement.wagers[request.seat][request.wager].stake)
                elif isinstance(request, Move):
                    deeds.moved(request)
                if self.watch is not None:
                    self.watch(request)
            assert self._round is not None
            try:
                request = self._round.send(answer)
            except StopIteration:
                request = self._return()
            except Exception as ended:
                request = self._ended(ended)

    def _waits(self, question: Event) -> bool:
        """Put a question, or put it again; is there anybody who has not answered?"""
        assert isinstance(question, Ask | Asks)
        self.asking = [
            ask for ask in question.asks if ask.choices and not ask.decision and not self._at_once(ask)
        ]
        self._question = question if self.asking else None
        return bool(self.asking)

    def _withdrawn(self) -> Ask | Asks:
        """The question taken back, with the answers that it has."""
        question, self._question, self.asking = self._question, None, ()
        assert question is not None
        return question

    def _answered(self) -> Event | None:
        """The round goes on with the answers it has waited for."""
        question = self._withdrawn()
        return self._send(self._answers[type(question)](question))

    def _return(self) -> Event | None:
        """The end of a ruling takes the round up again; the end of the round closes its books."""
        if self._frames:
            self._round, request = self._frames.pop()
            return self._send(None) if request is None else request
        if not _CHANCE.isdisjoint(self._counts):
            for bet in self.bets.values():
                if not self.rules.wagers[bet.id].stands:
                    raise Slip(f"{self.game.id} ended a round without deciding {bet} of seat {bet.seat}")
        if rest := self.ledger.accounts.get("centre"):
            raise Slip(f"{self.game.id} ended a round with {money(rest)} in the centre")
        self._round = None
        self._missed = len(self._scheduled)
        self.rounds += 1
        self._close_books()
        self._reveal()
        return None

    def _in(self, seat: int) -> bool:
        """Does the round still concern this seat: by a wager, a question, or cards that are not decided? A game
        that takes no wagers first deals everybody in."""
        if any(bet.seat == seat for bet in self.bets.values()) or self.question(seat):
            return True
        dealt = any(owner.partition(".")[0] == str(seat) for owner in self.hands)
        return not self.out(seat) and (dealt or not self.game.wagers_first)

    def out(self, seat: int, position: int | None = None) -> bool:
        """Has the round decided all that this seat wagered, or all of it at this position?"""
        assert self.settlement is not None
        here = [bet for bet in self.bets.values() if position in (None, bet.position)]
        return seat in self.settlement.wagers and all(bet.seat != seat for bet in here)

    def _at_once(self, ask: Ask) -> bool:
        """Does a machine answer: the journal on replay, or a player's policy?"""
        if self._recorded and self._recorded[0].seat == ask.seat:
            recorded = self._recorded.popleft()
            decision, amount = recorded.decision, recorded.amount
        elif (policy := self.players.get(ask.seat)) is not None:
            decision, amount = policy(self, ask)
        else:
            return False
        ask.decision, ask.amount = chosen(self, ask, decision, amount or None)
        self.answers.append(ask)
        self._events.append(ask)
        if self.watch is not None:
            self.watch(ask)
        return True

    # ---- irregularities ------------------------------------------------------------------------------

    def _again(self, called: Irregularity) -> bool:
        """Does it void a throw? Such a thing comes about last, for with it the next throw is counted."""
        data = self.rules.irregularities.get(called.id)  # rules may have changed since it was called
        return data is not None and data.effect == "again"

    def _due(self, kind: str, pending: Event) -> Irregularity | None:
        """What comes about now, one at a time."""
        for place, called in enumerate(self._scheduled):
            data = self.rules.irregularities.get(called.id)
            at = called.at == (kind, self._counts[kind]) if called.at else data and kind in data.happens
            if data and at and self.game.can_happen(self, called, pending):
                return self._scheduled.pop(place)
        return None

    def _rule_on(self, called: Irregularity, pending: Event) -> Event | None:
        """Carry out the ruling; returns what the round is to be asked next."""
        data = self.rules.irregularity(called.id)
        self.happened.append(called)
        self.pending = pending
        if type(pending) in _GOES_ON:
            self._goes_on(pending)
        assert self._round is not None
        if data.effect == "again":
            shown = self._answers[type(pending)](pending)
            self._events.pop()
            self._note(self._ruled(data, shown=str(shown)))
            fresh = msgspec.convert(msgspec.to_builtins(pending), type(pending))
            for name in ("faces", "pocket", "numbers"):
                if hasattr(fresh, name):
                    setattr(fresh, name, type(getattr(fresh, name))())
            return fresh
        self._note(self._ruled(data))
        cards = self.hands.get(data.face_down, ())
        if cards and all(held.up for held in cards):
            return pending
        match data.effect:
            case "void" if data.of == "table":
                return self._void(data.full_cite)
            case "void" | "forfeit" | "game":
                # What players win of each other the round looks at anew when one of their hands is void.
                pot = (
                    data.effect == "void"
                    and isinstance(pending, Settle)
                    and pending.bank in ("layout", "pot")
                )
                self._frames.append((self._round, None if pot else pending))
                self._round = rulings.ruling(self, called, data)
                return self._send(None)
            case "burn" | "burn-once":
                if data.effect == "burn-once" and sum(each.id == data.id for each in self.happened) > 1:
                    return self._void(data.full_cite)
                shoe = pending.shoe if isinstance(pending, Deal) else ""
                if self.shoes.get(shoe):
                    self._deal(Deal("burn", up=True, shoe=shoe))
        return pending

    def taken_back(self, bets: Iterable[Bet], paragraph: str) -> Round:
        """What undecided wagers have moved in this round, moved back."""
        return rulings.taken_back(self, bets, paragraph)

    @staticmethod
    def _ruled(data: IrregularityData, shown: str = "") -> Irregular:
        return Irregular(data.id, data.ruling, data.full_cite, shown)

    def _void(self, paragraph: str) -> Event | None:
        self.voided = True
        if self._round is not None:
            self._round.close()
        self._frames.clear()
        self._round = rulings.voided(self, paragraph)
        return self._send(None)


def _new_state(game: Game, given: Mapping[str, object]) -> State:
    try:
        return msgspec.json.decode(msgspec.json.encode(given), type=game.State)  # as JSON would carry it
    except msgspec.ValidationError as problem:
        fields = ", ".join(each.name for each in msgspec.structs.fields(game.State)) or "none"
        says = str(problem).replace(" - at `$.", " at `state.").removesuffix(" - at `$`")
        raise Refused(f"the state does not fit {game.id}: {says}; it has: {fields}") from None
