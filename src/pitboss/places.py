"""The places on the layout of a game, and its print.

Card games are played around a half-moon, with one betting spot for each wager at each position, and games between
players around an oval; a game with its own areas (craps, roulette) is drawn as those areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, degrees, dist, radians, sin, sqrt

import msgspec
from msgspec import Struct

from pitboss import edition
from pitboss.book.data import Area, PayTable, Wager
from pitboss.book.facets import Marker
from pitboss.book.rules import Rules
from pitboss.drawing import CARD, GOLD, at, paragraph, tag, text, title
from pitboss.law import short
from pitboss.money import money
from pitboss.outcomes import row_words

WIDTH = 1200.0

# The half-moon: positions are on circles around a point above the table.
_CENTER = (WIDTH / 2, -250.0)
_OUTER = 850.0
_SPREAD = 36.0
_DEPTH = 170.0
_RACK = (600.0, 66.0)
_BOXES = {"shoe": (1010.0, 92.0), "discards": (190.0, 92.0)}
_CORNERS = (
    (245.0, 100.0, 182.0, 146.0),
    (773.0, 100.0, 182.0, 146.0),
    (48.0, 128.0, 182.0, 112.0),
    (970.0, 128.0, 182.0, 112.0),
)
"""Places on the felt where pay tables can be printed: left and right of the middle, and under the boxes."""
_OWED = (600.0, 104.0, 36.0, 20.0)
"""The boxes for amounts that players owe: their middle and size."""


class Place(Struct, frozen=True):
    """A point of the felt and the upward direction there."""

    x: float
    y: float
    turn: float = 0


class Spot(Struct, frozen=True):
    """The place of a wager's chips."""

    wager: str
    label: str
    sub: str
    place: Place
    width: float
    height: float
    position: int = 0
    color: str = ""
    sign: str = ""


class Array(Struct, frozen=True):
    """Cards that are not in a row: their size, and each card's offset from the middle of them all."""

    size: float
    at: list[tuple[float, float]]


class Plan(Struct, frozen=True):
    """A layout ready to be drawn: its print, and the places on it."""

    rules: Rules
    height: float
    printed: list[str]
    spots: list[Spot]
    hands: dict[str, Place]
    names: dict[int, Place]
    middle: Place
    room: float = 150
    """The maximum width of a hand at a position."""
    plate: float = 124
    """The maximum width of a name."""
    felt: float = 0
    """Where the table ends and the placards begin."""
    center: tuple[float, float] | None = None
    """The point around which the positions lie, at a half-moon."""
    ring: tuple[float, float, float, float] | None = None
    """The middle and the half axes of the line on which the names are, at an oval."""
    arrays: dict[str, Array] = {}
    licensee: float = 116
    """The height of the casino licensee's name."""

    def place(self, owner: str) -> Place:
        """The place of an owner's cards; a second hand (``1.2``) is next to the first."""
        return self.hands.get(owner) or self.hands.get(owner.partition(".")[0]) or self.middle

    def spot(self, wager: str, position: int) -> Spot | None:
        """The spot of a wager, or of the wager without its parameter."""
        for name in (wager, wager.partition(":")[0]):
            for spot in self.spots:
                if spot.wager == name and spot.position in (0, position):
                    return spot
        return None

    def lies(self, wager: str, position: int) -> Place | None:
        """The place of a wager's chips: on its spot, or where its parameter puts it."""
        name, _, param = wager.partition(":")
        data = self.rules.wagers.get(name)
        there = (
            self.spot(data.lies.format(param), position)
            if data and data.lies and (param or data.on_another)
            else None
        )
        if data and there:
            dx, dy = data.aside[0] * there.width, data.aside[1] * there.height
            c, s = cos(radians(there.place.turn)), sin(radians(there.place.turn))
            return Place(there.place.x + dx * c - dy * s, there.place.y + dx * s + dy * c, there.place.turn)
        spot = self.spot(wager, position)
        return spot.place if spot else None

    @property
    def boxes(self) -> dict[int, Place]:
        """The dealer's box for each position, in the order in which they sit."""
        x, y, width, _ = _OWED
        seats = self.rules.positions if "boxes" in self.rules.game.data.furniture else 0
        return {seat: Place(x - (seat - (seats + 1) / 2) * width, y) for seat in range(1, seats + 1)}

    def furniture(self, name: str) -> tuple[float, float]:
        """The place of a piece of the table's furniture."""
        return _RACK if name == "rack" else _BOXES.get(name, (self.middle.x, self.middle.y))

    def stands(self, marker: Marker) -> Place:
        """The place of a marker: in a box, in front of a position, on the edge of a spot, with an owner's cards, or
        in the middle."""
        if marker.kind == "box":
            return self.boxes.get(int(marker.at), self.middle)
        if marker.at.isdecimal():
            hand = self.place(marker.at)
            return Place(hand.x, hand.y - 62)
        if spot := self.spot(marker.at, 0):
            return Place(spot.place.x, spot.place.y - spot.height / 2)
        return self.place(marker.at)


def plan_of(rules: Rules) -> Plan:
    """The layout under these rules."""
    if areas := rules.game.felt.layout(rules):
        return _areas(rules, areas)
    return _oval(rules) if rules.game.data.shape == "oval" else _half_moon(rules)


def _rows(rules: Rules) -> list[list[Wager]]:
    """The betting areas of a position row by row, from the dealer to the player."""
    wagers = {wager.id: wager for wager in _staked(rules)}
    rows = [[wagers.pop(each) for each in row if each in wagers] for row in rules.game.data.spots]
    rest, columns = list(wagers.values()), 1 if len(wagers) < 4 else 2 if len(wagers) < 9 else 3
    rows += [rest[n : n + columns] for n in range(0, len(rest), columns)]
    return [row for row in rows if row]


def _staked(rules: Rules) -> list[Wager]:
    """The wagers with a spot on the layout: a bonus is paid on another's stake, and some lie beside another."""
    return [wager for wager in rules.wagers.values() if not (wager.bonus or wager.on_another)]


def _printed_odds(rules: Rules, wager: str) -> str:
    """The odds printed on the spot itself: those of a wager, or of its parameter, with one payout."""
    name, _, param = wager.partition(":")
    table = rules.pay_table(name)
    if table is None:
        return ""
    if len(table.rows) == 1:
        return str(next(iter(table.rows.values())))
    return str(table.rows[param]) if param in table.rows else ""


# ---- the half-moon -----------------------------------------------------------------------------------


def _half_moon(rules: Rules) -> Plan:
    rows = _rows(rules)
    columns = max(map(len, rows), default=1)
    angles = _angles(rules.positions)
    height = min(72.0, _DEPTH / max(1, len(rows)))
    inner = _OUTER - len(rows) * height
    pitch = radians(min(14, 2 * _SPREAD / max(1, rules.positions - 1))) * inner
    width = min(112.0, (pitch - 8) / columns)
    spots, hands, names = [], {}, {}
    for position, angle in enumerate(angles, 1):
        for n, row in enumerate(rows):
            for column, wager in enumerate(row):
                place = _polar(angle, inner + (n + 0.5) * height, (column - (len(row) - 1) / 2) * width)
                odds = _printed_odds(rules, wager.id)
                spots.append(Spot(wager.id, wager.name, odds, place, width - 6, height - 6, position))
        hands[str(position)] = _polar(angle, inner - 46)
        names[position] = _polar(angle, _OUTER + 34)
    hands |= {"dealer": Place(600, 142), "community": Place(600, 236), "burn": Place(190, 98)}
    hands |= _shared_hands(rules)
    arrays = {owner: _array(cards) for owner, cards in rules.game.felt.lies(rules).items()}
    if (
        common := arrays.get("community")
    ) is not None:  # it takes the middle, with the dealer's hand next to it
        hands |= {"dealer": Place(470 - max(x for x, _ in common.at), 142), "community": Place(600, 216)}
    low = _CENTER[1] + _OUTER + 88
    panels, bottom = _panels(rules, spots, low)
    between = (dist((one.x, one.y), (other.x, other.y)) for one, other in pairwise(names.values()))
    return Plan(
        rules,
        bottom,
        [_moon(rules), *panels],
        spots,
        hands,
        names,
        Place(830, 142),
        pitch * 0.84,
        plate=min((124.0, *(apart - 4 for apart in between))),
        felt=low,
        center=_CENTER,
        arrays=arrays,
        licensee=140 if "boxes" in rules.game.data.furniture else 116,
    )


def _array(cards: Sequence[tuple[float, float]]) -> Array:
    """Cards in rows, small enough for the room between the rack and the players."""
    rows = 1 + max(y for _, y in cards) - min(y for _, y in cards)
    size = min(1.15, 228 / (rows * (CARD[1] + 6)))
    width, height = (size * (side + 6) for side in CARD)
    return Array(round(size, 3), [(round(x * width, 1), round(y * height, 1)) for x, y in cards])


def _angles(positions: int) -> list[float]:
    """From the dealer's left, which is the viewer's right, clockwise."""
    if positions == 1:
        return [0.0]
    return [_SPREAD - n * 2 * _SPREAD / (positions - 1) for n in range(positions)]


def _polar(angle: float, radius: float, aside: float = 0) -> Place:
    turn = radians(angle)
    x = _CENTER[0] + radius * sin(turn) + aside * cos(turn)
    y = _CENTER[1] + radius * cos(turn) - aside * sin(turn)
    return Place(x, y, -angle * 0.9)


def _moon(rules: Rules) -> str:
    name = rules.game.id
    rail = f"url(#{name}-rail)"
    return tag(
        "g",
        tag("path", d=_outline(18), fill=rail, stroke=rail, stroke_width=18, stroke_linejoin="round"),
        tag("path", d=_outline(32), fill=f"url(#{name}-felt)", stroke=GOLD, stroke_width=2),
        _rack(*_RACK),
        *(_box(*_BOXES[name], name.upper()) for name in rules.game.data.furniture if name in _BOXES),
        *_inscribed(rules),
        tag(
            "g",
            *_curved(rules.game.title.upper(), 552, min(28.0, 780 / len(rules.game.title))),
            class_="title",
        ),
        text(_range(rules), 345.0, 68.0, 15.0, fill=GOLD),
        text(edition.called(rules.game), 855.0, 68.0, 12.0, opacity=0.75),
        aria_hidden="true",
    )


def _shared_hands(rules: Rules) -> dict[str, Place]:
    """The places of cards that all players use, side by side in front of the dealer."""
    owners = list(rules.game.data.hands)
    return {owner: Place(600 + 320 * (n - (len(owners) - 1) / 2), 186) for n, owner in enumerate(owners)}


def _inscribed(rules: Rules) -> Iterator[str]:
    """The labels of those cards, and the boxes for amounts that players owe, with their numbers."""
    for n, line in enumerate(each.words for each in rules.shown if each.words):
        yield from _curved(line.upper(), 592.0 + 22 * n, min(13.0, 600 / (0.8 * len(line))))
    for each in rules.shown:
        for n, label in enumerate(each.cards):
            x = 770.0 + 62 * n if each.left else 600.0 + 62 * (n - (len(each.cards) - 1) / 2)
            yield _card_area(label, x, 170.0 if each.left else 214.0)
    for owner, place in _shared_hands(rules).items():
        words = rules.game.data.hands[owner].upper()
        yield text(words, place.x, place.y - 60, 13.0, fill=GOLD, letter_spacing=3)
    if "boxes" in rules.game.data.furniture:
        x, y, width, height = _OWED
        for seat in range(1, rules.positions + 1):
            middle = x - (seat - (rules.positions + 1) / 2) * width
            box = {"x": middle - width / 2, "y": y - height / 2, "width": width, "height": height}
            yield tag("rect", **box, fill="none", stroke=GOLD, stroke_width=1)
            yield text(str(seat), middle, y, 11.0, opacity=0.7)


def _card_area(words: str, x: float, y: float) -> str:
    w, h = CARD
    box = {"x": x - w / 2, "y": y - h / 2, "width": w, "height": h, "rx": 5}
    edge = tag("rect", **box, fill="none", stroke=GOLD, stroke_width=1.2, stroke_dasharray="5 3")
    return edge + paragraph(words, x, y, w - 8, h - 12, 12.0, opacity=0.8)


def _outline(inset: float) -> str:
    """The half-moon: a straight edge for the dealer, and an arc around the positions."""
    left, right, top, radius = inset, WIDTH - inset, 8 + inset, _OUTER + 72 - inset
    low = _CENTER[1] + sqrt(radius**2 - (right - _CENTER[0]) ** 2)
    return (
        f"M{left + 34:g} {top:g}H{right - 34:g}Q{right:g} {top:g} {right:g} {top + 34:g}V{low:.1f}"
        f"A{radius:g} {radius:g} 0 0 1 {left:g} {low:.1f}"
        f"V{top + 34:g}Q{left:g} {top:g} {left + 34:g} {top:g}Z"
    )


def _curved(words: str, radius: float, size: float) -> Iterator[str]:
    """Words along an arc, letter by letter: few programs other than browsers can set text on a path."""
    widths = [size * (0.5 if letter in "IJ1'- " else 1.05 if letter in "MW" else 0.86) for letter in words]
    along = -sum(widths) / 2
    for letter, width in zip(words, widths, strict=True):
        place = _polar(degrees((along + width / 2) / radius), radius)
        along += width
        if letter != " ":
            turn = place.turn / 0.9
            yield tag("g", text(letter, 0.0, 0.0, size, fill=GOLD), transform=at(place.x, place.y, turn))


def _range(rules: Rules) -> str:
    """The sign of 8.2(c): the minimum and maximum of the first wager."""
    first = next((wager.id for wager in _staked(rules)), None)
    if first is None:
        return ""
    limits = rules.limits(first)
    return " to ".join(dict.fromkeys(map(money, (limits.least, limits.most))))


def _rack(x: float, y: float) -> str:
    colors = ("#c78b1e", "#5d2a86", "#1b1d21", "#157347", "#b3202f", "#8fa3b5")
    tubes = "".join(
        tag("rect", x=x - 147 + 49 * n, y=y - 10, width=45, height=24, rx=4, fill=color)
        + tag(
            "path",
            d="".join(f"M{x - 147 + 49 * n + step} {y - 10}v24" for step in range(6, 45, 6)),
            stroke="#ffffff66",
            stroke_width=1,
        )
        for n, color in enumerate(colors)
    )
    return tag("rect", x=x - 156, y=y - 17, width=309, height=38, rx=6, fill="#2a1a10", stroke=GOLD) + tubes


def _box(x: float, y: float, words: str) -> str:
    return tag(
        "rect", x=x - 48, y=y - 27, width=96, height=54, rx=6, fill="#0b2f20", stroke=GOLD, stroke_width=1.5
    ) + text(words, x, y, 12.0, letter_spacing=1.5)


# ---- the oval ----------------------------------------------------------------------------------------


_RING = (600.0, 322.0, 500.0, 244.0)


def _oval(rules: Rules) -> Plan:
    """Positions clockwise from the dealer's left, around the cards and chips that everybody shares."""
    seats, (cx, cy, rx, ry) = rules.positions, _RING
    angles = [radians(360 * n / (seats + 1) - 90) for n in range(1, seats + 1)]

    def around(share: float, down: float = 0) -> list[Place]:
        return [Place(cx + share * rx * cos(each), cy + share * ry * sin(each) + down) for each in angles]

    names = dict(enumerate(around(1), 1))
    hands = {str(n): Place(x.x, x.y - 56) for n, x in names.items()}
    hands |= {"community": Place(cx, cy - 32), "dealer": Place(cx, 140), "burn": Place(470, 168)}
    spots = [
        Spot(wager.id, "", "", place, 44, 44, n)
        for wager in _staked(rules)
        for n, place in enumerate(around(0.62), 1)
    ]
    name = rules.game.id
    rail = f"url(#{name}-rail)"
    printed = tag(
        "g",
        tag("ellipse", cx=cx, cy=cy, rx=rx + 88, ry=ry + 70, fill=rail),
        tag(
            "ellipse", cx=cx, cy=cy, rx=rx + 46, ry=ry + 32,
            fill=f"url(#{name}-felt)", stroke=GOLD, stroke_width=2,
        ),
        tag("ellipse", cx=cx, cy=cy, rx=0.76 * rx, ry=0.7 * ry, fill="none", stroke=GOLD, stroke_opacity=0.35),
        tag("g", text(rules.game.title.upper(), cx, cy + 96, 22.0, fill=GOLD, letter_spacing=4), class_="title"),
        text(edition.called(rules.game), cx, cy + 122, 12.0, opacity=0.6, class_="title"),
        class_="oval",
        aria_hidden="true",
    )  # fmt: skip
    low = cy + ry + 78
    panels, bottom = _panels(rules, spots, low)
    places = spots, hands, names, Place(cx, cy - 132)
    return Plan(rules, bottom, [printed, *panels], *places, room=128, felt=low, ring=_RING, licensee=cy + 142)


# ---- areas -------------------------------------------------------------------------------------------


def _areas(rules: Rules, areas: Sequence[Area]) -> Plan:
    """The areas as the game gives them, scaled to the width of the drawing."""
    left, top = min(area.at[0] for area in areas), min(area.at[1] for area in areas)
    right, bottom = (max(area.at[n] + area.at[n + 2] for area in areas) for n in (0, 1))
    scale = min((WIDTH - 100) / (right - left), 900 / (bottom - top))
    x0, y0 = (WIDTH - scale * (right - left)) / 2, 150.0
    places = Counter(area.wager.partition(":")[0] for area in areas)
    spots = [
        Spot(
            area.wager,
            area.label,
            area.sub or _area_odds(rules, area, places),
            Place(x0 + scale * (x - left + w / 2), y0 + scale * (y - top + h / 2)),
            scale * w,
            scale * h,
            color=area.color,
            sign=area.sign,
        )
        for area in areas
        for x, y, w, h in [area.at]
    ]
    low = y0 + scale * (bottom - top)
    drawn = {spot.wager.partition(":")[0] for spot in spots}
    missing = [wager for wager in _staked(rules) if wager.id not in drawn]
    for n, wager in enumerate(missing):  # every wager has a place, even if the game gave it none
        row, column = divmod(n, 8)
        place = Place(50 + 137.5 * (column + 0.5), low + 40 + 52 * row)
        spots.append(Spot(wager.id, wager.name, _printed_odds(rules, wager.id), place, 131, 46))
    low += 52 * ceil(len(missing) / 8) + (14 if missing else 0)
    seats = rules.positions
    names = {seat: Place(50 + (WIDTH - 100) * (seat - 0.5) / seats, low + 46) for seat in range(1, seats + 1)}
    panels, end = _panels(rules, spots, low + 96)
    name = rules.game.id
    frame = tag(
        "g",
        tag("rect", x=8, y=8, width=WIDTH - 16, height=low + 72, rx=44, fill=f"url(#{name}-rail)"),
        tag(
            "rect",
            x=26,
            y=26,
            width=WIDTH - 52,
            height=low + 36,
            rx=32,
            fill=f"url(#{name}-felt)",
            stroke=GOLD,
            stroke_width=2,
        ),
        text(rules.game.title.upper(), 600.0, 76.0, 38.0, fill=GOLD, letter_spacing=8),
        text(f"{_range(rules)}   ·   {edition.called(rules.game)}", 600.0, 114.0, 13.0, opacity=0.75),
        aria_hidden="true",
    )
    hands = {"dealer": Place(230, 92), "community": Place(600, 92)}
    plate = min(124.0, (WIDTH - 100) / seats - 6)
    felt = low + 88
    return Plan(
        rules,
        end,
        [frame, *panels],
        spots,
        hands,
        names,
        Place(970, 88),
        plate=plate,
        felt=felt,
        licensee=45,
    )


def _area_odds(rules: Rules, area: Area, places: Mapping[str, int]) -> str:
    """Odds for a label without them, but not repeated on many places."""
    odds = _printed_odds(rules, area.wager)
    name, _, param = area.wager.partition(":")
    alike = places[name] > 6 and param not in getattr(rules.pay_table(name), "rows", {})
    return "" if not area.label or alike or area.label == odds else odds


# ---- pay tables --------------------------------------------------------------------------------------


_SMALL = 10.0
"""The smallest readable size on a placard."""
_LONGEST = 18
"""Rows of a placard."""


class Panel(Struct, frozen=True):
    """A placard: payouts, with their paragraph."""

    wager: str
    name: str
    cite: str
    rows: dict[str, str]


def _panels(rules: Rules, spots: list[Spot], top: float) -> tuple[list[str], float]:
    """Placards under the table: the pay tables in force whose odds are not printed on the spots."""
    panels, drawn = list(_placards(rules, spots)), []
    for panel, corner in zip(_on_felt(rules, panels), _CORNERS, strict=False):
        panels.remove(panel)
        drawn.append(_panel_in(panel, *corner))
    panels = [part for panel in panels for part in _parts(panel)]
    width = max(map(_wide, panels), default=220)
    bottoms = [top] * min(int((WIDTH + 12) // (width + 12)), len(panels))
    left = (WIDTH + 12 - (width + 12) * len(bottoms)) / 2
    for panel in panels:
        column = bottoms.index(min(bottoms))
        drawn.append(_panel(panel, left + (width + 12) * column, bottoms[column], width))
        bottoms[column] += 56 + 19 * len(panel.rows)
    return drawn, max(bottoms, default=top)


def _parts(panel: Panel) -> Iterator[Panel]:
    """A placard higher than the table is split into parts, side by side."""
    rows = [*panel.rows.items()]
    each = ceil(len(rows) / ceil(len(rows) / _LONGEST))
    for n in range(0, len(rows), each):
        yield msgspec.structs.replace(panel, rows=dict(rows[n : n + each]))


def _wide(panel: Panel) -> float:
    """How wide a placard is so that its rows and its heading can be read."""
    rows = (0.52 * _SMALL * len(outcome) + 6.8 * len(odds) for outcome, odds in panel.rows.items())
    return min(320.0, max(220.0, 42 + max(rows), 96 + 0.72 * _SMALL * len(panel.name)))


def _on_felt(rules: Rules, panels: list[Panel]) -> list[Panel]:
    """Those that must be inscribed on the layout itself, where no sign may replace it; the longest first."""
    inscribed = {wager for each in rules.shown if not each.sign_cite for wager in each.odds}
    return sorted((each for each in panels if each.wager in inscribed), key=lambda each: -len(each.rows))


def _panel_in(panel: Panel, x: float, y: float, width: float, height: float) -> str:
    """A placard as large as the place allows."""
    wide = _wide(panel)
    scale = min(width / wide, height / (44 + 19 * len(panel.rows)))
    middle = x + (width - wide * scale) / 2
    return tag("g", _panel(panel, 0, 0, wide), transform=at(middle, y, 0, scale))


def _placards(rules: Rules, spots: list[Spot]) -> Iterator[Panel]:
    """A placard for each table of several rows; one for all wagers with one payout."""
    simple = {}
    for wager in rules.wagers.values():
        table = rules.pay_tables.get(wager.id)
        printed = {
            each
            for spot in spots
            if spot.wager.partition(":")[0] == wager.id
            for each in (spot.sub, spot.label)
        }
        rows = in_force(rules, table) if table else {}
        if table is None or all(odds in printed for odds in rows.values()):
            continue
        if len(rows) == 1:
            simple[wager.name] = next(iter(rows.values()))
        else:
            yield Panel(wager.id, paid_by(rules, wager.id), short(table.cite), rows)
    if simple:
        yield Panel("", "Pays", "", simple)


def paid_by(rules: Rules, wager: str) -> str:
    """The wagers that share a pay table, in one name."""
    names = [each.name for each in rules.wagers.values() if wager in (each.id, each.pays)]
    return "Every wager" if len(names) == len(rules.wagers) > 3 else together(names)


def together(names: list[str]) -> str:
    """Names of wagers in one; common words are not repeated.

    >>> together(["Bonus 1", "Bonus 2"]), together(["Player bonus", "Dealer bonus"])
    ('Bonus 1, 2', 'Player bonus, Dealer bonus')
    """
    heads = {name.rpartition(" ")[0] for name in names}
    if len(names) > 1 and len(heads) == 1 and (head := heads.pop()):
        return f"{head} {', '.join(name.rpartition(' ')[2] for name in names)}"
    return ", ".join(names)


def in_force(rules: Rules, table: PayTable) -> dict[str, str]:
    """The rows that are paid, in words."""
    data = rules.game.data
    return {row_words(data, table.wager, row): str(odds) for row, odds in rules.paid(table).items()}


def _panel(panel: Panel, x: float, y: float, width: float) -> str:
    lines = []
    for n, (outcome, odds) in enumerate(panel.rows.items()):
        line = y + 44 + 19 * n
        size = min(12.5, (width - 42 - 6.8 * len(odds)) / (0.52 * len(outcome)))
        lines.append(text(outcome, x + 14, line, size, text_anchor="start"))
        lines.append(text(odds, x + width - 14, line, 12.5, text_anchor="end", fill=GOLD))
    height = 44 + 19.0 * len(lines) / 2
    return tag(
        "g",
        title(f"{panel.name}: payouts"),
        tag(
            "rect", x=x, y=y, width=width, height=height, rx=9, fill="#0b573a", stroke=GOLD, stroke_width=1.5
        ),
        text(
            panel.name.upper(),
            x + 14,
            y + 20,
            min(13.0, (width - 70) / (0.72 * len(panel.name))),
            text_anchor="start",
            fill=GOLD,
        ),
        text(panel.cite, x + width - 14, y + 20, 9.0, text_anchor="end", opacity=0.7),
        *lines,
        data_pays=panel.wager or "all",
    )
