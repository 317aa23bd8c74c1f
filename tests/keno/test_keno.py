"""Keno, 13:69F-15: tickets, rate cards, the game, redemption, exact odds and the compiled path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.book import Draw, Refused, Rules, Say, game
from pitboss.equipment.chance import Live
from pitboss.equipment.entropy import System
from pitboss.games.draws.keno import Keno, authorized_by, expired, manually_paid_by, runner_redeems
from pitboss.games.draws.keno_mathematics import moments, packed, payouts, play, sampled, ticket_odds
from pitboss.games.draws.rates import catches, house_advantage, proportion, rate_card
from pitboss.games.draws.tickets import bits, marked
from pitboss.layout import layout_svg, table_svg
from pitboss.money import MOST, cents
from pitboss.papers.guide import guide
from pitboss.sim.run import simulate
from pitboss.table import Memory, Table, read
from pitboss.table.audit import audit
from pitboss.table.check import check as check_table
from tests.properties import random_play, replays

KENO = game("keno")
ALL = comb(80, 20)


# ---- a booth whose draws and clock are given -----------------------------------------------------------


def drawn(*caught: int) -> tuple[int, ...]:
    """A draw with these numbers; the rest are the highest others."""
    return (*caught, *[n for n in range(80, 0, -1) if n not in caught][: 20 - len(caught)])


class Blower:
    """Draws as they are told."""

    def __init__(self, *draws: tuple[int, ...]) -> None:
        self.draws = list(draws)

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        numbers = self.draws.pop(0)
        assert (len(numbers), of) == (take, 80)
        return numbers


class Clock:
    def __init__(self, year: int, month: int, day: int) -> None:
        self.set(year, month, day)

    def set(self, year: int, month: int, day: int) -> None:
        self.now = int(datetime(year, month, day, 17, tzinfo=UTC).timestamp() * 1000)

    def __call__(self) -> int:
        self.now += 1
        return self.now


def booth(*draws: tuple[int, ...], clock: Clock | None = None, **options: object) -> Table:
    rules = Rules(KENO, {name.replace("_", "-"): value for name, value in options.items()})
    table = Table(
        KENO,
        rules,
        chance=Blower(*draws),  # type: ignore[arg-type]
        clock=clock or Clock(2025, 3, 5),
        storage=Memory(),
    )
    for seat, name in ((1, "Ann"), (2, "Bob")):
        table.sit(seat, name, 100_000)
    return table


def said(table: Table, paragraph: str) -> list[str]:
    full = f"13:69F-{paragraph}"
    return [event.what for event in table.said if isinstance(event, Say) and event.cite == full]


def profit(odds: object) -> int:
    """What is paid on a dollar besides the dollar, as it is printed."""
    return 0 if str(odds) == "push" else int(str(odds).removesuffix(" to 1").replace(",", ""))


def refused(paragraph: str) -> Any:
    return pytest.raises(Refused, match=paragraph.replace("(", r"\(").replace(")", r"\)"))


# ---- 15.1 and 15.2: what is marked -----------------------------------------------------------------------


def test_15_2_a_a_number_is_caught_if_it_is_drawn() -> None:
    chance = random.Random(1)
    for _ in range(2_000):
        spots = chance.sample(range(1, 81), chance.randint(1, 80))
        numbers = chance.sample(range(1, 81), 20)
        assert catches(*bits(tuple(spots)), *bits(tuple(numbers))) == len({*spots} & {*numbers})


@pytest.mark.paragraph('15.1 "Conditioning"', '15.1 "Spots"')
def test_conditioning_is_ways_over_spots() -> None:
    """15.1 "Conditioning": the classical way to write it; 15.1 "Spots": a three-spot has three."""
    assert marked("straight:4-5-6").conditioning == "straight 1/3"
    assert marked("way:1-2/3-4/5-6/7-8/9-10*1,2").conditioning == "way 5/2 10/4"
    assert marked("king:k7/10-11/20-21-22*1,2").conditioning == "king 1/3 1/4 1/6"


def test_15_2_c_a_ticket_is_named_alike_however_it_is_written() -> None:
    for written, name in {
        "straight:9-1-5": "straight:1-5-9",
        "split:7-6-5/51-50x2": "split:5-6-7/50-51x2",
        "way:2-1/4-3*1,1": "way:1-2/3-4*1",
        "combination:1/3-2/5-4=2&1,3&1x1": "combination:1/2-3/4-5=1&2,1&3",
        "multi-race:4:9-1": "multi-race:4:straight:1-9",
    }.items():
        assert KENO.spot(KENO.rules(), written) == name
        assert KENO.spot(KENO.rules(), name) == name


def test_15_2_c_hundreds_of_ways_settle_at_once() -> None:
    """All 80 numbers in twenty groups of four: 190 ways of eight spots."""
    groups = [range(n, n + 4) for n in range(1, 81, 4)]
    ticket = "way:" + "/".join("-".join(map(str, group)) for group in groups) + "*2"
    assert len(marked(ticket).ways) == comb(20, 2)
    table = booth(tuple(range(1, 21)))  # five groups whole, the rest not at all
    table.bet(1, ticket, 190)
    table.deal()
    # Ten ways catch 8 of 8 and are paid $25,000 each, cut to the $100,000 of a game; the others catch 4 or 0.
    assert table.settlement is not None
    assert table.settlement[1, ticket].pays == cents(100_000 - 190)
    assert table.settlement[1, ticket].cite == "13:69F-15.3(e)"


@pytest.mark.parametrize(
    ("wager", "paragraph"),
    [
        ("straight:", "15.7(a)"),
        ("straight:0", "15.2(a)"),
        ("straight:1-1", "15.4(b)1"),
        ("straight:1x2", "15.7(a)"),
        ("straight:k1", "15.7(a)"),
        ("straight:5-spot", "15.4(a)"),
        ("quick-pick:0", "15.7(a)"),
        ("quick-pick:1-2", "15.7(a)"),
        ("quick-pick:11", "15.2(b)"),
        ("split:1-2", "15.2(c)2"),
        ("split:1-2/3-4*1", "15.2(c)2"),
        ("way:1-2/3-4", "15.7(a)"),
        ("way:1-2/3-4*3", "15.7(a)"),
        ("way:1-2/3-4=1,2", "15.2(c)4"),
        ("way:1-2x2/3-4*1", "15.7(a)"),
        ("combination:1-2*1", "15.2(c)4"),
        ("combination:1/2=1&3,1&2", "15.7(a)"),
        ("combination:1/2=1&2,2&1", "15.7(a)"),
        ("combination:1/2=1&1,2", "15.7(a)"),
        ("king:1/2-3/4-5*1", "15.2(c)5"),
        ("king:k1/2-3*1", "15.2(c)5"),
        ("king:k1/2-3=1,1&2", "15.2(c)5"),
        ("multi-race:2:multi-race:2:1", "15.7(a)"),
        ("multi-race:x:1", "15.2(c)6"),
    ],
)
def test_15_7_a_what_is_not_a_ticket_is_refused(wager: str, paragraph: str) -> None:
    table = booth()
    with refused(paragraph):
        table.bet(1, wager, 100)
    assert not table.bets
    assert table.funds(1) == cents(100_000)


def test_quick_pick_is_a_straight_ticket_of_the_systems_choice() -> None:
    """15.1 "Quick-pick": the spots are a draw of their own, recorded in the journal."""
    table = Table(KENO, seed=4, storage=Memory())
    table.sit(1, "Ann", 500)
    table.bet(1, "quick-pick:6", 2)
    table.bet(1, "multi-race:3:quick-pick:2", 3)
    first, second = table.bets.values()
    assert first.id == "straight"
    assert len(marked(first.wager).groups[0]) == 6
    assert second.wager.startswith("multi-race:3:straight:")
    table.deal()
    replays(table)


def test_a_quick_pick_of_spots_already_held_adds_to_that_ticket() -> None:
    table = booth((5,), (5,))
    table.bet(1, "quick-pick:1", 1)
    table.bet(1, "quick-pick:1", 2)
    assert {bet.wager: bet.stake for bet in table.bets.values()} == {"straight:5": 300}
    (ticket,) = KENO.state(table).tickets.values()  # type: ignore[attr-defined]
    assert (ticket.number, ticket.price) == (2, 300)


def test_a_quick_pick_does_not_change_a_ticket_under_way() -> None:
    table = booth(drawn(1), (5,), (6,))
    table.bet(1, "multi-race:2:5", 2)
    table.deal()
    table.bet(1, "multi-race:2:quick-pick:1", 2)
    assert set(table.bets) == {(1, "multi-race:2:straight:5"), (1, "multi-race:2:straight:6")}


# ---- 15.3: rate cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["boardwalk", "marina"])
def test_15_3_e_every_row_of_every_rate_card_pays(name: str) -> None:
    rules = KENO.rules(rate_card=name)
    for row, odds in rules.pay("straight").rows.items():
        caught, spots = map(int, row.split("-of-"))
        numbers = tuple(range(1, caught + 1)) + tuple(range(80, 60 + caught, -1))
        table = booth(numbers, rate_card=name, maximum_payoff=0)
        wager = "straight:" + "-".join(map(str, range(1, spots + 1)))
        table.bet(1, wager, 3)
        table.deal()
        assert table.settlement is not None
        settled = table.settlement[1, wager]
        assert settled.outcome == row
        assert settled.pays == 300 * profit(odds), row
        assert settled.result == ("win" if settled.pays else "push")


@pytest.mark.paragraph('15.1 "House advantage"')
@pytest.mark.parametrize("name", ["boardwalk", "marina"])
def test_15_3_e_the_house_advantage_is_at_most_30_percent(name: str) -> None:
    """15.1 "House advantage": worked out here with sums of products, from the printed rows alone."""
    rules = KENO.rules(rate_card=name)
    printed = {row: profit(odds) + 1 for row, odds in rules.pay("straight").rows.items()}
    card = rate_card(rules)
    for spots in card.sizes:
        back = Fraction(0)
        for row, paid in printed.items():
            caught, of = map(int, row.split("-of-"))
            if of == spots:
                back += Fraction(comb(spots, caught) * comb(80 - spots, 20 - caught) * paid, ALL)
        assert house_advantage(card, spots, 100, 0) == 1 - back
        assert 1 - back <= Fraction(3, 10)
    assert KENO.posting.check(rules) == []


def points(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    page = tmp_path / "table.toml"
    page.write_text('game = "keno"\n' + text, encoding="utf-8")
    return [(each.point, each.cite.partition("-")[2]) for each in check_table(page)]


def test_15_3_e_check_names_what_is_unlawful(tmp_path: Path) -> None:
    assert points(tmp_path, "") == []
    assert (
        points(tmp_path, '[options]\nmaximum-payoff = "100000"\nindividual-maximum-payoff = "100000"') == []
    )
    assert points(tmp_path, '[options]\nmaximum-payoff = "99999.99"') == [
        ("options.maximum-payoff", "15.3(e)")
    ]
    alone = '[options]\nmaximum-payoff = "0"\nindividual-maximum-payoff = "100000"'
    assert points(tmp_path, alone) == [("options.individual-maximum-payoff", "15.3(e)")]


def test_15_2_b_a_houses_own_card_stands_alone(tmp_path: Path) -> None:
    card = '[pay_tables.straight]\n"1-of-1" = "2 to 1"\n"2-of-2" = "11 to 1"\n'
    assert points(tmp_path, card) == []
    rules = Rules(KENO, pay_tables={"straight": {"1-of-1": "2 to 1", "2-of-2": "11 to 1"}})
    assert rate_card(rules).sizes == (1, 2)
    with refused("15.2(b)"):
        KENO.spot(rules, "straight:1-2-3")


def test_15_3_e_30_percent_exactly_is_allowed(tmp_path: Path) -> None:
    # One spot is caught one time in four: 2.8 for 1 leaves 30 percent, 2.75 for 1 leaves 31.25.
    assert points(tmp_path, '[pay_tables.straight]\n"1-of-1" = "9 to 5"') == []
    spot = ("pay_tables.straight.1-spot", "15.3(e)")
    assert points(tmp_path, '[pay_tables.straight]\n"1-of-1" = "7 to 4"') == [spot]
    fixed = [("pay_tables.straight.1-of-1", "15.3(e)")]
    assert points(tmp_path, '[pay_tables.straight]\n"1-of-1" = "$3"') == fixed
    assert points(tmp_path, '[pay_tables.straight]\n"1-of-1" = "100% of meter"') == fixed


def test_15_3_e_the_maximum_counts_at_the_least_wager(tmp_path: Path) -> None:
    """A maximum of $100,000 cuts the top payoff of a $10 wager, but not that of a dollar."""
    # Ten of ten, at 7,000,000 for 1, give back 78.5 percent of a dollar if all is paid.
    rows = [
        f'"{row}" = "{odds}"'
        for row, odds in KENO.rules().pay("straight").rows.items()
        if "-of-10" not in row
    ]
    text = "\n".join(["[pay_tables.straight]", *rows, '"10-of-10" = "6999999 to 1"'])
    assert points(tmp_path, '[options]\nmaximum-payoff = "0"\n' + text) == []
    assert points(tmp_path, text) == [("pay_tables.straight.10-spot", "15.3(e)")]


def test_15_4_c_11_shares_are_proportional_to_the_cent() -> None:
    chance = random.Random(11)
    for _ in range(500):
        total = chance.randint(1, 10**12)
        won, limit = chance.randint(0, total), chance.randint(1, total)
        share = Fraction(limit * won, total)
        for found in (proportion(limit, won, total), proportion.compiled(limit, won, total)):
            assert abs(found - share) <= Fraction(1, 2)
    assert proportion(10**7, 1, 3) == 3_333_333


def test_15_2_c_1_every_number_of_spots_up_to_the_most_is_on_the_card(tmp_path: Path) -> None:
    assert points(tmp_path, '[pay_tables.straight]\n"2-of-2" = "11 to 1"') == [
        ("pay_tables.straight.1-spot", "15.2(c)1")
    ]


def test_15_3_d_a_row_that_is_none_is_refused(tmp_path: Path) -> None:
    for row in ("five", "3-of-2", "1-of-81", "21-of-30"):
        with refused("15.3(d)"):
            points(tmp_path, f'[pay_tables.straight]\n"{row}" = "2 to 1"')


def test_15_3_a_a_wager_is_made_at_a_work_station() -> None:
    table = booth()
    with pytest.raises(Refused, match="seat 3 is empty"):
        table.bet(3, "straight:1", 1)


# ---- 15.4: tickets -------------------------------------------------------------------------------------------


@pytest.mark.paragraph("15.4(c)1-13")
def test_15_4_c_a_ticket_contains_thirteen_things() -> None:
    table = booth(drawn(1), clock=Clock(2025, 7, 4))
    table.bet(2, "straight:9", 1)
    table.deal()
    table.bet(1, "multi-race:3:split:5-6-7/50-51x2", 9)
    (text,) = said(table, "15.4(c)")[-1:]
    assert text.split("; ") == [
        "ticket 0000002",
        "2025-07-04 13:00",  # 15.4(c)1
        "station 1",  # 15.4(c)2
        "numbers 5 6 7 / 50 51",  # 15.4(c)3
        "3 games",  # 15.4(c)4
        "from 2 to 4",  # 15.4(c)5
        "split 1/2 1/3 (multi-race:3:split:5-6-7/50-51x2)",  # 15.4(c)6
        "rate $1, $2",  # 15.4(c)7
        "2 ways",  # 15.4(c)8
        "price $9",  # 15.4(c)9
        "writer W1",  # 15.4(c)10
        "winners are paid at most $100,000 a game, in proportion to their winnings",  # 15.4(c)11
        "winnings are paid to the bearer of this ticket",  # 15.4(c)12
        "REDEEM WITHIN ONE YEAR OF ISSUE, OR IT EXPIRES",  # 15.4(c)13
    ]


def test_15_4_c_tickets_are_numbered_in_sequence_and_paid_in_full() -> None:
    table = booth(drawn(80), drawn(80))
    for n in range(1, 4):
        table.bet(1 + n % 2, f"straight:{n}", 1)
    assert [text[:14] for text in said(table, "15.4(c)")] == [
        "ticket 0000001",
        "ticket 0000002",
        "ticket 0000003",
    ]
    table.sit(3, "Cal", 5)
    with pytest.raises(Refused, match=r"seat 3 has \$5, not \$6"):
        table.bet(3, "straight:1", 6)


def test_15_4_c_11_the_ticket_tells_of_the_limit() -> None:
    for options, words in (
        ({"maximum_payoff": 250_000, "limit_shared": "equally"}, "at most $250,000 a game, in equal parts"),
        ({"maximum_payoff": 0}, "payments for a game are not limited"),
    ):
        table = booth(**options)
        table.bet(1, "straight:1", 1)
        assert words in said(table, "15.4(c)")[0]


def test_15_4_c_12_no_ticket_no_payment() -> None:
    table = booth(drawn(1), redemption="when-presented")
    table.bet(1, "straight:1", 1)
    table.deal()
    with refused("15.4(c)12"):
        table.act(1, "redeem", wager="straight:2")
    with pytest.raises(Refused, match="redeem is not offered"):
        table.act(2, "redeem")


def test_15_4_d_a_multi_race_ticket_plays_the_games_that_follow() -> None:
    table = booth(drawn(9), drawn(1), drawn(80), drawn(1))
    table.bet(2, "straight:9", 1)
    table.deal()
    table.bet(1, "multi-race:3:straight:1", 3)
    for _ in range(3):
        assert table.funds(1) == cents(100_000 - 3)  # paid for before the first, not paid out before the last
        table.deal()
    assert table.funds(1) == cents(100_000 - 3 + 6)
    assert KENO.state(table).game == 4  # type: ignore[attr-defined]


def test_15_4_d_undrawn_games_are_refunded_only_where_the_house_permits() -> None:
    table = booth(drawn(80))
    table.bet(1, "multi-race:3:straight:1", 3)
    table.deal()
    with pytest.raises(Refused, match="cancel is not offered"):
        table.act(1, "cancel")
    table = booth(drawn(1), drawn(80), multi_race_refund="yes", redemption="when-presented")
    table.bet(1, "multi-race:3:straight:1", 3)
    table.bet(2, "multi-race:2:straight:2", 2)
    assert [choice.id for choice in table.legal(1)] == []
    table.deal()
    table.act(1, "cancel")
    assert not table.stake(1, "multi-race:3:straight:1")
    assert table.funds(1) == cents(100_000 - 1)
    table.act(1, "redeem")
    assert table.funds(1) == cents(100_000 - 1 + 3)
    table.act(2, "cancel", wager="multi-race:2:2")  # nothing won: the ticket is done with
    assert table.funds(2) == cents(100_000 - 1)
    assert not KENO.state(table).tickets  # type: ignore[attr-defined]
    replays(table)


def test_15_4_d_only_a_ticket_under_way_is_cancelled() -> None:
    table = booth(drawn(80), multi_race_refund="yes")
    table.bet(1, "multi-race:3:straight:1", 3)
    table.deal()
    table.bet(1, "multi-race:3:straight:2", 3)
    with refused("15.4(d)"):
        table.act(1, "cancel", wager="multi-race:3:straight:2")


def test_15_4_e_voided_tickets_are_listed_by_day_and_station() -> None:
    clock = Clock(2025, 3, 5)
    table = booth(clock=clock)
    for seat in (1, 2):
        table.bet(seat, "straight:1", 5)
        table.remove(seat, "straight:1")
        assert table.funds(seat) == cents(100_000)
    state: Any = KENO.state(table)  # type: ignore[attr-defined]
    assert [(each.number, each.station, each.day) for each in state.voided] == [
        (1, 1, 20250305),
        (2, 2, 20250305),
    ]
    table.bet(1, "straight:1", 5)
    clock.set(2025, 3, 6)
    table.bet(1, "straight:1", 5)  # a changed ticket: the old one is void, and the list is the day's
    assert [(each.number, each.day) for each in state.voided] == [(3, 20250306)]
    assert [ticket.price for ticket in state.tickets.values()] == [1000]
    assert said(table, "15.4(e)") == ["ticket 0000001 is void", "ticket 0000002 is void"]
    replays(table)


# ---- 15.5: the game ------------------------------------------------------------------------------------------


@pytest.mark.paragraph("15.5(h)")
def test_15_5_a_a_live_game_is_drawn_by_the_systems_generator_and_recorded() -> None:
    storage = Memory()
    table = Table(KENO, storage=storage)
    assert isinstance(table.chance, Live)
    assert isinstance(table.chance.entropy, System)
    table.sit(1, "Ann", 100)
    for _ in range(3):
        table.deal()
    draws = [event for entry in read(storage.lines) for event in entry.events if isinstance(event, Draw)]
    assert len(draws) == 3  # 15.5(h): the journal keeps them
    for draw in draws:
        assert (draw.take, draw.of, len(set(draw.numbers))) == (20, 80, 20)
    assert audit(storage.lines)["verified"]


@pytest.mark.paragraph("15.5(g)")
def test_15_5_b_games_are_numbered_in_sequence() -> None:
    table = Table(KENO, seed=1, state={"game": 41})
    table.sit(1, "Ann", 100)
    for number in (42, 43, 44):
        table.deal()
        (shown,) = said(table, "15.5(g)")  # the board shows the numbers with that of the game
        assert shown.startswith(f"game {number}: ")
        assert len(shown.split()) == 22


def test_15_5_c_closing_is_told_and_runners_sign_in() -> None:
    for notice, words in (("spoken", "game 1 closes in one minute"), ("displayed", "game 1 is closing")):
        table = booth(drawn(1), closing_notice=notice, runners="yes")
        table.deal()
        assert said(table, "15.5(c)") == [words, "all runners have signed in"]
    table = booth(drawn(1))
    table.deal()
    assert said(table, "15.5(c)") == ["game 1 is closing"]


def test_15_5_d_1_locked_out_nothing_is_issued_or_voided() -> None:
    class Late(Blower):
        """Somebody who tries while the numbers come."""

        def draw(self, take: int, of: int) -> tuple[int, ...]:
            for attempt in (lambda: table.bet(1, "straight:2", 1), lambda: table.remove(1, "straight:1")):
                with pytest.raises(Refused, match="no more bets"):
                    attempt()
            return super().draw(take, of)

    table = booth()
    table.chance = Late(drawn(1))  # type: ignore[assignment]
    table.bet(1, "straight:1", 1)
    table.deal()
    order = [type(event).__name__ for event in table.said]
    assert order.index("Draw") == 2  # after closing and lock-out
    assert table.funds(1) == cents(100_000 + 2)


def test_15_5_d_the_lock_out_is_manual_or_automatic() -> None:
    for way, paragraph in (("manual", "15.5(d)1"), ("automatic", "15.5(e)")):
        table = booth(drawn(1), lock_out=way)
        table.deal()
        assert said(table, paragraph) == ["stations are locked for game 1"]


def test_15_5_f_the_numbers_may_be_called_out() -> None:
    table = booth(drawn(1), announced="yes")
    table.deal()
    assert said(table, "15.5(f)")[0].startswith("the winning numbers are 1 80 79")


# ---- 15.6: payment -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "rank"), [("1499.99", 0), ("1500", 1), ("4999.99", 1), ("5000", 2), ("100000", 2), ("0.01", 0)]
)
def test_15_6_b_who_authorizes_a_payout(amount: str, rank: int) -> None:
    assert authorized_by(cents(amount), cents(1500), cents(5000)) == rank


@pytest.mark.parametrize(
    ("stake", "says"),
    [
        (100, []),
        (125, ["$1,500, authorized by a keno supervisor"]),
        (500, ["$6,000, authorized by a casino key employee"]),
    ],
)
@pytest.mark.parametrize("redemption", ["at-once", "when-presented"])
def test_15_6_b_the_authorization_is_recorded(stake: int, says: list[str], redemption: str) -> None:
    table = booth(drawn(1, 2), redemption=redemption)
    table.bet(1, "straight:1-2", stake)  # two of two pay $12 on a dollar
    table.deal()
    if redemption == "when-presented":
        assert table.funds(1) == cents(100_000 - stake)
        table.act(1, "redeem", wager="1")  # by its number
    assert [text.partition(", ")[2] for text in said(table, "15.6(b)")] == says
    assert table.funds(1) == cents(100_000 + 11 * stake)
    replays(table)


@pytest.mark.paragraph('15.1 "Winning keno ticket report"')
def test_15_6_a_runners_redeem_up_to_500() -> None:
    assert runner_redeems(cents(500), cents(500))
    assert not runner_redeems(cents("500.01"), cents(500))
    table = booth(drawn(1, 2), redemption="when-presented", runners="yes")
    table.bet(1, "straight:1-2", 40)  # $480
    table.bet(2, "straight:1-2", 50)  # $600
    table.deal()
    # 15.1 "Winning keno ticket report": of $500 or less, with too little of the number to tell the whole.
    report = said(table, '15.1 "Winning keno ticket report"')
    assert report == ["winning tickets of game 1: station 1 ticket …01 $480"]
    table.act(1, "redeem-by-runner")
    assert table.funds(1) == cents(100_000 + 440)
    with refused("15.6(a)"):
        table.act(2, "redeem-by-runner")
    table.act(2, "redeem")
    assert table.funds(2) == cents(100_000 + 550)
    replays(table)


def test_15_6_a_a_ticket_waits_for_its_game() -> None:
    table = booth(drawn(1), redemption="when-presented")
    table.bet(1, "straight:1", 1)
    table.deal()
    table.bet(1, "straight:2", 1)
    with refused("15.6(a)"):
        table.act(1, "redeem", wager="straight:2")
    table.act(1, "redeem")  # all that can be
    assert table.funds(1) == cents(100_000 - 2 + 3)


def test_15_6_a_the_holder_may_leave_and_come_back() -> None:
    table = booth(drawn(1), redemption="when-presented")
    table.bet(1, "straight:1", 1)
    table.deal()
    table.leave(1)
    table.sit(1, "Cal", 100)
    assert not table.legal(1)
    table.sit(5, "Ann", 0)
    table.act(5, "redeem")
    assert table.funds(5) == cents(3)


@pytest.mark.parametrize(
    ("issued", "today", "gone"),
    [
        (20250305, 20260304, False),
        (20250305, 20260305, False),
        (20250305, 20260306, True),
        (20240229, 20250228, False),
        (20240229, 20250301, True),
        (20241231, 20251231, False),
        (20241231, 20260101, True),
    ],
)
def test_15_6_c_a_ticket_expires_after_a_year(issued: int, today: int, gone: bool) -> None:
    assert expired(issued, today) is gone


def test_15_6_c_the_clock_decides() -> None:
    clock = Clock(2025, 3, 5)
    table = booth(drawn(1), drawn(1), drawn(1), redemption="when-presented", clock=clock)
    for seat in (1, 2):
        table.bet(seat, "straight:1", 1)
    table.deal()
    clock.set(2026, 3, 5)
    table.act(1, "redeem")
    clock.set(2026, 3, 6)
    with refused("15.6(c)"):
        table.act(2, "redeem")
    table.deal()
    assert said(table, "15.6(c)") == ["ticket 0000002, $3, has expired"]
    assert not table.legal(2)
    assert table.funds(2) == cents(100_000 - 1)
    replays(table)


# ---- 15.7: irregularities ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "rank"), [("0.01", 0), ("10", 0), ("10.01", 1), ("1000", 1), ("1000.01", -1), ("100000", -1)]
)
def test_15_7_c_who_pays_while_the_system_is_down(amount: str, rank: int) -> None:
    assert manually_paid_by(cents(amount), cents(10), cents(1000)) == rank


def test_15_7_c_3_a_large_payout_waits_for_the_system() -> None:
    table = booth(drawn(1, 2), drawn(3))
    table.bet(1, "straight:1-2", 100)
    table.bet(2, "straight:1", 4)
    table.irregularity("system-not-operational", ("settle", 1))
    table.deal()
    assert said(table, "15.7(c)2") == ["ticket 0000002, $12, authorized by a keno supervisor"]
    with refused("15.7(c)3"):
        table.act(1, "redeem")
    table.deal()  # the system works again
    table.act(1, "redeem")
    assert table.funds(1) == cents(100_000 + 1100)
    replays(table)


def test_15_3_c_the_ticket_decides_and_not_the_request() -> None:
    table = booth(drawn(1, 2, 3))
    table.bet(1, "straight:1-2-4", 1)  # 1, 2 and 3 had been asked for
    table.irregularity("ticket-error", position="1")
    table.deal()
    assert table.funds(1) == cents(100_000)


# ---- the papers ----------------------------------------------------------------------------------------------


def test_15_4_b_1_the_board_has_every_number_once() -> None:
    drawing = layout_svg(KENO.rules())
    for number in range(1, 81):
        assert drawing.count(f'data-wager="straight:{number}"') == 1
    table = booth(drawn(1))
    table.bet(1, "straight:7", 1)
    table.deal()
    assert "80 is drawn" in table_svg(table)


@pytest.mark.paragraph('15.1 "Rate card"')
def test_the_rate_card_is_in_the_guide() -> None:
    """15.1 "Rate card": wagers, payoffs and format; 15.3(d): least and most."""
    page = guide("keno", [])
    for words in ("24,999 to 1", "99,999 to 1", "$1 to $10,000", "10-of-10".replace("-", " ")):
        assert words in page


# ---- odds ------------------------------------------------------------------------------------------------------


def edges(**options: object) -> dict[str, Fraction]:
    return {row.wager: row.house_edge for row in KENO.mathematics.odds(KENO.rules(**options))}


def test_odds_of_straight_tickets_by_hand() -> None:
    found = edges()
    assert found["straight:1-spot"] == Fraction(1, 4)  # $3, one time in four
    assert found["straight:2-spot"] == 1 - 12 * Fraction(20 * 19, 80 * 79)
    three = Fraction(20 * 19 * 18, 80 * 79 * 78)
    two = 3 * Fraction(20 * 19 * 60, 80 * 79 * 78)
    assert found["straight:3-spot"] == 1 - two - 42 * three


def test_chances_as_the_literature_has_them() -> None:
    """1 in 1,550.57 for five of five, 7,752.84 for six of six, 230,114.61 for eight, 8,911,711.18 for ten."""
    for spots, one_in in ((5, "1550.57"), (6, "7752.84"), (8, "230114.61"), (10, "8911711.18")):
        (row,) = KENO.mathematics.odds(KENO.rules(), f"straight:{spots}-spot")
        solid = next(each for each in row.outcomes if each.outcome == f"{spots}-of-{spots}")
        assert f"{float(1 / solid.probability):.2f}" == one_in
        assert sum(each.probability for each in row.outcomes) == 1


def test_every_wager_has_odds() -> None:
    for name in ("boardwalk", "marina"):
        found = {wager.partition(":")[0] for wager in edges(rate_card=name)}
        assert found == {wager.id for wager in KENO.data.wagers}
    with refused("15.2(b)"):
        list(KENO.mathematics.odds(KENO.rules(), "straight:11-spot"))


def test_a_way_ticket_costs_what_its_ways_cost() -> None:
    found = edges()
    (way,) = KENO.mathematics.odds(KENO.rules(), "way:1-2/3-4/5-6/7-8/9-10*2")
    assert way.house_edge == found["straight:4-spot"]
    (mixed,) = KENO.mathematics.odds(KENO.rules(), "split:1-2-3/4-5x3")
    assert mixed.house_edge == (found["straight:3-spot"] + 3 * found["straight:2-spot"]) / 4


TICKETS = (
    "split:1-2-3/4-5x3/6-7",
    "way:1-2/3-4/5-6/7-8*1,2,3",
    "combination:1/2-3/4-5-6/7=1&2,1&3x2,2&3&4",
    "king:k7/k8/10-11/20-21/30*1,2",
    "multi-race:3:way:1-2/3-4*1",
)


@pytest.mark.parametrize("wager", TICKETS)
def test_two_ways_to_the_deviation(wager: str) -> None:
    """Counting draws group by group, and summing over pairs of ways, must agree to the last digit."""
    rules, marks = KENO.rules(), marked(wager)
    row = ticket_odds(rules, marks, wager)
    assert sum(each.probability for each in row.outcomes) == 1
    mean, square = moments(marks, rate_card(rules))
    assert row.expectation == mean / marks.units - 1
    assert row.variance == (square - mean**2) / marks.units**2 / marks.games


def test_counting_agrees_with_drawing() -> None:
    rules, wager = KENO.rules(), TICKETS[2]
    marks = marked(wager)
    row = ticket_odds(rules, marks, wager)
    paid = sampled(marks, rate_card(rules)) / marks.units
    assert abs(paid.mean() - 1 - float(row.expectation)) < 4 * row.standard_deviation / sqrt(len(paid))
    hits = float(row.hit_rate)
    assert abs((paid > 1).mean() - hits) < 4 * sqrt(hits / len(paid))


def test_what_cannot_be_counted_is_simulated_and_says_so() -> None:
    groups = [
        range(sum(range(n)) + 1, sum(range(n + 1)) + 1) for n in range(1, 12)
    ]  # 1 to 11 spots, all unlike
    ways = ",".join(f"{n}&{n + 1}" for n in range(1, 6)) + ",1&2&3&4,7,8,9,10"
    ticket = "combination:" + "/".join("-".join(map(str, group)) for group in groups) + f"={ways}"
    rules = KENO.rules(rate_card="marina")
    (row,) = KENO.mathematics.odds(rules, ticket)
    assert row.simulated == ("hit_rate",)
    single = {wager: edge for wager, edge in edges(rate_card="marina").items() if wager.endswith("-spot")}
    sizes = [3, 5, 7, 9, 11, 10, 7, 8, 9, 10]
    assert row.house_edge == sum(single[f"straight:{size}-spot"] for size in sizes) / len(sizes)
    assert 0 < row.hit_rate < 1


def test_the_simulation_agrees_with_the_odds() -> None:
    rules = KENO.rules()
    wager = "way:1-32/14-63/45-76/27-58/9-40*2"
    report = simulate(rules, plan=f"{wager} 10", rounds=200_000, workers=1)
    (exact,) = KENO.mathematics.odds(rules, wager)
    edge = report.wagers[0].house_edge
    assert edge is not None
    low, high = edge.interval
    margin = high - low
    assert low - margin < exact.house_edge < high + margin


# ---- at the table and compiled -------------------------------------------------------------------------------


class Bought(NamedTuple):
    """A ticket as a slow program knows it: its ways as sets of numbers with their rates in cents."""

    wager: str
    price: int
    ways: list[tuple[frozenset[int], int]]
    games: int


PAYS = {1: {1: 3}, 2: {2: 12}, 3: {2: 1, 3: 42}, 4: {2: 1, 3: 4, 4: 130}, 5: {3: 2, 4: 10, 5: 800}}
PAYS[6] = {3: 1, 4: 4, 5: 90, 6: 1500}


def buy(chance: random.Random, rate: int) -> Bought:
    """A random ticket of up to six spots a way, made from sets and not from what is written."""
    kind = chance.choice(["straight", "split", "way", "combination", "king"])
    size, count = chance.randint(1, 2), chance.randint(3, 5)
    numbers = chance.sample(range(1, 81), 40)
    sizes = [size] * count if kind == "way" else [chance.randint(1, 3) for _ in range(count)]
    if kind == "king":
        sizes[0] = 1
    if kind == "straight":
        sizes = [chance.randint(1, 6)]
    groups = [[numbers.pop() for _ in range(each)] for each in sizes]
    written = "/".join("-".join(map(str, group)) for group in groups)
    if kind == "straight":
        chosen: list[tuple[tuple[int, ...], int]] = [((0,), 1)]
    elif kind == "split":
        unlike = len(set(sizes)) > 1
        units = [chance.randint(1, 3) if unlike else 1 for _ in groups]
        chosen = [((place,), unit) for place, unit in enumerate(units)]
        written = "/".join(
            "-".join(map(str, g)) + f"x{u}" * (u > 1) for g, u in zip(groups, units, strict=True)
        )
    elif kind == "way":
        taken = chance.randint(1, 2)
        chosen = [(places, 1) for places in combinations(range(count), taken)]
        written += f"*{taken}"
    else:
        pairs = [(0, n) for n in range(1, count)] if kind == "king" else [*combinations(range(count), 2)]
        chosen = [(places, chance.randint(1, 2)) for places in chance.sample(pairs, 2)]
        written += "=" + ",".join(f"{w[0] + 1}&{w[1] + 1}" + f"x{u}" * (u > 1) for w, u in chosen)
        written = "k" * (kind == "king") + written
    games = chance.choice([1, 1, 2, 3])
    ways = [(frozenset(n for place in places for n in groups[place]), rate * unit) for places, unit in chosen]
    price = sum(each for _, each in ways) * games
    return Bought(
        f"multi-race:{games}:{kind}:{written}" if games > 1 else f"{kind}:{written}", price, ways, games
    )


def slow(ticket: Bought, numbers: tuple[int, ...]) -> int:
    return sum(rate * PAYS[len(spots)].get(len(spots & set(numbers)), 0) for spots, rate in ticket.ways)


def blocks(
    chance: random.Random, tickets: int, each: int
) -> Iterator[tuple[list[Bought], list[tuple[int, ...]], str]]:
    for n in range(tickets // each):
        rate = 100 if n % 2 else chance.choice([500_000, 2_000_000])  # so large that the limit binds
        bought = list({ticket.wager: ticket for ticket in (buy(chance, rate) for _ in range(each))}.values())
        draws = [tuple(chance.sample(range(1, 81), 20)) for _ in range(3)]
        yield bought, draws, "equally" if n % 4 < 2 else "pro-rata"


def test_15_2_c_at_the_table_compiled_and_by_a_slow_program_the_same_money() -> None:
    """More than 10,000 tickets of every kind, a third of them for several games, half of them under the limit."""
    chance = random.Random(80)
    settled = limited = 0
    for bought, draws, shared in blocks(chance, 10_400, 26):
        rules = Rules(KENO, {"limit-shared": shared}, limits={w.id: (1, MOST) for w in KENO.data.wagers})
        table = Table(KENO, rules, chance=Blower(*draws))  # type: ignore[arg-type]
        table.sit(1, "Ann", 10**9)
        names = [KENO.spot(rules, ticket.wager) for ticket in bought]
        for ticket, name in zip(bought, names, strict=True):
            table.bet(1, name, f"{ticket.price / 100:.2f}")
        stakes = np.array([ticket.price for ticket in bought])
        inside, memory = packed(rules, names), np.zeros(1 + 4 * len(names), np.int64)
        net, staked = np.zeros_like(stakes), np.zeros_like(stakes)
        came: dict[str, int] = {}
        expected = [-ticket.price for ticket in bought]
        exceeded = False
        for game_, numbers in enumerate(draws):
            table.deal()
            assert table.settlement is not None
            came |= {name: each.pays - each.lost for name, each in table.settlement.wagers.get(1, {}).items()}
            tape = np.array([number - 1 for number in numbers], np.uint8)
            play.compiled(tape, 0, stakes if game_ == 0 else 0 * stakes, inside, memory, net, staked)
            won = [slow(ticket, numbers) if game_ < ticket.games else 0 for ticket in bought]
            exceeded |= sum(won) > cents(100_000)
            expected = [was + now for was, now in zip(expected, won, strict=True)]
        assert [came[name] for name in names] == net.tolist()
        assert staked.tolist() == stakes.tolist()
        assert memory[0] == 0
        if not exceeded:
            assert net.tolist() == expected
        settled += len(names)
        limited += exceeded
    assert settled >= 10_000
    assert limited > 50


def test_many_tickets_of_one_game_compiled() -> None:
    chance = random.Random(7)
    bought = [buy(chance, 100) for _ in range(2_000)]
    marks = [marked(ticket.wager) for ticket in bought]
    ways = np.array([cell for each in marks for cell in each.packed()])
    ends = np.cumsum([len(each.packed()) for each in marks])
    numbers = tuple(chance.sample(range(1, 81), 20))
    won, card = np.zeros(len(marks), np.int64), np.array(rate_card(KENO.rules()).packed)
    payouts(ways, ends, np.full(len(marks), 100), *bits(numbers), card, won)
    assert won.tolist() == [slow(ticket, numbers) for ticket in bought]


@pytest.mark.parametrize("seed", range(6))
def test_random_play_balances_and_replays(seed: int) -> None:
    options = [
        {},
        {"rate-card": "marina", "redemption": "when-presented"},
        {"runners": "yes", "limit-shared": "equally", "announced": "yes"},
    ][seed % 3]
    table = random_play("keno", options, seed, rounds=8)
    assert isinstance(table.game, Keno)


def test_15_4_a_tickets_in_play_are_known_by_seat_and_name() -> None:
    table = Table(KENO, seed=1)
    table.sit(1, "Ann", 1000)
    table.bet(1, "straight:5", 1)
    table.bet(1, "multi-race:2:straight:1-2", 2)
    state: Any = KENO.state(table)  # type: ignore[attr-defined]
    for _ in range(2):
        in_play = [each for each in state.tickets.values() if not each.over]
        assert state.playing == {(each.seat, each.wager): each for each in in_play}
        table.deal()
    assert not state.playing


def test_15_4_c_no_two_tickets_in_play_have_one_name() -> None:
    ticket = {
        "number": 1, "seat": 1, "holder": "Ann", "wager": "straight:5", "price": 100, "issued": 0, "first": 1, "last": 1
    }  # fmt: skip
    told = {"issued": 2, "tickets": {"1": ticket, "2": {**ticket, "number": 2}}}
    with pytest.raises(Refused, match="seat 1 has two tickets straight:5 in play"):
        Table(KENO, seed=1, state=told)
