"""Fast action hold 'em, 13:69F-21."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.book import Deal, Discard, Say, Show, Shuffle, game
from pitboss.equipment.cards import cards, name
from pitboss.games.pai_gow.fast_action_hold_em import house_way, step_of
from pitboss.games.pai_gow.fast_action_hold_em_mathematics import (
    KINDS,
    chosen,
    example,
    kind_of,
    naturals,
    worth_of,
)
from pitboss.ranking.multideck import describe, multideck_value
from pitboss.ranking.value import category
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.house_poker import near
from tests.properties import often
from tests.tape import Tape

FAST = game("fast-action-hold-em")

# ---- the seventeen kinds, 21.3(b) --------------------------------------------------------------------

LADDER = [  # from the lowest, the ends of each kind as the text names them
    "2c 3d 4h 5s 7c", "Ac Kd Qh Js 9c",
    "2c 2d 3h 4s 5c", "Ac Ad Kh Qs Jc",
    "2c 2d 3h 3s 4c", "Ac Ad Kh Ks Qc",
    "2c 2d 2h 3s 4c", "Ac Ad Ah Ks Qc",
    "Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc",
    "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c",
    "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc",
    "2c 2d 2h 2s 3c", "Ac Ad Ah As Kc",
    "2c 2c 3c 4c 5c", "Ac Ac Kc Qc Jc",
    "2c 2c 3c 3c 4c", "Ac Ac Kc Kc Qc",
    "2c 2c 2c 3c 4c", "Ac Ac Ac Kc Qc",
    "2c 2c 2d 2h 2s", "Ac Ac Ad Ah As",
    "2c 2c 2c 3c 3c", "Ac Ac Ac Kc Kc",
    "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c",
    "2c 2c 2c 2c 3c", "Ac Ac Ac Ac Kc",
    "Ac Kc Qc Jc Tc",
    "2c 2c 2c 2c 2c", "Ac Ac Ac Ac Ac",
]  # fmt: skip


def test_21_3_b_the_ladder_of_hands() -> None:
    """21.3(b)1 to 21.3(b)17: 21.3(b)2, 21.3(b)3, 21.3(b)4, 21.3(b)7, 21.3(b)11, 21.3(b)12, 21.3(b)13, 21.3(b)14,
    21.3(b)15, 21.3(b)16, 21.3(b)17."""
    values = [multideck_value(cards(hand)) for hand in LADDER]
    assert values == sorted(set(values))
    assert len({category(value) for value in values}) == 17


ORDER = (
    "flush five", "royal", "flush four", "straight flush", "flush full", "five", "flush three", "flush two pairs",
    "flush pair", "four", "full", "flush", "straight", "three", "two pairs", "pair", "high",
)  # fmt: skip


def slow(five: tuple[int, ...]) -> tuple[int, list[int]]:
    """A hand of five by its kind and then its ranks, those that come oftenest first: written from 21.3 alone."""
    counts = Counter(card // 4 for card in five)
    ranks = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = sorted(counts.values(), reverse=True)
    suited = len({card % 4 for card in five}) == 1
    low = sorted(counts) == [0, 1, 2, 3, 12]
    runs = len(counts) == 5 and (low or max(counts) - min(counts) == 4)
    if low:
        ranks = [3]
    plain = {
        (5,): "five",
        (4, 1): "four",
        (3, 2): "full",
        (3, 1, 1): "three",
        (2, 2, 1): "two pairs",
        (2, 1, 1, 1): "pair",
    }
    kind = plain.get(tuple(shape), "straight" if runs else "high")
    if suited:
        royal = kind == "straight" and ranks[0] == 12
        kind = (
            "royal"
            if royal
            else "flush"
            if kind == "high"
            else f"flush {kind}".replace("flush straight", "straight flush")
        )
    return -ORDER.index(kind), ranks


def test_21_3_c_the_best_five_of_seven_by_a_slow_program() -> None:
    """Short packs, so that every kind comes up; equal values are equal hands, and the order is the same."""
    chance = random.Random(21)
    for ranks in (2, 3, 5, 8, 13):
        pack = [4 * rank + suit for rank in chance.sample(range(13), ranks) for suit in range(4)] * 6
        hands = [chance.sample(pack, 7) for _ in range(250)]
        if ranks < 8:  # and many of one suit
            hands += [
                chance.sample([card for card in pack if card % 4 == 1] * 2 + pack, 7) for _ in range(250)
            ]
        both = [(max(map(slow, combinations(hand, 5))), multideck_value(hand)) for hand in hands]
        for (one, fast_one), (other, fast_other) in zip(both, both[1:] + both[:1], strict=True):
            assert (one > other) == (fast_one > fast_other)
            assert (one == other) == (fast_one == fast_other)


def test_hands_have_names() -> None:
    assert describe(multideck_value(cards("Qh Qc Qd Qd Qs 8d 5c"))) == "five of a kind, queens"
    assert describe(multideck_value(cards("7h 7h 7h 7h 7h 8d 5c"))) == "flush with five of a kind, sevens"


# ---- the house way, 21.8(i) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "kept", "step"),
    [
        ("2c 2c As Ad", "2c 2c", 1),
        ("2c 2c 9d 9d", "9d 9d", 1),
        ("Ac Kc 3d 3s", "3d 3s", 2),
        ("4c 4d 7h 7s", "7h 7s", 2),
        ("5d 5h 5s Ac", "5d 5h", 2),
        ("Ah Th Kd Qd", "Ah Th", 3),
        ("Ah Kh Qh Jh", "Ah Kh", 3),
        ("As Kh Qh 2c", "Kh Qh", 4),
        ("Jd Td 4s 2c", "Jd Td", 4),
        ("As Tc 9s 2d", "As Tc", 5),
        ("As Qc Kd 2s", "As Kd", 5),
        ("Kc Qd Js 2h", "Kc Qd", 6),
        ("Qc Jd 8s 7s", "Qc Jd", 6),
        ("Ac 9d 4c 2c", "Ac 4c", 7),
        ("Kc Tc 9d 8d", "Kc Tc", 8),
        ("Qh Th Ks Ts", "Ks Ts", 1),
        ("Kd Jd Qh Th", "Kd Qh", 6),
        ("Kc Jd 9s 8s", "Kc Jd", 9),
        ("Ac 9d 8d 7d", "Ac 9d", 10),
        ("Kc 9d 8d 7d", "9d 8d", 11),
        ("Tc 9c 4d 3d", "Tc 9c", 11),
        ("5s 2s Kh Td", "5s 2s", 12),
        ("Qs 2s Jh 3h", "Qs Jh", 6),
        ("9s 2s Th 4h", "Th 4h", 12),
        ("4c 3d Ks 9h", "4c 3d", 13),
        ("Jc Td 4s 2h", "Jc Td", 13),
        ("Kc 9d 7s 2h", "Kc 9d", 14),
    ],
)  # fmt: skip
def test_21_8_i_each_step_of_the_house_way(dealt: str, kept: str, step: int) -> None:
    """21.8(i)5, 21.8(i)7, 21.8(i)8, 21.8(i)9, 21.8(i)10, 21.8(i)11, 21.8(i)12, 21.8(i)13, 21.8(i)14."""
    if dealt == "Qh Th Ks Ts":  # a pair of tens after all
        kept, step = "Th Ts", 2
    four = cards(dealt)
    one, other = house_way(four)
    assert [name(four[one]), name(four[other])] == kept.split()
    assert step_of(four[one], four[other]) == step


def slow_way(four: list[int]) -> set[int]:
    """The ranks and suits that the fourteen rules keep, one list after the other as they are printed."""
    pairs = sorted(combinations(four, 2), key=lambda two: (max(two) // 4, min(two) // 4), reverse=True)
    high, low = (lambda two: max(two) // 4), (lambda two: min(each // 4 for each in two))

    def suited(two: tuple[int, int]) -> bool:
        return two[0] % 4 == two[1] % 4

    def running(two: tuple[int, int]) -> bool:
        return high(two) - low(two) == 1

    rules = [
        lambda t: t[0] == t[1],
        lambda t: high(t) == low(t),
        lambda t: high(t) == 12 and suited(t) and low(t) >= 8,
        lambda t: suited(t) and running(t) and low(t) >= 8,
        lambda t: high(t) == 12 and low(t) >= 8,
        lambda t: not suited(t) and running(t) and low(t) >= 9,
        lambda t: high(t) == 12 and suited(t),
        lambda t: suited(t) and low(t) >= 8,
        lambda t: low(t) >= 9,
        lambda t: high(t) == 12,
        lambda t: suited(t) and running(t),
        suited,
        running,
        bool,
    ]
    return set(next(two for each in rules for two in pairs if each(two)))


def test_21_8_i_ten_thousand_hands_by_a_slow_version() -> None:
    chance = random.Random(8)
    for _ in range(often(3_000)):
        four = chance.sample(FAST.rules().pack(), 4)
        if max(Counter(card // 4 for card in four).values()) >= 3:
            continue  # which cards of three of a kind is tested by hand
        one, other = house_way(four)
        assert {four[one], four[other]} == slow_way(four), [*map(name, four)]


# ---- the round, 21.7 ---------------------------------------------------------------------------------


@pytest.mark.paragraph("21.5(a)", "21.5(f)", "21.5(g)", "21.7(c)", "21.7(d)", "21.8(g)", "21.8(l)")
def test_21_7_the_deal_goes_round_from_the_marker() -> None:
    """21.2(a), 21.5(a), 21.5(f), 21.5(g), 21.6(c), 21.7(a), 21.7(b), 21.7(c), 21.7(d), 21.8(d), 21.8(g), 21.8(j),
    21.8(l), 21.8(m), 21.8(o)."""
    table = Table(FAST, FAST.rules(shuffling="manual"), seed=5)
    for seat in (2, 5):
        table.sit(seat, f"player {seat}", 100_000)
    for number in range(40):
        for seat in (2, 5):
            table.bet(seat, "main", 10)
        before = len(table.shoe)
        table.deal()
        while table.asked:
            table.act(table.asked.seat, table.asked.usual)
        dealt = [event.to for event in table.said if isinstance(event, Deal)]
        fresh = any(isinstance(event, Shuffle) for event in table.said)
        assert fresh == (before <= 312 // 4)
        if fresh:
            assert dealt.pop(0) == "burn"
        turn = {0: ["dealer", "2", "5"], 1: ["2", "5", "dealer"], 2: ["2", "5", "dealer"]}
        turn |= {
            3: ["5", "dealer", "2"],
            4: ["5", "dealer", "2"],
            5: ["5", "dealer", "2"],
            6: ["dealer", "2", "5"],
        }
        assert dealt[:12] == turn[number % 7] * 4
        assert dealt[12:] in ([], ["burn"] + ["community"] * 5)
        assert next(event.what for event in table.said if isinstance(event, Say)) == "No more bets"
        shown = [event.owner for event in table.said if isinstance(event, Show)]
        if len(dealt) > 12 and "discard" not in shown:
            assert shown[-3:] == ["dealer", "5", "2"]
            thrown = [event.owner for event in table.said if isinstance(event, Discard)]
            assert thrown == ["5.discard", "2.discard", "dealer.discard"]


def test_21_11_a_continuous_shuffler_is_always_whole() -> None:
    table = Table(FAST, FAST.rules(shuffling="continuous", decks=8), seed=5)
    table.sit(1, "Ann", 10_000)
    for _ in range(3):
        table.bet(1, "main", 10)
        table.deal()
        table.act(1, "surrender")
        assert len(table.shoe) == 8 * 52 - 8


def test_21_2_d_two_batches_are_two_shoes_of_as_many_decks() -> None:
    assert len(FAST.rules(shuffling="automated", decks=8).pack()) == 8 * 52


# ---- mathematics -------------------------------------------------------------------------------------


def test_21_1_naturals_are_counted() -> None:
    assert naturals(FAST.rules()) == Fraction(13 * comb(24, 4), comb(312, 4))
    (found,) = FAST.mathematics.odds(FAST.rules())
    assert found.outcomes[0].probability == naturals(FAST.rules())
    assert found.method == "simulated"
    assert found.interval is not None
    assert sum(each.probability for each in found.outcomes) == 1


def test_kinds_of_two_cards_are_all_there() -> None:
    assert [kind_of(*example(kind)) for kind in range(KINDS)] == list(range(KINDS))
    assert {kind_of(*two) for two in combinations(FAST.rules().pack()[:104], 2)} == set(range(KINDS))


def test_what_two_cards_are_worth_by_plain_rounds_at_the_table() -> None:
    """Two aces of two suits, kept against the dealer's house way in a thousand plain rounds."""
    chance, won = random.Random(3), 0
    pack = FAST.rules().pack()
    aces = cards("Ac Ad")
    for each in aces:
        pack.remove(each)
    for _ in range(1000):
        *four, a, b, c, d, e = chance.sample(pack, 9)
        one, other = house_way(four)
        board = [a, b, c, d, e]
        natural = len({card // 4 for card in four}) == 1
        won += not natural and multideck_value([*aces, *board]) > multideck_value(
            [four[one], four[other], *board]
        )
    worth = worth_of(FAST.rules())[kind_of(*aces)] / 1_000_000
    assert abs(2 * won / 1000 - 1 - worth) < 4 / 1000**0.5


def test_simulation_agrees_with_the_odds() -> None:
    report = simulate(FAST.rules(), plan="main 10", rounds=500_000, seed=2)
    (found,) = FAST.mathematics.odds(FAST.rules())
    (main,) = report.wagers
    assert near(main.house_edge, found.house_edge)


def policy_of(worth: np.ndarray) -> object:
    """The strategy of the compiled round, written again: keep the best, split if that adds to it, else give up."""

    def policy(table: Table, ask: object) -> tuple[str, int]:
        four = table.cards(ask.hand)  # type: ignore[attr-defined]
        pairs = list(combinations(range(4), 2))
        value = {two: int(worth[kind_of(four[two[0]], four[two[1]])]) for two in pairs}
        best = max(pairs, key=value.__getitem__)
        other = {two: next(each for each in pairs if not set(each) & set(two)) for two in pairs}
        halves = max(pairs[:3], key=lambda two: value[two] + value[other[two]])
        together = value[halves] + value[other[halves]]
        if max(value[best], together) <= -500_000:
            return "surrender", 0
        verb, two = ("split", halves) if together > value[best] else ("keep", best)
        named = ask.naming(verb, [four[place] for place in two])  # type: ignore[attr-defined]
        return named, 1000 if verb == "split" else 0

    return policy


def test_table_and_compiled_rounds_pay_the_same() -> None:
    rules, chance, tape = FAST.rules(), random.Random(3), Tape()
    simulation = FAST.mathematics.simulation(rules)
    table = Table(FAST, rules, chance=tape)
    table.players[1] = policy_of(worth_of(rules))  # type: ignore[assignment]
    table.sit(1, "Ann", 10**9)
    play, seen = simulation.play.compiled, Counter[str]()
    for _ in range(often(3_000)):
        dealt = chance.sample(rules.pack(), 13)
        if chance.random() < 0.05:  # naturals are rare
            start = chance.choice((0, 4))
            dealt[start : start + 4] = [
                4 * chance.randrange(13) + suit for suit in chance.choices(range(4), k=4)
            ][:1] * 4
        table.bet(1, "main", 10)
        table.state.marker = 1  # type: ignore[attr-defined]
        order = [card for pair in zip(dealt[:4], dealt[4:8], strict=True) for card in pair]
        tape.load(cards=[*order, *dealt[8:]])
        table.shoes[""] = list(range(52)) * 6
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
    assert set(seen) == {"natural", "dealer's natural", "higher hand", "copy hand", "lower hand"}
    hopeless = np.full(KINDS, -600_000)
    assert chosen(cards("2c 7d 4h 9s"), hopeless)[:2] == (0, 0)  # given up


def test_21_8_advice_keeps_aces_and_splits_two_high_pairs() -> None:
    def advised(hand: str) -> tuple[str, dict[str, float]]:
        tape = Tape()
        table = Table(FAST, chance=tape)
        table.sit(1, "Ann", 10_000)
        table.bet(1, "main", 10)
        mine = cards(hand)
        tape.load(cards=[card for card in mine for card in (0, card)] + [0] * 20)
        table.shoes[""] = list(range(52)) * 6
        table.deal()
        assert table.asked is not None
        advice = FAST.mathematics.advise(table, table.asked)
        return advice.decision, dict(advice.values)

    assert advised("Ac Ad 2h 7s")[0] == "keep-AcAd"
    best, values = advised("Ac Ad Kh Ks")
    assert best in ("split-AcAd", "split-KhKs")
    assert values["surrender"] == -500
    assert advised("2c 7d 4h 9s")[1]["surrender"] == -500
