"""How the almanac is made: every figure is computed under watched rules, and the reads show which other choices affect
it. Those tables are computed next, the ones nearest to the default first, until none is left."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count, pairwise
from time import process_time
from typing import Any, Final

import msgspec

from pitboss import files
from pitboss.book import Game, Refused, Rules
from pitboss.book.data import Option, Value
from pitboss.book.key import Key
from pitboss.odds.book import offering
from pitboss.odds.proved import origin, store, table
from pitboss.odds.proved.watched import Fact, Reads, Watched, read

KINDS: Final = ("odds", "strategy", "combinations")
FEW: Final = 12
"""A whole number with up to this many possible values is tried with each of them."""
SAVED: Final = 60.0
"""Seconds of work after which the results so far are saved."""


def computed(kind: str, wager: str, rules: Rules) -> bytes:
    """An answer from the mathematics, as it is stored."""
    return watched(kind, wager, rules)[0]


def watched(kind: str, wager: str, rules: Rules) -> tuple[bytes, Reads]:
    """The same, with everything that was read for it."""
    reads: Reads = {}
    seen, mathematics = Watched(rules, reads), rules.game.mathematics
    if kind == "strategy":
        try:
            best: store.Play | store.Nothing = store.played(mathematics.strategy(seen))
        except (Refused, NotImplementedError):
            best = store.Nothing()
        return msgspec.msgpack.encode(best), reads
    rows = list(mathematics.odds(seen, wager) if kind == "odds" else mathematics.combinations(seen))
    needed = dict(reads)  # options listed beside a figure are read from the table that asks
    return msgspec.msgpack.encode([store.stored(row, rules) for row in rows]), needed


# ---- which tables ----------------------------------------------------------------------------------------


def worth_trying(option: Option) -> list[Value]:
    """The values of an option that are in the almanac."""
    if option.amount is not None:
        return list(dict.fromkeys((option.default, *option.usual)))
    values = option.values
    if option.range is not None and len(values) > FEW:
        values = [option.default, *option.usual]
    return list(dict.fromkeys((option.default, *values)))


def others(found: Game, source: str, fact: Fact) -> list[Fact]:
    """What else could have been read."""
    kind, _, name = source.partition(" ")
    if kind == "option":
        (option,) = (each for each in found.data.options if each.id == name)
        return [each for each in worth_trying(option) if each != fact]
    return [not fact] if kind == "chosen" else []


class Grove:
    """The trees of a game while they grow."""

    def __init__(
        self, found: Game, save: Callable[[store.Pages], None], patience: float, farthest: int = 99
    ) -> None:
        self.game, self.save, self.patience, self.farthest = found, save, patience, farthest
        now = origin.current(found, KINDS)
        was = store.pages(found.id) or store.Pages(found.id, now)
        self.origin = now
        self.order = was.order
        self.trees: dict[str, Any] = {}
        self.whole: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.answers: list[bytes] = []
        self.known: dict[bytes, int] = {}
        for name in was.trees:
            kind = name.partition(" ")[0]
            if was.origin.data == now.data and was.origin.code.get(kind) == now.code[kind]:
                for reads, answer in store.paths(was.tree(name)):
                    self.add(name, reads, bytes(was.answers[answer]))
                self.seconds[name] = was.seconds.get(name, 0.0)
                if name in was.whole:
                    self.whole.add(name)
        if not self.trees:
            self.order = ()
        self.saved = process_time()

    def add(self, name: str, reads: Reads, answer: bytes) -> None:
        number = self.known.get(answer)
        if number is None:
            number = self.known[answer] = len(self.answers)
            self.answers.append(answer)
        self.trees[name] = store.grown(self.trees.get(name), reads.items(), number)

    def pages(self) -> store.Pages:
        return store.Pages(
            self.game.id,
            self.origin,
            self.order,
            {name: msgspec.Raw(msgspec.msgpack.encode(tree)) for name, tree in self.trees.items()},
            tuple(sorted(self.whole)),
            tuple(map(msgspec.Raw, self.answers)),
            self.seconds,
        )

    def grow(self, kind: str, wager: str = "") -> None:
        """Compute the figures of one tree that are missing."""
        name = f"{kind} {wager}".strip()
        if name in self.whole:
            return
        tie, start = count(), process_time()
        waiting: list[tuple[int, int, Reads]] = [(0, next(tie), {})]
        spent = self.seconds.get(name, 0.0)
        while waiting:
            far, _, facts = heapq.heappop(waiting)
            patience = self.patience if far > 1 else 3 * self.patience
            if far > self.farthest or (far and spent + process_time() - start > patience):
                break
            try:
                rules = table(self.game, facts, wager)
            except Refused:
                continue
            if (reads := self._reads(name, rules)) is None:
                try:
                    answer, reads = watched(kind, wager, rules)
                except (Refused, NotImplementedError):
                    continue
                self.add(name, reads, answer)
                self.seconds[name] = spent + process_time() - start
                self._save_now_and_then()
            before: Reads = {}
            for source, fact in reads.items():
                if source not in facts:
                    for other in others(self.game, source, fact):
                        further = {**before, source: other}
                        heapq.heappush(waiting, (self._far(further), next(tie), further))
                before[source] = fact
        else:
            self.whole.add(name)
        self.seconds[name] = spent + process_time() - start

    def _reads(self, name: str, rules: Rules) -> Reads | None:
        """What was read for these rules, if they are known."""
        tree, reads = self.trees.get(name), Reads()
        while tree is not None and not isinstance(tree, int):
            source, follows = tree
            reads[source] = fact = read(rules, source)
            tree = next((each for value, each in follows if store.same(value, fact)), None)
        return None if tree is None else reads

    def _far(self, facts: Reads) -> int:
        """The number of choices that differ from the default table."""
        defaults = {f"option {each.id}": each.default for each in self.game.data.options}
        return sum(
            1 for source, fact in facts.items() if fact and source in defaults and fact != defaults[source]
        ) + sum(1 for source, fact in facts.items() if source.startswith("chosen ") and fact)

    def _save_now_and_then(self) -> None:
        if process_time() - self.saved > SAVED:
            self.save(self.pages())
            self.saved = process_time()


def in_order(found: Game, wagers: Sequence[str]) -> tuple[str, ...]:
    """The wagers in the order of a table's odds; none if the odds are not simply theirs in order."""
    tables = []
    for rules in _tables(found):
        with suppress(Refused):  # a wager whose odds need something that the house posts
            tables.append((rules, list(found.mathematics.odds(rules))))
    after: dict[str, set[str]] = {name: set() for name in wagers}
    for _, rows in tables:
        names = dict.fromkeys(each for row in rows if (each := Key.read(row.wager).id) in after)
        for one, next_ in pairwise(names):
            after[next_].add(one)
    order: list[str] = []
    while len(order) < len(after):
        ready = [name for name in wagers if name not in order and after[name] <= {*order}]
        if not ready:
            return ()
        order.append(ready[0])
    for rules, rows in tables:
        offered = filter(rules.offers, order)
        if [row for name in offered for row in found.mathematics.odds(rules, name)] != rows:
            return ()
    return tuple(order)


def _tables(found: Game) -> Iterator[Rules]:
    """The default table, and one with as many wagers as possible."""
    yield found.rules()
    chosen: dict[str, Value] = {}
    for wager in found.data.wagers:
        with suppress(Refused):
            rules = offering(found.rules(), chosen, wager.id)
            chosen = {name: rules[name] for name in rules.chosen}
    if chosen:
        yield found.rules(**chosen)


def prove(
    found: Game, save: Callable[[store.Pages], None], patience: float, farthest: int = 99
) -> store.Pages:
    """Compute the figures of a game that are missing or stale: for ``patience`` seconds of processor time a wager, and
    for tables that differ from the default in up to ``farthest`` choices."""
    grove = Grove(found, save, patience, farthest)
    wagers = list(dict.fromkeys(wager.id for wager in found.data.wagers))
    for wager in wagers:
        grove.grow("odds", wager)
        grove._save_now_and_then()
    grown = [each for each in wagers if f"odds {each}" in grove.trees]
    if not grove.order and grown:
        grove.order = in_order(found, grown)
    grove.grow("combinations")
    grove.grow("strategy")
    whole = grove.pages()
    save(whole)
    return whole


def put_down(found: store.Pages) -> None:
    store.HOME.mkdir(exist_ok=True)
    files.write(store.page(found.game), store.encoded(found))
