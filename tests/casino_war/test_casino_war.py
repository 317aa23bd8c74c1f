"""Casino war, 13:69F-22."""

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.book import Deal, Discard, Say, Shuffle, game
from pitboss.games.high_card.casino_war_mathematics import original_deal, war_deal
from pitboss.games.mathematics import tally
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.house_poker import near
from tests.properties import often
from tests.tape import Tape

WAR = game("casino-war")


def test_22_9_the_edges_that_are_published() -> None:
    """Six decks, a tie after war paid as here: 2.33% of the initial wager; ties 18.65%."""
    found = {row.wager: row for row in WAR.mathematics.odds(WAR.rules())}
    assert round(100 * float(found["initial"].house_edge), 2) == 2.33
    assert round(100 * float(found["tie"].house_edge), 2) == 18.65


def test_22_8_every_pair_of_cards_dealt_out() -> None:
    """Six decks by ranks: 12 x 24 cards of another rank and 23 of one's own."""
    counts = tally(WAR.rules().pack())
    first, second = original_deal(counts), war_deal(counts, 5)
    assert sorted(first.values()) == [Fraction(23, 311), Fraction(144, 311), Fraction(144, 311)]
    ways = [22] + [24] * 12
    tie = sum(each * (each - 1) for each in ways)
    assert max(second.values()) == (1 - Fraction(tie, 310 * 309)) / 2


def test_22_8_simulation_agrees() -> None:
    report = simulate(WAR.rules(), plan="initial 10 + tie 5", rounds=1_000_000, seed=2)
    exact = {row.wager: row.house_edge for row in WAR.mathematics.odds(WAR.rules())}
    for each in report.wagers:
        assert near(each.house_edge, exact[each.wager])


def test_table_and_compiled_rounds_pay_the_same() -> None:
    rules, chance, tape = WAR.rules(), random.Random(3), Tape()
    simulation = WAR.mathematics.simulation(rules)
    table = Table(WAR, rules, chance=tape)
    table.players[1] = lambda _, ask: (
        ("war", ask.choices[0].most) if ask.choices[0].id == "war" else ("no-war-tie", 0)
    )
    table.sit(1, "Ann", 10**9)
    play = simulation.play.compiled
    for _ in range(often(3_000)):
        cards = chance.sample(range(52), 2) * 2 if chance.random() < 0.1 else chance.sample(rules.pack(), 4)
        stakes = [1000, chance.choice((0, 500))]
        table.bet(1, "initial", 10)
        if stakes[1]:
            table.bet(1, "tie", 5)
        tape.load(cards=cards)
        table.shoes[""] = list(range(52)) * 6
        table.deal()
        net, staked = np.zeros(2, np.int64), np.zeros(2, np.int64)
        play(
            np.array(cards, np.uint8),
            0,
            np.array(stakes),
            simulation.rules,
            np.zeros(1, np.int64),
            net,
            staked,
        )
        assert table.settlement is not None
        assert int(net.sum()) == table.settlement.net[1]


@pytest.mark.paragraph("22.5(a)", "22.5(f)", "22.7(a)", "22.7(b)", "22.7(d)", "22.8(d)")
def test_22_7_the_deal_from_the_dealers_left() -> None:
    """22.5(a), 22.5(f), 22.6(b), 22.7(a), 22.7(b), 22.7(d), 22.8(d): shuffle, burn, call, cards, and who keeps them."""
    table = Table(WAR, seed=9)
    for seat in (5, 2, 7):
        table.sit(seat, f"player {seat}", 100_000)
    shuffles, rounds = [], 0
    while len(shuffles) < 3:
        for seat in (5, 2, 7):
            table.bet(seat, "initial", 10)
        before = len(table.shoe)
        table.deal()
        while table.asked:
            table.act(table.asked.seat, "surrender")
        dealt = [event.to for event in table.said if isinstance(event, Deal)]
        fresh = any(isinstance(event, Shuffle) for event in table.said)
        assert dealt == ["burn"] * fresh + ["2", "5", "7", "dealer"]
        assert fresh == (before <= 312 // 4)
        assert next(event.what for event in table.said if isinstance(event, Say)) == "No more bets"
        assert {event.owner for event in table.said if isinstance(event, Discard)} == {"2", "5", "7"}
        if fresh:
            shuffles.append(rounds)
        rounds += 1


def test_22_2_d_two_batches_are_two_shoes_of_as_many_decks() -> None:
    """22.2(d)2: a shoe is one batch, so the odds are those of its decks."""
    by_hand, batches = (
        next(iter(WAR.mathematics.odds(WAR.rules(shuffling=each)))) for each in ("manual", "automated")
    )
    assert by_hand.house_edge == batches.house_edge
    assert len(WAR.rules(shuffling="automated", decks=8).pack()) == 8 * 52


def test_22_8_c_advice_goes_to_war() -> None:
    table = Table(WAR, seed=1)
    table.sit(1, "Ann", 100_000)
    while True:
        table.bet(1, "initial", 10)
        table.deal()
        if table.asked:
            break
    advice = WAR.mathematics.advise(table, table.asked)
    assert advice.decision == "war"
    assert advice.values["surrender"] == -500
    table.act(1, "war")
    assert table.asked is not None
    assert WAR.mathematics.advise(table, table.asked).decision == "no-war-tie"
