"""Who plays as if they saw a card: by hand, by the laws of the likelihood ratio, and by 200 bots each."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.practice import sight
from pitboss.practice.review import review
from pitboss.practice.sight import FOUND, SHARES, SURE, Question, fit, likelihood
from pitboss.table import File, Table
from tests.properties import often

DEALS = 40
BOTS = often(200, 2_000)


def test_a_decision_that_a_quarter_of_the_cards_fits() -> None:
    """Seen always: 0.95 against 0.25 · 0.95 + 0.75 · 0.05 = 0.275."""
    best = {0: "call", 1: "fold", 2: "fold", 3: "fold"}
    found = fit([(best, "call")], dict.fromkeys(range(4), 1), 0)
    assert found is not None
    assert (found.share, found.fits) == (0.25, True)
    assert found.ratios[0] == pytest.approx(0.95 / 0.275)
    missed = fit([(best, "call")], dict.fromkeys(range(4), 1), 2)
    assert missed is not None
    assert missed.ratios[0] == pytest.approx(0.05 / 0.275)


def test_two_decisions_about_one_card_count_once_and_the_ratio_is_one_on_average() -> None:
    """Over the cards that may be there, the average of each ratio is 1: by chance, nobody gains."""
    first, second = {0: "hit", 1: "hit", 2: "stand"}, {0: "hit", 1: "stand", 2: "stand"}
    left = {0: 5, 1: 2, 2: 3}
    found = {card: fit([(first, "hit"), (second, "hit")], left, card) for card in left}
    for n in range(len(SHARES)):
        assert sum(count * found[card].ratios[n] for card, count in left.items()) == pytest.approx(10)  # type: ignore[union-attr]
    whole = Fraction(5 * 95 * 95 + 2 * 95 * 5 + 3 * 5 * 5, 10)
    assert found[0].ratios[0] == pytest.approx(float(95 * 95 / whole))  # type: ignore[union-attr]
    assert SURE == 0.95


def test_a_decision_that_no_card_changes_says_nothing() -> None:
    assert fit([({0: "play", 1: "play"}, "fold")], {0: 1, 1: 1}, 0) is None
    assert likelihood([]) == 1.0


@pytest.fixture(scope="module")
def deals() -> list[tuple[Question, str]]:
    """Decisions at three card poker: what is best by one card of the dealer's, and for who sees none."""
    table, found = Table("three-card-poker", seed=8), []
    table.sit(1, "Ann", 100_000)
    for _ in range(DEALS):
        table.bet(1, "ante", 10)
        table.deal()
        ask = table.question(1)
        assert ask is not None
        (first, *_) = sight.questions(table, ask, Counter(range(52)) - Counter(table.cards("1")))
        found.append((first, table.game.mathematics.advise(table, ask).decision))
        table.act(1, "play")
    return found


def evidence(deals: list[tuple[Question, str]], seed: int, *, sees: bool, errs: float) -> float:
    """Each deal twice, with another card of the dealer's."""
    rng, fits = random.Random(seed), []
    for question, usual in deals * 2:
        card = rng.choice(sorted(question.best))
        decision = question.best[card] if sees else usual
        if rng.random() < errs:
            decision = rng.choice(("play", "fold"))
        if (found := fit([(question.best, decision)], question.left, card)) is not None:
            fits.append(found)
    return likelihood(fits)


def test_of_200_bots_those_that_see_a_card_are_found_and_no_others(deals: list[tuple[Question, str]]) -> None:
    """The others play best, or badly: one decision of three at random."""
    rates = {
        (sees, errs): sum(evidence(deals, seed, sees=sees, errs=errs) >= FOUND for seed in range(BOTS))
        for sees, errs in ((True, 0.05), (False, 0.0), (False, 1 / 3))
    }
    assert rates[True, 0.05] >= 0.9 * BOTS
    assert rates[False, 0.0] + rates[False, 1 / 3] <= BOTS / 200


def test_a_journal_of_who_sees_the_hole_card_is_found(tmp_path: Path) -> None:
    card = "the dealer's hole card"
    path = tmp_path / "seen.jsonl"
    table = Table("blackjack", seed=3, storage=File(path))
    for seat, name in ((1, "Ann"), (2, "Bob")):
        table.sit(seat, name, 1_000_000)
    for _ in range(24):
        for seat in (1, 2):
            table.bet(seat, "blackjack", 10)
        table.deal()
        while (ask := next(filter(None, map(table.question, (1, 2))), None)) is not None:
            decision = table.game.mathematics.advise(table, ask).decision
            if ask.seat == 1:
                known = Counter(card for cards in table.seen(1).values() for card in cards)
                asked = sight.questions(table, ask, Counter(table.rules.pack()) - known)
                for question in asked:
                    if question.card == card:
                        decision = question.best.get(question.actual or 0, decision)
            choice = next(each for each in ask.choices if each.id == decision)
            table.act(ask.seat, decision, choice.most / 100 if choice.most else None)
    found = review(path.read_bytes().splitlines(keepends=True))
    assert [(each.player, each.card) for each in found.sights if each.found] == [("Ann", card)]
    assert any(says.startswith(f"Ann's decisions fit {card}") for says in found.findings)
    assert {each.player for each in found.of("Bob").sights} == {"Bob"}
    assert "cheat" not in str(found.sheet())
