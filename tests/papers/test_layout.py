"""Layouts: every wager has its spot, odds are printed with "to", and nobody sees a hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from pitboss.book import Area, Rules, game, games
from pitboss.equipment.cards import name
from pitboss.papers.layout import layout_svg, table_svg
from pitboss.table import Table

SVG = "{http://www.w3.org/2000/svg}"


def elements(drawing: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(drawing).iter()


def spots(drawing: str) -> list[ElementTree.Element]:
    return [each for each in elements(drawing) if "data-wager" in each.attrib]


def words(drawing: str) -> list[str]:
    return [each.text or "" for each in elements(drawing) if each.tag == f"{SVG}text"]


BOOK = [heading.id for heading in games()]


@pytest.mark.parametrize("id_", BOOK)
def test_every_spot_is_an_offered_wager_and_every_wager_has_a_spot(id_: str) -> None:
    rules = game(id_).rules()
    drawn = {spot.attrib["data-wager"].partition(":")[0] for spot in spots(layout_svg(rules))}
    assert drawn == {wager.id for wager in rules.wagers.values() if not wager.bonus}


@pytest.mark.parametrize("id_", BOOK)
def test_ids_are_unique_and_spots_have_titles(id_: str) -> None:
    drawing = layout_svg(game(id_).rules())
    ids = [each.attrib["id"] for each in elements(drawing) if "id" in each.attrib]
    assert len(ids) == len(set(ids))
    assert all(spot.attrib["id"] and spot.findtext(f"{SVG}title") for spot in spots(drawing))


@pytest.mark.parametrize("id_", BOOK)
def test_1_4_a_odds_are_printed_with_to_and_never_with_for(id_: str) -> None:
    assert not [each for each in words(layout_svg(game(id_).rules())) if re.search(r"\d for \d", each)]


def test_20_11_a_2_pair_plus_is_printed_row_by_row() -> None:
    printed = words(layout_svg(game("three-card-poker").rules()))
    start = printed.index("PAIR PLUS")
    assert printed[start + 2 : start + 14] == [
        *("pair", "1 to 1", "flush", "3 to 1", "straight", "5 to 1"),
        *("three of a kind", "25 to 1", "straight flush", "35 to 1", "mini royal", "35 to 1"),
    ]


def test_20_12A_a_a_wager_not_offered_is_not_drawn() -> None:  # noqa: N802
    drawing = layout_svg(Rules(game("three-card-poker"), {"six-card-bonus": "none"}))
    assert {spot.attrib["data-wager"] for spot in spots(drawing)} == {"ante", "pair-plus", "play"}
    assert "SIX-CARD BONUS" not in words(drawing)


def test_areas_are_drawn_as_the_game_gives_them_and_no_wager_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = game("three-card-poker")
    given = [
        Area("ante", "ANTE", (0, 0, 10, 5)),
        Area("play", "PLAY <&>", (10, 0, 10, 5), sub="even", color="red"),
    ]
    monkeypatch.setattr(type(found), "layout", lambda *_: given)
    drawn = {spot.attrib["data-wager"]: spot for spot in spots(layout_svg(found.rules()))}
    assert list(drawn) == ["ante", "play", "pair-plus", "six-card-bonus"]
    ante, play = (drawn[wager].find(f"{SVG}rect") for wager in ("ante", "play"))
    assert ante is not None
    assert play is not None
    assert ante.attrib["width"] == play.attrib["width"] == "550"  # 1,100 for the 20 they span
    assert ante.attrib["height"] == "275"
    assert words(layout_svg(found.rules())).count("PLAY <&>") == 1


# ---- a table in play ---------------------------------------------------------------------------------


def dealt() -> Table:
    table = Table("three-card-poker", seed=5)
    for seat in (1, 3):
        table.sit(seat, f"Player <{seat}>", 500)
        table.bet(seat, "ante", 10)
    table.deal()
    return table


def shown(drawing: str) -> set[str]:
    return {each.attrib["data-card"] for each in elements(drawing) if "data-card" in each.attrib}


def test_hidden_cards_are_backs_to_a_bystander() -> None:
    table = dealt()
    drawing = table_svg(table)
    assert shown(drawing) == set()
    assert drawing.count('class="card back"') == 9  # two players and the dealer, three cards each


def test_a_seat_sees_its_own_cards_only() -> None:
    table = dealt()
    assert shown(table_svg(table, 3)) == {name(card) for card in table.cards("3")}


def test_20_10_c_everything_is_open_at_the_end() -> None:
    table = dealt()
    table.act(1, "play")
    table.act(3, "play")
    everything = {name(card) for owner in ("1", "3", "dealer") for card in table.cards(owner)}
    assert shown(table_svg(table)) == everything


def test_20_10_b_a_folded_hand_leaves_the_table() -> None:
    table = dealt()
    table.act(1, "fold")
    table.act(3, "play")
    assert shown(table_svg(table, 1)) == {
        name(card) for owner in ("3", "dealer") for card in table.cards(owner)
    }


def test_chips_and_names_lie_where_they_belong() -> None:
    drawing = dealt()._repr_svg_()
    bets = [
        (each.attrib["data-seat"], each.attrib["data-bet"])
        for each in elements(drawing)
        if "data-bet" in each.attrib
    ]
    assert bets == [("1", "ante"), ("3", "ante")]
    assert {"$10", "$490", "Player <1>", "Player <3>"} <= set(words(drawing))
