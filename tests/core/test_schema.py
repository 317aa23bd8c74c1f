"""What is said of the files that people write, and of the words in which games are written."""

from __future__ import annotations

import inspect
import json
import pydoc
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

import pitboss
from pitboss import book, odds, schema, sim, table
from pitboss.book import Refused, events, games
from pitboss.book import game as game_named
from pitboss.book.data import Limits, read_game
from pitboss.games.shoe import Shoe

ROOT = Path(__file__).parents[2]
SOURCES = Path(pitboss.__file__).parent
BY_HAND: tuple[schema.Kind, ...] = ("case", "table", "game", "register")
"""The files that people write."""
VOCABULARY = (
    *get_args(events.AnyEvent),
    *(events.Asks, events.Choice, events.Irregularity, book.Marker, book.Board, book.Cap, book.Finding),
    *(Limits, Shoe, table.Bet, odds.Advice, odds.Strategy, odds.Chart, odds.WagerOdds, sim.Simulation),
    *(odds.Meter, odds.Outcome),
)
"""What an author makes or is handed, and looks up by pydoc."""


def told(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss", "schema", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def entries(kind: schema.Kind) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of a file that has fields, by its name in the code."""
    whole = schema.schema(kind)
    for name, entry in {"": whole, **whole.get("$defs", {})}.items():
        if "properties" in entry:
            yield name, entry


@pytest.mark.parametrize("kind", BY_HAND)
def test_every_field_of_a_file_says_what_it_is(kind: schema.Kind) -> None:
    found = {
        f"{name}.{field}": each
        for name, entry in entries(kind)
        for field, each in entry["properties"].items()
    }
    assert len(found) > 5
    assert [
        name for name, each in found.items() if not each.get("description", "").endswith((".", "…"))
    ] == []


def test_every_field_that_an_author_meets_in_code_is_explained() -> None:
    silent = [
        f"{kind.__name__}.{field}"
        for kind in VOCABULARY
        for field in inspect.signature(kind).parameters
        if f"``{field}``" not in (inspect.getdoc(kind) or "")
    ]
    assert silent == []


FACETS = (book.Posting, book.Felt, book.Cases, book.Funds, book.Mathematics)


def methods(kind: type) -> dict[str, object]:
    return {name: each for name, each in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"}


def test_every_method_that_a_game_may_override_is_explained() -> None:
    for kind in (book.Game, *FACETS):
        assert [name for name, each in methods(kind).items() if not each.__doc__] == []


def test_the_core_of_a_game_is_what_a_stranger_can_learn() -> None:
    assert len(methods(book.Game)) <= 25
    assert len(pydoc.render_doc(book.Game).splitlines()) <= 2 * 72, "two screens"


@pytest.mark.parametrize("heading", list(games()), ids=lambda heading: heading.id)
def test_a_game_names_the_facets_in_which_it_says_something(heading: book.Heading) -> None:
    """Else nobody would ask it: drivers go by the facets."""
    for kind in type(game_named(heading.id)).__mro__:
        for facet in FACETS:
            named = {name for name in vars(kind) if name in vars(facet) and not name.startswith("__")}
            assert not named or kind is facet or isinstance(game_named(heading.id), facet), (kind, named)


def test_the_schema_of_a_game_fits_every_game_and_no_misspelt_one() -> None:
    fits = Draft202012Validator(json.loads(told("game").stdout)).is_valid
    pages = [game_named(each.id).path for each in games()]
    assert len(pages) >= 58
    assert [page.name for page in pages if not fits(tomllib.loads(page.read_text(encoding="utf-8")))] == []
    page = tomllib.loads((SOURCES / "games/house_poker/three_card_poker.toml").read_text(encoding="utf-8"))
    assert not fits({**page, "wagers": []})
    assert not fits({key: value for key, value in page.items() if key not in ("wager", "based_on")})
    assert not fits({**page, "house": {"seats": 7}})


def test_the_schema_of_a_register_fits_every_register_and_no_other_status() -> None:
    fits = Draft202012Validator(json.loads(told("register").stdout)).is_valid
    pages = [
        tomllib.loads(page.read_text(encoding="utf-8")) for page in (SOURCES / "paragraphs").glob("*.toml")
    ]
    assert len(pages) > 30
    assert all(map(fits, pages))
    paragraph = {"cite": "99.1(a)", "status": "rule"}
    page = {"subchapter": "13:69F-99", "title": "High draw"}
    assert fits({**page, "paragraph": [paragraph]})
    assert not fits({**page, "paragraph": [{**paragraph, "status": "rules"}]})


def test_in_words_a_file_is_told_field_by_field() -> None:
    shown = told("game", "--text").stdout
    headings = re.findall(r"^(\[+[\w.]+\]+)", shown, re.MULTILINE)
    assert {"[[wager]]", "[wager.needs]", "[house]", "[[irregularity.detail]]"} <= set(headings)
    assert len(headings) == len(set(headings))
    (wager, needs) = schema.in_words("game", "wager")
    assert (wager.heading, needs.heading) == ("[[wager]]", "[wager.needs]")
    fields = {field.name: field for field in wager.fields}
    assert fields["id"].is_ == "text, needed"
    assert fields["required"].is_ == "true or false"
    assert fields["times"].is_ == "[number or text, number or text]"
    assert fields["needs"].is_ == "[wager.needs]"
    assert fields["when"].is_ == "condition"
    (house,) = schema.in_words("game", "house")
    assert {field.name: field for field in house.fields}["positions"].says.endswith("By default 7.")


@pytest.mark.parametrize("kind", get_args(schema.Kind))
def test_every_kind_of_file_is_told_in_words(kind: schema.Kind) -> None:
    whole, *parts = schema.in_words(kind)
    assert not whole.heading
    assert whole.fields
    assert all(part.heading for part in parts)


def test_what_no_file_has_is_refused_in_a_sentence() -> None:
    unknown = told("game", "wagers", "--text")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr.startswith("pitboss: there is no entry wagers; the entries are: wager, ")
    assert told("game", "wager").returncode == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("based_on = 5", "own.toml: based_on: "),
        ("without = [5]", "own.toml: without[0]: text is expected, not a number"),
    ],
)
def test_heritage_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path, line: str, says: str) -> None:
    page = tmp_path / "own.toml"
    page.write_text(line, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_game(page)
    assert str(refused.value).startswith(says)


# ---- CONTRIBUTING.md -----------------------------------------------------------------------------------

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def keys(kind: schema.Kind) -> set[str]:
    return {field for _, entry in entries(kind) for field in entry["properties"]}


def test_the_guide_names_no_entry_and_no_key_that_files_do_not_have() -> None:
    known = keys("game") | keys("register") | keys("table")
    top = {entry.name for kind in ("game", "register") for entry in schema.in_words(kind)}
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL))
    headed = [match[1] for code in inline if (match := re.fullmatch(r"\[\[?([a-z_]+)\]\]?", code))]
    assigned = [match[1] for code in inline if (match := re.match(r"([a-z_]+) = ", code))]
    assert len(headed) > 5
    assert len(assigned) > 5
    assert [name for name in headed if name not in top] == []
    assert [name for name in assigned if name not in known] == []


def test_the_files_printed_in_the_guide_are_such_files() -> None:
    printed = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)]
    kinds: dict[str, schema.Kind] = {"game": "table", "paragraph": "register", "id": "game"}
    found = [next(kind for key, kind in kinds.items() if key in page) for page in printed]
    assert {"table", "register"} <= set(found)
    for page, kind in zip(printed, found, strict=True):
        assert list(Draft202012Validator(schema.schema(kind)).iter_errors(page)) == []


def test_the_guide_sends_nobody_to_what_is_not_there() -> None:
    named = re.findall(r"python -m pydoc ([\w.]+)", GUIDE)
    assert "pitboss.book.Game" in named
    for name in named:
        module, _, what = name.rpartition(".")
        found = getattr(__import__(module, fromlist=[what]), what)
        assert inspect.getdoc(found)
    for page in re.findall(r"\]\(([^)#:]+)\)", GUIDE):
        assert (ROOT / page).is_file(), page
