"""Wagers of the blackjack family: on which boxes, with whose consent, how many and how much; and the shoe. Each game
defines the wagers on a hand, the endings of a hand and its terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.book import Cases, Choice, Felt, Posting, Refused, Round, Rules, Say, carries
from pitboss.book.endings import Ending
from pitboss.equipment.cards import UNKNOWN
from pitboss.games.blackjack.boxes import Box, Hand, as_it_is, at_box
from pitboss.games.blackjack.hands import BlackjackTerms, End, Hole, fold, is_blackjack, is_soft, total
from pitboss.games.blackjack.side_wagers import SideWager
from pitboss.games.shoe import Shoe, ShoeGame, ShoeState
from pitboss.law import Rule
from pitboss.money import Cents
from pitboss.table import Bet, Table


class TableState(ShoeState):
    """In addition to the shoe: a card reader that failed, and players whose answer on sharing a box differs from what
    silence means."""

    reader_failed: bool = False
    """The card reader has failed: hole cards are not read."""
    spoken: list[int] = []
    """Seats whose answer on sharing their box differs from what silence means."""

    def seats(self) -> Iterable[int]:
        return (*super().seats(), *self.spoken)


class Betting(Posting, Felt, Cases, ShoeGame):
    """What a game of the family is made of, and the wagers at its boxes."""

    owners: ClassVar[tuple[str, ...]] = ("1", "1.2", "dealer", "exposed", "burn")
    State = TableState
    aliases = {"draw": "hit", "double": "double-down", "no insurance": "no-insurance"}
    needless = ("stand", "no-insurance", "no-attack")
    unneeded = ("dealer",)  # a hand over 21 never meets the dealer's
    unless_given = ("no-insurance",)

    original: ClassVar[tuple[str, ...]] = ("blackjack",)
    """The wagers that begin a hand. A dealer's blackjack takes them; the first is required."""
    added: ClassVar[tuple[str, ...]] = ("double-down", "split")
    """The wagers added to a hand, or made on a hand of a split. A dealer's blackjack returns them."""
    splits: ClassVar[tuple[str, ...]] = ("split",)
    """Of these, the wagers made on a hand of a split."""
    uninsured: ClassVar[str] = ""
    """The usual answer when insurance is offered: part of every question, if it was from the first edition on."""
    endings: ClassVar[type[Ending]]
    """How a hand may end, beginning with the names of `End`."""
    insurance: ClassVar[type[Ending]]
    """How insurance ends: ``TEN`` and ``NO_TEN``."""
    payout: ClassVar[Rule[[Any, int, int, int, int, int, int, bool], int]] = as_it_is
    """The rule that pays a winning hand: from its ending, its first three cards, score, number of cards and whether it
    was doubled, to the ending that pays it. Compiled with the round, and used by the exact engine."""
    side_wagers: ClassVar[tuple[SideWager, ...]] = ()
    """The side wagers that a rule on three cards decides, in the order of their settlement."""
    short_cite: ClassVar[str]
    """The paragraph on too few cards."""
    rests: ClassVar[Mapping[str, str]] = {}
    """Wagers that may not exceed the one on the hand, each with its paragraph."""

    def as_dealt(
        self, cards: dict[str, list[str]], decided: Mapping[str, Sequence[str]]
    ) -> dict[str, list[str]]:
        """Hands of a split may be given as they are at the end, each with a card of the pair: this was dealt to the
        hand that was split."""
        again = dict(cards)
        for box, first in cards.items():
            hands = [first, *(cards[owner] for hand in range(2, 9) if (owner := f"{box}.{hand}") in cards)]
            if self.dealt_beside or len(hands) < 2 or len(first) < 2 or not all(hands):
                continue
            value = _value(first[0])
            if _value(first[1]) == value or any(_value(hand[0]) != value for hand in hands):
                continue
            split = [*_splits(box, decided, len(hands)), *(1 for _ in hands)][: len(hands) - 1]
            for number, hand in enumerate(hands, 1):
                dealt = [other[0] for of, other in zip(split, hands[1:], strict=True) if of == number]
                own, owner = (hand[:1], box) if number == 1 else ([], f"{box}.{number}")
                again[owner] = [*own, *dealt, *hand[1:]]
        return again

    def __init_subclass__(cls) -> None:
        named = [ending.name for ending in getattr(cls, "endings", End)][: len(End)]
        assert named == [end.name for end in End], f"{cls.__name__}: endings begin with those of the family"

    def terms(self, rules: Rules) -> BlackjackTerms:
        """The table in integers."""
        raise NotImplementedError

    @staticmethod
    def state(table: Table) -> TableState:
        assert isinstance(table.state, TableState)
        return table.state

    def called(self, table: Table, owner: str, seen: Mapping[str, Sequence[int]]) -> str:
        """The count of a hand as far as it is face up."""
        box = owner.partition(".")[0]
        cards = [card for card in seen[owner] if card != UNKNOWN]
        if not cards or not (box == "dealer" or box.isdecimal()):
            return ""
        hard, ace = fold(cards)
        hand = self.seen_hand(table, owner, seen)
        if len(cards) < len(seen[owner]):
            return f"{total(hard, ace)} showing"
        if is_blackjack(hard, ace, len(cards), hand.split or hand.switched):
            return "blackjack"
        return ("soft " * is_soft(hard, ace)) + f"{total(hard, ace)}" + (", bust" * (hard > 21))

    def seen_hand(self, table: Table, owner: str, seen: Collection[str]) -> Hand:
        """A hand next to those of these owners, as observers see it."""
        split = "." in owner or f"{owner}.2" in seen
        return Hand(owner, table, self.terms(table.rules), {}, split=split)

    # ---- wagers --------------------------------------------------------------------------------------

    def spots(self, table: Table, seat: int) -> Iterable[str]:
        """At every box of the layout, where a wager may be made at boxes other than the player's own."""
        for wager in super().spots(table, seat):
            boxes = range(1, table.rules.positions + 1) if table.rules.wagers[wager].elsewhere else (seat,)
            yield from (at_box(wager, seat, position) for position in boxes)

    def accept(self, table: Table, bet: Bet) -> None:
        self.admit(table, bet)
        if needs := self.needs(bet.id):
            on_hand = self.main_stake(table, bet.seat, bet.position)
            if not on_hand:
                says = f"{bet.id} requires a wager on the hand first"
                raise Refused(says, needs, lacks=[each.id for each in table.rules.required])
            if (at_most := self.at_most(bet.id)) and table.stake(bet.seat, bet.wager) + bet.stake > on_hand:
                says = f"{bet.id} may not exceed the wager already on the hand"
                raise Refused(says, at_most, takes=on_hand)

    def needs(self, wager: str) -> str:
        """The paragraph by which a side wager requires one on the hand; none for the others."""
        return next((side.needs for side in self.side_wagers if side.wager == wager), self.at_most(wager))

    def at_most(self, wager: str) -> str:
        """The paragraph by which it may not exceed that wager, if there is one."""
        found = next((side.at_most for side in self.side_wagers if side.wager == wager), "")
        return found or self.rests.get(wager, "")

    def begun_with(self, hand: Hand) -> tuple[str, ...]:
        """The wagers on a hand before anything is added by doubling or splitting."""
        return (self.original[hand.of - 1],)

    def main_stake(self, table: Table, seat: int, position: int) -> Cents:
        """A player's total wager on the hand of a box."""
        return sum(
            bet.stake
            for bet in table.bets.values()
            if bet.seat == seat and bet.position == position and bet.id in self.original
        )

    def release(self, table: Table, bet: Bet, amount: Cents) -> None:
        if bet.id not in self.original:
            return
        left = self.main_stake(table, bet.seat, bet.position) - amount
        for other in table.bets.values():
            if (other.seat, other.position) != (bet.seat, bet.position) or other.on:
                continue  # without it, a running streak is lost, not forbidden
            if needs := self.needs(other.id):
                at_most = self.at_most(other.id)
                if not left or (at_most and left < other.stake):
                    raise Refused(
                        f"{other.id} depends on the wager; take {other.id} down first", at_most or needs
                    )

    def several(self, rules: Rules, positions: Collection[int]) -> None:
        (option,) = (each for each in self.data.options if each.id == "boxes-per-player")
        most = int(rules[option.id])
        if len(positions) > most:
            raise Refused(
                f"at this table a player may wager on at most {most} box{'es' * (most > 1)}", option.cite
            )

    def admit(self, table: Table, bet: Bet) -> None:
        """Refuse a wager on too many boxes, on a full box, or after sitting out; each by its paragraph."""
        rules = table.rules
        bets = [each for each in table.bets.values() if each.id in self.original]
        cites = {option.id: option.cite for option in self.data.options}
        mine = {each.position for each in bets if table.same_person(each.seat, bet.seat)}
        self.several(rules, mine | {bet.position})
        there = {each.seat for each in bets if each.position == bet.position} | {bet.seat}
        there |= {bet.position} & set(table.seats)  # the box belongs first to the seated player
        if len(there) > int(rules["bettors-per-box"]):
            room = f"box {bet.position} is taken: at most {rules['bettors-per-box']} may bet on it"
            raise Refused(room, cites["bettors-per-box"])
        first = next((each.seat for each in bets if each.position == bet.position), bet.seat)
        if bet.seat not in (first, bet.position) and not self.consents(table, first):
            says = f"seat {first} wagered first on box {bet.position} and is not sharing it"
            raise Refused(says, cites["bettors-per-box"])
        if rules["mid-shoe-entry"] == "barred" and not self.regular(table, bet.seat):
            raise Refused(
                "after sitting out a round, a player waits for the next shuffle", cites["mid-shoe-entry"]
            )

    def regular(self, table: Table, seat: int) -> bool:
        """Has this player wagered in every round since the shuffle?"""
        regulars = self.state(table).regulars
        return regulars is None or any(table.same_person(each, seat) for each in regulars)

    def consents(self, table: Table, seat: int) -> bool:
        """Does this player let others wager on a box where the player was first (2.13(a), 2A.13(a), 19.13(a), 26.13(a),
        36.12(a))? The player seated at the box needs no consent."""
        return (table.rules["consent"] == "unless-refused") != (seat in self.state(table).spoken)

    def choices(self, table: Table, seat: int) -> Sequence[Choice]:
        """The player who wagered first on a box consents to others on it, or does not."""
        firsts: dict[int, int] = {}
        for bet in table.bets.values():
            if bet.id in self.original:
                firsts.setdefault(bet.position, bet.seat)
        if seat not in firsts.values() or int(table.rules["bettors-per-box"]) == 1:
            return ()
        return (Choice("refuse-others" if self.consents(table, seat) else "consent"),)

    def between(self, table: Table, seat: int, decision: str, wager: str) -> Round:
        spoken = self.state(table).spoken
        if seat in spoken:
            spoken.remove(seat)
        else:
            spoken.append(seat)
        shares = "shares the box" if decision == "consent" else "does not share the box"
        yield Say(f"Seat {seat} {shares}", cite=self.decision(decision).full_cite)

    def leaving(self, table: Table, seat: int) -> Round:
        state = self.state(table)
        state.spoken = [each for each in state.spoken if each != seat]
        yield from ()

    def step(self, rules: Rules, wager: str) -> Cents:
        """The steps in which a wager on a hand increases."""
        return rules.unit

    @carries("2.13(b)", "2A.13(b)", "19.13(b)", "26.13(b)", "36.12(b)")
    def boxes_of(self, table: Table) -> list[Box]:
        """The boxes with a main wager, from the dealer's left. The seated player calls the decisions, or else the
        player with the highest wager in the box. Other wagers alone do not make a hand."""
        terms, boxes = self.terms_of(table), []
        main = [bet for bet in table.bets.values() if bet.id in self.original]
        for position in sorted({bet.position for bet in main}):
            seats = dict.fromkeys(bet.seat for bet in main if bet.position == position)
            bettors = sorted(
                seats, key=lambda seat: (seat != position, -self.main_stake(table, seat, position))
            )
            wagers = {
                seat: [bet.wager for bet in main if (bet.seat, bet.position) == (seat, position)]
                for seat in bettors
            }
            boxes.append(Box(position, bettors, [Hand(str(position), table, terms, wagers)]))
        return boxes

    def terms_of(self, table: Table) -> BlackjackTerms:
        """The terms of the table as it is: a table whose card reader failed continues without it."""
        terms = self.terms(table.rules)
        failed = terms.hole == Hole.READER and self.state(table).reader_failed
        return terms._replace(hole=Hole.DOWN) if failed else terms

    # ---- the shoe ------------------------------------------------------------------------------------

    def shoe(self, rules: Rules) -> Shoe:
        """The cutting card at least a quarter from the back, or a shuffle after every round; the first card of a
        fresh shoe is burned."""
        cards, every_round = len(rules.pack()), rules["rounds-per-deck"] == "one"
        cut = cards if every_round else cards * int(rules["cutting-card"]) // 100
        return Shoe(cut=cut, short_cite=self.short_cite)

    def in_play(self, table: Table) -> set[str]:
        """The dealer's cards, and those of boxes with a wager on the hand; not a hand over 21, which is discarded."""
        wagers, terms = self.original + self.added, self.terms_of(table)
        boxes = {str(bet.position) for bet in table.bets.values() if bet.id in wagers}
        hands = (Hand(owner, table, terms, {}) for owner in table.hands if owner.partition(".")[0] in boxes)
        dealers = {owner for owner in table.hands if owner.partition(".")[0] in ("dealer", "exposed")}
        return dealers | {hand.owner for hand in hands if not hand.over}


def _splits(box: str, decided: Mapping[str, Sequence[str]], hands: int) -> Iterator[int]:
    """Which hand of a box each split divides, in turn, as far as the decisions show: a hand that was split is followed
    by the one formed of it. In a plain list, a hand is over when it stands or doubles."""
    names = {number: box if number == 1 else f"{box}.{number}" for number in range(1, hands + 1)}
    apart = any(name in decided for number, name in names.items() if number > 1)
    plain = iter(decided.get(box, ()))
    waiting, formed = [1], 1
    while waiting:
        hand = waiting.pop(0)
        for word in decided.get(names.get(hand, ""), ()) if apart else plain:
            if word == "split":
                formed += 1
                waiting.insert(0, formed)
                yield hand
            elif not apart and word in ("stand", "double-down"):
                break


def _value(card: str) -> str:
    """What the cards of a pair have in common, by their names."""
    rank = card[:-1].upper()
    return "T" if rank in ("10", "J", "Q", "K") else rank
