"""How a tournament is played, by its file."""

from __future__ import annotations

import tomllib
from functools import cached_property
from itertools import pairwise
from math import gcd
from pathlib import Path

from pitboss.book import Game, Heading, Rules, game_named, games
from pitboss.law import Refused, clipped
from pitboss.money import DOLLAR, cents
from pitboss.tournament.file import TournamentFile

MOST_ENTRIES = 10_000
MINUTE = 60_000
"""In milliseconds."""
TABLE = {"tournament": "yes", "rake": 0, "rake-levels": "0", "time-charge": "0"}
"""The options of every table of a tournament."""
LENGTHS = ("hands", "minutes")
SAMPLE = Path(__file__).with_name("sample.toml")
"""A file to begin with."""
FAMILY = "poker-room"
"""The games of which tournaments are played."""


def games_played() -> list[Heading]:
    """Those games, the sample's first."""
    sample = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))["game"]
    return sorted((each for each in games() if each.family == FAMILY), key=lambda each: each.id != sample)


def check_fits(file: TournamentFile, game: Game) -> None:
    """Refuse what a tournament of this game cannot have: levels without an end or with unknown limits, unknown options,
    more seats than its table has."""
    limits = {option.id for option in game.data.options if option.kind == "limit"}
    known = limits | ({"minimum", "maximum"} if game.wagers_first else set())
    for n, level in enumerate(file.level, 1):
        lengths = [level[name] for name in LENGTHS if name in level]
        if len(lengths) > 1 or (not lengths and n < len(file.level)):
            raise Refused(f"level {n} must last a number of hands or a number of minutes")
        if any(type(length) is not int or not 0 < length <= 10_000 for length in lengths):
            raise Refused(f"level {n} must last 1 to 10,000 hands or minutes")
        for name in level:
            if name not in known and name not in LENGTHS:
                there = f"a level of its tournament has {', '.join([*LENGTHS, *sorted(known)])}"
                raise Refused(f"level {n}: {game.title} has no {clipped(name)}; {there}", "8.6(f)2")
    Rules(game, file.options)
    most = game.data.seats.most if game.data.seats else game.data.house.positions
    if file.seats and file.seats > most:
        paragraph = game.data.seats.cite if game.data.seats else None
        raise Refused(f"{game.title} has at most {most} players at a table, not {file.seats}", paragraph)


class Terms:
    """How a tournament is played, checked before anybody pays."""

    def __init__(self, file: TournamentFile) -> None:
        self.file = file
        self.game: Game = game_named(file.game)
        if self.game.data.family != FAMILY:
            raise Refused(
                f"a tournament of {self.game.id} can have papers, but only tournaments of the poker room can be played",
                "8.6(a)",
            )
        check_fits(file, self.game)
        if file.participants > MOST_ENTRIES:
            raise Refused(f"a tournament that is played may have at most {MOST_ENTRIES:,} participants")
        if not file.level:
            raise Refused("a tournament that is played needs levels: [[level]], blinds, hands or minutes")
        self.buy_in, self.fee = cents(file.buy_in), cents(file.fee)
        if any(extra and cents(extra.price) <= 0 for extra in (file.rebuy, file.add_on)):
            raise Refused("a re-buy or an add-on must cost more than $0")
        assert self.game.data.seats is not None
        self.seats = file.seats or min(self.game.data.seats.most, self.game.data.house.positions)
        self.denominations = list(file.denominations or [])
        if any(small >= large or large % small for small, large in pairwise(self.denominations)):
            raise Refused("denominations must increase, and each must be a multiple of the one before")
        self._rules: dict[int, Rules] = {}
        for n in range(len(file.level)):
            self._check_level(n)

    def _check_level(self, n: int) -> None:
        for name in self.limits(n):
            if "." in str(self.file.level[n].get(name, "")):
                raise Refused(f"level {n + 1}: {name} must be in whole chips")
        rules = self.rules(n)
        if rules.chip % DOLLAR or any(chips * DOLLAR % rules.chip for chips in self._handed_out(n)):
            raise Refused(f"level {n + 1}: starting chips and bets must be whole chips", "8.2(f)")
        for finding in self.game.posting.check(rules):
            raise Refused(f"level {n + 1}: {finding.says}", finding.cite)

    def _handed_out(self, n: int) -> list[int]:
        """The chips that a participant may be given before the first deal of a level, or during it."""
        file = self.file
        extras = [extra.chips for extra in (file.rebuy, file.add_on) if extra and n <= extra.levels]
        return [*([file.chips] if n <= file.late else []), *extras]

    # -- denominations

    @cached_property
    def smallest(self) -> list[int]:
        """The smallest chip in use at each level: the largest that divides all bets then and later."""
        found, common = [], 0
        for n in reversed(range(len(self.file.level))):
            common = gcd(common, *self._amounts(n))
            whole = (chip for chip in self.denominations if not common % chip)
            found.append(max(whole, default=min(self.denominations, default=1)))
        return found[::-1]

    def _amounts(self, n: int) -> list[int]:
        """The bets of a level, in chips."""
        kinds = {option.id for option in self.game.data.options if option.amount}
        given = [value for name, value in self.limits(n).items() if name in kinds]
        return [cents(each) // DOLLAR for value in given for each in value.replace("/", " ").split()]

    def raced_off(self, n: int) -> bool:
        """Have chips gone out of use when a level begins?"""
        return n > 0 and self.smallest[n] > self.smallest[n - 1]

    @property
    def races(self) -> int:
        return sum(map(self.raced_off, range(len(self.file.level))))

    def limits(self, n: int) -> dict[str, str]:
        """The limits of a level. By default, the minimum bet is the largest blind, and the maximum in fixed or spread
        limit is twice that."""
        posted = {name: str(value) for name, value in self.file.level[n].items() if name not in LENGTHS}
        if blinds := posted.get("blinds", "").replace("/", " ").split():
            posted.setdefault("minimum-bet", max(blinds, key=cents))
        if "minimum-bet" in posted:
            posted.setdefault("maximum-bet", str(2 * cents(posted["minimum-bet"]) // 100))
        return posted

    def rules(self, n: int) -> Rules:
        """The rules of a table at a level."""
        if n not in self._rules:
            chosen = {**TABLE, **self.file.options, "tournament": "yes", **self.limits(n)}
            chip = self.smallest[n] * DOLLAR if self.denominations else None
            self._rules[n] = Rules(self.game, chosen, chip=chip, positions=self.seats)
        return self._rules[n]

    def over(self, n: int, hands: int, milliseconds: int) -> bool:
        """Is a level over after this many hands and this much time?"""
        level = self.file.level[n]
        if n + 1 == len(self.file.level):
            return False
        if "hands" in level:
            return hands >= int(level["hands"])
        return milliseconds >= int(level["minutes"]) * MINUTE
