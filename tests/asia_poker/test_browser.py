"""Asia poker in Chromium: cards are touched for the medium and the low hand, or the house way fills the trays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

pytest.register_assert_rewrite("tests.web.patrons")

from tests.web.patrons import House, Patron, chromium  # noqa: E402


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"), open_tables=False)
    yield opened
    opened.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_31_12_a_hands_are_set_by_the_house_way_and_by_hand_shown_and_surrendered(
    browser: Browser, house: House
) -> None:
    ann = Patron(browser, house, "ann")
    ann.plays("asia-poker", dollars=500)
    ann.takes_chip(25)
    for number, wish in enumerate(("House way", "by hand", "Surrender"), 1):
        ann.bets("Asia poker at position 1")
        ann.deals()
        ann.until(ann.asked)
        play = ann.page.get_by_role("region", name="Your play")
        gold = ann.page.locator("#decisions .gold")
        expect(gold).to_be_disabled()
        if wish == "Surrender":
            play.get_by_role("button", name="Surrender").first.click()
        else:
            if wish == "House way":
                play.get_by_role("button", name="House way").first.click()
            else:
                for place in (1, 2, 0):
                    ann.page.locator(f'.playing[data-place="{place}"]').click()
            expect(gold).to_be_enabled()
            gold.click()
            if ann.page.locator("#decisions .warning").count():  # a foul is said twice
                gold.click()
            play.get_by_role("button", name="Expose").first.click()
        ann.sees_result(number)
        ((_, stake, gain, _),) = ann.result()
        assert stake == 2500
        assert gain in ((-2500,) if wish == "Surrender" else (-2500, 2500))
    assert ann.problems == []
    ann.context.close()
