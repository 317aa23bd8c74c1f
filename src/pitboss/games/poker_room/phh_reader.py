"""Hands in the PHH notation (poker hand history, TOML), replayed at a table of the poker room.

A file gives the stacks, the cards and the actions. The table is opened with the customary rules of poker rooms (no
rake, odd chips from the button's left, with two players the button posts first, short stacks dealt in), dealt those
cards, and given those actions; where the regulation differs, the report names the paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from math import inf, isfinite
from types import MappingProxyType
from typing import Any, Final, Literal, cast

import msgspec
from msgspec import Struct

from pitboss.book import Deal, Event, Refused, Rules, Slide, Stake, game
from pitboss.equipment.cards import NAMES
from pitboss.equipment.cards import UNKNOWN as UNSEEN
from pitboss.equipment.chance import Shoe
from pitboss.files import toml
from pitboss.games.poker_room.betting import Play, Player
from pitboss.games.poker_room.family import PokerRoom
from pitboss.games.poker_room.triple_draw_2_7 import TripleDraw27
from pitboss.law import Slip, cite
from pitboss.money import Cents, written
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
    "N2L1D": ("five-card-draw-low", "no-limit"),
}
"""The variants of the notation that the subchapter has, and their betting; the last one only approximately."""
SINGLE_DRAW: Final = (
    "deuce to seven with a single draw, played here as five-card draw, is not a game of the subchapter"
)

SOME_ANTES: Final = "antes posted by some players only are a custom of other card rooms"
UNKNOWN_CARDS: Final = "the pot depends on cards that the file does not give"
NUMBERED: Final = re.compile(rb"^\[(\d+)\]\s*$", re.MULTILINE)
"""The header of each of several hands in a file. Each is read separately: there may be thousands."""
LARGEST_FILE: Final = 16_000_000

UNKNOWN: Final = "??"
MOST: Final = 10**12
PLENTY: Final[Cents] = 10**10
"""A stack that the file does not give (``inf``): more than anybody bets."""
DUST: Final = Decimal("1e-6")
"""Amounts closer than this are equal: sums of binary fractions are inexact."""
POSTINGS: Final[Sequence[Mapping[str, str]]] = (
    {},
    {"minimum-raise": "minimum-bet"},
    {"minimum-raise": "minimum-bet", "reopening": "any-raise"},
)
"""What rooms post about raises (14.17); the first posting under which a hand can have been played is used."""
SMALLEST, LARGEST = 0.25, 10_000
"""Dollars: the amounts that the options of a table take."""


class Seen(Script):
    """Cards as a file gives them; an unknown card is none."""

    def card(self, to: str, shoe: Shoe) -> int:
        given = self._cards.get(to)
        if given and given[0] == UNSEEN:
            return given.popleft()
        try:
            return super().card(to, shoe)
        except Refused:
            whom = "the board" if to == "community" else f"p{to}"
            raise Refused(f"the file gives no further card for {whom}") from None


class SeenTable(Table):
    """A table at which cards may be discarded unseen."""

    mucked: Collection[int] = ()
    """The seats that throw their hand away at the showdown."""
    one_ante_pot = False
    """Everybody contends for all antes, including players who posted less than one."""
    dead_posts: Mapping[int, Cents] = MappingProxyType({})
    """Amounts that seats post to enter that are not bets of theirs, and that everybody can win."""

    def _slide(self, event: Slide) -> None:
        hand = self.hands[event.owner]
        if event.card == UNSEEN:  # one that was not seen, not one that was shown later
            place = next((place for place, held in enumerate(hand) if held.card == UNSEEN), -1)
            hand.append(hand.pop(place))
        super()._slide(event)


class Customary(PokerRoom):
    """A game by the custom of card rooms: odd chips go by seat, short stacks are dealt in, and a hand mucked at the
    showdown is out, no matter its value."""

    def eligible(self, table: Table) -> list[int]:
        return sorted(table.seats)

    def opening(self, table: Table) -> Generator[Event, Any, Play]:
        play = yield from super().opening(table)
        assert isinstance(table, SeenTable)
        if table.one_ante_pot:
            for player in play.players:
                player.for_all = player.anted
        for player in play.players:
            if chips := min(table.dead_posts.get(player.seat, 0), player.stack):
                player.stack -= chips
                player.put += chips
                player.for_all += chips
                yield Stake(player.seat, "pot", chips, cite("14.10(d)1i"))
        return play

    def concedes(self, table: Table, player: Player) -> bool:
        return isinstance(table, SeenTable) and player.seat in table.mucked

    def values(self, own: list[int], community: list[int]) -> tuple[int, ...]:
        if UNSEEN in own:
            raise Refused(UNKNOWN_CARDS)
        return super().values(own, community)

    def in_line(
        self, table: Table, play: Play, winners: list[Player], n: int, community: list[int]
    ) -> list[Player]:
        return winners  # odd chips from the button's left on


@cache
def customary(variant: str) -> PokerRoom:
    found = game(VARIANTS[variant][0])
    ends = {"ends": TripleDraw27.ends} if variant == "N2L1D" else {}
    return cast(PokerRoom, type("Customary", (Customary, type(found)), ends)(found.path))


class Hand(Struct, kw_only=True):
    """A file of the notation, as far as it is read here."""

    variant: str
    starting_stacks: list[int | float]
    actions: list[str]
    antes: list[int | float] = []
    ante_trimming_status: bool = False
    """Is the part of an ante that nobody else matched returned? If not, everybody contends for all antes."""
    blinds_or_straddles: list[int | float] = []
    bring_in: int | float = 0
    small_bet: int | float = 0
    big_bet: int | float = 0
    min_bet: int | float = 0
    players: list[str] = []
    finishing_stacks: list[int | float] | None = None


class HandReport(Struct, kw_only=True, omit_defaults=True):
    """The result of a hand."""

    file: str
    variant: str
    game: str = ""
    finishing_stacks: list[int | float | None] = []
    """None: the file does not give the player's starting stack."""
    agrees: bool | None = None
    pot: int | float = 0
    winners: list[int] = []
    breaks: str = ""
    """Where the regulation differs, with the paragraph."""
    faulty: bool = False
    """Does the hand violate the notation rather than the law?"""
    journal: list[bytes] = []

    def json(self) -> dict[str, object]:
        given: dict[str, object] = {
            "file": self.file,
            "variant": self.variant,
            "game": self.game,
            "finishing_stacks": self.finishing_stacks,
            "agrees": self.agrees,
            "pot": self.pot,
            "winners": self.winners,
        }
        return given | ({"breaks": self.breaks} if self.breaks else {})


def hands(text: bytes, file: str) -> list[tuple[str, bytes]]:
    """The hand of a file by the file's name, or each of several that are numbered in it."""
    first, *several = NUMBERED.split(text)
    if not several or toml(first, file):
        return [(file, text)]
    numbers = map(bytes.decode, several[::2])
    return [(f"{file} {number}", each) for number, each in zip(numbers, several[1::2], strict=True)]


def read(text: bytes, file: str) -> Hand:
    """Read a file; an error is reported in one sentence."""
    return _hand(toml(text, file), file)


def _hand(given: object, file: str) -> Hand:
    try:
        hand = msgspec.convert(given, Hand)
    except msgspec.ValidationError as problem:
        raise Refused(f"{file} is not a hand in PHH notation: {problem}") from None
    players = len(hand.starting_stacks)
    if not 2 <= players <= 11:
        raise Refused(f"{file} has {players} players; poker is for two to eleven", "14.6(b)")
    for name in ("antes", "blinds_or_straddles", "finishing_stacks"):
        amounts: list[int | float] = getattr(hand, name) or []
        if amounts and len(amounts) != players:
            raise Refused(f"{file} gives {name} for {len(amounts)} players, but stacks for {players}")
    stacks = [each for each in (*hand.starting_stacks, *(hand.finishing_stacks or ())) if each != inf]
    amounts = [
        *stacks, *hand.antes, *hand.blinds_or_straddles,
        hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet,
    ]  # fmt: skip
    if any(not isfinite(each) or abs(each) > MOST for each in amounts):
        raise Refused(f"{file} has a stack or a bet that is not an amount up to {MOST:,}")
    if min(hand.starting_stacks) <= 0:
        raise Refused(f"{file} has a player without a stack")
    if min(*hand.antes, hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet, 0) < 0:
        raise Refused(f"{file} has a negative ante or bet")
    if hand.blinds_or_straddles and max(hand.blinds_or_straddles) <= 0 > min(hand.blinds_or_straddles):
        raise Refused(f"{file} has players who post to enter, but nobody who posts a blind")
    return hand


def replayed(hand: Hand, file: str) -> HandReport:
    """The hand replayed; whatever the law does not allow is reported with its paragraph."""
    given = HandReport(file=file, variant=hand.variant)
    if hand.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Refused(
            f"{file}: the poker room has no game for the variant {hand.variant!r}; it has {known}", "14.8"
        )
    given.game = VARIANTS[hand.variant][0]
    try:
        _fit(hand, given)
        raked = _total(hand.starting_stacks) - _total(hand.finishing_stacks or hand.starting_stacks)
        if raked > given.pot:
            raise Refused(f"the finishing stacks are {raked.normalize():f} short, which is more than the pot")
        if raked > 0:
            _fit(hand, given, (given.pot, raked))
            given.breaks = given.breaks or str(
                Refused(f"the house took {raked.normalize():f} of the pot", "14.14")
            )
    except Refused as refused:
        given.breaks, given.agrees = str(refused), False
        given.faulty = refused.cite is None and given.breaks != UNKNOWN_CARDS
    except Slip:
        given.breaks, given.agrees = UNKNOWN_CARDS, False
    return given


def _fit(hand: Hand, given: HandReport, rake: tuple[int | float, Decimal] = (0, Decimal(0))) -> None:
    """Play the hand under the first posting about raises that allows it."""
    refusal: Refused | None = None
    for posting in POSTINGS:
        try:
            _play(hand, given, rake, posting)
        except Refused as refused:
            refusal = refusal or refused
            if refused.cite not in (cite("14.17"), cite('14.1 "Raise"')):
                break
        else:
            return
    assert refusal is not None
    raise refusal


def _play(
    hand: Hand, given: HandReport, rake: tuple[int | float, Decimal], posting: Mapping[str, str]
) -> None:
    unit = _unit(hand)
    rules = _rules(hand, unit, rake, posting)
    draws = any(street.draw for street in customary(hand.variant).streets)
    script = Seen(None, rules.pack() * (1 + draws), None)  # a discarded card may be dealt again
    stacks = [PLENTY if each == inf else _cents(each, unit) for each in hand.starting_stacks]
    memory = Memory()
    posts, dead = _posts(hand, unit)
    state: dict[str, object] = {"button": len(stacks), "passed": posts} if "blinds" in rules else {}
    table = SeenTable(rules.game, rules, chance=script, clock=lambda: 0, storage=memory, state=state)
    for seat, stack in enumerate(stacks, 1):
        name = hand.players[seat - 1] if len(hand.players) >= seat else ""
        table.sit(seat, name if name.isprintable() and 0 < len(name) <= 100 else f"p{seat}", written(stack))
    script.load(CaseRound(cards={**_cards(hand)}))
    table.mucked = _mucked(hand)
    table.dead_posts = dead
    table.one_ante_pot = not hand.ante_trimming_status and min(stacks) < _cents(
        max(hand.antes, default=0), unit
    )
    excluded = set(table.seats) - set(PokerRoom.eligible(customary(hand.variant), table))
    if hand.variant == "N2L1D":
        given.breaks = str(Refused(SINGLE_DRAW, "14.8(b)"))
    if dead:
        given.breaks = str(Refused("to enter a player posts the largest blind", "14.10(d)1i"))
    if _ante_by(hand) == "some":
        table.dead_posts = Counter(dead) + Counter(_seats(hand.antes, unit))
        given.breaks = str(Refused(SOME_ANTES, "14.7(b)1"))
    if excluded:
        too_little = f"p{min(excluded)} cannot be dealt in: that takes the required bets and one minimum bet"
        given.breaks = str(Refused(too_little, "14.7(c)3"))
    table.deal()
    for seat in posts:
        table.act(seat, "post")
    for words in _words(hand)[_completes(hand) :]:
        _act(table, words, unit, given)
    ended = [table.chips(seat) for seat in table.seats]
    given.finishing_stacks = [
        None if had == inf else _units(each, unit)
        for each, had in zip(ended, hand.starting_stacks, strict=True)
    ]
    if table.asked:
        raise Refused(f"the hand ends while p{table.asked.seat} still has to decide", "14.6(d)")
    assert table.settlement is not None
    given.winners = [seat for seat, net in table.settlement.net.items() if net > 0]
    given.pot = _units(
        sum(each["pot"].stake for each in table.settlement.wagers.values() if "pot" in each), unit
    )
    given.journal = memory.lines
    known = [
        _exact(theirs) == Decimal(ours) / unit
        for theirs, ours in zip(hand.finishing_stacks or (), ended, strict=False)
        if theirs != inf
    ]
    given.agrees = all(known) if known else None


# ---- the table -----------------------------------------------------------------------------------------


def _unit(hand: Hand) -> Cents:
    """The value of a unit of the file at the table: a dollar if options can hold the bets, a hundred dollars if they
    are too small for that, and a cent if they are too large."""
    given = (
        *hand.blinds_or_straddles,
        hand.big_bet,
        hand.min_bet,
        hand.small_bet,
        *hand.antes,
        hand.bring_in,
    )
    bets = [abs(each) for each in given if each]
    if max(bets, default=0) > LARGEST:
        return 1
    return 100 if min(bets, default=1) >= SMALLEST or max(bets) * 100 > LARGEST else 10_000


def _exact(amount: int | float | Decimal | str) -> Decimal:
    try:
        return Decimal(str(amount)).quantize(DUST)
    except InvalidOperation:
        raise Refused(f"{amount!r} is not an amount") from None


def _total(amounts: Iterable[int | float]) -> Decimal:
    """Among those given."""
    return sum((_exact(each) for each in amounts if each != inf), Decimal(0))


def _cents(amount: int | float | Decimal | str, unit: Cents) -> Cents:
    """An amount of the file at the table."""
    found = _exact(amount) * unit
    if found != int(found):
        raise Refused(f"{amount} is not a whole number of cents at a table with these bets")
    return int(found)


def _units(amount: Cents, unit: Cents) -> int | float:
    return amount // unit if amount % unit == 0 else amount / unit


def _rules(hand: Hand, unit: Cents, rake: tuple[int | float, Decimal], posting: Mapping[str, str]) -> Rules:
    structure = VARIANTS[hand.variant][1]
    found = customary(hand.variant)

    def amount(value: int | float | Decimal) -> str:
        return written(_cents(value, unit))

    by = _ante_by(hand)
    least = hand.small_bet or hand.min_bet
    options: dict[str, object] = {
        "structure": structure,
        "minimum-bet": amount(least),
        "maximum-bet": amount(hand.big_bet or least),
        "rake": 0,
        "rake-levels": amount(rake[0]),
        "rake-increments": amount(rake[1]),
        "rake-maximum": "0",
        "time-charge": "0",
        "ante": amount(max(hand.antes, default=0) if by in ("everybody", "last-blind") else 0),
        "ante-by": "last-blind" if by == "last-blind" else "each-player",
        **posting,
    }
    if hand.bring_in:
        options["forced-bet"] = amount(_forced(hand))
    if any(hand.blinds_or_straddles):
        blinds = _blinds(hand)
        two = "button-first"
        if len(hand.starting_stacks) == 2 and blinds[0] > blinds[-1]:  # the other one posts first
            blinds, two = blinds[::-1], "as-printed"
        options |= {"blinds": " ".join(map(amount, blinds)), "reading-two-players": two}
        options["post-to-enter"] = "yes" if min(hand.blinds_or_straddles) < 0 else "no"
    known = {option.id for option in found.data.options}
    chosen = {name: value for name, value in options.items() if name in known}
    given = (*hand.starting_stacks, *(hand.finishing_stacks or ()), *hand.blinds_or_straddles, *hand.antes)
    broken = any(each != inf and each != int(each) for each in given) or any(
        "." in words[-1] for words in _words(hand)
    )
    chip = max(1, unit // 100) if broken else unit
    return Rules(found, chosen, chip=chip, positions=len(hand.starting_stacks), lawful=False)


def _ante_by(hand: Hand) -> Literal["everybody", "last-blind", "some", "nobody"]:
    """Who posts antes: everybody equally, the last blind for everybody, or players other than the text provides;
    nobody, if one player's is returned because nobody else posted."""
    by = [place for place, ante in enumerate(hand.antes) if ante]
    if len(set(hand.antes)) < 2:
        return "everybody"
    if len(by) == 1 and hand.ante_trimming_status:
        return "nobody"
    last = len(_blinds(hand)) - 1
    if len(hand.antes) == 2 and hand.blinds_or_straddles[0] > hand.blinds_or_straddles[1]:
        last = 0  # for two players, antes and blinds are in reverse order
    if by == [last]:
        return "last-blind"
    if hand.ante_trimming_status:
        raise Refused(SOME_ANTES, "14.7(b)1")
    return "some"


def _blinds(hand: Hand) -> list[int | float]:
    """The blinds from the button's left; a straddle is one of them, a post to enter (a negative amount) is
    not."""
    given = [max(each, 0) for each in hand.blinds_or_straddles]
    posted = [each for each in given if each]
    if given[: len(posted)] != posted:
        raise Refused("blinds with a gap between them are a custom of other card rooms", "14.10(d)")
    return posted


def _seats(amounts: list[int | float], unit: Cents) -> dict[int, Cents]:
    """Amounts by seat: for two players they are in reverse order."""
    given = amounts[::-1] if len(amounts) == 2 else amounts
    return {seat: _cents(each, unit) for seat, each in enumerate(given, 1)}


def _posts(hand: Hand, unit: Cents) -> tuple[list[int], dict[int, Cents]]:
    """Players who post a blind to enter (a negative amount), and those who post, instead or in addition, a different
    amount, such as a missed small blind. It is dead: a custom of card rooms, where the text has a blind bet."""
    blind = max(_cents(max(hand.blinds_or_straddles, default=0), unit), 1)
    owed = {seat: _cents(-each, unit) for seat, each in enumerate(hand.blinds_or_straddles, 1) if each < 0}
    dead = {seat: chips - blind * (chips >= blind) for seat, chips in owed.items()}
    live = [seat for seat, chips in owed.items() if chips >= blind]
    return live, {seat: chips for seat, chips in dead.items() if chips}


def _cards(hand: Hand) -> dict[str, list[str]]:
    """Every card by its owner, in the order of the deal; cards known only from the showdown are filled in."""
    dealt: dict[str, list[str]] = {}
    shown: dict[str, list[str]] = {}
    for words in _words(hand):
        match words:
            case ["d", "dh", player, cards]:
                dealt.setdefault(str(_seat(player)), []).extend(_named(cards))
            case ["d", "db", cards]:
                dealt.setdefault("community", []).extend(_named(cards))
            case ["d", *_]:
                raise Refused(f"{' '.join(words)!r} is not an action of the notation")
            case [player, "sm", cards] if cards != "-":  # as they were dealt
                shown[str(_seat(player))] = _named(cards)
    if hand.bring_in:
        _fill_up_cards(hand.variant, dealt)
    for owner, known in shown.items():
        held = dealt.get(owner, [])
        left = [card for card in known if card not in held]
        for place in range(len(held) - 1, -1, -1):  # the last cards drawn were not discarded again
            if held[place] == UNKNOWN and left and card_kept(hand, owner, place, len(held)):
                held[place] = left.pop()
    return dealt


def _mucked(hand: Hand) -> list[int]:
    """Players who threw their hands away at the showdown: the file says so, or the hand was not seen when others showed
    theirs."""
    last = {_seat(words[0]): "".join(words[2:]) for words in _words(hand) if words[1:2] == ["sm"]}
    seen = any(cards and UNKNOWN not in cards for cards in last.values())
    return [seat for seat, cards in last.items() if not cards or (seen and UNKNOWN in cards)]


def _fill_up_cards(variant: str, dealt: Mapping[str, list[str]]) -> None:
    """The up-cards of players who folded at once are often missing, although one of all up-cards opens the betting:
    they are assumed not to open, high where the lowest opens and low where the highest does."""
    gone = {card for hand in dealt.values() for card in hand}
    order = sorted(set(NAMES[:52]) - gone, key=NAMES.index, reverse=True)
    if variant == "FR":
        order = order[4:][::-1] + order[:4]  # an ace is the lowest, but might be listed as high
    left = iter(order)
    for owner, cards in dealt.items():
        for place in range(2, min(len(cards), 6)) if owner != "community" else ():
            if cards[place] == UNKNOWN:
                cards[place] = next(left)


def card_kept(hand: Hand, owner: str, place: int, cards: int) -> bool:
    """Could the card at this place still be held at the end? In games without discards, always."""
    thrown = sum(_count(words[2]) for words in _discards(hand, owner))
    return place >= thrown or cards - thrown > place


def _discards(hand: Hand, owner: str) -> Iterable[Sequence[str]]:
    for words in _words(hand):
        if words[:2] == [f"p{owner}", "sd"] and len(words) > 2:
            yield words


def _count(cards: str) -> int:
    return len(cards) // 2


def _named(cards: str) -> list[str]:
    if len(cards) % 2:
        raise Refused(f"{cards!r} is not a list of cards")
    named = [cards[n : n + 2] for n in range(0, len(cards), 2)]
    for card in named:
        if card != UNKNOWN and card not in NAMES:
            raise Refused(f"{card!r} is not a card; write rank and suit, as in As, Td or 7h")
    return named


def _words(hand: Hand) -> list[list[str]]:
    """The actions as words; a hash starts a comment, perhaps the whole line."""
    return [words for action in hand.actions if (words := action.partition("#")[0].split())]


def _completes(hand: Hand) -> int:
    """The number of words before the player who owes the bring-in makes a full bet instead, if so."""
    betting = [n for n, words in enumerate(_words(hand)) if words[0] != "d"]
    first = betting[0] if betting else 0
    return first + 1 if hand.bring_in and betting and _words(hand)[first][1] == "cbr" else 0


def _forced(hand: Hand) -> int | float:
    """The bring-in, or the full bet that is made in its place."""
    completed = _completes(hand)
    return float(_exact(_words(hand)[completed - 1][2])) if completed else hand.bring_in


def _seat(player: str) -> int:
    number = player.removeprefix("p")
    if not (player.startswith("p") and number.isdecimal() and len(number) < 3):
        raise Refused(f"{player!r} is not a player; the first is p1")
    return int(number)


# ---- actions -------------------------------------------------------------------------------------------


def _act(table: Table, words: Sequence[str], unit: Cents, given: HandReport) -> None:
    match words:
        case ["d", *_] | [_, "sm"] | [_, "sm", _]:
            return
        case [
            player,
            "pb",
        ]:  # which the table has taken, unless the player who owes it had nothing left after the ante
            if table.asked is not None and table.asked.seat == _seat(player) and _open(table, "call"):
                _decide(table, player, "call")
        case [player, "f"]:
            if table.asked is not None and table.asked.seat == _seat(player) and not _open(table, "fold"):
                table.irregularity("hand-thrown-away", position=str(_seat(player)))  # 14.15(j)1
                return
            _decide(table, player, "fold")
        case [player, "cc"]:
            _decide(table, player, "check" if _open(table, "check") else "call")
        case [player, "cbr", amount]:
            to = _cents(amount, unit)
            asked = table.asked
            offered = {choice.id: choice for choice in (asked.choices if asked else ())}
            raised = offered.get("raise") or offered.get("bet")
            fits = raised is not None and raised.least <= to <= raised.most
            if not fits and "all-in" in offered and _bet(table) + offered["all-in"].most == to:
                _decide(table, player, "all-in")
                return
            if raised is not None and to < raised.least and to == _most_that_others_have(table, player):
                given.breaks = str(
                    Refused(
                        f"a raise to what others have left is {written(raised.least - to)} too little",
                        "14.17",
                    )
                )
                to = raised.least
            _decide(table, player, raised.id if raised else "raise", to)
        case [player, "sd", *cards]:
            _discard(table, player, "".join(cards))
        case _:
            raise Refused(f"{' '.join(words)!r} is not an action of the notation")


def _open(table: Table, decision: str) -> bool:
    return table.asked is not None and any(choice.id == decision for choice in table.asked.choices)


def _bet(table: Table) -> Cents:
    """A player's bet in this betting round, as far as an all-in shows it."""
    asked = table.asked
    raised = next((each for each in (asked.choices if asked else ()) if each.id in ("raise", "bet")), None)
    whole = next((each for each in (asked.choices if asked else ()) if each.id == "all-in"), None)
    return raised.most - whole.most if raised and whole else 0


def _most_that_others_have(table: Table, player: str) -> Cents:
    """How much another player could bet in a betting round after the first."""
    bets: Counter[int] = Counter()
    for event in reversed(table.said):
        if isinstance(event, Deal):
            break
        if isinstance(event, Stake):
            bets[event.seat] += event.amount
    rivals = [seat for seat in table.seats if seat != _seat(player) and table.hands.get(str(seat))]
    return max(bets[seat] + table.chips(seat) for seat in rivals)


def _decide(table: Table, player: str, decision: str, amount: Cents | None = None) -> None:
    seat = _seat(player)
    if table.asked is None:
        raise Refused(f"{player} has nothing to decide: the betting is over", "14.6(d)")
    table.act(seat, decision, None if amount is None else written(amount))


def _discard(table: Table, player: str, cards: str) -> None:
    seat = _seat(player)
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


def as_rows(files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """The result of `pitboss phh`. A refused hand does not stop the others from being played."""
    rows: list[dict[str, Any]] = []
    refusals: list[Refused] = []
    for name, one in [each for file, text in files.items() for each in hands(text, file)]:
        variant = ""
        try:
            hand = read(one, name)
            variant = hand.variant
            given = replayed(hand, name)
            refusals += [Refused(f"{name}: {given.breaks}")] if given.faulty else []
        except Refused as refused:
            refusals.append(refused)
            given = HandReport(file=name, variant=variant, agrees=False, breaks=str(refused))
        rows.append(given.json())
    if len(refusals) == len(rows):
        raise refusals[0]
    return rows
