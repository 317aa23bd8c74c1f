"""Hands against each other: exact equities, by dealing the remaining cards in every way or, if there are too many
ways, by dealing some of them at random, in which case the figures say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel, specialized
from pitboss.equipment.cards import card, name
from pitboss.law import Refused, rule
from pitboss.odds import Outcome, WagerOdds

if TYPE_CHECKING:
    from pitboss.games.poker_room.family import PokerRoom

Hand = tuple[int, ...]
Ways = NDArray[np.int64]
"""The number of deals in which each hand is one of this many (0: none) that share the first end, and one of this many
that share the second; the last column is for deals in which nobody qualifies for the second, or there is none."""

UNKNOWN: Final = "??"
"""An unknown hand: every other hand, all equally likely."""

PER: Final = "unit each player puts into the pot; equity is the average share of the pot"
MOST: Final = 50_000_000
"""This many hands take several seconds to evaluate."""
SAMPLE: Final = 1_000_000
"""The number of deals sampled if there are more than that."""
CHUNK: Final = 50_000
NUMBERS: Final = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
)  # fmt: skip


def equities(game: PokerRoom, hands: str, board: str) -> Iterator[WagerOdds]:
    """For each hand, how often it wins, shares and loses, and its equity."""
    held, table = read(game, hands, board)
    counted = game.ways(held, table)
    total = int(counted[0].sum())
    some = total < deals(game, held, table)
    for n, hand in enumerate(held):
        shares: dict[Fraction, int] = {}
        for high, low in np.argwhere(counted[n]):
            share = _share(int(high), int(low), len(held))
            shares[share] = shares.get(share, 0) + int(counted[n, high, low])
        against = " ".join(written(each) for m, each in enumerate(held) if m != n)
        on = f" on {written(table)}" if table else ""
        row = WagerOdds(
            wager=written(hand),
            table=f"against {against}{on}" + (f", {total:,} deals sampled" if some else ""),
            outcomes=tuple(
                Outcome(_share_in_words(share, len(game.ends)), Fraction(times, total), share * len(held) - 1)
                for share, times in sorted(shares.items(), reverse=True)
            ),
            per=PER,
            equity=sum((share * Fraction(times, total) for share, times in shares.items()), Fraction(0)),
        )
        yield row.sampled(total) if some else row


def _share(high: int, low: int, players: int) -> Fraction:
    """The share of the pot of a hand that is one of this many at each end."""
    if low > players:
        return Fraction(1, high) if high else Fraction(0)
    return sum((Fraction(1, 2 * winners) for winners in (high, low) if winners), Fraction(0))


def _share_in_words(share: Fraction, ends: int) -> str:
    if share in (0, 1):
        return "win" if share else "lose"
    return f"tie of {share.denominator}" if ends == 1 else f"{share} of the pot"


# ---- input -------------------------------------------------------------------------------------


def read(game: PokerRoom, hands: str, board: str) -> tuple[list[Hand], Hand]:
    """The hands and the board as people type them, or a refusal."""
    held = [_cards(each) for each in hands.replace(",", " ").split()]
    table = _cards(board.replace(",", " ").replace(" ", ""))
    if not 2 <= len(held) <= game.seats.most:
        most, example = NUMBERS[game.seats.most], game.classic[0].partition(" on ")[0]
        raise Refused(
            f'{game.title} compares two to {most} hands, as "{example}"; {len(held)} given',
            game.seats.cite,
        )
    sizes, boards = _sizes(game)
    for hand in held:
        if len(hand) not in sizes and (hand or not game.unknown_hands):
            most = f" to {NUMBERS[sizes[-1]]}" if len(sizes) > 1 else ""
            keeps = "keeps" if any(street.discard or street.draw for street in game.streets) else "has"
            raise Refused(
                f"{written(hand)} has {len(hand)} cards; a hand {keeps} {NUMBERS[sizes[0]]}{most}",
                game.streets[0].cite,
            )
    if sum(not hand for hand in held) > 1:
        raise Refused("only one hand may be unknown (??)")
    if len(table) not in boards:
        *others, last = (NUMBERS[size] for size in boards)
        given = f"{', '.join(others)} or {last}" if others else last
        raise Refused(
            f"the board has {len(table)} community cards; it may have {given}", game.streets[-1].cite
        )
    known = [*table, *(each for hand in held for each in hand)]
    for each in known:
        if known.count(each) > 1:
            raise Refused(f"{name(each)} is dealt twice from one deck", "14.2(a)")
    deck, missing = _to_come(game, [hand for hand in held if hand], table)
    if sum(missing) > len(deck):
        raise Refused(
            f"{len(held)} hands need {sum(missing)} more cards, and the deck has {len(deck)}",
            game.streets[-1].cite,
        )
    return held, table


def _sizes(game: PokerRoom) -> tuple[range, list[int]]:
    """How many cards a hand and the board may have. Which cards to discard is the player's choice, so hands are
    compared after it: the cards that are kept."""
    streets = game.streets
    dealt = [len(street.deal.replace("c", "")) for street in streets]
    most = sum(dealt) - sum(street.discard for street in streets)
    least = 1 if any(street.draw for street in streets) else min(dealt[0], most)
    kept = next((n for n, street in enumerate(streets) if street.discard), 0)
    boards = list(accumulate(street.deal.count("c") for street in streets))
    return range(least, most + 1), list(dict.fromkeys(boards[kept:]))


def _cards(given: str) -> Hand:
    if given == UNKNOWN:
        return ()
    if len(given) % 2:
        raise Refused(f'{given!r} is not a hand; write rank and suit of each card, as in "AsKd"')
    return tuple(card(given[at : at + 2]) for at in range(0, len(given), 2))


def written(cards: Hand) -> str:
    return "".join(map(name, cards)) or UNKNOWN


# ---- every deal ----------------------------------------------------------------------------------------


@rule()
def nothing(cards: Sequence[int]) -> int:
    """A game with one end has no second."""
    return 0 * len(cards)


first = second = nothing


def _to_come(game: PokerRoom, held: list[Hand], board: Hand) -> tuple[list[int], list[int]]:
    """The cards of the deck, and how many of them the board and each hand still receive."""
    own = sum(len(street.deal.replace("c", "")) - street.discard for street in game.streets)
    community = sum(street.deal.count("c") for street in game.streets)
    deck = [each for each in range(52) if each not in board and all(each not in hand for hand in held)]
    return deck, [community - len(board), *(own - len(hand) for hand in held)]


def deals(game: PokerRoom, held: list[Hand], board: Hand) -> int:
    """The number of ways to deal the remaining cards."""
    deck, missing = _to_come(game, held, board)
    left = len(deck) - np.cumsum([0, *missing])
    return prod(comb(int(cards), size) for cards, size in zip(left, missing, strict=False))


def deal_all(game: PokerRoom, held: list[Hand], board: Hand) -> Ways:
    """Deal the rest of the board and of each hand, in every way or, if there are too many, in some."""
    deck, missing = _to_come(game, held, board)
    own, community = len(held[0]) + missing[1], len(board) + missing[0]
    cards = np.zeros((len(held), own + community), np.int64)
    for n, hand in enumerate(held):
        cards[n, : len(hand)] = hand
        cards[n, own : own + len(board)] = board
    # A card to come belongs to the hand of a player, or to all (-1), and has its place there.
    slots = [(-1, own + place) for place in range(len(board), community)]
    slots += [(n, place) for n, hand in enumerate(held) for place in range(len(hand), own)]
    ways = np.zeros((len(held), len(held) + 1, len(held) + 2), np.int64)
    values = [end.value for end in game.ends]
    ends = {"first": values[0], "second": values[1] if len(values) > 1 else nothing}
    places, left = np.array(slots or [(0, 0)], np.int64), np.array(deck, np.int64)
    if (every := deals(game, held, board)) * len(held) <= MOST:
        specialized(_deal_all, **ends)(cards, places, len(slots), left, ways)
        assert ways[0].sum() == every
        return ways
    loop = specialized(_deal_some, **ends)
    chance = np.random.Generator(np.random.PCG64(1))  # always alike
    for _ in range(SAMPLE // CHUNK):
        drawn = [chance.integers(n, len(deck), CHUNK) for n in range(len(slots))]
        loop(cards, places, left, np.column_stack(drawn), ways)
    return ways


@kernel
def _count(values: Ways, ways: Ways) -> None:
    """How many share each end with each hand, by the values of the hands there."""
    best, less = values[:, 0].max(), values[:, 1].max()
    high, low = (values[:, 0] == best).sum(), (values[:, 1] == less).sum()
    for n in range(len(values)):
        mine = high if values[n, 0] == best else 0
        other = len(values) + 1 if less == 0 else low if values[n, 1] == less else 0
        ways[n, mine, other] += 1


@kernel
def _deal_all(cards: Ways, slots: Ways, missing: int, deck: Ways, ways: Ways) -> None:
    players = len(cards)
    values = np.zeros((players, 2), np.int64)
    used = np.zeros(len(deck), np.bool_)
    place = np.full(missing + 1, -1)  # in the deck, of the card in each slot
    taken = np.zeros(missing + 1, np.bool_)
    depth = 0
    while depth >= 0:
        if depth == missing:
            for n in range(players):
                values[n, 0] = first(cards[n])
                values[n, 1] = second(cards[n])
            _count(values, ways)
            depth -= 1
            continue
        if taken[depth]:
            used[place[depth]] = False
        place[depth] += 1
        while place[depth] < len(deck) and used[place[depth]]:
            place[depth] += 1
        taken[depth] = place[depth] < len(deck)
        if not taken[depth]:
            depth -= 1
            continue
        used[place[depth]] = True
        owner, at = slots[depth]
        if owner < 0:
            cards[:, at] = deck[place[depth]]
        else:
            cards[owner, at] = deck[place[depth]]
        depth += 1
        if depth < missing:  # cards of one owner in order, so that each set occurs once
            place[depth] = place[depth - 1] if slots[depth, 0] == owner else -1


@kernel
def _deal_some(cards: Ways, slots: Ways, deck: Ways, drawn: Ways, ways: Ways) -> None:
    """One deal for each row of draws: the place of each card in the deck, from its own slot on."""
    players = len(cards)
    values = np.zeros((players, 2), np.int64)
    for deal in range(len(drawn)):
        for n in range(len(slots)):
            place = drawn[deal, n]
            deck[n], deck[place] = deck[place], deck[n]
            owner, at = slots[n]
            if owner < 0:
                cards[:, at] = deck[n]
            else:
                cards[owner, at] = deck[n]
        for n in range(players):
            values[n, 0] = first(cards[n])
            values[n, 1] = second(cards[n])
        _count(values, ways)
