"""Double down stud, 13:69F-17: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.book import Ask, Deal, Refused, Rules, Say, Settle, Show, Shuffle, game
from pitboss.book.events import Event
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.double_down_stud import limit
from pitboss.games.house_poker.double_down_stud_mathematics import SOLVER, doubles_down, simulation
from pitboss.games.house_poker.family import STUD_HANDS, stud_hand
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.sim.run import simulate
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import asked
from pitboss.solve.sets import number_of
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.house_poker import all_seated, compiled_round, near, slow_kind, table_and_tape
from tests.properties import often
from tests.tape import Tape

STUD = game("double-down-stud")
PAYS = (-1, 0, 1, 2, 3, 5, 8, 10, 25, 100, 1000)  # 17.10(b), in the order of STUD_HANDS
E = TypeVar("E", bound=Event)


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, stake: int = 10, **options: object) -> Table:
    return all_seated(STUD, seats, {"original": stake}, seed=17, **options)


def said(table: Table, kind: type[E]) -> list[E]:
    return [event for event in table.said if isinstance(event, kind)]


@pytest.mark.paragraph('17.1 "Suit"')
def test_17_2_a_one_deck_of_52_is_shuffled_for_every_round() -> None:
    """17.4(a); 17.1 "Suit": four of them, thirteen cards each."""
    table = seated(1)
    table.deal()
    (shuffle,) = said(table, Shuffle)
    assert sorted(shuffle.order) == list(range(52))
    assert Counter(card & 3 for card in shuffle.order) == dict.fromkeys(range(4), 13)


def test_17_4_f_the_house_chooses_who_cuts_again() -> None:
    assert STUD.rules()["recut"] == "last-player"
    with pytest.raises(Refused, match="last-player, next-player"):
        STUD.rules(recut="dealer")


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_17_8_b_a_card_to_each_player_clockwise_then_four_in_front_of_the_dealer(dealing: str) -> None:
    """17.8(a): from a shoe and from the hand alike; 17.1 "Hole card": the first of the four, face down."""
    table = seated(1, 4, 6, dealing=dealing)
    table.deal()
    dealt = [(event.to, event.up) for event in said(table, Deal)]
    players = [("1", True), ("4", True), ("6", True)]
    assert dealt == [*players, ("dealer", False), ("dealer", True), ("dealer", True), ("dealer", True)]


def test_17_8_b_everybody_sees_everything_but_the_hole_card() -> None:
    table = seated(1, 2)
    table.deal()
    for seat in (1, 2, None):
        view = table.view(seat)
        assert view["dealer"][0] == "??"
        assert "??" not in [*view["1"], *view["2"], *view["dealer"][1:]]


def test_17_6_b_no_wager_is_made_or_withdrawn_after_no_more_bets() -> None:
    """17.8(a)2iv: it is called before the first card."""
    table = seated(1)
    table.sit(2, "Bob", 100)
    table.deal()
    events = [type(event) for event in table.said]
    assert events.index(Say) < events.index(Deal)
    with pytest.raises(Refused, match="no more bets"):
        table.bet(2, "original", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "original")


def test_17_8_c_players_decide_clockwise_on_any_amount_up_to_the_original_wager() -> None:
    """17.1 "Double down wager"."""
    table = seated(1, 4, 6, stake=25)
    table.deal()
    for seat in (1, 4, 6):
        assert table.asked is not None
        assert table.asked.seat == seat
        assert [str(choice) for choice in table.legal()] == ["double-down $1 to $25", "no-double-down"]
        with pytest.raises(Refused, match=r"\$1 to \$25"):
            table.act(seat, "double-down", 26)
        table.act(seat, "double-down", 24)
    assert not table.playing


def test_17_8_c_a_player_without_chips_cannot_double_down() -> None:
    table = Table(STUD, seed=1)
    table.sit(1, "Ann", 10)
    table.bet(1, "original", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["no-double-down"]


def test_17_8_d_no_more_bets_is_called_again_before_the_hole_card_is_shown() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "double-down", 10)
    assert len(said(table, Say)) == 1
    table.act(2, "pass")
    told = [event for event in table.said if isinstance(event, Ask | Say | Show)]
    assert [type(event) for event in told] == [Say, Ask, Ask, Say, Show]
    assert "??" not in table.view(None)["dealer"]


def test_17_9_a_losers_then_pushes_then_winners_each_counterclockwise() -> None:
    """17.9(b) and 17.9(c) follow 17.9(a); the paragraph is on every settlement."""
    chance = Tape()
    table = Table(STUD, chance=chance)
    for seat in range(1, 7):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "original", 10)
    # kings, eights and the rest, by turns; the four for all are 3-8-9-K
    chance.load(cards("Kc 8c 2c Kd 8d 4d 3s 8h 9s Kh"))
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "double-down", 10)
    settled = [(event.seat, event.wager, event.result, event.cite) for event in said(table, Settle)]
    assert settled == [
        (seat, wager, result, f"13:69F-{paragraph}")
        for result, paragraph, seats in (
            ("lose", "17.9(a)", (6, 3)),
            ("push", "17.9(b)", (5, 2)),
            ("win", "17.10(b)", (4, 1)),
        )
        for seat in seats
        for wager in ("original", "double-down")
    ]


def test_17_11_a_void_returns_both_wagers() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "double-down", 10)
    table.irregularity("hole-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


# ---- limits and papers ---------------------------------------------------------------------------------


def test_17_10_a_odds_are_printed_with_to() -> None:
    rows = STUD.rules().pay("double-down").rows
    assert [str(odds) for odds in rows.values()] == [
        *("1,000 to 1", "100 to 1", "25 to 1", "10 to 1", "8 to 1"),
        *("5 to 1", "3 to 1", "2 to 1", "1 to 1", "push"),
    ]


def test_17_10_c_the_limit_is_never_below_100_000_nor_what_the_minimum_may_win() -> None:
    assert limit(STUD.rules()) == 100_000_00
    assert limit(STUD.rules(payout_limit=150_000)) == 150_000_00
    # $75 and as much again at 1,000 to 1, or $75 alone
    assert limit(Rules(STUD, limits={"original": (75_00, 750_00)})) == 150_000_00
    alone = {"reading-minimum-wager": "original-alone"}
    assert limit(Rules(STUD, alone, limits={"original": (75_00, 750_00)})) == 100_000_00


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("[limits]\noriginal = [5, 500]\n", []),
        ('[pay_tables.original]\nflush = "9 to 1"\n', []),
        ('[pay_tables.original]\nflush = "7 to 1"\n', ["17.10(b)"]),
        ('[pay_tables.original]\npair-of-sixes-to-tens = "1 to 1"\n', ["17.9(b)"]),
        ("[options]\npayout-limit = 50000\n", ["17.10(c)"]),
        ("[limits]\noriginal = [100, 1000]\n", ["17.10(c)"]),
        ("[options]\npayout-limit = 200000\n[limits]\noriginal = [100, 1000]\n", []),
        ('[options]\ndealing = "hand"\nshuffle = "manual"\n', ["17.8(a)2i"]),
        ('[options]\nsecond-deck = "yes"\nshuffle = "manual"\n', ["17.2(b)"]),
    ],
)
def test_17_10_b_what_a_house_may_post(tmp_path: Path, written: str, found: list[str]) -> None:
    page = tmp_path / "table.toml"
    page.write_text(f'game = "double-down-stud"\n{written}')
    assert [finding.cite for finding in check_table(page)] == [f"13:69F-{cite}" for cite in found]


def test_papers_are_drawn() -> None:
    assert "Double down stud" in guide("double-down-stud", [])
    assert "<svg" in layout_svg(STUD.rules())


# ---- random play ---------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**32),
    at=st.tuples(
        st.sampled_from(["shuffle", "deal", "ask", "stake", "say", "show", "settle"]), st.integers(1, 6)
    ),
)
def test_17_11_a_a_hole_card_exposed_at_any_point_voids_all_or_nothing(
    seed: int, at: tuple[str, int]
) -> None:
    chance = random.Random(seed)
    table = Table(STUD, seed=seed)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "original", 10)
    table.irregularity("hole-card-exposed", at)
    table.deal()
    while table.asked:
        table.act(table.asked.seat, chance.choice(table.asked.choices).id)
    assert table.settlement is not None
    assert sum(table.settlement.net.values()) + table.settlement.bank == 0
    results = {each.result for wagers in table.settlement.wagers.values() for each in wagers.values()}
    assert (results == {"void"}) == (len(said(table, Say)) < 2)
    assert results == {"void"} or "void" not in results
    assert not table.bets


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "posted", "stakes"),
    [
        ({}, {}, [5, 25, 5_000]),
        ({"payout-limit": 250_000}, {"royal-flush": "2,000 to 1", "flush": "17 to 2"}, [10, 2_000, 20_000]),
        ({"reading-minimum-wager": "original-alone"}, {"straight": "6 to 1"}, [5, 1_000, 9_000]),
    ],
)
def test_table_and_compiled_rules_pay_the_same(
    options: dict[str, object], posted: dict[str, str], stakes: list[int]
) -> None:
    """4,000 deals each, the same cards both ways, identical money. Two deals of three come from two suits of high
    cards or from jacks to aces, so that the best hands and the limit are met."""
    rules = Rules(STUD, options, pay_tables={"original": posted}, limits={"original": (5_00, 20_000_00)})
    compiled = simulation(rules)
    chance = random.Random(17)

    def best(table: Table, _: Ask) -> tuple[str, int]:
        _, b, c, d = table.cards("dealer")
        if doubles_down(*table.cards("1"), b, c, d, compiled.rules):
            return "double-down", table.stake(1, "original")
        return "no-double-down", 0

    table, dealt = table_and_tape(rules, best)
    two_suits = [card for card in range(52) if card & 3 < 2 and card >> 2 > 6]
    packs = (range(52), two_suits, range(36, 52))
    met: Counter[str] = Counter()
    for n in range(4_000):
        tape = chance.sample(packs[n % 3], 5)
        dealt.load(tape)
        stake = chance.choice(stakes)
        table.bet(1, "original", stake)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1].values()
        met.update(each.outcome for each in settled)
        met.update(each.cite for each in settled)
        net, staked = compiled_round(compiled, tape, [stake])
        assert table.settlement.net[1] == net[0] == sum(each.pays - each.lost for each in settled)
        assert sum(each.stake for each in settled) == staked[0]
    assert set(STUD_HANDS) <= set(met)
    assert met["13:69F-17.10(c)"] > 2


def test_the_simulation_agrees_with_the_exact_edge() -> None:
    (row,) = STUD.mathematics.odds(STUD.rules())
    (found,) = simulate(STUD.rules(), rounds=4_000_000, seed=17).wagers
    assert near(found.house_edge, row.house_edge)
    assert near(found.element_of_risk, row.element_of_risk)


# ---- exact odds ----------------------------------------------------------------------------------------


def slow_hand(hand: tuple[int, ...]) -> str:
    """Five cards named the slow way, from 17.5(b) and 17.9; 17.1 "Rank"."""
    kind, rank = slow_kind(hand)
    if kind == "one-pair" and rank >= 4:
        return "pair-of-jacks-or-better" if rank >= 9 else "pair-of-sixes-to-tens"
    return "losing-hand" if kind in ("high-card", "one-pair") else kind


@pytest.mark.paragraph('17.1 "Hand"', '17.1 "Push"')
def test_17_5_b_hands_take_the_row_the_text_gives_them() -> None:
    """17.1 "Hand": the player's card and the dealer's four, in any order; 17.1 "Push" as 17.9(b) has it."""
    chance = random.Random(3)
    few = [card for card in range(52) if card & 3 < 2 or card >> 2 > 9]
    for n in range(often(3_000)):
        hand = tuple(chance.sample(few if n % 2 else range(52), 5))
        assert STUD_HANDS[stud_hand(hand)] == slow_hand(hand)


def test_17_10_b_the_deals_are_the_published_ones() -> None:
    """How often each hand comes, doubled and not, as published (for a richer table, on which the same hands are
    doubled), of 12,994,800 deals. The sums are those of every book on poker, five times over."""
    (row,) = STUD.mathematics.odds(STUD.rules())
    assert {each.outcome: each.probability * comb(52, 4) * 48 for each in row.outcomes} == {
        "straight": 31_248,
        "three-of-a-kind": 50_688,
        "two-pairs": 152_064,
        "pair-of-jacks-or-better": 657_720,
        "pair-of-sixes-to-tens": 816_480,
        "losing-hand": 8_035_992,
        "royal-flush, doubled": 20,
        "straight-flush, doubled": 180,
        "four-of-a-kind, doubled": 3_120,
        "full-house, doubled": 18_720,
        "flush, doubled": 25_540,
        "straight, doubled": 19_752,
        "three-of-a-kind, doubled": 223_872,
        "two-pairs, doubled": 465_696,
        "pair-of-jacks-or-better, doubled": 1_031_880,
        "pair-of-sixes-to-tens, doubled": 1_295_520,
        "losing-hand, doubled": 166_308,
    }
    assert 223_872 + 50_688 == 5 * 54_912
    assert 465_696 + 152_064 == 5 * 123_552


def test_17_10_b_the_edge_is_what_the_deals_imply() -> None:
    """The deals above at the odds of 17.10(b): won once and twice, less lost once and twice."""
    once = 5 * 31_248 + 3 * 50_688 + 2 * 152_064 + 657_720
    twice = 1000 * 20 + 100 * 180 + 25 * 3_120 + 10 * 18_720 + 8 * 25_540
    twice += 5 * 19_752 + 3 * 223_872 + 2 * 465_696 + 1_031_880
    (row,) = STUD.mathematics.odds(STUD.rules())
    assert row.house_edge == Fraction(8_035_992 + 2 * 166_308 - once - 2 * twice, 12_994_800)
    assert row.house_edge == Fraction(15_403, 324_870)
    doubled = (
        20 + 180 + 3_120 + 18_720 + 25_540 + 19_752 + 223_872 + 465_696 + 1_031_880 + 1_295_520 + 166_308
    )
    assert row.wagered == 1 + Fraction(doubled, 12_994_800)


def test_17_10_b_the_edge_of_a_better_table_is_the_published_one() -> None:
    """2.1033 percent with 3,999, 199, 49 and 11 to 1 for the four best hands."""
    better = {
        "royal-flush": "3,999 to 1",
        "straight-flush": "199 to 1",
        "four-of-a-kind": "49 to 1",
        "full-house": "11 to 1",
    }
    (row,) = STUD.mathematics.odds(Rules(STUD, pay_tables={"original": better}))
    assert round(float(row.house_edge), 6) == 0.021033


@pytest.mark.parametrize(
    ("four", "expected"),
    [
        # nine of the suit at 8, three aces and the like: nine, six, deuce; 36 others, three pushing
        ("Ah 9h 6h 2h", 9 * 8 + 3 + 0 * 6 - 30),
        # one royal, one straight flush, seven flushes; nines and aces not of the suit: six straights at 5; high pairs
        ("Th Jh Qh Kh", 1000 + 100 + 7 * 8 + 6 * 5 + 9 - 21),
        # eight cards make the straight at 5, sixes to eights push, the other 31 lose
        ("5c 6d 7h 8s", 8 * 5 - 31),
        # eight at 5, nothing else helps: exactly nothing
        ("2c 3d 4h 5s", 8 * 5 - 40),
        # four tens at 5, twelve pairs at 1, 32 lose: exactly nothing
        ("Jc Qd Kh As", 4 * 5 + 12 - 32),
        # four kings at 5, nine pairs, three pushes, 32 lose
        ("Tc Jd Qh As", 4 * 5 + 9 - 32),
        # two more fives at 3, six cards for two pairs at 2, 40 lose
        ("5c 5d 9h Ks", 2 * 3 + 6 * 2 - 40),
        # two more sixes at 3, six cards for two pairs at 2, the rest push
        ("6c 6d 9h Ks", 2 * 3 + 6 * 2),
        # the last nine at 25, three kings for a full house at 10, the other 44 pay 3
        ("9c 9d 9h Ks", 25 + 3 * 10 + 44 * 3),
        # four cards for a full house at 10, the other 44 pay 2
        ("2c 2d 3h 3s", 4 * 10 + 44 * 2),
    ],
)
def test_17_8_c_what_a_double_down_is_worth_by_hand(four: str, expected: int) -> None:
    held = cards(four)
    ((_, gained),) = SOLVER.gains(STUD.rules())
    assert -gained[number_of(held)] == 5_00 * expected
    rest = [card for card in range(52) if card not in held]
    assert sum(PAYS[STUD_HANDS.index(slow_hand((*held, hole)))] for hole in rest) == expected


def test_17_8_c_who_sees_the_hole_card_doubles_what_does_not_lose() -> None:
    """Of 2,598,960 hands those paid win twice, and the others lose once."""
    (row,) = analyse_knowing(STUD.rules(), asked("dealer 1"))
    counts = (337_920, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    pays = (1, 2, 3, 5, 8, 10, 25, 100, 1000)
    won = 2 * sum(n * each for n, each in zip(counts, pays, strict=True))
    lost = comb(52, 5) - sum(counts) - 5 * 84_480  # sixes to tens push
    assert row.house_edge == Fraction(lost - won, comb(52, 5))


def test_17_8_c_the_compiled_decision_is_the_best_one_in_any_order() -> None:
    """Random fours, the gain added up the slow way."""
    integers = simulation(STUD.rules()).rules
    chance = random.Random(8)
    suits = [[card for card in range(52) if card & 3 == suit] for suit in range(4)]
    for n in range(600):
        four = chance.sample(chance.choice(suits) if n % 6 == 0 else range(52), 4)
        rest = [card for card in range(52) if card not in four]
        gained = sum(PAYS[STUD_HANDS.index(slow_hand((*four, hole)))] for hole in rest)
        assert {doubles_down(a, b, c, d, integers) for a, b, c, d in permutations(four)} == {int(gained >= 0)}


def test_17_8_c_the_strategy_is_the_published_one() -> None:
    """Double on sixes or better, four of one suit, and straights open at both ends that can push or win otherwise;
    2-3-4-5 and J-Q-K-A come to nothing either way."""
    strategy = STUD.mathematics.strategy(STUD.rules())
    (chart,) = strategy.charts
    assert {label: "".join(cell or "." for cell in cells) for label, *cells in chart.rows} == {
        "a pair of sixes or better": "DDDDDDDDD",
        "four of one suit": "DDDDDDDDD",
        "two straights open": "=DDDDDDD.",
        "one straight open": ".NNNNNNN=",
        "no straight open": ".NNNNNNN.",
        "a pair of fives or lower": "NNNNN....",
    }
    assert strategy.rule == (
        "Double down in full on a pair of sixes or better, on four of one suit, "
        "on two straights open with at least 1 point."
    )


def test_17_10_c_a_limit_that_binds_at_the_minimum_is_in_the_odds() -> None:
    """Read as of the original wager alone, a minimum of $100 may win $100,000 and doubled no more: a royal flush is
    then worth 1,000 and not 2,000 times the wager, 20 of 12,994,800 deals."""
    limits = {"original": (100_00, 1_000_00)}
    (whole,) = STUD.mathematics.odds(Rules(STUD, limits=limits))
    (cut,) = STUD.mathematics.odds(Rules(STUD, {"reading-minimum-wager": "original-alone"}, limits=limits))
    assert whole.house_edge == Fraction(15_403, 324_870)
    assert cut.house_edge - whole.house_edge == Fraction(20 * 1_000, 12_994_800)


def test_the_book_analyses_the_original_wager_once() -> None:
    assert {(row.wager, row.table) for row in analyze("double-down-stud", every=True)} == {
        ("original", "minimum")
    }
