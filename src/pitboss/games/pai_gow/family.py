"""What the games in which hands are set share: places, the start of the deal, setting, house ways, surrender, vigorish,
settlement. Banking by players is in `bank`.

Places are numbered counterclockwise: 0 is the dealer's, 1 the betting position at the dealer's far right.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.book import (
    Ask,
    Asks,
    Choice,
    Deal,
    Discard,
    Draw,
    Event,
    Irregularity,
    Marker,
    Move,
    Played,
    Refused,
    Roll,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Shuffle,
    State,
    arrangements,
    carries,
    laid,
    rule,
    ways,
)
from pitboss.book.data import HouseWay
from pitboss.book.endings import Ending, ended
from pitboss.book.events import Parts, spelled
from pitboss.equipment.cards import RANKS, UNKNOWN
from pitboss.equipment.cards import name as name_of
from pitboss.games.against_dealer import AgainstDealer, Hand
from pitboss.games.vigorish import vigorish
from pitboss.law import clipped
from pitboss.money import Cents
from pitboss.ranking.value import least
from pitboss.table import Bet, Table

DEALER: Final = 0
NOBODYS: Final = {DEALER: "dealer", 7: "dead hand"}
"""The places that are not players'; there is a dead hand where tiles are dealt."""
SURRENDER, EXPOSE = Choice("surrender"), Choice("expose")
PLAY, VOID = Choice("play"), Choice("void")
FIVE_PERCENT: Final = 5
"""The vigorish (10.7(k), 11.9(j), 34.12(h))."""


# ---- where the deal begins -----------------------------------------------------------------------------


@rule(
    *("10.6(c)1-2", "10.8(j)", "11.8C(b)2", "11.8C(c)", "31.11(b)2", "31.11(b)3i-ii", "31.11(c)"),
    *("34.11(b)2", "34.11(c)", "11.8C(b)3i-ii", "34.11(b)3i-ii"),
)
def counted(count: int, one: int, places: int) -> int:
    """The place at which a counterclockwise count ends that begins with one.

    >>> counted(8, DEALER, 7), counted(14, DEALER, 7), counted(9, DEALER, 8), counted(13, 2, 8)
    (0, 6, 0, 6)
    """
    return (one + count - 1) % places


@rule("11.8(c)", "11.8B(d)", "31.8(c)", "31.10(d)", "34.8(c)", "34.10(d)")
def clockwise(start: int, places: int) -> list[int]:
    """Every place in the order of the deal, wager or not."""
    return [(start - step) % places for step in range(places)]


@rule("11.8A(c)", "31.9(c)", "34.9(c)")
def left_to_right_and_back(stacks: Sequence[int], rows: int) -> list[int]:
    """The place of each card where stacks are dealt from the hand, a row of cards at a time.

    >>> left_to_right_and_back([0, 6, 5], 2)
    [0, 6, 5, 5, 6, 0]
    """
    return [place for row in range(rows) for place in (stacks if row % 2 == 0 else reversed(stacks))]


# ---- hands and the bank --------------------------------------------------------------------------------


@carries(
    *('34.1 "Bank"', '34.1 "Co-banking"', '10.1 "Bank"', '10.1 "Co-banking"', '11.1 "Bank"'),
    *('11.1 "Co-banking"',),
)
class Bank(Struct, frozen=True):
    """The bank, which pays and collects: the house, or a player, perhaps with the house for one half."""

    seat: int = DEALER
    co: bool = False
    dealers: Cents = 0
    """What the dealer wagers against a player's bank."""
    looks: bool = False
    """Does a wager of the bank's depend on the dealer's cards?"""

    @property
    def owner(self) -> str:
        """The owner of the hand that the others play against."""
        return str(self.seat) if self.seat else "dealer"

    @property
    def dealer_plays(self) -> bool:
        """Are the dealer's cards needed? If not, they are collected with those of places without a wager."""
        return not self.seat or bool(self.dealers) or self.looks

    @property
    def account(self) -> str:
        """A player's bank collects in the centre, and pays from there."""
        return "centre" if self.seat else "bank"


HOUSE: Final = Bank()


class PaiGowState(State):
    button: int = DEALER
    """Where it is, if it determines the start of the deal: in front of the dealer at first."""

    def seats(self) -> Iterable[int]:
        yield self.button


class PaiGow(AgainstDealer):
    """A game in which cards are set as a high hand and lower ones."""

    owners: ClassVar[tuple[str, ...]] = ("1", "1.low", "dealer", "dealer.low", "dead", "burn")
    State = PaiGowState
    folds = ("surrender",)
    unneeded = ("dealer",)  # a surrendered hand meets no other
    assumed: ClassVar[Mapping[str, object]] = {}

    main: ClassVar[str]
    """The wager that is decided by the hands set."""
    parts: ClassVar[Mapping[str, int]] = {"low": 2}
    """The parts set apart from the high hand, and how many cards each part has, from the higher to the lower."""
    stack: ClassVar[int]
    """Cards of a hand."""
    places: ClassVar[int] = 7
    """Hands dealt: the dealer's, six betting positions', and with tiles the dead hand."""
    endings: ClassVar[type[Ending]]
    """How the main wager may end: in addition to the results of `against` a SURRENDER and, where the order of the
    hands or their sizes can be wrong, a FOUL and SET_WRONGLY."""
    no_more_bets: ClassVar[str]
    """The paragraph of the call."""
    vigorish_cite: ClassVar[str] = ""
    """The paragraph of the vigorish, where there is one."""
    early_surrender: ClassVar[bool] = True
    """May players surrender as soon as they see their cards, or only after the bank's hands have been set?"""
    winners_last: ClassVar[bool] = False
    """Are winners paid when all hands have been exposed, or each in turn?"""

    # ---- hands of the game -------------------------------------------------------------------

    def values(self, rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The values of the hands that an owner has set, from the high hand down."""
        raise NotImplementedError

    def fouls(self, rules: Rules, values: tuple[int, ...]) -> bool:
        """Is this not the order in which hands are to be set?"""
        raise NotImplementedError

    def against(
        self, rules: Rules, mine: tuple[int, ...], theirs: tuple[int, ...], dealer: bool = False
    ) -> Ending:
        """The result of the main wager of a player, or of the dealer against a bank, when hands are compared."""
        raise NotImplementedError

    # ---- house ways ----------------------------------------------------------------------------------------

    def house_way(self, rules: Rules, cards: Sequence[int]) -> int:
        """How the house sets these cards: the index of the setting among all `ways` to set them."""
        return self.set_in(rules.way, rules, cards)

    def set_in(self, way: tuple[Any, ...], rules: Rules, cards: Sequence[int]) -> int:
        """How cards are set in a house way."""
        aims, order = way

        def rank(setting: Parts) -> tuple[int, ...]:
            values = self.values(rules, apart(cards, setting))
            if self.fouls(rules, values):
                return (-len(aims) - 2,)
            return (-first_reached(aims, values), *(values[place] for place in order))

        settings = list(ways(cards, **self.parts))
        ranks = [rank(setting) for setting in settings]
        return ranks.index(max(ranks))

    def way(self, rules: Rules) -> tuple[Any, ...]:
        """The house way in force: what each of its aims requires of the values, and the order of the parts."""
        return read_way(self, rules, rules.house_way)

    def reach(self, rules: Rules, part: str, words: str, most: bool) -> int:
        """The lowest value of a part that matches the words of a house way, or the highest."""
        raise NotImplementedError

    def set_by_house(self, table: Table, owner: str) -> Round:
        """The dealer sets a hand: by the house way, unless a case gives the setting; a hand set wrongly is set
        again."""
        cards, parts = table.cards(owner), table.set_as(owner, self.parts)
        if UNKNOWN in cards:
            parts = self.somehow(cards)
        elif parts is not None and self.misset(table, owner, apart(cards, parts)):
            table.set_anew(owner)
            parts = None
        if parts is None:
            parts = list(ways(cards, **self.parts))[self.house_way(table.rules, cards)]
        yield from laid(owner, **dict(zip(self.parts, parts, strict=True)))

    def somehow(self, cards: Sequence[int]) -> Parts:
        """Unknown cards of a case, set in the order dealt. A player who surrenders shows them to nobody, and if all do,
        the dealer's decide nothing; a rule that asks for their value is refused."""
        left = iter(cards)
        return tuple(tuple(islice(left, size)) for size in self.parts.values())

    def misset(self, table: Table, owner: str, hands: Sequence[Sequence[int]]) -> bool:
        """Are hands set by the house out of order, or miscalled?"""
        called = owner == "dealer" and any(each.id == "dealer-misset" for each in table.happened)
        return called or self.set_wrongly(table.rules, hands)

    def set_wrongly(self, rules: Rules, hands: Sequence[Sequence[int]]) -> bool:
        """Are hands of the wrong sizes, or out of order?"""
        return not self.sized(hands[1:]) or self.fouls(rules, self.values(rules, hands))

    def sized(self, parts: Sequence[Sequence[int]]) -> bool:
        """Does each part have the right number of cards?"""
        return [len(part) for part in parts] == list(self.parts.values())

    def laid_out(self, table: Table, owner: str) -> list[list[int]]:
        """An owner's hands as they were set."""
        return [table.cards(each) for each in self.set_apart(owner)]

    def set_as(self, table: Table, owner: str) -> tuple[int, ...]:
        """The values of an owner's hands as they were set."""
        return self.values(table.rules, self.laid_out(table, owner))

    def set_apart(self, owner: str) -> tuple[str, ...]:
        """The owners of an owner's set hands, from the high hand down."""
        return (owner, *(f"{owner}.{part}" for part in self.parts))

    def exposed(self, hand: Hand) -> Round:
        yield from map(Show, self.set_apart(hand.owner))

    # ---- wagers and positions ------------------------------------------------------------------------------

    def hands(self, table: Table) -> list[Hand]:
        """The positions with a main wager, counterclockwise from the dealer's far right: the order of settlement."""
        made = sorted((bet.position, bet.seat) for bet in table.bets.values() if bet.id == self.main)
        return [Hand(position, seat, table, []) for position, seat in made]

    @staticmethod
    def state(table: Table) -> PaiGowState:
        assert isinstance(table.state, PaiGowState)
        return table.state

    # ---- the round -----------------------------------------------------------------------------------------

    @carries("11.8(a)", "11.8A(b)2", "11.8B(b)2", "31.9(b)2", "31.10(b)2", "34.9(b)2", "34.10(b)2")
    def round(self, table: Table) -> Played:
        bank = yield from self.the_bank(table)
        yield Shuffle()
        yield Say("No more bets", cite=self.cite(self.no_more_bets))
        start = yield from self.start(table, bank)
        hands = self.hands(table)
        if hands:  # dice may have decided all wagers
            yield from self.deal_hands(table, hands, bank, start)
            yield from self.set_hands(table, hands, bank)
            yield from self.set_banks(table, bank)
            yield from self.last_word(table, hands, bank)
        yield from self.settle_round(table, hands, bank)
        self.finish(table, bank)
        return self.course(table)

    def the_bank(self, table: Table) -> Generator[Event, Any, Bank]:
        """The house, unless the game lets players bank."""
        yield from ()
        return HOUSE

    # -- the start

    @carries(
        *("10.6(b)", "11.8(b)", "11.8A(e)", "11.8B(c)", "11.8C(a)", "11.10(h)3", "11.10(i)4", "11.10(j)3"),
        *("31.8(b)", "31.9(e)", "31.10(c)", "31.11(a)", "31.11(b)1", "34.8(b)", "34.9(e)", "34.10(c)"),
        *("34.11(a)", "34.11(b)1", "34.13(h)3", "34.13(i)4", "34.13(j)3"),
    )
    def start(self, table: Table, bank: Bank) -> Generator[Event, Any, int]:
        """The place where the deal begins: by dice, by the generator, or where the button is."""
        method = table.rules.get("starting-position", "dice")
        if method == "button":
            return self.state(table).button
        if method == "dice":
            shown = yield Roll(3, decides=self.rides_on_start(table))
        else:
            shown = yield Draw(1, 7, decides=self.rides_on_start(table))
        yield from self.shown(table, shown, bank)
        return counted(sum(shown), bank.seat, self.places)

    def rides_on_start(self, table: Table) -> bool:
        """Does a wager depend on the dice, or on the generator's number?"""
        return False

    def shown(self, table: Table, shown: tuple[int, ...], bank: Bank) -> Round:
        """The wagers that the dice, or the generator's number, decide at once."""
        yield from ()

    # -- the deal

    @carries(
        *("10.6(e)", "10.8(l)", "11.8(d)1", "11.8A(d)1", "11.8A(g)", "11.8B(e)1", "11.8B(f)", "31.8(d)1"),
        *("31.9(g)", "31.10(e)1", "34.8(f)", "34.9(g)", "34.10(f)", '10.1 "Dead hand"'),
    )
    def deal_hands(self, table: Table, hands: Sequence[Hand], bank: Bank, start: int) -> Round:
        """Every place is dealt, with or without a wager; cards at places without one are collected unseen."""
        for place in self.order(table, bank, start):
            yield self.card_to(hands, bank, place)
        if table.cards("dead"):
            yield Discard("dead")
        for hand in hands:
            hand.cards = table.cards(hand.owner)

    @carries("11.8B(a)", "31.9(a)", "31.10(a)", "34.9(a)", "34.10(a)")
    def order(self, table: Table, bank: Bank, start: int) -> Iterator[int]:
        """The place of each card in turn: card by card or stack by stack clockwise, or stacks laid out from left to
        right and back again, which are then delivered."""
        around = clockwise(start, self.places)
        match table.rules.get("dealing"):
            case "automated-shoe":
                yield from (place for place in around for _ in range(self.stack))
            case "hand":
                yield from left_to_right_and_back(self.stacks(table, bank, start), self.stack)
            case _:
                yield from around * self.stack

    @carries("11.8A(f)", "11.10(i)5", "31.9(f)", "34.13(i)5")
    def stacks(self, table: Table, bank: Bank, start: int) -> Sequence[int]:
        """The place to which each stack of a deal from the hand is delivered: the first is at the dealer's far left,
        and the others follow clockwise. A player's bank may choose the first."""
        first = self.first_stack(table, bank)
        return [(start - (stack - first)) % self.places for stack in range(self.places)]

    def first_stack(self, table: Table, bank: Bank) -> int:
        return 0

    def card_to(self, hands: Iterable[Hand], bank: Bank, place: int) -> Deal:
        """A card dealt to a place; hands that nobody plays are dead."""
        seats = {hand.position: hand.seat for hand in hands}
        if bank.seat:
            seats[bank.seat] = bank.seat
        if place in seats:
            return Deal(str(place), seats=(seats[place],))
        return Deal("dealer" if place == DEALER and bank.dealer_plays else "dead")

    # -- setting

    @carries(
        *('31.1 "Set or setting the hands"', '34.1 "Set or setting the hands"', '10.1 "Setting the hands"'),
        *('11.1 "Set"',),
    )
    def set_hands(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """All players at once; a player at two positions sets the hand with the larger wager first and, of equal ones,
        the first counterclockwise."""
        for turn in turns(hands, lambda hand: -hand.stake(self.main)):
            asks = tuple(self.to_set(table, hand.seat, hand.owner, self.may_surrender(hand)) for hand in turn)
            for answer in (yield Asks(asks)):
                yield from self.set_by_player(table, answer, bank)

    def to_set(self, table: Table, seat: int, owner: str, surrender: bool) -> Ask:
        """The question how a hand is set. A case may give hands of the wrong sizes."""
        cards = table.cards(owner)
        given_up = (SURRENDER,) * (surrender and self.early_surrender)
        if UNKNOWN in cards:
            return Ask(seat, (Choice("set"), *given_up), owner, usual="set")
        choices = [
            choice.warned(self.warning)
            if self.fouls(table.rules, self.values(table.rules, apart(cards, choice.cards)))
            else choice
            for choice in arrangements(cards, **self.parts)
        ]
        usual = list(ways(cards, **self.parts))[self.house_way(table.rules, cards)]
        choices.append(Choice("house-way", secret=True, cards=usual))
        given = table.set_as(owner, self.parts)
        if given is not None and not self.sized(given) and "SET_WRONGLY" in self.endings.__members__:
            choices.insert(0, Choice(f"set-{spelled(given)}", secret=True, cards=given, warning=self.warning))
        return Ask(seat, (*choices, *given_up), owner, parts=tuple(self.parts), usual="house-way")

    warning: ClassVar[str] = "the hands would be out of order, which loses"

    def may_surrender(self, hand: Hand) -> bool:
        """Some wagers bar it."""
        return True

    def set_by_player(self, table: Table, answer: Ask, bank: Bank) -> Round:
        if answer.decision == "surrender":
            hand = Hand(int(answer.hand), answer.seat, table, [])
            yield from self.surrender(table, hand, bank)
        elif answer.decision:  # otherwise a ruling has removed the hand
            parts = answer.cards or self.somehow(table.cards(answer.hand))
            yield from laid(answer.hand, **dict(zip(self.parts, parts, strict=True)))

    @carries("10.7(f)2")
    def surrender(self, table: Table, hand: Hand, bank: Bank) -> Round:
        """The wager is collected at once, and so are the cards unless another wager still needs them."""
        yield from self.banked(ended(table.rules, hand, self.endings["SURRENDER"]), bank)
        if not hand.staked:
            yield from (Discard(owner) for owner in self.set_apart(hand.owner) if table.cards(owner))

    def fold(self, hand: Hand) -> Round:
        yield from self.banked(ended(hand.table.rules, hand, self.endings["SURRENDER"]), bank_of(hand.table))

    @carries("10.7(c)", "11.9(c)", "31.12(c)", "34.12(c)")
    def set_banks(self, table: Table, bank: Bank) -> Round:
        """When all players have set, the dealer turns over and sets the dealer's cards, if a player is left."""
        if self.hands(table):
            yield Show("dealer")
            yield from self.set_by_house(table, "dealer")

    def last_word(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """Until the hands are exposed a player may surrender, having seen the bank's."""
        staying = [hand for hand in hands if hand.stake(self.main) and self.may_surrender(hand)]
        for turn in turns(staying, lambda hand: hand.position):
            asks = tuple(Ask(hand.seat, (EXPOSE, SURRENDER), hand.owner, usual="expose") for hand in turn)
            for answer in (yield Asks(asks)):
                if answer.decision == "surrender":
                    yield from self.set_by_player(table, answer, bank)

    # -- settlement

    def settle_round(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """Hands are exposed counterclockwise from the dealer's far right and compared with the bank's; wagers are paid
        and collected in that order, the winners last where the text says so."""
        waiting: list[Event] = []
        for hand in hands:
            if not hand.stake(self.main):
                continue
            yield from self.exposed(hand)
            decided = list(self.settle_main(table, hand, bank))
            if self.winners_last and any(isinstance(each, Settle) and each.pays for each in decided):
                waiting += decided
            else:
                yield from decided
            yield from list(self.side_wagers(table, hand))
        yield from waiting

    def settle_main(self, table: Table, hand: Hand, bank: Bank) -> Iterator[Event]:
        """The result of the main wager, after vigorish."""
        rules, hands, compared = table.rules, self.laid_out(table, hand.owner), ""
        if self.set_wrongly(rules, hands):
            ending = self.endings["FOUL" if self.sized(hands[1:]) else "SET_WRONGLY"]
        else:
            ending = self.against(rules, self.values(rules, hands), self.set_as(table, bank.owner))
            compared = self.compared_by(bank)
        for event in self.banked(ended(rules, hand, ending), bank):
            yield from self.charged(rules, replace(event, cite=compared or event.cite))

    def compared_by(self, bank: Bank) -> str:
        """The paragraph by which hands are compared with those of a player's bank; empty: the ending's own."""
        return ""

    @staticmethod
    def banked(settled: Iterable[Settle], bank: Bank) -> Iterator[Settle]:
        for event in settled:
            yield event if bank is HOUSE else replace(event, bank=bank.account)

    def charged(self, rules: Rules, event: Settle) -> Iterator[Event]:
        """A win with its vigorish deducted from the payment."""
        due = self.vigorish(rules, event.pays)
        cut = event.pays if due == event.pays else 0  # a quarter may be the entire win
        yield replace(event, pays=event.pays - due, uncut=cut) if due else event
        if due:
            on = (event.seat, event.wager)
            why = f"vigorish of seat {event.seat}"
            yield Move(event.bank, "fees", due, why, self.cite(self.vigorish_cite), on)

    def vigorish(self, rules: Rules, won: Cents) -> Cents:
        """Five percent of a win, where the game has vigorish, up to the next quarter where the house rounds."""
        if not self.vigorish_cite:
            return 0
        return vigorish(won, FIVE_PERCENT, rules["vigorish-rounding"] == "up")

    def percent_taken(self, rules: Rules, wager: str) -> int:
        return FIVE_PERCENT if wager == self.main and self.vigorish(rules, 100) else 0

    def most_won(self, table: Table, bet: Bet) -> Cents:
        won = super().most_won(table, bet)
        return won - self.vigorish(table.rules, won) if bet.id == self.main else won

    def side_wagers(self, table: Table, hand: Hand) -> Iterable[Event]:
        """The results of a hand's other wagers."""
        return ()

    @carries("11.8C(d)", "31.11(d)", "34.11(d)")
    def finish(self, table: Table, bank: Bank) -> None:
        """The button moves clockwise."""
        if table.rules.get("starting-position") == "button":
            state = self.state(table)
            state.button = (state.button - 1) % self.places

    # ---- irregularities ------------------------------------------------------------------------------------

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """No card is exposed, or dealt to the wrong place, before the deal; if the call gives no point, the card must
        be there."""
        bank, given = bank_of(table), irregularity.at is not None
        match irregularity.id:
            case "dealer-card-exposed" if (
                bank is HOUSE and not given
            ):  # otherwise the dealer's may be among the dead
                return bool(table.cards("dealer"))
            case "bank-card-exposed" if not given:
                return bank is not HOUSE and bool(table.cards(bank.owner))
            case "player-card-exposed" | "player-tile-exposed" if not given:
                return bool(table.cards(irregularity.position))
            case "hands-set-wrongly":
                place = irregularity.position
                return any(cards for owner, cards in table.hands.items() if owner.partition(".")[0] == place)
        if irregularity.id == "wrong-start":
            return isinstance(pending, Deal) or table.count("deal") > 0
        return not irregularity.id.endswith("-exposed") or any(table.hands.values())

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """Hands that are set wrongly lose. A player with a card exposed by the dealer plays on, or takes the wagers
        back, without looking at the others."""
        hand = self.concerned(table, irregularity)
        if hand is None:
            return
        if irregularity.id == "hands-set-wrongly":
            lost = ended(table.rules, hand, self.endings["SET_WRONGLY"])
            yield from self.banked(lost, bank_of(table))
            return
        answer = yield Ask(hand.seat, (PLAY, VOID), hand.owner, usual="play")
        if answer.decision == "void":
            here = [bet for bet in table.bets.values() if bet.position == hand.position]
            yield from self.give_back(table, here, table.rules.irregularity(irregularity.id).full_cite)

    def concerned(self, table: Table, irregularity: Irregularity) -> Hand | None:
        """The hand that an irregularity concerns, if it is still in play."""
        position = irregularity.position.partition(".")[0]
        return next((hand for hand in self.hands(table) if hand.owner == position), None)

    def all_dealt(self, table: Table) -> bool:
        return len(table.cards("dealer")) == self.stack

    # ---- what is seen --------------------------------------------------------------------------------------

    def course(self, table: Table) -> dict[str, object]:
        """How hands were set, and where the deal began if dice or the generator have decided it."""
        owners = [owner for owner in table.hands if all(map(table.cards, self.set_apart(owner)))]
        hands = {owner: self.hands_as_set(table, owner) for owner in sorted(owners)}
        given: dict[str, object] = {"hands": hands} if hands else {}
        start = self.started(table)
        return given if start is None else given | {"start": NOBODYS.get(start, start)}

    def hands_as_set(self, table: Table, owner: str) -> dict[str, list[str]]:
        """An owner's hands as they were set, by name."""
        hands = zip(("high", *self.parts), self.laid_out(table, owner), strict=True)
        return {part: [name_of(card) for card in cards] for part, cards in hands}

    def started(self, table: Table) -> int | None:
        """The place that dice or the generator have determined for the first card; none if they have not."""
        method = table.rules.get("starting-position", "dice")
        shown = {
            "dice": [each.faces for each in happened(table) if isinstance(each, Roll)],
            "generator": [each.numbers for each in happened(table) if isinstance(each, Draw)],
        }.get(str(method))
        return counted(sum(shown[-1]), bank_of(table).seat, self.places) if shown and shown[-1] else None

    def markers(self, table: Table) -> Sequence[Marker]:
        if table.rules.get("starting-position") != "button":
            return ()
        at = self.state(table).button
        says = f"the deal begins with {f'position {at}' if at else 'the dealer'}"
        return (Marker("START", str(at) if at else "dealer", says, "button"),)


def happened(table: Table) -> list[Event]:
    """Everything that has happened in the round so far."""
    return [*table.said, *table.events]


def bank_of(table: Table) -> Bank:
    """The bank of the round, by the answers."""
    for ask in table.answers:
        if ask.decision in ("bank", "co-bank"):
            return Bank(ask.seat, ask.decision == "co-bank")
    return HOUSE


# ---- setting -------------------------------------------------------------------------------------------

Aim = tuple[tuple[int, int], ...]
"""The range of values for each part."""
ANYTHING: Final = (-1, 1 << 62)


def apart(cards: Sequence[int], parts: Sequence[Sequence[int]]) -> list[list[int]]:
    """All hands of a setting, the high hand first."""
    high = list(cards)
    for card in (card for part in parts for card in part):
        high.remove(card)
    return [high, *map(list, parts)]


@rule("10.10(b)", "11.12(b)", "31.13(b)", "34.15(b)")
def turns(hands: Sequence[Hand], first: Callable[[Hand], int]) -> Iterator[list[Hand]]:
    """Each player's first hand, then the second ones of players with two."""
    left = sorted(hands, key=lambda hand: (first(hand), hand.position))
    while left:
        turn = {hand.seat: hand for hand in reversed(left)}
        yield sorted(turn.values(), key=lambda hand: hand.position)
        left = [hand for hand in left if turn[hand.seat] is not hand]


def first_reached(aims: Sequence[Aim], values: Sequence[int]) -> int:
    """The index of the first aim that a setting reaches; after all of them if it reaches none."""
    for place, aim in enumerate(aims):
        for value, (floor, top) in zip(values, aim, strict=True):
            if not floor <= value <= top:
                break
        else:
            return place
    return len(aims)


def read_way(game: PaiGow, rules: Rules, way: HouseWay) -> tuple[tuple[Aim, ...], tuple[int, ...]]:
    """A house way as values that are compared, or a refusal of what it cannot express."""
    parts = ("high", *game.parts)
    if sorted(way.then) != sorted(parts):
        raise Refused(
            f"house way {way.id}: `then` must name {', '.join(parts)}, each once, in the order of comparison"
        )
    for aim in way.aims:
        check_names(f"house way {way.id}", aim, parts)

    def bounds(part: str, words: str) -> tuple[int, int]:
        least, _, most = words.partition(" to ")
        return game.reach(rules, part, least, False), (
            game.reach(rules, part, most, True) if most else ANYTHING[1]
        )

    aims = tuple(
        tuple(bounds(part, aim[part]) if part in aim else ANYTHING for part in parts) for aim in way.aims
    )
    return aims, tuple(parts.index(part) for part in way.then)


def check_names(place: str, row: Mapping[str, str], known: Iterable[str]) -> None:
    """Refuse a row of a house way with an unknown name."""
    for name in row:
        if name not in known:
            raise Refused(f"{place} has {clipped(name)}; a row may have {', '.join(known)}")


def reached(kinds: Sequence[str], words: str, most: bool) -> int:
    """A value of `ranking.value` by the words of a house way: ``pair``, ``pair of 7``, ``K`` for king high; the lowest
    such value, or the highest.

    >>> kinds = ("high-card", "pair")
    >>> reached(kinds, "K", False) == 1 << 24
    True
    >>> reached(kinds, "pair of K", True) + 1 == reached(kinds, "pair of A", False)
    True
    """
    kind, _, rank = words.partition(" of ") if words not in RANKS else (kinds[0], "", words)
    if kind not in kinds or (rank and rank not in RANKS):
        raise Refused(
            f"a house way has {clipped(words)}; it may have {', '.join(kinds)}, of a rank of {RANKS}"
        )
    found = least(kinds.index(kind), RANKS.index(rank) if rank else 0)
    if not most:
        return found
    return (least(kinds.index(kind), RANKS.index(rank) + 1) if rank else least(kinds.index(kind) + 1, 0)) - 1
