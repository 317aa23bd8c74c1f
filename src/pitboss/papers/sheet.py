"""A paper of text, facts, tables and charts: written once, then shown as a page, as a PDF or in the terminal."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from pitboss.papers.html import templates

TEMPLATES = Path(__file__).parent / "templates"


class Columns(Struct, frozen=True, kw_only=True):
    """Columns and rows of text; all columns after the first ``words`` hold figures."""

    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    compact: bool = False
    """A chart: its columns are as narrow as their content."""


class Bars(Struct, frozen=True):
    """A bar for each row: its label, its length to either side of nothing, and the figure as text. A page and a PDF
    have it as SVG among the ``charts`` of a section; the terminal draws it."""

    title: str
    rows: tuple[tuple[str, float, str], ...]


class Section(Struct, frozen=True, kw_only=True):
    """A heading with its label, facts in a line each, text, tables, charts (SVG) and notes; and blanks for people to
    fill in."""

    title: str
    label: str = ""
    part: bool = False
    """It belongs to the section before it."""
    facts: tuple[tuple[str, str], ...] = ()
    checks: tuple[tuple[bool, str], ...] = ()
    """Check boxes."""
    text: tuple[tuple[str, str], ...] = ()
    """Paragraphs, each with its number where it has one."""
    tables: tuple[Columns, ...] = ()
    charts: tuple[str, ...] = ()
    bars: tuple[Bars, ...] = ()
    """The same charts as the terminal draws them."""
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
        """All blanks for people to fill in."""
        return [blank for section in self.sections for blank in section.blanks]
