"""The client's source, read: modules fit together, and nothing is left lying about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss

STATIC = Path(pitboss.__file__).parent / "web" / "static"
MODULES = sorted(STATIC.glob("*.js"))

_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./(\w+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+)", re.M)
_LITERAL = re.compile(r'"[^"\n]*"|`[^`]*`|//.*|/\*.*?\*/', re.S)


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
