"""Cases: a round that was recorded or invented, settled under the rules.

A case says what happened: the cards it gives go to the hands it gives, no matter how the dealing procedure would have
dealt them.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from itertools import chain
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, structs

from pitboss.book import Ask, Game, Irregularity, Refused, Rules, RulesRecord, Stake, game_named
from pitboss.book.data import HouseWay
from pitboss.book.events import offered, part_of
from pitboss.book.key import Key
from pitboss.equipment import cards as names
from pitboss.files import sentence
from pitboss.law import Slip, clipped
from pitboss.money import cents, dollars, money, written
from pitboss.table.awards import pay_out
from pitboss.table.driver import Table
from pitboss.table.lawful import findings
from pitboss.table.script import ERROR, CaseTable, EndsEarly, Script
from pitboss.table.spelling import spelled
from pitboss.table.unseen import Unknown

Number = int | float | str
Decision = str | list[Number]
Decisions = list[Decision]
_POSTED = ("options", "pay_tables", "limits", "chip", "increment", "positions", "house_way")
"""What a case says about its table."""
Away = tuple[str, Number]
"""A person who has left a seat, by name, with their chips."""
_PLENTY = 10_000_000_000
_ROUNDS, _ENTRIES = 1_000, 2_500
"""The most that can be settled while somebody waits."""


class CaseSeat(Struct, forbid_unknown_fields=True):
    """A player."""

    seat: int
    """The position where the player sits."""
    wagers: dict[str, Number] = {}
    """Made now, in dollars: ``{"ante": 10, "straight:17": 5, "ante@3": 10}``."""
    decisions: str | Decisions | dict[str, str | Decisions] = []
    """In the order in which they are asked for; a single one may be written without a list. A player at several
    positions may list those of each."""
    standing: dict[str, Number] = {}
    """Wagers left by earlier rounds."""
    on: list[str] = []
    """Which of these wagers, or of those made in this round, are called on."""
    marks: dict[str, int] = {}
    """What the game had noted on them."""
    name: str = ""
    """The same name at two seats of a round is one person at two positions; at another seat in a later round, a person
    who has moved."""
    funds: Number | None = None
    """The player's chips at this seat before the round, in dollars, where it matters what they can pay."""
    adds: Number = 0
    """Chips bought between the previous round and this one, in dollars."""
    verbal: dict[str, Number] = {}
    """Wagers made in this round verbally, with cash, and confirmed."""
    late: dict[str, Number] = {}
    """Wagers made after the round had begun."""


class CaseEvent(Struct, forbid_unknown_fields=True):
    """An irregularity and the point of the round where it happens."""

    irregularity: str
    """Its id."""
    at: tuple[str, int] | None = None
    """``["deal", 3]`` is the moment before the third card; without a point it happens at the first opportunity."""
    position: str | int = ""
    """The hand it concerns, if it concerns one: ``2``, ``2.2`` or ``dealer``."""
    detail: dict[str, str | int | bool] = {}
    """The other details that its entry asks for."""


class CaseRound(Struct, forbid_unknown_fields=True, kw_only=True):
    """What happened in one round."""

    seats: list[CaseSeat] = []
    """The players."""
    cards: dict[str, list[str] | str] = {}
    """By owner, in the order dealt: ``{"1": ["As", "Kd"], "dealer": ["??"]}``; or ``"As Kd"``, one after the other."""
    dice: list[list[int] | int] = []
    """A list of faces for each throw, void ones too; the faces of a single throw may be listed by themselves."""
    spins: list[str | int] = []
    """A pocket for each spin, void ones too."""
    numbers: list[list[int] | int] = []
    """Numbers drawn, or a list of them for each draw."""
    events: list[CaseEvent] = []
    """Irregularities."""


class Case(CaseRound, forbid_unknown_fields=True, kw_only=True):
    """A case: one round, or ``rounds`` one after another at the same table."""

    game: str
    """Its id."""
    options: dict[str, str | int | float | bool | list[Number]] = {}
    """Choices of the house that differ from the defaults."""
    pay_tables: dict[str, dict[str, str]] = {}
    """Pay table rows posted by the house: ``{"pair-plus": {"straight": "6 to 1"}}``."""
    limits: dict[str, tuple[Number, Number]] = {}
    """Posted minimum and maximum by wager; without them, only the limits of the text apply."""
    chip: Number | None = None
    """The smallest chip."""
    increment: Number | None = None
    """The increment in which wagers are made (8.2(f))."""
    positions: int | None = None
    """The seats of the table."""
    house_way: HouseWay | None = None
    """How the dealer sets hands, if the house has posted its own house way."""
    state: dict[str, object] = {}
    """What earlier rounds left behind: the state in an answer can be used here."""
    rounds: list[CaseRound] = []
    """Several rounds, instead of the one described at this level."""
    seed: int | str | None = None
    """Seed for the deals, throws and spins that the case leaves open, so that they are always the same."""
    time: str = "1970-01-01T00:00Z"
    """When it happened, in New Jersey, where that matters: a keno ticket expires."""
    id: str | int = ""
    """What identifies the case among many; the answer repeats it."""
    note: str = ""
    """A remark for people; it decides nothing."""


def read_case(text: bytes | str) -> Case:
    """Read a case from JSON; an error names its place."""
    try:
        case = msgspec.json.decode(text, type=Case)
        json.loads(text, object_pairs_hook=_check_once, parse_int=str)
    except msgspec.ValidationError as problem:
        raise Refused(f"the case cannot be read: {sentence(problem)}{_wanted(str(problem))}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Refused(f"the case cannot be read: {problem}") from None
    return case


def _check_once(fields: list[tuple[str, object]]) -> None:
    """Refuse a name that an object has twice: JSON does not rule it out, and most readers keep the last."""
    for name, times in Counter(name for name, _ in fields).items():
        if times > 1:
            raise Refused(f"the case cannot be read: {clipped(name)} appears {times} times in one place")


_WRITTEN = {
    "seat": "1", "wagers": '{"ante": 10}', "decisions": '["hit", "stand"]', "funds": "500",
    "cards": '{"1": ["As", "Kd"], "dealer": ["Qh", "7d"]}', "dice": "[[3, 4]]", "spins": '["17"]', "numbers": "[4, 8]",
    "events": '[{"irregularity": "card-exposed", "at": ["deal", 3]}]', "at": '["deal", 3]', "standing": '{"pass": 10}',
    "options": '{"decks": 6}', "pay_tables": '{"WAGER": {"ROW": "6 to 1"}}', "limits": '{"ante": [5, 500]}',
    "seats": '[{"seat": 1, "wagers": {"ante": 10}}]', "state": '{"point": 6}', "on": '["WAGER"]',
}  # fmt: skip
"""Fields as they are written."""


def _wanted(problem: str) -> str:
    """What would be right there: the fields that are known, where one is unknown, or how the field is written."""
    if "unknown field" in problem:
        within = re.findall(r"\b(seats|events|rounds)\[", problem)
        of: dict[str, type[Struct]] = {"seats": CaseSeat, "events": CaseEvent, "rounds": CaseRound}
        return "; known fields: " + ", ".join((of[within[-1]] if within else Case).__struct_fields__)
    place = problem.partition(" - at ")[2]
    field = next((name for name in reversed(re.findall(r"\w+", place)) if name in _WRITTEN), "")
    return f"; {field} is written {_WRITTEN[field]}" if field else ""


def open_case(case: Case) -> tuple[CaseTable, Script]:
    """The table of a case with its players seated and its standing wagers on the layout."""
    defined = game_named(case.game)
    posted = {name: getattr(case, name) for name in _POSTED}
    rules = _rules(defined, msgspec.json.encode({"game": case.game, **posted}))
    deck = defined.data.deck
    script = Script(
        case.seed,
        rules.pack(),
        deck.cite if deck else None,
        defined.cases.unneeded,
        defined.cases.reshuffles,
        defined.data.chance,
        rules.dealt,
    )
    state = {**defined.cases.assumed, **case.state}
    now = _moment(case.time)
    table = CaseTable(defined, rules, chance=script, state=state, clock=lambda: now)
    for seat in _players(case):
        _sit(table, seat)
    return table, script


def _sit(table: Table, seat: CaseSeat, name: str = "", chips: Number | None = None) -> None:
    """A player with the name and chips they have now, or as the case first describes them."""
    funds = _PLENTY // 100 if seat.funds is None else seat.funds
    table.sit(seat.seat, name or seat.name or f"player {seat.seat}", funds if chips is None else chips)


def _players(case: Case) -> Iterable[CaseSeat]:
    """Every person in the case, as first described and where they first sat."""
    seats: dict[int, CaseSeat] = {}
    taken: set[int] = set()
    for round_, moved in zip(case.rounds or [case], _moves(case), strict=True):
        taken |= moved.keys() - seats.keys()
        for seat in round_.seats:
            if seat.seat not in taken:
                seats.setdefault(seat.seat, seat)
    return seats.values()


def _moves(case: Case) -> list[dict[int, int]]:
    """Round by round, who has moved to which seat from which: a person appears at one seat, and before that at another.
    A person who appears at two seats in one round plays at both."""
    rounds = case.rounds or [case]
    seats = [
        {name: [s.seat for s in round_.seats if s.name == name] for name in _names(round_)}
        for round_ in rounds
    ]
    several = {name for seated in seats for name, at in seated.items() if len(at) > 1}
    where: dict[str, int] = {}
    moves = []
    for seated in seats:
        one = {name: at[0] for name, at in seated.items() if name not in several}
        moves.append({seat: where[name] for name, seat in one.items() if where.get(name, seat) != seat})
        where |= one
    return moves


def _names(round_: CaseRound) -> set[str]:
    return {seat.name for seat in round_.seats} - {""}


def _moment(time: str) -> int:
    """Milliseconds since 1970 at a time in New Jersey, unless it names another zone."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        moment = datetime.min
    if not 1970 <= moment.year < 9999:  # within what any zone can write
        raise Refused(f"{time!r} is not a time from 1970 to 9998; write it as 2025-03-01 or 2025-03-01T20:15")
    there = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo("America/New_York"))
    return int(there.timestamp() * 1000)


def settle(case: Case) -> dict[str, object]:
    """Settle a case: the result, payment and paragraph of each wager."""
    case = spelled(case)
    answer = _settle(case)
    return {"id": case.id, **answer} if case.id else answer


def _settle(case: Case) -> dict[str, object]:
    try:
        return _settled(case)
    except (Unknown, Slip) as problem:
        for cards, place in _unseen(case):
            if answer := _whichever(case, cards, place):
                return answer
        if isinstance(problem, Unknown) or not (any(_unseen(case)) or _lacks_a_hand(case)):
            raise
        raise Refused("the case has unknown cards, and the result depends on their value") from None


def _settled(case: Case) -> dict[str, object]:
    _, answers = _played(case)
    return answers[0] if len(answers) == 1 else _together(answers)


def _unseen(case: Case) -> Iterator[tuple[list[str], int]]:
    """Where the case has cards that nobody has seen."""
    for round_ in case.rounds or [case]:
        for cards in round_.cards.values():
            if isinstance(cards, list):
                yield from ((cards, place) for place, card in enumerate(cards) if card == "??")


def _lacks_a_hand(case: Case) -> bool:
    """Does the case leave out a hand that may have been folded unseen?"""
    rounds = case.rounds or [case]
    lacks = any(str(seat.seat) not in round_.cards for round_ in rounds for seat in round_.seats)
    return lacks and "1" in game_named(case.game).cases.unneeded


def _whichever(case: Case, cards: list[str], place: int) -> dict[str, object] | None:
    """The answer to a case, if it is the same for every card of the pack that this one could be."""
    listed = Counter(
        card for round_ in case.rounds or [case] for hand in round_.cards.values() for card in hand
    )
    pack = Counter(map(names.name, open_case(case)[0].rules.pack()))
    answer: dict[str, object] | None = None
    try:
        for card in sorted(pack - listed):
            cards[place] = card
            found = _settled(case)
            answer = found if answer is None else _alike(answer, found)
            if answer is None:
                return None
    except (Refused, Slip):
        return None
    finally:
        cards[place] = "??"
    return answer


def _alike(one: dict[str, object], other: dict[str, object]) -> dict[str, object] | None:
    """The common part of two answers if every wager ends alike by the same paragraph; otherwise none."""
    shared = {name: value for name, value in one.items() if other.get(name) == value}
    if "seats" not in shared:
        for mine, theirs in zip(_seats(one), _seats(other), strict=True):
            lines, others = mine["wagers"], theirs["wagers"]
            assert isinstance(lines, dict)
            assert isinstance(others, dict)
            for wager in lines.keys() & others.keys():
                if lines[wager].get("outcome") != others[wager].get("outcome"):
                    lines[wager].pop("outcome", None)
                    others[wager].pop("outcome", None)
        if one["seats"] != other["seats"]:
            return None
        shared["seats"] = one["seats"]
    needed = ("game", "bank", "fees", "meters", "state", *(["rounds"] if "rounds" in one else []))
    return shared if all(name in shared for name in needed) else None


def played(case: Case) -> tuple[CaseTable, list[dict[str, object]]]:
    """The table of a case after its last round, and the result of each round."""
    return _played(spelled(case))


def _played(case: Case) -> tuple[CaseTable, list[dict[str, object]]]:
    _check_described(case)
    table, script = open_case(case)
    _check_people(table.rules, case)
    answers = []
    away: dict[int, Away] = {}
    moves = _moves(case)
    counted = {seat.seat for seat in _players(case) if seat.funds is not None}
    counted |= {seat for moved in moves for seat, left in moved.items() if left in counted}
    for round_, moved in zip(case.rounds or [case], moves, strict=True):
        _come_and_go(table, round_, away, moved)
        _play(table, script, round_)
        pay_out(table)
        _drop_spoiled(table, script)
        answers.append(_answer(table, counted))
        while script.left and table.bets:
            _next(table, script, round_)
            answers.append(_answer(table, counted))
        for called in table.due:
            raise _missed(table, called, round_)
        if not table.voided:  # otherwise cards and dice may still be on the table
            _check_used(table, script, round_)
    return table, answers


def _come_and_go(table: Table, round_: CaseRound, away: dict[int, Away], moved: Mapping[int, int]) -> None:
    """Players who have ``moved`` take another seat. Where everybody at the table is dealt in, only the players whom the
    round lists are present; an ``away`` player keeps their chips. Chips bought between rounds are added."""
    here = {seat.seat for seat in round_.seats}
    gone = () if table.game.wagers_first else table.seats.keys() - here
    for seat in sorted({*gone, *moved.values()} & table.seats.keys()):
        away[seat] = table.seats[seat].name, written(table.leave(seat))
    back = {seat: away.pop(left) for seat, left in moved.items()}
    for each in round_.seats:
        if each.seat not in table.seats:  # a seat that one player has left another may use
            _sit(table, each, *(back | away).get(each.seat, ()))
            away.pop(each.seat, None)
    for each in round_.seats:
        if cents(each.adds) < 0:
            stakes = table.game.cases.table_stakes
            raise Refused(
                f"seat {each.seat} takes chips off the table; chips stay on the table until their player leaves",
                stakes,
            )
        if each.adds:
            table.sit(each.seat, table.seats[each.seat].name, each.adds)


def _check_used(table: CaseTable, script: Script, round_: CaseRound) -> None:
    """Refuse what the round did not use; for a card, with the paragraph that says how many its owner has."""
    if drawn := script.in_error:
        if not table.game.cases.spare(table, ERROR, drawn):
            ruled = table.rules.irregularities.get("card-drawn-in-error")
            says = f"the case gives {names.name(drawn[0])} as a card drawn in error, but the round uses no such card"
            raise Refused(says, ruled.cite if ruled else None)
        script.opens_by = table.rules.irregularity(table.happened[-1].id).full_cite
    spare = [owner for owner in round_.cards if table.game.cases.spare(table, owner, script.over(owner))]
    if unused := script.unused(spare):
        owner = script.left_over(spare)
        paragraph = table.game.cases.no_more_cards(table, owner) if owner else script.no_more
        raise Refused(unused, paragraph)


def _size(round_: CaseRound) -> int:
    """How much a round describes."""
    outcomes = len(round_.dice) + len(round_.spins) + len(round_.numbers) + len(round_.events)
    return outcomes + sum(
        1 + len(s.wagers) + len(s.verbal) + len(s.late) + len(s.standing) + len(s.decisions)
        for s in round_.seats
    )


def _check_described(case: Case) -> None:
    """Refuse what can only be a mistake in the case."""
    if case.rounds and (case.seats or case.cards or case.dice or case.spins or case.numbers or case.events):
        raise Refused("a case describes one round at its top level, or several in `rounds`, not both")
    if len(case.rounds) > _ROUNDS or sum(map(_size, case.rounds or [case])) > _ENTRIES:
        raise Refused(
            f"a case may have at most {_ROUNDS:,} rounds and {_ENTRIES:,} seats, wagers, decisions, throws and events; "
            "for more, start another case with the state of this one"
        )
    for number, round_ in enumerate(case.rounds or [case], 1):
        place = f"round {number}: " if case.rounds else ""
        for seat, times in Counter(each.seat for each in round_.seats).items():
            if times > 1:
                raise Refused(
                    f"{place}seat {seat} appears {times} times; list it once, with everything it does"
                )
        for each in round_.seats if number > 1 else ():
            if each.standing:
                raise Refused(
                    f"{place}standing wagers of seat {each.seat} come from the round before; only "
                    "the first round may list them"
                )


def _check_people(rules: Rules, case: Case) -> None:
    """One name at several seats is one person, who plays at several positions."""
    named: dict[str, list[int]] = {}
    for seat in _players(case):
        if seat.name:
            named.setdefault(seat.name, []).append(seat.seat)
    for seats in named.values():
        if len(seats) > 1:
            rules.game.several(rules, seats)


def _check_lawful(rules: Rules, case: Case) -> None:
    """Refuse a table that `pitboss check` would not pass. Choices that the case leaves open are not held against it."""
    chosen: dict[str, Collection[str]] = {"options": case.options.keys(), "limits": case.limits.keys()}
    for each in findings(rules, case.limits):
        kind, _, names = each.point.partition(".")
        if kind not in chosen or not set(chosen[kind]).isdisjoint(names.split("+")):
            raise Refused(each.says, each.cite)


def _check_effect(rules: Rules, case: Case) -> None:
    """Refuse an option that changes nothing at this table because its feature or side wager is not offered. A reading
    of the text is exempt."""
    for option in rules.game.data.options:
        reading = option.id.startswith("reading-")
        if reading or option.id not in case.options or rules[option.id] == option.default:
            continue
        for other, values in option.when.items():
            if rules[other] not in values:
                says = f"{option.id} applies only if {other} is {' or '.join(map(str, values))}, not {rules[other]}"
                raise Refused(says, option.cite)
        offered_by = {each.option for each in rules.game.data.wagers if each.id in option.affects}
        beside = offered_by and offered_by.isdisjoint((None, option.id))
        if beside and not any(map(rules.offers, option.affects)):
            says = f"{option.id} changes {', '.join(option.affects)}, which this table does not offer"
            raise Refused(says, option.cite)
    for posted in (case.pay_tables, case.limits):
        for wager in posted:
            rules.wager(wager)


@lru_cache(maxsize=64)
def _rules(defined: Game, described: bytes) -> Rules:
    """The rules of a table, read once for all cases that describe it the same way."""
    case = msgspec.json.decode(described, type=Case)
    rules = _posted(defined, case)
    _check_lawful(rules, case)
    _check_effect(rules, case)
    return rules


def _posted(defined: Game, case: Case) -> Rules:
    # Posted limits govern acceptance, never settlement (8.2(e)): only the limits of the text count here.
    of_the_text = {
        wager.id: (
            cents(wager.minimum) if wager.minimum else 1,
            cents(wager.maximum) if wager.maximum else _PLENTY,
        )
        for wager in defined.data.wagers
    }
    record = RulesRecord.in_dollars(
        case.game,
        case.limits,
        case.chip,
        case.increment,
        options=case.options,
        pay_tables=case.pay_tables,
        positions=case.positions,
        house_way=case.house_way,
    )
    return Rules.of(defined, msgspec.structs.replace(record, limits=of_the_text | record.limits))


def _answer(table: Table, counted: set[int]) -> dict[str, object]:
    """The result of the round, and what is left at the seats whose chips are ``counted``."""
    assert table.settlement is not None
    answer = table.settlement.json()
    for seat in _seats(answer):
        if seat["seat"] in counted:
            seat["funds"] = dollars(table.chips(int(str(seat["seat"]))))
    return answer


def _play(table: CaseTable, script: Script, round_: CaseRound) -> None:
    script.load(round_)
    order = {wager.id: place for place, wager in enumerate(table.game.data.wagers)}
    decisions = Answers(round_.seats)
    made = Made(table.game, round_.seats, decisions)
    for seat in round_.seats:
        _check_same(table, seat)
        _check_spoken(table.game, seat)
        _check_spelled(table, seat, made)
        _check_marks(table.rules, seat)
        for wager, amount in seat.standing.items():
            table.stand(seat.seat, wager, amount, on=wager in seat.on, mark=seat.marks.get(wager, 0))
        for wager in sorted(seat.wagers, key=lambda key: order.get(Key.read(key).id, 99)):
            if (seat.seat, wager) in made:
                continue
            made.check_decided(seat.seat, wager)
            if wager not in seat.standing and table.game.cases.stands(table, wager):
                table.stand(seat.seat, wager, seat.wagers[wager])
            else:
                table.bet(seat.seat, wager, seat.wagers[wager])
        for wager, amount in seat.verbal.items():
            table.bet(seat.seat, wager, amount)
        _call_on(table, seat)
        _between(table, seat.seat, decisions.of(seat.seat))
    made.check_begun(table)
    for who, word in decisions.words():
        table.game.cases.foresee(table, who, word)
    called = [
        Irregularity(each.irregularity, each.at, str(each.position), each.detail) for each in round_.events
    ]
    waiting = [each for each in called if _waits(table, each, decisions)]
    for each in called:
        if each not in waiting:
            table.call(each)
    _deal(table, round_)
    while asked := table.asked:
        queue = decisions.of(asked.seat, asked.hand)
        if queue and _answers(table, asked, queue[0]):
            word, staked = _decision(table, asked, decisions.taken(asked))
            if not queue:
                _come_about(table, waiting, asked.seat)
            table.act(asked.seat, word, made.amount(asked, word) if staked is None else staked)
        elif answer := made.answer(asked):
            table.act(asked.seat, *answer)
        elif usual := _left_out(table, script, asked, queue):
            decisions.check_plain(table, asked, usual)
            table.act(asked.seat, usual)
        elif queue:
            table.act(asked.seat, *_decision(table, asked, queue[0]))  # the question refuses it
        else:
            hand = f" at position {asked.hand}" if asked.hand not in ("", str(asked.seat)) else ""
            raise Refused(
                f"the case has no decision for seat {asked.seat}{hand}, "
                f"who may: {', '.join(offered(asked.choices))}",
                table.game.decision(asked.choices[0].id).by(table.rules, 0) or None,
            )
    decisions.check_all_made(table)
    made.check_all_made(table)
    for each in waiting:
        raise _missed(table, each, round_)
    laid = {part for event in table.said if isinstance(event, Ask) for part in event.parts}
    laid |= set(map(part_of, table.hands)) - {""}
    for owner, named in script.apart.items():
        if laid and part_of(owner) not in laid:
            raise Refused(
                f"{clipped(owner)} is not a hand of this game; hands are set as: {', '.join(sorted(laid))}"
            )
        if owner in table.hands and not names.alike(table.cards(owner), named):
            held, meant = (" ".join(map(names.name, each)) for each in (table.cards(owner), named))
            raise Refused(
                f"{owner} is set as {held}, not as {meant}", table.game.decision("set").cite or None
            )


def _deal(table: CaseTable, round_: CaseRound) -> None:
    """Begin the round. It may end with a throw that is void, after which the wagers stand."""
    try:
        table.deal()
    except EndsEarly:
        if not (round_.dice or round_.spins) or table.settlement is None or table.settlement.wagers:
            raise
        table.stop()


def _drop_spoiled(table: Table, script: Script) -> None:
    """What a device shows that failed as it threw is no throw, if the case lists it."""
    if table.voided and script.dice and "roll" in table.rules.irregularity(table.happened[-1].id).points:
        script.dice.popleft()


def _waits(table: Table, called: Irregularity, decisions: Answers) -> bool:
    """Does it end the decisions of a player who has some in the case, without a point of its own?"""
    ends = called.at is None and table.rules.irregularity(called.id).decided
    return ends and called.position.isdecimal() and bool(decisions.of(int(called.position), called.position))


def _come_about(table: CaseTable, waiting: list[Irregularity], seat: int) -> None:
    """What waited for the last decision of a seat happens after it."""
    for called in [each for each in waiting if each.position == str(seat)]:
        waiting.remove(called)
        table.expect(called)


class Answers:
    """The decisions in the case that are still to be made: by seat, or by seat and position."""

    def __init__(self, seats: Iterable[CaseSeat]) -> None:
        self._queues: dict[tuple[int, str], deque[Decision]] = {}
        for each in seats:
            by_position = each.decisions if isinstance(each.decisions, dict) else {"": each.decisions}
            for position, decisions in by_position.items():
                self._queues[each.seat, position] = deque(decisions)

        self._last: dict[int, tuple[Ask, Decision]] = {}
        """By seat, the last question that the case answered, and its answer."""

    def of(self, seat: int, hand: str = "") -> deque[Decision]:
        """The decisions of a seat for a hand: listed for the hand itself, for its position, or for everything that the
        seat plays."""
        return self._queues.get((seat, self._place(seat, hand)), deque())

    def _place(self, seat: int, hand: str) -> str:
        """Where they are listed. If a position's second hand has a list of its own, the position's list is for its
        first hand only."""
        box, second, _ = hand.partition(".")
        if second and any(who == seat and place.startswith(f"{box}.") for who, place in self._queues):
            return hand
        return next((place for place in (hand, box, "") if (seat, place) in self._queues), str(seat))

    def taken(self, asked: Ask) -> Decision:
        """The next decision, for the question that it answers."""
        answer = self.of(asked.seat, asked.hand).popleft()
        self._last[asked.seat] = asked, answer
        return answer

    def check_plain(self, table: Table, asked: Ask, usual: str) -> None:
        """Refuse the usual answer for a question left out, if the answer before it may be meant for both: two hands
        were asked in a row, and the case answers one."""
        before, answer = self._last.get(asked.seat, (None, ""))
        if before is None or before.hand == asked.hand or not _answers(table, asked, answer):
            return
        if self._place(asked.seat, before.hand) == self._place(asked.seat, asked.hand) and (
            _decision(table, asked, answer)[0] != usual
        ):
            raise Refused(
                f"seat {asked.seat} is asked about {before.hand} and about {asked.hand}, each time for: "
                f"{', '.join(offered(asked.choices))}; the case answers once, {_said(answer)}; say for which hand",
                table.game.decision(asked.choices[0].id).cite or None,
            )

    def words(self) -> Iterator[tuple[int, str]]:
        """The decision, without amounts and cards, by seat."""
        for (seat, _), listed in self._queues.items():
            yield from ((seat, each if isinstance(each, str) else str(each[0])) for each in listed if each)

    def check_all_made(self, table: CaseTable) -> None:
        """Refuse an answer to a question that was never asked, unless a ruling made the question unnecessary."""
        for (seat, position), listed in self._queues.items():
            if table.taken_out(position or str(seat)):
                _check_words(table.game, seat, listed)
                continue
            asks = [event for event in table.said if isinstance(event, Ask) and event.seat == seat]
            left = [
                each
                for number, each in enumerate(listed)
                if not isinstance(each, str)
                or not table.game.cases.changes_nothing(table, seat, each)
                or list(listed)[: number + 1].count(each) > _silent(table, seat, position, each, asks)
            ]
            left = left or self._meant_otherwise(position, listed, asks)
            if left:
                word = _said(left[0])
                asked = "; ".join(", ".join(offered(each.choices)) for each in asks)
                where = f" at position {position}" if position else ""
                raise Refused(
                    f"seat {seat}{where} is never asked whether to {clipped(word)}; "
                    + (
                        f"it was asked to choose from: {asked}"
                        if asks
                        else f"it was asked nothing; it may {_open(table, seat)}"
                    ),
                    _against(table, seat, position, word.partition(" ")[0]),
                )

    @staticmethod
    def _meant_otherwise(position: str, listed: Collection[Decision], asks: list[Ask]) -> list[Decision]:
        """An answer that changes nothing, among those listed for several hands: it may be meant for a hand that was
        already closed, and the answers after it for the next hand."""
        said = [each.decision for each in asks if not position or each.hand.partition(".")[0] == position]
        hands = {each.hand for each in asks}
        for word in listed:
            if word in said and len(hands) > 1 and set(said[said.index(str(word)) :]) != {word}:
                return [word]
        return []


def _check_words(game: Game, seat: int, listed: Iterable[Decision]) -> None:
    """An answer that a ruling has made unnecessary may remain in the case, if it is a decision of the game at all."""
    for each in listed:
        if not _known(game, each):
            says = f"seat {seat} cannot {clipped(_said(each))} in answer to any question of this round"
            raise Refused(f"{says}: the decisions are {', '.join(one.id for one in game.data.decisions)}")


def _said(decision: Decision) -> str:
    return decision if isinstance(decision, str) else " ".join(map(str, decision))


def _places(table: Table, seat: int, position: str) -> set[str]:
    """The positions at which a seat has wagers; if it has none, the position that the case names."""
    assert table.settlement is not None
    made = table.settlement.wagers.get(seat, ())
    box = position.partition(".")[0]
    return {str(Key.read(wager).position or seat) for wager in made} or {box or str(seat)}


def _hands(table: Table, seat: int, position: str) -> list[str]:
    """The hands at a position, or all hands of a seat."""
    box, _, split = position.partition(".")
    places = {box} if box else _places(table, seat, position)
    return [
        owner for owner in table.hands if (owner == position if split else owner.partition(".")[0] in places)
    ]


def _silent(table: Table, seat: int, position: str, word: str, asks: Iterable[Ask]) -> int:
    """How many hands have not made this decision: the case may list it once for each, although nobody asked."""
    said = {each.hand for each in asks if each.decision == word}
    return max(1, len(hands := _hands(table, seat, position))) - len(said.intersection(hands))


def _against(table: Table, seat: int, position: str, word: str) -> str | None:
    """The paragraph that bars a decision that was never possible: of what prevented it, or of the decision itself; none
    if the seat has no wager at that position."""
    if position and position.partition(".")[0] not in _places(table, seat, position):
        return None
    game, decision = table.game, table.game.aliases.get(word, word)
    hands = _hands(table, seat, position)
    owners = hands or [position or str(seat)]
    against = (game.speaks_against(table, Ask(seat, (), owner), decision) for owner in owners)
    return next(filter(None, against), game.decision(decision).cite or None)


class Made:
    """The wagers in the case that are made during the round, by the decisions that make them."""

    def __init__(self, game: Game, seats: Iterable[CaseSeat], decisions: Answers) -> None:
        self._game = game
        alone = {each.makes for each in game.data.decisions if each.makes}
        words = set(decisions.words())
        self._wagers = {
            (each.seat, wager): amount
            for each in seats
            for wager, amount in each.wagers.items()
            if (made := Key.read(wager).id) in alone
            or any((each.seat, decision) in words for decision in self._staked_by(made))
        }

    def _staked_by(self, wager: str) -> list[str]:
        """The decisions that make a wager, beside which it may be listed."""
        return [each.id for each in self._game.data.decisions if each.stakes == wager]

    def check_decided(self, seat: int, wager: str) -> None:
        """Refuse a wager of the round without the decision that makes it."""
        if (seat, wager) not in self and (decisions := self._staked_by(Key.read(wager).id)):
            data = next(each for each in self._game.data.wagers if each.id == Key.read(wager).id)
            says = f"{wager} is made during the round, not before it; enter it as a decision: {decisions[0]}"
            raise Refused(says, data.cite)

    def __contains__(self, made: tuple[int, str]) -> bool:
        return made in self._wagers

    def answer(self, asked: Ask) -> tuple[str, Number] | None:
        """The decision that makes the wager, if it is open for this amount."""
        for choice in asked.choices:
            wager = self._game.decision(choice.id).makes or ""
            amount = self._wagers.get((asked.seat, _on_hand(wager, asked)))
            other = choice.id != wager and choice.least == choice.most
            if amount is not None and not (other and cents(amount) != choice.most):
                return choice.id, amount
        return None

    def amount(self, asked: Ask, decision: str) -> Number | None:
        """The amount of the wager that the decision makes, if the case lists the wager and the amount is a choice."""
        chosen = any(each.id == decision and each.least < each.most for each in asked.choices)
        data = self._game.decision(decision)
        wager = data.makes or data.stakes
        return self._wagers.get((asked.seat, _on_hand(wager, asked))) if chosen and wager else None

    def check_begun(self, table: Table) -> None:
        """Refuse one from a player who has not made the wager with which the round begins."""
        for seat, wager in self._wagers:
            required = [] if any(bet.seat == seat for bet in table.bets.values()) else table.rules.required
            for lacks in required:
                says = f"seat {seat} makes {wager} during the round without the {lacks.id} wager, which is required"
                raise Refused(says, lacks.cite)

    def check_all_made(self, table: CaseTable) -> None:
        for (seat, wager), amount in self._wagers.items():
            made = [
                each.amount
                for each in table.said
                if isinstance(each, Stake) and (each.seat, each.wager) == (seat, wager)
            ]
            if made != [cents(amount)] and not table.taken_out(str(Key.read(wager).position or seat)):
                data = table.rules.wager(Key.read(wager).id)
                raise Refused(
                    f"seat {seat} is never offered the {wager} wager of {money(cents(amount))}",
                    data.limits_cite or data.cite,
                )


def _on_hand(wager: str, asked: Ask) -> str:
    """A wager's name on the hand that is asked about: ``insurance``; on a second hand ``insurance:2``; at another
    position ``insurance@3``."""
    position, _, number = asked.hand.partition(".")
    name = f"{wager}:{number}" if number.isdecimal() else wager
    return f"{name}@{position}" if position.isdecimal() and position != str(asked.seat) else name


def _open(table: Table, seat: int) -> str:
    """What a seat may do between rounds."""
    return ", ".join(choice.id for choice in table.legal(seat)) or "do nothing before the next round"


def _missed(table: Table, called: Irregularity, round_: CaseRound) -> Refused:
    at = next(each.at for each in reversed(round_.events) if each.irregularity == called.id)
    where = f"{at[0]} {at[1]}, or it could not occur there" if at else "a step at which it can occur"
    cite = table.rules.irregularity(called.id).cite
    return Refused(f"{called.id} did not happen: the round never reached {where}", cite)


def _next(table: CaseTable, script: Script, round_: CaseRound) -> None:
    """The next of the throws that were listed together. The points of a round are counted throughout."""
    before = script.left
    for called in table.due:
        kind, number = called.at or ("", 0)
        if number <= table.count(kind):
            raise _missed(table, called, round_)
        table.call(structs.replace(called, at=(kind, number - table.count(kind))))
    _deal(table, round_)
    _drop_spoiled(table, script)
    if table.asked or script.left == before:
        raise Refused(script.unused() or "", script.no_more)


def _between(table: Table, seat: int, queue: deque[Decision]) -> None:
    """Decisions made before the throw: removing, reducing or calling on a wager."""
    while queue:
        decision, *rest = [queue[0]] if isinstance(queue[0], str) else queue[0] or [""]
        if decision in ("take-down", "reduce") and rest:
            if len(rest) != (1 if decision == "take-down" else 2):
                raise Refused(
                    f"{queue[0]} has too few or too many parts; a wager is taken down, or reduced to an amount"
                )
            wager = table.key(seat, str(rest[0]))
            left = cents(rest[1]) if len(rest) > 1 else 0
            table.remove(seat, wager, written(table.stake(seat, wager) - left))
        elif any(choice.id == decision for choice in table.legal(seat)):
            if len(rest) > 1:
                raise Refused(f"{queue[0]} has too many parts; {decision} names one wager, or none for all")
            table.act(seat, str(decision), wager=str(rest[0]) if rest else "")
        else:
            return
        queue.popleft()


def _left_out(table: Table, script: Script, asked: Ask, queue: Collection[Decision]) -> str:
    """The answer to a question that the case leaves out: as the cards were set, the usual answer, or the only choice.
    There is none if the next decision is not one of this game."""
    if queue and not _known(table.game, next(iter(queue))):
        return ""
    unless_given = (each.id for each in asked.choices if each.id in table.game.cases.unless_given)
    only = asked.choices[0] if len(asked.choices) == 1 and not queue else None
    return (
        _as_set(script, asked)
        or asked.usual
        or next(unless_given, "")
        or (only.id if only and not only.most else "")
    )


def _known(game: Game, decision: Decision) -> bool:
    """Is this a decision of the game, at any question?"""
    word = _said(decision).partition(" ")[0]
    return bool(game.decision(game.aliases.get(word, word)).cite) or word in ("chip", "chips")


def _as_set(script: Script, asked: Ask) -> str:
    """The decision of a player whose hand is listed as it was set."""
    parts = [script.apart.get(f"{asked.hand}.{part}", ()) for part in asked.parts]
    return asked.naming("", list(chain.from_iterable(parts))) if any(parts) else ""


def _answers(table: Table, asked: Ask, answer: str | list[Number]) -> bool:
    """Is the decision one of those asked for, perhaps with cards that its player does not have?"""
    word = answer if isinstance(answer, str) else str(answer[0]) if answer else ""
    meant = {table.game.aliases.get(each, each) for each in (word, _decision(table, asked, answer)[0])}
    return not meant.isdisjoint(name for choice in asked.choices for name in (choice.id, choice.verb))


def _decision(table: Table, asked: Ask, answer: str | list[Number]) -> tuple[str, Number | None]:
    if isinstance(answer, str):
        return answer, None
    if not answer:
        raise Refused(
            'a decision is a word, or a word and an amount or cards: ["raise", 20], ["set", "Ks", "Qd"]'
        )
    decision, rest = str(answer[0]), answer[1:]
    if rest and not {"chip", "chips"}.isdisjoint(answer):
        meant, amount = table.game.cases.put_in(table, asked, answer)
        return meant, amount and written(amount)
    if named := _cards(rest):
        return asked.naming(table.game.aliases.get(decision, decision), named), None
    if len(rest) > 1:
        raise Refused(f"{answer} is not a decision; write a word, a word and an amount, or a word and cards")
    return decision, rest[0] if rest else None


def _cards(words: list[Number]) -> list[int]:
    """The cards that are named, one by one or a part at a time; none if these are not cards."""
    try:
        return [card for word in map(str, words) for card in _named(word)]
    except Refused:
        return []


def _named(word: str) -> list[int]:
    return [names.UNKNOWN] if word == "??" else names.cards(word.replace("Jk", "Jo"))


def _check_spoken(game: Game, seat: CaseSeat) -> None:
    """Refuse verbal wagers where they are not accepted, and late wagers."""
    verbal, late = game.data.verbal, game.data.late
    for wager in seat.verbal:
        if verbal is None:
            raise Refused(
                f"the rules of {game.id} have no verbal wagers; seat {seat.seat} made {wager} verbally"
            )
        if not verbal.accepted:
            raise Refused(
                f"verbal wagers are not accepted; seat {seat.seat} made {wager} verbally", verbal.cite
            )
        if never := verbal.never.get(Key.read(wager).id):
            raise Refused(f"{wager} must be made in chips; seat {seat.seat} made it verbally", never)
    for wager in seat.late:
        if late is None:
            ruled = next((each.id for each in game.data.irregularities if each.late), "")
            instead = f"enter it as the irregularity {ruled}" if ruled else "its rules have no late wagers"
            raise Refused(f"seat {seat.seat} made a late wager, {wager}, at {game.id}: {instead}")
        raise Refused(f"seat {seat.seat} made {wager} when wagers could no longer be made", late.cite)


def _check_same(table: Table, seat: CaseSeat) -> None:
    """Who sits where, and with how many chips, is given once; after that it follows from play."""
    place, first = table.seats[seat.seat], "as the first round with this seat says"
    if seat.name and seat.name != place.name:
        raise Refused(f"seat {seat.seat} belongs to {place.name}, {first}, not to {clipped(seat.name)}")
    if seat.funds is not None and cents(seat.funds) != table.chips(seat.seat):
        says = f"seat {seat.seat} does not have {money(cents(seat.funds))} before this round"
        raise Refused(f"{says}; its chips follow from what it had {first} and the rounds since")


def _check_spelled(table: Table, seat: CaseSeat, made: Made) -> None:
    """Refuse a wager that is listed twice, under two of its names."""
    for listed in (seat.wagers, seat.verbal, seat.standing):
        laid = [table.key(seat.seat, wager) for wager in listed if (seat.seat, wager) not in made]
        for name, times in Counter(laid).items():
            if times > 1:
                raise Refused(f"seat {seat.seat} lists {name} under {times} names; list it once")


def _check_marks(rules: Rules, seat: CaseSeat) -> None:
    for wager in seat.marks:
        if wager not in seat.standing:
            says = f"seat {seat.seat} has no standing {wager} wager to mark"
            raise Refused(says, rules.wager(Key.read(wager).id).cite)


def _call_on(table: CaseTable, seat: CaseSeat) -> None:
    """The wagers that are called on, whether made in this round or left by an earlier one."""
    for wager in seat.on:
        bet = table.bets.get((seat.seat, table.key(seat.seat, wager)))
        if bet is None:
            paragraph = table.rules.wager(Key.read(wager).id).cite
            raise Refused(f"seat {seat.seat} has no {wager} wager to call on", paragraph)
        bet.on = True
        table.game.cases.noted(table, bet)


def _together(answers: list[dict[str, object]]) -> dict[str, object]:
    """The rounds one by one, and their sum."""

    def total(key: str) -> object:
        amount = sum(cents(str(answer[key])) for answer in answers)
        return amount // 100 if amount % 100 == 0 else amount / 100

    seats: dict[int, dict[str, object]] = {}
    for answer in answers:
        for seat in _seats(answer):
            number = int(str(seat["seat"]))
            known = seats.setdefault(number, {"seat": number, "net": 0, "wagers": {}})
            net = cents(str(known["net"])) + cents(str(seat["net"]))
            known["net"] = net // 100 if net % 100 == 0 else net / 100
            known["wagers"] = {**known["wagers"], **seat["wagers"]}  # type: ignore[dict-item]
            if "other" in seat:
                known["other"] = [*known.get("other", ()), *seat["other"]]  # type: ignore[misc]
            for name in ("standing", "on", "marks", "funds"):  # as the last round left it
                known.pop(name, None)
                if name in seat:
                    known[name] = seat[name]
    last = answers[-1]
    return {
        "game": last["game"],
        "seats": list(seats.values()),
        "bank": total("bank"),
        "fees": total("fees"),
        "meters": last["meters"],
        "state": last["state"],
        "rounds": answers,
    }


def _seats(answer: dict[str, object]) -> Iterable[dict[str, object]]:
    seats = answer["seats"]
    assert isinstance(seats, list)
    return seats
