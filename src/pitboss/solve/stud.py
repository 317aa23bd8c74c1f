"""A game paid by a pay table on the player's own cards and common ones: what it declares, and everything that follows
from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.arrays import Bytes, Ints
from pitboss.book import Rules
from pitboss.law import Refused
from pitboss.odds import Chart, Outcome, Strategy, WagerOdds
from pitboss.solve.draws import LEAVE, Best, Draws, Pays, Way
from pitboss.solve.information import NOTHING, Information, Shown


class Stud(Struct, frozen=True, kw_only=True, eq=False):
    """What is declared.

    - ``own``: how many cards are the player's own; the others come ``before`` all players, to the board or the dealer;
    - ``draws``: what is decided when, and what the cards make: one of ``hands``;
    - ``pays``: what that brings at this table, by the wagers then made;
    - ``words``: for each decision, what its choices are called;
    - ``ends``, ``leaves``: the name of an outcome, from the hand or the decision and the wagers made;
    - ``charts``: how best play is drawn, with its ``notes`` and ``legend``.
    """

    game: str
    own: int
    draws: Draws
    hands: tuple[str, ...]
    pays: Callable[[Rules], Pays]
    words: tuple[tuple[str, ...], ...]
    ends: Callable[[str, int], str]
    charts: Callable[[Rules, Information], Iterable[Chart]]
    wager: str
    per: str
    leaves: Callable[[int, int], str] = lambda _decision, _made: "fold"
    before: str = "board"
    notes: tuple[str, ...] = ()
    legend: Mapping[str, str] = {}

    # ---- what it comes to --------------------------------------------------------------------------------

    def knowing(self, known: Information) -> Draws:
        """The same game with cards that are seen from the start."""
        known.only(self.game, self.before, "neighbors", "gone")
        common = self.draws.final - self.own
        if known.board and max(known.board) > common:
            raise Refused(
                f"there are only {common} community cards, so card {max(known.board)} cannot be known"
            )
        if known.dealer > (hidden := self.draws.final - self.draws.sizes[0]):
            raise Refused(f"{known.dealer} of the dealer's hidden cards cannot be known: there is {hidden}")
        return replace(
            self.draws,
            sizes=tuple(
                min(
                    self.own + len({*range(1, size - self.own + 1), *known.board}) + known.dealer,
                    self.draws.final,
                )
                for size in self.draws.sizes
            ),
        )

    def best(self, rules: Rules, known: Information = NOTHING) -> Best:
        """Best play at a table for a player with this information."""
        ends, leaves, parts = self.pays(rules)
        return _best(self, ends.tobytes(), leaves.tobytes(), parts, known)

    def under(self, rules: Rules, way: Way) -> Best:
        """The result of a given way to play."""
        return self.draws.under(_counted(self, NOTHING), len(left(NOTHING)), self.pays(rules), way)

    def gains(self, rules: Rules, known: Information = NOTHING) -> Iterator[tuple[int, Ints]]:
        """For each decision, with only the first wager made: the number of cards seen, and for each set of them the
        gain of the second choice over the first, summed over everything that may follow."""
        draws, counts = self.knowing(known), _counted(self, known)
        leads, worths = draws.leads(), [*draws.worths(counts, len(left(known)), self.pays(rules))][::-1]
        for size, lead, (after, _, _) in zip(draws.sizes, leads, worths, strict=True):
            yield size, after[:, lead[0, 1]] - after[:, lead[0, 0]]

    def odds_knowing(self, rules: Rules, known: Information = NOTHING) -> Iterator[WagerOdds]:
        yield self.odds(rules, self.best(rules, known), known)

    def odds(self, rules: Rules, best: Best, known: Information = NOTHING, wager: str = "") -> WagerOdds:
        """The wager and what is added to it, with this way to play."""
        parts, outcomes = best.pays.parts, []
        for decision, row in enumerate(best.left.tolist()):
            for made, deals in enumerate(row):
                if deals:
                    lost = Fraction(int(best.pays.leaves[made]), parts)
                    outcomes.append(Outcome(self.leaves(decision, made), Fraction(deals, best.ways), lost))
        for at, hand in enumerate(self.hands):
            for made, deals in enumerate(best.ends[:, at].tolist()):
                if deals:
                    net = Fraction(int(best.pays.ends[made, at]), parts)
                    outcomes.append(Outcome(self.ends(hand, made), Fraction(deals, best.ways), net))
        found = WagerOdds(
            wager=wager or self.wager,
            table=rules.pay(self.wager).table,
            options=rules.options,
            outcomes=tuple(outcomes),
            per=self.per,
            wagered=best.wagered,
            known=str(known) if known else "",
        )
        return found.measured(*best.samples) if best.samples else found

    def strategy(self, rules: Rules, known: Information) -> Strategy:
        """The charts for a player with this information."""
        best = self.best(rules, known)
        whole = not known.gone and not known.neighbors
        return Strategy(
            game=rules.game.id,
            rule=f"Known: {known}."
            if whole
            else f"Known: {known}. A chart would be too large; ask about one hand with --hand.",
            charts=tuple(self.charts(rules, known)) if whole else (),
            legend=self.legend if whole else {},
            notes=self.notes if whole else (),
            house_edge=None if best.samples else -best.expectation,
            known=str(known),
        )

    # ---- one situation -----------------------------------------------------------------------------------

    def worths(
        self, pays: Pays, held: Sequence[int], unseen: Sequence[int], made: int
    ) -> dict[int, Fraction]:
        """The value, in wagers, of each number of wagers made on these cards, with best play from there on."""
        return self.draws.from_(self.draws.at(len(held)), made, len(held)).after(unseen, held, pays)

    def situation(self, rules: Rules, shown: Shown) -> dict[str, Fraction]:
        """The value of each choice, in wagers, if the smallest wagers were made before."""
        common, other = (shown.board, shown.dealer) if self.before == "board" else (shown.dealer, shown.board)
        least, most = self.draws.sizes[0] - self.own, self.draws.final - self.own
        if len(shown.own) != self.own or other or not least <= len(common) <= most:
            cards = f"{self.own} card{'s' * (self.own > 1)}"
            seen = f"{least} to {most} of the " if least else f"up to {most} of the "
            seen += "community cards" if self.before == "board" else "dealer's cards"
            raise Refused(f"give {cards} for a hand of {self.game}, and {seen} as cards seen")
        held, pays = (*shown.own, *common), self.pays(rules)
        unseen = [card for card in left(NOTHING) if card not in (*held, *shown.gone)]
        if len(unseen) < self.draws.final - len(held):
            raise Refused(f"{len(unseen)} cards are left, too few for a hand")
        decision = self.draws.at(len(held))
        made = self.draws.stakes()[decision][0]
        found = self.worths(pays, held, unseen, made)
        return {
            word: Fraction(int(pays.leaves[made]), pays.parts) if more == LEAVE else found[made + more]
            for more, word in sorted(zip(self.draws.choices[decision], self.words[decision], strict=True))
        }


def left(known: Information) -> list[int]:
    return [card for card in range(52) if card not in known.gone]


@cache
def _counted(game: Stud, known: Information) -> Bytes | Ints:
    """For each set of cards seen at the last decision, how many ways lead to each hand."""
    return game.knowing(known).counted(left(known))


@cache
def _best(game: Stud, ends: bytes, leaves: bytes, parts: int, known: Information) -> Best:
    pays = Pays(
        np.frombuffer(ends, np.int64).reshape(-1, len(game.hands)), np.frombuffer(leaves, np.int64), parts
    )
    draws, alone = game.knowing(known), replace(known, neighbors=0)
    counts, pack = _counted(game, alone), left(known)
    best = draws.best(counts, len(pack), pays)
    if known.neighbors:
        return best._replace(samples=draws.sampled(counts, pack, pays, known.neighbors))
    return best
