"""What hands are called, by those who see them: from what they see and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.book import Felt, games
from pitboss.equipment.cards import UNKNOWN, card
from pitboss.proof import can_start
from pitboss.table import Table
from tests.properties import bet_at_random, random_round

BOOK = [heading.id for heading in games()]


def seen(**hands: str) -> dict[str, list[int]]:
    """Cards by owner: ``one="As ??"`` is what lies before position 1."""
    told = {"one": "1", "two": "1.2"}
    return {
        told.get(owner, owner): [UNKNOWN if name == "??" else card(name) for name in cards.split()]
        for owner, cards in hands.items()
    }


@pytest.mark.parametrize(
    ("name", "owner", "hands", "words"),
    [
        ("three-card-poker", "1", {"one": "9s 9d 4c"}, "pair of nines"),
        ("three-card-poker", "dealer", {"dealer": "Js 9d 4c"}, "jack high, does not qualify"),  # 20.11(a)1
        ("three-card-poker", "dealer", {"dealer": "Qs 9d 4c"}, "queen high"),
        ("three-card-poker", "dealer", {"dealer": "?? ?? ??"}, ""),
        (
            "caribbean-stud-poker",
            "dealer",
            {"dealer": "As Qd 9c 5h 2s"},
            "ace high, does not qualify",
        ),  # 16.1
        ("caribbean-stud-poker", "dealer", {"dealer": "As Kd 9c 5h 2s"}, "ace high"),
        ("caribbean-stud-poker", "dealer", {"dealer": "As ?? ?? ?? ??"}, ""),
        ("two-card-joker-poker", "dealer", {"dealer": "Jd 9c"}, "jack high, does not qualify"),  # 30.1
        ("two-card-joker-poker", "1", {"one": "Jo jo"}, "two jokers"),
        ("four-card-poker", "1", {"one": "As Ad 9c 9h Kd"}, "two pair, aces and nines"),
        ("high-card-flush", "1", {"one": "Kd 9d 2d 3d 4s 5c 6h"}, "four-card flush, king high"),
        (
            "high-card-flush",
            "dealer",
            {"dealer": "8d 7d 2d As Ks Qc Jc"},
            "three-card flush, eight high, does not qualify",  # 38.1
        ),
        ("mini-tex-3-card-hold-em", "1", {"one": "As Kd"}, ""),
        (
            "mini-tex-3-card-hold-em",
            "1",
            {"one": "As 4d", "community": "9c 9d 9h"},
            "pair of nines",  # 37.10(f): one of one's own plays
        ),
        ("ultimate-texas-hold-em", "1", {"one": "Ks Kd"}, "pair of kings"),
        (
            "ultimate-texas-hold-em",
            "1",
            {"one": "Ks Qd", "community": "Kc 9d 9h"},
            "two pairs, kings and nines",
        ),
        (
            "ultimate-texas-hold-em",
            "dealer",
            {"dealer": "Ks Qd", "community": "2c 9d 8h 7s 5c"},
            "king high, does not qualify",  # 32.10(g)
        ),
        (
            "flop-poker",
            "1",
            {"one": "As Ad 2c", "community": "Kc Kd Kh"},
            "two pairs, aces and kings",  # 29.1: all three of one's own play
        ),
        ("let-it-ride-poker", "1", {"one": "Ts Td 4c", "community": "Th ??"}, "three of a kind, tens"),
        ("packs-poker", "1", {"one": "Ts Td 4c 5c 6c", "community": "Th Tc"}, "pair of tens"),
        ("double-cross-poker", "1", {"one": "As Kd", "community": "?? ?? 4c 9d ??"}, "ace high"),
        (
            "double-cross-poker",
            "1",
            {"one": "As Kd", "community": "Ad 7c 4c Kc 2h"},  # left, centre, right, far, near
            "horizontal: pair of aces, vertical: pair of kings",
        ),
        (
            "double-cross-poker",
            "dealer",
            {"dealer": "As Kd", "community": "Ad 7c 4c Kc 2h"},
            "horizontal: pair of aces",  # 25.10(e)
        ),
        ("blackjack", "1", {"one": "As 6d"}, "soft 17"),
        ("blackjack", "1", {"one": "As 6d Kc"}, "17"),
        ("blackjack", "1", {"one": "As Kd"}, "blackjack"),
        ("blackjack", "1.2", {"one": "Ac 5d", "two": "As Kd"}, "soft 21"),  # 2.1: not on a split hand
        ("blackjack", "1", {"one": "Ks 9d 5c"}, "24, bust"),
        ("blackjack", "dealer", {"dealer": "8h ??"}, "8 showing"),
        ("mini-baccarat", "player", {"player": "4s 5d"}, "natural 9"),  # 7.9(a)
        ("mini-baccarat", "banker", {"banker": "Ks 5d 4c"}, "9"),
        ("baccarat-punto-banco", "banker", {"banker": "7s 5d"}, "2"),
        ("baccarat-punto-banco", "player", {"player": "?? 5d"}, "5 showing"),
        ("baccarat-punto-banco", "player", {"player": "?? ??"}, ""),
        ("baccarat-punto-banco", "burn", {"burn": "7s 5d"}, ""),
        ("red-dog", "community", {"community": "4s 9d"}, "spread of 4"),
        ("red-dog", "community", {"community": "4s 9d 6c"}, "spread of 4, between"),
        ("red-dog", "community", {"community": "As 2d 2c"}, "spread of 11, not between"),
        ("red-dog", "community", {"community": "6s 6d"}, "pair of sixes"),
        ("red-dog", "community", {"community": "6s 6d 6c"}, "pair of sixes, three of a kind"),
        ("red-dog", "community", {"community": "Ks Ad"}, "consecutive"),
        ("casino-war", "1", {"one": "Ks"}, "king"),
        ("casino-war", "dealer", {"dealer": "Kd 9c"}, "king, then nine"),
        ("hold-em", "1", {"one": "As Ks"}, ""),
        ("hold-em", "1", {"one": "As Ks", "community": "Qs Js 2d"}, "ace high"),
        ("hold-em", "1", {"one": "?? ??", "community": "Qs Js 2d"}, ""),
        (
            "omaha-high",
            "1",
            {"one": "As Ks Qs Js", "community": "Ts 2d 3c"},
            "ace high",
        ),  # 14.11(f): two play
    ],
)
def test_hands_are_called_as_people_call_them(
    name: str, owner: str, hands: dict[str, str], words: str
) -> None:
    table = Table(name)
    assert table.game.felt.called(table, owner, seen(**hands)) == words


@pytest.mark.parametrize("name", BOOK)
def test_a_name_gives_nothing_away(name: str) -> None:
    """Whoever does not see a card hears the same whatever it is."""
    table, chance = Table(name, seed=7), Random(11)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 5_000)
    heard = 0

    def overhear(_: object) -> None:
        nonlocal heard
        hands = {owner: [held.card for held in hand] for owner, hand in table.hands.items()}
        for seat in (None, 1, 2):
            sight = table.seen(seat)
            names = {owner: table.game.felt.called(table, owner, sight) for owner in sight}
            for owner, hand in table.hands.items():
                for held, shown in zip(hand, sight[owner], strict=True):
                    held.card = shown
            assert {owner: table.game.felt.called(table, owner, sight) for owner in sight} == names
            for owner, hand in table.hands.items():
                for held, real in zip(hand, hands[owner], strict=True):
                    held.card = real
            heard += sum(map(bool, names.values()))

    table.watch = overhear
    names_hands = type(table.game.felt).called is not Felt.called
    while table.rounds < 4 or (
        names_hands and not heard and table.rounds < 200
    ):  # many fold before a hand is whole
        for seat in table.seats:
            if table.funds(seat) < 100_000:  # who has lost all his chips buys more
                table.sit(seat, f"player {seat}", 5_000)
            bet_at_random(table, seat, chance)
        if can_start(table):
            random_round(table, chance)
    assert bool(heard) == names_hands
