"""Best play against the dealer's hand under whatever is known: beside a slow program on short decks, and the figures
that several independent programs published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pitboss.book import game
from pitboss.equipment.cards import cards
from pitboss.law import Refused, rule
from pitboss.solve.asked import analyse_knowing, situation
from pitboss.solve.information import Gone, Information, Neighbors, Seen, Sorted, asked
from pitboss.solve.showdown import Against, Worth, signatures, views

THREE = game("three-card-poker")


@rule()
def ranks_and_pairs(cards: Sequence[int]) -> int:
    """A short game: a pair beats a suit beats high cards."""
    a, b = cards[0], cards[1]
    high = max(a >> 2, b >> 2)
    return (200 if a >> 2 == b >> 2 else 100 if a & 3 == b & 3 else 0) + high


SHORT = tuple(cards("2c 2d 2h 3c 3d 3h Qc Qd Qh Ac Ad Ah"))
QUALIFIES = 11
BRINGS = ((-1,) * 6, (1, 1, 1, -2, 0, 2))
"""Folded; played: by relation, the dealer's hand higher, equal, lower, and the same qualified."""
GAME = Against(own=2, dealer=2, value=ranks_and_pairs, theirs=ranks_and_pairs, kind=lambda _: 0, pack=SHORT)


def relation(mine: int, theirs: int) -> int:
    return 3 * (theirs >= QUALIFIES) + (0 if theirs > mine else 1 if theirs == mine else 2)


def seen_of(dealt: tuple[int, ...], known: Information) -> Iterator[object]:
    """All that may be seen of a dealer's two cards."""
    for seen in combinations(dealt, known.dealer):
        rest = [card for card in dealt if card not in seen]
        for backs in combinations(rest, known.backs):
            yield seen, sorted("23456789TJQKA"[card >> 2] in known.classes[0] for card in backs)


def slowly(known: Information) -> Fraction:
    total, ways = Fraction(0), 0
    pack = [card for card in SHORT if card not in known.gone]
    for own in combinations(pack, 2):
        situations: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        rest = [card for card in pack if card not in own]
        for dealt in combinations(rest, 2):
            ends = relation(ranks_and_pairs(own), ranks_and_pairs(dealt))
            for each in seen_of(dealt, known):
                ways += 1
                for choice in (0, 1):
                    situations[str(each)][choice] += BRINGS[choice][ends]
        total += sum(max(each) for each in situations.values())
    return total / ways


@pytest.mark.parametrize(
    "known",
    [
        Information(),
        Seen(dealer=1),
        Seen(dealer=2),
        Sorted(1, ("QA",)),
        Sorted(2, ("A",)),
        Seen(dealer=1) + Sorted(1, ("QA",)),
        Gone(cards("Ah 2c")),
        Seen(dealer=1) + Gone(cards("Ad")),
    ],
    ids=str,
)
def test_best_play_is_that_of_a_slow_program(known: Information) -> None:
    best = GAME.best(QUALIFIES, Worth(np.array([BRINGS]), 1), known)
    assert best.expectation == slowly(known)


@rule()
def ranks_of_four(cards: Sequence[int]) -> int:
    """A short game of three against four: the highest pair, then the sum of the ranks."""
    total, pair = 0, 0
    for n in range(len(cards)):
        total += cards[n] >> 2
        for m in range(n):
            if cards[n] >> 2 == cards[m] >> 2:
                pair = max(pair, 1 + (cards[n] >> 2))
    return 100 * pair + total


@pytest.mark.parametrize("shown", [0, 1])
@pytest.mark.parametrize("gone", [(), tuple(cards("2c Qd"))])
def test_large_hands_are_counted_as_if_they_were_dealt_out(shown: int, gone: tuple[int, ...]) -> None:
    """The same game by both ways of the engine, of which the one that deals out is tried against a slow program."""
    large = Against(
        own=3, dealer=4, shown=shown, value=ranks_of_four, theirs=ranks_of_four, kind=lambda _: 0, pack=SHORT
    )
    worth, known = Worth(np.array([BRINGS]), 1), Gone(gone)
    dealt = large.best(QUALIFIES, worth, known)
    pack = large.left(known)
    for seen in (shown, 4):
        groups = signatures(views(known + Seen(dealer=seen - shown), shown, 4, pack), pack)
        counted = large.counted(QUALIFIES, worth, known, seen == 1, seen == 4, groups)
        if seen == 4:
            dealt = large.best(QUALIFIES, worth, known + Seen(dealer=4 - shown))
        assert (counted.counts == dealt.counts).all()
        assert (counted.values == dealt.values).all()
        assert (counted.gains == dealt.gains).all()
        assert (counted.chosen == dealt.chosen).all()


def test_what_is_sampled_lies_about_what_is_exact() -> None:
    """Four neighbors' cards on a short deck: every set of them, one after the other."""
    exact = [slowly(Gone(gone)) for gone in combinations(SHORT, 2)]
    found = GAME.best(QUALIFIES, Worth(np.array([BRINGS]), 1), Neighbors(2)).samples
    assert found is not None
    assert abs(found[0] - float(sum(exact) / len(exact))) < 4 * found[1] < 0.1


@pytest.mark.parametrize(
    ("known", "percent"),
    [
        ({"seen": "dealer 1"}, 3.48286),
        ({"seen": "dealer 2"}, 17.20316),
        ({"seen": "dealer 3"}, 37.87726),
        ({"sorted_": "dealer 1: QKA"}, 1.83781),
    ],
)
def test_three_card_poker_is_worth_what_is_published(known: dict[str, Any], percent: float) -> None:
    """The player's edge with a bonus of 1, 4 and 5 antes, which table A pays."""
    (row,) = analyse_knowing(THREE.rules(), asked(**known))
    assert round(-100 * float(row.house_edge), 5) == percent
    assert row.exactly is not None
    assert sum(each.probability for each in row.outcomes) == 1


def test_a_neighbors_cards_make_little_difference() -> None:
    """Fifteen of them: -2.80 percent with a standard error of 0.24, by an independent program."""
    (row,) = analyse_knowing(THREE.rules(), Neighbors(15))
    assert row.method == "simulated"
    assert row.interval is not None
    assert abs(-100 * float(row.house_edge) + 2.80) < 4 * 0.24


def test_one_hand_against_a_dealers_card() -> None:
    """Of the queen of hearts and two of 48 cards, ace-king-two loses to what slow counting finds."""
    worth = situation(THREE.rules(), "Ah Kd 2c", "dealer Qh")
    assert worth.best == "play"
    assert worth.values["fold"] == -1
    rest = [card for card in range(52) if card not in cards("Ah Kd 2c Qh")]
    value = three_in_order
    mine, least = value(cards("Ah Kd 2c")), value(cards("Qc 3d 2h"))
    nets = []
    for pair in combinations(rest, 2):
        theirs = value([*pair, *cards("Qh")])
        nets.append(1 if theirs < least else 2 * ((mine > theirs) - (mine < theirs)))
    assert worth.values["play"] == Fraction(sum(nets), len(nets))


def three_in_order(hand: list[int]) -> tuple[int, ...]:
    """Three cards in their order, by a program of its own."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    flush, run = len({card & 3 for card in hand}) == 1, ranks[0] - 1 == ranks[1] == ranks[2] + 1
    kind = 5 if run and flush else 3 if run else 4 if len({*ranks}) == 1 else 2 if flush else 0
    if len({*ranks}) == 2:
        return 1, ranks[1], *(rank for rank in ranks if rank != ranks[1])
    return kind, *ranks


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        ({"seen": "dealer 4"}, "4 of the dealer's cards cannot be known"),
        ({"seen": "board 1"}, "a community card seen early"),
        ({"sorted_": "dealer 1: QQ"}, "each named once"),
        ({"seen": "pit 3"}, "--seen takes .*, not 'pit 3'"),
        ({"seen": "shoe 1"}, "a card of the shoe seen before"),
        ({"neighbors": -1}, "-1"),
        ({"neighbors": 47}, "cards are left"),
    ],
)
def test_what_cannot_be_answered_is_one_clear_sentence(known: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        analyse_knowing(THREE.rules(), asked(**known))


@pytest.mark.parametrize(
    ("hand", "seen", "sentence"),
    [
        ("Ah Kd", "", "has 3 cards, not 2"),
        ("Ah Kd 2c", "board 7c", "no community cards"),
        ("Ah Kd 2c", "board 2nd", "are named, as in .board 7c., not .board 2nd."),
        ("Ah Kd 2c", "dealer Ah", "Ah is named twice"),
        ("Ah Kd 2c", "dealer 1", "cards seen are named, as in .dealer 7c., not .dealer 1."),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hand: str, seen: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        situation(THREE.rules(), hand, seen)
