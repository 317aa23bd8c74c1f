"""The most common passwords."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pitboss.law import Refused

_STRAIGHT = ("0123456789" * 3, "9876543210" * 3, "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm")
_ONE_THING = re.compile(r"(.{1,4})\1+.?")


@cache
def _common() -> frozenset[str]:
    return frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or too common."""
    if not 8 <= len(password) <= 200:
        raise Refused("a password must have 8 to 200 characters")
    plain = password.lower()
    if (
        plain in _common()
        or plain.rstrip("0123456789!.?") in (_common() | {name.lower()})
        or any(plain in straight for straight in _STRAIGHT)
        or _ONE_THING.fullmatch(plain)
    ):
        raise Refused("that password is too common; choose another")
