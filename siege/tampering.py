"""Journals tampered with under a sound chain, each convicted by a head that the house had signed."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec

from pitboss.equipment.chance import Promised
from pitboss.table import Memory, Table
from pitboss.table.audit import audit
from pitboss.table.heads import Head
from pitboss.web.signing import Signer

Lines = list[dict[str, Any]]


def relinked(lines: Lines) -> list[bytes]:
    """A journal with a sound chain, whatever it says."""
    chain, made = "", []
    for n, entry in enumerate(lines):
        body = msgspec.json.encode({**entry, "n": n, "chain": None})
        body = body.rpartition(b',"chain":null')[0]
        chain = hashlib.sha256(chain.encode() + body).hexdigest()
        made.append(body + b',"chain":"' + chain.encode() + b'"}')
    return made


def played(rounds: int, chance: random.Random) -> tuple[list[bytes], list[Head]]:
    """Rounds at a live table, with the head after each of them."""
    memory, house = Memory(), Signer(chance.randbytes(32))
    identity = chance.randbytes(4).hex()
    table = Table(
        "sic-bo",
        chance=Promised(lambda: chance.randbytes(32)),
        storage=memory,
        clock=count(10**12, 1000).__next__,
        identity=identity,
    )
    for seat, name in ((1, "Ann"), (2, "Bob")):
        table.sit(seat, name, 1000)
    heads = []
    for number in range(rounds):
        table.seed(1, f"seed-{number}")
        for seat in (1, 2):
            table.bet(seat, chance.choice(["small", "big"]), 10)
        table.deal()
        heads += house.sign(table.now, [(identity, table.journal.lines, table.journal.chain)])
    return memory.lines, heads


def _cut(lines: Lines, chance: random.Random) -> None:
    del lines[chance.randrange(1, len(lines) - 1) :]


def _drop(lines: Lines, chance: random.Random) -> None:
    del lines[chance.randrange(len(lines) - 1)]


def _swap(lines: Lines, chance: random.Random) -> None:
    at = chance.randrange(len(lines) - 2)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def _time(lines: Lines, chance: random.Random) -> None:
    chance.choice(lines[:-1])["at"] += 1 + chance.randrange(10**6)


def _strip(lines: Lines, _: random.Random) -> None:
    lines[:] = [line for line in lines if line["command"]["command"] not in ("promise", "seed")]
    for line in lines:
        line["events"] = [event for event in line["events"] if event["do"] not in ("commit", "reveal")]
    lines[0]["command"].pop("table", None)


def _field(lines: Lines, chance: random.Random) -> None:
    """A name, an amount, a card, a hash: any value anywhere."""
    while True:
        at: Any = chance.choice(lines[:-1])
        while isinstance(at, dict | list):
            if not at:
                break
            key = chance.choice(sorted(at)) if isinstance(at, dict) else chance.randrange(len(at))
            if not isinstance(at[key], dict | list):
                if key in ("chain", "n"):
                    break
                old = at[key]
                at[key] = (old + 1) if type(old) is int else not old if type(old) is bool else f"{old}x"
                return
            at = at[key]


TAMPERINGS: dict[str, Callable[[Lines, random.Random], None]] = {
    "the tail cut off": _cut,
    "a line left out": _drop,
    "two lines exchanged": _swap,
    "a time changed": _time,
    "promises stripped": _strip,
    "a value changed": _field,
}


def run(times: int, seed: int) -> Iterator[tuple[str, object]]:
    """So many tamperings, each looked at with the last head that was signed."""
    chance = random.Random(f"tampering {seed}")
    tried: Counter[str] = Counter()
    missed: list[str] = []
    lines, heads = played(6, chance)
    assert audit(lines, heads=heads)["verified"]
    sound = [json.loads(line) for line in lines]
    for n in range(times):
        name = list(TAMPERINGS)[n % len(TAMPERINGS)]
        forged = copy.deepcopy(sound)
        TAMPERINGS[name](forged, chance)
        tried[name] += 1
        if audit(relinked(forged), heads=heads[-1:])["verified"]:
            missed.append(f"{name}, try {n}")
    yield "journals tampered with", times
    for name, often in tried.items():
        yield f"of these: {name}", often
    yield "not detected", missed or 0
