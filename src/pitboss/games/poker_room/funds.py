"""Bad beat and high hand payouts, 14.19: what a pot contributes to the fund, who wins it, and what he wins."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from pitboss.book import Event, Finding, Move, Refused, Round, Rules, Say, carries, cite, rule
from pitboss.games.poker_room.betting import Play, Player, amount
from pitboss.games.poker_room.pots import Pot, share
from pitboss.money import Cents, money
from pitboss.ranking.high import FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT_FLUSH
from pitboss.ranking.value import ACE, least, value_of
from pitboss.table import Table

FUND: Final = "meter:payout"
RESET: Final = "meter:payout-reset"
LEAST: Final = {
    "aces-full": value_of(FULL_HOUSE, ACE, 0),
    "four-of-a-kind": least(FOUR_OF_A_KIND, 0),
    "straight-flush": least(STRAIGHT_FLUSH, 0),
}
"""The least value of the hands that a house may designate."""


@rule("14.19(a)", "14.19(n)")
def qualifying(values: Sequence[int], enough: int, losing: int) -> int:
    """The highest value that qualifies, or 0: of the hands that lose to a higher one, or of all."""
    best = max(values)
    return max([value for value in values if value >= enough and (not losing or value < best)], default=0)


@rule("14.19(p)")
def kept_back(contribution: int, hundredths: int) -> int:
    """The part of a contribution that is kept for the next payout."""
    return contribution * hundredths // 100


def check(rules: Rules) -> list[Finding]:
    """Nobody shares out more than there is."""
    both = int(rules["payout-to-loser"]) + int(rules["payout-to-winner"])
    if both <= 100:
        return []
    says = f"who loses and who wins cannot have {both} percent of a payout between them"
    return [Finding("options.payout-to-loser+payout-to-winner", says, cite("14.19(b)3"))]


@rule("14.19(q)")
def harder(before: int, after: int) -> bool:
    """Would a bad beat need a better hand than it does?"""
    return after > before


def may_become(table: Table, rules: Rules) -> None:
    """A bad beat is not made harder until the payout is won: till then there is money in the fund."""
    now = table.rules
    hands = (LEAST[str(now["payout-hand"])], LEAST[str(rules["payout-hand"])])
    if now["payout"] == "bad-beat" and table.ledger[FUND] and harder(*hands):
        raise Refused(
            f"a bad beat of {now['payout-hand']} is not made harder before the payout is won", "14.19(q)"
        )


@carries("14.6(e)9")
def contributed(play: Play, pots: list[Pot]) -> Generator[Event, Any, list[Pot]]:
    """The pots after what they contribute, which comes after the rake and before they are awarded (14.19(c))."""
    rules = play.rules
    enough = sum(pot.amount for pot in play.pots()) >= amount(rules, "payout-pot")
    given = min(amount(rules, "payout-contribution"), pots[0].amount) if pots and enough else 0
    if not given:
        return pots
    later = kept_back(given, int(rules["payout-reset"]))
    why, on = f"{rules['payout']} contribution", (pots[0].seats[0], "pot")
    yield Move("layout", FUND, given - later, why, cite("14.19(c)"), on)
    yield Move("layout", RESET, later, why, cite("14.19(p)"), on)
    return [Pot(pots[0].amount - given, pots[0].seats), *pots[1:]]


@carries("14.19(o)", "14.19(m)2ii")
def paid_out(table: Table, play: Play) -> Round:
    """A payout that the hands at the showdown have won, once the poker shift supervisor has verified it."""
    rules, shown = play.rules, [player for player in play.contending if player.values]
    if len(shown) < 2:
        return
    bad_beat = rules["payout"] == "bad-beat"
    values = [player.values[0][0] for player in shown]
    part = 100
    value = qualifying(values, LEAST[str(rules["payout-hand"])], bad_beat)
    if not value and (lesser := rules["secondary-hand"]) != "none":
        value, part = qualifying(values, LEAST[str(lesser)], bad_beat), int(rules["secondary-part"])
    fund = table.ledger[FUND] * part // 100
    fund -= fund % rules.chip
    if not value or not fund:
        return
    name = f"{'secondary ' if part < 100 else ''}{str(rules['payout']).replace('-', ' ')} payout"
    told = f"{name} of {money(fund)}: verified, the display is pending adjustment"
    yield Say(told, "poker shift supervisor", cite("14.19(i)"))
    holders = [player for player in shown if player.values[0][0] == value]
    winners = [player for player in shown if player.values[0][0] == max(values)]
    for players, all_of_them in parts(rules, play, fund, holders, winners if bad_beat else ()):
        for place, player in enumerate(players):
            if due := share(all_of_them, len(players), place, rules.chip):
                yield Move(FUND, f"seat:{player.seat}", due, name, cite("14.19(j)"), (player.seat, "pot"))
    if part == 100:
        on = (holders[0].seat, "pot")
        yield Move(RESET, FUND, table.ledger[RESET], "the next payout begins with it", cite("14.19(p)"), on)


def parts(
    rules: Rules, play: Play, fund: Cents, holders: Sequence[Player], winners: Sequence[Player]
) -> list[tuple[Sequence[Player], Cents]]:
    """Who shares in a payout, and in how much of it: who holds the hand, who beats it, and all others in the round."""
    if not winners:
        return [(holders, fund)]
    others = [player for player in play.players if player not in (*holders, *winners)]
    beats = fund * int(rules["payout-to-winner"]) // 100
    beats -= beats % rules.chip
    loses = fund * int(rules["payout-to-loser"]) // 100
    loses -= loses % rules.chip
    rest = fund - beats - loses
    return [(holders, loses + (0 if others else rest)), (winners, beats), (others, rest if others else 0)]
