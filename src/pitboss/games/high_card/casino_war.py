"""Casino war, 13:69F-22."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pitboss.book import (
    Ask,
    Cases,
    Choice,
    Deal,
    Discard,
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
from pitboss.book.endings import HALF, Ending, ended, ends, lose, win
from pitboss.book.events import Reverse
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.mathematics import WorkedOut
from pitboss.games.shoe import Shoe, ShoeGame
from pitboss.money import Cents
from pitboss.ranking.value import NAMES
from pitboss.table import Bet, Table

SURRENDER, NO_TIE = Choice("surrender"), Choice("no-war-tie")
BURNED = 3
"""Cards burned before the war deal, once for the table (22.8(f))."""

# ---- settlement --------------------------------------------------------------------------------------


class Original(Ending):
    """The results of the initial wager and of a tie wager with it. A tie hand leaves the choice to the player: half
    of the initial wager is surrendered, or all of it given up for a war."""

    LOWER = ends("lower card", initial=lose("22.8(a)1"), tie=lose("22.8(a)1"))
    HIGHER = ends("higher card", initial=win("22.9(a)1"), tie=lose("22.8(a)2"))
    TIE = ends("tie hand", tie=win("22.9(a)2"))
    SURRENDER = ends("surrender", initial=lose("22.8(c)1", HALF))
    WAR = ends("war", initial=lose("22.8(c)2"))


class War(Ending):
    """The results of the war wager and of a tie wager made with it."""

    LOWER = ends("lower card", war=lose("22.8(g)1"), war_tie=lose("22.8(g)1"))
    HIGHER = ends("higher card", war=win("22.9(a)3"), war_tie=lose("22.8(g)2"))
    TIE = ends("tie hand", war=win("22.9(a)3", "tie-hand"), war_tie=win("22.9(a)2"))


@rule("22.3", "22.8(a)1", "22.8(a)2", "22.8(a)3", '22.1 "Suit"', '22.1 "Tie hand"')
def original(player: int, dealer: int) -> Original:
    """How the original deal ends; suits count for nothing."""
    if player >> 2 == dealer >> 2:
        return Original.TIE
    return Original.HIGHER if player >> 2 > dealer >> 2 else Original.LOWER


@rule("22.3", "22.8(g)1", "22.8(g)2", "22.8(g)3")
def war(player: int, dealer: int) -> War:
    """How the war deal ends."""
    if player >> 2 == dealer >> 2:
        return War.TIE
    return War.HIGHER if player >> 2 > dealer >> 2 else War.LOWER


# ---- the game ----------------------------------------------------------------------------------------


class Player(Struct):
    """A player's wagers and cards: the original one and that of the war."""

    seat: int
    table: Table

    @property
    def owner(self) -> str:
        return str(self.seat)

    def key(self, wager: str) -> str:
        return wager

    def stake(self, wager: str) -> Cents:
        return self.table.stake(self.seat, wager)

    def ends(self, ending: Ending) -> list[Settle]:
        return list(ended(self.table.rules, self, ending))


class CasinoWar(Felt, Cases, WorkedOut, ShoeGame):
    """The higher card wins; a tie is surrendered or fought."""

    owners = ("1", "dealer", "burn")
    computed_by = "casino_war_mathematics"
    prompt = None

    # -- cards and wagers, 22.2 and 22.6

    def shoe(self, rules: Rules) -> Shoe:
        """Shuffled before play, and after the round in which the cutting card was reached."""
        cards = len(rules.pack())
        return Shoe(cut=cards * int(rules["cutting-card"]) // 100, short_cite=cite("22.5(e)"))

    def accept(self, table: Table, bet: Bet) -> None:
        if bet.id == "tie" and not table.stake(bet.seat, "initial"):
            says = "a tie wager must be made together with an initial wager"
            raise Refused(says, '22.1 "Tie wager"', lacks=["initial"])

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if bet.id == "initial" and amount == bet.stake and table.stake(bet.seat, "tie"):
            raise Refused(
                "the tie wager depends on the initial wager; take the tie wager down first",
                '22.1 "Tie wager"',
            )

    # -- the round, 22.7 and 22.8

    @carries('22.1 "Original deal"', '22.1 "Round of play"', "22.7(c)", "22.7(c)1", "22.7(c)2")
    def round(self, table: Table) -> Round:
        players = [Player(seat, table) for seat in sorted({bet.seat for bet in table.bets.values()})]
        yield from self.shuffle(table)
        yield Say("No more bets", cite=cite("22.7(b)"))
        for player in players:
            if player.stake("initial"):  # 22.10(c): no card, and the wagers are void
                yield from self.give(table, player.owner)
        yield from self.give(table, "dealer")
        tied = yield from self.settle_original(table, players)
        at_war = yield from self.go_to_war(table, tied)
        if at_war:
            yield from self.war_deal(table, at_war)
        yield from self.close_shoe(table, [player.seat for player in players])

    @carries("22.8(b)", "22.8(d)")
    def settle_original(self, table: Table, players: Iterable[Player]) -> Generator[Event, Any, list[Player]]:
        """Each player in turn from the dealer's left; players with a tie hand have their choice to come."""
        (dealers,) = table.cards("dealer")
        tied = []
        for player in players:
            if player.stake("initial"):
                (card,) = table.cards(player.owner)
                ending = original(card, dealers)
                yield from player.ends(ending)
                if ending is Original.TIE:
                    tied.append(player)
                else:
                    yield Discard(player.owner)
        return tied

    def go_to_war(self, table: Table, tied: Iterable[Player]) -> Generator[Event, Any, list[Player]]:
        """Half the initial wager and the end of the round, or all of it and as much again for the war; a player who
        cannot afford that has no choice (22.8(c), (e))."""
        at_war = []
        for player in tied:
            stake = player.stake("initial")
            fight = (Choice("war", stake, stake),) if table.chips(player.seat) >= stake else ()
            answer = yield Ask(player.seat, (*fight, SURRENDER), player.owner)
            if not player.stake("initial"):
                continue  # declared void while the player was deciding
            if answer.decision == "surrender":
                yield from player.ends(Original.SURRENDER)
                yield Discard(player.owner)
                continue
            yield Stake(player.seat, "war", stake, cite("22.8(e)"))
            yield from player.ends(Original.WAR)
            at_war.append(player)
        for player in at_war:
            limits, funds = table.rules.limits("war-tie"), table.chips(player.seat)
            most = min(limits.most, funds - funds % limits.step)
            if most >= limits.least:
                choices = (Choice("war-tie", limits.least, most, limits.step), NO_TIE)
                answer = yield Ask(player.seat, choices, player.owner, usual="no-war-tie")
                if answer.amount and player.stake("war"):
                    yield Stake(player.seat, "war-tie", answer.amount, cite("22.8(e)"))
        return [player for player in at_war if player.stake("war")]

    @carries('22.1 "Burn card"', '22.1 "War deal"', "22.8(f)", "22.8(h)")
    def war_deal(self, table: Table, at_war: Iterable[Player]) -> Round:
        """Three cards are burned, once for the table; then a card to each at war and to the dealer (22.8(f), (g))."""
        for _ in range(BURNED):
            yield Deal("burn")
        for player in at_war:
            yield from self.give(table, player.owner)
        yield from self.give(table, "dealer")
        dealers = table.cards("dealer")[-1]
        for player in at_war:
            yield from player.ends(war(table.cards(player.owner)[-1], dealers))

    # -- irregularities, 22.10

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """A player who surrenders a tie is out of the round."""
        surrendered = any(ask.hand == owner and ask.decision == "surrender" for ask in table.answers)
        return cite("22.8(c)1") if surrendered else super().no_more_cards(table, owner)

    def void(self, table: Table, cite: str) -> Round:
        """A void war wager also returns the initial wager that was given up for it; everything else that the original
        deal decided stands."""
        for bet in [each for each in table.bets.values() if each.id == "war"]:
            if not table.stake(bet.seat, "initial"):
                yield Reverse(bet.seat, "initial", bet.stake, 0, bet.stake, cite)
        yield from super().void(table, cite)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        if irregularity.id == "no-card-dealt":
            yield from self.left_out(table, irregularity)
        else:
            yield from super().ruling(table, irregularity)

    # -- the names of hands

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """The rank of the card, and of that of the war."""
        if UNKNOWN in seen[owner] or not (owner == "dealer" or owner.isdecimal()):
            return ""
        return ", then ".join(NAMES[card >> 2] for card in seen[owner])
