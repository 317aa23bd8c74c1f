"""Several players asked at once: in whatever order they answer, whatever happens meanwhile, it is the same round."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Ask, Asks, Choice, Game, Irregular, Refused, Round, Settle, game
from pitboss.law import Slip
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit
from tests.properties import balanced, recorded, replays
from tests.vocabulary.toys import TWO_HANDS

SEATS = (1, 2, 4)


def asked(seed: int = 3) -> Table:
    """Three players are asked to set their hands."""
    table = recorded(game(TWO_HANDS).rules(), seed)
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10 * seat)
    table.deal()
    return table


def lines(table: Table) -> list[bytes]:
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    return storage.lines


def seats(table: Table) -> list[int]:
    return [ask.seat for ask in table.asking]


def test_each_answers_for_himself() -> None:
    table = asked()
    assert seats(table) == [1, 2, 4]
    assert table.asked is table.asking[0]
    assert table.count("ask") == 1, "one question, however many are asked"
    assert len(table.legal(4)) == 4
    assert table.legal(3) == ()
    table.act(2, "house-way")
    assert seats(table) == [1, 4]
    assert table.legal(2) == ()
    with pytest.raises(Refused, match="it is seat 1's and seat 4's turn to decide, not seat 2's"):
        table.act(2, "house-way")
    with pytest.raises(Refused, match="fold is not offered"):
        table.act(4, "fold")
    assert seats(table) == [1, 4]
    table.act(4, "house-way")
    assert "low" not in str(table.view()), "nothing is laid apart before all have answered"
    table.act(1, "house-way")
    assert not table.playing
    assert table.asked is None
    replays(table)


@given(st.integers(0, 10**6), st.permutations(SEATS), st.data())
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_answers_changes_nothing(seed: int, order: list[int], data: st.DataObject) -> None:
    decisions: dict[int, str] = {}
    told = []
    for seats_ in (SEATS, order):
        table = asked(seed)
        for seat in seats_:
            choices = table.legal(seat)
            decision = decisions.setdefault(
                seat, data.draw(st.sampled_from([choice.id for choice in choices]))
            )
            table.act(seat, decision)
            balanced(table)
        assert table.settlement is not None
        told.append((table.settlement.json(), table.ledger.accounts, table.hands))
        replays(table)
    assert told[0] == told[1]


def test_every_answer_is_a_line_of_the_journal_when_it_is_given() -> None:
    table = asked()
    for seat in (4, 1, 2):
        table.act(seat, "house-way")
    acts = [entry for entry in read(lines(table)) if type(entry.command).__name__ == "Act"]
    assert [entry.command.seat for entry in acts] == [4, 1, 2]  # type: ignore[union-attr]
    assert [len(entry.events) for entry in acts[:2]] == [1, 1]
    assert len(acts[2].events) > 10
    assert audit(lines(table))["verified"]


@pytest.mark.parametrize("answered", [(), (1,), (4,), (4, 1)])
def test_a_table_resumes_with_the_questions_that_are_still_open(answered: tuple[int, ...]) -> None:
    table = asked()
    for seat in answered:
        table.act(seat, "house-way")
    again = Table.resume(read(lines(table)), clock=table.clock, storage=Memory())
    assert seats(again) == [seat for seat in SEATS if seat not in answered]
    for each in (table, again):
        for seat in seats(each):
            each.act(seat, "house-way")
    assert again.settlement is not None
    assert table.settlement is not None
    assert again.settlement.json() == table.settlement.json()
    assert again.hands == table.hands


def machine(choose: Callable[[Ask], str]) -> Callable[[Table, Ask], tuple[str, int]]:
    return lambda _, ask: (choose(ask), 0)


@pytest.mark.parametrize("machines", [(1,), (2,), (1, 4), (2, 4), (1, 2, 4)])
def test_machines_answer_at_once_and_people_when_they_like(machines: tuple[int, ...]) -> None:
    ticks = iter(range(10**6))
    last = machine(lambda ask: ask.choices[-2].id)
    table = Table(
        game(TWO_HANDS),
        seed=3,
        clock=lambda: next(ticks),
        storage=Memory(),
        players=dict.fromkeys(machines, last),
    )
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10)
    table.deal()
    people = [seat for seat in SEATS if seat not in machines]
    assert seats(table) == people
    for seat in reversed(people):
        table.act(seat, "house-way")
    assert not table.playing
    replays(table)


# ---- what happens meanwhile ------------------------------------------------------------------------------


def test_nobody_else_learns_a_secret_answer() -> None:
    table = asked()
    question = table.question(2)
    assert question is not None
    table.act(2, question.choices[0].id)
    told = table.said[-1]
    assert isinstance(told, Ask)
    for seat in (None, 1, 4):
        assert told.seen_by(seat) == Ask(2, (), "2", parts=("low",))
    assert told.seen_by(2) is told


def test_a_round_is_void_with_some_answers_in() -> None:
    table = asked()
    table.act(2, "house-way")
    table.void("Ann", "a fire alarm")
    assert not table.playing
    assert table.asking == ()
    assert [table.funds(seat) for seat in SEATS] == [50_000] * 3
    balanced(table)
    replays(table)
    with pytest.raises(Refused):
        table.act(1, "house-way")


def test_99_8_a_misdeal_called_in_between_voids_the_round() -> None:
    table = asked()
    table.act(4, "house-way")
    table.irregularity("misdeal")
    assert not table.playing
    assert [table.funds(seat) for seat in SEATS] == [50_000] * 3
    replays(table)


@pytest.mark.parametrize("answered", [(), (1,), (2,), (4,), (1, 2), (2, 4), (4, 1)])
@pytest.mark.parametrize("exposed", SEATS)
def test_99_8_a_ruling_that_takes_a_hand_asks_its_player_no_more(
    answered: tuple[int, ...], exposed: int
) -> None:
    table = asked()
    for seat in answered:
        table.act(seat, "house-way")
    open_ = [seat for seat in SEATS if seat not in answered]
    table.irregularity("card-exposed", position=str(exposed))
    left = [seat for seat in open_ if seat != exposed]
    assert seats(table) == left
    for seat in left:
        table.act(seat, "house-way")
    assert table.settlement is not None
    assert table.settlement[exposed, "ante"].outcome == "dead hand"
    for seat in SEATS:
        assert (table.settlement[seat, "ante"].outcome == "dead hand") == (seat == exposed)
        assert (f"{seat}.low" in table.hands) == (seat != exposed or seat in answered)
    balanced(table)
    replays(table)


def test_two_rulings_one_after_the_other() -> None:
    table = asked()
    table.act(1, "house-way")
    table.irregularity("card-exposed", position="2")
    table.leave(2)  # whose wager is decided
    table.irregularity("card-exposed", position="1")
    assert seats(table) == [4]
    table.act(4, "house-way")
    assert not table.playing
    replays(table)


def test_an_irregularity_that_was_called_for_the_question() -> None:
    table = recorded(game(TWO_HANDS).rules(), 3)
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10)
    table.irregularity("card-exposed", ("ask", 1), "2")
    table.deal()
    assert seats(table) == [1, 4]
    assert any(isinstance(event, Irregular) for event in table.said)
    for seat in (4, 1):
        table.act(seat, "house-way")
    replays(table)


def test_who_is_asked_or_has_answered_stays_and_who_watches_may_go() -> None:
    table = asked()
    table.sit(3, "player 3", 100)
    table.act(1, "house-way")
    for seat in SEATS:
        with pytest.raises(Refused, match="stays in this round"):
            table.leave(seat)
    assert table.leave(3) == 10_000
    for seat in (4, 2):
        table.act(seat, "house-way")
    replays(table)


def test_a_forged_answer_is_found_out() -> None:
    table = asked()
    for seat in (4, 1, 2):
        table.act(seat, "house-way")
    swapped = [*lines(table)]
    n = next(n for n, line in enumerate(swapped) if b'"command":"act"' in line)
    swapped[n], swapped[n + 1] = swapped[n + 1], swapped[n]
    assert not audit(swapped)["verified"]


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_random_play_with_whatever_happens(seed: int) -> None:
    chance = random.Random(seed)
    table = recorded(game(TWO_HANDS).rules(), seed)
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 500)
    for _ in range(3):
        for seat in SEATS:
            table.bet(seat, "ante", 10)
        table.deal()
        while table.asking:
            balanced(table)
            luck = chance.random()
            ask = chance.choice(table.asking)
            if luck < 0.1:
                table.irregularity("card-exposed", position=str(ask.seat))
            elif luck < 0.15:
                table.irregularity("misdeal")
            elif luck < 0.2:
                table.void("Ann", "by order")
            else:
                table.act(ask.seat, chance.choice(ask.choices).id)
        balanced(table)
    replays(table)


# ---- slips of an author ----------------------------------------------------------------------------------


class Slipping(Game):
    """Asks what it should not."""

    questions: tuple[Ask, ...] = ()

    def round(self, table: Table) -> Round:
        yield Asks(self.questions)
        for bet in list(table.bets.values()):
            yield Settle(bet.seat, bet.wager, "push", cite="13:69F-99.1")


STAND = (Choice("stand"),)


@pytest.mark.parametrize(
    ("questions", "sentence"),
    [
        ((), "at least one seat"),
        ((Ask(1, STAND), Ask(1, STAND)), "each seat must be asked once"),
        ((Ask(1, STAND), Ask(3, STAND)), "the seat is empty"),
        ((Ask(1, STAND), Ask(2, ())), "there is nothing to choose"),
        ((Ask(1, (Choice("set-2c", cards=((0,),)),), "1", parts=("low",)),), "not in the hand"),
        ((Ask(1, (Choice("set-2c", cards=((0,),)),), "1"),), "sets 1 parts of 0"),
    ],
)
def test_a_question_that_cannot_be_put_is_a_slip(questions: tuple[Ask, ...], sentence: str) -> None:
    defined = Slipping(game(TWO_HANDS).path)
    defined.questions = questions
    table = Table(defined, seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10)
    with pytest.raises(Slip, match=sentence):
        table.deal()
