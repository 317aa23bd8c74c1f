"""What a year of play leaves behind: volumes in the archive, sums of old postings, guests who have left."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.law import Refused
from pitboss.table.audit import audit
from pitboss.web.archive import Archive
from pitboss.web.books import differing
from pitboss.web.database import Database
from pitboss.web.transaction import Statement
from tests.web.processes import rows
from tests.web.served import Served, serving
from tests.web.test_live import seated
from tests.web.waiting import played

DAY = 86_400


async def rounds(house: Served, table: str, times: int) -> None:
    [ann] = await seated(house, table, "Ann")
    for _ in range(times):
        await ann.say("bet", wager="red", amount="10")
        await ann.say("ready")


def test_full_volumes_go_to_the_archive_and_are_audited_and_replayed_from_there(tmp_path: Path) -> None:
    async def story() -> None:
        database, folder = str(tmp_path / "house.db"), tmp_path / "archive"
        async with serving(tmp_path, database, volume=12, archive=str(folder)) as house:
            live = await house.table("roulette")
            await rounds(house, live.id, 12)
            eve = await house.person("Eve", "surveillance")
            path = f"/api/tables/{live.id}"

            async def seen() -> list[object]:
                return [
                    (await eve.get(f"{path}/{what}")).json()
                    for what in ("audit?volume=1", "rounds?limit=50", "rounds/1", "audit?volume=2")
                ]

            before, first = await seen(), await house.service.lines(live.id, 0)
            assert live.volume >= 3
            await house.service.tidy()
            kept = {n for (n,) in rows(database, "SELECT DISTINCT volume FROM journal")}
            assert kept == {live.volume - 1, live.volume}
            assert await house.service.lines(live.id, 0) == first
            assert audit(first)["verified"]
            assert await seen() == before
            await house.service.tidy()  # there is nothing left to do
            file = folder / live.id / "000000.jsonl.zst"
            assert file.stat().st_mode & 0o777 == 0o600
            Archive(folder).put(live.id, 0, first[:-1])
            with pytest.raises(Refused, match="was changed in the archive"):
                await house.service.lines(live.id, 0)
            file.unlink()
            with pytest.raises(Refused, match="is not in the archive"):
                await house.service.lines(live.id, 0)

    played(story())


def test_a_start_sums_no_posting_of_before_and_still_finds_what_was_changed(tmp_path: Path) -> None:
    async def story() -> None:
        database = str(tmp_path / "house.db")
        async with serving(tmp_path, database) as house:
            live = await house.table("roulette")
            await rounds(house, live.id, 3)
            house.clock.ahead = DAY
            await house.service.tidy()
            kept = house.service.database
            assert await differing(kept) == await differing(kept, whole=True) == []
            summed = await kept.read("SELECT account, amount FROM summed WHERE amount <> 0 ORDER BY account")
            accounts = "SELECT name, balance FROM accounts WHERE balance <> 0 ORDER BY name"
            assert summed == await kept.read(accounts)
            await kept.write([Statement("DELETE FROM postings WHERE account = 'wallet:Ann'", [()])])
            assert await differing(kept) == []  # it reads none of them
            assert [name for name, *_ in await differing(kept, whole=True)] == ["wallet:Ann"]
            moved = "UPDATE accounts SET balance = balance + 1 WHERE name = 'wallet:Ann'"
            await kept.write([Statement(moved, [()])])
            assert [name for name, *_ in await differing(kept)] == ["wallet:Ann"]

    played(story())


async def names(database: Database, table: str) -> set[str]:
    return {name for (name,) in await database.read(f"SELECT name FROM {table}")}


def test_guests_who_have_left_are_cleared_away_with_their_money(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, departed=30 * DAY, session=90 * DAY, idle=90 * DAY) as house:
            people, database = house.service.people, house.service.database
            tokens = [await people.guest() for _ in range(3)]
            gone, sits, comes = [person.name for token in tokens if (person := await people.whose(token))]
            ann = await house.person("Ann")
            live = await house.table("roulette")
            await house.service.house.safe()
            live.table.sit(
                2, sits, "100"
            )  # and stays for a month, as with a wager that may not be taken down
            house.clock.ahead = 31 * DAY
            await people.whose(tokens[2])
            await house.service.tidy()
            assert {"Ann", sits, comes} <= await names(database, "people")
            assert gone not in await names(database, "people")
            assert f"wallet:{gone}" not in await names(database, "accounts")
            assert await people.whose(tokens[0]) is None
            assert await people.wallet(ann.name) == 1_000_000
            books = await house.service.books()
            assert books["total"] == books["postings_total"] == 0
            assert books["different"] == []

    played(story())
