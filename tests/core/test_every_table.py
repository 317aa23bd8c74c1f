"""`odds --all`: every wager under every table that the text authorizes, also where a house that chooses it must choose
something else with it."""

from __future__ import annotations

import pytest

from pitboss.book import Rules, game, games
from pitboss.book.game import Game
from pitboss.law import Refused
from pitboss.odds.book import analyze, offering

APART = {
    "bonus-spin",  # its wheel is the house's own
    "community-pay",
    "action-1",  # hands of the dealer's at multiple action, each worth what the wager is
    "action-2",
    "action-3",
}


def tables(defined: Game) -> set[tuple[str, str, object]]:
    """The wagers that are made before a round or paid beside one, with the columns of their pay tables and what else
    changes their odds."""
    found: set[tuple[str, str, object]] = set()
    for wager in defined.data.wagers:
        if wager.id in APART:
            continue
        if not wager.during and not wager.bonus:
            found.add((wager.id, "", ""))
        for grid in defined.data.pay_grids:
            if grid.option is not None and defined.mathematics.priced(wager.id) == grid.wager:
                found |= {(wager.id, grid.option, table) for table in grid.tables}
    return found


def reached(rules: Rules) -> set[tuple[str, str, object]]:
    """The same, as the variations of the game come to them."""
    found: set[tuple[str, str, object]] = set()
    for options, wagers in rules.game.mathematics.variations(rules):
        for wager in wagers or rules.wagers:
            try:
                varied = offering(rules, options, wager)
            except Refused:
                continue
            found.add((wager, "", ""))
            found |= {(wager, option, str(varied[option])) for option in varied}
    return found


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_every_wager_is_told_under_every_table(name: str) -> None:
    defined = game(name)
    assert tables(defined) <= reached(defined.rules())


def test_what_a_wager_takes_is_chosen_with_it() -> None:
    """11.22(a): the dynasty bonus belongs to the EZ variation, which (11.9(k)) has no dragon's eye
    by the first method."""
    rules = game("pai-gow-poker").rules(dragons_eye="method-1")
    with pytest.raises(Refused, match="second method"):
        offering(rules, {"dynasty-bonus": "B"}, "dynasty-bonus")
    varied = offering(game("pai-gow-poker").rules(), {"dynasty-bonus": "B"}, "dynasty-bonus")
    assert (varied["ez"], varied["dynasty-bonus"]) == ("yes", "B")
    six_to_five = offering(game("blackjack").rules(), {"variation": "6-to-5"}, "blackjack")
    assert six_to_five["soft-17"] == "hit"  # 2.12(d)


def test_what_the_house_has_chosen_stands() -> None:
    """11.22(a): a table that is no EZ table has no dynasty bonus, whatever it would take."""
    rules = game("pai-gow-poker").rules(ez="no")
    with pytest.raises(Refused, match="EZ variation"):
        offering(rules, {"dynasty-bonus": "A"}, "dynasty-bonus")
    with pytest.raises(Refused, match="EZ variation"):
        analyze(rules, "dynasty-bonus", every=True)
    with pytest.raises(Refused, match="total:99"):
        analyze("sic-bo", "total:99", every=True)


def test_a_wager_that_is_not_offered_by_default_is_told_with_all_its_tables() -> None:
    """11.13(a): a number of seven, at 5 1/2 to 1 and at 6 to 1: (7 - 6.5) / 7 and nothing for the house."""
    rows = analyze("pai-gow-poker", "starting-number", every=True)
    assert [float(row.house_edge) for row in rows] == pytest.approx([0.5 / 7, 0])
    with pytest.raises(Refused, match="has no wager 'sevens'"):
        analyze("pai-gow-poker", "sevens", every=True)
