"""Every row of every pay table of 13:69F-11, paid at the table: hands by name, and what a dollar brings by the text."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.law import Refused
from pitboss.table.case import Case, settle

HANDS = {
    "seven-card straight flush": "2h 3h 4h 5h 6h 7h 8h",
    "seven cards from the ace": "Ah 2h 3h 4h 5h 6h 7h",
    "seven cards with the joker": "2h 3h 4h Jk 6h 7h 8h",
    "royal and king-queen": "As Ks Qs Js Ts Kd Qd",
    "joker's royal and king-queen": "As Ks Jk Js Ts Kd Qd",
    "royal and ace-king": "As Ks Qs Js Ts Ad Kd",
    "royal and ace-queen": "As Ks Qs Js Ts Ad Qd",
    "joker's royal and ace-queen": "As Ks Jk Js Ts Ad Qd",
    "royal and pair": "As Ks Qs Js Ts 4d 4c",
    "joker's royal and pair": "As Ks Jk Js Ts 4d 4c",
    "royal": "As Ks Qs Js Ts 4d 3c",
    "joker's royal": "As Ks Jk Js Ts 4d 3c",
    "five aces": "Ac Ad Ah As Jk 7c 4d",
    "five aces and pair": "Ac Ad Ah As Jk 4d 4c",
    "ace to five and ace-queen": "Ac 2c 3c 4c 5c Ad Qd",
    "ace to five": "Ac 2c 3c 4c 5c Kd 9h",
    "joker's ace to five": "Ac 2c Jk 4c 5c Kd 9h",
    "straight flush": "5c 6c 7c 8c 9c Kd 2h",
    "straight flush and pair": "5c 6c 7c 8c 9c Kd Kh",
    "joker's straight flush": "5c 6c Jk 8c 9c Kd 2h",
    "both straight flushes": "5c 6c 7c 8c 9c Jk 2h",
    "four of a kind": "9c 9d 9h 9s Kd 4h 2c",
    "four of a kind and pair": "9c 9d 9h 9s Kd Kh 2c",
    "joker's four aces": "Ac Ad As Jk Kd 4h 2c",
    "full house": "9c 9d 9h 4s 4d Kh 2c",
    "full house and pair": "9c 9d 9h 4s 4d 2h 2c",
    "flush": "2c 5c 8c Tc Kc 3d 7h",
    "flush and pair": "2c 5c 8c Tc Kc 7d 7h",
    "flush and three fives": "2c 5c 8c Tc Kc 5d 5h",
    "joker's flush": "2c 5c 8c Tc Jk 3d 7h",
    "three of a kind": "9c 9d 9h Ks 4d 6h 2c",
    "joker's three aces": "Ac Ad Jk Ks 4d 6h 2c",
    "straight": "5c 6d 7h 8s 9c Kd 2h",
    "straight and pair": "5c 6d 7h 8s 9c Kd Kh",
    "joker's straight": "5c 6d Jk 8s 9c Kd 2h",
    "ace-low straight": "Ac 2d 3h 4s 5c Kd 9h",
    "pair": "9c 9d Kh Ts 6c 4d 2h",
    "nine high": "9c 8d 7h 5s 4c 3d 2h",
    "ten high": "Tc 8d 7h 5s 4c 3d 2h",
    "jack high": "Jc 8d 7h 5s 4c 3d 2h",
    "queen high": "Qc 8d 7h 5s 4c 3d 2h",
    "king high": "Kc 8d 7h 5s 4c 3d 2h",
    "ace high": "Ac 9d 8h 7s 5c 4d 2h",
    "joker high": "Jk 9d 8h 7s 5c 4d 2h",
    "ace and joker": "Ac Jk 8h Tc Qd 3d 7h",
    "joker, king to ten": "Jk Kd Qh Jc Td 3d 7h",
}
LOST = -1
COMMON = {
    "four of a kind": 25,
    "joker's four aces": 25,
    "full house": 5,
    "flush": 4,
    "joker's flush": 4,
    "three of a kind": 3,
    "joker's three aces": 3,
    "straight": 2,
    "joker's straight": 2,
    "ace-low straight": 2,
    "pair": LOST,
    "ace high": LOST,
}
"""What the bonus, the seven-card bonus and the dynasty bonus share, from four of a kind down."""
PAI_GOWS = ("nine high", "ten high", "jack high", "queen high", "king high", "ace high", "joker high")
NO_PAI_GOW = ("flush", "straight", "ace-low straight", "pair", "ace and joker", "joker, king to ten")


def insured(*odds: int) -> dict[str, int]:
    """The joker is an ace and nothing else (11.3(h)): it completes no flush, and no straight from within."""
    paid = dict(zip(PAI_GOWS, (*odds, odds[-1]), strict=True))
    return paid | {"joker's flush": odds[-1], "joker's straight": odds[-1]} | dict.fromkeys(NO_PAI_GOW, LOST)


TABLES: list[tuple[str, dict[str, object], dict[str, int]]] = [
    (
        "bonus",
        {"bonus": "yes"},
        {
            "seven-card straight flush": 8000,
            "seven cards from the ace": 8000,
            "royal and king-queen": 2000,
            "joker's royal and king-queen": 2000,
            "royal and ace-king": 150,
            "seven cards with the joker": 1000,
            "five aces": 400,
            "royal": 150,
            "joker's royal": 150,
            "straight flush": 50,
            "ace to five": 50,
            "joker's straight flush": 50,
            **COMMON,
        },
    ),
    (
        "bonus",
        {"bonus": "yes", "royal-match": "ace-king"},
        {"royal and ace-king": 2000, "royal and king-queen": 150},
    ),
    ("pai-gow-insurance", {"pai-gow-insurance": "A"}, insured(400, 40, 20, 5, 3, 2)),
    ("pai-gow-insurance", {"pai-gow-insurance": "B"}, insured(250, 75, 25, 5, 3, 2)),
    ("pai-gow-insurance", {"pai-gow-insurance": "C"}, insured(100, 50, 25, 10, 5, 1)),
    ("pai-gow-insurance", {"pai-gow-insurance": "D"}, insured(100, 25, 15, 6, 5, 3)),
    ("pai-gow-insurance", {"pai-gow-insurance": "E"}, insured(100, 25, 15, 7, 5, 3)),
    (
        "seven-card-bonus",
        {"seven-card-bonus": "A"},
        {
            "five aces": 500,
            "royal": 250,
            "joker's royal": 250,
            "straight flush": 50,
            **COMMON,
            "joker's straight flush": 50,
            "seven-card straight flush": 50,
            "royal and king-queen": 250,
        },
    ),
    (
        "seven-card-bonus",
        {"seven-card-bonus": "B"},
        {
            "five aces": 500,
            "royal": 200,
            "joker's royal": 200,
            "straight flush": 50,
            **COMMON,
            "joker's straight flush": 30,
            "joker's ace to five": 30,
            "both straight flushes": 50,
        },
    ),
    (
        "imperial-bonus",
        {"imperial-bonus": "yes"},
        COMMON
        | {"five aces": 1000, "royal": 200, "joker's royal": 200, "straight flush": 50}
        | {"three of a kind": 2, "joker's three aces": 2},
    ),
    (
        "dynasty-bonus",
        {"ez": "yes", "dynasty-bonus": "A"},
        {
            "ace to five and ace-queen": 2000,
            "seven-card straight flush": 2000,
            "royal and ace-queen": 1000,
            "joker's royal and ace-queen": 1000,
            "seven cards with the joker": 1000,
            "five aces": 500,
            "ace to five": 120,
            "royal": 120,
            "joker's ace to five": 50,
            "straight flush": 50,
            **COMMON,
        },
    ),
    (
        "dynasty-bonus",
        {"ez": "yes", "dynasty-bonus": "B"},
        {
            "seven-card straight flush": 8000,
            "royal and ace-queen": 2000,
            "joker's royal and ace-queen": 150,
            "seven cards with the joker": 1000,
            "five aces": 400,
            "royal": 150,
            "ace to five": 50,
            "ace to five and ace-queen": 50,
            "straight flush": 50,
            **COMMON,
        },
    ),
    (
        "protection",
        {"ez": "yes", "protection": "yes"},
        insured(100, 25, 15, 7, 5, 3) | {"ace to five": 120, "straight flush": LOST},
    ),
]
PROGRESSIVE = {
    "joker's royal and pair": 200,
    "joker's royal": 100,
    "straight flush and pair": 50,
    "straight flush": 25,
    "four of a kind and pair": 40,
    "four of a kind": 20,
    "full house and pair": 10,
    "full house": 5,
    "flush and pair": 6,
    "flush": 3,
    "straight and pair": 4,
    "straight": 2,
    "three of a kind": 2,
    "flush and three fives": 6,
    "pair": 0,
}
"""What $1 is paid in all; $5 is paid five times as much. Flush and pair pay more than a full house."""
ENVY = {
    "A": {
        "ace to five and ace-queen": 500,
        "seven-card straight flush": 400,
        "royal and ace-queen": 300,
        "seven cards with the joker": 200,
        "five aces": 100,
        "ace to five": 75,
        "royal": 50,
        "straight flush": 20,
        "four of a kind": 5,
        "full house": 0,
    },
    "B": {
        "seven-card straight flush": 5000,
        "royal and ace-queen": 1000,
        "seven cards with the joker": 500,
        "five aces": 250,
        "royal": 50,
        "straight flush": 20,
        "four of a kind": 5,
        "full house": 0,
    },
    "": {
        "seven-card straight flush": 5000,
        "royal and king-queen": 1000,
        "seven cards with the joker": 500,
        "five aces": 250,
        "royal": 50,
        "straight flush": 20,
        "four of a kind": 5,
        "full house": 0,
    },
}
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def pair_from(used: list[str]) -> list[str]:
    """A pair and nothing else of cards that nobody has."""
    found: list[str] = []
    for rank in "22468TQ":
        left = [card for card in DECK if card[0] == rank and card not in (*used, *found)]
        left = left or [card for card in DECK if card not in (*used, *found) and card[0] in "357"]
        few = [card for card in left if sum(card[1] == each[1] for each in found) < 2]
        found.append((few or left)[0])
    return found


def paid(options: dict[str, object], wagers: dict[str, int], hands: dict[str, list[str]]) -> dict[str, Any]:
    """The settled wagers of the last seat; the others make none beside the first."""
    *others, last = [seat for seat in hands if seat.isdecimal()]
    seats = [{"seat": int(seat), "wagers": {"pai-gow-poker": 10}} for seat in others]
    seats.append({"seat": int(last), "wagers": {"pai-gow-poker": 10, **wagers}})
    dealer = pair_from([card for hand in hands.values() for card in hand])
    told = {"game": "pai-gow-poker", "options": options, "seats": seats, "cards": {**hands, "dealer": dealer}}
    answer: Any = settle(msgspec.convert(told, Case))
    settled: dict[str, Any] = answer["seats"][-1]["wagers"]
    return settled


@pytest.mark.parametrize(("wager", "options", "rows"), TABLES)
def test_11_16_to_11_23_every_row_pays_what_the_text_says(
    wager: str, options: dict[str, object], rows: dict[str, int]
) -> None:
    for name, odds in rows.items():
        found = paid(options, {wager: 5}, {"1": HANDS[name].split()})[wager]
        expected = ("lose", 0) if odds == LOST else ("win", 5 * odds)
        assert (found["result"], found["pays"]) == expected, name


@pytest.mark.parametrize("stake", [1, 5])
def test_11_14_d_every_row_of_the_progressive(stake: int) -> None:
    for name, dollar in PROGRESSIVE.items():
        found = paid({"progressive": stake}, {"progressive": stake}, {"1": HANDS[name].split()})[
            "progressive"
        ]
        assert found.get("prize", found["pays"]) == dollar * stake, name


@pytest.mark.parametrize("table", ENVY)
def test_11_16_b_and_11_23_b_every_envy_bonus(table: str) -> None:
    options = {"ez": "yes", "dynasty-bonus": table} if table else {"bonus": "yes"}
    wager, envy = ("dynasty-bonus", "dynasty-envy") if table else ("bonus", "envy")
    for name, dollars in ENVY[table].items():
        hand = HANDS[name].split()
        settled = paid(options, {wager: 5}, {"1": hand, "2": pair_from(hand)})
        assert settled.get(f"{envy}:1", {"pays": 0})["pays"] == dollars, name


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        *(("4c 5c 6c", 40), ("Ac 2c 3c", 40), ("9c 9d 9h", 25), ("Ac Ad Jk", 25), ("4c Jk 6c", 5)),
        *(
            ("4c 5d 6h", 4),
            ("4c Jk 6h", 4),
            ("4c 9c Kc", 3),
            ("4c Jk Kc", 3),
            ("9c 9d 4h", 1),
            ("Ac Jk 8d", 1),
        ),
        *(("Kc Kd Jk", 1), ("9c 4d Kh", LOST), ("9c Jk 4d", LOST)),
    ],
)
def test_11_18_b_every_row_of_three_cards(cards: str, odds: int) -> None:
    found = paid(
        {"three-card-bonus": "yes"}, {"three-card-bonus": 5}, {"1": [*cards.split(), "2s", "7s", "Ts", "Qh"]}
    )["three-card-bonus"]
    assert (found["result"], found["pays"]) == (("lose", 0) if odds == LOST else ("win", 5 * odds))


def test_11_9_a_a_hand_that_is_laid_apart_has_its_name() -> None:
    hands = {"1": HANDS["pair"].split()[:5], "1.lo": HANDS["pair"].split()[5:]}
    with pytest.raises(Refused, match=r"'1\.lo' is not a hand of this game; hands are set as: low"):
        paid({}, {}, hands)
