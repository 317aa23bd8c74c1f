"""The driver: books, journal, faults, irregularities."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Ask, Choice
from pitboss.book.events import Deal, Discard, Move, Say, Settle, Slide, Spin
from pitboss.law import Refused, cite
from pitboss.table import Ledger, Memory, Table, read
from pitboss.table.audit import audit, narrated
from pitboss.table.words import called, described, refusal_described


def played(rounds: int = 3, seed: int = 4) -> Table:
    ticks = iter(range(10**6))
    table = Table("three-card-poker", seed=seed, clock=lambda: next(ticks))
    table.sit(1, "Ann", 500)
    table.sit(2, "Bob", 500)
    for _ in range(rounds):
        table.bet(1, "ante", 10)
        table.bet(1, "pair-plus", 5)
        table.bet(2, "ante", 20)
        table.deal()
        table.act(1, "play")
        table.act(2, "fold")
    return table


def lines(table: Table) -> list[bytes]:
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    return storage.lines


def test_the_ledger_always_sums_to_zero() -> None:
    ledger = Ledger()
    ledger.move("cage", "seat:1", 500)
    ledger.move("seat:1", "layout", 200)
    assert ledger.total == 0
    with pytest.raises(Refused, match="holds"):
        ledger.move("seat:1", "layout", 301)
    with pytest.raises(ValueError, match="cannot move"):
        ledger.move("cage", "seat:1", -1)
    assert ledger.total == 0


def test_a_journal_replays_to_the_same_bytes() -> None:
    table = played()
    again = Table.resume(read(lines(table)))
    assert again.journal.chain == table.journal.chain
    assert again.ledger.accounts == table.ledger.accounts
    assert again.rounds == 3


def test_audit_verifies_and_tells_what_it_verified() -> None:
    table = played()
    report = audit(lines(table))
    assert report["verified"] is True
    assert report["rounds"] == 3
    assert report["bank"] == table.ledger["bank"] / 100


@given(st.data())
@settings(max_examples=40)
def test_no_byte_of_a_journal_can_be_changed_unnoticed(data: st.DataObject) -> None:
    table = played(1)
    text = lines(table)
    row = data.draw(st.integers(0, len(text) - 1))
    at = data.draw(st.integers(0, len(text[row]) - 1))
    other = data.draw(st.integers(32, 126).filter(lambda code: code != text[row][at]))
    text[row] = text[row][:at] + bytes([other]) + text[row][at + 1 :]
    assert audit(text)["verified"] is False


def test_a_line_left_out_or_swapped_breaks_the_chain() -> None:
    text = lines(played())
    assert audit(text[:3] + text[4:])["verified"] is False
    assert audit([*text[:3], text[4], text[3], *text[5:]])["verified"] is False
    assert audit(text[:7])["verified"] is True  # a journal may stop anywhere


def test_a_forged_settlement_is_found_even_under_a_sound_chain() -> None:
    """Whoever can rewrite the chain still cannot make the rules say something else."""
    from pitboss.table.journal import _link  # a forger has the code

    chain = ""
    forged = []
    for line in lines(played(1)):
        body = line.rpartition(b',"chain":"')[0].replace(b'"result":"lose","lost":2000', b'"result":"push"')
        chain = _link(chain, body)
        forged.append(body + b',"chain":"' + chain.encode() + b'"}')
    report = audit(forged)
    assert report["verified"] is False
    assert "does not follow from the rules" in str(report["problem"])


def test_replay_tells_the_round_in_words() -> None:
    told = [line for step in narrated(lines(played(1))) for line in step["lines"]]  # type: ignore[attr-defined]
    assert "Ann sits at seat 1 with $500" in told
    assert any("20.10(b)" in line and "fold" in line for line in told)


def test_what_happens_is_told_with_the_names_of_people_also_of_those_who_left() -> None:
    table = played(1)
    table.leave(1)
    for event, words in (
        (Say("seat 1 passes the shaker"), "“Ann passes the shaker”"),
        (Move("bank", "fees", 125, "vigorish of seat 2", cite("7.3(c)")), "$1.25: vigorish of Bob [7.3(c)]"),
        (Discard("1"), "Ann's cards are collected"),
        (Discard("2.2"), "Bob's hand 2 is collected"),
        (Slide("2", "2.low"), "a card goes to Bob's low"),
        (Deal("burn"), "a card is burned"),
        (Discard("burn"), "the burned cards are collected"),
        (Discard("dead"), "the dead hand's cards are collected"),
        (Say("ticket 1", to="seat 2"), "“ticket 1” to Bob"),
        (
            Settle(2, "single:Jo", "lose", lost=100, cite=cite("12.5(a)1"), outcome="Th"),
            "Bob's single ★ loses $1, 10♥ [12.5(a)1]",
        ),
        (
            Settle(2, "ante", "win", pays=500, cite=cite("20.11(a)"), outcome="win"),
            "Bob's Ante wins $5 [20.11(a)]",
        ),
    ):
        assert described(table, event) == words


def test_wagers_and_stops_of_a_wheel_are_told_as_the_layout_has_them() -> None:
    for id_, stop, words, wager, inscribed in (
        ("big-six", "20", "$20", "big6:20", "Symbol $20"),
        ("pokette", "5c", "5♣", "single:Jo", "Single card straight up Joker 1"),
        ("roulette", "00", "00", "straight:00", "Straight 00"),
        ("roulette", "2", "2", "straight:2", "Straight 2"),
    ):
        table = Table(id_)
        assert described(table, Spin((), stop)) == f"the wheel shows {words}"
        lost = Settle(1, wager, "lose", lost=500, cite=cite("5.5(a)"), outcome=stop)
        assert described(table, lost) == f"seat 1's {inscribed} loses $5, {words} [5.5(a)]"
        assert called(table, wager) == inscribed


def test_hands_that_are_named_by_their_ranks_keep_their_hyphens() -> None:
    won = Settle(1, "pot", "win", pays=500, cite=cite("14.12B(l)"), outcome="badugi, 8-5-3-A")
    assert described(Table("badugi"), won) == "seat 1's Pot wins $5, badugi, 8-5-3-A [14.12B(l)]"


def test_what_is_dealt_at_pai_gow_is_tiles() -> None:
    table = Table("pai-gow")
    assert described(table, Deal("dead")) == "the dead hand receives a tile"
    assert described(table, Discard("dead")) == "the dead hand's tiles are collected"


def test_a_refusal_names_people_wagers_and_decisions_and_leaves_places_alone() -> None:
    table = played(1)
    for says, words in (
        ("seat 1 has not made the pair-plus wager", "Ann has not made the Pair plus wager"),
        (
            "six-card-bonus is open only to a player who has made pair-plus",
            "Six-card bonus is open only to a player who has made Pair plus",
        ),
        ("seat 2 is taken by Bob", "seat 2 is taken by Bob"),
    ):
        assert refusal_described(table, Refused(says, "20.12A(a)")) == f"{words} (13:69F-20.12A(a))"


class Failing(Memory):
    """Storage that fails once, at a given line, before or after it kept it."""

    def __init__(self, at: int, keeps: bool) -> None:
        super().__init__()
        self.at, self.keeps = at, keeps

    def append(self, line: bytes) -> None:
        fails = len(self.lines) == self.at
        if not fails or self.keeps:
            super().append(line)
        if fails:
            self.at = -1
            raise OSError("disk")


@given(at=st.integers(0, 21), keeps=st.booleans(), seed=st.integers(0, 1000))
@settings(max_examples=60)
def test_a_table_whose_storage_fails_resumes_where_its_journal_stands(
    at: int, keeps: bool, seed: int
) -> None:
    storage = Failing(at, keeps)
    table: Table | None = None
    try:
        table = Table("three-card-poker", seed=seed, storage=storage)
        table.sit(1, "Ann", 500)
        for _ in range(5):
            table.bet(1, "ante", 10)
            table.bet(1, "pair-plus", 5)
            table.deal()
            table.act(1, "play")
    except OSError:
        if table is not None:
            with pytest.raises(Refused, match="resume"):
                table.deal()
    if not storage.lines:
        return
    again = Table.resume(read(storage.lines), storage=storage)
    assert again.ledger.total == 0
    before = len(storage.lines)
    if again.seats:
        if not again.playing:
            if not again.bets:
                again.bet(1, "ante", 10)
            again.deal()
        if again.asked:
            again.act(1, "fold")
        assert len(storage.lines) > before
    assert audit(storage.lines)["verified"] is True


def test_a_round_interrupted_mid_decision_goes_on_from_the_journal_with_the_same_cards() -> None:
    table = Table("three-card-poker", seed=8)
    table.sit(1, "Ann", 100)
    table.bet(1, "ante", 10)
    table.deal()
    again = Table.resume(read(lines(table)))
    assert again.view(1) == table.view(1)
    assert again.shoe == table.shoe
    table.act(1, "play")
    again.act(1, "play")
    assert str(again.settlement) == str(table.settlement)


def test_what_a_seat_may_not_do_is_refused_and_changes_nothing() -> None:
    table = Table("three-card-poker", seed=8)
    table.sit(1, "Ann", 100)
    table.sit(2, "Bob", 100)
    table.bet(1, "ante", 10)
    table.bet(2, "ante", 10)
    table.deal()
    count = len(lines(table))
    for wrong in (
        lambda: table.act(2, "play"),  # out of turn
        lambda: table.act(1, "raise"),  # no such choice
        lambda: table.act(1, "play", 20),  # wrong amount
        lambda: table.act(1, "fold", 20),  # takes no amount
        lambda: table.bet(1, "pair-plus", 10),
        lambda: table.remove(1, "ante"),
        lambda: table.deal(),
        lambda: table.leave(1),
        lambda: table.sit(1, "Eve", 10),
        lambda: table.sit(9, "Eve", 10),
        lambda: table.irregularity("earthquake"),
    ):
        with pytest.raises(Refused):
            wrong()
    assert len(lines(table)) == count
    assert table.asked is not None
    assert table.asked.seat == 1


def test_8_2_a_stakes_outside_the_posted_limits_are_refused() -> None:
    table = Table("three-card-poker", seed=1)
    table.sit(1, "Ann", 5000)
    for amount, says in ((4, "minimum"), (501, "maximum"), (10.25, "multiple"), (0, "minimum")):
        with pytest.raises(Refused, match=says):
            table.bet(1, "ante", amount)
    table.bet(1, "ante", 500)
    with pytest.raises(Refused, match="maximum"):
        table.bet(1, "ante", 5)  # an addition counts with what is there


def test_a_player_cannot_stake_what_he_does_not_have() -> None:
    table = Table("three-card-poker", seed=1)
    table.sit(1, "Ann", 7)
    with pytest.raises(Refused, match=r"has \$7"):
        table.bet(1, "ante", 10)
    assert table.leave(1) == 700
    assert table.ledger.total == 0


def test_a_question_shows_its_choices_only_to_whom_it_is_put() -> None:
    """That somebody may split, or which cards may be laid down, tells of cards that others do not see."""
    ask = Ask(1, (Choice("split", 1000, 1000), Choice("stand")), "1", "stand")
    assert ask.seen_by(1) == ask
    assert ask.seen_by(2) == ask.seen_by(None) == Ask(1, (), "1", "stand")


def test_a_secret_decision_is_seen_by_nobody_else() -> None:
    table = Table("colorado-hold-em-poker", seed=3)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500)
        table.bet(seat, "ante", 10)
    table.deal()
    while table.asked:
        choices = [choice.id for choice in table.asked.choices]
        table.act(table.asked.seat, "play" if "play" in choices else choices[0])
    laid_down = [event for event in table.said if isinstance(event, Ask) and "discard" in event.decision]
    assert {event.seat for event in laid_down} == {1, 2}
    for event in laid_down:
        other = event.seen_by(3 - event.seat)
        assert isinstance(other, Ask)
        assert (other.choices, other.decision) == ((), "")
        assert event.seen_by(event.seat) == event


def test_policies_may_sit_at_seats_and_their_answers_are_journalled() -> None:
    table = Table("three-card-poker", seed=2, players={1: lambda _table, _ask: ("fold", 0)})
    table.sit(1, "machine", 100)
    table.bet(1, "ante", 10)
    table.deal()
    assert not table.playing
    assert audit(lines(table))["verified"] is True
    asks = [event for line in lines(table) for event in json.loads(line)["events"] if event["do"] == "ask"]
    assert [ask["decision"] for ask in asks] == ["fold"]


@pytest.mark.paragraph("10.5(b)", "11.7(b)", "21.6(b)", "34.7(b)")
@pytest.mark.parametrize(
    ("name", "wager", "paragraph"),
    [
        ("pai-gow", "pai-gow", "10.5(b)"),
        ("pai-gow-poker", "pai-gow-poker", "11.7(b)"),
        ("fast-action-hold-em", "main", "21.6(b)"),
        ("asia-poker", "asia-poker", "31.7(b)"),
        ("supreme-pai-gow", "supreme-pai-gow", "34.7(b)"),
    ],
)
def test_who_has_a_hand_to_set_stays_to_the_end_of_the_round(name: str, wager: str, paragraph: str) -> None:
    table = Table(name, seed=3)
    table.sit(1, "Ann", 500)
    table.bet(1, wager, 20)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends") as refusal:
        table.leave(1)
    assert refusal.value.cite == cite(paragraph)
