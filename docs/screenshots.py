"""The pictures of the README, played and taken again: ``python docs/screenshots.py [NAME ...]``."""

from __future__ import annotations

import struct
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from playwright.sync_api import Browser, ViewportSize, expect  # noqa: E402
from tests.web.patrons import DESK, KEYS, PHONE, House, Patron, chromium  # noqa: E402


class Photographer(Patron):
    """A player who takes pictures, by night unless it is said otherwise."""

    def __init__(
        self, browser: Browser, house: House, name: str = "", *, size: ViewportSize = DESK, day: bool = False
    ) -> None:
        super().__init__(browser, house, name, size=size)
        self.page.emulate_media(color_scheme="light" if day else "dark", reduced_motion="reduce")

    def adds_bot(self, seat: int) -> None:
        self.button(f"seat {seat} is free").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Add a bot (expert)").click()
        self.until(lambda now: any(each["seat"] == seat for each in now["seats"]))

    def bets_chips(self, wagers: dict[str, int]) -> None:
        for area, dollars in wagers.items():
            self.takes_chip(dollars)
            self.bets(area)

    def is_asked(self) -> bool:
        view = self.until(lambda now: not now.get("playing") or self.asked(now))
        return self.asked(view)

    def takes_picture(self, name: str) -> None:
        self.page.mouse.move(1, 1)
        self.page.wait_for_timeout(1500)  # until everything lies still
        taken = self.page.screenshot()
        self.page.goto("about:blank")
        width, height, pixels = self.page.evaluate(_PIXELS, b64encode(taken).decode())
        (HERE / f"{name}.png").write_bytes(small(width, height, b64decode(pixels)))


_PIXELS = """async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
    return [image.width, image.height, btoa(text)];
}"""


def small(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG of 256 colors: those in use, halved again and again where they differ most. A grain of two shades
    hides where one color of a gradient ends and the next begins."""
    drawn = np.frombuffer(pixels, np.uint8).reshape(height, width, 3).astype(int)
    grain = np.indices((height, width)).sum(axis=0)[:, :, None] % 2
    drawn = ((drawn + 2 * grain) // 4 * 4).clip(0, 255).astype(np.uint8).reshape(-1, 3)
    colors, where, count = np.unique(drawn, axis=0, return_inverse=True, return_counts=True)
    boxes = [np.arange(len(colors))]
    while len(boxes) < min(256, len(colors)):
        spread = [np.ptp(colors[box].astype(int), axis=0).max() * count[box].sum() ** 0.35 for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        channel = colors[box, int(np.ptp(colors[box].astype(int), axis=0).argmax())]
        high = channel > channel.mean()
        boxes += [box[~high], box[high]]
    palette = np.zeros((len(boxes), 3), np.uint8)
    name = np.zeros(len(colors), np.uint8)
    for n, box in enumerate(boxes):
        palette[n] = np.average(colors[box], axis=0, weights=count[box]).round()
        name[box] = n
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = name[where.reshape(-1)].reshape(height, width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 9)
    parts = [
        chunk(b"IHDR", head),
        chunk(b"PLTE", palette.tobytes()),
        chunk(b"IDAT", body),
        chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def lobby(browser: Browser, house: House) -> None:
    ann = Photographer(browser, house, "ann", day=True)
    ann.page.goto("/")
    ann.takes_picture("lobby")


def blackjack(browser: Browser, house: House) -> None:
    """Three at the table, and a decision to make."""
    ann = Photographer(browser, house, "bella")
    ann.goes_to(ann.opens_table("blackjack", name="Main pit 4"))
    ann.sits(3, 1000)
    ann.adds_bot(1)
    ann.adds_bot(5)
    for number in range(1, 20):
        ann.bets_chips({"Blackjack at position 3": 25})
        ann.deals()
        if ann.is_asked():
            if ann.truth()["asked"]["choices"][0]["id"] == "hit":
                break
            ann.decides("No insurance", "Stand")
        ann.sees_result(number)
    expect(ann.choice("Stand")).to_be_visible()
    ann.takes_picture("table-blackjack")


def roulette(browser: Browser, house: House) -> None:
    """Chips all over the layout, and a round that has paid."""
    ann = Photographer(browser, house, "carla")
    ann.goes_to(ann.opens_table("roulette", name="Wheel 2"))
    ann.sits(2, 1000)
    ann.adds_bot(5)
    for number in range(1, 9):
        ann.bets_chips(
            {"Straight 17": 5, "Red": 25, "Dozen 2nd 12": 25, "Corner 25-26-28-29": 5, "Split 8-11": 5}
        )
        ann.deals("Spin")
        ann.sees_result(number)
        mine = next(each for each in ann.truth()["result"]["seats"] if each["seat"] == 2)
        if mine["net"] > 0:
            break
    ann.bets_chips(
        {"Straight 17": 5, "Red": 25, "Dozen 2nd 12": 25, "Corner 25-26-28-29": 5, "Split 8-11": 5}
    )
    ann.takes_picture("table-roulette")


def craps(browser: Browser, house: House) -> None:
    """A point, odds behind the line, numbers placed."""
    ann = Photographer(browser, house, "daria")
    ann.goes_to(ann.opens_table("craps", name="Craps 7"))
    ann.sits(2, 1000)
    ann.adds_bot(4)
    while not ann.truth().get("state", {}).get("point"):
        if not ann.truth().get("bets"):
            ann.bets_chips({"Pass, pays": 25})
        ann.deals("Roll")
    point = ann.truth()["state"]["point"]
    ann.bets_chips({"Pass odds": 100, "Hard 8": 25, "Field": 25})  # $100 can be paid at any odds (1.4(f))
    for number in (5, 9):
        if number != point:
            ann.bets_chips({f"Place {number} to win": 25})
    ann.takes_picture("table-craps")


def ultimate(browser: Browser, house: House) -> None:
    """The flop is on the table and help says what each choice is worth."""
    ann = Photographer(browser, house, "elena")
    ann.goes_to(ann.opens_table("ultimate-texas-hold-em", name="Main pit 9"))
    ann.sits(3, 1000)
    ann.adds_bot(4)
    ann.bets_chips({"Ante at position 3": 25, "Blind at position 3": 25, "Trips at position 3": 5})
    ann.deals()
    ann.is_asked()
    ann.says("Check")
    ann.is_asked()
    ann.page.get_by_role("tab", name="Help").click()
    ann.page.get_by_role("checkbox", name="Show the best play").check()
    expect(ann.page.get_by_role("tabpanel")).to_contain_text("Best:", timeout=300_000)
    ann.takes_picture("table-ultimate")


def phone(browser: Browser, house: House) -> None:
    ann = Photographer(browser, house, "fiona", size=PHONE, day=True)
    ann.goes_to(ann.opens_table("three-card-poker", name="Main pit 3"))
    ann.sits(4, 500)
    ann.bets_chips({"Ante at position 4": 25, "Pair plus at position 4": 5})
    ann.deals()
    ann.is_asked()
    expect(ann.choice("Play")).to_be_visible()
    ann.takes_picture("phone")


def surveillance(browser: Browser, house: House) -> None:
    boss = Photographer(browser, house)
    boss.signs_in("administrator", KEYS)
    boss.page.get_by_role("link", name="Surveillance").click()
    boss.takes_picture("surveillance")


def replay(browser: Browser, house: House) -> None:
    """A round on the felt, as surveillance watches it again."""
    ann, boss = Photographer(browser, house, "greta"), Photographer(browser, house)
    ann.goes_to(ann.opens_table("three-card-poker", name="Main pit 6"))
    ann.sits(4, 500)
    ann.bets_chips({"Ante at position 4": 25, "Pair plus at position 4": 5})
    ann.deals()
    ann.decides("Play")
    boss.signs_in("administrator", KEYS)
    boss.page.goto(f"/surveillance/{ann.table}/rounds/1")
    boss.page.get_by_role("button", name="the dealer receives").last.click()
    expect(boss.page.get_by_role("status")).to_contain_text("the dealer receives")
    boss.takes_picture("surveillance-replay")


SCENES: dict[str, Callable[[Browser, House], None]] = {
    "lobby": lobby,
    "table-blackjack": blackjack,
    "table-roulette": roulette,
    "table-craps": craps,
    "table-ultimate": ultimate,
    "phone": phone,
    "surveillance": surveillance,
    "surveillance-replay": replay,
}


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            with chromium() as browser:
                for name in names or SCENES:
                    SCENES[name](browser, house)
        finally:
            house.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
