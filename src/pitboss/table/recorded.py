"""Chance as a journal recorded it, checked against what the rules ask for and against the promise made."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from pitboss.book.events import Commit, Deal, Draw, Irregular, Roll, Shuffle, Spin
from pitboss.equipment.chance import Chance, Live, Promised, Rooted, Shoe
from pitboss.equipment.entropy import Stream, System
from pitboss.law import Refused
from pitboss.table import journal as j

_FACES = re.compile(r"\([0-9]{1,2}(, [0-9]{1,2})*,?\)")
"""Dice or numbers that did not count, as they are written down."""


class Recorded(Rooted):
    """Chance as a journal recorded it."""

    def __init__(self) -> None:
        self.at = 0
        self.draws: list[dict[str, Any]] = []
        """The requests for chance since the last promise, and their results, so that anybody can draw them again."""
        self._answers: dict[str, deque[Any]] = {}

    def clock(self) -> int:
        return self.at

    def load(self, entry: j.Entry) -> None:
        self.at = entry.at
        answers: dict[str, deque[Any]] = {
            "order": deque(),
            "faces": deque(),
            "pocket": deque(),
            "numbers": deque(),
            "secret": deque(),
        }
        # throws or draws that are repeated at once: the next event shows which
        invalid: list[tuple[int, ...]] = []
        for event in entry.events:
            match event:
                case Shuffle():
                    answers["order"].append(list(event.order))
                case Commit():
                    answers["secret"].append(event.secret)
                case Roll():
                    answers["faces"] += [*invalid, event.faces]
                    invalid.clear()
                case Spin():
                    answers["pocket"].append(event.pocket)
                case Draw():
                    answers["numbers"] += [*invalid, event.numbers]
                    invalid.clear()
                case Deal():
                    answers.setdefault(f"card {event.to}", deque()).append(event.card)
                case Irregular() if event.shown:
                    if _FACES.fullmatch(event.shown):
                        invalid.append(tuple(map(int, event.shown.strip("(),").split(","))))
                    else:
                        answers["pocket"].append(event.shown)
        answers["faces"] += invalid
        answers["numbers"] += invalid
        self._answers = answers

    def continued(self, chance: Chance | None) -> Chance:
        """Live chance from here on, which keeps the promise that was made."""
        if not self.root:
            return chance or Live(System())
        kept = Promised() if chance is None else chance
        if not isinstance(kept, Promised):
            raise Refused("the journal promised the chance of this round, so it must be drawn as promised")
        kept.take_over(self.root, self.drawn)
        return kept

    def _next(self, what: str) -> Any:
        queue = self._answers.get(what)
        if not queue:
            raise Refused(f"the journal has no {what} where the rules require one")
        return queue.popleft()

    def promise(self) -> bytes:
        secrets = self._answers["secret"]
        self.draws = [] if secrets else self.draws
        self.take_over(secrets.popleft() if secrets else b"", 0)
        return self.root

    def _promised(self, do: str, of: object, gives: object) -> Live | None:
        """Chance as it was promised, if it was."""
        self.drawn += 1
        if not self.root:
            return None
        self.draws.append({"do": do, "of": of, "gives": gives})
        return Live(Stream(self.root, self.drawn))

    def shuffle(self, cards: list[int]) -> list[int]:
        order: list[int] = self._next("order")
        if sorted(order) != sorted(cards):
            raise Refused("the journal's shuffle is not of the cards in use")
        if (promised := self._promised("shuffle", list(cards), list(order))) and promised.shuffle(
            list(cards)
        ) != order:
            raise Refused("the shuffle is not the one promised before the round")
        return order

    def card(self, to: str, shoe: Shoe) -> int:
        card: int = self._next(f"card {to}")
        if shoe and card == shoe[-1]:
            shoe.pop()
        elif shoe:
            raise Refused(f"the journal deals a card to {to} that is not the next one in the shoe")
        return card

    def roll(self, of: int) -> tuple[int, ...]:
        faces: tuple[int, ...] = self._next("faces")
        if len(faces) != of or not all(1 <= face <= 6 for face in faces):
            raise Refused(f"the journal records {faces} for a throw of {of} dice")
        if (promised := self._promised("roll", of, faces)) and promised.roll(of) != faces:
            raise Refused("the roll is not the one promised before the round")
        return faces

    def spin(self, pockets: tuple[str, ...]) -> str:
        pocket: str = self._next("pocket")
        if pocket not in pockets:
            raise Refused(f"the journal records {pocket}, which the wheel does not have")
        if (promised := self._promised("spin", pockets, pocket)) and promised.spin(pockets) != pocket:
            raise Refused("the spin is not the one promised before the round")
        return pocket

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        numbers: tuple[int, ...] = self._next("numbers")
        if len(set(numbers)) != take or not all(1 <= number <= of for number in numbers):
            raise Refused(f"the journal records a draw of {numbers}, not {take} of {of}")
        if (promised := self._promised("draw", (take, of), numbers)) and promised.draw(take, of) != numbers:
            raise Refused("the draw is not the one promised before the round")
        return numbers
