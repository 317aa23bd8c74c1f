"""The mathematics of casino war: closed counts by the cards of each rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from pitboss.arrays import Bytes, Ints
from pitboss.book import Ask, Rules, rule
from pitboss.book.endings import brings, lines
from pitboss.games.high_card.casino_war import CasinoWar, Original, War, original, war
from pitboss.games.mathematics import enough, tally, unseen
from pitboss.law import Refused
from pitboss.odds import Advice, Outcome, Strategy, WagerOdds, merge
from pitboss.odds.endings import brought, packed
from pitboss.sim import Simulation
from pitboss.solve.first import Ends, cards_known, left_of, odds_after, signs
from pitboss.solve.information import Information
from pitboss.table import Table


def pairs(counts: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """For two cards in order, from these counts of each rank: the probability that the first is higher, lower, or of
    the same rank."""
    left = sum(counts)
    tie = Fraction(sum(each * (each - 1) for each in counts), left * (left - 1))
    return (1 - tie) / 2, (1 - tie) / 2, tie


def original_deal(counts: Sequence[int]) -> dict[Original, Fraction]:
    """The probability of each ending of the original deal."""
    return dict(zip((Original.HIGHER, Original.LOWER, Original.TIE), pairs(counts), strict=True))


def war_deal(counts: Sequence[int], tied: int) -> dict[War, Fraction]:
    """And of the war that follows a tie hand: two cards of that rank are gone; the burned ones might be any."""
    left = [each - 2 * (rank == tied) for rank, each in enumerate(counts)]
    return dict(zip((War.HIGHER, War.LOWER, War.TIE), pairs(left), strict=True))


def worth_of_war(rules: Rules, counts: Sequence[int], tied: int) -> Fraction:
    """The result of going to war, in initial wagers, including the lost one."""
    fought = sum(chance * brought(rules, end, war=1) for end, chance in war_deal(counts, tied).items())
    return brought(rules, Original.WAR, initial=1) + fought


def odds(rules: Rules, wager: str | None = None, cards: Sequence[int] | None = None) -> Iterator[WagerOdds]:
    """From a fresh shoe, or from these cards."""
    counts = tally(rules.pack() if cards is None else cards)
    if wager in (None, "initial"):
        yield initial(rules, counts)
    if wager in (None, "tie"):
        outcomes = [
            Outcome(end.outcome, chance, brought(rules, end, tie=1))
            for end, chance in original_deal(counts).items()
        ]
        yield WagerOdds(
            wager="tie", table=rules.pay("tie").table, options=rules.options, outcomes=tuple(outcomes)
        )


def odds_from(rules: Rules, cards: Sequence[int], wager: str | None = None) -> Iterator[WagerOdds]:
    """The same from the rest of a shoe."""
    enough(cards, 7, "22.5(e)")
    return odds(rules, wager, cards)


def odds_knowing(rules: Rules, known: Information) -> Iterator[WagerOdds]:
    """The better of the two wagers, by what is seen of the player's card, the first, and of the dealer's."""
    known.only(rules.game.id, "dealer", "backs", "shoe", "shoe_backs", "gone")
    if known.dealer + known.backs > 1:
        raise Refused("the dealer has one card to be known")
    cards_known(known, 2)
    left = left_of(rules, known)
    enough(left, 7, "22.5(e)")
    counts = tally(left)

    def dealt() -> Iterator[tuple[tuple[int, ...], Mapping[str, Ends]]]:
        for mine, theirs in product(range(13), repeat=2):
            ways = counts[mine] * (counts[theirs] - (mine == theirs))
            end = original(4 * mine, 4 * theirs)
            first = (
                after_tie(rules, counts, mine)
                if end is Original.TIE
                else [(end.outcome, net_of(rules, end), 1)]
            )
            yield (
                signs(known, (mine, theirs), dealers=1),
                {
                    "initial": {(outcome, net): ways * chance for outcome, net, chance in first},
                    "tie": {(end.outcome, brought(rules, end, tie=1)): ways},
                },
            )

    yield from odds_after(rules, known, dealt())


def net_of(rules: Rules, end: Original) -> Fraction:
    return brought(rules, end, initial=1)


def after_tie(rules: Rules, counts: Sequence[int], tied: int) -> list[tuple[str, Fraction, Fraction | int]]:
    """How a tie hand ends that is played best: what it brings, and how likely."""
    gone, given_up = net_of(rules, Original.WAR), net_of(rules, Original.SURRENDER)
    if worth_of_war(rules, counts, tied) <= given_up:
        return [("surrender", given_up, 1)]
    return [
        (f"war, {end.outcome}", gone + brought(rules, end, war=1), chance)
        for end, chance in war_deal(counts, tied).items()
    ]


def initial(rules: Rules, counts: Sequence[int]) -> WagerOdds:
    """The initial wager and the war, each tie hand played best."""
    first, left = original_deal(counts), sum(counts)
    outcomes = [
        Outcome(end.outcome, first[end], net_of(rules, end)) for end in (Original.HIGHER, Original.LOWER)
    ]
    fought = Fraction(0)
    for rank, each in enumerate(counts):
        if tie := Fraction(each * (each - 1), left * (left - 1)):
            ends = after_tie(rules, counts, rank)
            fought += tie * (len(ends) > 1)
            outcomes += [Outcome(outcome, tie * chance, net) for outcome, net, chance in ends]
    return WagerOdds(
        wager="initial",
        table="fixed",
        options=rules.options,
        outcomes=merge(outcomes),
        per="unit of the initial wager, with the war wager",
        wagered=1 + fought,
    )


def strategy(rules: Rules) -> Strategy:
    counts = tally(rules.pack())
    fight, give_up = worth_of_war(rules, counts, 0), brought(rules, Original.SURRENDER, initial=1)
    deal = {end: brought(rules, end, initial=1) for end in (Original.HIGHER, Original.LOWER)}
    untied, best = original_deal(counts), initial(rules, counts).house_edge
    surrendered = -sum(untied[end] * (net - give_up) for end, net in deal.items()) - give_up
    return Strategy(
        game=rules.game.id,
        rule="Go to war on every tie." if fight > give_up else "Surrender every tie.",
        notes=(
            f"War costs {float(-fight):.4f} of the initial wager on average; surrender costs {float(-give_up):.4f}.",
            "A tie wager, on either deal, costs more than any other wager in the game.",
        ),
        house_edge=best,
        simpler={"surrender every tie": surrendered} if fight > give_up else {},
    )


def advise(table: Table, ask: Ask) -> Advice:
    """By the cards on the table; any of the others might be next."""
    rules, stake = table.rules, table.stake(ask.seat, "initial") or table.stake(ask.seat, "war")
    chances = dict(zip((War.HIGHER, War.LOWER, War.TIE), pairs(tally(unseen(table, ask.seat))), strict=True))
    if ask.choices[-1].id == "surrender":
        fought = sum(each * brought(rules, end, war=1) for end, each in chances.items())
        values = {"surrender": float(stake * brought(rules, Original.SURRENDER, initial=1))}
        if len(ask.choices) > 1:
            values["war"] = float(stake * (brought(rules, Original.WAR, initial=1) + fought))
        best = max(values, key=values.__getitem__)
        amount = stake if best == "war" else 0
        return Advice(best, amount, values, "A lost war costs both wagers; a tied war pays 3 to 1.")
    least = ask.choices[0].least
    tie = sum(each * brought(rules, end, war_tie=1) for end, each in chances.items())
    return Advice(
        "no-war-tie" if tie < 0 else "war-tie",
        0 if tie < 0 else least,
        {"war-tie": float(least * tie), "no-war-tie": 0.0},
        "A tie wager pays 10 to 1 and wins about once in 13.5 deals.",
    )


# ---- simulation ----------------------------------------------------------------------------------------

INITIAL, TIE = range(2)


class CasinoWarTerms(NamedTuple):
    initial: Ints
    tie: Ints
    war: Ints


@rule("22.8(a)", "22.8(e)", "22.8(g)", lean=True)
def play(
    tape: Bytes,
    at: int,
    stakes: Ints,
    terms: CasinoWarTerms,
    memory: Ints,  # noqa: ARG001
    net: Ints,
    staked: Ints,
) -> int:
    """One round: every tie hand goes to war."""
    end = original(tape[at], tape[at + 1])
    stake = stakes[INITIAL]
    staked[INITIAL] += stake
    staked[TIE] += stakes[TIE]
    net[TIE] += brings(stakes[TIE], terms.tie[end])
    if end != Original.TIE:
        net[INITIAL] += brings(stake, terms.initial[end])
        return at + 2
    staked[INITIAL] += stake
    net[INITIAL] += brings(stake, terms.initial[Original.WAR])
    net[INITIAL] += brings(stake, terms.war[war(tape[at + 2], tape[at + 3])])
    return at + 4


def simulation(rules: Rules) -> Simulation:
    cards = len(rules.pack())
    assert isinstance(rules.game, CasinoWar)
    return Simulation(
        game=rules.game.id,
        wagers=("initial", "tie"),
        play=play,
        rules=CasinoWarTerms(
            packed(lines(rules, "initial", Original)),
            packed(lines(rules, "tie", Original)),
            packed(lines(rules, "war", War)),
        ),
        equipment="shoe",
        size=cards,
        draws=4,
        reshuffle=rules.game.shoe(rules).cut,
        reserve=lambda stakes: int(2 * stakes[INITIAL] + stakes[TIE]),
    )
