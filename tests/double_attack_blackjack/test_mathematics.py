"""The mathematics of double attack blackjack: against a slow program, by hand, and three ways against each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack import double_attack_blackjack_mathematics
from pitboss.games.blackjack.charts import DOUBLE, DOUBLED, HIT, PAIR, SPLIT, SURRENDER
from pitboss.games.blackjack.double_attack_blackjack_mathematics import (
    attacks,
    setup_of,
    simulation,
    worth,
)
from pitboss.games.blackjack.double_attack_blackjack_mathematics import (
    play as one_round,
)
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import fold, is_soft, points, total
from pitboss.games.blackjack.house import house_of
from pitboss.games.blackjack.mathematics import round_of
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.table import Table
from tests.blackjack.test_engine import SMALL, Shoe, best_total, draws, without
from tests.blackjack.test_rounds import FRESH_SHOES, from_fresh_shoes
from tests.blackjack.test_terms import clear, dealers
from tests.blackjack_family import by_habit
from tests.tape import Tape

ATTACK = game("double-attack-blackjack")
assert isinstance(ATTACK, BlackjackGame)

TABLES: list[dict[str, object]] = [
    {},
    {"hole-card": "reader", "decks": 6},
    {"hole-card": "down", "reading-busted-extra": "kept"},
    {"reading-surrender-to-blackjack": "as-printed"},
    {"hole-card": "reader", "surrender-at-once": "yes", "reading-surrender-to-blackjack": "as-printed"},
]
EVERY = pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)


# ---- the slow program: no hole card, a hand with so much original and so much added money on it -----------


class Slow:
    def __init__(self, kept: bool, entire: bool) -> None:
        self.kept, self.entire = kept, entire

    def bust(self, up: int, shoe: Shoe, original: int, added: int) -> float:
        return -original - added * (1 if self.kept else clear(up, shoe))

    def stand(self, hand: tuple[int, ...], up: int, shoe: Shoe, original: int, added: int) -> float:
        value, mine = 0.0, best_total(hand)
        for name, chance in dealers((up,), shoe).items():
            if name == "blackjack":
                value -= chance * original
            else:
                theirs = 0 if name == "bust" or int(name) > 21 else int(name)
                value += chance * (original + added) * ((mine > theirs) - (mine < theirs))
        return value

    def give_up(self, up: int, shoe: Shoe, original: int, attack: int, more: int) -> float:
        """Half of all; a blackjack takes the original, by one reading the attack with it, and returns the rest."""
        without_blackjack = clear(up, shoe)
        taken = original + (attack if self.entire else 0)
        return -without_blackjack * (original + attack + more) / 2 - (1 - without_blackjack) * taken

    @cache  # noqa: B019
    def best(
        self,
        hand: tuple[int, ...],
        up: int,
        shoe: Shoe,
        original: int,
        attack: int,
        added: int,
        aces: bool = False,
    ) -> float:
        """Of a hand begun with so much original and attacking money, or with a split's that was added."""
        if best_total(hand) > 21:
            return self.bust(up, shoe, original, attack + added)
        money = original, attack, added
        found = [self.stand(hand, up, shoe, original, attack + added), self.give_up(up, shoe, *money)]
        if best_total(hand) == 21 or aces:
            return max(found)
        hit = double = 0.0
        for drawn, share in draws(shoe):
            then, left = tuple(sorted((*hand, drawn))), without(shoe, drawn)
            hit += share * self.best(then, up, left, *money)
            more = attack + added + sum(money)
            if best_total(then) > 21:
                double += share * self.bust(up, left, original, more)
            else:
                kept = self.stand(then, up, left, original, more)
                double += share * max(kept, self.give_up(up, left, original, attack, added + sum(money)))
        return max(*found, hit, double)

    def two_cards(self, hand: tuple[int, int], up: int, shoe: Shoe, attack: int) -> float:
        if sorted(hand) == [1, 10]:
            return (1 + attack) * clear(
                up, shoe
            )  # a blackjack is void against a blackjack and beats the rest
        found = self.best(tuple(sorted(hand)), up, shoe, 1, attack, 0)
        if hand[0] == hand[1]:
            aces = hand[0] == 1
            apart = 0.0
            for drawn, share in draws(shoe):
                then, left = tuple(sorted((hand[0], drawn))), without(shoe, drawn)
                apart += share * self.best(then, up, left, 1, attack, 0, aces)
                apart += share * self.best(then, up, left, 0, 0, 1 + attack, aces)
            found = max(found, apart)
        return found

    def given(self, up: int, shoe: Shoe, attack: int) -> float:
        """A round against this card."""
        left, value = without(shoe, up), 0.0
        for first, chance in draws(left):
            rest = without(left, first)
            for second, share in draws(rest):
                value += chance * share * self.two_cards((first, second), up, without(rest, second), attack)
        return value


@pytest.mark.parametrize(
    ("kept", "entire"), [(False, False), (True, False), (False, True)], ids=["default", "kept", "entire"]
)
@pytest.mark.parametrize("up", [1, 6, 10])
def test_26_5_one_round_against_a_card_with_and_without_attack(kept: bool, entire: bool, up: int) -> None:
    """Exact fractions from a small shoe, a pair split once."""
    house, slow = house_of(ATTACK.rules()), Slow(kept, entire)
    terms = house.terms._replace(hands=2, added_stays_lost=kept, surrender_entire=entire)
    for attack in (0, 1):
        found = analyze(replace(house, terms=terms), SMALL, added=attack / 2).given(up - 1)
        expected = float(slow.given(up, SMALL, attack))
        assert (1 + attack) * found.worth == pytest.approx(expected, abs=1e-12)
    cards_left = sum(SMALL)
    assert found.chance == pytest.approx(SMALL[up - 1] / cards_left)


def test_26_1_the_double_attack_is_linear() -> None:
    """By the printed words a unit of double attack is worth what the initial unit is and what a blackjack takes of
    that: so the gain of an attack is the value of a round beside the dealer's blackjack."""
    house = house_of(ATTACK.rules())
    alone, half = analyze(house), analyze(house, added=0.5)
    untied = 1 - 2 * 31 * 95 / (382 * 381)  # two blackjacks are void
    blackjacks = {0: 96 / 383 * untied, 9: 32 / 383 * untied}
    for up in range(10):
        lost = blackjacks.get(up, 0.0)
        assert 2 * half.given(up).worth == pytest.approx(2 * alone.given(up).worth + lost, abs=1e-12)
        assert attacks(house, up) == (alone.given(up).worth + lost > 0)


def test_26_7_d_a_two_to_an_eight_is_attacked() -> None:
    """As M. Shackelford (Wizard of Odds) has it, told by J. Grochowski in Casino City Times, 19 July 2011."""
    house = house_of(ATTACK.rules())
    assert [attacks(house, up) for up in range(1, 8)] == [True] * 7
    assert not attacks(house, 9)


def test_26_5_the_value_is_that_of_its_cards() -> None:
    """The chances of the dealer's cards add up, and what is put at risk is more than the initial wager."""
    house = house_of(ATTACK.rules())
    exact = analyze(house)
    assert sum(exact.given(up).chance for up in range(10)) == pytest.approx(1)
    value, wagered = worth(house)
    assert value > exact.expectation
    assert 1.5 < wagered < 2.5


def test_26_6_d_the_bonus_by_counting_values() -> None:
    """Ordered triples of 384 cards: first two below 17, the third above 21 with them."""
    held = {1: 32, 10: 96} | dict.fromkeys(range(2, 10), 32)
    ways = dict.fromkeys((10, 9, 8, 7, 6), 0)
    for first in range(2, 11):
        for second in range(2, 11):
            for third in ways:
                if first + second < 17 and first + second + third > 21:
                    left = dict(held)
                    count = left[first]
                    left[first] -= 1
                    count *= left[second]
                    left[second] -= 1
                    ways[third] += count * left[third]
    suit, color = 4 * 8 * 7 * 6, 2 * 16 * 15 * 14
    ways[8] -= color
    pays = {10: 3, 9: 6, 8: 8, 7: 10, 6: 15}
    everything = 384 * 383 * 382
    value = sum(ways[third] * (pays[third] + 1) for third in ways) + 201 * suit + 51 * (color - suit)
    (found,) = ATTACK.mathematics.odds(ATTACK.rules(), "bust-bonus")
    assert found.expectation == Fraction(value, everything) - 1
    assert sum(each.probability for each in found.outcomes) == 1


def test_26_11_c_insurance_pays_five_to_two() -> None:
    """96 of 383 cards are tens."""
    (insurance,) = ATTACK.mathematics.odds(ATTACK.rules(), "insurance")
    assert insurance.house_edge == 1 - Fraction(7 * 96, 2 * 383)


# ---- table against compiled round ----------------------------------------------------------------------


def by_the_charts(
    charts: dict[bool, NDArray[np.uint8]], attack: NDArray[np.bool_]
) -> Callable[[Table, Ask], tuple[str, int]]:
    def decide(table: Table, ask: Ask) -> tuple[str, int]:
        choices = {choice.id: choice.most for choice in ask.choices}
        up = table.cards("dealer")[0]
        if "no-attack" in choices:
            return ("double-attack", choices["double-attack"]) if attack[points(up)] else ("no-attack", 0)
        if "no-insurance" in choices:
            return "no-insurance", 0
        cells, shown, held = charts[bool(attack[points(up)])], total(*fold([up])), table.cards(ask.hand)
        hard, ace = fold(held)
        doubled = f"double-down:{ask.hand[2:]}" if "." in ask.hand else "double-down"
        if table.stake(1, doubled):
            return ("surrender" if cells[shown, DOUBLED, total(hard, ace)] & SURRENDER else "stand"), 0
        if total(hard, ace) == 21 and len(held) == 2 and "." not in ask.hand and not table.cards("1.2"):
            return "stand", 0
        values = [points(each) for each in held]
        pair = len(values) == 2 and values[0] == values[1]
        row = PAIR if pair else int(is_soft(hard, ace))
        cell = cells[shown, row, values[0] if pair else total(hard, ace)]
        split = cell & SPLIT and "split" in choices
        if cell & SURRENDER and (not split or ("." not in ask.hand and not table.cards("1.2"))):
            return "surrender", 0
        if split:
            return "split", choices["split"]
        if cell & DOUBLE and "double-down" in choices:
            return "double-down", choices["double-down"]
        return ("hit", 0) if cell & HIT and "hit" in choices else ("stand", 0)

    return decide


@EVERY
@pytest.mark.parametrize("wild", [False, True], ids=["habit", "wild"])
def test_26_5_table_and_compiled_round_pay_the_same(
    options: dict[str, object], wild: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,000 rounds at each of five tables by habit, and as many by charts at random: 10,000 in all."""
    by_habit(monkeypatch, gives_up_doubles=True)
    monkeypatch.setattr(double_attack_blackjack_mathematics, "attacks", lambda _, rank: rank % 3 > 0)
    rules = Rules(ATTACK, options)
    setup, play, chance = setup_of(rules), round_of(ATTACK, one_round).compiled, random.Random(str(options))
    if wild:
        generator = np.random.default_rng(7)
        for name in ("alone", "attacked"):
            cells = generator.integers(0, 16, setup.alone.cells.shape, np.uint8)
            cells[:, :3, 21:] = 0
            cells[:, DOUBLED, 22:] = 0
            setup = setup._replace(**{name: getattr(setup, name)._replace(cells=cells)})
        setup = setup._replace(attacks=generator.random(11) < 0.5)
    tape = Tape()
    player = by_the_charts({False: setup.alone.cells, True: setup.attacked.cells}, setup.attacks)
    table = Table(ATTACK, rules, chance=tape, players={1: player})
    table.sit(1, "Ann", 10**8)
    stakes, memory = np.array([1000, 500]), np.zeros(MEMORY, np.int64)
    for number in range(1_000):
        stakes[1] = 500 * (number % 2)
        shoe = chance.sample(rules.pack(), 60)
        tape.load(shoe)
        table.bet(1, "initial", 10)
        if stakes[1]:
            table.bet(1, "bust-bonus", 5)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(2, np.int64), np.zeros(2, np.int64)
        used = play(np.array(shoe + shoe, np.uint8), 0, stakes, setup, memory, net, staked)
        assert table.settlement.net[1] == net.sum(), (shoe[:12], str(table.settlement))
        assert len(shoe) - len(tape.cards) == used, "the same cards were used"


def test_plain_and_compiled_rounds_agree() -> None:
    rules = ATTACK.rules(reading_surrender_to_blackjack="as-printed")
    setup, generator = setup_of(rules), np.random.default_rng(2)
    wild = generator.integers(0, 16, setup.alone.cells.shape, np.uint8)
    wild[:, :, 21:] = 0
    for cells in (setup.alone.cells, wild):
        varied = setup._replace(alone=setup.alone._replace(cells=cells))
        for _ in range(200):
            tape = generator.permutation(np.array(rules.pack(), np.uint8))
            found = []
            for way in (round_of(ATTACK, one_round), round_of(ATTACK, one_round).compiled):
                net, staked, memory = (np.zeros(size, np.int64) for size in (2, 2, MEMORY))
                used = way(tape, 0, np.array([1000, 500]), varied, memory, net, staked)
                found.append((used, net.tolist(), staked.tolist(), memory.tolist()))
            assert found[0] == found[1]


@EVERY
def test_26_5_simulation_agrees_with_the_analysis(options: dict[str, object]) -> None:
    """By a chart of totals, which costs little against the best play, and never above it by more than chance."""
    rules = Rules(ATTACK, options)
    value, wagered = worth(house_of(rules))
    found, wager, deviation = from_fresh_shoes(simulation(rules), seed=5)
    error = 4 * deviation / sqrt(FRESH_SHOES)
    assert -0.002 - error < found - value < error
    assert wager == pytest.approx(wagered, abs=0.02)


# ---- advice --------------------------------------------------------------------------------------------


def asked(in_order: str, *decisions: tuple[str, int], **options: object) -> tuple[Table, Ask]:
    tape = Tape()
    tape.load(cards(in_order))
    table = Table(ATTACK, ATTACK.rules(**options), chance=tape)
    table.sit(1, "Ann", 1000)
    table.bet(1, "initial", 10)
    table.deal()
    for decision, amount in decisions:
        table.act(1, decision, amount or None)
    assert table.asked is not None
    return table, table.asked


@pytest.mark.parametrize(("up", "decision"), [("6h", "double-attack"), ("Kh", "no-attack")])
def test_26_7_d_advice_on_the_attack(up: str, decision: str) -> None:
    table, ask = asked(up)
    advice = ATTACK.mathematics.advise(table, ask)
    assert advice.decision == decision
    house = house_of(ATTACK.rules())
    rank = points(table.cards("dealer")[0]) - 1
    assert advice.values["no-attack"] == pytest.approx(1000 * analyze(house).given(rank).worth)


def test_26_8_a_advice_after_a_double() -> None:
    """13 against a nine, doubled with the attack: half of $40 is better than what stands there; a 20 stands."""
    doubles = ("double-attack", 10), ("double-down", 20)
    table, ask = asked("9h 5s 6d 2c", *doubles)
    advice = ATTACK.mathematics.advise(table, ask)
    assert advice.decision == "surrender"
    assert advice.values["surrender"] == pytest.approx(-2000)
    table, ask = asked("9h 5s 6d 9c", *doubles)
    assert ATTACK.mathematics.advise(table, ask).decision == "stand"


def test_26_5_b_advice_with_a_blackjack_counts_the_tie() -> None:
    """Against a king, 32 aces less the player's among 381 cards make the tie."""
    table, ask = asked("Kh As Kd", ("double-attack", 10))
    advice = ATTACK.mathematics.advise(table, ask)
    assert advice.decision == "stand"
    assert advice.values["stand"] == pytest.approx(2000 * (1 - 31 / 381))


def test_26_10_a_advice_stakes_what_the_hand_has() -> None:
    """16 against a king, attacked: all choices are told in cents of $20, of which a blackjack takes $10."""
    table, ask = asked("Kh 9s 7d", ("double-attack", 10))
    values = ATTACK.mathematics.advise(table, ask).values
    blackjack = 32 / 381
    assert values["surrender"] == pytest.approx(-(1 - blackjack) * 1000 - blackjack * 1000)


@pytest.mark.parametrize("hand", list(combinations_with_replacement("A59K", 2)))
def test_26_9_a_advice_is_as_good_as_the_analysis(hand: tuple[str, str]) -> None:
    table, ask = asked(f"6h {hand[0]}s {hand[1]}d")
    table.act(1, "no-attack")
    assert table.asked is not None
    advice = ATTACK.mathematics.advise(table, table.asked)
    found = analyze(house_of(ATTACK.rules())).at("".join(hand).replace("K", "T"), "6")
    assert advice.values[advice.decision] == pytest.approx(1000 * found.expectation, abs=1e-6)
    assert ask.usual == "no-attack"
