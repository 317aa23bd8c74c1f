"""Supreme pai gow, 13:69F-34: the order of hands, the bonus, the deal, the bank, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest

from pitboss.book import Ask, Refused, Rules, Say, Settle, game, ways
from pitboss.equipment.cards import cards
from pitboss.games.pai_gow.family import HOUSE, Bank, apart
from pitboss.games.pai_gow.supreme_pai_gow import Ended, SupremePaiGow
from pitboss.games.pai_gow.supreme_pai_gow_mathematics import (
    Side,
    best_settings,
    chances,
    count_ends,
    ends_of,
    hands_of,
    settled_values,
)
from pitboss.ranking.supreme import BONUS_HANDS, bonus_kinds, describe, is_zero, two_value
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests import house_poker, set_hands
from tests.advised import Named
from tests.house_poker import compiled_round, dealt_to, shown, shuffled
from tests.tape import Tape

SUPREME = game("supreme-pai-gow")
assert isinstance(SUPREME, SupremePaiGow)
MAIN = "supreme-pai-gow"
WAYS = ["balanced", "high-first"]
seated = partial(house_poker.seated, SUPREME)

# ---- the order of hands, 34.3 --------------------------------------------------------------------------

FACE = [11, 10, 9]


def slow_points(rank: int) -> int:
    return 1 if rank == 12 else 0 if rank >= 8 else rank + 2


def slow_two(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards by 34.3(a) and (b): category, what decides, the highest card, the ace below the two."""
    ranks = [card // 4 for card in hand if card < 52]
    if not ranks:
        return 2, 13
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        return 2, ranks[0]
    if len(ranks) == 2 and set(ranks) <= set(FACE):
        return 1, sum(ranks)
    tries = [[*ranks, joker] for joker in (1, 4)] if len(ranks) == 1 else [ranks]
    both = max(tries, key=lambda each: sum(map(slow_points, each)) % 10)
    order = [rank if rank < 12 else -1 for rank in both]
    return 0, sum(map(slow_points, both)) % 10, max(order)


@pytest.mark.paragraph('34.1 "Rank or ranking"')
def test_34_3_a_hands_of_two_compare_as_the_text_says() -> None:
    """34.3(a)1, 34.3(a)2, 34.3(a)3, 34.3(b), 34.1 "Rank or ranking", 34.1 "Suit": every hand beside the next."""
    hands = list(combinations(range(54), 2))
    ranked = sorted(hands, key=slow_two)
    for lower, higher in pairwise(ranked):
        a, b = two_value(*lower), two_value(*higher)
        assert (a == b) if slow_two(lower) == slow_two(higher) else (a < b)


@pytest.mark.parametrize(
    ("partner", "total"),
    [
        ("A", 7),
        ("2", 8),
        ("3", 9),
        ("4", 7),
        ("5", 8),
        ("6", 9),
        ("7", 3),
        ("8", 4),
        ("9", 5),
        ("T", 6),
        ("K", 6),
    ],
)
def test_34_3_a_3_iv_the_joker_is_three_or_six(partner: str, total: int) -> None:
    """34.3(a)3i, 34.3(a)3ii, 34.3(a)3iii, 34.3(a)3iv, 34.3(a)3v."""
    value = two_value(*cards(f"Jo {partner}c"))
    assert value >> 12 == 0
    assert value >> 4 == total


@pytest.mark.parametrize(
    ("hand", "read", "printed"),
    [
        ("Th Kd", 1, 1),
        ("9h Ad", 1, 1),
        ("6h 4d", 1, 1),
        ("Kh Qd", 0, 1),
        ("5h 5d", 0, 1),
        ("Kh Kd", 0, 1),
        ("6h 6d", 0, 0),
        ("Jo jo", 0, 0),
        ("9h 2d", 0, 0),
    ],
)
def test_34_3_d_hands_of_zero(hand: str, read: int, printed: int) -> None:
    value = two_value(*cards(hand))
    assert (is_zero(value, 0), is_zero(value, 1)) == (read, printed)


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("Jo jo", "pair of jokers"),
        ("6h 6d", "pair of sixes"),
        ("Kh Jd", "king and jack"),
        ("Ah 2d", "three, two high"),
    ],
)
def test_34_3_hands_are_named(hand: str, named: str) -> None:
    assert describe(two_value(*cards(hand))) == named


# ---- the bonus, 34.3(c) --------------------------------------------------------------------------------


def slow_bonus(hand: tuple[int, ...]) -> str:
    """The highest hand of 34.3(c) that four cards make, by its words."""
    natural = [card for card in hand if card < 52]
    jokers, ranks = 4 - len(natural), [card // 4 for card in natural]
    times = sorted(Counter(ranks).values(), reverse=True)
    suited = len({card % 4 for card in natural}) == 1
    straight = False
    for more in product((1, 4), repeat=jokers):
        line = sorted([*ranks, *more])
        low = sorted(rank if rank < 12 else -1 for rank in line)
        straight |= any(each == list(range(each[0], each[0] + 4)) for each in (line, low))
    if times[0] == 4:
        return "four-aces" if ranks[0] == 12 else "four-of-a-kind"
    if not jokers and suited and sorted(ranks) == [9, 10, 11, 12]:
        return "royal-flush"
    if jokers == 2 and ranks == [12, 12]:
        return "two-jokers-and-two-aces"
    if straight and suited:
        return "straight-flush"
    if times[0] == 3:
        return "three-of-a-kind"
    if suited and not jokers:
        return "flush"
    if times[:2] == [2, 2] or (jokers == 2 and times[0] == 2):
        return "two-pair"
    if straight:
        return "straight"
    return "two-jokers" if jokers == 2 else "any-other-pair" if times[0] == 2 else "nothing"


def test_34_3_c_every_kind_of_bonus_hand() -> None:
    """34.3(c)1 to 11, 34.14(a): a third of all hands, and all with both jokers; the highest bit is the hand."""
    hands = [hand for n, hand in enumerate(combinations(range(54), 4)) if n % 3 == 0 or hand[2:] == (52, 53)]
    for hand in hands:
        kinds = bonus_kinds(*hand)
        named = BONUS_HANDS[kinds.bit_length() - 1] if kinds else "nothing"
        assert named == slow_bonus(hand), hand


def test_34_14_a_the_bonus_counted_by_hand() -> None:
    """Four aces: 1; royal flushes 4; two jokers and two aces 6; other fours 12."""
    row = next(each for each in SUPREME.mathematics.odds(SUPREME.rules(), "bonus"))
    found = {each.outcome: each.probability * comb(54, 4) for each in row.outcomes}
    assert [
        found[name] for name in ("four-aces", "royal-flush", "two-jokers-and-two-aces", "four-of-a-kind")
    ] == [1, 4, 6, 12]
    assert found["three-of-a-kind"] == 13 * 4 * 50
    assert found["two-pair"] == comb(13, 2) * 36 + 12 * 6
    assert found["flush"] + found["straight-flush"] + 4 == 4 * comb(13, 4) + straight_flushes_with_jokers()
    assert sum(found.values()) == comb(54, 4)
    assert row.house_edge == -sum(each.probability * each.net for each in row.outcomes)


def straight_flushes_with_jokers() -> int:
    """With one joker as a three or a six, of four suits and two jokers; with both, 4-5 of a suit."""
    lines = [set(range(low, low + 4)) for low in range(-1, 10)]
    with_one = {frozenset(line - {rank}) for line in lines for rank in (1, 4) if rank in line}
    return 2 * 4 * len(with_one) + 4


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.paragraph("34.6(a)", "34.8(c)")
def test_34_2_a_the_deck_holds_two_jokers() -> None:
    """34.6(a), 34.8(c): 28 cards are dealt."""
    table = seated((1, MAIN, 10))
    table.deal()
    assert shuffled(table) == list(range(54))
    assert len(table.shoe) == 26
    assert any(isinstance(event, Say) for event in table.said)


@pytest.mark.paragraph(
    "34.4(a)1", "34.8(a)", "34.8(b)", "34.8(f)", "34.11(a)", "34.11(b)1", "34.11(b)2", "34.11(c)"
)
def test_34_11_b_3_and_the_deal_card_by_card() -> None:
    """34.4(a)1, 34.8(a), 34.8(b), 34.8(f), 34.11(a), 34.11(b)1, 34.11(b)2, 34.11(b)3i, 34.11(b)3ii, 34.11(c)."""
    tape = Tape()
    tape.load(cards=range(40), throws=[(6, 6, 2)])
    table = Table(SUPREME, SUPREME.rules(), chance=tape)
    table.sit(6, "Ann", 100)
    table.bet(6, MAIN, 10)
    table.deal()
    assert dealt_to(table) == ["6", "dead", "dead", "dead", "dead", "dead", "dealer"] * 4


@pytest.mark.paragraph(
    "34.9(a)", "34.9(b)2", "34.9(c)", "34.9(e)", "34.9(g)", "34.13(i)1", "34.13(i)5", "34.13(i)4"
)
def test_34_9_f_stacks_go_counterclockwise_from_the_right_and_from_a_banks_stack_clockwise() -> None:
    """34.9(a), 34.9(b)2, 34.9(c), 34.9(e), 34.9(g), 34.13(i)1, 34.13(i)5, 34.13(i)4."""
    table = seated((3, MAIN, 10), dealing="hand")
    assert SUPREME.stacks(table, HOUSE, 3) == [2, 1, 0, 6, 5, 4, 3]
    table.answers.append(Ask(1, (), "1", decision="stack-3"))
    assert SUPREME.stacks(table, Bank(1), 3) == [5, 4, 3, 2, 1, 0, 6]


@pytest.mark.paragraph("34.10(a)", "34.10(b)", "34.10(b)2", "34.10(c)", "34.10(f)", "34.4(a)2", "34.11(d)")
def test_34_10_d_an_automated_shoe_gives_stacks_of_four() -> None:
    """34.10(a), 34.10(b), 34.10(b)2, 34.10(c), 34.10(f), 34.4(a)2, 34.4(a)3, 34.11(d)."""
    table = seated((6, MAIN, 10), dealing="automated-shoe", starting_position="button")
    table.deal()
    assert dealt_to(table) == ["dealer"] * 4 + ["6"] * 4 + ["dead"] * 20
    assert {"dice", "generator", "button"} == set(
        next(o for o in SUPREME.data.options if o.id == "starting-position").values
    )


@pytest.mark.paragraph("34.5(a)", "34.6(e)", "34.6(g)", "34.11(e)")
@pytest.mark.parametrize(
    "option", ["pre-shuffled", "marked-start", "idle-cards", "cutting-card-after-cut", "recut-by"]
)
def test_34_6_what_the_house_chooses_of_procedure(option: str) -> None:
    """34.5(a), 34.6(e), 34.6(f), 34.6(g), 34.11(e)."""
    values = next(each for each in SUPREME.data.options if each.id == option).values
    assert [Rules(SUPREME, {option: value})[option] for value in values] == list(values)


@pytest.mark.paragraph('34.1 "Supreme pai gow wager"')
@pytest.mark.paragraph("34.7(b)")
def test_34_7_c_no_wager_after_no_more_bets() -> None:
    """34.7(b)."""
    table = seated((1, MAIN, 10))
    table.deal()
    for forbidden in (
        lambda: table.bet(1, "bonus", 1),
        lambda: table.remove(1, MAIN),
        lambda: table.leave(1),
    ):
        with pytest.raises(Refused):
            forbidden()


@pytest.mark.paragraph('34.1 "Set or setting the hands"')
def test_34_12_a_six_settings_of_which_the_fouls_are_warned_of() -> None:
    """34.12(b), 34.12(g)3, 34.1 "Set or setting the hands", 34.1 "High hand", 34.1 "Low hand"."""
    table = seated((1, MAIN, 10), (2, MAIN, 10), seed=8)
    table.deal()
    for ask in table.asking:
        sets = [choice for choice in ask.choices if choice.id.startswith("set-")]
        assert len(sets) == 6
        for choice in sets:
            high, low = map(tuple, apart(table.cards(ask.hand), choice.cards))
            assert bool(choice.warning) == (slow_two(high) < slow_two(low))


@pytest.mark.paragraph("34.12(f)")
def test_34_12_c_the_dealer_sets_last_and_each_is_settled_in_his_turn() -> None:
    """34.12(f), 34.12(g), 34.12(h): the bonus after the other wager."""
    table = seated((1, MAIN, 10), (1, "bonus", 1), (3, MAIN, 10), seed=4)
    table.deal()
    for seat in (1, 3):
        table.act(seat, "house-way")
    for seat in (1, 3):
        table.act(seat, "expose")
    assert shown(table) == ["dealer", "1", "1.low", "3", "3.low"]
    told = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    assert told == [(1, MAIN), (1, "bonus"), (3, MAIN)]


# ---- house ways ----------------------------------------------------------------------------------------


def slow_way(hand: list[int], way: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How the examples set a hand, by their words."""
    found = []
    for high, low in set_hands.settings(hand, (2,)):
        h, l_ = slow_two(high), slow_two(low)
        if h < l_:
            continue
        aims = [
            h[0] == 2 and l_[0] >= 1,
            h[0] == 2 and l_ >= (0, 3),
            h >= (0, 7) and l_ >= (0, 5),
            h[0] == 2,
            h[0] >= 1,
            True,
        ]
        found.append(((-aims.index(True) if way == "balanced" else 0), h, l_))
    _, h, l_ = max(found)
    return h, l_


@pytest.mark.parametrize("way", WAYS)
def test_34_12_d_the_house_ways_set_as_their_words_say(way: str) -> None:
    chance, rules = random.Random(34), SUPREME.rules(house_way=way)
    for n in range(1000):
        hand = chance.sample(range(54), 4) if n % 3 else [*chance.sample(range(36, 54), 4)]
        mine = apart(hand, list(ways(hand, low=2))[SUPREME.house_way(rules, hand)])
        assert tuple(slow_two(tuple(each)) for each in mine) == slow_way(hand, way)


def test_34_12_d_a_house_way_that_asks_for_nonsense_is_refused() -> None:
    with pytest.raises(Refused, match="flush"):
        SUPREME.reach(SUPREME.rules(), "high", "flush", False)
    assert SUPREME.reach(SUPREME.rules(), "low", "pair of jokers", False) == two_value(52, 53)
    assert SUPREME.reach(SUPREME.rules(), "low", "face", False) < two_value(*cards("Qc Jd"))


# ---- the bank, 34.13 -----------------------------------------------------------------------------------


@pytest.mark.paragraph('34.1 "Bank"', '34.1 "Co-banking"')
def test_34_13_c_the_first_offer_goes_round_and_the_dealer_is_a_stop() -> None:
    """34.1 "Bank", 34.1 "Co-banking", 34.13(a), 34.13(b), 34.13(d)1."""
    table = Table(SUPREME, SUPREME.rules(player_banking="yes"), seed=2)
    for seat in (2, 4, 5):
        table.sit(seat, f"player {seat}", 1000)
    offered = []
    for _ in range(6):
        for seat in (2, 4, 5):
            table.bet(seat, MAIN, 10)
        table.deal()
        asked = []
        while table.asked:
            if table.asked.choices[0].id == "bank":
                asked.append(table.asked.seat)
            table.act(table.asked.seat, table.asked.usual)
        offered.append(asked)
    assert offered == [[], [2, 4, 5], [4, 5, 2], [5, 2, 4], [], [2, 4, 5]]


@pytest.mark.paragraph("34.13(j)3")
def test_34_13_h_3_the_count_begins_with_the_bank() -> None:
    """34.13(h), 34.13(h)1, 34.13(i), 34.13(i)2, 34.13(j), 34.13(j)1, 34.13(j)3: eight ends at the bank itself."""
    tape = Tape()
    tape.load(cards=range(40), throws=[(6, 1, 1)])
    table = Table(SUPREME, SUPREME.rules(player_banking="yes"), chance=tape, state={"begun": True})
    for seat in (3, 5):
        table.sit(seat, f"player {seat}", 1000)
    table.bet(5, MAIN, 10)
    table.bet(3, MAIN, 10)
    table.deal()
    table.act(3, "bank")
    table.act(3, "no-dealer-wager")
    assert table.stake(3, MAIN) == 0  # 34.13(f)
    assert dealt_to(table)[:7] == ["3", "dead", "dead", "dead", "dead", "5", "dead"]
    assert table.funds(3) == 100_000


def test_34_13_leaving_forgets_who_banked_and_wagered() -> None:
    table = Table(SUPREME, SUPREME.rules(player_banking="yes"), seed=2)
    table.sit(2, "Ann", 100)
    table.bet(2, MAIN, 10)
    table.deal()
    while table.asked:
        table.act(2, table.asked.usual)
    state = SUPREME.state(table)
    assert state.begun
    assert state.last == {2: 1000}
    table.leave(2)
    assert not state.begun
    assert state.last == {}


# ---- exact odds ----------------------------------------------------------------------------------------


def test_34_13_k_a_bank_wins_what_a_hand_loses() -> None:
    """Both set by the house way; and set best, a bank does no worse. Five percent are taken of its surplus."""
    _, player, best, usual = SUPREME.mathematics.odds(SUPREME.rules(player_banking="yes"), MAIN)
    (lose, push, win), (lost, pushed, won) = (
        [each.probability for each in row.outcomes] for row in (player, usual)
    )
    assert (lost, pushed, won) == (win, push, lose)
    assert usual.house_edge == win - lose * Fraction(19, 20)
    assert best.house_edge <= usual.house_edge < player.house_edge


def test_34_13_k_every_setting_of_a_bank_against_all_hands_of_a_short_pack() -> None:
    """Each of a few hands, set by the house way at the table, against the bank: copies are the bank's, and a player's
    low hand of zero is never higher."""
    rules, bank, left = SUPREME.rules(), cards("Kc Td 5h 2s"), cards("Jo 9c 9d 8h Ks Qd 4c 3h 2d Ac")
    settings_ = [settled_values(SUPREME, rules, bank, parts) for parts in ways(bank, low=2)]
    slow = np.zeros((6, 3), np.int64)
    for four in combinations(left, 4):
        parts = list(ways(four, low=2))[SUPREME.house_way(rules, four)]
        theirs = SUPREME.values(rules, apart(four, parts))
        for way, mine in enumerate(settings_):
            end = SUPREME.against(rules, theirs, mine) if mine[0] >= 0 else Ended.HIGHER
            slow[way, {Ended.HIGHER: 0, Ended.PUSH: 1, Ended.LOWER: 2}[end]] += 1
    ranks = np.zeros(14, np.int64)
    for card in left:
        ranks[13 if card > 51 else card // 4] += 1
    found = np.zeros((6, 3), np.int64)
    highs, lows = np.array(settings_, np.int64).T.copy()
    count_ends(highs, lows, ranks, hands_of(rules), Side(0, 1), found)
    assert found.tolist() == slow.tolist()
    assert len(set(map(tuple, slow.tolist()))) > 2


def test_34_12_every_hand_meets_every_other() -> None:
    hands, ends = hands_of(SUPREME.rules()), ends_of(SUPREME.rules())
    assert (len(hands.ranks), int(hands.weights.sum())) == (2366, comb(54, 4))
    assert (ends.sum(axis=2) == comb(50, 4)).all()


def test_34_12_h_what_settings_are_worth_against_every_hand_of_a_short_pack() -> None:
    """Dealt out one by one, set and compared by the slow program."""
    chance, rules = random.Random(5), SUPREME.rules()
    for _ in range(12):
        hand = chance.sample(range(54), 4)
        left = chance.sample([card for card in range(54) if card not in hand], 9)
        theirs = [slow_way(list(each), "balanced") for each in combinations(left, 4)]
        for parts, (wins, pushes, lost) in chances(rules, hand, left).items():
            high, low = map(tuple, apart(hand, parts))
            mine = slow_two(high), slow_two(low)
            won = [
                -1 if mine[0] < mine[1] else (mine[0] > h) + (mine[1] > l_ and mine[1][:2] != (0, 0))
                for h, l_ in theirs
            ]
            assert wins == Fraction(won.count(2), 126)
            assert pushes == Fraction(won.count(1), 126)
            assert lost == Fraction(won.count(0) + won.count(-1), 126)


def test_34_12_h_simulation_agrees_with_the_exact_figures() -> None:
    report = simulate(SUPREME.rules(), plan=f"{MAIN} 20 + bonus 5", rounds=1_000_000, seed=4)
    exact = {row.wager: row.house_edge for row in reversed(list(SUPREME.mathematics.odds(SUPREME.rules())))}
    for each in report.wagers:
        assert house_poker.near(each.house_edge, exact[each.wager])


def test_34_12_h_rounded_vigorish_costs_more_and_the_best_setting_is_worth_something() -> None:
    best, usual, _ = SUPREME.mathematics.odds(SUPREME.rules())
    assert best.house_edge < usual.house_edge
    rounded, *_ = SUPREME.mathematics.odds(SUPREME.rules(vigorish_rounding="up"), MAIN)
    assert rounded.house_edge == best.house_edge  # of $10 five percent are 50 cents
    assert float(SUPREME.mathematics.strategy(SUPREME.rules()).house_edge or 0) == float(best.house_edge)


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({}, 1_500),
        ({"house_way": "high-first", "vigorish_rounding": "up", "reading_zero": "as-printed"}, 2_000),
    ],
)
def test_table_and_compiled_rounds_pay_the_same(options: dict[str, object], rounds: int) -> None:
    rules, chance = SUPREME.rules(**options), random.Random(7)
    hands, best = hands_of(rules), best_settings(rules)
    index = {tuple(ranks): n for n, ranks in enumerate(hands.ranks.tolist())}

    def player(table: Table, ask: Ask) -> tuple[str, int]:
        if not ask.parts:
            return "expose", 0
        mine = sorted(table.cards(ask.hand))
        way = int(best[index[tuple(13 if card > 51 else card // 4 for card in mine)]])
        return ask.naming("set", [card for part in list(ways(mine, low=2))[way] for card in part]), 0

    table, tape = house_poker.table_and_tape(rules, player)
    simulation = SUPREME.mathematics.simulation(rules)
    for _ in range(rounds):
        deck = chance.sample(range(54), 54)
        if chance.random() < 0.2:  # hands that a bonus pays
            some = chance.sample([52, 53, *range(9)], 4)
            deck = [*some, *(card for card in deck if card not in some)]
        stakes = [chance.choice((10, 22)), chance.choice((0, 5))]
        set_hands.load(tape, table, {1: deck[:4], 0: deck[4:8]}, deck[8:], chance.randrange(7))
        for wager, stake in zip((MAIN, "bonus"), stakes, strict=True):
            if stake:
                table.bet(1, wager, stake)
        table.deal()
        net, _ = compiled_round(simulation, deck[:8], stakes)
        assert house_poker.brought(table, (MAIN,), ("bonus",)) == net.tolist()


# ---- advice --------------------------------------------------------------------------------------------


class Shaken(Named):
    """Named cards, and dice that always show the same."""

    def roll(self, of: int) -> tuple[int, ...]:
        return (2,) * of


def test_34_12_b_advice_is_exact_and_knows_the_end_when_the_dealers_hands_are_seen() -> None:
    table = Table(SUPREME, chance=Shaken({"1": "Kc Kd 7h 7s", "dealer": "2c 4d 8h Ts"}, 1))
    table.sit(1, "Ann", 100)
    table.bet(1, MAIN, 10)
    table.deal()
    assert table.asked is not None
    advice = SUPREME.mathematics.advise(table, table.asked)
    assert advice.values["surrender"] == -1000
    assert advice.values["set-7h7s"] == max(advice.values.values()) > 900
    table.act(1, "house-way")
    assert table.asked is not None
    assert SUPREME.mathematics.advise(table, table.asked).values == {"expose": 950, "surrender": -1000}


def test_34_12_b_a_bank_is_told_that_its_hand_has_not_been_worked_out() -> None:
    table = Table(SUPREME, SUPREME.rules(player_banking="yes"), seed=1, state={"begun": True})
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 100)
    table.bet(2, MAIN, 10)
    table.deal()
    assert table.asked is not None
    with pytest.raises(Refused, match="bank"):
        SUPREME.mathematics.advise(table, table.asked)


# ---- random play ---------------------------------------------------------------------------------------


def test_34_1_push_every_ending_has_a_paragraph() -> None:
    """34.1 "Push", 34.1 "Bonus wager", 34.1 "Supreme pai gow wager"."""
    assert {ending.fates[MAIN].result for ending in Ended} == {"win", "lose", "push"}
