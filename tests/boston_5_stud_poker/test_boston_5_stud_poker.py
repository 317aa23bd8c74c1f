"""Boston 5 stud poker, 13:69F-24: rounds worked out by hand, random play, the compiled path, exact odds, strategy."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Ask, Discard, Refused, Return, Rules, Settle, Show, Stake, game
from pitboss.compiler import kernel
from pitboss.equipment.cards import cards
from pitboss.games.house_poker.boston_5_stud_poker_mathematics import (
    against_all,
    gains,
    placed,
    simulation,
    starts,
)
from pitboss.games.house_poker.counting import OF_A_DEALER, player_hands
from pitboss.games.house_poker.family import FIVE_CARDS, THREE_CARDS, three_cards
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.high import best_five
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.house_poker import (
    all_seated,
    brought,
    compiled_round,
    dealt_to,
    near,
    shown,
    shuffled,
    slow_three,
    table_and_tape,
)
from tests.properties import often
from tests.tape import Tape

B5S = game("boston-5-stud-poker")
DEALING = ("manual-shoe", "hand", "automated-shoe")


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, ante: int = 5, bonus: int = 0, **options: object) -> Table:
    wagers = {"ante": ante, "first": 2 * ante, "optional-bonus": bonus}
    return all_seated(B5S, seats, wagers, seed=24, **options)


def test_24_2_a_one_deck_of_52_cards() -> None:
    assert sorted(B5S.rules().pack()) == list(range(52))


def test_24_4_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.paragraph("24.7(a)", "24.8(a)", "24.8(c)1", "24.8(c)2", "24.9(a)")
@pytest.mark.parametrize("dealing", DEALING)
def test_24_7_d_three_consecutive_cards_clockwise_the_dealer_last(dealing: str) -> None:
    """24.7(a), 24.7(d)1, 24.7(d)2; from the hand 24.8(a), 24.8(c)1, 24.8(c)2; in stacks 24.9(a), 24.9(c)."""
    table = seated(4, 1, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["dealer"] * 3


@pytest.mark.paragraph("24.9(d)")
@pytest.mark.parametrize("dealing", DEALING)
def test_24_10_d_two_consecutive_cards_to_each_second_wager_then_to_the_dealer(dealing: str) -> None:
    """24.10(d)1, 24.10(d)2; with an automated shoe from the dealer's hand, 24.9(d)."""
    table = seated(1, 2, 3, dealing=dealing)
    table.deal()
    for seat, decision in ((1, "second"), (2, "fold"), (3, "second"), (1, "keep"), (3, "keep")):
        table.act(seat, decision)
    assert dealt_to(table)[12:] == ["1", "1", "3", "3", "dealer", "dealer"]


def test_24_7_d_all_cards_are_dealt_face_down() -> None:
    table = seated(1, 2)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == table.view(1)["dealer"] == ["??"] * 3


def test_24_7_f_the_dealer_or_the_shuffler_counts() -> None:
    """24.9(f)."""
    assert B5S.rules()["stub-count"] == "dealer"
    assert B5S.rules(stub_count="shuffler")["stub-count"] == "shuffler"


def test_24_6_b_no_wager_after_no_more_bets() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "optional-bonus", 5)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "first")


def test_24_6_c_the_optional_bonus_rests_on_ante_and_first() -> None:
    table = Table(B5S, seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, "ante", 5)
    with pytest.raises(Refused, match=r"24.6\(c\)"):
        table.bet(1, "optional-bonus", 1)
    table.bet(1, "first", 10)
    table.bet(1, "optional-bonus", 1)
    for wager in ("ante", "first"):
        with pytest.raises(Refused, match="down first"):
            table.remove(1, wager)
    table.remove(1, "optional-bonus")
    table.remove(1, "first")


def test_24_6_d_the_second_wager_is_not_made_before_the_cards() -> None:
    table = seated(1)
    with pytest.raises(Refused, match="during the round"):
        table.bet(1, "second", 10)


def test_24_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        seated(1).bet(2, "ante", 5)


def test_24_1_the_first_wager_is_twice_the_ante_when_betting_ends() -> None:
    table = seated(1)
    table.bet(1, "ante", 5)
    with pytest.raises(Refused, match=r"twice the ante; position 1 has \$10 ante, \$10 first.*24\.1"):
        table.deal()
    table.bet(1, "first", 10)
    table.deal()
    assert table.playing


def test_24_10_a_only_who_bet_on_the_bonus_is_asked_to_expose() -> None:
    table = seated(1, 2, 3)
    table.remove(3, "ante")
    table.remove(3, "first")
    table.bet(2, "optional-bonus", 5)
    table.deal()
    assert table.asked is not None
    assert (table.asked.seat, [choice.id for choice in table.asked.choices]) == (2, ["expose", "conceal"])
    assert table.view(1)["2"] == ["??"] * 3
    table.act(2, "expose")
    assert "??" not in table.view(1)["2"]
    assert table.asked.seat == 1


def test_24_10_a_losing_bonuses_are_collected_before_winners_are_paid() -> None:
    dealt = Tape()
    table = Table(B5S, chance=dealt)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1000)
        for wager, amount in (("ante", 5), ("first", 10), ("optional-bonus", 5)):
            table.bet(seat, wager, amount)
    dealt.load(cards("4h 4s Jd Ac Kd 9h 2h 2d 2s Qc 8d 5c"))
    table.deal()
    for seat, decision in ((1, "expose"), (2, "expose"), (3, "conceal")):
        table.act(seat, decision)
    results = [(event.seat, event.result) for event in table.said if isinstance(event, Settle)]
    assert results == [(2, "lose"), (3, "lose"), (1, "win")]
    assert shown(table) == ["1", "2"]


def test_24_10_b_each_player_in_turn_makes_a_second_wager_or_folds() -> None:
    table = seated(3, 1)
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["second $10", "fold"]
    table.act(1, "fold")
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["1"]
    table.act(3, "second")
    (stake,) = (event for event in table.said if isinstance(event, Stake))
    assert (stake.seat, stake.wager, stake.amount) == (3, "second", 1000)
    assert "1" not in shown(table)  # a folded hand is never exposed


def test_24_10_b_who_cannot_pay_the_second_wager_folds() -> None:
    for funds, choices in ((25, ["second", "fold"]), (24, ["fold"])):
        table = Table(B5S, seed=1)
        table.sit(1, "Ann", funds)
        table.bet(1, "ante", 5)
        table.bet(1, "first", 10)
        table.deal()
        assert [choice.id for choice in table.legal(1)] == choices


def test_24_10_b_when_all_have_folded_the_round_is_over() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "fold")
    table.act(2, "fold")
    assert not table.playing
    assert len(dealt_to(table)) == 9
    assert shown(table) == []


def test_24_10_c_a_second_wager_may_be_withdrawn_once_all_have_decided() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "second")
    table.act(2, "second")
    assert [choice.id for choice in table.legal(1)] == ["keep", "withdraw"]
    table.act(1, "withdraw")
    (back,) = (event for event in table.said if isinstance(event, Return))
    assert (back.seat, back.wager, back.amount) == (1, "second", 1000)
    assert table.funds(1) == 98_500
    table.act(2, "keep")
    assert dealt_to(table)[9:] == ["2", "2", "dealer", "dealer"]


def test_24_10_e_the_dealer_shows_all_five_cards_and_players_follow_counterclockwise() -> None:
    """24.10(f): first and second, then the ante, one player after the other."""
    table = seated(1, 2, 5)
    table.deal()
    for decision in ("second", "keep"):
        for seat in (1, 2, 5):
            assert "dealer" not in shown(table)
            table.act(seat, decision)
    assert shown(table) == ["dealer", "5", "2", "1"]
    (dealers,) = (event for event in table.said if isinstance(event, Show) and event.owner == "dealer")
    assert len(dealers.cards) == 5
    told = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    main = [each for each in told if each[1] != "ante-bonus"]
    assert main == [(seat, wager) for seat in (5, 2, 1) for wager in ("first", "second", "ante")]


def test_24_11_a_odds_are_said_with_to() -> None:
    for grid in B5S.data.pay_grids:
        for _, odds in grid.rows:
            assert " to " in odds
            assert " for " not in odds


def test_24_12_a_voids_only_while_somebody_has_to_decide() -> None:
    table = seated(1, 2)
    table.deal()
    table.act(1, "second")
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    # What the seed dealt may be three of a kind; nothing else changes hands.
    paid = {event.wager for event in table.said if isinstance(event, Settle) and event.result != "void"}
    assert paid <= {"ante-bonus"}
    table = seated(1, 2)
    table.deal()
    table.act(1, "second")
    table.act(2, "second")
    table.irregularity("dealer-card-exposed")
    assert table.playing


# ---- papers --------------------------------------------------------------------------------------------


def found_in(folder: Path, told: str) -> list[tuple[str, str]]:
    page = folder / "table.toml"
    page.write_text(f'game = "boston-5-stud-poker"\n{told}\n')
    return [(each.point, each.cite) for each in check_table(page)]


def test_24_11_e_check_finds_a_limit_that_is_too_low(tmp_path: Path) -> None:
    """At a minimum ante of $5 the floor is $50,000; at $60 it is 1,004 times as much."""
    unlawful = [("options.payout-limit", "13:69F-24.11(e)")]
    assert found_in(tmp_path, "options = { payout-limit = 50000 }") == []
    assert found_in(tmp_path, "options = { payout-limit = 49999 }") == unlawful
    at_60 = "limits = {{ ante = [60, 600], first = [120, 1200] }}\noptions = {{ payout-limit = {} }}"
    assert found_in(tmp_path, at_60.format(60_240)) == []
    assert found_in(tmp_path, at_60.format(60_239)) == unlawful


def test_24_1_posted_limits_of_the_first_wager_are_twice_those_of_the_ante(tmp_path: Path) -> None:
    told = "limits = {{ ante = [10, 500], first = [{}, 1000] }}"
    assert found_in(tmp_path, told.format(20)) == []
    assert found_in(tmp_path, told.format(10)) == [("limits.first", "13:69F-24.1")]


def test_24_11_c_the_bonus_tables_are_floors_and_the_others_fixed(tmp_path: Path) -> None:
    """24.11(b), 24.11(c), 24.11(d)."""
    told = 'pay_tables = {{ {} = {{ {} = "{} to 2" }} }}'
    for wager, row, floor, paragraph in (
        ("ante-bonus", "flush", 30, "13:69F-24.11(c)"),
        ("optional-bonus", "three-card-flush", 6, "13:69F-24.11(d)"),
    ):
        assert found_in(tmp_path, told.format(wager, row, floor + 1)) == []
        assert found_in(tmp_path, told.format(wager, row, floor - 1)) == [
            (f"pay_tables.{wager}.{row}", paragraph)
        ]
    assert found_in(tmp_path, told.format("first", "win", 3)) == [("pay_tables.first.win", "13:69F-24.11(b)")]


def test_24_11_a_guide_and_layout_say_to() -> None:
    page = guide("boston-5-stud-poker", [])
    assert "1,000 to 1" in page
    assert "1,000 for 1" not in page
    assert 'data-wager="optional-bonus"' in layout_svg(B5S.rules())


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------


def equal_hands(chance: random.Random) -> list[int]:
    """Ten cards, as they are dealt, that give the dealer the player's ranks: none, one or two pairs of them."""
    ranks = chance.sample(range(13), 5 - chance.randrange(3))
    ranks = chance.sample(ranks + ranks[: 5 - len(ranks)], 5)
    suits = {rank: chance.sample(range(4), 4) for rank in ranks}
    mine, theirs = ([4 * rank + suits[rank].pop() for rank in ranks] for _ in range(2))
    return [*mine[:3], *theirs[:3], *mine[3:], *theirs[3:]]


@pytest.mark.parametrize(
    ("options", "posted"),
    [
        ({}, {}),
        (
            {
                "reading-beaten-bonus-hand": "returned",
                "reading-tied-bonus-hand": "unpaid",
                "reading-ace-two-three": "as-printed",
                "payout-limit": 50_000,
            },
            {"ante-bonus": {"two-pair": "9000 to 2"}, "optional-bonus": {"three-card-flush": "7 to 2"}},
        ),
    ],
)
def test_table_and_compiled_rules_pay_the_same(
    options: dict[str, object], posted: dict[str, dict[str, str]]
) -> None:
    """5,000 random deals each, many of them ties, the same cards both ways, identical money for every wager; the
    payout limit is reached by a bonus far above the floor."""
    rules = Rules(B5S, options, pay_tables=posted, chip=100)
    compiled = simulation(rules)
    chance = random.Random(24)

    def always(_: Table, ask: Ask) -> tuple[str, int]:
        return ask.choices[0].id, ask.choices[0].most

    table, dealt = table_and_tape(rules, always)
    signs: Counter[int] = Counter()
    for n in range(often(3_000)):
        tape = chance.sample(range(52), 10) if n % 10 else equal_hands(chance)
        dealt.load(tape)
        ante, side = chance.choice([5, 10, 26]), chance.choice([0, 2, 10])
        for wager, amount in (("ante", ante), ("first", 2 * ante), ("optional-bonus", side)):
            if amount:
                table.bet(1, wager, amount)
        table.deal()
        assert table.settlement is not None
        net, staked = compiled_round(compiled, tape, [ante, side])
        against_dealer = ("ante", "first", "second", "ante-bonus")
        assert brought(table, against_dealer, ("optional-bonus",)) == net.tolist(), tape
        assert table.settlement.net[1] == net.sum()
        assert staked.tolist() == [500 * ante, 100 * side]
        signs[int(np.sign(net[0]))] += 1
    assert min(signs.values()) > 100


# ---- exact odds ----------------------------------------------------------------------------------------

# Hands of five cards, by the usual arithmetic, and what 24.11(c) pays them.
BONUS_HANDS = {
    "royal-flush": (4, 1000),
    "straight-flush": (36, 200),
    "four-of-a-kind": (13 * 48, 100),
    "full-house": (13 * 4 * 12 * 6, 25),
    "flush": (4 * comb(13, 5) - 40, 15),
    "straight": (10 * 4**5 - 40, 8),
    "three-of-a-kind": (13 * 4 * comb(12, 2) * 16, 4),
    "two-pair": (comb(13, 2) * 36 * 44, 2),
}
HANDS = comb(52, 5)
# Ways to give player and dealer the same ranks: for each single rank one of four cards and one of the other three,
# where either hand may be of one suit; for a pair two cards of the four each. Three of a rank only one of them has.
MIXED = 12**5 - 2 * 4 * 3**5 + 4 * 3
TIES = {
    "high-card": (comb(13, 5) - 10) * MIXED,
    "one-pair": 13 * comb(12, 3) * 6 * 12**3,
    "two-pair": comb(13, 2) * 11 * 6 * 6 * 12,
    "straight": 10 * MIXED,
    "flush": (comb(13, 5) - 10) * 4 * 3,
    "straight-flush": 9 * 4 * 3,
    "royal-flush": 4 * 3,
}


def test_24_11_d_the_optional_bonus_is_what_its_table_implies() -> None:
    """Twelve runs with the ace at either end; a pair of thirteen ranks and a third card of twelve."""
    counts = {40: 12 * 4, 25: 13 * 4, 6: 12 * 60, 3: 4 * comb(13, 3) - 48, 1: 13 * 6 * 48}
    (row,) = B5S.mathematics.odds(B5S.rules(), "optional-bonus")
    returned = sum(count * (1 + odds) for odds, count in counts.items())
    assert row.house_edge == 1 - Fraction(returned, comb(52, 3)) == Fraction(467, 5525)
    assert row.hit_rate == Fraction(sum(counts.values()), comb(52, 3))


def test_24_11_d_the_optional_bonus_has_the_published_edges_where_more_is_paid() -> None:
    """With 30 to 1 for three of a kind 7.3 percent, and with 4 to 1 for a flush 2.3 (Pilarski, 2005)."""
    better = {"three-of-a-kind": "30 to 1"}
    for posted, percent in ((better, 7.3), ({**better, "three-card-flush": "4 to 1"}, 2.3)):
        (row,) = B5S.mathematics.odds(Rules(B5S, pay_tables={"optional-bonus": posted}), "optional-bonus")
        assert round(100 * float(row.house_edge), 1) == percent


def test_24_5_d_every_three_cards_take_the_row_the_text_gives_them() -> None:
    for a, b, c in combinations(range(52), 3):
        for low_ace in (False, True):
            assert THREE_CARDS[three_cards(a, b, c, low_ace)] == slow_three((a, b, c), low_ace)


@kernel
def _compare(mine: NDArray[np.int64], rest: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    """One hand of the player against every one of the dealer, by brute force."""
    value = best_five((mine[0], mine[1], mine[2], mine[3], mine[4]))
    for a in range(47):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        other = best_five((rest[a], rest[b], rest[c], rest[d], rest[e]))
                        found[0 if other > value else 1 if other == value else 2] += 1


def test_24_10_f_counts_agree_with_brute_force() -> None:
    """From the weakest hands to the strongest, each against all 1,533,939 of the dealer's."""
    hands, chance = player_hands().cards, random.Random(24)
    for part in range(12):
        n = chance.randrange(part * len(hands) // 12, (part + 1) * len(hands) // 12)
        mine = hands[n].astype(np.int64)
        found = np.zeros(3, np.int64)
        _compare(mine, np.array([card for card in range(52) if card not in mine]), found)
        assert against_all()[n].tolist() == found.tolist()


def suits_renamed(hand: Iterable[int]) -> tuple[int, ...]:
    """The hand with its suits so named that their ranks, as sets, are in falling order."""
    suits = sorted(
        (sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4)), reverse=True
    )
    return tuple(4 * rank + suit for rank in range(13) for suit in range(4) if suits[suit] >> rank & 1)


def test_24_10_b_three_cards_come_to_what_their_completions_come_to() -> None:
    """Seven-three-two with two of a suit, nines and a queen, three hearts: each of 1,176 completions looked up."""
    place = {tuple(hand): n for n, hand in enumerate(player_hands().cards.tolist())}
    for three in (cards("7c 3c 2d"), cards("9c 9d Qh"), cards("Jh 8h 7h")):
        expected = np.zeros((10, 3), np.int64)
        for two in combinations([card for card in range(52) if card not in three], 2):
            hand = (*three, *two)
            expected[best_five(hand) >> 26] += against_all()[place[suits_renamed(hand)]]
        like = suits_renamed(three)
        (kind,) = (n for n, each in enumerate(starts().cards.tolist()) if suits_renamed(each) == like)
        assert (starts().deals[kind] == expected * starts().times[kind]).all()


def test_24_10_f_every_deal_is_counted_once_and_nobody_is_favoured() -> None:
    times, deals = starts().times, starts().deals
    assert len(times) == 1755
    assert times.sum() == comb(52, 3)
    assert (deals.sum(axis=(1, 2)) == times * comb(49, 2) * OF_A_DEALER).all()
    by_row = deals.sum(axis=(0, 2))
    for row, (count, _) in BONUS_HANDS.items():
        assert by_row[FIVE_CARDS.index(row)] == 10 * count * OF_A_DEALER
    lost, _, won = deals.sum(axis=(0, 1))
    assert lost == won


def test_24_11_c_the_edge_is_what_arithmetic_gives() -> None:
    """Who never folds loses as many antes as the dealer wins hands, half of those that are not ties, and first and
    second wager win as often as they lose; against that stand the bonuses."""
    always_paid = sum(count * odds for count, odds in BONUS_HANDS.values())
    ties = Fraction(sum(TIES.values()), HANDS * OF_A_DEALER)
    (ante,) = B5S.mathematics.odds(B5S.rules(), "ante")
    assert ante.house_edge == (1 - ties) / 2 - Fraction(always_paid, HANDS)
    assert round(100 * float(ante.house_edge), 4) == 19.5153
    assert ante.wagered == 5
    assert sum(outcome.probability for outcome in ante.outcomes) == 1
    assert sum(each.probability for each in ante.outcomes if each.outcome.startswith("tie")) == ties
    (first,) = B5S.mathematics.odds(B5S.rules(), "first")
    assert first.house_edge == ante.house_edge / 2
    assert first.element_of_risk == ante.element_of_risk


def test_24_10_f_2_a_tie_that_pays_no_bonus_costs_what_it_would_have_paid() -> None:
    unpaid = sum(TIES[row] * odds for row, (_, odds) in BONUS_HANDS.items() if row in TIES)
    (base,) = B5S.mathematics.odds(B5S.rules(), "ante")
    (less,) = B5S.mathematics.odds(B5S.rules(reading_tied_bonus_hand="unpaid"), "ante")
    assert less.house_edge - base.house_edge == Fraction(unpaid, HANDS * OF_A_DEALER)


def test_24_10_f_3_an_ante_saved_by_its_bonus_is_worth_an_ante_for_each_such_hand_lost() -> None:
    (base,) = B5S.mathematics.odds(B5S.rules(), "ante")
    (more,) = B5S.mathematics.odds(B5S.rules(reading_beaten_bonus_hand="returned"), "ante")
    lost = sum(each.probability for each in base.outcomes if each.outcome.startswith("lose, "))
    assert base.house_edge - more.house_edge == lost > 0


def test_24_10_b_no_three_cards_are_better_folded_whatever_the_bonus() -> None:
    """A fold costs three antes; a second wager without any bonus wins four or loses five, so that more than two wins
    in nine are enough. Even seven-three-two has them, and no authorized table or reading takes from that."""
    _, ties, wins = starts().deals.sum(axis=1).T
    losses = starts().times * comb(49, 2) * OF_A_DEALER - ties - wins
    assert (4 * wins - 5 * losses > -3 * (wins + ties + losses)).all()
    assert (9 * wins > 2 * (wins + ties + losses)).all()
    for beaten in ("collected", "returned"):
        for tied in ("paid", "unpaid"):
            rules = B5S.rules(reading_beaten_bonus_hand=beaten, reading_tied_bonus_hand=tied)
            assert (gains(rules)[0] > 0).all()
    strategy = B5S.mathematics.strategy(B5S.rules())
    assert strategy.rule.startswith("Always place the second wager")
    (chart,) = strategy.charts
    assert [row[0] for row in chart.rows] == [
        "three card straight flush",
        "three of a kind",
        "three card straight",
        "three card flush",
        "one pair",
        "high card",
    ]
    assert chart.rows[-1][1].startswith("7-3-2, two suited")
    assert placed(B5S.rules(), np.ones(len(starts().times), np.bool_)) == strategy.house_edge
    pairs, never = strategy.simpler.values()
    assert strategy.house_edge < pairs < never == 3  # ante and first wager, 1 and 2 antes


def test_24_11_simulation_agrees_with_exact_odds() -> None:
    rules = B5S.rules()
    for found in simulate(rules, rounds=2_000_000, seed=24).wagers:
        (exact,) = B5S.mathematics.odds(rules, found.wager)
        assert near(found.house_edge, exact.house_edge)


def test_every_authorised_table_and_reading_is_analyzed() -> None:
    found = Counter(row.wager for row in analyze("boston-5-stud-poker", every=True))
    assert found["ante"] == 3  # as read, and with either reading of 24.10(f) flipped
    assert found["optional-bonus"] == 2  # as read, and without the low ace
