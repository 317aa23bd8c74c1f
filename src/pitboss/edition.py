"""The text that the rules follow: the chapter as compiled, the proposals, and the rules of invented games. Every paper
states it in the words of this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.book import Game, Rules, in_the_book


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """The chapter as it was compiled."""

    name: str
    title: str
    subchapters: str
    issued_by: str
    as_of: str
    """The date of the compilation; empty: the copy has none."""

    @property
    def source(self) -> str:
        """
        >>> edition().chapter.source
        'N.J.A.C. 13:69F, subchapters 1 through 37, in an undated compilation'
        """
        dated = f"as of {self.as_of}" if self.as_of else "in an undated compilation"
        return f"{self.name}, subchapters {self.subchapters}, {dated}"


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A proposed text that is not in the chapter as compiled."""

    title: str
    paragraphs: tuple[str, ...]
    register: str
    """Its place in the New Jersey Register; empty: the copy does not say."""

    def has(self, paragraph: str) -> bool:
        """Is the paragraph, or the subchapter, part of it?"""
        return any(
            re.match(re.escape(each) + r"(?:(?<=\))|(?![0-9A-Z]))", paragraph) for each in self.paragraphs
        )

    @property
    def source(self) -> str:
        """
        >>> edition().proposals[0].source
        'the proposal “High Card Flush”, in an undated copy'
        """
        return f"the proposal “{self.title}”, {self.register or 'in an undated copy'}"


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """The chapter and the proposals."""

    chapter: Chapter
    proposals: tuple[Proposal, ...] = msgspec.field(name="proposal")

    @property
    def source(self) -> str:
        """The text of the whole book, in a sentence."""
        known = [each.source for each in self.proposals if each.register]
        bare = ", ".join(f"“{each.title}”" for each in self.proposals if not each.register)
        proposals = [*known, *([f"the proposals {bare}, whose copies bear no date"] if bare else [])]
        return f"Text: {self.chapter.source}; {'; '.join(proposals)}. {GOVERNS}"


GOVERNS = "The Code in force governs."


@cache
def edition() -> Edition:
    return msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=Edition)


def proposal(paragraph: str) -> Proposal | None:
    """The proposal to which a paragraph belongs, or a subchapter.

    >>> proposal("13:69F-38").title, proposal("13:69F-3.2(a)7").title, proposal("13:69F-3.2(a)1")
    ('High Card Flush', 'Royal Baccarat Bonus', None)
    """
    return next((each for each in edition().proposals if each.has(paragraph)), None)


def proposals_in(subchapter: str) -> list[str]:
    """The proposals that are a subchapter or add paragraphs to it.

    >>> proposals_in("13:69F-38"), proposals_in("13:69F-7"), proposals_in("13:69F-4")
    (['High Card Flush'], ['Royal Baccarat Bonus'], [])
    """
    return [
        each.title
        for each in edition().proposals
        if any(paragraph.partition(".")[0] == subchapter for paragraph in each.paragraphs)
    ]


def called(found: Game) -> str:
    """The name of a game's rules. Only rules in the Code are called N.J.A.C.

    >>> from pitboss.book import game
    >>> called(game("three-card-poker")), called(game("high-card-flush"))
    ('N.J.A.C. 13:69F-20', 'proposed N.J.A.C. 13:69F-38')
    """
    subchapter = found.data.subchapter
    if not in_the_book(found):
        return f"the draft rules of {found.title}"
    return f"proposed N.J.A.C. {subchapter}" if proposal(subchapter) else f"N.J.A.C. {subchapter}"


def source(found: Game, rules: Rules | None = None) -> str:
    """The text on which the rules of a game are based, in a sentence or two. Under a table's rules a proposal is named
    only if the table offers its wagers.

    >>> from pitboss.book import game
    >>> mini = game("mini-baccarat")
    >>> "Royal Baccarat Bonus" in source(mini), "Royal Baccarat Bonus" in source(mini, mini.rules())
    (True, False)
    """
    if not in_the_book(found):
        return f"Text: {called(found)}, a game that is not part of {edition().chapter.name}."
    if proposed := proposal(found.data.subchapter):
        return f"Text: {proposed.source}. A proposal is not an adopted rule. {GOVERNS}"
    wagers = found.data.wagers if rules is None else rules.wagers.values()
    beside = dict.fromkeys(filter(None, (proposal(each.full_cite) for each in wagers)))
    also = "".join(f" {each.title} wagers: {each.source}, not an adopted rule." for each in beside)
    return f"Text: {edition().chapter.source}.{also} {GOVERNS}"


def warnings(rules: Rules) -> list[str]:
    """The proposed items that a table offers, a sentence each."""
    found = rules.game
    if in_the_book(found) and (proposed := proposal(found.data.subchapter)):
        return [f"{found.title} is proposed, not adopted ({proposed.source})"]
    return [
        f"{wager.name} is proposed, not adopted ({beside.source})"
        for wager in rules.wagers.values()
        if (beside := proposal(wager.full_cite))
    ]


def standing(rules: Rules) -> str:
    """The status of a table without findings: only a table under adopted text is called lawful.

    >>> from pitboss.book import game
    >>> standing(game("three-card-poker").rules()), standing(game("high-card-flush").rules())
    ('lawful', 'conforms to its text, which is not adopted')
    """
    found = rules.game
    if not in_the_book(found):
        return f"conforms to {called(found)}, which are not part of {edition().chapter.name}"
    if proposal(found.data.subchapter):
        return "conforms to its text, which is not adopted"
    return "conforms to its text, part of which is not adopted" if warnings(rules) else "lawful"


__all__ = ["called", "edition", "proposal", "proposals_in", "source", "standing", "warnings"]
