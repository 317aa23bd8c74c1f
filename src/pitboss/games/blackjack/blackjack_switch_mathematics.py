"""The mathematics of blackjack switch: two hands that are decided together, and match."""

from __future__ import annotations

from msgspec import structs

from pitboss.book import Ask
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.engine import ACE, TEN, Shoe, against, standing_21
from pitboss.odds import Advice
from pitboss.table import Table

# ---- advice ----------------------------------------------------------------------------------------------


class TwoHands(family.Situation):
    """A hand and the other one of its box, while both have two cards."""

    def __init__(self, table: Table, ask: Ask) -> None:
        super().__init__(table, ask)
        view = table.view(ask.seat)
        owners = {1: f"{self.position}", 2: f"{self.position}.2"}
        self.first, self.second = (family.ranks(view.get(owner, ())) for owner in owners.values())
        self.other = self.second if self.hand.of == 1 else self.first
        self.without = tuple(n + self.other.count(rank) for rank, n in enumerate(self.shoe))
        """The shoe, with the cards of both hands in it."""

    def beside(self, hand: tuple[int, ...], other: tuple[int, ...], *, switched: bool) -> float:
        """A hand beside the other, played best, in cents."""
        self.shoe = taken(self.without, other)
        if not switched or sorted(hand) != [ACE, TEN]:
            return self.best(hand)
        clear = self.play(hand).clear
        value = float(standing_21(self.house, self.shoe, against(self.shown, self.terms))[0])
        if self.known:
            return self.stake * value / clear
        return self.stake * (value - (0 if self.terms.switched_21_ties else 1 - clear))

    def pairing(self, *, switched: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two hands as they were dealt, or with their second cards exchanged."""
        (a, b), (c, d) = self.first, self.second
        return ((a, b), (c, d)) if switched == self.hand.switched else ((a, d), (c, b))

    def both(self, *, switched: bool) -> float:
        first, second = self.pairing(switched=switched)
        return self.beside(first, second, switched=switched) + self.beside(second, first, switched=switched)

    def insured(self) -> float:
        """Both hands, for the switch is still to come."""
        if len(self.other) < 2:
            return super().insured()
        return max(self.both(switched=False), self.both(switched=True))


def taken(shoe: Shoe, cards: tuple[int, ...]) -> Shoe:
    return tuple(n - cards.count(rank) for rank, n in enumerate(shoe))


def told(at: TwoHands, *, switched: bool) -> str:
    """What the two hands count, as they were dealt or after a switch."""
    return " and ".join(f"{family.score(hand)}" for hand in at.pairing(switched=switched))


def advise(table: Table, ask: Ask) -> Advice:
    """Each hand by its cards and those of the other in sight; before the switch both are counted."""
    at = TwoHands(table, ask)
    choices = {choice.id for choice in ask.choices}
    if "switch" in choices:
        values = {"switch": at.both(switched=True), "keep": at.both(switched=False)}
        best = max(values, key=values.__getitem__)
        two = told(at, switched=best == "switch")
        return Advice(best, 0, values, f"{two} are worth more than {told(at, switched=best != 'switch')}.")
    if "switch-back" not in choices:
        return family.advise(table, ask, at)
    back = at.both(switched=False) - at.beside(at.other, at.cards, switched=True)
    if len(choices) == 2:  # two 21s
        stand = Advice("stand", 0, {"stand": at.beside(at.cards, at.other, switched=True)}, "Two 21s: stand.")
    else:
        rest = tuple(choice for choice in ask.choices if choice.id != "switch-back")
        stand = family.advise(table, structs.replace(ask, choices=rest))
    values = {**stand.values, "switch-back": back}
    if back <= max(stand.values.values()):
        return Advice(stand.decision, stand.amount, values, stand.why)
    return Advice("switch-back", 0, values, f"{told(at, switched=False)} are worth more.")
