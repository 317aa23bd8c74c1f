"""The mathematics of Spanish 21: its own wagers, in addition to those of the family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec import structs

from pitboss.arrays import Ints
from pitboss.book import Ask, Rules, rule
from pitboss.games.blackjack import mathematics as family
from pitboss.games.blackjack.charts import BY_SUITS, HIT, ONE_SUIT, SPADES
from pitboss.games.blackjack.charts import two_cards as plain
from pitboss.games.blackjack.engine import play_of
from pitboss.games.blackjack.every_hand import hand_of
from pitboss.games.blackjack.house import game_of, house_of
from pitboss.games.blackjack.mathematics import odds_knowing as odds_knowing
from pitboss.games.blackjack.rounds import CARDS, THIRD, Cards, Dealt, Setting
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.side_wagers import MATCHES, matches
from pitboss.games.blackjack.spanish_21 import band, has_super_bonus, least
from pitboss.games.blackjack.splits import room_for
from pitboss.odds import Advice, Strategy, WagerOdds, counted
from pitboss.sim import Simulation
from pitboss.table import Table

SEVEN = 6
"""Its rank in the engine."""

PER = family.PER + "; its first two cards by their suits too, without the super bonus"


def odds(rules: Rules, wager: str | None) -> Iterable[WagerOdds]:
    for row in family.odds(rules, wager):
        yield structs.replace(row, per=PER) if row.wager == "spanish-21" else row
    if wager in (None, "super-bonus"):
        yield super_bonus(rules)


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None) -> Iterable[WagerOdds]:
    """The same from these cards, the rest of a shoe; without the super bonus."""
    for row in family.odds_from(rules, cards, wager):
        yield structs.replace(row, per=PER) if row.wager == "spanish-21" else row


def super_bonus(rules: Rules) -> WagerOdds:
    """In the order up card, two cards, the third: a seven, then three of one suit, which is that of the up card or not.
    A player with two of them draws."""
    decks, cards = int(rules["decks"]), len(rules.pack())
    cases = cards * (cards - 1) * (cards - 2) * (cards - 3)
    ways = 4 * decks * sum(n * (n - 1) * (n - 2) for n in (decks - 1, decks, decks, decks))
    pay = rules.pay("super-bonus")
    given, odds_ = next(iter(pay.rows.items()))
    unit = Fraction(odds_.prize, least(given))
    return counted(
        "super-bonus",
        {given: ways, "no super bonus": cases - ways},
        {given: unit, "no super bonus": 0},
        table=pay.table,
        options=rules.options,
        per="unit of an original wager of $5 or $25, beside what that brings, if two sevens of a suit are drawn to",
    )


# ---- simulation ------------------------------------------------------------------------------------------


class SpanishTerms(NamedTuple):
    """What the compiled round reads: the hand's setting, and one in which two sevens of a suit are drawn to against a
    seven; the payout of match-the-dealer by each card, and the bands of the super bonus."""

    box: Setting
    drawn: Setting
    match: Ints  # [how a card matches, (won, staked)]
    bands: Ints  # [band, (least wager, prize, most with which they are drawn to, the same of spades)]


@rule("19.5(f)", lean=True, inline=True)
def two_cards(advice: Cards, a: int, b: int) -> int:
    """The chart cell of two cards as dealt: those that a third may make a 6-7-8 or three sevens, by suit."""
    low, high = min(a, b) >> 2, max(a, b) >> 2
    if low < 4 or high > 6 or (low == high and low != 5):
        return plain(advice, a, b)
    kind = BY_SUITS if a & 3 != b & 3 else SPADES if a & 3 == 3 else ONE_SUIT
    return int(advice[kind, 7 if low == high else low + high + 4])


@rule("19.7(d)", "19.6(e)", "19.5(g)", lean=True)
def play(
    tape: Cards, at: int, stakes: Ints, setting: SpanishTerms, memory: Ints, net: Ints, staked: Ints
) -> int:
    """One round: a card to the player, one to the dealer, a second to the player; then the hand."""
    a, up, b, stake = tape[at], tape[at + 1], tape[at + 2], stakes[0]
    draws = False
    if has_super_bonus(a, b, a, up, 3, False):  # with a third like the first
        for band in setting.bands:
            if stake >= band[0]:
                draws = stake <= band[3 if a & 3 == 3 else 2]
    box = setting.drawn if draws else setting.box
    at, result, wagered = play_box(tape, at + 3, Dealt(a, b, stake, stake), up, 0, box, memory)
    c, cards = memory[1 + THIRD], memory[1 + CARDS]
    if has_super_bonus(a, b, c, up, cards, wagered != stake):
        prize = 0
        for band in setting.bands:
            if stake >= band[0]:
                prize = band[1]
        result += prize
    net[0] += result
    staked[0] += wagered
    if stakes[1] > 0:
        first, second = matches(a, up), matches(b, up)
        won = stakes[1] * setting.match[first, 0] // setting.match[first, 1]
        won += stakes[1] * setting.match[second, 0] // setting.match[second, 1]
        net[1] += won if first + second > 0 else -stakes[1]
        staked[1] += stakes[1]
    return at


def terms_of(rules: Rules) -> SpanishTerms:
    match = rules.pay("match-the-dealer")
    each = [(match[row].win, match[row].stake) if row else (0, 1) for row in MATCHES]
    box = family.setting_of(rules)
    drawn = box.cells.copy()
    drawn[7, ONE_SUIT:, 7] = HIT
    bands = np.array(super_bands(rules), np.int64)
    return SpanishTerms(box, box._replace(cells=drawn), np.array(each, np.int64), bands)


def super_bands(rules: Rules) -> list[tuple[int, int, int, int]]:
    """The bands of the super bonus: least wager, prize, and the most with which it pays to draw to two sevens of a suit
    against a seven, and to two of spades, rather than to split them."""
    house, decks, cards = house_of(rules), int(rules["decks"]), len(rules.pack())
    room, found = room_for(house.terms, SEVEN), []
    for suits in ("of one suit", "of spades"):
        classes = [
            each
            for each in house.classes(hand_of(SEVEN, SEVEN), np.eye(10, dtype=np.int64)[SEVEN])
            if each.named.startswith(suits)
        ]
        whole = sum(each.share for each in classes)
        third = sum(each.share * each.paid for each in classes) / whole
        left = sum(each.share * (decks - 2 - each.named.endswith("too")) for each in classes) / whole
        values = dict(
            play_of(
                house, house.shoe, (SEVEN, SEVEN), (SEVEN,), room, split=False, added=0.0, third=third
            ).values
        )
        hit, _ = values.pop("hit"), values.pop("kept")
        found.append(left / (cards - 3) / (max(values.values()) - hit))
    one, spades = found
    bands = [(least(given), odds_.prize) for given, odds_ in rules.pay("super-bonus").rows.items()]
    return [(low, prize, int(prize * one), int(prize * spades)) for low, prize in bands]


def strategy(rules: Rules) -> Strategy:
    """With the super bonus among the exceptions."""
    found, spans = family.strategy(rules), list[tuple[int, int]]()
    for low, _, most, _ in super_bands(rules):
        begun = spans.pop()[0] if spans and spans[-1][1] >= low else low
        spans.append((begun, most))
    notes = [
        f"77 of one suit against 7: hit for the super bonus, with ${low // 100} to ${most // 100} wagered"
        for low, most in spans
    ]
    return structs.replace(found, notes=(*found.notes, *notes))


class Situation(family.Situation):
    """A player's hand of Spanish 21."""

    def bonus(self, a: int, b: int, c: int) -> float:
        """The super bonus that a third card brings, in units of the wager."""
        prize = band(self.hand.table.rules, self.stake)
        won = has_super_bonus(a, b, c, self.up, 3, self.hand.split)
        return prize[1].prize / self.stake if prize and won else 0.0


def advise(table: Table, ask: Ask) -> Advice:
    return family.advise(table, ask, Situation(table, ask))


def simulation(rules: Rules) -> Simulation:
    return replace(
        family.simulation(rules),
        wagers=("spanish-21", "match-the-dealer"),
        play=family.round_of(game_of(rules), play, two_cards),
        rules=terms_of(rules),
    )
