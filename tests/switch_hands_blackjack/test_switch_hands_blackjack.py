"""Switch hands blackjack, 13:69F-2B: the procedure paragraph by paragraph, and random play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.book import Ask, Refused, Rules, Settle, Shuffle, game
from pitboss.book.events import Irregularity
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.blackjack_switch_mathematics import taken
from pitboss.games.blackjack.charts import DOUBLE, HIT, PAIR, SPLIT, SURRENDER
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import End, fold, is_soft, points, total
from pitboss.games.blackjack.house import house_of
from pitboss.games.blackjack.mathematics import round_of, setting_of
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.games.blackjack.switch_hands_blackjack import Ended, is_of_one_color, payout
from pitboss.games.blackjack.switch_hands_blackjack_mathematics import (
    Felt,
    felt_of,
    fortune,
    simulation,
    worth,
)
from pitboss.games.blackjack.switch_hands_blackjack_mathematics import (
    play as one_round,
)
from pitboss.odds import Advice
from pitboss.table import Table
from tests.blackjack.test_rounds import FRESH_SHOES, from_fresh_shoes
from tests.blackjack_family import by_habit, dealt_to, legal
from tests.blackjack_family import dealt as begun
from tests.blackjack_switch.slow import clear, played, stand, without
from tests.properties import random_play
from tests.tape import Tape

DARK = game("switch-hands-blackjack")
assert isinstance(DARK, BlackjackGame)


def wagers(*seats: int) -> tuple[tuple[int, str, int], ...]:
    return tuple(bet for seat in seats for bet in ((seat, "blackjack", 10), (seat, "ante-fee", 2)))


def dealt(in_order: str, *seats: int, funds: int = 1000, **options: object) -> Table:
    return begun(DARK, in_order, wagers(*(seats or (1,))), funds, **options)


# ---- cards and shoe, 2B.2, 2B.4 ------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_2b_2_a_six_to_eight_decks(decks: int) -> None:
    pack = Counter(DARK.rules(decks=decks).pack())
    assert len(pack) == 52
    assert set(pack.values()) == {decks}
    with pytest.raises(Refused):
        DARK.rules(decks=5)


def test_2b_2_b_an_ace_is_eleven_or_one_and_courts_are_ten() -> None:
    table = dealt("2s 3s As 9h 4c Kc Kd")
    table.act(1, "keep")
    assert DARK.felt.called(table, "1", {"1": table.cards("1")}) == "soft 15"
    table.act(1, "hit")
    assert DARK.felt.called(table, "1", {"1": table.cards("1")}) == "15"


@pytest.mark.paragraph("2B.4(h)", "2B.4(h)1", "2B.4(a)")
def test_2b_4_f_the_cutting_card_lies_a_quarter_from_the_back() -> None:
    """2B.4(h): a quarter of 364 is 91; 2B.4(h)1: or a shuffle after every round. 2B.4(a): shuffled before play."""
    assert DARK.shoe(DARK.rules(decks=7)).cut == 91
    assert DARK.shoe(DARK.rules(rounds_per_deck="one")).cut == 312
    assert isinstance(dealt("2s 3s As 9h 4c Kc").said[0], Shuffle)


# ---- dealing, 2B.6 -------------------------------------------------------------------------------------


@pytest.mark.paragraph("2B.6(a)", "2B.6(c)")
def test_2b_6_d_two_cards_face_down_come_first() -> None:
    """2B.6(a), 2B.6(c): the first card of the shoe is burned."""
    table = dealt("2s 3s 4s 5s 6s 7s 9h 8s 9s Kc", 1, 3)
    order = ["burn", "1.down", "3.down", "1.down", "3.down", "1", "3", "dealer", "1", "3", "dealer"]
    assert dealt_to(table) == order


def test_2b_6_b_nobody_sees_the_cards_face_down() -> None:
    """2B.6(f): nor those that are discarded so."""
    table = dealt("2s 3s 4s 9h 5s Kc Td")
    for seat in (1, None):
        assert table.view(seat)["1.down"] == ["??", "??"]
    table.act(1, "keep")
    assert "2s" not in str(table.view(1))
    assert "3s" not in str(table.view(1))
    table = dealt("2s 3s 4s 9h 5s Kc Td")
    table.act(1, "switch")
    assert sorted(table.view(None)["1"]) == ["2s", "3s"]


def test_2b_6_e_antes_are_collected_before_anybody_is_asked() -> None:
    table = dealt("2s 3s 4s 5s 6s 7s Ah 8s 9s Kc", 1, 3)
    settled = [(event.seat, event.wager, event.result) for event in table.said if isinstance(event, Settle)]
    assert settled == [(1, "ante-fee", "lose"), (3, "ante-fee", "lose")]
    assert legal(table) == ["keep", "switch"]


@pytest.mark.paragraph('2B.1 "Switch hands"')
def test_2b_6_f_all_choose_before_insurance_is_offered() -> None:
    """2B.6(g), 2B.6(h)."""
    table = dealt("2s 3s 4s 5s 6s 7s Ah 8s 9s 9c", 1, 3)
    asked = []
    for answer in ("keep", "switch", "no-insurance", "no-insurance"):
        assert table.asked is not None
        asked.append((table.asked.seat, answer in legal(table)))
        table.act(table.asked.seat, answer)
    assert asked == [(1, True), (3, True), (1, True), (3, True)]
    assert legal(table) == ["hit", "stand", "double-down", "surrender"]


def test_2b_6_i_insurance_is_lost_before_play_goes_on() -> None:
    table = dealt("2s 3s Ts Ah 8s 9c")
    table.act(1, "keep")
    table.act(1, "insurance", 5)
    assert [event.wager for event in table.said if isinstance(event, Settle)] == ["ante-fee", "insurance"]
    waits = dealt("2s 3s Ts Ah 8s 9c", hole_card="down")
    waits.act(1, "keep")
    waits.act(1, "insurance", 5)
    assert [event.wager for event in waits.said if isinstance(event, Settle)] == ["ante-fee"]


@pytest.mark.paragraph('2B.1 "Hole card"')
def test_2b_6_j_the_dealer_draws_after_all_players() -> None:
    table = dealt("2s 3s Ts 6h 8s Kc 5d")
    table.act(1, "keep")
    table.act(1, "stand")
    assert table.cards("dealer") == cards("6h Kc 5d")


def test_2b_6_k_settlement_begins_at_the_dealers_far_right() -> None:
    table = dealt("2s 3s 4s 5s Ts Ts 9h 9s 9s 8c", 1, 3)
    for seat, answer in ((1, "keep"), (3, "keep"), (1, "stand"), (3, "stand")):
        table.act(seat, answer)
    assert [event.seat for event in table.said if isinstance(event, Settle)][2:] == [3, 1]


# ---- wagers, 2B.5 --------------------------------------------------------------------------------------


@pytest.mark.paragraph("2B.5(e)")
def test_2b_5_d_no_wager_is_made_or_withdrawn_after_the_first_card() -> None:
    """2B.5(e): nor a double once made."""
    table = dealt("2s 3s 8s 6h 8d Kc 9c")
    table.act(1, "keep")
    table.act(1, "split")
    for attempt in (
        lambda: table.bet(1, "blackjack", 10),
        lambda: table.remove(1, "blackjack"),
        lambda: table.remove(1, "split"),
    ):
        with pytest.raises(Refused, match="no more bets"):
            attempt()


def test_2b_5_g_whoever_sat_out_waits_for_the_next_shuffle() -> None:
    table = Table(DARK, DARK.rules(mid_shoe_entry="barred"), seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
    for bet in wagers(1):
        table.bet(*bet)
    table.deal()
    while table.asked:
        table.act(1, next(each for each in ("keep", "no-insurance", "stand") if each in legal(table)))
    with pytest.raises(Refused, match=r"2B\.5\(g\)"):
        table.bet(2, "blackjack", 10)


def test_2b_5_h_what_is_not_offered_is_refused() -> None:
    table = Table(DARK, DARK.rules(), seed=1)
    table.sit(1, "Ann", 100)
    for wager in ("over-13", "sevens", "match-the-dealer", "match", "optional-bonus", "in-between", "hand-2"):
        with pytest.raises(Refused):
            table.bet(1, wager, 5)


@pytest.mark.paragraph('2B.1 "Colored blackjack"')
def test_2b_1_half_of_all_blackjacks_are_of_one_color() -> None:
    aces, tens = range(48, 52), range(32, 48)
    pairs = [(ace, ten) for ace in aces for ten in tens]
    one = [pair for pair in pairs if is_of_one_color(*pair)]
    assert len(one) * 2 == len(pairs)
    assert {payout(True, End.BLACKJACK.value, *pair, 0, 21, 2, False) for pair in one} == {
        Ended.COLORED_BLACKJACK.value
    }
    for tied, ending in ((True, Ended.TIED_PAID), (False, Ended.TIED_BLACKJACKS)):
        assert payout(tied, End.TIED_BLACKJACKS.value, *one[0], 0, 21, 2, False) == ending


# ---- irregularities, 2A.15 -----------------------------------------------------------------------------


def test_2a_15_f_a_rejected_pair_is_among_the_discards() -> None:
    """On the layout lie two cards of the player's and two of the dealer's."""
    table = dealt("2s 3s Ts 6h 8s Kc 5d")
    table.act(1, "switch")
    table.call(Irregularity("shoe-runs-out"))
    table.act(1, "stand")
    refilled = [event for event in table.said if isinstance(event, Shuffle)][-1]
    assert len(refilled.order) == 312 - 4


# ---- advice --------------------------------------------------------------------------------------------


def advised(table: Table) -> Advice:
    assert table.asked is not None
    return DARK.mathematics.advise(table, table.asked)


def test_2b_6_f_advice_on_the_hand() -> None:
    """16 is given up for any two cards, 20 and a blackjack are not; a colored blackjack is worth two units."""
    assert advised(dealt("2s 3s Ts 9h 6s Kc")).decision == "switch"
    assert advised(dealt("2s 3s Ts 9h Ks Kc")).decision == "keep"
    told = advised(dealt("2s 3s As 9h Ks Kc"))
    assert told.decision == "keep"
    assert told.values["keep"] == pytest.approx(2000)
    assert advised(dealt("2s 3s As 9h Kd Kc")).values["keep"] == pytest.approx(1500)


# ---- random play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_random_play_conserves_money_and_replays(seed: int) -> None:
    chance = random.Random(seed)
    options = {each.id: chance.choice(each.values) for each in DARK.data.options}
    if options["resplit-aces"] == "yes":
        options["split-hands"] = 4
    assert random_play("switch-hands-blackjack", options, seed, rounds=12).rounds >= 1


# ---- odds ----------------------------------------------------------------------------------------------

SMALL = ((1, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 4))
"""A shoe of 14 cards."""


@pytest.mark.parametrize(("own", "up"), [((10, 6), 9), ((10, 1), 6), ((9, 2), 10)])
def test_2b_6_f_what_two_cards_in_the_dark_are_worth_by_plain_recursion(
    own: tuple[int, int], up: int
) -> None:
    """Tied blackjacks are void at this table, and pairs are left out on both sides."""
    rules = DARK.rules(tied_blackjacks="void", surrender="no")
    gone = tuple(value - 1 for value in own)
    house = replace(house_of(rules), shoe=tuple(n for _, n in SMALL))
    found = {
        each.hand: each
        for each in analyze(house, taken(house.shoe, gone)).hands
        if each.dealer == (up - 1,) and each.hand[0] != each.hand[1]
    }
    left = without(SMALL, *own, up)
    for (a, b), each in found.items():
        shoe = without(left, a + 1, b + 1)
        to_blackjack = 1 - clear(up, shoe)
        if (a, b) == (0, 9):  # half of them pay 2 to 1, half 3 to 2
            value = Fraction(7, 4) * stand((1, 10), up, shoe, blackjack=True, tie_22=False)
        else:
            value = played((a + 1, b + 1), up, shoe, False) - to_blackjack
        assert each.expectation == pytest.approx(float(value), abs=1e-12)


def test_2b_5_odds_count_the_ante() -> None:
    """A fifth of the wager is gone in every round."""
    rules = DARK.rules()
    exact = worth(house_of(rules))
    rows = {row.wager: row for row in DARK.mathematics.odds(rules)}
    assert list(rows) == ["blackjack", "ante-fee", "insurance"]
    assert float(rows["blackjack"].expectation) == pytest.approx(exact.value - 0.2)
    assert rows["ante-fee"].expectation == -1
    assert 0.6 < exact.switched < 0.7
    whole = {row.wager: row for row in DARK.mathematics.odds_from(rules, rules.pack())}
    assert whole["blackjack"].expectation == rows["blackjack"].expectation


def test_2b_6_f_the_chart_gives_bad_hands_away() -> None:
    told = DARK.mathematics.strategy(DARK.rules())
    chart = {row[0]: dict(zip(told.charts[0].columns, row[1:], strict=True)) for row in told.charts[0].rows}
    assert set(chart["T,A"].values()) == set(chart["T,T"].values()) == {"K"}
    assert set(chart["T,6"].values()) == {"X"}
    assert told.legend["X"] == "switch to those face down"


# ---- table against compiled round ----------------------------------------------------------------------


def by_the_chart(felt: Felt) -> object:
    def decide(table: Table, ask: Ask) -> tuple[str, int]:
        choices = {choice.id: choice.most for choice in ask.choices}
        if "no-insurance" in choices:
            return "no-insurance", 0
        (up, *_), held = table.cards("dealer"), [points(each) for each in table.cards(ask.hand)]
        if "switch" in choices:
            return ("switch" if felt.switches[points(up), held[0], held[1]] else "keep"), 0
        cells, shown = felt.hand.cells, total(*fold([up]))
        hard, ace = fold(table.cards(ask.hand))
        pair = len(held) == 2 and held[0] == held[1]
        cell = (
            cells[shown, PAIR, held[0]] if pair else cells[shown, int(is_soft(hard, ace)), total(hard, ace)]
        )
        for flag, choice in (
            (SURRENDER, "surrender"),
            (SPLIT, "split"),
            (DOUBLE, "double-down"),
            (HIT, "hit"),
        ):
            if cell & flag and choice in choices:
                return choice, choices[choice]
        return "stand", 0

    return decide


TABLES: list[dict[str, object]] = [
    {},
    {"hole-card": "down", "split-hands": 4, "resplit-aces": "yes", "surrender": "no"},
    {"hole-card": "down", "decks": 8, "reading-busted-extra": "kept", "tied-blackjacks": "void"},
    {"reading-blackjack-on-21": "as-printed", "split-hands": 3},
]


@pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)
@pytest.mark.parametrize("few", [False, True], ids=["any", "aces-and-tens"])
def test_2b_5_table_and_compiled_round_pay_the_same(
    options: dict[str, object], few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,250 rounds at each of four tables, and as many from a pack of aces, tens and sevens: 10,000 in all."""
    by_habit(monkeypatch)
    rules = Rules(DARK, options)
    switches = felt_of(DARK.rules()).switches  # any chart will do
    felt, compiled = Felt(setting_of(rules), switches), round_of(DARK, one_round).compiled
    tape = Tape()
    table = Table(DARK, rules, chance=tape, players={1: by_the_chart(felt)})  # type: ignore[dict-item]
    table.sit(1, "Ann", 10**8)
    stakes, memory = np.array([1000, 200]), np.zeros(MEMORY, np.int64)
    chance = random.Random(str(options))
    pack = [card for card in rules.pack() if not few or card >> 2 in (5, 8, 12)]
    for _ in range(1_250):
        shoe = chance.sample(pack, 60)
        tape.load(shoe)
        for bet in wagers(1):
            table.bet(*bet)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(2, np.int64), np.zeros(2, np.int64)
        used = compiled(np.array(shoe + shoe, np.uint8), 0, stakes, felt, memory, net, staked)
        assert table.settlement.net[1] == net.sum(), (shoe[:12], str(table.settlement))
        assert len(shoe) - len(tape.cards) == used, "the same cards were used"


def test_plain_and_compiled_rounds_agree() -> None:
    rules = DARK.rules(hole_card="down", split_hands=4)
    felt, generator = felt_of(DARK.rules()), np.random.default_rng(2)
    felt = felt._replace(hand=setting_of(rules))
    for _ in range(200):
        tape = generator.permutation(np.array(rules.pack(), np.uint8))
        found = []
        for way in (round_of(DARK, one_round), round_of(DARK, one_round).compiled):
            net, staked, memory = (np.zeros(size, np.int64) for size in (2, 2, MEMORY))
            used = way(tape, 0, np.array([1000, 200]), felt, memory, net, staked)
            found.append((used, net.tolist(), staked.tolist(), memory.tolist()))
        assert found[0] == found[1]


def test_2b_5_simulation_agrees_with_the_analysis() -> None:
    """By a chart of totals: a tenth of a percent below the best play at the most, and above it by no more than chance;
    the deviation is the same to the third digit."""
    rules = DARK.rules()
    mean, _, deviation = from_fresh_shoes(simulation(rules), seed=7)
    exact, error = worth(house_of(rules)).value, 4 * deviation / sqrt(FRESH_SHOES)
    assert -0.001 - error < mean - exact < error
    found = fortune(rules)
    assert found.mean == pytest.approx(exact, abs=1e-12)
    assert deviation == pytest.approx(found.deviation, abs=0.004)
    assert (found.error, found.simulated) == (0, ())


def test_2b_5_f_insurance_when_nothing_is_known_but_the_ace() -> None:
    """96 of 311 cards are worth ten; it pays 2 to 1."""
    rules = DARK.rules()
    (row,) = DARK.mathematics.odds(rules, "insurance")
    (rest,) = DARK.mathematics.odds_from(rules, rules.pack(), "insurance")
    assert row.house_edge == rest.house_edge == 1 - Fraction(3 * 96, 311)
