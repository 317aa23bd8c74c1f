"""A table with one player, who decides, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import count
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.book import Game, Refused, Rules
from pitboss.book import game as book_game
from pitboss.book.key import Key
from pitboss.equipment.chance import Chance
from pitboss.gym.answers import PLACES, Answer, Picked, answers, every_answer
from pitboss.gym.sight import Observation, Sight
from pitboss.money import Amount, Cents, cents, money, written
from pitboss.table import Bet, Table
from pitboss.table.awards import pay_out

SEAT = 1


class CasinoEnv(gymnasium.Env[Observation, Any]):
    """One player at a table of any game of the book in which nobody else decides.

    An episode is a round, or this many ``rounds`` from one shoe, and lasts until no wager is on the layout. Its actions
    are named in ``actions``: wagers (``bet ante``), ``remove`` for those that may stand for several rounds, ``clear``
    for all, the dealer's verb (``deal``, ``roll`` …), by which the round starts, and the answers to what the table asks
    (see `pitboss.gym.answers`). ``info["action_mask"]`` and the observation's ``action_mask`` say which are legal, and
    ``info["legal"]`` names them. One that is not legal changes nothing, and ``info["refused"]`` says why.

    The reward is what the player has gained since the last step, in ``units`` or in ``cents``; over an episode it adds
    up to what was won or lost. `pitboss.gym.sight.Sight` describes the observation.

    - ``options``: house options by their ids, with underscores: ``decks=6, soft_17="hit"``; or ``rules`` as a whole;
    - ``wagers``: wagers that are made for the player in every round, in units: ``{"blackjack": 1}``; the player then
      has no wager to choose. By default the player chooses;
    - ``side_wagers``: which of the wagers that are not required may be chosen; by default all;
    - ``sizes``: for how many units at a time; a wager that is repeated is added to;
    - ``unit``: dollars; by default the least wager;
    - ``levels``: for how many amounts a decision can be taken that leaves a choice, from the least to the most;
    - ``positions``: at how many positions the player may play, where the game allows it;
    - ``bankroll``: in units; an episode ends when nothing can be wagered;
    - ``chance``: makes the chance of an episode from its seed, in place of fair cards and dice.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 4}

    def __init__(
        self,
        game: Game | str,
        *,
        rules: Rules | None = None,
        wagers: Mapping[str, float] | None = None,
        side_wagers: Collection[str] | None = None,
        sizes: Sequence[int] = (1,),
        unit: Amount | None = None,
        levels: int = 3,
        rounds: int = 1,
        positions: int = 1,
        bankroll: int = 1_000_000,
        rewards: Literal["units", "cents"] = "units",
        chance: Callable[[int], Chance] | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        found = book_game(game) if isinstance(game, str) else game
        if not found.wagers_first:
            raise Refused(f"{found.id} is played between players; no single player decides")
        if rules is not None and options:
            raise Refused("give rules or options, not both")
        self.rules = found.rules(**options) if rules is None else rules
        if rewards not in ("units", "cents"):
            raise Refused(f"rewards are in units or cents, not in {rewards!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise Refused(f"there is no render_mode {render_mode!r}, but {self.metadata['render_modes']}")
        if min(levels, rounds, positions, bankroll, *sizes) < 1:
            raise Refused("levels, rounds, positions, bankroll and sizes must be 1 or more")
        if positions > self.rules.positions:
            raise Refused(f"the table has {self.rules.positions} positions, not {positions}")
        self.render_mode = render_mode
        self.rewards, self.rounds, self.bankroll, self.levels = rewards, rounds, bankroll, levels
        self._chance = chance
        spots = self._spots(positions, side_wagers)
        first = next((wager for wager in self.rules.required), None) or self.rules.wager(
            Key.read(spots[0]).id
        )
        self.unit: Cents = self.rules.limits(first.id).least if unit is None else cents(unit)
        self.wagers = None if wagers is None else self._made(wagers)
        self._bets = {} if wagers is not None else dict(self._wagers_by_action(spots, sizes))
        stands = [spot for spot in spots if self.rules.wagers[Key.read(spot).id].stands]
        self._removes = {f"remove {spot}": spot for spot in stands} if wagers is None else {}
        named = every_answer(self.rules, levels)
        self._picks = PLACES if f"card {PLACES}" in named else 0
        verb = found.data.verb
        chosen = [*self._bets, *self._removes, "clear"] if wagers is None else []
        self.actions: list[str] = list(dict.fromkeys([verb, *chosen, *named]))
        """The name of each action, by its number."""
        self.sight = Sight(self.rules, SEAT, list(range(1, positions + 1)), self.unit, spots)
        self._numbers = {name: number for number, name in enumerate(self.actions)}
        self.action_space = spaces.Discrete(len(self.actions))
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        self.observation_space = spaces.Dict({"action_mask": mask, **self.sight.space(self._picks)})

    def _spots(self, positions: int, side_wagers: Collection[str] | None) -> list[str]:
        """The wagers that may be made before a round, at the positions that are played."""
        rules = self.rules
        required = {wager.id for wager in rules.required}
        required |= {id_ for wager in required for id_ in rules.placed_with(wager)}
        if side_wagers is not None:
            for wager in side_wagers:
                rules.wager(wager)
        found = []
        for spot in rules.game.spots(self._table(0), SEAT):
            key = Key.read(spot)
            chosen = side_wagers is None or key.id in required or key.id in side_wagers
            if chosen and (key.position or SEAT) <= positions:
                found.append(spot)
        if not found:
            raise Refused("no wager is left to the player; name some in side_wagers")
        return found

    def _made(self, wagers: Mapping[str, float]) -> dict[str, Cents]:
        return {wager: round(units * self.unit) for wager, units in wagers.items()}

    def _wagers_by_action(
        self, spots: Sequence[str], sizes: Sequence[int]
    ) -> Iterator[tuple[str, dict[str, Cents]]]:
        """What is placed by each action: a wager, with those that belong to it in proportion."""
        for spot in spots:
            key = Key.read(spot)
            at = f"@{key.position}" if key.position else ""
            group = self.rules.placed_with(key.id)
            for size in sizes if group else ():
                share = group[key.id]
                stakes = {
                    spot if id_ == key.id else f"{id_}{at}": self._stake(
                        id_, size * self.unit * parts // share
                    )
                    for id_, parts in group.items()
                }
                yield f"bet {spot}" + (f" x{size}" if len(sizes) > 1 else ""), stakes

    def _stake(self, wager: str, wanted: Cents) -> Cents:
        """This amount, or the nearest stake that the wager takes."""
        limits = self.rules.limits(wager)
        within = max(limits.least, min(limits.most, wanted))
        return within - (within - limits.least) % limits.step

    # ---- an episode ----------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.table = self._table(int(self.np_random.integers(2**62)))
        self.table.sit(SEAT, "player", written(self.bankroll * self.unit))
        self.sight.fresh()
        self._picked: Picked | None = None
        self._over = False
        self._played = 0
        self._worth = self._value()
        self._place()
        self._look()
        return self._observation(), self._info()

    def _table(self, seed: int) -> Table:
        chance = None if self._chance is None else self._chance(seed)
        return Table(self.rules.game, self.rules, seed=seed, chance=chance, clock=count().__next__)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        name = self.actions[int(action)]
        refused = ""
        if self._over:
            refused = "the episode is over; reset it"
        elif name not in self._legal:
            refused = f"{name} is not legal now; the legal actions are: {', '.join(self._legal)}"
        else:
            self._do(name, self._legal[name])
            self._look()
        worth = self._value()
        gained, self._worth = worth - self._worth, worth
        info = self._info()
        if refused:
            info["refused"] = refused
        reward = float(gained) if self.rewards == "cents" else gained / self.unit
        return self._observation(), reward, self._over, False, info

    def _do(self, name: str, legal: Answer | Picked | None) -> None:
        table = self.table
        match legal:
            case Picked():
                self._picked = legal
                return
            case Answer(decision, amount):
                self._picked = None
                table.act(SEAT, decision, written(amount) if amount else None)
            case None if name in self._bets:
                self._bet(self._bets[name])
            case None if name in self._removes:
                table.remove(SEAT, self._removes[name])
            case None if name == "clear":
                for bet in self._removable():
                    table.remove(SEAT, bet.wager)
            case None:
                self.sight.round_begins(table)
                table.deal()
                self.sight.round_began(table)
        if not table.playing and table.rounds > self._played:
            self._round_over()

    def _round_over(self) -> None:
        self._played = self.table.rounds
        pay_out(self.table)
        mine = any(bet.seat == SEAT for bet in self.table.bets.values())
        self._over = self._played >= self.rounds and not mine
        if not self._over:
            self._place()

    def _place(self) -> None:
        """The wagers that are made for the player."""
        for wager, stake in (self.wagers or {}).items():
            if not self.table.stake(SEAT, self.table.key(SEAT, wager)):
                self.table.bet(SEAT, wager, written(stake))

    def _bet(self, stakes: Mapping[str, Cents]) -> None:
        """All of them or none."""
        placed: list[tuple[str, Cents]] = []
        try:
            for wager, stake in stakes.items():
                self.table.bet(SEAT, wager, written(stake))
                placed.append((wager, stake))
        except Refused:
            for wager, stake in reversed(placed):
                self.table.remove(SEAT, wager, written(stake))

    def _removable(self) -> list[Bet]:
        """The wagers that may be taken down, those that rest on others first."""
        found = []
        for bet in reversed(self.table.bets.values()):
            try:
                self.table.game.release(self.table, bet, bet.stake)
            except Refused:
                continue
            found.append(bet)
        return found

    # ---- what is legal -------------------------------------------------------------------------------

    def _look(self) -> None:
        """Note what is legal now."""
        self._legal: dict[str, Answer | Picked | None] = {} if self._over else dict(self._lawful())
        if not self._legal:
            self._over = True  # nothing can be wagered

    def _lawful(self) -> Iterator[tuple[str, Answer | Picked | None]]:
        table = self.table
        ask = table.question(SEAT)
        if ask is not None:
            yield from answers(table, ask, self._picked, self.levels).items()
            return
        if table.could_deal():
            yield table.game.data.verb, None
        for choice in table.legal(SEAT):
            if "" in choice.of or not choice.of:
                yield choice.id, Answer(choice.id)
        for name, stakes in self._bets.items():
            spot, stake = next(iter(stakes.items()))
            if table.can_bet(SEAT, spot, written(stake)):
                yield name, None
        if self.wagers is None and (removable := {bet.wager for bet in self._removable()}):
            yield "clear", None
            for name, spot in self._removes.items():
                if spot in removable:
                    yield name, None

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(len(self.actions), np.int8)
        for name in self._legal:
            mask[self._numbers[name]] = 1
        return mask

    def _value(self) -> Cents:
        """What the player has, on the layout and off it."""
        at_risk = sum(bet.stake for bet in self.table.bets.values() if bet.seat == SEAT)
        return self.table.chips(SEAT) + at_risk

    def _observation(self) -> Observation:
        picked = self._picked.places if self._picked else ()
        seen = self.sight.observe(self.table, picked, self._picks)
        return {"action_mask": self._mask(), **seen}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "legal": list(self._legal)}
        if not self.table.playing and self.table.settlement is not None:
            info["settlement"] = self.table.settlement.json()
        return info

    # ---- what is shown -------------------------------------------------------------------------------

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the player sees it: as text, as a picture of the felt, or the picture's SVG."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self._text()
        from pitboss.layout import table_svg

        svg = table_svg(self.table, SEAT)
        return svg if self.render_mode == "svg" else _picture(svg)

    def _text(self) -> str:
        table = self.table
        seen, named = table.seen(SEAT), table.view(SEAT)
        lines = [f"{table.game.title}  {money(table.chips(SEAT))}"]
        for owner, names in named.items():
            if names and owner not in ("burn", "dead"):
                lines.append(
                    f"{owner:>12}  {' '.join(names)}  {table.game.felt.called(table, owner, seen)}".rstrip()
                )
        lines += [f"{bet.wager:>12}  {money(bet.stake)}" for bet in table.bets.values()]
        if table.settlement is not None and not table.playing:
            lines.append(str(table.settlement))
        lines += [f"legal: {', '.join(self._legal)}"] if self._legal else []
        return "\n".join(lines)


def _picture(svg: str) -> NDArray[np.uint8]:
    """The felt in pixels."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    with Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=900))) as image:
        return np.asarray(image.convert("RGB"))
