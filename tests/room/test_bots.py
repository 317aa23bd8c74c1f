"""Machines that play poker: what they see, what they count, what they do."""

from __future__ import annotations

import pytest

from pitboss.book import Ask, Choice, Rules, game, games
from pitboss.equipment.cards import UNKNOWN, cards
from pitboss.games.poker_room.bot import Rival, Sight, decided, equity, sight
from pitboss.games.poker_room.family import PokerRoom
from pitboss.table import Table
from pitboss.table.absent import bot

ROOM = [each.id for each in games() if each.family == "poker-room"]


def showing(own: str, best_of: int, *choices: Choice) -> Sight:
    """Five-card stud, all cards out: the rival shows a king, a queen, a jack and a nine of four suits."""
    held, up = tuple(cards(own)), tuple(cards("Kc Qd Jh 9s"))
    unseen = tuple(card for card in range(52) if card not in held + up)
    rival = Rival((UNKNOWN, *up), best_of)
    return Sight(Ask(1, choices, "1"), held, (), (rival,), unseen, 9_000, 0)


def stud() -> PokerRoom:
    found = game("five-card-stud")
    assert isinstance(found, PokerRoom)
    return found


def test_the_share_is_counted_over_all_that_the_rival_can_hold() -> None:
    """Aces lose to the four tens of 43 cards alone; to a rival with the better of two hands, if either has one."""
    for best_of, share in ((1, 39 / 43), (2, (39 / 43) ** 2)):
        seen = showing("As Ad 7c 6d 2h", best_of)
        assert equity(stud(), seen, seen.own) == pytest.approx(share)


def test_it_calls_at_a_fair_price_raises_ahead_and_folds_behind() -> None:
    """Jacks lose to three kings, three queens, the last jack and four tens, 11 of 43: (32/43)³ of the pot are worth a
    ninth of it. Aces are ahead with 39/43, and raise by 0.4 of the pot; eight high loses to all."""
    fold, call = Choice("fold"), Choice("call", 1_000, 1_000)
    raised = Choice("raise", 2_000, 8_000, 100)
    assert decided(stud(), showing("As Ad 7c 6d 2h", 1, fold, call, raised)) == ("raise", 2_000 + 3_600)
    assert decided(stud(), showing("Jc Jd 7c 6d 2h", 3, fold, call, raised)) == ("call", 1_000)
    assert decided(stud(), showing("8c 7d 6c 4d 2h", 1, fold, call, raised)) == ("fold", 0)
    assert decided(stud(), showing("8c 7d 6c 4d 2h", 1, Choice("check"), Choice("bet", 100, 100))) == (
        "check",
        0,
    )
    assert decided(stud(), showing("As Ad 7c 6d 2h", 1, Choice("post", 200, 200), Choice("wait"))) is None


def test_it_sees_its_own_cards_and_those_that_lie_open() -> None:
    table = Table("seven-card-stud-high", seed=5)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 500)
    table.deal()
    ask = table.asked
    assert ask is not None
    seen = sight(table, ask)
    open_ = [table.cards(str(seat))[2] for seat in (1, 2, 3) if seat != ask.seat]
    assert list(seen.own) == table.cards(ask.hand)
    assert all(rival.cards[:2] == (UNKNOWN, UNKNOWN) and rival.cards[2] in open_ for rival in seen.rivals)
    assert set(seen.unseen) == set(range(52)) - set(seen.own) - set(open_)


@pytest.mark.parametrize("name", ROOM)
def test_machines_play_among_themselves(name: str) -> None:
    """Every question has an answer that the table takes, and no chip is lost."""
    table = Table(name, seed=14, players=dict.fromkeys((1, 2, 3), bot))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 100)
    table.deal()
    table.deal()
    assert sum(table.funds(seat) for seat in (1, 2, 3)) == 300_00


@pytest.mark.parametrize(
    ("options", "passed", "first"),
    [({"post-to-enter": "yes"}, [4], (4, "post")), ({"straddle": "4"}, [], (4, "no-straddle"))],
)
def test_before_the_cards_a_machine_stays_in_and_adds_nothing(
    options: dict[str, object], passed: list[int], first: tuple[int, str]
) -> None:
    """The blinds of seats 2 and 3 have gone past seat 4, or it may straddle them."""
    rules = Rules(game("hold-em"), options)
    state: dict[str, object] = {"button": 1, "passed": passed}
    table = Table(rules.game, rules, seed=1, state=state, players=dict.fromkeys(range(1, 6), bot))
    for seat in range(1, 6):
        table.sit(seat, f"player {seat}", 100)
    table.deal()
    asked = next(event for event in table.said if isinstance(event, Ask))
    assert (asked.seat, asked.decision) == first
