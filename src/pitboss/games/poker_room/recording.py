"""Rounds of a journal in the PHH notation, which `notation` reads: `pitboss replay --phh`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pitboss.book.events import Ask, Deal, Event, Irregular, Show, Stake
from pitboss.equipment.cards import name
from pitboss.games.poker_room.betting import amount, amounts
from pitboss.games.poker_room.bones import PokerRoom
from pitboss.games.poker_room.notation import VARIANTS
from pitboss.law import Refused
from pitboss.money import Cents, dollars
from pitboss.table import Table
from pitboss.table.journal import Entry
from pitboss.table.replay import replayed

CODES: Final = {told: code for code, told in VARIANTS.items() if code != "N2L1D"}


def histories(entries: Iterable[Entry]) -> list[str]:
    """The rounds of a journal, numbered; one that the notation cannot tell is a comment that says why."""
    told: list[str] = []

    def step(table: Table, _: Entry) -> None:
        if not isinstance(table.game, PokerRoom):
            raise Refused(f"the notation tells hands of poker; {table.game.id} is no game of the poker room")
        if table.rounds == len(told) + 1:
            try:
                told.append(f"[{table.rounds}]\n" + "\n".join(history(table)))
            except Refused as refused:
                told.append(f"# round {table.rounds}: {refused}")

    replayed(entries, step)
    return told


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
        raise Refused("the notation knows no irregularities, payouts or alternative hands")
    seats = list(dict.fromkeys(int(each.to) for each in deals(table.said) if each.to.isdecimal()))
    if len(seats) == 2 and rules.get("reading-two-players") == "as-printed":
        raise Refused("in the notation the button has the first blind of two players")
    if rules.get("ante-by", "each-player") != "each-player":
        raise Refused("an ante that one player puts up for all is told in too many ways")
    ante = amount(rules, "ante")
    antes = [ante] * len(seats)
    posted = [put - ante for put in before_the_cards(table, seats)]
    yield f"variant = {code!r}"
    yield f"antes = {written(antes)}"
    if "blinds" in rules:
        yield f"blinds_or_straddles = {written(blinds(table, posted))}"
    else:
        yield f"bring_in = {dollars(amount(rules, 'forced-bet'))}"
    least = amount(rules, "minimum-bet")
    if rules["structure"] == "fixed-limit":
        yield f"small_bet = {dollars(least)}\nbig_bet = {dollars(amount(rules, 'maximum-bet'))}"
    else:
        yield f"min_bet = {dollars(least)}"
    ended = [table.funds(seat) for seat in seats]
    yield f"starting_stacks = {written([each - settled.net[seat] for each, seat in zip(ended, seats, strict=True)])}"
    yield f"actions = {in_order(list(actions(table, seats, posted)))!r}"
    yield f"players = {[f'seat {seat}' for seat in seats]!r}"
    yield f"finishing_stacks = {written(ended)}"


def deals(events: Iterable[Event]) -> list[Deal]:
    return [event for event in events if isinstance(event, Deal)]


def written(cents: Iterable[Cents]) -> str:
    return str([dollars(each) for each in cents])


def before_the_cards(table: Table, seats: list[int]) -> list[Cents]:
    """What each player put up before the first card went to a player."""
    posted = dict.fromkeys(seats, 0)
    for event in table.said:
        if isinstance(event, Deal) and event.to.isdecimal():
            break
        if isinstance(event, Stake):
            posted[event.seat] += event.amount
    return list(posted.values())


def blinds(table: Table, posted: list[Cents]) -> list[Cents]:
    """Blinds and a straddle in their places; what somebody posted to enter is told as a negative amount."""
    straddles = [event for event in table.said if isinstance(event, Ask) and event.decision == "straddle"]
    number = len(amounts(table.rules, "blinds")) + len(straddles)
    told = posted[::-1] if len(posted) == 2 else posted  # as the notation has it
    return [each if place < number else -each for place, each in enumerate(told)]


def actions(table: Table, seats: list[int], posted: list[Cents]) -> Iterator[str]:
    """Cards and decisions. The cards of a round of dealing are told player by player, and those of a draw after all
    discards."""
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


def in_order(told: list[str]) -> list[str]:
    """Where community cards were dealt out after the last decision, hands are shown before them."""
    decided = max(n for n, each in enumerate(told) if each[0] == "p" and " sm " not in each) + 1
    return [*told[:decided], *sorted(told[decided:], key=lambda each: each.startswith("d db"))]


def round_of_cards(dealt: Mapping[str, str]) -> list[str]:
    """The community cards, or those of each player in their order."""
    return [f"d {to} {dealt[to]}" for to in sorted(dealt, key=lambda to: (len(to), to))]
