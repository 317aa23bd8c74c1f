"""The driver distrusts the game: what a game asks for by a slip is an error that names it, and moves no money."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import (
    Ask,
    Choice,
    Game,
    Irregularity,
    Move,
    Return,
    Roll,
    Round,
    Rules,
    Settle,
    Stake,
    Travel,
    game,
)
from pitboss.book.data import read_game
from pitboss.book.events import Event
from pitboss.law import Refused, Slip
from pitboss.money import Odds
from pitboss.odds import net
from pitboss.table import Table, Void
from pitboss.table.distrust import slipped
from tests.properties import balanced

PAGE = """
id = "trial"
title = "Trial"
family = "trials"
subchapter = "Trial"
summary = "A game that does as it is told."

[[wager]]
id = "ante"
name = "Ante"
cite = "Trial 1"

[[wager]]
id = "side"
name = "Side"
cite = "Trial 1"
option = "side-offered"

[[wager]]
id = "car"
name = "Car"
cite = "Trial 1"
in_kind = { prize = ["car"] }

[[wager]]
id = "raise"
name = "Raise"
cite = "Trial 2"
follows = "ante"
times = [1, "5/2"]
during = true

[[wager]]
id = "envy"
name = "Envy"
cite = "Trial 3"
bonus = true

[[option]]
id = "side-offered"
cite = "Trial 1"
text = "Is the side wager offered?"
choices = ["yes", "no"]

[[option]]
id = "prize"
cite = "Trial 1"
text = "What is won."
choices = ["money", "car"]
default = "money"

[[decision]]
id = "up"
name = "Up"
cite = "Trial 2"
total = true

[[irregularity]]
id = "late"
cite = "Trial 4"
ruling = "A wager made too late stands."
late = true

[[irregularity]]
id = "other"
cite = "Trial 4"
ruling = "The ante is void."
"""

LAW = "Trial 1"


class Trial(Game):
    """Its round is a list of events."""

    steps: Callable[[], Iterable[Event]]
    rules_on: tuple[Event, ...] = ()

    def round(self, table: Table) -> Round:
        yield from (event for event in self.steps())  # which take no answers

    def ruling(self, table: Table, irregularity: Irregularity) -> Round:
        yield from (event for event in self.rules_on)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "trial.toml"
    path.write_text(PAGE, encoding="utf-8")
    return path


def dealt(page: Path, *events: Event, ruling: tuple[Event, ...] = (), **options: str) -> Table:
    """A table at which seats 1 and 2 have an ante of $10 each; the round consists of these events."""
    game = Trial(page)
    game.steps, game.rules_on = lambda: events, ruling
    table = Table(game, Rules(game, options), seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 100)
        table.bet(seat, "ante", 10)
    return table


def slips(table: Table, says: str) -> None:
    """The round ends in an error that names the game and says this, and the journal knows nothing of it."""
    chain = table.journal.chain
    with pytest.raises(Slip, match=r"^trial: ") as slip:
        table.deal()
    assert says in str(slip.value)
    assert table.journal.chain == chain
    assert table.lost
    with pytest.raises(Refused, match="resume it"):
        table.bet(1, "ante", 10)


WIN = Settle(1, "ante", "win", 1000, cite=LAW)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Settle(1, "typo", "win", 1000, cite=LAW), "no such wager is offered"),
        (Settle(1, "side", "lose", lost=1000, cite=LAW), "no such wager is offered"),
        (Settle(1, "raise", "win", 1000, cite=LAW), "the player has not made this wager"),
        (Settle(3, "ante", "win", 1000, cite=LAW), "the player has not made this wager"),
        (Settle(3, "envy:1", "win", 1000, cite=LAW), "the seat is empty"),
        (Settle(1, "envy:1", "lose", lost=1000, cite=LAW), "a bonus has no stake to lose"),
        (Settle(1, "ante", "win", 1000), "no paragraph is cited"),
        (Settle(1, "ante", "win", cite=LAW), "a win that pays nothing"),
        (Settle(1, "ante", "win", -1, cite=LAW), "the stake is $10"),
        (Settle(1, "ante", "lose", cite=LAW), "a lose that loses nothing"),
        (Settle(1, "ante", "lose", lost=1001, cite=LAW), "the stake is $10"),
        (Settle(1, "ante", "lose", lost=-1, cite=LAW), "the stake is $10"),
        (Settle(1, "ante", "lose", 500, 1000, cite=LAW), "a lose that pays"),
        (Settle(1, "ante", "push", 500, cite=LAW), "a push that pays"),
        (Settle(1, "ante", "push", lost=500, cite=LAW), "a push that loses"),
        (Settle(1, "ante", "void", lost=500, cite=LAW), "a void that loses"),
        (Settle(1, "ante", "lose", lost=1000, cite=LAW, stays=True), "no stake is left"),
        (Settle(1, "ante", "win", 1000, cite=LAW, bank="seat:3"), "there is no account seat:3"),
        (Settle(1, "ante", "win", 9001, cite=LAW, bank="seat:2"), "seat:2 holds $90"),
        (Stake(1, "typo", 1000, LAW), "no such wager is offered"),
        (Stake(1, "raise", 1000), "no paragraph is cited"),
        (Stake(3, "raise", 1000, LAW), "the seat is empty"),
        (Stake(1, "envy", 1000, LAW), "a bonus has no stake"),
        (Stake(1, "ante", 1000, LAW), "not made during the round"),
        (Stake(1, "raise", 1050, LAW), "the smallest chip is $1"),
        (Stake(1, "raise", 0, LAW), "the player has $90"),
        (Stake(1, "raise", 9100, LAW), "the player has $90"),
        (Stake(1, "raise", 900, LAW), "it is 1 to 5/2 times ante, which is $10"),
        (Stake(1, "raise", 2600, LAW), "it is 1 to 5/2 times ante, which is $10"),
        (Stake(1, "raise@3", 1000, LAW), "times ante@3, which is $0"),
        (Ask(3, (Choice("up"),)), "the seat is empty"),
        (Ask(1, ()), "there is nothing to choose"),
        (Ask(1, (Choice("up"), Choice("up"))), "two choices have one name"),
        (Ask(1, (Choice(""),)), "two choices have one name, or none"),
        (Ask(1, (Choice("up"),), usual="down"), "down is not one of the choices"),
        (Ask(1, (Choice("up", 200, 100),)), "no possible amount"),
        (Ask(1, (Choice("up", 100, 200, 0),)), "no possible amount"),
        (Ask(1, (Choice("down", 100, 9001),)), "the player has $90, too little for down"),
        (Ask(1, (Choice("up", 100, 10001),)), "the player has $90, too little for up"),
        (Return(1, "ante", 1000), "no paragraph is cited"),
        (Return(1, "ante", 1001, LAW), "only $10 of it is on the layout"),
        (Return(1, "ante", 0, LAW), "only $10 of it is on the layout"),
        (Return(1, "raise", 100, LAW), "only $0 of it is on the layout"),
        (Move("bank", "seat:1", 100), "no paragraph is cited"),
        (Move("bank", "seat:1", -100, cite=LAW), "a negative amount"),
        (Move("bank", "seat:3", 100, cite=LAW), "there is no account seat:3"),
        (Move("bonk", "seat:1", 100, cite=LAW), "there is no account bonk"),
        (Move("cage", "seat:1", 100, cite=LAW), "there is no account cage"),
        (Move("meter:main", "bank", 100, cite=LAW), "meter:main holds $0"),
        (Move("seat:1", "fees", 9001, cite=LAW), "seat:1 holds $90"),
        (Travel(1, "raise", "ante"), "the player has not made this wager"),
        (Travel(1, "ante", "typo"), "no such wager is offered"),
    ],
    ids=str,
)
def test_a_slip_is_an_error_that_names_the_game_and_moves_no_money(
    page: Path, event: Event, says: str
) -> None:
    table = dealt(page, event)
    slips(table, says)
    balanced(table)
    assert [table.funds(seat) for seat in (1, 2)] == [9000, 9000]


LOSE = [Settle(seat, "ante", "lose", lost=1000, cite=LAW) for seat in (1, 2)]


@pytest.mark.parametrize(
    ("events", "net"),
    [
        ([Settle(1, "ante", "win", 1500, 1000, LAW), LOSE[1]], 500),  # a prize, the wager itself gone
        ([Settle(1, "ante", "lose", lost=500, cite=LAW), LOSE[1]], -500),  # half of it back
        ([LOSE[1], Settle(1, "ante", "win", 10_000, cite=LAW, bank="bank")], 10_000),
        ([LOSE[1], Settle(1, "ante", "win", 9_000, cite=LAW, bank="seat:2")], 9_000),
        ([*LOSE, Settle(1, "envy:2", "win", 500, cite=LAW), Settle(1, "envy:3", "win", 500, cite=LAW)], 0),
        ([Stake(1, "raise", 1000, LAW), Settle(1, "raise", "push", cite=LAW), *LOSE], -1000),
        ([Stake(1, "raise", 2500, LAW), Settle(1, "raise", "lose", lost=2500, cite=LAW), *LOSE], -3500),
        ([LOSE[0], Stake(1, "raise", 1000, LAW), Settle(1, "raise", "push", cite=LAW), LOSE[1]], -1000),
        ([Return(1, "ante", 400, LAW), Settle(1, "ante", "lose", lost=600, cite=LAW), LOSE[1]], -600),
        ([Move("bank", "meter:main", 0, cite=LAW), Move("bank", "seat:1", 100, cite=LAW), *LOSE], -900),
    ],
)
def test_what_is_lawful_is_done(page: Path, events: list[Event], net: int) -> None:
    table = dealt(page, *events)
    table.deal()
    balanced(table)
    assert table.funds(1) == 10_000 + net


def test_a_wager_is_decided_once(page: Path) -> None:
    slips(dealt(page, WIN, WIN), "it is decided already")


def test_a_bonus_that_comes_twice_is_told_by_its_source(page: Path) -> None:
    envy = Settle(1, "envy", "win", 500, cite=LAW)
    slips(dealt(page, *LOSE, envy, envy), "it is already paid; name it by its source, as in envy:3")
    table = dealt(page, *LOSE, *(Settle(1, f"envy:{seat}", "win", 500, cite=LAW) for seat in (2, 3)))
    table.deal()
    assert table.funds(1) == 9_000 + 2 * 500
    assert table.settlement is not None
    assert {"envy:2", "envy:3"} <= table.settlement.wagers[1].keys()


def test_a_ruling_in_the_middle_of_the_settlement_has_decided_first(page: Path) -> None:
    table = dealt(page, WIN, LOSE[1], ruling=(Settle(1, "ante", "void", cite=LAW),))
    table.irregularity("other", ("settle", 1))
    table.deal()
    assert table.settlement is not None
    assert table.settlement[1, "ante"].result == "void"


def test_a_wager_of_before_the_round_is_accepted_late_only_by_a_ruling_that_may(page: Path) -> None:
    late = (Stake(1, "ante", 500, LAW),)
    table = dealt(page, Settle(1, "ante", "lose", lost=1500, cite=LAW), LOSE[1], ruling=late)
    table.irregularity("late", ("settle", 1))
    table.deal()
    assert table.funds(1) == 8_500
    table = dealt(page, *LOSE, ruling=late)
    table.irregularity("other", ("settle", 1))
    slips(table, "not made during the round")


def test_a_win_pays_nothing_only_where_it_may_be_won_in_kind(page: Path) -> None:
    won = Settle(1, "car", "win", lost=1000, cite=LAW)
    for prize in ("car", "money"):
        table = dealt(page, won, *LOSE, prize=prize)
        table.bet(1, "car", 10)
        if prize == "money":
            slips(table, "a win that pays nothing")
        else:
            table.deal()
            assert table.funds(1) == 8_000


def test_the_amount_of_a_raise_to_includes_what_lies_there(page: Path) -> None:
    table = dealt(page, Ask(1, (Choice("up", 2000, 10_000, 100),)), *LOSE)
    table.deal()
    assert [choice.most for choice in table.legal(1)] == [10_000]  # $90 beside the $10 on the layout


def test_what_somebody_orders_void_cites_no_paragraph(page: Path) -> None:
    table = dealt(page, Ask(1, (Choice("up"),)), *LOSE)
    table.deal()
    table.void("Flo", "the lights went out")
    assert [table.funds(seat) for seat in (1, 2)] == [10_000, 10_000]
    table.bet(1, "ante", 10)
    assert not table.by_order or not table.playing


@pytest.mark.parametrize("problem", [KeyError("spade"), ZeroDivisionError("by nobody"), AssertionError("no")])
def test_whatever_a_round_raises_is_a_slip_of_its_game(page: Path, problem: Exception) -> None:
    table = dealt(page)

    def steps() -> Round:
        yield LOSE[0]
        raise problem

    table.game.steps = steps  # type: ignore[attr-defined]
    with pytest.raises(Slip, match=rf"^trial: {type(problem).__name__}: ") as slip:
        table.deal()
    assert slip.value.__cause__ is problem
    assert table.lost


def test_a_slip_without_a_word_is_told_by_its_line(page: Path) -> None:
    with pytest.raises(StopIteration) as problem:
        next(iter(()))
    assert str(slipped(dealt(page).game, problem.value)) == "trial: StopIteration: next(iter(()))"


def test_a_round_that_leaves_a_wager_undecided_is_a_slip(page: Path) -> None:
    with pytest.raises(Slip, match=r"ended a round without deciding ante \$10 of seat 2"):
        dealt(page, Roll(), LOSE[0]).deal()


def test_a_round_may_void_itself_before_its_first_step(page: Path) -> None:
    table = dealt(page)

    def steps() -> Round:
        raise Void(LAW)
        yield

    table.game.steps = steps  # type: ignore[attr-defined]
    table.deal()
    assert table.funds(1) == 10_000


@pytest.mark.parametrize(
    ("times", "says"),
    [
        ("[2, 1]", "cannot be from 2 to 1 times another"),
        ('["a few", 1]', "whole numbers or fractions"),
        ('["1/0", 1]', "whole numbers or fractions"),
    ],
)
def test_times_are_proofread(tmp_path: Path, times: str, says: str) -> None:
    page = tmp_path / "trial.toml"
    page.write_text(PAGE.replace('times = [1, "5/2"]', f"times = {times}"), encoding="utf-8")
    with pytest.raises(Refused, match=says):
        read_game(page)
    page.write_text(PAGE.replace('follows = "ante"\n', ""), encoding="utf-8")
    with pytest.raises(Refused, match="does not say which wager it follows"):
        read_game(page)


# ---- pay tables ------------------------------------------------------------------------------------------


def test_an_outcome_that_no_table_of_a_wager_knows_is_a_slip_and_not_a_loss() -> None:
    rules = game("three-card-poker").rules(six_card_bonus="A")
    pair_plus, six_cards = rules.pay("pair-plus"), rules.pay("six-card-bonus")
    assert pair_plus.get("pair") == Odds(1)
    assert pair_plus.get("high-card") is None  # it is said to be unpaid
    assert "six-card-club-royal" not in six_cards.rows
    assert six_cards.get("six-card-club-royal") is None  # another table of the wager has this row
    for typo in ("pear", "high card", "", "six-card-club-royal"):
        with pytest.raises(Slip, match=f"no table of pair-plus .* has an outcome {typo!r}"):
            net(pair_plus.get(typo))
        with pytest.raises(Slip, match=f"this table of pair-plus .* has no row {typo!r}"):
            pair_plus[typo]


def test_an_outcome_takes_the_row_it_belongs_to_if_that_is_known() -> None:
    pay = game("three-card-poker").rules(six_card_bonus="A").pay("six-card-bonus")
    assert pay.row("six-card-club-royal", {"six-card-club-royal": "royal-flush"}) == "royal-flush"
    assert pay.row("nothing", {"six-card-club-royal": "royal-flush"}) is None
    with pytest.raises(Slip, match="has an outcome 'royal'"):
        pay.row("six-card-club-royal", {"six-card-club-royal": "royal"})


def test_rows_that_a_house_posts_of_its_own_are_known(tmp_path: Path) -> None:
    page = tmp_path / "trial.toml"
    grid = "[[pay_table]]\nwager = 'ante'\ncite = 'Trial 1'\nown = true\nrows = [['win', '1 to 1']]\n"
    page.write_text(PAGE + grid, encoding="utf-8")
    pay = Rules(Trial(page), pay_tables={"ante": {"jackpot": "9 to 1"}}).pay("ante")
    assert pay.get("jackpot") == Odds(9)
    assert pay.get("win") is None
    with pytest.raises(Slip):
        pay.get("typo")


def test_what_is_paid_is_not_said_to_be_unpaid(tmp_path: Path) -> None:
    page = tmp_path / "trial.toml"
    grid = "[[pay_table]]\nwager = 'ante'\ncite = 'Trial 1'\nrows = [['win', '1 to 1']]\nunpaid = ['win']\n"
    page.write_text(PAGE + grid, encoding="utf-8")
    with pytest.raises(Refused, match="'win' is listed as unpaid but has a row"):
        read_game(page)


# ---- whatever a game may yield -------------------------------------------------------------------------

SEATS = st.sampled_from([1, 2, 3])
WAGERS = st.sampled_from(["ante", "raise", "envy", "envy:2", "typo", "ante@2", "car", "side"])
CENTS = st.sampled_from([-100, 0, 50, 100, 1000, 2500, 2600, 9000, 9001, 100_000])
CITES = st.sampled_from([LAW, LAW, LAW, ""])
ACCOUNTS = st.sampled_from(["bank", "fees", "layout", "pot", "seat:1", "seat:2", "seat:3", "meter:main", "x"])
RESULTS = st.sampled_from(["win", "lose", "push", "void"])
EVENTS = st.one_of(
    st.builds(Settle, SEATS, WAGERS, RESULTS, CENTS, CENTS, CITES, st.just(""), st.booleans(), bank=ACCOUNTS),
    st.builds(Stake, SEATS, WAGERS, CENTS, CITES),
    st.builds(Return, SEATS, WAGERS, CENTS, CITES),
    st.builds(Move, ACCOUNTS, ACCOUNTS, CENTS, st.just(""), CITES),
    st.builds(Travel, SEATS, WAGERS, WAGERS),
    st.builds(
        Ask, SEATS, st.lists(st.builds(Choice, st.sampled_from("ab"), CENTS, CENTS), max_size=2).map(tuple)
    ),
)


@given(events=st.lists(EVENTS, min_size=1, max_size=6))
@settings(max_examples=300, deadline=None)
def test_any_events_are_done_with_the_books_in_order_or_are_a_slip(page: Path, events: list[Event]) -> None:
    table = dealt(page, *events)
    with suppress(Slip):
        table.deal()
    assert table.ledger.total == 0
    assert all(
        held >= 0 for name, held in table.ledger.accounts.items() if name not in ("bank", "cage", "fees")
    )
    for seat, settled in table.settlement.wagers.items() if table.settlement else ():
        for each in settled.values():
            assert each.cite
            assert each.pays > 0 if each.result == "win" else each.pays == 0
            assert 0 <= each.lost <= each.stake
            assert each.lost > 0 if each.result == "lose" else each.lost == 0 or each.result == "win"
        assert seat in (1, 2)
