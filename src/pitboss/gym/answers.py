"""The answers to a table's questions as a fixed list of named actions.

A decision is an action by its id. One with an amount has several: ``play`` for the most allowed, ``play least``, and
``play 1/2`` between them. Where cards are laid apart, the decision comes first and then the places of the cards in the
hand, one at a time: ``set``, ``card 2``, ``card 5``; ``done`` ends a list that could be longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.book import Ask, Choice, Refused, Rules
from pitboss.book.data import Decision, holds
from pitboss.book.events import level_name, part_of
from pitboss.equipment.cards import cards
from pitboss.money import Cents
from pitboss.table import Table

PLACES = 7
"""The largest hand of which cards are laid apart."""
DONE = "done"


class Answer(NamedTuple):
    """What is said to the table."""

    decision: str
    amount: Cents = 0


class Picked(NamedTuple):
    """A decision half made: the places of the cards named so far, from 0."""

    decision: str
    places: tuple[int, ...] = ()


def every_answer(rules: Rules, levels: int) -> list[str]:
    """The names of all actions by which the questions of a game can be answered at this table."""
    game = rules.game
    named: list[str] = []
    for decision in game.data.decisions:
        if holds(decision.when, rules.options) and not (
            decision.unless and holds(decision.unless, rules.options)
        ):
            every_level = range(levels - 1, -1, -1) if _has_amounts(rules, decision) else (levels - 1,)
            named += [decision.id + level_name(level, levels) for level in every_level]
    if any(part_of(owner) for owner in game.owners):
        named += [f"card {place}" for place in range(1, PLACES + 1)] + [DONE]
    return named


def _has_amounts(rules: Rules, decision: Decision) -> bool:
    """Can the decision be taken for more than one amount?"""
    if decision.of_pot or decision.total:
        return True
    wagers = [each for each in rules.game.data.wagers if each.id in (decision.id, decision.makes)]
    return any(each.times is None or each.times[0] != each.times[1] for each in wagers)


def answers(table: Table, ask: Ask, picked: Picked | None, levels: int) -> dict[str, Answer | Picked]:
    """What may be answered now, by the names of the actions."""
    found: dict[str, Answer | Picked] = {}
    apart: dict[str, dict[tuple[int, ...], Answer]] = {}
    for choice in ask.choices:
        decision = table.game.decision(choice.id).id
        if parts := _parts(choice, decision):
            places = tuple(_places(table.cards(ask.hand or str(ask.seat)), parts))
            apart.setdefault(decision, {})[places] = Answer(choice.id)
        else:
            for level, amount in choice.amounts(levels):
                found[decision + level] = Answer(choice.id, amount)
    if picked is not None:
        return _next_card(apart[picked.decision], picked)
    for decision, ways in apart.items():
        found[decision] = Picked(decision) if len(ways) > 1 else next(iter(ways.values()))
    return found


def _parts(choice: Choice, decision: str) -> tuple[tuple[int, ...], ...]:
    """The cards that a choice lays apart; some choices have theirs in the id alone."""
    if choice.cards or choice.id == decision:
        return choice.cards
    try:
        return (tuple(cards(choice.id.removeprefix(f"{decision}-"))),)
    except Refused:
        return ()


def _places(hand: list[int], parts: tuple[tuple[int, ...], ...]) -> Iterator[int]:
    """Where the cards are in the hand, part by part; of equal cards the first that is left."""
    left = list(enumerate(hand))
    for part in parts:
        taken = []
        for card in part:
            place = next(place for place, held in left if held == card)
            left.remove((place, card))
            taken.append(place)
        yield from sorted(taken)


def _next_card(ways: dict[tuple[int, ...], Answer], picked: Picked) -> dict[str, Answer | Picked]:
    found: dict[str, Answer | Picked] = {}
    count = len(picked.places)
    going_on = [places for places in ways if places[:count] == picked.places and len(places) > count]
    for places in sorted(going_on):
        taken = places[: count + 1]
        longer = any(other[: count + 1] == taken and len(other) > count + 1 for other in going_on)
        found[f"card {places[count] + 1}"] = Picked(picked.decision, taken) if longer else ways[taken]
    if picked.places in ways:
        found[DONE] = ways[picked.places]
    return found
