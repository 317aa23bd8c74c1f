"""What the games of the poker room share. A game is its streets (what is dealt, and who opens the betting that
follows) and its ends (what wins the pot); betting, pots, rake, showdown and irregularities are the same for all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from pitboss.book import (
    Ask,
    Asks,
    Cases,
    Choice,
    Deal,
    Discard,
    Event,
    Felt,
    Finding,
    Game,
    Irregularity,
    Mathematics,
    Move,
    Played,
    Posting,
    Refused,
    Return,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    Stake,
    carries,
    cite,
    fee,
)
from pitboss.book.data import Seats
from pitboss.book.events import Result
from pitboss.book.facets import Marker
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.odd_chips import share
from pitboss.games.poker_room.betting import (
    Play,
    Player,
    amount,
    amounts,
    bet_made,
    coin_of,
    may_participate,
    one_chip_calls,
)
from pitboss.games.poker_room.pots import Pot, portion, side_pots
from pitboss.games.poker_room.rake import rake_taken, time_due
from pitboss.law import Rule
from pitboss.money import DOLLAR, Cents, dollars, money, positive
from pitboss.table import Cancel, Table, Void

if TYPE_CHECKING:
    from pitboss.games.poker_room.equities import Hand, Ways
    from pitboss.odds import Strategy, WagerOdds
    from pitboss.sim import Simulation

# ---- a variant -----------------------------------------------------------------------------------------

Opener = Callable[[Table, Play], int]
"""The index of the player who acts first in a betting round."""


class Street(Struct, frozen=True):
    """What is dealt, and who opens the betting that follows."""

    cite: str
    """The paragraph of the betting."""
    deal: str
    """Rounds of cards, a letter each: ``d`` face down and ``u`` face up to each player, ``c`` for all."""
    opens: Opener
    forced: str = ""
    """The paragraph under which the opener is not asked but owes the forced bet."""
    big: bool = False
    """In fixed limit bets are of the maximum."""
    burn: bool = True
    """The top card is burned first."""
    discard: int = 0
    """The number of cards that each player discards after the betting."""
    draw: bool = False
    """Each player may exchange cards before the betting."""


class End(Struct, frozen=True):
    """An end of the pot: the highest value takes this share of it. An end for which nobody qualifies is skipped."""

    name: str
    value: Rule[[Sequence[int]], int]
    """The value of the best hand of some cards; 0: none of them qualifies."""
    describe: Callable[[int], str]
    odd: str = "odd-chip"
    """The option that says which tied player is first in line for an indivisible chip."""
    size: int = 5
    """How many cards make a hand."""


IN_LINE: Mapping[str, Callable[[int], int]] = {
    "highest-card": lambda card: card,
    "lowest-card": lambda card: -((card + 4) % 52),
    "worst-card": lambda card: (card + 4) % 52 ^ 3,
    "lowest-card-ace-high": lambda card: -card,
}
"""The order of tied players for odd chips, by their cards (14.9(i)3ii to iv) and the value of the option: the highest
card by rank and suit; the lowest, the ace under the two; the highest of a low hand, the lower suit first; or the lowest
where the ace is the worst card."""


def clockwise(seats: Iterable[int], start: int) -> list[int]:
    """The seats clockwise from a position; seat 1 is at the dealer's left."""
    return sorted(seats, key=lambda seat: (seat < start, seat))


@lru_cache(4096)
def named(game: PokerRoom, own: tuple[int, ...], community: tuple[int, ...]) -> str:
    """The names of a player's cards at each end for which they are enough."""
    hands = list(game.hands(list(own), list(community)))
    given = []
    for end in game.ends:
        value = max((end.value(hand) for hand in hands if len(hand) >= end.size), default=0)
        given += [end.describe(value)] if value else []
    return "; ".join(given)


BETTING = frozenset(("fold", "check", "call", "bet", "raise", "all-in"))
"""Decisions of a betting round."""

OUT = (
    "hand-thrown-away",
    "hand-lost-unprotected",
    "hand-lost-protected",
    "hand-conceded",
    "player-walked-off",
    "player-passed-over",
    "unfair-conduct",
)
"""Irregularities that take a hand out of the round."""


def out_of(irregularity: Irregularity) -> str:
    """The owner of the hand that an irregularity takes out of the round."""
    if irregularity.id not in OUT:
        return ""
    return irregularity.position.partition(".")[0] or str(irregularity.detail.get("seat", ""))


ALONE = "14.6(d)"
"""The paragraph by which the last player left wins a pot."""


class Part(NamedTuple):
    """What a seat receives from a pot, of which end and alternative hand, and by which paragraph."""

    seat: int
    amount: Cents
    cite: str
    of: str = ""


class Odd(NamedTuple):
    """The remainder that could not be divided equally, the seats that received it, and the paragraph."""

    amount: Cents
    seats: tuple[int, ...]
    cite: str


class Splits(NamedTuple):
    """The paragraphs by which a pot is split."""

    halves: str = "14.3(d)"
    """The part that cannot be halved between high and low."""
    high: str = "14.3(d)"
    """A tie; where there are two ends, of the high hand."""
    low: str = "14.3(d)"
    unqualified: str = ""
    """Nobody has a low hand, and the high hand takes everything."""


class PokerRoom(Posting, Felt, Cases, Mathematics, Game):
    """A game between players for a pot; under 14.8(b) only the games of the subchapter may be offered."""

    owners: ClassVar[tuple[str, ...]] = ("1", "exposed", "burn")
    reveals = "closing"
    table_stakes = "14.7(c)1"
    unneeded = ("1",)  # who folds shows nothing
    streets: ClassVar[tuple[Street, ...]]
    ends: ClassVar[tuple[End, ...]]
    """The first takes the odd chip, and all of the pot that no other end takes."""
    showdown_cite: ClassVar[str]
    splits: ClassVar[Splits] = Splits()
    takes: ClassVar[tuple[str, ...]] = (
        "card-off-table", "card-face-up", "cards-to-ineligible-player", "hole-card-exposed",
    )  # fmt: skip
    """Irregularities that take a card from the deck."""

    @property
    def seats(self) -> Seats:
        """The maximum number of players."""
        assert self.data.seats is not None
        return self.data.seats

    def markers(self, table: Table) -> list[Marker]:
        """The pot, and side pots where somebody is all in (14.7(c)4)."""
        put = {bet.seat: bet.stake for bet in table.bets.values()}
        if not put:
            return []
        all_in = {seat for seat in put if not table.chips(seat)}
        pots = side_pots(put, all_in | {max(put, key=lambda seat: put[seat])})
        names = ("Pot", *("Side pot" for _ in pots[1:]))
        return [
            Marker(f"{name} {given}", "middle", f"{name.lower()} of {given}", "pot")
            for name, pot in zip(names, pots, strict=True)
            for given in (table.rules.amounts_as_shown(money(pot.amount)),)
        ]

    def swept(self, table: Table) -> Mapping[int, Cents]:
        """Antes, and the bets of betting rounds that are over."""
        return {bet.seat: max(0, bet.stake - self.bet_so_far(table, bet.seat)) for bet in table.bets.values()}

    def round(self, table: Table) -> Played:
        play = yield from self.opening(table)
        yield Shuffle()
        for place, street in enumerate(self.streets):
            if place:
                play.begin(play.maximum if street.big and play.structure == "fixed-limit" else play.minimum)
                if (yield from self.alternative_hands(table, play, self.streets[place:])):
                    yield from self.showdown(table, play)
                    break
            yield from self.deal(table, play, street)
            yield from self.betting(table, play, street)
            if len(play.contending) < 2:
                break
        else:
            yield from self.showdown(table, play)
        pots = yield from self.award(table, play)
        self.close(table, play)
        returned = [{"seat": seat, "amount": dollars(chips)} for seat, chips in play.returned.items()]
        return {
            "pots": pots,
            "uncalled": returned,
            "first": {str(number): seat for number, seat in play.opened.items()},
        }

    def opening(self, table: Table) -> Generator[Event, Any, Play]:
        """Everything before the cards: the players, and the required bets."""
        raise NotImplementedError
        yield

    def alternative_hands(
        self, table: Table, play: Play, streets: Sequence[Street]
    ) -> Generator[Event, Any, bool]:
        """Have the players agreed to see the rest of the cards dealt several times, without betting?"""
        return False
        yield

    def close(self, table: Table, play: Play) -> None:
        """What the table remembers of the round."""

    # -- who plays, 14.7

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return ()

    @carries("14.7(a)")
    def eligible(self, table: Table) -> list[int]:
        """The seats that can be dealt in; in a tournament, every player with a chip (8.6(f)2)."""
        if table.rules.on("tournament"):
            return [seat for seat in sorted(table.seats) if table.chips(seat)]
        ante, minimum = amount(table.rules, "ante"), self.limits(table)[0]
        bet = self.required(table.rules)
        seats = sorted(table.seats)
        return [seat for seat in seats if may_participate(table.chips(seat), ante, bet, minimum)]

    def limits(self, table: Table) -> tuple[Cents, Cents]:
        """The minimum and the maximum bet of the next round of play."""
        return amount(table.rules, "minimum-bet"), amount(table.rules, "maximum-bet")

    @staticmethod
    def required(rules: Rules) -> Cents:
        """The largest blind or forced bet that a player may have to make."""
        raise NotImplementedError

    def ready(self, table: Table) -> None:
        seats = len(self.eligible(table))
        if seats < 2:
            raise Refused(
                "poker needs two players with enough for the bets required and one bet at the table minimum",
                "14.6(b)" if len(table.seats) < 2 else "14.7(c)3",
            )
        if len(set(map(table.person, table.seats))) < len(table.seats):
            self.several(table.rules, table.seats)
        if seats > self.seats.most:
            raise Refused(
                f"{self.id} allows at most {self.seats.most} players, not {seats}",
                self.seats.cite,
            )

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        raise Refused("one person at two seats does not count as two players", "14.6(b)")

    # -- the time charge, 14.14(b)3

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        due = self.time_charge(table, seat)
        return (Choice("pay-time", due, due),) if 0 < due <= table.chips(seat) else ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        due = self.time_charge(table, seat)
        yield fee(seat, due, "time charge", cite("14.14(b)3"))

    def time_charge(self, table: Table, seat: int) -> Cents:
        """A seat's payment when a part of the hour has passed, playing or not; the table's charge is shared by
        everybody seated, odd chips by those at the dealer's left."""
        rules = table.rules
        due = time_due(amount(rules, "time-charge"), int(rules["time-charge-every"]), rules.chip)
        if rules["time-charge-by"] == "player":
            return due
        return share(due, len(table.seats), sorted(table.seats).index(seat), rules.chip)

    # -- before the deal

    def antes(self, play: Play) -> Round:
        ante = amount(play.rules, "ante")
        payers = self.who_antes(play) if ante else ()
        for player in payers:
            chips = min(ante, player.stack)
            player.for_all = chips if len(payers) < len(play.players) else 0
            player.stack -= chips
            player.put += chips
            player.anted = chips
            yield Stake(player.seat, "pot", chips, cite("14.7(b)1"))

    def who_antes(self, play: Play) -> Sequence[Player]:
        return play.players

    # -- the cards

    @carries("14.7(c)4ii", "14.12(f)1")
    def deal(self, table: Table, play: Play, street: Street) -> Round:
        """Clockwise, one card at a time to each player who is still in."""
        if street.burn:
            yield from self.burn(table, play)
        for way in street.deal:
            if way == "c":
                yield Deal("community", up=True)
                continue
            up = way == "u"
            for player in play.contending:
                if table.happened:
                    yield from self.card(table, play, player, up)
                    continue
                yield Deal(player.owner, up, (player.seat,))
                if table.happened:
                    yield from self.dealt(table, player, up)

    def card(self, table: Table, play: Play, player: Player, up: bool) -> Round:
        """A card in a round with an irregularity."""
        yield Deal(player.owner, up, (player.seat,))

    def dealt(self, table: Table, player: Player, up: bool, since: int = 0) -> Round:
        """What follows if an irregularity occurred as a card was dealt."""
        yield from ()

    @carries('14.1 "Burn card"')
    def burn(self, table: Table, play: Play) -> Round:
        yield Deal("burn")

    def left(self, table: Table, play: Play) -> int:
        """How many cards the deck still has; those that placed the button were shuffled in again."""
        hands = table.hands
        dealt = sum(map(len, hands.values())) - len(hands.get("button", ()))
        return play.deck - dealt + play.reshuffled

    def taken_first(self, table: Table, needed: int) -> int:
        """How many cards irregularities that were called may take before this many are dealt."""
        dealt = sum(map(len, table.hands.values()))
        return sum(
            int(each.detail.get("cards", 1))
            for each in table.due
            if each.id in self.takes
            and (not each.at or (each.at[0] == "deal" and each.at[1] <= dealt + needed))
        )

    # -- betting

    @carries('14.1 "Betting round"', "14.7(d)", "14.7(g)", "14.7(g)2")
    def betting(self, table: Table, play: Play, street: Street) -> Round:
        """A betting round: clockwise from the opener until every remaining player has answered the last bet. It does
        not take place when fewer than two players could bet."""
        players = play.players
        if table.happened:
            self.contested(table, play)
        if len(play.contending) < 2 or (not play.level and len(play.able()) < 2):
            return
        play.first = street.opens(table, play)
        play.last = None
        waiting = [*players[play.first :], *players[: play.first]]
        if street.forced:
            play.opened[play.number] = waiting[0].seat
            yield from self.force(play, waiting.pop(0), street)
        while waiting:
            player = waiting.pop(0)
            if player.folded or not player.stack or not (choices := self.offered(play, player)):
                continue
            play.opened.setdefault(play.number, player.seat)
            answer = yield Ask(player.seat, choices, player.owner)
            if not answer.decision:  # a ruling came in between
                if not self.contested(table, play):
                    break
                waiting.insert(0, player)
                continue
            if answer.decision == "fold":
                player.folded = True
                yield Discard(player.owner)
                if len(play.contending) == 1:
                    break
                continue
            before = play.level
            if chips := play.act(player, answer.decision, answer.amount):
                yield Stake(player.seat, "pot", chips, cite(street.cite))
                table.bets[player.seat, "pot"].mark = 1  # voluntarily, 14.15(e)
            if play.level > before:
                place = players.index(player)
                waiting = [*players[place + 1 :], *players[:place]]
        yield from self.uncalled(play)
        yield from self.rake(play)

    def force(self, play: Play, player: Player, street: Street) -> Round:
        """The forced bet of the opener, by up-card (14.7(b)3)."""
        if chips := play.force(player, self.required(play.rules)):
            yield Stake(player.seat, "pot", chips, cite(street.forced))

    def offered(self, play: Play, player: Player) -> tuple[Choice, ...]:
        """The choices of a player in turn."""
        return play.choices(player)

    def uncalled(self, play: Play) -> Round:
        """The part of the last bet that nobody called is returned; no rake is taken on it (14.14(d))."""
        second, first = sorted([player.bet for player in play.players])[-2:]
        if not (excess := first - second):
            return
        player = next(each for each in play.players if each.bet == first)
        if not player.folded:  # a player who is out by a ruling has lost it
            play.put(player, -excess)
            play.returned[player.seat] = play.returned.get(player.seat, 0) + excess
            yield Return(player.seat, "pot", excess, cite("14.14(d)"))

    # -- the rake, 14.6(e)8 and 14.14

    @carries("14.6(e)8")
    def rake(self, play: Play) -> Round:
        """Taken after a betting round from every pot."""
        paragraph = cite("14.14(b)1ii" if play.rules["rake"] else "14.14(b)2i")
        if taken := rake_taken(play):
            yield Move("layout", "fees", taken, "rake", paragraph)

    # -- what a player does with chips, 14.7

    @carries('14.1 "Table stakes"')
    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """Nobody bets or raises more than the chips in front of them: table stakes, 14.7(c). A player who may not raise
        at all has checked before (14.7(j)), or is limited by what is posted (14.17)."""
        offered = {choice.id: choice.most for choice in ask.choices}
        if not offered and self.left_out(table, ask.seat):
            return "14.7(c)3"
        if decision in ("bet", "raise") and amount > offered.get(decision, amount) and "all-in" in offered:
            return "14.7(c)"
        if decision != "raise" or "raise" in offered or "call" not in offered:
            return None
        if offered["call"] == table.chips(ask.seat):
            return "14.7(c)"
        checked = any(event.decision == "check" for event in self.this_betting_round(table, ask.seat))
        return "14.7(j)" if checked and not table.rules.on("check-raise") else "14.17"

    def left_out(self, table: Table, seat: int) -> bool:
        """Was a seat not dealt in for lack of chips?"""
        return seat in table.seats and str(seat) not in table.hands and seat not in self.eligible(table)

    def no_more_cards(self, table: Table, owner: str) -> str | None:
        if owner.isdecimal() and self.left_out(table, int(owner)):
            return "14.7(c)3"
        return super().no_more_cards(table, owner)

    @staticmethod
    def this_betting_round(table: Table, seat: int) -> list[Ask]:
        """A seat's decisions since the last card."""
        said = table.said
        dealt = max((n for n, event in enumerate(said) if isinstance(event, Deal)), default=0)
        return [event for event in said[dealt:] if isinstance(event, Ask) and event.seat == seat]

    @carries("14.7(e)", "14.7(f)1-3", "14.7(g)3")
    def put_in(self, table: Table, ask: Ask, given: Sequence[str | int | float]) -> tuple[str, Cents | None]:
        """The meaning of chips that a player pushes forward or releases: ``chips 30``; more of them later, after saying
        that they are not all (``chips 10 more 20``) or without it; or one ``chip``. An announced amount stands, no
        matter what is put in (``raise 40 chips 30``); a player who has announced a raise may add to it (``raise chips
        10 20``)."""
        place = next(n for n, each in enumerate(given) if each in ("chip", "chips"))
        announced, chips = given[:place], given[place + 1 :]
        word = str(announced[0]) if announced else ""
        if len(announced) > 1 or word not in ("", "bet", "raise"):  # which is binding, 14.7(d)
            return word, positive(announced[1]) if len(announced) > 1 else None
        amounts = [positive(each) for each in chips if each != "more"]
        if not amounts:
            raise Refused(f"{' '.join(map(str, given))} does not name a number of chips")
        put = bet_made(amounts[0], sum(amounts[1:]), "more" in chips or bool(word))
        offered = {choice.id: choice for choice in ask.choices}
        owed = offered["call"].most if "call" in offered else 0
        if put < owed:
            raise Refused(f"{money(put)} is less than the {money(owed)} owed", '14.1 "Call"')
        if owed and not word and one_chip_calls(put, owed) and (given[place] == "chip" or put == owed):
            return "call", None
        if put == table.chips(ask.seat) and "all-in" in offered:
            return "all-in", None
        return "raise" if "raise" in offered else "bet", put + self.bet_so_far(table, ask.seat)

    @staticmethod
    def bet_so_far(table: Table, seat: int) -> Cents:
        """A seat's bet in this betting round: since the last card or, before any card, including its blind or forced
        bet."""
        said = table.said
        dealt = max((n for n, event in enumerate(said) if isinstance(event, Deal)), default=0)
        later = any(isinstance(event, Ask) and event.decision in BETTING for event in said[:dealt])
        ante = cite("14.7(b)1")
        bets = (event for event in said[dealt if later else 0 :] if isinstance(event, Stake))
        return sum(event.amount for event in bets if event.seat == seat and event.cite != ante)

    # -- the end, 14.6(d) and (e)

    def hands(self, own: list[int], community: list[int]) -> Iterable[Sequence[int]]:
        """The cards from which a player may form a hand: all usable cards, or each lawful selection of them."""
        return ([*own, *community],)

    def community(self, table: Table, play: Play) -> list[list[int]]:
        """The cards for all of each alternative hand; there is one, unless players have agreed to more."""
        return [table.cards("community")]

    @carries(
        *("14.3(g)", "14.9(k)", "14.9(k)1", "14.9(k)2", "14.9(l)", "14.11(h)", "14.11(h)1", "14.11(h)2"),
        *("14.11(h)3", "14.13A(m)", "14.13A(m)1", "14.13A(m)2"),
    )
    def values(self, own: list[int], community: list[int]) -> tuple[int, ...]:
        """The value of a player's cards at each end; they speak for themselves, 14.3(g)."""
        hands = self.hands(own, community)
        return tuple(max(map(end.value, hands)) for end in self.ends)

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        own = tuple(seen[owner])
        if UNKNOWN in own or not owner.isdecimal():
            return ""
        return named(self, own, tuple(seen.get("community", ())))

    def showdown(self, table: Table, play: Play) -> Round:
        """The player who made the last wager shows first, or the one who began the last betting round if it had none;
        the others follow clockwise (14.15(d)). A hand that those already shown beat at every end of every pot is
        mucked, unless the house requires it shown."""
        pots = play.pots()
        boards = self.community(table, play)
        players = play.players
        for player in play.contending:
            player.folded = self.concedes(table, player) and len(play.contending) > 1
        wagered = play.initiated if play.rules["reading-first-to-show"] == "as-printed" else play.last
        start = players.index(wagered) if wagered else play.first
        shown: list[Player] = []
        for player in [*players[start:], *players[:start]]:
            if player.folded:
                continue
            own = table.cards(player.owner)
            player.values = [self.values(own, board) for board in boards]
            rivals = [
                [each for each in shown if each.seat in pot.seats] for pot in pots if player.seat in pot.seats
            ]
            if self.discloses(play, player) or not all(beaten(player, each) for each in rivals):
                yield Show(player.owner)
                if table.happened and not self.contested(table, play):
                    return
                if not player.folded:
                    shown.append(player)
                    player.shown = True

    def contributed(self, table: Table, play: Play) -> Generator[Event, Any, list[Pot]]:
        """The pots as they are awarded, after the rake and contributions to a payout fund."""
        return play.raked_pots()
        yield

    def discloses(self, play: Play, player: Player) -> bool:
        """Is a losing hand shown?"""
        return play.rules["losing-hands"] == "shown"

    def concedes(self, table: Table, player: Player) -> bool:
        """Does a player throw the hand away at the showdown, no matter its value? Only if a record says so."""
        return False

    @carries("14.14(e)")
    def award(self, table: Table, play: Play) -> Generator[Event, Any, list[dict[str, object]]]:
        """Losing hands are taken in, side pots are awarded before the main pot (14.6(e)5, 6), and every
        player's contribution is settled against the winnings. Returns how each pot was divided, the main pot first."""
        contending = {player.seat: player for player in play.contending}
        parts: dict[int, list[Part]] = {player.seat: [] for player in play.players}
        said: list[Say] = []
        divided: list[dict[str, object]] = []
        whole, raked = play.pots(), play.raked_pots()
        pots = yield from self.contributed(table, play)
        for n in range(len(pots) - 1, -1, -1):
            name = f"Side pot {n}" if n else "Main pot" if len(pots) > 1 else "Pot"
            paragraph = cite("14.6(e)6" if n else "14.6(e)5")
            of_it, odd = self.divide(table, play, pots[n])
            for part in of_it:
                parts[part.seat].append(part)
                said.append(Say(f"{name}{part.of}: {money(part.amount)} to seat {part.seat}", cite=paragraph))
            divided.insert(0, in_words(whole[n], raked[n], pots[n], of_it, odd))
        won = play.won = {seat: sum(part.amount for part in each) for seat, each in parts.items()}
        nothing = Part(0, 0, self.showdown_cite)
        out = {out_of(each): self.ruled_by(table, each) for each in table.happened}
        for seat, player in contending.items():
            if not won[seat]:
                yield Discard(player.owner)
        yield from said
        for player in sorted(play.players, key=lambda player: won[player.seat] > 0):
            net = won[player.seat] - player.put
            paragraph = max(parts[player.seat], default=nothing, key=lambda part: part.amount).cite
            if net < 0 and paragraph == ALONE:  # a side pot, and the hand has lost
                paragraph = self.showdown_cite
            if player.folded and not player.values:
                paragraph = out.get(player.owner, '14.1 "Fold"')
            if player.put:
                yield settled(player, won[player.seat], self.result_of(player), cite(paragraph))
            elif net:  # a blind whose hand is out by a ruling, with one player left
                yield Move("layout", f"seat:{player.seat}", net, "the pot", cite(paragraph))
        return divided

    def result_of(self, player: Player) -> str:
        """How it ended for a player, as everybody may know it: a mucked hand stays unknown."""
        if player.folded:
            return "fold"
        if player.shown:
            hands = (
                "; ".join(end.describe(value) for end, value in zip(self.ends, values, strict=True) if value)
                for values in player.values
            )
            return " / ".join(hands)
        return "mucked" if player.values else "no showdown"

    @carries("14.9(i)3i", "14.11(f)2i", "14.12B(l)5", "14.13A(k)1")
    def divide(self, table: Table, play: Play, pot: Pot) -> tuple[list[Part], list[Odd]]:
        """Each end's share of the pot to the best hand there; tied hands share it equally (14.3(d))."""
        contending = [player for player in play.players if player.seat in pot.seats]
        if len(contending) == 1:
            return [Part(contending[0].seat, pot.amount, ALONE)], []
        rules, chip = play.rules, play.rules.chip
        unit = chip if rules.on("tournament") else min(chip, DOLLAR)
        shared = partial(share, unit=unit, coin=coin_of(amount(rules, "ante")))
        parts, odd = [], []
        boards = self.community(table, play)
        for hand, board in enumerate(boards):
            here = portion(pot.amount, len(boards), hand, max(chip, DOLLAR))
            which = f", hand {hand + 1}" if len(boards) > 1 else ""
            best = [max(values) for values in zip(*(each.values[hand] for each in contending), strict=True)]
            ends = [n for n, value in enumerate(best) if value]
            halves = [shared(here, len(ends), place) for place in range(len(ends))]
            for n, half in zip(ends, halves, strict=True):
                winners = [player for player in contending if player.values[hand][n] == best[n]]
                line = self.in_line(table, play, winners, n, board)
                seats = [player.seat for player in line]
                if over := half - halves[-1]:
                    odd.append(Odd(over, tuple(seats), self.splits.halves))
                if len(seats) > 1:
                    paragraph = self.ties_by(n, best[n], board)
                else:
                    paragraph = (
                        self.wins_by(n, best[n]) if len(ends) == len(self.ends) else self.splits.unqualified
                    )
                of = which + (f", {self.ends[n].name}" if len(self.ends) > 1 else "")
                each = [shared(half, len(seats), place) for place in range(len(seats))]
                parts += [Part(seat, part, paragraph, of) for seat, part in zip(seats, each, strict=True)]
                odd += [
                    Odd(part - each[-1], (seat,), self.splits[1 + n])
                    for seat, part in zip(seats, each, strict=True)
                    if part > each[-1]
                ]
        return parts, odd

    def ties_by(self, n: int, value: int, community: list[int]) -> str:
        """The paragraph by which tied hands share an end."""
        return self.splits[1 + n]

    def wins_by(self, n: int, value: int) -> str:
        """The paragraph by which a hand wins an end."""
        return self.showdown_cite

    @carries("14.9(i)3iv", "14.11(f)2ii", "14.11(f)2iv", "14.13A(k)2", "14.13A(k)4")
    def in_line(
        self, table: Table, play: Play, winners: list[Player], n: int, community: list[int]
    ) -> list[Player]:
        """The order of tied players for odd chips: if the pot has two ends, by the cards of the tied hands; if those
        are the same, or the pot has one end, by all their own cards; or from the first seat on."""
        end = self.ends[n]
        order = IN_LINE.get(str(play.rules.get(end.odd, "highest-card")))
        if len(winners) == 1 or order is None:
            return winners

        def line(cards: Iterable[int]) -> list[int]:
            return sorted(map(order, cards), reverse=True)

        def place(player: Player) -> list[list[int]]:
            own = table.cards(player.owner)
            if len(self.ends) == 1:
                return [line(own)]
            best = self.values(own, community)[n]
            hands = (
                hand
                for cards in self.hands(own, community)
                for hand in combinations(cards, end.size)
                if end.value(hand) == best
            )
            return [max(map(line, hands)), line(own)]

        return sorted(winners, key=place, reverse=True)

    # -- irregularities, 14.15

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A hole card is one dealt face down to a player: no burn card, and no community card."""
        if irregularity.id != "hole-card-exposed" or not isinstance(pending, Deal):
            return True
        return bool(pending.seats) and not pending.up

    @carries("14.15(o)1")
    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "wrong-starting-position" | "player-passed-over":
                if sum(bet.mark for bet in table.bets.values()) < 2:
                    raise Void(table.rules.irregularity(irregularity.id).full_cite)
                yield from self.out(table, irregularity)
            case "cards-to-ineligible-player":
                for _ in range(int(irregularity.detail.get("cards", 1))):
                    yield Deal("burn")
            case "hole-card-exposed":  # the card that was to be dealt down; the next one takes its place
                yield Deal("exposed", up=True)
            case _:
                yield from self.out(table, irregularity)

    def out(self, table: Table, irregularity: Irregularity) -> Round:
        """A hand is taken out of the round. Its owner's contribution stays in the pot, or is returned."""
        owner = out_of(irregularity)
        folded = any(each.hand == owner and each.decision == "fold" for each in table.answers)
        before = any(out_of(each) == owner for each in table.happened if each is not irregularity)
        if not owner or folded or before:
            return
        paragraph = self.ruled_by(table, irregularity)
        yield Discard(owner)
        if self.refunded(irregularity) and (int(owner), "pot") in table.bets:
            yield Settle(int(owner), "pot", "void", cite=paragraph)
        if irregularity.id == "unfair-conduct":
            yield Say(f"seat {owner} has been required to leave the game", "Division", paragraph)
        if isinstance(table.pending, Ask | Asks) or table.pending == Show(owner):
            raise Cancel

    def ruled_by(self, table: Table, irregularity: Irregularity) -> str:
        """The paragraph of a ruling."""
        return table.rules.irregularity(irregularity.id).full_cite

    def refunded(self, irregularity: Irregularity) -> bool:
        """Does the owner of a hand that is out get the contribution to the pot back?"""
        return irregularity.id in ("hand-lost-protected", "player-passed-over")

    def contested(self, table: Table, play: Play) -> bool:
        """Is more than one player left, after rulings have taken hands out of the round?"""
        for each in table.happened:
            player = next((player for player in play.contending if player.owner == out_of(each)), None)
            if player is None or len(play.contending) < 2:
                continue
            play.out(player, refunded=self.refunded(each) and not table.stake(player.seat, "pot"))
        return len(play.contending) > 1

    def void(self, table: Table, cite: str) -> Round:
        yield from table.taken_back(list(table.bets.values()), cite)
        raked = sum(bet.stake for bet in table.bets.values()) - table.ledger["layout"]
        if raked:
            yield Move("fees", "layout", raked, "rake given back", cite)
        yield from super().void(table, cite)

    # -- lawful tables

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        if rules.positions < 2:
            says = f"poker needs at least two players, not {rules.positions}"
            findings.append(Finding("seats", says, cite("14.6(b)")))
        ante = amount(rules, "ante")
        if 0 < ante < DOLLAR and ante % 25:
            says = f"an ante of {money(ante)} cannot be made in quarters and half dollars"
            findings.append(Finding("options.ante", says, cite("14.7(c)")))
        limited = rules["structure"] in ("fixed-limit", "spread-limit")
        posted = ["ante", "blinds", "forced-bet", "minimum-bet", *(["maximum-bet"] if limited else [])]
        for option in filter(rules.__contains__, posted):
            for each in amounts(rules, option):
                if each % rules.chip and not (option == "ante" and each < DOLLAR):  # which may be in coin
                    says = f"{money(each)} cannot be bet: the smallest chip is {money(rules.chip)}"
                    findings.append(Finding(f"options.{option}", says, cite("14.7(c)")))
        least, most = amount(rules, "minimum-bet"), amount(rules, "maximum-bet")
        if limited and least > most:
            says = f"the minimum bet of {money(least)} exceeds the maximum of {money(most)}"
            findings.append(Finding("options.maximum-bet", says, cite("14.17")))
        return findings

    # -- mathematics

    classic: ClassVar[tuple[str, ...]]
    """Well-known matchups, or ones that show what matters: hands, perhaps on a board."""
    unknown_hands = False
    """May one of the hands that are compared be unknown?"""

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        """There is no wager against the house; hands are compared instead."""
        given = (each.partition(" on ") for each in self.classic)
        return [row for hands, _, board in given for row in self.equities(rules, hands, board)]

    def equities(self, rules: Rules, hands: str, board: str) -> Iterable[WagerOdds]:
        from pitboss.games.poker_room.equities import equities

        return equities(self, hands, board)

    def ways(self, held: list[Hand], board: Hand) -> Ways:
        """The number of deals in which each hand wins or shares the ends of the pot."""
        from pitboss.games.poker_room.equities import deal_all

        return deal_all(self, held, board)

    def usual(self, table: Table, ask: Ask, choice: Choice) -> Cents:
        """The share of the pot that makes the first raise one to about three big blinds. With other betting limits, the
        player chooses."""
        part = Fraction(self.decision(choice.id).of_pot or 0)
        if not part or table.rules["structure"] not in ("no-limit", "pot-limit"):
            return super().usual(table, ask, choice)
        return self.sized(table, ask, choice, part)

    def marks(self, table: Table, ask: Ask, choice: Choice) -> tuple[tuple[str, Cents], ...]:
        if not self.usual(table, ask, choice):
            return ()
        return tuple(
            (name, self.sized(table, ask, choice, part))
            for name, part in (("½ pot", Fraction(1, 2)), ("Pot", Fraction(1)))
        )

    @staticmethod
    def sized(table: Table, ask: Ask, choice: Choice, part: Fraction) -> Cents:
        """The bet to be met plus this share of the pot after the call."""
        offered = {each.id: each.most for each in ask.choices}
        owed = offered.get("call", 0)
        pot = sum(bet.stake for bet in table.bets.values()) + owed
        # A player who may raise all-in raises to that; otherwise the pot is the limit.
        level = choice.most - offered["all-in"] + owed if "all-in" in offered else choice.most - pot
        steps = ceil((level + part * pot - choice.least) / choice.step)
        return min(choice.least + max(0, steps) * choice.step, choice.most)

    def thought(self, table: Table, ask: Ask) -> Callable[[], tuple[str, Cents] | None]:
        from pitboss.games.poker_room import bot

        return partial(bot.decided, self, bot.sight(table, ask))

    def strategy(self, rules: Rules) -> Strategy:
        raise Refused(
            f"{self.id} is played against other players, so no strategy is best against all of them; "
            f"`pitboss odds {self.id} --hands` compares hands"
        )

    def simulation(self, rules: Rules) -> Simulation:
        raise Refused(
            f"{self.id} has no wager against the house to simulate; `pitboss odds {self.id} --hands` "
            "gives the exact equity of hands against each other"
        )


def in_words(whole: Pot, raked: Pot, pot: Pot, parts: list[Part], odd: list[Odd]) -> dict[str, object]:
    """A pot in the answer: its amount, who could win it, the deductions, and each player's winnings."""
    given: dict[str, object] = {"amount": dollars(whole.amount), "eligible": sorted(pot.seats)}
    given["rake"] = dollars(whole.amount - raked.amount)
    if contributed := raked.amount - pot.amount:
        given["contribution"] = dollars(contributed)
    given["winners"] = [
        {"seat": part.seat, "amount": dollars(part.amount), "cite": cite(part.cite)}
        | ({"of": part.of.removeprefix(", ")} if part.of else {})
        for part in parts
    ]
    given["odd"] = [
        {"amount": dollars(each.amount), "seats": list(each.seats), "cite": cite(each.cite)} for each in odd
    ]
    return given


def beaten(player: Player, rivals: list[Player]) -> bool:
    """Does a rival have more, or is there nothing to win, at every end?"""
    for hand, values in enumerate(player.values):
        for n, value in enumerate(values):
            if value and all(rival.values[hand][n] <= value for rival in rivals):
                return False
    return True


def settled(player: Player, won: Cents, outcome: str, cite_: str) -> Settle:
    """A player's contribution to the pot against the winnings: profit and loss are other players', so
    they go through the layout and not through the bank."""
    net = won - player.put
    result: Result = "win" if net > 0 else "lose" if net < 0 else "push"
    return Settle(player.seat, "pot", result, max(net, 0), max(-net, 0), cite_, outcome, bank="layout")
