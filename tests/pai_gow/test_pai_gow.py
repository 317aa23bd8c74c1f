"""Pai gow, the tiles, 13:69F-10."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np
import pytest

from pitboss.book import Ask, Deal, Discard, Irregularity, Roll, Say, Settle, Show, Shuffle, game
from pitboss.equipment.cards import cards, name, tiles
from pitboss.games.pai_gow.dragons_eye_mathematics import dice_bonus
from pitboss.games.pai_gow.pai_gow import STYLES, PaiGow, cut_stacks, delivered, set_by
from pitboss.games.pai_gow.pai_gow_mathematics import endings, kinds, weighed, worths
from pitboss.law import Refused
from pitboss.ranking.tiles import describe, is_zero, tile_value
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.case import Case, settle
from tests.house_poker import near
from tests.properties import often
from tests.tape import Tape

TILES = game("pai-gow")

# ---- the order of hands, 10.2, written again from the text -----------------------------------------------

PAIRS = [
    ("2-4", "1-2"), ("6-6", "6-6"), ("1-1", "1-1"), ("4-4", "4-4"), ("1-3", "1-3"), ("5-5", "5-5"), ("3-3", "3-3"),
    ("2-2", "2-2"), ("5-6", "5-6"), ("4-6", "4-6"), ("1-6", "1-6"), ("1-5", "1-5"), ("3-6", "4-5"), ("3-5", "2-6"),
    ("3-4", "2-5"), ("1-4", "2-3"),
]  # fmt: skip
SETS = [
    ("6-6", ["4-5", "3-6"]),
    ("1-1", ["4-5", "3-6"]),
    ("6-6", ["2-6", "3-5", "4-4"]),
    ("1-1", ["2-6", "3-5", "4-4"]),
]
ORDER = [
    ["6-6"], ["1-1"], ["4-4"], ["1-3"], ["5-5"], ["3-3"], ["2-2"], ["5-6"], ["4-6"], ["1-6"], ["1-5"],
    ["3-6", "4-5"], ["2-6", "3-5"], ["2-5", "3-4"], ["2-4"], ["1-4", "2-3"], ["1-2"],
]  # fmt: skip


def slow(one: str, other: str) -> tuple[int, int, int]:
    """Pair or not, then its place or the points, then the place of the higher tile: more is better."""
    for place, pair in enumerate(PAIRS):
        if sorted((one, other)) == sorted(pair):
            return 1, -place, 0
    for place, (first, seconds) in enumerate(SETS, len(PAIRS)):
        if (one == first and other in seconds) or (other == first and one in seconds):
            return 1, -place, 0
    best = (0, 0, -99)
    for a in ways_to_count(one):
        for b in ways_to_count(other):
            best = max(best, (0, (a[0] + b[0]) % 10, max(a[1], b[1])))
    return best


def ways_to_count(tile: str) -> list[tuple[int, int]]:
    rank = {each: -place for place, same in enumerate(ORDER) for each in same}
    spots = int(tile[0]) + int(tile[2])
    if tile in ("2-4", "1-2"):
        return [(6, rank["2-4"]), (3, rank["1-2"])]
    return [(spots, rank[tile])]


def test_10_2_every_two_tiles_by_a_slow_program() -> None:
    """10.2(b), 10.2(d), 10.2(e), 10.2(f), 10.2(g): all pairs of two tiles are in the same order."""
    two = sorted(set(combinations(sorted(tiles()), 2)))
    both = [(slow(name(a), name(b)), tile_value(a, b)) for a, b in two]
    for one, fast in both:
        for other, fast_other in both:
            assert (one > other) == (fast > fast_other)
            assert (one == other) == (fast == fast_other)
        assert is_zero(fast) == (one[0] == 0 and one[1] == 0)


def test_10_2_d_the_examples() -> None:
    """10.2(d)1, 10.2(d)2."""
    assert describe(tile_value(*cards("1-1 3-3"))) == "8, 1-1 high"
    assert describe(tile_value(*cards("5-6 1-6"))) == "8, 5-6 high"


# ---- the house way, 10.7(d) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("2-4 1-2 6-6 6-6", "6-6 6-6"),  # 10.7(d)1
        ("1-1 4-4 1-1 3-6", "3-6 4-4"),  # 10.7(d)2: the pair, not gong and wong
        ("6-6 4-4 3-6 2-3", "4-4 2-3"),  # the wong ranks above the gong
        ("5-5 4-5 3-3 2-2", "3-3 2-2"),  # 10.7(d)3: nine
        ("5-5 5-6 1-6 4-6", "5-5 4-6"),  # eight before seven
        ("6-6 4-6 5-6 2-2", "6-6 4-6"),  # 10.7(d)4: the highest with the lowest, which is the low hand
    ],
)
def test_10_7_d_the_four_rules(dealt: str, low: str) -> None:
    four = cards(dealt)
    place = TILES.house_way(TILES.rules(house_way="regulation"), four)  # type: ignore[attr-defined]
    found = list(combinations(four, 2))[place]
    assert sorted(map(name, found)) == sorted(low.split())


def slow_way(four: list[str]) -> set[tuple[str, ...]]:
    """The two hands by 10.7(d), the completion being the higher hand and then the better low hand."""
    a, b, c, d = four
    splits = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    ranked = sorted((sorted((slow(*x), slow(*y)), reverse=True), n) for n, (x, y) in enumerate(splits))
    (high, _), n = ranked[-1]
    if high[0] == 1 or high[1] >= 7:
        return {tuple(sorted(each)) for each in splits[n]}
    rank = {each: place for place, same in enumerate(ORDER) for each in same}
    by_rank = sorted(four, key=rank.__getitem__)
    return {tuple(sorted((by_rank[0], by_rank[3]))), tuple(sorted((by_rank[1], by_rank[2])))}


def test_10_7_d_all_kinds_of_hands_by_a_slow_version() -> None:
    way = TILES.rules(house_way="regulation").way
    for hand in kinds().hands.tolist():
        low = list(combinations(hand, 2))[set_by(*hand, way)]
        left = list(hand)
        for tile in low:
            left.remove(tile)
        found = {tuple(sorted(map(name, low))), tuple(sorted(map(name, left)))}
        expected = slow_way([*map(name, hand)])
        values = sorted(slow(*two) for two in found)
        assert found == expected or values == sorted(slow(*two) for two in expected), hand
        assert tile_value(*low) <= tile_value(*left)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("6-6 6-6 3-6 2-6", "6-6 2-6"),  # twelves are split for gong and wong
        ("6-6 6-6 5-5 2-3", "5-5 2-3"),  # but not for two and seven
        ("3-6 4-5 4-6 5-5", "3-6 4-6"),  # two nines
        ("3-6 4-5 4-4 1-3", "4-4 1-3"),
        ("1-3 1-3 6-6 1-6", "6-6 1-6"),  # fours never
        ("6-6 1-6 2-6 1-3", "1-6 1-3"),  # no low hand of three: the gong rather than the high nine
        ("5-5 4-6 2-3 1-2", "5-5 2-3"),  # the low hand first
    ],
)
def test_10_7_e_the_customary_way(dealt: str, low: str) -> None:
    four = cards(dealt)
    place = TILES.house_way(TILES.rules(house_way="customary"), four)  # type: ignore[attr-defined]
    found = sorted(map(name, list(combinations(four, 2))[place]))
    assert found == sorted(low.split()) or tile_value(*cards(" ".join(found))) == tile_value(*cards(low))


def slow_customary(four: list[str]) -> list[tuple[int, int, int]]:
    """The high and the low hand of the customary way, by its words."""
    a, b, c, d = four
    both = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    split = [sorted((slow(*one), slow(*other)), reverse=True) for one, other in both]
    pair, nine, three = (1, -15, 0), (0, 9, -1), (0, 3, -5)

    def points(least: int) -> tuple[int, int, int]:
        return (0, least, -99)

    def held(*two: str) -> bool:
        return all(four.count(tile) >= two.count(tile) for tile in two)

    twos, nines = held("6-6", "6-6") or held("1-1", "1-1"), held("3-6", "4-5")
    eights = held("4-4", "4-4") or held("2-6", "3-5")
    sevens = held("1-6", "1-6") or held("2-5", "3-4")
    rows = [
        (True, "high", lambda high, _: high == (1, 0, 0)),
        (True, "low", lambda _, low: low >= pair),
        (twos, "low", lambda high, low: high >= points(8) and low >= points(6)),
        (nines, "low", lambda _, low: low >= points(9)),
        (eights, "low", lambda high, low: high >= points(9) and low >= points(7)),
        (sevens, "low", lambda high, low: high >= nine and low >= points(7)),
        (True, "high", lambda high, _: high >= pair),
        (True, "low", lambda high, low: nine <= high <= (0, 9, 0) and low >= three),
        (True, "low", lambda high, low: (1, -19, 0) <= high <= (1, -18, 0) and low >= three),
        (True, "low", lambda high, low: (1, -17, 0) <= high <= (1, -16, 0) and low >= three),
        (True, "high", lambda high, _: high >= nine),
        (True, "low", lambda _, low: low >= three),
        (True, "high", lambda high, _: high >= points(7)),
        (True, "low", lambda *_: True),
    ]
    for meant, most, reached in rows:
        if meant and (found := [each for each in split if reached(*each)]):
            return max(found, key=lambda each: each if most == "high" else each[::-1])
    raise AssertionError(four)


def test_10_7_e_all_kinds_of_hands_in_the_customary_way_by_a_slow_version() -> None:
    way = TILES.rules(house_way="customary").way
    for hand in kinds().hands.tolist():
        low = list(combinations(hand, 2))[set_by(*hand, way)]
        left = list(hand)
        for tile in low:
            left.remove(tile)
        assert [slow(*map(name, left)), slow(*map(name, low))] == slow_customary([*map(name, hand)]), hand


# ---- the deal, 10.6 and 10.8 ---------------------------------------------------------------------------

DELIVERY = {  # the digest's table: stacks from the dealer's right, tiles from the top
    "house-way-right": ["1.", "2.", "3.", "4.", "5.", "6.", "7.", "8."],
    "house-way-left": ["8.", "7.", "6.", "5.", "4.", "3.", "2.", "1."],
    "cup-say-right": ["12t", "12b", "34t", "34b", "56t", "56b", "78t", "78b"],
    "cup-say-left": ["87t", "87b", "65t", "65b", "43t", "43b", "21t", "21b"],
    "jung-quat": ["45t", "45b", "36t", "36b", "27t", "27b", "18t", "18b"],
    "chee-yee": ["18t", "18b", "27t", "27b", "36t", "36b", "45t", "45b"],
    "pin-say-right": ["1234:1", "5678:1", "1234:2", "5678:2", "1234:3", "5678:3", "1234:4", "5678:4"],
    "pin-say-left": ["5678:1", "1234:1", "5678:2", "1234:2", "5678:3", "1234:3", "5678:4", "1234:4"],
    "dragon-head-right": ["12t", "5678:1", "12b", "5678:2", "34t", "5678:3", "34b", "5678:4"],
    "dragon-head-left": ["87t", "1234:1", "87b", "1234:2", "65t", "1234:3", "65b", "1234:4"],
}


def tiles_of(words: str) -> set[tuple[int, int]]:
    if words.endswith("."):
        return {(int(words[0]) - 1, tile) for tile in range(4)}
    if ":" in words:
        stacks, tile = words.split(":")
        return {(int(stack) - 1, int(tile) - 1) for stack in stacks}
    tops = (0, 1) if words[-1] == "t" else (2, 3)
    return {(int(stack) - 1, tile) for stack in words[:2] for tile in tops}


@pytest.mark.parametrize("style", STYLES)
def test_10_8_k_the_ten_styles(style: str) -> None:
    """10.8(k)1, 10.8(k)2, 10.8(k)3, 10.8(k)4, 10.8(k)5, 10.8(k)6, 10.8(k)7, 10.8(k)8, 10.8(k)9, 10.8(k)10."""
    assert style in {decision.id for decision in TILES.data.decisions}
    assert [set(hand) for hand in delivered(style)] == [tiles_of(words) for words in DELIVERY[style]]


def test_10_8_g_a_cut_moves_adjacent_stacks_to_the_ends() -> None:
    """10.8(g)1, 10.8(g)2."""
    assert cut_stacks(3, 5, 3) == [2, 3, 4, 0, 1, 5, 6, 7]
    assert cut_stacks(3, 5, 0) == [0, 1, 5, 6, 7, 2, 3, 4]
    assert cut_stacks(3, 5, 1) == [2, 0, 1, 5, 6, 7, 3, 4]


@pytest.mark.paragraph("10.6(a)", "10.6(b)", "10.6(d)", "10.6(e)", "10.4(d)", "10.4(f)")
@pytest.mark.parametrize(
    ("faces", "first"), [((3, 3, 3), "dealer"), ((5, 5, 5), "6"), ((1, 1, 1), "2"), ((2, 3, 3), "dead")]
)
def test_10_6_c_the_count_begins_with_the_dealer(faces: tuple[int, ...], first: str) -> None:
    """10.6(a), 10.6(b), 10.6(c)1, 10.6(c)2, 10.6(d), 10.6(e), 10.4(d), 10.4(f): stacks of four, counterclockwise, every
    place; who has no wager is dead."""
    tape = Tape()
    table = Table(TILES, chance=tape)
    for seat in (2, 6):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "pai-gow", 10)
    tape.load(cards=tiles(), throws=[faces])
    table.deal()
    said = table.said
    assert isinstance(said[0], Shuffle)
    assert isinstance(said[1], Say)
    assert isinstance(said[2], Roll)
    dealt = [event.to for event in said if isinstance(event, Deal)]
    places = ["dealer", "dead", "2", "dead", "dead", "dead", "6", "dead"]
    start = {"dealer": 0, "6": 6, "2": 2, "dead": 7}[first]
    assert dealt == [place for place in places[start:] + places[:start] for _ in range(4)]
    assert Discard("dead") in said


@pytest.mark.paragraph("10.3(d)")
def test_10_6a_d_the_deal_begins_at_the_dragons_eye() -> None:
    """10.6A(a), 10.6A(b), 10.6A(d), 10.3(d): the first die is a position, not a count; or the total, as usual."""
    for start, first in (("button", "3"), ("usual", "dealer")):
        tape = Tape()
        table = Table(TILES, TILES.rules(dragons_eye="method-1", dragons_eye_start=start), chance=tape)
        table.sit(3, "Ann", 1000)
        table.bet(3, "pai-gow", 10)
        table.bet(3, "odd", 1)
        tape.load(cards=tiles(), throws=[(3, 2, 4)])
        table.deal()
        order = [type(event) for event in table.said if isinstance(event, Roll | Settle | Deal)]
        assert order[:3] == [Roll, Settle, Deal]
        assert next(event.to for event in table.said if isinstance(event, Deal)) == first
        assert [marker.at for marker in table.game.felt.markers(table)] == ["3"]


@pytest.mark.paragraph("10.8(l)")
def test_10_8_i_a_bank_has_its_tiles_delivered_as_it_says() -> None:
    """10.8(c), 10.8(i), 10.8(j), 10.8(k), 10.8(l): the stacks cut, the style, and the count from the bank."""
    tape = Tape()
    table = Table(TILES, TILES.rules(player_banking="yes"), chance=tape, state={"begun": True})
    table.sit(2, "Bob", 1000)
    table.sit(4, "Cy", 1000)
    table.bet(4, "pai-gow", 10)
    numbers = tiles()
    tape.load(cards=numbers, throws=[(1, 1, 1)])
    table.deal()
    for decision in (
        "bank",
        "no-dealer-wager",
        "cut",
        "from-stack-8",
        "to-stack-8",
        "to-right-1",
        "pin-say-right",
    ):
        assert table.asked is not None
        assert table.asked.seat == 2
        table.act(2, decision)
    stacks = [numbers[4 * n : 4 * n + 4] for n in range(8)]
    piled = [stacks[7], *stacks[:7]]
    first = [piled[n][0] for n in range(4)]  # to the place counted three from the bank as one: position 4
    assert sorted(table.cards("4")) == sorted(first)
    third = [piled[n][3] for n in range(4)]  # the seventh hand goes to position 2
    assert sorted(table.cards("2")) == sorted(third)
    assert not table.cards("dealer")
    assert {marker.label for marker in table.game.felt.markers(table)} == {"BANK"}


@pytest.mark.paragraph('10.1 "Bank"', '10.1 "Marker"', "10.8(d)1")
def test_10_8_c_the_bank_is_offered_in_turn_and_never_twice_running() -> None:
    """10.8(b), 10.8(d)1: first to the far right, then one further each round, the dealer being a stop."""
    table = Table(TILES, TILES.rules(player_banking="yes"), seed=8)
    for seat in (1, 3, 5):
        table.sit(seat, f"player {seat}", 5000)
    offered = []
    for number in range(6):
        for seat in (1, 3, 5):
            table.bet(seat, "pai-gow", 10)
        table.deal()
        asked = []
        while table.asked:
            ask = table.asked
            if ask.choices[0].id == "bank":
                asked.append(ask.seat)
                table.act(ask.seat, "bank" if number == 1 and ask.seat == 1 else "pass-bank")
            else:
                table.act(ask.seat, ask.usual)
        offered.append(asked)
    # the first round is the house's; 1 banks the second and has made no wager against the dealer since
    assert offered[0] == []
    assert offered[1] == [1]
    assert 1 not in offered[2]
    assert offered[2][0] == 3
    assert [] in offered[3:]


# ---- play ----------------------------------------------------------------------------------------------


@pytest.mark.paragraph("10.7(a)", '10.1 "Setting the hands"', "10.7(b)", "10.7(c)")
def test_10_7_g_hands_are_exposed_from_the_far_right_and_winners_paid_last() -> None:
    """10.7(a), 10.7(b), 10.7(c), 10.7(f), 10.7(g), 10.7(i), 10.7(j), 10.7(m): the dealer sets, players may surrender,
    then all are compared."""
    table = Table(TILES, seed=12)
    for seat in (1, 2, 3, 4, 5, 6):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "pai-gow", 10)
    table.deal()
    while table.asked:
        table.act(table.asked.seat, table.asked.usual)
    shown = [event.owner for event in table.said if isinstance(event, Show)]
    assert shown[0] == "dealer"
    assert shown[1:] == [owner for seat in range(1, 7) for owner in (str(seat), f"{seat}.low")]
    results = [event.result for event in table.said if isinstance(event, Settle)]
    assert results == sorted(results, key=lambda each: each == "win")
    asks = [event.choices[0].id for event in table.said if isinstance(event, Ask) and event.seat == 1]
    assert asks[-1] == "expose"


def test_10_9_d_a_dice_wager_alone_has_no_tiles_to_expose() -> None:
    table = Table(TILES, TILES.rules(dragons_eye="method-1", dragons_eye_alone="yes"), seed=3)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
    table.bet(1, "pai-gow", 10)
    table.bet(2, "dice-bonus", 10)
    table.call(Irregularity("player-tile-exposed", ("deal", 5), "2"))
    table.deal()
    assert table.asked is not None
    assert table.asked.choices[0].id.startswith("set")


def test_10_7_f_tiles_that_nobody_saw_cannot_be_compared() -> None:
    """Who surrenders need not show them; who does not, must."""
    unseen = {
        "game": "pai-gow",
        "seats": [{"seat": 1, "wagers": {"pai-gow": 20}}],
        "cards": {"1": ["??"] * 4, "dealer": ["5-5", "5-5", "2-2", "1-3"]},
    }
    with pytest.raises(Refused, match="does not know card 1 of 1"):
        settle(msgspec.convert(unseen, Case))


# ---- mathematics ---------------------------------------------------------------------------------------


def test_there_are_8130_kinds_of_hands() -> None:
    every = kinds()
    assert len(every.hands) == 8130
    assert int(every.weights.sum()) == 35_960


def slow_end(mine: Iterable[tuple[str, ...]], theirs: Iterable[tuple[str, ...]]) -> str:
    low, high = sorted(slow(*two) for two in mine)
    their_low, their_high = sorted(slow(*two) for two in theirs)
    won = (high > their_high) + (low > their_low and low[:2] != (0, 0))
    return ("lose", "push", "win")[won]


def test_10_7_one_hand_against_every_hand_of_the_dealers_by_a_slow_program() -> None:
    """A kind counted by the slow order of hands and the slow house way, over all 20,475 hands of the other tiles: as a
    player's hand, and as the bank's (10.8(n))."""
    rules = TILES.rules(house_way="regulation")
    found, as_bank = endings(rules), endings(rules, bank=1)
    every = kinds()
    for number in (17, 4711):
        mine = [*map(name, every.hands[number].tolist())]
        a, b, c, d = mine
        splits = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        left = [*map(name, sorted(tiles()))]
        for tile in mine:
            left.remove(tile)
        counts = [(Counter[str](), Counter[str]()) for _ in range(3)]
        for four, alike in Counter(combinations(left, 4)).items():
            theirs = slow_way(list(four))
            for (mine_, banks), split in zip(counts, splits, strict=True):
                mine_[slow_end(split, theirs)] += alike
                banks[slow_end(theirs, split)] += alike
        for split, both in enumerate(counts):
            for ends, counted in zip((found, as_bank), both, strict=True):
                win, high, low, lose, *_ = ends[number, split].tolist()
                assert (win, high + low, lose) == tuple(counted[each] for each in ("win", "push", "lose"))


def test_10_7_k_simulation_agrees_with_the_exact_odds() -> None:
    for way in ("regulation", "customary"):
        rules = TILES.rules(house_way=way)
        best, _ = TILES.mathematics.odds(rules, "pai-gow")
        (measured,) = simulate(rules, plan="pai-gow 20", rounds=400_000, seed=5).wagers
        assert near(measured.house_edge, best.house_edge)
        assert sum(each.probability for each in best.outcomes) == 1


def test_10_7_k_the_house_way_against_itself() -> None:
    """Both sides alike: what the dealer has more is copies and zeros, and the vigorish. Published for a dealer who
    always banks and takes no vigorish: 1.44 percent; with it 2.4 percent and more, as the house way has it."""
    for way in ("regulation", "customary"):
        _, usual = TILES.mathematics.odds(TILES.rules(house_way=way), "pai-gow")
        win, lose = usual.outcomes[0].probability, usual.outcomes[3].probability
        assert usual.house_edge == lose - win * Fraction(19, 20)
        assert 0.02 < usual.house_edge < 0.03
        assert 0.009 < lose - win < 0.015


def test_10_7_e_best_play_loses_against_the_default_house_way() -> None:
    """Against the four rules alone, completed high, it would win."""
    (best, *_), (four_rules, *_) = (
        TILES.mathematics.odds(rules, "pai-gow")
        for rules in (TILES.rules(), TILES.rules(house_way="regulation"))
    )
    assert best.house_edge > 0 > four_rules.house_edge


@pytest.mark.parametrize("way", ["regulation", "customary"])
def test_10_8_o_a_bank_wins_what_a_hand_loses(way: str) -> None:
    """Both set by the house way; set best, a bank does no worse. Five percent are taken of its surplus."""
    _, player, best, usual = TILES.mathematics.odds(
        TILES.rules(player_banking="yes", house_way=way), "pai-gow"
    )
    assert [each.probability for each in usual.outcomes] == [each.probability for each in player.outcomes]
    win, lose = usual.outcomes[0].probability, usual.outcomes[3].probability
    assert usual.house_edge == win - lose * Fraction(19, 20)
    assert best.house_edge <= usual.house_edge < player.house_edge


def test_10_11_f_who_leaves_takes_the_dice_bonus_wagers_of_both_areas_along() -> None:
    tape = Tape()
    rules = TILES.rules(dragons_eye="method-1", dragons_eye_alone="yes", positions_per_player=2)
    table = Table(TILES, rules, chance=tape)
    table.sit(1, "Ann", 1000)
    table.bet(1, "dice-bonus", 10)
    table.bet(1, "dice-bonus@2", 20)
    tape.load(throws=[(3, 3, 3)])
    table.deal()
    assert {bet.wager: bet.stake for bet in table.bets.values()} == {"dice-bonus": 1000, "dice-bonus@2": 2000}
    assert table.leave(1) == 100 * (1000 + 25 * 30)
    assert not table.bets


def test_10_7_l_2_a_triple_sinks_a_thirty_sixth() -> None:
    plain, *_ = TILES.mathematics.odds(TILES.rules(), "pai-gow")
    other, *_ = TILES.mathematics.odds(TILES.rules(dragons_eye="method-2"), "pai-gow")
    assert other.outcomes[-1].probability == Fraction(1, 36)
    assert other.hit_rate > plain.hit_rate * Fraction(35, 36) * Fraction(99, 100)


def test_10_11_dice_wagers_are_exact() -> None:
    """By hand: 105 of 216 for odd and even, 36 for a double, 91 for a match, 6 for a triple."""
    found = {row.wager: row for row in TILES.mathematics.odds(TILES.rules(dragons_eye="method-1"))}
    assert found["odd"].house_edge == found["even"].house_edge == Fraction(111 - 105, 216)
    assert found["double"].house_edge == Fraction(180 - 4 * 36, 216)
    assert found["match"].house_edge == Fraction(125 - 75 - 2 * 15 - 3, 216)
    assert found["triple"].house_edge == Fraction(210 - 30 * 6, 216)


def test_10_11_f_the_dice_bonus_by_hand() -> None:
    """25 to 1 first; then one time in six as the shaker: 500 or 50, 10,000 or 1,000 to 1."""
    p, s = Fraction(1, 36), Fraction(1, 6)
    second, third = s * 500 + (1 - s) * 50, s * 10_000 + (1 - s) * 1_000
    expected = p * 25 + p**2 * second + p**3 * third - (1 - p**3)
    assert dice_bonus(TILES.rules(dragons_eye="method-1")).expectation == expected
    other = dice_bonus(TILES.rules(dragons_eye="method-1", shaker="button-holder"))
    assert other.expectation == expected + p * s * 5


def test_advice_is_the_count_of_all_hands_and_takes_no_time() -> None:
    rules, every = TILES.rules(), kinds()
    for number in (0, 1234, 8000):
        own = every.hands[number].tolist()
        assert weighed(rules, own) == worths(rules, endings(rules))[number].tolist()
    table = Table(TILES, seed=4)
    table.sit(1, "Ann", 1000)
    table.bet(1, "pai-gow", 10)
    table.deal()
    assert table.asked is not None
    advice = TILES.mathematics.advise(table, table.asked)
    assert advice.values[advice.decision] == max(advice.values.values())
    assert len(set(advice.values.values())) <= 3
    table.act(1, advice.decision)
    assert table.asked is not None
    advice = TILES.mathematics.advise(table, table.asked)
    assert advice.decision == "expose"
    table.act(1, "expose")
    assert table.settlement is not None
    assert table.settlement.net[1] == advice.values["expose"]


def test_table_and_compiled_rounds_pay_the_same() -> None:
    rules, chance, tape = TILES.rules(vigorish_rounding="up"), random.Random(3), Tape()
    simulation = TILES.mathematics.simulation(rules)
    table = Table(TILES, rules, chance=tape)
    best = simulation.rules.best

    def policy(table: Table, ask: Ask) -> tuple[str, int]:
        if not ask.parts:
            return "expose", 0
        own = sorted(table.cards("1"))
        number = 0
        for tile in own:
            number = number * 21 + tile - 54
        a, b, c, d = own
        return ask.naming("set", ((a, b), (a, c), (a, d))[best[number]]), 0

    table.players[1] = policy
    table.sit(1, "Ann", 10**8)
    play, seen = simulation.play.compiled, Counter[str]()
    for _ in range(often(3_000)):
        dealt = chance.sample(tiles(), 8)
        table.bet(1, "pai-gow", 10)
        # a total of eight: the dead hand first, then the dealer and position 1
        tape.load(cards=[*[54] * 4, *dealt[4:], *dealt[:4], *[54] * 20], throws=[(1, 1, 6)])
        table.deal()
        net, staked = np.zeros(1, np.int64), np.zeros(1, np.int64)
        play(
            np.array(dealt, np.uint8),
            0,
            np.array([1000]),
            simulation.rules,
            np.zeros(1, np.int64),
            net,
            staked,
        )
        assert table.settlement is not None
        assert int(net[0]) == table.settlement.net[1]
        seen.update(each.outcome for each in table.settlement.wagers[1].values())
    assert len(seen) == 4


def test_the_game_is_the_one_with_tiles() -> None:
    assert isinstance(TILES, PaiGow)
    assert len(TILES.rules().pack()) == 32
