"""The back office over the web: figures that agree with journals and books, counts, statements, and exports."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played

DAY = "2026-05-28"
"""The gaming day on which the house of the tests opens."""


async def spins(served: Served, pockets: str) -> str:
    """A table of roulette at which Ann bets 100 on red and Bob 5 on 17 before every spin."""
    dan = await served.person("Dan", "dealer")
    table = (await served.table("roulette", entered=True)).id
    ann, bob = await served.person("Ann"), await served.person("Bob")
    await ann.does(table, "sit", seat=1, amount="1000")
    await bob.does(table, "sit", seat=2, amount="1000")
    for pocket in pockets.split():
        await ann.does(table, "bet", wager="red", amount="100")
        await bob.does(table, "bet", wager="straight:17", amount="5")
        await dan.does(table, "no-more-bets")
        assert (await dan.does(table, "enter", shows=pocket)).status_code == 200
    return table


def test_figures_of_a_day_agree_with_journal_and_books(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await spins(served, "17 1 0")
            flo = await served.person("Flo", "floor")
            (found,) = (await flo.get("/api/office/figures")).json()
            # Ann: −100, +100, −50 (half on zero). Bob: +175, −5, −5.
            assert (found["table"], found["rounds"], found["handle"]) == ("roulette", 3, 315_00)
            assert found["win"] == 50_00 - 165_00
            assert found["win"] == await served.balance(f"bank:{table}")
            assert found["theoretical_win"] == pytest.approx(300_00 / 38 + 15_00 / 19)
            people = (await flo.get("/api/office/figures?by=player")).json()
            assert {each["player"]: each["win"] for each in people} == {"Ann": 50_00, "Bob": -165_00}
            assert (await flo.get("/api/office/figures?by=day,shift")).json()[0]["day"] == DAY
            assert (await flo.get("/api/office/figures?who=bots")).json() == []
            assert (await flo.get("/api/office/figures?first=2026-05-27")).json() == []
            assert len((await flo.get(f"/api/office/figures?first=2026-05-27&last={DAY}")).json()) == 1
            for wrong in ("by=moon", "first=yesterday", f"first={DAY}&last=2026-05-01", "first=2026-13-01"):
                assert (await flo.get(f"/api/office/figures?{wrong}")).status_code == 409, wrong
            shown = (await flo.sees("/office?by=player")).text
            assert "−$165" in shown or "-$165" in shown
            assert "/office/statement?name=Ann" in shown

    played(story())


def test_figures_are_exported_for_spreadsheets_and_data_frames(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            await spins(served, "17 1")
            flo = await served.person("Flo", "floor")
            told = await flo.get("/api/office/figures?by=table,wager&form=csv")
            rows = list(csv.DictReader(io.StringIO(told.text)))
            assert {row["wager"]: int(row["win"]) for row in rows} == {"red": 0, "straight": -170_00}
            parquet = pytest.importorskip("pyarrow.parquet")
            answer = await flo.get("/api/office/figures?by=table,wager&form=parquet")
            frame = parquet.read_table(io.BytesIO(answer.content)).to_pylist()
            assert {row["wager"]: row["win"] for row in frame} == {"red": 0, "straight": -170_00}
            empty = await flo.get("/api/office/figures?by=pit&first=2020-01-01&form=csv")
            assert empty.text.startswith("pit,rounds,handle,win")

    played(story())


def test_the_count_of_a_table_gives_its_win(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await spins(served, "17")
            cas = await served.person("Cas", "cage")
            for kind, amount in (("opener", "5000"), ("fill", "1000"), ("drop", "2000"), ("closer", "4500")):
                form = await cas.submits("/office/counts", table=table, kind=kind, amount=amount, slip="A1")
                assert form.status_code == 303
            (count,) = (await cas.get("/api/office/counts")).json()["counts"]
            # closer + credits + drop − opener − fills
            assert (count["win"], count["hold"]) == (500_00, 0.25)
            # Ann and Bob bought chips for 1,000 each.
            chips = (await cas.get("/api/office/counts")).json()["chips"]
            assert chips == {"roulette": {"bought": 2_000_00, "taken": 0}}
            for kind, amount in (("tip", "5"), ("fill", "-5"), ("fill", "0"), ("drop", "many")):
                assert (
                    await cas.submits("/office/counts", table=table, kind=kind, amount=amount)
                ).status_code == 409
            assert "Fills" in (await cas.sees("/office/counts")).text

    played(story())


def test_a_statement_has_every_posting_with_its_balance(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await spins(served, "17")
            ann = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            await ann.does(table, "leave")
            cas = await served.person("Cas", "cage")
            told = (await cas.get("/api/office/statements/Ann")).json()
            assert told["balance"] == 10_000_00 - 100_00
            assert sum(each["amount"] for each in told["entries"]) + told["before"] == told["balance"]
            assert {each["why"] for each in told["entries"]} == {"play money", "chips bought", "chips taken"}
            assert "Account of Ann" in (await ann.sees("/me/statement")).text
            assert (await ann.get("/api/office/statements/Bob")).status_code == 403
            assert (await cas.get("/api/office/statements/Zed")).status_code == 409

    played(story())


def test_a_table_is_put_in_a_pit(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await spins(served, "17")
            flo = await served.person("Flo", "floor")
            assert (await flo.submits("/office/pits", table=table, pit="Pit 3")).status_code == 303
            (found,) = (await flo.get("/api/office/figures?by=pit")).json()
            assert found["pit"] == "Pit 3"

    played(story())
