"""The race for chips that go out of use at a change of levels. The regulation does not mention it: it is a rule of the
house (8.6(f)2), as is usual in card rooms. Its chance is promised when the tournament is announced."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from pitboss.equipment.entropy import Stream, shuffled
from pitboss.law import carries


def hashed(secret: bytes, times: int) -> bytes:
    """A secret hashed this many times. The announced promise is hashed once for each race to come; each race reveals
    the preimage of the previous hash, so that one secret serves all races and none is known too early."""
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


@carries("8.6(f)2")
def raced(stacks: Mapping[str, int], old: int, new: int, secret: bytes) -> dict[str, int]:
    """Everybody's chips after the race. Chips that make whole new ones are exchanged; each remaining old chip is a lot,
    and the lots are drawn for as many new chips as they all make, at most one for each player. Nobody is raced out:
    players without a new chip are served first. The house adds what is missing for a whole chip."""
    odd = {name: chips % new for name, chips in stacks.items()}
    lots = [name for name, chips in odd.items() for _ in range(chips // old)]
    drawn = [lots[place] for place in shuffled(list(range(len(lots))), Stream(secret, 0))]
    short = [name for name, chips in stacks.items() if chips < new]
    served = max(-(-sum(odd.values()) // new), len(short))
    winners = list(dict.fromkeys([*short, *drawn]))[:served]
    return {name: chips - odd[name] + new * (name in winners) for name, chips in stacks.items()}
