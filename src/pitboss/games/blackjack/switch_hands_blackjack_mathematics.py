"""The mathematics of switch hands blackjack: two cards that one sees against two that nobody does."""

from __future__ import annotations

from pitboss.book import Ask
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.engine import against, analyse
from pitboss.odds import Advice
from pitboss.table import Table

# ---- advice ----------------------------------------------------------------------------------------------


def advise(table: Table, ask: Ask) -> Advice:
    """The cards face up, or what any two of those unseen are worth on average. The ante is gone in either case."""
    if not any(choice.id == "switch" for choice in ask.choices):
        return family.advise(table, ask)
    at = family.Situation(table, ask)
    at.known = False  # the hole card is read later
    unseen = tuple(n - at.cards.count(rank) for rank, n in enumerate(at.shoe))
    dark = analyse(at.house, unseen, dealer=against(at.shown, at.terms)).given(at.shown[0])
    values = {"keep": at.insured(), "switch": at.stake * dark.worth}
    best = max(values, key=values.__getitem__)
    than = "more" if best == "keep" else "less"
    return Advice(best, 0, values, f"{family.told(at)} is worth {than} than two cards in the dark.")
