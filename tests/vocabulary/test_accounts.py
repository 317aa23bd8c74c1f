"""The centre, and what follows from leaving and sitting out."""

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

from pitboss.book import Game, Move, Refused, Round, Settle, Shuffle, game
from pitboss.law import Slip
from pitboss.session import Session
from pitboss.table import Ledger, Memory, Table
from pitboss.table.audit import audit, narrated
from pitboss.table.case import Case, settle
from tests.properties import balanced, in_full, recorded, replays, settled
from tests.vocabulary.toys import TWO_HANDS
from tests.web.served import serving
from tests.web.test_live import seated, words
from tests.web.waiting import played

WIN = {"1": ["Qs", "Qd", "Tc"], "dealer": ["Jc", "9d", "4h"]}
LOSE = {"1": ["5s", "4d", "2c"], "dealer": ["Jc", "9d", "4h"]}


def told(*rounds: dict[str, Any], **more: object) -> Any:
    """A case of several rounds at one table."""
    return settle(msgspec.convert({"game": TWO_HANDS, "rounds": list(rounds), **more}, Case))


def one(cards: dict[str, list[str]], **wagers: int) -> dict[str, Any]:
    return {"cards": cards, "seats": [{"seat": 1, "wagers": wagers}]}


def opened(seed: int = 3, **options: object) -> Table:
    table = recorded(game(TWO_HANDS).rules(**options), seed)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 500)
    return table


def lines(table: Table) -> list[bytes]:
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    return storage.lines


def play(table: Table) -> None:
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "house-way")
    balanced(table)


# ---- the centre ------------------------------------------------------------------------------------------


def test_the_centre_holds_no_less_than_nothing() -> None:
    ledger = Ledger()
    ledger.move("bank", "centre", 500)
    with pytest.raises(Refused, match=r"centre holds \$5, less than \$6"):
        ledger.move("centre", "seat:1", 600)


BANKED = {"1": ["Qs", "Qd", "Tc"], "2": ["5s", "4d", "2c"], "dealer": ["Jc", "9d", "4h"]}
"""Seat 1 wins: queens and a ten against jack-four and a nine. Seat 2 loses both hands."""


@pytest.mark.parametrize(
    ("antes", "banker"),
    [
        ((10, 10), 0),  # one pays for the other
        ((30, 10), -20),  # twenty are lacking
        ((10, 40), 30),  # thirty are left
    ],
)
def test_99_11_a_players_bank_collects_before_it_pays(antes: tuple[int, int], banker: int) -> None:
    seats = [{"seat": seat, "wagers": {"ante": ante}} for seat, ante in enumerate(antes, 1)]
    case = {"game": TWO_HANDS, "seats": [*seats, {"seat": 3}], "cards": BANKED, "state": {"banker": 3}}
    answer: Any = settle(msgspec.convert(case, Case))
    assert [seat["net"] for seat in answer["seats"]] == [antes[0], -antes[1], banker]
    assert answer["bank"] == answer["fees"] == 0


def test_99_11_the_bank_is_never_short_while_the_losers_pay_for_the_winners() -> None:
    seats = [
        {"seat": 1, "wagers": {"ante": 30}},
        {"seat": 2, "wagers": {"ante": 30}},
        {"seat": 3, "funds": 60},
    ]
    case = {"game": TWO_HANDS, "seats": seats, "cards": BANKED, "state": {"banker": 3}}
    answer: Any = settle(msgspec.convert(case, Case))
    assert [seat["net"] for seat in answer["seats"]] == [30, -30, 0]
    seats[2]["funds"] = 59
    with pytest.raises(Refused, match="cannot cover"):
        settle(msgspec.convert(case, Case))


def test_99_11_the_banker_stays_to_the_end_of_the_round_and_may_then_go() -> None:
    table = opened()
    table.act(3, "take-bank")
    table.bet(1, "ante", 10)
    table.deal()
    with pytest.raises(Refused, match="the banker stays"):
        table.leave(3)
    table.act(1, "house-way")
    assert table.ledger["centre"] == 0
    table.leave(3)
    assert msgspec.to_builtins(table.state)["banker"] == 0
    replays(table)


class Forgetful(Game):
    """Leaves money in the centre."""

    def round(self, table: Table) -> Round:
        yield Shuffle()
        for bet in list(table.bets.values()):
            yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, bank="centre", cite="13:69F-99.1")


class Overdrawn(Game):
    """Pays from a centre that is empty."""

    def round(self, table: Table) -> Round:
        yield Shuffle()
        yield Move("centre", "seat:1", 100, "nothing", "13:69F-99.1")


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [(Forgetful, r"ended a round with \$10 in the account centre"), (Overdrawn, r"centre holds \$0")],
)
def test_a_centre_that_is_not_empty_in_the_end_or_overdrawn_is_a_slip(
    kind: type[Game], sentence: str
) -> None:
    table = Table(kind(game(TWO_HANDS).path), seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, "ante", 10)
    with pytest.raises(Slip, match=sentence):
        table.deal()


# ---- sitting out -----------------------------------------------------------------------------------------


def test_99_9_the_second_ante_in_a_row_wins_the_streak() -> None:
    answer = told(one(WIN, ante=10, streak=5), one(WIN, ante=10))
    first, second = answer["rounds"]
    assert first["seats"][0]["standing"] == {"streak": 5}
    assert second["seats"][0]["wagers"]["streak"]["pays"] == 15
    assert answer["seats"][0]["net"] == 10 + 10 + 15


def test_99_9_a_lost_ante_breaks_the_streak() -> None:
    answer = told(one(WIN, ante=10, streak=5), one(LOSE, ante=10))
    assert answer["rounds"][1]["seats"][0]["wagers"]["streak"]["outcome"] == "broken"
    assert answer["seats"][0]["net"] == 10 - 10 - 5


def test_99_9_sitting_out_loses_the_streak_before_the_first_card() -> None:
    other = {
        "cards": {"2": WIN["1"], "dealer": WIN["dealer"]},
        "seats": [{"seat": 2, "wagers": {"ante": 10}}],
    }
    answer = told(one(WIN, ante=10, streak=5), other)
    lost = answer["rounds"][1]["seats"][0]
    assert (lost["net"], lost["wagers"]["streak"]["outcome"]) == (-5, "sat out")
    assert answer["bank"] == -10 + 5 - 10


def test_99_9_sitting_out_is_told_first_in_the_line_of_the_round() -> None:
    table = opened()
    table.stand(1, "streak", 5)
    table.bet(2, "ante", 10)
    play(table)
    begun = next(entry for entry in in_full(lines(table)) if type(entry.command).__name__ == "Deal")
    assert isinstance(begun.events[0], Settle)
    assert begun.events[0].outcome == "sat out"
    assert isinstance(begun.events[1], Shuffle)
    replays(table)


# ---- leaving ---------------------------------------------------------------------------------------------


def test_99_9_leaving_loses_the_streak() -> None:
    table = opened()
    table.stand(1, "streak", 5)
    assert table.leave(1) == 49_500
    assert table.ledger["bank"] == 500
    balanced(table)
    replays(table)
    assert any("streak loses $5 (left)" in line for step in narrated(lines(table)) for line in _lines(step))


def _lines(step: dict[str, object]) -> list[str]:
    found = step["lines"]
    assert isinstance(found, list)
    return found


def test_a_wager_for_the_next_round_is_taken_down_before_leaving() -> None:
    table = opened()
    table.stand(1, "streak", 5)
    table.bet(1, "ante", 10)
    with pytest.raises(Refused, match="take them down"):
        table.leave(1)
    assert table.stake(1, "streak") == 500, "nothing is done by halves"
    replays(table)


def test_99_10_vigorish_is_owed_until_the_player_leaves() -> None:
    table = opened(vigorish="owed")
    table.state.owed[1] = 150  # type: ignore[attr-defined]
    before = table.settlement
    assert table.leave(1) == 49_850
    assert table.ledger["fees"] == 150
    assert table.settlement is before, "it belongs to no round"
    table.bet(2, "ante", 10)
    play(table)
    assert table.settlement is not None
    assert table.settlement.fees == 0
    assert sum(table.settlement.net.values()) + table.settlement.bank == 0


def test_99_10_who_has_less_than_he_owes_pays_what_he_has() -> None:
    table = recorded(game(TWO_HANDS).rules(vigorish="owed"), 3)
    table.sit(1, "Ann", 1)
    table.state.owed[1] = 150  # type: ignore[attr-defined]
    assert table.leave(1) == 0
    assert table.ledger["fees"] == 100


def test_99_10_a_table_that_closes_collects_what_everybody_owes() -> None:
    table = recorded(game(TWO_HANDS).rules(vigorish="owed"), 3)
    wins = 0
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 500)
    while wins < 3:
        for seat in (1, 2, 3):
            table.bet(seat, "ante", 10)
        play(table)
        assert table.settlement is not None
        wins += sum(each["ante"].result == "win" for each in table.settlement.wagers.values())
    taken = table.close("Flo")
    assert table.ledger["fees"] == wins * 50
    assert sum(taken.values()) + table.ledger["bank"] + table.ledger["fees"] == 3 * 50_000
    replays(table)


def test_who_only_watches_leaves_in_the_middle_of_a_round_and_pays() -> None:
    table = opened(vigorish="owed")
    table.state.owed[3] = 50  # type: ignore[attr-defined]
    table.bet(1, "ante", 10)
    table.deal()
    assert table.leave(3) == 49_950
    table.act(1, "house-way")
    assert table.settlement is not None
    assert sum(table.settlement.net.values()) + table.settlement.bank + table.settlement.fees == 0


class Careless(Game):
    """Takes a fee of who leaves, and leaves his wager lying."""

    def leaving(self, table: Table, seat: int) -> Round:
        yield Move(f"seat:{seat}", "fees", 100, "a fee", "13:69F-99.1")


def test_leaving_a_wager_behind_after_a_step_is_a_slip() -> None:
    table = Table(Careless(game(TWO_HANDS).path), seed=1)
    table.sit(1, "Ann", 100)
    table.stand(1, "streak", 5)
    with pytest.raises(Slip, match="leaves with wagers on the layout"):
        table.leave(1)
    assert table.lost


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_whoever_comes_and_goes_money_is_conserved(seed: int) -> None:
    chance = random.Random(seed)
    table = recorded(game(TWO_HANDS).rules(vigorish="owed"), seed)
    for _ in range(8):
        for seat in (1, 2, 3):
            if seat not in table.seats:
                table.sit(seat, f"player {seat}", 500)
            luck = chance.random()
            mine = [choice.id for choice in table.legal(seat)]
            if luck < 0.2:
                table.leave(seat)
            elif luck < 0.4 and mine:
                table.act(seat, mine[0])
            elif luck < 0.8 and table.can_bet(seat, "ante", 10):
                table.bet(seat, "ante", 10)
                if chance.random() < 0.6 and not table.stake(seat, "streak"):
                    table.bet(seat, "streak", 5)
            balanced(table)
        if not table.could_deal() or not any(bet.id == "ante" for bet in table.bets.values()):
            continue
        before = {seat: who.base for seat, who in table.seats.items()}
        table.deal()
        while table.asking:
            ask = chance.choice(table.asking)
            table.act(ask.seat, chance.choice(ask.choices).id)
        balanced(table)
        settled(table, before)
    replays(table)


# ---- other drivers ---------------------------------------------------------------------------------------


def test_the_terminal_tells_what_leaving_costs() -> None:
    heard = io.StringIO()
    session = Session(game(TWO_HANDS).rules(vigorish="owed"), 3, 500, 1, None, Console(file=heard, width=120))
    session.table.stand(1, "streak", 5)
    session.table.state.owed[1] = 150  # type: ignore[attr-defined]
    session.run(iter(["quit"]))
    assert "Player's Streak loses $5, left" in heard.getvalue()
    assert "$1.50 from Player to the house: vigorish owed" in heard.getvalue()
    assert "You leave with $493.50" in heard.getvalue()


def test_a_live_table_takes_what_is_owed_and_the_books_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(TWO_HANDS, vigorish="owed")
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            live.table.state.owed[1] = 150  # type: ignore[attr-defined]
            await ann.say("leave")
            await bob.until(lambda: len(bob.table["seats"]) == 1)
            assert words(bob)[-2:] == [
                "$1.50 from Ann to the house: vigorish owed [99.10]",
                "Ann leaves with $98.50",
            ]
            await served.balanced()
            assert await served.balance("wallet:Ann") == 1_000_000 - 150
            assert await served.balance(f"fees:{live.id}") == 150

    played(story())


def test_a_live_table_with_a_bank(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(TWO_HANDS)
            ann, bob = await seated(served, live.id, "Ann", "Bob")
            await ann.say("act", decision="take-bank")
            await bob.say("bet", wager="ante", amount="10")
            await bob.say("ready")
            with pytest.raises(Exception, match="the banker stays"):
                await ann.say("leave")
            await bob.say("act", decision="house-way")
            await bob.until(lambda: bob.table["round"] == 1)
            await served.balanced()
            assert await served.balance(f"bank:{live.id}") == 0
            assert audit(await served.lines(live.id))["verified"]

    played(story())
