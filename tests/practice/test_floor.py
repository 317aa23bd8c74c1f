"""A floor of tables: by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.book import game
from pitboss.law import Refused
from pitboss.practice.floor import PACE, floor, pace

PLAIN = """
[[table]]
name = "MB 1"
game = "mini-baccarat"
wager = "player"
players = 5
average_bet = 50
pace = 90
opener = 40_000
fills = 5_000
credits = 1_000
drop = 9_600
closer = 37_200

[[alternative]]
name = "minimum $100"
table = "MB 1"
players = 2
average_bet = 150
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "floor.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_hands_an_hour_of_blackjack_as_published() -> None:
    rules = game("blackjack").rules()
    assert [pace(rules, players) for players in range(1, 8)] == [209, 139, 105, 84, 70, 60, 52] == list(PACE)
    assert (5 * 7 * pace(rules, 7), 7 * 5 * pace(rules, 5)) == (1_820, 2_450)


def test_theoretical_win_spread_and_count_by_hand(tmp_path: Path) -> None:
    """450 hands an hour of $50 at 1.23508 percent, eight hours; 0.9511527 a hand."""
    found = floor(written(tmp_path, PLAIN))
    (table,) = found.tables
    assert table.win_per_hour == pytest.approx(450 * 50 * 0.01235081, rel=1e-6)
    assert table.standard_deviation == pytest.approx((450 * 8) ** 0.5 * 50 * 0.9511527, rel=1e-6)
    assert (found.win, found.standard_deviation) == (table.win, table.standard_deviation)
    counted = table.counted
    assert counted is not None
    assert counted.win == 37_200 + 1_000 + 9_600 - 40_000 - 5_000
    assert counted.hold == pytest.approx(2_800 / 9_600)
    assert counted.z == pytest.approx((2_800 - table.win) / table.standard_deviation)
    assert counted.ordinary


def test_another_minimum_is_compared_and_the_players_it_needs(tmp_path: Path) -> None:
    """Two players of $150 at 90 hands: 27,000 a hour against 22,500; one brings 13,500."""
    (other,) = floor(written(tmp_path, PLAIN)).alternatives
    assert other.win_per_hour / other.win_per_hour_before == pytest.approx(27_000 / 22_500)
    assert other.even_players == 2


def test_side_wagers_and_mistakes_add_to_the_win(tmp_path: Path) -> None:
    added = PLAIN.replace(
        "pace = 90", 'pace = 90\nmistakes = 0.5\nside = [{ wager = "tie", bet = 10, share = 0.25 }]'
    )
    (table,) = floor(written(tmp_path, added)).tables
    assert table.win_per_hour == pytest.approx(
        450 * (50 * (0.01235081 + 0.005) + 0.25 * 10 * 0.1435964), rel=1e-6
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("players = 5", "players = 0", "players cannot be 0"),
        ("players = 5", 'players = "many"', "must be a whole number"),
        ("drop = 9_600", "", "a count needs"),
        ("average_bet = 50", "average_bet = 50\ncolor = 1", "there is no entry color"),
        ('table = "MB 1"', 'table = "MB 9"', "there is no table .MB 9"),
        ('game = "mini-baccarat"', 'game = "whist"', "whist"),
    ],
)
def test_a_floor_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(Refused, match=says):
        floor(written(tmp_path, PLAIN.replace(old, new, 1)))
