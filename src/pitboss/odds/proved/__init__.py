"""The almanac that ships with the program: figures of games, proved once, under all choices of a house that affect
them. All figures are requested here. A figure comes from the almanac if the almanac has the rules in force and nothing
that the figure depends on has changed; otherwise it is computed.

    python -m pitboss.odds.proved            proves what is missing or no longer holds
    python -m pitboss.odds.proved --check    lists what no longer holds
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Literal

import msgspec

from pitboss.book import Game
from pitboss.book.data import Value
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.law import Refused
from pitboss.odds import Strategy, WagerOdds
from pitboss.odds.proved import store
from pitboss.odds.proved.origin import HOME, holds
from pitboss.odds.proved.watched import Fact, read


def odds(rules: Rules, wager: str | None = None) -> list[WagerOdds]:
    """The odds of each wager offered, or of one, as from `Mathematics.odds`."""
    if (found := known_odds(rules, wager)) is not None:
        return found
    return list(rules.game.mathematics.odds(rules, wager))


def strategy(rules: Rules) -> Strategy:
    """The best strategy, as from `Mathematics.strategy`."""
    return _known_strategy(rules) or rules.game.mathematics.strategy(rules)


def best_play(rules: Rules) -> Strategy | None:
    """The same; nothing if the game has no decisions."""
    if (found := _known_strategy(rules)) is not None:
        return found or None
    try:
        return rules.game.mathematics.strategy(rules)
    except (Refused, NotImplementedError):
        return None


def _known_strategy(rules: Rules) -> Strategy | Literal[False] | None:
    """False: the almanac says that there is none."""
    if (found := _known(rules, "strategy")) is None:
        return None
    answer, proved = found
    best: store.Play | store.Nothing = msgspec.msgpack.decode(answer, type=store.Play | store.Nothing)
    return store.strategy(best, rules, proved) if isinstance(best, store.Play) else False


def combinations(rules: Rules) -> list[WagerOdds]:
    """Wagers that people make together, as from `Mathematics.combinations`."""
    found = _known(rules, "combinations")
    return list(rules.game.mathematics.combinations(rules)) if found is None else _rows(found, rules)


def known_odds(rules: Rules, wager: str | None = None) -> list[WagerOdds] | None:
    """The odds if they are in the almanac."""
    if wager is not None:
        key = Key.read(wager)
        if key.position or (found := _known(rules, "odds", key.id)) is None:
            return None
        rows = _rows(found, rules)
        named = [row for row in rows if row.wager == wager]
        return rows if ":" not in wager else named or None
    pages = _pages(rules)
    if pages is None or not pages.order:
        return None
    every = [_known(rules, "odds", each) for each in pages.order if rules.offers(each)]
    if None in every:
        return None
    return [row for found in every if found is not None for row in _rows(found, rules)]


def tables(rules: Rules) -> Iterator[tuple[Rules, str]]:
    """A table for each different answer on the odds of a wager, with the wager."""
    pages = _pages(rules)
    if pages is None or not _holds(rules.game.id, "odds"):
        return
    for name in pages.trees:
        kind, _, wager = name.partition(" ")
        if kind == "odds":
            first: dict[int, dict[str, Fact]] = {}
            for reads, answer in store.paths(pages.tree(name)):
                first.setdefault(answer, reads)
            for reads in first.values():
                with suppress(Refused):
                    yield table(rules.game, reads, wager), wager


def table(found: Game, facts: Mapping[str, Fact], wager: str) -> Rules:
    """Lawful rules with these facts, as close to the default as possible; or a refusal."""
    from pitboss.odds.book import offering

    chosen: dict[str, Value] = {}
    for option in found.data.options:
        fact = facts.get(f"option {option.id}", option.default)
        if facts.get(f"chosen {option.id}") or fact != option.default:
            assert isinstance(fact, str | int)
            chosen[option.id] = fact
    rules = offering(found.rules(), chosen, wager or None)
    for source, fact in facts.items():
        if not store.same(read(rules, source), fact):
            raise Refused("the text allows no such table")
    return rules


def _pages(rules: Rules) -> store.Pages | None:
    found = rules.game
    return store.pages(found.id) if found.path.is_relative_to(HOME) else None


Found = tuple[msgspec.Raw, str]


def _known(rules: Rules, kind: str, wager: str = "") -> Found | None:
    """An answer, and the digest of what it follows from."""
    pages = _pages(rules)
    name = f"{kind} {wager}".strip()
    if pages is None or name not in pages.trees or not _holds(rules.game.id, kind):
        return None
    number = store.walk(pages.trees[name], rules)
    return None if number is None else (pages.answers[number], pages.origin.proof(kind))


@cache
def _holds(name: str, kind: str) -> bool:
    from pitboss.book import game_named

    pages = store.pages(name)
    return pages is not None and holds(game_named(name), pages.origin, kind)


def _rows(found: Found, rules: Rules) -> list[WagerOdds]:
    answer, proved = found
    rows = msgspec.msgpack.decode(answer, type=tuple[store.Row, ...])
    return [store.odds(row, rules, proved) for row in rows]


__all__ = ["best_play", "combinations", "known_odds", "odds", "strategy", "table", "tables"]
