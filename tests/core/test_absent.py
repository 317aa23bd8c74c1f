"""Who does not answer adds nothing to a wager and gives up a hand only where nothing else is free."""

from __future__ import annotations

import pytest

from pitboss.book import game
from pitboss.book.events import Ask, Choice
from pitboss.table.absent import silence, stay_in

TEN = {"least": 1_000, "most": 1_000}


def ask(*choices: str, usual: str = "") -> Ask:
    """Choices by their ids; ``play$`` costs ten dollars."""
    offered = [Choice(each.rstrip("$"), **TEN) if each.endswith("$") else Choice(each) for each in choices]
    return Ask(1, tuple(offered), "1", usual=usual)


@pytest.mark.parametrize(
    ("name", "choices", "silent", "staying"),
    [
        ("three-card-poker", ("play$", "fold"), "fold", "play"),
        ("ultimate-texas-hold-em", ("play$", "check"), "check", "check"),
        ("colorado-hold-em-poker", ("play$", "check"), "check", "check"),
        ("let-it-ride-poker", ("ride", "withdraw"), "ride", "ride"),
        ("boston-5-stud-poker", ("keep", "withdraw"), "keep", "keep"),
        ("flop-poker", ("flop$", "surrender"), "surrender", "flop"),
        ("double-down-stud", ("double-down$", "no-double-down"), "no-double-down", "no-double-down"),
        ("double-cross-poker", ("horizontal", "vertical"), "horizontal", "horizontal"),
        ("colorado-hold-em-poker", ("discard-4h", "discard-9c"), "discard-4h", "discard-4h"),
        ("blackjack", ("hit", "stand", "double-down$", "surrender"), "stand", "stand"),
        ("blackjack", ("insurance$", "no-insurance", "even-money"), "no-insurance", "no-insurance"),
        ("blackjack", ("second-card", "dead-hand"), "second-card", "second-card"),
        ("blackjack", ("double-down$", "no-double"), "no-double", "no-double"),
        ("craps", ("shoot", "decline"), "decline", "shoot"),
        ("mini-dice", ("accept", "refuse"), "refuse", "accept"),
        ("hold-em", ("fold", "call$", "raise$"), "fold", "call"),
        ("hold-em", ("check", "bet$"), "check", "check"),
        ("hold-em", ("post$", "wait"), "wait", "post"),
    ],
)
def test_silence_and_staying_in(name: str, choices: tuple[str, ...], silent: str, staying: str) -> None:
    assert silence(game(name), ask(*choices))[0] == silent
    assert stay_in(game(name), ask(*choices))[0] == staying


def test_what_is_usual_is_meant_if_it_costs_nothing() -> None:
    boston, double_cross = game("boston-5-stud-poker"), game("double-cross-poker")
    assert silence(boston, ask("expose", "conceal", usual="expose")) == ("expose", 0)
    assert silence(double_cross, ask("play$", "fold", usual="play")) == ("fold", 0)


def test_where_everything_costs_the_least_is_taken() -> None:
    assert silence(game("hold-em"), ask("call$", "all-in$")) == ("call", 1_000)


def test_only_games_between_players_take_no_wagers_first() -> None:
    assert not game("hold-em").wagers_first
    assert not game("baccarat-chemin-de-fer").wagers_first
    assert game("keno").wagers_first
    assert game("blackjack").wagers_first


def test_what_starts_a_round_is_said_in_the_words_of_the_law() -> None:
    verbs = {name: game(name).data.verb for name in ("sic-bo", "mini-craps", "keno", "big-six", "blackjack")}
    assert verbs == {  # 9.5(d), 1.1 "Roll", 15.2(a), 5.6(a), 2.6(e)
        "sic-bo": "shake",
        "mini-craps": "roll",
        "keno": "draw",
        "big-six": "spin",
        "blackjack": "deal",
    }
