"""Pokette, 13:69F-12."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.book import (
    Area,
    Choice,
    Marker,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Spin,
    carries,
    cite,
    rule,
)
from pitboss.equipment.cards import CARDS, JOKERS, RANKS, card, name, pretty
from pitboss.games.wheels.family import (
    Box,
    ChipState,
    Spot,
    WheelGame,
    adjoining,
    chip_choice,
    chip_markers,
    corners,
    meet,
    wheel_chips,
)
from pitboss.ranking.three import STRAIGHT, STRAIGHT_FLUSH, category, three_card_value
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import WagerOdds
    from pitboss.sim import Simulation

POCKETS: Final = CARDS + JOKERS
FIRST_JOKER: Final = len(CARDS)

# ---- the layout --------------------------------------------------------------------------------------

WIDTH, HEIGHT = 62.0, 46.0
LEFT, RIGHT, BOTTOM = 70.0, 70 + 13 * WIDTH, 4 * HEIGHT  # the boxes of the 52 cards


def ranks(rows: str) -> str:
    """The ranks in order from the jokers."""
    return RANKS[::-1] if rows == "ace-king" else "A" + RANKS[:-1]


@cache
def boxes(columns: str, rows: str) -> dict[str, Box]:
    """The box of each card. A column lies along the table; each joker is as broad as two, beside their aces."""
    drawn: dict[str, Box] = {joker: (0, 2 * n * HEIGHT, LEFT, 2 * HEIGHT) for n, joker in enumerate(JOKERS)}
    for row, rank in enumerate(ranks(rows)):
        for column, suit in enumerate(columns.split("-")):
            drawn[rank + suit] = LEFT + row * WIDTH, column * HEIGHT, WIDTH, HEIGHT
    return drawn


# ---- wagers on one spin, 12.5(a) ---------------------------------------------------------------------

THREE_RANKS: Final = {
    "rank-akq": ("AKQ", "2s"),
    "rank-jt9": ("JT9", "2c"),
    "rank-876": ("876", "2d"),
    "rank-543": ("543", "2h"),
}
COLORS: Final = {"red": "dh", "black": "sc"}
JACER: Final = ("Ac", "Ad", *JOKERS)


def of_ranks(wanted: str) -> list[str]:
    return [each for each in CARDS if each[0] in wanted]


def of_suits(wanted: str) -> list[str]:
    return [each for each in CARDS if each[1] in wanted]


def wagers(columns: str, rows: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Every place on the layout with the cards it covers, in the order of the text."""
    box, row = boxes(columns, rows), ranks(rows)
    order = list(box)
    for each in box:
        yield f"single:{each}", [each]
    for pair in adjoining(box):
        yield "split:" + "-".join(pair), pair
    four = (corner for corner in corners(box) if len(corner) == 4 and corner.isdisjoint(JOKERS))
    for corner in sorted(sorted(map(order.index, corner)) for corner in four):
        around = [order[n] for n in corner]
        yield "corner:" + "-".join(around), around
    for rank in row:
        yield f"rank:{rank}", of_ranks(rank)
    for rank, beside in pairwise(row):
        yield f"double-rank:{rank}-{beside}", of_ranks(rank + beside)
    for wager, (three, two) in THREE_RANKS.items():
        yield wager, [*of_ranks(three), two]
    for color, suits in COLORS.items():
        yield color, of_suits(suits)
    for suit in columns.split("-"):
        yield f"suit:{suit}", of_suits(suit)
    yield "jacer", JACER


@cache
def places(columns: str, rows: str) -> dict[str, Spot]:
    return {
        wager: Spot(wager, sum(1 << card(each) for each in covered))
        for wager, covered in wagers(columns, rows)
    }


JOKER_WORDS: Final = {f"{word}{n}": joker for n, joker in enumerate(JOKERS, 1) for word in ("joker", "jk")}


def read(word: str) -> str:
    """A card, rank or joker in any spelling: 10S is Ts, and joker2 the second joker."""
    word = JOKER_WORDS.get(word.lower(), word)
    return word if word in POCKETS else word.lower().replace("10", "t").capitalize()


@cache
def written(columns: str, rows: str) -> dict[tuple[str, frozenset[str]], str]:
    """Each place by its parts, in any order."""
    named = (wager.partition(":") for wager in places(columns, rows))
    return {
        (id_, frozenset(map(read, param.split("-")))): f"{id_}:{param}" for id_, _, param in named if param
    }


# ---- wagers on the card stand, 12.5(b) and 12.8 ------------------------------------------------------


class Hand(NamedTuple):
    """A poker hand wager: the paragraphs that open and decide it, and the stand for which it is open."""

    wager: str
    opens: str
    decides: str
    stand: str


HANDS: Final = (
    Hand("pair-in-two", "12.8(a)", "12.8(b)", "one card"),
    Hand("pair-in-three", "12.8(c)", "12.8(e)1", "two cards of different value"),
    Hand("trips", "12.8(d)4", "12.8(e)5", "a pair"),
    Hand("flush", "12.8(d)1", "12.8(e)2", "two cards of one suit"),
    Hand("straight-open", "12.8(d)2i", "12.8(e)3", "two cards of an open straight"),
    Hand("straight-inside", "12.8(d)2ii", "12.8(e)3", "two cards of an inside straight"),
    Hand("straight-flush-open", "12.8(d)3i", "12.8(e)4", "two cards of one suit and an open straight"),
    Hand("straight-flush-inside", "12.8(d)3ii", "12.8(e)4", "two cards of one suit and an inside straight"),
)
NUMBER: Final = {hand.wager: number for number, hand in enumerate(HANDS)}
PAIR_IN_TWO, PAIR_IN_THREE, TRIPS, FLUSH, OPEN, INSIDE, FLUSH_OPEN, FLUSH_INSIDE = range(len(HANDS))
EMPTY: Final = -1
"""A space of the stand without a card."""


@rule('12.1 "Pair"', '12.1 "Rank"', "12.5(b)1")
def pair(first: int, second: int) -> bool:
    return first >> 2 == second >> 2


@rule('12.1 "Suit"', "12.5(b)6")
def suited(first: int, second: int) -> bool:
    return first & 3 == second & 3


@rule("12.2(b)", "12.5(b)4")
def straight(first: int, second: int, third: int) -> bool:
    """Three consecutive values in any order; the ace goes with king and queen or with two and three."""
    kind = category(three_card_value(first, second, third))
    return kind == STRAIGHT or kind == STRAIGHT_FLUSH


@rule("12.8(d)2i", "12.8(d)2ii")
def straight_ends(first: int, second: int, printed: int) -> int:
    """0 if no third card makes these two a straight, 1 if it is inside, 2 if it is open. Ace-king and ace-two
    are consecutive, but only one value completes them: that is inside, unless the text is read as printed."""
    values = 0
    for value in range(13):
        values += straight(first, second, 4 * value)
    apart = abs((first >> 2) - (second >> 2))
    return 2 if printed and (apart == 1 or apart == 12) else values


@rule("12.4(d)", "12.8(a)", "12.8(c)", "12.8(d)")
def opened(hand: int, first: int, second: int, printed: int) -> bool:
    """May this poker hand wager be made with these cards on the stand?"""
    if hand == PAIR_IN_TWO:
        return first != EMPTY and second == EMPTY
    if second == EMPTY:
        return False
    if hand == PAIR_IN_THREE:
        return not pair(first, second)
    if hand == TRIPS:
        return pair(first, second)
    if hand == FLUSH:
        return suited(first, second)
    if hand >= FLUSH_OPEN and not suited(first, second):
        return False
    ends = 2 if hand == OPEN or hand == FLUSH_OPEN else 1
    return straight_ends(first, second, printed) == ends


@rule("12.5(b)", "12.8(b)", "12.8(e)")
def made(hand: int, first: int, second: int, last: int) -> bool:
    """Does the new card on the stand make the hand?"""
    if hand == PAIR_IN_TWO:
        return pair(first, last)
    if hand == PAIR_IN_THREE:
        return pair(first, last) or pair(second, last)
    if hand == TRIPS:
        return pair(first, last) and pair(second, last)
    of_one_suit = suited(first, last) and suited(second, last)
    if hand == FLUSH:
        return of_one_suit
    return straight(first, second, last) and (hand < FLUSH_OPEN or of_one_suit)


# ---- the game ----------------------------------------------------------------------------------------

SPACES: Final = ("first", "second", "third")


class PoketteState(ChipState):
    """The cards on the stand between two spins: none, one or two."""

    posted: list[str] = []
    """The cards on the stand, in the order of the spins."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.posted = [name(card(each)) for each in self.posted]
        if len(self.posted) > 2 or not set(self.posted) <= set(CARDS):
            raise ValueError("between spins the stand can have at most two cards, and no joker")

    @property
    def stand(self) -> tuple[int, int]:
        first, second, *_ = [*map(card, self.posted), EMPTY, EMPTY]
        return first, second


class Pokette(WheelGame):
    """A wheel of cards: wagers on the stop, and on the hands that the stops make."""

    State = PoketteState

    @staticmethod
    def state(table: Table) -> PoketteState:
        assert isinstance(table.state, PoketteState)
        return table.state

    def stops(self, rules: Rules) -> tuple[str, ...]:
        return POCKETS

    @carries('12.1 "Non-poker hand wager"')
    def numbered(self, rules: Rules, wager: str | None = None) -> Mapping[str, Spot]:
        return places(str(rules["columns"]), str(rules["rows"]))

    # -- wagers, 12.4 and 12.5

    def spot(self, rules: Rules, wager: str) -> str:
        id_, colon, param = wager.partition(":")
        if id_ in NUMBER and colon:
            raise Refused(f"leave out the cards with {id_}: the stand shows them", rules.wager(id_).cite)
        if id_ in NUMBER:
            return wager
        ways = written(str(rules["columns"]), str(rules["rows"]))
        return super().spot(rules, ways.get((id_, frozenset(map(read, param.split("-")))), wager))

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        return [*self.numbered(table.rules), *(hand.wager for hand in self.open_hands(table))]

    def open_hands(self, table: Table) -> list[Hand]:
        stand, printed = self.state(table).stand, as_printed(table.rules)
        return [hand for number, hand in enumerate(HANDS) if opened(number, *stand, printed)]

    def accept(self, table: Table, bet: Bet) -> None:
        if bet.wager not in NUMBER or (hand := HANDS[NUMBER[bet.wager]]) in self.open_hands(table):
            return
        posted = self.state(table).posted
        fits = len(posted) == (1 if hand.wager == "pair-in-two" else 2)
        raise Refused(
            f"{hand.wager} is open only with {hand.stand} on the stand, which now has {' '.join(posted) or 'no card'}",
            hand.opens if fits else "12.4(d)",
        )

    def ready(self, table: Table) -> None:
        """A spin needs no wager: it may be only for the stand. A wager that stood through a joker is still open."""
        for bet in table.bets.values():
            self.accept(table, bet)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        return (chip_choice(table, seat),)

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        return wheel_chips(table, seat, wager, "12.4(b)")

    # -- the spin, 12.7 and 12.8

    @carries('12.1 "Winning card"')
    def round(self, table: Table) -> Round:
        state = self.state(table)
        yield Say("No more bets", cite=cite("12.7(a)"))
        stop = yield Spin(self.stops(table.rules))
        if stop in JOKERS:
            yield Say("Joker: poker hand wagers stand", cite=cite("12.7(e)3"))
            yield from self.settle(table, stop)
            return
        stand = "card stand" if table.rules["indicator"] == "cards" else "display"
        space = SPACES[len(state.posted)]
        yield Say(f"{pretty(card(stop))} in the {space} space of the {stand}", cite=cite("12.7(d)"))
        yield from self.settle(table, stop)
        yield from self.settle_hands(table, stop)
        if len(state.posted) == 2:
            state.posted = []
            yield Say(f"The {stand} is cleared", cite=cite("12.8(g)"))
        else:
            state.posted = [*state.posted, stop]
        for hand in self.open_hands(table):
            title = table.rules.wager(hand.wager).name.lower()
            yield Say(f"Wagers may be placed for {title}", cite=cite(hand.opens))

    @carries('12.1 "Poker hand wager"', "12.8(f)")
    def settle_hands(self, table: Table, stop: str) -> Round:
        """The poker hand wagers, after those on the spin: losers are collected, then winners paid, by 12.8(f)."""
        state, settled = self.state(table), []
        for bet in table.bets.values():
            hand = NUMBER[bet.wager]
            won = made(hand, *state.stand, card(stop))
            pays = table.rules.pay(bet.wager)["win"].pays(bet.stake) if won else 0
            settled.append(
                Settle(
                    bet.seat,
                    bet.wager,
                    "win" if won else "lose",
                    pays,
                    0 if won else bet.stake,
                    cite(HANDS[hand].decides),
                    outcome=" ".join([*state.posted, stop]),
                )
            )
        yield from sorted(settled, key=lambda each: each.result == "win")

    def paragraph(self, rules: Rules, spot: Spot, stop: str, *, won: bool) -> str:
        if stop in JOKERS and not won:
            return "12.7(e)1"
        return super().paragraph(rules, spot, stop, won=won)

    # -- mathematics

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.wheels.pokette_mathematics import odds

        return odds(self, rules, wager)

    odds_at_once = odds

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.wheels.pokette_mathematics import simulation

        return simulation(self, rules)

    # -- the layout

    def markers(self, table: Table) -> list[Marker]:
        """The cards on the stand, and the owner of each color of chips."""
        posted = [
            Marker(each, "dealer", f"{pretty(card(each))} is on the stand", "card")
            for each in self.state(table).posted
        ]
        return [*posted, *chip_markers(table)]

    def layout(self, rules: Rules) -> Sequence[Area]:
        return list(drawn(rules))


def as_printed(rules: Rules) -> int:
    return int(rules["reading-ace-straight"] == "as-printed")


def color_of(cards: str) -> str:
    """The color of a card or a suit."""
    return "purple" if cards in JOKERS else "red" if cards[-1] in COLORS["red"] else "black"


def drawn(rules: Rules) -> Iterator[Area]:
    """Boxes with labels; then, without labels, the lines and corners for the other wagers."""
    columns, rows = str(rules["columns"]), str(rules["rows"])
    box, row = boxes(columns, rows), ranks(rows)
    for each, at in box.items():
        joker = JOKERS.index(each) + 1 if each in JOKERS else 0
        label = f"Joker {joker}" if joker else pretty(card(each))
        yield Area(f"single:{each}", label, at, color=color_of(each), sign=f"★{joker}" if joker else "")
    for n, suit in enumerate(columns.split("-")):
        label = pretty(card(f"A{suit}"))[-1]
        yield Area(f"suit:{suit}", label, (RIGHT, n * HEIGHT, 84, HEIGHT), color=color_of(suit))
    for n, rank in enumerate(row):
        label = rank.replace("T", "10")
        yield Area(f"rank:{rank}", label, (LEFT + n * WIDTH, BOTTOM, WIDTH, 44))
    yield Area("jacer", "Jacer", (0, BOTTOM, LEFT, 88))
    low, broad = BOTTOM + 44, 13 * WIDTH / 4
    for n, (wager, (three, two)) in enumerate(THREE_RANKS.items()):
        label = "-".join(three).replace("T", "10")
        yield Area(wager, f"{label}, {pretty(card(two))}", (LEFT + n * broad, low, broad, 44))
    for n, color in enumerate(COLORS):
        place = LEFT + 2 * n * broad, low + 44, 2 * broad, 40.0
        yield Area(color, color.capitalize(), place, color=color)
    each_hand = (RIGHT + 84) / len(HANDS)
    for n, hand in enumerate(HANDS):
        place = n * each_hand, low + 100, each_hand, 76.0
        yield Area(hand.wager, rules.wager(hand.wager).name, place)
    for wager, covered in wagers(columns, rows):
        id_ = wager.partition(":")[0]
        if id_ in ("split", "corner"):
            x, y, w, h = meet(box[each] for each in covered)
            yield on_line(wager, x + w / 2, y + h / 2)
        elif id_ == "double-rank":
            yield on_line(wager, LEFT + row.index(wager[-1]) * WIDTH, BOTTOM + 22)


def on_line(wager: str, x: float, y: float) -> Area:
    return Area(wager, "", (x - 7, y - 7, 14, 14), color="transparent")
