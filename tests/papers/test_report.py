"""The mathematics report: its figures by hand, and the same on the page, in the PDF and in the terminal."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from fractions import Fraction
from html import unescape
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from pitboss import cli
from pitboss.book import Cap, Limits, PayTable, Refused, Rules, game
from pitboss.money import Odds
from pitboss.odds import Chart, Meter, Outcome, Strategy, WagerOdds, counted, even_meter
from pitboss.odds.almanac import origin_of
from pitboss.papers.charts import clipped
from pitboss.papers.figures import Figures, Largest, by_stake, figures, largest, sampled
from pitboss.papers.pdf import pdf
from pitboss.papers.report import Report, _largest, capped, report, rows_of
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.papers.verification import verified
from tests.papers.test_guide import well_formed
from tests.pdf import read_back
from tests.web.waiting import PATIENCE

Z = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""How many deviations hold so much of the normal law."""


def of(found: Report, wager: str) -> Figures:
    (row,) = [each for each in found.wagers if each.wager == wager]
    return row


@pytest.fixture(scope="module")
def roulette() -> Report:
    return report("roulette")


@pytest.fixture(scope="module")
def three_card() -> Report:
    return report("three-card-poker")


def test_a_straight_wager_by_hand(roulette: Report) -> None:
    """One number of 38 wins 35 to 1; the wager nets 36 times a coin that falls once in 38, less 1."""
    row = of(roulette, "straight")
    sigma = 36 * sqrt(1 / 38 * 37 / 38)
    assert row.fraction == "1/19"
    assert row.house_edge == pytest.approx(2 / 38)
    assert row.returned == pytest.approx(36 / 38)
    assert row.element_of_risk == pytest.approx(2 / 38)
    assert row.hit_rate == pytest.approx(1 / 38)
    assert row.standard_deviation == pytest.approx(sigma)
    assert row.skewness == pytest.approx((1 - 2 / 38) / sqrt(1 / 38 * 37 / 38))
    assert row.volatility_index == pytest.approx(Z[90] * sigma)
    assert (row.method, row.cases) == ("exact", 38)
    win, lose = sorted(row.outcomes, key=lambda each: each.probability)
    assert (win.count, win.fraction, win.pays) == (1, "1/38", 35)
    assert win.contribution == pytest.approx(36 / 38)
    assert (lose.count, lose.pays, lose.contribution) == (37, -1, 0)


def test_the_hold_lies_so_many_deviations_about_the_house_advantage(roulette: Report) -> None:
    row = of(roulette, "straight")
    sigma = 36 * sqrt(37) / 38
    assert [(each.rounds, each.level) for each in row.hold] == [
        (rounds, level) for rounds in (1000, 10_000, 100_000, 1_000_000, 10_000_000) for level in (90, 95, 99)
    ]
    for each in row.hold:
        assert each.low == pytest.approx(1 / 19 - Z[each.level] * sigma / sqrt(each.rounds))
        assert each.high == pytest.approx(1 / 19 + Z[each.level] * sigma / sqrt(each.rounds))
        assert each.rough is False


def test_a_fixed_prize_is_worth_less_the_more_is_staked() -> None:
    """$500 once in 1,000, 2 to 1 once in 10, else the stake is lost: of $1 the house keeps 0.899 - 0.5 - 0.2, of $5
    0.899 - 0.1 - 0.2, of $20 0.899 - 0.025 - 0.2. The odds are those of a stake of $1. If the stake is lost with the
    prize too, it keeps 0.001 more of each."""
    outcomes = (
        Outcome("jackpot", Fraction(1, 1000), Fraction(500)),
        Outcome("small", Fraction(1, 10), Fraction(2)),
        Outcome("lose", Fraction(899, 1000), Fraction(-1)),
    )
    rows = {"jackpot": Odds.parse("$500"), "small": Odds.parse("2 to 1")}
    pay = PayTable("w", "A", "99.1", rows, False)
    told = list(by_stake(WagerOdds(wager="w", outcomes=outcomes), pay, Limits(100, 2000)))
    assert [each.stake for each in told] == [1, 5, 10, 20]
    assert [each.house_edge for each in told] == pytest.approx([0.199, 0.599, 0.649, 0.674])
    assert not list(by_stake(WagerOdds(wager="w", outcomes=outcomes), pay, Limits(100, 100)))
    lost = (Outcome("jackpot", Fraction(1, 1000), Fraction(499)), *outcomes[1:])
    told = list(by_stake(WagerOdds(wager="w", outcomes=lost), pay, Limits(100, 2000)))
    assert [each.house_edge for each in told] == pytest.approx([0.2, 0.6, 0.65, 0.675])


def test_the_largest_payout_is_that_of_the_maximum(roulette: Report) -> None:
    """A straight wager pays 35 to 1; a prize is the same at any stake; a share of a meter has no bound."""
    row = of(roulette, "straight").largest
    most = game("roulette").rules().limits("straight").most
    assert row is not None
    assert row.payout == 35 * most / 100
    rows = {"all": Odds.parse("100% of meter"), "some": Odds.parse("$50"), "few": Odds.parse("3 to 1")}
    assert largest(PayTable("w", "A", "99.1", rows, False), 1000) == Largest(10, "some", 50)
    assert largest(PayTable("w", "A", "99.1", rows, False), 2000) == Largest(20, "few", 60)
    assert largest(PayTable("w", "A", "99.1", {"all": rows["all"]}, False), 100) is None
    assert largest(PayTable("w", "A", "99.1", rows, False), 2000, 5500) == Largest(20, "few", 55, cut=True)


def test_20_11_the_largest_payout_includes_all_that_a_figure_does(three_card: Report) -> None:
    """A straight flush wins $500 each on ante and play, and five times the ante as ante bonus."""
    assert of(three_card, "ante").largest == Largest(500, "higher hand, straight-flush", 3500, best_play=True)


def test_16_12_d_what_a_payout_limit_does_not_cover_is_paid_in_full() -> None:
    """A royal flush wins $500 on the ante, and of 100 times $1,000 on the bet the $5,000 of the limit."""
    row = WagerOdds(
        wager="ante",
        outcomes=(
            Outcome("royal", Fraction(1, 9), Fraction(201)),
            Outcome("lose", Fraction(8, 9), Fraction(-1)),
        ),
        wagered=Fraction(2),
    )
    rules = game("caribbean-stud-poker").rules()
    assert _largest(rules, row, "ante", None) == Largest(500, "royal", 5500, cut=True, best_play=True)
    assert _largest(
        rules, msgspec.structs.replace(row, value=Fraction(0)), "ante", rules.pay("ante")
    ) == Largest(500, "win", 500, alone=True)


def test_3_3_b_the_largest_payout_is_what_the_vigorish_leaves() -> None:
    """Of $5,000 that the banker's hand wins 5 percent are taken; the tie has none."""
    found = report("baccarat-punto-banco")
    assert of(found, "banker").largest == Largest(5000, "win", 4750)
    assert of(found, "tie").largest == Largest(500, "win", 4000)


def test_15_3_e_what_a_keno_game_pays_at_most() -> None:
    """The house pays $100,000 a game at most, whatever the rate card says: the first who wins more exceeds it."""
    found = report("keno")
    one, *_, many = (each.largest for each in found.wagers if each.wager.startswith("straight"))
    (cap,) = found.caps
    most = game("keno").rules().limits("straight").most // 100
    assert one == Largest(most, "1-of-1", 2 * most)
    assert many == Largest(most, "10-of-10", 100_000, cut=True)
    assert (cap.cite, cap.limit, cap.per, cap.winners) == ("13:69F-15.3(e)", 100_000, "round", 1)


def test_what_the_house_has_not_elected_is_no_payout() -> None:
    """Blackjack pays 3 to 2; a suited 6-7-8 is paid 2 to 1 where the house has chosen so."""
    for chosen, outcome, times in (("no", "blackjack", 1.5), ("yes", "suited-6-7-8", 2)):
        rules = game("blackjack").rules(**{"suited-6-7-8": chosen})
        table = rules.pay("blackjack")
        pay = msgspec.structs.replace(table, rows=rules.paid(table))
        assert largest(pay, 1000) == Largest(10, outcome, 10 * times)


def test_2_3_e_where_outcomes_tell_only_how_often_one_wins_every_row_is_a_payout() -> None:
    """A blackjack pays $15 on $10, though the round is told as won, pushed or lost; a keno ticket wins by its own
    rows only."""
    rows = {"win": Odds.parse("1 to 1"), "blackjack": Odds.parse("3 to 2")}
    won = (Outcome("win", Fraction(2, 5), Fraction(0)), Outcome("lose", Fraction(3, 5), Fraction(0)))
    told = rows_of(WagerOdds(wager="w", outcomes=won, value=Fraction(-1, 200)), rows)
    assert largest(PayTable("w", "A", "99.1", told, False), 1000) == Largest(10, "blackjack", 15)
    assert [*rows_of(WagerOdds(wager="w", outcomes=won), rows)] == ["win"]


def test_the_win_per_hour_is_the_house_advantage_of_the_minimum_at_the_pace_of_the_game(
    roulette: Report,
) -> None:
    rules = Rules.with_settings(game("roulette"), [])
    row, least = of(roulette, "red"), rules.limits("red").least
    assert row.stake == least / 100
    assert row.win_per_hour == pytest.approx(least / 100 * roulette.rounds_per_hour / 38)


def test_pair_plus_by_the_counts_of_three_cards(three_card: Report) -> None:
    """Of 22,100 hands; the counts have 4 in common."""
    row = of(three_card, "pair-plus")
    counts = {"pair": 3744, "flush": 1096, "straight": 720, "three-of-a-kind": 52}
    for line in row.outcomes:
        if line.outcome in counts:
            assert Fraction(line.count or 0, row.cases or 1) == Fraction(counts[line.outcome], 22100)
    assert row.cases == 22100 // 4
    assert row.fraction == str(Fraction(16440 - 3744 - 3 * 1096 - 5 * 720 - 25 * 52 - 35 * 48, 22100))


@pytest.mark.parametrize("name", ["roulette", "three-card-poker", "casino-war"])
def test_the_outcomes_add_up_to_the_return(name: str) -> None:
    for row in report(name).wagers:
        assert sum(each.count or 0 for each in row.outcomes) == row.cases
        assert sum(each.contribution or 0 for each in row.outcomes) == pytest.approx(row.returned)
        assert row.returned + row.house_edge == pytest.approx(1)


def test_a_tie_at_casino_war_by_hand() -> None:
    """Six packs: of the 311 cards left 23 are of the rank; 10 to 1."""
    row = of(report("casino-war", "tie"), "tie")
    p = 23 / 311
    assert row.fraction == "58/311"
    assert row.standard_deviation == pytest.approx(11 * sqrt(p * (1 - p)))
    assert row.skewness == pytest.approx((1 - 2 * p) / sqrt(p * (1 - p)))


def test_what_is_simulated_says_so_and_a_sample_has_no_counts() -> None:
    outcomes = (
        Outcome("win", Fraction(49, 100), Fraction(1)),
        Outcome("lose", Fraction(51, 100), Fraction(-1)),
    )
    row = figures(WagerOdds(wager="w", outcomes=outcomes, method="simulated", interval=(0.019, 0.021)))
    assert row.label == "simulated"
    assert (row.method, row.fraction, row.cases, row.outcomes[0].count) == ("simulated", None, None, None)
    assert row.how.startswith("simulated")
    assert "1.9000% and 2.1000%" in row.how


def test_where_only_the_expectation_is_exact_nothing_is_made_up_of_the_sample() -> None:
    """As in blackjack: how often a round wins is sampled, what it wins is not told by these outcomes."""
    outcomes = (Outcome("win", Fraction(2, 5), Fraction(0)), Outcome("lose", Fraction(3, 5), Fraction(0)))
    sampled = ("hit_rate", "standard_deviation", "outcomes")
    known = WagerOdds(
        wager="w", outcomes=outcomes, value=Fraction(-1, 200), deviation=1.15, simulated=sampled
    )
    row = figures(known)
    assert row.label == "exact in part"
    assert (row.house_edge, row.hit_rate, row.standard_deviation) == (0.005, 0.4, 1.15)
    assert (row.fraction, row.skewness, row.cases) == (None, None, None)
    assert all(each.pays is None and each.contribution is None for each in row.outcomes)
    assert "simulated: hit rate, standard deviation, outcomes" in row.how
    assert all(each.rough is None for each in row.hold)


def test_rounds_that_were_played_by_hand() -> None:
    """One of four wins two, one pushes, two lose one: the mean is 0, the square 6/4 and the third power 6/4."""
    found = sampled({Fraction(2): 1, Fraction(0): 1, Fraction(-1): 2})
    assert found is not None
    assert found.rounds == 4
    assert found.skewness == pytest.approx(1 / sqrt(1.5))
    assert [(each.outcome, each.count, each.contribution) for each in found.outcomes] == [
        ("+2", 1, 0.75),
        ("0", 1, 0.25),
        ("-1", 2, 0),
    ]
    assert sampled({}) is None


def test_2_3_how_rounds_of_blackjack_come_out_is_played() -> None:
    """A blackjack that is paid: 2 * (24/312) * (96/311) of the time, less the few that the dealer ties; and all nets
    add up to what the game returns, within four errors."""
    row = of(report("blackjack"), "blackjack")
    assert row.sampled is not None
    nets = {each.pays: each.probability for each in row.sampled.outcomes}
    assert nets[1.5] == pytest.approx(2 * 24 / 312 * 96 / 311 * (1 - 2 * 23 / 310 * 95 / 309), abs=4e-4)
    returned = sum(each.contribution or 0 for each in row.sampled.outcomes)
    assert returned == pytest.approx(
        1 - row.house_edge, abs=4 * (row.standard_deviation or 0) / sqrt(row.sampled.rounds)
    )
    assert all(each.rough is False for each in row.hold)


def test_19_5_g_rounds_that_were_played_say_that_the_super_bonus_is_in_them() -> None:
    """Of a wager of $10 the $1,000 of three suited sevens against a seven are 100 units, and they have won besides."""
    found = report("spanish-21", "spanish-21")
    (row,) = found.wagers
    assert row.sampled is not None
    assert row.stake == 10
    assert max(each.pays or 0 for each in row.sampled.outcomes) > 100
    assert row.sampled.beside == ("Super bonus",)
    (section,) = [each for each in found.sheet().sections if each.title == "Spanish 21"]
    titles = [table.title for table in section.tables]
    assert (
        f"Net result of a round, at $10 with Super bonus: {row.sampled.rounds:,} simulated rounds" in titles
    )
    assert "skewness of the rounds played, at $10 with Super bonus" in dict(section.facts)


def test_a_long_shot_is_marked_where_the_normal_law_tells_it_badly() -> None:
    """One in a million: the skewness, 1000, is still 1 after a million rounds and a third after ten million."""
    million = 10**6
    shot = WagerOdds(
        wager="w",
        outcomes=(
            Outcome("jackpot", Fraction(1, million), Fraction(million // 2)),
            Outcome("nothing", 1 - Fraction(1, million), Fraction(-1)),
        ),
        break_even=100 * (million + 1),
    )
    row = figures(shot)
    assert [each.rough for each in row.hold if each.level == 95] == [True, True, True, True, False]
    assert row.break_even_meter == million + 1
    assert shot.json()["break_even_meter"] == million + 1


def test_the_hashes_are_those_of_the_rules_and_the_code_in_the_almanac(roulette: Report) -> None:
    origin = origin_of(game("roulette"))
    assert (roulette.version, roulette.rules_sha256, roulette.code_sha256) == origin
    file = msgspec.json.encode(game("roulette").data, order="deterministic")
    assert roulette.rules_sha256 == hashlib.sha256(file).hexdigest()
    assert roulette.rules_sha256 != report("casino-war").rules_sha256


def test_a_reading_that_is_set_otherwise_is_not_said_to_be_adopted(three_card: Report) -> None:
    assert all(each.adopted for each in three_card.readings)
    assert {each.cite for each in three_card.readings} == {
        each.full_cite for each in game("three-card-poker").data.errata
    }
    option = next(o for o in game("three-card-poker").data.options if o.id == "reading-ante-bonus")
    other = next(str(value) for value in option.values if value != option.default)
    (read,) = [
        each
        for each in report("three-card-poker", "pair-plus", [f"{option.id}={other}"]).readings
        if each.option == option.id
    ]
    assert (read.adopted, read.chosen) == (False, other)


# ---- the game as it is played ---------------------------------------------------------------------------


def test_simple_rules_cost_what_is_published_for_them(three_card: Report) -> None:
    """Wizard of Odds on three-card poker with a bonus of 5, 4 and 1: 3.37% by queen-six-four, 3.45% by queen high,
    7.65% by playing every hand."""
    assert three_card.play is not None
    ways = [(round(100 * way.house_edge, 2), round(100 * way.cost, 2)) for way in three_card.play.ways]
    assert ways == [(3.37, 0.0), (3.45, 0.08), (7.65, 4.28)]


def test_to_surrender_every_tie_costs_half_a_wager_for_each() -> None:
    """Casino war, six decks: a tie comes 23 times in 311, and a tie surrendered loses a half."""
    found = report("casino-war").play
    assert found is not None
    best, surrender = found.ways
    assert surrender.house_edge == pytest.approx(23 / 311 / 2)
    assert surrender.cost == pytest.approx(surrender.house_edge - best.house_edge)
    assert 0 < best.house_edge < surrender.house_edge


def test_a_game_that_leaves_nothing_to_decide_has_no_best_play(roulette: Report) -> None:
    assert roulette.play is None
    assert (roulette.combinations, roulette.caps) == ((), ())


def test_pass_with_odds_by_hand() -> None:
    """Twice in three come-outs there is a point. The odds cost nothing: 7/495 of 1 and two thirds of the odds; don't
    pass lays 3/220 with 2, 3/2 or 6/5 to win as much, on points that come 6, 8 and 10 times in 36."""
    told = {each.wagers: each for each in report("craps").combinations}
    for name, times in (("single", 1), ("double", 2), ("triple", 3), ("5 times", 5), ("100 times", 100)):
        row = told[f"Pass, {name} odds behind it"]
        assert row.staked == pytest.approx(1 + 2 * times / 3)
        assert row.house_edge == pytest.approx(7 / 495 / row.staked)
    row = told["Don't Pass, double odds behind it"]
    assert row.staked == pytest.approx(1 + 2 * (6 * 2 + 8 * 3 / 2 + 10 * 6 / 5) / 36)
    assert row.house_edge == pytest.approx(3 / 220 / row.staked)
    fewer = {each.wagers for each in report("craps", None, ["odds-multiple=2"]).combinations}
    assert fewer == {
        f"{bet}, {odds} odds behind it" for bet in ("Pass", "Don't Pass") for odds in ("single", "double")
    }


def test_ante_and_pair_plus_together_by_their_own_figures(three_card: Report) -> None:
    row = next(each for each in three_card.combinations if each.wagers == "Ante and Pair plus, equal amounts")
    ante, pair_plus = of(three_card, "ante"), of(three_card, "pair-plus")
    played = ante.house_edge / ante.element_of_risk
    assert row.staked == pytest.approx(played + 1)
    assert row.house_edge == pytest.approx((ante.house_edge + pair_plus.house_edge) / (played + 1))


def test_16_12_d_when_the_payout_limit_binds_by_hand() -> None:
    """A bet is two antes, a royal flush pays it 100 to 1, and at most $5,000 is paid: enough for antes of $25."""
    rules = game("caribbean-stud-poker").rules()
    (cap,) = (capped(rules, each) for each in rules.game.mathematics.caps(rules))
    least, most = (amount // 100 for amount in (rules.limits("ante").least, rules.limits("ante").most))
    assert (cap.cite, cap.limit, cap.per) == ("13:69F-16.12(d)", 5000, "hand")
    assert (cap.base, cap.binds_above, cap.winners) == ("Ante", 25, None)
    assert (cap.most_at_minimum, cap.most_at_maximum) == (200 * least, 200 * most)


def test_18_11_c_three_bets_that_ride_together_by_hand() -> None:
    """A royal flush pays each of three bets 1,000 to 1: $50,000 is enough for bets of $16.66."""
    rules = game("let-it-ride-poker").rules(**{"payout-limit": 50_000})
    (cap,) = (capped(rules, each) for each in rules.game.mathematics.caps(rules))
    assert rules.pay("bet-1")["royal-flush"] == Odds.parse("1,000 to 1")
    assert (cap.base, cap.binds_above) == ("Bet one", pytest.approx(16.66, abs=0.01))
    assert not game("let-it-ride-poker").mathematics.caps(game("let-it-ride-poker").rules())


def test_38_11_h_how_many_winners_exceed_a_limit_that_they_share() -> None:
    """A limit of just as much as one, or five, could win is exceeded by one more, or by none but a cent less."""
    rules = game("roulette").rules()
    most = rules.pay("straight")["win"].pays(rules.limits("straight").most)
    for winners in (1, 5):
        cap = capped(rules, Cap(winners * most - 1, "99.1", ("straight",), shared=True))
        assert (cap.per, cap.winners) == ("round", winners)
        assert capped(rules, Cap(winners * most, "99.1", ("straight",), shared=True)).winners == winners + 1


def test_a_progressive_by_hand() -> None:
    """All of $2,000 once in 4,000, a tenth of it once in 1,000, $5 once in 10: of a dollar the meter returns 50 + 20
    cents and the sums 50. A tenth of each dollar goes to the meter, and $1,000 from the house when it is won: in the
    long run 0.5 + 0.1 + 0.25. A wager is paid 1/4,000 + 1/10,000 of the meter: even at $2,000 - 0.2/0.00035."""
    pay = PayTable(
        "w",
        "A",
        "99.1",
        {"all": Odds.parse("100% of meter"), "tenth": Odds.parse("10% of meter"), "sum": Odds.parse("$5")},
        False,
    )
    counts = {"all": 1, "tenth": 4, "sum": 400, "nothing": 3595}
    nets = {"all": 1999, "tenth": 199, "sum": 4, "nothing": -1}
    meter = Meter.counted(pay, counts, 200_000, 100, 10, 100_000)
    row = figures(counted("w", counts, nets, meter=meter))
    found = row.progressive
    assert found is not None
    assert (found.meter, found.seed, found.contribution, found.wagers_between_hits) == (2000, 1000, 0.1, 4000)
    assert found.meter_return == pytest.approx(0.7)
    assert found.fixed_return == pytest.approx(0.5)
    assert found.long_run_return == pytest.approx(0.85)
    assert row.house_edge == pytest.approx(-0.2)
    assert row.break_even_meter == pytest.approx(2000 - 0.2 / 0.00035, abs=0.01)
    paid = 400 * 500 - 4000 * 100  # the sums, less the dollars
    even = even_meter(lambda shows: paid + shows + 4 * shows // 10)
    assert even == pytest.approx(100 * (2000 - 0.2 / 0.00035), abs=1)
    assert even_meter(lambda _: -1) is None


def test_16_12_e_a_progressive_that_loses_the_house_money_in_the_long_run_is_said_to() -> None:
    """Of 2,598,960 hands 624 win $500, 3,744 $100 and 5,108 $50 of the house's own, and after 4 royal flushes it puts
    $10,000 on the meter; 70 cents of each dollar go there, too."""
    found = report("caribbean-stud-poker", "progressive", ["fixed-prizes=bank"])
    (row,) = found.wagers
    assert row.progressive is not None
    paid = 624 * 500 + 3744 * 100 + 5108 * 50 + 4 * 10_000
    assert row.progressive.long_run_return == pytest.approx(0.7 + paid / 2_598_960)
    summary = found.sheet().sections[1]
    (section,) = [each for each in found.sheet().sections if each.title == "Progressive payout"]
    assert any("it loses 7.777% of every wager in the long run" in note for note in summary.notes)
    assert any("the house loses 7.7766% of every wager" in note for note in section.notes)
    assert ("house edge in the long run", "-7.7766%") in section.facts
    meter = report("caribbean-stud-poker", "progressive", ["fixed-prizes=meter"]).sheet().sections[1]
    assert not any("loses" in note for note in meter.notes)  # no sums of the house's own


def test_verified_by_rounds_of_the_compiled_rules() -> None:
    """House advantage, hits, deviation and both outcomes, none of which a right report misses but once in a hundred."""
    found = report("casino-war", "tie", verify=200_000)
    assert found.verification is not None
    assert (found.verification.rounds, found.verification.seed) == (200_000, 1)
    row, *others = found.verification.figures
    assert (row.wager, row.figure) == ("Tie", "house edge")
    assert row.computed == pytest.approx(58 / 311)
    assert row.apart == pytest.approx((row.played - 58 / 311) / row.standard_error)
    assert row.standard_error == pytest.approx(11 * sqrt(23 * 288) / 311 / sqrt(200_000), rel=0.05)
    hits, deviation, won, lost = others  # 23 of 311 cards tie the first, and are paid 10 to 1
    assert (hits.figure, hits.computed) == ("hit rate", pytest.approx(23 / 311))
    assert (deviation.figure, deviation.computed) == (
        "standard deviation",
        pytest.approx(11 * sqrt(23 * 288) / 311),
    )
    assert (won.figure, won.computed) == ("net +10 to 1", pytest.approx(23 / 311))
    assert (lost.figure, lost.computed) == ("net -1 to 1", pytest.approx(288 / 311))
    assert found.verification.holds
    assert found.verification.bound == pytest.approx(0.01 / 5)
    titles = [table.title for section in found.sheet().sections for table in section.tables]
    assert "Each wager played for 200,000 rounds (seed 1)" in titles


def test_a_wrong_deviation_with_the_right_edge_does_not_hold() -> None:
    """Twice as often paid 4 to 1 and a half: the same edge, another wager."""
    rules = game("casino-war").rules()
    (row,) = rules.game.mathematics.odds(rules, "tie")
    chance = Fraction(2 * 23, 311)
    wrong = replace(
        row,
        outcomes=(
            Outcome("tie", chance, (row.expectation + 1) / chance - 1),
            Outcome("no tie", 1 - chance, Fraction(-1)),
        ),
    )
    assert wrong.house_edge == row.house_edge
    found = verified(rules, [wrong], "tie", 200_000)
    assert not found.holds
    assert {"hit rate", "standard deviation", "net -1 to 1"} <= {each.figure for each in found.failed}
    assert "house edge" not in {each.figure for each in found.failed}


def test_a_report_on_a_table_has_what_the_house_posted(tmp_path: Path) -> None:
    """Pair plus at the limits of the house; a straight flush pays 35 to 1."""
    path = tmp_path / "table.toml"
    path.write_text(
        'game = "three-card-poker"\nname = "T3"\n[limits]\npair-plus = [5, 200]\n', encoding="utf-8"
    )
    found = report(str(path), "pair-plus")
    assert (found.table, found.limits["Pair plus"]) == ("T3", "$5 to $200")
    (row,) = found.wagers
    assert row.stake == 5
    assert row.largest == Largest(200, "straight-flush", 200 * 35)
    assert found.command == f"pitboss odds {path} --wager pair-plus"
    assert "as posted at table T3" in found.sheet().lead
    page = found.sheet().html()
    assert "$5 to $200" in page
    with pytest.raises(Refused, match="leave out --set"):
        report(str(path), None, ["version=base"])


def test_between_players_there_is_no_report() -> None:
    with pytest.raises(Refused, match="among the players"):
        report("hold-em")


# ---- papers --------------------------------------------------------------------------------------------

SIGMA = 36 * sqrt(37) / 38
STRAIGHT = (
    "5.2632% = 1/19",
    "94.7368%",
    f"{SIGMA:.6f}",
    f"{36 / sqrt(37):.6f}",
    f"{Z[90] * SIGMA:.6f}",
    "0.026315789",
    "94.73684%",
)
"""Advantage, return, deviation, skewness, volatility index, the chance to win and what it contributes."""


def test_the_page_tells_the_figures_and_what_they_rest_on(roulette: Report) -> None:
    page = roulette.sheet().html()
    well_formed(page)
    for figure in (*STRAIGHT, roulette.rules_sha256, roulette.version, "pitboss odds roulette"):
        assert figure in page
    for erratum in game("roulette").data.errata:
        assert erratum.read in unescape(page)
    charted = [section for section in roulette.sheet().sections if section.charts]
    assert page.count("Hold by number of rounds") == 2 * len(charted)


def test_wagers_with_the_same_figures_share_a_section(roulette: Report) -> None:
    titles = [section.title for section in roulette.sheet().sections]
    assert "Red, Black, Odd, Even, 1 to 18, 19 to 36" in titles


def test_the_pdf_tells_the_same_figures_as_the_page(three_card: Report, roulette: Report) -> None:
    for found in (three_card, roulette):
        sheet = found.sheet()
        made = pdf(sheet)
        assert made == pdf(sheet)
        read = "".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
        told = "".join(read.split())
        for section in sheet.sections:
            tables = [table for table in section.tables if table.words == 1]
            cells = [cell for table in tables for row in table.rows for cell in row]
            for figure in (*cells, *(fact for _, fact in section.facts)):
                assert "".join(figure.split()) in told
    for figure in STRAIGHT:
        assert "".join(figure.split()) in told


def test_the_choices_of_the_house_are_told_in_words(three_card: Report) -> None:
    assert ("One betting position to a player", "13:69F-20.6(e)") in three_card.choices.rows
    stud = report("caribbean-stud-poker", "progressive").choices.rows
    assert ("A bet wager is paid $5,000 at most", "13:69F-16.12(d)") in stud


def section(found: Report, title: str) -> Section:
    (one,) = [each for each in found.sheet().sections if each.title == title]
    return one


def test_every_column_of_the_report_is_defined(three_card: Report) -> None:
    (terms,) = section(three_card, "Definitions and conventions").tables
    defined = {word.strip() for row in terms.rows for word in row[0].split(",")}
    (summary,) = section(three_card, "Summary").tables
    outcomes = section(three_card, "Pair plus").tables[0]
    figures_ = (
        *summary.columns[1:],
        *outcomes.columns[1:],
        *(name for name, _ in section(three_card, "Pair plus").facts),
    )
    known = {
        "theoretical win per hour",
        "obtained",
        "standard deviation",
        "volatility index",
        "90%",
    }
    for name in figures_:
        words = {part.strip() for part in name.split(",")}
        assert words & (defined | known), name
    meanings = " ".join(row[1] for row in terms.rows)
    assert "1.645" in meanings  # z of 90%, two-sided
    assert "win divided by drop" in meanings


def test_a_report_says_who_prepared_it_when_and_from_which_text() -> None:
    from datetime import date

    found = report("casino-war", prepared_by="A. Mathematician", day=date(2030, 7, 1))
    facts = dict(section(found, "This report").facts)
    assert facts["prepared by"] == "A. Mathematician"
    assert facts["date"] == "July 1, 2030"
    assert facts["rules"] == "N.J.A.C. 13:69F-22"
    assert "N.J.A.C. 13:69F, subchapters 1 through 37" in section(found, "This report").text[0][1]
    assert section(report("casino-war"), "This report").blanks == ("Prepared by",)


def test_the_pay_tables_are_posted_beside_the_minimum(tmp_path: Path) -> None:
    """20.11(a)2: a house may pay more for a straight than the text has, and what it pays is printed beside that."""
    table = tmp_path / "table.toml"
    text = 'game = "three-card-poker"\n[pay_tables]\npair-plus = { straight = "7 to 1" }\n'
    table.write_text(text, encoding="utf-8")
    found = report(str(table), "pair-plus")
    (pays,) = [each for each in found.pay_tables if each.title.startswith("Pair plus")]
    straight = next(row for row in pays.rows if row[0] == "straight")
    assert pays.columns == ("outcome", "pays", "minimum allowed")
    assert straight == ("straight", "7 to 1", "5 to 1")
    trips = ["trips-table=B"]
    (pays,) = [
        each for each in report("ultimate-texas-hold-em", "trips", trips).pay_tables if "Trips" in each.title
    ]
    flush = next(row for row in pays.rows if row[0] == "flush")
    assert flush == ("flush", "6 to 1", "6 to 1")  # 32.11(d), table B


def test_wagers_of_equal_odds_are_one_row_and_one_section() -> None:
    """Of craps' 69 wagers, hard 4 and hard 10 win 7 to 1 with one chance in nine, as any craps does, but not by the
    next throw; the hops that two throws make win 15 to 1 with one in eighteen."""
    found = report("craps")
    (summary,) = section(found, "Summary").tables
    names = [row[0] for row in summary.rows]
    assert {"Hard 4, Hard 10", "Any Craps"} <= {*names}
    (hops,) = [name for name in names if "One-Three on the hop" in name]
    assert "Craps Three" in hops
    assert sorted(", ".join(names).split(", ")) == sorted(each.name for each in found.wagers)
    assert len(names) < len(found.wagers) / 2
    assert len(PdfReader(io.BytesIO(found.sheet().pdf())).pages) < 25


def test_the_chart_to_which_a_strategy_refers_is_in_the_report() -> None:
    chart = Chart("Ties", ("2", "A"), (("tie", "W", "S"),))
    legend = {"W": "go to war", "S": "surrender"}
    best = Strategy(game="casino-war", rule="Play by the chart.", charts=(chart,), legend=legend)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game("casino-war")), "strategy", lambda *_: best)
        patch.setattr("pitboss.odds.proved._known", lambda *_: None)  # what ships knows no other strategy
        found = report("casino-war")
    played = section(found, "Best play")
    (drawn,) = played.tables
    assert (drawn.title, drawn.columns, drawn.rows) == ("Ties", ("", "2", "A"), (("tie", "W", "S"),))
    assert "W: go to war. S: surrender." in played.notes
    assert "go to war" in " ".join(read_back(found.sheet().pdf()))


def test_readings_are_listed_by_class(three_card: Report) -> None:
    titles = [table.title for table in section(three_card, "Readings of the text").tables]
    classes = {each.kind for each in game("three-card-poker").data.errata}
    assert len(titles) == len(classes)


def test_a_column_of_words_has_room_for_its_longest_word() -> None:
    """A paragraph's number cannot be broken; it stood upon the column beside it."""
    prose = "one word and another " * 10
    rows = (
        ('13:69F-18.1 "Community card"', *[prose] * 3),
        ("13:69F-18.10(a)3", "Two sentences.", prose, prose),
    )
    table = Columns(columns=("paragraph", "printed", "read", "because"), rows=rows, words=4)
    paper = Sheet(kind="a", title="b", lead="c", sections=(Section(title="d", tables=(table,)),))
    assert "13:69F-18.10(a)3 Two sentences." in read_back(pdf(paper))[0]


def test_names_too_long_for_a_chart_are_told_apart_by_their_ends() -> None:
    names = ["dealer not queen high, straight", "dealer not queen high, straight flush"]
    assert [clipped(name, 20) for name in names] == ["dealer no…, straight", "dealer no…ight flush"]
    assert clipped("higher hand", 20) == "higher hand"


def test_what_is_put_into_a_paper_is_text_and_never_markup() -> None:
    odd = '<b>#sys.inputs</b> $x$ *bold* & "quoted"'
    table = Columns(columns=("a", "b"), rows=((odd, odd),))
    sheet = Sheet(kind="k", title="t", lead=odd, sections=(Section(title="s", tables=(table,)),))
    well_formed(sheet.html())
    assert "<b>" not in sheet.html()
    text = PdfReader(io.BytesIO(pdf(sheet))).pages[0].extract_text()
    assert "#sys.inputs" in text
    assert "*bold*" in text


def pitboss(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss", "report", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_folder_that_nothing_can_be_written_in_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(Refused, match="nothing can be written in the folder"):
        cli.ending_of(tmp_path / "r.pdf", "a report")


def test_the_command_writes_by_the_ending_and_the_same_json_everywhere(tmp_path: Path) -> None:
    for ending in ("html", "pdf", "json"):
        done = pitboss("roulette", "--wager", "straight", "--out", str(tmp_path / f"r.{ending}"))
        assert (done.returncode, done.stdout) == (0, "")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["r.html", "r.json", "r.pdf"]
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    written: dict[str, Any] = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert written == json.loads(pitboss("roulette", "--wager", "straight", "--json").stdout)
    assert [each["wager"] for each in written["wagers"]] == ["straight"]
    assert {"game", "options", "version", "rules_sha256", "code_sha256", "command", "readings"} <= set(
        written
    )
    both = [str(tmp_path / f"b.{ending}") for ending in ("html", "json")]
    assert pitboss("roulette", "--wager", "straight", "--out", both[0], "--out", both[1]).returncode == 0
    assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8")) == written
    assert (tmp_path / "b.html").is_file()
    (row,) = written["wagers"]
    assert row["return"] == pytest.approx(36 / 38)
    assert set(row["outcomes"][0]) == {"outcome", "probability", "fraction", "count", "pays", "contribution"}
    assert set(row["hold"][0]) == {"rounds", "level", "low", "high", "rough"}
    shown = pitboss("roulette", "--wager", "straight").stdout
    assert all(figure in shown for figure in STRAIGHT)


@pytest.mark.parametrize(
    "words",
    [
        ["roulette", "--out", "r.txt"],
        ["roulette", "--out", "r"],
        ["roulette", "--wager", "nonsense"],
        ["roulette", "--set", "zeros=7"],
        ["roulette", "--verify", "-1"],
        ["roulette", "--verify", "1000000000001"],
        ["no-such-game"],
        ["hold-em"],
    ],
)
def test_bad_input_is_one_sentence(words: list[str]) -> None:
    done = pitboss(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
