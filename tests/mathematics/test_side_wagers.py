"""House edge, hit rate and variance of wagers on the cards alone under every authorized table, by slow programs that
share nothing with the package but the pay tables, and by counts that are printed in the literature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from pitboss.book import game
from pitboss.odds.almanac import pay_table
from pitboss.odds.book import analyze

ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8
Counts = Mapping[str, int]


def three_cards() -> Counts:
    """All 22,100 hands of three cards; ace, two and three are a straight."""
    found: Counter[str] = Counter()
    for hand in combinations(product(range(13), range(4)), 3):
        ranks = sorted({rank for rank, _ in hand})
        suited = len({suit for _, suit in hand}) == 1
        run = len(ranks) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, ACE])
        if suited and run:
            found["mini-royal" if ranks[0] == QUEEN else "straight-flush"] += 1
        else:
            same = ("three-of-a-kind", "pair", "")[len(ranks) - 1]
            found["straight" if run else "flush" if suited else same] += 1
    return found


def five_cards() -> Counts:
    """Of 2,598,960 (any book on poker); of 1,098,240 pairs four thirteenths are jacks or better."""
    return {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3744,
        "flush": 5108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "pair-of-jacks-or-better": 1_098_240 * 4 // 13,
        "pair-of-twos-to-tens": 1_098_240 * 9 // 13,
        "": 1_302_540,
    }


def seven_cards() -> Counts:
    """Of 133,784,560, by the best five (any book on hold 'em)."""
    found = {
        "royal-flush": 4324,
        "straight-flush": 37_260,
        "four-of-a-kind": 224_848,
        "full-house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three-of-a-kind": 6_461_620,
    }
    return {**found, "": comb(52, 7) - sum(found.values())}


def longest_flush() -> Counts:
    """Of seven cards; no two suits have four."""
    found = {f"{n}-card-flush": 4 * comb(13, n) * comb(39, 7 - n) for n in (4, 5, 6, 7)}
    return {**found, "": comb(52, 7) - sum(found.values())}


def hold_em_hands() -> Counts:
    """All 1326 hands of two cards."""
    found: Counter[str] = Counter()
    for (high, one), (low, other) in combinations(product(range(ACE, -1, -1), range(4)), 2):
        suited = "suited" if one == other else "unsuited"
        if high == low:
            name = "ace-ace" if high == ACE else "king-king-queen-queen-or-jack-jack"
            found[name if high >= JACK else "ten-ten-through-two-two"] += 1
        elif high == ACE and low == KING:
            found[f"ace-king-{suited}"] += 1
        else:
            found[f"ace-queen-or-ace-jack-{suited}" if high == ACE and low >= JACK else ""] += 1
    return found


def pocket_hands() -> Counts:
    """All 1326 hands of two cards; ace and two are a straight, ace and king of one suit the royal one."""
    found: Counter[str] = Counter()
    for (high, one), (low, other) in combinations(product(range(ACE, -1, -1), range(4)), 2):
        if high == low:
            found["pair-of-aces" if high == ACE else "pair"] += 1
        elif high - low == 1 or (high, low) == (ACE, 0):
            royal = (high, low) == (ACE, KING)
            found["straight" if one != other else "royal-straight-flush" if royal else "straight-flush"] += 1
        else:
            found[""] += 1
    return found


ALSO = {
    "mini-royal": ("royal-3", "straight-flush", "three-card-straight-flush"),
    "straight-flush": ("three-card-straight-flush",),
    "straight": ("three-card-straight",),
    "flush": ("three-card-flush",),
    "pair": ("one-pair",),
}
"""What hands are called in other pay tables."""
WAGERS: Mapping[tuple[str, str], Callable[[], Counts]] = {
    ("three-card-poker", "pair-plus"): three_cards,
    ("let-it-ride-poker", "three-card-bonus"): three_cards,
    ("double-cross-poker", "three-card"): three_cards,
    ("boston-5-stud-poker", "optional-bonus"): three_cards,
    ("flop-poker", "three-card-bonus"): three_cards,
    ("let-it-ride-poker", "let-it-ride-bonus"): five_cards,
    ("packs-poker", "five-card-bonus-1"): five_cards,
    ("caribbean-stud-poker", "progressive"): five_cards,
    ("ultimate-texas-hold-em", "trips"): seven_cards,
    ("high-card-flush", "flush-bonus"): longest_flush,
    ("texas-hold-em-bonus-poker", "bonus"): hold_em_hands,
    ("mini-tex-3-card-hold-em", "pocket-poker"): pocket_hands,
}


def net(told: str) -> Fraction:
    """What a row nets for one dollar: a prize takes the dollar, and the meter is at $10,000."""
    number, _, of = told.partition(" to ")
    if told == "push":
        return Fraction(0)
    if told.startswith("$"):
        return Fraction(told[1:].replace(",", "")) - 1
    if told.endswith("% of meter"):
        return Fraction(told.removesuffix("% of meter")) * 100 - 1
    return Fraction(number.replace(",", "")) / Fraction(of)


@pytest.mark.parametrize(("name", "wager"), WAGERS)
def test_counted_again(name: str, wager: str) -> None:
    """Under every table of the wager, the text being read as it is by default."""
    counts, usual, tables = WAGERS[name, wager](), game(name).rules().options, []
    for row in analyze(name, wager, every=True):
        if any(row.options[each] not in (value, row.table) for each, value in usual.items()):
            continue
        pay = pay_table(game(name), row, wager)
        assert pay is not None
        nets = {outcome: net(str(odds)) for outcome, odds in pay.rows.items()}
        if "ace-ace-against-ace-ace" in nets:
            continue  # which is on the dealer's cards too
        tables.append(row.table)
        rows = {
            hand: next((each for each in (hand, *ALSO.get(hand, ())) if each in nets), "") for hand in counts
        }
        assert nets.keys() == {*rows.values()} - {""}
        cases = [(nets.get(rows[hand], Fraction(-1)), count) for hand, count in counts.items()]
        mean, square = (
            Fraction(sum(each**power * count for each, count in cases)) / sum(counts.values())
            for power in (1, 2)
        )
        assert row.house_edge == -mean, row.table
        assert row.hit_rate == Fraction(sum(count for each, count in cases if each > 0), sum(counts.values()))
        assert row.variance == square - mean**2
    assert tables


BY_HAND = {
    ("casino-war", "tie"): (Fraction(23, 311), 10),  # six decks: 23 of the 311 other cards, 10 to 1
    ("blackjack", "insurance"): (Fraction(96, 311), 2),  # six decks: 96 tens beside the ace
    ("double-attack-blackjack", "insurance"): (Fraction(96, 383), Fraction(5, 2)),  # eight decks without tens
    ("sic-bo", "small"): (Fraction(105, 216), 1),  # 107 throws add up to 4 to 10, two of them triples
    ("sic-bo", "any-triple"): (Fraction(6, 216), 24),
    ("craps", "any-seven"): (Fraction(6, 36), 4),
    ("craps", "hard-4"): (Fraction(1, 9), 7),  # one way to win, eight to lose
    ("craps", "place-win-6"): (Fraction(5, 11), Fraction(7, 6)),
    ("mini-dice", "place-8"): (Fraction(5, 11), None),
    ("pokette", "trips"): (Fraction(1, 13), 11),
    ("roulette", "red"): (Fraction(18, 38), None),
}
"""How often a wager wins and what it is then paid, counted by hand."""


@pytest.mark.parametrize(("name", "wager"), BY_HAND)
def test_won_so_often(name: str, wager: str) -> None:
    chance, pays = BY_HAND[name, wager]
    row, *_ = analyze(name, wager)
    assert row.hit_rate == chance
    (won,) = {each.net for each in row.outcomes if each.net > 0}
    assert pays is None or won == pays
    if pays is not None:
        assert row.house_edge == 1 - chance * (1 + won)
        assert row.variance == chance * (1 - chance) * (1 + won) ** 2


@pytest.mark.parametrize("spots", range(1, 11))
def test_15_keno_catches_as_a_draw_of_20_from_80_has_it(spots: int) -> None:
    (row,) = analyze("keno", f"straight:{spots}-spot")
    for each in row.outcomes:
        caught = int(each.outcome.partition("-")[0])
        assert each.probability == Fraction(comb(spots, caught) * comb(80 - spots, 20 - caught), comb(80, 20))
    assert sum(each.probability for each in row.outcomes) == 1
