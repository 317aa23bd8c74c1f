"""What happens, in the words of the table: people by name, wagers and decisions as the game calls them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from pitboss.book import events as e
from pitboss.book.key import Key
from pitboss.equipment.cards import UNKNOWN, card, pretty
from pitboss.law import Refused, short
from pitboss.money import money
from pitboss.table import journal as j
from pitboss.table.audit import command_in_words, in_words

if TYPE_CHECKING:
    from pitboss.book.data import Wager
    from pitboss.table.driver import Table

_UNPRINTED: Mapping[str, str] = {}
_COMMON = {"community": "the board", "dead": "the dead hand"}
_SET_ASIDE = {"burn": "is burned", "exposed": "is exposed", "community": "is dealt to the board"}
_ENDS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}
_SUBJECT = re.compile(r"^seat (\d+)(?= has\b)")
_SEAT = re.compile(r"\bseat (\d+)\b", re.I)
_CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|[Jj]o)\b")
_WAGER = re.compile(r"[a-z][a-z0-9]*(?:[:-][\w-]+)+")
_HYPHEN = re.compile(r"(?<=[a-z])-|-(?=[a-z])")
"""Of an id, not of a hand: 8-5-3-A."""


def described(table: Table, event: e.Event) -> str:
    """An event as a person at this table would describe it."""
    return table.rules.amounts_as_shown(_described(table, event))


def _described(table: Table, event: e.Event) -> str:
    match event:
        case e.Deal():
            received = f"a {_piece(table)}" if event.card == UNKNOWN else pretty(event.card)
            if what := _SET_ASIDE.get(event.to):
                return f"{received} {what}"
            return f"{owner(table, event.to)} receives {received}"
        case e.Show():
            return f"{owner(table, event.owner)} shows " + " ".join(map(pretty, event.cards))
        case e.Discard("burn"):
            return "the burned cards are collected"
        case e.Discard():
            what = " is" if "." in event.owner else f"'s {_piece(table)}s are"
            return f"{owner(table, event.owner)}{what} collected"
        case e.Slide():
            return f"a {_piece(table)} goes to {owner(table, event.to)}"
        case e.Ask():
            return f"{person(table, event.seat)}{_decided(table, event)}"
        case e.Stake():
            return f"{person(table, event.seat)} bets {money(event.amount)}: {called(table, event.wager)}"
        case e.Return():
            wager = called(table, event.wager)
            return f"{money(event.amount)} is returned to {person(table, event.seat)}: {wager}"
        case e.Settle():
            won = f" {money(event.pays)}" if event.pays else ""
            lost = f"{' and' * bool(won)} loses {money(event.lost)}" if event.lost else ""
            end = lost.strip() if lost and not won else _ENDS[event.result] + won + lost
            given = event.outcome if event.outcome != event.result else ""  # "wins, win" says it twice
            why = f", {_outcome(table, given)}" if given else ""
            return f"{_whose(table, event.seat, event.wager)} {end}{why} [{short(event.cite)}]"
        case e.Reverse():
            return f"{_whose(table, event.seat, event.wager)} is settled again [{short(event.cite)}]"
        case e.Travel():
            return f"{_whose(table, event.seat, event.wager)} goes to {called(table, event.to)}"
        case e.Move():
            source, target = _purse(table, event.source), _purse(table, event.target)
            why = _named(table, event.why)
            way = f" from {source} to {target}" if source != target else ""
            return f"{money(event.amount)}{way}: {why} [{short(event.cite)}]"
        case e.Say(what, to):
            said = _named(table, what)
            return said if to == "layout" else in_words(e.Say(said, _named(table, to), event.cite))
        case e.Spin():
            return f"the wheel shows {_pocket(table, event.pocket)}"
        case e.Irregular():
            shown = f" (it showed {event.shown})" if event.shown else ""
            return f"{_spelled(event.id)}{shown}: {event.ruling} [{short(event.cite)}]"
    return in_words(event)


def command_described(table: Table, command: j.Command) -> Iterator[str]:
    """A command in the same words."""
    match command:
        case j.Bet(seat, wager, amount):
            yield f"{person(table, seat)} bets {money(amount)}: {called(table, wager)}"
        case j.Remove(seat, wager, amount):
            yield f"{person(table, seat)} takes down {money(amount)}: {called(table, wager)}"
        case j.Stand(seat, wager, amount):
            yield f"{_whose(table, seat, wager)} is {money(amount)}"
        case _:
            yield from command_in_words(command)


def refusal_described(table: Table, refused: Refused) -> str:
    """A refusal in the same words. A seat is called a place in it, unless the sentence begins with what a player has
    not done."""
    words = _SUBJECT.sub(lambda found: person(table, int(found[1])), str(refused))
    decisions = {each.id: each.verb or each.name for each in table.game.data.decisions}
    words = _WAGER.sub(lambda found: decisions.get(found[0], found[0]), _wagers_named(table, words))
    return table.rules.amounts_as_shown(words)


def called(table: Table, wager: str) -> str:
    return named(table.rules.wagers, wager, table.rules.inscribed)


def named(wagers: Mapping[str, Wager], name: str, inscribed: Mapping[str, str] = _UNPRINTED) -> str:
    """A wager in words, with what is inscribed where it lies: ``Symbol $1``, ``Ante at position 3``."""
    key = Key.read(name)
    known = wagers.get(key.id)
    param = inscribed.get(key.spot) or _signed(key.param)
    where = f"at position {key.position}" if key.position else ""
    return " ".join(each for each in (known.name if known else key.id, param, where) if each)


def _piece(table: Table) -> str:
    deck = table.game.data.deck
    return deck.piece if deck else "card"


def _pocket(table: Table, pocket: str) -> str:
    """A stop of the wheel as it is labeled; 2 is 2, although the second dozen has the same name."""
    labels = [label for wager, label in table.rules.inscribed.items() if wager.partition(":")[2] == pocket]
    return pocket if pocket in labels or not labels else labels[0]


def _outcome(table: Table, given: str) -> str:
    """What a wager was decided by; a stop of the wheel as it is labeled."""
    stops = table.game.felt.stops(table.rules)
    return _pocket(table, given) if given in stops else _signed(_HYPHEN.sub(" ", given))


def _signed(words: str) -> str:
    """Cards in the text with the sign of their suit."""
    return _CARD.sub(lambda found: pretty(card(found[0])), words)


def person(table: Table, seat: int) -> str:
    name = table.seats[seat].name if seat in table.seats else table.left.get(seat, f"seat {seat}")
    return name.partition(" (")[0]


def owner(table: Table, name: str) -> str:
    """Whose cards they are: ``ann``, ``ann's hand 2``, ``the dealer``."""
    base, _, part = name.partition(".")
    if base.isdecimal():
        who = person(table, int(base))
    else:
        who = _COMMON.get(base, f"the {base.replace('-', ' ')}")
    return f"{who}'s {'hand ' * part.isdecimal()}{part}" if part else who


def _whose(table: Table, seat: int, wager: str) -> str:
    return f"{person(table, seat)}'s {called(table, wager)}"


def _named(table: Table, words: str) -> str:
    """The same, with a wager's name for its id and a person's name for a seat."""
    return _SEAT.sub(lambda found: person(table, int(found[1])), _wagers_named(table, words))


def _wagers_named(table: Table, words: str) -> str:
    def name(found: re.Match[str]) -> str:
        return called(table, found[0]) if Key.read(found[0]).id in table.rules.wagers else found[0]

    return _WAGER.sub(name, words)


def _decided(table: Table, ask: e.Ask) -> str:
    if not ask.decision:
        return " decides"
    verb = ask.chosen.verb if ask.chosen else ask.decision
    words = next(
        (each.verb or each.name for each in table.game.data.decisions if each.id == verb), _spelled(verb)
    )
    cards = " ".join(map(pretty, chain.from_iterable(ask.cards)))
    amount = money(ask.amount) if ask.amount else ""
    return ": " + " ".join(each for each in (words, cards, amount) if each)


def _purse(table: Table, account: str) -> str:
    kind, _, name = account.partition(":")
    if kind == "seat" and name.isdecimal():
        return person(table, int(name))
    return {"bank": "the house", "fees": "the house", "layout": "the layout"}.get(
        kind, account.replace(":", " ")
    )


def _spelled(name: str) -> str:
    return name.replace("-", " ").capitalize()
