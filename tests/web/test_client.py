"""The client's source, read: modules fit together, and nothing is left lying about."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

import pitboss
from pitboss.book import Rules, game
from pitboss.book.events import Choice
from pitboss.book.facets import Board, Marker
from pitboss.layout import plan_json
from pitboss.web import messages as m

ROOT = Path(__file__).parents[2]
STATIC = Path(pitboss.__file__).parent / "web" / "static"
MODULES = sorted(STATIC.glob("*.js"))

_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./(\w+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+)", re.M)
_LITERAL = re.compile(r'"[^"\n]*"|`[^`]*`|//.*|/\*.*?\*/', re.S)


def run(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.name)
def test_what_a_module_imports_is_there_and_is_used(module: Path) -> None:
    source = module.read_text()
    rest = _IMPORT.sub("", source)
    assert not re.search(r"^import ", rest, re.M), "an import is written in another way"
    for names, other in _IMPORT.findall(source):
        exported = set(_EXPORT.findall((STATIC / other).read_text()))
        for name in names.split(", "):
            here = name.split(" as ")[-1]
            assert name.split(" as ")[0] in exported, f"{other} exports no {name}"
            assert re.search(rf"\b{here}\b", rest), f"{here} is imported and not used"


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.name)
def test_a_module_is_tidy(module: Path) -> None:
    source = module.read_text()
    bare = _LITERAL.sub('""', source)
    for word, why in {
        r"\bvar ": "let or const",
        r"console\.log": "a trace of somebody's search",
        r"\bdebugger\b": "a stop",
        r"[^=!]==[^=]|!=[^=]": "a comparison that converts",
        r"\beval\(|new Function|innerHTML \+=": "text that is run",
        r"[ \t]+$": "white space at the end of a line",
    }.items():
        assert not re.search(word, bare if word != r"[ \t]+$" else source, re.M), why
    assert max(map(len, source.splitlines())) <= 180
    assert source.startswith(("/**", "//")), "what is it for?"


def test_what_is_exported_is_used_by_another_module() -> None:
    """Or by the tests of the client."""
    sources = {module.name: module.read_text() for module in MODULES}
    for test in (Path(__file__).with_name("units.js"), *Path(__file__).parent.glob("test_*.py")):
        sources[test.name] = test.read_text()
    for module in MODULES:
        for name in _EXPORT.findall(sources[module.name]):
            others = (text for other, text in sources.items() if other != module.name)
            assert any(re.search(rf"\b{name}\b", text) for text in others), f"{module.name}: {name}"


def test_scripts_pass_lint() -> None:
    found = run([Path(sys.executable).with_name("oxlint"), "--deny-warnings", STATIC])
    assert found.returncode == 0, found.stdout


def test_types_fit() -> None:
    """TypeScript reads the scripts with what JSDoc says of them."""
    compiler = Path(sys.prefix) / "node_modules" / "typescript" / "bin" / "tsc"
    assert compiler.is_file(), f"there is no TypeScript: npm install --prefix {sys.prefix} typescript@5"
    found = run([Path(sys.executable).with_name("node"), compiler, "--project", ROOT])
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("interface", "structs"),
    {
        "Seat": [m.SeatView],
        "Bet": [m.BetView],
        "Choice": [Choice],
        "Asked": [m.AskedView],
        "Marker": [Marker],
        "Board": [Board],
        "Settled": [m.SettledView],
        "SeatResult": [m.SeatResult],
        "Result": [m.ResultView],
        "Notice": [m.NoticeView],
        "You": [m.You],
        "Table": [m.TableView, m.Private],
    }.items(),
)
def test_the_types_are_those_of_the_servers_messages(interface: str, structs: list[type[Struct]]) -> None:
    """What the client believes to hear is what the server says, neither more nor less."""
    own = {"you", "clock", "past"} if interface == "Table" else set[str]()
    source = (STATIC / "types.d.ts").read_text()
    body = re.search(rf"^export interface {interface} {{(.*?)}}$", source, re.M | re.S)
    assert body is not None
    told = set(re.findall(r"(\w+)\??: ", re.sub(r"/\*.*?\*/", "", body[1], flags=re.S)))
    assert told == own | {field for struct in structs for field in struct.__struct_fields__}


@pytest.mark.parametrize("game_id", ["blackjack", "keno", "roulette"])
def test_the_type_of_the_plan_is_what_the_server_plans(game_id: str) -> None:
    source = (STATIC / "types.d.ts").read_text()
    body = source.partition("export interface Plan {")[2].partition("\n}")[0]
    flat = re.sub(r"\{[^{}]*\}", "", body)
    assert set(re.findall(r"(\w+): ", flat)) == {*plan_json(Rules(game(game_id))), "options"}
