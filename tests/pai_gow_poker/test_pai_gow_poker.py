"""Pai gow poker, 13:69F-11."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import Any, Final, Self, cast

import numpy as np
import pytest

from pitboss.book import Deal, Discard, Move, Settle, Show, game
from pitboss.book.data import HouseWay
from pitboss.equipment.cards import RANKS as NAMES
from pitboss.equipment.cards import cards
from pitboss.equipment.chance import Shoe
from pitboss.games.pai_gow import every_deal
from pitboss.games.pai_gow.every_deal import DEALS, PLACES, SHARES, Counted, counted, row_of, sweep
from pitboss.games.pai_gow.pai_gow_poker import Ended, best_row, off_the_meter, seven_card_hand, whole_dollars
from pitboss.games.pai_gow.pai_gow_poker_exact import counting
from pitboss.games.pai_gow.pai_gow_poker_mathematics import (
    WAGERS,
    break_even,
    by_row,
    endings,
    in_deals,
    tally,
)
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way, read_way, values_of
from pitboss.games.pai_gow.seven_cards import (
    ACES,
    MADE,
    PAIRED,
    ROYAL,
    THREE_CARDS,
    made,
    of_color,
    three_card_row,
)
from pitboss.law import Refused
from pitboss.ranking.pai_gow import describe, fouls, high_value, low_value, no_hand, with_joker
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.advised import advice, asked
from tests.house_poker import near
from tests.set_hands import every_setting, short_pack
from tests.tape import Tape

PAI_GOW = game("pai-gow-poker")
JOKER = 52
PAIRS = list(combinations(range(7), 2))
WAYS = {
    way.id: [(row["hand"], row.get("if", ""), row["low"]) for row in way.aims]
    for way in PAI_GOW.data.house_ways
}
FILED = {way.id: read_way(way) for way in PAI_GOW.data.house_ways}

# ---- rankings, 11.3, by a program of its own ---------------------------------------------------------------

Value = tuple[int, ...]


def slow_natural(five: Sequence[int], wheel: bool = True) -> Value:
    """Five cards without the joker: kind and then ranks, those that come oftenest first."""
    counts = Counter(card // 4 for card in five)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = [counts[rank] for rank in order]
    suited = len({card % 4 for card in five}) == 1
    low = sorted(counts) == [0, 1, 2, 3, 12]
    line = len(counts) == 5 and (low or max(counts) - min(counts) == 4)
    if line:
        top = 11.5 if low and wheel else 3 if low else max(counts)
        if suited:
            return (9,) if top == 12 else (8, int(2 * top))
        return (4, int(2 * top))
    if suited:
        return (5, *order)
    kinds = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(tuple(shape), 0), *order)


def slow_five(five: Sequence[int], wheel: bool = True) -> Value:
    """The joker is an ace of no suit, or any card that completes a straight or a flush."""
    if JOKER not in five:
        return slow_natural(five, wheel)
    others = [card for card in five if card != JOKER]
    best: Value = ()
    for card in range(52):
        value = slow_natural([*others, card], wheel)
        if card not in others and (value[0] in (4, 5, 8, 9) or card // 4 == 12):
            best = max(best, value)
    if sum(card // 4 == 12 for card in others) == 4:
        best = (10,)
    return best


def hands_of(size: int, number: int, seed: int) -> Iterator[list[int]]:
    """Random hands, most of them with the joker or from few ranks, so that much happens."""
    chance = random.Random(seed)
    for turn in range(number):
        few = chance.sample(range(13), chance.choice((4, 5, 7, 13)))
        suits = chance.sample(range(4), chance.choice((2, 3, 4)))
        pack = [4 * rank + suit for rank in few for suit in suits] + [JOKER] * (turn % 2)
        if len(pack) >= size:
            yield chance.sample(pack, size)


@pytest.mark.parametrize("wheel", [True, False])
def test_11_3_b_hands_rank_as_a_slow_program_ranks_them(wheel: bool) -> None:
    """11.3(b)2, 11.3(b)3, 11.3(b)4, 11.3(b)5, 11.3(b)6, 11.3(b)8, 11.3(b)9, 11.3(c), 11.3(d), 11.3(e)."""
    found = [
        (high_value(*with_joker(five), int(wheel)), slow_five(five, wheel)) for five in hands_of(5, 3000, 3)
    ]
    fast = {value: place for place, value in enumerate(sorted({one for one, _ in found}))}
    slow = {value: place for place, value in enumerate(sorted({other for _, other in found}))}
    assert len(slow) > 500
    assert [fast[one] for one, _ in found] == [slow[other] for _, other in found]


@pytest.mark.paragraph("11.2(a)")
def test_11_3_b_the_ladder_by_name() -> None:
    """11.2(a), 11.3(b)10: five aces above all; a pair is high or low."""
    ladder = "Kc Qd Jh 9s 2c|5c 5d 2h 3s 4c|2c 2d 3h 3s 4c|2c 2d 2h 3s 4c|6c 5d 4h 3s 2c|Kc Qd Jh Ts 9c"
    ladder += "|Ac 2d 3h 4s 5c|Ac Kd Qh Js Tc|2c 3c 4c 5c 7c|2c 2d 2h 3s 3c|2c 2d 2h 2s 3c|6c 5c 4c 3c 2c"
    ladder += "|Kc Qc Jc Tc 9c|Ac 2c 3c 4c 5c"
    ladder += "|Ac Kc Qc Jc Tc|Ac Ad Ah As Jo"
    values = [high_value(*with_joker(cards(hand)), 1) for hand in ladder.split("|")]
    assert values == sorted(set(values))
    assert describe(values[-1]) == "five aces"
    assert describe(values[6]) == "straight, five high"
    assert describe(low_value(*cards("Jo Ad"))) == "pair of aces"
    assert low_value(*cards("Jo Kd")) == low_value(*cards("Ac Kh")) > low_value(*cards("Ac Qh"))


@pytest.mark.paragraph('11.1 "High hand"', '11.1 "Second highest"', '11.1 "Rank"')
@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("7s 7h Kd 9c 2d", "7c 7d", False),
        ("6s 6h Kd 9c 2d", "7c 7d", True),
        ("Ad Kd 9c 5h 2c", "Ac Kh", False),
        ("Ad Qd 9c 5h 2c", "Ac Kh", True),
        ("6s 6h 5d 5c 2d", "Ac Jo", False),
        ("Kd Qd 9c 5h 2c", "Jo 3d", True),
    ],
)
def test_11_9_a_the_high_hand_is_no_lower_than_the_low_one(high: str, low: str, foul: bool) -> None:
    assert fouls(high_value(*with_joker(cards(high)), 1), low_value(*cards(low))) == foul


# ---- what seven cards make -----------------------------------------------------------------------------------


def slow_made(seven: Sequence[int]) -> set[str]:
    """Every hand of five with the two beside it, named by this program's own lights."""
    found: set[str] = set()
    for two in combinations(seven, 2):
        five = [card for card in seven if card not in two]
        kind, joker = slow_five(five), JOKER in five
        name = {
            3: "three-of-a-kind",
            4: "straight",
            5: "flush",
            6: "full-house",
            7: "four-of-a-kind",
            10: "five-aces",
        }.get(kind[0], "")
        if kind[0] == 8:
            name = "straight-flush-with-joker" if joker else "straight-flush-without-joker"
            if kind[1] == 23 and not joker:
                name = "natural-ace-to-five-straight-flush"
        if kind[0] == 9:
            name = "royal-flush-with-joker" if joker else "natural-royal-flush"
        if not name:
            continue
        found.add(name)
        ranks = sorted(12 if card == JOKER else card // 4 for card in two)
        if ranks[0] == ranks[1]:
            found.add(f"{name}-and-pair")
        if JOKER not in two and two[0] % 4 == two[1] % 4:
            royal = kind[0] == 9
            if ranks == [10, 12] and (royal or name.startswith("natural-ace")):
                found.add(f"{name}-with-ace-queen")
            if royal and ranks == [10, 11]:
                found.add("royal-flush-plus-king-queen")
            if royal and ranks == [11, 12]:
                found.add("royal-flush-plus-ace-king")
    others = [card for card in seven if card != JOKER]
    if len({card % 4 for card in others}) == 1:
        ranks_held = {card // 4 for card in others}
        runs = [
            {(top - step) % 13 for step in range(7)} for top in range(5, 13)
        ]  # down to the ace below the two
        if any(ranks_held <= run for run in runs):
            found.add(f"seven-card-straight-flush-{'with' if JOKER in seven else 'no'}-joker")
    return found


def named(found: int) -> set[str]:
    names = {name for kind, name in enumerate(MADE) if found >> kind & 1}
    return names | {f"{name}-and-pair" for kind, name in enumerate(MADE) if found >> PAIRED + kind & 1}


def test_11_9_j_every_arrangement_is_seen() -> None:
    """11.3(f)1, 11.3(f)3, 11.3(i)2, 11.3(i)4, 11.14(d)."""
    for seven in hands_of(7, 600, 5):
        assert named(made(seven)) == slow_made(seven), seven


SEVENS = (
    "As Ks Qs Js Ts Kh Qh|As Ks Qs Js Jo Ah Kh|Ks Qs Js Ts Jo Ah Qh|2d 3d 4d 5d Ad As Qs|As 2s 3s 4s 5s 6s 7s"
)
SEVENS += "|Jo 8s 9s Ts Js Qs 6s|8s 9s Ts Js Qs Ks As|Ac Ad Ah As Jo Kd Kh|As 2s 3s 4s 5s 6s Jo"


@pytest.mark.parametrize("text", SEVENS.split("|"))
def test_11_3_f_hands_of_seven_cards(text: str) -> None:
    assert named(made(cards(text))) == slow_made(cards(text))


@pytest.mark.paragraph("11.7(e)", "11.7(f)", "11.7(h)1", "11.7(h)2", "11.7(h)4")
@pytest.mark.parametrize(
    ("wager", "options", "text", "row"),
    [
        ("bonus", {"bonus": "yes"}, "5c 6d 7h 8s 9c 9d 9h", "three-of-a-kind"),
        ("bonus", {"bonus": "yes"}, "As Ks Qs Js Jo Kh Ah", "royal-flush"),
        (
            "bonus",
            {"bonus": "yes", "royal-match": "ace-king"},
            "As Ks Qs Js Jo Kh Ah",
            "royal-flush-plus-royal-match",
        ),
        ("bonus", {"bonus": "yes"}, "Ac Ad Ah As Jo 2d 3h", "five-aces"),
        ("bonus", {"bonus": "yes"}, "9s 9h 9d 9c Jo 2d 3h", "four-of-a-kind"),
        ("bonus", {"bonus": "yes"}, "9s 8s 7s 6s Jo 2d 3h", "straight-flush"),
        ("bonus", {"bonus": "yes"}, "9s 9h 9d As Jo Ks 5s", "full-house"),
        ("bonus", {"bonus": "yes"}, "As Ks 9s 5s Jo 2d 3h", "flush"),
        ("bonus", {"bonus": "yes"}, "9s 8h 7s 6s Jo 2d Kh", "straight"),
        ("bonus", {"bonus": "yes"}, "9s 9h 7s 7d Jo 2d Kh", None),
        ("seven-card-bonus", {"seven-card-bonus": "A"}, "9s 8s 7s 6s Jo 2d 3h", "straight-flush"),
        (
            "seven-card-bonus",
            {"seven-card-bonus": "B"},
            "9s 8s 7s 6s 5s 2d Jo",
            "straight-flush-without-joker",
        ),
        ("seven-card-bonus", {"seven-card-bonus": "B"}, "Ts 9s 8s 7s Jo 2d 3h", "straight-flush-with-joker"),
        (
            "dynasty-bonus",
            {"dynasty-bonus": "B"},
            "As Ks Qs Js Ts Ah Qh",
            "natural-royal-flush-with-ace-queen",
        ),
        ("dynasty-bonus", {"dynasty-bonus": "A"}, "As Ks Qs Js Ts Ah Qh", "royal-flush-with-ace-queen"),
        (
            "dynasty-bonus",
            {"dynasty-bonus": "A"},
            "As 2s 3s 4s 5s 9d Jo",
            "natural-ace-to-five-straight-flush",
        ),
        ("dynasty-bonus", {"dynasty-bonus": "A"}, "Jo 2s 3s 4s 5s 9d Kd", "straight-flush"),
        (
            "dynasty-bonus",
            {"dynasty-bonus": "A"},
            "4s 5s 6s 7s 8s 9s Ts",
            "seven-card-straight-flush-no-joker",
        ),
        (
            "dynasty-bonus",
            {"dynasty-bonus": "B"},
            "4s 5s 6s 7s Jo 9s Ts",
            "seven-card-straight-flush-with-joker",
        ),
        ("imperial-bonus", {"imperial-bonus": "yes"}, "Ac Ad Ah As Jo 2d 3h", "five-aces"),
        ("protection", {"protection": "yes"}, "Qc Jd 9h 8s 5c 4d 2h", "queen-high"),
        ("pai-gow-insurance", {"pai-gow-insurance": "C"}, "Qc Jd Th 8s 9c 4d 2h", None),
        ("pai-gow-insurance", {"pai-gow-insurance": "C"}, "Tc 9d 8h 7s 5c 4d 2h", "ten-high"),
        ("pai-gow-insurance", {"pai-gow-insurance": "C"}, "Jo Ad 8h 7s 5c 4d 2h", None),
        ("pai-gow-insurance", {"pai-gow-insurance": "C"}, "Jo 2d 3h 4s 5c 9d Kh", None),
        ("pai-gow-insurance", {"pai-gow-insurance": "C"}, "Jo Kd Qd 9d 5d 4c 2h", "ace-high"),
    ],
)
def test_11_15_d_2_the_row_that_seven_cards_take(
    wager: str, options: dict[str, str], text: str, row: str | None
) -> None:
    """11.7(e), 11.7(f), 11.7(h)1, 11.7(h)2, 11.7(h)4."""
    ez = {"ez": "yes"} if wager in ("dynasty-bonus", "protection") else {}
    rules = PAI_GOW.rules(**{name.replace("-", "_"): value for name, value in {**options, **ez}.items()})
    assert seven_card_hand(rules, wager, cards(text)) == row


@pytest.mark.paragraph("11.7(d)")
@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("As Ks Qs Js Ts 4d 4h", "natural-royal-flush-and-pair"),
        ("Ac Ad Ah As Jo 4d 4h", "five-aces-and-pair"),
        ("As Ks Qs Js Ts 4d 5h", "natural-royal-flush"),
        ("Ac Ad Ah As Jo 4d 5h", "five-aces"),
        ("As Ks Qs Js Jo 4d 4h", "royal-flush-and-pair"),
        ("As Ks Qs Js Jo 4d 5h", "royal-flush"),
        ("9s 8s 7s 6s 5s 4d 4h", "straight-flush-and-pair"),
        ("9s 8s 7s 6s Jo 4d 2h", "straight-flush"),
        ("9s 9h 9d 9c Kd 4d 4h", "four-of-a-kind-and-pair"),
        ("9s 9h 9d 9c Kd 4d 5h", "four-of-a-kind"),
        ("9s 9h 9d Kc Kd 4d 4h", "full-house-and-pair"),
        ("9s 9h 9d Kc Kd 4d 5h", "full-house"),
        ("As Ks 9s 5s Jo 4d 4h", "flush-and-pair"),
        ("As Ks 9s 5s 2s 4d 3h", "flush"),
        ("9s 8h 7s 6s 5d Kd Kh", "straight-and-pair"),
        ("9s 8h 7s 6s 5d Kd 2h", "straight"),
        ("9s 9h 9d 6s 5d Kd 2h", "three-of-a-kind"),
        ("9s 9h Td Ts 5d Kd 2h", None),
        ("9s 8s 7s 6s 5s Ad Jo", "straight-flush-and-pair"),
    ],
)
def test_11_14_d_every_hand_type_of_the_progressive(text: str, row: str | None) -> None:
    """11.7(d): by the arrangement that pays most; the joker beside an ace is a pair."""
    assert best_row(PAI_GOW.rules(progressive=1), "progressive", made(cards(text)), 1_000_000) == row


def test_11_14_e_what_comes_off_the_meter() -> None:
    assert [off_the_meter(*each) for each in ((5000, 100, False), (4000, 100, False), (2500, 100, True))] == [
        True,
        False,
        True,
    ]
    assert [
        off_the_meter(*each) for each in ((25000, 500, False), (20000, 500, False), (12500, 500, True))
    ] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("8d 7d 6d", "three-card-straight-flush-no-joker"),
        ("8d 8c 8h", "three-of-a-kind"),
        ("Ad Ac Jo", "three-of-a-kind"),
        ("8d 7d Jo", "three-card-straight-flush"),
        ("Ad 3d Jo", "three-card-straight-flush"),
        ("Kd Qc Jo", "three-card-straight"),
        ("Ad 2c 3h", "three-card-straight"),
        ("Kd 9d 2d", "three-card-flush"),
        ("Kd 9d Jo", "three-card-flush"),
        ("Kd Kc Jo", "one-pair"),
        ("Ad 9c Jo", "one-pair"),
        ("Kd 9c Jo", "high-card"),
    ],
)
def test_11_18_b_three_cards(text: str, row: str) -> None:
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        assert THREE_CARDS[three_card_row(*(cards(text)[place] for place in order))] == row


@pytest.mark.paragraph("11.7(h)3")
def test_11_23_d_colours() -> None:
    """11.7(h)3."""
    held = cards("2d 3h 4c 5s Jo 6h 7d")
    assert (of_color(held, 1), of_color(held, 0)) == (4, 2)


def test_11_13_b_6_down_to_whole_dollars() -> None:
    assert [whole_dollars(stake, 11, 2) for stake in (100, 200, 300, 25)] == [500, 1100, 1600, 100]


# ---- the house way, by a program of its own --------------------------------------------------------------------


def slow_way(seven: Sequence[int], name: str) -> list[tuple[int, int]]:
    """The settings that the first fitting row allows, as places of two cards."""
    rank_of = [12 if card == JOKER else card // 4 for card in seven]
    number = Counter(rank_of)
    by_number = {n: sorted((rank for rank in number if number[rank] == n), reverse=True) for n in range(1, 6)}
    threes, pairs, singles = by_number[3], by_number[2], by_number[1]
    fours = by_number[4] + by_number[5]
    hand = (
        "five aces" if by_number[5]
        else "four of a kind" if fours
        else "two threes" if len(threes) == 2
        else "full house" if threes and pairs
        else "three of a kind" if threes
        else ("no pair", "pair", "two pairs", "three pairs")[len(pairs)]
    )  # fmt: skip
    kept = {
        two: slow_five([seven[place] for place in range(7) if place not in two])
        for two in PAIRS
        if slow_five([seven[place] for place in range(7) if place not in two])[0] in (4, 5, 8, 9)
    }
    measures = {
        "fours": fours,
        "threes": threes,
        "pair": pairs,
        "second": pairs[1:],
        "single": singles,
        "next": singles[1:],
    }

    def ranks(*wanted: int) -> list[tuple[int, int]]:
        return [two for two in PAIRS if sorted(rank_of[place] for place in two) == sorted(wanted)]

    def low(two: tuple[int, int]) -> tuple[int, list[int]]:
        held = sorted((rank_of[place] for place in two), reverse=True)
        return int(held[0] == held[1]), held

    for wanted, condition, lay in WAYS[name]:
        if wanted.split(", ")[-1] != hand or (", " in wanted and not kept):
            continue
        for each in filter(None, condition.split(", ")):
            measure, sign, bound = each.split()
            value = (measures[measure] or [-1])[0]
            if value < NAMES.index(bound) if sign == ">=" else value > NAMES.index(bound):
                break
        else:
            if lay == "kept":
                best = max((low(two), kept[two]) for two in kept)
                return [two for two in kept if (low(two), kept[two]) == best]
            return {
                "singles": lambda: ranks(*singles[:2]),
                "second and third": lambda: ranks(*singles[1:3]),
                "pair": lambda: ranks(pairs[0], pairs[0]),
                "second pair": lambda: ranks(pairs[1], pairs[1]),
                "two of the fours": lambda: ranks(fours[0], fours[0]),
                "two of the threes": lambda: ranks(threes[0], threes[0]),
                "three and single": lambda: ranks(threes[0], singles[0]),
            }[lay]()
    raise AssertionError(seven)


@pytest.mark.parametrize("name", WAYS)
def test_11_9_d_house_ways_set_a_thousand_hands_as_a_slow_program_does(name: str) -> None:
    """11.9(c), 11.9(d): and no setting of them fouls."""
    chance = random.Random(8)
    some = [chance.sample(range(53), 7) for _ in range(700)] + list(hands_of(7, 700, 9))
    for seven in some:
        place = PAIRS[house_way(seven, FILED[name], 1)]
        assert place in slow_way(seven, name), (seven, place)
        high = [card for at, card in enumerate(seven) if at not in place]
        assert not fouls(high_value(*with_joker(high), 1), low_value(seven[place[0]], seven[place[1]]))


@pytest.mark.parametrize("name", WAYS)
def test_11_9_d_of_cards_of_one_rank_those_go_low_that_leave_the_best(name: str) -> None:
    """However the cards lie: three aces and the joker, two aces low, and the third is of the suit of king, queen and
    jack."""
    chance, seven = random.Random(5), cards("As Ah Ac Jo Ks Qs Js")
    for _ in range(20):
        chance.shuffle(seven)
        low = PAIRS[house_way(seven, FILED[name], 1)]
        assert {seven[place] for place in low} == set(cards("Ah Ac"))


@pytest.mark.parametrize(
    "row",
    [
        {"hand": "two pair", "low": "pair"},
        {"hand": "pair", "low": "kings"},
        {"hand": "pair", "low": "singles", "if": "pair > 7"},
        {"hand": "pair", "low": "singles", "if": "pair >= 17"},
        {"hand": "pair", "low": "singles", "unless": "pair >= 7"},
    ],
)
def test_11_9_d_a_house_way_that_cannot_be_read_is_refused(row: dict[str, str]) -> None:
    way = HouseWay(id="ours", cite="11.9(d)", text="", then=[], aims=[row])
    with pytest.raises(Refused, match="house way ours"):
        read_way(way)


def test_11_9_d_every_row_of_a_house_way_is_used() -> None:
    """The row that sets a hand is the last of the fewest that set it."""
    rows = FILED["customary"]
    unused = set(range(1, len(rows) + 1))
    rare = (cards(text) for text in ("Ac Ad Ah As Jo Kd Kh", "Ac Ad Ah As Jo Kd 2h"))
    hands = chain(rare, hands_of(7, 30_000, 2))
    while unused:
        seven = next(hands)
        unused.discard(
            bisect(range(1, len(rows)), 0, key=lambda most: house_way(seven, rows[:most], 1) + 1) + 1
        )
    assert not unused


# ---- odds ------------------------------------------------------------------------------------------------------


def edge(wager: str, **options: object) -> float:
    return float(next(iter(PAI_GOW.mathematics.odds(PAI_GOW.rules(**options), wager))).house_edge)


def test_11_18_c_all_hands_are_counted_as_published() -> None:
    """The Wizard of Odds on "pai gow mania" has the same seven-card table and the same three-card hands."""
    rules = PAI_GOW.rules(seven_card_bonus="A", three_card_bonus="yes")
    assert sum(tally().values()) == comb(53, 7)
    assert by_row(rules, "seven-card-bonus") == {
        "five-aces": 1_128,
        "royal-flush": 26_132,
        "straight-flush": 184_832,
        "four-of-a-kind": 307_472,
        "full-house": 4_188_528,
        "flush": 6_172_088,
        "three-of-a-kind": 7_672_500,
        "straight": 11_034_204,
        "no row": 124_556_196,
    }
    assert edge("seven-card-bonus", seven_card_bonus="A") == pytest.approx(0.063667, abs=5e-7)
    three = next(iter(PAI_GOW.mathematics.odds(rules, "three-card-bonus")))
    found = {each.outcome: each.probability * 23426 for each in three.outcomes}
    assert found == dict(zip(reversed(THREE_CARDS), (48, 58, 100, 1020, 1308, 3912, 16980), strict=True))


def test_11_16_published_edges() -> None:
    """The bonus is the "fortune" table, 7.77 percent; a queen's dragon comes once in 57 hands and costs 10 percent."""
    assert edge("bonus", bonus="yes") == pytest.approx(0.0777, abs=5e-5)
    assert edge("queens-dragon", ez="yes", queens_dragon="yes") == pytest.approx(0.1002, abs=5e-5)


def test_11_16_c_a_pai_gow_counted_by_hand() -> None:
    """11.3(h): seven different ranks of which no five are in sequence, no five of a suit; an ace may be the joker."""
    suits = 4**7 - 4 * (comb(7, 5) * 3**2 + comb(7, 6) * 3 + 1)
    six = 4**6 - 4 * (comb(6, 5) * 3 + 1)
    for top, row in enumerate(
        ("nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high"), 7
    ):
        sets = 0
        for below in combinations(range(top), 6):
            ranks = {*below, top} | ({-1} if top == 12 else set())
            sets += not any({low + step for step in range(5)} <= ranks for low in range(-1, 9))
        hands = sets * (suits + six * (top == 12))
        rules = PAI_GOW.rules(pai_gow_insurance="A")
        assert by_row(rules, "pai-gow-insurance")[row] == hands


def test_what_a_win_nets_has_no_bound_of_the_machine() -> None:
    """Third moments of it are taken: 19/20 to the third, at odds of all deals."""
    row = in_deals(PAI_GOW.rules(), (3, 4, DEALS), Fraction(19, 20), "")
    (win,) = [each for each in row.outcomes if each.outcome == "win"]
    assert win.probability * win.net**3 == Fraction(3 * 19**3, 20**3 * comb(53, 7) * comb(46, 7))
    assert all(type(part) is int for each in row.outcomes for part in each.net.as_integer_ratio())


TOLD: Final = ((30, 40, 35, 40), (40, 30, 40, 25))


@pytest.mark.parametrize(
    ("options", "player", "bank"),
    [
        ({}, 0, Fraction(19, 20)),  # 11.10(l): five percent of the surplus
        ({"ez": "yes"}, 0, Fraction(19, 20)),  # the surplus is charged
        ({"ez": "yes", "reading_ez_surplus": "as-printed"}, 0, Fraction(1)),
        ({"dragons_eye": "method-2"}, Fraction(1, 36), Fraction(1)),  # 11.9(k)2
    ],
)
def test_11_10_l_a_bank_wins_what_a_hand_loses(
    options: dict[str, object],
    player: Fraction,
    bank: Fraction,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty deals that win and forty that lose; by the best setting five more win, or fewer lose."""
    monkeypatch.setattr(every_deal, "deals", lambda counting: Counted(*TOLD[counting.bank]))
    rows = list(PAI_GOW.mathematics.odds(PAI_GOW.rules(player_banking="yes", **options), "pai-gow-poker"))
    assert [row.method for row in rows] == ["exact"] * 4
    dealt = Fraction(1 - player, DEALS)
    gain = 1 if options else Fraction(19, 20)
    told = ((35, 40, gain), (30, 40, gain), (40, 25, bank), (40, 30, bank))
    for row, (wins, loses, net) in zip(rows, told, strict=True):
        found = {each.outcome: (each.probability, each.net) for each in row.outcomes}
        assert found["win"] == (wins * dealt, net)
        assert found["lose"] == (loses * dealt, -1)
        assert sum(chance for chance, _ in found.values()) == 1
        if player:
            assert found["triple"] == (player, -1 if row in rows[:2] else 1)
    if player:
        with pytest.raises(Refused, match="triple"):
            PAI_GOW.mathematics.simulation(PAI_GOW.rules(**options))


def test_11_14_f_the_meter_at_which_the_progressive_costs_nothing() -> None:
    for stake in (1, 5):
        rules = PAI_GOW.rules(progressive=stake)
        even = break_even(rules)
        assert [row.break_even for row in PAI_GOW.mathematics.odds(rules, "progressive")] == [even]
        rows: Counter[str] = Counter()
        for (found, _), count in tally().items():
            rows[best_row(rules, "progressive", found, even) or ""] += count
        pay = rules.pay("progressive")
        worth = sum(
            Fraction(even * pay[row].meter, 100) * count + pay[row].prize * count
            for row, count in rows.items()
            if row
        )
        assert worth >= 100 * stake * comb(53, 7)
        assert (
            worth - 100 * stake * comb(53, 7)
            < rows["natural-royal-flush-and-pair"] * 2 + rows["five-aces-and-pair"] * 2 + 10**5
        )


def test_11_20_both_parts_of_the_imperial_bonus_agree_with_a_simulation() -> None:
    """And the part of the bank by itself is as likely as by itself it must be."""
    rules = PAI_GOW.rules(imperial_bonus="yes")
    exact = next(iter(PAI_GOW.mathematics.odds(rules, "imperial-bonus")))
    low = sum(each.probability for each in exact.outcomes if "bank-" in each.outcome)
    assert low == Fraction(31_080 + 248_640 + 963_480, comb(53, 7))
    report = simulate(rules, plan="imperial-bonus 5", rounds=1_000_000)
    assert near(report.wagers[0].house_edge, exact.house_edge)


@pytest.mark.parametrize(
    ("plan", "options"),
    [
        ("pai-gow-insurance 5", {"pai_gow_insurance": "B"}),
        ("bonus 5", {"bonus": "yes"}),
        ("progressive 1", {"progressive": 1}),
        ("three-card-bonus 5", {"three_card_bonus": "yes"}),
        ("dynasty-bonus 5", {"ez": "yes", "dynasty_bonus": "A"}),
        ("protection 5", {"ez": "yes", "protection": "yes"}),
        ("red-black:red 5", {"ez": "yes", "red_black": "yes"}),
        ("queens-dragon 5", {"ez": "yes", "queens_dragon": "yes"}),
    ],
)
def test_11_16_simulation_agrees(plan: str, options: dict[str, object]) -> None:
    rules = PAI_GOW.rules(**options)
    report = simulate(rules, plan=plan, rounds=300_000)
    wager = plan.split()[0].partition(":")[0]
    assert near(report.wagers[0].house_edge, next(iter(PAI_GOW.mathematics.odds(rules, wager))).house_edge)


@pytest.mark.parametrize(
    ("ranks", "name", "ez", "bank"),
    [
        ("8 9 T J Q K A", "customary", "no", 0),
        ("3 4 5 8 9 J Q", "plain", "yes", 0),
        ("3 4 5 8 9 J Q", "plain", "yes", 1),
        ("A 2 3 4 5 6 9", "customary", "no", 1),
    ],
)
def test_11_9_i_all_deals_of_a_short_pack_are_counted_as_one_by_one(
    ranks: str, name: str, ez: str, bank: int
) -> None:
    """Two suits of some ranks and the joker; every hand, set in the house way and in each way, against every other that
    has no card of it. A bank wins copies, 11.10(k); under EZ a bank's queen's dragon pushes, 11.9(h)3."""
    pack, hands = short_pack(ranks)
    percent = 0 if ez == "yes" else 5
    found = counted(counting(PAI_GOW.rules(house_way=name, ez=ez), percent, bank), pack).tolist()
    masks, every = every_setting(
        hands, (2,), {5: lambda *five: high_value(*with_joker(five), 1), 2: low_value}
    )
    foul = cache(fouls)
    lawful = ~np.array([[foul(*each) for each in way.T.tolist()] for way in every])
    filed = [house_way(hand, FILED[name], 1) for hand in hands]
    theirs = every[filed, :, range(len(hands))].T
    dragons = np.array([ez == "yes" and no_hand(*with_joker(hand)) == 10 for hand in hands])
    slow = np.zeros(4, np.int64)
    for n, mask in enumerate(masks):
        there = (masks & mask == 0) & ~(dragons[n] if bank else dragons)
        settings = every[[filed[n], *np.flatnonzero(lawful[:, n])], :, n].T[:, :, None]
        against = theirs[:, None, there]
        higher = settings >= against if bank else settings > against
        wins, loses = higher.all(axis=0).sum(axis=1), (~higher).all(axis=0).sum(axis=1)
        best = (wins * (100 - percent) - 100 * loses).argmax()
        slow += wins[0], loses[0], wins[best], loses[best]
    assert found == slow.tolist()
    assert slow[0] > 0
    assert slow[3] < slow[1]


def test_the_row_of_a_high_hand_is_how_many_are_lower() -> None:
    """Of all that there can be, of every other one and of a few."""
    chance = np.random.default_rng(4)
    for there in (np.ones(PLACES, bool), np.arange(PLACES) % 2 == 0, chance.random(PLACES) < 0.01):
        words = np.packbits(there, bitorder="little").view(np.uint32).astype(np.int64)
        before = np.cumsum([0, *(int(word).bit_count() for word in words)])
        lower = np.cumsum(there) - there
        assert [row_of(high, words, before) for high in range(0, PLACES, 7)] == lower[::7].tolist()


def test_what_is_counted_so_far_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off after six parts, the seventh is the first that is done again."""
    pack, _ = short_pack("8 9 T J Q K A")
    work, so_far, swept = counting(PAI_GOW.rules(), 5), tmp_path / "so-far.npy", list[tuple[int, ...]]()

    def broken(*args: Any) -> None:
        if len(swept) == 6:
            raise KeyboardInterrupt
        swept.append(args[4:])
        sweep(*args)

    monkeypatch.setattr(every_deal, "sweep", broken)
    with pytest.raises(KeyboardInterrupt):
        counted(work, pack, so_far=so_far)
    monkeypatch.setattr(every_deal, "sweep", lambda *args: (swept.append(args[4:]), sweep(*args)))
    told = list[int]()
    again = counted(work, pack, lambda done, _: told.append(done), so_far)
    assert swept == [(size, share, all_) for size, all_ in enumerate(SHARES) for share in range(all_)]
    assert told == [0, *range(6, len(swept) + 1)]
    monkeypatch.undo()
    assert again.tolist() == counted(work, pack).tolist()
    assert [each.name for each in tmp_path.iterdir()] == ["so-far.npy"]


def test_what_is_broken_off_ends_with_what_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is pressed while workers are at it, and whoever waits for them waits for no piece that none has begun."""

    class Workers:
        def __init__(self, number: int) -> None:
            self.left: list[tuple[Any, Any]] = []

        def __enter__(self) -> Self:
            return self

        def map(self, part: Any, rows: Any) -> None:
            self.left = [(part, row) for row in rows]
            raise KeyboardInterrupt

        def __exit__(self, *_: object) -> None:
            for part, row in self.left:
                part(row)

    done = list[object]()
    monkeypatch.setattr(every_deal, "ThreadPoolExecutor", Workers)
    monkeypatch.setattr(every_deal, "specialized", lambda *_, **__: lambda *args: done.append(args))
    pack, _ = short_pack("8 9 T J Q K A")
    work = counting(PAI_GOW.rules(), 5)
    with pytest.raises(KeyboardInterrupt):
        sweep(work, pack, cast(Any, None), np.zeros((2, 1), work.kind), 3)
    assert not done


@pytest.mark.paragraph("11.4(b)")
def test_11_21_dice_by_all_throws() -> None:
    """11.4(b), 11.21(a), 11.21(b), 11.21(d), 11.21(e): of 216 throws 105 are odd, 36 doubles, 6 triples."""
    options = {"dragons_eye": "method-1"}
    assert edge("odd", **options) == pytest.approx(6 / 216)
    assert edge("double", **options) == pytest.approx(36 / 216)
    assert edge("triple", **options) == pytest.approx(1 - 31 / 36)
    assert edge("match", **options) == pytest.approx((125 - 75 - 2 * 15 - 3) / 216)


# ---- table and compiled rounds -----------------------------------------------------------------------------------


class Dealt(Tape):
    """Seven cards for the player, seven for the dealer; other hands are dead."""

    def deals(self, hand: Sequence[int]) -> None:
        self.owned = {"1": list(hand[6::-1]), "dealer": list(hand[:6:-1])}

    def card(self, to: str, shoe: Shoe) -> int:
        return self.owned[to].pop() if to in self.owned else 0

    def roll(self, of: int) -> tuple[int, ...]:
        return (1,) * of


@pytest.mark.parametrize(
    "options",
    [
        {"bonus": "yes", "pai_gow_insurance": "C", "progressive": 1},
        {"three_card_bonus": "yes", "seven_card_bonus": "B", "house_way": "plain", "ace_to_five": "lowest"},
        {"imperial_bonus": "yes", "vigorish_rounding": "up", "progressive": 5},
        {"ez": "yes", "dynasty_bonus": "A", "protection": "yes", "red_black": "yes", "queens_dragon": "yes",
         "bonus": "yes", "reading_three_of_a_kind": "as-printed"},
    ],
)  # fmt: skip
def test_table_and_compiled_rounds_pay_the_same(options: dict[str, object]) -> None:
    rules, chance, tape = PAI_GOW.rules(**options), random.Random(4), Dealt()
    simulation = PAI_GOW.mathematics.simulation(rules)
    table = Table(PAI_GOW, rules, chance=tape)
    table.players[1] = lambda _, ask: ("expose" if ask.choices[0].id == "expose" else "house-way", 0)
    table.sit(1, "Ann", 10**8)
    play = simulation.play.compiled
    offered = [wager for wager in WAGERS if rules.offers(wager.partition(":")[0])]
    for turn in range(2_500):
        hand = chance.sample(range(53), 14) if turn % 2 else (next(hands_of(7, 40, turn)) * 2)[:7]
        if len(hand) == 7:
            hand += chance.sample([card for card in range(53) if card not in hand], 7)
        stakes = np.zeros(len(WAGERS), np.int64)
        shares = made(hand[:7]) & (1 << ROYAL | 1 << ACES)  # of a meter that grows at the table
        for wager in offered:
            if wager == "pai-gow-poker" or (
                chance.random() < 0.7 and not (shares and wager == "progressive")
            ):
                limits = rules.limits(wager.partition(":")[0])
                stake = limits.least + (
                    limits.step * chance.randint(0, 8) if limits.most > limits.least else 0
                )
                stakes[WAGERS.index(wager)] = stake
                table.bet(1, wager, f"{stake // 100}.{stake % 100:02}")
        tape.deals(hand)
        table.deal()
        net, staked = np.zeros(len(WAGERS), np.int64), np.zeros(len(WAGERS), np.int64)
        play(np.array(hand, np.uint8), 0, stakes, simulation.rules, np.zeros(1, np.int64), net, staked)
        assert table.settlement is not None
        assert int(net.sum()) == table.settlement.net[1], (hand, dict(zip(WAGERS, net, strict=True)))


# ---- the deal, 11.8 to 11.8C and 11.17 -----------------------------------------------------------------------------


class Places(Tape):
    """Dice that show a total, a generator that shows a number, and any cards."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self.faces, self.deck = faces, iter(range(53))

    def card(self, to: str, shoe: Shoe) -> int:
        return next(self.deck)

    def roll(self, of: int) -> tuple[int, ...]:
        return self.faces

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        assert (take, of) == (1, 7)
        return self.faces


def dealt(
    faces: tuple[int, ...], seats: Sequence[int], wagers: Sequence[str] = (), bank: int = 0, **options: object
) -> tuple[Table, list[str]]:
    """Who is dealt each card in turn."""
    table = Table(PAI_GOW, PAI_GOW.rules(**options), chance=Places(faces), state={"begun": True})
    for seat in seats:
        table.sit(seat, f"player {seat}", 1000)
        if seat != bank:
            for wager in ("pai-gow-poker", *wagers):
                table.bet(seat, wager, 10)
    table.deal()
    while table.asked and not table.asked.parts:
        wish = {"bank": "bank" if table.asked.seat == bank else "pass-bank", "stack-1": "stack-3"}
        table.act(table.asked.seat, wish.get(table.asked.choices[0].id, table.asked.usual))
    return table, [event.to for event in table.said if isinstance(event, Deal)]


@pytest.mark.paragraph("11.8(a)", "11.8(b)", "11.4(a)1", "11.8C(b)2", "11.8(d)1")
def test_11_8_c_a_card_at_a_time_clockwise_from_the_start() -> None:
    """11.4(a)1, 11.6(a), 11.7(c), 11.8C(b)2, 11.8C(b)3ii: fourteen is the sixth position. 11.8(d)1."""
    table, to = dealt((6, 6, 2), (2, 6))
    assert to[:7] == ["6", "dead", "dead", "dead", "2", "dead", "dealer"]
    assert to == to[:7] * 7
    assert "dead" in {event.owner for event in table.said if isinstance(event, Discard)}
    assert table.state.button == 0  # type: ignore[attr-defined]


@pytest.mark.paragraph("11.8C(a)")
def test_11_8c_b_3_eight_is_the_dealer() -> None:
    """11.8C(a), 11.8C(b)3i."""
    assert dealt((2, 3, 3), (2,))[1][:3] == ["dealer", "dead", "dead"]


@pytest.mark.paragraph("11.4(a)2")
def test_11_8c_c_the_generators_number_is_a_count() -> None:
    """11.4(a)2: 1 is the dealer, 7 the sixth position."""
    assert dealt((1,), (6,), starting_position="generator")[1][0] == "dealer"
    assert dealt((7,), (6,), starting_position="generator")[1][0] == "6"


@pytest.mark.paragraph("11.8B(a)", "11.8B(b)2", "11.8B(c)", "11.8B(d)", "11.8B(e)1", "11.8B(f)", "11.8C(e)")
def test_11_8c_d_the_button_goes_clockwise() -> None:
    """11.8B(a), 11.8B(b)2, 11.8B(c), 11.8B(d), 11.8B(e)1, 11.8B(f), 11.8C(e): stacks of seven from the button."""
    options = {"starting_position": "button", "dealing": "automated-shoe", "marked_start": "yes"}
    table, to = dealt((), (6, 1), **options)
    assert [to[place] for place in range(0, 49, 7)] == ["dealer", "6", "dead", "dead", "dead", "dead", "1"]
    assert all(to[place] == to[place - place % 7] for place in range(49))
    while table.asked:
        table.act(table.asked.seat, table.asked.usual)
    assert table.state.button == 6  # type: ignore[attr-defined]


@pytest.mark.paragraph("11.8A(a)", "11.8A(b)2", "11.8A(d)1", "11.8A(e)", "11.8A(f)", "11.8A(g)")
def test_11_8a_c_stacks_from_left_to_right_and_back() -> None:
    """11.8A(a), 11.8A(b)2, 11.8A(d)1, 11.8A(e), 11.8A(f), 11.8A(g): the stack at the far left goes to the start."""
    _, to = dealt((1, 1, 1), (2, 1), dealing="hand")
    clockwise = ["2", "1", "dealer", "dead", "dead", "dead", "dead"]
    assert to[:7] == clockwise
    assert to[7:14] == clockwise[::-1]
    assert to[14:21] == clockwise


@pytest.mark.paragraph("11.10(h)3", "11.10(i)2", "11.10(i)4", "11.10(i)5", "11.10(j)1", "11.10(j)3")
def test_11_10_i_1_the_bank_chooses_the_first_stack() -> None:
    """11.10(a), 11.10(f), 11.10(h)3, 11.10(i)2, 11.10(i)4, 11.10(i)5, 11.10(j)1, 11.10(j)3: a total of three, counted
    from the bank at 2, is position 4; the third stack goes there, those to its right follow clockwise, then those
    from the far left."""
    _, to = dealt((1, 1, 1), (2, 4), bank=2, dealing="hand", player_banking="yes")
    assert to[:7] == ["dead", "dead", "4", "dead", "2", "dead", "dead"]
    _, to = dealt((1, 1, 1), (2, 4), bank=2, dealing="automated-shoe", player_banking="yes")
    assert to[:1] == ["4"]


@pytest.mark.paragraph("11.17(e)", "11.17(g)1", "11.17(g)2")
def test_11_17_d_three_cards_then_four() -> None:
    """11.17(b), 11.17(e), 11.17(g)1, 11.17(g)2: to wagers only, from the dealer's far left; the dealer last."""
    for last in ("hand", "automated-shoe"):
        table, to = dealt((), (1, 5, 3), ("three-card-bonus",), three_card_bonus="yes", last_four=last)
        order = ["5", "3", "1", "dealer"]
        assert to == [owner for owner in order for _ in range(3)] + [
            owner for owner in order for _ in range(4)
        ]
        settled = [event for event in table.said if isinstance(event, Settle)]
        assert len(settled) == 3
        results = [event.result for event in settled]
        assert results == sorted(results)  # losers before winners


@pytest.mark.paragraph("11.8D(b)", "11.8D(e)")
def test_11_8d_d_the_deal_begins_at_the_dragons_eye() -> None:
    """11.8D(a), 11.8D(b), 11.8D(e): its number is a position; as the house wishes it is as usual."""
    assert dealt((3, 1, 1), (3,), dragons_eye="method-1")[1][0] == "3"
    assert dealt((3, 1, 2), (5,), dragons_eye="method-1", dragons_eye_start="usual")[1][0] == "5"


@pytest.mark.paragraph("11.13(b)5")
def test_11_13_b_4_losers_then_winners_before_a_card() -> None:
    """11.13(b)1, 11.13(b)5."""
    wagers = ("starting-number:2", "starting-number:3")
    table, _ = dealt((2,), (1,), wagers, starting_position="generator", starting_number="6 to 1")
    said = [event for event in table.said if isinstance(event, Settle | Deal)]
    assert [event.wager for event in said[:2] if isinstance(event, Settle)] == [
        "starting-number:3",
        "starting-number:2",
    ]
    assert isinstance(said[2], Deal)


# ---- the round -----------------------------------------------------------------------------------------------------


def test_11_12_b_the_larger_wager_is_set_first() -> None:
    """11.12(a): two adjacent areas, and no others."""
    table = Table(PAI_GOW, PAI_GOW.rules(positions_per_player=2), chance=Places((1, 1, 1)))
    table.sit(2, "Ann", 1000)
    table.bet(2, "pai-gow-poker", 10)
    with pytest.raises(Refused, match=r"adjacent.*11\.12\(a\)"):
        table.bet(2, "pai-gow-poker@4", 20)
    table.bet(2, "pai-gow-poker@3", 20)
    table.deal()
    assert table.asked is not None
    assert table.asked.hand == "3"
    table.act(2, "house-way")
    assert table.asked.hand == "2"


@pytest.mark.paragraph('11.1 "Set"', "11.22(d)1")
def test_11_9_f_hands_are_exposed_from_the_right_and_winners_paid_last() -> None:
    """11.9(b), 11.9(f), 11.9(g), 11.9(i), 11.15(d)1, 11.22(d)1: losers at once, winners when all are exposed."""
    cases = 0
    for seed in range(30):
        table = Table(PAI_GOW, PAI_GOW.rules(bonus="yes"), seed=seed)
        for seat in (5, 1, 3):
            table.sit(seat, f"player {seat}", 1000)
            table.bet(seat, "pai-gow-poker", 10)
            table.bet(seat, "bonus", 5)
        table.deal()
        while table.asked:
            table.act(table.asked.seat, table.asked.usual)
        shown = [event.owner for event in table.said if isinstance(event, Show) and event.owner.isdecimal()]
        assert shown == ["1", "3", "5"]
        settled = [
            event for event in table.said if isinstance(event, Settle) and event.wager == "pai-gow-poker"
        ]
        results = [event.result == "win" for event in settled]
        assert results == sorted(results)
        wagers = [event.wager for event in table.said if isinstance(event, Settle)]
        assert wagers[:3] == ["pai-gow-poker"] * 3
        cases += any(results) and not all(results)
    assert cases > 5


@pytest.mark.paragraph('11.1 "Bank"', "11.10(b)")
@pytest.mark.parametrize(
    ("state", "funds"),
    [
        ({"begun": False}, 1000),  # 11.10(b)
        ({"banked": 1}, 1000),  # 11.10(c)
        ({"last": {2: 1000}}, 1000),  # 11.10(d)1
        ({}, 9),  # 11.10(d)2
    ],
)
def test_11_10_d_who_may_not_bank_is_not_asked(state: dict[str, object], funds: int) -> None:
    rules = PAI_GOW.rules(player_banking="yes")
    table = Table(PAI_GOW, rules, chance=Places((1, 1, 1)), state={"begun": True, **state})
    table.sit(1, "Ann", funds)
    table.sit(2, "Bob", 1000)
    table.bet(2, "pai-gow-poker", 10)
    table.deal()
    assert table.asked is not None
    assert (table.asked.seat, table.asked.choices[0].verb) == (2, "set")


def test_11_10_o_winners_against_a_bank_pay_vigorish_by_its_paragraph() -> None:
    """11.9(j) is the house's; 11.10(l) takes that of a surplus. Only who wagered may bank next (11.10(d)1)."""
    cites = set()
    for seed in range(40):
        rules = PAI_GOW.rules(player_banking="yes", imperial_bonus="yes")
        table = Table(PAI_GOW, rules, seed=seed, state={"begun": True})
        for seat in (1, 2, 3):
            table.sit(seat, f"player {seat}", 1000)
        table.bet(2, "pai-gow-poker", 10)
        table.bet(3, "imperial-bonus", 10)
        table.deal()
        while table.asked:
            bank = table.asked.choices[0].id == "bank" and table.asked.seat == 1 and seed % 2
            table.act(table.asked.seat, "bank" if bank else table.asked.usual)
        fees = {event.cite for event in table.said if isinstance(event, Move) and event.target == "fees"}
        cites |= {(bool(seed % 2), each) for each in fees}
        if not seed % 2:
            assert table.state.last == {2: 1000}  # type: ignore[attr-defined]
    assert (False, "13:69F-11.9(j)") in cites
    assert {each for banked, each in cites if banked} == {"13:69F-11.10(o)", "13:69F-11.10(l)"}


def test_11_14_b_the_meter_is_fed_before_the_deal() -> None:
    table = Table(PAI_GOW, PAI_GOW.rules(progressive=5), chance=Places((1, 1, 1)))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "pai-gow-poker", 10)
        table.bet(seat, "progressive", 5)
    table.deal()
    assert table.ledger["meter:progressive"] == 1_000_000 + 2 * 135
    first = next(place for place, event in enumerate(table.said) if isinstance(event, Deal))
    assert all(not isinstance(event, Move) for event in table.said[first:])


@pytest.mark.paragraph('11.1 "Dice bonus wager"', "11.8D(c)")
def test_11_21_f_a_dice_bonus_over_three_triples() -> None:
    """11.8D(c): the dealer shakes the first; then whoever has the button and a dice bonus wager."""
    table = Table(PAI_GOW, PAI_GOW.rules(dragons_eye="method-1"), chance=Places(()))
    table.sit(1, "Ann", 1000)
    table.sit(2, "Bob", 1000)
    won = []
    for eye, made_ in ((1, True), (5, False), (2, False)):
        table.chance = Places((eye,) * 3)
        for seat in (1, 2):
            table.bet(seat, "pai-gow-poker", 10)
            if made_:
                table.bet(seat, "dice-bonus", 1)
            else:
                with pytest.raises(Refused, match=r"11\.21\(f\)"):
                    table.bet(seat, "dice-bonus", 1)
        table.deal()
        while table.asked:
            table.act(table.asked.seat, table.asked.usual)
        won.append(
            [event.pays for event in table.said if isinstance(event, Settle) and event.wager == "dice-bonus"]
        )
    assert won == [[2500, 2500], [50_000, 5_000], [100_000, 100_000]]
    assert not table.bets
    table.bet(1, "dice-bonus", 1)  # they had one, and the run is over


def test_11_23_f_and_11_16_d_limits_are_no_lower_than_the_least_wagers_may_win() -> None:
    """11.23(f): $1 at 8,000 to 1 is less than $40,000, $10 is more."""
    rules = PAI_GOW.rules(ez="yes", dynasty_bonus="B", ez_payout_limit="40000")
    assert not PAI_GOW.posting.check(rules)
    dear = type(rules)(PAI_GOW, rules.chosen, limits={"dynasty-bonus": (1000, 10000)})
    assert [each.cite for each in PAI_GOW.posting.check(dear)] == ["13:69F-11.23(f)"]


def test_11_19_c_and_11_21_a_what_is_paid_several_times_over_at_most() -> None:
    """Five aces and a bank of nine high at once; three dice that all match."""
    table = Table(PAI_GOW, PAI_GOW.rules(imperial_bonus="yes", dragons_eye="method-1"))
    table.sit(1, "Ann", 1000)
    for wager in ("pai-gow-poker", "imperial-bonus", "match"):
        table.bet(1, wager, 10)
    most = {bet.id: PAI_GOW.mathematics.most_won(table, bet) for bet in table.bets.values()}
    assert (most["imperial-bonus"], most["match"]) == (100 * 10 * (1000 + 100), 100 * 10 * 3)


def test_11_13_b_6_no_more_than_six_to_one() -> None:
    options = {"starting-position": "generator", "starting-number": "6 to 1"}
    rules = type(PAI_GOW.rules())(PAI_GOW, options, pay_tables={"starting-number": {"number": "13 to 2"}})
    assert [each.cite for each in PAI_GOW.posting.check(rules)] == ["13:69F-11.13(b)6"]


BUTTON = {"starting_position": "button", "dealing": "automated-shoe"}


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("As Ah Kd Kc 7d 5s 2h", {"set-KdKc", "house-way"}),
        ("9s 9h Ad Kc 7d 5s 2h", {"set-AdKc", "house-way"}),
        ("3s 3h 2d 2c Ad Ks 7h", {"set-AdKs", "house-way"}),
    ],
)
def test_11_9_b_advice_sets_as_everybody_would(hand: str, best: set[str]) -> None:
    told = advice(asked("pai-gow-poker", {"pai-gow-poker": 10}, {"1": hand}, **BUTTON))
    assert told.decision in best
    assert told.values["surrender"] == -1000
    assert all(value >= -1000 for value in told.values.values())


@pytest.mark.parametrize(
    ("left", "ez"),
    [
        ("2s 4s 5s 7s 9s Js Ks Kd Jo", "no"),
        ("As Ah Kh Qh Jh Th 9h 9d 2c", "no"),
        ("Qs Td 9h 7c 5d 4s 3h 2c Qd", "yes"),
        ("Qs Ts 9s 7s 5s 4s 3h 2c Qd", "yes"),
    ],
)
def test_11_9_b_advice_weighs_every_hand_that_can_be_dealt(left: str, ez: str) -> None:
    """11.9(g), 11.9(h)3: of nine cards that are left, each seven set by the slow program."""
    seven, expected = cards("Ac Kc 8s 8h 6d 6c 3c"), [Counter[int]() for _ in PAIRS]

    def parts(hand: Sequence[int], two: tuple[int, ...]) -> tuple[Value, Value]:
        low = sorted((min(hand[place] // 4, 12) for place in two), reverse=True)
        high = slow_five([card for place, card in enumerate(hand) if place not in two])
        return high, (int(low[0] == low[1]), *low)

    mine = [parts(seven, two) for two in PAIRS]
    for dealt in combinations(cards(left), 7):
        queen_high = len({card // 4 for card in dealt}) == 7 and max(dealt) // 4 == 10
        if ez == "yes" and queen_high and not any(slow_five(five)[0] for five in combinations(dealt, 5)):
            continue
        theirs = max(parts(dealt, two) for two in slow_way(dealt, "customary"))
        for (high, low), ends in zip(mine, expected, strict=True):
            won, copied = (high > theirs[0], low > theirs[1]), (high == theirs[0], low == theirs[1])
            lost = Ended.COPY if any(copied) else Ended.LOWER
            kinds = {(1, 1): Ended.WIN, (1, 0): Ended.HIGH, (0, 1): Ended.LOW, (0, 0): lost}
            ends[kinds[won].value] += 1
    values = [values_of(seven, place, 1) for place in range(len(PAIRS))]
    found, total = endings(PAI_GOW.rules(ez=ez), values, cards(left))
    assert total == 36
    assert found.tolist() == [[ends[end.value] for end in Ended] for ends in expected]
    assert (sum(expected[0].values()) < total) == (ez == "yes")


@pytest.mark.paragraph("11.2(b)", "11.6(g)", "11.19(b)", "11.22(b)", "11.10(p)")
def test_11_6_a_options_of_procedure_are_there() -> None:
    """11.2(b), 11.5(a), 11.6(g), 11.19(b), 11.22(b), 11.10(p): what the house chooses, and the least of each wager."""
    rules = PAI_GOW.rules(shuffle="automated", second_deck="yes", ez="yes", dynasty_bonus="A")
    assert rules["idle-cards"] == "face-up"
    assert rules.limits("dynasty-bonus").least == 100
    with pytest.raises(Refused):
        PAI_GOW.rules(shuffle="manual", second_deck="yes")
