"""Five-card high hands. Expected values are counted by hand, well known, or from the slow program below."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.equipment.cards import cards
from pitboss.law import Refused
from pitboss.ranking import batch, high
from pitboss.ranking.batch import strength_of
from pitboss.ranking.high import best_five, category, describe, least

# From below: nothing, pair, two pairs, threes, straight, flush, full house, fours, straight flush, royal.
OF_FIVE = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
OF_SEVEN = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]


def slow(hand: list[int]) -> tuple[int, list[int]]:
    """Best of all fives, each judged by counting."""

    def judge(five: tuple[int, ...]) -> tuple[int, list[int]]:
        ranks = Counter(card // 4 for card in five)
        order = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
        shape = sorted(ranks.values(), reverse=True)
        suited = len({card % 4 for card in five}) == 1
        if order == [12, 3, 2, 1, 0]:
            order = [3, 2, 1, 0, -1]
        running = len(order) == 5 and order[0] - order[4] == 4
        if running and suited:
            return (9 if order[0] == 12 else 8), order
        if suited:
            return 5, order
        if running:
            return 4, order
        kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
        return kinds[tuple(shape)], order

    return max(judge(five) for five in combinations(hand, 5))


def deals(size: int, n: int, seed: int = 143) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).random((n, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


hands = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)
LADDER = """
    As Ks Qs Js Ts | Kh Qh Jh Th 9h | 5d 4d 3d 2d Ad | Ac Ad Ah As 2c | 2c 2d 2h 2s Ac | As Ad Ac Ks Kd
    As Ad Ac 2s 2d | Ks Kd Kc As Ad | 2s 2d 2c 3s 3d | As Ks Qs Js 9s | 7c 5c 4c 3c 2c | As Kd Qs Js Ts
    6s 5d 4s 3s 2s | 5s 4d 3s 2s As | As Ad Ac Ks Qd | As Ad Ac 3s 2d | 2s 2d 2c 4s 3d | As Ad Ks Kd Qc
    As Ad Ks Kd 2c | As Ad Qs Qd Kc | 3s 3d 2s 2d 4c | As Ad Ks Qd Jc | 2s 2d 5s 4d 3c | As Kd Qs Jd 9c
    As Kd Qs Jd 8c | As 6d 4s 3d 2c | Ks Qd Js Td 8c | 7s 5d 4s 3d 2c
""".replace("\n", "|")


def test_14_3_b_order_from_royal_flush_to_seven_high() -> None:
    values = [best_five(cards(hand)) for hand in LADDER.split("|") if hand.strip()]
    assert len(values) == 28
    assert values == sorted(set(values), reverse=True)


def test_14_3_a_all_suits_are_equal_in_rank() -> None:
    assert best_five(cards("As Kd Qs Jd 9c")) == best_five(cards("Ac Kh Qd Jd 9s"))


def test_14_3_b_2_five_suited_cards_in_sequence_from_king_high_to_five_high() -> None:
    runs = ["Kd Qd Jd Td 9d", "9c 8c 7c 6c 5c", "6h 5h 4h 3h 2h", "5s 4s 3s 2s As"]
    values = [best_five(cards(run)) for run in runs]
    assert [category(value) for value in values] == [high.STRAIGHT_FLUSH] * 4
    assert values == sorted(values, reverse=True)
    assert best_five(cards("As Ks Qs Js Ts")) > values[0], "the royal flush stands above them"
    assert values[-1] > best_five(cards("Ac Ad Ah As Kc")), "and four of a kind below"
    assert category(best_five(cards("9c 8c 7c 6c 5d"))) == high.STRAIGHT
    assert category(best_five(cards("Jc 8c 7c 6c 5c"))) == high.FLUSH


def test_14_3_b_6_ace_does_not_join_king_and_two() -> None:
    assert category(best_five(cards("Qs Kd Ah 2c 3s"))) == high.HIGH_CARD
    assert category(best_five(cards("Qs Ks As 2s 3s"))) == high.FLUSH
    assert describe(best_five(cards("Js Qs Kd Ah 2c 3s 4d"))) == "ace high"


@pytest.mark.parametrize(
    ("names", "phrase"),
    [
        ("As Ks Qs Js Ts 2d 2c", "royal flush"),
        ("6s 5s 4s 3s 2s As Ad", "straight flush, six high"),
        ("9c 9d 9h 9s 2c 2d 2h", "four of a kind, nines"),
        ("6c 6d 6h 4c 4d 4h Ks", "full house, sixes over fours"),
        ("6c 6d 6h 4c 4d Kh Ks", "full house, sixes over kings"),
        ("Qh 9h 7h 4h 3h 2h Ah", "flush, ace high"),
        ("As 2d 3c 4h 5s 9d 9c", "straight, five high"),
        ("7s 7d 7c Kh Qs 2d 3c", "three of a kind, sevens"),
        ("As Ad 9c 9h Kd Ks 2s", "two pairs, aces and kings"),
        ("Tc Td 2c 7h 9s", "pair of tens"),
        ("Kc Td 2c 7h 9s 4d", "king high"),
    ],
)
def test_14_3_b_describe(names: str, phrase: str) -> None:
    assert describe(best_five(cards(names))) == phrase


def test_14_3_d_third_pair_may_be_the_kicker() -> None:
    assert best_five(cards("As Ad Kc Kh Qd Qs 2s")) == best_five(cards("As Ad Kc Kh Qd 3s 2s"))


def test_14_3_b_pair_of_tens_or_better() -> None:
    tens = least(high.ONE_PAIR, 8)
    assert best_five(cards("Tc Td 2c 3h 4s")) >= tens
    assert best_five(cards("2c 2d 3c 3h 4s")) >= tens
    assert best_five(cards("9c 9d Ac Kh Qs")) < tens


@given(hands, hands)
def test_14_3_d_agrees_with_the_slow_program(one: list[int], other: list[int]) -> None:
    a, b = best_five(one), best_five(other)
    assert (category(a), category(b)) == (slow(one)[0], slow(other)[0])
    assert (a > b, a == b) == (slow(one) > slow(other), slow(one) == slow(other))


def test_14_3_d_sorts_as_the_slow_program_sorts() -> None:
    for size, n in ((5, 2000), (6, 500), (7, 200)):
        dealt = [[int(card) for card in hand] for hand in deals(size, n)]
        judged = sorted((slow(hand), best_five(hand)) for hand in dealt)
        assert all((a == b) == (v == w) and v <= w for (a, v), (b, w) in pairwise(judged))


@pytest.mark.paragraph('18.1 "Suit"', '23.1 "Suit"', '35.1 "Suit"', '43.1 "Suit"')
@given(hands.flatmap(lambda hand: st.tuples(st.just(hand), st.permutations(hand))), st.permutations(range(4)))
def test_14_3_a_neither_order_nor_suits_matter(both: tuple[list[int], list[int]], suits: list[int]) -> None:
    hand, shuffled = both
    assert best_five(hand) == best_five([card - card % 4 + suits[card % 4] for card in shuffled])


@kernel
def _compiled_values(hands: NDArray[np.uint8], found: NDArray[np.int64]) -> None:
    for n in range(len(hands)):
        found[n] = best_five(hands[n])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_14_3_b_plain_compiled_and_batch_are_one(size: int) -> None:
    dealt = deals(size, 20_000)
    plain = [best_five(hand) for hand in dealt.tolist()]
    compiled = np.empty(len(dealt), np.int64)
    _compiled_values(dealt, compiled)
    assert plain == compiled.tolist() == batch.values(dealt).tolist()


def test_14_3_b_category_frequencies() -> None:
    dealt = np.array(list(combinations(range(52), 5)), np.uint8)
    strengths = batch.strengths(dealt)
    assert np.bincount(batch.tables().ladder[strengths] >> 26).tolist() == OF_FIVE
    assert np.unique(strengths).tolist() == list(range(1, 7463))


@kernel
def _all_sevens(
    keys: NDArray[np.int64], bits: NDArray[np.int64], table: NDArray[np.uint16], counts: NDArray[np.int64]
) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    key4 = keys[a] + keys[b] + keys[c] + keys[d]
                    hand4 = bits[a] + bits[b] + bits[c] + bits[d]
                    for e in range(d):
                        for f in range(e):
                            key6, hand6 = key4 + keys[e] + keys[f], hand4 + bits[e] + bits[f]
                            for g in range(f):
                                counts[strength_of(key6 + keys[g], hand6 + bits[g], table)] += 1


def test_14_3_b_category_frequencies_of_all_seven_card_hands() -> None:
    keys, bits, table, ladder = batch.tables()
    counts = np.zeros(len(ladder), np.int64)
    _all_sevens(keys, bits, table, counts)
    assert np.bincount(ladder >> 26, counts).astype(int).tolist() == OF_SEVEN


def test_strengths_refuse_what_is_no_hand() -> None:
    with pytest.raises(Refused, match="five to seven"):
        batch.strengths(np.zeros((3, 4), np.uint8))
    with pytest.raises(Refused, match="from 0 to 51"):
        batch.strengths(np.array([[0, 1, 2, 3, 52]]))
    assert batch.strengths(np.zeros((0, 5), np.uint8)).tolist() == []


def test_the_table_ranks_hands_without_numpy() -> None:
    code = (
        "import sys, pitboss.ranking.high, pitboss.ranking.three; print({'numpy', 'numba'} & {*sys.modules})"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
