"""Pai gow, the tiles, 13:69F-10."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from pitboss.book import Ask, Choice, Event, Refused, Round, Rules, carries, rule
from pitboss.book.data import HouseWay
from pitboss.book.endings import Ending, ends, lose, push, win
from pitboss.equipment.cards import TILE, UNKNOWN, cards
from pitboss.games.pai_gow.bank import BankCites
from pitboss.games.pai_gow.dragons_eye import DragonsEye
from pitboss.games.pai_gow.family import Bank, check_names
from pitboss.ranking.tiles import describe, is_zero, least, most, rank_of, tile_value
from pitboss.table import Table

# ---- settlement, 10.7(h) to (l) ------------------------------------------------------------------------


class Ended(Ending):
    """The results of the pai gow wager. There is no foul: the higher of two hands is the high hand (10.1)."""

    WIN = ends("both hands higher", pai_gow=win("10.7(j)"))
    HIGH = ends("only the high hand higher", pai_gow=push("10.7(i)1"))
    LOW = ends("only the low hand higher", pai_gow=push("10.7(i)2"))
    LOSE = ends("neither hand higher", pai_gow=lose("10.7(h)"))
    SURRENDER = ends("surrender", pai_gow=lose("10.7(f)"))
    TRIPLE = ends("triple", pai_gow=lose("10.7(l)2"))


@rule(
    *('10.1 "Copy hand"', "10.2(c)", "10.2(h)", "10.7(g)", "10.7(h)", "10.7(i)1", "10.7(i)2", "10.7(j)"),
    *("10.8(n)", '10.1 "Push"'),
)
def compared(high: int, low: int, their_high: int, their_low: int, player: bool) -> Ended:
    """Two hands against the bank's: copies are the bank's, and a player's low hand of zero is never higher."""
    low_higher = low > their_low and not (player and is_zero(low))
    if high > their_high:
        return Ended.WIN if low_higher else Ended.HIGH
    return Ended.LOW if low_higher else Ended.LOSE


# ---- the house way, 10.7(d) and (e) ------------------------------------------------------------------------

Way = tuple[tuple[int, ...], ...]
"""A house way as integers, row by row: the two tiles held for which it is meant (0: any), the ranges of the high hand
and the low hand, and what to maximize: 0 the low hand, 1 the high hand, 2 the highest
tile beside the lowest."""
HELD, HIGH_LEAST, HIGH_MOST, LOW_LEAST, LOW_MOST, MOST = 0, 2, 3, 4, 5, 6
LOW, HIGH, ENDS = range(3)
AFTER: Final = ("low", "high", "ends")


@rule("10.7(d)4")
def ends_meet(a: int, b: int, c: int, d: int) -> bool:
    """Are the highest and the lowest of four tiles in one hand, these being a with b, c with d?"""
    one, other, third, fourth = rank_of(a), rank_of(b), rank_of(c), rank_of(d)
    high, low = max(one, other, third, fourth), min(one, other, third, fourth)
    return (max(one, other) == high and min(one, other) == low) or (
        max(third, fourth) == high and min(third, fourth) == low
    )


@rule("10.7(d)", "10.7(e)", lean=True)
def holds(row: Sequence[int], a: int, b: int, c: int, d: int) -> bool:
    """Does the hand have the tiles for which a row of the house way is meant?"""
    one, other = row[HELD], row[HELD + 1]
    if one == other:
        return (a == one) + (b == one) + (c == one) + (d == one) == 2
    return one in (a, b, c, d) and other in (a, b, c, d)


@rule("10.7(d)", "10.7(d)1", "10.7(d)2", "10.7(d)3", "10.7(d)4", "10.7(e)", lean=True)
def set_by(a: int, b: int, c: int, d: int, way: Any) -> int:
    """How the house way sets four tiles: which two are the low hand, by its place among all pairs of four. The first
    row that any setting reaches decides; of several such settings, the one with most of what the row maximizes, then of
    the other hand."""
    ones = tile_value(a, b), tile_value(a, c), tile_value(a, d)
    others = tile_value(c, d), tile_value(b, d), tile_value(b, c)
    found, score = 0, -1
    for number in range(len(way)):
        row = way[number]
        if row[HELD] and not holds(row, a, b, c, d):
            continue
        for split in range(3):
            high, low = max(ones[split], others[split]), min(ones[split], others[split])
            if not (row[HIGH_LEAST] <= high <= row[HIGH_MOST] and row[LOW_LEAST] <= low <= row[LOW_MOST]):
                continue
            if row[MOST] == LOW:
                reached = low << 10 | high
            elif row[MOST] == HIGH:
                reached = high << 10 | low
            else:
                w, x, y, z = (a, b, c, d) if split == 0 else (a, c, b, d) if split == 1 else (a, d, b, c)
                reached = ends_meet(w, x, y, z) << 20 | low << 10 | high
            if reached > score:
                found, score = (split if ones[split] <= others[split] else 5 - split), reached
        if score >= 0:
            return found
    return found


def read_way(way: HouseWay) -> Way:
    """The rows of a house way as integers, or a refusal of what they cannot express."""
    if not way.aims or way.aims[-1].keys() != {"most"}:
        raise Refused(
            f"house way {way.id}: the last row must be for any hand and have only `most`", "10.7(e)"
        )

    def bounds(words: str | None) -> tuple[int, int]:
        if words is None:
            return 0, 1 << 20
        first, to, last = words.partition(" to ")
        return least(first), most(last) if to else 1 << 20

    def read(row: Mapping[str, str]) -> tuple[int, ...]:
        place = f"house way {way.id}: {row}"
        check_names(place, row, ("holding", "high", "low", "most"))
        held = sorted(cards(row["holding"])) if "holding" in row else [0, 0]
        if row.get("most") not in AFTER:
            raise Refused(f"{place} must say what to maximize in `most`: {', '.join(AFTER)}", "10.7(e)")
        if len(held) != 2 or ("holding" in row and held[0] < TILE):
            raise Refused(f"{place} must hold two tiles, as in 6-6 6-6", "10.7(e)")
        return *held, *bounds(row.get("high")), *bounds(row.get("low")), AFTER.index(row["most"])

    return tuple(map(read, way.aims))


# ---- stacks and their delivery, 10.8(g) and (k) --------------------------------------------------------

Tiles = list[tuple[int, int]]
"""Tiles by stack and place in it: stacks from the dealer's right, the top tile first."""
PAIRS: Final = {
    "cup-say-right": ((0, 1), (2, 3), (4, 5), (6, 7)),
    "cup-say-left": ((7, 6), (5, 4), (3, 2), (1, 0)),
    "jung-quat": ((3, 4), (2, 5), (1, 6), (0, 7)),
    "chee-yee": ((0, 7), (1, 6), (2, 5), (3, 4)),
}
"""Styles in which two stacks together give two hands: their top halves, then the rest."""
HOUSE_WAYS: Final = ("house-way-right", "house-way-left")
STYLES: Final = (
    *HOUSE_WAYS,
    *PAIRS,
    *("pin-say-right", "pin-say-left", "dragon-head-right", "dragon-head-left"),
)


@cache
def delivered(style: str) -> Sequence[Tiles]:
    """The tiles of each of the eight hands, in the order of delivery (10.8(k)1 to 10.8(k)10)."""
    right, left = range(4), range(7, 3, -1)
    first, second = (left, right) if style.endswith("left") else (right, left)

    def halves(stacks: tuple[int, int]) -> Iterator[Tiles]:
        for tops in ((0, 1), (2, 3)):
            yield [(stack, tile) for stack in stacks for tile in tops]

    def layer(stacks: Sequence[int], tile: int) -> Tiles:
        return [(stack, tile) for stack in stacks]

    if style in HOUSE_WAYS:
        return [[(stack, tile) for tile in range(4)] for stack in (*first, *reversed(second))]
    if style in PAIRS:
        return [hand for two in PAIRS[style] for hand in halves(two)]
    if style.startswith("pin-say"):
        return [layer(stacks, tile) for tile in range(4) for stacks in (first, second)]
    heads = [*halves((first[0], first[1])), *halves((first[2], first[3]))]  # two stacks on the next two
    return [hand for tile, head in enumerate(heads) for hand in (head, layer(second, tile))]


@rule("10.8(g)1", "10.8(g)2")
def cut_stacks(first: int, last: int, right: int) -> list[int]:
    """The eight stacks after a cut: those from the first to the last go to the ends, this many of them to the right."""
    moved = list(range(first - 1, last))
    rest = [stack for stack in range(8) if stack not in moved]
    return moved[:right] + rest + moved[right:]


# ---- the game ----------------------------------------------------------------------------------------------


class PaiGow(DragonsEye):
    """Four tiles set as two hands against the dealer's, or against a player's who banks. Of three dice the first is the
    dragon's eye where that is offered (10.3(d)); a player with two areas sets the hand of the larger wager first
    (10.10(b))."""

    owners = ("1", "1.low", "dealer", "dealer.low", "dead")
    computed_by = "pai_gow_mathematics"
    several_positions = "10.10(a)"
    main = "pai-gow"
    stack = 4
    places = 8
    endings = Ended
    no_more_bets = "10.6(a)"
    vigorish_cite = "10.7(k)"
    retained = "10.11(f)"
    early_surrender = False
    winners_last = True
    bank_cites = BankCites(
        offered="10.8(a)",
        start="10.8(b)",
        rotation="10.8(c)",
        wagered="10.8(d)1",
        covered="10.8(d)2",
        co_bank="10.8(e)",
        one_area="10.8(f)",
        compared="10.8(n)",
        settled="10.8(o)",
        co_settled="10.8(p)",
        vigorish="10.8(r)",
    )

    # -- hands and house way, 10.2 and 10.7

    @carries('10.1 "High hand"', '10.1 "Second highest"')
    def values(self, rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return tuple(sorted((tile_value(*hand) for hand in hands), reverse=True))

    def laid_out(self, table: Table, owner: str) -> list[list[int]]:
        hands = super().laid_out(table, owner)
        seen = all(UNKNOWN not in hand for hand in hands) and self.sized(hands[1:])
        return sorted(hands, key=lambda hand: tile_value(*hand), reverse=True) if seen else hands

    def fouls(self, rules: Rules, values: tuple[int, ...]) -> bool:
        return False

    def against(
        self, rules: Rules, mine: tuple[int, ...], theirs: tuple[int, ...], dealer: bool = False
    ) -> Ended:
        (high, low), (their_high, their_low) = mine, theirs
        return compared(high, low, their_high, their_low, not dealer)

    def way(self, rules: Rules) -> tuple[Any, ...]:
        return read_way(rules.house_way)

    def house_way(self, rules: Rules, cards: Sequence[int]) -> int:
        a, b, c, d = cards
        return set_by(a, b, c, d, rules.way)

    # -- the deal, 10.6 and 10.8(g) to (k)

    def start(self, table: Table, bank: Bank) -> Generator[Event, Any, int]:
        """A player's bank may cut the stacks and chooses how they are delivered."""
        if bank.seat:
            yield from self.cut(bank)
            offered = STYLES if table.rules["delivery-styles"] == "all" else HOUSE_WAYS
            yield Ask(bank.seat, tuple(map(Choice, offered)), str(bank.seat), usual=HOUSE_WAYS[0])
        return (yield from super().start(table, bank))

    @staticmethod
    def cut(bank: Bank) -> Round:
        """Adjacent stacks are moved to one end, or some of them to either (10.8(g))."""

        def asked(*choices: str) -> Ask:
            return Ask(bank.seat, tuple(map(Choice, choices)), str(bank.seat), usual=choices[0])

        if (yield asked("no-cut", "cut")).decision == "cut":
            answer = yield asked(*(f"from-stack-{stack}" for stack in range(1, 9)))
            first = number(answer.decision)
            answer = yield asked(*(f"to-stack-{stack}" for stack in range(first, 9)))
            stacks = number(answer.decision) - first + 1
            yield asked(*(f"to-right-{right}" for right in range(stacks, -1, -1)))

    @carries("10.4(d)", "10.4(f)", "10.6(d)", '10.1 "Washing"')
    def order(self, table: Table, bank: Bank, start: int) -> Iterator[int]:
        """The place of each tile as it lies in the eight stacks of a fresh shuffle: hands are delivered
        counterclockwise from the start."""
        style, piled = HOUSE_WAYS[0], list(range(8))
        if bank.seat:
            given = [ask.decision for ask in table.answers]
            style = next((each for each in reversed(given) if each in STYLES), style)
            if "cut" in given:
                first, last, right = map(number, given[given.index("cut") + 1 :][:3])
                piled = cut_stacks(first, last, right)
        hands = enumerate(delivered(style))
        place = {tile: (start + turn) % self.places for turn, hand in hands for tile in hand}
        for stack in range(8):
            yield from (place[piled.index(stack), tile] for tile in range(4))

    # -- the names of hands

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        own = seen[owner]
        if len(own) != 2 or UNKNOWN in own or owner.partition(".")[0] == "dead":
            return ""
        return describe(tile_value(*own))


def number(decision: str) -> int:
    """The number at the end of a decision."""
    return int(decision.rpartition("-")[2])
