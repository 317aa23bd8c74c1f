"""What a player of double down stud is told, against a slow program and the published strategy."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import cards
from tests.advised import advice, asked, slow_five

STUD = "double-down-stud"
PAYS = {2: 2, 3: 3, 4: 5, 5: 8, 6: 10, 7: 25, 8: 100}


def slow_nets(seen: list[int], gone: list[int]) -> list[int]:
    """What a wager of one nets with each hole card."""
    nets = []
    for hole in set(range(52)) - set(seen) - set(gone):
        kind, top, *_ = slow_five([*seen, hole])
        if (kind, top) == (8, 12):
            nets.append(1000)
        elif kind == 1 and top >= 4:
            nets.append(int(top >= 9))
        else:
            nets.append(PAYS.get(kind, -1))
    return nets


def dealt(own: str, dealer: str) -> dict[str, str]:
    """The first of the dealer's cards is the hole card."""
    return {"1": own, "dealer": dealer}


@pytest.mark.parametrize("four", ["Jh Th 4h 2h", "9c 8d 7h 6s", "Ac Kd 7h 2s", "5c 5d 9h Ts", "Ah Kh Qh Jh"])
def test_17_9_both_wagers_over_every_hole_card(four: str) -> None:
    own, *rest = four.split()
    nets = slow_nets(cards(four), [])
    mean = sum(nets) / len(nets)
    told = advice(asked(STUD, {"original": 10}, dealt(own, f"3d {' '.join(rest)}"), seats=(1,)))
    amount = 1000 if mean > 0 else 100  # the least that may be put down
    assert told.values == pytest.approx(
        {"double-down": (1000 + amount) * mean, "no-double-down": 1000 * mean}
    )
    wins, pushes = sum(each > 0 for each in nets), nets.count(0)
    assert told.why == f"Of 48 hole cards {wins} win and {pushes} push."


@pytest.mark.parametrize(
    ("four", "best"),
    [
        ("6c 6d 2h 3s", "double-down"),  # a pair of sixes or better: nothing can be lost
        ("5c 5d 2h 3s", "no-double-down"),
        ("2h 4h 7h 9h", "double-down"),  # four to a flush
        ("7c 8d 9h Ts", "double-down"),  # open at both ends
        ("Tc Qd Kh As", "no-double-down"),
        ("2c 7d 9h Ks", "no-double-down"),
    ],
)
def test_17_8_c_the_published_strategy(four: str, best: str) -> None:
    own, *rest = four.split()
    told = advice(asked(STUD, {"original": 10}, dealt(own, f"3d {' '.join(rest)}"), seats=(1,)))
    assert told.decision == best
    assert told.amount == (1000 if best == "double-down" else 0)


def test_17_8_c_with_jack_to_ace_it_makes_no_difference() -> None:
    """Twelve cards pair and four make a straight, at five to one: 32 units won and 32 lost."""
    told = advice(asked(STUD, {"original": 10}, dealt("Jc", "3d Qd Kh As"), seats=(1,)))
    assert dict(told.values) == {"double-down": 0, "no-double-down": 0}


def test_17_8_b_the_cards_of_others_lie_face_up_and_the_hole_card_does_not() -> None:
    four = cards("2h 4h 7h 9h")
    named = {"1": "2h", "2": "Ah", "dealer": "3d 4h 7h 9h"}
    told = advice(asked(STUD, {"original": 10}, named))
    nets = slow_nets(four, cards("Ah"))
    assert told.values["no-double-down"] == pytest.approx(1000 * sum(nets) / 47)
    assert advice(asked(STUD, {"original": 10}, {**named, "dealer": "Kh 4h 7h 9h"})) == told


def test_17_8_c_a_double_down_is_what_the_chips_allow() -> None:
    named = dealt("6c", "3d 6d 2h 3s")
    assert advice(asked(STUD, {"original": 10}, named, funds=17)).amount == 700
    assert dict(advice(asked(STUD, {"original": 10}, named, funds=10)).values).keys() == {"no-double-down"}


def test_17_10_c_the_payout_limit_counts() -> None:
    """A royal flush on $100 doubled would be paid $200,000."""
    four = cards("Ah Kh Qh Jh")
    told = advice(asked(STUD, {"original": 100}, dealt("Ah", "3d Kh Qh Jh"), seats=(1,), funds=10_000))
    mean = sum(min(20_000 * each, 10_000_000) for each in slow_nets(four, [])) / 48
    assert told.values["double-down"] == pytest.approx(mean)
