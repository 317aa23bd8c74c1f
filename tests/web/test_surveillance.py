"""Surveillance: searches, the whole journal, replay, case files and their evidence, the wall, alerts."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.table.audit import audit
from pitboss.table.heads import read_heads
from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played

GAME = "three-card-poker"


async def plays(served: Served, who: Visitor, table: str, amount: str = "10") -> None:
    """Sits at seat 1, makes the ante and folds."""
    await who.does(table, "sit", seat=1, amount="1000")
    await who.does(table, "bet", wager="ante", amount=amount)
    await who.does(table, "ready")
    await who.does(table, "act", decision="fold")
    await served.service.house.safe()


def test_a_search_finds_rounds_events_and_tables_open_and_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve, flo = await served.person("Eve", "surveillance"), await served.person("Flo", "floor")
            ann, bob = await served.person("Ann"), await served.person("Bob")
            table, other = (await served.table(GAME)).id, (await served.table("roulette")).id
            await plays(served, ann, table, "50")
            served.clock.ahead += 3600
            await plays(served, ann, table)
            await flo.does(table, "call", irregularity="card-face-up")
            await ann.does(table, "bet", wager="ante", amount="10")
            await ann.does(table, "ready")
            await flo.does(table, "void", why="the wrong deck")
            await flo.does(table, "close")
            await bob.does(other, "sit", seat=1, amount="100")

            async def finds(**wanted: str) -> dict[str, list[dict[str, object]]]:
                answer = await eve.get("/api/surveillance/search", params=wanted)
                assert answer.status_code == 200, answer.text
                return dict(answer.json())

            found = await finds(person="ann")
            # The ante of a hand that folds is lost.
            assert [(each["round"], each["net"]) for each in found["rounds"]] == [
                (3, 0),
                (2, -10_00),
                (1, -50_00),
            ]
            assert [each["id"] for each in found["tables"]] == [table]
            assert [each["round"] for each in (await finds(least="50"))["rounds"]] == [1]
            # The house opens at 16:26:40 in New Jersey; the second round is an hour later.
            assert [each["round"] for each in (await finds(last="2026-05-28T17:00"))["rounds"]] == [1]
            assert [
                each["round"] for each in (await finds(first="2026-05-28T17:00", least="10"))["rounds"]
            ] == [2]
            voids = await finds(act="void")
            assert [(each["round"], each["says"]) for each in voids["events"]] == [(3, "the wrong deck")]
            assert [each["round"] for each in voids["rounds"]] == [3]
            assert [each["kind"] for each in (await finds(words="FACE-up"))["events"]] == ["call"]
            assert {each["closed"] == 0 for each in (await finds(table=table))["tables"]} == {False}
            assert (await finds(table="100%"))["tables"] == []
            assert (await finds(person="Bob"))["rounds"] == []
            page = (await eve.sees("/surveillance/search?person=Ann&least=50")).text
            assert f"/surveillance/{table}/rounds/1" in page
            assert (await eve.sees("/surveillance/search?first=noon")).status_code == 409
            assert "The table is closed." in (await eve.sees(f"/surveillance/{table}")).text

    played(story())


def test_staff_read_the_whole_journal_of_a_shoe_in_play_and_play_there_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve, ann = await served.person("Eve", "surveillance"), await served.person("Ann")
            table = (await served.table("blackjack")).id
            await ann.does(table, "sit", seat=1, amount="100")
            await ann.does(table, "bet", wager="blackjack", amount="10")
            await ann.does(table, "ready")
            live = served.service.house.tables[table]
            page = (await eve.sees(f"/surveillance/{table}")).text
            hidden = [held.card for held in live.table.hands["dealer"] if not held.up]
            words = re.findall(r"dealer receives (\S+)", page)
            assert len(words) == len(live.table.hands["dealer"]) >= len(hidden) + 1
            published = (await eve.get(f"/api/tables/{table}/journal")).text
            assert "receives" not in page.replace("\n", " ")[: page.index("no more bets")]
            assert '"shuffle"' not in published, "the order of the shoe is shown to nobody"
            refused = (await eve.does(table, "sit", seat=2, amount="100")).json()["detail"]
            assert "cannot play" in refused
            seated = await served.person("Sue", "surveillance")
            await seated.does(table, "sit", seat=2, amount="100")
            assert (await seated.sees(f"/surveillance/{table}")).status_code == 403
            looks = (await eve.get("/api/events")).json()
            assert [each["name"] for each in looks if each["kind"] == "table looked at"] == ["Eve"]

    played(story())


def test_who_plays_sees_no_hidden_card_of_a_past_round_whatever_their_role(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve, sue = await served.person("Eve", "surveillance"), await served.person("Sue", "surveillance")
            ann = await served.person("Ann")
            table = (await served.table("hold-em")).id
            for seat, who in enumerate((ann, sue), 1):
                await who.does(table, "sit", seat=seat, amount="100")
            for who in (ann, sue):
                await who.does(table, "ready")
            live = served.service.house.tables[table]
            while live.table.playing:  # both fold as soon as they may
                seat = live.table.asking[0].seat
                await (ann if seat == 1 else sue).does(table, "act", decision="fold")
            path = f"/api/tables/{table}/rounds/1"
            mucked = [
                json.dumps((await who.get(path)).json()["steps"]).count("??") for who in (eve, sue, ann)
            ]
            assert mucked[0] == 0
            assert mucked[1] > 0
            assert mucked[2] > 0

    played(story())


def test_a_case_file_gives_its_evidence_which_anybody_can_verify(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve, ann, flo = (
                await served.person("Eve", "surveillance"),
                await served.person("Ann"),
                await served.person("Flo", "floor"),
            )
            table = (await served.table(GAME)).id
            await plays(served, ann, table)
            await flo.does(table, "correct", seat=1, amount="5", why="short paid")
            replay = (await eve.sees(f"/surveillance/{table}/rounds/1")).text
            assert replay.count("<template><svg>") == replay.count('<li><button class="quiet"><small>')
            assert "16:26:40 EDT" in replay
            await eve.submits("/surveillance/bookmarks", table=table, round="1", step="3", says="late bet?")
            opened = await eve.submits("/surveillance/files", title="Seat 1 at three card")
            file = opened.headers["Location"]
            (mark,) = re.findall(r'option value="([0-9a-f]{8})"', (await eve.sees(file)).text)
            assert (await eve.submits(file, do="put", bookmark=mark)).status_code == 303
            again = await eve.submits(file, do="put", bookmark=mark)
            assert "in a file already" in again.text
            answer = await eve.get(f"{file}/evidence.zip")
            assert answer.headers["Content-Type"] == "application/zip"
            packed = zipfile.ZipFile(io.BytesIO(answer.content))
            sums = packed.read("sha256.txt")
            for line in sums.decode().splitlines():
                digest, name = line.split("  ")
                assert hashlib.sha256(packed.read(name)).hexdigest() == digest
            key = packed.read("key.txt").decode().strip()
            house = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
            house.verify(bytes.fromhex(packed.read("sha256.signature").decode()), b"evidence\n" + sums)
            heads = read_heads(packed.read(f"heads/{table}.json"))
            lines = packed.read(f"journals/{table}-0.jsonl").splitlines()
            found = audit(lines, None, [each for each in heads if each.lines <= len(lines)], key)
            assert (found["verified"], found["rounds"]) == (True, 1)
            page = packed.read(f"rounds/{table}-1.html").decode()
            assert "Ann bets $10: Ante" in page
            assert "<script" not in page
            assert "late bet?" in packed.read("file.json").decode()
            await eve.submits(file, do="close")
            closed = await eve.submits(
                "/surveillance/bookmarks", table=table, round="1", step="1", says="", file=file[-8:]
            )
            assert (closed.status_code, "this file is closed" in closed.text) == (409, True)

    played(story())


def test_the_wall_shows_tables_as_cameras_do_and_sends_no_picture_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            eve, ann = await served.person("Eve", "surveillance"), await served.person("Ann")
            table = (await served.table(GAME)).id
            await ann.does(table, "sit", seat=1, amount="100")
            picture = f"/surveillance/{table}/picture.svg"
            assert picture in (await eve.sees("/surveillance/wall")).text
            assert picture not in (await eve.sees("/surveillance/wall?of=craps")).text
            first = await eve.get(picture)
            assert "Ann" in first.text
            same = await eve.asks("GET", picture, {**eve.by_token, "If-None-Match": first.headers["ETag"]})
            assert same.status_code == 304
            await ann.does(table, "bet", wager="ante", amount="10")
            more = await eve.asks("GET", picture, {**eve.by_token, "If-None-Match": first.headers["ETag"]})
            assert "$10" in more.text

    played(story())


def test_alerts_say_what_to_look_at_now(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, alert_win=100) as served:
            eve, flo = await served.person("Eve", "surveillance"), await served.person("Flo", "floor")
            dan, ann = await served.person("Dan", "dealer"), await served.person("Ann")
            assert "Alerts" not in (await eve.sees("/surveillance")).text
            table = (await served.table("roulette", entered=True)).id
            await ann.does(table, "sit", seat=1, amount="1000")
            await ann.does(table, "bet", wager="straight:17", amount="5")
            await dan.does(table, "no-more-bets")
            await dan.does(table, "enter", shows="17")
            await ann.does(table, "call-floor", why="my payout")
            served.clock.ahead += 301
            case = {"table": table, "kind": "correction", "why": "check", "round": "1", "seat": "1"}
            await flo.submits("/cases", **case, wager="straight:17", due="975")
            for _ in range(5):
                await served.nobody.post("/api/session", json={"name": "Ann", "password": "not the one"})
            page = (await eve.sees("/surveillance")).text
            for says in (
                "Ann won $175 in round 1 at roulette",
                "of $800 at roulette waits for a second person",
                "Ann has called the floor at roulette and nobody has come",
                "5 sign-ins as Ann were refused",
            ):
                assert says in page
            assert "Ann won $175" in (await flo.sees("/floor")).text

    played(story())
