"""What somebody may know of a table at each moment, worked out from its journal alone."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.equipment import cards
from pitboss.equipment.cards import name, pretty

NAMES = {name(card): card for card in range(len(cards.NAMES))}
GLYPHS = {pretty(card): card for card in range(52)}
GLYPH = re.compile("|".join(sorted(map(re.escape, GLYPHS), key=len, reverse=True)))
_NAME = re.compile('"(' + "|".join(map(re.escape, NAMES)) + ')"')
_LONG = re.compile(r"[A-Za-z0-9+/=]{30,}")
_LINK = re.compile(r'(?<=\s)(?:href|src|action)="[^"]*"')  # a secret in base64 may also end with src=
_HEAD = re.compile(r'"head":\s?(\{"table"[^}]*\})')
_ROW = re.compile(r"\[(?:\d+,\s?){7,}\d+\]")


class Laid(NamedTuple):
    """A card on the table, and by name who was shown it."""

    card: int
    up: bool
    shown: frozenset[str]

    def unseen_by(self, gone: set[str]) -> Laid:
        """Whoever leaves the table leaves his cards behind, and they are not for the next at his seat."""
        return self._replace(shown=self.shown - gone)

    def face(self, who: str) -> str:
        return name(self.card) if self.up or (who and who in self.shown) else "??"


class Moment(NamedTuple):
    """The table after a line."""

    events: list[dict[str, Any]]
    hands: dict[str, list[Laid]]
    seats: dict[int, str]
    public: frozenset[str]
    """Every promise published and every secret told so far, as they may be written."""


class Truth:
    """A journal, line by line."""

    def __init__(self, lines: list[bytes]) -> None:
        self.moments: list[Moment] = []
        self.unsaid: list[set[str]] = []
        """After each line, the promises whose secret has not been told."""
        self.secrets: set[str] = set()
        """Every secret there ever was, as it may be written."""
        identity = json.loads(lines[0])["command"]["table"]
        hands: dict[str, list[Laid]] = {}
        seats: dict[int, str] = {}
        public: set[str] = set()
        unsaid: set[str] = set()
        playing = False
        self.chains: list[str] = []
        for line in lines:
            entry = json.loads(line)
            self.chains.append(entry["chain"])
            command, events = entry["command"], entry["events"]
            match command["command"]:
                case "sit":
                    seats[command["seat"]] = command["name"]
                case "leave":
                    gone = {seats.pop(command["seat"])}
                    hands = {owner: [each.unseen_by(gone) for each in hand] for owner, hand in hands.items()}
                case "deal":
                    hands, playing = {}, True
                case "void" if not playing:
                    hands, playing = {}, True
                case "close":
                    gone = set(seats.values())
                    hands = {owner: [each.unseen_by(gone) for each in hand] for owner, hand in hands.items()}
                    seats = {}
            for event in events:
                match event["do"]:
                    case "deal":
                        shown = frozenset(seats[seat] for seat in event.get("seats", ()) if seat in seats)
                        laid = Laid(event["card"], event.get("up", False), shown)
                        hands.setdefault(event["to"], []).append(laid)
                        event["laid"] = laid
                    case "show":
                        hand = hands.get(event["owner"], [])
                        places = event.get("places") or range(event.get("first") or len(hand))
                        for n in places:
                            hand[n] = hand[n]._replace(up=True)
                        event["shown"] = [hand[n].card for n in places]
                    case "slide":
                        hand = hands[event["owner"]]
                        place = [each.card for each in hand].index(event["card"])  # of two alike the first
                        hands.setdefault(event["to"], []).append(hand.pop(place))
                    case "commit":
                        public.add(event["promise"])
                        unsaid.add(event["promise"])
                        self.secrets |= {event["secret"], base64.b64decode(event["secret"]).hex()}
                    case "reveal":
                        secret = base64.b64decode(event["secret"])
                        of = f"{identity} {event['round']} ".encode()
                        root = hashlib.sha256(of + secret).digest()
                        assert hashlib.sha256(root).hexdigest() == event["promise"]
                        public |= {event["secret"], secret.hex()}
                        unsaid.remove(event["promise"])
            if command["command"] == "promise":
                playing = False
            at = {owner: list(hand) for owner, hand in hands.items()}
            self.moments.append(Moment(events, at, dict(seats), frozenset(public)))
            self.unsaid.append(set(unsaid))

    def seen(self, who: str, first: int, last: int) -> set[int]:
        """The cards that somebody was shown in these lines, or sees on the table after one of them."""
        found = set()
        for moment in self.moments[max(first, 0) : last]:
            for event in moment.events:
                if event["do"] == "deal" and event["laid"].face(who) != "??":
                    found.add(event["laid"].card)
                elif event["do"] == "show":
                    found.update(event["shown"])
            for hand in moment.hands.values():
                found.update(each.card for each in hand if each.face(who) != "??")
        return found

    def check(self, who: str, text: str, first: int, last: int, everything: bool = False) -> None:
        """No secret, no order and no card in a text that tells of these lines but what somebody may know."""
        now = self.moments[last - 1]
        text = _HEAD.sub(self._sound, text)
        for token in _LONG.findall(_LINK.sub("", text)):
            assert token in now.public, f"{who or 'a watcher'} is told {token} at line {last}"
        assert not _ROW.search(text), f"{who or 'a watcher'} is told a row of cards at line {last}"
        cards = {GLYPHS[each] for each in GLYPH.findall(text)} | {NAMES[each] for each in _NAME.findall(text)}
        if not everything:
            unseen = cards - self.seen(who, first, last)
            assert not unseen, f"{who or 'a watcher'} is told {sorted(map(name, unseen))} at line {last}"

    def _sound(self, found: re.Match[str]) -> str:
        """A head is what it should be, and tells no link of the chain; what is left of it is nothing."""
        head = json.loads(found[1])
        told = f"head {head['table']} {head['lines']} {self.chains[head['lines'] - 1]}"
        assert head["head"] == hashlib.sha256(told.encode()).hexdigest()
        assert not any(chain in found[1] for chain in self.chains)
        return '"head":0'

    def check_frame(self, who: str, frame: str, before: int) -> int:
        """A frame of a socket that had been told of the lines before; returns how many lines it tells of."""
        told = json.loads(frame)
        if "reply" in told:
            assert not _LONG.search(frame)
            assert not GLYPH.search(frame)
            assert not _NAME.search(frame)
            return before
        table = told["table"]
        last = table["line"]
        now = self.moments[last - 1]
        lay = {owner: [each.face(who) for each in hand] for owner, hand in now.hands.items() if hand}
        assert table.get("hands", {}) == lay, f"{who or 'a watcher'} at line {last}"
        self.check(who, frame, before - 1, last)
        rest = {key: value for key, value in table.items() if key != "hands"}
        assert not _NAME.search(json.dumps(rest)), (who, rest)
        if asked := table.get("asked"):
            assert "choices" not in asked or now.seats[asked["seat"]] == who
        if before:
            self._check_news(who, told["news"], before, last)
        return int(last)

    def _check_news(self, who: str, news: list[dict[str, Any]], first: int, last: int) -> None:
        happened = [event for moment in self.moments[first:last] for event in moment.events]

        def of(kind: str, events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            return (event for event in events if event["do"] == kind)

        dealt = [
            (event["to"], NAMES.get(event["laid"].face(who)) if event["laid"].face(who) != "??" else None)
            for event in of("deal", happened)
        ]
        assert [(event["to"], event.get("card")) for event in of("deal", news)] == dealt, (who, first, last)
        for event in of("shuffle", news):
            assert not event.keys() & {"order", "cards"}
        for event in of("commit", news):
            assert "secret" not in event
        for event in of("slide", news):
            assert "card" not in event
        seats = self.moments[last - 1].seats
        for event in of("ask", news):
            assert "choices" not in event or not event["choices"] or seats.get(event["seat"]) == who
        secret = {
            (event["seat"], event["decision"])
            for event in of("ask", happened)
            for choice in event["choices"]
            if choice["id"] == event["decision"] and choice.get("secret")
        }
        for event in of("ask", news):
            if seats.get(event["seat"]) != who:
                assert (event["seat"], event.get("decision")) not in secret
