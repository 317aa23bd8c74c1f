"""Control: corrections and voids as cases, with caps and a second person; every act of staff on record; chat kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played


async def spun(served: Served, amount: str = "100", pocket: str = "1") -> tuple[str, Visitor]:
    """A table of roulette at which Ann has bet on red in one round."""
    dan, ann = await served.person("Dan", "dealer"), await served.person("Ann", dollars=100_000)
    table = (await served.table("roulette", entered=True)).id
    await ann.does(table, "sit", seat=1, amount="50000")
    await ann.does(table, "bet", wager="red", amount=amount)
    await dan.does(table, "no-more-bets")
    assert (await dan.does(table, "enter", shows=pocket)).status_code == 200
    return table, ann


def case(table: str, due: str, **more: str) -> dict[str, str]:
    given = {"table": table, "kind": "correction", "round": "1", "seat": "1", "wager": "red", "due": due}
    return given | {"why": "paid as black"} | more


async def cases(who: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await who.get("/api/cases")).json()
    return found


def test_a_small_correction_is_carried_out_at_once_and_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table, _ = await spun(served)  # red won 100
            flo = await served.person("Flo", "floor")
            assert (await flo.submits("/cases", **case(table, "150"))).status_code == 303
            (found,) = await cases(flo)
            assert (found["paid"], found["due"], found["state"]) == (100_00, 150_00, "done")
            assert served.service.house.tables[table].table.chips(1) == 50_000_00 + 150_00
            again = await flo.submits("/cases", **case(table, "150"))
            assert "nothing is to be corrected" in again.text
            await flo.submits("/cases", **case(table, "100", why="it was right"))
            assert served.service.house.tables[table].table.chips(1) == 50_000_00 + 100_00
            await served.balanced()

    played(story())


def test_a_second_person_decides_above_the_cap(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table, _ = await spun(served)
            flo, fay = await served.person("Flo", "floor"), await served.person("Fay", "floor")
            sam = await served.person("Sam", "shift")
            await flo.submits("/cases", **case(table, "1000"))
            (found,) = await cases(flo)
            assert found["state"] == "proposed"
            assert served.service.house.tables[table].table.chips(1) == 50_100_00
            path = f"/cases/{found['id']}"
            for who, says in ((flo, "a second person"), (fay, "a shift manager approves")):
                refused = await who.submits(path, decision="approve")
                assert says in refused.text
            answers = await asyncio.gather(*(sam.submits(path, decision="approve") for _ in range(3)))
            assert sorted(each.status_code for each in answers) == [303, 409, 409]
            assert served.service.house.tables[table].table.chips(1) == 50_100_00 + 900_00
            (found,) = await cases(flo)
            assert (found["state"], found["proposed_by"], found["decided_by"]) == ("done", "Flo", "Sam")
            lines = b"".join(await served.lines(table))
            assert b'"by":"Flo and Sam"' in lines
            assert f"case {found['id']}, round 1 red".encode() in lines
            await served.balanced()

    played(story())


def test_what_no_case_may_do_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table, ann = await spun(served)
            flo = await served.person("Flo", "floor")
            for fields, says in (
                (case(table, "1000000"), "more than the $50,000 that a case may move"),
                (case(table, "100.01"), "cannot be paid in chips"),
                (case(table, "150", round="7"), "no finished round 7"),
                (case(table, "150", wager="black"), "had no wager"),
                (case(table, "150", seat="2"), "had no wager"),
                (case(table, "150", why=" "), "give a reason"),
                (case(table, "0", kind="void"), "no wager on the layout"),
                (case(table, "0", kind="tip"), "a case is a correction or a void"),
            ):
                refused = await flo.submits("/cases", **fields)
                assert refused.status_code == 409, fields
                assert says in refused.text, fields
            for amount, says in (("1000000", "more than the $500"), ("0.01", "cannot be paid in chips")):
                refused = await flo.does(table, "correct", seat=1, amount=amount, why="x")
                assert says in refused.json()["detail"]
            for who in (ann, await served.person("Cas", "cage"), await served.person("Aud", "auditor")):
                assert (await who.submits("/cases", **case(table, "150"))).status_code == 403
            await ann.does(table, "leave")
            gone = await flo.submits("/cases", **case(table, "150"))
            assert "Ann no longer has seat 1" in gone.text
            assert await cases(flo) == []

    played(story())


def test_a_large_round_is_voided_by_two(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, correction_floor=50) as served:
            table, ann = await spun(served)
            flo, sam = await served.person("Flo", "floor"), await served.person("Sam", "shift")
            dan = await served.person("Dot", "dealer")
            await ann.does(table, "bet", wager="red", amount="100")
            await dan.does(table, "no-more-bets")
            refused = await flo.does(table, "void", why="wrong ball")
            assert "propose it as a case" in refused.json()["detail"]
            await flo.submits("/cases", table=table, kind="void", why="wrong ball")
            (found,) = await cases(sam)
            assert (found["kind"], found["round"], found["paid"]) == ("void", 2, 100_00)
            assert (await sam.submits(f"/cases/{found['id']}", decision="approve")).status_code == 303
            assert not served.service.house.tables[table].table.playing
            assert served.service.house.tables[table].table.chips(1) == 50_100_00
            await served.balanced()

    played(story())


def test_acts_of_staff_are_on_record_with_person_address_and_round_and_chat_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table, ann = await spun(served)
            flo, eve = await served.person("Flo", "floor"), await served.person("Eve", "surveillance")
            await flo.does(table, "limits", limits={"red": ["10", "5000"]})
            await flo.does(table, "correct", seat=1, amount="5", why="short paid")
            await flo.does(table, "hush", name="Bob")
            await ann.does(table, "chat", text="good luck")
            opened = await flo.post("/api/tables", json={"game": "roulette", "name": "Main"})

            await asyncio.gather(*served.service.house._notes)
            chats = await served.service.database.read("SELECT name, says FROM events WHERE kind = 'chat'")
            assert chats == [("Ann", "good luck")]
            told = {each["kind"]: each for each in (await eve.get("/api/events")).json()}
            assert (told["correction"]["name"], told["correction"]["round"]) == ("Flo", 2)
            assert told["correction"]["address"] == "127.0.0.1"
            assert told["opening"]["table"] == opened.json()["id"]
            assert "chat" not in told

    played(story())


def test_what_one_person_corrects_for_one_player_in_a_day_counts_together(tmp_path: Path) -> None:
    """A cap of $500 is not evaded by $300 and $300, whether as a case or at the table."""

    async def story() -> None:
        async with serving(tmp_path) as served:
            table, _ = await spun(served)
            flo, fay = await served.person("Flo", "floor"), await served.person("Fay", "floor")
            assert (await flo.does(table, "correct", seat=1, amount="300", why="short")).status_code == 200
            refused = await flo.does(table, "correct", seat=1, amount="300", why="short")
            assert "$600 is more than the $500 that you may decide alone" in refused.json()["detail"]
            assert "more than the $500" in (await flo.submits("/cases", **case(table, "400"))).text
            assert [each["state"] for each in await cases(flo)] == ["proposed"]
            assert (await fay.does(table, "correct", seat=1, amount="300", why="short")).status_code == 200
            assert (
                await flo.does(table, "correct", seat=1, amount="-100", why="too much")
            ).status_code == 200
            served.clock.ahead += 23 * 3600
            assert (await flo.does(table, "correct", seat=1, amount="400", why="short")).status_code == 200

    played(story())


def test_whoever_has_proposed_a_case_does_not_play_at_its_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table, _ = await spun(served)
            flo = await served.person("Flo", "floor")
            await flo.submits("/cases", **case(table, "1000"))
            refused = await flo.does(table, "sit", seat=2, amount="100")
            assert "made rulings at this table" in refused.json()["detail"]

    played(story())
