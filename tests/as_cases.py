"""Rounds played at a table, as a case."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from msgspec import to_builtins

from pitboss.book import Ask, Deal, Draw, Roll, Rules, Spin
from pitboss.equipment.cards import name
from pitboss.law import Refused
from pitboss.money import dollars
from pitboss.table import Table
from tests.properties import bet_at_random, random_round

CHIPS = 20_000


def rounds_played(
    rules: Rules, seed: int, rounds: int, seats: tuple[int, ...] = (1, 2)
) -> tuple[dict[str, Any], list[Any]]:
    """Random rounds at a table: the case that describes them, and the settlement of each."""
    chance = random.Random(seed)
    table = Table(rules.game, rules, seed=seed, clock=lambda: 0)
    state = to_builtins(table.state)
    listed: list[dict[str, Any]] = []
    settled: list[Any] = []
    for seat in seats:
        table.sit(seat, f"player {seat}", CHIPS)
    while len(listed) < rounds:
        made = bets_of(table)
        if not bet_until_ready(table, seats, chance):
            break
        new = bets_of(table)
        random_round(table, chance)
        listed.append(as_case(table, {key: stake - made.get(key, 0) for key, stake in new.items()}, seats))
        assert table.settlement is not None
        settled.append(table.settlement.json())
    for seat in listed[0]["seats"]:
        seat["funds"] = CHIPS
    limits = {
        wager: [dollars(cents) for cents in (rules.limits(wager).least, rules.limits(wager).most)]
        for wager, data in rules.wagers.items()
        if not data.bonus and not data.follows
    }
    case = {"game": rules.game.id, "options": dict(rules.chosen), "limits": limits, "state": state}
    return {**case, "rounds": listed}, settled


def bet_until_ready(table: Table, seats: tuple[int, ...], chance: random.Random) -> bool:
    """Random wagers until they make a round; no, if a thousand times they do not."""
    standing = any(wager.stands for wager in table.rules.wagers.values())
    for _ in range(1000):
        for seat in seats:
            bet_at_random(table, seat, chance)
        try:
            table.game.ready(table)
            return True
        except Refused:
            for bet in () if standing else list(table.bets.values()):
                with suppress(Refused):
                    table.remove(bet.seat, bet.wager)
    return False


def bets_of(table: Table) -> dict[tuple[int, str], int]:
    return {key: bet.stake for key, bet in table.bets.items()}


def as_case(table: Table, made: dict[tuple[int, str], int], seats: tuple[int, ...]) -> dict[str, Any]:
    """The round that the table has just played: what was wagered, decided and dealt, thrown, spun or drawn."""
    people: dict[int, dict[str, Any]] = {
        seat: {"seat": seat, "wagers": {}, "decisions": []} for seat in seats
    }
    for (seat, wager), cents in made.items():
        if cents:
            people[seat]["wagers"][wager] = dollars(cents)
    listed: dict[str, Any] = {
        "seats": list(people.values()),
        "cards": {},
        "dice": [],
        "spins": [],
        "numbers": [],
    }
    for event in table.said:
        match event:
            case Ask():
                amount = [dollars(event.amount)] if event.amount else []
                people[event.seat]["decisions"].append([event.decision, *amount])
            case Deal():
                listed["cards"].setdefault(event.to, []).append(name(event.card))
            case Roll():
                listed["dice"].append(list(event.faces))
            case Spin():
                listed["spins"].append(event.pocket)
            case Draw():
                listed["numbers"].append(list(event.numbers))
    return listed


def from_there(case: dict[str, Any], rounds: list[dict[str, Any]], answer: Any) -> dict[str, Any]:
    """The case of later rounds, at the table as the answer to earlier ones leaves it."""
    later: list[dict[str, Any]] = [
        {**each, "seats": [dict(seat) for seat in each["seats"]]} for each in rounds
    ]
    left = {seat["seat"]: seat for seat in answer["seats"]}
    for seat in later[0]["seats"]:
        for field in ("standing", "on", "marks", "funds"):
            if field in left[seat["seat"]]:
                seat[field] = left[seat["seat"]][field]
    return {**case, "state": answer["state"], "rounds": later}
