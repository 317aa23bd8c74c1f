"""A table whose journal no longer follows from the rules: an alarm, everybody is told, and the money comes back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.book import Say, game, games
from pitboss.games.house_poker.three_card_poker import ThreeCardPoker
from pitboss.table import Memory, read
from pitboss.table.holdings import Holdings
from pitboss.table.replay import replayed
from pitboss.web.transaction import Statement
from tests.book.test_entered import entered_again
from tests.properties import bet_at_random, bet_what_is_due, random_play
from tests.web.served import serving
from tests.web.test_live import seated
from tests.web.waiting import played


def otherwise(_self: Any, _table: Any) -> Any:
    """A round by other rules: it deals nothing."""
    yield Say("all is different now")


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_what_is_whose_follows_from_the_lines_alone(name: str) -> None:
    """After every line of random play, with irregularities, it is what the table's ledger has."""
    table = random_play(name, {}, random.Random(name).randrange(1000), rounds=6)
    assert isinstance(table.journal.storage, Memory)
    follows(table.journal.storage.lines)
    whole = Holdings(table.journal.storage.lines)
    assert sum(whole.owed().values()) <= whole.chips


def follows(lines: list[bytes]) -> None:
    holdings = Holdings()

    def same(at: Any, entry: Any) -> None:
        holdings.follow(entry)
        for seat in at.seats:
            assert holdings.accounts[f"seat:{seat}"] == at.funds(seat)
        stakes = {key: bet.stake for key, bet in at.bets.items()}
        assert {key: stake for key, stake in holdings.stakes.items() if stake} == stakes
        held = at.ledger.accounts
        assert holdings.chips == sum(
            held[each] for each in held if not each.startswith(("cage", "bank", "fees", "meter:"))
        )

    replayed(read(lines), same)


@pytest.mark.parametrize(
    "name", ["three-card-poker", "blackjack", "craps", "let-it-ride-poker", "casino-war"]
)
def test_what_is_whose_follows_where_outcomes_were_entered_and_cards_named_later(name: str) -> None:
    """The line that names a card has in it again what had happened since."""
    drawn = random_play(
        name, {}, 5, rounds=6, bet=bet_what_is_due if game(name).rules().required else bet_at_random
    )
    table = entered_again(drawn, random.Random(name))
    assert isinstance(table.journal.storage, Memory)
    follows(table.journal.storage.lines)


def test_a_table_that_cannot_be_resumed_is_shown_raises_an_alarm_and_is_paid_out(tmp_path: Path) -> None:
    async def story() -> None:
        database = str(tmp_path / "house.db")
        async with serving(tmp_path, database) as house:
            live = await house.table("three-card-poker")
            ann, bob = await seated(house, live.id, "Ann", "Bob")
            for socket in (ann, bob):
                await socket.say("bet", wager="ante", amount="10")
            for socket in (ann, bob):
                await socket.say("ready")
            assert live.table.playing
            token = await house.service.people.session("Ann")
        with patch.object(ThreeCardPoker, "round", otherwise):
            async with serving(tmp_path, database) as house:
                await finds_it_out_of_order(house, live.id, token)

    played(story())


async def finds_it_out_of_order(house: Any, table: str, token: str) -> None:
    flo = await house.person("Flo", "floor")
    listed = {each["id"]: each for each in (await house.nobody.get("/api/tables")).json()}
    assert "does not follow from the rules" in listed[table]["out_of_order"]
    assert b"pitboss_tables_out_of_order 1.0" in (await house.nobody.get("/metrics")).content
    noted = await house.service.database.read("SELECT kind FROM events WHERE table_id = ?", table)
    assert noted.count(("out of order",)) == 1
    page = await flo.sees("/floor")
    assert "does not follow from the rules" in page.text
    ann = {"Authorization": f"Bearer {token}"}
    assert (await house.nobody.asks("GET", "/api/me/rounds", ann)).status_code == 200
    asked = await house.nobody.get(f"/api/tables/{table}")
    assert asked.status_code == 409
    assert "the floor pays out" in asked.json()["detail"]
    order = f"/api/tables/{table}/pay-out"
    assert (await house.nobody.asks("POST", order, ann, json={"why": "mine"})).status_code == 403
    await house.service.database.write(
        [Statement("UPDATE people SET role = 'floor' WHERE name = 'Bob'", [()])]
    )
    bob = {"Authorization": f"Bearer {await house.service.people.session('Bob')}"}
    own = await house.nobody.asks("POST", order, bob, json={"why": "mine"})
    assert "you have chips at this table" in own.json()["detail"]
    paid = await flo.post(order, json={"why": "the rules were put right"})
    assert paid.json() == {"Ann": 10_000, "Bob": 10_000}
    assert await house.balance("wallet:Ann") == await house.balance("wallet:Bob") == 1_000_000
    assert await house.balance(f"table:{table}") == 0
    await house.balanced()
    assert table not in {each["id"] for each in (await house.nobody.get("/api/tables")).json()}
    assert (await flo.post(order, json={"why": "again"})).status_code == 409
    assert await house.balance("wallet:Ann") == 1_000_000


def test_a_table_that_runs_is_not_paid_out_by_its_ledger(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            live = await house.table("roulette")
            flo = await house.person("Flo", "floor")
            refused = await flo.post(f"/api/tables/{live.id}/pay-out", json={"why": "no reason"})
            assert refused.json()["detail"] == "this table is running; close it there"

    played(story())
