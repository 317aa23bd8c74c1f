"""People at browsers: Chromium, driven with clicks and keys as a person would, against a server process."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from tests.web.patient import TimeOfDay
from tests.web.processes import Server, free_port

PATIENCE = 240.0
"""Seconds until a test gives up waiting: the machine may be busy, with ten times as much as it can do."""

LEASE = 3
"""Seconds until another process may take over the tables of one that died."""

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PASSWORD = "correct horse"
KEYS = "keys of the house"
"""The administrator's password."""
MOVING = Path(__file__).with_name("moving.js")
"""Where things move, the test has their clock."""

_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a screen."""
    found = shutil.which("chromium")
    if found is None:
        pytest.fail("There is no Chromium on this machine: apt-get install chromium", pytrace=False)
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=_FLAGS)
        yield browser
        browser.close()


class House:
    """`pitboss serve`, which can be killed and started again at the same address with the same database. Its clock
    stands still, so that it keeps its tables however busy the machine is, until it is started again."""

    def __init__(self, folder: Path, **chosen: object) -> None:
        self._folder = folder
        self._clock = TimeOfDay(folder / "clock")
        self._chosen = chosen
        self.server = self._start(free_port())

    def _start(self, port: object) -> Server:
        return Server(
            self._folder,
            port=port,
            database=self._folder / "pitboss.db",
            administrator_password=KEYS,
            betting=900,
            decision=900,
            bot_seconds=0,
            pause=0,
            aids="all",
            clock=self._clock.file,
            lease=LEASE,
            actions=1000,
            logins=100_000,
            log="warning",
            **{"open_tables": True, "beat": 0} | self._chosen,
        ).ready()

    @property
    def address(self) -> str:
        return self.server.address

    def kill(self) -> None:
        self.server.kill()

    def start(self) -> None:
        self._clock.passes(LEASE + 1)
        self.server = self._start(self.server.port)


class Patron:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        name: str = "",
        *,
        size: ViewportSize = DESK,
        moving: bool = False,
        locale: str = "en-US",
    ) -> None:
        self.house = house
        self.name = name
        self.context = browser.new_context(
            base_url=house.address,
            viewport=size,
            locale=locale,
            has_touch=size is PHONE,
            is_mobile=size is PHONE,
            reduced_motion="no-preference" if moving else "reduce",
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        if moving:
            self.context.add_init_script(path=MOVING)
        self.problems: list[str] = []
        self.context.on(
            "console", lambda said: self.problems.append(said.text) if said.type == "error" else None
        )
        self.context.on("weberror", lambda thrown: self.problems.append(str(thrown.error)))
        if name:
            answer = self.context.request.post("/api/accounts", data={"name": name, "password": PASSWORD})
            assert answer.ok, answer.text()
        self.page: Page = self.context.new_page()
        self.table = ""
        self.seat = 0

    # ---- coming and going ------------------------------------------------------------------------------

    def signs_in(self, name: str, password: str, button: str = "Sign in") -> None:
        """With name and password, by hand."""
        self.name = name
        self.page.goto("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("main").get_by_role("button", name=button).click()
        expect(self.page.get_by_role("heading", name="Pick a game")).to_be_visible()

    def opens_table(self, game: str, **contents: object) -> str:
        """A table of one's own, so that nobody disturbs it."""
        csrf = self.context.request.get("/api/me").json()["csrf"]
        table = {"game": game, "name": f"{self.name}'s {game}"[:60], **contents}
        answer = self.context.request.post("/api/tables", data=table, headers={"X-CSRF-Token": csrf})
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def goes_to(self, table: str) -> None:
        self.table = table
        self.page.goto(f"/tables/{table}")
        self.button("seat 1").wait_for()

    def sits(self, seat: int, dollars: int) -> None:
        """At a free place, with so many chips."""
        self.seat = seat
        self.button(f"seat {seat} is free").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("spinbutton").fill(str(dollars))
        dialog.get_by_role("button", name="Sit down").click()
        self.button(f"seat {seat}, {self.name}, ${dollars:,}").wait_for()

    def plays(self, game: str, seat: int = 1, dollars: int = 200) -> None:
        """Sits down at a table of one's own."""
        self.goes_to(self.opens_table(game))
        self.sits(seat, dollars)

    # ---- what is on the page ---------------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        """A button, area or place whose name begins so."""
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(?!\w)"))

    def choice(self, name: str) -> Locator:
        """One of the buttons under the felt."""
        return self.page.get_by_role("region", name="Your play").get_by_role("button", name=name).first

    @property
    def last_round(self) -> Locator:
        return self.page.get_by_role("region", name="The last round")

    @property
    def happened(self) -> Locator:
        return self.page.get_by_role("log")

    def cards(self, owner: str) -> list[str]:
        """The cards of a hand as they lie on the felt when all that has happened is shown; one face down is ``??``."""
        self.page.wait_for_function(
            "(line) => Number(document.querySelector('main').dataset.line) >= line", arg=self.truth()["line"]
        )
        return self.cards_now(owner)

    def cards_now(self, owner: str) -> list[str]:
        seen = self.page.get_by_role("img", name=re.compile(rf"^{re.escape(owner)}: "))
        labels = seen.evaluate_all("(cards) => cards.map((card) => card.ariaLabel)")
        names = [label.partition(": ")[2] for label in labels]
        return ["??" if name.endswith(" face down") else written(name) for name in names]

    def result(self) -> list[tuple[str, int, int, str]]:
        """One's own part of the last round: wager (with what it came to), stake, gain, paragraph."""
        mine = self.last_round.get_by_role("group").filter(has_text=re.compile(r"^Round \d+: you"))
        rows = mine.locator("tbody tr").evaluate_all(
            "(rows) => rows.map(({ cells }) => [...cells].map((cell) => cell.innerText))"
        )
        return [(cells[0], cents(cells[1]), gain(cells[2]), cells[3]) for cells in rows if cells]

    def forgives(self, words: str) -> None:
        """Errors on the console that are the browser's, of a line that was cut on purpose."""
        self.problems = [problem for problem in self.problems if words not in problem]

    # ---- playing ---------------------------------------------------------------------------------------

    def takes_chip(self, dollars: int) -> None:
        self.page.get_by_role("radio", name=re.compile(rf"^\${dollars} chip")).click()

    def bets(self, *areas: str) -> None:
        """One chip on each."""
        for area in areas:
            line = self.truth()["line"]
            self.button(area).click()
            self.until(lambda view, before=line: view["line"] > before)

    def says(self, button: str) -> None:
        """Press a button that the table answers."""
        line = self.truth()["line"]
        self.choice(button).click()
        self.until(lambda view: view["line"] > line)

    def decides(self, *wishes: str) -> None:
        """Answers whatever is asked, until the round is over, by the first of these that is offered."""
        played = self.truth()["round"]
        while (view := self.until(lambda now: now["round"] > played or self.asked(now)))["round"] == played:
            offered = [choice["id"] for choice in view["asked"]["choices"]]
            wish = next(each for each in wishes if each.lower().replace(" ", "-") in offered)
            self.says(wish)
        self.sees_result(played + 1)

    def deals(self, verb: str = "Deal") -> None:
        """Ready: the round begins when everybody is."""
        before = self.truth()
        self.choice(verb).click()
        self.until(
            lambda now: (
                now["line"] > before["line"]
                or any(seat.get("ready") for seat in now["seats"] if seat["seat"] == self.seat)
            )
        )

    def asked(self, view: dict[str, Any]) -> bool:
        return bool(view.get("asked", {}).get("seat") == self.seat)

    def sees_result(self, number: int) -> None:
        self.page.wait_for_function(
            "(words) => document.querySelector('#result').textContent.includes(words)",
            arg=f"Round {number}: you",
        )

    # ---- the truth -------------------------------------------------------------------------------------

    def truth(self) -> dict[str, Any]:
        """The table as the server says it is, to this person."""
        answer = self.context.request.get(f"/api/tables/{self.table}")
        assert answer.ok, answer.text()
        view: dict[str, Any] = answer.json()
        return view

    def until(self, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The table, once something is so."""
        end, pause = time.monotonic() + PATIENCE, 10
        while not true(view := self.truth()):
            assert time.monotonic() < end, f"that did not happen: {view}"
            self.page.wait_for_timeout(pause)
            pause = min(2 * pause, 320)  # what takes long is not hindered by being asked for
        return view

    def leaves(self) -> None:
        """Gets up; what still lies on the layout is left there."""
        self.page.locator("#leave").click()

    def checks_panel(self) -> None:
        """The panel says of the last round what the server says: stakes, gains, paragraphs."""
        seats = self.truth().get("result", {}).get("seats", [])
        mine = next((seat for seat in seats if seat["seat"] == self.seat), {"wagers": {}})
        assert sorted(row[1:] for row in self.result()) == sorted(
            (each["stake"], each["pays"] - each["lost"], each["cite"].removeprefix("13:69F-"))
            for each in mine["wagers"].values()
        )

    def checks_result(self, wagers: set[str], bought: int) -> int:
        """The panel says what the server says: stakes, gains, paragraphs, chips, wallet. These wagers are in it, and
        bonuses at most. Returns the gain."""
        view = self.truth()
        mine = next(seat for seat in view["result"]["seats"] if seat["seat"] == self.seat)
        shown = self.result()
        assert sum(stake > 0 for _, stake, _, _ in shown) == len(wagers)
        assert all(any(words.startswith(wager) for words, *_ in shown) for wager in wagers), shown
        self.checks_panel()
        net = int(mine["net"])
        assert net == sum(won for _, _, won, _ in shown)
        expect(self.last_round).to_contain_text(
            f"Round {view['round']}: you {'+' if net > 0 else ''}{dollars(net)}"
        )
        chips = 100 * bought + net
        standing = sum(bet["stake"] for bet in view.get("bets", []) if bet["seat"] == self.seat)
        expect(self.button(f"seat {self.seat}, {self.name}, {dollars(chips - standing)}")).to_be_visible()
        expect(self.page.get_by_text(f"Wallet {dollars(1_000_000 - 100 * bought)}")).to_be_visible()
        return net


def dollars(amount: int) -> str:
    """Cents as the pages write them."""
    sign = "−" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}${whole:,}" + (f".{part:02}" if part else "")


def cents(words: str) -> int:
    """The amount that a page writes: ``$1,250``, ``−$2.50``."""
    return round(100 * float(re.sub(r"[^\d.]", "", words))) * (-1 if words.startswith("−") else 1)


def gain(words: str) -> int:
    """What a wager came to; a push is written as a word."""
    return cents(words) if "$" in words else 0


def written(card: str) -> str:
    """``10♥`` as ``Th``."""
    return card.replace("10", "T").translate(str.maketrans("♣♦♥♠", "cdhs"))
