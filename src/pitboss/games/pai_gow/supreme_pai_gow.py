"""Supreme pai gow, 13:69F-34."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pitboss.book import Cap, Deal, Event, Finding, Refused, Round, Rules, Settle, Show, carries, cite, rule
from pitboss.book.endings import Ending, ends, lose, push, win
from pitboss.equipment.cards import RANKS, UNKNOWN
from pitboss.games.against_dealer import Hand
from pitboss.games.pai_gow.bank import BankCites, PlayerBanked
from pitboss.games.pai_gow.family import Bank
from pitboss.games.payout_limit import below_floor, shared_cap
from pitboss.law import clipped
from pitboss.money import DOLLAR, Cents, cents
from pitboss.ranking.supreme import (
    BONUS_HANDS,
    FACE_CARDS,
    JOKERS,
    PAIR,
    ROYAL,
    bonus_kinds,
    describe,
    is_zero,
    two_value,
)
from pitboss.table import Table

# ---- settlement, 34.12 -------------------------------------------------------------------------------


class Ended(Ending):
    """The results of the supreme pai gow wager."""

    LOWER = ends("both hands lower", supreme_pai_gow=lose("34.12(g)1"))
    PUSH = ends("one hand each", supreme_pai_gow=push("34.12(g)"))
    HIGHER = ends("both hands higher", supreme_pai_gow=win("34.12(g)"))
    FOUL = ends("hands set wrongly", supreme_pai_gow=lose("34.12(g)2"))
    SET_WRONGLY = ends("hands of the wrong size", supreme_pai_gow=lose("34.12(g)3"))
    SURRENDER = ends("surrender", supreme_pai_gow=lose("34.12(e)1"))


@rule('34.1 "Push"', "34.3(b)", "34.3(d)", "34.12(f)", "34.12(g)", "34.12(g)1")
def both_hands(high: int, low: int, their_high: int, their_low: int, zero: int) -> Ended:
    """How two hands end against the dealer's or the bank's; a low hand of zero is never higher."""
    won = (high > their_high) + (low > their_low and not zero)
    return Ended.HIGHER if won == 2 else Ended.PUSH if won else Ended.LOWER


@rule('34.1 "High hand"', '34.1 "Low hand"', "34.12(a)", "34.12(g)2")
def out_of_order(high: int, low: int, by_points: int) -> bool:
    """Does the high hand rank below the low hand? Equal is allowed: by the whole order, or before the tie-break."""
    return high >> 4 < low >> 4 if by_points else high < low


FLOOR = 50_000 * DOLLAR
"""The minimum of the bonus's payout limit (34.14(b))."""

# ---- the game ----------------------------------------------------------------------------------------


class SupremePaiGow(PlayerBanked):
    """Four cards set as two hands against the dealer's, or against a player's who banks; the same four cards for the
    bonus."""

    computed_by = "supreme_pai_gow_mathematics"
    several_positions = "34.15(a)"
    main = "supreme-pai-gow"
    stack = 4
    endings = Ended
    no_more_bets = "34.7(c)"
    vigorish_cite = "34.12(h)"
    bank_cites = BankCites(
        offered="34.13(a)",
        start="34.13(b)",
        rotation="34.13(c)",
        wagered="34.13(d)1",
        covered="34.13(d)2",
        co_bank="34.13(e)",
        one_area="34.13(f)",
        compared="34.13(k)",
        settled="34.13(l)",
        co_settled="34.13(m)",
        vigorish="34.13(o)",
    )

    # -- the order of hands, 34.3

    @carries('34.1 "Rank or ranking"')
    def values(self, rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        (a, b), (c, d) = hands
        return two_value(a, b), two_value(c, d)

    def fouls(self, rules: Rules, values: tuple[int, ...]) -> bool:
        high, low = values
        return out_of_order(high, low, by_points(rules))

    def against(
        self, rules: Rules, mine: tuple[int, ...], theirs: tuple[int, ...], dealer: bool = False
    ) -> Ended:
        (high, low), (their_high, their_low) = mine, theirs
        zero = not dealer and is_zero(low, zero_as_printed(rules))
        return both_hands(high, low, their_high, their_low, int(zero))

    def reach(self, rules: Rules, part: str, words: str, most: bool) -> int:
        """The conditions of a house way: points, ``face``, ``pair`` or ``pair of 9``."""
        kind, _, rank = words.partition(" of ")
        if kind == "pair" and (not rank or rank in (*RANKS, "jokers")):
            of = JOKERS if rank == "jokers" or (most and not rank) else RANKS.index(rank) if rank else 0
            return PAIR << 12 | of << 4 | 15 * most
        if words == "face":
            return FACE_CARDS << 12 | (0xFFF if most else 0)
        if words in tuple("0123456789"):
            return int(words) << 4 | 15 * most
        raise Refused(f"a house way has {clipped(words)}; it may have 0 to 9, face, pair or pair of a rank")

    # -- the deal from the hand, 34.9(f): the stack at the far right first, counterclockwise

    @carries("34.9(f)")
    def stacks(self, table: Table, bank: Bank, start: int) -> Sequence[int]:
        if bank.seat:  # 34.13(i)5: clockwise from the stack that the bank has chosen
            return super().stacks(table, bank, start)
        return [(start + self.places - 1 - stack) % self.places for stack in range(self.places)]

    # -- the bonus, 34.12(g), 34.12(h) and 34.14

    def banks_wagers(self, rules: Rules) -> set[str]:
        return {"bonus"} if rules["reading-banks-bonus"] == "as-read" else set()

    def side_wagers(self, table: Table, hand: Hand) -> Iterator[Event]:
        if hand.stake("bonus"):
            yield self.bonus(table, hand)

    @carries("34.12(e)2")
    def settle_round(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """The bonus of a player who has surrendered is settled at the end of the round (34.12(e)2)."""
        yield from super().settle_round(table, hands, bank)
        yield from self.settle_bonuses(table)

    def settle_bonuses(self, table: Table) -> Round:
        """The remaining bonus wagers, on four cards each: hands of an interrupted deal are completed."""
        left = sorted((bet.position, bet.seat) for bet in table.bets.values() if bet.id == "bonus")
        hands = [Hand(position, seat, table, []) for position, seat in left]
        for hand in hands:
            for _ in range(len(self.four_cards(table, hand.owner)), self.stack):
                yield Deal(hand.owner, seats=(hand.seat,))
        for hand in hands:
            yield from (Show(owner) for owner in self.set_apart(hand.owner) if table.cards(owner))
            yield self.bonus(table, hand)

    def four_cards(self, table: Table, owner: str) -> list[int]:
        return [card for each in self.set_apart(owner) for card in table.cards(each)]

    def bonus(self, table: Table, hand: Hand) -> Settle:
        """Paid by the row that pays most of those the four cards fit, up to the limit. Several players with royal
        flushes share it."""
        rules, stake = table.rules, hand.stake("bonus")
        row = self.bonus_row(rules, self.four_cards(table, hand.owner))
        pay, key = rules.pay("bonus"), hand.key("bonus")
        if row is None:
            return Settle(hand.seat, key, "lose", lost=stake, cite=pay.cite, outcome="nothing")
        pays, limit = pay[row].pays(stake), payout_limit(rules)
        settle = Settle(hand.seat, key, "win", pays, cite=pay.cite, outcome=row)
        if row == BONUS_HANDS[ROYAL]:
            royals = self.royals(table)
            if len({table.person(seat) for seat, _, _ in royals}) > 1:
                due = [
                    replace(settle, seat=seat, wager=wager, pays=pay[row].pays(made))
                    for seat, wager, made in royals
                ]
                shared = shared_cap(due, limit, "34.14(b)")
                return next(each for each in shared if (each.seat, each.wager) == (hand.seat, key))
        return replace(settle, pays=limit, cite=cite("34.14(b)"), uncut=pays) if pays > limit else settle

    def royals(self, table: Table) -> list[tuple[int, str, Cents]]:
        """The bonus wagers of the round, settled or not, on royal flushes: seat, wager and stake."""
        assert table.settlement is not None
        made = {(bet.seat, bet.wager): bet.stake for bet in table.bets.values() if bet.id == "bonus"}
        for seat, settled in table.settlement.wagers.items():
            made |= {
                (seat, key): each.stake
                for key, each in settled.items()
                if key.partition("@")[0] == "bonus" and each.result != "void"
            }
        return [
            (seat, key, stake)
            for (seat, key), stake in sorted(made.items())
            if self.bonus_row(table.rules, self.four_cards(table, key.partition("@")[2] or str(seat)))
            == BONUS_HANDS[ROYAL]
        ]

    def bonus_row(self, rules: Rules, cards: Sequence[int]) -> str | None:
        a, b, c, d = cards
        kinds, pay = bonus_kinds(a, b, c, d), rules.pay("bonus")
        rows = [name for n, name in enumerate(BONUS_HANDS) if kinds >> n & 1]
        return max(rows, key=lambda name: (pay[name].pays(DOLLAR), BONUS_HANDS.index(name)), default=None)

    def caps(self, rules: Rules) -> list[Cap]:
        """The limit for one player, and for all who have royal flushes together."""
        return [Cap(payout_limit(rules), "34.14(b)", ("bonus",), shared=True)]

    def check(self, rules: Rules) -> list[Finding]:
        return list(below_floor(rules, payout_floor(rules), "34.14(b)"))

    # -- irregularities, 34.16: a card of the dealer's or the bank's exposed leaves the bonus standing (34.16(e))

    def void(self, table: Table, cite: str) -> Round:
        spared = self.spared(table)
        yield from self.give_back(table, [bet for bet in table.bets.values() if bet.id not in spared], cite)
        yield from self.settle_bonuses(table)
        yield from self.clear_centre(table, cite)

    # -- the names of hands

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        cards = seen[owner]
        return (
            describe(two_value(*cards))
            if len(cards) == 2 and UNKNOWN not in cards and owner != "dead"
            else ""
        )


# ---- the rules in force ------------------------------------------------------------------------------


def by_points(rules: Rules) -> int:
    return int(rules["reading-equal-rank"] == "as-printed")


def zero_as_printed(rules: Rules) -> int:
    return int(rules["reading-zero"] == "as-printed")


def payout_floor(rules: Rules) -> Cents:
    """The minimum of the bonus's limit: $50,000, or what the minimum wager could win."""
    least = rules.limits("bonus").least
    return max(FLOOR, *(odds.pays(least) for odds in rules.pay("bonus").rows.values()))


def payout_limit(rules: Rules) -> Cents:
    return max(cents(rules["payout-limit"]), payout_floor(rules))
