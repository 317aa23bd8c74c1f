"""Index plays of blackjack: the true count of Hi-Lo from which the play of a hand differs from that with a full shoe,
and which of these plays gain most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, to_builtins

from pitboss.law import Refused
from pitboss.papers.sheet import Columns, Section, Sheet

if TYPE_CHECKING:
    from pitboss.book import Rules

HI_LO: Final = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
SHIFTS: Final = range(-4, 7)
"""Low cards of each rank removed in excess of their share, and high cards of each rank left in excess of theirs."""
ROUNDS: Final = 2_000_000
BEST: Final = 18


class IndexPlay(Struct, frozen=True, kw_only=True):
    """A hand against what the dealer shows: ``play`` in place of ``usual`` from the true count ``index`` on, or below
    it where ``above`` is false. ``gain`` is in units of the wager a round, at flat bets."""

    hand: str
    dealer: str
    usual: str
    play: str
    index: float
    above: bool
    gain: float


class IndexPlays(Struct, frozen=True):
    """The plays that gain most, the best first."""

    game: str
    plays: tuple[IndexPlay, ...]

    def json(self) -> object:
        return to_builtins(self)

    def sheet(self) -> Sheet:
        rows = tuple(
            (
                each.hand,
                each.dealer,
                each.usual,
                each.play,
                f"{'from' if each.above else 'below'} {each.index:+.1f}",
                f"{1e5 * each.gain:.2f}",
            )
            for each in self.plays
        )
        columns = ("hand", "against", "usually", "played", "true count", "gain")
        section = Section(
            title="By the true count of Hi-Lo",
            tables=(Columns(columns=columns, rows=rows, words=5),),
            notes=(
                "gain: units of the wager in 100,000 rounds, at flat bets",
                "hands of two cards; the true count is the running count over the decks unseen, not rounded",
            ),
        )
        lead = f"The {len(rows)} most valuable plays, computed from shoes of every count."
        return Sheet(kind="Count", title=f"Index plays of {self.game}", lead=lead, sections=(section,))


def index_plays(rules: Rules, most: int = BEST, rounds: int = ROUNDS, seed: int = 1) -> IndexPlays:
    """The plays that gain most, by hands of two cards. Every hand is valued with a full shoe from which cards are
    shifted from low to high and back, and each count is weighted by how often it occurs."""
    from pitboss.games.blackjack.engine import analyze
    from pitboss.games.blackjack.family import BlackjackGame
    from pitboss.games.blackjack.house import house_of

    if not isinstance(rules.game, BlackjackGame) or rules.game.id != "blackjack":
        raise Refused(f"index plays are available only for blackjack, not for {rules.game.id}")
    house = house_of(rules)
    decks = sum(house.shoe) / 52
    shares = _shares(rules, decks, rounds, seed)
    shifts = [shift for shift in SHIFTS if 4 * decks - max(shift, -shift) >= 2]
    shoes = {
        shift: tuple(
            count - shift * tag * (4 if value == 9 else 1)
            for value, (count, tag) in enumerate(zip(house.shoe, HI_LO, strict=True))
        )
        for shift in shifts
    }
    worth = {shift: _by_group(analyze(house, shoe).hands) for shift, shoe in shoes.items()}
    found = [
        play
        for group, values in worth[0].items()
        for play in _plays(group, {shift: worth[shift].get(group, values) for shift in shifts}, shares, decks)
    ]
    found.append(_insurance(shoes, shares, decks))
    return IndexPlays(rules.game.id, tuple(sorted(found, key=lambda each: -each.gain)[:most]))


Group = tuple[str, str]
Values = tuple[float, dict[str, float]]
"""The probability of a hand, and the value of each choice."""


def _shares(rules: Rules, decks: float, rounds: int, seed: int) -> dict[int, float]:
    """The share of rounds at the true counts nearest to each shift of the shoe."""
    import numpy as np

    from pitboss.practice.count import shoe_of
    from pitboss.practice.counted_shoes import COUNTS, HANDS, Shoe, dealt
    from pitboss.practice.removal import VALUES, value_of

    shoe, simulation = shoe_of(rules), rules.game.mathematics.simulation(rules)
    of_value = dict(zip(VALUES, HI_LO, strict=True))
    tags = np.array([float(of_value[value_of(card)]) for card in range(52)])
    how = Shoe(shoe.cut, 1 if shoe.one_more else 0, 1, simulation.draws)
    sums, _ = dealt(simulation, how, 0, tags, np.zeros(52), rounds, seed)
    at = sums.sum(0)[:, HANDS]
    shares: dict[int, float] = {}
    for place, hands in enumerate(at.tolist()):
        shift = round((place - COUNTS + 0.5) * decks / 10)  # the middle of a floored count
        shift = max(SHIFTS[0], min(SHIFTS[-1], shift))
        shares[shift] = shares.get(shift, 0.0) + hands / float(at.sum())
    return shares


def _by_group(hands: tuple[object, ...]) -> dict[Group, Values]:
    """Hands of two cards grouped as players group them: pairs, soft and hard totals."""
    from pitboss.games.blackjack.engine import TwoCards
    from pitboss.games.blackjack.every_hand import ACE, RANKS, TEN

    sums: dict[Group, tuple[float, dict[str, float]]] = {}
    for each in hands:
        assert isinstance(each, TwoCards)
        one, two = each.hand
        points = one + two + 2
        if one == ACE and two == TEN:
            continue
        name = (
            f"pair of {RANKS[one]}"
            if one == two
            else f"soft {points + 10}"
            if one == ACE
            else f"hard {points}"
        )
        group = name, "".join(RANKS[rank] for rank in each.dealer)
        chance, values = sums.get(group, (0.0, {}))
        for choice, value in each.values.items():
            values[choice] = values.get(choice, 0.0) + each.probability * value
        sums[group] = chance + each.probability, values
    return {
        group: (chance, {choice: value / chance for choice, value in values.items()})
        for group, (chance, values) in sums.items()
    }


def _plays(group: Group, worth: dict[int, Values], shares: dict[int, float], decks: float) -> list[IndexPlay]:
    """Each choice that becomes better than the usual one above a count, or below one."""
    _, here = worth[0]
    usual = max(here, key=lambda choice: here[choice])
    found = []
    for choice in here:
        if choice == usual:
            continue
        more = {shift: values[choice] - values[usual] for shift, (_, values) in worth.items()}
        best = {shift: max(values, key=lambda each: values[each]) for shift, (_, values) in worth.items()}
        for above in (True, False):
            side = [shift for shift in more if (shift > 0 if above else shift < 0)]
            better = [shift for shift in side if more[shift] > 0 and best[shift] == choice]
            if not better:
                continue
            gain = sum(shares.get(shift, 0.0) * worth[shift][0] * more[shift] for shift in better)
            nearest = min(better, key=abs)
            before = nearest - (1 if above else -1)
            crossing = before + (nearest - before) * more[before] / (more[before] - more[nearest])
            found.append(
                IndexPlay(
                    hand=group[0],
                    dealer=group[1],
                    usual=usual,
                    play=choice,
                    index=10 * crossing / decks,
                    above=above,
                    gain=gain,
                )
            )
    return found


def _insurance(shoes: dict[int, tuple[int, ...]], shares: dict[int, float], decks: float) -> IndexPlay:
    """Half the wager at 2 to 1 when the dealer shows an ace; nothing else is known of the cards."""
    worth = {shift: 3 * shoe[9] / (sum(shoe) - 1) - 1 for shift, shoe in shoes.items()}
    ace = {shift: shoe[0] / sum(shoe) for shift, shoe in shoes.items()}
    gain = sum(shares.get(shift, 0.0) * ace[shift] * max(0.0, worth[shift]) / 2 for shift in shoes)
    nearest = min(shift for shift in shoes if worth[shift] > 0)
    crossing = nearest - worth[nearest] / (worth[nearest] - worth[nearest - 1])
    return IndexPlay(
        hand="insurance",
        dealer="A",
        usual="decline",
        play="insure",
        index=10 * crossing / decks,
        above=True,
        gain=gain,
    )


__all__ = ["IndexPlay", "index_plays"]
