"""The poker room beside PokerKit, move by move: a hand of random legal play at our table is played in PokerKit's state
machine as well, and who is in turn, what he may do, and what everybody has at the end must be the same.

``python -m tests.peers.test_pokerkit HANDS`` plays so many hands of every game and tells what differed.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections import Counter
from typing import Final

import pytest
from pokerkit import (
    Automation,
    BadugiHand,
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)

from pitboss.book import Ask, Choice, Deal, Event, Rules, Say, Stake, game
from pitboss.equipment.cards import name
from pitboss.games.poker_room.family import PokerRoom
from pitboss.money import cents
from pitboss.table import Table

UNITS: Final = (120, 1)
"""Every amount is a multiple of so many dollars: 120 are shared without an odd chip; PokerKit gives those to the first
in line, the text to suits (14.9(i)3ii)."""
MOST: Final = 8
MOST_IN_STUD: Final = 6
"""Players; in stud the deck is short with more, and PokerKit counts no burn before the common card (14.9(h))."""

OPENINGS: Final = {
    "seven-card-stud-high": (Opening.LOW_CARD, Opening.HIGH_HAND),
    "seven-card-stud-low": (Opening.HIGH_CARD, Opening.LOW_HAND),
    "seven-card-stud-high-low": (Opening.HIGH_CARD, Opening.HIGH_HAND),
    "seven-card-stud-high-low-8": (Opening.LOW_CARD, Opening.HIGH_HAND),
    "five-card-stud": (Opening.LOW_CARD, Opening.HIGH_HAND),
}
HANDS: Final[dict[str, tuple[type[Hand], ...]]] = {
    "hold-em": (StandardHighHand,),
    "omaha-high": (OmahaHoldemHand,),
    "omaha-high-low-8": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "seven-card-stud-high": (StandardHighHand,),
    "seven-card-stud-low": (RegularLowHand,),
    "seven-card-stud-high-low": (StandardHighHand, RegularLowHand),
    "seven-card-stud-high-low-8": (StandardHighHand, EightOrBetterLowHand),
    "five-card-stud": (StandardHighHand,),
    "five-card-draw-high": (StandardHighHand,),
    "five-card-draw-low": (RegularLowHand,),
    "triple-draw-2-7": (StandardLowHand,),
    "badugi": (BadugiHand,),
}
STRUCTURES: Final = {
    "fixed-limit": BettingStructure.FIXED_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "no-limit": BettingStructure.NO_LIMIT,
}
AUTOMATIONS: Final = tuple(
    each
    for each in Automation
    if each not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)


def peer(table: Table, seats: list[int], stacks: list[int]) -> State:
    """PokerKit's state for the same game, players from the first to be dealt to."""
    rules, defined = table.rules, table.game
    assert isinstance(defined, PokerRoom)
    first, later = OPENINGS.get(defined.id, (Opening.POSITION, Opening.POSITION))
    small, big = cents(str(rules["minimum-bet"])), cents(str(rules["maximum-bet"]))
    fixed = rules["structure"] == "fixed-limit"
    cap = (
        None if rules["raise-cap"] == "none" else int(rules["raise-cap"]) + 1
    )  # there the first bet counts, but a
    blinded = cap if cap is None or "blinds" not in rules else cap - 1  # blind does not
    streets = tuple(
        Street(
            street.burn,
            tuple(way == "u" for way in street.deal if way != "c"),
            street.deal.count("c"),
            street.draw,
            later if n else first,
            big if fixed and street.big else small,
            cap if n else blinded,
        )
        for n, street in enumerate(defined.streets)
    )
    blinds = [cents(each) for each in str(rules.get("blinds", "0")).split()]
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        HANDS[defined.id],
        streets,
        STRUCTURES[str(rules["structure"])],
        True,
        cents(str(rules["ante"])),
        tuple(blinds),
        cents(str(rules.get("forced-bet", "0"))),
        stacks,
        len(seats),
    )


def follow(state: State, seats: list[int], events: list[Event], held_back: list[Deal]) -> None:
    """Cards and decisions as they happened at our table. There all discard before any of them is dealt to, and before
    the burn: till then cards of a draw are held back."""
    for event in events:
        if isinstance(event, Deal) and any(state.standing_pat_or_discarding_statuses):
            held_back.append(event)
            continue
        match event:
            case Ask() if event.parts:
                state.stand_pat_or_discard("".join(name(card) for part in event.cards for card in part))
                if not any(state.standing_pat_or_discarding_statuses):
                    drawn, held_back[:] = list(held_back), []
                    follow(state, seats, [*drawn], held_back)
            case Deal(to="burn"):
                state.burn_card(name(event.card))
            case Deal(to="community"):
                state.deal_board(name(event.card))
            case Deal():
                state.deal_hole(name(event.card), seats.index(int(event.to)))
            case Stake() if state.bring_in_status and state.can_post_bring_in():
                state.post_bring_in()
            case Ask(decision="fold"):
                state.fold()
            case Ask(decision="check" | "call"):
                state.check_or_call()
            case Ask(decision="all-in"):
                whole = state.stacks[state.actor_index or 0] + state.bets[state.actor_index or 0]
                if whole > max(state.bets):
                    state.complete_bet_or_raise_to(whole)
                else:
                    state.check_or_call()
            case Ask():
                state.complete_bet_or_raise_to(event.amount)


def raises(choices: tuple[Choice, ...]) -> tuple[int, int] | None:
    found = [(choice.least, choice.most) for choice in choices if choice.id in ("bet", "raise")]
    return found[0] if found else None


def same_choices(table: Table, state: State, seats: list[int]) -> str:
    """Is the same player in turn, and may he do the same? Returns why PokerKit has other raises."""
    ask = table.asked
    assert ask is not None
    assert state.actor_index is not None
    assert seats[state.actor_index] == ask.seat
    calls = [choice.least for choice in ask.choices if choice.id == "call"]
    assert (calls or [0]) == [state.checking_or_calling_amount]
    theirs = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    if (raises(ask.choices) or (None, None)) == theirs:
        return ""
    others = [n for n in range(len(seats)) if n != state.actor_index and state.statuses[n]]
    if theirs[0] is None and all(state.stacks[n] + state.bets[n] <= max(state.bets) for n in others):
        return "nobody could call a raise; ours goes back, 14.14(d)"
    assert any(state.bets[n] and not state.stacks[n] for n in others)
    return "an all-in for less than a full raise; whether it counts and how it is raised is posted, 14.17"


def one_hand(name_: str, chance: random.Random) -> Counter[str]:
    defined = game(name_)
    assert isinstance(defined, PokerRoom)
    structure = chance.choice(list(STRUCTURES))
    dollars = chance.choice(UNITS)
    unit = dollars * 100
    options: dict[str, object] = {
        "structure": structure,
        "minimum-bet": str(2 * dollars),
        "maximum-bet": str(4 * dollars),
        "ante": str(chance.choice([0, 1]) * dollars),
        "blinds": f"{dollars} {2 * dollars}",
        "forced-bet": str(dollars),
        "raise-cap": chance.choice(["none", 3]),
        "leader": "bets-or-checks",
        "reading-two-players": "button-first",
    }
    known = {option.id for option in defined.data.options}
    rules = Rules(
        defined,
        {key: value for key, value in options.items() if key in known},
        chip=unit,
        positions=defined.seats.most,
    )
    most = MOST_IN_STUD if name_ in OPENINGS else MOST
    players = chance.randint(2, min(most, defined.seats.most))
    button = {"button": players} if "blinds" in known else None
    table = Table(defined, rules, seed=chance.random().hex(), state=button)
    seats = list(range(1, players + 1))
    stacks = [chance.choice([5, 8, 12, 30, 100]) * dollars for _ in seats]
    for seat, stack in zip(seats, stacks, strict=True):
        table.sit(seat, f"player {seat}", stack)
    state = peer(table, seats, [100 * stack for stack in stacks])
    differences: Counter[str] = Counter()
    table.deal()
    told = 0
    held_back: list[Deal] = []
    while True:
        follow(state, seats, table.said[told:], held_back)
        told = len(table.said)
        if table.asked is None:
            break
        if table.asked.parts:
            assert seats[state.stand_patter_or_discarder_index or 0] == table.asked.seat
            table.act(table.asked.seat, chance.choice(table.asked.choices).id)
            continue
        assert sum(bet.stake for bet in table.bets.values()) == state.total_pot_amount
        open_to = list(table.asked.choices)
        if difference := same_choices(table, state, seats):
            differences[difference] += 1
            open_to = [each for each in open_to if each.id in ("fold", "check", "call")]
        choice = chance.choice([each for each in open_to for _ in range(1 if each.id == "fold" else 3)])
        amount = None
        if choice.most:
            steps = min((choice.most - choice.least) // unit, chance.choice([0, 3, 1000]))
            amount = (choice.least + unit * chance.randint(0, steps)) // 100
        table.act(table.asked.seat, choice.id, amount)
    assert not state.status
    if one_pot_without_a_low(table):
        differences["a pot without a low beside one that has one, 14.9(j), 14.11(g)"] += 1
        return differences
    off = [table.funds(seat) - stack for seat, stack in zip(seats, state.stacks, strict=True)]
    if any(off):
        pots = sum(isinstance(event, Say) for event in table.said)
        assert dollars == 1
        assert sum(off) == 0
        assert max(map(abs, off)) <= pots * unit
        differences["an odd chip is not broken, and goes by the cards, not by the seats, 14.9(i)3"] += 1
    return differences


def one_pot_without_a_low(table: Table) -> bool:
    """PokerKit then divides that pot's low half as well; by the text the high hand takes all of it, and so the slow
    program of `tests.poker_room` has it."""
    said = [event.what.partition(":")[0] for event in table.said if isinstance(event, Say)]
    high, low = (
        {each.partition(",")[0] for each in said if each.endswith(end)} for end in (", high", ", low")
    )
    return bool(low) and low != high


@pytest.mark.parametrize("name_", HANDS)
def test_hands_end_as_pokerkit_has_them(name_: str) -> None:
    warnings.simplefilter("ignore")
    chance = random.Random(name_)
    for _ in range(25):
        one_hand(name_, chance)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for each in HANDS:
        found: Counter[str] = Counter()
        chance = random.Random(each + "many")
        for _ in range(int(sys.argv[1])):
            found += one_hand(each, chance)
        print(each, dict(found))  # noqa: T201
