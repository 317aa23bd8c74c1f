"""Tables at which several are asked at once, banked and left in debt, in a house that dies at any moment."""

from __future__ import annotations

import pytest

from pitboss.table import read
from pitboss.table.journal import Act
from pitboss.web import messages
from pitboss.web.live import LiveTable
from pitboss.web.people import Person
from tests.properties import often
from tests.vocabulary.toys import DRAW_THREE, TWO_HANDS
from tests.web.simulated import Simulation


class Whims(Simulation):
    """People who also take the bank, and a floor that declares hands dead."""

    def _whim(self, live: LiveTable, person: Person) -> messages.AnyCommand | None:
        seat = live.seat_of(person.name)
        luck = self.chance.random()
        if person.role == "floor" and luck < 0.3 and live.table.game.id == TWO_HANDS:
            return messages.Call(irregularity="card-exposed", position=self.chance.choice("123"))
        if seat is not None and luck < 0.1 and not live.table.playing and live.table.legal(seat):
            return messages.Act(decision=live.table.legal(seat)[0].id)
        return super()._whim(live, person)


@pytest.mark.parametrize("seed", range(often(1, 20)))
def test_a_house_that_dies_between_two_answers_loses_none(seed: int) -> None:
    simulation = Whims(seed, [TWO_HANDS, DRAW_THREE, TWO_HANDS], people=6)
    for _ in range(4):
        simulation.live(simulation.chance.randrange(200, 4_000), lambda house: simulation.play(house, 60))
        simulation.check()
    simulation.disk.failing = 0.0
    assert simulation.live(10**7, lambda house: simulation.play(house, 10)), "the last life ends by itself"
    simulation.check()
    assert simulation.acted > 50
    entries = [list(read(simulation.lines(identity))) for identity in simulation._tables()]
    waited = sum(isinstance(each.command, Act) and len(each.events) == 1 for some in entries for each in some)
    assert waited, "somebody answered while others had not"
