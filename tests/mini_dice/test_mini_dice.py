"""Mini-dice, 13:69F-13: rounds worked out by hand, procedure, exact odds, the compiled path."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pitboss.book import Ask, Refused, Roll, Rules, Say, Settle, game
from pitboss.money import Odds
from pitboss.odds.book import analyze
from pitboss.papers.rules import as_json
from pitboss.table import Memory, Table
from pitboss.table.check import check as check_table
from tests.craps.tables import Dice, Throw, calls
from tests.craps.test_compiled import compiled, tape_of
from tests.properties import random_play, replays

MINI_DICE = game("mini-dice")
NUMBERS = (4, 5, 6, 8, 9, 10)
STAKES = {f"place-{n}": 12 if n in (6, 8) else 10 for n in NUMBERS} | dict.fromkeys(
    ("field", "any-seven", "over-7", "under-7"), 5
)


def mini_dice(*throws: Throw, seats: int = 1, rules: Rules | None = None, **state: object) -> Table:
    table = Table(MINI_DICE, rules, chance=Dice(throws), storage=Memory(), state=state)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 1000)
    return table


# ---- 13.1 and 13.2: the shake and the wagers -------------------------------------------------------------


@pytest.mark.paragraph("13.3(a)")
def test_13_1_a_round_is_one_shake_of_two_dice() -> None:
    """By 13.1 "Shake" and 13.3(a)."""
    table = mini_dice((2, 3), holder=1)
    table.bet(1, "place-6", 6)
    table.deal()
    assert [event.faces for event in table.said if isinstance(event, Roll)] == [(2, 3)]


def test_13_2_a_ten_wagers_of_five_kinds() -> None:
    assert set(MINI_DICE.rules().wagers) == set(STAKES)


@pytest.mark.parametrize("wager", ["place-7", "place-lose-6", "buy-4", "pass", "place-6@1", "over-7:8"])
def test_13_2_b_no_other_wager(wager: str) -> None:
    with pytest.raises(Refused):
        mini_dice().bet(1, wager, 60)


def test_13_2_b_any_wager_before_any_shake() -> None:
    table = mini_dice((1, 1), (2, 2), (5, 6), holder=1)
    for _ in range(3):
        assert set(table.open_wagers(1)) == set(STAKES)
        table.bet(1, "place-4", 5)
        table.deal()


# ---- 13.4: making and removing wagers --------------------------------------------------------------------


def test_13_4_b_only_seated_players_bet_and_they_stay() -> None:
    table = mini_dice((1, 1), holder=1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "field", 5)
    table.bet(1, "place-6", 6)
    table.deal()
    with pytest.raises(Refused):
        table.leave(1)


@pytest.mark.paragraph("13.4(e)")
def test_13_4_d_no_wager_made_or_taken_down_after_no_more_bets() -> None:
    table = mini_dice()
    table.bet(1, "field", 5)
    table.deal()  # the shaker is being offered
    assert calls(table)[0] == "No more bets"
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "field", 5)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "field")


def test_13_4_d_a_wager_put_back_may_be_taken_down_again() -> None:
    table = mini_dice()
    for _ in range(2):
        table.bet(1, "place-6", 12)
        table.remove(1, "place-6", 6)
        table.remove(1, "place-6")
    assert table.funds(1) == 100_000


# ---- 13.5: the round ---------------------------------------------------------------------------------------


@pytest.mark.paragraph("13.5(c)", "13.5(e)")
def test_13_5_b_to_f_the_order_of_a_round() -> None:
    """13.5(b), 13.5(c), 13.5(d), 13.5(e), 13.5(f)."""
    table = mini_dice((4, 5), holder=0)
    for wager, stake in STAKES.items():
        table.bet(1, wager, stake)
    table.deal()
    table.act(1, "accept")
    told = [type(event) for event in table.said]
    assert told[:7] == [Say, Say, Ask, Say, Roll, Say, Settle]
    assert [event.cite for event in table.said if isinstance(event, Say)] == [
        f"13:69F-{paragraph}" for paragraph in ("13.5(b)", "13.5(c)", "13.5(d)1", "13.5(e)")
    ]
    assert calls(table)[-1] == "9"
    settled = [(event.wager, event.result) for event in table.said if isinstance(event, Settle)]
    assert settled == [
        ("any-seven", "lose"),
        ("under-7", "lose"),
        ("place-9", "win"),
        ("field", "win"),
        ("over-7", "win"),
    ]


def test_13_5_d_asked_by_other_words() -> None:
    table = mini_dice((4, 5))
    table.bet(1, "field", 5)
    table.deal()
    table.act(1, "reject")
    assert table.state.refused == {"1": "player 1"}  # type: ignore[attr-defined]
    assert "the dealer shakes on behalf of the players" in calls(table)


# ---- 13.6: payout odds -------------------------------------------------------------------------------------


def test_13_6_a_odds_are_stated_with_to() -> None:
    rows = [row for table in as_json(MINI_DICE)["pay_tables"] for row in table["rows"]]  # type: ignore[attr-defined]
    assert len(rows) == 11
    assert all(" to " in row["odds"] for row in rows)
    with pytest.raises(Refused, match="not a payout"):
        Odds.parse("5 for 1")


def test_13_6_b_more_but_not_less_and_ten_times_the_minimum(tmp_path: Path) -> None:
    def points(text: str) -> list[str]:
        page = tmp_path / "table.toml"
        page.write_text('game = "mini-dice"\n' + text, encoding="utf-8")
        return [finding.cite.partition("-")[2] for finding in check_table(page)]

    assert points("") == []
    assert points('[pay_tables.field]\n"2, 12" = "3 to 1"') == []
    assert points('[pay_tables.place-6]\n6 = "1 to 1"') == ["13.6(b)"]
    assert points("[limits]\nplace-6 = [6, 54]\nfield = [5, 49]") == ["8.2(a)", "8.2(a)"]
    assert points("[limits]\nplace-6 = [6, 60]\nfield = [5, 50]") == []


def test_13_6_b_1_steps_follow_from_the_odds() -> None:
    rules = MINI_DICE.rules()
    steps = {f"place-{n}": 6 if n in (6, 8) else 5 for n in NUMBERS}
    assert {wager: rules.step(wager) // 100 for wager in rules.wagers} == {
        **dict.fromkeys(STAKES, 1),
        **steps,
    }


def test_13_6_b_2_no_vigorish() -> None:
    table = mini_dice(holder=1)
    for _ in range(30):
        for wager, stake in STAKES.items():
            if not table.stake(1, wager):
                table.bet(1, wager, stake)
        table.deal()
        while table.asked:
            table.act(1, "accept")
        table.sit(1, "player 1", 100)
    assert table.ledger["fees"] == 0


# By hand: 36 throws, or the ways to make a number against the six ways to make a 7.
EDGES = {
    "place-4": 1 - Fraction(3, 9) * Fraction(14, 5),
    "place-5": 1 - Fraction(4, 10) * Fraction(12, 5),
    "place-6": 1 - Fraction(5, 11) * Fraction(13, 6),
    "place-8": Fraction(1, 66),
    "place-9": Fraction(1, 25),
    "place-10": Fraction(1, 15),
    "field": Fraction(20 - 14 - 2 * 2, 36),
    "any-seven": Fraction(30 - 6 * 4, 36),
    "over-7": Fraction(21 - 15, 36),
    "under-7": Fraction(21 - 15, 36),
}


def test_13_6_b_edges_by_hand() -> None:
    rows = analyze("mini-dice", every=True)
    assert {row.wager: row.house_edge for row in rows} == EDGES
    assert len(rows) == len(EDGES)
    assert all(row.method == "exact" and sum(each.probability for each in row.outcomes) == 1 for row in rows)


def test_13_6_b_edges_where_the_house_pays_more() -> None:
    rules = Rules(MINI_DICE, pay_tables={"field": {"2, 12": "3 to 1"}, "place-4": {"4": "2 to 1"}})
    rows = {row.wager: row.house_edge for row in MINI_DICE.mathematics.odds(rules)}
    assert rows["field"] == rows["place-4"] == 0


def test_13_6_b_edges_by_a_slow_program() -> None:
    """The value of a bet before a shake is the average over the throws of what it pays or is worth after."""
    throws = list(product(range(1, 7), repeat=2))
    for number, (win, of) in zip(NUMBERS, [(9, 5), (7, 5), (7, 6), (7, 6), (7, 5), (9, 5)], strict=True):
        value = 0.0
        for _ in range(2000):
            after = {number: win / of, 7: -1.0}
            value = sum(after.get(a + b, value) for a, b in throws) / 36
        assert value == pytest.approx(-float(EDGES[f"place-{number}"]))


# ---- 13.7: keeping and passing the shaker ------------------------------------------------------------------


def accepts(table: Table, *answers: str) -> list[int]:
    """Answer the offers of a shake; tells who was asked."""
    asked = []
    table.deal()
    for answer in answers:
        assert table.asked is not None
        asked.append(table.asked.seat)
        table.act(table.asked.seat, answer)
    assert table.asked is None
    return asked


def test_13_7_a_kept_passed_and_lost() -> None:
    table = mini_dice((1, 1), (1, 2), (3, 4), (2, 2), (5, 5), (6, 5), seats=3)
    for seat in (1, 2, 3):
        table.bet(seat, "place-6", 6)
    assert accepts(table, "refuse", "accept") == [1, 2]
    assert [choice.id for choice in table.legal(2)] == ["pass-shaker"]
    assert table.legal(1) == ()
    assert accepts(table) == []  # 2 keeps it
    assert accepts(table) == []  # and shakes a 7
    assert calls(table)[-1] == "seat 2 passes the shaker"
    table.bet(1, "place-6", 6)
    assert accepts(table, "refuse", "refuse", "accept") == [3, 1, 2]  # 13.7(b): clockwise, and 2 itself last
    table.act(2, "pass-shaker")
    assert accepts(table, "accept") == [3]
    replays(table)


def test_13_7_a_2_the_dealer_offers_it_to_a_newcomer_and_not_otherwise() -> None:
    table = mini_dice((1, 1), (1, 1), (1, 1), (1, 1), seats=2)
    table.bet(1, "place-6", 6)
    assert accepts(table, "refuse", "refuse") == [1, 2]
    assert accepts(table) == []
    table.leave(2)
    table.sit(2, "Cal", 100)
    assert accepts(table, "refuse", "refuse") == [1, 2]
    table.sit(3, "Dot", 100)
    assert accepts(table, "refuse", "refuse", "accept") == [1, 2, 3]
    replays(table)


def test_13_7_b_who_leaves_has_given_it_up() -> None:
    table = mini_dice((1, 1), (1, 1), seats=3, holder=2)
    table.bet(1, "place-6", 6)
    table.leave(2)
    assert accepts(table, "accept") == [3]


# ---- the table and the compiled path -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_random_play_balances_and_replays(seed: int) -> None:
    table = random_play("mini-dice", {}, seed, rounds=20)
    assert table.rounds


@pytest.mark.parametrize("seed", range(4))
def test_random_orders_to_pass_and_removals_balance_and_replay(seed: int) -> None:
    chance = random.Random(seed)
    table = mini_dice(seats=3)
    for _ in range(60):
        for seat in (1, 2, 3):
            for wager, stake in STAKES.items():
                if chance.random() < 0.2 and table.can_bet(seat, wager, stake):
                    table.bet(seat, wager, stake)
                    if chance.random() < 0.2:
                        table.remove(seat, wager, stake)
        if not table.bets:
            continue
        if chance.random() < 0.3:
            table.irregularity("ordered-to-pass", chance.choice([None, ("roll", 1)]))
        table.deal()
        while table.asked:
            table.act(table.asked.seat, chance.choice(table.asked.choices).id)
        assert table.ledger.total == 0
    replays(table)


@pytest.mark.parametrize("stakes", [STAKES, {"place-6": 12}, {"field": 5, "place-10": 10}])
def test_13_5_f_compiled_and_at_the_table_the_same_money(stakes: dict[str, int]) -> None:
    """10,000 shakes; whoever's turn it is accepts the shaker."""
    throws = 10_000 if stakes is STAKES else 1_000
    tape = tape_of(throws, len(stakes))
    rules = MINI_DICE.rules()
    net, staked, memory = compiled(MINI_DICE.mathematics.simulation(rules), stakes, tape)
    dice = Dice((int(byte) // 6 + 1, int(byte) % 6 + 1) for byte in tape)
    players = {1: lambda _, ask: (ask.choices[0].id, 0)}
    table = Table(MINI_DICE, rules, chance=dice, players=players)
    table.sit(1, "player", 10_000_000)
    came: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for _ in tape:
        for wager, stake in stakes.items():
            if not table.stake(1, wager):
                table.bet(1, wager, stake)
                made[wager] += 100 * stake
        table.deal()
        assert table.settlement is not None
        for wager, each in table.settlement.wagers.get(1, {}).items():
            came[wager] += each.pays - each.lost
    wagers = [*MINI_DICE.rules().wagers]
    assert {wager: came[wager] for wager in wagers} == dict(zip(wagers, net, strict=True))
    assert {wager: made[wager] for wager in wagers} == dict(zip(wagers, staked, strict=True))
    assert memory[0] == table.ledger["layout"]


def test_13_6_b_simulation_is_inside_its_error_of_the_exact_edge() -> None:
    rules = MINI_DICE.rules()
    net, staked, _ = compiled(MINI_DICE.mathematics.simulation(rules), STAKES, tape_of(2_000_000, 3))
    for row, won, put in zip(MINI_DICE.mathematics.odds(rules), net, staked, strict=True):
        error = row.standard_deviation / np.sqrt(put / STAKES[row.wager] / 100)
        assert abs(-won / put - float(row.house_edge)) < 4 * error, row.wager


# ---- papers ------------------------------------------------------------------------------------------------


def test_every_wager_lies_on_the_layout() -> None:
    assert {area.wager for area in MINI_DICE.felt.layout(MINI_DICE.rules())} == set(STAKES)
