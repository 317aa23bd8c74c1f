"""Who may post what: players open tables, and the house's bank pays them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Rules, game
from pitboss.law import Refused
from pitboss.table import Bet, Table
from pitboss.web.ceilings import Ceiling, at_risk, check_bet, check_posted
from pitboss.web.people import Person
from pitboss.web.settings import settings
from tests.web.served import serving
from tests.web.test_control import case, cases, spun
from tests.web.test_live import seated
from tests.web.waiting import played

WAY = {"aims": [{"high": "two-pairs", "low": "A"}], "then": ["low", "high", "medium"]}
TIE = {"game": "mini-baccarat", "pay_tables": {"tie": {"win": "1,000,000 to 1"}}}


def test_a_guest_posts_no_odds_but_the_houses(tmp_path: Path) -> None:
    """$10,000 became $5,009,985 so: a tie paid a million to 1, for the text sets a floor only."""

    async def story() -> None:
        async with serving(tmp_path) as house:
            ann, flo = await house.person("Ann"), await house.person("Flo", "floor")
            boss = await house.person("Bo", "administrator")
            for somebody, longest in (
                (ann, "no more than 8 to 1"),
                (flo, "the longest odds here are 1,000 to 1"),
            ):
                refused = await somebody.post("/api/tables", json=TIE)
                assert refused.status_code == 409
                assert longest in refused.json()["detail"]
                file = 'game = "mini-baccarat"\npay_tables = { tie = { win = "1,000,000 to 1" } }'
                assert (await somebody.post("/api/tables", json={"file": file})).status_code == 409
            assert (await boss.post("/api/tables", json=TIE)).status_code == 201
            lesser = {**TIE, "pay_tables": {"tie": {"win": "9 to 1"}}}
            assert (await ann.post("/api/tables", json=lesser)).status_code == 409
            assert (await flo.post("/api/tables", json=lesser)).status_code == 201

    played(story())


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "roulette", "limits": {"straight": ["1", "900000"]}}, "takes up to"),
        ({"game": "asia-poker", "house_way": WAY}, "only the house posts"),
        ({"game": "keno", "pay_tables": {"spot-1": {"1": "90,000,000 to 1"}}}, "pays|has no"),
    ],
)
def test_a_player_posts_nothing_that_is_worse_for_the_house(
    given: Mapping[str, Any], why: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            ann = await house.person("Ann")
            assert (await ann.post("/api/tables", json={"game": given["game"]})).status_code == 201
            refused = await ann.post("/api/tables", json=given)
            assert refused.status_code == 409
            assert any(each in refused.json()["detail"] for each in why.split("|")), refused.json()

    played(story())


def test_the_operator_says_what_players_may_open() -> None:
    ann, rules = Person("Ann", "player"), Rules(game("blackjack"), {"soft-17": "hit"})
    check_posted(settings(None, {}), rules, ann)
    with pytest.raises(Refused, match="only with the house's own rules"):
        check_posted(settings(None, {}, own_tables="house"), rules, ann)
    check_posted(settings(None, {}, own_tables="house"), Rules(game("blackjack"), positions=3), ann)
    with pytest.raises(Refused, match="only the house opens tables"):
        check_posted(settings(None, {}, own_tables="none"), Rules(game("blackjack")), ann)
    check_posted(settings(None, {}, own_tables="none"), rules, Person("Flo", "floor"))


def test_a_table_takes_no_wager_that_could_cost_its_bank_more_than_it_may() -> None:
    """$10 on a number wins $350, and on red $10; 35 to 1, whatever else lies there."""
    table = Table("roulette", seed=1)
    table.sit(1, "Ann", 1000)
    number = Bet(1, "straight:17", 1000)
    assert at_risk(table, number) == 35_000
    check_bet(table, number, Ceiling(35_000, 35_000))
    with pytest.raises(Refused, match=r"could win \$350; a wager wins at most \$349.99"):
        check_bet(table, number, Ceiling(34_999, 10**9))
    table.bet(1, "red", 10)
    check_bet(table, number, Ceiling(10**9, 36_000))
    with pytest.raises(Refused, match=r"could lose more than \$359.99"):
        check_bet(table, number, Ceiling(10**9, 35_999))


def test_a_ceiling_holds_for_the_house_and_an_administrator_raises_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, payout=100, exposure=150) as house:
            live = await house.table("roulette")
            [socket] = await seated(house, live.id, "Ann", amount="200")
            refused = await socket.answer("bet", wager="straight:17", amount="5")
            assert "could win $175" in refused["refused"]
            await socket.say("bet", wager="red", amount="100")
            assert "could lose more" in (await socket.answer("bet", wager="black", amount="100"))["refused"]
            flo, boss = await house.person("Flo", "floor"), await house.person("Bo", "administrator")
            path, more = f"/api/tables/{live.id}/ceiling", {"payout": "1000", "exposure": "5000"}
            assert (await flo.asks("PUT", path, json=more)).status_code == 403
            assert (await boss.asks("PUT", path, json=more)).status_code == 204
            await socket.say("bet", wager="straight:17", amount="5")

    played(story())


def test_a_ceiling_that_was_raised_is_kept_when_the_table_is_resumed(tmp_path: Path) -> None:
    async def story() -> None:
        database = str(tmp_path / "kept.db")
        async with serving(tmp_path, database) as house:
            live = await house.table("roulette")
            await house.service.house.raise_ceiling(live, 7, 8)
            identity = live.id
        async with serving(tmp_path, database) as house:
            assert (await house.service.house.find(identity)).ceiling == Ceiling(7, 8)

    played(story())


def test_a_machine_is_given_no_more_than_the_operator_allows(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            live = await house.table("hold-em")
            [socket] = await seated(house, live.id, "Ann", amount="500")
            refused = await socket.answer("bot", seat=3, amount="1000000")
            assert refused["refused"] == "a bot buys up to $5,000 at once"
            await socket.say("bot", seat=3, amount="5000")

    played(story())


# ---- where outcomes are entered --------------------------------------------------------------------------


def test_a_dealer_opens_a_table_by_the_houses_odds_with_the_bank_of_a_players(tmp_path: Path) -> None:
    """Whoever enters the outcomes posts neither better odds than the house nor has its whole bank behind them."""

    async def story() -> None:
        async with serving(tmp_path, own_exposure=1000) as house:
            dan, ann = await house.person("Dan", "dealer"), await house.person("Ann")
            assert (
                await ann.post("/api/tables", json={"game": "roulette", "entered": True})
            ).status_code == 403
            refused = await dan.post("/api/tables", json={**TIE, "entered": True})
            assert "no more than 8 to 1" in refused.json()["detail"]
            table = (await dan.post("/api/tables", json={"game": "roulette", "entered": True})).json()["id"]
            await ann.does(table, "sit", seat=1, amount="500")
            refused = await ann.does(table, "bet", wager="straight:17", amount="30")  # 30 x 35 = 1,050
            assert "could lose more than $1,000" in refused.json()["detail"]
            assert (await ann.does(table, "bet", wager="straight:17", amount="25")).status_code == 200

    played(story())


def test_a_wager_at_the_felt_and_a_stake_that_the_floor_allows_are_under_the_ceiling(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, exposure=1000) as house:
            dan, flo = await house.person("Dan", "dealer"), await house.person("Flo", "floor")
            table = (await house.table("roulette", entered=True)).id
            assert (await dan.does(table, "player", seat=2, amount="5000")).status_code == 200
            for allowed in (False, True):
                if allowed:
                    await flo.does(table, "allow", seat=2, wager="straight:17")
                refused = await dan.does(table, "bet", seat=2, wager="straight:17", amount="30")
                assert "could lose more than $1,000" in refused.json()["detail"]

    played(story())


def test_a_dealer_sells_a_player_at_the_felt_no_more_than_the_operator_allows(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, felt_chips=2000) as house:
            dan = await house.person("Dan", "dealer")
            table = (await house.table("roulette", entered=True)).id
            refused = await dan.does(table, "player", seat=2, amount="2001")
            assert refused.json()["detail"] == "a player at the felt buys up to $2,000 at once"
            assert (await dan.does(table, "player", seat=2, amount="2000")).status_code == 200
            await asyncio.gather(*house.service.house._notes)
            sold = await house.service.database.read(
                "SELECT name, says FROM events WHERE kind = 'chips sold'"
            )
            assert sold == [("Dan", "2000 to seat 2 at the felt")]

    played(story())


def test_no_correction_and_no_case_takes_more_from_a_bank_than_it_may_lose(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, exposure=1000) as house:
            table, _ = await spun(house)  # red won $100 of the bank
            flo, sam = await house.person("Flo", "floor"), await house.person("Sam", "shift")
            boss = await house.person("Bo", "administrator")
            refused = await sam.does(table, "correct", seat=1, amount="901", why="short paid")
            assert "the bank of this table may lose $1,000" in refused.json()["detail"]
            await flo.submits("/cases", **case(table, "1001"))  # $901 more
            (found,) = await cases(flo)
            for who in (sam, boss):
                refused = await who.submits(f"/cases/{found['id']}", decision="approve")
                assert "the bank of this table may lose $1,000" in refused.text
            await boss.asks("PUT", f"/api/tables/{table}/ceiling", json={"exposure": "1001"})
            assert (await sam.submits(f"/cases/{found['id']}", decision="approve")).status_code == 303
            await house.balanced()

    played(story())


def test_a_ceiling_is_no_debt(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as house:
            live, boss = await house.table("roulette"), await house.person("Bo", "administrator")
            refused = await boss.asks("PUT", f"/api/tables/{live.id}/ceiling", json={"payout": "-1"})
            assert refused.status_code == 409

    played(story())
