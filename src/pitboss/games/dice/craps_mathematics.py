"""The mathematics of craps: every wager exactly, as a chain of throws with an end; and the compiled throw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import gcd
from typing import Final

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.book import Rules, rule
from pitboss.games.dice.family import (
    FIRE,
    ONE_ROLL,
    POINTS,
    RIGHT,
    SUPPORTED,
    THROWS,
    UNDECIDED,
    VOID,
    WIN,
    WRONG,
    decision,
    line,
    loser_seven,
    most_odds,
    next_point,
    odds_on,
    odds_step,
    one_roll,
    row_of,
    spot_of,
    vigorish,
    vigorish_at_bet,
)
from pitboss.money import Odds, cents
from pitboss.odds import Outcome, WagerOdds, merge, net, nets_by_row
from pitboss.sim import Simulation

Chances = dict[str, Fraction]
Moves = Iterable[tuple[Fraction, int | str]]

ONE: Final = Fraction(1)
EACH: Final = Fraction(1, len(THROWS))
STAKE: Final = 2520 * 100
"""A stake, in cents, that every pay table and every composite divides evenly."""

# ---- chains ----------------------------------------------------------------------------------------------


def ends(start: int, moves: Callable[[int], Moves]) -> Chances:
    """The ends of a chain and their probabilities. A move leads to another state or to an end (a word); a chain
    may stay in a state, but never returns to it once left."""
    together: defaultdict[str, Fraction] = defaultdict(Fraction)
    staying = Fraction(0)
    for chance, to in moves(start):
        if to == start:
            staying += chance
        elif isinstance(to, str):
            together[to] += chance
        else:
            for end, further in ends(to, moves).items():
                together[end] += chance * further
    return {end: chance / (1 - staying) for end, chance in together.items()}


def length(start: int, moves: Callable[[int], Moves]) -> Fraction:
    """The average number of moves of such a chain."""
    onward, staying = ONE, Fraction(0)
    for chance, to in moves(start):
        if to == start:
            staying += chance
        elif not isinstance(to, str):
            onward += chance * length(to, moves)
    return onward / (1 - staying)


def deciding(side: int) -> Callable[[int], Moves]:
    """The effects of throws on a multi-roll wager, by its number."""

    def moves(point: int) -> Moves:
        for first, second in THROWS:
            result = decision(side, point, first, second)
            if result != UNDECIDED:
                yield EACH, "win" if result == WIN else "void" if result == VOID else "lose"
            else:
                yield EACH, point or first + second

    return moves


@cache
def decided(side: int, number: int) -> Chances:
    """The ends of a multi-roll wager: one on a number, or one that finds its point first (number 0)."""
    return ends(number, deciding(side))


@cache
def throws(side: int, number: int) -> Fraction:
    """The average number of throws for that, all of which count."""
    return length(number, deciding(side))


def come_outs() -> Fraction:
    """The share of all throws that are come-outs: one for each decision of the line."""
    return 1 / throws(RIGHT, 0)


@cache
def points() -> dict[int, Fraction]:
    """The probability of each point on a come-out; most come-outs set one."""
    return {point: sum((EACH for throw in THROWS if sum(throw) == point), Fraction(0)) for point in POINTS}


def shooting(point: int) -> Moves:
    """The shooter's next result: one of the points made, or a seven-out."""
    for first, second in THROWS:
        total = first + second
        if loser_seven(point, total):
            yield EACH, "loser 7"
        else:
            yield EACH, str(total) if total == point else next_point(point, total)


@cache
def shooters_throws() -> Fraction:
    """The average number of throws of a shooter, including the seven-out."""
    return length(0, shooting) / ends(0, shooting)["loser 7"]


@cache
def different_points() -> Chances:
    """The number of different points made before a seven-out."""
    after = ends(0, shooting)

    def moves(made: int) -> Moves:
        for event, chance in after.items():
            yield chance, str(made.bit_count()) if event == "loser 7" else made | 1 << int(event)

    return ends(0, moves)


# ---- odds --------------------------------------------------------------------------------------------------


def odds(rules: Rules, wager: str | None) -> Iterator[WagerOdds]:
    for name in rules.asked(wager):
        spot = spot_of(name)
        if spot.side == ONE_ROLL:
            yield on_next_throw(rules, name)
        elif spot.side == FIRE:
            yield fire(rules)
        elif name in SUPPORTED:
            yield supporting(rules, name)
        elif spot.number:
            yield on_number(rules, name)
        else:
            yield with_odds(rules, name, 0)
            if "odds-multiple" in rules.chosen:
                yield with_odds(rules, name, int(rules["odds-multiple"]))


def found(
    rules: Rules,
    wager: str,
    outcomes: Iterable[Outcome],
    per: str = "unit of the wager",
    wagered: Fraction = ONE,
    rounds: Fraction = ONE,
) -> WagerOdds:
    return WagerOdds(
        wager=wager,
        outcomes=merge(outcomes),
        table="" if rules.wager(wager).parts else rules.pay(wager).table,
        options=rules.options,
        per=per,
        wagered=wagered,
        rounds=rounds,
    )


def on_next_throw(rules: Rules, wager: str) -> WagerOdds:
    """By the thirty-six throws."""
    rows = () if rules.wager(wager).parts else tuple(rules.pay(wager).rows)
    outcomes = []
    for first, second in THROWS:
        pays, lost = one_roll(rules, wager, STAKE, first, second)
        row = row_of(rows, first, second) or str(first + second)
        outcomes.append(Outcome(row if pays else "lose", EACH, Fraction(pays - lost, STAKE)))
    return found(rules, wager, outcomes)


def on_number(rules: Rules, wager: str) -> WagerOdds:
    """A number before a 7, a 7 before it, or the hard way. Being off on a come-out only delays the decision; the delay
    is for a player who always has the wager up and never calls it on (1.3(e))."""
    spot = spot_of(wager)
    chances = decided(spot.side, spot.number)
    paid, at_once = net(odds_on(rules, wager, spot.number)), Fraction(0)
    kind = wager.partition("-")[0]
    if kind in ("buy", "lay"):
        price = Fraction(cents(rules[f"{kind}-percent"]), 10_000)
        at_once = price if vigorish_at_bet(rules, wager) else at_once
        paid -= price
    outcomes = (
        Outcome("win", chances["win"], paid),
        Outcome("lose", chances["lose"], -1 - at_once),
    )
    per = "unit of the wager" + ", vigorish on top" * (at_once > 0)
    rounds = throws(spot.side, spot.number) / (1 - come_outs() * spot.dormant)
    return found(rules, wager, outcomes, per, 1 + at_once, rounds)


def supporting(rules: Rules, wager: str) -> WagerOdds:
    """Odds on points as they occur."""
    side = spot_of(wager).side
    outcomes, rounds = [], Fraction(0)
    for point, chance in points().items():
        chances = decided(side, point)
        share = chance / sum(points().values())
        rounds += share * throws(side, point)
        outcomes.append(Outcome(f"win on {point}", share * chances["win"], net(odds_on(rules, wager, point))))
        outcomes.append(Outcome("lose", share * chances["lose"], Fraction(-1)))
    return found(rules, wager, outcomes, rounds=rounds)


def with_odds(rules: Rules, wager: str, times: int) -> WagerOdds:
    """A bet that finds its point, backed by odds of up to that multiple of the flat bet."""
    side = spot_of(wager).side
    flat, rounds = net(odds_on(rules, wager, 0)), throws(side, 0)
    if not times:
        pays = {"win": flat, "lose": Fraction(-1), "void": Fraction(0)}
        chances = decided(side, 0)
        flat_outcomes = [Outcome(end, chance, pays[end]) for end, chance in chances.items()]
        return found(rules, wager, flat_outcomes, rounds=rounds)
    outcomes, wagered = [], Fraction(1)
    for first, second in THROWS:
        total = first + second
        result = decision(side, 0, first, second)
        if result != UNDECIDED:
            name, pays_ = {WIN: ("win", flat), VOID: ("void", Fraction(0))}.get(
                result, ("lose", Fraction(-1))
            )
            outcomes.append(Outcome(f"{name} on the come-out", EACH, pays_))
            continue
        true = odds_on(rules, f"{wager}-odds", total)
        behind = Fraction(times) * max(ONE, Fraction(true.stake, true.win))
        wagered += EACH * behind
        chances = decided(side, total)
        outcomes.append(Outcome(f"win on {total}", EACH * chances["win"], flat + behind * net(true)))
        outcomes.append(Outcome(f"lose on {total}", EACH * chances["lose"], -1 - behind))
    given = {1: "single", 2: "double", 3: "triple"}.get(times, f"{times} times")
    return found(rules, wager, outcomes, f"unit of the flat bet, {given} odds behind it", wagered, rounds)


def combinations(rules: Rules) -> Iterator[WagerOdds]:
    """Line bets with the odds that players take, up to the house's maximum."""
    most = int(rules["odds-multiple"])
    for wager in ("pass", "dont-pass"):
        for times in sorted({1, 2, 3, 5, 10, most}):
            if rules.offers(f"{wager}-odds") and times <= most:
                yield with_odds(rules, wager, times)


def fire(rules: Rules) -> WagerOdds:
    """By the sixty-four sets of points that a shooter may make."""
    pay = rules.pay("fire")
    rows = {"4": "four", "5": "five", "6": "six"}
    pays = nets_by_row(pay, ("fewer", *rows.values()), "fewer")
    ends_in = [(rows.get(count, "fewer"), chance) for count, chance in different_points().items()]
    outcomes = [Outcome(row, chance, pays[row]) for row, chance in ends_in]
    return found(rules, "fire", outcomes, rounds=shooters_throws())


# ---- simulation --------------------------------------------------------------------------------------------

# The rules as integers: a header, then for each wager its kind and payouts. A one-roll wager has the result
# of each throw for a stake of OF; odds have win and stake by point; the fire bet by count.
MULTIPLE, EXCESS, CHIP, UNIT, HEAD = range(5)
KIND, NUMBER, PERCENT, AT_BET, FLAT, WON, OF, PAYS = range(8)
WIDTH = PAYS + len(THROWS)
LINE, LINE_ODDS, COME, COME_ODDS, PLACED = range(5, 10)  # ONE_ROLL and FIRE are kinds already
SIDE = 10  # a kind times ten, and its side

# The memory: the money on the layout, then the table, then the wagers requested, then each wager.
MODE, POINT, STALE, MADE, ACTIVE = range(1, 6)
LIST = 6
SLOTS = 8  # for each wager: its stake by number 4 to 10, or in the first; in the last, vigorish that it owes; where it
# stays up when it has won, in the second whether the next throw puts it up again
AGAIN, OWES = 1, 7
PASS_ONLY, GENERAL = 1, 2
CELLS = 11 * len(THROWS)
"""At the end of the rules, by point and throw: the result of a pass bet, and the next point."""


@rule("1.10(b)", "1.10(c)", lean=True)
def play(tape: Bytes, at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> int:
    """One throw. The player's wagers are noted at the first throw; their amounts may change. Somebody always
    has the dice: this player need not have a line bet."""
    if memory[MODE] != PASS_ONLY:
        return play_any(tape, at, stakes, rules, memory, net, staked)
    # Often the only wager, and at even money: worth a path without a list. No branches,
    # because random branches are mispredicted.
    point = memory[POINT]
    made = stakes[0] * (point == 0)
    lies = memory[0] + made
    cell = rules[len(rules) - CELLS + 36 * point + np.int64(tape[at])]
    result = (cell & 3) - 1
    staked[0] += made
    net[0] += result * lies
    memory[0] = lies * (result == UNDECIDED)
    memory[POINT] = cell >> 2
    return at + 1


@rule("1.10(b)", "1.10(c)", lean=True)
def play_any(tape: Bytes, at: int, stakes: Ints, rules: Ints, memory: Ints, net: Ints, staked: Ints) -> int:
    """One throw, with any wagers."""
    count = len(stakes)
    if memory[MODE] == 0:
        for wager in range(count - 1, -1, -1):  # from the last: odds are decided before the bets they support
            if stakes[wager] > 0:
                memory[LIST + memory[ACTIVE]] = wager
                memory[ACTIVE] += 1
        even = rules[HEAD + WON] == rules[HEAD + OF]
        memory[MODE] = PASS_ONLY if memory[ACTIVE] == 1 and memory[LIST] == 0 and even else GENERAL
    throw = int(np.int64(tape[at]))  # unsigned and signed do not mix
    first, second = throw // 6 + 1, throw % 6 + 1
    total = first + second
    point = memory[POINT]
    for k in range(memory[ACTIVE]):
        wager = memory[LIST + k]
        row = HEAD + WIDTH * wager
        kind, side = rules[row + KIND] // SIDE, rules[row + KIND] % SIDE
        slot = LIST + count + SLOTS * wager
        stake = stakes[wager]
        if kind == ONE_ROLL:
            brought = stake * rules[row + PAYS + throw]
            net[wager] += brought if rules[row + OF] == 1 else brought // rules[row + OF]
            staked[wager] += stake
        elif kind == LINE:
            if point == 0:
                put_up(wager, slot, stake, memory, staked)
            result = decision(side, point, first, second)
            if memory[slot] > 0 and result != UNDECIDED:
                take_down(wager, slot, result, rules[row + WON], rules[row + OF], memory, net)
        elif kind == COME:
            for number in range(4, 11):
                if memory[slot + number - 4] > 0:
                    result = decision(side, number, first, second)
                    if result != UNDECIDED:
                        take_down(
                            wager, slot + number - 4, result, rules[row + WON], rules[row + OF], memory, net
                        )
            if point != 0 and stake > 0:
                box = slot + 7 - 4  # no bet is on 7: the slot is free for the bet that has no number yet
                put_up(wager, box, stake, memory, staked)
                result = decision(side, 0, first, second)
                if result != UNDECIDED:
                    take_down(wager, box, result, rules[row + WON], rules[row + OF], memory, net)
                else:
                    memory[slot + total - 4], memory[box] = memory[box], 0
        elif kind in (LINE_ODDS, COME_ODDS):
            flat = LIST + count + SLOTS * rules[row + FLAT]
            # One number for the line, if there is a point; any of them for come bets. Nothing is on 7.
            low, high = (point, point + (point > 0)) if kind == LINE_ODDS else (4, 11)
            for number in range(low, high):
                own = slot + number - 4
                behind = memory[flat] if kind == LINE_ODDS else memory[flat + number - 4]
                if behind == 0:
                    continue
                won, of = rules[row + PAYS + 2 * number], rules[row + PAYS + 2 * number + 1]
                step = odds_step(of, rules[CHIP], rules[UNIT])
                if memory[own] == 0 and stake > 0 and stake % step == 0:
                    most = most_odds(behind, rules[MULTIPLE], won, of, step, rules[EXCESS] != 0)
                    if stake <= most:
                        put_up(wager, own, stake, memory, staked)
                result = decision(side, number, first, second)
                if memory[own] > 0 and result != UNDECIDED:
                    off = kind == COME_ODDS and side == RIGHT and point == 0
                    take_down(wager, own, VOID if off else result, won, of, memory, net)
        elif kind == PLACED:
            if memory[slot] == 0 and stake > 0:
                put_up(wager, slot, stake, memory, staked)
                if rules[row + AT_BET] != 0:
                    net[wager] -= vigorish(stake, rules[row + PERCENT], rules[CHIP])
            lies = memory[slot]
            staked[wager] += lies * memory[slot + AGAIN]
            memory[slot + AGAIN] = 0
            if lies == 0 or (side != WRONG and point == 0):
                continue
            if memory[slot + OWES] != 0:
                net[wager] -= vigorish(lies, rules[row + PERCENT], rules[CHIP])
                memory[slot + OWES] = 0
            result = decision(side, rules[row + NUMBER], first, second)
            if result == WIN:  # it stays up, at risk again
                net[wager] += lies * rules[row + WON] // rules[row + OF]
                memory[slot + AGAIN] = 1
                memory[slot + OWES] = rules[row + AT_BET]
                if rules[row + AT_BET] == 0:
                    net[wager] -= vigorish(lies, rules[row + PERCENT], rules[CHIP])
            elif result != UNDECIDED:
                take_down(wager, slot, result, 0, 1, memory, net)
        elif kind == FIRE:
            if memory[slot] == 0 and memory[STALE] == 0:
                put_up(wager, slot, stake, memory, staked)
                memory[MADE] = 0
            if point != 0 and total == point:
                memory[MADE] |= 1 << point
            if memory[slot] > 0 and loser_seven(point, total):
                made = 0
                for number in range(4, 11):
                    made += memory[MADE] >> number & 1
                won = rules[row + PAYS + made]
                take_down(wager, slot, WIN if won > 0 else -1, won, 1, memory, net)
    if point == 0:
        memory[STALE] = 1
    elif total == 7:
        memory[STALE] = 0
    memory[POINT] = next_point(point, total)
    return at + 1


@rule("1.2(a)", lean=True)
def put_up(wager: int, slot: int, stake: int, memory: Ints, staked: Ints) -> None:
    memory[slot] = stake
    memory[0] += stake
    staked[wager] += stake


@rule("1.4(b)", lean=True)
def take_down(wager: int, slot: int, result: int, won: int, of: int, memory: Ints, net: Ints) -> None:
    """The wager is decided and leaves the layout: paid, lost or returned."""
    stake = memory[slot]
    memory[0] -= stake
    memory[slot] = 0
    if result == WIN:
        net[wager] += stake * won // of
    elif result != VOID:
        net[wager] -= stake


def kind_of(wager: str) -> int:
    spot = spot_of(wager)
    if spot.side in (ONE_ROLL, FIRE):
        return spot.side * SIDE
    if spot.number:
        return PLACED * SIDE + spot.side
    kinds = {"pass": LINE, "pass-odds": LINE_ODDS, "come": COME, "come-odds": COME_ODDS}
    return kinds[wager.removeprefix("dont-")] * SIDE + spot.side


def packed(rules: Rules, wagers: tuple[str, ...], wager: str) -> list[int]:
    """A wager as integers."""
    spot = spot_of(wager)
    row = [0] * WIDTH
    row[KIND], row[NUMBER] = kind_of(wager), spot.number
    if spot.side == ONE_ROLL:
        brought = [pays - lost for pays, lost in (one_roll(rules, wager, STAKE, *throw) for throw in THROWS)]
        unit = gcd(STAKE, *brought)
        row[OF], row[PAYS:] = STAKE // unit, [each // unit for each in brought]
    elif spot.side == FIRE:
        pay = rules.pay(wager)
        row[PAYS + 4 : PAYS + 7] = [pay[count].win for count in ("four", "five", "six")]
    elif wager in SUPPORTED:
        row[FLAT] = wagers.index(SUPPORTED[wager])
        for point in POINTS:
            true = odds_on(rules, wager, point)
            row[PAYS + 2 * point : PAYS + 2 * point + 2] = [true.win, true.stake]
    else:
        paid: Odds = odds_on(rules, wager, spot.number)
        row[WON], row[OF] = paid.win, paid.stake
        if wager.startswith(("buy", "lay")):
            row[PERCENT] = cents(rules[f"{wager[:3]}-percent"])
            row[AT_BET] = vigorish_at_bet(rules, wager)
    return row


def pass_cells() -> list[int]:
    """Four times the next point, plus one more than the result code of a pass bet, for each point and throw."""
    return [
        4 * next_point(point, first + second) + line(point, first + second) + 1
        for point in range(11)
        for first, second in THROWS
    ]


def simulation(rules: Rules) -> Simulation:
    wagers = tuple(rules.wagers)
    head = [int(rules["odds-multiple"]), int(rules.on("odds-excess")), rules.chip, rules.unit]
    rows = [cell for wager in wagers for cell in packed(rules, wagers, wager)]
    vigorish_first = np.array(rows).reshape(len(wagers), WIDTH)
    priced = (
        vigorish_first[:, PERCENT] * vigorish_first[:, AT_BET]
    )  # with the bet; from a winner it makes no difference
    return Simulation(
        game=rules.game.id,
        wagers=wagers,
        play=play,
        rules=np.array(head + rows + pass_cells(), np.int64),
        equipment="dice",
        size=len(THROWS),
        memory=LIST + (1 + SLOTS) * len(wagers),
        reserve=lambda stakes: int((stakes * (10_000 + priced) // 10_000).sum()),
    )
