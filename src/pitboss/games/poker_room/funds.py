"""Bad beat and high hand payouts, 14.19: a pot's contribution to the fund, who wins it, and how much."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import field, structs

from pitboss.book import (
    Event,
    Finding,
    Funds,
    Marker,
    Move,
    Refused,
    Round,
    Rules,
    Say,
    State,
    carries,
    cite,
    rule,
)
from pitboss.book.data import Value
from pitboss.book.facets import FundMeters, Win
from pitboss.games.odd_chips import share
from pitboss.games.poker_room.betting import Play, Player, amount
from pitboss.games.poker_room.family import PokerRoom
from pitboss.games.poker_room.pots import Pot
from pitboss.money import Cents, money
from pitboss.ranking.high import FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT_FLUSH
from pitboss.ranking.value import ACE, least, value_of
from pitboss.table import Table
from pitboss.table.journal import Award

METERS: Final = FundMeters("payout", "payout-reset", "payout-secondary")
FUND, RESET, SECONDARY = (f"meter:{name}" for name in METERS)
LEAST: Final = {
    "aces-full": value_of(FULL_HOUSE, ACE, 0),
    "four-of-a-kind": least(FOUR_OF_A_KIND, 0),
    "straight-flush": least(STRAIGHT_FLUSH, 0),
}
"""The lowest value of the hands that a house may designate."""


class PayoutState(State):
    """The dollars in the payout fund, as displayed (14.19(o)), those reserved for the next payout (14.19(p)), those of
    a secondary payout that pots contribute to (14.19(m)1), and pending wins from a fund that tables share
    (14.19(i))."""

    payout: int | float | None = None
    """The dollars in the payout fund, as displayed (14.19(o)); null: there is no fund."""
    payout_reset: int | float | None = None
    """The dollars reserved for the next payout (14.19(p))."""
    payout_secondary: int | float | None = None
    """The dollars of a secondary payout that pots contribute to (14.19(m)1)."""
    won: list[Win] = field(default_factory=list)
    """Pending wins from a fund that tables share (14.19(i))."""
    METERS: ClassVar = dict(zip(("payout", "payout_reset", "payout_secondary"), METERS, strict=True))

    def described(self, meters: Mapping[str, Cents]) -> dict[str, object]:
        stated = super().described(meters).items()
        return {name: value for name, value in stated if value is not None and (value or name != "won")}


def state_of(table: Table) -> PayoutState:
    assert isinstance(table.state, PayoutState)
    return table.state


@rule("14.19(a)", "14.19(n)")
def qualifying(values: Sequence[int], enough: int, losing: int) -> int:
    """The highest value that qualifies, or 0: of the hands that lose to a higher one, or of all."""
    best = max(values)
    return max([value for value in values if value >= enough and (not losing or value < best)], default=0)


@rule("14.19(p)")
def kept_back(contribution: int, hundredths: int) -> int:
    """The part of a contribution that is reserved for the next payout."""
    return contribution * hundredths // 100


@rule("14.19(m)")
def lesser(primary: int, secondary: int) -> bool:
    """Does a secondary payout go to a lesser hand than the primary one?"""
    return secondary < primary


def check(rules: Rules) -> list[Finding]:
    """The shares cannot exceed the total, and the secondary hand is the lower one."""
    findings = []
    parts = ("payout-to-loser", "payout-to-winner", "payout-to-room")
    if (all_of_it := sum(int(rules[each]) for each in parts)) > 100:
        says = (
            f"the shares of the loser, the winner and the room add up to {all_of_it} percent, more than 100"
        )
        findings.append(Finding(f"options.{'+'.join(parts)}", says, cite("14.19(b)3")))
    primary, secondary = str(rules["payout-hand"]), str(rules["secondary-hand"])
    if secondary in LEAST and not lesser(LEAST[primary], LEAST[secondary]):
        says = f"a secondary payout must be for a lower hand than the primary one of {primary}, not for {secondary}"
        findings.append(Finding("options.payout-hand+secondary-hand", says, cite("14.19(m)")))
    return findings


def shared(rules: Rules) -> str:
    """The tables that share the fund; nothing if it is this table's own."""
    whose = str(rules["payout-fund"])
    return whose if rules["payout"] != "none" and whose != "table" else ""


def alike(rules: Rules) -> str:
    """The paragraph by which payout rules must be the same at several tables: those of a room are posted there once."""
    return "14.20(a)" if shared(rules) == "multi-casino" else "14.19(b)"


def terms(rules: Rules) -> dict[str, Value]:
    """The payout rules (14.19(b)): the same at all tables that share a fund (14.20(a))."""
    return {name: rules[name] for name in rules.options if name.startswith(("payout", "secondary"))}


@rule("14.19(q)")
def harder(before: int, after: int) -> bool:
    """Would a bad beat need a better hand than it does now?"""
    return after > before


def may_become(table: Table, rules: Rules) -> None:
    """Payout rules change together with those of the other tables; not alone where tables share a fund."""
    now = table.rules
    if (shared(now) or shared(rules)) and terms(now) != terms(rules):
        raise Refused("the payout rules must be the same at all tables that share a fund", alike(now))
    if table.ledger[FUND]:
        check_terms(now.options, rules.options)


def check_terms(before: Mapping[str, Value], after: Mapping[str, Value]) -> None:
    """A bad beat cannot be made harder until the payout is won: until then there is money in the fund."""
    hand = str(before["payout-hand"])
    if before["payout"] == "bad-beat" and harder(LEAST[hand], LEAST[str(after["payout-hand"])]):
        raise Refused(f"a bad beat of {hand} cannot be made harder before the payout is won", "14.19(q)")


@carries("14.6(e)9", "14.19(m)1")
def contributed(play: Play, pots: list[Pot]) -> Generator[Event, Any, list[Pot]]:
    """The pots after their contribution, which is made after the rake and before they are awarded (14.19(c)); to a
    separate secondary payout as far as the main pot allows."""
    rules = play.rules
    enough = sum(pot.amount for pot in play.pots()) >= amount(rules, "payout-pot")
    given = min(amount(rules, "payout-contribution"), pots[0].amount) if pots and enough else 0
    if not given:
        return pots
    later = kept_back(given, int(rules["payout-reset"]))
    why, on = f"{rules['payout']} contribution", (pots[0].seats[0], "pot")
    yield Move("layout", FUND, given - later, why, cite("14.19(c)"), on)
    yield Move("layout", RESET, later, why, cite("14.19(p)"), on)
    if second := min(own_secondary(rules), pots[0].amount - given):
        yield Move("layout", SECONDARY, second, f"secondary {why}", cite("14.19(m)1"), on)
    return [Pot(pots[0].amount - given - second, pots[0].seats), *pots[1:]]


def own_secondary(rules: Rules) -> Cents:
    """A pot's contribution to a secondary payout; nothing if that is a part of the primary one."""
    return amount(rules, "secondary-contribution") if rules["secondary-hand"] != "none" else 0


@carries("14.19(o)", "14.19(m)2ii")
def paid_out(table: Table, play: Play) -> Round:
    """A payout that the hands at the showdown have won, once the poker shift supervisor has verified it. A win from
    a fund that other tables share is noted, and paid by the house between rounds."""
    rules, win = play.rules, won(table, play)
    if win is None:
        return
    if shared(rules):
        state_of(table).won.append(win)
        yield Say(f"{win.name} pending: {win.says}", "poker shift supervisor", cite("14.19(i)"))
        return
    account = f"meter:{win.meter}"
    fund = whole(table.ledger[account] * win.part // 100, rules.chip)
    if not fund:
        return
    stated = f"{win.name} of {money(fund)}: verified, the display is pending adjustment"
    yield Say(stated, "poker shift supervisor", cite("14.19(i)"))
    yield from paid(table, win.meter, shares(rules, win, table.ledger[account], elsewhere=False), win.name)
    if is_primary(win):
        yield structs.replace(reset(table), on=(win.holders[0], "pot"))


def is_primary(win: Win) -> bool:
    """Has it won all of the primary fund?"""
    return win.part == 100 and f"meter:{win.meter}" == FUND


def reset(table: Table) -> Move:
    return Move(RESET, FUND, table.ledger[RESET], "the next payout begins with it", cite("14.19(p)"))


@carries('14.1 "Bad beat"', '14.1 "Bad beat payout"', '14.1 "High hand payout"')
def won(table: Table, play: Play) -> Win | None:
    """What the hands at the showdown have won, and their holders."""
    rules, shown = play.rules, [player for player in play.contending if player.values]
    if len(shown) < 2:
        return None
    bad_beat = rules["payout"] == "bad-beat"
    values = [player.values[0][0] for player in shown]
    account, part, name = FUND, 100, f"{str(rules['payout']).replace('-', ' ')} payout"
    value = qualifying(values, LEAST[str(rules["payout-hand"])], bad_beat)
    if not value and (lesser := rules["secondary-hand"]) != "none":
        value, name = qualifying(values, LEAST[str(lesser)], bad_beat), f"secondary {name}"
        account, part = (SECONDARY, 100) if own_secondary(rules) else (FUND, int(rules["secondary-part"]))
    if not value:
        return None
    holders = [player for player in shown if player.values[0][0] == value]
    winners = [player for player in shown if player.values[0][0] == max(values) and bad_beat]
    game = table.game
    assert isinstance(game, PokerRoom)
    ends = [each for each in (*holders, *winners) if each.values]
    says = "; ".join(
        f"{table.seats[each.seat].name}: {game.ends[0].describe(each.values[0][0])}" for each in ends
    )
    return Win(
        round=table.rounds + 1,
        meter=account.removeprefix("meter:"),
        name=name,
        seats={player.seat: table.seats[player.seat].name for player in play.players},
        says=says,
        holders=tuple(player.seat for player in holders),
        winners=tuple(player.seat for player in winners),
        part=part,
    )


def shares(rules: Rules, win: Win, fund: Cents, elsewhere: bool) -> dict[int, Cents]:
    """Who shares in a payout, and how much each receives: the holder of the hand, the winner of the pot, players at the
    other tables of the room (seat 0) if there are any, and all others in the round."""
    due = whole(fund * win.part // 100, rules.chip)
    if not win.winners:
        return divided(win.holders, due, rules.chip)

    def percent(option: str) -> Cents:
        return whole(due * int(rules[option]) // 100, rules.chip)

    others = [seat for seat in win.seats if seat not in (*win.holders, *win.winners)]
    loses, beats = percent("payout-to-loser"), percent("payout-to-winner")
    room = percent("payout-to-room") if elsewhere else 0
    rest = due - loses - beats - room
    return {
        **divided(win.holders, loses + (0 if others else rest), rules.chip),
        **divided(win.winners, beats, rules.chip),
        **divided(others, rest, rules.chip),
        0: room,
    }


def whole(amount: Cents, chip: Cents) -> Cents:
    """As much of it as there are chips for."""
    return amount - amount % chip


def divided(seats: Sequence[int], due: Cents, chip: Cents) -> dict[int, Cents]:
    """Each seat's part of a share."""
    return {seat: share(due, len(seats), place, chip) for place, seat in enumerate(seats)}


@carries("14.19(j)")
def paid(table: Table, meter: str, dues: Mapping[int, Cents], name: str) -> Round:
    """What seats receive from a payout, a secondary one under its own paragraph."""
    paragraph = "14.20(a)" if shared(table.rules) == "multi-casino" else "14.19(a)"
    if name.startswith("secondary"):
        paragraph = "14.19(m)1" if meter == METERS.secondary else "14.19(m)2"
    for seat, due in dues.items():
        if due:
            yield Move(f"meter:{meter}", f"seat:{seat}", due, name, cite(paragraph), (seat, "pot"))


def awarded(table: Table, award: Award) -> Round:
    """A payout from a fund that several tables share, as the house pays it here. If this table's meter holds the whole
    fund, the next one begins with its reserve; otherwise the reserve is in the house's books."""
    state = state_of(table)
    here = [win for win in state.won if win.round == award.round]
    state.won = [win for win in state.won if win not in here]
    yield from paid(table, award.meter, award.shares, award.why)
    if award.brought is None and here and is_primary(here[0]):
        yield reset(table)


class Payouts(Funds, PokerRoom):
    """A game in which the best five cards may also win a payout."""

    State = PayoutState
    fund_meters = METERS

    def check(self, rules: Rules) -> list[Finding]:
        return super().check(rules) + check(rules)

    def may_become(self, table: Table, rules: Rules) -> None:
        may_become(table, rules)

    def contributed(self, table: Table, play: Play) -> Generator[Event, Any, list[Pot]]:
        if play.rules["payout"] == "none":
            return play.raked_pots()
        return (yield from contributed(play, play.raked_pots()))

    @carries("14.19(i)")
    def discloses(self, play: Play, player: Player) -> bool:
        """A hand that may win a payout is shown, because it is verified first."""
        rules = play.rules
        designated = [str(rules[each]) for each in ("payout-hand", "secondary-hand")]
        enough = min(LEAST[each] for each in designated if each in LEAST)
        claims = rules["payout"] != "none" and player.values[0][0] >= enough
        return claims or super().discloses(play, player)

    def award(self, table: Table, play: Play) -> Generator[Event, Any, list[dict[str, object]]]:
        pots = yield from super().award(table, play)
        if play.rules["payout"] != "none":
            yield from paid_out(table, play)
        return pots

    @carries("14.19(i)1")
    def markers(self, table: Table) -> list[Marker]:
        """In addition to the others, a sign that a payout is pending."""
        signs = [
            Marker("Payout pending", "middle", f"{win.name} pending: {win.says}", "pot")
            for win in self.wins(table)
        ]
        return [*super().markers(table), *signs]

    def fund(self, rules: Rules) -> str:
        whose = shared(rules)
        return f"{whose} {rules['payout']}" if whose else ""

    def fund_terms(self, rules: Rules) -> dict[str, Value]:
        return terms(rules)

    def check_terms(self, before: Mapping[str, Value], after: Mapping[str, Value]) -> None:
        check_terms(before, after)

    def wins(self, table: Table) -> Sequence[Win]:
        return state_of(table).won

    def shares(self, rules: Rules, win: Win, fund: Cents, elsewhere: bool) -> dict[int, Cents]:
        return shares(rules, win, fund, elsewhere)

    def awarded(self, table: Table, award: Award) -> Round:
        return awarded(table, award)
