"""A game against the dealer's hand with one decision: what it declares, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.arrays import Ints
from pitboss.book import Rules
from pitboss.book.endings import Ending, Paid, card_line
from pitboss.equipment.cards import NAMES
from pitboss.law import Refused
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, unit
from pitboss.solve.information import NOTHING, Information, Shown
from pitboss.solve.showdown import (
    EQUAL,
    HIGHER,
    IMPOSSIBLE,
    QUALIFIED,
    RELATIONS,
    Against,
    Best,
    Worth,
    labels,
    views,
)
from pitboss.solve.streets import Street

RELATED: Final = {HIGHER: 1, EQUAL: 0}
"""How far the dealer's hand is ahead."""
IN_WORDS: Final = ("higher than yours", "equal to yours", "lower than yours")


class Dealer(Struct, frozen=True, kw_only=True, eq=False):
    """What is declared.

    - ``street``: when the player decides, and the stakes allowed;
    - ``against``: the cards and what they are worth; ``qualifies``: the least value with which the dealer's hand does;
    - ``hands``: what the wagers paid by the hand know it as, by `Against.kind`;
    - ``ends``: how a round ends that was played: at this table, from the player's value, the dealer's, and the hand;
    - ``folds``: how one that was not;
    - ``bonus``: what is paid on the hand, win or lose;
    - ``says``: the name of an outcome, from its ending, the hand and the antes added; by default by the hand where a
      bonus is paid on it;
    - ``describe``: a value as people say it.
    """

    game: str
    street: Street
    against: Against
    hands: tuple[str, ...]
    ends: Callable[[Rules, int, int, str], Ending]
    folds: Callable[[Rules], Ending]
    describe: Callable[[int], str]
    qualifies: int = 0
    bonus: Paid | None = None
    says: Callable[[Rules, Ending, str, int], str] | None = None
    table: str = "ante"
    per: str = "unit of the ante, all that is added to it included"

    # ---- what it comes to --------------------------------------------------------------------------------

    def endings(self, rules: Rules, hand: str) -> list[Ending]:
        """How a played round ends, by the relation of the dealer's hand."""
        found = []
        for relation in range(RELATIONS):
            theirs = self.qualifies + (2 if relation >= QUALIFIED else -2)
            found.append(self.ends(rules, theirs - RELATED.get(relation % QUALIFIED, -1), theirs, hand))
        return found

    def extra(self, rules: Rules, hand: str) -> Fraction:
        return unit(card_line(rules, self.bonus, hand)) if self.bonus else Fraction(0)

    def prices(self, rules: Rules) -> list[list[list[Fraction]]]:
        """The net of each hand, choice and relation, in antes; the first choice is to fold."""
        found = []
        for hand in self.hands:
            ends, extra = self.endings(rules, hand), self.extra(rules, hand)
            fold = brought(rules, self.folds(rules), hand, ante=1)
            rows = [[fold] * RELATIONS]
            rows += [
                [brought(rules, end, hand, ante=1, **{self.street.wager: times}) + extra for end in ends]
                for times in self.street.times
            ]
            found.append(rows)
        return found

    def worth(self, rules: Rules) -> Worth:
        prices = self.prices(rules)
        parts = lcm(*(each.denominator for rows in prices for row in rows for each in row))
        brings = np.array([[[int(each * parts) for each in row] for row in rows] for rows in prices])
        return Worth(brings, parts, bytes(end for hand in self.hands for end in self.endings(rules, hand)))

    def best(self, rules: Rules, known: Information = NOTHING) -> Best:
        """Best play at a table for a player with this information."""
        known.only(self.game, "dealer", "backs", "neighbors", "gone")
        worth = self.worth(rules)
        return _best(self, worth.brings.tobytes(), worth.parts, worth.ends, known)

    def over(self, rules: Rules, choice: int, other: int) -> Ints:
        """What one choice brings over another: by what is seen of the dealer's cards and by the player's hands."""
        worth = self.worth(rules)
        return _best(self, worth.brings[:, (other, choice)].tobytes(), worth.parts, worth.ends, NOTHING).gains

    def from_value(self, rules: Rules, least: int) -> Best:
        """Bet the smallest amount allowed with a hand of this value or better; otherwise fold."""
        best, hands = self.best(rules), self.against.hands(NOTHING)
        counts = np.zeros_like(best.counts)
        np.add.at(
            counts, (hands.kinds, (hands.values >= least).astype(np.int64)), best.met * hands.times[:, None]
        )
        return best._replace(counts=counts)

    def odds_knowing(self, rules: Rules, known: Information = NOTHING) -> Iterator[WagerOdds]:
        yield self.odds(rules, self.best(rules, known), known)

    def odds(self, rules: Rules, best: Best, known: Information = NOTHING) -> WagerOdds:
        """The ante and what is added to it, with this way to play."""
        worth, deals, outcomes = self.worth(rules), best.deals, []
        for kind, choice, relation in np.argwhere(best.counts).tolist():
            hand = self.hands[kind]
            end = self.endings(rules, hand)[relation] if choice else self.folds(rules)
            times = (0, *self.street.times)[choice]
            name = self.says(rules, end, hand, times) if self.says else end.outcome
            if not self.says and choice and self.extra(rules, hand):
                name = f"{end.outcome}, {hand}"
            brings = Fraction(int(worth.brings[kind, choice, relation]), worth.parts)
            outcomes.append(Outcome(name, Fraction(int(best.counts[kind, choice, relation]), deals), brings))
        added = sum((times * best.share(n) for n, times in enumerate(self.street.times, 1)), Fraction(0))
        found = WagerOdds(
            wager="ante",
            table=rules.pay(self.table).table,
            options=rules.options,
            outcomes=merge(outcomes),
            per=self.per,
            wagered=1 + added,
            known=str(known) if known else "",
        )
        return found.measured(*best.samples) if best.samples else found

    # ---- best play in words ------------------------------------------------------------------------------

    def threshold(self, rules: Rules) -> int:
        """The lowest value with which something is better than a fold; no higher value is folded."""
        best, hands = self.best(rules), self.against.hands(NOTHING)
        stays = best.gains.sum(axis=0) > 0
        least = int(hands.values[stays].min())
        assert stays[hands.values >= least].all(), "best play is no threshold"
        return least

    def strategy(self, rules: Rules, known: Information) -> Strategy:
        """The chart for a player with this information."""
        best, chart, edge = self.best(rules, known), None, None
        stake = self.street.wager.replace("-", " ")
        pack = self.against.left(known)
        seen = views(known, self.against.shown, self.against.dealer, pack)
        if seen.seen == self.against.dealer:
            title, rows = "Your hand, by the dealer's", tuple(self._by_relation(rules, best))
            chart = Chart(title, ("decision",), rows)
        elif not best.samples:
            lines: list[tuple[str, ...]] = []
            gained = 0
            hands = self.against.hands(known)
            for label, gains in zip(labels(known, seen, pack), best.gains, strict=True):
                if label == IMPOSSIBLE:
                    continue
                value, more = least_worth(hands.values, gains)
                gained += more
                low = int(hands.values.min())
                cell = "fold everything" if value is None else self.describe(value)
                lines.append((label, "any hand" if value == low else cell))
            folds = int(best.counts.sum(axis=(1, 2)) @ best.worth.brings[:, 0, 0])
            edge = -Fraction(folds + gained, best.deals * best.worth.parts)
            chart = Chart(
                f"The least hand to {stake} with, by what you know of the dealer's", ("from",), tuple(lines)
            )
        odds = self.odds(rules, best, known)
        return Strategy(
            game=rules.game.id,
            rule=f"Known: {known}. The chart gives what is best; what you hold of the same ranks and suits is averaged."
            if chart
            else f"Known: {known}. A chart would be too large; ask about one hand with --hand.",
            charts=(chart,) if chart else (),
            house_edge=None if best.samples else odds.house_edge,
            chart_edge=edge,
            known=str(known),
        )

    def _by_relation(self, rules: Rules, best: Best) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for relation in range(RELATIONS):
            counts = best.counts[:, :, relation].sum(axis=0)
            if not counts.sum():
                continue
            chosen = [name for name, n in zip(("fold", *self._stakes()), counts, strict=True) if n]
            if self.qualifies:
                qualified = " and qualifies" if relation >= QUALIFIED else " and does not qualify"
            else:
                qualified = ""
            rows.append((f"the dealer's is {IN_WORDS[relation % QUALIFIED]}{qualified}", " or ".join(chosen)))
        return rows

    def _stakes(self) -> list[str]:
        name = self.street.wager
        return [name if len(self.street.times) == 1 else f"{name} {times}" for times in self.street.times]

    # ---- one situation -----------------------------------------------------------------------------------

    def met(self, own: Sequence[int], dealer: Sequence[int], unseen: Sequence[int]) -> Ints:
        """How many of the dealer's hands have each relation to this one, given the dealer's cards seen."""
        return self.against.situation(own, dealer, unseen, self.qualifies)

    def shares(
        self, rules: Rules, own: Sequence[int], dealer: Sequence[int], unseen: Sequence[int]
    ) -> dict[Ending, float]:
        """The probability of each ending of a played hand."""
        met = self.met(own, dealer, unseen)
        found: dict[Ending, float] = {}
        for end, n in zip(self.endings(rules, self.hands[self.against.kind(own)]), met.tolist(), strict=True):
            if n:
                found[end] = found.get(end, 0.0) + n / int(met.sum())
        return found

    def situation(self, rules: Rules, shown: Shown) -> dict[str, Fraction]:
        """The value of each choice, in antes."""
        self._check(shown)
        gone = {*shown.own, *shown.dealer, *shown.gone}
        unseen = [card for card in self.against.pack if card not in gone]
        if len(unseen) < self.against.dealer - len(shown.dealer):
            raise Refused(f"{len(unseen)} cards are left, too few for the dealer's hand")
        met = self.met(shown.own, shown.dealer, unseen).tolist()
        rows = self.prices(rules)[self.against.kind(shown.own)]
        return {
            name: sum((n * each for n, each in zip(met, row, strict=True)), Fraction(0)) / sum(met)
            for name, row in zip(("fold", *self._stakes()), rows, strict=True)
        }

    def _check(self, shown: Shown) -> None:
        if len(shown.own) != self.against.own:
            raise Refused(f"a hand of {self.game} has {self.against.own} cards, not {len(shown.own)}")
        if not self.against.shown <= len(shown.dealer) <= self.against.dealer:
            least = f"{self.against.shown} to " if self.against.shown else "up to "
            raise Refused(
                f"{least}{self.against.dealer} of the dealer's cards are seen, not {len(shown.dealer)}"
            )
        if shown.board:
            raise Refused(f"{self.game} has no community cards")
        for card in (*shown.own, *shown.dealer, *shown.gone):
            if card not in self.against.pack:
                raise Refused(f"{NAMES[card]} is not in the deck of {self.game}")


@cache
def _best(game: Dealer, brings: bytes, parts: int, ends: bytes, known: Information) -> Best:
    worth = Worth(np.frombuffer(brings, np.int64).reshape(len(game.hands), -1, RELATIONS), parts, ends)
    return game.against.best(game.qualifies, worth, known)


def least_worth(values: Ints, gains: Ints) -> tuple[int | None, int]:
    """The lowest value from which betting gains most over folding, and the total gain; none if it never gains."""
    found, where = np.unique(values, return_inverse=True)
    by_value = np.zeros(len(found), np.int64)
    np.add.at(by_value, where, gains)
    above = by_value[::-1].cumsum()[::-1]
    at = int(above.argmax())
    return (int(found[at]), int(above[at])) if above[at] > 0 else (None, 0)
