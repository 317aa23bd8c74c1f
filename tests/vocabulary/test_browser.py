"""Hands set and cards drawn in Chromium: cards are touched, trays fill, the gold button sends them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

pytest.register_assert_rewrite("tests.web.patrons")

from tests.vocabulary.toys import HERE  # noqa: E402
from tests.web.patrons import PHONE, House, Patron, chromium  # noqa: E402

SIGNS = str.maketrans("cdhs", "♣♦♥♠")


def pretty(card: str) -> str:
    return card[0].replace("T", "10") + card[1].translate(SIGNS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"), book=HERE, open_tables=False)
    yield opened
    opened.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


Arrives = Callable[..., "Player"]


class Player(Patron):
    """Somebody who lays cards apart."""

    def dealt(self, game: str, *others: Player) -> dict[str, Any]:
        """A round up to the question, alone or with others at seats 2, 3 …"""
        self.plays(game)
        for seat, other in enumerate(others, 2):
            other.goes_to(self.table)
            other.sits(seat, 200)
        for player in (self, *others):
            player.takes_chip(5)
            player.bets(f"Ante at position {player.seat}")
        for player in (self, *others):
            player.deals()
        for player in (self, *others):
            player.until(player.asked)
            expect(player.toggles).to_have_count(3)
        return self.truth()

    @property
    def hand(self) -> list[str]:
        return list(self.truth()["hands"][str(self.seat)])

    @property
    def toggles(self) -> Locator:
        """One's own cards, which may be touched."""
        return self.page.locator(".playing[aria-pressed]")

    def card(self, place: int) -> Locator:
        return self.page.locator(f'.playing[data-place="{place}"]')

    @property
    def pressed(self) -> list[bool]:
        return [each.get_attribute("aria-pressed") == "true" for each in self.toggles.all()]

    def tray(self, words: str) -> Locator:
        return self.page.get_by_role("region", name="Your play").get_by_role("button", name=words, exact=True)

    @property
    def gold(self) -> Locator:
        return self.page.locator("#decisions .gold")

    def decided(self) -> str:
        """What one's own answer was, as the record tells it to oneself."""
        steps = self.context.request.get(f"/api/tables/{self.table}/rounds/{self.truth()['round']}").json()[
            "steps"
        ]
        said = [step["words"] for step in steps if step["words"].startswith(f"{self.name}: ")]
        return str(said[0].partition(": ")[2])


@pytest.fixture
def arrives(browser: Browser, house: House) -> Iterator[Arrives]:
    """Lets somebody in. In the end nobody's console may have an error in it."""
    there: list[Player] = []

    def arrive(name: str, **how: object) -> Player:
        there.append(Player(browser, house, name, **how))  # type: ignore[arg-type]
        return there[-1]

    yield arrive
    problems = [problem for patron in there for problem in patron.problems]
    for patron in there:
        patron.context.close()
    assert problems == []


def sound(player: Player) -> int:
    """The place of a card that may be set low without a warning."""
    choices = player.truth()["asked"]["choices"]
    return next(place for place, choice in enumerate(choices) if "warning" not in choice)


def test_a_card_is_touched_and_set(arrives: Arrives) -> None:
    ann = arrives("ann")
    ann.dealt("two-hands")
    place, hand = sound(ann), ann.hand
    expect(ann.gold).to_be_disabled()
    expect(ann.tray("Low: empty")).to_be_visible()
    ann.card(place).click()
    assert ann.pressed == [each == place for each in range(3)]
    expect(ann.tray(f"Low: {pretty(hand[place])}")).to_be_visible()
    expect(ann.gold).to_have_text(f"Set {pretty(hand[place])}")
    ann.card(place).click()
    assert ann.pressed == [False] * 3
    expect(ann.gold).to_be_disabled()
    ann.card((place + 1) % 3).click()
    ann.card(place).click()  # the tray has room for one: it takes the other's place
    assert ann.pressed == [each == place for each in range(3)]
    ann.gold.click()
    ann.sees_result(1)
    assert ann.decided() == f"Set {pretty(hand[place])}"
    assert ann.cards("seat 1 low") == [hand[place]]
    expect(ann.toggles).to_have_count(0)
    ann.checks_result({"Ante"}, bought=200)


def test_keys_and_the_tray_itself(arrives: Arrives) -> None:
    bob = arrives("bob")
    bob.dealt("two-hands")
    place, hand = sound(bob), bob.hand
    bob.page.keyboard.press(str(place + 1))
    assert bob.pressed == [each == place for each in range(3)]
    bob.tray(f"Low: {pretty(hand[place])}").click()
    assert bob.pressed == [False] * 3
    bob.card(place).focus()
    bob.page.keyboard.press("Enter")
    assert bob.pressed == [each == place for each in range(3)]
    bob.page.keyboard.press("s")
    bob.sees_result(1)
    assert bob.decided() == f"Set {pretty(hand[place])}"


def test_the_house_way_fills_the_trays(arrives: Arrives) -> None:
    cal = arrives("cal")
    view = cal.dealt("two-hands")
    cal.choice("House way").click()
    ranks = sorted("23456789TJQKA".index(card[0]) for card in view["hands"]["1"])
    low = ranks[1] if len(set(ranks)) == 3 else next((r for r in ranks if ranks.count(r) == 1), ranks[0])
    (place,) = (n for n, each in enumerate(cal.pressed) if each)
    assert "23456789TJQKA".index(cal.hand[place][0]) == low
    card = pretty(cal.hand[place])
    expect(cal.gold).to_have_text(f"Set {card}")
    cal.gold.click()
    cal.sees_result(1)
    assert cal.decided() == f"Set {card}"


def test_a_setting_that_fouls_is_warned_of_and_clicked_twice(arrives: Arrives) -> None:
    dot = arrives("dot")
    dot.dealt("two-hands")
    while not (warned := [n for n, each in enumerate(dot.truth()["asked"]["choices"]) if "warning" in each]):
        dot.choice("House way").click()
        dot.gold.click()
        dot.until(lambda view: not view.get("playing"))
        dot.bets("Ante at position 1")
        dot.deals()
        dot.until(dot.asked)
        expect(dot.toggles).to_have_count(3)
    dot.card(warned[0]).click()
    line = dot.truth()["line"]
    dot.gold.click()
    expect(dot.page.get_by_role("alert").filter(has_text="higher than the high hand")).to_be_visible()
    assert dot.truth()["line"] == line, "nothing is sent yet"
    dot.card(warned[0]).click()
    expect(dot.page.locator(".warning")).to_have_count(0)
    dot.card(warned[0]).click()
    dot.gold.click()
    expect(dot.gold).to_have_text(re.compile("all the same"))
    dot.gold.click()
    dot.until(lambda view: not view.get("playing"))
    expect(dot.last_round).to_contain_text("foul")


def test_two_people_set_their_hands_at_once(arrives: Arrives) -> None:
    eve, fay = arrives("eve", moving=True), arrives("fay")
    eve.dealt("two-hands", fay)
    place, hand = sound(eve), eve.hand
    eve.card(place).click()
    expect(fay.button("seat 1, eve")).to_have_attribute("aria-label", re.compile("deciding"))
    expect(eve.button("seat 2, fay")).to_have_attribute("aria-label", re.compile("deciding"))
    fay.choice("House way").click()
    fay.gold.click()
    expect(fay.page.get_by_text("eve is setting")).to_be_visible()
    expect(fay.toggles).to_have_count(0)
    expect(eve.button("seat 2, fay")).not_to_have_attribute("aria-label", re.compile("deciding"))
    assert eve.pressed == [each == place for each in range(3)], "another's answer leaves the trays alone"
    assert fay.cards("seat 1") == ["??"] * 3
    watcher = arrives("gus")
    watcher.goes_to(eve.table)
    assert watcher.cards("seat 2") == ["??"] * 3
    eve.gold.click()
    for player in (eve, fay):
        player.sees_result(1)
        assert player.cards("seat 1 low") == [hand[place]]
    told = fay.happened.inner_text().splitlines()
    assert "Eve decides" in told
    assert not any(line.startswith("Eve: Set") for line in told)


def test_a_page_that_is_loaded_again_asks_again(arrives: Arrives) -> None:
    hal = arrives("hal")
    hal.dealt("two-hands")
    hal.card(0).click()
    hal.page.reload()
    expect(hal.toggles).to_have_count(3)
    assert hal.pressed == [False] * 3
    hal.choice("House way").click()
    hal.gold.click()
    hal.sees_result(1)


def test_cards_are_drawn_and_standing_pat_is_drawing_none(arrives: Arrives) -> None:
    ida = arrives("ida", size=PHONE)
    ida.dealt("draw-three")
    hand = ida.hand
    expect(ida.gold).to_have_text("Stand pat")
    for place in (2, 0):
        ida.card(place).click()
    assert ida.pressed == [True, False, True]
    expect(ida.gold).to_have_text(f"Draw {pretty(hand[0])} {pretty(hand[2])}")
    ida.gold.click()
    ida.sees_result(1)
    assert ida.decided() == f"Draw {pretty(hand[0])} {pretty(hand[2])}"
    assert ida.hand[0] == hand[1]
    ida.bets("Ante at position 1")
    ida.deals()
    ida.until(ida.asked)
    expect(ida.gold).to_have_text("Stand pat")
    ida.gold.click()
    ida.sees_result(2)
    assert ida.decided() == "Stand pat"
