"""Switch hands blackjack, 13:69F-2B: the procedure paragraph by paragraph, and random play."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss.book import Deal, Refused, Settle, Shuffle, game
from pitboss.book.events import Irregularity
from pitboss.equipment.cards import cards
from pitboss.games.blackjack.bones import BlackjackGame
from pitboss.games.blackjack.hands import End
from pitboss.games.blackjack.switch_hands_blackjack import Ended, is_of_one_color, payout
from pitboss.odds import Advice
from pitboss.table import Table
from tests.properties import random_play
from tests.tape import Tape

DARK = game("switch-hands-blackjack")
assert isinstance(DARK, BlackjackGame)


def wagers(*seats: int) -> tuple[tuple[int, str, int], ...]:
    return tuple(bet for seat in seats for bet in ((seat, "blackjack", 10), (seat, "ante-fee", 2)))


def dealt(in_order: str, *seats: int, funds: int = 1000, **options: object) -> Table:
    """A table whose first round has begun, with these cards to come."""
    tape = Tape()
    tape.load(cards(in_order))
    table = Table(DARK, DARK.rules(**options), chance=tape)
    for seat in seats or (1,):
        table.sit(seat, f"player {seat}", funds)
    for bet in wagers(*(seats or (1,))):
        table.bet(*bet)
    table.deal()
    return table


def legal(table: Table) -> list[str]:
    return [choice.id for choice in table.legal()]


def dealt_to(table: Table) -> list[str]:
    return [event.to for event in table.said if isinstance(event, Deal)]


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
    assert DARK.called(table, "1", {"1": table.cards("1")}) == "soft 15"
    table.act(1, "hit")
    assert DARK.called(table, "1", {"1": table.cards("1")}) == "15"


def test_2b_4_f_the_cutting_card_lies_a_quarter_from_the_back() -> None:
    """2B.4(h): a quarter of 364 is 91; 2B.4(h)1: or a shuffle after every round. 2B.4(a): shuffled before play."""
    assert DARK.shoe(DARK.rules(decks=7)).cut == 91
    assert DARK.shoe(DARK.rules(rounds_per_deck="one")).cut == 312
    assert isinstance(dealt("2s 3s As 9h 4c Kc").said[0], Shuffle)


# ---- dealing, 2B.6 -------------------------------------------------------------------------------------


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
    return DARK.advise(table, table.asked)


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
