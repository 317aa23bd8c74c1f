"""`pitboss replay --phh`: rounds of a journal in PHH notation, told by hand, read again, and read by PokerKit."""

from __future__ import annotations

import random
import tomllib
import warnings

import pytest
from pokerkit import HandHistory

from pitboss.book import Refused, game
from pitboss.games.poker_room.phh_reader import as_rows
from pitboss.games.poker_room.phh_writer import histories
from pitboss.table import Memory, Table, read
from tests.poker_room import play, seated

GAMES = {
    "hold-em": "no-limit",
    "omaha-high": "pot-limit",
    "omaha-high-low-8": "fixed-limit",
    "seven-card-stud-low": "fixed-limit",
    "seven-card-stud-high-low-8": "fixed-limit",
    "triple-draw-2-7": "fixed-limit",
    "badugi": "fixed-limit",
}


def told(table: Table) -> list[str]:
    assert isinstance(table.journal.storage, Memory)
    return histories(read(table.journal.storage.lines))


def test_a_round_is_told_from_the_players_at_the_buttons_left() -> None:
    table = seated(game("hold-em"), {1: 100, 4: 60, 7: 80}, state={"button": 4}, ante="1")
    table.deal()
    play(table, "call", "raise 10", "fold", "call", "bet 20", "fold")
    first, second, third = (table.view(seat)[str(seat)] for seat in (7, 1, 4))
    flop = "".join(table.view()["community"])
    (only,) = (tomllib.loads(each)["1"] for each in told(table))
    assert only == {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": [1, 1, 1],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [80, 100, 60],
        "actions": [
            *(f"d dh p{n} {''.join(each)}" for n, each in enumerate((first, second, third), 1)),
            *("p3 cc", "p1 cbr 10", "p2 f", "p3 cc", f"d db {flop}", "p1 cbr 20", "p3 f"),
        ],
        "players": ["seat 7", "seat 1", "seat 4"],
        "finishing_stacks": [80 + 2 + 2 + 10, 100 - 3, 60 - 11],
    }


def test_what_the_notation_cannot_tell_is_a_comment() -> None:
    table = seated(game("five-card-draw-high"), {1: 100, 2: 100, 3: 100})
    table.deal()
    play(table, "fold", "fold")
    assert told(table) == ["# round 1: the notation has no variant for five-card-draw-high with these limits"]


def test_no_other_game_is_told_in_the_notation() -> None:
    with pytest.raises(Refused, match="casino-war is not a game of the poker room"):
        told(Table("casino-war", seed=1))


@pytest.mark.parametrize("name", GAMES)
def test_rounds_are_read_again_with_the_same_stacks_and_so_by_pokerkit(name: str) -> None:
    warnings.simplefilter("ignore")
    chance = random.Random(name)
    defined = game(name)
    options = {"structure": GAMES[name], "reading_two_players": "button-first", "losing_hands": "shown"}
    known = {option.id.replace("-", "_") for option in defined.data.options}
    # Chips of 12 dollars leave nothing odd to share, which the notation and the law give to different players.
    amounts = {"minimum_bet": "24", "maximum_bet": "48", "blinds": "12 24", "forced_bet": "12"}
    chosen = {option: value for option, value in (options | amounts).items() if option in known}
    table = seated(defined, dict.fromkeys(range(1, 5), 12_000), chip=1200, **chosen)
    for _ in range(4):
        table.deal()
        while table.asked:
            open_to = [each for each in table.asked.choices for _ in range(1 if each.id == "raise" else 4)]
            choice = chance.choice([each for each in open_to if each.id != "all-in"])
            table.act(table.asked.seat, choice.id, choice.least // 100 or None)
    rounds = told(table)
    assert [row["agrees"] for row in as_rows({"all": "\n\n".join(rounds).encode()})] == [True] * 4
    for each in rounds:
        *_, last = HandHistory.loads(each.partition("\n")[2])
        assert list(last.stacks) == tomllib.loads(each.partition("\n")[2])["finishing_stacks"]


def test_two_players_as_the_text_has_them_are_told_with_the_blinds_the_other_way_round() -> None:
    """14.10(d)1: who is left of the button posts 1 and acts first; the button posts 2 and gives up."""
    table = seated(game("hold-em"), {1: 100, 2: 100}, state={"button": 2})
    table.deal()
    play(table, "raise 6", "fold")
    (only,) = told(table)
    text = only.partition("\n")[2]
    told_ = tomllib.loads(text)
    assert (told_["blinds_or_straddles"], told_["finishing_stacks"]) == ([2, 1], [102, 98])
    assert as_rows({"only": text.encode()})[0]["agrees"] is True
    *_, last = HandHistory.loads(text)
    assert list(last.stacks) == [102, 98]


@pytest.mark.parametrize(("players", "antes"), [(3, [0, 3, 0]), (2, [3, 0])])
def test_an_ante_for_all_is_told_as_who_put_it_up(players: int, antes: list[int]) -> None:
    stacks = dict.fromkeys(range(1, players + 1), 100)
    table = seated(game("hold-em"), stacks, state={"button": players}, ante="3", ante_by="last-blind")
    table.deal()
    while table.asked:
        play(table, "fold")
    (only,) = told(table)
    text = only.partition("\n")[2]
    told_ = tomllib.loads(text)
    assert (told_["antes"], told_["ante_trimming_status"]) == (antes, False)
    assert as_rows({"only": text.encode()})[0]["agrees"] is True
    *_, last = HandHistory.loads(text)
    assert list(last.stacks) == told_["finishing_stacks"]


def test_an_ante_for_less_is_told_and_read_again_as_the_law_has_it() -> None:
    """14.7(c)4i: at a table of a tournament seat 2 has 1 for an ante of 2, and contends for as much of each."""
    table = seated(
        game("hold-em"),
        {1: 100, 2: 1, 3: 100},
        state={"button": 2},
        ante="2",
        tournament="yes",
        time_charge="0",
    )
    table.deal()
    while table.asked:
        ids = {choice.id for choice in table.asked.choices}
        play(table, "check" if "check" in ids else "call")
    (only,) = told(table)
    assert as_rows({"only": only.partition("\n")[2].encode()})[0]["agrees"] is True
