"""The exact engine against published figures and against a slow program."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.book import Refused, Rules
from pitboss.games.blackjack.charts import HARD, PAIR, SOFT, chart, letters
from pitboss.games.blackjack.dealer import OVER, dealer_hands, dealer_odds
from pitboss.games.blackjack.splits import SplitPlay
from tests.blackjack.houses import BLACKJACK, UP, analysis

Shoe = tuple[int, ...]  # by points, 1 to 10


# The slow program


def best_total(cards: tuple[int, ...]) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def without(shoe: Shoe, *points: int) -> Shoe:
    left = list(shoe)
    for each in points:
        left[each - 1] -= 1
    assert min(left) >= 0
    return tuple(left)


def draws(shoe: Shoe) -> list[tuple[int, float]]:
    """In doubles: what is compared agrees to a millionth of a millionth, and fractions take ten times as long."""
    return [(points, n / sum(shoe)) for points, n in enumerate(shoe, 1) if n]


@cache
def slow_dealer(held: tuple[int, ...], shoe: Shoe, hit_soft_17: bool) -> dict[str, float]:
    """What becomes of the dealer: "17" to "21", "bust" or "blackjack"."""
    total = best_total(held)
    soft_17 = total == 17 and sum(held) == 7
    if len(held) > 1 and total >= 17 and not (hit_soft_17 and soft_17):
        name = "bust" if total > 21 else "blackjack" if total == 21 and len(held) == 2 else str(total)
        return {name: 1.0}
    found: dict[str, float] = {}
    for points, chance in draws(shoe):
        then = slow_dealer(tuple(sorted((*held, points))), without(shoe, points), hit_soft_17)
        for name, share in then.items():
            found[name] = found.get(name, 0.0) + chance * share
    return found


@cache
def slow_stand(hand: tuple[int, ...], up: int, shoe: Shoe) -> float:
    """Worth of standing, the unit lost to a dealer's blackjack; ``shoe`` is without hand and upcard."""
    mine = best_total(hand)
    worth = 0.0
    for name, chance in slow_dealer((up,), shoe, False).items():
        if name == "bust" or (name != "blackjack" and mine > int(name)):
            worth += chance
        elif name == "blackjack" or mine < int(name):
            worth -= chance
    return worth


@cache
def slow_best(hand: tuple[int, ...], up: int, shoe: Shoe) -> float:
    if best_total(hand) > 21:
        return -1.0
    stand = slow_stand(hand, up, shoe)
    return stand if best_total(hand) == 21 else max(stand, slow_hit(hand, up, shoe))


def slow_hit(hand: tuple[int, ...], up: int, shoe: Shoe) -> float:
    return sum(
        (
            chance * slow_best(tuple(sorted((*hand, points))), up, without(shoe, points))
            for points, chance in draws(shoe)
        ),
        0.0,
    )


def slow_peek_hit(hand: tuple[int, ...], up: int, shoe: Shoe) -> float:
    """The same with a card reader: the hole card lies there and is known not to make a blackjack.

    Every card is drawn with the probability it has given that, and nothing is ever lost to a blackjack.
    """

    def clear(left: Shoe) -> float:
        partner = {1: 10, 10: 1}[up]
        return 1 - left[partner - 1] / sum(left)

    @cache
    def worth(cards: tuple[int, ...], left: Shoe, must_draw: bool) -> float:
        mine = best_total(cards)
        if mine > 21:
            return -1.0
        ends = slow_dealer((up,), left, False)
        stand = 0.0
        for name, chance in ends.items():
            if name != "blackjack":
                sign = 1 if name == "bust" or mine > int(name) else -1 if mine < int(name) else 0
                stand += sign * chance / clear(left)
        if mine == 21:
            return stand
        hit = 0.0
        for points, chance in draws(left):
            then = without(left, points)
            hit += chance * clear(then) / clear(left) * worth(tuple(sorted((*cards, points))), then, False)
        return hit if must_draw else max(stand, hit)

    return worth(hand, shoe, True)


ONE_DECK: Shoe = (4,) * 9 + (16,)
SMALL: Shoe = (3, 1, 0, 0, 2, 3, 1, 2, 2, 8)


# The dealer


@pytest.mark.parametrize("hit_soft_17", [False, True])
def test_2_12_b_dealer_odds_of_one_deck_equal_the_slow_program(hit_soft_17: bool) -> None:
    left, dealer = without(ONE_DECK, 10, 6), dealer_hands(False, hit_soft_17, False)
    (odds,) = dealer_odds(dealer, np.array(ONE_DECK), np.array([ONE_DECK]) - np.array(left))
    for up in (1, 2, 6, 10):
        slow = slow_dealer((up,), without(left, up), hit_soft_17)
        for place, name in enumerate(("17", "18", "19", "20", "21", "22", "blackjack")):
            assert odds[up - 1, place] == pytest.approx(float(slow.get(name, 0)), abs=1e-14)
        assert odds[up - 1, OVER] == pytest.approx(float(slow["bust"]), abs=1e-13)


def test_2_12_b_1_dealer_busts_of_an_infinite_deck() -> None:
    """Published: how often the dealer busts, standing on all 17s, blackjacks not excluded."""
    published = [0.1153, 0.3536, 0.3739, 0.3945, 0.4164, 0.4232, 0.2623, 0.2447, 0.2284, 0.2121]
    many = np.array((4_000_000,) * 9 + (16_000_000,))
    (odds,) = dealer_odds(dealer_hands(False, False, False), many, np.zeros((1, 10), np.int64))
    assert odds[:, OVER].tolist() == pytest.approx(published, abs=6e-5)


# The player


@pytest.mark.parametrize(("hand", "up"), [("T6", "T"), ("A6", "6"), ("55", "9"), ("28", "A"), ("68", "5")])
def test_2_12_a_stand_and_hit_equal_the_slow_program(hand: str, up: str) -> None:
    points = tuple(sorted("A23456789T".index(rank) + 1 for rank in hand))
    upcard = "A23456789T".index(up) + 1
    shoe = without(SMALL, *points, upcard)
    found = analysis(SMALL).at(hand, up)
    assert found.values["stand"] == pytest.approx(float(slow_stand(points, upcard, shoe)), abs=1e-12)
    assert found.values["hit"] == pytest.approx(float(slow_hit(points, upcard, shoe)), abs=1e-12)


@pytest.mark.parametrize(("hand", "up"), [("T6", "T"), ("28", "A"), ("A6", "A"), ("66", "T")])
def test_2_10_b_a_card_reader_changes_no_expectation(hand: str, up: str) -> None:
    points = tuple(sorted("A23456789T".index(rank) + 1 for rank in hand))
    upcard = "A23456789T".index(up) + 1
    peeked = slow_peek_hit(points, upcard, without(SMALL, *points, upcard))
    found = analysis(SMALL).at(hand, up)
    assert found.given_no_blackjack("hit") == pytest.approx(float(peeked), abs=1e-12)


def test_2_11_e_resplits_of_a_small_shoe_as_published() -> None:
    """E. Farmer's strategy calculator 6.3: twos against a seven, split into up to four hands."""
    found = analysis((0, 4, 4, 2, 0, 0, 2, 0, 0, 7), "CDZ-", split_hands=4).at("22", "7")
    assert found.values == pytest.approx(
        {
            "stand": -0.61639194139,
            "hit": -0.13266733267,
            "double": -1.23278388278,
            "split": -0.76210220335,
        },
        abs=1e-11,
    )


@pytest.mark.parametrize(
    ("options", "play", "published"),
    [
        ({"split_hands": 4}, "CDP", -0.402861523),
        ({"split_hands": 4}, "CDZ-", -0.402870236),
        ({"split_hands": 4, "soft_17": "hit"}, "CDP", -0.615387095),
        ({"split_hands": 4, "decks": 8}, "CDP", -0.430577794),
        ({"split_hands": 4, "decks": 8, "surrender": "yes"}, "CDP", -0.354760002),
        ({"soft_17": "hit", "variation": "6-to-5", "double_after_split": "no"}, "CDZ-", -2.152920698),
    ],
)
def test_expectations_as_published(options: dict[str, object], play: SplitPlay, published: float) -> None:
    """What E. Farmer's strategy calculator 7.6 (github.com/possibly-wrong/blackjack) prints, in percent."""
    assert 100 * analysis(play=play, **options).expectation == pytest.approx(published, abs=6e-10)


def test_2_9_insurance_of_fresh_shoes() -> None:
    assert analysis().insurance == Fraction(-23, 311)
    one = analysis(decks=1)
    assert one.insurance == Fraction(-1, 17)
    assert one.insurance_gain == 0  # the best case, 16 tens in 49 cards, is still under a third


def test_basic_strategy_of_six_decks() -> None:
    """The chart every book prints for six decks, dealer standing on soft 17, doubling after splits."""
    found = chart(analysis(split_hands=4, surrender="yes"))
    assert found.columns == (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)

    def row(kind: int, total: int) -> str:
        return " ".join(letters(int(found.cells[column, kind, total])) for column in found.columns)

    assert row(HARD, 17) == "S S S S S S S S S S"
    assert row(HARD, 16) == "S S S S S H H Rh Rh Rh"
    assert row(HARD, 15) == "S S S S S H H H Rh H"
    assert row(HARD, 12) == "H H S S S H H H H H"
    assert row(HARD, 11) == "Dh Dh Dh Dh Dh Dh Dh Dh Dh H"
    assert row(HARD, 10) == "Dh Dh Dh Dh Dh Dh Dh Dh H H"
    assert row(HARD, 9) == "H Dh Dh Dh Dh H H H H H"
    assert row(SOFT, 18) == "S Ds Ds Ds Ds S S H H H"
    assert row(SOFT, 17) == "H Dh Dh Dh Dh H H H H H"
    assert row(SOFT, 13) == "H H H Dh Dh H H H H H"
    assert row(PAIR, 1) == "P P P P P P P P P P"
    assert row(PAIR, 9) == "P P P P P S P P S S"
    assert row(PAIR, 8) == "P P P P P P P P P P"
    assert row(PAIR, 4) == "H H H P P H H H H H"
    assert row(PAIR, 2) == "P P P P P P H H H H"
    assert "2T against 4: hit, not stand" in str(found.deviations[0])


def test_options_help_whom_they_should() -> None:
    base = analysis().expectation
    better: list[dict[str, object]] = [
        {"split_hands": 4},
        {"surrender": "yes"},
        {"reading_split_21": "as-printed"},
        {"five_card_21": "yes"},
        {"suited_6_7_8": "yes"},
        {"three_sevens": "yes"},
        {"designated_blackjack": "AsJs"},
    ]
    worse: list[dict[str, object]] = [
        {"decks": 8},
        {"soft_17": "hit"},
        {"variation": "6-to-5"},
        {"double_on": "9-to-11"},
        {"double_after_split": "no"},
        {"reading_busted_extra": "kept"},
    ]
    assert all(analysis(**options).expectation > base for options in better)
    assert all(analysis(**options).expectation < base for options in worse)


def test_2_3_e_3_a_designated_blackjack_adds_its_share() -> None:
    """One unit more on one of 64 blackjacks, when the dealer has none: half a unit over 3 to 2."""
    blackjack = 2 * Fraction(24, 312) * Fraction(96, 311)
    dealer = 2 * Fraction(23, 310) * Fraction(95, 309)
    gain = blackjack * (1 - dealer) / 2 / 64
    found = analysis(designated_blackjack="AsJs").expectation - analysis().expectation
    assert found == pytest.approx(float(gain), abs=1e-12)


def test_2_6_k_hole_card_up_dealer_blackjack() -> None:
    found = analysis(**UP)
    assert found.at("AT", "AT").expectation == 1
    assert found.at("TT", "AT").expectation == -1
    assert found.at("TT", "T9").best == "stand"
    assert found.at("TT", "T9").expectation == 1
    assert found.at("T9", "T9").best == "hit"


def test_2_6a_d_odds_know_where_surrender_is_not_available() -> None:
    """Dealt from the hand without a card reader, unless the house reads 2.8(c) as it is printed."""
    hand: dict[str, object] = {"dealing": "hand", "decks": 1, "surrender": "yes"}
    assert "surrender" not in analysis(**hand).at("T6", "T").values
    assert "surrender" in analysis(**hand, reading_hand_surrender="as-printed").at("T6", "T").values
    assert "surrender" in analysis(**hand | {"hole_card": "reader"}).at("T6", "T").values


@pytest.mark.parametrize(
    "wrong",
    [
        {"decks": 0},
        {"split-hands": 5},
        {"hole-card": "up"},
        {"hole-card": "up", "double-on": "9-to-11", "split-hands": 2, "surrender": "yes"},
        {
            "hole-card": "up",
            "double-on": "9-to-11",
            "split-hands": 2,
            "variation": "6-to-5",
            "soft-17": "hit",
        },
    ],
)
def test_refused_rules_name_their_paragraph(wrong: dict[str, object]) -> None:
    with pytest.raises(Refused, match=r"13:69F-2\."):
        Rules(BLACKJACK, wrong)


def test_a_rest_of_a_shoe_may_have_no_ace() -> None:
    """Where only tens are left every hand is twenty and every round is tied."""
    rules = BLACKJACK.rules(decks=2)
    tens = [card for card in rules.pack() if 8 <= card >> 2 <= 11]
    (row,) = BLACKJACK.mathematics.odds_from(rules, tens, "blackjack")
    assert (len(tens), row.house_edge, row.standard_deviation) == (32, 0, 0)
