"""Every choice of every option is said as a statement in force."""

from __future__ import annotations

import pytest

from pitboss.book import game, games
from pitboss.book.data import Option, Value
from pitboss.papers.statements import statement

BOOK = [heading.id for heading in games()]


def some(option: Option) -> list[Value]:
    """Every choice; of numbers and amounts the first, the last and what is usual."""
    values = option.values
    return values if option.choices else [values[0], values[-1], option.default, *option.usual]


@pytest.mark.parametrize("name", BOOK)
def test_every_choice_of_every_option_has_a_statement(name: str) -> None:
    data = game(name).data
    for option in data.options:
        offers = any(wager.option == option.id for wager in data.wagers)
        pays = any(grid.option == option.id for grid in data.pay_grids)
        for value in some(option):
            assert offers or pays or str(value) in option.says or "any" in option.says, (option.id, value)
            said = statement(data, option, value)
            assert said[0].isupper() or not said[0].isalpha(), said
            assert "{}" not in said
            assert not said.endswith((".", "?", ":"))


@pytest.mark.parametrize("name", BOOK)
def test_two_choices_never_say_the_same(name: str) -> None:
    data = game(name).data
    for option in data.options:
        said = [statement(data, option, value) for value in dict.fromkeys(some(option))]
        assert len(set(said)) == len(said), (option.id, said)


@pytest.mark.parametrize(
    ("name", "option", "value", "says"),
    [
        ("blackjack", "decks", 6, "Six decks"),
        ("blackjack", "decks", 1, "One deck"),
        ("blackjack", "decks", 16, "16 decks"),
        ("blackjack", "soft-17", "hit", "Dealer hits soft 17"),
        ("blackjack", "surrender", "no", "No surrender"),
        ("craps", "buy-percent", "4.5", "4.5% commission on buy bets"),
        ("craps", "fire", "B", "Fire paid by table B"),
        (
            "baccarat-punto-banco",
            "waiver-percent",
            4,
            "Players without enough total-card wagers pay 4% vigorish",
        ),
        ("hold-em", "blinds", "1 2", "Blinds $1 and $2"),
        ("keno", "maximum-payoff", "0", "No maximum payoff for a game"),
        ("three-card-poker", "six-card-bonus", "none", "Six-card bonus not offered"),
    ],
)
def test_numbers_amounts_and_tables_are_said_as_people_say_them(
    name: str, option: str, value: Value, says: str
) -> None:
    data = game(name).data
    (found,) = [each for each in data.options if each.id == option]
    assert statement(data, found, value) == says
