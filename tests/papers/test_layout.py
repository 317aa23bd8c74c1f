"""Layouts: every wager has its spot, odds are printed with "to", and nobody sees a hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pitboss import cli
from pitboss.book import Area, Refused, Rules, game, games
from pitboss.equipment.cards import name
from pitboss.layout import layout_svg, plan_json, table_svg
from pitboss.papers.rendering import shows
from pitboss.table import Table
from pitboss.table.check import check
from tests.pdf import read_back

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
    assert drawn == {wager.id for wager in rules.wagers.values() if not (wager.bonus or wager.on_another)}


@pytest.mark.parametrize("id_", BOOK)
def test_ids_are_unique_and_spots_have_titles(id_: str) -> None:
    drawing = layout_svg(game(id_).rules())
    ids = [each.attrib["id"] for each in elements(drawing) if "id" in each.attrib]
    assert len(ids) == len(set(ids))
    assert all(spot.attrib["id"] and spot.findtext(f"{SVG}title") for spot in spots(drawing))


@pytest.mark.parametrize("id_", BOOK)
def test_no_name_lies_over_the_next(id_: str) -> None:
    plan: Any = plan_json(game(id_).rules())
    places = [plan["names"][seat] for seat in sorted(plan["names"], key=int)]
    for (x, y, _), (next_x, next_y, _) in pairwise(places):
        assert hypot(x - next_x, y - next_y) > plan["plate"]


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


def test_2_3_e_the_payouts_beside_a_table_are_those_that_its_house_has_chosen() -> None:
    plain, more = (
        words(layout_svg(Rules(game("blackjack"), chosen))) for chosen in ({}, {"five-card-21": "yes"})
    )
    assert "blackjack" in plain
    assert not {"suited 6-7-8", "three sevens", "designated blackjack", "five card 21"} & set(plain)
    assert "five card 21" in more


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


def upright(within: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Words that stand where they say, and not on a spot or along an arc."""
    for each in within:
        if each.tag == f"{SVG}text":
            yield each
        elif "transform" not in each.attrib:
            yield from upright(each)


@pytest.mark.parametrize("id_", BOOK)
def test_nothing_of_the_frame_or_the_placards_is_printed_over_another_or_too_small(id_: str) -> None:
    """A letter is at least 0.4 of its size wide; of the height the middle counts."""
    boxes: list[tuple[float, float, float, float, str]] = []
    drawing = layout_svg(game(id_).rules(), licensee="Boardwalk Palace")
    for each in upright(ElementTree.fromstring(drawing)):
        x, y, size = (float(each.attrib[name]) for name in ("x", "y", "font-size"))
        told = each.text or ""
        wide = 0.4 * size * len(told)
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.attrib["text-anchor"]]
        assert size >= 8
        for left2, right2, top2, low2, other in boxes:
            apart = left + wide <= left2 or right2 <= left or y <= top2 or low2 <= y - 0.6 * size
            assert apart, (told, other)
        boxes.append((left, left + wide, y - 0.6 * size, y, told))


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


# ---- what the chapter on equipment asks of a layout ------------------------------------------------------


def middles(drawing: str) -> dict[tuple[str, int], tuple[float, float]]:
    """Where the spots lie, by wager and position."""
    found = {}
    for spot in spots(drawing):
        x, y = re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", spot.attrib["transform"]).groups()  # type: ignore[union-attr]
        found[spot.attrib["data-wager"], int(spot.attrib.get("data-position", 0))] = float(x), float(y)
    return found


def from_the_dealer(place: tuple[float, float]) -> float:
    """The positions lie on circles about a point above the table."""
    return hypot(place[0] - 600, place[1] + 250)


def letters(drawing: str) -> str:
    """What is set along an arc, letter by letter."""
    return "".join(each for each in words(drawing) if len(each) == 1)


@pytest.mark.paragraph(
    "13:69E-1.13Y(b)1",
    "13:69E-1.13Y(b)2",
    "13:69E-1.13Y(b)3",
    "13:69E-1.13Y(b)4",
    "13:69E-1.13Y(b)5",
    "13:69E-1.13Y(b)6",
    "13:69E-1.13Y(b)7",
)
def test_high_card_flush_as_13_69e_asks() -> None:
    """The name (13:69E-1.13Y(b)1), an area for the ante (13:69E-1.13Y(b)2), in front of it the raise
    (13:69E-1.13Y(b)3), behind it the optional wagers (13:69E-1.13Y(b)4) with their odds (13:69E-1.13Y(b)5), the raises
    (13:69E-1.13Y(b)6), the hand with which the dealer qualifies (13:69E-1.13Y(b)7)."""
    rules = game("high-card-flush").rules()
    assert [shows(rules)[f"13:69E-1.13Y(b){item}"] for item in (2, 3, 4)] == [
        "At each position an area for Ante.",
        "At each position an area for Raise.",
        "At each position an area for Flush bonus, Straight flush bonus, Progressive.",
    ]
    drawing = layout_svg(rules, licensee="Boardwalk Hall")
    assert "BOARDWALK HALL" in words(drawing)
    lie = middles(drawing)
    for position in range(1, rules.positions + 1):
        ante, raised = (from_the_dealer(lie[wager, position]) for wager in ("ante", "raise"))
        assert raised < ante
        for wager in ("flush-bonus", "straight-flush-bonus", "progressive"):
            assert from_the_dealer(lie[wager, position]) > ante
    felt = plan_json(rules)["felt"]
    for panel in (each for each in elements(drawing) if "data-pays" in each.attrib):
        assert panel.attrib["data-pays"] in ("flush-bonus", "straight-flush-bonus", "progressive")
    assert plan_json(rules)["height"] == felt  # no placard stands outside the felt
    assert "DEALERQUALIFIESWITHATHREE-CARDFLUSH,NINEHIGH" in letters(drawing)
    assert "UPTO2XWITHAFLUSHOF5;UPTO3XWITHAFLUSHOF6OR7" in letters(drawing)


@pytest.mark.paragraph("13:69E-1.13Y(b)3", "13:69E-1.13Y(b)4", "13:69E-1.13Y(b)5", "13:69E-1.13Y(b)6")
def test_premium_hold_em_as_13_69e_asks() -> None:
    """Areas for ante, X-tra bonus (13:69E-1.13Y(b)3), both bonuses (13:69E-1.13Y(b)4) and the bonus spin where it is
    offered (13:69E-1.13Y(b)5), and their odds on the layout (13:69E-1.13Y(b)6)."""
    rules = game("premium-hold-em").rules(**{"bonus-spin-table": "5-progressive"})
    assert [shows(rules)[f"13:69E-1.13Y(b){item}"] for item in (2, 3, 4)] == [
        "At each position an area for Ante.",
        "At each position an area for X-tra bonus.",
        "At each position an area for Player bonus, Dealer bonus.",
    ]
    drawing = layout_svg(rules)
    assert "CASINO LICENSEE" in words(drawing)  # 13:69E-1.13Y(b)1: a place for the name
    lie = middles(drawing)
    for wager in ("ante", "x-tra", "player-bonus", "dealer-bonus", "bonus-spin"):
        assert len({place for (name, _), place in lie.items() if name == wager}) == 6
    printed = words(drawing)
    for told in ("X-TRA BONUS", "PLAYER BONUS, DEALER BONUS", "BONUS SPIN"):
        assert told in printed


@pytest.mark.paragraph(
    "13:69E-1.13Z(b)1",
    "13:69E-1.13Z(b)2",
    "13:69E-1.13Z(b)3",
    "13:69E-1.13Z(b)4",
    "13:69E-1.13Z(b)5",
    "13:69E-1.13Z(b)6i",
    "13:69E-1.13Z(b)6ii",
)
def test_packs_poker_as_13_69e_asks() -> None:
    """Three Pack's bets numbered from the player's left (13:69E-1.13Z(b)2), the bonuses nearer to the dealer, each over
    its Pack's bet (13:69E-1.13Z(b)3); areas for three packs at the dealer's left (13:69E-1.13Z(b)4) and for two cards
    before him (13:69E-1.13Z(b)5); odds (13:69E-1.13Z(b)6i), the end of a hand below a pair
    (13:69E-1.13Z(b)6ii)."""
    rules = game("packs-poker").rules()
    drawing = layout_svg(rules)
    lie = middles(drawing)
    for position in range(1, rules.positions + 1):
        bets = [lie[f"packs-{n}", position] for n in (1, 2, 3)]
        assert bets == sorted(bets)  # the player looks up at the dealer: his left is the picture's
        for kind in ("five-card-bonus", "seven-card-bonus"):
            for n, bet in enumerate(bets, 1):
                bonus = lie[f"{kind}-{n}", position]
                assert from_the_dealer(bonus) < from_the_dealer(bet)
                assert (
                    min(bets, key=lambda each, bonus=bonus: hypot(each[0] - bonus[0], each[1] - bonus[1]))
                    == bet
                )
    for_cards = [float(each.attrib["x"]) for each in elements(drawing) if "stroke-dasharray" in each.attrib]
    assert len(for_cards) == 5
    assert (
        sum(x > 700 for x in for_cards) == 3
    )  # the dealer looks down at the players: his left is the picture's right
    assert {"Pack 1", "Pack 2", "Pack 3"} <= {*words(drawing)}
    assert "AHANDBELOWAPAIRLOSES" in letters(drawing)
    other = layout_svg(game("packs-poker").rules(**{"no-pair-higher": "push"}))
    assert "HIGHERTHANTHEDEALER'SITISAPUSH" in letters(other)
    assert "royal flush" in words(drawing)
    assert (
        shows(rules)["13:69E-1.13Z(b)2"]
        == "At each position an area for Pack's bet 1, Pack's bet 2, Pack's bet 3."
    )
    assert {f"13:69E-1.13Z(b){item}" for item in (1, 3, 4, 5)} <= shows(rules).keys()
    odds = shows(rules)["13:69E-1.13Z(b)6i"]
    assert odds.startswith(
        "The payout odds of Pack's bet 1, 2, 3, Five-card bonus 1, 2, 3, Seven-card bonus 1, 2, 3"
    )


@pytest.mark.paragraph(
    "13:69E-1.12(d)10i", "13:69E-1.12(d)10ii", "13:69E-1.12(d)8ii", "13:69E-1.12(d)9ii", "13:69E-1.12(i)"
)
def test_baccarat_as_13_69e_asks() -> None:
    """An area for the Royal Baccarat Bonus at each position (13:69E-1.12(d)10i), and its odds (13:69E-1.12(d)10ii),
    those of the bonus (13:69E-1.12(d)8ii) and of dragon 7 (13:69E-1.12(d)9ii), or a sign instead (13:69E-1.12(i))."""
    for id_ in ("mini-baccarat", "baccarat-punto-banco"):
        rules = game(id_).rules(**{"royal-baccarat-table": "A"})
        drawing = layout_svg(rules)
        spots_ = [position for wager, position in middles(drawing) if wager == "royal-baccarat-bonus"]
        assert sorted(spots_) == list(range(1, rules.positions + 1))
        assert "ROYAL BACCARAT BONUS" in words(drawing)
        assert shows(rules)["13:69E-1.12(d)10ii"].endswith("or a sign instead.")


CHECKED = (
    ("high-card-flush", 'licensee = " "', "licensee", "13:69E-1.13Y(b)1"),
    (
        "high-card-flush",
        'areas = ["raise", "flush-bonus", "straight-flush-bonus", "progressive"]',
        "areas",
        "13:69E-1.13Y(b)2",
    ),
    (
        "high-card-flush",
        'areas = ["ante", "flush-bonus", "straight-flush-bonus", "progressive"]',
        "areas",
        "13:69E-1.13Y(b)3",
    ),
    (
        "high-card-flush",
        'areas = ["ante", "raise", "straight-flush-bonus", "progressive"]',
        "areas",
        "13:69E-1.13Y(b)4",
    ),
    ("premium-hold-em", 'areas = ["ante", "x-tra", "play", "dealer-bonus"]', "areas", "13:69E-1.13Y(b)4"),
    ("premium-hold-em", 'inscriptions = "sign"', "inscriptions", "13:69E-1.13Y(b)6"),
    ("packs-poker", "", "licensee", "13:69E-1.13Z(b)1"),
)


def test_check_refuses_a_layout_that_lacks_what_is_asked_for(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    for id_, line, point, paragraph in CHECKED:
        named = "" if point == "licensee" else 'licensee = "Boardwalk Hall"\n'
        page.write_text(f'game = "{id_}"\n[layout]\n{named}{line}\n', encoding="utf-8")
        assert [(each.point, each.cite) for each in check(page)] == [(f"layout.{point}", paragraph)]


@pytest.mark.paragraph("13:69E-1.13Z(c)", "13:69E-1.13Y(b)5")
def test_a_sign_may_take_the_place_of_inscriptions_where_the_text_says_so(tmp_path: Path) -> None:
    """13:69E-1.13Z(c) allows it, 13:69E-1.13Y(b)5 to 7 do not."""
    page = tmp_path / "table.toml"
    layout = '[layout]\nlicensee = "Boardwalk Hall"\ninscriptions = "sign"\n'
    page.write_text(f'game = "packs-poker"\n{layout}', encoding="utf-8")
    assert check(page) == []
    page.write_text(f'game = "high-card-flush"\n{layout}', encoding="utf-8")
    assert [each.cite for each in check(page)] == [f"13:69E-1.13Y(b){n}" for n in (5, 6, 7)]
    page.write_text(f'game = "packs-poker"\n{layout}areas = ["ante"]\n', encoding="utf-8")
    with pytest.raises(Refused, match="no wager 'ante'"):
        check(page)


def test_the_sheet_with_the_layout_tells_the_same_on_paper(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text('game = "high-card-flush"\n[layout]\nlicensee = "Boardwalk Hall"\n', encoding="utf-8")
    out = tmp_path / "layout.pdf"
    cli.layout(str(page), output=out)
    told = " ".join(read_back(out.read_bytes()))
    for paragraph, says in shows(game("high-card-flush").rules(), "Boardwalk Hall").items():
        assert paragraph in told
        assert says.replace("“", "").split(" ")[0] in told
    assert "name of the casino licensee: Boardwalk Hall" in told


def test_a_name_is_one_line_of_letters_that_fit(tmp_path: Path) -> None:
    """A licensee's name comes out of a file: what cannot be seen is left out, markup is letters, and it has an end."""
    rules = game("packs-poker").rules()
    assert "<B> & SONS" in words(layout_svg(rules, licensee="<b> &\a sons"))
    with pytest.raises(Refused, match="at most 40 letters"):
        layout_svg(rules, licensee="a" * 41)
    page = tmp_path / "table.toml"
    for line, says in (
        ('[layout]\nlicencee = "x"', "known fields: licensee, areas, inscriptions"),
        ("layout = 3", "known fields: licensee, areas, inscriptions"),
        (f'[layout]\nlicensee = "{"a" * 41}"', "layout.licensee"),
    ):
        page.write_text(f'game = "packs-poker"\n{line}\n', encoding="utf-8")
        with pytest.raises(Refused, match=says):
            check(page)
