"""A game that is nothing but its shoe, by the paragraphs of three games."""

from __future__ import annotations

from pitboss.book import Round, Rules, Settle
from pitboss.games.shoe import Shoe, ShoeGame
from pitboss.table import Table


class Between(ShoeGame):
    def shoe(self, rules: Rules) -> Shoe:
        match rules["shoe"]:
            case "baccarat":
                return Shoe(cut=14, burns="by-value", one_more="3.8(e)", short="void", short_cite="3.12(e)")
            case "continuous":
                return Shoe(cut=len(rules.pack()), burns="none", short_cite="2.15(f)")
        return Shoe(cut=12, short_cite="2.15(f)")

    def round(self, table: Table) -> Round:
        yield from self.shuffle(table)
        for seat in sorted(table.seats):
            mine = yield from self.give(table, str(seat))
            theirs = yield from self.give(table, "dealer")
            if mine >> 2 > theirs >> 2:
                yield Settle(seat, "ante", "win", table.stake(seat, "ante"), cite="Between 4")
            else:
                yield Settle(seat, "ante", "lose", lost=table.stake(seat, "ante"), cite="Between 4")
        yield from self.close_shoe(table, table.seats)
