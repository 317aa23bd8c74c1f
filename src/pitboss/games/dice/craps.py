"""Craps, 13:69F-1. A round is one throw of the dice; the table's state outlives it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from pitboss.book import (
    Ask,
    Cases,
    Choice,
    Felt,
    Game,
    Irregularity,
    Marker,
    Mathematics,
    Move,
    Refused,
    Return,
    Roll,
    Round,
    Rules,
    Say,
    Settle,
    Stake,
    State,
    Travel,
    carries,
    cite,
    fee,
)
from pitboss.games.dice.family import (
    FIRE,
    LOSE,
    MOVED,
    ON_THE_LINE,
    ONE_ROLL,
    POINTS,
    RIGHT,
    SUPPORTED,
    UNDECIDED,
    VOID,
    WRONG,
    clockwise,
    decision,
    is_point,
    loser_seven,
    losers_first,
    most_odds,
    next_point,
    odds_on,
    odds_step,
    one_roll,
    spot_of,
    vigorish_at_bet,
    vigorish_on,
    works,
)
from pitboss.money import Cents, Odds, money, positive
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

SHOOT, DECLINE = Choice("shoot"), Choice("decline")

# ---- the game --------------------------------------------------------------------------------------------


class CrapsState(State):
    """The state of a craps table from throw to throw."""

    point: int = 0
    """The come-out point; 0: the next throw is a come-out."""
    shooter: int | None = 0
    """The seat that has the dice; 0: they are to be offered; null: a player whom the case does not name."""
    last: int = 0
    """The previous shooter, from whose left they are offered."""
    fresh: bool = True
    """The shooter has not thrown a come-out yet."""
    made: list[int] = msgspec.field(default_factory=list)
    """Points made since the last seven-out, in order."""
    declined: list[int] = msgspec.field(default_factory=list)
    """Seats that have declined the dice since they were last passed."""
    off: bool = False
    """The marker is off: a shooter without a line bet throws only to decide bets on their numbers (1.11(b))."""
    faces: list[int] = msgspec.field(default_factory=list)
    """Faces of this throw under a ruling; 0: as thrown (1.10(a))."""

    def __post_init__(self) -> None:
        for point in filter(None, (self.point, *self.made)):
            if not is_point(point):
                raise ValueError(
                    f"a point must be 4, 5, 6, 8, 9 or 10, not {point}; before a come-out it is 0"
                )
        if len(self.faces) not in (0, 2) or not all(0 <= face <= 6 for face in self.faces):
            raise ValueError(f"{self.faces} are not the faces of two dice")

    def seats(self) -> Iterable[int]:
        return (self.shooter or 0, self.last, *self.declined)


class Craps(Felt, Cases, Mathematics, Game):
    """Forty wagers on two dice, decided by the next throw, by a point, or by many throws."""

    State = CrapsState
    assumed: ClassVar = {"shooter": None}
    supervisor = "boxperson"
    dice = "dice"
    """The thing that is offered and passed."""
    restated: ClassVar[Mapping[str, str]] = {}
    """Paragraphs that another subchapter restates for its own game."""

    def cite(self, paragraph: str) -> str:
        return cite(self.restated.get(paragraph, paragraph))

    @staticmethod
    def state(table: Table) -> CrapsState:
        assert isinstance(table.state, CrapsState)
        return table.state

    # -- wagers, 1.2 and 1.6

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        numbered = [
            f"{each.id}-odds:{each.param}" for each in table.bets.values() if each.seat == seat and each.param
        ]
        plain = [
            wager for wager in super().spots(table, seat) if wager not in ("come-odds", "dont-come-odds")
        ]
        return plain + [spot for spot in numbered if spot.partition(":")[0] in SUPPORTED]

    def spot(self, rules: Rules, wager: str) -> str:
        """Come bets are on the number to which the dice have moved them, with their odds."""
        name, colon, number = wager.partition(":")
        if name in MOVED and (number in map(str, POINTS) or (not colon and name not in SUPPORTED)):
            return wager
        if colon or name in MOVED:
            raise Refused(f"the layout has no {wager}; write {name}" + ":6" * (name in MOVED), "1.2(b)")
        return wager

    def stands(self, table: Table, wager: str) -> bool:
        name, _, number = wager.partition(":")
        state = self.state(table)
        if table.rounds:
            return False
        if name in ("come", "dont-come"):
            return number in map(str, POINTS)
        return (name in ("pass", "dont-pass", "fire") and state.point > 0) or (
            name == "fire" and not state.fresh
        )

    def accept(self, table: Table, bet: Bet) -> None:
        state = self.state(table)
        paragraph = table.rules.wager(bet.id).cite
        standing = table.stake(bet.seat, bet.wager)
        match bet.id:
            case "pass" | "dont-pass" if state.point:
                undone = standing and bet.id == "dont-pass"
                raise Refused(
                    f"{bet.id} can be made only before a come-out; with a point on it cannot be made or increased",
                    self.cite("1.3(d)") if undone else paragraph,
                )
            case "come" | "dont-come" if bet.param:
                raise Refused(
                    f"{bet.wager} can no longer be made or increased; it already has a point",
                    self.cite("1.3(d)") if bet.id == "dont-come" else paragraph,
                )
            case "come" | "dont-come" if not state.point:
                raise Refused(f"{bet.id} can be made only after the come-out", paragraph)
            case "fire" if standing:
                raise Refused("a fire bet cannot be increased", "1.3(c)2")
            case "fire" if state.point or not state.fresh:
                raise Refused(
                    "a fire bet can be made only before the first come-out of a new shooter", paragraph
                )
            case "pass-odds" | "dont-pass-odds" | "come-odds" | "dont-come-odds":
                self.check_odds(table, bet.wager, standing + bet.stake, self.supporting(table, bet))
        price = vigorish_on(table.rules, bet.id, bet.stake)
        if price and vigorish_at_bet(table.rules, bet.id) and table.chips(bet.seat) < bet.stake + price:
            raise Refused(f"{bet.id} {money(bet.stake)} costs a commission of {money(price)} more", paragraph)

    def supporting(self, table: Table, odds: Bet) -> Cents:
        """The flat bet that odds support (1.6) and that has a point."""
        flat = odds.wager.replace("-odds", "")
        stake = table.stake(odds.seat, flat)
        if not stake or (odds.id in ON_THE_LINE and not self.state(table).point):
            paragraph = table.rules.wager(odds.id).cite
            raise Refused(f"{odds.wager} needs a {flat} bet that has its point", paragraph)
        return stake

    def check_odds(self, table: Table, wager: str, stake: Cents, flat: Cents) -> None:
        """Refuse odds that their flat bet does not support (1.6), or that could not be paid."""
        rules, name = table.rules, wager.partition(":")[0]
        number = spot_of(wager).number or self.state(table).point
        odds = odds_on(rules, name, number)
        step = odds_step(odds.stake, rules.chip, rules.unit)
        most = most_odds(
            flat, int(rules["odds-multiple"]), odds.win, odds.stake, step, rules.on("odds-excess")
        )
        if stake > most:
            paragraph = rules.wager(name).cite if rules["odds-multiple"] == 1 else self.cite("1.6(e)")
            says = f"{wager} may be at most {money(most)} behind {money(flat)}, not {money(stake)}"
            raise Refused(says, paragraph, takes=most)
        if stake % step:
            says = f"{wager} {money(stake)} cannot be paid at {odds} in chips of {money(rules.chip)}"
            raise Refused(says, self.cite("1.4(f)"), takes=min(most, stake + -stake % step))

    @carries("1.3(c)")
    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        left = bet.stake - amount
        if bet.id == "fire":
            raise Refused("a fire bet stays in full until a seven-out", "1.3(c)2")
        if (bet.id == "pass" and self.state(table).point) or (bet.id == "come" and bet.param):
            raise Refused(
                f"{bet.wager} has its point and cannot be taken down or reduced", self.cite("1.3(c)1")
            )
        if left:
            table.rules.check_stake(bet.id, left)
        if left and bet.id in SUPPORTED:
            self.check_odds(table, bet.wager, left, table.stake(bet.seat, bet.wager.replace("-odds", "")))
        odds = bet.wager.replace(bet.id, f"{bet.id}-odds")
        if laid := table.stake(bet.seat, odds):
            self.check_odds(table, odds, laid, left)

    def placed(self, table: Table, bet: Bet, added: Cents) -> Round:
        rules = table.rules
        if bet.id == "fire":
            bet.mark = len(self.state(table).made)  # points made earlier do not count for it
        elif bet.id == "whirl" or (bet.id.startswith("horn-high") and not rules.on("horn-high-area")):
            parts = rules.wager(bet.id).parts
            paragraph = cite(rules.wager(bet.id).cite)
            yield Return(bet.seat, bet.wager, added, paragraph)
            for part, units in parts.items():
                yield Stake(bet.seat, part, added * units // sum(parts.values()), paragraph)
        elif bet.mark:  # it won and owes vigorish for the next decision, now on the whole amount
            bet.mark = vigorish_on(rules, bet.id, bet.stake)
        elif vigorish_on(rules, bet.id, bet.stake) and vigorish_at_bet(rules, bet.id):
            due = vigorish_on(rules, bet.id, bet.stake) - vigorish_on(rules, bet.id, bet.stake - added)
            yield from self.pay_vigorish(table.rules, bet, due)

    def noted(self, table: Table, bet: Bet) -> None:
        rules, made = table.rules, len(self.state(table).made)
        if bet.id == "fire" and not 0 <= bet.mark <= made:
            raise Refused(
                f"a fire bet must be marked with the points made before it, 0 to {made}", "1.12(b)2"
            )
        owes = vigorish_on(rules, bet.id, bet.stake) if vigorish_at_bet(rules, bet.id) else 0
        if bet.id != "fire" and bet.mark not in (0, owes):
            says = f"{bet.wager} must be marked with what it owes for the next decision, {owes} cents, or not at all"
            raise Refused(says, self.priced_by(bet) if owes else rules.wager(bet.id).cite)

    def removed(self, table: Table, bet: Bet, taken: Cents) -> Round:
        rules = table.rules
        left = vigorish_on(rules, bet.id, bet.stake - taken)
        back = vigorish_on(rules, bet.id, bet.stake) - left
        if bet.mark and bet.id != "fire":
            bet.mark = left
        elif back and vigorish_at_bet(rules, bet.id) and rules.on("vigorish-returned"):
            why = f"{self.commission(rules, bet)} returned, {bet.id}"
            yield Move("fees", f"seat:{bet.seat}", back, why, self.priced_by(bet))

    def pay_vigorish(self, rules: Rules, bet: Bet, due: Cents) -> Round:
        if due:
            yield fee(bet.seat, due, f"{self.commission(rules, bet)}, {bet.id}", self.priced_by(bet))

    @staticmethod
    def commission(rules: Rules, bet: Bet) -> str:
        """The price of a buy or lay bet in words: ``5% commission``."""
        kind = bet.id.partition("-")[0]
        return f"{rules[f'{kind}-percent']}% commission"

    @staticmethod
    def priced_by(bet: Bet) -> str:
        return cite("1.5(a)" if bet.id.startswith("buy") else "1.5(b)")

    # -- between throws, 1.3(e) and 1.11(a)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        state = self.state(table)
        mine = [bet for bet in table.bets.values() if bet.seat == seat and spot_of(bet.wager).dormant]
        found = []
        for call, on in (("call-on", False), ("call-off", True)):
            if named := tuple(bet.wager for bet in mine if bet.on == on):
                found.append(Choice(call, of=("", *named)))
        if state.shooter is None or (state.shooter == seat and self.others(table.seats)):
            found.append(Choice("pass-dice"))
        elif table.rules["dice-offered"] == "with-line-bet" and self.others(takers := self.takers(table)):
            found += [DECLINE] if takers[0] == seat else []
        return found

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        match decision:
            case "pass-dice":
                self.relinquish(table)
                yield Say(f"seat {seat} passes the {self.dice}", cite=self.cite("1.11(a)"))
            case "decline":
                self.state(table).declined.append(seat)
                yield Say(f"seat {seat} declines the {self.dice}", cite=self.cite("1.7(b)"))
            case _:
                bets = [
                    bet
                    for bet in table.bets.values()
                    if bet.seat == seat and wager in ("", bet.wager, bet.id)
                ]
                bets = [bet for bet in bets if spot_of(bet.wager).dormant]
                if not bets:
                    raise Refused(f"{wager} is not a wager that is off on a come-out", self.cite("1.3(e)"))
                for bet in bets:
                    bet.on = decision == "call-on"
                    yield Say(
                        f"{bet.wager} of seat {seat} is {'on' if bet.on else 'off'}", cite=self.cite("1.3(e)")
                    )

    # -- the dice, 1.7, 1.8 and 1.11

    @staticmethod
    def others(able: Collection[int]) -> bool:
        """Can one of these seats leave the dice to another player?"""
        return len(able) > 1

    def may_shoot(self, table: Table, seat: int) -> bool:
        """On a come-out the shooter must have a pass or don't pass bet (1.8)."""
        return bool(self.state(table).point or table.stake(seat, "pass") or table.stake(seat, "dont-pass"))

    @carries("1.11(c)", "1.7(b)1-2")
    def takers(self, table: Table) -> list[int]:
        """Who may throw next, in the order in which the dice are offered: the shooter who keeps them, or else
        the others clockwise from the left of the previous shooter (1.7(b), 1.11(c))."""
        state = self.state(table)
        able = [
            seat
            for seat in clockwise(table.seats, state.shooter or state.last)
            if self.may_shoot(table, seat)
        ]
        if state.shooter in able:
            return [state.shooter]
        return [seat for seat in able if seat not in state.declined] or able

    def relinquish(self, table: Table) -> None:
        """The dice are to be offered; the player who takes them is a new shooter."""
        state = self.state(table)
        state.fresh = True
        if state.shooter is not None:
            state.last, state.shooter = state.shooter or state.last, 0

    def offer(self, table: Table) -> Round:
        """To those who may throw; if nobody may, but bets on their numbers need a decision, 1.11(b) applies."""
        state = self.state(table)
        takers = self.takers(table)
        state.off = not takers
        if state.off:
            before = state.shooter or state.last
            state.shooter = before if before in table.seats else clockwise(table.seats, before)[0]
            yield Say(f"marker off: seat {state.shooter} throws without a line bet", cite=cite("1.11(b)"))
            return
        yield from self.accepted(table, takers)
        if not state.shooter:
            yield Say("nobody takes the dice", cite=cite("1.7(b)"))

    @carries("1.11(d)")
    def accepted(self, table: Table, takers: Sequence[int]) -> Round:
        """The first to accept is the shooter (1.7(c), 1.11(d)); a shooter who keeps the dice is not asked."""
        state = self.state(table)
        asked = table.rules["dice-offered"] == "asked" and state.shooter not in takers
        for seat in takers:
            if asked and self.others(takers):
                answer = yield Ask(seat, (SHOOT, DECLINE))
                if answer.decision == "decline":
                    continue
            if seat != state.shooter:
                self.relinquish(table)
                state.shooter, state.declined = seat, []
                yield Say(f"seat {seat} has the {self.dice}", cite=self.cite("1.11(d)"))
            return
        self.relinquish(table)

    def ready(self, table: Table) -> None:
        for bet in table.bets.values():
            if bet.id in SUPPORTED:  # a case may list any that stand
                self.supporting(table, bet)
        if self.state(table).shooter is None:
            return  # another player throws, whatever the wagers here
        super().ready(table)
        if not any(bet.param for bet in table.bets.values()) and not self.takers(table):
            raise Refused(
                "on a come-out the shooter must have a pass or don't pass bet", "1.8", lacks=["pass"]
            )

    def markers(self, table: Table) -> list[Marker]:
        """The marker on the box of the point or, when off, on don't come; and the player who has the dice."""
        state, found = self.state(table), []
        if state.shooter:
            found.append(Marker("⚄", str(state.shooter), f"has the {self.dice}", "holder"))
        if state.point:
            return [*found, Marker("ON", f"place-win-{state.point}", f"the point is {state.point}")]
        return [*found, Marker("OFF", "dont-come", "the next throw is a come-out", "off")]

    # -- the throw, 1.10

    def round(self, table: Table) -> Round:
        state = self.state(table)
        if state.shooter is not None:
            yield from self.offer(table)
            if not state.shooter:
                return
        yield from self.throw(table)

    def throw(self, table: Table) -> Round:
        state = self.state(table)
        come_out = state.point == 0
        yield from self.charge(table, come_out)
        thrown: tuple[int, int] = yield Roll()
        first, second = (named or face for named, face in zip(state.faces or thrown, thrown, strict=True))
        state.faces = []
        total = first + second
        yield Say(called(first, second, state.point), cite=self.cite("1.10(a)"))
        bets = dict(table.bets)
        for each in losers_first(self.settle(table, bet, first, second) for bet in bets.values()):
            yield each
            if each.result == "win":
                yield from self.after_win(table, bets[each.seat, each.wager])
        if is_point(total):
            for bet in list(table.bets.values()):
                if bet.wager in ("come", "dont-come"):
                    yield Travel(bet.seat, bet.wager, f"{bet.wager}:{total}")
        if total == state.point:
            state.made.append(total)
            yield from self.mark_fire(table, total)
        if loser_seven(state.point, total):
            state.made = []
        passed = self.must_pass(state.point, total)
        if not state.off:
            state.fresh = state.fresh and not come_out
            state.point = next_point(state.point, total)
        if passed:
            self.relinquish(table)

    def must_pass(self, point: int, total: int) -> bool:
        """Does the throw cost the shooter the dice (1.11(a)1)?"""
        return loser_seven(point, total)

    def charge(self, table: Table, come_out: bool) -> Round:
        """A buy or lay bet left up after a win owes for the next decision, once the dice can decide it."""
        for bet in list(table.bets.values()):
            if bet.mark and bet.id != "fire" and works(come_out, spot_of(bet.wager).dormant, bet.on):
                if table.chips(bet.seat) < bet.mark:
                    yield Return(bet.seat, bet.wager, bet.stake, self.priced_by(bet))
                    continue
                due, bet.mark = bet.mark, 0
                yield from self.pay_vigorish(table.rules, bet, due)

    @carries("1.12(a)2", "1A.4(g)")
    def settle(self, table: Table, bet: Bet, first: int, second: int) -> Settle | None:
        """The result of the wager after the throw; nothing if it continues."""
        rules, state = table.rules, self.state(table)
        spot, throw = spot_of(bet.wager), f"{first}-{second}"
        if spot.side == ONE_ROLL:
            pays, lost = one_roll(rules, bet.id, bet.stake, first, second)
            paragraph = self.paid_by(rules, bet.id) if pays else rules.wager(bet.id).cite
            return Settle(bet.seat, bet.wager, "win" if pays else "lose", pays, lost, cite(paragraph), throw)
        if spot.side == FIRE:
            return self.settle_fire(table, bet) if loser_seven(state.point, first + second) else None
        number = state.point if bet.id in ON_THE_LINE else spot.number
        result = decision(spot.side, number, first, second)
        if result == UNDECIDED:
            return None
        if not works(state.point == 0, spot.dormant, bet.on):
            # Only come odds move off their number with the throw; the others wait for the next one.
            returned = Settle(bet.seat, bet.wager, "push", cite=self.cite("1.3(e)"), outcome=throw)
            return returned if bet.id == "come-odds" else None
        paragraph = rules.wager(bet.id).full_cite
        if result == LOSE:
            return Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=paragraph, outcome=throw)
        if result == VOID:
            return Settle(bet.seat, bet.wager, "push", cite=paragraph, outcome=throw)
        pays = odds_on(rules, bet.id, number).pays(bet.stake)
        return Settle(
            bet.seat, bet.wager, "win", pays, cite=rules.pay(bet.id).cite, outcome=throw, stays=spot.stays
        )

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        """A wager on a number is paid as that number is."""
        spot = spot_of(bet.wager)
        number = self.state(table).point if bet.id in ON_THE_LINE else spot.number
        if spot.side in (RIGHT, WRONG) and number:
            return (odds_on(table.rules, bet.id, number),)
        return super().may_win(table, bet)

    @staticmethod
    def paid_by(rules: Rules, wager: str) -> str:
        if not rules.wager(wager).parts:
            return rules.pay(wager).cite
        return "1.4(d)" if wager == "craps-eleven" else "1.4(c)"

    def after_win(self, table: Table, bet: Bet) -> Round:
        """Vigorish on a winner; or, collected with the bet, due again from a bet that stays up."""
        due = vigorish_on(table.rules, bet.id, bet.stake)
        if due and vigorish_at_bet(table.rules, bet.id):
            bet.mark = due
        else:
            yield from self.pay_vigorish(table.rules, bet, due)

    # -- the fire bet, 1.12

    @carries("1.12(b)2", "1.12(b)3")
    def unique(self, table: Table, bet: Bet) -> int:
        """The number of different points made since a fire bet was made (1.12(b)2)."""
        return len(set(self.state(table).made[bet.mark :]))

    def mark_fire(self, table: Table, total: int) -> Round:
        fires = [bet for bet in table.bets.values() if bet.id == "fire"]
        if not fires:
            return
        made = self.state(table).made
        yield Say(f"fire bet marker {len(set(made))} on {total}", cite=cite("1.12(a)4"))
        if any(self.unique(table, bet) == 4 and total not in made[bet.mark : -1] for bet in fires):
            yield Say(
                "four different points made: confirm fire bets", to="surveillance", cite=cite("1.12(a)6")
            )

    @carries("1.12(a)5")
    def settle_fire(self, table: Table, bet: Bet) -> Settle:
        """Once, for the most points, and only now (1.4(e), 1.12(a)5)."""
        points = self.unique(table, bet)
        if points < 4:
            paragraph = table.rules.wager("fire").full_cite
            return Settle(
                bet.seat, "fire", "lose", lost=bet.stake, cite=paragraph, outcome=f"{points} points"
            )
        pay = table.rules.pay("fire")
        row = ("four", "five", "six")[points - 4]
        return Settle(bet.seat, "fire", "win", pay[row].pays(bet.stake), cite=pay.cite, outcome=row)

    # -- irregularities: 1.3(a), 1.10(a) and 1.11(a)2; invalid rolls are thrown again by the driver

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        state, detail = self.state(table), irregularity.detail
        match irregularity.id:
            case "cocked-die":  # opposite sides of a die add up to seven
                state.faces = [7 - side if side else 0 for side in faces(detail)]
            case "disputed-face":
                state.faces = faces(detail)
            case "ordered-to-pass" if state.shooter is None:
                self.relinquish(table)
            case "ordered-to-pass":
                self.relinquish(table)
                yield from self.offer(table)
                state.shooter = state.shooter or state.last  # nobody else takes them
            case "late-wager":
                yield from self.late_wager(table, irregularity)

    def late_wager(self, table: Table, irregularity: Irregularity) -> Round:
        """A wager made while the dice are in motion: confirmed aloud, and one that could have been made before."""
        detail = irregularity.detail
        seat, wager = detail.get("seat"), str(detail.get("wager", ""))
        try:
            if not isinstance(seat, int) or seat not in table.seats:
                raise Refused(f"seat {seat} is empty")
            if not detail.get("confirmed") or not table.rules.on("late-wagers"):
                raise Refused(f"not confirmed by dealer and {self.supervisor}", "1.3(a)")
            wager = table.key(seat, wager)
            bet = Bet(seat, wager, positive(str(detail.get("amount", 0))))
            table.rules.check_stake(bet.id, table.stake(seat, wager) + bet.stake)
            self.accept(table, bet)
            if table.chips(seat) < bet.stake:
                raise Refused(f"seat {seat} has {money(table.chips(seat))}")
        except Refused as refused:
            yield Say(f"no bet, {wager}: {refused}", cite=cite("1.3(a)"))
            return
        yield Stake(seat, wager, bet.stake, cite("1.3(a)"))
        yield from self.placed(table, table.bets[seat, wager], bet.stake)

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.dice.craps_mathematics import odds

        return odds(rules, wager)

    odds_at_once = odds

    def combinations(self, rules: Rules) -> Iterable[WagerOdds]:
        from pitboss.games.dice.craps_mathematics import combinations

        return combinations(rules)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.dice.craps_mathematics import simulation

        return simulation(rules)


def faces(detail: Mapping[str, object]) -> list[int]:
    """The value that a ruling gives the first and the second die; 0: none."""
    said = (detail.get(die) for die in ("first", "second"))
    return [face if isinstance(face, int) and 1 <= face <= 6 else 0 for face in said]


def called(first: int, second: int, point: int) -> str:
    """The stickperson's call: the sum, and what it means for the line.

    >>> called(4, 4, 0), called(6, 1, 8), called(2, 4, 6)
    ('Point is 8, the hard way', 'Seven out', '6, point made')
    """
    total = first + second
    hard = " the hard way" if first == second and is_point(total) else ""
    if loser_seven(point, total):
        return "Seven out"
    if total == point:
        return f"{total}{hard}, point made"
    if point == 0 and is_point(total):
        return f"Point is {total}{hard and ',' + hard}"
    return f"{total}{hard}"
