"""Baccarat-chemin de fer, 13:69F-4."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import perm

import numpy as np
import pytest

from pitboss.book import Ask, Deal, Move, Say, Shuffle, game
from pitboss.games.baccarat.baccarat_chemin_de_fer_mathematics import (
    BANKERS,
    PLAYERS,
    Worth,
    best,
    calls,
    free_cell,
    matrix,
    mixture,
    odds,
)
from pitboss.law import Refused
from pitboss.odds.book import analyze
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.baccarat import DRAWS, slow_value
from tests.house_poker import near
from tests.properties import often
from tests.tape import Tape

CHEMIN = game("baccarat-chemin-de-fer")
HANDS = ("player", "banker")


def seated(*seats: int, seed: int = 1, funds: int = 10_000, **options: object) -> Table:
    table = Table(CHEMIN, CHEMIN.rules(**options), seed=seed)
    for seat in seats:
        table.sit(seat, f"player {seat}", funds)
    return table


def answer(table: Table, seat: int, decision: str, amount: int | None = None) -> None:
    assert table.question(seat) is not None, table
    table.act(seat, decision, amount)


def bank(table: Table, banker: int, wager: int) -> None:
    """A round begins, and this one has the bank by bids."""
    table.deal()
    for seat in [ask.seat for ask in table.asking]:
        table.act(seat, *(("bid", wager) if seat == banker else ("decline-bank",)))
    answer(table, banker, "bank", wager)


def play_out(table: Table) -> None:
    """Everybody stays out of what is left, and draws where he may."""
    plain = ("no-banco", "no-bet", "decline-bank", "card", "draw", "natural", "stay", "pass-bank")
    while ask := table.asked:
        choice = min(
            (each.id for each in ask.choices), key=lambda each: plain.index(each) if each in plain else 99
        )
        table.act(ask.seat, choice)


def count(table: Table, hand: str) -> int:
    return sum(map(slow_value, table.cards(hand))) % 10


def says(table: Table) -> list[str]:
    return [event.what for event in table.said if isinstance(event, Say)]


# ---- the bank and its cover ------------------------------------------------------------------------------


def test_4_7_c_all_who_can_cover_it_are_asked_at_once_and_the_nearest_has_it() -> None:
    table = seated(1, 2, 3, 4)
    bank(table, 3, 100)
    assert {ask.seat for ask in table.asking} == {1, 2, 4}
    for seat in (2, 1, 4):  # whoever is first to speak
        answer(table, seat, "banco" if seat != 1 else "no-banco")
    assert table.stake(4, "against") == 100_00
    assert table.stake(2, "against") == 0


def test_4_7_d_parts_go_round_from_the_bankers_right_until_it_is_covered() -> None:
    table = seated(1, 2, 3, 4)
    bank(table, 3, 100)
    for seat in (4, 1, 2):
        answer(table, seat, "no-banco")
    asked = []
    for amount in (60, 40):
        assert table.asked is not None
        asked.append(table.asked.seat)
        assert table.asked.choices[0].most == (100 - 60 * len(asked) + 60) * 100
        table.act(asked[-1], "against", amount)
    assert asked == [4, 1]
    assert table.asked is not None
    assert table.asked.hand == "player", "the bank is covered, and seat 2 is asked nothing"
    assert table.asked.seat == 4, "who has the higher wager plays the hand"


def test_4_7_a_a_rest_below_the_minimum_may_be_covered() -> None:
    table = seated(1, 2, 3)
    bank(table, 1, 15)
    for seat in (2, 3):
        answer(table, seat, "no-banco")
    answer(table, 2, "against", 10)
    assert table.asked is not None
    assert [str(choice) for choice in table.asked.choices] == ["against $5", "no-bet"]


def test_4_7_e_what_nobody_covers_is_withdrawn_and_without_cover_there_is_no_hand() -> None:
    table = seated(1, 2)
    bank(table, 1, 100)
    answer(table, 2, "no-banco")
    answer(table, 2, "no-bet")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 10_000_00
    assert not any(isinstance(event, Deal) and event.to != "burn" for event in table.said)
    table.deal()  # and the Banker is asked for one to two times what he had placed
    assert table.asked is not None
    assert [str(choice) for choice in table.asked.choices] == ["bank $100 to $200", "pass-bank"]


def test_4_5_b_nobody_need_take_the_bank() -> None:
    table = seated(1, 2)
    table.deal()
    for seat in (1, 2):
        answer(table, seat, "decline-bank")
    assert not table.playing
    assert says(table)[-1] == "Nobody takes the bank"


def test_4_6_b_who_has_less_than_his_last_wager_cannot_remain() -> None:
    table = Table(CHEMIN, seed=1, state={"banker": 1, "last": 100})
    table.sit(1, "Ann", 60)
    table.sit(2, "Bea", 1000)
    table.sit(3, "Cal", 1000)
    table.deal()
    assert table.asked is not None
    assert (table.asked.seat, table.asked.choices[0].least) == (2, 100_00)


def test_4_11_a_the_bank_of_who_leaves_is_passed_and_4_11_e_a_move_forward_misses_a_turn() -> None:
    table = Table(CHEMIN, seed=1, state={"banker": 5, "last": 100})
    for seat in (1, 3, 5):
        table.sit(seat, f"player {seat}", 1000)
    table.leave(5)
    assert table.state.previous == table.state.passed_by == 5
    table.leave(3)
    table.sit(7, "player 3", 1000)  # sooner in turn than seat 3, counted from seat 5
    table.deal()
    assert table.asked is not None
    assert table.asked.seat == 1, "seat 7 misses a turn"


def test_4_11_e_a_move_backward_misses_nothing() -> None:
    table = Table(CHEMIN, seed=1, state={"previous": 5, "moved": {"Ann": 6}})
    table.sit(7, "Ann", 1000)
    table.sit(1, "Bea", 1000)
    table.deal()
    assert table.asked is not None
    assert table.asked.seat == 7


def test_4_7_a_one_participant_is_no_game() -> None:
    table = seated(1)
    with pytest.raises(Refused, match="two participants"):
        table.deal()


def test_4_6_b_a_state_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="cannot be negative"):
        Table(CHEMIN, state={"last": -5})
    with pytest.raises(Refused, match="seat 12"):
        Table(CHEMIN, state={"banker": 12})
    with pytest.raises(Refused, match="lost to the same seat"):
        Table(CHEMIN, state={"banker": 3, "last": 100, "suivi": 3})


# ---- the hands -------------------------------------------------------------------------------------------


def covered(seed: int, **options: object) -> Table:
    """Seat 2 has said banco against seat 1, and looks at his cards."""
    table = seated(1, 2, 3, seed=seed, **options)
    bank(table, 1, 100)
    answer(table, 2, "banco")
    answer(table, 3, "no-banco")
    return table


@pytest.mark.paragraph("4.8(a)", "4.8(b)", "4.8(d)", "4.9(h)")
def test_4_9_a_only_the_dominant_player_sees_his_cards_and_he_is_asked_whatever_he_has() -> None:
    """4.8(a), 4.8(b), 4.8(d), 4.9(b), 4.9(h): a question on five alone would tell the Banker that he has one."""
    asked = set()
    for seed in range(40):
        table = covered(seed)
        ask = table.asked
        assert ask is not None
        assert (ask.seat, ask.hand) == (2, "player")
        assert "??" not in table.view(2)["player"]
        assert table.view(1)["player"] == table.view(3)["player"] == table.view()["player"] == ["??", "??"]
        assert table.view(1)["banker"] == ["??", "??"], "he looks when the player has spoken"
        assert ask.hidden() == Ask(2, (), "player")
        mine = count(table, "player")
        expected = {5: ["card", "stay"], 6: ["stay"], 7: ["stay"], 8: ["natural"], 9: ["natural"]}
        assert [choice.id for choice in ask.choices] == expected.get(mine, ["card"])
        asked.add(mine)
        call = ask.choices[0].id
        table.act(2, call)
        if table.asked is not None:
            assert table.view(1)["player"][:2] == ["??", "??"], "the free cells are played without them"
            assert "??" not in table.view(1)["banker"]
            table.act(1, "draw")
        assert {"card": "Card", "stay": "Stay", "natural": "Natural"}[call] in says(table)
        assert table.view()["player"] == table.view(2)["player"], "turned at the end"
    assert asked == set(range(10))


@pytest.mark.paragraph("4.7(g)1")
def test_4_10_c_vigorish_is_collected_at_once_after_each_round_the_banker_wins() -> None:
    """4.6(a)1, 4.7(g)1, 4.10(a), 4.10(b): what one side wins the other has lost, but for the fee."""
    wins = 0
    for seed in range(30):
        table = covered(seed)
        play_out(table)
        result = table.settlement
        assert result is not None
        assert result.bank == 0
        fees = [event.amount for event in table.said if isinstance(event, Move) and event.target == "fees"]
        won = result[1, "bank"].result == "win"
        wins += won
        assert fees == ([5_00] if won else [])
        assert result.net[1] == -result.net[2] - result.fees
        assert (table.state.banker == 1) == (result[1, "bank"].result != "lose")
    assert 5 < wins < 25


@pytest.mark.parametrize("reading", ["bids", "banker-stays"])
def test_4_4_e_a_shoe_is_burned_by_value_and_4_5_b_begins_with_bids(reading: str) -> None:
    table = seated(1, 2, seed=5, reading_new_shoe=reading)
    wanted = ("bid", "bank", "suivi", "banco", "card", "stay", "natural", "draw")
    held, road = [], ""
    while table.rounds < 250:
        had_bank = table.state.banker
        table.deal()
        if any(isinstance(event, Shuffle) for event in table.said):
            held.append(had_bank)
            road = ""
            burned = table.view()["burn"]
            assert len(burned) == 1 + {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(
                burned[0][0], "0123456789".find(burned[0][0])
            )
        while ask := table.asked:
            choice = next(each for name in wanted for each in ask.choices if each.id == name)
            table.act(ask.seat, choice.id, str(choice.least // 100) if choice.most else None)
        counts = [count(table, hand) for hand in HANDS]
        road += "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
        assert table.state.road == road, "the road of this shoe"
        for seat in (1, 2):
            if table.funds(seat) < 5_000_00:
                table.sit(seat, table.seats[seat].name, 10_000)
    assert len(held) > 3
    assert any(held) == (reading == "banker-stays")


# ---- irregularities ------------------------------------------------------------------------------------------


def test_4_12_g_an_undisclosed_card_after_the_cutting_card_is_discarded() -> None:
    table = covered(3)
    before = len(table.shoe)
    table.irregularity("card-drawn-in-error")
    assert len(table.shoe) == before, "it is the first card of the next hand"
    table.shoes[""] = table.shoe[-14:]
    table.irregularity("card-drawn-in-error")
    assert len(table.shoe) == 13
    assert table.view()["discard"] == ["??"]


@pytest.mark.parametrize(("reading", "last"), [("one-more", False), ("this-one", True)])
def test_4_12_k_when_the_cutting_card_has_come_out(reading: str, last: bool) -> None:
    table = covered(3, reading_last_hand=reading)
    table.shoes[""] = table.shoe[-14:]
    play_out(table)
    assert ("Last hand" in says(table)) != last
    table.deal()
    assert any(isinstance(event, Shuffle) for event in table.said) == last


def test_4_12_k_too_few_cards_void_the_hand_and_a_new_shoe_follows() -> None:
    tables = map(covered, range(100))
    table = next(each for each in tables if [count(each, owner) < 5 for owner in HANDS] == [True, True])
    table.shoes[""] = []
    table.act(2, "card")
    assert table.settlement is not None
    assert table.settlement[1, "bank"].result == table.settlement[2, "against"].result == "void"
    assert table.settlement[1, "bank"].cite == "13:69F-4.12(k)"
    assert table.state.banker == 0, "the new shoe begins with bids"


def test_4_11_a_2_a_banker_may_be_ordered_to_pass_at_any_time() -> None:
    table = covered(3)
    table.irregularity("ordered-to-pass")  # while the hand is played: it is played to its end
    play_out(table)
    table.deal()
    asked = table.asked
    assert asked is not None
    assert (asked.seat, asked.choices[0].least) == (2, 10_00), "offered by turn, and nobody is bound"
    table = Table(CHEMIN, seed=1, state={"banker": 1, "last": 100})
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1000)
    table.deal()
    assert table.asked is not None
    assert table.asked.seat == 1
    table.irregularity("ordered-to-pass")  # while he thinks about it
    assert table.asked is not None
    assert (table.asked.seat, table.asked.choices[0].least) == (2, 10_00)


# ---- mathematics ---------------------------------------------------------------------------------------------


def slow_coup(values: tuple[int, ...], five: bool, three: bool, other: bool) -> int:
    """1 if the players win, -1 if the Banker does, from the values of six cards in order; whether a five is drawn to,
    and whether the Banker draws on three against nine and on five against four. Table 3 as it is printed."""
    player, banker, rest = [values[0], values[2]], [values[1], values[3]], list(values[4:])
    if sum(player) % 10 < 8 and sum(banker) % 10 < 8:
        column = 0
        if sum(player) % 10 < 5 or (sum(player) % 10 == 5 and five):
            player.append(rest.pop(0))
            column = player[2] + 1
        count = sum(banker) % 10
        draws = count <= 2 or (count <= 6 and DRAWS[count][column] == "D")
        if (count, column) == (3, 10):
            draws = three
        if (count, column) == (5, 5):
            draws = other
        if draws:
            banker.append(rest.pop(0))
    lead = sum(player) % 10 - sum(banker) % 10
    return (lead > 0) - (lead < 0)


def test_4_9_the_matrix_of_a_short_shoe_dealt_out() -> None:
    """Every order of six cards of a small shoe, for each of the eight ways to play."""
    shoe = {0: 3, 3: 2, 4: 2, 5: 2, 9: 2}
    cards = [4 * {0: 8, 1: 12}.get(value, value - 2) for value, times in shoe.items() for _ in range(times)]
    rules = CHEMIN.rules()
    found = matrix(rules, cards)
    sums = dict.fromkeys(found, (Fraction(0), Fraction(0)))
    for values in product(shoe, repeat=6):
        left, orders = dict(shoe), 1
        for value in values:
            orders *= left[value]
            left[value] -= 1
        if orders:
            chance = Fraction(orders, perm(len(cards), 6))
            for (mine, theirs), (won, lost) in sums.items():
                played = slow_coup(
                    values,
                    mine == "card on five",
                    theirs in ("draws on both", "stays on 5 against 4"),
                    theirs in ("draws on both", "stays on 3 against 9"),
                )
                sums[mine, theirs] = won + chance * (played > 0), lost + chance * (played < 0)
    for ways, (won, lost) in sums.items():
        assert found[ways] == (won - lost, lost * Fraction(19, 20) - won), ways


def test_4_9_six_decks_as_published() -> None:
    """Both draw: it is the coup of punto banco, 1.2374% for the players and 1.0558% for the Banker after five percent;
    whatever the Banker does, staying on five costs the players more."""
    rows = {row.wager: row for row in CHEMIN.mathematics.odds(CHEMIN.rules())}
    assert round(100 * float(rows["against"].house_edge), 4) == 1.2374
    assert round(100 * float(rows["bank"].house_edge), 4) == 1.0558
    worth = matrix(CHEMIN.rules())
    assert best(worth) == ("card on five", "draws on both")
    assert all(worth["card on five", each].players > worth["stay on five", each].players for each in BANKERS)
    assert len(worth) == len(PLAYERS) * len(BANKERS) == 8


def test_4_9_from_any_remaining_shoe_neither_side_could_do_better_by_itself() -> None:
    """Also from one in which no two fixed ways suit both sides: then each mixes two."""
    rules, chance = CHEMIN.rules(), random.Random(1)
    shoes = [chance.sample(rules.pack(), cards) for cards in (14, 60, 150) for _ in range(5)]
    while best(matrix(rules, shoes[-1])):
        shoes.append(chance.sample(rules.pack(), 150))
    for cards in shoes:
        worth = matrix(rules, cards)
        played = mixture(worth)
        assert sum(played.values()) == 1
        ours = sum(share * worth[ways].players for ways, share in played.items())
        bank = sum(share * worth[ways].banker for ways, share in played.items())
        for mine in PLAYERS:
            assert ours >= sum(share * worth[mine, theirs].players for (_, theirs), share in played.items())
        for theirs in BANKERS:
            assert bank >= sum(share * worth[mine, theirs].banker for (mine, _), share in played.items())
        assert [row.expectation for row in odds(rules, cards=cards)] == [bank, ours]
    assert len(played) == 4


ROCK = {
    (mine, theirs): Worth(Fraction(sign), Fraction(-sign))
    for n, mine in enumerate(PLAYERS)
    for k, theirs in enumerate(BANKERS)
    for sign in [(-1) ** (n + k)]
}
"""Matching pennies: whoever is predictable loses."""


def test_4_9_balance_without_fixed_ways() -> None:
    played = mixture(ROCK)
    assert sorted(played.values()) == [Fraction(1, 4)] * 4
    assert sum(share * ROCK[ways].players for ways, share in played.items()) == 0


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_4_1_a_the_odds_are_those_of_punto_banco_with_as_many_decks(decks: int) -> None:
    punto = game("baccarat-punto-banco")
    sister = {row.wager: row.house_edge for row in punto.mathematics.odds(punto.rules(decks=decks))}
    ours = {row.wager: row.house_edge for row in CHEMIN.mathematics.odds(CHEMIN.rules(decks=decks))}
    assert ours == {"bank": sister["banker"], "against": sister["player"]}


def test_4_9_a_2_and_4_9_f_the_value_of_a_choice_by_every_deal_of_a_small_shoe() -> None:
    """The cards to come in every order, for a five and for both free cells."""
    left = (3, 1, 2, 0, 2, 1, 0, 1, 0, 2)
    cards = [value for value, times in enumerate(left) for _ in range(times)]
    orders = [order for order in product(range(len(cards)), repeat=4) if len(set(order)) == 4]
    for call in ("card", "stay"):
        total = sum(
            slow_coup((0, cards[b], 5, cards[d], cards[e], cards[f]), call == "card", True, True)
            for b, d, e, f in orders
        )
        assert calls(left, 5)[call] == Fraction(total, len(orders))
    win = Fraction(19, 20)
    for (first, second), third in (((1, 2), 9), ((1, 4), 4)):
        for choice in ("draw", "stay"):
            worth, weight = Fraction(0), 0
            for a, c, f, _ in orders:
                if (cards[a] + cards[c]) % 10 <= 5:
                    lead = slow_coup(
                        (cards[a], first, cards[c], second, third, cards[f]),
                        True,
                        choice == "draw",
                        choice == "draw",
                    )
                    worth += win if lead < 0 else -lead
                    weight += 1
            assert free_cell(left, first + second, third, win)[choice] == worth / weight


def test_4_9_the_strategy_tells_the_matrix_and_what_the_cards_of_a_count_change() -> None:
    """Of six decks a five of 2 and 3 against a four is better left alone, one of ten and 5 is not."""
    best_play = CHEMIN.mathematics.strategy(CHEMIN.rules())
    (row_,) = [each for each in CHEMIN.mathematics.odds(CHEMIN.rules()) if each.wager == "bank"]
    first, second, both = best_play.simpler.values()
    assert row_.house_edge < min(first, second) < max(first, second) < both
    assert best_play.rule == "Card on five; the Banker draws on both."
    players, bank, *_ = best_play.charts
    worth = matrix(CHEMIN.rules())
    for row in players.rows:
        assert [float(cell) for cell in row[1:]] == [
            round(100 * float(worth[row[0], column].players), 4) for column in players.columns
        ]
    assert [row[0] for row in bank.rows] == list(PLAYERS)
    assert "Five against four made of 2 and 3: stay." in best_play.notes
    assert not any("ten and 5" in note for note in best_play.notes)


def test_advice_sees_only_what_the_player_sees() -> None:
    for seed in range(30):
        table = covered(seed)
        ask = table.asked
        assert ask is not None
        told = CHEMIN.mathematics.advise(table, ask)
        for held in table.hands["banker"]:
            held.card = 0
        assert CHEMIN.mathematics.advise(table, ask) == told
        assert told.decision == ask.choices[0].id, "a five is drawn to"


def test_4_10_simulation_agrees_with_the_exact_odds() -> None:
    rules = CHEMIN.rules()
    report = simulate(rules, plan="bank 10 + against 10", rounds=1_000_000, seed=5)
    exact = {row.wager: row.house_edge for row in CHEMIN.mathematics.odds(rules)}
    assert {each.wager for each in report.wagers} == {"bank", "against"}
    for each in report.wagers:
        assert near(each.house_edge, exact[each.wager]), each.wager


def test_odds_of_every_variation() -> None:
    rows = analyze("baccarat-chemin-de-fer", every=True)
    assert {row.wager for row in rows} == {"bank", "against"}
    assert all(row.method == "exact" for row in rows)


@pytest.mark.parametrize("options", [{}, {"vigorish": "4-percent", "vigorish_rounding": "up"}], ids=str)
def test_table_compiled_coups_and_the_printed_tables_agree(options: dict[str, object]) -> None:
    """Random cards and choices, 10,000 coups in all: the money of the table is that of Table 3 as printed, and where
    both sides draw that of the compiled coup."""
    rules = CHEMIN.rules(**options)
    simulation, chance, tape = CHEMIN.mathematics.simulation(rules), random.Random(str(options)), Tape()
    table = Table(CHEMIN, rules, chance=tape, state={"banker": 1, "last": 55})
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 10**9)
    kept = 55_00 - (2_75 if not options else 2_20)
    for _ in range(often(1_500)):
        table.state.banker, table.state.last, table.state.suivi = 1, 55, 0
        cards = chance.sample(rules.pack(), 6)
        tape.load(cards=cards)
        table.shoes[""] = [0] * 60  # never short, never due
        table.deal()
        five, free = chance.random() < 0.8, chance.random() < 0.8
        wishes = {2: ("card" if five else "stay"), 1: ("draw" if free else "stay")}
        table.act(1, "bank", 55)
        table.act(2, "banco")
        while ask := table.asked:
            table.act(ask.seat, ask.choices[0].id if len(ask.choices) == 1 else wishes[ask.seat])
        won = slow_coup(tuple(map(slow_value, cards)), five, free, free)
        assert table.settlement is not None
        assert table.settlement.net == {1: kept if won < 0 else -55_00 * won, 2: 55_00 * won}
        if five and free:
            net, staked, memory = np.zeros((3, 2), np.int64)
            stakes = np.array([55_00, 55_00])
            used = simulation.play.compiled(
                np.array(cards, np.uint8), 0, stakes, simulation.rules, memory, net, staked
            )
            assert used == len(cards) - len(tape.cards)
            assert dict(enumerate(net.tolist(), 1)) == table.settlement.net
            assert staked.tolist() == [55_00, 55_00]
