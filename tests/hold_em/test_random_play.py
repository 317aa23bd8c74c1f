"""Random legal play of every structure by two to eleven players: money is conserved, every award is what a slow
independent count gives, and the journal replays to the byte."""

from __future__ import annotations

from pitboss.book import Deal
from tests.poker_room import random_hands


def test_14_7_c_1_hole_cards_are_seen_only_by_their_owner() -> None:
    table = random_hands("hold-em", 3, hands=1)
    for event in table.said:
        if isinstance(event, Deal) and event.to.isdigit():
            assert event.seen_by(int(event.to)) == event
            assert event.seen_by(99).card < 0  # type: ignore[attr-defined]
