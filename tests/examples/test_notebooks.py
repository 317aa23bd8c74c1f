"""The notebooks of `examples/notebooks` run from start to end in a fresh kernel, and show what they say."""

from __future__ import annotations

from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"
SHOWS = {
    "book": ("image/svg+xml", "Three-card poker"),
    "side_wager": ("text/html", "5.8824% (1/17)"),
    "agent": ("text/html", "blackjack, per unit"),
    "lucky": ("text/html", "theoretical win"),
    "journal": ("text/plain", "'verified': False"),
}
"""A picture or a table of each, and something in it."""


def test_every_notebook_is_here() -> None:
    assert {page.stem for page in NOTEBOOKS.glob("*.md")} == set(SHOWS)


@pytest.mark.parametrize("name", SHOWS)
def test_a_notebook_runs_from_start_to_end(name: str, tmp_path: Path) -> None:
    notebook = jupytext.read(NOTEBOOKS / f"{name}.md")
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    kind, words = SHOWS[name]
    shown = [
        output["data"][kind]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if kind in output.get("data", ())
    ]
    assert any(words in each for each in shown), shown
