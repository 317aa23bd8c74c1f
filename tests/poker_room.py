"""What the tests of the poker room share: tables with players and ways to play them; hands valued in the plainest way;
and random legal play of any of its games, every award of which is worked out again slowly."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from pitboss.book import Ask, Event, Game, Irregular, Return, Rules, Settle, Shuffle, Stake, game
from pitboss.money import cents
from pitboss.table import Memory, Table
from pitboss.table.case import Case, CaseSeat, open_case
from tests.properties import call_at_random, replays, settled

# ---- tables ----------------------------------------------------------------------------------------------


def seated(
    defined: Game,
    stacks: Mapping[int, float],
    *,
    chip: int = 100,
    positions: int = 10,
    seed: int = 1,
    state: Mapping[str, object] | None = None,
    **options: object,
) -> Table:
    """A table with these stacks in dollars, ready to deal."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = Rules(defined, chosen, chip=chip, positions=positions)
    table = Table(defined, rules, seed=seed, state=state)
    for seat, stack in stacks.items():
        table.sit(seat, f"player {seat}", stack)
    return table


def dealt(
    name: str,
    cards: Mapping[str, str],
    funds: int = 500,
    state: Mapping[str, object] | None = None,
    **options: str | int,
) -> Table:
    """A table to whose seats these cards are dealt, in this order, as far as the round goes by itself."""
    case = Case(
        game=name,
        options={option.replace("_", "-"): value for option, value in options.items()},
        state=dict(state or {}),
        seats=[CaseSeat(int(owner), funds=funds) for owner in cards if owner.isdigit()],
        cards={owner: hand.split() for owner, hand in cards.items()},
    )
    table, script = open_case(case)
    script.load(case)
    table.deal()
    return table


def play(table: Table, *decisions: str) -> None:
    """Decisions of whoever is in turn: "call", "raise 20" …"""
    for each in decisions:
        assert table.asked is not None, f"nobody is asked to {each}"
        decision, _, amount = each.partition(" ")
        table.act(table.asked.seat, decision, amount or None)


def choices(table: Table) -> list[str]:
    """Who is in turn, and what he may do."""
    assert table.asked is not None
    return [f"seat {table.asked.seat}", *map(str, table.asked.choices)]


def check_down(table: Table) -> None:
    """Everybody checks or calls to the end, stands pat, and lays down the first card that he must."""
    while table.asked:
        ids = {choice.id for choice in table.asked.choices}
        table.act(
            table.asked.seat,
            next(
                (each for each in ("check", "call", "bet", "continue", "stand-pat") if each in ids),
                table.asked.choices[0].id,  # a discard
            ),
        )


def change(table: Table, *numbers: int) -> None:
    """Whoever is in turn to draw changes the first so many cards; one after the other."""
    for number in numbers:
        assert table.asked is not None
        table.act(
            table.asked.seat,
            next(each.id for each in table.asked.choices if each.cards and len(each.cards[0]) == number),
        )


def reshuffles(table: Table) -> list[set[int]]:
    """The cards of each shuffle of the round after the first."""
    return [set(event.cards) for event in table.said if isinstance(event, Shuffle)][1:]


def happened(table: Table, *kinds: type[Event]) -> list[Event]:
    """What happened in the round, of these kinds."""
    return [event for event in table.said if isinstance(event, kinds)]


# ---- hands, slowly ---------------------------------------------------------------------------------------

Slow = tuple[int, ...]


def five(hand: Sequence[int]) -> Slow:
    """The rank of five cards, in the plainest way: kind of hand, then ranks by number and height."""
    counted = sorted(Counter(each >> 2 for each in hand).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = tuple(times for _, times in counted)
    ranks = [rank for rank, _ in counted]
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({each & 3 for each in hand}) == 1
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kinds.get(shape, 0)
    return (kind, *ranks)


def three(hand: Sequence[int]) -> Slow:
    """The rank of three cards by 14.3(c)."""
    counted = sorted(Counter(each >> 2 for each in hand).items(), key=lambda pair: (-pair[1], -pair[0]))
    ranks = [rank for rank, _ in counted]
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    straight = len(ranks) == 3 and ranks[0] - ranks[2] == 2
    flush = len({each & 3 for each in hand}) == 1
    kind = (
        5
        if straight and flush
        else 4
        if len(ranks) == 1
        else 3
        if straight
        else 2
        if flush
        else len(ranks) == 2
    )
    return (int(kind), *ranks)


def faults(hand: Sequence[int]) -> Slow:
    """What is wrong with a low hand, the ace low, straights and flushes not counted: the least is best."""
    held = sorted(
        ((times, rank) for rank, times in Counter(((card >> 2) + 1) % 13 for card in hand).items()),
        reverse=True,
    )
    shapes = [(1, 1, 1, 1, 1), (1, 1, 1), (2, 1, 1, 1), (2, 1), (2, 2, 1), (3, 1, 1), (3,), (3, 2), (4, 1)]
    return (shapes.index(tuple(times for times, _ in held)), *(rank for _, rank in held))


def best_low(hands: Sequence[Sequence[int]], worst: int = 12) -> Slow:
    """The best of some low hands, the more the better; nothing if all have a pair or a card above this one."""
    least = min(map(faults, hands))
    return tuple(-each for each in least) if worst == 12 or (least[0] < 2 and least[1] <= worst) else ()


def two_seven(hand: Sequence[int]) -> Slow:
    """A hand of deuce to seven, the more the better: the high hand turned over, in which five to ace is no straight."""
    kind, *ranks = five(hand)
    if ranks == [3, 2, 1, 0, -1]:
        kind, ranks = kind - 4 + (kind == 8), [12, 3, 2, 1, 0]
    return (-kind, *(-rank for rank in ranks))


def badugi(hand: Sequence[int]) -> Slow:
    """The most cards that differ in rank and suit, then the lowest from their worst down."""
    found = []
    for size in range(1, 5):
        for some in combinations(hand, size):
            ranks = sorted({((card >> 2) + 1) % 13 for card in some}, reverse=True)
            if len(ranks) == len({card & 3 for card in some}) == size:
                found.append((size, *(-rank for rank in ranks)))
    return max(found)


def omaha(own: Sequence[int], community: Sequence[int]) -> list[Sequence[int]]:
    return [(*two, *board) for two in combinations(own, 2) for board in combinations(community, 3)]


def any_of(size: int) -> Callable[[Sequence[int], Sequence[int]], list[Sequence[int]]]:
    return lambda own, community: list(combinations((*own, *community), size))


Ends = Callable[[list[Sequence[int]]], list[Slow]]
"""What hands are worth at each end of the pot; () where they do not qualify."""

HIGH: Ends = lambda hands: [max(map(five, hands))]  # noqa: E731
LOW: Ends = lambda hands: [best_low(hands)]  # noqa: E731
SLOW: dict[str, tuple[Callable[[Sequence[int], Sequence[int]], list[Sequence[int]]], Ends]] = {
    "hold-em": (any_of(5), HIGH),
    "pineapple": (any_of(5), HIGH),
    "crazy-pineapple": (any_of(5), HIGH),
    "omaha-high": (omaha, HIGH),
    "omaha-high-low-8": (omaha, lambda hands: [*HIGH(hands), best_low(hands, 7)]),
    "seven-card-stud-high": (any_of(5), HIGH),
    "seven-card-stud-low": (any_of(5), LOW),
    "seven-card-stud-high-low": (any_of(5), lambda hands: [*HIGH(hands), *LOW(hands)]),
    "seven-card-stud-high-low-8": (any_of(5), lambda hands: [*HIGH(hands), best_low(hands, 7)]),
    "five-card-stud": (any_of(5), HIGH),
    "five-card-draw-high": (any_of(5), HIGH),
    "five-card-draw-low": (any_of(5), LOW),
    "triple-draw-2-7": (any_of(5), lambda hands: [max(map(two_seven, hands))]),
    "badugi": (any_of(4), lambda hands: [max(map(badugi, hands))]),
    "mambo-stud": (any_of(3), lambda hands: [max(map(three, hands)), best_low(hands, 5)]),
}
"""Of each game the hands that can be formed, and what they are worth."""

# ---- random play -----------------------------------------------------------------------------------------

VARIED: dict[str, list[object]] = {
    "structure": ["no-limit", "pot-limit", "spread-limit", "fixed-limit"],
    "blinds": ["1 2", "2", "1 2 4"],
    "forced-bet": ["0.50", "1", "2"],
    "ante": ["0", "0.25", "1"],
    "minimum-raise": ["last-raise", "minimum-bet"],
    "reopening": ["full-raise", "half-raise", "any-raise"],
    "raise-cap": ["none", 1, 3],
    "check-raise": ["yes", "no"],
    "first-button": ["right-of-dealer", "card"],
    "post-to-enter": ["no", "yes"],
    "losing-hands": ["conceded", "shown"],
    "odd-chip": ["highest-card", "left-of-button", "left-of-dealer"],
    "odd-low-chip": ["lowest-card", "lowest-card-ace-high", "worst-card", "left-of-dealer", "left-of-button"],
    "exposed-card": ["discard", "burn"],
    "straddle": ["0", "4", "5"],
    "alternative-hands": ["no", "all-in", "any-time"],
    "payout": ["none", "none", "bad-beat", "high-hand"],
    "payout-pot": ["0", "10"],
    "payout-reset": [0, 30],
    "kill": ["none", "kill", "half-kill"],
    "kill-pot": ["5", "50"],
    "kill-multiple": [0, 1],
    "leader": ["bets", "bets-or-checks"],
    "reading-insufficient": ["as-read", "as-printed"],
    "reading-reshuffle": ["none", "this-draw", "all-draws"],
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
    """What each player of the round wins of the pot before rake, worked out quarter by quarter from what was said: it
    is shared by the ends that somebody qualifies for among those who put it in and did not fold, and each share goes
    to the best hands there."""
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
    contending = set(put) - folded
    values: list[dict[int, list[Slow]]] = [{seat: [(0,)] for seat in contending}]
    if len(contending) > 1:
        formed, ends = SLOW[table.game.id]
        values = [
            {seat: ends(formed(table.cards(str(seat)), board)) for seat in contending}
            for board in boards(table)
        ]
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    rivals = contending
    for quarter in range(0, max(put.values()), 25):
        payers = [seat for seat in put if put[seat] > quarter]
        rivals = contending.intersection(payers) or rivals
        for hand in values:
            best = [max(value) for value in zip(*(hand[seat] for seat in rivals), strict=True)]
            ends_won = [n for n, value in enumerate(best) if value]
            for n in ends_won:
                winners = [seat for seat in rivals if hand[seat][n] == best[n]]
                for seat in winners:
                    won[seat] += Fraction(25 * len(payers), len(values) * len(ends_won) * len(winners))
    return {seat: won[seat] - put[seat] for seat in put}


def boards(table: Table) -> list[list[int]]:
    """The cards for all, of each alternative hand: five of which the last ones are its own."""
    first = table.cards("community")
    others = [cards for owner in table.hands if (cards := table.cards(owner)) and "community." in owner]
    return [first, *([*first[: 5 - len(cards)], *cards] for cards in others)]


def check_pots(table: Table) -> None:
    """All of a pot is raked, contributed or won by who could win it, nobody's excess is above a dollar, and the rake of
    all pots is the house's."""
    assert table.settlement is not None
    pots: Any = table.settlement.json().get("pots", ())
    for pot in pots:
        won = sum(cents(str(part["amount"])) for part in pot["winners"])
        taken = cents(str(pot["rake"])) + cents(str(pot.get("contribution", 0)))
        assert won + taken == cents(str(pot["amount"]))
        assert {part["seat"] for part in pot["winners"]} <= set(pot["eligible"])
        assert all(0 < each["amount"] <= 1 for each in pot["odd"])
    if not table.voided:
        assert sum(cents(str(pot["rake"])) for pot in pots) == table.settlement.fees


def check_awards(table: Table) -> None:
    assert table.settlement is not None
    check_pots(table)
    if any(isinstance(event, Irregular) for event in table.said):
        return
    slow = expected(table)
    net, rake = table.settlement.net, table.settlement.fees
    taken = rake + table.settlement.bank  # and what the pot contributed to a payout
    assert sum(net.values()) == -taken
    if taken < rake:  # a payout was won
        return
    hands = len(boards(table))
    odd = 25 * 2 * len(slow) * hands  # a chip an end of a pot at most
    odd += 100 * hands * len(slow) if hands > 1 else 0  # and what is over of whole dollars
    for seat, should in slow.items():
        assert -odd - taken < net[seat] - should < odd
    if table.rules["rake-levels"] == "0":
        posted = sum(event.amount for event in table.said if isinstance(event, Stake))
        posted -= sum(event.amount for event in table.said if isinstance(event, Return))
        antes = cents(str(table.rules["ante"])) * len(slow)
        assert 100 * rake <= int(table.rules["rake"]) * (posted - antes)
    if table.rules["rake-maximum"] != "0":
        assert rake <= 500
    settles = [event for event in table.said if isinstance(event, Settle)]
    assert len({event.seat for event in settles}) == len(settles)


def varied(defined: Game, chance: random.Random) -> dict[str, object]:
    """A choice of options that the game has."""
    known = {option.id: option for option in defined.data.options}
    return {
        name: chance.choice(
            [each for each in values if not known[name].choices or each in known[name].choices]
        )
        for name, values in VARIED.items()
        if name in known
    }


def random_hands(name: str, seed: int, hands: int) -> Table:
    """So many hands of random legal play, some with an irregularity, by random stacks under random options."""
    chance = random.Random(seed)
    defined = game(name)
    assert defined.data.seats
    most = defined.data.seats.most
    rules = Rules(defined, varied(defined, chance), chip=25, positions=most)
    ticks = iter(range(10**9))
    table = Table(defined, rules, seed=seed, clock=lambda: next(ticks), storage=Memory())
    seats = chance.sample(range(1, most + 1), 2 + seed % (most - 1))
    for seat in seats:
        table.sit(seat, f"player {seat}", chance.choice([7, 20, 60, 200]))
    for _ in range(hands):
        if chance.random() < 0.15:
            call_at_random(table, chance)
        before = {seat: table.seats[seat].base for seat in table.seats}
        fees = table.ledger["fees"]
        table.deal()
        while table.asked:
            balanced(table, fees)
            asked = chance.choice(table.asking)
            choice = chance.choice(asked.choices)
            amount = None
            if choice.most:
                steps = (choice.most - choice.least) // choice.step
                amount = choice.least + choice.step * min(chance.randint(0, steps), chance.randint(0, steps))
            seat = asked.seat
            table.act(seat, choice.id, None if amount is None else f"{amount // 100}.{amount % 100:02}")
        balanced(table, fees)
        settled(table, before)
        check_awards(table)
        for seat in seats:
            if table.funds(seat) < 900:
                table.sit(seat, table.seats[seat].name, chance.choice([7, 20, 60]))
    replays(table)
    assert table.rounds == hands
    return table
