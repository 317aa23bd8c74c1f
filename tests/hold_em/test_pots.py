"""Pots, side pots, shares, rake and showdown: 14.3(d), 14.6(e), 14.7(c)4, 14.14 and 14.15(d)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from pitboss.book import Discard, Move, Refused, Rules, Say, Settle, Show
from pitboss.games.odd_chips import share
from pitboss.games.poker_room.pots import Pot, side_pots
from pitboss.games.poker_room.rake import increments_reached, time_due
from pitboss.money import cents
from pitboss.table import Table
from pitboss.table.case import Case, CaseSeat, open_case, settle
from tests.hold_em.seated import HOLD_EM, check_down, choices, happened, play, seated

# ---- side pots -----------------------------------------------------------------------------------------


def peeled(put: dict[int, int], contending: set[int]) -> dict[frozenset[int], int]:
    """The pots by taking one unit at a time from everyone who still has one, who can win it noted each time.
    What folded players put in above all others belongs to the last pot."""
    pots: Counter[frozenset[int]] = Counter()
    left = dict(put)
    rivals = frozenset(contending)
    while any(left.values()):
        payers = [seat for seat, amount in left.items() if amount]
        rivals = frozenset(contending.intersection(payers)) or rivals
        pots[rivals] += len(payers)
        for seat in payers:
            left[seat] -= 1
    return dict(pots)


def test_14_7_c_4_i_side_pots_are_what_peeling_dollar_by_dollar_gives() -> None:
    chance = random.Random(14)
    for _ in range(12_000):
        seats = chance.sample(range(1, 12), chance.randint(2, 11))
        put = {seat: chance.randint(1, chance.choice([3, 12, 40])) for seat in seats}
        contending = set(chance.sample(seats, chance.randint(1, len(seats))))
        pots = side_pots(put, sorted(contending))
        assert {frozenset(pot.seats): pot.amount for pot in pots} == peeled(put, contending)
        assert [len(pot.seats) for pot in pots] == sorted((len(pot.seats) for pot in pots), reverse=True)
        assert sum(pot.amount for pot in pots) == sum(put.values())


def test_14_7_c_4_iii_each_all_in_makes_a_side_pot() -> None:
    """14.1 "Side pot": four stacks, and a fifth player who folded after putting in 30."""
    put = {1: 10, 2: 25, 3: 60, 4: 60, 5: 30}
    assert side_pots(put, [1, 2, 3, 4]) == [Pot(50, (1, 2, 3, 4)), Pot(60, (2, 3, 4)), Pot(75, (3, 4))]


# ---- shares --------------------------------------------------------------------------------------------


def test_14_3_d_shares_are_equal_to_the_chip_and_nothing_is_lost() -> None:
    chance = random.Random(3)
    for _ in range(2_000):
        pot, among, unit = chance.randint(1, 100_000), chance.randint(1, 11), chance.choice([1, 25, 50, 100])
        shares = [share(pot, among, place, unit) for place in range(among)]
        assert sum(shares) == pot
        assert max(shares[1:], default=0) <= shares[0]
        assert max(shares) - min(shares) < 2 * unit
        assert all(abs(each - Fraction(pot, among)) < 2 * unit for each in shares)


def test_14_3_d_no_excess_is_more_than_a_dollar_whatever_the_smallest_chip() -> None:
    """So 14.9(i)3ii; the table's smallest chip is five dollars."""
    case = Case(
        game="hold-em",
        chip="5",
        options={"blinds": "5 10", "minimum-bet": "10"},
        state={"button": 2},
        seats=[
            CaseSeat(1, decisions=["call", "check", "check", "check"]),
            CaseSeat(2, decisions=[["raise", 20], "check", "check", "check"]),
            CaseSeat(3, decisions=["fold"]),
        ],
        cards={
            "1": ["Ac", "2s"],
            "2": ["As", "3h"],
            "3": ["7c", "2d"],
            "community": ["Ad", "Kd", "9c", "9h", "4s"],
        },
    )
    assert nets(case) == [2, 3, -5]


def nets(case: Case) -> list[float]:
    return [seat["net"] for seat in settle(case)["seats"]]  # type: ignore[attr-defined]


# ---- rake ----------------------------------------------------------------------------------------------


def raked(table: Table) -> list[int]:
    return [event.amount for event in happened(table, Move) if isinstance(event, Move)]


def test_14_14_b_1_ii_the_percentage_is_taken_after_each_betting_round() -> None:
    table = seated({1: 500, 2: 500, 3: 500}, button=3, rake=10, rake_maximum="0")
    table.deal()
    play(table, "raise 10", "call", "call")
    assert raked(table) == [300]
    assert table.ledger["fees"] == 300
    play(table, "bet 25", "call", "call")
    assert raked(table) == [300, 700], "ten percent of 75, in whole dollars"
    play(table, "check", "check", "check")
    play(table, "bet 100", "fold", "fold")
    assert raked(table) == [300, 700], "a bet that nobody calls is not raked, 14.14(d)"
    assert table.settlement is not None
    assert table.settlement.fees == 1000


def test_14_14_b_1_i_antes_are_not_bet_in_a_betting_round() -> None:
    table = seated({1: 500, 2: 500}, button=2, rake=10, ante="5")
    table.deal()
    play(table, "call", "check")
    assert raked(table) == []
    play(table, "bet 5", "call")
    assert raked(table) == [100]


def test_14_14_b_1_i_side_pots_are_raked_too() -> None:
    """Main pot 30, side pot 60 after the flop and 40 more after that."""
    case = Case(
        game="hold-em",
        options={"rake": 10, "rake-maximum": 0},
        state={"button": 3},
        seats=[
            CaseSeat(1, decisions=["call", ["bet", 30], ["bet", 20], "check"]),
            CaseSeat(2, decisions=["call"], funds=10),
            CaseSeat(3, decisions=[["raise", 10], "call", "call", "check"]),
        ],
        cards={
            "1": ["Ks", "Kd"],
            "2": ["As", "Ad"],
            "3": ["Qs", "Qd"],
            "community": ["2c", "5d", "9h", "Js", "3s"],
        },
    )
    assert nets(case) == [90 - 60, 27 - 10, -60]


def test_14_14_b_2_i_increments_at_the_posted_levels() -> None:
    levels, increments = (1000, 3000, 6000), (100, 200)
    reached = [increments_reached(pot, levels, increments) for pot in (999, 1000, 2999, 3000, 5999, 6000)]
    assert reached == [0, 100, 100, 300, 300, 500]
    table = seated(
        {1: 500, 2: 500}, button=2, rake_levels="10 30 60", rake_increments="1 2", rake_maximum="4", ante="3"
    )
    table.deal()
    play(table, "call", "check")
    assert raked(table) == [100], "antes count for the levels of the pot"
    play(table, "bet 10", "call")
    assert raked(table) == [100, 200]
    play(table, "bet 100", "call")
    assert raked(table) == [100, 200, 100], "the posted maximum"
    check_down(table)
    assert raked(table) == [100, 200, 100], "14.14(e)"


def test_14_14_b_percentage_and_increments_together() -> None:
    table = seated({1: 500, 2: 500}, button=2, rake=5, rake_levels="40", rake_increments="3")
    table.deal()
    play(table, "raise 20", "call")
    assert raked(table) == [500]


def test_14_14_b_3_i_time_is_charged_to_idle_players_too() -> None:
    """The shared worked round room-rake-03: eight seated, one inactive, six dollars each for half an hour."""
    table = seated({**dict.fromkeys(range(1, 8), 500), 8: 10})
    table.deal()
    check_down(table)
    for seat in table.seats:
        assert [str(choice) for choice in table.legal(seat)] == ["pay-time $6"]
        table.act(seat, "pay-time")
    assert table.ledger["fees"] == 4800
    assert table.funds(8) < 1000
    table.deal()
    with pytest.raises(Refused, match="it is seat"):
        table.act(8, "pay-time")


def test_14_14_b_3_i_the_tables_charge_is_shared() -> None:
    table = seated({1: 500, 2: 500, 3: 500}, time_charge="60", time_charge_by="table", time_charge_every=20)
    assert [str(choice) for seat in (1, 2, 3) for choice in table.legal(seat)] == [
        "pay-time $7",
        "pay-time $7",
        "pay-time $6",
    ]


@pytest.mark.parametrize(("hourly", "minutes", "due"), [(12, 30, 6), (12, 20, 4), (10, 20, 3), (9, 60, 9)])
def test_14_14_b_3_iii_a_part_of_the_hourly_fee(hourly: int, minutes: int, due: int) -> None:
    """14.14(b)3ii: the fee is stated by the hour."""
    assert time_due(cents(hourly), minutes, 100) == cents(due)


def test_14_14_c_what_is_posted_is_in_the_rules_of_the_table() -> None:
    posted = Rules(HOLD_EM, {"rake": 10, "rake-maximum": "4", "rake-levels": "20/40", "time-charge": "0"})
    assert (posted["rake"], posted["rake-maximum"], posted["rake-levels"]) == (10, "4", "20 40")


# ---- showdown ------------------------------------------------------------------------------------------

BOARD = ["2c", "5d", "9h", "Js", "3s"]
HANDS = {"1": ["Ks", "Kd"], "2": ["As", "Ad"], "3": ["Qs", "Qd"], "community": BOARD}


def shown(
    decisions: dict[int, list[str | list[int | float | str]]], **options: str | int | bool
) -> list[str]:
    """Who showed or conceded, in order."""
    told = {name.replace("_", "-"): value for name, value in options.items()}
    seats = [CaseSeat(seat, decisions=list(each)) for seat, each in decisions.items()]
    case = Case(game="hold-em", state={"button": 3}, options=told, seats=seats, cards=HANDS)
    table, script = open_case(case)
    script.load(case)
    queues = {seat: iter(each) for seat, each in decisions.items()}
    table.deal()
    while table.asked:
        decision = next(queues[table.asked.seat])
        table.act(table.asked.seat, *([decision] if isinstance(decision, str) else decision))
    words = {Show: "shows", Discard: "concedes"}
    return [f"{event.owner} {words[type(event)]}" for event in happened(table, Show, Discard)]  # type: ignore[attr-defined]


def test_14_15_d_whoever_made_the_last_wager_shows_first() -> None:
    """Seat 3 bets; seat 1 follows and beats him, seat 2 beats both."""
    decisions = {
        1: ["call", "check", "check", "check", "call"],
        2: ["check", "check", "check", "check", "call"],
        3: ["call", "check", "check", ["bet", 10]],
    }
    order = ["3 shows", "1 shows", "2 shows"]
    assert shown(decisions)[:3] == order  # type: ignore[arg-type]


def test_14_15_d_without_a_bet_the_first_to_act_shows_first_and_losers_concede() -> None:
    decisions = {1: ["call"], 2: ["check"], 3: ["call"]}
    decisions = {seat: [*each, "check", "check", "check"] for seat, each in decisions.items()}
    assert shown(decisions) == ["1 shows", "2 shows", "1 concedes", "3 concedes"]  # type: ignore[arg-type]
    assert shown(decisions, losing_hands="shown")[:3] == ["1 shows", "2 shows", "3 shows"]  # type: ignore[arg-type]


def test_14_15_d_as_printed_the_last_wager_may_be_of_an_earlier_betting_round() -> None:
    """Seat 3 bet the flop, or nobody bet after the blinds: then seat 2 made the last wager."""
    flop = {1: ["call", "check", "call"], 2: ["check", "check", "call"], 3: ["call", ["bet", 10]]}
    flop = {seat: [*each, "check", "check"] for seat, each in flop.items()}
    never = {
        seat: [*each, "check", "check", "check"]
        for seat, each in {1: ["call"], 2: ["check"], 3: ["call"]}.items()
    }
    told = {"losing_hands": "shown", "reading_first_to_show": "as-printed"}
    assert shown(flop, **told)[:3] == ["3 shows", "1 shows", "2 shows"]  # type: ignore[arg-type]
    assert shown(never, **told)[:3] == ["2 shows", "3 shows", "1 shows"]  # type: ignore[arg-type]
    assert shown(flop, losing_hands="shown")[:3] == ["1 shows", "2 shows", "3 shows"]  # type: ignore[arg-type]


def test_14_6_e_5_losing_hands_are_taken_in_before_the_pot_is_pushed() -> None:
    """14.6(e)6: and the side pots go before the main pot."""
    table = seated({1: 100, 2: 20, 3: 60, 4: 100}, button=4)
    table.deal()
    play(table, "all-in", "call", "call", "call")
    assert choices(table)[0] == "seat 1"
    play(table, "bet 40", "call")
    kinds = [type(event) for event in table.said if isinstance(event, Show | Discard | Say | Settle)]
    assert kinds == sorted(kinds, key=[Show, Discard, Say, Settle].index)
    said = [event.what.partition(":")[0] for event in happened(table, Say) if isinstance(event, Say)]
    assert list(dict.fromkeys(said)) == ["Side pot 2", "Side pot 1", "Main pot"]


def test_14_1_pot_is_all_that_was_bet_less_the_rake() -> None:
    """14.1 "Pot", "Rake" """
    table = seated({1: 500, 2: 500, 3: 500}, button=3, rake=10)
    table.deal()
    play(table, "raise 10")
    check_down(table)
    assert table.settlement is not None
    won = sum(
        each["pot"].pays + each["pot"].stake - each["pot"].lost for each in table.settlement.wagers.values()
    )
    assert won == 3000 - 300
    assert table.settlement.bank == 0
