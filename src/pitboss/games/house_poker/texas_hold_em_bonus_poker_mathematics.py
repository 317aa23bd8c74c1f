"""The mathematics of Texas hold 'em bonus poker: every wager exactly, the three decisions played best.

Turn and river wagers change nothing but the stake, so each is decided by itself: it is made if the hand wins more
often than it loses from there on. What the river wager knows are two cards and four on the table, whichever
of these came last. So the showdowns are counted for each of 16,432 distinct sets of four and each hand; those of a
flop are the sum over the sets that may grow out of it, and those before the flop the sum over all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bits, Bytes, Int32s, Ints, Words
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, card_lines, lines, loses, pays
from pitboss.compiler import kept, kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.boards import FLOP
from pitboss.games.house_poker.boards_mathematics import (
    DEALER_HANDS,
    DISTINCT,
    EQUAL,
    HANDS,
    LOWER,
    PAIRS,
    RANKS,
    STRENGTH,
    Where,
    count_showdowns,
    distinct_boards,
    flop_place,
    flops,
    hand_cards,
    hand_class,
    hand_classes,
    hand_name,
    look,
    pair_of,
    runouts,
    shared,
    strength_at_least,
    turned_hands,
    where,
    where_from,
)
from pitboss.games.house_poker.texas_hold_em_bonus_poker import (
    ACE_ACE,
    BONUS,
    BONUS_WAGER,
    STRAIGHTS,
    TexasBonusShowdown,
    against_dealer,
    bonus_row,
    limit,
    threshold,
    two_cards,
)
from pitboss.games.payout_limit import share_of
from pitboss.money import Cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, on_cards, packed
from pitboss.ranking.high import FLUSH, HIGH_CARD, STRAIGHT, category, hand_of, high_value, least
from pitboss.sim import Simulation
from pitboss.table import Table

# How a showdown may end: won with less than a straight, with a straight, with more; lost; a draw.
ENDINGS: Final = 5
LOST, DRAWN = 3, 4
EXAMPLES: Final = (
    (least(STRAIGHT, 0) - 1, 0),
    (least(STRAIGHT, 0), 0),
    (least(FLUSH, 0), 0),
    (0, 1),
    (1, 1),
)
"""A pair of hands for each, to ask the rule about."""
ENDING_NAMES: Final = (
    "win with less than a straight",
    "win with a straight",
    "win with a flush or better",
    "lose",
    "draw",
)
ADDED: Final = {
    (0, 0): "flop wager alone",
    (1, 0): "turn wager added",
    (0, 1): "river wager added",
    (1, 1): "turn and river wagers added",
}
FLOP_WAGER: Final = 2
"""In antes."""

SETS: Final = DISTINCT[4]
"""Four community cards, up to the names of the suits."""
ORDERS: Final = 4
"""Which of the four was the turn card."""
SHOWDOWNS: Final = 46 * DEALER_HANDS
"""Rivers and hands of the dealer for a hand and a set of four."""
DEALS: Final = 19_600 * 47 * SHOWDOWNS
"""Ways to deal flop, turn, river and the dealer's cards to one hand."""
OTHER_HANDS: Final = 50 * 49 // 2
"""What the dealer may hold beside a player's two cards."""

# ---- four cards on the table -----------------------------------------------------------------------------


@kernel
def add_showdowns(
    fours: Bytes, straight: int, flush: int, keys: Ints, bits: Ints, table: Words, ends: Ints
) -> None:
    """For each set of four and each hand, over all rivers and hands of the dealer: how often the hand wins with
    less than a straight, with a straight, with more, and how often it loses. The four numbers stay below
    65,536 and are added up side by side in one integer, the first lowest."""
    board = np.empty(5, np.uint8)
    sort_of = np.empty(52, np.int64)
    found = np.empty((5, PAIRS), np.int64)
    ended = np.empty(PAIRS, np.int64)
    for n in range(len(fours)):
        board[:4] = fours[n]
        for river in range(52):
            if (fours[n] == river).any():
                continue
            board[4] = river
            count_showdowns(board, 0, keys, bits, table, sort_of, found)
            for pair in range(PAIRS):
                strength, lower = found[STRENGTH, pair], found[LOWER, pair]
                if strength:
                    kind = (strength >= straight) + (strength >= flush)
                    ended[pair] = lower << 16 * kind | DEALER_HANDS - lower - found[EQUAL, pair] << 48
            for a in range(52):
                for b in range(a) if sort_of[a] >= 0 else range(0):
                    if sort_of[b] >= 0:
                        ends[n, a * (a - 1) // 2 + b] += ended[pair_of(sort_of[a], sort_of[b])]


def showdowns() -> NDArray[np.uint16]:
    """The four numbers of ``add_showdowns`` for each set and each hand; zeros where the hand meets the set."""
    fours, _ = distinct_boards(4)
    ends = np.zeros((SETS, HANDS), np.int64)

    def part(start: int, end: int) -> None:
        kinds = strength_at_least(STRAIGHT), strength_at_least(FLUSH)
        keys, bits, table = look()
        add_showdowns(fours[start:end], *kinds, keys, bits, table, ends[start:end])

    shared(SETS, part)
    return ends.astype("<i8", copy=False).view("<u2").reshape(SETS, HANDS, 4)


# ---- turn and river wagers -------------------------------------------------------------------------------


@kernel
def flop_of(four: Bytes, turn_card: int) -> int:
    """The place of the flop that leads to a set of four if this one of its cards was the turn card."""
    if turn_card == 0:
        return flop_place(four[1], four[2], four[3])
    if turn_card == 1:
        return flop_place(four[0], four[2], four[3])
    return flop_place(four[0], four[1], four[5 - turn_card])


@kernel
def add_to_flops(fours: Bytes, times: Ints, leads: Int32s, where_from: Where, gains: Ints) -> None:
    """Add up for each distinct flop and each hand how much oftener it wins than loses."""
    places, turns, before = where_from
    for n in range(len(fours)):
        for turn_card in range(ORDERS):
            place = flop_of(fours[n], turn_card)
            gain, turned = gains[places[place]], before[turns[place]]
            for hand in range(HANDS):
                gain[hand] += times[n] * leads[n, turned[hand]]


@kernel
def count_endings(
    fours: Bytes,
    times: Ints,
    ends: NDArray[np.uint16],
    where: Where,
    classes: Ints,
    turn_wager: Bits,
    river_wager: Bits,
    counts: Ints,
) -> None:
    """Count the deals of each class of hands by turn wager, river wager and ending."""
    places, turns, after = where
    made = np.empty(HANDS, np.int64)
    left = np.empty(52, np.bool_)
    for n in range(len(fours)):
        made[:] = 0
        left[:] = True
        for card in fours[n]:
            left[card] = False
        for turn_card in range(ORDERS):
            place = flop_of(fours[n], turn_card)
            wager, turned = turn_wager[places[place]], after[turns[place]]
            for hand in range(HANDS):
                made[hand] += wager[turned[hand]]
        for a in range(52):
            for b in range(a) if left[a] else range(0):
                if not left[b]:
                    continue
                hand = a * (a - 1) // 2 + b
                drawn = SHOWDOWNS
                found = counts[classes[hand], :, int(river_wager[n, hand])]
                for ending in range(DRAWN):
                    count = int(ends[n, hand, ending])
                    drawn -= count
                    found[0, ending] += times[n] * (ORDERS - made[hand]) * count
                    found[1, ending] += times[n] * made[hand] * count
                found[0, DRAWN] += times[n] * (ORDERS - made[hand]) * drawn
                found[1, DRAWN] += times[n] * made[hand] * drawn


class Analysis(NamedTuple):
    """All deals of each of the 169 hands by turn wager (0 or 1), river wager and ending: each decision the best,
    and by the simple rules."""

    best: Ints
    simple: Ints


@cache
def analysis() -> Analysis:
    best, simple = kept("texas-bonus", lambda: np.stack(analyzed()))
    return Analysis(best, simple)


def analyzed() -> Analysis:
    fours, times = distinct_boards(4)
    flop, turned = flops(), turned_hands()
    names, classes = hand_classes()
    ends = showdowns()

    def counted_by(turn_wager: Bits, river_wager: Bits) -> Ints:
        counts = np.zeros((len(names), 2, 2, ENDINGS), np.int64)
        count_endings(fours, times, ends, where(), classes, turn_wager, river_wager, counts)
        return counts

    leads = ends[..., 0].astype(np.int32) + ends[..., 1] + ends[..., 2] - ends[..., LOST]
    sums = np.zeros((len(flop.fixed), HANDS), np.int64)
    add_to_flops(fours, times, leads, where_from(), sums)
    # A set stood for all that differ from it by a turn of the suits, so what was added up for a flop has to be
    # evened out among the turns that leave this flop as it is.
    gains = np.stack([sums[n][turned[list(fixed)]].sum(axis=0) for n, fixed in enumerate(flop.fixed)])

    simple_turn, simple_river = np.zeros(gains.shape, np.bool_), np.zeros(leads.shape, np.bool_)
    simply(hand_cards(), flop.first, fours, simple_turn, simple_river)
    return Analysis(counted_by(gains > 0, leads > 0), counted_by(simple_turn, simple_river))


# ---- a strategy people can keep in mind ------------------------------------------------------------------

TWO, THREE, FOUR, SEVEN, TEN, ACE = 0, 1, 2, 5, 8, 12


@rule("28.10(a)")
def stays(a: int, b: int, threshold: int) -> bool:
    """The flop wager, as the exact analysis has it: with everything but two cards of different suits that are a
    two and a three to seven, or, where the ante takes a flush, a three and a four."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    if high == low or a & 3 == b & 3:
        return True
    if low == THREE and high == FOUR:
        return threshold == STRAIGHTS
    return low > TWO or high > SEVEN


@rule("28.10(c)", "28.10(e)")
def ahead(a: int, b: int, community: Sequence[int]) -> bool:
    """A pair with a card of one's own, unless it lies in the hand and below every card on the table; a straight or
    better; or an ace beside a pair on the table."""
    for card in community:
        if card >> 2 == a >> 2 or card >> 2 == b >> 2 or (a >> 2 == b >> 2 and card >> 2 < a >> 2):
            return True
    kind = category(high_value(hand_of((a, b)) | hand_of(community)))
    if kind >= STRAIGHT:
        return True
    return a >> 2 != b >> 2 and kind > HIGH_CARD and max(a >> 2, b >> 2) == ACE


@rule("28.10(c)")
def adds_turn(a: int, b: int, c: int, d: int, e: int) -> bool:
    """The turn wager: such a hand; an ace with a ten or better; four to a flush with a ten or better in the hand."""
    if ahead(a, b, (c, d, e)):
        return True
    if max(a >> 2, b >> 2) < TEN:
        return False
    if max(a >> 2, b >> 2) == ACE and min(a >> 2, b >> 2) >= TEN:
        return True
    for own in (a, b):
        suited = 0
        for card in (a, b, c, d, e):
            suited += card & 3 == own & 3
        if suited == 4:
            return True
    return False


@rule("28.10(e)")
def adds_river(a: int, b: int, c: int, d: int, e: int, f: int) -> bool:
    """The river wager: such a hand."""
    return ahead(a, b, (c, d, e, f))


@kernel
def simply(hands: Bytes, flop: Bytes, fours: Bytes, turn_wager: Bits, river_wager: Bits) -> None:
    """These decisions for each hand at each distinct flop and each distinct set of four; of a hand that meets them
    nobody will ask."""
    for n in range(len(flop)):
        for hand in range(HANDS):
            turn_wager[n, hand] = adds_turn(
                hands[hand, 0], hands[hand, 1], flop[n, 0], flop[n, 1], flop[n, 2]
            )
    for n in range(len(fours)):
        for hand in range(HANDS):
            river_wager[n, hand] = adds_river(
                hands[hand, 0], hands[hand, 1], fours[n, 0], fours[n, 1], fours[n, 2], fours[n, 3]
            )


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("bonus", bonus)):
        if wager in (None, name):
            yield analyze(rules)


def ante(rules: Rules) -> WagerOdds:
    """Ante, flop, turn and river together, with the best decisions."""
    return all_four(rules, analysis().best)


def units(rules: Rules, **antes: int) -> Ints:
    """What a round with such wagers brings by its ending, in antes."""
    ends = (against_dealer(mine, theirs, threshold(rules)) for mine, theirs in EXAMPLES)
    return np.array([int(brought(rules, end, "", **antes)) for end in ends])


def played(rules: Rules, turn: int, river: int) -> Ints:
    """The same of the ante, the flop wager and these."""
    return units(rules, ante=1, flop=FLOP_WAGER, turn=turn, river=river)


def folded(rules: Rules) -> Fraction:
    """What a fold brings."""
    return brought(rules, TexasBonusShowdown.FOLD, ante=1)


def staying(rules: Rules, counts: Ints) -> tuple[Fraction, ...]:
    """What each of the 169 hands brings on average, in antes, if the flop wager is made."""
    total = np.zeros(len(counts), np.int64)
    for turn, river in product((0, 1), repeat=2):
        total += counts[:, turn, river] @ played(rules, turn, river)
    return tuple(
        Fraction(int(each), int(deals)) for each, deals in zip(total, counts.sum(axis=(1, 2, 3)), strict=True)
    )


def all_four(rules: Rules, counts: Ints) -> WagerOdds:
    plays = np.array([each > folded(rules) for each in staying(rules, counts)])
    deals = HANDS * DEALS
    folds = Fraction(int(counts[~plays].sum()), deals)
    outcomes = [Outcome("fold", folds, folded(rules))]
    wagered = 1 + FLOP_WAGER * (1 - folds)
    for turn, river in product((0, 1), repeat=2):
        by_ending = counts[plays, turn, river].sum(axis=0)
        wagered += (turn + river) * Fraction(int(by_ending.sum()), deals)
        added = ADDED[turn, river]
        for name, count, value in zip(ENDING_NAMES, by_ending, played(rules, turn, river), strict=True):
            outcomes.append(Outcome(f"{name}, {added}", Fraction(int(count), deals), Fraction(int(value))))
    return WagerOdds(
        wager="ante",
        table="fixed",
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the ante, with flop, turn and river wagers",
        wagered=wagered,
    )


def bonus(rules: Rules) -> WagerOdds:
    counts = dict.fromkeys(BONUS, 0)
    for a, b in combinations(range(52), 2):
        row = two_cards(a, b)
        if row != ACE_ACE:
            counts[BONUS[row]] += OTHER_HANDS
            continue
        for c, d in combinations({*range(52)} - {a, b}, 2):
            counts[BONUS[bonus_row(a, b, c, d)]] += 1
    return on_cards(rules, BONUS_WAGER, counts, nothing="nothing")


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    found = analysis()
    names, _ = hand_classes()
    cell = {
        name: "flop" if value > folded(rules) else "fold"
        for name, value in zip(names, staying(rules, found.best), strict=True)
    }
    ranks = range(len(RANKS))
    rows = tuple((RANKS[row], *(cell[hand_name(row, column)] for column in ranks)) for row in ranks)
    folds = ", ".join(name for name in names if cell[name] == "fold")
    best, simple = all_four(rules, found.best), all_four(rules, found.simple)
    plays = np.array([cell[name] == "flop" for name in names])
    made = found.best[plays].sum(axis=(0, 3)) / found.best[plays].sum()
    return Strategy(
        game=rules.game.id,
        rule=f"Make the flop wager with every hand but {folds} (o: of different suits). Turn and river wagers are "
        "made whenever the hand wins more often than it loses. Simply: both with a pair that holds a card of your "
        "own (but not a pair in the hand below every card on the table), with a straight or better, and with an ace "
        "beside a pair on the table; the turn wager also with an ace and a ten or better, and with four to a flush "
        "if a card of your own is a ten or better.",
        charts=(Chart("Your two cards (suited above the diagonal)", tuple(RANKS), rows),),
        notes=(
            f"Played best in every single case the four wagers cost {float(best.house_edge):.5%} of the ante, by "
            f"the simple rules {float(simple.house_edge):.5%}.",
            f"Of the hands that stay in, best play makes the turn wager with {made[1].sum():.2%}, the river wager "
            f"with {made[:, 1].sum():.2%} and both with {made[1, 1]:.2%}.",
            "The bonus wager stays on the layout after a fold and does not enter the decisions.",
        ),
        legend={"flop": "flop wager of two antes", "fold": "give up the ante"},
        house_edge=best.house_edge,
        simpler={"turn and river wagers simply, as said": simple.house_edge},
    )


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Ante, flop, turn and river together; the bonus does not depend on any decision, and no payout limit is computed
    with. On the table's cards every way to complete them against every hand of the dealer; before the flop the sum
    over all of them."""
    hand, board, rules = hand_asked(table, ask), shown(table, ask, "community"), table.rules
    ante, staked = hand.stake("ante"), sum(map(hand.stake, ("flop", "turn", "river")))
    if not board:
        each = hand_class(hand.cards)
        (stays,) = staying(rules, analysis().best[each : each + 1])
        makes = "makes the flop wager" if stays > folded(rules) else "folds"
        return best_choice(
            ask,
            lambda decision, _: float(ante * (folded(rules) if decision == "fold" else stays)),
            f"{hand_classes()[0][each]} {makes} (28.10(a)).",
        )
    found = runouts(hand.cards, board, unseen(table, ask))
    won, lost = found.ends[:, :2].sum(axis=1), found.ends[:, 3:].sum(axis=1)
    kind = np.searchsorted([strength_at_least(STRAIGHT), strength_at_least(FLUSH)], found.strength, "right")
    of_ante = units(rules, ante=1)
    on_ante = (won * of_ante[kind] + lost * of_ante[LOST]).sum()
    leads, showdowns = won - lost, found.ends.sum()
    later = 0.0
    if len(board) == FLOP:  # the river wager will be made after each turn card that leaves the hand ahead
        by_turn = np.zeros(len(unseen(table, ask)), np.int64)
        for cards in np.tril_indices(len(by_turn), -1):
            np.add.at(by_turn, cards, leads)
        later = by_turn.clip(0).sum() / (2 * showdowns)

    def worth(_: str, amount: Cents) -> float:
        return float(ante * (on_ante / showdowns + later) + (staked + amount) * leads.sum() / showdowns)

    why = f"From here you win {won.sum() / showdowns:.1%} and lose {lost.sum() / showdowns:.1%} of the showdowns."
    return best_choice(ask, worth, why)


# ---- simulation ------------------------------------------------------------------------------------------


class TexasBonusTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the aggregate limit, the threshold of the ante, and the
    lines of each wager; turn and river are paid as the flop wager is (28.11(b))."""

    limit: int
    threshold: int
    ante: Ints
    flop: Ints
    bonus: Ints


@rule("28.10", "28.11", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: TexasBonusTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round by the simple strategy: two cards each by turns, then the community cards. The bonus may be asked
    for alone, to see what it costs."""
    a, b = int(tape[at]), int(tape[at + 2])
    theirs_a, theirs_b = int(tape[at + 1]), int(tape[at + 3])
    c, d, e, f = int(tape[at + 4]), int(tape[at + 5]), int(tape[at + 6]), int(tape[at + 7])
    ante, bonus = stakes[0], stakes[1]
    won, bonus_won = 0, 0
    if ante > 0:
        staked[0] += ante
        if stays(a, b, terms.threshold):
            added = (FLOP_WAGER + adds_turn(a, b, c, d, e) + adds_river(a, b, c, d, e, f)) * ante
            staked[0] += added
            board = hand_of((c, d, e, f, int(tape[at + 8])))
            mine = high_value(hand_of((a, b)) | board)
            theirs = high_value(hand_of((theirs_a, theirs_b)) | board)
            end = against_dealer(mine, theirs, terms.threshold)
            of_ante, of_added = terms.ante[end], terms.flop[end]
            won = pays(ante, of_ante) + pays(added, of_added)
            net[0] -= loses(ante, of_ante) + loses(added, of_added)
        else:
            net[0] += brings(ante, terms.ante[TexasBonusShowdown.FOLD])
    if bonus > 0:
        staked[1] += bonus
        of_bonus = terms.bonus[bonus_row(a, b, theirs_a, theirs_b)]
        bonus_won = pays(bonus, of_bonus)
        net[1] -= loses(bonus, of_bonus)
    total = won + bonus_won
    if total > terms.limit:  # 28.11(e): the bonus its share, the cent that is left over to the others
        bonus_won = share_of(bonus_won, terms.limit, total)
        won = terms.limit - bonus_won
    net[0] += won
    net[1] += bonus_won
    return at + 9


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "bonus"),
        play=play,
        rules=TexasBonusTerms(
            limit(rules),
            threshold(rules),
            packed(lines(rules, "ante", TexasBonusShowdown)),
            packed(lines(rules, "flop", TexasBonusShowdown)),
            packed(card_lines(rules, BONUS_WAGER)),
        ),
        equipment="deck",
        size=52,
        draws=9,
        reserve=lambda stakes: int((1 + FLOP_WAGER + 2) * stakes[0] + stakes[1]),
    )
