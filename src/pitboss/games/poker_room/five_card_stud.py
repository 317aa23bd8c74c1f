"""Five-card stud, 13:69F-14.13."""

from pitboss.book import Choice, carries
from pitboss.games.poker_room.betting import CHECK, Play, Player
from pitboss.games.poker_room.ends import HIGH
from pitboss.games.poker_room.family import Street
from pitboss.games.poker_room.funds import Payouts
from pitboss.games.poker_room.stud import StudGame, leads, lowest, most, showing


@carries("14.8(a)5", "14.13(a)", "14.13(c)")
class FiveCardStud(Payouts, StudGame):
    """One card down, four up, the highest hand wins."""

    streets = (
        Street("14.13(e)", "du", most(lowest), forced="14.13(d)", burn=False),
        Street("14.13(f)", "u", leads(showing)),
        Street("14.13(g)", "u", leads(showing), big=True),
        Street("14.13(g)", "u", leads(showing), big=True),
    )
    ends = (HIGH,)
    showdown_cite = "14.13(h)"
    classic = ("AsAh7d QsQhJd", "KsTh4d 2s2h9c")

    def offered(self, play: Play, player: Player) -> tuple[Choice, ...]:
        """The leader must bet, so nobody ever checks (14.13(f))."""
        choices = super().offered(play, player)
        if play.rules["leader"] == "bets":
            return tuple(choice for choice in choices if choice != CHECK)
        return choices
