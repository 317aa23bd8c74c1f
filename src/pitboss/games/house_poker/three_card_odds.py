"""The mathematics of three-card poker: every wager under every table, exactly.

The ante: each of the 22,100 hands a player may hold, up to the names of the suits, against each of the
18,424 hands the dealer may then hold. The six-card bonus: each of the 20,358,520 sets of six cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, game, rule
from pitboss.book.endings import brings, by_cards, card_line, card_lines, lines
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shares, unseen
from pitboss.games.house_poker.three_card_poker import (
    ANTE_BONUS,
    OWN_HAND,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    SIX_CARDS,
    Showdown,
    against_dealer,
    five_card_row,
    own_hand,
    six_cards,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, on_cards, packed, unit, valued
from pitboss.ranking.batch import strength_of, tables
from pitboss.ranking.three import QUEEN_HIGH, three_card_value
from pitboss.ranking.value import NAMES, leading
from pitboss.sim import Simulation
from pitboss.table import Table

Counts = NDArray[np.int64]
DEALER_HANDS = 18_424  # C(49, 3)

# ---- counting ------------------------------------------------------------------------------------------


@kernel
def value_hands(values: Counts) -> None:
    """The value of every three cards, in falling order."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                values[a, b, c] = three_card_value(a, b, c)


@kernel
def count_dealers(mine: int, unseen: Counts, values: Counts, found: Counts) -> None:
    """How each of the dealer's hands from these cards, in rising order, ends the round."""
    for i in range(len(unseen)):
        for j in range(i):
            for k in range(j):
                found[against_dealer(mine, values[unseen[i], unseen[j], unseen[k]])] += 1


@kernel
def count_against_dealer(hands: Counts, values: Counts, found: Counts) -> None:
    """Each of the player's hands (three cards a row) against all of the dealer's."""
    for n in range(len(hands)):
        x, y, z = hands[n]
        unseen = np.array([card for card in range(52) if card != x and card != y and card != z])
        count_dealers(three_card_value(x, y, z), unseen, values, found[n])


@kernel
def count_six_cards(keys: Counts, bits: Counts, table: NDArray[np.uint16], counts: Counts) -> None:
    """How many sets of six cards have each strength of `pitboss.ranking.batch`."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        hand = bits[a] + bits[b] + bits[c] + bits[d] + bits[e]
                        for f in range(e):
                            counts[strength_of(key + keys[f], hand + bits[f], table)] += 1


@cache
def player_hands() -> tuple[Counts, Counts]:
    """The player's hands up to the names of the suits (spades kept apart for the mini royal), and how many
    hands each stands for."""
    classes: dict[tuple[int, ...], int] = {}
    first: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for a in range(52):
        for b in range(a):
            for c in range(b):
                names: dict[int, int] = {}
                pattern = tuple(names.setdefault(card & 3, len(names)) for card in (a, b, c))
                spades = own_hand(a, b, c) == len(OWN_HAND) - 1
                key = (a >> 2, b >> 2, c >> 2, *pattern, spades)
                classes[key] = classes.get(key, 0) + 1
                first.setdefault(key, (a, b, c))
    return np.array(list(first.values())), np.array(list(classes.values()))


@cache
def hand_values() -> Counts:
    values = np.empty((52, 52, 52), np.int64)
    value_hands(values)
    return values


@cache
def against() -> Counts:
    hands, _ = player_hands()
    counts = np.zeros((len(hands), len(Showdown)), np.int64)
    count_against_dealer(hands, hand_values(), counts)
    return counts


@cache
def six_card_counts() -> dict[str, int]:
    """How many sets of six cards make each row of SIX_CARDS. The strengths know five cards: nine to ace of one suit
    is a royal flush to them, and there are four of those."""
    evaluator = tables()
    strengths = np.zeros(len(evaluator.ladder), np.int64)
    count_six_cards(evaluator.keys, evaluator.bits, evaluator.table, strengths)
    counts = dict.fromkeys(SIX_CARDS, 0)
    for value, count in zip(evaluator.ladder.tolist(), strengths.tolist(), strict=True):
        counts[SIX_CARDS[five_card_row(value)]] += count
    for suit in range(4):
        hand = [4 * rank + suit for rank in range(7, 13)]
        counts["royal-flush"] -= 1
        counts[SIX_CARDS[six_cards(*hand)]] += 1
    return counts


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for name, analyse in (("ante", ante), ("pair-plus", pair_plus), ("six-card-bonus", six_card_bonus)):
        if rules.offers(name) and wager in (None, name):
            yield analyse(rules)


@cache
def own_hands() -> list[str]:
    """What each of the player's hands is called by the pay tables."""
    return [OWN_HAND[own_hand(*hand)] for hand in player_hands()[0].tolist()]


def worth(rules: Rules) -> dict[Showdown, Fraction]:
    """What each ending brings ante and play together, in antes."""
    return {ending: brought(rules, ending, ante=1, play=ending is not Showdown.FOLD) for ending in Showdown}


def ante(rules: Rules, least: int | None = None) -> WagerOdds:
    """Ante, play and ante bonus together, played best: the hand is folded where playing costs more; or played from a
    hand of this value on."""
    bonus, value = rules.pay("ante-bonus"), worth(rules)
    extras = {own: unit(card_line(rules, ANTE_BONUS, own)) for own in OWN_HAND}
    deals, outcomes, played = 22_100 * DEALER_HANDS, [], 0
    hands, weights = (each.tolist() for each in player_hands())
    for hand, own, weight, found in zip(hands, own_hands(), weights, against().tolist(), strict=True):
        brings = sum(value[ending] * found[ending] for ending in Showdown) + extras[own] * DEALER_HANDS
        if (
            brings <= value[Showdown.FOLD] * DEALER_HANDS
            if least is None
            else three_card_value(*hand) < least
        ):
            found = [DEALER_HANDS if ending is Showdown.FOLD else 0 for ending in Showdown]
        else:
            played += weight
        for ending in Showdown:
            extra = 0 if ending is Showdown.FOLD else extras[own]
            name = f"{ending.outcome}, {own}" if extra else ending.outcome
            if found[ending]:
                outcomes.append(Outcome(name, Fraction(weight * found[ending], deals), value[ending] + extra))
    return WagerOdds(
        wager="ante",
        table=bonus.table,
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the ante, play wager and ante bonus included",
        wagered=1 + Fraction(played, 22_100),
    )


def pair_plus(rules: Rules) -> WagerOdds:
    counts: dict[str, int] = {}
    for own, weight in zip(own_hands(), player_hands()[1].tolist(), strict=True):
        counts[own] = counts.get(own, 0) + weight
    return on_cards(rules, PAIR_PLUS, counts, nothing="high-card")


def six_card_bonus(rules: Rules) -> WagerOdds:
    """A fixed prize weighs the less the more is staked: it is reckoned at the minimum wager."""
    least = rules.limits("six-card-bonus").least
    prizes = any(odds.prize for odds in rules.pay("six-card-bonus").rows.values())
    per = f"unit of the wager at ${least // 100}" if prizes else "unit of the wager"
    return on_cards(rules, SIX_CARD_BONUS, six_card_counts(), nothing="nothing", stake=least, per=per)


@cache
def least_hand_to_play() -> int:
    """The value of the lowest hand that is worth a play wager. It holds no bonus, so no table changes it."""
    hands, value = player_hands()[0].tolist(), worth(game("three-card-poker").rules())
    return min(
        three_card_value(*hand)
        for hand, found in zip(hands, against().tolist(), strict=True)
        if sum(value[end] * found[end] for end in Showdown) > value[Showdown.FOLD] * DEALER_HANDS
    )


def least_hand_named() -> str:
    ranks = leading(least_hand_to_play())
    return "-".join(NAMES[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def strategy(rules: Rules) -> Strategy:
    return Strategy(
        game=rules.game.id,
        rule=f"Play with {least_hand_named()} or better; fold anything lower.",
        notes=(
            "A hand that should be folded never holds a pair, so the pair plus wager it forfeits is lost anyway.",
            "The six-card bonus stays on the layout after a fold and does not enter the decision.",
        ),
        house_edge=ante(rules).house_edge,
        simpler={
            "play with queen high or better, like the dealer": ante(rules, QUEEN_HIGH).house_edge,
            "play every hand": ante(rules, 0).house_edge,
        },
    )


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Play or fold against every hand that the dealer may hold. A fold forfeits pair plus, so it is reckoned in."""
    hand, rules = hand_asked(table, ask), table.rules
    a, b, c = hand.cards
    own = OWN_HAND[own_hand(a, b, c)]
    counts = np.zeros(len(Showdown), np.int64)
    count_dealers(three_card_value(a, b, c), unseen(table, ask), hand_values(), counts)
    stakes = {wager: hand.stake(wager) for wager in ("ante", "pair-plus")}
    extra = sum(
        each.pays - each.lost for paid in (ANTE_BONUS, PAIR_PLUS) for each in by_cards(rules, hand, paid, own)
    )

    def worth(decision: str, amount: Cents) -> float:
        made = {**stakes, "play": amount}
        if decision == "fold":
            return valued(rules, Showdown.FOLD, made)
        return extra + sum(
            share * valued(rules, ending, made)
            for ending, share in zip(Showdown, shares(counts), strict=True)
        )

    return best_choice(ask, worth, f"{least_hand_named().capitalize()} or better plays.")


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_PAIR_PLUS, AT_SIX_CARDS = range(3)


class Terms(NamedTuple):
    """The rules as the compiled round reads them: the least hand to play, and the lines of each wager."""

    least: int
    ante: Counts
    play: Counts
    ante_bonus: Counts
    pair_plus: Counts
    six_cards: Counts


@rule("20.10(b)", "20.11(a)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    terms: Terms,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    a, b, c = tape[at], tape[at + 2], tape[at + 4]
    d, e, f = tape[at + 1], tape[at + 3], tape[at + 5]
    ante, pair_plus, six = stakes[AT_ANTE], stakes[AT_PAIR_PLUS], stakes[AT_SIX_CARDS]
    mine = three_card_value(a, b, c)
    own = own_hand(a, b, c)
    folded = ante > 0 and mine < terms.least
    staked[AT_ANTE] += ante
    staked[AT_PAIR_PLUS] += pair_plus
    staked[AT_SIX_CARDS] += six
    if folded:
        net[AT_ANTE] += brings(ante, terms.ante[Showdown.FOLD])
        net[AT_PAIR_PLUS] -= pair_plus
    else:
        net[AT_PAIR_PLUS] += brings(pair_plus, terms.pair_plus[own])
        if ante > 0:
            staked[AT_ANTE] += ante
            end = against_dealer(mine, three_card_value(d, e, f))
            net[AT_ANTE] += brings(ante, terms.ante[end]) + brings(ante, terms.play[end])
            net[AT_ANTE] += brings(ante, terms.ante_bonus[own])
    if six > 0:
        net[AT_SIX_CARDS] += brings(six, terms.six_cards[six_cards(a, b, c, d, e, f)])
    return at + 6


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pair-plus", "six-card-bonus"),
        play=play,
        rules=Terms(
            least_hand_to_play(),
            *(packed(lines(rules, wager, Showdown)) for wager in ("ante", "play")),
            *(packed(card_lines(rules, paid)) for paid in (ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS)),
        ),
        equipment="deck",
        size=52,
        draws=6,
        reserve=lambda stakes: int(2 * stakes[AT_ANTE] + stakes[AT_PAIR_PLUS] + stakes[AT_SIX_CARDS]),
    )
