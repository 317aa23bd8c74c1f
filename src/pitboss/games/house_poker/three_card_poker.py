"""Three-card poker, 13:69F-20."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.book import Ask, Choice, Discard, Refused, Round, Rules, Say, Settle, Show, Stake, cite, rule
from pitboss.games.house_poker.bones import FOLD, Hand, HousePoker, counterclockwise
from pitboss.money import Cents
from pitboss.ranking.high import THREE_OF_A_KIND, hand_of, high_value
from pitboss.ranking.high import category as high_category
from pitboss.ranking.three import QUEEN_HIGH, category, mini_royal, three_card_value
from pitboss.table import Bet, Table

if TYPE_CHECKING:
    from pitboss.odds import Strategy, WagerOdds
    from pitboss.sim import Simulation

# ---- outcomes, in the order of the pay tables --------------------------------------------------------

OWN_HAND = (
    "high-card",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "mini-royal",
    "mini-royal-spades",
)
SIX_CARDS = (
    "nothing",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "six-card-club-royal",
    "six-card-diamond-royal",
    "six-card-heart-royal",
    "six-card-spade-royal",
)
NINE_TO_ACE = 0b1_1111_1000_0000
# A table without a row of its own for these pays the row they belong to.
BELONGS_TO = {"mini-royal-spades": "mini-royal", "mini-royal": "straight-flush"} | dict.fromkeys(SIX_CARDS[8:], "royal-flush")


def row_of(table: Iterable[str], outcome: str) -> str | None:
    """The row of a pay table that an outcome takes, or none: it is not paid."""
    rows = set(table)
    name: str | None = outcome
    while name is not None and name not in rows:
        name = BELONGS_TO.get(name)
    return name


# ---- settlement --------------------------------------------------------------------------------------


@rule("20.11(a)1", "20.3(c)")
def against_dealer(player: int, dealer: int) -> tuple[int, int]:
    """What becomes of ante and play: 1 paid even money, 0 returned, -1 lost."""
    if dealer < QUEEN_HIGH:
        return 1, 0
    if player > dealer:
        return 1, 1
    if player == dealer:
        return 0, 0
    return -1, -1


@rule("20.11(a)2", "20.11(a)3")
def own_hand(a: int, b: int, c: int) -> int:
    """The row of pair plus and ante bonus that three cards make, as an index into OWN_HAND."""
    if mini_royal(a, b, c):
        return 7 if a & 3 == 3 else 6
    return category(three_card_value(a, b, c))


@rule("20.12A(a)", "20.12A(c)")
def six_cards(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The row of the six-card bonus that six cards make, as an index into SIX_CARDS."""
    hand = hand_of((a, b, c, d, e, f))
    for suit in range(4):
        if hand == NINE_TO_ACE << 13 * suit:
            return 8 + suit
    kind = high_category(high_value(hand))
    return 0 if kind < THREE_OF_A_KIND else kind - THREE_OF_A_KIND + 1


# ---- the game ----------------------------------------------------------------------------------------


class ThreeCardPoker(HousePoker):
    """Ante and play against the dealer, pair plus against the table, six cards for a bonus."""

    cards_in_hand = 3
    several_positions = "20.6(e)"

    # -- wagers, 20.6

    def accept(self, table: Table, bet: Bet) -> None:
        self.accept_position(table, bet)
        hand = Hand(bet.position, bet.seat, table, [])
        stake = {wager: hand.stake(wager) for wager in ("ante", "pair-plus")}
        stake[bet.id] = stake.get(bet.id, 0) + bet.stake
        if bet.id == "six-card-bonus" and not stake["pair-plus"]:
            raise Refused("the six-card bonus is open to a player with a pair plus wager", "20.12A(a)")
        if table.rules["version"] != "20.6(f)3" or (stake["ante"] and stake["pair-plus"]):
            check_version(table.rules, stake["ante"], stake["pair-plus"])

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        hand = Hand(bet.position, bet.seat, table, [])
        left = {wager: hand.stake(wager) for wager in ("ante", "pair-plus", "six-card-bonus")}
        left[bet.id] -= amount
        if left["six-card-bonus"] and not left["pair-plus"]:
            raise Refused("the six-card bonus rests on the pair plus wager; take it down first", "20.12A(a)")
        if table.rules["version"] != "20.6(f)3" and left["pair-plus"]:
            check_version(table.rules, left["ante"], left["pair-plus"])

    def ready(self, table: Table) -> None:
        super().ready(table)
        for hand in self.hands(table):
            check_version(table.rules, hand.stake("ante"), hand.stake("pair-plus"))

    # -- the round, 20.7 to 20.10

    def round(self, table: Table) -> Round:
        hands = self.hands(table)
        yield Say("No more bets", cite=cite("20.6(d)"))
        yield from self.deal(table, hands)
        for hand in hands:
            if ante := hand.stake("ante"):
                yield from self.decide(table, hand, ante)
        forfeited = [hand for hand in hands if hand.stake("ante") and not hand.stake("play")]
        for hand in forfeited:
            yield from self.forfeit(hand)
        yield Show("dealer")
        order = counterclockwise(hand for hand in hands if hand not in forfeited or hand.stake("six-card-bonus"))
        if table.rules["settlement"] == "step-by-step":
            for hand in order:
                yield Show(hand.owner)
            settled = [each for hand in order for each in self.settle(table, hand)]
            for each in sorted(settled, key=lambda each: each.result != "lose"):
                yield each
        else:
            for hand in order:
                yield Show(hand.owner)
                yield from self.settle(table, hand)

    def decide(self, table: Table, hand: Hand, ante: Cents) -> Round:
        """Play for as much as the ante, or forfeit it (20.10(b))."""
        play = (Choice("play", ante, ante),) if table.funds(hand.seat) >= ante else ()
        answer = yield Ask(hand.seat, (*play, FOLD), hand.owner)
        if answer.decision == "play":
            yield Stake(hand.seat, hand.key("play"), ante, cite("20.10(b)"))

    def forfeit(self, hand: Hand) -> Round:
        """Ante and pair plus are collected; the six-card bonus stays, and with it the cards (20.10(b))."""
        for wager in ("ante", "pair-plus"):
            if stake := hand.stake(wager):
                yield Settle(hand.seat, hand.key(wager), "lose", lost=stake, cite=cite("20.10(b)"), outcome="fold")
        yield Discard(hand.owner)

    def settle(self, table: Table, hand: Hand) -> list[Settle]:
        """The wagers of a hand, 20.11."""
        dealer = table.cards("dealer")
        a, b, c = hand.cards
        settled: list[Settle] = []
        own = OWN_HAND[own_hand(a, b, c)]
        if hand.stake("play"):
            ante, play = against_dealer(three_card_value(a, b, c), three_card_value(*dealer))
            qualifies = three_card_value(*dealer) >= QUEEN_HIGH
            for wager, sign in (("ante", ante), ("play", play)):
                settled.append(self._compared(table, hand, wager, sign, qualifies))
            settled += self._bonus(table, hand, own)
        for wager, outcome in (
            ("pair-plus", own),
            ("six-card-bonus", SIX_CARDS[six_cards(a, b, c, *dealer)]),
        ):
            if stake := hand.stake(wager):
                settled.append(self._by_table(table, hand, wager, stake, outcome))
        return settled

    @staticmethod
    def _compared(table: Table, hand: Hand, wager: str, sign: int, qualifies: bool) -> Settle:
        stake = hand.stake(wager)
        paragraph = cite("20.3(c)" if qualifies and sign == 0 else "20.11(a)1")
        outcome = {1: "higher hand", 0: "draw", -1: "lower hand"}[sign] if qualifies else "dealer not queen high"
        if sign > 0:
            pays = table.rules.pay(wager)["win"].pays(stake)
            return Settle(hand.seat, hand.key(wager), "win", pays, cite=paragraph, outcome=outcome)
        if sign < 0:
            return Settle(hand.seat, hand.key(wager), "lose", lost=stake, cite=paragraph, outcome=outcome)
        return Settle(hand.seat, hand.key(wager), "push", cite=paragraph, outcome=outcome)

    @staticmethod
    def _bonus(table: Table, hand: Hand, own: str) -> list[Settle]:
        """The ante bonus has no stake: it is paid on the ante, whatever the dealer holds."""
        pay = table.rules.pay("ante-bonus")
        row = row_of(pay.rows, own)
        if row is None:
            return []
        pays = pay[row].pays(hand.stake("ante"))
        return [Settle(hand.seat, hand.key("ante-bonus"), "win", pays, cite=pay.cite, outcome=own)]

    @staticmethod
    def _by_table(table: Table, hand: Hand, wager: str, stake: Cents, outcome: str) -> Settle:
        pay = table.rules.pay(wager)
        row = row_of(pay.rows, outcome)
        if row is None:
            return Settle(hand.seat, hand.key(wager), "lose", lost=stake, cite=pay.cite, outcome=outcome)
        return Settle(hand.seat, hand.key(wager), "win", pay[row].pays(stake), cite=pay.cite, outcome=outcome)

    # -- mathematics

    def priced(self, wager: str) -> str:
        return "ante-bonus" if wager == "ante" else wager

    def odds(self, rules: Rules, wager: str | None = None) -> Iterable[WagerOdds]:
        from pitboss.games.house_poker.three_card_odds import odds

        return odds(rules, wager)

    def strategy(self, rules: Rules) -> Strategy:
        from pitboss.games.house_poker.three_card_odds import strategy

        return strategy(rules)

    def simulation(self, rules: Rules) -> Simulation:
        from pitboss.games.house_poker.three_card_odds import simulation

        return simulation(rules)


def check_version(rules: Rules, ante: Cents, pair_plus: Cents) -> None:
    """The sizes that the version of the game asks for (20.6(f))."""
    match rules["version"]:
        case "20.6(f)1" if pair_plus > ante:
            raise Refused("pair plus needs an ante at least as large", "20.6(f)1")
        case "20.6(f)2" if pair_plus > 2 * ante:
            raise Refused("pair plus needs an ante at least half as large", "20.6(f)2")
        case "20.6(f)3" if not ante or not pair_plus:
            raise Refused("ante and pair plus are both compulsory at this table", "20.6(f)3")
        case "20.6(f)3" if max(ante, pair_plus) > 5 * min(ante, pair_plus):
            raise Refused("of ante and pair plus one may be at most five times the other", "20.6(f)3")

