"""Caribbean stud poker, 13:69F-16: rounds worked out by hand, the meter, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Rules, Say, Settle, Show, game
from pitboss.book.endings import pays
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.caribbean_stud_poker import (
    ACE_KING,
    CaribbeanStudShowdown,
    against_dealer,
    limit,
    progressive_pays,
)
from pitboss.games.house_poker.caribbean_stud_poker_mathematics import (
    SOLVER,
    ace_king_worth,
    break_even,
    by_chart,
    by_thumb,
    cost,
    extremes,
    progressive_lines,
    simulation,
    worth_a_bet,
)
from pitboss.games.house_poker.counting import FIVE_CARDS, all_hands
from pitboss.money import Odds
from pitboss.odds.book import analyze
from pitboss.ranking.batch import strengths, tables
from pitboss.ranking.high import best_five
from pitboss.sim.run import simulate
from pitboss.solve.asked import analyse_knowing
from pitboss.solve.information import asked
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.house_poker import brought, compiled_round, dealt_to, table_and_tape
from tests.properties import often
from tests.tape import Tape

CSP = game("caribbean-stud-poker")
METER = "meter:progressive"


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, CSP)


def decide(table: Table, decision: str = "bet") -> None:
    while table.asked:
        table.act(table.asked.seat, decision)


def test_16_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated((1, "ante", 10))
    for _ in range(2):
        table.deal()
        decide(table)
        assert table.count("shuffle") == 1
        table.bet(1, "ante", 10)


@pytest.mark.paragraph("16.7(a)", "16.8(a)", "16.8(c)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_16_7_d_one_card_at_a_time_the_dealers_first_face_up(dealing: str) -> None:
    """From a manual shoe (16.7(a), 16.7(d)) as from the hand (16.8(a), 16.8(c))."""
    table = seated((1, "ante", 10), (4, "ante", 10), dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 5
    up = [event.up for event in table.said if isinstance(event, Deal) and event.to == "dealer"]
    assert up == [True, False, False, False, False]
    assert table.view(None)["1"] == ["??"] * 5


@pytest.mark.paragraph("16.9(a)", "16.9(g)")
def test_16_9_c_stacks_of_five_and_the_dealers_bottom_card_up() -> None:
    """From an automated shoe (16.9(a)); the bottom card is turned up last (16.9(g))."""
    table = seated((1, "ante", 10), (4, "ante", 10), dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 5 + ["4"] * 5 + ["dealer"] * 5
    assert table.view(1)["dealer"].count("??") == 4
    assert table.view(1)["dealer"][0] != "??"


def test_16_6_b_no_wager_after_no_more_bets() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    assert [event.what for event in table.said if isinstance(event, Say)] == ["No more bets"]
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "progressive", 1)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


@pytest.mark.paragraph('16.1 "Ante wager"')
def test_16_6_c_the_progressive_rests_on_the_ante() -> None:
    table = seated((1, "ante", 10), (1, "progressive", 1))
    with pytest.raises(Refused, match="down first"):
        table.remove(1, "ante")
    table.remove(1, "ante", 5)
    table.remove(1, "progressive")
    table.remove(1, "ante")
    assert table.funds(1) == 100_000


def test_16_6_f_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "ante", 10)


def test_16_10_a_bet_twice_the_ante_or_fold_and_the_cards_go_at_once() -> None:
    """The bet is made now and not before (16.6(d))."""
    table = seated((1, "ante", 15), (2, "ante", 10))
    with pytest.raises(Refused, match="during the round"):
        table.bet(1, "bet", 30)
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["bet $30", "fold"]
    table.act(1, "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["1"]
    assert not table.stake(1, "ante")
    assert table.playing


def test_16_10_a_a_player_without_money_for_the_bet_can_only_fold() -> None:
    table = Table(CSP, seed=1)
    table.sit(1, "Ann", 25)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def test_16_10_d_hole_cards_are_shown_after_every_decision() -> None:
    table = seated((1, "ante", 10), (2, "ante", 10))
    table.deal()
    table.act(1, "bet")
    assert not any(isinstance(event, Show) for event in table.said)
    table.act(2, "bet")
    kinds = [type(event) for event in table.said if isinstance(event, Ask | Show)]
    assert kinds == [Ask, Ask, Show, Show, Show]


class Stacked(Tape):
    """Named cards for each owner."""

    def __init__(self, **hands: str) -> None:
        super().__init__()
        self.hands = {owner.removeprefix("_"): cards(hand) for owner, hand in hands.items()}

    def card(self, to: str, shoe: Any) -> int:
        return self.hands[to].pop(0)


def staged(
    progressive: Sequence[int] = (), *, options: dict[str, object] | None = None, **hands: str
) -> Table:
    """A round with these cards in which everybody bets."""
    table = Table(CSP, Rules(CSP, options or {}), chance=Stacked(**hands))
    for owner in sorted(hands):
        if owner != "dealer":
            table.sit(int(owner[1:]), owner, 1000)
            table.bet(int(owner[1:]), "ante", 10)
    for seat in progressive:
        table.bet(seat, "progressive", 1)
    table.deal()
    decide(table)
    return table


def test_16_10_e_losers_then_pushes_then_winners_each_from_the_right() -> None:
    table = staged(
        dealer="9d 9h 6h 5s 3d",
        _1="Ah Kh Qh Jh 9c",
        _2="Ac As 5h 4h 2h",
        _3="2c 4c 7d 8h Jd",
        _4="Ad Ks 2d 2s 8c",
    )
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "4", "3", "2", "1"]
    settled = [(event.seat, event.result) for event in table.said if isinstance(event, Settle)]
    assert settled == [(seat, "lose") for seat in (4, 4, 3, 3, 1, 1)] + [(2, "win")] * 2


@pytest.mark.parametrize(("turned", "shown"), [("yes", ["dealer", "2", "1"]), ("no", ["dealer", "1"])])
def test_16_10_f_1_without_a_hand_only_progressive_players_need_show(turned: str, shown: list[str]) -> None:
    table = staged(
        [1],
        options={"turn-player-cards-when-no-hand": turned},
        dealer="Qd 9h 6h 5s 3d",
        _1="Ah Kh Qh Jh 9c",
        _2="Ac As 5h 4h 2h",
    )
    assert [event.owner for event in table.said if isinstance(event, Show)] == shown
    assert "No hand" in [event.what for event in table.said if isinstance(event, Say)]


def test_16_13_d_a_dealer_with_four_cards_is_dealt_the_fifth_after_all_others() -> None:
    table = seated((1, "ante", 10))
    table.irregularity("dealer-dealt-four")
    table.deal()
    assert dealt_to(table) == ["1", "dealer"] * 4 + ["1", "dealer"]
    decide(table)
    assert len(table.cards("dealer")) == 5


def test_16_7_b_the_progressive_dollar_is_collected_and_does_not_come_back() -> None:
    table = staged([1], **FLUSH)
    assert table.settlement is not None
    won = table.settlement[1, "progressive"]
    assert (won.result, won.pays, won.lost) == ("win", 5_000, 100)


# ---- the meter -----------------------------------------------------------------------------------------

NOTHING = {"dealer": "8d 8c 6h 5s 3d", "_1": "As Ks 9d 4c 2c"}
FLUSH = {"dealer": "8d 8c 6h 5s 3d", "_1": "Kh Jh 9h 4h 2h"}
ROYAL = {"dealer": "8d 8c 6h 5s 3d", "_1": "As Ks Qs Js Ts"}


@pytest.mark.parametrize(
    ("hands", "options", "meter"),
    [
        (NOTHING, {}, "10000.70"),
        (NOTHING, {"progressive-rate": 100}, "10001.00"),
        (NOTHING, {"progressive-reset": 50_000}, "50000.70"),
        (FLUSH, {"fixed-prizes": "bank"}, "10000.70"),
        (FLUSH, {}, "9950.70"),
        (ROYAL, {}, "10000.00"),
        (ROYAL, {"progressive-reset": 0}, "0.00"),
    ],
)
def test_16_12_f_the_meter_grows_pays_and_starts_again(
    hands: dict[str, str], options: dict[str, object], meter: str
) -> None:
    table = staged([1], options=options, **hands)
    assert f"{table.ledger[METER] / 100:.2f}" == meter
    assert table.ledger.total == 0
    assert table.settlement is not None
    assert table.settlement.meters == {"progressive": table.ledger[METER]}
    assert table.settlement.bank == -table.settlement.net[1]  # what is on the meter is still the house's


def test_16_12_f_the_seed_comes_from_the_bank_and_stays_between_rounds() -> None:
    table = seated((1, "ante", 10), (1, "progressive", 1), (2, "ante", 10), (2, "progressive", 1))
    table.deal()
    decide(table, "fold")
    assert table.ledger[METER] == 1_000_140
    assert table.ledger["bank"] == -1_000_140 + 2_200
    table.bet(1, "ante", 10)
    table.bet(1, "progressive", 1)
    table.deal()
    decide(table, "fold")
    assert table.ledger[METER] == 1_000_210


def test_16_13_d_a_void_wager_comes_off_the_meter_again() -> None:
    table = seated((1, "ante", 10), (1, "progressive", 1), (2, "ante", 10), (2, "progressive", 1))
    table.irregularity("wrong-number-of-cards", ("deal", 9), "2")
    table.deal()
    assert table.ledger[METER] == 1_000_070
    table.irregularity("dealer-misdealt")
    assert table.ledger[METER] == 1_000_000
    assert table.funds(1) == table.funds(2) == 100_000


def test_16_12_e_a_greater_share_of_the_meter_is_no_less_than_the_floor() -> None:
    least = Odds.parse("10% of meter")
    assert Odds.parse("20% of meter").at_least(least)
    assert not Odds.parse("5% of meter").at_least(least)
    assert not Odds.parse("$5,000").at_least(least)


def test_16_12_a_odds_are_stated_with_to() -> None:
    stated = [str(odds) for pay in CSP.rules().pay_tables.values() for odds in pay.rows.values()]
    assert "100 to 1" in stated
    assert not any("for" in each for each in stated)


# ---- is the table lawful -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[limits]\nante = [25, 500]", ["13:69F-16.12(d)"]),  # 25 + 50 × 100 = 5,025
        ("[limits]\nante = [25, 500]\n[options]\nbet-payout-limit = 5025", []),
        ("[limits]\nante = [20, 500]", []),  # 20 + 40 × 100 = 4,020
        ("[options]\nbet-payout-limit = 4000", ["13:69F-16.12(d)"]),
        ("[options]\nprogressive-rate = 69", ["13:69F-16.12(f)"]),
        ("[pay_tables.bet]\nflush = '4 to 1'", ["13:69F-16.12(c)"]),
        ("[pay_tables.bet]\nflush = '6 to 1'", []),
        ("[pay_tables.ante]\nwin = '2 to 1'", ["13:69F-16.12(b)"]),
        ("[pay_tables.progressive]\nflush = '$40'", ["13:69F-16.12(e)"]),
        ("[pay_tables.progressive]\nstraight-flush = '15% of meter'", []),
        ("[limits]\nprogressive = [1, 5]", ["13:69F-16.6(c)"]),
        ("[limits]\nante = [10, 90]", ["13:69F-8.2(a)"]),
        ("[options]\ndealing = 'hand'\nshuffle = 'manual'", ["13:69F-16.8(b)1"]),
    ],
)
def test_16_12_d_what_a_house_may_post(tmp_path: Path, text: str, found: list[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'game = "caribbean-stud-poker"\n{text}\n', encoding="utf-8")
    assert [finding.cite for finding in check_table(file)] == found


# ---- rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "end"),
    [
        ("2c 3d 5h 7s 9c", "Ah Qd Jc Ts 8d", CaribbeanStudShowdown.NO_HAND),
        ("2c 2d 5h 7s 9c", "Ah Kd 4c 3s 2h", CaribbeanStudShowdown.HIGHER),
        ("Ac Kc 4d 3h 2d", "Ah Kd 4c 3s 2h", CaribbeanStudShowdown.TIE),
        ("Ac Qc 4d 3h 2d", "Ah Kd 4c 3s 2h", CaribbeanStudShowdown.LOWER),
    ],
)
def test_16_10_e_ante_and_bet(mine: str, theirs: str, end: CaribbeanStudShowdown) -> None:
    assert against_dealer(best_five(cards(mine)), best_five(cards(theirs))) is end


def test_16_12_d_bet_pays_up_to_the_limit() -> None:
    royal_flush = simulation(CSP.rules()).rules.bet[CaribbeanStudShowdown.HIGHER, 9]
    assert pays(2_000, royal_flush) == 200_000
    assert pays(20_000, royal_flush) == 500_000
    assert limit(Rules(CSP, limits={"ante": (10_000, 100_000)})) == 2_010_000  # $100 and $200 × 100


def test_16_12_g_shares_are_equal_and_whole_cents() -> None:
    assert progressive_pays(100, 100, 0, 3) == 34
    assert progressive_pays(123_456, 10, 0, 1) == 12_346
    assert progressive_pays(123_456, 0, 5_000, 1) == 5_000


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {
            "reading-one-pair-or-less": "as-printed",
            "straight-flush-progressive": "fixed",
            "bet-payout-limit": 20_000,
        },
    ],
)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """5,000 random deals each, one in four made a flush or better, the same cards both ways: identical money."""
    rules = Rules(CSP, options)
    compiled = simulation(rules)
    terms = compiled.rules
    chance = random.Random(16)
    great, found = all_hands()
    first_flush = int(np.searchsorted(found, strengths(np.array([cards("2c 3c 4c 5c 7c")]))[0]))

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        mine, up = best_five(table.cards(ask.hand)), table.cards("dealer")[0]
        return ("bet", ask.choices[0].most) if worth_a_bet(mine, up, terms.chart) else ("fold", 0)

    table, tape_of = table_and_tape(rules, best)
    for number in range(often(1_500)):
        mine = (
            [int(card) for card in great[chance.randrange(first_flush, FIVE_CARDS)]]
            if number % 4 == 0
            else []
        )
        rest = chance.sample([card for card in range(52) if card not in mine], 10 - len(mine))
        hand, dealer = (mine or rest[5:]), rest[:5]
        tape = [card for pair in zip(hand, dealer, strict=True) for card in pair]
        tape_of.load(tape)
        ante, dollar = chance.choice([5, 10, 500]), chance.choice([0, 1])
        table.bet(1, "ante", ante)
        if dollar:
            table.bet(1, "progressive", 1)
        shown = (table.ledger[METER] or 1_000_000) + 70 * dollar  # the compiled meter stands still
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        terms = terms._replace(progressive=progressive_lines(rules, shown))
        net, staked = compiled_round(compiled, tape, [ante, dollar], terms)
        assert net.tolist() == brought(table, ("ante", "bet"), ("progressive",)), tape
        assert table.settlement.net[1] == net.sum()
        assert staked.tolist() == [ante * 100 * (3 if "bet" in settled else 1), dollar * 100]


# ---- exact odds ----------------------------------------------------------------------------------------


@cache
def every_strength() -> tuple[Any, Any]:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    return hands, strengths(hands)


@pytest.mark.parametrize(
    ("hand", "up"),
    [
        ("Ac Kd Qh 7s 2c", "7d"),
        ("Ac Kd Jh 7s 2c", "As"),
        ("2c 2d 5h 7s 9c", "Kh"),
        ("5c 6c 7c 8c 9c", "Tc"),
        ("3c 4d 6h 8s Tc", "2s"),
    ],
)
def test_16_10_e_dealers_hands_are_counted_as_one_by_one(hand: str, up: str) -> None:
    """All 163,185 hands that the dealer may hold with this upcard, looked at one by one."""
    mine, (upcard,) = cards(hand), cards(up)
    hands, found = every_strength()
    free = (hands == upcard).any(axis=1) & ~np.isin(hands, mine).any(axis=1)
    theirs, strength = found[free], strengths(np.array([mine]))[0]
    good = theirs >= int(np.searchsorted(tables().ladder, ACE_KING))
    relations = [theirs > strength, theirs == strength, theirs < strength]
    expected = [int((each & qualified).sum()) for qualified in (~good, good) for each in relations]
    unseen = [card for card in range(52) if card not in (*mine, upcard)]
    assert sum(expected) == 163_185
    assert SOLVER.met(mine, [upcard], unseen).tolist() == expected


def test_16_10_a_who_sees_a_card_of_the_dealers_bets_what_gains() -> None:
    """By independent programs 64.27 percent of the ante for all five cards, 35.24 for four of them."""
    (every,), (four,) = (analyse_knowing(CSP.rules(), asked(known)) for known in ("dealer 4", "dealer 3"))
    assert abs(float(every.house_edge) + 0.6427) < 0.0005
    assert sum(each.probability for each in every.outcomes) == 1
    assert four.interval is not None
    assert abs(float(four.house_edge) + 0.3524) < 0.0075


def test_16_12_c_the_ante_edge_is_the_published_one() -> None:
    """5.224 percent of the ante, 2.555 percent of all that is staked, 52.2 percent of hands bet (Wizard of Odds)."""
    (row,) = CSP.mathematics.odds(CSP.rules(), "ante")
    assert round(float(row.house_edge), 5) == 0.05224
    assert round(float(row.element_of_risk), 5) == 0.02555
    assert round(float(row.wagered), 3) == 2.045
    assert sum(outcome.probability for outcome in row.outcomes) == 1


def test_16_12_c_as_printed_the_player_has_the_advantage() -> None:
    """The digest's simulation with a near-basic strategy found about 18 percent."""
    (row,) = CSP.mathematics.odds(CSP.rules(reading_one_pair_or_less="as-printed"), "ante")
    assert -0.19 < row.house_edge < -0.18


def test_16_12_d_no_lawful_limit_binds_at_the_minimum_ante() -> None:
    """At a minimum of $500 no limit below $100,500 is lawful, so odds at the minimum never feel it."""
    (plain,) = CSP.mathematics.odds(CSP.rules(), "ante")
    (large,) = CSP.mathematics.odds(Rules(CSP, limits={"ante": (50_000, 500_000)}), "ante")
    assert large.house_edge == plain.house_edge


@pytest.mark.parametrize(
    ("form", "returned", "even"),
    [
        # 4 royal flushes, 36 straight flushes, 624 fours, 3,744 full houses, 5,108 flushes
        ("share", 4 * 10_000 + 36 * 1_000 + 624 * 500 + 3_744 * 100 + 5_108 * 50, 21_804_737),
        ("fixed", 4 * 10_000 + 36 * 5_000 + 624 * 500 + 3_744 * 100 + 5_108 * 50, 36_929_000),
    ],
)
def test_16_12_e_the_progressive_by_hand_and_its_published_break_even_meter(
    form: str, returned: int, even: int
) -> None:
    """Even at $218,047.37 where a straight flush wins a tenth (Wizard of Odds); at (2,598,960 - 1,121,800) / 4 dollars
    where it wins $5,000."""
    rules = CSP.rules(straight_flush_progressive=form)
    (row,) = CSP.mathematics.odds(rules, "progressive")
    assert row.house_edge == 1 - Fraction(returned, 2_598_960)
    assert row.hit_rate == Fraction(4 + 36 + 624 + 3_744 + 5_108, 2_598_960)
    assert break_even(rules) == row.break_even == even
    assert "$10,000" in row.per


def test_16_10_a_always_a_pair_never_less_than_ace_king() -> None:
    best, (bet_from, fold_to) = SOLVER.best(CSP.rules()), extremes(CSP.rules())
    assert fold_to < best_five(cards("2c 2d 3h 4s 5c"))
    assert bet_from == best_five(cards("Ac Kd 4h 3s 2c"))
    folded, played = best.counts[0, 0].sum(), best.counts[0, 1].sum()
    assert folded > 0
    assert played > 0
    assert not best.counts[1:, 0].any()


def test_16_10_a_the_chart_costs_next_to_nothing_and_the_published_rule_hardly_more() -> None:
    """The published rule for ace-king is said to be within a thousandth of a percent of the best."""
    rules = CSP.rules()
    assert 0 < cost(rules, by_chart) < cost(rules, by_thumb) < Fraction(1, 100_000)
    assert ace_king_worth(rules) > cost(rules, by_thumb)
    strategy = CSP.mathematics.strategy(rules)
    (chart,) = strategy.charts
    rows = {row[0]: row[1:] for row in chart.rows}
    # The three rules of the literature, in the chart: a match is bet, ace or king with a jack, a queen if it is small.
    assert rows["2"] == ("A-K-4-3-2", "A-K-Q-4-3")
    assert rows["T"] == ("A-K-T-3-2", "A-K-Q-J-2")
    assert rows["Q"] == ("A-K-Q-3-2", "none")
    assert rows["A"] == rows["K"] == ("A-K-J-3-2", "")


@pytest.mark.parametrize(("wager", "rounds"), [("ante", 3_000_000), ("progressive", 3_000_000)])
def test_simulation_agrees_with_the_exact_odds(wager: str, rounds: int) -> None:
    """Within four standard errors. Royal flushes are too rare for the error to be measured, so it is computed."""
    rules = CSP.rules()
    (exact,) = CSP.mathematics.odds(rules, wager)
    (found,) = simulate(
        rules, plan=f"{wager} {1 if wager == 'progressive' else 10}", rounds=rounds, seed=16
    ).wagers
    assert found.house_edge is not None
    assert abs(found.house_edge.value - float(exact.house_edge)) < 4 * exact.standard_deviation / rounds**0.5
    assert found.hit_rate == pytest.approx(float(exact.hit_rate), abs=0.002)
    assert found.staked / found.initial == pytest.approx(float(exact.wagered), abs=0.002)


def test_every_authorised_table_is_analyzed() -> None:
    rows = analyze("caribbean-stud-poker", every=True)
    assert {(row.wager, row.table) for row in rows} == {
        ("ante", "minimum"),
        ("progressive", "share"),
        ("progressive", "fixed"),
    }
    assert sum(row.wager == "ante" for row in rows) == 2  # as read and as printed
