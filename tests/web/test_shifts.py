"""Shifts of staff by clicks alone, in a browser: an administrator hires, surveillance looks into a round, a director
runs a tournament."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.patrons import KEYS, PASSWORD, House, Patron, chromium


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("house"), open_tables=False)
    yield running
    running.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def hired(browser: Browser, house: House, name: str, role: str) -> Patron:
    """An administrator makes an account; its owner signs in and changes the password."""
    boss, new = Patron(browser, house), Patron(browser, house)
    boss.signs_in("administrator", KEYS)
    boss.page.get_by_role("link", name="People").click()
    boss.page.get_by_label("New account").fill(name)
    boss.page.get_by_role("combobox", name="Role", exact=True).select_option(role)
    boss.page.get_by_role("button", name="Create").click()
    first = boss.page.get_by_role("status").locator("code").inner_text()
    boss.context.close()
    new.signs_in(name, first)
    new.page.get_by_role("link", name="Surveillance" if role == "surveillance" else "Floor").click()
    expect(new.page.get_by_role("alert")).to_contain_text("change the password first")
    new.page.get_by_label("Current password").fill(first)
    new.page.get_by_label("New password").fill(PASSWORD)
    new.page.get_by_role("button", name="Change password").click()
    expect(new.page.get_by_role("heading", name="Time zone")).to_be_visible()
    return new


def test_surveillance_finds_a_round_watches_it_and_takes_the_evidence(
    browser: Browser, house: House, tmp_path: Path
) -> None:
    eve = hired(browser, house, "eve", "surveillance")
    page = eve.page
    page.get_by_label("Times on pages are in").fill("America/Los_Angeles")
    page.get_by_role("button", name="Set time zone").click()
    ann = Patron(browser, house, "ann")
    ann.plays("three-card-poker")
    ann.bets("Ante at position 1")
    ann.deals()
    ann.decides("Fold")
    page.get_by_role("link", name="Surveillance").click()
    page.get_by_role("link", name="Wall").click()
    expect(page.get_by_role("img", name="ann's three-card-poker")).to_be_visible()
    page.get_by_role("link", name="Surveillance").click()
    page.get_by_role("link", name="Search and archive").click()
    page.get_by_label("Person").fill("Ann")
    page.get_by_label("Won or lost").fill("5")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text(re.compile(r" P[SD]T$")).first).to_be_visible()
    page.get_by_role("link", name="round 1").click()
    now = page.get_by_role("status")
    expect(now).to_contain_text("Step 1 of ")
    page.get_by_role("button", name=re.compile("no more bets")).first.click()
    chips = page.get_by_role("main").get_by_text("ann: Ante $5")
    expect(chips).to_have_count(1)
    page.get_by_role("button", name="Next", exact=True).click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=re.compile("Fold")).click()
    expect(now).to_contain_text("Fold")
    page.get_by_label("Bookmark this step").fill("folds a pair?")
    page.get_by_role("button", name="Bookmark", exact=True).click()
    expect(page.get_by_text("folds a pair?")).to_be_visible()
    page.get_by_label("Title").fill("Folding at seat 1")
    page.get_by_role("button", name="Open a file").click()
    page.get_by_role("button", name="Put into this file").click()
    with page.expect_download() as given:
        page.get_by_role("link", name="Download the evidence").click()
    kept = tmp_path / "evidence.zip"
    given.value.save_as(kept)
    names = zipfile.ZipFile(kept).namelist()
    (round_,) = [name for name in names if name.startswith("rounds/")]
    zipfile.ZipFile(kept).extract(round_, tmp_path)
    whole = eve.context.new_page()
    whole.goto((tmp_path / round_).as_uri())
    expect(whole.get_by_text("ann: Fold")).to_be_visible()
    assert whole.locator("svg.step").count() > 3
    page.get_by_role("button", name="Close the file").click()
    expect(page.get_by_text(re.compile("^Opened by eve.*Closed"))).to_be_visible()
    assert eve.problems == ann.problems == []
    eve.context.close()
    ann.context.close()


def test_a_director_announces_a_tournament_from_a_template_and_runs_it(
    browser: Browser, house: House
) -> None:
    tom, ann = hired(browser, house, "tom", "floor"), Patron(browser, house, "anna")
    page = tom.page
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_label("Template").select_option("sit-and-go")
    page.get_by_label("Name", exact=True).fill("Lunch hold 'em")
    page.get_by_label("Starts, New Jersey time").fill("2024-11-08T12:00")
    page.get_by_label("Players expected").fill("12")
    page.get_by_role("button", name="Write the file").click()
    file = page.get_by_label("Tournament file")
    file.fill(file.input_value().replace("minutes = 6", "hands = 3").replace("chips = 1500", "chips = 200"))
    page.get_by_label("Notice filed").fill("2024-10-31")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_role("heading", name="Lunch hold 'em", exact=True)).to_be_visible()
    ann.page.goto(page.url)
    ann.page.get_by_role("button", name="Enter for $120").click()
    page.get_by_role("button", name="Fill with bots").click()
    clock = page.get_by_role("region", name="Clock")
    expect(clock).to_contain_text("of 12")
    expect(clock).to_contain_text("blinds 25 50")
    page.get_by_label("Why: Halt").fill("fire drill")
    page.get_by_role("button", name="Halt").click()
    expect(page.get_by_text("The tournament is halted.")).to_be_visible()
    ann.page.get_by_role("link", name="Go to your table").click()
    expect(ann.page.locator("#clock")).to_contain_text("Halted · Level ")
    expect(ann.page.locator("#clock")).to_contain_text("next blinds")
    page.get_by_role("button", name="Resume").click()
    expect(ann.page.locator("#clock")).not_to_contain_text("Halted")
    page.get_by_label("Why: End").fill("the room closes")
    page.get_by_role("button", name="End the tournament").click()
    expect(page.get_by_text("The tournament is over.")).to_be_visible()
    prizes = [row.get_by_role("cell").last.inner_text() for row in page.locator("#places tbody tr").all()]
    # Twelve buy-ins of $100; shared places may divide the prizes of theirs.
    won = [float(each.strip("$").replace(",", "")) for each in prizes if each]
    assert round(sum(won), 2) == 1200
    assert tom.problems == ann.problems == []
    tom.context.close()
    ann.context.close()
