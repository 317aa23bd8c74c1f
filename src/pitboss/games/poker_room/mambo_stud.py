"""Mambo stud, high-low split six or better, 13:69F-14.13A."""

from collections.abc import Sequence

from pitboss.book import carries, rule
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.family import End, Splits, Street
from pitboss.games.poker_room.stud import StudGame, lowest, most
from pitboss.ranking import low, three
from pitboss.ranking.low import six_or_better
from pitboss.ranking.three import STRAIGHT_FLUSH, best_three
from pitboss.ranking.value import ACE, value_of
from pitboss.table import Table


@rule("14.13A(f)")
def highest(up: Sequence[int]) -> int:
    """Highest for the highest up-card; of equals, the highest suit."""
    return up[0]


@rule("14.13A(i)1", "14.13A(i)2")
def pair_or_highest(up: int, community: int) -> int:
    """Highest for the up-card that pairs the community card, else for the highest; suits do not count."""
    return (up >> 2) + 13 * (up >> 2 == community >> 2)


def best_pair(table: Table, play: Play) -> int:
    """The leader of the last betting round; of equals, the one closest to the dealer's left."""
    (community,) = table.cards("community")
    return most(lambda up: pair_or_highest(up[0], community))(table, play)


def describe(value: int) -> str:
    """A high hand as people say it: ace, king and queen of one suit are a royal flush here (14.3(c)1)."""
    return "royal flush" if value == value_of(STRAIGHT_FLUSH, ACE, 0) else three.describe(value)


@carries("14.8(a)6", "14.13A(a)", "14.13A(c)")
class MamboStud(StudGame):
    """One card down, one up, one down, one community card; the best three of four take half each."""

    streets = (
        Street("14.13A(e)", "du", most(lowest), forced="14.13A(d)", burn=False),
        Street("14.13A(g)", "d", most(highest)),
        Street("14.13A(j)", "c", best_pair, big=True),
    )
    ends = (
        End("high", best_three, describe, size=3),
        End("low", six_or_better, low.describe, odd="odd-low-chip", size=3),
    )
    showdown_cite = "14.13A(k)"
    splits = Splits("14.13A(k)1", "14.13A(k)2", "14.13A(k)3", "14.13A(l)")
    classic = ("AsKs 2h3d", "9s9h Ah4h")
