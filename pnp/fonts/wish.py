"""What is asked of a font beside its family."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from pnp.units import FONT_WIDTHS

FontStyle: TypeAlias = Literal["normal", "italic"]
UPRIGHT: FontStyle = "normal"
_TAG = re.compile("[A-Za-z0-9]{4}")


def stretch_of(value: object) -> float | None:
    """A width in per cent from a keyword of CSS or a number from 50 to 200; None for anything else."""
    if isinstance(value, str):
        return FONT_WIDTHS.get(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 50 <= value <= 200:
        return float(value)
    return None


def style_of(value: object) -> FontStyle | None:
    """A style by its name; None for anything else."""
    return "normal" if value == "normal" else "italic" if value == "italic" else None


def features_of(value: object) -> tuple[str, ...] | None:
    """Features from a list of tags of OpenType, sorted; None for anything else."""
    if not isinstance(value, list) or not all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in value):
        return None
    return tuple(sorted(set(value)))
