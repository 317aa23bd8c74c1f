"""The back office: every figure follows from the journal, and agrees with its ledger."""

from __future__ import annotations

from math import sqrt

import pytest

from pitboss.book import Refused, game, games
from pitboss.office import Count, Days, counted, figures, history, rounds_of
from pitboss.office.rounds import Round
from pitboss.table import Memory, Table
from pitboss.table.entered import EnteredTable
from tests.poker_room import random_hands
from tests.properties import bet_at_random, bet_what_is_due, random_play

EVENING = 1_795_042_800_000
"""November 18, 2026, 18:00 in New Jersey."""
MINUTE = 60_000


def wheel(*spins: tuple[dict[int, dict[str, int]], str]) -> list[bytes]:
    """A journal of roulette: the wagers of each seat, and where the ball fell; a round a minute."""
    now = [EVENING]
    table = EnteredTable("roulette", storage=Memory(), clock=lambda: now[0], identity="0a1b2c3d")
    names = {1: "Ann", 2: "Bob", 3: "Bea (best)"}
    for seat in sorted({seat for wagers, _ in spins for seat in wagers}):
        table.sit(seat, names[seat], 1000)
    for wagers, pocket in spins:
        now[0] += MINUTE
        for seat, made in wagers.items():
            for wager, amount in made.items():
                table.bet(seat, wager, amount)
        table.deal()
        table.enter(pocket, "dan")
    table.leave(1)
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    return storage.lines


SHIFT = wheel(
    ({1: {"red": 100, "straight:17": 5}, 2: {"black": 50}, 3: {"red": 25}}, "17"),  # black
    ({1: {"red": 100}, 3: {"red": 25}}, "1"),  # red
    ({2: {"black": 50}}, "0"),
)


def test_handle_win_and_hold_of_a_table_by_hand() -> None:
    (found,) = figures(rounds_of(SHIFT, "Roulette 1"))
    # Ann: −100, +175, +100; Bob: +50, −25 (half is lost on zero).
    assert (found.key, found.rounds) == (("Roulette 1",), 3)
    assert found.handle == 30_500
    assert found.win == 10_000 - 17_500 - 10_000 - 5_000 + 2_500
    assert found.hold == pytest.approx(-20_000 / 30_500)
    # On a wheel with two zeros, red and black lose half on either: 1/38; a number loses 2/38 of its stake.
    assert found.theoretical_win == pytest.approx(30_000 / 38 + 500 / 19)
    assert found.assessed == found.win
    red = sqrt(18 / 38 + 18 / 38 + 2 / 38 * 0.25 - (1 / 38) ** 2)
    straight = sqrt((35**2 + 37) / 38 - (1 / 19) ** 2)
    spread = sqrt((2 * 10_000**2 + 2 * 5_000**2) * red**2 + (500 * straight) ** 2)
    assert found.standard_deviation == pytest.approx(spread)
    low, high = found.usual or (0, 0)
    assert (low, high) == pytest.approx(
        (found.theoretical_win - 1.959964 * spread, found.theoretical_win + 1.959964 * spread)
    )
    assert found.alert == (found.win < low)


def test_rounds_an_hour_occupancy_and_take_up() -> None:
    (found,) = figures(rounds_of(SHIFT, "Roulette 1"))
    assert found.rounds_per_hour == pytest.approx(60)
    assert found.occupied == pytest.approx(4 / 3)
    assert found.occupancy == pytest.approx(4 / 3 / found_positions(SHIFT))
    # In four rounds of a player: red twice, black twice, a number once.
    assert found.take_up == {"red": 0.5, "black": 0.5, "straight": 0.25}


def found_positions(lines: list[bytes]) -> int:
    return rounds_of(lines)[0].positions


def test_bots_are_apart_from_people() -> None:
    rounds = rounds_of(SHIFT, "Roulette 1")
    (bots,) = figures(rounds, who="bots")
    assert (bots.rounds, bots.handle, bots.win) == (2, 5_000, 0)
    (everybody,) = figures(rounds, who="all")
    assert everybody.win == -20_000
    assert [each.key for each in figures(rounds, by=("player",), who="all")] == [
        ("Ann",),
        ("Bea (best)",),
        ("Bob",),
    ]


def test_largest_results_and_people() -> None:
    ann, bob = figures(rounds_of(SHIFT, "Roulette 1"), by=("player",))
    assert (ann.win, bob.win) == (-17_500, -2_500)
    assert [(each.net, each.round) for each in ann.largest] == [(10_000, 2), (7_500, 1)]


def test_by_gaming_day_and_shift() -> None:
    days = Days()
    assert (days.day(EVENING), days.shift(EVENING)) == ("2026-11-18", "swing")
    late = EVENING + 11 * 3_600_000  # five in the morning belongs to the day before
    assert (days.day(late), days.shift(late)) == ("2026-11-18", "graveyard")
    begins, after = days.bounds("2026-11-18")
    assert begins <= EVENING < late < after == begins + 24 * 3_600_000
    (found,) = figures(rounds_of(SHIFT), by=("day", "shift"))
    assert found.key == ("2026-11-18", "swing")


def test_figures_are_by_known_things_only() -> None:
    with pytest.raises(Refused, match="not taken together by 'moon'; they may be by: table, game, pit"):
        figures(rounds_of(SHIFT), by=("moon",))


def test_chips_bought_and_taken_away() -> None:
    found = history(SHIFT, "Roulette 1").chips
    # Ann bought 1,000 and left with what she had won.
    assert [(each.player, each.amount) for each in found] == [
        ("Ann", 100_000),
        ("Bob", 100_000),
        ("Bea (best)", 100_000),
        ("Ann", -117_500),
    ]


def test_the_win_of_a_count() -> None:
    entries = [("opener", 50_000), ("fill", 10_000), ("fill", 5_000), ("credit", 2_000), ("drop", 30_000)]
    counts = [Count("BJ 1", "2026-11-18", "day", kind, amount) for kind, amount in entries]  # type: ignore[arg-type]
    (open_,) = counted(counts)
    assert open_.win is None
    (closed,) = counted([*counts, Count("BJ 1", "2026-11-18", "day", "closer", 44_000)])
    # closer + credits + drop - opener - fills
    assert closed.win == 44_000 + 2_000 + 30_000 - 50_000 - 15_000
    assert closed.hold == pytest.approx(11_000 / 30_000)


def agrees(rounds: list[Round], table: Table) -> None:
    """The win of all rounds is what the ledger has taken, by whatever the rounds are taken together."""
    taken = sum(each.bank + each.fees for each in rounds)
    for by in (("table",), ("game",), ("player",), ("wager",), ("day", "shift", "player")):
        assert sum(each.win for each in figures(rounds, by=by, who="all")) == taken, by
    by_kind = sum(each.win for who in ("people", "bots") for each in figures(rounds, who=who))
    assert by_kind == taken
    held = table.ledger.accounts
    house = held["bank"] + held["fees"] + sum(v for n, v in held.items() if n.startswith("meter:"))
    assert taken == house


@pytest.mark.parametrize("family", sorted({each.family for each in games()}))
def test_every_figure_agrees_with_the_journal(family: str) -> None:
    name = next(each.id for each in games() if each.family == family)
    if game(name).wagers_first or not game(name).data.seats:
        bet = bet_what_is_due if game(name).rules().required else bet_at_random
        table = random_play(name, {}, 7, bet=bet)
    else:
        table = random_hands(name, 5, hands=3)
    storage = table.journal.storage
    assert isinstance(storage, Memory)
    rounds = rounds_of(storage.lines)
    assert len(rounds) == table.rounds
    agrees(rounds, table)
