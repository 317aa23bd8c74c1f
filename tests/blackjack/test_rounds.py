"""Rounds worked out by hand on a given shoe, and millions of rounds against the analysis."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from pitboss.book import Rules
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.charts import COLUMNS, DOUBLED, KINDS, SCORES
from pitboss.games.blackjack.mathematics import round_of, setting_of, simulation
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.sim import Simulation
from pitboss.sim.block import NET, NO_LIMIT, SQUARE, STAKED, Job, Sums, Track, play_blocks
from tests.blackjack.houses import BLACKJACK, UP, analysis, rules_of

RICH: dict[str, object] = {"split_hands": 4, "surrender": "yes"}
"""The table of most of these rounds. Others are played by its chart, too."""
ROUND = round_of(BLACKJACK)


def play(names: str, chart: Rules | None = None, **options: object) -> tuple[int, int, int]:
    """Net, amount at risk and cards used, for $10.00 in plain Python."""
    setting = setting_of(rules_of(**(RICH | options)))
    setting = setting._replace(cells=setting_of(chart or rules_of(**RICH)).cells)
    tape = np.array(cards(names) + [0] * 8, np.uint8)
    net, staked, memory = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(MEMORY, np.int64)
    used = ROUND(tape, 0, np.full(1, 1000), setting, memory, net, staked)
    return int(net[0]), int(staked[0]), int(used)


# Cards: player, dealer, player, then the player's draws and the dealer's; no hole card.


def test_2_6_h_dealer_draws_after_the_player() -> None:
    assert play("Tc 6d 9h Ts Kd") == (1000, 1000, 5)  # 19 against 16 and a king


def test_2_12_c_no_dealer_card_after_a_bust() -> None:
    assert play("Tc 7d 5h 9s") == (-1000, 1000, 4)


def test_2_7_a_blackjack_is_paid_at_once_below_ten() -> None:
    assert play("Ac 9d Kh") == (1500, 1000, 3)
    assert play("Ac 9d Kh", variation="6-to-5") == (1200, 1000, 3)


def test_2_7_b_blackjack_waits_for_the_second_card() -> None:
    assert play("Ac Kd Kh 9s") == (1500, 1000, 4)
    assert play("Ac Kd Kh As") == (0, 1000, 4)


def test_2_8_a_surrender() -> None:
    assert play("Tc 9d 6h") == (-500, 1000, 3)
    assert play("Tc Td 6h 5s") == (-500, 1000, 4)
    assert play("Tc Td 6h As") == (-1000, 1000, 4)


def test_2_10_double_down() -> None:
    assert play("6c 6d 5h Ts Kd Qh") == (2000, 2000, 6)
    assert play("6c Td 5h 2s Kd") == (-2000, 2000, 5)


def test_2_10_b_dealer_blackjack_collects_only_the_original() -> None:
    assert play("6c Td 5h Ts Ad") == (-1000, 1000, 5)


def test_2_11_d_dealer_blackjack_collects_only_the_original() -> None:
    assert play("8c Td 8h Ts Td Ah") == (-1000, 1000, 6)
    # Eights split against a ten; both bust (8 5 T and 8 6 T), then the dealer turns an ace.
    busted = "8c Td 8h 5s Tc 6s Th Ad"
    assert play(busted) == (-1000, 1000, 8)
    # By the other reading they stay lost and the dealer's second card does not matter.
    assert play(busted, reading_busted_extra="kept") == (-2000, 2000, 7)


def test_2_11_b_first_hand_is_completed_first() -> None:
    # 8 8 against 6: the first gets 3, doubles with T for 21; the second gets T for 18; dealer 6 T T busts.
    assert play("8c 6d 8h 3s Tc Td Th Ks") == (3000, 3000, 8)


def test_2_11_c_2_split_aces_get_one_card_each() -> None:
    # A A against 6: 2 and T (no blackjack, 1 to 1); dealer 6 T T busts.
    assert play("Ac 6d Ah 2s Tc Td Kh") == (2000, 2000, 7)


def test_2_11_e_resplit_to_four_hands() -> None:
    # 8 8 against 6, two more eights come: four hands, each with a ten; dealer 6 T T busts.
    dealt = "8c 6d 8h 8s 8d Tc Td Th Ts Kc Kd"
    assert play(dealt) == (4000, 4000, 11)
    # Split once only, 8 8 stands on 16 against a 6 and the next eight does, too.
    assert play(dealt, split_hands=2) == (2000, 2000, 7)


def test_2_3_a_3_split_ace_ten_against_drawn_21() -> None:
    dealt = "Ac 6d Ah Ts Tc 5d Kh"  # both 21; dealer 6 5 K
    assert play(dealt) == (0, 2000, 7)
    assert play(dealt, reading_split_21="as-printed") == (2000, 2000, 7)


def test_2_6_j_1_card_reader_stops_the_round() -> None:
    assert play("6c Td 5h As", hole_card="reader") == (-1000, 1000, 4)
    assert play("Tc Td 6h As", hole_card="reader") == (-1000, 1000, 4)  # before it could be surrendered
    assert play("6c Td 5h As Ts", hole_card="down") == (-1000, 1000, 5)  # doubled, and the double comes back


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        ("6c Td 7c 8c 9d", (2000, 1000, 5)),
        ("6c Td 7c 8d 9d", (1000, 1000, 5)),
        ("7c Td 7d 7h 9d", (1500, 1000, 5)),
        ("Js 9d As", (2000, 1000, 3)),
        ("Js 9d Ah", (1500, 1000, 3)),
        ("2c Td 3c 4d 5d 7c 9d", (2000, 1000, 7)),
        ("2c Td 3c 4d 5d 7c 6d 5c", (0, 1000, 8)),  # 2.16(b)
    ],
)
def test_2_3_e_optional_payouts(dealt: str, expected: tuple[int, int, int]) -> None:
    offered = dict.fromkeys(("suited_6_7_8", "three_sevens", "five_card_21"), "yes")
    found = play(dealt, surrender="no", split_hands=2, designated_blackjack="AsJs", **offered)
    assert found == expected


def test_2_6_k_hole_card_up() -> None:
    up = rules_of(**UP)
    options = UP | {"surrender": "no", "split_hands": 2}
    assert play("Tc 9d 9h Ks Td", up, **options) == (-1000, 1000, 5)  # 19 is not enough against 19
    assert play("Tc 9d Th Ks", up, **options) == (1000, 1000, 4)
    assert play("Ac Ad Th Ks", up, **options) == (1000, 1000, 4)  # blackjacks: the player wins 1 to 1
    assert play("9c Ad Th Ks", up, **options) == (-1000, 1000, 4)


# Millions


@pytest.mark.parametrize(
    "options",
    [
        RICH,
        RICH | {"hole_card": "down", "reading_busted_extra": "kept", "resplit_aces": "yes", "soft_17": "hit"},
        RICH | {"hole_card": "reader", "five_card_21": "yes", "suited_6_7_8": "yes"},
        RICH | {"reading_split_21": "as-printed", "three_sevens": "yes"},
        UP | {"decks": 2},
    ],
)
def test_plain_and_compiled_rounds_agree(options: dict[str, object]) -> None:
    setting, generator = setting_of(rules_of(**options)), np.random.default_rng(2)
    wild = generator.integers(0, 16, (COLUMNS, KINDS, SCORES), np.uint8)
    wild[:, :, 21:] = wild[:, DOUBLED] = 0
    for cells in (setting.cells, wild):
        for _ in range(300):
            tape = generator.permutation(np.tile(np.arange(52, dtype=np.uint8), 3))
            found = []
            for way in (ROUND, ROUND.compiled):
                net, staked, memory = (np.zeros(size, np.int64) for size in (1, 1, MEMORY))
                used = way(tape, 0, np.full(1, 1000), setting._replace(cells=cells), memory, net, staked)
                found.append((used, net[0], staked[0], memory.tolist()))
            assert found[0] == found[1]


FRESH_SHOES = 1_000_000


def from_fresh_shoes(
    simulated: Simulation, seed: int, rounds: int = FRESH_SHOES
) -> tuple[float, float, float]:
    """Expectation, amount at risk and deviation of a unit, every round from a fresh shoe as the analysis has it."""
    fresh = replace(simulated, equipment="deck")
    stakes = (1000, *[0] * (len(simulated.wagers) - 1))
    job = Job(seed, 0, (Track(0, stakes),), rounds, 0, NO_LIMIT, 0, 70)
    sums = Sums.of(play_blocks(fresh, job, 0, job.blocks))
    mean = sums.totals[0, NET] / rounds / 1000
    deviation = sqrt(sums.sums[0, SQUARE] / rounds / 1000**2 - mean**2)
    return mean, sums.totals[0, STAKED] / rounds / 1000, deviation


@pytest.mark.parametrize(
    "options",
    [
        RICH,
        {"soft_17": "hit", "split_hands": 4, "resplit_aces": "yes", "hole_card": "reader"},
        {
            "decks": 8,
            "soft_17": "hit",
            "variation": "6-to-5",
            "double_after_split": "no",
            "hole_card": "down",
        },
        {
            "decks": 2,
            "double_on": "9-to-11",
            "double_after_split": "no",
            "hole_card": "reader",
            "five_card_21": "yes",
        },
        {"three_sevens": "yes", "suited_6_7_8": "yes", "reading_split_21": "as-printed"},
        {"split_hands": 4, "reading_busted_extra": "kept", "decks": 1},
        UP,
    ],
)
def test_simulation_agrees_with_the_analysis(options: dict[str, object]) -> None:
    """The chart costs the player up to 0.04% against the best play; four deviations beyond that."""
    exact = analysis(**options)
    expectation, wager, deviation = from_fresh_shoes(simulation(rules_of(**options)), seed=7)
    assert abs(expectation - exact.expectation) < 4 * deviation / sqrt(FRESH_SHOES) + 0.0004
    assert wager == pytest.approx(exact.average_wager, abs=0.002)
    assert 1.0 < deviation < 1.3


def test_a_sample_of_rounds_has_the_published_deviation() -> None:
    """E. Farmer's calculator, exactly: six decks, H17, 6 to 5, one split, no doubling after it."""
    rules = rules_of(soft_17="hit", variation="6-to-5", double_after_split="no")
    assert from_fresh_shoes(simulation(rules), seed=1)[2] == pytest.approx(1.12034604514, abs=0.004)
