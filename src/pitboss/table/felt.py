"""What is on the felt: seats and their chips, wagers, cards, shoes; and its ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from pitboss.book.events import (
    Ask,
    Asks,
    Commit,
    Deal,
    Discard,
    Draw,
    Event,
    Irregular,
    Move,
    Parts,
    Return,
    Reveal,
    Reverse,
    Roll,
    Say,
    Settle,
    Show,
    Shuffle,
    Slide,
    Spin,
    Stake,
    Travel,
)
from pitboss.book.game import State
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.equipment.cards import UNKNOWN, name
from pitboss.equipment.chance import Chance, Rooted, Shoe, promise_of
from pitboss.law import Refused
from pitboss.money import Cents, money
from pitboss.table.ledger import Ledger
from pitboss.table.settlement import Beside, Settled, Settlement, together


class Bet(Struct, gc=False):
    """A wager on the layout: its ``seat``, its name (``wager``: ``straight:17``, ``ante@3``) and what that
    consists of (``id``, ``param``, ``position``), and its ``stake`` in cents. ``on`` is its button and ``mark`` is
    anything else the game notes on it; a round may change these two."""

    seat: int
    wager: str
    stake: Cents
    id: str = ""
    param: str = ""
    position: int = 0
    on: bool = False
    mark: int = 0

    def __post_init__(self) -> None:
        _, self.id, self.param, position = Key.read(self.wager)
        self.position = position or self.seat

    def beside(self, wager: str) -> str:
        """The name of another wager of the same player at the same position."""
        return wager if self.position == self.seat else f"{wager}@{self.position}"

    def __str__(self) -> str:
        return f"{self.wager} {money(self.stake)}"


class Held(Struct, gc=False):
    """A card on the table and who may see it."""

    card: int
    up: bool
    seats: tuple[int, ...]


class Seat(Struct):
    """A person at the table. ``base`` is their total, stakes included, when the last round ended."""

    name: str
    base: Cents = 0


class Felt:
    """The state of a table, and what each event of a round does to it."""

    def __init__(self, rules: Rules, chance: Chance, state: State) -> None:
        self.rules = rules
        self.game = rules.game
        self.chance = chance
        self.state = state
        self.ledger = Ledger()
        self.seats: dict[int, Seat] = {}
        self.left: dict[int, str] = {}
        """Who sat at a seat before: what they did carries their name."""
        self.bets: dict[tuple[int, str], Bet] = {}
        self.hands: dict[str, list[Held]] = {}
        self.shoes: dict[str, Shoe] = {"": []}
        self._lifted: dict[tuple[int, str], Bet] = {}
        """Wagers that this round has decided, as they were."""
        self.settlement: Settlement | None = None
        self.rounds = 0
        self.identity = ""
        """A live table's name in the house's books; the promises of its rounds are bound to it."""
        self._bank = self._fees = 0
        self._beside: list[tuple[int, Beside]] = []
        """What seats have received or paid beside their wagers since the last round ended."""
        self._secret = b""
        self._shuffled_by: dict[str, bytes] = {}
        """The secret from which each shoe in use was shuffled."""
        self._withheld: dict[bytes, int] = {}
        """Secrets not yet revealed, with their rounds."""
        self.seeds: dict[int, str] = {}
        """What players have added to the chance of the next round."""
        self.events: list[Event] = []
        """What the current command has done so far."""
        self.effects: dict[type[Event], Callable[[Any], Any]] = {
            Shuffle: self._shuffle,
            Deal: self._deal,
            Roll: self._roll,
            Spin: self._spin,
            Draw: self._draw,
            Ask: lambda ask: ask,
            Asks: lambda asks: asks.asks,
            Stake: self._stake,
            Return: self._give_back,
            Settle: self._settle,
            Reverse: self._reverse,
            Move: self._move,
            Travel: self._travel,
            Show: self._show,
            Slide: self._slide,
            Discard: self._note,
            Say: self._note,
            Irregular: self._note,
        }

    # ---- to be read ----------------------------------------------------------------------------------

    def chips(self, seat: int) -> Cents:
        """The chips in front of a seat, in cents."""
        return self.ledger.accounts[f"seat:{seat}"]

    def stake(self, seat: int, wager: str) -> Cents:
        """A seat's stake on a wager; nothing if there is none."""
        bet = self.bets.get((seat, wager))
        return bet.stake if bet else 0

    def person(self, seat: int) -> int:
        """Who plays at a seat, as the first seat with that name: one person at two seats is one player."""
        if (who := self.seats.get(seat)) is None:
            return seat
        return min(number for number, each in self.seats.items() if each.name == who.name)

    def same_person(self, seat: int, other: int) -> bool:
        """Does one person play at both seats?"""
        return seat == other or self.person(seat) == self.person(other)

    def cards(self, owner: str) -> list[int]:
        """An owner's cards, as the dealer knows them."""
        return [held.card for held in self.hands.get(owner, ())]

    def view(self, seat: int | None = None) -> dict[str, list[str]]:
        """The cards on the table as a seat (or a bystander) may see them, by name."""
        return {owner: list(map(name, cards)) for owner, cards in self.seen(seat).items()}

    def seen(self, seat: int | None = None) -> dict[str, list[int]]:
        """The cards on the table as a seat (or a bystander) may see them."""
        return {owner: self.seen_of(owner, seat) for owner in self.hands}

    def seen_of(self, owner: str, seat: int | None = None) -> list[int]:
        """An owner's cards as a seat (or a bystander) may see them."""
        return [
            held.card if held.up or (seat is not None and seat in held.seats) else UNKNOWN
            for held in self.hands[owner]
        ]

    def set_as(self, owner: str, parts: Iterable[str]) -> Parts | None:
        """How the house has set a hand by a house way of its own, as a case gives it; at a table, by the house way."""
        return None

    def set_anew(self, owner: str) -> None:
        """A hand was set wrongly according to the case, and is set again."""

    def _unsee(self, seat: int) -> None:
        """Cards dealt to a player who leaves a seat are not for the next player there."""
        for hand in self.hands.values():
            for held in hand:
                held.seats = tuple(each for each in held.seats if each != seat)

    @property
    def shoe(self) -> Shoe:
        """The cards to come; the next one is the last."""
        return self.shoes[""]

    # ---- wagers and books ----------------------------------------------------------------------------

    def _place(self, new: Bet) -> Bet:
        """Put a wager on the layout, or add to the one that is there."""
        self.ledger.move(f"seat:{new.seat}", "layout", new.stake)
        bet = self.bets.setdefault((new.seat, new.wager), new)
        if bet is not new:
            bet.stake += new.stake
        return bet

    def _unplace(self, bet: Bet, amount: Cents) -> None:
        self.ledger.move("layout", f"seat:{bet.seat}", amount)
        bet.stake -= amount
        if not bet.stake:
            del self.bets[bet.seat, bet.wager]

    # ---- promises ------------------------------------------------------------------------------------

    @property
    def promise(self) -> str:
        """What is published about the chance of the next round (or, during a round, of this one)."""
        return promise_of(self._secret, self.identity, self.rounds + 1) if self._secret else ""

    def _commit(self) -> None:
        promise: Callable[[], bytes] | None = getattr(
            self.chance, "promise", None
        )  # not all chance is promised
        self._secret = promise() if promise else b""
        self.seeds = {}
        if self._secret:
            if self.identity:
                self.rooted.bind(self.identity, self.rounds + 1)
            self.events.append(Commit(self.promise, self._secret))

    @property
    def rooted(self) -> Rooted:
        """The chance of the table, where it is promised."""
        if not self._secret or not isinstance(self.chance, Rooted):
            raise Refused("the chance of this table is not promised")
        return self.chance

    def reveal(self, every: bool = False) -> None:
        """Publish the secrets that no longer give anything away: not of a shoe that is still dealt from, and in a game
        where hands are discarded unseen not before the table closes."""
        if self._secret:  # a closed table does not play the round it has promised
            self._withheld[self._secret] = self.rounds + bool(every and self.identity)
        reveals = "round" if every else self.game.reveals
        kept = {"round": (), "shoe": self._shuffled_by.values(), "closing": self._withheld}[reveals]
        for secret in [each for each in self._withheld if each not in kept]:
            number = self._withheld.pop(secret)
            self.events.append(Reveal(number, promise_of(secret, self.identity, number), secret))
        self._secret = b""

    def discard_chance(self) -> None:
        """The open promise and the shoes are void; the promise is revealed as far as that gives no hand away."""
        if self._secret:
            self._withheld[self._secret] = self.rounds + 1
            self._secret = b""
        self.shoes, self._shuffled_by = {"": []}, {}
        self.reveal()

    def close_books(self) -> None:
        """The round is over."""
        self.rounds += 1
        settlement = self.settlement
        assert settlement is not None
        accounts = self.ledger.accounts
        at_risk = dict.fromkeys(self.seats, 0)
        for bet in self.bets.values():
            at_risk[bet.seat] += bet.stake
            settlement.standing.setdefault(bet.seat, {})[bet.wager] = bet.stake
            if bet.on:
                settlement.on.setdefault(bet.seat, []).append(bet.wager)
            if bet.mark:
                settlement.marks.setdefault(bet.seat, {})[bet.wager] = bet.mark
        for number, seat in self.seats.items():
            if beside := together(each for at, each in self._beside if at == number):
                settlement.other[number] = beside
            worth = accounts[f"seat:{number}"] + at_risk[number]
            settlement.net[number] = worth - seat.base
            seat.base = worth
        self._beside = []
        self._write_state(settlement)
        house = accounts["bank"] + sum(settlement.meters.values())  # a meter is the house's until it is won
        settlement.bank, self._bank = house - self._bank, house
        settlement.fees, self._fees = accounts["fees"] - self._fees, accounts["fees"]

    def _write_state(self, settlement: Settlement) -> None:
        """What the round has left behind, and what the meters show."""
        accounts = self.ledger.accounts
        settlement.meters = {name[6:]: held for name, held in accounts.items() if name.startswith("meter:")}
        settlement.state = self.state.described(settlement.meters)

    def _outside_rounds(self, before: Mapping[str, Cents], beside: int) -> None:
        """What has moved since then belongs to no round's result."""
        del self._beside[beside:]
        for account, held in self.ledger.accounts.items():
            moved = held - before.get(account, 0)
            kind, _, which = account.partition(":")
            if kind in ("bank", "meter"):
                self._bank += moved
            elif kind == "fees":
                self._fees += moved
            elif kind == "seat" and int(which) in self.seats:
                self.seats[int(which)].base += moved

    # ---- events --------------------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        self.events.append(event)

    def _shuffle(self, event: Shuffle) -> None:
        cards = list(event.cards) or self.rules.pack(event.decks, event.jokers)
        order = self.chance.shuffle(cards)
        event.order = bytes(order)
        self.shoes[event.shoe] = order[::-1]
        self._shuffled_by[event.shoe] = self._secret
        self.events.append(event)

    def _deal(self, event: Deal) -> int:
        card = event.card = self.chance.card(event.to, self.shoes[event.shoe])
        held = Held(card, event.up, event.seats)
        hand = self.hands.get(event.to)
        if hand is None:
            self.hands[event.to] = [held]
        else:
            hand.append(held)
        self.events.append(event)
        return card

    def _roll(self, event: Roll) -> tuple[int, ...]:
        event.faces = self.chance.roll(event.of)
        self.events.append(event)
        return event.faces

    def _spin(self, event: Spin) -> str:
        event.pocket = self.chance.spin(event.pockets)
        self.events.append(event)
        return event.pocket

    def _draw(self, event: Draw) -> tuple[int, ...]:
        event.numbers = self.chance.draw(event.take, event.of)
        self.events.append(event)
        return event.numbers

    def _stake(self, event: Stake) -> None:
        self._place(Bet(event.seat, event.wager, event.amount))
        self.events.append(event)

    def _give_back(self, event: Return) -> None:
        self._unplace(self.bets[event.seat, event.wager], event.amount)
        self.events.append(event)

    def _settle(self, event: Settle) -> None:
        bet = self.bets.get((event.seat, event.wager))
        settlement = self.settlement
        assert settlement is not None
        stake = bet.stake if bet else 0  # a bonus is paid on another wager's stake
        ledger = self.ledger
        if event.lost and event.bank != "layout":  # between players it stays there for the winners
            ledger.move("layout", event.bank, event.lost)
        if event.pays:
            ledger.move(event.bank, f"seat:{event.seat}", event.pays)
        settlement.wagers.setdefault(event.seat, {})[event.wager] = Settled(
            stake, event.result, event.pays, event.lost, event.cite, event.outcome, event.uncut
        )
        if bet is None:
            pass
        elif event.stays:
            bet.stake -= event.lost
        else:
            if stake != event.lost:
                ledger.move("layout", f"seat:{event.seat}", stake - event.lost)
            self._lifted[event.seat, event.wager] = self.bets.pop((event.seat, event.wager))
        self.events.append(event)

    def _reverse(self, event: Reverse) -> None:
        ledger, key, seat = self.ledger, (event.seat, event.wager), f"seat:{event.seat}"
        assert self.settlement is not None
        del self.settlement.wagers[event.seat][event.wager]
        ledger.move(seat, event.bank, event.pays)
        if event.bank != "layout":
            ledger.move(event.bank, "layout", event.lost)
        if event.stays:
            self.bets[key].stake += event.lost
        elif event.stake:
            ledger.move(seat, "layout", event.stake - event.lost)
            self.bets[key] = self._lifted.pop(key)
        self.events.append(event)

    def _move(self, event: Move) -> None:
        self.ledger.move(event.source, event.target, event.amount)
        for account, amount in ((event.source, -event.amount), (event.target, event.amount)):
            if account.startswith("seat:") and amount:
                self._beside.append((int(account[5:]), Beside(event.why, amount, event.cite)))
        self.events.append(event)

    def _travel(self, event: Travel) -> None:
        bet = self.bets.pop((event.seat, event.wager))
        stake = bet.stake + self.stake(event.seat, event.to)
        self.bets[event.seat, event.to] = Bet(event.seat, event.to, stake, on=bet.on, mark=bet.mark)
        self.events.append(event)

    def _show(self, event: Show) -> None:
        held = self.hands.get(event.owner, [])
        held = [held[place] for place in event.places] or held[: event.first or len(held)]
        for each in held:
            each.up = True
        event.cards = tuple([each.card for each in held])
        self.events.append(event)

    def _slide(self, event: Slide) -> None:
        hand = self.hands[event.owner]
        place = -1 if event.card == UNKNOWN else self.cards(event.owner).index(event.card)
        held = hand.pop(place)
        event.card = held.card
        self.hands.setdefault(event.to, []).append(held)
        self.events.append(event)
