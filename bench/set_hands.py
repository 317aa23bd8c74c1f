"""Setting hands, time of one core (goals: exact 10 and 20 s, 5 million hands a second, advice 0.1 s)."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.book import game
from pitboss.compiler import lean_kernel
from pitboss.equipment.cards import cards, tiles
from pitboss.games.pai_gow.asia_poker_mathematics import chances, set_by_house
from pitboss.games.pai_gow.asia_poker_mathematics import terms_of as asia_terms
from pitboss.games.pai_gow.fast_action_hold_em import FOUR, house_way
from pitboss.games.pai_gow.fast_action_hold_em_mathematics import ADVISED, _without, weighed
from pitboss.games.pai_gow.pai_gow import set_by
from pitboss.games.pai_gow.pai_gow_mathematics import _endings, kinds, way_of
from pitboss.games.pai_gow.pai_gow_mathematics import weighed as weighed_tiles
from pitboss.games.pai_gow.pai_gow_poker_mathematics import _tally, endings
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way as set_seven
from pitboss.games.pai_gow.pai_gow_poker_ways import values_of
from pitboss.games.pai_gow.supreme_pai_gow_mathematics import chances as supreme_chances
from pitboss.games.pai_gow.supreme_pai_gow_mathematics import place_of
from pitboss.games.pai_gow.supreme_pai_gow_mathematics import simulation as supreme_simulation
from pitboss.sim.run import simulate

ROUNDS = 4_000_000
Hands = NDArray[np.int64]


@lean_kernel
def set_four(hands: Hands) -> int:
    total = 0
    for number in range(len(hands)):
        first, second = house_way(hands[number])
        total += first + second
    return total


@lean_kernel
def set_tiles(hands: Hands, way: Hands) -> int:
    total = 0
    for number in range(len(hands)):
        a, b, c, d = hands[number]
        total += set_by(a, b, c, d, way)
    return total


@lean_kernel
def set_cards(hands: Hands, way: Hands) -> int:
    total = 0
    for number in range(len(hands)):
        total += set_seven(hands[number], way, 1)
    return total


@lean_kernel
def set_three_hands(hands: NDArray[np.uint8], terms: Any) -> int:
    total = 0
    for number in range(len(hands)):
        total += set_by_house(hands[number], 0, terms)
    return total


@lean_kernel
def set_pairs(hands: Hands, terms: Any) -> int:
    total = 0
    for number in range(len(hands)):
        a, b, c, d = hands[number]
        total += terms.house[place_of(a, b, c, d, terms.choose)]
    return total


def run() -> list[tuple[str, float, str]]:
    """Rows of label, value and unit, the best of three; the first time may compile."""
    pai_gow, fast = game("pai-gow"), game("fast-action-hold-em")
    tiled, fasted = pai_gow.rules(house_way="customary"), fast.rules()
    way, own = way_of(tiled), sorted(tiles())[:4]
    pack = np.array(fasted.pack(), np.int64)
    hands = np.random.default_rng(1).choice(pack, (1_000_000, FOUR))
    four = np.array(cards("As Kd 9h 8h"), np.int64)
    left, worth = _without(pack.astype(np.uint8), four.tolist()), np.zeros((6, 8), np.int64)
    every = kinds()
    chance = every.weights / every.weights.sum()
    dealt = every.hands[np.random.default_rng(2).choice(len(chance), 1_000_000, p=chance)]
    poker = game("pai-gow-poker").rules(bonus="yes")
    poker_way = np.array(poker.way, np.int64)
    sevens = np.random.default_rng(3).permuted(np.tile(np.arange(53), (200_000, 1)), axis=1)[:, :7].copy()
    asia, small = game("asia-poker").rules(), sevens.astype(np.uint8)
    supreme = game("supreme-pai-gow").rules()
    supreme_terms = supreme_simulation(supreme).rules
    fours = np.random.default_rng(4).permuted(np.tile(np.arange(54), (200_000, 1)), axis=1)[:, :4].copy()
    settings = [values_of(range(7), place, 1) for place in range(21)]
    work = {
        "pai gow poker, all hands of seven for every bonus table": (_tally, 0),
        "pai gow poker, hands set by the customary house way": (
            lambda: set_cards(sevens, poker_way),
            len(sevens),
        ),
        "pai gow poker, advice for a hand, exact": (lambda: endings(poker, settings, range(7, 53)), 0),
        "pai gow poker, simulated": (
            lambda: simulate(poker, plan="pai-gow-poker 10", rounds=ROUNDS, workers=1),
            ROUNDS,
        ),
        "Asia poker, hands set by the house way": (
            lambda: set_three_hands(small, asia_terms(asia)),
            len(small),
        ),
        "Asia poker, advice for a hand, exact": (lambda: chances(asia, range(7), range(7, 53)), 0),
        "Asia poker, simulated": (
            lambda: simulate(asia, plan="asia-poker 10", rounds=ROUNDS, workers=1),
            ROUNDS,
        ),
        "supreme pai gow, hands set by the house way": (lambda: set_pairs(fours, supreme_terms), len(fours)),
        "supreme pai gow, advice for a hand, exact": (
            lambda: supreme_chances(supreme, range(4), range(4, 54)),
            0,
        ),
        "supreme pai gow, simulated": (
            lambda: simulate(supreme, plan="supreme-pai-gow 10", rounds=ROUNDS, workers=1),
            ROUNDS,
        ),
        "pai gow, every hand in every setting, exact": (lambda: _endings(way), 0),
        "pai gow, hands set by the customary house way": (lambda: set_tiles(dealt, way), len(dealt)),
        "pai gow, advice for a hand": (lambda: weighed_tiles(tiled, own), 0),
        "pai gow, simulated": (lambda: simulate(tiled, plan="pai-gow 10", rounds=ROUNDS, workers=1), ROUNDS),
        "fast action hold 'em, hands set by the house way": (lambda: set_four(hands), len(hands)),
        "fast action hold 'em, advice for a hand": (lambda: weighed(left, four, ADVISED, worth), 0),
        "fast action hold 'em, simulated": (
            lambda: simulate(fasted, plan="main 10", rounds=ROUNDS, workers=1),
            ROUNDS,
        ),
    }
    rows = []
    for label, (each, count) in work.items():
        times = []
        for _ in range(3):
            start = process_time()
            each()
            times.append(process_time() - start)
        rows.append((label, count / min(times), "a second") if count else (label, min(times), "s"))
    return rows


if __name__ == "__main__":
    for label, value, unit in run():
        print(f"{label:<55} {value:>14,.3f} {unit}")
