"""Drawings of everything on a table: cards, chips, dice, markers. Plain SVG, without external fonts or scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from pitboss.equipment.cards import NAMES
from pitboss.money import Cents, money

GOLD = "#d8b45c"
CREAM = "#f5ecd2"
SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"
SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

CARD = (56.0, 80.0)
CHIP = 19.0

_SUITS = {
    "c": "M0-9.5a4.7 4.7 0 0 1 3.6 7.7a4.7 4.7 0 1 1-2.7 7.5q.3 2.6 2.4 4.3h-6.6q2.1-1.7 2.4-4.3"
    "a4.7 4.7 0 1 1-2.7-7.5a4.7 4.7 0 0 1 3.6-7.7z",
    "d": "M0-10Q3-4.5 7.4 0Q3 4.5 0 10Q-3 4.5-7.4 0Q-3-4.5 0-10z",
    "h": "M0 9.5C-9 2-9.5-2.5-8.6-5.2C-7.2-9.4-1.6-9.6 0-5C1.6-9.6 7.2-9.4 8.6-5.2C9.5-2.5 9 2 0 9.5z",
    "s": "M0-10C7.5-3.5 9-.5 8.6 2.2C8 6.4 3 7 .9 4.6Q1.2 7.8 3.3 10H-3.3Q-1.2 7.8-.9 4.6C-3 7-8 6.4-8.6 2.2"
    "C-9-.5-7.5-3.5 0-10z",
}
_RED, _BLACK = "#c0182b", "#15181c"
_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_RANKS |= {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
}
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

# The places of the pips of a card: columns -1, 0, 1; rows from -3 (top) to 3.
_SIDES = {
    2: (),
    3: (),
    4: (-3, 3),
    5: (-3, 3),
    6: (-3, 0, 3),
    7: (-3, 0, 3),
    8: (-3, 0, 3),
    9: (-3, -1, 1, 3),
    10: (-3, -1, 1, 3),
}
_MIDDLE = {2: (-3, 3), 3: (-3, 0, 3), 5: (0,), 7: (-1.5,), 8: (-1.5, 1.5), 9: (0,), 10: (-2, 2)}

# Chips by value in dollars, in Atlantic City's colors.
_CHIPS = (
    (1000, "#c78b1e"),
    (500, "#5d2a86"),
    (100, "#1b1d21"),
    (25, "#157347"),
    (5, "#b3202f"),
    (0, "#8fa3b5"),
)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. Underscores in attribute names stand for hyphens; inner text must be escaped."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_number(value))}"
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def title(text: str) -> str:
    return tag("title", escape(text))


def at(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """A transform that puts a drawing there."""
    return (
        f"translate({x:.1f} {y:.1f})"
        + (f" rotate({turn:.1f})" if turn else "")
        + (f" scale({scale:.3g})" if scale != 1 else "")
    )


def text(words: str, x: float, y: float, size: float, **attributes: object) -> str:
    """One line, centered on the point."""
    return tag(
        "text",
        escape(words),
        **{
            "x": x,
            "y": y + size * 0.35,
            "font_size": size,
            "text_anchor": "middle",
            "fill": CREAM,
            **attributes,
        },
    )


def fit(words: str, width: float, height: float, most: float) -> tuple[list[str], float]:
    """The words broken into lines so that they are as large as the place allows."""
    best: tuple[list[str], float] = ([words], 0.0)
    pieces = words.split()
    advance = 0.68 if words.isupper() else 0.55
    for count in range(1, len(pieces) + 1):
        lines = wrap(words, max(ceil(len(words) / count), *map(len, pieces), 1), break_on_hyphens=False)
        lines = words.splitlines() if "\n" in words else lines
        size = min(most, width / (advance * max(map(len, lines))), height / (1.1 * len(lines)))
        if size > best[1]:
            best = lines, size
    return best


def paragraph(
    words: str, x: float, y: float, width: float, height: float, most: float, **attributes: object
) -> str:
    """Words that fill a place; they run upwards if it is tall and narrow."""
    if not words:
        return ""
    turned = height > 1.7 * width and len(words) > 3
    lines, size = fit(words, height, width, most) if turned else fit(words, width, height, most)
    top = -(len(lines) - 1) * size * 0.55
    written = "".join(
        text(line, 0.0, top + n * size * 1.1, size, **attributes) for n, line in enumerate(lines)
    )
    return tag("g", written, transform=at(x, y, -90 if turned else 0))


# ---- cards -------------------------------------------------------------------------------------------


def card_name(name: str) -> str:
    """A card or a tile in words: ``ace of spades``."""
    if name not in NAMES:
        return "a card face down"
    if "-" in name:
        return f"a tile of {name[0]} and {name[2]}"
    return f"{_RANKS[name[0]]} of {_SUIT_NAMES[name[1]]}" if name[1] in _SUIT_NAMES else "a joker"


def card(name: str) -> str:
    """A card around the origin, by its name; an unseen card shows its back."""
    w, h = CARD
    outline = {"x": -w / 2, "y": -h / 2, "width": w, "height": h, "rx": 5}
    heading = title(card_name(name))
    if name not in NAMES:
        lattice = "".join(f"M{x} {-h / 2 + 5:g}L{x} {h / 2 - 5:g}" for x in range(-20, 21, 5))
        lattice += "".join(f"M{-w / 2 + 5:g} {y}L{w / 2 - 5:g} {y}" for y in range(-30, 31, 5))
        return tag(
            "g",
            heading,
            tag("rect", **outline, fill="#fdfcf8", stroke="#555", stroke_width=0.6),
            tag("rect", x=-w / 2 + 4, y=-h / 2 + 4, width=w - 8, height=h - 8, rx=3, fill="#8f1d2c"),
            tag("path", d=lattice, stroke="#d9a5a0", stroke_width=0.7),
            tag("circle", r=8, fill="#8f1d2c", stroke="#d9a5a0", stroke_width=1),
            class_="card back",
        )
    tile = "-" in name
    face = tag("rect", **outline, fill=_BLACK if tile else "#fdfcf8", stroke="#555", stroke_width=0.6)
    drawn = _dots(name) if tile else _face(name)
    return tag("g", heading, face, *drawn, class_="card", data_card=name)


def _dots(name: str) -> list[str]:
    """The halves of a tile one above the other. Ones and fours are red, and half of each six of the twelve."""
    drawn = []
    for middle, face in ((-CARD[1] / 4, int(name[0])), (CARD[1] / 4, int(name[2]))):
        for x, y in dots(face):
            red = face in (1, 4) or (name == "6-6" and x > 0)
            radius = 5.4 if face == 1 else 3.6
            ink = "#e23b4c" if red else "#fdfcf8"
            drawn.append(tag("circle", cx=10 * x, cy=middle + 11 * y, r=radius, fill=ink))
    return drawn


def _face(name: str) -> list[str]:
    w, h = CARD
    rank, suit = name[0], name[1]
    if suit not in _SUITS:
        color = _RED if rank == "J" else _BLACK
        star = tag("path", d="M0-17L5-5L17-5L7.500 3L11 15L0 8L-11 15L-7.500 3L-17-5L-5-5z", fill=color)
        return [star, text("JOKER", 0.0, 28.0, 10.0, fill=color, font_weight="bold")]
    color = _RED if suit in "dh" else _BLACK
    number = "A23456789TJQK".index(rank) + 1

    def sign(x: float, y: float, size: float, turn: float = 0) -> str:
        return tag("path", d=_SUITS[suit], fill=color, transform=at(x, y, turn, size / 20))

    index = text(rank.replace("T", "10"), -w / 2 + 8, -h / 2 + 10, 13.0, fill=color, font_weight="bold")
    corner = index + sign(-w / 2 + 8, -h / 2 + 23, 9)
    corners = [corner, tag("g", corner, transform="rotate(180)")]
    if number == 1:
        return [*corners, sign(0, 0, 32)]
    if number > 10:
        frame = tag(
            "rect", x=-13, y=-26, width=26, height=52, rx=2, fill="#f6e7b8", stroke=color, stroke_width=0.8
        )
        letter = text(rank, 0.0, -8.0, 26.0, fill=color, font_family=SERIF, font_weight="bold")
        return [*corners, frame, letter, sign(0, 14, 16)]
    spots: list[tuple[int, float]] = [(side, row) for side in (-1, 1) for row in _SIDES[number]]
    spots += [(0, row) for row in _MIDDLE.get(number, ())]
    return corners + [sign(side * 9, row * 8, 11, 180 if row > 0 else 0) for side, row in spots]


def hand(names: list[str], most: float = 150) -> str:
    """Cards side by side around the origin, overlapping as much as needed, with their corners visible."""
    step = min(CARD[0] + 4, max(14, (most - CARD[0]) / max(1, len(names) - 1)))
    left = -step * (len(names) - 1) / 2
    return "".join(tag("g", card(name), transform=at(left + n * step, 0)) for n, name in enumerate(names))


# ---- chips, dice, markers ----------------------------------------------------------------------------


def chips(amount: Cents, heading: str) -> str:
    """A stack of chips around the origin with its amount."""
    worth = amount // 100
    value, color = next((value, color) for value, color in _CHIPS if worth >= value)
    high = min(4, max(1, worth // (value or 1)))
    top = -3.0 * (high - 1)
    stack = "".join(_rim(-3.0 * n, color) for n in range(high))
    label = money(amount)
    face = _chip_face(top, color)
    size = min(11.0, 27 / (0.58 * len(label)))
    return tag(
        "g",
        title(heading),
        stack,
        face,
        text(label, 0.0, top, size, fill="#1a1a1a", font_weight="bold", font_family=SANS),
        class_="chips",
    )


def _rim(y: float, color: str) -> str:
    """A chip: its color, and the white spots of its edge."""
    return tag("circle", cy=y, r=CHIP, fill=color, stroke="#0006", stroke_width=1) + tag(
        "circle",
        cy=y,
        r=CHIP - 2.5,
        fill="none",
        stroke="#fff",
        stroke_width=5,
        stroke_dasharray="7 10.26",
    )


def _chip_face(y: float, color: str) -> str:
    return tag("circle", cy=y, r=CHIP - 5.5, fill="#fffdf4", stroke=color, stroke_width=1)


def dots(face: int) -> list[tuple[int, int]]:
    """The places of the dots of a die's face, in columns and rows from -1 to 1."""
    middle = [(0, 0)] * (face % 2)
    diagonals = [(-1, -1), (1, 1)] * (face > 1) + [(1, -1), (-1, 1)] * (face > 3)
    return middle + diagonals + [(-1, 0), (1, 0)] * (face == 6)


def die(face: int) -> str:
    """A die around the origin."""
    return tag(
        "g",
        title(f"a die showing {face}"),
        tag(
            "rect",
            x=-23,
            y=-23,
            width=46,
            height=46,
            rx=9,
            fill="#b8152a",
            stroke="#6d0b18",
            stroke_width=1.5,
        ),
        *(tag("circle", cx=12 * x, cy=12 * y, r=4.6, fill="#fff") for x, y in dots(face)),
        class_="die",
    )


def puck(words: str, heading: str, fill: str = "#fffdf4", ink: str = "#15181c") -> str:
    """A round marker: the point, the button, the crown."""
    return tag(
        "g",
        title(heading),
        tag("circle", r=17, fill=fill, stroke=GOLD, stroke_width=2.5),
        text(
            words,
            0.0,
            0.0,
            min(13.0, 27 / (0.62 * max(1, len(words)))),
            fill=ink,
            font_weight="bold",
            font_family=SANS,
        ),
        class_="marker",
    )


def sprites() -> str:
    """Everything on a table as symbols of one file: ``card-As`` … ``card-1-2``, ``card-back``,
    ``die-1`` … ``die-6``, ``chip-25`` with an empty face, ``marker``."""
    symbols = [_symbol(f"card-{name}", card(name), *CARD) for name in NAMES]
    symbols.append(_symbol("card-back", card("??"), *CARD))
    symbols += [_symbol(f"die-{face}", die(face), 48, 48) for face in range(1, 7)]
    symbols += [
        _symbol(f"chip-{value or 1}", _rim(0, color) + _chip_face(0, color), 2 * CHIP + 1, 2 * CHIP + 1)
        for value, color in _CHIPS
    ]
    symbols.append(_symbol("marker", puck("", "a marker"), 37, 37))
    return tag("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def _symbol(name: str, drawn: str, width: float, height: float) -> str:
    return tag("symbol", drawn, id=name, viewBox=f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}")


def html_table(heading: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows under a heading, as a notebook shows an object. Cells are escaped; all but the first column are figures.

    >>> html_table("odds", ["wager", "edge"], [["<pass>", "7/495"]])[-86:]
    '<tr><th>&lt;pass&gt;</th><td style="text-align: right">7/495</td></tr></tbody></table>'
    """
    right = ' style="text-align: right"'
    head = "".join(f"<th{right if n else ''}>{escape(each)}</th>" for n, each in enumerate(columns))
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td{right}>{escape(each)}</td>' for each in rest)}</tr>"
        for first, *rest in rows
    )
    caption = f"<caption>{escape(heading)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
