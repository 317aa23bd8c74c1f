"""The floor's tools: pausing, a last round, removing and barring, calls for the floor, announcements and banners."""

from __future__ import annotations

from pathlib import Path

from tests.web.served import Visitor, serving
from tests.web.waiting import played

GAME = "three-card-poker"


def test_a_paused_table_starts_no_round_even_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    table: list[str] = []

    async def pauses() -> None:
        async with serving(tmp_path, database) as served:
            flo, ann = await served.person("Flo", "floor"), await served.person("Ann")
            table.append((await served.table(GAME)).id)
            await ann.does(table[0], "sit", seat=1, amount="100")
            await ann.does(table[0], "bet", wager="ante", amount="10")
            assert (await flo.does(table[0], "pause")).status_code == 200
            refused = await ann.does(table[0], "ready")
            assert "the floor has paused this table" in refused.json()["detail"]

    async def resumes() -> None:
        async with serving(tmp_path, database) as served:
            flo = await served.person("Fay", "floor")
            shown = (await served.nobody.get(f"/api/tables/{table[0]}")).json()
            assert shown["banner"] == "The floor has paused this table."
            await flo.does(table[0], "pause", on=False)
            live = served.service.house.tables[table[0]]
            assert live.banner == ""
            ann = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            assert (await ann.does(table[0], "ready")).status_code == 200
            assert live.table.playing

    played(pauses())
    played(resumes())


def test_a_table_closes_after_the_round(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, ann, bob = [await served.person(*who) for who in (("Flo", "floor"), ("Ann",), ("Bob",))]
            table = (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "bet", wager="ante", amount="10")
            await ann.does(table, "ready")
            await flo.does(table, "close-after")
            for order in (
                {"do": "sit", "seat": 2, "amount": "50"},
                {"do": "bet", "wager": "ante", "amount": "5"},
            ):
                refused = await bob.post(f"/api/tables/{table}/commands", json=order)
                assert "closes after this round" in refused.json()["detail"]
            assert not served.service.house.tables[table].table.closed
            await ann.does(table, "act", decision="fold")
            assert served.service.house.tables[table].table.closed
            assert await served.balance("wallet:Ann") == 10_000_00 - 10_00
            await served.balanced()

    played(story())


def test_a_player_is_removed_after_the_round_and_barred(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, ann = await served.person("Flo", "floor"), await served.person("Ann")
            sam = await served.person("Sam", "shift")
            table, other = (await served.table(GAME)).id, (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "bet", wager="ante", amount="10")
            await ann.does(table, "ready")
            assert (await flo.does(table, "bar", name="Ann")).status_code == 200
            live = served.service.house.tables[table]
            assert live.seat_of("Ann") == 1, "the round is played to its end"
            await ann.does(table, "act", decision="fold")
            assert live.seat_of("Ann") is None
            back = await ann.does(table, "sit", seat=1, amount="100")
            assert (back.status_code, "barred you" in back.json()["detail"]) == (403, True)
            assert (await ann.does(other, "sit", seat=1, amount="100")).status_code == 200
            assert (await flo.does(other, "bar", name="Ann", everywhere=True)).status_code == 403
            assert (await sam.does(other, "bar", name="ann", everywhere=True)).status_code == 200
            assert "ann from all tables" in (await flo.sees("/floor")).text
            await ann.does(other, "leave")
            assert (await ann.does(other, "sit", seat=1, amount="100")).status_code == 403
            await sam.does(other, "bar", name="ann", on=False, everywhere=True)
            assert (await ann.does(other, "sit", seat=1, amount="100")).status_code == 200
            nobody = await flo.does(other, "remove-player", name="Zed")
            assert "Zed has no seat" in nobody.json()["detail"]
            await served.balanced()

    played(story())


def test_a_player_calls_the_floor_and_one_floorperson_answers(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, fay, ann = [
                await served.person(*who) for who in (("Flo", "floor"), ("Fay", "floor"), ("Ann",))
            ]
            table = (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "call-floor", why="my payout")
            again = await ann.does(table, "call-floor")
            assert "somebody is on the way" in again.json()["detail"]
            assert "my payout" in (await flo.sees("/floor")).text
            (call,) = await served.service.house.orders.calls()
            answer = await flo.submits(f"/floor/calls/{call['id']}")
            assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table}")
            assert (await fay.submits(f"/floor/calls/{call['id']}")).status_code == 409
            assert "my payout" not in (await flo.sees("/floor")).text

    played(story())


def test_a_ruling_and_an_announcement_are_shown_to_everybody_until_the_next_round_is_over(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, ann = await served.person("Flo", "floor"), await served.person("Ann")
            table = (await served.table(GAME)).id
            socket = await ann.attends(table)
            await socket.say("sit", seat=1, amount="100")
            await flo.does(table, "announce", text="Last\x07 hand")
            await socket.until(lambda: socket.table.get("banner") == "Last hand")
            await socket.say("bet", wager="ante", amount="10")
            await socket.say("ready")
            await flo.does(table, "void", why="wrong deck")
            await socket.until(lambda: "wrong deck" in socket.table.get("banner", ""))
            for _ in range(2):
                await socket.say("bet", wager="ante", amount="10")
                await socket.say("ready")
                await socket.say("act", decision="fold")
            await socket.until(lambda: "banner" not in socket.table)

    played(story())
