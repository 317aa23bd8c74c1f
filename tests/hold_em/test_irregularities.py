"""Irregularities, 14.15."""

from __future__ import annotations

import pytest

from pitboss.book import Deal, Irregular
from pitboss.table.case import Case, CaseEvent, CaseSeat, settle
from tests.hold_em.seated import check_down, happened, play, seated

THREE = {1: 500, 2: 500, 3: 500}


@pytest.mark.parametrize("misdeal", ["improper-shuffle", "cards-face-up", "wrong-number-of-cards"])
def test_14_15_e_1_e_3_and_g_the_round_is_dead_and_every_bet_goes_back(misdeal: str) -> None:
    """After two raked betting rounds: contributions and rake are returned, and the button stays."""
    table = seated(THREE, button=3, rake=10)
    table.deal()
    play(table, "raise 10", "call", "call", "bet 20", "call", "call")
    assert table.ledger["fees"] == 500
    table.irregularity(misdeal)
    assert not table.playing
    assert table.ledger["fees"] == 0
    assert [table.funds(seat) for seat in THREE] == [50_000] * 3
    assert table.state.button == 3  # type: ignore[attr-defined]
    assert table.settlement is not None
    assert {each["pot"].result for each in table.settlement.wagers.values()} == {"void"}


@pytest.mark.parametrize("error", ["wrong-starting-position", "player-passed-over"])
def test_14_15_e_2_and_e_4_misdeal_only_before_two_players_have_bet_of_their_own_will(error: str) -> None:
    table = seated(THREE, button=3)
    table.deal()
    play(table, "call")
    table.irregularity(error)
    assert not table.playing, "the blinds are not of one's own will; one call is not two"
    table.deal()
    play(table, "call", "call")
    table.irregularity(error)
    assert table.playing
    check_down(table)


def test_14_15_f_cards_to_an_ineligible_player_are_discarded() -> None:
    table = seated(THREE, button=3)
    table.irregularity("cards-to-ineligible-player", ("deal", 4), cards=2)
    table.deal()
    order = [event.to for event in happened(table, Deal)]  # type: ignore[attr-defined]
    assert order == ["1", "2", "3", "burn", "burn", "1", "2", "3"]


def test_14_15_h_one_card_face_up_is_discarded_a_second_is_a_misdeal() -> None:
    """The shared worked round room-irr-05."""
    table = seated(THREE, button=3)
    table.irregularity("card-face-up", ("deal", 2))
    table.deal()
    assert table.view()["burn"] != ["??"]
    assert table.playing
    table.irregularity("card-face-up")
    assert not table.playing
    assert [table.funds(seat) for seat in THREE] == [50_000] * 3


def test_14_15_n_a_card_off_the_table_is_not_used() -> None:
    table = seated(THREE, button=3)
    table.irregularity("card-off-table", ("deal", 1))
    table.deal()
    (off,) = table.cards("burn")
    check_down(table)
    assert off not in [card for owner in ("1", "2", "3", "community") for card in table.cards(owner)]


@pytest.mark.parametrize(("way", "burned"), [("discard", 3), ("burn", 2)])
def test_14_15_o_an_exposed_hole_card_is_exchanged(way: str, burned: int) -> None:
    """14.15(o)1: to the discards; 14.15(o)2: it is the burn card before the flop."""
    case = Case(
        game="hold-em",
        options={"exposed-card": way},
        state={"button": 1},
        seats=[
            CaseSeat(1, decisions=["check", "check", "check", "check"]),
            CaseSeat(2, decisions=["call", "check", "check", "check"]),
        ],
        cards={
            "1": ["As", "Ad"],
            "2": ["Ks", "Kd"],
            "exposed": ["Ah"],
            "community": ["2c", "5d", "9h", "Js", "3s"],
        },
        events=[CaseEvent("hole-card-exposed", ("deal", 2))],
    )
    answer = settle(case)
    assert [seat["net"] for seat in answer["seats"]] == [2, -2]  # type: ignore[attr-defined]
    table = seated({1: 500, 2: 500}, button=1, exposed_card=way)
    table.irregularity("hole-card-exposed", ("deal", 2))
    table.deal()
    check_down(table)
    assert len(table.cards("burn")) == burned
    assert table.view()["exposed"] != ["??"]
    assert len(table.cards("1")) == len(table.cards("2")) == 2


def test_14_15_p_a_jammed_shuffler_costs_nobody_anything() -> None:
    table = seated(THREE)
    table.irregularity("shuffler-jam")
    table.deal()
    assert len(happened(table, Irregular)) == 1
    check_down(table)
    assert table.settlement is not None
    assert sum(table.settlement.net.values()) == 0
