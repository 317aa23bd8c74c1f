"""The roads at a baccarat table, by hand."""

from __future__ import annotations

import pytest

from pitboss.book import Refused, game
from pitboss.games.baccarat.roads import big_road, derived_road, drawn, roads, streaks
from pitboss.table import Table
from pitboss.table.case import Case, settle

SHOES = {
    # The columns of the big road are 2, 2, 1 and 1 long.
    "BBPPBP": ("RRB", "B", ""),
    # 1, 3, 3, 2, 1 and 1 long.
    "PBBBPPPBBPB": ("BRBRRRRBB", "BRBRBB", "BBB"),
}


def test_runs_are_columns_and_ties_strokes() -> None:
    assert big_road("BBTPPPTTB") == ["Bb", "PPp", "B"]
    assert big_road("TTBB") == ["bB"]  # a tie before the first win goes with it
    assert big_road("TT") == []


@pytest.mark.parametrize("shoe", SHOES)
def test_the_derived_roads_compare_the_big_road_with_itself(shoe: str) -> None:
    assert tuple(derived_road(big_road(shoe), back) for back in (1, 2, 3)) == SHOES[shoe]


def test_ties_change_nothing_in_the_derived_roads() -> None:
    for shoe, marks in SHOES.items():
        tied = shoe[:2] + "T" + shoe[2:4] + "TT" + shoe[4:]
        assert tuple(derived_road(big_road(tied), back) for back in (1, 2, 3)) == marks


def test_a_long_run_turns_to_the_right() -> None:
    assert drawn(["B" * 8]) == ("BBBBBB", "     B", "     B")
    assert drawn(["B" * 8, "PP"]) == ("BBBBBB", "PP   B", "     B")
    # The tail of the first run lies in the sixth row, so the second turns in the fifth.
    assert drawn(["B" * 7, "P" * 6, "B"]) == ("BBBBBB", "PPPPPB", "B   P")
    assert drawn([]) == ()
    assert streaks("RRBR") == ["RR", "B", "R"]


def test_the_boards_tell_what_they_show() -> None:
    beads, big, *derived = roads("BBTPPPB")
    assert beads.columns == ("BBTPPP", "B")
    assert beads.says == "banker 3, player 3, tie 1"
    assert big.says == "banker 2, player 3, banker 1"
    assert [board.title for board in derived] == ["Big eye boy", "Small road", "Cockroach pig"]


@pytest.mark.parametrize("name", ["mini-baccarat", "baccarat-punto-banco"])
def test_a_table_keeps_the_road_of_its_shoe(name: str) -> None:
    table = Table(name, seed=4)
    table.sit(1, "Ann", 10_000)
    shoe, shoes = "", 0
    for _ in range(100):
        table.bet(1, "player", 10)
        table.deal()
        if any(type(event).__name__ == "Shuffle" for event in table.said):
            shoe, shoes = "", shoes + 1
        assert table.settlement is not None
        shoe += {"win": "P", "lose": "B", "push": "T"}[table.settlement[1, "player"].result]
        assert table.state.road == shoe
        assert "".join(table.game.felt.boards(table)[0].columns) == shoe
    assert shoes > 1


def test_a_continuous_device_has_one_road() -> None:
    mini = game("mini-baccarat")
    table = Table(mini, mini.rules(shuffling="continuous"), seed=4)
    table.sit(1, "Ann", 10_000)
    for _ in range(5):
        table.bet(1, "player", 10)
        table.deal()
    assert len(table.state.road) == 5


def test_7_3_c_2_vigorish_owed_lies_in_the_box_of_its_player() -> None:
    """And 3.3(c)2."""
    mini = game("mini-baccarat")
    table = Table(mini, mini.rules(vigorish_collected="deferred"), seed=3)
    table.sit(2, "Ann", 1_000)
    for _ in range(10):
        table.bet(2, "banker", 30)
        table.deal()
    (marker,) = table.game.felt.markers(table)
    owed = table.state.owed[2]
    assert owed
    assert owed % 150 == 0
    assert (marker.at, marker.kind) == ("2", "box")
    assert marker.label == f"${owed // 100}" + (f".{owed % 100:02}" if owed % 100 else "")


def test_a_road_of_other_letters_is_refused() -> None:
    with pytest.raises(Refused, match="contain only the letters B, P, T"):
        settle(
            Case(
                game="mini-baccarat",
                state={"road": "BX"},
                seats=[],
                cards={"player": ["3c", "4h"], "banker": ["Kd", "9s"]},
            )
        )
