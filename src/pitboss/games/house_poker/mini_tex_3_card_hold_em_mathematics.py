"""The mathematics of mini-tex 3 card hold 'em: every wager exactly, the three decisions played best.

Up to the names of the suits there are 1,755 sets of community cards. On each, the 1,176 hands of the other cards are
ranked once; sorted, they show how many of the dealer's 1,081 hands are lower, equal and higher, in each case with
and without the qualifying rank, those that hold one of the player's own cards taken off again. That settles
the play wager. The river wager follows by adding up over the 48 river cards, for each of 169 distinct flops and each
hand, and the flop wager by adding up over the flops.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Bits, Bytes, Ints, Shorts
from pitboss.book import Ask, Rules, game, rule
from pitboss.book.endings import brings, card_lines, lines
from pitboss.compiler import kernel, lean_kernel
from pitboss.games.advising import best_choice, hand_asked, shown, unseen
from pitboss.games.house_poker.boards_mathematics import (
    HANDS,
    RANKS,
    TURNS,
    Where,
    flops,
    hand_cards,
    hand_class,
    hand_classes,
    hand_name,
    place_of,
    turned_hands,
    where,
)
from pitboss.games.house_poker.mini_tex_3_card_hold_em import (
    FOLDS,
    PAIRS,
    POCKET,
    POCKET_POKER,
    QUALIFIER,
    MiniTexShowdown,
    ace_two,
    against_dealer,
    best_three,
    pocket_hand,
    qualifier,
)
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds
from pitboss.odds.endings import brought, on_cards, packed
from pitboss.ranking.three import three_card_value
from pitboss.sim import Simulation
from pitboss.solve.compiled import marked, words
from pitboss.table import Table

DEALER_HANDS: Final = 1081
"""What the dealer may hold when board and player are known: C(47, 2)."""
RIVERS: Final = 48
FLOPS: Final = 1225
DEALS: Final = FLOPS * RIVERS * DEALER_HANDS
"""Ways to deal flop, river and the dealer's cards to one hand."""

# How a showdown may end: won and lost against a hand that qualifies or does not, and equal hands.
WON, WON_SHORT, EQUAL, LOST, LOST_SHORT = range(5)
ENDINGS: Final = 5
NAMED: Final = (
    "win against a qualifying dealer",
    "win, dealer does not qualify",
    "push",
    "lose to a qualifying dealer",
    "lose to a dealer who does not qualify",
)
EXAMPLES: Final = ((2, 1, 1), (2, 0, 1), (1, 1, 1), (0, 1, 1), (0, 1, 2))
"""Player's hand, dealer's hand and qualifying rank for each, to ask the rule about."""
ADDED: Final = {"flop": 1, "river": 1, "play": 2}
"""In antes."""

# ---- counting --------------------------------------------------------------------------------------------


class Decisions(NamedTuple):
    """River wager or fold at each distinct flop, and play wager or fold on each distinct board, with each hand."""

    river: Bits
    play: Bits


@kernel
def count_endings(boards: Bytes, qualifier: int, ends: Shorts) -> None:
    """For each board and each hand, how the showdowns with the dealer's hands end; zeros where hand and board meet."""
    values = np.empty(HANDS, np.int64)
    hands = np.empty(HANDS, np.int64)
    first, second = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    for n in range(len(boards)):
        c, d, e = boards[n, 0], boards[n, 1], boards[n, 2]
        weak = np.zeros(52, np.int64)  # hands short of qualifying with one certain card
        all_weak, found = 0, 0
        for a in range(52):
            for b in range(a):
                if a == c or a == d or a == e or b == c or b == d or b == e:
                    continue
                values[found] = best_three(a, b, c, d, e)
                hands[found], first[found], second[found] = a * (a - 1) // 2 + b, a, b
                if values[found] < qualifier:
                    all_weak += 1
                    weak[a] += 1
                    weak[b] += 1
                found += 1
        order = np.argsort(values[:found])
        below, level = np.zeros(52, np.int64), np.zeros(52, np.int64)
        start = 0
        while start < found:
            value = values[order[start]]
            end = start
            while end < found and values[order[end]] == value:
                level[first[order[end]]] += 1
                level[second[order[end]]] += 1
                end += 1
            own = value < qualifier
            for at in order[start:end]:
                a, b = first[at], second[at]
                lower = start - below[a] - below[b]
                equal = end - start - level[a] - level[b] + 1
                short = all_weak - weak[a] - weak[b] + own
                row = ends[n, hands[at]]
                row[WON_SHORT] = lower if own else short
                row[WON] = lower - row[WON_SHORT]
                row[EQUAL] = equal
                row[LOST_SHORT] = short - lower - equal if own else 0
                row[LOST] = DEALER_HANDS - lower - equal - row[LOST_SHORT]
            below += level
            level[:] = 0
            start = end


@kernel
def add_rivers(flop: Bytes, where: Where, worth: Ints, meets: Bits, sums: Ints) -> None:
    """Add up for each distinct flop and each hand, over the river cards, what the hand is then worth."""
    places, turns, turned = where
    for n in range(len(flop)):
        for river in range(52):
            if river == flop[n, 0] or river == flop[n, 1]:
                continue
            place = place_of(flop[n, 0], flop[n, 1], river)
            board, turn = places[place], turned[turns[place]]
            for hand in range(HANDS):
                if not meets[board, turn[hand]]:
                    sums[n, hand] += worth[board, turn[hand]]


@kernel
def add_up(
    flop: Bytes, times: Ints, classes: Ints, where: Where, ends: Shorts, decided: Decisions, counts: Ints
) -> None:
    """Count the deals of each class of hands that stay for the flop: folded before the river card, folded after
    it, and the endings."""
    places, turns, turned = where
    for n in range(len(flop)):
        for river in range(52):
            if river == flop[n, 0] or river == flop[n, 1]:
                continue
            place = place_of(flop[n, 0], flop[n, 1], river)
            board, turn = places[place], turned[turns[place]]
            for hand in range(HANDS):
                row = ends[board, turn[hand]]
                if row.sum() == 0:
                    continue
                count = counts[classes[hand]]
                if not decided.river[n, hand]:
                    count[0] += times[n] * DEALER_HANDS
                elif not decided.play[board, turn[hand]]:
                    count[1] += times[n] * DEALER_HANDS
                else:
                    for ending in range(ENDINGS):
                        count[2 + ending] += times[n] * row[ending]


# ---- decisions -------------------------------------------------------------------------------------------


class Analysis(NamedTuple):
    """The decisions that are best, and those of the simple rules with the two numbers they turn on; for each of
    the 169 hands the deals by fold before the river card, fold after it, and ending."""

    best: Decisions
    counts: Ints
    helping: int
    beating: int
    simple: Ints


@cache
def units() -> Ints:
    """What a hand brings, in antes: folded before the flop, before the river card, after it, and by ending. No table
    changes it (37.11(b))."""
    rules = game("mini-tex-3-card-hold-em").rules()
    found = [brought(rules, fold, ante=1, flop=ADDED["flop"], river=ADDED["river"]) for fold in FOLDS]
    found += [brought(rules, against_dealer(*example), "", ante=1, **ADDED) for example in EXAMPLES]
    return np.array(found, np.int64)


def folded(wagers: int) -> int:
    """The net of a fold after this many wagers in addition to the ante, in antes."""
    return int(units()[wagers])


STAYS, SHOWDOWNS = slice(1, None), slice(len(FOLDS), None)
"""Of ``units``: what a hand with a flop wager may come to, and one that is played."""


@cache
def distinct_flops() -> tuple[Bytes, Ints]:
    """The 169 flops up to the names of the suits, and how many each stands for."""
    _, classes = hand_classes()
    _, first, times = np.unique(classes, return_index=True, return_counts=True)
    return hand_cards()[first], times


@cache
def analysis(qualifier: str) -> Analysis:
    boards, (flop, times) = flops(), distinct_flops()
    names, classes = hand_classes()
    ends = np.zeros((len(boards.first), HANDS, ENDINGS), np.int16)
    count_endings(boards.first, QUALIFIER[qualifier], ends)
    meets = ends.sum(axis=2) == 0
    worth = ends @ units()[SHOWDOWNS]

    def over_rivers(play: Bits) -> Ints:
        """What a hand is worth after the flop if these hands make the play wager, times rivers and dealer's hands."""
        sums = np.zeros((len(flop), HANDS), np.int64)
        add_rivers(flop, where(), np.where(play, worth, folded(2) * DEALER_HANDS), meets, sums)
        return sums

    def counted_by(decided: Decisions) -> Ints:
        counts = np.zeros((len(names), 2 + ENDINGS), np.int64)
        add_up(flop, times, classes, where(), ends, decided, counts)
        return counts

    play = worth > folded(2) * DEALER_HANDS
    best = Decisions(over_rivers(play) > folded(1) * DEALER_HANDS * RIVERS, play)

    beaten, helped = np.zeros(worth.shape, np.int64), np.zeros(best.river.shape, np.int64)
    count_beating(boards.first, beaten)
    count_helping(flop, helped)
    gains = np.bincount(boards.place)[:, None] * np.where(meets, 0, worth - folded(2) * DEALER_HANDS)
    beating = best_limit(beaten, gains)
    simply = over_rivers(beaten <= beating)
    gains = times[:, None] * np.where(helped < 0, 0, simply - folded(1) * DEALER_HANDS * RIVERS)
    helping = -best_limit(-helped, gains)
    simple = counted_by(Decisions(helped >= helping, beaten <= beating))
    return Analysis(best, counted_by(best), helping, beating, simple)


# ---- rules people can keep in mind -----------------------------------------------------------------------


@kernel
def count_beating(boards: Bytes, beaten: Ints) -> None:
    """For each board and each hand: how many of the other cards would, as one card of the dealer's with two of the
    community's, beat the hand."""
    alone = np.empty(52, np.int64)
    for n in range(len(boards)):
        c, d, e = boards[n, 0], boards[n, 1], boards[n, 2]
        for x in range(52):
            alone[x] = max(three_card_value(x, c, d), three_card_value(x, c, e), three_card_value(x, d, e))
        alone[c] = alone[d] = alone[e] = 0
        for a in range(52):
            for b in range(a):
                mine = best_three(a, b, c, d, e)
                count = 0
                for x in range(52):
                    count += x != a and x != b and alone[x] > mine
                beaten[n, a * (a - 1) // 2 + b] = count


@kernel
def count_helping(flop: Bytes, helped: Ints) -> None:
    """For each flop and each hand: how many of the river cards leave the hand with a pair or better; -1 where hand
    and flop meet."""
    for n in range(len(flop)):
        c, d = flop[n, 0], flop[n, 1]
        for a in range(52):
            for b in range(a):
                count = 0
                for e in range(52):
                    if e != a and e != b and e != c and e != d:
                        count += best_three(a, b, c, d, e) >= PAIRS
                meet = a == c or a == d or b == c or b == d
                helped[n, a * (a - 1) // 2 + b] = -1 if meet else count


def best_limit(numbers: Ints, gains: Ints) -> int:
    """The number up to which staying in gains most."""
    kinds, places = np.unique(numbers, return_inverse=True)
    sums = np.zeros(len(kinds), np.int64)
    np.add.at(sums, places.ravel(), gains.ravel())
    return int(kinds[np.cumsum(sums).argmax()])


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (("ante", ante), ("pocket-poker", pocket_poker)):
        if wager in (None, name):
            yield analyze(rules)


def found(rules: Rules) -> Analysis:
    return analysis(str(rules["dealer-qualifier"]))


def ante(rules: Rules) -> WagerOdds:
    """Ante, flop, river and play together, with the best decisions."""
    return all_four(rules, found(rules).counts)


def stays(counts: Ints) -> Bits:
    """Which of the 169 hands are worth a flop wager."""
    kept: Bits = counts @ units()[STAYS] > folded(0) * counts.sum(axis=1)
    return kept


def all_four(rules: Rules, counts: Ints) -> WagerOdds:
    kept = counts[stays(counts)].sum(axis=0)
    deals = HANDS * DEALS
    chances = [Fraction(deals - int(kept.sum()), deals), *(Fraction(int(count), deals) for count in kept)]
    names = ("fold before the flop", "fold before the river card", "fold after the river card", *NAMED)
    values = units().tolist()
    wagered = Fraction(1) + sum(added * (1 - sum(chances[:n])) for n, added in enumerate(ADDED.values(), 1))
    return WagerOdds(
        wager="ante",
        table="fixed",
        options=rules.options,
        outcomes=tuple(map(Outcome, names, chances, map(Fraction, values))),
        per="unit of the ante, with flop, river and play wagers",
        wagered=wagered,
    )


def pocket_poker(rules: Rules) -> WagerOdds:
    counts = dict.fromkeys(POCKET, 0)
    for a, b in combinations(range(52), 2):
        counts[POCKET[pocket_hand(a, b, ace_two(rules))]] += 1
    return on_cards(rules, POCKET_POKER, counts, nothing=POCKET[0])


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    analyzed = found(rules)
    names, _ = hand_classes()
    cell = {
        name: "flop" if kept else "fold" for name, kept in zip(names, stays(analyzed.counts), strict=True)
    }
    ranks = range(len(RANKS))
    rows = tuple((RANKS[row], *(cell[hand_name(row, column)] for column in ranks)) for row in ranks)
    folds = ", ".join(name for name in names if cell[name] == "fold")
    best, simple = all_four(rules, analyzed.counts), all_four(rules, analyzed.simple)
    chance = {outcome.outcome: float(outcome.probability) for outcome in best.outcomes}
    return Strategy(
        game=rules.game.id,
        rule=f"Make the flop wager with every hand but {folds} (o: of different suits). Make the river wager if at "
        f"least {analyzed.helping} of the cards that may come would leave you with a pair or better; if you have one "
        f"already, all of them do. Make the play wager if no more than {analyzed.beating} of the cards you do not see "
        "would beat you as a single card of the dealer's beside two of the community cards.",
        charts=(Chart("Your two cards (suited above the diagonal)", tuple(RANKS), rows),),
        notes=(
            f"Played best in every single case the four wagers cost {float(best.house_edge):.5%} of the ante, by "
            f"these rules {float(simple.house_edge):.5%}.",
            f"Best play folds {chance['fold before the flop']:.2%} of all hands before the flop, "
            f"{chance['fold before the river card']:.2%} before the river card and "
            f"{chance['fold after the river card']:.2%} after it.",
            "A dealer who does not qualify still wins with the higher hand: with best play in "
            f"{chance[NAMED[LOST_SHORT]]:.3%} of all rounds. Where the game is said to pay ante, flop and river to "
            "every player then, its odds differ from these.",
            "Pocket poker stays on the layout after a fold and does not enter the decisions.",
        ),
        legend={"flop": "flop wager of one ante", "fold": "give up the ante"},
        house_edge=best.house_edge,
        simpler={"river and play wagers by counting, as said": simple.house_edge},
    )


# ---- advice ----------------------------------------------------------------------------------------------


@kernel
def run_out(hand: Ints, boards: Ints, unseen: Ints, qualifier: int, ends: Ints) -> None:
    """For each of these boards, how the showdowns of one hand with the dealer's hands end."""
    for n in range(len(boards)):
        c, d, e = boards[n]
        mine = best_three(hand[0], hand[1], c, d, e)
        for a in unseen:
            if a == c or a == d or a == e:
                continue
            for b in unseen:
                if b >= a or b == c or b == d or b == e:
                    continue
                theirs = best_three(a, b, c, d, e)
                if theirs == mine:
                    ends[n, EQUAL] += 1
                else:
                    ends[n, (WON if theirs < mine else LOST) + (theirs < qualifier)] += 1


def advise(table: Table, ask: Ask) -> Advice:
    """Ante, flop, river and play together; pocket poker does not depend on any decision. Once community cards lie
    there, every river card against every hand of the dealer; before, the sum over all of them."""
    hand, board = hand_asked(table, ask), shown(table, ask, "community")
    fold = folded(len(board) and len(board) - 1)
    if not board:
        each = hand_class(hand.cards)
        counts = found(table.rules).counts[each]
        stays = float(counts @ units()[STAYS] / counts.sum())
        makes = "makes the flop wager" if stays > fold else "folds"
        why = f"{hand_classes()[0][each]} {makes} (37.10(a))."
    else:
        left = unseen(table, ask)
        boards = np.array([[*board, river] for river in left] if len(board) == 2 else [board])
        ends = np.zeros((len(boards), ENDINGS), np.int64)
        run_out(np.array(hand.cards), boards, left, qualifier(table.rules), ends)
        played = ends @ units()[SHOWDOWNS]
        if len(board) == 2:
            played = np.maximum(played, folded(2) * ends.sum(axis=1))
        stays = float(played.sum() / ends.sum())
        won, lost = ends[:, :EQUAL].sum() / ends.sum(), ends[:, LOST:].sum() / ends.sum()
        why = f"From here you win {won:.1%} and lose {lost:.1%} of the showdowns."
    ante = hand.stake("ante")
    return best_choice(ask, lambda decision, _: ante * (fold if decision == "fold" else stays), why)


# ---- simulation ------------------------------------------------------------------------------------------


class Best(NamedTuple):
    """The best decisions, a bit each. Flops and boards stand there as the distinct one they are and the turn of the
    suits that makes them so."""

    flop: Ints
    flops: Ints
    river: Ints
    boards: Ints
    play: Ints


class MiniTexTerms(NamedTuple):
    """The rules in the form that the compiled round reads: qualifying rank, ace-two, the decisions, and the lines of
    each wager; flop and river wagers end as the ante does."""

    qualifier: int
    ace_two: int
    best: Best
    ante: Ints
    play: Ints
    pocket: Ints


@lean_kernel
def hand_place(a: int, b: int) -> int:
    """The place of a hand among the 1,326."""
    return max(a, b) * (max(a, b) - 1) // 2 + min(a, b)


@lean_kernel
def seen_as(place: int, a: int, b: int) -> int:
    """The bit of a hand at a flop or board, whose place has the turn of the suits in its lowest byte."""
    a = a & ~3 | place >> 2 * (a & 3) & 3
    b = b & ~3 | place >> 2 * (b & 3) & 3
    return (place >> 8) * HANDS + hand_place(a, b)


@rule("37.10(a)", lean=True)
def makes_flop_wager(terms: MiniTexTerms, a: int, b: int) -> bool:
    return marked(terms.best.flop, hand_place(a, b))


@rule("37.10(c)", lean=True)
def makes_river_wager(terms: MiniTexTerms, a: int, b: int, c: int, d: int) -> bool:
    return marked(terms.best.river, seen_as(int(terms.best.flops[hand_place(c, d)]), a, b))


@rule("37.10(e)", lean=True)
def makes_play_wager(terms: MiniTexTerms, a: int, b: int, c: int, d: int, e: int) -> bool:
    return marked(terms.best.play, seen_as(int(terms.best.boards[place_of(c, d, e)]), a, b))


@rule("37.10", "37.11", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: MiniTexTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round with best play: two cards each by turns, then the community cards. Pocket poker may be asked for
    alone, to see what it costs."""
    a, b = int(tape[at]), int(tape[at + 2])
    c, d, e = int(tape[at + 4]), int(tape[at + 5]), int(tape[at + 6])
    ante, pocket = stakes[0], stakes[1]
    if ante > 0:
        antes = 1
        stays = makes_flop_wager(terms, a, b)
        if stays:
            antes = 2
            stays = makes_river_wager(terms, a, b, c, d)
        if stays:
            antes = 3
            stays = makes_play_wager(terms, a, b, c, d, e)
        if stays:
            mine = best_three(a, b, c, d, e)
            theirs = best_three(int(tape[at + 1]), int(tape[at + 3]), c, d, e)
            end = against_dealer(mine, theirs, terms.qualifier)
            net[0] += brings(antes * ante, terms.ante[end]) + brings(2 * ante, terms.play[end])
            antes += 2
        else:
            net[0] += brings(antes * ante, terms.ante[MiniTexShowdown.FOLD])
        staked[0] += antes * ante
    if pocket > 0:
        staked[1] += pocket
        net[1] += brings(pocket, terms.pocket[pocket_hand(a, b, terms.ace_two)])
    return at + 7


@cache
def decided(qualifier: str) -> Best:
    """The best decisions in the form that ``play`` reads."""
    analyzed, boards, turned = analysis(qualifier), flops(), turned_hands()
    _, classes = hand_classes()
    _, first = np.unique(classes, return_index=True)
    masks = np.array([sum(to << 2 * suit for suit, to in enumerate(turn)) for turn in TURNS])
    to_first = (turned == first[classes]).argmax(axis=0)  # the first turn that makes it the one it stands for
    return Best(
        words(stays(analyzed.counts)[classes]),
        classes << 8 | masks[to_first],
        words(analyzed.best.river),
        boards.place.astype(np.int64) << 8 | masks[boards.turn],
        words(analyzed.best.play),
    )


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pocket-poker"),
        play=play,
        rules=MiniTexTerms(
            qualifier(rules),
            ace_two(rules),
            decided(str(rules["dealer-qualifier"])),
            packed(lines(rules, "ante", MiniTexShowdown)),
            packed(lines(rules, "play", MiniTexShowdown)),
            packed(card_lines(rules, POCKET_POKER)),
        ),
        equipment="deck",
        size=52,
        draws=7,
        reserve=lambda stakes: int((1 + sum(ADDED.values())) * stakes[0] + stakes[1]),
    )
