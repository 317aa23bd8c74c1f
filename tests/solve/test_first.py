"""What is seen of a shoe before a card is dealt, of the third card of red dog, and of the dealer's hole card."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss.book import game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.dealer import dealer_hands
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.house import house_of
from pitboss.law import Refused
from pitboss.odds import WagerOdds
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import Gone, asked


def best(name: str, **known: Any) -> WagerOdds:
    row, *singly = analyse_knowing(game(name).rules(), asked(**known))
    for each in (row, *singly):
        assert sum(outcome.probability for outcome in each.outcomes) == 1
        assert row.house_edge <= each.house_edge
    return row


@pytest.mark.parametrize("known", [{"sorted_": "shoe 1: 6789"}, {"seen": "shoe 1"}])
def test_the_back_of_the_first_card_at_baccarat_is_worth_what_is_published(known: dict[str, str]) -> None:
    """6.7647 percent of the better wager, with eight decks. It is player from six to nine and banker else, so that the
    rank itself is worth no more."""
    row = best("mini-baccarat", **known)
    assert round(-100 * float(row.house_edge), 4) == 6.7647
    players = sum(each.probability for each in row.outcomes if each.outcome.startswith("player"))
    assert players == Fraction(4, 13)
    assert row.wagered == 1
    (alone,) = analyse_knowing(game("mini-baccarat").rules(), asked(**known), "player")
    assert alone.wagered == players


def test_ten_values_on_whose_backs_the_ranks_differ_count_by_their_ranks() -> None:
    """Whether a ten is a king says nothing, so that with kings apart the other ten values are as good as all."""
    apart, together = (best("mini-baccarat", sorted_=f"shoe 1: {each}") for each in ("TJQ K", "TJQK"))
    assert apart.house_edge == together.house_edge


def test_two_cards_seen_at_casino_war_are_won_or_bet_on_the_tie() -> None:
    """Six decks: the second card is of the first one's rank in 23 of 311 cases, for ten to one; else the first wins
    half of the time, and there is no wager when it loses."""
    row = best("casino-war", seen="shoe 2")
    tie = Fraction(23, 311)
    assert -row.house_edge == 10 * tie + (1 - tie) / 2
    assert row.wagered == tie + (1 - tie) / 2


def test_the_dealers_card_is_worth_at_casino_war_what_ones_own_is() -> None:
    assert best("casino-war", seen="shoe 1").house_edge == best("casino-war", seen="dealer 1").house_edge


def test_the_third_card_of_red_dog_is_raised_on_when_it_falls_between() -> None:
    """All boards by a program of its own."""
    rules = game("red-dog").rules()
    same = len(rules.pack()) // 13
    won, total = 0, 0
    for a, b, c in product(range(13), repeat=3):
        ways = same * (same - (a == b)) * (same - (a == c) - (b == c))
        low, high = min(a, b), max(a, b)
        total += ways
        if low == high:
            won += 11 * ways * (c == a)
        elif high - low > 1:
            between = low < c < high
            won += ways * (2 * {2: 5, 3: 4, 4: 2}.get(high - low, 1) if between else -1)
    assert -best("red-dog", seen="board 3rd").house_edge == Fraction(won, total)


def test_the_hole_card_of_blackjack_decides_every_hand_that_draws_no_more() -> None:
    """Against two cards that stand the player who stands wins, ties or loses for certain; insurance is made where an
    ace has a ten under it, 24 times 96 of 312 times 311, for two to one."""
    rules = game("blackjack").rules()
    main, insured = analyse_knowing(rules, asked("dealer 1"))
    assert insured.house_edge == -2 * Fraction(24 * 96, 312 * 311)
    (blind, *_) = game("blackjack").mathematics.odds(rules, "blackjack")
    assert main.house_edge < blind.house_edge - Fraction(1, 20)
    terms = house_of(rules).terms
    found = analyze(house_of(rules), dealer=dealer_hands(True, terms.hit_soft_17, terms.push_22))
    assert sum(each.probability for each in found.hands) == pytest.approx(1)
    pat = 0
    for each in found.hands:
        mine, theirs = (sum(min(rank + 1, 10) for rank in hand) for hand in (each.hand, each.dealer))
        if 0 not in (*each.hand, *each.dealer) and theirs >= 17:
            pat += 1
            assert each.values["stand"] == pytest.approx((mine > theirs) - (mine < theirs))
    assert pat > 100


@pytest.mark.parametrize(
    ("name", "seen", "sentence"),
    [
        ("mini-baccarat", "dealer 1", "a dealer's card seen is not available for mini-baccarat"),
        ("mini-baccarat", "shoe 5", "at most the first 4 cards of the shoe"),
        ("mini-baccarat", "gone 7c", "no wager wins on average with this knowledge: 7c gone"),
        ("casino-war", "dealer 2", "the dealer has one card"),
        ("red-dog", "board 4th", "the board has 3 cards"),
        ("blackjack", "dealer 2", "the dealer has one hole card"),
        ("red-dog", f"gone {'7c ' * 99}", "more cards are gone than the shoe has"),
    ],
)
def test_what_cannot_be_known_is_refused(name: str, seen: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        best(name, seen=seen)


def test_cards_that_are_gone_are_gone_as_often_as_they_are_named() -> None:
    assert (asked("gone 7c") + asked("gone 7c")).gone == tuple(cards("7c 7c")) == Gone(cards("7c 7c")).gone
