"""Baccarat-chemin de fer, 13:69F-4: participants play against one of themselves, who holds the bank."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

from pitboss.book import (
    Ask,
    Asks,
    Choice,
    Deal,
    Event,
    Irregularity,
    Marker,
    Move,
    Refused,
    Return,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Stake,
    carries,
    cite,
)
from pitboss.book.events import Result
from pitboss.games.baccarat import roads
from pitboss.games.baccarat.coup import (
    NONE,
    banker_draws,
    banker_may_choose,
    counted,
    is_natural,
    player_draws,
    player_may_choose,
    points,
)
from pitboss.games.baccarat.family import BaccaratGame, RoadState
from pitboss.games.mathematics import WorkedOut
from pitboss.games.shoe import Shoe
from pitboss.games.vigorish import vigorish
from pitboss.money import Cents, cents, dollars, money
from pitboss.table import Cancel, Table, Void

CALLS = {"card": "Card", "stay": "Stay", "natural": "Natural"}
PERCENT = {"4-percent": 4, "5-percent": 5}


class ChemindeFerState(RoadState):
    """In addition to the shoe: who holds the bank, and its history. A seat is 0 if there is none."""

    banker: int = 0
    """Who holds the bank."""
    last: int | float = 0
    """The Banker's last wager, in dollars (4.6(b)). For a passed bank: the wager that the next Banker has to match
    (4.11(c)); 0 if there is none."""
    suivi: int = 0
    """The player who equaled that wager and lost (4.7(b))."""
    previous: int = 0
    """If nobody holds the bank: the seat from whose right it is offered; if none, it goes by bids."""
    passed_by: int = 0
    """The player who passed the bank, which returns to the old order when it is beaten (4.11(d))."""
    ordered: bool = False
    """The Banker has been ordered to pass (4.11(a)2)."""
    moved: dict[str, int] = {}
    """Who has left which seat in this shoe, and may have taken another (4.11(e))."""

    def seats(self) -> Iterable[int]:
        return (self.banker, self.suivi, self.previous, self.passed_by, *self.moved.values())

    def __post_init__(self) -> None:
        super().__post_init__()
        if cents(self.last) < 0:
            raise ValueError("the Banker's last wager cannot be negative")
        if self.banker and self.banker == self.suivi:
            raise ValueError("the Banker cannot have lost to the same seat")

    @property
    def wagered(self) -> Cents:
        return cents(self.last)

    def pass_on(self, seat: int) -> None:
        """Nobody holds the bank, and its last wager binds nobody; it is offered from this seat's right."""
        self.banker, self.previous = 0, seat
        self.last = self.suivi = self.passed_by = 0
        self.ordered = False


class Counts(NamedTuple):
    """The count of both hands, when each has all its cards."""

    player: int
    banker: int


class BaccaratChemindeFer(WorkedOut, BaccaratGame):
    """The Banker's wager is covered by the others; the house deals, and takes its share of what the Banker wins."""

    State = ChemindeFerState
    computed_by = "baccarat_chemin_de_fer_mathematics"
    aliases = {"banco-seul": "banco", "banco-suivi": "suivi"}
    errors = ".12"
    dummy = "(h)3"

    @staticmethod
    def state(table: Table) -> ChemindeFerState:
        assert isinstance(table.state, ChemindeFerState)
        return table.state

    def shoe(self, rules: Rules) -> Shoe:
        one_more = rules["reading-last-hand"] == "one-more"
        return Shoe(
            cut=int(rules["cutting-card"]),
            burns="by-value",
            one_more=cite("4.12(k)") if one_more else "",
            short="void",
            short_cite=cite("4.12(k)"),
        )

    def ready(self, table: Table) -> None:
        least = table.rules.limits("bank").least
        if sum(table.chips(seat) >= least for seat in table.seats) < 2:
            says = "chemin de fer needs two participants with the minimum wager, one of them the Banker"
            raise Refused(says, "4.7(a)")

    def round(self, table: Table) -> Round:
        yield from self.shuffle(table)
        if banker := (yield from self.the_bank(table)):
            yield from self.cover(table, banker)
            yield Say("No more bets", cite=cite("4.7(e)"))
            covered = sum(self.against(table).values())
            if open_ := table.stake(banker, "bank") - covered:
                yield Return(banker, "bank", open_, cite("4.7(e)"))
            if covered:
                yield from self.hand(table, banker, covered)
            else:
                self.state(table).suivi = 0
                yield Say("Nobody plays against the bank", cite=cite("4.7(e)"))
        yield from self.dummy_round(table)
        self.end_shoe(table)

    def hand(self, table: Table, banker: int, covered: Cents) -> Round:
        """The cards, and their results."""
        if table.rules["reading-previous-wager"] == "covered":
            self.state(table).last = dollars(covered)
        dominant = self.dominant(table, banker)
        yield Say(f"Seat {dominant} plays for the players. Cards", cite=cite("4.8(d)"))
        counts = yield from self.coup(table, "", dominant, banker)
        yield from self.announce(counts)
        against = self.against(table)
        yield from self.exchange(table, banker, against, counts)
        self.remember(table, banker, against, counts)
        yield from self.close_shoe(table, table.seats)

    def end_shoe(self, table: Table) -> None:
        """Every shoe begins with bids for the bank."""
        if self.shuffle_due(table):
            self.state(table).moved = {}
            if table.rules["reading-new-shoe"] == "bids":
                self.state(table).pass_on(0)

    def void(self, table: Table, cite: str) -> Round:
        """Wagers are returned, and the Banker's Hand has not lost; if the cards have run out, a new shoe follows."""
        yield from super().void(table, cite)
        self.end_shoe(table)

    # -- the Banker, 4.5, 4.6 and 4.11

    def the_bank(self, table: Table) -> Generator[Event, Any, int]:
        """The player who holds the bank, with a wager on the layout; 0: nobody wants it."""
        state = self.state(table)
        if state.banker and not state.ordered:
            yield from self.keep(table, state.banker)
        if state.banker and state.ordered:
            state.pass_on(state.banker)
        if not state.banker and state.previous:
            yield from self.offer(table)
        if not state.banker:
            yield from self.bidding(table)
        if not state.banker:
            state.pass_on(0)
            yield Say("Nobody takes the bank", cite=cite("4.5(b)"))
            return 0
        yield Stake(state.banker, "bank", state.wagered, cite("4.6(a)"))
        return state.banker

    def keep(self, table: Table, banker: int) -> Round:
        """The Banker keeps the bank with a wager of one to two times the last one, or passes it (4.11(a)). A Banker
        with less than the minimum cannot keep it."""
        state = self.state(table)
        choice = self.stake(table, banker, "bank", state.wagered, 2 * state.wagered)
        if choice and banker in table.seats:
            answer: Ask = yield Ask(banker, (choice, Choice("pass-bank")), usual="pass-bank")
            if answer.decision == "bank":
                state.last = dollars(answer.amount)
                return
        if not state.ordered:
            self.passes(table, banker)
            yield Say(f"Seat {banker} passes the bank", cite=cite("4.11(a)"))

    def passes(self, table: Table, banker: int) -> None:
        """A bank given up voluntarily; one without a wager continues as if by turn."""
        state = self.state(table)
        state.banker, state.previous, state.suivi = 0, banker, 0
        state.passed_by = (state.passed_by or banker) if state.last else 0

    def offer(self, table: Table) -> Round:
        """To each in turn, counterclockwise (4.11(b)); a bank that was passed goes to the first to wager one to two
        times the last wager (4.11(c))."""
        state = self.state(table)
        for seat in self.in_turn(table, state.previous):
            choice = self.stake(table, seat, "bank", state.wagered, 2 * state.wagered)
            if choice:
                answer: Ask = yield Ask(seat, (choice, Choice("decline-bank")), usual="decline-bank")
                if answer.decision == "bank":
                    self.takes(table, seat, answer.amount)
                    return

    def bidding(self, table: Table) -> Round:
        """To the highest bidder; of equal bids, the one nearest to the dealer (4.5(b)). A player who has passed the
        bank may bid only if nobody else does (4.11(c))."""
        state = self.state(table)
        passed = state.previous if state.last else 0
        for barred in dict.fromkeys((passed, 0)):
            offers = [
                Ask(seat, (bid, Choice("decline-bank")), usual="decline-bank")
                for seat in sorted(table.seats)
                if not table.same_person(seat, barred) and (bid := self.stake(table, seat, "bid"))
            ]
            answers: Sequence[Ask] = (yield Asks(tuple(offers))) if offers else ()
            bids = {answer.seat: answer.amount for answer in answers if answer.decision == "bid"}
            if bids:
                winner = max(bids, key=bids.__getitem__)
                yield Say(f"Seat {winner} has the bank for {money(bids[winner])}", cite=cite("4.5(b)"))
                wager = self.stake(table, winner, "bank", bids[winner], usual=bids[winner])
                assert wager is not None
                answer: Ask = yield Ask(winner, (wager,), usual="bank")
                self.takes(table, winner, answer.amount)
                return

    def takes(self, table: Table, seat: int, wager: Cents) -> None:
        state = self.state(table)
        state.banker, state.last = seat, dollars(wager)
        state.previous = state.suivi = 0

    @staticmethod
    def stake(
        table: Table, seat: int, decision: str, least: Cents = 0, most: Cents = 0, usual: Cents = 0
    ) -> Choice | None:
        """A wager that a participant may make, within the posted limits and the participant's chips; none if
        impossible."""
        rules = table.rules
        limits = rules.limits("against" if decision == "against" else "bank")
        least = least if decision == "against" else max(least, limits.least)
        most = min(most or limits.most, limits.most, table.chips(seat))
        least, most = least + -least % rules.unit, most - most % rules.unit
        return Choice(decision, least, most, rules.unit, usual) if least <= most else None

    @carries("4.11(e)")
    def in_turn(self, table: Table, previous: int) -> Iterator[int]:
        """Counterclockwise from the previous Banker's right, without the Banker. A player who has moved to a seat with
        an earlier turn misses it (4.11(e))."""
        moved, places = self.state(table).moved, table.rules.positions
        for seat in rightwards(table, previous):
            left = moved.pop(table.seats[seat].name, seat)
            if (seat - previous) % places >= ((left - previous) % places or places):
                yield seat

    # -- wagers against the Banker, 4.7

    @staticmethod
    def against(table: Table) -> dict[int, Cents]:
        return {bet.seat: bet.stake for bet in table.bets.values() if bet.id == "against"}

    def cover(self, table: Table, banker: int) -> Round:
        """Banco suivi first, then banco, nearest to the Banker counterclockwise; otherwise partial wagers, in turn."""
        bank = table.stake(banker, "bank")
        others = rightwards(table, banker)
        most = table.rules.limits("against").most
        able = [seat for seat in others if bank <= min(table.chips(seat), most)]
        refuse = Choice("no-banco")
        if (suivi := self.state(table).suivi) in able:
            whole = Choice("suivi", bank, bank)
            answer: Ask = yield Ask(suivi, (whole, refuse), usual=refuse.id)
            if answer.decision == "suivi":
                yield Stake(suivi, "against", bank, cite("4.7(b)"))
                return
        if able:
            whole = Choice("banco", bank, bank)
            answers: Sequence[Ask] = yield Asks(
                tuple(Ask(seat, (whole, refuse), usual=refuse.id) for seat in able)
            )
            for answer in answers:
                if answer.decision == "banco":
                    yield Stake(answer.seat, "against", bank, cite("4.7(c)"))
                    return
        for seat in others:
            left = bank - sum(self.against(table).values())
            least = min(table.rules.limits("against").least, left)
            part = self.stake(table, seat, "against", least, left) if left else None
            if part:
                answer = yield Ask(seat, (part, Choice("no-bet")), usual="no-bet")
                if answer.decision == "against":
                    yield Stake(seat, "against", answer.amount, cite("4.7(d)"))

    # -- the hands, 4.8 and 4.9

    @carries("4.8(c)")
    def dominant(self, table: Table, banker: int) -> int:
        """Who controls the Player's Hand: the highest wager; of equal wagers, the nearest to the Banker
        counterclockwise; a player who covers the whole bank is alone."""
        against = self.against(table)
        return max((seat for seat in rightwards(table, banker) if seat in against), key=against.__getitem__)

    @carries("4.8(a)")
    def coup(
        self, table: Table, prefix: str = "", dominant: int = 0, banker: int = 0
    ) -> Generator[Event, Any, Counts]:
        """Two cards to each hand by turns, face down (4.8(a), 4.8(d)); the call of the Dominant Player, the look of the
        Banker, third cards. Without wagers nobody has a choice, and cards are drawn where there would be one."""
        player, bank = f"{prefix}player", f"{prefix}banker"
        for owner in (player, bank, player, bank):
            yield from self.give(
                table, owner, up=False, seats=(dominant,) if dominant and owner == player else ()
            )
        if dominant:
            yield from self.misdealt(table, dominant)
        mine, theirs = players_count(table.cards(player)), bankers_count(table.cards(bank))
        call = yield from self.call(player, dominant, mine)
        third = NONE
        if call == "card":
            yield Say("Natural" if is_natural(theirs) else "Under Eight", cite=cite("4.9(b)"))
            if not is_natural(theirs):
                third = points((yield from self.give(table, player)))
        yield Show(bank)
        if call == "stay" and dominant:
            yield from self.card_after_stay(table, theirs)
        if call != "natural" and not is_natural(theirs):
            initial = len(table.cards(bank))
            yield from self.bankers_third(table, bank, banker, theirs, third)
            theirs = self.with_third(table.rules, table.cards(bank), initial, theirs)
        yield Show(player)
        return Counts((mine + max(third, 0)) % 10, theirs)

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """None against a natural; for the Player's Hand as it was called, for the Banker's by Table 3."""
        call = next((each.decision for each in table.answers if each.decision in CALLS), "")
        if owner in self.data.hands and call == "natural":
            return cite("4.9(a)4")
        if owner in self.data.hands and call == "card" and is_natural(bankers_count(table.cards("banker"))):
            return cite("4.9(b)")
        if owner == "player" and call == "stay":
            return cite("4.9(a)2" if player_may_choose(players_count(table.cards("player"))) else "4.9(a)3")
        return super().no_more_cards(table, owner)

    def changes_nothing(self, table: Table, seat: int, decision: str) -> bool:
        """A banco that is called in vain: banco suivi takes precedence (4.7(c))."""
        called = any(each.decision == "suivi" and each.seat != seat for each in table.answers)
        banco = self.aliases.get(decision, decision) == "banco"
        return (banco and called and seat != self.state(table).banker) or super().changes_nothing(
            table, seat, decision
        )

    @staticmethod
    @carries("4.9(h)")
    def call(hand: str, dominant: int, count: int) -> Generator[Event, Any, str]:
        """The Dominant Player looks and calls. The question is put on every hand: if it were put only on a five,
        everybody would know the count. The dealer repeats it (4.9(h))."""
        calls = ["natural"] if is_natural(count) else ["card"] if player_draws(count) else ["stay"]
        calls += ["stay"] * player_may_choose(count)
        call = calls[0]
        if dominant:
            answer: Ask = yield Ask(dominant, tuple(map(Choice, calls)), hand)
            call = answer.decision or call
        yield Say(CALLS[call], cite=cite("4.9(a)"))
        return call

    @carries("4.8(b)")
    def bankers_third(self, table: Table, hand: str, banker: int, count: int, third: int) -> Round:
        """Table 3, and the Banker's choice in its two free cells; a card dealt in error that belongs to the
        Banker is drawn (4.12(e))."""
        draws = bool(table.cards("exposed")) or banker_draws(count, third)
        if banker and banker_may_choose(count, third):
            answer: Ask = yield Ask(banker, (Choice("draw"), Choice("stay")), hand)
            draws = answer.decision != "stay"
        if draws:
            yield from self.give(table, hand)
            if banker and happened(table, "two-third-cards"):
                yield from self.give(table, hand)

    @staticmethod
    def with_third(rules: Rules, cards: Sequence[int], initial: int, count: int) -> int:
        """The count of the Banker's Hand with its drawn cards. With two cards drawn instead of one, the lowest count
        possible (4.12(d)); which cards it counts is a reading."""
        drawn = list(cards[initial:])
        if len(drawn) < 2:
            return (count + counted(drawn)) % 10
        pair = list(cards[:2])
        match rules["reading-two-third-cards"]:
            case "two-of-the-cards":
                hands: Iterable[Sequence[int]] = combinations(pair + drawn, 2)
            case "two-or-all":
                hands = chain(combinations(pair + drawn, 2), [pair + drawn])
            case _:
                hands = [[*pair, card] for card in drawn] + [pair + drawn]
        return min(map(counted, hands))

    # -- the result, 4.10

    @staticmethod
    def announce(counts: Counts) -> Round:
        player, banker = counts
        result = "Stand Off" if player == banker else f"{'Player' if player > banker else 'Banker'} wins"
        yield Say(f"Player {player}, banker {banker}. {result}", cite=cite("4.10(a)"))

    @carries("4.7(g)1", "4.6(a)1")
    def exchange(self, table: Table, banker: int, against: Mapping[int, Cents], counts: Counts) -> Round:
        """Among the participants, one for one: losses stay on the layout for the winners. Vigorish on the Banker's
        win is collected at once."""
        bank, rules = table.stake(banker, "bank"), table.rules
        if counts.player > counts.banker:
            yield settled(banker, "bank", "player wins", "4.6(a)2", lost=bank)
            for seat, stake in against.items():
                yield settled(seat, "against", "player wins", "4.10(b)", pays=stake)
        elif counts.player < counts.banker:
            for seat, stake in against.items():
                yield settled(seat, "against", "banker wins", "4.7(g)2", lost=stake)
            due = vigorish(bank, PERCENT[str(rules["vigorish"])], rules["vigorish-rounding"] == "up")
            yield settled(banker, "bank", "banker wins", "4.10(c)", pays=bank - due)
            yield Move("layout", "fees", due, "vigorish", cite("4.10(c)"), on=(banker, "bank"))
        else:
            yield settled(banker, "bank", "stand off", "4.6(a)3")
            for seat in against:
                yield settled(seat, "against", "stand off", "4.7(g)3")

    @carries("4.11(d)", "4.11(a)1")
    def remember(self, table: Table, banker: int, against: Mapping[int, Cents], counts: Counts) -> None:
        """A beaten Banker passes the bank; a bank that was passed before goes to the right of the player who passed it
        (4.11(a)1, 4.11(d)). The player who equaled the wager and lost has the first right to the next; a stand-off does
        not count (4.7(b))."""
        state = self.state(table)
        state.road = roads.after(state.road, *counts)
        if counts.player > counts.banker:
            state.pass_on(state.passed_by or banker)
        elif counts.player < counts.banker:
            state.suivi = next((seat for seat, stake in against.items() if stake == state.wagered), 0)

    def leaving(self, table: Table, seat: int) -> Round:
        """A player who leaves passes the bank and may come back in another seat."""
        state = self.state(table)
        if state.banker == seat:
            self.passes(table, seat)
        if state.suivi == seat:
            state.suivi = 0
        state.moved[table.seats[seat].name] = seat
        yield from ()

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """The required calls of the Dominant Player; the chips and limits of the table, and the bounds of a wager that
        takes a passed bank."""
        if not ask.choices:  # nothing was asked
            return None
        if ask.choices[0].id in CALLS:
            return {"card": "4.9(a)1", "stay": "4.9(a)3", "natural": "4.9(a)4"}[ask.choices[0].id]
        if decision in ("bid", "bank", "against"):
            limits = table.rules.limits("against" if decision == "against" else "bank")
            if not limits.least <= amount <= limits.most:
                return "8.2(a)"
            if amount % table.rules.unit:
                return "8.2(f)"
        offered = any(choice.id == "decline-bank" for choice in ask.choices)
        return "4.11(c)" if decision == "bank" and offered and self.state(table).last else None

    # -- irregularities, 4.12

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """Only a Banker can be ordered to pass; errors of the deal occur during the deal, with the third cards once
        their call is made."""
        call = next((each.decision for each in table.answers if each.decision in CALLS), "")
        dealt_to = pending.to if isinstance(pending, Deal) else ""
        match irregularity.id:
            case "ordered-to-pass":
                return bool(self.state(table).banker)
            case "wrong-order":
                return bool(table.cards("player") and table.bets)
            case "shoe-runs-out":
                return bool(self.against(table))
            case "too-many-to-banker" | "three-to-player":
                return dealt_to in ("player", "banker") and len(table.cards("banker")) < 2
            case "card-after-stay" | "card-after-stay-called":
                return call == "stay" and isinstance(pending, Show) and pending.owner == "banker"
            case "banker-draws-for-player":
                return call == "card" and dealt_to == "player"
            case "two-third-cards":
                return bool(call) and dealt_to == "banker"
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """Immediate consequences; extra cards show in the hands (see `misdealt`). First cards in the wrong order:
        there is no hand, and the bank may go to the next participant without an offer (4.12(a))."""
        state = self.state(table)
        match irregularity.id:
            case "ordered-to-pass":
                state.ordered = True
                asked = table.pending.choices if isinstance(table.pending, Ask) else ()
                if any(choice.id == "pass-bank" for choice in asked):
                    raise Cancel
            case "wrong-order":
                if irregularity.detail.get("transfer"):
                    following = rightwards(table, state.banker)[0]
                    state.pass_on(0)
                    state.banker = following
                raise Void(cite("4.12(a)"))
            case "card-drawn-in-error" if len(table.shoe) <= self.shoe(table.rules).cut:
                yield from self.give(table, "discard", up=False)
            case "card-drawn-in-error-disclosed":
                yield from self.disclosed(table)
            case "card-found-face-up":
                yield from self.found_face_up(table)
                last = self.last_hand(table) or irregularity.detail.get("last-hand")
                if last and self.against(table):
                    state.over = True
                    raise Void(cite("4.12(j)"))

    def misdealt(self, table: Table, dominant: int) -> Round:
        """Extra cards in the initial deal, which cannot be corrected."""
        for each in table.happened:
            match each.id:
                case "too-many-to-banker":
                    for _ in range(int(each.detail.get("cards", 1))):
                        yield from self.give(table, "banker", up=False)
                case "three-to-player" if len(table.cards("player")) == 2:
                    yield from self.give(table, "player", up=False, seats=(dominant,))

    def card_after_stay(self, table: Table, count: int) -> Round:
        """A card dealt face up to a Dominant Player who has said Stay goes to the Banker if the Banker must draw, and
        also if the Banker may draw and the dealer had not called for it. Which column of Table 3 decides is a reading:
        that of no third card, or of the card itself."""
        misled = happened(table, "card-after-stay-called")
        if not misled and not happened(table, "card-after-stay"):
            return
        column = NONE
        if table.rules["reading-card-after-stay"] == "that-card":
            column = points((yield from self.give(table, "exposed")))
        if not banker_draws(count, column) or (misled and banker_may_choose(count, column)):
            yield from self.disclosed(table)

    def last_hand(self, table: Table) -> bool:
        """Is this the last hand of the shoe?"""
        shoe = self.shoe(table.rules)
        return self.state(table).last_hand or (not shoe.one_more and len(table.shoe) <= shoe.cut)

    # -- what is seen

    def markers(self, table: Table) -> Sequence[Marker]:
        banker = self.state(table).banker
        return [Marker("Bank", str(banker), f"seat {banker} holds the bank", "button")] if banker else []


def rightwards(table: Table, seat: int) -> list[int]:
    """The others counterclockwise, by increasing numbers from this seat's right (4.7(c), 4.7(d), 4.11(b))."""
    others = (each for each in table.seats if not table.same_person(each, seat))
    return sorted(others, key=lambda each: (each < seat, each))


def happened(table: Table, irregularity: str) -> bool:
    """Has this happened in the round?"""
    return any(each.id == irregularity for each in table.happened)


def players_count(cards: list[int]) -> int:
    """Of three cards dealt instead of two, the highest count of two or of all of them (4.12(c))."""
    hands = [cards, *combinations(cards, 2)] if len(cards) > 2 else [cards]
    return max(map(counted, hands))


def bankers_count(cards: list[int]) -> int:
    """No third card after more than two (4.12(b))."""
    return counted(cards) if len(cards) == 2 else 0


def settled(
    seat: int, wager: str, outcome: str, paragraph: str, *, pays: Cents = 0, lost: Cents = 0
) -> Settle:
    """Among participants: wins and losses go through the layout, not through the bank of the house."""
    result: Result = "win" if pays else "lose" if lost else "push"
    return Settle(seat, wager, result, pays, lost, cite(paragraph), outcome, bank="layout")
