"""Chance and cards as a case gives them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from pitboss.book.events import Draw, Event, Irregularity, Parts, Roll, part_of
from pitboss.equipment import cards as names
from pitboss.equipment.chance import Live, Shoe
from pitboss.equipment.entropy import Seeded
from pitboss.law import Refused, clipped
from pitboss.table import journal as j
from pitboss.table.calls import check_call, schedule
from pitboss.table.unseen import HalfSeen

if TYPE_CHECKING:
    from pitboss.table.case import CaseRound


ERROR = "error"
"""The owner of cards drawn in error and shown to nobody."""


class CaseTable(HalfSeen):
    """The table of a case. It may have unknown cards, so it writes no journal."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.heard: list[Event] = []
        """Everything that has happened at the table, in all rounds."""
        super().__init__(*args, **kwargs)

    def unnamed(self, owner: str) -> str | None:
        return None if owner in cast(Script, self.chance).owners else self.rules.dealt(owner)

    def expect(self, called: Irregularity) -> None:
        """An irregularity happens at the next step at which it can, not at the open question."""
        check_call(self, called)
        schedule(self.rules, self.running.called, called)

    def _write(self, command: j.Command) -> None:
        self.said.extend(self.events)
        self.heard.extend(self.events)
        self.events = []

    def stop(self) -> None:
        """The case ends with a void throw or spin: nothing is decided, and every wager stands."""
        running = self.running
        assert running.steps is not None
        running.steps.close()
        running.steps, self.lost = None, False
        self.close_books()

    def _roll(self, event: Roll) -> tuple[int, ...]:
        if not self._left_out(event):
            return super()._roll(event)
        self._note(event)
        return (1,) * event.of

    def _draw(self, event: Draw) -> tuple[int, ...]:
        if not self._left_out(event):
            return super()._draw(event)
        self._note(event)
        return tuple(range(1, event.take + 1))

    def _left_out(self, event: Roll | Draw) -> bool:
        """Chance that decides nothing and that the case leaves out; its event shows nothing."""
        script = cast(Script, self.chance)
        return not (event.decides or script.left or script.live)

    def taken_out(self, hand: str) -> bool:
        """Has a ruling voided the round, or decided everything that depended on this hand?"""
        place = hand.partition(".")[0]
        return self.running.voided or (
            place.isdecimal() and int(place) in self.running.dead | self.running.decided
        )

    def set_as(self, owner: str, parts: Iterable[str]) -> Parts | None:
        apart = cast(Script, self.chance).apart
        named = tuple(tuple(apart.get(f"{owner}.{part}", ())) for part in parts)
        return named if any(named) else None

    def set_anew(self, owner: str) -> None:
        script = cast(Script, self.chance)
        script.apart = {
            each: cards for each, cards in script.apart.items() if each.partition(".")[0] != owner
        }


class EndsEarly(Refused):
    """The case ends before the round does."""


class Script:
    """Chance as a case gives it; what the case leaves open is drawn only if it has a seed."""

    def __init__(
        self,
        seed: int | str | None,
        pack: Collection[int],
        deck_cite: str | None,
        unneeded: Collection[str] = (),
        reshuffles: str | None = None,
        chance: Mapping[str, str] | None = None,
        dealt: Callable[[str], str | None] | None = None,
    ) -> None:
        self._chance = chance or {}
        self._dealt_by = dealt
        """The paragraph by which an owner is dealt cards."""
        self._unneeded = ("burn", "community", "dead", *unneeded)
        self.live = None if seed is None else Live(Seeded(seed))
        self._pack = Counter(pack)
        self._reshuffles = reshuffles
        self._dealt: Counter[int] = Counter()
        """Cards that are no longer in the deck, where cards may be shuffled and dealt again."""
        self._reshuffled = False
        self._cite = deck_cite
        self._gone: deque[tuple[Shoe, Counter[int]]] = deque(maxlen=4)
        """What has left each shoe since it was shuffled."""
        self._cards: dict[str, deque[int]] = {}
        self.owners: Collection[str] = ()
        """Owners whose cards the case lists in this round, even as none."""
        self._error: deque[int] = deque()
        self.opens_by: str | None = None
        """The paragraph by which a card drawn in error in the previous round is the first of the next hand."""
        self._opens: int | None = None
        self._concerned: Collection[str] = ()
        self._kept_out: Counter[int] = Counter()
        """Cards of the case that were not shuffled with the others, and are still to be dealt."""
        self.apart: dict[str, list[int]] = {}
        """Hands listed as they were set: the cards of ``1.low`` that were dealt to ``1``."""
        self.dice: deque[tuple[int, ...]] = deque()
        self.spins: deque[str] = deque()
        self.numbers: deque[tuple[int, ...]] = deque()

    def load(self, round_: CaseRound) -> None:
        named = {card for hand in round_.cards.values() for card in hand}
        self._concerned = {str(event.position) for event in round_.events}
        self._kept_out.clear()
        jokers = iter([joker for joker in names.JOKERS if joker not in named])
        cards = {  # all jokers are alike: Jk is one not named elsewhere
            owner: deque(
                names.UNKNOWN if card == "??" else names.card(next(jokers, "Jo") if card == "Jk" else card)
                for card in hand
            )
            for owner, hand in round_.cards.items()
            if isinstance(hand, list)
        }
        used = Counter(card for hand in cards.values() for card in hand if card != names.UNKNOWN)
        self._check_jokers(sum(used[names.card(joker)] for joker in names.JOKERS))
        for card, times in used.items() if not self._reshuffles else ():
            self._check_held(card, times)
        self._opens = self._error[0] if self._error else None
        self._error = cards.pop(ERROR, deque())
        self._cards, self.owners, self.apart = cards, frozenset(cards), {}
        self.dice = deque(tuple(faces) for faces in round_.dice if isinstance(faces, list))
        self.spins = deque(map(str, round_.spins))
        nested = [tuple(draw) for draw in round_.numbers if isinstance(draw, list)]
        flat = tuple(number for number in round_.numbers if isinstance(number, int))
        if nested and flat:
            raise Refused("numbers must be one list, or a list for each draw, not a mix")
        self.numbers = deque(nested or ([flat] if flat else []))

    def _check_jokers(self, dealt: int) -> None:
        """Refuse more jokers than there are, however they are named."""
        there = sum(self._pack[names.card(joker)] for joker in names.JOKERS)
        if dealt > there and not self._reshuffles:
            raise Refused(f"jokers dealt in the case: {dealt}; jokers of this table: {there}", self._cite)

    def _check_held(self, card: int, times: int, since: str = "") -> None:
        """Refuse a card that is dealt more often than it exists."""
        if times > self._pack[card]:
            there = {0: "there is none", 1: "there is one"}.get(
                self._pack[card], f"there are {self._pack[card]}"
            )
            paragraph = self._reshuffles if self._reshuffled else self._cite
            often = "once" if times == 1 else f"{times} times"
            raise Refused(f"{names.name(card)} is dealt {often}{since}, but {there} at this table", paragraph)

    @property
    def in_error(self) -> list[int]:
        """The cards drawn in error that the round did not use."""
        return list(self._error)

    @property
    def left(self) -> int:
        """Throws, spins and draws still to come."""
        return len(self.dice) + len(self.spins) + len(self.numbers)

    def over(self, owner: str) -> list[int]:
        """The cards of an owner that are still to come."""
        return list(self._cards.get(owner, ()))

    def left_over(self, spare: Collection[str] = ()) -> str | None:
        """Whose cards the case gives and the round did not use. A hand with an irregularity may have a card too many,
        and some may be ``spare``."""
        left = (owner for owner, hand in self._cards.items() if hand and not self._concerns(owner))
        return next((owner for owner in left if owner not in spare), None)

    def unused(self, spare: Collection[str] = ()) -> str | None:
        """What the case gives and the round did not use, in words."""
        if owner := self.left_over(spare):
            hand = "the dealer" if owner == "dealer" else owner
            return (
                f"the case gives {hand} {names.name(self._cards[owner][0])}, but the round deals no such card"
            )
        if self.dice:
            return f"the case has the throw {list(self.dice[0])}, but the round makes no such throw"
        if self.spins:
            return f"the case has the spin {self.spins[0]}, but the round makes no such spin"
        return "the case has more draws than the round makes" if self.numbers else None

    @property
    def no_more(self) -> str | None:
        """The paragraph of a throw, spin or draw too many."""
        kinds = {"roll": self.dice, "spin": self.spins, "draw": self.numbers}
        return next((self._chance.get(kind) for kind, left in kinds.items() if left), None)

    def shuffle(self, cards: list[int]) -> list[int]:
        self._dealt -= Counter(cards)
        self._reshuffled = len(cards) < self._pack.total()
        if self.live is None:
            return cards
        whole, listed = Counter(cards), Counter(card for hand in self._cards.values() for card in hand)
        self._kept_out = whole & listed
        return self.live.shuffle(list((whole - listed).elements()))

    def card(self, to: str, shoe: Shoe) -> int:
        owner = "community" if to.startswith("community.") and to not in self._cards else to
        hand = self._cards.get(owner)  # packs of community cards may be listed one after the other
        if self._opens is not None and to not in self._unneeded:
            return self._opened(to, hand)
        if not hand and self._error and to != "burn":  # it is the next card, no matter who receives it
            return self._error.popleft()
        if not hand and (laid := self._laid_apart(to)):  # listed as it was set
            hand = self._cards[laid]
            self.apart.setdefault(laid, []).append(hand[0])
        named = bool(hand)
        if hand and (card := hand.popleft()) != names.UNKNOWN:
            if self._reshuffles:
                self._dealt[card] += 1
                self._check_held(card, self._dealt[card])
            else:
                self._leaves(card, shoe)
            return card
        if self.live is not None:
            return shoe.pop()
        # A card that is never turned over need not be named, and a hand to which something happened may lack one.
        unseen = to in self._unneeded or part_of(to) == "down" or self._passed_over(to)
        if named or unseen or self._interrupted or self._concerns(to):
            return names.UNKNOWN
        says = f"the case names no further card for {to}; name it, or give a seed"
        raise Refused(says, self._dealt_by(to) if self._dealt_by else None)

    def _opened(self, to: str, hand: deque[int] | None) -> int:
        """The first card of a hand, drawn in error in the previous round."""
        opens, self._opens = self._opens, None
        assert opens is not None
        if hand and (named := hand.popleft()) not in (opens, names.UNKNOWN):
            says = f"{names.name(opens)} was drawn in error before and must be the first card of this hand"
            raise Refused(f"{says}, not {names.name(named)} for {to}", self.opens_by)
        return opens

    def _leaves(self, card: int, shoe: Shoe) -> None:
        """A card leaves the shoe, which holds no more of a kind between two shuffles than the pack does."""
        gone = next((gone for known, gone in self._gone if known is shoe), None)
        if gone is None:
            gone = Counter()
            self._gone.append((shoe, gone))
        gone[card] += 1
        if shoe:
            self._check_held(card, gone[card], " since they were shuffled")
        if self._kept_out[card]:
            self._kept_out[card] -= 1
        elif card in shoe:
            shoe.remove(card)

    def _passed_over(self, owner: str) -> bool:
        """Is it the hand of a position without cards in the case, at a game where hands are thrown away unseen?"""
        return "1" in self._unneeded and owner.isdecimal() and owner not in self.owners

    def _concerns(self, owner: str) -> bool:
        """Does the case have an irregularity of this hand?"""
        return owner.partition(".")[0] in self._concerned

    @property
    def _interrupted(self) -> bool:
        """Does it have one of the table, which may end the deal?"""
        return "" in self._concerned

    def _laid_apart(self, to: str) -> str | None:
        """The part of a hand that is still to be dealt: ``1.low`` of ``1``."""
        for owner, hand in self._cards.items():
            if hand and part_of(owner) and owner.partition(".")[0] == to:
                return owner
        return None

    def roll(self, of: int) -> tuple[int, ...]:
        if not self.dice:
            if self.live is not None:
                return self.live.roll(of)
            raise EndsEarly(
                "the case names no further throw of the dice; name it, or give a seed",
                self._chance.get("roll"),
            )
        faces = self.dice.popleft()
        if len(faces) != of or not all(1 <= face <= 6 for face in faces):
            raise Refused(f"{list(faces)} is not a throw of {of} dice", self._chance.get("roll"))
        return faces

    def spin(self, pockets: tuple[str, ...]) -> str:
        if not self.spins:
            if self.live is not None:
                return self.live.spin(pockets)
            raise EndsEarly(
                "the case names no further spin; name it, or give a seed", self._chance.get("spin")
            )
        pocket = self.spins.popleft()
        if pocket not in pockets:
            places = list(dict.fromkeys(pockets))
            only = f", only {', '.join(places)}" if len(places) <= 10 else ""
            raise Refused(f"the wheel has no {clipped(pocket)}{only}", self._chance.get("spin"))
        return pocket

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        if not self.numbers:
            if self.live is not None:
                return self.live.draw(take, of)
            raise Refused("the case names no further draw; name it, or give a seed", self._chance.get("draw"))
        numbers = self.numbers.popleft()
        if (
            len(numbers) != take
            or len(set(numbers)) != take
            or not all(1 <= number <= of for number in numbers)
        ):
            says = f"{clipped(list(numbers))} is not a draw of {take} different numbers from 1 to {of}"
            raise Refused(says, self._chance.get("draw"))
        return numbers
