"""Colorado hold 'em poker, 13:69F-23: rounds worked out by hand, random play, the compiled path, exact odds,
strategy."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.book import Ask, Discard, Refused, Rules, Settle, Show, game
from pitboss.equipment.cards import cards, name
from pitboss.games.house_poker.colorado_hold_em_poker import (
    BANDS,
    BONUS,
    INSTANT_WINNERS,
    Bands,
    five_cards,
    instant_winner,
    row_of_five,
)
from pitboss.games.house_poker.colorado_hold_em_poker_mathematics import (
    ACTIONS,
    BOARDS,
    CHECK,
    DECLARE,
    FOLD,
    PLAY,
    by_the_chart,
    decision,
    decisions,
    hands,
    joint_gain,
    made,
    nets,
    simulation,
)
from pitboss.layout import layout_svg
from pitboss.odds.book import analyze
from pitboss.papers.guide import guide
from pitboss.sim.run import simulate
from pitboss.table import Table
from pitboss.table.check import check as check_table
from tests.house_poker import all_seated, brought, compiled_round, dealt_to, near, shuffled, table_and_tape
from tests.properties import often, random_play
from tests.tape import Tape

COLORADO = game("colorado-hold-em-poker")
VERSIONS = ("required-bet", "permissible-bet")


# ---- procedure -----------------------------------------------------------------------------------------


def seated(*seats: int, **options: object) -> Table:
    return all_seated(COLORADO, seats, {"ante": 10}, **options)


def dealt(*seats: int, tape: str, bonus: bool = False, **options: object) -> Table:
    """A table with these cards dealt, in the order of the shoe."""
    chance = Tape()
    table = Table(COLORADO, COLORADO.rules(**options), chance=chance)
    for seat in seats:
        table.sit(seat, f"player {seat}", 1000)
        table.bet(seat, "ante", 10)
        if bonus:
            table.bet(seat, "bonus", 1)
    chance.load(cards(tape))
    table.deal()
    return table


def test_23_5_a_every_round_is_dealt_from_a_shuffled_deck() -> None:
    """23.2(a): of 52 cards."""
    table = seated(1)
    table.deal()
    assert shuffled(table) == list(range(52))


@pytest.mark.paragraph("23.8(c)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_23_7_c_one_card_at_a_time_clockwise_and_the_community_last(dealing: str) -> None:
    """The same from the hand, 23.8(c)."""
    table = seated(1, 4, dealing=dealing)
    table.deal()
    assert dealt_to(table) == ["1", "4", "community"] * 3


@pytest.mark.paragraph("23.9(a)")
def test_23_9_c_an_automated_shoe_gives_stacks_of_three_the_community_last() -> None:
    """23.9(a): stacks of three."""
    table = seated(1, 4, dealing="automated-shoe")
    table.deal()
    assert dealt_to(table) == ["1"] * 3 + ["4"] * 3 + ["community"] * 3


def test_23_6_c_no_wager_after_no_more_bets() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="no more bets"):
        table.bet(1, "bonus", 1)
    with pytest.raises(Refused, match="no more bets"):
        table.remove(1, "ante")


def test_23_6_b_a_player_with_cards_remains_seated() -> None:
    table = seated(1)
    table.deal()
    with pytest.raises(Refused, match="stays in this round until it ends"):
        table.leave(1)
    with pytest.raises(Refused, match="is empty"):
        table.bet(2, "ante", 10)


def test_23_6_d_a_player_needs_an_ante_and_the_bet_waits() -> None:
    """23.1 "Ante wager" is the first, before any card; 23.1 "Bet wager" comes during the round."""
    table = Table(COLORADO, seed=1)
    table.sit(1, "Ann", 1000)
    with pytest.raises(Refused, match="nobody has made a wager"):
        table.deal()
    with pytest.raises(Refused):
        table.bet(1, "bet", 10)


def test_23_6a_b_the_bonus_rests_on_the_ante() -> None:
    table = seated(1)
    table.bet(1, "bonus", 1)
    table.remove(1, "ante", 5)
    with pytest.raises(Refused, match="down first"):
        table.remove(1, "ante")
    table.remove(1, "bonus")
    table.remove(1, "ante")


@pytest.mark.paragraph("23.11(a)")
def test_23_10_a_a_hand_is_seen_by_its_player_alone() -> None:
    """23.11(a) likewise; 23.1 "Community card": face down at first."""
    table = seated(1, 2)
    table.deal()
    assert "??" not in table.view(1)["1"]
    assert table.view(1)["2"] == table.view(None)["1"] == table.view(1)["community"] == ["??"] * 3


@pytest.mark.parametrize(
    ("version", "choices"),
    [
        ("required-bet", ["play $10", "fold", "declare-instant-winner"]),
        ("permissible-bet", ["play $10", "check", "declare-instant-winner"]),
    ],
)
def test_23_6_f_the_versions_leave_a_player_other_choices(version: str, choices: list[str]) -> None:
    """23.10(b) and 23.11(b)."""
    table = seated(1, version=version)
    table.deal()
    assert [str(choice) for choice in table.legal(1)] == choices


@pytest.mark.paragraph("23.11(c)")
@pytest.mark.parametrize("version", VERSIONS)
def test_23_10_b_decisions_go_clockwise_and_the_community_cards_come_after_all(version: str) -> None:
    """23.10(c): all three at once; 23.10(d): then the hands, counterclockwise. 23.11(c) and (d) likewise."""
    table = seated(1, 3, 6, version=version)
    table.deal()
    while table.asked:
        table.act(table.asked.seat, table.asked.choices[0].id)
    told = [event for event in table.said if isinstance(event, Ask | Show)]
    assert [event.seat for event in told[:6] if isinstance(event, Ask)] == [1, 1, 3, 3, 6, 6]
    shown = [(event.owner, len(event.cards)) for event in told[6:] if isinstance(event, Show)]
    assert shown == [("community", 3), ("6", 2), ("3", 2), ("1", 2)]


def test_23_10_b_1_the_discard_is_one_of_the_three_and_stays_face_down() -> None:
    """23.1 "Discard": the player knows it, nobody else ever does."""
    table = dealt(1, tape="Kc 2c Qd 3c 4h 9s")
    table.act(1, "play")
    assert [choice.id for choice in table.legal(1)] == ["discard-Kc", "discard-Qd", "discard-4h"]
    with pytest.raises(Refused, match="discard-As is not offered to seat 1 now"):
        table.act(1, "discard-As")
    table.act(1, "discard-Qd")
    assert table.view(None)["1"] == ["Kc", "4h"]
    assert table.view(None)["1.discard"] == ["??"]
    assert table.view(1)["1.discard"] == ["Qd"]


def test_23_10_b_3_i_a_declared_hand_is_paid_and_gone_before_a_community_card_is_seen() -> None:
    """23.11(b)2i in the other version. The next player is asked afterwards."""
    table = dealt(1, 2, tape="5c Ac 2c 5d Ad 3c 5h 7d 4c", bonus=True)
    table.act(1, "declare-instant-winner")
    assert table.funds(1) == 100_000 + 5_000 + 500
    settled = [event for event in table.said if isinstance(event, Settle)]
    assert [(event.wager, event.cite) for event in settled] == [
        ("ante", "13:69F-23.12(b)"),
        ("bonus", "13:69F-23.12(d)"),
    ]
    assert table.view(None)["community"] == ["??"] * 3
    assert Discard("1") in table.said
    assert table.asked is not None
    assert table.asked.seat == 2


def test_23_10_b_2_a_fold_is_settled_at_once() -> None:
    table = dealt(1, 2, tape="5c Ac 2c 6d Ad 3c 9h 7d 4c")
    table.act(1, "fold")
    assert table.settlement is not None
    assert table.settlement.wagers[1]["ante"].cite == "13:69F-23.10(b)2"
    assert Discard("1") in table.said
    assert table.view(None)["1"] == ["??"] * 3


def test_23_10_g_losers_then_pushes_then_winners_each_counterclockwise() -> None:
    """23.10(e), (f) and (g)1. Seats 1 and 4 have aces, 2 and 5 eights, 3 and 6 nothing."""
    table = dealt(
        *range(1, 7),
        tape="Ac 8c 4c As 8s 4s Kd Ad 8d 5d Ah 8h 5h Jd 2c 2d 6h 2h 2s 6s 9c",
    )
    for seat, card in zip(range(1, 7), ("2c", "2d", "6h", "2h", "2s", "6s"), strict=True):
        table.act(seat, "play")
        table.act(seat, f"discard-{card}")
    settled = [event for event in table.said if isinstance(event, Settle)]
    assert [event.seat for event in settled] == [6, 6, 3, 3, 5, 5, 2, 2, 4, 4, 1, 1]
    assert [event.cite for event in settled] == [
        f"13:69F-{each}" for each in ("23.10(e)", "23.10(f)", "23.12(b)") for _ in range(4)
    ]


def test_23_11_g_the_permissible_version_settles_in_the_same_order() -> None:
    """23.11(e), (f) and (g)1, by its own paragraphs and bands: tens push, eights lose."""
    table = dealt(1, 2, 3, tape="Ac Tc 8c Kd Ad Td 8d Jd 2c 2d 2h 9c", version="permissible-bet")
    for seat, card in ((1, "2c"), (2, "2d"), (3, "2h")):
        table.act(seat, "check")
        table.act(seat, f"discard-{card}")
    settled = [event for event in table.said if isinstance(event, Settle)]
    assert [(event.seat, event.wager, event.cite) for event in settled] == [
        (3, "ante", "13:69F-23.11(e)"),
        (2, "ante", "13:69F-23.11(f)"),
        (1, "ante", "13:69F-23.13(b)"),
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_23_6a_d_ante_and_bet_end_alike_with_a_bonus_and_without(version: str) -> None:
    ends = []
    for bonus in (False, True):
        table = dealt(1, tape="Tc Kh Td 7s 4h 2d", bonus=bonus, version=version)
        table.act(1, "play")
        table.act(1, "discard-4h")
        assert table.settlement is not None
        ends.append([table.settlement.wagers[1][wager] for wager in ("ante", "bet")])
    assert ends[0] == ends[1]


def test_23_12_c_what_the_limit_cuts_says_so() -> None:
    """23.13(c) in the other version."""
    for version, paragraph in zip(VERSIONS, ("23.12(c)", "23.13(c)"), strict=True):
        chance = Tape()
        table = Table(COLORADO, COLORADO.rules(version=version, payout_limit=50_000), chance=chance)
        table.sit(1, "Ann", 10_000)
        table.bet(1, "ante", 100)
        chance.load(cards("As Qs Ks Js 2d Ts"))
        table.deal()
        table.act(1, "play")
        table.act(1, "discard-2d")
        assert table.settlement is not None
        assert table.settlement.net[1] == 5_000_000
        assert {each.cite for each in table.settlement.wagers[1].values()} == {f"13:69F-{paragraph}"}


def test_23_14_d_a_false_declaration_called_at_the_table_ends_the_question() -> None:
    table = dealt(1, tape="5c 2c 6d 3c 9h 7d", bonus=True)
    table.irregularity("false-declaration", position="1")
    assert not table.playing
    assert table.funds(1) == 100_000 - 1_000 - 100


def test_23_14_d_of_two_positions_one_may_be_void_and_the_other_play() -> None:
    """23.6(e). The player of both is still asked, and the answer for the void hand changes nothing."""
    chance = Tape()
    table = Table(COLORADO, COLORADO.rules(positions_per_player=2), chance=chance)
    table.sit(1, "Ann", 1000)
    table.bet(1, "ante", 10)
    table.bet(1, "ante@2", 10)
    chance.load(cards("5c Ac 2c 6d Ad 3c 9h 7d 8s"))
    table.deal()
    table.irregularity("false-declaration", position="1")
    assert table.stake(1, "ante") == 0
    while table.asked:
        table.act(1, table.asked.choices[0].id)
    assert table.settlement is not None
    assert {wager: each.result for wager, each in table.settlement.wagers[1].items()} == {
        "ante": "lose",
        "ante@2": "lose",
        "bet@2": "lose",
    }


# ---- random play ---------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**32),
    version=st.sampled_from(VERSIONS),
    dealing=st.sampled_from(["manual-shoe", "hand", "automated-shoe"]),
    positions=st.integers(1, 2),
    reading=st.sampled_from(["lost", "returned"]),
)
def test_random_rounds_conserve_money_and_replay(
    seed: int, version: str, dealing: str, positions: int, reading: str
) -> None:
    options = {
        "version": version,
        "dealing": dealing,
        "positions-per-player": positions,
        "payout-limit": 50_000,
        "reading-bonus-after-fold": reading,
        "reading-bonus-after-false-declaration": reading,
    }
    table = random_play("colorado-hold-em-poker", options, seed, seats=(1, 3, 5))
    assert table.rounds or not table.said


# ---- the compiled path ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"version": "permissible-bet", "payout-limit": 50_000, "reading-ace-two-three": "as-printed"},
        {"reading-required-bonus-pair": "as-printed", "reading-bonus-after-fold": "returned"},
    ],
)
def test_table_and_compiled_rules_pay_the_same(options: dict[str, object]) -> None:
    """4,000 deals each, the same cards both ways, identical money. Every other deal comes from two suits of
    high cards, ace to three among them, so that the best hands and the limit are met."""
    rules = Rules(COLORADO, options)
    compiled = simulation(rules)
    chance = random.Random(23)

    def best(table: Table, ask: Ask) -> tuple[str, int]:
        held = sorted(table.cards(ask.hand))
        low, middle, high = held
        action = decision(low, middle, high, compiled.rules)
        if ask.choices[0].id.startswith("discard"):
            return f"discard-{name(held[(action - CHECK) % 3])}", 0
        if action >= PLAY:
            return "play", 0
        return ("fold" if action == FOLD else "declare-instant-winner" if action == DECLARE else "check"), 0

    table, tape_ = table_and_tape(rules, best)
    rich = [card for card in range(52) if card & 3 < 2 and (card >> 2 > 6 or card >> 2 < 2)]
    met = set()
    for n in range(4_000):
        drawn = chance.sample(rich if n % 2 else range(52), 6)
        tape_.load(drawn)
        stake = chance.choice([5, 25, 500])
        table.bet(1, "ante", stake)
        table.bet(1, "bonus", 1)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement.wagers[1]
        met |= {each.outcome for each in settled.values()}
        net, staked = compiled_round(compiled, drawn, [stake, 1])
        assert brought(table, ("ante", "bet"), ("bonus",)) == net.tolist()
        assert staked[0] == sum(each.stake for wager, each in settled.items() if wager != "bonus")
        assert table.settlement.net[1] == net.sum()
    assert {"royal-flush", "straight-flush", "full-house", "flush", *INSTANT_WINNERS[2:]} <= met
    assert "fold" in met or rules["version"] == "permissible-bet"


@pytest.mark.parametrize("version", VERSIONS)
def test_simulation_agrees_with_exact_odds(version: str) -> None:
    rules = COLORADO.rules(version=version)
    report = simulate(rules, rounds=2_000_000, seed=7)
    exact = {row.wager: row for row in COLORADO.mathematics.odds(rules)}
    assert [each.wager for each in report.wagers] == ["ante", "bonus"]
    for each in report.wagers:
        row = exact[each.wager]
        assert near(each.house_edge, row.house_edge)
        assert near(each.element_of_risk, row.element_of_risk)


# ---- hands ---------------------------------------------------------------------------------------------


def slow_five(hand: tuple[int, ...]) -> tuple[str, int]:
    """Five cards named the slow way, from 23.3(b), and the rank of a pair (two = 2, ace = 14)."""
    ranks = sorted(card // 4 + 2 for card in hand)
    suited = len({card % 4 for card in hand}) == 1
    run = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [2, 3, 4, 5, 14]
    same = Counter(ranks).most_common()
    shape = [times for _, times in same]
    if suited and run:
        return ("royal-flush" if ranks[0] == 10 else "straight-flush"), 0
    if shape[0] == 4:
        return "four-of-a-kind", 0
    if shape == [3, 2]:
        return "full-house", 0
    if suited or run:
        return ("flush" if suited else "straight"), 0
    if shape[0] == 3:
        return "three-of-a-kind", 0
    if shape == [2, 2, 1]:
        return "two-pairs", 0
    return ("pair", same[0][0]) if shape[0] == 2 else ("nothing", 0)


def slow_row(hand: tuple[int, ...], wager: str) -> str:
    """The row of a wager, from 23.10(e) and (f), 23.11(e) and (f), and 23.6A(a)."""
    kind, pair = slow_five(hand)
    if kind not in ("pair", "nothing"):
        return kind
    if wager == "bonus":
        return "pair-of-jacks-or-better" if pair >= 11 else "losing-hand"
    if wager == "required-bet":
        if pair >= 10:
            return "pair-of-tens-or-better"
        return "pair-of-sevens-to-nines" if pair in (7, 8, 9) else "losing-hand"
    if pair >= 11:
        return "pair-of-jacks-or-better"
    return "pair-of-nines-or-tens" if pair in (9, 10) else "losing-hand"


@pytest.mark.parametrize(("wager", "bands"), [*BANDS.items(), ("bonus", BONUS)])
def test_23_3_b_hands_take_the_row_the_text_gives_them(wager: str, bands: Bands) -> None:
    """23.10(d)2 and 23.11(d)2."""
    chance = random.Random(3)
    few = [card for card in range(52) if card & 3 < 2 or card >> 2 > 9]
    for n in range(often(3_000)):
        a, b, c, d, e = hand = tuple(chance.sample(few if n % 2 else range(52), 5))
        row = row_of_five(five_cards(a, b, c, d, e), bands.returned, bands.paid)
        assert bands.rows[row] == slow_row(hand, wager)


def test_23_3_c_every_three_cards_are_an_instant_winner_or_not() -> None:
    """Twelve runs of four suits, A-2-3 among them as read, and thirteen times four of a kind's three."""
    found: Counter[str] = Counter()
    for a, b, c in combinations(range(52), 3):
        ranks = [a // 4, b // 4, c // 4]
        suited = a % 4 == b % 4 == c % 4
        run = ranks in ([r, r + 1, r + 2] for r in range(11)) or ranks == [0, 1, 12]
        kind = 2 if suited and run else 1 if len(set(ranks)) == 1 else 0
        assert instant_winner(a, b, c, 1) == kind
        assert instant_winner(a, b, c, 0) == (0 if suited and ranks == [0, 1, 12] else kind)
        found[INSTANT_WINNERS[kind]] += 1
    assert (found[INSTANT_WINNERS[2]], found[INSTANT_WINNERS[1]]) == (12 * 4, 13 * 4)


# ---- exact odds ----------------------------------------------------------------------------------------

REQUIRED = {
    "royal-flush": 500,
    "straight-flush": 100,
    "four-of-a-kind": 40,
    "full-house": 11,
    "flush": 8,
    "straight": 5,
    "three-of-a-kind": 3,
    "two-pairs": 2,
    "pair-of-tens-or-better": 1,
    "pair-of-sevens-to-nines": 0,
    "losing-hand": -1,
}
PERMISSIBLE = REQUIRED | {
    "four-of-a-kind": 25,
    "full-house": 10,
    "pair-of-jacks-or-better": 1,
    "pair-of-nines-or-tens": 0,
}


def slow_best(hand: tuple[int, int, int], version: str) -> tuple[Fraction, str]:
    """The best play of a hand that is no instant winner, over every board, the slow way: what a unit of the ante
    nets, and what is done."""
    pays = REQUIRED if version == "required-bet" else PERMISSIBLE
    rest = [card for card in range(52) if card not in hand]
    found = []
    for discarded in hand:
        one, other = (card for card in hand if card != discarded)
        total = sum(pays[slow_row((one, other, *board), version)] for board in combinations(rest, 3))
        found.append((Fraction(total, comb(49, 3)), discarded))
    value, discarded = max(found)
    if version == "required-bet":
        return max((2 * value, f"play without {discarded}"), (Fraction(-1), "fold"))
    return max((2 * value, f"play without {discarded}"), (value, f"check without {discarded}"))


@pytest.mark.parametrize(
    ("version", "hand"),
    [
        ("required-bet", "6c 4d 2h"),
        ("required-bet", "9s 5c 2h"),
        ("required-bet", "Kd Qd 9d"),
        ("permissible-bet", "9c 8d 7h"),
        ("permissible-bet", "2c 2d Ah"),
        ("permissible-bet", "Qs Js 2s"),
    ],
)
def test_23_10_b_the_best_play_is_that_of_a_slow_enumeration(version: str, hand: str) -> None:
    """23.11(b) too: every discard on every board, nothing shared with the code but the cards."""
    rules = COLORADO.rules(version=version)
    low, middle, high = held = tuple(sorted(cards(hand)))
    value, done = slow_best(held, version)
    n = hands().standing_for[low, middle, high]
    action = int(decisions(rules)[n])
    discarded = held[(action - CHECK) % 3] if action >= CHECK else None
    assert done == (
        "fold" if action == FOLD else f"{'play' if action >= PLAY else 'check'} without {discarded}"
    )
    if discarded is not None:
        pays = REQUIRED if version == "required-bet" else PERMISSIBLE
        bands = BANDS[version]
        each = [pays[bands.rows[row_of_five(m, bands.returned, bands.paid)]] for m in range(22)]
        total = sum(int(t) * p for t, p in zip(made()[n, (action - CHECK) % 3], each, strict=True))
        assert Fraction(total * (2 if action >= PLAY else 1), BOARDS) == value


def test_23_10_d_a_pair_kept_makes_what_is_counted_by_hand() -> None:
    """8c 8d kept and 3h discarded. Of 18,424 boards 47 have both other eights. A full house is three of another
    rank (in 4 ways of 11 ranks, in one of threes) or one of two eights with a pair (6 ways of 11 ranks, 3 of threes);
    three eights are one of two with two others that are no pair."""
    low, middle, high = sorted(cards("8c 8d 3h"))
    counts = made()[hands().standing_for[low, middle, high], 0]
    assert counts.sum() == comb(49, 3) == 18_424
    assert counts[12 + 7] == 47
    assert counts[12 + 6] == 11 * 4 + 1 + 2 * (11 * 6 + 3)
    assert counts[12 + 3] == 2 * (comb(47, 2) - (11 * 6 + 3))
    assert counts[:7].sum() == counts[8:14].sum() == 0  # there is no hand below the pair of eights


def test_23_10_b_hands_up_to_suits_are_all_hands() -> None:
    """Three ranks in five ways of suits, a pair and a card in three (as cards come in order), three of a rank."""
    assert len(hands().cards) == comb(13, 3) * 5 + 13 * 12 * 3 + 13
    assert hands().times.sum() == comb(52, 3)
    assert (made().sum(axis=2) == BOARDS).all()


@pytest.mark.parametrize(
    ("version", "ante", "bonus"),
    [
        ("required-bet", Fraction(2_133, 38_675), Fraction(486_011, 2_544_815)),
        ("permissible-bet", Fraction(3_009_197, 101_792_600), Fraction(17_190_377, 101_792_600)),
    ],
)
def test_23_13_b_the_edges_are_those_of_a_program_apart(
    version: str, ante: Fraction, bonus: Fraction
) -> None:
    """1,755 hands up to all 24 exchanges of suits, each discard, each board one by one, hands told apart by sorting:
    run once, its fractions written down here. No analysis of this game was found in print."""
    rows = COLORADO.mathematics.odds(COLORADO.rules(version=version))
    assert [row.house_edge for row in rows] == [ante, bonus]


@pytest.mark.parametrize("version", VERSIONS)
def test_23_12_b_odds_are_those_of_the_table_and_add_up(version: str) -> None:
    """23.13(b) in the other version."""
    rules = COLORADO.rules(version=version)
    ante, bonus = COLORADO.mathematics.odds(rules)
    pays = REQUIRED if version == "required-bet" else PERMISSIBLE
    for row in (ante, bonus):
        assert sum(each.probability for each in row.outcomes) == 1
        declared = {each.outcome: each for each in row.outcomes if "instant-winner" in each.outcome}
        assert {each.net for each in declared.values()} == {5}
        assert declared[INSTANT_WINNERS[2]].probability == Fraction(48, 22_100)
        assert declared[INSTANT_WINNERS[1]].probability == Fraction(52, 22_100)
    for each in ante.outcomes:
        hand, _, bet = each.outcome.partition(", ")
        if hand in pays:
            assert each.net == pays[hand] * (2 if bet else 1)
    assert ante.house_edge == -nets(rules, "ante", decisions(rules))
    assert bonus.house_edge == -nets(rules, "bonus", decisions(rules))
    betting = sum(each.probability for each in ante.outcomes if each.outcome.endswith(", bet"))
    assert ante.wagered == 1 + betting


def test_23_12_d_readings_change_the_bonus_by_what_they_pay() -> None:
    """A pair of jacks or better loses instead of pushing; a fold keeps the dollar instead of losing it."""
    (read,) = COLORADO.mathematics.odds(COLORADO.rules(), "bonus")
    chance = {each.outcome: each.probability for each in read.outcomes}
    (printed,) = COLORADO.mathematics.odds(COLORADO.rules(reading_required_bonus_pair="as-printed"), "bonus")
    assert printed.house_edge - read.house_edge == chance["pair-of-jacks-or-better"]
    (returned,) = COLORADO.mathematics.odds(COLORADO.rules(reading_bonus_after_fold="returned"), "bonus")
    assert read.house_edge - returned.house_edge == chance["fold"]


def test_every_authorised_table_is_analyzed() -> None:
    """23.6(f), 23.12 and 23.13."""
    rows = analyze("colorado-hold-em-poker", every=True)
    found = {(row.wager, row.options["version"], row.table) for row in rows}
    assert found == {
        ("ante", "required-bet", "minimum"),
        ("ante", "permissible-bet", "minimum"),
        ("bonus", "required-bet", "as-read"),
        ("bonus", "required-bet", "as-printed"),
        ("bonus", "permissible-bet", "minimum"),
    }


def test_23_6a_a_without_the_bonus_the_ante_is_the_same() -> None:
    rows = list(COLORADO.mathematics.odds(COLORADO.rules(bonus_offered=False)))
    assert [row.wager for row in rows] == ["ante"]
    assert rows[0].house_edge == next(iter(COLORADO.mathematics.odds(COLORADO.rules(), "ante"))).house_edge
    assert simulation(COLORADO.rules(bonus_offered=False)).rules.decisions.size


# ---- strategy ------------------------------------------------------------------------------------------


def acts(hand: str, version: str) -> str:
    """What the best play does with a hand."""
    low, middle, high = held = sorted(cards(hand))
    action = decision(low, middle, high, simulation(COLORADO.rules(version=version)).rules)
    if action in (FOLD, DECLARE):
        return ("fold", "declare")[action]
    return f"{'play' if action >= PLAY else 'check'}, {name(held[(action - CHECK) % 3])} away"


def test_23_10_b_what_is_best_with_plain_hands() -> None:
    """23.10(b)3: instant winners are declared, even three aces, of which two would be worth two antes at least."""
    for version in VERSIONS:
        assert (
            acts("Ac Ad Ah", version) == acts("9h 8h 7h", version) == acts("2s 3s As", version) == "declare"
        )
        assert acts("Ac Ad Kh", version) == "play, Kh away"
        assert acts("2c 2d Ah", version) == "play, Ah away"
    assert acts("6c 3d 2h", "required-bet") == "fold"
    assert acts("6c 3d 2h", "permissible-bet").startswith("check")
    assert acts("Ac Kd 2h", "permissible-bet") == "check, 2h away"


@pytest.mark.parametrize("version", VERSIONS)
def test_23_11_b_the_chart_is_nearly_the_best_play(version: str) -> None:
    """And nothing is better than the best; play for both wagers gains something, but never a percent of $6."""
    rules = COLORADO.rules(version=version)
    lost = nets(rules, "ante", decisions(rules)) - nets(rules, "ante", by_the_chart(rules))
    assert 0 <= lost < Fraction(1, 10_000)
    assert 0 <= joint_gain(rules) < 6
    assert set(decisions(rules).tolist()) <= set(range(ACTIONS))
    told = COLORADO.mathematics.strategy(rules)
    assert len(told.charts[0].rows) == 13
    assert told.house_edge == -nets(rules, "ante", decisions(rules))
    assert "of the 100 instant winners none" in " ".join(told.notes).lower()


# ---- papers --------------------------------------------------------------------------------------------


@pytest.mark.paragraph("23.13(a)")
def test_23_12_a_odds_are_said_with_to() -> None:
    """23.13(a) of the other version's."""
    page = guide("colorado-hold-em-poker", [])
    assert "10,000 to 1" in page
    assert "10,000 for 1" not in page
    assert "25 to 1" in guide("colorado-hold-em-poker", ["version=permissible-bet"])
    assert 'data-wager="bonus"' in layout_svg(COLORADO.rules())


def test_23_12_c_check_finds_a_limit_that_is_too_low(tmp_path: Path) -> None:
    """And odds below those of 23.12(b) and (d); 23.13(c) for the other version."""
    page = tmp_path / "table.toml"
    page.write_text(
        'game = "colorado-hold-em-poker"\noptions = { payout-limit = 40000 }\n'
        'pay_tables = { ante = { flush = "7 to 1" }, bonus = { straight = "14 to 1" } }\n'
    )
    assert {(each.point, each.cite) for each in check_table(page)} == {
        ("options.payout-limit", "13:69F-23.12(c)"),
        ("pay_tables.ante.flush", "13:69F-23.12(b)"),
        ("pay_tables.bonus.straight", "13:69F-23.12(d)"),
    }
    page.write_text(
        'game = "colorado-hold-em-poker"\noptions = { payout-limit = 40000, version = "permissible-bet" }\n'
    )
    assert [each.cite for each in check_table(page)] == ["13:69F-23.13(c)"]
