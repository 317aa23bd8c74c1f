"""What punto banco and mini-baccarat share: the round of play, vigorish in all its forms, the payments in their
sequence, and cards drawn in error. A paragraph that begins with a dot is in the game's own subchapter."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from pitboss.book import (
    Cap,
    Event,
    Finding,
    Irregularity,
    Marker,
    Mathematics,
    Move,
    PayTable,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Value,
    carries,
    fee,
)
from pitboss.book.endings import Paid, by_cards, ended
from pitboss.games.baccarat import roads, royal
from pitboss.games.baccarat.coup import (
    BONUS,
    NONE,
    Coup,
    End,
    banker_draws,
    counted,
    ended_by,
    is_dragon_7,
    is_natural,
    player_draws,
    points,
)
from pitboss.games.baccarat.family import BaccaratGame, RoadState
from pitboss.games.mathematics import WorkedOut
from pitboss.games.shoe import Shoe
from pitboss.games.vigorish import rounds_to, vigorish
from pitboss.money import Cents, money
from pitboss.table import Bet, Table

CARDS = ("4-cards", "5-cards", "6-cards")
TOTAL_CARDS = tuple(Paid(f"total-cards-{cards[0]}", CARDS, lost=".2(a)4") for cards in CARDS)
BONUSES = {
    side: Paid(f"bonus-{side}", BONUS, lost=".2(a)5ii", returned=".2(a)5iii") for side in ("player", "banker")
}
DRAGON_7 = Paid("dragon-7", ("any-other-hand", "dragon-7-hand"), lost=".2(a)6ii")


class BaccaratState(RoadState):
    """In addition to the shoe: the vigorish that each seat owes, and the dollars on the meters before the wagers of the
    next round."""

    owed: dict[int, Cents] = {}
    """The vigorish that each seat owes, in cents."""
    meter: int | float | None = None
    """The dollars on the progressive meter before the wagers of the next round; null: it is not set yet."""
    reset_meter: int | float | None = None
    """The dollars on the reset meter, for the time after a payout."""
    METERS: ClassVar = {"meter": "main", "reset_meter": "main-reset"}

    def seats(self) -> Iterable[int]:
        return (*super().seats(), *self.owed)

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(owed < 0 for owed in self.owed.values()):
            raise ValueError("the vigorish that a seat owes cannot be negative")


class Seat(Struct):
    """A player's wagers, all at the player's own number."""

    seat: int
    table: Table

    def key(self, wager: str) -> str:
        return wager

    def stake(self, wager: str) -> Cents:
        return self.table.stake(self.seat, wager)


class Tableau(WorkedOut, BaccaratGame):
    """Two hands, dealt by tables; the house banks all wagers."""

    State = BaccaratState
    computed_by = "baccarat_mathematics"
    prompt = None
    strategy, advise = Mathematics.strategy, Mathematics.advise  # nobody has a choice
    dragon: ClassVar[str] = ".3(h)"
    """The paragraph of the variation in which a dragon 7 replaces vigorish."""

    @staticmethod
    def state(table: Table) -> BaccaratState:
        assert isinstance(table.state, BaccaratState)
        return table.state

    @carries("3.8(e)", "7.8(e)", "7.12")
    def shoe(self, rules: Rules) -> Shoe:
        short = f"{self.errors}(e)"
        if rules.get("shuffling") == "continuous":  # 7.12: no cutting card, no burn, no last hand
            return Shoe(cut=len(rules.pack()), burns="none", short="void", short_cite=self.cite(short))
        return Shoe(
            cut=int(rules["cutting-card"]),
            burns="by-value",
            one_more=self.cite(".8(e)"),
            short="void",
            short_cite=self.cite(short),
        )

    # -- wagers, .2

    def accept(self, table: Table, bet: Bet) -> None:
        main = table.stake(bet.seat, "banker") or table.stake(bet.seat, "player")
        if bet.id in ("bonus-player", "bonus-banker") and table.rules.on("bonus-needs-wager") and not main:
            raise Refused(
                "at this table a bonus wager requires a wager on one of the hands", self.cite(".2(b)")
            )

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        mains = sum(table.stake(bet.seat, wager) for wager in ("banker", "player"))
        bonus = any(table.stake(bet.seat, paid.wager) for paid in BONUSES.values())
        last = bet.id in ("banker", "player") and amount == mains
        if last and bonus and table.rules.on("bonus-needs-wager"):
            raise Refused(
                "the bonus wager depends on it; take the bonus wager down first", self.cite(".2(b)")
            )

    # -- the round of play, .7 to .9

    @carries("3.7(b)", "7.7(b)")
    def round(self, table: Table) -> Round:
        """From the call that ends betting to the last payment."""
        players = sorted({bet.seat for bet in table.bets.values()})
        yield Say("No more bets", cite=self.cite(".2(d)"))
        yield from royal.register(table)
        if self.ends_shoe(table):
            yield from self.collect(table, list(self.state(table).owed))
        yield from self.shuffle(table)
        coup = yield from self.coup(table)
        yield from self.announce(table, coup)
        yield from self.settle_coup(table, coup)
        yield from self.dummy_round(table)
        yield from self.close_shoe(table, players)
        if any(each.id == "play-ends" for each in table.due):
            yield Say("A player who stops playing pays the vigorish owed", cite=self.cite(".3(c)2"))
        self.after(table, coup)

    def after(self, table: Table, coup: Coup) -> None:
        """The effects of a coup in addition to the wagers."""
        self.state(table).road = roads.after(self.state(table).road, *coup.counts)

    @carries("3.7(a)", "3.8(b)", "3.8(c)", "3.8(d)", "7.7(a)", "7.8(b)", "7.8(c)", "7.8(d)", "7.7(c)1-3")
    def coup(self, table: Table, prefix: str = "") -> Generator[Event, Any, Coup]:
        """Two hands, four cards in turn, the Player's first, and third cards by the tables, in the same order, one for
        each hand."""
        player, banker = f"{prefix}player", f"{prefix}banker"
        up = table.rules["dealing"] == "face-up"
        for owner in (player, banker, player, banker):
            yield from self.give(table, owner, up=up, seats=self.turns(table, owner))
        if not up:
            first = banker if table.rules.on("banker-shown-first") else player
            yield Show(first)
            yield Show(banker if first is player else player)
        counts = counted(table.cards(player)), counted(table.cards(banker))
        third = NONE
        if not is_natural(max(counts)):
            if player_draws(counts[0]):
                third = points((yield from self.third(table, player)))
            if banker_draws(counts[1], third):
                yield from self.third(table, banker)
        return Coup(table.cards(player), table.cards(banker))

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        """One additional card at most, none against a natural; otherwise by the tables."""
        if owner in self.data.hands:
            if len(table.cards(owner)) > 2:
                return self.cite(".8(d)")
            if any(is_natural(counted(table.cards(hand)[:2])) for hand in self.data.hands):
                return self.cite(".9(a)")
        return super().no_more_cards(table, owner)

    def third(self, table: Table, owner: str) -> Generator[Event, Any, int]:
        turns = self.turns(table, owner)
        card = yield from self.give(table, owner, up=not turns, seats=turns)
        if turns:
            yield Show(owner, places=(2,))
        return card

    @carries(
        *("3.7(d)1", "3.7(d)2", "3.7(d)3", "3.7(d)4", "3.7(d)5", "7.7(d)", "7.7(e)", "7.7(f)", "7.7(g)"),
        *("7.7(h)", "7.11(f)"),
    )
    def turns(self, table: Table, hand: str) -> tuple[int, ...]:
        """Where the players turn the cards: the player with the highest wager on the hand; of equals, the lowest
        number. A hand without wagers may be turned by a player who has backed the other. A player who loses the right
        leaves it to the next in turn, or else to the dealer (7.11(f))."""
        if table.rules["dealing"] != "players-turn":
            return ()
        for backed in (hand, "banker" if hand == "player" else "player"):
            wagers = [bet for bet in table.bets.values() if bet.id == backed]
            if wagers:
                seat = min(wagers, key=lambda bet: (-bet.stake, bet.seat)).seat
                for each in table.happened:
                    if each.id == "right-to-turn-lost" and each.position == str(seat):
                        seat = int(each.detail.get("taken-by", 0))
                return (seat,) if seat else ()
            if not table.rules.on("other-side-turns"):
                break
        return ()

    def announce(self, table: Table, coup: Coup) -> Round:
        """The counts, the winner, and other wagers offered (3.10(a), 7.10(a))."""
        player, banker = coup.counts
        given = [f"Player {player}, banker {banker}"]
        given.append("Tie Hand" if player == banker else f"{'Player' if player > banker else 'Banker'} wins")
        if table.rules.on("total-cards"):
            given.append(f"{coup.cards} cards")
        if dragon(table.rules) and is_dragon_7(player, banker, len(coup.banker)):
            given.append("Dragon 7")
        if hand := royal.announced(table.rules, coup.pool):
            given.append(hand)
        yield Say(". ".join(given), cite=self.cite(".10(a)"))

    # -- payment and collection, .3 and .10

    def settle_coup(self, table: Table, coup: Coup) -> Round:
        """Losing wagers of the whole table first, then the winners from the highest number down, vigorish before or
        after them (.10(b))."""
        seats = sorted({bet.seat for bet in table.bets.values()}, reverse=True)
        bonuses, reset = royal.settled(table, coup.pool)
        decided = {seat: list(self.decided(table, Seat(seat, table), coup)) for seat in seats}
        taken = {seat: list(self.vigorish(table, seat, decided[seat])) for seat in seats}
        paid: dict[int, list[Event]] = {seat: [] for seat in seats}
        for seat in seats:
            for each in (*decided[seat], *bonuses.get(seat, ())):
                if isinstance(each, Settle) and each.result == "lose":
                    yield each
                elif each not in taken[seat]:
                    paid[seat].append(each)
        order = str(table.rules["settlement"])
        parts: list[Mapping[int, Sequence[Event]]] = (
            [paid, taken] if order.startswith("pay") else [taken, paid]
        )
        steps = [parts] if order.endswith("each") else [[part] for part in parts]
        for together in steps:
            for seat in seats:
                for part in together:
                    yield from part[seat]
        yield from reset

    def decided(self, table: Table, spot: Seat, coup: Coup) -> Iterator[Settle]:
        rules, (player, banker) = table.rules, coup.counts
        ending = self.ending(rules, coup)
        for each in ended(rules, spot, ending):
            if each.wager == "banker" and ending is End.BANKER:
                each.cite = self.cite(self.pays_banker(table, spot.seat))
            yield each
        for paid in TOTAL_CARDS if rules.on("total-cards") else ():
            yield from by_cards(rules, spot, paid, f"{coup.cards}-cards")
        for side, paid in BONUSES.items() if rules["bonus"] != "none" else ():
            yield from by_cards(rules, spot, paid, coup.bonus(side))
        if rules.on("dragon-7-wager"):
            hand = DRAGON_7.hands[is_dragon_7(player, banker, len(coup.banker))]
            yield from by_cards(rules, spot, DRAGON_7, hand)

    @staticmethod
    def ending(rules: Rules, coup: Coup) -> End:
        player, banker = coup.counts
        return ended_by(player, banker, len(coup.banker), six_rule(rules), dragon(rules))

    def pays_banker(self, table: Table, seat: int) -> str:
        """The paragraph under which a player's winning Banker wager is paid if it did not win with a six."""
        if self.waived(table, seat):
            return ".3(e)2"
        return ".3(e)" if six_rule(table.rules) else self.dragon if dragon(table.rules) else ".3(c)"

    def vigorish(self, table: Table, seat: int, decided: Sequence[Settle]) -> Iterator[Event]:
        """On a winning Banker wager: taken out of the payment, or marked and owed (.3(c)); in one scheme, instead,
        exactly a quarter of a wager returned at a tie (7.2(a)1)."""
        banker = next((each for each in decided if each.wager == "banker"), None)
        if banker is None:
            return
        rules, due = table.rules, 0
        marked = rules["vigorish-collected"] == "deferred"
        at_tie = banker.outcome == End.TIE.outcome and rules["vigorish"] == "tie-25-percent"
        if at_tie:
            due = table.stake(seat, "banker") // 4
        elif banker.result == "win":
            due = self.due(table, seat, banker.pays)
        if due and marked:
            owed = self.state(table).owed
            owed[seat] = owed.get(seat, 0) + due
            yield Say(f"Seat {seat} owes {money(owed[seat])}", to="vigorish marker", cite=self.cite(".3(c)2"))
        elif at_tie:
            yield banker
            yield fee(seat, due, "vigorish at a tie", self.cite(".2(a)1"))
        elif due:
            banker.pays -= due
            yield Move("bank", "fees", due, f"vigorish of seat {seat}", self.cite(".3(c)"))

    def due(self, table: Table, seat: int, won: Cents) -> Cents:
        """The vigorish on the win of a Banker wager."""
        rules = table.rules
        summed = rules["vigorish-collected"] == "deferred" and rules["reading-deferred-vigorish"] == "sum"
        percent = 0 if self.waived(table, seat) else rate(rules)
        return vigorish(won, percent, rounds_up(rules) and not summed)

    def most_won(self, table: Table, bet: Bet) -> Cents:
        """Vigorish that is marked is owed, and not taken out of the payment."""
        won = super().most_won(table, bet)
        at_once = bet.id == "banker" and table.rules["vigorish-collected"] != "deferred"
        return won - self.due(table, bet.seat, won) if at_once else won

    @staticmethod
    def waived(table: Table, seat: int) -> bool:
        """Does a player have as much on the number of cards as on the Banker's Hand, where that waives vigorish?"""
        cards = sum(table.stake(seat, paid.wager) for paid in TOTAL_CARDS)
        return table.rules["vigorish"] == "waived-by-total-cards" and cards >= table.stake(seat, "banker")

    def collect(self, table: Table, seats: Sequence[int]) -> Round:
        """Marked vigorish, at the reshuffle or at the end of a player's play (.3(c)2)."""
        state, rules = self.state(table), table.rules
        for seat in seats:
            owed = state.owed.pop(seat, 0)
            if rounds_up(rules):  # a mark that was rounded stays as it is
                owed += -owed % rounds_to(rate(rules))
            paid = min(owed, table.chips(seat))
            if paid:
                yield fee(seat, paid, "vigorish owed", self.cite(".3(c)2"))
            if owed > paid:
                left = f"{money(owed - paid)} of vigorish uncollected from seat {seat}"
                yield Say(left, to="casino accounting", cite=self.cite(".3(c)2"))

    def leaving(self, table: Table, seat: int) -> Round:
        yield from self.collect(table, [seat] if seat in self.state(table).owed else [])

    # -- irregularities

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A third card is an error if the Player's Hand has two and must stay; only the player with the right to turn
        cards can lose it; a progressive wager must have been made."""
        position = irregularity.position
        match irregularity.id:
            case "third-card-in-error" | "third-card-in-error-disclosed":
                player, banker = table.cards("player"), table.cards("banker")
                if len(player) != 2 or len(banker) != 2:
                    return False
                return is_natural(max(counted(player), counted(banker))) or not player_draws(counted(player))
            case "right-to-turn-lost":
                return any(
                    position == str(seat) for hand in self.data.hands for seat in self.turns(table, hand)
                )
            case "progressive-not-accepted":
                return bool(royal.registered(table, position))
            case "play-ends":  # with the round
                return not any(str(bet.position) == position for bet in table.bets.values())
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card drawn in error and not shown is the next card of the shoe: the Banker's third if the Banker must draw,
        otherwise the first of the next hand. A disclosed card is removed, with others, by the procedure that the house
        has chosen, unless it is the Banker's third card anyway."""
        match irregularity.id:
            case "third-card-in-error-disclosed" if not self.banker_must_draw(table):
                yield from self.disclosed(table)
            case "card-drawn-in-error-disclosed":
                yield from self.disclosed(table)
            case "card-found-face-up":
                yield from self.found_face_up(table)
            case "play-ends":
                yield from self.collect(table, [int(irregularity.position)])
            case "progressive-not-accepted":
                mine = royal.registered(table, irregularity.position)
                yield from self.give_back(table, mine, self.cite(".13(c)2"))

    @staticmethod
    def banker_must_draw(table: Table) -> bool:
        """Must the Banker's Hand take a third card although the Player's Hand stays? Not if either is a natural."""
        player, banker = counted(table.cards("player")), counted(table.cards("banker"))
        return not is_natural(max(player, banker)) and banker_draws(banker, NONE)

    # -- what is seen

    def squeezed(self, rules: Rules) -> Sequence[str]:
        """The player who turns the cards takes time (.7)."""
        return tuple(self.data.hands) if rules["dealing"] == "players-turn" else ()

    def markers(self, table: Table) -> Sequence[Marker]:
        """Vigorish owed, in the boxes in front of the dealer (.3(c)2)."""
        return [
            Marker(money(owed), str(seat), f"seat {seat} owes {money(owed)} of vigorish", "box")
            for seat, owed in sorted(self.state(table).owed.items())
            if owed
        ]

    # -- what a house may post

    def elected(self, rules: Rules, table: PayTable) -> PayTable:
        return royal.elected(rules, table) if table.wager in royal.WAGERS else table

    def caps(self, rules: Rules) -> list[Cap]:
        if not rules.offers(royal.BONUS.wager) or rules["payout-limit"] == "none":
            return []
        most = royal.limit(rules, rules.positions)
        return [Cap(most, self.cite(".3(j)3"), (royal.BONUS.wager,), shared=True)]

    def check(self, rules: Rules) -> list[Finding]:
        return list(royal.unlawful(rules))

    # -- mathematics

    def variations(self, rules: Rules) -> Iterator[tuple[dict[str, Value], list[str]]]:
        """In addition, every Royal Baccarat table with a six card straight flush on top."""
        for options, wagers in super().variations(rules):
            yield options, wagers
            if "royal-baccarat-table" in options:
                yield {**options, "six-card-straight-flush-substituted": "yes"}, wagers


def rate(rules: Rules) -> int:
    """The percentage at a table, the same for all its players (3.3(d)); none in a variation without vigorish."""
    rates = {"5-percent": 5, "4-percent": 4, "waived-by-total-cards": int(rules["waiver-percent"])}
    return rates.get(str(rules["vigorish"]), 0)


def rounds_up(rules: Rules) -> bool:
    """Does the house round its four or five percent up (3.3(c)1)?"""
    return rate(rules) > 0 and rules["vigorish-rounding"] == "up"


def six_rule(rules: Rules) -> bool:
    return rules["vigorish"] == "six-pays-half"


def dragon(rules: Rules) -> bool:
    return rules["vigorish"] == "dragon-7"
