"""No file, however hostile, takes long or much, shows a traceback, or makes anybody run a program."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import files
from pitboss.law import Refused, Slip
from pitboss.table.audit import audit, narrated
from pitboss.table.case import read_case, settle
from pitboss.table.check import findings, table_file
from pitboss.table.journal import _link
from tests.core.forked import Ended, Forked
from tests.web.waiting import PATIENCE

SECONDS, MEGABYTES = 2, 200
MB = 1_000_000
TESTS = Path(__file__).parent.parent
GOLDEN = sorted((TESTS / "golden").glob("*/*.jsonl"))
WORKED = [
    round_["case"]
    for page in sorted(TESTS.glob("*/worked.json"))
    for round_ in json.loads(page.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    process = Forked(tmp_path_factory.mktemp("files"))
    yield process
    process.end()


def in_a_sentence(ended: Ended) -> None:
    assert ended.code in (0, 1, 2), ended.said
    assert "Traceback" not in ended.said
    assert ended.seconds < SECONDS, ended
    assert ended.megabytes < MEGABYTES, ended
    if ended.code == 2:
        assert ended.said.startswith("pitboss: ")
        assert len(ended.said.splitlines()) == 1


# ---- what somebody who wants harm would send ----------------------------------------------------------------------

POKER = 'game = "three-card-poker"\n'
NOISE = {
    "nothing": b"",
    "zeros": b"\0" * MB,
    "not text": b"\xff\xfe" * (MB // 2),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "another encoding": '{"game": "craps"}'.encode("utf-16"),
    "spaces": b" " * MB,
    "lines": b"\n" * MB,
    "brackets": b"[" * MB,
    "brackets within": b'{"game": "craps", "state": {"point": ' + b"[" * 400_000,
    "braces": b'{"a":' * (MB // 5),
    "a number": b"9" * MB,
    "a long string": b'"' + b"x" * (MB - 2) + b'"',
}
TABLES = {
    "dotted keys": "a." * 49_000 + "a = 1",
    "a dotted header": "[" + "a." * 49_000 + "a]",
    "dotted keys in braces": "x = {" + "a." * 49_000 + "a = 1}",
    "dotted keys by the thousand": "\n".join(f"a{n}.b.c.d.e = 1" for n in range(5_000)),
    "deep keys by the hundred": "\n".join(f"a{n}" + ".b" * 240 + " = 1" for n in range(180)),
    "brackets": "x = " + "[" * 90_000,
    "braces": "x = " + "{a=" * 30_000,
    "headers": "[[a]]\n[[a.b]]\n" * 6_000,
    "digits": POKER + "seats = " + "9" * 5_000,
    "hexadecimal digits": POKER + "seats = 0x" + "f" * 90_000,
    "a chip of many digits": POKER + "chip = 0x" + "f" * 90_000,
    "an option of many digits": POKER + "[options]\npositions-per-player = 0x" + "f" * 90_000,
    "options": POKER + "[options]\n" + "\n".join(f"o{n} = []" for n in range(8_000)),
    "limits": POKER + "[limits]\n" + "\n".join(f"o{n} = [1, 2]" for n in range(6_000)),
    "rows": POKER + "[pay_tables.pair-plus]\n" + "\n".join(f'o{n} = "1 to 1"' for n in range(5_000)),
    "a name": POKER + 'name = "' + "x" * 90_000 + '"',
    "a game": 'game = "' + "x" * 90_000 + '"',
    "signs for the terminal": 'game = "\\u001b[31m\\u0000"',
    "a string without an end": 'name = """' + "x" * 90_000,
}
SEAT: dict[str, Any] = {"seat": 1, "wagers": {"ante": 10}, "decisions": ["fold"]}
POKER_CASE: dict[str, Any] = {"game": "three-card-poker", "seed": 1, "seats": [SEAT]}
CASES = {
    "an integer of 4,000 digits": '{"game":"craps","seats":[{"seat":1,"wagers":{"pass":%s}}]}'
    % ("9" * 4_000),
    "an integer of 5,000 digits": '{"game":"craps","positions":%s}' % ("9" * 5_000),
    "a number beyond all": '{"game":"craps","seats":[{"seat":1,"wagers":{"pass":1e999}}]}',
    "half a letter": '{"game":"\\ud800"}',
    "many digits in quotes": json.dumps({"game": "craps", "chip": "9" * 400_000}),
    "a game": json.dumps({"game": "x" * 400_000}),
    "a name": json.dumps({**POKER_CASE, "seats": [{**SEAT, "name": "x" * 400_000}]}),
    "seats": json.dumps({**POKER_CASE, "seats": [{"seat": n} for n in range(30_000)]}),
    "wagers": json.dumps(
        {**POKER_CASE, "seats": [{"seat": 1, "wagers": {f"w{n}": 1 for n in range(30_000)}}]}
    ),
    "a wager": json.dumps({**POKER_CASE, "seats": [{"seat": 1, "wagers": {"ante:" + "x" * 400_000: 1}}]}),
    "tickets": json.dumps(
        {
            "game": "keno",
            "seed": 1,
            "seats": [{"seat": 1, "wagers": {f"multi-race:{n}:1-2": n for n in range(2, 2_400)}}],
        }
    ),
    "ways": json.dumps(
        {
            "game": "keno",
            "seats": [{"seat": 1, "wagers": {"way:" + "/".join(map(str, range(1, 81))) + "*40": 1}}],
        }
    ),
    "decisions": json.dumps({**POKER_CASE, "seats": [{**SEAT, "decisions": ["fold"] * 40_000}]}),
    "cards of a decision": json.dumps(
        {**POKER_CASE, "seats": [{**SEAT, "decisions": [["a", *["As"] * 50_000]]}]}
    ),
    "throws": json.dumps(
        {"game": "craps", "seats": [{"seat": 1, "wagers": {"pass": 10}}], "dice": [[1, 3]] * 50_000}
    ),
    "a throw": json.dumps(
        {"game": "craps", "seats": [{"seat": 1, "wagers": {"pass": 10}}], "dice": [[1] * 150_000]}
    ),
    "numbers": json.dumps({"game": "keno", "numbers": [1] * 150_000}),
    "cards": json.dumps({**POKER_CASE, "cards": {str(n): ["As"] for n in range(25_000)}}),
    "events": json.dumps({**POKER_CASE, "events": [{"irregularity": "card-drawn-in-error"}] * 10_000}),
    "as many events as there may be": json.dumps(
        {**POKER_CASE, "events": [{"irregularity": "card-drawn-in-error"}] * 2_400}
    ),
    "as many void throws as there may be": json.dumps(
        {
            "game": "craps",
            "seed": 1,
            "seats": [{"seat": 1, "wagers": {"pass": 10}}],
            "events": [{"irregularity": "die-off-table"}] * 2_400,
        }
    ),
    "empty rounds": json.dumps({"game": "keno", "seed": 1, "rounds": [{}] * 120_000}),
    "as many rounds as there may be": json.dumps({"game": "keno", "seed": 1, "rounds": [{}] * 1_000}),
    "seeded rounds": json.dumps({"game": "three-card-poker", "seed": 1, "rounds": [{"seats": [SEAT]}] * 800}),
    "options": json.dumps({**POKER_CASE, "options": {f"o{n}": 1 for n in range(30_000)}}),
    "amounts of an option": json.dumps({"game": "hold-em", "seed": 1, "options": {"blinds": "1 " * 200_000}}),
    "rows": json.dumps(
        {**POKER_CASE, "pay_tables": {"pair-plus": {f"o{n}": "1 to 1" for n in range(20_000)}}}
    ),
    "rates": json.dumps(
        {
            "game": "keno",
            "seed": 1,
            "pay_tables": {"straight": {f"{n}-of-20": f"{n} to {10**6 - n}" for n in range(9_000)}},
        }
    ),
}


@pytest.mark.parametrize("name", NOISE)
@pytest.mark.parametrize("command", ["settle", "check", "audit", "replay"])
def test_noise_is_answered_in_a_sentence(forked: Forked, command: str, name: str, tmp_path: Path) -> None:
    page = tmp_path / "noise"
    page.write_bytes(NOISE[name])
    ended = forked.run(command, page)
    in_a_sentence(ended)
    assert ended.code != 0


@pytest.mark.parametrize("name", ["not text", "brackets"])
@pytest.mark.parametrize(
    "words",
    [
        *("diff {} {good}", "diff {good} {}", "notice {}", "notice {good} --limits --change {}", "phh {}"),
        *(
            f"{command} {{}}"
            for command in ("proof", "odds", "report", "petition", "guide", "layout", "rules", "strategy")
        ),
        *("odds mini-dice --all --out {}.csv", "odds mini-dice --all --out {}.json", "diff {}.csv {}.json"),
    ],
)
def test_noise_in_place_of_a_game_a_table_or_an_almanac(
    forked: Forked, words: str, name: str, tmp_path: Path
) -> None:
    good, page = tmp_path / "good.toml", tmp_path / "noise.toml"
    good.write_text(POKER)
    for ending in ("", ".csv", ".json"):
        Path(f"{page}{ending}").write_bytes(NOISE[name])
    ended = forked.run(*words.replace("{good}", str(good)).replace("{}", str(page)).split())
    in_a_sentence(ended)
    assert ended.code == 2


@pytest.mark.parametrize("name", TABLES)
def test_a_hostile_table_file_is_answered_in_a_sentence(forked: Forked, name: str, tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(TABLES[name], encoding="utf-8")
    ended = forked.run("check", page)
    in_a_sentence(ended)
    assert ended.code != 0


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_case_is_answered_in_time(forked: Forked, name: str, tmp_path: Path) -> None:
    page = tmp_path / "case.json"
    page.write_text(CASES[name], encoding="utf-8")
    in_a_sentence(forked.run("settle", page))


@pytest.mark.parametrize(
    "page", [min(GOLDEN, key=lambda page: abs(page.stat().st_size - MB))], ids=lambda page: page.stem
)
@pytest.mark.parametrize("command", ["audit", "replay"])
def test_an_honest_journal_of_a_megabyte_takes_no_longer(forked: Forked, command: str, page: Path) -> None:
    ended = forked.run(command, page)
    in_a_sentence(ended)
    assert ended.code == 0


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
@pytest.mark.parametrize("command", ["settle", "check", "audit", "replay", "serve --check --config"])
def test_a_file_without_an_end_is_not_read_to_it(forked: Forked, command: str, device: str) -> None:
    in_a_sentence(forked.run(*command.split(), device))


def test_a_pipe_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", _FILLS, str(pipe)], stderr=subprocess.DEVNULL) as filling:
        with pytest.raises(Refused, match="larger than 500,000 bytes"):
            files.read(pipe)
        filling.kill()


_FILLS = "import sys; f = open(sys.argv[1], 'wb')\nwhile True: f.write(b'0' * 65536)"


@pytest.mark.parametrize(
    "words",
    [
        *("play craps --bankroll=-5", "play craps --bankroll=nan", "play craps --bankroll=1e400"),
        *(
            "play craps --bankroll=0.001",
            "play craps --players=0",
            "play craps --players=-99999999999999999999",
        ),
        *("simulate craps --plan pass --sessions=1 --rounds=9 --bankroll=-5", "simulate craps --rounds=-1"),
        *("simulate craps --plan pass@1", "odds craps --wager pass:1", "odds craps --wager pass@1"),
        *("odds roulette --wager straight:99", "play craps --set chip=0", "audit /nowhere", "check /tmp"),
        *(
            "settle nothing.json",
            "play ./nothing.toml",
            "play /dev/zero",
            "rules craps --set odds-multiple=1e9",
        ),
    ],
)
def test_a_number_that_is_none_is_answered_in_a_sentence(forked: Forked, words: str) -> None:
    ended = forked.run(*words.split())
    in_a_sentence(ended)
    assert ended.code == 2


@pytest.mark.parametrize("odds", ["0 to 0", "1 to 0", "0 to 1", "1000000000000000 to 1", ", to ,"])
def test_odds_that_are_none_make_no_table(forked: Forked, odds: str, tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(f'{POKER}[pay_tables.pair-plus]\npair = "{odds}"\n', encoding="utf-8")
    ended = forked.run("check", page)
    in_a_sentence(ended)
    assert ended.code != 0


@pytest.mark.parametrize(
    ("written", "point"),
    [
        ("chip = 5000", "no stake of ante is a multiple of $5,000 and within its limits"),
        (
            '[limits]\npair-plus = ["1", "10000"]\n[pay_tables.pair-plus]\npair = "100,000,000 to 1"',
            "could win more than $100,000,000,000",
        ),
        (
            '[limits]\npair-plus = ["1", "1000000000"]\n[pay_tables.pair-plus]\nstraight-flush = "1000 to 1"',
            "$1,000,000,000 on pair-plus could win more",
        ),
    ],
)
def test_8_2_a_stakes_that_could_not_be_taken_or_paid_are_unlawful_points(
    forked: Forked, written: str, point: str, tmp_path: Path
) -> None:
    page = tmp_path / "table.toml"
    page.write_text(POKER + written, encoding="utf-8")
    ended = forked.run("check", page)
    assert ended.code == 1
    assert point in ended.said


# ---- spoiled files --------------------------------------------------------------------------------------------------

WHOLE = [0, -1, 1, 7, 99, 10**9, 10**15, 2**63, 10**30, int("9" * 4_000)]
WORDS = [
    "",
    "x",
    "a" * 3_000,
    "\x00",
    "ante@1",
    "ante:",
    "@",
    "(abc",
    "(1,",
    "./evil.toml",
    "seat:99",
    "bank",
    "1.2",
    "0",
]
ANYTHING: list[Any] = [*WHOLE, *WORDS, True, None, [], {}, [[]], {"a": 1}, 1.5, 1e300, "１０", "\ud83c"]


def spoiled(told: Any, chance: random.Random) -> Any:
    """The same with something in it changed."""
    if chance.random() < 0.15 or told is None:
        return chance.choice(ANYTHING)
    if isinstance(told, dict) and told:
        key = chance.choice(list(told))
        other = {**told, key: spoiled(told[key], chance)}
        if chance.random() < 0.1:
            other[chance.choice(WORDS)] = other.pop(key)
        return other
    if isinstance(told, list) and told:
        place = chance.randrange(len(told))
        kept = [*told[:place], spoiled(told[place], chance), *told[place + 1 :]]
        return chance.choice([kept, kept, kept, told * 2, told[:1], told[::-1]])
    if isinstance(told, bool):
        return not told
    return chance.choice(WHOLE) if isinstance(told, int) else chance.choice(WORDS)


def chained(entries: list[Any]) -> list[bytes]:
    """Lines whose chain is sound, whatever they say."""
    lines, chain = [], ""
    for entry in entries:
        body = json.dumps(
            {key: entry[key] for key in entry if key != "chain"}, separators=(",", ":")
        ).encode()[:-1]
        chain = _link(chain, body)
        lines.append(body + b',"chain":"' + chain.encode() + b'"}')
    return lines


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_a_spoiled_journal_is_refused_or_follows_from_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    page = chance.choice(GOLDEN)
    with page.open("rb") as lines:
        entries = [json.loads(line) for _, line in zip(range(chance.choice([2, 8, 25])), lines, strict=False)]
    place = chance.randrange(len(entries))
    told = spoiled(entries[place], chance)
    entries[place] = {**told, "n": place} if isinstance(told, dict) else {"n": place, "command": told}
    lines_ = chained(entries)
    assert isinstance(audit(lines_)["verified"], bool)
    try:
        told_again = list(narrated(lines_))
    except (Refused, Slip) as refused:
        sentence = str(refused)
    else:
        sentence = "as it should" if told_again else ""
    assert sentence


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_a_spoiled_case_is_refused_or_settled(seed: int) -> None:
    chance = random.Random(seed)
    case = spoiled(chance.choice(WORKED), chance)
    try:
        answer: object = settle(read_case(json.dumps(case)))
    except (Refused, Slip) as refused:
        answer = str(refused)
    assert answer


TABLE = {
    "game": "three-card-poker",
    "seats": 6,
    "chip": "1",
    "name": "Four",
    "options": {"positions-per-player": 2, "version": "base"},
    "limits": {"ante": ["10", 500], "pair-plus": [5.0, "100"]},
    "pay_tables": {"pair-plus": {"straight": "6 to 1", "pair": "1 to 1"}},
}


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_a_spoiled_table_is_refused_or_checked(seed: int) -> None:
    table = spoiled(TABLE, random.Random(seed))
    try:
        points: object = findings(table_file(table))
    except (Refused, Slip) as refused:
        points = str(refused)
    assert points is not None


# ---- what runs ------------------------------------------------------------------------------------------------------


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A game that leaves a mark when it is run."""
    lucky = TESTS.parent / "examples" / "lucky_sum"
    (tmp_path / "evil.toml").write_text(
        (lucky / "lucky_sum.toml").read_text(encoding="utf-8").replace('id = "lucky-sum"', 'id = "evil"'),
        encoding="utf-8",
    )
    (tmp_path / "evil.py").write_text(
        (lucky / "lucky_sum.py").read_text(encoding="utf-8")
        + f"\nopen({str(tmp_path / 'mark')!r}, 'w').close()\n",
        encoding="utf-8",
    )
    return tmp_path


def command_line(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "pitboss", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("command", ["settle", "check", "audit", "replay"])
@pytest.mark.parametrize("path", ["./evil.toml", "evil.toml", "absolute", "evil"])
def test_a_file_makes_nobody_run_a_program(evil: Path, command: str, path: str) -> None:
    named = str(evil / "evil.toml") if path == "absolute" else path
    opening = {
        "n": 0,
        "at": 0,
        "command": {"command": "open", "game": named, "chip": 100, "positions": 1},
        "events": [],
    }
    page = evil / "page"
    page.write_bytes(
        {
            "settle": json.dumps({"game": named}).encode(),
            "check": f'game = "{named}"'.encode(),
        }.get(command, chained([opening])[0])
    )
    answer = command_line(evil, command, "page")
    assert answer.returncode in (1, 2)
    assert "there is no game" in answer.stdout + answer.stderr
    assert not (evil / "mark").exists()


def test_a_game_outside_the_book_is_named_on_the_command_line_or_in_the_environment(evil: Path) -> None:
    page = evil / "table.toml"
    page.write_text('game = "evil"\n', encoding="utf-8")
    assert "there is no game" in command_line(evil, "check", "table.toml").stderr
    assert command_line(evil, "check", "table.toml", "--game", "evil.toml").returncode == 0
    assert (evil / "mark").exists()
    (evil / "mark").unlink()
    assert command_line(evil, "check", "table.toml", PITBOSS_BOOK=str(evil)).returncode == 0
    assert (evil / "mark").exists()


def test_a_journal_of_such_a_game_names_it_by_its_id(evil: Path) -> None:
    answer = command_line(
        evil, "play", "evil.toml", "--seed", "1", "--journal", "journal", "--script", "quit"
    )
    assert answer.returncode == 0, answer.stderr
    assert json.loads((evil / "journal").read_bytes().splitlines()[0])["command"]["game"] == "evil"
    assert "there is no game" in command_line(evil, "audit", "journal").stdout
    assert command_line(evil, "audit", "journal", "--game", "evil.toml").returncode == 0


def test_the_process_that_writes_imports_nothing_from_where_it_is_started(tmp_path: Path) -> None:
    for module in ("pickle", "signal", "sqlite3", "pitboss"):
        (tmp_path / f"{module}.py").write_text(
            "raise SystemExit('from the working directory')", encoding="utf-8"
        )
    code = (
        "from pitboss.web.transaction import Statement; from pitboss.web.writer import Writer\n"
        "writer = Writer('house.db'); writer.write([Statement('CREATE TABLE t (x)', [()])]); writer.close()"
    )
    answer = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "house.db").exists()
