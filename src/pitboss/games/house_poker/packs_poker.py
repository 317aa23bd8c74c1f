"""Pack's poker, proposed 13:69F-43."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.book import (
    Deal,
    Mathematics,
    Move,
    PayTable,
    Refused,
    Round,
    Rules,
    Say,
    Settle,
    Show,
    State,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Fate, ended, ends, lose, push, win
from pitboss.book.events import Event, Result
from pitboss.games.against_dealer import Hand, counterclockwise
from pitboss.games.house_poker.family import ABOVE_TWO_PAIRS, JACKS, HousePoker
from pitboss.games.meters import feed_both, part_of, reset_meter
from pitboss.money import Amount, Cents, cents, dollars
from pitboss.ranking.flush import NINE_TO_ACE, run
from pitboss.ranking.high import ONE_PAIR, STRAIGHT_FLUSH, describe, hand_of, high_value, least
from pitboss.ranking.value import RANKS, category
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


PACKS: Final = ("community.1", "community.2", "community.3")

# ---- the hands of the pay tables, from the lowest -------------------------------------------------------------

FIVE_CARD: Final = (
    "losing-hand",
    "pair-of-twos-to-tens",
    "pair-of-jacks-or-better",
    "two-pair",
    *ABOVE_TWO_PAIRS,
    "diamond-royal-flush",
)
SEVEN_CARD: Final = (
    "losing-hand",
    "one-pair",
    "two-pair",
    *ABOVE_TWO_PAIRS,
    "6-card-royal-flush",
    "7-card-straight-flush",
)
BONUSES: Final = {"five-card": FIVE_CARD, "seven-card": SEVEN_CARD}
METERS: Final = tuple(f"{kind}{reset}" for kind in BONUSES for reset in ("", "-reset"))

PAIR: Final = least(ONE_PAIR, 0)
DIAMOND_ROYAL: Final = 0b1_1111_0000_0000 << 13
EIGHT_TO_ACE: Final = 0b1_1111_1100_0000
NO_ROW: Final = (-1, 1, 0, 0)
"""A hand without a row in a pay table nets minus one for each unit staked."""


# ---- settlement, 43.10 and 43.11 -------------------------------------------------------------------------


def on_each_pack(fate: Fate) -> dict[str, Fate]:
    return {f"packs-{number}": fate for number in (1, 2, 3)}


class PacksShowdown(Ending):
    """The results of a Pack's bet."""

    WON = ends("", **on_each_pack(win("43.10(e)")))
    RETURNED = ends("", **on_each_pack(push("43.10(f)")))
    LOST = ends("", **on_each_pack(lose("43.10(e)")))


@rule('43.1 "Tie hand"', "43.10(e)", "43.10(f)", "43.11(a)")
def packs_bet(player: int, dealer: int, election: bool) -> PacksShowdown:
    """How a Pack's bet ends. By the house's choice a higher hand below a pair is returned; a tie below a pair still
    loses."""
    if player < PAIR:
        return PacksShowdown.RETURNED if election and player > dealer else PacksShowdown.LOST
    if player > dealer:
        return PacksShowdown.WON
    return PacksShowdown.RETURNED if player == dealer else PacksShowdown.LOST


@rule("43.5(b)1-9", "43.5(c)", "43.10(g)")
def five_card_hands(hand: int) -> int:
    """The hands of FIVE_CARD that the player's own cards make, a bit each: a royal flush in diamonds is two of them."""
    if hand == DIAMOND_ROYAL:
        return 0b11 << 10
    value = high_value(hand)
    return 1 << (category(value) + 1 if value >= JACKS else int(value >= PAIR))


@rule("43.5(a)", "43.5(d)1", "43.5(d)2", "43.10(g)")
def seven_card_hands(hand: int, royal_only: int) -> int:
    """The hands of SEVEN_CARD that the player's cards and a pack make, a bit each: the best five of them, and six or
    seven of one suit in sequence. The top of the tables is any seven, or only those up to the ace."""
    kind = category(high_value(hand))
    made = 1 << kind
    if kind >= STRAIGHT_FLUSH:
        for suit in range(4):
            ranks = hand >> 13 * suit & RANKS
            if ranks & NINE_TO_ACE == NINE_TO_ACE:
                made |= 1 << 10
            if run(ranks) == 7 and (ranks == EIGHT_TO_ACE or not royal_only):
                made |= 1 << 11
    return made


class Bonus(NamedTuple):
    """The rows of a bonus, from the lowest (win, stake, prize and percentage of the meter), the meter's amount, and
    whether the stake is given up for a share of it."""

    rows: Sequence[int] | NDArray[np.int64]
    meter: int
    kept: bool


@rule("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2", "43.12(d)3", lean=True)
def highest(stake: int, made: int, bonus: Bonus) -> tuple[int, int]:
    """Of the hands made, the row with the highest single payout, and what it nets: by its odds, a sum of money, or a
    percentage of the meter, which is the same for every stake and for which the house may keep the stake; -1 if no hand
    made has one."""
    best, most, rows = -1, -stake, bonus.rows
    for row in range(12):
        if made >> row & 1:
            at = 4 * row
            netted = stake * rows[at] // rows[at + 1]
            if rows[at + 2] > 0:
                netted = rows[at + 2]
            elif rows[at + 3] > 0:
                netted = part_of(bonus.meter, rows[at + 3], 100) - bonus.kept * stake
            if netted > most:
                best, most = row, netted
    return best, most


@rule("43.12(d)1", "43.12(d)2")
def meter_share(meter: int, balance: int, percent: int, winners: int, printed: int) -> int:
    """The payment to each winner of a percentage of the meter; lower percentages have been paid from it first. As
    printed, several winners of a tenth would share all of it. Nobody can get more than an equal share of the rest: odd
    cents stay on the meter."""
    if percent == 100 or (printed and winners > 1):
        return balance // winners
    return part_of(meter, percent, 100 * winners)


# ---- the game --------------------------------------------------------------------------------------------


class PacksPokerState(State):
    """``meter``: the dollars on each meter and each reset meter before the wagers of the next round, by name
    (``five-card``, ``five-card-reset`` …); one number is what the progressive bonus of the table shows."""

    meter: int | float | dict[str, int | float] | None = None
    """The dollars on each meter and reset meter before the wagers of the next round, by name, or one number."""

    def __post_init__(self) -> None:
        if isinstance(self.meter, dict) and (unknown := self.meter.keys() - set(METERS)):
            raise ValueError(f"there is no meter {min(unknown)}; the meters are {', '.join(METERS)}")

    def take_meters(self, rules: Rules) -> dict[str, Amount]:
        given, self.meter = self.meter, None
        if given is None or isinstance(given, dict):
            return dict(given or {})
        return {kind: given for kind in BONUSES if rules.offers(f"{kind}-progressive-1")}

    def described(self, meters: Mapping[str, Cents]) -> dict[str, object]:
        return {"meter": {name: dollars(amount) for name, amount in meters.items()} or None}


class PacksPoker(HousePoker):
    """Five cards with each of three packs, against the dealer's five with the same."""

    owners = (*HousePoker.owners, "community", "community.2")
    computed_by = "packs_poker_mathematics"
    State = PacksPokerState
    several_positions = "43.6(c)"
    unneeded = ("1", "dealer", *PACKS)  # where nobody has wagered on them

    # -- wagers, 43.6

    def accept(self, table: Table, bet: Bet) -> None:
        super().accept(table, bet)
        if table.rules.on("bonus-requires-packs-wager") and bet.id[:-2] != "packs":
            hand = Hand(bet.position, bet.seat, table, [])
            if not hand.stake(on_it := f"packs-{bet.id[-1]}"):
                says = f"a bonus on pack {bet.id[-1]} requires a Pack's bet on it"
                raise Refused(says, "43.6(b)", lacks=[on_it])

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if table.rules.on("bonus-requires-packs-wager") and bet.id[:-2] == "packs" and amount == bet.stake:
            hand = Hand(bet.position, bet.seat, table, [])
            if any(hand.stake(spot(table.rules, kind, int(bet.id[-1]))) for kind in BONUSES):
                raise Refused("a bonus depends on this Pack's bet; take the bonus down first", "43.6(b)")

    # -- the round, 43.7 to 43.10

    @carries('43.1 "Pack"', "43.7(b)", "43.8(b)2", "43.9(b)2", "43.10(c)", "43.10(a)1-2", "43.10(i)")
    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("43.6(b)"))  # 43.7(b), 43.8(b)2, 43.9(b)2
        yield from self.register(table)
        # 43.7(d), 43.8(c), 43.9(c)
        yield from self.deal(table, hands, 5, stacks=table.rules["private-cards"] == "five-in-a-row")
        # 43.7(e), 43.8(d), 43.9(d)
        in_a_row = table.rules["pack-cards"] == "two-in-a-row"
        for pack in sorted(2 * PACKS) if in_a_row else 2 * PACKS:
            yield Deal(pack)
        for hand in counterclockwise(hands) if table.rules["exposing"] == "dealer" else hands:
            yield Show(hand.owner)  # 43.10(a)
        yield Show("dealer")  # 43.10(c)
        # 43.10(i). The cards stay visible to the end: 43.10(h), (j) and (k), on when they are racked, settle nothing.
        for number, pack in enumerate(PACKS, 1):
            yield Show(pack)
            yield from self.settle_pack(table, hands, number, pack)

    @carries('43.1 "Hand"', "43.10(d)")
    def settle_pack(self, table: Table, hands: Sequence[Hand], number: int, pack: str) -> Round:
        """All wagers on a pack, from the dealer's right one player at a time: the Pack's bet, then the bonuses, which
        it does not touch (43.10(d) to 43.10(g), 43.12(b))."""
        bonuses = [self.bonus(table, hands, kind, number, pack) for kind in BONUSES]
        for hand in counterclockwise(hands):
            if hand.stake(f"packs-{number}"):
                two = hand_of(table.cards(pack))
                mine, theirs = (
                    high_value(hand_of(five) | two) for five in (hand.cards, table.cards("dealer"))
                )
                yield self.compare(hand, number, mine, theirs)
            for paid, _ in bonuses:
                yield from paid.get(hand.position, ())
        for _, reset in bonuses:
            yield from reset

    @staticmethod
    def compare(hand: Hand, number: int, mine: int, theirs: int) -> Settle:
        rules = hand.table.rules
        outcome = describe(mine) if mine >= PAIR or mine < theirs else "no pair"
        end = packs_bet(mine, theirs, election(rules))
        return next(ended(rules, hand, end, given=outcome, only=f"packs-{number}"))

    def bonus(
        self, table: Table, hands: Sequence[Hand], kind: str, number: int, pack: str
    ) -> tuple[dict[int, list[Event]], list[Event]]:
        """The result of a bonus on a pack for each position, and then of its meter. Shares of a meter are computed
        together, before any is paid (43.12(d))."""
        rules, wager, meter = table.rules, spot(table.rules, kind, number), table.ledger[f"meter:{kind}"]
        wagers = [hand for hand in counterclockwise(hands) if hand.stake(wager)]
        if not wagers:
            return {}, []
        pay, outcomes = rules.pay(wager), BONUSES[kind]
        bonus, won = bonus_at(rules, kind, wager, meter), []
        for hand in wagers:
            mine = hand_of(hand.cards)
            if kind == "seven-card":
                made = seven_card_hands(mine | hand_of(table.cards(pack)), royal_only(rules))
            else:
                made = five_card_hands(mine)
            row, nets = highest(hand.stake(wager), made, bonus)
            won.append((row if row >= 0 else made.bit_length() - 1, nets))
        percents = [int(bonus.rows[4 * row + 3]) for row, _ in won]
        shares = meter_shares(meter, percents, int(rules["reading-equal-percentages"] == "as-printed"))
        paid: dict[int, list[Event]] = {}
        for hand, (row, nets), percent in zip(wagers, won, percents, strict=True):
            stake, pays = hand.stake(wager), max(0, nets)
            result: Result = "lose" if nets < 0 else "win" if nets else "push"
            lost, off = stake if nets < 0 else 0, []
            if percent:
                result, pays, lost = "win", shares[percent], bonus.kept * stake
                on = hand.seat, hand.key(wager)
                off = [Move(f"meter:{kind}", "bank", pays, "taken off the meter", cite("43.12(d)"), on)]
            settled = Settle(hand.seat, hand.key(wager), result, pays, lost, pay.cite, outcomes[row])
            paid[hand.position] = [*off, settled]
        if 100 not in shares:
            return paid, []
        first = wagers[percents.index(100)]
        house, on = cents(rules[f"{kind}-reset"]), (first.seat, first.key(wager))
        return paid, list(reset_meter(table, f"meter:{kind}", house, "43.12(e)", on))

    # -- the meters, 43.12

    @carries("43.12(b)")
    def register(self, table: Table) -> Round:
        """Each progressive wager contributes to its meter and the reset meter (43.12(b), 43.12(e))."""
        for kind in BONUSES:
            meter = f"meter:{kind}"
            if not table.rules.offers(f"{kind}-progressive-1"):
                continue
            wagers = [bet for bet in table.bets.values() if bet.id.startswith(kind)]
            fed = [each for bet in wagers for each in contributions(table.rules, kind, bet)]
            if not table.ledger[meter] and not table.ledger[meter + "-reset"]:
                yield Move(
                    "bank", meter, cents(table.rules[f"{kind}-meter"]), "the initial amount", cite("43.12(e)")
                )
            yield from fed

    # -- mathematics

    def priced(self, wager: str) -> str:
        return wager[:-1] + "1"  # the three packs share their pay tables

    strategy, advise = (
        Mathematics.strategy,
        Mathematics.advise,
    )  # players decide nothing once they have made their wagers

    # -- the names of hands

    shared = ()  # each pack makes another hand


def spot(rules: Rules, kind: str, number: int) -> str:
    """The wager by which a bonus is offered on a pack, in its form."""
    form = "progressive" if rules[f"{kind}-form"] == "progressive" else "bonus"
    return f"{kind}-{form}-{number}"


def meter_shares(meter: Cents, percents: Sequence[int], printed: int) -> dict[int, Cents]:
    """By percentage of the meter, the payment to each player who has qualified for it, the lower percentage first."""
    shares, balance = {}, meter
    for percent in sorted({*percents} - {0}):
        shares[percent] = meter_share(meter, balance, percent, percents.count(percent), printed)
        balance -= percents.count(percent) * shares[percent]
    return shares


def bonus_at(rules: Rules, kind: str, wager: str, meter: Cents) -> Bonus:
    """A bonus at this table. The stake is given up for a share of the meter where its figures are odds for one."""
    pay = rules.pay(wager) if rules.offers(wager) else None
    kept = "progressive" in wager and rules["reading-progressive-multiple"] == "for"
    return Bonus(list(packed(pay, BONUSES[kind])), meter, kept)


def election(rules: Rules) -> bool:
    """Has the house chosen to return a higher hand below a pair (43.10(f))?"""
    return rules["no-pair-higher"] == "push"


def royal_only(rules: Rules) -> int:
    return int(rules["seven-card-top"] == "royal-only")


def packed(pay: PayTable | None, outcomes: Iterable[str]) -> Iterable[int]:
    """Win, stake, prize and percentage of the meter of each outcome's row."""
    for outcome in outcomes:
        odds = pay.get(outcome) if pay else None
        yield from (odds.win, odds.stake, odds.prize, odds.meter) if odds else NO_ROW


def contributions(rules: Rules, kind: str, bet: Bet) -> list[Move]:
    """A progressive wager's contribution to its meter and the reset meter."""
    rate, later = int(rules[f"{kind}-rate"]), int(rules[f"{kind}-reset-part"])
    return feed_both(f"meter:{kind}", bet, rate, later, "43.12(e)")
