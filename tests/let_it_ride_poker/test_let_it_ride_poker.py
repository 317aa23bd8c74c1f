"""Let it ride poker, 13:69F-18: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.book import Ask, Discard, Refused, Return, Rules, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.family import three_cards
from pitboss.games.house_poker.let_it_ride_poker import (
    BETS,
    FIVE_CARDS,
    THREE_CARDS,
    five_cards,
)
from pitboss.games.house_poker.let_it_ride_poker_mathematics import (
    SOLVER,
    lets_one_ride,
    lets_two_ride,
    simulation,
)
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.sim.run import simulate
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import asked
from pitboss.solve.sets import number_of
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.cases import check, named, under
from tests.house_poker import (
    all_seated,
    brought,
    compiled_round,
    dealt_to,
    near,
    shuffled,
    slow_kind,
    table_and_tape,
)
from tests.properties import often, random_play
from tests.tape import Tape

LIR = game("let-it-ride-poker")
BONUSES = ("let-it-ride-bonus", "three-card-bonus")


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("mini-royal", (40, 40, 40, 50, 50, 50)),
        ("straight-flush", (40, 40, 40, 40, 40, 40)),
        ("three-of-a-kind", (30, 30, 30, 30, 30, 30)),
        ("straight", (6, 5, 6, 6, 5, 6)),
        ("flush", (4, 4, 3, 4, 4, 3)),
        ("pair", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_18_11_e_the_three_card_bonus_under_every_table(row: str, odds: tuple[int, ...]) -> None:
    round_ = named(Path(__file__).parent, f"three-card-A-{row}")
    for table, each in zip("ABCDEF", odds, strict=True):
        check(under(round_, "three-card-bonus", table, "three-card-bonus", each))


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, stake: int = 10, **options: object) -> Table:
    return all_seated(LIR, seats, dict.fromkeys(BETS, stake), **options)


def test_18_5_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_18_7_c_one_card_at_a_time_clockwise_and_the_community_last(dealing: str) -> None:
    """The same from the hand, 18.8(c): the first of the community cards is the one at the dealer's left."""
    table = seated(1, 4, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "burn", "1", "4", "community", "1", "4", "community"]


@pytest.mark.paragraph("18.9(a)")
def test_18_9_c_an_automated_shoe_gives_stacks_of_three_the_community_last() -> None:
    """18.9(a): stacks of three; the bottom card of the last one lies at the dealer's left."""
    table = seated(1, 4, dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["burn", "community", "community"]


def test_18_6_c_no_wager_after_no_more_bets() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "three-card-bonus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "bet-3")


def test_18_6_b_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "bet-1", 10)


def test_18_6_d_bets_may_be_unequal_only_until_no_more_bets() -> None:
    table = seated(1)
    table.bet(1, "bet-1", 5)
    with pytest.raises(Refused, match=r"equal; position 1 has \$15 bet-1, \$10 bet-2, \$10 bet-3"):
        table.deal()
    table.bet(1, "bet-2", 5)
    table.bet(1, "bet-3", 5)
    table.deal()
    assert table.playing


def test_18_6_d_bet_three_is_never_withdrawn() -> None:
    """The given round lir-13, second request: two questions are asked, and no third."""
    table = seated(1)
    table.deal()
    table.act(1, "ride")
    table.act(1, "withdraw")
    assert not table.playing
    assert table.count("ask") == 2
    assert table.settlement is not None
    assert set(table.settlement.wagers[1]) == {"bet-1", "bet-3"}


@pytest.mark.parametrize("bonus", BONUSES)
def test_18_6a_b_a_bonus_rests_on_the_three_bets(bonus: str) -> None:
    """And so does the other, 18.6B(b)."""
    table = seated(1)
    table.bet(1, bonus, 1)
    table.remove(1, "bet-2", 5)
    with pytest.raises(Refused, match="down first"):
        table.remove(1, "bet-2")
    table.remove(1, bonus)
    table.remove(1, "bet-2")


def test_18_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated(1, 2)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == ["??"] * 3
    assert table.view(1)["community"] == ["??", "??"]


def test_18_10_b_decisions_go_clockwise_first_on_bet_one_then_on_bet_two() -> None:
    """Between them the first community card is shown and the burn card gone: 18.10(c) to (e)."""
    table = seated(1, 3, 6)
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "ride")
    told = [event for event in table.said if isinstance(event, Ask | Show | Discard)]
    asked = [event.seat for event in told if isinstance(event, Ask)]
    assert asked == [1, 3, 6, 1, 3, 6]
    assert [type(event) for event in told[3:5]] == [Discard, Show]
    assert isinstance(told[3], Discard)
    assert told[3].owner == "burn"


def test_18_10_d_one_community_card_is_known_before_bet_two_and_both_after() -> None:
    """18.10(f) shows the second."""
    table = seated(1)
    table.deal()
    table.act(1, "ride")
    first, second = table.view(None)["community"]
    assert first != "??"
    assert second == "??"
    table.act(1, "ride")
    assert "??" not in table.view(None)["community"]
    assert table.view(None)["burn"] == ["??"]


def test_18_10_b_2_a_withdrawn_bet_is_back_at_once() -> None:
    """18.10(e)2 says the same of bet two; 18.1 "Let it ride" is to leave it."""
    table = seated(1)
    table.deal()
    assert table.funds(1) == 97_000
    table.act(1, "withdraw")
    assert table.funds(1) == 98_000
    returned = [event for event in table.said if isinstance(event, Return)]
    assert [(event.wager, event.amount) for event in returned] == [("bet-1", 1000)]


def test_18_10_b_1_other_words_for_the_decisions() -> None:
    table = seated(1)
    table.deal()
    table.act(1, "let-it-ride")
    table.act(1, "take-back")
    assert table.settlement is not None
    assert set(table.settlement.wagers[1]) == {"bet-1", "bet-3"}


def test_18_10_g_players_are_settled_counterclockwise_losers_before_winners() -> None:
    """18.10(g)3 within a player. Sixes: the bets lose, the pair wins."""
    chance = Tape()
    table = Table(LIR, LIR.rules(), chance=chance)
    for seat in (1, 4):
        table.sit(seat, f"player {seat}", 1000)
        for wager in (*BETS, "three-card-bonus"):
            table.bet(seat, wager, 10)
    chance.load(cards("6c 8c 6d 8d Kh 2h 3h Qs"))
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "ride")
    settled = [event for event in table.said if isinstance(event, Settle)]
    assert [(event.seat, event.result) for event in settled] == [
        (seat, result) for seat in (4, 1) for result in ("lose", "lose", "lose", "win")
    ]
    assert [event.cite for event in settled[:4]] == ["13:69F-18.10(g)2"] * 3 + ["13:69F-18.11(e)"]


def test_18_12_c_void_returns_every_wager() -> None:
    table = seated(1, 2)
    table.bet(2, "let-it-ride-bonus", 1)
    table.deal()
    table.act(1, "withdraw")
    table.irregularity("wrong-number-of-cards")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


# ---- random play ---------------------------------------------------------------------------------------


def three_equal_bets(table: Table, seat: int, chance: random.Random) -> None:
    """What a player of this game may bet: nothing, or three alike and perhaps a bonus."""
    if chance.random() < 0.2:
        return
    for position in range(seat, seat + chance.randint(1, int(table.rules["positions-per-player"]))):
        at = "" if position == seat else f"@{position}"
        stake = chance.choice([5, 10, 25])
        for wager, amount in (*((bet, stake) for bet in BETS), (BONUSES[0], 1), (BONUSES[1], 3)):
            if (wager in BETS or chance.random() < 0.5) and table.can_bet(seat, wager + at, amount):
                table.bet(seat, wager + at, amount)


@given(
    seed=st.integers(0, 2**32),
    dealing=st.sampled_from(["manual-shoe", "hand", "automated-shoe"]),
    bonus=st.sampled_from("ABCDEF"),
    positions=st.integers(1, 2),
    chip=st.sampled_from(["kept", "returned"]),
)
def test_random_rounds_conserve_money_and_replay(
    seed: int, dealing: str, bonus: str, positions: int, chip: str
) -> None:
    options = {
        "dealing": dealing,
        "three-card-bonus": bonus,
        "positions-per-player": positions,
        "reading-bonus-chip": chip,
        "payout-limit": 50_000,
    }
    table = random_play("let-it-ride-poker", options, seed, seats=(1, 3, 5), bet=three_equal_bets)
    assert table.rounds


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"three-card-bonus": "E", "payout-limit": 50_000, "reading-bonus-chip": "returned"},
        {"three-card-bonus": "C", "reading-mini-royal": "as-printed", "reading-ace-two-three": "as-printed"},
    ],
)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """3,350 deals each, the same cards both ways, identical money. Every other deal comes from two suits of
    high cards, ace to three among them, so that the best hands and the limit are met."""
    rules = Rules(LIR, options)
    compiled = simulation(rules)
    chance = random.Random(18)

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        a, b, c = table.cards(ask.hand)
        if table.count("ask") == 1:
            return ("ride" if lets_one_ride(a, b, c, compiled.rules) else "withdraw"), 0
        d = table.cards("community")[0]
        return ("ride" if lets_two_ride(a, b, c, d, compiled.rules) else "withdraw"), 0

    table, dealt = table_and_tape(rules, best)
    rich = [card for card in range(52) if card & 3 < 2 and (card >> 2 > 7 or card >> 2 < 2)]
    met = set()
    for n in range(often(3_350)):
        tape = chance.sample(rich if n % 2 else range(52), 5)
        dealt.load(tape)
        stake, bonus = chance.choice([5, 25, 500]), chance.choice([5, 10])
        for bet in BETS:
            table.bet(1, bet, stake)
        table.bet(1, "let-it-ride-bonus", 1)
        table.bet(1, "three-card-bonus", bonus)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        met |= {each.outcome for each in settled.values()}
        net, staked = compiled_round(compiled, tape, [stake, 1, bonus])
        assert brought(table, BETS, BONUSES[:1], BONUSES[1:]) == net.tolist()
        assert staked[0] == sum(each.stake for wager, each in settled.items() if wager in BETS)
        assert table.settlement.net[1] == net.sum()
    assert {"royal-flush", "straight-flush", "full-house", "flush", "mini-royal"} <= met


def test_simulation_agrees_with_exact_odds() -> None:
    rules = LIR.rules()
    report = simulate(rules, rounds=2_000_000, seed=7)
    exact = {row.wager: row for row in LIR.mathematics.odds(rules)}
    assert [each.wager for each in report.wagers] == ["bet-1", *BONUSES]
    for each in report.wagers:
        row = exact[each.wager]
        assert near(each.house_edge, row.house_edge)
        assert near(each.element_of_risk, row.element_of_risk)


# ---- hands ---------------------------------------------------------------------------------------------


def slow_five(hand: tuple[int, ...]) -> str:
    """Five cards named the slow way, from 18.3(b) and 18.10(g)2."""
    kind, rank = slow_kind(hand)
    if kind == "one-pair" and rank >= 8:
        return "pair-of-tens-or-better"
    return "losing-hand" if kind in ("high-card", "one-pair") else kind


def slow_three(hand: tuple[int, ...]) -> str:
    """Three cards named the slow way, from 18.3(c)."""
    ranks = sorted(card // 4 for card in hand)
    suited = len({card % 4 for card in hand}) == 1
    if ranks in ([r, r + 1, r + 2] for r in range(11)) or ranks == [0, 1, 12]:
        if suited:
            return "mini-royal" if ranks == [10, 11, 12] else "straight-flush"
        return "straight"
    if len(set(ranks)) < 3:
        return "pair" if len(set(ranks)) == 2 else "three-of-a-kind"
    return "flush" if suited else "losing-hand"


def test_18_3_b_hands_take_the_row_the_text_gives_them() -> None:
    chance = random.Random(3)
    few = [card for card in range(52) if card & 3 < 2 or card >> 2 > 9]
    for n in range(often(3_000)):
        hand = tuple(chance.sample(few if n % 2 else range(52), 5))
        assert FIVE_CARDS[five_cards(*hand)] == slow_five(hand)


def test_18_3_c_every_three_cards_take_the_row_the_text_gives_them() -> None:
    for hand in combinations(range(52), 3):
        assert THREE_CARDS[three_cards(*hand, 1)] == slow_three(hand)


# ---- exact odds ----------------------------------------------------------------------------------------


def test_18_11_b_the_edge_is_the_published_one() -> None:
    """3.506 percent of one bet, 2.86 percent of what rides."""
    (row,) = LIR.mathematics.odds(LIR.rules(), "bet-1")
    assert round(float(row.house_edge), 5) == 0.03506
    assert round(float(row.element_of_risk), 4) == 0.0286
    assert sum(outcome.probability for outcome in row.outcomes) == 1
    royal = sum(each.probability for each in row.outcomes if each.outcome.startswith("royal"))
    assert royal == Fraction(4, comb(52, 5))
    for bet in BETS[1:]:
        (same,) = LIR.mathematics.odds(LIR.rules(), bet)
        assert (same.wager, same.house_edge) == (bet, row.house_edge)


def test_18_10_g_2_the_winning_hands_counted_by_hand() -> None:
    """Of the 2,598,960 hands 5 of 13 pairs are tens or better: 422,400."""
    (row,) = LIR.mathematics.odds(LIR.rules(), "bet-1")
    found: Counter[str] = Counter()
    for each in row.outcomes:
        found[each.outcome.partition(",")[0]] += each.probability * comb(52, 5)
    assert found == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pairs": 123_552,
        "pair-of-tens-or-better": 422_400,
        "losing-hand": 1_978_380,
    }


@pytest.mark.parametrize(
    ("four", "expected"),
    [
        # nine of the suit at 8, three aces at 1, the other 36 lose
        ("Ah 9h 6h 2h", 9 * 8 + 3 - 36),
        # eight cards make the straight at 5, 40 lose: exactly nothing
        ("5c 6d 7h 8s", 8 * 5 - 40),
        # the same with a ten and a jack: six more pay 1
        ("8c 9d Th Js", 8 * 5 + 6 - 34),
        # four kings at 5, twelve pairs, 32 lose: exactly nothing
        ("Tc Jd Qh As", 4 * 5 + 12 - 32),
        # open at one end only: four tens at 5, twelve pairs, 32 lose
        ("Jc Qd Kh As", 4 * 5 + 12 - 32),
        # two more nines at 3, six cards for two pairs at 2, 40 lose
        ("9c 9d 4h 6s", 2 * 3 + 6 * 2 - 40),
        # two more tens at 3, six cards for two pairs, the other 40 pay 1
        ("Tc Td 4h 6s", 2 * 3 + 6 * 2 + 40),
        # the last nine at 50, three kings for a full house at 11, the other 44 pay 3
        ("9c 9d 9h Ks", 50 + 3 * 11 + 44 * 3),
    ],
)
def test_18_10_e_what_bet_two_is_worth_by_hand(four: str, expected: int) -> None:
    _, (_, gained) = SOLVER.gains(LIR.rules())
    assert gained[number_of(cards(four))] == expected


@pytest.mark.parametrize(("known", "percent"), [("", -3.505679), ("board 2nd", 24.431434)])
def test_18_10_the_edge_with_a_community_card_seen_is_the_published_one(known: str, percent: float) -> None:
    (row,) = analyse_knowing(LIR.rules(), asked(known))
    assert round(-100 * float(row.house_edge), 6) == percent


def test_18_10_who_sees_both_community_cards_lets_all_ride_that_wins() -> None:
    """Of 2,598,960 hands those paid bring three times what is won, and the others lose one bet."""
    (row,) = analyse_knowing(LIR.rules(), asked("board 2"))
    counts = (422_400, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    won = sum(n * pays for n, pays in zip(counts, (1, 2, 3, 5, 8, 11, 50, 200, 1000), strict=True))
    assert row.house_edge == Fraction(comb(52, 5) - sum(counts) - 3 * won, comb(52, 5))


def test_18_11_d_the_bonus_edge_is_what_its_amounts_imply() -> None:
    won = 4 * 25_000 + 36 * 2_500 + 624 * 400 + 3_744 * 200 + 5_108 * 50 + 10_200 * 25 + 54_912 * 5
    (row,) = LIR.mathematics.odds(LIR.rules(), "let-it-ride-bonus")
    assert row.house_edge == 1 - Fraction(won, comb(52, 5))
    assert row.hit_rate * comb(52, 5) == 4 + 36 + 624 + 3_744 + 5_108 + 10_200 + 54_912
    (returned,) = LIR.mathematics.odds(LIR.rules(reading_bonus_chip="returned"), "let-it-ride-bonus")
    assert row.house_edge - returned.house_edge == row.hit_rate


@pytest.mark.parametrize(
    ("table", "straight", "flush", "mini_royal"),
    [("A", 6, 4, 40), ("B", 5, 4, 40), ("C", 6, 3, 40), ("D", 6, 4, 50), ("E", 5, 4, 50), ("F", 6, 3, 50)],
)
def test_18_11_e_three_card_edges_are_what_the_tables_imply(
    table: str, straight: int, flush: int, mini_royal: int
) -> None:
    won = 4 * mini_royal + 44 * 40 + 52 * 30 + 720 * straight + 1_096 * flush + 3_744
    (row,) = LIR.mathematics.odds(LIR.rules(three_card_bonus=table), "three-card-bonus")
    assert row.house_edge == Fraction(16_440 - won, 22_100)
    published = {"D": 0.0214, "F": 0.071}  # J. Grochowski, Tunica Travel, 2012
    assert table not in published or abs(float(row.house_edge) - published[table]) < 1e-4


def test_18_11_e_readings_change_the_three_card_edge_by_what_they_pay() -> None:
    """Four mini-royals lose instead of 40; 60 A-2-3 lose instead of 6, four suited pay 4 instead of 40."""
    read, unpaid, high = (
        next(iter(LIR.mathematics.odds(LIR.rules(**reading), "three-card-bonus"))).house_edge
        for reading in ({}, {"reading_mini_royal": "as-printed"}, {"reading_ace_two_three": "as-printed"})
    )
    assert unpaid - read == Fraction(4 * 41, 22_100)
    assert high - read == Fraction(60 * 7 + 4 * 36, 22_100)


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("let-it-ride-poker", every=True)
    found = {(row.wager, row.table) for row in rows}
    assert {("bet-1", "minimum"), ("let-it-ride-bonus", "minimum")} <= found
    assert {("three-card-bonus", table) for table in "ABCDEF"} <= found


# ---- strategy ------------------------------------------------------------------------------------------


def high(held: list[int]) -> int:
    return sum(card >> 2 >= 8 for card in held)


def published_one(held: list[int]) -> bool:
    """As published: a paying hand; three to a royal flush; three suited in a row except A-2-3 and 2-3-4; suited
    over four ranks with a high card; suited over five with two. The low ace is no start of a run of four or five."""
    ranks = sorted(card >> 2 for card in held)
    if len(set(ranks)) < 3:
        return ranks[1] >= 8 if len(set(ranks)) == 2 and ranks.count(ranks[1]) == 2 else len(set(ranks)) == 1
    if len({card & 3 for card in held}) > 1:
        return False
    over = ranks[2] - ranks[0] + 1
    return (over == 3 and ranks[0] > 0) or (over == 4 and high(held) >= 1) or (over == 5 and high(held) >= 2)


def published_two(held: list[int]) -> bool:
    """A paying hand; four to a flush; four to an open straight with a high card. The open straights without one
    and the gapped straights of four high cards are worth nothing either way."""
    ranks = sorted(card >> 2 for card in held)
    pairs = [rank for rank, times in Counter(ranks).items() if times > 1]
    if pairs:
        return len(set(ranks)) < 3 or max(pairs) >= 8
    if len({card & 3 for card in held}) == 1:
        return True
    return ranks[3] - ranks[0] == 3 and ranks[3] < 12 and high(held) >= 1


def test_18_10_b_bet_one_rides_as_published() -> None:
    table = simulation(LIR.rules()).rules
    for held in combinations(range(52), 3):
        assert bool(lets_one_ride(*held, table)) == published_one(list(held)), held


def test_18_10_e_bet_two_rides_as_published() -> None:
    table = simulation(LIR.rules()).rules
    chance = random.Random(2)
    for _ in range(often(3_000)):
        held = chance.sample(range(52), 4)
        assert bool(lets_two_ride(*held, table)) == published_two(held), held


def test_18_10_the_charts_are_unambiguous() -> None:
    first, second = LIR.mathematics.strategy(LIR.rules()).charts
    assert ("one suit, 3 straights open", "ride", "ride", "ride", "ride") in first.rows
    assert ("one suit, 2 straights open", "back", "ride", "ride", "ride") in first.rows
    assert ("one suit, 1 straight open", "back", "back", "ride", "ride") in first.rows
    assert ("mixed suits, 2 straights open", "even", "ride", "ride", "ride", "ride") in second.rows
    assert ("mixed suits, 1 straight open", "back", "back", "back", "back", "even") in second.rows
    assert {cell for chart in (first, second) for row in chart.rows for cell in row[1:]} == {
        "ride",
        "even",
        "back",
        "–",
    }


# ---- papers --------------------------------------------------------------------------------------------


def test_18_11_a_odds_are_said_with_to() -> None:
    page = guide("let-it-ride-poker", [])
    assert "1,000 to 1" in page
    assert "1,000 for 1" not in page
    assert "3.506%" in page
    assert 'data-wager="bet-3"' in layout_svg(LIR.rules())


def test_18_11_c_check_finds_a_limit_that_is_too_low(tmp_path: Path) -> None:
    """Three bets of $25 could win $75,000. Odds below those of 18.11(b) are unlawful too, and limits under which
    the bets could not be equal."""
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "let-it-ride-poker"\noptions = { payout-limit = 60000 }\n'
        "limits = { bet-1 = [25, 500], bet-2 = [25, 500] }\n"
        'pay_tables = { bet-1 = { flush = "7 to 1" } }\n'
    )
    found = {(each.point, each.cite) for each in check_table(page)}
    assert found == {
        ("options.payout-limit", "13:69F-18.11(c)"),
        ("pay_tables.bet-1.flush", "13:69F-18.11(b)"),
        ("limits.bet-3", "13:69F-18.6(d)"),
    }
