"""Winner's pot poker, 13:69F-33."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from pitboss.book import (
    Cap,
    Deal,
    Discard,
    Event,
    Finding,
    Irregularity,
    Move,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    State,
    Travel,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ends, lose
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import FOLD, HousePoker
from pitboss.games.house_poker.flop_poker import FIVE_CARDS, flop_row
from pitboss.games.odd_chips import share
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents, cents, money
from pitboss.ranking.high import best_five
from pitboss.table import Table, Void

HANDS: Final = FIVE_CARDS
"""The rows of jacks plus, from the lowest, 33.11(b)."""

BET, DOUBLE = 1, 2
"""Bet and double in antes."""
FULL: Final = 1 + BET + DOUBLE
"""The stake in the pot of a contestant who stays in, and of the dealer from the beginning, in antes."""
FIVE: Final = 5
"""The cards of a whole hand."""
DEALER: Final = 0
"""The dealer's place in the rotation of the button."""

# ---- settlement --------------------------------------------------------------------------------------


class Left(Ending):
    """A player who folds on three cards loses the ante; any bet on top of it stays in the pot (33.10(c)2)."""

    FOLD = ends("fold", ante=lose("33.10(a)2"))


JACKS_PLUS: Final = Paid("jacks-plus-bonus", HANDS, lost="33.10(g)")


@rule("33.7(d)", "33.8(c)", "33.9(c)")
def after_button(place: int, button: int, places: int) -> int:
    """The number of places clockwise from the one next to the button to a place, the dealer's being place 0."""
    return (place - button - 1) % places


@rule("33.10(h)1", "33.10(h)2", "33.10(h)2i", "33.10(h)2ii")
def divided(pot: int, players: int, dealer: int, percent: int, fixed: int, unit: int) -> tuple[int, int, int]:
    """A pot in which this many players and the dealer (1) or not (0) have the highest hand: the dealer's equal share,
    the commission on the rest, in hundredths of a percent, and the players' shares. ``fixed`` 0: the percentage
    only."""
    theirs = share(pot, players + dealer, players, unit) if dealer else 0
    commission = (pot - theirs) * percent // 10_000
    commission -= commission % unit
    if fixed:
        commission = min(commission, fixed)
    return theirs, commission, pot - theirs - commission


@rule('33.1 "Hand"', "33.10(g)", "33.11(b)")
def jacks_plus(cards: Sequence[int]) -> int:
    """The row of jacks plus for the cards a player holds, five or fewer, as an index into HANDS; 0 loses."""
    return flop_row(best_five(cards))


# ---- the game ----------------------------------------------------------------------------------------


class Button(State):
    """The button's place in the next round: a position, or 0 in front of the dealer."""

    button: int = DEALER
    """Its position; 0: in front of the dealer."""

    def seats(self) -> Iterable[int]:
        return (self.button,)


class WinnersPotPoker(HousePoker):
    """Stud for a pot to which the dealer contributes as a contestant. The dealer's stakes are the account ``pot``;
    those of the players stay on the layout until the pot is awarded, folded or not, so that a void round returns
    everything."""

    computed_by = "winners_pot_poker_mathematics"
    State: ClassVar[type[State]] = Button
    several_positions = "33.13"

    # -- the round, 33.7 to 33.10

    @carries('33.1 "Round of play"', "33.10(a)3", "33.10(b)", "33.10(c)3", "33.10(d)")
    def round(self, table: Table) -> Round:
        ante = ante_of(table.rules)
        order = in_order(table, self.hands(table))
        players = [hand for hand in order if hand]
        yield Move("bank", "pot", FULL * ante, "the dealer's ante, bet and double", cite("33.6(c)"))
        yield Say("No more bets", cite=cite("33.6(b)"))
        yield Shuffle()
        missed = yield from self.burn(table, 1, 0)
        yield from self.three_cards(table, order)
        for hand in players:  # 33.10(a)3
            if hand.stake("ante"):
                yield from self.raise_or(hand, "bet", BET * ante, 1, 1, FOLD, "33.10(a)1")
                yield from self.fold(hand)
        missed = yield from self.burn(table, 2, missed)
        yield from self.card_up(table, order, "bet")  # 33.10(b)
        for hand in players:  # 33.10(c)3
            if hand.stake("bet"):
                yield from self.raise_or(hand, "double", DOUBLE * ante, 1, 1, FOLD, "33.10(c)1")
                if not hand.stake("double") and not hand.stake("jacks-plus-bonus"):
                    yield Discard(hand.owner)  # 33.10(c)2; ante and bet are the pot's
        yield from self.burn(table, 3, missed)
        yield from self.card_up(table, order, "double")  # 33.10(d)
        yield from self.showdown(table)
        button_of(table).button = order[0].position if order[0] else DEALER

    def fold(self, hand: Hand) -> Round:
        if not hand.stake("bet"):
            yield from self.folded(hand, Left.FOLD)

    @staticmethod
    @carries('33.1 "Burn"')
    def burn(table: Table, street: int, missed: int) -> Generator[Event, Any, int]:
        """As many cards as there have been streets, less those burned, unless the dealer forgets one (33.12(e)).
        ``missed`` is how many were forgotten before; the result is how many have been now."""
        forgotten = sum(each.id == "burn-missed" for each in table.happened)
        if forgotten == missed:
            burned = sum(not held.up for held in table.hands.get("burn", ()))  # one found face up is none
            for _ in range(street - burned):
                yield Deal("burn")
        return forgotten

    @carries("33.7(e)1-3", "33.8(d)1-3")
    def three_cards(self, table: Table, order: Sequence[Hand | None]) -> Round:
        """Two cards down and one up to each, in turn or in stacks (33.7(e), 33.8(d), 33.9(d))."""
        turns = [(number, hand) for number in (1, 2, 3) for hand in order]
        if table.rules["dealing"] == "automated-shoe":
            turns = [(number, hand) for hand in order for number in (1, 2, 3)]
        for number, hand in turns:
            if number == 3:
                yield from self.dead_hands(table, order)
            if in_play(table, hand, "ante"):
                up = number == 3 and not exposed(table, hand)  # 33.12(a)
                yield Deal(owner_of(hand), up, (hand.seat,) if hand else ())
        yield from self.dead_hands(table, order)  # it may have come out with the last card

    def dead_hands(self, table: Table, order: Sequence[Hand | None]) -> Round:
        """Hands both of whose first cards were turned up (33.12(a))."""
        for hand in order:
            if exposed(table, hand) > 1 < len(table.cards(owner_of(hand))) and in_play(table, hand, "ante"):
                yield from self.dead_hand(table, hand)

    def dead_hand(self, table: Table, hand: Hand | None) -> Round:
        """The wagers of the hand are void, except a jacks plus wager that wins."""
        paragraph = cite("33.12(a)")
        if hand is None:
            if table.rules["reading-dealers-dead-hand"] == "void":
                raise Void(paragraph)
            yield Move("pot", "bank", table.ledger["pot"], "the dealer's hand is dead", paragraph)
        else:
            yield from [each for each in bonuses(table, [hand], cards=2) if each.result == "win"]
            left = [bet for bet in table.bets.values() if bet.seat == hand.seat]
            yield from self.give_back(table, left, paragraph)
        yield Discard(owner_of(hand))

    @staticmethod
    def card_up(table: Table, order: Sequence[Hand | None], wager: str) -> Round:
        """A card face up to the dealer and to each player who has made that wager."""
        for hand in order:
            if in_play(table, hand, wager):
                yield Deal(owner_of(hand), True, (hand.seat,) if hand else ())

    @carries("33.10(e)", "33.10(f)")
    def showdown(self, table: Table) -> Round:
        hands = counterclockwise(self.hands(table))
        remaining = [hand for hand in hands if hand.stake("double")]
        for hand in remaining:  # 33.10(e)
            for wager in ("ante", "bet", "double"):
                yield Travel(hand.seat, wager, "winners-pot")
        if in_play(table, None, "double"):  # 33.10(f)
            yield Show("dealer")
        for hand in remaining:
            yield Show(hand.owner)
        yield from bonuses(table, hands)
        yield from self.award(table)

    @staticmethod
    def award(table: Table) -> Round:
        """The pot to the highest hand, 33.10(h): losing stakes join the dealer's, the winners are paid from there, and
        the rest is commission and the dealer's share. Each step looks at the pot again: a hand may turn out to be void
        meanwhile."""
        award = awarded(table)
        while to_come := [each for each in award.settled if table.stake(each.seat, each.wager)]:
            yield to_come[0]
            award = awarded(table)
        if award.winners and (taken := table.ledger["pot"] - award.dealers):
            first = award.winners[0], "winners-pot"
            yield Move("pot", "fees", taken, "commission", award.cite, first)
        if rest := table.ledger["pot"]:
            yield Move("pot", "bank", rest, "the dealer's part of the pot", award.cite)

    # -- irregularities, 33.12

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "card-face-up" if not all_dealt(table, self.hands(table)):
                if sum(each.id == irregularity.id for each in table.happened) > 1:
                    raise Void(cite("33.12(b)"))
                if table.shoe:
                    yield Deal("burn", up=True)

    def void(self, table: Table, cite: str) -> Round:
        """Everything is returned, including the dealer's stakes."""
        if pot := table.ledger["pot"]:
            yield Move("pot", "bank", pot, "the dealer's wagers are void", cite)
        yield from super().void(table, cite)

    # -- mathematics

    def caps(self, rules: Rules) -> list[Cap]:
        """All who have a royal flush share it."""
        return [Cap(limit_of(rules), "33.11(c)", ("jacks-plus-bonus",), shared=True)]

    def check(self, rules: Rules) -> list[Finding]:
        if ante_of(rules) % rules.chip == 0:
            return []
        says = f"an ante of {money(ante_of(rules))} cannot be made in chips of {money(rules.chip)}"
        return [Finding("options.ante", says, cite('33.1 "Ante"'))]


def button_of(table: Table) -> Button:
    assert isinstance(table.state, Button)
    return table.state


def in_order(table: Table, hands: Iterable[Hand]) -> list[Hand | None]:
    """The contestants clockwise from the button; None is the dealer."""
    places: dict[int, Hand | None] = {DEALER: None, **{hand.position: hand for hand in hands}}
    button, around = button_of(table).button, table.rules.positions + 1
    return [places[place] for place in sorted(places, key=lambda place: after_button(place, button, around))]


def owner_of(hand: Hand | None) -> str:
    return hand.owner if hand else "dealer"


def in_play(table: Table, hand: Hand | None, wager: str) -> bool:
    """Does the hand have that wager on the layout; does the dealer have stakes in the pot?"""
    return bool(hand.stake(wager) if hand else table.ledger["pot"])


def exposed(table: Table, hand: Hand | None) -> int:
    """How many of the first two cards of a hand have been turned up in the deal."""
    times = {"hole-card-exposed": 1, "both-hole-cards-exposed": 2}
    return sum(times.get(each.id, 0) for each in table.happened if each.position == owner_of(hand))


def all_dealt(table: Table, hands: Iterable[Hand]) -> bool:
    """Does everybody still in for five cards have all of them?"""
    remaining = [hand for hand in hands if hand.stake("double") or hand.stake("winners-pot")]
    cards = [
        len(table.cards(owner_of(hand))) for hand in (*remaining, None) if in_play(table, hand, "double")
    ]
    return min(cards, default=0) >= FIVE


@carries("33.6(d)")
def bonuses(table: Table, hands: Iterable[Hand], cards: int = FIVE) -> Iterator[Settle]:
    """The jacks plus wagers of these hands on this many of their first cards, each under the payout limit,
    several royal flushes together (33.11(c))."""
    limit = limit_of(table.rules)
    royals: list[Settle] = []
    for hand in hands:
        if not hand.stake("jacks-plus-bonus"):
            continue
        made = HANDS[jacks_plus(table.cards(hand.owner)[:cards])]
        settled = list(by_cards(table.rules, hand, JACKS_PLUS, made))
        if made == "royal-flush":
            royals += settled
        else:
            yield from shared_cap(settled, limit, "33.11(c)")
    if len({table.person(each.seat) for each in royals}) < 2:  # two hands of one player do not share
        yield from (cut for each in royals for cut in shared_cap([each], limit, "33.11(c)"))
        return
    in_full = table.rules["reading-several-royal-flushes"] == "as-printed"
    yield from shared_cap(royals, limit, "33.11(c)", whole=in_full)


class Award(NamedTuple):
    """The result of each stake in the pot, losers first; the winners, the dealer's share, and why."""

    settled: list[Settle]
    winners: list[int]
    dealers: Cents
    cite: str


@carries('33.1 "Tie hand"')
def awarded(table: Table) -> Award:
    """The pot as the hands are now, including stakes that are already settled."""
    rules = table.rules
    unit = unit_of(rules)
    stakes = stakes_in_pot(table)
    values = {seat: best_five(table.cards(str(seat))) for seat, wager in stakes if wager == "winners-pot"}
    cards = table.cards("dealer")
    held = len(cards) == FIVE  # a dead hand never has that many
    house = (
        best_five(cards) if held and values else int(held)
    )  # no matter what the dealer holds, if nobody is left in
    highest = max(house, *values.values(), 0)
    winners = [seat for seat in values if values[seat] == highest]
    dealer = house == highest
    pot = sum(stakes.values()) + (FULL * ante_of(rules) if house else 0)
    theirs, _, left = divided(pot, len(winners), dealer, *commission(rules), unit)
    paragraph = "33.10(h)1" if not winners else "33.10(h)2i" if len(winners) + dealer == 1 else "33.10(h)2ii"
    settled = []
    for (seat, wager), stake in stakes.items():
        won = share(left, len(winners), winners.index(seat), unit) if seat in winners else 0
        net = won - stake
        outcome = "tie hand" if paragraph == "33.10(h)2ii" else "highest hand"
        settled.append(
            Settle(
                seat,
                wager,
                "win" if net > 0 else "lose" if net < 0 else "push",
                max(net, 0),
                max(-net, 0),
                cite(paragraph if wager == "winners-pot" else "33.10(c)2"),
                "fold" if wager != "winners-pot" else outcome if seat in winners else "lower hand",
                bank="pot",
            )
        )
    return Award(sorted(settled, key=lambda each: each.pays), winners, theirs, cite(paragraph))


POT: Final = tuple(map(cite, ("33.10(c)2", "33.10(h)1", "33.10(h)2i", "33.10(h)2ii")))
"""The paragraphs by which stakes in the pot are settled."""


def stakes_in_pot(table: Table) -> dict[tuple[int, str], Cents]:
    """The players' stakes in the pot, from the dealer's right, including those that the award has settled: any
    ante and bet on the layout when it begins belong to players who folded on four cards."""
    assert table.settlement is not None
    stakes = {
        (seat, wager): each.stake
        for seat, wagers in table.settlement.wagers.items()
        for wager, each in wagers.items()
        if each.cite in POT
    }
    stakes |= {key: bet.stake for key, bet in table.bets.items() if bet.id in ("ante", "bet", "winners-pot")}
    return dict(sorted(stakes.items(), reverse=True))


def ante_of(rules: Rules) -> Cents:
    return cents(rules["ante"])


def commission(rules: Rules) -> tuple[int, Cents]:
    """The percentage, in hundredths, and the fixed sum."""
    return cents(rules["commission-percent"]), cents(rules["commission-fixed"])


def unit_of(rules: Rules) -> Cents:
    """The unit to which shares and commission are rounded."""
    return rules.chip if rules["pot-shares"] == "chips" else 1


def limit_of(rules: Rules) -> Cents:
    """The payout limit of 33.11(c) at this table."""
    least = cents(rules["bonus-minimum"]) or rules.limits("jacks-plus-bonus").least
    won = max(least * odds.win // odds.stake for odds in rules.pay("jacks-plus-bonus").rows.values())
    return limit_over(rules, won)
