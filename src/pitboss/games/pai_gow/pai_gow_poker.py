"""Pai gow poker, 13:69F-11."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from pitboss.book import (
    Cap,
    Event,
    Finding,
    Move,
    PayTable,
    Refused,
    Round,
    Rules,
    Settle,
    Show,
    carries,
    cite,
    rule,
)
from pitboss.book.endings import Ending, Paid, by_cards, ended, ends, lose, push, win
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.against_dealer import Hand
from pitboss.games.meters import feed_meter, part_of
from pitboss.games.pai_gow.bank import BankCites
from pitboss.games.pai_gow.dragons_eye import DICE, DragonsEye, DragonsEyeState
from pitboss.games.pai_gow.family import DEALER, HOUSE, Bank, bank_of
from pitboss.games.pai_gow.pai_gow_poker_ways import house_way, read_way
from pitboss.games.pai_gow.seven_cards import (
    FOUR,
    MADE,
    PAIRED,
    THREE_CARDS,
    WHEEL,
    best_possible,
    made,
    of_color,
    three_card_row,
)
from pitboss.games.payout_limit import below_floor, shared_cap
from pitboss.money import Cents, Odds, cents
from pitboss.ranking.pai_gow import describe, fouls, high_value, low_value, no_hand, with_joker
from pitboss.table import Bet, Table

METER: Final = "progressive"
ACCOUNT: Final = f"meter:{METER}"

# ---- settlement, 11.9 --------------------------------------------------------------------------------------


class Ended(Ending):
    """The results of the pai gow poker wager."""

    WIN = ends("both hands higher", pai_gow_poker=win("11.9(i)"))
    HIGH = ends("only the high hand higher", pai_gow_poker=push("11.9(h)1"))
    LOW = ends("only the low hand higher", pai_gow_poker=push("11.9(h)2"))
    LOWER = ends("both hands lower", pai_gow_poker=lose("11.9(g)1"))
    COPY = ends("copy hand", pai_gow_poker=lose("11.9(g)2"))
    FOUL = ends("high hand below the low hand", pai_gow_poker=lose("11.9(g)3"))
    SET_WRONGLY = ends("hands set wrongly", pai_gow_poker=lose("11.9(g)4"))
    SURRENDER = ends("surrender", pai_gow_poker=lose("11.9(e)1"))
    TRIPLE = ends("triple", pai_gow_poker=lose("11.9(k)2"))
    DRAGON = ends("queen's dragon", pai_gow_poker=push("11.9(h)3"))
    BANKS_DRAGON = ends("queen's dragon", pai_gow_poker=push("11.10(k)1"))
    CO_BANKS_DRAGON = ends("queen's dragon", pai_gow_poker=push("11.10(m)1"))


THREE_CARD_BONUS: Final = Paid("three-card-bonus", THREE_CARDS)


# 11.9(h) joins its three items with "and"; each alone is a push.
@rule(
    *("11.9(g)1", "11.9(g)2", "11.9(h)1", "11.9(h)2", "11.9(i)", '11.1 "Copy hand"', "11.10(l)"),
    *("11.10(m)", '11.1 "Push"'),
)
def compared(high: int, low: int, their_high: int, their_low: int) -> int:
    """The player's two hands against the bank's: both must be higher, and copies are the bank's."""
    if high > their_high:
        return Ended.WIN.value if low > their_low else Ended.HIGH.value
    if low > their_low:
        return Ended.LOW.value
    return Ended.COPY.value if high == their_high or low == their_low else Ended.LOWER.value


@rule('11.1 "Dealer queen\'s dragon"', "11.9(h)3", "11.10(k)1", "11.10(m)1", "11.23(e)")
def queens_dragon(hand: int, joker: int) -> bool:
    """Are seven cards exactly queen high?"""
    return no_hand(hand, joker) == 10


@rule("11.14(e)")
def off_the_meter(pays: int, stake: int, straight_flush: bool) -> bool:
    """Is a progressive payout deducted from the meter: fifty times the wager or more, or a straight flush?"""
    return pays >= 50 * stake or straight_flush


@rule("11.13(b)6")
def whole_dollars(stake: int, win: int, of: int) -> int:
    """The payout of a starting number: by its odds, down to whole dollars."""
    return stake * win // of // 100 * 100


# ---- wagers on the cards alone -----------------------------------------------------------------------------

HIGHS: Final = (
    *("",) * 7,
    "nine-high",
    "ten-high",
    "jack-high",
    "queen-high",
    "king-high",
    "ace-high",
    "no-pai-gow",
)
"""A pai gow by its highest card, two = 0; the last is none."""
COUNTS: Final = ("three-or-fewer",) * 4 + ("four-cards", "five-cards", "six-cards", "seven-cards")

# A table without a row of its own for these uses the row they belong to.
BELONGS_TO: Final = {
    "natural-royal-flush": "royal-flush",
    "royal-flush-with-joker": "royal-flush",
    "natural-ace-to-five-straight-flush": "straight-flush-without-joker",
    "straight-flush-without-joker": "straight-flush",
    "straight-flush-with-joker": "straight-flush",
    "natural-royal-flush-with-ace-queen": "royal-flush-with-ace-queen",
    "royal-flush-with-joker-with-ace-queen": "royal-flush-with-ace-queen",
    "natural-royal-flush-and-pair": "royal-flush-and-pair",
    "royal-flush-with-joker-and-pair": "royal-flush-and-pair",
    "natural-ace-to-five-straight-flush-and-pair": "straight-flush-and-pair",
    "straight-flush-without-joker-and-pair": "straight-flush-and-pair",
    "straight-flush-with-joker-and-pair": "straight-flush-and-pair",
}
ROYAL_MATCH: Final = {"king-queen": "royal-flush-plus-king-queen", "ace-king": "royal-flush-plus-ace-king"}
BY_BANK: Final = "bank-"
"""Prefix of the rows of the imperial bonus for the bank's cards."""
EZ: Final = ("dynasty-bonus", "protection", "red-black", "queens-dragon")
ENVY: Final = {"bonus": "envy", "dynasty-bonus": "dynasty-envy"}
ENVIOUS: Final = 500
"""Cents from which such a wager earns an envy bonus (11.15(c), 11.22(c))."""
NO_SURRENDER: Final = ("progressive", "seven-card-bonus", *EZ)
FIRST_THREE: Final = 3


def named(found: int) -> Iterator[str]:
    """The names of the hands that `made` has found."""
    for kind, name in enumerate(MADE):
        if found >> kind & 1:
            yield name
        if found >> PAIRED + kind & 1:
            yield f"{name}-and-pair"


def belongs_to(rules: Rules) -> Mapping[str, str]:
    """The rows to which hands belong at this table: which royal match counts is the house's choice."""
    return {**BELONGS_TO, ROYAL_MATCH[str(rules["royal-match"])]: "royal-flush-plus-royal-match"}


def rows_of(pay: PayTable, name: str | None, belongs: Mapping[str, str]) -> Iterator[str]:
    """The rows of a pay table for a hand: its own, and those it belongs to. A natural royal flush is also a royal
    flush, which pays more than a tenth of a meter that is low (11.3(b)2)."""
    while name is not None:
        if name in pay.rows:
            yield name
        name = belongs.get(name)


def best_row(rules: Rules, wager: str, found: int, meter: Cents = 0) -> str | None:
    """Of all hands that the cards make, the row that pays most; of equal ones, the one that the table names first."""
    pay, belongs = rules.pay(wager), belongs_to(rules)
    rows = {row for name in named(found) for row in rows_of(pay, name, belongs)}
    return max((row for row in pay.rows if row in rows), key=lambda row: worth(pay[row], meter), default=None)


def worth(odds: Odds, meter: Cents) -> Cents:
    """What a row pays: a dollar at its odds, its prize, or its share of the meter (a minimum, so rounded up to the
    cent)."""
    return part_of(meter, odds.meter, 100) if odds.meter else odds.prize or 100 * odds.win // odds.stake


def seven_card_row(rules: Rules, wager: str, found: int, top: int) -> str | None:
    """The row of a wager that seven cards take, if any, by their hands and the top of a pai gow (-1: none)."""
    if wager == "queens-dragon":
        return "queen-high" if HIGHS[top] == "queen-high" else None
    if wager == "protection" and found >> WHEEL & 1:
        return "natural-ace-to-five-straight-flush"
    if wager in ("pai-gow-insurance", "protection"):
        return HIGHS[top] if top >= 0 else None
    if wager in ENVY or wager in ENVY.values():
        found = best_possible(found, int(rules["reading-three-of-a-kind"] == "as-printed"))
    return best_row(rules, wager, found)


def seven_card_hand(rules: Rules, wager: str, cards: Sequence[int]) -> str | None:
    """The same of the cards themselves."""
    return seven_card_row(rules, wager, made(cards), no_hand(*with_joker(cards)))


def imperial_rows(rules: Rules, own: Sequence[int], banks: Sequence[int]) -> list[str]:
    """The hands that pay the imperial bonus: the player's, and a bank no better than jack high (11.19(c))."""
    pay, bank = rules.pay("imperial-bonus"), BY_BANK + HIGHS[no_hand(*with_joker(banks))]
    rows = [best_row(rules, "imperial-bonus", made(own)), bank]
    return [row for row in rows if row in pay.rows]


def premium(cards: Sequence[int]) -> bool:
    """Four of a kind or better, for which others are paid an envy bonus (11.1 "Premium qualifying poker hand")."""
    found = made(cards) & (1 << PAIRED) - 1
    return found >= 1 << FOUR


# ---- the game ----------------------------------------------------------------------------------------------


class PaiGowPokerState(DragonsEyeState):
    """``meter``: the dollars on the meter before the wagers of the next round; empty: it is not set yet."""

    meter: int | float | None = None
    """The dollars on the progressive meter before the wagers of the next round; null: it is not set yet."""
    METERS: ClassVar = {"meter": METER}


class PaiGowPoker(DragonsEye):
    """Seven cards set as five and two against the dealer's, or against a player's who banks."""

    computed_by = "pai_gow_poker_mathematics"
    State = PaiGowPokerState
    several_positions = "11.12(a)"
    main = "pai-gow-poker"
    stack = 7
    endings = Ended
    no_more_bets = "11.7(c)"
    vigorish_cite = "11.9(j)"
    retained = "11.21(f)"
    winners_last = True
    bank_cites = BankCites(
        offered="11.10(a)",
        start="11.10(b)",
        rotation="11.10(c)",
        wagered="11.10(d)1",
        covered="11.10(d)2",
        co_bank="11.10(e)",
        one_area="11.10(f)",
        compared="11.10(k)",
        settled="11.10(l)",
        co_settled="11.10(m)",
        vigorish="11.10(o)",
    )

    # -- hands and house way, 11.3 and 11.9

    @carries('11.1 "High hand"', '11.1 "Rank"', '11.1 "Second highest"')
    def values(self, rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        high, low = hands
        return high_value(*with_joker(high), wheel(rules)), low_value(*low)

    def fouls(self, rules: Rules, values: tuple[int, ...]) -> bool:
        return fouls(*values)

    def house_way(self, rules: Rules, cards: Sequence[int]) -> int:
        return house_way(cards, rules.way, wheel(rules))

    def way(self, rules: Rules) -> tuple[Any, ...]:
        return read_way(rules.house_way)

    def against(
        self, rules: Rules, mine: tuple[int, ...], theirs: tuple[int, ...], dealer: bool = False
    ) -> Ending:
        return tuple(Ended)[compared(*mine, *theirs)]

    # -- wagers, 11.7

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        for spot in super().spots(table, seat):
            params = {"starting-number": "1234567", "red-black": ("red", "black")}.get(spot)
            yield from (f"{spot}:{param}" for param in params) if params else (spot,)

    def spot(self, rules: Rules, wager: str) -> str:
        name, _, param = wager.partition(":")
        if name == "starting-number":
            if param not in tuple("1234567"):
                raise Refused("choose a starting number from 1 to 7: starting-number:4", "11.13(a)")
            return wager
        if name == "red-black":
            if param not in ("red", "black"):
                raise Refused("choose a color: red-black:red or red-black:black", "11.23(d)")
            return wager
        return super().spot(rules, wager)

    @carries("11.19(b)")
    def banks_wagers(self, rules: Rules) -> set[str]:
        """Most optional wagers require a pai gow poker wager, which a bank does not make; the text opens the imperial
        bonus to the bank, too (11.19(c)2)."""
        if rules["reading-banks-wagers"] == "as-printed":
            return super().banks_wagers(rules) | {"imperial-bonus"}
        return super().banks_wagers(rules) | {*rules.wagers} - {self.main, "starting-number", *DICE}

    def hands(self, table: Table) -> list[Hand]:
        """The positions with a wager on the cards, counterclockwise; a player's bank is not one of them."""
        here = {
            bet.position: bet.seat
            for bet in table.bets.values()
            if bet.id not in DICE and bet.id != "starting-number"
        }
        bank = bank_of(table).seat
        return [Hand(place, seat, table, []) for place, seat in sorted(here.items()) if seat != bank]

    # -- the bank, 11.10

    def the_bank(self, table: Table) -> Generator[Event, Any, Bank]:
        bank: Bank = yield from super().the_bank(table)
        return replace(bank, looks=True) if table.stake(bank.seat, "imperial-bonus") else bank

    def vigorish(self, rules: Rules, won: Cents) -> Cents:
        return 0 if rules.on("ez") else super().vigorish(rules, won)

    def vigorish_of_bank(self, rules: Rules, surplus: Cents) -> Cents:
        """The EZ variation exempts winning wagers from it, but not a bank's surplus."""
        if rules.on("ez") and rules["reading-ez-surplus"] == "as-printed":
            return 0
        return super().vigorish(rules, surplus)

    # -- the start and the deal, 11.8 to 11.8D, 11.13, 11.17

    def start(self, table: Table, bank: Bank) -> Generator[Event, Any, int]:
        yield from self.lock_out(table)
        if not by_stacks_of_three(table.rules):
            return (yield from super().start(table, bank))
        if table.rules["dragons-eye"] != "no":
            yield from self.shake(table, bank)
        return DEALER

    def started(self, table: Table) -> int | None:
        return None if by_stacks_of_three(table.rules) else super().started(table)

    def rides_on_start(self, table: Table) -> bool:
        number = any(bet.id == "starting-number" for bet in table.bets.values())
        return number or super().rides_on_start(table)

    @carries("11.13(b)4", "11.13(b)5", "11.13(c)")
    def shown(self, table: Table, shown: tuple[int, ...], bank: Bank) -> Round:
        """The generator's number decides the wagers on it before a card is dealt: losers first (11.13(b)4, 5)."""
        yield from super().shown(table, shown, bank)
        made_ = [bet for bet in table.bets.values() if bet.id == "starting-number" and len(shown) == 1]
        pay = table.rules.pay("starting-number")["number"] if made_ else Odds(0)
        for bet in [bet for bet in made_ if bet.param != str(shown[0])]:
            yield Settle(
                bet.seat, bet.wager, "lose", 0, bet.stake, cite("11.13(b)3"), outcome=f"number {shown[0]}"
            )
        for bet in [bet for bet in made_ if bet.param == str(shown[0])]:
            pays = whole_dollars(bet.stake, pay.win, pay.stake)
            yield Settle(
                bet.seat, bet.wager, "win", pays, cite=cite("11.13(b)6"), outcome=f"number {shown[0]}"
            )

    @carries("11.17(b)", "11.17(e)")
    def deal_hands(self, table: Table, hands: Sequence[Hand], bank: Bank, start: int) -> Round:
        """Where the three-card or seven-card bonus is offered, three cards to each wager from the dealer's far left
        clockwise, the dealer last; the three-card bonus is settled; then four more (11.17)."""
        if not by_stacks_of_three(table.rules):
            yield from super().deal_hands(table, hands, bank, start)
            return
        places = sorted({*(hand.position for hand in hands), bank.seat} - {DEALER}, reverse=True)
        for cards in (FIRST_THREE, self.stack - FIRST_THREE):
            for place in (*places, DEALER):
                for _ in range(cards):
                    yield self.card_to(hands, bank, place)
            if cards == FIRST_THREE:
                own = [Hand(bank.seat, bank.seat, table, [])] if bank.seat else []
                yield from self.three_card_bonus(table, [*hands, *own])
        for hand in hands:
            hand.cards = table.cards(hand.owner)

    @staticmethod
    def three_card_bonus(table: Table, hands: Sequence[Hand]) -> Round:
        """Winning cards are laid face up; losers are collected, then winners paid (11.17(f))."""
        settled = []
        for hand in hands:
            if hand.stake("three-card-bonus"):
                row = THREE_CARDS[three_card_row(*table.cards(hand.owner))]
                settled += [(hand, each) for each in by_cards(table.rules, hand, THREE_CARD_BONUS, row)]
        for hand, each in settled:
            if each.result == "win":
                yield Show(hand.owner)
        yield from sorted((each for _, each in settled), key=lambda each: each.result != "lose")

    # -- the progressive, 11.14

    @carries("11.14(b)")
    def lock_out(self, table: Table) -> Round:
        """The progressive wagers are closed, and the meter takes its share of each (11.14(b), (e))."""
        if not table.rules.offers("progressive"):
            return
        rate = 100 * int(table.rules["progressive-rate"])
        fed = [
            feed_meter(ACCOUNT, bet, rate, "11.14(e)")
            for bet in table.bets.values()
            if bet.id == "progressive"
        ]
        if not table.ledger[ACCOUNT]:
            yield self.reset(table)
        yield from fed

    @carries("11.14(g)", "11.14(c)")
    def progressive(self, hand: Hand) -> Round:
        """By the arrangement that pays most, and by the meter at the player's turn (11.9(j), 11.14(g)). The stake
        went into the tray at the lock-out and is not returned; the house adds what the meter lacks."""
        table, stake, key = hand.table, hand.stake("progressive"), hand.key("progressive")
        pay, meter = table.rules.pay("progressive"), table.ledger[ACCOUNT]
        row = best_row(table.rules, "progressive", made(hand.cards), meter)
        if row is None:
            yield Settle(hand.seat, key, "lose", 0, stake, pay.cite, "nothing")
            return
        pays, on = worth(pay[row], meter), (hand.seat, key)
        if pay[row].meter or off_the_meter(pays, stake, row.startswith("straight-flush")):
            off = min(pays, meter)
            yield Move(ACCOUNT, "bank", off, "taken off the meter", cite("11.14(e)"), on)
        yield Settle(hand.seat, key, "win", pays, stake, pay.cite, row)
        if pay[row].meter == 100:
            yield self.reset(table, on)

    @staticmethod
    def reset(table: Table, on: tuple[int, str] | None = None) -> Move:
        """The meter brought to its initial amount by the house."""
        amount = max(0, cents(table.rules["progressive-reset"]) - table.ledger[ACCOUNT])
        return Move("bank", ACCOUNT, amount, "initial and reset amount", cite("11.14(f)"), on)

    # -- setting and surrender, 11.9(a) to (e)

    def set_hands(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """A player whose wager has lost to a triple has nothing to set."""
        yield from super().set_hands(table, [hand for hand in hands if hand.stake(self.main)], bank)

    def may_surrender(self, hand: Hand) -> bool:
        here = [bet for bet in hand.table.bets.values() if bet.position == hand.position]
        return not any(bet.id in NO_SURRENDER for bet in here)

    # -- settlement, 11.9(f) to (j), 11.15(d), 11.19(c), 11.22(d)

    @carries("11.10(l)1")
    def settle_main(self, table: Table, hand: Hand, bank: Bank) -> Iterator[Event]:
        """Against a queen's dragon every wager pushes in the EZ variation, even one that would lose."""
        wrong = self.set_wrongly(table.rules, self.laid_out(table, hand.owner))
        pushes = not wrong or table.rules["reading-queens-dragon-foul"] == "as-read"
        if pushes and (dragon := self.dragon(table, bank)):
            yield from ended(table.rules, hand, dragon)
        else:
            yield from super().settle_main(table, hand, bank)

    def dragon(self, table: Table, bank: Bank) -> Ending | None:
        """The ending of every wager if the bank's seven cards are queen high and that pushes."""
        cards = self.seven(table, bank.owner)  # none where dice have decided all wagers
        if not (table.rules.on("ez") and cards and queens_dragon(*with_joker(cards))):
            return None
        if bank is HOUSE:
            return Ended.DRAGON
        return Ended.CO_BANKS_DRAGON if bank.co else Ended.BANKS_DRAGON

    def dealers_wager(self, table: Table, bank: Bank) -> Generator[Event, Any, Cents]:
        if self.dragon(table, bank):
            return 0
        return (yield from super().dealers_wager(table, bank))

    def seven(self, table: Table, owner: str) -> list[int]:
        """An owner's cards, in any setting."""
        return [*table.cards(owner), *table.cards(f"{owner}.low")]

    @carries(
        *("11.15(d)1", "11.15(d)3", "11.15(d)3i-ii", "11.22(d)1", "11.22(d)3"),
        *("11.22(d)3i-ii",),
    )
    def settle_round(self, table: Table, hands: Sequence[Hand], bank: Bank) -> Round:
        """The pai gow poker wagers; then, player by player, payments on the cards alone; bonuses on premium hands and
        envy last."""
        theirs, dealers = self.seven(table, bank.owner), self.seven(table, "dealer")
        own = Hand(bank.seat, bank.seat, table, theirs)
        everybody = sorted((*hands, own), key=lambda hand: hand.position) if bank.seat else list(hands)
        played = [hand for hand in everybody if not voided(hand)]
        if not any(hand.stake(self.main) for hand in hands):
            hands = ()
        yield from super().settle_round(table, hands, bank)
        on_cards = [list(self.on_cards(hand, dealers if hand is own else theirs)) for hand in everybody]
        paid = iter(limited(table, list(chain(*on_cards))))
        for hand, each in zip(everybody, on_cards, strict=True):
            if hand.stake("progressive"):
                yield from self.progressive(hand)
            yield from islice(paid, len(each))
        bonuses = list(self.bonuses(table, everybody, played, theirs))
        cut = limited(table, [each for _, each in bonuses])
        for last in (False, True):
            yield from (each for (waits, _), each in zip(bonuses, cut, strict=True) if waits == last)

    @staticmethod
    @carries('11.1 "Banker hand bonus"', '11.1 "Player hand bonus"', "11.19(c)2")
    def on_cards(hand: Hand, banks_cards: Sequence[int]) -> Iterator[Settle]:
        """Seven-card bonus and imperial bonus."""
        rules = hand.table.rules
        if stake := hand.stake("seven-card-bonus"):
            row = seven_card_hand(rules, "seven-card-bonus", hand.cards)
            yield by_row(hand, "seven-card-bonus", [row] if row else [], "11.18(c)", stake)
        if stake := hand.stake("imperial-bonus"):
            rows = imperial_rows(rules, hand.cards, banks_cards)
            by = "11.20(c)" if rows and rows[0].startswith(BY_BANK) else "11.20(b)"
            yield by_row(hand, "imperial-bonus", rows, by, stake)

    @carries('11.1 "Premium qualifying poker hand"', "11.15(d)2i-iii", "11.22(d)2i-iii")
    def bonuses(
        self, table: Table, hands: Sequence[Hand], played: Sequence[Hand], banks_cards: Sequence[int]
    ) -> Iterator[tuple[bool, Settle]]:
        """Bonus, insurance and the wagers of the EZ variation, and whether each waits for the last pass: bonuses of
        premium hands, and the envy bonuses of players with a wager of $5 or more for every other player's (11.15(d)2
        and 3, 11.22(d)2 and 3)."""
        rules = table.rules
        paragraphs = {"bonus": "11.16(a)", "pai-gow-insurance": "11.16(c)", "dynasty-bonus": "11.23(a)"}
        paragraphs |= {"protection": "11.23(c)", "queens-dragon": "11.23(e)"}
        for hand in hands:
            for wager, paragraph in paragraphs.items():
                if stake := hand.stake(wager):
                    cards = banks_cards if wager == "queens-dragon" else hand.cards
                    row = seven_card_hand(rules, wager, cards)
                    last = wager in ENVY and premium(hand.cards)
                    yield last, by_row(hand, wager, [row] if row else [], paragraph, stake)
            for bet in list(table.bets.values()):
                if bet.id == "red-black" and bet.position == hand.position:
                    row = COUNTS[of_color(hand.cards, int(bet.param == "red"))]
                    spot = hand.key(f"red-black:{bet.param}")
                    yield (
                        False,
                        by_row(
                            hand, "red-black", [row] if row != COUNTS[0] else [], "11.23(d)", bet.stake, spot
                        ),
                    )
        for wager, envy in ENVY.items():
            for hand in (hand for hand in hands if hand.stake(wager) >= ENVIOUS):
                others = (other for other in played if not table.same_person(other.seat, hand.seat))
                for other in (other for other in others if premium(other.cards)):
                    row = seven_card_hand(rules, envy, other.cards)
                    pay = rules.pay(envy)
                    key = hand.key(f"{envy}:{other.position}")
                    assert row is not None
                    yield True, Settle(hand.seat, key, "win", pay[row].prize, cite=pay.cite, outcome=row)

    def may_win(self, table: Table, bet: Bet) -> Collection[Odds]:
        return best_rows(table.rules, bet.id) if bet.id == "imperial-bonus" else super().may_win(table, bet)

    # -- what a table may post

    def caps(self, rules: Rules) -> list[Cap]:
        limits = ((option, cite, wagers) for option, (_, cite, wagers) in LIMITS.items())
        return [cap for each in limits for cap in Cap.posted(rules, *each)]

    def check(self, rules: Rules) -> list[Finding]:
        found = [
            each
            for option, (floor, paragraph, wagers) in LIMITS.items()
            for each in below_floor(rules, max(floor, least_limit(rules, wagers)), paragraph, option)
        ]
        posted = rules.pay_tables.get("starting-number")
        if posted and posted["number"].win > 6 * posted["number"].stake:
            says = "a starting number may be paid at most 6 to 1"
            found.append(Finding("pay_tables.starting-number.number", says, cite("11.13(b)6")))
        return found

    # -- the names of hands

    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        return high_value(*with_joker(cards), wheel(rules))

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        low = seen[owner]
        if owner.endswith(".low") and len(low) == 2 and UNKNOWN not in low:
            return describe(low_value(*low))
        return super().called(table, owner, seen)


def wheel(rules: Rules) -> int:
    """Is A-2-3-4-5 above all straights but one, at this table?"""
    return int(rules["ace-to-five"] == "high")


def by_stacks_of_three(rules: Rules) -> bool:
    """Are cards dealt as 11.17 says?"""
    return rules.offers("three-card-bonus") or rules.offers("seven-card-bonus")


def voided(hand: Hand) -> bool:
    """Did its player have it voided?"""
    return any(ask.hand == hand.owner and ask.decision == "void" for ask in hand.table.answers)


def by_row(
    hand: Hand, wager: str, rows: Sequence[str], paragraph: str, stake: Cents, spot: str = ""
) -> Settle:
    """A wager on the cards alone: paid by these rows together, lost if there are none."""
    pay, key = hand.table.rules.pay(wager), spot or hand.key(wager)
    if not rows:
        return Settle(hand.seat, key, "lose", 0, stake, cite(paragraph))
    pays = sum(pay[row].pays(stake) for row in rows)
    return Settle(hand.seat, key, "win", pays, cite=cite(paragraph), outcome=" and ".join(rows))


# ---- payout limits, 11.16(d), 11.18(d), 11.20(e), 11.23(f) ---------------------------------------------------

LIMITS: Final[Mapping[str, tuple[Cents, str, tuple[str, ...]]]] = {
    "bonus-payout-limit": (4_000_000, "11.16(d)", ("bonus", "pai-gow-insurance", "envy")),
    "seven-card-payout-limit": (5_000_000, "11.18(d)", ("seven-card-bonus",)),
    "imperial-payout-limit": (4_000_000, "11.20(e)", ("imperial-bonus",)),
    "ez-payout-limit": (4_000_000, "11.23(f)", (*EZ, "dynasty-envy")),
}
"""Each limit with its minimum, and the wagers under it."""


def least_limit(rules: Rules, wagers: Iterable[str]) -> Cents:
    """The most that one player can win in a round with minimum wagers."""
    offered = [wager for wager in wagers if rules.offers(wager) and not rules.wagers[wager].bonus]
    return sum(
        max(odds.pays(rules.limits(wager).least) for odds in best_rows(rules, wager)) for wager in offered
    )


def best_rows(rules: Rules, wager: str) -> Collection[Odds]:
    """The odds at which a wager may be paid. The imperial bonus is paid for the player's hand and for the bank's at
    once (11.19(c)): the best row of each together."""
    rows = rules.pay(wager).rows
    if wager != "imperial-bonus":
        return rows.values()
    own, banks = (
        max(rows[row].win for row in rows if row.startswith(BY_BANK) == of_bank) for of_bank in (False, True)
    )
    return (Odds(own + banks),)


def limited(table: Table, settled: Sequence[Settle]) -> list[Settle]:
    """Payments on the cards, each player's of a round reduced to the payout limits that apply to them."""
    rules, cut = table.rules, list(settled)
    for option, (_, paragraph, wagers) in LIMITS.items():
        if not (limit := cents(rules[option])):
            continue
        if option == "bonus-payout-limit" and rules["reading-envy-limit"] == "as-printed":
            wagers = wagers[:2]
        for player in {table.person(each.seat) for each in settled}:
            under = [
                place
                for place, each in enumerate(settled)
                if table.person(each.seat) == player
                and each.wager.partition(":")[0].partition("@")[0] in wagers
            ]
            shared = shared_cap([settled[place] for place in under], limit, paragraph)
            for place, each in zip(under, shared, strict=True):
                cut[place] = each
    return cut
