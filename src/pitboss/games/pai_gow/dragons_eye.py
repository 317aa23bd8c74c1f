"""The dragon's eye variation: wagers on the dice shaken before the deal, 10.6A and 10.11, 11.8D and 11.21.

The first of the three dice is the dragon's eye, whose number is a position. A game gives its paragraphs in `cites`, and
an ending ``TRIPLE`` of the main wager, which loses to a triple under method 2 (10.7(l)2, 11.9(k)2).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from typing import Any, Final

from pitboss.book import Event, Marker, Refused, Return, Roll, Round, Rules, Settle, carries, cite, rule
from pitboss.book.endings import ended
from pitboss.games.pai_gow.bank import BankState, PlayerBanked, moved
from pitboss.games.pai_gow.family import Bank, bank_of, happened
from pitboss.money import Cents, Odds
from pitboss.table import Bet, Table

DICE: Final = ("odd", "even", "double", "match", "triple", "dice-bonus")
RUNS: Final = ("first-triple", "second-triple", "third-triple")


@rule(
    *("10.11(e)", "10.11(f)", "11.21(e)", "11.21(f)", '10.1 "Triple wager"'),
    *('11.1 "Triple wager"',),
)
def is_triple(eye: int, a: int, b: int) -> bool:
    return eye == a == b


@rule("10.11(a)1-3", "11.21(a)1-3", '10.1 "Match wager"', '11.1 "Match wager"')
def matching(position: int, eye: int, a: int, b: int) -> int:
    """How many of the dice show the number of a player's position."""
    return (eye == position) + (a == position) + (b == position)


@rule(
    *("10.11(b)", "10.11(c)", "11.21(b)", "11.21(c)", "10.7(l)", "11.9(k)", '10.1 "Even wager"'),
    *('10.1 "Odd wager"', "10.7(l)1", '11.1 "Even wager"', '11.1 "Odd wager"', "11.9(k)1"),
)
def of_parity(odd: int, eye: int, a: int, b: int) -> bool:
    """Is the dragon's eye odd, or even? Every triple loses."""
    return eye % 2 == odd and not is_triple(eye, a, b)


class DragonsEyeState(BankState):
    eye: int = 0
    """The position of the dragon's eye button."""
    triples: int = 0
    """The number of consecutive triples, including the last shake; after the third the count restarts."""
    shaker: int = 0
    """The player who shakes the dice after a triple; 0: the dealer."""
    had: list[int] = []
    """The players who had a dice bonus wager at the last triple."""

    def seats(self) -> Iterator[int]:
        yield from super().seats()
        yield from (self.eye, self.shaker, *self.had)


class DragonsEye(PlayerBanked):
    """A game with wagers on the dice."""

    State = DragonsEyeState
    retained: str
    """The paragraph on dice bonus wagers that are left for the next triple."""

    @staticmethod
    def state(table: Table) -> DragonsEyeState:
        assert isinstance(table.state, DragonsEyeState)
        return table.state

    # ---- wagers --------------------------------------------------------------------------------------------

    def alone(self, rules: Rules) -> set[str]:
        """Wagers on the dice, where the house allows them alone."""
        return {*DICE} if rules["dragons-eye"] != "no" and rules.on("dragons-eye-alone") else set()

    def accept(self, table: Table, bet: Bet) -> None:
        super().accept(table, bet)
        state = self.state(table)
        over = state.triples == len(RUNS) and self.had_bonus(table, bet.seat)
        if bet.id == "dice-bonus" and state.triples and not over:
            says = "after a triple, only dice bonus wagers made before it stay in play, unchanged"
            raise Refused(says, self.retained)

    def had_bonus(self, table: Table, seat: int) -> bool:
        """Did this player have a dice bonus wager at the last triple?"""
        return any(table.same_person(each, seat) for each in self.state(table).had)

    def noted(self, table: Table, bet: Bet) -> None:
        if bet.id != "dice-bonus":
            super().noted(table, bet)
        elif bet.on or not 0 <= bet.mark < len(RUNS):
            says = f"a dice bonus wager must be marked with the triples it has won, 0 to {len(RUNS) - 1}"
            raise Refused(says, self.retained)

    def leaving(self, table: Table, seat: int) -> Round:
        """A retained dice bonus wager belongs to the player, who may take it down."""
        yield from super().leaving(table, seat)
        for bet in [bet for bet in table.bets.values() if (bet.seat, bet.id) == (seat, "dice-bonus")]:
            yield Return(seat, bet.wager, bet.stake, self.cite(self.retained))

    def give_back(self, table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
        """A dice bonus wager left for the next round does not depend on a hand, so it stays when hands are void."""
        yield from super().give_back(table, [bet for bet in bets if not bet.mark], paragraph)

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """A match is paid for each of the three dice."""
        possible = super().may_win(table, bet)
        return [Odds(3 * each.win, each.stake) for each in possible] if bet.id == "match" else possible

    # ---- the shake -----------------------------------------------------------------------------------------

    def start(self, table: Table, bank: Bank) -> Generator[Event, Any, int]:
        """Where the button puts it, or as usual; in any case counted from a player's bank."""
        on = table.rules["dragons-eye"] != "no"
        if on and table.rules.get("starting-position", "dice") != "dice":
            yield from self.shake(table, bank)
        place: int = yield from super().start(table, bank)
        return self.state(table).eye if self.at_button(table, bank) else place

    def at_button(self, table: Table, bank: Bank) -> bool:
        """Does the deal begin at the dragon's eye button?"""
        rules = table.rules
        return rules["dragons-eye"] != "no" and rules["dragons-eye-start"] == "button" and not bank.seat

    def shake(self, table: Table, bank: Bank) -> Round:
        """The dice are shaken for the wagers on them only."""
        faces = yield Roll(3, decides=self.rides_on_dice(table))
        yield from self.shown(table, faces, bank)

    def rides_on_dice(self, table: Table) -> bool:
        method = table.rules["dragons-eye"]
        return method == "method-2" or any(bet.id in DICE for bet in table.bets.values())

    def rides_on_start(self, table: Table) -> bool:
        return self.rides_on_dice(table) and table.rules["dragons-eye"] != "no"

    @carries(
        *("10.3(d)", "10.6A(a)", "10.6A(b)", "11.4(b)", "11.8D(a)", "11.8D(b)"),
        *('10.1 "Dragon\'s eye die"', '11.1 "Dragon\'s eye die"'),
    )
    def shown(self, table: Table, shown: tuple[int, ...], bank: Bank) -> Round:
        """The button goes to the position that the dragon's eye names; wagers on the dice are settled from the dealer's
        right to the dealer's left."""
        if table.rules["dragons-eye"] == "no" or len(shown) != 3:
            yield from super().shown(table, shown, bank)
            return
        state, (eye, a, b) = self.state(table), shown
        shook, holder = self.shakes(table, bank), plays_at(table, eye)
        made = [bet for bet in table.bets.values() if bet.id in DICE]
        state.eye = eye
        state.triples = state.triples % len(RUNS) + 1 if is_triple(eye, a, b) else 0
        state.had = [bet.seat for bet in made if bet.id == "dice-bonus"] if state.triples else []
        for bet in sorted(made, key=lambda bet: (bet.position, DICE.index(bet.id))):
            yield self.diced(table, bet, (eye, a, b), shook)
        if state.triples and table.rules["dragons-eye"] == "method-2":
            for hand in self.hands(table):
                yield from self.banked(ended(table.rules, hand, self.endings["TRIPLE"]), bank)
        state.shaker = holder if self.had_bonus(table, holder) else 0

    @carries("10.6A(c)", "11.8D(c)")
    def shakes(self, table: Table, bank: Bank) -> int:
        """The player for whose column it pays: the bank, or the player with the dragon's eye button and a dice
        bonus wager, after a triple or, by the house's reading, always; 0: the dealer shakes for nobody."""
        state = self.state(table)
        if bank.seat:
            return bank.seat
        if table.rules["shaker"] == "after-triple":
            return state.shaker
        holder = plays_at(table, state.eye)
        made = (bet for bet in table.bets.values() if bet.id == "dice-bonus")
        return holder if any(table.same_person(bet.seat, holder) for bet in made) else 0

    @carries(
        *('10.1 "Dice bonus wager"', '10.1 "Double wager"', '11.1 "Dice bonus wager"'),
        *('11.1 "Double wager"',),
    )
    def diced(self, table: Table, bet: Bet, faces: tuple[int, int, int], shook: int) -> Settle:
        """The result of a wager on the dice."""
        pay, (eye, a, b) = table.rules.pay(bet.id), faces
        outcome = "-".join(map(str, faces))
        if bet.id == "dice-bonus" and is_triple(eye, a, b):
            bet.mark = self.state(table).triples  # only wagers made before the first are still there
            row = RUNS[bet.mark - 1] + "-shaker" * table.same_person(bet.seat, shook)
            stays = bet.mark < len(RUNS)
            pays = pay[row].pays(bet.stake)
            return Settle(bet.seat, bet.wager, "win", pays, cite=pay.cite, outcome=row, stays=stays)
        times = {
            "odd": of_parity(1, eye, a, b),
            "even": of_parity(0, eye, a, b),
            "double": a == b,
            "match": matching(bet.position, eye, a, b),
            "triple": is_triple(eye, a, b),
        }.get(bet.id, 0)
        if not times:
            return Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=pay.cite, outcome=outcome)
        return Settle(
            bet.seat, bet.wager, "win", times * pay["win"].pays(bet.stake), cite=pay.cite, outcome=outcome
        )

    def dealers_wager(self, table: Table, bank: Bank) -> Generator[Event, Any, Cents]:
        """A triple that defeats the wagers of the others also defeats the dealer's against the bank."""
        if not (table.rules["dragons-eye"] == "method-2" and self.state(table).triples):
            return (yield from super().dealers_wager(table, bank))
        yield from moved(
            "bank", "centre", bank.dealers, "the dealer's wager loses", cite(self.bank_cites.compared)
        )
        return 0

    def vigorish(self, rules: Rules, won: Cents) -> Cents:
        return 0 if rules["dragons-eye"] == "method-2" else super().vigorish(rules, won)

    # ---- what is seen --------------------------------------------------------------------------------------

    def course(self, table: Table) -> dict[str, object]:
        eye = self.eye_seen(table)
        return super().course(table) | ({"dragons-eye": eye} if eye else {})

    def started(self, table: Table) -> int | None:
        at_button = self.at_button(table, bank_of(table))
        return self.eye_seen(table) if at_button else super().started(table)

    @staticmethod
    def eye_seen(table: Table) -> int | None:
        """The number of the dragon's eye in this round, if there is one and it was seen."""
        if table.rules["dragons-eye"] == "no":
            return None
        thrown = [each.faces[0] for each in happened(table) if isinstance(each, Roll) and each.faces]
        return thrown[-1] if thrown else None

    def markers(self, table: Table) -> Sequence[Marker]:
        state = self.state(table)
        if table.rules["dragons-eye"] == "no" or not state.eye:
            return super().markers(table)
        says = f"the dragon's eye names position {state.eye}"
        if state.triples:
            says += f"; {state.triples} triple{'s' * (state.triples > 1)} in a row"
        label = f"EYE {state.triples}" if state.triples else "EYE"
        return (*super().markers(table), Marker(label, str(state.eye), says, "button"))


def plays_at(table: Table, position: int) -> int:
    """The player with wagers at a position, whether as a first or a second one; 0: nobody."""
    return next((bet.seat for bet in table.bets.values() if bet.position == position), 0)
