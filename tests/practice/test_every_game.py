"""Each command for professionals answers for every game of the book, or says in a sentence why not."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.book import game, games
from pitboss.games.shoe import ShoeGame
from pitboss.law import Refused
from pitboss.odds import Outcome, WagerOdds
from pitboss.practice import distribution
from pitboss.practice.assess import Result, assess
from pitboss.practice.count import shoe_of
from pitboss.practice.floor import floor
from pitboss.practice.progressive import progressive
from pitboss.practice.promo import promotion

AMONG_PLAYERS = "is played among the players"
COIN = (Outcome("heads", Fraction(1, 2), Fraction(9, 10)), Outcome("tails", Fraction(1, 2), Fraction(-1)))


@pytest.mark.parametrize("name", [heading.id for heading in games()])
def test_every_command_answers_or_says_why_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a coin in place of odds that take seconds; `make soak` takes the game's own."""
    rules = game(name).rules()
    wager = next((each.id for each in (*rules.required, *rules.wagers.values())), "")
    if not os.environ.get("PITBOSS_SOAK"):
        coin = WagerOdds(wager=wager, outcomes=COIN, game=name)
        monkeypatch.setattr(distribution, "analyze", lambda *_: [coin])
        monkeypatch.setattr("pitboss.practice.chip.coupon", lambda *_: None)
    file = tmp_path / "floor.toml"
    file.write_text(
        f'[[table]]\nname = "1"\ngame = "{name}"\nplayers = 1\naverage_bet = 25\n', encoding="utf-8"
    )
    kinds = ("match-play", "chip", "non-negotiable", "rebate")
    if game(name).data.family == "poker-room":
        for kind in kinds:
            with pytest.raises(Refused, match=AMONG_PLAYERS):
                promotion(rules, kind)  # type: ignore[arg-type]
        with pytest.raises(Refused, match=AMONG_PLAYERS):
            assess(rules, [Result(100, 2_500, 0)])
        with pytest.raises(Refused, match=AMONG_PLAYERS):
            floor(file)
    else:
        found = assess(rules, [Result(100, 2_500, 0)])
        assert 0 < found.as_much_or_more <= 1
        assert found.as_much_or_more + found.as_little_or_less >= 1 - 1e-9
        values = {kind: promotion(rules, kind).value for kind in kinds}  # type: ignore[arg-type]
        assert all(-1 <= value <= 2 for kind, value in values.items() if kind != "rebate")
        assert values["rebate"] > 0
        assert floor(file).win > 0
    if isinstance(game(name), ShoeGame):
        assert shoe_of(rules).cut < len(rules.pack())
    else:
        with pytest.raises(Refused, match="has no shoe that lasts for several rounds"):
            shoe_of(rules)
    if name not in ("caribbean-stud-poker", "high-card-flush"):
        with pytest.raises(Refused, match="has no meter under these options"):
            progressive(rules)
