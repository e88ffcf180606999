"""Lengths in mm. Only the PDF writer counts in points."""

from __future__ import annotations

import re

from pnp.records import dataclass

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
PT_PER_MM = PT_PER_INCH / MM_PER_INCH
MM_PER_PT = MM_PER_INCH / PT_PER_INCH

_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_PT}
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(mm|cm|in|pt)\s*")
_TIMES = re.compile("[x×]")


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The same size turned by 90 degrees."""
        return Size(self.height, self.width)

    @property
    def area(self) -> float:
        """Area in mm²."""
        return self.width * self.height


def parse_length(text: str) -> float:
    """Return the length in mm that ``text`` names: a number and one of mm, cm, in, pt.

    >>> parse_length("3mm"), parse_length("0.5 in")
    (3.0, 12.7)

    Raises ValueError, worded for the person who wrote the text.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        near = _with_unit(text)
        hint = "a number and a unit, such as 3mm, 0.3cm, 0.125in or 9pt" if near is None else near
        raise ValueError(f"{text!r} is not a length: write {hint}")
    return float(match[1]) * _MM_PER_UNIT[match[2]]


def parse_size(text: str) -> Size:
    """Return the size in mm that ``text`` names, width first.

    >>> parse_size("63mm x 88mm")
    Size(width=63.0, height=88.0)

    Raises ValueError, worded for the person who wrote the text.
    """
    parts = _TIMES.split(text)
    if len(parts) != 2:
        raise ValueError(f"{text!r} is not a size: write width x height, such as 63mm x 88mm")
    if not all(map(_LENGTH.fullmatch, parts)):
        sides = [part.strip() if _LENGTH.fullmatch(part) else _with_unit(part) for part in parts]
        hint = f"{sides[0]} x {sides[1]}" if all(sides) else "width x height, such as 63mm x 88mm"
        raise ValueError(f"{text!r} is not a size: write {hint}")
    width, height = (parse_length(part) for part in parts)
    if width <= 0 or height <= 0:
        raise ValueError(f"{text!r} is not a size: both lengths must be above zero")
    return Size(width, height)


def _with_unit(text: str) -> str | None:
    """Return the length that a text without a unit, or with a decimal comma, may mean; None for any other text."""
    match = re.fullmatch(r"\s*([0-9]+)(?:[.,]([0-9]+))?\s*(mm|cm|in|pt|)\s*", text)
    return None if match is None else f"{match[1]}{f'.{match[2]}' if match[2] else ''}{match[3] or 'mm'}"


FONT_WIDTHS = {
    "ultra-condensed": 50.0,
    "extra-condensed": 62.5,
    "condensed": 75.0,
    "semi-condensed": 87.5,
    "normal": 100.0,
    "semi-expanded": 112.5,
    "expanded": 125.0,
    "extra-expanded": 150.0,
    "ultra-expanded": 200.0,
}
"""Per cent of the normal width by keyword (CSS Fonts 4, 2.3), in the order of OpenType's width classes 1 to 9."""
