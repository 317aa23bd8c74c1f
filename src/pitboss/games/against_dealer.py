"""What games against the dealer's hand share, whatever is dealt: positions, the payout limit, the names of hands, and
wagers that are void."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from pitboss.book import Cases, Deal, Felt, Finding, Irregularity, Posting, Refused, Round, Rules
from pitboss.book.events import Event
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.mathematics import WorkedOut
from pitboss.games.payout_limit import below_floor
from pitboss.money import Cents
from pitboss.ranking.high import best_five, describe
from pitboss.table import Bet, Table


class Hand(Struct):
    """A position with its wagers and its cards."""

    position: int
    seat: int
    table: Table
    cards: list[int]

    @property
    def owner(self) -> str:
        return str(self.position)

    def key(self, wager: str) -> str:
        """The wager at this position, as the layout names it: ``ante``, or ``ante@3`` at another player's position."""
        return wager if self.position == self.seat else f"{wager}@{self.position}"

    def stake(self, wager: str) -> Cents:
        bet = self.table.bets.get(
            (self.seat, wager if self.position == self.seat else f"{wager}@{self.position}")
        )
        return bet.stake if bet else 0

    @property
    def staked(self) -> bool:
        """Is any wager of the hand still on the layout?"""
        return any(
            bet.seat == self.seat and bet.position == self.position for bet in self.table.bets.values()
        )


class AgainstDealer(Posting, Felt, Cases, WorkedOut):
    """A game of hands against the dealer's."""

    owners: ClassVar[tuple[str, ...]] = ("1", "dealer", "burn")
    unneeded: ClassVar[Collection[str]] = ("1", "dealer")  # who has folded meets nobody
    several_positions: ClassVar[str]
    """The paragraph that lets a player bet at several adjacent positions, or limits players to one."""

    # ---- the payout limit ------------------------------------------------------------------------------

    def payout_floor(self, rules: Rules) -> Cents:
        """The minimum of the house's payout limit; 0 if the text sets none."""
        return 0

    def unlawful_limit(self, rules: Rules) -> list[Finding]:
        if not (floor := self.payout_floor(rules)):
            return []
        return [each for cap in self.caps(rules) for each in below_floor(rules, floor, cap.cite)]

    def check(self, rules: Rules) -> list[Finding]:
        return self.unlawful_limit(rules)

    def ready(self, table: Table) -> None:
        super().ready(table)
        for finding in self.unlawful_limit(table.rules):
            raise Refused(finding.says, finding.cite)

    # ---- positions -------------------------------------------------------------------------------------

    def hands(self, table: Table) -> list[Hand]:
        """The positions with a wager, from the dealer's far left clockwise."""
        seats = {bet.position: bet.seat for bet in table.bets.values()}
        return [Hand(position, seats[position], table, []) for position in sorted(seats)]

    def accept(self, table: Table, bet: Bet) -> None:
        """Only at as many positions as the house permits, and only at adjacent ones."""
        mine = {bet.position}
        taken = bet.position != bet.seat and bet.position in table.seats
        for each in table.bets.values():
            if table.same_person(each.seat, bet.seat):
                mine.add(each.position)
            taken |= each.position == bet.position and each.seat != bet.seat
        if taken:
            raise Refused(f"position {bet.position} belongs to another player", self.several_positions)
        self.several(table.rules, mine)
        super().accept(table, bet)

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        allowed = int(rules.get("positions-per-player", 1))
        if len(positions) > allowed:
            raise Refused(
                f"at this table a player may bet at {allowed} position{'s' * (allowed > 1)}, not {len(positions)}",
                self.several_positions,
            )
        if max(positions) - min(positions) != len(positions) - 1:
            raise Refused("the positions of one player must be adjacent", self.several_positions)

    # ---- the names of hands ----------------------------------------------------------------------------

    shared: ClassVar[tuple[str, ...]] = ("community",)
    """The owners whose cards count for every hand."""
    hand_cards: ClassVar[int] = 1
    """With fewer cards a hand has no name."""
    describe = staticmethod(describe)

    def worth(self, rules: Rules, cards: Sequence[int]) -> int:
        """The value of a hand, from its own cards and then the community cards, as far as they are visible."""
        return best_five(cards)

    def qualifies(self, rules: Rules, value: int) -> bool:
        """Does the dealer's hand qualify?"""
        return True

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        own = seen[owner]
        if UNKNOWN in own or not (owner == "dealer" or owner.isdecimal()):
            return ""
        open_ = (card for each in self.shared for card in seen.get(each, ()) if card != UNKNOWN)
        cards = [*own, *open_]
        if not own or len(cards) < self.hand_cards:
            return ""
        value = self.worth(table.rules, cards)
        lacks = owner == "dealer" and not self.qualifies(table.rules, value)
        return self.describe(value) + ", does not qualify" * lacks

    # ---- void wagers -----------------------------------------------------------------------------------

    def can_happen(self, table: Table, irregularity: Irregularity, pending: Event) -> bool:
        """A dealer's card can be exposed once there is one; one of five is missing once four are there; and a missing
        card can be dealt in turn until community cards are turned up. An irregularity that a case places before there
        are such cards did not happen."""
        match irregularity.id:
            case "dealer-dealt-four":
                return len(table.cards("dealer")) >= 4
            case "dealer-card-exposed":
                return bool(table.cards("dealer"))
            case "community-card-exposed" if irregularity.at is None:
                return bool(table.cards("community"))
            case "hole-card-exposed" | "both-hole-cards-exposed" if irregularity.at is None:
                return bool(table.cards(irregularity.position or "dealer"))
            case "dealer-hand-completed":
                return not any(held.up for held in table.hands.get("community", ()))
        return super().can_happen(table, irregularity, pending)

    folds: ClassVar[Collection[str]] = ("fold",)
    """The decisions by which a player leaves the round."""

    def fold(self, hand: Hand) -> Round:
        """The wagers that a player who leaves the round gives up, collected."""
        raise NotImplementedError

    def give_back(self, table: Table, bets: Iterable[Bet], paragraph: str) -> Round:
        """Void wagers are returned. But a player who has folded is out of the round: wagers given up belong to the
        house from that moment on, even if they are collected later."""
        bets = list(bets)
        for hand in self.hands(table):
            if has_folded(hand) and any(bet.position == hand.position for bet in bets):
                yield from self.fold(hand)
        left = [bet for bet in bets if (bet.seat, bet.wager) in table.bets]
        yield from super().give_back(table, left, paragraph)

    def void(self, table: Table, cite: str) -> Round:
        """All hands are void; wagers that the paragraph spares are settled all the same."""
        spared = self.spared(table)
        bets = [bet for bet in table.bets.values() if bet.id not in spared]
        yield from self.give_back(table, bets, cite)
        if left := self.hands(table):
            yield from self.settle_spared(table, left)

    def spared(self, table: Table) -> Collection[str]:
        """The wagers that stand despite the irregularity: for a card found face up, only after the deal; for any other,
        as soon as there are cards."""
        if table.by_order or not table.happened or not table.count("deal"):
            return ()
        data = table.rules.irregularity(table.happened[-1].id)
        return data.spares if data.id != "card-face-up" or self.all_dealt(table) else ()

    def all_dealt(self, table: Table) -> bool:
        """Does everybody, the dealer last, have the first cards?"""
        return len(table.cards("dealer")) == 2

    def settle_spared(self, table: Table, hands: Sequence[Hand]) -> Round:
        """The results of those wagers."""
        raise NotImplementedError

    @staticmethod
    def rest_of_deal(table: Table, hands: Sequence[Hand], cards: int, *others: str) -> Round:
        """The cards that an interrupted deal still owes to these hands and other owners, who all have the same
        number."""
        for number in range(1, cards + 1):
            for hand in hands:
                if len(table.cards(hand.owner)) < number:
                    yield Deal(hand.owner, seats=(hand.seat,))
            for owner in others:
                if len(table.cards(owner)) < number:
                    yield Deal(owner)


def has_folded(hand: Hand) -> bool:
    """Has the player left the round?"""
    game = hand.table.game
    assert isinstance(game, AgainstDealer)
    return any(ask.hand == hand.owner and ask.decision in game.folds for ask in hand.table.answers)


def thinks(hand: Hand, wager: str) -> bool:
    """Has the player still to decide between this wager and leaving the round?"""
    settlement = hand.table.settlement
    settled = settlement is not None and hand.key(wager) in settlement.wagers.get(hand.seat, ())
    return hand.stake("ante") > 0 and not hand.stake(wager) and not settled and not has_folded(hand)


def counterclockwise(hands: Iterable[Hand]) -> list[Hand]:
    """From the dealer's far right: the order of settlement."""
    return list(hands)[::-1]
