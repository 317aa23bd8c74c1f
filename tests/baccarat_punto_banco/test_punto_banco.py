"""Baccarat-punto banco, 13:69F-3."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Deal, Move, Say, Settle, Show, game
from pitboss.law import Refused
from pitboss.table import Table
from tests.baccarat import SCHEMES, table_and_compiled_agree
from tests.properties import random_play
from tests.tape import Tape

PUNTO = game("baccarat-punto-banco")


def seated(*seats: int, seed: int = 1, **options: object) -> Table:
    table = Table(PUNTO, PUNTO.rules(**options), seed=seed)
    for seat in seats:
        table.sit(seat, f"player {seat}", 10_000)
    return table


def until(table: Table, seat: int, wins: str) -> None:
    """Rounds until the hand named has won one."""
    while True:
        table.bet(seat, "player", 10)
        table.deal()
        assert table.settlement is not None
        if table.settlement[seat, "player"].result == {"player": "win", "banker": "lose"}[wins]:
            return


def test_3_3_both_games_have_the_same_odds() -> None:
    mini = game("mini-baccarat")
    for options in ({}, {"vigorish": "six-pays-half", "bonus": "B", "total_cards": "yes"}):
        ours = [(row.wager, row.house_edge) for row in PUNTO.mathematics.odds(PUNTO.rules(**options))]
        assert ours == [(row.wager, row.house_edge) for row in mini.mathematics.odds(mini.rules(**options))]


@pytest.mark.parametrize("options", SCHEMES, ids=str)
def test_table_and_compiled_coups_pay_the_same(options: dict[str, object]) -> None:
    table_and_compiled_agree(PUNTO, options, 11, 2000)


@settings(max_examples=20)
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from(SCHEMES),
    more=st.sampled_from([{}, {"dealing": "players-turn"}, {"vigorish-collected": "deferred"}]),
)
def test_random_play_conserves_money_and_replays(
    seed: int, options: dict[str, object], more: dict[str, object]
) -> None:
    chosen = {name.replace("_", "-"): value for name, value in options.items()} | more
    random_play("baccarat-punto-banco", chosen, seed, rounds=6)


# ---- dealing, 3.7 and 3.8 ------------------------------------------------------------------------------


@pytest.mark.paragraph("3.7(a)", "3.7(b)", "3.8(b)", "3.8(c)", "3.8(d)")
def test_3_7_c_first_and_third_card_to_the_player_second_and_fourth_to_the_banker() -> None:
    """3.7(a), 3.7(b), 3.2(d), 3.8(b), 3.8(c), 3.8(d), 3.10(a): the whole of a round, in order."""
    for seed in range(30):
        table = seated(1, seed=seed)
        table.bet(1, "player", 10)
        table.deal()
        dealt = [event.to for event in table.said if isinstance(event, Deal) and event.to != "burn"]
        assert dealt[:4] == ["player", "banker", "player", "banker"]
        assert dealt[4:] in ([], ["player"], ["banker"], ["player", "banker"])
        calls = [event.what for event in table.said if isinstance(event, Say)]
        assert calls[0] == "No more bets"
        assert "Tie Hand" in calls[1] or " wins" in calls[1]
        with pytest.raises(Refused):
            table.irregularity("no such thing")


def test_3_7_d_the_highest_wager_on_a_hand_turns_it() -> None:
    """3.7(d)1 to 3.7(d)5: of equal wagers the lowest number; whoever turns the hand sees it before the others."""
    table = seated(1, 2, 3, dealing="players-turn")
    for seat, wager, amount in ((1, "player", 20), (2, "player", 50), (3, "player", 50), (1, "banker", 10)):
        table.bet(seat, wager, amount)
    table.deal()
    dealt = [event for event in table.said if isinstance(event, Deal) and event.to in ("player", "banker")]
    assert {event.seats for event in dealt if event.to == "player"} == {(2,)}
    assert {event.seats for event in dealt if event.to == "banker"} == {(1,)}
    assert not any(event.up for event in dealt)
    assert [event.owner for event in table.said if isinstance(event, Show)][:2] == ["player", "banker"]


@pytest.mark.parametrize(("allowed", "turns"), [("no", ()), ("yes", (2,))])
def test_3_7_d_6_a_hand_that_nobody_has_backed(allowed: str, turns: tuple[int, ...]) -> None:
    table = seated(1, 2, dealing="players-turn", other_side_turns=allowed)
    table.bet(2, "player", 50)
    table.deal()
    banker = [event.seats for event in table.said if isinstance(event, Deal) and event.to == "banker"]
    assert set(banker) == {turns}


def test_3_8_a_the_bankers_hand_first_on_request() -> None:
    table = seated(1, dealing="players-turn", banker_shown_first="yes")
    table.bet(1, "player", 50)
    table.deal()
    assert [event.owner for event in table.said if isinstance(event, Show)][:2] == ["banker", "player"]


# ---- payment, 3.10 and 3.3(c) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settlement", "paid"),
    [
        ("pay-all", ["win 6", "win 1", "vigorish of seat 6", "vigorish of seat 1"]),
        ("vigorish-all", ["vigorish of seat 6", "vigorish of seat 1", "win 6", "win 1"]),
        ("pay-each", ["win 6", "vigorish of seat 6", "win 1", "vigorish of seat 1"]),
        ("vigorish-each", ["vigorish of seat 6", "win 6", "vigorish of seat 1", "win 1"]),
    ],
)
def test_3_10_b_losers_first_then_winners_and_vigorish_from_the_highest_number(
    settlement: str, paid: list[str]
) -> None:
    """3.10(b)1 to 3.10(b)4."""
    tape = Tape()
    tape.load([0, 44, 12, 28])  # 2 and 5 against king and 9: the Banker's Hand wins
    table = Table(PUNTO, PUNTO.rules(settlement=settlement), chance=tape)
    for seat, wager in ((1, "banker"), (4, "player"), (6, "banker"), (6, "tie")):
        if seat not in table.seats:
            table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, wager, 20)
    table.deal()
    told = [
        event.why if isinstance(event, Move) else f"{event.result} {event.seat}"
        for event in table.said
        if isinstance(event, Settle) or (isinstance(event, Move) and event.target == "fees")
    ]
    assert told == ["lose 6", "lose 4", *paid]


def test_3_3_c_2_what_a_player_cannot_pay_when_he_leaves_is_documented() -> None:
    table = Table(PUNTO, PUNTO.rules(vigorish_collected="deferred"), state={"owed": {1: 500}})
    table.sit(1, "Ann", 3)
    table.leave(1)
    assert table.ledger["fees"] == 300
    (form,) = (event for event in table.said if isinstance(event, Say) and event.to == "casino accounting")
    assert form.what == "$2 of vigorish uncollected from seat 1"


# ---- the curator, 3.6 and 3.11 -------------------------------------------------------------------------


def choices(table: Table, seat: int) -> list[str]:
    return [choice.id for choice in table.legal(seat)]


@pytest.mark.paragraph("3.6(c)")
def test_3_6_b_the_shoe_is_offered_from_seat_one_counterclockwise() -> None:
    table = seated(2, 4, 5)
    assert choices(table, 2) == ["take-shoe", "decline-shoe", "dealer-curates"]
    assert choices(table, 4) == []
    table.act(2, "decline-shoe")
    assert choices(table, 2) == []
    assert "take-shoe" in choices(table, 4)
    table.act(4, "take-shoe")
    assert table.state.curator == 4
    assert choices(table, 4) == ["pass-shoe", "dealer-curates"]


def test_3_6_d_nobody_takes_it_or_somebody_names_the_dealer() -> None:
    """3.6(d)1, 3.6(d)2"""
    table = seated(1, 2)
    table.act(1, "decline-shoe")
    table.act(2, "decline-shoe")
    assert table.state.curator == 0
    assert choices(table, 1) == choices(table, 2) == []
    other = seated(1, 2)
    other.act(1, "dealer-curates")
    assert other.state.curator == 0
    assert choices(other, 2) == []


def test_3_11_a_the_curator_may_pass_and_it_goes_to_the_right() -> None:
    """3.11(b): to the next number, round the table."""
    table = seated(1, 3, 6)
    table.act(1, "decline-shoe")
    table.act(3, "take-shoe")
    table.act(3, "pass-shoe")
    assert "take-shoe" in choices(table, 6)
    table.act(6, "decline-shoe")
    assert "take-shoe" in choices(table, 1)


def test_3_11_a_1_a_losing_bankers_hand_takes_the_shoe_away() -> None:
    table = seated(1, 2)
    table.act(1, "take-shoe")
    until(table, 1, "player")
    assert table.state.curator == 0
    assert "take-shoe" in choices(table, 2)


def test_3_11_a_a_winning_or_tied_bankers_hand_does_not() -> None:
    table = seated(1, 2)
    table.act(1, "take-shoe")
    table.bet(1, "player", 10)
    table.deal()
    assert table.settlement is not None
    kept = table.settlement[1, "player"].result != "win"
    assert (table.state.curator == 1) == kept


def test_3_11_a_2_a_curator_may_be_told_to_pass() -> None:
    table = seated(1, 2)
    table.act(1, "take-shoe")
    table.irregularity("curator-removed")
    table.bet(1, "banker", 10)
    table.deal()
    assert table.state.curator == 0


def test_3_3_h_and_3_3_i_a_posted_dragon_7_below_the_floor_is_unlawful() -> None:
    """3.3(b) too: at least 8 to 1 for a tie, at least 40 to 1 for a dragon 7."""
    from pitboss.table.check import TableFile, findings

    options = {"vigorish": "dragon-7", "dragon-7-wager": "yes"}
    table = TableFile(
        game="baccarat-punto-banco",
        options=options,
        pay_tables={"tie": {"win": "7 to 1"}, "dragon-7": {"dragon-7-hand": "39 to 1"}},
    )
    assert [point.cite for point in findings(table)] == ["13:69F-3.3(b)", "13:69F-3.3(i)"]
    better = TableFile(
        game="baccarat-punto-banco",
        options=options,
        pay_tables={"tie": {"win": "9 to 1"}, "dragon-7": {"dragon-7-hand": "41 to 1"}},
    )
    assert findings(better) == []
