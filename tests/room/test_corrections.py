"""Points of the poker room that are easily got wrong, each by the arithmetic of its paragraph."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.book import game
from pitboss.table import Table
from pitboss.table.lawful import findings
from tests.poker_room import play, seated


def offered(table: Table) -> dict[int, int]:
    """How many hands are offered before each number of community cards, if nobody agrees to more than one."""
    offers: dict[int, int] = {}
    while table.asked:
        ids = [choice.id for choice in table.asked.choices]
        if "one-hand" in ids:
            offers[len(table.cards("community"))] = len(ids)
        table.act(table.asked.seat, next((w for w in ("one-hand", "check", "call") if w in ids), ids[0]))
    return offers


@pytest.mark.parametrize(
    ("name", "players", "flop", "fourth", "fifth"),
    [
        (
            "hold-em",
            10,
            4,
            4,
            4,
        ),  # 32 cards are left, and a hand takes eight with its burns, then four, then two
        ("hold-em", 11, 3, 4, 4),
        ("pineapple", 6, 4, 4, 4),
        ("pineapple", 7, 3, 4, 4),
        ("pineapple", 9, 3, 4, 4),
        ("pineapple", 10, 2, 4, 4),
        ("pineapple", 11, 2, 3, 4),
        ("omaha-high", 5, 4, 4, 4),
        ("omaha-high", 7, 3, 4, 4),
        ("omaha-high", 8, 2, 4, 4),
        ("omaha-high", 9, 2, 3, 4),
        ("omaha-high", 10, 0, 2, 3),
    ],
)
def test_14_10_l_1_no_more_hands_are_offered_than_the_deck_can_carry(
    name: str, players: int, flop: int, fourth: int, fifth: int
) -> None:
    stacks = dict.fromkeys(range(1, players + 1), 100)
    table = seated(game(name), stacks, positions=players, alternative_hands="any-time")
    table.deal()
    expected = {0: flop, 3: fourth, 4: fifth}
    assert offered(table) == {cards: hands for cards, hands in expected.items() if hands}


@pytest.mark.parametrize("name", ["hold-em", "seven-card-stud-high", "badugi"])
def test_8_2_a_the_ten_times_rule_does_not_bind_a_poker_table(name: str) -> None:
    """A pot has no payout odds; a fixed limit of $2 and $4 is as lawful as any."""
    rules = game(name).rules(structure="fixed-limit", minimum_bet="2", maximum_bet="4")
    assert not findings(rules, {})


def omaha(**options: object) -> Table:
    """Two players with blinds of $1 and $2, of whom seat 1 acts first; limits of $2 and $4."""
    state = {"button": 2, "kill": options.pop("killer", 0)}
    table = seated(game("omaha-high-low-8"), {1: 100, 2: 100}, chip=25, kill="kill", state=state, **options)
    table.deal()
    return table


@pytest.mark.parametrize(("rake", "killer"), [(0, 1), (10, 0)])
def test_14_11_i_what_is_awarded_after_the_rake_qualifies_for_a_kill(rake: int, killer: int) -> None:
    """Of $8 ten percent in quarters are 75 cents, and $7.25 are no $8. That nobody calls is winning the entire pot."""
    table = omaha(kill_pot="8", rake=rake)
    play(table, "raise 4", "call", "bet 2", "fold")
    assert table.settlement is not None
    assert table.settlement.fees == 75 * (rake // 10)
    assert msgspec.to_builtins(table.state)["kill"] == killer


def test_14_11_i_a_multiple_is_of_the_minimum_for_the_hand() -> None:
    """Twice the minimum of $2 is $4, and of the $4 of a killed hand $8: $4 give the kill button and do not keep it."""
    table = omaha(kill_multiple=2)
    play(table, "call", "check", "bet 2", "fold")
    assert msgspec.to_builtins(table.state)["kill"] == 1
    table = omaha(kill_multiple=2, killer=1)
    play(table, "check", "fold")
    assert table.settlement is not None
    assert table.settlement.net == {1: 200, 2: -200}
    assert msgspec.to_builtins(table.state)["kill"] == 0
