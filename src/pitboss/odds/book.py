"""Odds of one game, of every lawful variation of it, or of the whole book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import msgspec

from pitboss.book import Refused, Rules, game, games
from pitboss.book.data import Value
from pitboss.book.key import Key
from pitboss.book.rules import ABSENT
from pitboss.equipment.cards import NAMES, many
from pitboss.law import Slip
from pitboss.odds import WagerOdds, proved


def analyze(
    name: str | Rules | None,
    wager: str | None = None,
    settings: list[str] | None = None,
    *,
    every: bool = False,
    hands: str | None = None,
    board: str = "",
    shoe: str | None = None,
    removed: str | None = None,
    combined: bool = False,
    recompute: bool = False,
) -> list[WagerOdds]:
    """The answer of `pitboss odds` for a game, for a table's rules or for the whole book: from the almanac, unless it
    is to be computed again. Each variation changes one choice, or several ``combined`` that affect the same figure."""
    computed = _proved_again if recompute else proved.odds
    if name is None:
        if not every:
            raise Refused("name a game, or use --all for the whole book")
        if wager or settings or hands or board or shoe or removed:
            raise Refused(
                "the odds of the whole book always cover every wager under every table; name a game for less"
            )
        return [
            row
            for each in games()
            for row in analyze(each.id, every=True, combined=combined, recompute=recompute)
        ]
    rules = name if isinstance(name, Rules) else Rules.with_settings(game(name), settings or [])
    found = rules.game
    if board and hands is None:
        raise Refused("--board needs --hands")
    if hands is not None:
        if every or wager or shoe or removed:
            raise Refused("--hands cannot be combined with --wager, --all, --shoe or --removed")
        return list(found.mathematics.equities(rules, hands, board))
    if wager is not None and not (every and Key.read(wager).id in {each.id for each in found.data.wagers}):
        rules.wager(Key.read(wager).id)
    if shoe is not None or removed is not None:
        if every:
            raise Refused("--all is for fresh shoes; leave it out with --shoe or --removed")
        rows = list(found.mathematics.odds_from(rules, left(rules, shoe, removed), wager))
    else:
        rows = list(_variations(rules, wager, computed, combined)) if every else computed(rules, wager)
    if wager is not None and not rows:
        offered = offering(rules, {}, Key.read(wager).id)  # or the refusal says why not
        if ":" in wager:
            found.spot(offered, wager)
        with_rows = ", ".join(dict.fromkeys(row.wager for row in proved.odds(rules))) or "none"
        raise Refused(
            f"{wager} has no odds of its own: it is part of another wager's figure; wagers with odds: {with_rows}"
        )
    return [msgspec.structs.replace(row, game=found.id) for row in rows]


def left(rules: Rules, shoe: str | None, removed: str | None) -> list[int]:
    """The cards still in a shoe: the cards given, or the whole pack, without those removed."""
    whole = Counter(rules.pack())
    cards = whole if shoe is None else Counter(many(shoe))
    for card, count in (cards - whole).items():
        raise Refused(f"a full shoe has {whole[card]} of {NAMES[card]}, not {whole[card] + count}")
    gone = Counter(many(removed or ""))
    for card, count in (gone - cards).items():
        raise Refused(
            f"the shoe has {cards[card]} of {NAMES[card]}, so {cards[card] + count} cannot be removed"
        )
    return sorted((cards - gone).elements())


def _proved_again(rules: Rules, wager: str | None = None) -> list[WagerOdds]:
    """The odds, computed; refused if the almanac has others."""
    found = list(rules.game.mathematics.odds(rules, wager))
    known = proved.known_odds(rules, wager)
    if known is not None and [msgspec.structs.replace(row, proved="") for row in known] != found:
        raise Slip(f"the almanac has other odds of {rules.game.id} than were computed now")
    proof = f"{known[0].proved}, computed again with the same result" if known else ""
    return [msgspec.structs.replace(row, proved=proof) for row in found]


def _variations(
    rules: Rules, wager: str | None, computed: Callable[..., list[WagerOdds]], combined: bool
) -> Iterator[WagerOdds]:
    """The rules given, then each lawful variation of them, without repeating one."""
    seen: set[tuple[object, ...]] = set()
    asked = None if wager is None else Key.read(wager).id
    for options, affected in rules.game.mathematics.variations(rules):
        wanted: list[str | None] = [*affected] or [asked]
        for name in wanted:
            if asked not in (None, name):
                continue
            try:
                varied = offering(rules, options, name)
                if wager is not None and ":" in wager:
                    rules.game.spot(varied, wager)  # a layout may have no place for it
            except Refused:
                continue
            for row in computed(varied, wager or name):
                if (key := _figures(row)) not in seen:
                    seen.add(key)
                    yield row
    for varied, name in proved.tables(rules) if combined and not rules.chosen else ():
        if asked in (None, name) and (wager is None or ":" not in wager):
            for row in computed(varied, name):
                if (key := _figures(row)) not in seen:
                    seen.add(key)
                    yield row


def _figures(row: WagerOdds) -> tuple[object, ...]:
    return row.wager, row.table, row.per, row.outcomes, row.value


def offering(rules: Rules, options: Mapping[str, Value], wager: str | None) -> Rules:
    """The rules with these choices and the choices that they require: the wager is offered, and if the text allows a
    choice only with another, that one is made too. Refused if it would reverse a choice of the house."""
    chosen = dict(options)
    known = {option.id: option for option in rules.game.data.options}
    data = next((each for each in rules.game.data.wagers if each.id == wager), None)
    if data is not None and not rules.changed(chosen, lawful=False).offers(data.id):
        for name, values in data.when.items():
            chosen.setdefault(name, values[0])
        if data.option is not None:
            chosen.setdefault(
                data.option, next(each for each in known[data.option].values if each not in ABSENT)
            )
    while broken := next((varied := rules.changed(chosen, lawful=False)).broken(), None):
        turned = [(name, values[0]) for name, values in broken.requires.items() if varied[name] not in values]
        for name, values in (*broken.forbids.items(), *broken.when.items()):
            if varied[name] in values:
                turned += [(name, each) for each in known[name].values if each not in values][:1]
        free = next((each for each in turned if each[0] not in {*chosen, *rules.chosen}), None)
        if free is None:
            raise Refused(broken.says, broken.cite)
        chosen |= [free]
    if data is not None:
        varied.wager(data.id)
    return varied
