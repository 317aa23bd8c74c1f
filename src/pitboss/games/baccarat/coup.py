"""A coup of baccarat: the count of the cards, the tables for third cards, and the result of each wager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.book import carries, rule
from pitboss.book.endings import Ending, ends, lose, push, win
from pitboss.equipment.cards import UNKNOWN

NONE: Final = -1
"""No third card."""

# ---- the hands, 3.1, 3.9 and their sisters ---------------------------------------------------------------


@rule("3.1(b)1-3", "4.1(b)1-3", "7.1(b)1-3")
def points(card: int) -> int:
    """The value of a card: ace one, ten and court cards nothing, others their number."""
    rank = card >> 2
    if rank == 12:
        return 1
    return rank + 2 if rank < 8 else 0


@rule("3.9(a)", "4.9(a)", "7.9(a)")
def is_natural(count: int) -> bool:
    """Does a hand of two cards with this count end the draw?"""
    return count >= 8


@rule("3.9(b)", "4.9(a)1", "4.9(a)3", "7.9(b)")
def player_draws(count: int) -> bool:
    """Table 1, where neither hand is a natural."""
    return count <= 5


@rule("4.9(a)2")
def player_may_choose(count: int) -> bool:
    """In chemin de fer, drawing on a five is optional."""
    return count == 5


@rule("3.9(c)", "7.9(c)", "3.9(d)", "3.9(e)", "3.9(f)", "3.9(g)", "7.9(d)", "7.9(e)", "7.9(f)", "7.9(g)")
def banker_draws(count: int, third: int) -> bool:
    """Table 2: by the count of the Banker's Hand and the value of the Player's third card."""
    if count <= 2 or count >= 7:
        return count <= 2
    if third == NONE:
        return count <= 5
    if count == 3:
        return third != 8
    return 2 * count - 6 <= third <= 7


@rule("4.9(c)", "4.9(d)", "4.9(e)", "4.9(f)", "4.9(g)")
def banker_may_choose(count: int, third: int) -> bool:
    """Table 3 is Table 2 except for two cells, in which the Banker of chemin de fer has a choice."""
    return (count == 3 and third == 9) or (count == 5 and third == 4)


@rule("3.2(a)5i", "3.2(a)5ii", "3.2(a)5iii", "3.3(g)", "7.2(a)5i", "7.2(a)5ii", "7.2(a)5iii", "7.3(g)")
def bonus_row(mine: int, my_cards: int, theirs: int, their_cards: int) -> int:
    """The row of the bonus wager for a hand, as an index into BONUS: a natural depends only on the other hand's
    natural, any other hand on its margin."""
    if my_cards == 2 and is_natural(mine):
        if their_cards == 2 and is_natural(theirs):
            return NATURAL if mine > theirs else EQUAL_NATURALS if mine == theirs else 0
        return NATURAL
    return mine - theirs - 3 if mine - theirs >= 4 else 0


BONUS: Final = (
    "no-bonus",
    *(f"win-by-{lead}" for lead in range(4, 10)),
    "natural-winner",
    "equal-naturals",
)
"""How a bonus wager may end; the last returns it."""
NATURAL: Final = 7
EQUAL_NATURALS: Final = 8


class Coup(Struct):
    """The cards of a round of play, hand by hand."""

    player: list[int]
    banker: list[int]

    @property
    def counts(self) -> tuple[int, int]:
        return counted(self.player), counted(self.banker)

    @property
    def pool(self) -> list[int]:
        return self.player + self.banker

    @property
    def cards(self) -> int:
        """The number of cards that the tables required."""
        return len(self.player) + len(self.banker)

    def bonus(self, side: str) -> str:
        mine, theirs = (self.player, self.banker) if side == "player" else (self.banker, self.player)
        return BONUS[bonus_row(counted(mine), len(mine), counted(theirs), len(theirs))]


@carries("3.1(c)", "4.1(c)", "7.1(c)")
def counted(cards: Sequence[int]) -> int:
    """The count of a hand: the last digit of its points."""
    return sum(map(points, cards)) % 10


def called(cards: Sequence[int]) -> str:
    """The name of a hand, as far as it is face up.

    >>> called([28, 44]), called([28, 44, 0]), called([28, UNKNOWN])
    ('natural 9', '1', '9 showing')
    """
    open_ = [card for card in cards if card != UNKNOWN]
    count = counted(open_)
    if len(open_) < len(cards):
        return f"{count} showing" if open_ else ""
    return "natural " * (len(cards) == 2 and is_natural(count)) + f"{count}"


# ---- how it ends -----------------------------------------------------------------------------------------

_LOST: Final = {"tie": lose(".2(a)3")}


class End(Ending):
    """The results of the wagers on either hand and on a tie. Cites that begin with a dot are in the game's own
    subchapter."""

    BANKER = ends("banker wins", banker=win(".3(c)"), player=lose(".2(a)2ii"), tie=lose(".2(a)3"))
    BANKER_WITH_SIX = ends(
        "banker wins with six",
        banker=win(".3(e)1", "win-with-six"),
        player=lose(".2(a)2ii"),
        tie=lose(".2(a)3"),
    )
    DRAGON_7 = ends("dragon 7", banker=push(".2(a)6i"), player=lose(".2(a)2ii"), tie=lose(".2(a)3"))
    PLAYER = ends("player wins", banker=lose(".2(a)1ii"), player=win(".3(a)"), tie=lose(".2(a)3"))
    TIE = ends("tie hand", banker=push(".2(a)1iii"), player=push(".2(a)2iii"), tie=win(".3(b)"))


@rule(
    *("3.2(a)1", "3.2(a)2", "3.2(a)3", "3.2(a)6i", "3.3(e)1", "3.3(h)", "7.2(a)1", "7.2(a)2", "7.2(a)3"),
    *("7.2(a)6i", "3.2(a)1i", "3.2(a)2i", "7.2(a)1i", "7.2(a)2i"),
)
def ended_by(player: int, banker: int, banker_cards: int, six_rule: int, dragon: int) -> End:
    """How a coup with these counts ends."""
    if player > banker:
        return End.PLAYER
    if player == banker:
        return End.TIE
    if dragon and is_dragon_7(player, banker, banker_cards):
        return End.DRAGON_7
    return End.BANKER_WITH_SIX if six_rule and banker == 6 else End.BANKER


@rule("3.3(h)", "7.3(i)")
def is_dragon_7(player: int, banker: int, banker_cards: int) -> bool:
    """A Banker's Hand of three cards that wins with seven."""
    return banker == 7 and banker_cards == 3 and banker > player
