"""The bones of the blackjack family: the boxes with their bettors, the hands in them, and the round that all its games
go through. A game names its terms and its endings, and overrides the steps in which it differs. Cites are those of the
first of them, subchapter 2; the others have the same rules under their own numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from pitboss.book import (
    Ask,
    Asks,
    Choice,
    Deal,
    Discard,
    Event,
    Irregularity,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Slide,
    Stake,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Fate, ended, ends
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.blackjack.hands import (
    Aces,
    End,
    Hole,
    Surrender,
    Terms,
    awaits_total,
    dealer_draws,
    fears_blackjack,
    fold,
    insurance_limit,
    is_blackjack,
    is_soft,
    may_double,
    may_draw,
    may_split,
    outcome,
    plays_blind,
    points,
    total,
)
from pitboss.games.blackjack.side_wagers import SideWager, When
from pitboss.games.shoe import Shoe, ShoeGame, ShoeState
from pitboss.law import Rule
from pitboss.money import Cents
from pitboss.table import Bet, Table, Void

if TYPE_CHECKING:
    from pitboss.odds import Advice, Strategy, WagerOdds
    from pitboss.sim import Simulation

HIT, STAND, SURRENDER = Choice("hit"), Choice("stand"), Choice("surrender")


# ---- endings -------------------------------------------------------------------------------------------


def every(wagers: Iterable[str], fate: Fate) -> dict[str, Fate]:
    """The same fate for each of these wagers."""
    return {wager.replace("-", "_"): fate for wager in wagers}


def never() -> tuple[str, dict[str, Fate]]:
    """An ending of the family that this game does not know."""
    told, _ = ends("never")
    return told, {}


@rule()
def as_it_is(payouts: Any, end: int, a: int, b: int, c: int, score: int, cards: int, doubled: bool) -> int:  # noqa: ARG001
    """No winning hand is paid otherwise than others."""
    return end


class Placed(NamedTuple):
    """A wager where it lies."""

    bet: Bet

    @property
    def seat(self) -> int:
        return self.bet.seat

    def key(self, wager: str) -> str:
        return self.bet.wager

    def stake(self, wager: str) -> Cents:
        return self.bet.stake if self.bet.id == wager else 0


# ---- hands and boxes -----------------------------------------------------------------------------------


class Hand(Struct):
    """A hand in a box and the wagers on it, by bettor: first what it was begun with, then what was added."""

    owner: str
    table: Table
    terms: Terms
    wagers: dict[int, list[str]]
    split: bool = False
    surrendered: bool = False
    of: int = 1
    """The number of the dealt hand that it is, or was split from: a box may be dealt two (2A.5(a))."""
    switched: bool = False
    """It was made by exchanging cards (2A.7(g))."""
    played: bool = False
    refused: bool = False
    """It stood before a card that lay exposed: its player draws no more (2.15(c))."""
    forgotten: bool = False
    """A card that its player asked for was not dealt in its turn (2.15(i))."""

    @property
    def number(self) -> int:
        """The hand's number in its box: 2 for ``1.2``, the second dealt or the first made by splitting."""
        return int(self.owner.partition(".")[2] or 1)

    @property
    def cards(self) -> list[int]:
        return self.table.cards(self.owner)

    @property
    def score(self) -> int:
        return total(*fold(self.cards))

    @property
    def blackjack(self) -> bool:
        return is_blackjack(*fold(self.cards), len(self.cards), self.split or self.switched)

    @property
    def split_aces(self) -> bool:
        return self.split and points(self.cards[0]) == 1

    @property
    def doubled(self) -> bool:
        return any(key.startswith("double-down") for keys in self.wagers.values() for key in keys)

    @property
    def bets(self) -> list[Bet]:
        """The wagers on the hand that are not yet decided."""
        found = (self.table.bets.get((seat, key)) for seat, keys in self.wagers.items() for key in keys)
        return [bet for bet in found if bet is not None]

    @property
    def bettors(self) -> list[int]:
        """Who has a wager on the hand that is not yet decided, the caller first."""
        return list(dict.fromkeys(bet.seat for bet in self.bets))

    def staked(self, seat: int) -> Cents:
        """What a bettor has on the hand."""
        return sum(self.table.stake(seat, key) for key in self.wagers.get(seat, ()))

    @property
    def live(self) -> bool:
        return bool(self.bets)

    @property
    def hidden(self) -> bool:
        """Does it hold a card that nobody has seen?"""
        return any(not held.up and not held.seats for held in self.table.hands.get(self.owner, ()))

    @property
    def over(self) -> bool:
        """Is it over 21, as far as anybody can see?"""
        return self.score > 21 and not self.hidden

    @property
    def standing(self) -> bool:
        """Will the dealer's total decide it, as far as anybody can see?"""
        open_ = self.live and not self.surrendered and not self.over
        return open_ and awaits_total(self.terms, self.score, len(self.cards), self.blackjack)

    @property
    def waiting(self) -> bool:
        """May a dealer's blackjack change what becomes of it?"""
        open_ = self.surrendered or self.over
        return self.live and (
            open_ or fears_blackjack(self.terms, self.score, len(self.cards), self.blackjack)
        )

    def turned_over(self) -> Round:
        yield from shown(self.table, self.owner)

    def ends(self, ending: Ending, only: Collection[str] = ()) -> Round:
        """The wagers on the hand that the ending decides, or only those of these ids."""
        for bet in self.bets:
            if not only or bet.id in only:
                yield from list(ended(self.table.rules, Placed(bet), ending))

    def dead(self, paragraph: str) -> Round:
        """Every wager on the hand goes back."""
        for bet in self.bets:
            yield Settle(bet.seat, bet.wager, "void", cite=paragraph, outcome="dead hand")


class Box(Struct):
    """A box with its bettors, the one who calls the decisions first."""

    position: int
    bettors: list[int]
    hands: list[Hand]

    @property
    def caller(self) -> int:
        return self.bettors[0]

    @property
    def first(self) -> Hand:
        return self.hands[0]

    @property
    def live(self) -> bool:
        return any(hand.live for hand in self.hands)

    def made_of(self, hand: Hand) -> int:
        """How many hands splits have made of the one that this hand comes from."""
        return sum(each.of == hand.of for each in self.hands)


def at_box(wager: str, seat: int, position: int, number: int = 1) -> str:
    """The wager's place on the layout: at the player's own box, or ``blackjack@3`` at another; on a hand of a split
    ``double-down:2``."""
    name = wager if number == 1 else f"{wager}:{number}"
    return name if seat == position else f"{name}@{position}"


def shown(table: Table, owner: str) -> Round:
    """The cards of an owner turned over, if some lie face down."""
    if any(not held.up for held in table.hands.get(owner, ())):
        yield Show(owner)


def ruled(table: Table, irregularity: str, owner: str) -> bool:
    """Has this irregularity happened in the round to this hand?"""
    return any(each.id == irregularity and each.position == owner for each in table.happened)


def dealers_blackjack(table: Table) -> bool:
    dealer = table.cards("dealer")
    return is_blackjack(*fold(dealer), len(dealer), False)


def affordable(table: Table, seat: int, most: Cents, step: Cents) -> Cents:
    """The most a player can add in whole steps."""
    return min(most, table.funds(seat) - table.funds(seat) % step)


# ---- the game ------------------------------------------------------------------------------------------


class TableState(ShoeState):
    """Besides the shoe: a card reader that failed, and who has said otherwise of sharing a box than silence means."""

    reader_failed: bool = False
    spoken: list[int] = []

    def seats(self) -> Iterable[int]:
        return (*super().seats(), *self.spoken)


class BlackjackGame(ShoeGame):
    """A game of the family. What it wagers on a hand, how a hand may end and by which terms it is played are its own;
    `round` is the order of the law, and each of its steps a method to override."""

    State = TableState
    aliases = {"draw": "hit", "double": "double-down", "no insurance": "no-insurance"}
    needless = ("stand", "no-insurance", "no-attack")
    unneeded = ("dealer",)  # who has gone over 21 meets nobody
    unless_told = ("no-insurance",)

    original: ClassVar[tuple[str, ...]] = ("blackjack",)
    """The wagers with which a hand is begun. A dealer's blackjack takes them; the first is required."""
    added: ClassVar[tuple[str, ...]] = ("double-down", "split")
    """The wagers added to a hand, or made on a hand of a split. A dealer's blackjack returns them."""
    uninsured: ClassVar[str] = ""
    """What is usual when insurance is offered: said in every question, where it was from the first edition on."""
    attacking: ClassVar[tuple[str, ...]] = ()
    """Those of either kind that are made between the cards (26.7(d), 36.7(e), 36.7(f))."""
    splits: ClassVar[tuple[str, ...]] = ("split",)
    """Of these, the wagers made on a hand of a split."""
    endings: ClassVar[type[Ending]]
    """How a hand may end, beginning with the names of `End`."""
    insurance: ClassVar[type[Ending]]
    """How insurance ends: ``TEN`` and ``NO_TEN``."""
    payout: ClassVar[Rule[[Any, int, int, int, int, int, int, bool], int]] = as_it_is
    """The rule by which a winning hand is paid: from how it ends, its first three cards, score, number of cards and
    whether it was doubled to the ending that pays it. Compiled with the round, and asked by the exact engine."""
    side_wagers: ClassVar[tuple[SideWager, ...]] = ()
    """The wagers beside the hand that a rule on three cards decides, in the order of their settlement."""
    short_cite: ClassVar[str]
    """The paragraph on too few cards."""
    rests: ClassVar[Mapping[str, str]] = {}
    """Wagers that are at most the one on the hand, each with its paragraph."""

    def __init_subclass__(cls) -> None:
        named = [ending.name for ending in getattr(cls, "endings", End)][: len(End)]
        assert named == [end.name for end in End], f"{cls.__name__}: endings begin with those of the family"

    def terms(self, rules: Rules) -> Terms:
        """The table in integers."""
        raise NotImplementedError

    @staticmethod
    def state(table: Table) -> TableState:
        assert isinstance(table.state, TableState)
        return table.state

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """The count of a hand as far as it lies open."""
        box = owner.partition(".")[0]
        cards = [card for card in seen[owner] if card != UNKNOWN]
        if not cards or not (box == "dealer" or box.isdecimal()):
            return ""
        hard, ace = fold(cards)
        hand = self.seen_hand(table, owner, seen)
        if len(cards) < len(seen[owner]):
            return f"{total(hard, ace)} showing"
        if is_blackjack(hard, ace, len(cards), hand.split or hand.switched):
            return "blackjack"
        return ("soft " * is_soft(hard, ace)) + f"{total(hard, ace)}" + (", bust" * (hard > 21))

    def seen_hand(self, table: Table, owner: str, seen: Collection[str]) -> Hand:
        """A hand as it lies there beside those of these owners, for whoever looks at it."""
        split = "." in owner or f"{owner}.2" in seen
        return Hand(owner, table, self.terms(table.rules), {}, split=split)

    # ---- wagers --------------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        """At every box of the layout, where a wager may be made elsewhere than at one's own."""
        for wager in super().spots(table, seat):
            boxes = range(1, table.rules.positions + 1) if table.rules.wagers[wager].elsewhere else (seat,)
            yield from (at_box(wager, seat, position) for position in boxes)

    def accept(self, table: Table, bet: Bet) -> None:
        self.admit(table, bet)
        if needs := self.needs(bet.id):
            on_hand = self.main_stake(table, bet.seat, bet.position)
            if not on_hand:
                says = f"{bet.id} takes a wager on the hand, made before it"
                raise Refused(says, needs, lacks=[each.id for each in table.rules.required])
            if (at_most := self.at_most(bet.id)) and table.stake(bet.seat, bet.wager) + bet.stake > on_hand:
                says = f"{bet.id} is at most the wager made on the hand before"
                raise Refused(says, at_most, takes=on_hand)

    def needs(self, wager: str) -> str:
        """The paragraph by which a wager beside the hand takes one on it; none for the others."""
        return next((side.needs for side in self.side_wagers if side.wager == wager), self.at_most(wager))

    def at_most(self, wager: str) -> str:
        """The paragraph by which it is at most that, if it is."""
        found = next((side.at_most for side in self.side_wagers if side.wager == wager), "")
        return found or self.rests.get(wager, "")

    def begun_with(self, hand: Hand) -> tuple[str, ...]:
        """The wagers on a hand as long as nothing was added to it by doubling or splitting."""
        return self.original[hand.of - 1], *self.attacking

    def main_stake(self, table: Table, seat: int, position: int) -> Cents:
        """What a player has wagered on the hand of a box."""
        return sum(
            bet.stake
            for bet in table.bets.values()
            if bet.seat == seat and bet.position == position and bet.id in self.original
        )

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if bet.id not in self.original:
            return
        left = self.main_stake(table, bet.seat, bet.position) - amount
        for other in table.bets.values():
            if (other.seat, other.position) != (bet.seat, bet.position) or other.on:
                continue  # a streak that runs is lost without it, not forbidden
            if needs := self.needs(other.id):
                at_most = self.at_most(other.id)
                if not left or (at_most and left < other.stake):
                    raise Refused(f"{other.id} rests on the wager; take it down first", at_most or needs)

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        (option,) = (each for each in self.data.options if each.id == "boxes-per-player")
        if len(positions) > int(rules[option.id]):
            raise Refused(f"this table lets a player wager on {rules[option.id]} box(es)", option.cite)

    def admit(self, table: Table, bet: Bet) -> None:
        """Refuse a wager on too many boxes, on a box that is full, or after sitting out; each by its paragraph."""
        rules = table.rules
        bets = [each for each in table.bets.values() if each.id in self.original]
        cites = {option.id: option.cite for option in self.data.options}
        self.several(rules, {each.position for each in bets if each.seat == bet.seat} | {bet.position})
        there = {each.seat for each in bets if each.position == bet.position} | {bet.seat}
        there |= {bet.position} & set(table.seats)  # the box is first of all the seated player's
        if len(there) > int(rules["bettors-per-box"]):
            room = f"box {bet.position} has room for {rules['bettors-per-box']} bettor(s)"
            raise Refused(room, cites["bettors-per-box"])
        first = next((each.seat for each in bets if each.position == bet.position), bet.seat)
        if bet.seat not in (first, bet.position) and not self.consents(table, first):
            says = f"seat {first} wagered first on box {bet.position} and does not share it"
            raise Refused(says, cites["bettors-per-box"])
        regulars = self.state(table).regulars
        if rules["mid-shoe-entry"] == "barred" and regulars is not None and bet.seat not in regulars:
            raise Refused("whoever sat out a round waits for the next shuffle", cites["mid-shoe-entry"])

    def consents(self, table: Table, seat: int) -> bool:
        """Does this player let others wager on a box on which he was the first (2.13(a), 2A.13(a), 19.13(a), 26.13(a),
        36.12(a))? Whoever sits at it needs nobody's consent."""
        return (table.rules["consent"] == "unless-refused") != (seat in self.state(table).spoken)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """Whoever was the first to wager on a box consents to others on it, or does not."""
        firsts: dict[int, int] = {}
        for bet in table.bets.values():
            if bet.id in self.original:
                firsts.setdefault(bet.position, bet.seat)
        if seat not in firsts.values() or int(table.rules["bettors-per-box"]) == 1:
            return ()
        return (Choice("refuse-others" if self.consents(table, seat) else "consent"),)

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        spoken = self.state(table).spoken
        if seat in spoken:
            spoken.remove(seat)
        else:
            spoken.append(seat)
        shares = "shares his box" if decision == "consent" else "does not share his box"
        yield Say(f"Seat {seat} {shares}", cite=self.decision(decision).full_cite)

    def leaving(self, table: Table, seat: int) -> Round:
        state = self.state(table)
        state.spoken = [each for each in state.spoken if each != seat]
        yield from ()

    def step(self, rules: Rules, wager: str) -> Cents:
        """The steps in which a wager on a hand grows."""
        return rules.unit

    @carries("2.13(b)", "2A.13(b)", "19.13(b)", "26.13(b)", "36.12(b)")
    def boxes_of(self, table: Table) -> list[Box]:
        """The boxes with a main wager, from the dealer's left. The seated player calls the decisions, or else whoever
        has the highest wager in the box. What else lies there does not make a hand."""
        terms, boxes = self.terms_of(table), []
        main = [bet for bet in table.bets.values() if bet.id in self.original]
        for position in sorted({bet.position for bet in main}):
            seats = dict.fromkeys(bet.seat for bet in main if bet.position == position)
            bettors = sorted(
                seats, key=lambda seat: (seat != position, -self.main_stake(table, seat, position))
            )
            wagers = {
                seat: [bet.wager for bet in main if (bet.seat, bet.position) == (seat, position)]
                for seat in bettors
            }
            boxes.append(Box(position, bettors, [Hand(str(position), table, terms, wagers)]))
        return boxes

    def terms_of(self, table: Table) -> Terms:
        """The terms as the table stands: one whose card reader failed plays on without it."""
        terms = self.terms(table.rules)
        failed = terms.hole == Hole.READER and self.state(table).reader_failed
        return terms._replace(hole=Hole.DOWN) if failed else terms

    # ---- the shoe ------------------------------------------------------------------------------------

    def shoe(self, rules: Rules) -> Shoe:
        """The cutting card at least a quarter from the back, or a shuffle after every round; the first card of a
        fresh shoe is burned."""
        cards, every_round = len(rules.pack()), rules["rounds-per-deck"] == "one"
        cut = cards if every_round else cards * int(rules["cutting-card"]) // 100
        return Shoe(cut=cut, short_cite=self.short_cite)

    def in_play(self, table: Table) -> set[str]:
        """The dealer's cards, and those of boxes with a wager on the hand; not a hand over 21, which is gone."""
        wagers, terms = self.original + self.added, self.terms_of(table)
        boxes = {str(bet.position) for bet in table.bets.values() if bet.id in wagers}
        hands = (Hand(owner, table, terms, {}) for owner in table.hands if owner.partition(".")[0] in boxes)
        dealers = {owner for owner in table.hands if owner.partition(".")[0] in ("dealer", "exposed")}
        return dealers | {hand.owner for hand in hands if not hand.over}

    # ---- the round -----------------------------------------------------------------------------------

    def round(self, table: Table) -> Round:
        boxes = self.boxes_of(table)
        yield from self.fees(table, boxes)
        yield from self.shuffle(table)
        yield from self.deal(table, boxes)
        yield from self.opening_wagers(table, boxes)
        yield from self.announce(table, boxes)
        yield from self.players_hands(table, boxes)
        yield from self.dealers_hands(table, boxes)
        yield from self.close_shoe(table, {seat for box in boxes for seat in box.bettors})

    def fees(self, table: Table, boxes: list[Box]) -> Round:
        """What players pay to be dealt in."""
        yield from ()

    @carries("2.6(e)1-3", "2.6A(c)1-3", "2A.7(d)1-3", "2B.6(d)4-5", "19.7(d)1-3")
    def deal(self, table: Table, boxes: list[Box]) -> Round:
        """One card to each box, one to the dealer, a second to each box (2.6(e), 2A.7(d)); then the hole card, where
        there is one (2.6(j), (k))."""
        yield from self.first_cards(table, boxes)
        if not ruled(table, "dealer-missed-card", ""):
            yield from self.give(table, "dealer")
        yield from self.second_cards(table, boxes)
        if not table.cards("dealer"):
            yield from self.give(table, "dealer")  # 2.15(e)
        yield from self.hole_card(table)

    def first_cards(self, table: Table, boxes: list[Box]) -> Round:
        for box in boxes:
            for hand in [hand for hand in box.hands if hand.live]:
                yield from self.first_card(table, box, hand)

    def second_cards(self, table: Table, boxes: list[Box]) -> Round:
        """Who was passed over may have his after all others (2.15(g))."""
        hands = [(box, hand) for box in boxes for hand in box.hands]
        late = []
        for box, hand in hands:
            if hand.live and ruled(table, "one-card-dealt", hand.owner):
                late.append((box, hand))
            elif hand.live:
                yield from self.give_hand(table, box, hand)
        for box, hand in late:
            answer = yield Ask(box.caller, (Choice("second-card"), Choice("dead-hand")), hand.owner)
            if answer.decision == "second-card":
                yield from self.give_hand(table, box, hand)
            else:
                yield from hand.dead(table.rules.irregularity("one-card-dealt").full_cite)
                # The dealer draws no card for its bonus (2.12(c)).
                for side in [side for side in self.side_wagers if side.when == When.DEALERS_CARDS]:
                    yield from self.settle_side(table, side, lambda *_: None, box)

    @carries("19.7(i)", "26.7(i)", '2A.1 "Hole card"', "2A.7(l)1-2", '2B.1 "Hole card"')
    def hole_card(self, table: Table) -> Round:
        hole = self.terms_of(table).hole
        if hole != Hole.NONE:
            yield from self.give(table, "dealer", up=hole == Hole.UP)

    @carries("26.13(e)", "36.12(e)")
    def attack(self, table: Table, boxes: list[Box], wager: str) -> Round:
        """A wager that all players may add between two cards, asked at once. Who bets behind may where the caller of
        the box does."""
        callers = [(box.caller, box) for box in boxes if box.live]
        attacked = yield from self.attacks(table, callers, wager)
        yield from self.attacks(table, [(seat, box) for box in attacked for seat in box.bettors[1:]], wager)

    def attacks(
        self, table: Table, places: list[tuple[int, Box]], wager: str
    ) -> Generator[Event, Any, list[Box]]:
        """Ask each player about his first box, then about his next; returns the boxes where the wager was made."""
        attacked = []
        while places:
            now: dict[int, Box] = {}
            for seat, box in places:
                now.setdefault(seat, box)
            places = [(seat, box) for seat, box in places if now[seat] is not box]
            asks = tuple(self.attack_of(table, seat, box, wager) for seat, box in now.items())
            asks = tuple(ask for ask in asks if len(ask.choices) > 1)
            for ask in (yield Asks(asks)) if asks else ():
                box = now[ask.seat]
                if ask.decision == wager and ask.seat in box.first.bettors:
                    key = at_box(wager, ask.seat, box.position)
                    box.first.wagers[ask.seat].append(key)
                    attacked.append(box)
                    yield Stake(ask.seat, key, ask.amount, self.decision(wager).full_cite)
        return attacked

    def attack_of(self, table: Table, seat: int, box: Box, wager: str) -> Ask:
        """Up to the wager with which the box was begun; as printed, exactly that (26.1, 26.7(d), 36.1, 36.7(e))."""
        main = table.stake(seat, at_box(self.original[0], seat, box.position))
        step = self.step(table.rules, wager)
        most = affordable(table, seat, main, step)
        least = main if table.rules["reading-attack-amount"] == "as-printed" else step
        made = (Choice(wager, least, most, step, most if most == main else 0),) if least <= most else ()
        return Ask(seat, (*made, Choice("no-attack")), box.first.owner, usual="no-attack")

    def first_card(self, table: Table, box: Box, hand: Hand) -> Round:
        yield from self.give_hand(table, box, hand)

    def give_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        yield from self.give(table, hand.owner, up=self.face_up(table), seats=tuple(box.bettors))

    def face_up(self, table: Table) -> bool:
        """Are the players' first two cards dealt face up?"""
        return True

    def opening_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """Wagers that the first cards decide, before any other is dealt."""
        up = table.cards("dealer")[0]
        for side in self.side_wagers:
            if side.when == When.FIRST_CARDS:
                yield from self.settle_side(table, side, lambda a, b, *_, side=side: side.row(a, b, up))

    @carries("2.17(i)", "2.23(b)", "2.24(b)", "2.25(g)", "2.26(c)", "19.6(f)", "36.6(f)")
    def settle_side(
        self, table: Table, side: SideWager, row: Callable[..., int | None], box: Box | None = None
    ) -> Round:
        """The wagers of a kind, on one box or all, by the row that the cards of their hands make; none: they are not
        decided yet. The losers of the table first, or player by player from the dealer's right, as the law has it."""
        bets = [bet for bet in table.bets.values() if bet.id == side.wager]
        bets = [bet for bet in bets if box is None or bet.position == box.position]
        if not side.losers_first:
            bets.sort(key=lambda bet: -bet.position)
        settled = []
        for bet in bets:
            held = table.cards(str(bet.position))
            if len(held) < 2:
                dead = table.rules.irregularity("one-card-dealt").full_cite
                settled.append(Settle(bet.seat, bet.wager, "void", cite=dead, outcome="dead hand"))
            elif (found := row(*held)) is not None:
                yield from shown(table, str(bet.position))
                settled.append(side.settled(table.rules, bet, found))
        yield from sorted(settled, key=lambda each: side.losers_first and each.result == "win")

    def announce(self, table: Table, boxes: list[Box]) -> Round:
        """The totals of two cards; what is paid as soon as it is seen."""
        yield from ()

    # ---- insurance -----------------------------------------------------------------------------------

    @carries("2A.7(f)", "2A.7(k)", "2.6(j)1", "2A.8(a)2-3", "36.7(k)")
    def players_hands(self, table: Table, boxes: list[Box]) -> Round:
        """Insurance, then the decisions box by box, unless a dealer's blackjack is known."""
        terms, up = self.terms_of(table), points(table.cards("dealer")[0])
        insurable = up == 1 and terms.hole != Hole.UP
        together = table.rules.get("insurance-timing") != "before-turn"
        for box in boxes if insurable and together else ():
            yield from self.offer_insurance(table, box)
        known = self.would_be_known(table) and dealers_blackjack(table)
        yield from self.read(table, boxes, known)
        if known:
            return
        for box in boxes:
            if insurable and not together:
                yield from self.offer_insurance(table, box)
            yield from self.play_box(table, box)
        for box in boxes:
            yield from self.missed_hits(table, box)

    def would_be_known(self, table: Table) -> bool:
        """Would a card reader or an open hole card tell of a dealer's blackjack?"""
        hole, up = self.terms_of(table).hole, points(table.cards("dealer")[0])
        return hole == Hole.UP or (hole == Hole.READER and up in (1, 10))

    def read(self, table: Table, boxes: list[Box], blackjack: bool) -> Round:
        """What follows from what is known of the dealer's second card before the players act."""
        yield from ()

    @carries("2.13(f)", "2A.13(e)", "19.13(f)", "26.13(g)", "36.12(g)", "2A.8(a)1")
    def offer_insurance(self, table: Table, box: Box) -> Round:
        """To each bettor of the box on each hand dealt to it, up to half the wager, or the next unit that can be
        wagered."""
        unit = table.rules.step("insurance")
        for hand, seat in [(each, seat) for each in box.hands for seat in each.bettors]:
            choices = [Choice("no-insurance"), *self.instead_of_insurance(table, hand)]
            most = insurance_limit(self.insurable(hand, seat), unit)
            if most := affordable(table, seat, most, unit):
                choices.insert(0, Choice("insurance", unit, most, unit, most))
            answer = yield Ask(seat, tuple(choices), hand.owner, usual=self.uninsured)
            if answer.decision == "insurance":
                key = at_box("insurance", seat, box.position, hand.number)
                yield Stake(seat, key, answer.amount, self.decision("insurance").full_cite)
            else:
                yield from self.not_insured(hand, seat, answer.decision)

    @carries("2.9(e)", "2.9(f)", "2A.8(e)", "19.11(e)")
    def insurable(self, hand: Hand, seat: int) -> Cents:
        """The stake of which half may be insured."""
        return hand.staked(seat)

    def instead_of_insurance(self, table: Table, hand: Hand) -> list[Choice]:
        """What else is offered with insurance."""
        return []

    def not_insured(self, hand: Hand, seat: int, decision: str) -> Round:
        """What follows from such a choice."""
        yield from ()

    @carries("2A.9(b)", "19.8(b)", "26.8(b)", "2.8(b)")
    def settle_insurance(self, table: Table) -> Round:
        """Right after the second card (2.9(d))."""
        for bet in [bet for bet in table.bets.values() if bet.id == "insurance"]:
            up, second = table.cards("dealer")[:2]
            yield from list(ended(table.rules, Placed(bet), self.insured(up, second)))

    def insured(self, up: int, second: int) -> Ending:
        """How insurance ends by the dealer's two cards."""
        return self.insurance["TEN" if points(second) == 10 else "NO_TEN"]

    # ---- decisions -----------------------------------------------------------------------------------

    @carries("2A.11(b)", "19.10(b)", "26.10(b)", "36.9(b)", "2.11(b)")
    def play_box(self, table: Table, box: Box) -> Round:
        """Each hand of the box, from the dealer's left, to its end before the next."""
        while waiting := [hand for hand in box.hands if not hand.played]:
            hand = waiting[0]
            hand.played = True
            if hand.live and len(hand.cards) == 1:
                yield from self.give(table, hand.owner)
            if not hand.blackjack or hand.terms.surrender == Surrender.ANY_TIME:
                yield from self.play_hand(table, box, hand)

    def play_hand(self, table: Table, box: Box, hand: Hand) -> Round:
        finished = False
        while not finished and hand.live and hand.played and (choices := self.choices_of(table, box, hand)):
            usual = "stand" if choices == (STAND, SURRENDER) else ""
            answer = yield Ask(box.caller, choices, hand.owner, usual=usual)
            finished, forgotten = answer.decision in ("stand", "surrender"), hand.forgotten
            match answer.decision:
                case "stand":
                    hand.refused = bool(table.cards("exposed"))
                case "hit":
                    yield from self.draw(table, hand)
                case "surrender":
                    yield from self.surrender(table, hand)
                case "split":
                    yield from self.split(table, box, hand)
                case _:
                    yield from self.decide(table, box, hand, answer)
            yield from self.decided(table, box, hand)
            finished |= hand.forgotten > forgotten
        if hand.over:
            yield from self.bust(table, hand)

    @carries("19.7(f)", "26.7(f)", "2.6(g)")
    def draw(self, table: Table, hand: Hand, up: bool = True) -> Round:
        """A card that a player asked for, unless the dealer forgets it."""
        if ruled(table, "missed-hit", hand.owner) and not hand.forgotten:
            hand.forgotten = True
        else:
            yield from self.give(table, hand.owner, up=up)

    def decide(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        """Any other decision: to double, or what is the game's own."""
        yield from self.double(table, box, hand, answer)

    def decided(self, table: Table, box: Box, hand: Hand) -> Round:
        """What follows at once from a decision carried out."""
        yield from ()

    def choices_of(self, table: Table, box: Box, hand: Hand) -> tuple[Choice, ...]:
        """What the caller may do with the hand now; nothing, if the hand is finished."""
        terms, score, cards = hand.terms, hand.score, len(hand.cards)
        any_time = terms.surrender == Surrender.ANY_TIME and score <= 21
        if hand.doubled:
            return (STAND, SURRENDER) if any_time else ()
        stake, refused = hand.staked(box.caller), any(each.refused for each in box.hands)
        choices: list[Choice] = []
        first, second = map(points, hand.cards[:2])
        if cards == 2 and not refused and may_split(terms, first, second, box.made_of(hand)):
            choices += [Choice("split", stake, stake)] if table.funds(box.caller) >= stake else []
        if not refused and may_double(terms, score, cards, hand.split, hand.split_aces):
            choices += self.doubles(table, box.caller, stake)
        draws = may_draw(terms, score, cards, hand.split_aces)
        first_two = terms.surrender == Surrender.FIRST_TWO and cards == 2 and not hand.split
        if any_time or (draws and first_two):
            choices.append(SURRENDER)
        if draws and not refused:
            return (HIT, STAND, *choices)
        return (STAND, *choices) if choices else ()

    def speaks_against(self, table: Table, ask: Ask, decision: str, amount: Cents = 0) -> str | None:
        """Who bets behind attacks where the caller of the box has; as printed, an attack equals the first wager. Who
        stood before a card that lay exposed draws no more."""
        box = ask.hand.partition(".")[0]
        attacked = any(each.hand == box and each.decision == decision for each in table.answers)
        if decision in self.attacking and str(ask.seat) != box and not attacked:
            return self.data.bars["attack without the caller"]
        if decision in self.attacking and amount and table.rules["reading-attack-amount"] == "as-printed":
            return self.decision(decision).cite
        if bar := self.bar(table, ask.hand, decision):
            return self.data.bars.get(bar)
        stood = any(each.decision == "stand" and each.hand.partition(".")[0] == box for each in table.answers)
        for each in table.happened if stood and decision in ("hit", "double-down", "split") else ():
            if each.id == "card-drawn-and-exposed":
                return table.rules.irregularity(each.id).full_cite
        return None

    def bar(self, table: Table, hand: str, decision: str) -> str:
        """What stands in the way of a decision, as the ``bars`` of the file name it, by what all can see: the cards of
        the hand, and the dealer's first."""
        held, dealer = table.cards(hand), table.cards("dealer")[:1]
        if not dealer or len(held) < 2 or UNKNOWN in (*held, *dealer):
            return ""
        if decision == "insurance":
            return "insurance without an ace" if points(dealer[0]) != 1 else ""
        seen = self.seen_hand(table, hand, table.hands)
        if decision == "surrender":
            return "no surrender" if seen.terms.surrender == Surrender.NEVER else ""
        doubles = ("double-down", "double-face-down")
        if any(each.hand == hand and each.decision in doubles for each in table.answers):
            return "card after a double" if decision in ("hit", "double-down") else ""
        if decision == "split" and seen.split and len(held) == 2 and points(held[0]) == points(held[1]):
            again = "second split" if seen.terms.hands == 2 else "most hands"
            return "aces split again" if seen.split_aces and not seen.terms.resplit_aces else again
        if decision in ("hit", "double-down") and seen.score == 21:
            return f"{decision} on 21"
        one_card = Aces.ANY if decision == "hit" else Aces.ONE_AND_DOUBLE
        return "card for a split ace" if seen.split_aces and seen.terms.split_aces < one_card else ""

    def doubles(self, table: Table, seat: int, stake: Cents) -> list[Choice]:
        """Up to as much again (2.10(a))."""
        least = self.step(table.rules, "double-down")
        most = affordable(table, seat, stake, least)
        return [Choice("double-down", least, most, least, most if most == stake else 0)] if most else []

    def surrender(self, table: Table, hand: Hand) -> Round:
        """Half is collected at once, unless the dealer may yet show a blackjack (2.8(a)1, 2)."""
        hand.surrendered = True
        if points(table.cards("dealer")[0]) not in (1, 10):
            yield from hand.ends(self.endings[End.SURRENDER.name])

    def double(self, table: Table, box: Box, hand: Hand, answer: Ask) -> Round:
        """The caller doubles and the others on the box may; the hand gets one card (2.10(a), 2.13(d))."""
        for seat in hand.bettors:
            added = answer.amount
            if seat != box.caller:
                more = self.doubles(table, seat, hand.staked(seat))[:1]
                other = (yield Ask(seat, (*more, Choice("no-double")), hand.owner)) if more else None
                added = other.amount if other else 0
            paragraph = self.decision("double-down" if seat == box.caller else "no-double").full_cite
            for wager, amount in list(self.parts(hand, seat, "double-down", added)) if added else ():
                key = at_box(wager, seat, box.position, hand.number)
                hand.wagers[seat].append(key)
                yield Stake(seat, key, amount, paragraph)
        yield from self.double_card(table, hand, answer.decision)
        if not hand.forgotten:
            yield from self.doubled(table, hand)

    def parts(self, hand: Hand, seat: int, wager: str, amount: Cents) -> Iterable[tuple[str, Cents]]:
        """The wagers of which what is added to a hand consists."""
        yield wager, amount

    @carries("2A.10(b)", "2A.12(a)2", "19.12(a)2", "26.12(a)2", "36.11(a)2")
    def double_card(self, table: Table, hand: Hand, decision: str) -> Round:
        """One card and no other (2.10(a), 2A.10(b))."""
        yield from self.draw(table, hand)

    def doubled(self, table: Table, hand: Hand) -> Round:
        """What follows from the card on a double."""
        yield from ()

    def split(self, table: Table, box: Box, hand: Hand) -> Round:
        """Two hands of one, the second with a wager of its own; who bets behind adds one too, or says which
        hand the wager follows (2.11(a), 2.13(e))."""
        yield from hand.turned_over()  # 2.6A(e)1
        number = len(box.hands) + 1
        new = Hand(f"{box.position}.{number}", table, hand.terms, {}, of=hand.of)
        box.hands.insert(box.hands.index(hand) + 1, new)
        hand.split = new.split = True
        yield Slide(hand.owner, new.owner)
        for seat in hand.bettors:
            stake = hand.staked(seat)
            if seat != box.caller:
                cover = (Choice("split", stake, stake),) if table.funds(seat) >= stake else ()
                follow = (Choice("first-hand"), Choice("second-hand"))
                answer = yield Ask(seat, (*cover, *follow), hand.owner)
                if answer.decision == "second-hand":
                    new.wagers[seat] = hand.wagers.pop(seat)
                if answer.decision != "split":
                    continue
            paragraph = self.decision("split" if seat == box.caller else "first-hand").full_cite
            new.wagers[seat] = []
            for wager, amount in list(self.parts(hand, seat, "split", stake)):
                key = at_box(wager if number == 2 else f"{wager}:{number}", seat, box.position)
                new.wagers[seat].append(key)
                yield Stake(seat, key, amount, paragraph)
        yield from self.give(table, hand.owner)

    @carries("2.6A(e)2")
    def bust(self, table: Table, hand: Hand) -> Round:
        """Over 21 loses at once. What was added to the wager stays until a dealer's blackjack, which would return it,
        is ruled out (2.10(b), 2.11(d))."""
        terms, up = self.terms_of(table), points(table.cards("dealer")[0])  # a card reader may have failed
        may_return = up in (1, 10) and plays_blind(terms) and not terms.added_stays_lost
        yield from hand.ends(self.over_21(table), self.original if may_return else ())
        yield Discard(hand.owner)

    def over_21(self, table: Table) -> Ending:
        """How a hand ends that goes over 21."""
        return self.endings[End.OVER_21.name]

    def missed_hits(self, table: Table, box: Box) -> Round:
        """A card asked for and forgotten comes after all others', or the hand is dead (2.15(i))."""
        for hand in [hand for hand in box.hands if ruled(table, "missed-hit", hand.owner) and hand.standing]:
            draws = not hand.doubled and may_draw(hand.terms, hand.score, len(hand.cards), hand.split_aces)
            if not hand.forgotten and not draws:
                continue
            hand.forgotten = True
            answer = yield Ask(box.caller, (Choice("late-card"), Choice("dead-hand")), hand.owner)
            if answer.decision == "late-card":
                yield from self.give(table, hand.owner)
                if hand.doubled:
                    yield from self.doubled(table, hand)
                yield from self.play_hand(table, box, hand)
            else:
                yield from hand.dead(table.rules.irregularity("missed-hit").full_cite)

    # ---- the dealer's hand ---------------------------------------------------------------------------

    def dealers_hands(self, table: Table, boxes: list[Box]) -> Round:
        yield from self.dealers_hand(table, boxes)
        yield from self.settle_round(table, boxes)

    @carries("2B.6(j)", "36.7(i)")
    def dealers_hand(self, table: Table, boxes: list[Box]) -> Round:
        """The dealer's second card (2.6(h)), insurance, and the draws; no card that can change nothing (2.12(c))."""
        standing = any(hand.standing for box in boxes for hand in box.hands)
        waiting = any(hand.waiting for box in boxes for hand in box.hands) or self.waits_for_second(table)
        if len(table.cards("dealer")) > 1:
            yield Show("dealer")
        elif standing or self.draws_for(table) or (waiting and points(table.cards("dealer")[0]) in (1, 10)):
            yield Say("Dealer's Card", cite=cite(self.dealers_card(table.rules)))
            yield from self.give(table, "dealer")
        yield from self.second_card_wagers(table, boxes)
        while self.dealer_takes_a_card(table, standing):
            yield from self.give(table, "dealer")
            if len(table.cards("dealer")) == 3:
                yield from self.third_card_wagers(table)
        if table.cards("exposed"):
            yield Slide("exposed", "burn")  # 2.15(c)

    def dealer_takes_a_card(self, table: Table, standing: bool) -> bool:
        """Not to a total on which the dealer stands, nor one that nobody waits for."""
        if not standing and len(table.cards("dealer")) >= self.draws_for(table):
            return False
        hard, ace = fold(table.cards("dealer"))
        return dealer_draws(self.terms_of(table), total(hard, ace), is_soft(hard, ace))

    def waits_for_second(self, table: Table) -> bool:
        """May a dealer's blackjack decide a wager that is not on a hand?"""
        return any(bet.id == "insurance" for bet in table.bets.values())

    def spare(self, table: Table, owner: str, cards: Sequence[int]) -> bool:
        """The dealer takes no card that can change nothing (2.12(c)), but draws for other players if there are any."""
        held = list(table.cards("dealer"))
        for card in cards if owner == "dealer" else ():
            hard, ace = fold(held)
            if len(held) > 1 and not dealer_draws(self.terms_of(table), total(hard, ace), is_soft(hard, ace)):
                return False
            held.append(card)
        return owner == "dealer"

    def draws_for(self, table: Table) -> int:
        """How many cards the dealer takes for the sake of other wagers than those on hands, unless he stands before:
        three for one on the third card (2.25(d))."""
        wagers = [side.wager for side in self.side_wagers if side.when == When.DEALERS_CARDS]
        return 3 if any(bet.id in wagers for bet in table.bets.values()) else 0

    def second_card_wagers(self, table: Table, boxes: list[Box]) -> Round:
        """What the dealer's second card decides: wagers on the third are lost to a total of 17, and insurance."""
        dealer = table.cards("dealer")
        if self.draws_for(table) and len(dealer) > 1 and total(*fold(dealer[:2])) >= 17:
            yield from self.third_card_wagers(table)
        yield from self.settle_insurance(table)

    def third_card_wagers(self, table: Table) -> Round:
        """What the dealer's third card decides."""
        a, b, c = (*table.cards("dealer"), 0)[:3]
        for side in self.side_wagers:
            if side.when == When.DEALERS_CARDS:
                yield from self.settle_side(table, side, lambda *_, side=side: side.row(a, b, c))

    def dealers_card(self, rules: Rules) -> str:
        """The paragraph by which the dealer announces the second card."""
        raise NotImplementedError

    # ---- settlement ----------------------------------------------------------------------------------

    @carries("2.6A(g)", "2A.7(m)", "19.7(h)", "26.7(h)", "36.7(j)")
    def settle_round(self, table: Table, boxes: list[Box]) -> Round:
        """From the dealer's far right (2.6(i)); cards still face down are turned over (2.6A(g), 2.10(c))."""
        for box in reversed(boxes):
            for hand in [hand for hand in box.hands if hand.live]:
                yield from hand.turned_over()
                yield from hand.ends(self.ending(table, hand))
            yield from self.settle_beside(table, boxes, box)

    def settle_beside(self, table: Table, boxes: list[Box], box: Box) -> Round:
        """Wagers beside the hands of one of the boxes that wait for them to be settled."""
        yield from ()

    def ending(self, table: Table, hand: Hand) -> Ending:
        """How the hand ends, now that the dealer's is known."""
        dealer, blackjack = table.cards("dealer"), dealers_blackjack(table)
        # What was added to a busted hand comes back; and whoever knew of the blackjack had lost to it before (2.6(j)3).
        takes_no_more = not hand.terms.added_stays_lost or self.would_be_known(table)
        if hand.surrendered:
            end = End.SURRENDER_TO_BLACKJACK if blackjack else End.SURRENDER_WAITED
        elif hand.score > 21 and blackjack and takes_no_more:
            end = End.DEALERS_BLACKJACK
        else:
            score = total(*fold(dealer))
            end = outcome(hand.terms, hand.score, len(hand.cards), hand.blackjack, score, len(dealer))
        return self.paid_as(hand, end)

    def paid_as(self, hand: Hand, end: End) -> Ending:
        """The ending that pays a hand by what it holds."""
        a, b, c = (*hand.cards, 0)[:3]
        cards = len(hand.cards)
        last = self.payout(hand.terms.payouts, int(end), a, b, c, hand.score, cards, hand.doubled)
        return list(self.endings)[last]

    # ---- irregularities ------------------------------------------------------------------------------

    def has_hand(self, table: Table, owner: str) -> bool:
        """In a round to come a split may make it."""
        dealt, number = 1 + sum(map(str.isdecimal, self.dealt_beside)), owner.partition(".")[2]
        made = map(str, range(2, dealt * self.terms(table.rules).hands + 1))
        return super().has_hand(table, owner) or (not table.playing and number in made)

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A hole card is read by mistake if it lies there unseen beside a card that calls for no reading. A second
        card is missed before it has been dealt, and a hit on a hand that may be hit, before the hole card shows; that
        and the card of a double may concern a split one. The dealer misses a card of the deal before having it, and
        overdraws on a total that lies open and takes no card."""
        owner, hole = irregularity.position, self.terms_of(table).hole
        held, dealer = table.cards(owner), table.hands.get("dealer", ())
        revealed = len(dealer) > 1 and all(each.up for each in dealer)
        match irregularity.id:
            case "hole-card-read-revealing" | "hole-card-read-unrevealing":
                return len(dealer) > 1 and not dealer[1].up and points(dealer[0].card) not in (1, 10)
            case "missed-hit":
                hits = len(held) > 1 and (UNKNOWN in held or total(*fold(held)) < 21)
                return hits and (hole == Hole.UP or not revealed)
            case "double-card-dealt-up":
                return len(held) > 1
            case "dealer-missed-card":
                return self.misses_card(table, pending)
            case "dealer-overdraws":
                hard, ace = fold(each.card for each in dealer)
                return revealed and not dealer_draws(
                    self.terms_of(table), total(hard, ace), is_soft(hard, ace)
                )
        if owner.partition(".")[2] not in ("", *self.dealt_beside):
            return False
        about_to = isinstance(pending, Deal) and pending.to == owner
        if irregularity.id == "one-card-dealt" and len(held) + about_to > 1:
            return False
        return super().can_happen(table, irregularity, pending)

    def misses_card(self, table: Table, pending: Event) -> bool:
        """Has the dealer yet to take a card of the deal?"""
        return len(table.cards("dealer")) < (1 if self.terms_of(table).hole == Hole.NONE else 2)

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        match irregularity.id:
            case "card-drawn-and-exposed":
                # A card that was about to be dealt anyway goes where it was going.
                about_to = isinstance(table.pending, Deal)
                if table.cards("dealer") and not about_to and not table.cards("exposed"):
                    yield from self.give(table, "exposed")
            case "shoe-runs-out":
                yield from self.run_short(table)
            case "no-card-dealt":
                yield from self.left_out(table, irregularity)
            case "card-reader-fails":
                self.state(table).reader_failed = True
            case "ten-found":  # 19.15(b): the first is destroyed
                if sum(each.id == irregularity.id for each in table.happened) > 1:
                    raise Void(table.rules.irregularity(irregularity.id).full_cite)
            case _:
                yield from super().ruling(table, irregularity)

    # ---- mathematics ---------------------------------------------------------------------------------

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.blackjack.mathematics import odds

        return odds(rules, wager)

    def strategy(self, rules: Rules) -> Strategy:
        from pitboss.games.blackjack.mathematics import strategy

        return strategy(rules)

    def advise(self, table: Table, ask: Ask) -> Advice:
        from pitboss.games.blackjack.mathematics import advise

        return advise(table, ask)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.blackjack.mathematics import simulation

        return simulation(rules)
