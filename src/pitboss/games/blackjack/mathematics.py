"""The mathematics of the family as the drivers use it: odds, chart, advice and simulation under a table's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np
from msgspec import structs

from pitboss.arrays import Floats, Ints
from pitboss.book import Ask, Choice, Refused, Rules
from pitboss.book.endings import Ending, line, pays
from pitboss.book.events import part_of
from pitboss.compiler import kept, kernel, specialized
from pitboss.equipment.cards import card
from pitboss.games.blackjack import rounds
from pitboss.games.blackjack.boxes import at_box
from pitboss.games.blackjack.charts import (
    ACES,
    BY_CARDS,
    DOUBLED,
    HARD,
    PAIR,
    SOFT,
    BasicStrategy,
    chart,
    letters,
    two_cards,
)
from pitboss.games.blackjack.dealer import dealer_hands
from pitboss.games.blackjack.engine import Analysis, Play, TwoCards, analyze, play_of
from pitboss.games.blackjack.every_hand import ACE, RANKS, TEN, all_hands, hand_of, third_of
from pitboss.games.blackjack.family import BlackjackGame
from pitboss.games.blackjack.followed import followed, mimic, never_bust
from pitboss.games.blackjack.hands import End, Hole, Surrender, may_double, points
from pitboss.games.blackjack.house import House, game_of, house_from, house_of, lines_of, offered
from pitboss.games.blackjack.moments import ERROR, MEAN, SQUARE, WIN
from pitboss.games.blackjack.rounds import (
    HANDS,
    LOST,
    MEMORY,
    PURSE,
    SPARE,
    WON,
    Cards,
    Dealt,
    Setting,
    box_of,
)
from pitboss.games.blackjack.rounds import play_box as play_box
from pitboss.games.blackjack.side_wager_mathematics import side_odds
from pitboss.games.blackjack.side_wagers import NO_CARD, SEVENS, sevens
from pitboss.games.blackjack.splits import room_for
from pitboss.games.blackjack.spread import Spread, spread
from pitboss.law import Rule, adapted
from pitboss.odds import Advice, Chart, Outcome, Strategy, WagerOdds, counted
from pitboss.odds.endings import packed, unit
from pitboss.sim import Simulation
from pitboss.sim.chance import State, deal, seeded
from pitboss.solve.first import left_of
from pitboss.solve.information import Information
from pitboss.table import Table

SAMPLE_OF_SPLITS = 2_000_000
"""Rounds simulated for each split pair, to find how often three hands and more are won together."""

LEAST_ANALYZED = 26
"""The fewest cards for which best play is computed: with fewer, a round is mostly completed from the discards."""

STAKE = 1_000
"""The unit of the sample, in cents: 3 to 2, 6 to 5 and a half are all whole."""

LEGEND = {
    "H": "hit",
    "S": "stand",
    "Dh": "double down, else hit",
    "Ds": "double down, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
    "R": "surrender the hand",
}

PER = """unit of the initial wager, doubles and splits included; best play by the cards of the hand, after a split by \
its own and by how many of the pair are gone"""


def analyzed(house: House, added: float = 0.0) -> Analysis:
    return _analyzed(house, added)  # cached once, with or without the share


@lru_cache(256)
def _analyzed(house: House, added: float) -> Analysis:
    return analyze(house, added=added)


def best_play(house: House) -> tuple[float, float]:
    """The value of a round with it, for a unit of the main wager, and the amount at risk."""
    return analyzed(house).expectation, analyzed(house).average_wager


def charted(house: House, added: float = 0.0) -> BasicStrategy:
    return _charted(house, added)


@lru_cache(256)
def _charted(house: House, added: float) -> BasicStrategy:
    return chart(analyzed(house, added))


# ---- odds ------------------------------------------------------------------------------------------------


def odds(
    rules: Rules, wager: str | None, main: Callable[[Rules], WagerOdds] | None = None
) -> Iterable[WagerOdds]:
    """The main wager, by the game's own count if it has one; insurance, and the side wagers."""
    if wager in (None, game_of(rules).original[0]):
        yield (main or main_wager)(rules)
    if wager in (None, "insurance") and rules["hole-card"] != "up":
        yield insurance(rules, rules.pack())
    for side in game_of(rules).side_wagers:
        if wager in (None, side.wager) and rules.offers(side.wager):
            yield side_odds(rules, side)


def odds_from(
    rules: Rules,
    cards: Sequence[int],
    wager: str | None,
    worth: Callable[[House], tuple[float, float]] = best_play,
    per: str = PER,
) -> Iterable[WagerOdds]:
    """The same from these cards, the rest of a shoe; the frequency of wins is then not computed."""
    if len(cards) < LEAST_ANALYZED:
        (cut,) = (option for option in rules.game.data.options if option.id == "cutting-card")
        says = f"best play is computed for {LEAST_ANALYZED} cards or more; only {len(cards)} are left"
        raise Refused(says, cut.cite)
    main, house = game_of(rules).original[0], house_from(rules, list(cards))
    if wager in (None, main):
        value, wagered = worth(house)
        yield WagerOdds(
            wager=main,
            table=rules.pay(main).table,
            options=rules.options,
            outcomes=(),
            per=per,
            value=Fraction(value),
            wagered=Fraction(wagered),
        )
    if wager in (None, "insurance") and house.terms.hole != Hole.UP and house.shoe[ACE]:
        yield insurance(rules, cards)
    for side in game_of(rules).side_wagers:
        if wager in (None, side.wager) and rules.offers(side.wager):
            yield side_odds(rules, side, cards)


def main_wager(rules: Rules) -> WagerOdds:
    """Best play, hand by hand."""
    house = house_of(rules)
    chances = [each.probability for each in analyzed(house).hands]
    return valued(rules, *best_play(house), fortune(fortunes(rules), chances))


def valued(rules: Rules, value: float, wagered: float, fortune_: Fortune, per: str = PER) -> WagerOdds:
    """The main wager: its value, and the distribution of its rounds."""
    main = game_of(rules).original[0]
    wins, losses = in_digits(fortune_.wins), in_digits(fortune_.losses)
    return WagerOdds(
        wager=main,
        table=rules.pay(main).table,
        options=rules.options,
        outcomes=(
            Outcome("win", wins, Fraction(0)),
            Outcome("push", 1 - wins - losses, Fraction(0)),
            Outcome("lose", losses, Fraction(0)),
        ),
        per=per,
        value=Fraction(value),
        wagered=Fraction(wagered),
        deviation=fortune_.deviation,
        simulated=fortune_.simulated,
    )


def insurance(rules: Rules, cards: Sequence[int]) -> WagerOdds:
    """When the only known card of the shoe is the dealer's ace."""
    game, shoe, counts = game_of(rules), Counter(cards), Counter[Ending]()
    for (up, aces), (second, count) in product(shoe.items(), repeat=2):
        if points(up) == 1:
            counts[game.insured(up, second)] += aces * (count - (up == second))
    return counted(
        "insurance",
        {ending.outcome: count for ending, count in sorted(counts.items())},
        {ending.outcome: insured(rules, ending) for ending in counts},
        table="fixed",
        options=rules.options,
        per="unit of the insurance wager, nothing known but the dealer's ace",
    )


def odds_knowing(rules: Rules, known: Information) -> Iterable[WagerOdds]:
    """The main wager of a player who sees the dealer's hole card, and insurance, then made only where it wins."""
    known.only(rules.game.id, "dealer", "gone")
    cards = left_of(rules, known)
    house, main = house_from(rules, cards), game_of(rules).original[0]
    if len(cards) < LEAST_ANALYZED:
        raise Refused(f"best play is computed for {LEAST_ANALYZED} cards or more; only {len(cards)} are left")
    if known.dealer > (hidden := int(house.terms.hole in (Hole.DOWN, Hole.READER))):
        says = "one hole card" if hidden else "no hole card that lies face down"
        raise Refused(f"the dealer has {says}, so {known.dealer} cannot be known")
    seen = dealer_hands(True, house.terms.hit_soft_17, house.terms.push_22) if known.dealer else None
    found = analyze(house, dealer=seen)
    yield WagerOdds(
        wager=main,
        table=rules.pay(main).table,
        options=rules.options,
        outcomes=(),
        per="unit of the initial wager, doubles and splits included, insurance apart",
        value=Fraction(found.expectation),
        wagered=Fraction(found.average_wager),
        known=str(known),
    )
    if known.dealer:
        blind = insurance(rules, cards)
        ace = Fraction(sum(points(card) == 1 for card in cards), len(cards))
        won = [each._replace(probability=ace * each.probability) for each in blind.outcomes if each.net > 0]
        made = sum((each.probability for each in won), Fraction(0))
        yield structs.replace(
            blind,
            outcomes=(*won, Outcome("not made", 1 - made, Fraction(0))),
            per="unit of the insurance wager in a round, made only where it wins",
            wagered=made,
            known=str(known),
        )


def insured(rules: Rules, ending: Ending) -> Fraction:
    """The result of a unit of insurance."""
    return unit(line(rules, "insurance", ending.fates["insurance"]))


# ---- results of rounds ---------------------------------------------------------------------------------


def in_digits(chance: float) -> Fraction:
    """A probability computed in floating point, good to twelve digits."""
    return Fraction(round(chance * 10**12), 10**12)


class Fortune(NamedTuple):
    """The distribution of a round of best play, in units of the wager."""

    mean: float
    deviation: float
    wins: float
    losses: float
    ahead: float
    """How often more of its hands are won than lost, and how often fewer."""
    behind: float
    error: float
    """The largest deviation of these probabilities due to sampling."""
    simulated: tuple[str, ...]


def fortune(rounds: Floats, chances: Sequence[float], units: Sequence[int] | None = None) -> Fortune:
    """Rounds with this distribution [case, moment, and its error], each with the same probability; with this many
    units."""
    weights, stakes = np.array(chances), np.ones(len(chances)) if units is None else np.array(units)
    mean, square = weights @ (stakes * rounds[:, MEAN]), weights @ (stakes**2 * rounds[:, SQUARE])
    error = sqrt(float(((weights * rounds[:, ERROR]) ** 2).sum()))
    wins, losses, ahead, behind = (weights @ rounds[:, WIN:ERROR]).tolist()
    given = ("hit_rate", "outcomes") if error else ()
    return Fortune(float(mean), sqrt(square - mean**2), wins, losses, ahead, behind, error, given)


def fortunes(rules: Rules, added: float = 0.0) -> Floats:
    """For each case of the analysis, the distribution of a round, and its error."""
    house, work = house_of(rules), partial(come_out, rules, added)
    return kept("blackjack-rounds", lambda: work(), (*priced(house), added))


def priced(house: House) -> tuple[object, ...]:
    """The inputs to all figures of a table."""
    return house.terms, house.shoe, [np.array(each).tolist() for each in house.prices + house.squares]


def come_out(rules: Rules, added: float) -> Floats:
    """Exact, except for how often three hands and more of a split are won together: only such rounds are sampled."""
    analysis = analyzed(house_of(rules), added)
    chances = np.array([each.probability for each in analysis.hands])
    return with_samples(rules, analysis.hands, spread(house_of(rules), analysis, added), chances, added)


def with_samples(
    rules: Rules,
    hands: Sequence[TwoCards],
    spread: Spread,
    chances: Floats,
    added: float = 0.0,
    gone: tuple[int, ...] = (),
    sample: int = SAMPLE_OF_SPLITS,
) -> Floats:
    """The moments of rounds with these probabilities, and then their error for this sample size."""
    (moments, many), error = spread, np.zeros(len(hands))
    for case in np.flatnonzero(many).tolist():
        count = int(sample * chances[case] * many[case] / (chances @ many)) + 1
        seen, *shares = split_sample(rules, hands[case], added, case, count, gone)
        moments[case, WIN:] += many[case] * np.array(shares) / max(seen, 1)
        error[case] = many[case] / 2 / sqrt(max(seen, 1))
    return np.column_stack((moments, error))


def split_sample(
    rules: Rules, each: TwoCards, added: float, case: int, count: int, gone: tuple[int, ...]
) -> list[int]:
    """Among this many rounds with this pair: those of three hands and more, and how many of these are won, lost, ahead
    and behind."""
    pack = list(rules.pack())
    for rank in (*each.hand, *each.dealer, *gone):
        pack.remove(next(card for card in pack if points(card) == rank + 1))
    a, b, up = (
        next(card for card in rules.pack() if points(card) == rank + 1)
        for rank in (*each.hand, each.dealer[0])
    )
    setting = setting_of(rules)._replace(cells=charted(house_of(rules), added).cells)
    found, memory = np.zeros(5, np.int64), np.zeros(MEMORY, np.int64)
    dealt = Dealt(a, b, round(STAKE / (1 - added)), STAKE)
    state, tape = seeded(np.uint64(1), np.uint64(1), np.uint64(case)), np.array(pack, np.uint8)
    _sampling_splits(game_of(rules).payout)(state, tape, dealt, up, setting, count, memory, found)
    return found.tolist()


@kernel
def sample_splits(
    state: State, tape: Cards, dealt: Dealt, up: int, setting: Setting, count: int, memory: Ints, found: Ints
) -> None:
    for _ in range(count):
        deal(tape, min(SPARE, len(tape)), state)
        _, net, _ = play_box(tape, 0, dealt, up, 0, setting, memory)
        if memory[HANDS] > 2:
            found[0] += 1
            found[1] += net > 0
            found[2] += net < 0
            found[3] += memory[WON] > memory[LOST]
            found[4] += memory[WON] < memory[LOST]


@cache
def _sampling_splits(payout: Rule[..., int]) -> Callable[..., None]:
    return specialized(sample_splits, play_box=box_of(payout))


# ---- strategy --------------------------------------------------------------------------------------------


def strategy(rules: Rules) -> Strategy:
    house = house_of(rules)
    found = charted(house)
    notes = tuple(map(str, found.deviations))
    return printed(rules, printed_charts(found), notes, analyzed(house).expectation, simpler(house))


BY_CHART = "by the chart, for any cards of the total"


def simpler(house: House) -> dict[str, Fraction]:
    """The house edge of the chart to the letter and of simple rules that players use, for the wager that begins a
    hand."""
    chart_, key = charted(house), priced(house)
    ways = {
        BY_CHART: chart_.cells,
        "never bust: stand on every hard 12 and more, else by the chart": never_bust(house.terms, chart_),
        "mimic the dealer: draw and stand as the dealer must, never double, split or surrender": mimic(
            house.terms
        ),
    }
    worth = kept(
        "blackjack-followed", lambda: np.array([followed(house, each) for each in ways.values()]), key
    )
    return {way: -Fraction(value) for way, value in zip(ways, worth.tolist(), strict=True)}


def without(habit: str, house: House, fee: float = 0.0) -> dict[str, Fraction]:
    """The same in a sister game for a player who never uses its special feature, and still pays its fee."""
    best = {"the best of every hand": -Fraction(analyzed(house).expectation)}
    return {f"never {habit}; {way}": edge + Fraction(fee) for way, edge in {**best, **simpler(house)}.items()}


def printed(
    rules: Rules,
    charts: tuple[Chart, ...],
    notes: tuple[str, ...],
    value: float,
    simpler: Mapping[str, Fraction],
) -> Strategy:
    used = {cell for each in charts for row in each.rows for cell in row[1:]}
    return Strategy(
        game=rules.game.id,
        rule="Find your hand on the left and the dealer's card above; never insure without counting cards.",
        charts=charts,
        notes=notes,
        legend={cell: words for cell, words in LEGEND.items() if cell in used},
        house_edge=-Fraction(value),
        chart_edge=simpler.get(BY_CHART),
        simpler=simpler,
    )


def printed_charts(found: BasicStrategy, of: str = "") -> tuple[Chart, ...]:
    """Hard totals, soft totals and pairs; and doubled hands, where they may be surrendered."""
    heads = {11: "A"} if len(found.columns) == 10 else {}
    columns = tuple(f"soft {c - 10}" if c > 21 else heads.get(c, str(c)) for c in found.columns)

    def rows(kind: int, labels: Iterable[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (label, *(letters(int(found.cells[column, kind, score])) for column in found.columns))
            for label, score in labels
        )

    hard = rows(HARD, ((str(score), score) for score in range(20, 4, -1)))
    soft = rows(SOFT, ((f"A,{score - 11}", score) for score in range(20, 12, -1)))
    pairs = rows(PAIR, ((f"{RANKS[v - 1]},{RANKS[v - 1]}", v) for v in (1, *range(10, 1, -1))))
    charts: tuple[Chart, ...] = (
        Chart(f"Hard totals{of}", columns, hard),
        Chart(f"Soft totals{of}", columns, soft),
        Chart(f"Pairs{of}", columns, pairs),
    )
    if found.aces:
        split = rows(
            ACES, ((f"A,{'A' if score == 12 else score - 11}", score) for score in range(20, 11, -1))
        )
        charts += (Chart(f"Split aces{of}", columns, split),)
    hands = all_hands()
    for size in found.sizes:
        for is_soft, name in ((0, "Hard"), (1, "Soft")):
            scores = set(hands.score[(hands.size == size) & (hands.soft == is_soft)].tolist()) - {21}
            kind = BY_CARDS + 2 * (size - 3) + is_soft
            labels = ((str(score), score) for score in sorted(scores, reverse=True))
            charts += (Chart(f"{name} totals of {size} cards{of}", columns, rows(kind, labels)),)
    doubled = tuple(
        (str(score), *("R" if found.cells[column, DOUBLED, score] else "S" for column in found.columns))
        for score in range(21, 5, -1)
        if found.cells[:, DOUBLED, score].any()
    )
    return (*charts, Chart(f"Doubled{of}", columns, doubled)) if doubled else charts


# ---- advice ----------------------------------------------------------------------------------------------


class Situation:
    """A player's hand as the player sees it. The shoe is a full one without the cards that are face up or visible to
    the player; cards of earlier rounds are ignored, as in published strategies."""

    def __init__(self, table: Table, ask: Ask) -> None:
        game, view = game_of(table.rules), table.view(ask.seat)
        self.house = house_of(table.rules)
        self.terms = self.house.terms
        self.seat, self.position = ask.seat, int(ask.hand.partition(".")[0])
        self.hand = game.seen_hand(table, ask.hand, view)
        self.cards = ranks(view.get(ask.hand, ()))
        self.held = tuple(card(name) for name in view.get(ask.hand, ()) if name != "??")
        self.unseen = Counter(table.rules.pack())
        self.unseen.subtract(card(name) for names in view.values() for name in names if name != "??")
        self.up = card(view["dealer"][0]) if view.get("dealer") else NO_CARD
        self.shown = ranks(view.get("dealer", ()))
        shoe = Counter(dict(enumerate(self.house.shoe)))
        for owner, names in view.items():
            if owner not in ("dealer", ask.hand):
                shoe.subtract(ranks(names))
        self.shoe = tuple(max(shoe[rank], 0) for rank in range(10))
        box = [
            game.seen_hand(table, each, view)
            for each in view
            if each.partition(".")[0] == str(self.position) and not part_of(each)
        ]
        self.room = self.terms.hands + 1 - sum(each.of == self.hand.of for each in box)
        """The number of hands this one may be split into, if the others are not split again."""
        self.known = bool(self.shown) and game.would_be_known(table)
        begun = {
            wager: table.stake(ask.seat, at_box(wager, ask.seat, self.position))
            for wager in game.begun_with(self.hand)
        }
        self.stake = sum(begun.values())
        taken = sum(stake for wager, stake in begun.items() if wager in game.original)
        number = self.hand.number
        own = sum(
            table.stake(
                ask.seat, at_box(wager if number == 2 else f"{wager}:{number}", ask.seat, self.position)
            )
            for wager in game.splits
        )
        if str(number) not in ("1", *game.dealt_beside) and own:
            self.stake, taken = own, 0
        self.added = 1 - taken / self.stake if self.stake else 0.0
        """The share of the wager that a dealer's blackjack does not take: it takes only the original wager."""

    def play(self, cards: tuple[int, ...] | None = None) -> Play:
        hand = self.cards if cards is None else cards
        room = room_for(self.terms, ACE) if hand[:1] == (ACE,) and not self.terms.resplit_aces else self.room
        split, third = self.hand.split, self.third() if hand == self.cards else None
        return played(
            self.house, self.shoe, hand, self.shown, room, split=split, added=self.added, third=third
        )

    def third(self) -> float | None:
        """The average payout of two cards if a third makes them a winning 21, by the suits seen; none if suits do not
        matter."""
        hand = hand_of(*self.cards)
        if len(self.cards) != 2 or self.house.prices.suited[hand] < 0:
            return None
        rules, (a, b) = self.hand.table.rules, self.held
        game, main = game_of(rules), offered(rules, game_of(rules).original)
        lines, terms = lines_of(rules, main), game.terms(rules)
        whole = total_ = 0.0
        for c, count in self.unseen.items():
            if points(c) == third_of(hand) + 1 and count > 0:
                end = game.payout(terms.payouts, int(End.WIN), a, b, c, 21, 3, False)
                total_ += count * (float(unit(lines[end])) + self.bonus(a, b, c))
                whole += count
        return total_ / whole if whole else None

    def bonus(self, a: int, b: int, c: int) -> float:
        """What a third card adds, in units of the wager."""
        return 0.0

    def worth(self, play: Play, value: float) -> float:
        """In cents: the value over the rounds without a dealer's blackjack, and what a blackjack takes if it is still
        possible."""
        if self.known:
            return self.stake * value / play.clear
        return self.stake * (value - (1 - play.clear) * (1 - self.added))

    def natural(self, play: Play) -> float:
        """A blackjack in cents, no matter what the dealer has."""
        if self.known:
            return self.stake * play.values["stand"] / play.clear
        return self.stake * (play.values["stand"] + (1 - play.clear) * self.house.prices.tied)

    def best(self, hand: tuple[int, ...]) -> float:
        """Two cards played best before the dealer's second card is known, in cents."""
        play = self.play(hand)
        values = dict(play.values)
        del values["kept"]
        if sorted(hand) == [ACE, TEN]:
            return self.natural(play)
        if not may_double(self.terms, score(hand), 2, False, False):
            del values["double"]
        if self.terms.surrender == Surrender.NEVER:
            del values["surrender"]
        return self.worth(play, max(values.values()))

    def insured(self) -> float:
        """The wagers on which insurance is offered, in cents and without it."""
        rules = self.hand.table.rules
        if not self.hand.blackjack or self.terms.blackjack_on_21 or self.terms.blackjack_ties_21:
            return self.best(self.cards)
        main = game_of(rules).original[0]
        paid = line(rules, main, game_of(rules).paid_as(self.hand, End.BLACKJACK).fates[main])
        clear = self.play().clear
        return clear * pays(self.stake, paid) + (1 - clear) * self.stake * self.house.prices.tied


played = lru_cache(512)(play_of)


def ranks(names: Iterable[str]) -> tuple[int, ...]:
    """The ranks of the visible cards, from ace 0 to ten 9."""
    return tuple(points(card(name)) - 1 for name in names if name != "??")


def advise(table: Table, ask: Ask, at: Situation | None = None) -> Advice:
    """Exact for the visible cards. The wagers counted are those on the hand, including insurance if it is the question.
    A hand that may be split again is assumed to have all the room there is."""
    at = at or Situation(table, ask)
    choices = {choice.id: choice for choice in ask.choices}
    at.known = at.known and not {"no-insurance", "second-card"} & choices.keys()
    if "no-insurance" in choices:
        return on_insurance(at, table, choices, at.insured())
    if "third-card" in choices:
        return on_sevens(table, ask)
    amounts: dict[str, int] = {}
    if "first-hand" in choices:  # one card each is there
        pair = (at.cards[0], at.cards[0])
        at.shoe = tuple(count + (rank == pair[0]) for rank, count in enumerate(at.shoe))
        at.hand.split, at.room = False, at.room + 1
        play = at.play(pair)
        at.room = 2
        follow = at.worth(play, at.play(pair).values["split"] / 2)
        values = {"first-hand": follow, "second-hand": follow}
        if "split" in choices:
            values["split"] = at.worth(play, play.values["split"])
    elif "second-card" in choices:
        left = [count - at.cards.count(rank) - at.shown.count(rank) for rank, count in enumerate(at.shoe)]
        drawn = sum(n * at.best((*at.cards, rank)) for rank, n in enumerate(left) if n > 0) / sum(left)
        values = {"second-card": drawn, "dead-hand": 0.0}
    elif "rescue" in choices:  # 19.9(d): of a doubled hand, the wager is lost and the rest returned
        added = table.stake(ask.seat, at_box("double-down", ask.seat, at.position, at.hand.number))
        play = at.play()
        kept = at.worth(play, play.values["kept"] / 2 * (1 + added / at.stake))
        values = {"stand": kept, "rescue": -float(at.stake)}
    elif "late-card" in choices:
        play = at.play()
        values = {"late-card": at.worth(play, play.values["hit"]), "dead-hand": 0.0}
    elif "surrender" in choices and (
        added := table.stake(ask.seat, at_box("double-down", ask.seat, at.position, at.hand.number))
    ):  # 26.8(a): after a double, half of everything
        play = at.play()
        more = 1 + added / at.stake
        kept = at.worth(play, play.values["kept"] / 2 * more)
        given_up = at.worth(play, play.values["surrender"]) - added * (1 if at.known else play.clear) / 2
        values = {"stand": kept, "surrender": given_up}
    elif at.hand.blackjack and "surrender" in choices:
        play = at.play()
        values = {"stand": at.natural(play), "surrender": at.worth(play, play.values["surrender"])}
    else:
        play = at.play()
        units = {"no-double": play.values["double"] / 2, **play.values}
        values = {name: at.worth(play, units[name]) for name in choices if name in units}
        for name in {"double-down", "double-face-down"} & choices.keys():
            each = play.values["double"] / 2
            amounts[name] = choices[name].most if each > 0 else choices[name].least
            values[name] = at.worth(play, each * (1 + amounts[name] / at.stake))
        if "split" in choices:
            amounts["split"] = choices["split"].most
    decision = max((name for name in choices if name in values), key=values.__getitem__)
    values = {name: values[name] for name in choices}
    shown = "-".join(RANKS[rank].replace("T", "10") for rank in at.shown)
    return Advice(
        decision,
        amounts.get(decision, choices[decision].most),
        values,
        f"{named(at)} against {shown}: {decision.replace('-', ' ')}.",
    )


def score(hand: tuple[int, ...]) -> int:
    return int(all_hands().score[hand_of(*hand)])


def named(at: Situation) -> str:
    """The players' name for the hand."""
    if len(at.cards) == 2 and at.cards[0] == at.cards[1]:
        return f"A pair of {RANKS[at.cards[0]].replace('T', 'ten')}s"
    soft = all_hands().soft[hand_of(*at.cards)]
    return f"{'Soft' if soft else 'Hard'} {score(at.cards)}"


def on_insurance(at: Situation, table: Table, choices: Mapping[str, Choice], alone: float) -> Advice:
    """Insurance wins if the second card is a ten, which nobody knows yet."""
    game, rules, view = game_of(table.rules), table.rules, table.view(at.seat)
    (up,), unseen = map(card, view["dealer"][:1]), Counter(rules.pack())
    unseen -= Counter(card(name) for names in view.values() for name in names if name != "??")
    tens = sum(count for second, count in unseen.items() if points(second) == 10)
    each = sum(count * float(insured(rules, game.insured(up, second))) for second, count in unseen.items())
    each /= unseen.total()
    values = {"no-insurance": alone}
    amount = 0
    if "insurance" in choices:
        amount = choices["insurance"].most if each > 0 else choices["insurance"].least
        values["insurance"] = alone + amount * each
    if "even-money" in choices:
        values["even-money"] = float(at.stake)
    decision = max(values, key=values.__getitem__)
    needs = game.decision("insurance").cite
    return Advice(
        decision,
        amount if decision == "insurance" else 0,
        {name: values[name] for name in choices},
        f"{tens} of {unseen.total()} unseen cards are tens; a unit of insurance is worth {each:+.3f} ({needs}).",
    )


def on_sevens(table: Table, ask: Ask) -> Advice:
    """Two sevens against a known blackjack: a third card can only add to their payout (2.6(j)3)."""
    a, b = table.cards(ask.hand)[:2]
    stake = sum(bet.stake for bet in table.bets.values() if bet.id == "sevens" and bet.seat == ask.seat)
    view, unseen, lines = table.view(ask.seat), Counter(table.rules.pack()), SEVENS.lines(table.rules)
    unseen.subtract(card(name) for names in view.values() for name in names if name != "??")
    two = pays(stake, lines[sevens(a, b, NO_CARD)])
    gain = sum(count * (pays(stake, lines[sevens(a, b, c)]) - two) for c, count in unseen.items())
    others = unseen.total() - view["dealer"].count("??")  # no card of the blackjack is a seven
    values = {"third-card": two + gain / others, "no-third-card": float(two)}
    return Advice("third-card", 0, values, "A third card costs nothing and may be a seven.")


# ---- simulation ------------------------------------------------------------------------------------------


@cache
def round_of(
    game: BlackjackGame, play: Rule[..., int] = rounds.play, cell: Rule[..., int] = two_cards
) -> Rule[..., int]:
    """The compiled round with the game's own rule for winning hands and, if needed, for the chart cell of two cards."""
    return adapted(play, play_box=box_of(game.payout, cell))


def setting_of(rules: Rules) -> Setting:
    game = game_of(rules)
    original, added = (
        packed(lines_of(rules, offered(rules, wagers))) for wagers in (game.original, game.added)
    )
    return Setting(game.terms(rules), charted(house_of(rules)).cells, original, added)


def simulation(rules: Rules) -> Simulation:
    game, pack = game_of(rules), bytes(rules.pack())
    return Simulation(
        game=game.id,
        wagers=game.original[:1],
        play=round_of(game),
        rules=setting_of(rules),
        equipment="shoe",
        size=len(pack),
        cards=pack,
        draws=min(SPARE, len(pack)),
        reshuffle=game.shoe(rules).cut,
        memory=MEMORY,
        purse=PURSE,
    )
