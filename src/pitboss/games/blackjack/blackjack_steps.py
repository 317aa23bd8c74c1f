"""Blackjack step by step in machine code, one box against the dealer: what a vector environment runs.

Each step is a decision of the player's, insurance and even money included, by the rules that the table asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Choice, Refused, Rules, rule
from pitboss.book.endings import brings, line
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import (
    End,
    Hole,
    Surrender,
    add,
    awaits_total,
    fears_blackjack,
    insurance_limit,
    is_blackjack,
    may_double,
    may_draw,
    may_split,
    plays_blind,
    points,
    total,
)
from pitboss.games.blackjack.house import game_of
from pitboss.games.blackjack.mathematics import setting_of
from pitboss.games.blackjack.multiple_action import actions
from pitboss.games.blackjack.rounds import (
    CARDS,
    GIVEN_UP,
    HALF,
    MEMORY,
    NO,
    ROW,
    SCORE,
    SECOND,
    SPARE,
    WAGER,
    Count,
    Setting,
    dealers_first,
    play_dealer,
    settle,
)
from pitboss.games.blackjack.rounds import FIRST as FIRST_CARD
from pitboss.law import Rule, adapted
from pitboss.money import Cents, cents
from pitboss.sim.steps import DEAL, FACE_DOWN, FIRST, HAND, OVER, Steps

NAMES: Final = ("deal", "hit", "stand", "split", "surrender", "no-insurance", "even-money")
HIT, STAND, SPLIT, SURRENDER, NO_INSURANCE, EVEN_MONEY, AMOUNTS = range(1, 8)
"""The actions; then the amounts of a double and those of insurance."""

EVEN: Final = 2

OWNERS: Final = ("1", "1.2", "1.3", "1.4", "dealer", "determinant")
DEALER: Final = 4

# The memory: the next card to read, the number of hands, the one that is played, what insurance stands, what was lost
# before the end, whether insurance is offered, the count of the hand that is played, and for each hand the row in which
# it is shown. Then comes the memory of a compiled round.
AT, HANDS, PLAYED, INSURED, LOST, INSURING, HARD, ACE, SHOWN = range(2, 11)
ROUND: Final = SHOWN + 4


class Stepped(NamedTuple):
    """What the compiled step reads: the compiled round's setting, the stake, what may be added to it, and the lines of
    insurance without and with a ten, and of even money."""

    setting: Setting
    stake: int
    doubles: Ints
    insurances: Ints
    even_money: bool
    lines: Ints  # [without a ten, with a ten, EVEN]


@rule(lean=True)
def receives(tape: Bytes, memory: Ints, held: Ints, cards: Bytes) -> None:
    """The next card, to the hand that is played."""
    row, shown = 1 + ROW * memory[PLAYED], memory[SHOWN + memory[PLAYED]]
    card, count = int(tape[memory[AT]]), held[row + CARDS]
    memory[AT] += 1
    if count < 3:
        held[row + FIRST_CARD + count] = card
    if count < cards.shape[1]:
        cards[shown, count] = FIRST + card
    hard, ace = add(memory[HARD], memory[ACE] > 0, points(card))
    memory[HARD], memory[ACE] = hard, int(ace)
    held[row + CARDS], held[row + SCORE] = count + 1, total(hard, ace)


@rule(lean=True)
def may_decide(memory: Ints, held: Ints, table: Stepped, mask: Bytes) -> bool:
    """Is there anything to decide about the hand that is played? The mask says what."""
    terms, hand = table.setting.terms, memory[PLAYED]
    row = 1 + ROW * hand
    score, count, split = held[row + SCORE], held[row + CARDS], memory[HANDS] > 1
    first, second = points(held[row + FIRST_CARD]), points(held[row + SECOND])
    aces = split and first == 1
    draws = may_draw(terms, score, count, aces)
    splits = count == 2 and may_split(terms, first, second, memory[HANDS])
    doubles = may_double(terms, score, count, split, aces)
    if draws and terms.surrender == Surrender.FIRST_TWO and count == 2 and not split:
        mask[SURRENDER] = 1
    if draws:
        mask[HIT] = 1
    if splits:
        mask[SPLIT] = 1
    for amount in range(len(table.doubles)):
        mask[AMOUNTS + amount] = doubles
    mask[STAND] = draws or splits or doubles
    return bool(mask[STAND])


@rule(lean=True)
def lost_at_once(up: int, wager: int, original: int, setting: Setting) -> int:
    """What a hand over 21 loses before the round ends: not what a dealer's blackjack may return."""
    terms = setting.terms
    result = brings(original, setting.original[End.OVER_21.value])
    waits = (up == 1 or up == 10) and plays_blind(terms) and not terms.added_stays_lost
    return int(result if waits else result + brings(wager - original, setting.added[End.OVER_21.value]))


@rule(lean=True)
def finished(tape: Bytes, memory: Ints, table: Stepped, cards: Bytes, dealt: Count, plays: bool) -> int:
    """The dealer's hand, and what the round brings beyond what it has brought. Even money ends a hand before (2.7(c)):
    then nothing ``plays``."""
    terms, held = table.setting.terms, memory[ROUND:]
    hands, live, wary, blackjack = memory[HANDS], 0, int(memory[INSURED] > 0), False
    for hand in range(hands if plays else 0):
        row = 1 + ROW * hand
        score, count = held[row + SCORE], held[row + CARDS]
        a, b = points(held[row + FIRST_CARD]), points(held[row + SECOND])
        blackjack = is_blackjack(a + b, a == 1 or b == 1, count, hands > 1)
        if held[row + GIVEN_UP] != NO:
            wary += 1
        elif score <= 21:
            live += awaits_total(terms, score, count, blackjack)
            wary += fears_blackjack(terms, score, count, blackjack)
        elif hand > 0 or held[row + WAGER] > table.stake:
            wary += not terms.added_stays_lost
    at = memory[AT]
    _, theirs, count = play_dealer(tape, at, dealt, live, wary, 0, terms, held)
    for card in range(count):
        if card < cards.shape[1]:
            place = 1 if card == 0 else 3 if dealt.cards == 2 and card == 1 else at + card - dealt.cards
            cards[DEALER, card] = FIRST + tape[place]
    memory[OVER], memory[HAND] = 1, 0
    won = brings(memory[INSURED], table.lines[int(theirs == 21 and count == 2)]) - memory[LOST]
    for hand in range(hands if plays else 0):
        original = table.stake if hand == 0 else 0
        won += settle(table.setting, held, hand, table.stake, original, blackjack, theirs, count)
    return int(won)


@rule(lean=True)
def step(tape: Bytes, memory: Ints, action: int, table: Stepped, cards: Bytes, mask: Bytes) -> int:
    """Deal, or one decision of the player's."""
    terms, held, up, lost = table.setting.terms, memory[ROUND:], points(int(tape[1])), memory[LOST]
    row = 1 + ROW * memory[PLAYED]
    at, dealt, _ = dealers_first(tape, 3, tape[1], terms, held)
    decided, insured = False, False
    if action == DEAL:
        memory[AT], memory[HANDS] = at, 1
        for card in range(2):
            held[row + FIRST_CARD + card] = tape[2 * card]
            cards[0, card] = FIRST + tape[2 * card]
        hard, ace = add(points(tape[0]), points(tape[0]) == 1, points(tape[2]))
        memory[HARD], memory[ACE] = hard, int(ace)
        held[row + CARDS], held[row + SCORE], held[row + WAGER] = 2, total(hard, ace), table.stake
        cards[DEALER, 0] = FIRST + tape[1]
        if dealt.cards == 2:
            cards[DEALER, 1] = FIRST + tape[3] if terms.hole == Hole.UP else FACE_DOWN
        memory[INSURING] = int(up == 1 and terms.hole != Hole.UP)
        if memory[INSURING]:
            memory[HAND], mask[NO_INSURANCE] = 1, 1
            mask[EVEN_MONEY] = table.even_money and is_blackjack(hard, ace, 2, False)
            for amount in range(len(table.insurances)):
                mask[AMOUNTS + len(table.doubles) + amount] = 1
            return 0
        insured = True
    elif memory[INSURING]:
        memory[INSURING], insured = 0, True
        if action == EVEN_MONEY:
            return int(
                brings(table.stake, table.lines[EVEN]) + finished(tape, memory, table, cards, dealt, False)
            )
        if action != NO_INSURANCE:
            memory[INSURED] = table.insurances[action - AMOUNTS - len(table.doubles)]
    elif action == SPLIT:
        hand = memory[PLAYED]
        for waiting in range(memory[HANDS], hand + 1, -1):  # the new hand is placed and played next
            memory[SHOWN + waiting] = memory[SHOWN + waiting - 1]
            for cell in range(ROW):
                held[1 + ROW * waiting + cell] = held[1 + ROW * (waiting - 1) + cell]
        memory[SHOWN + hand + 1] = memory[HANDS]
        memory[HANDS] += 1
        for cell in range(ROW):
            held[row + ROW + cell] = 0
        held[row + ROW + FIRST_CARD], held[row + ROW + WAGER] = held[row + SECOND], table.stake
        cards[memory[SHOWN + hand + 1], 0] = FIRST + held[row + SECOND]
        held[row + CARDS] = 1
        first = points(held[row + FIRST_CARD])
        memory[HARD], memory[ACE] = first, int(first == 1)
        receives(tape, memory, held, cards)
    elif action == SURRENDER:
        held[row + GIVEN_UP], decided = HALF, True
    elif action != STAND:
        if action >= AMOUNTS:
            held[row + WAGER] += table.doubles[action - AMOUNTS]
            decided = True
        receives(tape, memory, held, cards)
    else:
        decided = True
    if insured:
        blackjack = is_blackjack(memory[HARD], memory[ACE] > 0, 2, False)
        known = is_blackjack(dealt.hard, dealt.ace, dealt.cards, False) and not plays_blind(terms)
        if blackjack or known:
            return finished(tape, memory, table, cards, dealt, True)
    while decided or not may_decide(memory, held, table, mask):
        row = 1 + ROW * memory[PLAYED]
        if held[row + SCORE] > 21:
            original = table.stake if memory[PLAYED] == 0 else 0
            memory[LOST] += lost_at_once(up, held[row + WAGER], original, table.setting)
        memory[PLAYED] += 1
        if memory[PLAYED] == memory[HANDS]:
            return int(memory[LOST] - lost + finished(tape, memory, table, cards, dealt, True))
        first = points(held[row + ROW + FIRST_CARD])
        memory[HARD], memory[ACE], held[row + ROW + CARDS], decided = first, int(first == 1), 1, False
        receives(tape, memory, held, cards)
    memory[HAND] = 1 + memory[SHOWN + memory[PLAYED]]
    return int(memory[LOST] - lost)


@cache
def step_of(game: BlackjackGame) -> Rule[..., int]:
    return adapted(step, finished=adapted(finished, settle=adapted(settle, payout=game.payout)))


def steps(rules: Rules, stakes: Mapping[str, Cents], levels: int) -> Steps:
    stake, game = stakes.get("blackjack", 0), game_of(rules)
    if set(stakes) != {"blackjack"} or stake <= 0:
        raise Refused("compiled steps take a wager on blackjack and no other", "2.3(a)")
    if actions(rules) or rules["dealing"] not in ("shoe", "continuous") or rules["double-card"] != "up":
        raise Refused("compiled steps deal from a shoe, every card of the player's face up", "2.6(e)")
    if cents(rules["hand-fee"]) and stake <= 500:
        raise Refused("compiled steps collect no fee for a hand", "2.3(l)")
    unit, added = rules.step("insurance"), game.step(rules, "double-down")
    insurance = insurance_limit(stake, unit)
    fates = [game.insurance[name].fates["insurance"] for name in ("NO_TEN", "TEN")]
    insured = [line(rules, "insurance", fate) for fate in fates]
    even = game.endings["EVEN_MONEY"].fates["blackjack"]
    doubles = dict(Choice("double-down", added, stake, added).amounts(levels))
    insurances = dict(Choice("insurance", unit, insurance, unit).amounts(levels))
    return Steps(
        actions=(
            *NAMES,
            *(f"double-down{level}" for level in doubles),
            *(f"insurance{level}" for level in insurances),
        ),
        owners=OWNERS,
        step=step_of(game),
        rules=Stepped(
            setting_of(rules),
            stake,
            np.array(list(doubles.values()), np.int64),
            np.array(list(insurances.values()), np.int64),
            rules.on("even-money"),
            np.array([*insured, line(rules, "blackjack", even)], np.int64),
        ),
        cards=bytes(rules.pack()),
        draws=min(SPARE, len(rules.pack())),
        memory=ROUND + MEMORY,
    )
