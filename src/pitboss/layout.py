"""The layout of a game as a drawing or as data, and a live table on it. A spot is tagged with ``data-wager``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from pitboss.book.events import Deal, Discard, Draw, Event, Roll, Show, Slide, Spin, part_of
from pitboss.book.rules import Rules
from pitboss.drawing import (
    CREAM,
    GOLD,
    SANS,
    SERIF,
    at,
    card,
    chips,
    die,
    hand,
    paragraph,
    puck,
    tag,
    text,
    title,
)
from pitboss.law import Refused, one_line
from pitboss.money import cents, money
from pitboss.outcomes import words
from pitboss.places import WIDTH, Place, Plan, Spot, in_force, plan_of

if TYPE_CHECKING:
    from pitboss.table import Table

_COLORS = {"red": "#a81c2b", "black": "#15181c", "green": "#0a5c39", "white": "#e9e4d4", "blue": "#1d4f91"}
_COLORS |= {"gold": "#b98a1f", "purple": "#5d2a86"}

LONGEST_NAME = 40
_ODDS = re.compile(r"[\d,]+ (to|for) |\$")


def layout_svg(rules: Rules, live: bool = False, licensee: str = "") -> str:
    """The felt with its betting areas, labels and payout odds (printed with "to", 1.4(a)), and with the name of
    the casino licensee. At a live table its spots are buttons."""
    licensee = one_line(licensee)
    if len(licensee) > LONGEST_NAME:
        raise Refused(f"the name of a casino licensee may have at most {LONGEST_NAME} letters on a layout")
    named = licensee or any(each.licensee for each in rules.shown)
    plan = plan_of(rules)
    name = (
        ""
        if live or not named
        else text(
            (licensee or "Casino licensee").upper(),
            WIDTH / 2,
            plan.licensee,
            15.0,
            letter_spacing=min(4, 60 / (len(licensee) or 15)),
        )
    )
    return _svg(plan, f"Layout of {rules.game.title}", [name], live)


def plan_json(rules: Rules) -> dict[str, object]:
    """The places on the felt, for a program that draws a table."""
    plan = plan_of(rules)
    return {
        "width": WIDTH,
        "height": plan.height,
        "felt": plan.felt,
        "center": plan.center,
        "ring": plan.ring,
        "positions": rules.positions,
        "hands": {owner: _point(place) for owner, place in plan.hands.items()},
        "names": {str(seat): _point(place) for seat, place in plan.names.items()},
        "middle": _point(plan.middle)[:2],
        "room": plan.room,
        "plate": plan.plate,
        "arrays": msgspec.to_builtins(plan.arrays),
        "piece": rules.game.data.deck.piece if rules.game.data.deck else "card",
        "squeezed": list(rules.game.felt.squeezed(rules)),
        "boxes": {str(seat): _point(place)[:2] for seat, place in plan.boxes.items()},
        "furniture": {name: plan.furniture(name) for name in ("rack", *rules.game.data.furniture)},
        "spots": [
            {
                "wager": spot.wager,
                "position": spot.position,
                "x": round(spot.place.x, 1),
                "y": round(spot.place.y, 1),
                "turn": round(spot.place.turn, 1),
                "width": round(spot.width, 1),
                "height": round(spot.height, 1),
                "label": spot.label.replace("\n", " "),
                "called": _called(rules, spot),
            }
            for spot in plan.spots
        ],
        "wheel": _wheel(plan),
        "verb": rules.game.data.verb,
        "advises": rules.game.mathematics.advises,
        "pace": rules.game.data.house.rounds_per_hour,
        "pays": _by_table(rules),
        **_words(rules),
    }


def _words(rules: Rules) -> dict[str, object]:
    """The terms of the table: its wagers with their limits, decisions, irregularities and options."""
    data = rules.game.data
    wagers = {}
    for wager in rules.wagers.values():
        limits = rules.limits(wager.id)
        bounds = {"least": limits.least, "most": limits.most, "step": limits.step}
        where = {
            "elsewhere": wager.elsewhere,
            "lies": wager.lies,
            "aside": wager.aside,
            "marks": wager.marks,
        }
        wagers[wager.id] = {
            "name": wager.name,
            "cite": wager.full_cite,
            "during": wager.during,
            "required": wager.required,
            **where,
            **bounds,
        }
    return {
        "wagers": wagers,
        "together": [each.wagers for each in rules.together],
        "ticket": data.ticket
        and {
            "board": data.ticket.board,
            "draws": data.ticket.draws,
            "least": cents(rules[data.ticket.rate]),
        },
        "chip": rules.chip,
        "decisions": {
            each.id: {
                "name": each.name,
                "verb": each.verb or each.name,
                "gives_up": each.gives_up,
                "largest": each.largest,
                "total": each.total,
            }
            for each in data.decisions
        },
        "irregularities": [
            {
                "id": each.id,
                "ruling": each.ruling,
                "cite": each.full_cite,
                "of": each.of,
                "points": each.happens,
                "detail": msgspec.to_builtins(each.detail),
            }
            for each in rules.irregularities.values()
        ],
    }


def _by_table(rules: Rules) -> list[dict[str, object]]:
    """The pay tables: the rows in force, as outcome, win and stake."""
    tables: list[dict[str, object]] = []
    for wager in rules.wagers.values():
        if table := rules.pay_tables.get(wager.id):
            shown = in_force(rules, table)
            rows = [
                (words(outcome), odds.win, odds.stake)
                for outcome, odds in table.rows.items()
                if odds.win and words(outcome) in shown
            ]
            if rows:
                tables.append({"wager": wager.name, "cite": table.cite, "rows": rows})
    return tables


def _point(place: Place) -> list[float]:
    return [round(place.x, 1), round(place.y, 1), round(place.turn, 1)]


def _wheel(plan: Plan) -> list[dict[str, str]]:
    """The pockets around the wheel, as its numbers are printed on the layout. If the text gives only the number of
    stops of each kind, they are spread evenly."""
    pockets = plan.rules.game.felt.stops(plan.rules)
    count, seen, around = Counter(pockets), Counter[str](), []
    for place, pocket in enumerate(pockets):
        share = (seen[pocket] + 0.5) / count[pocket] if len(count) < len(pockets) else float(place)
        seen[pocket] += 1
        around.append((share, pocket))
    printed: dict[str, Spot] = {}
    for spot in plan.spots:
        printed.setdefault(spot.wager.partition(":")[2], spot)
    return [
        {
            "pocket": pocket,
            "label": printed[pocket].label if pocket in printed else pocket,
            "sign": printed[pocket].sign if pocket in printed else "",
            "color": _COLORS.get(printed[pocket].color if pocket in printed else "green", ""),
        }
        for _, pocket in sorted(around, key=lambda each: each[0])
    ]


def table_svg(table: Table, seat: int | None = None) -> str:
    """A live table as that seat, or a bystander, may see it."""
    return _svg(
        plan_of(table.rules), f"{table.game.title}, a table in play", _things(table, table.view(seat))
    )


def things_svg(table: Table, seen: Mapping[str, list[str]]) -> str:
    """What is on the felt, without the felt: with the cards that are ``seen``, by owner."""
    return tag("g", *_things(table, seen))


def _things(table: Table, seen: Mapping[str, list[str]]) -> Iterator[str]:
    plan = plan_of(table.rules)
    yield from _cards(plan, table, seen)
    for each in chain(_shown(plan, table), _chips(plan, table), _names(plan, table)):
        yield table.rules.amounts_as_shown(each)


def _svg(plan: Plan, heading: str, things: Iterable[str], live: bool = False) -> str:
    name = plan.rules.game.id
    return tag(
        "svg",
        "" if live else title(heading),
        tag(
            "style",
            ".spot{cursor:pointer}.spot:hover .edge,.spot:focus-visible .edge{stroke:#fff;stroke-width:3}",
        ),
        tag(
            "defs",
            tag(
                "radialGradient",
                tag("stop", offset="0", stop_color="#15895a"),
                tag("stop", offset="0.65", stop_color="#0d6b45"),
                tag("stop", offset="1", stop_color="#074a30"),
                id=f"{name}-felt",
                cx="50%",
                cy="30%",
                r="85%",
            ),
            tag(
                "linearGradient",
                tag("stop", offset="0", stop_color="#6b4226"),
                tag("stop", offset="1", stop_color="#33190b"),
                id=f"{name}-rail",
                x2=0,
                y2=1,
            ),
        ),
        *plan.printed,
        *_spots(plan, live),
        *things,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {plan.height:g}",
        role="group" if live else "img",
        aria_label=heading if live else None,
        font_family=SERIF,
        data_game=name,
    )


def _spots(plan: Plan, live: bool) -> Iterator[str]:
    game = plan.rules.game.id
    seen: Counter[str] = Counter()
    for spot in plan.spots:
        name = "-".join(
            (game, "spot", spot.wager.replace(":", "-"), *([str(spot.position)] if spot.position else []))
        )
        seen[name] += 1
        called = _called(plan.rules, spot) if live else spot.label or spot.wager
        yield _spot(spot, name if seen[name] == 1 else f"{name}-{seen[name]}", called, live)


def _called(rules: Rules, spot: Spot) -> str:
    """The wager of a spot in words, for people who do not see the layout."""
    wager, _, param = spot.wager.partition(":")
    name = rules.wagers[wager].name if wager in rules.wagers else spot.label.replace("\n", " ")
    odds = " to " in spot.label
    return f"{name} {param if odds or not spot.label else spot.label}" if param else name


def _spot(spot: Spot, name: str, called: str, live: bool) -> str:
    w, h = spot.width, spot.height
    round_ = spot.position or not spot.label
    ink = "#15181c" if spot.color in ("white", "gold") else CREAM
    where = f" at position {spot.position}" if spot.position else ""
    pays = "pays " if _ODDS.match(spot.sub) else ""
    heading = f"{called}{where}" + (f", {pays}{spot.sub}" if spot.sub else "")
    return tag(
        "g",
        title(heading),
        tag(
            "rect",
            x=-w / 2,
            y=-h / 2,
            width=w,
            height=h,
            rx=min(w, h) / 2 if round_ else 2.0,
            class_="edge",
            fill=_COLORS.get(spot.color, spot.color) or "#ffffff10",
            stroke=GOLD if spot.label else "none",
            stroke_width=1.8,
        ),
        *_inscription(spot, ink),
        id=name,
        class_="spot",
        data_wager=spot.wager,
        data_position=spot.position or None,
        role="button" if live else None,
        tabindex=0 if live else None,
        aria_label=heading if live else None,
        transform=at(spot.place.x, spot.place.y, spot.place.turn),
    )


def _inscription(spot: Spot, ink: str) -> tuple[str, ...]:
    """The label with the odds below it, or next to it if the spot is low."""
    w, h = spot.width, spot.height
    inner = w * 0.8 if spot.position else w - 8
    faint = GOLD if ink == CREAM else ink
    large = 19 if spot.position else max(28, h * 0.28)
    if not spot.sub:
        return (paragraph(spot.label, 0, 0, inner, h * 0.8, large, fill=ink),)
    if h < 42 and w > 2 * h:
        return (
            paragraph(spot.label, -w * 0.22, 0, inner * 0.48, h * 0.7, large, fill=ink),
            paragraph(spot.sub, w * 0.26, 0, inner * 0.4, h * 0.6, 13, fill=faint),
        )
    return (
        paragraph(spot.label, 0, -h * 0.17, inner, h * 0.58, large, fill=ink),
        paragraph(spot.sub, 0, h * 0.29, inner, h * 0.24, max(13, h * 0.12), fill=faint),
    )


# ---- a table in play ---------------------------------------------------------------------------------


def _cards(plan: Plan, table: Table, seen: Mapping[str, list[str]]) -> Iterator[str]:
    """Every hand that is not in the discard rack."""
    gone = discarded(table.said)
    groups: dict[Place, list[tuple[str, list[str]]]] = {}
    for owner, names in seen.items():
        if owner in gone or not names:
            continue
        place = plan.place(owner)
        if (array := plan.arrays.get(owner)) is None:
            groups.setdefault(place, []).append((owner, names))
            continue
        for name, (x, y) in zip(names, array.at, strict=False):
            yield tag("g", card(name), transform=at(place.x + x, place.y + y, 0, array.size), class_="hand")
    for place, hands in groups.items():
        player = place in plan.hands.values() and place.y > 250
        # set parts are behind the hand; a few tiles are side by side
        parted = any(part_of(owner) for owner, _ in hands) and sum(len(names) for _, names in hands) > 4
        room = (plan.room if player else 330) / (1 if parted else len(hands))
        for n, (_, names) in reversed([*enumerate(hands)]):
            aside = (n - (len(hands) - 1) / 2) * (room + 6)
            moved = at(0, (-44 if player else 44) * n) if parted else at(aside, 0)
            inner = tag("g", hand(names, room), transform=moved)
            yield tag("g", inner, transform=at(place.x, place.y, place.turn), class_="hand")


def discarded(events: Iterable[Event]) -> set[str]:
    gone: set[str] = set()
    for event in events:
        match event:
            case Discard(owner):
                gone.add(owner)
            case Show(owner) | Deal(owner) | Slide(to=owner):
                gone.discard(owner)
    return gone


def _shown(plan: Plan, table: Table) -> Iterator[str]:
    """The last throw, spin or draw, and the markers."""
    last = next((event for event in reversed(table.said) if isinstance(event, Roll | Spin | Draw)), None)
    middle = plan.middle
    match last:
        case Roll():
            for n, face in enumerate(last.faces):
                yield tag(
                    "g", die(face), transform=at(middle.x + 56 * (n - (len(last.faces) - 1) / 2), middle.y)
                )
        case Spin():
            crowned = next((spot for spot in plan.spots if spot.wager.partition(":")[2] == last.pocket), None)
            place = crowned.place if crowned else middle
            yield tag(
                "g", puck(last.pocket, f"the ball rests in {last.pocket}"), transform=at(place.x, place.y)
            )
        case Draw():
            for n, number in enumerate(last.numbers):
                row, column = divmod(n, 10)
                place = Place(middle.x + 38 * (column - 4.5), middle.y + 38 * row)
                yield tag("g", puck(str(number), f"{number} is drawn"), transform=at(place.x, place.y))
    yield from _markers(plan, table)
    pots = [
        (name, held)
        for name, held in table.ledger.accounts.items()
        if name.startswith(("pot", "centre")) and held > 0
    ]
    for n, (name, held) in enumerate(pots):
        yield tag(
            "g", chips(held, f"the {name} is {money(held)}"), transform=at(middle.x + 60 * n, middle.y + 24)
        )


def _markers(plan: Plan, table: Table) -> Iterator[str]:
    lying: Counter[Place] = Counter()
    for marker in table.game.felt.markers(table):
        if marker.kind in ("holder", "chips"):  # a player's name and chips show them
            continue
        place = plan.stands(marker)
        if marker.kind == "pot":
            drawn = text(marker.label, 0.0, 0.0, 18.0, fill=GOLD)
        else:
            drawn = card(marker.label) if marker.kind == "card" else puck(marker.label, marker.says)
        yield tag("g", drawn, transform=at(place.x + 66 * lying[place], place.y))
        lying[place] += 1


def _chips(plan: Plan, table: Table) -> Iterator[str]:
    stacked: Counter[Place] = Counter()
    for bet in table.bets.values():
        place = plan.lies(bet.wager.partition("@")[0], bet.position)
        if place is None:
            continue
        n = stacked[place]
        stacked[place] += 1
        who = table.seats[bet.seat].name if bet.seat in table.seats else f"seat {bet.seat}"
        drawn = chips(bet.stake, f"{who}: {table.rules.wagers[bet.id].name} {bet.param} {money(bet.stake)}")
        yield tag(
            "g",
            drawn,
            transform=at(place.x + 13 * n, place.y - 5 * n),
            data_bet=bet.wager,
            data_seat=bet.seat,
        )


def _names(plan: Plan, table: Table) -> Iterator[str]:
    asked = {ask.seat for ask in table.asking}
    for seat, who in table.seats.items():
        place = plan.names[seat]
        edge = "#fff" if seat in asked else GOLD
        yield tag(
            "g",
            title(f"seat {seat}, {who.name}" + (", to decide" if seat in asked else "")),
            tag(
                "rect",
                x=-plan.plate / 2,
                y=-17,
                width=plan.plate,
                height=34,
                rx=17,
                fill="#120a05e6",
                stroke=edge,
                stroke_width=2.5 if seat in asked else 1,
            ),
            text(who.name, 0.0, -6.0, min(13.0, plan.plate / (0.66 * max(1, len(who.name))))),
            text(
                money(table.chips(seat)),
                0.0,
                9.0,
                11.0,
                fill=GOLD,
                font_family=SANS,
            ),
            transform=at(place.x, place.y, place.turn),
            class_="player",
            data_seat=seat,
        )


__all__ = ["discarded", "layout_svg", "plan_json", "table_svg", "things_svg"]
