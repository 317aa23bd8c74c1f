"""The shoe: cutting card, burn, the last hand, too few cards. Packs, and the tiles that are cards too."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import pytest

from pitboss.book import Deal, Irregular, Refused, Say, Shuffle, game
from pitboss.book.data import read_game
from pitboss.drawing import sprites
from pitboss.equipment.cards import cards, name
from pitboss.games.shoe import ShoeState, burned_with
from pitboss.law import cite
from pitboss.table import Memory, Table, read

BETWEEN = str(Path(__file__).with_name("between.toml"))


class Stacked:
    """A shoe with these cards on top."""

    def __init__(self, on_top: str = "") -> None:
        self.on_top = cards(on_top)

    def shuffle(self, cards: list[int]) -> list[int]:
        top = [each for each in self.on_top if each in cards]
        return top + list((Counter(cards) - Counter(top)).elements())

    def card(self, to: str, shoe: list[int]) -> int:
        return shoe.pop()

    def roll(self, of: int) -> tuple[int, ...]:
        raise AssertionError(of)

    def spin(self, pockets: tuple[str, ...]) -> str:
        raise AssertionError(pockets)

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        raise AssertionError(take)


def opened(shoe: str, on_top: str = "") -> Table:
    found = game(BETWEEN)
    table = Table(found, found.rules(shoe=shoe), chance=Stacked(on_top), storage=Memory())
    table.sit(1, "Ann", 1000)
    return played(table)


def played(table: Table) -> Table:
    table.bet(1, "ante", 10)
    table.deal()
    return table


def left(table: Table, count: int) -> Table:
    """So many cards are left in the shoe."""
    del table.shoe[: len(table.shoe) - count]
    return table


def shuffles(table: Table) -> int:
    return sum(isinstance(event, Shuffle) for event in table.said)


def burned(table: Table) -> list[tuple[str, bool]]:
    return [
        (name(event.card), event.up) for event in table.said if isinstance(event, Deal) and event.to == "burn"
    ]


def state(table: Table) -> ShoeState:
    assert isinstance(table.state, ShoeState)
    return table.state


# ---- the burn ------------------------------------------------------------------------------------------


@pytest.mark.paragraph("2A.7(c)", "2B.6(c)", "19.7(c)", "22.7(a)", "26.7(c)", "36.7(c)")
@pytest.mark.parametrize(
    ("name", "wagers", "paragraph", "shown"),
    [
        ("blackjack", ("blackjack",), "2.6(c)", True),
        ("blackjack-switch", ("hand-1", "hand-2"), "2A.7(c)", True),
        ("switch-hands-blackjack", ("blackjack", "ante-fee"), "2B.6(c)", True),
        ("red-dog", ("ante",), "6.4(a)", True),
        ("spanish-21", ("spanish-21",), "19.7(c)", True),
        ("fast-action-hold-em", ("main",), "21.7(a)", False),
        ("casino-war", ("initial",), "22.7(a)", False),
        ("double-attack-blackjack", ("initial",), "26.7(c)", True),
        ("triple-attack-blackjack", ("first-attack",), "36.7(c)", True),
    ],
)
def test_a_new_dealer_burns_a_card_and_who_asks_may_see_it(
    name: str, wagers: tuple[str, ...], paragraph: str, shown: bool
) -> None:
    """In the middle of a shoe, from which no other card is burned."""
    table = Table(name, seed=4, players={1: lambda _, ask: (ask.choices[-1].id, ask.choices[-1].least)})
    table.sit(1, "Ann", 10_000)
    for dealer in ("first", "second"):
        for wager in wagers:
            table.bet(1, wager, 2 if wager == "ante-fee" else 10)
        if dealer == "second":
            table.irregularity("new-dealer")
            if shown:
                table.irregularity("burn-card-asked")
        before = len(table.shoe)
        table.deal()
    ruled = [event for event in table.said if isinstance(event, Irregular)]
    assert {event.cite for event in ruled} == {cite(paragraph)}
    dealt = [event for event in table.said if isinstance(event, Deal)]
    assert not shuffles(table)
    assert before - len(table.shoe) == len(dealt)
    assert dealt[0].to == "burn"
    assert not dealt[0].up
    assert [held.up for held in table.hands["burn"]] == [shown] * len(burned(table))
    with pytest.raises(Refused) if not shown else nullcontext():
        table.irregularity("burn-card-asked")


def test_2_15_f_a_new_dealer_burns_the_last_card() -> None:
    """The shoe has run out by it, so the discards complete the round."""
    table = opened("blackjack")
    table.watch = lambda event: left(table, 1) and None if isinstance(event, Deal) else None
    table.irregularity("new-dealer", ("deal", 2))
    played(table)
    assert shuffles(table) == 1
    assert not table.playing


def test_2_6_c_one_card_is_burned_unseen_from_a_fresh_shoe() -> None:
    table = opened("blackjack", "7s As 2c")
    assert burned(table) == [("7s", False)]
    assert burned(played(table)) == []


@pytest.mark.parametrize(("first", "more"), [("As", 1), ("2c", 2), ("9d", 9), ("Js", 10), ("Kd", 10)])
def test_3_5_e_as_many_cards_more_as_the_first_ones_number_are_burned_and_shown(
    first: str, more: int
) -> None:
    table = opened("baccarat", first)
    assert burned(table)[0] == (first, True)
    assert [up for _, up in burned(table)] == [True] * (1 + more)
    assert burned(played(table)) == []


def test_3_5_e_a_ten_counts_ten_in_the_burn() -> None:
    assert [burned_with(card) for card in cards("Ts Ac 9h 2d Qd")] == [10, 1, 9, 2, 10]


# ---- the cutting card ----------------------------------------------------------------------------------


def test_2_6_l_the_round_in_which_the_cutting_card_comes_out_is_the_last() -> None:
    table = played(left(opened("blackjack"), 15))  # 13 are left, one in front of the cutting card
    assert shuffles(table) == 0
    assert shuffles(played(table)) == 0
    assert shuffles(played(table)) == 1


def test_3_8_e_one_more_hand_is_dealt_after_the_cutting_card() -> None:
    table = played(left(opened("baccarat"), 16))  # the cutting card lies before the last 14
    assert [event for event in table.said if isinstance(event, Say)] == [
        Say("Last hand", cite=cite("3.8(e)"))
    ]
    assert state(table).last_hand
    assert shuffles(played(table)) == 0
    assert not state(table).last_hand
    assert shuffles(played(table)) == 1
    assert not state(table).over


def test_3_12_e_a_round_for_which_the_cards_run_short_is_void_and_the_next_is_shuffled_for() -> None:
    table = left(opened("baccarat"), 1)
    table.bet(1, "ante", 10)
    funds = table.funds(1)
    table.deal()
    assert table.settlement is not None
    decided = table.settlement.wagers[1]["ante"]
    assert (decided.result, decided.cite) == ("void", cite("3.12(e)"))
    assert table.funds(1) == funds + 1000
    assert shuffles(played(table)) == 1


def test_2_21_a_continuous_shuffler_shuffles_before_every_round_and_burns_none() -> None:
    table = opened("continuous")
    for _ in range(3):
        assert (shuffles(table), burned(table)) == (1, [])
        played(table)


def test_2_15_f_the_discards_complete_the_round_and_a_shuffle_follows() -> None:
    """Seven hands and as many cards of the dealer's take one more than the thirteen that are left."""
    table = left(opened("blackjack"), 13)
    for seat in range(1, 8):
        table.sit(seat, "Ann" if seat == 1 else f"player {seat}", 100)
        table.bet(seat, "ante", 10)
    lying = Counter(table.shoe)
    table.deal()
    fresh = next(event for event in table.said if isinstance(event, Shuffle))
    assert Counter(fresh.cards) == Counter(table.rules.pack()) - lying
    assert len(burned(table)) == 1
    assert cite("2.15(f)") in [event.cite for event in table.said if isinstance(event, Say)]
    assert state(table).refilled
    for seat in range(1, 8):
        table.bet(seat, "ante", 10)
    table.deal()
    assert shuffles(table) == 1
    assert not state(table).refilled


def test_a_journal_of_the_last_hand_replays() -> None:
    table = opened("baccarat")
    for _ in range(30):
        played(table)
        if table.funds(1) < 2000:
            table.sit(1, "Ann", 500)
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    again = Table.resume(read(storage.lines))
    assert again.journal.chain == table.journal.chain
    assert again.state == table.state


# ---- packs and tiles -----------------------------------------------------------------------------------


def test_19_2_a_a_pack_without_tens_holds_48_cards() -> None:
    pack = game(BETWEEN).rules().pack()
    assert len(pack) == 48
    assert not set(pack) & set(cards("Tc Td Th Ts"))
    assert len(set(pack)) == 48


def test_a_rank_that_is_none_is_refused_with_the_file(tmp_path: Path) -> None:
    page = tmp_path / "between.toml"
    page.write_text(Path(BETWEEN).read_text().replace('["T"]', '["10"]'))
    with pytest.raises(Refused, match=r"between\.toml: deck removes '10'"):
        read_game(page)


def test_10_2_a_a_set_of_32_tiles_has_eleven_designs_twice_and_ten_once(tmp_path: Path) -> None:
    for source in ("between.toml", "between.py"):
        written = Path(BETWEEN).with_name(source).read_text()
        (tmp_path / source).write_text(written.replace('without = ["T"]', 'of = "tiles"'))
    pack = [name(tile) for tile in game(str(tmp_path / "between.toml")).rules().pack()]
    assert len(pack) == 32
    assert Counter(Counter(pack).values()) == {2: 11, 1: 10}
    every = {f"{low}-{high}" for low in range(1, 7) for high in range(low, 7)}
    assert set(pack) == every
    # Twelve dots and so on: a set has 227 in all, as any list of Chinese dominoes has it.
    assert sum(int(tile[0]) + int(tile[2]) for tile in pack) == 227


def test_a_tile_is_named_either_way_round_and_drawn() -> None:
    assert [name(tile) for tile in cards("3-1 1-3 6-6")] == ["1-3", "1-3", "6-6"]
    with pytest.raises(Refused, match="not a card"):
        cards("7-1")
    drawn = sprites()
    assert all(f'id="card-{low}-{high}"' in drawn for low in range(1, 7) for high in range(low, 7))
