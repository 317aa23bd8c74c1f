"""Heads: how far a table's journal had come when it was published, signed by the house.

A head is a hash of the last link of the chain and not the link itself: with two consecutive links, anybody could try
out which card the line between them deals. All heads of one moment are the leaves of one hash tree whose root the house
signs, so that one signature serves hundreds of tables; a head carries the path from its leaf to the root.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from pitboss.law import Refused


class Head(Struct):
    """The house's statement that the journal of a table had this many lines and this last link."""

    table: str
    lines: int
    """In all volumes."""
    at: int
    head: str
    path: list[str]
    """From the leaf to the root: each neighboring hash, with ``l`` before it if it is on the left, else ``r``."""
    key: str
    signature: str


def leaf(table: str, lines: int, chain: str) -> str:
    """A table's head, as it is published."""
    return hashlib.sha256(f"head {table} {lines} {chain}".encode()).hexdigest()


def _joined(left: str, right: str) -> str:
    return hashlib.sha256(f"node {left} {right}".encode()).hexdigest()


def rooted(leaves: Sequence[str]) -> tuple[str, list[list[str]]]:
    """The root over some leaves, and the path to it from each."""
    paths: list[list[str]] = [[] for _ in leaves]
    level = [(each, [n]) for n, each in enumerate(leaves)]
    while len(level) > 1:
        above = []
        for n in range(0, len(level) - 1, 2):
            (left, on_left), (right, on_right) = level[n : n + 2]
            for each in on_left:
                paths[each].append(f"r{right}")
            for each in on_right:
                paths[each].append(f"l{left}")
            above.append((_joined(left, right), on_left + on_right))
        level = above + level[len(above) * 2 :]
    return level[0][0], paths


def signed(at: int, root: str) -> bytes:
    """What the house signs."""
    return f"pitboss heads {at} {root}".encode()


def read_heads(text: bytes) -> list[Head]:
    """Heads as the house published them: one, a list, or a message from a table's socket."""
    try:
        found = msgspec.json.decode(text)
        if isinstance(found, dict):
            found = found.get("table", found) if isinstance(found.get("table"), dict) else found
            found = found.get("head", found) if isinstance(found.get("head"), dict) else found
        return msgspec.convert(found if isinstance(found, list) else [found], list[Head])
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as problem:
        raise Refused(f"this is not a head of a journal: {problem}") from None


def check_signature(head: Head, key: str = "") -> None:
    """Is it signed, and by this key if one is given?"""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if key and key.strip().lower() != head.key.lower():
        raise Refused(
            f"the head of line {head.lines} is signed by the key {head.key[:16]}…, not by {key[:16]}…"
        )
    root = head.head
    for step in head.path:
        root = _joined(step[1:], root) if step.startswith("l") else _joined(root, step[1:])
    try:
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.key))
        signer.verify(bytes.fromhex(head.signature), signed(head.at, root))
    except (InvalidSignature, ValueError):
        raise Refused(f"the head of line {head.lines} is not signed by the key it names") from None
