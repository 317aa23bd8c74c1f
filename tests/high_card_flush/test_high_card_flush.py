"""High card flush, proposed 13:69F-38: rounds worked out by hand, random play, the compiled path, exact odds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Ask, Deal, Refused, Rules, Settle, Show, game
from pitboss.equipment.cards import cards
from pitboss.games.house_poker import high_card_flush_mathematics as odds
from pitboss.games.house_poker.high_card_flush import STRAIGHT_FLUSHES, straight_flush_row
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.ranking.flush import describe, flush_value, run
from pitboss.ranking.high import hand_of
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.case import read_case, settle
from pitboss.table.check import check as check_table
from tests import house_poker
from tests.house_poker import compiled_round, near, table_and_tape
from tests.properties import often

HCF = game("high-card-flush")
OPTIONAL = ("flush-bonus", "straight-flush-bonus", "progressive")
HANDS = comb(52, 7)


# ---- procedure -----------------------------------------------------------------------------------------


seated = partial(house_poker.seated, HCF)


def settled(case: str) -> dict[str, Any]:
    return dict(settle(read_case(case)))


@pytest.mark.paragraph("38.7(a)", "38.7(d)", "38.8(a)", "38.8(c)", "38.8(d)", "38.9(a)", "38.9(c)", "38.9(d)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_38_7_c_seven_cards_in_a_row_to_each_clockwise_and_the_dealer_last(dealing: str) -> None:
    """38.7(a), 38.7(c), 38.7(d), 38.8(a), 38.8(c), 38.8(d), 38.9(a), 38.9(c), 38.9(d)."""
    table = seated((4, "ante", 10), (1, "ante", 10), dealing=dealing)
    table.deal()
    dealt = [event.to for event in table.said if isinstance(event, Deal)]
    assert dealt == ["1"] * 7 + ["4"] * 7 + ["dealer"] * 7
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["4"] == table.view(1)["dealer"] == ["??"] * 7


def test_38_8_b_1_dealing_from_the_hand_needs_a_shuffling_device() -> None:
    with pytest.raises(Refused, match=r"38\.8\(b\)1"):
        HCF.rules(dealing="hand", shuffle="manual")


@pytest.mark.paragraph("38.4(a)")
def test_38_2_b_a_second_deck_needs_a_shuffling_device() -> None:
    """38.4(a): shuffled by hand, by a device, or bought so."""
    assert HCF.rules(second_deck="yes", shuffle="automated").on("second-deck")
    for shuffle in ("manual", "pre-shuffled"):
        with pytest.raises(Refused, match=r"38\.2\(b\)"):
            HCF.rules(second_deck="yes", shuffle=shuffle)


def test_38_7_g_only_a_device_spares_the_counting_of_the_stub() -> None:
    """38.7(f)."""
    with pytest.raises(Refused, match=r"38\.7\(g\)"):
        HCF.rules(stub_count="shuffler", shuffle="manual")


def test_38_6_c_a_player_with_cards_remains_seated() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)


def test_38_6_d_no_wager_after_no_more_bets() -> None:
    table = seated((1, "ante", 10))
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "flush-bonus", 5)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


@pytest.mark.paragraph("38.10(d)")
def test_38_10_b_decisions_clockwise_then_the_dealer_then_counter_clockwise() -> None:
    """38.10(d), 38.10(e)."""
    table = seated((3, "ante", 10), (1, "ante", 10), (6, "ante", 10))
    table.deal()
    while table.asked:
        table.act(table.asked.seat, "raise", 10)
    assert [event.seat for event in table.said if isinstance(event, Ask)] == [1, 3, 6]
    assert [event.owner for event in table.said if isinstance(event, Show)] == ["dealer", "6", "3", "1"]
    assert [event.seat for event in table.said if isinstance(event, Settle)] == [6, 6, 3, 3, 1, 1]


def test_38_10_c_a_folded_hand_has_its_bonuses_before_the_dealer_shows() -> None:
    table = seated((1, "ante", 10), (1, "flush-bonus", 5), (1, "straight-flush-bonus", 5), (2, "ante", 10))
    table.deal()
    table.act(1, "fold")
    table.act(2, "fold")
    events = [event for event in table.said if isinstance(event, Settle | Show)]
    assert isinstance(events[-1], Show)
    assert [event.wager for event in events[:-1] if isinstance(event, Settle)] == [
        "ante", "flush-bonus", "straight-flush-bonus", "ante",
    ]  # fmt: skip


def test_38_6_a_5_a_player_short_of_chips_raises_what_he_has_or_folds() -> None:
    table = Table(HCF, seed=1)
    table.sit(1, "Ann", 15)
    table.bet(1, "ante", 10)
    table.deal()
    assert [choice.id for choice in table.legal(1)] == ["fold"]


def test_38_10_a_who_tells_forfeits_at_every_position_of_his() -> None:
    table = seated((1, "ante", 10), (1, "ante@2", 10), (3, "ante", 10), positions_per_player=2)
    table.deal()
    table.act(1, "raise", 10)
    table.irregularity("hand-told", position="1")
    assert table.asked is not None
    assert table.asked.seat == 3
    assert table.funds(1) == 100_000 - 3_000


# ---- the order of hands --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5h 4h 3h 2h Kd Jc 9s", "As Ks Qs 9d 8c 7c 6d"),  # 38.5(b)(1)
        ("Ah 3h 2h Kd 9d 7c 5s", "Ks Qs Js 9c 8c 4d 3d"),  # 38.5(b)(2)
        ("Kc Qc 9c 5d 5h 4s 4d", "Kd Qd 8d Ac Ah Js Jh"),
        ("9c 8c 2c Ad Kd 7s 7h", "9d 7d 6d Ac Kc Qs Jh"),
        ("7h 6h 5h 4h 3h Ac Kc", "Ad Kd Qd Jd 9c 8c 6s"),
    ],
)
def test_38_5_b_the_longest_suit_then_its_ranks(better: str, worse: str) -> None:
    assert flush_value(hand_of(cards(better))) > flush_value(hand_of(cards(worse)))


def test_38_5_b_of_two_suits_of_one_length_the_better_plays_and_suits_are_equal() -> None:
    """38.1 "Suit", 38.1 "Push"."""
    values = {
        flush_value(hand_of(cards(f"K{a} 9{a} 4{a} Q{b} 8{b} 7{b} 2{c}")))
        for a, b, c in ("cdh", "shc", "dcs")
    }
    assert len(values) == 1
    assert describe(values.pop()) == "three-card flush, king high"


def slow_run(ranks: tuple[int, ...]) -> int:
    """The longest sequence, looked for one by one: 38.5(a)."""
    sequences = [{12, *range(top)} for top in range(2, 7)]
    sequences += [set(range(low, low + size)) for size in range(1, 8) for low in range(14 - size)]
    return max((len(each) for each in sequences if each <= set(ranks)), default=0)


def test_38_5_a_every_set_of_ranks_runs_as_the_text_has_it() -> None:
    for size in range(1, 8):
        for ranks in combinations(range(13), size):
            longest = slow_run(ranks)
            assert run(sum(1 << rank for rank in ranks)) == longest or longest < 3


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("Ac 2c 3c 4c 5c 6c 7c", "7-card-straight-flush"),
        ("Ac Kc Qc Jc Tc 9c 8c", "7-card-straight-flush"),
        ("Ac Kc Qc Jc Tc 9c 7c", "ace-to-nine-suited"),
        ("Kc Qc Jc Tc 9c 8c Ad", "6-card-straight-flush"),
        ("Ac 2c 3c 4c 5c 6c 8c", "6-card-straight-flush"),
        ("Kc Qc Jc Tc 9c 7c 6c", "5-card-straight-flush"),
        ("Ac Kc Qc Jc 2c 3c 4c", "4-card-straight-flush"),
        ("Qc Jc Tc 4d 3d 2d Ad", "4-card-straight-flush"),
        ("Qc Jc Tc 4d 3d 2d 7d", "3-card-straight-flush"),
        ("Ac Kc 2c Qd Jd 9d 8d", "no-straight-flush"),
    ],
)
def test_38_11_i_only_the_best_straight_flush_counts(hand: str, row: str) -> None:
    """38.5(c)1, 38.5(c)3, 38.5(c)4, 38.5(c)5, 38.5(c)6, 38.10(e)2."""
    assert STRAIGHT_FLUSHES[straight_flush_row(hand_of(cards(hand)), -1)] == row


# ---- pay tables, copied from the text once more -------------------------------------------------------------


def test_38_11_c_the_flush_bonus_tables() -> None:
    """38.6(a), 38.10(e)2(i)."""
    printed = {
        7: "300 100 200 300 200 500 400 1000 150 150 400 300 500 500",
        6: "100 20 20 75 60 50 60 50 20 25 100 80 80 100",
        5: "10 10 10 5 12 12 12 10 10 10 10 11 11 10",
        4: "1 1 2 2 2 1 1 1 1 2 2 1 1 1",
    }
    for size, row in printed.items():
        for table, figure in zip("ABCDEFGHIJKLMN", row.split(), strict=True):
            pay = HCF.rules(flush_bonus_table=table).pay("flush-bonus")
            assert (pay[f"{size}-card-flush"].win, len(pay.rows)) == (int(figure), 4)


def test_38_11_d_the_straight_flush_bonus_tables() -> None:
    """38.5(c)."""
    printed = {
        7: "8000 500 500 1000 500 1000",
        6: "1000 200 200 500 200 500",
        5: "100 100 100 100 100 100",
        4: "60 50 75 75 60 60",
        3: "7 9 7 7 8 8",
    }
    for size, row in printed.items():
        for table, figure in zip("ABCDEF", row.split(), strict=True):
            pay = HCF.rules(straight_flush_bonus_table=table).pay("straight-flush-bonus")
            assert (pay[f"{size}-card-straight-flush"].win, len(pay.rows)) == (int(figure), 5)


@pytest.mark.parametrize(
    ("table", "awards", "main", "secondary"),
    [
        ("A", {5: 250, 4: 50, 3: 3}, 24, 2),
        ("B", {5: 750, 4: 60, 3: 0}, 23, 2),
        ("C", {5: 300, 4: 50, 3: 3}, 21, 5),
        ("D", {5: 800, 4: 50, 3: 0}, 25, 5),
    ],
)
def test_38_11_e_the_progressive_tables_and_what_each_dollar_brings_the_meters(
    table: str, awards: dict[int, int], main: int, secondary: int
) -> None:
    """38.11(f): the meter begins at $10,000; dollars paid leave it alone."""
    hands = {5: "8h 7h 6h 5h 4h Kd Jc", 4: "8h 7h 6h 5h 3d Kd Jc", 3: "8h 7h 6h 2h 3d Kd Jc"}
    for size, hand in hands.items():
        quoted = ",".join(f'"{card}"' for card in hand.split())
        answer = settled(
            f'''{{"game": "high-card-flush", "options": {{"progressive-table": "{table}"}},
            "seats": [{{"seat": 1, "wagers": {{"ante": 10, "progressive": 1}}, "decisions": [["raise", 10]]}}],
            "cards": {{"1": [{quoted}], "dealer": ["Ks","9s","4s","Ad","7d","6c","2c"]}}}}'''
        )
        won = answer["seats"][0]["wagers"]["progressive"]
        assert won.get("prize", won["pays"]) == awards[size]
        assert won["result"] == ("win" if awards[size] else "lose")
        assert answer["meters"] == {"main": 10_000 + main / 100, "secondary": secondary / 100}


# ---- the meters ----------------------------------------------------------------------------------------

# With the 24 and 2 cents of the wager the meters show $20,000 and $2,400.
SEVEN = """{"game": "high-card-flush", "options": %s, "state": {"main": 19999.76, "secondary": 2399.98},
 "seats": [{"seat": 1, "wagers": {"ante": 10, "progressive": 1}, "decisions": %s}], "events": %s,
 "cards": {"1": ["9h","8h","7h","6h","5h","4h","3h"], "dealer": ["Ks","9s","4s","Ad","7d","6c","2c"]}}"""
RAISE = '[["raise", 10]]'


@pytest.mark.paragraph("38.12(b)")
def test_38_11_f_after_all_of_the_meter_the_secondary_takes_its_place() -> None:
    """38.12(b): the dollar is collected, not returned."""
    answer = settled(SEVEN % ("{}", RAISE, "[]"))
    assert answer["meters"] == {"main": 2400, "secondary": 0}
    assert answer["seats"][0]["net"] == 20 + 20_000 - 1


def test_38_11_f_the_house_may_add_to_the_reset() -> None:
    answer = settled(SEVEN % ('{"reset-top-up": "10000"}', RAISE, "[]"))
    assert answer["meters"] == {"main": 10_000, "secondary": 0}


def test_38_12_c_a_fold_leaves_the_meter_to_the_others() -> None:
    answer = settled(SEVEN % ("{}", '["fold"]', "[]"))
    assert answer["meters"] == {"main": 20_000, "secondary": 2400}
    assert answer["seats"][0]["net"] == -11


def test_38_13_d_a_void_round_takes_back_what_its_wagers_brought_the_meters() -> None:
    event = '[{"irregularity": "dealer-card-exposed", "at": ["ask", 1]}]'
    answer = settled(SEVEN % ("{}", "[]", event))
    assert answer["meters"] == {"main": 19_999.76, "secondary": 2399.98}
    assert answer["seats"][0]["net"] == answer["bank"] == 0


def test_38_12_f_the_meter_goes_on_from_round_to_round() -> None:
    """38.12(a): 24 and 2 cents of each dollar, two players, three rounds."""
    table = seated(
        *((seat, wager, amount) for seat in (1, 2) for wager, amount in (("ante", 5), ("progressive", 1)))
    )
    for n in range(3):
        if n:
            for seat in (1, 2):
                table.bet(seat, "ante", 5)
                table.bet(seat, "progressive", 1)
        table.deal()
        while table.asked:
            table.act(table.asked.seat, "fold")
    assert (table.ledger["meter:main"], table.ledger["meter:secondary"]) == (1_000_000 + 6 * 24, 6 * 2)


# ---- what a table may post -------------------------------------------------------------------------------


@pytest.mark.paragraph("13:69E-1.13Y(a)")
def test_a_seventh_position_or_an_unknown_hand_is_found_out(tmp_path: Path) -> None:
    """13:69E-1.13Y(a), 38.5(c), 38.11(h)."""
    page = tmp_path / "table.toml"
    page.write_text(
        '''game = "high-card-flush"
        seats = 7
        [options]
        straight-flush-bonus-table = "G"
        [pay_tables.straight-flush-bonus]
        7-card-straight-flush = "$10,000"
        royal-flush = "$50"'''
    )
    assert [finding.cite for finding in check_table(page)] == ["13:69E-1.13Y(a)", "13:69F-38.5(c)"]
    page.write_text('game = "high-card-flush"\nseats = 6\n[limits]\nante = [10, 100]')
    assert check_table(page) == []


def test_the_guide_tells_the_raises_and_the_qualifying_hand() -> None:
    page = guide("high-card-flush", [])
    assert "nine high" in page
    assert "three times" in page


# ---- random play ---------------------------------------------------------------------------------------


# ---- the compiled path ---------------------------------------------------------------------------------

COMBINED: list[dict[str, object]] = [
    {"flush-bonus-table": "K", "progressive-table": "A"},
    {"straight-flush-bonus-table": "E", "progressive-table": "D", "aggregate-limit": "per-hand"},
    {"progressive-table": "C", "aggregate-limit": "per-round", "reading-folded-progressive": "as-printed"},
]


RATES = {"A": 24, "C": 21, "D": 25}  # cents of a dollar for the main meter, 38.11(f)


def likely(chance: random.Random) -> list[int]:
    """Fourteen cards, for two rounds in three with many of the player's in one suit."""
    deck = chance.sample(range(52), 52)
    if suited := chance.choice([0, 5, 7]):
        low = chance.randrange(14 - suited)
        deck.sort(key=lambda card: (card & 3 != 1) + (not low <= card >> 2 < low + suited))
    mine = chance.sample(deck[:7], 7)
    return mine + [card for card in chance.sample(range(52), 52) if card not in mine][:7]


@pytest.mark.parametrize("options", COMBINED)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """3,350 deals each, the same cards both ways, the meter as it stands: identical money for every wager."""
    rules = Rules(HCF, {**options, "aggregate-limit-amount": "150"})
    compiled = odds.simulation(rules)
    always, never = odds.bounds()
    chance = random.Random(7)

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        hand = hand_of(table.cards(ask.hand))
        multiple = odds.best_raise(hand, flush_value(hand), always, never)
        return ("raise", multiple * table.stake(1, "ante")) if multiple else ("fold", 0)

    table, dealt = table_and_tape(rules, best)
    for _ in range(often(1_500)):
        tape = likely(chance)
        dealt.load(tape)
        stakes = {"ante": chance.choice([5, 10, 25])}
        stakes |= {wager: 1 if wager == "progressive" else chance.choice([5, 7]) for wager in OPTIONAL}
        for wager, amount in stakes.items():
            table.bet(1, wager, amount)
        meter = (table.ledger["meter:main"] or 1_000_000) + RATES[str(options["progressive-table"])]
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        at_table = {name: each.pays - each.lost for name, each in settled.items()}
        at_table["ante"] += at_table.pop("raise", 0)
        net, _ = compiled_round(compiled, tape, [*stakes.values()], odds.terms(rules, meter))
        assert [at_table[wager] for wager in stakes] == net.tolist(), tape
        assert table.settlement.net[1] == net.sum()


# ---- exact odds ----------------------------------------------------------------------------------------


def slow_dealers(hand: list[int]) -> list[int]:
    """Not qualifying, lower, equal, higher: every set of cards left in each suit, suits put together one by one."""
    held = [[card // 4 for card in hand if card % 4 == suit] for suit in range(4)]

    def value(ranks: Any) -> tuple[int, list[int]]:
        return len(ranks), sorted(ranks, reverse=True)

    mine = max(map(value, held))
    found = {(0, 0): 1}
    for suit in range(4):
        left = [rank for rank in range(13) if rank not in held[suit]]
        ways: dict[tuple[int, int], int] = {}
        for size in range(8):
            for ranks in combinations(left, size):
                theirs = value(ranks)
                kind = 0 if theirs < (3, [7]) else 1 if theirs < mine else 2 if theirs == mine else 3
                ways[size, kind] = ways.get((size, kind), 0) + 1
        together: dict[tuple[int, int], int] = {}
        for (size, kind), hands in found.items():
            for (more, other), times in ways.items():
                if size + more <= 7:
                    key = size + more, max(kind, other)
                    together[key] = together.get(key, 0) + hands * times
        found = together
    return [found.get((7, kind), 0) for kind in range(4)]


@pytest.mark.parametrize("seed", range(25))
def test_the_product_of_suits_counts_what_a_slow_program_counts(seed: int) -> None:
    hand = random.Random(seed).sample(range(52), 7)
    found = odds.dealers(*(hand_of(hand) >> 13 * suit & 0b1_1111_1111_1111 for suit in range(4)))
    slow = slow_dealers(hand)
    assert sum(slow) == comb(45, 7)
    if max(sum(card % 4 == suit for card in hand) for suit in range(4)) < 3:
        slow = [slow[0], 0, 0, slow[3]]
    assert list(found) == slow[:3]


def test_38_10_e_the_ante_played_by_the_value_alone_costs_the_published_2_71_percent() -> None:
    """T-8-6 or better; and by all seven cards the ten-high hands only are in doubt, J-3-2 and better never."""
    assert odds.least_to_raise() == flush_value(hand_of(cards("Tc 8c 6c")))
    assert round(float(odds.simple_edge()), 4) == 0.0271
    always, never = odds.bounds()
    assert always == flush_value(hand_of(cards("Jc 3c 2c")))
    assert never == flush_value(hand_of(cards("Tc 3c 2c")))
    (row,) = HCF.mathematics.odds(HCF.rules(), "ante")
    assert round(float(row.house_edge), 3) == 0.027
    assert row.house_edge < odds.simple_edge()
    assert sum(outcome.probability for outcome in row.outcomes) == 1


def test_38_6_a_5_the_published_value_of_a_hand_in_doubt() -> None:
    """Th 8h 6h with 7d 4d 2d 9c: raising nets -1.0699, so it is folded."""
    hand = hand_of(cards("Th 8h 6h 7d 4d 2d 9c"))
    met = odds.dealers(*(hand >> 13 * suit & 0b1_1111_1111_1111 for suit in range(4)))
    assert odds.worth(1, *met) / comb(45, 7) == pytest.approx(-1.06993, abs=1e-4)


def test_38_11_c_flushes_counted_by_hand() -> None:
    """Four of a suit are counted with up to three others of another: one suit alone is that long."""
    expected = {size: 4 * comb(13, size) * comb(39, 7 - size) for size in (4, 5, 6, 7)}
    assert {f"{size}-card-flush": count for size, count in expected.items()}.items() <= odds.flushes().items()
    returned = {}
    for table in "ABEIK":
        (row,) = HCF.mathematics.odds(HCF.rules(flush_bonus_table=table), "flush-bonus")
        returned[table] = round(float(100 - 100 * row.house_edge), 1)
    # the digest's figures for the row as printed
    assert (returned["E"], returned["K"]) == (108.9, 112.2)
    assert round(returned["B"]) == round(returned["I"]) == 75
    shifted = [
        100 - 100 * float(next(iter(HCF.mathematics.odds(rules, "flush-bonus"))).house_edge)
        for table in "ABCDEFGHIJKLMN"
        for rules in [HCF.rules(flush_bonus_table=table, reading_flush_bonus="shifted")]
    ]
    assert (round(min(shifted), 1), round(max(shifted), 1)) == (85.8, 96.0)


def test_38_11_d_straight_flushes_counted_by_hand() -> None:
    """Seven in sequence: eight in each suit. Six: nine sequences a suit, the seventh card neither in it nor next to
    it; of these A-K-Q-J-10-9 has one neighbor, the eight, and A-2-3-4-5-6 the seven."""
    found = odds.straight_flushes(-1)
    assert found["7-card-straight-flush"] == 4 * 8
    assert found["ace-to-nine-suited"] == 4 * 45
    # 46 cards are left; the two at the ends (one: the seven of A to 6) would make seven
    assert found["6-card-straight-flush"] == 4 * (45 + 7 * 44)
    assert sum(found.values()) == HANDS
    assert odds.straight_flushes(2)["7-card-straight-flush-suit-specific"] == 8


def test_38_11_d_three_in_sequence_against_a_slow_count() -> None:
    """Sets of ranks by their slow run, put together suit by suit."""
    up_to = []
    for longest in (2, 3, 4, 5):
        suit = [
            sum(slow_run(ranks) <= longest for ranks in combinations(range(13), size)) for size in range(8)
        ]
        hands = [1] + [0] * 7
        for _ in range(4):
            hands = [sum(hands[i] * suit[n - i] for i in range(n + 1)) for n in range(8)]
        up_to.append(hands[7])
    found = odds.straight_flushes(-1)
    rows = [f"{size}-card-straight-flush" for size in (3, 4, 5)]
    assert [found[row] for row in rows] == [more - less for less, more in pairwise(up_to)]


def test_38_11_e_the_progressive_at_the_meter_it_begins_with() -> None:
    """Without the hands that a fold gives up: $10,000, $1,000, $250, $50 and $3 by the counts above."""
    (row,) = HCF.mathematics.odds(HCF.rules(reading_folded_progressive="as-printed"), "progressive")
    found = odds.straight_flushes(-1)
    paid = 32 * 10_000 + (180 + 1412) * 1_000 + found["5-card-straight-flush"] * 250
    paid += found["4-card-straight-flush"] * 50 + found["3-card-straight-flush"] * 3
    assert row.house_edge == 1 - Fraction(paid, HANDS)
    (forfeited,) = HCF.mathematics.odds(HCF.rules(), "progressive")
    given_up = odds.counts().folded[1, 1:]
    assert forfeited.house_edge - row.house_edge == Fraction(3 * int(given_up[0]), HANDS)
    assert given_up[1:].sum() == 0
    (fuller,) = HCF.mathematics.odds(HCF.rules(main_meter="60000"), "progressive")
    gained = Fraction(32 * 50_000 + (180 + 1412) * 5_000, HANDS)
    assert forfeited.house_edge - fuller.house_edge == gained


def test_38_11_e_the_meter_at_which_the_progressive_costs_nothing() -> None:
    """Whatever it pays besides, all of the meter goes to 32 hands and a tenth, to the cent above, to 1,592."""
    (row,) = HCF.mathematics.odds(HCF.rules(), "progressive")
    lacking = HANDS * row.house_edge * 100  # cents, at $10,000

    def more(meter: int) -> int:
        return 32 * (meter - 1_000_000) + 1592 * (-(-meter // 10) - 100_000)

    assert row.break_even is not None
    assert more(row.break_even - 1) < lacking <= more(row.break_even)


def test_simulation_agrees_with_the_exact_odds() -> None:
    rules = HCF.rules()
    exact = {row.wager: row for row in HCF.mathematics.odds(rules)}
    report = simulate(rules, rounds=1_000_000, seed=11)
    for result in report.wagers:
        assert near(result.house_edge, exact[result.wager].house_edge)


def test_every_authorised_table_is_analyzed() -> None:
    found = {(row.wager, row.table) for row in analyze("high-card-flush", every=True)}
    assert {("flush-bonus", table) for table in "ABCDEFGHIJKLMN"} <= found
    assert {("straight-flush-bonus", table) for table in "ABCDEF"} <= found
    assert {("progressive", table) for table in "ABCD"} <= found


def test_the_strategy_is_computed() -> None:
    strategy = HCF.mathematics.strategy(HCF.rules())
    assert "ten-eight-six" in strategy.rule
    assert any("jack-three-two" in note for note in strategy.notes)
    assert strategy.house_edge == next(iter(HCF.mathematics.odds(HCF.rules(), "ante"))).house_edge
    assert strategy.chart_edge == odds.simple_edge()


def test_38_11_h_an_aggregate_limit_that_bites_is_computed_at_the_minimum_wager() -> None:
    """Table A at $1 under $500: seven and six cards pay 500 instead of 8,000 and 1,000 to 1."""
    (free,) = HCF.mathematics.odds(HCF.rules(), "straight-flush-bonus")
    rules = HCF.rules(aggregate_limit="per-hand", aggregate_limit_amount="500")
    (limited,) = HCF.mathematics.odds(rules, "straight-flush-bonus")
    assert limited.house_edge - free.house_edge == Fraction(32 * 7_500 + (180 + 1412) * 500, HANDS)
