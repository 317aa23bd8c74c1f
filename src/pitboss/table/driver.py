"""The table: it runs a game's rounds, answers what they ask, keeps the ledger and writes the journal.

Clock, chance, storage and players are injected, never global.
"""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy

from pitboss.book import game as book_game
from pitboss.book.data import Value
from pitboss.book.events import Ask, Choice, Event, Irregular, Irregularity, Move, Round, offered
from pitboss.book.game import Game
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.equipment.chance import Chance, Live
from pitboss.equipment.entropy import Seeded, System
from pitboss.law import Refused, Slip, carries, clipped
from pitboss.money import HELD, Amount, Cents, Money, cents, money, positive, written
from pitboss.table import awards, notices, opening, rulings, wagers
from pitboss.table import journal as j
from pitboss.table.answers import chosen
from pitboss.table.calls import check_call, comes_about, schedule
from pitboss.table.felt import Bet, Felt, Seat
from pitboss.table.recorded import Recorded
from pitboss.table.running import Running, carry_out
from pitboss.table.settlement import Settlement

Policy = Callable[["Table", Ask], tuple[str, Cents]]
"""A player that is not a person: it answers each question with a decision and an amount."""

Clock = Callable[[], int]
"""Milliseconds since 1970."""

_SEED = re.compile("[0-9A-Za-z-]{1,64}")


def system_clock() -> int:
    return time.time_ns() // 1_000_000


class Table(Felt):
    """A table of one game. What a round may read of it, in addition to its methods:

    - ``rules``: the `Rules` in force: ``table.rules["option"]``, ``.on("yes-no-option")``, ``.offers("wager")``,
      ``.limits("wager")``, ``.pay("wager")``, ``.figure("id")``;
    - ``bets``: every `Bet` on the layout, by seat and wager; ``seats``: who sits there;
    - ``shoe``: cards to come; ``hands``: those dealt, by owner;
    - ``now``: the time, in milliseconds since 1970, the same on replay;
    - ``happened``: the irregularities of the round so far, ``pending``: the event before which the last one came;
    - ``state``: the game's `State`, which a round may change, as it may ``on`` and ``mark`` of a bet.

    >>> table = Table("three-card-poker", seed=11)
    >>> table.sit(1, "Ann", 500)
    >>> table.bet(1, "ante", 10)
    >>> table.deal()
    >>> [str(choice) for choice in table.legal(1)]
    ['play $10', 'fold']
    """

    entered = False
    """Are outcomes entered by a person, instead of drawn?"""
    awaits: Callable[[Event], bool] | None = None
    """Asked before each step of a round: must something be entered first?"""

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
            opening.new_state(found, state or {}),
        )
        self.clock = clock
        self.identity = identity
        self.brought: Counter[str] = Counter()
        """What each person has brought to the table and not taken away, in total."""
        self.players = dict(players or {})
        self.journal = j.Journal(storage or j.Memory())
        self.running = Running(self, [])
        """The round under way, or the last one."""
        self._called: list[Irregularity] = []
        """Irregularities called for the next round."""
        self.said: list[Event] = []
        """Everything that has happened in the round so far (or in the last one), for code that draws the table."""
        self._notices: list[tuple[int, dict[str, Value]]] = []
        """Changes of rules announced, with the time they take effect."""
        self.now = clock()
        """The time of the command being carried out; the same on replay."""
        self.recorded: deque[Ask] = deque()
        """On replay: the answers still to be given."""
        self.earlier: Sequence[Event] | None = None
        """On replay of a journal of an earlier edition: the events of the line, which show when an irregularity
        occurred."""
        self._written: list[Event] = []
        self.watch: Callable[[Event], None] | None = None
        """Called after each event of a round, by code that draws a recorded round step by step."""
        self.full: Callable[[int], bool] | None = None
        """Asked between rounds, with the number of lines of the journal: does it continue in a new volume?"""
        self.closed = False
        self.lost = False
        """Has it failed in the middle of a command? Its journal still has it as it was before."""
        if carried is not None:
            opening.take_up(self, carried)
        else:
            opening.set_meters(self)
        self._write(carried or opening.opening(self, state or {}))

    # ---- for people ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{self.game.title}, {self.rules!r}"]
        lines += [f"  {owner}: {' '.join(cards)}" for owner, cards in self.view().items()]
        for seat, who in self.seats.items():
            bets = ", ".join(str(bet) for bet in self.bets.values() if bet.seat == seat)
            lines.append(
                f"  seat {seat} {who.name} {money(self.chips(seat))}" + (f": {bets}" if bets else "")
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
        """Take a seat with this many dollars in chips."""
        self._alive()
        bought = cents(amount)
        if type(seat) is not int or not 1 <= seat <= self.rules.positions:
            raise wagers.no_seat(self, "seat", seat)
        if not name.isprintable() or not 0 < len(name) <= 100:
            raise Refused("a name must be one line of 1 to 100 characters")
        if seat in self.seats and self.seats[seat].name != name:
            raise Refused(f"seat {seat} is taken by {self.seats[seat].name}")
        if self.playing and seat in self.seats:
            raise Refused("you can add chips only between rounds")
        if bought < 0:
            raise Refused(f"chips are bought for an amount of more than $0, not for {money(bought)}")
        if self.chips(seat) + bought > HELD:
            raise Refused(
                f"seat {seat} has {money(self.chips(seat))}, and no seat may have more than {money(HELD)}"
            )
        self.ledger.move("cage", f"seat:{seat}", bought)
        self.seats.setdefault(seat, Seat(name)).base += bought
        self.brought[name] += bought
        self._write(j.Sit(seat, name, bought))

    def leave(self, seat: int) -> Money:
        """Leave between rounds with the chips at the seat; returns their value."""
        self._known(seat)
        if self.playing and self._in(seat):
            seated = self.game.data.seated
            raise Refused(f"seat {seat} stays in this round until it ends", seated.cite if seated else None)
        self.events = []
        amount = self._depart(seat)
        self._unsee(seat)
        self._write(j.Leave(seat))
        return Money(amount)

    @carries("8.2(d)", "8.2(e)")
    def bet(self, seat: int, wager: str, amount: Amount, allowed_by: str = "") -> None:
        """Make a wager, or add to one, while betting is open. Supervisors may allow this player a stake outside the
        posted limits (8.2(d)); the journal records who did, and the stake is paid or lost in full like any other
        (8.2(e))."""
        wager, stake = self.key(seat, wager), cents(amount)
        self._open_for_bets(seat)
        bet = wagers.acceptable(self, seat, wager, stake, allowed_by)
        self.events = []
        carry_out(self, self.game.placed(self, self._place(bet), stake))
        self._write(j.Bet(seat, wager, stake, allowed_by))

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
        self.events = []
        carry_out(self, self.game.removed(self, bet, taken))
        self._unplace(bet, taken)
        self._write(j.Remove(seat, wager, taken))

    def stand(self, seat: int, wager: str, amount: Amount, *, on: bool = False, mark: int = 0) -> None:
        """Put a wager on the layout that was made before this table's record begins, as it stood: from an earlier
        round, or since a void throw or spin."""
        self._known(seat)
        wager, stake = self.key(seat, wager), positive(amount)
        data = self.rules.wager(Key.read(wager).id)
        if not data.stands and not any(each.effect == "again" for each in self.rules.irregularities.values()):
            raise Refused(
                f"{data.id} is decided in the round in which it is made; it cannot stand from an earlier one",
                data.cite,
            )
        if data.maximum and stake > cents(data.maximum):
            says = f"{wager} {money(stake)} is above the maximum of {money(cents(data.maximum))}"
            raise Refused(says, data.limits_cite or data.cite)
        self.game.cases.noted(self, Bet(seat, wager, stake, on=on, mark=mark))
        bet = self._place(Bet(seat, wager, stake))
        bet.on, bet.mark = on, mark
        self._write(j.Stand(seat, wager, stake, on, mark))

    def deal(self) -> None:
        """No more bets: start the round and run it until a player has to decide."""
        self._alive()
        if self.running.steps is not None:
            raise Refused("a round is under way")
        self.game.ready(self)
        self.events = []
        self._begin()
        self.running.start()
        self._write(j.Deal())

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
            raise Refused(f"{clipped(decision)} answers a question; leave out the wager")
        asked.decision, asked.amount = chosen(self, asked, decision, given)
        running = self.running
        running.answers.append(asked)
        running.asking = [ask for ask in running.asking if ask is not asked]
        self.events = [asked]
        command = j.Act(seat, asked.decision, asked.amount)
        if self.watch is not None:
            self.watch(asked)
        if not running.asking:
            running.go_on()
        self._write(command)

    def enter(self, shows: str, by: str) -> None:
        """What came out at a real table: one or several outcomes, in order. See `pitboss.table.entered`."""
        raise Refused("this table draws its outcomes; nothing is entered")

    def amend(self, at: int, shows: str, by: str) -> None:
        """Correct an entry of the round under way, before anybody has decided or been paid because of it."""
        self.enter(shows, by)

    @carries("8.3(c)")
    def post_limits(
        self,
        limits: Mapping[str, tuple[Amount, Amount]],
        *,
        chip: Amount | None = None,
        increment: Amount | None = None,
    ) -> None:
        """New minimums and maximums, another smallest chip or other increments (8.2(f)), in effect at once after a sign
        and an announcement (8.3(c))."""
        self._open_for_bets()
        posted = {wager: (cents(least), cents(most)) for wager, (least, most) in limits.items()}
        required = [None if amount is None else cents(amount) for amount in (chip, increment)]
        self.rules, self.events = notices.limits(self.rules, posted, *required)
        self._write(j.Limits(posted, *required))

    @carries("8.3(b)1", "8.3(b)2", "8.3(b)3")
    def change_rules(self, options: Mapping[str, object], effective: int) -> None:
        """A change of rules with half an hour's notice: a sign, an announcement and word to the Division, each naming
        the time it takes effect, in milliseconds since 1970 (8.3(b)). Where options only set limits, as in poker
        (14.17), a sign and an announcement are enough, and they may change at once (8.3(c))."""
        self._alive()
        changed, self.events = notices.change(self, options, effective)
        self._notices.append((effective, changed))
        self._notices.sort(key=lambda notice: notice[0])
        self._write(j.ChangeRules(changed, effective))

    def void(self, by: str, why: str) -> None:
        """Declare the round, or the wagers on the layout, void: every wager goes back to its player. The
        journal records who ordered it and why; a game's own paragraphs void a round by an irregularity."""
        self._alive()
        if not self.playing and not self.bets:
            raise Refused("there is no wager on the layout")
        self.events = [Irregular("void", f"{by}: {why}", "")]
        if not self.playing:
            self._begin()
        self.running.annul()
        self._write(j.Void(by, why))

    def correct(self, seat: int, amount: Amount, by: str, why: str) -> None:
        """Correct a payout between rounds: an amount to a seat or, with a minus sign, from it. The journal records who
        ordered it and why."""
        self._open_for_bets(seat)
        moved = cents(amount)
        if not moved:
            raise Refused("a correction must be of more than $0")
        ends = ("bank", f"seat:{seat}") if moved >= 0 else (f"seat:{seat}", "bank")
        self.events = []
        self._move(Move(*ends, abs(moved), f"corrected by {by}: {why}"))
        self._beside.pop()
        self.seats[seat].base += moved
        self._bank -= moved
        self._write(j.Correct(seat, moved, by, why))

    def award(self, award: j.Award) -> None:
        """Pay between rounds what seats have won from a fund that several tables share."""
        self._open_for_bets()
        awards.check(self, award)
        before, beside, self.events = dict(self.ledger.accounts), len(self._beside), []
        account = f"meter:{award.meter}"
        if award.brought:
            self._move(Move("cage", account, award.brought, award.why))
        if award.elsewhere:
            self._move(Move(account, "cage", award.elsewhere, f"{award.why}, at other tables"))
        carry_out(self, self.game.funds.awarded(self, award))
        self._outside_rounds(before, beside)
        self._write(award)

    def renew(self, by: str, why: str) -> None:
        """Between rounds: the open promise and the shoes are discarded, and the next round has new chance."""
        self._open_for_bets()
        self.events = []
        self.discard_chance()
        self._write(j.Renew(by, why))

    def close(self, by: str = "") -> dict[int, Money]:
        """Close the table between rounds: everybody leaves with their chips; returns their value by seat."""
        self._open_for_bets()
        if self.bets:
            raise Refused("there are wagers on the layout; decide them, take them down or void them first")
        self.events = []
        taken = {seat: Money(self._depart(seat)) for seat in list(self.seats)}
        self.reveal(every=True)
        self.closed = True
        self._write(j.Close(by))
        return taken

    def seed(self, seat: int, seed: str) -> None:
        """A player's own contribution to the chance of the next round, after the round is promised and before it
        begins: the house, which chose the secret earlier, cannot choose the outcome."""
        self._known(seat)
        self._open_for_bets()
        if not _SEED.fullmatch(seed):
            raise Refused("a seed must be 1 to 64 letters, digits and hyphens")
        if seat in self.seeds:
            raise Refused(f"seat {seat} has already added its seed to the next round")
        self.rooted.stir(seat, seed)
        self.seeds[seat] = seed
        self.events = []
        self._write(j.Seed(seat, seed))

    def irregularity(
        self, name: str, at: tuple[str, int] | None = None, position: str = "", **detail: str | int | bool
    ) -> None:
        """Call an irregularity: now, or at a point of the round such as ``("deal", 3)``."""
        self.call(Irregularity(name, at, position, detail))

    def call(self, called: Irregularity) -> None:
        """Call an irregularity. Without a point it happens at the first opportunity; one that has not occurred when the
        round ends is dropped."""
        self._alive()
        check_call(self, called)
        self.events = []
        running = self.running
        if running.question and comes_about(self, called, "ask", running.question, at_once=True):
            running.interrupt(called)
        else:
            schedule(self.rules, running.called if self.playing else self._called, called)
        self._write(j.Call(called))

    # ---- the round under way, or the last one --------------------------------------------------------

    def stops_at(self, problem: BaseException) -> bool:
        """Does the round wait for something to be entered, instead of failing?"""
        return False

    def _begin(self) -> None:
        self.hands, self.said, self._lifted = {}, [], {}
        self.settlement = Settlement(self.game.id, self.rounds + 1)
        called, self._called = self._called, []
        self.running = Running(self, called)
        self.running.steps = self.game.round(self)

    @property
    def playing(self) -> bool:
        """Is a round under way?"""
        return self.running.steps is not None

    @property
    def asking(self) -> Sequence[Ask]:
        """The questions that nobody has answered yet."""
        return self.running.asking

    @property
    def answers(self) -> list[Ask]:
        """What players have decided in it so far."""
        return self.running.answers

    @property
    def happened(self) -> list[Irregularity]:
        """Its irregularities so far."""
        return self.running.happened

    @property
    def pending(self) -> Event | None:
        """The event that was next when the last of them occurred."""
        return self.running.pending

    @property
    def voided(self) -> bool:
        """Has it been declared void?"""
        return self.running.voided

    @property
    def by_order(self) -> bool:
        """By order of a person, not by a paragraph?"""
        return self.running.by_order

    @property
    def due(self) -> list[Irregularity]:
        """Irregularities called for a point of the round that has not come."""
        return [*self.running.called, *self._called]

    @property
    def ruling_late(self) -> bool:
        """Is a ruling under way that may accept a late wager?"""
        return bool(self.running.frames) and self.rules.irregularity(self.happened[-1].id).late

    def count(self, kind: str) -> int:
        """How many requests of a kind ("deal", "roll", "ask" …) the round has made."""
        return self.running.counts.get(kind, 0)

    def _in(self, seat: int) -> bool:
        """Does the round still involve this seat: by a wager, a question, or cards that are not decided? A game that
        takes no wagers first deals everybody in."""
        if any(bet.seat == seat for bet in self.bets.values()) or self.question(seat):
            return True
        dealt = any(owner.partition(".")[0] == str(seat) for owner in self.hands)
        return not self.out(seat) and (dealt or not self.game.wagers_first)

    def out(self, seat: int, position: int | None = None) -> bool:
        """Has the round decided all that this seat wagered, or all of it at this position?"""
        assert self.settlement is not None
        here = [bet for bet in self.bets.values() if position in (None, bet.position)]
        return seat in self.settlement.wagers and all(bet.seat != seat for bet in here)

    def taken_back(self, bets: Iterable[Bet], paragraph: str) -> Round:
        """What undecided wagers have moved in this round, moved back."""
        return rulings.taken_back(self, bets, paragraph)

    # ---- questions -----------------------------------------------------------------------------------

    @property
    def asked(self) -> Ask | None:
        """The question that waits for an answer; the first, if there are several."""
        return self.asking[0] if self.asking else None

    def question(self, seat: int) -> Ask | None:
        """The question that waits for this seat's answer."""
        return next((ask for ask in self.asking if ask.seat == seat), None)

    def funds(self, seat: int) -> Money:
        """The chips in front of a seat."""
        return Money(self.chips(seat))

    def legal(self, seat: int | None = None) -> Sequence[Choice]:
        """The decisions open now to this seat, or to the player who is asked, with their amounts as `Money`."""
        return tuple(choice.priced() for choice in self._open_to(seat))

    def _open_to(self, seat: int | None) -> Sequence[Choice]:
        if self.asking:
            asked = self.asked if seat is None else self.question(seat)
            return asked.choices if asked else ()
        if seat is None or self.playing:
            return ()
        return self.game.choices(self, seat)

    def key(self, seat: int, wager: str) -> str:
        """The one name of a wager at this table, in whatever form a person wrote it: ``ante@3`` is ``ante`` for the
        player at seat 3. A name that is not a wager, a spot of one or a position is refused."""
        return wagers.key(self, seat, wager)

    def can_bet(self, seat: int, wager: str, amount: Amount) -> bool:
        """Would the wager be accepted now?"""
        try:
            named = self.key(seat, wager)
            self._open_for_bets(seat)
            wagers.acceptable(self, seat, named, cents(amount))
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
        """The table of a journal, at the point where it stopped. ``storage`` receives what happens from here on;
        ``step`` sees the table after each line."""
        from pitboss.table.replay import replayed

        table = replayed(entries, step)
        if isinstance(recorded := table.chance, Recorded):
            table.chance = recorded.continued(chance)
        table.clock = clock
        table.players = dict(players or {})
        if storage is not None:
            table.journal.storage = storage
        return table

    def _write(self, command: j.Command) -> None:
        events, self.events = self.events, []
        self._written = events
        self.said.extend(events)
        try:
            self.journal.write(self.now, command, events)
        except BaseException:
            self.lost = True
            raise
        if self.running.steps is None and not self._secret and not self.closed:
            if self.full is not None:
                self._go_on(self.full)
            if hasattr(self.chance, "promise"):  # not all chance is promised
                self.promise_chance()

    def _go_on(self, full: Callable[[int], bool]) -> None:
        """In a new volume, if this one is full and the table is in a state in which the next can begin."""
        if self.bets or self._called or not full(self.journal.count):
            return
        carried = self.carried()
        self.journal.turn()
        self.journal.write(self.now, carried, [])

    def carried(self) -> j.Continue:
        """Everything the table has, between rounds and with an empty layout: a new volume begins with it."""
        return opening.carried(self)

    def promise_chance(self) -> None:
        """Commit to the chance of the next round, where chance makes promises. It has a line of its own, so that
        everything before it can be published."""
        self._commit()
        if self.events:
            self._write(j.Promise())

    # ---- between rounds ------------------------------------------------------------------------------

    def _alive(self) -> None:
        self.now = self.clock()
        if not self.bets and self.running.steps is None:
            while self._notices and self._notices[0][0] <= self.now:
                self.rules = self.rules.changed(options=self._notices.pop(0)[1])
        if self.closed:
            raise Refused("this table is closed")
        if self.lost:
            raise Refused("this table failed in the middle of a command; resume it from its journal")

    def _known(self, seat: int) -> None:
        self._alive()
        if seat not in self.seats:
            raise Refused(f"seat {seat} is empty")

    def _open_for_bets(self, seat: int | None = None) -> None:
        self._alive() if seat is None else self._known(seat)
        if self.running.steps is not None:
            raise Refused("no more bets: the round has started")

    def _depart(self, seat: int) -> Cents:
        """A seat given up, with what the game makes of it; returns the chips that go to the cage."""
        there = f"seat {seat} has wagers on the layout; take them down or wait for their decision"
        if any(bet.seat == seat and not self.rules.wagers[bet.id].stands for bet in self.bets.values()):
            raise Refused(there)
        before, beside, done = dict(self.ledger.accounts), len(self._beside), len(self.events)
        kept, self.settlement = self.settlement, Settlement(self.game.id, self.rounds)  # of no round
        try:
            carry_out(self, self.game.leaving(self, seat), may_refuse=True)
        finally:
            self.settlement = kept
        if any(bet.seat == seat for bet in self.bets.values()):
            if len(self.events) > done:
                self.lost = True
                raise Slip(f"{self.game.id}: seat {seat} leaves with wagers on the layout")
            raise Refused(there)
        self._outside_rounds(before, beside)
        amount = self.chips(seat)
        self.ledger.move(f"seat:{seat}", "cage", amount)
        self.brought[self.seats[seat].name] -= amount
        self.left[seat] = self.seats.pop(seat).name
        return amount

    def _between(self, seat: int, decision: str, amount: Cents | None, wager: str) -> None:
        self._open_for_bets(seat)
        known = self.game.decision(decision)
        if not any(choice.id == decision for choice in self.game.choices(self, seat)):
            may = ", ".join(choice.id for choice in self.game.choices(self, seat)) or "nothing but bet"
            raise Refused(f"{decision} is not offered to seat {seat} now; it may: {may}", known.cite or None)
        if amount:
            raise Refused(f"{decision} takes no amount", known.cite)
        Key.read(wager or decision)  # whatever wager it names, it must be a name
        self.events = []
        carry_out(self, self.game.between(self, seat, decision, wager), may_refuse=True)
        self._write(j.Act(seat, decision, 0, wager))
