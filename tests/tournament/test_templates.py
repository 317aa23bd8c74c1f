"""Files of tournaments from templates: each can be played, in every game of the poker room."""

from __future__ import annotations

import pytest

from pitboss.book import games
from pitboss.law import Refused
from pitboss.tournament.file import read_text
from pitboss.tournament.templates import TEMPLATES, drafted, prizes
from pitboss.tournament.terms import Terms

ASKED = {
    "name": 'The "big" one',
    "starts": "2026-12-04T19:00",
    "place": "Poker room",
    "players": 60,
    "buy_in": "100",
}


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_fits_every_game_of_the_poker_room(template: str) -> None:
    for heading in games():
        if heading.family == "poker-room":
            text = drafted(template, game_id=heading.id, fee="20", **ASKED)  # type: ignore[arg-type]
            terms = Terms(read_text(text, "the draft"))
            assert (terms.file.name, terms.file.participants, terms.fee) == ('The "big" one', 60, 20_00)
            assert terms.file.chips == TEMPLATES[template].chips


def test_prizes_of_any_number_of_players_are_the_whole_pool() -> None:
    for players in range(2, 200):
        assert sum(prizes(players)) == 100
        assert len(prizes(players)) < max(players, 3)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"starts": "tonight"}, "write the start as"),
        ({"players": 1}, "at least two"),
        ({"buy_in": "a lot"}, "a lot"),
    ],
)
def test_what_cannot_be_drafted_is_refused(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        drafted("turbo", game_id="hold-em", **(ASKED | wrong))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="a template is sit-and-go"):
        drafted("slow", game_id="hold-em", **ASKED)  # type: ignore[arg-type]
