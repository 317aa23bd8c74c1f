"""From a click to what it changes on the screen, at tables in Chromium (goal: 99th percentile under 100 ms).

A chip on a spot, the deal, a decision, a chip taken back: each click is real. The time ends with the frame that shows
the first change (what was clicked is lit), and with the one that shows what the table answered: chips, cards, a
question. The server is a process of its own, with its usual beat between transactions.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.patrons import House, Patron, chromium

ROUNDS = 40
CHANGE = """() => {
    window.waits = { first: [], answer: [] };
    const since = {};
    addEventListener("click", ({ timeStamp }) => { since.first = since.answer = timeStamp; }, true);
    const seen = (what) => {
        if (!since[what]) return;
        const clicked = since[what];
        since[what] = 0;
        requestAnimationFrame(() => setTimeout(() => window.waits[what].push(performance.now() - clicked)));
    };
    const watch = (what, parts, how) => parts.forEach((part) =>
        new MutationObserver(() => seen(what)).observe(document.querySelector(part), { subtree: true, ...how }));
    watch("first", ["main"], { attributeFilter: ["class"], childList: true });
    watch("answer", ["#felt .chips", "#felt .cards", "#decisions"], { childList: true });
}"""


def clicks(patron: Patron, spot: str, verb: str, decision: str) -> dict[str, list[float]]:
    """Rounds with a chip taken back in each; milliseconds until each click was seen, and answered."""
    page = patron.page
    page.evaluate(CHANGE)
    for _ in range(ROUNDS):
        for what in (spot, "Undo", spot, verb, decision):
            if what:
                before = page.evaluate("window.waits.answer.length")
                (patron.button(what) if what == spot else patron.choice(what)).click()
                page.wait_for_function("(before) => window.waits.answer.length > before", arg=before)
        patron.until(lambda now: not now.get("playing"))
        page.wait_for_function("() => !document.querySelector('#betting').hidden")
    waits: dict[str, list[float]] = page.evaluate("window.waits")
    return waits


def run() -> Iterator[tuple[str, float, str]]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder), beat=0.03)
        first: list[float] = []
        answer: list[float] = []
        for game, spot, verb, decision in (
            ("three-card-poker", "Ante at position 1", "Deal", "Fold"),
            ("roulette", "Red", "Spin", ""),
        ):
            patron = Patron(browser, house, game.replace("-", "_")[:20])
            patron.plays(game, dollars=5000)
            waits = clicks(patron, spot, verb, decision)
            first += waits["first"]
            answer += waits["answer"]
        house.kill()
    for what, times, goal in (("change", first, " (goal: under 100 ms)"), ("answer", answer, "")):
        times.sort()
        yield f"click to visible {what}, median of {len(times)}", times[len(times) // 2], "ms"
        yield f"click to visible {what}, 99th percentile", times[len(times) * 99 // 100], "ms" + goal
