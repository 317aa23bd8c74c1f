"""A game that slips at a live table: its round is void, everybody has his wagers back, other tables never notice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.book import Round, Settle
from pitboss.games.dice.sic_bo import SicBo
from pitboss.games.house_poker.three_card_poker import ThreeCardPoker
from pitboss.law import Refused
from pitboss.table import Table
from tests.web.served import Refusal, Served, Visitor, serving
from tests.web.test_live import funds, seated, time_is_over, words
from tests.web.waiting import played

GAME = "three-card-poker"
PARAGRAPH = "13:69F-20.11(a)1"


@pytest.fixture
def slipping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three-card poker in which, the cards dealt and the player in, a wager is paid that nobody has made."""

    def settle(_: ThreeCardPoker, table: Table, __: object) -> Round:
        yield Settle(1, "play", "lose", lost=table.stake(1, "play"), cite=PARAGRAPH)
        yield Settle(1, "typo", "win", 1_000_000, cite=PARAGRAPH)

    monkeypatch.setattr(ThreeCardPoker, "settle_in_order", settle)


async def orders(served: Served, table: str) -> list[dict[str, str]]:
    commands = [json.loads(line)["command"] for line in await served.lines(table)]
    return [each for each in commands if each["command"] == "void"]


@pytest.mark.usefixtures("slipping")
def test_a_round_in_which_the_game_slips_is_void_and_the_next_can_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            first, other = [(await served.table(GAME)).id for _ in range(2)]
            ann, bob = [(await seated(served, *there))[0] for there in ((first, "Ann"), (other, "Bob"))]
            again = Visitor(served.app, "Ann", await served.service.people.session("Ann"))
            await bob.say("bet", wager="ante", amount="10")
            for number in (1, 2):
                await ann.say("bet", wager="ante", amount="10")
                promise = ann.table["promise"]
                await ann.say("ready")
                with pytest.raises(Refusal, match="an error stopped this table, and it is being restored"):
                    await ann.say("act", decision="play")
                await ann.closes()
                ann = await again.attends(first)
                await ann.until(lambda ann=ann, number=number: ann.table.get("round") == number)
                assert funds(ann) == {"Ann": 10_000}
                assert ann.table["promise"] != promise  # so the next round has another chance
                assert {each["result"] for each in ann.table["result"]["seats"][0]["wagers"].values()} == {
                    "void"
                }
            order = {"command": "void", "by": "house", "why": "the game failed"}
            assert await orders(served, first) == [order, order]
            assert funds(bob) == {"Bob": 9_000}
            await bob.say("remove", wager="ante")
            assert await orders(served, other) == []
            await served.balanced()

    played(story())


@pytest.mark.usefixtures("slipping")
def test_a_slip_while_a_timer_plays_for_somebody_voids_the_round_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlucky(*_: object) -> Round:
        yield from ()
        raise ZeroDivisionError

    monkeypatch.setattr(SicBo, "round", unlucky)

    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table("sic-bo")
            (ann,) = await seated(served, live.id, "Ann")
            await ann.say("bet", wager="small", amount="10")
            time_is_over(live)
            await ann.closes()
            ann = await Visitor(served.app, "Ann", await served.service.people.session("Ann")).attends(
                live.id
            )
            await ann.until(lambda: ann.table.get("round") == 1)
            assert funds(ann) == {"Ann": 10_000}
            assert len(await orders(served, live.id)) == 1
            await served.balanced()

    played(story())


def test_a_round_that_refuses_half_way_is_as_it_was_before_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence is for whoever gave the command; the table is read again and waits for another."""
    monkeypatch.setattr(ThreeCardPoker, "settle_in_order", refusing)

    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(GAME)
            (ann,) = await seated(served, live.id, "Ann")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            with pytest.raises(Refusal, match="not like this"):
                await ann.say("act", decision="play")
            await ann.closes()
            ann = await Visitor(served.app, "Ann", await served.service.people.session("Ann")).attends(
                live.id
            )
            await ann.say("act", decision="fold")
            assert funds(ann) == {"Ann": 9_000}
            assert "Ann: Fold" in words(ann)
            await served.balanced()

    played(story())


def refusing(_: ThreeCardPoker, __: Table, hands: list[object]) -> Round:
    yield from ()
    if hands:
        raise Refused("not like this")
