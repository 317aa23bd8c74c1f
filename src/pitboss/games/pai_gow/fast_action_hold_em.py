"""Fast action hold 'em, 13:69F-21."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book import (
    Ask,
    Asks,
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
    Show,
    Slide,
    Stake,
    arrangements,
    carries,
    cite,
    laid,
    rule,
)
from pitboss.book.endings import HALF, Ending, ended, ends, lose, push, win
from pitboss.book.facets import Marker
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.mathematics import WorkedOut
from pitboss.games.shoe import Shoe, ShoeGame, ShoeState
from pitboss.money import Cents
from pitboss.ranking.multideck import describe, multideck_value
from pitboss.table import Bet, Table, Void

if TYPE_CHECKING:
    pass

SURRENDER = Choice("surrender")
FOUR: Final = 4
DEALER: Final = 0
"""The dealer's place in the order of the deal."""
TEN, JACK, ACE = 8, 9, 12

# ---- the house way, 21.8(i) --------------------------------------------------------------------------


@rule(
    *("21.8(i)", "21.8(i)1", "21.8(i)2", "21.8(i)3", "21.8(i)4", "21.8(i)5", "21.8(i)6", "21.8(i)7"),
    *("21.8(i)8", "21.8(i)9", "21.8(i)10", "21.8(i)11", "21.8(i)12", "21.8(i)13", "21.8(i)14"),
    *('21.1 "Running cards"',),
)
def step_of(one: int, other: int) -> int:
    """The first of the fourteen house ways that two cards fit. Its condition ("10 or better") applies to both."""
    high, low = max(one >> 2, other >> 2), min(one >> 2, other >> 2)
    suited, running = one & 3 == other & 3, high - low == 1
    if high == low:
        return 1 if suited else 2
    if high == ACE:
        if low >= TEN:
            return 3 if suited else 5
        return 7 if suited else 10
    if running and low >= TEN and suited:
        return 4
    if running and low >= JACK:
        return 6
    if suited and low >= TEN:
        return 8
    if low >= JACK:
        return 9
    if suited:
        return 11 if running else 12
    return 13 if running else 14


@rule("21.8(i)")
def preference(one: int, other: int) -> int:
    """Two cards are preferred to others of a lower number: by the house way they fit, then the higher card, then the
    lower."""
    high, low = max(one >> 2, other >> 2), min(one >> 2, other >> 2)
    return 15 - step_of(one, other) << 8 | high << 4 | low


@rule("21.8(i)")
def house_way(cards: Sequence[int]) -> tuple[int, int]:
    """The places of the two cards that the house way sets; from three of a kind in three suits, those dealt first."""
    first, second, most = 0, 1, -1
    for one in range(len(cards)):
        for other in range(one + 1, len(cards)):
            preferred = preference(cards[one], cards[other])
            if preferred > most:
                first, second, most = one, other, preferred
    return first, second


# ---- settlement --------------------------------------------------------------------------------------


class End(Ending):
    """The result of the wager on a hand: the original one, and that of the second hand of a split."""

    NATURAL = ends("natural", main=win("21.8(b)", "natural"))
    SURRENDER = ends("surrender", main=lose("21.8(f)", HALF))
    DEALERS_NATURAL = ends("dealer's natural", main=lose("21.8(h)"), split=push("21.8(h)"))
    HIGHER = ends("higher hand", main=win("21.8(k)"), split=win("21.8(k)"))
    COPY = ends("copy hand", main=lose("21.8(k)"), split=lose("21.8(k)"))
    LOWER = ends("lower hand", main=lose("21.8(k)"), split=lose("21.8(k)"))
    NO_SPLIT = ends("no second hand")


@rule('21.1 "Natural"')
def natural(a: int, b: int, c: int, d: int) -> bool:
    return a >> 2 == b >> 2 == c >> 2 == d >> 2


@rule("21.3(c)", "21.8(k)", '21.1 "Copy hand"')
def compared(player: int, dealer: int) -> End:
    """Two hands by their values; of identical rank the dealer's wins."""
    if player == dealer:
        return End.COPY
    return End.HIGHER if player > dealer else End.LOWER


# ---- the game ----------------------------------------------------------------------------------------


class Hand(Struct):
    """A player's cards and the wager before them."""

    seat: int
    table: Table
    wager: str = "main"

    @property
    def owner(self) -> str:
        return str(self.seat) if self.wager == "main" else f"{self.seat}.2"

    @property
    def cards(self) -> list[int]:
        return self.table.cards(self.owner)

    def key(self, wager: str) -> str:
        return wager

    def stake(self, wager: str) -> Cents:
        return self.table.stake(self.seat, wager) if wager == self.wager else 0

    @property
    def staked(self) -> Cents:
        return self.stake(self.wager)

    def ends(self, ending: Ending) -> list[Settle]:
        return list(ended(self.table.rules, self, ending))

    def times(self, irregularity: str) -> int:
        """How often that happened to this hand."""
        return sum(each.id == irregularity and each.position == self.owner for each in self.table.happened)


class FastActionState(ShoeState):
    marker: int = DEALER
    """The place where the dealing marker lies (21.7(b))."""


class FastActionHoldEm(Felt, Cases, WorkedOut, ShoeGame):
    """Two cards of four, five community cards, and copies lose."""

    owners = ("1", "1.2", "1.discard", "dealer", "dealer.discard", "community", "burn")
    computed_by = "fast_action_hold_em_mathematics"

    State = FastActionState
    aliases: ClassVar[Mapping[str, str]] = {"set": "keep"}

    @staticmethod
    def state(table: Table) -> FastActionState:
        assert isinstance(table.state, FastActionState)
        return table.state

    # -- cards and wagers, 21.2, 21.6 and 21.10

    @carries("21.11")
    def shoe(self, rules: Rules) -> Shoe:
        """Shuffled before play and when the cutting card was reached, with a burn from every full shoe; or
        continuously by a device."""
        cards = len(rules.pack())
        if rules["shuffling"] == "continuous":
            return Shoe(cut=cards, burns="none", short="void", short_cite=cite("21.9(i)"))
        cut = cards * int(rules["cutting-card"]) // 100
        return Shoe(cut=cut, short="void", short_cite=cite("21.9(i)"))

    def accept(self, table: Table, bet: Bet) -> None:
        others = (each for each in table.bets.values() if table.same_person(each.seat, bet.seat))
        self.several(table.rules, {bet.seat, bet.position, *(each.position for each in others)})

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        if len(positions) > 1:
            raise Refused("a player may wager on one betting area only", "21.10")

    # -- the round, 21.7 and 21.8

    @carries('21.1 "Round of play"')
    def round(self, table: Table) -> Round:
        hands = [Hand(seat, table) for seat in sorted({bet.seat for bet in table.bets.values()})]
        yield from self.shuffle(table)
        yield Say("No more bets", cite=cite("21.7(b)"))
        yield from self.deal(table, hands)
        yield from self.pay_naturals(table, hands)
        set_hands = yield from self.set_hands(table, hands)
        yield Show("dealer")
        if set_hands and natural(*table.cards("dealer")):
            for hand in reversed(set_hands):
                yield from hand.ends(End.DEALERS_NATURAL)
        elif set_hands:
            yield from self.community(table)
            yield from self.showdown(table, set_hands)
        self.move_marker(table, 1)
        yield from self.close_shoe(table, [hand.seat for hand in hands])

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """Community cards decide nothing once everybody has surrendered or been paid, but may have been dealt."""
        return owner == "community" and len(cards) == 5 and not natural(*table.cards("dealer"))

    @carries('21.1 "Dealing marker"', "21.7(c)")
    def deal(self, table: Table, hands: Sequence[Hand]) -> Round:
        """Four cards each, one at a time, clockwise from the dealing marker (21.7(c)). A player who was passed over
        chooses when the others have their four; extra cards are dealt here (21.9(d), (e), (g))."""
        at = {hand.seat: hand for hand in hands}
        places = [DEALER, *range(1, table.rules.positions + 1)]
        start = self.state(table).marker % len(places)
        passed = Counter[int]()
        for _ in range(FOUR):
            for place in places[start:] + places[:start]:
                hand = at.get(place)
                if place == DEALER:
                    yield from self.give(table, "dealer", up=False)
                elif hand and hand.times("player-dealt-fewer-cards") > passed[place]:
                    passed[place] += 1
                elif hand and hand.staked:
                    yield from self.give(table, hand.owner, up=False, seats=(hand.seat,))
        for hand in hands:
            yield from self.complete(table, hand)
            for _ in range(hand.times("player-dealt-more-cards") if hand.staked else 0):
                yield from self.give(table, hand.owner, up=False, seats=(hand.seat,))

    def complete(self, table: Table, hand: Hand) -> Round:
        """A short hand is void, or completed, at the player's choice (21.9(e))."""
        if not hand.staked or len(hand.cards) >= FOUR:
            return
        answer = yield Ask(hand.seat, (Choice("complete-hand"), Choice("void-hand")), hand.owner)
        if answer.decision == "void-hand":
            yield Settle(hand.seat, hand.wager, "void", cite=cite("21.9(e)"))
            yield Discard(hand.owner)
        while hand.staked and len(hand.cards) < FOUR:
            yield from self.give(table, hand.owner, up=False, seats=(hand.seat,))

    def pay_naturals(self, table: Table, hands: Sequence[Hand]) -> Round:
        """Four of a kind is announced, shown and paid before anybody sets a hand (21.8(b))."""
        for hand in hands:
            first = hand.cards[:FOUR]
            over = len(hand.cards) > FOUR and table.rules["reading-over-dealt-natural"] == "as-read"
            if hand.staked and not over and UNKNOWN not in first and natural(*first):
                yield Show(hand.owner)
                yield from hand.ends(End.NATURAL)
                yield Discard(hand.owner)

    @carries('21.1 "Setting of a hand"', "21.8(e)")
    def set_hands(self, table: Table, hands: Sequence[Hand]) -> Generator[Event, Any, list[Hand]]:
        """All players choose at once: two cards to keep, a second hand and an equal wager for it, or half the wager
        back (21.8(a), (c), (f)). Returns the hands left on the layout."""
        asked = [hand for hand in hands if hand.staked]
        answers = (yield Asks(tuple(map(self.question, asked)))) if asked else ()
        lying: list[Hand] = []
        for hand, answer in zip(asked, answers, strict=True):
            if not hand.staked:
                continue  # a ruling has removed it
            if answer.decision == "surrender":
                yield from hand.ends(End.SURRENDER)
                yield Discard(hand.owner)
                continue
            lying.append(hand)
            rest = list((Counter(hand.cards) - Counter(answer.cards[0])).elements())
            if answer.amount:
                second = Hand(hand.seat, table, "split")
                yield Stake(hand.seat, "split", answer.amount, cite("21.8(c)"))
                yield from (Slide(hand.owner, second.owner, card) for card in rest)
                lying.append(second)
            else:
                yield from laid(hand.owner, discard=rest)
        for hand in reversed(hands):  # 21.8(e)
            if table.cards(f"{hand.owner}.discard"):
                yield Discard(f"{hand.owner}.discard")
        return lying

    @staticmethod
    def question(hand: Hand) -> Ask:
        """Every two cards may be kept; four may be split or surrendered, more than four may not (21.9(g)). Silence is
        the house way."""
        cards, stake, table = hand.cards, hand.staked, hand.table
        seen = [card for card in cards if card != UNKNOWN]
        keeps = arrangements(seen, "keep", keep=2)
        usual = max(keeps, key=lambda choice: preference(*choice.cards[0])).id if keeps else ""
        if given := table.set_as(hand.owner, ("discard",)):  # in a case, by the cards that were set
            usual = Ask(hand.seat, keeps).naming("", list((Counter(seen) - Counter(given[0])).elements()))
        if len(cards) > FOUR:
            return Ask(hand.seat, keeps, hand.owner, usual=usual, parts=("keep",))
        splits: Iterable[Choice] = ()
        if len(seen) == FOUR and table.chips(hand.seat) >= stake:
            splits = (
                replace(choice, least=stake, most=stake) for choice in arrangements(seen, "split", keep=2)
            )
        return Ask(hand.seat, (*keeps, *splits, SURRENDER), hand.owner, usual=usual, parts=("keep",))

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """A player who was dealt too many cards sets one hand of two."""
        over = Hand(ask.seat, table).times("player-dealt-more-cards")
        return "21.9(g)" if over and decision in ("split", "surrender") else None

    @carries('21.1 "Community card"', "21.8(j)", "21.8(g)")
    def community(self, table: Table) -> Round:
        """The dealer sets the dealer's hand by the house way, burns a card and deals the community cards (21.8(g),
        (j))."""
        cards = table.cards("dealer")
        kept = house_way(cards)
        yield from laid("dealer", discard=[card for place, card in enumerate(cards) if place not in kept])
        yield Discard("dealer.discard")
        yield from self.give(table, "burn", up=False)
        for _ in range(5):
            yield from self.give(table, "community")

    @staticmethod
    @carries('21.1 "Five-card hand"', '21.1 "Rank"', "21.8(l)", "21.8(m)")
    def showdown(table: Table, hands: Sequence[Hand]) -> Round:
        """From the dealer's right, counterclockwise: losers are collected at once, winners paid when all hands are
        exposed."""
        board = table.cards("community")
        dealers = multideck_value([*table.cards("dealer"), *board])
        winners: list[Settle] = []
        for hand in reversed(hands):
            yield Show(hand.owner)
            for settled in hand.ends(compared(multideck_value([*hand.cards, *board]), dealers)):
                if settled.result == "win":
                    winners.append(settled)
                else:
                    yield settled
        yield from winners

    def move_marker(self, table: Table, by: int) -> None:
        """Clockwise to the next position, or to the dealer's."""
        state = self.state(table)
        state.marker = (state.marker + by) % (table.rules.positions + 1)

    # -- irregularities, 21.9

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A fifth card follows four; if the call gives no point, an exposed card must be there."""
        held = len(table.cards(irregularity.position))
        match irregularity.id:
            case "player-dealt-more-cards":
                return held + (isinstance(pending, Deal) and pending.to == irregularity.position) >= FOUR
            case "players-card-exposed" if irregularity.at is None:
                return held > 0
        return super().can_happen(table, irregularity, pending)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "no-cards-dealt":
                yield from self.left_out(table, irregularity)
            case "insufficient-cards":
                self.state(table).refilled = True  # the whole set is shuffled before the next round
                raise Void(cite("21.9(i)"))
            case "marker-not-moved":
                self.move_marker(table, -1)
            case _:
                yield from super().ruling(table, irregularity)

    # -- what is seen

    def markers(self, table: Table) -> Sequence[Marker]:
        at = self.state(table).marker
        place = str(at) if at != DEALER else "dealer"
        says = f"the first card goes to position {at}" if at != DEALER else "the first card is the dealer's"
        return (Marker("DEAL", place, says, "button"),)

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        own = [card for card in seen[owner] if card != UNKNOWN]
        if owner.partition(".")[0] not in ("dealer", *map(str, table.seats)) or len(own) < len(seen[owner]):
            return ""
        if len(own) == FOUR:
            return "natural" if natural(*own) else ""
        board = seen.get("community", ())
        return describe(multideck_value([*own, *board])) if len(own) == 2 and len(board) == 5 else ""
