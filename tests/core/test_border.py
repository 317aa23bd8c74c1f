"""The border of the table: whatever is named, staked or said from outside is one lawful thing or a refusal."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from decimal import Decimal
from math import inf, nan
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Refused, Rules, game, games
from pitboss.book.key import LONGEST, Key
from pitboss.money import HELD, MOST, MOST_ODDS, MOST_WON, Odds, cents, money, positive
from pitboss.proof import can_start
from pitboss.table import Bet, Memory, Table
from pitboss.table.ledger import Ledger
from tests.properties import bet_at_random, random_round, recorded

GAMES = [heading.id for heading in games()]
ENDS = (
    ":",
    ":x",
    ":1:1",
    "::",
    "@",
    "@x",
    "@0",
    "@01",
    "@-1",
    "@1",
    "@2",
    "@99",
    "@9999",
    "@1@1",
    "@１",
    ":1@1",
    ":@1",
)
ENDS += ("\n", " ", "\x00", "\t@1", ":\n", ":é", "-", ":" + "9" * 5_000, "@" + "9" * 5_000)
AMOUNTS: list[Any] = [
    0,
    -5,
    "-5",
    "-0",
    "-0.01",
    "0.001",
    0.001,
    nan,
    inf,
    -inf,
    1e400,
    1e-9,
    "1e3",
    "１０",
    "١",
    True,
]
AMOUNTS += [
    False,
    None,
    "",
    " 10",
    "10 ",
    "1_000",
    "+5",
    "0x10",
    "1,00",
    "$",
    ".",
    "5.",
    "5.005",
    "9" * 5_000,
]
AMOUNTS += [
    10**5_000,
    -(10**5_000),
    MOST,
    MOST // 100 + 1,
    Decimal("NaN"),
    Decimal("1e9999"),
    Decimal("0.005"),
    [],
    {},
]


def seated(name: str, seats: tuple[int, ...] = (1, 2)) -> Table:
    table = recorded(Rules(game(name)), 1)
    for seat in seats:
        table.sit(seat, f"player {seat}", 1_000_000)
    return table


def state_of(table: Table) -> object:
    """Everything that a refusal must leave as it was."""
    bets = {spot: (bet.stake, bet.on, bet.mark) for spot, bet in table.bets.items()}
    ledger = {name: held for name, held in table.ledger.accounts.items() if held}
    return table.journal.count, bets, ledger, msgspec.to_builtins(table.state)


def refusal(command: Callable[..., object], *given: Any) -> str:
    """What is said against a command, in one line; nothing if it is carried out."""
    try:
        command(*given)
    except Refused as refused:
        return str(refused)
    return ""


def spellings(table: Table) -> Iterator[str]:
    """The names of all wagers of a game, and what somebody might try instead."""
    spots = [*table.rules.wagers, *list(table.game.spots(table, 1))[:200:7]]
    for spot in dict.fromkeys(spots):
        yield from (spot, spot.upper(), f" {spot}", spot[:-1], *(spot + end for end in ENDS))


# ---- names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_wager_has_one_name_or_none(name: str) -> None:
    table = seated(name)
    for written in spellings(table):
        try:
            key = table.key(1, written)
        except Refused:
            continue
        assert table.key(1, key) == key, "the normal form is its own"
        parts = Key.read(key)
        assert parts.id in table.rules.wagers
        assert parts.position != 1, "one's own position is not named"
        assert key == parts.spot + f"@{parts.position}" * (parts.position > 0)
        assert not key.endswith((":", "@"))
        assert written.startswith(parts.id), "no other wager than the one that was named"


@pytest.mark.parametrize("name", GAMES)
def test_8_2_a_no_spelling_doubles_the_posted_maximum(name: str) -> None:
    table = seated(name)
    for written in spellings(table):
        wager = written.partition("@")[0].partition(":")[0]
        if wager not in table.rules.wagers:
            continue
        for amount in (table.rules.limits(wager).least, table.rules.limits(wager).most):
            before = state_of(table)
            if refusal(table.bet, 1, written, str(Decimal(amount) / 100)):
                assert state_of(table) == before
    places = [(bet.seat, bet.id, bet.param, bet.position) for bet in table.bets.values()]
    assert len(places) == len(set(places))
    assert all(bet.stake <= table.rules.limits(bet.id).most for bet in table.bets.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_round_ends_whatever_was_spelled(name: str) -> None:
    """A wager under another name used to stay on the layout for ever."""
    table, chance = seated(name), random.Random(5)
    bet_at_random(table, 1, chance)
    bet_at_random(table, 2, chance)
    for bet in list(table.bets.values()):
        for end in ENDS:
            refusal(table.bet, bet.seat, bet.wager + end, "10")
    if can_start(table):
        random_round(table, chance)
    assert not table.playing
    assert all(table.rules.wagers[bet.id].stands for bet in table.bets.values())


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_refused(text: str) -> None:
    if said := refusal(Key.read, text):
        assert said.isprintable()
        return
    key = Key.read(text)
    assert key.spot == key.id + text[len(key.id) :].partition("@")[0]
    assert Bet(7, text, 100).position == (key.position or 7)


def test_a_name_is_not_longer_than_any_ticket() -> None:
    with pytest.raises(Refused, match="too long"):
        Key.read("a" * (LONGEST + 1))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_said_between_rounds_is_understood_or_refused(name: str, data: st.DataObject) -> None:
    table = seated(name)
    choices = [choice.id for choice in table.legal(1)] + ["call-on", "pay-time", "wheel-chips", "nonsense"]
    before = state_of(table)
    decision = data.draw(st.sampled_from(choices))
    text = data.draw(st.sampled_from(["", "x" * 100_000, "\x00", "ante:", "lime\n", *ENDS]))
    if said := refusal(table.act, 1, decision, data.draw(st.sampled_from([None, *AMOUNTS])), text):
        assert said.isprintable()
        assert state_of(table) == before


# ---- amounts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_only_positive_whole_bounded_amounts_reach_the_journal(name: str) -> None:
    storage = Memory()
    table = Table(name, Rules(game(name)), seed=1, storage=storage, clock=lambda: 0)
    table.sit(1, "Ann", 1_000_000)
    for spot in list(table.game.spots(table, 1))[:20]:
        if table.can_bet(1, spot, 10):
            table.bet(1, spot, 10)  # something to take away from
    spots = [bet.wager for bet in table.bets.values()][:3]
    for amount in AMOUNTS:
        commands = [
            (command, 1, spot, amount) for command in (table.bet, table.remove, table.stand) for spot in spots
        ]
        for command, *words in [
            *commands,
            (table.sit, 1, "Ann", amount),
            (table.correct, 1, amount, "Flo", "a slip"),
        ]:
            before = state_of(table)
            if said := refusal(command, *words):
                assert said.isprintable()
                assert state_of(table) == before
    assert table.ledger.total == 0
    for line in storage.lines:
        command = json.loads(line)["command"]
        if "amount" in command:
            least = {"correct": -MOST, "sit": 0}.get(command["command"], 1)
            assert type(command["amount"]) is int
            assert least <= command["amount"] <= MOST


@given(
    st.one_of(
        st.integers(),
        st.floats(),
        st.decimals(),
        st.text(),
        st.text("0123456789.,-$e", max_size=20),
        st.booleans(),
    )
)
def test_an_amount_is_whole_cents_within_bounds_or_refused(amount: Any) -> None:
    if said := refusal(cents, amount):
        assert said.isprintable()
        return
    value = cents(amount)
    assert type(value) is int
    assert -MOST <= value <= MOST
    assert Decimal(str(amount).replace("$", "").replace(",", "")) * 100 == value


def test_a_stake_is_more_than_nothing() -> None:
    """`bet red -5` beside a bet on red used to drop the table."""
    table = seated("roulette")
    table.bet(1, "red", 10)
    with pytest.raises(Refused, match=r"below the minimum.*8\.2\(a\)"):
        table.bet(1, "red", -5)
    assert table.stake(1, "red") == 1000
    with pytest.raises(Refused, match=r"more than \$0"):
        positive("-0")


def test_a_seat_and_its_name_are_one_of_this_table() -> None:
    table = Table("craps")
    for seat in (0, -1, 10**9, True, "1", 1.0, None):
        with pytest.raises(Refused, match="does not exist"):
            table.sit(seat, "Ann", 10)  # type: ignore[arg-type]
    for name in ("", "a" * 101, "Ann\n", "\x1b[31m"):
        with pytest.raises(Refused, match="a name must be"):
            table.sit(1, name, 10)
    assert not table.seats


@pytest.mark.parametrize("amount", [-1, 0.5, True, HELD + 1, float("nan"), "1"])
def test_the_ledger_moves_whole_cents_and_not_the_moon(amount: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        Ledger().move("cage", "seat:1", amount)


@pytest.mark.parametrize(
    "text",
    [
        *("0 to 0", "1 to 0", "0 to 1", "1000000000000000 to 1", "1 to " + "9" * 5_000, ", to ,", "1,0 to 1"),
        *("$0", "$1,0", "$1,000,000,001", "101% of meter", "0% of meter", "１ to 1", "1 to 1\n", ""),
    ],
)
def test_1_4_a_odds_have_two_sides_within_bounds(text: str) -> None:
    with pytest.raises(Refused):
        Odds.parse(text)


def test_1_4_a_the_longest_odds() -> None:
    assert Odds.parse(f"{MOST_ODDS:,} to 1").win == MOST_ODDS
    assert Odds.parse("$1,000,000,000").prize == MOST


def test_no_wager_can_win_more_than_there_is() -> None:
    """With the posted limits lifted by the floor, too (8.2(d))."""
    rules = Rules(game("three-card-poker"), pay_tables={"pair-plus": {"pair": f"{MOST_ODDS} to 1"}})
    table = Table("three-card-poker", rules)
    table.sit(1, "Ann", 10_000)
    most = MOST_WON // MOST_ODDS
    table.bet(1, "pair-plus", most // 100, allowed_by="Flo")
    with pytest.raises(Refused, match=r"could win more than \$100,000,000,000"):
        table.bet(1, "pair-plus", 1, allowed_by="Flo")


def test_a_bank_that_has_lost_too_much_takes_no_more_wagers() -> None:
    table = seated("roulette")
    table.ledger.move("bank", "seat:1", HELD)
    table.bet(1, "red", 10)
    table.ledger.move("bank", "seat:1", 1)
    with pytest.raises(Refused, match="accepts no more wagers"):
        table.bet(1, "red", 10)
    with pytest.raises(Refused, match=f"no seat may have more than {money(HELD)}".replace("$", r"\$")):
        table.sit(1, "player 1", 1)


@pytest.mark.parametrize(
    "figures",
    [
        {"chip": 0},
        {"chip": -100},
        {"chip": MOST + 1},
        {"positions": 0},
        {"positions": 10**9},
        {"limits": {"ante": (0, 100)}},
        {"limits": {"ante": (1, MOST + 1)}},
        {"limits": {"nonsense": (100, 1000)}},
        {"pay_tables": {"nonsense": {}}},
        {"pay_tables": {"pair-plus": {"nonsense": "1 to 1"}}},
        {"pay_tables": {"pair-plus": {"pair": "1 to 0"}}},
    ],
)
def test_figures_of_a_table_are_read_when_it_is_made(figures: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        Rules(game("three-card-poker"), **figures)
