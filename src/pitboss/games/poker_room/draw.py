"""Draw games, 14.12, 14.12A and 14.12B: all cards are face down, and after a betting round players exchange some."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from pitboss.book import Ask, Choice, Deal, Discard, Round, Shuffle, arrangements, carries, laid
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.poker_room.betting import Play, Player
from pitboss.games.poker_room.button import ButtonGame, after_blinds, left_of_button
from pitboss.games.poker_room.family import Street
from pitboss.table import Table

STAND_PAT = Choice("stand-pat", cards=((),))


@carries("14.12(d)", "14.12A(d)", "14.12B(d)")
def first_cards(cite: str, number: int) -> Street:
    """This many cards to each player, and a betting round opened by the blinds."""
    return Street(cite, "d" * number, after_blinds, burn=False)


@carries("14.12A(h)", "14.12A(j)", "14.12B(h)", "14.12B(j)")
def draw_before(cite: str, big: bool) -> Street:
    """A draw, and the betting round that follows it by this paragraph."""
    return Street(cite, "", left_of_button, big=big, draw=True)


class DrawGame(ButtonGame):
    """Button, blinds and the first betting round are those of 14.10(c), (d) and (f)."""

    owners: ClassVar[tuple[str, ...]] = (*ButtonGame.owners, "1.discard")

    def deal(self, table: Table, play: Play, street: Street) -> Round:
        """One card is burned before a draw; then the players draw one after the other from the button's left."""
        yield from super().deal(table, play, street)
        for player in play.contending if street.draw else ():
            if not player.folded and len(play.contending) > 1:
                yield from self.draw(table, play, player)

    @carries('14.1 "Draw"')
    def draw(self, table: Table, play: Play, player: Player) -> Round:
        """A player keeps the hand or exchanges any number of cards. The rest of the deck is dealt before the discards
        are reshuffled, as 14.12B(f) requires."""
        hand = player.owner
        held = table.cards(hand)
        draws = arrangements(held, "draw", discard=range(1, len(held) + 1))
        answer = yield Ask(player.seat, (*draws, STAND_PAT), hand, usual="stand-pat", parts=("discard",))
        if not answer.decision:  # a ruling came in between
            if self.contested(table, play) and not player.folded:
                yield from self.draw(table, play, player)
            return
        (discards,) = answer.cards
        yield from laid(hand, discard=discards)
        if discards:
            yield Discard(f"{hand}.discard")
        for drawn in range(len(discards)):
            if self.runs_out(table, play):
                own = table.cards(f"{hand}.discard")
                yield from self.reshuffle(table, play, own, discards, len(discards) - drawn)
            yield Deal(hand, seats=(player.seat,))

    def burn(self, table: Table, play: Play) -> Round:
        if self.runs_out(table, play):
            yield from self.reshuffle(table, play)
        yield Deal("burn")

    # -- too few cards, 14.12(f)2, 14.12A(f) and 14.12B(f)

    def runs_out(self, table: Table, play: Play) -> bool:
        """Is there no card to deal, or only cards that an irregularity that was called may take first?"""
        return self.left(table, play) <= self.taken_first(table, 1)

    def reshuffle(
        self,
        table: Table,
        play: Play,
        own: Collection[int] = (),
        now: Collection[int] = (),
        wanted: int = 1,
    ) -> Round:
        """The discards become the deck, except those of the drawing player that the house keeps out: none, those of
        this draw, or all of that player's, unless too few would be left."""
        out = {"none": (), "this-draw": now, "all-draws": own}[str(play.rules["reading-reshuffle"])]
        held = ("burn", *(player.owner for player in play.contending))
        unknown = sum(
            table.cards(owner).count(UNKNOWN) for owner in held
        )  # in a case that does not name them
        pile = list(self.discarded(table, play, out))
        if len(pile) - unknown < wanted:
            pile = list(self.discarded(table, play, now))
        play.reshuffled += len(pile) - unknown - self.left(table, play)
        yield Shuffle(cards=bytes(pile))

    def discarded(self, table: Table, play: Play, out: Collection[int]) -> Iterator[int]:
        """The discards, including folded hands; burn cards are kept apart by 14.6(e)3. These are all cards
        that nobody holds: the deck has run out, or its rest is shuffled with them."""
        held = {card for player in play.contending for card in table.cards(player.owner)}
        held.update(table.cards("burn"), out)
        return (card for card in table.rules.pack() if card not in held)
