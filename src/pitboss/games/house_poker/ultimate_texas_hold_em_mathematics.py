"""The mathematics of ultimate Texas hold 'em: every wager exactly, the three decisions played best.

What a hand is worth on a board follows from how many of the dealer's hands are lower, equal, higher and short of
a pair; that settles the last decision. After the flop a player raises if, over all boards that may come, two
antes at once bring more than waiting: one number for each of 1,755 flops and 1,326 hands, added up from the
boards. Before the flop the sum over all flops is compared with three or four antes at once. A second pass over
the boards, with every decision known, counts how the wagers end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bytes, Int32s, Ints, Words
from pitboss.book import Ask, Refused, Rules, rule
from pitboss.book.endings import card_lines, lines, lines_by_hand, loses, pays
from pitboss.compiler import kept, kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker import beside_mathematics as beside
from pitboss.games.house_poker.beside_mathematics import Outcomes, Priced, Worth, worth
from pitboss.games.house_poker.boards import BOARD, FLOP, KINDS
from pitboss.games.house_poker.boards_knowing import knowing, one_hand
from pitboss.games.house_poker.boards_mathematics import (
    BOARDS,
    DEALER_HANDS,
    EQUAL,
    HANDS,
    LOWER,
    PAIRS,
    SHORT,
    STRENGTH,
    Strengths,
    Where,
    categories,
    count_showdowns,
    distinct_boards,
    endings,
    flop_place,
    flops,
    hand_cards,
    hand_class,
    hand_classes,
    pair_of,
    runouts,
    seven_card_counts,
    shared,
    strength_at_least,
    strengths_from,
    turned_hands,
    where,
    where_from,
)
from pitboss.games.house_poker.ultimate_texas_hold_em import TRIPS, UltimateShowdown, against_dealer, limit
from pitboss.games.payout_limit import share_of
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Strategy, WagerOdds
from pitboss.odds.endings import on_cards, packed, valued
from pitboss.ranking.batch import strength_of
from pitboss.ranking.high import ONE_PAIR, TWO_PAIRS, category, hand_of, high_value
from pitboss.sim import Simulation
from pitboss.sim.steps import FACE_DOWN, FIRST, HAND, OVER, Steps
from pitboss.solve.information import Information, Shown
from pitboss.table import Table

# ---- what a showdown is worth ----------------------------------------------------------------------------

ENDS: Final = (
    UltimateShowdown.HIGHER,
    UltimateShowdown.HIGHER_THAN_NO_PAIR,
    UltimateShowdown.EQUAL,
    UltimateShowdown.LOWER,
    UltimateShowdown.LOWER_THAN_NO_PAIR,
)
"""How a showdown may end, in the order of ``endings``. Equal hands leave the ante whatever the dealer has."""
ENDINGS: Final = ("win", "win against less than a pair", "tie", "lose", "lose to less than a pair")
FLOPS_OF_A_BOARD: Final = 10
DEALS: Final = FLOPS_OF_A_BOARD * BOARDS * 1081 * DEALER_HANDS
"""Ways to deal flop, other two, player and dealer."""


def priced(rules: Rules) -> Priced:
    return beside.priced(rules, "blind", ENDS, UltimateShowdown.FOLD, KINDS)


# ---- first pass: the decisions ---------------------------------------------------------------------------


@kernel
def weigh(
    boards: Bytes,
    times: Ints,
    hands: Strengths,
    value: Worth,
    where_from: Where,
    raised: Int32s,
    sums: Ints,
) -> None:
    """Add up over these boards, for each hand: what ante and blind bring, what each ante of a play wager brings,
    and what the last decision brings (the columns of ``sums``); and for each flop and hand, what two antes
    after the flop bring more than that decision (``raised``)."""
    qualifies, (keys, bits, table), kinds = hands
    flop_of, turn_of, before = where_from
    fold = value.fold * DEALER_HANDS
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ends = np.empty(5, np.int64)
    brings = np.empty((PAIRS, 4), np.int64)
    more = np.empty(HANDS, np.int32)
    for n in range(len(boards)):
        board = boards[n]
        count_showdowns(board, qualifies, keys, bits, table, sort_of, found)
        for pair in range(PAIRS):
            strength = found[STRENGTH, pair]
            if strength == 0:
                continue
            start, each = brought(found, pair, strength < qualifies, kinds[strength], value, ends)
            last = max(start + each, fold)
            brings[pair, 0] = times[n] * start
            brings[pair, 1] = times[n] * each
            brings[pair, 2] = times[n] * last
            brings[pair, 3] = times[n] * (start + 2 * each - last)
        more[:] = 0
        for a in range(52):
            for b in range(a) if sort_of[a] >= 0 else range(0):
                if sort_of[b] >= 0:
                    pair = pair_of(sort_of[a], sort_of[b])
                    hand = a * (a - 1) // 2 + b
                    sums[hand, 0] += brings[pair, 0]
                    sums[hand, 1] += brings[pair, 1]
                    sums[hand, 2] += brings[pair, 2]
                    more[hand] = brings[pair, 3]
        for i in range(5):
            for j in range(i + 1, 5):
                for k in range(j + 1, 5):
                    place = flop_place(board[i], board[j], board[k])
                    flop = raised[flop_of[place]]
                    turned = before[turn_of[place]]
                    for hand in range(HANDS):
                        flop[hand] += more[turned[hand]]


@kernel
def brought(found: Ints, pair: int, weak: bool, kind: int, value: Worth, ends: Ints) -> tuple[int, int]:
    """What a hand's showdowns bring: its ante and blind together, and each ante of its play wager."""
    endings(weak, found[LOWER, pair], found[EQUAL, pair], found[SHORT, pair], ends)
    start, each = 0, 0
    for ending in range(5):
        start += ends[ending] * value.first[ending, kind]
        each += ends[ending] * value.play[ending]
    return start, each


class Decisions(NamedTuple):
    """The best decisions but the last, and what they bring."""

    multiple: Ints
    """Antes to play before the flop, for each hand; 0: check."""
    gains: Ints
    """What raising after the flop brings more than waiting, for each distinct flop and each hand: in parts of an
    ante over all ways to go on, 24 times."""
    classes: Ints
    """For each of the 169 hands what three antes, four antes and checking bring, in parts of an ante over all
    deals of the hand."""


def decisions(value: Worth) -> Decisions:
    boards, times = distinct_boards()
    flop = flops()
    turned, hands = turned_hands(), strengths_from(ONE_PAIR)

    def part(start: int, end: int) -> tuple[Int32s, Ints]:
        raised = np.zeros((len(flop.fixed), HANDS), np.int32)
        sums = np.zeros((HANDS, 3), np.int64)
        weigh(boards[start:end], times[start:end], hands, value, where_from(), raised, sums)
        return raised, sums

    parts = shared(len(boards), part)
    raised = sum((each for each, _ in parts), np.zeros((len(flop.fixed), HANDS), np.int64))
    sums = sum((each for _, each in parts), np.zeros((HANDS, 3), np.int64))

    # A board stood for all that differ from it by a turn of the suits, so what was added up for a flop has to be
    # evened out among the turns that leave this flop as it is.
    names, classes = hand_classes()
    gain = np.zeros(len(names), np.int64)
    gains = np.empty(raised.shape, np.int64)
    for n, fixed in enumerate(flop.fixed):
        gains[n] = raised[n][turned[list(fixed)]].sum(axis=0)
        np.add.at(gain, classes, gains[n].clip(0) // len(fixed))
    by_class = np.zeros((len(names), 3), np.int64)
    np.add.at(by_class, classes, FLOPS_OF_A_BOARD * sums)
    start, each, last = by_class.T
    brings = np.stack([start + 3 * each, start + 4 * each, last + gain], axis=1)
    best = np.array([3, 4, 0])[brings.argmax(axis=1)]
    return Decisions(best[classes], gains, brings)


# ---- second pass: how it ends ----------------------------------------------------------------------------

BEFORE, AFTER, LAST, FOLDED = range(4)
"""When the play wager is made."""


class Made(NamedTuple):
    """The play wagers: antes before the flop for each hand, whether to raise after it for each distinct flop and hand,
    and whether the last decision is the simple one of ``plays_last`` or the best."""

    multiple: Ints
    raises: Bytes
    simple: bool


@kernel
def count_endings(
    boards: Bytes, times: Ints, hands: Strengths, value: Worth, where: Where, decided: Made, counts: Ints
) -> None:
    """Count the deals by when the play wager is made, how the showdown ends and the kind of the player's hand."""
    qualifies, (keys, bits, table), kinds = hands
    flop_of, turn_of, after = where
    multiple, raises, simple = decided
    fold = value.fold * DEALER_HANDS
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ends = np.empty(5, np.int64)
    raised = np.empty(HANDS, np.uint8)
    made = np.empty((PAIRS, 3), np.int64)
    for n in range(len(boards)):
        board = boards[n]
        count_showdowns(board, qualifies, keys, bits, table, sort_of, found)
        raised[:] = 0
        for i in range(5):
            for j in range(i + 1, 5):
                for k in range(j + 1, 5):
                    place = flop_place(board[i], board[j], board[k])
                    flop = raises[flop_of[place]]
                    turned = after[turn_of[place]]
                    for hand in range(HANDS):
                        raised[hand] += flop[turned[hand]]
        # Of the flops that lead to this board, on how many the hands of a pair have made which play wager.
        made[:] = 0
        for a in range(52):
            for b in range(a) if sort_of[a] >= 0 else range(0):
                if sort_of[b] >= 0:
                    pair = pair_of(sort_of[a], sort_of[b])
                    hand = a * (a - 1) // 2 + b
                    if multiple[hand]:
                        made[pair, BEFORE] += FLOPS_OF_A_BOARD
                    else:
                        made[pair, AFTER] += raised[hand]
                        made[pair, LAST] += FLOPS_OF_A_BOARD - raised[hand]
        for pair in range(PAIRS):
            strength = found[STRENGTH, pair]
            if strength == 0:
                continue
            kind = kinds[strength]
            start, each = brought(found, pair, strength < qualifies, kind, value, ends)
            if simple and made[pair, LAST]:
                plays = simply_played(board, pair, strength, sort_of, keys, bits, table)
            else:
                plays = start + each > fold
            if not plays:
                counts[FOLDED, 0, 0] += times[n] * made[pair, LAST] * DEALER_HANDS
                made[pair, LAST] = 0
            for when in range(3):
                for ending in range(5):
                    counts[when, ending, kind] += times[n] * made[pair, when] * ends[ending]


@kernel
def simply_played(
    board: Bytes, pair: int, strength: int, sort_of: Ints, keys: Ints, bits: Ints, table: Words
) -> bool:
    """The last decision of the simple strategy, as ``plays_last`` has it, for a pair of sorts of cards."""
    key, hand, outs = 0, 0, 0
    for card in board:
        key += keys[card]
        hand += bits[card]
    high = 0
    while (high + 1) * (high + 2) // 2 <= pair:
        high += 1
    low = pair - high * (high + 1) // 2
    if high >> 1 == low >> 1:
        return True
    for card in board:
        if card >> 2 == high >> 1 or card >> 2 == low >> 1:
            return True
    for card in range(52):
        if sort_of[card] >= 0:
            outs += strength_of(key + keys[card], hand + bits[card], table) > strength
    for sort in (high, low):  # the player's own cards are not the dealer's
        for card in range(52):
            if sort_of[card] == sort:
                outs -= strength_of(key + keys[card], hand + bits[card], table) > strength
                break
    return outs < OUTS


def ended(value: Worth, multiple: Ints, raises: NDArray[np.bool_], simple: bool = False) -> Ints:
    """How all deals end under these decisions: by the time of the play wager, the ending, the kind of hand."""
    boards, times = distinct_boards()
    hands, decided = strengths_from(ONE_PAIR), Made(multiple, raises.view(np.uint8), simple)

    def part(start: int, end: int) -> Ints:
        counts = np.zeros((4, len(ENDINGS), len(KINDS)), np.int64)
        count_endings(boards[start:end], times[start:end], hands, value, where(), decided, counts)
        return counts

    counts: Ints = sum(shared(len(boards), part), np.zeros((4, len(ENDINGS), len(KINDS)), np.int64))
    assert counts.sum() == DEALS
    return counts


# ---- a strategy people can keep in mind ------------------------------------------------------------------

THREE, FIVE, SIX, EIGHT, TEN, JACK, QUEEN, KING = 1, 3, 4, 6, 8, 9, 10, 11
OUTS: Final = 21
"""At the end a hand without a pair of its own is played if fewer single cards of the dealer's beat it."""


@rule("32.10(a)")
def raises_before(a: int, b: int) -> bool:
    """Before the flop: the hands that the exact analysis raises."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    suited = a & 3 == b & 3
    if high == low:
        return high >= THREE
    if high == JACK:
        return low >= (EIGHT if suited else TEN)
    if high == QUEEN:
        return low >= (SIX if suited else EIGHT)
    if high == KING:
        return suited or low >= FIVE
    return high > KING


@rule("32.10(c)")
def raises_after(a: int, b: int, c: int, d: int, e: int) -> bool:
    """After the flop (c, d, e): two pairs or better, a pair with a card of the hand other than a pocket pair of
    deuces, or four to a flush with a ten or better in the hand."""
    if category(high_value(hand_of((a, b, c, d, e)))) >= TWO_PAIRS:
        return True
    if a >> 2 == b >> 2:
        return a >> 2 > 0
    for card in (c, d, e):
        if card >> 2 == a >> 2 or card >> 2 == b >> 2:
            return True
    for own in (a, b):
        suited = 0
        for card in (a, b, c, d, e):
            suited += card & 3 == own & 3
        if suited == 4 and own >> 2 >= TEN:
            return True
    return False


@rule("32.10(e)")
def plays_last(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> bool:
    """At the end (c to g): a pair with a card of one's own, or fewer than 21 cards that beat the hand as one of
    the dealer's two."""
    if a >> 2 == b >> 2:
        return True
    for card in (c, d, e, f, g):
        if card >> 2 == a >> 2 or card >> 2 == b >> 2:
            return True
    board, own = hand_of((c, d, e, f, g)), hand_of((a, b))
    mine = high_value(board | own)
    outs = 0
    for bit in range(52):
        card = 1 << bit
        if not (board | own) & card and high_value(board | card) > mine:
            outs += 1
            if outs == OUTS:
                return False
    return True


@rule("32.10(a)", "32.10(c)", "32.10(e)")
def antes_to_play(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """How many antes the simple strategy plays with the hand a, b on this board; 0: it folds at the end."""
    if raises_before(a, b):
        return 4
    if raises_after(a, b, c, d, e):
        return 2
    return 1 if plays_last(a, b, c, d, e, f, g) else 0


@kernel
def _simple_raises(hands: Bytes, flop: Bytes, raises: NDArray[np.bool_]) -> None:
    for n in range(len(flop)):
        c, d, e = flop[n, 0], flop[n, 1], flop[n, 2]
        for hand in range(len(hands)):
            a, b = hands[hand, 0], hands[hand, 1]
            met = a == c or a == d or a == e or b == c or b == d or b == e
            raises[n, hand] = not met and raises_after(a, b, c, d, e)


# ---- odds ------------------------------------------------------------------------------------------------

MULTIPLES: Final = (4, 2, 1)
MOMENTS: Final = ("before the flop", "after the flop", "at the end")
OUTCOMES: Final = Outcomes(
    ENDINGS, KINDS, [(n, f"played {when}") for n, when in zip(MULTIPLES, MOMENTS, strict=True)]
)


@cache
def decided(blind: Priced) -> Decisions:
    """The best decisions."""
    found = decisions(worth(blind))
    assert not (found.multiple == 3).any()  # four antes wherever three are worth it
    return found


@cache
def best(blind: Priced) -> tuple[Decisions, Ints]:
    """The best decisions, and how the deals end by them."""
    found = decided(blind)
    return found, ended(worth(blind), found.multiple, found.gains > 0)


@cache
def simply(blind: Priced) -> Ints:
    """How the deals end by the simple strategy."""
    raises = np.zeros((len(flops().first), HANDS), np.bool_)
    _simple_raises(hand_cards(), flops().first, raises)
    multiple = np.array([4 * raises_before(int(a), int(b)) for a, b in hand_cards()])
    return ended(worth(blind), multiple, raises, simple=True)


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("blind", blind), ("trips", trips)):
        if wager in (None, name):
            yield analyze(rules)


def ante(rules: Rules) -> WagerOdds:
    """Ante, blind and play together, with the best decisions."""
    return all_three(rules, best(priced(rules))[1])


def all_three(rules: Rules, counts: Ints) -> WagerOdds:
    per = "unit of the ante, with the blind and the play wager"
    return beside.all_together(rules, counts, priced(rules), OUTCOMES, per)


def blind(rules: Rules) -> WagerOdds:
    """The blind by itself, with the decisions that are best for all wagers together."""
    paid = priced(rules)
    return beside.by_itself(
        "blind",
        rules,
        best(paid)[1],
        paid,
        OUTCOMES,
        unpaid="less-than-a-straight",
        per="unit of the blind alone, which the figure of the ante includes",
    )


def trips(rules: Rules) -> WagerOdds:
    counts = {KINDS[kind]: count for kind, count in seven_card_counts().items()}
    return on_cards(rules, TRIPS, counts, nothing="less-than-three-of-a-kind")


def odds_knowing(rules: Rules, known: Information) -> Iterable[WagerOdds]:
    """Who sees a card of the dealer's, or the first cards of the flop, or a card of each."""
    known.only(rules.game.id, "dealer", "board")
    board = len(known.board)
    if known.board != tuple(range(1, board + 1)) or board > FLOP:
        raise Refused("of the community cards the first one, two or three can be known from the start")
    if known.dealer > 1 or (known.dealer and board == 2):
        raise Refused(
            "best play is computed for one of the dealer's cards, alone or with card 1 of the flop or all three"
        )
    paid = priced(rules)

    def work() -> Ints:
        found = knowing(strengths_from(ONE_PAIR), worth(paid), (4, 2), known.dealer, board)
        return np.array(found.as_integer_ratio())

    won, deals = kept("ultimate-knowing", work, key=(paid, known.dealer, board)).tolist()
    yield WagerOdds(
        wager="ante",
        table="fixed",
        options=rules.options,
        outcomes=(),
        per="unit of the ante, with the blind and the play wager",
        value=Fraction(won, deals),
        known=str(known),
    )


def strategy_knowing(rules: Rules, known: Information) -> Strategy:
    (row,) = odds_knowing(rules, known)
    rule = f"Known: {known}. A chart would be too large; ask about one hand with --hand."
    return Strategy(game=rules.game.id, rule=rule, house_edge=row.house_edge, known=str(known))


def situation(rules: Rules, shown: Shown) -> dict[str, Fraction]:
    """What each choice is worth with two cards before the flop, after it, or on the whole board."""
    if len(shown.own) != 2 or len(shown.board) not in (0, FLOP, BOARD) or len(shown.dealer) > 2:
        raise Refused("give 2 cards for a hand, none, 3 or 5 community cards, and up to 2 of the dealer's")
    gone = {*shown.own, *shown.board, *shown.dealer, *shown.gone}
    unseen = np.array([card for card in range(52) if card not in gone], np.int64)
    if len(unseen) < BOARD - len(shown.board) + 2 - len(shown.dealer):
        raise Refused(f"{len(unseen)} cards are left, too few for the board and the dealer")
    value = worth(priced(rules))
    found = one_hand(strengths_from(ONE_PAIR), value, 2, shown.own, shown.board, shown.dealer, unseen)
    played = {f"play {antes}": found.first + antes * found.each for antes in (4, 3, 2, 1)}
    match len(shown.board):
        case 0:
            return {"check": found.flop, "play 3": played["play 3"], "play 4": played["play 4"]}
        case 3:
            return {"check": found.last, "play 2": played["play 2"]}
        case _:
            return {"fold": Fraction(value.fold, value.parts), "play 1": played["play 1"]}


# ---- strategy --------------------------------------------------------------------------------------------

RANKS: Final = "AKQJT98765432"


def strategy(rules: Rules) -> Strategy:
    paid = priced(rules)
    found, counts = best(paid)
    names, classes = hand_classes()
    multiple = dict(zip((names[each] for each in classes), found.multiple.tolist(), strict=True))
    cell = {4: "4x", 3: "3x", 0: "check"}
    rows = tuple(
        (
            high,
            *(
                cell[multiple[f"{max(high, low, key=power)}{min(high, low, key=power)}{suits(high, low)}"]]
                for low in RANKS
            ),
        )
        for high in RANKS
    )
    whole, simple = all_three(rules, counts), all_three(rules, simply(paid))
    shares = [f"{float(Fraction(int(each.sum()), DEALS)):.2%}" for each in counts]
    return Strategy(
        game=rules.game.id,
        rule="Before the flop play four antes or check, by the chart; three antes are never best. After the flop "
        "play two, and at the end one, wherever the exact count says that it brings more than waiting or folding.",
        charts=(Chart("Before the flop (suited above the diagonal)", tuple(RANKS), rows),),
        notes=(
            "Simplified, after the flop: play with two pairs or better, with a pair that uses a hole card "
            "(except a pocket pair of deuces) and with four to a flush that include a hole card of ten or better.",
            "Simplified, at the end: play with a pair that uses a hole card, or if fewer than "
            f"{OUTS} of the unseen cards would beat you as one of the dealer's two; else fold.",
            f"With the best play of every single case the three wagers cost {float(whole.house_edge):.5%} of the "
            f"ante, with the simplified strategy {float(simple.house_edge):.5%}, "
            f"{float(simple.house_edge - whole.house_edge):.5%} more.",
            f"Best play raises before the flop in {shares[BEFORE]} of all rounds, after it in {shares[AFTER]}, plays "
            f"at the end in {shares[LAST]} and folds in {shares[FOLDED]}.",
            "The trips wager stays on the layout after a fold and does not enter the decisions.",
        ),
        legend={"4x": "play wager of four antes", "check": "wait for the flop"},
        house_edge=whole.house_edge,
        simpler={"simplified, as noted": simple.house_edge},
    )


def power(rank: str) -> int:
    return -RANKS.index(rank)


def suits(row: str, column: str) -> str:
    """Suited above the diagonal, where the row's rank is the higher one."""
    return "" if row == column else "s" if power(row) > power(column) else "o"


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Ante, blind and play together; trips does not depend on any decision, and no payout limit is considered.
    After the flop every way to complete the board against every hand of the dealer; before it, the sum over all
    flops by the 169 hands."""
    hand, board = hand_asked(table, ask), shown(table, ask, "community")
    paid, ante = priced(table.rules), hand.stake("ante")
    if not board:
        each = hand_class(hand.cards)
        three, four, waiting = on_two_cards(paid)[each]
        antes, first = four - three, four - 4 * (four - three)
        name = hand_classes()[0][each]
        raises = "is worth four antes now" if four > waiting else "waits for the flop"
        why = f"{name} {raises}; three antes are never best (32.10(a))."
    else:
        found = runouts(hand.cards, board, unseen(table, ask), strength_at_least(ONE_PAIR))
        value = worth(paid)
        deals = value.parts * int(found.ends.sum())
        firsts = (found.ends * value.first[:, categories()[found.strength]].T).sum(axis=1)
        plays = found.ends @ value.play
        folded = value.fold * found.ends.sum(axis=1)
        first, antes = int(firsts.sum()) / deals, int(plays.sum()) / deals
        waiting = int(np.maximum(firsts + plays, folded).sum()) / deals
        won, tied = found.ends[:, :2].sum(), found.ends[:, 2].sum()
        total = found.ends.sum()
        why = f"You win {won / total:.1%} of the showdowns from here and tie {tied / total:.1%}."

    both = {"ante": ante, "blind": ante}

    def value_of(decision: str, amount: Cents) -> float:
        if decision == "play":
            return ante * first + amount * antes
        return ante * waiting if decision == "check" else valued(table.rules, UltimateShowdown.FOLD, both)

    return best_choice(ask, value_of, why)


@cache
def on_two_cards(blind: Priced) -> list[list[float]]:
    """For each of the 169 hands what three antes, four antes and a check bring on average, in antes."""
    times = np.bincount(hand_classes()[1])
    deals = times * (FLOPS_OF_A_BOARD * comb(50, 5) * DEALER_HANDS * worth(blind).parts)
    classes = kept("ultimate", lambda: decided(blind).classes, key=blind)
    found: list[list[float]] = (classes / deals[:, np.newaxis]).tolist()
    return found


# ---- simulation ------------------------------------------------------------------------------------------

AT_ANTE, AT_BLIND, AT_TRIPS = range(3)


class UltimateTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the aggregate limit, and the lines of each wager, those of
    the blind by ending and kind of hand."""

    limit: int
    ante: Ints
    blind: Ints
    play: Ints
    trips: Ints


@rule("32.10", "32.11", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: UltimateTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round by the simple strategy: two cards each by turns, then the board. A blind that the plan does not
    name comes with the ante and is counted with it. Trips may be asked for alone, to see what it costs."""
    a, b, c, d, e = tape[at], tape[at + 2], tape[at + 4], tape[at + 5], tape[at + 6]
    f, g = tape[at + 7], tape[at + 8]
    antes = antes_to_play(a, b, c, d, e, f, g) if stakes[AT_ANTE] > 0 else 0
    return decided_by(tape, at, antes, stakes, terms, net, staked)


@rule("32.10(g)", "32.10(h)", "32.11", lean=True, inline=True)
def decided_by(
    tape: Bytes, at: int, antes: int, stakes: Ints, terms: UltimateTerms, net: Ints, staked: Ints
) -> int:
    """The net of the wagers of a round with a play of this many antes; 0: the hand was folded."""
    a, b, c, d, e = tape[at], tape[at + 2], tape[at + 4], tape[at + 5], tape[at + 6]
    f, g = tape[at + 7], tape[at + 8]
    board = hand_of((c, d, e, f, g))
    mine = high_value(hand_of((a, b)) | board)
    kind = category(mine)
    ante, trips = stakes[AT_ANTE], stakes[AT_TRIPS]
    at_blind = AT_BLIND if stakes[AT_BLIND] > 0 else AT_ANTE
    trips_pays = pays(trips, terms.trips[kind])
    ante_pays, blind_pays, play_pays = 0, 0, 0
    staked[AT_TRIPS] += trips
    net[AT_TRIPS] -= loses(trips, terms.trips[kind])
    if ante > 0:
        end = UltimateShowdown.FOLD
        if antes > 0:
            end = against_dealer(mine, high_value(hand_of((tape[at + 1], tape[at + 3])) | board))
        staked[AT_ANTE] += ante + antes * ante
        staked[at_blind] += ante
        ante_pays = pays(ante, terms.ante[end])
        blind_pays = pays(ante, terms.blind[end, kind])
        play_pays = pays(antes * ante, terms.play[end])
        net[AT_ANTE] -= loses(ante, terms.ante[end]) + loses(antes * ante, terms.play[end])
        net[at_blind] -= loses(ante, terms.blind[end, kind])
    total, limit = ante_pays + blind_pays + play_pays + trips_pays, terms.limit
    ante_share, blind_share = share_of(ante_pays, limit, total), share_of(blind_pays, limit, total)
    play_share, trips_share = share_of(play_pays, limit, total), share_of(trips_pays, limit, total)
    over = min(total, limit) - ante_share - blind_share - play_share - trips_share
    net[AT_ANTE] += ante_share + play_share
    net[at_blind] += blind_share
    net[AT_TRIPS] += trips_share
    # The cents left over go to the first wager that is paid.
    first = (
        AT_ANTE if ante_pays > 0 else at_blind if blind_pays > 0 else AT_ANTE if play_pays > 0 else AT_TRIPS
    )
    net[first] += over
    return at + 9


def terms_of(rules: Rules) -> UltimateTerms:
    return UltimateTerms(
        limit(rules),
        packed(lines(rules, "ante", UltimateShowdown)),
        packed(lines_by_hand(rules, "blind", UltimateShowdown, KINDS)),
        packed(lines(rules, "play", UltimateShowdown)),
        packed(card_lines(rules, TRIPS)),
    )


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "blind", "trips"),
        play=play,
        rules=terms_of(rules),
        equipment="deck",
        size=52,
        draws=9,
        reserve=lambda stakes: int(
            5 * stakes[AT_ANTE] + max(stakes[AT_ANTE], stakes[AT_BLIND]) + stakes[AT_TRIPS]
        ),
    )


# ---- step by step ----------------------------------------------------------------------------------------

CHECKS, FOLDS, PLAYS, PLAYS_LEAST = range(1, 5)
MINE, DEALERS, COMMUNITY = range(3)
STREET: Final = 2
NET: Final = 3
STAKED: Final = 6
STAKES: Final = 9
"""Cells of the memory: how many times cards were shown, what each wager brought, and what was put up for it."""
FLOP_SEEN, BOARD_SEEN = 2, 3


@rule("32.7", "32.10(a)", "32.10(b)", "32.10(c)", "32.10(d)", "32.10(e)", "32.10(f)", lean=True)
def step(tape: Bytes, memory: Ints, action: int, terms: Stepped, cards: Bytes, mask: Bytes) -> int:
    """Deal, or one decision of the player's."""
    street = memory[STREET]
    antes = 0
    if action == PLAYS:
        antes = 4 if street == 1 else BOARD_SEEN + 1 - street
    elif action == PLAYS_LEAST:
        antes = 3
    if antes > 0 or action == FOLDS:
        for card in range(2):
            cards[DEALERS, card] = FIRST + tape[2 * card + 1]
        for card in range(5):
            cards[COMMUNITY, card] = FIRST + tape[4 + card]
        decided_by(tape, 0, antes, terms.stakes, terms.terms, memory[NET:STAKED], memory[STAKED:STAKES])
        memory[OVER], memory[HAND] = 1, 0
        return int(memory[NET] + memory[NET + 1] + memory[NET + 2])
    memory[STREET] = street + 1
    if street == 0:
        for card in range(2):
            cards[MINE, card] = FIRST + tape[2 * card]
            cards[DEALERS, card] = FACE_DOWN
        memory[HAND] = 1 + MINE
        mask[PLAYS_LEAST] = 1
    for card in range(3 if street == 1 else 5 if street == 2 else 0):
        cards[COMMUNITY, card] = FIRST + tape[4 + card]
    mask[PLAYS] = 1
    mask[FOLDS if street == 2 else CHECKS] = 1
    return 0


class Stepped(NamedTuple):
    """What the compiled step reads: the rules, and the stakes of each round."""

    terms: UltimateTerms
    stakes: Ints


def steps(rules: Rules, stakes: Mapping[str, Cents], levels: int) -> Steps:  # noqa: ARG001 - 3 and 4 are all
    known = ("ante", "blind", "trips")
    made = [stakes.get(wager, 0) for wager in known]
    if not stakes.keys() <= set(known) or not 0 < made[AT_ANTE] == made[AT_BLIND]:
        raise Refused("compiled steps take an ante, an equal blind, and trips if you like", "32.6(a)")
    return Steps(
        actions=("deal", "check", "fold", "play", "play least"),
        owners=("1", "dealer", "community"),
        step=step,
        rules=Stepped(terms_of(rules), np.array(made, np.int64)),
        cards=bytes(range(52)),
        draws=9,
        memory=STAKES,
    )
