"""A dealer's shift at a table whose outcomes are entered: players with and without devices, entries, corrections,
payouts, and what players must not see."""

from __future__ import annotations

from pathlib import Path

from tests.web.served import serving
from tests.web.waiting import played


def test_a_round_of_roulette_is_dealt_for_a_player_at_the_felt_and_one_online(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            dan, ann = await served.person("Dan", "dealer"), await served.person("Ann")
            opened = await dan.post("/api/tables", json={"game": "roulette", "entered": True})
            table = opened.json()["id"]
            assert (await ann.does(table, "sit", seat=1, amount="100")).status_code == 200
            assert (await ann.does(table, "bet", wager="straight:17", amount="5")).status_code == 200
            assert (await ann.does(table, "ready")).status_code == 200
            assert (await dan.does(table, "player", seat=2, amount="200")).status_code == 200
            assert (await dan.does(table, "bet", seat=2, wager="red", amount="10")).status_code == 200
            early = await dan.does(table, "enter", shows="17")
            assert "nothing is to be entered now" in early.json()["detail"]
            assert (await dan.does(table, "no-more-bets")).status_code == 200
            now = (await dan.get(f"/api/tables/{table}/dealer")).json()
            assert (now["wanted"]["kind"], now["playing"]) == ("spin", True)
            assert "17" in now["wanted"]["taps"]
            assert (await dan.does(table, "enter", shows="17")).status_code == 200
            told = (await dan.get(f"/api/tables/{table}/dealer")).json()
            # 17 is black: the straight-up wager pays 35 to 1, the wager on red loses.
            assert [(each["seat"], each["pays"], each["lost"]) for each in told["payouts"]] == [
                (1, 175_00, 0),
                (2, 0, 10_00),
            ]
            assert all(each["cite"].startswith("13:69F-5.") for each in told["payouts"])
            report = (await dan.get(f"/api/tables/{table}/audit")).json()
            assert (report["verified"], report["entered_by"]) == (True, ["Dan"])
            assert (await dan.does(table, "dismiss", seat=2)).status_code == 200
            await served.balanced()

    played(story())


def test_the_dealers_page_takes_entries_by_form_and_says_what_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            dan = await served.person("Dan", "dealer")
            form = await dan.submits("/games/three-card-poker/open", entered="yes", name="School")
            at = form.headers["Location"]
            await dan.submits(at, do="player", seat="1", amount="500")
            await dan.submits(at, do="bet", seat="1", wager="ante", amount="10")
            assert (await dan.submits(at, do="no-more-bets")).status_code == 303
            refused = await dan.submits(at, do="enter", shows="As As")
            assert refused.status_code == 409
            assert "there is no As left" in refused.text
            assert 'value="As As"' in refused.text, "what was typed is still there"
            await dan.submits(at, do="enter", shows="9c Kh 9d Qd 2s")
            await dan.submits(at, do="amend", at="4", shows="9s")
            await dan.submits(at, do="enter", shows="4s")
            asked = (await dan.sees(at)).text
            assert "9♣ 9♦ 9♠" in asked
            await dan.submits(at, do="act", seat="1", decision="play")
            over = (await dan.sees(at)).text
            assert "Pay and take" in over
            assert "13:69F-20.11(a)3" in over, "the ante bonus"

    played(story())


def test_a_wager_on_a_number_is_entered_for_a_player_at_the_felt(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            dan = await served.person("Dan", "dealer")
            at = f"/tables/{(await served.table('roulette', entered=True)).id}/dealer"
            await dan.submits(at, do="player", seat="1", amount="100")
            answer = await dan.submits(at, do="bet", seat="1", wager="straight", spot="17", amount="5")
            assert answer.status_code == 303
            assert "Straight 17 $5" in (await dan.sees(at)).text
            assert "Void the round" not in (await dan.sees(at)).text, "the floor voids rounds"

    played(story())


def test_players_do_not_see_what_the_dealer_has_entered_face_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            dan, ann = await served.person("Dan", "dealer"), await served.person("Ann")
            eve = await served.person("Eve", "dealer")
            table = (await served.table("three-card-poker", entered=True)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "bet", wager="ante", amount="10")
            await eve.does(table, "sit", seat=2, amount="100")
            socket = await ann.attends(table)
            await dan.does(table, "no-more-bets")
            await dan.does(table, "enter", shows="9c Kh 9d Qd 2s 4s")
            await socket.until(lambda: socket.table.get("asked"))
            assert socket.table["hands"]["dealer"] == ["??", "??", "??"]
            assert socket.table["hands"]["1"] == ["9c", "9d", "2s"]
            assert not any("Kh" in frame for frame in socket.frames)
            for who in (ann, dan, served.nobody):
                journal = await who.get(f"/api/tables/{table}/journal")
                assert "Kh" not in journal.text
            assert (await eve.get(f"/api/tables/{table}/dealer")).status_code == 403, "she plays there"
            assert (await eve.does(table, "enter", shows="2c")).status_code == 403
            await ann.does(table, "act", decision="play")
            await socket.until(lambda: socket.table.get("result"))
            assert socket.table["hands"]["dealer"] == ["Kh", "Qd", "4s"]

    played(story())


def test_a_table_resumes_where_its_dealer_stopped(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")

    async def first() -> str:
        async with serving(tmp_path, database) as served:
            dan = await served.person("Dan", "dealer")
            table = (await served.table("three-card-poker", entered=True)).id
            await dan.does(table, "player", seat=1)
            await dan.does(table, "bet", seat=1, wager="ante", amount="10")
            await dan.does(table, "no-more-bets")
            await dan.does(table, "enter", shows="9c ?? 9d")
            return table

    async def second(table: str) -> None:
        async with serving(tmp_path, database) as served:
            dan = await served.person("Don", "dealer")
            told = (await dan.get(f"/api/tables/{table}/dealer")).json()
            assert [each["shows"] for each in told["entered"]] == ["9c", "??", "9d"]
            assert told["wanted"]["to"] == "dealer"
            await dan.does(table, "enter", shows="?? 9s ??")
            await dan.does(table, "act", seat=1, decision="play")
            told = (await dan.get(f"/api/tables/{table}/dealer")).json()
            assert "Turn over card 1 of the dealer" in told["waits_for"]
            await dan.does(table, "enter", shows="Kh Qd 4s")
            told = (await dan.get(f"/api/tables/{table}/dealer")).json()
            assert {each["wager"]: each["pays"] for each in told["payouts"]} == {
                "ante": 10_00,
                "play": 10_00,
                "ante-bonus": 40_00,
            }
            report = (await dan.get(f"/api/tables/{table}/audit")).json()
            assert (report["verified"], report["entered_by"]) == (True, ["Dan", "Don"])

    table: list[str] = []

    async def opened() -> None:
        table.append(await first())

    played(opened())
    played(second(table[0]))


def test_only_staff_open_a_table_whose_outcomes_are_entered_and_nobody_speaks_for_others(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            dan, ann = await served.person("Dan", "dealer"), await served.person("Ann")
            refused = await ann.post("/api/tables", json={"game": "roulette", "entered": True})
            assert refused.status_code == 403
            table = (await served.table("roulette", entered=True)).id
            await ann.does(table, "sit", seat=1, amount="100")
            await dan.does(table, "player", seat=2)
            for who, seat in ((dan, 1), (ann, 2), (dan, 3)):
                answer = await who.does(table, "bet", seat=seat, wager="red", amount="5")
                assert answer.status_code in (403, 409), (seat, answer.text)
            assert (await ann.does(table, "dismiss", seat=2)).status_code == 403
            drawn = (await served.table("roulette")).id
            for order in (
                {"do": "no-more-bets"},
                {"do": "enter", "shows": "17"},
                {"do": "player", "seat": 1},
            ):
                assert (await dan.post(f"/api/tables/{drawn}/commands", json=order)).status_code == 409

    played(story())
