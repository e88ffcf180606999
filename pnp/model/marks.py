"""What says where to cut."""

from __future__ import annotations

from typing import Literal

Marks = Literal["corner", "lines", "cross", "japanese", "none"]
"""What says where to cut: marks at the rim of the sheet, lines from rim to rim, crosses where cuts meet, double marks
at the corners with crosses at the middles (トンボ), or nothing."""
MarkInk = Literal["hairline", "registration"]
"""Black alone, or black of all inks, so that every plate of a press has the marks."""
