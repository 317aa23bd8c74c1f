"""What the games of the poker room share: button and forced bets, betting rounds, pots, rake, showdown."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, field

from pitboss.book import (
    Ask,
    Choice,
    Deal,
    Discard,
    Event,
    Game,
    Irregularity,
    Move,
    Refused,
    Return,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    Stake,
    State,
    cite,
    fee,
    rule,
)
from pitboss.book.events import Result
from pitboss.money import DOLLAR, Cents, cents, money, percent
from pitboss.table import Table, Void
from pitboss.table.check import Finding

if TYPE_CHECKING:
    from pitboss.odds import Strategy
    from pitboss.sim import Simulation

FOLD, CHECK, WAIT = Choice("fold"), Choice("check"), Choice("wait")


class PokerState(State):
    """What outlives a round: where the button is (0: not yet placed), and the positions the blinds went past
    while nobody played there (14.10(d)1i)."""

    button: int = 0
    passed: list[int] = field(default_factory=list)


class Player(Struct, eq=False):
    """A player in a round of play."""

    seat: int
    owner: str
    stack: Cents
    put: Cents = 0
    """All that he has in the pot."""
    bet: Cents = 0
    """His part of it in this betting round."""
    answered: Cents = -1
    """The bet that he last acted on in this betting round; -1: he has not acted."""
    checked: bool = False
    folded: bool = False
    shown: bool = False
    value: int = 0
    """His hand at the showdown."""


class Pot(NamedTuple):
    """The main pot or a side pot, and who can win it."""

    amount: Cents
    seats: tuple[int, ...]


# ---- settlement --------------------------------------------------------------------------------------


def side_pots(put: Mapping[int, Cents], contending: Collection[int]) -> list[Pot]:
    """The main pot and the side pots, main pot first: each level that somebody contending reached and no more
    is a pot of its own, which only those who reached it can win (14.7(c)4i, iii)."""
    pots, below = [], 0
    levels = sorted({put[seat] for seat in contending})
    for level in levels:
        top = level if level < levels[-1] else max(put.values())
        amount = sum(min(each, top) - min(each, below) for each in put.values())
        pots.append(Pot(amount, tuple(seat for seat in contending if put[seat] >= level)))
        below = level
    return [pot for pot in pots if pot.amount]


@rule("14.3(d)", "14.9(i)3ii", "14.10(j)")
def share(amount: int, among: int, place: int, unit: int) -> int:
    """What one of several tied players receives. Odd chips go one each to the first of them in line for it
    (``place`` 0 is the first), so that nobody's excess is more than a chip."""
    chips, rest = divmod(amount, unit)
    each, odd = divmod(chips, among)
    return (each + (place < odd)) * unit + (rest if place == 0 else 0)


@rule("14.7(c)3")
def may_participate(funds: int, ante: int, blind: int, minimum: int) -> bool:
    """Has the player enough for the bets required of him and one bet at the table minimum?"""
    return funds >= ante + blind + minimum


@rule('14.1 "Raise"', "14.17")
def most_in_pot_limit(level: int, owed: int, pot: int) -> int:
    """The highest bet in pot limit: the bet to be met and, on top, the pot as it is after calling it."""
    return level + owed + pot


@rule("14.14(b)2i")
def increments_reached(pot: int, levels: Sequence[int], increments: Sequence[int]) -> int:
    """What the incremental rake has taken when the pot stands at an amount."""
    taken = 0
    for n in range(len(levels)):
        if 0 < levels[n] <= pot:
            taken += increments[min(n, len(increments) - 1)]
    return taken


@rule("14.14(b)3ii", "14.14(b)3iii")
def time_due(hourly: int, minutes: int, chip: int) -> int:
    """The part of the hourly fee for so many minutes, in whole chips and never more than the fee."""
    due = hourly * minutes // 60
    return due - due % chip


def clockwise(seats: Iterable[int], start: int) -> list[int]:
    """The seats clockwise from a position on; seat 1 is at the dealer's left."""
    return sorted(seats, key=lambda seat: (seat < start, seat))


@cache
def _read(posted: str) -> tuple[Cents, ...]:
    return tuple(cents(each) for each in posted.split())


def amounts(rules: Rules, option: str) -> tuple[Cents, ...]:
    """The amounts the house has posted under an option."""
    return _read(str(rules[option]))


def amount(rules: Rules, option: str) -> Cents:
    return amounts(rules, option)[0]


# ---- a round of play ---------------------------------------------------------------------------------


class Play:
    """A round of play: the players clockwise from the button's left, what is posted and what has been bet."""

    def __init__(self, rules: Rules, players: list[Player]) -> None:
        self.rules = rules
        self.players = players
        self.structure = rules["structure"]
        self.reopening = rules["reopening"]
        self.raise_cap = rules["raise-cap"]
        self.check_raise = rules.on("check-raise")
        self.as_last_raise = rules["minimum-raise"] == "last-raise"
        self.minimum = amount(rules, "minimum-bet")
        self.maximum = amount(rules, "maximum-bet")
        self.ante = amount(rules, "ante")
        self.blinds = 0
        """How many have posted one, from the button's left."""
        self.waiting: list[int] = []
        """Seats that sit out until the button reaches them."""
        self.last: Player | None = None
        """Who made the last wager."""
        self.raked: list[Cents] = []
        """Taken so far from each pot, main pot first."""
        self.seen: list[Cents] = []
        """Each pot as it was when the rake was last worked out."""
        self.begin(self.minimum)

    def begin(self, size: Cents) -> None:
        """A new betting round, in which this is the least bet (in fixed limit, the bet)."""
        self.level = 0
        """The bet to be met: the highest of the betting round."""
        self.full = 0
        """The highest that counts as a full bet or raise."""
        self.size = size
        """The last full bet or raise, which the next one must equal."""
        self.raises = 0
        for player in self.players:
            player.bet = 0
            player.answered = -1
            player.checked = False

    @property
    def contending(self) -> list[Player]:
        return [player for player in self.players if not player.folded]

    def able(self) -> list[Player]:
        """Who can still bet: neither folded nor all-in."""
        return [player for player in self.players if player.stack and not player.folded]

    def pots(self) -> list[Pot]:
        put = {player.seat: player.put for player in self.players}
        return side_pots(put, [player.seat for player in self.contending])

    # -- what a player may do

    def choices(self, player: Player) -> tuple[Choice, ...]:
        """What a player in turn may do; nothing if no decision is left to him."""
        owed = self.level - player.bet
        rivals = any(other.stack and not other.folded and other is not player for other in self.players)
        if owed <= 0 and not rivals:
            return ()
        call = min(owed, player.stack)
        choices = [FOLD, Choice("call", call, call)] if owed > 0 else [CHECK]
        whole = player.stack <= owed
        if rivals and self.may_raise(player):
            least, most = self.raise_to(player)
            choices.append(Choice("raise" if self.level else "bet", least, most, self.rules.chip))
            whole = most == player.bet + player.stack
        if whole:
            choices.append(Choice("all-in", player.stack, player.stack))
        return tuple(choices)

    def may_raise(self, player: Player) -> bool:
        """Beyond the call there must be chips, an allowed raise, and a right to it: an all-in short of a full
        raise does not give those who have acted another one."""
        if player.stack <= self.level - player.bet:
            return False
        if self.raises == self.raise_cap:  # 14.17
            return False
        if player.checked and not self.check_raise:  # 14.7(j)
            return False
        return player.answered < 0 or self.counts(self.level - player.answered)

    def counts(self, increase: Cents) -> bool:
        """Is an increase large enough to count as a raise that reopens the betting?"""
        match self.reopening:
            case "any-raise":
                return increase > 0
            case "half-raise":
                return 2 * increase >= self.size
        return increase >= self.size

    def raise_to(self, player: Player) -> tuple[Cents, Cents]:
        """The least and the most that the player may bet or raise to; his whole stack is never too little."""
        whole = player.bet + player.stack
        step = self.size if self.as_last_raise else self.minimum
        least = self.level + step
        match self.structure:
            case "fixed-limit":
                least = most = self.full + self.size
            case "spread-limit":
                most = self.level + self.maximum
            case "pot-limit":
                pot = sum(each.put for each in self.players)
                most = most_in_pot_limit(self.level, self.level - player.bet, pot)
            case _:
                most = whole
        return min(least, whole), min(max(least, most), whole)

    # -- what he does

    def put(self, player: Player, chips: Cents) -> None:
        player.stack -= chips
        player.put += chips
        player.bet += chips

    def force(self, player: Player, chips: Cents) -> None:
        """A blind or forced bet: the bet to be met, and not yet an action of the player."""
        self.put(player, chips)
        self.level = max(self.level, player.bet)
        if self.level >= self.size:  # below, the first raise completes it to a full bet
            self.full = self.level
            if self.structure != "fixed-limit":
                self.size = self.level

    def act(self, player: Player, decision: str, chosen: Cents) -> Cents:
        """Note a decision other than a fold; returns the chips it puts into the pot."""
        to = {
            "check": player.bet,
            "call": player.bet + chosen,
            "all-in": player.bet + chosen,
        }.get(decision, chosen)
        if to > self.level:
            if self.counts(to - self.full):
                self.raises += self.level > 0
                self.full = to
                if self.structure != "fixed-limit":
                    self.size = max(self.size, to - self.level)
            self.level = to
            self.last = player
        player.checked |= decision == "check"
        player.answered = self.level
        chips = to - player.bet
        self.put(player, chips)
        return chips


class PokerRoom(Game):
    """A game between players for a pot; by 14.8(b) only those of the subchapter may be offered."""

    State = PokerState
    reveals = "closing"
    most_players = 11
    most_players_cite = "14.6(b)"

    # -- who plays, 14.7

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return ()

    def eligible(self, table: Table) -> list[int]:
        """The seats that can be dealt in."""
        rules = table.rules
        ante, minimum = amount(rules, "ante"), amount(rules, "minimum-bet")
        blind = max(amounts(rules, "blinds"))
        seats = sorted(table.seats)
        return [seat for seat in seats if may_participate(table.funds(seat), ante, blind, minimum)]

    def ready(self, table: Table) -> None:
        seats = len(self.eligible(table))
        if seats < 2:
            raise Refused(
                "poker needs two players with enough for the bets required and one bet at the table minimum",
                "14.6(b)" if len(table.seats) < 2 else "14.7(c)3",
            )
        if seats > self.most_players:
            raise Refused(
                f"{self.id} is played by at most {self.most_players} players, not {seats}",
                self.most_players_cite,
            )

    # -- the time charge, 14.14(b)3

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        due = self.time_charge(table, seat)
        return (Choice("pay-time", due, due),) if 0 < due <= table.funds(seat) else ()

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        due = self.time_charge(table, seat)
        yield fee(seat, due, "time charge", cite("14.14(b)3"))

    def time_charge(self, table: Table, seat: int) -> Cents:
        """What a seat pays when a part of the hour has passed, whether or not it plays; the table's charge is
        shared by all who are seated, odd chips by those at the dealer's left."""
        rules = table.rules
        due = time_due(amount(rules, "time-charge"), int(rules["time-charge-every"]), rules.chip)
        if rules["time-charge-by"] == "player":
            return due
        return share(due, len(table.seats), sorted(table.seats).index(seat), rules.chip)

    # -- before the deal

    def antes(self, play: Play) -> Round:
        if play.ante:
            for player in play.players:
                player.stack -= play.ante
                player.put += play.ante
                yield Stake(player.seat, "pot", play.ante, cite("14.7(b)1"))

    # -- betting

    def betting(self, table: Table, play: Play, first: int, cite_: str) -> Round:
        """A betting round: clockwise from a player until everyone left has answered the last bet. It does not
        take place when fewer than two players could bet."""
        players = play.players
        if len(play.able()) < 2:
            return
        play.last = None
        waiting = [*players[first:], *players[:first]]
        while waiting:
            player = waiting.pop(0)
            if player.folded or not player.stack or not (choices := play.choices(player)):
                continue
            answer = yield Ask(player.seat, choices, player.owner)
            if answer.decision == "fold":
                player.folded = True
                yield Discard(player.owner)
                if len(play.contending) == 1:
                    break
                continue
            before = play.level
            if chips := play.act(player, answer.decision, answer.amount):
                yield Stake(player.seat, "pot", chips, cite_)
                table.bets[player.seat, "pot"].mark = 1  # of his own will, 14.15(e)
            if play.level > before:
                place = players.index(player)
                waiting = [*players[place + 1 :], *players[:place]]
        yield from self.uncalled(play)
        yield from self.rake(play)

    def uncalled(self, play: Play) -> Round:
        """What nobody called of the last bet goes back; no rake is taken of it (14.14(d))."""
        second, first = sorted(player.bet for player in play.players)[-2:]
        if excess := first - second:
            player = next(each for each in play.players if each.bet == first)
            play.put(player, -excess)
            yield Return(player.seat, "pot", excess, cite("14.14(d)"))

    # -- the rake, 14.6(e)8 and 14.14

    def rake(self, play: Play) -> Round:
        """Taken after a betting round from every pot: a percentage of what was bet in it, antes apart, and
        what is due at the levels that pot and side pots together have reached."""
        rules = play.rules
        rate, levels = int(rules["rake"]), amounts(rules, "rake-levels")
        if not rate and not any(levels):
            return
        increments, maximum = amounts(rules, "rake-increments"), amount(rules, "rake-maximum")
        antes = play.ante * len(play.players)
        before, raked = play.seen, play.raked
        total = below = 0
        pots = play.pots()
        for n, pot in enumerate(pots):
            if n == len(raked):
                raked.append(0)
            had = before[n] if n < len(before) else 0
            bet = pot.amount - max(had, antes if n == 0 else 0)
            due = percent(bet, 100 * rate, rules.chip)  # 14.14(b)1i
            due += increments_reached(below + pot.amount, levels, increments)
            due -= increments_reached(below + had, levels, increments)
            due = min(due, pot.amount - raked[n], maximum - sum(raked) if maximum else due)
            raked[n] += due
            total += due
            below += pot.amount
        play.seen = [pot.amount for pot in pots]
        if total:
            yield Move("layout", "fees", total, "rake", cite("14.14(b)1ii" if rate else "14.14(b)2i"))

    # -- the end, 14.6(d) and (e)

    def value(self, table: Table, player: Player) -> int:
        """The value of a player's hand at the showdown: the higher wins."""
        raise NotImplementedError

    def describe(self, value: int) -> str:
        raise NotImplementedError

    def showdown(self, table: Table, play: Play) -> Round:
        """Whoever made the last wager shows first, the others follow clockwise (14.15(d)). A hand that one
        already shown beats in every pot is conceded unshown, unless the house has it disclosed."""
        pots = play.pots()
        players = play.players
        start = players.index(play.last) if play.last else 0
        for player in [*players[start:], *players[:start]]:
            if player.folded:
                continue
            player.value = self.value(table, player)
            beaten = all(
                any(each.shown and each.value > player.value and each.seat in pot.seats for each in players)
                for pot in pots
                if player.seat in pot.seats
            )
            if not beaten or play.rules["losing-hands"] == "shown":
                yield Show(player.owner)
                player.shown = True

    def award(self, table: Table, play: Play, cite_: str) -> Round:
        """Losing hands are taken in, side pots are awarded before the main pot (14.6(e)5, 6), and every
        player's contribution is settled with what he won."""
        contending = {player.seat: player for player in play.contending}
        won = {player.seat: 0 for player in play.players}
        said = []
        pots = play.pots()
        for n in range(len(pots) - 1, -1, -1):
            pot = Pot(pots[n].amount - (play.raked[n] if play.raked else 0), pots[n].seats)
            name = f"Side pot {n}" if n else "Main pot" if len(pots) > 1 else "Pot"
            for seat, part in self.divide(table, play, pot):
                won[seat] += part
                said.append(
                    Say(f"{name}: {money(part)} to seat {seat}", cite=cite("14.6(e)6" if n else "14.6(e)5"))
                )
        for seat, player in contending.items():
            if not won[seat]:
                yield Discard(player.owner)
        yield from said
        for player in sorted(play.players, key=lambda player: won[player.seat] > 0):
            if player.put:
                yield settled(player, won[player.seat], self.told(player), cite_)

    def told(self, player: Player) -> str:
        """How it ended for a player, as everybody may know it: a conceded hand stays unknown."""
        if player.folded:
            return "fold"
        if player.shown:
            return self.describe(player.value)
        return "conceded" if player.value else "no showdown"

    def divide(self, table: Table, play: Play, pot: Pot) -> Iterable[tuple[int, Cents]]:
        """The pot to the best hand; tied hands share it equally (14.3(d))."""
        contending = [player for player in play.players if player.seat in pot.seats]
        best = max(player.value for player in contending)
        winners = [player for player in contending if player.value == best]
        if len(winners) > 1 and play.rules["odd-chip"] == "highest-card":
            winners.sort(key=lambda player: -max(table.cards(player.owner)))
        unit = min(play.rules.chip, DOLLAR)
        for place, player in enumerate(winners):
            yield player.seat, share(pot.amount, len(winners), place, unit)

    # -- irregularities, 14.15

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "wrong-starting-position" | "player-passed-over":
                if sum(bet.mark for bet in table.bets.values()) < 2:
                    raise Void(cite(self.irregularity(irregularity.id).cite))
            case "cards-to-ineligible-player":
                for _ in range(int(irregularity.detail.get("cards", 1))):
                    yield Deal("burn")
            case "hole-card-exposed":  # the card that was to be dealt; the next one takes its place
                yield Deal("exposed", up=True)
        yield from ()

    def void(self, table: Table, cite: str) -> Round:
        raked = sum(bet.stake for bet in table.bets.values()) - table.ledger["layout"]
        if raked:
            yield Move("fees", "layout", raked, "rake given back", cite)
        yield from super().void(table, cite)

    # -- lawful tables

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        if not 2 <= rules.positions <= self.most_players:
            says = f"a table has two to {self.most_players} players, not {rules.positions}"
            findings.append(Finding("seats", says, cite(self.most_players_cite)))
        ante = amount(rules, "ante")
        if 0 < ante < DOLLAR and ante % 25:
            says = f"an ante of {money(ante)} cannot be made in quarters and half dollars"
            findings.append(Finding("options.ante", says, cite("14.7(c)")))
        if rules["structure"] in ("fixed-limit", "spread-limit"):
            least, most = amount(rules, "minimum-bet"), amount(rules, "maximum-bet")
            if least > most:
                says = f"the minimum bet of {money(least)} exceeds the maximum of {money(most)}"
                findings.append(Finding("options.maximum-bet", says, cite("14.17")))
        return findings

    # -- mathematics

    def strategy(self, rules: Rules) -> Strategy:
        raise Refused(
            f"{self.id} is played against other players, so no strategy is best whatever they do; "
            f"`pitboss odds {self.id} --hands` compares hands"
        )

    def simulation(self, rules: Rules) -> Simulation:
        raise Refused(
            f"{self.id} has no wager against the house to simulate; `pitboss odds {self.id} --hands` "
            "gives the exact equity of hands against each other"
        )


class ButtonGame(PokerRoom):
    """A poker game with a button and blinds, 14.10(c) to (e)."""

    hole_cards = 2

    def opening(self, table: Table) -> Generator[Event, Any, Play]:
        """Everything before the cards: the button in its place, the players in, antes and blinds."""
        seats, state = self.eligible(table), state_of(table)
        if not state.button:
            yield from self.place_button(table, seats)
        posted: list[int] = []
        waiting: list[int] = []
        for seat in self.passed(state, seats):
            answer = yield Ask(seat, (self.post(table.rules), WAIT), str(seat))
            (posted if answer.decision == "post" else waiting).append(seat)
        playing = [seat for seat in seats if seat not in waiting]
        order = clockwise(playing, clockwise(playing, state.button)[0] + 1)
        play = Play(table.rules, [Player(seat, str(seat), table.funds(seat)) for seat in order])
        play.waiting = waiting
        yield from self.antes(play)
        yield from self.post_blinds(play, posted)
        return play

    # -- the button, 14.10(c)

    def place_button(self, table: Table, seats: list[int]) -> Round:
        """At the commencement of play: to the player at the dealer's right, or by a card dealt to each."""
        state = state_of(table)
        if table.rules["first-button"] == "right-of-dealer":
            state.button = seats[-1]
            return
        yield Shuffle()
        dealt: dict[int, int] = {}
        for seat in seats:
            dealt[seat] = yield Deal("button", up=True)
        state.button = max(dealt, key=dealt.__getitem__)  # a card's number orders rank, then suit

    def rotate(self, table: Table, play: Play) -> None:
        """After the round the button moves clockwise to the next player, whoever waited for it included."""
        state = state_of(table)
        dealt = [player.seat for player in play.players]
        button, last = dealt[-1], dealt[play.blinds - 1]
        state.button = clockwise([*dealt, *play.waiting], button + 1)[0]
        if table.rules.on("post-to-enter"):
            around = table.rules.positions
            between = range(1, (last - button) % around)
            gone_past = {(button - 1 + step) % around + 1 for step in between}
            absent = [seat for seat in state.passed if seat in table.seats]
            state.passed = sorted(gone_past.union(absent).difference(dealt, [state.button]))

    # -- bets before the deal, 14.10(d)

    @staticmethod
    def passed(state: PokerState, seats: list[int]) -> list[int]:
        """Who posts a blind or waits, the blinds having gone past (14.10(d)1i); nobody, if without them there
        would be no game."""
        passed = [seat for seat in seats if seat in state.passed]
        return passed if len(seats) - len(passed) >= 2 else []

    @staticmethod
    def post(rules: Rules) -> Choice:
        blind = max(amounts(rules, "blinds"))
        return Choice("post", blind, blind)

    def post_blinds(self, play: Play, posted: list[int]) -> Round:
        """From the button's left, each player one blind; and those who post to enter, unless it is theirs."""
        blinds = amounts(play.rules, "blinds")
        play.blinds = min(len(blinds), len(play.players))
        for n, player in enumerate(play.players):
            chips = blinds[n] if n < play.blinds else max(blinds) if player.seat in posted else 0
            if chips:
                play.force(player, chips)
                yield Stake(player.seat, "pot", chips, cite("14.10(d)2" if n else "14.10(d)1"))

    # -- the cards, 14.10(e)

    def deal(self, play: Play) -> Round:
        """Face down, one at a time from the button's left, the button last."""
        yield Shuffle()
        for _ in range(self.hole_cards):
            for player in play.players:
                yield Deal(player.owner, seats=(player.seat,))


def state_of(table: Table) -> PokerState:
    assert isinstance(table.state, PokerState)
    return table.state


def settled(player: Player, won: Cents, outcome: str, cite_: str) -> Settle:
    """A player's contribution to the pot against what he won of it: his profit and his loss are other
    players', so they go through the layout and not through the bank."""
    net = won - player.put
    result: Result = "win" if net > 0 else "lose" if net < 0 else "push"
    return Settle(player.seat, "pot", result, max(net, 0), max(-net, 0), cite_, outcome, bank="layout")
