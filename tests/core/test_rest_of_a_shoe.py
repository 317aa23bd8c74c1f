"""What wagers are worth from the rest of a shoe: `odds --shoe`, `odds --removed`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pitboss.book import Refused
from pitboss.odds import WagerOdds
from pitboss.odds.book import analyze
from tests.baccarat import slow_coup, slow_value

NINE = "2c 5d 5h 9s Kc Kd As Ad 7c"


def rest(name: str, wager: str, settings: list[str] | None = None, **told: str) -> WagerOdds:
    (row,) = analyze(name, wager, settings, **told)
    return row


def cards(names: str) -> list[int]:
    return [4 * "23456789TJQKA".index(name[0]) + "cdhs".index(name[1]) for name in names.split()]


def test_baccarat_every_deal_of_nine_cards() -> None:
    """60,480 deals, one by one: Player and tie as they come, and the number of cards at 3 to 2, 2 to 1 and 2 to 1
    (7.3(f))."""
    ends: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    for drawn in permutations(cards(NINE), 6):
        player, banker, *counts = slow_coup([slow_value(card) for card in drawn])
        ends[(player > banker) - (player < banker)] += 1
        dealt[sum(counts)] += 1
    total = sum(ends.values())
    assert rest("mini-baccarat", "player", shoe=NINE).house_edge == Fraction(ends[-1] - ends[1], total)
    assert rest("mini-baccarat", "tie", shoe=NINE).house_edge == Fraction(
        ends[1] + ends[-1] - 8 * ends[0], total
    )
    for number, odds in {4: Fraction(3, 2), 5: 2, 6: 2}.items():
        row = rest("mini-baccarat", f"total-cards-{number}", ["total-cards=yes"], shoe=NINE)
        assert row.house_edge == 1 - Fraction(dealt[number], total) * (1 + odds)
        assert row.hit_rate == Fraction(dealt[number], total)


def test_red_dog_every_board_of_nine_cards() -> None:
    """A raise is made where it wins on average, by the two cards that lie there: odds are 5, 4, 2 and 1 to 1 by the
    spread, 11 to 1 for three of a kind (6.4)."""
    shoe = [card // 4 for card in cards(NINE)]
    worth, total = Fraction(0), 0
    for first, second in permutations(range(9), 2):
        others = [shoe[n] for n in range(9) if n not in (first, second)]
        low, high = sorted((shoe[first], shoe[second]))
        nets = []
        for third in others:
            if low == high:
                nets.append(11 if third == low else 0)
            elif high - low == 1:
                nets.append(0)
            else:
                nets.append({1: 5, 2: 4, 3: 2}.get(high - low - 1, 1) if low < third < high else -1)
        total += len(others)
        worth += sum(nets) + (max(0, sum(nets)) if high - low > 1 else 0)
    assert rest("red-dog", "ante", shoe=NINE).expectation == worth / total


def test_casino_war_every_deal_of_nine_cards() -> None:
    """War on a tie loses the initial wager; the war wager wins 2 to 1, or 3 to 1 on another tie (22.9(a)3), or is lost
    too; surrender costs half."""
    shoe = [card // 4 for card in cards(NINE)]
    worth = Fraction(0)
    for mine, theirs in permutations(range(9), 2):
        if shoe[mine] != shoe[theirs]:
            worth += (shoe[mine] > shoe[theirs]) - (shoe[mine] < shoe[theirs])
            continue
        left = [shoe[n] for n in range(9) if n not in (mine, theirs)]
        wars = [(a > b) - (a < b) for a, b in permutations(left, 2)]
        fought = sum(Fraction({1: 1, 0: 2, -1: -2}[each], len(wars)) for each in wars)
        worth += max(fought, Fraction(-1, 2))
    assert rest("casino-war", "initial", shoe=NINE).expectation == worth / 72


def test_blackjack_without_one_card() -> None:
    """Insurance by hand: one deck without two tens has 14 of them among 49 other cards. And to take a five out of a
    single deck is worth some two thirds of a percent to the player, an ace as much to the house (Griffin)."""
    deck = ["decks=1"]
    assert rest("blackjack", "insurance", deck, removed="Tc Kd").expectation == Fraction(3 * 14 - 49, 49)
    whole = rest("blackjack", "blackjack", deck, removed="").expectation
    assert float(whole) == pytest.approx(float(rest("blackjack", "blackjack", deck).expectation), abs=1e-12)
    five = rest("blackjack", "blackjack", deck, removed="5c").expectation - whole
    ace = rest("blackjack", "blackjack", deck, removed="Ac").expectation - whole
    assert float(five) == pytest.approx(0.0067, abs=0.001)
    assert float(ace) == pytest.approx(-0.006, abs=0.001)


@pytest.mark.parametrize(
    ("game", "told", "sentence"),
    [
        ("mini-baccarat", {"shoe": "4c*5"}, "may need 6 cards, but only 5 are left"),
        ("mini-baccarat", {"shoe": "4c*9"}, "has 8 of 4c, not 9"),
        ("mini-baccarat", {"removed": "4*33"}, "the shoe has 8 of 4c, so 9 cannot be removed"),
        ("mini-baccarat", {"removed": "4c*many"}, "does not say how many"),
        ("casino-war", {"shoe": "4c*6"}, "may need 7 cards"),
        ("red-dog", {"shoe": "4c"}, "may need 3 cards"),
        ("blackjack", {"shoe": "T*24 K"}, "for 26 cards or more"),
        ("craps", {"removed": "4c"}, "are not available"),
    ],
    ids=str,
)
def test_a_shoe_that_cannot_be(game: str, told: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        analyze(game, **told)


def test_all_and_a_shoe_do_not_go_together() -> None:
    with pytest.raises(Refused, match="leave it out"):
        analyze("mini-baccarat", every=True, removed="4c")


@pytest.mark.parametrize(
    ("name", "asked", "sentence"),
    [
        ("hold-em", {"board": "2c3c4c"}, "--board needs --hands"),
        ("hold-em", {"hands": "AsAh KdKc", "wager": "pot"}, "--hands cannot be combined with"),
        ("hold-em", {"hands": "AsAh KdKc", "every": True}, "--hands cannot be combined with"),
        ("mini-baccarat", {"hands": "AsAh KdKc", "removed": "4c"}, "--hands cannot be combined with"),
        ("red-dog", {"settings": ["decks=1", "decks=2"]}, "decks is set to both 1 and 2"),
        (None, {"every": True, "wager": "pass"}, "the odds of the whole book always cover every wager"),
        (
            None,
            {"every": True, "settings": ["decks=1"]},
            "the odds of the whole book always cover every wager",
        ),
    ],
)
def test_what_would_be_ignored_is_refused(name: str | None, asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        analyze(name, **asked)
