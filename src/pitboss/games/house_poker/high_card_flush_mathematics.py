"""The mathematics of high card flush: every wager under every table, exactly.

A hand's value is that of its best suit, so the hands up to a value are a product of four suit polynomials: the
coefficient of x^7 in it, where each suit offers, by their number, the sets of its cards that do not exceed the value.
The ante takes each hand of the player, up to the names of the suits, against all 45,379,620 hands of the dealer
that way; the bonuses take the same product over a full deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import ALL, NO_LIMIT, PRIZE, brings, card_lines, lines, loses, pays
from pitboss.compiler import kernel, lean_kernel
from pitboss.games.advising import best_choice, hand_asked, unseen
from pitboss.games.house_poker.high_card_flush import (
    FLUSH_BONUS,
    FLUSHES,
    MAIN,
    PROGRESSIVE,
    STRAIGHT_FLUSH_BONUS,
    STRAIGHT_FLUSHES,
    FlushShowdown,
    against_dealer,
    award,
    flush_row,
    forfeits_progressive,
    most_raised,
    named_suit,
    progressive_row,
    straight_flush_row,
    suited_row,
)
from pitboss.games.payout_limit import share_of
from pitboss.money import Cents, Odds, cents, money
from pitboss.odds import Advice, Chart, Meter, Outcome, Strategy, WagerOdds, counted, even_meter
from pitboss.odds.endings import brought, on_cards, packed, valued
from pitboss.ranking.flush import NINE_HIGH, describe, flush_value, length, suit_value
from pitboss.ranking.high import hand_of
from pitboss.ranking.value import NAMES, RANKS, count
from pitboss.sim import Simulation
from pitboss.table import Table

HANDS: Final = comb(52, 7)
DEALER_HANDS: Final = comb(45, 7)
BELOW_NINE: Final = 0b111_1111
CHOOSE: Final = np.array([[comb(n, k) for k in range(8)] for n in range(14)])

# ---- the dealer's hands against one of the player's ------------------------------------------------------


@lean_kernel
def below(left: int, ranks: int) -> int:
    """Of the sets of cards left in a suit that are as many as these ranks, how many are lower."""
    wanted, lower = count(ranks), 0
    for rank in range(12, -1, -1):
        if ranks >> rank & 1:
            lower += CHOOSE[count(left & (1 << rank) - 1), wanted]
            if not left >> rank & 1:
                break
            wanted -= 1
    return lower


@lean_kernel
def sets(cards: int, top: int, longest: int, size: int) -> int:
    """A coefficient of a suit's polynomial: the sets of this size of its ``cards``; of the longest size, only
    ``top``."""
    return CHOOSE[cards, size] if size < longest else top


Suits = tuple[int, int, int, int]


@lean_kernel
def product(longest: int, cards: Suits, tops: Suits) -> int:
    """The coefficient of x^7: hands of seven from suits with these ``cards``, none longer than ``longest``, and with
    only ``tops`` of that length in each suit."""
    a, b, c, d = cards
    top_a, top_b, top_c, top_d = tops
    hands = 0
    for half in range(8):
        left = right = 0
        for size in range(max(0, half - longest), min(half, longest) + 1):
            left += sets(a, top_a, longest, size) * sets(b, top_b, longest, half - size)
        if left:
            half_right = 7 - half
            for size in range(max(0, half_right - longest), min(half_right, longest) + 1):
                right += sets(c, top_c, longest, size) * sets(d, top_d, longest, half_right - size)
            hands += left * right
    return hands


@lean_kernel
def dealers_from(value: int, c: int, d: int, h: int, s: int) -> tuple[int, int, int]:
    """Of the dealer's hands from these cards of the four suits: how many do not qualify, and of the others how many
    are lower than a hand of this value and how many equal."""
    cards = count(c), count(d), count(h), count(s)
    of_three = (
        CHOOSE[count(c & BELOW_NINE), 3],
        CHOOSE[count(d & BELOW_NINE), 3],
        CHOOSE[count(h & BELOW_NINE), 3],
        CHOOSE[count(s & BELOW_NINE), 3],
    )
    idle = product(3, cards, of_three)
    if value < NINE_HIGH:  # a hand that is lower, or equal, does not qualify either
        return idle, 0, 0
    longest, ranks = length(value), value & RANKS
    under_c, under_d, under_h, under_s = below(c, ranks), below(d, ranks), below(h, ranks), below(s, ranks)
    lower = product(longest, cards, (under_c, under_d, under_h, under_s))
    under_c += c & ranks == ranks
    under_d += d & ranks == ranks
    under_h += h & ranks == ranks
    under_s += s & ranks == ranks
    up_to = product(longest, cards, (under_c, under_d, under_h, under_s))
    return idle, lower - idle, up_to - lower


@lean_kernel
def dealers(clubs: int, diamonds: int, hearts: int, spades: int) -> tuple[int, int, int]:
    """The same with every card in play that the player does not hold."""
    value = max(suit_value(clubs), suit_value(diamonds), suit_value(hearts), suit_value(spades))
    return dealers_from(value, RANKS ^ clubs, RANKS ^ diamonds, RANKS ^ hearts, RANKS ^ spades)


@lean_kernel
def worth(multiple: int, idle: int, lower: int, equal: int) -> int:
    """The net of a raise by this many antes, in antes, over all hands of the dealer; that of a fold is minus their
    number."""
    higher = DEALER_HANDS - idle - lower - equal
    return idle + (1 + multiple) * (lower - higher)


@lean_kernel
def best_raise(hand: int, value: int, always: int, never: int) -> int:
    """The best decision: how many antes to raise, 0 to fold. From one value on every hand is raised, below
    another every one is folded; between them it turns on the other cards."""
    if value >= always:
        return most_raised(length(value))
    if value < never:
        return 0
    idle, lower, equal = dealers(hand & RANKS, hand >> 13 & RANKS, hand >> 26 & RANKS, hand >> 39 & RANKS)
    return int(worth(1, idle, lower, equal) > -DEALER_HANDS)


# ---- every hand of the player ------------------------------------------------------------------------------


@kernel
def count_hands(
    suits: Ints, first: Ints, by_value: Ints, decided: Ints, folded: Ints, rows: Ints, worst: Ints
) -> None:
    """Each hand as four sets of ranks from the best suit down. ``suits`` are all sets in rising order, ``first``
    where those of each size begin. Counted, by the hands each stands for: what the dealer then has by the value
    and by the best decision, straight flushes by whether the hand is folded; and the least worth of raising a
    straight flush."""
    for i in range(first[2], first[8]):
        a = suits[i]
        longest = count(a)
        for j in range(min(i + 1, first[8 - longest])):
            b = suits[j]
            two = longest + count(b)
            for k in range(min(j + 1, first[8 - two])):
                c = suits[k]
                rest = 7 - two - count(c)
                for n in range(first[rest], min(k + 1, first[rest + 1])):
                    d = suits[n]
                    times = 24
                    if a == b == c == d:
                        times = 1
                    elif a == b == c or b == c == d:
                        times = 4
                    elif a == b and c == d:
                        times = 6
                    elif a == b or b == c or c == d:
                        times = 12
                    idle, lower, equal = dealers(a, b, c, d)
                    higher = DEALER_HANDS - idle - lower - equal
                    multiple = 0
                    best = -DEALER_HANDS
                    for more in range(1, most_raised(longest) + 1):
                        netted = worth(more, idle, lower, equal)
                        if netted > best:
                            multiple, best = more, netted
                    row = max(max(rows[a], rows[b]), max(rows[c], rows[d]))
                    folded[int(multiple == 0), row] += times
                    if row > 0:
                        worst[0] = min(worst[0], worth(1, idle, lower, equal))
                    for place, met in enumerate((idle, lower, equal, higher)):
                        by_value[i, place] += times * met
                        decided[multiple, place] += times * met
                    by_value[i, 4 + int(multiple > 0)] += times


class Counts(NamedTuple):
    """What `count_hands` has found."""

    values: Ints
    by_value: Ints
    decided: Ints
    folded: Ints
    worst: int


@cache
def counts() -> Counts:
    sizes = [ranks.bit_count() for ranks in range(1 << 13)]
    suits = sorted(
        (ranks for ranks in range(1 << 13) if sizes[ranks] <= 7), key=lambda ranks: suit_value(ranks)
    )
    first = np.searchsorted([sizes[ranks] for ranks in suits], np.arange(9))
    by_value = np.zeros((len(suits), 6), np.int64)
    decided, folded = np.zeros((4, 4), np.int64), np.zeros((2, 7), np.int64)
    worst = np.zeros(1, np.int64)
    rows = np.array([suited_row(ranks) if sizes[ranks] <= 7 else 0 for ranks in range(1 << 13)])
    count_hands(np.array(suits), first, by_value, decided, folded, rows, worst)
    return Counts(np.array([suit_value(ranks) for ranks in suits]), by_value, decided, folded, int(worst[0]))


@cache
def bounds() -> tuple[int, int]:
    """The value from which every hand is raised, and the lowest of which any is."""
    found = counts()
    folds, raises = (np.flatnonzero(column) for column in found.by_value.T[4:])
    return int(found.values[folds.max() + 1]), int(found.values[raises.min()])


@cache
def least_to_raise() -> int:
    """The lowest value worth a raise on average over the other cards: all that a player need remember."""
    found = counts()
    idle, lower, equal, higher, *_ = found.by_value.T
    gain = 2 * idle + 3 * lower + equal - higher  # over a fold, in antes
    return int(found.values[gain > 0].min())


# ---- straight flushes and flushes over a full deck -----------------------------------------------------------


@cache
def flushes() -> dict[str, int]:
    """How many hands make each row of FLUSHES."""
    suit = [[comb(13, size) if size <= longest else 0 for size in range(8)] for longest in range(8)]
    up_to = [seventh([suit[longest]] * 4) for longest in range(8)]
    found = dict.fromkeys(FLUSHES, 0)
    for longest in range(1, 8):
        found[FLUSHES[flush_row(longest << 13)]] += up_to[longest] - up_to[longest - 1]
    return found


@cache
def straight_flushes(suit: int) -> dict[str, int]:
    """How many hands make each row of STRAIGHT_FLUSHES, with this suit named or none (-1)."""
    ways = np.zeros((4, len(STRAIGHT_FLUSHES), 8), np.int64)  # sets of ranks by suit, row and size
    for ranks in range(1 << 13):
        if (size := ranks.bit_count()) <= 7:
            for each in range(4):
                ways[each, straight_flush_row(ranks << 13 * each, suit), size] += 1
    up_to = ways.cumsum(axis=1)
    hands = [
        seventh([up_to[each, row].tolist() for each in range(4)]) for row in range(len(STRAIGHT_FLUSHES))
    ]
    return {
        outcome: upto - under
        for outcome, upto, under in zip(STRAIGHT_FLUSHES, hands, [0, *hands], strict=False)
    }


def seventh(polynomials: Sequence[Sequence[int]]) -> int:
    """The coefficient of x^7 in the product."""
    whole = [1] + [0] * 7
    for each in polynomials:
        whole = [sum(whole[i] * each[n - i] for i in range(n + 1)) for n in range(8)]
    return whole[7]


# ---- odds ----------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyze in (
        ("ante", ante),
        ("flush-bonus", bonus),
        ("straight-flush-bonus", bonus),
        ("progressive", progressive),
    ):
        if rules.offers(name) and wager in (None, name):
            yield analyze(rules, name)


def ante(rules: Rules, wager: str = "ante") -> WagerOdds:
    """Ante and raise together, with best play."""
    deals = HANDS * DEALER_HANDS
    outcomes, wagered = [], Fraction(1)
    for multiple, met in enumerate(counts().decided.tolist()):
        chances = [Fraction(number, deals) for number in met]
        wagered += multiple * sum(chances)
        if multiple == 0:
            outcomes.append(
                Outcome("fold", sum(chances, Fraction(0)), brought(rules, FlushShowdown.FOLD, ante=1))
            )
            continue
        times = ("", ", raised twice", ", raised three times")[multiple - 1]
        for name, end, chance in zip(ENDINGS, RAISED, chances, strict=True):
            outcomes.append(Outcome(name + times, chance, raised(rules, end, multiple)))
    return WagerOdds(
        wager=wager,
        table=rules.pay(wager).table,
        options=rules.options,
        outcomes=tuple(each for each in outcomes if each.probability),
        per="unit of the ante, raise included",
        wagered=wagered,
    )


RAISED: Final = (
    FlushShowdown.NOT_NINE_HIGH,
    FlushShowdown.HIGHER,
    FlushShowdown.PUSH,
    FlushShowdown.LOWER,
)
ENDINGS: Final = ("dealer not nine high", "win", "push", "lose")
"""How a hand that was raised may end, in words."""


def raised(rules: Rules, end: FlushShowdown, multiple: int) -> Fraction:
    """The net of an ending for an ante and a raise of this many antes, in antes."""
    return brought(rules, end, "", **{"ante": 1, "raise": multiple})


def bonus(rules: Rules, wager: str) -> WagerOdds:
    """A bonus alone on the layout. What is a sum of money, or cut by an aggregate limit, matters less with a larger
    stake: it is computed at the minimum wager."""
    flush = wager == FLUSH_BONUS.wager
    paid, found = (
        (FLUSH_BONUS, flushes()) if flush else (STRAIGHT_FLUSH_BONUS, straight_flushes(named_suit(rules)))
    )
    least, limit = rules.limits(wager).least, aggregate_limit(rules) or NO_LIMIT
    sums = any(each[PRIZE] or pays(least, each) > limit for each in card_lines(rules, paid))
    per = f"unit of the wager at {money(least)}" if sums else "unit of the wager"
    return on_cards(rules, paid, found, nothing=paid.hands[0], stake=least, per=per, most=limit)


def aggregate_limit(rules: Rules) -> Cents:
    """What both bonuses are paid at most; 0: the house has set no limit."""
    return cents(rules["aggregate-limit-amount"]) if rules["aggregate-limit"] != "none" else 0


def progressive(rules: Rules, wager: str = "progressive") -> WagerOdds:
    """The dollar with the main meter as it opens, decisions as the ante alone wants them. A fold forfeits it; no
    hand of a four-card straight flush or better is ever folded."""
    pay, meter = rules.pay(wager), cents(rules["main-meter"])
    found = dict(straight_flushes(-1))
    forfeited = forfeits_progressive(rules)
    folds = counts().folded[1].tolist() if forfeited else [0] * 7
    for outcome, gone in zip(STRAIGHT_FLUSHES, folds, strict=False):
        found[outcome] -= gone
    lost = STRAIGHT_FLUSHES[0]
    by_row: dict[str, int] = {}
    for outcome, hands in found.items():
        row = PROGRESSIVE.row(pay, outcome) or lost
        by_row[row] = by_row.get(row, 0) + hands
    nets = {row: Fraction(handed_over(pay.get(row), meter), 100) - 1 for row in by_row}
    even = even_meter(
        lambda shows: sum(n * handed_over(pay.get(row), shows) for row, n in by_row.items()) - 100 * HANDS
    )
    by_row = {**by_row, "fold": sum(folds)}
    rate = sum(rules.figure(f"{each}-meter-percent") for each in ("main", "secondary"))
    house = None if cents(rules["reset-top-up"]) else 0  # what it adds, the secondary meter decides
    return counted(
        wager,
        by_row,
        {**nets, "fold": Fraction(-1)},
        table=pay.table,
        options=rules.options,
        per=f"unit of the wager, the main meter at {money(meter)}",
        break_even=even,
        meter=Meter.counted(pay, by_row, meter, 100, rate, house),
    )


def handed_over(odds: Odds | None, meter: int) -> int:
    """What a row of the progressive brings, in cents; the dollar is lost in any case."""
    return award(meter, odds.meter, odds.prize) if odds else 0


# ---- strategy ------------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    always, never = bounds()
    edge = ante(rules).house_edge
    simple = simple_edge()
    # Raising such a hand costs this much more than folding it, at the worst.
    cost = Fraction(-DEALER_HANDS - counts().worst, DEALER_HANDS)
    notes = [
        f"Raising from this hand on, whatever the other cards, costs {float(simple):.3%} of the ante; "
        f"the best play {float(edge):.3%}.",
        f"The best play weighs the other cards too: {cards_of(never)} is the lowest hand it ever raises, "
        f"and from {cards_of(always)} on it raises every one.",
        "The flush and straight flush bonuses stay after a fold and do not enter the decision.",
    ]
    prize = rules.pay("progressive").get("3-card-straight-flush") if rules.offers("progressive") else None
    if prize and forfeits_progressive(rules):
        most = int(prize.prize / cost / 100)
        notes.append(
            f"A fold gives up the progressive: with a three-card straight flush ({prize}) raise anything "
            f"at an ante of up to ${most}."
        )
    rows = (
        ("less", "fold"),
        (f"three cards, {cards_of(least_to_raise())} or better", "raise 1 ante"),
        ("four cards", "raise 1 ante"),
        ("five cards", "raise 2 antes"),
        ("six or seven cards", "raise 3 antes"),
    )
    return Strategy(
        game=rules.game.id,
        rule=f"Raise with a three-card flush of {cards_of(least_to_raise())} or better, as much as is allowed; "
        "fold anything lower.",
        charts=(Chart("Your longest suit", ("decision",), rows),),
        notes=tuple(notes),
        house_edge=edge,
        chart_edge=simple,
        simpler={"raise by the value alone, as said": simple},
    )


def simple_edge() -> Fraction:
    """What the ante costs a player who raises by the value alone, and then by the maximum."""
    found, least, total = counts(), least_to_raise(), 0
    for value, (idle, lower, equal, higher, *_) in zip(
        found.values.tolist(), found.by_value.tolist(), strict=True
    ):
        if value < least:
            total -= idle + lower + equal + higher
        else:
            total += idle + (1 + most_raised(length(value))) * (lower - higher)
    return Fraction(-total, HANDS * DEALER_HANDS)


def cards_of(value: int) -> str:
    """The cards of a flush as people say them."""
    return "-".join(NAMES[rank] for rank in range(12, -1, -1) if value >> rank & 1)


# ---- advice ----------------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Raise or fold against every hand that the dealer may hold. The progressive wager is included, by the meter
    at its present amount, where a fold forfeits it."""
    rules, hand = table.rules, hand_asked(table, ask)
    left = unseen(table, ask).tolist()
    mine, others = flush_value(hand_of(hand.cards)), hand_of(left)
    suits = (others >> 13 * suit & RANKS for suit in range(4))
    all_hands = comb(len(left), 7)
    idle, lower, equal = (number / all_hands for number in dealers_from(mine, *suits))
    met = (idle, lower, equal, 1 - idle - lower - equal)
    ante, dollar = hand.stake("ante"), hand.stake("progressive") if forfeits_progressive(rules) else 0
    won = handed_over(progressive_row(rules, hand), table.ledger[MAIN]) if dollar else 0

    def worth(decision: str, amount: Cents) -> float:
        if decision == "fold":
            return valued(rules, FlushShowdown.FOLD, {"ante": ante, "progressive": dollar})
        made = {"ante": ante, "raise": amount}
        ends = zip(met, RAISED, strict=True)
        return sum(share * valued(rules, end, made) for share, end in ends) + won - dollar

    why = f"A {describe(mine)}: the dealer has no hand {idle:.0%} of the time and a lower one {lower:.0%}."
    return best_choice(ask, worth, why)


# ---- simulation ------------------------------------------------------------------------------------------------

AT_ANTE, AT_FLUSH, AT_STRAIGHT_FLUSH, AT_PROGRESSIVE = range(4)


class FlushTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the bounds of the best play, the named suit, the aggregate
    limit, whether a fold forfeits the progressive, and the lines of each wager."""

    always: int
    never: int
    named_suit: int
    limit: int
    forfeits: bool
    ante: Ints
    raised: Ints
    flush: Ints
    straight_flush: Ints
    progressive: Ints


@rule("38.10(b)", "38.10(c)", "38.10(e)", "38.11(h)", "38.12(c)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: FlushTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: seven cards to the player, seven to the dealer. The meter does not change: what it is fed and
    what comes off it is the table's business."""
    mine = hand_of(tape[at : at + 7])  # type: ignore[arg-type]
    theirs = hand_of(tape[at + 7 : at + 14])  # type: ignore[arg-type]
    value = flush_value(mine)
    multiple = best_raise(mine, value, terms.always, terms.never)
    ante, flush, straight_flush = stakes[AT_ANTE], stakes[AT_FLUSH], stakes[AT_STRAIGHT_FLUSH]
    dollar = stakes[AT_PROGRESSIVE]
    if ante > 0:
        staked[AT_ANTE] += ante + multiple * ante
        if multiple == 0:
            net[AT_ANTE] += brings(ante, terms.ante[FlushShowdown.FOLD])
        else:
            end = against_dealer(value, flush_value(theirs))
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(multiple * ante, terms.raised[end])
    first = second = 0
    if flush > 0:
        staked[AT_FLUSH] += flush
        line = terms.flush[flush_row(value)]
        first = pays(flush, line)
        net[AT_FLUSH] -= loses(flush, line)
    if straight_flush > 0 or dollar > 0:
        row = straight_flush_row(mine, terms.named_suit)
        if straight_flush > 0:
            staked[AT_STRAIGHT_FLUSH] += straight_flush
            second = pays(straight_flush, terms.straight_flush[row])
            net[AT_STRAIGHT_FLUSH] -= loses(straight_flush, terms.straight_flush[row])
        if dollar > 0:
            staked[AT_PROGRESSIVE] += dollar
            kept = (
                row if multiple > 0 or not terms.forfeits else 0
            )  # forfeited, it is as if there were nothing
            net[AT_PROGRESSIVE] += brings(dollar, terms.progressive[kept])
    if 0 < terms.limit < first + second:
        second = share_of(second, terms.limit, first + second)
        first = terms.limit - second
    net[AT_FLUSH] += first
    net[AT_STRAIGHT_FLUSH] += second
    return at + 14


def terms(rules: Rules, meter: int) -> FlushTerms:
    """The rules in force in the form that the compiled round reads, with the main meter at this many cents."""
    always, never = bounds()
    return FlushTerms(
        always,
        never,
        named_suit(rules),
        aggregate_limit(rules),
        forfeits_progressive(rules),
        packed(lines(rules, "ante", FlushShowdown)),
        packed(lines(rules, "raise", FlushShowdown)),
        packed(card_lines(rules, FLUSH_BONUS)),
        packed(card_lines(rules, STRAIGHT_FLUSH_BONUS)),
        packed([(0, 1, each, NO_LIMIT, ALL) for each in awards(rules, meter)]),
    )


def awards(rules: Rules, meter: int) -> list[int]:
    """What the progressive hands over for each of STRAIGHT_FLUSHES, the dollar is lost in any case."""
    if not rules.offers("progressive"):
        return [0] * len(STRAIGHT_FLUSHES)
    pay = rules.pay("progressive")
    rows = (PROGRESSIVE.row(pay, outcome) for outcome in STRAIGHT_FLUSHES)
    return [handed_over(pay[row], meter) if row else 0 for row in rows]


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "flush-bonus", "straight-flush-bonus", "progressive"),
        play=play,
        rules=terms(rules, cents(rules["main-meter"])),
        equipment="deck",
        size=52,
        draws=14,
        reserve=lambda stakes: int(4 * stakes[AT_ANTE] + stakes[AT_FLUSH:].sum()),
    )
