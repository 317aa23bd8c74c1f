"""Red dog, 13:69F-6."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitboss.book import (
    Ask,
    Cases,
    Choice,
    Deal,
    Event,
    Felt,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, ended, ends, lose, push, win, win_by
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.mathematics import WorkedOut
from pitboss.games.shoe import Shoe, ShoeGame
from pitboss.money import Cents
from pitboss.ranking.value import plural
from pitboss.table import Bet, Table

NO_RAISE, PLAY_ON, TAKE_BACK = Choice("no-raise"), Choice("play-on"), Choice("take-back")
BOARD: Final = "community"
"""Three cards for everybody: far left, far right, and between them."""

# ---- settlement --------------------------------------------------------------------------------------

SPREADS: Final = ("spread-1", "spread-2", "spread-3", *["spread-4-to-11"] * 8)
"""The row of the pay table for each spread, from one."""
_PAID: Final = win_by(Paid("ante", tuple(dict.fromkeys(SPREADS))), "6.5(i)2", unpaid=push("6.5(i)2"))
_RAISE_PAID: Final = win_by(Paid("raise", tuple(dict.fromkeys(SPREADS))), "6.5(i)2", unpaid=push("6.5(i)2"))


class Board(Ending):
    """The results of a wager and of its raise."""

    CONSECUTIVE = ends("consecutive", ante=push("6.5(e)"))
    THREE_OF_A_KIND = ends("three of a kind", ante=win("6.5(f)1", "three-of-a-kind"))
    NO_THREE_OF_A_KIND = ends("no three of a kind", ante=push("6.5(f)2"))
    BETWEEN = ends("between", ante=_PAID, **{"raise": _RAISE_PAID})
    NOT_BETWEEN = ends("not between", ante=lose("6.5(i)1"), **{"raise": lose("6.5(i)1")})


@rule("6.1(b)1-5", "6.5(g)1-2")
def spread_of(first: int, second: int) -> int:
    """How many values lie between two cards; -1 for a pair. An ace is the highest."""
    return abs((first >> 2) - (second >> 2)) - 1


@rule("6.5(e)", "6.5(f)", "6.5(i)1")
def ended_by(first: int, second: int, third: int) -> Board:
    """How a board ends; consecutive cards need no third."""
    spread = spread_of(first, second)
    if spread == 0:
        return Board.CONSECUTIVE
    if spread < 0:
        return Board.THREE_OF_A_KIND if third >> 2 == first >> 2 else Board.NO_THREE_OF_A_KIND
    low, high = min(first >> 2, second >> 2), max(first >> 2, second >> 2)
    return Board.BETWEEN if low < third >> 2 < high else Board.NOT_BETWEEN


# ---- the game ----------------------------------------------------------------------------------------


class Area(Struct):
    """A betting area with its wagers."""

    position: int
    seat: int
    table: Table

    def key(self, wager: str) -> str:
        return wager if self.position == self.seat else f"{wager}@{self.position}"

    def stake(self, wager: str) -> Cents:
        return self.table.stake(self.seat, self.key(wager))


class RedDog(Felt, Cases, WorkedOut, ShoeGame):
    """Will a third card fall between the first two?"""

    owners = ("community", "discard", "burn")
    computed_by = "red_dog_mathematics"
    prompt = None

    # -- cards and wagers, 6.1, 6.3, 6.5 and 6.8

    @carries("6.3(c)")
    def shoe(self, rules: Rules) -> Shoe:
        cards = len(rules.pack())
        if rules.on("continuous"):
            return Shoe(cut=cards, burns="none", short_cite=cite("6.9"))
        every = rules["shuffle"] == "after-each-round"
        return Shoe(cut=cards if every else cards // 4, short_cite=cite("6.3(c)"))

    def accept(self, table: Table, bet: Bet) -> None:
        mine = {each.position for each in table.bets.values() if table.same_person(each.seat, bet.seat)}
        self.several(table.rules, mine | {bet.position})
        taken = any(each.position == bet.position and each.seat != bet.seat for each in table.bets.values())
        if taken or (bet.position != bet.seat and bet.position in table.seats):
            raise Refused(f"area {bet.position} belongs to another player", "6.8")

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        most = int(rules["areas-per-player"])
        if len(positions) > most:
            raise Refused(f"at this table a player may bet on at most {most} area{'s' * (most > 1)}", "6.8")

    def areas(self, table: Table) -> list[Area]:
        """Those with a wager, from the dealer's left."""
        held = {bet.position: bet.seat for bet in table.bets.values() if bet.id == "ante"}
        return [Area(position, held[position], table) for position in sorted(held)]

    # -- the round, 6.5

    @carries("6.5(c)")
    def round(self, table: Table) -> Round:
        players = sorted({bet.seat for bet in table.bets.values()})
        yield from self.shuffle(table)
        for _ in range(2):
            yield from self.give(table, BOARD)
        first, second = table.cards(BOARD)
        spread = spread_of(first, second)
        if spread > 0:
            yield Say(f"The spread is {spread}", cite=cite("6.5(g)"))
            yield from self.raises(table, self.areas(table))
            yield Say("Raises closed", cite=cite("6.5(i)"))
        elif spread < 0:
            yield Say("We have a pair", cite=cite("6.5(f)"))
        else:
            yield Say("The cards are consecutive: tie hand", cite=cite("6.5(e)"))
        if spread and self.areas(table):
            yield from self.give(table, BOARD)
        if self.areas(table):
            ending = ended_by(first, second, table.cards(BOARD)[-1])
            row = SPREADS[spread - 1] if spread > 0 else ""
            for area in self.areas(table):
                yield from list(ended(table.rules, area, ending, row))
        yield from self.close_shoe(table, players)

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """Nobody raises on consecutive cards or a pair."""
        return self.without_spread(table) or super().speaks_against(table, ask, decision, amount)

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """Consecutive cards end the round."""
        consecutive = owner == BOARD and len(table.cards(BOARD)) == 2 and self.without_spread(table)
        return consecutive or super().no_more_cards(table, owner)

    @staticmethod
    def without_spread(table: Table) -> str | None:
        """The paragraph by which a board has no spread."""
        first, second, *_ = (*table.cards(BOARD), UNKNOWN, UNKNOWN)
        if UNKNOWN in (first, second) or (spread := spread_of(first, second)) > 0:
            return None
        return cite("6.5(f)" if spread else "6.5(e)")

    def raises(self, table: Table, areas: Iterable[Area], usual: str = "") -> Round:
        """Players who wish add up to the original wager (6.5(h))."""
        unit = table.rules.unit
        for area in areas:
            most = min(area.stake("ante"), table.chips(area.seat) - table.chips(area.seat) % unit)
            if most < unit or area.stake("raise"):
                continue
            choices = (Choice("raise", unit, most, unit, usual=most), NO_RAISE)
            answer = yield Ask(area.seat, choices, str(area.position), usual=usual)
            if answer.amount and area.stake("ante"):
                yield Stake(area.seat, area.key("raise"), answer.amount, cite("6.5(h)"))

    # -- irregularities, 6.7

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A third card can be exposed too early only before raises are closed. After a pair there are none, so it
        cannot."""
        board = table.cards(BOARD)
        if irregularity.id != "third-card-exposed":
            return super().can_happen(table, irregularity, pending)
        return len(board) == 2 and spread_of(*board) > 0 and not isinstance(pending, Deal)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A third card that is exposed too early is discarded; each player continues or takes back the wagers (6.7(c)).
        Raises are not closed yet, so a player without one may still make one."""
        if irregularity.id != "third-card-exposed":
            yield from super().ruling(table, irregularity)
            return
        yield from self.give(table, "discard")
        back = []
        for area in self.areas(table):
            answer = yield Ask(area.seat, (PLAY_ON, TAKE_BACK), str(area.position), usual="play-on")
            if answer.decision == "take-back":
                back.append(area)
        for area in back:
            for wager in ("ante", "raise"):
                if area.stake(wager):
                    yield Settle(
                        area.seat, area.key(wager), "void", cite=cite("6.7(c)"), outcome="taken back"
                    )
        declined = {each.hand for each in table.answers if each.decision == NO_RAISE.id}
        asked = [area for area in self.areas(table) if str(area.position) in declined]
        yield from self.raises(table, asked, NO_RAISE.id)

    # -- the names of hands

    @carries("6.5(c)")
    def lies(self, rules: Rules) -> dict[str, list[tuple[float, float]]]:
        """The first card is at the dealer's far left, the players' right; the third between the two."""
        return {"community": [(1.0, 0.0), (-1.0, 0.0), (0.0, 0.0)]}

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """The spread of the first two cards, and the result of the third."""
        if owner != BOARD or len(seen[BOARD]) < 2 or UNKNOWN in seen[BOARD]:
            return ""
        first, second, *third = seen[BOARD]
        spread = spread_of(first, second)
        if not spread:
            return Board.CONSECUTIVE.outcome
        shown = f"spread of {spread}" if spread > 0 else f"pair of {plural(first >> 2)}"
        return ", ".join((shown, *(ended_by(first, second, card).outcome for card in third)))
