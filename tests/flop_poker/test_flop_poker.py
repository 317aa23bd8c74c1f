"""Flop poker, 13:69F-29: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.book import Ask, Deal, Refused, Rules, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.family import three_cards
from pitboss.games.house_poker.flop_poker import FIVE_CARDS, THREE_CARDS, flop_row, player_hand
from pitboss.games.house_poker.flop_poker_mathematics import (
    count_ties,
    hands,
    makes_flop,
    pot,
    rows,
    simulation,
    worth,
)
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.batch import tables
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.house_poker import all_seated, compiled_round, dealt_to, near, shuffled
from tests.properties import often, random_play
from tests.tape import Tape

FP = game("flop-poker")
TIES = "pitboss.games.house_poker.flop_poker_mathematics.ties"


# ---- hands, the slow way -------------------------------------------------------------------------------


def slow_five(hand: tuple[int, ...]) -> tuple[int, list[int]]:
    """Kind of hand (0 to 9, from below) and what decides within it, from 29.5(b) and (c)."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    suited = len({card % 4 for card in hand}) == 1
    run = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    same = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [times for _, times in same]
    decides = [rank for rank, _ in same]
    if suited and run:
        return (9 if ranks[0] == 12 else 8), decides
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = 5 if suited else 4 if run else kinds.get(tuple(shape), 0)
    return kind, decides


def slow_hand(own: tuple[int, ...], flop: tuple[int, ...]) -> tuple[int, list[int]]:
    return max(slow_five((*own, *two)) for two in combinations(flop, 2))


def slow_row(own: tuple[int, ...], flop: tuple[int, ...]) -> int:
    kind, decides = slow_hand(own, flop)
    return 0 if kind == 1 and decides[0] < 9 else kind


def test_29_10_c_a_hand_is_ones_own_three_cards_and_the_best_two_of_the_flop() -> None:
    """The order of hands and the row each takes, 29.5(b), 29.5(c), 29.10(c)2 and 3."""
    chance = random.Random(29)
    few = [card for card in range(52) if card & 3 < 2 or card >> 2 > 9]
    before = None
    for n in range(often(3_000)):
        a, b, c, x, y, z = chance.sample(few if n % 2 else range(52), 6)
        value, slow = player_hand(a, b, c, x, y, z), slow_hand((a, b, c), (x, y, z))
        assert flop_row(value) == slow_row((a, b, c), (x, y, z))
        if before:
            assert (value > before[0], value == before[0]) == (slow > before[1], slow == before[1])
        before = value, slow


def test_29_5_d_every_three_cards_take_the_row_the_text_gives_them() -> None:
    """Counted by hand: 4 royal 3, 44 straight flushes, 52 threes, 720 straights, 1,096 flushes, 3,744 pairs."""
    found = Counter(THREE_CARDS[three_cards(*hand, 1)] for hand in combinations(range(52), 3))
    counts = (16_440, 3_744, 1_096, 720, 52, 44, 4)
    assert found == dict(zip(THREE_CARDS, counts, strict=True))


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, bonus: bool = False, **options: object) -> Table:
    wagers = {"ante": 10, "pot": 5 if len(seats) > 1 else 0, "three-card-bonus": int(bonus)}
    return all_seated(FP, seats, wagers, **options)


def play_out(table: Table, decision: str = "flop") -> None:
    table.deal()
    while table.asked:
        table.act(table.asked.seat, decision)


def test_29_4_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    """29.2(a): of 52 cards."""
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.paragraph("29.7(a)", "29.8(a)", "29.8(c)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_29_7_d_one_card_at_a_time_clockwise_and_the_community_last(dealing: str) -> None:
    """From a manual shoe, 29.7(a); the same from the hand, 29.8(a) and 29.8(c)."""
    table = seated(1, 4, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "community"] * 3
    assert not any(event.up for event in table.said if isinstance(event, Deal))


@pytest.mark.paragraph("29.9(a)")
def test_29_9_c_an_automated_shoe_gives_stacks_of_three_the_community_last() -> None:
    """29.9(a)."""
    table = seated(1, 4, dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["community"] * 3


def test_29_6_b_no_wager_after_no_more_bets() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "three-card-bonus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_29_6_c_the_pot_wager_is_one_posted_amount() -> None:
    """A stake that somebody allowed all the same is settled as it is (8.2(d), (e))."""
    table = seated(1, 2)
    with pytest.raises(Refused, match="above the maximum"):
        table.bet(1, "pot", 5)
    table.bet(1, "pot", 5, allowed_by="floorperson")
    play_out(table, "surrender")
    assert table.settlement is not None
    assert sorted(table.settlement.net.values()) in ([-2000, 0], [-1500, -500])


def test_29_6_c_whoever_joins_makes_a_pot_wager_necessary() -> None:
    table = seated(1)
    table.sit(2, "Bob", 100)
    table.bet(2, "ante", 10)
    with pytest.raises(Refused, match="seat 1 has not made the pot wager"):
        table.deal()
    for seat in (1, 2):
        table.bet(seat, "pot", 5)
    table.deal()
    assert table.playing


def test_29_6_f_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "ante", 10)


def test_29_13_one_position_and_nobody_elses() -> None:
    table = seated(1, 2)
    for wager in ("ante@2", "ante@3", "three-card-bonus@3"):
        with pytest.raises(Refused, match=r"29\.13"):
            table.bet(1, wager, 10)


def test_29_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated(1, 2)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(1)["community"] == table.view(None)["1"] == ["??"] * 3


def test_29_10_b_the_flop_is_turned_when_all_have_decided() -> None:
    table = seated(1, 3, 6)
    table.deal()
    for seat, decision in ((1, "surrender"), (3, "flop")):
        table.act(seat, decision)
        assert table.view(None)["community"] == ["??"] * 3
    table.act(6, "flop")
    told = [event for event in table.said if isinstance(event, Ask | Show)]
    assert [event.seat for event in told if isinstance(event, Ask)] == [1, 3, 6]
    assert [event.owner for event in told if isinstance(event, Show)] == ["community", "6", "3", "1"]


def test_29_10_a_2_a_surrendered_ante_is_collected_at_once() -> None:
    """29.10(a)1: a flop wager goes on the layout."""
    table = seated(1, 2)
    table.deal()
    table.act(1, "surrender")
    assert table.ledger["bank"] == 1000
    assert table.bets.keys() == {(1, "pot"), (2, "ante"), (2, "pot")}
    table.irregularity("stub-count-misdeal")
    assert table.funds(1) == 99_000
    assert table.funds(2) == 100_000


def test_29_10_a_whoever_cannot_pay_a_flop_wager_surrenders() -> None:
    table = Table(FP, seed=5)
    table.sit(1, "Ann", 15)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["surrender"]


def test_29_10_c_bonus_then_ante_and_flop_player_by_player_and_the_pot_last() -> None:
    """29.10(c)1 to 3 and 29.10(d). Seat 4 has a pair of aces, seat 1 nothing."""
    chance = Tape()
    table = Table(FP, chance=chance)
    for seat in (1, 4):
        table.sit(seat, f"player {seat}", 1000)
        for wager, stake in (("ante", 10), ("pot", 5), ("three-card-bonus", 5)):
            table.bet(seat, wager, stake)
    chance.load(cards("2c Ac Kd 7d Ad 9h 8h 3s Js"))
    play_out(table)
    told = [
        (event.seat, event.wager, event.result, event.cite.removeprefix("13:69F-"))
        for event in table.said
        if isinstance(event, Settle)
    ]
    assert told == [
        (4, "three-card-bonus", "win", "29.11(d)"),
        (4, "ante", "win", "29.10(c)3"),
        (4, "flop", "win", "29.11(c)"),
        (1, "three-card-bonus", "lose", "29.10(c)1"),
        (1, "ante", "lose", "29.10(c)2"),
        (1, "flop", "lose", "29.10(c)2"),
        (1, "pot", "lose", "29.10(d)"),
        (4, "pot", "win", "29.10(d)"),
    ]


# ---- random play ---------------------------------------------------------------------------------------


def what_a_player_bets(table: Table, seat: int, chance: random.Random) -> None:
    """An ante, a pot wager, perhaps a bonus; the last seat always plays, so that it may be alone without a pot."""
    last = max(table.seats)
    if seat != last and chance.random() < 0.3:
        return
    if table.funds(seat) < 5_000:  # enough for every wager of a round
        table.sit(seat, table.seats[seat].name, 500)
    table.bet(seat, "ante", chance.choice([5, 10, 25]))
    if table.rules.offers("three-card-bonus") and chance.random() < 0.5:
        table.bet(seat, "three-card-bonus", chance.choice([1, 5]))
    if seat == last and len({bet.seat for bet in table.bets.values()}) > 1:
        for each in {bet.seat for bet in table.bets.values()}:
            table.bet(each, "pot", 5)


OPTIONS = {
    "dealing": st.sampled_from(["manual-shoe", "hand", "automated-shoe"]),
    "pot-shares": st.sampled_from(["cents", "chips"]),
    "three-card-bonus-offered": st.sampled_from(["no", "yes"]),
    "reading-face-up-after-the-deal": st.sampled_from(["void", "play-on"]),
}


@given(seed=st.integers(0, 2**32), options=st.fixed_dictionaries(OPTIONS))
def test_random_rounds_conserve_money_and_replay(seed: int, options: dict[str, object]) -> None:
    with patch("tests.properties.bet_at_random", what_a_player_bets):
        table = random_play("flop-poker", options, seed, seats=(1, 3, 4, 6))
    assert table.rounds


@given(seed=st.integers(0, 2**32))
def test_29_10_d_the_pot_goes_to_the_highest_hands_and_no_further(seed: int) -> None:
    """Six players with few ranks between them, the shares worked out slowly. The bank has no part in it."""
    chance = random.Random(seed)
    dealt = Tape()
    table = Table(FP, chance=dealt, players=dict.fromkeys(range(1, 7), lambda *_: ("surrender", 0)))
    for seat in range(1, 7):
        table.sit(seat, f"player {seat}", 100)
        table.bet(seat, "ante", 5)
        table.bet(seat, "pot", 5)
    few = [4 * rank + suit for rank in (0, 5, 7, 9, 11, 12) for suit in range(4)]
    tape = chance.sample(few, 21)
    dealt.load(tape)
    table.deal()
    assert table.settlement is not None
    flop = tuple(tape[6::7])
    values = {seat: slow_hand(tuple(tape[seat - 1 :: 7]), flop) for seat in range(1, 7)}
    winners = [seat for seat in values if values[seat] == max(values.values())]
    for seat in values:
        share = Fraction(3000, len(winners)) if seat in winners else Fraction(0)
        assert abs(table.settlement.net[seat] + 500 + 500 - share) < 1
    assert table.settlement.bank == 6 * 500


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reading-ace-two-three": "as-printed", "table-minimum": 40},
        {"three-card-bonus-offered": "no", "table-minimum": 400},
    ],
)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """3,350 deals each, the same cards both ways, identical money, with an opponent for the pot or alone. Every
    other deal comes from two suits of high cards, ace to three among them, so that the best hands and the limit of
    29.11(e) are met."""
    rules = Rules(FP, options)
    compiled = simulation(rules)
    chance = random.Random(29)
    dealt = Tape()

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        a, b, c = table.cards(ask.hand)
        return ("flop" if makes_flop(a, b, c, compiled.rules) else "surrender"), 0

    table = Table(FP, rules, chance=dealt, players={1: best, 3: lambda *_: ("surrender", 0)})
    for seat in (1, 3):
        table.sit(seat, f"player {seat}", 10**9)
    rich = [card for card in range(52) if card & 3 < 2 and (card >> 2 > 6 or card >> 2 < 2)]
    met = set()
    for n in range(often(3_350)):
        alone = n % 3 == 0
        tape = chance.sample(rich if n % 2 else range(52), 9)
        dealt.load(tape[:6] if alone else tape)
        ante, bonus = chance.choice([5, 25, 500]), chance.choice([1, 10]) * rules.offers("three-card-bonus")
        table.bet(1, "ante", ante)
        if bonus:
            table.bet(1, "three-card-bonus", bonus)
        if not alone:
            table.bet(3, "ante", 5)
            for seat in (1, 3):
                table.bet(seat, "pot", 5)
        table.deal()
        assert table.settlement is not None
        found = table.settlement.wagers[1]
        met |= {each.outcome for each in found.values()}
        net, staked = compiled_round(compiled, tape, [ante, 0 if alone else 5, bonus], every_card=False)
        for place, wagers in enumerate((("ante", "flop"), ("pot",), ("three-card-bonus",))):
            mine = [found[wager] for wager in wagers if wager in found]
            assert net[place] == sum(each.pays - each.lost for each in mine)
            assert staked[place] == sum(each.stake for each in mine)
        assert table.settlement.net[1] == net.sum()
    assert {"royal-flush", "straight-flush", "full-house", "flush", "surrender", "tie hand"} <= met
    assert not rules.offers("three-card-bonus") or "royal-3" in met


def test_simulation_agrees_with_exact_odds() -> None:
    """The pot against one opponent."""
    rules = FP.rules()
    report = simulate(rules, rounds=2_000_000, seed=7)
    with patch(TIES, return_value=(0, 0, 0)):  # of the pot only the edge is compared
        exact = {row.wager: row for row in FP.mathematics.odds(rules)}
    assert [each.wager for each in report.wagers] == ["ante", "pot", "three-card-bonus"]
    for each in report.wagers:
        row = exact[each.wager]
        assert near(each.house_edge, row.house_edge)
        assert near(each.element_of_risk, row.element_of_risk)


# ---- exact odds ----------------------------------------------------------------------------------------


def kind_of(held: list[int]) -> int:
    """The place of a hand among the kinds of hands."""
    wanted = sorted(card >> 2 for card in held), len({card & 3 for card in held}) == 1
    (n,) = (
        n
        for n, (kind, suited) in enumerate(zip(hands().cards.tolist(), hands().suited.tolist(), strict=True))
        if (sorted(card >> 2 for card in kind), suited) == wanted
    )
    return n


def test_29_10_c_three_sevens_counted_by_hand() -> None:
    """The fourth seven with any two cards; else a pair among three cards of twelve ranks; else three of a kind."""
    expected = dict.fromkeys(range(10), 0)
    expected[FIVE_CARDS.index("four-of-a-kind")] = comb(48, 2)
    expected[FIVE_CARDS.index("full-house")] = comb(48, 3) - comb(12, 3) * 4**3
    expected[FIVE_CARDS.index("three-of-a-kind")] = comb(12, 3) * 4**3
    assert rows()[kind_of(cards("7c 7d 7h"))].tolist() == list(expected.values())


@pytest.mark.parametrize("held", ["2c 7d Th", "Jc 4d 8s", "Ah 3h 5h", "9s 9h Kd"])
def test_29_10_c_hands_dealt_out_the_slow_way(held: str) -> None:
    own = cards(held)
    rest = [card for card in range(52) if card not in own]
    found = Counter(slow_row(tuple(own), flop) for flop in combinations(rest, 3))
    assert rows()[kind_of(own)].tolist() == [found[row] for row in range(10)]


def test_29_11_c_the_edge_is_the_published_one() -> None:
    """5.4237 percent where a straight pays 11 to 1 (E. Jacobson, 888casino); here it pays 10."""
    liberal = Rules(FP, pay_tables={"flop": {"straight": "11 to 1"}})
    (row,) = FP.mathematics.odds(liberal, "ante")
    assert round(float(row.house_edge), 6) == 0.054237
    (least,) = FP.mathematics.odds(FP.rules(), "ante")
    (straight,) = (each for each in least.outcomes if each.outcome == "straight")
    assert least.house_edge - row.house_edge == straight.probability
    assert sum(each.probability for each in least.outcomes) == 1
    (surrender,) = (each for each in least.outcomes if each.outcome == "surrender")
    assert least.wagered == 2 - surrender.probability


def test_29_11_d_the_bonus_edge_is_what_its_table_implies() -> None:
    won = 4 * 100 + 44 * 50 + 52 * 25 + 720 * 6 + 1_096 * 3 + 3_744
    (row,) = FP.mathematics.odds(FP.rules(), "three-card-bonus")
    assert row.house_edge == Fraction(16_440 - won, 22_100)
    (printed,) = FP.mathematics.odds(FP.rules(reading_ace_two_three="as-printed"), "three-card-bonus")
    assert printed.house_edge - row.house_edge == Fraction(60 * 7 + 4 * 47, 22_100)


@pytest.mark.parametrize("flop", ["2c 7d Kh", "4c 4h 9s", "Th 9h 3h"])
def test_29_10_d_ties_counted_the_slow_way(flop: str) -> None:
    """Hands from some fourteen cards only: pairs that tie, with a lower third hand, with a third that ties too."""
    board = cards(flop)
    few = [card for card in range(52) if card >> 2 in (0, 2, 5, 7, 11) and card & 3 < 3 and card not in board]
    every = list(combinations(few, 3))
    values = {hand: slow_hand(hand, tuple(board)) for hand in every}
    pairs = [
        (set(one) | set(other), values[one])
        for one, other in combinations(every, 2)
        if values[one] == values[other] and not set(one) & set(other)
    ]
    lower = equal = 0
    for six, value in pairs:
        thirds = [values[hand] for hand in combinations([card for card in few if card not in six], 3)]
        lower += sum(third < value for third in thirds)
        equal += thirds.count(value)
    look = tables()
    found = count_ties(np.array(board, np.uint8), np.array(every, np.uint8), look.keys, look.bits, look.table)
    assert found == (len(pairs), lower, equal)
    assert len(pairs) > 100


def test_29_10_d_the_pot_costs_nothing_and_every_player_has_the_same_chance() -> None:
    """Two tables told apart only by ties that were made up: all deals, so many of which tie."""
    two = 22_100 * comb(49, 3) * comb(46, 3)
    three = two * comb(43, 3)
    with patch(TIES, return_value=(two // 20, three // 60, three // 40)):
        one, against_two = pot(FP.rules())
    assert [each.probability for each in one.outcomes] == [Fraction(9, 20), Fraction(1, 10), Fraction(9, 20)]
    # A tie of two at one table in ten, of three at one in twenty; the rest is won by one of three.
    chances = [Fraction(17, 60), Fraction(1, 15), Fraction(1, 20), Fraction(3, 5)]
    assert [each.probability for each in against_two.outcomes] == chances
    assert [each.net for each in against_two.outcomes] == [2, Fraction(1, 2), 0, -1]
    assert one.house_edge == against_two.house_edge == 0


def test_every_authorised_table_is_analyzed() -> None:
    with patch(TIES, return_value=(0, 0, 0)):
        found = Counter((row.wager, row.table) for row in analyze("flop-poker", every=True))
    assert found == {
        ("ante", "minimum"): 1,
        ("pot", "against 1 opponent"): 1,
        ("pot", "against 2 opponents"): 1,
        ("three-card-bonus", "minimum"): 2,
    }


# ---- strategy ------------------------------------------------------------------------------------------


def promising(held: tuple[int, ...]) -> bool:
    """A pair, three of a suit, a jack or better, or three cards to a straight."""
    ranks = sorted(card >> 2 for card in held)
    low = sorted((rank + 1) % 13 for rank in ranks)
    return (
        len(set(ranks)) < 3
        or len({card & 3 for card in held}) == 1
        or ranks[2] >= 9
        or ranks[2] - ranks[0] <= 4
        or low[2] - low[0] <= 4
    )


def test_29_10_a_a_flop_wager_is_made_on_any_promising_hand() -> None:
    """The hands nearest to the line, 2c 7d Th below it and Jc 4d 8s above, are dealt out the slow way above."""
    for held, flop in (("2c 7d Th", False), ("Jc 4d 8s", True)):
        pays = (-2, 2, 3, 5, 11, 21, 31, 101, 501, 1001)
        made = rows()[kind_of(cards(held))].tolist()
        assert (sum(n * each for n, each in zip(made, pays, strict=True)) > -comb(49, 3)) == flop
    table = simulation(FP.rules()).rules
    for held in combinations(range(52), 3):
        assert bool(makes_flop(*held, table)) == promising(held), held


def test_29_10_a_what_a_flop_wager_is_worth_by_hand() -> None:
    """Three sevens: what is won on top of the ante that a surrender would cost."""
    pays = tuple(map(Fraction, (-2, 2, 3, 5, 11, 21, 31, 101, 501, 1001)))
    fours, threes = comb(48, 2), comb(12, 3) * 4**3
    full = comb(48, 3) - threes
    assert worth(pays)[kind_of(cards("7c 7d 7h"))] == fours * 102 + full * 32 + threes * 6


def test_29_10_a_the_chart_is_unambiguous() -> None:
    (chart,) = FP.mathematics.strategy(FP.rules()).charts
    assert ("mixed suits, 0 straights open", "surrender", "flop", "flop", "–") in chart.rows
    others = {cell for row in chart.rows for cell in row[1:] if not row[0].startswith("mixed suits, 0")}
    assert others == {"flop", "–"}


# ---- papers --------------------------------------------------------------------------------------------


def test_29_11_a_odds_are_said_with_to() -> None:
    with patch(TIES, return_value=(0, 0, 0)):
        page = guide("flop-poker", [])
    assert "1,000 to 1" in page
    assert "1,000 for 1" not in page
    assert "6.485%" in page
    assert 'data-wager="pot"' in layout_svg(FP.rules())


def test_29_11_c_check_finds_odds_below_the_floor_and_a_pot_of_several_sizes(tmp_path: Path) -> None:
    """And for the bonus, 29.11(d). 29.6(c): the pot is one amount, unless the other reading is taken."""
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "flop-poker"\nlimits = { pot = [5, 50] }\n'
        'pay_tables = { flop = { straight = "9 to 1" }, three-card-bonus = { pair = "1 to 2" } }\n'
    )
    found = {(each.point, each.cite) for each in check_table(page)}
    assert found == {
        ("pay_tables.flop.straight", "13:69F-29.11(c)"),
        ("pay_tables.three-card-bonus.pair", "13:69F-29.11(d)"),
        ("limits.pot", '13:69F-29.1 "Pot wager"'),
    }
    page.write_text(
        'game = "flop-poker"\nlimits = { pot = [5, 50] }\noptions = { reading-pot-amount = "as-printed" }\n'
    )
    assert not check_table(page)
