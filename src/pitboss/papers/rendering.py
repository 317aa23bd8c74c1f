"""The rendering of a layout that is submitted to the Division before use: the picture, and how it meets the chapter on
equipment."""

from __future__ import annotations

from pitboss import edition
from pitboss.book import Rules
from pitboss.book.data import Shown
from pitboss.layout import layout_svg
from pitboss.papers.sheet import Columns, Section, Sheet
from pitboss.places import paid_by


def rendering(rules: Rules, licensee: str = "") -> Sheet:
    """The picture with what it shows, paragraph by paragraph."""
    facts = [("positions", str(rules.positions)), ("betting areas", ", ".join(_areas(rules)))]
    if seats := rules.game.data.seats:
        facts.append(("positions at most", f"{seats.most} ({seats.full_cite})"))
    rows = tuple(shows(rules, licensee).items())
    table = Columns(columns=("paragraph", "what the layout shows"), rows=rows, words=2)
    return Sheet(
        kind="layout",
        title=rules.game.title,
        lead=f"The layout of a table under {edition.called(rules.game)}, as the house has chosen. "
        + edition.source(rules.game),
        sections=(
            Section(title="The layout", facts=tuple(facts), pictures=(layout_svg(rules, licensee=licensee),)),
            *([Section(title="What it shows", label="N.J.A.C. 13:69E", tables=(table,))] if rows else []),
        ),
    )


def shows(rules: Rules, licensee: str = "") -> dict[str, str]:
    """What is shown, by the paragraph that requires it."""
    given = {each.full_cite: _requirement(rules, each, licensee) for each in rules.shown}
    return {paragraph: says for paragraph, says in given.items() if says}


def _areas(rules: Rules) -> list[str]:
    return [wager.name for wager in rules.wagers.values() if not wager.bonus]


def _requirement(rules: Rules, each: Shown, licensee: str) -> str:
    """The requirement and how it is met; empty if it concerns no wager offered."""
    names = {wager.id: wager.name for wager in rules.game.data.wagers}
    if each.licensee:
        return f"The name of the casino licensee: {licensee or '__________'}."
    if areas := [names[wager] for wager in each.areas if rules.offers(wager)]:
        return f"At each position an area for {', '.join(areas)}."
    instead = ", or a sign instead" if each.sign_cite else ""
    if odds := [paid_by(rules, wager) for wager in each.odds if rules.offers(wager)]:
        return f"The payout odds of {', '.join(odds)}{instead}."
    if each.words:
        return f"“{each.words}”{instead}."
    if each.cards:
        return f"Areas for cards {'at the left of' if each.left else 'before'} the dealer: {', '.join(each.cards)}."
    return ""


__all__ = ["rendering", "shows"]
