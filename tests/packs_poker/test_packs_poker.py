"""Pack's poker, proposed 13:69F-43: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.book import Deal, Refused, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker import packs_poker_mathematics as odds
from pitboss.games.house_poker.packs_poker import (
    FIVE_CARD,
    SEVEN_CARD,
    contributions,
    five_card_hands,
    seven_card_hands,
)
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.batch import strengths, tables
from pitboss.ranking.high import best_five, hand_of
from pitboss.sim.run import simulate
from pitboss.table import Bet, Table
from pitboss.table.case import Case, settle
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.house_poker import compiled_round, dealt_to, near
from tests.tape import Tape

PACKS = game("packs-poker")
FORMS = ("five-card", "seven-card")


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, PACKS)


def dealt(table: Table) -> list[str]:
    table.deal()
    return dealt_to(table)


PAIRS = ["community.1"] * 2 + ["community.2"] * 2 + ["community.3"] * 2


@pytest.mark.paragraph("43.7(a)", "43.8(a)", "43.8(c)", "43.8(d)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_43_7_d_clockwise_one_at_a_time_or_five_in_a_row_the_dealer_last(dealing: str) -> None:
    """43.7(a), 43.7(e), 43.8(a), 43.8(c), 43.8(d)."""
    bets = (4, "packs-1", 10), (1, "five-card-bonus-3", 10)
    assert dealt(seated(*bets, dealing=dealing)) == ["1", "4", "dealer"] * 5 + PAIRS
    in_a_row = seated(*bets, dealing=dealing, private_cards="five-in-a-row", pack_cards="one-at-a-time")
    round_the_packs = ["community.1", "community.2", "community.3"] * 2
    assert dealt(in_a_row) == ["1"] * 5 + ["4"] * 5 + ["dealer"] * 5 + round_the_packs


@pytest.mark.paragraph("43.9(a)", "43.9(d)")
def test_43_9_c_the_automated_shoe_gives_stacks_of_five() -> None:
    """43.9(a), 43.9(d)."""
    table = seated((4, "packs-1", 10), (1, "packs-1", 10), dealing="automated-shoe")
    assert dealt(table) == ["1"] * 5 + ["4"] * 5 + ["dealer"] * 5 + PAIRS


@pytest.mark.paragraph("43.10(c)")
@pytest.mark.parametrize(("exposing", "order"), [("players", ["1", "2"]), ("dealer", ["2", "1"])])
def test_43_10_a_players_then_dealer_then_pack_by_pack(exposing: str, order: list[str]) -> None:
    """43.10(a)1, 43.10(a)2, 43.10(c), 43.10(d), 43.10(i), 43.12(b): a pack is settled before the next is turned, from
    the dealer's right, the Pack's bet before its bonuses."""
    spots = [f"{wager}-{number}" for number in (1, 2, 3) for wager in ("packs", "five-card-bonus")]
    bets = [(seat, wager, 10) for seat in (1, 2) for wager in spots]
    table = seated(*bets, exposing=exposing)
    table.deal()
    told = [event for event in table.said if isinstance(event, Show | Settle)]
    assert [event.owner for event in told[:3] if isinstance(event, Show)] == [*order, "dealer"]
    settled = [
        event.owner if isinstance(event, Show) else f"{event.seat} {event.wager}" for event in told[3:]
    ]
    for number in (1, 2, 3):
        expected = [f"community.{number}"]
        expected += [f"{seat} {wager}-{number}" for seat in (2, 1) for wager in ("packs", "five-card-bonus")]
        assert settled[5 * number - 5 : 5 * number] == expected


@pytest.mark.paragraph("43.8(b)2", "43.9(b)2")
def test_43_7_b_nothing_is_wagered_after_no_more_bets() -> None:
    """43.6(b), 43.8(b)2, 43.9(b)2; and 43.6(a), 43.6(c): only who has taken a seat wagers."""
    table = seated((1, "packs-1", 10))
    table.irregularity("card-dealt-in-error", ("deal", 1))
    with pytest.raises(Refused, match="seat 2"):
        table.bet(2, "packs-1", 10)
    table.deal()
    first = next(event for event in table.said if type(event).__name__ == "Say")
    assert getattr(first, "what", "") == "No more bets"


def test_43_10_a_nobody_sees_a_pack_or_the_dealers_cards_before_they_are_turned() -> None:
    table = seated((1, "packs-1", 10), (2, "packs-1", 10))
    table.deal()
    down = [event.seen_by(1) for event in table.said if isinstance(event, Deal) and event.to != "1"]
    assert all(isinstance(event, Deal) and event.card == -1 for event in down)


@pytest.mark.paragraph('43.1 "Pack\'s wager"')
def test_43_6_b_the_packs_bet_stays_under_its_bonus() -> None:
    table = seated((1, "packs-2", 10), (1, "seven-card-bonus-2", 5), bonus_requires_packs_wager="yes")
    with pytest.raises(Refused, match=r"43\.6\(b\)"):
        table.remove(1, "packs-2")
    table.remove(1, "seven-card-bonus-2")
    table.remove(1, "packs-2")


# ---- the hands of the bonuses --------------------------------------------------------------------------

FIVES = {
    "diamond-royal-flush": "Ad Kd Qd Jd Td",
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "Ac 2c 3c 4c 5c",
    "four-of-a-kind": "9c 9d 9h 9s Kd",
    "full-house": "9c 9d 9h Kc Kd",
    "flush": "2h 5h 9h Jh Kh",
    "straight": "5c 6d 7h 8s 9c",
    "three-of-a-kind": "9c 9d 9h Kc 2d",
    "two-pair": "9c 9d Kh Kc 2d",
    "pair-of-jacks-or-better": "Jc Jd Kh 3c 2d",
    "pair-of-twos-to-tens": "Tc Td Kh 3c 2d",
    "losing-hand": "Ac Jd Th 3c 2d",
}
SEVENS = {
    "7-card-straight-flush": "3h 4h 5h 6h 7h 8h 9h",
    "6-card-royal-flush": "As Ks Qs Js 2d Ts 9s",
    "royal-flush": "As Ks Qs Js 2d Ts 4c",
    "straight-flush": "5c 6c 7c 8c Kd 9c Tc",
    "four-of-a-kind": "9c 9d 9h Kd 2s 9s 4c",
    "full-house": "9c 9d 9h Kd 2s Ks 4c",
    "flush": "2h 5h 9h Jh Kd Ah 3c",
    "straight": "5c 6d 7h 8s Kd 9c 2h",
    "three-of-a-kind": "9c 9d 9h Kd 2s 7s 4c",
    "two-pair": "9c 9d Kh Kd 2s 7s 4c",
    "one-pair": "9c 9d Kh 3d 2s 7s Jc",
    "losing-hand": "9c Td Kh 3d 2s 7s Jc",
}


def test_43_5_b_every_hand_of_the_tables() -> None:
    """43.5(b)1 to 43.5(b)9, 43.5(c), 43.5(d): the best hand, and the royal flush in what is more than one."""
    for place, name in enumerate(FIVE_CARD):
        also = "royal-flush" if name == "diamond-royal-flush" else name
        assert five_card_hands(hand_of(cards(FIVES[name]))) == 1 << place | 1 << FIVE_CARD.index(also)
    for place, name in enumerate(SEVEN_CARD):
        also = {"7-card-straight-flush": "straight-flush", "6-card-royal-flush": "royal-flush"}.get(
            name, name
        )
        assert seven_card_hands(hand_of(cards(SEVENS[name])), 0) == 1 << place | 1 << SEVEN_CARD.index(also)


@pytest.mark.paragraph('43.1 "Rank"')
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts 2d 2c", "Kd Qd Jd Td 9d 8d 2c"),  # 43.5(b)1
        ("Ac 2c 3c 4c 5c Kd Kh", "9c 9d 9h 9s Kd Kh Ks"),  # 43.5(b)2
        ("2c 2d 2h 2s 3d 4h 6s", "Ac Ad Ah Kc Kd 2h 3s"),  # 43.5(b)3
        ("2c 2d 2h 3s 3d 4h 6s", "Ac Kc Jc 9c 8c 2h 3s"),  # 43.5(b)4
        ("7c 5c 4c 3c 2c Kd Qh", "Ac Kd Qh Js Tc 2h 2s"),  # 43.5(b)5
        ("Ac 2d 3h 4s 5c 5d 5h", "Ac Ad Ah Ks Qc 9d 8h"),  # 43.5(b)6
        ("2c 2d 2h 4s 5c 7d 8h", "Ac Ad Ks Kd Qc 9d 8h"),  # 43.5(b)7
        ("3c 3d 2h 2s 5c 7d 8h", "Ac Ad Ks Jd Tc 9d 8h"),  # 43.5(b)8
        ("2c 2d 4h 5s 7c 8d 9h", "Ac Kd Qs Jd 9c 8d 7h"),  # 43.5(b)9
        ("Qc Kd Ah 2s 3c 3d 3h", "Qc Kd Ah 2s 3c 3d 4h"),  # no sequence round the ace
    ],
)
def test_43_5_b_the_order_of_hands(better: str, worse: str) -> None:
    assert best_five(cards(better)) > best_five(cards(worse))


# ---- pay tables, copied from the text once more -------------------------------------------------------------

PRINTED = {
    "five-card-bonus-1": """
        royal-flush 1000 1000 1000 1000 1000
        straight-flush 250 200 500 250 250
        four-of-a-kind 100 100 250 100 100
        full-house 50 50 30 25 25
        flush 25 25 20 20 20
        straight 10 8 10 10 10
        three-of-a-kind 4 5 5 5 3
        two-pair 3 4 3 4 2
        pair-of-jacks-or-better 2 2 2 2 1
        pair-of-twos-to-tens - - - - push
        losing-hand - - - - -""",
    "five-card-progressive-1": """
        diamond-royal-flush 100% 100% 100% 100% 100%
        royal-flush 1000 1000 1000 1000 1000
        straight-flush 500 500 500 250 250
        four-of-a-kind 100 200 100 100 100
        full-house 50 100 25 50 25
        flush 25 50 20 25 20
        straight 10 10 10 20 10
        three-of-a-kind 5 5 5 5 4
        two-pair 4 4 4 4 3
        pair-of-jacks-or-better 3 2 3 3 2
        pair-of-twos-to-tens - - - - push
        losing-hand - - - - -""",
    "seven-card-bonus-1": """
        7-card-straight-flush $50000 $50000 $10000 $25000 $50000 $10000 $50000 $25000 $10000 $25000 $50000 $50000 \
            $50000 $25000 $25000 $25000 $25000 $25000 $25000 $25000 $25000 $25000 $25000
        6-card-royal-flush $5000 $5000 $5000 $5000 $5000 $5000 $5000 $2500 $5000 $5000 $5000 $5000 $5000 \
            $5000 $5000 $5000 $5000 $5000 $5000 $5000 $5000 $5000 $5000
        royal-flush 500 500 500 500 500 500 500 400 500 500 250 500 500 500 500 500 500 500 500 500 500 500 500
        straight-flush 200 200 200 200 200 100 100 200 250 250 200 250 250 200 100 150 100 100 100 100 150 100 100
        four-of-a-kind 50 100 50 50 100 50 50 50 100 100 50 50 100 50 50 50 50 50 50 50 75 50 50
        full-house 5 10 10 5 10 10 10 10 10 10 10 15 25 10 10 10 10 15 10 10 10 10 10
        flush 4 5 5 4 5 5 5 4 5 5 5 10 - 4 5 5 4 3 5 5 6 7 8
        straight 2 2 3 2 2 3 3 3 3 4 4 - - 3 3 3 3 2 4 3 4 5 5
        three-of-a-kind 1 1 2 1 1 2 2 2 - - - - - 2 2 2 3 2 2 3 - - -
        two-pair push - - push - - - - - - - - - - - - - - - - - - -
        one-pair - - - - - - - - - - - - - - - - - - - - - - -""",
    "seven-card-progressive-1": """
        7-card-straight-flush 100% 100% 100% 100% 100% 100% 100% 100% 100% 100% 100% 100% 100%
        6-card-royal-flush 10% 10% 10% 10% 10% 10% 10% 10% 10% 10% 10% 10% 10%
        royal-flush 500 500 500 500 1000 500 500 1000 500 1000 500 500 500
        straight-flush 200 200 200 250 200 100 100 250 250 250 100 250 250
        four-of-a-kind 50 100 50 50 25 50 50 50 100 50 50 75 100
        full-house 5 10 10 10 10 10 10 10 10 10 20 15 25
        flush 4 5 5 5 5 4 5 5 5 5 5 10 -
        straight 3 3 4 4 4 3 4 4 4 4 2 - -
        three-of-a-kind 2 2 3 2 3 2 3 2 - - - - -
        two-pair 1 - - - - - - - - - - - -
        one-pair - - - - - - - - - - - - -""",
}


def printed(wager: str) -> dict[str, dict[str, str]]:
    """By table and hand, what the text prints."""
    rows = [line.split() for line in PRINTED[wager].strip().splitlines()]
    return {
        letter: {row[0]: row[1 + place] for row in rows}
        for place, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVW"[: len(rows[0]) - 1])
    }


@pytest.mark.parametrize("reading", ["for", "to"])
@pytest.mark.parametrize("wager", PRINTED)
def test_43_11_b_and_c_every_row_of_every_table_settled(wager: str, reading: str) -> None:
    """43.11(b)1, 43.11(b)2, 43.11(c)1, 43.11(c)2, at $2, which bring the meter to $30,000. For one, the wager
    is part of what is handed over, and is kept for a share of the meter; to one, it goes back besides."""
    kind = wager[: wager.index("-card") + 5]
    progressive = "progressive" in wager
    for letter, rows in printed(wager).items():
        for row, figure in rows.items():
            told = (FIVES if kind == "five-card" else SEVENS)[row].split()
            case = {
                "game": "packs-poker",
                "options": {
                    f"{kind}-form": "progressive" if progressive else "non-progressive",
                    f"{kind}-table": letter,
                    "reading-progressive-multiple": reading,
                },
                "state": {"meter": 29_999.84},  # of $2 another 16 cents
                "seats": [{"seat": 1, "wagers": {wager: 2}}],
                "cards": {"1": told[:5], "community.1": told[5:]},
                "seed": 1,
            }
            answer: Any = settle(msgspec.convert(case, Case))
            found = answer["seats"][0]["wagers"][wager]
            for_one = 1 if progressive and reading == "for" else 0
            net: int | float
            if figure == "-":
                pays, net = 0, -2
            elif figure == "push":
                pays = net = 0
            elif figure.endswith("%"):
                pays = 30_000 * int(figure[:-1]) // 100
                net = pays - 2 * for_one
            elif figure[0] == "$":
                pays = net = int(figure[1:])
            else:
                pays = net = 2 * (int(figure) - for_one)
            result = "lose" if figure == "-" else "win" if pays else "push"
            assert (found["result"], found.get("prize", found["pays"])) == (result, pays), (letter, row)
            assert answer["seats"][0]["net"] == net, (letter, row)


# ---- the meters ----------------------------------------------------------------------------------------


def test_43_12_e_what_a_wager_brings_and_what_a_void_round_takes_back() -> None:
    """10% of $20 and of $50, a fifth of it for the reset meters; 43.12(b)."""
    bets = (1, "five-card-progressive-1", 20), (2, "seven-card-progressive-3", 50)
    options = {"five_card_form": "progressive", "seven_card_form": "progressive", "dealing": "automated-shoe"}
    table = seated(*bets, **options)
    table.irregularity("dealing-shoe-failure", ("deal", 5))
    table.deal()
    accounts = [table.ledger[f"meter:{kind}{reset}"] for kind in FORMS for reset in ("", "-reset")]
    assert accounts == [2_500_000, 0, 2_500_000, 0]
    table = seated(*bets, **options)
    table.irregularity("card-dealt-in-error", ("deal", 5))
    table.deal()
    accounts = [table.ledger[f"meter:{kind}{reset}"] for kind in FORMS for reset in ("", "-reset")]
    assert accounts == [2_500_160, 40, 2_500_400, 100]


@pytest.mark.parametrize(("kind", "least"), [("five-card", 1), ("seven-card", 5)])
def test_43_12_e_the_least_rates_of_progression(kind: str, least: int) -> None:
    rules = PACKS.rules(**{f"{kind}-rate": least, f"{kind}-reset-part": 0})
    bet = Bet(1, f"{kind}-progressive-1", 10_000)
    assert [each.amount for each in contributions(rules, kind, bet)] == [100 * least, 0]
    with pytest.raises(Refused, match=r"43\.12\(e\)"):
        PACKS.rules(**{f"{kind}-rate": least - 1})


def test_43_12_e_the_meter_goes_on_from_round_to_round() -> None:
    table = seated((1, "five-card-progressive-1", 10), five_card_form="progressive", five_card_table="A")
    table.deal()
    table.bet(1, "five-card-progressive-2", 10)
    table.deal()
    assert (table.ledger["meter:five-card"], table.ledger["meter:five-card-reset"]) == (2_500_160, 40)


# ---- what a table may post -------------------------------------------------------------------------------


@pytest.mark.paragraph("13:69E-1.13Z(a)")
def test_a_seventh_position_is_found_out(tmp_path: Path) -> None:
    """13:69E-1.13Z(a)."""
    page = tmp_path / "table.toml"
    page.write_text('game = "packs-poker"\nseats = 7')
    assert [finding.cite for finding in check_table(page)] == ["13:69E-1.13Z(a)"]
    page.write_text('game = "packs-poker"\nseats = 6\n[options]\nseven-card-table = "W"')
    assert check_table(page) == []


@pytest.mark.paragraph("43.4(c)", "43.7(h)")
def test_the_guide_tells_what_becomes_of_a_hand_without_a_pair() -> None:
    """43.10(f); and the choices of 43.4(c), 43.7(g), 43.7(h), 43.8(f), 43.8(g)."""
    page = guide("packs-poker", ["no-pair-higher=push", "stub-count=shuffler", "idle-cards=face-down"])
    assert "needs a pair or better" in page
    assert "The Pack&#39;s bet is a push." in page


def test_the_player_decides_nothing_but_the_wagers() -> None:
    with pytest.raises(Refused, match="no decision"):
        PACKS.mathematics.strategy(PACKS.rules())


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


def likely(chance: random.Random) -> list[int]:
    """Sixteen cards; often of few suits or few ranks, so that great hands come."""
    deck = list(range(52))
    match chance.randrange(4):
        case 0:
            deck = [card for card in deck if card % 4 in (1, 3)]
        case 1:
            deck = [card for card in deck if card >= 28]
    drawn = chance.sample(deck, 16)
    if chance.random() < 0.05:  # six or seven in a row of one suit, the pack in them
        top, suit = chance.randint(4, 12), chance.randrange(4)
        row = [4 * ((top - n) % 13) + suit for n in range(7)]
        rest = chance.sample([card for card in range(52) if card not in row], 9)
        drawn = row[:5] + rest[:5] + row[5:] + rest[5:]
        if chance.random() < 0.3:
            drawn[0], drawn[5] = drawn[5], drawn[0]
    return drawn


@pytest.mark.parametrize(
    "options",
    [
        {},
        {
            "no-pair-higher": "push",
            "five-card-table": "E",
            "seven-card-table": "H",
            "seven-card-top": "royal-only",
        },
        {"five-card-form": "progressive", "seven-card-form": "progressive", "five-card-meter": "4000"},
        {
            "five-card-form": "progressive",
            "seven-card-form": "progressive",
            "five-card-table": "E",
            "seven-card-table": "A",
            "reading-progressive-multiple": "to",
        },
    ],
)
def test_the_table_and_the_compiled_round_agree_to_the_cent(options: dict[str, object]) -> None:
    rules = PACKS.rules(**{**options, "private-cards": "five-in-a-row"})
    simulation = PACKS.mathematics.simulation(rules)
    chance, dealt_ = random.Random(7), Tape()
    table = Table(PACKS, rules, chance=dealt_)
    table.sit(1, "Ann", 10**9)
    for _ in range(2_600):
        tape = likely(chance)
        dealt_.load(tape)
        # a meter that pays twice in a round would be the table's business: one spot of each progressive
        spots = [*chance.sample(range(3), 2), chance.randrange(3, 6), chance.randrange(6, 9)]
        stakes = [0] * 9
        for place in spots:
            stakes[place] = chance.choice([5, 25, 100])
            table.bet(1, simulation.wagers[place], stakes[place])
        meters = {}
        for kind, first in (("five-card", 3), ("seven-card", 6)):
            staked = Bet(1, f"{kind}-progressive-1", 100 * sum(stakes[first : first + 3]))
            fed = contributions(rules, kind, staked)[0].amount
            posted = 100 * int(str(rules[f"{kind}-meter"]))
            meters[kind] = (table.ledger[f"meter:{kind}"] or posted) + fed
        table.deal()
        assert table.settlement is not None
        at_table = {name: each.pays - each.lost for name, each in table.settlement.wagers[1].items()}
        net, staked = compiled_round(simulation, tape, stakes, odds.terms(rules, meters))
        assert [at_table.get(name, 0) for name in simulation.wagers] == net.tolist(), tape
        assert staked.tolist() == [100 * stake for stake in stakes]


# ---- exact odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_pairs_of_hands_without_a_common_card_against_a_slow_count(seed: int) -> None:
    chance = random.Random(seed)
    deck = chance.sample(range(52), 16)
    hands = sorted({tuple(sorted(chance.sample(deck, 5))) for _ in range(400)}, key=lambda _: chance.random())
    labels = [chance.randrange(4) for _ in hands]
    slow = [0] * 4
    for (one, mine), (other, theirs) in combinations(zip(hands, labels, strict=True), 2):
        slow[mine] += 2 * (mine == theirs and not set(one) & set(other))
    assert odds.pairs_apart(np.array(hands, np.uint8), np.array(labels)).tolist() == slow


@pytest.mark.parametrize("pack", ["Ts 9s", "Kd 5c", "7c 7h"])
def test_43_10_e_ties_with_a_pack_by_all_hands_instead_of_by_ranks(pack: str) -> None:
    """All 2,118,760 hands of five with the pack, by their true strength, and pairs of them without a common card."""
    first, second = sorted(cards(pack))
    left = np.array([card for card in range(52) if card not in (first, second)], np.uint8)
    places = np.fromiter((place for five in combinations(range(50), 5) for place in five), np.uint8)
    hands = left[places.reshape(-1, 5)]
    found = strengths(np.hstack([hands, np.full((len(hands), 2), (first, second), np.uint8)])).astype(
        np.int64
    )
    pair = int(np.searchsorted(tables().ladder, 1 << 26))
    met = odds.pairs_apart(hands, found)
    below = hands[found < pair]
    both = odds.pairs_apart(below, np.zeros(len(below), np.int64))
    assert odds.ties_with(first, second) == (met[pair:].sum(), met[:pair].sum(), both.sum())


def test_43_10_e_the_packs_bet_costs_what_both_below_a_pair_are_worth() -> None:
    """Whoever has a pair is as likely to be ahead as behind; only when both are below is the player worse off. By the
    election half of those come back, but for the ties."""
    (lose,) = PACKS.mathematics.odds(PACKS.rules(), "packs-2")
    (push,) = PACKS.mathematics.odds(PACKS.rules(no_pair_higher="push"), "packs-2")
    found = odds.ties()
    assert sum(outcome.probability for outcome in lose.outcomes) == 1
    assert lose.house_edge == Fraction(found.both_below, odds.DEALS)
    assert lose.house_edge - push.house_edge == Fraction(found.both_below - found.unpaired, 2 * odds.DEALS)
    report = simulate(PACKS.rules(), rounds=1_000_000, seed=11)
    for result in report.wagers:
        (exact,) = PACKS.mathematics.odds(PACKS.rules(), result.wager)
        assert near(result.house_edge, exact.house_edge)


def test_43_11_b_five_cards_counted_by_hand() -> None:
    """The well-known counts; pairs of jacks or better are 4 of 13 of all pairs."""
    found = {
        FIVE_CARD[made.bit_length() - 1]: hands for made, hands in odds.hands_made("five-card", 0).items()
    }
    assert found == {
        "diamond-royal-flush": 1,
        "royal-flush": 3,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "pair-of-jacks-or-better": 1_098_240 * 4 // 13,
        "pair-of-twos-to-tens": 1_098_240 * 9 // 13,
        "losing-hand": 1_302_540,
    }


def test_43_11_c_seven_cards_counted_by_hand() -> None:
    """The published counts of seven cards. In each suit eight sequences of seven, one of them to the ace; six from the
    ace down, with any of the 46 other cards but the eight."""
    counts = dict(odds.hands_made("seven-card", 0))
    seven = 1 << 11
    assert counts.pop(seven | 1 << 10 | 1 << 9) == 4
    assert counts.pop(seven | 1 << 8) == 4 * 7
    assert counts.pop(1 << 10 | 1 << 9) == 4 * 45
    assert odds.hands_made("seven-card", 1)[1 << 8] - counts[1 << 8] == 4 * 7
    assert [counts[1 << kind] for kind in range(8)] == [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
    ]  # fmt: skip
    assert counts[1 << 9] == 4_324 - 4 - 180
    assert counts[1 << 8] == 37_260 - 28
    assert sum(odds.hands_made("seven-card", 0).values()) == comb(52, 7)


def returned(wager: str, table: str, reading: str) -> float:
    """What comes back of a wager, in percent, without the meter: its hands count as the next lower of the table."""
    kind = wager[: wager.index("-card") + 5]
    options = {f"{kind}-form": "progressive", f"{kind}-table": table, "reading-progressive-multiple": reading}
    (row,) = PACKS.mathematics.odds(PACKS.rules(**options, **{f"{kind}-meter": 0}), wager)
    return round(float(100 - 100 * row.house_edge), 1)


def test_43_11_b_2_read_to_one_the_progressives_would_give_back_more_than_is_wagered() -> None:
    """43.11(c)2. The digest's figures, worked out elsewhere."""
    five = {table: returned("five-card-progressive-1", table, "to") for table in "ABCDE"}
    assert five == {"A": 108.5, "B": 110.0, "C": 103.9, "D": 112.1, "E": 113.0}
    assert round(returned("seven-card-progressive-2", "A", "to")) == 126
    for_one = [returned("five-card-progressive-1", table, "for") for table in "ABCDE"]
    for_one += [returned("seven-card-progressive-1", table, "for") for table in "ABCDEFGHIJKLM"]
    assert round(min(for_one)) == 74
    assert max(for_one) < 93


def test_43_11_c_1_a_sum_of_money_weighs_less_the_more_is_wagered() -> None:
    """At $1 the 6-card royal brings 5,000, at $100 its royal flush 500."""
    (one,) = PACKS.mathematics.odds(PACKS.rules(), "seven-card-bonus-3")
    rules = PACKS.rules().changed(limits={"seven-card-bonus-3": (10_000, 10_000)})
    (hundred,) = PACKS.mathematics.odds(rules, "seven-card-bonus-3")
    lost = Fraction(184 * 4_500 - 4 * 4_500 + 32 * 49_500, comb(52, 7))
    assert hundred.house_edge - one.house_edge == lost
    assert "$100" in hundred.per


def test_every_wager_is_analysed_under_every_authorised_table() -> None:
    found = {(row.wager, row.table) for row in analyze("packs-poker", every=True)}
    for number in (1, 2, 3):
        assert (f"packs-{number}", "fixed") in found
        for wager in PRINTED:
            spot = f"{wager[:-1]}{number}"
            assert {(spot, table) for table in printed(wager)} <= found
