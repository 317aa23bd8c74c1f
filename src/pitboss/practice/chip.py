"""Best play of blackjack with a coupon or a promotional chip. A chip that loses costs its player no money, so it is
played differently from a wager; what doubling and splitting add to it is real money.

For the engine, a lost hand costs a unit. The value of a chip is therefore computed less what it would bring if
it lost: the same for every play, so the best play is the same. A push leaves the chip for another round, which is worth
as much as the chip: the value is found by iteration.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from pitboss.book import Rules
    from pitboss.games.blackjack.house import House

CLOSE: Final = 1e-7
DRAWS: Final = 30


class Coupon(Struct, frozen=True):
    """The value of a coupon with best play, and the play by two cards and the dealer's up card."""

    value: float
    plays: dict[tuple[tuple[int, int], int], str]
    per: str


def coupon(
    rules: Rules, wager: str, kind: Literal["match-play", "chip"], pays: Literal["even", "odds"] = "even"
) -> Coupon | None:
    """The value of an offer on blackjack's main wager; nothing for another wager or another game, whose best play with
    an offer is not known."""
    from pitboss.games.blackjack.family import BlackjackGame
    from pitboss.games.blackjack.hands import Hole, Surrender
    from pitboss.games.blackjack.house import house_of

    if not isinstance(rules.game, BlackjackGame) or wager != rules.game.original[0]:
        return None
    house = house_of(rules)
    terms = house.terms._replace(surrender=Surrender.NEVER)
    if rules.game.id != "blackjack" or terms.hole == Hole.UP or house.prices.third.size:
        return None
    house = replace(house, terms=terms)
    natural = float(house.prices.dealt.max())
    own = 1.0 if kind == "match-play" else 0.0
    win = own + 1.0
    blackjack = own * natural + (natural if pays == "odds" or kind == "chip" else 1.0)
    value = 0.5
    for _ in range(DRAWS):
        found, plays = _round(house, win + own, blackjack + own, value + own)
        if abs(found - own - value) < CLOSE:
            break
        value = found - own
    return Coupon(
        found - own,
        plays,
        "unit of its face; best play by the first two cards, real money added by doubling and splitting",
    )


def _round(
    house: House, win: float, natural: float, push: float
) -> tuple[float, dict[tuple[tuple[int, int], int], str]]:
    """The value of a round for these values of a hand, relative to those of a lost one; and how it is played."""
    import numpy as np

    from pitboss.games.blackjack.dealer import dealer_of, no_blackjack
    from pitboss.games.blackjack.engine import chance_of
    from pitboss.games.blackjack.every_hand import all_hands, hand_of
    from pitboss.games.blackjack.hands import End, may_double
    from pitboss.games.blackjack.splits import room_for, split_apart
    from pitboss.games.blackjack.values import blank, hand_values, tree_of

    hands, terms, usual = all_hands(), house.terms, house.prices
    original = usual.original.copy()
    original[End.WIN], original[End.BLACKJACK] = win - 1, natural - 1
    original[[End.TIE, End.TIED_BLACKJACKS]] = push - 1
    dealt, split = np.full_like(usual.dealt, win - 1), np.full_like(usual.split, win - 1)
    dealt[(hands.size == 2) & (hands.score == 21)] = natural - 1
    prices = usual._replace(
        original=original,
        dealt=dealt,
        split=split,
        doubled=np.full_like(usual.doubled, win / 2),
        tied=push - 1,
    )
    dealer, cards = dealer_of(terms), np.array(house.shoe, np.int64)
    chips, money = tree_of(replace(house, prices=prices), dealer), tree_of(house, dealer)
    values, plain = blank(dealer), blank(dealer)
    hand_values(chips, cards, -1, 0.0, values, values)
    hand_values(money, cards, -1, 1.0, plain, plain)
    parted = {}
    for pair in range(10):
        if cards[pair] >= 2:
            room = room_for(terms, pair)
            first, _ = split_apart(chips, cards, pair, room, values, "CDP", 0.0)
            other, _ = split_apart(money, cards, pair, room, plain, "CDP", 1.0)
            parted[pair] = other.value() + first.first() - other.first()
    worth, plays = 0.0, dict[tuple[tuple[int, int], int], str]()
    for one, two in combinations_with_replacement(range(10), 2):
        hand = hand_of(one, two)
        left = cards - hands.counts[hand]
        for s, shown in enumerate(dealer.shown):
            chance = chance_of(cards, [hand, int(dealer.start[s])])
            if not chance:
                continue
            clear = no_blackjack(shown, left, int(left.sum()) - dealer.size)
            choices = {"stand": values.stand[s, hand]}
            if hands.score[hand] < 21:
                choices["hit"] = values.hit[s, hand]
                if may_double(terms, int(hands.score[hand]), 2, False, False):
                    choices["double"] = values.double[s, hand]
                if one == two:
                    choices["split"] = parted[one][s]
            best = max(choices, key=lambda each: choices[each])
            tied = hands.score[hand] == 21
            worth += chance * (float(choices[best]) + (1 - clear) * (push - 1 if tied else -1.0))
            plays[(one, two), s] = best
    return worth + 1, plays


def played_otherwise(rules: Rules, best: Coupon) -> tuple[str, ...]:
    """The hands of two cards whose play changes with the coupon."""
    from pitboss.games.blackjack.every_hand import RANKS
    from pitboss.games.blackjack.house import house_of
    from pitboss.games.blackjack.mathematics import analyzed

    changed: dict[tuple[str, str, str], list[str]] = {}
    for each in analyzed(house_of(rules)).hands:
        play = best.plays.get((each.hand, RANKS.index("".join(RANKS[d] for d in each.dealer))))
        if play is not None and play != each.best:
            hand = "-".join(RANKS[rank] for rank in reversed(each.hand))
            changed.setdefault((hand, play, each.best), []).append(RANKS[each.dealer[0]])
    return tuple(
        f"{hand} against {' '.join(dealer)}: {play}, not {usual}"
        for (hand, play, usual), dealer in changed.items()
    )
