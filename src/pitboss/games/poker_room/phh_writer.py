"""Rounds of a journal in the PHH notation, which `phh_reader` reads: `pitboss replay --phh`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pitboss.book.events import Ask, Deal, Event, Irregular, Show, Stake
from pitboss.equipment.cards import name
from pitboss.games.poker_room.betting import amount, amounts
from pitboss.games.poker_room.family import PokerRoom
from pitboss.games.poker_room.phh_reader import VARIANTS
from pitboss.law import Refused, cite
from pitboss.money import Cents, dollars
from pitboss.table import Table
from pitboss.table.journal import Entry
from pitboss.table.replay import replayed

CODES: Final = {given: code for code, given in VARIANTS.items() if code != "N2L1D"}


def histories(entries: Iterable[Entry]) -> list[str]:
    """The rounds of a journal, numbered; a round that the notation cannot express becomes a comment with the reason."""
    given: list[str] = []

    def step(table: Table, _: Entry) -> None:
        if not isinstance(table.game, PokerRoom):
            raise Refused(f"the notation is for poker hands; {table.game.id} is not a game of the poker room")
        if table.rounds == len(given) + 1:
            try:
                given.append(f"[{table.rounds}]\n" + "\n".join(history(table)))
            except Refused as refused:
                given.append(f"# round {table.rounds}: {refused}")

    replayed(entries, step)
    return given


def history(table: Table) -> Iterator[str]:
    """The round that a table has just played, line by line."""
    rules, settled = table.rules, table.settlement
    code = CODES.get((table.game.id, str(rules.get("structure", ""))))
    if code is None:
        raise Refused(f"the notation has no variant for {table.game.id} with these limits")
    assert settled is not None
    if (
        any(isinstance(event, Irregular) for event in table.said)
        or settled.bank
        or "community.2" in table.hands
    ):
        raise Refused("the notation has no irregularities, payouts or alternative hands")
    seats = list(dict.fromkeys(int(each.to) for each in deals(table.said) if each.to.isdecimal()))
    ante, alike = amount(rules, "ante"), rules.get("ante-by", "each-player") == "each-player"
    anted = before_the_cards(table, seats, cite("14.7(b)1"))
    posted = [put - own for put, own in zip(before_the_cards(table, seats), anted, strict=True)]
    antes = [ante if alike or own else 0 for own in anted]
    yield f"variant = {code!r}"
    yield f"ante_trimming_status = {'true' if alike else 'false'}"
    yield f"antes = {written(_in_order(antes))}"
    if "blinds" in rules:
        yield f"blinds_or_straddles = {written(blinds(table, posted))}"
    else:
        yield f"bring_in = {dollars(amount(rules, 'forced-bet'))}"
    least = amount(rules, "minimum-bet")
    if rules["structure"] == "fixed-limit":
        yield f"small_bet = {dollars(least)}\nbig_bet = {dollars(amount(rules, 'maximum-bet'))}"
    else:
        yield f"min_bet = {dollars(least)}"
    ended = [table.chips(seat) for seat in seats]
    yield f"starting_stacks = {written([each - settled.net[seat] for each, seat in zip(ended, seats, strict=True)])}"
    yield f"actions = {in_order(list(actions(table, seats, posted)))!r}"
    yield f"players = {[f'seat {seat}' for seat in seats]!r}"
    yield f"finishing_stacks = {written(ended)}"


def deals(events: Iterable[Event]) -> list[Deal]:
    return [event for event in events if isinstance(event, Deal)]


def written(cents: Iterable[Cents]) -> str:
    return str([dollars(each) for each in cents])


def _in_order(amounts: list[Cents]) -> list[Cents]:
    """In the notation's order: reversed for two players."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def before_the_cards(table: Table, seats: list[int], by: str = "") -> list[Cents]:
    """What each player posted before the first card was dealt to a player, or the part of it under one paragraph."""
    posted = dict.fromkeys(seats, 0)
    for event in table.said:
        if isinstance(event, Deal) and event.to.isdecimal():
            break
        if isinstance(event, Stake) and event.cite.endswith(by):
            posted[event.seat] += event.amount
    return list(posted.values())


def blinds(table: Table, posted: list[Cents]) -> list[Cents]:
    """Blinds and a straddle in their places, as owed; a post to enter is a negative
    amount."""
    rules = table.rules
    straddles = [event for event in table.said if isinstance(event, Ask) and event.decision == "straddle"]
    owed = [*amounts(rules, "blinds"), *(event.amount for event in straddles)][: len(posted)]
    if len(posted) == 2 == len(owed) and rules["reading-two-players"] == "button-first":
        owed.reverse()
    number = len(owed)
    owed += [0] * (len(posted) - number)
    given = [max(own, put) for own, put in zip(owed, posted, strict=True)]
    return _in_order([each if place < number else -each for place, each in enumerate(given)])


def actions(table: Table, seats: list[int], posted: list[Cents]) -> Iterator[str]:
    """Cards and decisions. The cards of a round of dealing are listed player by player, and those of a draw after
    all discards."""
    player = {seat: f"p{place}" for place, seat in enumerate(seats, 1)}
    dealt: dict[str, str] = {}
    bets = dict(zip(seats, posted, strict=True))
    cards = False
    for event in table.said:
        draws = isinstance(event, Ask) and bool(event.parts)
        burn = isinstance(event, Deal) and event.to == "burn"
        if burn or (not draws and isinstance(event, Ask | Show | Stake)):
            yield from round_of_cards(dealt)
            dealt = {}
        match event:
            case Deal(to="community"):
                dealt["db"] = dealt.get("db", "") + name(event.card)
                bets = dict.fromkeys(seats, 0)
            case Deal() if event.to.isdecimal():
                to = f"dh {player[int(event.to)]}"
                dealt[to] = dealt.get(to, "") + name(event.card)
                if cards and not any(each.startswith("dh") and each != to for each in dealt):
                    bets = dict.fromkeys(seats, 0)  # the next street of a stud game, or a draw
                cards = True
            case Stake() if cards:
                if event.cite.endswith(("14.9(d)1", "14.9(d)2", "14.9(d)3", "14.9(d)4")):
                    yield f"{player[event.seat]} pb"
                bets[event.seat] += event.amount
            case Ask(decision="fold"):
                yield f"{player[event.seat]} f"
            case Ask(decision="check" | "call"):
                yield f"{player[event.seat]} cc"
            case Ask(decision="bet" | "raise"):
                yield f"{player[event.seat]} cbr {dollars(event.amount)}"
            case Ask(decision="all-in"):
                to_ = bets[event.seat] + event.amount
                yield f"{player[event.seat]} " + (f"cbr {dollars(to_)}" if to_ > max(bets.values()) else "cc")
            case Ask() if draws:
                yield f"{player[event.seat]} sd {''.join(name(card) for part in event.cards for card in part)}".strip()
                bets = dict.fromkeys(seats, 0)
            case Show() if event.owner.isdecimal():
                yield f"{player[int(event.owner)]} sm {''.join(map(name, event.cards))}"
    yield from round_of_cards(dealt)


def in_order(given: list[str]) -> list[str]:
    """Where community cards were dealt out after the last decision, hands are shown before them."""
    decided = 1 + max(
        (n for n, each in enumerate(given) if each[0] == "p" and " sm " not in each), default=-1
    )
    return [*given[:decided], *sorted(given[decided:], key=lambda each: each.startswith("d db"))]


def round_of_cards(dealt: Mapping[str, str]) -> list[str]:
    """The community cards, or those of each player in their order."""
    return [f"d {to} {dealt[to]}" for to in sorted(dealt, key=lambda to: (len(to), to))]
