"""A round of any game by clicks alone, and what may not lie over what on the way."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize

from pitboss.book import game
from tests.web.patrons import DESK, PHONE, Patron

SCRIPT = Path(__file__).with_name("walk.js")


class Walk:
    """One game, looked at from a desk and from a phone at every moment that does not look like an earlier one."""

    def __init__(self, patron: Patron) -> None:
        self.patron, self.page = patron, patron.page
        self._seen: set[str] = set()
        self.over: list[str] = []

    def sees(self, size: ViewportSize) -> None:
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)

    def looks(self, when: str) -> None:
        """Notes what lies over what, first in the size that the window has."""
        sizes = [DESK, PHONE] if self.page.viewport_size == DESK else [PHONE, DESK]
        for size in sizes:
            self.sees(size)
            over, shape = self.page.evaluate("looked", size["width"])
            where = "desk" if size is DESK else "phone"
            self.over += [f"{where}, {when}: {each}" for each in over]
            if shape in self._seen:
                break
            self._seen.add(shape)

    def presses(self, what: str) -> None:
        """A click on the middle of something, over which nothing lies."""
        self.page.mouse.click(*self.page.evaluate("aim", what))

    def deals(self) -> None:
        self.page.wait_for_function("() => !document.querySelector('#ready').disabled")
        round_ = self.page.locator("main").get_attribute("data-round")
        self.presses("#ready")
        self.page.wait_for_function("answered", arg=round_)

    def wagers(self, seat: int) -> None:
        """The first wager that there is; at a pot among players a machine to play with."""
        spot = self.page.evaluate("firstSpot()")
        if not spot:
            self.patron.button(f"seat {seat + 1} is free").click()
            self.page.get_by_role("dialog").get_by_role("button", name="Add a bot (expert)").click()
        elif self.page.locator("#ticket").is_visible():
            self.page.locator("#felt .spot").nth(16).click()
            self.patron.choice("Buy ticket").click()
        else:
            self.presses(f"#{spot}")
        self.page.wait_for_function("() => !document.querySelector('#ready').disabled")

    def plays(self, round_: str | None) -> None:
        """Answers whatever is asked until the round is over."""
        for _ in range(30):
            question, drawn = self.page.wait_for_function("asked", arg=round_).json_value()
            if question == "the round is over":
                return
            self.looks(f"asked {question!r}")
            self.page.evaluate("answers", drawn)
            refused = self.page.wait_for_function("moved", arg=drawn).json_value()
            if refused is not True:  # answered again once the line is there, which a busy machine may lose
                assert "connection" in refused, f"{question!r}: {refused}"
                self.page.wait_for_function("() => document.querySelector('#link').hidden")
                self.page.locator("#refusal").get_by_role("button", name="close").click()
        raise AssertionError(f"the round of {self.patron.table} never ends")


def ids(game_id: str) -> list[str]:
    """What a game calls things by, where nobody hears it; an id of one word may be a word of the table."""
    data = game(game_id).data
    named = (*data.wagers, *data.decisions, *data.options, *data.irregularities)
    return [each.id for each in named if "-" in each.id]


def walks(patron: Patron, game_id: str, table: str, seat: int) -> list[str]:
    """Sits down at a table, makes the first wager, plays a round to its end and gets up; what overlapped."""
    page, walk = patron.page, Walk(patron)
    patron.table, patron.seat = table, seat
    walk.sees(DESK)
    page.goto(f"/tables/{table}?sit={seat}")
    page.wait_for_function("seated", arg=str(seat))
    round_ = page.locator("main").get_attribute("data-round")
    walk.wagers(seat)
    walk.looks("the wagers made")
    walk.over += nameless(patron)
    walk.deals()
    mending = page.get_by_role("alert").get_by_role("button", name="Bet ")
    if mending.is_visible():  # another wager is needed, and offered
        mending.click()
        walk.deals()
    walk.plays(round_)
    page.wait_for_function("() => !document.querySelector('#betting').hidden")
    patron.checks_panel()
    walk.looks("the round over")
    walk.over += [f"what does this mean: {words}" for words in page.evaluate("raw", ids(game_id))]
    patron.leaves()
    return walk.over


_NAMED = {
    "button",
    "link",
    "tab",
    "radio",
    "checkbox",
    "combobox",
    "textbox",
    "slider",
    "spinbutton",
    "image",
    "dialog",
}


def nameless(patron: Patron) -> list[str]:
    """What one can use or look at that has no name of its own, as the browser tells it to a screen reader."""
    tree = patron.context.new_cdp_session(patron.page).send("Accessibility.getFullAXTree")
    found = [
        (node["role"]["value"], node["name"]["value"].strip())
        for node in tree["nodes"]
        if not node["ignored"] and node["role"]["value"] in _NAMED
    ]
    assert len(found) > 20
    buttons = [name for role, name in found if role == "button"]
    twice = {name for name in buttons if buttons.count(name) > 1} - {"Split 0-00"}  # which lies at two places
    return [f"a {role} has no name" for role, name in found if not name] + [
        f"two are named {name}" for name in twice
    ]
