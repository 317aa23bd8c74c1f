"""Premium hold 'em, proposed 13:69F-40: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from pitboss.book import Ask, Discard, Refused, Rules, Say, Settle, Show, Shuffle, Spin, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker import premium_hold_em_mathematics
from pitboss.games.house_poker.boards_mathematics import (
    distinct_boards,
    flop_place,
    flops,
    strengths_from,
)
from pitboss.games.house_poker.premium_hold_em import (
    ACCOUNT,
    JACKS_UP_ROWS,
    POSITIONS,
    THREES,
    PremiumShowdown,
    against_dealer,
    dealer_qualifies,
    jacks_up,
    spins,
    weights,
)
from pitboss.games.house_poker.premium_hold_em_mathematics import (
    CARDS,
    DEALER_HANDS,
    DEALS,
    EARLY,
    FOLDED,
    KINDS,
    LEFT,
    LOSE,
    ONCE,
    ORDERS,
    SORTS,
    TWICE,
    Analysis,
    antes_to_play,
    beating,
    flushes,
    found,
    position_of,
    priced,
    simulation,
    spun,
    weigh,
    worth,
)
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.odds.proved import store
from pitboss.papers.guide import guide
from pitboss.ranking.batch import values
from pitboss.ranking.high import ONE_PAIR, best_five, hand_of
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.house_poker import brought, compiled_round, dealt_to
from tests.properties import often
from tests.tape import Tape

PREMIUM = game("premium-hold-em")
WHEELS = ["5-progressive", "5-fixed", "1-progressive", "1-fixed"]
WEIGHTS = "1 90 40 2 90 20 3 90 60 5 80 19"
"""Five hundred together."""


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, PREMIUM)


def antes(*seats: int, amount: int = 10) -> list[tuple[int, str, float]]:
    return [(seat, wager, amount) for seat in seats for wager in ("ante", "x-tra")]


def all_fold(table: Table) -> None:
    for decision in ("check", "fold"):
        for _ in table.seats:
            assert table.asked
            table.act(table.asked.seat, decision)


def test_40_4_a_the_cards_are_shuffled_for_every_round() -> None:
    table = seated(*antes(1))
    orders = set()
    for _ in range(2):
        table.deal()
        table.act(1, "play", 30)
        (shuffle,) = (event for event in table.said if isinstance(event, Shuffle))
        assert sorted(shuffle.order) == list(range(52))
        orders.add(shuffle.order)
        table.bet(1, "ante", 10)
        table.bet(1, "x-tra", 10)
    assert len(orders) == 2


def test_40_7_b_no_more_bets_is_said_before_the_first_card() -> None:
    table = seated(*antes(1))
    table.deal()
    assert isinstance(table.said[0], Say)
    assert table.said[0].what == "No more bets"


@pytest.mark.paragraph("40.7(a)", "40.8(a)", "40.8(c)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_40_7_d_and_40_8_c_one_card_at_a_time_and_the_dealer_last(dealing: str) -> None:
    """From a manual shoe, 40.7(a), or the hand, 40.8(a) and 40.8(c); then the community cards, 40.7(e)."""
    table = seated(*antes(4, 1), dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "dealer"] * 3 + ["community"] * 4
    assert table.view(None)["community"] == ["??"] * 4


@pytest.mark.paragraph("40.9(a)", "40.9(d)")
def test_40_9_c_and_40_9_d_an_automated_shoe_gives_stacks_of_three_and_burns_two_cards() -> None:
    """The shoe of 40.9(a), the community cards of 40.9(d), 40.1 "Burn"."""
    table = seated(*antes(1, 4), dealing="automated-shoe")
    table.deal()
    stacks = ["community", "community", "burn"]
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["dealer"] * 3 + 2 * stacks
    assert table.view(None)["burn"] == ["??", "??"]


def test_40_8_b_1_from_the_hand_the_shuffler_is_compulsory() -> None:
    with pytest.raises(Refused, match=r"40\.8\(b\)1"):
        PREMIUM.rules(dealing="hand", shuffle="manual")


def test_40_2_b_a_second_deck_needs_a_shuffler() -> None:
    with pytest.raises(Refused, match=r"40\.2\(b\)"):
        PREMIUM.rules(second_deck="yes", shuffle="pre-shuffled")


@pytest.mark.paragraph("40.9(e)")
def test_40_7_g_only_a_shuffler_spares_the_count() -> None:
    """40.7(f) has the dealer count, 40.8(f) waives it too, 40.9(e) does not."""
    with pytest.raises(Refused, match=r"40\.7\(g\)"):
        PREMIUM.rules(stub_count="shuffler", shuffle="manual")
    with pytest.raises(Refused, match=r"40\.9\(e\)"):
        PREMIUM.rules(stub_count="shuffler", dealing="automated-shoe")
    assert PREMIUM.rules(stub_count="shuffler", dealing="hand")["stub-count"] == "shuffler"


def test_40_6_b_no_wager_after_no_more_bets() -> None:
    table = seated(*antes(1))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "player-bonus", 10)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_40_6_d_the_play_wager_is_not_made_before_the_cards() -> None:
    table = seated(*antes(1))
    with pytest.raises(Refused, match="during the round"):
        table.bet(1, "play", 30)


def test_40_6_e_a_player_with_cards_remains_seated() -> None:
    table = seated(*antes(1))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_40_10_a_1_the_bonuses_have_a_size_of_their_own() -> None:
    """40.10(a)1i and 40.10(a)1ii: dealer bonus and player bonus, either or both."""
    table = seated(*antes(1), (1, "dealer-bonus", 3), (1, "player-bonus", 25))
    table.deal()
    assert table.stake(1, "dealer-bonus") == 300


def test_40_10_b_a_hand_is_seen_by_its_player_alone() -> None:
    table = seated(*antes(1, 2))
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(2)["1"] == table.view(1)["dealer"] == ["??"] * 3


def test_40_10_c_the_play_wager_by_street() -> None:
    table = seated(*antes(1))
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == ["play $30", "check"]
    table.act(1, "check")
    assert "??" not in table.view(None)["community"]
    assert [str(choice) for choice in table.legal(1)] == ["play $10 to $20", "fold"]


def test_40_10_d_who_has_played_is_not_asked_again() -> None:
    table = seated(*antes(5, 2, 3))
    table.deal()
    asked = []
    for decision, amount in [("check", None), ("play", 30), ("check", None), ("play", 10), ("fold", None)]:
        assert table.asked
        asked.append(table.asked.seat)
        table.act(table.asked.seat, decision, amount)
    assert asked == [2, 3, 5, 2, 5]
    assert not table.playing


def test_40_10_d_a_player_without_money_can_only_check_and_fold() -> None:
    table = seated(*antes(1), funds=25)
    table.deal()
    for decision in ("check", "fold"):
        assert [choice.id for choice in table.legal(1)] == [decision]
        table.act(1, decision)


def test_40_10_d_a_player_with_one_ante_left_may_play_it() -> None:
    table = seated(*antes(1), funds=35)
    table.deal()
    table.act(1, "check")
    assert [str(choice) for choice in table.legal(1)] == ["play $10", "fold"]


def test_40_10_d_2_i_and_ii_folded_cards_are_racked_unless_a_side_wager_needs_them() -> None:
    spin = (3, "bonus-spin", 5)
    bets = (*antes(1, 2, 3), (1, "player-bonus", 5), spin)
    offered = {"bonus_spin_table": "5-progressive", "wheel_weights": WEIGHTS}
    table = seated(*bets, **offered)
    table.deal()
    all_fold(table)
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["2"]
    table = seated(*bets, **offered, reading_folded_bonus_spin="as-printed")
    table.deal()
    all_fold(table)
    assert [event.owner for event in table.said if isinstance(event, Discard)] == ["2", "3"]


def test_40_10_e_and_40_10_g_the_dealer_shows_and_settles_from_his_far_left() -> None:
    """Dealer bonus, player bonus (40.10(g)2), ante (40.10(g)3), play (40.10(g)4), and X-tra, which has no step."""
    table = seated(*antes(1, 4), (1, "player-bonus", 5), (1, "dealer-bonus", 5))
    table.deal()
    table.act(1, "play", 30)
    table.act(4, "play", 30)
    shown = [event.owner for event in table.said if isinstance(event, Show)]
    assert shown == ["community", "dealer", "1", "4"]
    settled = [(event.seat, event.wager) for event in table.said if isinstance(event, Settle)]
    three = ["ante", "play", "x-tra"]
    assert settled == [
        *((1, wager) for wager in ["dealer-bonus", "player-bonus", *three]),
        *((4, wager) for wager in three),
    ]


def test_40_11_a_odds_are_stated_with_to() -> None:
    with patch.object(premium_hold_em_mathematics, "analysis", lambda *_: STUB):
        page = guide("premium-hold-em", [])
    assert "500 to 1" in page
    assert "3 to 2" in page
    assert "500 for 1" not in page
    assert 'data-wager="dealer-bonus"' in layout_svg(PREMIUM.rules())


def test_40_12_a_an_exposed_card_at_a_live_table() -> None:
    table = seated(*antes(1, 2), (2, "player-bonus", 5))
    table.deal()
    table.act(1, "play", 30)
    table.irregularity("dealer-card-exposed")
    assert not table.playing
    assert table.funds(1) == table.funds(2) == 100_000


def test_40_13_a_another_position_is_refused() -> None:
    table = seated(*antes(1))
    with pytest.raises(Refused, match=r"40\.13\(a\)"):
        table.bet(1, "ante@2", 10)


# ---- what a table may post -----------------------------------------------------------------------------


def test_a_lawful_table(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "premium-hold-em"\n[options]\nbonus-spin-table = "5-fixed"\nfixed-prize = "25000"\n'
        f'wheel-weights = "{WEIGHTS}"\n'
    )
    assert check_table(page) == []


@pytest.mark.paragraph("13:69E-1.13Y(a)")
def test_40_11_e_a_wheel_without_weights_or_top_prize_is_found(tmp_path: Path) -> None:
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "premium-hold-em"\nseats = 7\n[options]\nbonus-spin-table = "1-fixed"\n'
        '[pay_tables.x-tra]\nflush = "2 to 1"\n[pay_tables.player-bonus]\nflush = "5 to 1"\n'
    )
    assert {(each.point, each.cite) for each in check_table(page)} == {
        ("seats", "13:69E-1.13Y(a)"),
        ("options.wheel-weights", "13:69F-40.11(e)"),
        ("options.fixed-prize", "13:69F-40.11(e)"),
        ("pay_tables.x-tra.flush", "13:69F-40.11(d)"),
        ("pay_tables.player-bonus.flush", "13:69F-40.11(c)"),
    }


def test_40_11_e_a_live_wheel_needs_its_weights() -> None:
    table = seated(*antes(1), (1, "bonus-spin", 5), bonus_spin_table="5-progressive")
    with pytest.raises(Refused, match=r"wheel-weights .*40\.11\(e\)"):
        table.deal()


def test_40_11_e_twelve_weights_in_lowest_terms() -> None:
    assert weights(PREMIUM.rules()) == ()
    assert weights(PREMIUM.rules(wheel_weights="2 4 6 8 2 2 2 2 2 2 2 2")) == (1, 2, 3, 4, *[1] * 8)
    for wrong in ("1 2 3", "0 0 0 0 0 0 0 0 0 0 0 0"):
        with pytest.raises(Refused, match=r"40\.11\(e\)"):
            weights(PREMIUM.rules(wheel_weights=wrong))


# ---- the wheel, as the text prints it --------------------------------------------------------------------

PRINTED = {
    "5-progressive": (10_000, 40, 100, 5_000, 50, 250, 2_500, 60, 40, 1_000, 100, 500),
    "5-fixed": (7_777, 50, 100, 10_000, 60, 250, 5_000, 65, 40, 1_000, 100, 500),
    "1-progressive": (5_000, 5, 100, 1_000, 10, 25, 500, 40, 75, 15, 50, 60),
    "1-fixed": (7_777, 5, 100, 1_000, 10, 20, 500, 15, 50, 200, 75, 25),
}
COMMUNITY = {
    "5-progressive": {3: 50, 6: 100, 9: 15},
    "5-fixed": {3: 50, 6: 100, 9: 15},
    "1-progressive": {3: 25, 6: 3, 9: 15},
    "1-fixed": {3: 25, 6: 3, 9: 10},
}
FLUSH = Fraction(4 * comb(13, 3), comb(52, 3))


@pytest.mark.parametrize("position", range(1, 13))
@pytest.mark.parametrize("wheel", WHEELS)
def test_40_11_e_every_position_of_every_wheel(wheel: str, position: int) -> None:
    """Both players fold; the first has the flush. A jackpot is the seed and 7% of the two wagers."""
    stake = int(wheel[0])
    rules = PREMIUM.rules(bonus_spin_table=wheel, fixed_prize="7777")
    tape = Tape()
    hands = zip(cards("Ah 6h 2h"), cards("Kc Td 8s"), cards("Qs Qd 9c"), strict=True)
    tape.load([card for turn in hands for card in turn] + cards("Qc Js 4d 3c"), pockets=[position - 1])
    table = Table(PREMIUM, rules, chance=tape)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 100)
        for wager, amount in (("ante", 5), ("x-tra", 5), ("bonus-spin", stake)):
            table.bet(seat, wager, amount)
    table.deal()
    all_fold(table)
    fed = 2 * stake * 7  # cents
    jackpot = position == 1 and wheel.endswith("progressive")
    assert table.settlement is not None
    own, other = (table.settlement.wagers[seat]["bonus-spin"] for seat in (1, 2))
    assert (own.result, own.pays) == ("win", PRINTED[wheel][position - 1] * 100 + (fed if jackpot else 0))
    pays = COMMUNITY[wheel].get(position, 0)
    assert (other.result, other.pays) == ("win" if pays else "lose", pays * 100)
    assert own.lost == other.lost == stake * 100
    seed = PRINTED[wheel][0] * 100
    meter = table.settlement.meters.get("jackpot", 0)
    assert meter == (0 if wheel.endswith("fixed") else seed if jackpot else seed + fed)


def test_40_11_e_the_meter_grows_and_is_kept_from_round_to_round() -> None:
    table = seated(
        bonus_spin_table="1-progressive", wheel_weights="0 1 0 0 0 0 0 0 0 0 0 0", jackpot_meter="6000"
    )
    table.sit(1, "Ann", 1000)
    for number in range(1, 4):
        for wager, amount in (("ante", 5), ("x-tra", 5), ("bonus-spin", 1)):
            table.bet(1, wager, amount)
        table.deal()
        all_fold(table)
        assert table.ledger[ACCOUNT] == 600_000 + 7 * number


def test_40_12_f_a_void_wager_takes_its_part_off_the_meter() -> None:
    options = {"bonus_spin_table": "5-progressive", "wheel_weights": WEIGHTS, "dealing": "automated-shoe"}
    table = seated(*antes(1), (1, "bonus-spin", 5), **options)
    table.irregularity("dealing-shoe-failure", ("deal", 3))
    table.deal()
    assert table.ledger[ACCOUNT] == 1_000_000
    assert table.funds(1) == 100_000


def test_40_10_h_the_wheel_turns_by_its_weights() -> None:
    rules = PREMIUM.rules(bonus_spin_table="5-progressive", wheel_weights=WEIGHTS)
    tape = Tape()
    hands = zip(cards("Ah 6h 2h"), cards("Qs Qd 9c"), strict=True)
    tape.load([card for turn in hands for card in turn] + cards("Qc Js 4d 3c"), pockets=[499])
    table = Table(PREMIUM, rules, chance=tape)
    table.sit(1, "Ann", 100)
    for wager, amount in (("ante", 5), ("x-tra", 5), ("bonus-spin", 5)):
        table.bet(1, wager, amount)
    table.deal()
    all_fold(table)
    (spin,) = (event for event in table.said if isinstance(event, Spin))
    assert [spin.pockets.count(position) for position in POSITIONS] == [int(each) for each in WEIGHTS.split()]
    assert spin.pocket == "12"


# ---- settlement rules ------------------------------------------------------------------------------------


def test_40_10_g_3_the_least_hand_that_qualifies() -> None:
    threes, twos = cards("3c 3d 4h 5s 7c 8d 9h"), cards("2c 2d Ah Ks Qc Jd 9h")
    assert dealer_qualifies(best_five(threes))
    assert not dealer_qualifies(best_five(twos))


def test_40_10_g_1_three_cards_of_one_suit() -> None:
    """Of all 22,100 hands 1,144."""
    assert sum(spins(*hand) for hand in combinations(range(52), 3)) == 1144


def test_40_11_c_jacks_up_rows() -> None:
    for hand, row in (
        ("Jc Jd 2h 2s 3c", 1),
        ("Tc Td 9h 9s Ac", 0),
        ("Ac Ad Kh Qs Jc", 0),
        ("2c 2d 2h 3s 4c", 2),
    ):
        assert jacks_up(best_five(cards(hand))) == row
    assert JACKS_UP_ROWS[jacks_up(best_five(cards("As Ks Qs Js Ts")))] == "royal-flush"


# ---- random play -----------------------------------------------------------------------------------------


# ---- the compiled path -----------------------------------------------------------------------------------

# Decisions that are easily told, in the place of those that the full analysis finds: three antes with a pair, later
# one or two as few or many cards beat the hand.
_PAIRS = np.zeros(1755, np.bool_)
for _cards in combinations(range(52), 3):
    _PAIRS[flops().place[flop_place(*_cards[::-1])]] = len({card >> 2 for card in _cards}) < 3
_COUNTS = np.zeros((4, 4, 10), np.int64)
_COUNTS[FOLDED, LOSE, 0] = DEALS
STUB = Analysis(
    _PAIRS,
    np.zeros((1755, 2), np.int64),
    _COUNTS,
    ((4, -1), (20, 5), (25, 8), (30, 6), (30, 9), (52, 20)),
    Fraction(-2),
    Fraction(-2),
)


@pytest.mark.parametrize(("wheel", "reading"), [("5-progressive", "as-read"), ("1-fixed", "as-printed")])
def test_table_and_compiled_rules_pay_the_same(wheel: str, reading: str) -> None:
    """5,000 random deals each, every tenth with the player's cards of one suit: the same cards both ways, the same
    money for every wager. The meter is as it opens, for the table is a new one whenever it has been touched."""
    options = {
        "bonus-spin-table": wheel,
        "wheel-weights": WEIGHTS,
        "fixed-prize": "777",
        "reading-folded-x-tra": reading,
    }
    limits = dict.fromkeys(("ante", "x-tra", "player-bonus", "dealer-bonus"), (100, 10**6))
    rules = Rules(PREMIUM, options, limits=limits)
    with patch.object(premium_hold_em_mathematics, "analysis", lambda *_: STUB):
        compiled = simulation(rules)
    decided = antes_to_play.compiled
    chance = random.Random(wheel)
    dealt = Tape()
    stake = int(wheel[0])
    numbers = compiled.rules

    def decide(table: Table, _: Ask) -> tuple[str, int]:
        board, own = cards_of(tape)
        antes = decided(numbers, *own, hand_of(board), best_five([*own, *board]))
        if (antes == 3) == (table.count("ask") == 1) and antes:
            return "play", antes * table.stake(1, "ante")
        return ("check" if table.count("ask") == 1 else "fold"), 0

    def cards_of(tape: list[int]) -> tuple[list[int], list[int]]:
        return tape[6:10], [tape[0], tape[2], tape[4]]

    outcomes = set()
    for n in range(often(1_500)):
        tape = chance.sample(range(52), 16)
        if n % 10 == 0:
            suit = chance.randrange(4)
            own = chance.sample(range(13), 3)
            suited = [4 * rank + suit for rank in own]
            rest = chance.sample([card for card in range(52) if card not in suited], 13)
            tape = [suited[0], rest[0], suited[1], rest[1], suited[2], *rest[2:]]
        if n % 50 == 0:
            table = Table(PREMIUM, rules, chance=dealt, players={1: decide})
            table.sit(1, "Ann", 10**9)
        pocket = spun(np.array(tape, np.uint8), 0) * 500 // ORDERS
        dealt.load(tape[:10], pockets=[pocket])
        before = table.ledger[ACCOUNT]
        ante, bonus = chance.choice([1, 5, 20, 333]), [chance.choice([0, 5, 37]) for _ in range(2)]
        spin = stake * chance.randrange(2)
        stakes = [ante, ante, *bonus, spin]
        for wager, amount in zip(compiled.wagers, stakes, strict=True):
            if amount:
                table.bet(1, wager, amount)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        net, staked = compiled_round(compiled, tape, stakes, every_card=False)
        at_table = brought(table, ("ante", "play"), *((wager,) for wager in compiled.wagers[1:]))
        if spin and settled["bonus-spin"].outcome == "position 1" and wheel.endswith("progressive"):
            at_table[4] -= (before or 1_000_000) + 35 - 1_000_000  # the compiled meter stands still
        assert at_table == net.tolist(), (tape, stakes)
        assert staked.sum() == sum(each.stake for each in settled.values())
        outcomes |= {each.outcome for name, each in settled.items() if name == "bonus-spin"}
        if n % 500 == 0:  # without X-tra in the plan the ante's figure has it
            net, _ = compiled_round(compiled, tape, [ante, 0, *bonus, spin], every_card=False)
            assert net[:2].tolist() == [sum(at_table[:2]), 0]
    assert len(outcomes) > 6


def test_40_10_h_the_number_of_a_spin_is_below_its_orders_and_reaches_every_position() -> None:
    tape = np.arange(16, dtype=np.uint8)
    assert spun(tape, 0) == 0
    tape[CARDS:] = range(51, 45, -1)
    assert spun(tape, 0) == ORDERS - 1
    wheel = np.cumsum([int(each) for each in WEIGHTS.split()])
    stops = [position_of(wheel, (pocket * ORDERS + ORDERS // 2) // 500) for pocket in range(500)]
    assert [stops.count(n) for n in range(12)] == [int(each) for each in WEIGHTS.split()]


def test_40_10_d_cards_that_beat_a_hand() -> None:
    """A pair of nines on K-9-7-2 loses to three kings; queen high to twelve cards that pair the board and four aces."""
    board, own = cards("Kc 9d 7h 2s"), cards("9h 4c 3d")
    assert beating(hand_of(board), best_five([*own, *board]), 52) == 3
    nothing = cards("Qh 4c 3d")
    assert beating(hand_of(board), best_five([*nothing, *board]), 52) == 16


# ---- counting against dealing it out ---------------------------------------------------------------------


def dealt_out(board: list[int], hand: list[int], fold: int) -> tuple[int, list[int], int, int]:
    """The kind of the hand, all 14,190 showdowns by ending, and what one ante brings more than a fold and a second
    more than one, in half antes; as a slow program that knows nothing of the counts."""
    rest = [card for card in range(52) if card not in board + hand]
    dealers = np.array(list(combinations(rest, 3)))
    theirs = values(np.hstack([dealers, np.tile(np.array(board), (len(dealers), 1))])).astype(int)
    mine = best_five([*hand, *board])
    won, lost, short = mine > theirs, mine < theirs, theirs < THREES
    ends = [(won & ~short).sum(), (won & short).sum(), (mine == theirs).sum(), lost.sum()]
    kind = mine >> 26
    x_tra = {4: 2, 5: 3, 6: 6, 7: 20, 8: 200, 9: 1000}.get(kind, 0)
    each = 2 * (int(won.sum()) - int(lost.sum()))
    stand = 2 * int(ends[0]) + x_tra * int(won.sum()) - 4 * int(lost.sum())
    return kind, [int(end) for end in ends], stand + each - fold * len(dealers), each


@pytest.mark.parametrize("reading", ["as-read", "as-printed"])
@pytest.mark.parametrize("board", ["9s 9c 6s 2d", "Kc Qc Jc 4c", "8s 7h 5d 3c"])
def test_40_10_d_the_second_decision_dealt_out(board: str, reading: str) -> None:
    """Every hand of a few classes on a board, one after the other."""
    rules = PREMIUM.rules(reading_folded_x_tra=reading)
    value = worth(priced(rules))
    on_board = sorted(cards(board), reverse=True)
    size = len(flops().first)
    ends = np.zeros((3, len(KINDS), size, 4), np.int64)
    folds, gains = np.zeros(size, np.int64), np.zeros((len(SORTS), LEFT + 1, size, 2), np.int64)
    weigh(
        np.array([on_board], np.uint8),
        np.ones(1, np.int64),
        strengths_from(ONE_PAIR, 1),
        flops().place.astype(np.int64),
        value,
        ends,
        folds,
        gains,
    )
    assert ends[EARLY].sum() == comb(48, 3) * DEALER_HANDS
    assert ends[TWICE:].sum() + folds.sum() == comb(48, 3) * DEALER_HANDS
    for names in ("Ac Kc Qc", "7c 7d 2c", "6c 5d 4h"):
        whose = flops().place[flop_place(*sorted(cards(names), reverse=True))]
        expected, folded = np.zeros((3, len(KINDS), 4), np.int64), 0
        gained = np.zeros((len(SORTS), LEFT + 1, 2), np.int64)
        for suits in {tuple(sorted(hand)) for hand in turned(cards(names))}:
            hand = list(suits)
            if set(hand) & set(on_board):
                continue
            kind, showdowns, once, each = dealt_out(on_board, hand, -4 if reading == "as-read" else -2)
            expected[EARLY, kind] += showdowns
            if max(once, each) <= 0 and once + each <= 0:
                folded += DEALER_HANDS
            else:
                expected[TWICE if each > 0 else ONCE, kind] += showdowns
            mine = best_five([*hand, *on_board])
            outs = sum(best_five([*on_board, card]) > mine for card in range(52) if card not in on_board)
            gained[min(kind, 5), outs] += (once, each)
        assert (ends[:, :, whose] == expected).all()
        assert folds[whose] == folded
        assert (gains[:, :, whose] == gained).all()


def turned(hand: list[int]) -> list[list[int]]:
    """The hand with its suits renamed in every way."""
    suits = [order for order in product(range(4), repeat=4) if len(set(order)) == 4]
    return [[card & ~3 | order[card & 3] for card in hand] for order in suits]


def test_40_10_every_board_is_counted() -> None:
    boards, times = distinct_boards(4)
    assert len(boards) == 16_432
    assert times.sum() == comb(52, 4)
    assert comb(52, 4) * comb(48, 3) * comb(45, 3) == DEALS


# ---- exact odds ------------------------------------------------------------------------------------------

# Best five of seven cards, the known numbers of 133,784,560.
SEVEN = {
    "royal-flush": (4_324, 50),
    "straight-flush": (37_260, 30),
    "four-of-a-kind": (224_848, 10),
    "full-house": (3_473_184, 6),
    "flush": (4_047_644, 4),
    "straight": (6_180_020, 3),
    "three-of-a-kind": (6_461_620, 2),
}
NINE = 9
"""The jack, as a rank."""


def two_pairs_jacks_up() -> int:
    """Two pairs of seven cards led by jacks or better: five ranks not in sequence, two of them twice and no five cards
    of one suit; or three pairs and another card, which no flush can be."""
    pairs = list(combinations(range(4), 2))
    without_flush = sum(
        max([*one, *two, *rest].count(suit) for suit in range(4)) < 5
        for one, two, *rest in product(pairs, pairs, range(4), range(4), range(4))
    )
    straights = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]
    ranks = [set(five) for five in combinations(range(13), 5) if set(five) not in straights]
    twice = sum(max(two) >= NINE for five in ranks for two in combinations(sorted(five), 2))
    thrice = sum(max(three) >= NINE for three in combinations(range(13), 3))
    return twice * without_flush + thrice * 10 * 6**3 * 4


@pytest.mark.parametrize("wager", ["player-bonus", "dealer-bonus"])
def test_40_11_c_jacks_up_exactly(wager: str) -> None:
    (row,) = PREMIUM.mathematics.odds(PREMIUM.rules(), wager)
    counts = {**SEVEN, "two-pairs-jacks-up": (two_pairs_jacks_up(), 1)}
    brought = sum(count * (paid + 1) for count, paid in counts.values())
    assert row.house_edge == Fraction(133_784_560 - brought, 133_784_560)
    assert row.hit_rate == Fraction(sum(count for count, _ in counts.values()), 133_784_560)


def test_40_10_g_1_flushes_of_two_players_by_hand() -> None:
    """One suit's three cards gone, another player's flush is in the same suit (ten left) or one of three others."""
    chances = flushes(1)
    both = FLUSH * Fraction(comb(10, 3) + 3 * comb(13, 3), comb(49, 3))
    assert chances[True, 1] == both
    assert chances[True, 0] + chances[True, 1] == FLUSH == chances[False, 1] + chances[True, 1]
    assert sum(flushes(5).values()) == 1


@pytest.mark.parametrize("wheel", WHEELS)
def test_40_11_e_the_wheel_exactly(wheel: str) -> None:
    """Each other player's spins bring the same on average, whatever the cards of the rest."""
    known = [int(each) for each in WEIGHTS.split()]
    rules = PREMIUM.rules(bonus_spin_table=wheel, wheel_weights=WEIGHTS, fixed_prize="7777")
    alone, with_five = PREMIUM.mathematics.odds(rules, "bonus-spin")
    own = FLUSH * sum(weight * pays for weight, pays in zip(known, PRINTED[wheel], strict=True)) / 500
    more = FLUSH * sum(known[position - 1] * pays for position, pays in COMMUNITY[wheel].items()) / 500
    stake = int(wheel[0])
    assert alone.expectation == own / stake - 1
    assert with_five.expectation == (own + 5 * more) / stake - 1
    assert alone.hit_rate == FLUSH
    assert sum(each.probability for each in with_five.outcomes) == 1


@pytest.mark.parametrize(("wheel", "dollars"), [("5-progressive", 84.72), ("1-progressive", 29.68)])
def test_40_11_e_equal_stops_are_out_of_the_question(wheel: str, dollars: float) -> None:
    rules = PREMIUM.rules(bonus_spin_table=wheel, wheel_weights=" ".join("1" * 12))
    alone, _ = PREMIUM.mathematics.odds(rules, "bonus-spin")
    assert round(float(alone.expectation + 1) * int(wheel[0]), 2) == dollars


def test_40_11_e_no_odds_without_weights_or_top_prize() -> None:
    for options in ({}, {"wheel_weights": WEIGHTS}):
        with pytest.raises(Refused, match=r"40\.11\(e\)"):
            list(PREMIUM.mathematics.odds(PREMIUM.rules(bonus_spin_table="5-fixed", **options), "bonus-spin"))


def test_every_authorised_table_is_analyzed() -> None:
    with (
        patch.object(store, "pages", lambda _: None),
        patch.object(premium_hold_em_mathematics, "analysis", lambda *_: STUB),
    ):
        rows = analyze("premium-hold-em", every=True)
        whole = analyze(
            "premium-hold-em", settings=[f"wheel-weights={WEIGHTS}", "fixed-prize=5000"], every=True
        )
    bonuses = {(wager, "fixed") for wager in ("ante", "x-tra", "player-bonus", "dealer-bonus")}
    assert {(row.wager, row.table) for row in rows} == bonuses
    assert {(row.wager, row.table) for row in whole} == bonuses | {("bonus-spin", wheel) for wheel in WHEELS}
    folded = {row.expectation for row in rows if row.wager == "ante"}
    assert folded == {Fraction(-2), Fraction(-1)}  # the stub folds everything


def test_there_is_no_simulation_of_a_wheel_without_weights() -> None:
    with patch.object(premium_hold_em_mathematics, "analysis", lambda *_: STUB):
        assert "bonus-spin" not in simulation(PREMIUM.rules(bonus_spin_table="5-fixed")).wagers


# ---- both decisions together -------------------------------------------------------------------------------


@pytest.fixture
def sampled() -> Iterator[Rules]:
    """The game with 83 boards instead of all, in which everything must add up just the same."""
    boards, times = (each[::200].copy() for each in distinct_boards(4))
    deals = int(times.sum()) * comb(48, 3) * DEALER_HANDS
    premium_hold_em_mathematics.analysis.cache_clear()
    with patch.multiple(premium_hold_em_mathematics, distinct_boards=lambda _: (boards, times), DEALS=deals):
        yield PREMIUM.rules()
    premium_hold_em_mathematics.analysis.cache_clear()


def test_40_10_b_the_counted_endings_bring_what_the_decisions_promise(sampled: Rules) -> None:
    analyzed = found(sampled)
    ante, x_tra = (next(iter(PREMIUM.mathematics.odds(sampled, wager))) for wager in ("ante", "x-tra"))
    assert ante.expectation == analyzed.expectation
    assert analyzed.simple < analyzed.expectation
    chance = {each.outcome: each.probability for each in ante.outcomes}
    assert sum(chance.values()) == 1
    early, twice, once = (
        sum(p for outcome, p in chance.items() if outcome.endswith(moment))
        for moment in premium_hold_em_mathematics.MOMENTS
    )
    assert ante.wagered == 2 + 3 * early + 2 * twice + once
    assert early + twice + once + chance["fold"] == 1
    assert {each.outcome: each.net for each in x_tra.outcomes}["flush"] == Fraction(3, 2)
    assert sum(each.probability for each in x_tra.outcomes) == 1


def test_40_10_d_2_a_fold_that_keeps_x_tra_is_worth_more(sampled: Rules) -> None:
    printed = found(sampled.changed({"reading-folded-x-tra": "as-printed"}))
    assert printed.expectation > found(sampled).expectation
    assert printed.counts[FOLDED].sum() > found(sampled).counts[FOLDED].sum()


def test_40_10_the_strategy_tells_what_was_found(sampled: Rules) -> None:
    strategy = PREMIUM.mathematics.strategy(sampled)
    pairs, others, late = ({row[0]: row[1:] for row in chart.rows} for chart in strategy.charts)
    early = found(sampled).early[flops().place]

    def says(cell: str, rank: str) -> bool:
        ranks = "23456789TJQKA"
        return cell == "any" or rank in (ranks[ranks.index(cell[0]) :] if cell.endswith("+") else cell)

    for rank in "23456789TJQ":
        for cell, hand in (
            (pairs["AA"][0], f"Ac Ad {rank}c"),
            (pairs["KK"][1], f"Kc Kd {rank}h"),
            (others["AK"][0], f"Ac Kc {rank}c"),
            (others["AK"][2], f"Ac Kd {rank}c"),
            (others["AK"][4], f"Ac Kd {rank}h"),
        ):
            assert early[flop_place(*sorted(cards(hand), reverse=True))] == says(cell, rank)
    assert list(late) == list(SORTS)
    assert strategy.house_edge == -found(sampled).expectation


def test_simulation_agrees_with_the_rules_it_plays() -> None:
    """The jacks up wagers and the wheel, whose odds do not depend on decisions, inside four standard errors."""
    rules = PREMIUM.rules(bonus_spin_table="5-progressive", wheel_weights=WEIGHTS)
    with patch.object(premium_hold_em_mathematics, "analysis", lambda *_: STUB):
        report = simulate(
            rules, rounds=1_000_000, seed=3, plan="player-bonus 5 + dealer-bonus 5 + bonus-spin"
        )
    for result in report.wagers:
        row = next(iter(PREMIUM.mathematics.odds(rules, result.wager)))
        assert result.house_edge is not None
        low, high = result.house_edge.interval
        assert abs(float(row.house_edge) - (low + high) / 2) < high - low


def test_40_10_b_against_dealer_in_every_order() -> None:
    assert against_dealer(THREES + 2, THREES) is PremiumShowdown.HIGHER
    assert against_dealer(THREES, THREES - 1) is PremiumShowdown.HIGHER_THAN_LESS
    assert against_dealer(THREES - 1, THREES) is PremiumShowdown.LOWER
    assert against_dealer(5, 5) is PremiumShowdown.EQUAL
