"""A sheet as PDF, set by Typst with the fonts it brings: the same bytes on every machine."""

from __future__ import annotations

import msgspec

from pitboss.papers.sheet import TEMPLATES, Sheet


def pdf(sheet: Sheet) -> bytes:
    import typst

    made = typst.compile(
        (TEMPLATES / "sheet.typ").read_bytes(),
        ignore_system_fonts=True,
        sys_inputs={"sheet": msgspec.json.encode(sheet).decode()},
    )
    assert isinstance(made, bytes)
    return made
