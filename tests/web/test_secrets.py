"""Nobody is told what he may not know: not a card that lies face down to him, not the chance of a round to come."""

from __future__ import annotations

import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import games
from pitboss.table.audit import audit
from pitboss.web.live import Guest, LiveTable
from pitboss.web.views import Moment
from pitboss.web.watch import Structured
from tests.properties import often
from tests.web.served import Served, Socket, Visitor, serving
from tests.web.truth import GLYPH, Truth
from tests.web.waiting import played

MANY, SOME = often(6, 40), often(3, 10)
"""Rounds of the games in which most can go wrong, and of the others."""
HIDDEN = (
    "three-card-poker",
    "blackjack",
    "hold-em",
    "caribbean-stud-poker",
    "let-it-ride-poker",
    "colorado-hold-em-poker",
    "ultimate-texas-hold-em",
    "four-card-poker",
)
FAMILIES = ("blackjack", "baccarat", "house-poker", "pai-gow", "poker-room")
ADVISED = ("three-card-poker", "blackjack", "hold-em")
"""Games whose advice does not take long."""
OTHERS = [each.id for each in games() if each.family in FAMILIES and each.id not in HIDDEN]


def without(text: str, *known: str) -> str:
    """A text less what the asker knows anyway."""
    for each in filter(None, known):
        text = text.replace(each, "")
    return text


class Company:
    """People around one table, who play at random; what each was told is kept."""

    def __init__(self, served: Served, live: LiveTable, chance: random.Random) -> None:
        self.served, self.live, self.chance = served, live, chance
        self.people: dict[str, Visitor] = {}
        self.sockets: list[tuple[str, Socket]] = []
        self.asked_http: list[tuple[str, str, int]] = []
        self.refused: set[str] = set()

    async def gather(self) -> None:
        for name in ("Ann", "Bob", "Cas", "Dan"):
            await self._comes(name, await self.served.person(name, dollars=1_000_000))
        await self._comes("Flo", await self.served.person("Flo", "floor"))
        await self._comes("Eve", await self.served.person("Eve", "surveillance"))
        await self._comes("", self.served.nobody)
        for seat, name in enumerate(("Ann", "Bob", "Cas"), 1):
            await self.tries(name, "sit", seat=seat, amount="5000")

    async def _comes(self, name: str, visitor: Visitor) -> None:
        self.people[name] = visitor
        self.sockets.append((name, await visitor.attends(self.live.id)))

    def socket(self, name: str) -> Socket:
        return next(socket for who, socket in self.sockets if who == name)

    async def tries(self, name: str, do: str, **fields: object) -> bool:
        answer = await self.socket(name).answer(do, **fields)
        if refused := answer.get("refused"):
            self.refused.add(refused)
        return not refused

    @property
    def seated(self) -> dict[int, str]:
        return {seat: who.name for seat, who in sorted(self.live.table.seats.items())}

    async def plays_a_round(self) -> None:
        table, chance = self.live.table, self.chance
        if not table.playing:
            await self._changes_seats()
            for name in self.seated.values():
                await self._bets(name)
            for name in list(self.seated.values()):
                if not self.live.table.playing:
                    await self.tries(name, "ready")
        while table.asked is not None:
            who = self.seated[table.asked.seat]
            if chance.random() < 0.1:
                await self._does_something_wrong()
            if chance.random() < 0.05:
                await self._asks_by_http()
            if chance.random() < 0.02:
                await self._comes_again()
            if chance.random() < 0.005:
                await self.tries("Flo", "void", why="the wrong deck")
                continue
            choice = chance.choice(table.asked.choices)
            amount = {}
            if choice.most:
                steps = min((choice.most - choice.least) // choice.step, 3)
                cents = choice.least + choice.step * chance.randint(0, steps)
                amount = {"amount": f"{cents // 100}.{cents % 100:02}"}
            if not await self.tries(who, "act", decision=choice.id, **amount):
                await self.tries(who, "act", decision=table.asked.choices[-1].id)
            if chance.random() < 0.1:
                await self._leaves_early(who)

    async def _bets(self, name: str) -> None:
        told = (await self.people[name].get(f"/api/tables/{self.live.id}/legal")).json()
        wagers = self.live.table.rules.wagers
        required = {wager.id for wager in wagers.values() if wager.required} or {next(iter(wagers), "")}
        required.add("pot")
        for each in sorted(told["wagers"], key=lambda each: each["wager"] not in required):
            if each["wager"] in required or self.chance.random() < 0.3:
                least = each["least"]
                await self.tries(name, "bet", wager=each["wager"], amount=f"{least // 100}.{least % 100:02}")

    async def _changes_seats(self) -> None:
        """Now and then somebody takes a seat that another has just left."""
        table = self.live.table
        for seat, name in self.seated.items():
            if table.chips(seat) < 200_000:
                await self.tries(name, "buy", amount="5000")
        if self.chance.random() < 0.25:
            seat = self.chance.choice(list(self.seated))
            away = next(each for each in ("Ann", "Bob", "Cas", "Dan") if each not in self.seated.values())
            if await self.tries(self.seated[seat], "leave"):
                await self.tries(away, "sit", seat=seat, amount="5000")

    async def _leaves_early(self, name: str) -> None:
        """Whoever is out of a round may leave; whoever takes the seat has no part in the round."""
        seat = next((each for each, who in self.seated.items() if who == name), None)
        if seat is not None and self.live.table.playing and await self.tries(name, "leave"):
            away = next(each for each in ("Ann", "Bob", "Cas", "Dan") if each not in self.seated.values())
            await self.tries(away, "sit", seat=seat, amount="5000")

    async def _does_something_wrong(self) -> None:
        name = self.chance.choice(("Ann", "Bob", "Cas", "Dan", "Flo"))
        do, fields = self.chance.choice(
            [
                ("act", {"decision": "peek"}),
                ("act", {"decision": "play", "amount": "0.01"}),
                ("bet", {"wager": "ante", "amount": "10"}),
                ("bet", {"wager": "nothing", "amount": "10"}),
                ("remove", {"wager": "ante"}),
                ("buy", {"amount": "10"}),
                ("sit", {"seat": 99, "amount": "10"}),
                ("call", {"irregularity": "earthquake"}),
                ("ready", {}),
            ]
        )
        await self.tries(name, do, **fields)

    async def _comes_again(self) -> None:
        name = self.chance.choice(("Ann", ""))
        self.sockets.append((name, await self.people[name].attends(self.live.id)))
        while len(self.sockets) > 12:
            await self.sockets[7][1].leave()
            self._gone = self.sockets.pop(7)
            self.asked_http += [
                (self._gone[0], frame, 0) for frame in self._gone[1].frames if '"reply"' in frame
            ]

    async def _asks_by_http(self) -> None:
        table, number = self.live.id, max(self.live.table.rounds, 1)
        await self.served.service.house.safe()
        for path in (
            f"/api/tables/{table}",
            f"/api/tables/{table}/rules",
            f"/api/tables/{table}/legal",
            f"/api/tables/{table}/rounds",
            "/api/tables",
            "/api/me/rounds",
            f"/tables/{table}",
            f"/api/tables/{table}/rounds/{number + 1}",
            "/metrics",
        ):
            name = self.chance.choice(["Ann", "Bob", "Flo", ""])
            answer = await self.people[name].get(path)
            assert answer.status_code in (200, 401, 404)
            text = without(answer.text, self.people[name].csrf)
            self.asked_http.append((name, text, self.live.table.journal.count))


async def told_truly(company: Company) -> Truth:
    """Check everything that anybody was told against the journal; returns what is true."""
    served, live = company.served, company.live
    await served.service.house.safe()
    truth = Truth(await served.lines(live.id))
    for who, socket in company.sockets:
        before = 0
        for frame in socket.frames:
            before = truth.check_frame(who, frame, before)
    for who, text, line in company.asked_http:
        truth.check(who, text, line - 1, line or 1)
    return truth


async def retold_truly(company: Company, truth: Truth) -> None:
    """Rounds told again hold only what the asker was shown while he sat there."""
    live = company.live
    for number in company.chance.sample(range(1, live.table.rounds + 1), 2):
        for name in ("Ann", "Dan", "Flo", "", "Eve"):
            told = (await company.people[name].get(f"/api/tables/{live.id}/rounds/{number}")).json()
            first, last = told["lines"]
            secret, promise = told.pop("secret"), told.pop("promise")
            assert bool(secret) == bool(promise)
            if live.table.game.reveals == "closing":
                assert not secret
            for step in told["steps"]:
                truth.check(name, json.dumps(step, ensure_ascii=False), first - 1, last + 1, name == "Eve")
            if name not in ("Ann", ""):
                continue
            page = await company.people[name].sees(f"/tables/{live.id}/rounds/{number}")
            text = without(page.text, company.people[name].csrf, secret, promise)
            truth.check(name, text, first - 1, last + 1, name == "Eve")


async def public_truly(company: Company, truth: Truth) -> None:
    """The public journal is the truth as far as it goes, keeps the secrets not told, and passes the audit."""
    live = company.live
    lines = await company.served.lines(live.id)
    for name in ("", "Ann", "Flo"):
        told = (await company.people[name].get(f"/api/tables/{live.id}/journal")).content.splitlines()
        assert told == lines[: len(told)]
        for line in told:
            for event in json.loads(line)["events"]:
                if event["do"] == "commit":
                    assert event["promise"] not in truth.unsaid[-1]
        if live.table.game.reveals == "round" and not live.table.playing:
            assert len(told) >= len(lines) - 8  # all but the promise of the round to come, and wagers for it
        assert not told or audit(told)["verified"]
    seen = (await company.people["Eve"].get(f"/api/tables/{live.id}/journal")).content
    secrets = [
        event["secret"]
        for line in lines
        for event in json.loads(line)["events"]
        if event["do"] == "commit" and event["promise"] == live.table.promise
    ]
    assert len(secrets) == bool(live.table.promise)
    assert all(secret.encode() not in seen for secret in secrets)


def hidden_cards_swapped(live: LiveTable, seat: int | None, chance: random.Random) -> Any:
    """Exchange the cards that a seat does not see among each other and with the shoe; returns how to undo it."""
    table = live.table
    places = [
        held
        for hand in table.hands.values()
        for held in hand
        if not held.up and (seat is None or seat not in held.seats)
    ]
    shoe = table.shoes[""]
    before = [held.card for held in places], list(shoe)
    pool = before[0] + before[1]
    chance.shuffle(pool)
    for held, card in zip(places, pool, strict=False):
        held.card = card
    shoe[:] = pool[len(places) :]

    def undo() -> None:
        for held, card in zip(places, before[0], strict=True):
            held.card = card
        shoe[:] = before[1]

    return undo


async def whole_story(game: str, rounds: int, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "pitboss")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    async with serving(folder) as served:
        live = await served.table(game)
        company = Company(served, live, random.Random(f"{game} {rounds}"))
        await company.gather()
        for _ in range(rounds):
            await company.plays_a_round()
        assert live.table.rounds >= rounds * 0.9, company.refused
        truth = await told_truly(company)
        await retold_truly(company, truth)
        await public_truly(company, truth)
        logged = "\n".join(Structured().format(record) for record in caplog.records)
        assert live.id in logged
        for word in (*truth.secrets, *(who.token for who in company.people.values() if who.token)):
            assert word not in logged
        assert not GLYPH.search(logged)
        await served.balanced()
        while live.table.playing:
            await company.plays_a_round()
        assert await company.tries("Flo", "close")
        truth = await told_truly(company)
        assert not truth.unsaid[-1]  # when the table is closed every promise has been kept
        journal = (await served.nobody.get(f"/api/tables/{live.id}/journal")).content
        assert journal.splitlines() == await served.lines(live.id)
        assert audit(journal.splitlines())["verified"]
        await served.balanced()


@pytest.mark.parametrize("game", [*HIDDEN, *OTHERS])
def test_neither_the_view_of_a_table_nor_advice_depends_on_cards_that_the_player_does_not_see(
    tmp_path: Path, game: str
) -> None:
    """The hidden cards are exchanged with each other and with the shoe: everything told stays the same."""

    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(game)
            company = Company(served, live, random.Random(game))
            await company.gather()
            advised = 0
            for _ in range(3):
                for name in company.seated.values():
                    await company._bets(name)
                for name in company.seated.values():
                    if not live.table.playing:
                        await company.tries(name, "ready")
                while (ask := live.table.asked) is not None:
                    name = company.seated[ask.seat]
                    for guest in [guest for guest in live.guests if guest.name in (name, "")]:
                        seat = live.seat_of(guest.name)
                        before = _view(live, guest)
                        undo = hidden_cards_swapped(live, seat, company.chance)
                        assert _view(live, guest) == before
                        undo()
                    if game in ADVISED and advised < 1:
                        advised += 1
                        best = await company.people[name].get(f"/api/tables/{live.id}/advice")
                        undo = hidden_cards_swapped(live, ask.seat, company.chance)
                        again = await company.people[name].get(f"/api/tables/{live.id}/advice")
                        assert again.json() == best.json()
                        undo()
                    choice = company.chance.choice(ask.choices)
                    least = f"{choice.least // 100}.{choice.least % 100:02}"
                    await company.tries(
                        name, "act", decision=choice.id, **({"amount": least} if choice.most else {})
                    )

    played(story())


def _view(live: LiveTable, guest: Guest) -> dict[str, Any]:
    live._face = None  # whatever lies there is looked at anew
    told: dict[str, Any] = json.loads(Moment(live).table(guest))
    return {key: value for key, value in told.items() if key != "now"}


@pytest.mark.parametrize("game", HIDDEN)
def test_nobody_is_told_what_he_may_not_know(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    played(whole_story(game, MANY, tmp_path, caplog))


@pytest.mark.parametrize("game", OTHERS)
def test_nobody_is_told_what_he_may_not_know_at_the_other_card_games(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    played(whole_story(game, SOME, tmp_path, caplog))
