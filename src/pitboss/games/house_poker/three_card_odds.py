"""The mathematics of three-card poker: every wager under every table, exactly.

The ante: each of the 22,100 hands a player may hold, up to the names of the suits, against each of the
18,424 hands the dealer may then hold. The six-card bonus: each of the 20,358,520 sets of six cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.book import Ask, Rules, rule
from pitboss.compiler import kernel
from pitboss.games.house_poker.advising import best_choice, hand_asked, shares, unseen
from pitboss.games.house_poker.bones import bonus_on, by_table, packed, paid, row_of
from pitboss.games.house_poker.three_card_poker import (
    BELONGS_TO,
    OWN_HAND,
    SIX_CARDS,
    against_dealer,
    five_card_row,
    own_hand,
    six_cards,
)
from pitboss.money import Cents
from pitboss.odds import Advice, Outcome, Strategy, WagerOdds, counted, merge, net
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
    """Of the dealer's hands from these cards, in rising order: how many do not qualify, are lower, equal, and
    higher."""
    for i in range(len(unseen)):
        for j in range(i):
            for k in range(j):
                theirs = values[unseen[i], unseen[j], unseen[k]]
                if theirs < QUEEN_HIGH:
                    found[0] += 1
                elif theirs < mine:
                    found[1] += 1
                elif theirs == mine:
                    found[2] += 1
                else:
                    found[3] += 1


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
    counts = np.zeros((len(hands), 4), np.int64)
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


def ante(rules: Rules) -> WagerOdds:
    """Ante, play and ante bonus together, played best: the hand is folded where playing costs more."""
    bonus = rules.pay("ante-bonus")
    extras = {own: net(bonus[row]) if (row := row_of(bonus, own, BELONGS_TO)) else None for own in OWN_HAND}
    deals = 22_100 * DEALER_HANDS
    counts: dict[tuple[str, int, str | None], int] = {}
    played = 0
    for own, weight, against_ in zip(
        own_hands(), player_hands()[1].tolist(), against().tolist(), strict=True
    ):
        passed, lower, equal, higher = against_
        extra = extras[own]
        if passed + 2 * lower - 2 * higher + (extra or 0) * DEALER_HANDS <= -DEALER_HANDS:
            counts["fold", -1, None] = counts.get(("fold", -1, None), 0) + weight * DEALER_HANDS
            continue
        played += weight
        paid = None if extra is None else own
        for name, count, units in (
            ("dealer not queen high", passed, 1),
            ("win", lower, 2),
            ("draw", equal, 0),
            ("lose", higher, -2),
        ):
            if count:
                counts[name, units, paid] = counts.get((name, units, paid), 0) + weight * count
    outcomes = [
        Outcome(
            f"{name}, {own}" if own else name,
            Fraction(count, deals),
            units + ((extras[own] if own else None) or Fraction(0)),
        )
        for (name, units, own), count in counts.items()
    ]
    return WagerOdds(
        wager="ante",
        table=bonus.table,
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the ante, play wager and ante bonus included",
        wagered=1 + Fraction(played, 22_100),
    )


def pair_plus(rules: Rules) -> WagerOdds:
    pay = rules.pay("pair-plus")
    counts: dict[str, int] = {}
    for own, weight in zip(own_hands(), player_hands()[1].tolist(), strict=True):
        row = row_of(pay, own, BELONGS_TO) or "high-card"
        counts[row] = counts.get(row, 0) + weight
    pays = {row: net(pay.get(row)) for row in counts}
    return counted("pair-plus", counts, pays, table=pay.table, options=rules.options)


def six_card_bonus(rules: Rules) -> WagerOdds:
    """A fixed prize weighs the less the more is staked: it is reckoned at the minimum wager."""
    pay = rules.pay("six-card-bonus")
    least = rules.limits("six-card-bonus").least
    prizes = any(odds.prize for odds in pay.rows.values())
    counts: dict[str, int] = {}
    for outcome, count in six_card_counts().items():
        row = row_of(pay, outcome, BELONGS_TO) or "nothing"
        counts[row] = counts.get(row, 0) + count
    return counted(
        "six-card-bonus",
        counts,
        {row: net(pay.get(row), least) for row in counts},
        table=pay.table,
        options=rules.options,
        per=f"unit of the wager at ${least // 100}" if prizes else "unit of the wager",
    )


@cache
def least_hand_to_play() -> int:
    """The value of the lowest hand that is worth a play wager. It holds no bonus, so no table changes it."""
    hands, _ = player_hands()
    worth = [
        three_card_value(int(a), int(b), int(c))
        for (a, b, c), (passed, lower, _, higher) in zip(hands, against(), strict=True)
        if passed + 2 * lower - 2 * higher > -DEALER_HANDS
    ]
    return min(worth)


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
    )


# ---- advice --------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Play or fold against every hand that the dealer may hold. A fold forfeits pair plus, so it is reckoned in."""
    hand, pay = hand_asked(table, ask), table.rules.pay
    a, b, c = hand.cards
    own = OWN_HAND[own_hand(a, b, c)]
    counts = np.zeros(4, np.int64)
    count_dealers(three_card_value(a, b, c), unseen(table, ask), hand_values(), counts)
    passed, lower, _, higher = shares(counts)
    ante, pair_plus = hand.stake("ante"), hand.stake("pair-plus")
    extra = sum(each.pays for each in bonus_on(hand, "ante-bonus", "ante", own, BELONGS_TO))
    if pair_plus:
        settled = by_table(hand, "pair-plus", own, BELONGS_TO)
        extra += settled.pays - settled.lost

    def worth(decision: str, amount: Cents) -> float:
        if decision == "fold":
            return -ante - pair_plus
        ante_wins, play_wins = pay("ante")["win"].pays(ante), pay("play")["win"].pays(amount)
        return extra + passed * ante_wins + lower * (ante_wins + play_wins) - higher * (ante + amount)

    return best_choice(ask, worth, f"{least_hand_named().capitalize()} or better plays.")


# ---- simulation ----------------------------------------------------------------------------------------

ANTE, PAIR_PLUS, SIX_CARD_BONUS = range(3)
# How the rules lie in the integers: the least hand to play, then win, stake and prize of each row.
ROWS = 3 * len(OWN_HAND)


@rule("20.10(b)", "20.11(a)")
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Counts,
    rules: Counts,
    memory: Counts,  # noqa: ARG001
    net: Counts,
    staked: Counts,
) -> int:
    """One round: cards one at a time, player and dealer by turns."""
    a, b, c = tape[at], tape[at + 2], tape[at + 4]
    d, e, f = tape[at + 1], tape[at + 3], tape[at + 5]
    mine = three_card_value(a, b, c)
    own = own_hand(a, b, c)
    folded = False
    if stakes[ANTE] > 0:
        staked[ANTE] += stakes[ANTE]
        folded = mine < rules[0]
        if folded:
            net[ANTE] -= stakes[ANTE]
        else:
            staked[ANTE] += stakes[ANTE]
            ante_sign, play_sign = against_dealer(mine, three_card_value(d, e, f))
            net[ANTE] += (ante_sign + play_sign) * stakes[ANTE]
            bonus = paid(stakes[ANTE], rules, 1 + 3 * own)
            if bonus > 0:
                net[ANTE] += bonus
    if stakes[PAIR_PLUS] > 0:
        staked[PAIR_PLUS] += stakes[PAIR_PLUS]
        if folded:
            net[PAIR_PLUS] -= stakes[PAIR_PLUS]
        else:
            net[PAIR_PLUS] += paid(stakes[PAIR_PLUS], rules, 1 + ROWS + 3 * own)
    if stakes[SIX_CARD_BONUS] > 0:
        staked[SIX_CARD_BONUS] += stakes[SIX_CARD_BONUS]
        row = six_cards(a, b, c, d, e, f)
        net[SIX_CARD_BONUS] += paid(stakes[SIX_CARD_BONUS], rules, 1 + 2 * ROWS + 3 * row)
    return at + 6


def simulation(rules: Rules) -> Simulation:
    integers = [least_hand_to_play()]
    for wager, outcomes in (("ante-bonus", OWN_HAND), ("pair-plus", OWN_HAND), ("six-card-bonus", SIX_CARDS)):
        pay = rules.pay(wager) if rules.offers(wager) else None
        integers += packed(pay, outcomes, BELONGS_TO)
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "pair-plus", "six-card-bonus"),
        play=play,
        rules=np.array(integers, np.int64),
        equipment="deck",
        size=52,
        draws=6,
        rounds_per_hour=rules.game.data.house.rounds_per_hour,
        reserve=lambda stakes: int(2 * stakes[ANTE] + stakes[PAIR_PLUS] + stakes[SIX_CARD_BONUS]),
    )
