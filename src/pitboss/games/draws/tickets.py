"""The marks on a keno ticket, 13:69F-15.2, and how they are written as a wager.

    straight:3-17-29                one group of spots
    quick-pick:5                    five spots of the system's choice; the ticket is then a straight one
    split:5-6-7/50-51x2             groups apart, each a straight ticket; the second at twice the rate
    way:1-2/3-4/5-6*2               groups of one size, every two of them a way; *1,2 each one alone as well
    combination:1/2-3/4-5=1&2,1&3x2 the first group with the second, and with the third at twice the rate
    king:k7/10-11/20-21-22*1,2      the king with every one, and with every two, of the other groups
    multi-race:3:way:1-2/3-4*1      any of these for three games; multi-race:3:8-16 is a straight one

The stake is the price of the ticket: ways times rate times games (15.4(c)9).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, NoReturn

from msgspec import Struct

from pitboss.law import Refused, carries

NUMBERS: Final = 80
DRAWN: Final = 20
HALF: Final = NUMBERS // 2
"""Numbers are the bits of two halves, 1 to 40 and 41 to 80, so that each fits into a signed machine word."""

CITES: Final = {
    "straight": "15.2(c)1",
    "quick-pick": '15.1 "Quick-pick"',
    "split": "15.2(c)2",
    "way": "15.2(c)3",
    "combination": "15.2(c)4",
    "king": "15.2(c)5",
    "multi-race": "15.2(c)6",
}

_GROUP = re.compile(r"(k?)(\d{1,2}(?:-\d{1,2})*)(?:x([1-9]\d{0,3}))?")
_WAY = re.compile(r"([1-9]\d?(?:&[1-9]\d?)*)(?:x([1-9]\d{0,3}))?")
_COUNTS = re.compile(r"[1-9]\d?(?:,[1-9]\d?)*")
_PICKS = re.compile(r"[1-9]\d?")
MOST_WAYS: Final = 10_000


class Way(NamedTuple):
    """Groups, by index, that together make one straight ticket, and how many times the rate it costs."""

    groups: tuple[int, ...]
    units: int = 1


class Marks(Struct, frozen=True):
    """A ticket as marked and conditioned (15.1 "Conditioning"). ``picks``: spots still to be chosen."""

    kind: str
    groups: tuple[tuple[int, ...], ...]
    ways: tuple[Way, ...]
    kings: tuple[int, ...] = ()
    games: int = 1
    picks: int = 0
    taken: str = ""
    """How the groups are combined, as written: ``*1,2`` or ``=1&2,1&3``."""

    def __str__(self) -> str:
        if self.picks:
            written = f"{self.picks}-spot" if self.kind == "straight" else str(self.picks)
        else:
            rates = [way.units for way in self.ways] if self.kind == "split" else [1] * len(self.groups)
            written = "/".join(
                "k" * (place in self.kings) + "-".join(map(str, group)) + f"x{rate}" * (rate > 1)
                for place, (group, rate) in enumerate(zip(self.groups, rates, strict=True))
            )
        ticket = f"{self.kind}:{written}{self.taken}"
        return ticket if self.games == 1 else f"multi-race:{self.games}:{ticket}"

    @property
    def units(self) -> int:
        """How many rates one game costs."""
        return sum(way.units for way in self.ways)

    def spots(self, way: Way) -> int:
        return self.picks or sum(len(self.groups[place]) for place in way.groups)

    @property
    def conditioning(self) -> str:
        """Ways over spots: ``10/4`` is ten ways of four spots."""
        sizes = Counter(self.spots(way) for way in self.ways)
        return f"{self.kind} " + " ".join(f"{ways}/{spots}" for spots, ways in sorted(sizes.items()))

    def packed(self) -> tuple[int, ...]:
        """Four integers for each way: the spots of each half as bits, their number, and the units wagered."""
        return _packed(self)


@lru_cache(4096)
def _packed(marks: Marks) -> tuple[int, ...]:
    halves = [bits(group) for group in marks.groups]
    packed: list[int] = []
    for way in marks.ways:
        low, high = (sum(halves[place][half] for place in way.groups) for half in (0, 1))
        packed += [low, high, marks.spots(way), way.units]
    return tuple(packed)


def bits(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Different numbers as the bits of the two halves."""
    low = sum(1 << number - 1 for number in numbers if number <= HALF)
    return low, sum(1 << number - 1 - HALF for number in numbers if number > HALF)


# ---- reading -----------------------------------------------------------------------------------------------


@lru_cache(4096)
@carries('15.1 "Conditioning"', '15.1 "Spots"')
def marked(wager: str) -> Marks:
    """The ticket that a wager describes, or a refusal: a request that is not clear is returned (15.7(a)).

    >>> str(marked("multi-race:3:40-8-16")), marked("way:1-2/3-4/5-6*2").conditioning
    ('multi-race:3:straight:8-16-40', 'way 3/4')
    """
    kind, _, param = wager.partition(":")
    games = 1
    if kind == "multi-race":
        number, _, ticket = param.partition(":")
        games = int(number) if number.isdecimal() and len(number) < 5 else 0
        if games < 2:
            raise Refused(
                f"{wager}: a multi-race ticket must be for two or more games, as in multi-race:3:straight:8-16",
                "15.2(c)6",
            )
        kind, _, param = ticket.partition(":") if ":" in ticket else ("straight", "", ticket)
    if kind not in CITES or kind == "multi-race":
        _unclear(wager, f"there is no {kind} ticket")
    if kind == "quick-pick" or param.endswith("-spot"):
        picks = param if kind == "quick-pick" else param.removesuffix("-spot")
        if not _PICKS.fullmatch(picks) or int(picks) > NUMBERS or kind not in ("quick-pick", "straight"):
            _unclear(wager, "a quick-pick must give the number of spots: quick-pick:5")
        return Marks(kind, (), (Way(()),), games=games, picks=int(picks))
    parts = re.fullmatch(r"([^*=]+)((?:[*=].+)?)", param)
    found = [_GROUP.fullmatch(group) for group in parts[1].split("/")] if parts else [None]
    groups = [(bool(each[1]), each[2].split("-"), int(each[3] or 1)) for each in found if each]
    if parts is None or len(groups) < len(found):
        _unclear(wager, "join spots with - and separate groups with /")
    spots = tuple(tuple(sorted(map(int, numbers))) for _, numbers, _ in groups)
    _check_spots(kind, wager, spots)
    kings = tuple(place for place, (king, _, _) in enumerate(groups) if king)
    rates = tuple(rate for _, _, rate in groups)
    if kind != "king" and kings:
        _unclear(wager, "only a king ticket may have a king")
    if kind != "split" and max(rates) > 1:
        _unclear(wager, "only split tickets have a rate for each group; on other tickets it follows a way")
    if kind == "straight" and (len(spots) > 1 or parts[2]):
        raise Refused(f"{wager}: a straight ticket cannot have groupings", CITES[kind])
    if kind != "straight" and len(spots) < 2:
        raise Refused(f"{wager}: a {kind} ticket must have two or more groups", CITES[kind])
    if kind in ("straight", "split"):
        if parts[2]:
            raise Refused(f"{wager}: the groups of a split ticket cannot be combined", CITES[kind])
        return Marks(kind, spots, _split(wager, spots, rates), games=games)
    ways, taken = _combined(kind, wager, spots, kings, parts[2])
    return Marks(kind, spots, ways, kings, games, taken=taken)


Read = tuple[tuple[Way, ...], str]
Spots = tuple[tuple[int, ...], ...]
Places = tuple[int, ...]


def _unclear(wager: str, why: str) -> NoReturn:
    raise Refused(f"{wager} is not clear, {why}: it is returned for another request", "15.7(a)")


def _check_spots(kind: str, wager: str, groups: Spots) -> None:
    """The numbers of the board, each marked only once: the board has each number once (15.4(b)1)."""
    for number, times in Counter(number for group in groups for number in group).items():
        if not 1 <= number <= NUMBERS:
            raise Refused(f"{wager}: numbers are 1 to {NUMBERS}; there is no {number}", "15.2(a)")
        if times > 1:
            apart = ", but a number may belong to one group only" * (len(groups) > 1)
            paragraph = "15.2(c)2" if kind == "split" else "15.4(b)1"
            raise Refused(f"{wager}: {number} is marked twice{apart}", paragraph)


@carries("15.2(c)2ii")
def _split(wager: str, groups: Spots, rates: Places) -> tuple[Way, ...]:
    if len({len(group) for group in groups}) == 1 and len(set(rates)) > 1:
        raise Refused(f"{wager}: groups of the same size must all have the same rate", "15.2(c)2i")
    return tuple(Way((place,), rate) for place, rate in enumerate(rates))


def _combined(kind: str, wager: str, groups: Spots, kings: Places, taken: str) -> Read:
    """The ways of a way, combination or king ticket, and how they are written."""
    if kind == "way" and len({len(group) for group in groups}) > 1:
        raise Refused(f"{wager}: the groups of a way ticket must have the same size", CITES[kind])
    if kind == "way" and taken.startswith("="):
        raise Refused(f"{wager}: ways chosen one by one belong on a combination ticket", CITES["combination"])
    if kind == "king" and (not kings or any(len(groups[place]) > 1 for place in kings)):
        raise Refused(f"{wager}: a king is a single spot, marked k, as in king:k7/10-11/20-21*1", CITES[kind])
    ways, written = _taken(wager, kings, len(groups), taken)
    if len(ways) < 2:
        raise Refused(f"{wager}: a {kind} ticket must form more than one straight ticket", CITES[kind])
    if kings and any(len(way.groups) < 2 or set(kings).isdisjoint(way.groups) for way in ways):
        raise Refused(f"{wager}: each way of a king ticket must join a king with another group", CITES[kind])
    return ways, written


def _taken(wager: str, kings: Places, groups: int, taken: str) -> Read:
    """The ways: this many groups at a time, kings with all of them, or those chosen one by one."""
    others = [place for place in range(groups) if place not in kings]
    if taken.startswith("*") and _COUNTS.fullmatch(taken[1:]):
        counts = sorted(set(map(int, taken[1:].split(","))))
        if counts[-1] > len(others):
            _unclear(wager, f"it has only {len(others)} groups to combine")
        ways = []
        for count in counts:
            for chosen in combinations(others, count):
                ways.append(Way(tuple(sorted((*kings, *chosen)))))
                if len(ways) > MOST_WAYS:
                    raise Refused(f"{wager} has more than {MOST_WAYS:,} ways")
        return tuple(ways), "*" + ",".join(map(str, counts))
    found = [_WAY.fullmatch(way) for way in taken[1:].split(",")] if taken.startswith("=") else [None]
    ways = [
        Way(tuple(sorted(int(n) - 1 for n in way[1].split("&"))), int(way[2] or 1)) for way in found if way
    ]
    if len(ways) < len(found):
        _unclear(wager, "it must say which groups make a way: *2 for every two, =1&2,1&3 for chosen ones")
    if len({way.groups for way in ways}) < len(ways) or any(
        len(set(way.groups)) < len(way.groups) or way.groups[-1] >= groups for way in ways
    ):
        _unclear(wager, "a way names a group that does not exist, or the same group twice")
    written = ",".join(
        "&".join(str(place + 1) for place in way.groups) + f"x{way.units}" * (way.units > 1) for way in ways
    )
    return tuple(ways), f"={written}"
