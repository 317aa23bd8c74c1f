"""PDFs read back as text."""

from __future__ import annotations

import io

from pypdf import PdfReader


def read_back(document: bytes) -> list[str]:
    """What each page says, in one line."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(document)).pages]
