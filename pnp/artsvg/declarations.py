"""The declarations of a ``style`` attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Declaration: TypeAlias = tuple[str, str, bool]
"""Property, value, and whether it is important."""
_DECLARED = re.compile(r"""((?:[^;"'(]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))++)""")
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment of CSS."""


def inline(text: str) -> Iterator[Declaration]:
    """The declarations of a ``style`` attribute: property, value, and whether it is important."""
    if "/*" in text:
        text = COMMENT.sub(" ", text)
    parts = _DECLARED.findall(text) if "(" in text or '"' in text or "'" in text else text.split(";")
    for part in parts:
        name, colon, value = part.partition(":")
        if colon and value.strip():
            plain = value.strip()
            important = plain.lower().endswith("!important")
            yield name.strip().lower(), plain[:-10].strip() if important else plain, important
