"""Tables whose outcomes are entered: whatever chance could draw pays the same when a person enters it; a wrong entry is
refused in a sentence and changes nothing; the journal says who entered what, and replays byte for byte."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence

import pytest

from pitboss.book import Event, Refused, game, games
from pitboss.book.events import Deal, Draw, Irregular, Roll, Spin, Stake
from pitboss.equipment.cards import name
from pitboss.money import written
from pitboss.table import Entry, Memory, Table, public, read
from pitboss.table.audit import audit, narrated
from pitboss.table.entered import EnteredTable
from pitboss.table.journal import Bet, Open
from pitboss.table.replay import apply
from tests.poker_room import random_hands
from tests.properties import bet_at_random, bet_what_is_due, often, random_options, random_play, replays


def outcomes(events: Sequence[Event]) -> Iterator[str]:
    """What chance did, as a person would enter it."""
    for event in events:
        match event:
            case Deal():
                yield name(event.card)
            case Roll():
                yield " ".join(map(str, event.faces))
            case Spin():
                yield event.pocket
            case Draw():
                yield " ".join(map(str, event.numbers))
            case Irregular() if event.shown:
                yield event.shown.strip("(),").replace(",", "")


def quick_pick(events: Sequence[Event]) -> str:
    """The wager in whose place a station has put numbers of its own choice."""
    if not any(isinstance(event, Draw) for event in events):
        return ""
    return next(event.wager for event in events if isinstance(event, Stake))


def entered_again(drawn: Table, blind: random.Random | None = None) -> EnteredTable:
    """The table of a journal once more, with its outcomes entered; ``blind`` leaves cards that are dealt face down
    unnamed as long as possible. The money is the same after every command."""
    entries = read(drawn.journal.storage.lines)  # type: ignore[attr-defined]
    opened = next(entries).command
    assert isinstance(opened, Open)
    ticks = iter(range(10**9))
    table = EnteredTable(drawn.game, drawn.rules, clock=lambda: next(ticks), state=opened.state)
    course: deque[str] = deque()
    dealt: list[str] = []
    steps: list[tuple[Entry, dict[str, int]]] = []
    Table.resume(
        read(drawn.journal.storage.lines),  # type: ignore[attr-defined]
        step=lambda at, entry: steps.append((entry, dict(at.ledger.accounts))),
    )
    for entry, accounts in steps[1:]:
        if not table.playing:
            dealt.clear()
        if isinstance(entry.command, Bet) and (picked := quick_pick(entry.events)):
            table.bet(entry.command.seat, picked, written(entry.command.amount))
            continue
        apply(table, entry)
        course.extend(outcomes(entry.events))
        while (wanted := table.wanted) is not None:
            if not isinstance(wanted, Deal | Roll | Spin | Draw):
                table.enter(dealt[wanted.at], "dan")
                continue
            shown = course.popleft()
            hides = isinstance(wanted, Deal) and table.hides(wanted)
            table.enter("??" if blind is not None and hides and blind.random() < 0.5 else shown, "dan")
            dealt += shown.split()
        assert not course
        assert {n: v for n, v in table.ledger.accounts.items() if v} == {
            n: v for n, v in accounts.items() if v
        }
    return table


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_what_is_entered_pays_what_is_drawn(name: str) -> None:
    defined = game(name)
    for seed in range(often(2)):
        chance = random.Random(f"{name} {seed}")
        if defined.wagers_first or not defined.data.seats:
            options = random_options(defined, chance)
            bet = bet_what_is_due if defined.rules(**options).required else bet_at_random
            drawn = random_play(name, options, seed, bet=bet, seats=(1, 3, 4), rounds=3)
        else:
            drawn = random_hands(name, seed, hands=2)
        for blind in (None, chance):
            table = entered_again(drawn, blind)
            assert table.rounds == drawn.rounds
            replays(table)


# ---- by hand ---------------------------------------------------------------------------------------------


def three_card(*bets: tuple[str, int]) -> EnteredTable:
    ticks = iter(range(10**9))
    table = EnteredTable("three-card-poker", clock=lambda: next(ticks), storage=Memory())
    table.sit(1, "Ann", 500)
    for wager, amount in bets or [("ante", 10)]:
        table.bet(1, wager, amount)
    table.deal()
    return table


def test_a_card_that_nobody_knows_is_entered_when_it_is_turned_over() -> None:
    table = three_card(("ante", 10), ("pair-plus", 5))
    table.enter("9c ?? 9d ?? ?? ??", "dan")
    table.act(1, "play")
    while table.wanted is not None:
        assert "Turn over card" in table.waits_for
        known = {("1", 3): "2s", ("dealer", 1): "Kh", ("dealer", 2): "Qd", ("dealer", 3): "4s"}
        table.enter(known[table.wanted.owner, table.wanted.place], "eve")  # type: ignore[union-attr]
    assert table.settlement is not None
    won = {wager: (each.result, each.pays) for wager, each in table.settlement.wagers[1].items()}
    # A pair of nines beats king high: ante and play 1 to 1; pair plus pays a pair 1 to 1.
    assert won == {"ante": ("win", 1000), "play": ("win", 1000), "pair-plus": ("win", 500)}
    replays(table)


@pytest.mark.parametrize(
    ("shows", "says"),
    [
        ("9c 9c", "there is no 9c left"),
        ("9c 9d 9h 9s 2c 2d 2h", "'2h' is too much: the round waits for seat 1 to decide"),
        ("1x", "'1x' is not a card"),
        ("", "enter what came out"),
        ("Jo", "there is no Jo left"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(shows: str, says: str) -> None:
    table = three_card()
    lines, said = table.journal.lines, table.waits_for
    with pytest.raises(Refused, match=says):
        table.enter(shows, "dan")
    assert (table.journal.lines, table.waits_for, table.hands) == (lines, said, {})
    table.enter("9c 9d 9h 9s 2c 2d", "dan")
    assert table.legal(1)
    replays(table)


@pytest.mark.parametrize(
    ("name", "wager", "shows", "says"),
    [
        ("roulette", "red", "38", "the wheel has no '38'"),
        ("roulette", "red", "17 18", "'18' is too much"),
        ("craps", "pass", "3 7", "a die has no 7"),
        ("craps", "pass", "3", "enter 2 numbers, not 1"),
        ("craps", "pass", "three 4", "'three' is not a number"),
        ("keno", "straight:1-2-3", "1 " * 20, "1 is entered twice"),
        ("keno", "straight:1-2-3", " ".join(map(str, range(62, 82))), "81 is not a number from 1 to 80"),
    ],
)
def test_an_impossible_number_is_refused(name: str, wager: str, shows: str, says: str) -> None:
    table = EnteredTable(name, storage=Memory())
    table.sit(1, "Ann", 500)
    table.bet(1, wager, 25)
    table.deal()
    lines = table.journal.lines
    with pytest.raises(Refused, match=says):
        table.enter(shows, "dan")
    assert (table.journal.lines, table.wanted is None) == (lines, False)


def test_an_entry_is_corrected_until_somebody_has_acted_on_it() -> None:
    table = three_card()
    table.enter("9c Kh 9d Qd 2s", "dan")
    table.amend(4, "9s", "dan")
    assert table.view(1)["1"] == ["9c", "9d", "9s"]
    with pytest.raises(Refused, match="there is no Qd left"):
        table.amend(4, "Qd", "dan")
    with pytest.raises(Refused, match="this round has no entry 6"):
        table.amend(5, "Qs", "dan")
    table.enter("4s", "dan")
    table.act(1, "play")
    assert not table.playing
    assert (
        table.funds(1) == 500_00 + 10_00 + 10_00 + 4 * 10_00
    )  # three of a kind: ante bonus 4 to 1, 20.11(a)3
    with pytest.raises(Refused, match="this round has no entry"):
        table.amend(0, "Ac", "dan")
    replays(table)


def test_a_correction_comes_too_late_once_a_player_has_decided() -> None:
    table = EnteredTable("blackjack", storage=Memory())
    table.sit(1, "Ann", 500)
    table.bet(1, "blackjack", 10)
    table.deal()
    while table.wanted is not None:
        table.enter("2c", "dan")
    table.act(1, "hit")
    with pytest.raises(Refused, match="2c has been acted on"):
        table.amend(1, "3c", "dan")


def test_the_journal_says_who_entered_what_and_the_audit_accepts_it() -> None:
    table = three_card()
    table.identity = ""
    table.enter("9c Kh 9d Qd 2s 4s", "dan")
    lines = table.journal.storage.lines  # type: ignore[attr-defined]
    assert b'"entered":true' in lines[0]
    assert any("dan enters 9c Kh 9d Qd 2s 4s" in str(step["lines"]) for step in narrated(lines))
    report = audit(lines)
    assert report["verified"]
    assert report["entered_by"] == ["dan"]


def test_the_round_under_way_is_not_public() -> None:
    table = three_card()
    lines = table.journal.storage.lines  # type: ignore[attr-defined]
    before = len(lines) - 1
    table.enter("9c Kh 9d Qd 2s 4s", "dan")
    assert len(public(lines)) == before
    table.act(1, "fold")
    table.bet(1, "ante", 10)
    assert len(public(lines)) == len(lines)


def test_a_live_table_with_entered_outcomes_passes_the_audit_without_promises() -> None:
    table = EnteredTable("roulette", storage=Memory(), identity="0a1b2c3d")
    table.sit(1, "Ann", 500)
    table.bet(1, "red", 25)
    table.deal()
    table.enter("1", "dan")
    report = audit(table.journal.storage.lines)  # type: ignore[attr-defined]
    assert report["verified"], report
