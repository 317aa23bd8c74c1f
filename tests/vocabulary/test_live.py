"""Hands set and cards drawn at live tables: whose question it is, what others see of it, and how long it waits."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.table.audit import audit
from pitboss.web.live import LiveTable
from tests.vocabulary.toys import DRAW_THREE, TWO_HANDS
from tests.web.served import Refusal, Served, Socket, Visitor, serving
from tests.web.test_live import funds, seated, words
from tests.web.waiting import played


async def dealt(served: Served, game: str, *names: str) -> tuple[LiveTable, list[Socket]]:
    """People with a wager of $10 each, and the cards before them."""
    live = await served.table(game)
    sockets = await seated(served, live.id, *names)
    for socket in sockets:
        await socket.say("bet", wager="ante", amount="10")
    for socket in sockets:
        await socket.say("ready")
    for socket in sockets:
        await socket.until(lambda socket=socket: socket.table.get("asked"))
    return live, sockets


def asking(socket: Socket) -> list[int]:
    return list(socket.table.get("asking", []))


def ids(socket: Socket) -> list[str]:
    return [choice["id"] for choice in socket.table["asked"].get("choices", ())]


def test_everybody_has_his_own_question_and_sees_who_is_still_setting(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, (ann, bob) = await dealt(served, TWO_HANDS, "Ann", "Bob")
            watcher = await served.nobody.attends(live.id)
            for seat, socket in enumerate((ann, bob), 1):
                question: dict[str, Any] = socket.table["asked"]
                assert (question["seat"], question["hand"], question["parts"]) == (seat, str(seat), ["low"])
                assert [f"set-{card}" for card in socket.table["hands"][str(seat)]] == ids(socket)[:3]
                assert ids(socket)[3] == "house-way"
                assert asking(socket) == [1, 2]
            assert watcher.table["asked"] == {"seat": 1, "hand": "1", "parts": ["low"], "verb": "set"}
            assert asking(watcher) == [1, 2]
            await bob.say("act", decision=ids(bob)[0])
            await ann.until(lambda: "asking" not in ann.table)
            assert ids(ann)[3] == "house-way"
            await bob.until(lambda: bob.table["asked"]["seat"] == 1)
            assert ids(bob) == []
            with pytest.raises(Refusal, match="it is seat 1's turn to decide, not seat 2's"):
                await bob.say("act", decision="house-way")
            await ann.say("act", decision="house-way")
            for socket in (ann, bob, watcher):
                await socket.until(lambda socket=socket: socket.table["round"] == 1)
                assert set(socket.table["hands"]) >= {"1", "1.low", "2", "2.low", "dealer", "dealer.low"}
            await served.balanced()
            assert audit(await served.lines(live.id))["verified"]

    played(story())


def test_no_frame_tells_another_which_card_was_set_before_all_have(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, (ann, bob) = await dealt(served, TWO_HANDS, "Ann", "Bob")
            watcher = await served.nobody.attends(live.id)
            decision = ids(ann)[1]
            await ann.say("act", decision=decision)
            for socket in (bob, watcher):
                await socket.until(
                    lambda socket=socket: asking(socket) == [] and socket.table["asked"]["seat"] == 2
                )
                told = "".join(socket.frames)
                assert decision not in told
                assert "set-" not in "".join(watcher.frames)
                assert "Ann decides" in words(socket)
                for held in live.table.cards("1"):
                    assert f'"card":{held},' not in told
            assert not any(each.startswith("Ann:") for each in words(bob))

    played(story())


def test_silence_is_the_house_way_for_each_in_his_own_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, decision=0.3) as served:
            live, (ann, bob, cal) = await dealt(served, TWO_HANDS, "Ann", "Bob", "Cal")
            deadline = ann.table["deadline"]
            await asyncio.sleep(0.15)
            await bob.say("act", decision="house-way")
            assert bob.table["deadline"] == deadline, "an answer gives nobody else more time"
            await ann.until(lambda: ann.table["round"] == 1)
            assert [each for each in words(ann) if "time ran out" in each] == [
                "time ran out for Ann",
                "time ran out for Cal",
            ]
            assert live.table.now - deadline < 10
            assert "deadline" not in cal.table
            await served.balanced()

    played(story())


def test_a_bot_sets_its_hand_while_a_person_thinks(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0) as served:
            live = await served.table(TWO_HANDS)
            (ann,) = await seated(served, live.id, "Ann")
            for seat in (2, 3):
                await ann.say("bot", seat=seat, play="simple")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.until(lambda: ann.table.get("asked") and "asking" not in ann.table)
            assert ann.table["asked"]["seat"] == 1
            assert "deadline" in ann.table
            await ann.say("act", decision="house-way")
            await ann.until(lambda: ann.table["round"] == 1)
            await served.balanced()

    played(story())


def test_a_person_who_is_done_waits_for_a_bot_without_a_clock(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, bot_seconds=0.3) as served:
            live = await served.table(TWO_HANDS)
            (ann,) = await seated(served, live.id, "Ann")
            await ann.say("bot", seat=2, play="best")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await ann.say("act", decision="house-way")
            assert "deadline" not in ann.table
            await ann.until(lambda: ann.table["round"] == 1)

    played(story())


def test_a_floorperson_voids_with_some_answers_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, (ann, bob) = await dealt(served, TWO_HANDS, "Ann", "Bob")
            floor = await (await served.person("Flo", "floor")).attends(live.id)
            await bob.say("act", decision="house-way")
            with pytest.raises(Refusal, match="stays in this round"):
                await bob.say("leave")
            await floor.say("void", why="a fire alarm")
            await ann.until(lambda: ann.table["round"] == 1)
            assert funds(ann) == {"Ann": 10_000, "Bob": 10_000}
            assert "asked" not in ann.table
            assert "deadline" not in ann.table
            with pytest.raises(Refusal):
                await ann.say("act", decision="house-way")
            await served.balanced()

    played(story())


def test_99_8_a_ruling_in_between_leaves_the_others_their_questions(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, (ann, bob) = await dealt(served, TWO_HANDS, "Ann", "Bob")
            floor = await (await served.person("Flo", "floor")).attends(live.id)
            deadline = bob.table["deadline"]
            await floor.say("call", irregularity="card-exposed", position="1")
            await bob.until(lambda: "asking" not in bob.table)
            assert bob.table["deadline"] == deadline
            assert ids(bob)[3] == "house-way"
            await ann.say("leave")
            await bob.say("act", decision="house-way")
            await bob.until(lambda: bob.table["round"] == 1)
            await served.balanced()
            assert audit(await served.lines(live.id))["verified"]

    played(story())


def test_a_table_that_is_lost_comes_back_with_the_answers_it_had(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live, (ann, bob) = await dealt(served, TWO_HANDS, "Ann", "Bob")
            again = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            offered, hand = ids(ann), ann.table["hands"]["1"]
            await bob.say("act", decision=ids(bob)[1])
            await served.service.house.safe()
            served.service.house.drop(live)
            await ann.closes()
            ann = await again.attends(live.id)
            await ann.until(lambda: ann.table.get("asked"))
            assert asking(ann) == []
            assert (ids(ann), ann.table["hands"]["1"]) == (offered, hand)
            assert "deadline" in ann.table
            await ann.say("act", decision="house-way")
            await ann.until(lambda: ann.table["round"] == 1)
            await served.balanced()
            assert audit(await served.lines(live.id))["verified"]

    played(story())


def test_cards_are_drawn_in_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            _, (ann, bob) = await dealt(served, DRAW_THREE, "Ann", "Bob")
            held = ann.table["hands"]["1"]
            assert (ids(ann)[0], ids(ann)[-1]) == (f"draw-{held[0]}", "stand-pat")
            assert ids(bob) == []
            await ann.say("act", decision=f"draw-{held[0]}{held[2]}")
            await bob.until(lambda: bob.table["asked"]["seat"] == 2)
            assert bob.table["hands"]["1"] == ["??"] * 3
            assert bob.table["hands"]["1.discard"] == ["??"] * 2
            assert ann.table["hands"]["1"][0] == held[1]
            await bob.say("act", decision="stand-pat")
            await bob.until(lambda: bob.table["round"] == 1)
            assert "Bob: Stand pat" in words(ann)
            assert not any(each.startswith("Ann: Draw") for each in words(bob))
            await served.balanced()

    played(story())
