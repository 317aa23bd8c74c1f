"""What a wager wins at most, as it is told to whoever points at what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.book import Rules, game
from pitboss.table import Bet, Table

POINT_6 = {"point": 6, "shooter": 1}


@pytest.mark.parametrize(
    ("id_", "wager", "stake", "won"),
    [
        ("big-six", "big6:1", 500, 500),  # 5.5(a): each stop by its own odds
        ("big-six", "big6:joker", 500, 22_500),
        ("sic-bo", "total:4", 500, 25_000),  # 9.4
        ("sic-bo", "single:1", 500, 1500),
        ("blackjack", "blackjack", 1000, 1500),  # 2.3(e)
        ("craps", "field", 500, 1000),  # 1.4: 2 or 12
        ("craps", "lay-5", 3000, 2000),  # 2 to 3, to the cent
        ("craps", "place-lose-4", 1100, 500),  # 5 to 11
        ("craps", "pass-odds", 500, 1000),  # no point yet: on 4 or 10
        ("craps", "come-odds:9", 1000, 1500),
        ("three-card-poker", "pair-plus", 500, 17_500),  # 20.11(a)2
        ("three-card-poker", "ante", 500, 3000),  # even money and, for a straight flush, 5 to 1 on the ante
        ("spanish-21", "spanish-21", 500, 101_500),  # 19.5(g): sevens of spades, 3 to 1, and $1,000
        ("spanish-21", "spanish-21", 2500, 507_500),  # and $5,000
        ("ultimate-texas-hold-em", "blind", 50_000, 5_000_000),  # 500 times as much is beyond the limit
        ("punto", "banker", 10_000, 9500),  # 3.3(c): five percent of it
        ("pai-gow", "pai-gow", 10_000, 9500),  # 10.7(k)
        ("keno", "straight:3-17-44-80", 100, 12_900),  # four of four
        ("keno", "quick-pick:4", 100, 12_900),
        ("keno", "way:1-2/3-4*1", 200, 0),  # several ways win together what no row tells
        ("caribbean-stud-poker", "progressive", 100, 0),  # a meter
        ("hold-em", "pot", 100, 0),
    ],
)
def test_a_wager_wins_at_most_what_is_in_force_for_it(id_: str, wager: str, stake: int, won: int) -> None:
    assert most(id_, wager, stake) == won


def most(
    id_: str,
    wager: str,
    stake: int,
    options: Mapping[str, object] | None = None,
    state: Mapping[str, object] | None = None,
) -> int:
    name = {"punto": "baccarat-punto-banco"}.get(id_, id_)
    table = Table(game(name), Rules(game(name), options or {}), state=state)
    return table.game.mathematics.most_won(table, Bet(1, wager, stake))


def test_2_3_e_what_the_house_has_chosen_counts() -> None:
    assert most("blackjack", "blackjack", 1000, {"five-card-21": "yes"}) == 2000


def test_3_3_c_2_vigorish_that_is_marked_is_owed_and_not_taken_out_of_the_payment() -> None:
    assert most("punto", "banker", 10_000, {"vigorish-collected": "deferred"}) == 10_000


@pytest.mark.parametrize(("wager", "won"), [("pass-odds", 600), ("dont-pass-odds", 250), ("pass", 500)])
def test_1_6_odds_win_by_the_point_that_is_on(wager: str, won: int) -> None:
    """Six: 6 to 5 on $5; laid, 5 to 6 on $3."""
    assert most("craps", wager, 300 if wager == "dont-pass-odds" else 500, state=POINT_6) == won
