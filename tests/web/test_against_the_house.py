"""What the house cannot do unnoticed: change its journals, its books, or what it tells of a round."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import playwright
import pytest

import pitboss.web
from pitboss.equipment.chance import Live
from pitboss.equipment.entropy import Stream
from pitboss.table.audit import audit
from pitboss.table.heads import Head, check_signature, read_heads
from tests.tables.test_heads import HOUSE, relinked
from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played


async def a_round(ann: Visitor, table: str) -> None:
    for command in ({"do": "bet", "wager": "small", "amount": "10"}, {"do": "ready"}):
        answer = await ann.post(f"/api/tables/{table}/commands", json=command)
        assert answer.status_code == 200, answer.text


async def two_at_sic_bo(served: Served) -> tuple[Visitor, Visitor, str]:
    ann, bob = await served.person("ann"), await served.person("bob")
    table = (await served.table("sic-bo")).id
    await ann.does(table, "sit", seat=1, amount="500")
    for _ in range(3):
        await a_round(ann, table)
    return ann, bob, table


def changed(database: str, *statements: tuple[str, tuple[object, ...]]) -> None:
    """What somebody with the database in hand can do."""
    connection = sqlite3.connect(database)
    for sql, values in statements:
        assert connection.execute(sql, values).rowcount > 0
    connection.commit()
    connection.close()


def test_whoever_is_told_of_a_table_holds_what_the_house_signed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, _, table = await two_at_sic_bo(served)
            socket = await ann.attends(table)
            await socket.say("seed", seed="four-leaf-clover")
            assert socket.table["seeds"] == {"1": "four-leaf-clover"}
            await socket.say("bet", wager="small", amount="10")
            await socket.say("ready")
            await socket.until(lambda: socket.table["round"] == 4)
            key = (await served.nobody.get("/api/key")).json()["key"]
            heads = [
                head for frame in socket.frames if '"head"' in frame for head in read_heads(frame.encode())
            ]
            assert [head.lines for head in heads] == [
                told["table"]["line"] for frame in socket.frames if "table" in (told := json.loads(frame))
            ]
            listed = read_heads((await served.nobody.get("/api/heads")).content)
            assert heads[-1] in listed
            of_rounds = read_heads((await served.nobody.get(f"/api/tables/{table}/heads")).content)
            assert len(of_rounds) == 5
            lines = await served.lines(table)
            report = audit(lines, heads=[*heads, *of_rounds], key=key)
            assert report["verified"], report["problem"]
            assert (await served.nobody.get(f"/api/tables/{table}/rounds/4")).json()["seeds"] == [
                [1, "four-leaf-clover"]
            ]

    played(story())


def test_a_round_told_again_can_be_drawn_again_by_anybody(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, _, table = await two_at_sic_bo(served)
            await ann.does(table, "seed", seed="mine")
            await a_round(ann, table)
            told = (await served.nobody.get(f"/api/tables/{table}/rounds/4")).json()
            root = hashlib.sha256(f"{table} 4 ".encode() + bytes.fromhex(told["secret"])).digest()
            assert hashlib.sha256(root).hexdigest() == told["promise"]
            root = hashlib.sha256(root + b" 1 mine").digest()
            (throw,) = told["draws"]
            assert throw["do"] == "roll"
            assert throw["gives"] == list(Live(Stream(root, 1)).roll(throw["of"]))

    played(story())


NODE = Path(playwright.__file__).parent / "driver" / "node"
"""The engine of a browser without one; Playwright brings it along."""
FAIR = Path(pitboss.web.__file__).parent / "static" / "fair.js"

SCRIPT = """
const { shake256, verified, signedBy } = await import(process.argv[2]);
const given = JSON.parse(await new Response(process.stdin).text());
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const out = { shaken: given.shaken.map(([data, length]) => hex(shake256(Buffer.from(data, "hex"), length))) };
out.rounds = await Promise.all(given.rounds.map((told) => verified(told, told.promise)));
out.signed = await Promise.all(given.heads.map(signedBy));
console.log(JSON.stringify(out));
"""


def test_the_pages_script_draws_every_kind_of_chance_again_and_knows_a_signature(tmp_path: Path) -> None:
    def drawn(kind: str, of: Any) -> dict[str, Any]:
        """A round with one draw of a kind, worked out here."""
        secret = hashlib.sha256(repr((kind, of)).encode()).digest()
        root = hashlib.sha256(b"0badcafe 7 " + secret).digest()
        promise = hashlib.sha256(root).hexdigest()
        live = Live(Stream(hashlib.sha256(root + b" 2 my-luck").digest(), 1))
        given: Any = of if isinstance(of, tuple) and kind == "draw" else (of,)
        gives = getattr(live, kind)(*(list(each) if kind == "shuffle" else each for each in given))
        draws = [{"do": kind, "of": of, "gives": gives}]
        return {
            "table": "0badcafe",
            "round": 7,
            "promise": promise,
            "secret": secret.hex(),
            "seeds": [[2, "my-luck"]],
            "draws": draws,
        }

    packs = [list(range(52)), list(range(52)) * 8, [3, 1, 2]]
    rounds = [
        *(drawn("shuffle", pack) for pack in packs),
        drawn("roll", 3),
        drawn("spin", tuple(map(str, range(38)))),
        drawn("draw", (20, 80)),
    ]
    lies = [json.loads(json.dumps(each)) for each in rounds[3:5]]
    lies[0]["draws"][0]["gives"][0] ^= 1
    lies[1]["seeds"] = []
    heads = [
        msgspec.to_builtins(each) for each in HOUSE.sign(5, [("a", 1, "b"), ("c", 2, "d"), ("e", 3, "f")])
    ]
    shaken = [(bytes(range(n % 256)).hex(), 300) for n in (0, 1, 40, 135, 136, 137, 255)]
    script = tmp_path / "look.mjs"
    script.write_text(SCRIPT)
    (tmp_path / "fair.mjs").write_text(FAIR.read_text(encoding="utf-8"), encoding="utf-8")
    ran = subprocess.run(
        [NODE, script, tmp_path / "fair.mjs"],
        input=json.dumps(
            {"shaken": shaken, "rounds": [*rounds, *lies], "heads": [*heads, {**heads[0], "at": 6}]}
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    out = json.loads(ran.stdout)
    assert out["shaken"] == [hashlib.shake_256(bytes.fromhex(data)).hexdigest(n) for data, n in shaken]
    for told in out["rounds"][: len(rounds)]:
        assert len(told) == 4
        assert all(each["good"] for each in told), told
    for told in out["rounds"][len(rounds) :]:
        assert not told[-1]["good"]
    assert out["signed"] == [True, True, True, False]


def test_a_line_changed_in_the_database_is_convicted_by_what_is_on_record(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, database=(path := str(tmp_path / "house.db"))) as served:
            flo = await served.person("flo", "floor")
            _, _, table = await two_at_sic_bo(served)
            sound = (await flo.get(f"/api/tables/{table}/audit")).json()
            assert sound["verified"]
            assert "chain" not in sound
            lines = [json.loads(line) for line in await served.lines(table)]
            lines[2]["command"]["name"] = "zed"
            for n, line in enumerate(relinked(lines)):
                changed(path, ("UPDATE journal SET line = ? WHERE table_id = ? AND n = ?", (line, table, n)))
            found = (await flo.get(f"/api/tables/{table}/audit")).json()
            assert "the house signed another journal" in found["problem"]
            changed(path, ("DELETE FROM journal WHERE table_id = ? AND n > 5", (table,)))
            assert not (await flo.get(f"/api/tables/{table}/audit")).json()["verified"]

    played(story())


BOB, ANN = "wallet:bob", "wallet:ann"
MOVED = "UPDATE accounts SET balance = balance + ? WHERE name = ?"
POSTED = "INSERT INTO postings (at, account, amount, table_id, line, why) VALUES (1, ?, ?, ?, 0, ?)"


@pytest.mark.parametrize("posted", [False, True])
def test_wallets_shifted_against_each_other_are_found_and_frozen(tmp_path: Path, posted: bool) -> None:
    path = str(tmp_path / "house.db")

    async def before() -> None:
        async with serving(tmp_path, database=path) as served:
            await two_at_sic_bo(served)

    async def after() -> None:
        async with serving(tmp_path, database=path) as served:
            bob = Visitor(served.app, "bob", await served.service.people.session("bob"))
            assert BOB in served.service.house.disputed or posted
            assert ANN in served.service.house.disputed
            table = (await served.table("sic-bo")).id
            answer = await bob.does(table, "sit", seat=1, amount="100")
            if not posted:
                assert "differs from its postings" in answer.json()["detail"]

    played(before())
    changed(path, (MOVED, (50_000, BOB)), (MOVED, (-50_000, ANN)))
    if posted:
        changed(
            path,
            (POSTED, (BOB, 50_000, "", "play money")),
            (POSTED, (ANN, -50_000, "", "play money")),
        )
    played(after())


@pytest.mark.parametrize(
    "account", ["table:{}", "bank:{}", "wallet:ann", "wallet:bob"], ids=["chips", "bank", "ann", "bob"]
)
def test_a_table_is_not_run_whose_journal_tells_of_other_money(tmp_path: Path, account: str) -> None:
    """Also where the postings were forged to match."""
    path = str(tmp_path / "house.db")

    async def before() -> str:
        async with serving(tmp_path, database=path) as served:
            return (await two_at_sic_bo(served))[2]

    async def after() -> str:
        async with serving(tmp_path, database=path) as served:
            return (await served.nobody.get(f"/api/tables/{table}")).text

    table = played(before())
    name = account.format(table)
    changed(
        path,
        (MOVED, (700, name)),
        (MOVED, (-700, "issue")),
        (POSTED, (name, 700, table, "chips taken")),
        (POSTED, ("issue", -700, table, "chips taken")),
    )
    told = played(after())
    assert "do not agree with the journal" in told
    assert name.removeprefix("wallet:") in told


def test_recall_is_derived_from_the_journal_and_not_believed(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")

    async def before() -> list[dict[str, Any]]:
        async with serving(tmp_path, database=path, volume=8) as served:
            ann, _, table = await two_at_sic_bo(served)
            for _ in range(3):
                await a_round(ann, table)
            return list((await ann.get("/api/me/rounds")).json())

    async def after() -> list[dict[str, Any]]:
        async with serving(tmp_path, database=path, volume=8) as served:
            ann = Visitor(served.app, "ann", await served.service.people.session("ann"))
            rounds = (await ann.get(f"/api/tables/{told[0]['table']}/rounds")).json()
            assert all(each["result"]["seats"][0]["name"] == "ann" for each in rounds)
            return list((await ann.get("/api/me/rounds")).json())

    told = played(before())
    assert [each["round"] for each in told] == [6, 5, 4, 3, 2, 1]
    assert all(abs(each["after"] - each["before"]) == 1000 for each in told)
    changed(
        path,
        ("UPDATE recall SET funds_before = 1, funds_after = 2, at = 5, seat = 3", ()),
        ("UPDATE rounds SET result = ?", (b'{"round":1,"seats":[]}',)),
    )
    assert sorted(played(after()), key=lambda each: -each["round"]) == told


def test_a_message_kept_by_a_client_convicts_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli import app

    async def story() -> tuple[list[bytes], str, str]:
        async with serving(tmp_path) as served:
            ann, _, table = await two_at_sic_bo(served)
            socket = await ann.attends(table)
            return await served.lines(table), socket.frames[-1], served.service.house.signer.key

    lines, message, key = played(story())
    journal, head = tmp_path / "journal.jsonl", tmp_path / "message.json"
    head.write_text(message)

    def audited(content: list[bytes], *more: str) -> dict[str, Any]:
        journal.write_bytes(b"\n".join(content))
        with pytest.raises(SystemExit) as ended:
            app(["audit", str(journal), "--head", str(head), "--json", *more])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert bool(ended.value.code) is not found["verified"]
        return found

    assert audited(lines, "--key", key)["verified"]
    assert "not by" in audited(lines, "--key", "ab" * 32)["problem"]
    assert "cut off" in audited(lines[:-4])["problem"]
    check_signature(msgspec.convert(json.loads(message)["table"]["head"], Head), key)
