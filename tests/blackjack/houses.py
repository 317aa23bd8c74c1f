"""Tables of blackjack for the tests of its mathematics, lawful or not: six decks, no hole card, one split."""

from __future__ import annotations

from pitboss.book import Rules, game
from pitboss.games.blackjack.engine import Analysis, analyze
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.house import House, Shoe, house_of
from pitboss.games.blackjack.splits import SplitPlay

BLACKJACK = game("blackjack")
assert isinstance(BLACKJACK, BlackjackGame)
UP: dict[str, object] = {"hole_card": "up", "double_on": "9-to-11"}


def rules_of(**options: object) -> Rules:
    """These options (underscores stand for hyphens) and for the rest the plain table."""
    chosen = {"hole-card": "none", "split-hands": 2, "decks": 6}
    return Rules(
        BLACKJACK, chosen | {name.replace("_", "-"): value for name, value in options.items()}, lawful=False
    )


def house(**options: object) -> House:
    return house_of(rules_of(**options))


def analysis(shoe: Shoe | None = None, play: SplitPlay = "CDP", **options: object) -> Analysis:
    return analyze(house(**options), shoe, play)
