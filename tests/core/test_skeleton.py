"""`pitboss new`: the skeleton of a game runs as it is written, and is written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.book.data import read_game
from pitboss.cli import main
from pitboss.law import Refused

ROOT = Path(__file__).parents[2]
LONG = "a-game-whose-id-is-as-long-as-one-may-be"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_skeletons_prove_settle_count_and_pass_their_own_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runs(monkeypatch, capsys, "high-card-99", "99", "13:69F-99.4(a)")
    sheet = "The Sheet of the New One"
    runs(monkeypatch, capsys, LONG, sheet, f"{sheet} 1.4(a)", "--title", "Ann's & Co. " * 3)
    modules = ["high_card_99", LONG.replace("-", "_")]
    assert [Path(module, "RULES.md").exists() for module in modules] == [False, True]
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_dir()) == sorted(modules)
    for command in (
        ["ruff", "format", "--check"],
        ["ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml")],
        ["ruff", "check", "--config", str(ROOT / "pyproject.toml")],
        ["pytest", "-q", "-p", "no:cacheprovider"],
    ):
        ended = subprocess.run(
            [sys.executable, "-m", *command, *modules],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


def runs(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    id_: str,
    subchapter: str,
    cited: str,
    *more: str,
) -> None:
    """A skeleton written here proves, settles, counts, plays and is traced."""
    module = id_.replace("-", "_")
    assert run(monkeypatch, "new", id_, "--subchapter", subchapter, *more, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    written = sorted(page.resolve() for page in Path(module).rglob("*") if page.is_file())
    assert sorted(map(Path, told["files"])) == written
    page = f"{module}/{module}.toml"

    assert run(monkeypatch, "proof", page) == 0
    capsys.readouterr()
    case = {
        "game": id_,
        "seats": [{"seat": 1, "wagers": {"ante": 20}}],
        "cards": {"1": ["9c"], "dealer": ["8d"]},
    }
    Path("case.json").write_text(json.dumps(case))
    assert run(monkeypatch, "settle", "case.json", "--game", page, "--json") == 0
    settled: Any = json.loads(capsys.readouterr().out)
    ante = settled["seats"][0]["wagers"]["ante"]
    assert (ante["result"], ante["pays"], ante["cite"]) == ("win", 10, cited)
    assert run(monkeypatch, "odds", page, "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["house_edge"]["fraction"] == "10/221"
    assert run(monkeypatch, "play", page, "--script", "ante 10;deal;keep", "--seed", "1") == 0

    capsys.readouterr()
    assert run(monkeypatch, "trace", page, "--json") == 0
    traced = {row["cite"]: row for row in json.loads(capsys.readouterr().out)["paragraphs"]}
    assert len(traced) == 7
    assert f"{module}.py" in str(traced[cited]["where"])
    assert "tests/worked.json" in str(traced[cited]["tests"])


def test_proof_names_a_paragraph_that_the_register_beside_a_game_does_not_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for sheet, cited in (("98", "13:69F-98.4(b)"), ("A Sheet", "A Sheet 1.4(b)")):
        id_ = "of-" + sheet.lower().replace(" ", "-")
        assert run(monkeypatch, "new", id_, "--subchapter", sheet, "--folder", id_) == 0
        register = tmp_path / id_ / "paragraphs.toml"
        register.write_text(register.read_text().replace("4(b)", "4(c)"))
        capsys.readouterr()
        page = str(tmp_path / id_ / f"{id_.replace('-', '_')}.toml")
        assert run(monkeypatch, "proof", page, "--json") == 1
        assert json.loads(capsys.readouterr().out)["undeclared"] == [cited]
        register.write_text("subchapter = 98")
        assert run(monkeypatch, "trace", page) == 2
        assert "paragraphs.toml: " in capsys.readouterr().err


def test_a_subchapter_may_be_told_as_the_registers_are_numbered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "new", "told-so", "--subchapter", "02A") == 0
    assert read_game(tmp_path / "told_so" / "told_so.toml").subchapter == "13:69F-2A"


def test_a_slip_of_the_author_is_told_once_and_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    method = "\n    def can_happen(self, table, irregularity, pending):\n        return pending.text\n"
    for id_, right, wrong in (("calls", "result = decided(", "result = decided.by("), ("says", "", method)):
        assert run(monkeypatch, "new", id_, "--subchapter", "97") == 0
        module, page = tmp_path / id_ / f"{id_}.py", tmp_path / id_ / f"{id_}.toml"
        whole = module.read_text()
        module.write_text(whole.replace(right, wrong) if right else whole + wrong)
        named = ("decided.by(", "pending.text")[not right]
        line = next(n for n, each in enumerate(module.read_text().splitlines(), 1) if named in each)
        capsys.readouterr()
        assert run(monkeypatch, "proof", str(page), "--json") == 1
        (slip,) = json.loads(capsys.readouterr().out)["slips"]
        assert "AttributeError" in slip
        assert slip.endswith(f"({id_}.py, line {line})")

    text = page.read_text()
    for wrong, says in (
        (text.replace('["push", "lose"]', '"push"'), "option ties, choices: a list is expected, not text"),
        (text.replace("required =", "needed ="), "wager ante: there is no such field as `needed`"),
        (text.replace('wager = "ante"\n', ""), "pay_table 97.4(a): it lacks `wager`"),
    ):
        page.write_text(wrong)
        with pytest.raises(Refused, match=re.escape(says)):
            read_game(page)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["High Card", "--subchapter", "99"], "is not an id"),
        (["../high", "--subchapter", "99"], "is not an id"),
        (["class", "--subchapter", "99"], "is not an id"),
        (["h" * 41, "--subchapter", "99"], "is not an id"),
        (["craps", "--subchapter", "99"], "there is already a game craps"),
        (["high", "--subchapter", "99.1"], "is not a subchapter"),
        (["high", "--subchapter", 'a "sheet"'], "is not a subchapter"),
        (["high", "--subchapter", "99", "--title", 'High "low"'], "is not a title"),
        (["high", "--subchapter", "99", "--family", "House poker"], "is not a family"),
        (["high", "--subchapter", "99", "--folder", "full"], "not an empty folder"),
        (["high", "--subchapter", "99", "--folder", "full/page"], "not an empty folder"),
        (["high", "--subchapter", "99", "--folder", "no/such"], "there is no folder"),
        (["high"], "subchapter"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "page").write_text("mine")
    assert run(monkeypatch, "new", *words) == 2
    answer = capsys.readouterr()
    assert says in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out
    assert sorted(each.relative_to(tmp_path).as_posix() for each in tmp_path.rglob("*")) == [
        "full",
        "full/page",
    ]


def test_an_empty_folder_is_filled_and_a_failure_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    whole = Path.write_text

    def full_disk(page: Path, text: str, **more: str) -> int:
        if page.name == "worked.json":
            raise OSError(28, "No space left on device", str(page))
        return whole(page, text, **more)

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full_disk)
        assert run(disk, "new", "high", "--subchapter", "99", "--folder", ".") == 2
    assert "No space left" in capsys.readouterr().err
    assert [each.name for each in tmp_path.rglob("*")] == ["here"]
    assert run(monkeypatch, "new", "high", "--subchapter", "99", "--folder", ".") == 0
    assert (tmp_path / "here" / "high.toml").is_file()


def test_a_definition_of_a_facet_that_is_not_listed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would never be used."""
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "new", "low-card", "--subchapter", "99") == 0
    page = Path("low_card", "low_card.py")
    unused = "\n    def markers(self, table: Table) -> tuple[()]:\n        return ()\n"
    page.write_text(page.read_text(encoding="utf-8") + unused, encoding="utf-8")
    assert run(monkeypatch, "proof", "low_card/low_card.toml") == 2
    assert "LowCardGame defines markers, so it must list Felt as a base" in capsys.readouterr().err
