"""Funds that live tables share, 14.19 and 14.20: fed at each, shown at all, won at one, paid where people are; whenever
the process dies."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import game
from pitboss.book.rules import Rules
from pitboss.games.poker_room.funds import LEAST
from pitboss.law import Refused
from pitboss.table import read
from pitboss.table.replay import replayed
from pitboss.web import messages as m
from pitboss.web.house import House
from pitboss.web.live import Guest, LiveTable
from tests.properties import often
from tests.web.served import Served, serving
from tests.web.simulated import SETTINGS, Simulation
from tests.web.waiting import played

TERMS = {
    "payout": "bad-beat",
    "payout-contribution": "10",
    "payout-pot": "0",
    "blinds": "5 10",
    "minimum-bet": "10",
}


@pytest.fixture(autouse=True)
def every_hand_that_loses_is_a_bad_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    for hand_ in ("aces-full", "four-of-a-kind"):
        monkeypatch.setitem(LEAST, hand_, 1)


def rules(whose: str = "room", **options: object) -> Rules:
    told = {name.replace("_", "-"): value for name, value in options.items()}
    return Rules(game("hold-em"), {**TERMS, "payout-fund": whose, **told})


async def sit(simulation: Simulation, house: House, live: LiveTable, *people: int) -> None:
    for seat, person in enumerate(people, 1):
        if live.seat_of(f"p{person}") is None:
            await house.obey(live, simulation.people[person], m.Sit(seat=seat, amount="500"))
    await house.safe()


async def hand(simulation: Simulation, house: House, live: LiveTable, shown: bool = True) -> None:
    """A hand in which everybody stays in without betting; or in which nobody meets a bet on the flop."""
    people = {person.name: person for person in simulation.people}
    for who in list(live.table.seats.values()):
        await house.obey(live, people[who.name], m.Ready())
    while (asked := live.table.asked) is not None:
        ids = [choice.id for choice in asked.choices]
        flop = not shown and "community" in live.table.hands
        wanted = ("bet", "fold") if flop else ("check", "call")
        decision = next(each for each in wanted if each in ids)
        amount = "10" if decision == "bet" else None
        await house.obey(
            live, people[live.table.seats[asked.seat].name], m.Act(decision=decision, amount=amount)
        )
    await house.safe()


async def looked(house: House) -> None:
    await house.payouts.look()
    await house.safe()


def accounts(simulation: Simulation) -> dict[str, int]:
    return dict(simulation.connection.execute("SELECT name, balance FROM accounts"))


def owned(simulation: Simulation, tables: Sequence[str]) -> dict[str, int]:
    """What each person has, in the wallet and at the tables."""
    held = accounts(simulation)
    owns = {f"p{n}": held[f"wallet:p{n}"] for n in range(4)}
    for identity in tables:
        table = replayed(read(simulation.lines(identity)))
        for seat, who in table.seats.items():
            owns[who.name] += table.chips(seat)
    return owns


def quiet(seed: int = 1) -> Simulation:
    simulation = Simulation(seed, [])
    simulation.disk.failing = 0
    return simulation


@pytest.mark.paragraph("14.19(k)1", "14.20(d)1i", "14.20(e)4i")
def test_14_19_the_fund_is_fed_at_each_table_of_the_room_shown_at_all_and_paid_where_people_are() -> None:
    """Ten hands at $10 make $100; of the eleventh's $110 $55 are the loser's, $27 (in whole dollars) the winner's, $11
    the room's, and $17 are left: the loser's too, for nobody else was dealt in. At the other table $11 are $6 and $5;
    at the third nobody has played."""
    simulation = quiet()
    tables: list[str] = []
    heard: list[dict[str, Any]] = []

    async def work(house: House) -> None:
        lives = [
            await house.open(rules(payout_to_room=10), name, "house") for name in ("First", "Second", "Third")
        ]
        tables.extend(live.id for live in lives)
        first, second, _ = lives
        for live, people in ((first, (0, 1)), (second, (2, 3))):
            await sit(simulation, house, live, *people)
            for _ in range(5):
                await hand(simulation, house, live, shown=False)
        await looked(house)
        assert [live.public().meters for live in lives] == [{"payout": 10_000}] * 3
        before = owned(simulation, tables)
        second.arrive(Guest(None, lambda message: heard.append(msgspec.json.decode(message))))
        await hand(simulation, house, first)
        await looked(house)
        (won,) = simulation.connection.execute("SELECT amount, says FROM payouts")
        assert won[0] == 11_000
        gained = {name: held - before[name] for name, held in owned(simulation, tables).items()}
        assert sorted((gained["p0"], gained["p1"])) == [2_700, 6_200], "with the pot of $20, less $10 of it"
        assert (gained["p2"], gained["p3"]) == (600, 500)
        assert [live.public().meters for live in lives] == [{"payout": 0}] * 3
        assert not first.table.game.funds.wins(first.table)
        told = [
            each["words"]
            for message in heard
            for each in message.get("news", ())
            if " paid, at " in each.get("words", "")
        ]
        assert len(told) == 1
        assert told[0].endswith(": $110 paid, at First")
        (listed,) = await house.payouts.listed()
        assert (listed["fund"], listed["amount"], listed["next"], listed["casinos"]) == (
            "room bad-beat",
            0,
            0,
            [],
        )
        assert listed["rules"]["payout-to-room"] == 10
        assert [(each["amount"], each["table"], each["round"]) for each in listed["payouts"]] == [
            (11_000, first.id, 6)
        ]

    assert simulation.live(10**6, work)
    simulation.check()


def test_14_19_m_1_a_secondary_payout_has_a_fund_of_its_own_at_all_tables_of_the_room() -> None:
    """No straight flush is beaten, so nothing of the primary is won. Five pots bring it $50 and the secondary $25: half
    of that is the loser's, a quarter the winner's, in whole dollars, and the rest the loser's: nobody else plays."""
    simulation = quiet()
    tables: list[str] = []

    async def work(house: House) -> None:
        terms = rules(
            payout_hand="straight-flush",
            secondary_hand="aces-full",
            secondary_contribution="5",
            payout_to_room=0,
        )
        lives = [await house.open(terms, name, "house") for name in ("First", "Second")]
        tables.extend(live.id for live in lives)
        for live, people in zip(lives, ((0, 1), (2, 3)), strict=True):
            await sit(simulation, house, live, *people)
            for _ in range(2):
                await hand(simulation, house, live, shown=False)
        await looked(house)
        assert [live.public().meters for live in lives] == [{"payout": 4_000, "payout-secondary": 2_000}] * 2
        (listed,) = await house.payouts.listed()
        assert (listed["amount"], listed["secondary"]) == (4_000, 2_000)
        before = owned(simulation, tables)
        await hand(simulation, house, lives[0])
        await looked(house)
        assert simulation.connection.execute("SELECT amount FROM payouts").fetchall() == [(2_500,)]
        gained = {name: held - before[name] for name, held in owned(simulation, tables).items()}
        # Of a pot of $20 $15 are contributed: who loses it is $10 down and $19 up, who wins it $5 - $10 + $6.
        assert sorted((gained["p0"], gained["p1"])) == [100, 900]
        assert [live.public().meters for live in lives] == [{"payout": 5_000}] * 2

    assert simulation.live(10**6, work)
    simulation.check()


@pytest.mark.parametrize("seed", range(often(1, 20)))
def test_14_19_o_a_house_that_dies_at_any_await_pays_every_win_once(seed: int) -> None:
    """What is in the fund, with what was paid of it, is what the tables have collected; and who has won has it."""
    simulation = Simulation(seed, [])
    simulation.disk.failing = 0
    tables: list[str] = []

    async def opened(house: House) -> None:
        for name in ("First", "Second"):
            live = await house.open(rules(payout_to_room=10, payout_reset=20), name, "house")
            tables.append(live.id)

    async def plays(house: House, identity: str, people: Sequence[int], hands: int) -> None:
        for _ in range(hands):
            with contextlib.suppress(Refused, OSError):
                live = await house.find(identity)
                await sit(simulation, house, live, *people)
                await hand(simulation, house, live, shown=simulation.chance.random() < 0.4)
                if simulation.chance.random() < 0.3:
                    somebody = simulation.people[simulation.chance.choice(people)]
                    await house.obey(live, somebody, m.Leave())  # and is paid at the cage
            await asyncio.sleep(simulation.chance.random())

    async def work(house: House) -> None:
        both = zip(tables, ((0, 1), (2, 3)), strict=True)
        await asyncio.gather(*(plays(house, identity, people, 8) for identity, people in both))

    assert simulation.live(10**6, opened)
    simulation.disk.failing = 0.01
    for _ in range(5):
        simulation.live(simulation.chance.randrange(100, 1_500), work)
        simulation.check()
    simulation.disk.failing = 0

    async def last(house: House) -> None:
        await work(house)
        await looked(house)
        await looked(house)
        assert not any(live.table.game.funds.wins(live.table) for live in house.tables.values())

    assert simulation.live(10**7, last)
    simulation.check()
    held = accounts(simulation)
    assert not [name for name, amount in held.items() if name.startswith("award:") and amount]
    collected = sum(amount for name, amount in held.items() if name.startswith("meter:"))
    paid = simulation.connection.execute("SELECT coalesce(sum(amount), 0), count(*) FROM payouts").fetchone()
    assert (
        held.get("fund:room bad-beat:payout", 0) + held.get("fund:room bad-beat:payout-reset", 0) == -paid[0]
    )
    assert collected >= paid[0]
    assert paid[1] > 5
    noted = {
        (identity, line["command"]["round"])
        for identity in tables
        for line in map(msgspec.json.decode, simulation.lines(identity))
        if line["command"]["command"] == "award" and line["command"].get("round")
    }
    assert noted == set(simulation.connection.execute("SELECT table_id, round FROM payouts"))


@pytest.mark.paragraph("14.20(d)1ii", "14.20(e)4ii")
def test_14_20_e_4_iii_two_casinos_win_one_fund_at_once_and_the_second_has_what_is_left() -> None:
    """14.20(a), (d)1, (e)4: two houses on one database. Each hand adds $10. After four, both play until they win:
    the first has the fund as it then is, and the second what has come in since, if anything."""
    simulation = quiet()

    async def work(house: House) -> None:
        house.settings = SETTINGS.model_copy(update={"casino": "Boardwalk Hall"})
        other = House(
            SETTINGS.model_copy(update={"casino": "Marina"}),
            simulation.disk,
            clock=house.clock,
            secret=house.secret,
            name="other",
            inline=True,
        )
        await other.start()
        first = await house.open(rules("multi-casino"), "First", "house")
        second = await other.open(rules("multi-casino"), "Second", "house")
        with pytest.raises(Refused, match=r"14\.20\(a\)"):
            await other.open(rules("multi-casino", payout_to_loser=40), "Third", "house")
        await sit(simulation, house, first, 0, 1)
        await sit(simulation, other, second, 2, 3)
        for _ in range(2):
            await hand(simulation, house, first, shown=False)
            await hand(simulation, other, second, shown=False)
        await asyncio.gather(looked(house), looked(other))
        assert [live.public().meters for live in (first, second)] == [{"payout": 4_000}] * 2

        def paid() -> list[tuple[str, int]]:
            return list(simulation.connection.execute("SELECT casino, amount FROM payouts ORDER BY n"))

        async def to_a_win(at: House, live: LiveTable) -> None:
            while not live.table.game.funds.wins(live.table) and at.settings.casino not in dict(paid()):
                await hand(simulation, at, live)

        await asyncio.gather(to_a_win(house, first), to_a_win(other, second))
        for _ in range(3):
            await asyncio.gather(looked(house), looked(other))
        assert sorted(casino for casino, _ in paid()) == ["Boardwalk Hall", "Marina"]
        assert sum(amount for _, amount in paid()) == 1_000 * (first.table.rounds + second.table.rounds)
        assert paid()[0][1] >= 5_000
        (listed,) = await house.payouts.listed()
        assert (listed["fund"], listed["casinos"]) == ("multi-casino bad-beat", ["Boardwalk Hall", "Marina"])
        assert not first.table.game.funds.wins(first.table)
        assert not second.table.game.funds.wins(second.table)
        await other.stop()

    assert simulation.live(10**6, work)
    simulation.check()
    assert not [name for name, amount in accounts(simulation).items() if name.startswith("award:") and amount]


def test_14_19_q_tables_of_a_fund_are_not_opened_with_a_harder_hand_while_there_is_money_in_it() -> None:
    simulation = quiet()

    async def work(house: House) -> None:
        live = await house.open(rules(), "First", "house")
        await sit(simulation, house, live, 0, 1)
        await hand(simulation, house, live, shown=False)
        for seat in (1, 2):
            live.leave(seat)
        await house.obey(live, simulation.people[-1], m.Close())
        await house.safe()
        with pytest.raises(Refused, match=r"14\.19\(q\)"):
            await house.open(rules(payout_hand="straight-flush"), "Second", "house")
        easier = await house.open(rules(payout_hand="aces-full"), "Second", "house")
        await looked(house)
        assert easier.public().meters == {"payout": 1_000}, "what the closed table has collected is in it"

    assert simulation.live(10**6, work)


def test_a_table_that_shares_a_fund_is_opened_by_the_floor(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        ann, floor = await served.person("Ann"), await served.person("Flo", "floor")
        table = {"game": "hold-em", "options": {"payout": "bad-beat", "payout-fund": "room"}}
        assert (await ann.post("/api/tables", json=table)).status_code == 403
        assert (await floor.post("/api/tables", json=table)).status_code == 201
        (fund,) = (await ann.get("/api/payouts")).json()
        assert (fund["fund"], fund["amount"], fund["payouts"]) == ("room bad-beat", 0, [])

    async def told() -> None:
        async with serving(tmp_path) as served:
            await work(served)

    played(told())
