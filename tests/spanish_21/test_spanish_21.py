"""Spanish 21, 13:69F-19: the procedure paragraph by paragraph, its mathematics, and random play."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.book import Ask, Refused, Rules, Settle, Shuffle, game
from pitboss.equipment.cards import cards
from pitboss.games.blackjack import spanish_21
from pitboss.games.blackjack.charts import (
    BY_SUITS,
    DOUBLE,
    DOUBLED,
    HIT,
    ONE_SUIT,
    PAIR,
    SPADES,
    SPLIT,
    SURRENDER,
)
from pitboss.games.blackjack.engine import analyze
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.hands import End, fold, is_soft, points, total
from pitboss.games.blackjack.house import house_of
from pitboss.games.blackjack.mathematics import round_of, simulation
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.games.blackjack.spanish_21_mathematics import odds, super_bonus, terms_of, two_cards
from pitboss.games.blackjack.spanish_21_mathematics import play as one_round
from pitboss.odds import WagerOdds
from pitboss.table import Table
from tests.blackjack.test_rounds import FRESH_SHOES, from_fresh_shoes
from tests.blackjack_family import by_habit, dealt_to, legal
from tests.blackjack_family import dealt as begun
from tests.properties import random_play
from tests.tape import Tape

SPANISH = game("spanish-21")
assert isinstance(SPANISH, BlackjackGame)
MAIN, MATCH = "spanish-21", "match-the-dealer"


def dealt(in_order: str, *bets: tuple[int, str, int], funds: int = 1000, **options: object) -> Table:
    return begun(SPANISH, in_order, bets or ((1, MAIN, 10),), funds, **options)


# ---- cards and shoe, 19.2, 19.4, 19.7 ------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 8])
def test_19_2_a_there_are_no_tens(decks: int) -> None:
    pack = Counter(SPANISH.rules(decks=decks).pack())
    assert len(pack) == 48
    assert set(pack.values()) == {decks}
    assert not any(card >> 2 == 8 for card in pack)


@pytest.mark.paragraph("19.4(g)", "19.4(a)")
def test_19_4_e_the_cutting_card_lies_a_quarter_from_the_back() -> None:
    """19.4(g), 19.7(i): a quarter of 288 is 72; or a shuffle after every round. 19.4(a): shuffled before play."""
    assert SPANISH.shoe(SPANISH.rules()).cut == 72
    assert SPANISH.shoe(SPANISH.rules(rounds_per_deck="one")).cut == 288
    assert isinstance(dealt("9s 9h 8d Kc").said[0], Shuffle)


@pytest.mark.paragraph("19.7(g)", "19.7(a)", "19.7(c)")
def test_19_7_d_one_card_to_each_box_one_to_the_dealer_a_second_to_each_box() -> None:
    """19.7(a), 19.7(c): the first card of the shoe is burned."""
    table = dealt("9s 8s 9h 8d 7c", (1, MAIN, 10), (3, MAIN, 10), hole_card="none")
    assert dealt_to(table) == ["burn", "1", "3", "dealer", "1", "3"]


@pytest.mark.paragraph("19.7(f)")
def test_19_7_e_players_decide_from_the_dealers_left_among_all_choices() -> None:
    """19.8(a): surrender is offered before any other decision, and no more after it."""
    table = dealt("8s 9s 9h 8d 8c Kc 2d", (2, MAIN, 10), (4, MAIN, 10))
    assert table.asked is not None
    assert table.asked.seat == 2
    assert legal(table) == ["hit", "stand", "split", "double-down", "surrender"]
    table.act(2, "hit")
    assert legal(table) == ["hit", "stand", "double-down"]


def test_19_7_h_settlement_begins_at_the_dealers_far_right() -> None:
    table = dealt("9s 9s 9h Kd Kd 8c", (1, MAIN, 10), (3, MAIN, 10))
    for seat in (1, 3):
        table.act(seat, "stand")
    assert [event.seat for event in table.said if isinstance(event, Settle)] == [3, 1]


def test_19_7_i_the_reader_ends_the_round() -> None:
    assert dealt("5s Kh 6d Ac").asked is None
    assert dealt("5s Kh 6d Ac", hole_card="down").asked is not None
    assert dealt("5s 9h 6d Ac").asked is not None


# ---- wagers, 19.5, 19.6 --------------------------------------------------------------------------------


@pytest.mark.paragraph("19.5(h)", "19.5(i)")
def test_19_5_d_no_wager_is_made_or_withdrawn_after_the_first_card() -> None:
    """19.5(h), 19.5(i): nor a double or split once made."""
    table = dealt("8s 6h 8d Kc 3c")
    table.act(1, "split")
    for attempt in (
        lambda: table.bet(1, MAIN, 10),
        lambda: table.remove(1, MAIN),
        lambda: table.remove(1, "split"),
    ):
        with pytest.raises(Refused, match="no more bets"):
            attempt()


def test_19_5_j_whoever_sat_out_waits_for_the_next_shuffle() -> None:
    table = Table(SPANISH, SPANISH.rules(mid_shoe_entry="barred"), seed=1)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1000)
    table.bet(1, MAIN, 10)
    table.deal()
    while table.asked:
        table.act(1, "stand" if "stand" in legal(table) else "no-insurance")
    with pytest.raises(Refused, match=r"19\.5\(j\)"):
        table.bet(2, MAIN, 10)


def test_19_5_g_nobody_stakes_the_super_bonus() -> None:
    table = Table(SPANISH, SPANISH.rules(), seed=1)
    table.sit(1, "Ann", 100)
    for bonus in ("super-bonus", "envy"):
        with pytest.raises(Refused, match=r"has no stake of its own \(13:69F-19\.5\(g\)\)"):
            table.bet(1, bonus, 5)


def test_19_6_b_1_the_basic_wager_stays_while_match_the_dealer_rests_on_it() -> None:
    table = Table(SPANISH, SPANISH.rules(), seed=1)
    table.sit(1, "Ann", 100)
    table.bet(1, MAIN, 10)
    table.bet(1, MATCH, 10)
    with pytest.raises(Refused, match=r"19\.6\(b\)1"):
        table.remove(1, MAIN)
    table.remove(1, MATCH)
    table.remove(1, MAIN)


def test_19_6_d_losers_are_collected_before_winners_are_paid() -> None:
    bets = [(seat, wager, 10) for seat in (1, 2, 3) for wager in (MAIN, MATCH)]
    table = dealt("8s 9s 7s 8h Kd Kd Kd 7c", *bets)
    settled = [(event.seat, event.result) for event in table.said if isinstance(event, Settle)]
    assert settled == [(2, "lose"), (3, "lose"), (1, "win")]


def test_19_5_e_a_wager_is_made_in_chips_though_three_to_two_be_paid_in_coin() -> None:
    table = Table(SPANISH, SPANISH.rules(), seed=1)
    table.sit(1, "Ann", 100)
    with pytest.raises(Refused):
        table.bet(1, MAIN, "10.10")
    table.bet(1, MAIN, "10.50")


# ---- premiums, 19.5(f), (g) ----------------------------------------------------------------------------


def test_19_5_f_every_three_cards_that_make_a_premium() -> None:
    """In order: a 6-7-8 comes in 6 orders of 4³, of which 4 are of one suit; three sevens of several decks are 4³, of
    which 4 are of one suit."""
    found: Counter[str] = Counter()
    for a, b, c in product(range(16, 28), repeat=3):
        score = sum(points(card) for card in (a, b, c))
        end = spanish_21.payout((), End.WIN.value, a, b, c, score, 3, False)
        if end != End.WIN:
            found[list(spanish_21.Ended)[end].outcome] += 1
            assert score == 21
            assert spanish_21.payout((), End.WIN.value, a, b, c, score, 3, True) == End.WIN
            assert spanish_21.payout((), End.LOWER.value, a, b, c, score, 3, False) == End.LOWER
    assert found == {
        "mixed 6-7-8": 6 * 60,
        "suited 6-7-8": 6 * 3,
        "6-7-8 of spades": 6,
        "mixed 7-7-7": 60,
        "suited 7-7-7": 3,
        "7-7-7 of spades": 1,
    }


@pytest.mark.parametrize(
    ("count", "row"),
    [(4, "win"), (5, "five-card 21"), (6, "six-card 21"), (7, "seven-card 21"), (9, "seven-card 21")],
)
def test_19_5_f_5_to_7_by_the_number_of_cards(count: int, row: str) -> None:
    a, b, c = cards("2s 3s 4s")
    assert (
        list(spanish_21.Ended)[spanish_21.payout((), End.WIN.value, a, b, c, 21, count, False)].outcome == row
    )


@pytest.mark.paragraph('19.1 "Rescue"')
def test_19_9_d_rescue_is_asked_of_who_doubled_and_is_not_over_21() -> None:
    table = dealt("5s 9h 6d Kc 2c")
    table.act(1, "double-down", 10)
    assert legal(table) == ["stand", "rescue"]
    table.act(1, "rescue")
    assert not table.playing
    assert table.funds(1) == 99_000


def test_19_12_a_1_nobody_draws_to_a_21_hard_or_soft() -> None:
    assert not dealt("As 9h Kd 8c").playing
    table = dealt("As 9h 5d 8c 5c")
    table.act(1, "hit")
    assert not table.playing


def test_19_11_b_insurance_is_at_most_half_and_comes_before_the_reader() -> None:
    table = dealt("Ks Ah 9d Kc")
    insurance = next(choice for choice in table.legal() if choice.id == "insurance")
    assert insurance.most == 500
    table.act(1, "insurance", 5)
    assert not table.playing
    assert table.funds(1) == 100_000


# ---- odds ----------------------------------------------------------------------------------------------


def test_19_6_e_match_the_dealer_by_hand_and_as_published() -> None:
    """Six decks: of 287 other cards 5 are the up card's equals and 18 match it in another suit: two cards bring
    2·(5·9 + 18·4)/287, and 264·263/(287·286) of the time nothing. Published: 3.06 percent."""
    (six,) = odds(SPANISH.rules(), MATCH)
    assert six.house_edge == Fraction(264 * 263, 287 * 286) - Fraction(2 * (5 * 9 + 18 * 4), 287)
    assert round(float(six.house_edge * 100), 2) == 3.06
    (eight,) = odds(SPANISH.rules(decks=8), MATCH)
    assert eight.house_edge == Fraction(352 * 351, 383 * 382) - Fraction(2 * (7 * 12 + 24 * 3), 383)
    assert sum(each.probability for each in eight.outcomes) == 1


def test_19_5_g_the_super_bonus_is_worth_as_much_as_published() -> None:
    """A seven, then three of one suit; at $5 or $25 it pays 200 units. Published: 0.030 percent with six decks."""
    ways = 24 * (3 * 6 * 5 * 4 + 5 * 4 * 3)
    expected = Fraction(200 * ways, 288 * 287 * 286 * 285)
    assert super_bonus(SPANISH.rules()).expectation == expected
    assert round(float(expected * 100), 3) == 0.030


def test_19_11_c_insurance_as_published() -> None:
    """72 of 287 cards are tens: 24.7 percent."""
    (insurance,) = SPANISH.mathematics.odds(SPANISH.rules(), "insurance")
    assert isinstance(insurance, WagerOdds)
    assert insurance.house_edge == 1 - Fraction(3 * 72, 287)


@pytest.mark.parametrize(("decks", "published"), [(6, 0.37), (8, 0.38)])
def test_19_5_the_house_edge_as_published(decks: int, published: float) -> None:
    """Dealer stands on soft 17, no redoubling: 0.37 and 0.38 percent by the published strategy; the best play by the
    cards of the hand is better by less than a hundredth."""
    edge = -100 * analyze(house_of(SPANISH.rules(decks=decks))).expectation
    assert published - 0.01 < edge < published + 0.005


def test_19_5_e_blackjack_as_printed_costs_half_a_unit_of_those_that_meet_no_21() -> None:
    """The published game's 3 to 2 is worth about 1.8 percent more than the printed words."""
    read, printed = (
        analyze(house_of(SPANISH.rules(reading_blackjack_odds=each))).expectation
        for each in ("as-read", "as-printed")
    )
    natural = 2 * 24 * 72 / (288 * 287)
    assert 0 < read - printed < natural / 2
    assert read - printed == pytest.approx(natural / 2 * (1 - 0.117), abs=0.0005)


# ---- table against compiled round ----------------------------------------------------------------------


def by_the_chart(cells: NDArray[np.uint8]) -> object:
    def decide(table: Table, ask: Ask) -> tuple[str, int]:
        choices = {choice.id: choice.most for choice in ask.choices}
        if "no-insurance" in choices:
            return "no-insurance", 0
        shown = total(*fold(table.cards("dealer")[:1]))
        held = table.cards(ask.hand)
        hard, ace = fold(held)
        if "rescue" in choices:
            return ("rescue" if cells[shown, DOUBLED, total(hard, ace)] & SURRENDER else "stand"), 0
        values = [points(each) for each in held]
        pair = len(values) == 2 and values[0] == values[1]
        cell = (
            cells[shown, PAIR, values[0]] if pair else cells[shown, int(is_soft(hard, ace)), total(hard, ace)]
        )
        if sorted(values) in ([6, 7], [6, 8], [7, 8], [7, 7]) and not (pair and "." in ask.hand):
            suits = {each & 3 for each in held}
            kind = BY_SUITS if len(suits) == 2 else SPADES if suits == {3} else ONE_SUIT
            cell = cells[shown, kind, 7 if pair else sum(values)]
            if pair and len(suits) == 1 and shown == 7:
                cell = HIT  # for the super bonus: $10 are wagered
        if cell & SURRENDER and "surrender" in choices:
            return "surrender", 0
        if cell & SPLIT and "split" in choices:
            return "split", choices["split"]
        if cell & DOUBLE and "double-down" in choices:
            return "double-down", choices["double-down"]
        return ("hit", 0) if cell & HIT and "hit" in choices else ("stand", 0)

    return decide


TABLES: list[dict[str, object]] = [
    {},
    {"hole-card": "none"},
    {"hole-card": "down", "decks": 8, "reading-busted-extra": "kept"},
    {"hole-card": "none", "reading-blackjack-odds": "as-printed", "reading-split-21": "as-printed"},
]


@pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)
@pytest.mark.parametrize("sevens", [False, True], ids=["any", "sevens"])
def test_19_5_table_and_compiled_round_pay_the_same(
    options: dict[str, object], sevens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,250 rounds at each of four tables, and as many from a pack of sixes to eights: 10,000 in all."""
    by_habit(monkeypatch, gives_up_doubles=True)
    rules = Rules(SPANISH, options)
    setting, play = terms_of(rules), round_of(SPANISH, one_round, two_cards).compiled
    cells = setting.box.cells.copy()
    if sevens:
        cells[:, PAIR, 7] = HIT  # for the super bonus
    setting = setting._replace(box=setting.box._replace(cells=cells))
    tape = Tape()
    table = Table(SPANISH, rules, chance=tape, players={1: by_the_chart(cells)})  # type: ignore[dict-item]
    table.sit(1, "Ann", 10**8)
    stakes, memory = np.array([1000, 500]), np.zeros(MEMORY, np.int64)
    chance = random.Random(str(options))
    pack = [card for card in rules.pack() if not sevens or (4 <= card >> 2 <= 6 and card & 3 > 1)]
    bonuses = 0
    for _ in range(1_250):
        shoe = chance.sample(pack, min(len(pack), 60))
        tape.load(shoe)
        table.bet(1, MAIN, 10)
        table.bet(1, MATCH, 5)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(2, np.int64), np.zeros(2, np.int64)
        used = play(np.array(shoe + shoe, np.uint8), 0, stakes, setting, memory, net, staked)
        assert table.settlement.net[1] == net.sum(), (shoe[:12], str(table.settlement))
        assert len(shoe) - len(tape.cards) == used, "the same cards were used"
        bonuses += "super-bonus" in table.settlement.wagers[1]
    assert bonuses > 0 or not sevens


def test_plain_and_compiled_rounds_agree() -> None:
    rules = SPANISH.rules(hole_card="none")
    setting, generator = terms_of(rules), np.random.default_rng(2)
    wild = generator.integers(0, 16, setting.box.cells.shape, np.uint8)
    wild[:, :, 21:] = 0
    for cells in (setting.box.cells, wild):
        varied = setting._replace(box=setting.box._replace(cells=cells))
        for _ in range(200):
            tape = generator.permutation(np.array(rules.pack(), np.uint8))
            found = []
            for way in (
                round_of(SPANISH, one_round, two_cards),
                round_of(SPANISH, one_round, two_cards).compiled,
            ):
                net, staked, memory = (np.zeros(size, np.int64) for size in (2, 2, MEMORY))
                used = way(tape, 0, np.array([1000, 500]), varied, memory, net, staked)
                found.append((used, net.tolist(), staked.tolist(), memory.tolist()))
            assert found[0] == found[1]


@pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)
def test_19_5_simulation_agrees_with_the_analysis(options: dict[str, object]) -> None:
    """By a chart of totals that does not count the cards of a hand: some tenths of a percent below the best play, and
    never above it by more than chance."""
    rules = Rules(SPANISH, options)
    exact = analyze(house_of(rules))
    found, wager, deviation = from_fresh_shoes(simulation(rules), seed=5)
    error = 4 * deviation / sqrt(FRESH_SHOES)
    assert -0.004 - error < found - exact.expectation < error
    assert wager == pytest.approx(exact.average_wager, abs=0.02)


# ---- advice --------------------------------------------------------------------------------------------


def test_19_9_d_advice_on_a_rescue() -> None:
    """13 against a nine, doubled: two thirds of the time both wagers are lost, so the double is reversed; with 20
    it is kept."""
    table = dealt("5s 9h 6d Kc 2c")
    table.act(1, "double-down", 10)
    assert table.asked is not None
    advice = SPANISH.mathematics.advise(table, table.asked)
    assert advice.decision == "rescue"
    assert advice.values["rescue"] == -1000
    table = dealt("5s 9h 6d Kc 9c")
    table.act(1, "double-down", 10)
    assert table.asked is not None
    assert SPANISH.mathematics.advise(table, table.asked).decision == "stand"


def test_19_11_a_advice_never_insures_a_fresh_shoe() -> None:
    """A blackjack is paid 3 to 2 whatever the dealer has."""
    table = dealt("As Ah Kd 8c")
    assert table.asked is not None
    advice = SPANISH.mathematics.advise(table, table.asked)
    assert advice.decision == "no-insurance"
    assert advice.values["no-insurance"] == pytest.approx(1500)


@pytest.mark.parametrize(
    ("in_order", "stake", "decision"),
    [
        ("7h 4c 8h Kd", 10, "stand"),  # test_suits: 15 against 4 is hit for a 6-7-8 of spades alone …
        ("7s 4c 8s Kd", 10, "hit"),
        ("6h 5c 8h Kd", 10, "hit"),  # … and 14 against 5 for any
        ("7h 7c 7h Kd", 10, "hit"),  # 4/285 for $1,000 beside $10 is worth more than the split
        ("7h 7c 7h Kd", 450, "split"),  # $5,000 are few beside it
        ("7h 7c 7d Kd", 10, "split"),
    ],
)
def test_19_5_f_g_advice_looks_at_suits(in_order: str, stake: int, decision: str) -> None:
    table = dealt(in_order, (1, MAIN, stake))
    assert table.asked is not None
    assert SPANISH.mathematics.advise(table, table.asked).decision == decision


def test_19_5_g_simulated_players_draw_for_the_super_bonus_while_it_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three sevens of spades against a seven: 3 to 1 and $1,000 for $10; with $400 it is not drawn for."""
    by_habit(monkeypatch)
    rules = SPANISH.rules()
    setting = terms_of(rules)
    setting = setting._replace(box=setting.box._replace(cells=np.zeros_like(setting.box.cells)))
    tape = np.array(cards("7s 7h 7s Kd 7s Kc 2c 3c"), np.uint8)
    for stake, wanted in ((1_000, 3_000 + 100_000), (40_000, -40_000)):  # who stands on 14 meets a 17
        net, staked, memory = (np.zeros(size, np.int64) for size in (2, 2, MEMORY))
        round_of(SPANISH, one_round, two_cards)(tape, 0, np.array([stake, 0]), setting, memory, net, staked)
        assert net[0] == wanted


# ---- random play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_play_conserves_money_and_replays(seed: int) -> None:
    chance = random.Random(seed)
    options = {each.id: chance.choice(each.values) for each in SPANISH.data.options}
    assert random_play("spanish-21", options, seed, rounds=8).rounds >= 1
