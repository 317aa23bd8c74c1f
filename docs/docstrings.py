"""Examples in docstrings become blocks of code on the site."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """What Griffe calls for each object that it reads."""

    def on_object(self, *, obj: Any, **_: object) -> None:
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```python\n\g<0>\n```", obj.docstring.value)
