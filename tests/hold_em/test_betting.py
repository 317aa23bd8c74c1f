"""Who bets when and how much, 14.7, 14.10(c) to (i) and 14.17."""

from __future__ import annotations

import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Return, Rules, Say, Show, Shuffle, Stake, game
from pitboss.equipment.cards import cards
from pitboss.games.poker_room.betting import may_participate, most_in_pot_limit
from pitboss.table import Table
from pitboss.table.case import Case, CaseSeat, settle
from pitboss.table.lawful import findings
from tests.hold_em.seated import HOLD_EM, check_down, choices, happened, play, seated

THREE = {1: 500, 2: 500, 3: 500}
FOUR = {**THREE, 4: 500}

# ---- the game and its players --------------------------------------------------------------------------


def test_14_8_a_2_and_14_10_a_hold_em_is_played_for_the_high_hand() -> None:
    """14.8(b): and a game the subchapter does not have is not offered."""
    assert HOLD_EM.data.subchapter == "13:69F-14"
    with pytest.raises(Refused, match="there is no game"):
        game("chinese-poker")


def test_14_6_b_and_14_10_b_at_most_eleven_players() -> None:
    table = seated(dict.fromkeys(range(1, 13), 100), positions=12)
    with pytest.raises(Refused, match=r"at most 11 players, not 12 \(13:69F-14.10\(b\)\)"):
        table.deal()
    assert [each.cite for each in findings(table.rules, {})] == ["13:69F-14.10(b)"]
    table = seated(dict.fromkeys(range(1, 12), 100), positions=11)
    table.deal()
    assert len(happened(table, Deal)) == 22
    assert not findings(table.rules, {})


@pytest.mark.parametrize(("loser", "winner", "lawful"), [(50, 50, True), (60, 60, False), (100, 1, False)])
def test_14_19_b_3_nobody_shares_out_more_than_a_payout(loser: int, winner: int, lawful: bool) -> None:
    rules = HOLD_EM.rules(payout="bad-beat", payout_to_loser=loser, payout_to_winner=winner)
    assert [each.cite for each in findings(rules, {})] == ([] if lawful else ["13:69F-14.19(b)3"])


def test_14_19_q_a_bad_beat_is_not_made_harder_until_it_is_won() -> None:
    half_an_hour = 30 * 60_000
    table = Table(HOLD_EM, HOLD_EM.rules(payout="bad-beat"), clock=lambda: 0, state={"payout": 500})
    with pytest.raises(Refused, match=r"14\.19\(q\)"):
        table.change_rules({"payout-hand": "straight-flush"}, half_an_hour)
    table.change_rules({"payout-hand": "aces-full"}, half_an_hour)
    Table(HOLD_EM, HOLD_EM.rules(payout="bad-beat"), clock=lambda: 0).change_rules(
        {"payout-hand": "straight-flush"}, half_an_hour
    )


@pytest.mark.parametrize("whose", ["room", "multi-casino"])
def test_14_20_a_payout_rules_of_a_shared_fund_are_not_changed_at_one_table(whose: str) -> None:
    table = Table(HOLD_EM, HOLD_EM.rules(payout="bad-beat", payout_fund=whose), clock=lambda: 0)
    paragraph = "14.20(a)" if whose == "multi-casino" else "14.19(b)"
    for change in ({"payout-hand": "aces-full"}, {"payout": "none"}, {"payout-fund": "table"}):
        with pytest.raises(Refused) as refused:
            table.change_rules(change, 30 * 60_000)
        assert refused.value.cite == f"13:69F-{paragraph}"
    table.change_rules({"check-raise": "no"}, 30 * 60_000)


def test_14_17_limits_change_at_once_upon_sign_and_announcement() -> None:
    """8.3(c); and before a change of rules that is to come."""
    table = Table(HOLD_EM, clock=lambda: 0)
    table.change_rules({"check-raise": "no"}, 40 * 60_000)
    table.change_rules({"minimum-bet": "4", "maximum-bet": "8"}, 0)
    assert [event.cite for event in table.said if isinstance(event, Say)][3:] == ["13:69F-8.3(c)"]
    table.sit(1, "Ann", 100)
    table.sit(2, "Bob", 100)
    table.deal()
    assert (table.rules["minimum-bet"], table.rules["check-raise"]) == ("4", "yes")


def test_14_7_a_only_seated_players_receive_cards() -> None:
    table = seated({2: 500, 5: 500, 9: 500})
    table.deal()
    assert set(table.hands) == {"2", "5", "9"}


@pytest.mark.parametrize(("stack", "plays"), [(15, True), (14, False)])
def test_14_7_c_3_blind_and_one_minimum_bet(stack: int, plays: bool) -> None:
    """The shared worked round room-wager-03: a blind of 5 and a minimum bet of 10."""
    assert may_participate(stack, 0, 5, 10) is plays
    table = seated({1: 500, 2: 500, 3: stack}, blinds="5", minimum_bet="10")
    table.deal()
    assert ("3" in table.hands) is plays


def test_14_7_c_3_the_ante_counts_too() -> None:
    table = seated({1: 500, 2: 500, 3: 4}, ante="1")
    table.deal()
    assert "3" not in table.hands


@pytest.mark.paragraph('14.1 "Table stakes"')
def test_14_7_c_1_chips_are_added_between_rounds_and_none_taken_off_during_one() -> None:
    """14.1 "Table stakes" """
    table = seated(THREE, button=3)
    table.deal()
    with pytest.raises(Refused, match="between rounds"):
        table.sit(1, "player 1", 100)
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    play(table, "fold", "fold")
    table.sit(1, "player 1", 100)
    assert table.leave(2) == 50_100


def test_14_7_c_a_bet_is_limited_to_what_lay_on_the_table() -> None:
    table = seated({1: 500, 2: 500, 3: 40}, button=3)
    table.deal()
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4 to $40", "all-in $40"]
    with pytest.raises(Refused, match=r"raise \$41 is not allowed"):
        play(table, "raise 41")


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"ante": "0.50"}, []),  # in coin
        ({"ante": "0.30"}, ["options.ante"]),
        ({"ante": "1.50"}, ["options.ante"]),  # coin is for an ante under a dollar
        ({"blinds": "0.50 1"}, ["options.blinds"]),
        ({"minimum-bet": "2.50"}, ["options.minimum-bet"]),
        ({"maximum-bet": "4.50"}, []),  # in no limit it is not asked for
        ({"structure": "fixed-limit", "maximum-bet": "4.50"}, ["options.maximum-bet"]),
    ],
)
def test_14_7_c_bets_are_made_in_chips_and_only_a_small_ante_in_coin(
    options: dict[str, str], points: list[str]
) -> None:
    found = game("hold-em")
    assert [each.point for each in found.posting.check(Rules(found, options))] == points
    quarters = Rules(found, {**options, "ante": "0"}, chip=25)
    assert found.posting.check(quarters) == []


def test_14_7_c_an_ante_in_coin_is_taken() -> None:
    """14.1 "Bet": it goes into the pot."""
    table = seated(THREE, ante="0.50")
    table.deal()
    assert table.stake(1, "pot") % 100 == 50


# ---- the button ----------------------------------------------------------------------------------------


def test_14_10_c_2_i_first_button_at_the_dealers_right() -> None:
    table = seated({2: 500, 4: 500, 7: 500})
    table.deal()
    play(table, "fold", "fold")
    assert [event.seat for event in happened(table, Stake) if isinstance(event, Stake)] == [2, 4]
    assert table.settlement is not None
    assert table.settlement.state["button"] == 2


def test_14_10_c_2_ii_first_button_by_a_card_dealt_to_each() -> None:
    """The higher suit among equal ranks, in the order of 14.9(d)."""
    case = Case(
        game="hold-em",
        options={"first-button": "card"},
        seats=[CaseSeat(1, decisions=["fold"]), CaseSeat(2), CaseSeat(3, decisions=["fold"])],
        cards={"button": ["Kd", "2c", "Ks"], "1": ["As", "Ah"], "2": ["Qc", "Qd"], "3": ["3c", "4c"]},
    )
    answer = settle(case)
    assert answer["state"] == {"button": 1, "passed": []}  # seat 3 had it, seat 1 is next


def test_14_10_c_3_the_button_moves_clockwise_past_empty_seats_and_broke_players() -> None:
    """14.1 "Button" """
    table = seated({1: 500, 4: 500, 6: 500, 9: 500}, button=4)
    seen = []
    for _ in range(5):
        table.deal()
        seen.append(happened(table, Deal)[3].to)  # type: ignore[attr-defined]
        check_down(table)
    assert seen == ["4", "6", "9", "1", "4"]
    table.leave(6)
    table.deal()
    assert happened(table, Deal)[2].to == "9"  # type: ignore[attr-defined]


def test_14_10_c_1_and_14_10_e_the_button_receives_its_cards_last() -> None:
    table = seated(FOUR, button=2)
    table.deal()
    assert [event.to for event in happened(table, Deal)] == list("34123412")  # type: ignore[attr-defined]
    assert table.view(3)["3"][0] != "??"
    assert table.view(3)["4"] == ["??", "??"]


# ---- antes and blinds ----------------------------------------------------------------------------------


def stakes(table: Table) -> list[tuple[int, int]]:
    return [(event.seat, event.amount) for event in happened(table, Stake) if isinstance(event, Stake)]


def test_14_7_b_1_antes_come_from_everyone_and_before_the_cards() -> None:
    """14.1 "Ante"; 14.10(b)"""
    table = seated(THREE, button=3, ante="0.50", chip=50)
    table.deal()
    assert stakes(table) == [(1, 50), (2, 50), (3, 50), (1, 100), (2, 200)]
    kinds = [type(event) for event in table.said]
    assert kinds.index(Stake) < kinds.index(Shuffle) < kinds.index(Deal)


@pytest.mark.parametrize(
    ("blinds", "posted", "first"),
    [("2", [(1, 200)], 2), ("1 2", [(1, 100), (2, 200)], 3), ("1 2 4", [(1, 100), (2, 200), (3, 400)], 4)],
)
def test_14_10_d_1_2_and_4_number_and_amounts_of_the_blinds(
    blinds: str, posted: list[tuple[int, int]], first: int
) -> None:
    """14.7(b)2; 14.1 "Blind bet": only the seats left of the button post."""
    table = seated(FOUR, button=4, blinds=blinds)
    table.deal()
    assert stakes(table) == posted
    assert choices(table)[0] == f"seat {first}"


def test_14_10_d_1_heads_up_as_the_text_has_it() -> None:
    """The player left of the button posts first, the button second; the other acts first in every round."""
    table = seated({1: 100, 2: 100}, button=1)
    table.deal()
    assert stakes(table) == [(2, 100), (1, 200)]
    order = []
    while table.asked:
        order.append(table.asked.seat)
        play(table, "call" if "call" in {each.id for each in table.asked.choices} else "check")
    assert order == [2, 1, 2, 1, 2, 1, 2, 1]


def test_14_10_d_1_i_whoever_the_blinds_went_past_posts_or_waits_for_the_button() -> None:
    table = seated({1: 500, 2: 500, 4: 500, 5: 500}, button=2, positions=6, post_to_enter="yes")
    table.deal()  # button 2, blinds 4 and 5
    assert stakes(table) == [(4, 100), (5, 200)]
    table.sit(3, "newcomer", 500)
    check_down(table)
    assert table.state.passed == [3]  # type: ignore[attr-defined]
    table.deal()
    assert choices(table) == ["seat 3", "post $2", "wait"]
    play(table, "wait")
    assert "3" not in table.hands
    check_down(table)
    table.deal()
    play(table, "post")  # a live blind that may be raised by its maker
    assert stakes(table) == [(1, 100), (2, 200), (3, 200)]
    play(table, "check")
    check_down(table)
    table.deal()
    assert choices(table)[1] == "fold", "he has paid his way in"


def test_14_10_d_1_i_the_button_frees_whoever_waited() -> None:
    table = seated({1: 500, 2: 500, 4: 500}, button=2, positions=6, post_to_enter="yes")
    table.deal()
    table.sit(3, "newcomer", 500)
    check_down(table)
    waited = 0
    while "3" not in table.hands:
        table.deal()
        if table.asked and table.asked.choices[0].id == "post":
            play(table, "wait")
            waited += 1
        check_down(table)
        assert waited < 5
    assert waited == 3
    assert happened(table, Deal)[3].to == "3"  # type: ignore[attr-defined]  # with the button, dealt to last


def test_14_10_d_1_i_an_absent_player_who_missed_a_blind() -> None:
    table = seated({1: 500, 2: 3, 3: 500, 4: 500}, button=1, positions=6, post_to_enter="yes")
    table.deal()  # seat 2 has too little and misses the blind
    check_down(table)
    table.sit(2, "player 2", 500)
    table.deal()
    assert choices(table) == ["seat 2", "post $2", "wait"]


def test_14_10_d_1_i_by_default_nobody_posts_to_enter() -> None:
    table = seated({1: 500, 2: 500, 4: 500, 5: 500}, button=2)
    table.deal()
    table.sit(3, "newcomer", 500)
    check_down(table)
    table.deal()
    assert "3" in table.hands


# ---- betting rounds ------------------------------------------------------------------------------------


def test_14_10_f_the_blind_may_raise_though_nobody_did() -> None:
    table = seated(THREE, button=3)
    table.deal()
    play(table, "call", "call")
    assert choices(table) == ["seat 2", "check", "raise $4 to $500", "all-in $498"]
    play(table, "raise 10")
    assert choices(table)[0] == "seat 3"


@pytest.mark.paragraph("14.10(h)", "14.10(i)", "14.6(c)", '14.1 "Burn card"')
def test_14_10_g_h_and_i_burn_then_turn_three_one_and_one() -> None:
    """14.1 "Burn card", "Betting round"; 14.6(c): a betting round follows each round of cards."""
    table = seated(THREE, button=3)
    table.deal()
    check_down(table)
    told = [
        event.to if isinstance(event, Deal) else "ask"
        for event in table.said
        if isinstance(event, Deal | Ask)
    ]
    flop = ["burn", *["community"] * 3]
    assert (
        told[6:]
        == [*["ask"] * 3, *flop, *["ask"] * 3, "burn", "community", *["ask"] * 3, "burn", "community"]
        + ["ask"] * 3
    )
    assert table.view()["burn"] == ["??"] * 3


def test_14_10_g_later_rounds_start_left_of_the_button_among_those_left() -> None:
    table = seated(FOUR, button=4)
    table.deal()
    play(table, "call", "call", "fold", "check")
    assert choices(table) == ["seat 2", "check", "bet $2 to $498", "all-in $498"]
    play(table, "check", "bet 10")
    assert choices(table) == ["seat 4", "fold", "call $10", "raise $20 to $498", "all-in $498"]


def test_14_1_a_check_keeps_the_right_to_act() -> None:
    """14.1 "Check", 14.7(j): a check may be followed by a raise, unless the house has posted otherwise."""
    table = seated(THREE, button=3)
    table.deal()
    play(table, "call", "call", "check", "check", "check", "bet 10")
    assert "raise $20 to $498" in choices(table)


def test_14_7_j_check_raise_barred() -> None:
    table = seated(THREE, button=3, check_raise="no")
    table.deal()
    play(table, "call", "call", "check", "check", "check", "bet 10")
    assert choices(table) == ["seat 1", "fold", "call $10"]
    play(table, "call", "fold", "check", "bet 20")
    assert "raise" not in " ".join(choices(table))
    with pytest.raises(Refused, match=r"raise is not offered.*14\.7\(j\)"):
        play(table, "raise 60")


def test_14_7_d_a_decision_out_of_turn_is_no_decision() -> None:
    table = seated(THREE, button=3)
    table.deal()
    with pytest.raises(Refused, match="it is seat 3's turn"):
        table.act(1, "fold")


def test_14_7_g_a_bet_made_is_not_increased() -> None:
    """14.7(g)2: who has called is asked again only if somebody raises."""
    table = seated(THREE, button=3)
    table.deal()
    play(table, "call")
    with pytest.raises(Refused, match="it is seat 1's turn"):
        table.act(3, "raise", 20)
    play(table, "call", "check")
    assert len(table.hands["community"]) == 3


def test_14_1_fold_needs_a_wager_to_refuse() -> None:
    """14.1 "Fold" """
    table = seated(THREE, button=3)
    table.deal()
    play(table, "call", "call", "check")
    assert "fold" not in choices(table)
    with pytest.raises(Refused, match=r'fold is not offered.*14\.1 "Fold"'):
        play(table, "fold")


def test_14_6_d_a_bet_nobody_calls_wins_without_a_showdown() -> None:
    """14.1 "Fold": a folded hand goes to the discards unseen; 14.14(d): the bet itself goes back."""
    table = seated(THREE, button=3)
    table.deal()
    play(table, "raise 30", "fold", "fold")
    assert table.settlement is not None
    assert table.settlement.net == {1: -100, 2: -200, 3: 300}
    assert not happened(table, Show)
    assert [event.amount for event in happened(table, Return)] == [2800]  # type: ignore[attr-defined]
    assert [event.owner for event in happened(table, Discard)] == ["1", "2"]  # type: ignore[attr-defined]


# ---- sizes, 14.17 --------------------------------------------------------------------------------------


def test_14_17_no_limit_a_raise_is_at_least_the_last_raise() -> None:
    """14.1 "Raise", "Bet" """
    table = seated(FOUR, button=4)
    table.deal()
    assert "raise $4 to $500" in choices(table)
    play(table, "raise 12")
    assert "raise $22 to $500" in choices(table)
    play(table, "raise 40")
    assert "raise $68 to $500" in choices(table)
    with pytest.raises(Refused, match=r"raise \$60 is not allowed"):
        play(table, "raise 60")
    with pytest.raises(Refused, match="in steps of"):
        play(table, "raise 70.50")


def test_14_17_a_raise_of_the_minimum_bet_where_posted() -> None:
    table = seated(FOUR, button=4, minimum_raise="minimum-bet")
    table.deal()
    play(table, "raise 12")
    assert "raise $14 to $500" in choices(table)


def test_14_17_pot_limit() -> None:
    """The first raise of 1 and 2 is to at most 7; then 7 called makes 17, so to 24; on the flop the pot."""
    assert most_in_pot_limit(200, 200, 300) == 700
    table = seated(FOUR, button=4, structure="pot-limit")
    table.deal()
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4 to $7"]
    play(table, "raise 7")
    assert choices(table) == ["seat 4", "fold", "call $7", "raise $12 to $24"]
    play(table, "call", "fold", "fold")
    assert choices(table) == ["seat 3", "check", "bet $2 to $17"]
    play(table, "bet 17")
    assert choices(table) == ["seat 4", "fold", "call $17", "raise $34 to $68"]


@pytest.mark.parametrize("structure", ["pot-limit", "no-limit"])
def test_a_raise_is_usually_for_two_thirds_of_the_pot_after_the_call(structure: str) -> None:
    """At first to three big blinds: 2 and two thirds of 5, in whole dollars. Raised to 7, two thirds of 17 on top; on
    the flop 17 are in the pot, and 51 once 17 are bet and called."""
    table = seated(FOUR, button=4, structure=structure)

    def usual() -> int:
        assert table.asked is not None
        (choice,) = (each for each in table.asked.choices if each.id in ("bet", "raise"))
        return table.game.felt.usual(table, table.asked, choice)

    table.deal()
    assert usual() == 600
    play(table, "raise 7")
    assert usual() == 1900
    play(table, "call", "fold", "fold")
    assert usual() == 1200
    play(table, "bet 17")
    assert usual() == 5100
    play(table, "raise 51")
    assert usual() == 13_100, "there are 17, 17 and 51, and 34 to call: two thirds of 119 on top of 51"


def test_14_17_spread_limit() -> None:
    table = seated(FOUR, button=4, structure="spread-limit", minimum_bet="1", maximum_bet="5", blinds="1")
    table.deal()
    assert choices(table) == ["seat 2", "fold", "call $1", "raise $2 to $6"]
    play(table, "raise 4")
    assert choices(table) == ["seat 3", "fold", "call $4", "raise $7 to $9"]
    play(table, "raise 9")
    assert "raise $14" in choices(table)
    play(table, "call", "fold", "fold", "bet 3")
    assert choices(table) == ["seat 4", "fold", "call $3", "raise $6 to $8"]


def test_14_17_fixed_limit_small_bets_then_big_bets() -> None:
    table = seated(THREE, button=3, structure="fixed-limit", minimum_bet="2", maximum_bet="4")
    table.deal()
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4"]
    play(table, "raise", "raise")
    assert choices(table) == ["seat 2", "fold", "call $4", "raise $8"]
    play(table, "call", "call")
    assert choices(table) == ["seat 1", "check", "bet $2"]
    play(table, "bet", "raise", "call", "call")
    assert choices(table) == ["seat 1", "check", "bet $4"]
    play(table, "check", "bet", "raise", "fold")
    assert choices(table) == ["seat 2", "fold", "call $4", "raise $12"]


def test_14_17_fixed_limit_the_first_raise_completes_a_small_blind_bet() -> None:
    table = seated(THREE, button=3, structure="fixed-limit", minimum_bet="4", maximum_bet="8", blinds="1 2")
    table.deal()
    assert choices(table) == ["seat 3", "fold", "call $2", "raise $4"]


def test_14_17_no_more_raises_than_posted() -> None:
    table = seated(THREE, button=3, structure="fixed-limit", raise_cap=3)
    table.deal()
    play(table, "raise", "raise", "raise")
    assert choices(table) == ["seat 3", "fold", "call $4"]
    play(table, "call", "call", "bet", "raise", "raise", "raise")
    assert choices(table) == ["seat 2", "fold", "call $4"]


def test_14_17_an_unlawful_pair_of_limits_is_found() -> None:
    rules = Rules(HOLD_EM, {"structure": "fixed-limit", "minimum-bet": "8", "ante": "0.30"})
    assert [each.cite for each in HOLD_EM.check(rules)] == ["13:69F-14.7(c)", "13:69F-14.17"]
    with pytest.raises(Refused, match=r"blinds cannot be 0; it must be amounts from \$0.25 to \$10,000"):
        Rules(HOLD_EM, {"blinds": "0"})
    with pytest.raises(Refused, match="ante cannot be 1 2; it must be an amount"):
        Rules(HOLD_EM, {"ante": "1 2"})


# ---- all-in --------------------------------------------------------------------------------------------


def test_14_1_a_call_meets_the_highest_bet_and_not_a_short_all_in() -> None:
    """14.1 "Call" """
    table = seated({1: 500, 2: 500, 3: 500, 4: 15}, button=4)
    table.deal()
    play(table, "raise 40", "call")
    assert choices(table)[:3] == ["seat 1", "fold", "call $39"]


@pytest.mark.paragraph('14.1 "All-in"')
def test_14_7_c_4_all_in_for_less_is_called_and_does_not_reopen() -> None:
    """14.1 "All-in": seat 4 raises 10 by 5. Seat 3, who bet, may call; seat 1, who has not acted, may
    raise."""
    table = seated({1: 500, 2: 500, 3: 500, 4: 15}, button=4)
    table.deal()
    play(table, "raise 10")
    assert choices(table) == ["seat 4", "fold", "call $10", "raise $15", "all-in $15"]
    play(table, "all-in")
    assert choices(table) == ["seat 1", "fold", "call $14", "raise $23 to $500", "all-in $499"]
    play(table, "call", "call")
    assert choices(table) == ["seat 3", "fold", "call $5"]


@pytest.mark.parametrize(
    ("reopening", "stack", "reopened"),
    [
        ("full-raise", 17, False),
        ("full-raise", 18, True),
        ("half-raise", 13, False),
        ("half-raise", 14, True),
        ("any-raise", 11, True),
    ],
)
def test_14_17_how_much_reopens_the_betting(reopening: str, stack: int, reopened: bool) -> None:
    """Seat 3 raises the blind by 8, to 10; seat 4 goes all-in for a little more."""
    table = seated({1: 500, 2: 500, 3: 500, 4: stack}, button=4, reopening=reopening)
    table.deal()
    play(table, "raise 10", "all-in", "fold", "fold")
    # Nobody is left to answer a raise of seat 3's, so he may only call.
    assert choices(table) == ["seat 3", "fold", f"call ${stack - 10}"]
    table = seated({1: 500, 2: 500, 3: 500, 4: stack}, button=4, reopening=reopening)
    table.deal()
    play(table, "raise 10", "all-in", "fold", "call")
    assert ("raise" in " ".join(choices(table))) is reopened


def test_14_17_short_raises_that_add_up_reopen_the_betting() -> None:
    table = seated({1: 21, 2: 500, 3: 500, 4: 15}, button=4)
    table.deal()
    play(table, "raise 10", "all-in", "all-in", "call")  # 10, then 15, then 21: together 11, a full raise
    assert choices(table) == ["seat 3", "fold", "call $11", "raise $29 to $500", "all-in $490"]


def test_14_17_fixed_limit_a_short_all_in_is_completed() -> None:
    """Bets of 4: an all-in of 5 over 4 is less than half a raise, so the next goes to 8, not to 9."""
    table = seated(
        {1: 500, 2: 500, 3: 500, 4: 9},
        button=4,
        structure="fixed-limit",
        minimum_bet="4",
        blinds="2 4",
        reopening="half-raise",
    )
    table.deal()
    play(table, "raise", "all-in")
    assert choices(table) == ["seat 1", "fold", "call $7", "raise $12"]


def test_14_7_c_4_ii_an_all_in_player_keeps_receiving_cards() -> None:
    """And nobody is asked when nobody can bet any more: the board is dealt to its end."""
    table = seated({1: 100, 2: 50, 3: 100}, button=3)
    table.deal()
    play(table, "call", "call", "all-in", "call", "fold")
    assert table.settlement is not None
    assert len(table.cards("community")) == 5
    assert len(happened(table, Show)) >= 1


def test_14_7_c_4_iii_the_others_bet_on_into_a_side_pot() -> None:
    table = seated({1: 100, 2: 20, 3: 100}, button=3)
    table.deal()
    play(table, "raise 20", "call", "call")
    assert choices(table) == ["seat 1", "check", "bet $2 to $80", "all-in $80"]
    play(table, "bet 30")
    assert choices(table) == ["seat 3", "fold", "call $30", "raise $60 to $80", "all-in $80"]
    play(table, "call", "check", "check", "check", "check")
    said = [event.what for event in happened(table, Say) if isinstance(event, Say)]
    assert said[0].startswith("Side pot 1: $60 to seat")
    assert said[1].startswith("Main pot: $60 to seat")


def test_14_7_c_4_i_all_in_wins_only_what_it_matched() -> None:
    case = Case(
        game="hold-em",
        state={"button": 3},
        seats=[
            CaseSeat(1, funds=100, decisions=["call", "all-in"]),
            CaseSeat(2, funds=20, decisions=["call"]),
            CaseSeat(3, funds=100, decisions=[["raise", 20], "call"]),
        ],
        cards={
            "1": ["Ks", "Kd"],
            "2": ["As", "Ad"],
            "3": ["Qs", "Qd"],
            "community": ["2c", "5d", "9h", "Js", "3s"],
        },
    )
    answer = settle(case)
    assert [seat["net"] for seat in answer["seats"]] == [60, 40, -100]  # type: ignore[attr-defined]


def test_14_7_c_4_nobody_raises_when_all_others_are_all_in() -> None:
    table = seated({1: 30, 2: 500}, button=2)
    table.deal()
    play(table, "all-in")
    assert choices(table) == ["seat 2", "fold", "call $28"]


# ---- cards ---------------------------------------------------------------------------------------------


@pytest.mark.paragraph("14.5(a)")
def test_14_2_a_and_14_5_a_one_deck_shuffled_for_every_round() -> None:
    """14.5(a)"""
    table = seated(THREE)
    for _ in range(3):
        table.deal()
        check_down(table)
        (shuffle,) = happened(table, Shuffle)
        assert sorted(shuffle.order) == list(range(52))  # type: ignore[attr-defined]


def test_14_3_g_cards_speak() -> None:
    """The value is worked out from the cards, best five of seven (14.3(a), 14.3(b), 14.10(j))."""
    table = seated(THREE, button=3)
    table.deal()
    check_down(table)
    assert table.settlement is not None
    outcomes = [each["pot"].outcome for each in table.settlement.wagers.values()]
    assert len(outcomes) == 3
    assert all(outcomes)
    assert cards("As") == [51]
