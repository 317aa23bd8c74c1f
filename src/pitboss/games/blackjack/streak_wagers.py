"""The streak wagers of blackjack, 2.22. They stay on the layout from round to round; their mark is the number of hands
won."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.book import Refused, Round, Settle, carries, cite, rule
from pitboss.book.facets import Marker
from pitboss.table import Bet, Table

STREAKS = {"streak-2": 2, "streak-3": 3, "streak-4": 4, "streak-5": 5}
"""How many hands in a row each takes."""


@rule("2.22(e)", "2.22(g)", "2.22(h)")
def streak_moves(won: int, lost: int) -> int:
    """1: the streak advances, 0: it stays, -1: it is lost; by the hands of a round, not counting pushes."""
    return (won > lost) - (won < lost)


def of_box(table: Table, seat: int, position: int) -> list[Bet]:
    """A player's streaks at a box."""
    bets = [bet for bet in table.bets.values() if bet.id in STREAKS]
    return [bet for bet in bets if (bet.seat, bet.position) == (seat, position)]


@carries("2.22(k)2")
def accept(table: Table, bet: Bet) -> None:
    """Several at a time only if they are made together, and none while one is running (2.22(k))."""
    running = [other for other in of_box(table, bet.seat, bet.position) if other.on or other.mark]
    if running:
        paragraph = "2.22(k)1" if len(running) == 1 else "2.22(k)2"
        raise Refused("a streak wager is running; you can make others once it is decided", paragraph)


def noted(bet: Bet) -> None:
    """It has fewer wins than it needs, or it would be decided."""
    if not 0 <= bet.mark < STREAKS[bet.id]:
        most = STREAKS[bet.id] - 1
        raise Refused(f"{bet.wager} is marked with the hands won, 0 to {most} while it runs", "2.22(d)")


def release(bet: Bet) -> None:
    """It stays until it is decided, once a round has been dealt with it."""
    if bet.on or bet.mark:
        raise Refused("the streak is running; its wager stays until it is decided", "2.3(f)")


def abandoned(bets: Iterable[Bet]) -> Round:
    """Players who do not play on have lost them (2.22(f))."""
    for bet in list(bets):
        paragraph = cite("2.22(f)")
        yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=paragraph, outcome="abandoned")


@carries("2.22(c)", "2.22(i)", "2.22(k)3")
def settle(table: Table, position: int) -> Round:
    """After the hands of a box: by how many of them each bettor has won and lost (2.22(c))."""
    assert table.settlement is not None
    for seat in sorted({bet.seat for bet in table.bets.values() if bet.id in STREAKS}):
        decided = table.settlement.wagers.get(seat, {})
        made = [(Bet(seat, key, 0), each) for key, each in decided.items()]
        hands = [each for bet, each in made if bet.id in ("blackjack", "split") and bet.position == position]
        results = [each.result for each in hands]
        moves = streak_moves(results.count("win"), results.count("lose"))
        given_up = any(each.outcome == "surrender" for each in hands)
        broken = "2.22(f)" if given_up else "2.22(h)" if len(hands) > 1 else "2.22(e)"
        for bet in of_box(table, seat, position):
            bet.on = True
            bet.mark += max(moves, 0)
            yield from advanced(table, bet, moves, broken)


def advanced(table: Table, bet: Bet, moves: int, broken: str) -> Round:
    """A streak after the hands of a round, which lose it under that paragraph or may have completed it."""
    pay = table.rules.pay(bet.id)
    if moves < 0:
        yield Settle(bet.seat, bet.wager, "lose", lost=bet.stake, cite=cite(broken), outcome="streak broken")
    elif bet.mark == STREAKS[bet.id]:
        pays = pay["streak"].pays(bet.stake)
        yield Settle(bet.seat, bet.wager, "win", pays, cite=pay.cite, outcome=f"{bet.mark} in a row")


def lammers(table: Table) -> list[Marker]:
    """On the number of the next hand to be won (2.22(d))."""
    won = {
        (bet.seat, bet.position): bet.mark for bet in table.bets.values() if bet.id in STREAKS and bet.mark
    }
    return [
        Marker(str(mark + 1), str(position), f"seat {seat} has won {mark} in a row", "button")
        for (seat, position), mark in won.items()
    ]
