"""Mississippi stud, 13:69F-35."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.book import Cap, Irregularity, Round, Rules, Say, Settle, Show, carries, cite
from pitboss.book.endings import Ending, Paid, by_cards, ends, lose
from pitboss.games.against_dealer import Hand
from pitboss.games.house_poker.family import STUD_HANDS, HousePoker, stud_hand
from pitboss.games.payout_limit import limit_over, shared_cap
from pitboss.money import Cents, cents
from pitboss.solve.streets import Street
from pitboss.table import Table, Void

STREETS = {
    each.wager: each
    for each in (
        Street(cite="35.10(a)", own=2, wager="third-street", times=(1, 2, 3), folds=True, even=True),
        Street(cite="35.10(e)", board=1, wager="fourth-street", times=(1, 2, 3), folds=True, even=True),
        Street(cite="35.10(g)", board=1, wager="fifth-street", times=(1, 2, 3), folds=True, even=True),
    )
}
"""The bet wagers, each before a community card."""
WAGERS = ("ante", *STREETS)

# ---- settlement --------------------------------------------------------------------------------------


class Fold(Ending):
    """All stakes are lost on the first street without a bet."""

    ON_THIRD = ends("fold", ante=lose("35.10(a)"))
    ON_FOURTH = ends("fold", ante=lose("35.10(e)"), third_street=lose("35.10(e)"))
    ON_FIFTH = ends(
        "fold", ante=lose("35.10(g)"), third_street=lose("35.10(g)"), fourth_street=lose("35.10(g)")
    )


FOLDS = tuple(Fold)
PAID = tuple(Paid(wager, STUD_HANDS, returned="35.10(i)2", lost="35.10(i)1") for wager in WAGERS)


# ---- the game ----------------------------------------------------------------------------------------


class MississippiStud(HousePoker):
    """An ante and three streets, all paid at one rate by the five cards."""

    owners = ("1", "community", "burn")
    computed_by = "mississippi_stud_mathematics"
    several_positions = "35.6(d)"

    # -- the round, 35.7 to 35.10

    @carries(
        *('35.1 "Community card"', '35.1 "Round of play" or "round"', "35.8(b)3", "35.9(b)2", "35.10(d)"),
        *("35.10(f)", "35.10(h)"),
    )
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("35.7(b)"))
        yield from self.deal(table, hands, 2, dealer=0)  # 35.7(d), 35.8(c), 35.9(c)
        yield from self.community(3, up=False, burn=False)  # 35.7(d)2, 35.8(c)2, 35.9(d)
        for revealed, street in enumerate(STREETS.values(), 1):
            for hand in hands:
                yield from self.bet_or_fold(hand, street)
            if not any(hand.staked for hand in hands):
                return
            if announced(table.rules):
                yield Say("No more bets", cite=cite("35.7(b)"))
            yield Show("community", first=revealed)
        yield from self.settle_in_order(table, [hand for hand in hands if hand.staked])  # 35.10(i)

    @carries("35.10(b)")
    def bet_or_fold(self, hand: Hand, street: Street) -> Round:
        """One, two or three antes, or all that is staked forfeited at once."""
        if ante := hand.stake("ante"):
            yield from self.on_street(hand, street, ante, step=ante)
            if hand.staked and not hand.stake(street.wager):
                yield from self.fold(hand)

    def fold(self, hand: Hand) -> Round:
        yield from self.folded(hand, FOLDS[sum(hand.stake(street) > 0 for street in STREETS)])

    @carries('35.1 "Push"', "35.10(i)3")
    def settle(self, table: Table, hand: Hand) -> Sequence[Settle]:
        """All wagers of a hand alike, paid together at most the limit of 35.11(c)."""
        made = STUD_HANDS[stud_hand([*hand.cards, *table.cards("community")])]
        settled = [each for paid in PAID for each in by_cards(table.rules, hand, paid, made)]
        return shared_cap(settled, limit(table.rules), "35.11(c)")

    # -- irregularities, 35.12

    def caps(self, rules: Rules) -> list[Cap]:
        return [Cap(limit(rules), "35.11(c)", ("ante", "third-street", "fourth-street", "fifth-street"))]

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A community card is exposed. Each has its own call; the call may say which it was, otherwise it was the next
        one."""
        card = int(irregularity.detail.get("card", table.count("show") + 1))
        if table.count("say") < (1 + card if announced(table.rules) else 1):
            raise Void(cite("35.12(a)"))
        yield from ()


def announced(rules: Rules) -> bool:
    """Is "No more bets" called before each community card, and not before the deal only?"""
    return rules["reading-no-more-bets"] == "as-read" or rules["dealing"] == "manual-shoe"


def limit(rules: Rules) -> Cents:
    """The payout limit of 35.11(c) at this table."""
    minimum = cents(rules["table-minimum"]) or rules.limits("ante").least
    antes = 10 if rules["reading-minimum-bettor"] == "three-antes-a-street" else 4
    return limit_over(rules, minimum * antes * rules.pay("ante")["royal-flush"].win)
