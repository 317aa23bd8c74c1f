"""A program of a user, whose types are those that the documentation names.

    python examples/typed.py

It plays a round, asks for advice and odds, and simulates. `mypy --strict` checks every `assert_type`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import assert_type

from pitboss.book import Choice, Game, Rules, game
from pitboss.money import Money
from pitboss.odds import Advice, OddsRows, Strategy, WagerOdds
from pitboss.sim.report import Report
from pitboss.sim.run import simulate
from pitboss.table import Settlement, Table


def main() -> None:
    three_card = game("three-card-poker")
    assert_type(three_card, Game)
    rules = three_card.rules(six_card_bonus="A")
    assert_type(rules, Rules)

    table = Table(three_card, rules, seed=11)
    table.sit(1, "Ann", 500)
    table.bet(1, "ante", "10.00")
    table.deal()
    assert_type(table.legal(1), Sequence[Choice])
    assert_type(table.view(1), dict[str, list[str]])
    ask = table.asked
    assert ask is not None
    advice = three_card.mathematics.advise(table, ask)
    assert_type(advice, Advice)
    table.act(1, advice.decision)
    assert_type(table.settlement, Settlement | None)
    assert_type(table.funds(1), Money)
    print(table.settlement)

    assert_type(three_card.mathematics.odds(rules), Iterable[WagerOdds])
    for row in OddsRows(three_card.mathematics.odds(rules)):
        assert_type(row.house_edge, Fraction)
        print(f"{row.wager:<16} {float(row.house_edge):.4%}")
    assert_type(three_card.mathematics.strategy(rules), Strategy)
    report = simulate(rules, plan="ante 10", rounds=10_000, seed=1, workers=1)
    assert_type(report, Report)
    print(f"{report.rounds:,} rounds")


if __name__ == "__main__":
    main()
