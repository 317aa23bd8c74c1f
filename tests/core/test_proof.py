"""`pitboss proof`: every game does what its file says, and what a file or a game has wrong is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import game, games
from pitboss.cli import main
from pitboss.equipment.loaded import Loaded
from pitboss.proof import Proof, declarations, named, prove
from pitboss.table.case import Case, settle
from tests.properties import often

TESTS = Path(__file__).parents[1]
LUCKY = TESTS.parent / "examples" / "lucky_sum"
RARE = {
    ("decision", "post"),  # who comes back after his blind has passed him
    ("decision", "wait"),
    ("decision", "continue"),  # the last card of a stud hand turned over to its very player
    ("decision", "stop"),
    ("decision", "third-card"),  # two sevens against a known blackjack
    ("decision", "no-third-card"),
    ("wager", "super-bonus"),  # three sevens of one suit, and the dealer's seven
    ("wager", "envy"),
    ("option", "seven-card-reset 25000"),  # all of the meter won
    ("option", "five-card-reset 25000"),
    ("row", "imperial-bonus bank-nine-high"),
    ("row", "imperial-bonus bank-ten-high"),
    ("row", "progressive five-aces-and-pair"),
    ("row", "bonus two-jokers-and-two-aces"),
}
"""What may take more rounds than a test has; each has a test of its own."""


def shown(name: str) -> set[tuple[str, str]]:
    """Rows and decisions that the worked rounds of a game show."""
    seen = set()
    for case in (msgspec.convert(each, Case) for each in worked().get(name, ())):
        answer: Any = settle(case)
        for seat in answer["seats"]:
            for wager, each in seat["wagers"].items():
                seen.add(("row", f"{wager.partition(':')[0].partition('@')[0]} {each.get('outcome')}"))
        told = [seat.decisions for each in case.rounds or [case] for seat in each.seats]
        for decisions in told:
            for made in chain.from_iterable(decisions.values()) if isinstance(decisions, dict) else decisions:
                seen.add(("decision", made if isinstance(made, str) else str(made[0])))
    return seen


@cache
def worked() -> dict[str, list[dict[str, Any]]]:
    """The worked rounds of each game that end in a settlement."""
    found: dict[str, list[dict[str, Any]]] = {}
    for page in TESTS.glob("*/worked.json"):
        for round_ in json.loads(page.read_text(encoding="utf-8")):
            if "refused" not in round_:
                found.setdefault(round_["case"]["game"], []).append(round_["case"])
    return found


def elsewhere(name: str) -> set[tuple[str, str]]:
    """What is rare, what worked rounds of a game show, rows that its code names, and triples in a row."""
    rows = {("row", row) for row in declarations(game(name))["row"]}
    told = {
        each
        for each in rows
        if named(game(name), each[1].partition(" ")[2]) or each[1].startswith("dice-bonus ")
    }
    return RARE | shown(name) | told


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_a_game_does_what_its_file_says_and_nothing_else(name: str) -> None:
    """What does not come in some thousands of rounds, somebody has worked out by hand, or the code names it."""
    known = elsewhere(name)
    proof = prove(game(name), rounds=often(3_000), elsewhere=known)
    assert not proof.slips
    assert not proof.undeclared
    assert {(kind, each) for kind, names in proof.unused.items() for each in names} <= known


Edit = Callable[[str], str]


def doctored(folder: Path, toml: Edit = str, module: Edit = str) -> Proof:
    """The proof of the game of the examples with something about it changed."""
    place = folder / "lucky_sum"
    shutil.copytree(LUCKY, place, ignore=shutil.ignore_patterns("__pycache__"))
    for name, edit in (("lucky_sum.toml", toml), ("lucky_sum.py", module)):
        text = (place / name).read_text(encoding="utf-8")
        assert edit is str or edit(text) != text, "there is nothing to change"
        (place / name).write_text(edit(text), encoding="utf-8")
    try:
        return prove(game(str(place / "lucky_sum.toml")), rounds=300)
    finally:
        game(str(LUCKY / "lucky_sum.toml"))  # the id means the true one again


def test_the_game_of_the_examples_holds(tmp_path: Path) -> None:
    assert doctored(tmp_path).holds


@pytest.mark.parametrize(
    ("kind", "name", "entry"),
    [
        ("decision", "wait", 'id = "wait"\nname = "Wait"'),
        ("irregularity", "ball-off-the-wheel", 'id = "ball-off-the-wheel"\nruling = "."\npoints = ["spin"]'),
        ("wager", "second", 'id = "second"\nname = "Second"\ntext = "."\nduring = true'),
        ("option", "light no", 'id = "light"\ntext = "."\nchoices = ["no", "yes"]'),
    ],
)
def test_what_no_round_uses_is_named(tmp_path: Path, kind: str, name: str, entry: str) -> None:
    proof = doctored(tmp_path, toml=lambda text: f'{text}\n[[{kind}]]\n{entry}\ncite = "Lucky Sum 1.2(a)"\n')
    assert name in proof.unused[kind]
    assert not proof.holds


def test_a_row_that_cannot_come_is_named(tmp_path: Path) -> None:
    proof = doctored(
        tmp_path, toml=lambda text: text.replace('["23", ', '["24", "2 to 1", "2 to 1"],\n    ["23", ')
    )
    assert proof.unused["row"] == ["lucky 24"]


def test_a_decision_that_no_file_declares_is_named(tmp_path: Path) -> None:
    proof = doctored(tmp_path, toml=lambda text: text.replace('id = "fold"', 'id = "give-up"'))
    assert proof.undeclared == ["fold"]
    assert proof.unused["decision"] == ["give-up"]


def test_a_slip_is_told_with_the_seed_that_brings_it_back(tmp_path: Path) -> None:
    proof = doctored(tmp_path, module=lambda text: text.replace('"lose", lost=ante', '"lose"'))
    assert proof.slips[0].startswith("table ")
    assert "a lose that loses nothing" in proof.slips[0]


def test_an_irregularity_is_tried_at_each_of_its_points(tmp_path: Path) -> None:
    """One that goes wrong at one kind of step is found in a few rounds."""
    entry = '[[irregularity]]\nid = "odd"\nruling = "."\neffect = "game"\ncite = "Lucky Sum 1.2(a)"\n'
    right = '        assert irregularity.id == "fallen-card"\n'
    ruled = '        if irregularity.id == "odd":\n            assert not isinstance(table.pending, Settle)\n'
    wrong = ruled + "            return\n"
    proof = doctored(tmp_path, lambda text: f"{text}\n{entry}", lambda text: text.replace(right, wrong))
    assert ["AssertionError: assert not isinstance(" in slip for slip in proof.slips] == [True]


def test_the_command_says_whether_it_holds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["pitboss", "proof", "casino-war", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["holds"], told["slips"]) == ("casino-war", True, [])
    assert told["rounds"] > 0


def test_loaded_chance_comes_again_from_its_seed() -> None:
    def drawn() -> list[object]:
        chance = Loaded(7)
        shoe = chance.shuffle(list(range(52)))
        cards = [chance.card("1", shoe) for _ in range(52)]
        assert sorted(cards) == list(range(52)), "each card once"
        return [*cards, chance.roll(2), chance.spin(("0", "1")), chance.draw(20, 80)]

    assert drawn() == drawn()
