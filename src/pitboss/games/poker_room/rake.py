"""The rake, 14.14: what the house takes from the pots, or for time."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.book import rule
from pitboss.games.poker_room.betting import Play, amount, amounts
from pitboss.money import Cents, percent


@rule("14.14(b)2i")
def increments_reached(pot: int, levels: Sequence[int], increments: Sequence[int]) -> int:
    """The total incremental rake when the pot reaches an amount."""
    taken = 0
    for n in range(len(levels)):
        if 0 < levels[n] <= pot:
            taken += increments[min(n, len(increments) - 1)]
    return taken


@rule("14.14(b)3ii", "14.14(b)3iii")
def time_due(hourly: int, minutes: int, chip: int) -> int:
    """The part of the hourly fee for this many minutes, in whole chips and never more than the fee."""
    due = hourly * minutes // 60
    return due - due % chip


def rake_taken(play: Play) -> Cents:
    """What is taken after a betting round: from every pot a percentage of the bets in it, without antes, and the
    amounts due at the levels that pot and side pots together have reached."""
    rules = play.rules
    rate, levels = int(rules["rake"]), amounts(rules, "rake-levels")
    if not rate and not any(levels):
        return 0
    increments, maximum = amounts(rules, "rake-increments"), amount(rules, "rake-maximum")
    raked, before, below = play.raked, sum(play.raked), 0
    for n, pot in enumerate(play.pots()):
        if n == len(raked):
            raked.append(0)
        due = percent(pot.bet, 100 * rate, rules.chip)  # 14.14(b)1i
        below += pot.amount
        reached = increments_reached(below, levels, increments)
        due += max(reached - play.increments, 0)
        play.increments = max(reached, play.increments)
        raked[n] += min(due, pot.amount - raked[n], maximum - sum(raked) if maximum else due)
    return sum(raked) - before
