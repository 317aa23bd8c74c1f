"""Worked rounds as data: JSON files a floorperson can read, each an `id`, `cites`, a `case` in the settle
format and what to `expect`: by seat, wager to [result, pays], or [result, pays, paragraph] (and "net"); or
`refused` with the paragraph. Of the poker room also the `pots`: amount, eligible, winners, rake and odd chips as
[amount, seats, paragraph]; what was `uncalled`, by seat; and who acted `first`, by betting round."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import game_named, in_the_book
from pitboss.law import Refused, cite
from pitboss.registers import paragraphs_of, section_of
from pitboss.table.case import Case, settle


def worked(folder: Path) -> list[Any]:
    """Every worked round of a folder, as pytest parameters."""
    return [
        pytest.param(round_, id=round_["id"])
        for page in sorted(folder.glob("*.json"))
        for round_ in json.loads(page.read_text(encoding="utf-8"))
    ]


def named(folder: Path, id_: str) -> dict[str, Any]:
    """One worked round of a folder."""
    rounds = json.loads((folder / "worked.json").read_text(encoding="utf-8"))
    (found,) = (round_ for round_ in rounds if round_["id"] == id_)
    return dict(found)


def under(round_: dict[str, Any], option: str, table: str, wager: str, odds: int) -> dict[str, Any]:
    """A worked round of one player where another column of a pay table is in use, by which the wager (or a bonus on the
    ante) pays so many to one, or nothing if that is 0."""
    again = deepcopy(round_)
    (seat,) = again["case"]["seats"]
    again["case"].setdefault("options", {})[option] = table
    stake, expected = seat["wagers"].get(wager) or seat["wagers"]["ante"], again["expect"]["1"]
    before = expected.pop(wager, ["push", 0])
    if odds or wager in seat["wagers"]:
        expected[wager] = ["win", odds * stake] if odds else ["lose", 0]
    after = expected.get(wager, ["push", 0])
    nets = (pays - stake * (result == "lose") for result, pays in (after, before))
    expected["net"] += next(nets) - next(nets)
    return again


@cache
def paragraphs() -> frozenset[str]:
    """Every paragraph of the registers, and every section, by which is decided what its paragraphs do not speak of."""
    named = [each.cite for each in paragraphs_of(None)]
    return frozenset(map(cite, (*named, *map(section_of, named))))


def check_lines(answer: dict[str, Any]) -> None:
    """An audit of every line of every seat: ``pays`` is the profit of a wager that wins, the paragraph is one of the
    regulation, and all lines come to the net: what wagers pay less what they lose, and what is paid beside them."""
    ours = in_the_book(game_named(answer["game"]))
    for each in answer.get("rounds", [answer]):
        for seat in each["seats"]:
            others = seat.get("other", ())
            net = sum(round(100 * other["amount"]) for other in others)
            for line in seat["wagers"].values():
                stake, pays = round(100 * line["stake"]), round(100 * line["pays"])
                lost = round(100 * line.get("lost", line["stake"] if line["result"] == "lose" else 0))
                assert pays >= 0 if line["result"] == "win" else pays == 0, line
                assert 0 <= lost <= (0 if line["result"] in ("push", "void") else stake), line
                assert "prize" not in line or round(100 * line["prize"]) == pays + stake, line
                assert "uncut" not in line or round(100 * line["uncut"]) > pays, line
                net += pays - lost
            assert net == round(100 * seat["net"]), (
                f"the lines of seat {seat['seat']} come to {net / 100}: {seat}"
            )
            assert all(other["amount"] and other["why"] for other in others)
            cites = {line["cite"] for line in (*seat["wagers"].values(), *others)}
            assert not ours or cites <= paragraphs(), cites - paragraphs()
        for pot in each.get("pots", ()):
            given = (*(part["amount"] for part in pot["winners"]), pot["rake"], pot.get("contribution", 0))
            assert sum(round(100 * amount) for amount in given) == round(100 * pot["amount"]), pot
            assert {part["seat"] for part in pot["winners"]} <= set(pot["eligible"]), pot
            cites = {part["cite"] for part in (*pot["winners"], *pot["odd"])}
            assert not ours or cites <= paragraphs(), pot


def check_pots(round_: dict[str, Any], answer: Any) -> None:
    """What is expected of the pots, of bets that nobody called, and of who acted first."""
    for name in ("uncalled", "first"):
        if name in round_:
            found = answer[name]
            found = {str(each["seat"]): each["amount"] for each in found} if name == "uncalled" else found
            assert found == round_[name], name
    assert "pots" not in round_ or len(round_["pots"]) == len(answer["pots"])
    for pot, expected in zip(answer.get("pots", ()), round_.get("pots", ()), strict=False):
        won: dict[str, float] = {}
        for part in pot["winners"]:
            won[str(part["seat"])] = won.get(str(part["seat"]), 0) + part["amount"]
        odd = [[each["amount"], each["seats"], each["cite"]] for each in pot["odd"]]
        told = [[amount, seats, cite(paragraph)] for amount, seats, paragraph in expected.get("odd", ())]
        assert pot["amount"] == expected["amount"]
        assert pot["eligible"] == expected["eligible"]
        assert won == expected["winners"]
        assert pot["rake"] == expected.get("rake", 0)
        assert odd == told


def check(round_: dict[str, Any]) -> None:
    """Settle the round and compare it with what was worked out by hand."""
    case = msgspec.convert(round_["case"], Case)
    if "refused" in round_:
        with pytest.raises(Refused) as refusal:
            settle(case)
        assert refusal.value.cite == cite(round_["refused"])
        return
    answer: Any = settle(case)
    seats = {str(seat["seat"]): seat for seat in answer["seats"]}
    for seat, wagers in round_["expect"].items():
        expected = {name: value for name, value in wagers.items() if name not in ("net", "standing")}
        settled = seats[seat]["wagers"]
        found = {name: [each["result"], each["pays"]] for name, each in settled.items()}
        assert found == {name: value[:2] for name, value in expected.items()}, round_.get("why", "")
        for name, (_, _, *paragraph) in expected.items():
            assert not paragraph or settled[name]["cite"] == cite(*paragraph), name
        if "net" in wagers:
            assert seats[seat]["net"] == wagers["net"]
        if "standing" in wagers:
            assert seats[seat].get("standing", {}) == wagers["standing"]
    check_pots(round_, answer)
    if "fees" in round_:
        assert answer["fees"] == round_["fees"]
    if "state" in round_:
        assert round_["state"].items() <= answer["state"].items()
    if "course" in round_:
        assert {name: answer.get(name) for name in round_["course"]} == round_["course"]
    check_lines(answer)
    total = sum(round(seat["net"] * 100) for seat in answer["seats"])
    assert total + round(answer["bank"] * 100) + round(answer["fees"] * 100) == 0, "money was made or lost"
