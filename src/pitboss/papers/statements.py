"""The house's choices, as statements in force: "Six decks", "Dealer hits soft 17". Signs, guides and reports
print these, never the question with its answer."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pitboss.book.data import GameData, Option, Value, holds
from pitboss.book.rules import ABSENT, Rules
from pitboss.equipment.cards import card, pretty
from pitboss.money import Odds, cents, money
from pitboss.papers.html import listed, words

_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_NUMBER = re.compile(r"(?<![\w$.,-])\d+(?![\w%.,-])")
"""A number alone: no amount, no percentage."""
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+")


def statement(data: GameData, option: Option, value: Value) -> str:
    """The statement in force when the house has chosen this.

    >>> from pitboss.book import game
    >>> data = game("blackjack").data
    >>> options = {each.id: each for each in data.options}
    >>> statement(data, options["decks"], 6), statement(data, options["soft-17"], "hit")
    ('Six decks', 'Dealer hits soft 17')
    """
    says = option.says.get(str(value)) or option.says.get("any")
    if says is None:
        return _offered(data, option, value)
    said = says.replace("{}", _figure(option, value, digits="{}%" in says))
    return said[:1].upper() + said[1:]


def _figure(option: Option, value: Value, *, digits: bool) -> str:
    """A number, an amount or a card in a sentence."""
    if option.weights:
        return " : ".join(str(value).split())
    if option.amount and not option.percent:
        return listed([money(cents(each)) for each in str(value).split()])
    if isinstance(value, int) and not digits and value < len(_NUMBERS):
        return _NUMBERS[value]
    if _CARDS.fullmatch(str(value)):
        return listed([pretty(card(each)) for each in re.findall("..", str(value))])
    return f"{value:,}" if isinstance(value, int) else words(value)


def _offered(data: GameData, option: Option, value: Value) -> str:
    """The statement of an option that offers wagers, or picks the pay table for them."""
    names = {wager.id: wager.name for wager in data.wagers}
    paid = [names[grid.wager] for grid in data.pay_grids if grid.option == option.id]
    offered = [wager.name for wager in data.wagers if wager.option == option.id and not wager.bonus]
    subject = listed(list(dict.fromkeys(offered or paid)))
    if not subject:
        return (
            f"{words(option.id).capitalize()}: {option.texts.get(str(value)) or words(value)}".removesuffix(
                "."
            )
        )
    if value in ABSENT:
        return f"{subject} not offered"
    return f"{subject} paid by table {value}" if paid and value != "yes" else f"{subject} offered"


def odds_paid(rules: Rules, wager: str, odds: Odds) -> str:
    """The odds of a row, and the deduction from a win.

    >>> from pitboss.book import game
    >>> rules = game("pai-gow").rules()
    >>> odds_paid(rules, "pai-gow", rules.pay("pai-gow")["win"])
    '1 to 1, less 5% vigorish'
    """
    percent = rules.game.posting.percent_taken(rules, wager)
    return f"{odds}, less {percent}% vigorish" if percent else str(odds)


def concerns(option: Option, rules: Rules) -> bool:
    """Is it about anything that this table offers? Wagers that are not offered, and their payouts, have no line."""
    data = rules.game.data
    grids = [grid for grid in data.pay_grids if grid.option == option.id]
    if grids and not any(holds(grid.when, rules.options) for grid in grids):
        return False
    wagers = {wager.id for wager in data.wagers if wager.option == option.id}
    wagers |= {grid.wager for grid in grids}
    wagers |= {wager.partition(":")[0] for wager in option.affects}
    return not wagers or not wagers.isdisjoint(rules.wagers)


def merged(statements: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Statements with their paragraphs; statements of one paragraph that differ in only one number are merged.

    >>> merged([("Buy 4 is free", "1.5(a)"), ("Buy 5 is free", "1.5(a)"), ("Six decks", "2.2(a)")])
    [('Buy 4 and 5 is free', '1.5(a)'), ('Six decks', '2.2(a)')]
    """
    found: dict[tuple[str, str], list[str]] = {}
    for said, paragraph in statements:
        numbers = _NUMBER.findall(said)
        frame = _NUMBER.sub("{}", said) if len(numbers) == 1 and "{" not in said else said
        found.setdefault((frame, paragraph), []).append(numbers[0] if frame != said else "")
    return [
        (frame.replace("{}", listed(list(dict.fromkeys(numbers)))) if numbers[0] else frame, paragraph)
        for (frame, paragraph), numbers in found.items()
    ]


__all__ = ["concerns", "listed", "merged", "odds_paid", "statement"]
