"""Premium hold 'em, proposed 13:69F-40."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from math import gcd
from typing import ClassVar, Final

from pitboss.book import (
    Deal,
    Discard,
    Finding,
    Irregularity,
    Move,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    Spin,
    State,
    Value,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win, win_by
from pitboss.book.events import Result
from pitboss.equipment.chance import Live, Promised
from pitboss.games.against_dealer import Hand, thinks
from pitboss.games.house_poker.boards import KINDS, undecided, value_of_seven
from pitboss.games.house_poker.family import CHECK, FOLD, HousePoker
from pitboss.games.meters import feed_meter
from pitboss.money import DOLLAR, Cents, cents, money
from pitboss.ranking.high import ONE_PAIR, STRAIGHT, TWO_PAIRS, category, describe, least
from pitboss.table import Table, Void

JACK: Final = 9
THREES: Final = least(ONE_PAIR, 1)
"""With this value or better the dealer's hand qualifies."""
JACKS_UP: Final = least(TWO_PAIRS, JACK)
"""With this value or better a jacks up wager is paid."""
JACKS_UP_ROWS: Final = ("less-than-jacks-up", "two-pairs-jacks-up", *KINDS[TWO_PAIRS + 1 :])
"""The rows of the jacks up wagers from the lowest, after the hands without one."""

POSITIONS: Final = tuple(str(position) for position in range(1, 13))
"""On the wheel."""
TOP: Final = "1"
"""The position of the jackpot or fixed prize."""
METER: Final = "jackpot"
ACCOUNT: Final = f"meter:{METER}"

# ---- settlement --------------------------------------------------------------------------------------


@rule("40.10(g)3iii", "40.10(g)3iv")
def dealer_qualifies(dealer: int) -> bool:
    """Does the dealer have a pair of threes or better?"""
    return dealer >= THREES


X_TRA = Paid("x-tra", KINDS, dict.fromkeys(KINDS[:STRAIGHT], "three-of-a-kind-or-less"))
PLAYER_BONUS, DEALER_BONUS = (Paid(wager, JACKS_UP_ROWS) for wager in ("player-bonus", "dealer-bonus"))
_X_TRA: Final = win_by(X_TRA, "40.11(d)", unpaid=push("40.11(d)"))


# Unlike 32.10(g), the text lets a dealer who does not qualify take the ante of a lower hand.
class PremiumShowdown(Ending):
    """The results of ante, play and X-tra."""

    FOLD = ends("fold", ante=lose("40.10(d)2"), x_tra=lose("40.10(d)2"))
    FOLD_AS_PRINTED = ends("fold", ante=lose("40.10(d)2"), x_tra=push("40.10(d)2"))
    HIGHER = ends("", ante=win("40.10(g)3iv"), play=win("40.10(g)4iii"), x_tra=_X_TRA)
    HIGHER_THAN_LESS = ends("", ante=push("40.10(g)3iii"), play=win("40.10(g)4iii"), x_tra=_X_TRA)
    EQUAL = ends("", ante=push("40.10(g)3ii"), play=push("40.10(g)4ii"), x_tra=push("40.11(d)"))
    LOWER = ends("", ante=lose("40.10(g)3i"), play=lose("40.10(g)4i"), x_tra=lose("40.11(d)"))


@rule("40.10(g)3", "40.10(g)4", "40.11(d)", '40.1 "Push"')
def against_dealer(mine: int, theirs: int) -> PremiumShowdown:
    """How a hand that was played ends."""
    if mine > theirs:
        return PremiumShowdown.HIGHER if dealer_qualifies(theirs) else PremiumShowdown.HIGHER_THAN_LESS
    return PremiumShowdown.EQUAL if mine == theirs else PremiumShowdown.LOWER


def fold_of(rules: Rules) -> PremiumShowdown:
    """As read a fold forfeits ante and X-tra; as printed only the ante is collected (40.10(d)2)."""
    return (
        PremiumShowdown.FOLD
        if rules["reading-folded-x-tra"] == "as-read"
        else PremiumShowdown.FOLD_AS_PRINTED
    )


@rule("40.10(g)2", "40.11(c)")
def jacks_up(value: int) -> int:
    """The row of a jacks up wager that a hand takes, as an index into JACKS_UP_ROWS."""
    return category(value) - 1 if value >= JACKS_UP else 0


@rule('40.1 "Bonus Spin wager"', "40.10(g)1")
def spins(a: int, b: int, c: int) -> bool:
    """Are a player's own three cards of one suit?"""
    return a & 3 == b & 3 == c & 3


# ---- the game ----------------------------------------------------------------------------------------


class PremiumHoldEmState(State):
    """``meter``: the dollars on the meter before the wagers of the next round; empty: it is not set yet."""

    meter: int | float | None = None
    """The dollars on the progressive meter before the wagers of the next round; null: it is not set yet."""
    METERS: ClassVar = {"meter": METER}


class PremiumHoldEm(HousePoker):
    """Ante, X-tra and one play wager against the dealer, jacks up on either hand, and a wheel."""

    owners = (*HousePoker.owners, "community")
    computed_by = "premium_hold_em_mathematics"
    State = PremiumHoldEmState
    several_positions = "40.13(a)"

    # -- wagers, 40.6

    def ready(self, table: Table) -> None:
        super().ready(table)
        if any(bet.id == "bonus-spin" for bet in table.bets.values()):
            top_prize(table.rules)
            if isinstance(
                table.chance, Live | Promised
            ):  # a case says where the wheel stopped, whatever the weights
                known_weights(table.rules)

    # -- the round, 40.7 to 40.10

    @carries("40.7(b)", "40.10(c)", "40.10(e)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield from self.feed(table)
        yield Say("No more bets", cite=cite("40.6(b)"))
        yield from self.deal(table, hands, 3)  # 40.7(d), 40.8(c) or 40.9(c)
        yield from self.lay_community(table)
        for hand in filter(undecided, hands):
            yield from self.raise_or(hand, "play", hand.stake("ante"), 3, 3, CHECK, "40.10(b)")
        if not any(hand.staked for hand in hands):
            return  # every hand has been declared void
        yield Show("community")  # 40.10(c)
        racked = set()
        for hand in filter(undecided, hands):
            ante = hand.stake("ante")
            yield from self.raise_or(hand, "play", ante, 1, 2, FOLD, "40.10(d)", step=ante)
            if undecided(hand):
                yield from self.fold(hand)
                if not keeps_cards(hand):
                    racked.add(hand.position)
        yield Show("dealer")  # 40.10(e)
        for hand in [hand for hand in hands if hand.staked]:  # 40.10(g), from the dealer's far left
            if hand.position not in racked:
                yield Show(hand.owner)
            yield from list(self.settle(table, hand))
        yield from self.spin_round(table, [hand for hand in hands if hand.stake("bonus-spin")], racked)

    @carries('40.1 "Burn"', '40.1 "Community cards"')
    def lay_community(self, table: Table) -> Round:
        """Four cards face down; from an automated shoe two stacks of three, each without its bottom card (40.9(d))."""
        if table.rules["dealing"] == "automated-shoe":
            for _ in range(2):
                yield from self.community(2, up=False, burn=False)
                yield Deal("burn")
        else:
            yield from self.community(4, up=False, burn=False)

    @carries("40.10(d)2i-ii")
    def fold(self, hand: Hand) -> Round:
        yield from list(ended(hand.table.rules, hand, fold_of(hand.table.rules)))
        if not keeps_cards(hand):
            yield Discard(hand.owner)  # 40.10(d)2ii

    def settle(self, table: Table, hand: Hand) -> Iterator[Settle]:
        """The wagers of a hand except the bonus spin: the dealer's hand first, then the player's (40.10(g)2 to 4)."""
        mine, theirs = (value_of_seven(table, owner) for owner in (hand.owner, "dealer"))
        for paid, value in ((DEALER_BONUS, theirs), (PLAYER_BONUS, mine)):
            yield from by_cards(table.rules, hand, paid, JACKS_UP_ROWS[jacks_up(value)])
        if hand.stake("play"):
            end, kind = against_dealer(mine, theirs), KINDS[category(mine)]
            yield from ended(table.rules, hand, end, kind, describe(mine))

    # -- the bonus spin, 40.10(a)2 and 3, 40.10(h) and 40.11(e)

    @carries("40.10(a)3")
    def feed(self, table: Table) -> Round:
        """The bonus spin wagers are collected before the deal; if the wheel has a jackpot, each contributes to the
        meter."""
        if not (seed := seed_of(table.rules)):
            return
        wagers = [bet for bet in table.bets.values() if bet.id == "bonus-spin"]
        rate = 100 * table.rules.figure("meter-percent")
        fed = [feed_meter(ACCOUNT, bet, rate, "40.11(e)") for bet in wagers]
        if not table.ledger[ACCOUNT]:
            opening = cents(table.rules["jackpot-meter"]) or seed
            yield Move("bank", ACCOUNT, opening, "the meter set", cite("40.11(e)"))
        yield from fed

    @carries("40.10(h)")
    def spin_round(self, table: Table, hands: Sequence[Hand], racked: Container[int]) -> Round:
        """Each player with a flush spins, and some positions pay everybody else who made the wager. A wager is paid
        the total of all spins; the wager itself was collected before the deal."""
        won = dict.fromkeys((hand.position for hand in hands), 0)
        stops: dict[int, str] = {}
        for hand in hands:
            if hand.position in racked or not hand.stake("bonus-spin") or not spins(*table.cards(hand.owner)):
                continue
            on = hand.seat, hand.key("bonus-spin")
            stop = stops[hand.position] = yield Spin(pockets(table.rules))
            own, others = wheel_pays(table.rules, stop, table.ledger[ACCOUNT])
            if stop == TOP and (seed := seed_of(table.rules)):
                yield Move(ACCOUNT, "bank", own, "the jackpot", cite("40.11(e)"), on)
                yield Move("bank", ACCOUNT, seed, "the meter starts again", cite("40.11(e)"), on)
            elif stop == TOP and table.rules["fixed-prize-in"] == "merchandise":
                yield Say(f"Seat {hand.seat} wins merchandise worth {money(own)}", cite=cite("40.11(e)"))
                own = 0
            for position in won:
                won[position] += own if position == hand.position else others
        for hand in hands:
            stake, pays, stop = hand.stake("bonus-spin"), won[hand.position], stops.get(hand.position, "")
            outcome = f"position {stop}" if stop else "community pay" if pays else "no flush"
            result: Result = "win" if stop or pays else "lose"
            yield Settle(hand.seat, hand.key("bonus-spin"), result, pays, stake, cite("40.11(e)"), outcome)

    # -- irregularities, 40.12

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        """A card of the dealer's is exposed."""
        if any(thinks(hand, "play") for hand in self.hands(table)):
            raise Void(cite("40.12(a)"))
        yield from ()

    # -- what a table may post

    def check(self, rules: Rules) -> list[Finding]:
        findings = []
        if rules.offers("bonus-spin"):
            for option, needed in (("wheel-weights", known_weights), ("fixed-prize", top_prize)):
                try:
                    needed(rules)
                except Refused as refused:
                    says = str(refused).removesuffix(f" ({refused.cite})")
                    findings.append(Finding(f"options.{option}", says, cite("40.11(e)")))
        return findings

    # -- mathematics

    def variations(self, rules: Rules) -> Iterable[tuple[dict[str, Value], list[str]]]:
        """Other wheels only if the house has set the weights of its wheel."""
        for options, wagers in super().variations(rules):
            if "bonus-spin-table" not in options or weights(rules):
                yield options, wagers

    # -- the names of hands

    def qualifies(self, rules: Rules, value: int) -> bool:
        return dealer_qualifies(value)


def keeps_cards(hand: Hand) -> bool:
    """Does another wager keep the cards of a folded hand on the table? 40.10(d)2i names jacks up; the bonus spin,
    which also needs them, is read into it."""
    if hand.stake("player-bonus") or hand.stake("dealer-bonus"):
        return True
    return hand.stake("bonus-spin") > 0 and hand.table.rules["reading-folded-bonus-spin"] == "as-read"


# ---- the wheel, 40.11(e) -------------------------------------------------------------------------------


def weights(rules: Rules) -> tuple[int, ...]:
    """How often the wheel stops at each position, in lowest terms; empty if the house has not set it."""
    given = [cents(each) for each in str(rules["wheel-weights"]).split()]
    if len(given) == 1 and not given[0]:
        return ()
    if len(given) != len(POSITIONS) or not any(given):
        raise Refused(f"the wheel has twelve positions, but {len(given)} weights are given", "40.11(e)")
    return tuple(each // gcd(*given) for each in given)


def known_weights(rules: Rules) -> tuple[int, ...]:
    """The same, or a refusal."""
    if known := weights(rules):
        return known
    says = "the house sets how often the wheel stops at each position: set wheel-weights"
    raise Refused(says, "40.11(e)")


def pockets(rules: Rules) -> tuple[str, ...]:
    """The wheel as it turns: each position in proportion to its weight."""
    known = weights(rules) or (1,) * len(POSITIONS)
    return tuple(name for name, weight in zip(POSITIONS, known, strict=True) for _ in range(weight))


def seed_of(rules: Rules) -> Cents:
    """The initial and reset amount of the meter of the wheel in use; 0: it has none."""
    return DOLLAR * rules.figure("meter-start")


def top_prize(rules: Rules) -> Cents:
    """The payment of the first position at a table that opens."""
    if seed := seed_of(rules):
        return cents(rules["jackpot-meter"]) or seed
    if prize := cents(rules["fixed-prize"]):
        return prize
    raise Refused("the house sets the top prize of this wheel: set fixed-prize", "40.11(e)")


def wheel_pays(rules: Rules, stop: str, meter: Cents) -> tuple[Cents, Cents]:
    """The payment of a position to the player who spins, with this meter, and to everybody else."""
    player, community = rules.pay("bonus-spin").get(stop), rules.pay("community-pay").get(stop)
    own = cents(rules["fixed-prize"]) if player is None else meter if player.meter else player.prize
    return own, community.prize if community else 0
