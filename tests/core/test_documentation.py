"""The documentation site is built without a warning: its links lead somewhere, and every page is in its contents."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs import build


def test_the_site_is_built_and_has_every_page(tmp_path: Path) -> None:
    build.build(tmp_path / "site")
    contents = (build.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in build.PAGES.values():
        assert f": {page}\n" in contents
        folder = "" if page == "index.md" else page.removesuffix(".md")
        assert (tmp_path / "site" / folder / "index.html").exists()
    reference = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in reference for name in ("pitboss.table.Table", "pitboss.odds.WagerOdds"))


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lost.md").write_text("[there](nowhere.md)", encoding="utf-8")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setitem(build.PAGES, "lost.md", "lost.md")
    with pytest.raises(build.Nowhere, match=r"lost\.md links to nowhere\.md, which does not exist"):
        build.page("lost.md")
