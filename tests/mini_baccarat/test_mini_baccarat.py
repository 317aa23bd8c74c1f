"""Mini-baccarat, 13:69F-7."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import Deal, Irregularity, Say, Shuffle, game
from pitboss.games.baccarat.baccarat_mathematics import CoupOf, coups
from pitboss.odds.book import analyze
from pitboss.sim.run import simulate
from pitboss.table import Table
from tests.baccarat import SCHEMES, slow_distribution, slow_value, table_and_compiled_agree
from tests.house_poker import near
from tests.properties import random_play

MINI = game("mini-baccarat")


def edge(wager: str, **options: object) -> float:
    (row,) = MINI.mathematics.odds(MINI.rules(**options), wager)
    return float(row.house_edge)


# ---- exact odds ----------------------------------------------------------------------------------------


def test_7_3_the_edges_that_everybody_knows() -> None:
    """Eight decks: banker 1.0579%, player 1.2351%, tie 14.3596%; six decks: 1.0558%, 1.2374%, 14.4382%."""
    found = [round(100 * edge(wager), 4) for wager in ("banker", "player", "tie")]
    assert found == [1.0579, 1.2351, 14.3596]
    assert [round(100 * edge(wager, decks=6), 4) for wager in ("banker", "player", "tie")] == [
        1.0558,
        1.2374,
        14.4382,
    ]


def test_7_3_i_dragon_7_as_published() -> None:
    """Edge 7.6113%, hit rate 2.2534%, deviation 6.0849; the Banker wager beside it 1.0183%."""
    options = {"vigorish": "dragon-7", "dragon_7_wager": "yes"}
    (row,) = MINI.mathematics.odds(MINI.rules(**options), "dragon-7")
    assert round(100 * float(row.house_edge), 4) == 7.6113
    assert round(100 * float(row.hit_rate), 4) == 2.2534
    assert round(row.standard_deviation, 4) == 6.0849
    assert round(100 * edge("banker", **options), 4) == 1.0183


def test_7_3_e_the_other_schemes() -> None:
    """Of all coups the Banker wins 45.8597%, 5.3864% with six, the Player 44.6247%, 9.5156% tie: with half pay for a
    six that is 1.458% of the Banker wager, at four percent 0.599%, with a quarter at a tie 1.144%."""
    assert round(100 * edge("banker", vigorish="six-pays-half"), 3) == 1.458
    assert round(100 * edge("banker", vigorish="4-percent"), 3) == 0.599
    assert round(100 * edge("banker", vigorish="tie-25-percent"), 3) == 1.144


def test_7_9_every_coup_of_a_short_shoe_dealt_out() -> None:
    shoe = {0: 5, 1: 2, 4: 3, 7: 2, 8: 1}
    counts = tuple(shoe.get(value, 0) for value in range(10))
    ways = coups(counts)
    total = sum(ways.values())
    slow = slow_distribution(shoe)
    assert {coup: Fraction(each, total) for coup, each in ways.items()} == {
        CoupOf(*coup): chance for coup, chance in slow.items() if chance
    }


def test_7_1_a_a_hundred_decks_are_counted_exactly_too() -> None:
    """The more decks, the nearer to cards that are put back: 0.0446 is the limit of the difference."""
    assert edge("banker", decks=100) > edge("banker", decks=8) > 0


def test_7_3_simulation_agrees_with_the_exact_odds() -> None:
    rules = MINI.rules(total_cards="yes", bonus="A")
    plan = "banker 10 + player 10 + tie 10 + total-cards-5 10 + bonus-player 10"
    report = simulate(rules, plan=plan, rounds=1_000_000, seed=5)
    exact = {row.wager: row.house_edge for row in MINI.mathematics.odds(rules)}
    for each in report.wagers:
        assert near(each.house_edge, exact[each.wager]), each.wager


# ---- both ways -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [*SCHEMES, {"vigorish": "tie-25-percent"}], ids=str)
def test_table_and_compiled_coups_pay_the_same(options: dict[str, object]) -> None:
    table_and_compiled_agree(MINI, options, 7, 2000)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from([*SCHEMES, {"vigorish": "tie-25-percent"}]),
    more=st.sampled_from(
        [
            {},
            {"dealing": "players-turn", "other-side-turns": "yes"},
            {"dealing": "face-down"},
            {"shuffling": "continuous"},
            {"error-card": "dummy-round"},
            {"error-card": "one-unseen"},
        ]
    ),
)
def test_random_play_conserves_money_and_replays(
    seed: int, options: dict[str, object], more: dict[str, object]
) -> None:
    chosen = {name.replace("_", "-"): value for name, value in options.items()} | more
    random_play("mini-baccarat", chosen, seed, rounds=8)


# ---- dealing -----------------------------------------------------------------------------------------------


@pytest.mark.paragraph("7.7(a)", "7.7(b)", "7.8(a)", "7.8(b)", "7.8(c)", "7.8(d)", "7.10(a)", "7.1(b)")
@pytest.mark.parametrize("dealing", ["face-up", "face-down", "players-turn"])
def test_7_7_c_how_the_first_four_cards_are_dealt(dealing: str) -> None:
    """7.7(c)1, 7.7(c)2, 7.7(c)3, and 7.7(a), 7.7(b), 7.2(d), 7.8(a), 7.8(b), 7.8(c), 7.8(d), 7.10(a). Values are 7.1(b)
    and 7.1(c)."""
    table = Table(MINI, MINI.rules(dealing=dealing), seed=6)
    table.sit(1, "Ann", 1000)
    table.bet(1, "player", 10)
    table.deal()
    dealt = [event for event in table.said if isinstance(event, Deal) and event.to in ("player", "banker")]
    assert [event.to for event in dealt[:4]] == ["player", "banker", "player", "banker"]
    assert all(event.up == (dealing == "face-up") for event in dealt[:4])
    assert {event.seats for event in dealt if event.to == "player"} == {
        (1,) if dealing == "players-turn" else ()
    }
    assert all(card != "??" for owner in ("player", "banker") for card in table.view()[owner])
    told = [event.what for event in table.said if isinstance(event, Say)]
    counts = [sum(slow_value(card) for card in table.cards(owner)) % 10 for owner in ("player", "banker")]
    assert f"Player {counts[0]}, banker {counts[1]}" in told[1]


@pytest.mark.paragraph("7.7(e)", "7.7(f)", "7.7(g)", "7.7(h)", "7.7(i)")
@pytest.mark.parametrize(("taken_by", "turns"), [(None, (2,)), (0, ()), (3, (3,))])
def test_7_7_d_the_highest_wager_on_a_hand_turns_it_and_its_third_card(
    taken_by: int | None, turns: tuple[int, ...]
) -> None:
    """7.7(e), 7.7(f), 7.7(g); of equal wagers the lowest number, 7.7(h); an unbacked hand by the other side, 7.7(i).
    Who has lost the right leaves it to another who takes it, else to the dealer, 7.11(f)."""
    rules = MINI.rules(dealing="players-turn", other_side_turns="yes")
    for seed in range(6):
        table = Table(MINI, rules, seed=seed)
        for seat, amount in ((1, 20), (2, 50), (3, 50)):
            table.sit(seat, f"player {seat}", 1000)
            table.bet(seat, "player", amount)
        if taken_by is not None:
            detail = {"taken-by": taken_by} if taken_by else {}
            table.call(Irregularity("right-to-turn-lost", position="2", detail=detail))
        table.deal()
        for hand in ("player", "banker"):
            dealt = [event for event in table.said if isinstance(event, Deal) and event.to == hand]
            assert {event.seats for event in dealt} == {turns}
            assert not any(event.up for event in dealt[:2])
            assert all(event.up == (not turns) for event in dealt[2:])


def test_7_12_a_continuous_device_and_7_1_d_two_batches() -> None:
    """7.1(d)2, 7.1(d)4, 7.1(d)5: a batch is a shoe; with a continuous device every round has the whole set."""
    table = Table(MINI, MINI.rules(shuffling="continuous"), seed=6)
    table.sit(1, "Ann", 1000)
    for _ in range(5):
        table.bet(1, "player", 10)
        table.deal()
        assert any(isinstance(event, Shuffle) for event in table.said)
        assert "burn" not in table.hands
    assert len(MINI.rules(shuffling="automated").pack()) == 8 * 52


# ---- the shoe ------------------------------------------------------------------------------------------


def test_7_8_e_one_more_hand_after_the_cutting_card() -> None:
    table = Table(MINI, seed=4)
    table.sit(1, "Ann", 10_000)
    last, shuffled = [], []
    for _ in range(200):
        table.bet(1, "player", 10)
        table.deal()
        told = [getattr(event, "what", "") for event in table.said]
        last.append("Last hand" in told)
        shuffled.append(any(type(event).__name__ == "Shuffle" for event in table.said))
    hands = [n for n, each in enumerate(last) if each]
    assert hands
    assert all(shuffled[n + 2] for n in hands if n + 2 < 200), (
        "the hand after the last is the first of a new shoe"
    )
    assert not any(shuffled[n + 1] for n in hands if n + 1 < 200)


def test_7_5_f_the_first_card_burns_as_many_as_its_number() -> None:
    for seed in range(20):
        table = Table(MINI, seed=seed)
        table.sit(1, "Ann", 100)
        table.bet(1, "player", 10)
        table.deal()
        burned = table.view()["burn"]
        first = burned[0][0]
        assert len(burned) == 1 + {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(
            first, 0 if first in "AJQKT" else int(first)
        )


def test_7_3_c_2_deferred_vigorish_is_collected_when_the_player_leaves() -> None:
    table = Table(MINI, MINI.rules(vigorish_collected="deferred"), seed=3)
    table.sit(1, "Ann", 1000)
    won = 0
    for _ in range(30):
        table.bet(1, "banker", 20)
        table.deal()
        assert table.settlement is not None
        won += table.settlement[1, "banker"].result == "win"
    owed = table.state.owed[1]
    assert owed == won * 100
    before = table.ledger["fees"]
    table.leave(1)
    assert table.ledger["fees"] - before == owed


def test_odds_of_every_variation() -> None:
    rows = analyze("mini-baccarat", every=True)
    assert all(row.method == "exact" for row in rows)
    assert {row.wager for row in rows} == {wager.id for wager in game("mini-baccarat").data.wagers}
