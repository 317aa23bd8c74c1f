"""Whatever is uploaded is answered in a sentence, soon, and leaves the house as it was."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pitboss.web.app import _LARGEST
from tests.core.test_files import MB, NOISE, TABLES
from tests.web.served import Served, Visitor, serving
from tests.web.waiting import played

POKER = 'game = "three-card-poker"\n'


async def sent(visitor: Visitor, path: str, body: bytes) -> int:
    """The status of the answer, which is a sentence and comes after a bounded amount of work."""
    calls = 0

    def counted(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(counted)
    try:
        answer = await visitor.asks(
            "POST", path, {**visitor.by_token, "Content-Type": "application/json"}, content=body
        )
    finally:
        sys.setprofile(None)
    assert calls < 2_000_000
    assert answer.headers["content-type"] == "application/json"
    if answer.status_code >= 400:
        assert answer.json()["detail"].isprintable()
        assert len(answer.json()["detail"]) < 2_500
    return answer.status_code


async def unharmed(served: Served) -> None:
    assert (await served.nobody.get("/api/tables")).json() == []
    assert (await served.nobody.sees("/")).status_code == 200
    await served.balanced()


def test_noise(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("ann")
            for path in ("/api/check", "/api/tables", "/api/accounts", "/api/session"):
                for name, noise in NOISE.items():
                    if name != "another encoding":  # which JSON may have
                        assert await sent(ann, path, noise) in (400, 404, 413, 422), (path, name)
            await unharmed(served)

    played(story())


def test_table_files(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("ann")
            for name, text in TABLES.items():
                for path in ("/api/check", "/api/tables"):
                    body = json.dumps({"file": text}).encode()
                    status = await sent(ann, path, body)
                    assert status in (404, 409, 422) or (name, path, status) == (name, "/api/check", 200), (
                        name
                    )
                page = await ann.submits("/games/three-card-poker/open", file=text)
                assert page.status_code in (404, 409), name
            await unharmed(served)

    played(story())


@pytest.mark.parametrize(
    "figures",
    [
        {"chip": "0"},
        {"chip": "-1"},
        {"chip": "nan"},
        {"chip": "5000"},
        {"seats": 31},
        {"limits": {"ante": ["-5", "10"]}},
        {"limits": {"ante": ["1", "1e3"]}},
        {"limits": {"pair-plus": ["1", "2000000000"]}},
        {"pay_tables": {"pair-plus": {"pair": "1 to 0"}}},
        {"pay_tables": {"pair-plus": {"pair": "0 to 0"}}},
        {"pay_tables": {"pair-plus": {"pair": "1000000000000000 to 1"}}},
        {"pay_tables": {"pair-plus": {"pair": "99999989 to 99999971", "flush": "99999989 to 99999941"}}},
        {"options": {"\ud800": "x"}},
        {"options": {"version": "\ud800"}},
        {"name": "\ud800" * 200},
        {"\ud800": 1},
        {"game": "\ud800"},
        {"game": "./evil.toml"},
        {"game": "../examples/lucky_sum/lucky_sum.toml"},
    ],
)
def test_a_table_that_could_not_be_played_is_not_opened(figures: dict[str, object], tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("ann")
            body = json.dumps({"game": "three-card-poker", **figures}).encode()
            assert await sent(ann, "/api/tables", body) in (404, 409, 422)
            await unharmed(served)

    played(story())


def test_half_a_letter_is_no_password(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            body = json.dumps({"name": "ann", "password": "\ud800" * 9}).encode()
            assert await sent(served.nobody, "/api/accounts", body) == 422
            assert await sent(served.nobody, "/api/session", body) == 422

    played(story())


def test_a_request_is_read_as_far_as_the_largest_that_means_something(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, read = await served.person("ann"), 0

            async def endless() -> object:
                nonlocal read
                while read < 100 * MB:
                    read += MB // 10
                    yield b" " * (MB // 10)

            answer = await ann.asks(
                "POST", "/api/check", {"Content-Type": "application/json"}, content=endless()
            )
            assert answer.status_code == 413
            assert read < _LARGEST + 2 * MB
            whole = json.dumps({"file": POKER + "#" + "x" * 90_000}).encode()
            assert await sent(ann, "/api/check", whole) == 200

    played(story())


def test_8_3_c_the_floor_posts_chips_and_increments_and_only_such_as_can_be_wagered(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, flo = await served.person("ann"), await served.person("flo", "floor")
            page = await ann.submits("/games/craps/open", name="Mine", chip="0.50", increment="2.50")
            identity = page.headers["location"].rpartition("/")[2]
            live = await served.service.house.find(identity)
            assert (live.table.rules.chip, live.table.rules.unit) == (50, 250)
            for wrong in ({}, {"chip": "0"}, {"increment": "0.75"}, {"increment": "5000"}, {"chip": "-1"}):
                assert (await flo.does(identity, "limits", **wrong)).status_code == 409, wrong
            assert (await flo.does(identity, "limits", increment="5", chip="1")).status_code == 200
            assert (live.table.rules.chip, live.table.rules.unit) == (100, 500)
            assert (await ann.does(identity, "limits", increment="1")).status_code == 403

    played(story())
