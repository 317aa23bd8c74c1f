"""What a round came to, wager by wager, with the paragraph that says so."""

from __future__ import annotations

from msgspec import Struct, field

from pitboss.book.events import Result
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
    """What it would have been paid if a limit had not cut it; 0: none has."""

    def json(self) -> dict[str, object]:
        answer: dict[str, object] = {
            "stake": dollars(self.stake),
            "result": self.result,
            "pays": dollars(self.pays),
            "cite": self.cite,
        }
        if self.outcome:
            answer["outcome"] = self.outcome
        if self.lost not in (0, self.stake):  # part lost, part returned: a half back, a composite
            answer["lost"] = dollars(self.lost)
        if self.uncut:
            answer["uncut"] = dollars(self.uncut)
        return answer


class Settlement(Struct):
    """A round's result. Prints itself."""

    game: str
    round: int
    wagers: dict[int, dict[str, Settled]] = field(default_factory=dict)
    net: dict[int, Cents] = field(default_factory=dict)
    bank: Cents = 0
    fees: Cents = 0
    meters: dict[str, Cents] = field(default_factory=dict)
    state: dict[str, object] = field(default_factory=dict)
    standing: dict[int, dict[str, Cents]] = field(default_factory=dict)
    on: dict[int, list[str]] = field(default_factory=dict)
    """Of the standing wagers, those that are called on."""
    marks: dict[int, dict[str, int]] = field(default_factory=dict)
    """What the game notes on standing wagers."""

    def __getitem__(self, key: tuple[int, str]) -> Settled:
        seat, wager = key
        return self.wagers[seat][wager]

    def json(self) -> dict[str, object]:
        """The answer to a case (see the design): dollars, results and cites."""
        seats = []
        for seat in sorted(self.net):
            answer: dict[str, object] = {
                "seat": seat,
                "net": dollars(self.net[seat]),
                "wagers": {wager: each.json() for wager, each in self.wagers.get(seat, {}).items()},
            }
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
        }

    def __str__(self) -> str:
        lines = []
        for seat in sorted(self.net):
            lines.append(f"seat {seat}: {'+' if self.net[seat] > 0 else ''}{money(self.net[seat])}")
            for wager, each in self.wagers.get(seat, {}).items():
                pays = f" pays {money(each.pays)}" if each.pays else ""
                lost = f" loses {money(each.lost)}" if each.lost else ""
                row = f" ({each.outcome})" if each.outcome else ""
                lines.append(f"  {wager} {money(each.stake)} {each.result}{pays}{lost}{row}  {each.cite}")
        return "\n".join(lines)

    __repr__ = __str__
