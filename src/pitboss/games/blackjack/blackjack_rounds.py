"""The compiled round of blackjack with its side wagers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Ints
from pitboss.book import Rules, rule
from pitboss.book.endings import ALL, NO_LIMIT, NOTHING, Line, brings
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.bonus_wager import BONUS, STAKES, Prize, keeps_stake, prizes
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import Hole, add, dealer_draws, is_blackjack, is_soft, points, total
from pitboss.games.blackjack.house import game_of
from pitboss.games.blackjack.multiple_action import ACTIONS, actions
from pitboss.games.blackjack.progressive_wager import PROGRESSIVE, ROWS, aces
from pitboss.games.blackjack.rounds import (
    CARDS,
    DEALERS_SECOND,
    DEALERS_THIRD,
    FIRST,
    GIVEN_UP,
    HANDS,
    LOST,
    MEMORY,
    NO,
    PURSE,
    ROW,
    SCORE,
    SECOND,
    SPARE,
    WAGER,
    WON,
    Cards,
    Dealt,
    Setting,
    play_hands,
)
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.rounds import settle as settle
from pitboss.games.blackjack.side_wagers import (
    NO_CARD,
    QUEEN_OF_HEARTS,
    SEVEN,
    in_between,
    match_the_dealer,
    over_13,
    same_suit,
    sevens,
    third_card_busts,
    twenty_points,
    under_13,
)
from pitboss.games.blackjack.streak_wagers import STREAKS, streak_moves
from pitboss.law import Rule, adapted
from pitboss.money import cents
from pitboss.sim import Simulation

# The cards that a wager depends on.
OVER_13: Final = 1
UNDER_13: Final = 2
SAME_SUIT: Final = 3
MATCH: Final = 4
BETWEEN: Final = 5
TWENTY: Final = 6
THIRD_CARD: Final = 7
SEVENS: Final = 8
ACES: Final = 9
BONUS_PRIZE: Final = 10
STREAK: Final = 11  # and the hands in a row

KINDS = {
    "over-13": OVER_13,
    "under-13": UNDER_13,
    "same-suit": SAME_SUIT,
    "match-the-dealer": MATCH,
    "in-between": BETWEEN,
    "twenty-point-bonus": TWENTY,
    "optional-bonus": THIRD_CARD,
    "sevens": SEVENS,
    PROGRESSIVE: ACES,
    BONUS: BONUS_PRIZE,
    **{wager: STREAK + hands for wager, hands in STREAKS.items()},
}
"""The wagers that are simulated."""

STANDING: Final = MEMORY
"""From here on the memory holds, for each wager, its stake on the layout and the hands won; for a blackjack bonus, the
state of the button that draws the prize."""

STIRRED: Final = 8
PRIME: Final = 2**31 - 1

UNIT: Final = 200
"""The wager on the hand, which is not counted, where a side wager is simulated alone."""


class Beside(NamedTuple):
    """What the compiled round reads: the hand's setting, and each wager's kind and the lines of its rows."""

    box: Setting
    kinds: Ints
    lines: Ints
    prizes: Ints  # [stake, prize, (weight of it and those before, amount)] of the blackjack bonus
    kept: int  # whether a winner's stake is kept


@rule(lean=True)
def row_of(kind: int, a: int, b: int, up: int, c: int, d: int, memory: Ints) -> int:
    """The row of a wager by the cards: the player's first four, the dealer's first, and the memory."""
    if kind == OVER_13:
        return over_13(a, b, up)
    if kind == UNDER_13:
        return under_13(a, b, up)
    if kind == SAME_SUIT:
        return same_suit(a, b, up)
    if kind == MATCH:
        return match_the_dealer(a, b, up)
    if kind == BETWEEN:
        return in_between(a, b, up)
    if kind == SEVENS:
        return sevens(a, b, c)
    if kind == ACES:
        return aces(a, b, c, d)
    second = memory[DEALERS_SECOND]
    if kind == TWENTY:
        return twenty_points(a, b, int(has_blackjack(up, second)))
    return third_card_busts(up, second, memory[DEALERS_THIRD])


@rule(lean=True)
def has_blackjack(up: int, second: int) -> bool:
    return is_blackjack(points(up) + points(second), points(up) == 1 or points(second) == 1, 2, False)


@rule("2.6(e)", "2.17(e)", "2.19(c)", "2.22(d)", "2.24(d)", "2.25(d)", "2.26(e)", lean=True)
def play(tape: Cards, at: int, stakes: Ints, table: Beside, memory: Ints, net: Ints, staked: Ints) -> int:
    """One round: a card to the player, one to the dealer, a second to the player; the hand, and the side wagers."""
    dealt, a, up, b, stake = at, tape[at], tape[at + 1], tape[at + 2], stakes[0]
    queens = a == QUEEN_OF_HEARTS and b == QUEEN_OF_HEARTS and (points(up) == 1 or points(up) == 10)
    wanted, running = 0, memory[0] > 0
    for wager in range(1, len(stakes)):
        kind = table.kinds[wager]
        if stakes[wager] > 0 and kind == THIRD_CARD:
            wanted = 3
        elif stakes[wager] > 0 and kind == TWENTY and queens:
            wanted = max(wanted, 2)
        elif stakes[wager] > 0 and kind > STREAK and not running:
            memory[STANDING + 2 * wager], memory[STANDING + 2 * wager + 1] = stakes[wager], 0
            staked[wager] += stakes[wager]
    drawn = at + 3 + int(table.box.terms.hole != Hole.NONE)
    played = stake if stake > 0 else UNIT
    at, result, wagered = play_box(tape, at + 3, Dealt(a, b, played, played), up, wanted, table.box, memory)
    if stake > 0:
        net[0] += result
        staked[0] += wagered
    # The player's third and fourth cards are right after the first cards, if the player drew that many.
    received = 4 if memory[HANDS] > 1 else memory[1 + CARDS]
    fourth = tape[drawn + 1] if received > 3 else NO_CARD
    memory[0] = 0
    for wager in range(1, len(stakes)):
        kind = table.kinds[wager]
        if kind > STREAK:
            memory[0] += streak(wager, kind - STREAK, table.lines[wager], memory, net)
        elif kind == BONUS_PRIZE:
            result = bonus(tape, dealt, wager, stakes[wager], table, memory)
            net[wager] += result
            staked[wager] += stakes[wager] if result != 0 else 0
        elif stakes[wager] > 0:
            third = tape[drawn] if received > 2 else NO_CARD
            if kind == SEVENS:
                two = a >> 2 == SEVEN and b >> 2 == SEVEN
                if two and not_blind(table.box.terms.hole) and has_blackjack(up, memory[DEALERS_SECOND]):
                    third = tape[at]  # 2.6(j)3, (k)6
                    at += 1
                elif memory[HANDS] > 1:
                    third = NO_CARD  # 2.11(f)
            row = row_of(kind, a, b, up, third, fourth, memory)
            net[wager] += brings(stakes[wager], table.lines[wager, row])
            staked[wager] += stakes[wager]
    return at


@rule("2.6(j)", "2.6(k)", lean=True)
def not_blind(hole: Hole) -> bool:
    return hole == Hole.READER or hole == Hole.UP


@rule("2.20(a)", "2.20(e)", "2.20(j)", lean=True)
def bonus(tape: Cards, at: int, wager: int, stake: int, table: Beside, memory: Ints) -> int:
    """The result of a blackjack bonus; one that is neither $1 nor $5 is not made. The button has its own chance: it is
    mixed with the cards of every round, and the cards to come are as random as any."""
    place = STANDING + 2 * wager
    which = 0 if stake == STAKES[0] else 1 if stake == STAKES[1] else -1
    if which < 0:
        return 0
    for card in range(at, at + STIRRED):
        memory[place] = (memory[place] * 48_271 + int(tape[card]) + 1) % PRIME
    if not has_blackjack(tape[at], tape[at + 2]):
        return -stake
    drawn = table.prizes[which]
    ticket, prize = memory[place] % drawn[len(drawn) - 1, 0], 0
    while ticket >= drawn[prize, 0]:
        prize += 1
    return int(drawn[prize, 1]) - stake * table.kept


@rule("2.22(e)", "2.22(h)", lean=True)
def streak(wager: int, hands: int, lines: Ints, memory: Ints, net: Ints) -> int:
    """A streak after a round. Returns the stake still on the layout."""
    at = STANDING + 2 * wager
    lies = memory[at]
    if lies > 0:
        moves = streak_moves(memory[WON], memory[LOST])
        memory[at + 1] += max(moves, 0)
        if moves < 0 or memory[at + 1] == hands:
            net[wager] += brings(lies, lines[int(moves > 0)])
            memory[at] = 0
    return int(memory[at])


# ---- multiple action, 2.18 -------------------------------------------------------------------------------


@rule("2.18(c)", "2.18(e)", "2.18(f)", "2.18(g)", "2.18(h)", lean=True)
def play_actions(
    tape: Cards, at: int, stakes: Ints, setting: Setting, memory: Ints, net: Ints, staked: Ints
) -> int:
    """One round: the player's hands once, in units that each wager is a multiple of; and a dealer's hand for each
    wager, from the same first card."""
    a, up, b, terms = tape[at], tape[at + 1], tape[at + 2], setting.terms
    at += 3
    memory[1 + FIRST], memory[1 + SECOND], memory[1 + GIVEN_UP] = a, b, NO
    hard, ace = add(points(a), points(a) == 1, points(b))
    score, blackjack = total(hard, ace), is_blackjack(hard, ace, 2, False)
    hands, live, wary = 1, 0, 1
    if blackjack:
        memory[1 + SCORE], memory[1 + CARDS], memory[1 + WAGER] = score, 2, UNIT
    else:
        advice = setting.cells[11 if points(up) == 1 else points(up)]
        if memory[PURSE] > 0:
            memory[PURSE] = 1 + (memory[PURSE] - 1) * UNIT // stakes.sum()
        at, hands, live, wary, _ = play_hands(tape, at, UNIT, UNIT, terms, advice, memory)
    for hand in range(hands):
        memory[STANDING + hand] = memory[1 + ROW * hand + WAGER] // UNIT
    for spot in range(len(stakes)):
        stake = stakes[spot]
        if stake == 0:
            continue
        dealer, dealer_ace, cards = points(up), points(up) == 1, 1
        if live > 0 or (wary > 0 and (points(up) == 1 or points(up) == 10)):
            dealer, dealer_ace = add(dealer, dealer_ace, points(tape[at]))
            cards += 1
            at += 1
        while live > 0 and dealer_draws(terms, total(dealer, dealer_ace), is_soft(dealer, dealer_ace)):
            dealer, dealer_ace = add(dealer, dealer_ace, points(tape[at]))
            cards += 1
            at += 1
        theirs = total(dealer, dealer_ace)
        for hand in range(hands):
            wager = stake * memory[STANDING + hand]
            memory[1 + ROW * hand + WAGER] = wager
            original = stake if hand == 0 else 0
            net[spot] += settle(setting, memory, hand, stake, original, blackjack, theirs, cards)
            staked[spot] += original if theirs == 21 and cards == 2 else wager
    return at


@cache
def actions_of(game: BlackjackGame) -> Rule[..., int]:
    return adapted(play_actions, settle=adapted(settle, payout=game.payout))


def lines_of(rules: Rules, wager: str) -> list[Line]:
    """The line of each row of a wager; the meter is at its initial amount, the dollar is kept."""
    sides = {side.wager: side for side in game_of(rules).side_wagers}
    if wager in sides:
        return sides[wager].lines(rules)
    lost: Line = (0, 1, 0, NO_LIMIT, ALL)
    pay = rules.pay(wager)
    if wager in STREAKS:
        odds = pay["streak"]
        return [lost, (odds.win, odds.stake, 0, NO_LIMIT, NOTHING)]
    seed = cents(rules["progressive-seed"])
    prizes = [(each.prize or seed) if (each := pay.get(row)) else 0 for row in ROWS]
    return [(0, 1, prize, NO_LIMIT, ALL) for prize in prizes]


def table_of(rules: Rules) -> Beside:
    wagers = simulated(rules)
    found = np.zeros((len(wagers), 9, 5), np.int64)
    for place, wager in enumerate(wagers[1:], 1):
        for row, line in enumerate(lines_of(rules, wager) if wager != BONUS else ()):
            found[place, row] = line
    kinds = np.array([0, *(KINDS[wager] for wager in wagers[1:])], np.int64)
    return Beside(family.setting_of(rules), kinds, found, prizes_of(rules), int(keeps_stake(rules)))


def prizes_of(rules: Rules) -> Ints:
    """Each prize for a stake of $1 and of $5; the shorter list repeats its last prize, which is never drawn again."""
    lists = [prizes(rules, stake) if rules.offers(BONUS) else [Prize(0, 1)] for stake in STAKES]
    most = max(map(len, lists))
    padded = [each + [each[-1]._replace(weight=0)] * (most - len(each)) for each in lists]
    return np.array(
        [
            [
                (weight, prize.amount)
                for weight, prize in zip(accumulate(p.weight for p in each), each, strict=True)
            ]
            for each in padded
        ],
        np.int64,
    )


def simulated(rules: Rules) -> tuple[str, ...]:
    return "blackjack", *filter(rules.offers, KINDS)


def simulation(rules: Rules) -> Simulation:
    plain, wagers = family.simulation(rules), simulated(rules)
    if actions(rules):
        played, most = actions_of(game_of(rules)), min(2 * SPARE, plain.size)
        return replace(plain, wagers=ACTIONS, play=played, draws=most, memory=STANDING + 4)
    if len(wagers) == 1:
        return plain
    return replace(
        plain,
        wagers=wagers,
        play=family.round_of(game_of(rules), play),
        rules=table_of(rules),
        memory=STANDING + 2 * len(wagers),
    )
