"""The value of counting a shoe: effects of removal, the counts that follow from them, when a counted wager favors the
player, what it wins, and the cut that makes it harmless."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.law import Refused
from pitboss.odds.book import offering
from pitboss.papers.charts import barred
from pitboss.papers.figures import number, percent
from pitboss.papers.sheet import Bars, Columns, Section, Sheet
from pitboss.practice.removal import (
    RANKS,
    SUITS,
    USUAL,
    VALUES,
    Removal,
    best_tags,
    correlation,
    deck_of,
    odds_from,
    read_tags,
    removal,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.arrays import Floats
    from pitboss.book import Rules
    from pitboss.games.shoe import Shoe as GameShoe

ROUNDS: Final = 10_000_000
MOST_ROUNDS: Final = 10**10
LEVELS: Final = (1, 2, 3)
COMMON: Final = 5e-3
"""The least share of rounds of a true count in a chart."""
PERFECT: Final = 1_000
SLOWLY: Final = 50
"""Shoes of which perfect knowledge is valued; of blackjack, whose side wagers take a fifth of a second each."""
HARMLESS: Final = 0.1
"""Units won from a shoe below which a counter is harmless to the house."""


class System(Struct, frozen=True):
    """Tags of ace, 2 to 9 and ten, and their correlation with the effects of removal."""

    name: str
    tags: tuple[int, ...]
    correlation: float


class AtCount(Struct, frozen=True):
    """The rounds at a true count: their share, and the player's edge in them by the effects of removal."""

    count: int
    share: float
    player_edge: float


class Perfect(Struct, frozen=True):
    """What a player would win who knows the exact value of every shoe, and bets a unit whenever it is positive: no
    count wins more. From ``shoes`` sampled; ``error`` is one standard error of ``per_100``."""

    shoes: int
    share: float
    mean_player_edge: float
    per_100: float
    error: float


class AtCut(Struct, frozen=True):
    """What the counted wager wins with this many cards behind the cutting card."""

    cards: int
    per_100: float
    per_shoe: float


class Count(Struct, frozen=True, kw_only=True):
    """A counted wager. Edges are the player's, for a unit; ``error`` is one standard error."""

    game: str
    wager: str
    decks: float
    cut: int
    player_edge: float
    effects: dict[str, float]
    systems: tuple[System, ...]
    counted_by: System
    rounds: int
    shoes: int
    method: str
    trigger: int | None
    share: float
    mean_player_edge: float
    mean_player_edge_error: float
    per_100: float
    per_100_error: float
    per_shoe: float
    per_shoe_error: float
    di: float
    n0: float | None
    score: float
    by_count: tuple[AtCount, ...]
    by_cut: tuple[AtCut, ...]
    harmless_cut: int | None
    perfect: Perfect | None
    effects_error: float
    running_trigger: int | None
    assumptions: tuple[str, ...]

    def json(self) -> object:
        return to_builtins(self)

    def sheet(self) -> Sheet:
        return Sheet(
            kind="Count",
            title=f"{self.wager} counted in {self.game}",
            lead=_says(self),
            sections=tuple(_sections(self)),
        )


def count(
    rules: Rules,
    wager: str | None = None,
    tags: str | None = None,
    rounds: int = ROUNDS,
    seed: int = 1,
    cut: int | None = None,
    perfect: int | None = None,
) -> Count:
    """What a count of a wager's shoe wins; by these tags, else by the best small ones; with this many cards behind the
    cutting card, else as the table has it; and what perfect knowledge of this many shoes wins, by default where tags
    cannot count."""
    from pitboss.practice.distribution import row_of

    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(f"rounds must be 1 to {MOST_ROUNDS:,}, not {rounds:,}")
    if perfect is not None and not 0 <= perfect <= MOST_ROUNDS:
        raise Refused(f"shoes must be 0 to {MOST_ROUNDS:,}, not {perfect:,}")
    chosen = read_tags(tags) if tags else None
    shoe, size = shoe_of(rules), len(rules.pack())
    if cut is not None:
        if not 0 < cut < size:
            raise Refused(f"the cut must be from 1 to {size - 1} cards of the {size}, not {cut}")
        shoe = replace(shoe, cut=cut)
    if wager is not None:
        rules = offering(rules, {}, wager)
        _from_the_start(rules, wager)
    else:
        wager = row_of(rules).wager
    found = removal(rules, wager)
    effects = found.by_value()
    systems = tuple(
        sorted(
            (
                *(System(name, each, correlation(each, effects, found.tens)) for name, each in USUAL.items()),
                *(
                    System(f"best, tags up to {most}", each, correlation(each, effects, found.tens))
                    for most in LEVELS
                    for each in [best_tags(effects, most, found.tens)]
                ),
            ),
            key=lambda each: -each.correlation,
        )
    )
    best = next(each for each in systems if each.name == "best, tags up to 2")
    by = System(tags or "", chosen, correlation(chosen, effects, found.tens)) if chosen else best
    counted = _counted(rules, found, shoe, systems, by, rounds, seed)
    usual = SLOWLY if rules.game.data.family == "blackjack" else PERFECT
    shoes = (usual if found.alike else 0) if perfect is None else perfect
    return replace(counted, perfect=_perfect(rules, found, shoe.cut, shoes, seed)) if shoes else counted


def _from_the_start(rules: Rules, wager: str) -> None:
    """Refuse a wager made in the course of a round: its odds belong to the wager that it follows."""
    data = rules.wager(wager)
    if data.during and data.follows and wager != "insurance":
        raise Refused(
            f"{wager} is made in the course of a round; count {data.follows}, whose odds include it"
        )


def _perfect(rules: Rules, found: Removal, cut: int, shoes: int, seed: int) -> Perfect:
    """The exact value of shoes of which a part is gone: any part up to the cutting card is as likely as another, and so
    is any set of cards."""
    from random import Random

    rng, pack = Random(seed), list(rules.pack())
    edges = []
    for _ in range(shoes):
        left = rng.sample(pack, rng.randint(cut, len(pack)))
        edges.append(float(odds_from(rules, found.wager, left).expectation))
    won = [max(0.0, edge) for edge in edges]
    mean, bet = sum(won) / shoes, sum(edge > 0 for edge in edges)
    spread = sqrt(sum((each - mean) ** 2 for each in won) / max(1, shoes - 1) / shoes)
    return Perfect(shoes, bet / shoes, sum(won) / bet if bet else 0.0, 100 * mean, 100 * spread)


def shoe_of(rules: Rules) -> GameShoe:
    """The shoe of a game, or a sentence on why there is nothing to count."""
    from pitboss.games.shoe import ShoeGame

    game = rules.game
    if not isinstance(game, ShoeGame):
        raise Refused(
            f"{game.title} has no shoe that lasts for several rounds: cards already dealt say nothing about the next"
        )
    shoe = game.shoe(rules)
    if shoe.cut >= len(rules.pack()):
        raise Refused(
            f"the cards of {game.title} are shuffled before every round here: there is nothing to count"
        )
    return shoe


def _counted(
    rules: Rules,
    found: Removal,
    shoe: GameShoe,
    systems: tuple[System, ...],
    by: System,
    rounds: int,
    seed: int,
) -> Count:
    import numpy as np

    from pitboss.practice.counted_shoes import Shoe, dealt

    simulation = rules.game.mathematics.simulation(rules)
    played = found.wager in simulation.wagers
    place = simulation.wagers.index(found.wager) if played else 0
    size = len(rules.pack())
    of_value = dict(zip(VALUES, by.tags, strict=True))
    tags = np.array([float(of_value[value_of(card)]) for card in range(52)])
    deck = deck_of(found.tens)
    tags -= tags[deck].mean()  # a count that does not end at nothing is taken from its mean
    burns = {"by-value": 2, "one": 1}.get(shoe.burns, 0)
    how = Shoe(shoe.cut, 1 if shoe.one_more else 0, burns, simulation.draws, float(len(deck)))
    effects = np.zeros(52)
    effects[deck] = [found.of(card) for card in deck]
    sums, shoes = dealt(simulation, how, place, tags, effects - effects[deck].mean(), rounds, seed)
    return _figures(rules, found, systems, by, (shoe.cut, size, played), sums, shoes)


def _figures(
    rules: Rules,
    found: Removal,
    systems: tuple[System, ...],
    by: System,
    dealt_by: tuple[int, int, bool],
    sums: Floats,
    shoes: int,
) -> Count:
    from pitboss.practice.counted_shoes import COUNTS, HALF_DECK, HANDS, NET, SQUARE, WORTH

    (cut, size, played), at = dealt_by, sums.sum(0)
    hands = float(at[:, HANDS].sum())
    rows = [
        AtCount(place - COUNTS, float(row[HANDS]) / hands, found.player_edge + float(row[WORTH] / row[HANDS]))
        for place, row in enumerate(at)
        if row[HANDS]
    ]
    trigger = next((row.count for row in rows if row.player_edge > 0 and row.share > 1e-6), None)
    first = 2 * COUNTS + 1 if trigger is None else trigger + COUNTS
    bet = at[first:].sum(0)
    made = float(bet[HANDS])
    worth = found.player_edge * made + float(bet[WORTH])
    won = float(bet[NET]) if played else worth
    square = float(bet[SQUARE]) if played else made * (found.standard_deviation or 0.0) ** 2
    error = sqrt(square) if played else 0.0
    ev, spread = won / hands, sqrt(max(0.0, square / hands - (won / hands) ** 2))
    di = 1000 * ev / spread if spread else 0.0

    def per_shoe(cards: int) -> tuple[float, float]:
        left = sums[-(-cards // HALF_DECK) :]
        here = left[:, first:].sum((0, 1))
        brings = found.player_edge * float(here[HANDS]) + float(here[WORTH])
        return 100 * brings / max(1.0, float(left[:, :, HANDS].sum())), brings / shoes

    cuts = tuple(
        AtCut(cards, *per_shoe(cards)) for cards in range(HALF_DECK * -(-cut // HALF_DECK), size, HALF_DECK)
    )
    return Count(
        game=rules.game.id,
        wager=found.wager,
        decks=size / len(deck_of(found.tens)),
        cut=cut,
        player_edge=found.player_edge,
        effects=found.effects,
        systems=systems,
        counted_by=by,
        rounds=int(hands),
        shoes=shoes,
        method="simulated" if played else "by the effects of removal",
        trigger=trigger,
        share=made / hands,
        mean_player_edge=won / made if made else 0.0,
        mean_player_edge_error=error / made if made else 0.0,
        per_100=100 * ev,
        per_100_error=100 * error / hands,
        per_shoe=won / shoes,
        per_shoe_error=error / shoes,
        di=di,
        n0=(spread / ev) ** 2 if ev > 0 else None,
        score=di**2,
        by_count=tuple(row for row in rows if row.share >= 5e-4),
        by_cut=cuts,
        harmless_cut=next((each.cards for each in cuts if each.per_shoe < HARMLESS), None),
        perfect=None,
        effects_error=found.error,
        running_trigger=_running(found, size),
        assumptions=(
            "the true count is the running count over the decks unseen, floored",
            "one unit is bet whenever the count is at the trigger or above, and nothing else",
            *(("burned cards are not counted",) if played else ()),
            *(
                ()
                if played
                else (
                    "the edge is assumed linear in the cards that are gone; rounds are those of the main wager",
                )
            ),
            "each round uses the cards of one player and the dealer",
            *(("of rounds in which the dealer shows an ace",) if found.wager == "insurance" else ()),
        ),
    )


def _running(found: Removal, size: int) -> int | None:
    """Insurance at 2 to 1 is favorable exactly while more than a third of the unseen cards are tens. With tags of +1,
    and -2 for a ten, the running count must exceed the sum of all tags of a full shoe."""
    if (
        found.wager != "insurance"
        or size % 52
        or abs(found.player_edge + 1 - 3 * 16 * (size / 52) / (size - 1)) > 1e-9
    ):
        return None
    return 4 * (size // 52) + 1


# ---- shown ----------------------------------------------------------------------------------------------


def _says(found: Count) -> str:
    if not any(found.counted_by.tags):
        return "Every card that leaves the shoe changes the wager equally: tags cannot count it." + _knowing(
            found
        )
    if found.trigger is None:
        return "By this count no true count that occurs favors the player."
    return (
        f"From a true count of {found.trigger:+d} the wager favors the player: {percent(found.share, 2)} of rounds, at "
        f"{percent(found.mean_player_edge, 2)} on average, {found.per_100:.3f} units per 100 rounds."
    )


def _knowing(found: Count) -> str:
    if (known := found.perfect) is None:
        return ""
    if not known.share:
        return f" In none of {known.shoes:,} sampled shoes does it favor the player."
    return (
        f" Who knew every shoe exactly would bet {percent(known.share, 1)} of rounds and win {known.per_100:.3f} ± "
        f"{known.error:.3f} units per 100 rounds."
    )


def _sections(found: Count) -> list[Section]:
    plus = "" if not found.per_100_error else " ±"
    facts = (
        ("counted by", f"{found.counted_by.name}: {tags_of(found.counted_by.tags)}"),
        ("house edge of a full shoe", percent(-found.player_edge)),
        ("trigger, true count", "none" if found.trigger is None else f"{found.trigger:+d}"),
        ("share of rounds bet", percent(found.share, 3)),
        (
            "mean player edge there",
            percent(found.mean_player_edge, 3) + _error(plus, 100 * found.mean_player_edge_error, 3),
        ),
        ("units per 100 rounds", f"{found.per_100:.4f}" + _error(plus, found.per_100_error, 4)),
        ("units a shoe", f"{found.per_shoe:.4f}" + _error(plus, found.per_shoe_error, 4)),
        ("desirability index (DI)", number(found.di, 3)),
        ("N0, rounds", "–" if found.n0 is None else f"{found.n0:,.0f}"),
        ("SCORE", f"${found.score:,.2f}"),
        ("cards behind the cutting card", f"{found.cut}"),
        (
            f"cut that leaves under {HARMLESS} units a shoe",
            "–" if found.harmless_cut is None else f"{found.harmless_cut} cards",
        ),
        *(
            (("perfect knowledge, units per 100 rounds", f"{known.per_100:.4f} ± {known.error:.4f}"),)
            if (known := found.perfect) is not None
            else ()
        ),
        *(
            (("insure at a running count (+1, ten -2) of", f"{found.running_trigger:+d}"),)
            if found.running_trigger is not None
            else ()
        ),
        ("how", f"{found.method}, {found.rounds:,} rounds, {found.shoes:,} shoes"),
    )
    drawn = tuple(_bars(found))
    ranks = {} if len(found.effects) <= 13 else _by_rank(found.effects)
    effects = ranks or found.effects
    return [
        Section(title="What the count wins", facts=facts, notes=found.assumptions),
        Section(
            title="Effects of removal",
            tables=(
                Columns(
                    columns=("card gone", "change of the player's edge, in percent"),
                    rows=tuple((kind, f"{100 * effect:+.6f}") for kind, effect in effects.items()),
                ),
            ),
            notes=(
                *(("the mean over the four suits; --json has every card",) if ranks else ()),
                *((f"by sampled rounds, ± {100 * found.effects_error:.4f}",) if found.effects_error else ()),
            ),
        ),
        Section(
            title="Counts",
            tables=(
                Columns(
                    columns=("count", "A 2 3 4 5 6 7 8 9 T", "betting correlation"),
                    words=2,
                    rows=tuple(
                        (each.name, tags_of(each.tags), f"{each.correlation:.4f}") for each in found.systems
                    ),
                ),
            ),
        ),
        Section(
            title="By true count and by cut",
            tables=(
                Columns(
                    columns=("true count", "share of rounds", "player's edge"),
                    rows=tuple(
                        (f"{row.count:+d}", percent(row.share, 3), percent(row.player_edge, 3))
                        for row in found.by_count
                    ),
                ),
                Columns(
                    columns=("cards behind the cut", "units per 100 rounds", "units a shoe"),
                    rows=tuple(
                        (f"{row.cards}", f"{row.per_100:.4f}", f"{row.per_shoe:.4f}") for row in found.by_cut
                    ),
                ),
            ),
            charts=tuple(map(barred, drawn)),
            bars=drawn,
            notes=("both by the effects of removal",),
        ),
    ]


def _bars(found: Count) -> Iterator[Bars]:
    if found.by_count:
        rows = (
            (f"{row.count:+d}", row.player_edge, percent(row.player_edge, 2))
            for row in found.by_count
            if row.share >= COMMON
        )
        yield Bars("Player's edge by true count", tuple(rows))
    if found.by_cut and found.trigger is not None:
        every = -(-len(found.by_cut) // 12)
        cuts = ((f"{row.cards}", row.per_shoe, f"{row.per_shoe:.3f}") for row in found.by_cut[::every])
        yield Bars("Units a shoe by cards behind the cut", tuple(cuts))


def _error(plus: str, error: float, digits: int) -> str:
    return f"{plus}{error:.{digits}f}" if plus else ""


def tags_of(tags: tuple[int, ...]) -> str:
    return " ".join(f"{tag:+d}" if tag else "0" for tag in tags)


def _by_rank(effects: dict[str, float]) -> dict[str, float]:
    return {
        rank: sum(effects[rank + suit] for suit in SUITS) / 4
        for rank in ("A", *RANKS[:-1])
        if rank + SUITS[0] in effects
    }


__all__ = ["AtCount", "AtCut", "Count", "Perfect", "System", "count", "shoe_of"]
