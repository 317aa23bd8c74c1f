"""A case as people write it, translated into the names of its game.

Wagers and decisions may be written by id or by name, in upper or lower case; suits of cards may be symbols. An unknown
name stays as it is, and is refused where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import structs

from pitboss.book import Game, game_named
from pitboss.law import Refused, clipped

if TYPE_CHECKING:
    from pitboss.table.case import Case, CaseEvent, CaseRound, CaseSeat, Decision, Number

AnyRound = TypeVar("AnyRound", bound="CaseRound")
_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")


class Words(NamedTuple):
    """The ids of a game, by everything that people may write for them."""

    wagers: Mapping[str, str]
    decisions: Mapping[str, str]
    irregularities: Mapping[str, str]
    options: Mapping[str, str]


def spelled(case: Case) -> Case:
    """The case in the words of its game."""
    game = _game(case.game)
    words = _words(game)
    return structs.replace(
        _round(case, words, game),
        game=game.id,
        options={_known(words.options, name): value for name, value in case.options.items()},
        limits={_wager(words, name): value for name, value in case.limits.items()},
        pay_tables={_wager(words, name): rows for name, rows in case.pay_tables.items()},
        rounds=[_round(each, words, game) for each in case.rounds],
    )


def _game(name: str) -> Game:
    try:
        return game_named(name)
    except Refused:
        with suppress(Refused):
            return game_named(slug(name))
        raise


def card(name: str) -> str:
    """A card's name as Pitboss writes it.

    >>> card("A♠"), card("Joker"), card("10h"), card("??")
    ('As', 'Jk', '10h', '??')
    """
    return "Jk" if name.lower() in ("jk", "joker", "★") else name.translate(_SUITS)


def slug(name: str) -> str:
    """A name as ids are written.

    >>> slug("Three of a kind"), slug("Odds_Multiple")
    ('three-of-a-kind', 'odds-multiple')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


@lru_cache(maxsize=64)
def _words(game: Game) -> Words:
    data = game.data
    decisions = [(each.id, (each.name, each.verb or "")) for each in data.decisions]
    required = {each.id for each in data.wagers if each.required}
    main = {name: id_ for id_ in required for name in (game.id, slug(game.title)) if len(required) == 1}
    return Words(
        main | _by_name((each.id, (each.name,)) for each in data.wagers),
        {alias: alias for alias in game.aliases} | _by_name(decisions),
        _by_name((each.id, ()) for each in data.irregularities),
        _by_name((each.id, ()) for each in data.options),
    )


def _by_name(entries: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """The ids, by themselves and by unique names."""
    found: dict[str, set[str]] = {}
    ids: dict[str, str] = {}
    for id_, names in entries:
        ids[id_] = id_
        for name in filter(None, map(slug, names)):
            found.setdefault(name, set()).add(id_)
    return {name: id_ for name, (id_, *others) in found.items() if not others} | ids


def _known(ids: Mapping[str, str], word: str) -> str:
    return word if word in ids else ids.get(slug(word), word)


def _wager(words: Words, name: str) -> str:
    """A wager's id, with its parameter and position unchanged."""
    if name in words.wagers:
        return name
    found = re.fullmatch(r"([^:@]+)(.*)", name, re.DOTALL)
    return _known(words.wagers, found[1]) + found[2] if found else name


def _round(round_: AnyRound, words: Words, game: Game) -> AnyRound:
    seats = [_seat(each, words) for each in round_.seats]
    return structs.replace(
        round_,
        seats=seats,
        cards=_cards(round_, game, seats),
        events=[_event(each, round_, words, game) for each in round_.events],
        dice=_throws(round_.dice),
        spins=[str(spin).translate(_SUITS) for spin in round_.spins],
    )


def _throws(dice: list[list[int] | int]) -> list[list[int] | int]:
    """A list for each throw."""
    faces = [face for face in dice if isinstance(face, int)]
    if faces and len(faces) < len(dice):
        raise Refused("the dice are the faces of one throw, or a list of faces for each throw, and not both")
    return [faces] if faces else dice


def _seat(seat: CaseSeat, words: Words) -> CaseSeat:
    plain = {
        name: {_wager(words, wager): amount for wager, amount in listed.items()}
        for name in ("wagers", "standing", "marks", "verbal", "late")
        if (listed := getattr(seat, name))
    }
    for name, listed in plain.items():
        if len(listed) < len(getattr(seat, name)):
            raise Refused(f"seat {seat.seat} lists a wager by two names; list it once, with its whole amount")
    decisions = seat.decisions
    return structs.replace(
        seat,
        on=[_wager(words, wager) for wager in seat.on],
        decisions={position: _decisions(each, words) for position, each in decisions.items()}
        if isinstance(decisions, dict)
        else _decisions(decisions, words),
        **plain,
    )


def _decisions(listed: str | list[Decision], words: Words) -> list[Decision]:
    return [_decision(each, words) for each in ([listed] if isinstance(listed, str) else listed)]


def _decision(decision: Decision, words: Words) -> Decision:
    if isinstance(decision, str):
        return _known(words.decisions, decision)
    return [_word(each, words, first=not place) for place, each in enumerate(decision)]


def _word(word: Number, words: Words, *, first: bool) -> Number:
    """A word of a decision: the choice, or its wager or cards."""
    if not isinstance(word, str):
        return word
    return _known(words.decisions, word) if first else card(_wager(words, word))


def _decided(seats: Iterable[CaseSeat]) -> dict[str, list[str]]:
    """The words of all decisions, by hand or by seat."""
    by_hand: dict[str, list[str]] = {}
    for seat in seats:
        listed = seat.decisions
        named = listed if isinstance(listed, dict) else {str(seat.seat): listed}
        for hand, decisions in named.items():
            words = (each if isinstance(each, str) else next(iter(each), "") for each in decisions)
            by_hand[str(hand)] = [str(word) for word in words]
    return by_hand


def _cards(round_: CaseRound, game: Game, seats: Iterable[CaseSeat]) -> dict[str, list[str] | str]:
    """The cards by owner. A list that needs no change remains the case's own: unseen cards are tried in place."""
    cards: dict[str, list[str]] = {}
    for owner, hand in round_.cards.items():
        named = owner.lower()
        if (
            named.endswith(".high") and "1.low" in game.owners
        ):  # what is left of a hand when the rest is laid apart
            named = named.removesuffix(".high")
        if named in cards:
            raise Refused(f"the case gives {clipped(named)} cards by two names; list them once")
        if game.owners and not named[:1].isdigit() and re.sub(r"\d+", "2", named) not in game.owners:
            raise Refused(
                f"{clipped(owner)} has no cards in this game; the owners of cards are: {', '.join(game.owners)}"
            )
        plain = [card(each) for each in (re.findall(r"[^\s,]+", hand) if isinstance(hand, str) else hand)]
        cards[named] = hand if isinstance(hand, list) and plain == hand else plain
    return {**game.cases.as_dealt(cards, _decided(seats))}


def _event(event: CaseEvent, round_: CaseRound, words: Words, game: Game) -> CaseEvent:
    """An irregularity by its id; if there is one player with one hand, it concerns that hand."""
    named = _known(words.irregularities, event.irregularity)
    concerns = {each.of for each in game.data.irregularities if each.id == named}
    position = event.position
    if position == "" and concerns == {"player"} and len(round_.seats) == 1:
        (seat,) = round_.seats
        position = "" if any("@" in wager for wager in (*seat.wagers, *seat.standing)) else str(seat.seat)
    return structs.replace(event, irregularity=named, position=position)
