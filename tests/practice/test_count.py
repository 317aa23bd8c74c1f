"""Counting a shoe: effects to the digit, counts, and shoes dealt by a slow independent program."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss.book import game
from pitboss.games.baccarat.coup import points
from pitboss.law import Refused
from pitboss.odds.book import offering
from pitboss.practice.count import Count, count, shoe_of
from pitboss.practice.counted_shoes import by_card
from pitboss.practice.index_plays import index_plays
from pitboss.practice.removal import USUAL, best_tags, correlation, deck_of, odds_from, read_tags, removal

PUNTO_BANCO = game("baccarat-punto-banco").rules()
DRAGON = offering(PUNTO_BANCO, {}, "dragon-7")
ORDER = "TA23456789"
PUBLISHED = {
    "dragon-7": (8.6301, 4.9809, -8.9626, -10.7608, -26.8029, -26.3480, -32.4220, -35.8371, 53.7816, 47.8503),
    "player": (-0.1778, -0.4480, -0.5426, -0.6720, -1.1952, 0.8406, 1.1284, 0.8173, 0.5330, 0.2494),
    "banker": (0.1876, 0.4404, 0.5223, 0.6492, 1.1572, -0.8269, -1.1324, -0.8272, -0.5015, -0.2314),
}
"""Of a ten, an ace, 2 to 9: in hundredths of a percent."""


@pytest.mark.parametrize("wager", PUBLISHED)
def test_effects_of_removal_in_baccarat_to_the_digit(wager: str) -> None:
    found = removal(DRAGON if wager == "dragon-7" else PUNTO_BANCO, wager)
    assert [round(1e4 * found.effects[kind], 4) for kind in ORDER] == list(PUBLISHED[wager])


def test_the_effect_of_a_card_is_what_a_slow_count_of_small_shoes_says() -> None:
    """Every coup of a shoe of a few cards, dealt card by card."""
    pack = [0, 5, 10, 15, 20, 25, 30, 51, 2]
    ways: Counter[int] = Counter()

    def deal(left: list[int], drawn: tuple[int, ...]) -> None:
        if len(drawn) == 6:
            ways[winner([points(card) for card in drawn])] += 1
            return
        for place, card in enumerate(left):
            deal(left[:place] + left[place + 1 :], (*drawn, card))

    def winner(cards: list[int]) -> int:
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if max(player, banker) < 8:
            third = None
            if player <= 5:
                third = cards[4]
                player = (player + third) % 10
            draws = {
                0: True,
                1: True,
                2: True,
                3: third != 8,
                4: third in range(2, 8),
                5: third in range(4, 8),
            }
            draws[6] = third in (6, 7)
            if (banker <= 5) if third is None else draws.get(banker, False):
                banker = (banker + cards[4 if third is None else 5]) % 10
        return (player > banker) - (player < banker)

    deal(pack, ())
    expected = (ways[1] - ways[-1]) / sum(ways.values())
    assert float(odds_from(PUNTO_BANCO, "player", pack).expectation) == pytest.approx(expected, rel=1e-12)


def test_effects_in_blackjack_are_near_those_of_the_literature() -> None:
    """Six decks, dealer stands on soft 17, pairs split once, doubled after a split; with surrender, under which the
    published figures come out. They hold for one fixed way to play, these for the best from each shoe."""
    rules = game("blackjack").rules(decks=6, split_hands=2, surrender="yes")
    published = (-0.094, 0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091)
    assert [100 * each for each in removal(rules, "blackjack").by_value()] == pytest.approx(
        published, abs=0.003
    )


def test_a_card_taken_at_random_changes_nothing() -> None:
    """Over all cards of a shoe the effects cancel: of a Spanish shoe too, and of effects that are sampled."""
    for name, wager in (("triple-attack-blackjack", "suited-royals"), ("mini-baccarat", "tie")):
        found = removal(game(name).rules(), wager)
        cards = deck_of(found.tens)
        assert len(cards) == (48 if name.startswith("triple") else 52)
        assert sum(map(found.of, cards)) == pytest.approx(0, abs=1e-9)


def test_insurance_from_a_spanish_shoe() -> None:
    """72 tens of 287 cards; with another card gone, of 286."""
    found = removal(game("spanish-21").rules(decks=6), "insurance")
    assert found.player_edge == pytest.approx(3 * 72 / 287 - 1)
    assert found.by_value()[1] == pytest.approx(3 * 72 / 286 - 3 * 72 / 287)
    assert found.by_value()[9] == pytest.approx(3 * 71 / 286 - 3 * 72 / 287)


def test_sampled_effects_are_the_exact_ones() -> None:
    rules = game("mini-baccarat").rules()
    simulation = rules.game.mathematics.simulation(rules)
    edge, _, effects, error = by_card(simulation, simulation.wagers.index("player"), 4_000_000)
    exact = removal(rules, "player")
    assert edge == pytest.approx(exact.player_edge, abs=2e-3)
    for rank in range(13):
        assert effects[4 * rank : 4 * rank + 4].mean() == pytest.approx(exact.of(4 * rank), abs=4 * error)
    assert 0 < error < 1e-4


def test_who_knows_every_shoe_wins_a_little_on_the_tie_at_casino_war_and_nothing_is_exact_about_streaks() -> (
    None
):
    found = count(game("casino-war").rules(), "tie", rounds=1_000, perfect=50)
    assert found.perfect is not None
    assert found.perfect.shoes == 50
    assert found.perfect.per_100 >= 0
    with pytest.raises(Refused, match="decided over several rounds"):
        count(game("blackjack").rules(), "streak-2")
    with pytest.raises(Refused, match="count initial, whose odds include it"):
        count(game("casino-war").rules(), "war")


def test_usual_counts_follow_blackjack_as_published() -> None:
    effects = (-0.094, 0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091)
    found = {name: round(correlation(USUAL[name], effects), 3) for name in ("Hi-Lo", "K-O", "ace-five")}
    assert found == {"Hi-Lo": 0.963, "K-O": 0.961, "ace-five": 0.539}


def test_no_small_tags_follow_better_than_the_best_found() -> None:
    effects = tuple(removal(DRAGON, "dragon-7").by_value())
    best = correlation(best_tags(effects, 1), effects)
    rng = random.Random(1)
    for _ in range(2_000):
        tags = tuple(rng.choice((-1, 0, 1)) for _ in effects)
        assert correlation(tags, effects) <= best + 1e-9


@pytest.fixture(scope="module")
def dragon() -> Count:
    return count(DRAGON, "dragon-7", "0 0 0 -1 -1 -1 -1 2 2 0", rounds=400_000)


def test_the_dragon_7_is_bet_from_a_true_count_of_4_as_published(dragon: Count) -> None:
    """9.16 % of hands at 7.79 %, 0.714 units per 100, 0.580 ± 0.008 a shoe."""
    assert dragon.trigger == 4
    assert dragon.share == pytest.approx(0.0916, abs=0.003)
    assert abs(dragon.mean_player_edge - 0.0779) < 3 * dragon.mean_player_edge_error
    assert abs(dragon.per_100 - 0.714) < 3 * dragon.per_100_error
    assert abs(dragon.per_shoe - 0.580) < 3 * (dragon.per_shoe_error**2 + 0.008**2) ** 0.5
    assert dragon.score == pytest.approx(dragon.di**2)
    assert dragon.n0 is None or dragon.score == pytest.approx(1e6 / dragon.n0)


def test_a_deeper_cut_card_leaves_the_counter_less(dragon: Count) -> None:
    won = [each.per_shoe for each in dragon.by_cut]
    assert won == sorted(won, reverse=True)
    assert dragon.harmless_cut is not None
    assert next(each for each in dragon.by_cut if each.cards == dragon.harmless_cut).per_shoe < 0.1


def test_insurance_is_taken_at_four_times_the_decks_and_one() -> None:
    found = count(game("blackjack").rules(decks=6), "insurance", "1 1 1 1 1 1 1 1 1 -2", rounds=20_000)
    assert found.running_trigger == 25
    assert found.counted_by.correlation == pytest.approx(1.0)


def test_what_tags_cannot_count_is_said() -> None:
    found = count(game("casino-war").rules(), "tie", rounds=20_000)
    assert found.trigger is None
    assert "tags cannot count it" in found.sheet().lead


@pytest.mark.parametrize("name", ["three-card-poker", "roulette", "craps"])
def test_a_game_without_a_shoe_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(Refused, match="has no shoe that lasts for several rounds"):
        shoe_of(game(name).rules())


@pytest.mark.parametrize("tags", ["hi-low", "1 2 3", "0 0 0 0 0 0 0 0 0 0", "99 0 0 0 0 0 0 0 0 0"])
def test_tags_that_are_none_are_refused(tags: str) -> None:
    with pytest.raises(Refused, match="tags must be ten whole numbers"):
        read_tags(tags)


def test_index_plays_are_those_of_the_literature() -> None:
    """Six decks, dealer stands on soft 17; published indices are whole numbers."""
    found = {
        (each.hand, each.dealer, each.play): each.index
        for each in index_plays(game("blackjack").rules(), most=24, rounds=200_000).plays
    }
    published = {
        ("insurance", "A", "insure"): 3,
        ("hard 16", "T", "stand"): 0,
        ("hard 15", "T", "stand"): 4,
        ("pair of T", "5", "split"): 5,
        ("pair of T", "6", "split"): 4,
        ("hard 12", "3", "stand"): 2,
        ("hard 12", "2", "stand"): 3,
        ("hard 11", "A", "double"): 1,
        ("hard 9", "2", "double"): 1,
        ("hard 9", "7", "double"): 3,
        ("hard 13", "2", "hit"): -1,
        ("hard 12", "4", "hit"): 0,
        ("hard 12", "5", "hit"): -2,
        ("hard 12", "6", "hit"): -1,
        ("hard 13", "3", "hit"): -2,
    }
    assert {play: found.get(play, 99) for play in published} == pytest.approx(published, abs=1)
