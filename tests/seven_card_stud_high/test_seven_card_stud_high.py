"""Seven-card stud, high; and what the four forms of it share: 14.9, 14.1 "Common card", 14.15(k)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pitboss.book import Deal, Discard, Move, Refused, Settle, Show, Shuffle, Stake, game
from pitboss.equipment.cards import cards as numbers
from pitboss.table.case import Case, CaseEvent, CaseSeat, settle
from tests.poker_room import check_down, choices, dealt, happened, play, seated

STUD = game("seven-card-stud-high")
THREE = {1: 500, 2: 500, 3: 500}


# ---- players and cards ---------------------------------------------------------------------------------


@pytest.mark.paragraph("14.8(a)1", "14.9(a)")
def test_14_9_b_at_most_nine_players_and_an_ante_if_posted() -> None:
    """14.8(a)1, 14.9(a)"""
    table = seated(STUD, dict.fromkeys(range(1, 11), 100))
    with pytest.raises(Refused, match=r"at most 9 players, not 10 \(13:69F-14.9\(b\)\)"):
        table.deal()
    (ante,) = (option for option in STUD.data.options if option.id == "ante")
    assert ante.cite == "14.9(b)"
    table = seated(STUD, THREE, ante="1")
    table.deal()
    stakes = [(event.seat, event.amount) for event in happened(table, Stake) if isinstance(event, Stake)]
    assert stakes[:3] == [(1, 100), (2, 100), (3, 100)]


@pytest.mark.paragraph("14.7(b)3")
def test_14_7_c_3_the_forced_bet_and_one_bet_of_the_minimum() -> None:
    """14.7(b)3: 1 and 2 are needed."""
    table = seated(STUD, {1: 500, 2: 3, 3: 2})
    table.deal()
    assert set(table.hands) == {"1", "2"}


def test_14_9_c_and_h_two_down_four_up_one_down_from_the_dealers_left() -> None:
    """14.9(f): a card is burned before the fourth and before every other."""
    table = seated(STUD, {2: 500, 5: 500, 7: 500})
    table.deal()
    check_down(table)
    deals = [event for event in happened(table, Deal) if isinstance(event, Deal)]
    order = [event.to for event in deals]
    assert order == ["2", "5", "7"] * 3 + ["burn", "2", "5", "7"] * 4
    assert [event.up for event in deals if event.to == "5"] == [False, False, True, True, True, True, False]
    assert table.said[0] == happened(table, Shuffle)[0]
    assert [event.up for event in deals if event.to == "burn"] == [False] * 4


# ---- who opens -----------------------------------------------------------------------------------------


def test_14_9_d_1_the_lowest_up_card_owes_the_forced_bet() -> None:
    """The shared worked round s7-high-01: of three twos the two of clubs."""
    table = dealt(
        "seven-card-stud-high", {"1": "9h 9c 2d", "2": "8h 8c 2c", "3": "7h 7c Ah", "4": "6h 6c 2s"}
    )
    (forced,) = happened(table, Stake)
    assert forced == Stake(2, "pot", 100, "13:69F-14.9(d)1")
    assert choices(table) == ["seat 3", "fold", "call $1", "raise $2"]


def test_14_9_e_who_made_the_forced_bet_has_no_further_option_when_it_is_called() -> None:
    table = dealt("seven-card-stud-high", {"1": "9h 9c 2d Ks", "2": "8h 8c 4c 3s", "3": "7h 7c Ah 4s"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 3", "the fourth card is out, and ace-four leads"
    table = dealt("seven-card-stud-high", {"1": "9h 9c 2d Ks", "2": "8h 8c 4c 3s", "3": "7h 7c Ah 4s"})
    play(table, "call", "raise")
    assert choices(table) == ["seat 1", "fold", "call $1", "raise $4"]


def test_14_17_a_forced_bet_is_made_up_to_a_full_bet_which_is_no_raise() -> None:
    """With one raise allowed: completed to 2, raised to 4, and no more."""
    table = dealt("seven-card-stud-high", {"1": "9h 9c 2d", "2": "8h 8c 4c", "3": "7h 7c Ah"}, raise_cap=1)
    assert choices(table) == ["seat 2", "fold", "call $1", "raise $2"]
    play(table, "call", "raise")
    assert choices(table) == ["seat 1", "fold", "call $1", "raise $4"]
    play(table, "call")
    assert choices(table) == ["seat 2", "fold", "call $1", "raise $4"], (
        "who called less than a full bet may raise"
    )
    play(table, "raise")
    assert choices(table) == ["seat 3", "fold", "call $2"]


@pytest.mark.parametrize(
    ("ups", "leader"),
    [
        (["9d Kd", "9h Qs", "8s Jh"], 1),  # king high
        (["9d Kd", "9h 9s", "8s Jh"], 2),  # a pair of nines
        (["Td 9c", "Th 9h", "8s As"], 3),  # ace high
    ],
)
def test_14_9_f_1_the_best_hand_showing_leads(ups: list[str], leader: int) -> None:
    downs = ["2h 2c", "3h 3c", "4h 4c"]
    cards = {str(seat): f"{downs[seat - 1]} {ups[seat - 1]}" for seat in THREE}
    table = dealt("seven-card-stud-high", cards)
    play(table, "call", "call")
    assert choices(table)[:2] == [f"seat {leader}", "check"]


def test_14_9_f_3_of_equal_hands_showing_the_one_closest_to_the_dealers_left_leads_not_the_suit() -> None:
    table = dealt("seven-card-stud-high", {"1": "3h 3c 2d 4s", "2": "5h 5c Tc 9c", "3": "4h 4c Ts 9s"})
    play(table, "call", "call")
    assert choices(table)[0] == "seat 2"


def test_14_9_g_players_check_until_somebody_bets() -> None:
    table = dealt("seven-card-stud-high", {"1": "3h 3c 2d 4s", "2": "5h 5c Tc 9c", "3": "4h 4c Ts 9s"})
    play(table, "call", "call", "check", "check")
    assert choices(table) == ["seat 1", "check", "bet $2"]
    play(table, "bet")
    assert choices(table) == ["seat 2", "fold", "call $2", "raise $4"]


def test_14_7_c_4_in_the_place_of_a_leader_who_is_all_in_the_next_player_opens() -> None:
    table = seated(STUD, {1: 40, 2: 500, 3: 500}, structure="no-limit", seed=4)
    table.deal()
    while table.asked and table.count("deal") < 10:
        ids = [choice.id for choice in table.asked.choices]
        play(table, "all-in" if table.asked.seat == 1 and "all-in" in ids else "call")
    assert table.asked is not None
    assert table.asked.seat != 1


def test_14_17_the_big_bet_comes_with_the_fifth_card() -> None:
    table = seated(STUD, THREE, minimum_bet="2", maximum_bet="4")
    table.deal()
    sizes = []
    while table.asked:
        sizes += [choice.least for choice in table.asked.choices if choice.id == "bet"][:1]
        check_one(table)
    assert sizes == [200] * 3 + [400] * 9


def check_one(table: Any) -> None:
    ids = {choice.id for choice in table.asked.choices}
    table.act(table.asked.seat, "check" if "check" in ids else "call")


# ---- too few cards -------------------------------------------------------------------------------------


def common(players: int, **options: str) -> Any:
    table = seated(STUD, dict.fromkeys(range(1, players + 1), 500), **options)
    table.deal()
    check_down(table)
    return table


def test_14_9_h_nine_players_to_the_end_share_the_sixth_and_the_seventh_card() -> None:
    """The shared worked round s7-high-03: 47 cards are gone before the sixth, and one is left at the showdown."""
    table = common(9)
    order = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert order[47:] == ["burn", "community", "burn", "community"]
    assert len(table.shoe) == 1
    assert all(len(table.cards(str(seat))) == 5 for seat in range(1, 10))


def test_14_9_h_with_one_card_left_the_burn_cards_are_shuffled() -> None:
    """Eight to the end: 51 cards are gone before the seventh. The four burned and the last make a deck of five, of
    which one is burned and one is common."""
    table = common(8)
    first, second = (event for event in happened(table, Shuffle) if isinstance(event, Shuffle))
    assert len(first.order) == 52
    burned = table.cards("burn")
    assert sorted(second.order) == sorted([*burned[:3], first.order[51]])
    order = [event.to for event in happened(table, Deal) if isinstance(event, Deal)]
    assert order[51:] == ["burn", "community"]
    assert table.cards("community")[0] in second.order
    assert len(table.shoe) == 2


@pytest.mark.parametrize(("reading", "shared", "burned"), [("as-read", 1, 4), ("as-printed", 0, 3)])
def test_14_9_h_whether_the_burn_card_is_counted(reading: str, shared: int, burned: int) -> None:
    """Seven to the end: seven cards are left for the seventh."""
    table = common(7, reading_insufficient=reading)
    assert len(table.cards("community")) == shared
    assert len(table.cards("burn")) == burned


def test_14_1_common_card_counts_at_the_showdown_and_not_in_the_hand_showing() -> None:
    """14.9(i): it is one of the seven. Of many deals to nine players, those in which the common card would make
    somebody else's hand showing the best."""

    def showing(up: list[int], seat: int) -> tuple[object, ...]:
        counted = sorted(Counter(card >> 2 for card in up).items(), key=lambda held: (-held[1], -held[0]))
        return [times for _, times in counted], [rank for rank, _ in counted], -seat

    told_apart = 0
    for seed in range(30):
        table = seated(STUD, dict.fromkeys(range(1, 10), 500), seed=seed)
        table.deal()
        while not table.cards("community"):
            check_one(table)
        ups = {seat: [held.card for held in table.hands[str(seat)] if held.up] for seat in range(1, 10)}
        own = max(ups, key=lambda seat: showing(ups[seat], seat))
        shared = max(ups, key=lambda seat: showing([*ups[seat], *table.cards("community")], seat))
        assert table.asked is not None
        assert table.asked.seat == own
        told_apart += own != shared
    assert told_apart


# ---- irregularities, 14.15(k) --------------------------------------------------------------------------


def exposed(*points: int, decisions: dict[int, list[Any]], cards: dict[str, str], **options: Any) -> Any:
    case = Case(
        game="seven-card-stud-high",
        options={name.replace("_", "-"): value for name, value in options.items()},
        seats=[CaseSeat(seat, decisions=list(each), funds=500) for seat, each in decisions.items()],
        cards={owner: hand.split() for owner, hand in cards.items()},
        events=[CaseEvent("hole-card-exposed", ("deal", point)) for point in points],
    )
    return settle(case)


def test_14_15_k_a_hole_card_turned_over_is_the_up_card_and_the_third_goes_down() -> None:
    table = seated(STUD, THREE)
    table.irregularity("hole-card-exposed", ("deal", 2))
    table.deal()
    deals = [event for event in happened(table, Deal) if isinstance(event, Deal)]
    assert [event.up for event in deals if event.to == "2"] == [False, False, False]
    assert [held.up for held in table.hands["2"]] == [True, False, False]
    ups = {seat: next(held.card for held in table.hands[str(seat)] if held.up) for seat in THREE}
    (forced,) = happened(table, Stake)
    assert forced.seat == min(ups, key=ups.__getitem__)  # type: ignore[attr-defined]


def test_14_15_k_both_hole_cards_turned_over_make_a_dead_hand_and_the_ante_goes_back() -> None:
    table = seated(STUD, THREE, ante="1")
    table.irregularity("hole-card-exposed", ("deal", 2))
    table.irregularity("hole-card-exposed", ("deal", 5))
    table.deal()
    (back,) = happened(table, Settle)
    assert back == Settle(2, "pot", "void", cite="13:69F-14.15(k)")
    assert happened(table, Discard) == [Discard("2")]
    assert len(table.cards("2")) == 2
    check_down(table)
    assert table.settlement is not None
    assert table.settlement.net[2] == 0
    assert sum(table.settlement.net.values()) == 0


def test_14_15_k_two_players_of_whom_one_has_a_dead_hand() -> None:
    table = seated(STUD, {1: 500, 2: 500}, ante="1")
    for point in (2, 4):
        table.irregularity("hole-card-exposed", ("deal", point))
    table.deal()
    assert table.asked is None
    assert table.settlement is not None
    assert set(table.settlement.net.values()) == {0}


def test_14_15_k_1_who_stops_contends_for_the_pot_as_it_was() -> None:
    """The shared worked round room-irr-03: aces full take the 60, and queens and jacks the 40 bet after that."""
    answer = exposed(
        23,
        decisions={
            1: [["raise", 20], "check", "check", "check", "stop"],
            2: ["call", "check", "check", "check", ["bet", 20]],
            3: ["call", "check", "check", "check", "call"],
        },
        cards={"1": "As Ah Ad Kc Kd 7s 2c", "2": "Qs Qh Jd Jc 9h 5s 4d", "3": "Ts Th 8d 8c 6h 3s 3d"},
        structure="no-limit",
    )
    assert [seat["net"] for seat in answer["seats"]] == [40, 0, -40]


def test_14_15_k_2_who_continues_contends_for_it_all() -> None:
    answer = exposed(
        23,
        decisions={
            1: [["raise", 20], "check", "check", "check", "continue", ["bet", 20]],
            2: ["call", "check", "check", "check", "call"],
            3: ["call", "check", "check", "check", "call"],
        },
        cards={"1": "As Ah Ad Kc Kd 7s 2c", "2": "Qs Qh Jd Jc 9h 5s 4d", "3": "Ts Th 8d 8c 6h 3s 3d"},
        structure="no-limit",
    )
    assert [seat["net"] for seat in answer["seats"]] == [80, -40, -40]


# ---- the end -------------------------------------------------------------------------------------------


def test_14_15_d_who_opened_the_last_betting_round_shows_first_if_nobody_bet() -> None:
    cards = {"1": "3h 3c 2d 4s 8c 8d Jc", "2": "5h 5c Tc 9c 2h 7s 6s", "3": "4h 4c Ts 9s 6h 6d 7c"}
    table = dealt("seven-card-stud-high", cards, losing_hands="shown")
    check_down(table)
    assert [event.owner for event in happened(table, Show) if isinstance(event, Show)] == ["1", "2", "3"]
    assert numbers("8c")[0] in table.cards("1")


def test_14_14_b_1_i_forced_bets_are_raked_and_antes_are_not() -> None:
    table = seated(STUD, THREE, ante="5", forced_bet="5", minimum_bet="5", maximum_bet="10", rake=10)
    table.deal()
    play(table, "call", "call")
    assert [event.amount for event in happened(table, Move) if isinstance(event, Move)] == [100]


def test_14_9_h_cards_that_left_the_table_are_no_cards_to_deal() -> None:
    """Eight players with five cards and two burn cards leave ten. A burn and eight more take nine; but two fall off the
    table first, so that a common card is dealt for the sixth, and again for the seventh."""
    table = seated(STUD, dict.fromkeys(range(1, 9), 100))
    table.deal()
    while table.asked and len(table.hands["8"]) < 5:
        table.act(table.asked.seat, "check" if "check" in choices(table) else "call")
    for _ in range(2):
        table.irregularity("card-off-table")
    check_down(table)
    assert [len(table.hands[str(seat)]) for seat in range(1, 9)] == [5] * 8
    assert len(table.cards("community")) == 2
    assert len(table.hands["burn"]) == 6
