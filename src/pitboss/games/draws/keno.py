"""Keno, 13:69F-15. A ticket is a wager, a seat a patron at a work station, and a round one game: lock-out, draw
and settlement. Tickets with games to come, and winning tickets not yet presented, are the state of the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from pitboss.book import (
    Area,
    Cap,
    Choice,
    Draw,
    Felt,
    Finding,
    Game,
    Irregularity,
    Mathematics,
    Move,
    Posting,
    Refused,
    Return,
    Round,
    Rules,
    Say,
    Settle,
    Stake,
    State,
    carries,
    cite,
    rule,
)
from pitboss.games.draws.rates import (
    WAY,
    catches,
    examples,
    limit_of,
    payout,
    rate_card,
    share_limit,
    unlawful,
)
from pitboss.games.draws.tickets import DRAWN, NUMBERS, Marks, bits, marked
from pitboss.money import DOLLAR, Cents, Odds, cents, money
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

# ---- who pays --------------------------------------------------------------------------------------------

RANKS: Final = ("keno writer", "keno supervisor", "casino key employee")


@rule("15.6(b)")
def authorized_by(amount: int, supervisors: int, key_employees: int) -> int:
    """The rank whose authorization a payout needs: a supervisor's, and a key employee's from this amount."""
    return (amount >= supervisors) + (amount >= key_employees)


@rule("15.7(c)1", "15.7(c)2", "15.7(c)3")
def manually_paid_by(amount: int, writers: int, supervisors: int) -> int:
    """The same while the system is down, up to this amount with a writer and a supervisor; -1: nobody pays it before
    the system has verified the ticket."""
    if amount > supervisors:
        return -1
    return 0 if amount <= writers else 1


@rule("15.6(a)")
def runner_redeems(amount: int, most: int) -> bool:
    """May a keno runner redeem the ticket?"""
    return amount <= most


def payer(rules: Rules, amount: Cents, down: bool) -> int:
    """The rank whose authorization a payout needs at this table; -1: nobody may authorize it while the system is
    down."""
    if down:
        return manually_paid_by(amount, figure(rules, "writer-pays"), figure(rules, "supervisor-pays"))
    return authorized_by(
        amount, figure(rules, "supervisor-authorizes"), figure(rules, "key-employee-authorizes")
    )


def figure(rules: Rules, name: str) -> Cents:
    return DOLLAR * rules.figure(name)


@rule("15.6(c)")
def expired(issued: int, today: int) -> bool:
    """Is a ticket more than a year old? Dates are written as numbers, 20250228, and so a year is 10,000."""
    return today > issued + 1_00_00


def moment(milliseconds: int) -> datetime:
    """Date and time in New Jersey."""
    return datetime.fromtimestamp(milliseconds / 1000, ZoneInfo("America/New_York"))


def date(milliseconds: int) -> int:
    """The day as a number: 20250228."""
    return int(moment(milliseconds).strftime("%Y%m%d"))


# ---- the game --------------------------------------------------------------------------------------------


class Ticket(Struct):
    """A ticket that was issued. ``last`` is the number of its last game, ``won`` its winnings so far."""

    number: int
    seat: int
    holder: str
    wager: str
    price: Cents
    issued: int
    first: int
    last: int
    won: Cents = 0
    due: Cents = 0
    """What it would have won without a limit (15.3(e))."""
    over: bool = False
    """Its last game is drawn; it is paid when it is presented."""

    def __post_init__(self) -> None:
        games = self.marks.games  # refuses a request that is not clear
        if self.price <= 0 or self.won < 0 or self.first < 1 or self.last - self.first + 1 != games:
            raise ValueError(f"ticket {self.number} must give its games ({games}) and its price")

    @property
    def marks(self) -> Marks:
        return marked(self.wager)

    @property
    def rate(self) -> Cents:
        return self.price // (self.marks.units * self.marks.games)


class VoidedTicket(Struct):
    """A line of a work station's daily list of voided tickets (15.4(e))."""

    number: int
    station: int
    day: int


class KenoState(State, dict=True):
    """The state of a keno booth from game to game."""

    game: int = 0
    """The number of the last game; the next has the next number (15.5(b))."""
    issued: int = 0
    """The number of the last ticket."""
    tickets: dict[str, Ticket] = field(default_factory=dict)
    """By number: tickets with games to come, and winning tickets not yet presented."""
    voided: list[VoidedTicket] = field(default_factory=list)
    """The day's list of voided tickets (15.4(e))."""
    down: bool = False
    """The system is not operational."""

    def __post_init__(self) -> None:
        if min(self.game, self.issued) < 0:
            raise ValueError("games and tickets must be numbered from 1")
        for number, ticket in self.tickets.items():
            if number != str(ticket.number) or not 0 < ticket.number <= self.issued:
                raise ValueError(f"ticket {number} is not one of the {self.issued} that were issued")
            if not ticket.over and self.playing[ticket.seat, ticket.wager] is not ticket:
                raise ValueError(f"seat {ticket.seat} has two tickets {ticket.wager} in play")

    def seats(self) -> Iterable[int]:
        return [ticket.seat for ticket in self.tickets.values()]

    @cached_property
    def playing(self) -> dict[tuple[int, str], Ticket]:
        """Those with games to come, by seat and name; it follows from the tickets, so it is not stored."""
        return {(each.seat, each.wager): each for each in self.tickets.values() if not each.over}

    def ended(self, ticket: Ticket) -> None:
        """Does it have no more games to come?"""
        ticket.over = True
        del self.playing[ticket.seat, ticket.wager]


class Keno(Posting, Felt, Mathematics, Game):
    """Twenty of eighty numbers, and every ticket that can be written on them."""

    State = KenoState

    @staticmethod
    def state(table: Table) -> KenoState:
        assert isinstance(table.state, KenoState)
        return table.state

    # -- tickets, 15.2 to 15.4

    def spot(self, rules: Rules, wager: str) -> str:
        if wager.partition(":")[0] not in rules.wagers:
            return wager
        marks, sizes = marked(wager), rate_card(rules).sizes
        for spots in {marks.spots(way) for way in marks.ways}.difference(sizes):
            most = max(sizes, default=0)
            raise Refused(f"{wager}: the rate card has at most {most} spots, not {spots}", "15.2(b)")
        return str(marks)

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        """There are more tickets than anybody could list; these are some of them, different from game to game."""
        return examples(rate_card(table.rules), 7 * self.state(table).game + 29 * seat)

    def ticket(self, table: Table, seat: int, wager: str) -> Ticket | None:
        """The ticket that is in play under this name."""
        return self.state(table).playing.get((seat, wager))

    @carries("15.5(d)1")
    def started(self, table: Table, seat: int, wager: str) -> bool:
        ticket = self.ticket(table, seat, wager)
        return ticket is not None and ticket.first <= self.state(table).game

    def accept(self, table: Table, bet: Bet) -> None:
        rules, marks = table.rules, marked(bet.wager)
        card, price = rate_card(rules), table.stake(bet.seat, bet.wager) + bet.stake
        if marks.picks and marks.kind == "straight":
            raise Refused(f"mark the spots, or ask for quick-pick:{marks.picks}", "15.4(a)")
        if self.started(table, bet.seat, bet.wager):
            raise Refused(
                f"{bet.wager} is locked: a ticket cannot be changed once its game starts", "15.3(c)"
            )
        rate, rest = divmod(price, marks.units * marks.games)
        if rest or rate % card.unit:
            shares = f"{marks.units} times the rate, for {marks.games} games"
            raise Refused(f"{money(price)} is not the price of {bet.wager}: {shares}", "15.4(a)")
        if rate < (least := cents(str(rules["minimum-rate"]))):
            raise Refused(
                f"{bet.wager} is wagered at {money(rate)} a way; the minimum is {money(least)}", "15.3(d)"
            )

    def placed(self, table: Table, bet: Bet, added: Cents) -> Round:
        """The ticket is printed, replacing the one it changes."""
        marks, wager = marked(bet.wager), bet.wager
        if marks.picks:
            paragraph, wager = cite('15.1 "Quick-pick"'), ""
            while not wager or self.started(table, bet.seat, wager):
                numbers = yield Draw(marks.picks, NUMBERS)
                picked = "straight:" + "-".join(map(str, sorted(numbers)))
                wager = picked if marks.games == 1 else f"multi-race:{marks.games}:{picked}"
            yield Return(bet.seat, bet.wager, added, paragraph)
            yield Stake(bet.seat, wager, added, paragraph)
        if before := self.ticket(table, bet.seat, wager):
            self.strike(table, before)
        ticket = self.issue(table, table.bets[bet.seat, wager])
        yield Say("; ".join(printed(table.rules, ticket)), f"seat {bet.seat}", cite("15.4(c)"))

    @carries("15.3(a)")
    def issue(self, table: Table, bet: Bet) -> Ticket:
        state, games = self.state(table), marked(bet.wager).games
        state.issued += 1
        ticket = Ticket(
            number=state.issued,
            seat=bet.seat,
            holder=table.seats[bet.seat].name,
            wager=bet.wager,
            price=bet.stake,
            issued=table.now,
            first=state.game + 1,
            last=state.game + games,
        )
        state.tickets[str(ticket.number)] = state.playing[ticket.seat, ticket.wager] = ticket
        return ticket

    def strike(self, table: Table, ticket: Ticket) -> None:
        """On the daily list of voided tickets."""
        state, today = self.state(table), date(table.now)
        state.ended(ticket)
        del state.tickets[str(ticket.number)]
        state.voided = [each for each in state.voided if each.day == today]
        state.voided.append(VoidedTicket(ticket.number, ticket.seat, today))

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if self.started(table, bet.seat, bet.wager):
            raise Refused(f"{bet.wager} can be voided only before its first game starts", "15.4(e)")
        if amount != bet.stake:
            raise Refused(f"{bet.wager} can be voided only as a whole; void it and buy another", "15.4(e)")

    def removed(self, table: Table, bet: Bet, taken: Cents) -> Round:
        if ticket := self.ticket(table, bet.seat, bet.wager):
            self.strike(table, ticket)
            yield Say(f"ticket {ticket.number:07} is void", cite=cite("15.4(e)"))

    # -- the game, 15.5

    def ready(self, table: Table) -> None:
        """A game may be drawn without a ticket, but not under an unlawful rate card."""
        for _, says, paragraph in unlawful(table.rules):
            raise Refused(says, paragraph)

    @carries("15.5(a)", "15.5(b)", "15.5(h)")
    def round(self, table: Table) -> Round:
        state, rules = self.state(table), table.rules
        state.down = False  # a game is started by the system (15.5(d)), so it works again
        for bet in table.bets.values():
            if (bet.seat, bet.wager) not in state.playing:  # made before the record of this table begins
                self.issue(table, bet)
        state.game += 1
        yield from self.drop_expired(table)
        spoken = rules["closing-notice"] == "spoken"
        notice = f"game {state.game} closes in one minute" if spoken else f"game {state.game} is closing"
        yield Say(notice, cite=cite("15.5(c)"))
        if rules.on("runners"):
            yield Say("all runners have signed in", "keno supervisor", cite("15.5(c)"))
        lock_out = "15.5(d)1" if rules["lock-out"] == "manual" else "15.5(e)"
        yield Say(f"stations are locked for game {state.game}", cite=cite(lock_out))
        # The system's generator draws, and the journal is its record: game number and numbers (15.5(a), (h)).
        numbers: tuple[int, ...] = yield Draw(DRAWN, NUMBERS)
        shown = " ".join(map(str, numbers))
        if rules.on("announced"):
            yield Say(f"the winning numbers are {shown}", cite=cite("15.5(f)"))
        yield Say(f"game {state.game}: {shown}", "keno board", cite("15.5(g)"))
        yield from self.settle(table, numbers)

    @carries('15.1 "Winning keno ticket report"')
    def settle(self, table: Table, numbers: tuple[int, ...]) -> Round:
        """Every ticket wins what its ways win, together no more than the limit; tickets whose last game this was are
        decided."""
        state, rules = self.state(table), table.rules
        card, drawn = rate_card(rules).packed, bits(numbers)
        tickets = [ticket for key, ticket in state.playing.items() if key in table.bets]
        ways = [ticket.marks.packed() for ticket in tickets]
        full = [
            payout(way, 0, len(way), *drawn, ticket.rate, card)
            for ticket, way in zip(tickets, ways, strict=True)
        ]
        won = full.copy()
        share_limit(won, 0, len(won), limit_of(rules), rules["limit-shared"] == "equally")
        report = []
        for ticket, way, due, paid in zip(tickets, ways, full, won, strict=True):
            ticket.won += paid
            ticket.due += due
            if state.game < ticket.last:
                continue  # a multi-race ticket is paid after its last game (15.4(d))
            state.ended(ticket)
            yield self.decided(table, ticket, outcome(ticket, way, *drawn))
            yield from self.presented(table, ticket)
            if ticket.won > 0 and runner_redeems(ticket.won, figure(table.rules, "runner-redeems")):
                number = f"…{ticket.number % 100:02}"  # not enough of it to show the whole (15.1)
                report.append(f"station {ticket.seat} ticket {number} {money(ticket.won)}")
        if rules.on("runners"):
            says = f"winning tickets of game {state.game}: " + (", ".join(report) or "none")
            yield Say(says, "keno runners", cite('15.1 "Winning keno ticket report"'))

    def decided(self, table: Table, ticket: Ticket, outcome: str) -> Settle:
        """A payoff is the entire payment: the price is returned only as part of it."""
        stake = table.stake(ticket.seat, ticket.wager)
        pays, lost = max(0, ticket.won - stake), max(0, stake - ticket.won)
        cut = ticket.won < ticket.due
        paragraph = "15.3(e)" if cut else table.rules.wager(ticket.wager.partition(":")[0]).cite
        return Settle(
            ticket.seat,
            ticket.wager,
            "win" if pays else "lose" if lost else "push",
            pays,
            lost,
            cite(paragraph),
            outcome,
            uncut=max(0, ticket.due - stake) if cut else 0,
        )

    def presented(self, table: Table, ticket: Ticket) -> Round:
        """A winning ticket, just paid by its settlement, is presented at once; or its winnings stay with the house."""
        if not ticket.won:
            del self.state(table).tickets[str(ticket.number)]
        elif self.at_once(table, ticket):
            yield from self.authorized(table, ticket)
        else:
            why = f"ticket {ticket.number:07} to be presented"
            yield Move(f"seat:{ticket.seat}", "bank", ticket.won, why, cite("15.6(a)"))

    def at_once(self, table: Table, ticket: Ticket) -> bool:
        return table.rules["redemption"] == "at-once" and self.rank(table, ticket) >= 0

    def rank(self, table: Table, ticket: Ticket) -> int:
        return payer(table.rules, ticket.won, self.state(table).down)

    def authorized(self, table: Table, ticket: Ticket) -> Round:
        """The ticket is canceled and signed by the person who authorized its payment."""
        del self.state(table).tickets[str(ticket.number)]
        if rank := self.rank(table, ticket):
            says = f"ticket {ticket.number:07}, {money(ticket.won)}, authorized by a {RANKS[rank]}"
            yield Say(says, cite=cite("15.7(c)2" if self.state(table).down else "15.6(b)"))

    # -- between games: redemption, 15.6, and the rest of a multi-race ticket, 15.4(d)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        rules, held = table.rules, self.held(table, seat)
        races = any(self.under_way(table, ticket) for ticket in held)
        found = [Choice("redeem")] if races or any(ticket.over for ticket in held) else []
        found += [Choice("redeem-by-runner")] if found and rules.on("runners") else []
        return [*found, Choice("cancel")] if races and rules.on("multi-race-refund") else found

    def held(self, table: Table, seat: int) -> list[Ticket]:
        """A ticket belongs to its holder, anywhere in the house."""
        return [each for each in self.state(table).tickets.values() if each.holder == table.seats[seat].name]

    def under_way(self, table: Table, ticket: Ticket) -> bool:
        return not ticket.over and ticket.first <= self.state(table).game

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        named = self.spot(table.rules, wager) if wager else ""
        tickets = [t for t in self.held(table, seat) if named in ("", t.wager, str(t.number))]
        if decision == "cancel":
            yield from self.cancel(table, [t for t in tickets if self.under_way(table, t)], wager)
        else:
            ready = tickets if wager else [t for t in tickets if t.over] or tickets
            yield from self.redeem(table, seat, ready, wager, runner=decision == "redeem-by-runner")

    def redeem(self, table: Table, seat: int, tickets: list[Ticket], wager: str, *, runner: bool) -> Round:
        """Paid as the ticket shows, no matter what was requested (15.3(c))."""
        state = self.state(table)
        if not tickets:
            raise Refused(
                f"{table.seats[seat].name} has no ticket {wager}; winnings are paid only on a ticket",
                "15.4(c)12",
            )
        for ticket in tickets:
            name = f"ticket {ticket.number:07}"
            if not ticket.over and ticket.marks.games > 1:
                raise Refused(f"{name} is paid after game {ticket.last}, its last", "15.4(d)")
            if not ticket.over:
                raise Refused(f"{name} is for game {ticket.last}, which is not drawn yet", "15.6(a)")
            if expired(date(ticket.issued), date(table.now)):
                raise Refused(
                    f"{name} was issued on {moment(ticket.issued):%Y-%m-%d} and has expired", "15.6(c)"
                )
            if runner and not runner_redeems(ticket.won, figure(table.rules, "runner-redeems")):
                raise Refused(f"{name} is for {money(ticket.won)}; a runner may redeem up to $500", "15.6(a)")
            if payer(table.rules, ticket.won, state.down) < 0:
                raise Refused(
                    f"{name} is for {money(ticket.won)}; it cannot be paid before the system verifies it",
                    "15.7(c)3",
                )
        for ticket in tickets:
            yield from self.pay(table, seat, ticket, "runner" if runner else "writer")

    def pay(self, table: Table, seat: int, ticket: Ticket, by: str) -> Round:
        yield from self.authorized(table, ticket)
        why = f"ticket {ticket.number:07} redeemed by a keno {by}"
        yield Move("bank", f"seat:{seat}", ticket.won, why, cite("15.6(a)"))

    def cancel(self, table: Table, tickets: list[Ticket], wager: str) -> Round:
        """The games not drawn are refunded; winnings of the others can be redeemed."""
        if not tickets:
            raise Refused(
                f"{wager or 'no ticket'} is under way; a ticket that has not begun can be voided", "15.4(d)"
            )
        for ticket in tickets:
            games = self.state(table).game + 1 - ticket.first
            drawn = ticket.price // ticket.marks.games * games
            yield Return(ticket.seat, ticket.wager, ticket.price, cite("15.4(d)"))
            yield Move(f"seat:{ticket.seat}", "bank", drawn, f"games drawn: {games}", cite("15.4(d)"))
            self.state(table).ended(ticket)
            if not ticket.won:
                del self.state(table).tickets[str(ticket.number)]
            elif self.at_once(table, ticket):
                yield from self.pay(table, ticket.seat, ticket, "writer")

    def drop_expired(self, table: Table) -> Round:
        state = self.state(table)
        old = [t for t in state.tickets.values() if t.over and expired(date(t.issued), date(table.now))]
        for ticket in old:
            del state.tickets[str(ticket.number)]
            yield Say(f"ticket {ticket.number:07}, {money(ticket.won)}, has expired", cite=cite("15.6(c)"))

    # -- irregularities, 15.7

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """The system is down: until the next game, tickets are paid by hand or wait."""
        self.state(table).down = True
        yield from ()

    # -- the house's table

    def caps(self, rules: Rules) -> list[Cap]:
        return Cap.posted(rules, "maximum-payoff", "15.3(e)", ("straight",), shared=True)

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """The rows of a ticket with one way; no single row describes several."""
        marks, rows = marked(bet.wager), table.rules.pay("straight").rows
        sizes = [marks.spots(way) for way in marks.ways]
        return [odds for row, odds in rows.items() if len(sizes) == 1 and row.endswith(f"-of-{sizes[0]}")]

    def check(self, rules: Rules) -> list[Finding]:
        return [Finding(point, says, cite(paragraph)) for point, says, paragraph in unlawful(rules)]

    def priced(self, wager: str) -> str:
        return "straight"

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.draws.keno_mathematics import odds

        return odds(rules, wager)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.draws.keno_mathematics import simulation

        return simulation(rules)

    def layout(self, rules: Rules) -> Sequence[Area]:
        """The keno board, eight rows of ten with a gap in the middle, and below it the kinds of ticket."""
        board = [
            Area(f"straight:{n + 1}", str(n + 1), (100 * (n % 10), 60 * (n // 10) + 30 * (n // 40), 96, 56))
            for n in range(NUMBERS)
        ]
        width = 1000 / len(rules.wagers)
        kinds = enumerate(rules.wagers.values())
        return [*board, *(Area(each.id, each.name, (width * n, 530, width - 4, 50)) for n, each in kinds)]


def outcome(ticket: Ticket, ways: tuple[int, ...], drawn_low: int, drawn_high: int) -> str:
    """The spots caught, as far as they fit on a line."""
    if ticket.marks.games > 1:
        return f"{money(ticket.won)} in {ticket.marks.games} games"
    if len(ticket.marks.ways) > 6:
        return f"{money(ticket.won)} on {len(ticket.marks.ways)} ways"
    return ", ".join(
        f"{catches(ways[at], ways[at + 1], drawn_low, drawn_high)}-of-{ways[at + 2]}"
        for at in range(0, len(ways), WAY)
    )


@carries("15.4(c)1-10", "15.4(c)12-13")
def printed(rules: Rules, ticket: Ticket) -> list[str]:
    """The contents of a ticket, 15.4(c)1 to 13, after its number."""
    marks, limit = ticket.marks, limit_of(rules)
    rates = {way.units: ticket.rate * way.units for way in marks.ways}
    shared = {"pro-rata": "in proportion to their winnings", "equally": "in equal parts"}
    most = f"winners are paid at most {money(limit)} a game, {shared[str(rules['limit-shared'])]}"
    return [
        f"ticket {ticket.number:07}",
        f"{moment(ticket.issued):%Y-%m-%d %H:%M}",
        f"station {ticket.seat}",
        "numbers " + " / ".join(" ".join(map(str, group)) for group in marks.groups),
        f"{marks.games} game{'s' * (marks.games > 1)}",
        f"from {ticket.first} to {ticket.last}",
        f"{marks.conditioning} ({ticket.wager})",
        "rate " + ", ".join(map(money, rates.values())),
        f"{len(marks.ways)} way{'s' * (len(marks.ways) > 1)}",
        f"price {money(ticket.price)}",
        f"writer W{ticket.seat}",
        most if limit else "payments for a game are not limited",
        "winnings are paid to the bearer of this ticket",
        "REDEEM WITHIN ONE YEAR OF ISSUE, OR IT EXPIRES",
    ]
