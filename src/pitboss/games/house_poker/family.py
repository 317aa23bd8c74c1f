"""What the poker games against the house share: positions, the deal, raises, settlement, caps and meters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book import (
    Ask,
    Cases,
    Choice,
    Deal,
    Discard,
    Felt,
    Finding,
    Irregularity,
    Posting,
    Refused,
    Round,
    Rules,
    Settle,
    Show,
    Shuffle,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, ended, loses, pays
from pitboss.book.events import Event
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.mathematics import WorkedOut
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.ranking.high import ONE_PAIR, best_five, describe, least
from pitboss.ranking.three import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, mini_royal, three_card_value
from pitboss.ranking.value import category, leading
from pitboss.solve.streets import Street
from pitboss.table import Bet, Table

FOLD = Choice("fold")
CHECK = Choice("check")
EXPOSE = Choice("expose")
CONCEAL = Choice("conceal")


class Hand(Struct):
    """A position with its wagers and its cards."""

    position: int
    seat: int
    table: Table
    cards: list[int]

    @property
    def owner(self) -> str:
        return str(self.position)

    def key(self, wager: str) -> str:
        """The wager at this position, as the layout names it: ``ante``, or ``ante@3`` at another player's position."""
        return wager if self.position == self.seat else f"{wager}@{self.position}"

    def stake(self, wager: str) -> Cents:
        bet = self.table.bets.get(
            (self.seat, wager if self.position == self.seat else f"{wager}@{self.position}")
        )
        return bet.stake if bet else 0

    @property
    def staked(self) -> bool:
        """Is any wager of the hand still on the layout?"""
        return any(
            bet.seat == self.seat and bet.position == self.position for bet in self.table.bets.values()
        )


class HousePoker(Posting, Felt, Cases, WorkedOut):
    """A game of poker hands against the dealer."""

    owners: ClassVar[tuple[str, ...]] = ("1", "dealer", "burn")
    unneeded: ClassVar[Collection[str]] = ("1", "dealer")  # who has folded meets nobody
    several_positions: ClassVar[str]
    """The paragraph that lets a player bet at several adjacent positions, or limits players to one."""

    # ---- the payout limit --------------------------------------------------------------------------------

    def payout_floor(self, rules: Rules) -> Cents:
        """The minimum of the house's payout limit; 0 if the text sets none."""
        return 0

    def unlawful_limit(self, rules: Rules) -> list[Finding]:
        if not (floor := self.payout_floor(rules)):
            return []
        return [each for cap in self.caps(rules) for each in below_floor(rules, floor, cap.cite)]

    def check(self, rules: Rules) -> list[Finding]:
        return self.unlawful_limit(rules)

    def ready(self, table: Table) -> None:
        super().ready(table)
        for finding in self.unlawful_limit(table.rules):
            raise Refused(finding.says, finding.cite)

    # ---- positions ---------------------------------------------------------------------------------------

    def hands(self, table: Table) -> list[Hand]:
        """The positions with a wager, from the dealer's far left clockwise."""
        seats = {bet.position: bet.seat for bet in table.bets.values()}
        return [Hand(position, seats[position], table, []) for position in sorted(seats)]

    def accept(self, table: Table, bet: Bet) -> None:
        """Only at as many positions as the house permits, and only at adjacent ones."""
        mine = {bet.position}
        taken = bet.position != bet.seat and bet.position in table.seats
        for each in table.bets.values():
            if table.same_person(each.seat, bet.seat):
                mine.add(each.position)
            taken |= each.position == bet.position and each.seat != bet.seat
        if taken:
            raise Refused(f"position {bet.position} belongs to another player", self.several_positions)
        self.several(table.rules, mine)
        super().accept(table, bet)

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        allowed = int(rules.get("positions-per-player", 1))
        if len(positions) > allowed:
            raise Refused(
                f"at this table a player may bet at {allowed} position{'s' * (allowed > 1)}, not {len(positions)}",
                self.several_positions,
            )
        if max(positions) - min(positions) != len(positions) - 1:
            raise Refused("the positions of one player must be adjacent", self.several_positions)

    # ---- the deal ----------------------------------------------------------------------------------------

    @carries(
        *("24.4(a)", "30.10(a)", "16.7(d)1-5", "16.8(c)1-5", "18.7(c)1-6", "18.8(c)1-6", "18.10(a)"),
        *("23.7(c)1-6", "23.8(c)1-6", "23.10(a)", "23.11(a)", "24.7(d)1-2", "24.8(c)1-2", "25.8(c)1-2"),
        *("28.7(d)1-4", "28.8(c)1-4", "29.7(d)1-6", "29.8(c)1-6", "30.7(d)1-4", "30.8(c)1-4", "32.7(d)1-4"),
        *("32.8(c)1-4", "35.7(d)1", "35.8(c)1", "37.7(d)1-4", "37.8(c)1-4", "40.7(d)1-6", "40.8(c)1-6"),
    )
    def deal(
        self,
        table: Table,
        hands: list[Hand],
        cards: int,
        dealer: int | None = None,
        up: int = 0,
        instead: Sequence[str] = (),
        stacks: bool = False,
    ) -> Round:
        """This many cards to each hand and to the dealer, clockwise, the dealer last: one at a time by hand or from a
        manual shoe, a stack at a time from an automated shoe or where the text requires ``stacks``. ``up`` is the
        dealer's face-up card (1 the first), 0 none. ``instead`` of a dealer's hand, cards may go to these owners one by
        one."""
        yield Shuffle()
        theirs = instead or ("dealer",) * (cards if dealer is None else dealer)
        if stacks or table.rules["dealing"] == "automated-shoe":
            for hand in hands:
                for _ in range(cards):
                    hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            for number, owner in enumerate(theirs, 1):
                yield Deal(owner, up=number == up)
            return
        for number in range(1, max(cards, len(theirs)) + 1):
            for hand in hands if number <= cards else ():
                hand.cards.append((yield Deal(hand.owner, seats=(hand.seat,))))
            if number <= len(theirs):
                yield Deal(theirs[number - 1], up=number == up)

    @staticmethod
    @carries('32.1 "Burn"', '37.1 "Burn"', "25.8(c)3", "35.7(d)2", "35.8(c)2")
    def community(cards: int, up: bool = True, burn: bool = True) -> Round:
        """Community cards, after a burn card where the text has one."""
        if burn:
            yield Deal("burn")
        for _ in range(cards):
            yield Deal("community", up=up)

    # ---- decisions ---------------------------------------------------------------------------------------

    @staticmethod
    def raise_or(
        hand: Hand,
        wager: str,
        ante: Cents,
        least: int,
        most: int,
        otherwise: Choice,
        paragraph: str,
        step: Cents = 0,
    ) -> Round:
        """A wager between these multiples of the ante, in the table's increments unless stated otherwise, or the other
        choice; a player who cannot afford the minimum has only the latter."""
        table = hand.table
        step = step or table.rules.unit
        funds = table.chips(hand.seat)
        affordable = min(most * ante, funds - funds % step)
        stakes = (Choice(wager, least * ante, affordable, step),) if affordable >= least * ante else ()
        answer = yield Ask(hand.seat, (*stakes, otherwise), hand.owner)
        if answer.decision == wager:
            yield Stake(hand.seat, hand.key(wager), answer.amount, cite(paragraph))

    @classmethod
    def on_street(cls, hand: Hand, street: Street, ante: Cents, step: Cents = 0) -> Round:
        """What a street lets a player stake, or leave."""
        least, most = min(street.times), max(street.times)
        otherwise = FOLD if street.folds else CHECK
        yield from cls.raise_or(hand, street.wager, ante, least, most, otherwise, street.cite, step)

    @staticmethod
    @carries(
        *("27.10(c)", "28.10(a)2i-ii", "32.10(e)2i-ii", "37.10(a)2i-ii", "37.10(c)2i-ii", "37.10(e)2i-ii")
    )
    def folded(hand: Hand, ending: Ending) -> Round:
        """A fold: the wagers it costs are collected and the cards taken up, unless another wager still needs them."""
        yield from list(ended(hand.table.rules, hand, ending))
        if not hand.staked:
            yield Discard(hand.owner)

    @staticmethod
    def exposed_or_lost(
        hands: Iterable[Hand], wager: str, exposed: Callable[[Hand], Settle], concealed: Ending
    ) -> Round:
        """A wager on a player's first cards, which must be exposed to win. It is lost if they stay concealed;
        the game decides the ``exposed`` ones. Losers are collected, then winners paid."""
        made = [hand for hand in hands if hand.stake(wager)]
        hidden = set()
        for hand in made:
            answer = yield Ask(hand.seat, (EXPOSE, CONCEAL), hand.owner, usual="expose")
            if answer.decision == "expose":
                yield Show(hand.owner)
            else:
                hidden.add(hand.position)
        settled = [
            next(ended(hand.table.rules, hand, concealed)) if hand.position in hidden else exposed(hand)
            for hand in made
            if hand.stake(wager)  # it may have been declared void while the player was deciding
        ]
        yield from sorted(settled, key=lambda each: each.result != "lose")

    # ---- settlement --------------------------------------------------------------------------------------

    @carries(
        *("25.10(f)", "20.10(c)1", "20.10(c)1ii-iii", "20.10(c)2", "20.10(c)2ii", "27.10(e)1"),
        *("27.10(e)1ii-iii", "27.10(e)2", "27.10(e)2ii", "18.10(g)1"),
    )
    def settle_in_order(self, table: Table, hands: Sequence[Hand]) -> Round:
        """From the dealer's far right: the whole table step by step, losers before winners, or player by player,
        by the house's choice."""
        order = counterclockwise(hands)
        if table.rules.get("settlement") == "step-by-step":
            for hand in order:
                yield Show(hand.owner)
            settled = [event for hand in order if hand.staked for event in self.settle(table, hand)]
            yield from sorted(settled, key=lambda event: isinstance(event, Settle) and event.result != "lose")
            return
        for hand in order:
            yield Show(hand.owner)
            if hand.staked:  # one may have been found void meanwhile
                yield from list(self.settle(table, hand))

    def settle(self, table: Table, hand: Hand) -> Iterable[Event]:
        """The results of a hand's wagers, all determined before any is settled."""
        raise NotImplementedError

    # ---- the names of hands ------------------------------------------------------------------------------

    shared: ClassVar[tuple[str, ...]] = ("community",)
    """The owners whose cards count for every hand."""
    hand_cards: ClassVar[int] = 1
    """With fewer cards a hand has no name."""
    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        """The value of a hand, from its own cards and then the community cards, as far as they are visible."""
        return best_five(cards)

    def qualifies(self, rules: Rules, value: int) -> bool:
        """Does the dealer's hand qualify?"""
        return True

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        own = seen[owner]
        if UNKNOWN in own or not (owner == "dealer" or owner.isdecimal()):
            return ""
        open_ = (card for each in self.shared for card in seen.get(each, ()) if card != UNKNOWN)
        cards = [*own, *open_]
        if not own or len(cards) < self.hand_cards:
            return ""
        value = self.worth(table.rules, cards)
        lacks = owner == "dealer" and not self.qualifies(table.rules, value)
        return self.describe(value) + ", does not qualify" * lacks

    # ---- void wagers -------------------------------------------------------------------------------------

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A dealer's card can be exposed once there is one; one of five is missing once four are there; and a missing
        card can be dealt in turn until community cards are turned up. An irregularity that a case places before there
        are such cards did not happen."""
        match irregularity.id:
            case "dealer-dealt-four":
                return len(table.cards("dealer")) >= 4
            case "dealer-card-exposed":
                return bool(table.cards("dealer"))
            case "community-card-exposed" if irregularity.at is None:
                return bool(table.cards("community"))
            case "hole-card-exposed" | "both-hole-cards-exposed" if irregularity.at is None:
                return bool(table.cards(irregularity.position or "dealer"))
            case "dealer-hand-completed":
                return not any(held.up for held in table.hands.get("community", ()))
        return super().can_happen(table, irregularity, pending)

    folds: ClassVar[Collection[str]] = ("fold",)
    """The decisions by which a player leaves the round."""

    def fold(self, hand: Hand) -> Round:
        """The wagers that a player who leaves the round gives up, collected."""
        raise NotImplementedError

    def give_back(self, table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
        """Void wagers are returned. But a player who has folded is out of the round: wagers given up belong to the
        house from that moment on, even if they are collected later."""
        bets = list(bets)
        for hand in self.hands(table):
            if has_folded(hand) and any(bet.position == hand.position for bet in bets):
                yield from self.fold(hand)
        left = [bet for bet in bets if (bet.seat, bet.wager) in table.bets]
        yield from super().give_back(table, left, paragraph)

    def void(self, table: Table, cite: str) -> Round:
        """All hands are void; wagers that the paragraph spares are settled all the same."""
        spared = self.spared(table)
        bets = [bet for bet in table.bets.values() if bet.id not in spared]
        yield from self.give_back(table, bets, cite)
        if left := self.hands(table):
            yield from self.settle_spared(table, left)

    def spared(self, table: Table) -> Collection[str]:
        """The wagers that stand despite the irregularity: for a card found face up, only after the deal; for any other,
        as soon as there are cards."""
        if table.by_order or not table.happened or not table.count("deal"):
            return ()
        data = table.rules.irregularity(table.happened[-1].id)
        return data.spares if data.id != "card-face-up" or self.all_dealt(table) else ()

    def all_dealt(self, table: Table) -> bool:
        """Does everybody, the dealer last, have the first cards?"""
        return len(table.cards("dealer")) == 2

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """The results of those wagers."""
        raise NotImplementedError

    @staticmethod
    def rest_of_deal(table: Table, hands: Sequence[Hand], cards: int, *others: str) -> Round:
        """The cards that an interrupted deal still owes to these hands and other owners, who all have the same
        number."""
        for number in range(1, cards + 1):
            for hand in hands:
                if len(table.cards(hand.owner)) < number:
                    yield Deal(hand.owner, seats=(hand.seat,))
            for owner in others:
                if len(table.cards(owner)) < number:
                    yield Deal(owner)


def has_folded(hand: Hand) -> bool:
    """Has the player left the round?"""
    game = hand.table.game
    assert isinstance(game, HousePoker)
    return any(ask.hand == hand.owner and ask.decision in game.folds for ask in hand.table.answers)


def thinks(hand: Hand, wager: str) -> bool:
    """Has the player still to decide between this wager and leaving the round?"""
    settlement = hand.table.settlement
    settled = settlement is not None and hand.key(wager) in settlement.wagers.get(hand.seat, ())
    return hand.stake("ante") > 0 and not hand.stake(wager) and not settled and not has_folded(hand)


def counterclockwise(hands: Iterable[Hand]) -> list[Hand]:
    """From the dealer's far right: the order of settlement."""
    return list(hands)[::-1]


# ---- the names of hands ----------------------------------------------------------------------------------

ABOVE_TWO_PAIRS: Final = (
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
"""The five-card hands above two pairs, from the lowest, as the rows of all pay tables name them."""
FIVE_CARDS: Final = ("high-card", "one-pair", "two-pair", *ABOVE_TWO_PAIRS)

# Ace, king and queen of one suit are a straight flush like any other (24.5(d)1, 25.5(c)1).
THREE_CARDS: Final = (
    "high-card",
    "one-pair",
    "three-card-flush",
    "three-card-straight",
    "three-of-a-kind",
    "three-card-straight-flush",
    "three-card-straight-flush",
)
"""The result of ``three_cards``, as the pay tables name it."""

# ---- five cards paid from a pair of jacks up -------------------------------------------------------------

# The rows of the pay table from the lowest, after the hands without one.
STUD_HANDS: Final = (
    "losing-hand",
    "pair-of-sixes-to-tens",
    "pair-of-jacks-or-better",
    "two-pairs",
    *ABOVE_TWO_PAIRS,
)
SIXES: Final = least(ONE_PAIR, 4)
JACKS: Final = least(ONE_PAIR, 9)


@rule(
    *("17.5(a)", "17.5(b)1-9", "17.9(a)", "17.9(b)", "17.9(c)", "35.5(a)", "35.5(b)1-9", "35.10(i)"),
    *("35.11(b)", '35.1 "Rank" or "ranking"'),
)
def stud_hand(cards: Sequence[int]) -> int:
    """The row for a player's own cards and the community cards, five together, as an index into STUD_HANDS."""
    value = best_five(cards)
    if value < JACKS:
        return int(value >= SIXES)
    return category(value) + 1


# ---- three-card bonus ------------------------------------------------------------------------------------

_THREE = 1 << 1
"""The top of A-2-3."""


@rule("18.3(c)1-6", "18.11(e)", "24.5(d)1-5", "25.5(c)1-5", "29.5(d)1-6")
def three_cards(a: int, b: int, c: int, low_ace: int) -> int:
    """The row of a three-card bonus that three cards make, counted from the lowest: the kinds of ``ranking.three`` and,
    above them, ace, king and queen of one suit. A-2-3 is a straight only if the low ace counts."""
    if mini_royal(a, b, c):
        return STRAIGHT_FLUSH + 1
    value = three_card_value(a, b, c)
    kind = category(value)
    if not low_ace and leading(value) == _THREE:
        if kind == STRAIGHT_FLUSH:
            return FLUSH
        if kind == STRAIGHT:
            return HIGH_CARD
    return kind


def low_ace(rules: Rules) -> int:
    """Does A-2-3 count as a straight at this table?"""
    return int(rules["reading-ace-two-three"] == "as-read")


# ---- caps and meters -------------------------------------------------------------------------------------


@rule("17.10(c)", "18.11(c)", "24.11(e)", "25.11(d)")
def payable(won: int, limit: int) -> int:
    """The limit on payments for the wagers under a payout limit on one hand; 0: the house has set none."""
    return min(won, limit) if limit else won


@rule("17.10(c)", "18.11(c)", "23.12(c)", "23.13(c)", "35.11(c)", lean=True)
def together(stake: int, wagers: int, line: Sequence[int], limit: int) -> int:
    """The net of this many equal wagers that end on one line, paid together at most the limit."""
    return payable(wagers * pays(stake, line), limit) - wagers * loses(stake, line)


@rule(
    *("17.10(c)", "18.11(c)", "24.11(e)", "25.11(d)", "28.11(e)", "29.11(e)", "32.11(e)", "33.11(c)"),
    "35.11(c)",
)
def whichever_is_greater(amount: int, most: int) -> int:
    """A payout limit, or the minimum that a house may set: this amount, or the most that the minimum wagers can win."""
    return max(amount, most)


def limit_over(rules: Rules, most: Cents) -> Cents:
    """The same at this table, where the minimum wagers can win this much."""
    return whichever_is_greater(DOLLAR * rules.figure("payout-limit"), most)


def below_floor(
    rules: Rules, floor: Cents, paragraph: str, option: str = "payout-limit"
) -> Iterator[Finding]:
    """The refusal of a payout limit below its minimum."""
    if 0 < cents(rules[option]) < floor:
        yield Finding(
            f"options.{option}", f"the payout limit must be at least {money(floor)}", cite(paragraph)
        )


@rule("32.11(e)", "38.11(h)")
def share_of(pays: int, cap: int, total: int) -> int:
    """A payment, or its share of a ceiling that the total exceeds, rounded down to the cent."""
    return pays if total <= cap else pays * cap // total


def shared_cap(
    settled: Sequence[Settle], cap: Cents, paragraph: str, whole: bool = False, rest: bool = True
) -> list[Settle]:
    """Payments under one ceiling: if their total exceeds it, each is reduced in proportion, rounded down to the cent,
    and the cents left over (the ``rest``) go to the first in order, or stay with the house; the ceiling's paragraph
    then decides the amount. With ``whole`` they add up to the ceiling even if they would not reach it."""
    total = sum(each.pays for each in settled)
    if not total or (total <= cap and not whole):
        return list(settled)
    more = cap if whole else 1  # certainly above the ceiling together, if it is paid out in full
    shares = [share_of(more * each.pays, cap, more * total) for each in settled]
    over = cap - sum(shares) if rest else 0
    limited = []
    for each, share in zip(settled, shares, strict=True):
        if each.pays:
            share, over = share + over, 0
            uncut = each.pays if share < each.pays else 0
            each = replace(each, pays=share, cite=cite(paragraph), uncut=uncut)
        limited.append(each)
    return limited
