"""A paper of words, facts, tables and charts: written once, then read as a page, as a PDF or in the terminal."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from pitboss.papers.html import templates

TEMPLATES = Path(__file__).parent / "templates"


class Columns(Struct, frozen=True, kw_only=True):
    """Columns and rows of words; all columns after the first ``words`` hold figures."""

    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    compact: bool = False
    """A chart: its columns are as narrow as what they hold."""


class Section(Struct, frozen=True, kw_only=True):
    """A heading with its label, what is known in a line each, words, tables, charts (SVG) and notes; and what people
    have yet to fill in."""

    title: str
    label: str = ""
    part: bool = False
    """It belongs to the section before it."""
    facts: tuple[tuple[str, str], ...] = ()
    checks: tuple[tuple[bool, str], ...] = ()
    """Boxes to tick."""
    text: tuple[tuple[str, str], ...] = ()
    """Paragraphs, each with its number where it has one."""
    tables: tuple[Columns, ...] = ()
    charts: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    """As wide as the page (SVG)."""
    notes: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """A whole paper."""

    kind: str
    title: str
    lead: str
    sections: tuple[Section, ...]
    contents: bool = False

    def html(self) -> str:
        return templates(TEMPLATES).get_template("sheet.html").render(sheet=self)

    def pdf(self) -> bytes:
        from pitboss.papers.pdf import pdf

        return pdf(self)

    @property
    def blanks(self) -> list[str]:
        """All that people have yet to fill in."""
        return [blank for section in self.sections for blank in section.blanks]
