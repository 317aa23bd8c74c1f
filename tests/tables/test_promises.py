"""Promises about a round's chance: published before it, kept in it, told after it."""

import hashlib

import pytest

from pitboss.book.events import Commit, Reveal, Roll, Shuffle
from pitboss.equipment.chance import Live, Promised
from pitboss.equipment.entropy import System
from pitboss.law import Refused
from pitboss.table import Memory, Table, public, read
from pitboss.table.audit import audit


def opened(game: str, memory: Memory) -> Table:
    secrets = iter(bytes([n]) * 32 for n in range(1, 200))
    return Table(game, chance=Promised(lambda: next(secrets)), storage=memory)


def one_throw(table: Table) -> None:
    table.bet(1, "small", 10)
    table.deal()


def stream(secret: bytes, draw: int, length: int) -> bytes:
    """The stream as its description says it is made."""
    return hashlib.shake_256(secret + draw.to_bytes(8, "big")).digest(length)


def test_a_throw_can_be_drawn_again_from_the_secret_with_ten_lines_of_arithmetic() -> None:
    memory = Memory()
    table = opened("sic-bo", memory)
    table.sit(1, "Ann", 100)
    assert table.promise == hashlib.sha256(b"\x01" * 32).hexdigest()
    one_throw(table)
    faces = []
    for byte in stream(b"\x01" * 32, 1, 64):
        if (byte & 7) < 6:
            faces.append(1 + (byte & 7))
    thrown = next(event for event in table.said if isinstance(event, Roll))
    assert thrown.faces == tuple(faces[:3])
    told = next(event for event in table.said if isinstance(event, Reveal))
    assert told == Reveal(1, hashlib.sha256(b"\x01" * 32).hexdigest(), b"\x01" * 32)
    assert table.promise == hashlib.sha256(b"\x02" * 32).hexdigest()


def test_nobody_sees_the_secret_of_a_promise() -> None:
    assert Commit("ab", b"secret").seen_by(1) == Commit("ab")
    assert Commit("ab", b"secret").seen_by(None) == Commit("ab")


def test_audit_keeps_count_and_catches_chance_that_was_not_promised() -> None:
    memory = Memory()
    table = opened("sic-bo", memory)
    table.sit(1, "Ann", 100)
    for _ in range(3):
        one_throw(table)
    report = audit(memory.lines)
    assert report["verified"], report["problem"]
    assert report["promises_kept"] == 3

    class Loaded(Promised):
        def roll(self, of: int) -> tuple[int, ...]:
            super().roll(of)
            return (6, 6, 5)

    memory = Memory()
    crooked = Table("sic-bo", chance=Loaded(lambda: b"\x07" * 32), storage=memory)
    crooked.sit(1, "Ann", 100)
    one_throw(crooked)
    assert audit(memory.lines)["problem"] == "the roll is not the one promised before the round"


def test_an_interrupted_round_goes_on_with_the_chance_promised() -> None:
    memory = Memory()
    table = opened("three-card-poker", memory)
    table.sit(1, "Ann", 100)
    table.bet(1, "ante", 10)
    table.deal()
    again = Table.resume(read(memory.lines), storage=memory)
    again.act(1, "play")
    assert audit(memory.lines)["verified"]
    with pytest.raises(Refused, match="as promised"):
        Table.resume(read(memory.lines), chance=Live(System()))


def test_a_journal_is_told_up_to_the_first_promise_that_still_hides_something() -> None:
    memory = Memory()
    table = opened("three-card-poker", memory)
    table.sit(1, "Ann", 100)
    assert len(public(memory.lines)) == 1
    table.bet(1, "ante", 10)
    table.deal()
    assert len(public(memory.lines)) == 1, "the shoe of the round under way"
    table.act(1, "fold")
    told = public(memory.lines)
    assert len(told) == len(memory.lines) - 1, "all but the promise of the next round"
    assert audit(told)["promises_kept"] == 1


def test_the_secret_of_a_shoe_waits_until_the_shoe_is_spent() -> None:
    memory = Memory()
    table = opened("blackjack", memory)
    table.sit(1, "Ann", 10_000)
    shuffles = 0
    while shuffles < 2:
        table.bet(1, "blackjack", 10)
        table.deal()
        while table.asked:
            table.act(1, "stand" if "stand" in [c.id for c in table.legal()] else table.legal()[-1].id)
        shuffles += sum(isinstance(event, Shuffle) for event in table.said)
        told = [event.round for event in table.said if isinstance(event, Reveal)]
        if shuffles == 1:
            assert 1 not in told, "round 1 shuffled the shoe that is dealt from"
    assert 1 in told, "a new shoe tells of the old"
    assert audit(memory.lines)["verified"]


def test_mucked_hands_stay_unknown_until_the_table_closes() -> None:
    memory = Memory()
    table = opened("hold-em", memory)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500)
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "fold" if "fold" in [c.id for c in table.legal()] else "check")
    assert not any(isinstance(event, Reveal) for event in table.said)
    taken = table.close("Flo")
    assert sum(taken.values()) + table.ledger["fees"] + table.ledger["bank"] == 100_000
    assert next(event.round for event in table.said if isinstance(event, Reveal)) == 1
    assert audit(memory.lines)["promises_kept"] == 2
    with pytest.raises(Refused, match="closed"):
        table.sit(1, "Ann", 5)


def test_a_round_declared_void_returns_every_wager_and_is_on_record() -> None:
    memory = Memory()
    table = opened("three-card-poker", memory)
    table.sit(1, "Ann", 100)
    with pytest.raises(Refused, match="no wager"):
        table.void("Flo", "nothing to void")
    table.bet(1, "ante", 10)
    table.bet(1, "pair-plus", 5)
    table.deal()
    table.void("Flo", "fire alarm")
    assert not table.playing
    assert table.funds(1) == 10_000
    assert table.settlement is not None
    assert {each.result for each in table.settlement.wagers[1].values()} == {"void"}
    table.bet(1, "ante", 10)
    table.void("Flo", "closing time")
    assert table.funds(1) == 10_000
    assert not table.bets
    assert audit(memory.lines)["verified"]


def test_a_payout_put_right_moves_between_bank_and_seat() -> None:
    memory = Memory()
    table = opened("sic-bo", memory)
    table.sit(1, "Ann", 100)
    table.correct(1, 25, "Flo", "paid as a hard six")
    table.correct(1, -5, "Flo", "five too much")
    assert table.funds(1) == 12_000
    assert table.ledger["bank"] == -2_000
    one_throw(table)
    assert table.settlement is not None
    assert table.settlement.net[1] + table.settlement.bank == 0
    assert audit(memory.lines)["verified"]
