"""What a round asks for and what it does: the verbs in which a game's procedure is written.

A round is a generator. It asks for all that comes from outside (a card, the dice, a player's choice)
and says all that it does with money; the driver answers, keeps the books and writes the journal::

    card = yield Deal("1")
    answer = yield Ask(1, (PLAY, FOLD))
    yield Settle(1, "ante", "win", pays=1000, cite="13:69F-20.11(a)1")

A card is ``4 * rank + suit``: two is 0 and ace 12; clubs, diamonds, hearts, spades. Owners of cards are positions
(``1``), what a hand was split into (``1.2``) or laid apart as (``1.low``, ``1.discard``), ``dealer``, ``community``,
``burn``, and ``dead`` for hands that nobody plays and nobody sees. Cards lie till the next round begins: what is
discarded before its end is not seen with its result.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pitboss.equipment.cards import UNKNOWN, alike, name
from pitboss.money import Cents, money

Result = Literal["win", "lose", "push", "void"]
Parts: TypeAlias = tuple[tuple[int, ...], ...]
"""Cards laid apart, part by part."""


OWNERS: Mapping[str, str] = {
    "1": "The hand of a position.",
    "1.2": "A second hand of it, and so on: after a split, or where two are dealt.",
    "1.low": "What its player laid apart as the low hand.",
    "1.medium": "What its player laid apart as the medium hand.",
    "1.discard": "What its player discarded.",
    "1.down": "What lies face down beside the hand.",
    "dealer": "The dealer's hand.",
    "dealer.low": "What the dealer laid apart as the low hand.",
    "dealer.medium": "What the dealer laid apart as the medium hand.",
    "dealer.discard": "What the dealer discarded.",
    "player": "The Player's Hand.",
    "banker": "The Banker's Hand.",
    "dummy.player": "The Player's Hand of a dummy hand, dealt after a card was disclosed.",
    "dummy.banker": "The Banker's Hand of a dummy hand.",
    "community": "The cards that all play with.",
    "community.2": "A second board or pack of them, and so on.",
    "dead": "Hands that nobody plays and nobody sees; they need not be told.",
    "burn": "Burned cards; they need not be told.",
    "determinant": "The card that chooses the side of a double shoe.",
    "exposed": "A card drawn early, or instead of one dealt face down, and shown.",
    "disclosed": "A card disclosed in error.",
    "discard": "What goes to the discard rack with a card found face up or disclosed.",
    "error": "A card drawn in error and not shown.",
}
"""Whose cards there are, as cases name them: position 1 stands for each."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A decision open to a player.

    - ``id``: a `[[decision]]` of the game's file has it, or its first words;
    - ``least``, ``most``, ``step``: where ``most`` is more than 0 an amount is chosen, in cents, from least to most in
      steps of so many;
    - ``usual``: the amount meant when none is said: doubling down is for as much again;
    - ``secret``: nobody else learns that it was taken: which card was laid down unseen;
    - ``of``: between rounds what may be named with it, a wager or a colour; nothing named stands for all;
    - ``cards``: those that it lays apart, part by part: of the low hand, or the discards;
    - ``warning``: what would be wrong with it: a setting that fouls is open to a player, who is asked twice.
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

    @property
    def verb(self) -> str:
        """The word before the cards: ``set`` of ``set-KsQd``."""
        return self.id.removesuffix(f"-{spelled(self.cards)}") if self.cards else self.id

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
    """Something that happens at the table, in the order in which it happens. None leads back to itself, so the garbage
    collector need not look at them."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as that seat may see it (``None``: a bystander): whole, or as everybody else does."""
        return self if self.whole_to(seat) else self.hidden()

    def whole_to(self, seat: int | None) -> bool:
        """Does that seat see all of it?"""
        return True

    def hidden(self) -> Event:
        """As those see it who do not see all of it."""
        return self

    def bare(self) -> Event:
        """As a journal keeps it: without paragraphs and prose, which follow from the rules and may be worded anew."""
        return self


# ---- asked for: the driver answers -----------------------------------------------------------------


class Shuffle(Event):
    """The cards of the game's ``[deck]``, or so many ``decks`` with ``jokers``, or the given ``cards``, in random
    order: the shoe from which `Deal` draws until the next one. A table may have several shoes, or one of two
    compartments, told apart by the name ``shoe``. The driver enters the ``order``."""

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
    ``community``, ``burn``. All see it if it is dealt ``up``; else those at ``seats`` do, or nobody. The round gets the
    ``card`` back."""

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
    """A ``promise`` about the chance of the next round: the hash of the ``secret`` from which it will be drawn."""

    promise: str = ""
    secret: bytes = b""

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Commit(self.promise)


class Reveal(Event):
    """The ``secret`` behind the ``promise`` of a ``round``, once its chance is spent: whoever has it can draw the same
    cards again."""

    round: int
    promise: str
    secret: bytes


class Roll(Event):
    """A throw ``of`` so many dice. The round gets the ``faces`` back. One that ``decides`` no wager, as that for who
    gets the first card, a case need not tell."""

    of: int = 2
    faces: tuple[int, ...] = ()
    decides: bool = True


class Spin(Event):
    """A spin of a wheel with these ``pockets``. The round gets the ``pocket`` back."""

    pockets: tuple[str, ...]
    pocket: str = ""


class Draw(Event):
    """So many different numbers to ``take``, from 1 to ``of``. The round gets the ``numbers`` back. What ``decides`` no
    wager a case need not tell."""

    take: int
    of: int
    numbers: tuple[int, ...] = ()
    decides: bool = True


class Ask(Event):
    """A choice that is a player's to make, of the ``choices`` for the ``hand`` of this ``seat``. The round gets it back
    with the ``decision`` taken, its ``amount`` and its ``cards``; unanswered, where a ruling has taken the hand
    meanwhile. ``usual`` is what a case means that does not tell of it, and what silence means. ``parts`` names what
    the cards of a choice are laid apart into: a low hand, the discards. Offer what is allowed and can be afforded."""

    seat: int
    choices: tuple[Choice, ...]
    hand: str = ""
    decision: str = ""
    amount: Cents = 0
    usual: str = ""
    parts: tuple[str, ...] = ()

    @property
    def asks(self) -> tuple[Ask, ...]:
        """One question, to be read like several."""
        return (self,)

    @property
    def chosen(self) -> Choice | None:
        """The choice that was taken."""
        return next((choice for choice in self.choices if choice.id == self.decision), None)

    @property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards laid apart by the choice that was taken, part by part."""
        return self.chosen.cards if self.chosen else ()

    @property
    def verb(self) -> str:
        """What the player is to do with cards, if with cards: set, draw."""
        return self.choices[0].verb if self.parts and self.choices else ""

    def naming(self, verb: str, cards: Sequence[int]) -> str:
        """The decision that somebody means who says a word (or none) and names cards, those of a part in any
        order."""
        for choice in self.choices:
            if choice.cards and verb in ("", choice.verb) and _apart_alike(choice.cards, cards):
                return choice.id
        return f"{verb}-{spelled((cards,))}"

    def whole_to(self, seat: int | None) -> bool:
        return seat == self.seat

    def hidden(self) -> Event:
        """What somebody may choose tells of cards that others do not see; what was chosen is for all to see,
        unless it is secret."""
        if self.chosen and self.chosen.secret:
            return Ask(self.seat, (), self.hand, parts=self.parts)
        return Ask(self.seat, (), self.hand, self.decision, self.amount, parts=self.parts)

    def bare(self) -> Event:
        if not any(choice.warning for choice in self.choices):
            return self
        return replace(self, choices=tuple(choice.warned("") for choice in self.choices))


class Asks(Event):
    """Questions put to several players at once, ``asks`` with each seat once; each answers in his own time, and the
    round goes on when all have, with all of them answered. An answer is written when it is given, as if it had been
    asked for alone."""

    asks: tuple[Ask, ...]


# ---- done: the driver keeps the books ---------------------------------------------------------------


class Stake(Event):
    """A ``wager`` made during the round, by the paragraph ``cite``: the ``amount`` from the ``seat`` to the layout."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""

    def bare(self) -> Event:
        return replace(self, cite="")


class Return(Event):
    """Part of a ``wager`` handed back undecided, by the paragraph ``cite``: the ``amount`` goes from the layout to the
    ``seat``. A bank not covered, an odds bet that was off."""

    seat: int
    wager: str
    amount: Cents
    cite: str = ""

    def bare(self) -> Event:
        return replace(self, cite="")


class Settle(Event):
    """A wager decided.

    - ``seat``, ``wager``: whose, and which;
    - ``result``: ``win``, ``lose``, ``push`` or ``void``;
    - ``pays``: the profit, in cents;
    - ``lost``: the part of the stake that is taken; the rest goes back, unless it ``stays`` on the layout;
    - ``cite``: the paragraph that decides it;
    - ``outcome``: by what, as the pay table or the game calls it;
    - ``bank``: who pays and collects: the house (``bank``); a player who banks (``seat:3``); or, where his bank first
      collects, then pays, then takes what is left by a `Move`, the ``centre``, which is never overdrawn, and empty
      after the round;
    - ``uncut``: what it would have been paid if a limit had not cut it.
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
    """A settlement of this round taken back by a ruling, by the paragraph ``cite``: what was paid returns to whoever
    paid it, what was lost comes back, and the ``wager`` of this ``seat`` lies on the layout as it lay. What becomes of
    it then is said by what follows. ``stake``, ``pays``, ``lost``, ``stays`` and ``bank`` are those it had."""

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
    ``centre``, ``meter:main``; `fee` makes the usual one. ``on`` is the wager (seat and name) on whose account it is
    moved: if that is void, it is moved back."""

    source: str
    target: str
    amount: Cents
    why: str = ""
    cite: str = ""
    on: tuple[int, str] | None = None

    def bare(self) -> Event:
        return replace(self, why="", cite="")


class Travel(Event):
    """The ``wager`` of a ``seat`` moved on the layout ``to`` another name, and to what lies there already: the come
    bet that goes to its number."""

    seat: int
    wager: str
    to: str


class Show(Event):
    """An ``owner``'s cards turned face up, or only the ``first`` so many of them, or those at these ``places`` (0 is
    the first). The driver enters the ``cards``."""

    owner: str
    cards: tuple[int, ...] = ()
    first: int = 0
    places: tuple[int, ...] = ()


class Slide(Event):
    """An ``owner``'s last card, or this ``card``, moved ``to`` another: a pair split, a card drawn early that finds its
    hand, a card discarded."""

    owner: str
    to: str
    card: int = UNKNOWN

    def whole_to(self, seat: int | None) -> bool:
        return False

    def hidden(self) -> Event:
        return Slide(self.owner, self.to)


class Discard(Event):
    """An ``owner``'s cards to the discard rack. The game may still need them: it keeps what it dealt."""

    owner: str


class Say(Event):
    """``what`` the dealer calls ``to`` the table, or a notice to somebody outside it, by the paragraph ``cite``."""

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
"""A round's procedure. What is sent back fits what was asked: a card, faces, a pocket, an `Ask` answered."""

Played: TypeAlias = Generator[Event, Any, dict[str, object] | None]
"""A round of play, which may return what the answer says besides wagers: by name, as JSON carries it."""


def fee(seat: int, amount: Cents, why: str, cite: str) -> Move:
    """Vigorish, commission or hand fee: from the player to the house, whatever happens to the wager."""
    return Move(f"seat:{seat}", "fees", amount, why, cite)


def arrangements(
    cards: Sequence[int], verb: str = "set", /, **sizes: int | Iterable[int]
) -> tuple[Choice, ...]:
    """One choice for each way to lay cards apart, in the order of `itertools.combinations`: the index of a way
    is also its name in a compiled round. Equal cards count once.

    >>> [choice.id for choice in arrangements((51, 45, 0), low=1)]
    ['set-As', 'set-Kd', 'set-2c']
    >>> len(arrangements(range(7), medium=2, low=1)), len(arrangements(range(5), "draw", discard=range(1, 6)))
    (105, 31)
    """
    alike: dict[Parts, Parts] = {}
    for parts in ways(cards, **sizes):
        alike.setdefault(tuple(tuple(sorted(part)) for part in parts), parts)
    return tuple(Choice(f"{verb}-{spelled(parts)}", secret=True, cards=parts) for parts in alike.values())


def ways(cards: Sequence[int], **sizes: int | Iterable[int]) -> Iterator[Parts]:
    """Every way to lay cards apart, in the order of `itertools.combinations`, equal cards or not."""
    every = _apart(
        tuple(range(len(cards))),
        tuple((size,) if isinstance(size, int) else tuple(size) for size in sizes.values()),
    )
    held = cards.__getitem__
    return (tuple(tuple(map(held, part)) for part in parts) for parts in every)


@cache
def _apart(places: tuple[int, ...], sizes: tuple[tuple[int, ...], ...]) -> Sequence[Parts]:
    """Every way to lay these places apart."""
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
    """Cards laid apart, by name: ``KsQd-9c``."""
    return "-".join("".join(map(name, part)) for part in parts)


def laid(owner: str, /, **parts: Iterable[int]) -> Iterator[Slide]:
    """A hand laid apart: ``laid("1", low=cards)`` moves those cards to the owner ``1.low``. What remains stays
    where it is, and nobody sees more than before."""
    for part, cards in parts.items():
        for card in cards:
            yield Slide(owner, f"{owner}.{part}", card)


def part_of(owner: str) -> str:
    """What a hand was laid apart as: ``low`` of ``1.low``; nothing for a whole hand, or one that was split."""
    part = owner.partition(".")[2]
    return "" if part.isdecimal() else part


def offered(choices: Iterable[Choice]) -> list[str]:
    """What may be decided, in words; what differs in its cards only is told once: ``set 2 cards``."""
    told: dict[str, list[int]] = {}
    for choice in choices:
        apart = choice.verb != choice.id
        told.setdefault(choice.verb if apart else str(choice), []).extend(
            [sum(map(len, choice.cards))] * apart
        )
    return [" ".join((words, *_counted(sizes))) for words, sizes in told.items()]


def _counted(sizes: Sequence[int]) -> Iterator[str]:
    if sizes:
        least, most = min(sizes), max(sizes)
        yield f"{least} to {most} cards" if most > least else f"{most} cards" if most > 1 else "1 card"


POINTS = ("shuffle", "deal", "roll", "spin", "draw", "ask", "stake", "settle", "move", "show", "say")
"""Where an irregularity can be placed: before the so-many-th of these in the round."""
CHANCE = ("roll", "spin", "draw")
"""What can be made again."""
CARDS = ("deal", "ask")
"""Where a card can be found in the shoe that should not be there."""


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """An irregularity called at the table.

    - ``id``: that of its entry in the game's file;
    - ``at``: the point of the round, ``("deal", 3)`` for the moment before the third card is dealt; with none it
      happens as soon as it can;
    - ``position``: whom it concerns, ``2``, a split hand ``2.2`` or ``dealer``; empty where it is the table;
    - ``detail``: what was told with it, by the ids of its entry: ``irregularity.detail.get("card", 1)``.
    """

    id: str
    at: tuple[str, int] | None = None
    position: str = ""
    detail: dict[str, str | int | bool] = {}
