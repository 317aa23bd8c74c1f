"""The bets of a simulated player: plans that can be added.

>>> flat("pass", 10) + flat("pass-odds", 20) + martingale("red", 5, cap=500)
pass 10 + pass-odds 20 + martingale red 5 cap 500
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice, repeat, takewhile
from typing import Final, NamedTuple

from pitboss.book import Rules
from pitboss.law import Refused
from pitboss.money import Amount, Cents, cents, dollars, money

BACK: Final = -(1 << 40)
"""A move far enough down to reach the first rung of any ladder."""


class System(NamedTuple):
    """How a stake follows from the last result: a ladder of stakes, in units, and how many rungs to move after a win
    and after a loss. Moves stop at the first rung; above the last they stop or start over, as the system says."""

    rungs: Callable[[], Iterator[int]]
    win: int
    lose: int
    starts_over: bool = False


def doubled() -> Iterator[int]:
    return (1 << rung for rung in count())


def added() -> Iterator[int]:
    """Each is the sum of the two before it."""
    last, this = 0, 1
    while True:
        yield this
        last, this = this, last + this


SYSTEMS: Final = {
    "martingale": System(doubled, win=BACK, lose=1),
    "paroli": System(doubled, win=1, lose=BACK, starts_over=True),
    "dalembert": System(lambda: count(1), win=-1, lose=1),
    "fibonacci": System(added, win=-2, lose=1),
}
FLAT: Final = System(lambda: repeat(1), win=0, lose=0)
PAROLI_WINS: Final = 3
"""A paroli player takes the money after this many wins in a row."""


@dataclass(frozen=True)
class Bet:
    """One wager of a plan. No amount: the posted minimum. No system: a constant stake."""

    wager: str
    amount: Cents | None = None
    system: str | None = None
    cap: Cents | None = None

    def __str__(self) -> str:
        words = [self.system, self.wager, self.amount and dollars(self.amount)]
        words += ["cap", dollars(self.cap)] if self.cap else []
        return " ".join(str(word) for word in words if word)

    @property
    def id(self) -> str:
        """The wager without its parameter."""
        return self.wager.partition(":")[0]

    def posted(self, rules: Rules) -> Bet:
        """The same bet within the limits of a table: an open amount is the minimum, and a system stops at
        the table's maximum."""
        limits = rules.limits(self.id)
        amount = -(-limits.least // limits.step) * limits.step if self.amount is None else self.amount
        rules.check_stake(self.id, amount)
        if self.cap is not None and self.cap < amount:
            raise Refused(f"{self} starts above its cap of {money(self.cap)}")
        return replace(self, amount=amount)

    def ladder(self, rules: Rules) -> tuple[System, list[Cents]]:
        """The system, and the stakes of its ladder within the limits of the table."""
        bet = self.posted(rules)
        amount = bet.amount or 0
        if bet.system is None:
            return FLAT, [amount]
        limits = rules.limits(bet.id)
        most = min(limits.most, bet.cap or limits.most)
        most -= most % limits.step
        system = SYSTEMS[bet.system]
        if system.starts_over:
            return system, [min(rung * amount, most) for rung in islice(system.rungs(), PAROLI_WINS)]
        below = takewhile(lambda stake: stake < most, (rung * amount for rung in system.rungs()))
        return system, [*below, most]


@dataclass(frozen=True, repr=False)
class Plan:
    """Bets made in every round."""

    bets: tuple[Bet, ...]

    def __add__(self, other: Plan) -> Plan:
        return Plan(self.bets + other.bets)

    def __str__(self) -> str:
        return " + ".join(map(str, self.bets))

    __repr__ = __str__

    @classmethod
    def parse(cls, text: str) -> Plan:
        """A plan as people write it; amounts are dollars.

        >>> Plan.parse("pass 10 + pass-odds 20 + martingale red 5 cap 500 + ante")
        pass 10 + pass-odds 20 + martingale red 5 cap 500 + ante
        """
        return cls(tuple(_bet(term) for term in text.split("+")))

    def posted(self, rules: Rules) -> Plan:
        """The same plan within the limits of a table; flat bets on the same wager are one bet."""
        bets: dict[str, Bet] = {}
        for bet in self.bets:
            rules.wager(bet.id)
            last = bets.get(bet.wager)
            if last is None:
                bets[bet.wager] = bet.posted(rules)
            elif last.system or bet.system:
                raise Refused(f"a plan can follow only one system on {bet.wager}")
            else:
                amount = (last.amount or 0) + (bet.posted(rules).amount or 0)
                bets[bet.wager] = replace(last, amount=amount).posted(rules)
        return Plan(tuple(bets.values()))


def _bet(term: str) -> Bet:
    words = term.split()
    system = words.pop(0) if words and words[0] in {*SYSTEMS, "flat"} else "flat"
    match words:
        case [wager]:
            bet = flat(wager)
        case [wager, amount]:
            bet = flat(wager, amount)
        case [wager, amount, "cap", cap] if system != "flat":
            bet = _following(system, wager, amount, cap)
        case _:
            raise Refused(
                f"{term.strip()!r} is not a bet; write a wager and its dollars, as in "
                '"pass 10 + martingale red 5 cap 500"'
            )
    (only,) = bet.bets
    return only if system == "flat" else replace(only, system=system)


def flat(wager: str, amount: Amount | None = None) -> Plan:
    """The same stake every time; by default the posted minimum."""
    return Plan((Bet(wager, None if amount is None else cents(amount)),))


def martingale(wager: str, amount: Amount, cap: Amount | None = None) -> Plan:
    """Double after a loss, start over after a win; at the cap stay there until it wins."""
    return _following("martingale", wager, amount, cap)


def paroli(wager: str, amount: Amount, cap: Amount | None = None) -> Plan:
    """Double after a win; start over after a loss, and after three wins."""
    return _following("paroli", wager, amount, cap)


def dalembert(wager: str, amount: Amount, cap: Amount | None = None) -> Plan:
    """A unit more after a loss, a unit less after a win."""
    return _following("dalembert", wager, amount, cap)


def fibonacci(wager: str, amount: Amount, cap: Amount | None = None) -> Plan:
    """1, 1, 2, 3, 5, 8 … units: a step up after a loss, two steps down after a win."""
    return _following("fibonacci", wager, amount, cap)


def _following(system: str, wager: str, amount: Amount, cap: Amount | None) -> Plan:
    return Plan((Bet(wager, cents(amount), system, None if cap is None else cents(cap)),))
