"""The mathematics of premium hold 'em: every wager exactly, both decisions played best.

Up to the names of the suits there are 16,432 sets of four community cards. On each, the 17,296 hands of three other
cards are ranked once. Sorted, they show how many of the dealer's 14,190 hands are lower, equal, and short of a pair of
threes: those that share a card with the player are taken off again by a count for each card, those that share two put
back by a count for each pair. That settles the second decision; the first compares its sum over all boards with three
antes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, perm, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bits, Bytes, Ints, Shorts
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import Paid, brings, card_lines, lines, lines_by_hand
from pitboss.compiler import kept, kernel, lean_kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker import beside_mathematics as beside
from pitboss.games.house_poker.beside_mathematics import Outcomes, Priced, Worth, worth
from pitboss.games.house_poker.boards import KINDS
from pitboss.games.house_poker.boards_mathematics import (
    RANKS,
    STRENGTHS,
    Strengths,
    categories,
    distinct_boards,
    flop_place,
    flops,
    place_of,
    seven_card_strengths,
    shared,
    strength_at_least,
    strengths_from,
)
from pitboss.games.house_poker.premium_hold_em import (
    ACCOUNT,
    JACKS_UP_ROWS,
    POSITIONS,
    TOP,
    PremiumShowdown,
    against_dealer,
    fold_of,
    jacks_up,
    keeps_cards,
    known_weights,
    pockets,
    seed_of,
    spins,
    top_prize,
    weights,
    wheel_pays,
)
from pitboss.money import Cents, money
from pitboss.odds import Advice, Chart, Meter, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import on_cards, packed
from pitboss.ranking.batch import strength_of, strengths, tables
from pitboss.ranking.high import FLUSH, ONE_PAIR, category, hand_of, high_value
from pitboss.sim import Simulation
from pitboss.solve.compiled import marked, words
from pitboss.table import Table

HANDS: Final = 22_100
"""Three cards of 52, at flop_place."""
LEFT: Final = 48
"""Cards that a board leaves."""
HANDS_LEFT: Final = 17_296
"""Three cards of those."""
DEALER_HANDS: Final = 14_190
"""What the dealer may hold when board and player are known: C(45, 3)."""
BOARDS: Final = 270_725
DEALS: Final = BOARDS * HANDS_LEFT * DEALER_HANDS
"""Ways to deal board, player and dealer."""

ENDS: Final = (
    PremiumShowdown.HIGHER,
    PremiumShowdown.HIGHER_THAN_LESS,
    PremiumShowdown.EQUAL,
    PremiumShowdown.LOWER,
)
"""How a showdown may end."""
ENDINGS: Final = ("win", "win against less than a pair of threes", "tie", "lose")
WIN, WIN_SHORT, TIE, LOSE = range(4)
EARLY, TWICE, ONCE, FOLDED = range(4)
"""When the play wager is made, and how large."""
ANTES: Final = (3, 2, 1)
MOMENTS: Final = ("three antes early", "two antes", "one ante")
OUTCOMES: Final = Outcomes(ENDINGS, KINDS, list(zip(ANTES, MOMENTS, strict=True)))

# ---- what a showdown is worth ----------------------------------------------------------------------------


def priced(rules: Rules) -> Priced:
    return beside.priced(rules, "x-tra", ENDS, fold_of(rules), KINDS)


# ---- counting --------------------------------------------------------------------------------------------


@lean_kernel
def note(ones: Shorts, pairs: Shorts, a: int, b: int, c: int) -> None:
    """Count a hand under each of its cards and each two of them, the cards from above."""
    ones[a] += 1
    ones[b] += 1
    ones[c] += 1
    pairs[a, b] += 1
    pairs[a, c] += 1
    pairs[b, c] += 1


@lean_kernel
def meeting(ones: Shorts, pairs: Shorts, a: int, b: int, c: int) -> int:
    """How many of the hands counted hold one of these cards, by inclusion and exclusion; the hand that holds all three
    is not among them, and is the caller's to see to."""
    return int(ones[a] + ones[b] + ones[c] - pairs[a, b] - pairs[a, c] - pairs[b, c])


@kernel
def weigh(
    boards: Bytes,
    times: Ints,
    hands: Strengths,
    classes: Ints,
    value: Worth,
    ends: Ints,
    folds: Ints,
    gains: Ints,
) -> None:
    """Count the deals of these boards, for each class of hands: by ending and kind of hand if the play wager is made
    early, and by its size too if the second decision is the best (``ends``, ``folds``). And for each sort of hand and
    number of single cards that would beat it, what one ante brings more than a fold, and a second ante more than one
    (``gains``)."""
    qualifies, (keys, bits, table), kinds = hands
    deck = np.empty(LEFT, np.int64)
    alone = np.empty(LEFT, np.int64)
    strengths = np.empty(HANDS_LEFT, np.uint16)
    cards = np.empty((HANDS_LEFT, 3), np.uint8)
    order = np.empty(HANDS_LEFT, np.uint16)
    starts = np.empty(STRENGTHS + 1, np.int32)
    showdowns = np.empty(len(ENDINGS), np.int64)
    for n in range(len(boards)):
        board = boards[n]
        key, hand, left = 0, 0, 0
        for card in board:
            key += keys[card]
            hand += bits[card]
        for card in range(52):
            if card != board[0] and card != board[1] and card != board[2] and card != board[3]:
                deck[left] = card
                left += 1

        # Every hand of the other cards by strength, and what the strengths short of qualifying hold of each card.
        weak, weak_ones, weak_pairs = 0, np.zeros(LEFT, np.int16), np.zeros((LEFT, LEFT), np.int16)
        starts[:] = 0
        at = 0
        for a in range(LEFT):
            key_a, hand_a = key + keys[deck[a]], hand + bits[deck[a]]
            alone[a] = strength_of(key_a, hand_a, table)
            for b in range(a):
                key_b, hand_b = key_a + keys[deck[b]], hand_a + bits[deck[b]]
                for c in range(b):
                    strength = strength_of(key_b + keys[deck[c]], hand_b + bits[deck[c]], table)
                    strengths[at] = strength
                    cards[at, 0], cards[at, 1], cards[at, 2] = a, b, c
                    starts[strength + 1] += 1
                    if strength < qualifies:
                        weak += 1
                        note(weak_ones, weak_pairs, a, b, c)
                    at += 1
        for strength in range(STRENGTHS):
            starts[strength + 1] += starts[strength]
        for at in range(HANDS_LEFT):
            order[starts[strengths[at]]] = at
            starts[strengths[at]] += 1
        alone.sort()

        # From below: how many hands are lower, and equal, in all and with certain cards.
        below, below_pairs = np.zeros(LEFT, np.int16), np.zeros((LEFT, LEFT), np.int16)
        level, level_pairs = np.zeros(LEFT, np.int16), np.zeros((LEFT, LEFT), np.int16)
        start, beaten = 0, 0
        while start < HANDS_LEFT:
            strength = strengths[order[start]]
            end = start
            while end < HANDS_LEFT and strengths[order[end]] == strength:
                at = order[end]
                a, b, c = cards[at, 0], cards[at, 1], cards[at, 2]
                note(level, level_pairs, a, b, c)
                end += 1
            while beaten < LEFT and alone[beaten] <= strength:
                beaten += 1
            own, kind = strength < qualifies, kinds[strength]
            sort, outs = sort_of_hand(kind), LEFT - beaten
            for at in order[start:end]:
                a, b, c = cards[at, 0], cards[at, 1], cards[at, 2]
                lower = start - meeting(below, below_pairs, a, b, c)
                equal = end - start - meeting(level, level_pairs, a, b, c) - 1
                short = weak - meeting(weak_ones, weak_pairs, a, b, c) - own
                showdowns[WIN_SHORT] = lower if own else short
                showdowns[WIN] = lower - showdowns[WIN_SHORT]
                showdowns[TIE] = equal
                showdowns[LOSE] = DEALER_HANDS - lower - equal
                stand, each = 0, 0
                for ending in range(len(ENDINGS)):
                    stand += showdowns[ending] * value.first[ending, kind]
                    each += showdowns[ending] * value.play[ending]
                whose = classes[flop_place(deck[a], deck[b], deck[c])]
                once = stand + each - value.fold * DEALER_HANDS
                for ending in range(len(ENDINGS)):
                    ends[EARLY, kind, whose, ending] += times[n] * showdowns[ending]
                if each <= 0 and once <= 0:
                    folds[whose] += times[n] * DEALER_HANDS
                else:
                    when = TWICE if each > 0 else ONCE
                    for ending in range(len(ENDINGS)):
                        ends[when, kind, whose, ending] += times[n] * showdowns[ending]
                gains[sort, outs, whose, 0] += times[n] * once
                gains[sort, outs, whose, 1] += times[n] * each
            for at in order[start:end]:
                a, b, c = cards[at, 0], cards[at, 1], cards[at, 2]
                note(below, below_pairs, a, b, c)
                level[a] = level[b] = level[c] = 0
                level_pairs[a, b] = level_pairs[a, c] = level_pairs[b, c] = 0
            start = end


SORTS: Final = ("nothing", "a pair", "two pairs", "three of a kind", "a straight", "a flush or better")
"""The hands that the simple rules distinguish."""


@rule("40.10(d)")
def sort_of_hand(kind: int) -> int:
    return min(kind, FLUSH)


# ---- decisions -------------------------------------------------------------------------------------------


class Analysis(NamedTuple):
    """What both decisions come to."""

    early: Bits
    """The classes of hands that are worth three antes at once."""
    classes: Ints
    """What three antes early and what a check bring each class, in parts of an ante over all deals of the class."""
    counts: Ints
    """The deals by size of the play wager (the last: folds), ending and kind of hand, decided best."""
    limits: tuple[tuple[int, int], ...]
    """The simple rules for the second decision: for each sort of hand the most single cards that may beat it if one
    ante is played, and if two are; -1: never."""
    expectation: Fraction
    simple: Fraction
    """What the simple rules bring after the best first decision, in antes."""


@cache
def analysis(priced: Priced) -> Analysis:
    value = worth(priced)
    boards, times = distinct_boards(4)
    classes, hands = flops().place.astype(np.int64), strengths_from(ONE_PAIR, 1)
    size = len(flops().first)

    def part(start: int, end: int) -> tuple[Ints, Ints, Ints]:
        ends = np.zeros((FOLDED, len(KINDS), size, len(ENDINGS)), np.int64)
        folds = np.zeros(size, np.int64)
        gains = np.zeros((len(SORTS), LEFT + 1, size, 2), np.int64)
        weigh(boards[start:end], times[start:end], hands, classes, value, ends, folds, gains)
        return ends, folds, gains

    ends, folds, gains = (sum(each[1:], each[0]) for each in zip(*shared(len(boards), part), strict=True))
    brings = value.first[None] + np.multiply.outer(ANTES, value.play)[..., None]
    sums = np.einsum("wkce,wek->wc", ends, brings)
    late = sums[TWICE] + sums[ONCE] + value.fold * folds
    early = sums[EARLY] > late

    counts = np.zeros((len(ANTES) + 1, len(ENDINGS), len(KINDS)), np.int64)
    counts[EARLY] = ends[EARLY][:, early].sum(axis=1).T
    counts[TWICE] = ends[TWICE][:, ~early].sum(axis=1).T
    counts[ONCE] = ends[ONCE][:, ~early].sum(axis=1).T
    counts[FOLDED, LOSE, 0] = folds[~early].sum()
    assert counts.sum() == DEALS

    # The simple rules: of all limits those that gain most, with the hands that check.
    running = gains[:, :, ~early].sum(axis=2).cumsum(axis=1)
    limits, gained = running.argmax(axis=1), running.max(axis=1)
    limits[gained <= 0] = -1
    assert (limits[:, 1] <= limits[:, 0]).all()  # two antes only where one is worth it
    checks = int(ends[EARLY][:, ~early].sum())
    simple = int(sums[EARLY][early].sum()) + value.fold * checks + int(gained.clip(0).sum())
    best = int(np.maximum(sums[EARLY], late).sum())
    return Analysis(
        early,
        np.stack([sums[EARLY], late], axis=1),
        counts,
        tuple((int(once), int(twice)) for once, twice in limits),
        Fraction(best, value.parts * DEALS),
        Fraction(simple, value.parts * DEALS),
    )


def found(rules: Rules) -> Analysis:
    return analysis(priced(rules))


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("x-tra", x_tra)):
        if wager in (None, name):
            yield analyze(rules)
    for name in ("player-bonus", "dealer-bonus"):
        if wager in (None, name):
            yield bonus(rules, name)
    if wager in (None, "bonus-spin") and rules.offers("bonus-spin"):
        yield from (bonus_spin(rules, others) for others in (0, 5))


def ante(rules: Rules) -> WagerOdds:
    """Ante, X-tra and play together, with the best decisions."""
    per = "unit of the ante, with the X-tra bonus and the play wager"
    return beside.all_together(rules, found(rules).counts, priced(rules), OUTCOMES, per)


def x_tra(rules: Rules) -> WagerOdds:
    """X-tra by itself, with the decisions that are best for all wagers together."""
    return beside.by_itself(
        "x-tra",
        rules,
        found(rules).counts,
        priced(rules),
        OUTCOMES,
        unpaid="three-of-a-kind-or-less",
        per="unit of the X-tra bonus alone, which the figure of the ante includes",
    )


def bonus(rules: Rules, wager: str) -> WagerOdds:
    """Jacks up, on the player's seven cards or the dealer's: it is the same."""
    counts = dict.fromkeys(JACKS_UP_ROWS, 0)
    for value, count in zip(tables().ladder.tolist(), seven_card_strengths().tolist(), strict=True):
        counts[JACKS_UP_ROWS[jacks_up(value)]] += count
    return on_cards(rules, Paid(wager, JACKS_UP_ROWS), counts, nothing=JACKS_UP_ROWS[0])


# ---- the wheel -------------------------------------------------------------------------------------------


@cache
def flushes(others: int) -> Mapping[tuple[bool, int], Fraction]:
    """A player and this many others with three cards each: whether the player has a flush, and how many others do."""
    takes = [take for take in product(range(4), repeat=4) if sum(take) == 3]
    left: dict[tuple[tuple[int, ...], bool, int], int] = {((13, 13, 13, 13), False, 0): 1}
    for player in range(others + 1):
        dealt: dict[tuple[tuple[int, ...], bool, int], int] = {}
        for (suits, own, those), ways in left.items():
            for take in takes:
                if more := ways * prod(map(comb, suits, take)):
                    rest = tuple(sorted(have - gone for have, gone in zip(suits, take, strict=True)))
                    flush = max(take) == 3
                    state = (rest, flush, 0) if player == 0 else (rest, own, those + flush)
                    dealt[state] = dealt.get(state, 0) + more
        left = dealt
    total = sum(left.values())
    chances: dict[tuple[bool, int], Fraction] = {}
    for (_, own, those), ways in left.items():
        chances[own, those] = chances.get((own, those), Fraction(0)) + Fraction(ways, total)
    return chances


def bonus_spin(rules: Rules, others: int) -> WagerOdds:
    """The wheel as the house has weighted it, for a player who spins before this many ``others`` with the wager. Their
    cards stay on the table even after a fold."""
    known, meter = known_weights(rules), top_prize(rules)
    stake = rules.pay("bonus-spin").stake
    total = sum(known)
    stops = [
        (name, Fraction(weight, total), *wheel_pays(rules, name, meter))
        for name, weight in zip(POSITIONS, known, strict=True)
        if weight
    ]
    community = spread((chance, others_get) for _, chance, _, others_get in stops)
    outcomes = []
    for (own, those), chance in flushes(others).items():
        shared_out: dict[int, Fraction] = {0: chance}
        for _ in range(those):
            shared_out = spread(
                (chance * more, amount + gets)
                for amount, chance in shared_out.items()
                for gets, more in community.items()
            )
        for amount, likely in shared_out.items():
            said = f"community pay {money(amount)}" if amount else ""
            if not own:
                outcomes.append(Outcome(said or "nothing", likely, Fraction(amount, stake) - 1))
            for name, share, pays, _ in stops if own else ():
                words = f"position {name}, {money(pays)}" + (f", {said}" if said else "")
                outcomes.append(Outcome(words, likely * share, Fraction(pays + amount, stake) - 1))
    found = None
    if seed := seed_of(rules):  # all of the meter is paid at one position
        flush = sum((chance for (own, _), chance in flushes(others).items() if own), Fraction(0))
        won = flush * sum(chance for name, chance, *_ in stops if name == TOP)
        found = Meter(
            shows=meter, stake=stake, rate=rules.figure("meter-percent"), house=seed, shares=won, won=won
        )
    company = f"{others} others with it, spinning first" if others else "alone at the wheel"
    return WagerOdds(
        wager="bonus-spin",
        table=rules.pay("bonus-spin").table,
        options=rules.options,
        outcomes=merge(outcomes),
        per=f"unit of the wager, {company}, the top prize at {money(meter)}",
        meter=found,
    )


def spread(likely: Iterable[tuple[Fraction, int]]) -> dict[int, Fraction]:
    """Amounts and their chances, equal amounts together."""
    amounts: dict[int, Fraction] = {}
    for chance, amount in likely:
        amounts[amount] = amounts.get(amount, Fraction(0)) + chance
    return amounts


# ---- strategy --------------------------------------------------------------------------------------------

SUITED: Final = {
    "one suit": (0, 0, 0),
    "1st and 2nd of a suit": (0, 0, 1),
    "1st and 3rd": (0, 1, 0),
    "2nd and 3rd": (1, 0, 0),
    "three suits": (0, 1, 2),
}
"""How three cards of different ranks, from above, may lie in suits."""
BESIDE_PAIR: Final = {"of a suit of the pair": (0, 1, 1), "of another suit": (0, 1, 2)}
ANY: Final = set(range(13))


def strategy(rules: Rules) -> Strategy:
    analyzed = found(rules)
    plays = analyzed.early[flops().place]

    def early(ranks: tuple[int, int, int], suits: tuple[int, int, int]) -> bool:
        """Is the hand worth three antes at once?"""
        a, b, c = sorted((4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)), reverse=True)
        return bool(plays[flop_place(a, b, c)])

    def third(a: int, b: int, suits: tuple[int, int, int], of: set[int]) -> str:
        """With which third card."""
        return listed({c for c in of if early((a, b, c), suits)}, of)

    pairs = [
        (2 * name(rank), *(third(rank, rank, suits, ANY - {rank}) for suits in BESIDE_PAIR.values()))
        for rank in range(12, -1, -1)
    ]
    others = [
        (name(a) + name(b), *(third(a, b, suits, set(range(b))) for suits in SUITED.values()))
        for a in range(12, 1, -1)
        for b in range(a - 1, 0, -1)
    ]
    threes = {rank for rank in ANY if early((rank, rank, rank), (0, 1, 2))}
    late = [
        (sort, *("never" if limit < 0 else f"up to {limit}" for limit in (twice, once)))
        for sort, (once, twice) in zip(SORTS, analyzed.limits, strict=True)
    ]
    whole = ante(rules)
    shares = [f"{float(Fraction(int(each.sum()), DEALS)):.2%}" for each in analyzed.counts]
    return Strategy(
        game=rules.game.id,
        rule="Play three antes early by the charts, else check. With the community cards known count the single "
        "cards that would beat you, each with those four alone: by the last chart play two antes, play one, or fold.",
        charts=(
            Chart("Early, a pair: the third card", tuple(BESIDE_PAIR), some(pairs)),
            Chart("Early, three ranks: the two highest, and the lowest card", tuple(SUITED), some(others)),
            Chart("After a check: how many cards may beat you", ("two antes", "one ante"), tuple(late)),
        ),
        notes=(
            f"Three antes early with three of a kind: {listed(threes, ANY)}.",
            f"Played best in every single case the three wagers cost {float(whole.house_edge):.5%} of the ante; with "
            f"the last chart for the second decision {float(-analyzed.simple):.5%}, "
            f"{float(analyzed.expectation - analyzed.simple):.5%} more.",
            f"Best play makes the early wager in {shares[EARLY]} of all rounds, plays two antes in {shares[TWICE]}, "
            f"one in {shares[ONCE]}, and folds in {shares[FOLDED]}.",
            "Jacks up wagers and the bonus spin stay after a fold and do not enter the decisions.",
        ),
        legend={"T+": "ten or higher", "-": "check", "up to 3": "if no more than three cards beat you"},
        house_edge=whole.house_edge,
        simpler={"decide by the last chart after a check": -analyzed.simple},
    )


def name(rank: int) -> str:
    return RANKS[12 - rank]


def listed(ranks: set[int], possible: set[int]) -> str:
    """Which of the ranks there could be: any, those from one up, or each by name."""
    if ranks == possible:
        return "any"
    if ranks and ranks == {rank for rank in possible if rank >= min(ranks)}:
        return f"{name(min(ranks))}+"
    return " ".join(name(rank) for rank in sorted(ranks, reverse=True)) or "-"


def some(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows that say anything."""
    return tuple(row for row in rows if set(row[1:]) != {"-"})


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Ante, X-tra and play together; jacks up does not depend on any decision. With the community cards known every
    hand of the dealer is tried, and where a fold gives up a spin that is included; before, the sum over all boards."""
    hand, board, rules = hand_asked(table, ask), shown(table, ask, "community"), table.rules
    ante = hand.stake("ante")
    if not board:
        early, waiting = on_three_cards(priced(rules))[flops().place[place_of(*hand.cards)]].tolist()
        plays = "are worth three antes now" if early > waiting else "wait for the community cards"
        return best_choice(
            ask,
            lambda decision, _: ante * (early if decision == "play" else waiting),
            f"These three cards {plays} (40.10(b)).",
        )
    value = worth(priced(rules))
    kind, ends = showdowns(hand.cards, board, unseen(table, ask))
    deals = value.parts * int(ends.sum())
    first, antes = int(ends @ value.first[:, kind]) / deals, int(ends @ value.play) / deals
    lost = ante * value.fold / value.parts - spin_given_up(hand)
    won, tied = ends[[WIN, WIN_SHORT]].sum() / ends.sum(), ends[TIE] / ends.sum()

    def value_of(decision: str, amount: Cents) -> float:
        return ante * first + amount * antes if decision == "play" else lost

    return best_choice(ask, value_of, f"You win {won:.1%} of the showdowns from here and tie {tied:.1%}.")


@cache
def on_three_cards(priced: Priced) -> NDArray[np.float64]:
    """For each class of hands what three antes early and what a check bring on average, in antes."""
    classes = kept("premium", lambda: analysis(priced).classes, priced)
    deals = np.bincount(flops().place) * (comb(49, 4) * DEALER_HANDS * worth(priced).parts)
    return np.asarray(classes / deals[:, np.newaxis])


def showdowns(hand: list[int], board: list[int], unseen: Ints) -> tuple[int, Ints]:
    """The kind of a hand, and how it ends against every hand of the dealer, in the order of ENDINGS."""
    dealers = np.array([(*board, *cards) for cards in combinations(unseen.tolist(), 3)])
    theirs, mine = strengths(dealers), int(strengths(np.array([board + hand]))[0])
    short, lower = theirs < strength_at_least(ONE_PAIR, 1), theirs < mine
    ends = [lower & ~short, lower & short, theirs == mine, theirs > mine]
    return int(categories()[mine]), np.sum(ends, axis=1)


def spin_given_up(hand: Hand) -> float:
    """What the wheel would bring, in cents, a hand that a fold takes from the table."""
    table = hand.table
    if not hand.stake("bonus-spin") or keeps_cards(hand) or not spins(*hand.cards):
        return 0
    prizes = [wheel_pays(table.rules, stop, table.ledger[ACCOUNT])[0] for stop in pockets(table.rules)]
    return sum(prizes) / len(prizes)


# ---- simulation ------------------------------------------------------------------------------------------

ANTE, X_TRA, PLAYER_BONUS, DEALER_BONUS, BONUS_SPIN = range(5)
WAGERS: Final = ("ante", "x-tra", "player-bonus", "dealer-bonus", "bonus-spin")
CARDS: Final = 10
SPUN: Final = 6
"""Cards read for a spin."""
ORDERS: Final = perm(52 - CARDS, SPUN)


class PremiumTerms(NamedTuple):
    """The rules in the form that the compiled round reads."""

    as_read: bool
    """Does a fold lose X-tra?"""
    limits: Ints
    """Of the simple rules, for one ante and for two, by sort of hand."""
    early: Ints
    """A bit for each hand that is played early."""
    ante: Ints
    x_tra: Ints
    """By ending and kind of hand."""
    play: Ints
    jacks_up: Ints
    wheel: Ints
    """The weights up to each position."""
    prizes: Ints


@rule("40.10(d)", lean=True)
def beating(board: int, mine: int, limit: int) -> int:
    """How many single cards, each with the four community cards alone, beat a hand; counted up to one too many. Cards
    that the hand is made of do not."""
    count = 0
    for bit in range(52):
        count += high_value(board | 1 << bit) > mine
        if count > limit:
            return count
    return count


@rule("40.10(b)", "40.10(d)", lean=True)
def antes_to_play(terms: PremiumTerms, a: int, b: int, c: int, board: int, mine: int) -> int:
    """How many antes are played with a, b and c on this board: early as is best, late by the simple rules; 0: a
    fold."""
    if marked(terms.early, place_of(a, b, c)):
        return 3
    once, twice = terms.limits[sort_of_hand(category(mine))]
    if once < 0:
        return 0
    count = beating(board, mine, once)
    return 2 if count <= twice else 1 if count <= once else 0


@rule("40.10(h)", lean=True)
def spun(tape: Bytes, at: int) -> int:
    """A number below ORDERS, each as likely, from six cards that nobody was dealt: every card by its place among those
    that were left."""
    number = 0
    for n in range(CARDS, CARDS + SPUN):
        place = int(tape[at + n])
        for m in range(n):
            place -= tape[at + m] < tape[at + n]
        number = number * (52 - n) + place
    return number


@rule("40.11(e)", lean=True)
def position_of(wheel: Ints, number: int) -> int:
    """The position at which the wheel stops, from 0: by its weights, to a few millionths."""
    pocket = number * wheel[-1] // ORDERS
    position = 0
    while wheel[position] <= pocket:
        position += 1
    return position


@rule("40.10", "40.11", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: PremiumTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round for a player alone at the table: three cards each by turns, the community cards, and cards that turn
    the wheel. X-tra that the plan does not name comes with the ante and is counted with it. Side wagers may be asked
    for alone, to see what they cost. The meter does not change."""
    a, b, c = int(tape[at]), int(tape[at + 2]), int(tape[at + 4])
    board = hand_of((tape[at + 6], tape[at + 7], tape[at + 8], tape[at + 9]))
    mine = high_value(board | hand_of((a, b, c)))
    theirs = high_value(board | hand_of((tape[at + 1], tape[at + 3], tape[at + 5])))
    ante = stakes[ANTE]
    at_x_tra = X_TRA if stakes[X_TRA] > 0 else ANTE
    if ante > 0:
        antes = antes_to_play(terms, a, b, c, board, mine)
        end = PremiumShowdown.FOLD if terms.as_read else PremiumShowdown.FOLD_AS_PRINTED
        if antes > 0:
            end = against_dealer(mine, theirs)
        staked[ANTE] += ante + antes * ante
        staked[at_x_tra] += ante
        net[ANTE] += brings(ante, terms.ante[end]) + brings(antes * ante, terms.play[end])
        net[at_x_tra] += brings(ante, terms.x_tra[end, category(mine)])
    for bonus, value in ((PLAYER_BONUS, mine), (DEALER_BONUS, theirs)):
        staked[bonus] += stakes[bonus]
        net[bonus] += brings(stakes[bonus], terms.jacks_up[jacks_up(value)])
    if len(stakes) > BONUS_SPIN and stakes[BONUS_SPIN] > 0:
        staked[BONUS_SPIN] += stakes[BONUS_SPIN]
        net[BONUS_SPIN] -= stakes[BONUS_SPIN]
        if spins(a, b, c):
            net[BONUS_SPIN] += terms.prizes[position_of(terms.wheel, spun(tape, at))]
    return at + CARDS


def turns_here(rules: Rules) -> bool:
    """Is there a wheel, and is it known how it turns?"""
    return rules.offers("bonus-spin") and bool(weights(rules))


def terms(rules: Rules) -> PremiumTerms:
    analyzed = found(rules)
    wheel, prizes = [0], [0]
    if turns_here(rules):
        prizes = [wheel_pays(rules, position, top_prize(rules))[0] for position in POSITIONS]
        wheel = list(accumulate(weights(rules)))
    return PremiumTerms(
        fold_of(rules) is PremiumShowdown.FOLD,
        np.array(analyzed.limits, np.int64),
        words(analyzed.early[flops().place]),
        packed(lines(rules, "ante", PremiumShowdown)),
        packed(lines_by_hand(rules, "x-tra", PremiumShowdown, KINDS)),
        packed(lines(rules, "play", PremiumShowdown)),
        packed(card_lines(rules, Paid("player-bonus", JACKS_UP_ROWS))),
        np.array(wheel, np.int64),
        np.array(prizes, np.int64),
    )


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=WAGERS if turns_here(rules) else WAGERS[:BONUS_SPIN],
        play=play,
        rules=terms(rules),
        equipment="deck",
        size=52,
        draws=CARDS + SPUN if turns_here(rules) else CARDS,
        reserve=lambda stakes: int(4 * stakes[ANTE] + max(stakes[ANTE], stakes[X_TRA]) + stakes[2:].sum()),
    )
