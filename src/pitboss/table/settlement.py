"""The result of a round, wager by wager, with the paragraph for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from pitboss.book.events import Result
from pitboss.drawing import html_table
from pitboss.money import Cents, dollars, money


class Settled(Struct, gc=False):
    """A wager decided."""

    stake: Cents
    result: Result
    pays: Cents
    lost: Cents
    cite: str
    outcome: str = ""
    uncut: Cents = 0
    """What it would have been paid without a payout limit; 0: no limit applied."""

    @property
    def prize(self) -> Cents:
        """What a winning wager that is not returned was paid in total; 0: it was returned, or did not win."""
        return self.pays if self.result == "win" and 0 < self.stake == self.lost <= self.pays else 0

    def json(self) -> dict[str, object]:
        """As the answer to a case shows it: ``pays`` is the profit."""
        answer: dict[str, object] = {
            "stake": dollars(self.stake),
            "result": self.result,
            "pays": dollars(self.pays - (self.lost if self.prize else 0)),
            "cite": self.cite,
        }
        if self.outcome:
            answer["outcome"] = self.outcome
        if self.prize:
            answer["prize"] = dollars(self.prize)
        elif self.lost != (self.stake if self.result == "lose" else 0):  # a half back, a stake not returned
            answer["lost"] = dollars(self.lost)
        if self.uncut:
            answer["uncut"] = dollars(self.uncut)
        return answer


class Beside(Struct, gc=False):
    """What a seat received or, with a minus sign, paid in addition to its wagers: a fee, vigorish, the bank's win, an
    award."""

    why: str
    amount: Cents
    cite: str

    def json(self) -> dict[str, object]:
        return {"why": self.why, "amount": dollars(self.amount), "cite": self.cite}


def together(lines: Iterable[Beside]) -> list[Beside]:
    """Amounts moved for the same reason in one line, whatever the order; amounts moved back are left out."""
    sums: Counter[tuple[str, str]] = Counter()
    for each in lines:
        sums[each.cite, each.why] += each.amount
    return [Beside(why, amount, cite) for (cite, why), amount in sorted(sums.items()) if amount]


ENDED: Final = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}


def ending(result: str, pays: Cents, lost: Cents, outcome: str) -> str:
    """How a wager ended, in words.

    >>> ending("win", 1000, 0, "pair"), ending("push", 0, 0, "")
    ('wins $10 (pair)', 'pushes')
    """
    sums = [f"wins {money(pays)}"] * bool(pays) + [f"loses {money(lost)}"] * bool(lost)
    return (" and ".join(sums) or ENDED[result]) + (f" ({outcome})" if outcome else "")


class Settlement(Struct):
    """A round's result. It prints itself."""

    game: str
    round: int
    wagers: dict[int, dict[str, Settled]] = field(default_factory=dict)
    other: dict[int, list[Beside]] = field(default_factory=dict)
    net: dict[int, Cents] = field(default_factory=dict)
    bank: Cents = 0
    fees: Cents = 0
    meters: dict[str, Cents] = field(default_factory=dict)
    state: dict[str, object] = field(default_factory=dict)
    standing: dict[int, dict[str, Cents]] = field(default_factory=dict)
    on: dict[int, list[str]] = field(default_factory=dict)
    """The standing wagers that are called on."""
    marks: dict[int, dict[str, int]] = field(default_factory=dict)
    """What the game notes on standing wagers."""
    course: dict[str, object] = field(default_factory=dict)
    """Whatever else the game reports about the round: pots, and who won how much of each."""

    def __getitem__(self, key: tuple[int, str]) -> Settled:
        seat, wager = key
        return self.wagers[seat][wager]

    def lines(self, seat: int) -> Cents:
        """The sum of a seat's lines, each with its paragraph: it equals the seat's net, or a line is missing."""
        wagers = self.wagers.get(seat, {}).values()
        return sum(each.pays - each.lost for each in wagers) + sum(
            each.amount for each in self.other.get(seat, ())
        )

    def json(self) -> dict[str, object]:
        """The answer to a case: dollars, results and cites."""
        seats = []
        for seat in sorted(self.net):
            answer: dict[str, object] = {
                "seat": seat,
                "net": dollars(self.net[seat]),
                "wagers": {wager: each.json() for wager, each in self.wagers.get(seat, {}).items()},
            }
            if other := self.other.get(seat):
                answer["other"] = [each.json() for each in other]
            if standing := self.standing.get(seat):
                answer["standing"] = {wager: dollars(stake) for wager, stake in standing.items()}
            if on := self.on.get(seat):
                answer["on"] = on
            if marks := self.marks.get(seat):
                answer["marks"] = marks
            seats.append(answer)
        return {
            "game": self.game,
            "seats": seats,
            "bank": dollars(self.bank),
            "fees": dollars(self.fees),
            "meters": {meter: dollars(amount) for meter, amount in self.meters.items()},
            "state": self.state,
            **self.course,
        }

    def __str__(self) -> str:
        lines = []
        for seat in sorted(self.net):
            lines.append(f"seat {seat}: {'+' if self.net[seat] > 0 else ''}{money(self.net[seat])}")
            for wager, each in self.wagers.get(seat, {}).items():
                end = ending(each.result, each.pays, each.lost, each.outcome)
                lines.append(f"  {wager} {money(each.stake)} {end}  {each.cite}")
            for beside in self.other.get(seat, ()):
                lines.append(f"  {beside.why} {money(beside.amount)}  {beside.cite}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = [
            (
                str(seat),
                wager,
                money(each.stake),
                ending(each.result, each.pays, each.lost, each.outcome),
                each.cite,
            )
            for seat, wagers in sorted(self.wagers.items())
            for wager, each in wagers.items()
        ]
        beside = [
            (str(seat), each.why, "", money(each.amount), each.cite)
            for seat, others in sorted(self.other.items())
            for each in others
        ]
        net = ", ".join(f"seat {seat} {money(each)}" for seat, each in sorted(self.net.items()))
        columns = ("seat", "wager", "stake", "result", "paragraph")
        return html_table(f"{self.game}, round {self.round}: {net}", columns, lines + beside)
