"""The progressive blackjack wager, 2.19: aces among the first cards, and a dollar for the meters."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from pitboss.book import Event, Move, Round, Settle, carries, cite, rule
from pitboss.games.blackjack.boxes import Box, Hand
from pitboss.games.blackjack.side_wagers import ACE, NO_CARD
from pitboss.games.meters import feed_both, part_of, reset_meter
from pitboss.money import Cents, cents
from pitboss.table import Bet, Table

PROGRESSIVE: Final = "progressive-blackjack"
METER: Final = "meter:progressive"
ROWS = (
    "no two aces",
    "two aces",
    "two aces of one suit",
    "three aces",
    "three aces of one suit",
    "four aces of one color",
)


@rule("2.19(c)", "2.19(e)")
def aces(a: int, b: int, c: int, d: int) -> int:
    """The highest row of the first four cards; the third and the fourth may be missing."""
    if a >> 2 != ACE or b >> 2 != ACE:
        return 0
    if c >> 2 != ACE:
        return 2 if a == b else 1
    if d >> 2 == ACE:
        red = int(a & 3 in (1, 2)) + int(b & 3 in (1, 2)) + int(c & 3 in (1, 2)) + int(d & 3 in (1, 2))
        if red in (0, 4):
            return 5
    return 4 if a == b == c else 3


def received(box: Box) -> list[int]:
    """The cards of a box in the order in which they were dealt. A card split off a hand was dealt before the hand's
    other cards; its hand is next to it, the last split nearest."""
    if len(box.hands) == 1:
        return box.first.cards
    second = next(hand for hand in box.hands if hand.number == 2)
    cards, made = [box.first.cards[0], second.cards[0]], 2
    for place, hand in enumerate(box.hands):
        split_off: list[Hand] = []
        for other in box.hands[place + 1 :]:
            if other.number <= made or (split_off and split_off[0].number == made + 1):
                break
            split_off.insert(0, other)
        made += len(split_off)
        cards += [other.cards[0] for other in split_off] + hand.cards[1:]
    return cards


def register(table: Table) -> Round:
    """No more bets; each wager adds to the meters (2.19(b), 2.19(i))."""
    rules = table.rules
    bets = [bet for bet in table.bets.values() if bet.id == PROGRESSIVE]
    if bets and not table.ledger[METER]:
        yield Move("bank", METER, cents(rules["progressive-seed"]), "the meter set", cite("2.19(i)"))
    rate, part = int(rules["progressive-rate"]), int(rules["reset-part"])
    for bet in bets:
        yield from feed_both(METER, bet, rate, part, "2.19(i)")


@carries("2.19(d)")
def settle(table: Table, boxes: Sequence[Box], box: Box) -> Round:
    """With the wager on the hand, no matter what the dealer has (2.19(d), (h)). The dollar stays in the acceptor."""
    pay = table.rules.pay(PROGRESSIVE)
    for bet in made_at(table, [box]):
        if len(received(box)) < 2:
            dead = table.rules.irregularity("one-card-dealt").full_cite
            yield from table.taken_back([bet], dead)
            yield Settle(bet.seat, bet.wager, "void", cite=dead, outcome="dead hand")
            continue
        row = ROWS[row_of(box)]
        odds = pay.get(row)
        if odds is None:
            yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=pay.cite, outcome=row)
            continue
        pays, paragraph = odds.prize, pay.cite
        if odds.meter:
            pays, shared = yield from meter_share(table, boxes, bet)
            paragraph = cite("2.19(h)") if shared else paragraph
        yield Settle(bet.seat, bet.wager, "win", pays, bet.stake, paragraph, row)


def meter_share(table: Table, boxes: Sequence[Box], bet: Bet) -> Generator[Event, Any, tuple[Cents, bool]]:
    """All players with four aces share the meter equally, as the first of them finds it; then it is reset (2.19(h),
    (i)). Returns the share, and whether there is more than one."""
    assert table.settlement is not None
    for wagers in table.settlement.wagers.values():
        for settled in wagers.values():
            if settled.outcome == ROWS[-1]:
                return settled.pays, True
    winners = made_at(table, [box for box in boxes if ROWS[row_of(box)] == ROWS[-1]])
    meter, on = table.ledger[METER], (bet.seat, bet.wager)
    yield Move(METER, "bank", meter, "taken off the meter", cite("2.19(h)"), on)
    yield from reset_meter(table, METER, cents(table.rules["reset-amount"]), "2.19(i)", on)
    return part_of(meter, 1, len(winners)), len(winners) > 1


def made_at(table: Table, boxes: Sequence[Box]) -> list[Bet]:
    """The undecided progressive wagers at these boxes."""
    positions = {box.position for box in boxes}
    return [bet for bet in table.bets.values() if bet.id == PROGRESSIVE and bet.position in positions]


def row_of(box: Box) -> int:
    a, b, c, d = (*received(box), NO_CARD, NO_CARD, NO_CARD, NO_CARD)[:4]
    return aces(a, b, c, d)
