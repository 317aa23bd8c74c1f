"""The mathematics of double cross poker: best play for every two cards and every two that are seen, the price of
simple play, and the compiled round."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, by_cards, card_lines, lines, lines_by_hand, loses, pays
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS, card
from pitboss.games.advising import best_choice, hand_asked, unseen
from pitboss.games.house_poker.boards_mathematics import hand_cards
from pitboss.games.house_poker.double_cross_counting import (
    DEALS,
    TIES,
    axes,
    columns,
    rows,
    seen_cards,
    times,
)
from pitboss.games.house_poker.double_cross_poker import (
    AXES,
    HORIZONTAL,
    THREE_CARD,
    VERTICAL,
    DoubleCrossShowdown,
    against_dealer,
    covered,
    dealers_axis,
    hand_along,
    places,
    under_limit,
)
from pitboss.games.house_poker.family import FIVE_CARDS, THREE_CARDS, low_ace, three_cards
from pitboss.games.house_poker.first_cards_mathematics import three_card_wager
from pitboss.money import Cents, cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, packed, valued
from pitboss.ranking.high import category
from pitboss.sim import Simulation
from pitboss.table import Table

FOLDED: Final = 2
"""What a player does: HORIZONTAL, VERTICAL, or this."""
ROUNDS: Final = 52 * 51 * 1225 * DEALS

# ---- simple play -----------------------------------------------------------------------------------------

SIX, EIGHT, TEN, JACK, QUEEN, KING = 4, 6, 8, 9, 10, 11


@rule("25.10(c)")
def simply(a: int, b: int, far: int, right: int) -> int:
    """What a player does who goes by a few rules, which cost little (see `strategy`)."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    seen_far, seen_right = far >> 2, right >> 2
    axis = VERTICAL if seen_far > seen_right else HORIZONTAL
    pairs_far, pairs_right = seen_far in (high, low), seen_right in (high, low)
    if high == low or pairs_far or pairs_right:
        if pairs_far != pairs_right:
            return VERTICAL if pairs_far else HORIZONTAL
        return axis
    suited_far = (a & 3) == (b & 3) == (far & 3)
    suited_right = (a & 3) == (b & 3) == (right & 3)
    if suited_far != suited_right:
        axis = VERTICAL if suited_far else HORIZONTAL
    beyond = seen_far > high or seen_right > high
    if (
        high >= KING
        or (high == QUEEN and (low >= SIX or beyond))
        or (high == JACK and (low >= EIGHT or (low >= SIX and beyond)))
        or (high == TEN and low >= EIGHT and beyond)
        or ((suited_far or suited_right) and (high >= TEN or low >= SIX))
    ):
        return axis
    return FOLDED


@kernel
def _simply(hands: Ints, seen: Ints, found: NDArray[np.uint8]) -> None:
    for n in range(len(seen)):
        for m in range(len(hands)):
            found[n, m] = simply(hands[m, 0], hands[m, 1], seen[n, 0], seen[n, 1])


# ---- decisions -------------------------------------------------------------------------------------------


def nets(rules: Rules) -> list[Fraction]:
    """What ante and raises net together when they win, in antes, by row of FIVE_CARDS; at the minimum ante, which no
    payout limit touches (25.11(d))."""
    return [played(rules, DoubleCrossShowdown.HIGHER, row) for row in FIVE_CARDS]


def played(rules: Rules, end: DoubleCrossShowdown, row: str = "") -> Fraction:
    """What ante and raises of the minimum net together, in antes."""
    return brought(rules, end, row, rules.limits("ante").least, ante=1, raise_1=1, raise_2=1)


def folded(rules: Rules) -> Fraction:
    return brought(rules, DoubleCrossShowdown.FOLD, ante=1)


@cache
def both_axes() -> tuple[Ints, Ints]:
    """By seen cards and by hand, the deals won and tied (see `rows`) along the row and along the column."""
    row = rows()
    return row.reshape(-1, *row.shape[3:]), columns(row).reshape(-1, *row.shape[3:])


@cache
def weights() -> Ints:
    """By seen cards and by hand, how many deals of these four cards each stands for."""
    return times().reshape(-1, 1) * both_axes()[0].any(axis=2)


def gains(rules: Rules) -> tuple[Ints, Ints]:
    """What playing along the row, and along the column, brings over a fold, summed over all deals, in such parts of the
    ante that it comes out whole."""
    units, loss = (
        [*nets(rules), played(rules, DoubleCrossShowdown.TIE)],
        played(rules, DoubleCrossShowdown.LOWER),
    )
    scale = lcm(*(each.denominator for each in units))
    over_loss = np.array([int((each - loss) * scale) for each in units])
    row, column = (counts @ over_loss + int((loss - folded(rules)) * scale) * DEALS for counts in both_axes())
    return row, column


def best_play(rules: Rules) -> NDArray[np.uint8]:
    """By seen cards and by hand, what brings most."""
    row, column = gains(rules)
    return np.where(
        np.maximum(row, column) <= 0, FOLDED, np.where(column > row, VERTICAL, HORIZONTAL)
    ).astype(np.uint8)


def simple_play() -> NDArray[np.uint8]:
    hands, seen = hand_cards().astype(np.int64), seen_cards().reshape(-1, 2)
    found = np.empty((len(seen), len(hands)), np.uint8)
    _simply(hands, seen, found)
    return found


# ---- odds ------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante"):
        yield ante(rules, best_play(rules))
    if wager in (None, "three-card"):
        yield three_card_wager(rules, THREE_CARD)


def ante(rules: Rules, decided: NDArray[np.uint8]) -> WagerOdds:
    """Ante and raises together, played so."""
    found = np.zeros(TIES + 1, np.int64)
    for axis, counts in zip((HORIZONTAL, VERTICAL), both_axes(), strict=True):
        found += np.tensordot(weights() * (decided == axis), counts)
    plays = DEALS * int(weights()[decided != FOLDED].sum())
    outcomes = [Outcome("fold", Fraction(ROUNDS - plays, ROUNDS), folded(rules))]
    outcomes += [
        Outcome(f"win, {row}", Fraction(int(count), ROUNDS), each)
        for row, count, each in zip(FIVE_CARDS, found[:TIES], nets(rules), strict=True)
    ]
    for end, name, count in (
        (DoubleCrossShowdown.TIE, "tie", int(found[TIES])),
        (DoubleCrossShowdown.LOWER, "lose", plays - int(found.sum())),
    ):
        outcomes.append(Outcome(name, Fraction(count, ROUNDS), played(rules, end)))
    return WagerOdds(
        wager="ante",
        table=rules.pay("raise-1").table,
        options=rules.options,
        outcomes=tuple(each for each in merge(outcomes) if each.probability),
        per="unit of the ante; ante and both raises together",
        wagered=1 + 2 * Fraction(plays, ROUNDS),
    )


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    """Best play in every case, as far as a chart can hold it, and what it costs to play simply."""
    decided = best_play(rules)
    best, simple = ante(rules, decided), ante(rules, simple_play())
    # Hands along the last axis, seen cards along the first.
    a, b = hand_cards().astype(np.int64).T[:, None, :]
    far, right = seen_cards().reshape(-1, 2).T[:, :, None]
    pairs_far, pairs_right = ((each >> 2 == a >> 2) | (each >> 2 == b >> 2) for each in (far, right))
    suited_far, suited_right = ((each & 3 == a & 3) & (a & 3 == b & 3) for each in (far, right))
    paired, suited = pairs_far | pairs_right | (a >> 2 == b >> 2), suited_far | suited_right

    def share(chosen: NDArray[np.bool_], among: NDArray[np.bool_]) -> str:
        """How many of some hands do so."""
        all_of_them, part = (int(weights()[which].sum()) for which in (among, among & chosen))
        return "all" if part == all_of_them else f"{100 * part / all_of_them:.1f}%" if part else "none"

    plays, column = decided != FOLDED, decided == VERTICAL
    ranks = range(12, -1, -1)

    def by_cards(among: NDArray[np.bool_]) -> tuple[tuple[str, ...], ...]:
        """How many of the hands with two cards of different ranks are played."""
        return tuple(
            (
                RANKS[high],
                *(
                    share(plays, among & (a >> 2 == high) & (b >> 2 == low)) if low < high else ""
                    for low in ranks[1:]
                ),
            )
            for high in ranks[:-1]
        )

    lows = tuple(RANKS[low] for low in ranks[1:])
    one_pair, one_suit = pairs_far != pairs_right, ~paired & (suited_far != suited_right)
    neither = ~one_pair & ~one_suit & (far >> 2 != right >> 2)
    axes = (
        ("the one of two whose seen card pairs a card of yours", column == pairs_far, one_pair),
        ("else the one that has three of a suit with you", column == suited_far, one_suit),
        ("else the one of the higher seen card", column == (far > right), neither),
    )
    return Strategy(
        game=rules.game.id,
        rule="Fold or play as the charts say; with a percentage it depends on suits and seen cards. Simply: play with "
        "a pair, be it in your hand or with a seen card; with an ace or a king; with a queen beside a six or better; "
        "with a jack beside an eight or better; if a seen card is higher than both of yours also with any queen, "
        "with a jack beside a six or better and with a ten beside an eight or better; and with three of one suit "
        "on an axis, if you have a ten or better or no card below six. Lay the raises along the axis whose seen "
        "card pairs yours, else the one with three of a suit, else the one with the higher seen card.",
        charts=(
            Chart(
                "Hands to play without a pair: your higher card, and across your lower",
                lows,
                by_cards(~paired & ~suited),
            ),
            Chart("The same with a seen card of the suit of both", lows, by_cards(~paired & suited)),
            Chart(
                "The axis of the hands that are played",
                ("hands",),
                tuple((label, share(chosen, plays & among)) for label, chosen, among in axes),
            ),
        ),
        notes=(
            f"Of the hands with a pair, in the hand or with a seen card, {share(plays, paired)} are played.",
            f"Played best in every single case ante and raises cost {_percent(best.house_edge)} of the ante, "
            f"{_percent(best.element_of_risk)} of all that is staked; by the simple rules "
            f"{_percent(simple.house_edge)} of the ante.",
            f"Best play folds {_percent((3 - best.wagered) / 2)} of the hands, simple play "
            f"{_percent((3 - simple.wagered) / 2)}.",
            "Two cards that win the three-card wager are exposed: concealed, they lose it.",
            "What other players expose is not taken into account.",
        ),
        house_edge=best.house_edge,
        simpler={"simply, as said": simple.house_edge},
    )


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.3f}%"


# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """Of cards to expose the three-card wager, else ante and raises together, with every cross and every hand of the
    dealer that the cards seen leave: those that others have exposed are seen. No payout limit is considered."""
    hand, rules = hand_asked(table, ask), table.rules
    lies, community = places(rules), table.view(ask.seat)["community"]
    far, right = card(community[lies.far]), card(community[lies.right])
    a, b = hand.cards
    if any(choice.id == "expose" for choice in ask.choices):
        own = THREE_CARDS[three_cards(a, b, far, low_ace(rules))]
        exposed = next(by_cards(rules, hand, THREE_CARD, own))
        concealed = valued(rules, DoubleCrossShowdown.CONCEALED, {"three-card": hand.stake("three-card")})
        values = {"expose": exposed.pays - exposed.lost, "conceal": concealed}
        why = "Cards that are concealed lose the three-card wager (25.10(a))."
        return best_choice(ask, lambda decision, _: values[decision], why)
    stakes = dict.fromkeys(("ante", "raise-1", "raise-2"), hand.stake("ante"))
    found, deals = axes(hand.cards, far, right, unseen(table, ask))
    loss, tie = (valued(rules, end, stakes) for end in (DoubleCrossShowdown.LOWER, DoubleCrossShowdown.TIE))
    wins = (valued(rules, DoubleCrossShowdown.HIGHER, stakes, row) for row in FIVE_CARDS)
    over_loss = np.array([*wins, tie]) - loss
    worth: dict[str, float] = dict(zip(AXES, (found @ over_loss / deals + loss).tolist(), strict=True))
    best = max(worth, key=worth.__getitem__)
    won, tied = (
        each / deals for each in (found[AXES.index(best), :TIES].sum(), found[AXES.index(best), TIES])
    )

    def value_of(decision: str, _: Cents) -> float:
        if decision == "fold":
            return valued(rules, DoubleCrossShowdown.FOLD, stakes)
        return worth[best if decision == "play" else decision]

    return best_choice(ask, value_of, f"The {best} hand wins {won:.1%} of the showdowns and ties {tied:.1%}.")


# ---- simulation ------------------------------------------------------------------------------------------

AT_ANTE, AT_THREE_CARD = range(2)


class DoubleCrossTerms(NamedTuple):
    """The rules in the form that the compiled round reads: payout limit, whether it covers the ante and the three-card
    wager, where far and near card lie, the low ace, and the lines of each wager; of the raises by ending and hand."""

    limit: int
    ante_covered: bool
    all_covered: bool
    far: int
    near: int
    low_ace: int
    ante: Ints
    raises: Ints
    three_card: Ints


@rule("25.10(a)", "25.10(c)", "25.10(g)", "25.11(b)", "25.11(c)", "25.11(d)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: DoubleCrossTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: two cards to the player, two to the dealer, the cross. The three-card wager is always exposed, the
    raises are made by the simple rules."""
    a, b = int(tape[at]), int(tape[at + 1])
    left, center, right = int(tape[at + 4]), int(tape[at + 5]), int(tape[at + 6])
    far, near = int(tape[at + terms.far]), int(tape[at + terms.near])
    before = 0  # paid already under the payout limit
    ante, three_card = stakes[AT_ANTE], stakes[AT_THREE_CARD]
    if three_card > 0:
        staked[AT_THREE_CARD] += three_card
        line = terms.three_card[three_cards(a, b, far, terms.low_ace)]
        won = pays(three_card, line)
        if terms.all_covered:
            before = won = under_limit(won, 0, terms.limit)
        net[AT_THREE_CARD] += won - loses(three_card, line)
    if ante > 0:
        axis = simply(a, b, far, right)
        if axis == FOLDED:
            staked[AT_ANTE] += ante
            net[AT_ANTE] += brings(ante, terms.ante[DoubleCrossShowdown.FOLD])
            return at + 9
        staked[AT_ANTE] += 3 * ante
        c, d = int(tape[at + 2]), int(tape[at + 3])
        mine = hand_along(axis, a, b, left, center, right, far, near)
        row = hand_along(HORIZONTAL, c, d, left, center, right, far, near)
        column = hand_along(VERTICAL, c, d, left, center, right, far, near)
        end = against_dealer(mine, column if dealers_axis(row, column) == VERTICAL else row)
        of_ante, of_raises = terms.ante[end], terms.raises[end, category(mine)]
        won, raises = pays(ante, of_ante), 2 * pays(ante, of_raises)
        if terms.ante_covered:
            net[AT_ANTE] += under_limit(won + raises, before, terms.limit)
        else:
            net[AT_ANTE] += won + under_limit(raises, 0, terms.limit)
        net[AT_ANTE] -= loses(ante, of_ante) + 2 * loses(ante, of_raises)
    return at + 9


def simulation(rules: Rules) -> Simulation:
    under, lies = covered(rules), places(rules)
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "three-card"),
        play=play,
        rules=DoubleCrossTerms(
            cents(rules["payout-limit"]),
            "ante" in under,
            "three-card" in under,
            4 + lies.far,
            4 + lies.near,
            low_ace(rules),
            packed(lines(rules, "ante", DoubleCrossShowdown)),
            packed(lines_by_hand(rules, "raise-1", DoubleCrossShowdown, FIVE_CARDS)),
            packed(card_lines(rules, THREE_CARD)),
        ),
        equipment="deck",
        size=52,
        draws=9,
        reserve=lambda stakes: int(3 * stakes[AT_ANTE] + stakes[AT_THREE_CARD]),
    )
