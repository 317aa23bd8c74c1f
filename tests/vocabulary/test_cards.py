"""Choices that name cards: setting hands and discarding, in the table, its journal, cases and the terminal."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from pitboss.book import Ask, Choice, Refused, Slide, arrangements, game
from pitboss.book.events import offered
from pitboss.equipment.cards import cards, pretty
from pitboss.layout import table_svg
from pitboss.session import Session
from pitboss.table import Memory, Table, read
from pitboss.table.absent import silence, stay_in
from pitboss.table.audit import audit, in_words, narrated
from pitboss.table.case import Case, settle
from tests.cases import check, worked
from tests.properties import balanced, random_round, recorded, replays
from tests.vocabulary.toys import DRAW_THREE, HERE, TWO_HANDS

BOTH = (TWO_HANDS, DRAW_THREE)


@pytest.mark.parametrize("round_", worked(HERE))
def test_a_worked_round(round_: dict[str, Any]) -> None:
    check(round_)


# ---- the words -------------------------------------------------------------------------------------------


def test_the_arrangements_of_seven_cards() -> None:
    seven = cards("Ks Qd 9c 9h 4s 3d 2c")
    low = arrangements(seven, low=2)
    assert len(low) == 21  # C(7, 2)
    assert [choice.id for choice in low[:3]] == ["set-KsQd", "set-Ks9c", "set-Ks9h"]
    assert low[0].cards == (tuple(cards("Ks Qd")),)
    assert low[0].secret
    assert len(arrangements(seven, medium=2, low=1)) == 105  # C(7, 2) * 5
    assert arrangements(seven, medium=2, low=1)[0].id == "set-KsQd-9c"
    assert len(arrangements(seven[:5], "draw", discard=range(6))) == 32


def test_equal_cards_count_once() -> None:
    assert [choice.id for choice in arrangements(cards("Ks Qd Ks 2c"), low=2)] == [
        "set-KsQd",
        "set-KsKs",
        "set-Ks2c",
        "set-Qd2c",
    ]


def test_a_choice_is_found_by_its_cards_in_any_order() -> None:
    ask = Ask(1, arrangements(cards("Ks Qd 9c Jo"), medium=2, low=1), "1", parts=("medium", "low"))
    assert ask.naming("set", cards("Qd Ks 9c")) == "set-KsQd-9c"
    assert ask.naming("set", cards("9c Qd jo")) == "set-Qd9c-Jo"  # one joker is like the other
    assert ask.naming("", cards("Qd Ks 9c")) == "set-KsQd-9c"
    assert ask.naming("set", cards("2c Ks 9c")) == "set-2cKs9c"  # which nobody offered


def test_what_differs_in_its_cards_is_told_once() -> None:
    hand = cards("Ks Qd 9c")
    assert offered((*arrangements(hand, low=1), Choice("house-way", cards=((3,),)))) == [
        "set 1 card",
        "house-way",
    ]
    assert offered((*arrangements(hand, "draw", discard=range(1, 4)), Choice("stand-pat"))) == [
        "draw 1 to 3 cards",
        "stand-pat",
    ]
    assert offered((Choice("play", 1000, 1000), Choice("fold"))) == ["play $10", "fold"]


# ---- the table -------------------------------------------------------------------------------------------


def dealt(name: str, seed: int = 3) -> Table:
    table = recorded(game(name).rules(), seed)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10)
    table.deal()
    return table


def test_a_set_card_is_a_hand_of_its_own_and_nobody_else_sees_it() -> None:
    table = dealt(TWO_HANDS)
    assert table.asked is not None
    first, second, third = table.cards("1")
    told = table.asked
    table.act(1, told.choices[1].id)
    assert told.seen_by(2) == Ask(1, (), "1", parts=("low",))
    assert in_words(told.seen_by(2)) == "seat 1: decides"
    assert in_words(told) == f"seat 1: set {pretty(second)}"
    seen: list[dict[str, list[str]]] = []
    table.watch = lambda event: seen.append(table.view(2)) if isinstance(event, Slide) else None
    table.act(2, "house-way")
    assert seen[0]["1.low"] == ["??"]
    assert table.cards("1") == [first, third]
    assert table.cards("1.low") == [second]


def test_others_are_not_told_of_an_amount_either_if_the_choice_is_secret() -> None:
    ask = Ask(1, (Choice("bid", 100, 900, secret=True),), decision="bid", amount=700)
    assert ask.seen_by(2) == Ask(1, ())


def test_a_choice_that_nobody_has_is_refused_with_its_paragraph() -> None:
    table = dealt(TWO_HANDS)
    with pytest.raises(
        Refused, match=r"set-2c3d is not offered .*; the choices are: set 1 card, house-way"
    ) as refused:
        table.act(1, "set-2c3d")
    assert refused.value.cite == "13:69F-99.4"


def test_silence_sets_the_hand_as_is_usual() -> None:
    for name, usual in ((TWO_HANDS, "house-way"), (DRAW_THREE, "stand-pat")):
        table = dealt(name)
        assert table.asked is not None
        assert silence(table.game, table.asked) == (usual, 0)
        assert stay_in(table.game, table.asked) == (usual, 0)


@given(st.sampled_from(BOTH), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_random_play_conserves_money_and_replays_to_the_same_bytes(name: str, seed: int) -> None:
    chance = random.Random(seed)
    table = recorded(game(name).rules(), seed)
    for seat in (1, 2, 4):
        table.sit(seat, f"player {seat}", 500)
    for _ in range(3):
        for seat in (1, 2, 4):
            table.bet(seat, "ante", 10)
        if chance.random() < 0.3:
            table.irregularity("misdeal", (chance.choice(["deal", "ask"]), chance.randint(1, 5)))
        random_round(table, chance)
    balanced(table)
    replays(table)


def test_a_journal_with_cards_laid_apart_is_verified_and_told() -> None:
    table = dealt(DRAW_THREE)
    assert table.asked is not None
    table.act(1, table.asked.choices[3].id)
    table.act(2, "stand-pat")
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    assert audit(storage.lines)["verified"]
    words = [line for step in narrated(storage.lines) for line in step["lines"]]  # type: ignore[attr-defined]
    assert any(line.startswith("  seat 1: draw ") for line in words)
    forged = [line.replace(b'"decision":"stand-pat"', b'"decision":"stand-pit"') for line in storage.lines]
    with pytest.raises(Refused):
        list(read(forged))


# ---- cases -----------------------------------------------------------------------------------------------


def case(game_: str, told: dict[str, list[str]], *decisions: object) -> Case:
    seats = [{"seat": 1, "wagers": {"ante": 10}, "decisions": list(decisions)}]
    return msgspec.convert({"game": game_, "seats": seats, "cards": told}, Case)


def test_a_dealers_hand_that_the_rules_would_set_otherwise_is_refused() -> None:
    told = {"1": ["Qs", "Qd", "8c"], "dealer": ["Jc", "Td"], "dealer.low": ["4h"]}
    with pytest.raises(Refused, match=r"dealer\.low is set as Td, not as 4h"):
        settle(case(TWO_HANDS, told))


@pytest.mark.parametrize("decision", [["set", "Qs", "Kx"], ["set", 5, 6], []])
def test_a_decision_that_is_none_is_refused(decision: list[object]) -> None:
    told = {"1": ["Qs", "Qd", "8c"], "dealer": ["Jc", "Td", "4h"]}
    with pytest.raises(Refused, match="decision"):
        settle(case(TWO_HANDS, told, decision))


def test_a_decision_nobody_waits_for_is_refused() -> None:
    told = {"1": ["Qs", "Qd", "8c"], "dealer": ["Jc", "Td", "4h"]}
    with pytest.raises(Refused, match="is never asked whether to"):
        settle(case(TWO_HANDS, told, ["set", "Qs"], ["set", "Qs"]))


def test_dead_hands_need_not_be_named_but_may_be() -> None:
    told = {"1": ["Qs", "Qd", "8c"], "dealer": ["Jc", "Td", "4h"], "dead": ["2c", "2d"]}
    answer: Any = settle(case(TWO_HANDS, told, "house-way"))
    assert answer["seats"][0]["net"] == 0


def test_a_card_not_told_is_not_the_next_one_told() -> None:
    told = {"1": ["Qs", "??", "8c"], "dealer": ["Jc", "Td", "4h"]}
    with pytest.raises(Refused, match="does not know card 2 of 1"):
        settle(case(TWO_HANDS, told))


# ---- the terminal ----------------------------------------------------------------------------------------


def said(game_: str, script: str, seed: int = 5, players: int = 1) -> tuple[Session, str]:
    heard = io.StringIO()
    session = Session(
        game(game_).rules(), seed, 500, players, None, Console(file=heard, width=120, highlight=False)
    )
    session.run(iter(script.split(";")))
    return session, heard.getvalue()


def hand(session: Session) -> list[str]:
    """The three cards that seat 1 holds."""
    return session.table.view(1)["1"]


def decided(session: Session) -> list[str]:
    return [event.decision for event in session.table.said if isinstance(event, Ask) and event.seat == 1]


def test_the_terminal_numbers_the_cards() -> None:
    _, heard = said(TWO_HANDS, "ante 10; deal")
    assert "  1     2     3" in heard
    assert "Your turn: set 1 card · house-way" in heard
    assert "the dealer" not in heard


@pytest.mark.parametrize("words", ["set 3", "se 3", "set {2}", "SET {2}"])
def test_a_hand_is_set_by_numbers_or_names(words: str) -> None:
    session, _ = said(TWO_HANDS, "ante 10; deal", 7)
    held = hand(session)
    session, heard = said(TWO_HANDS, f"ante 10; deal; {words.format(*held)}", 7)
    assert decided(session) == [f"set-{held[2]}"]
    assert len(session.settlements) == 1
    assert " low " in heard


def test_the_house_way_in_words() -> None:
    for words in ("house way", "house", "house-way"):
        session, _ = said(TWO_HANDS, f"ante 10; deal; {words}")
        assert decided(session) == ["house-way"]


@pytest.mark.parametrize("words", ["draw 1 3", "draw {0}{2}", "draw {2} {0}", "dr 3 1"])
def test_cards_are_drawn_by_numbers_or_names(words: str) -> None:
    session, _ = said(DRAW_THREE, "ante 10; deal")
    held = hand(session)
    session, _ = said(DRAW_THREE, f"ante 10; deal; {words.format(*held)}")
    assert decided(session) == [f"draw-{held[0]}{held[2]}"]


def test_standing_pat_in_a_word() -> None:
    session, _ = said(DRAW_THREE, "ante 10; deal; pat")
    assert decided(session) == ["stand-pat"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("draw 1 4", "1 4 are not different cards from 1 to 3"),
        ("draw 2 2", "2 2 are not"),
        ("draw Kx", "not a card"),
    ],
)
def test_cards_that_nobody_has_are_refused_in_a_sentence(words: str, sentence: str) -> None:
    session, heard = said(DRAW_THREE, f"ante 10; deal; {words}")
    assert sentence in heard
    assert decided(session) == []


def test_a_setting_that_fouls_is_said_twice() -> None:
    for seed in range(20):
        session, _ = said(TWO_HANDS, "ante 10; deal", seed)
        warned = [choice for choice in session.table.legal(1) if choice.warning]
        if warned:
            break
    place = 1 + session.table.cards("1").index(warned[0].cards[0][0])
    once, heard = said(TWO_HANDS, f"ante 10; deal; set {place}", seed)
    assert (
        "the low hand would be higher than the high hand, which loses; repeat the command to confirm" in heard
    )
    assert not once.settlements
    twice, _ = said(TWO_HANDS, f"ante 10; deal; set {place}; set {place}", seed)
    assert twice.settlements[0].wagers[1]["ante"].outcome == "foul"
    other, _ = said(TWO_HANDS, f"ante 10; deal; set {place}; house way; ; set {place}", seed)
    assert len(other.settlements) == 1, "a warning is of one hand"


def test_machines_set_their_hands_as_is_usual() -> None:
    session, _ = said(TWO_HANDS, "ante 10; deal; house way", players=3)
    asks = [event for event in session.table.said if isinstance(event, Ask)]
    assert {ask.seat: ask.decision for ask in asks} == dict.fromkeys((1, 2, 3), "house-way")


def test_a_journal_from_the_terminal_is_verified(tmp_path: Path) -> None:
    page = tmp_path / "table.jsonl"
    session = Session(game(DRAW_THREE).rules(), 5, 500, 2, page, Console(file=io.StringIO()))
    session.run(iter(["ante 10", "deal", "draw 1 2", "", "pat"]))
    assert audit(page.read_bytes().splitlines())["rounds"] == 2


# ---- papers ----------------------------------------------------------------------------------------------


def test_a_drawing_has_the_low_hand_behind_the_high_one() -> None:
    table = dealt(TWO_HANDS)
    for seat in (1, 2):
        table.act(seat, "house-way")
    drawn = table_svg(table)
    (low,), (first, second) = table.view()["1.low"], table.view()["1"]
    order = [drawn.index(f'data-card="{card}"') for card in (low, first, second)]
    assert order == sorted(order), "what is drawn later lies above"
