"""A round as it runs: answered step by step, waiting for players to decide, interrupted by irregularities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.book.data import IrregularityData
from pitboss.book.events import (
    Ask,
    Asks,
    Deal,
    Event,
    Irregular,
    Irregularity,
    Move,
    Played,
    Round,
    Settle,
    Show,
)
from pitboss.book.game import Game
from pitboss.law import Refused, Slip, cite
from pitboss.money import money
from pitboss.table import rulings
from pitboss.table.answers import chosen
from pitboss.table.calls import comes_about
from pitboss.table.deeds import Deeds
from pitboss.table.distrust import DOUBTS, place_in, slipped

if TYPE_CHECKING:
    from pitboss.table.driver import Table

_GOES_ON = frozenset((Ask, Asks, Deal, Show))
_CHANCE = frozenset(("deal", "roll", "spin", "draw"))
_NAMES = defaultdict(str, {kind: kind.__name__.lower() for kind in Event.__subclasses__()} | {Asks: "ask"})


class Void(Exception):
    """The round, or a ruling in it, voids the round."""

    def __init__(self, paragraph: str) -> None:
        self.cite = paragraph
        super().__init__(paragraph)


class Cancel(Exception):
    """A ruling that cancels the next step: no card is dealt to a dead hand."""


class Running:
    """A round under way, or the last one as it ended."""

    steps: Played | None = None
    """What runs now: the round itself or a ruling; nothing once it is over."""
    question: Ask | Asks | None = None
    """What it waits for, perhaps partly answered."""
    asking: Sequence[Ask] = ()
    """The questions that nobody has answered yet."""
    pending: Event | None = None
    """What was about to happen when the last irregularity occurred."""
    waiting: Event | None = None
    """The step that waits until a person has entered an outcome."""
    voided = False
    """Has the round been declared void? Then no further irregularity occurs in it."""
    by_order = False
    """Is it void by order of a person, not by a paragraph?"""

    def __init__(self, table: Table, called: list[Irregularity]) -> None:
        self.table = table
        self.called = called
        """The irregularities that have not occurred yet."""
        self.happened: list[Irregularity] = []
        """Those that have."""
        self.frames: list[tuple[Played, Event | None]] = []
        """What a ruling has interrupted, and what was about to happen there."""
        self.answers: list[Ask] = []
        """What players have decided so far."""
        self.counts: defaultdict[str, int] = defaultdict(int)
        """How many requests of each kind it has made."""
        self.deeds = Deeds()
        self.dead: set[int] = set()
        """Positions whose hand a ruling has taken out of the round."""
        self.decided: set[int] = set()
        """Positions whose wagers a ruling of the game has all decided."""

    # ---- from the table ------------------------------------------------------------------------------

    def start(self) -> None:
        self._run(self._start)

    def go_on(self) -> None:
        """With the answers it has waited for."""
        self._run(self._answered)

    def resume(self) -> None:
        """With an outcome it has waited for."""
        waiting, self.waiting = self.waiting, None
        self._run(lambda: waiting)

    def interrupt(self, called: Irregularity) -> None:
        """An irregularity while a player is asked."""
        pending = self._withdrawn()
        if self.table.awaits is None:
            self._run(lambda: self._rule_on(called, pending))
        else:  # what the ruling burns may have to be entered first
            self.called.insert(0, called)
            self._run(lambda: pending)

    def annul(self) -> None:
        """Void by order."""
        if self.asking:
            self._withdrawn()
        self.by_order = True
        self._run(lambda: self._void(""))

    def _run(self, step: Callable[[], Event | None]) -> None:
        """Take a step, and run the round from there until it asks a person, or ends."""
        try:
            self._run_from(step())
        except BaseException as problem:  # a table that fails halfway is like one that could not write
            if self.table.stops_at(problem):
                return
            self.table.lost = True
            game = self.table.game
            if isinstance(problem, Refused | Slip) or not place_in(game, problem):
                raise
            raise slipped(game, problem) from problem

    # ---- step by step --------------------------------------------------------------------------------

    def _start(self) -> Event | None:
        """A player without a wager sits out; then the round begins."""
        table, game = self.table, self.table.game
        if game.wagers_first and type(game).sits_out is not Game.sits_out:
            playing = {bet.seat for bet in table.bets.values() if not table.rules.wagers[bet.id].stands}
            for seat in table.seats:
                if seat not in playing:
                    carry_out(table, game.sits_out(table, seat))
        return self._send(None)

    def _run_from(self, request: Event | None) -> None:
        table, counts, deeds, doubts = self.table, self.counts, self.deeds, DOUBTS
        awaits = table.awaits
        effects, settlement = table.effects, table.settlement
        assert settlement is not None
        while request is not None:
            kind = type(request)
            name = _NAMES[kind]
            counts[name] += 1
            if self.called and not self.voided and (called := self._due(name, request)) is not None:
                if awaits is not None and (first := self._first(called, request)) and awaits(first):
                    self.called.insert(0, called)
                    counts[name] -= 1
                    self.waiting = request
                    return
                # A step is counted when it happens; a void throw counts as a throw.
                counts[name] -= table.rules.irregularity(called.id).effect != "again"
                request = self._rule_on(called, request)
                continue
            if self.happened and rulings.moot(table, request):
                request = self._send(effects[kind](request) if name == "ask" else None)
                continue
            if awaits is not None and awaits(request):
                counts[name] -= 1
                self.waiting = request
                return
            if deeds.done and kind in _GOES_ON:
                self._goes_on(request)
            try:  # as _answer and _send do it, in the loop that every card goes through
                if (doubt := doubts.get(kind)) is not None and (wrong := doubt(table, request)):
                    raise Slip(f"{table.game.id}: {wrong}: {request}")
                answer = effects[kind](request)
            except (IndexError, KeyError, ValueError) as problem:
                raise _not_there(table, problem, request) from problem
            if name == "ask":
                if self._waits(request):
                    return
            else:
                if isinstance(request, Settle):
                    if not self.frames:  # what a ruling decides stands
                        deeds.settled(request, settlement.wagers[request.seat][request.wager].stake)
                elif isinstance(request, Move):
                    deeds.moved(request)
                if table.watch is not None:
                    table.watch(request)
            assert self.steps is not None
            try:
                request = self.steps.send(answer)
            except StopIteration as over:
                request = self._return(over.value)
            except Exception as ended:
                request = self._ended(ended)

    def _send(self, answer: object) -> Event | None:
        """Answer the round; returns what it asks next."""
        assert self.steps is not None
        try:
            request: Event = self.steps.send(answer)
        except StopIteration as over:
            return self._return(over.value)
        except Exception as ended:
            return self._ended(ended)
        return request

    def _ended(self, ended: Exception) -> Event | None:
        """The round, or a ruling in it, was cut off; returns what is asked next."""
        match ended:
            case Void():
                return self._void(ended.cite)
            case Cancel():
                self.steps, pending = self.frames.pop()
                effects = self.table.effects
                return self._send(
                    effects[type(pending)](pending) if isinstance(pending, Ask | Asks) else None
                )
            case Refused() | Slip():
                raise ended
        raise slipped(self.table.game, ended) from ended

    def _return(self, course: dict[str, object] | None) -> Event | None:
        """The end of a ruling resumes the round; the end of the round closes its books, with whatever else it
        returns."""
        if self.frames:
            self.steps, request = self.frames.pop()
            return self._send(None) if request is None else request
        table = self.table
        if not _CHANCE.isdisjoint(self.counts):
            for bet in table.bets.values():
                if not table.rules.wagers[bet.id].stands:
                    raise Slip(f"{table.game.id} ended a round without deciding {bet} of seat {bet.seat}")
        if rest := table.ledger.accounts.get("centre"):
            raise Slip(f"{table.game.id} ended a round with {money(rest)} in the account centre")
        self.steps = None
        assert table.settlement is not None
        table.settlement.course = course or {}
        table.close_books()
        table.reveal()
        return None

    def _goes_on(self, event: Event) -> None:
        """A card, a question or the dealer's hand: what was settled before is final."""
        if not self.frames and (type(event) is not Show or event.owner == "dealer"):
            self.deeds.stage += 1

    # ---- questions -----------------------------------------------------------------------------------

    def _waits(self, question: Event) -> bool:
        """Put a question, or put it again; is any answer missing?"""
        assert isinstance(question, Ask | Asks)
        self.asking = [
            ask for ask in question.asks if ask.choices and not ask.decision and not self._at_once(ask)
        ]
        self.question = question if self.asking else None
        return bool(self.asking)

    def _withdrawn(self) -> Ask | Asks:
        """The question withdrawn, with the answers it already has."""
        question, self.question, self.asking = self.question, None, ()
        assert question is not None
        return question

    def _answered(self) -> Event | None:
        question = self._withdrawn()
        return self._send(self.table.effects[type(question)](question))

    def _at_once(self, ask: Ask) -> bool:
        """Does something other than a person answer: the journal on replay, or a player's policy?"""
        table = self.table
        if table.recorded and table.recorded[0].seat == ask.seat:
            recorded = table.recorded.popleft()
            decision, amount = recorded.decision, recorded.amount
            ask.choices = ask.choices if table.earlier is None else recorded.choices
        elif (policy := table.players.get(ask.seat)) is not None:
            decision, amount = policy(table, ask)
        else:
            return False
        ask.decision, ask.amount = chosen(table, ask, decision, amount or None)
        self.answers.append(ask)
        table.events.append(ask)
        if table.watch is not None:
            table.watch(ask)
        return True

    # ---- irregularities ------------------------------------------------------------------------------

    def _due(self, kind: str, pending: Event) -> Irregularity | None:
        """What occurs now, one at a time."""
        table = self.table
        for place, called in enumerate(self.called):
            if comes_about(table, called, kind, pending):
                return self.called.pop(place)
        return None

    def _first(self, called: Irregularity, pending: Event) -> Event | None:
        """The outcome that a ruling takes at once: the throw that it voids, or the card that it burns."""
        data = self.table.rules.irregularity(called.id)
        if data.effect == "again":
            return pending
        again = data.effect == "burn-once" and any(each.id == data.id for each in self.happened)
        if not data.effect.startswith("burn") or again or self._all_shown(data, pending):
            return None
        shoe = pending.shoe if isinstance(pending, Deal) else ""
        return Deal("burn", up=True, shoe=shoe) if self.table.shoes.get(shoe) else None

    def _all_shown(self, data: IrregularityData, pending: Event) -> bool:
        """Is no card that it needs face down on the table, or left to deal?"""
        cards = self.table.hands.get(data.face_down, ())
        return bool(cards) and all(held.up for held in cards) and not isinstance(pending, Deal)

    def _rule_on(self, called: Irregularity, pending: Event) -> Event | None:
        """Carry out the ruling; returns the next request to the round."""
        table = self.table
        data = table.rules.irregularity(called.id)
        self.happened.append(called)
        self.pending = pending
        if type(pending) in _GOES_ON:
            self._goes_on(pending)
        if data.effect == "again":
            return self._again(data, pending)
        table.events.append(Irregular(data.id, data.ruling, data.full_cite))
        if self._all_shown(data, pending):
            return pending
        match data.effect:
            case "void" if data.of == "table":
                return self._void(data.full_cite)
            case "void" | "forfeit" | "game":
                # What players win from each other is settled again when one of their hands is void.
                pot = (
                    data.effect == "void"
                    and isinstance(pending, Settle)
                    and pending.bank in ("layout", "pot")
                )
                assert self.steps is not None
                self.frames.append((self.steps, None if pot else pending))
                self.steps = rulings.ruling(table, called, data)
                return self._send(None)
            case "burn" | "burn-once":
                if data.effect == "burn-once" and sum(each.id == data.id for each in self.happened) > 1:
                    return self._void(cite(data.second) if data.second else data.full_cite)
                shoe = pending.shoe if isinstance(pending, Deal) else ""
                if table.shoes.get(shoe):
                    table.effects[Deal](Deal("burn", up=True, shoe=shoe))
        return pending

    def _again(self, data: IrregularityData, pending: Event) -> Event:
        """A void throw or spin, recorded with what it showed; returns the one that is made in its place."""
        table = self.table
        shown = table.effects[type(pending)](pending)
        table.events.pop()
        table.events.append(Irregular(data.id, data.ruling, data.full_cite, str(shown)))
        fresh = msgspec.convert(msgspec.to_builtins(pending), type(pending))
        for name in ("faces", "pocket", "numbers"):
            if hasattr(fresh, name):
                setattr(fresh, name, type(getattr(fresh, name))())
        return fresh

    def _void(self, paragraph: str) -> Event | None:
        self.voided = True
        if self.steps is not None:
            self.steps.close()
        self.frames.clear()
        self.steps = rulings.voided(self.table, paragraph)
        return self._send(None)


def carry_out(table: Table, steps: Round, may_refuse: bool = False) -> None:
    """Run steps that ask nobody anything; they refuse before the first or not at all."""
    answer = None
    try:
        while True:
            answer = _answer(table, steps.send(answer))
    except StopIteration:
        pass
    except BaseException as problem:
        table.lost = bool(table.events) or not may_refuse or not isinstance(problem, Refused)
        raise


def _answer(table: Table, event: Event) -> object:
    """Do what a game asks for, unless the request is a mistake of the game."""
    kind = type(event)
    try:
        if (doubt := DOUBTS.get(kind)) is not None and (wrong := doubt(table, event)):
            raise Slip(f"{table.game.id}: {wrong}: {event}")
        return table.effects[kind](event)
    except (IndexError, KeyError, ValueError) as problem:
        raise _not_there(table, problem, event) from problem


def _not_there(table: Table, problem: Exception, event: Event) -> Slip:
    """For example cards that a shoe does not have."""
    return Slip(f"{table.game.id}: {type(problem).__name__} {problem}: {event}")
