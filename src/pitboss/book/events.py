"""What a round asks for and what it does: the verbs in which a game's procedure is written.

A round is a generator. It asks for everything from outside (a card, the dice, a player's choice) and states everything
it does with money; the driver answers, keeps the books and writes the journal::

    card = yield Deal("1")
    answer = yield Ask(1, (PLAY, FOLD))
    yield Settle(1, "ante", "win", pays=1000, cite="13:69F-20.11(a)1")

A card is ``4 * rank + suit``: two is 0 and ace 12; clubs, diamonds, hearts, spades. Owners of cards are positions
(``1``), hands of a split (``1.2``) or parts of a hand that was set (``1.low``, ``1.discard``), ``dealer``,
``community``, ``burn``, and ``dead`` for hands that nobody plays and nobody sees. Cards stay until the next round
begins: those discarded before the end are not shown with the result.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pitboss.equipment.cards import UNKNOWN, alike, name
from pitboss.money import Cents, Money, money

Result = Literal["win", "lose", "push", "void"]
Parts: TypeAlias = tuple[tuple[int, ...], ...]
"""Cards set part by part."""


OWNERS: Mapping[str, str] = {
    "1": "The hand of a position.",
    "1.2": "The position's second hand, and so on: after a split, or where two are dealt.",
    "1.low": "The player's low hand.",
    "1.medium": "The player's medium hand.",
    "1.discard": "The player's discards.",
    "1.down": "Cards face down next to the hand.",
    "dealer": "The dealer's hand.",
    "dealer.low": "The dealer's low hand.",
    "dealer.medium": "The dealer's medium hand.",
    "dealer.discard": "The dealer's discards.",
    "player": "The Player's Hand.",
    "banker": "The Banker's Hand.",
    "dummy.player": "The Player's Hand of a dummy hand, dealt after a card was disclosed.",
    "dummy.banker": "The Banker's Hand of a dummy hand.",
    "community": "The cards that all players use.",
    "community.2": "A second board or pack of community cards, and so on.",
    "dead": "Hands that nobody plays and nobody sees; they may be left out.",
    "burn": "Burned cards; they may be left out.",
    "button": "The cards, one for each player, that decide who has the button first.",
    "determinant": "The card that chooses the side of a double shoe.",
    "exposed": "A card drawn early, or instead of one dealt face down, and shown.",
    "disclosed": "A card disclosed in error.",
    "discard": "Cards discarded together with a card found face up or disclosed.",
    "error": "A card drawn in error and not shown.",
}
"""The owners of cards, as cases name them: position 1 stands for each."""


def level_name(level: int, levels: int) -> str:
    """What is added to a decision's name for one of the levels of its amount, from 0, the least."""
    return "" if level == levels - 1 else " least" if level == 0 else f" {level}/{levels - 1}"


class Choice(Struct, frozen=True, omit_defaults=True):
    """A decision open to a player.

    - ``id``: a `[[decision]]` of the game's file has it, or its first words;
    - ``least``, ``most``, ``step``: where ``most`` is more than 0 an amount is chosen, in cents, from least to most in
      steps of ``step``;
    - ``usual``: the amount meant when none is given: doubling down is for as much again;
    - ``marks``: amounts that players name, as the table shows them: half the pot;
    - ``secret``: nobody else sees that it was taken, such as which card was put down unseen;
    - ``of``: between rounds what may be named with it, a wager or a color; naming nothing means all;
    - ``cards``: those that it sets, part by part: the low hand, or the discards;
    - ``warning``: what is wrong with it: a setting that fouls is open to a player, who is asked twice.
    """

    id: str
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    usual: Cents = 0
    secret: bool = False
    of: tuple[str, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    warning: str = ""
    marks: tuple[tuple[str, Cents], ...] = ()

    @property
    def verb(self) -> str:
        """The word before the cards: ``set`` of ``set-KsQd``."""
        return self.id.removesuffix(f"-{spelled(self.cards)}") if self.cards else self.id

    def priced(self) -> Choice:
        """The same with its amounts as `Money`, which commands take as it is."""
        if not self.most:
            return self
        money = (Money(each) for each in (self.least, self.most, self.step, self.usual))
        least, most, step, usual = money
        return replace(self, least=least, most=most, step=step, usual=usual)

    def amounts(self, levels: int) -> Iterator[tuple[str, Cents]]:
        """The amounts for which it may be taken, at this many ``levels``, each with what is added
        to the decision's name: the most, the least, then those between them.

        >>> list(Choice("double-down", 50, 1000, 50).amounts(3))
        [('', 1000), (' least', 50), (' 1/2', 500)]
        """
        known = set()
        for level in dict.fromkeys((levels - 1, 0, *range(levels - 2, 0, -1))):
            amount = self.least + (self.most - self.least) * level // max(levels - 1, 1)
            amount -= (amount - self.least) % self.step if level < levels - 1 else 0
            amount = self.most if level == levels - 1 else amount
            if amount not in known:
                known.add(amount)
                yield level_name(level, levels), amount

    def warned(self, words: str) -> Choice:
        """The same, with a warning."""
        return replace(self, warning=words)

    def __str__(self) -> str:
        if not self.most:
            return self.id
        if self.least == self.most:
            return f"{self.id} {money(self.most)}"
        return f"{self.id} {money(self.least)} to {money(self.most)}"


class Event(Struct, tag_field="do", tag=str.lower, omit_defaults=True, kw_only=False, gc=False):
    """Something that happens at the table, in the order in which it happens. No event refers back to itself, so the
    garbage collector can ignore them."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as that seat may see it (``None``: a bystander): whole, or as everybody else sees it."""
        return self if self.whole_to(seat) else self.hidden()

    def whole_to(self, seat: int | None) -> bool:
        """Does that seat see the whole event?"""
        return True

    def hidden(self) -> Event:
        """As seats see it that do not see the whole event."""
        return self

    def bare(self) -> Event:
        """As a journal keeps it: without paragraphs and prose, which follow from the rules and may be worded
        differently later."""
        return self


# ---- asked for: the driver answers -----------------------------------------------------------------


class Shuffle(Event):
    """The cards of the game's ``[deck]``, or this many ``decks`` with ``jokers``, or the given ``cards``, in random
    order: the shoe from which `Deal` draws until the next one. A table may have several shoes, or one of two
    compartments, distinguished by the name ``shoe``. The driver enters the ``order``."""

    decks: int = 0
    jokers: int = 0
    cards: bytes = b""
    shoe: str = ""
    order: bytes = b""

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Shuffle(self.decks, self.jokers, shoe=self.shoe)


class Deal(Event):
    """The next card of a ``shoe``, ``to`` an owner: a position (``1``, or ``1.2`` after a split), ``dealer``,
    ``community``, ``burn``. All see it if it is dealt ``up``; otherwise only the ``seats`` do, or nobody. The round
    gets the ``card`` back."""

    to: str
    up: bool = False
    seats: tuple[int, ...] = ()
    shoe: str = ""
    card: int = UNKNOWN

    def whole_to(self, seat: int | None) -> bool:
        return self.up or (seat is not None and seat in self.seats)

    def hidden(self) -> Event:
        return Deal(self.to, self.up, self.seats, self.shoe)


class Commit(Event):
    """A ``promise`` of the chance of the next round: the hash of the ``secret`` from which it will be drawn."""

    promise: str = ""
    secret: bytes = b""

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Commit(self.promise)


class Reveal(Event):
    """The ``secret`` behind the ``promise`` of a ``round``, once its chance is spent: with it, anybody can draw the
    same cards again."""

    round: int
    promise: str
    secret: bytes


class Roll(Event):
    """A throw ``of`` this many dice. The round gets the ``faces`` back. A case may leave out one that ``decides`` no
    wager, such as the throw for the first card."""

    of: int = 2
    faces: tuple[int, ...] = ()
    decides: bool = True


class Spin(Event):
    """A spin of a wheel with these ``pockets``. The round gets the ``pocket`` back."""

    pockets: tuple[str, ...]
    pocket: str = ""


class Draw(Event):
    """A draw of different numbers: this many to ``take``, from 1 to ``of``. The round gets the ``numbers`` back. A case
    may leave out a draw that ``decides`` no wager."""

    take: int
    of: int
    numbers: tuple[int, ...] = ()
    decides: bool = True


class Ask(Event):
    """A player's decision among the ``choices`` for the ``hand`` of this ``seat``. The round gets it back with the
    ``decision`` taken, its ``amount`` and its ``cards``; unanswered, if a ruling has removed the hand meanwhile.
    ``usual`` is the answer if a case leaves it out, and what silence means. ``parts`` names the parts into which a
    choice sets the cards: a low hand, the discards. Offer what is allowed and can be afforded."""

    seat: int
    choices: tuple[Choice, ...]
    hand: str = ""
    decision: str = ""
    amount: Cents = 0
    usual: str = ""
    parts: tuple[str, ...] = ()

    @property
    def asks(self) -> tuple[Ask, ...]:
        """One question, as a list like several."""
        return (self,)

    @property
    def chosen(self) -> Choice | None:
        """The choice that was taken."""
        return next((choice for choice in self.choices if choice.id == self.decision), None)

    @property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards set by the choice that was taken, part by part."""
        return self.chosen.cards if self.chosen else ()

    @property
    def verb(self) -> str:
        """What the player does with cards, if the choices are about cards: set, draw."""
        return self.choices[0].verb if self.parts and self.choices else ""

    def naming(self, verb: str, cards: Sequence[int]) -> str:
        """The decision that a word (or none) with cards means, those of a part in any order."""
        for choice in self.choices:
            if choice.cards and verb in ("", choice.verb) and _apart_alike(choice.cards, cards):
                return choice.id
        return f"{verb}-{spelled((cards,))}"

    def whole_to(self, seat: int | None) -> bool:
        return seat == self.seat

    def hidden(self) -> Event:
        """The choices show cards that others do not see; the decision is visible to all, unless it is secret."""
        if self.chosen and self.chosen.secret:
            return Ask(self.seat, (), self.hand, parts=self.parts)
        return Ask(self.seat, (), self.hand, self.decision, self.amount, parts=self.parts)

    def bare(self) -> Event:
        if not any(choice.warning for choice in self.choices):
            return self
        return replace(self, choices=tuple(choice.warned("") for choice in self.choices))


class Asks(Event):
    """Questions put to several players at once, ``asks`` with each seat once; players answer in any order, and the
    round continues when all have answered. An answer is recorded when it is given, as if that seat had been asked
    alone."""

    asks: tuple[Ask, ...]


# ---- done: the driver keeps the books ---------------------------------------------------------------


class Stake(Event):
    """A ``wager`` made during the round under the paragraph ``cite``: the ``amount`` moves from the ``seat`` to the
    layout."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""

    def bare(self) -> Event:
        return replace(self, cite="")


class Return(Event):
    """Part of a ``wager`` returned undecided under the paragraph ``cite``: the ``amount`` moves from the layout to the
    ``seat``. Examples: a bank not covered, an odds bet that was off."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""

    def bare(self) -> Event:
        return replace(self, cite="")


class Settle(Event):
    """A wager decided.

    - ``seat``, ``wager``: the wager;
    - ``result``: ``win``, ``lose``, ``push`` or ``void``;
    - ``pays``: the profit, in cents;
    - ``lost``: the part of the stake that is taken; the rest goes back, unless it ``stays`` on the
      layout;
    - ``cite``: the paragraph that decides it;
    - ``outcome``: what decided it, as the pay table or the game calls it;
    - ``bank``: who pays and collects: the house (``bank``); a player who banks (``seat:3``); or, where
      the player's bank first collects, then pays, then takes the rest by a `Move`, the ``centre``, which
      is never overdrawn, and empty after the round;
    - ``uncut``: what it would have been paid without a payout limit.
    """

    seat: int
    wager: str
    result: Result
    pays: Cents = 0
    lost: Cents = 0
    cite: str = ""
    outcome: str = ""
    stays: bool = False
    bank: str = "bank"
    uncut: Cents = 0

    def bare(self) -> Event:
        return replace(self, cite="", outcome="")


class Reverse(Event):
    """A settlement of this round reversed by a ruling under the paragraph ``cite``: payments return to their payer,
    losses come back, and the ``wager`` of this ``seat`` is on the layout as before. Later events say how it ends.
    ``stake``, ``pays``, ``lost``, ``stays`` and ``bank`` are those of the settlement."""

    seat: int
    wager: str
    stake: Cents = 0
    pays: Cents = 0
    lost: Cents = 0
    cite: str = ""
    stays: bool = False
    bank: str = "bank"

    def bare(self) -> Event:
        return replace(self, cite="")


class Move(Event):
    """An ``amount`` from the account ``source`` to the account ``target``, ``why`` in words and by the paragraph
    ``cite``: fees, pots, rakes and meters. Accounts are ``seat:1``, ``bank``, ``fees``, ``layout``, ``pot``,
    ``centre``, ``meter:main``; `fee` makes the usual one. ``on`` is the wager (seat and name) for which it is moved:
    if that wager is void, the amount is moved back."""

    source: str
    target: str
    amount: Cents
    why: str = ""
    cite: str = ""
    on: tuple[int, str] | None = None

    def bare(self) -> Event:
        return replace(self, why="", cite="")


class Travel(Event):
    """The ``wager`` of a ``seat`` moved on the layout ``to`` another name, where it joins any stake already there:
    the come bet that goes to its number."""

    seat: int
    wager: str
    to: str


class Show(Event):
    """An ``owner``'s cards turned face up, or only the ``first`` few of them, or those at these ``places`` (0 is the
    first). The driver enters the ``cards``."""

    owner: str
    cards: tuple[int, ...] = ()
    first: int = 0
    places: tuple[int, ...] = ()


class Slide(Event):
    """An ``owner``'s last card, or this ``card``, moved ``to`` another: a pair split, a card drawn early that goes to
    its hand, a card discarded."""

    owner: str
    to: str
    card: int = UNKNOWN

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Slide(self.owner, self.to)


class Discard(Event):
    """An ``owner``'s cards to the discard rack. If the game still needs them, it keeps them itself."""

    owner: str


class Say(Event):
    """The dealer's announcement ``what`` ``to`` the table, or a notice to somebody outside it, under the paragraph
    ``cite``."""

    what: str = ""
    to: str = "table"
    cite: str = ""

    def bare(self) -> Event:
        return replace(self, what="", to="table", cite="")


class Irregular(Event):
    """An irregularity and its ``ruling``, which the driver enters with ``id`` and ``cite``; ``shown`` is what an
    invalid throw or spin had shown."""

    id: str
    ruling: str = ""
    cite: str = ""
    shown: str = ""

    def bare(self) -> Event:
        return replace(self, ruling="", cite="")


AnyEvent: TypeAlias = (
    Shuffle
    | Deal
    | Roll
    | Spin
    | Draw
    | Ask
    | Stake
    | Return
    | Settle
    | Reverse
    | Move
    | Travel
    | Show
    | Slide
    | Discard
    | Say
    | Irregular
    | Commit
    | Reveal
)

Round: TypeAlias = Generator[Event, Any, None]
"""A round's procedure. What is sent back fits what was asked: a card, faces, a pocket, an answered `Ask`."""

Played: TypeAlias = Generator[Event, Any, dict[str, object] | None]
"""A round of play. It may return what the answer shows in addition to wagers: by name, as JSON carries it."""


def fee(seat: int, amount: Cents, why: str, cite: str) -> Move:
    """Vigorish, commission or hand fee: from the player to the house, however the wager ends."""
    return Move(f"seat:{seat}", "fees", amount, why, cite)


def arrangements(
    cards: Sequence[int], verb: str = "set", /, **sizes: int | Iterable[int]
) -> tuple[Choice, ...]:
    """One choice for each way to set the cards, in the order of `itertools.combinations`: the index of a way
    is also its name in a compiled round. Identical cards count once.

    >>> [choice.id for choice in arrangements((51, 45, 0), low=1)]
    ['set-As', 'set-Kd', 'set-2c']
    >>> len(arrangements(range(7), medium=2, low=1)), len(arrangements(range(5), "draw", discard=range(1, 6)))
    (105, 31)
    """
    first = [cards.index(card) for card in cards]  # identical cards, or unknown ones, go by the first of them
    alike: dict[Parts, Parts] = {}
    for places in ways(first, **sizes):
        key = tuple(tuple(sorted(part)) for part in places)
        if key not in alike:
            alike[key] = tuple(tuple(map(cards.__getitem__, part)) for part in places)
    return tuple(Choice(f"{verb}-{spelled(parts)}", secret=True, cards=parts) for parts in alike.values())


def ways(cards: Sequence[int], **sizes: int | Iterable[int]) -> Iterator[Parts]:
    """Every way to set the cards, in the order of `itertools.combinations`, including identical cards."""
    every = _apart(
        tuple(range(len(cards))),
        tuple((size,) if isinstance(size, int) else tuple(size) for size in sizes.values()),
    )
    held = cards.__getitem__
    return (tuple(tuple(map(held, part)) for part in parts) for parts in every)


@cache
def _apart(places: tuple[int, ...], sizes: tuple[tuple[int, ...], ...]) -> Sequence[Parts]:
    """Every way to set these places."""
    if not sizes:
        return ((),)
    first, *others = sizes
    return tuple(
        (part, *parts)
        for part in chain.from_iterable(combinations(places, size) for size in first)
        for parts in _apart(tuple(place for place in places if place not in part), tuple(others))
    )


def _apart_alike(parts: Iterable[Sequence[int]], cards: Sequence[int]) -> bool:
    """Do these cards, one after the other, fill the parts?"""
    left = list(cards)
    for part in parts:
        named, left = left[: len(part)], left[len(part) :]
        if not alike(part, named):
            return False
    return not left


def spelled(parts: Iterable[Iterable[int]]) -> str:
    """Cards as set, by name: ``KsQd-9c``."""
    return "-".join("".join(map(name, part)) for part in parts)


def laid(owner: str, /, **parts: Iterable[int]) -> Iterator[Slide]:
    """A hand set in parts: ``laid("1", low=cards)`` moves those cards to the owner ``1.low``. The rest stays
    where it is, and nobody sees more than before."""
    for part, cards in parts.items():
        for card in cards:
            yield Slide(owner, f"{owner}.{part}", card)


def part_of(owner: str) -> str:
    """The part of a hand that was set: ``low`` of ``1.low``; nothing for a whole hand, or one that was split."""
    part = owner.partition(".")[2]
    return "" if part.isdecimal() else part


def offered(choices: Iterable[Choice]) -> list[str]:
    """The decisions open, in words; choices that differ only in their cards are listed once: ``set 2 cards``."""
    given: dict[str, list[int]] = {}
    for choice in choices:
        apart = choice.verb != choice.id
        given.setdefault(choice.verb if apart else str(choice), []).extend(
            [sum(map(len, choice.cards))] * apart
        )
    return [" ".join((words, *_counted(sizes))) for words, sizes in given.items()]


def _counted(sizes: Sequence[int]) -> Iterator[str]:
    if sizes:
        least, most = min(sizes), max(sizes)
        yield f"{least} to {most} cards" if most > least else f"{most} cards" if most > 1 else "1 card"


POINTS = ("shuffle", "deal", "roll", "spin", "draw", "ask", "stake", "settle", "move", "show", "say")
"""The steps before which an irregularity can occur, counted within the round."""
CHANCE = ("roll", "spin", "draw")
"""The steps that can be repeated."""
CARDS = ("deal", "ask")
"""The places where a stray card can be found in the shoe."""


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """An irregularity called at the table.

    - ``id``: that of its entry in the game's file;
    - ``at``: the point of the round, ``("deal", 3)`` for the moment before the third card is dealt; without one
      it happens at the first opportunity;
    - ``position``: whom it concerns, ``2``, a split hand ``2.2`` or ``dealer``; empty for the whole table;
    - ``detail``: the details given with it, by the ids of its entry: ``irregularity.detail.get("card", 1)``.
    """

    id: str
    at: tuple[str, int] | None = None
    position: str = ""
    detail: dict[str, str | int | bool] = {}
