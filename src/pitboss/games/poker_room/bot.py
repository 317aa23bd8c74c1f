"""A bot at a poker table. It knows only what its seat sees, weighs its share of the pot against the price of staying
in, and bets when it is ahead: enough to fill a table, but not a strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.book import Ask, Choice
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import Cents
from pitboss.table import Table

if TYPE_CHECKING:
    from pitboss.games.poker_room.family import PokerRoom

CAME_IN: Final = frozenset(("call", "bet", "raise", "all-in"))
EVALUATIONS: Final = 300
"""Approximate number of hands evaluated for a decision; a few milliseconds."""
RIVALS: Final = 3
BOLD: Final = 6
"""Maximum bets and raises of a bot in a round of play: two bots that trust their hands must stop."""
COUNTED: Final = 1_100
"""If a rival can hold no more hands than this, each of them counts; otherwise some are sampled."""


class Rival(Struct, frozen=True):
    """A player in the pot: the face-up cards, and the number of random hands of which this player is assumed to hold
    the best. That is the player's range, narrower the more often the player has bet."""

    cards: tuple[int, ...]
    best_of: int


class Sight(Struct, frozen=True):
    """What a seat sees when it is asked."""

    ask: Ask
    own: tuple[int, ...]
    community: tuple[int, ...]
    rivals: tuple[Rival, ...]
    unseen: tuple[int, ...]
    pot: Cents
    bold: int
    """How often the bot itself has bet or raised."""


def sight(table: Table, ask: Ask) -> Sight:
    """Of those who stay in, the ones who came in voluntarily count, or else one of the others."""
    seen = table.seen(ask.seat)
    gone = {each.seat for each in table.answers if each.decision == "fold"} | {ask.seat}
    came = {each.seat for each in table.answers if each.decision in CAME_IN}
    bold = Counter(each.seat for each in table.answers if each.decision in CAME_IN - {"call"})
    there = [seat for seat in table.seats if seat not in gone and seen.get(str(seat))]
    against = [seat for seat in there if seat in came][:RIVALS] or there[-1:]
    known = {card for cards in seen.values() for card in cards}
    return Sight(
        ask,
        tuple(seen.get(ask.hand, ())),  # before the deal there are none
        tuple(seen.get("community", ())),
        tuple(Rival(tuple(seen[str(seat)]), 1 + min(bold[seat], 2)) for seat in against),
        tuple(card for card in table.rules.pack() if card not in known),
        sum(bet.stake for bet in table.bets.values()),
        bold[ask.seat],
    )


def decided(game: PokerRoom, sight: Sight) -> tuple[str, Cents] | None:
    """The decision, and its amount; none if it is not about bets or cards."""
    offered = {choice.id: choice for choice in sight.ask.choices}
    if sight.ask.parts:
        return max(sight.ask.choices, key=lambda choice: equity(game, sight, kept(sight, choice))).id, 0
    if not offered.keys() & {"check", "call"}:
        return None
    share = equity(game, sight, sight.own)
    owed = offered["call"].most if "call" in offered else 0
    ahead = share > 0.1 + 1.2 / (1 + len(sight.rivals)) and sight.bold < BOLD
    if ahead and (raised := offered.get("raise") or offered.get("bet")):
        to = raised.least + int(sight.pot * max(0, share - 0.5))
        return raised.id, min(to - (to - raised.least) % raised.step, raised.most)
    if owed and share * (sight.pot + owed) < owed:  # the price of a call
        return "fold", 0
    return ("call", owed) if owed else ("check", 0)


def kept(sight: Sight, choice: Choice) -> tuple[int, ...]:
    """The bot's own cards without those that a choice discards."""
    down = [card for part in choice.cards for card in part]
    return tuple(card for card in sight.own if card not in down)


def equity(game: PokerRoom, sight: Sight, own: tuple[int, ...]) -> float:
    """The share of the pot that these cards can expect against the rivals' ranges."""
    ways = [way for street in game.streets for way in street.deal]
    turned = ways.count("c")
    held = len(ways) - turned - sum(street.discard for street in game.streets)
    coming = max(0, held - len(own)) + turned - len(sight.community)
    hidden = [max(held, len(rival.cards)) - len(shown(rival)) for rival in sight.rivals]
    if len(hidden) == 1 and not coming and comb(len(sight.unseen), hidden[0]) <= COUNTED:
        return counted(game, sight, own, sight.rivals[0], hidden[0])
    chance = Random(f"{sight.own} {sight.community} {sight.pot}")
    looked_at = 1 + sum(rival.best_of for rival in sight.rivals)
    times = max(30, EVALUATIONS // looked_at // (len(sight.ask.choices) if sight.ask.parts else 1))
    needed = coming + sum(n * rival.best_of for n, rival in zip(hidden, sight.rivals, strict=True))
    total = 0.0
    for _ in range(times):
        deck = chance.sample(sight.unseen, min(needed, len(sight.unseen)))
        more = len(own) < held and held - len(own)
        mine, deck = [*own, *deck[:more]], deck[more:]
        missing = turned - len(sight.community)
        board, deck = [*sight.community, *deck[:missing]], deck[missing:]
        others = []
        for n, rival in zip(hidden, sight.rivals, strict=True):
            could = []
            for _ in range(rival.best_of):
                could.append(game.values([*shown(rival), *deck[:n]], board))
                deck = deck[n:]
            others.append(max(could))
        total += part(game.values(mine, board), others)
    return total / times


def counted(game: PokerRoom, sight: Sight, own: tuple[int, ...], rival: Rival, hidden: int) -> float:
    """The same when all cards are dealt: over each hand that the rival can hold, from the worst to the best."""
    board = list(sight.community)
    mine = game.values(list(own), board)
    hands = ([*shown(rival), *down] for down in combinations(sight.unseen, hidden))
    could = sorted(game.values(each, board) for each in hands)
    whole = float(len(could))
    weights = (((n + 1) / whole) ** rival.best_of - (n / whole) ** rival.best_of for n in range(len(could)))
    return sum(weight * part(mine, [values]) for weight, values in zip(weights, could, strict=True))


def shown(rival: Rival) -> list[int]:
    return [card for card in rival.cards if card != UNKNOWN]


def part(mine: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> float:
    """The part of the pot that a hand takes from others: of each end for which anybody qualifies."""
    ends = [(mine[n], [each[n] for each in others]) for n in range(len(mine))]
    open_ = [(value, rivals) for value, rivals in ends if value or any(rivals)]
    won = sum(
        1 / (1 + rivals.count(value)) for value, rivals in open_ if value and value >= max(rivals, default=0)
    )
    return won / len(open_)
