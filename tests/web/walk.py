"""A round of any game by clicks alone, and what may not lie over what on the way."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.patrons import DESK, PHONE, Patron

SCRIPT = Path(__file__).with_name("walk.js")


def overlaps(patron: Patron, when: str) -> list[str]:
    """What lies over what, at a desk and on a phone."""
    found = []
    for size, where in ((PHONE, "phone"), (DESK, "desk")):
        patron.page.set_viewport_size(size)
        patron.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        found += [f"{where}, {when}: {each}" for each in patron.page.evaluate("overlaps()")]
    return found


def walks(patron: Patron, table: str, seat: int) -> list[str]:
    """Sits down at a table, makes the first wager, plays a round to its end and gets up; what overlapped."""
    page = patron.page
    patron.goes_to(table)
    round_ = page.locator("main").get_attribute("data-round")
    patron.sits(seat, 100)
    expect(page.locator("#felt svg.betting")).to_be_visible()
    if not page.locator("#felt .spot:not(.closed)").count():  # a pot among players takes two
        patron.button(f"seat {seat + 1} is free").click()
        page.get_by_role("dialog").get_by_role("button", name="Seat a machine").click()
    elif page.locator("#ticket").is_visible():
        page.locator("#felt .spot").nth(16).click()
        patron.choice("Buy ticket").click()
    else:
        page.locator(f"#{page.evaluate('firstSpot()')}").click()
    expect(page.locator("#ready")).to_be_enabled()
    over = overlaps(patron, "the wagers made") + nameless(patron)
    line = page.locator("main").get_attribute("data-line")
    page.locator("#ready").click()
    mending = page.get_by_role("alert").get_by_role("button", name="Bet ")
    page.wait_for_function("answered", arg=line)
    if mending.is_visible():  # another wager is needed, and offered
        mending.click()
        expect(page.locator("#ready")).to_be_enabled()
        page.locator("#ready").click()
    asked = "#decisions:not([hidden])"
    for _ in range(30):
        page.wait_for_function("asked", arg=round_)
        if not page.locator(asked).count():
            break
        over += overlaps(patron, f"asked {page.locator('#decisions').inner_text()!r}")
        drawn = page.evaluate("drawn()")
        page.evaluate("answers()")
        page.wait_for_function("(before) => drawn() !== before", arg=drawn)
    else:
        raise AssertionError(f"the round of {table} never ends")
    expect(page.locator("#betting")).to_be_visible()
    patron.checks_panel()
    return over + overlaps(patron, "the round over")


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
