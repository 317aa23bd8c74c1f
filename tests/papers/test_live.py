"""What the live table is drawn with: the felt as buttons, the plan of where things lie, and the sprites."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from pitboss.book import game, games
from pitboss.equipment.cards import NAMES
from pitboss.papers.drawing import sprites
from pitboss.papers.layout import layout_svg, plan_json

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


def test_1_10_the_marker_stands_on_the_box_of_each_point() -> None:
    numbers = plan_json(game("craps").rules())["numbers"]
    assert isinstance(numbers, dict)
    assert list(numbers) == ["4", "5", "6", "8", "9", "10"]


def test_5_1_the_roulette_wheel_is_as_it_turns_and_as_it_is_printed() -> None:
    wheel = plan_json(game("roulette").rules())["wheel"]
    assert isinstance(wheel, list)
    assert [each["pocket"] for each in wheel[:3]] == ["27", "10", "25"]
    assert wheel[-1] == {"pocket": "00", "label": "00", "color": "#0a5c39"}


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


def test_a_plan_says_what_a_dealer_can_call_and_what_is_posted() -> None:
    plan = msgspec.json.decode(msgspec.json.encode(plan_json(game("three-card-poker").rules())))
    ante = plan["wagers"]["ante"]
    assert (ante["name"], ante["least"], ante["during"]) == ("Ante", 500, False)
    assert plan["wagers"]["play"]["during"]
    assert plan["decisions"]["fold"] == {"name": "Fold", "verb": "Fold", "gives_up": True}
    assert all(each["cite"].startswith("13:69F-") for each in plan["irregularities"])
    assert {"id", "text", "values", "value", "kind"} == set(plan["options"][0])
