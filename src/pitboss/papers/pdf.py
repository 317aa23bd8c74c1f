"""A paper as PDF, set by Typst with its built-in fonts: the same bytes on every machine."""

from __future__ import annotations

import msgspec

from pitboss.papers.sheet import TEMPLATES


def pdf(paper: msgspec.Struct, template: str = "sheet.typ") -> bytes:
    import typst

    made = typst.compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        ignore_system_fonts=True,
        sys_inputs={"sheet": msgspec.json.encode(paper).decode()},
    )
    assert isinstance(made, bytes)
    return made
