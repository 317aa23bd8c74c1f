"""What a family shares is written once: `based_on`, `without`, `cites` and `defaults` of a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitboss
from pitboss.book.data import GameData, read_game
from pitboss.law import Refused

FAMILY = """
family = "toys"
subchapter = "13:69F-99"
[house]
positions = 3
[[wager]]
id = "stake"
name = "Stake"
cite = "stake"
[[option]]
id = "pace"
cite = "99.1"
text = "How quick."
choices = ["slow", "quick"]
default = "slow"
[[option]]
id = "bell"
cite = "99.2"
text = "Is there one?"
choices = ["no", "yes"]
[[erratum]]
cite = "99.2"
class = "drafting"
printed = "A ball."
read = "A bell."
why = "It rings."
option = "bell"
"""
MORE = """
[[decision]]
id = "ring"
name = "Ring"
cite = "99.3"
"""
HEAD = 'id = "toy"\ntitle = "Toy"\nsummary = "A toy."\n'


def read(folder: Path, text: str) -> GameData:
    (folder / "toys.toml").write_text(FAMILY)
    (folder / "more_toys.toml").write_text(MORE)
    page = folder / "toy.toml"
    page.write_text(HEAD + text)
    return read_game(page)


def test_a_game_gives_the_paragraphs_and_defaults_of_its_own(tmp_path: Path) -> None:
    toy = read(
        tmp_path,
        'based_on = ["toys", "more-toys"]\ncites = { stake = "99.7(a)" }\ndefaults = { pace = "quick" }\n'
        "[house]\nchip = '5'\n",
    )
    assert [wager.cite for wager in toy.wagers] == ["99.7(a)"]
    assert {option.id: option.default for option in toy.options} == {"pace": "quick", "bell": "no"}
    assert (toy.house.positions, toy.house.chip) == (3, "5")
    assert [each.id for each in toy.decisions] == ["ring"]


def test_without_an_option_goes_the_erratum_that_hangs_on_it(tmp_path: Path) -> None:
    toy = read(tmp_path, 'based_on = "toys"\ncites = { stake = "99.7(a)" }\nwithout = ["bell"]\n')
    assert [option.id for option in toy.options] == ["pace"]
    assert toy.errata == []


def test_errata_stand_in_a_file_of_their_own_beside_the_game(tmp_path: Path) -> None:
    family, _, erratum = FAMILY.partition("[[erratum]]")
    page = tmp_path / "toys.toml"
    page.write_text(HEAD + family.replace('cite = "stake"', 'cite = "99.7(a)"'))
    assert read_game(page).errata == []
    page.with_name("toys.errata.toml").write_text("[[erratum]]" + erratum)
    assert [(each.cite, each.kind) for each in read_game(page).errata] == [("99.2", "drafting")]
    page.with_name("toys.errata.toml").write_text("[[erratum]]" + erratum.replace("drafting", "daft"))
    with pytest.raises(Refused, match=r"erratum 99\.2, class"):
        read_game(page)
    written = {page for page in Path(pitboss.__file__).parent.rglob("*.toml") if "errata" not in page.name}
    assert len(written) > 100
    assert [page.name for page in written if "[[erratum]]" in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('based_on = "toys"\n', "`cites` gives no paragraph for 'stake'"),
        ('based_on = "toys"\ncites = { stake = "99.7", steak = "99.8" }\n', "'steak' is neither a cite nor"),
        (
            'based_on = "toys"\ncites = { stake = "99.7" }\ndefaults = { peace = "slow" }\n',
            "'peace' is neither",
        ),
        (
            'based_on = "toys"\ncites = { stake = "99.7" }\ndefaults = { pace = "brisk" }\n',
            "pace cannot be brisk",
        ),
        ('based_on = "tosy"\n', "toy.toml is based on 'tosy', but there is no tosy.toml next to it"),
        ('based_on = "toy"\n', "toy.toml is based on itself"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read(tmp_path, text)
