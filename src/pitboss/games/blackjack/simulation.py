"""Blackjack by the million: one box against the dealer, played by a chart from a real shoe.

``play_round`` takes its cards from a given shoe in the order of the table's deal, so that the table can be
dealt the same shoe, take the same decisions and must come to the same cents. Everything is integers and each
block of rounds has its own random stream, so equal seeds give equal sums on any number of workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiler import kernel
from pitboss.games.blackjack.analysis import DOUBLE, HIT, PAIR, SPLIT, SURRENDER, Chart, Rules
from pitboss.games.blackjack.hands import (
    add,
    collected_by_blackjack,
    dealer_draws,
    is_blackjack,
    is_designated_blackjack,
    is_five_card_21,
    is_soft,
    is_suited_678,
    is_three_sevens,
    may_double,
    may_draw,
    may_split,
    outcome,
    points,
    surrendered,
    total,
    winnings,
)
from pitboss.law import Refused, rule

Cards = NDArray[np.uint8]
Ints = NDArray[np.int64]

NO_HOLE: Final = 0
HOLE_DOWN: Final = 1
HOLE_READ: Final = 2
HOLE_UP: Final = 3

# The rules as an array of integers.
HOLE: Final = 0
HIT_SOFT_17: Final = 1
BLACKJACK_TO: Final = 2
BLACKJACK_ONE: Final = 3
ONLY_9_TO_11: Final = 4
AFTER_SPLIT: Final = 5
MAX_HANDS: Final = 6
RESPLIT_ACES: Final = 7
MAY_SURRENDER: Final = 8
SPLIT_21_WINS: Final = 9
EXTRA_RETURNED: Final = 10
SUITED_678: Final = 11
THREE_SEVENS: Final = 12
FIVE_CARD_21: Final = 13
DESIGNATED_ACE: Final = 14
DESIGNATED_FACE: Final = 15

# What a round leaves behind: the money, then a row for each hand.
NET: Final = 0
WAGERED: Final = 1  # what was at risk: a dealer's blackjack returns doubled and split money
HANDS: Final = 2
LIVE: Final = 3  # hands that did not bust
BUSTED_EXTRA: Final = 4  # doubled and split money on hands that did
ROWS: Final = 5
SCORE: Final = 0
CARDS: Final = 1
WAGER: Final = 2
FIRST: Final = 3  # the hand's first three cards, which the optional payouts look at
SECOND: Final = 4
THIRD: Final = 5
ROW: Final = 6
OUT: Final = ROWS + 4 * ROW

SPARE: Final = 64
"""Cards shuffled beyond the cutting card to finish the round; no round has been seen to take half as many."""

BLOCK: Final = 1 << 20


def rules_array(rules: Rules) -> Ints:
    """The rules as ``play_round`` takes them."""
    ace, face = rules.designated_blackjack or (-1, -1)
    return np.array(
        [
            ("none", "down", "reader", "up").index(rules.hole),
            rules.hit_soft_17,
            *rules.blackjack_pays,
            rules.double == "9-11",
            rules.double_after_split,
            rules.max_hands,
            rules.resplit_aces,
            rules.surrender,
            rules.split_21_wins,
            rules.extra_returned,
            rules.suited_678,
            rules.three_sevens,
            rules.five_card_21,
            ace,
            face,
        ],
        np.int64,
    )


@rule("2.3(e)", "2.6(k)2", "2.7(a)")
def won(rules: Ints, out: Ints, row: int, blackjack: bool) -> int:
    """What the hand in that row wins, being a winning 21; every other wins its wager."""
    wager, a, b, c = out[row + WAGER], out[row + FIRST], out[row + SECOND], out[row + THIRD]
    if blackjack:
        if is_designated_blackjack(a, b, rules[DESIGNATED_ACE], rules[DESIGNATED_FACE]):
            return winnings(wager, 2, 1)
        return winnings(wager, rules[BLACKJACK_TO], rules[BLACKJACK_ONE])
    if rules[SUITED_678] != 0 and out[row + CARDS] == 3 and is_suited_678(a, b, c):
        return winnings(wager, 2, 1)
    if rules[THREE_SEVENS] != 0 and out[row + CARDS] == 3 and is_three_sevens(a, b, c):
        return winnings(wager, 3, 2)
    if rules[FIVE_CARD_21] != 0 and is_five_card_21(out[row + SCORE], out[row + CARDS]):
        return winnings(wager, 2, 1)
    return winnings(wager, 1, 1)


@rule("2.6(f)", "2.6(g)", "2.11(b)")
def play_hands(shoe: Cards, position: int, stake: int, rules: Ints, advice: Cards, out: Ints) -> int:
    """The player's hands, one after the other as the chart says; ``out`` holds the first two cards."""
    hands = 1
    wagered, busted_extra, live = 0, 0, 0
    playing = 0
    while playing < hands:
        row = ROWS + ROW * playing
        first = points(out[row + FIRST])
        if playing > 0:
            out[row + SECOND] = shoe[position]
            position += 1
        second = points(out[row + SECOND])
        cell = advice[PAIR, first]
        while (
            first == second
            and cell & SPLIT
            and may_split(first, second, hands, rules[MAX_HANDS], rules[RESPLIT_ACES] != 0)
        ):
            out[ROWS + ROW * hands + FIRST] = out[row + SECOND]
            out[row + SECOND] = shoe[position]
            position += 1
            hands += 1
            second = points(out[row + SECOND])
        split = hands > 1
        hard, ace = add(first, first == 1, second)
        score = total(hard, ace)
        if first != second:
            cell = advice[int(is_soft(hard, ace)), score]
        out[row + THIRD] = shoe[position]
        cards, wager = 2, stake
        if may_draw(score, split and first == 1):
            if cell & DOUBLE and may_double(score, split, rules[ONLY_9_TO_11] != 0, rules[AFTER_SPLIT] != 0):
                hard, ace = add(hard, ace, points(shoe[position]))
                position += 1
                score = total(hard, ace)
                cards, wager = 3, 2 * stake
            else:
                while cell & HIT and may_draw(score, False):
                    hard, ace = add(hard, ace, points(shoe[position]))
                    position += 1
                    score = total(hard, ace)
                    cards += 1
                    cell = advice[int(is_soft(hard, ace)), score]
        out[row + SCORE], out[row + CARDS], out[row + WAGER] = score, cards, wager
        wagered += wager
        live += score <= 21
        if score > 21:
            busted_extra += wager if playing > 0 else wager - stake
        playing += 1
    out[HANDS], out[LIVE], out[WAGERED], out[BUSTED_EXTRA] = hands, live, wagered, busted_extra
    return position


@rule("2.6(e)", "2.6(h)", "2.6(j)", "2.6(k)", "2.7", "2.8", "2.12(b)", "2.12(c)")
def play_round(shoe: Cards, position: int, stake: int, rules: Ints, cells: Cards, out: Ints) -> int:
    """Play one box for one round from this position of the shoe and return the next.

    Order of cards: player, dealer, player, the hole card if there is one, the player's draws, the dealer's.
    The dealer takes no card that cannot change anything (2.12(c)), so neither does this round: no second
    card when nobody waits for it, no draw when only a blackjack or a surrender was left to settle.
    """
    hole, hole_up = rules[HOLE], rules[HOLE] == HOLE_UP
    first, up, second = points(shoe[position]), points(shoe[position + 1]), points(shoe[position + 2])
    out[ROWS + FIRST], out[ROWS + SECOND] = shoe[position], shoe[position + 2]
    position += 3
    hard, ace = add(first, first == 1, second)
    dealer, dealer_ace, dealer_cards = up, up == 1, 1
    shown = total(dealer, dealer_ace)
    if hole != NO_HOLE:
        dealer, dealer_ace = add(dealer, dealer_ace, points(shoe[position]))
        dealer_cards = 2
        position += 1
        if hole_up:
            shown = total(dealer, dealer_ace) + (10 if is_soft(dealer, dealer_ace) else 0)
    dealer_blackjack = is_blackjack(dealer, dealer_ace, dealer_cards, False)

    advice = cells[shown]
    blackjack = is_blackjack(hard, ace, 2, False)
    surrenders = False
    # 2.6(j)1, (k)6: against a blackjack that is known no more cards are dealt.
    playing = not blackjack and not (dealer_blackjack and hole >= HOLE_READ)
    if playing and rules[MAY_SURRENDER] != 0:
        cell = advice[PAIR, first] if first == second else advice[int(is_soft(hard, ace)), total(hard, ace)]
        surrenders = cell & SURRENDER != 0
    if playing and not surrenders:
        position = play_hands(shoe, position, stake, rules, advice, out)
    else:
        out[ROWS + SCORE], out[ROWS + CARDS], out[ROWS + WAGER] = total(hard, ace), 2, stake
        out[HANDS], out[LIVE], out[WAGERED], out[BUSTED_EXTRA] = 1, 0, stake, 0

    # The second card matters to live hands; to a blackjack, to a surrender and to doubled or split money that
    # may have to be returned it matters only if it can make a blackjack.
    live = out[LIVE] > 0
    if dealer_cards == 1:
        waiting = not playing or surrenders or (rules[EXTRA_RETURNED] != 0 and out[WAGERED] > stake)
        if live or (waiting and (up == 1 or up == 10)):
            dealer, dealer_ace = add(dealer, dealer_ace, points(shoe[position]))
            dealer_cards = 2
            position += 1
            dealer_blackjack = is_blackjack(dealer, dealer_ace, 2, False)
    if surrenders:
        out[NET] = -surrendered(stake, dealer_blackjack)
        return position
    if dealer_blackjack and not blackjack:
        out[NET] = -collected_by_blackjack(stake, out[BUSTED_EXTRA], rules[EXTRA_RETURNED] != 0)
        out[WAGERED] = stake
        return position
    if live:
        hit_soft_17 = rules[HIT_SOFT_17] != 0
        while dealer_draws(total(dealer, dealer_ace), is_soft(dealer, dealer_ace), hit_soft_17):
            dealer, dealer_ace = add(dealer, dealer_ace, points(shoe[position]))
            dealer_cards += 1
            position += 1
    score, split, split_21_wins = total(dealer, dealer_ace), out[HANDS] > 1, rules[SPLIT_21_WINS] != 0
    net = 0
    for hand in range(out[HANDS]):
        row = ROWS + ROW * hand
        result = outcome(
            out[row + SCORE], out[row + CARDS], split, score, dealer_cards, hole_up, split_21_wins
        )
        if result > 0 and out[row + SCORE] == 21:
            net += won(rules, out, row, blackjack)
        else:
            net += result * out[row + WAGER]
    out[NET] = net
    return position


# Shuffle and repeat


Stream = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@kernel
def stream(seed: int, block: int) -> Stream:
    """The random stream of a block: xoshiro256++ started by splitmix64 from seed and block."""
    word = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(block) * np.uint64(0xDA942042E4DD58B5)
    state = np.empty(4, np.uint64)
    for i in range(4):
        word += np.uint64(0x9E3779B97F4A7C15)
        z = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[i] = z ^ (z >> np.uint64(31))
    return state[0], state[1], state[2], state[3]


@kernel
def draw(state: Stream) -> tuple[np.uint64, Stream]:
    """The next 64 bits, and the stream after them (Blackman and Vigna)."""
    a, b, c, d = state
    sum_ = a + d
    word = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + a
    c ^= a
    e = d ^ b
    return word, (a ^ e, b ^ c, c ^ (b << np.uint64(17)), (e << np.uint64(45)) | (e >> np.uint64(19)))


@kernel
def shuffle(shoe: Cards, cards: int, dealt: int, state: Stream) -> Stream:
    """Fisher and Yates' shuffle, as far as cards may be dealt."""
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    for i in range(dealt):
        choices = np.uint64(cards - i)
        word, state = draw(state)
        product = (word & low) * choices
        # Lemire: the upper half is even over the choices but for these few lower halves, which are redrawn.
        while product & low < choices and product & low < (low + np.uint64(1)) % choices:
            word, state = draw(state)
            product = (word & low) * choices
        j = i + np.int64(product >> half)
        shoe[i], shoe[j] = shoe[j], shoe[i]
    return state


@kernel
def play_block(
    seed: int,
    block: int,
    rounds: int,
    cards: int,
    cut: int,
    stake: int,
    rules: Ints,
    cells: Cards,
    sums: Ints,
) -> None:
    """Play a block of rounds, each shoe down to the cutting card, and add up what came of them."""
    state = stream(seed, block)
    shoe = np.empty(cards + 2 * SPARE, np.uint8)
    for i in range(len(shoe)):
        shoe[i] = i % 52
    out = np.zeros(OUT, np.int64)
    dealt = min(cards, cut + SPARE)
    position = cards
    net = squares = wagered = wins = losses = 0
    for _ in range(rounds):
        if position >= cut:
            state = shuffle(shoe, cards, dealt, state)
            if dealt == cards:  # the discards come round again should cards run out (2.15(f))
                for i in range(SPARE):
                    shoe[cards + i] = shoe[i % cards]
            position = 1  # 2.6(c): the first card is burned
        position = play_round(shoe, position, stake, rules, cells, out)
        result = out[NET]
        net += result
        squares += result * result
        wagered += out[WAGERED]
        wins += result > 0
        losses += result < 0
    sums[0] += rounds
    sums[1] += net
    sums[2] += squares
    sums[3] += wagered
    sums[4] += wins
    sums[5] += losses


@dataclass(frozen=True)
class Simulation:
    """Sums over simulated rounds, money in tenths of the wager."""

    rounds: int
    net: int
    squares: int
    wagered: int
    wins: int
    losses: int

    @property
    def expectation(self) -> float:
        """Of one unit wagered before the cards are dealt."""
        return self.net / self.rounds / STAKE

    @property
    def standard_deviation(self) -> float:
        """Of one round, in units of the initial wager."""
        return sqrt(self.squares / self.rounds / STAKE**2 - self.expectation**2)

    @property
    def standard_error(self) -> float:
        """Of ``expectation``."""
        return self.standard_deviation / sqrt(self.rounds)

    @property
    def average_wager(self) -> float:
        return self.wagered / self.rounds / STAKE

    def __add__(self, other: Simulation) -> Simulation:
        return Simulation(*(a + b for a, b in zip(self._sums, other._sums, strict=True)))

    @property
    def _sums(self) -> tuple[int, ...]:
        return self.rounds, self.net, self.squares, self.wagered, self.wins, self.losses


STAKE: Final = 10
"""One unit in the simulation's money: 3 to 2, 6 to 5 and a half all come out even."""


def simulate_block(
    rules: Rules, chart: Chart, rounds: int, seed: int, block: int, cut: int | None = None
) -> Simulation:
    """One block with its own random stream.

    ``cut`` is how deep the cutting card lies: by default a quarter from the back (2.5(d)); with 1 every round
    starts from a fresh shoe, which is what the analysis is about.
    """
    cards = 52 * rules.decks
    cut = cards * 3 // 4 if cut is None else cut
    if not 1 <= cut < cards:
        raise Refused(f"the cutting card cannot lie at {cut} in {cards} cards", "2.5(d)")
    sums = np.zeros(6, np.int64)
    play_block(seed, block, rounds, cards, cut, STAKE, rules_array(rules), chart.cells, sums)
    return Simulation(*sums.tolist())


def simulate(rules: Rules, chart: Chart, rounds: int, seed: int = 0, cut: int | None = None) -> Simulation:
    """So many rounds, block by block: whoever plays the blocks elsewhere and adds them up gets the same."""
    result = Simulation(0, 0, 0, 0, 0, 0)
    for block, start in enumerate(range(0, rounds, BLOCK)):
        result += simulate_block(rules, chart, min(BLOCK, rounds - start), seed, block, cut)
    return result
