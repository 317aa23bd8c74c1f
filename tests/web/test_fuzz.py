"""Whatever is sent, the house answers: no failure over HTTP, a sentence over the socket, and the books sum to zero."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from pitboss.web import api
from pitboss.web.messages import AnyCommand, Reply
from pitboss.web.questions import Questions
from pitboss.web.tournament_pages import interface
from tests.web.served import Served, Socket, Visitor, serving
from tests.web.test_roles import FILED, FRIDAY
from tests.web.waiting import PATIENCE

T = TypeVar("T")

BRIEF = settings(
    max_examples=6,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ROLES = ("nobody", "player", "floor", "surveillance", "administrator")


class Running:
    """A house in a thread of its own, so that examples can come one after the other."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._house = serving(folder)
        self.served: Served = self.do(self._house.__aenter__())
        self.people: dict[str, Visitor] = {"nobody": self.served.nobody}
        for role in ROLES[1:]:
            self.people[role] = self.do(self.served.person(f"The-{role}", role))  # type: ignore[arg-type]
        self.table = self.do(self.served.table("three-card-poker")).id
        self.wheel = self.do(self.served.table("big-six")).id
        """Its odds are soon worked out."""
        new = {"file": FRIDAY, "filed": FILED}
        self.tournament = self.do(self.people["floor"].post("/api/tournaments", json=new)).json()["id"]

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def close(self) -> None:
        self.do(self._house.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as around:
        around.setitem(Questions.answer.__kwdefaults__, "patience", PATIENCE)  # nobody is told to ask again
        house = Running(tmp_path_factory.mktemp("fuzz"))
        yield house
        house.close()


# ---- HTTP ------------------------------------------------------------------------------------------------


OPERATIONS = sorted(
    (method, route.path) for route in [*api.router.routes, *interface.routes] for method in route.methods
)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_request_fails_and_every_answer_is_one_that_is_described(
    running: Running, method: str, path: str
) -> None:
    operation = schemathesis.openapi.from_dict(running.served.app.openapi())[path][method]
    described = set(operation.definition.raw["responses"])

    modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

    @BRIEF
    @given(st.one_of(modes) if operation.body or operation.query else modes[0])
    def example(case: Any) -> None:
        if "identity" in (case.path_parameters or {}):
            case.path_parameters["identity"] = running.wheel if path.endswith("/odds") else running.table
        if "tournament" in (case.path_parameters or {}):
            case.path_parameters["tournament"] = running.tournament
        for role, who in running.people.items():
            if (method, path) == ("DELETE", "/api/session") and who.name:
                who = Visitor(who.app, who.name, running.do(running.served.service.people.session(who.name)))
            answer = running.do(sent(who, case))
            assert answer.status_code < 500, (role, answer.text)
            assert str(answer.status_code) in described, (role, answer.status_code, answer.text)

    example()
    running.do(running.served.balanced())


async def sent(who: Visitor, case: Any) -> Any:
    given = case.as_transport_kwargs(base_url="http://house.test")
    headers = {
        name: value for name, value in dict(given.pop("headers")).items() if name.lower() != "authorization"
    }
    given.pop("cookies", None)
    return await who._client.request(
        given.pop("method"), given.pop("url"), headers=headers | who.by_token, **given
    )


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=30),
    st.lists(st.integers(), max_size=3),
)
OPTIONS = st.dictionaries(
    st.sampled_from(["version", "ante-bonus-table", "shuffle", "no-option"]), JUNK, max_size=2
)
TABLES = st.fixed_dictionaries(
    {"game": st.sampled_from(["three-card-poker", "blackjack", "hold-em", "keno", "no-game", ""])},
    optional={
        "name": st.text(max_size=70),
        "seats": st.integers(-1, 40) | JUNK,
        "chip": st.sampled_from(["1", "0", "-1", "x", "0.01", "1e9", "NaN", "Infinity"]) | JUNK,
        "options": OPTIONS,
        "limits": st.dictionaries(
            st.sampled_from(["ante", "pair-plus", "blackjack", "no-wager"]),
            st.tuples(
                st.sampled_from(["1", "5", "0", "-5", "x", "NaN", "1e99"]), st.sampled_from(["10", "1", "x"])
            )
            | JUNK,
            max_size=2,
        ),
        "pay_tables": st.dictionaries(
            st.sampled_from(["pair-plus", "ante", "no-wager"]),
            st.dictionaries(
                st.sampled_from(["pair", "flush", "x"]),
                st.sampled_from(["1 to 1", "3 for 2", "0 to 0", "x", ""]),
            )
            | JUNK,
            max_size=2,
        ),
        "file": st.text(max_size=50)
        | st.sampled_from(
            [
                'game = "../etc/passwd"',
                'game = "three-card-poker"\nseats = 0',
                'game = "three-card-poker"\nseats = 10000000000',
                'game = "three-card-poker"\nchip = nan',
                'game = "three-card-poker"\nlimits.ante = [inf, -inf]',
                "game = 3",
                "[game]",
            ]
        ),
    },
)


@pytest.mark.parametrize("path", ["/api/check", "/api/tables"])
def test_a_table_that_is_nearly_right_is_opened_or_refused_in_a_sentence(running: Running, path: str) -> None:
    player = running.people["player"]

    @settings(BRIEF, max_examples=80)
    @given(TABLES)
    def example(table: dict[str, Any]) -> None:
        answer = running.do(
            player.post(
                path,
                content=json.dumps(table),
                headers=player.by_token | {"content-type": "application/json"},
            )
        )
        assert answer.status_code in (200, 201, 404, 409, 422), answer.text
        if answer.status_code >= 400:
            assert len(answer.json()["detail"]) > 5
        elif path == "/api/tables":
            assert running.do(player.does(answer.json()["id"], "close")).status_code == 200

    example()


@pytest.mark.parametrize(
    "path",
    [
        "/tables/%00",
        "/tables/nowhere",
        "/tables/{table}/rounds/99999999999999999999999",
        "/tables/{table}/rounds/0",
        "/tables/{table}/rounds/-1",
        "/tables/{table}/rounds/x",
        "/tables/%F0%9F%82%A0/guide",
        "/surveillance/%00",
        "/games/..%2f..%2fetc%2fpasswd",
        "/games/no-game/open",
        "/games/no-game/layout.svg",
        "/games/three-card-poker/open?version=nothing&shuffle=%00&junk=1",
        "/api/tables/{table}/rounds/99999999999999999999999",
        "/api/tables/{table}/rounds?before=99999999999999999999999",
        "/api/tables/%00",
        "/sign-in?next=%00%ff",
        "/%00",
    ],
)
def test_an_address_that_leads_nowhere_is_answered_with_a_sentence(running: Running, path: str) -> None:
    boss = running.people["administrator"]
    answer = running.do(boss.sees(path.format(table=running.table)))
    assert answer.status_code in (200, 404, 422)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": "99"},
        {"seats": "9" * 5000},
        {"seats": "\u0663"},
        {"file": "x" * 200_000},
        {"file": "game = 1"},
        {"file": 'game = "../x"'},
        {"limit.ante.least": "x", "limit.ante.most": "y"},
        {"limit.ante.least": "NaN", "limit.ante.most": "Infinity"},
        {"limit.ante.least": "1e400", "limit.ante.most": "5"},
        {"limit.no-wager.least": "5", "limit.no-wager.most": "10"},
        {"version": "nothing"},
        {"name": "\x00"},
    ],
)
def test_a_form_filled_in_at_random_opens_a_table_or_is_shown_again_with_a_sentence(
    running: Running, fields: dict[str, str]
) -> None:
    player = running.people["player"]
    answer = running.do(player.submits("/games/three-card-poker/open", **fields))
    assert answer.status_code in (303, 404, 409, 422), answer.text
    if answer.status_code == 303:
        running.do(player.does(answer.headers["location"].rpartition("/")[2], "close"))
    else:
        assert 'class="refused"' in answer.text


# ---- the socket ------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "ante",
        "play",
        "fold",
        "pair-plus",
        "ante@2",
        "ante:3",
        "@",
        ":",
        "",
        "version",
        "card-face-up",
        "deal",
        "best",
        "simple",
    ]
)
AMOUNTS = st.sampled_from(
    ["10", "5", "0", "-5", "0.01", "10.55", "999999999", "-0", "1.", ".5", "1e3", "NaN", "٣", "10\n", ""]
)
VALUES = st.one_of(
    WORDS,
    AMOUNTS,
    st.integers(-2, 8),
    st.integers(),
    st.booleans(),
    st.none(),
    st.text(max_size=10),
    st.tuples(WORDS, st.integers(-1, 5)),
    st.dictionaries(
        WORDS | st.sampled_from(["name", "at", "self", "position", "seat"]),
        WORDS | st.integers() | st.booleans(),
        max_size=2,
    ),
    st.dictionaries(WORDS, st.tuples(AMOUNTS, AMOUNTS), max_size=2),
)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "id": st.integers(0, 1000),
    "seat": st.integers(1, 8),
    "amount": AMOUNTS,
    "wager": WORDS,
    "decision": WORDS,
    "play": WORDS,
    "irregularity": st.sampled_from(
        ["card-face-up", "shuffler-jam", "dealer-card-exposed", "card-drawn-in-error"]
    ),
    "at": st.none() | st.tuples(st.sampled_from(["deal", "ask", "settle", "nowhere"]), st.integers(0, 9)),
    "position": WORDS,
    "detail": st.dictionaries(
        st.sampled_from(["name", "at", "self", "position", "card"]), WORDS | st.integers(), max_size=2
    ),
    "why": WORDS,
    "text": WORDS | st.text(max_size=130),
    "name": WORDS | st.sampled_from(["ann", "Ann", "\x07"]),
    "seed": WORDS | st.text(max_size=70),
    "limits": st.dictionaries(WORDS, st.tuples(AMOUNTS, AMOUNTS), max_size=2),
    "options": st.dictionaries(WORDS, WORDS | st.integers() | st.booleans(), max_size=2),
    "minutes": st.sampled_from([30, 0, -1, 29.99, 10_080, 1e9]),
    "chip": AMOUNTS,
    "increment": AMOUNTS,
    "shows": WORDS | st.sampled_from(["Ah", "17", "3 4"]),
    "on": st.booleans(),
    "everywhere": st.booleans(),
}


@st.composite
def commands(draw: st.DrawFn) -> str:
    """A command with fields that fit, do not fit, lack or are too many."""
    kind = draw(st.sampled_from(get_args(AnyCommand)))
    fields: dict[str, Any] = {"do": kind.__struct_config__.tag}
    if fields["do"] in ("close", "close-after"):
        fields["do"] = "leave"
    for name in kind.__struct_fields__:
        if (chance := draw(st.integers(0, 9))) > 0:
            fields[name] = draw(PLAUSIBLE[name] if chance > 1 else VALUES)
    if draw(st.integers(0, 19)) == 0:
        fields[draw(WORDS)] = draw(VALUES)
    return json.dumps(fields)


FRAMES = st.one_of(
    commands(),
    commands(),
    commands(),
    st.text(max_size=60),
    st.binary(max_size=60),
    st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3)).map(json.dumps),
    st.sampled_from(
        [
            "{}",
            "[]",
            "null",
            '{"do":"sit"}',
            '{"do":null}',
            '{"id":1e400,"do":"ready"}',
            "[" * 5000,
            '{"do":"bet",' * 50,
            "x" * 50_000,
        ]
    ),
)


def test_a_socket_answers_every_frame_with_a_sentence_and_the_table_stands(running: Running) -> None:
    live = running.do(running.served.table("three-card-poker"))
    crowd = {
        role: running.do(running.people[role].attends(live.id)) for role in ("nobody", "player", "floor")
    }
    running.do(crowd["player"].say("sit", seat=1, amount="1000"))

    @settings(BRIEF, max_examples=400)
    @given(st.sampled_from(sorted(crowd)), st.lists(FRAMES, min_size=1, max_size=4))
    def example(role: str, frames: list[str | bytes]) -> None:
        for answer in running.do(answers(crowd[role], frames)):
            assert set(answer) <= set(Reply.__struct_fields__)
            assert "failed" not in answer.get("refused", "")
            if role == "nobody":
                assert answer["refused"]

    example()
    running.do(running.served.balanced())
    assert running.served.service.house.tables[live.id] is live  # it never had to be restored
    assert running.do(running.people["floor"].get(f"/api/tables/{live.id}/audit")).json()["verified"]


async def answers(socket: Socket, frames: list[str | bytes]) -> list[dict[str, Any]]:
    """What these frames are answered: each exactly once."""

    def heard() -> list[str]:
        return [frame for frame in socket.frames if frame.startswith('{"reply"')]

    before = len(heard())
    for frame in frames:
        socket.send(frame)
    await socket.until(lambda: len(heard()) >= before + len(frames))
    told = heard()[before:]
    socket.frames.clear()
    assert len(told) == len(frames)
    return [json.loads(each) for each in told]
