"""The mathematics of triple attack blackjack: against a slow program, by hand, and three ways against each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.book import Ask, Rules, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack import triple_attack_blackjack_mathematics
from pitboss.games.blackjack.charts import ACES, DOUBLE, HIT, PAIR, SPLIT, kind_of
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import Hole, fold, is_soft, points, total
from pitboss.games.blackjack.house import house_of
from pitboss.games.blackjack.mathematics import round_of
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.games.blackjack.triple_attack_blackjack_mathematics import (
    Setup,
    attacks_against,
    attacks_with,
    setup_of,
    simulation,
    worth,
)
from pitboss.games.blackjack.triple_attack_blackjack_mathematics import (
    play as one_round,
)
from pitboss.table import Table
from tests.blackjack.test_engine import Shoe, best_total, draws, without
from tests.blackjack.test_rounds import FRESH_SHOES, from_fresh_shoes
from tests.blackjack_family import by_habit
from tests.tape import Tape

ATTACK = game("triple-attack-blackjack")
assert isinstance(ATTACK, BlackjackGame)
LOW: Shoe = (3, 3, 2, 1, 1, 1, 0, 1, 1, 4)
"""Small cards, so that hands of six come about."""

TABLES: list[dict[str, object]] = [
    {},
    {"hole-card": "reader"},
    {"reading-busted-extra": "kept", "split-hands": 2},
    {"reading-six-cards": "as-printed", "suited-royals": "B", "triple-match": "B"},
]
EVERY = pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)


# ---- the slow program: a hand with so much original and so much added money on it -------------------------


@cache
def dealers(held: tuple[int, ...], shoe: Shoe) -> dict[str, float]:
    """The dealer's total, who draws to a soft 17; "blackjack", and "bust" over 22."""
    mine = best_total(held)
    soft_17 = mine == 17 and sum(held) == 7
    if len(held) > 1 and mine >= 17 and not soft_17:
        natural = mine == 21 and len(held) == 2
        return {"blackjack" if natural else str(mine) if mine <= 22 else "bust": 1.0}
    found: dict[str, float] = {}
    for drawn, chance in draws(shoe):
        for name, share in dealers(tuple(sorted((*held, drawn))), without(shoe, drawn)).items():
            found[name] = found.get(name, 0.0) + chance * share
    return found


class Slow:
    def __init__(self, reader: bool = False, kept: bool = False, plays_on: bool = False) -> None:
        self.reader, self.kept, self.plays_on = reader, kept, plays_on

    def clear(self, up: int, shoe: Shoe) -> float:
        return 1 - dealers((up,), shoe).get("blackjack", 0.0)

    def stand(self, hand: tuple[int, ...], up: int, shoe: Shoe, original: int, added: int) -> float:
        mine, value = best_total(hand), 0.0
        outright = mine == 21 or len(hand) >= 6
        for name, chance in dealers((up,), shoe).items():
            if name == "blackjack" and (self.reader or not outright):
                value -= chance * original
            elif outright:
                value += chance * (original + added)
            elif name != "22":
                theirs = 0 if name == "bust" else int(name)
                value += chance * (original + added) * ((mine > theirs) - (mine < theirs))
        return value

    def bust(self, up: int, shoe: Shoe, original: int, added: int) -> float:
        lost = 1 if self.kept and not self.reader else self.clear(up, shoe)
        return -original - added * lost

    @cache  # noqa: B019
    def best(
        self, hand: tuple[int, ...], up: int, shoe: Shoe, original: int, added: int, aces: bool = False
    ) -> float:
        if best_total(hand) > 21:
            return self.bust(up, shoe, original, added)
        found = [self.stand(hand, up, shoe, original, added)]
        if best_total(hand) == 21 or (len(hand) >= 6 and not self.plays_on):
            return found[0]
        hit = double = 0.0
        for drawn, share in draws(shoe):
            then, left = tuple(sorted((*hand, drawn))), without(shoe, drawn)
            more = 2 * added + original
            if not aces:
                hit += share * self.best(then, up, left, original, added)
            ends = self.bust if best_total(then) > 21 else self.stood(then)
            double += share * ends(up, left, original, more)
        return max(*found, double, *([] if aces else [hit]))

    def stood(self, hand: tuple[int, ...]) -> Callable[[int, Shoe, int, int], float]:
        return lambda up, shoe, original, added: self.stand(hand, up, shoe, original, added)

    def given(self, first: int, up: int, shoe: Shoe) -> float:
        """A unit of attack with this first card against that one, a pair split once."""
        left, value = without(shoe, first, up), 0.0
        for second, share in draws(left):
            hand, rest = tuple(sorted((first, second))), without(left, second)
            if hand == (1, 10):
                value += share
                continue
            best = self.best(hand, up, rest, 1, 0)
            if first == second:
                apart = 0.0
                for drawn, chance in draws(rest):
                    then, after = tuple(sorted((first, drawn))), without(rest, drawn)
                    apart += chance * self.best(then, up, after, 1, 0, first == 1)
                    apart += chance * self.best(then, up, after, 0, 1, first == 1)
                best = max(best, apart)
            value += share * best
        return value


@pytest.mark.parametrize(
    "reading",
    [{}, {"reader": True}, {"kept": True}, {"plays_on": True}],
    ids=lambda reading: "".join(reading),
)
def test_36_5_one_round_with_every_attack_that_pays(reading: dict[str, bool]) -> None:
    """Exact fractions from a small shoe: each first card against each of the dealer's, and both attacks."""
    slow, house = Slow(**reading), house_of(ATTACK.rules())
    terms = house.terms._replace(
        hands=2,
        hole=Hole.READER if "reader" in reading else Hole.DOWN,
        added_stays_lost="kept" in reading,
        plays_on="plays_on" in reading,
    )
    house = replace(house, terms=terms, shoe=LOW)
    exact, value = analyze(house), 0.0
    for first, chance in draws(LOW):
        against = {up: (share, slow.given(first, up, LOW)) for up, share in draws(without(LOW, first))}
        unseen = sum((share * each for share, each in against.values()), 0.0)
        value += chance * (unseen + max(unseen, 0.0))
        value += chance * sum(share * max(each, 0.0) for share, each in against.values())
        assert exact.given(first=first - 1).worth == pytest.approx(float(unseen), abs=1e-12)
        for up, (_, each) in against.items():
            assert exact.given(up - 1, first - 1).worth == pytest.approx(float(each), abs=1e-12)
    assert worth(house)[0] == pytest.approx(float(value), abs=1e-12)


def test_36_7_e_an_ace_is_always_attacked_with() -> None:
    """36.7(f): an ace against every card, and tens against a weak one; a small card never before the dealer's."""
    house = house_of(ATTACK.rules())
    assert attacks_with(house, 0)
    assert all(attacks_against(house, 0, up) for up in range(10))
    assert all(attacks_against(house, 9, up) for up in range(1, 8))
    assert not any(attacks_with(house, first) for first in range(2, 7))


def test_36_10_c_insurance_by_hand() -> None:
    """Of 383 cards 96 are tens, a quarter of them of the ace's suit: 24 pay 5, 72 pay 2, 287 lose."""
    (insurance,) = ATTACK.mathematics.odds(ATTACK.rules(), "insurance")
    assert insurance.expectation == Fraction(24 * 5 + 72 * 2 - 287, 383)


@pytest.mark.parametrize(("table", "pays"), [("A", (40, 10, 2)), ("B", (30, 12, 2))])
def test_36_6_d_suited_royals_by_hand(table: str, pays: tuple[int, int, int]) -> None:
    """Two of 384: king and queen 4 suits of 8·8, face cards 4 of 24 over 2 beside them, suits 4 of 96 over 2."""
    royal, faces, flush = 4 * 64, 4 * comb(24, 2), 4 * comb(96, 2)
    counts = royal, faces - royal, flush - faces
    everything = comb(384, 2)
    value = sum(n * (each + 1) for n, each in zip(counts, pays, strict=True)) - everything
    (found,) = ATTACK.mathematics.odds(ATTACK.rules(suited_royals=table), "suited-royals")
    assert found.expectation == Fraction(value, everything)


@pytest.mark.parametrize(("table", "pays"), [("A", (150, 20, 4, 2)), ("B", (50, 8, 6, 2))])
def test_36_6_e_triple_match_by_hand(table: str, pays: tuple[int, int, int, int]) -> None:
    """Three of 384: 48 kinds of 8, 12 ranks of 32."""
    suited, three = 48 * comb(8, 3), 12 * comb(32, 3)
    pair_suited, pair = 48 * comb(8, 2) * 352, 12 * comb(32, 2) * 352
    counts = suited, three - suited, pair_suited, pair - pair_suited
    everything = comb(384, 3)
    value = sum(n * (each + 1) for n, each in zip(counts, pays, strict=True)) - everything
    (found,) = ATTACK.mathematics.odds(ATTACK.rules(triple_match=table), "triple-match")
    assert found.expectation == Fraction(value, everything)


def test_36_5_from_the_rest_of_a_shoe() -> None:
    """A shoe without its fives and sixes is worth more to who attacks with aces."""
    rules = ATTACK.rules()
    rest = [card for card in rules.pack() if points(card) not in (5, 6)]
    (whole,) = ATTACK.mathematics.odds_from(rules, rules.pack(), "first-attack")
    (rich,) = ATTACK.mathematics.odds_from(rules, rest, "first-attack")
    assert whole.expectation == pytest.approx(worth(house_of(rules))[0], abs=1e-12)
    assert rich.expectation > whole.expectation


# ---- table against compiled round ----------------------------------------------------------------------


def by_the_charts(setup: Setup) -> Callable[[Table, Ask], tuple[str, int]]:
    cells, terms = setup.box.cells, setup.box.terms

    def decide(table: Table, ask: Ask) -> tuple[str, int]:
        choices = {choice.id: choice.most for choice in ask.choices}
        held = table.cards(ask.hand)
        values = [points(each) for each in held]
        if "second-attack" in choices:
            return (
                ("second-attack", choices["second-attack"]) if setup.second[values[0]] else ("no-attack", 0)
            )
        up = table.cards("dealer")[0]
        if "third-attack" in choices:
            attack = setup.third[values[0], points(up)]
            return ("third-attack", choices["third-attack"]) if attack else ("no-attack", 0)
        if "no-insurance" in choices:
            return "no-insurance", 0
        shown, (hard, ace) = total(*fold([up])), fold(held)
        pair = len(values) == 2 and values[0] == values[1]
        row = PAIR if pair else kind_of(terms, is_soft(hard, ace), len(held))
        cell = cells[shown, row, values[0] if pair else total(hard, ace)]
        if cell & SPLIT and "split" in choices:
            return "split", choices["split"]
        if values[0] == 1 and len(values) == 2 and "hit" not in choices:  # 36.9(e)
            cell = cells[shown, ACES, total(hard, ace)]
        if cell & DOUBLE and "double-down" in choices:
            return "double-down", choices["double-down"]
        return ("hit", 0) if cell & HIT and "hit" in choices else ("stand", 0)

    return decide


@EVERY
@pytest.mark.parametrize("wild", [False, True], ids=["habit", "wild"])
def test_36_5_table_and_compiled_round_pay_the_same(
    options: dict[str, object], wild: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,250 rounds at each of four tables by habit, and as many by charts at random from a shoe of small cards:
    10,000 in all."""
    by_habit(monkeypatch)
    monkeypatch.setattr(triple_attack_blackjack_mathematics, "attacks_with", lambda _, first: first % 3 > 0)
    monkeypatch.setattr(triple_attack_blackjack_mathematics, "attacks_against", lambda _, a, b: a > b)
    rules = Rules(ATTACK, options)
    setup, play, chance = setup_of(rules), round_of(ATTACK, one_round).compiled, random.Random(str(options))
    pack = rules.pack()
    if wild:
        generator = np.random.default_rng(7)
        cells = generator.integers(0, 8, setup.box.cells.shape, np.uint8)
        cells[:, :, :15] |= HIT
        cells[:, :, 21:] = 0
        setup = setup._replace(
            box=setup.box._replace(cells=cells),
            second=generator.random(11) < 0.5,
            third=generator.random((11, 11)) < 0.5,
        )
        pack = [card for card in pack if points(card) < 5 or (card & 3) == 0]
    tape, sixes = Tape(), 0
    table = Table(ATTACK, rules, chance=tape, players={1: by_the_charts(setup)})
    table.sit(1, "Ann", 10**8)
    stakes, memory = np.array([1000, 500, 500]), np.zeros(MEMORY, np.int64)
    for _ in range(1_250):
        shoe = chance.sample(pack, 60)
        tape.load(shoe)
        for wager, stake in (("first-attack", 10), ("suited-royals", 5), ("triple-match", 5)):
            table.bet(1, wager, stake)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(3, np.int64), np.zeros(3, np.int64)
        used = play(np.array(shoe + shoe, np.uint8), 0, stakes, setup, memory, net, staked)
        assert table.settlement.net[1] == net.sum(), (shoe[:12], str(table.settlement))
        assert len(shoe) - len(tape.cards) == used, "the same cards were used"
        sixes += "six cards" in str(table.settlement)
    assert sixes > 0 or not wild


def test_plain_and_compiled_rounds_agree() -> None:
    rules = ATTACK.rules()
    setup, generator = setup_of(rules), np.random.default_rng(2)
    wild = generator.integers(0, 8, setup.box.cells.shape, np.uint8)
    wild[:, :, 21:] = 0
    for cells in (setup.box.cells, wild):
        varied = setup._replace(box=setup.box._replace(cells=cells))
        for _ in range(200):
            tape = generator.permutation(np.array(rules.pack(), np.uint8))
            found = []
            for way in (round_of(ATTACK, one_round), round_of(ATTACK, one_round).compiled):
                net, staked, memory = (np.zeros(size, np.int64) for size in (3, 3, MEMORY))
                used = way(tape, 0, np.array([1000, 500, 500]), varied, memory, net, staked)
                found.append((used, net.tolist(), staked.tolist(), memory.tolist()))
            assert found[0] == found[1]


@EVERY
def test_36_5_simulation_agrees_with_the_analysis(options: dict[str, object]) -> None:
    """By a chart of totals and numbers of cards, which costs little against the best play, and never above it by more
    than chance."""
    rules = Rules(ATTACK, options)
    value, wagered = worth(house_of(rules))
    found, wager, deviation = from_fresh_shoes(simulation(rules), seed=5)
    error = 4 * deviation / sqrt(FRESH_SHOES)
    assert -0.002 - error < found - value < error
    assert wager == pytest.approx(wagered, abs=0.005)


# ---- advice --------------------------------------------------------------------------------------------


def asked(in_order: str, *decisions: tuple[str, int]) -> tuple[Table, Ask]:
    tape = Tape()
    tape.load(cards(in_order))
    table = Table(ATTACK, ATTACK.rules(), chance=tape)
    table.sit(1, "Ann", 1000)
    table.bet(1, "first-attack", 10)
    table.deal()
    for decision, amount in decisions:
        table.act(1, decision, amount or None)
    assert table.asked is not None
    return table, table.asked


def test_36_7_e_advice_on_the_attacks() -> None:
    """36.7(f): the third counts what has been attacked with."""
    exact = analyze(house_of(ATTACK.rules()))
    table, ask = asked("As 9h")
    advice = ATTACK.mathematics.advise(table, ask)
    assert (advice.decision, advice.amount) == ("second-attack", 1000)
    assert advice.values["second-attack"] == pytest.approx(2000 * exact.given(first=0).worth)
    table.act(1, "second-attack", 10)
    assert table.asked is not None
    advice = ATTACK.mathematics.advise(table, table.asked)
    assert advice.values["third-attack"] == pytest.approx(3000 * exact.given(8, 0).worth)
    table, ask = asked("5s Kh", ("no-attack", 0))
    assert ATTACK.mathematics.advise(table, ask).decision == "no-attack"


def test_36_7_e_advice_counts_the_cards_of_others() -> None:
    """A small shoe would show it more: an ace of another player's leaves less for a blackjack of one's own king."""
    tape = Tape()
    tape.load(cards("Ks As 6h"))
    table = Table(ATTACK, ATTACK.rules(), chance=tape)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "first-attack", 10)
    table.deal()
    alone = analyze(house_of(ATTACK.rules())).given(first=9).worth
    advice = ATTACK.mathematics.advise(table, table.asking[0])
    assert advice.values["no-attack"] < 1000 * alone
    assert advice.values["no-attack"] == pytest.approx(1000 * alone, abs=10)


def test_36_5_b_advice_knows_the_sixth_card() -> None:
    """Five cards that count a soft 18 cannot break: doubled they win for certain."""
    table, ask = asked(
        "2s Kh 2d Kc 2c As Ac", ("no-attack", 0), ("no-attack", 0), ("hit", 0), ("hit", 0), ("hit", 0)
    )
    advice = ATTACK.mathematics.advise(table, ask)
    assert advice.decision == "double-down"
    assert advice.values["double-down"] == pytest.approx(2000)


def test_36_10_c_advice_on_insurance_counts_the_suit() -> None:
    """Ace of hearts up; the player holds a king of spades and a nine: of 381 unseen cards 24 pay 5 and 71 pay 2."""
    table, ask = asked("Ks Ah 9d Kc", ("no-attack", 0), ("no-attack", 0))
    advice = ATTACK.mathematics.advise(table, ask)
    assert advice.decision == "no-insurance"
    least = 50 * (24 * 5 + 71 * 2 - 286) / 381
    assert advice.values["insurance"] - advice.values["no-insurance"] == pytest.approx(least)
