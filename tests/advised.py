"""Tables for tests of advice: named cards to their owners, whatever the dealing procedure, the rest at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pitboss.book import game
from pitboss.equipment.cards import NAMES, cards
from pitboss.equipment.chance import Shoe
from pitboss.odds import Advice
from pitboss.table import Table
from pitboss.table.felt import Held


class Named:
    """Chance that deals named cards to their owners."""

    def __init__(self, named: Mapping[str, str], seed: int) -> None:
        self.named = {owner: cards(names) for owner, names in named.items()}
        self.random = random.Random(seed)

    def shuffle(self, cards: list[int]) -> list[int]:
        named = {card for owned in self.named.values() for card in owned}
        rest = [card for card in cards if card not in named]
        self.random.shuffle(rest)
        return rest

    def card(self, to: str, shoe: Shoe) -> int:
        return self.named[to].pop(0) if self.named.get(to) else shoe.pop()

    def roll(self, of: int) -> tuple[int, ...]:
        raise AssertionError(of)

    def spin(self, pockets: tuple[str, ...]) -> str:
        raise AssertionError(pockets)

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        raise AssertionError((take, of))


def asked(
    name: str,
    wagers: Mapping[str, int],
    named: Mapping[str, str],
    *,
    seats: Sequence[int] = (1, 2),
    decisions: Sequence[str] = (),
    funds: int = 1000,
    seed: int = 1,
    **options: object,
) -> Table:
    """A table at which every seat has made these wagers (dollars), the cards are dealt and these decisions taken by
    whoever is asked. The next one asked, most often seat 1, has yet to decide."""
    table = Table(name, game(name).rules(**options), chance=Named(named, seed))
    for seat in seats:
        table.sit(seat, f"player {seat}", funds)
        for wager, amount in wagers.items():
            table.bet(seat, wager, amount)
    table.deal()
    for decision in decisions:
        assert table.asked is not None
        table.act(table.asked.seat, decision)
    return table


def bare(table: Table, left: Iterable[int]) -> Table:
    """The same table if the player asked had seen, among the burn cards, every card but his own and those left: few
    enough for a slow program to try them all."""
    assert table.asked is not None
    shown = {name for names in table.view(table.asked.seat).values() for name in names}
    gone = [card for card in table.rules.pack() if card not in left and NAMES[card] not in shown]
    table.hands["burn"] = [Held(card, True, ()) for card in gone]
    return table


def advice(table: Table) -> Advice:
    """What the player who is asked is told."""
    assert table.asked is not None
    return table.game.mathematics.advise(table, table.asked)


def slow_five(hand: Iterable[int]) -> tuple[int, ...]:
    """Five cards in their order, by a program of its own."""
    hand = list(hand)
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    if flush or straight:
        return (8 if flush and straight else 5 if flush else 4, *order)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (kinds[tuple(shape)], *order)
