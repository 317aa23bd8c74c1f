"""Irregularities: who is concerned, where they can happen, what is reversed; and every one of every game at every
point of a round."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss.book import (
    Ask,
    Deal,
    Event,
    Game,
    Irregular,
    Irregularity,
    Move,
    Refused,
    Rules,
    Settle,
    Show,
    Shuffle,
    game,
    games,
)
from pitboss.book.data import IrregularityData
from pitboss.book.key import Key
from pitboss.money import written
from pitboss.proof import called, can_start
from pitboss.table import Memory, Table, read
from pitboss.table.calls import places
from pitboss.table.case import Case, read_case, settle
from tests.properties import balanced, bet_at_random, call_at_random, recorded, replays, settled

GAMES = [each.id for each in games()]
EQUIPMENT = ("shuffle", "deal", "roll", "spin", "draw")

# ---- calls -------------------------------------------------------------------------------------------------


def caribbean(*seats: int, **options: object) -> Table:
    defined = game("caribbean-stud-poker")
    table = Table(defined, defined.rules(**options), seed=3)
    for seat in seats or (1, 2):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "ante", 10)
    return table


def refused(table: Table, *args: object, **detail: object) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refusal:
        table.irregularity(*args, **detail)  # type: ignore[arg-type]
    assert not table.due
    return str(refusal.value).partition(" (")[0], refusal.value.cite


def test_6_4_a_a_new_dealer_burns_before_a_card_whatever_the_round_begins_with() -> None:
    """What a game dealt from a shoe rules by itself, and that it rules nothing else in silence."""
    defined = game("red-dog")
    table = Table(defined, seed=1)
    new = Irregularity("new-dealer")
    assert [defined.can_happen(table, new, step) for step in (Shuffle(), Deal("community"))] == [False, True]
    with pytest.raises(Refused, match="red-dog has no ruling for lost-card"):
        next(defined.ruling(table, Irregularity("lost-card")))


@pytest.mark.parametrize("at", [None, ("deal", 3)])
def test_16_13_d_what_concerns_one_player_names_the_position(at: tuple[str, int] | None) -> None:
    table = caribbean()
    misdealt = "wrong-number-of-cards"
    paragraph = "13:69F-16.13(d)"
    assert refused(table, misdealt, at) == (
        f"{misdealt} concerns one player; say at which position",
        paragraph,
    )
    assert refused(table, misdealt, at, "3") == ("position 3 has no wager", paragraph)
    assert refused(table, misdealt, at, "dealer") == ("position dealer has no wager", paragraph)
    assert refused(table, misdealt, at, "1.2") == ("there is no hand 1.2", paragraph)
    table.irregularity(misdealt, at, "2")


def test_16_13_d_what_concerns_all_names_nobody() -> None:
    says = "dealer-misdealt concerns the whole table; leave out the position"
    assert refused(caribbean(), "dealer-misdealt", None, "1") == (says, "13:69F-16.13(d)")


def test_33_12_a_the_dealers_hand_may_be_meant() -> None:
    defined = game("winners-pot-poker")
    table = Table(defined, seed=3)
    table.sit(1, "Ann", 1000)
    table.bet(1, "ante", 5)
    table.irregularity("hole-card-exposed", ("deal", 5), "dealer")
    assert refused_position(table) == "position dealer has no wager"


def refused_position(table: Table) -> str:
    with pytest.raises(Refused) as refusal:
        table.irregularity("wrong-number-of-cards", None, "dealer")
    return str(refusal.value).partition(" (")[0]


@pytest.mark.parametrize(
    ("name", "cite"),
    [
        ("boston-5-stud-poker", "24.12(f)"),
        ("caribbean-stud-poker", "16.13(f)"),
        ("colorado-hold-em-poker", "23.14(f)"),
        ("double-cross-poker", "25.12(e)"),
        ("flop-poker", "29.12(f)"),
        ("four-card-poker", "27.12(f)"),
        ("high-card-flush", "38.13(f)"),
        ("let-it-ride-poker", "18.12(e)"),
        ("mini-tex-3-card-hold-em", "37.12(f)"),
        ("mississippi-stud", "35.12(f)"),
        ("packs-poker", "43.13(e)"),
        ("premium-hold-em", "40.12(f)"),
        ("texas-hold-em-bonus-poker", "28.12(f)"),
        ("three-card-poker", "20.12(f)"),
        ("two-card-joker-poker", "30.12(f)"),
        ("ultimate-texas-hold-em", "32.13(f)"),
        ("winners-pot-poker", "33.12(j)"),
    ],
)
def test_a_shoe_fails_where_there_is_one(name: str, cite: str) -> None:
    table = Table(name, seed=1)
    says = "dealing-shoe-failure cannot happen at this table: it requires dealing automated-shoe"
    assert refused(table, "dealing-shoe-failure") == (says, f"13:69F-{cite}")
    Table(name, game(name).rules(dealing="automated-shoe"), seed=1).irregularity("dealing-shoe-failure")


@pytest.mark.parametrize(
    ("name", "options", "irregularity", "cite"),
    [
        ("sic-bo", {"shaker": "manual"}, "shaker-malfunction", "9.6(c)"),
        ("blackjack", {"hole-card": "none"}, "card-reader-fails", "2.15(k)"),
        ("blackjack", {"hole-card": "down"}, "hole-card-read-revealing", "2.15(j)1"),
        ("blackjack", {}, "wrong-side-of-double-shoe", "2.15(h)"),
        ("blackjack", {"dealing": "continuous"}, "shoe-runs-out", "2.15(f)"),
        ("blackjack", {}, "double-card-dealt-up", "2.15(p)"),
        ("hold-em", {"shuffle": "manual"}, "shuffler-jam", "14.15(p)"),
        ("blackjack-switch", {"shuffling": "manual"}, "shuffler-jams", "2A.15(i)"),
        ("double-attack-blackjack", {"shuffling": "manual"}, "shuffler-jams", "26.15(j)"),
        ("spanish-21", {"shuffling": "manual"}, "shuffler-jams", "19.15(j)"),
        ("triple-attack-blackjack", {"shuffling": "manual"}, "shuffler-jams", "36.14(j)"),
        ("blackjack", {"dealing": "double-shoe"}, "new-dealer", "2.6(c)"),
        ("red-dog", {"continuous": "yes"}, "new-dealer", "6.4(a)"),
        ("double-down-stud", {"shuffle": "manual"}, "shuffler-jam", "17.11(e)"),
        ("caribbean-stud-poker", {"stub-count": "dealer"}, "shuffler-count-wrong", "16.9(f)"),
    ],
)
def test_a_device_fails_where_there_is_one(
    name: str, options: dict[str, object], irregularity: str, cite: str
) -> None:
    table = Table(name, Rules(game(name), options), seed=1)
    said, paragraph = refused(table, irregularity, position="1")
    assert said.startswith(f"{irregularity} cannot happen at this table: it requires ")
    assert paragraph == f"13:69F-{cite}"


def test_an_irregularity_has_its_points() -> None:
    table = Table("mini-dice", seed=1)
    table.sit(1, "Ann", 1000)
    table.bet(1, "field", 5)
    says = "die-not-flat can occur before a roll or spin or draw, not a ask"
    assert refused(table, "die-not-flat", ("ask", 1))[0] == says
    assert refused(table, "die-not-flat", ("lunch", 1))[0].startswith("'lunch' is not a point of a round")
    assert (
        refused(table, "die-not-flat", ("roll", 0))[0] == "points of a round are counted from 1, as in roll 1"
    )


def test_13_7_a_1_ii_called_at_a_question_it_waits_for_the_shake() -> None:
    table = Table("mini-dice", seed=1)
    table.sit(1, "Ann", 1000)
    table.bet(1, "field", 5)
    table.deal()
    assert table.asked
    table.irregularity("die-not-flat")
    assert table.asked, "the shaker is not accepted yet"
    table.act(1, "accept")
    assert [each.id for each in table.happened] == ["die-not-flat"]
    assert not table.playing


def test_what_is_over_cannot_be_called() -> None:
    table = caribbean()
    table.deal()
    assert refused(table, "card-face-up", ("deal", 15))[0] == "deal 15 of this round is already over"
    assert refused(table, "hole-card-exposed", ("ask", 1))[0] == "ask 1 of this round is already over"
    table.irregularity("hole-card-exposed", ("ask", 2))


def test_nothing_is_ruled_on_in_a_round_that_is_void() -> None:
    table = caribbean(1)
    table.irregularity("dealer-misdealt", ("deal", 3))
    table.irregularity("dealer-misdealt", ("settle", 1))
    table.deal()
    assert [each.at for each in table.happened] == [("deal", 3)]
    assert [each.at for each in table.due] == [("settle", 1)]
    assert table.voided
    assert not table.bets
    table.bet(1, "ante", 10)
    table.deal()
    assert not table.voided


def test_4_12_i_an_error_that_there_was_no_occasion_for_did_not_happen() -> None:
    table = Table("baccarat-chemin-de-fer", seed=1, state={"banker": 1, "last": 10})
    table.sit(1, "Ann", 1000)
    table.sit(2, "Bob", 1000)
    table.deal()
    table.irregularity("banker-draws-for-player")
    assert not table.happened, "nobody has said Card"
    table.act(1, "pass-bank")
    while table.asked:
        table.act(table.asked.seat, table.asked.usual or table.asked.choices[0].id)
    assert not table.happened


def test_what_did_not_come_about_is_forgotten_with_its_round() -> None:
    table = caribbean(1)
    table.irregularity("dealer-misdealt", ("settle", 40))
    table.deal()
    table.act(1, "fold")
    assert [each.id for each in table.due] == ["dealer-misdealt"]
    table.bet(1, "ante", 10)
    table.deal()
    assert not table.due


@pytest.mark.parametrize(
    ("name", "wager", "voided", "options"),
    [
        ("craps", "field", "die-off-table", {}),
        ("mini-dice", "field", "die-not-flat", {}),
        ("sic-bo", "small", "dice-not-flat", {}),
        ("automated-craps", "field", "no-roll", {}),
        ("roulette", "red", "foreign-object", {}),
        ("big-six", "big6:1", "fewer-than-three-revolutions", {}),
        ("big-six", "big6:1", "clapper-between-stops", {"between-stops": "respin"}),
        ("pokette", "red", "clapper-between-stops", {"between-stops": "respin"}),
    ],
)
def test_a_void_throw_or_spin_is_counted_like_any_other(
    name: str, wager: str, voided: str, options: dict[str, object]
) -> None:
    """The first and the second are void, and the third decides."""
    table = recorded(Rules(game(name), options), seed=4)
    table.sit(1, "Ann", 1000)
    table.bet(1, wager, 10)
    if name == "craps":
        table.bet(1, "pass", 10)
    kind = "spin" if name in ("roulette", "big-six", "pokette") else "roll"
    table.irregularity(voided, (kind, 1))
    table.irregularity(voided, (kind, 2))
    table.deal()
    while table.asked:
        table.act(1, table.asked.choices[0].id)
    assert not table.due
    assert table.count(kind) == 3
    replays(table)


# ---- while the dealer settles ---------------------------------------------------------------------------------


def play_case(case: dict[str, object], *events: dict[str, object]) -> Any:
    return settle(msgspec.convert({**case, "events": list(events)}, Case))


def settled_with(case: dict[str, object], *events: dict[str, object]) -> dict[int, dict[str, object]]:
    """Net, results and payments of each seat, with these irregularities."""
    return {
        seat["seat"]: {
            "net": seat["net"],
            **{wager: (each["result"], each["pays"]) for wager, each in seat["wagers"].items()},
        }
        for seat in play_case(case, *events)["seats"]
    }


BOSTON: dict[str, object] = {
    "game": "boston-5-stud-poker",
    "seats": [
        {
            "seat": 1,
            "wagers": {"ante": 5, "first": 10, "optional-bonus": 5},
            "decisions": ["expose", "second"],
        },
        {"seat": 2, "wagers": {"ante": 5, "first": 10}, "decisions": ["second"]},
    ],
    "cards": {
        "1": ["Ac", "Ad", "9h", "9s", "4d"],
        "2": ["Kc", "Kh", "8h", "5s", "2c"],
        "dealer": ["Qh", "Qs", "7d", "4c", "3h"],
    },
}
"""Seat 1's pair wins the optional bonus 1 to 1 before the second wagers; then aces and nines beat a pair of queens, and
earn 2 to 1 on the ante. Seat 2 beats the queens too."""


@pytest.mark.parametrize("number", range(2, 9))
def test_24_12_d_a_hand_found_misdealt_while_it_is_settled_is_void_with_its_bonus(number: int) -> None:
    """Settlement 1 is the optional bonus, which stands; 2 to 4 are seat 2's first, second and ante, 5 to 8 seat 1's
    first, second, ante bonus and ante."""
    found = {"irregularity": "wrong-number-of-cards", "at": ["settle", number], "position": 1}
    seats = settled_with(BOSTON, found)
    void = dict.fromkeys(("ante", "first", "second"), ("void", 0))
    assert seats[1] == {"net": 5, "optional-bonus": ("win", 5), **void}
    assert seats[2] == {"net": 20, "ante": ("push", 0), "first": ("win", 10), "second": ("win", 10)}


@pytest.mark.parametrize("number", range(2, 9))
def test_24_7_f_2_a_count_that_voids_all_hands_takes_back_what_was_settled(number: int) -> None:
    seats = settled_with(BOSTON, {"irregularity": "stub-count-misdeal", "at": ["settle", number]})
    assert [seats[1]["net"], seats[2]["net"]] == [5, 0]
    assert {seats[2][wager] for wager in ("ante", "first", "second")} == {("void", 0)}
    assert "ante-bonus" not in seats[1]


ROYAL: dict[str, object] = {
    "game": "caribbean-stud-poker",
    "seats": [
        {"seat": 1, "wagers": {"ante": 10, "progressive": 1}, "decisions": ["bet"]},
        {"seat": 2, "wagers": {"ante": 10, "progressive": 1}, "decisions": ["bet"]},
    ],
    "cards": {
        "1": ["As", "Ks", "Qs", "Js", "Ts"],
        "2": ["9c", "9d", "4h", "3d", "2c"],
        "dealer": ["8d", "8c", "6h", "5s", "3c"],
    },
}


@pytest.mark.parametrize(
    "at",
    [*(("move", n) for n in range(4, 6)), *(("settle", n) for n in range(1, 7)), ("show", 1), ("show", 2)],
)
def test_16_13_d_a_royal_flush_that_is_void_leaves_the_meter_as_it_was(at: tuple[str, int]) -> None:
    """Moves 1 to 3 set the meter and feed it with 70 cents of each dollar; 4 takes the prize off and 5 resets it."""
    answer = play_case(ROYAL, {"irregularity": "wrong-number-of-cards", "at": list(at), "position": 1})
    seats = {seat["seat"]: seat for seat in answer["seats"]}
    assert seats[1]["net"] == 0
    assert {each["result"] for each in seats[1]["wagers"].values()} == {"void"}
    assert seats[2]["net"] == 10 + 20 - 1
    assert answer["meters"] == {"progressive": 10_000.70}


# ---- folds ------------------------------------------------------------------------------------------------------

GIVES_UP = {
    "caribbean-stud-poker": ({"ante": 10, "progressive": 1}, -11),
    "three-card-poker": ({"ante": 10, "pair-plus": 5, "six-card-bonus": 5}, -15),
    "colorado-hold-em-poker": ({"ante": 10, "bonus": 1}, -11),
    "boston-5-stud-poker": ({"ante": 5, "first": 10}, -15),
    "double-cross-poker": ({"ante": 10}, -10),
    "four-card-poker": ({"ante": 10, "aces-up": 5}, -10),
    "texas-hold-em-bonus-poker": ({"ante": 10, "bonus": 5}, -10),
    "flop-poker": ({"ante": 10, "pot": 5}, -10),
    "two-card-joker-poker": ({"ante": 10, "pair-up": 5}, -10),
    "winners-pot-poker": ({"ante": 5, "jacks-plus-bonus": 5}, -5),
    "mississippi-stud": ({"ante": 10}, -10),
    "mini-tex-3-card-hold-em": ({"ante": 10, "pocket-poker": 5}, -10),
    "high-card-flush": ({"ante": 10, "flush-bonus": 5, "progressive": 1}, -11),
}
"""What two players bet, and what a fold at the first question gives up, by the text; the rest goes back."""


@pytest.mark.parametrize("at", [None, "settle"])
@pytest.mark.parametrize("name", GIVES_UP)
def test_a_fold_stays_a_fold_when_the_round_is_void_later(name: str, at: str | None) -> None:
    """Seat 1 folds; then the count of the cards shows a misdeal, while seat 2 thinks or as the dealer collects what was
    folded. In every game of the kind the same is lost, wherever its round collects it."""
    wagers, lost = GIVES_UP[name]
    table = Table(name, seed=8)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
        for wager, amount in wagers.items():
            table.bet(seat, wager, amount)
    misdeal = next(each for each in table.rules.irregularities if each.endswith("count-misdeal"))
    if at:
        table.irregularity(misdeal, (at, 1))
    table.deal()
    leave = "surrender" if name == "flop-poker" else "fold"
    while table.asked and not any(ask.decision == leave for ask in table.answers):
        table.act(1, leave)
    if not at:
        table.irregularity(misdeal)
    while table.asked:
        stay = next(choice for choice in table.asked.choices if choice.id != leave)
        table.act(2, stay.id, written(stay.least) if stay.least else None)
    assert table.settlement is not None
    assert table.settlement.net == {1: 100 * lost, 2: 0}


# ---- every irregularity of every game at every point --------------------------------------------------------

OPTIONS: dict[str, dict[str, object]] = {
    "packs-poker": {"five-card-form": "progressive", "seven-card-form": "progressive"},
    "premium-hold-em": {"bonus-spin-table": "5-progressive", "wheel-weights": "1 1 1 1 1 1 1 1 1 1 1 1"},
    "texas-hold-em-bonus-poker": {"aces-vs-aces-row": "yes"},
    "craps": {"dice-offered": "asked"},
    "mini-craps": {"dice-offered": "asked"},
    "automated-craps": {"dice-offered": "asked"},
    "blackjack": {"decks": 1, "surrender": "yes", "bettors-per-box": 2},
    "hold-em": {"rake": 10},
}
"""Choices of the house by which more can happen."""

STAKED = {
    "boston-5-stud-poker": {"ante": 5, "first": 10, "optional-bonus": 5},
    "let-it-ride-poker": {"bet-1": 5, "bet-2": 5, "bet-3": 5, "let-it-ride-bonus": 1, "three-card-bonus": 5},
    "premium-hold-em": {"ante": 10, "x-tra": 10, "player-bonus": 5, "dealer-bonus": 5, "bonus-spin": 5},
    "ultimate-texas-hold-em": {"ante": 10, "blind": 10, "trips": 5},
    "flop-poker": {"ante": 10, "pot": 5, "three-card-bonus": 5},
}
"""Wagers that must fit each other; elsewhere everybody bets what is required, and more at random."""


def options_for(defined: Game, data: IrregularityData, chance: random.Random) -> dict[str, object]:
    """Lawful options under which it can happen."""
    options = OPTIONS.get(defined.id, {}) | {
        option: chance.choice(each) for option, each in data.when.items()
    }
    choices = {option.id: option.values for option in defined.data.options}
    while broken := next(Rules(defined, options, lawful=False).broken(), None):
        for option, values in broken.requires.items():
            options[option] = values[0]
        for option, values in broken.forbids.items():
            options[option] = next(value for value in choices[option] if value not in values)
    return options


def seated(defined: Game, data: IrregularityData, chance: random.Random) -> Table:
    """Three players with wagers at a table at which the irregularity can happen."""
    table = recorded(Rules(defined, options_for(defined, data, chance)), chance.randrange(2**32))
    for seat in (1, 2, 4):
        table.sit(seat, f"player {seat}", 10_000)
    for _ in range(500):  # three wagers that belong together are rarely made at random
        for seat in (1, 2, 4):
            needed = STAKED.get(defined.id) or {
                wager.id: written(table.rules.limits(wager.id).least)
                for wager in table.rules.wagers.values()
                if wager.required
            }
            for wager, amount in needed.items():
                if table.can_bet(seat, wager, amount):
                    table.bet(seat, wager, amount)
            if defined.id not in STAKED:
                bet_at_random(table, seat, chance)
        if can_start(table) and (table.bets or not defined.wagers_first):
            return table
    raise AssertionError(f"no round of {defined.id} could begin")


def play(table: Table, chance: random.Random, now: Callable[[], None] | None = None) -> None:
    """The round, decided at random; what happens ``now`` happens while somebody thinks."""
    table.deal()
    while table.asked:
        balanced(table)
        if now and table.bets and chance.random() < 0.4:
            now()
            continue
        choice = chance.choice(table.asked.choices)
        table.act(table.asked.seat, choice.id, written(choice.most) if choice.most else None)


def goes_on(event: Event | None) -> bool:
    """A question, a card, or the dealer's hand."""
    return isinstance(event, Ask | Deal) or (isinstance(event, Show) and event.owner == "dealer")


def stands(table: Table, before: int) -> set[tuple[int, str]]:
    """The wagers that were decided in earnest when the event of that number came: given up by their players, or settled
    before the round went on, or was about to."""
    events = [*table.said[:before], *([table.pending] if goes_on(table.pending) else [])]
    went_on = max((n for n, event in enumerate(events) if goes_on(event)), default=0)
    return {
        (event.seat, event.wager)
        for n, event in enumerate(events)
        if isinstance(event, Settle) and event.result != "void"
        if n < went_on or event.outcome in (*GIVEN_UP, "false declaration")
    }


def turned(table: Table, owner: str, before: int) -> bool:
    """Were all cards of that owner face up when the event of that number came?"""
    dealt = {
        event.card: event.up for event in table.said[:before] if isinstance(event, Deal) and event.to == owner
    }
    shown = [event.cards for event in table.said[:before] if isinstance(event, Show) and event.owner == owner]
    return bool(dealt) and all(up or any(card in cards for cards in shown) for card, up in dealt.items())


def check_void(table: Table, data: IrregularityData, called_for: Irregularity) -> None:
    """Void means void: nothing of what the ruling concerns is won or lost but what was decided in earnest before it,
    and no meter has moved for it."""
    ruled = [n for n, event in enumerate(table.said) if isinstance(event, Irregular)]
    if not ruled or data.effect != "void" or turned(table, data.face_down, ruled[0]):
        return
    assert table.settlement is not None
    kept = stands(table, ruled[0])
    folded = {ask.hand for ask in table.answers if table.game.decision(ask.decision).gives_up}
    for seat, wagers in table.settlement.wagers.items():
        for wager, each in wagers.items():
            position = str(Key.read(wager).position or seat)
            spared = Key.read(wager).id in data.spares
            if called_for.position in ("", position) and (seat, wager) not in kept and not spared:
                given_up = each.result == "lose" and position in folded and each.outcome in GIVEN_UP
                assert each.result == "void" or given_up, (wager, each)
    if data.of == "table" and not kept and not folded:
        moved = [
            event
            for event in table.said
            if isinstance(event, Move) and "meter:" in event.source + event.target
        ]
        opening = sum(event.amount for event in moved if event.why in OPENINGS)
        held = sum(amount for name, amount in table.ledger.accounts.items() if name.startswith("meter:"))
        assert held == opening


GIVEN_UP = ("fold", "surrender")
"""How a player leaves a round."""
OPENINGS = ("initial and reset amount", "the meter set", "the initial amount")
"""What a house puts on a meter before the first round."""


def check_books(table: Table) -> None:
    """A player has won or lost what the settlement says, and the fees he paid: nothing that was taken back is left."""
    assert table.settlement is not None
    assert isinstance(table.journal.storage, Memory)
    lines = table.journal.storage.lines
    moves = [event for entry in read(lines) for event in entry.events if isinstance(event, Move)]
    for seat, net in table.settlement.net.items():
        decided = sum(each.pays - each.lost for each in table.settlement.wagers.get(seat, {}).values())
        moved = sum(event.amount for event in moves if event.target == f"seat:{seat}")
        moved -= sum(event.amount for event in moves if event.source == f"seat:{seat}")
        assert net == decided + moved


@pytest.mark.parametrize("name", GAMES)
def test_every_irregularity_at_every_point(name: str) -> None:
    """No crash, no money made or lost; void means void; journals replay."""
    defined = game(name)
    chance = random.Random(name)
    never: set[str] = set()  # of the chances that a game may take those that it does not
    for data in defined.data.irregularities:
        for kind in data.points or [each for each in data.happens if each not in never]:
            table = seated(defined, data, chance)
            before = {seat: table.seats[seat].base for seat in table.seats}
            happens = called(table, data, chance, (kind, chance.choice([1, 1, 2, 3, 4, 6, 9, 14])))
            table.call(happens)
            play(table, chance)
            balanced(table)
            settled(table, before)
            check_books(table)
            check_void(table, data, happens)
            replays(table)
            never = never or {each for each in EQUIPMENT if not table.count(each)}


@pytest.mark.parametrize("name", GAMES)
def test_anything_may_go_wrong_while_somebody_thinks(name: str) -> None:
    """One thing after another in the same round, and at last the floor may void it."""
    defined = game(name)
    chance = random.Random(name)
    for data in defined.data.irregularities:
        table = seated(defined, data, chance)
        before = {seat: table.seats[seat].base for seat in table.seats}

        def wrong(table: Table = table) -> None:
            if chance.random() < 0.2:
                table.void("Flo", "the lights went out")
            else:
                call_at_random(table, chance)

        play(table, chance, wrong)
        balanced(table)
        settled(table, before)
        check_books(table)
        replays(table)


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_what_needs_cards_does_not_come_about_before_there_are_any(name: str) -> None:
    """Called without its moment it waits for a card, and what is found by counting for the end of the deal."""
    defined = game(name)
    for data in (each for each in defined.data.irregularities if each.after):
        chance = random.Random(f"{name} {data.id}")
        table = seated(defined, data, chance)
        position = "" if data.of == "table" else min(places(table))
        detail = {each.id: each.range[0] for each in data.detail if each.range and not each.optional}
        table.irregularity(data.id, position=position, **detail)
        play(table, chance)
        ruled = next((n for n, event in enumerate(table.said) if isinstance(event, Irregular)), None)
        if ruled is not None:
            before = [event for event in table.said[:ruled] if isinstance(event, Deal) and event.to != "burn"]
            assert [event for event in before if position in ("", event.to)], data.id
            assert data.after == "card" or not isinstance(table.pending, Deal), data.id


@pytest.mark.parametrize(
    ("name", "id_", "dealt", "options", "decisions"),
    [
        ("blackjack", "one-card-dealt", 0, {}, ["second-card", "stand"]),
        ("blackjack", "missed-hit", 2, {}, ["hit", "late-card"]),
        ("blackjack", "double-card-dealt-up", 2, {"double-card": "down"}, ["double-down"]),
        ("fast-action-hold-em", "player-dealt-more-cards", 3, {}, []),
        ("fast-action-hold-em", "players-card-exposed", 1, {}, []),
    ],
)
def test_without_a_moment_it_comes_about_with_the_card_that_it_is_about(
    name: str, id_: str, dealt: int, options: dict[str, Any], decisions: list[str]
) -> None:
    """2.15(g): one card is dealt; 2.15(i): two, and a card is asked for; 2.15(p): two, and a third goes face down;
    21.9(g): the fourth is dealt when a fifth is drawn with it; 21.9(c): a card that has been dealt is exposed."""
    defined = game(name)
    table = Table(defined, Rules(defined, options), seed=5)
    table.sit(1, "Ada", 1000)
    table.sit(2, "Bo", 1000)
    for seat in (1, 2):
        table.bet(seat, defined.rules().required[0].id, 10)
    table.irregularity(id_, position="2")
    table.deal()
    while table.asked:
        offered = {choice.id for choice in table.asked.choices}
        fits = [each for each in decisions if each in offered and table.asked.seat == 2]
        choice = fits[0] if fits else table.asked.usual or table.asked.choices[-1].id
        table.act(table.asked.seat, choice)
    ruled = next(n for n, event in enumerate(table.said) if isinstance(event, Irregular))
    own = [n for n, event in enumerate(table.said) if isinstance(event, Deal) and event.to == "2"]
    assert sum(n < ruled for n in own) == dealt
    if id_ != "players-card-exposed":
        following = table.said[ruled + 1]
        assert isinstance(following, Deal | Ask)
        assert (following.to if isinstance(following, Deal) else following.hand) == "2"


@pytest.mark.parametrize(
    ("name", "id_", "cards"),
    [
        ("caribbean-stud-poker", "dealer-dealt-four", 5),
        ("fast-action-hold-em", "dealer-dealt-fewer-cards", 4),
        ("texas-hold-em-bonus-poker", "dealer-hand-completed", 2),
        ("ultimate-texas-hold-em", "dealer-hand-completed", 2),
    ],
)
@pytest.mark.paragraph("16.13(d)", "21.9(d)", "28.12(d)", "32.13(d)")
def test_without_a_moment_the_dealer_lacks_a_card_when_the_deal_is_over(
    name: str, id_: str, cards: int
) -> None:
    """A card is lacking when the dealer has been dealt to, not with the first card of the round."""
    defined = game(name)
    table = Table(defined, Rules(defined, {}), seed=5)
    table.sit(1, "Ada", 1000)
    for wager in defined.rules().required:
        table.bet(1, wager.id, 10)
    table.irregularity(id_)
    table.deal()
    ruled = next(n for n, event in enumerate(table.said) if isinstance(event, Irregular))
    assert sum(isinstance(event, Deal) and event.to == "1" for event in table.said[:ruled]) == cards


def test_2_15_i_a_hit_is_not_missed_before_anybody_is_asked() -> None:
    for at in (["deal", 2], ["deal", 4], ["deal", 5]):
        case = first_two_dealt(None) | {"events": [{"irregularity": "missed-hit", "position": 1, "at": at}]}
        with pytest.raises(Refused, match="did not happen") as refusal:
            settle(read_case(json.dumps(case)))
        assert refusal.value.cite == "13:69F-2.15(i)"


def first_two_dealt(at: list[Any] | None) -> dict[str, Any]:
    event = {"irregularity": "card-drawn-and-exposed", **({"at": at} if at else {})}
    return {
        "game": "blackjack",
        "seats": [{"seat": 1, "wagers": {"blackjack": 10}, "decisions": ["hit", "stand"]}],
        "cards": {"1": ["Ts", "4d", "5c"], "dealer": ["9h", "8c"]},
        "events": [event],
    }


def test_2_15_c_a_card_is_drawn_and_exposed_after_the_first_two() -> None:
    """19 against 17; told of the moment before the second card it is refused."""
    answer: Any = settle(read_case(json.dumps(first_two_dealt(None))))
    assert answer["seats"][0]["net"] == 10
    for at in (["deal", 1], ["deal", 2], ["deal", 4]):
        with pytest.raises(Refused, match="did not happen") as refusal:
            settle(read_case(json.dumps(first_two_dealt(at))))
        assert refusal.value.cite == "13:69F-2.15(c)"


def test_14_15_e_3_two_cards_are_found_face_up_while_cards_are_dealt() -> None:
    table = seated(game("hold-em"), game("hold-em").rules().irregularity("cards-face-up"), random.Random(1))
    table.irregularity("cards-face-up")
    table.deal()
    assert isinstance(table.pending, Deal)
    assert table.settlement is not None
    assert set(table.settlement.net.values()) == {0}
