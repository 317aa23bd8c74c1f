"""Every game of the book for OpenSpiel, with explicit chance nodes.

>>> from pitboss.gym.spiel import SpielGame
>>> game = SpielGame("three-card-poker", dealt={"1": "Qs 6h 4d"}, pack="As Kd 9h 2c Qs 6h 4d")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.chance_outcomes()[0][0])
>>> [state.action_to_string(action) for action in state.legal_actions()]
['play', 'fold']

A round that waits for chance cannot be copied, so a state is its history, which is played again at a fresh table. Trees
of a whole deck are for algorithms that sample; ``pack`` and ``dealt`` make games small enough to be solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import msgspec
import pyspiel

from pitboss.book import Deal, Game, Refused, Rules, Shuffle
from pitboss.book import game as book_game
from pitboss.book import games as book_games
from pitboss.book.key import Key
from pitboss.equipment.cards import cards, name
from pitboss.equipment.chance import Shoe
from pitboss.gym.answers import Answer, Picked, answers, every_answer
from pitboss.money import Amount, Cents, cents, written
from pitboss.table import Table

CHIPS = 10_000_000
"""What a player of a game against the house has, in cents: no round takes more."""
OUTCOMES = 6**3
"""The most outcomes of a chance node: three dice."""
LONGEST = 1000


class Unknown(Exception):
    """Chance is asked for something that the history does not have: the outcomes and their weights."""

    def __init__(self, weights: Mapping[int, int]) -> None:
        super().__init__()
        self.weights = weights


class Recalled:
    """Chance that repeats a history and asks for what comes next. A burned card is never seen, so the others are dealt
    as if it were still in the shoe."""

    def __init__(self, game: SpielGame) -> None:
        self.game, self.left = game, list[int]()
        self.fixed = {owner: list(each) for owner, each in game.dealt.items()}

    def recalled(self, weights: Mapping[int, int]) -> int:
        if not self.left:
            raise Unknown(weights)
        return self.left.pop(0)

    def shuffle(self, cards: list[int]) -> list[int]:
        self.pack = self.game.pack & Counter(cards) if self.game.pack else Counter(cards)
        return cards

    def card(self, to: str, shoe: Shoe) -> int:
        if to == "burn":
            return shoe[0]
        if fixed := self.fixed.get(to):
            found = fixed.pop(0)
        else:
            spoken_for = Counter(each for left in self.fixed.values() for each in left)
            left = self.pack - spoken_for
            if not left:
                raise Refused(f"the pack has no card left for {to}")
            found = self.recalled(_by_rank(left) if self.game.ranks else left)
            if found not in left:
                found = next(each for each in left if each >> 2 == found >> 2)
        self.pack[found] -= 1
        shoe.remove(found)
        return found

    def roll(self, of: int) -> tuple[int, ...]:
        found = self.recalled(dict.fromkeys(range(6**of), 1))
        return tuple(1 + found // 6**die % 6 for die in range(of))

    def spin(self, pockets: tuple[str, ...]) -> str:
        return pockets[self.recalled(dict.fromkeys(range(len(pockets)), 1))]

    def draw(self, take: int, of: int) -> tuple[int, ...]:
        raise Refused(f"a draw of {take} numbers of {of} has too many outcomes for a chance node")


def _by_rank(left: Counter[int]) -> Counter[int]:
    """One card for each rank, with the weight of all."""
    first: dict[int, int] = {}
    found = Counter[int]()
    for each in sorted(left):
        found[first.setdefault(each >> 2, each)] += left[each]
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the book at one table.

    - ``players``: how many play; games against the house have one;
    - ``wagers``: in units of the least wager, made for the player of a game against the house; by default the required
      wagers, or the first of the table, for one unit each;
    - ``stack``: dollars in front of each player of the poker room;
    - ``pack``: only these cards are dealt, ``"As Kd 9h"``; by default all;
    - ``dealt``: cards of some hands, which are then no chance: ``{"1": "Qs 6h", "community": "2c 7d 9h Js 3s"}``;
    - ``ranks``: suits do not count, where nothing depends on them: thirteen outcomes of a card instead of 52;
    - ``levels``: as in Gymnasium, the amounts of a decision;
    - house options by their ids, with underscores.

    Returns are in dollars.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        rules: Rules | None = None,
        players: int = 2,
        wagers: Mapping[str, float] | None = None,
        stack: Amount = 100,
        pack: str = "",
        dealt: Mapping[str, str] | None = None,
        ranks: bool = False,
        levels: int = 3,
        **options: object,
    ) -> None:
        found = book_game(game) if isinstance(game, str) else game
        self.rules = found.rules(**options) if rules is None else rules
        self.alone = found.wagers_first
        self.players = 1 if self.alone else players
        if not 1 <= self.players <= self.rules.positions or (players < 2 and not self.alone):
            raise Refused(f"players must be 2 to {self.rules.positions}, not {players}")
        self.pack, self.ranks, self.levels = Counter(cards(pack)), ranks, levels
        self.dealt = {owner: cards(each) for owner, each in (dealt or {}).items()}
        if unknown := self.dealt.keys() - {*found.owners, *map(str, range(1, 10))}:
            raise Refused(f"{found.id} has no hand {', '.join(sorted(unknown))}")
        self.wagers = self._wagers(wagers) if self.alone else {}
        self.stack: Cents = CHIPS if self.alone else cents(stack)
        self.actions = every_answer(self.rules, levels)
        """The name of each action, by its number."""
        self.numbers = {each: number for number, each in enumerate(self.actions)}
        # The rake is nobody's; without one, what a player wins the others lose.
        zero_sum = not self.alone and self.rules["rake"] == 0 and self.rules["payout"] == "none"
        most = self.stack / 100
        size = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=self.players,
            min_utility=-most,
            max_utility=most * max(1, self.players - 1),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        about = _about(found.id, self.players, self.players, zero_sum)
        super().__init__(about, size, {})

    def _wagers(self, wagers: Mapping[str, float] | None) -> dict[str, Cents]:
        rules = self.rules
        if wagers is None:
            first = next(iter(rules.game.spots(Table(rules.game, rules, seed=0), 1)))
            ids = [wager.id for wager in rules.required] or [Key.read(first).id]
            wagers = {id_: 1 for each in ids for id_ in rules.placed_with(each) or (each,)}
        unit = rules.limits(next(iter(wagers))).least
        return {wager: round(units * unit) for wager, units in wagers.items()}

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer()


class Course:
    """What became of a history: a position of the game."""

    table: Table

    def __init__(self, game: SpielGame, history: Sequence[int]) -> None:
        self.game, self.seen = game, [list[str]() for _ in range(game.players)]
        self.legal: dict[str, Answer | Picked] = {}
        self.player: int = pyspiel.PlayerId.TERMINAL
        self.weights: dict[int, int] = {}
        self.picked: Picked | None = None
        self._actions, self._chance = list(history), Recalled(game)
        try:
            self._run()
        except Unknown as unknown:
            self.player = pyspiel.PlayerId.CHANCE
            self.weights = dict(sorted(unknown.weights.items()))

    def _run(self) -> None:
        game = self.game
        self.table = Table(game.rules.game, game.rules, seed=0, chance=self._chance, clock=count().__next__)
        seats = range(1, game.players + 1)
        for seat in seats:
            self.table.sit(seat, f"player {seat}", written(game.stack))
        for wager, stake in game.wagers.items():
            self.table.bet(1, wager, written(stake))
        # Chance and decisions alternate in the history, and each reads its own part of it as far as it goes.
        self._chance.left = self._actions
        self._deal()
        while (ask := self.table.asked) is not None or self._stands():
            if ask is None:
                self._deal()
                continue
            self.legal = answers(self.table, ask, self.picked, game.levels)
            if not self._actions:
                self.player = ask.seat - 1
                return
            self._decide(ask.seat, self._actions.pop(0))

    def _stands(self) -> bool:
        """Does a wager of the player's remain for another round?"""
        return self.game.alone and any(bet.seat == 1 for bet in self.table.bets.values())

    def _deal(self) -> None:
        self.seen = [[*seen, *self._events(seat)] for seat, seen in enumerate(self.seen, 1)]
        self.table.deal()

    def _decide(self, seat: int, action: int) -> None:
        match self.legal[self.game.actions[action]]:
            case Picked() as picked:
                self.picked = picked
            case Answer(decision, amount):
                self.picked = None
                self.table.act(seat, decision, written(amount) if amount else None)

    def _events(self, seat: int) -> list[str]:
        """The events of the round as the seat sees them."""
        found = []
        for event in self.table.said:
            unseen = isinstance(event, Shuffle) or (isinstance(event, Deal) and event.to == "burn")
            if not unseen:
                found.append(msgspec.json.encode(event.seen_by(seat).bare()).decode())
        return found

    def information(self, player: int) -> str:
        """All that a player has seen, in its order, and what is half decided."""
        events = [*self.seen[player], *self._events(player + 1)] if self.player >= 0 or self.over else []
        picked = [str(self.picked)] if self.picked and player == self.player else []
        return "\n".join([f"player {player}", *events, *picked])

    @property
    def over(self) -> bool:
        return bool(self.player == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        game = self.game
        if not self.over:
            return [0.0] * game.players
        return [(self.table.chips(seat) - game.stack) / 100 for seat in range(1, game.players + 1)]


class Remembered:
    """A history and, once somebody asks, what became of it. A copy shares it until it goes on."""

    def __init__(self, game: SpielGame, history: tuple[int, ...] = (), course: Course | None = None) -> None:
        self.game, self.history, self._course = game, history, course

    @property
    def course(self) -> Course:
        if self._course is None:
            self._course = Course(self.game, self.history)
        return self._course

    def __deepcopy__(self, memo: object) -> Remembered:
        return Remembered(self.game, self.history, self._course)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a `SpielGame`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.past = Remembered(game)

    def current_player(self) -> int:
        return int(self.past.course.player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.past.game.numbers[each] for each in self.past.course.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.past.course.weights
        whole = sum(weights.values())
        return [(outcome, weight / whole) for outcome, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        self.past = Remembered(self.past.game, (*self.past.history, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.past.game.actions[action]
        return name(action) if self.past.game.rules.game.owners else str(action)

    def is_terminal(self) -> bool:
        return self.past.course.over

    def returns(self) -> list[float]:
        return self.past.course.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return self.past.course.information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def __str__(self) -> str:
        return " ".join(map(str, self.past.history))


class Observer:
    """What a player sees, as a string."""

    tensor = None
    dict: Mapping[str, object] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player)


def _about(game: str, least: int, most: int, zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"pitboss_{game.replace('-', '_')}",
        long_name=f"Pitboss {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )


def _as_loaded(game: str) -> type[SpielGame]:
    """The class that OpenSpiel calls with its parameters. It must be a class: OpenSpiel lets go of it when Python has
    ended, and only a class does not mind."""

    class Loaded(SpielGame):
        def __init__(self, params: object = None) -> None:
            super().__init__(game)

    return Loaded


def register() -> None:
    """Every game as its default table: ``pyspiel.load_game("pitboss_three_card_poker")``."""
    for heading in book_games():
        about = _about(heading.id, 1, 10, False)
        if about.short_name not in pyspiel.registered_names():
            pyspiel.register_game(about, _as_loaded(heading.id))


register()
