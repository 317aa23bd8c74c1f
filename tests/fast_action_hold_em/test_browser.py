"""Fast action hold 'em in Chromium: two cards are touched, and kept or split."""

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


def test_21_8_cards_are_kept_split_and_surrendered_by_clicks(browser: Browser, house: House) -> None:
    ann = Patron(browser, house, "ann")
    ann.plays("fast-action-hold-em", dollars=500)
    ann.takes_chip(25)
    for number, wish in enumerate(("Keep", "Split", "Surrender"), 1):
        ann.bets("Wager at position 1")
        ann.deals()
        ann.until(ann.asked)  # a natural, which asks nothing, comes once in 2,800 hands
        gold = ann.page.locator("#decisions .gold")
        expect(gold).to_be_disabled()
        if wish != "Surrender":
            ann.page.locator('.playing[data-place="0"]').click()
            ann.page.locator('.playing[data-place="2"]').click()
            expect(gold).to_be_enabled()
        play = ann.page.get_by_role("region", name="Your play")
        (gold if wish == "Keep" else play.get_by_role("button", name=wish).first).click()
        ann.sees_result(number)
        stakes = [(stake, gain) for _, stake, gain, _ in ann.result()]
        assert [stake for stake, _ in stakes] == [2500] * (1 + (wish == "Split"))
        if wish == "Surrender":
            assert stakes[0][1] == -1250
    assert ann.problems == []
    ann.context.close()
