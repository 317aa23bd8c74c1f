"""A live table: timers, machines, absence, the floor's orders, and records; to the cent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book.events import Settle
from pitboss.table.words import described
from pitboss.web.live import LiveTable
from pitboss.web.records import Records
from tests.web.served import Refusal, Served, Socket, Visitor, serving
from tests.web.waiting import played

GAME = "three-card-poker"


async def seated(served: Served, table: str, *names: str, amount: str = "100") -> list[Socket]:
    """People at seats 1, 2, 3 …"""
    sockets = []
    for seat, name in enumerate(names, 1):
        socket = await (await served.person(name)).attends(table)
        await socket.say("sit", seat=seat, amount=amount)
        sockets.append(socket)
    return sockets


def time_is_over(table: LiveTable) -> None:
    """The betting time is over now, however long this machine took."""
    table._stop_betting()
    table._betting = table._clock(0, table._no_more_bets)


def words(socket: Socket) -> list[str]:
    return [each["words"] for each in socket.news]


def funds(socket: Socket) -> dict[str, int]:
    return {each["name"]: each["funds"] for each in socket.table["seats"]}


# ---- timers ----------------------------------------------------------------------------------------------


def test_whoever_does_not_decide_in_time_folds(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, decision=0.05) as served:
            table = (await served.table(GAME)).id
            (ann,) = await seated(served, table, "Ann")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.until(lambda: ann.table["round"] == 1)
            assert "time ran out for Ann" in words(ann)
            assert "Ann: Fold" in words(ann)
            assert funds(ann) == {"Ann": 9000}
            assert "deadline" not in ann.table
            await served.balanced()

    played(story())


def test_in_blackjack_whoever_does_not_decide_in_time_stands(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, decision=0.02) as served:
            live = await served.table("blackjack")
            (ann,) = await seated(served, live.id, "Ann")
            wager = (
                await Visitor(served.app, "Ann", await served.service.people.session("Ann")).get(
                    f"/api/tables/{live.id}/legal"
                )
            ).json()["wagers"][0]
            for _ in range(5):
                before = ann.table["round"]
                await ann.say("bet", wager=wager["wager"], amount=str(wager["least"] // 100))
                await ann.say("ready")
                await ann.until(lambda before=before: ann.table["round"] == before + 1)
            assert not {"Ann: Hit", "Ann: Double down", "Ann: Split"} & set(words(ann))
            await served.balanced()

    played(story())


def test_a_deadline_is_told_while_somebody_decides(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, decision=30, betting=20) as served:
            table = (await served.table(GAME)).id
            (ann,) = await seated(served, table, "Ann")
            assert "deadline" not in ann.table
            await ann.say("bet", wager="ante", amount="10")
            assert 0 < ann.table["deadline"] - ann.table["now"] <= 20_000
            await ann.say("remove", wager="ante")
            assert "deadline" not in ann.table
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            assert 20_000 < ann.table["deadline"] - ann.table["now"] <= 30_000

    played(story())


def test_the_betting_time_deals_to_whoever_has_a_wager(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, betting=0.2) as served:
            table = (await served.table(GAME)).id
            ann, bob = await seated(served, table, "Ann", "Bob")
            await ann.say("bet", wager="ante", amount="10")
            await ann.until(lambda: ann.table.get("playing"))
            assert set(ann.table["hands"]) == {"1", "dealer"}
            with pytest.raises(Refusal, match="no more bets"):
                await bob.say("bet", wager="ante", amount="10")

    played(story())


@pytest.mark.parametrize(
    ("game", "complete", "incomplete"),
    [
        ("ultimate-texas-hold-em", {"ante": "10", "blind": "10"}, {"ante": "10"}),
        ("ultimate-texas-hold-em", {"ante": "10", "blind": "10"}, {"ante": "10", "blind": "5"}),
        (
            "let-it-ride-poker",
            {"bet-1": "10", "bet-2": "10", "bet-3": "10"},
            {"bet-1": "10", "bet-2": "5", "bet-3": "5"},
        ),
    ],
)
def test_wagers_that_are_not_complete_when_the_betting_time_is_over_go_back(
    tmp_path: Path, game: str, complete: dict[str, str], incomplete: dict[str, str]
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(game)
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            await asyncio.gather(
                *(ann.say("bet", wager=wager, amount=amount) for wager, amount in complete.items()),
                *(bob.say("bet", wager=wager, amount=amount) for wager, amount in incomplete.items()),
            )
            time_is_over(live)
            await ann.until(lambda: ann.table.get("playing"))
            assert "2" not in ann.table["hands"]
            assert {bet["seat"] for bet in ann.table["bets"]} == {1}
            assert funds(ann)["Bob"] == 10_000
            await served.balanced()

    played(story())


def test_in_flop_poker_whoever_lacks_the_pot_wager_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table("flop-poker")
            ann, bob, cas = await seated(served, live.id, "Ann", "Bob", "Cas")
            for who in (ann, bob, cas):
                await who.say("bet", wager="ante", amount="10")
            for who in (ann, cas):
                await who.say("bet", wager="pot", amount="5")
            time_is_over(live)
            await ann.until(lambda: ann.table.get("playing"))
            assert {bet["seat"] for bet in ann.table["bets"]} == {1, 3}
            assert funds(ann)["Bob"] == 10_000
            await served.balanced()

    played(story())


# ---- ready -----------------------------------------------------------------------------------------------


def test_a_round_starts_when_all_who_have_wagers_are_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann, bob, cas = await seated(served, table, "Ann", "Bob", "Cas")  # Cas wagers nothing
            with pytest.raises(Refusal, match="you have not made a bet"):
                await ann.say("ready")
            await ann.say("bet", wager="ante", amount="10")
            await bob.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            assert not ann.table.get("playing")
            assert [seat.get("ready", False) for seat in ann.table["seats"]] == [True, False, False]
            await ann.say("bet", wager="ante", amount="5")  # who wagers more is no longer ready
            await bob.say("ready")
            assert not ann.table.get("playing")
            await ann.say("ready")
            assert ann.table["playing"]
            assert set(ann.table["hands"]) == {"1", "2", "dealer"}
            with pytest.raises(Refusal, match="a round is under way"):
                await cas.say("ready")
            await ann.say("act", decision="fold")
            await bob.say("act", decision="fold")
            assert [seat.get("ready", False) for seat in ann.table["seats"]] == [False] * 3
            assert funds(ann) == {"Ann": 8500, "Bob": 9000, "Cas": 10_000}
            await served.balanced()

    played(story())


# ---- machines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["simple", "best"])
def test_machines_play_rounds_beside_a_person(tmp_path: Path, play: str) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0) as served:
            table = (await served.table(GAME)).id
            (ann,) = await seated(served, table, "Ann")
            await ann.say("bot", seat=2, play=play, amount="300")
            await ann.say("bot", seat=3, play=play, amount="300")
            assert [seat.get("bot", "") for seat in ann.table["seats"]] == ["", play, play]
            for number in range(1, 4):
                await ann.say("bet", wager="ante", amount="10")
                await ann.say("ready")
                await ann.say("act", decision="fold")
                await ann.until(lambda number=number: ann.table["round"] == number)
                assert {seat["seat"] for seat in ann.table["result"]["seats"]} == {1, 2, 3}
            await ann.say("dismiss", seat=2)
            with pytest.raises(Refusal, match="no bot at seat 2"):
                await ann.say("dismiss", seat=2)
            await served.balanced()
            assert await served.balance("wallet:Ann") == 990_000

    played(story())


def test_machines_play_poker_with_a_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0, decision=0.05) as served:
            live = await served.table("hold-em")
            (ann,) = await seated(served, live.id, "Ann", amount="1000")
            await ann.say("bot", seat=2, play="simple", amount="1000")
            await ann.say("bot", seat=3, play="best", amount="1000")
            for number in range(1, 4):
                await ann.say("ready")
                await ann.until(lambda number=number: ann.table["round"] == number)
            assert sum(funds(ann).values()) + live.table.ledger["fees"] + live.table.ledger["bank"] == 300_000
            await served.balanced()

    played(story())


def test_machines_of_one_table_have_names_of_their_own_even_when_they_come_together(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            dee = await served.person("Dee", "dealer")
            answers = await asyncio.gather(*(dee.does(table, "bot", seat=seat) for seat in (1, 2, 3)))
            assert {answer.status_code for answer in answers} <= {200, 409}
            names = [each["name"] for each in (await dee.get(f"/api/tables/{table}")).json()["seats"]]
            assert len(names) == len(set(names)) == sum(answer.status_code == 200 for answer in answers)
            await served.balanced()

    played(story())


def test_a_bot_with_few_chips_buys_more_and_gives_its_seat_to_a_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0) as served:
            table = (await served.table(GAME)).id
            (ann,) = await seated(served, table, "Ann")
            for seat, play in enumerate(("gambler", "simple"), 2):
                await ann.say("bot", seat=seat, play=play, amount="50")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.say("act", decision="fold")
            await ann.until(lambda: ann.table["round"] == 1)
            await ann.until(
                lambda: all(each["funds"] > 10_000 for each in ann.table["seats"] if each.get("bot"))
            )
            bob = await served.person("Bob")
            assert (await bob.does(table, "sit", seat=2, amount="100")).status_code == 200
            await ann.until(lambda: [each["name"] for each in ann.table["seats"]][1] == "Bob")
            await served.balanced()

    played(story())


# ---- absence ---------------------------------------------------------------------------------------------


def test_whoever_is_gone_for_long_leaves_with_the_chips(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, away=0.1) as served:
            live = await served.table(GAME)
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            await ann.leave()
            await bob.until(lambda: list(funds(bob)) == ["Bob"])
            assert "Ann leaves with $100" in words(bob)
            assert await served.balance("wallet:Ann") == 1_000_000
            await asyncio.sleep(0.3)
            assert list(funds(bob)) == ["Bob"]  # who is here stays
            await served.balanced()

    played(story())


def test_whoever_is_gone_with_a_wager_on_the_layout_stays_until_it_is_decided(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, away=0.05, betting=0.5, decision=0.05) as served:
            live = await served.table(GAME)
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            await bob.say("bet", wager="ante", amount="10")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.leave()
            await bob.until(lambda: bob.table["round"] == 1)
            assert live.table.settlement is not None
            assert live.table.settlement.net[1] == -1000
            await bob.until(lambda: list(funds(bob)) == ["Bob"])
            assert await served.balance("wallet:Ann") == 999_000
            await served.balanced()

    played(story())


def test_the_wager_of_somebody_gone_without_a_word_goes_back_at_the_first_time_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, away=0.05, betting=0.3, decision=0.05) as served:
            live = await served.table(GAME)
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            await ann.say("bet", wager="ante", amount="10")
            await ann.leave()
            await bob.say("bet", wager="ante", amount="10")
            await bob.until(lambda: bob.table["round"] == 1)
            assert live.table.settlement is not None
            assert live.table.settlement.wagers.keys() == {2}
            await bob.until(lambda: list(funds(bob)) == ["Bob"])
            assert await served.balance("wallet:Ann") == 1_000_000
            await served.balanced()

    played(story())


def test_a_deal_does_not_wait_for_somebody_who_is_away(tmp_path: Path) -> None:
    """Whose wager lies there stale, or who has a seat at a table where none is made before the cards."""

    async def story() -> None:
        async with serving(tmp_path, decision=60, gone=0.05, betting=60) as served:
            live = await served.table(GAME)
            live._returning = 0
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            for player in (ann, bob):
                await player.say("bet", wager="ante", amount="10")
            await ann.leave()
            await bob.say("ready")
            await bob.until(lambda: bob.table.get("asked", {}).get("seat") == 2)
            assert [bet["seat"] for bet in bob.table["bets"]] == [2]
            room = await served.table("hold-em")
            room._returning = 0
            cat, dan = await seated(served, room.id, "Cat", "Dan")
            await cat.leave()
            await dan.say("ready")
            await dan.until(lambda: dan.table.get("playing") or dan.table["round"] == 1)

    played(story())


def test_somebody_asked_while_away_is_not_waited_for(tmp_path: Path) -> None:
    """The others' time is not his: he has as long as a broken line may take, not as long as a decision."""

    async def story() -> None:
        async with serving(tmp_path, decision=60, gone=0.05, betting=60) as served:
            live = await served.table(GAME)
            live._returning = 0  # the table has been open for longer than a decision takes
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            for player in (ann, bob):
                await player.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.leave()
            await bob.say("ready")
            await bob.until(lambda: bob.table.get("asked", {}).get("seat") == 2)
            assert "time ran out for Ann" in words(bob)
            assert bob.table["deadline"] - bob.table["now"] > 50_000

    played(story())


# ---- chips -----------------------------------------------------------------------------------------------


def test_a_seat_that_is_refused_costs_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            await seated(served, table, "Ann")
            bob = await (await served.person("Bob", dollars=50)).attends(table)
            for fields, says in (
                ({"seat": 1, "amount": "50"}, "seat 1 is taken by Ann"),
                ({"seat": 99, "amount": "50"}, "seat 99 does not exist"),
                ({"seat": 2, "amount": "50.01"}, "not enough in your wallet"),
                ({"seat": 2, "amount": "0"}, r"more than \$0"),
                ({"seat": 2, "amount": "-5"}, r"more than \$0"),
            ):
                with pytest.raises(Refusal, match=says):
                    await bob.say("sit", **fields)
                assert await served.balance("wallet:Bob") == 5000
            assert bob.table["you"]["wallet"] == 5000
            await served.balanced()
            assert not [
                name
                for name, held in (await served.service.books())["accounts"].items()
                if name.startswith("transit:") and held
            ]

    played(story())


def test_chips_bought_in_the_middle_of_a_round_are_refused_and_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            (ann,) = await seated(served, table, "Ann")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            with pytest.raises(Refusal, match="you can add chips only between rounds"):
                await ann.say("buy", amount="100")
            with pytest.raises(Refusal, match="stays in this round until it ends"):
                await ann.say("leave")
            assert await served.balance("wallet:Ann") == 990_000
            await ann.say("act", decision="fold")
            await ann.say("buy", amount="10")
            assert funds(ann) == {"Ann": 10_000}
            await ann.say("leave")
            assert ann.table["you"]["wallet"] == 999_000
            assert await served.balance("wallet:Ann") == 999_000
            await served.balanced()

    played(story())


def test_whoever_asks_for_two_seats_at_once_gets_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await served.person("Ann")
            answers = await asyncio.gather(
                *(ann.does(table, "sit", seat=seat, amount="100") for seat in (1, 2, 3))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
            assert len((await ann.get(f"/api/tables/{table}")).json()["seats"]) == 1
            assert await served.balance("wallet:Ann") == 990_000
            await served.balanced()

    played(story())


def test_a_wallet_is_not_spent_twice_at_two_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            tables = [(await served.table(GAME)).id for _ in range(4)]
            ann = await served.person("Ann", dollars=250)
            answers = await asyncio.gather(*(ann.does(each, "sit", seat=1, amount="100") for each in tables))
            assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409]
            assert await served.balance("wallet:Ann") == 5000
            await served.balanced()

    played(story())


def test_a_stake_outside_the_posted_limits_is_allowed_once_to_whom_it_was_allowed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, ann, flo = await with_the_floor(served)
            await flo.say("limits", limits={"ante": ["25", "500"]})
            await flo.say("allow", seat=1, wager="ante")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("remove", wager="ante")
            with pytest.raises(Refusal, match="below the minimum"):
                await ann.say("bet", wager="ante", amount="10")
            await flo.say("allow", seat=1, wager="ante")
            await ann.say("leave")
            bob = await (await served.person("Bob")).attends(live.id)
            await bob.say("sit", seat=1, amount="100")
            with pytest.raises(Refusal, match="below the minimum"):
                await bob.say("bet", wager="ante", amount="10")

    played(story())


# ---- records ---------------------------------------------------------------------------------------------


async def folds(ann: Socket, rounds: int) -> None:
    for number in range(rounds):
        await ann.say("bet", wager="ante", amount="10" if number % 2 else "5")
        await ann.say("ready")
        await ann.say("act", decision="fold")


def test_a_person_recalls_the_last_fifty_rounds_with_the_chips_before_and_after(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await served.person("Ann")
            socket = await ann.attends(table)
            await socket.say("sit", seat=1, amount="1000")
            await folds(socket, 60)
            rounds = (await ann.get("/api/me/rounds?limit=50")).json()
            assert [each["round"] for each in rounds] == list(range(60, 10, -1))
            for each in rounds:
                stake = 1000 if each["round"] % 2 == 0 else 500
                assert each["before"] - each["after"] == stake
                assert each["wagers"]["ante"]["result"] == "lose"
                assert each["wagers"]["ante"]["stake"] == each["wagers"]["ante"]["lost"] == stake
                assert each["wagers"]["ante"]["cite"].startswith("13:69F-20.")
            assert [each["before"] for each in rounds[:-1]] == [each["after"] for each in rounds[1:]]
            assert rounds[0]["after"] == 100_000 - 30 * 1000 - 30 * 500
            assert (await ann.get("/api/me/rounds")).json() == rounds  # fifty unless told otherwise
            assert len((await ann.get("/api/me/rounds?limit=200")).json()) == 60
            page = (await ann.get(f"/api/tables/{table}/rounds?before=11&limit=3")).json()
            assert [each["round"] for each in page] == [10, 9, 8]
            bob = await served.person("Bob")
            assert (await bob.get("/api/me/rounds")).json() == []

    played(story())


def test_a_round_is_told_again_step_by_step(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await served.person("Ann")
            socket = await ann.attends(table)
            await socket.say("sit", seat=1, amount="100")
            await folds(socket, 2)
            told = (await ann.get(f"/api/tables/{table}/rounds/2")).json()
            steps = told["steps"]
            said = [step["words"] for step in steps]
            order = ["Ann bets $10: Ante", "no more bets", "Ann: Fold"]
            assert [each for each in said if each in order] == order
            dealt = [
                len(step["table"]["hands"].get("1", ())) for step in steps if "receives" in step["words"]
            ]
            assert dealt == sorted(dealt)
            assert max(dealt) == 3
            bet = next(step for step in steps if step["words"] == "Ann bets $10: Ante")
            assert bet["table"]["seats"] == [{"seat": 1, "name": "Ann", "funds": 8500}]
            assert bet["table"]["bets"][0]["stake"] == 1000
            assert steps[-1]["table"]["seats"] == [{"seat": 1, "name": "Ann", "funds": 8500}]
            assert steps[-1]["table"]["bets"] == []
            own = steps[-1]["table"]["hands"]["1"]
            assert "??" not in own
            other = (await served.nobody.get(f"/api/tables/{table}/rounds/2")).json()["steps"]
            assert other[-1]["table"]["hands"]["1"] == ["??"] * 3
            assert (await ann.get(f"/api/tables/{table}/rounds/3")).status_code == 404

    played(story())


# ---- the floor -------------------------------------------------------------------------------------------


async def with_the_floor(served: Served) -> tuple[LiveTable, Socket, Socket]:
    live = await served.table(GAME)
    (ann,) = await seated(served, live.id, "Ann")
    flo = await (await served.person("Flo", "floor")).attends(live.id)
    return live, ann, flo


def test_the_floor_voids_a_round_and_every_wager_goes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, ann, flo = await with_the_floor(served)
            with pytest.raises(Refusal, match="there is no wager on the layout"):
                await flo.say("void", why="nothing")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("bet", wager="pair-plus", amount="5")
            await ann.say("ready")
            await flo.say("void", why="the wrong deck")
            assert not ann.table.get("playing")
            assert "asked" not in ann.table
            assert funds(ann) == {"Ann": 10_000}
            assert {each["result"] for each in ann.table["result"]["seats"][0]["wagers"].values()} == {"void"}
            last = [json.loads(line)["command"] for line in await served.lines(live.id)]
            assert {"command": "void", "by": "Flo", "why": "the wrong deck"} in last
            await ann.say("bet", wager="ante", amount="10")
            await flo.say("void", why="and these too")  # wagers before a round
            assert funds(ann) == {"Ann": 10_000}
            await served.balanced()

    played(story())


def test_the_floor_puts_a_payout_right(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, ann, flo = await with_the_floor(served)
            await flo.say("correct", seat=1, amount="12.50", why="short paid")
            assert funds(ann) == {"Ann": 11_250}
            await flo.say("correct", seat=1, amount="-2.50", why="over paid")
            assert funds(ann) == {"Ann": 11_000}
            for fields, says in (
                ({"seat": 2, "amount": "1"}, "seat 2 is empty"),
                ({"seat": 1, "amount": "-110.01"}, "110"),
            ):
                with pytest.raises(Refusal, match=says):
                    await flo.say("correct", why="x", **fields)
            assert funds(ann) == {"Ann": 11_000}
            assert await served.balance(f"bank:{live.id}") == -1000
            await folds(ann, 1)
            assert live.table.settlement is not None
            assert live.table.settlement.net[1] == -500  # a correction is no result of the next round
            await served.balanced()

    played(story())


def test_the_floor_posts_limits_that_hold_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            _, ann, flo = await with_the_floor(served)
            before = ann.table["rules"]
            await flo.say("limits", limits={"ante": ["25", "500"]})
            assert ann.table["rules"] > before
            with pytest.raises(Refusal, match="25"):
                await ann.say("bet", wager="ante", amount="10")
            await ann.say("bet", wager="ante", amount="25")
            for wrong in (
                {"ante": ["50", "25"]},
                {"nothing": ["1", "2"]},
                {"ante": ["-5", "5"]},
                {"ante": ["0", "0"]},
                {"ante": ["25", "50"]},  # less than ten times as much, 8.2(a)
            ):
                with pytest.raises(Refusal):
                    await flo.say("limits", limits=wrong)
            await ann.say("ready")
            with pytest.raises(Refusal, match="no more bets"):
                await flo.say("limits", limits={"ante": ["5", "50"]})

    played(story())


def test_a_change_of_rules_takes_half_an_hours_notice(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, ann, flo = await with_the_floor(served)
            answer = await flo.answer("rules", options={"ante-bonus-table": "B"}, minutes=29)
            assert "half an hour" in answer["refused"]
            assert answer["cite"].endswith("8.3(b)")
            assert (
                "half an hour"
                in (await flo.answer("rules", options={"ante-bonus-table": "B"}, minutes=29.9))["refused"]
            )
            with pytest.raises(Refusal):
                await flo.say("rules", options={"no-option": "B"}, minutes=30)
            old = live.table.rules["ante-bonus-table"]
            assert old != "B"
            await flo.say("rules", options={"ante-bonus-table": "B"}, minutes=30)
            (notice,) = ann.table["notices"]
            assert notice["options"] == {"ante-bonus-table": "B"}
            served.clock.ahead = 29 * 60
            await folds(ann, 1)
            assert live.table.rules["ante-bonus-table"] == old
            served.clock.ahead = 30 * 60 + 5
            before = ann.table["rules"]
            await folds(ann, 1)
            assert live.table.rules["ante-bonus-table"] == "B"
            assert ann.table["rules"] > before
            assert not ann.table.get("notices")

    played(story())


def test_the_floor_closes_a_table_and_everybody_has_his_chips(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0) as served:
            live, ann, flo = await with_the_floor(served)
            await flo.say("bot", seat=3, play="simple", amount="500")
            await folds(ann, 1)
            await ann.until(lambda: ann.table["round"] == 1)
            await ann.say("bet", wager="ante", amount="10")
            with pytest.raises(Refusal, match="wagers on the layout"):
                await flo.say("close")
            await ann.say("remove", wager="ante")
            await flo.say("close")
            await ann.until(lambda: ann.table.get("closed"))
            assert await served.balance("wallet:Ann") == 999_500
            assert await served.balance(f"table:{live.id}") == 0
            with pytest.raises(Refusal, match="this table is closed"):
                await ann.say("sit", seat=1, amount="10")
            assert await served.balance("wallet:Ann") == 999_500
            await served.balanced()

    played(story())


def test_an_irregularity_called_now_and_at_a_point(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, ann, _ = await with_the_floor(served)
            dee = await (await served.person("Dee", "dealer")).attends(live.id)
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await dee.say("call", irregularity="wrong-number-of-cards")
            assert funds(ann) == {"Ann": 10_000}  # 20.12(c): void
            await dee.say("call", irregularity="card-face-up", at=["deal", 2])
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            assert len(ann.table["hands"]["burn"]) == 1
            with pytest.raises(Refusal, match="not a point of a round"):
                await dee.say("call", irregularity="card-face-up", at=["lunch", 1])
            with pytest.raises(Refusal, match="has no irregularity"):
                await dee.say("call", irregularity="earthquake")
            await served.balanced()

    played(story())


# ---- the books -------------------------------------------------------------------------------------------


def test_a_table_that_fails_behind_its_own_line_keeps_neither_the_line_nor_the_money(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(GAME)
            (ann,) = await seated(served, live.id, "Ann")
            lines = await served.lines(live.id)

            def broken(*_: object) -> None:
                raise RuntimeError("behind the line")

            monkeypatch.setattr(live, "_wager_news", broken)  # the wager is made and written by then
            assert (
                "an error stopped this table"
                in (await ann.answer("bet", wager="ante", amount="10"))["refused"]
            )
            await served.service.house.safe()
            assert live.lost
            assert await served.lines(live.id) == lines
            again = await served.service.house.find(live.id)
            assert again.table.funds(1) == 10_000
            assert not again.table.bets
            await served.balanced()

    played(story())


def test_a_machine_places_what_belongs_together_in_its_proportion(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=60) as served:
            live = await served.table("boston-5-stud-poker")
            (ann,) = await seated(served, live.id, "Ann", amount="500")
            await ann.say("bot", seat=2, amount="500")
            await ann.say("bot", seat=3, amount="70")
            await ann.say("bet", wager="ante", amount="25")
            await ann.say("bet", wager="first", amount="50")
            await ann.say("ready")
            stakes = {(bet["seat"], bet["wager"]): bet["stake"] for bet in ann.table["bets"]}
            assert stakes[2, "ante"] in (500, 1_000), "its own amount, not Ann's"
            assert stakes[2, "first"] == 2 * stakes[2, "ante"]
            assert stakes[3, "first"] == 2 * stakes[3, "ante"]
            assert ann.table["playing"]

    played(story())


@pytest.mark.parametrize(
    ("game", "wager"),
    [("roulette", "straight:17"), ("keno", "straight:3-17"), ("craps", "pass"), ("blackjack", "blackjack")],
)
def test_a_machine_has_numbers_of_its_own_and_else_bets_as_the_person_does(
    tmp_path: Path, game: str, wager: str
) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0) as served:
            live = await served.table(game)
            (ann,) = await seated(served, live.id, "Ann")
            for seat in (2, 3):
                await ann.say("bot", seat=seat, amount="500")
            await ann.say("bet", wager=wager, amount="10")
            made = []
            live.table.deal = lambda: made.extend(live.table.bets.values())  # type: ignore[method-assign]
            live._deal()
            kinds = {bet.wager.partition(":")[0] for bet in made}
            assert {bet.seat for bet in made} == {1, 2, 3}
            assert kinds == {wager.partition(":")[0]}
            assert len({bet.wager for bet in made}) == (3 if ":" in wager else 1)

    played(story())


# ---- aids ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("permitted", "by", "there"),
    [("house", "house", True), ("house", "Ann", False), ("none", "house", False), ("all", "Ann", True)],
)
def test_8_1_analysis_is_refused_where_it_is_not_permitted(
    tmp_path: Path, permitted: str, by: str, there: bool
) -> None:
    async def story() -> None:
        async with serving(tmp_path, aids=permitted) as served:
            live = await served.table(GAME, by)
            who = await served.person("Ann")
            ann = await who.attends(live.id)
            assert ann.table.get("aids", False) is there
            await ann.say("sit", seat=1, amount="100")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            advice = await who.get(f"/api/tables/{live.id}/advice")
            drilled = await who.get(f"/api/tables/{live.id}/drill")
            for answer in (advice, drilled):
                assert answer.status_code == (200 if there else 409)
                assert answer.json().get("cite") == (None if there else "13:69F-8.1")
            if there:
                assert advice.json()["values"]["fold"] == -1000
                told = drilled.json()
                assert told["values"]["fold"] == -500, "the least that can be wagered"
                assert told["decision"] == max(told["values"], key=told["values"].get)
                assert len(told["hands"]["1"]) == 3
                assert told["hands"]["dealer"] == ["??"] * 3

    played(story())


def test_what_the_wheel_showed_is_on_record_and_whoever_left_is_told_by_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table("big-six")
            (ann,) = await seated(served, live.id, "Ann")
            shown = []
            for number in (1, 2):
                await ann.say("bet", wager="big6:1", amount="1")
                await ann.say("ready")
                await ann.until(lambda number=number: ann.table["round"] == number)
                shown.append(ann.table["shown"]["pocket"])
            rounds = (await served.nobody.get(f"/api/tables/{live.id}/rounds")).json()
            assert [each["shown"]["pocket"] for each in rounds] == shown[::-1]
            assert Records.of(await served.lines(live.id)) == live.records
            settled = next(each for each in live.table.said if isinstance(each, Settle))
            await ann.say("leave")
            assert described(live.table, settled).startswith("Ann's Symbol $1 ")

    played(story())


def test_odds_that_have_been_worked_out_are_told_at_once_and_others_are_not_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            odds = f"/api/tables/{(await served.table('big-six')).id}/odds"
            assert (await served.nobody.get(f"{odds}?kept=true")).json() == []
            known = (await served.nobody.get(odds)).json()
            assert {each["wager"] for each in known} >= {"big6:1", "big6:20"}
            assert (await served.nobody.get(f"{odds}?kept=true")).json() == known

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("pitboss.odds.kept.in_almanac", lambda _: None)
    played(story())


def test_what_may_be_wagered_comes_with_the_messages_to_whoever_follows_it(tmp_path: Path) -> None:
    """As the request for it says, and only when it has changed; a chip of another changes nothing at roulette."""

    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table("roulette")).id
            visitors = [await served.person(name) for name in ("Ann", "Bob", "Cal")]
            ann, bob, cal = [
                await visitor.attends(table, query="offers=true" if visitor.name != "Cal" else "")
                for visitor in visitors
            ]
            for seat, each in enumerate((ann, bob, cal), 1):
                await each.say("sit", seat=seat, amount="100")

            async def legal() -> dict[str, Any]:
                answer: dict[str, Any] = (await visitors[0].get(f"/api/tables/{table}/legal")).json()
                return answer

            def offers(socket: Socket) -> list[dict[str, Any]]:
                told = (json.loads(frame).get("table", {}).get("you", {}) for frame in socket.frames)
                return [you for you in told if "open" in you]

            first = offers(ann)[-1]
            assert first["open"] == [each["wager"] for each in (await legal())["wagers"]]
            assert first["wins"] == {}
            before = len(offers(ann)), len(offers(bob))
            await bob.say("bet", wager="straight:17", amount="5")
            await ann.until(lambda: len(ann.table["bets"]) == 1)
            assert (len(offers(ann)), len(offers(bob))) == (before[0], before[1] + 1)
            assert offers(bob)[-1]["wins"] == {"straight:17": 17_500}  # 35 to 1
            await ann.say("bet", wager="red", amount="100")
            assert offers(ann)[-1]["open"] == [each["wager"] for each in (await legal())["wagers"]] == []
            assert offers(ann)[-1]["wins"] == {"red": 10_000}
            assert not offers(cal)

    played(story())
