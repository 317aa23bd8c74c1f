"""The betting of the poker room: who may bet how much, and each player's contribution to the pot, 14.7 and 14.17."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field

from pitboss.book import Choice, Rules, carries, rule
from pitboss.games.poker_room.pots import Pot, side_pots
from pitboss.money import Cents, cents

FOLD, CHECK = Choice("fold"), Choice("check")


class Player(Struct, eq=False):
    """A player in a round of play."""

    seat: int
    owner: str
    stack: Cents
    put: Cents = 0
    """The player's total contribution to the pot."""
    anted: Cents = 0
    for_all: Cents = 0
    """The ante of all players in it, where one posts it for them."""
    bet: Cents = 0
    """The player's contribution in this betting round."""
    answered: Cents = -1
    """The bet on which the player last acted in this betting round; -1: not yet."""
    checked: bool = False
    folded: bool = False
    shown: bool = False
    values: list[tuple[int, ...]] = field(default_factory=list)
    """The player's hand at the showdown: its value at each end of the pot; several, if several were dealt."""


@rule("14.7(c)3")
def may_participate(funds: int, ante: int, blind: int, minimum: int) -> bool:
    """Has the player enough for the required bets and one bet at the table minimum?"""
    return funds >= ante + blind + minimum


@rule('14.1 "Raise"', "14.17")
def most_in_pot_limit(level: int, owed: int, pot: int) -> int:
    """The highest bet in pot limit: the bet to be met plus the pot after calling it."""
    return level + owed + pot


@rule("14.7(c)")
def coin_of(ante: int) -> int:
    """The coin in which an ante below a dollar is made: half dollars, or quarters."""
    return 50 if ante == 50 else 25


@rule("14.7(i)")
def one_chip_calls(chip: int, owed: int) -> bool:
    """A single chip put in silently is a call if it is large enough for one, and the dealer gives change."""
    return chip >= owed


@rule("14.7(f)", "14.7(g)", "14.7(g)1")
def bet_made(first: int, later: int, all_of_them: bool) -> int:
    """The bet of a player who puts chips in, and then more: all of them if the player said in time that the bet was not
    complete."""
    return first + later if all_of_them else first


@cache
def _read(posted: str) -> tuple[Cents, ...]:
    return tuple(cents(each) for each in posted.split())


def amounts(rules: Rules, option: str) -> tuple[Cents, ...]:
    """The amounts the house has posted under an option."""
    return _read(str(rules[option]))


def amount(rules: Rules, option: str) -> Cents:
    return amounts(rules, option)[0]


class Play:
    """A round of play: the players clockwise from the button's left, the forced bets and the bets so far."""

    def __init__(self, rules: Rules, players: list[Player], limits: tuple[Cents, Cents]) -> None:
        self.rules = rules
        self.players = players
        self.structure = rules["structure"]
        self.reopening = rules["reopening"]
        self.raise_cap = rules["raise-cap"]
        self.check_raise = rules.on("check-raise")
        self.as_last_raise = rules["minimum-raise"] == "last-raise"
        self.minimum, self.maximum = limits
        self.blinds = 0
        """The number of players who have posted one, from the button's left."""
        self.straddled = 0
        """The number who have straddled, next to these."""
        self.waiting: list[int] = []
        """Seats that sit out until the button reaches them."""
        self.first = 0
        """The index of the player who opened the last betting round."""
        self.last: Player | None = None
        """Who made the last bet or raise of the betting round."""
        self.initiated: Player | None = None
        """The player who made the last one in the round of play, including blinds and forced bet."""
        self.deck = len(rules.pack())
        self.reshuffled = 0
        """Used cards that are in the deck again."""
        self.shared = 0
        """The number of community cards that all alternative hands share."""
        self.opened: dict[int, int] = {}
        """The first to act, including the forced bet, by the number of the betting round."""
        self.returned: dict[int, Cents] = {}
        """The part of a last bet that nobody called, returned to each seat."""
        self.won: dict[int, Cents] = {}
        """The final winnings of each seat from the pot."""
        self.raked: list[Cents] = []
        """Rake so far from each pot, main pot first."""
        self.increments = 0
        """Rake so far at levels of the pot, or due there."""
        self.number = 0
        """Of the betting round."""
        self.begin(self.minimum)

    def begin(self, size: Cents) -> None:
        """A new betting round with this minimum bet (in fixed limit, the bet)."""
        self.number += 1
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

    @carries('14.1 "All-in"')
    def able(self) -> list[Player]:
        """Who can still bet: neither folded nor all-in."""
        return [player for player in self.players if player.stack and not player.folded]

    def pots(self) -> list[Pot]:
        put = {player.seat: player.put - player.for_all for player in self.players}
        bets = {player.seat: player.bet for player in self.players}
        pots = side_pots(put, [player.seat for player in self.contending], bets)
        if dead := sum(player.for_all for player in self.players):  # everybody contends for it
            everybody = tuple(player.seat for player in self.contending)
            first = pots.pop(0) if pots and len(pots[0].seats) == len(everybody) else Pot(0, everybody)
            pots.insert(0, Pot(first.amount + dead, everybody, first.bet))
        return pots

    @carries('14.1 "Pot"')
    def raked_pots(self) -> list[Pot]:
        """The pots less the rake of each; if a refund has left too little for it, the rest comes from the pot below."""
        pots, short = self.pots(), sum(self.raked)
        if not short:
            return pots
        for n in range(len(pots) - 1, -1, -1):
            pot = pots[n]
            taken = min(short - sum(self.raked[:n]), pot.amount)
            short -= taken
            pots[n] = Pot(pot.amount - taken, pot.seats)
        return pots

    def out(self, player: Player, refunded: bool) -> None:
        """A ruling has taken a hand out of the round. If two pots then become one, so does their rake; a refund does
        not change it."""
        pots = self.pots()
        highest = max((n for n, pot in enumerate(pots) if player.seat in pot.seats), default=0)
        player.folded = True
        if len(self.pots()) < len(pots):
            self.raked[highest : highest + 2] = [sum(self.raked[highest : highest + 2])]
        if refunded:
            player.put = player.bet = player.for_all = 0

    # -- what a player may do

    def choices(self, player: Player) -> tuple[Choice, ...]:
        """The player's choices in turn; nothing if there is no decision left."""
        owed = self.level - player.bet
        rivals = any(other.stack and not other.folded and other is not player for other in self.players)
        if not rivals:  # a blind for less than its amount leaves no more to call
            owed = min(owed, max(other.bet for other in self.contending if other is not player) - player.bet)
            if owed <= 0:
                return ()
        call = min(owed, player.stack)
        choices = [FOLD, Choice("call", call, call)] if owed > 0 else [CHECK]
        whole = player.stack <= owed
        if rivals and self.may_raise(player):
            least, most = self.raise_to(player)
            choices.append(Choice("raise" if self.level else "bet", least, most, self.rules.unit))
            whole = most == player.bet + player.stack
        if whole:
            choices.append(Choice("all-in", player.stack, player.stack))
        return tuple(choices)

    def may_raise(self, player: Player) -> bool:
        """A raise requires chips beyond the call, a raise that is allowed, and the right to raise: an all-in below
        a full raise does not give players who have acted another raise, unless several together make a full one."""
        if player.stack <= self.level - player.bet:
            return False
        if self.raises == self.raise_cap:  # 14.17
            return False
        if player.checked and not self.check_raise:  # 14.7(j)
            return False
        return player.answered < self.full or self.counts(self.level - player.answered)

    def counts(self, increase: Cents) -> bool:
        """Is an increase large enough to count as a raise that reopens the betting?"""
        match self.reopening:
            case "any-raise":
                return increase > 0
            case "half-raise":
                return 2 * increase >= self.size
        return increase >= self.size

    def raise_to(self, player: Player) -> tuple[Cents, Cents]:
        """The minimum and maximum that the player may bet or raise to; an entire stack is always enough."""
        whole = player.bet + player.stack
        step = self.size if self.as_last_raise else self.minimum
        forced = self.last is None and self.level < self.size  # the first bet completes it to a full one
        least = self.size if forced else self.level + step
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

    # -- what the player does

    def stop(self, player: Player) -> None:
        """The player bets no more and contends for the pot as it is, as if all-in (14.15(k)1)."""
        player.stack = 0

    def put(self, player: Player, chips: Cents) -> None:
        player.stack -= chips
        player.put += chips
        player.bet += chips

    def force(self, player: Player, owed: Cents) -> Cents:
        """A blind or forced bet: the bet to be met, and not yet an action of the player; returns the chips for it."""
        chips = min(owed, player.stack)
        self.put(player, chips)
        if owed > self.level:
            self.level = owed
            self.initiated = player
        if self.level >= self.size:  # below, the first raise completes it to a full bet
            self.full = self.level
            if self.structure != "fixed-limit":
                self.size = self.level
        return chips

    def act(self, player: Player, decision: str, chosen: Cents) -> Cents:
        """Record a decision other than a fold; returns the chips it puts into the pot."""
        to = {
            "check": player.bet,
            "call": player.bet + chosen,
            "all-in": player.bet + chosen,
        }.get(decision, chosen)
        if to > self.level:
            if self.counts(to - self.full):
                self.raises += self.full > 0
                self.full = to
                if self.structure != "fixed-limit":
                    self.size = max(self.size, to - self.level)
            self.level = to
            self.last = self.initiated = player
        player.checked |= decision == "check"
        player.answered = self.level
        chips = to - player.bet
        self.put(player, chips)
        return chips
