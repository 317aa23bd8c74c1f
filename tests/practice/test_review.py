"""A recorded table reviewed: decisions against the game's advice, stakes against the count."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from pitboss.equipment.cards import UNKNOWN
from pitboss.law import Refused
from pitboss.practice.review import Played, Review, correlated, independent_of, review
from pitboss.table import File, Table
from tests.properties import often

ROUNDS = 60
BOTS = often(200, 2_000)


def reviewed(path: Path) -> Review:
    return review(path.read_bytes().splitlines(keepends=True))


def mini_baccarat(path: Path, *, counts: bool) -> Path:
    """A player at $10, who bets $100 once more low cards than high ones have gone, or by turns."""
    table = Table("mini-baccarat", seed=4, storage=File(path))
    table.sit(1, "Ann", 100_000)
    running = 0
    for n in range(ROUNDS):
        more = running > 0 if counts else n % 2 == 0
        table.bet(1, "player", 100 if more else 10)
        table.deal()
        for cards in table.seen().values():
            for card in cards:
                rank = card >> 2
                running += (rank < 5) - (rank > 7) if card != UNKNOWN else 0
    return path


def test_stakes_that_follow_the_count_are_seen_and_others_are_not(tmp_path: Path) -> None:
    (counter,) = reviewed(mini_baccarat(tmp_path / "counter.jsonl", counts=True)).players
    (other,) = reviewed(mini_baccarat(tmp_path / "other.jsonl", counts=False)).players
    assert counter.rounds == other.rounds == ROUNDS
    assert counter.correlation is not None
    assert other.correlation is not None
    assert counter.correlation > (counter.chance_below or 1) >= 1.645 / (ROUNDS - 1) ** 0.5
    assert counter.by_chance is not None
    assert counter.by_chance < 0.05
    assert abs(other.correlation) < (other.chance_below or 0)
    assert not other.counts


def three_card_poker(path: Path, *, best: bool) -> Path:
    """A player who follows the advice, or plays every hand."""
    table = Table("three-card-poker", seed=2, storage=File(path))
    table.sit(1, "Ann", 10_000)
    for _ in range(12):
        table.bet(1, "ante", 10)
        table.deal()
        while (ask := table.question(1)) is not None:
            table.act(1, table.game.mathematics.advise(table, ask).decision if best else "play")
    return path


def test_best_play_costs_nothing_and_playing_every_hand_does(tmp_path: Path) -> None:
    (good,) = reviewed(three_card_poker(tmp_path / "good.jsonl", best=True)).players
    assert (good.decisions, good.not_best, good.cost) == (12, 0, 0.0)
    found = reviewed(three_card_poker(tmp_path / "every.jsonl", best=False))
    (every,) = found.players
    assert every.decisions == 12
    assert every.not_best == sum(each.times for each in found.situations) > 0
    assert every.cost == pytest.approx(sum(each.cost for each in found.situations))
    assert {(each.chosen, each.best) for each in found.situations} == {("play", "fold")}
    costs = [each.cost for each in found.situations]
    assert costs == sorted(costs, reverse=True)
    assert all(0 < each.cost <= 10 * each.times for each in found.situations)


def test_an_empty_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    Table("three-card-poker", seed=2, storage=File(path)).sit(1, "Ann", 100)
    with pytest.raises(Refused, match="no round was played"):
        reviewed(path)


def test_a_stake_that_never_changes_correlates_with_nothing() -> None:
    assert correlated([(0, 5), (1, 5), (2, 5)]) is None
    assert correlated([(0, 3), (1, 2), (2, 1)]) == pytest.approx(-1)


def test_pairs_that_keep_their_level_say_less() -> None:
    """Five rounds at the same count and stake say about as much as one."""
    rng = random.Random(1)
    pairs = [(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(200)]
    assert independent_of(pairs) == pytest.approx(200, rel=0.2)
    assert independent_of([pair for pair in pairs for _ in range(5)]) == pytest.approx(200, rel=0.5)


@cache
def shoes(seed: int, rounds: int) -> list[tuple[float, bool]]:
    """Rounds of six decks of which 4 to 6 cards are seen: the true count of Hi-Lo, and whether the round is won."""
    found: list[tuple[float, bool]] = []
    rng = random.Random(seed)
    while len(found) < rounds:
        tags = [-1] * 120 + [0] * 72 + [1] * 120
        rng.shuffle(tags)
        at = running = 0
        while at < 260:
            found.append((52 * running / (312 - at), rng.random() < 0.47))
            take = rng.randint(4, 6)
            running += sum(tags[at : at + take])
            at += take
    return found[:rounds]


def staked(seed: int, way: str) -> Played:
    """A bot that bets by the count, at random, or twice as much after each loss."""
    rng = random.Random(f"{way} {seed}")
    pairs, stake = [], 10
    for count, won in shoes(seed, 400):
        if way == "counts":
            stake = 10 if count < 1 else 20 * min(int(count), 4)
        elif way == "at random":
            stake = rng.choice((10, 20, 50))
        pairs.append((count, stake))
        if way == "doubles":
            stake = 10 if won or stake > 300 else 2 * stake
    return Played.of("", [], pairs)


def test_of_200_bots_those_that_count_are_found_and_no_others() -> None:
    found = {
        way: sum(staked(seed, way).counts for seed in range(BOTS))
        for way in ("counts", "at random", "doubles")
    }
    assert found["counts"] >= 0.95 * BOTS
    assert found["at random"] + found["doubles"] <= BOTS / 100


def test_a_void_and_a_correction_are_listed_with_what_they_cost(tmp_path: Path) -> None:
    path = tmp_path / "ruled.jsonl"
    table = Table("three-card-poker", seed=2, storage=File(path))
    table.sit(1, "Ann", 1_000)
    table.bet(1, "ante", 10)
    table.deal()
    table.act(1, "play")
    table.correct(1, 5, by="Lee", why="short paid")
    table.bet(1, "ante", 10)
    table.deal()
    table.void(by="Lee", why="deck fouled")
    by_what = {each.what: each for each in reviewed(path).rulings}
    assert by_what["correction: short paid"].cost == 5
    void = by_what["round void: deck fouled"]
    assert (void.by, void.times, void.cost, void.returned) == ("Lee", 1, 0, 10)
