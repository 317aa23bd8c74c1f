"""Hands in the PHH notation (poker hand history, TOML), played again at a table of the poker room.

A file says who had how much, which cards came and what everybody did. The table is opened as customary rooms have it
(no rake, odd chips from the button's left, with two players the button posts first), dealt those cards, and told those
actions; where the law has it otherwise the paragraph is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.book import Refused, Rules, Slide, game
from pitboss.equipment.cards import NAMES
from pitboss.equipment.cards import UNKNOWN as UNSEEN
from pitboss.equipment.chance import Shoe
from pitboss.files import toml
from pitboss.law import Slip
from pitboss.money import Cents, cents, written
from pitboss.table import Memory, Table
from pitboss.table.case import CaseRound
from pitboss.table.script import Script

VARIANTS: Final = {
    "NT": ("hold-em", "no-limit"),
    "FT": ("hold-em", "fixed-limit"),
    "PO": ("omaha-high", "pot-limit"),
    "FO/8": ("omaha-high-low-8", "fixed-limit"),
    "F7S": ("seven-card-stud-high", "fixed-limit"),
    "F7S/8": ("seven-card-stud-high-low-8", "fixed-limit"),
    "FR": ("seven-card-stud-low", "fixed-limit"),
    "F2L3D": ("triple-draw-2-7", "fixed-limit"),
    "FB": ("badugi", "fixed-limit"),
}
"""The variants of the notation that the subchapter knows, and their betting."""

UNKNOWN: Final = "??"
LARGEST: Final = 10_000
"""Dollars: the largest amount that the options of a table take. In a file with larger ones a unit is a cent."""


class Seen(Script):
    """Cards as a file tells them: one that nobody saw is none."""

    def card(self, to: str, shoe: Shoe) -> int:
        told = self._cards.get(to)
        if told and told[0] == UNSEEN:
            return told.popleft()
        return super().card(to, shoe)


class SeenTable(Table):
    """A table at which cards are thrown away that nobody saw."""

    def _slide(self, event: Slide) -> None:
        hand = self.hands[event.owner]
        if event.card == UNSEEN:  # one that was not seen, not one that was shown later
            place = next((place for place, held in enumerate(hand) if held.card == UNSEEN), -1)
            hand.append(hand.pop(place))
        super()._slide(event)


class Hand(Struct, kw_only=True):
    """A file of the notation, as far as it is read here."""

    variant: str
    starting_stacks: list[int | float]
    actions: list[str]
    antes: list[int | float] = []
    blinds_or_straddles: list[int | float] = []
    bring_in: int | float = 0
    small_bet: int | float = 0
    big_bet: int | float = 0
    min_bet: int | float = 0
    players: list[str] = []
    finishing_stacks: list[int | float] | None = None


class Told(Struct, kw_only=True, omit_defaults=True):
    """What became of a hand."""

    file: str
    variant: str
    game: str = ""
    finishing_stacks: list[int | float] = []
    agrees: bool | None = None
    pot: int | float = 0
    winners: list[int] = []
    breaks: str = ""
    """What the law has otherwise, with the paragraph."""
    journal: list[bytes] = []

    def json(self) -> dict[str, object]:
        told: dict[str, object] = {
            "file": self.file,
            "variant": self.variant,
            "game": self.game,
            "finishing_stacks": self.finishing_stacks,
            "agrees": self.agrees,
            "pot": self.pot,
            "winners": self.winners,
        }
        return told | ({"breaks": self.breaks} if self.breaks else {})


def read(text: bytes, file: str) -> Hand:
    """Read a file; what is wrong with it is told in a sentence."""
    try:
        hand = msgspec.convert(toml(text, file), Hand)
    except msgspec.ValidationError as problem:
        raise Refused(f"{file} is not a hand in PHH notation: {problem}") from None
    if not 2 <= len(hand.starting_stacks) <= 11:
        raise Refused(
            f"{file} has {len(hand.starting_stacks)} players; poker is for two to eleven", "14.6(b)"
        )
    return hand


def replayed(hand: Hand, file: str) -> Told:
    """The hand played again; what the law does not let happen is told with its paragraph."""
    told = Told(file=file, variant=hand.variant)
    if hand.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Refused(
            f"{file}: the poker room has no game for the variant {hand.variant!r}; it has {known}", "14.8"
        )
    told.game = VARIANTS[hand.variant][0]
    try:
        _play(hand, told)
    except Refused as refused:
        told.breaks, told.agrees = str(refused), False
    except Slip:
        told.breaks, told.agrees = "the pot turns on cards that the file does not tell", False
    return told


def _play(hand: Hand, told: Told) -> None:
    unit = _unit(hand)
    rules = _rules(hand, unit)
    script = Seen(None, rules.pack(), None)
    stacks = [int(Decimal(str(each)) * unit) for each in hand.starting_stacks]
    memory = Memory()
    state = {"button": len(stacks)} if "blinds" in rules else {}
    table = SeenTable(rules.game, rules, chance=script, clock=lambda: 0, storage=memory, state=state)
    for seat, stack in enumerate(stacks, 1):
        name = hand.players[seat - 1] if len(hand.players) >= seat else ""
        table.sit(seat, name if name.isprintable() and 0 < len(name) <= 100 else f"p{seat}", written(stack))
    script.load(CaseRound(cards=_cards(hand)))
    excluded = set(table.seats) - set(rules.game.eligible(table))  # type: ignore[attr-defined]
    if excluded:
        raise Refused(
            f"p{min(excluded)} has too little to be dealt in: the bets required and one bet at the minimum",
            "14.7(c)3",
        )
    table.deal()
    for action in hand.actions:
        _act(table, action.partition("#")[0].split(), unit)
    if table.asked:
        raise Refused(f"the hand ends while p{table.asked.seat} has to decide", "14.6(d)")
    assert table.settlement is not None
    ended = [stack + table.settlement.net[seat] for seat, stack in enumerate(stacks, 1)]
    told.finishing_stacks = [_units(each, unit) for each in ended]
    told.winners = [seat for seat, net in table.settlement.net.items() if net > 0]
    told.pot = _units(
        sum(each["pot"].stake for each in table.settlement.wagers.values() if "pot" in each), unit
    )
    told.journal = memory.lines
    if hand.finishing_stacks is not None:
        told.agrees = [Decimal(str(each)) for each in hand.finishing_stacks] == [
            Decimal(each) / unit for each in ended
        ]


# ---- the table -----------------------------------------------------------------------------------------


def _unit(hand: Hand) -> Cents:
    """What a unit of the file is at the table, in cents."""
    amounts = (
        *hand.blinds_or_straddles,
        hand.big_bet,
        hand.min_bet,
        hand.small_bet,
        *hand.antes,
        hand.bring_in,
    )
    return 100 if max(amounts) <= LARGEST else 1


def _units(amount: Cents, unit: Cents) -> int | float:
    return amount // unit if amount % unit == 0 else amount / unit


def _rules(hand: Hand, unit: Cents) -> Rules:
    name, structure = VARIANTS[hand.variant]
    try:
        found = game(name)
    except Refused:
        raise Refused(f"{name} is not in the book yet", "14.8") from None

    def amount(value: int | float) -> str:
        return written(int(Decimal(str(value)) * unit))

    least = hand.small_bet or hand.min_bet
    options: dict[str, object] = {
        "structure": structure,
        "minimum-bet": amount(least),
        "maximum-bet": amount(hand.big_bet or least),
        "rake": 0,
        "rake-levels": "0",
        "time-charge": "0",
        "ante": amount(max(hand.antes, default=0)),
        "ante-by": _ante_by(hand),
    }
    if hand.bring_in:
        options["forced-bet"] = amount(hand.bring_in)
    if any(hand.blinds_or_straddles):
        options |= {"blinds": " ".join(map(amount, _blinds(hand))), "reading-two-players": "button-first"}
        options["odd-chip"] = "left-of-button"
    else:
        options["odd-chip"] = "left-of-dealer"
    known = {option.id for option in found.data.options}
    chosen = {name: value for name, value in options.items() if name in known}
    stacks = (*hand.starting_stacks, *(hand.finishing_stacks or ()))
    chip = 1 if any(each != int(each) for each in stacks) else unit
    return Rules(found, chosen, chip=chip, positions=len(hand.starting_stacks), lawful=False)


def _ante_by(hand: Hand) -> str:
    """Who puts the ante up: everybody alike, or for all of them who posts the last blind."""
    if len(set(hand.antes)) < 2:
        return "each-player"
    last = len(_blinds(hand)) - 1 if len(hand.antes) > 2 else 0
    if [place for place, ante in enumerate(hand.antes) if ante] != [last]:
        raise Refused(
            "antes that some players put up and others do not are a custom of other houses", "14.7(b)1"
        )
    return "last-blind"


def _blinds(hand: Hand) -> list[int | float]:
    """The blinds from the button's left; a straddle is one of them."""
    told = hand.blinds_or_straddles
    posted = [each for each in told if each]
    if told[: len(posted)] != posted:
        raise Refused("blinds with a gap between them are a custom of other houses", "14.10(d)")
    return posted


def _cards(hand: Hand) -> dict[str, list[str]]:
    """Every card by its owner, in the order of the deal; what is only known from the showdown is filled in."""
    dealt: dict[str, list[str]] = {}
    shown: dict[str, list[str]] = {}
    for action in hand.actions:
        match action.partition("#")[0].split():
            case ["d", "dh", player, cards]:
                dealt.setdefault(player.removeprefix("p"), []).extend(_named(cards))
            case ["d", "db", cards]:
                dealt.setdefault("community", []).extend(_named(cards))
            case [player, "sm", cards]:
                shown[player.removeprefix("p")] = _named(cards)
    if hand.bring_in:
        _fill_up_cards(hand.variant, dealt)
    for owner, known in shown.items():
        held = dealt.get(owner, [])
        left = [card for card in known if card not in held]
        for place in range(len(held) - 1, -1, -1):  # what was drawn last was not thrown away again
            if held[place] == UNKNOWN and left and card_kept(hand, owner, place, len(held)):
                held[place] = left.pop()
    return dealt


def _fill_up_cards(variant: str, dealt: Mapping[str, list[str]]) -> None:
    """The up-cards of who folded at once are often not told, and yet one of all up-cards opens the betting: they are
    taken to be cards that do not, high ones where the lowest opens and low ones where the highest does."""
    gone = {card for hand in dealt.values() for card in hand}
    order = sorted(set(NAMES[:52]) - gone, key=NAMES.index, reverse=True)
    if variant == "FR":
        order = order[4:][::-1] + order[:4]  # an ace is the lowest, but might be told as high
    left = iter(order)
    for owner, cards in dealt.items():
        for place in range(2, min(len(cards), 6)) if owner != "community" else ():
            if cards[place] == UNKNOWN:
                cards[place] = next(left)


def card_kept(hand: Hand, owner: str, place: int, cards: int) -> bool:
    """Could the card at this place still be held at the end? In games without discards every card is."""
    thrown = sum(_count(words[2]) for words in _discards(hand, owner))
    return place >= thrown or cards - thrown > place


def _discards(hand: Hand, owner: str) -> Iterable[Sequence[str]]:
    for action in hand.actions:
        words = action.partition("#")[0].split()
        if words[:2] == [f"p{owner}", "sd"] and len(words) > 2:
            yield words


def _count(cards: str) -> int:
    return len(cards) // 2


def _named(cards: str) -> list[str]:
    if len(cards) % 2:
        raise Refused(f"{cards!r} are no cards")
    named = [cards[n : n + 2] for n in range(0, len(cards), 2)]
    for card in named:
        if card != UNKNOWN and card not in NAMES:
            raise Refused(f"{card!r} is not a card; write rank and suit, as As, Td or 7h")
    return named


# ---- actions -------------------------------------------------------------------------------------------


def _act(table: Table, words: Sequence[str], unit: Cents) -> None:
    match words:
        case [] | ["d", *_] | [_, "sm", *_] | [_, "pb"]:
            return
        case [player, "f"]:
            _decide(table, player, "fold")
        case [player, "cc"]:
            _decide(table, player, "check" if _open(table, "check") else "call")
        case [player, "cbr", amount]:
            to = int(Decimal(str(cents(amount))) * unit / 100)
            asked = table.asked
            offered = {choice.id: choice for choice in (asked.choices if asked else ())}
            raised = offered.get("raise") or offered.get("bet")
            fits = raised is not None and raised.least <= to <= raised.most
            if not fits and "all-in" in offered and _bet(table) + offered["all-in"].most == to:
                _decide(table, player, "all-in")
                return
            _decide(table, player, raised.id if raised else "raise", to)
        case [player, "sd", *cards]:
            _discard(table, player, "".join(cards))
        case _:
            raise Refused(f"{' '.join(words)!r} is no action of the notation")


def _open(table: Table, decision: str) -> bool:
    return table.asked is not None and any(choice.id == decision for choice in table.asked.choices)


def _bet(table: Table) -> Cents:
    """What a player has bet in this betting round, as far as an all-in tells."""
    asked = table.asked
    raised = next((each for each in (asked.choices if asked else ()) if each.id in ("raise", "bet")), None)
    whole = next((each for each in (asked.choices if asked else ()) if each.id == "all-in"), None)
    return raised.most - whole.most if raised and whole else 0


def _decide(table: Table, player: str, decision: str, amount: Cents | None = None) -> None:
    seat = int(player.removeprefix("p")) if player.removeprefix("p").isdecimal() else 0
    if table.asked is None:
        raise Refused(f"{player} has nothing to decide: the betting is over", "14.6(d)")
    table.act(seat, decision, None if amount is None else written(amount))


def _discard(table: Table, player: str, cards: str) -> None:
    seat = int(player.removeprefix("p"))
    asked = table.asked
    if asked is None:
        raise Refused(f"{player} has nothing to draw", "14.12(f)")
    if not cards:
        table.act(seat, asked.usual or "stand-pat")
        return
    named = _named(cards)
    held = table.cards(asked.hand)
    known = [NAMES.index(card) for card in named if card != UNKNOWN]
    hidden = [card for card in held if card < 0][: len(named) - len(known)]
    table.act(seat, asked.naming("", [*known, *hidden]))


def as_rows(hands: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """What `pitboss phh` answers."""
    return [replayed(read(text, file), file).json() for file, text in hands.items()]
