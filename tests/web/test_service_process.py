"""`pitboss serve` as an operator meets it: settings, the first start, the end, health, figures and logs."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import socket
from pathlib import Path

import pytest

from tests.web.ledgers import Books
from tests.web.patient import TimeOfDay
from tests.web.players import Player, Seated
from tests.web.processes import Server, new_database, not_served, postgres, prepare, rows
from tests.web.waiting import eventually, eventually_so

# ---- settings ------------------------------------------------------------------------------------------


def shown(folder: Path, *arguments: str, **environment: object) -> dict[str, object]:
    """The settings that a server would run with."""
    with Server(folder, "--check", "--json", *arguments, inherit=False, **environment) as server:
        assert server.ended() == 0, server.said
        settings: dict[str, object] = json.loads(server.answered)
        return settings


def test_settings_come_from_the_file_then_the_environment_then_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_text(
        'host = "127.0.0.2"\nport = 9001\nbetting = 5\ndecision = 7\norigins = ["https://a.example"]\n'
    )
    found = shown(
        tmp_path,
        "--config",
        str(file),
        "--port",
        "9003",
        port=9002,
        betting=6,
        origins="https://b.example,https://c.example",
        database="/x/y.db",
        open_tables="false",
    )
    assert found["host"] == "127.0.0.2"  # only in the file
    assert found["decision"] == 7
    assert found["betting"] == 6  # the environment over it
    assert found["origins"] == ["https://b.example", "https://c.example"]
    assert found["open_tables"] is False
    assert found["database"] == "/x/y.db"
    assert found["port"] == 9003  # the command line over both
    assert found["lease"] == 10  # nobody said anything


def test_settings_shown_do_not_tell_the_administrators_password(tmp_path: Path) -> None:
    assert shown(tmp_path, administrator_password="hidden-word")["administrator_password"] == "chosen"
    assert shown(tmp_path)["administrator_password"] == ""


@pytest.mark.parametrize(
    ("text", "environment", "sentence"),
    [
        ("", {"port": "eight"}, "setting port: input should be a valid integer"),
        ("", {"port": 70000}, "setting port: input should be less than or equal to 65535"),
        ("betting = 0", {}, "setting betting: input should be greater than 0"),
        ("", {"open_tables": "perhaps"}, "setting open_tables: input should be a valid boolean"),
        ("color = 'green'", {}, "setting color: extra inputs are not permitted"),
        ("port = = 3", {}, "is not TOML"),
        ("", {"log": "loud"}, "setting log: input should be 'debug', 'info', 'warning' or 'error'"),
        ("", {"administrator_password": "short"}, "setting administrator_password"),
        ("host = 'nowhere.invalid'", {}, "cannot listen on nowhere.invalid, port"),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(
    text: str,
    environment: dict[str, object],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_text(text)
    database = tmp_path / "pitboss.db"
    code, said = not_served(monkeypatch, "--config", str(file), **{"database": database, **environment})
    assert code == 2
    assert said.startswith("pitboss: ")
    assert said.count("\n") == 1
    assert sentence in said
    assert not database.exists()


def test_a_configuration_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path, "--config", "nothing.toml") as server:
        assert server.ended() == 2
        assert server.said == "pitboss: nothing.toml: No such file or directory\n"


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with Server(tmp_path, port=port, database=tmp_path / "pitboss.db") as server:
            assert server.ended() == 2
            assert (
                server.said == f"pitboss: cannot listen on 127.0.0.1, port {port}: Address already in use\n"
            )
    assert not (tmp_path / "pitboss.db").exists()


# ---- the first start -----------------------------------------------------------------------------------


def test_the_first_start_tells_an_administrators_password_once(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    with Server(tmp_path, database=database).ready() as server:
        told = [line for line in server.logged if "password" in line["message"]]
        assert len(told) == 1
        password = told[0]["message"].split()[-1]
        status, text = server.ask("POST", "/api/session", {"name": "administrator", "password": password})
        assert (status, json.loads(text)["role"]) == (200, "administrator")
        assert server.stop() == 0
    with Server(tmp_path, database=database).ready() as server:
        assert "password" not in server.said
        status, _ = server.ask("POST", "/api/session", {"name": "administrator", "password": password})
        assert status == 200


def test_a_chosen_administrators_password_is_not_told(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    with Server(tmp_path, database=database, administrator_password="hidden-word").ready() as server:
        wrong = {"name": "administrator", "password": "another-word"}
        assert server.ask("POST", "/api/session", wrong)[0] == 401
        right = {"name": "administrator", "password": "hidden-word"}
        assert server.ask("POST", "/api/session", right)[0] == 200
        assert "hidden-word" not in server.said


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_graceful_stop_loses_nothing(how: signal.Signals, tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    games = ["three-card-poker", "roulette", "blackjack"]
    tables, tokens = prepare(database, games, {"ann": "player", "bob": "player"})
    books = Books(database, tables, ["ann", "bob"])

    async def play(server: Server) -> list[Player]:
        luck = random.Random(3)
        players = [
            Player(name, server.address, table, tokens[name], seat, game, luck)
            for table, game in zip(tables, games, strict=True)
            for seat, name in enumerate(("ann", "bob"), 1)
        ]
        for player in players:
            player.server.set()
        playing = [asyncio.create_task(player.play()) for player in players]
        async with Seated(server.address, tables[0], "") as watching:
            await eventually_so(lambda: all(len(player.told) >= 20 for player in players))
            for player in players:
                player.server.clear()
            server.signal(how)
            assert await asyncio.to_thread(server.ended) == 0
            with pytest.raises(ConnectionResetError):
                await watching.until(lambda _: False)
            assert watching.closed_with == 1012  # come back soon
        await eventually_so(lambda: not any(player.connected for player in players))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return players

    with Server(tmp_path, database=database, actions=1000).ready() as server:
        players = asyncio.run(play(server))
        assert not [line for line in server.logged if line["level"] == "error"]
    for player in players:
        for view in player.told:
            books.told(view)
    accounts = books.balance()
    books.verify()
    assert not any(amount for name, amount in accounts.items() if name.startswith("transit:"))
    assert rows(database, "SELECT DISTINCT lease FROM tables") == [(0,)]
    for name in ("ann", "bob"):
        own = [player for player in players if player.name == name]
        for kind in ("sit", "bet", "act"):
            given = sum(table.given[kind, name] for table in books.tables.values())
            confirmed = sum(player.confirmed[kind] for player in own)
            assert confirmed <= given <= confirmed + sum(player.unknown[kind] for player in own)
    with Server(tmp_path, database=database).ready() as server:
        for table in tables:
            view = json.loads(server.get(f"/api/tables/{table}")[1])
            assert view["line"] >= len(books.tables[table].lines)
            assert view["round"] == books.tables[table].table.rounds


def test_chips_on_their_way_arrive_though_the_player_hangs_up(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    (table,), tokens = prepare(database, ["roulette"], {"ann": "player"})
    books = Books(database, [table], ["ann"])

    async def hang_up(server: Server) -> None:
        for _ in range(30):
            async with Seated(server.address, table, tokens["ann"]) as ann:
                await ann.line.send('{"id": 1, "do": "sit", "seat": 1, "amount": "100"}')
                ann.line.transport.abort()

    with Server(tmp_path, database=database).ready() as server:
        asyncio.run(hang_up(server))
        transit = "SELECT coalesce(sum(balance), 0) FROM accounts WHERE name LIKE 'transit:%'"
        eventually(lambda: rows(database, transit) == [(0,)])
        assert server.stop() == 0
    assert not any(amount for name, amount in books.balance().items() if name.startswith("transit:"))


# ---- health and figures --------------------------------------------------------------------------------


def test_health_readiness_and_metrics(tmp_path: Path) -> None:
    database = new_database("sqlite", tmp_path)
    (table,), tokens = prepare(database, ["three-card-poker"], {"ann": "player"})

    async def play(server: Server) -> None:
        async with Seated(server.address, table, tokens["ann"]) as ann:
            await ann.ask("sit", seat=1, amount="500")
            await ann.ask("bet", wager="ante", amount="10")
            await ann.ask("ready")
            figures = await asyncio.to_thread(metrics, server)
            assert figures["pitboss_sockets"] == 1
            assert figures["pitboss_rounds_under_way"] == 1
            await ann.ask("act", decision="fold")

    def metrics(server: Server) -> dict[str, float]:
        status, text = server.get("/metrics")
        assert status == 200
        lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in lines}

    with Server(tmp_path, database=database).ready() as server:
        assert server.get("/health") == (200, '{"status":"alive"}')
        assert server.get("/ready") == (200, '{"status":"ready"}')
        eventually(lambda: metrics(server)["pitboss_tables"] == 1)
        before = metrics(server)
        assert before["pitboss_sockets"] == before["pitboss_rounds_under_way"] == 0
        asyncio.run(play(server))
        after = metrics(server)
        assert after["pitboss_actions"] - before["pitboss_actions"] == 4
        # sit, wager, begin, act and the promise of the next round
        assert after["pitboss_lines"] - before["pitboss_lines"] == 5
        assert 3 <= after["pitboss_commits"] - before["pitboss_commits"] <= 4
        assert after["pitboss_rounds_under_way"] == 0
        assert server.get("/nothing")[0] == 404
        assert metrics(server)['pitboss_requests_total{method="GET",status="404"}'] == 1


def test_a_server_whose_database_is_gone_is_alive_but_not_ready_and_recovers(tmp_path: Path) -> None:
    import psycopg

    database = postgres()
    (table,), tokens = prepare(database, ["roulette"], {"ann": "player"})
    name = database.partition("?")[0].rpartition("/")[2]
    elsewhere = database.replace(f"/{name}?", "/postgres?")

    def allow(connections: bool) -> None:
        with psycopg.connect(elsewhere, autocommit=True) as other:
            other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {connections}".encode())
            if not connections:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
                )

    async def play(server: Server) -> None:
        async with Seated(server.address, table, tokens["ann"]) as ann:
            assert "refused" not in await ann.ask("sit", seat=1, amount="500")
            allow(False)
            assert "try again" in (await ann.ask("bet", wager="red", amount="5"))["refused"]
            with pytest.raises(ConnectionResetError):  # what is not safe is not told
                await ann.until(lambda _: False)
            assert "bets" not in ann.view
        assert await asyncio.to_thread(server.get, "/health") == (200, '{"status":"alive"}')
        assert (await asyncio.to_thread(server.get, "/ready"))[0] == 503
        allow(True)
        await asyncio.to_thread(server.ready)
        async with Seated(server.address, table, tokens["ann"]) as ann:
            view = await ann.until(lambda _: True)
            assert [seat["funds"] for seat in view["seats"]] == [50_000]
            assert "refused" not in await ann.ask("bet", wager="red", amount="5")

    with Server(tmp_path, database=database).ready() as server:
        asyncio.run(play(server))
    books = Books(database, [table], ["ann"])
    books.balance()
    books.verify()


# ---- logs ----------------------------------------------------------------------------------------------


def test_logs_are_json_and_tell_no_secret(tmp_path: Path) -> None:
    database = postgres()
    (table,), tokens = prepare(database, ["three-card-poker"], {"ann": "player"})
    chosen = {"database": database, "log": "debug", "administrator_password": "hidden-word"}
    chosen["clock"] = TimeOfDay(tmp_path / "clock").file  # no lease runs out, and one of the two relays

    async def play(server: Server) -> None:
        async with Seated(server.address, table, tokens["ann"]) as ann:
            await ann.ask("sit", seat=1, amount="500")
            await ann.ask("bet", wager="ante", amount="10")
            await ann.ask("ready")
            await ann.ask("act", decision="fold")

    with Server(tmp_path, **chosen).ready() as server, Server(tmp_path, **chosen).ready() as other:
        assert server.ask("POST", "/api/accounts", {"name": "dot", "password": "very-own-word"})[0] == 201
        assert server.ask("POST", "/api/session", {"name": "dot", "password": "guessed-word"})[0] == 401
        status, text = server.ask("POST", "/api/session", {"name": "dot", "password": "very-own-word"})
        assert status == 200
        signed_in = json.loads(text)
        server.ask(
            "GET", f"/api/me?token={tokens['ann']}", headers={"Cookie": f"pitboss={signed_in['token']}"}
        )
        for each in (server, other):  # one of the two relays
            asyncio.run(play(each))
            assert each.get(f"/api/tables/{table}", tokens["ann"])[0] == 200
        assert server.stop() == other.stop() == 0
        told = server.said + other.said
        lines = server.logged + other.logged
    for line in lines:
        assert {"at", "level", "logger", "message"} <= line.keys()
    requests = [line for line in lines if line["message"] == "request"]
    assert {"method", "path", "status", "ms"} <= requests[0].keys()
    assert {"/api/session", "/api/me", f"/api/tables/{table}"} <= {line["path"] for line in requests}
    secret = [
        "hidden-word",
        "guessed-word",
        "very-own-word",
        tokens["ann"],
        signed_in["token"],
        signed_in["csrf"],
    ]
    secrets_told = [each for each in secret if each in told]
    assert secrets_told == []


def test_a_free_port_is_chosen_and_told(tmp_path: Path) -> None:
    with Server(tmp_path, database=tmp_path / "pitboss.db", port=0) as server:
        address = (
            eventually(lambda: server.answered.endswith("\n") and server.answered)
            .strip()
            .removeprefix("Pitboss is at ")
        )
        assert not address.endswith(":0")
        server.address = address
        assert server.ready().get("/health")[0] == 200


# ---- who is at the other end ---------------------------------------------------------------------------


@pytest.mark.parametrize("named", [True, False])
def test_a_proxy_is_believed_only_if_it_is_named(tmp_path: Path, named: bool) -> None:
    """Signing in is limited for each address: for the one that a proxy tells, or for the proxy's own."""
    chosen = {"proxies": "127.0.0.1"} if named else {}
    with Server(tmp_path, database=tmp_path / "pitboss.db", logins=1, **chosen).ready() as server:

        def signs_in(address: str) -> int:
            asked = {"name": "nobody", "password": "wrong-password"}
            return server.ask("POST", "/api/session", asked, {"X-Forwarded-For": address})[0]

        first, second = signs_in("192.0.2.1"), signs_in("192.0.2.2")
        assert first != 429
        assert (second == 429) is not named
        assert signs_in("192.0.2.1") == 429


def test_half_open_requests_are_bounded_and_keep_nobody_out_for_good(tmp_path: Path) -> None:
    with Server(tmp_path, database=tmp_path / "pitboss.db", connections=20).ready() as server:
        half = [socket.create_connection(("127.0.0.1", int(str(server.port)))) for _ in range(30)]
        for each in half:
            each.sendall(b"GET /ready HTTP/1.1\r\nHost: x\r\n")
        eventually(lambda: server.get("/ready")[0] == 503)
        for each in half:
            each.close()
        eventually(lambda: server.get("/ready")[0] == 200)
        assert server.stop() == 0
