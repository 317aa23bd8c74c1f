"""Mambo stud, high-low split six or better, 13:69F-14.13A."""

from collections.abc import Sequence

from pitboss.book import carries, rule
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.bones import End, Street
from pitboss.games.poker_room.stud import StudGame, lowest, most
from pitboss.ranking import low, three
from pitboss.ranking.low import six_or_better
from pitboss.ranking.three import best_three
from pitboss.table import Table


@rule("14.13A(f)")
def highest(up: Sequence[int]) -> int:
    """Most for the highest up-card, of equals the highest suit."""
    return up[0]


@rule("14.13A(i)1", "14.13A(i)2")
def pair_or_highest(up: int, community: int) -> int:
    """Most for the up-card that pairs the community card, else for the highest; suits do not count."""
    return (up >> 2) + 13 * (up >> 2 == community >> 2)


def best_pair(table: Table, play: Play) -> int:
    """Who leads the last betting round; of equals the one closest to the dealer's left."""
    (community,) = table.cards("community")
    return most(lambda up: pair_or_highest(up[0], community))(table, play)


@carries("14.8(a)6", "14.13A(a)", "14.13A(c)")
class MamboStud(StudGame):
    """One card down, one up, one down, one for all; the best three of four take a half each."""

    streets = (
        Street("14.13A(e)", "du", most(lowest), forced="14.13A(d)", burn=False),
        Street("14.13A(g)", "d", most(highest)),
        Street("14.13A(j)", "c", best_pair, big=True),
    )
    ends = (
        End("high", best_three, three.describe, size=3),
        End("low", six_or_better, low.describe, odd="odd-low-chip", size=3),
    )
    showdown_cite = "14.13A(k)"
    classic = ("AsKs 2h3d", "9s9h Ah4h")
