"""The worked examples of docs/practice.md: what it shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.practice.test_commands import pitboss

PAGE = (Path(__file__).parents[2] / "docs" / "practice.md").read_text(encoding="utf-8")


def examples() -> Iterator[tuple[str, list[str]]]:
    """Each command, and the lines shown of its answer."""
    for block in re.findall(r"^```\n(\$ .*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.strip().splitlines()
            yield command, lines


def plain(text: str) -> str:
    return " ".join(text.split())


def test_every_example_is_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (floor,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "floor.toml").write_text(floor, encoding="utf-8")
    shown = list(examples())
    assert len({command.split()[1] for command, _ in shown}) >= 7
    for command, lines in shown:
        assert pitboss(monkeypatch, *shlex.split(command)[1:]) == 0, command
        said = plain(capsys.readouterr().out)
        for line in lines:
            assert plain(line) in said, f"{command}: {line}"
