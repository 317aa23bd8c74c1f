"""A person at a table in the terminal, talking to the dealer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import json as coded
from rich.console import Console, Group, RenderableType
from rich.rule import Rule as Line
from rich.text import Text

from pitboss.book.events import (
    Ask,
    Deal,
    Discard,
    Draw,
    Event,
    Irregularity,
    Roll,
    Settle,
    Show,
    Shuffle,
    Slide,
    Spin,
    Stake,
    offered,
    part_of,
)
from pitboss.book.key import Key
from pitboss.book.rules import Rules
from pitboss.equipment.cards import cards
from pitboss.law import Refused, short
from pitboss.layout import discarded
from pitboss.money import Amount, Cents, cents, money, written
from pitboss.odds import WagerOdds, proved
from pitboss.table import File, Settlement, Table
from pitboss.table.absent import bot
from pitboss.table.awards import pay_out
from pitboss.table.words import described
from pitboss.terminal import GOLD, RESULTS, grid_of, show_odds, show_rules, signed

ME = 1
_OTHERS = ("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jan")
_SUITS = {"c": ("♣", "black"), "d": ("♦", "red"), "h": ("♥", "red"), "s": ("♠", "black")}
_DICE = "⚀⚁⚂⚃⚄⚅"


class Session:
    """One person at a table, talking to the dealer. A command is a method whose docstring is its help text."""

    def __init__(
        self,
        rules: Rules,
        seed: int | None,
        bankroll: Amount,
        players: int,
        journal: Path | None,
        console: Console,
    ) -> None:
        self.console = console
        self.bankroll = cents(bankroll)
        self.settlements: list[Settlement] = []
        self.last: dict[str, Cents] = {}
        self.said: list[Event] = []
        self.heard = 0
        self.warned = (0, "")
        """The player's last warning, and when it was given."""
        if journal is not None and journal.exists() and journal.stat().st_size:
            raise Refused(f"{journal} already contains a journal; name a new file")
        if not 1 <= players <= rules.positions:
            raise Refused(f"this table has seats for 1 to {rules.positions} players, not {players}")
        # A game between players needs opponents.
        count = players if rules.game.wagers_first else max(players, min(rules.positions, 6))
        self.others = range(2, count + 1)
        storage = None if journal is None else File(journal)
        self.table = Table(
            rules.game,
            rules,
            seed=seed,
            storage=storage,
            players=dict.fromkeys(self.others, bot),
        )
        self.table.sit(ME, "Player", bankroll)
        for seat in self.others:
            self.table.sit(seat, _OTHERS[(seat - 2) % len(_OTHERS)], bankroll)
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "bet": self.bet,
            "remove": self.remove,
            "deal": self.deal,
            rules.game.data.verb: self.deal,
            "buy": self.buy,
            "irregularity": self.irregularity,
            "best": self.best,
            "odds": self.odds,
            "rules": self.rules,
            "history": self.history,
            "help": self.help,
            "?": self.help,
        }

    def run(self, lines: Iterator[str]) -> None:
        game = self.table.game
        self.console.print(Line(f"[bold]{game.title}[/]  [dim]{game.data.subchapter}[/]", style=GOLD))
        self.console.print(Text("type help for the commands, quit to leave the table", "dim"))
        self.prompt()
        for line in lines:
            words = line.lower().split()
            if words and words[0] in ("quit", "q", "exit", "leave"):
                break
            try:
                self.obey(words)
            except Refused as refused:
                self.complain(refused)
            self.prompt()
        self.leave()

    def complain(self, refused: Refused) -> None:
        console = Console(stderr=True, highlight=False) if self.console.quiet else self.console
        console.print(Text(str(refused), "red"))

    def leave(self) -> None:
        try:
            taken = self.table.leave(ME)
            self.news(result=False)
            self.console.print(f"You leave with [bold]{money(taken)}[/].")
        except Refused as refused:
            self.console.print(Text(f"You leave without your chips: {refused}", "yellow"))

    # ---- commands --------------------------------------------------------------------------------

    def obey(self, words: list[str]) -> None:
        """A decision, a command or a wager; words may be shortened if unambiguous."""
        if not words:
            self.again()
            return
        verb, *rest = words
        decisions = [choice.id for choice in self.table.legal(ME)]
        verb = self.table.game.aliases.get(verb, verb)
        asked = self.table.asked is not None
        named = len(words) - (_amount(words[-1]) is not None)
        spoken = next((n for n in (len(words), named) if n > 1 and "-".join(words[:n]) in decisions), 0)
        if spoken:  # house way, double attack 10
            self.decide("-".join(words[:spoken]), words[spoken:])
        elif verb in decisions:
            self.decide(verb, rest)
        elif laid := self._laid(verb, rest):
            self.decide(laid, [])
        elif verb in self.commands:
            self.commands[verb](rest)
        elif asked and (decision := _meant(verb, decisions)):
            self.decide(decision, rest)
        elif not asked and (_amount(words[-1]) is not None or self._wager(words)):
            self.bet(words)
        elif command := _meant(verb, self.commands):
            self.commands[command](rest)
        elif decision := _meant(verb, decisions):
            self.decide(decision, rest)
        elif asked:
            self.table.act(ME, verb)  # refuses, and lists the possible decisions
        else:
            raise Refused(f"{' '.join(words)!r} is not a command here; type help for the commands")

    def bet(self, words: list[str]) -> None:
        """bet ante 10, or ante 10: make a wager or add to it; without an amount, the minimum."""
        stake = _amount(words[-1]) if len(words) > 1 else None
        name = words[:-1] if stake is not None else words
        wager = self._wager(name) or "-".join(name)
        least = self.table.rules.limits(Key.read(wager).id).least
        self.table.bet(ME, wager, written(least) if stake is None else stake)
        self.news()

    def remove(self, words: list[str]) -> None:
        """remove ante, or remove ante 5: take down a wager, or part of it."""
        amount = _amount(words[-1]) if len(words) > 1 else None
        name = words[:-1] if amount is not None else words
        mine = [bet.wager for bet in self.table.bets.values() if bet.seat == ME]
        self.table.remove(
            ME, _meant("-".join(name), mine) or _meant(":".join(name), mine) or "-".join(name), amount
        )
        self.news()

    def deal(self, words: list[str]) -> None:
        """deal (at other games roll, shake, spin, draw): no more bets. An empty line repeats the same bets."""
        table = self.table
        if not table.playing:
            mine = {bet.wager: bet.stake for bet in table.bets.values() if bet.seat == ME}
            self.last = mine or self.last
            for seat in self.others:
                self._follow(seat, mine)
        table.deal()
        self.show()

    def again(self) -> None:
        table = self.table
        if table.asked is not None:
            return
        mine = [bet for bet in table.bets.values() if bet.seat == ME]
        gone = {wager: stake for wager, stake in self.last.items() if not table.stake(ME, wager)}
        for wager, stake in gone.items():
            if not mine or table.can_bet(ME, wager, written(stake)):
                table.bet(ME, wager, written(stake))
        self.deal([])

    def decide(self, decision: str, words: list[str]) -> None:
        if self.table.asked is None:
            self.table.act(ME, decision, wager=self._wager(words) or "-".join(words))
            self.news()
            return
        amount = _amount(words[0]) if words else None
        if words and amount is None:
            raise Refused(f"{words[0]!r} is not an amount; write {decision} alone or with dollars")
        warning = next((each.warning for each in self.table.legal(ME) if each.id == decision), "")
        if warning and self.warned != (self.table.journal.lines, decision):
            self.warned = self.table.journal.lines, decision
            raise Refused(f"{warning}; repeat the command to confirm")
        self.table.act(ME, decision, amount)
        self.show()

    def buy(self, words: list[str]) -> None:
        """buy 100: more chips, between rounds."""
        amount = _amount(words[0]) if words else written(self.bankroll)
        if amount is None:
            raise Refused(f"{words[0]!r} is not an amount in dollars")
        self.table.sit(ME, self.table.seats[ME].name, amount)

    def irregularity(self, words: list[str]) -> None:
        """irregularity card-face-up, or irregularity card-face-up deal 3: call one now, or at that point. Details
        follow it: irregularity cocked-die first=6."""
        known = self.table.rules.irregularities
        if not words:
            raise Refused(f"name one: {', '.join(known) or 'this game has none'}")
        name = _meant(words[0], list(known)) or words[0]
        point = [word for word in words[1:] if "=" not in word]
        if point and not (len(point) == 2 and point[1].isdecimal()):
            raise Refused("a point of the round is a kind and a number, as in deal 3")
        mine = str(ME) if self.table.rules.irregularity(name).of != "table" else ""
        given = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        playing = self.table.playing
        self.table.call(
            Irregularity(
                name,
                (point[0], int(point[1])) if point else None,
                given.pop("position", mine),
                {each: _value(word) for each, word in given.items()},
            )
        )
        if playing:
            self.show()
        else:
            self.console.print(Text("It will happen in the next round.", "dim"))

    def best(self, words: list[str]) -> None:
        """best: the best answer to the question, and the value of each. For practice: 8.1 forbids it on a casino
        floor."""
        asked = self.table.question(ME)
        if asked is None:
            raise Refused("it is not your turn to decide")
        with self.console.status("counting"):
            advice = self.table.game.mathematics.advise(self.table, asked)
        amount = f" {money(advice.amount)}" if advice.amount else ""
        self.console.print(Text.assemble("best: ", (f"{advice.decision}{amount}", "bold"), f"  {advice.why}"))
        for decision, value in sorted(advice.values.items(), key=lambda each: -each[1]):
            self.console.print(Text.assemble(f"  {decision} ", signed(round(value))))

    def odds(self, words: list[str]) -> None:
        """odds: the exact house edge of every wager. For practice: 8.1 forbids it on a casino floor."""
        with self.console.status("counting"):
            rows = _odds(self.table.rules)
        if not self.console.quiet:
            show_odds(rows)

    def rules(self, words: list[str]) -> None:
        """rules: wagers, options, pay tables, decisions, irregularities."""
        if not self.console.quiet:
            show_rules(self.table.rules)

    def history(self, words: list[str]) -> None:
        """history: the result of every round."""
        grid = grid_of("round", "won or lost", "wagers", right=("round", "won or lost"))
        for each in self.settlements:
            given = ", ".join(f"{wager} {one.result}" for wager, one in each.wagers.get(ME, {}).items())
            grid.add_row(str(each.round), signed(each.net.get(ME, 0)), given)
        total = sum(each.net.get(ME, 0) for each in self.settlements)
        self.console.print(grid, Text.assemble("total ", signed(total)))

    def help(self, words: list[str]) -> None:
        """help: this list."""
        for command in dict.fromkeys(self.commands.values()):
            self.console.print(Text(f"  {(command.__doc__ or '').strip()}"))
        self.console.print(Text("  quit: leave the table with your chips."))
        decisions = ", ".join(
            f"{each.id} ({each.text or each.name})" for each in self.table.game.data.decisions
        )
        if decisions:
            self.console.print(Text(f"  When it is your turn: {decisions}"))

    def _laid(self, verb: str, words: list[str]) -> str | None:
        """The decision of a player who names cards, ``set KsQd``, or their places in the hand, ``set 2 5``."""
        asked = self.table.asked
        if asked is None or not words:
            return None
        verbs = {choice.verb for choice in asked.choices if choice.cards}
        meant = _meant(verb, verbs) or verb
        hand = self.table.cards(asked.hand)
        if meant in verbs and all(word.isdecimal() for word in words):
            places = [int(word) for word in words]
            if not all(1 <= place <= len(hand) for place in places) or len(set(places)) < len(places):
                raise Refused(f"{' '.join(words)} are not different cards from 1 to {len(hand)}")
            return asked.naming(meant, [hand[place - 1] for place in places])
        try:
            return asked.naming(meant, cards(" ".join(words).replace("jk", "jo")))
        except Refused:
            if meant in verbs:
                raise
            return None

    def _wager(self, words: list[str]) -> str | None:
        """The wager that is meant: ``pair plus``, ``straight 17``, ``pass-l``; nothing if there is none."""
        if not words:
            return None
        table = self.table
        spots = [*table.game.spots(table, ME)]
        spelled = "-".join(words)
        by_name = {spot.lower(): spot for spot in spots}
        for name in (spelled, f"{'-'.join(words[:-1])}:{words[-1]}"):
            if name in by_name:
                return by_name[name]
        if Key.read(spelled).id in table.rules.wagers:
            return spelled
        names = list(dict.fromkeys([*spots, *table.rules.wagers]))
        meant = [name for name in names if name.startswith(spelled)] or [
            name for name in names if _within(words, re.split("[-:]", name))
        ]
        if len(meant) > 1 and len(words) > 1:
            raise Refused(f"{' '.join(words)!r} could be {', '.join(meant[:4])}" + " …" * (len(meant) > 4))
        return meant[0] if len(meant) == 1 else None

    def _follow(self, seat: int, bets: Mapping[str, Cents]) -> None:
        """A bot's wagers: the same as the player's, with new chips when it runs out."""
        table = self.table
        if table.chips(seat) < self.bankroll // 4:
            table.sit(seat, table.seats[seat].name, written(self.bankroll))
        for wager, stake in bets.items():
            if not table.stake(seat, wager) and table.can_bet(seat, wager, written(stake)):
                table.bet(seat, wager, written(stake))

    # ---- output -------------------------------------------------------------------------------

    def show(self) -> None:
        """What happened, the cards, and the result if the round is over."""
        table = self.table
        if not table.playing:
            pay_out(table)
        self.news()
        self.console.print(Group(*self._hands()))
        if not table.playing and table.settlement is not None:
            self.settlements.append(table.settlement)
            self.console.print(Group(*self._result(table.settlement)))

    def news(self, result: bool = True) -> None:
        """What has happened since the last output; if a result follows, it shows the settlements."""
        if self.said is not self.table.said:  # a round has begun
            self.said, self.heard = self.table.said, 0
        news, self.heard = self.said[self.heard :], len(self.said)
        deciding = 0
        for event in news:
            match event.seen_by(ME):
                case Shuffle() | Discard() | Show() | Slide() | Deal():
                    continue  # the cards show it
                case Settle() if result:
                    continue
                case Ask() as asked:
                    deciding = asked.seat
                    if asked.seat == ME:
                        continue
                case Stake() as stake if stake.seat == deciding:
                    continue
                case Roll() as roll:
                    faces = " ".join(_DICE[face - 1] for face in roll.faces)
                    self.console.print(Text.assemble((faces, "bold red"), f"  {sum(roll.faces)}"))
                    continue
                case Draw() as draw:
                    self.console.print(Text("drawn: " + " ".join(map(str, draw.numbers)), "bold"))
                    continue
            words = described(self.table, event.seen_by(ME))
            self.console.print(Text(f"  {words}", "bold" if isinstance(event, Spin) else "dim"))

    def _name(self, seat: int) -> str:
        return self.table.seats[seat].name if seat in self.table.seats else f"seat {seat}"

    def _hands(self) -> Iterator[RenderableType]:
        """Everybody's cards as the player may see them, the player's own last."""
        table, gone = self.table, discarded(self.table.said)
        own = {str(ME)} | {str(bet.position) for bet in table.bets.values() if bet.seat == ME}
        deciding = table.asked.hand if table.asked and table.asked.parts else None
        mine = []
        seen = table.seen(ME)
        for owner, names in table.view(ME).items():
            base, called = owner.partition(".")[0], table.game.felt.called(table, owner, seen)
            if owner in gone or not names or (set(names) == {"??"} and owner in ("burn", "dead")):
                continue
            if base in own:
                mine.append(_cards(_label(owner), names, called, asked=owner == deciding))
            elif base in ("dealer", "community"):
                yield _cards(owner, names, called)
            else:
                who = self._name(int(base)) if base.isdecimal() else owner
                cards = (_card(name) for name in names)
                yield Text(" ").join([Text(f"{who:>10} "), *cards, Text(called, "dim")])
        yield from mine

    def _result(self, settlement: Settlement) -> Iterator[RenderableType]:
        grid = grid_of("wager", "stake", "", "", "why", "paragraph", right=("stake",))
        for wager, each in settlement.wagers.get(ME, {}).items():
            amount = f"+{money(each.pays)}" if each.pays else f"-{money(each.lost)}" if each.lost else ""
            grid.add_row(
                Text(wager, "bold"),
                money(each.stake) if each.stake else "",
                Text(each.result, RESULTS[each.result]),
                Text(amount, RESULTS[each.result]),
                each.outcome.replace("-", " "),
                Text(short(each.cite), "dim"),
            )
        if grid.row_count:
            yield grid
        others = [
            Text.assemble(f"   {self._name(seat)} ", signed(settlement.net.get(seat, 0)))
            for seat in self.others
        ]
        yield Text.assemble(f"round {settlement.round}: ", signed(settlement.net.get(ME, 0)), *others)

    def prompt(self) -> None:
        """What is legal now."""
        table = self.table
        choices = Text(" · ").join(Text(words, "bold") for words in offered(table.legal(ME)))
        if table.asked is not None:
            hand = f" (hand {table.asked.hand})" if "." in table.asked.hand else ""
            self.console.print(Text.assemble((f"Your turn{hand}: ", GOLD), choices))
            return
        mine = ", ".join(str(bet) for bet in table.bets.values() if bet.seat == ME)
        open_ = _gathered(table.open_wagers(ME))
        self.console.print(
            Text.assemble(
                (money(table.chips(ME)), "bold"),
                f"  on the layout: {mine}" if mine else "",
                (f"  open: {open_}", "dim") if open_ else "",
                (f"  {choices.plain}", "dim") if choices.plain else "",
            )
        )


def _meant(word: str, names: Iterable[str]) -> str | None:
    """The name, or the only one that begins with it."""
    known = list(dict.fromkeys(names))
    if word in known:
        return word
    begin = [name for name in known if name.startswith(word)]
    return begin[0] if len(begin) == 1 else None


def _within(words: Iterable[str], parts: Iterable[str]) -> bool:
    """Are the words among the parts of a name, in order?"""
    rest = iter(parts)
    return all(word in rest for word in words)


def _gathered(names: Iterable[str]) -> str:
    """Wagers in a line; those that differ only in numbers are merged: place-win-4/5/6."""
    groups: dict[str, list[str]] = {}
    for name in names:
        stem, end = re.fullmatch(r"(.*?)((?:[-@:]\d[^:@]*|:.*)?)", name).groups()  # type: ignore[union-attr]
        groups.setdefault(stem + end[:1], []).append(end[1:])
    given = []
    for stem, ends in groups.items():
        given.append(stem + ("/".join(ends) if len(ends) <= 6 else "…"))
    return ", ".join(given)


def _amount(word: str) -> str | None:
    plain = word.removeprefix("-").removeprefix("$").replace(",", "").replace(".", "", 1)
    return word if plain.isdecimal() else None


def _value(word: str) -> str | int | bool:
    """A detail of an irregularity, as typed."""
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.isdecimal() else word


def _odds(rules: Rules) -> list[WagerOdds]:
    try:
        return proved.odds(rules)
    except NotImplementedError:
        raise Refused(f"the odds of {rules.game.id} are not available") from None


def _card(name: str) -> Text:
    """A card within a line of text."""
    if name == "??":
        return Text("▒▒", "blue")
    if name[1] not in _SUITS:
        return Text("★ ", "bold magenta on white")
    sign, color = _SUITS[name[1]]
    return Text(name[0].replace("T", "10") + sign, f"bold {color} on white")


def _label(owner: str) -> str:
    """The owner of a hand, or the part that was set: ``you``, ``low``, after a split ``1.2``."""
    if part := part_of(owner):
        return part if owner == f"{ME}.{part}" else owner.replace(".", " ")
    return "you" if owner == str(ME) else owner


def _cards(label: str, names: Sequence[str], called: str, asked: bool = False) -> Group:
    """A hand as players hold it, with its name; its cards are numbered if the player is asked to set some of
    them."""
    lines = [Text(f"{'':>10} "), Text(f"{label:>10} ", "bold"), Text(f"{'':>10} ")]
    if asked:
        lines.append(Text(f"{'':>10} " + "".join(f"{place:^6}" for place in range(1, len(names) + 1)), "dim"))
    for name in names:
        face = Text("▒▒▒▒", "blue") if name == "??" else _card(name)
        face.pad_right(4 - len(face))
        edge = "blue" if name == "??" else "white"
        lines[0].append("╭────╮", edge)
        lines[1].append("│", edge).append_text(face).append("│", edge)
        lines[2].append("╰────╯", edge)
    lines[1].append(f"  {called}", GOLD)
    return Group(*lines)


def play(
    rules: Rules,
    seed: int | None,
    bankroll: Amount,
    players: int,
    journal: Path | None,
    script: str | None,
    json: bool,
) -> None:
    """A table in the terminal, until the player leaves it. ``script`` is the input, separated by semicolons;
    with ``json`` only the settlements are printed, at the end."""
    session = Session(
        rules,
        seed,
        bankroll,
        players,
        journal,
        Console(highlight=False, stderr=json, quiet=json and script is not None),
    )
    session.run(_keyboard(session.console) if script is None else _scripted(session.console, script))
    if json:
        sys.stdout.write(
            coded.format(coded.encode([each.json() for each in session.settlements]).decode(), indent=1)
            + "\n"
        )


def _keyboard(console: Console) -> Iterator[str]:
    try:
        while True:
            yield console.input(f"[{GOLD}]›[/] ")
    except (EOFError, KeyboardInterrupt):
        console.print()


def _scripted(console: Console, script: str) -> Iterator[str]:
    for line in script.split(";"):
        console.print(Text(f"› {line.strip()}", GOLD))
        yield line
