"""The house's key, which signs how far its journals have come."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.law import Refused
from pitboss.table.heads import Head, leaf, rooted, signed


class Signer:
    """A key that signs heads."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = self._key.public_key().public_bytes_raw().hex()
        """The public key, for verifying signatures."""

    @staticmethod
    def at(path: Path) -> Signer:
        """The key in a file that only its owner can read; a new one, if there is none yet."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return Signer._read(path)
        except OSError as problem:
            raise Refused(f"{path} cannot hold the house's key: {problem.strerror}") from None
        with os.fdopen(opened, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
        return Signer._read(path)

    @staticmethod
    def _read(path: Path) -> Signer:
        try:
            os.chmod(path, 0o600)
            return Signer(bytes.fromhex(path.read_text(encoding="ascii").strip()))
        except OSError as problem:
            raise Refused(f"the house's key cannot be read from {path}: {problem.strerror}") from None
        except (ValueError, UnicodeError):
            raise Refused(f"{path} does not hold a key of 64 hexadecimal digits") from None

    def sign(self, at: int, journals: Sequence[tuple[str, int, str]]) -> list[Head]:
        """Heads of the journals of some tables, each with its lines and the last link of its chain."""
        leaves = [leaf(*each) for each in journals]
        root, paths = rooted(leaves)
        signature = self._key.sign(signed(at, root)).hex()
        return [
            Head(table, lines, at, head, path, self.key, signature)
            for (table, lines, _), head, path in zip(journals, leaves, paths, strict=True)
        ]

    def sealed(self, data: bytes) -> str:
        """The signature of other evidence; what it signs never begins as a head does."""
        return self._key.sign(b"evidence\n" + data).hex()
