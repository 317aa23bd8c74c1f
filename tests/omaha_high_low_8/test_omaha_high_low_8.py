"""Omaha, high-low split eight or better: 14.11(f)2 to 14.11(h); what it shares is tested with the high form."""

from __future__ import annotations

from random import Random

from pitboss.book import game
from pitboss.games.poker_room.omaha import Omaha
from tests.poker_room import check_down, dealt


def test_14_11_g_without_a_low_the_outcome_tells_of_the_high_hand_only() -> None:
    cards = {"1": "As Ks Qs Js", "2": "9c 9d 2h 3h", "community": "Ts 9s 4d Tc 7h"}
    table = dealt("omaha-high-low-8", cards, state={"button": 2})
    check_down(table)
    assert table.settlement is not None
    outcomes = [each["pot"].outcome for each in table.settlement.wagers.values()]
    assert outcomes == ["pair of tens", "full house, nines over tens"]


def test_14_11_f_2_the_text_decides_on_odd_dollars_and_not_the_house() -> None:
    assert "odd-chip" not in {option.id for option in game("omaha-high-low-8").data.options}


def test_14_11_f_the_best_of_sixty_hands_without_laying_them_out() -> None:
    """14.11(h): two own and three community cards for each end by itself; the sixty are laid out here."""
    omaha = game("omaha-high-low-8")
    assert isinstance(omaha, Omaha)
    chance = Random(14)
    for _ in range(300):
        pack = chance.sample(range(52), 9)
        own, community = pack[:4], pack[4:]
        sixty = omaha.hands(own, community)
        assert omaha.values(own, community) == tuple(max(map(end.value, sixty)) for end in omaha.ends)
