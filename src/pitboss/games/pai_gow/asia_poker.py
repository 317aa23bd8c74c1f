"""Asia poker, 13:69F-31."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from pitboss.book import Refused, Rules, carries, rule
from pitboss.book.endings import Ending, ends, lose, win
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.pai_gow.family import PaiGow, reached
from pitboss.ranking.asia import KINDS, describe, high_value, low_value, medium_value
from pitboss.table import Table

# ---- settlement --------------------------------------------------------------------------------------


class Ended(Ending):
    """The results of the wager. There is no push: two of three hands decide, and copies are the dealer's."""

    LOWER = ends("two hands lower or copies", asia_poker=lose("31.12(g)1"))
    HIGHER = ends("two hands higher", asia_poker=win("31.12(h)"))
    FOUL = ends("hands set wrongly", asia_poker=lose("31.12(g)3"))
    SET_WRONGLY = ends("hands of the wrong size", asia_poker=lose("31.12(g)4"))
    SURRENDER = ends("surrender", asia_poker=lose("31.12(e)1"))


# 31.12(g)2, a copy and a lower hand, is two hands of (g)1.
@rule('31.1 "Copy hand"', "31.12(f)", "31.12(g)1", "31.12(g)2", "31.12(h)")
def two_of_three(
    high: int, medium: int, low: int, dealers_high: int, dealers_medium: int, dealers_low: int
) -> Ended:
    """How the hands of a player end against the dealer's."""
    won = (high > dealers_high) + (medium > dealers_medium) + (low > dealers_low)
    return Ended.HIGHER if won >= 2 else Ended.LOWER


@rule('31.1 "High hand"', '31.1 "Medium hand"', '31.1 "Low hand"', "31.12(a)", "31.12(g)3")
def out_of_order(high: int, medium: int, low: int) -> bool:
    """Is the high hand not above the medium hand, or the medium hand not above the low hand?"""
    return high <= medium or medium <= low


# Seven cards can be set in 105 ways, of 35 high hands and 21 medium ones.
_high = lru_cache(128)(high_value)
_medium = lru_cache(128)(medium_value)

MOST_AIMS: Final = 12
"""The rows of a house way: each is a bit by which the compiled house way finds the first that is reached."""

# ---- the game ----------------------------------------------------------------------------------------


class AsiaPoker(PaiGow):
    """Four cards, two and one against the dealer's."""

    owners = (*PaiGow.owners, "1.medium", "dealer.medium")
    computed_by = "asia_poker_mathematics"
    several_positions = "31.13(a)"
    main = "asia-poker"
    parts = {"medium": 2, "low": 1}
    stack = 7
    endings = Ended
    no_more_bets = "31.7(c)"

    # -- the order of hands, 31.3

    @carries('31.1 "Rank or ranking"')
    def values(self, rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        (a, b, c, d), (e, f), (g,) = hands
        return _high(a, b, c, d, wheel_lowest(rules)), _medium(e, f), low_value(g)

    def fouls(self, rules: Rules, values: tuple[int, ...]) -> bool:
        return out_of_order(*values)

    def against(
        self, rules: Rules, mine: tuple[int, ...], theirs: tuple[int, ...], dealer: bool = False
    ) -> Ended:
        return two_of_three(*mine, *theirs)

    def way(self, rules: Rules) -> tuple[Any, ...]:
        if len(rules.house_way.aims) > MOST_AIMS:
            raise Refused(f"a house way of Asia poker can have at most {MOST_AIMS} aims", "31.12(d)")
        return super().way(rules)

    def reach(self, rules: Rules, part: str, words: str, most: bool) -> int:
        return reached(KINDS, words, most)

    # -- the names of hands

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        cards = seen[owner]
        if UNKNOWN in cards or owner == "dead":
            return ""
        match list(cards):
            case [a, b, c, d]:
                return describe(high_value(a, b, c, d, wheel_lowest(table.rules)))
            case [a, b]:
                return describe(medium_value(a, b))
            case [a] if owner.endswith(".low"):
                return describe(low_value(a))
        return ""


def wheel_lowest(rules: Rules) -> int:
    return int(rules["ace-to-four"] == "lowest")
