"""Tournaments at the live tables, 8.6: entered from a wallet, played, halted, paid out; whenever the process dies."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import Refused
from pitboss.tournament.record import audit
from pitboss.web.house import House
from pitboss.web.tournaments import Tournaments, table_of
from tests.properties import often
from tests.tournament.fridays import written
from tests.web.served import Served, Visitor, serving
from tests.web.simulated import Simulation
from tests.web.waiting import PATIENCE, played

FRIDAY = written(
    name='"Friday"',
    starts="2024-11-08T19:00:00",
    participants="3",
    tips="5",
    prizes="[60, 40]",
    chips="60",
    level='[{ hands = 2, blinds = "10 20" }, { hands = 2, blinds = "25 50" }, { blinds = "50 100" }]',
)
FILED = "2024-10-31"
"""A Thursday: Friday, Monday, and after Election Day Wednesday to Friday are five business days."""
QUICK = {"bot_seconds": 0, "pause": 0, "decision": 0.05, "gone": 0.05}


@pytest.fixture(autouse=True)
def briskly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.tournaments.PACE", 0.01)
    monkeypatch.setattr("pitboss.web.tournaments.PLAY", "simple")


async def announced(served: Served, text: str = FRIDAY, floor: Visitor | None = None) -> tuple[Visitor, str]:
    floor = floor or await served.person("Flo", "floor")
    answer = await floor.post("/api/tournaments", json={"file": text, "filed": FILED})
    assert answer.status_code == 201, answer.text
    return floor, answer.json()["id"]


async def orders(somebody: Visitor, tournament: str, do: str, why: str = "") -> dict[str, Any]:
    answer = await somebody.post(f"/api/tournaments/{tournament}/orders", json={"do": do, "why": why})
    return {"status": answer.status_code, **answer.json()}


async def until(
    somebody: Visitor, tournament: str, true: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = (await somebody.get(f"/api/tournaments/{tournament}")).json()
            if true(told):
                return told
            await asyncio.sleep(0.02)


async def balanced(served: Served) -> None:
    """The books, when the tables are closed and their chips gone."""
    async with asyncio.timeout(PATIENCE):
        while (await served.service.database.read("SELECT count(*) FROM tables WHERE closed IS NULL"))[0][0]:
            await asyncio.sleep(0.02)
    await served.balanced()


def paid_out(over: dict[str, Any]) -> None:
    """Of three times $10.01 five percent, $1.50, are the dealers'; of $28.53 60 percent are $17.11 and the odd cent the
    first's, 40 percent $11.41; who go out together with as many chips share them."""
    first, *others = [each["prize"] for each in over["participants"]]
    assert first == 1712
    assert sorted(others) in ([0, 1141], [570, 571])


def story(work: Callable[[Served], Awaitable[None]], folder: Path, **given: object) -> None:
    async def told() -> None:
        async with serving(folder, **(QUICK | given)) as served:
            await work(served)

    played(told())


def test_8_6_f_5_late_entry_at_the_live_tables(tmp_path: Path) -> None:
    """Begun with two machines, who have chips for long; Ann enters when they play, pays the same and is seated."""
    text = FRIDAY.replace("participants = 3", "participants = 2").replace("chips = 60", "chips = 60000")
    text = text.replace("hands = 2", "minutes = 60", 1)

    async def work(served: Served) -> None:
        floor, friday = await announced(served, text + "late = 1\n")
        ann = await served.person("Ann", dollars=50)
        assert (await orders(floor, friday, "bots"))["status"] == 200
        await until(ann, friday, lambda told: told["phase"] != "registration")
        assert "Enter late for $12.01" in (await ann.sees(f"/tournaments/{friday}")).text
        told = await orders(ann, friday, "enter")
        assert (told["status"], told["pool"], told["you"]["entered"]) == (200, 3003, True)
        seated = await until(ann, friday, lambda told: told["you"]["table"])
        view = (await ann.get(f"/api/tables/{seated['you']['table']}")).json()
        assert view["chips"]
        assert "$" not in str(view["markers"])
        assert (await orders(floor, friday, "end", "late enough"))["status"] == 200
        over = await until(ann, friday, lambda told: told["phase"] == "over")
        assert sum(each["prize"] for each in over["participants"]) == 3003 - 150
        await balanced(served)
        audit = (await floor.get(f"/api/tournaments/{friday}/audit")).json()
        assert (audit["verified"], audit["problem"]) == (True, None)

    story(work, tmp_path)


def test_8_6_f_2_chips_are_raced_off_at_the_live_tables_as_promised(tmp_path: Path) -> None:
    """Fives are needed by the first level only. The secret is told by the race, and by nothing before it."""
    text = FRIDAY.replace("chips = 60", "chips = 120\ndenominations = [5, 25]").replace(
        "hands = 2", "hands = 1", 1
    )

    async def work(served: Served) -> None:
        floor, friday = await announced(served, text)
        assert (await orders(floor, friday, "bots"))["status"] == 200
        await until(floor, friday, lambda told: told["phase"] == "over")
        await balanced(served)
        record = (await floor.get(f"/api/tournaments/{friday}/record")).text.splitlines()
        announcement, *others = (json.loads(line)["command"] for line in record)
        (race,) = (each for each in others if each["command"] == "race")
        assert hashlib.sha256(bytes.fromhex(race["secret"])).hexdigest() == announcement["promise"]
        assert sum(race["secret"] in line for line in record) == 1
        audit = (await floor.get(f"/api/tournaments/{friday}/audit")).json()
        assert (audit["verified"], audit["problem"]) == (True, None)

    story(work, tmp_path)


def test_8_6_e_a_sit_and_go_from_the_wallet_to_the_prizes(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        floor, friday = await announced(served)
        ann = await served.person("Ann", dollars=50)
        told = await orders(ann, friday, "enter")
        assert (told["pool"], told["fees"], told["you"]["entered"]) == (1001, 200, True)
        assert await served.balance("wallet:Ann") == 5000 - 1201
        assert await served.balance(f"pool:{friday}") == 1001
        assert (await orders(floor, friday, "bots"))["status"] == 200
        over = await until(ann, friday, lambda told: told["phase"] == "over")
        paid_out(over)
        won = next(each["prize"] for each in over["participants"] if each["name"] == "Ann")
        assert await served.balance("wallet:Ann") == 5000 - 1201 + won
        assert await served.balance(f"pool:{friday}") == 0
        assert await served.balance(f"fees:{friday}") == 600
        assert await served.balance(f"tips:{friday}") == 150
        await balanced(served)
        audit = (await floor.get(f"/api/tournaments/{friday}/audit")).json()
        assert (audit["verified"], audit["problem"], audit["deals"]) == (True, None, over["deals"])
        assert (await ann.sees(f"/tournaments/{friday}")).text.count(
            "$17.12"
        ) == 2  # the prize, and who has it
        assert (await ann.get(f"/api/tournaments/{friday}/place")).json()["go"] == f"/tournaments/{friday}"

    story(work, tmp_path)


def even(tables: dict[int, dict[int, str]], buttons: dict[int, int]) -> bool:
    """Has no table two players more than the smallest? If it has, every free seat of the smallest is between the button
    and the first player after it, where nobody is seated."""
    smallest = min(tables, key=lambda number: (len(tables[number]), number))
    if max(map(len, tables.values())) - len(tables[smallest]) < 2:
        return True
    seat = buttons[smallest]
    between = 0
    while (seat := seat % 9 + 1) not in tables[smallest]:
        between += 1
    return between + len(tables[smallest]) == 9


def test_8_6_f_2_sixty_bots_at_seven_tables_are_kept_even_down_to_the_last(tmp_path: Path) -> None:
    """Sixty players at tables of nine begin at seven tables, four of them with nine."""
    sixty = written(
        name='"Sixty"',
        starts="2024-11-08T19:00:00",
        participants="60",
        prizes="[50, 30, 20]",
        chips="100",
        seats="9",
        level='[{ hands = 1, blinds = "10 20" }, { hands = 1, blinds = "25 50" }, { blinds = "100 200" }]',
    )

    async def work(served: Served) -> None:
        floor, tournament = await announced(served, sixty)
        assert (await orders(floor, tournament, "bots"))["status"] == 200
        seen: dict[int, int] = {}
        course = await served.service.tournaments.known(tournament)
        while course.phase != "over":
            if course.phase == "playing" and course.deals not in seen:
                seen[course.deals] = len(course.tables)
                assert sum(map(len, course.tables.values())) == len(course.alive)
                assert even(course.tables, course.buttons), (course.tables, course.buttons)
            await asyncio.sleep(0.005)
            course = await served.service.tournaments.known(tournament)
        assert seen[0] == 7
        assert 1 in seen.values(), "tables are broken down to the last"
        over = (await floor.get(f"/api/tournaments/{tournament}")).json()
        assert over["clock"]["places"] == 3
        # Sixty buy-ins of $10.01, and not a cent is left.
        assert sum(each["prize"] for each in over["participants"]) == 60 * 1001
        assert course.issued == 60 * 100
        await balanced(served)

    story(work, tmp_path)


def test_8_6_c_a_halt_voids_the_hands_under_way_and_the_end_pays_by_chips(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        floor, friday = await announced(served)
        people = [await served.person(name) for name in ("Ann", "Bob", "Cid")]
        for each in people:
            await orders(each, friday, "enter")
        told = await until(floor, friday, lambda told: told["tables"])
        table = told["tables"][0]["id"]
        asked = await until_playing(served, table)
        assert (await orders(people[0], friday, "halt"))["status"] == 403
        assert (await orders(floor, friday, "halt", "as ordered"))["status"] == 200
        await until(floor, friday, lambda told: told["deals"] == 1)  # void: everybody has what he had
        live = served.service.house.tables[table]
        assert not live.table.playing
        assert live.table.voided
        assert asked
        refused = await people[0].does(table, "leave")
        assert (refused.status_code, "8.6(f)2" in refused.text) == (409, True)
        before = live.table.rounds
        await asyncio.sleep(30)
        assert live.table.rounds == before
        await orders(floor, friday, "end", "as ordered")
        over = await until(floor, friday, lambda told: told["phase"] == "over")
        # 5 percent of $30.03 are tips; a third of $28.53 is $9.51 for each of three who have as many chips.
        assert [(each["place"], each["prize"]) for each in over["participants"]] == [(1, 951)] * 3
        await balanced(served)

    story(work, tmp_path, decision=60, gone=60)


async def until_playing(served: Served, table: str) -> object:
    async with asyncio.timeout(PATIENCE):
        while True:
            live = served.service.house.tables.get(table)
            if live is not None and live.table.asking:
                return live.table.asking
            await asyncio.sleep(0.02)


def test_8_6_e_a_re_buy_is_asked_for_and_paid_from_the_wallet(tmp_path: Path) -> None:
    """With an ante of all that everybody has, somebody is out of chips soon."""
    text = FRIDAY.replace("hands = 2", "hands = 9, ante = 60")
    text += "rebuy = { price = 5, chips = 500, levels = 3 }"

    async def work(served: Served) -> None:
        floor, friday = await announced(served, text)
        people = [await served.person(name, dollars=20) for name in ("Ann", "Bob", "Cid")]
        for each in people:
            await orders(each, friday, "enter")
        assert (await orders(people[0], friday, "rebuy"))["status"] == 409
        [table] = (await until(floor, friday, lambda told: told["tables"]))["tables"]
        await people[0].attends(
            table["id"]
        )  # a hand that all three win is followed by another if somebody is there
        await until(floor, friday, lambda told: told["phase"] == "re-buy" and has_lost(told))
        told: dict[str, Any] = (await floor.get(f"/api/tournaments/{friday}")).json()
        ann = next(each for each in people if each.name in has_lost(told))
        assert (await ann.get(f"/api/tournaments/{friday}/place")).json()["go"] == f"/tournaments/{friday}"
        assert "Re-buy for $5" in (await ann.sees(f"/tournaments/{friday}")).text
        assert (await ann.submits(f"/tournaments/{friday}", do="rebuy")).status_code == 303
        assert await served.balance(f"pool:{friday}") == 3 * 1001 + 500
        assert await served.balance(f"wallet:{ann.name}") == 2000 - 1201 - 500
        assert (await orders(ann, friday, "rebuy"))["status"] == 409
        await orders(floor, friday, "end", "enough")
        assert await served.balance(f"pool:{friday}") == 0

    story(work, tmp_path, decision=600, gone=600)


def has_lost(told: dict[str, Any]) -> list[str]:
    return [each["name"] for each in told["participants"] if not each["chips"]]


@pytest.mark.parametrize(
    ("change", "filed", "says"),
    [
        ({}, "2024-11-04", "8.6(b)"),
        ({}, "soon", "2026-11-27"),
        ({"[60, 40]": "[60, 30]"}, FILED, "8.6(e)"),
        ({"hold-em": "roulette"}, FILED, "8.6(a)"),
        ({"FRIDAY": "", "level": "# level"}, FILED, "levels"),
    ],
)
def test_what_is_not_announced(tmp_path: Path, change: dict[str, str], filed: str, says: str) -> None:
    text = FRIDAY
    for before, after in change.items():
        text = text.replace(before, after)

    async def work(served: Served) -> None:
        floor = await served.person("Flo", "floor")
        answer = await floor.post("/api/tournaments", json={"file": text, "filed": filed})
        assert answer.status_code == 409
        assert says in answer.text
        page = await floor.submits("/tournaments", file=text, filed=filed)
        assert page.status_code == 409
        assert (await floor.get("/api/tournaments")).json() == []

    story(work, tmp_path)


def test_who_may_not(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        floor, friday = await announced(served)
        poor = await served.person("Poor", dollars=12)
        assert "not enough in your wallet" in (await orders(poor, friday, "enter"))["detail"]
        assert (await served.balance("wallet:Poor"), await served.balance(f"pool:{friday}")) == (1200, 0)
        assert (await orders(floor, friday, "enter"))["status"] == 403  # who announced it
        assert (await orders(poor, friday, "fly"))["status"] == 409
        assert (await orders(poor, "t0000000", "enter"))["status"] == 404
        answer = await poor.post("/api/tournaments", json={"file": FRIDAY, "filed": FILED})
        assert answer.status_code == 403
        own = {"game": "hold-em", "options": {"tournament": "yes", "time-charge": "0"}}
        assert (await poor.post("/api/tables", json=own)).status_code == 409
        cash = await served.table("hold-em")
        changed = await floor.does(
            cash.id, "rules", options={"tournament": "yes", "time-charge": "0"}, minutes=31
        )
        assert (changed.status_code, "8.6(a)" in changed.text) == (409, True)
        rich = await served.person("Rich")
        assert (await orders(rich, friday, "enter"))["you"]["entered"]
        assert (await orders(rich, friday, "enter"))["status"] == 409
        assert (await orders(rich, friday, "withdraw"))["pool"] == 0
        assert await served.balance("wallet:Rich") == 1_000_000
        await orders(floor, friday, "end", "nobody came")
        await served.balanced()

    story(work, tmp_path)


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")

    async def told() -> None:
        async with serving(tmp_path, path, **(QUICK | {"decision": 60, "gone": 60})) as served:
            floor, friday = await announced(served)
            ann = await served.person("Ann")
            await orders(ann, friday, "enter")
            await orders(floor, friday, "bots")
            table = (await until(floor, friday, lambda told: told["tables"]))["tables"][0]["id"]
            await until_playing(served, table)
        async with serving(tmp_path, path, **QUICK) as served:
            over = await until(served.nobody, friday, lambda told: told["phase"] == "over")
            paid_out(over)
            report = await served.service.tournaments.audited(friday)
            assert (report["verified"], report["problem"]) == (True, None)
            assert await served.balance(f"pool:{friday}") == 0

    played(told())


def _open(simulation: Simulation) -> int:
    found: tuple[int] = simulation.connection.execute(
        "SELECT (SELECT count(*) FROM tables WHERE closed IS NULL) + "
        "(SELECT count(*) FROM tournaments WHERE closed IS NULL)"
    ).fetchone()
    return found[0]


@pytest.mark.parametrize("seed", range(often(1, 12)))
def test_a_house_that_dies_at_any_await_pays_every_cent_out(seed: int) -> None:
    simulation = Simulation(seed, [])
    text = FRIDAY.replace("2024-11-08", "1970-01-09").replace(
        "participants = 3", "participants = 9\nseats = 3\ndenominations = [5, 25]"
    )
    identity = ""

    async def work(house: House) -> None:
        nonlocal identity
        tournaments = Tournaments(house, simulation.disk)
        with contextlib.suppress(OSError):
            await tournaments.start()
        flo = simulation.people[-1]
        with contextlib.suppress(OSError, Refused):
            identity = identity or await tournaments.announce(text, "1970-01-01", flo)
            with contextlib.suppress(Refused):
                await tournaments.ordered(identity, simulation.people[0], "enter")
            await tournaments.ordered(identity, flo, "bots")
        while (await tournaments.known(identity)).phase != "over" or _open(simulation):
            await asyncio.sleep(1)
        await tournaments.stop()

    simulation.disk.failing = 0.0
    simulation.live(3_000, work)  # announced, and perhaps begun
    for _ in range(4):
        simulation.disk.failing = 0.01
        simulation.live(simulation.chance.randrange(200, 4_000), work)
    simulation.disk.failing = 0.0
    assert simulation.live(10**7, work), "the last life ends by itself"
    simulation.check()
    accounts = dict(simulation.connection.execute("SELECT name, balance FROM accounts"))
    assert accounts[f"pool:{identity}"] == 0
    assert accounts[f"fees:{identity}"] == 9 * 200
    assert accounts[f"tips:{identity}"] == 9 * 1001 * 5 // 100
    lines = [
        bytes(line)
        for (line,) in simulation.connection.execute(
            "SELECT line FROM tournament_record WHERE n >= 0 ORDER BY n"
        )
    ]
    journals = {n: simulation.lines(table_of(identity, n)) for n in (1, 2, 3)}
    report = audit(lines, journals)
    assert (report["verified"], report["problem"]) == (True, None)
    assert sum(b'"command":"race"' in line for line in lines) == 1
