"""The rules in force at one table: the house's choices among what the regulation allows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.book.data import (
    REQUIREMENTS,
    Constraint,
    HouseWay,
    IrregularityData,
    Limits,
    PayTable,
    Shown,
    Together,
    Value,
    Wager,
    holds,
)
from pitboss.equipment import cards
from pitboss.law import Refused, Slip, carries, clipped
from pitboss.money import MOST, MOST_WON, Amount, Cents, Odds, cents, money

if TYPE_CHECKING:
    from pitboss.book.game import Game

MOST_POSITIONS: Final = 100
"""Seats of a table: far more than fit around any, so that every listing of them ends."""

MOST_ROWS: Final = 60
"""The most rows of a house way: more than a dealer can remember."""

ABSENT: Final = ("no", "none")
"""How the house says that it does not offer something."""

HALF_AN_HOUR: Final = 30 * 60 * 1000
"""In milliseconds."""


class RulesRecord(msgspec.Struct, frozen=True):
    """Everything that determines the rules of a table, as files, caches and other processes carry it; amounts are
    cents."""

    game: str
    """Its id, or the path of its file if it is not part of the book."""
    options: dict[str, Value] = {}
    """Choices that differ from the defaults."""
    pay_tables: dict[str, dict[str, str]] = {}
    """Rows that the house pays at other odds, by wager."""
    limits: dict[str, tuple[Cents, Cents]] = {}
    """Minimum and maximum by wager, if the house posts its own."""
    chip: Cents | None = None
    increment: Cents | None = None
    positions: int | None = None
    house_way: HouseWay | None = None

    @classmethod
    def in_dollars(
        cls,
        game: str,
        limits: Mapping[str, tuple[Amount, Amount]],
        chip: Amount | None,
        increment: Amount | None,
        **same: Any,
    ) -> RulesRecord:
        """A record as people write it."""
        return cls(
            game,
            limits={wager: (cents(least), cents(most)) for wager, (least, most) in limits.items()},
            chip=None if chip is None else cents(chip),
            increment=None if increment is None else cents(increment),
            **same,
        )


class Rules(Mapping[str, Value]):
    """Options, pay tables and limits of a table. It reads like a mapping of its options.

    >>> from pitboss.book import game
    >>> rules = game("three-card-poker").rules(version="20.6(f)1")
    >>> rules["version"], rules.offers("six-card-bonus"), rules.pay("pair-plus")["straight"]
    ('20.6(f)1', True, 5 to 1)
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, object] | None = None,
        *,
        pay_tables: Mapping[str, Mapping[str, str]] | None = None,
        limits: Mapping[str, tuple[Cents, Cents]] | None = None,
        chip: Cents | None = None,
        increment: Cents | None = None,
        positions: int | None = None,
        house_way: HouseWay | None = None,
        lawful: bool = True,
    ) -> None:
        self.game = game
        house = game.data.house
        self.chosen = dict(options or {})
        asked = {"chip": house.chip, "increment": house.increment}
        asked |= {name: str(self.chosen.pop(name)) for name in REQUIREMENTS if name in self.chosen}
        self.chip = cents(asked["chip"]) if chip is None else chip
        """The smallest chip in which the table pays."""
        self.increment = cents(asked["increment"]) if increment is None else increment
        self.positions = house.positions if positions is None else positions
        self.posted = {wager: dict(rows) for wager, rows in (pay_tables or {}).items()}
        self._limits = dict(limits or {})
        self._check_figures()
        self.unit = lcm(self.chip, self.increment or self.chip)
        """The increment in which wagers are made (8.2(f))."""
        self._known_limits: dict[str, Limits] = {}
        self.ends: dict[object, Any] = {}
        """What becomes of wagers in each ending, as far as it was asked; see `endings`."""
        in_force: dict[str, Value] = {option.id: option.default for option in game.data.options}
        self.options: Mapping[str, Value] = in_force
        known = {option.id: option for option in game.data.options}
        for name, value in self.chosen.items():
            if name not in known:
                close = ", ".join(sorted({*known, *REQUIREMENTS}))
                raise Refused(f"{game.id} has no option {clipped(name)}; its options are: {close}")
            in_force[name] = known[name].read(value)
        self.own_way = house_way
        """How the dealer sets hands, where the house has posted a way of its own."""
        if house_way is not None:
            if "house-way" in self.chosen:
                raise Refused("the house way is either posted row by row or chosen by name, not both")
            if len(house_way.aims) > MOST_ROWS:
                raise Refused(f"a house way has at most {MOST_ROWS} rows, not {len(house_way.aims)}")
            self.way  # noqa: B018 - what is posted is read now, not at the first hand
            in_force["house-way"] = house_way.id
        if lawful and (broken := next(self.broken(), None)):
            raise Refused(broken.says, broken.cite)
        if self.posted:
            self.pay_tables  # noqa: B018 - what is posted is read now, not at the first wager

    def _check_figures(self) -> None:
        """Refuse a chip, seats or limits that cannot be, and limits of wagers that the game does not have."""
        if not 1 <= self.chip <= MOST:
            raise Refused(f"the smallest chip cannot be worth {money(self.chip)}", "8.2(f)")
        if not 0 <= self.increment <= MOST or self.increment % self.chip:
            made = f"chips of {money(self.chip)}"
            raise Refused(f"increments of {money(self.increment)} cannot be paid in {made}", "8.2(f)")
        if not 1 <= self.positions <= MOST_POSITIONS:
            raise Refused(f"a table must have 1 to {MOST_POSITIONS} seats, not {clipped(self.positions)}")
        own = {wager.id for wager in self.game.data.wagers}
        for name in (*self.posted, *self._limits):
            if name not in own:
                raise Refused(
                    f"{self.game.id} has no wager {clipped(name)}; it has: {', '.join(sorted(own))}"
                )
        for name, (least, most) in self._limits.items():
            if not (1 <= least <= MOST and 1 <= most <= MOST):
                raise Refused(
                    f"the limits of {name} must be amounts from {money(1)} to {money(MOST)}, "
                    f"not {money(least)} and {money(most)}",
                    "8.2(a)",
                )

    @classmethod
    def of(cls, game: Game, record: RulesRecord, *, lawful: bool = True) -> Rules:
        """The rules that a record describes."""
        return cls(
            game,
            record.options,
            pay_tables=record.pay_tables,
            limits=record.limits,
            chip=record.chip,
            increment=record.increment,
            positions=record.positions,
            house_way=record.house_way,
            lawful=lawful,
        )

    @property
    def record(self) -> RulesRecord:
        """The record of these rules: `of` turns it back into them."""
        return RulesRecord(
            self.game.id,
            {name: self.options[name] for name in self.chosen},
            self.posted,
            self._limits,
            self.chip,
            self.increment,
            self.positions,
            self.own_way,
        )

    @classmethod
    def with_settings(cls, game: Game, settings: Iterable[str]) -> Rules:
        """The rules with options as people type them: ``soft-17=hit``."""
        options: dict[str, object] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise Refused(f"{setting!r} does not set an option; write --set option=value")
            if name in options:
                raise Refused(f"{name} is set to both {options[name]} and {value}; set it once")
            options[name] = value
        return cls(game, options)

    def __getitem__(self, option: str) -> Value:
        return self.options[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __repr__(self) -> str:
        changed = {k: v for k, v in self.options.items() if k in self.chosen}
        return f"<rules of {self.game.id}: " + (
            ", ".join(f"{k}={v}" for k, v in changed.items()) + ">" if changed else "as by default>"
        )

    def get(self, option: str, default: Any = None) -> Any:
        return self.options.get(option, default)

    def on(self, option: str) -> bool:
        """Is this yes-or-no option in force?"""
        return self.options[option] == "yes"

    @property
    def in_effect(self) -> Mapping[str, Value]:
        """The options that there are under the others."""
        return {each.id: self[each.id] for each in self.game.data.options if holds(each.when, self)}

    @property
    def chips_only(self) -> bool:
        """Are chips without money value here? Those of a tournament are (8.6(e))."""
        return self.options.get("tournament") == "yes"

    def amounts_as_shown(self, words: str) -> str:
        """A sentence about amounts as this table shows it: chips without money value are plain numbers."""
        return words.replace("$", "") if self.chips_only else words

    def broken(self) -> Iterator[Constraint]:
        """The constraints of the text that these choices break."""
        for constraint in self.game.data.constraints:
            if not holds(constraint.when, self.options):
                continue
            met = all(self.options.get(k) in v for k, v in constraint.requires.items())
            if not met or any(self.options.get(k) in v for k, v in constraint.forbids.items()):
                yield constraint

    def pack(self, decks: int = 0, jokers: int = 0) -> list[int]:
        """The cards in use: this many whole decks, or those the game is played with."""
        if decks or self.game.data.deck is None:
            return cards.pack(jokers=jokers) * (decks or 1)
        return list(self._pack)

    @cached_property
    def _pack(self) -> tuple[int, ...]:
        deck = self.game.data.deck
        assert deck is not None
        one = cards.tiles() if deck.of == "tiles" else cards.pack(deck.without, deck.jokers)
        return tuple(one) * int(self[deck.decks] if isinstance(deck.decks, str) else deck.decks)

    # ---- wagers --------------------------------------------------------------------------------------

    def offers(self, wager: str) -> bool:
        """Is the wager offered at this table?"""
        return wager in self.wagers

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """The wagers offered, by id."""
        return {wager.id: wager for wager in self.game.data.wagers if self._has(wager)}

    def _has(self, wager: Wager) -> bool:
        offered = wager.option is None or self.options[wager.option] not in ABSENT
        return offered and holds(wager.when, self.options)

    def asked(self, wager: str | None) -> Iterable[str]:
        """The wagers offered, or the one named if it is."""
        return self.wagers if wager is None else [wager] * self.offers(wager)

    @cached_property
    def inscribed(self) -> dict[str, str]:
        """The label of the spot of a wager with a parameter, unless it is its odds: ``big6:1`` is $1."""
        return {
            area.wager: area.label.replace("\n", " ")
            for area in self.game.felt.layout(self)
            if ":" in area.wager and area.label and " to " not in area.label
        }

    @cached_property
    def required(self) -> list[Wager]:
        """The wagers that every player must make."""
        return [wager for wager in self.wagers.values() if wager.required]

    def dealt(self, owner: str) -> str | None:
        """The paragraph that says how many cards this owner is dealt."""
        data = self.game.data
        place = owner.partition(".")[0]
        if data.dealt and place in data.dealt.of:
            return data.dealt.of[place]
        dealing = next((each for each in data.options if each.id == "dealing"), None)
        under = dealing.under.get(str(self.options[dealing.id]), ()) if dealing else ()
        chosen = next(
            (each for each in under if not each.endswith("(a)")), None
        )  # (a) lets the house choose it
        return chosen or (data.dealt.cite if data.dealt else None)

    @carries("2A.5(i)", "2B.5(h)", "2B.5(h)1-9")
    def wager(self, name: str) -> Wager:
        """The wager of that id, or a refusal."""
        if (wager := self.wagers.get(name)) is not None:
            return wager
        for wager in self.game.data.wagers:
            if wager.id == name:
                raise Refused(f"{name} is not offered at this table", wager.cite)
        raise Refused(
            f"{self.game.id} has no wager {clipped(name)}; it has: {', '.join(self.wagers)}",
            self.game.data.bars.get(name, self.game.data.permits),
        )

    @cached_property
    def times(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """The smallest and largest multiple of the wager it follows that a wager of the round may be, as ratios."""
        return {
            wager.id: (
                Fraction(wager.times[0]).as_integer_ratio(),
                Fraction(wager.times[1]).as_integer_ratio(),
            )
            for wager in self.wagers.values()
            if wager.times
        }

    # ---- house ways ----------------------------------------------------------------------------------

    @property
    def house_way(self) -> HouseWay:
        """How the dealer sets hands: as the house has posted, or by the example that it has chosen."""
        return self.own_way or next(
            way for way in self.game.data.house_ways if way.id == self.options["house-way"]
        )

    @cached_property
    def way(self) -> tuple[Any, ...]:
        """The house way as the game reads it; one that cannot be read is refused."""
        return self.game.posting.way(self)

    # ---- irregularities ------------------------------------------------------------------------------

    @cached_property
    def irregularities(self) -> dict[str, IrregularityData]:
        """What can happen at this table, by id."""
        return {each.id: each for each in self.game.data.irregularities if holds(each.when, self.options)}

    def irregularity(self, name: str) -> IrregularityData:
        """The irregularity of that id and its ruling at this table, or a refusal."""
        if (found := self.irregularities.get(name)) is not None:
            return found
        for each in self.game.data.irregularities:
            if each.id == name:
                needed = " and ".join(
                    f"{option} {' or '.join(map(str, values))}" for option, values in each.when.items()
                )
                raise Refused(f"{name} cannot happen at this table: it requires {needed}", each.cite)
        known = ", ".join(self.irregularities) or "none"
        raise Refused(f"{self.game.id} has no irregularity {name!r}; it has: {known}")

    # ---- pay tables ----------------------------------------------------------------------------------

    @cached_property
    def pay_tables(self) -> Mapping[str, PayTable]:
        """The pay table in force for each wager that has one."""
        paid = dict.fromkeys(grid.wager for grid in self.game.data.pay_grids)
        return {wager: table for wager in paid if (table := self._paid_by(wager))}

    def _paid_by(self, wager: str) -> PayTable | None:
        found = None
        for grid in self.game.data.pay_grids:
            if grid.wager != wager or not holds(grid.when, self.options):
                continue
            chosen = str(self.options[grid.option]) if grid.option else grid.tables[0]
            for table in grid.columns():
                if table.table == chosen:
                    found = table  # a later grid stands in the place of an earlier one
        if found is None:
            return None
        known = msgspec.structs.replace(found, known=self.game.outcomes[wager])
        return self._with_posted(self.game.posting.elected(self, known))

    def _with_posted(self, table: PayTable) -> PayTable:
        posted = self.posted.get(table.wager)
        if posted is None:
            return table
        rows = {} if table.own else dict(table.rows)
        for given, odds in posted.items():
            outcome = given.replace("colour", "color")  # as it was spelled before
            if outcome not in rows and not table.own:
                raise Refused(
                    f"{table.wager} has no outcome {clipped(outcome)}; its outcomes are: {'; '.join(rows)}"
                )
            rows[outcome] = self.odds(odds)
        return msgspec.structs.replace(table, table="posted", rows=rows, known=table.known | rows.keys())

    def odds(self, posted: str) -> Odds:
        """Odds as the house posts them."""
        stated = self.game.data.stated
        return Odds.parse(posted, stated.cite) if stated else Odds.parse(posted)

    def paid(self, table: PayTable) -> dict[str, Odds]:
        """The rows that a table pays: a row with the name of an option is paid if the house has chosen it."""
        return {row: odds for row, odds in table.rows.items() if self.options.get(row) not in ABSENT}

    def pay_table(self, wager: str) -> PayTable | None:
        """The pay table of a wager, its own or the one it shares, if it is paid by one."""
        if wager in self.pay_tables:
            return self.pay_tables[wager]
        data = self.wagers.get(wager)
        return self.pay_tables.get(data.pays) if data and data.pays else None

    def pay(self, wager: str) -> PayTable:
        """The same, for a wager that has a pay table."""
        if (found := self.pay_table(wager)) is not None:
            return found
        raise Refused(f"no pay table of {wager} fits the options chosen: {self!r}")

    @property
    def shown(self) -> list[Shown]:
        """What the layout of this table must show."""
        return [each for each in self.game.data.shown if holds(each.when, self.options)]

    def figure(self, name: str) -> int:
        """A number of the text, under the options chosen; 0 if it has none for them."""
        for each in self.game.data.figures:
            if each.id == name:
                return each.values.get(str(self.options[each.option]), 0) if each.option else each.value
        raise Slip(f"{self.game.id} has no figure {name!r}")

    # ---- limits --------------------------------------------------------------------------------------

    @cached_property
    def together(self) -> list[Together]:
        """The wagers that are placed together at this table."""
        return [each for each in self.game.data.together if holds(each.when, self.options)]

    def placed_with(self, wager: str) -> Mapping[str, int]:
        """The wagers that a click on a wager places, in units of each: the wager itself and, if it is the first of a
        group, the others of the group; empty if it is placed with another."""
        for each in self.together:
            if wager in each.wagers:
                return each.wagers if wager == next(iter(each.wagers)) else {}
        return {wager: 1}

    def posts(self, wager: str) -> bool:
        """Has the house posted limits of its own for the wager?"""
        return self._own_limits(wager) is not None

    def _own_limits(self, wager: str) -> tuple[Cents, Cents] | None:
        return self._limits.get(wager)

    @carries("8.2(b)", "8.2(b)1", "8.2(b)2")
    def limits(self, wager: str) -> Limits:
        """Minimum, maximum and step of a wager: the posted limits, in steps that can be paid exactly."""
        if (known := self._known_limits.get(wager)) is None:
            known = self._known_limits[wager] = self._computed_limits(wager)
        return known

    def _computed_limits(self, wager: str) -> Limits:
        data = self.wager(wager)
        house = self.game.data.house
        posted = self._own_limits(wager) or (
            tuple(map(cents, house.limits[wager]))
            if wager in house.limits
            else (cents(data.minimum or house.minimum), cents(data.maximum or house.maximum))
        )
        step = self.step(wager)
        if (table := self.pay_tables.get(wager)) is not None and table.stake:
            return Limits(table.stake, table.stake, step)
        if data.fixed:
            posted = (cents(self[data.fixed]),) * 2
        elif data.follows and not data.required and not self.posts(wager):  # behind the least there may be
            posted = (min(posted[0], self.limits(data.follows).least), posted[1])
        payable = min([MOST, *(MOST_WON * odds.stake // odds.win for odds in self._rows(data) if odds.win)])
        return Limits(posted[0] + -posted[0] % step, posted[1] - posted[1] % step, step, payable)

    def _rows(self, wager: Wager) -> Collection[Odds]:
        table = self.pay_tables.get(wager.pays or wager.id)
        return table.rows.values() if table else ()

    def step(self, wager: str) -> Cents:
        """The smallest step of a stake: the increments of the house (8.2(f)), and where the text accepts only what can
        be paid exactly (1.4(f)), what every row of its pay table pays in whole chips."""
        data = self.wager(wager)
        if data.step:
            count, _, what = data.step.rpartition(" ")
            whole = what in ("chip", "chips")
            return lcm(self.unit, int(count or 1) * self.chip) if whole else cents(data.step)
        if data.parts:
            units = sum(data.parts.values())
            return units * lcm(
                *(self.step(part) // gcd(self.step(part), n) for part, n in data.parts.items())
            )
        step = self.unit
        for odds in self._rows(data) if self.game.data.exact else ():
            step = lcm(step, odds.stake * self.chip)
            if step > MOST:
                raise Refused(f"no stake of {wager} can be paid exactly by every row of its table")
        return step

    def changed(
        self,
        options: Mapping[str, object] | None = None,
        limits: Mapping[str, tuple[Cents, Cents]] | None = None,
        chip: Cents | None = None,
        increment: Cents | None = None,
        lawful: bool = True,
    ) -> Rules:
        """These rules with other options, limits or increments. A house way that is chosen replaces one that is
        posted."""
        changed = msgspec.structs.replace(
            self.record,
            options={**self.chosen, **(options or {})},
            limits={**self._limits, **(limits or {})},
            chip=self.chip if chip is None else chip,
            increment=self.increment if increment is None else increment,
            house_way=None if "house-way" in (options or {}) else self.own_way,
        )
        return Rules.of(self.game, changed, lawful=lawful)

    def check_stake(self, wager: str, amount: Cents, *, posted: bool = True) -> None:
        """Refuse a stake outside the posted limits, unless a supervisor allowed it, or one that could not be paid.
        Nobody can lift limits that the text itself sets."""
        limits = self.limits(wager)
        data = self.wager(wager)
        bounds = data.limits_cite or (data.cite if data.minimum or data.maximum else "8.2(a)")
        if amount <= 0:
            raise Refused(f"{wager} {money(amount)} is below the minimum of {money(limits.least)}", bounds)
        if amount % self.unit and not data.step:
            made = "the increment" if self.increment else "the smallest chip"
            says = f"{wager} {money(amount)} is not a multiple of {money(self.unit)}, {made} of this table"
            raise Refused(says, "8.2(f)")
        if amount % limits.step:
            raise Refused(
                f"{wager} {money(amount)} is not a multiple of {money(limits.step)}, so it cannot be paid exactly",
                data.limits_cite or (data.cite if data.step else self.game.data.exact or "8.2(f)"),
            )
        if amount > limits.payable:
            raise Refused(
                f"{wager} {money(amount)} could win more than {money(MOST_WON)}, the most a table can pay"
            )
        if not posted and not (data.minimum or data.maximum or data.fixed):
            return
        if amount < limits.least:
            raise Refused(f"{wager} {money(amount)} is below the minimum of {money(limits.least)}", bounds)
        if amount > limits.most:
            raise Refused(f"{wager} {money(amount)} is above the maximum of {money(limits.most)}", bounds)


@carries("8.3(b)")
def enough_notice(now: int, effective: int) -> None:
    """Refuse a change of rules without half an hour's notice, both in milliseconds since 1970 (8.3(b))."""
    if effective < now + HALF_AN_HOUR:
        raise Refused(
            "a change of rules takes effect no earlier than half an hour after its notice", "8.3(b)"
        )
