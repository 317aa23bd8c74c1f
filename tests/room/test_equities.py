"""Exact equities of the games of the poker room against a slow program that deals every card to come."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.book import Refused, game
from pitboss.equipment.cards import card
from pitboss.games.poker_room import equities
from pitboss.games.poker_room.family import PokerRoom
from tests.poker_room import SLOW

Cards = tuple[int, ...]


def read(told: str) -> Cards:
    return tuple(card(told[at : at + 2]) for at in range(0, len(told), 2))


def deals(deck: Cards, missing: list[int]) -> Iterator[list[Cards]]:
    """Every way to deal so many cards to each."""
    if not missing:
        yield []
        return
    for some in combinations(deck, missing[0]):
        for rest in deals(tuple(each for each in deck if each not in some), missing[1:]):
            yield [some, *rest]


def slowly(name: str, hands: list[Cards], board: Cards) -> list[Fraction]:
    defined = game(name)
    assert isinstance(defined, PokerRoom)
    formed, ends = SLOW[name]
    ways = "".join(street.deal for street in defined.streets)
    own, community = len(ways.replace("c", "")), ways.count("c")
    own -= sum(street.discard for street in defined.streets)
    deck = tuple(each for each in range(52) if each not in board and all(each not in hand for hand in hands))
    shares, total = [Fraction(0)] * len(hands), 0
    for some, *mine in deals(deck, [community - len(board), *(own - len(hand) for hand in hands)]):
        values = [ends(formed(hand + more, board + some)) for hand, more in zip(hands, mine, strict=True)]
        best = [max(value) for value in zip(*values, strict=True)]
        won = [n for n, value in enumerate(best) if value]
        for n in won:
            winners = [player for player, value in enumerate(values) if value[n] == best[n]]
            for player in winners:
                shares[player] += Fraction(1, len(won) * len(winners))
        total += 1
    return [share / total for share in shares]


@pytest.mark.parametrize(
    ("name", "hands", "board"),
    [
        ("omaha-high", "AsAhKsKh 8c7c6d5d", "QsJs9d2c"),
        ("omaha-high", "AsKsQdJd AcKcTh9h 2c3c4d5d", "QsJs9d2h"),
        ("omaha-high", "AsKsQdJd AcKcTh9h", "QsJs9d2h3s"),
        ("omaha-high-low-8", "As2h5s9h Ac2cKdQc", "3s4d8hJd"),
        ("omaha-high-low-8", "As2h5s9h Ac2cKdQc 6h7hThTd", "3s4dQhJd"),
        ("pineapple", "AsKs QhQd 9c8c", "Qs7s2d"),
        ("crazy-pineapple", "AsKs QhQd", "Qs7s2d"),
        ("five-card-draw-high", "AsAhAd9c KsQsJsTs", ""),
        ("five-card-draw-low", "As2h3d4c 9s8h6d5c2c 2s4h6h7h", ""),
        ("triple-draw-2-7", "2s3h4d7c 2h3d5c8s", ""),
        ("badugi", "As2h3d 8s7h6d5c 4s5h6c", ""),
        ("seven-card-stud-high", "AsAhKd7c2s9d QsQhJd8c3h3d", ""),
        ("seven-card-stud-low", "As2h4d7cKsKd 3s5h6d8cQhQd", ""),
        ("seven-card-stud-high-low", "As2h4d7cKsKd 9s9hQdQcQh9c", ""),
        ("seven-card-stud-high-low-8", "As2h4d7c8sKd Ah2d4c7d9h8h", ""),
        ("five-card-stud", "AsAh7d6c QsQhJdJc KsKh2c3c", ""),
        ("mambo-stud", "AsKs2d 4h5d6c", ""),
        ("mambo-stud", "As3s 4h5d6c", "2h"),
    ],
)
def test_equities_agree_with_a_slow_program(name: str, hands: str, board: str) -> None:
    """14.9(i), 14.11(f), 14.13(h), 14.13A(k)"""
    defined = game(name)
    rows = list(defined.mathematics.equities(defined.rules(), hands, board))
    assert [row.equity for row in rows] == slowly(name, [read(each) for each in hands.split()], read(board))
    for row in rows:
        assert sum(each.probability for each in row.outcomes) == 1
        assert row.equity is not None
        assert row.expectation == len(rows) * row.equity - 1, "each puts one unit in"


@pytest.mark.parametrize("name", [name for name in SLOW if name != "hold-em"])
def test_the_classic_match_ups_of_a_game_can_be_worked_out(name: str) -> None:
    defined = game(name)
    rows = list(defined.mathematics.odds(defined.rules()))
    assert sum(row.equity for row in rows if row.equity is not None) * 2 == len(rows)


@pytest.mark.parametrize(
    ("name", "hands", "board", "says"),
    [
        ("omaha-high", "AsAhKs KdKcQdQc", "", r"AsAhKs has 3 cards; a hand has four \(13:69F-14.10\(f\)\)"),
        ("omaha-high", "AsAhKsKd ??", "", "has 0 cards"),
        ("pineapple", "AsAhKs KdKcQd", "", r"AsAhKs has 3 cards; a hand keeps two \(13:69F-14.10\(f\)\)"),
        ("pineapple", "AsAh ??", "", "has 0 cards; a hand keeps two"),
        (
            "crazy-pineapple",
            "AsAh KdKc",
            "",
            "the board has 0 community cards; it may have three, four or five",
        ),
        ("five-card-draw-high", "AsAhKsKdQdJd KcKh", "", "has 6 cards; a hand keeps one to five"),
        ("badugi", "As2h3d4cKs 5s", "", "has 5 cards; a hand keeps one to four"),
        ("seven-card-stud-high", "AsAh KdKcQd", "", "AsAh has 2 cards; a hand has three to seven"),
        ("seven-card-stud-high", "AsAhKs KdKcQd", "2c", "the board has 1 community cards; it may have none"),
        ("mambo-stud", "AsAh KdKc", "2c3c", "the board has 2 community cards; it may have none or one"),
        (
            "seven-card-stud-high",
            "2c3c4c 2d3d4d 2h3h4h 2s3s4s 5c6c7c 5d6d7d 5h6h7h 5s6s7s",
            "",
            r"8 hands need 32 more cards, and the deck has 28 \(13:69F-14.9\(h\)\)",
        ),
    ],
)
def test_what_cannot_be_worked_out_is_refused(name: str, hands: str, board: str, says: str) -> None:
    defined = game(name)
    with pytest.raises(Refused, match=says):
        list(defined.mathematics.equities(defined.rules(), hands, board))


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("seven-card-stud-high", "AsAhKd7c QsQhJd8c3h"),
        ("seven-card-stud-high-low-8", "As2h4d7c Ah2d9c9d9h"),
        ("five-card-draw-low", "As2h3d 9s8h6d5c 2c4c7dTd"),
    ],
)
def test_what_can_fall_in_too_many_ways_is_sampled_and_says_so(
    name: str, hands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same hands, dealt out in every way, are within twice the interval of 95 percent."""
    defined = game(name)
    exact = [row.equity for row in defined.mathematics.equities(defined.rules(), hands, "")]
    monkeypatch.setattr(equities, "MOST", 0)
    rows = list(defined.mathematics.equities(defined.rules(), hands, ""))
    assert sum(row.equity for row in rows if row.equity is not None) == 1
    for row, known in zip(rows, exact, strict=True):
        assert (row.method, row.table.endswith(", 1,000,000 deals sampled")) == ("simulated", True)
        assert row.interval is not None
        assert row.equity is not None
        assert known is not None
        spread = (row.interval[1] - row.interval[0]) / 2
        assert 0 < abs(row.equity - known) * len(rows) < 2 * spread < 0.01


def test_three_cards_of_stud_and_pairs_kept_at_draw_are_sampled_always_alike() -> None:
    for name, hands in (("seven-card-stud-low", "As2h4d 3s5h6d"), ("five-card-draw-high", "AsAh KcKh")):
        defined = game(name)
        first, again = (list(defined.mathematics.equities(defined.rules(), hands, "")) for _ in range(2))
        assert first == again
        assert {row.method for row in first} == {"simulated"}
