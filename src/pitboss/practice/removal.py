"""The value of a wager as a function of the cards left in the shoe, and the effect of each card's removal on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.law import Refused

if TYPE_CHECKING:
    from pitboss.book import Rules
    from pitboss.odds import WagerOdds

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
VALUES: Final = ("A", *"23456789T")
TENS: Final = 4
"""The ranks that count ten."""
SAMPLE: Final = 20_000_000
"""Rounds by which effects are measured where they are not exact."""

USUAL: Final[Mapping[str, tuple[int, ...]]] = {
    "Hi-Lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "K-O": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "ace-five": (-1, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    "Hi-Opt I": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "Hi-Opt II": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "Omega II": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "Zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
}
"""Tags of usual counts, for ace, 2 to 9 and ten."""


def odds_from(rules: Rules, wager: str, cards: Sequence[int]) -> WagerOdds:
    """The odds of a wager when these cards are all that is left of the shoe; its ``expectation`` is the player's edge.

    >>> from pitboss.book import game
    >>> rules = game("baccarat-punto-banco").rules()
    >>> round(float(odds_from(rules, "player", rules.pack()).expectation), 6)
    -0.012351
    """
    rows = list(rules.game.mathematics.odds_from(rules, cards, wager))
    if not rows:
        raise Refused(f"the value of {wager} in {rules.game.id} from part of a shoe is not available")
    return rows[0]


class Removal(Struct, frozen=True, kw_only=True):
    """The edge of a wager from a full shoe, and by how much it changes when one card is gone: by value (ace to ten),
    by rank where tens differ, by card where suits matter. All are the player's, of a unit. ``tens`` ranks count ten;
    ``error`` is one standard error of an effect, where effects are sampled."""

    wager: str
    player_edge: float
    standard_deviation: float | None
    effects: dict[str, float]
    tens: int = TENS
    error: float = 0.0

    def of(self, card: int) -> float:
        return self.effects[named(card, self.effects)]

    def by_value(self) -> tuple[float, ...]:
        """The effects of ace, 2 to 9 and ten: the mean of the cards that count alike."""
        sums: dict[str, list[float]] = {}
        for card in deck_of(self.tens):
            sums.setdefault(value_of(card), []).append(self.of(card))
        return tuple(sum(sums[value]) / len(sums[value]) for value in VALUES)

    @property
    def alike(self) -> bool:
        """Does every card change the wager equally?"""
        effects = list(self.effects.values())
        return all(_same(effects[0], each) for each in effects)


def named(card: int, kinds: Iterable[str]) -> str:
    """The kind to which a card belongs."""
    rank, suit = RANKS[card >> 2], SUITS[card & 3]
    known = kinds if isinstance(kinds, Mapping) else set(kinds)
    return next(each for each in (rank + suit, rank, value_of(card)) if each in known)


def value_of(card: int) -> str:
    rank = RANKS[card >> 2]
    return "T" if rank in "TJQK" else rank


def deck_of(tens: int) -> list[int]:
    """The cards of a deck in which ``tens`` ranks count ten: a Spanish deck has no cards of rank ten (19.2(a))."""
    return [card for card in range(52) if tens == TENS or RANKS[card >> 2] != "T"]


def removal(rules: Rules, wager: str) -> Removal:
    """One card of each kind removed in turn; where the game has no odds from part of a shoe, by sampled rounds."""
    pack = sorted(rules.pack())
    tens = _check(rules, pack)
    try:
        whole = odds_from(rules, wager, pack)
    except Refused as refusal:
        return _sampled(rules, wager, tens, refusal)
    if whole.rounds != 1:
        raise Refused(
            f"{wager} is decided over several rounds: the cards left before one of them do not give its odds"
        )
    if len({each.net for each in whole.outcomes}) == 1:
        raise Refused(f"{wager} always ends the same: there is nothing to count")
    edge = whole.expectation
    found: dict[int, float] = {}

    def effect(card: int) -> float:
        if card not in found:
            left = pack.copy()
            left.remove(card)
            found[card] = float(odds_from(rules, wager, left).expectation - edge)
        return found[card]

    if _suits_matter(rules, wager, effect):
        effects = {RANKS[card >> 2] + SUITS[card & 3]: effect(card) for card in deck_of(tens)}
    elif _tens_alike(rules, wager, effect):
        effects = {value_of(4 * rank): effect(4 * rank) for rank in (12, *range(8), 9)}
    else:
        ranks = (card >> 2 for card in deck_of(tens)[::4])
        effects = {RANKS[rank]: effect(4 * rank) for rank in sorted(ranks, key=lambda rank: (rank + 1) % 13)}
    standard_deviation = whole.standard_deviation if whole.outcomes and whole.value is None else None
    return Removal(
        wager=wager,
        player_edge=float(edge),
        standard_deviation=standard_deviation,
        effects=effects,
        tens=tens,
    )


def _sampled(rules: Rules, wager: str, tens: int, refusal: Refused) -> Removal:
    """A wager that the game's compiled rounds make: a card is gone if a round does not use it."""
    from pitboss.practice.counted_shoes import by_card

    simulation = rules.game.mathematics.simulation(rules)
    if wager not in simulation.wagers:
        raise refusal
    edge, deviation, effects, error = by_card(simulation, simulation.wagers.index(wager), SAMPLE)
    ranks = {RANKS[card >> 2]: float(effects[card : card + 4].mean()) for card in deck_of(tens)[::4]}
    return Removal(
        wager=wager,
        player_edge=edge,
        standard_deviation=deviation,
        effects={rank: ranks[rank] for rank in ("A", *RANKS[:-1]) if rank in ranks},
        tens=tens,
        error=error,
    )


def _check(rules: Rules, pack: Sequence[int]) -> int:
    """How many ranks count ten in a shoe of whole decks."""
    if len(pack) < 48 or any(card >= 52 for card in pack):
        raise Refused(f"{rules.game.id} is not dealt from a shoe of whole decks: there is nothing to count")
    return TENS - all(RANKS[card >> 2] != "T" for card in pack)


def _by_value(rules: Rules, wager: str) -> bool:
    """Does blackjack's own analysis use only values, so that suits need not be tried?"""
    from pitboss.games.blackjack.family import BlackjackGame

    game = rules.game
    if not isinstance(game, BlackjackGame) or wager not in (game.original[0], "insurance"):
        return False
    from pitboss.games.blackjack.house import house_of

    return wager == "insurance" or not house_of(rules).suits


def _suits_matter(rules: Rules, wager: str, effect: Effect) -> bool:
    if _by_value(rules, wager):
        return False
    probes = ((44, 47), (20, 23), (40, 43), (48, 50))  # of a king, a seven, a queen and an ace two suits
    return any(not _same(effect(one), effect(other)) for one, other in probes)


def _tens_alike(rules: Rules, wager: str, effect: Effect) -> bool:
    return _by_value(rules, wager) or (
        all(_same(effect(36), effect(rank)) for rank in (40, 44)) and _tens(rules, effect)
    )


def _tens(rules: Rules, effect: Effect) -> bool:
    return 32 not in rules.pack() or _same(effect(32), effect(36))


def _same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-11


# ---- counts ---------------------------------------------------------------------------------------------


def correlation(tags: Sequence[float], effects: Sequence[float], tens: int = TENS) -> float:
    """The correlation of tags and effects of ace, 2 to 9 and ten, over a deck in which ``tens`` ranks count ten.

    >>> griffin = (-0.094, 0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091)
    >>> [round(correlation(USUAL[name], griffin), 3) for name in ("Hi-Lo", "K-O", "ace-five")]
    [0.963, 0.961, 0.539]
    """
    weights = [1.0] * 9 + [float(tens)]
    whole = sum(weights)
    mean_tag = sum(w * t for w, t in zip(weights, tags, strict=True)) / whole
    mean = sum(w * e for w, e in zip(weights, effects, strict=True)) / whole
    both = one = other = 0.0
    for weight, tag, effect in zip(weights, tags, effects, strict=True):
        both += weight * (tag - mean_tag) * (effect - mean)
        one += weight * (tag - mean_tag) ** 2
        other += weight * (effect - mean) ** 2
    return both / sqrt(one * other) if one and other else 0.0


def best_tags(effects: Sequence[float], most: int, tens: int = TENS) -> tuple[int, ...]:
    """Whole numbers up to ``most`` that follow the effects best: of all roundings of them in proportion, the one of the
    highest correlation, and of equal ones that with the smallest tags."""
    largest = max(map(abs, effects))
    if not largest:
        return (0,) * len(effects)
    tried = {
        tuple(max(-most, min(most, round(effect / largest * scale / 100))) for effect in effects)
        for scale in range(50, 200 * most + 1)
    }
    return max(
        (tags for tags in tried if any(tags)),
        key=lambda tags: (round(correlation(tags, effects, tens), 9), -sum(map(abs, tags)), tags),
    )


def read_tags(text: str) -> tuple[int, ...]:
    """The name of a usual count, or ten tags of ace, 2 to 9 and ten.

    >>> read_tags("hi-lo") == read_tags("-1 1 1 1 1 1 0 0 0 -1")
    True
    """
    for name, tags in USUAL.items():
        if text.strip().lower() == name.lower():
            return tags
    try:
        tags = tuple(int(each) for each in text.replace(",", " ").split())
    except ValueError:
        tags = ()
    if len(tags) != len(VALUES) or not any(tags) or max(map(abs, tags)) > 20:
        raise Refused(
            f"tags must be ten whole numbers, for ace, 2 to 9 and ten, or a name: {', '.join(USUAL)}"
        )
    return tags


if TYPE_CHECKING:
    from collections.abc import Callable

    Effect = Callable[[int], float]

__all__ = ["Removal", "best_tags", "correlation", "deck_of", "odds_from", "read_tags", "removal"]
