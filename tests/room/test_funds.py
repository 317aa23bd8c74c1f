"""Funds that several tables share, 14.19 and 14.20: a win is noted at its table and paid by order of the house."""

from __future__ import annotations

import pytest

from pitboss.book import Move, Refused, Say, Show, game
from pitboss.games.poker_room.funds import LEAST
from pitboss.table import Table
from pitboss.table.audit import audit, command_in_words
from pitboss.table.awards import pay_out
from pitboss.table.journal import Award, Memory
from tests.poker_room import check_down, dealt, seated
from tests.properties import replays

CARDS = {"1": "As Ad", "2": "Ks Kd", "3": "7c 2d", "community": "Ac Ah Kh Kc 3s"}
"""Four aces beat four of a kind, kings: a bad beat of seat 2."""


PAYOUTS = ("none", "bad-beat", "high-hand")


def won(**options: str | int) -> Table:
    offered = {"payout": "bad-beat", "payout_fund": "room", "payout_pot": "0"}
    chosen = options if options.get("payout") == "none" else {**offered, **options}
    table = dealt("hold-em", CARDS, **chosen)
    check_down(table)
    return table


def test_14_19_i_1_a_win_is_noted_and_nothing_is_paid_before_the_house_orders_it() -> None:
    table = won()
    (win,) = table.game.funds.wins(table)
    assert (win.round, win.name, win.holders, win.winners) == (1, "bad beat payout", (2,), (1,))
    assert win.seats == {1: "player 1", 2: "player 2", 3: "player 3"}
    assert win.says == "player 2: four of a kind, kings; player 1: four of a kind, aces"
    told = [each for each in table.said if isinstance(each, Say) and each.to == "poker shift supervisor"]
    assert [(each.what, each.cite) for each in told] == [
        (
            "bad beat payout pending: player 2: four of a kind, kings; player 1: four of a kind, aces",
            "13:69F-14.19(i)",
        )
    ]
    sign = table.game.felt.markers(table)[-1]
    assert (sign.label, sign.at) == ("Payout pending", "middle")
    assert table.ledger["meter:payout"] == 100
    assert [table.funds(seat) for seat in (1, 2, 3)] == [50_300, 49_800, 49_800]


def test_14_19_i_a_hand_that_wins_a_payout_is_shown_though_it_has_lost() -> None:
    """Four aces are shown first; four kings are verified, and seven-deuce is conceded."""
    owners = {
        payout: [each.owner for each in won(payout=payout).said if isinstance(each, Show)]
        for payout in PAYOUTS
    }
    assert owners == {"none": ["1"], "bad-beat": ["1", "2"], "high-hand": ["1", "2"]}
    higher = won(payout_hand="straight-flush")
    assert [each.owner for each in higher.said if isinstance(each, Show)] == ["1"]


def test_14_19_j_an_award_brings_the_money_to_the_table_and_pays_its_shares() -> None:
    table = won()
    table.award(Award("payout", {2: 50_000, 1: 25_000}, "bad beat payout", "house", 1, brought=75_000))
    assert not table.game.funds.wins(table)
    assert [table.funds(seat) for seat in (1, 2, 3)] == [75_300, 99_800, 49_800]
    assert table.ledger["meter:payout"] == 100, "what was collected here is in the fund as before"
    assert table.ledger.total == 0
    moved = [each for each in table.said[-3:] if isinstance(each, Move)]
    assert [(each.source, each.target, each.amount) for each in moved] == [
        ("cage", "meter:payout", 75_000),
        ("meter:payout", "seat:2", 50_000),
        ("meter:payout", "seat:1", 25_000),
    ]
    assert {each.cite for each in moved[1:]} == {"13:69F-14.19(a)"}


def test_an_award_is_on_record_and_replays_to_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every hand that loses is a bad beat."""
    monkeypatch.setitem(LEAST, "four-of-a-kind", 1)
    table = seated(game("hold-em"), {1: 500, 2: 500}, payout="bad-beat", payout_fund="room", payout_pot="0")
    table.deal()
    check_down(table)
    (win,) = table.game.funds.wins(table)
    order = Award("payout", {win.holders[0]: 50_000}, win.name, "house", win.round, brought=50_000)
    table.award(order)
    assert not table.game.funds.wins(table)
    seat = win.holders[0]
    assert list(command_in_words(order)) == [
        f"bad beat payout, by house: $500 to seat {seat} from the fund payout"
    ]
    replays(table)
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    assert audit(storage.lines)["verified"]


@pytest.mark.parametrize(
    ("award", "says"),
    [
        (Award("payout", {2: 101}, "a whim", "house"), "holds \\$1 at this table"),
        (Award("payout", {4: 100}, "a whim", "house"), "seat 4 is empty"),
        (Award("payout", {2: -100}, "a whim", "house"), r"more than \$0"),
        (Award("payout", {2: 100}, "a whim", "house", brought=-100), r"more than \$0"),
        (Award("other", {2: 100}, "a whim", "house"), "holds \\$0 at this table"),
    ],
)
def test_an_award_that_cannot_be_is_refused_and_moves_nothing(award: Award, says: str) -> None:
    table = won()
    lines = table.journal.lines
    with pytest.raises(Refused, match=says):
        table.award(award)
    assert table.journal.lines == lines
    assert len(table.game.funds.wins(table)) == 1


def test_a_table_by_itself_pays_what_its_meter_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of $101, with the dollar of this pot, $50 are the loser's, $25 the winner's and $10 the room's; the $16 that are
    left are the loser's too, for there are no others."""
    monkeypatch.setitem(LEAST, "four-of-a-kind", 1)
    options = {"payout": "bad-beat", "payout_fund": "room", "payout_pot": "0", "payout_to_room": 10}
    table = seated(game("hold-em"), {1: 500, 2: 500}, state={"payout": 100}, **options)
    table.deal()
    check_down(table)
    (win,) = table.game.funds.wins(table)
    pay_out(table)
    pay_out(table)  # and nothing twice
    assert table.settlement is not None
    loser, winner = win.holders[0], win.winners[0]
    assert table.settlement.net == {loser: 6_600 - 200, winner: 2_500 + 100}
    assert table.settlement.meters["payout"] == 0
    assert table.ledger["cage"] == -100_000 + 1_000
    assert not table.game.funds.wins(table)
    replays(table)


def test_an_award_is_no_rounds_result_and_not_made_in_a_round() -> None:
    table = seated(game("hold-em"), {1: 500, 2: 500}, payout="bad-beat", payout_fund="room", payout_pot="0")
    order = Award("payout", {1: 20_000}, "bad beat payout", "house", brought=20_000)
    table.award(order)
    table.deal()
    with pytest.raises(Refused, match="the round has started"):
        table.award(order)
    check_down(table)
    assert table.settlement is not None
    assert sum(table.settlement.net.values()) == -100
    assert (table.settlement.bank, table.settlement.meters["payout"]) == (100, 100)
    replays(table)


def test_an_award_is_for_a_table_that_shares_a_fund() -> None:
    table = dealt("hold-em", CARDS, payout="bad-beat", payout_pot="0", state={"payout": 10})
    check_down(table)
    with pytest.raises(Refused, match="shares no fund"):
        table.award(Award("payout", {}, "a whim", "house"))
