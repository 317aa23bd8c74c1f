"""Files of tournaments as a director asks for them: a template, the players that are expected, and prices."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec import Struct

from pitboss.book import game
from pitboss.law import Refused, one_line
from pitboss.money import cents, written


class Template(Struct, frozen=True):
    """A structure: how many chips there are, and how long a level lasts."""

    title: str
    chips: int
    minutes: int
    late: int = 0
    rebuys: int = 0


TEMPLATES: Final = {
    "sit-and-go": Template("Sit and go: 1,500 chips, levels of 6 minutes", 1_500, 6),
    "turbo": Template("Turbo: 3,000 chips, levels of 8 minutes, late entry", 3_000, 8, late=3),
    "standard": Template("Standard: 10,000 chips, levels of 20 minutes, late entry", 10_000, 20, late=4),
    "deep": Template("Deep stack: 20,000 chips, levels of 30 minutes, late entry", 20_000, 30, late=4),
    "rebuy": Template("Re-buy: 5,000 chips, levels of 15 minutes, re-buys and an add-on", 5_000, 15, 4, 2),
}
_BIG: Final = (50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_600, 2_000, 3_000, 4_000, 5_000)
"""The big blind, or the larger bet of stud, by level."""
_PRIZES: Final = (
    (3, (65, 35)),
    (9, (50, 30, 20)),
    (18, (40, 30, 20, 10)),
    (27, (35, 25, 18, 12, 10)),
    (45, (31, 21, 15, 11, 9, 7, 6)),
    (10**9, (28, 18, 13, 10, 8, 7, 6, 5, 5)),
)


def prizes(players: int) -> tuple[int, ...]:
    """The percents of the pool by place, for that many players."""
    return next(percents for most, percents in _PRIZES if players <= most)


def drafted(
    template: str,
    *,
    game_id: str,
    name: str,
    starts: str,
    place: str,
    players: int,
    buy_in: str,
    fee: str = "0",
) -> str:
    """The text of a tournament's file, which can be changed before the tournament is announced."""
    if template not in TEMPLATES:
        raise Refused(f"a template is {', '.join(TEMPLATES)}, not {one_line(template)!r}")
    try:
        begins = datetime.fromisoformat(starts)
    except ValueError:
        raise Refused("write the start as 2026-12-04T19:00") from None
    if players < 2:
        raise Refused("a tournament needs at least two participants", "14.6(b)")
    chosen = TEMPLATES[template]
    price = written(cents(buy_in))
    lines = [
        f"game = {_quoted(game_id)}",
        f"name = {_quoted(name)}",
        f"starts = {begins.replace(tzinfo=None).isoformat(timespec='seconds')}",
        f"place = {_quoted(place)}",
        f"participants = {players}",
        f'buy_in = "{price}"',
        f'fee = "{written(cents(fee))}"',
        f"prizes = {list(prizes(players))}",
        f"chips = {chosen.chips}",
        *([f"late = {chosen.late}"] if chosen.late else []),
    ]
    limits = {option.id for option in game(game_id).data.options}
    if "blinds" in limits and "structure" in limits:
        lines.append('options = { structure = "no-limit" }')
    if chosen.rebuys:
        lines.append(
            f'rebuy = {{ price = "{price}", chips = {chosen.chips}, levels = {chosen.late}, most = {chosen.rebuys} }}'
        )
        lines.append(f'add_on = {{ price = "{price}", chips = {2 * chosen.chips}, levels = {chosen.late} }}')
    lines.append("level = [")
    for n, big in enumerate(_BIG):
        last = n + 1 == len(_BIG)
        length = "" if last else f"minutes = {chosen.minutes}, "
        lines.append(f"    {{ {length}{_stakes(big, limits)} }},")
    return "\n".join([*lines, "]"]) + "\n"


def _stakes(big: int, limits: set[str]) -> str:
    """The bets of a level: blinds, or an ante and a forced bet in stud."""
    if "blinds" in limits:
        return f'blinds = "{big // 2} {big}"'
    forced = f'"forced-bet" = "{big // 2}", ' if "forced-bet" in limits else ""
    ante = f'ante = "{max(5, big // 10)}", ' if "ante" in limits else ""
    return f'{ante}{forced}"minimum-bet" = "{big}"'


def _quoted(words: str) -> str:
    plain = one_line(words).strip().replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
