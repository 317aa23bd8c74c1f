"""From a click to what it changes on the screen, at tables in Chromium (goal: 99th percentile under 100 ms).

A chip on a spot, the deal, a decision, a chip taken back: each click is real, and the time ends with the frame that
shows the first change. The server is a process of its own, with its usual beat between transactions.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.patrons import House, Patron, chromium

ROUNDS = 40
CHANGE = """() => {
    window.waits = [];
    let since = null;
    addEventListener("click", ({ timeStamp }) => { since = timeStamp; }, true);
    const watch = new MutationObserver(() => {
        if (since === null) return;
        const clicked = since;
        since = null;
        requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - clicked)));
    });
    for (const part of ["#felt .chips", "#felt .cards", "#decisions"]) {
        watch.observe(document.querySelector(part), { childList: true, subtree: true });
    }
}"""


def clicks(patron: Patron, spot: str, verb: str, decision: str) -> list[float]:
    """Rounds with a chip taken back in each; milliseconds until each click was seen to work."""
    page = patron.page
    page.evaluate(CHANGE)
    for _ in range(ROUNDS):
        for what in (spot, "Undo", spot, verb, decision):
            if what:
                before = page.evaluate("window.waits.length")
                (patron.button(what) if what == spot else patron.choice(what)).click()
                page.wait_for_function("(before) => window.waits.length > before", arg=before)
        patron.until(lambda now: not now.get("playing"))
        page.wait_for_function("() => !document.querySelector('#betting').hidden")
    waits: list[float] = page.evaluate("window.waits")
    return waits


def run() -> Iterator[tuple[str, float, str]]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder), beat=0.03)
        waits = []
        for game, spot, verb, decision in (
            ("three-card-poker", "Ante at position 1", "Deal", "Fold"),
            ("roulette", "Red", "Spin", ""),
        ):
            patron = Patron(browser, house, game.replace("-", "_")[:20])
            patron.plays(game, dollars=5000)
            waits += clicks(patron, spot, verb, decision)
        house.kill()
    waits.sort()
    yield "clicks", len(waits), ""
    yield "click to visible change, median", waits[len(waits) // 2], "ms"
    yield "click to visible change, 99th percentile", waits[len(waits) * 99 // 100], "ms (goal: under 100 ms)"
