"""What a refusal says would mend it does: whatever somebody begins with, a click or two later the round can start."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pitboss.book import Rules, game, games
from pitboss.law import Refused
from pitboss.table import Table

CHOSEN: dict[str, list[dict[str, Any]]] = {
    "blackjack": [{"match-the-dealer": "yes", "streak": "yes"}, {"additional-wager": "sevens"}],
    "pai-gow": [{"dragons-eye": "method-1"}],
    "pai-gow-poker": [{"dragons-eye": "method-1"}],
    "packs-poker": [{"bonus-requires-packs-wager": "yes"}],
    "three-card-poker": [{"version": f"20.6(f){n}"} for n in (1, 2, 3)],
}
"""Besides the rules as they usually are, others by which one wager rests on another."""

BY_THE_DICE = {"craps", "mini-craps", "automated-craps", "pokette"}
"""Games with wagers that are open once a point is on, or cards are on the stand: no wager mends that."""


def bet(table: Table, wager: str) -> None:
    table.bet(1, wager, f"{table.rules.limits(wager.partition(':')[0]).least / 100:.2f}")


def mended(table: Table, do: Callable[[], None]) -> None:
    """Does something as the client does it, whose buttons mend what is refused; what none mends is refused."""
    try:
        do()
    except Refused as refused:
        if not refused.lacks and not refused.beyond:
            raise
        for wager in refused.beyond:
            table.remove(1, wager)
        for wager in refused.lacks:
            mended(table, partial(bet, table, wager))
        mended(table, do)


@pytest.mark.parametrize("name", [each.id for each in games() if game(each.id).wagers_first])
def test_whoever_begins_with_any_wager_is_told_what_is_missing(name: str) -> None:
    for options in ({}, *CHOSEN.get(name, [])):
        rules = Rules(game(name), options)
        for wager in (each.id for each in rules.wagers.values() if not each.during and not each.bonus):
            table = Table(game(name), rules)
            table.sit(1, "Ann", 5_000)
            spots = [each for each in table.game.spots(table, 1) if each.partition(":")[0] == wager]
            if name in BY_THE_DICE and not any(each in spots for each in table.open_wagers(1)):
                continue
            for spot in spots[:1]:
                mended(table, partial(bet, table, spot))
                mended(table, partial(table.game.ready, table))


def test_odds_that_cannot_be_paid_or_are_too_large_are_refused_with_the_amount_that_is_taken() -> None:
    """3 to 2 of $25 is $37.50, which no chips of $1 pay: $26 is next. Behind $10 ten times as much is $100."""
    table = Table(game("craps"), Rules(game("craps"), {"odds-multiple": "10"}), seed=1)
    table.sit(1, "Ann", 100_000)
    while getattr(table.state, "point", 0) not in (5, 9):
        if not table.stake(1, "pass"):
            table.bet(1, "pass", 10)
        table.deal()
    for stake, takes in ((25, 26), (101, 100)):
        with pytest.raises(Refused) as refused:
            table.bet(1, "pass-odds", stake)
        assert refused.value.takes == 100 * takes
        table.bet(1, "pass-odds", takes)
        table.remove(1, "pass-odds")
