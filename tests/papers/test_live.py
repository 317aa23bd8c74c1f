"""What the live table is drawn with: the felt as buttons, the plan of where things lie, and the sprites."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from pitboss.book import game, games
from pitboss.drawing import sprites
from pitboss.equipment.cards import NAMES
from pitboss.layout import layout_svg, plan_json, table_svg
from pitboss.table import Table

BOOK = [heading.id for heading in games()]


@pytest.mark.parametrize("id_", BOOK)
def test_spots_of_a_live_table_are_labelled_buttons(id_: str) -> None:
    drawing = ElementTree.fromstring(layout_svg(game(id_).rules(), live=True))
    spots = [each for each in drawing.iter() if "data-wager" in each.attrib]
    assert spots
    for spot in spots:
        assert (spot.attrib["role"], spot.attrib["tabindex"]) == ("button", "0")
        assert spot.attrib["aria-label"]
    assert drawing.attrib["role"] == "group"  # an image would hide its buttons


@pytest.mark.parametrize("id_", BOOK)
def test_a_plan_is_json_and_everything_lies_on_the_felt(id_: str) -> None:
    rules = game(id_).rules()
    plan = msgspec.json.decode(msgspec.json.encode(plan_json(rules)))
    drawn = ElementTree.fromstring(layout_svg(rules))
    assert [spot["wager"] for spot in plan["spots"]] == [
        each.attrib["data-wager"] for each in drawn.iter() if "data-wager" in each.attrib
    ]
    for spot in plan["spots"]:
        assert 0 <= spot["x"] <= plan["width"]
        assert 0 <= spot["y"] <= plan["felt"] <= plan["height"]
    assert list(plan["names"]) == [str(n + 1) for n in range(rules.positions)]


def test_the_verb_is_that_of_the_equipment() -> None:
    verbs = {id_: plan_json(game(id_).rules())["verb"] for id_ in ("blackjack", "craps", "roulette", "keno")}
    assert verbs == {"blackjack": "deal", "craps": "roll", "roulette": "spin", "keno": "draw"}


def test_1_10_the_marker_stands_on_the_box_of_the_point() -> None:
    table = Table("craps", state={"point": 6, "shooter": 2})
    assert [(each.label, each.at, each.kind) for each in table.game.felt.markers(table)] == [
        ("⚄", "2", "holder"),
        ("ON", "place-win-6", "puck"),
    ]
    assert "the point is 6" in table_svg(table)


def test_1_2_a_3_a_come_bet_lies_on_the_box_of_its_number() -> None:
    table = Table("craps", state={"point": 6, "shooter": 1})
    table.sit(1, "Ann", 100)
    table.stand(1, "come:9", 10)
    plan = msgspec.json.decode(msgspec.json.encode(plan_json(table.rules)))
    (box,) = [spot for spot in plan["spots"] if spot["wager"] == "place-win-9"]
    (chips,) = re.findall(r'translate\(([\d.]+) ([\d.]+)\)" data-bet="come:9"', table_svg(table))
    assert abs(float(chips[0]) - box["x"]) < box["width"] / 2
    assert abs(float(chips[1]) - box["y"]) < box["height"] / 2


def test_25_7_c_3_the_cross_is_seen_from_across_the_dealer() -> None:
    """Dealt from the dealer's left, which is the players' right; then the far card, which is nearer to them."""
    plan = msgspec.json.decode(msgspec.json.encode(plan_json(game("double-cross-poker").rules())))
    first, center, third, far, near = plan["arrays"]["community"]["at"]
    assert center == [0, 0]
    assert first[0] > 0 > third[0]
    assert first[1] == third[1] == far[0] == near[0] == 0
    assert far[1] > 0 > near[1]
    turned = plan_json(game("double-cross-poker").rules(reading_cross="top-is-near"))["arrays"]
    assert msgspec.to_builtins(turned)["community"]["at"][3] == tuple(near)


def test_14_10_c_the_button_and_12_7_d_the_stand_are_seen() -> None:
    room = Table("hold-em", state={"button": 4})
    assert [(each.label, each.at) for each in room.game.felt.markers(room)] == [("D", "4")]
    pokette = Table("pokette", state={"posted": ["Ks", "2d"], "chips": {"rose": 3}})
    assert [(each.label, each.at, each.kind) for each in pokette.game.felt.markers(pokette)] == [
        ("Ks", "dealer", "card"),
        ("2d", "dealer", "card"),
        ("rose", "3", "chips"),
    ]


def test_5_5_a_wheel_shows_signs_where_words_have_no_room() -> None:
    signs = {
        each["pocket"]: each["sign"]
        for each in msgspec.to_builtins(plan_json(game("big-six").rules()))["wheel"]
    }
    assert signs == {"1": "", "2": "", "5": "", "10": "", "20": "", "joker": "★", "flag": "⚑"}


def test_5_1_the_roulette_wheel_is_as_it_turns_and_as_it_is_printed() -> None:
    wheel = plan_json(game("roulette").rules())["wheel"]
    assert isinstance(wheel, list)
    assert [each["pocket"] for each in wheel[:3]] == ["27", "10", "25"]
    assert wheel[-1] == {"pocket": "00", "label": "00", "sign": "", "color": "#0a5c39"}


def test_5_5_the_stops_of_the_big_six_are_spread_around_the_wheel() -> None:
    wheel = plan_json(game("big-six").rules())["wheel"]
    assert isinstance(wheel, list)
    pockets = [each["pocket"] for each in wheel]
    assert len(pockets) == 54
    assert sum(a == b for a, b in pairwise(pockets)) < 8


def test_sprites_hold_every_card_its_back_dice_and_chips() -> None:
    ids = [each.attrib["id"] for each in ElementTree.fromstring(sprites())]
    cards = [f"card-{name}" for name in (*NAMES, "back")]
    assert ids[: len(cards)] == cards
    assert {"die-1", "die-6", "chip-1", "chip-1000", "marker"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_a_plan_says_what_a_dealer_can_call() -> None:
    plan = msgspec.json.decode(msgspec.json.encode(plan_json(game("three-card-poker").rules())))
    ante = plan["wagers"]["ante"]
    assert (ante["name"], ante["least"], ante["during"]) == ("Ante", 500, False)
    assert plan["wagers"]["play"]["during"]
    assert plan["decisions"]["fold"] == {
        "name": "Fold",
        "verb": "Fold",
        "gives_up": True,
        "largest": False,
        "total": False,
    }
    assert all(each["cite"].startswith("13:69F-") for each in plan["irregularities"])
