"""The wagers of blackjack beside the hand, 2.17 to 2.26: the procedure, and odds against a slow count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.book import Ask, Deal, Discard, Refused, Say, Settle, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.mathematics import setting_of
from pitboss.games.blackjack.side_wager_mathematics import row_counts
from pitboss.games.blackjack.side_wagers import IN_BETWEEN, MATCH_THE_DEALER, OVER_13
from pitboss.money import money
from pitboss.odds import WagerOdds
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.lawful import findings
from tests.blackjack.test_blackjack import begun, dealt, finished
from tests.blackjack_family import Bets, said
from tests.tape import Tape

BLACKJACK = game("blackjack")


def settled(table: Table) -> list[str]:
    """Wagers in the order in which they were decided."""
    return [event.wager for event in said(table, Settle)]


# ---- the procedure -------------------------------------------------------------------------------------


def test_2_17_d_losers_are_collected_then_winners_paid_before_a_third_card() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "over-13", 1), (2, "blackjack", 10), (2, "over-13", 2))
    table = dealt("5c Ts 9h 6d 5s 2d 8h", bets, additional_wager="over-under-13")
    decided = said(table, Settle)
    assert [(event.seat, event.result) for event in decided] == [(1, "lose"), (2, "win")]
    assert table.asked is not None
    assert table.asked.seat == 1


def test_2_24_d_20_points_and_2_26_e_in_between_go_from_the_dealers_right() -> None:
    bets: Bets = tuple((seat, wager, 10) for seat in (1, 2, 3) for wager in ("blackjack", "in-between"))
    table = dealt("5c Ts 2h 6d 9s 2d Kh 7h", bets, in_between="A")
    assert [event.seat for event in said(table, Settle)] == [3, 2, 1]


def test_2_17_e_two_sevens_are_paid_after_the_third_card_and_before_the_next_decision() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "sevens", 1))
    table = dealt("7c 9h 7d Ts 2c", bets, additional_wager="sevens")
    assert settled(table) == []
    table.act(1, "hit")
    assert settled(table) == ["sevens"]
    assert table.asked is not None


def test_2_11_f_split_sevens_are_announced_and_paid_before_a_card_is_dealt_to_them() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "sevens", 1))
    table = dealt("7c 9h 7d Ts 2c", bets, additional_wager="sevens")
    table.act(1, "split")
    steps = [event for event in table.said if isinstance(event, Say | Settle | Deal)]
    places = [(type(event).__name__, getattr(event, "cite", "")) for event in steps[-3:]]
    assert places == [("Say", "13:69F-2.11(f)"), ("Settle", "13:69F-2.17(e)3"), ("Deal", "")]


def test_2_9_f_insurance_is_half_the_wager_on_the_hand_alone() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "sevens", 4))
    table = dealt("9c Ah 9d Ts", bets, additional_wager="sevens")
    assert table.asked is not None
    assert table.asked.choices[0].most == 500


def test_2_24_e_1_queens_of_hearts_wait_for_the_card_reader() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "twenty-point-bonus", 5))
    table = dealt("Qh Kc Qh 9s", bets, twenty_point_bonus="A")
    assert settled(table) == ["twenty-point-bonus"], "there is no blackjack, and nobody has acted"
    assert table.asked is not None
    blackjack = finished(dealt("Qh Kc Qh As", bets, twenty_point_bonus="A"))
    assert settled(blackjack) == ["blackjack", "twenty-point-bonus"]


def test_2_24_e_2_without_a_reader_they_wait_for_the_end() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "twenty-point-bonus", 5))
    table = dealt("Qh Kc Qh 9s", bets, twenty_point_bonus="A", hole_card="none")
    assert settled(table) == []
    assert settled(finished(table)) == ["blackjack", "twenty-point-bonus"]


def test_2_25_e_the_bonus_is_lost_before_insurance_and_with_the_hole_card_up_before_anybody_acts() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "optional-bonus", 5))
    table = dealt("9c Ah 9d 7s", bets, optional_bonus="yes")
    table.act(1, "insurance", 5)
    assert settled(finished(table)) == ["optional-bonus", "insurance", "blackjack"]
    up = {"hole_card": "up", "double_on": "9-to-11", "split_hands": 2}
    assert settled(dealt("9c Th 8d 7s", bets, optional_bonus="yes", **up)) == ["optional-bonus"]


def test_2_17_d_cards_from_the_hand_are_turned_up_for_it() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "same-suit", 1), (2, "blackjack", 10))
    hand: dict[str, object] = {"dealing": "hand", "decks": 2, "hole_card": "none", "cutting_card": 34}
    table = dealt("9c 9d 9h 5c 5d", bets, additional_wager="same-suit", **hand)
    assert table.view()["1"] == ["9c", "5c"]
    assert table.view()["2"] == ["??", "??"]


@pytest.mark.paragraph("2.24(c)", "2.26(d)")
@pytest.mark.parametrize(
    ("wager", "options", "paragraph"),
    [
        ("over-13", {"additional_wager": "over-under-13"}, "2.17(g)1"),
        ("match-the-dealer", {"match_the_dealer": "yes"}, "2.23(c)"),
        ("twenty-point-bonus", {"twenty_point_bonus": "A"}, "2.24(c)"),
        ("optional-bonus", {"optional_bonus": "yes"}, "2.25(c)"),
        ("in-between", {"in_between": "A"}, "2.26(d)"),
    ],
)
def test_2_23_c_a_wager_beside_the_hand_rests_on_one_on_it(
    wager: str, options: dict[str, object], paragraph: str
) -> None:
    table = Table(BLACKJACK, BLACKJACK.rules(**options))
    table.sit(1, "Ann", 100)
    assert wager not in table.open_wagers(1)
    table.bet(1, "blackjack", 10)
    table.bet(1, wager, 5)
    with pytest.raises(Refused, match="depends on the wager") as refusal:
        table.remove(1, "blackjack")
    assert refusal.value.cite == f"13:69F-{paragraph}"
    table.remove(1, wager)
    table.remove(1, "blackjack")


@pytest.mark.paragraph("2.25(b)", "2.24(c)", "2.25(a)", "2.26(d)")
@pytest.mark.parametrize(
    ("wager", "options", "cites"),
    [
        ("over-13", {"additional_wager": "over-under-13"}, ("2.17(b)1", "2.17(b)")),
        ("match-the-dealer", {"match_the_dealer": "yes"}, ("2.23(a)", "2.23(c)")),
        ("twenty-point-bonus", {"twenty_point_bonus": "A"}, ("2.24(a)", "2.24(c)")),
        ("optional-bonus", {"optional_bonus": "yes"}, ("2.25(a)", "2.25(b)")),
        ("in-between", {"in_between": "A"}, ("2.26(a)", "2.26(d)")),
    ],
)
def test_2_24_a_it_is_offered_by_the_house_and_takes_a_wager_on_the_hand(
    wager: str, options: dict[str, object], cites: tuple[str, str]
) -> None:
    """2.25(b), 2.23(a)1: not offered, and offered without a wager on the hand."""
    for chosen, paragraph in zip(({}, options), cites, strict=True):
        table = Table(BLACKJACK, BLACKJACK.rules(**chosen))
        table.sit(1, "Ann", 100)
        with pytest.raises(Refused) as refusal:
            table.bet(1, wager, 5)
        assert refusal.value.cite == f"13:69F-{paragraph}"


@pytest.mark.paragraph("2.23(b)", "2.26(c)")
@pytest.mark.parametrize(
    ("wager", "options"),
    [
        ("over-13", {"additional_wager": "over-under-13"}),  # 2.17(i)
        ("match-the-dealer", {"match_the_dealer": "yes"}),  # 2.23(b)
        ("twenty-point-bonus", {"twenty_point_bonus": "A"}),  # 2.24(b)
        ("optional-bonus", {"optional_bonus": "yes"}),  # 2.25(g)
        ("in-between", {"in_between": "A"}),  # 2.26(c)
    ],
)
def test_2_24_b_it_has_no_bearing_on_the_hand(wager: str, options: dict[str, object]) -> None:
    """The same cards with it and without it: the hand comes to the same."""
    for dealt_cards in ("Th 9c 8d 7s 8c 2d", "Qh Kc Qh As", "Th 6c 9d 9s Kd", "As 7c Kh 9d 5h"):
        alone = finished(dealt(dealt_cards, ((1, "blackjack", 10),)))
        beside = finished(dealt(dealt_cards, ((1, "blackjack", 10), (1, wager, 5)), **options))
        assert alone.settlement is not None
        assert beside.settlement is not None
        assert beside.settlement.wagers[1]["blackjack"] == alone.settlement.wagers[1]["blackjack"]


def test_2_3_l_the_hand_fee_looks_at_the_wager_on_the_hand_only() -> None:
    rules = BLACKJACK.rules(additional_wager="over-under-13", hand_fee="0.25").changed(
        limits={"blackjack": (500, 10_000)}, chip=25
    )
    table = begun(Table(BLACKJACK, rules), ((1, "blackjack", 10), (1, "over-13", 1)))
    assert not table.ledger["fees"]


def test_2_24_h_the_limit_is_at_least_25_000_and_one_players_win() -> None:
    low = findings(BLACKJACK.rules(twenty_point_bonus="A", twenty_point_limit="24999"), {})
    assert [each.cite for each in low] == ["13:69F-2.24(h)"]
    rules = BLACKJACK.rules(twenty_point_bonus="A", twenty_point_limit="25000")
    assert findings(rules, {}) == []
    dear = rules.changed(limits={"twenty-point-bonus": (3_000, 100_000)})
    assert [each.cite for each in findings(dear, {})] == ["13:69F-2.24(h)"]


def test_2_6_j_3_the_third_card_is_advised() -> None:
    bets: Bets = ((1, "blackjack", 10), (1, "sevens", 1))
    table = dealt("7c Kh 7d As", bets, additional_wager="sevens")
    assert isinstance(table.asked, Ask)
    advice = BLACKJACK.mathematics.advise(table, table.asked)
    assert advice.decision == "third-card"
    # 22 sevens among 308 cards, for the hole card is an ace; they make no suit with clubs and diamonds
    assert advice.values["no-third-card"] == 5_000
    assert advice.values["third-card"] == pytest.approx(5_000 + 45_000 * 22 / 308)


# ---- streaks, 2.22 -------------------------------------------------------------------------------------

WON, PUSHED, LOST = "Td Tc 9h 8s", "Td Tc 8h 8s", "Td Tc 7h 8s"
STREAK: Bets = ((1, "blackjack", 10), (1, "streak-2", 5), (1, "streak-3", 5))


def after(*rounds: str) -> Table:
    """A table of two streak wagers after these rounds, in which the player stands."""
    table = finished(dealt(rounds[0], STREAK, streak="yes"))
    for cards_ in rounds[1:]:
        table.chance.load(cards(cards_))  # type: ignore[attr-defined]
        table.bet(1, "blackjack", 10)
        table.deal()
        finished(table)
    return table


def marks(table: Table) -> dict[str, int]:
    return {bet.wager: bet.mark for bet in table.bets.values()}


@pytest.mark.paragraph("2.22(c)")
def test_2_22_d_the_lammer_shows_the_hand_to_be_won_next() -> None:
    table = after(WON)
    assert marks(table) == {"streak-2": 1, "streak-3": 1}
    assert [(each.label, each.at) for each in BLACKJACK.felt.markers(table)] == [("2", "1")]
    assert marks(after(WON, PUSHED)) == {"streak-2": 1, "streak-3": 1}
    assert marks(after(WON, WON)) == {"streak-3": 2}
    assert marks(after(LOST)) == {}


def test_2_22_k_2_while_one_runs_none_is_made_and_none_taken_down() -> None:
    table = after(PUSHED)
    table.bet(1, "blackjack", 10)
    with pytest.raises(Refused, match=r"2\.22\(k\)2"):
        table.bet(1, "streak-4", 5)
    with pytest.raises(Refused, match=r"2\.3\(f\)"):
        table.remove(1, "streak-2")
    table.remove(1, "blackjack")  # he may still think better of the hand


@pytest.mark.paragraph("2.22(i)")
def test_2_22_f_whoever_leaves_has_lost_his_streaks() -> None:
    table = after(WON)
    funds = table.funds(1)
    assert table.leave(1) == funds
    assert table.bets == {}
    assert table.ledger["bank"] == -100_000 + 100_000 - (funds - 100_000)


def test_2_22_f_a_streak_at_one_box_is_lost_by_playing_at_another() -> None:
    table = dealt("Td Tc 9h 8s", STREAK, streak="yes", boxes_per_player=2)
    finished(table)
    table.chance.load(cards("Td Tc 9h 8s"))  # type: ignore[attr-defined]
    table.bet(1, "blackjack@2", 10)
    table.deal()
    lost = [event for event in said(table, Settle) if event.wager.startswith("streak")]
    assert [(event.wager, event.result, event.cite) for event in lost] == [
        ("streak-2", "lose", "13:69F-2.22(f)"),
        ("streak-3", "lose", "13:69F-2.22(f)"),
    ]


def test_2_22_g_a_streak_alone_makes_no_round_and_a_void_one_leaves_it() -> None:
    table = after(WON)
    with pytest.raises(Refused, match=r"2\.3\(a\)"):
        table.deal()
    table.bet(1, "blackjack", 10)
    table.irregularity("hole-card-read-revealing", ("ask", 1))
    table.chance.load(cards("Td 7c 9h 8s"))  # type: ignore[attr-defined]
    table.deal()
    assert marks(table) == {"streak-2": 1, "streak-3": 1}
    table.void("the floor", "the table closes")
    assert table.bets == {}


# ---- the blackjack bonus, 2.20, and the progressive, 2.19 ----------------------------------------------


def test_2_20_e_losers_are_collected_at_once_and_a_winners_cards_stay() -> None:
    bets: Bets = tuple((seat, wager, 5) for seat in (1, 2) for wager in ("blackjack", "blackjack-bonus"))
    rules = BLACKJACK.rules(blackjack_bonus="yes").changed(limits={"blackjack": (500, 100_000)}, chip=50)
    tape = Tape()
    tape.load(cards("As 9h 7c Kd 5h Ts"))
    table = Table(BLACKJACK, rules, chance=tape)
    tape.spin = lambda pockets: max(pockets, key=int)  # type: ignore[method-assign]
    begun(table, bets)
    assert [(event.seat, event.wager) for event in said(table, Settle)] == [
        (2, "blackjack-bonus"),
        (1, "blackjack"),
    ]
    assert not said(table, Discard), "2.7(a): the cards lie under the bonus wager"
    finished(table)
    assert table.settlement is not None
    assert table.settlement.wagers[1]["blackjack-bonus"].pays == 50_000


def test_2_20_k_the_advantage_by_hand() -> None:
    """Six decks: a blackjack 2·24·96/(312·311); the default dollar pays 16.15, the default five 79.50 on average."""
    one, five = BLACKJACK.mathematics.odds(BLACKJACK.rules(blackjack_bonus="yes"), "blackjack-bonus")
    blackjack = Fraction(2 * 24 * 96, 312 * 311)
    assert one.house_edge == 1 - blackjack * Fraction(1615, 100)
    assert five.house_edge == 1 - blackjack * Fraction(7950, 500)
    (returned, _) = BLACKJACK.mathematics.odds(
        BLACKJACK.rules(blackjack_bonus="yes", reading_bonus_stake="returned"), "blackjack-bonus"
    )
    assert returned.house_edge == one.house_edge - blackjack


@pytest.mark.parametrize(("stake", "place"), [(1, 0), (5, 1)])
def test_2_20_j_the_button_draws_as_often_as_the_house_has_set_it(stake: int, place: int) -> None:
    """Simulated it costs what the odds say and swings as they do; four dollars are no such wager."""
    rules = BLACKJACK.rules(blackjack_bonus="yes")
    exact = list(BLACKJACK.mathematics.odds(rules, "blackjack-bonus"))[place]
    (found,) = simulate(rules, plan=f"blackjack-bonus {stake}", rounds=1_000_000, seed=2).wagers
    assert found.house_edge is not None
    assert abs(found.house_edge.value - float(exact.house_edge)) < 4 * found.house_edge.standard_error
    assert found.standard_deviation == pytest.approx(exact.standard_deviation, rel=0.02)
    (none,) = simulate(rules, plan="blackjack-bonus 4", rounds=1_000).wagers
    assert none.house_edge is None


def test_2_19_c_the_progressive_by_hand() -> None:
    """Six decks hold 24 aces, six of a suit, twelve of a color."""
    aces = Fraction(24 * 23, 312 * 311)
    two, two_suited = aces * Fraction(18, 23), aces * Fraction(5, 23)
    third = Fraction(22, 310)
    four = Fraction(2 * 12 * 11 * 10 * 9, 312 * 311 * 310 * 309)
    three_suited = two_suited * Fraction(4, 310)  # less those that become four of a color
    suited_four = Fraction(4 * 6 * 5 * 4 * 9, 312 * 311 * 310 * 309)
    three = aces * third - three_suited - (four - suited_four)
    won = (
        25 * two * (1 - third)
        + 100 * two_suited * (1 - third)
        + 250 * three
        + 2500 * (three_suited - suited_four)
        + 5000 * four
    )
    found = odds_of("progressive-blackjack", progressive_blackjack="yes", hole_card="none")
    assert found.expectation == won - 1
    assert found.break_even is not None
    assert found.per.endswith(f"breaks even at a meter of {money(found.break_even)}")
    even = Fraction(found.break_even, 100)
    assert abs(won - 5000 * four + even * four - 1) < four / 100


@pytest.mark.paragraph("2.22(a)")
@pytest.mark.parametrize("split_hands", [2, 4])
def test_2_22_j_streaks_are_powers_of_one_chance(split_hands: int) -> None:
    """Of decided rounds some 47.5 percent are won: two in a row at 3 to 1 cost a tenth, five at 37 to 1 less. The
    plain wager, in which a split round counts by its money, comes to nearly the same. With one split all is exact."""
    rules = BLACKJACK.rules(streak="yes", split_hands=split_hands)
    found = {
        odds.wager: odds for odds in BLACKJACK.mathematics.odds(rules) if odds.wager.startswith("streak")
    }
    (plain,) = BLACKJACK.mathematics.odds(rules, "blackjack")
    won, _, lost = (outcome.probability for outcome in plain.outcomes)
    chance = float(won / (won + lost))
    for hands, pays in ((2, 3), (3, 7), (4, 17), (5, 37)):
        odds = found[f"streak-{hands}"]
        assert odds.method == ("exact" if split_hands == 2 else "simulated")
        assert float(odds.hit_rate) == pytest.approx(chance**hands, rel=0.003 * hands)
        assert float(odds.expectation) == pytest.approx((1 + pays) * float(odds.hit_rate) - 1)
        low, high = odds.interval or (odds.house_edge, odds.house_edge)
        assert low <= odds.house_edge <= high < low + 0.0002


@pytest.mark.parametrize(
    ("plan", "options"),
    [
        ("blackjack 10 + over-13 5 ", {"additional_wager": "over-under-13"}),
        (
            "blackjack 10 + match-the-dealer 5 + twenty-point-bonus 5",
            {"match_the_dealer": "yes", "twenty_point_bonus": "A"},
        ),
        ("blackjack 10 + optional-bonus 5", {"optional_bonus": "yes"}),
        ("blackjack 10 + in-between 5", {"in_between": "C"}),
        ("blackjack 10 + streak-2 5 + streak-3 5", {"streak": "yes"}),
        (
            "action-1 10 + action-2 10 + action-3 10",
            {"multiple_action": "two", "hole_card": "none", "split_hands": 2},
        ),
    ],
)
def test_2_17_e_simulation_agrees_with_the_odds(plan: str, options: dict[str, object]) -> None:
    rules = BLACKJACK.rules(**options)
    report = simulate(rules, plan=plan.strip(), rounds=2_000_000, seed=3)
    for term in plan.split(" + ")[1:]:
        wager = term.split()[0]
        (exact,) = BLACKJACK.mathematics.odds(rules, wager)
        (found,) = (each.house_edge for each in report.wagers if each.wager == wager)
        assert found is not None
        assert abs(found.value - float(exact.house_edge)) < 4 * found.standard_error, wager


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_2_19_c_best_play_splits_aces_so_four_cards_are_dealt(decks: int) -> None:
    from pitboss.games.blackjack.charts import PAIR, SPLIT

    cells = setting_of(BLACKJACK.rules(decks=decks, hole_card="none")).cells
    assert all(cells[up, PAIR, 1] & SPLIT for up in range(2, 12))


# ---- multiple action, 2.18 -----------------------------------------------------------------------------

MULTIPLE: dict[str, object] = {"multiple_action": "two", "hole_card": "none", "split_hands": 2}
THREE: Bets = ((1, "action-1", 10), (1, "action-2", 20), (1, "action-3", 30))


def test_2_18_f_the_dealer_keeps_the_first_card_and_racks_the_others() -> None:
    table = finished(dealt("Ts 9c 8d Th 9d 5h 8s", THREE, **MULTIPLE))
    assert table.view()["dealer"] == ["9c", "5h", "8s"]
    assert [event.wager for event in said(table, Settle)] == ["action-1", "action-2", "action-3"]
    announced = [event.cite for event in said(table, Say)]
    assert announced[-3:] == ["13:69F-2.6(h)", "13:69F-2.18(h)", "13:69F-2.6(h)"]


def test_2_18_c_a_double_down_is_as_much_again_on_each_wager() -> None:
    table = dealt("6s 9c 5d Th 9d 5h 8s Kd", THREE, **MULTIPLE)
    assert table.asked is not None
    (double,) = [choice for choice in table.asked.choices if choice.id == "double-down"]
    assert (double.least, double.most) == (6_000, 6_000)
    poor = dealt("6s 9c 5d Th 9d", THREE, funds=100, **MULTIPLE)
    assert "double-down" not in [choice.id for choice in poor.legal()]


def test_2_18_a_the_hand_is_advised_for_all_wagers_together() -> None:
    table = dealt("6s 9c 5d Th 9d 5h 8s Kd", THREE, **MULTIPLE)
    plain = dealt("6s 9c 5d Th 9d 5h 8s Kd", ((1, "blackjack", 60),), hole_card="none", split_hands=2)
    assert table.asked is not None
    assert plain.asked is not None
    advice, same = (
        BLACKJACK.mathematics.advise(table, table.asked),
        BLACKJACK.mathematics.advise(plain, plain.asked),
    )
    assert advice.decision == same.decision == "double-down"
    assert advice.amount == 6_000
    assert advice.values["hit"] == pytest.approx(same.values["hit"])


def test_2_18_a_each_wager_has_the_odds_of_a_plain_one() -> None:
    kept = {"hole_card": "none", "split_hands": 2, "reading_busted_extra": "kept"}
    (plain,) = BLACKJACK.mathematics.odds(BLACKJACK.rules(**kept), "blackjack")
    (third,) = BLACKJACK.mathematics.odds(BLACKJACK.rules(**MULTIPLE), "action-3")
    assert (third.wager, third.expectation) == ("action-3", plain.expectation)
    (insured,) = BLACKJACK.mathematics.odds(BLACKJACK.rules(**MULTIPLE), "insurance-2")
    assert insured.wager == "insurance-2"
    assert insured.expectation == Fraction(96 * 3, 311) - 1


# ---- consent, 2.13(a) ----------------------------------------------------------------------------------


def shared(consent: str) -> Table:
    """Ann has wagered on her box; Bob and Cy sit beside her."""
    table = Table(BLACKJACK, BLACKJACK.rules(bettors_per_box=3, boxes_per_player=2, consent=consent))
    for seat, name in enumerate(("Ann", "Bob", "Cy"), 1):
        table.sit(seat, name, 1000)
    table.bet(1, "blackjack", 10)
    return table


def refused(table: Table, seat: int, wager: str) -> str:
    with pytest.raises(Refused) as refusal:
        table.bet(seat, wager, 10)
    return str(refusal.value)


def test_2_13_a_the_first_bettor_of_a_box_may_refuse_others() -> None:
    table = shared("unless-refused")
    table.bet(2, "blackjack@1", 10)
    table.act(1, "refuse-others")
    assert refused(table, 3, "blackjack@1") == (
        "seat 1 wagered first on box 1 and is not sharing it (13:69F-2.13(a))"
    )
    finished(begun_again(table))
    table.bet(1, "blackjack", 10)
    assert "is not sharing" in refused(table, 2, "blackjack@1")  # what he said holds
    table.act(1, "consent")
    table.bet(2, "blackjack@1", 10)


def test_2_13_a_or_is_asked_for_his_consent() -> None:
    table = shared("asked")
    assert "is not sharing" in refused(table, 2, "blackjack@1")
    table.act(1, "consent")
    table.bet(2, "blackjack@1", 10)
    with pytest.raises(Refused, match=r"2\.13\(a\)"):
        table.act(2, "consent")  # he is not the first on any box


def test_2_13_a_the_first_on_anothers_box_cannot_keep_him_from_it() -> None:
    table = shared("asked")
    table.bet(3, "blackjack@2", 10)
    assert "seat 3 wagered first on box 2" in refused(table, 1, "blackjack@2")
    table.bet(2, "blackjack", 10)


def test_2_13_a_who_leaves_takes_his_word_with_him() -> None:
    table = shared("unless-refused")
    table.act(1, "refuse-others")
    table.remove(1, "blackjack")
    table.leave(1)
    table.sit(1, "Dee", 1000)
    table.bet(1, "blackjack", 10)
    table.bet(2, "blackjack@1", 10)


def begun_again(table: Table) -> Table:
    table.deal()
    return table


# ---- the odds ------------------------------------------------------------------------------------------


def odds_of(wager: str, **options: object) -> WagerOdds:
    (found,) = BLACKJACK.mathematics.odds(BLACKJACK.rules(**options), wager)
    return found


def percent(odds: WagerOdds) -> float:
    return round(float(odds.house_edge * 100), 2)


def test_2_17_e_1_over_and_under_13_as_published() -> None:
    """Griffin's over/under with six decks: 6.55 and 10.07 percent."""
    assert percent(odds_of("over-13", additional_wager="over-under-13")) == 6.55
    assert percent(odds_of("under-13", additional_wager="over-under-13")) == 10.07


def test_2_17_e_2_same_suit_by_hand() -> None:
    """Of 311 other cards 77 are of the suit. King and queen: 8 of 52 cards, then 6 of 311."""
    suited, top = Fraction(77, 311), Fraction(8, 52) * Fraction(6, 311)
    expected = 15 * top + Fraction(5, 2) * (suited - top) - (1 - suited)
    assert odds_of("same-suit", additional_wager="same-suit", same_suit_table=4).expectation == expected


def test_2_17_e_3_sevens_by_hand() -> None:
    """Six decks hold 24 sevens, six of a suit. Published: 11.40 percent."""
    one = Fraction(24, 312) * Fraction(288, 311)
    two, two_suited = Fraction(24 * 18, 312 * 311), Fraction(24 * 5, 312 * 311)
    third = Fraction(22, 310)
    three_suited = two_suited * Fraction(4, 310)
    three = (two + two_suited) * third - three_suited
    expected = (
        3 * one
        + (50 * two + 100 * two_suited) * (1 - third)
        + 500 * three
        + 5000 * three_suited
        - Fraction(288, 312)
    )
    found = odds_of("sevens", additional_wager="sevens")
    assert found.expectation == expected
    assert percent(found) == 11.40


def test_2_23_f_match_the_dealer_by_hand_and_as_published() -> None:
    """Of 311 other cards 5 are the up card's equals, 18 match it otherwise. Published: 4.06 percent."""
    nothing = Fraction(288 * 287, 311 * 310)
    found = odds_of("match-the-dealer", match_the_dealer="yes")
    assert found.expectation == Fraction(2 * (5 * 11 + 18 * 4), 311) - nothing
    assert percent(found) == 4.06


def test_2_24_f_20_points_as_published() -> None:
    """Lucky Ladies, six decks: 24.71 percent by the first table."""
    assert percent(odds_of("twenty-point-bonus", twenty_point_bonus="A")) == 24.71


def test_2_26_f_in_between_as_published() -> None:
    """In Bet, six decks: 3.40 percent by the first table."""
    assert percent(odds_of("in-between", in_between="A")) == 3.40


def test_2_25_e_optional_bonus_by_points() -> None:
    """Values of three cards from a shoe of six decks; three eights of a suit 24·5·4, of a color besides."""
    left = Counter(dict.fromkeys(range(1, 10), 24) | {10: 96})
    pays = {10: 3, 9: 5, 8: 7, 7: 9, 6: 15}
    value = Fraction(0)
    for a, b, c in ((a, b, c) for a in left for b in left for c in left):
        ways = left[a] * (left[b] - (a == b)) * (left[c] - (a == c) - (b == c))
        two = a + b + (10 if 1 in (a, b) and a + b <= 11 else 0)
        won = two < 17 and a + b + c > 21
        value += ways * Fraction(pays[c] if won else -1, 312 * 311 * 310)
    suited, colored = 24 * 5 * 4, 24 * 11 * 10 - 24 * 5 * 4
    value += Fraction(suited * (200 - 7) + colored * (50 - 7), 312 * 311 * 310)
    assert odds_of("optional-bonus", optional_bonus="yes").expectation == value


@pytest.mark.parametrize("side", [OVER_13, MATCH_THE_DEALER, IN_BETWEEN], ids=lambda side: side.wager)
def test_2_26_g_rows_are_counted_from_any_shoe(side: object) -> None:
    """A dozen cards, some twice, dealt in every order, by a second telling of the rules."""
    shoe = [0, 0, 5, 17, 18, 34, 37, 42, 42, 45, 48, 51]
    ways = permutations(shoe, 3)
    found: Counter[str] = Counter()
    for three in ways:
        found[TOLD[side.wager](*three)] += 1  # type: ignore[attr-defined]
    counts = row_counts(side.row, side.when, tuple(sorted(Counter(shoe).items())))  # type: ignore[attr-defined]
    rows: Counter[str] = Counter()
    for row, count in counts.items():
        rows[side.rows[row]] += count  # type: ignore[attr-defined]
    assert +rows == +found


RANK = "23456789TJQKA"


def over(a: int, b: int, _: int) -> str:
    value = dict.fromkeys("TJQK", 10) | {rank: int(rank) for rank in "23456789"} | {"A": 1}
    both = value[RANK[a // 4]] + value[RANK[b // 4]]
    return "13" if both == 13 else "over 13" if both > 13 else "under 13"


def match(a: int, b: int, up: int) -> str:
    told = ["suited match" if card == up else "match" for card in (a, b) if RANK[card // 4] == RANK[up // 4]]
    return " and ".join(told) or "no match"


def between(a: int, b: int, up: int) -> str:
    if a // 4 == b // 4 == up // 4:
        return "triple match"
    inside = range(min(a // 4, b // 4) + 1, max(a // 4, b // 4))
    if up // 4 not in inside:
        return "not between"
    words = {1: "one-card spread", 2: "two-card spread", 3: "three-card spread"}
    return words.get(len(inside), "all other spreads")


TOLD: dict[str, Callable[[int, int, int], str]] = {
    "over-13": over,
    "match-the-dealer": match,
    "in-between": between,
}
