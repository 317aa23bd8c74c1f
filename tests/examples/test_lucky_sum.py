"""Lucky Sum, the example game outside the package; the paragraphs are those of its RULES.md."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.book import Rules, game
from pitboss.law import Refused, cite
from pitboss.table.case import Case, settle
from tests.cases import check, worked
from tests.properties import random_play

PAGE = "examples/lucky_sum/lucky_sum.toml"
ID = game(PAGE).id


@pytest.mark.parametrize("round_", worked(Path(__file__).parent))
def test_worked_rounds(round_: dict[str, Any]) -> None:
    check(round_)


def test_1_2_c_lucky_is_at_most_25_dollars() -> None:
    with pytest.raises(Refused) as refusal:
        settle(
            msgspec.convert({"game": ID, "seats": [{"seat": 1, "wagers": {"ante": 10, "lucky": 26}}]}, Case)
        )
    assert refusal.value.cite == cite("Lucky Sum 1.2(c)")


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("column", ["A", "B"])
def test_money_is_conserved_and_journals_replay(column: str, seed: int) -> None:
    random_play(PAGE, {"lucky-table": column}, seed)


def odds(wager: str, **options: str) -> Any:
    defined = game(PAGE)
    (answer,) = defined.mathematics.odds(
        Rules(defined, {key.replace("_", "-"): value for key, value in options.items()}), wager
    )
    return answer


def test_1_4_odds_of_the_ante_by_hand() -> None:
    # Throws of 36 that win, are returned, lose, and (hot) turn from returned to won, by the count:
    #    7:  6  9 21  5;  8: 10 11 15  6;  9: 15 11 10  5;  10, four ranks: 21 9 6 4;  11: 26 7 3 3
    # A six loses 2 * (26 - 3) = 46 > 36 if raised on, hot 2 * (26 - 7) = 38 > 36: it is folded either way.
    win, back, lose, turned = 141, 74, 73, 35
    assert win + back + lose + 5 * 36 == 13 * 36
    # one throw in six is a double, so one round in six is hot
    ante = odds("ante")
    assert {each.outcome: each.probability for each in ante.outcomes} == {
        "win": Fraction(6 * win + turned, 2808),
        "push": Fraction(6 * back - turned, 2808),
        "lose": Fraction(6 * lose, 2808),
        "fold": Fraction(5, 13),
    }
    assert ante.house_edge == Fraction(97, 1404)


def test_1_5_a_odds_of_lucky_by_hand() -> None:
    # of 468: 23 once (11 + 12); 22 4 + 2; 21 8 + 3 + 1; 20 12 + 4 + 2 + 1; 4 once (2 + 2)
    assert odds("lucky", lucky_table="A").house_edge == Fraction(
        429 - 100 - 6 * 15 - 12 * 8 - 19 * 4 - 50, 468
    )
    assert odds("lucky", lucky_table="B").house_edge == Fraction(
        2 * (430 - 120 - 6 * 15 - 12 * 9) - 19 * 9, 936
    )


def test_strategy_follows_the_reading() -> None:
    defined = game(PAGE)
    assert (
        defined.mathematics.strategy(Rules(defined, {})).rule
        == "Raise with 7 or more, in a hot round with 7 or more."
    )
    printed = defined.mathematics.strategy(Rules(defined, {"reading-sixteen": "as-printed"}))
    # as printed a six wins 10, returns 0 and loses 26 if the round is hot: 2 * (26 - 10) = 32 < 36
    assert printed.rule == "Raise with 7 or more, in a hot round with 6 or more."


@pytest.mark.parametrize("options", [{}, {"lucky-table": "B"}, {"reading-sixteen": "as-printed"}])
def test_table_and_compiled_round_agree(options: dict[str, str]) -> None:
    defined = game(PAGE)
    simulation = defined.mathematics.simulation(Rules(defined, options))
    chance = random.Random(7)
    stakes = np.array([1000, 400])
    memory, net, staked = (np.zeros(2, dtype=np.int64) for _ in range(3))
    for _ in range(300):
        rank, first, second = chance.randrange(13), chance.randint(1, 6), chance.randint(1, 6)
        hot = bool(memory[1])
        decision = "raise" if simulation.rules[1 + 13 * hot + rank] else "fold"
        case = {
            "game": ID,
            "options": options,
            "state": {"hot": hot},
            "seats": [{"seat": 1, "wagers": {"ante": 10, "lucky": 4}, "decisions": [decision]}],
            "cards": {"1": ["23456789TJQKA"[rank] + "c"]},
            "dice": [[first, second]],
        }
        answer: Any = settle(msgspec.convert(case, Case))
        net[:] = 0
        tape = np.array([rank + 13 * (first - 1), 13 * (second - 1)], dtype=np.uint8)
        assert simulation.play(tape, 0, stakes, simulation.rules, memory, net, staked) == 2
        assert round(answer["seats"][0]["net"] * 100) == net.sum()
        assert answer["state"]["hot"] == bool(memory[1])
