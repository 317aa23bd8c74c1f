"""Triple draw low ball deuce to seven, 13:69F-14.12A."""

from pitboss.games.poker_room.draw import DrawGame, draw_before, first_cards
from pitboss.games.poker_room.family import End
from pitboss.law import carries
from pitboss.ranking.low import describe_deuce_to_seven, deuce_to_seven


@carries("14.8(a)4", "14.12A(a)")
class TripleDraw27(DrawGame):
    """Five cards and three draws; the lowest hand wins, straights and flushes counted and the ace high."""

    reshuffles = "14.12A(f)"
    streets = (
        first_cards("14.12A(e)", 5),
        draw_before("14.12A(g)", big=False),
        draw_before("14.12A(i)", big=True),
        draw_before("14.12A(k)", big=True),
    )
    ends = (End("low", deuce_to_seven, describe_deuce_to_seven, odd="odd-low-chip"),)
    showdown_cite = "14.12A(l)"
    classic = ("2s3h4d7c 9s8h6d5c2c", "2s3h4d7c 2h3d5c8s", "2s3h7d 4s5h6d8c")
