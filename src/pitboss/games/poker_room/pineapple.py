"""Pineapple, 13:69F-14.10(k)1, and what crazy pineapple shares with it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from pitboss.book import Ask, Discard, Round, arrangements, laid
from pitboss.games.poker_room.betting import Play
from pitboss.games.poker_room.board import FIFTH, FLOP, FOURTH, hole_cards
from pitboss.games.poker_room.family import Street
from pitboss.games.poker_room.hold_em import HoldEm
from pitboss.table import Table

THREE = hole_cards(3)


class Pineapple(HoldEm):
    """Hold 'em with three hole cards, one of which is discarded before the flop: 14.10(k)."""

    owners = (*HoldEm.owners, "1.discard")
    streets = (replace(THREE, discard=1), FLOP, FOURTH, FIFTH)
    classic: ClassVar[tuple[str, ...]] = ("AsKs QhQd", "AsAh JsTs", "9s8s AdKd", "AsKd 2h2c")
    unknown_hands = False  # which two of three are kept is unknown

    def betting(self, table: Table, play: Play, street: Street) -> Round:
        """The discard follows in the order of the betting; everybody still in makes it, all-in or not. If nobody could
        bet any longer, the order is that of the last betting round."""
        yield from super().betting(table, play, street)
        if not street.discard or len(play.contending) < 2:
            return
        waiting = [*play.players[play.first :], *play.players[: play.first]]
        while waiting and len(play.contending) > 1:
            player = waiting.pop(0)
            if not player.folded:
                choices = arrangements(table.cards(player.owner), "discard", discard=street.discard)
                answer = yield Ask(player.seat, choices, player.owner, parts=("discard",))
                if not answer.decision:  # a ruling came in between
                    self.contested(table, play)
                    waiting.insert(0, player)
                    continue
                yield from laid(player.owner, discard=answer.cards[0])
                yield Discard(f"{player.owner}.discard")
