"""Which text the rules follow, and what is only proposed."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

import pitboss
from pitboss import cli, edition
from pitboss.book import Rules, game, games
from pitboss.odds.almanac import origin_of

ROOT = Path(__file__).parents[2]
LUCKY = ROOT / "examples" / "lucky_sum" / "lucky_sum.toml"


def test_three_games_of_the_book_are_proposals() -> None:
    proposed = {heading.subchapter for heading in games() if edition.proposal(heading.subchapter)}
    assert proposed == {"13:69F-38", "13:69F-40", "13:69F-43"}


@pytest.mark.parametrize(
    ("paragraph", "title"),
    [
        ("13:69F-38.11(c)", "High Card Flush"),
        ("13:69F-3.2(a)7", "Royal Baccarat Bonus"),
        ("13:69F-7.13(d)", "Royal Baccarat Bonus"),
        ("13:69F-3.3(k)1", "Royal Baccarat Bonus"),
        ("13:69F-3.2(a)6", None),
        ("13:69F-3.1", None),  # not 3.13
        ("13:69F-4", None),  # not 40, nor 43
        ("13:69F-3", None),
    ],
)
def test_a_paragraph_belongs_to_a_proposal_or_to_none(paragraph: str, title: str | None) -> None:
    found = edition.proposal(paragraph)
    assert (found.title if found else None) == title


def test_an_undated_copy_is_said_to_be_undated_and_a_date_is_printed_where_there_is_one() -> None:
    chapter = edition.Chapter("N.J.A.C. 13:69F", "Rules of the Games", "1 through 37", "the Division", "")
    assert chapter.source.endswith("in an undated compilation")
    dated = edition.Chapter(
        "N.J.A.C. 13:69F", "Rules of the Games", "1 through 37", "the Division", "July 1, 2030"
    )
    assert dated.source.endswith("subchapters 1 through 37, as of July 1, 2030")
    assert "in an undated copy" in edition.Proposal("A Game", ("13:69F-99",), "").source
    assert "99 N.J.R. 1(a)" in edition.Proposal("A Game", ("13:69F-99",), "99 N.J.R. 1(a)").source


def test_an_invented_game_is_never_called_part_of_the_code() -> None:
    invented = game(str(LUCKY))
    assert edition.called(invented) == "the draft rules of Lucky Sum"
    assert "not part of N.J.A.C. 13:69F" in edition.source(invented)
    assert not edition.warnings(Rules(invented))


def test_what_a_table_offers_that_is_only_proposed_is_named() -> None:
    baccarat = game("mini-baccarat")
    assert not edition.warnings(Rules(baccarat))
    (warning,) = edition.warnings(Rules(baccarat, {"decks": 8, "royal-baccarat-table": "A"}))
    assert warning.startswith("Royal Baccarat Bonus is proposed, not adopted")
    (warning,) = edition.warnings(Rules(game("premium-hold-em")))
    assert warning.startswith("Premium hold 'em is proposed, not adopted")


def test_package_papers_command_and_changelog_name_one_version(capsys: pytest.CaptureFixture[str]) -> None:
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert pitboss.__version__ == newest[1]
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in built["project"]["dynamic"]
    assert built["tool"]["hatch"]["version"] == {"path": "src/pitboss/__init__.py"}
    with suppress(SystemExit):
        cli.app(["--version"])
    assert capsys.readouterr().out.strip() == newest[1]
    assert origin_of(game("red-dog")).version == newest[1]  # what reports print
