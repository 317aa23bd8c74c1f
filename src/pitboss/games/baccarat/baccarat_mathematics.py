"""The mathematics of punto banco and mini-baccarat: every coup that a shoe can produce, counted.

Only ten values matter to the main wagers, so a coup is one of at most a million ordered draws, each with the number of
ways to draw its cards. A coup of four or five cards counts all ways to draw a fifth and sixth card, so that all coups
have one denominator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod
from typing import Final, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Rules, rule
from pitboss.book.endings import Paid, brings, card_lines, line, loses, pays
from pitboss.compiler import kernel
from pitboss.games.baccarat.coup import (
    BONUS,
    NONE,
    End,
    banker_draws,
    banker_may_choose,
    bonus_row,
    ended_by,
    is_dragon_7,
    is_natural,
    player_draws,
    player_may_choose,
    points,
)
from pitboss.games.baccarat.royal import BONUS as ROYAL_BONUS
from pitboss.games.baccarat.royal import (
    PROGRESSIVE,
    goes_first,
    hands_of,
    highest,
    limit,
    limited,
    lines_of,
    offered,
)
from pitboss.games.baccarat.royal import WAGERS as ROYAL_WAGERS
from pitboss.games.baccarat.royal_baccarat_bonus_mathematics import pools, royal_odds
from pitboss.games.baccarat.tableau import BONUSES, DRAGON_7, TOTAL_CARDS, dragon, rate, rounds_up, six_rule
from pitboss.games.mathematics import enough, tally
from pitboss.games.vigorish import vigorish
from pitboss.money import cents
from pitboss.odds import WagerOdds, counted
from pitboss.odds.endings import on_cards, packed, unit
from pitboss.sim import Simulation
from pitboss.solve.first import Ends, cards_known, left_of, odds_after, signs
from pitboss.solve.information import Information

DRAWN: Final = 6
"""Cards of the longest coup."""
LOW: Final = (1 << 32) - 1
ON_FIVE, THREE_AGAINST_9, FIVE_AGAINST_4 = 1, 2, 4
"""Where chemin de fer lets a hand choose to draw or to stay."""


class CoupOf(NamedTuple):
    """What the wagers depend on: both counts, and how many cards each hand has."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


@kernel
def count_coups(shoe: Ints, stays: int, found: Ints, first: Ints) -> None:
    """For each coup (both counts, and whether each hand took a third card) the ways in which six cards from a shoe with
    these counts of each value make it: the lower 32 bits of all terms, and the rest. Where chemin de fer leaves a
    choice, cards are drawn unless it is in ``stays``. The first cards may be of certain values: ``first``."""
    left = shoe.sum()
    low, high = np.zeros(4, np.int64), np.full(4, 10)
    for place in range(len(first)):
        low[place], high[place] = first[place], first[place] + 1
    for a in range(low[0], high[0]):
        one = shoe[a]
        shoe[a] -= 1
        for b in range(low[1], high[1]):
            two = one * shoe[b]
            shoe[b] -= 1
            for c in range(low[2], high[2]):
                three = two * shoe[c]
                shoe[c] -= 1
                for d in range(low[3], high[3]):
                    four = three * shoe[d]
                    if four > 0:
                        shoe[d] -= 1
                        third_cards(shoe, left, (a + c) % 10, (b + d) % 10, four, stays, found)
                        shoe[d] += 1
                shoe[c] += 1
            shoe[b] += 1
        shoe[a] += 1


@kernel
def third_cards(shoe: Ints, left: int, player: int, banker: int, ways: int, stays: int, found: Ints) -> None:
    """The third cards of a coup, given the number of ways to draw its first four cards."""
    if is_natural(player) or is_natural(banker):
        enter(found[player, banker, 0, 0], ways * (left - 4), left - 5)
    elif player_draws(player) and not (player_may_choose(player) and stays & ON_FIVE):
        for e in range(10):
            five = ways * shoe[e]
            shoe[e] -= 1
            free = banker_may_choose(banker, e) and stays & (THREE_AGAINST_9 if e == 9 else FIVE_AGAINST_4)
            if free or not banker_draws(banker, e):
                enter(found[(player + e) % 10, banker, 1, 0], five, left - 5)
            else:
                for f in range(10):
                    enter(found[(player + e) % 10, (banker + f) % 10, 1, 1], five, shoe[f])
            shoe[e] += 1
    elif banker_draws(banker, NONE):
        for e in range(10):
            enter(found[player, (banker + e) % 10, 0, 1], ways * shoe[e], left - 5)
    else:
        enter(found[player, banker, 0, 0], ways * (left - 4), left - 5)


@kernel
def enter(sums: Ints, ways: int, last: int) -> None:
    """Add a product that may not fit 64 bits, in two parts that do."""
    sums[0] += (ways & LOW) * last
    sums[1] += (ways >> 32) * last


@cache
def coups(shoe: tuple[int, ...], stays: int = 0, first: tuple[int, ...] = ()) -> Mapping[CoupOf, int]:
    """The number of ways in which six cards from a shoe with these counts of each value make each coup, the ``first``
    being of these values."""
    if sum(shoe) < DRAWN:
        raise ValueError("a coup may need six cards")
    found = np.zeros((10, 10, 2, 2, 2), np.int64)
    count_coups(np.array(shoe, np.int64), stays, found, np.array(first, np.int64))
    whole = {
        CoupOf(p, b, 2 + more, 2 + banker_more): (int(found[p, b, more, banker_more, 1]) << 32)
        + int(found[p, b, more, banker_more, 0])
        for p, b, more, banker_more in np.ndindex(10, 10, 2, 2)
    }
    assert first or sum(whole.values()) == perm(sum(shoe), DRAWN)
    return {coup: ways for coup, ways in whole.items() if ways}


def by_value(cards: Iterable[int]) -> tuple[int, ...]:
    """How many cards of each value there are."""
    return tuple(tally(cards, points, 10))


def by_card(cards: Iterable[int]) -> tuple[int, ...]:
    """How many cards of each of the 52 faces there are."""
    return tuple(tally(cards, int, 52))


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None = None, cards: Sequence[int] | None = None) -> Iterator[WagerOdds]:
    """Every wager, for a fresh shoe or for these remaining ``cards``."""
    ways = coups(by_value(rules.pack() if cards is None else cards))
    for name in ("banker", "player", "tie"):
        if wager in (None, name):
            yield on_a_hand(rules, name, ways)
    for paid, hand in beside(rules, wager):
        counts: dict[str, int] = {}
        for coup, count in ways.items():
            counts[hand(coup)] = counts.get(hand(coup), 0) + count
        nothing = "another number of cards" if paid in TOTAL_CARDS else paid.hands[0]
        yield on_cards(rules, paid, counts, nothing=nothing)
    if wager in (None, *ROYAL_WAGERS) and (bonus := offered(rules)) and wager in (None, bonus.wager):
        yield royal_odds(rules, bonus, pools(by_card(rules.pack() if cards is None else cards)))


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterator[WagerOdds]:
    """The same from the rest of a shoe."""
    enough(cards, DRAWN, rules.game.shoe(rules).short_cite)  # type: ignore[attr-defined]
    return odds(rules, wager, cards)


def odds_knowing(rules: Rules, known: Information) -> Iterator[WagerOdds]:
    """The best of the wagers on a hand or on a tie, by what is seen of the first cards: the player's, the banker's and
    so on by turns."""
    known.only(rules.game.id, "shoe", "shoe_backs", "gone")
    cards = cards_known(known, 4)
    left = left_of(rules, known)
    enough(left, DRAWN, rules.game.shoe(rules).short_cite)  # type: ignore[attr-defined]
    counts, values = tally(left), by_value(left)

    def dealt() -> Iterator[tuple[tuple[int, ...], Mapping[str, Ends]]]:
        for first in product(range(10), repeat=cards):
            found, ways = ends_after(rules, values, first), dealt_so(values, first)
            for ranks in product(
                *([rank for rank in range(13) if points(4 * rank) == each] for each in first)
            ):
                if share := Fraction(dealt_so(counts, ranks), ways or 1):
                    ends = {
                        wager: {end: n * share for end, n in each.items()} for wager, each in found.items()
                    }
                    yield signs(known, ranks), ends

    yield from odds_after(rules, known, dealt())


def dealt_so(counts: Sequence[int], first: Sequence[int]) -> int:
    """In how many ways these are the first cards."""
    return prod(counts[each] - first[:n].count(each) for n, each in enumerate(first))


def ends_after(
    rules: Rules, values: tuple[int, ...], first: tuple[int, ...]
) -> dict[str, Counter[tuple[str, Fraction]]]:
    """How each wager on a hand or on a tie ends after these first cards, and in how many ways."""
    by_end: Counter[End] = Counter()
    found: dict[str, Counter[tuple[str, Fraction]]] = {
        name: Counter() for name in ("banker", "player", "tie")
    }
    for coup, ways in coups(values, first=first).items():
        by_end[end_of(rules, coup)] += ways
    for wager, ends in found.items():
        stake = rules.limits(wager).least
        for end, ways in by_end.items():
            ends[end.outcome, net(rules, wager, end, stake)] += ways
    return found


def beside(rules: Rules, wager: str | None = None) -> Iterator[tuple[Paid, Callable[[CoupOf], str]]]:
    """The wagers on the cards of the coup, or one of them, each with the property that it is about."""
    looked_at: list[tuple[Paid, Callable[[CoupOf], str]]] = [
        *((paid, lambda coup: f"{coup.player_cards + coup.banker_cards}-cards") for paid in TOTAL_CARDS),
        (
            BONUSES["player"],
            lambda c: BONUS[bonus_row(c.player, c.player_cards, c.banker, c.banker_cards)],
        ),
        (
            BONUSES["banker"],
            lambda c: BONUS[bonus_row(c.banker, c.banker_cards, c.player, c.player_cards)],
        ),
        (DRAGON_7, lambda c: DRAGON_7.hands[is_dragon_7(c.player, c.banker, c.banker_cards)]),
    ]
    return (each for each in looked_at if wager in (None, each[0].wager) and rules.offers(each[0].wager))


def end_of(rules: Rules, coup: CoupOf) -> End:
    return ended_by(coup.player, coup.banker, coup.banker_cards, six_rule(rules), dragon(rules))


def in_force(rules: Rules) -> list[End]:
    """The endings that the vigorish scheme distinguishes."""
    only = {End.BANKER_WITH_SIX: six_rule(rules), End.DRAGON_7: dragon(rules)}
    return [end for end in End if only.get(end, True)]


def hand_lines(rules: Rules, wager: str) -> Ints:
    """The lines of a wager on a hand or on a tie, by ending; lines that are not in force are left out."""
    known = in_force(rules)
    return packed([line(rules, wager, end.fates[wager] if end in known else None) for end in End])


def on_a_hand(rules: Rules, wager: str, ways: Mapping[CoupOf, int]) -> WagerOdds:
    """Vigorish is that of a player with no other wager; where it is rounded, at the minimum wager."""
    counts: dict[str, int] = {}
    for coup, count in ways.items():
        end = end_of(rules, coup)
        counts[end.outcome] = counts.get(end.outcome, 0) + count
    stake = rules.limits(wager).least
    nets = {end.outcome: net(rules, wager, end, stake) for end in in_force(rules)}
    rounded = wager == "banker" and rounds_up(rules)
    per = f"unit of the wager at ${stake // 100}" if rounded else "unit of the wager"
    return counted(wager, counts, nets, table=rules.pay(wager).table, options=rules.options, per=per)


def net(rules: Rules, wager: str, end: End, stake: int) -> Fraction:
    """The result of a unit of a wager on a hand or on a tie, after vigorish."""
    brought = unit(line(rules, wager, end.fates[wager]))
    if wager != "banker":
        return brought
    if end is End.TIE and rules["vigorish"] == "tie-25-percent":
        return brought - Fraction(1, 4)
    if brought > 0 and rate(rules):
        if rounds_up(rules):
            return brought - Fraction(vigorish(int(brought * stake), rate(rules), 1), stake)
        return brought * (1 - Fraction(rate(rules), 100))
    return brought


# ---- simulation ----------------------------------------------------------------------------------------

WAGERS: Final = (
    "banker",
    "player",
    "tie",
    *(paid.wager for paid in TOTAL_CARDS),
    "bonus-player",
    "bonus-banker",
    "dragon-7",
    ROYAL_BONUS.wager,
    PROGRESSIVE.wager,
)
BANKER, PLAYER, TIE, FOUR_CARDS = range(4)
BONUS_PLAYER, BONUS_BANKER, DRAGON, ROYAL = range(6, 10)


class BaccaratTerms(NamedTuple):
    """The rules in the form that the compiled round reads: the vigorish scheme, and the lines of each wager."""

    six_rule: int
    dragon: int
    percent: int
    waiver: int
    rounded: int
    tie_charge: int
    banker: Ints
    player: Ints
    tie: Ints
    total_cards: Ints
    bonus: Ints
    dragon_7: Ints
    royal: Ints
    royal_first: int


@rule("3.9", "4.9", "7.9", lean=True)
def dealt(tape: Bytes, at: int) -> tuple[int, int, int, int]:
    """Both counts of a coup, and their numbers of cards; where there is a choice, cards are drawn."""
    player = (points(tape[at]) + points(tape[at + 2])) % 10
    banker = (points(tape[at + 1]) + points(tape[at + 3])) % 10
    player_cards, banker_cards, third = 2, 2, NONE
    if not (is_natural(player) or is_natural(banker)):
        if player_draws(player):
            third = points(tape[at + 4])
            player, player_cards = (player + third) % 10, 3
        if banker_draws(banker, third):
            banker, banker_cards = (banker + points(tape[at + 2 + player_cards])) % 10, 3
    return player, banker, player_cards, banker_cards


@rule("3.10(b)", "7.10(b)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: BaccaratTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One coup. The meter is constant: its contributions and payouts are the table's business."""
    player, banker, player_cards, banker_cards = dealt(tape, at)
    start, at = at, at + player_cards + banker_cards
    end = ended_by(player, banker, banker_cards, terms.six_rule, terms.dragon)
    for wager in range(len(stakes)):
        staked[wager] += stakes[wager]
    won = pays(stakes[BANKER], terms.banker[end])
    percent = terms.percent
    if (
        terms.waiver
        and stakes[FOUR_CARDS] + stakes[FOUR_CARDS + 1] + stakes[FOUR_CARDS + 2] >= stakes[BANKER]
    ):
        percent = 0
    if won > 0 and percent > 0:
        won -= vigorish(won, percent, terms.rounded)
    if terms.tie_charge and end == End.TIE:
        won -= stakes[BANKER] // 4
    net[BANKER] += won - loses(stakes[BANKER], terms.banker[end])
    if stakes[PLAYER] > 0:  # one division for each takes as long as a card
        net[PLAYER] += brings(stakes[PLAYER], terms.player[end])
    if stakes[TIE] > 0:
        net[TIE] += brings(stakes[TIE], terms.tie[end])
    for n in range(3):
        wager = FOUR_CARDS + n
        if stakes[wager] > 0:
            net[wager] += brings(stakes[wager], terms.total_cards[n, player_cards + banker_cards - 4])
    if stakes[BONUS_PLAYER] > 0:
        row = bonus_row(player, player_cards, banker, banker_cards)
        net[BONUS_PLAYER] += brings(stakes[BONUS_PLAYER], terms.bonus[row])
    if stakes[BONUS_BANKER] > 0:
        row = bonus_row(banker, banker_cards, player, player_cards)
        net[BONUS_BANKER] += brings(stakes[BONUS_BANKER], terms.bonus[row])
    if stakes[DRAGON] > 0:
        hit = 1 if is_dragon_7(player, banker, banker_cards) else 0
        net[DRAGON] += brings(stakes[DRAGON], terms.dragon_7[hit])
    for n in range(2):
        if stakes[ROYAL + n] > 0:
            stake, lines = stakes[ROYAL + n], terms.royal[n]
            hand = highest(stake, hands_of(tape[start:at]), lines, terms.royal_first)  # type: ignore[arg-type]
            net[ROYAL + n] += brings(stake, lines[hand])
    return at


def simulation(rules: Rules) -> Simulation:
    cards = len(rules.pack())
    shoe = rules.game.shoe(rules)  # type: ignore[attr-defined]
    return Simulation(
        game=rules.game.id,
        wagers=tuple(WAGERS),
        play=play,
        rules=BaccaratTerms(
            six_rule(rules),
            dragon(rules),
            rate(rules),
            rules["vigorish"] == "waived-by-total-cards",
            rounds_up(rules),
            rules["vigorish"] == "tie-25-percent",
            hand_lines(rules, "banker"),
            hand_lines(rules, "player"),
            hand_lines(rules, "tie"),
            packed([card_lines(rules, paid) for paid in TOTAL_CARDS]),
            packed(card_lines(rules, BONUSES["player"])),
            packed(card_lines(rules, DRAGON_7)),
            packed(
                [
                    limited(lines_of(rules, ROYAL_BONUS, 0), limit(rules, 1)),
                    lines_of(rules, PROGRESSIVE, cents(rules["royal-baccarat-meter"])),
                ]
            ),
            goes_first(rules),
        ),
        equipment="shoe",
        size=cards,
        draws=DRAWN,
        reshuffle=min(shoe.cut, cards),
    )
