"""Pai gow in Chromium: tiles and cards are touched and set, the dice are bet on, and the bank is taken."""

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


def sets(patron: Patron, *places: int) -> None:
    """Touch two tiles, set them, and have the hands exposed."""
    patron.until(patron.asked)
    gold = patron.page.locator("#decisions .gold")
    expect(gold).to_be_disabled()
    for place in places:
        patron.page.locator(f'.playing[data-place="{place}"]').click()
    expect(gold).to_be_enabled()
    gold.click()


def test_10_7_tiles_are_set_and_exposed_by_clicks(browser: Browser, house: House) -> None:
    ann = Patron(browser, house, "ann")
    ann.plays("pai-gow", dollars=500)
    ann.page.get_by_role("tab", name="Odds").click()
    expect(ann.page.get_by_text("Pai gow, set by the house way as the dealer's")).to_be_visible()
    ann.forgives("503")  # they may have been worked out for longer than a request waits
    ann.takes_chip(25)
    for number, last in enumerate(("Expose", "Surrender"), 1):
        ann.bets("Pai gow at position 1")
        ann.deals()
        sets(ann, 0, 2)
        ann.until(lambda view: ann.asked(view) and view["asked"]["choices"][0]["id"] == "expose")
        assert len(ann.truth()["hands"]["dealer.low"]) == 2
        ann.says(last)
        ann.sees_result(number)
        ((_, stake, gain, _),) = ann.result()
        assert stake == 2500
        assert gain in (2375, 0, -2500)
    assert gain == -2500
    assert ann.problems == []
    ann.context.close()


def funds(patron: Patron) -> int:
    return next(int(each["funds"]) for each in patron.truth()["seats"] if each["seat"] == patron.seat)


def test_10_8_the_bank_is_taken_and_the_dice_bet_on_by_clicks(browser: Browser, house: House) -> None:
    ann, bob = (Patron(browser, house, name) for name in ("anna", "bob"))
    options = {"player-banking": "yes", "dragons-eye": "method-1"}
    table = ann.opens_table("pai-gow", options=options)
    for seat, player in enumerate((ann, bob), 1):
        player.goes_to(table)
        player.sits(seat, 500)
        player.takes_chip(25)
    for number in (1, 2):
        before = funds(ann)
        for player in (ann, bob):
            player.bets(f"Pai gow at position {player.seat}")
        bob.bets("Odd at position 2")
        for player in (ann, bob):
            player.deals()
        if number == 2:  # the first to be asked
            ann.until(ann.asked)
            ann.says("Bank")
            for decision in (
                "no-dealer-wager",
                "cut",
                "from-stack-2",
                "to-stack-3",
                "to-right-1",
                "jung-quat",
            ):
                ann.page.locator(f'#decisions [data-decision="{decision}"]').click()
            sets(bob, 0, 1)
            sets(ann, 0, 3)
        else:
            sets(ann, 0, 1)
            sets(bob, 0, 1)
        for player in (bob,) if number == 2 else (ann, bob):
            player.until(player.asked)
            player.says("Expose")
        for player in (bob,) if number == 2 else (ann, bob):
            player.sees_result(number)
    assert {stake for _, stake, *_ in bob.result()} == {2500}
    gain = next(gain for words, _, gain, _ in bob.result() if words.startswith("Pai gow"))
    # the bank pays a win whole, of which five percent are the house's, and keeps a loss less five percent
    assert funds(ann) - before == {2375: -2500, 0: 0, -2500: 2375}[gain]
    for player in (ann, bob):
        assert player.problems == []
        player.context.close()


@pytest.mark.parametrize(
    ("game", "main", "places", "gains"),
    [
        pytest.param("pai-gow-poker", "Pai gow poker", (2, 5), (-2500, 0, 2375), id="11.9(a)"),
        pytest.param("asia-poker", "Asia poker", (1, 2, 0), (-2500, 2500), id="31.12(a)"),
        pytest.param("supreme-pai-gow", "Supreme pai gow", (1, 2), (-2500, 0, 2375), id="34.12(a)"),
    ],
)
def test_cards_are_set_by_the_house_way_and_by_hand_shown_and_surrendered(
    browser: Browser, house: House, game: str, main: str, places: tuple[int, ...], gains: tuple[int, ...]
) -> None:
    """Cards are touched for the lower hands, or the house way fills their trays; a foul is warned of."""
    ann = Patron(browser, house, game.partition("-")[0])
    ann.plays(game, dollars=500)
    ann.takes_chip(25)
    for number, wish in enumerate(("House way", "by hand", "Surrender"), 1):
        ann.bets(f"{main} at position 1")
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
                for place in places:
                    ann.page.locator(f'.playing[data-place="{place}"]').click()
            expect(gold).to_be_enabled()
            gold.click()
            if ann.page.locator("#decisions .warning").count():  # a foul is said twice
                gold.click()
            play.get_by_role("button", name="Expose").first.click()
        ann.sees_result(number)
        ((_, stake, gain, _),) = ann.result()
        assert stake == 2500
        assert gain in ((-2500,) if wish == "Surrender" else gains)
    assert ann.problems == []
    ann.context.close()
