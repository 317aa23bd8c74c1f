"""The mathematics of Boston 5 stud poker: every hand of five cards against all of the dealer's, by the three cards
on which the player decides."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, by_cards, card_line, card_lines, line, lines, loses, pays
from pitboss.compiler import kernel
from pitboss.equipment.cards import RANKS
from pitboss.games.advising import best_choice, hand_asked, shares, unseen
from pitboss.games.house_poker.boston_5_stud_poker import (
    ANTE_BONUS,
    OPTIONAL_BONUS,
    BostonStudShowdown,
    against_dealer,
    ante_collected,
    bonus_due,
    own_three,
    tie_pays_bonus,
)
from pitboss.games.house_poker.counting import OF_A_DEALER, dealers_hands, player_hands
from pitboss.games.house_poker.family import FIVE_CARDS, THREE_CARDS, low_ace, three_cards
from pitboss.games.house_poker.first_cards_mathematics import three_card_wager
from pitboss.games.payout_limit import payable
from pitboss.money import Cents, cents
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, packed, valued
from pitboss.ranking.batch import strength_of, strengths, tables
from pitboss.ranking.high import best_five, category
from pitboss.sim import Simulation
from pitboss.table import Table

STARTS: Final = comb(52, 3)
DEALS: Final = STARTS * comb(49, 2) * OF_A_DEALER
SIGNS: Final = {-1: "lose", 0: "tie", 1: "win"}

# ---- counting ------------------------------------------------------------------------------------------


class Starts(NamedTuple):
    """What three cards come to, up to the names of the suits: 1,755 kinds of them."""

    cards: Ints
    """Three cards of each kind."""
    times: Ints
    """How many sets of three cards it stands for."""
    deals: Ints
    """By kind, by the row of FIVE_CARDS that they grow to, and by lower, equal and higher hand than the dealer's (as
    SIGNS): the deals of two more cards and of the dealer's five."""


def kind_of(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same for cards that differ only in the names of their suits."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suits))


@cache
def against_all() -> Ints:
    """For each of the player's hands, how many of the dealer's 1,533,939 it loses to, ties and beats."""
    dealers = dealers_hands(1)  # a dealer who always qualifies
    # The counts are by upcard, and each of the dealer's hands has five cards that may lie up.
    lower, equal = (each.sum(axis=1, dtype=np.int64) // 5 for each in (dealers.lower, dealers.equal))
    return np.stack((OF_A_DEALER - lower - equal, equal, lower), axis=1)


@cache
def starts() -> Starts:
    """Every five cards count once for each three of them that may have come first."""
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for three in combinations(range(52), 3):
        alike.setdefault(kind_of(three), []).append(three)
    kind = np.empty((52, 52, 52), np.int64)
    for number, threes in enumerate(alike.values()):
        kind[tuple(np.transpose(threes))] = number
    hands = player_hands()
    rows, ends = tables().ladder[hands.strengths] >> 26, against_all() * hands.times[:, None]
    deals = np.zeros((len(alike), len(FIVE_CARDS), 3), np.int64)
    for first in combinations(range(5), 3):
        np.add.at(deals, (kind[tuple(hands.cards[:, first].T)], rows), ends)
    return Starts(
        np.array([threes[0] for threes in alike.values()]),
        np.array([len(threes) for threes in alike.values()]),
        deals,
    )


# ---- decisions -----------------------------------------------------------------------------------------


def netted(rules: Rules, ante: Cents, row: str, sign: int) -> Cents:
    """What ante, first and second wager and ante bonus net together, by row of FIVE_CARDS and by sign."""
    bonus = pays(ante, card_line(rules, ANTE_BONUS, row))
    end = against_dealer(sign, 0, bonus > 0, ante_collected(rules))
    stakes = {"ante": ante, "first": 2 * ante, "second": 2 * ante}
    found = [(stake, line(rules, wager, end.fates[wager])) for wager, stake in stakes.items()]
    won = sum(pays(*each) for each in found) + bonus * bonus_due(end, tie_pays_bonus(rules))
    return payable(won, cents(rules["payout-limit"])) - sum(loses(*each) for each in found)


def nets(rules: Rules) -> list[list[Fraction]]:
    """The same in antes, at the minimum ante, which no payout limit reduces (24.11(e))."""
    ante = rules.limits("ante").least
    return [[Fraction(netted(rules, ante, row, sign), ante) for sign in SIGNS] for row in FIVE_CARDS]


def folded(rules: Rules) -> Fraction:
    """What a fold brings, in antes."""
    return brought(rules, BostonStudShowdown.FOLD, ante=1, first=2)


def gains(rules: Rules) -> tuple[Ints, int]:
    """What the second wager brings over a fold, summed over all deals that follow three cards of each kind; and into
    how many parts the ante is divided for it to come out whole."""
    units, fold = nets(rules), folded(rules)
    scale = lcm(*(each.denominator for row in units for each in row))
    over_fold = np.array([[int((each - fold) * scale) for each in row] for row in units])
    return (starts().deals * over_fold).sum(axis=(1, 2)), scale


# ---- odds ----------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    if wager in (None, "ante", "first"):
        yield against_the_dealer(rules, wager or "ante")
    if wager in (None, "optional-bonus"):
        yield three_card_wager(rules, OPTIONAL_BONUS)


def against_the_dealer(rules: Rules, wager: str) -> WagerOdds:
    """Ante, first and second wager and ante bonus together, played best, per unit of the ante or of the first."""
    unit = {"ante": 1, "first": 2}[wager]
    bonus = rules.pay("ante-bonus")
    seconds = gains(rules)[0] > 0
    played = starts().deals[seconds].sum(axis=0)
    folds = DEALS - int(played.sum())
    outcomes = [Outcome("fold", Fraction(folds, DEALS), folded(rules) / unit)]
    for row, counts, units in zip(FIVE_CARDS, played, nets(rules), strict=True):
        for (_, end), count, each in zip(SIGNS.items(), counts, units, strict=True):
            name = f"{end}, {row}" if bonus.get(row) else end
            outcomes.append(Outcome(name, Fraction(int(count), DEALS), each / unit))
    return WagerOdds(
        wager=wager,
        table=bonus.table,
        options=rules.options,
        outcomes=tuple(each for each in merge(outcomes) if each.probability),
        per=f"unit of the {wager} wager; ante, first and second wager (1, 2 and 2 units of the ante) and the "
        "ante bonus together",
        wagered=(5 - 2 * Fraction(folds, DEALS)) / unit,
    )


# ---- strategy ------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    """Whether any three cards are better folded, and of each kind those with which it is closest."""
    (gained, scale), kinds = gains(rules), starts()
    deals = kinds.deals.sum(axis=(1, 2))
    brings = gained / (deals * scale)
    owns = [THREE_CARDS[three_cards(a, b, c, low_ace(rules))] for a, b, c in kinds.cards.tolist()]
    rows = []
    for own in reversed(dict.fromkeys(THREE_CARDS)):
        here = np.array([n for n, each in enumerate(owns) if each == own])
        least, most = here[brings[here].argmin()], here[brings[here].argmax()]
        folds = int(kinds.times[here][gained[here] <= 0].sum())
        extremes = (f"{named(kinds.cards[each])} {brings[each]:+.3f}" for each in (least, most))
        rows.append((own.replace("-", " "), *extremes, f"{folds} of {kinds.times[here].sum()}"))
    folds = int(kinds.times[gained <= 0].sum())
    lowest = brings.argmin()
    won = Fraction(int(kinds.deals[lowest, :, 2].sum()), int(deals[lowest]))
    edge = against_the_dealer(rules, "ante")
    return Strategy(
        game=rules.game.id,
        rule=f"Place the second wager with the hands that gain by it; fold the {folds} of {STARTS} that do not."
        if folds
        else "Always place the second wager: no three cards are better folded.",
        charts=(
            Chart(
                "What the second wager brings over a fold, in antes",
                ("with the worst three cards", "with the best", "better folded"),
                tuple(rows),
            ),
        ),
        notes=(
            f"A fold costs three antes. The worst three cards, {named(kinds.cards[lowest])}, still win "
            f"{_percent(won)} of the time.",
            f"The house edge is {_percent(edge.house_edge)} of the ante, "
            f"{_percent(edge.house_edge / 3)} of ante and first wager together, "
            f"{_percent(edge.element_of_risk)} of all that is staked.",
            "Three cards that win the optional bonus are exposed: concealed, they lose it.",
        ),
        house_edge=edge.house_edge,
        simpler={
            "fold whatever is less than a pair": placed(
                rules, np.array([own != THREE_CARDS[0] for own in owns])
            ),
            "always fold": placed(rules, np.zeros(len(owns), np.bool_)),
        },
    )


def placed(rules: Rules, with_these: NDArray[np.bool_]) -> Fraction:
    """The house edge, of the ante, of who places the second wager with these kinds of three cards: every other time
    three antes are lost."""
    (gained, scale), kinds = gains(rules), starts()
    deals = kinds.deals.sum(axis=(1, 2))
    each = (
        Fraction(int(kinds.times[n]) * int(gained[n]), int(deals[n]))
        for n in np.flatnonzero(with_these).tolist()
    )
    won = sum(each, Fraction(0))
    return 3 - won / (scale * STARTS)


def named(cards: Ints) -> str:
    """Three cards by rank, and how many of them are of one suit."""
    suits = [int(card) & 3 for card in cards]
    alike = max(map(suits.count, suits))
    ranks = "-".join(RANKS[card >> 2] for card in sorted(map(int, cards), reverse=True))
    return ranks + {1: ", no two suited", 2: ", two suited", 3: ", suited"}[alike]


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.2f}%"


# ---- advice --------------------------------------------------------------------------------------------


EQUAL: Final = 1 << 32


@kernel
def meet(
    mine: Ints, unseen: Ints, keys: Ints, bits: Ints, table: NDArray[np.uint16], held: Ints, pairs: Ints
) -> None:
    """Every five of the cards unseen as the dealer's: by each of them and, in the last column, in all, how many have
    each strength; by each two of them, how many are lower than what these two make of the player's hand and,
    from ``EQUAL`` on, how many as good."""
    dealt = np.empty(5, np.int64)
    for i in range(len(unseen)):
        for j in range(i):
            for k in range(j):
                for m in range(k):
                    dealt[0], dealt[1], dealt[2], dealt[3] = unseen[i], unseen[j], unseen[k], unseen[m]
                    key = keys[dealt[0]] + keys[dealt[1]] + keys[dealt[2]] + keys[dealt[3]]
                    hand = bits[dealt[0]] + bits[dealt[1]] + bits[dealt[2]] + bits[dealt[3]]
                    for n in range(m):
                        dealt[4] = unseen[n]
                        strength = strength_of(key + keys[dealt[4]], hand + bits[dealt[4]], table)
                        held[strength, 52] += 1
                        for p in range(5):
                            held[strength, dealt[p]] += 1
                            for q in range(p):
                                own = mine[dealt[q], dealt[p]]
                                pairs[dealt[q], dealt[p]] += (strength < own) + EQUAL * (strength == own)


@lru_cache(maxsize=64)
def ends(three: tuple[int, ...], unseen: tuple[int, ...]) -> Ints:
    """By row of FIVE_CARDS and by sign, the deals of two more cards to these three and of the dealer's five. The
    dealer's hands with neither of the two: all, less those with the one, less those with the other; those with both
    were taken away twice."""
    kept, left = tables(), np.array(unseen)
    first, second = (left[places] for places in np.tril_indices(len(left), -1))
    found = strengths(np.column_stack((np.tile(three, (len(first), 1)), first, second)))
    mine, pairs = np.zeros((52, 52), np.int64), np.zeros((52, 52), np.int64)
    mine[first, second] = found
    held = np.zeros((len(kept.ladder), 53), np.int64)
    meet(mine, left, kept.keys, kept.bits, kept.table, held, pairs)

    def neither(counts: Ints, both: Ints) -> Ints:
        without: Ints = counts[found, 52] - counts[found, first] - counts[found, second] + both[first, second]
        return without

    lower, equal = neither(held.cumsum(axis=0) - held, pairs % EQUAL), neither(held, pairs // EQUAL)
    deals = np.zeros((len(FIVE_CARDS), 3), np.int64)
    signs = np.stack((comb(len(left) - 2, 5) - lower - equal, equal, lower), axis=1)
    np.add.at(deals, kept.ladder[found] >> 26, signs)
    return deals


def advise(table: Table, ask: Ask) -> Advice:
    """The second wager against a fold, over all the cards to come to the player and to the dealer; the cards that
    other players have exposed are known. Exposing one's own decides the optional bonus and nothing else."""
    rules, hand = table.rules, hand_asked(table, ask)
    ante, first, bonus = (hand.stake(wager) for wager in ("ante", "first", "optional-bonus"))
    deals = ends(tuple(hand.cards), tuple(unseen(table, ask).tolist()))
    nets = np.array([[netted(rules, ante, row, sign) for sign in SIGNS] for row in FIVE_CARDS])
    fold = valued(rules, BostonStudShowdown.FOLD, {"ante": ante, "first": first})
    play = float((deals * nets).sum() / deals.sum())
    if bonus:
        settled = next(by_cards(rules, hand, OPTIONAL_BONUS, own_three(table, hand)))
        concealed = valued(rules, BostonStudShowdown.CONCEALED, {"optional-bonus": bonus})
        exposed = {"expose": settled.pays - settled.lost, "conceal": concealed}
        after = max(fold, play) if table.chips(ask.seat) >= first else fold
        return best_choice(
            ask,
            lambda decision, _: after + exposed[decision],
            "Cards that stay concealed lose the optional bonus (24.10(a)).",
        )
    return best_choice(
        ask,
        lambda decision, _: play if decision in ("second", "keep") else fold,
        f"These three cards win {shares(deals.sum(axis=0))[2]:.1%} of the time; a fold costs three antes for certain.",
    )


# ---- simulation ----------------------------------------------------------------------------------------

AT_ANTE, AT_BONUS = range(2)


class BostonStudTerms(NamedTuple):
    """The rules in the form that the compiled round reads: payout limit and readings, and the lines of each wager; the
    second ends as the first does."""

    limit: int
    collected: bool
    on_a_tie: bool
    low_ace: int
    ante: Ints
    first: Ints
    ante_bonus: Ints
    optional_bonus: Ints


@rule("24.10(a)", "24.10(b)", "24.10(f)", "24.11(b)", "24.11(c)", "24.11(d)", "24.11(e)", lean=True)
def play(
    tape: NDArray[np.uint8],
    at: int,
    stakes: Ints,
    terms: BostonStudTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: three cards to the player, three to the dealer, two and two. The cards are exposed for the bonus and
    the second wager is always placed, which is best whatever the ante bonus pays (see `strategy`)."""
    a, b, c = tape[at], tape[at + 1], tape[at + 2]
    ante, optional_bonus = stakes[AT_ANTE], stakes[AT_BONUS]
    if ante > 0:
        staked[AT_ANTE] += 5 * ante
        mine = best_five((a, b, c, tape[at + 6], tape[at + 7]))
        theirs = best_five((tape[at + 3], tape[at + 4], tape[at + 5], tape[at + 8], tape[at + 9]))
        bonus = pays(ante, terms.ante_bonus[category(mine)])
        end = against_dealer(mine, theirs, bonus > 0, terms.collected)
        won = 2 * pays(2 * ante, terms.first[end])
        if bonus_due(end, terms.on_a_tie):
            won += bonus
        lost = 2 * loses(2 * ante, terms.first[end]) + loses(ante, terms.ante[end])
        net[AT_ANTE] += payable(won, terms.limit) - lost
    if optional_bonus > 0:
        staked[AT_BONUS] += optional_bonus
        net[AT_BONUS] += brings(optional_bonus, terms.optional_bonus[three_cards(a, b, c, terms.low_ace)])
    return at + 10


def simulation(rules: Rules) -> Simulation:
    return Simulation(
        game=rules.game.id,
        wagers=("ante", "optional-bonus"),
        play=play,
        rules=BostonStudTerms(
            cents(rules["payout-limit"]),
            ante_collected(rules),
            tie_pays_bonus(rules),
            low_ace(rules),
            packed(lines(rules, "ante", BostonStudShowdown)),
            packed(lines(rules, "first", BostonStudShowdown)),
            packed(card_lines(rules, ANTE_BONUS)),
            packed(card_lines(rules, OPTIONAL_BONUS)),
        ),
        equipment="deck",
        size=52,
        draws=10,
        reserve=lambda stakes: int(5 * stakes[AT_ANTE] + stakes[AT_BONUS]),
    )
