"""A player as the bank, alone or with the house for one half: 10.8, 11.10, 34.13.

The bank is offered once the wagers are made, because it must cover them. Losers are collected in the account centre,
winners are paid from there, the bank makes up the difference and takes the rest.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from pitboss.book import (
    Ask,
    Choice,
    Event,
    Marker,
    Move,
    Refused,
    Return,
    Round,
    Rules,
    Settle,
    Show,
    carries,
    cite,
)
from pitboss.games.against_dealer import Hand
from pitboss.games.pai_gow.family import DEALER, HOUSE, Bank, PaiGow, PaiGowState, apart, bank_of
from pitboss.money import Cents
from pitboss.table import Bet, Table

PASS = Choice("pass-bank")
NO_WAGER = Choice("no-dealer-wager")


class BankState(PaiGowState):
    begun: bool = False
    """Has a round been played since cards or tiles were laid out? Until then no player may bank."""
    offer: int = 1
    """The player to whom the bank is offered first: it goes around counterclockwise, and the dealer is one of the
    stops."""
    banked: int = 0
    """The bank of the last round; nobody is the bank twice in a row."""
    last: dict[int, Cents] | None = None
    """What each player wagered against the dealer in the last round that the house banked, in cents."""

    def seats(self) -> Iterator[int]:
        yield from (self.button, self.offer, self.banked, *(self.last or ()))


class BankCites(NamedTuple):
    """The paragraphs of a game on its bank."""

    offered: str
    start: str
    rotation: str
    wagered: str
    covered: str
    co_bank: str
    one_area: str
    compared: str
    settled: str
    co_settled: str
    vigorish: str


class PlayerBanked(PaiGow):
    """A game in which the house may let a player bank."""

    State = BankState
    assumed = {"begun": True}
    bank_cites: ClassVar[BankCites]

    @staticmethod
    def state(table: Table) -> BankState:
        assert isinstance(table.state, BankState)
        return table.state

    # ---- wagers --------------------------------------------------------------------------------------------

    def ready(self, table: Table) -> None:
        """Every other wager needs one on the hands, except those that may stand alone, and wagers left by an earlier
        round."""
        if not table.bets:
            raise Refused("nobody has made a wager")
        alone = self.alone(table.rules)
        if table.rules.on("player-banking"):
            alone |= self.banks_wagers(table.rules)
        played = {bet.position for bet in table.bets.values() if bet.id == self.main}
        for bet in table.bets.values():
            if bet.position not in played and bet.id not in alone and not bet.mark:
                says = f"seat {bet.seat} has not made the {self.main} wager that {bet.id} requires"
                raise Refused(says, table.rules.wager(bet.id).cite, lacks=[self.main])

    def alone(self, rules: Rules) -> set[str]:
        """The wagers that do not need one on the hands."""
        return set()

    def banks_wagers(self, rules: Rules) -> set[str]:
        """The wagers that a player who banks may make: none on the hands, which the others play against the bank, nor
        one that requires such a wager."""
        return self.alone(rules)

    # ---- who banks -----------------------------------------------------------------------------------------

    def the_bank(self, table: Table) -> Generator[Event, Any, Bank]:
        """A player who is offered the bank and accepts, after the first round; otherwise the house, and players who
        wager against it may be the bank next time."""
        if not table.rules.on("player-banking"):
            return HOUSE
        bank = (yield from self.offered(table)) if self.state(table).begun else HOUSE
        played = {bet.position for bet in table.bets.values() if bet.id == self.main}
        alone = self.alone(table.rules)
        for bet in list(table.bets.values()):
            hoped_to_bank = bet.position not in played and bet.id not in alone and not bet.mark
            if hoped_to_bank and bet.seat != bank.seat:
                yield Return(bet.seat, bet.wager, bet.stake, table.rules.wager(bet.id).full_cite)
        if bank is HOUSE:
            last: dict[int, Cents] = {}
            for hand in self.hands(table):
                if stake := hand.stake(self.main):
                    last[hand.seat] = max(last.get(hand.seat, 0), stake)
            self.state(table).last = last
        return bank

    def offered(self, table: Table) -> Generator[Event, Any, Bank]:
        """The bank is offered counterclockwise until a player accepts it, starting with another player each round; when
        it reaches the dealer, the house banks."""
        state, seats = self.state(table), sorted(table.seats)
        first = next((seat for seat in seats if seat >= state.offer), DEALER) if state.offer else DEALER
        state.offer = next((seat for seat in seats if seat > first), DEALER) if first else 1
        for seat in sorted(seats, key=lambda seat: (seat < first, seat)) if first else ():
            if self.bars_bank(table, seat) is None:
                choices = (Choice("bank"), *(Choice("co-bank"),) * table.rules.on("co-banking"), PASS)
                answer = yield Ask(seat, choices, str(seat), usual="pass-bank")
                if answer.decision in ("bank", "co-bank"):
                    return (yield from self.taken(table, Bank(seat, answer.decision == "co-bank")))
        return HOUSE

    @carries(
        *("10.8(d)1", "11.10(b)", "11.10(d)", "11.10(d)1", "11.10(d)2", "34.13(b)", "34.13(d)"),
        *("34.13(d)1", "34.13(d)2"),
    )
    def bars_bank(self, table: Table, seat: int) -> Refused | None:
        """Why a player may not be the bank, if there is a reason: nobody may at the start of the game or twice in a
        row, without a wager against the dealer when the house last banked, or without chips for all wagers of the
        others. The player's own wagers are returned."""
        state, cites = self.state(table), self.bank_cites
        own = sum(bet.stake for bet in table.bets.values() if bet.seat == seat)
        if not table.rules.on("player-banking"):
            return Refused("this table does not offer the bank to players", cites.offered)
        if not state.begun:
            return Refused("no player may be the bank at the start of the game", cites.start)
        if state.banked and table.same_person(seat, state.banked):
            return Refused(f"seat {seat} was the bank in the previous round", cites.rotation)
        if state.last is not None and self.last_wagered(table, seat) is None:
            return Refused(f"seat {seat} had no wager when the house last banked", cites.wagered)
        if not 0 < self.to_cover(table, seat) <= table.chips(seat) + own:
            return Refused(f"seat {seat} cannot cover the wagers of the others", cites.covered)
        return None

    def foresee(self, table: Table, seat: int, decision: str) -> None:
        if decision not in ("bank", "co-bank"):
            return
        if barred := self.bars_bank(table, seat):
            raise barred
        if decision == "co-bank" and not table.rules.on("co-banking"):
            raise Refused("this table does not offer co-banking", self.bank_cites.co_bank)
        for bet in self.wagered_now(table, seat):
            if bet.position != seat:
                raise Refused("the bank may wager on one betting area only", self.bank_cites.one_area)
            if bet.id not in self.banks_wagers(table.rules):
                says = f"seat {seat} is the bank and cannot make a {bet.id} wager"
                on_hands = bet.id == self.main
                raise Refused(says, self.bank_cites.one_area if on_hands else table.rules.wager(bet.id).cite)

    @staticmethod
    def wagered_now(table: Table, seat: int) -> list[Bet]:
        """A player's total wager for this round, at any position."""
        return [bet for bet in table.bets.values() if table.same_person(bet.seat, seat) and not bet.mark]

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """Against a co-bank the dealer does not wager."""
        against = bank_of(table).co and decision in ("dealer-wager", NO_WAGER.id)
        return self.bank_cites.co_bank if against else None

    def to_cover(self, table: Table, seat: int) -> Cents:
        others = (bet for bet in table.bets.values() if not table.same_person(bet.seat, seat))
        return sum(bet.stake for bet in others if bet.id == self.main)

    def last_wagered(self, table: Table, seat: int) -> Cents | None:
        """The player's wager against the dealer when the house last banked."""
        last = self.state(table).last or {}
        return max((stake for each, stake in last.items() if table.same_person(each, seat)), default=None)

    @carries("11.10(f)", "34.13(f)")
    def taken(self, table: Table, bank: Bank) -> Generator[Event, Any, Bank]:
        """A player becomes the bank; the dealer may then wager against the bank."""
        for bet in self.wagered_now(table, bank.seat):
            if bet.id not in self.banks_wagers(table.rules):
                yield Return(bet.seat, bet.wager, bet.stake, cite(self.bank_cites.one_area))
        if bank.co:
            return bank
        return (yield from self.dealer_wagers(table, bank))

    def dealer_wagers(self, table: Table, bank: Bank) -> Generator[Event, Any, Bank]:
        """As much as that player last wagered against the dealer, or less if the player says so, and no more than the
        player can pay in addition to the wagers of the others."""
        last = self.last_wagered(table, bank.seat)
        if table.rules["dealers-wager"] == "table-minimum":
            last = table.rules.limits(self.main).least
        room = table.chips(bank.seat) - self.to_cover(table, bank.seat)
        most, unit = room if last is None else min(last, room), table.rules.unit
        if most < unit:
            return bank
        wager = Choice("dealer-wager", unit, most - most % unit, unit, usual=most - most % unit)
        usual = NO_WAGER.id if last is None else wager.id  # its amount is unknown
        answer = yield Ask(bank.seat, (wager, NO_WAGER), str(bank.seat), usual=usual)
        return replace(bank, dealers=answer.amount)

    # ---- setting -------------------------------------------------------------------------------------------

    def first_stack(self, table: Table, bank: Bank) -> int:
        """In a deal from the hand the bank chooses the first stack."""
        chosen = [ask.decision for ask in table.answers if ask.decision.startswith("stack-")]
        return int(chosen[-1].removeprefix("stack-")) - 1 if bank.seat and chosen else 0

    def start(self, table: Table, bank: Bank) -> Generator[Event, Any, int]:
        if bank.seat and table.rules.get("dealing") == "hand":
            stacks = tuple(Choice(f"stack-{number}") for number in range(1, self.places + 1))
            yield Ask(bank.seat, stacks, str(bank.seat), usual="stack-1")
        return (yield from super().start(table, bank))

    def set_banks(self, table: Table, bank: Bank) -> Round:
        """A player's bank sets its own hand after the others; the dealer sets the dealer's hand, if there is a wager
        on it, a hand that the house shares, and one that the bank has set wrongly."""
        if bank is HOUSE:
            yield from super().set_banks(table, bank)
            return
        yield Show(bank.owner)
        if bank.co:
            yield from self.set_by_house(table, bank.owner)
        else:
            answer = yield self.to_set(table, bank.seat, bank.owner, surrender=False)
            hands = apart(table.cards(bank.owner), answer.cards)
            if not answer.decision or self.set_wrongly(table.rules, hands):
                yield from self.set_by_house(table, bank.owner)
            else:
                yield from self.set_by_player(table, answer, bank)
        if bank.dealers:
            yield Show("dealer")
            yield from self.set_by_house(table, "dealer")

    # ---- settlement ----------------------------------------------------------------------------------------

    @carries("10.8(q)", "11.10(n)", "11.10(p)", "34.13(n)", "34.13(p)")
    def settle_round(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        if bank is HOUSE:
            yield from super().settle_round(table, hands, bank)
            return
        settled = self.compared_by(bank)
        dealer_wins = yield from self.dealers_wager(table, bank)
        winners: list[Event] = []
        for hand in hands:
            if hand.stake(self.main):
                yield from self.exposed(hand)
                decided = list(self.settle_main(table, hand, bank))
                wins = any(isinstance(each, Settle) and each.pays for each in decided)
                winners += decided if wins else ()
                yield from () if wins else decided
                yield from list(self.side_wagers(table, hand))
        owed = sum(paid_from_centre(each) for each in winners) + dealer_wins
        if (short := owed - table.ledger["centre"]) > 0:
            his = short // 2 if bank.co else short
            yield from moved(f"seat:{bank.seat}", "centre", his, "the bank pays", settled)
            yield from moved("bank", "centre", short - his, "the house pays its half", settled)
        yield from winners
        yield from moved("centre", "bank", dealer_wins, "the dealer's wager wins", settled)
        surplus = table.ledger["centre"]
        his = surplus // 2 if bank.co else surplus
        due = min(his, self.vigorish_of_bank(table.rules, his))  # rounded up, it may be more than there is
        yield from moved("centre", "bank", surplus - his, "the house's half of the surplus", settled)
        yield from moved("centre", "fees", due, f"commission of seat {bank.seat}", settled)
        yield from moved("centre", f"seat:{bank.seat}", his - due, "the bank wins", settled)

    def compared_by(self, bank: Bank) -> str:
        if bank is HOUSE:
            return super().compared_by(bank)
        return cite(self.bank_cites.co_settled if bank.co else self.bank_cites.settled)

    @carries("10.8(r)", "11.10(o)", "34.13(o)")
    def charged(self, rules: Rules, event: Settle) -> Iterator[Event]:
        """A loss to a player's bank is collected under that paragraph."""
        for each in super().charged(rules, event):
            owed = isinstance(each, Move) and event.bank == "centre"
            yield replace(each, cite=cite(self.bank_cites.vigorish)) if owed else each

    def dealers_wager(self, table: Table, bank: Bank) -> Generator[Event, Any, Cents]:
        """The dealer's wager against the bank: lost, it goes to the centre; pushed, to the tray; won, it is paid with
        the others and returned."""
        if not bank.dealers or not table.cards("dealer"):  # nobody was left to be dealt in
            return 0
        mine, theirs = self.set_as(table, "dealer"), self.set_as(table, bank.owner)
        ending = self.against(table.rules, mine, theirs, dealer=True)
        result = ending.fates[self.main].result
        if result == "lose":
            why, paragraph = "the dealer's wager loses", cite(self.bank_cites.compared)
            yield from moved("bank", "centre", bank.dealers, why, paragraph)
        return bank.dealers if result == "win" else 0

    def void(self, table: Table, cite: str) -> Round:
        yield from super().void(table, cite)
        yield from self.clear_centre(table, cite)

    @staticmethod
    def clear_centre(table: Table, cite: str) -> Round:
        """A wager surrendered to the bank stays surrendered even if the round is then void."""
        bank = bank_of(table)
        if bank.seat and (rest := table.ledger["centre"]):
            yield Move("centre", f"seat:{bank.seat}", rest, "surrendered to the bank", cite)

    def vigorish_of_bank(self, rules: Rules, surplus: Cents) -> Cents:
        return self.vigorish(rules, surplus)

    # ---- what outlives the round ---------------------------------------------------------------------------

    def finish(self, table: Table, bank: Bank) -> None:
        super().finish(table, bank)
        if table.rules.on("player-banking"):
            state = self.state(table)
            state.begun, state.banked = True, bank.seat

    def leaving(self, table: Table, seat: int) -> Round:
        """The next player there has neither banked nor wagered; when nobody is left, the game starts again."""
        state = self.state(table)
        state.banked *= state.banked != seat
        if state.last:
            state.last.pop(seat, None)
        if len(table.seats) == 1:
            state.begun = False
        yield from super().leaving(table, seat)

    @carries('10.1 "Marker"')
    def markers(self, table: Table) -> Sequence[Marker]:
        taken = [ask for ask in table.answers if ask.decision in ("bank", "co-bank")] if table.playing else []
        says = {"bank": "is the bank", "co-bank": "banks with the house"}
        return (
            *super().markers(table),
            *(
                Marker(ask.decision.upper(), str(ask.seat), f"seat {ask.seat} {says[ask.decision]}", "button")
                for ask in taken
            ),
        )


def paid_from_centre(event: Event) -> Cents:
    if isinstance(event, Settle):
        return event.pays
    return event.amount if isinstance(event, Move) and event.source == "centre" else 0


def moved(
    source: str, target: str, amount: Cents, why: str, paragraph: str, on: tuple[int, str] | None = None
) -> Iterator[Move]:
    """Money moved, if there is any."""
    if amount:
        yield Move(source, target, amount, why, paragraph, on)
