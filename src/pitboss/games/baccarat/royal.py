"""The Royal Baccarat Bonus, proposed for punto banco and mini-baccarat: all cards of the round, judged as poker. A
paragraph that begins with a dot is in the game's own subchapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pitboss.book import Event, Finding, Move, PayTable, Round, Rules, Settle, carries, rule
from pitboss.book.endings import ALL, NO_LIMIT, Line, Paid, brings, card_lines, loses, pays
from pitboss.book.events import Result
from pitboss.games.meters import feed_both, reset_meter
from pitboss.money import DOLLAR, Cents, Odds, cents, money
from pitboss.ranking.flush import run
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS: Final = (
    "losing-hand",
    "pair-of-jacks-or-better",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "five-of-a-kind",
    "straight-flush",
    "royal-flush",
    "six-card-straight-flush",
    "six-of-a-kind",
)
"""From the lowest, as in the pay tables."""
PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, FIVE, STRAIGHT_FLUSH, ROYAL, SIX_CARD, SIX = range(
    1, 13
)
JACK: Final = 9
TEN_TO_ACE: Final = 0b1_1111_0000_0000

BONUS: Final = Paid("royal-baccarat-bonus", HANDS)
PROGRESSIVE: Final = Paid("royal-baccarat-progressive", HANDS)
WAGERS: Final = (BONUS.wager, PROGRESSIVE.wager)
METER: Final = "meter:main"

# ---- the hands, .3(l), and which of them is paid -----------------------------------------------------------


@rule("3.3(l)1", "3.3(l)3i-xii", "7.3(l)1", "7.3(l)3i-xii")
def hands_made(times: int, suited: int) -> int:
    """The hands that a pool of cards makes, a bit each: by the count of each rank (four bits a rank), and by the ranks
    of five or six cards of one suit, if there are that many. Eight decks have identical cards, so a flush may contain a
    pair, and also be a full house."""
    made = ranks = pairs = most = 0
    for rank in range(13):
        here = times >> 4 * rank & 15
        if here:
            ranks |= 1 << rank
        if here >= 2:
            pairs += 1
            if rank >= JACK:
                made |= 1 << PAIR
        most = max(most, here)
    if pairs >= 2:
        made |= 1 << TWO_PAIR
        if most >= 3:
            made |= 1 << FULL_HOUSE
    for number, hand in ((3, THREE), (4, FOUR), (5, FIVE), (6, SIX)):
        if most >= number:
            made |= 1 << hand
    if run(ranks) >= 5:
        made |= 1 << STRAIGHT
    if suited:
        made |= 1 << FLUSH
        if run(suited) >= 5:
            made |= 1 << STRAIGHT_FLUSH
        if suited & TEN_TO_ACE == TEN_TO_ACE:
            made |= 1 << ROYAL
        if run(suited) >= 6:
            made |= 1 << SIX_CARD
    return made


@rule("3.2(a)7", "3.3(l)2", "7.2(a)7", "7.3(l)2")
def hands_of(cards: Sequence[int]) -> int:
    """The hands that the cards of a round make together."""
    times = suits = suited = 0
    for card in cards:
        times += 1 << 4 * (card >> 2)
        suits += 1 << 4 * (card & 3)
    for suit in range(4):
        if suits >> 4 * suit & 15 >= 5:
            for card in cards:
                if card & 3 == suit:
                    suited |= 1 << (card >> 2)
    return hands_made(times, suited)


@rule("3.3(j)", "3.3(j)1", "3.3(k)", "3.13(d)", "7.3(j)", "7.3(j)1", "7.3(k)", "7.13(d)", lean=True)
def highest(stake: int, made: int, lines: Sequence[Line] | NDArray[np.int64], first: int) -> int:
    """The hand for which a wager is paid: of those made, the one that pays it most, and of equals the higher one;
    but ``first``, if it is made, before all others (0: none). Nothing is paid for hand 0."""
    if first and made >> first & 1:
        return first
    best = 0
    for hand in range(len(lines) - 1, 0, -1):
        if made >> hand & 1 and brings(stake, lines[hand]) > brings(stake, lines[best]):
            best = hand
    return best


@rule("3.3(j)3", "7.3(j)3")
def most_paid(bettors: int, top: int) -> int:
    """The limit on all payments of a round together: $25,000, or what all of them could win at the minimum wager."""
    return max(2_500_000, bettors * top)


# ---- what the house has elected ----------------------------------------------------------------------------


def offered(rules: Rules) -> Paid | None:
    """The wager, in its form, if it is offered."""
    return next((paid for paid in (BONUS, PROGRESSIVE) if rules.offers(paid.wager)), None)


def elected(rules: Rules, table: PayTable) -> PayTable:
    """A pay table as the house posts it: with a fixed amount for the top hand (.3(j)1), and with a six card straight
    flush instead of six of a kind (.3(j)2, .3(k))."""
    rows, top = dict(table.rows), next(iter(table.rows))
    if table.wager == BONUS.wager and rules["top-hand"] == "fixed":
        rows[top] = Odds(0, prize=cents(rules["top-hand-amount"]) or least_prize(rows[top]))
    printed = table.wager == PROGRESSIVE.wager and rules["reading-progressive-h-and-i"] == "as-printed"
    if printed and table.table in ("H", "I"):
        rows[HANDS[ROYAL]] = Odds(1000)
    if rules.on("six-card-straight-flush-substituted") and top == HANDS[SIX]:
        rows = {HANDS[SIX_CARD]: rows.pop(top), **rows}
    return replace(table, rows=rows)


def least_prize(odds: Odds) -> Cents:
    """A fixed amount must be at least what the odds give for a dollar (.3(j)1)."""
    return odds.pays(DOLLAR)


def unlawful(rules: Rules) -> Iterator[Finding]:
    """A fixed amount below its floor."""
    amount = cents(rules["top-hand-amount"])
    if offered(rules) is BONUS and rules["top-hand"] == "fixed" and amount:
        odds = next(iter(rules.changed({"top-hand": "odds"}).pay(BONUS.wager).rows.values()))
        if amount < least_prize(odds):
            says = f"the top hand must be paid at least {money(least_prize(odds))}, what {odds} gives for $1"
            yield Finding("options.top-hand-amount", says, rules.game.cite(".3(j)1"))


def lines_of(rules: Rules, paid: Paid, share: Cents) -> list[Line]:
    """The line of each hand, with this amount if one wager wins the whole meter. The stake of that wager is kept if the
    figures are odds for one."""
    top, found = meter_hand(rules), card_lines(rules, paid, share)
    if paid is PROGRESSIVE and top and rules["reading-progressive-multiple"] == "for":
        win, of, prize, most, _ = found[top]
        found[top] = win, of, prize, most, ALL
    return found


def meter_hand(rules: Rules) -> int:
    """The hand that wins the meter, or 0."""
    pay = rules.pay(PROGRESSIVE.wager) if rules.offers(PROGRESSIVE.wager) else None
    return next((HANDS.index(row) for row, odds in pay.rows.items() if odds.meter), 0) if pay else 0


def goes_first(rules: Rules) -> int:
    """The hand that is paid no matter what another would pay: the meter is shared by all (.13(d))."""
    return meter_hand(rules) if rules["reading-meter-share"] == "share" else 0


def limit(rules: Rules, bettors: int) -> Cents:
    """The maximum that all wagers of a round are paid together (.3(j)3)."""
    if offered(rules) is not BONUS or rules["payout-limit"] == "none":
        return NO_LIMIT
    least = cents(rules["minimum-bonus-wager"]) or rules.limits(BONUS.wager).least
    return most_paid(bettors, max(pays(least, line) for line in lines_of(rules, BONUS, 0)))


def limited(lines: Sequence[Line], most: Cents) -> list[Line]:
    """These lines with the limit for the only wager of its kind."""
    return [(win, of, prize, most, taken) for win, of, prize, _, taken in lines]


# ---- at the table ------------------------------------------------------------------------------------------


@carries("3.13(b)", "7.13(b)")
def register(table: Table) -> Round:
    """Each progressive wager contributes to the meter and to the reset meter."""
    rules, paragraph = table.rules, table.game.cite(".13(f)")
    if not rules.offers(PROGRESSIVE.wager):
        return
    rate, later = int(rules["royal-baccarat-rate"]), int(rules["royal-baccarat-reset-part"])
    wagers = [bet for bet in table.bets.values() if bet.id == PROGRESSIVE.wager]
    fed = [each for bet in wagers for each in feed_both(METER, bet, rate, later, paragraph)]
    if not table.ledger[METER] and not table.ledger[f"{METER}-reset"]:
        yield Move("bank", METER, cents(rules["royal-baccarat-meter"]), "the initial amount", paragraph)
    yield from fed


def registered(table: Table, position: str) -> list[Bet]:
    """The progressive wager made at a position, if there is one."""
    bets = table.bets.values()
    return [bet for bet in bets if bet.id == PROGRESSIVE.wager and str(bet.position) == position]


def announced(rules: Rules, cards: Sequence[int]) -> str:
    """The highest hand of the pay table that the cards form (.10(a)), or nothing."""
    paid, made = offered(rules), hands_of(cards)
    rows = rules.pay(paid.wager).rows if paid else {}
    formed = (hand for n, hand in enumerate(HANDS) if made >> n & 1 and hand in rows)
    return max(formed, key=HANDS.index, default="").replace("-", " ").capitalize()


def decides(rules: Rules, paid: Paid, hand: int) -> str:
    """The paragraph that pays a hand, or pays nothing for it: of the pay table, or of the choice made for its top
    hand."""
    pay = rules.pay(paid.wager)
    if paid is BONUS and HANDS[hand] == next(iter(pay.rows)):
        if rules["top-hand"] == "fixed":
            return ".3(j)1"
        if hand == SIX_CARD:
            return ".3(j)2"
    return pay.cite


def settled(table: Table, cards: Sequence[int]) -> tuple[Mapping[int, list[Event]], list[Move]]:
    """The result of each seat's wager, and then of the meter. All have the same cards, so all win or lose together."""
    rules, paid = table.rules, offered(table.rules)
    stakes = {bet.seat: bet.stake for bet in table.bets.values() if paid and bet.id == paid.wager}
    if not paid or not stakes:
        return {}, []
    meter = table.ledger[METER] if paid is PROGRESSIVE else 0
    share = meter // len(stakes)  # .13(d): equal shares, no matter the stakes; odd cents stay
    lines, made, top = lines_of(rules, paid, share), hands_of(cards), meter_hand(rules)
    hands = {seat: highest(stake, made, lines, goes_first(rules)) for seat, stake in stakes.items()}
    due = {seat: pays(stakes[seat], lines[hand]) for seat, hand in hands.items()}
    most = limit(rules, len(stakes))
    over = sum(due.values()) > most
    events: dict[int, list[Event]] = {}
    for seat, hand in hands.items():
        full, lost = due[seat], loses(stakes[seat], lines[hand])
        paying, paragraph = full, table.game.cite(decides(rules, paid, hand))
        if over:  # .3(j)3: equal portions, no matter the stakes
            paying, paragraph = most // len(stakes), table.game.cite(".3(j)3")
        off: list[Event] = []
        if top and hand == top:
            paragraph = table.game.cite(".13(d)")
            off = [Move(METER, "bank", share, "taken off the meter", paragraph, (seat, paid.wager))]
        result: Result = "win" if paying else "lose" if lost else "push"
        uncut = full if paying < full else 0
        given = Settle(seat, paid.wager, result, paying, lost, paragraph, HANDS[hand], uncut=uncut)
        events[seat] = [*off, given]
    winner = next((seat for seat, hand in hands.items() if top and hand == top), 0)
    if not winner:
        return events, []
    house, on = cents(rules["royal-baccarat-reset"]), (winner, paid.wager)
    return events, reset_meter(table, METER, house, table.game.cite(".13(f)"), on)
