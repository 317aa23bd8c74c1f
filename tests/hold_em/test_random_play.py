"""Random legal play of every structure by two to eleven players: money is conserved, every award is what a slow
independent count gives, and the journal replays to the byte."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.book import Ask, Deal, Irregular, Return, Rules, Settle, Stake
from pitboss.money import cents
from pitboss.table import Memory, Table
from tests.hold_em.seated import HOLD_EM
from tests.hold_em.test_equities import five
from tests.properties import replays, settled

VARIED: dict[str, list[object]] = {
    "structure": ["no-limit", "pot-limit", "spread-limit", "fixed-limit"],
    "blinds": ["1 2", "2", "1 2 4"],
    "ante": ["0", "0.25", "1"],
    "minimum-raise": ["last-raise", "minimum-bet"],
    "reopening": ["full-raise", "half-raise", "any-raise"],
    "raise-cap": ["none", 1, 3],
    "check-raise": ["yes", "no"],
    "first-button": ["right-of-dealer", "card"],
    "post-to-enter": ["no", "yes"],
    "losing-hands": ["conceded", "shown"],
    "odd-chip": ["highest-card", "left-of-button"],
    "exposed-card": ["discard", "burn"],
    "rake": [0, 0, 5, 10],
    "rake-levels": ["0", "0", "10 20 40"],
    "rake-maximum": ["0", "5"],
}


def balanced(table: Table, fees: int) -> None:
    """What lies on the layout is what was bet less the rake taken in this round."""
    assert table.ledger.total == 0
    at_risk = sum(bet.stake for bet in table.bets.values())
    assert table.ledger["layout"] == at_risk - (table.ledger["fees"] - fees if table.playing else 0)
    assert all(amount >= 0 for name, amount in table.ledger.accounts.items() if name.startswith("seat:"))


def expected(table: Table) -> dict[int, Fraction]:
    """What each player of the round wins of the pot before rake, worked out cent by quarter from what was said:
    every quarter goes to the best hand among those who put it in and did not fold."""
    put: defaultdict[int, int] = defaultdict(int)
    folded = set()
    for event in table.said:
        match event:
            case Stake():
                put[event.seat] += event.amount
            case Return():
                put[event.seat] -= event.amount
            case Ask() if event.decision == "fold":
                folded.add(event.seat)
    board = table.cards("community")
    contending = set(put) - folded
    value: dict[int, tuple[int, ...]] = dict.fromkeys(contending, (0,))
    if len(contending) > 1:
        cards = {seat: table.cards(str(seat)) + board for seat in contending}
        value = {seat: max(map(five, combinations(hand, 5))) for seat, hand in cards.items()}
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    rivals = contending
    for quarter in range(0, max(put.values()), 25):
        payers = [seat for seat in put if put[seat] > quarter]
        rivals = contending.intersection(payers) or rivals
        best = max(value[seat] for seat in rivals)
        winners = [seat for seat in rivals if value[seat] == best]
        for seat in winners:
            won[seat] += Fraction(25 * len(payers), len(winners))
    return {seat: won[seat] - put[seat] for seat in put}


def check_awards(table: Table) -> None:
    assert table.settlement is not None
    if any(isinstance(event, Irregular) for event in table.said):
        return
    slow = expected(table)
    net, rake = table.settlement.net, table.settlement.fees
    assert sum(net.values()) == -rake
    odd = 25 * len(slow)  # a chip a pot at most
    for seat, should in slow.items():
        assert -odd - rake < net[seat] - should < odd
    if table.rules["rake-levels"] == "0":
        posted = sum(event.amount for event in table.said if isinstance(event, Stake))
        posted -= sum(event.amount for event in table.said if isinstance(event, Return))
        antes = cents(str(table.rules["ante"])) * len(slow)
        assert 100 * rake <= int(table.rules["rake"]) * (posted - antes)
    if table.rules["rake-maximum"] != "0":
        assert rake <= 500
    settles = [event for event in table.said if isinstance(event, Settle)]
    assert len({event.seat for event in settles}) == len(settles)


def random_hands(seed: int, hands: int) -> Table:
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in VARIED.items()}
    rules = Rules(HOLD_EM, options, chip=25, positions=11)
    ticks = iter(range(10**9))
    table = Table(HOLD_EM, rules, seed=seed, clock=lambda: next(ticks), storage=Memory())
    seats = chance.sample(range(1, 12), 2 + seed % 10)
    for seat in seats:
        table.sit(seat, f"player {seat}", chance.choice([7, 20, 60, 200]))
    for _ in range(hands):
        if chance.random() < 0.15:
            called = chance.choice(HOLD_EM.data.irregularities).id
            point = (
                ("deal", chance.randint(1, 20))
                if called == "hole-card-exposed"
                else ("ask", chance.randint(1, 9))
            )
            table.irregularity(called, point)
        before = {seat: table.seats[seat].base for seat in table.seats}
        fees = table.ledger["fees"]
        table.deal()
        while table.asked:
            balanced(table, fees)
            choice = chance.choice(table.asked.choices)
            amount = None
            if choice.most:
                steps = (choice.most - choice.least) // choice.step
                amount = choice.least + choice.step * min(chance.randint(0, steps), chance.randint(0, steps))
            seat = table.asked.seat
            table.act(seat, choice.id, None if amount is None else f"{amount // 100}.{amount % 100:02}")
        balanced(table, fees)
        settled(table, before)
        check_awards(table)
        for seat in seats:
            if table.funds(seat) < 900:
                table.sit(seat, table.seats[seat].name, chance.choice([7, 20, 60]))
    replays(table)
    return table


@pytest.mark.parametrize("seed", range(60))
def test_random_play(seed: int) -> None:
    table = random_hands(seed, hands=12)
    assert table.rounds == 12


def test_14_7_c_1_hole_cards_are_seen_only_by_their_owner() -> None:
    table = random_hands(3, hands=1)
    for event in table.said:
        if isinstance(event, Deal) and event.to.isdigit():
            assert event.seen_by(int(event.to)) == event
            assert event.seen_by(99).card < 0  # type: ignore[attr-defined]
