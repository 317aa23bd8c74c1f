"""Every command of a tutorial prints what its page shows. `python -m tests.core.test_tutorials` writes them again."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from pitboss.cli import main

PAGES = Path(__file__).parents[2] / "docs" / "tutorials"
BLOCK = re.compile(r"^```(console|json|toml)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILES = {"json": "hand.json", "toml": "table.toml"}
DIGEST = re.compile(r"[0-9a-f]{6}-[0-9a-f]{6}|[0-9a-f]{16,}")
"""What changes with the code; pages have three dots there."""
PROOF = "from the almanac, verified by"
"""Said of figures that ship, unless the code that they follow from is newer; pages leave it out."""
WIDTH = "100"
ALIKE = doctest.OutputChecker()


def printed(command: str) -> str:
    """What a command prints, in this process."""
    shown = io.StringIO()
    asked = patch.object(sys, "argv", shlex.split(command))
    both = contextlib.ExitStack()
    both.enter_context(contextlib.redirect_stdout(shown))
    both.enter_context(contextlib.redirect_stderr(shown))
    with asked, both, contextlib.suppress(SystemExit):
        main()
    text = shown.getvalue().replace(f"{Path.cwd().resolve()}/", "")
    lines = (line.rstrip() for line in text.strip().splitlines())
    return "\n".join(line for line in lines if not line.startswith(PROOF))


def steps(page: str) -> Iterator[tuple[str, str, str]]:
    """The files and commands of a page in their order: the block, the command, and what it prints."""
    for kind, body in BLOCK.findall(page):
        if kind in FILES:
            Path(FILES[kind]).write_text(body, encoding="utf-8")
            continue
        for each in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, expected = each.partition("\n")
            yield body, command, expected.strip()


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked")  # by its own `main`, as it should be
@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_every_command_prints_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", WIDTH)
    for _, command, expected in steps(page.read_text(encoding="utf-8")):
        shown = printed(command)
        assert ALIKE.check_output(expected, shown, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), shown


def rewrite(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    def anew(block: re.Match[str]) -> str:
        if block[1] != "console":
            list(steps(block[0]))
            return block[0]
        commands = [command for _, command, _ in steps(block[0])]
        shown = (f"$ {each}\n{DIGEST.sub('...', printed(each))}".strip() for each in commands)
        return "```console\n" + "\n".join(shown) + "\n```"

    page.write_text(BLOCK.sub(anew, text), encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = WIDTH
    pages = [page.resolve() for page in sorted(PAGES.glob("*.md"))]
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for each in pages:
            rewrite(each)
