"""Random legal play at a real table, for hunting counterexamples: money is conserved, journals replay."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Mapping

from pitboss.book import Game, Refused, Rules, game
from pitboss.proof import called, can_start
from pitboss.table import Bet, Entry, Memory, Table, read
from pitboss.table.calls import places
from pitboss.table.replay import replayed


def random_play(
    name: str,
    options: Mapping[str, object],
    seed: int,
    *,
    rounds: int = 5,
    seats: tuple[int, ...] = (1, 2, 3),
    irregular: bool = True,
    bet: Callable[[Table, int, random.Random], None] | None = None,
) -> Table:
    """Play random legal rounds, irregularities among them, checking the books at every step; then replay
    the journal and compare it byte for byte."""
    chance = random.Random(seed)
    defined = game(name)
    table = recorded(Rules(defined, options), seed)
    for seat in seats:
        table.sit(seat, f"player {seat}", chance.choice([200, 1000, 5000]))
    for _ in range(rounds):
        for seat in seats:
            (bet or bet_at_random)(table, seat, chance)
            balanced(table)
        if not can_start(table):
            continue
        if irregular and chance.random() < 0.3:
            call_at_random(table, chance)
        random_round(table, chance)
        for seat in seats:  # whoever is broke buys more chips
            if table.funds(seat) < 2000:
                table.sit(seat, table.seats[seat].name, 500)
    replays(table)
    return table


def in_full(lines: Iterable[bytes]) -> list[Entry]:
    """The entries of a journal with all that the rules say of them: paragraphs, and prose."""
    found: list[Entry] = []
    replayed(read(lines), lambda _, entry: found.append(entry))
    return found


def often(times: int, soak: int = 0) -> int:
    """How often something is tried in `make test`, and how often in `make soak`: twenty times as often unless it says
    otherwise."""
    return (soak or 20 * times) if os.environ.get("PITBOSS_SOAK") else times


def random_options(defined: Game, chance: random.Random) -> dict[str, object]:
    """Some choices of the house other than by default, as far as they are lawful together."""
    chosen: dict[str, object] = {}
    for option in defined.data.options:
        if chance.random() < 0.5:
            tried = {**chosen, option.id: chance.choice(option.values)}
            try:
                Rules(defined, tried)
            except Refused:
                continue
            chosen = tried
    return chosen


def recorded(rules: Rules, seed: int) -> Table:
    """A table whose journal is kept and whose clock ticks with every look at it."""
    ticks = iter(range(10**9))
    return Table(rules.game, rules, seed=seed, clock=lambda: next(ticks), storage=Memory())


def random_round(table: Table, chance: random.Random) -> None:
    """A round in which everybody decides at random, with the books checked at every step and at the end."""
    before = {seat: table.seats[seat].base for seat in table.seats}
    told = [(bet, bet.stake, table.game.mathematics.most_won(table, bet)) for bet in table.bets.values()]
    table.deal()
    while table.asked:
        balanced(table)
        asked = table.asked if len(table.asking) == 1 else chance.choice(table.asking)
        choice = chance.choice(asked.choices)
        amount = None
        if choice.most:
            steps = (choice.most - choice.least) // choice.step
            cents = choice.least + choice.step * chance.randint(0, steps)
            amount = f"{cents // 100}.{cents % 100:02}"
        table.act(asked.seat, choice.id, amount)
    balanced(table)
    settled(table, before)
    for bet, stake, most in told:
        mine = table.settlement.wagers.get(bet.seat, {}).get(bet.wager) if table.settlement else None
        if most and mine and mine.stake == stake:
            assert mine.pays <= most, f"{bet} wins more than it was said to"


def call_at_random(table: Table, chance: random.Random) -> None:
    """Some irregularity that can happen at this table, now or at some point of the round, to somebody with a wager."""
    concerned = places(table)
    known = [each for each in table.rules.irregularities.values() if concerned or each.of == "table"]
    if known:
        data = chance.choice(known)
        at = chance.choice([None, (chance.choice(data.happens), chance.randint(1, 8))])
        if at is None or not table.playing or at[1] > table.count(at[0]):
            table.call(called(table, data, chance, at))


def bet_at_random(table: Table, seat: int, chance: random.Random) -> None:
    spots = table.open_wagers(seat)
    for spot in chance.sample(spots, min(len(spots), chance.randint(0, 6))):
        limits = table.rules.limits(Bet(seat, spot, 0).id)
        cents = limits.least + limits.step * chance.choice([0, 0, 1, 2, 5])
        cents += -cents % limits.step
        amount = f"{cents // 100}.{cents % 100:02}"
        if table.can_bet(seat, spot, amount):
            table.bet(seat, spot, amount)
    in_proportion(table, seat)


def bet_what_is_due(table: Table, seat: int, chance: random.Random) -> None:
    """What every player must make, in proportion and alike for all, and up to three wagers besides: most rounds can
    start."""
    rules = table.rules
    parts = {wager.id: 1 for wager in rules.required}
    parts |= {wager: units for each in rules.together for wager, units in each.wagers.items()}
    unit = (1, 1, 2, 5)[table.rounds % 4] * max(500, *(rules.limits(wager).least for wager in parts))
    due = {wager: unit * units for wager, units in parts.items()}
    spots = [spot for spot in rules.wagers if spot not in due and spot in table.open_wagers(seat)]
    due |= {spot: max(500, rules.limits(spot).least) for spot in chance.sample(spots, min(len(spots), 3))}
    for wager in sorted(due, key=list(rules.wagers).index):
        amount = f"{due[wager] // 100}.{due[wager] % 100:02}"
        if table.can_bet(seat, wager, amount):
            table.bet(seat, wager, amount)


def in_proportion(table: Table, seat: int) -> None:
    """What must lie there together is raised to the largest of it, as far as that is possible."""
    for each in [each for each in table.rules.together if not each.loose]:
        for position in {bet.position for bet in table.bets.values() if bet.seat == seat}:
            at = "" if position == seat else f"@{position}"
            staked = {wager: table.stake(seat, wager + at) for wager in each.wagers}
            units = max(-(-staked[wager] // parts) for wager, parts in each.wagers.items())
            for wager, parts in each.wagers.items():
                more = units * parts - staked[wager]
                amount = f"{more // 100}.{more % 100:02}"
                if more and table.can_bet(seat, wager + at, amount):
                    table.bet(seat, wager + at, amount)


def balanced(table: Table) -> None:
    assert table.ledger.total == 0
    at_risk = sum(bet.stake for bet in table.bets.values())
    assert table.ledger["layout"] == at_risk, "the layout holds other money than the wagers on it"
    assert all(amount >= 0 for name, amount in table.ledger.accounts.items() if name.startswith("seat:"))


def settled(table: Table, before: Mapping[int, int]) -> None:
    settlement = table.settlement
    assert settlement is not None
    assert sum(settlement.net.values()) + settlement.bank + settlement.fees == 0
    for seat, net in settlement.net.items():
        assert settlement.lines(seat) == net, f"the lines of seat {seat} do not come to {net}: {settlement}"
        assert table.seats[seat].base == before[seat] + net


def replays(table: Table) -> None:
    """The journal gives the same table again, to the byte."""
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    again = Table.resume(read(storage.lines))
    assert again.journal.chain == table.journal.chain
    assert again.ledger.accounts == table.ledger.accounts
    assert again.state == table.state
    assert again.bets == table.bets
