"""A recorded table reviewed: what every decision cost by player and situation, whether stakes follow the count, whether
somebody plays as if they saw a card, and what rulings and corrections cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from math import prod, sqrt
from operator import mul
from statistics import NormalDist
from typing import Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.book.events import Ask, Deal, Irregular, Return, Reverse, Settle, Shuffle
from pitboss.equipment.cards import UNKNOWN
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.papers.figures import amount
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.practice import sight
from pitboss.practice.removal import USUAL, VALUES, value_of
from pitboss.practice.sight import Sight
from pitboss.table import journal as j
from pitboss.table.driver import Table
from pitboss.table.replay import replayed

FEWEST: Final = 20
"""Rounds of which a correlation says anything."""
FOUND: Final = 1e-3
"""A correlation that chance brings less often is listed."""
LAGS: Final = 25
TAGS: Final = dict(zip(VALUES, USUAL["Hi-Lo"], strict=True))


class Situation(Struct, frozen=True, kw_only=True):
    """Similar decisions of a player. ``cost`` is what they gave away in all, in dollars of expectation."""

    player: str
    hand: str
    chosen: str
    best: str
    times: int
    cost: float


class Played(Struct, frozen=True, kw_only=True):
    """A player's decisions, and the correlation of stakes with the true count of Hi-Lo; beside it the smallest one that
    chance brings less than five times in a hundred, and how often chance brings as much as this one."""

    player: str
    decisions: int
    not_best: int
    cost: float
    rounds: int
    correlation: float | None
    chance_below: float | None
    by_chance: float | None

    @classmethod
    def of(
        cls, name: str, costs: Sequence[float], stakes: Sequence[tuple[float, float]], shoe: bool = True
    ) -> Played:
        """From what each decision cost, and of each round the true count and the stake."""
        found = correlated(stakes) if shoe and len(stakes) >= FEWEST else None
        deviations = sqrt(independent_of(stakes) - 1) if found is not None else 1.0
        return cls(
            player=name,
            decisions=len(costs),
            not_best=sum(cost > 1e-9 for cost in costs),
            cost=sum(costs) / 100,
            rounds=len(stakes),
            correlation=found,
            chance_below=None if found is None else 1.645 / deviations,
            by_chance=None if found is None else 1 - NormalDist().cdf(found * deviations),
        )

    @property
    def counts(self) -> bool:
        """Do the stakes follow the count closer than chance allows?"""
        return self.by_chance is not None and self.by_chance < FOUND


class Ruled(Struct, frozen=True, kw_only=True):
    """Irregularities, voids or corrections that were alike: ``cost`` is what they took from the house, in dollars, and
    ``returned`` the wagers that went back undecided."""

    what: str
    by: str
    times: int
    cost: float
    returned: float


class Review(Struct, frozen=True, kw_only=True):
    game: str
    players: tuple[Played, ...]
    situations: tuple[Situation, ...]
    sights: tuple[Sight, ...]
    rulings: tuple[Ruled, ...]
    notes: tuple[str, ...]

    def json(self) -> object:
        return to_builtins(self)

    def of(self, player: str) -> Review:
        """What concerns one player."""
        return replace(
            self,
            players=tuple(each for each in self.players if each.player == player),
            situations=tuple(each for each in self.situations if each.player == player),
            sights=tuple(each for each in self.sights if each.player == player),
            rulings=(),
        )

    @property
    def findings(self) -> tuple[str, ...]:
        """In a sentence each, what chance hardly brings; it is never a reason by itself."""
        return (
            *(
                f"{each.player}'s stakes follow the count: correlation {each.correlation:+.2f} over {each.rounds:,} "
                f"rounds; by chance, one player in {1 / max(each.by_chance or 0, 1e-12):,.0f} reaches it."
                for each in self.players
                if each.counts
            ),
            *(each.says for each in self.sights if each.found),
        )

    def sheet(self) -> Sheet:
        players = tuple(
            (
                each.player,
                f"{each.decisions:,}",
                f"{each.not_best:,}",
                amount(each.cost),
                f"{each.rounds:,}",
                "–" if each.correlation is None else f"{each.correlation:+.3f}",
                "–" if each.chance_below is None else f"{each.chance_below:.3f}",
                "–" if each.by_chance is None else one_in(each.by_chance),
            )
            for each in self.players
        )
        heads = (
            "player",
            "decisions",
            "not best",
            "cost",
            "rounds",
            "stakes and count",
            "by chance under",
            "one player in",
        )
        rows = tuple(
            (each.player, each.hand, each.chosen, each.best, f"{each.times:,}", amount(each.cost))
            for each in self.situations
        )
        lead = " ".join(self.findings) or "Nothing here is more than chance brings."
        sections = [
            Section(title="Players", tables=(Columns(columns=heads, rows=players),), notes=self.notes)
        ]
        if rows:
            costs = Columns(columns=("player", "hand", "chosen", "best", "times", "cost"), rows=rows, words=4)
            sections.append(Section(title="Decisions, the most expensive first", tables=(costs,)))
        if self.sights:
            sections.append(_seen(self.sights))
        if self.rulings:
            sections.append(_ruled(self.rulings))
        title = f"A table of {self.game} reviewed"
        return Sheet(kind="Review", title=title, lead=lead, sections=tuple(sections))


def _seen(sights: Sequence[Sight]) -> Section:
    rows = tuple(
        (
            each.player,
            each.card,
            f"{each.decisions:,}",
            f"{each.fitting:,}",
            f"{each.by_chance:,.1f}",
            _times(each.likelihood),
        )
        for each in sights
    )
    heads = ("player", "card", "decisions", "fit it", "by chance", "times likelier if seen")
    return Section(
        title="Plays as if a card were seen?",
        tables=(Columns(columns=heads, rows=rows, words=2),),
        notes=(
            "decisions: those that some cards would make best and others not; skill does not matter",
            "of players who see nothing, at most one in a thousand ever reaches 1,000, however long they play; of a "
            "hundred such players watched, one in ten times does one of them",
            "a high figure is a reason to look at the video, not an explanation: dealing errors, exposed cards and "
            "signals look alike in a journal",
        ),
    )


def _times(likelihood: float) -> str:
    if likelihood > sight.BILLION:
        return "over a billion"
    return f"{likelihood:,.2f}" if likelihood < 100 else f"{likelihood:,.0f}"


def _ruled(rulings: Sequence[Ruled]) -> Section:
    rows = tuple(
        (each.what, each.by or "–", f"{each.times:,}", amount(each.returned), amount(each.cost))
        for each in rulings
    )
    heads = ("ruling", "by", "times", "wagers returned", "cost to the house")
    return Section(
        title="Rulings, voids and corrections",
        tables=(Columns(columns=heads, rows=rows, words=2),),
        notes=(
            "cost: what was reversed or paid beyond the settlement; where negative, the house gained. Wagers returned "
            "cost their house edge",
        ),
    )


def one_in(chance: float) -> str:
    return f"{1 / max(chance, 1e-12):,.0f}" if chance < 0.5 else "2"


def review(lines: Iterable[bytes]) -> Review:
    """The decisions and stakes in a journal. The cost of a decision is the difference in expectation between the best
    and the chosen one, for a player who sees what this one saw."""
    watch = _Watch()
    table = replayed(j.read(lines), watch.step)
    if not watch.rounds:
        raise Refused("no round was played in this journal")
    watch.round_over()
    found = sorted(starmap(_situation, watch.costs.items()), key=lambda each: -each.cost)
    names = sorted({*watch.stakes, *watch.decisions})
    shoe = watch.counts_a_shoe(table)
    return Review(
        game=table.game.id,
        players=tuple(sorted((watch.played(name, shoe) for name in names), key=lambda each: -each.cost)),
        situations=tuple(each for each in found if each.cost > 0),
        sights=tuple(
            sorted(
                (sight.summed(*key, fits) for key, fits in watch.fits.items()),
                key=lambda each: (-each.likelihood, each.player, each.card),
            )
        ),
        rulings=tuple(
            sorted(
                (
                    Ruled(what=what, by=by, times=times, cost=cost / 100, returned=returned / 100)
                    for (what, by), (times, cost, returned) in watch.rulings.items()
                ),
                key=lambda each: -abs(each.cost),
            )
        ),
        notes=(
            *(() if table.game.mathematics.advises else ("the best play of this game is not available",)),
            "cost: expectation given away by decisions, in dollars; luck is excluded",
            *(
                (
                    "stakes and count: correlation with the true count of Hi-Lo before the round; by chance "
                    "alone, one sample in twenty exceeds the column after it; stakes and counts that keep their level "
                    "for several rounds are allowed for",
                )
                if shoe
                else ()
            ),
        ),
    )


def _situation(key: tuple[str, str, str, str], found: tuple[int, float]) -> Situation:
    player, hand, chosen, best = key
    times, cost = found
    return Situation(player=player, hand=hand, chosen=chosen, best=best, times=times, cost=cost / 100)


class _Watch:
    """Notes taken line by line."""

    def __init__(self) -> None:
        self.costs: dict[tuple[str, str, str, str], tuple[int, float]] = {}
        self.decisions: defaultdict[str, list[float]] = defaultdict(list)
        self.stakes: defaultdict[str, list[tuple[float, Cents]]] = defaultdict(list)
        self.rounds = 0
        self._made: dict[str, Cents] = {}
        self._asked: dict[int, tuple[str, str, str, dict[str, float]]] = {}
        self._running = self._seen = 0
        self.fits: defaultdict[tuple[str, str], list[sight.Fit]] = defaultdict(list)
        self.rulings: dict[tuple[str, str], tuple[int, Cents, Cents]] = {}
        self._laid: dict[tuple[int, str], Cents] = {}
        """The stakes on the layout before a line."""
        self._gone: Counter[int] = Counter()
        """The cards of earlier rounds of this shoe."""
        self._dealt: list[int] = []
        self._questions: dict[int, list[sight.Question]] = {}
        self._awaited: list[tuple[str, sight.Question, str]] = []
        """Decisions before a card that has not come yet."""
        self._about: dict[tuple[str, str], list[tuple[sight.Question, str]]] = {}
        """The decisions of this round about a card that is there."""

    def step(self, table: Table, entry: j.Entry) -> None:
        command = entry.command
        if isinstance(command, j.Act) and (asked := self._asked.pop(command.seat, None)) is not None:
            self._decided(asked, command.decision)
            self._about_cards(asked[0], command)
        self._rule(entry)
        if isinstance(command, j.Bet | j.Remove | j.Stand):
            self._made = {}
            for bet in table.bets.values():
                name = table.seats[bet.seat].name
                self._made[name] = self._made.get(name, 0) + bet.stake
        if isinstance(command, j.Deal):
            self._begun(table)
        for event in entry.events:
            if isinstance(event, Shuffle):
                self._running = self._seen = 0
                self._gone.clear()
                self._dealt.clear()
                self._awaited.clear()
            elif isinstance(event, Deal) and event.card != UNKNOWN and event.to != "burn":
                self._dealt.append(event.card)
                for player, question, decision in self._awaited:
                    self._fit(player, question, [(question.best, decision)], event.card)
                self._awaited.clear()
            if isinstance(event, Deal) and event.card != UNKNOWN and event.card < 52 and event.to != "burn":
                self._running += TAGS[value_of(event.card)]
                self._seen += 1
        self._laid = {place: bet.stake for place, bet in table.bets.items()}
        self._asked = {
            ask.seat: noted for ask in table.asking if (noted := self._noted(table, ask)) is not None
        }

    def counts_a_shoe(self, table: Table) -> bool:
        from pitboss.practice.count import shoe_of

        try:
            shoe_of(table.rules)
        except Refused:
            return False
        return True

    def _begun(self, table: Table) -> None:
        self.rounds += 1
        self.round_over()
        self._gone.update(self._dealt)
        self._dealt.clear()
        left = max(1, len(table.rules.pack()) - self._seen) if table.game.data.deck else 1
        for name, stake in self._made.items():
            self.stakes[name].append((52 * self._running / left, stake))

    def _noted(self, table: Table, ask: Ask) -> tuple[str, str, str, dict[str, float]] | None:
        if not table.game.mathematics.advises or ask.seat not in table.seats:
            return None
        try:
            advice = table.game.mathematics.advise(table, ask)
        except Refused:
            return None
        seen = table.seen(ask.seat)
        known = Counter(card for cards in seen.values() for card in cards if card != UNKNOWN)
        self._questions[ask.seat] = sight.questions(
            table, ask, Counter(table.rules.pack()) - known - self._gone
        )
        owner = ask.hand or str(ask.seat)
        hand = table.game.felt.called(table, owner, seen) if seen.get(owner) else ""
        if any(card != UNKNOWN for card in seen.get("dealer", ())) and (
            dealer := table.game.felt.called(table, "dealer", seen)
        ):
            hand += f" against {dealer}"
        return table.seats[ask.seat].name, hand or owner, advice.decision, dict(advice.values)

    def _decided(self, asked: tuple[str, str, str, dict[str, float]], decision: str) -> None:
        name, hand, best, values = asked
        if decision not in values or best not in values:
            return
        cost = max(0.0, values[best] - values[decision])
        self.decisions[name].append(cost)
        if cost > 1e-9:
            key = name, hand, decision, best
            times, whole = self.costs.get(key, (0, 0.0))
            self.costs[key] = times + 1, whole + cost

    def _about_cards(self, name: str, command: j.Act) -> None:
        """Note a decision for the cards that its player did not see."""
        for question in self._questions.pop(command.seat, ()):
            if question.actual is None:
                self._awaited.append((name, question, command.decision))
            else:
                self._about.setdefault((name, question.card), []).append((question, command.decision))

    def round_over(self) -> None:
        """All decisions of a round about one card are judged together, by the cards that were left at the last."""
        for (player, _), about in self._about.items():
            last = about[-1][0]
            assert last.actual is not None
            self._fit(player, last, [(each.best, decision) for each, decision in about], last.actual)
        self._about = {}

    def _fit(
        self, player: str, last: sight.Question, decided: Sequence[tuple[Mapping[int, str], str]], actual: int
    ) -> None:
        if (found := sight.fit(decided, last.left, actual)) is not None:
            self.fits[player, last.card].append(found)

    def _rule(self, entry: j.Entry) -> None:
        """What a ruling, a void or a correction moved."""
        command, what, by = entry.command, "", ""
        paid = 0
        if isinstance(command, j.Correct):
            what, by, paid = f"correction: {command.why}", command.by, command.amount
        elif isinstance(command, j.Void):
            what, by = f"round void: {command.why}", command.by
        elif called := [event.id for event in entry.events if isinstance(event, Irregular)]:
            what = called[0].replace("-", " ")
        if not what:
            return
        returned, again = 0, set[tuple[int, str]]()
        for event in entry.events:
            if isinstance(event, Reverse):
                paid += event.lost - event.pays
                again.add((event.seat, event.wager))
            elif isinstance(event, Return):
                returned += event.amount
            elif isinstance(event, Settle) and event.result == "void":
                returned += self._laid.get((event.seat, event.wager), 0)
            elif isinstance(event, Settle) and (event.seat, event.wager) in again:
                paid += event.pays - event.lost
        times, cost, before = self.rulings.get((what, by), (0, 0, 0))
        self.rulings[what, by] = times + 1, cost + paid, before + returned

    def played(self, name: str, shoe: bool) -> Played:
        return Played.of(name, self.decisions[name], self.stakes[name], shoe)


def correlated(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The correlation of pairs; nothing if one side never changes.

    >>> correlated([(0, 1), (1, 3), (2, 5)])
    1.0
    """
    n = len(pairs)
    one, other = (sum(each[side] for each in pairs) / n for side in (0, 1))
    both = sum((a - one) * (b - other) for a, b in pairs)
    squares = sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs)
    return both / sqrt(squares) if squares > 1e-9 else None


def independent_of(pairs: Sequence[tuple[float, float]]) -> float:
    """As many independent pairs would say as much: where both sides keep their level for some rounds, as a count does
    and the stakes of a player who raises after losses, each pair says less (Bartlett).

    >>> independent_of([(0, 1), (1, 0), (0, 1), (1, 0)]) <= 4
    True
    """
    n = len(pairs)
    sides = [[each[side] - sum(pair[side] for pair in pairs) / n for each in pairs] for side in (0, 1)]
    squares = [sum(each * each for each in side) for side in sides]
    if not all(squares):
        return n
    excess = 0.0
    for lag in range(1, min(LAGS, n // 4) + 1):
        kept = prod(
            sum(map(mul, side, side[lag:])) / square for side, square in zip(sides, squares, strict=True)
        )
        excess += 2 * max(0.0, kept)
    return max(2.0, n / (1 + excess))


__all__ = ["Played", "Review", "Ruled", "Situation", "correlated", "independent_of", "review"]
