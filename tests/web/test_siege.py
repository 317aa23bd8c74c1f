"""The siege in small: the campaign of `make siege` runs, and finds nothing."""

from __future__ import annotations

import random

from siege import messages, tampering


def test_every_tampering_is_detected() -> None:
    found = dict(tampering.run(60, seed=3))
    assert found["not detected"] == 0
    assert found["of these: promises stripped"] == 10


def test_hostile_messages_break_nothing() -> None:
    found = dict(messages.run(1200, seed=3))
    assert found["errors in its log"] == 0
    assert found["the server is ready at the end, and stops cleanly"] is True
    assert not [name for name in found if str(name).startswith("5")]
    assert int(str(found["frames answered"])) > 900


def test_the_same_seed_sends_the_same_frames() -> None:
    first, again = ([messages.frame(random.Random(f"{n}")) for n in range(50)] for _ in range(2))
    assert first == again
    assert len(set(first)) == 50
