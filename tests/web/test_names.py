"""Whose a table is, and who anybody takes somebody for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pitboss.law import Refused
from pitboss.web import database
from pitboss.web.database import migrate
from pitboss.web.names import check_name, looks
from pitboss.web.people import ROLES
from pitboss.web.transaction import Statement, sqlite
from tests.web.served import OPENS, serving
from tests.web.waiting import played

PASSWORD = {"password": "a long enough word"}


@pytest.mark.parametrize(
    "name",
    [
        "house",
        "House",
        "HOUSE",
        "h0use",
        "hou-se",
        "house_",
        "Admin",
        "adrnin",
        "DeaIer",
        "p1ayer",
        "guest-1a2b",
    ],
)
def test_no_name_is_or_looks_like_the_houses_own(name: str) -> None:
    """A zero for an o, an rn for an m, a capital i for an l."""
    with pytest.raises(Refused, match="the house's own"):
        check_name(name)


@pytest.mark.parametrize("role", ROLES)
def test_no_name_is_or_looks_like_a_role(role: str) -> None:
    for name in (role, role.upper(), role.replace("o", "0"), f"{role}_"):
        with pytest.raises(Refused, match="the house's own"):
            check_name(name)


@pytest.mark.parametrize("name", ["Ann", "horse", "houses", "dealt", "guenter", "Modern", "x1"])
def test_other_names_are_free(name: str) -> None:
    check_name(name)


def test_names_that_look_alike_look_the_same() -> None:
    assert looks("Bill") == looks("BiII") == looks("bi1l") == looks("b-i-l-l")
    assert looks("Modern") == looks("modem") == looks("M0DEM")
    assert looks("Ann") != looks("Anna")


def test_nobody_registers_as_the_house_or_as_somebody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:

            async def registers(name: str) -> tuple[int, str]:
                answer = await house.nobody.post("/api/accounts", json={"name": name, **PASSWORD})
                return answer.status_code, answer.json().get("detail", "")

            assert (await registers("house"))[0] == 409
            assert (await registers("Bill"))[0] == 201
            for name in ("BiII", "bill", "B1ll"):
                status, says = await registers(name)
                assert status == 409, name
                assert "taken" in says

    played(story())


def test_a_person_called_house_owns_nothing_of_the_houses(tmp_path: Path) -> None:
    """Registered before names were looked at."""

    async def story() -> None:
        async with serving(tmp_path) as house:
            rogue = await house.person("house")
            live = await house.table("roulette")
            assert (await rogue.does(live.id, "close")).status_code == 403
            for _ in range(10):
                assert (await rogue.post("/api/tables", json={"game": "roulette"})).status_code == 201
            assert (await rogue.post("/api/tables", json={"game": "roulette"})).status_code == 409
            own = next(each for each in house.service.house.tables.values() if each is not live)
            assert own.aids is False
            assert (await rogue.does(own.id, "close")).status_code == 200

    played(story())


def test_tables_of_people_from_before_stay_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the database of an older version has: names for owners, and two names that look alike."""
    path = str(tmp_path / "old.db")
    older = tmp_path / "migrations"
    older.mkdir()
    for each in Path(database.__file__).with_name("migrations").glob("*.sql"):
        if int(each.stem) < 34:
            shutil.copy(each, older)
    with monkeypatch.context() as patched:
        patched.setattr(database, "_MIGRATIONS", older)
        migrate(sqlite(path))
    connection = sqlite(path)
    for name in ("Bill", "BiIl"):
        connection.execute(
            "INSERT INTO people (name, password, role, since) VALUES (?, '-', 'player', ?)", (name, OPENS)
        )
    row = (
        "INSERT INTO tables (id, name, game, opened_by, opened, closed, owner, address, epoch, lease) VALUES "
    )
    for identity, by in (("00000001", "Bill"), ("00000002", "house"), ("00000003", "tournament:t1234567")):
        connection.execute(row + "(?, 'T', 'roulette', ?, 0, 1, '', '', 1, 0)", (identity, by))
    connection.commit()
    connection.close()

    async def story() -> None:
        async with serving(tmp_path, path) as house:
            owners = await house.service.database.read("SELECT id, opened_by FROM tables ORDER BY id")
            assert [by for _, by in owners] == ["player:Bill", "house", "tournament:t1234567"]
            assert await house.service.database.read("SELECT name FROM looks WHERE name LIKE 'B%'") == [
                ("BiIl",)
            ]
            answer = await house.nobody.post("/api/accounts", json={"name": "Bi1l", **PASSWORD})
            assert answer.status_code == 409
            await house.service.database.write([Statement("UPDATE tables SET closed = 2", [()])])

    played(story())
