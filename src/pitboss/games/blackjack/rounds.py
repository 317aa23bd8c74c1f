"""The compiled round of the family: one box against the dealer, played by a chart from a tape of cards.

It takes its cards in the order of the table's deal, so that the table can be dealt the same tape, take the same
decisions and must come to the same cents. A game with its own rule for winning hands uses that rule instead of
`as_it_is`; a game that deals in another order has its own `play` around `play_box`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from pitboss.arrays import Bytes, Ints
from pitboss.book import rule
from pitboss.book.endings import brings
from pitboss.games.blackjack.boxes import as_it_is as payout
from pitboss.games.blackjack.charts import (
    ACES,
    DOUBLE,
    DOUBLED,
    HIT,
    PAIR,
    SPLIT,
    SURRENDER,
    kind_of,
    two_cards,
)
from pitboss.games.blackjack.hands import (
    Aces,
    BlackjackTerms,
    End,
    Hole,
    Surrender,
    add,
    awaits_total,
    dealer_draws,
    fears_blackjack,
    is_blackjack,
    is_soft,
    may_double,
    may_draw,
    may_split,
    outcome,
    plays_blind,
    points,
    total,
)
from pitboss.law import Rule, adapted

Cards = Bytes

# What a round records for each hand, after the first cell of the memory.
SCORE: Final = 0
CARDS: Final = 1
WAGER: Final = 2
FIRST: Final = 3  # the hand's first three cards, which payouts look at
SECOND: Final = 4
THIRD: Final = 5
GIVEN_UP: Final = 6  # NO, or how
ROW: Final = 7

# And for the dealer's cards, for wagers on them.
DEALERS_SECOND: Final = 1 + 4 * ROW
DEALERS_THIRD: Final = DEALERS_SECOND + 1

# The number of hands, those won and those lost.
HANDS: Final = DEALERS_THIRD + 1
WON: Final = HANDS + 1
LOST: Final = WON + 1

# What the player has left for doubles and splits: 0 if unlimited, else one cent more.
PURSE: Final = LOST + 1
MEMORY: Final = PURSE + 1

NO: Final = 0
HALF: Final = 1
RESCUED: Final = 2

SPARE: Final = 64
"""The most cards of a round; the actual maximum is less than half of it."""


class Setting(NamedTuple):
    """What the compiled round reads: the terms, the chart, and the line of each ending for the wager that begins a hand
    and for additions."""

    terms: BlackjackTerms
    cells: Cards
    original: Ints
    added: Ints


class Dealt(NamedTuple):
    """Two cards and the stake on them; ``original`` of it was wagered before the cards, the rest added later."""

    a: int
    b: int
    stake: int
    original: int


class Count(NamedTuple):
    """The dealer's hard total, whether there is an ace, and of how many cards."""

    hard: int
    ace: bool
    cards: int


@rule("2.10(a)", "2.11(a)", lean=True, inline=True)
def puts_up(memory: Ints, more: int) -> bool:
    """Does the player have enough left to add this? If so it is added. Otherwise the player stands or draws instead, as
    in the chart where doubling and splitting are not allowed."""
    if memory[PURSE] == 0:
        return True
    affords = more < memory[PURSE]
    memory[PURSE] -= more * affords
    return bool(affords)


@rule("2.6(f)", "2.6(g)", "2.11(b)", lean=True, inline=True)
def play_hands(
    tape: Cards, at: int, stake: int, original: int, terms: BlackjackTerms, advice: Cards, memory: Ints
) -> tuple[int, int, int, int, int]:
    """The player's hands, one after the other as the chart says; the memory holds the first two cards. Returns the next
    position to read, the number of hands, how many of them wait for the dealer's total, to how many a blackjack
    matters, and the total wagered."""
    hands, live, wary, wagered = 1, 0, 0, 0
    gives_up = SURRENDER if terms.surrender == Surrender.ANY_TIME else 0
    playing = 0
    while playing < hands:
        row = 1 + ROW * playing
        first = points(memory[row + FIRST])
        if playing > 0:
            memory[row + SECOND] = tape[at]
            at += 1
        second = points(memory[row + SECOND])
        cell = two_cards(advice, memory[row + FIRST], memory[row + SECOND])
        if hands > 1 and first == second:
            cell = advice[PAIR, first]
        while cell & SPLIT and may_split(terms, first, second, hands) and puts_up(memory, stake):
            for waiting in range(hands, playing + 1, -1):  # the new hand is placed and played next
                memory[1 + ROW * waiting + FIRST] = memory[1 + ROW * (waiting - 1) + FIRST]
            memory[row + ROW + FIRST] = memory[row + SECOND]
            memory[row + SECOND] = tape[at]
            at += 1
            hands += 1
            second = points(memory[row + SECOND])
            if first != second:
                cell = two_cards(advice, memory[row + FIRST], memory[row + SECOND])
        split = hands > 1
        aces = split and first == 1
        hard, ace = add(first, first == 1, second)
        score = total(hard, ace)
        if aces and terms.split_aces == Aces.ONE_AND_DOUBLE:
            cell = advice[ACES, score]
        memory[row + THIRD] = tape[at]
        cards, wager, given_up = 2, stake, NO
        while True:
            if cell & gives_up:
                given_up = HALF
                break
            doubles = (
                cell & DOUBLE and may_double(terms, score, cards, split, aces) and puts_up(memory, stake)
            )
            if not doubles and not (cell & HIT and may_draw(terms, score, cards, aces)):
                break
            hard, ace = add(hard, ace, points(tape[at]))
            at += 1
            score = total(hard, ace)
            cards += 1
            if doubles:
                wager = 2 * stake
                if advice[DOUBLED, min(score, 22)] & SURRENDER:
                    given_up = RESCUED if terms.rescue else HALF
                break
            cell = advice[kind_of(terms, is_soft(hard, ace), cards), score]
        memory[row + SCORE], memory[row + CARDS], memory[row + WAGER] = score, cards, wager
        memory[row + GIVEN_UP] = given_up
        wagered += wager
        if given_up == NO and score <= 21:
            live += awaits_total(terms, score, cards, False)
            wary += fears_blackjack(terms, score, cards, False)
        elif given_up == HALF:
            wary += 1
        elif given_up == NO and (wager > original or playing > 0):
            wary += not terms.added_stays_lost  # additions to a busted hand may be returned
        playing += 1
    return at, hands, live, wary, wagered


@rule("2.3(a)", "2.3(e)", "2.8(a)", "2.10(b)", "2.11(d)", lean=True, inline=True)
def settle(
    setting: Setting,
    memory: Ints,
    hand: int,
    stake: int,
    original: int,
    blackjack: bool,
    dealer: int,
    dealer_cards: int,
) -> int:
    """The result of a hand; ``original`` of its wager began it and the rest was added."""
    terms, row = setting.terms, 1 + ROW * hand
    score, cards, wager = memory[row + SCORE], memory[row + CARDS], memory[row + WAGER]
    dealers_blackjack = dealer == 21 and dealer_cards == 2
    end = outcome(terms, score, cards, blackjack, dealer, dealer_cards).value
    if memory[row + GIVEN_UP] == NO:
        a, b, c = memory[row + FIRST], memory[row + SECOND], memory[row + THIRD]
        end = payout(terms.payouts, end, a, b, c, score, cards, wager > stake)
    elif memory[row + GIVEN_UP] == RESCUED:
        return int(brings(stake, setting.original[End.RESCUE.value]))
    else:
        end = End.SURRENDER_TO_BLACKJACK.value if dealers_blackjack else End.SURRENDER.value
        if dealers_blackjack and terms.surrender_entire and original > 0:
            original = stake  # as printed in 26.8(a)2
    result = brings(original, setting.original[end])
    if wager > original:
        if score > 21 and dealers_blackjack and not terms.added_stays_lost:
            end = End.DEALERS_BLACKJACK.value  # additions to a busted hand are returned
        result += brings(wager - original, setting.added[end])
    return int(result)


@rule("2.6(h)", "2.6(j)", "2.6(k)", lean=True, inline=True)
def dealers_first(
    tape: Cards, at: int, up: int, terms: BlackjackTerms, memory: Ints
) -> tuple[int, Count, int]:
    """The dealer's first card, and the hole card if there is one. Returns the next position to read, their count, and
    the column of the chart."""
    hard = points(up)
    ace, cards = hard == 1, 1
    shown = total(hard, ace)
    if terms.hole != Hole.NONE:
        hard, ace = add(hard, ace, points(tape[at]))
        memory[DEALERS_SECOND] = tape[at]
        cards = 2
        at += 1
        if terms.hole == Hole.UP:
            shown = total(hard, ace) + (10 if is_soft(hard, ace) else 0)
    return at, Count(hard, ace, cards), shown


@rule("2.7", "2.8", lean=True, inline=True)
def play_dealt(
    tape: Cards,
    at: int,
    dealt: Dealt,
    made: bool,
    known: bool,
    terms: BlackjackTerms,
    advice: Cards,
    memory: Ints,
) -> tuple[int, int, int, int, int]:
    """A hand from its two cards on. It cannot be a blackjack if it was ``made`` by an exchange (2A.1); against a
    ``known`` blackjack it is not played (2.6(j)1, (k)6). Returns the same as `play_hands`."""
    a, b, stake, original = dealt
    first, second = points(a), points(b)
    memory[1 + FIRST], memory[1 + SECOND], memory[1 + GIVEN_UP] = a, b, NO
    hard, ace = add(first, first == 1, second)
    score, blackjack = total(hard, ace), is_blackjack(hard, ace, 2, made)
    playing = not blackjack and not known
    if playing and terms.surrender != Surrender.NEVER and two_cards(advice, a, b) & SURRENDER:
        memory[1 + GIVEN_UP] = HALF
        playing = False
    if playing:
        return play_hands(tape, at, stake, original, terms, advice, memory)
    memory[1 + SCORE], memory[1 + CARDS], memory[1 + WAGER] = score, 2, stake
    live = int(blackjack and awaits_total(terms, score, 2, True))
    wary = int(not blackjack or fears_blackjack(terms, score, 2, True))
    return at, 1, live, wary, stake


@rule("2.6(h)", "2.12(b)", "2.12(c)", lean=True, inline=True)
def play_dealer(
    tape: Cards, at: int, shown: Count, live: int, wary: int, wanted: int, terms: BlackjackTerms, memory: Ints
) -> tuple[int, int, int]:
    """The dealer's second card, if it is still to come, and the draws. The second card matters to live hands; to hands
    that a blackjack would beat, a surrender, and doubled or split money that may have to be returned, it matters only
    if it can make a blackjack. Other wagers require ``wanted`` cards. Returns the next position to read, the score and
    the number of cards."""
    hard, ace, cards = shown
    if cards == 1 and (live > 0 or wanted > 1 or (wary > 0 and (hard == 1 or hard == 10))):
        hard, ace = add(hard, ace, points(tape[at]))
        memory[DEALERS_SECOND] = tape[at]
        cards = 2
        at += 1
    # 2.25(d): other wagers require a card only on less than 17.
    while (live > 0 or (cards < wanted and total(hard, ace) < 17)) and dealer_draws(
        terms, total(hard, ace), is_soft(hard, ace)
    ):
        hard, ace = add(hard, ace, points(tape[at]))
        if cards == 2:
            memory[DEALERS_THIRD] = tape[at]
        cards += 1
        at += 1
    return at, total(hard, ace), cards


@rule("2.6(f)", "2.6(i)", lean=True, inline=True)
def play_box(
    tape: Cards, at: int, dealt: Dealt, up: int, wanted: int, setting: Setting, memory: Ints
) -> tuple[int, int, int]:
    """A box from the moment its two cards and the dealer's first are dealt. Order of cards: the hole card if there is
    one, the player's draws, the dealer's. The dealer takes no card that cannot change anything (2.12(c)), and neither
    does this round. Returns the next position to read, the result and the amount at risk."""
    terms = setting.terms
    at, count, shown = dealers_first(tape, at, up, terms, memory)
    known = is_blackjack(count.hard, count.ace, count.cards, False) and not plays_blind(terms)
    at, hands, live, wary, wagered = play_dealt(
        tape, at, dealt, False, known, terms, setting.cells[shown], memory
    )
    at, theirs, cards = play_dealer(tape, at, count, live, wary, wanted, terms, memory)
    a, b, stake, original = dealt
    first = points(a)
    hard, ace = add(first, first == 1, points(b))
    blackjack = is_blackjack(hard, ace, 2, False)
    result = settle(setting, memory, 0, stake, original, blackjack, theirs, cards)
    memory[HANDS], memory[WON], memory[LOST] = hands, int(result > 0), int(result < 0)
    for hand in range(1, hands):
        more = settle(setting, memory, hand, stake, 0, False, theirs, cards)
        memory[WON] += int(more > 0)
        memory[LOST] += int(more < 0)
        result += more
    return at, result, original if theirs == 21 and cards == 2 else wagered


@rule("2.6(e)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, setting: Setting, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: a card to the player, one to the dealer, a second to the player."""
    dealt = Dealt(tape[at], tape[at + 2], stakes[0], stakes[0])
    at, result, wagered = play_box(tape, at + 3, dealt, tape[at + 1], 0, setting, memory)
    net[0] += result
    staked[0] += wagered
    return at


@cache
def box_of(own: Rule[..., int], cell: Rule[..., int] = two_cards) -> Rule[..., tuple[int, int, int]]:
    """`play_box` with a game's own rule for winning hands and, if needed, for the chart cell of two cards."""
    play = adapted(play_dealt, two_cards=cell, play_hands=adapted(play_hands, two_cards=cell))
    return adapted(play_box, settle=adapted(settle, payout=own), play_dealt=play)
