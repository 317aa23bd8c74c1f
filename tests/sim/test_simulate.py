"""Simulations of games whose figures follow from arithmetic. An estimate may be four errors off: with these
seeds it is always or never."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest

from pitboss.book import game
from pitboss.compiler import specialized
from pitboss.law import Refused, rule
from pitboss.sim import Simulation
from pitboss.sim.block import NET, NO_LIMIT, STAKED, Job, Track, play_blocks, play_rounds
from pitboss.sim.plan import dalembert, fibonacci, martingale, paroli
from pitboss.sim.run import outcomes, simulate
from tests.sim.toys import coin, pass_line

FAIR, ROULETTE = coin().rules(), coin().rules(pockets=37)


def near(estimate, value: float) -> bool:
    return abs(estimate.value - value) < 4 * estimate.standard_error


# ---- wagers ------------------------------------------------------------------------------------------------


def test_a_fair_coin():
    report = simulate(FAIR, plan="heads 5", rounds=400_000)
    (heads,) = report.wagers
    assert (heads.rounds, heads.made, heads.staked) == (400_000, 400_000, 200_000_000)
    assert heads.net == 500 * (2 * heads.won - 400_000)
    assert near(heads.house_edge, 0)
    assert heads.house_edge.standard_error == pytest.approx(1 / sqrt(400_000), rel=0.03)
    assert heads.standard_deviation == pytest.approx(1, rel=0.03)
    assert heads.standard_deviation_per_round == pytest.approx(5, rel=1e-4)
    assert report.per_hour.standard_deviation == pytest.approx(5 * sqrt(60), rel=0.03)


def test_even_money_at_roulette():
    report = simulate(ROULETTE, plan="heads 5", rounds=1_000_000)
    (heads,) = report.wagers
    assert near(heads.house_edge, 1 / 37)
    assert heads.hit_rate == pytest.approx(18 / 37, abs=0.002)
    assert near(report.per_round.expectation, -5 / 37)
    assert near(report.per_hour.expectation, -60 * 5 / 37)
    # (deviation / expectation)², for one unit: (1 - 1/37²) / (1/37)² = 37² - 1
    assert report.n0 == pytest.approx(37**2 - 1, rel=0.2)


def test_what_rounds_bring_with_all_that_is_added_to_a_wager():
    """Pockets 0 to 17 of 37 win, and as much again is won on the nine even ones and lost on the nine odd ones."""
    found, rounds = outcomes(coin().rules(pockets=37, encore="yes"), "heads", blocks=2), 2 * 131_072
    assert list(found) == [2, 0, -1]
    assert sum(found.values()) == rounds
    for count, chance in zip(found.values(), (9 / 37, 9 / 37, 19 / 37), strict=True):
        assert abs(count - rounds * chance) < 4 * sqrt(rounds * chance * (1 - chance))
    assert outcomes(FAIR, "tails") == {}


def test_without_a_plan_each_wager_is_simulated_by_itself_at_its_minimum():
    report = simulate(ROULETTE, rounds=370_000)
    assert [each.wager for each in report.wagers] == ["heads", "echo", "number:7", "number:8", "encore"]
    assert [each.staked for each in report.wagers] == [37_000_000, 37_000_000, 74_000_000, 74_000_000, 0]
    for each in report.wagers[:4]:
        assert near(each.house_edge, 1 / 37)
    assert report.wagers[4].house_edge is None  # never made: the option is off
    assert report.wagers[2].net != report.wagers[3].net
    assert report.per_round is report.per_hour is report.n0 is report.plan is None


def test_a_wager_made_in_the_course_of_the_round_is_reported_with_the_plan():
    # 18 low pockets, of which 9 are even: the encore is fair, and made in 18 rounds of 37.
    report = simulate(coin().rules(pockets=37, encore="yes"), plan="heads 2", rounds=370_000)
    heads, encore = report.wagers
    assert encore.wager == "encore"
    assert encore.made == heads.won
    assert near(encore.house_edge, 0)
    assert near(report.per_round.expectation, -2 / 37)


def test_rounds_that_depend_on_each_other_are_measured_by_the_hour():
    # Results come in equal pairs: 30 independent pairs an hour, each ±2.
    report = simulate(FAIR, plan="echo 1", rounds=600_000)
    assert report.per_round.standard_deviation == pytest.approx(1, rel=1e-4)
    assert report.per_hour.standard_deviation == pytest.approx(sqrt(30 * 4), rel=0.03)
    assert report.wagers[0].house_edge.standard_error == pytest.approx(sqrt(2 / 600_000), rel=0.03)


def test_a_wager_may_take_several_rounds():
    # The pass line: 7/495 for the house, 557/165 throws to a decision, and odds that cost nothing.
    report = simulate(pass_line().rules(), plan="pass 10 + pass-odds 20", rounds=2_000_000)
    line, odds = report.wagers
    assert near(line.house_edge, 7 / 495)
    assert near(odds.house_edge, 0)
    assert line.made == pytest.approx(2_000_000 * 165 / 557, rel=0.005)
    assert odds.made == pytest.approx(line.made * 2 / 3, rel=0.005)  # a point is set 24 times of 36
    assert line.hit_rate == pytest.approx(244 / 495, abs=0.002)
    assert line.net == 1000 * (2 * line.won - line.made)  # not one was left undecided


@pytest.mark.parametrize("rounds", [1, 7, 63, 64, 1000])
def test_short_runs(rounds):
    report = simulate(FAIR, plan="heads 1", rounds=rounds)
    assert report.wagers[0].rounds == rounds
    json.dumps(report.json(), allow_nan=False)


# ---- three-card poker --------------------------------------------------------------------------------------


def test_three_card_poker_agrees_with_its_exact_odds():
    found = game("three-card-poker")
    report = simulate(found.rules(), rounds=1_000_000)
    exact = {odds.wager: odds for odds in found.mathematics.odds(found.rules())}
    assert [each.wager for each in report.wagers] == ["ante", "pair-plus", "six-card-bonus"]
    for each in report.wagers:
        odds = exact[each.wager]
        assert near(each.house_edge, float(odds.house_edge))
        assert near(each.element_of_risk, float(odds.element_of_risk))
        assert each.standard_deviation == pytest.approx(
            odds.standard_deviation, rel=0.05 if each.wager != "six-card-bonus" else 0.2
        )
    # By hand: 5,660 of 22,100 hands hold a pair or better.
    assert report.wagers[1].hit_rate == pytest.approx(5_660 / 22_100, abs=0.002)


# ---- shoe --------------------------------------------------------------------------------------------------

FRESH, FIRST = range(2)


@rule("99.1")
def one_card(tape, at, stakes, rules, memory, net, staked):  # noqa: ARG001
    """Wins with a card not seen since the shuffle; the second wager with the first card of a shoe."""
    if at == 0:
        memory[1] = 0
    seen = memory[1] >> np.int64(tape[at]) & 1
    memory[1] |= 1 << np.int64(tape[at])
    staked[FRESH] += stakes[FRESH]
    staked[FIRST] += stakes[FIRST]
    net[FRESH] += -stakes[FRESH] if seen else stakes[FRESH]
    net[FIRST] += stakes[FIRST] if at == 0 else -stakes[FIRST]
    return at + 1


def test_a_shoe_is_dealt_down_to_its_cutting_card():
    simulation = Simulation(
        "shoe", ("fresh", "first"), one_card, np.zeros(1, np.int64), "shoe", 52, 1, 13, memory=2
    )
    tracks = (Track(FRESH, (100,)), Track(FIRST, (100,)))
    job = Job(1, 0, tracks, rounds=40_000, sessions=0, bankroll=NO_LIMIT, goal=0, hour=60)
    (sums,) = play_blocks(simulation, job, 0, 1)
    assert sums.totals[FRESH, NET] == sums.totals[FRESH, STAKED] == 4_000_000  # no card twice
    assert sums.totals[FIRST, NET] == 100 * (1_000 - 39_000)  # 40 cards a shoe: twelve left are too few


# ---- systems -----------------------------------------------------------------------------------------------


# Average stakes on a fair coin, from the balance of each ladder by hand:
#   martingale 1 2 4 8   stands on its rungs 1/2 1/4 1/8 1/8 of the time       -> 5/2
#   paroli     1 2 4     three dollars in 1 + 1/2 + 1/4 rounds                 -> 12/7
#   dalembert  1 2 3     on each rung a third of the time                      -> 2
#   fibonacci  1 1 2 3 5 on its rungs 5 3 2 1 1 twelfths of the time           -> 5/3
@pytest.mark.parametrize(
    ("plan", "stake"),
    [
        (martingale("heads", 1, cap=8), 5 / 2),
        (paroli("heads", 1), 12 / 7),
        (dalembert("heads", 1, cap=3), 2),
        (fibonacci("heads", 1, cap=5), 5 / 3),
    ],
)
def test_no_system_beats_a_fair_coin(plan, stake):
    report = simulate(FAIR, plan=plan, rounds=500_000)
    (heads,) = report.wagers
    assert heads.staked / 100 / 500_000 == pytest.approx(stake, rel=0.01)
    assert near(heads.house_edge, 0)


def test_martingale_by_the_round_and_by_the_hour():
    # Squares of the stakes: 1/2 + 4/4 + 16/8 + 64/8 = 11.5 a round, and rounds are uncorrelated.
    report = simulate(FAIR, plan="martingale heads 1 cap 8", rounds=500_000)
    assert report.per_round.standard_deviation == pytest.approx(sqrt(11.5), rel=0.01)
    assert report.per_hour.standard_deviation == pytest.approx(sqrt(60 * 11.5), rel=0.05)


def test_no_system_beats_the_house():
    for plan in (
        "martingale heads 1",
        "paroli heads 1",
        "dalembert heads 1 cap 5",
        "fibonacci heads 1 cap 5",
    ):
        (heads,) = simulate(ROULETTE, plan=plan, rounds=500_000).wagers
        assert near(heads.house_edge, 1 / 37)


# ---- sessions ----------------------------------------------------------------------------------------------


def test_gamblers_ruin_at_a_fair_coin():
    # From 5 dollars a dollar at a time to 10 or nothing: even chances, 5 x 5 rounds on average.
    report = simulate(FAIR, plan="heads 1", rounds=5_000, sessions=20_000, bankroll=5, goal=10)
    sessions = report.sessions
    assert sessions.ruin.interval[0] < 0.5 < sessions.ruin.interval[1]
    assert sessions.ruin.happened + sessions.goal_reached.happened == 20_000
    assert sessions.average_rounds == pytest.approx(25, rel=0.03)
    assert sessions.deciles == [0] * 5 + [sessions.deciles[5]] + [1000] * 5
    assert [bar for bar in sessions.histogram() if bar[2]] == [
        (0, 100, sessions.ruin.happened),
        (1000, 1100, sessions.goal_reached.happened),
    ]
    assert report.wagers[0].rounds == round(sessions.average_rounds * 20_000)


def test_gamblers_ruin_at_roulette():
    # 1 / (1 + (19/18)^10) = 0.36805 of reaching 20 from 10.
    sessions = simulate(
        ROULETTE, plan="heads 1", rounds=20_000, sessions=20_000, bankroll=10, goal=20
    ).sessions
    reached = 1 / (1 + (19 / 18) ** 10)
    assert abs(sessions.goal_reached.probability - reached) < 4 * sqrt(reached * (1 - reached) / 20_000)


def test_bold_play_reaches_the_goal_with_the_chance_of_one_spin():
    sessions = simulate(
        ROULETTE, plan="heads 50", rounds=100, sessions=20_000, bankroll=50, goal=100
    ).sessions
    assert sessions.average_rounds == 1
    assert abs(sessions.goal_reached.probability - 18 / 37) < 4 * 0.5 / sqrt(20_000)
    assert sessions.worst_drawdown == 5000


def test_a_martingale_is_ruined_when_it_cannot_double():
    # With 7 dollars: 1 + 2 + 4 lost in a row, one chance in eight, against a dollar won.
    sessions = simulate(
        FAIR, plan="martingale heads 1", rounds=100, sessions=20_000, bankroll=7, goal=8
    ).sessions
    assert abs(sessions.ruin.probability - 1 / 8) < 4 * sqrt(7 / 64 / 20_000)
    assert set(sessions.finals) == {0, 800}


def test_sessions_without_a_bankroll_have_no_ruin():
    sessions = simulate(FAIR, plan="heads 1", rounds=100, sessions=20_000).sessions
    assert sessions.ruin is sessions.goal_reached is None
    assert sessions.average_rounds == 100
    assert sessions.mean == pytest.approx(0, abs=4 * 10 / sqrt(20_000))
    assert float(np.std(sessions.finals)) == pytest.approx(1000, rel=0.03)


def test_wagers_that_stand_when_the_money_is_out_are_still_decided():
    # A bankroll of one pass bet: won with 244/495 before it is lost.
    report = simulate(
        pass_line().rules(), plan="pass 10", rounds=1_000, sessions=20_000, bankroll=10, goal=20
    )
    assert abs(report.sessions.ruin.probability - 251 / 495) < 4 * 0.5 / sqrt(20_000)
    assert set(report.sessions.finals) == {0, 2000}
    assert report.wagers[0].made == 20_000


def test_a_reserve_is_needed_beside_the_stakes():
    # The play wager of three-card poker is as large as the ante: with less than 20 dollars nobody antes 10.
    rules = game("three-card-poker").rules()
    with pytest.raises(Refused, match=r"\$19.50 is not enough for ante 10, which takes \$20"):
        simulate(rules, plan="ante 10", rounds=10, sessions=10, bankroll=19.5)
    sessions = simulate(rules, plan="ante 10", rounds=10_000, sessions=100, bankroll=20).sessions
    assert all(final < 2_000 for final in sessions.finals[: sessions.ruin.happened])
    assert any(final >= 1_000 for final in sessions.finals[: sessions.ruin.happened])


# ---- the same answer ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"plan": "heads 5 + martingale number:7 2", "rounds": 700_000},
        {
            "plan": "martingale heads 1 + echo 5",
            "rounds": 1_000,
            "sessions": 1_000,
            "bankroll": 100,
            "goal": 200,
        },
        {"rounds": 300_000},
    ],
)
def test_same_seed_same_answer_on_any_number_of_workers(how):
    answers = {json.dumps(simulate(ROULETTE, seed=3, workers=workers, **how).json()) for workers in (1, 2, 3)}
    assert len(answers) == 1
    assert json.dumps(simulate(ROULETTE, seed=4, **how).json()) not in answers


def test_every_game_has_a_loop_of_its_own_in_the_cache():
    # Numba's cache on disk goes by the file and name of a function and does not see which play it calls.
    plays = (coin().simulation(FAIR).play, pass_line().simulation(pass_line().rules()).play)
    loops = [specialized(play_rounds, play=play) for play in plays]
    assert len({loop.py_func.__code__.co_filename for loop in loops}) == 2


def test_progress_is_told_block_by_block():
    told = []
    simulate(FAIR, plan="heads 1", rounds=400_000, workers=2, progress=lambda *done: told.append(done))
    assert len(told) == 4
    assert told == sorted(told)
    assert told[-1] == (400_000, 400_000)


# ---- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"rounds": 0}, "rounds must be 1 or more"),
        ({"plan": "heads", "sessions": 0}, "sessions must be 1 or more"),
        ({"plan": "heads", "workers": -1}, "workers must be 1 or more"),
        ({"sessions": 10}, "sessions need a plan"),
        ({"plan": "heads", "bankroll": 100}, "a bankroll applies to sessions"),
        ({"plan": "heads", "sessions": 10, "goal": 100}, "needs a smaller bankroll"),
        ({"plan": "heads", "sessions": 10, "bankroll": 100, "goal": 100}, "needs a smaller bankroll"),
        ({"plan": "number 5"}, "it has: number:7, number:8"),
        ({"plan": "heads", "cluster": "tcp://127.0.0.1:1"}, "no Dask scheduler answers"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(how, sentence):
    with pytest.raises(Refused, match=sentence):
        simulate(FAIR, **how)


def test_an_hour_is_as_many_rounds_as_the_games_file_says():
    roulette = game("roulette")
    pace = roulette.data.house.rounds_per_hour
    assert pace != 60  # what a file means that says nothing
    report = simulate(roulette.rules(), plan="red 10", rounds=1_000)
    assert report.per_hour.expectation.value == pytest.approx(pace * report.per_round.expectation.value)


def test_a_session_is_four_hours_at_the_games_pace():
    report = simulate(ROULETTE, plan="heads 5", sessions=50, bankroll=5_000)
    assert report.rounds == 4 * ROULETTE.game.data.house.rounds_per_hour


def test_wagers_that_no_table_takes_together_are_not_simulated_together():
    three_card = game("three-card-poker")
    both = three_card.rules(version="20.6(f)3")
    with pytest.raises(Refused, match=r"ante and pair-plus cannot be made together.*20\.6\(f\)3"):
        simulate(both, plan="ante 5 + pair-plus 30", rounds=1000)
    simulate(both, plan="ante 5 + pair-plus 25", rounds=1000)
    simulate(three_card.rules(), plan="six-card-bonus 5", rounds=1000)  # alone, to see what it costs
