"""The journal against the house itself: what the house has signed convicts it of whatever it changes afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from pitboss.equipment.chance import Promised, promise_of
from pitboss.law import Refused
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit, narrated
from pitboss.table.heads import Head, check_signature, read_heads, rooted
from pitboss.web.signing import Signer

HOUSE = Signer(bytes(range(32)))


class Volumes:
    def __init__(self, most: int) -> None:
        self.volumes: list[list[bytes]] = [[]]
        self.most = most

    def append(self, line: bytes) -> None:
        self.volumes[-1].append(line)

    def full(self, lines: int) -> bool:
        if lines >= self.most:
            self.volumes.append([])
        return lines >= self.most


def played(
    rounds: int = 4, most: int = 10**6, identity: str = "0badcafe"
) -> tuple[Volumes, list[Head], Table]:
    """A table at which rounds of sic bo were played, and the head after each of them."""
    kept = Volumes(most)
    secrets = (n.to_bytes(32, "big") for n in count(1))
    table = Table(
        "sic-bo",
        chance=Promised(secrets.__next__),
        storage=kept,
        clock=count(1000).__next__,
        identity=identity,
    )
    table.full = kept.full
    table.sit(1, "Ann", 100)
    heads = []
    for number in range(rounds):
        table.seed(1, f"luck-{number}")
        table.bet(1, "small", 10)
        table.deal()
        heads += HOUSE.sign(table.now, [(identity, table.journal.lines, table.journal.chain)])
    return kept, heads, table


def relinked(lines: list[dict[str, Any]]) -> list[bytes]:
    """A journal with a sound chain, whatever it says."""
    chain, made = "", []
    for entry in lines:
        entry.pop("chain", None)
        body = msgspec.json.encode(entry)[:-1]
        chain = hashlib.sha256(chain.encode() + body).hexdigest()
        made.append(body + b',"chain":"' + chain.encode() + b'"}')
    return made


def renamed(lines: list[dict[str, Any]]) -> None:
    lines[2]["command"]["name"] = "Bob"


def postdated(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        line["at"] += 60_000


def bought_more(lines: list[dict[str, Any]]) -> None:
    lines[2]["command"]["amount"] += 5_000


def stripped(lines: list[dict[str, Any]]) -> None:
    """No promise was ever made, says this one, and no table named."""
    lines[:] = [line for line in lines if line["command"]["command"] not in ("promise", "seed")]
    lines[0]["command"].pop("table")
    for n, line in enumerate(lines):
        line["n"] = n
        line["events"] = [event for event in line["events"] if event["do"] != "reveal"]


def test_a_sound_journal_has_every_head_that_was_signed() -> None:
    kept, heads, table = played()
    report = audit(kept.volumes[0], heads=heads, key=HOUSE.key)
    assert report["verified"], report["problem"]
    assert (report["table"], report["heads"], report["seeds"], report["promises_kept"]) == (
        "0badcafe",
        4,
        4,
        4,
    )
    assert report["head"] == heads[-1].head
    assert table.promise not in kept.volumes[0][-2].decode()


@pytest.mark.parametrize("tampering", [renamed, postdated, bought_more, stripped])
def test_a_journal_rewritten_under_a_sound_chain_is_convicted_by_a_head(
    tampering: Callable[[list[dict[str, Any]]], None],
) -> None:
    kept, heads, _ = played()
    lines = [json.loads(line) for line in kept.volumes[0]]
    tampering(lines)
    forged = relinked(lines)
    assert audit(forged)["verified"], "by itself it may be true"
    for head in heads:
        problem = str(audit(forged, heads=[head])["problem"])
        assert "house signed" in problem or "no live table" in problem


def test_the_tail_cut_off_is_found() -> None:
    kept, heads, _ = played()
    short = kept.volumes[0][: heads[1].lines]
    assert audit(short, heads=heads[:2])["verified"]
    problem = audit(short, heads=heads)["problem"]
    assert problem == (
        f"the house signed {heads[2].lines} lines, but only {heads[1].lines} are here: "
        "the rest was cut off or is not published yet"
    )


def test_a_first_volume_that_is_dropped_is_missed() -> None:
    kept, heads, _ = played(6, most=9)
    first, second = kept.volumes[:2]
    early = [head for head in heads if head.lines <= len(first)]
    assert early
    assert audit(second)["lines_before"] == len(first)
    assert f"begins after line {len(first)}" in str(audit(second, heads=early)["problem"])
    assert "are missing" in str(audit(second, key=HOUSE.key)["problem"])
    assert audit(second, first, early, HOUSE.key)["verified"]


def test_a_live_journal_without_promises_fails() -> None:
    kept, _, _ = played(2)
    lines = [json.loads(line) for line in kept.volumes[0]]
    stripped(lines)
    after = {name: lines[0]["command"].pop(name) for name in ("edition", "version", "rules")}
    lines[0]["command"] |= {"table": "0badcafe", **after}
    assert audit(relinked(lines))["problem"] == "round 1 of table 0badcafe was played without a promise"


def test_a_head_is_of_one_table_signed_by_one_key() -> None:
    kept, heads, _ = played(1)
    other = Signer(bytes(32)).sign(1, [("0badcafe", heads[0].lines, "ab" * 32)])
    assert "not by" in str(audit(kept.volumes[0], heads=other, key=HOUSE.key)["problem"])
    assert "signed another journal" in str(audit(kept.volumes[0], heads=other)["problem"])
    forged = msgspec.structs.replace(heads[0], at=heads[0].at + 1)
    assert "is not signed by the key" in str(audit(kept.volumes[0], heads=[forged])["problem"])
    elsewhere = HOUSE.sign(1, [("deadbeef", 99, "ab" * 32)])
    assert "is of table deadbeef" in str(audit(kept.volumes[0], heads=elsewhere)["problem"])


@pytest.mark.parametrize("tables", [1, 2, 3, 5, 8, 13])
def test_one_signature_does_for_every_table(tables: int) -> None:
    journals = [(f"{n:08x}", n + 1, hashlib.sha256(bytes([n])).hexdigest()) for n in range(tables)]
    heads = HOUSE.sign(7, journals)
    assert len({head.signature for head in heads}) == 1
    for head in heads:
        check_signature(head, HOUSE.key)
        assert len(head.path) <= (tables - 1).bit_length()
        with pytest.raises(Refused):
            check_signature(msgspec.structs.replace(head, head="0" * 64))
    root, paths = rooted(["a", "b", "c"])
    assert paths[2] == ["l" + hashlib.sha256(b"node a b").hexdigest()]
    assert root == hashlib.sha256(f"node {paths[2][0][1:]} c".encode()).hexdigest()


def test_a_head_does_not_tell_the_link_of_the_chain() -> None:
    """Who has two links in a row can try out which card the line between them deals."""
    kept, heads, table = played(1)
    assert table.journal.chain not in msgspec.json.encode(heads).decode()
    assert (
        heads[0].head
        == hashlib.sha256(f"head 0badcafe {len(kept.volumes[0])} {table.journal.chain}".encode()).hexdigest()
    )


def test_heads_are_read_from_a_file_a_list_or_a_message() -> None:
    _, heads, _ = played(2)
    one = msgspec.to_builtins(heads[0])
    assert read_heads(json.dumps(one).encode()) == heads[:1]
    assert read_heads(json.dumps([one]).encode()) == heads[:1]
    assert read_heads(json.dumps({"table": {"line": 3, "head": one}, "news": []}).encode()) == heads[:1]
    for wrong in (b"", b"{}", b"[1]", b'{"table": {"head": 4}}', b"\xff"):
        with pytest.raises(Refused, match="not a head of a journal"):
            read_heads(wrong)


# ---- the promise and the seeds -----------------------------------------------------------------------------


def test_a_promise_is_bound_to_its_table_and_round() -> None:
    secret = b"\x05" * 32
    root = hashlib.sha256(b"0badcafe 3 " + secret).digest()
    assert promise_of(secret, "0badcafe", 3) == hashlib.sha256(root).hexdigest()
    assert len({promise_of(secret, table, n) for table in ("0badcafe", "1badcafe") for n in (3, 4)}) == 4


def test_a_seed_of_a_players_own_changes_the_throw_as_the_page_says_it_does() -> None:
    """Worked out again with nothing but hashes: root, seed, stream, dice."""
    kept, _, _ = played(3)
    entries = [json.loads(line) for line in kept.volumes[0]]
    rolled = [event["faces"] for line in entries for event in line["events"] if event["do"] == "roll"]
    for number, faces in enumerate(rolled, 1):
        root = hashlib.sha256(f"0badcafe {number} ".encode() + number.to_bytes(32, "big")).digest()
        root = hashlib.sha256(root + f" 1 luck-{number - 1}".encode()).digest()
        stream = hashlib.shake_256(root + (1).to_bytes(8, "big")).digest(64)
        assert faces == [1 + (byte & 7) for byte in stream if byte & 7 < 6][:3]


def test_a_seed_left_out_or_exchanged_afterwards_fails_the_audit() -> None:
    kept, _, _ = played(1)
    lines = [json.loads(line) for line in kept.volumes[0]]
    seeds = [line for line in lines if line["command"]["command"] == "seed"]
    seeds[0]["command"]["seed"] = "bad-luck"
    assert audit(relinked(lines))["problem"] == "the roll is not the one promised before the round"


def test_a_seed_is_short_comes_once_and_before_the_round() -> None:
    _, _, table = played(0)
    table.seed(1, "a" * 64)
    with pytest.raises(Refused, match="has already added its seed"):
        table.seed(1, "again")
    for wrong in ("", "a" * 65, "two words", "é"):
        with pytest.raises(Refused, match="1 to 64 letters"):
            table.seed(1, wrong)
    with pytest.raises(Refused, match="seat 2 is empty"):
        table.seed(2, "mine")
    plain = Table("sic-bo", seed=1)
    plain.sit(1, "Ann", 100)
    with pytest.raises(Refused, match="not promised"):
        plain.seed(1, "mine")


def test_a_round_interrupted_after_a_seed_goes_on_with_it() -> None:
    kept, _, _ = played(1)
    table = Table.resume(read(kept.volumes[0]), chance=Promised(lambda: b"\x09" * 32), storage=kept)
    table.seed(1, "later")
    again = Table.resume(read(kept.volumes[0]), chance=Promised(lambda: b"\x09" * 32), storage=Memory())
    for each in (table, again):
        each.bet(1, "small", 10)
        each.deal()
    assert [event for event in table.said if type(event).__name__ == "Roll"] == [
        event for event in again.said if type(event).__name__ == "Roll"
    ]


def test_a_table_that_closes_tells_the_promise_it_did_not_need() -> None:
    kept, _, table = played(2)
    promise = table.promise
    table.close("Flo")
    report = audit(kept.volumes[0])
    assert report["verified"], report["problem"]
    told = json.loads(kept.volumes[0][-1])["events"]
    assert [(event["round"], event["promise"]) for event in told] == [(3, promise)]
    assert any("adds the seed luck-1" in line for step in narrated(kept.volumes[0]) for line in step["lines"])  # type: ignore[attr-defined]
