"""Omaha, high-low split eight or better, 13:69F-14.11."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.book import Finding, Marker, Rules, cite, rule
from pitboss.games.poker_room.betting import Play, Player, amount
from pitboss.games.poker_room.button import ButtonState
from pitboss.games.poker_room.ends import EIGHT, HIGH
from pitboss.games.poker_room.family import Splits
from pitboss.games.poker_room.omaha import Omaha
from pitboss.money import Cents, money
from pitboss.table import Table


class KillState(ButtonState):
    """In addition to the button: the seat with the kill button, 0 if there is none."""

    kill: int = 0
    """The seat that has the kill button; 0: none."""

    def seats(self) -> Iterable[int]:
        return (*super().seats(), self.kill)


def state_of(table: Table) -> KillState:
    assert isinstance(table.state, KillState)
    return table.state


@rule('14.1 "Kill"', '14.1 "Half-kill"')
def raised(limit: int, half: bool) -> int:
    """A limit under a kill, or under a half-kill."""
    return limit + limit // 2 if half else 2 * limit


class OmahaHighLow8(Omaha):
    """The low half needs an eight or better: 14.11(f)2, 14.11(g), 14.11(h)."""

    State = KillState
    ends = (HIGH, EIGHT)
    showdown_cite = "14.11(f)2"
    splits = Splits("14.11(f)2i", "14.11(f)2ii", "14.11(f)2iii", "14.11(g)")
    classic = ("AsAh2s3h KdKcQdJc", "As2s3d4d KhKdQcJc")

    # -- the kill, 14.11(i)

    def killer(self, table: Table) -> int:
        """The player who has the kill button and is present; 0: nobody."""
        seat = state_of(table).kill if table.rules["kill"] != "none" else 0
        return seat if seat in table.seats else 0

    def limits(self, table: Table) -> tuple[Cents, Cents]:
        minimum, maximum = super().limits(table)
        half = table.rules["kill"] == "half-kill"
        return (raised(minimum, half), raised(maximum, half)) if self.killer(table) else (minimum, maximum)

    def blind(self, table: Table, play: Play, player: Player, chips: Cents) -> Cents:
        """The player with the kill button posts one blind of the raised minimum instead of any other post."""
        return play.minimum if player.seat == self.killer(table) else chips

    def close(self, table: Table, play: Play) -> None:
        """The kill button goes to the player who wins an entire pot that is large enough; otherwise it is collected."""
        super().close(table, play)
        if (kill := table.rules["kill"]) == "none":
            return
        winners = [seat for seat, won in play.won.items() if won]
        multiple = int(table.rules["kill-multiple"])
        enough = multiple * play.minimum or amount(table.rules, "kill-pot")
        qualifies = len(winners) == 1 and sum(play.won.values()) >= enough
        state_of(table).kill = winners[0] if kill and qualifies else 0

    def markers(self, table: Table) -> list[Marker]:
        kill = [
            Marker("K", str(seat), "has the kill button", "button") for seat in [self.killer(table)] if seat
        ]
        return [*super().markers(table), *kill]

    def check(self, rules: Rules) -> list[Finding]:
        findings = super().check(rules)
        half = [amount(rules, option) for option in ("minimum-bet", "maximum-bet")]
        if rules["kill"] == "half-kill" and (
            odd := [each for each in half if raised(each, True) % rules.chip]
        ):
            says = f"half of {money(odd[0])} cannot be bet: the smallest chip is {money(rules.chip)}"
            findings.append(Finding("options.kill", says, cite('14.1 "Half-kill"')))
        return findings
