"""The registers of the regulation's paragraphs: each with its status and a paraphrase."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, structs

from pitboss.book import Game, game
from pitboss.law import Refused, cite, short

_PAGES = Path(__file__).parent / "paragraphs"


class Paragraph(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a register."""

    cite: str
    """The paragraph: ``99.1(a)``, or of a rules sheet ``Lucky Sum 1.1(a)``."""
    status: Literal["rule", "procedure", "outside"]
    """A rule: code and a test implement it; a procedure: no money depends on it; outside: it does not concern the
    game."""
    heading: str = ""
    """The title of the section, on its first paragraph."""
    note: str = ""
    """What it says, paraphrased in a sentence."""
    code: list[str] = []
    """What implements a rule: definitions, ``games.dice.craps:Craps.spot``, and entries of games' files, ``wager.ante``
    or all of a kind, ``pay_table.*``. None if its parts have their own."""
    through: str = ""
    """The paragraph that implements what this one only refers to or defines a term for."""
    games: list[str] = []
    """The games it concerns, if several share the subchapter but not this paragraph."""


class Register(Struct, frozen=True, forbid_unknown_fields=True):
    """The paragraphs of a subchapter, or of a game's own rules sheet."""

    subchapter: str
    """As in the game's file."""
    title: str
    """Its title."""
    paragraphs: list[Paragraph] = msgspec.field(name="paragraph")
    """Every one of them, in order and once."""
    groups: dict[str, list[str]] = {}
    """Names for several games, by which a paragraph may name the games it concerns."""


def _read(page: Path) -> Register:
    """A register, with the games themselves instead of their groups."""
    found = msgspec.toml.decode(page.read_bytes(), type=Register)
    given = [
        structs.replace(each, games=[game for name in each.games for game in found.groups.get(name, [name])])
        for each in found.paragraphs
    ]
    return structs.replace(found, paragraphs=given)


@cache
def registers() -> dict[str, Register]:
    """Every subchapter's register, by its cite."""
    return {register.subchapter: register for register in map(_read, sorted(_PAGES.glob("*.toml")))}


def register_of(game: Game) -> Register | None:
    """The register of a game's paragraphs: the one beside its file, or its subchapter's."""
    page = game.path.with_name("paragraphs.toml")
    if not page.is_file():
        return registers().get(game.data.subchapter)
    try:
        return _read(page)
    except msgspec.MsgspecError as problem:
        raise Refused(f"{page.name}: {problem}") from None


def paragraphs_of(name: str | None) -> Iterator[Paragraph]:
    """The paragraphs of a game (those of its subchapter that concern it), of a subchapter, or all."""
    if name is None:
        for each in registers().values():
            yield from each.paragraphs
        return
    register = registers().get(cite(name)) if name[:1].isdigit() else register_of(game(name))
    if register is None:
        known = ", ".join(key.partition("-")[2] for key in registers())
        raise Refused(f"there is no register of {name}; the subchapters are {known}")
    for paragraph in register.paragraphs:
        if name[:1].isdigit() or not paragraph.games or game(name).id in paragraph.games:
            yield paragraph


def listed_paragraph(name: str) -> Paragraph | None:
    """The paragraph of that name, or the smallest one in the registers that contains it.

    >>> listed_paragraph("13:69F-8.1").heading, listed_paragraph("99.1(a)")
    ('Devices', None)
    """
    wanted = short(name)
    around = [
        each
        for each in paragraphs_of(None)
        if each.note and (each.cite == wanted or within(wanted, each.cite))
    ]
    return max(around, key=lambda each: len(each.cite), default=None)


def section_of(paragraph: str) -> str:
    """The section of a paragraph.

    >>> section_of("20.11(a)1"), section_of('20.1 "Ante wager"'), section_of("Lucky Sum 1.2(b)")
    ('20.11', '20.1', 'Lucky Sum 1.2')
    """
    return re.split(r'\(| "', paragraph)[0]


def within(part: str, whole: str) -> bool:
    """Is it a part of this paragraph? 2.15(a) is not part of 2.1."""
    return part.startswith(whole) and not (whole[-1].isdigit() and part[len(whole)].isdigit())
