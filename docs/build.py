"""The documentation site: `make docs`, or `python docs/build.py FOLDER`. It collects the Markdown of the repository,
has links follow the pages, and Zensical renders them, with the reference of Python from docstrings. A link that leads
nowhere is an error."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "bench/RESULTS.md": "speed.md",
    **{
        f"{folder}{page.name}": f"{site}{page.name}"
        for folder, site in (
            ("docs/", ""),
            ("docs/tutorials/", "tutorials/"),
            ("examples/notebooks/", "notebooks/"),
        )
        for page in sorted((ROOT / folder).glob("*.md"))
    },
}
"""Where each page of the repository is on the site."""
PICTURES = {f"docs/{picture.name}": picture.name for picture in sorted((ROOT / "docs").glob("*.png"))}
LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
HEADER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


class Nowhere(Exception):
    """A link leads to nothing."""


def page(source: str) -> str:
    """A page as the site has it: its links lead to pages of the site; where there is none their words are left."""
    site = PAGES[source]

    def followed(link: re.Match[str]) -> str:
        words, path, anchor = link[1], link[2], link[3] or ""
        target = normpath(join(dirname(source), path))
        if found := (PAGES | PICTURES).get(target):
            return f"[{words}]({relpath(found, dirname(site) or '.')}{anchor})"
        if not (ROOT / target).exists():
            raise Nowhere(f"{source} links to {path}, which does not exist")
        return words

    text = (ROOT / source).read_text(encoding="utf-8")
    return LINK.sub(followed, HEADER.sub("", text))


def build(out: Path) -> None:
    """The whole site in that folder, replacing what is there."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        for source, site in PAGES.items():
            (here / "docs" / site).parent.mkdir(parents=True, exist_ok=True)
            (here / "docs" / site).write_text(page(source), encoding="utf-8")
        for source, site in PICTURES.items():
            shutil.copy(ROOT / source, here / "docs" / site)
        config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
        for path in ("src", "docs/docstrings.py"):
            config = config.replace(f"[{path}]", f"[{ROOT / path}]")
        (here / "mkdocs.yml").write_text(config, encoding="utf-8")
        command = (sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "mkdocs.yml")
        done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Nowhere(done.stdout + done.stderr)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(here / "site", out)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site")
    try:
        build(target)
    except Nowhere as nowhere:
        sys.exit(str(nowhere))
    print(f"open {target / 'index.html'}")
