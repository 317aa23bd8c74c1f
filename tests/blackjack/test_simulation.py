"""Rounds worked out by hand on a given shoe, and millions of rounds against the analysis."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pitboss.equipment.cards import cards
from pitboss.games.blackjack.analysis import COLUMNS, SCORES, Chart, Rules, analyse
from pitboss.games.blackjack.simulation import (
    NET,
    OUT,
    WAGERED,
    Simulation,
    play_round,
    rules_array,
    simulate,
    simulate_block,
)

TABLE = Rules(6, max_hands=4, surrender=True)


@pytest.fixture(scope="module")
def chart() -> Chart:
    return analyse(TABLE).chart()


def play(chart: Chart, rules: Rules, names: str) -> tuple[int, int, int]:
    """Net, amount at risk and cards used, for $10.00 in plain Python."""
    dealt = cards(names)
    shoe = np.array(dealt + [0] * 8, np.uint8)
    out = np.zeros(OUT, np.int64)
    used = play_round(shoe, 0, 1000, rules_array(rules), chart.cells, out)
    return int(out[NET]), int(out[WAGERED]), int(used)


# Cards: player, dealer, player, then the player's draws and the dealer's; no hole card.


def test_2_6_h_dealer_draws_after_the_player(chart: Chart) -> None:
    assert play(chart, TABLE, "Tc 6d 9h Ts Kd") == (1000, 1000, 5)  # 19 against 16 and a king


def test_2_12_c_no_dealer_card_after_a_bust(chart: Chart) -> None:
    assert play(chart, TABLE, "Tc 7d 5h 9s") == (-1000, 1000, 4)


def test_2_7_a_blackjack_is_paid_at_once_below_ten(chart: Chart) -> None:
    assert play(chart, TABLE, "Ac 9d Kh") == (1500, 1000, 3)
    assert play(chart, replace(TABLE, blackjack_pays=(6, 5)), "Ac 9d Kh") == (1200, 1000, 3)


def test_2_7_b_blackjack_waits_for_the_second_card(chart: Chart) -> None:
    assert play(chart, TABLE, "Ac Kd Kh 9s") == (1500, 1000, 4)
    assert play(chart, TABLE, "Ac Kd Kh As") == (0, 1000, 4)


def test_2_8_a_surrender(chart: Chart) -> None:
    assert play(chart, TABLE, "Tc 9d 6h") == (-500, 1000, 3)
    assert play(chart, TABLE, "Tc Td 6h 5s") == (-500, 1000, 4)
    assert play(chart, TABLE, "Tc Td 6h As") == (-1000, 1000, 4)


def test_2_10_double_down(chart: Chart) -> None:
    assert play(chart, TABLE, "6c 6d 5h Ts Kd Qh") == (2000, 2000, 6)
    assert play(chart, TABLE, "6c Td 5h 2s Kd") == (-2000, 2000, 5)


def test_2_10_b_dealer_blackjack_collects_only_the_original(chart: Chart) -> None:
    assert play(chart, TABLE, "6c Td 5h Ts Ad") == (-1000, 1000, 5)


def test_2_11_d_dealer_blackjack_collects_only_the_original(chart: Chart) -> None:
    assert play(chart, TABLE, "8c Td 8h Ts Td Ah") == (-1000, 1000, 6)
    # Eights split against a ten; both bust (8 5 T and 8 6 T), then the dealer turns an ace.
    busted = "8c Td 8h 5s Tc 6s Th Ad"
    assert play(chart, TABLE, busted) == (-1000, 1000, 8)
    # By the other reading they stay lost and the dealer's second card does not matter.
    assert play(chart, replace(TABLE, extra_returned=False), busted) == (-2000, 2000, 7)


def test_2_11_b_first_hand_is_completed_first(chart: Chart) -> None:
    # 8 8 against 6: the first gets 3, doubles with T for 21; the second gets T for 18; dealer 6 T T busts.
    assert play(chart, TABLE, "8c 6d 8h 3s Tc Td Th Ks") == (3000, 3000, 8)


def test_2_11_c_2_split_aces_get_one_card_each(chart: Chart) -> None:
    # A A against 6: 2 and T (no blackjack, 1 to 1); dealer 6 T T busts.
    assert play(chart, TABLE, "Ac 6d Ah 2s Tc Td Kh") == (2000, 2000, 7)


def test_2_11_e_resplit_to_four_hands(chart: Chart) -> None:
    # 8 8 against 6, two more eights come: four hands, each with a ten; dealer 6 T T busts.
    dealt = "8c 6d 8h 8s 8d Tc Td Th Ts Kc Kd"
    assert play(chart, TABLE, dealt) == (4000, 4000, 11)
    # Split once only, 8 8 stands on 16 against a 6 and the next eight does, too.
    assert play(chart, replace(TABLE, max_hands=2), dealt) == (2000, 2000, 7)


def test_2_3_a_3_split_ace_ten_against_drawn_21(chart: Chart) -> None:
    dealt = "Ac 6d Ah Ts Tc 5d Kh"  # both 21; dealer 6 5 K
    assert play(chart, TABLE, dealt) == (0, 2000, 7)
    assert play(chart, replace(TABLE, split_21_wins=True), dealt) == (2000, 2000, 7)


def test_2_6_j_1_card_reader_stops_the_round(chart: Chart) -> None:
    reader, down = replace(TABLE, hole="reader"), replace(TABLE, hole="down")
    assert play(chart, reader, "6c Td 5h As") == (-1000, 1000, 4)
    assert play(chart, reader, "Tc Td 6h As") == (-1000, 1000, 4)  # before it could be surrendered
    assert play(chart, down, "6c Td 5h As Ts") == (-1000, 1000, 5)  # doubled, and the double comes back


def test_2_3_e_optional_payouts(chart: Chart) -> None:
    rich = Rules(
        6,
        suited_678=True,
        three_sevens=True,
        five_card_21=True,
        designated_blackjack=tuple(cards("As Js")),  # type: ignore[arg-type]
    )
    assert play(chart, rich, "6c Td 7c 8c 9d") == (2000, 1000, 5)
    assert play(chart, rich, "6c Td 7c 8d 9d") == (1000, 1000, 5)
    assert play(chart, rich, "7c Td 7d 7h 9d") == (1500, 1000, 5)
    assert play(chart, rich, "Js 9d As") == (2000, 1000, 3)
    assert play(chart, rich, "Js 9d Ah") == (1500, 1000, 3)
    assert play(chart, rich, "2c Td 3c 4d 5d 7c 9d") == (2000, 1000, 7)
    assert play(chart, rich, "2c Td 3c 4d 5d 7c 6d 5c") == (0, 1000, 8)  # 2.16(b)


def test_2_6_k_hole_card_up() -> None:
    up = Rules.hole_card_up(6)
    chart = analyse(up).chart()
    assert play(chart, up, "Tc 9d 9h Ks Td") == (-1000, 1000, 5)  # 19 is not enough against 19
    assert play(chart, up, "Tc 9d Th Ks") == (1000, 1000, 4)
    assert play(chart, up, "Ac Ad Th Ks") == (1000, 1000, 4)  # blackjacks: the player wins 1 to 1
    assert play(chart, up, "9c Ad Th Ks") == (-1000, 1000, 4)


# Millions


def test_plain_and_compiled_rounds_agree(chart: Chart) -> None:
    compiled = play_round.compiled
    generator = np.random.default_rng(2)
    wild = replace(chart, cells=generator.integers(0, 16, (COLUMNS, 3, SCORES), np.uint8))
    wild.cells[:, :, 21:] = 0
    for table in (
        TABLE,
        replace(TABLE, hole="down", extra_returned=False, resplit_aces=True, hit_soft_17=True),
        replace(TABLE, hole="reader", five_card_21=True, suited_678=True, split_21_wins=True),
        Rules.hole_card_up(2),
    ):
        array = rules_array(table)
        for _ in range(300):
            shoe = generator.permutation(np.tile(np.arange(52, dtype=np.uint8), 3))
            for advice in (chart.cells, wild.cells):
                plain, fast = np.zeros(OUT, np.int64), np.zeros(OUT, np.int64)
                used = play_round(shoe, 0, 1000, array, advice, plain)
                assert compiled(shoe, 0, 1000, array, advice, fast) == used
                assert plain.tolist() == fast.tolist()


@pytest.mark.parametrize(
    "rules",
    [
        TABLE,
        Rules(6, hit_soft_17=True, max_hands=4, resplit_aces=True, hole="reader"),
        Rules(8, hit_soft_17=True, blackjack_pays=(6, 5), double_after_split=False, hole="down"),
        Rules(2, double="9-11", double_after_split=False, hole="reader", five_card_21=True),
        Rules(6, three_sevens=True, suited_678=True, split_21_wins=True),
        Rules.hole_card_up(6),
    ],
)
def test_simulation_agrees_with_the_analysis(rules: Rules) -> None:
    """The chart costs the player up to 0.04% against the best play; four deviations beyond that."""
    exact = analyse(rules)
    found = simulate(rules, exact.chart(), 3_000_000, seed=7, cut=1)
    assert abs(found.expectation - exact.expectation) < 4 * found.standard_error + 0.0004
    assert found.average_wager == pytest.approx(exact.average_wager, abs=0.002)
    assert 1.0 < found.standard_deviation < 1.3


def test_standard_deviation_as_published() -> None:
    """E. Farmer's calculator, exactly: six decks, H17, 6 to 5, one split, no doubling after it."""
    rules = Rules(6, True, (6, 5), double_after_split=False)
    found = simulate(rules, analyse(rules).chart(), 3_000_000, seed=1, cut=1)
    assert found.standard_deviation == pytest.approx(1.12034604514, abs=0.002)


def test_equal_seeds_give_equal_sums_however_blocks_are_shared_out(chart: Chart) -> None:
    whole = simulate(TABLE, chart, (1 << 20) + 1000, seed=3)
    parts = [simulate_block(TABLE, chart, 1000, 3, 1), simulate_block(TABLE, chart, 1 << 20, 3, 0)]
    assert parts[0] + parts[1] == whole
    assert isinstance(whole, Simulation)
    assert simulate(TABLE, chart, 1000, seed=4) != simulate(TABLE, chart, 1000, seed=5)
