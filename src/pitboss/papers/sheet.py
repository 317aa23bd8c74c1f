"""A paper of facts, tables and charts: written once, then read as a page, as a PDF or in the terminal."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from pitboss.papers.html import templates

TEMPLATES = Path(__file__).parent / "templates"


class Table(Struct, frozen=True, kw_only=True):
    """Columns and rows of words; all columns after the first ``words`` hold figures."""

    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


class Section(Struct, frozen=True, kw_only=True):
    """A heading with its label, what is known in a line each, tables, charts (SVG) and notes."""

    title: str
    label: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """A whole paper."""

    kind: str
    title: str
    lead: str
    sections: tuple[Section, ...]

    def html(self) -> str:
        return templates(TEMPLATES).get_template("sheet.html").render(sheet=self)
