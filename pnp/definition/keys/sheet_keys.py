"""Keys of ``[sheets.NAME]``: paper that is cut already, or is to be cut so."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from pnp.definition.keys.schemas import choice, formatted, named, table, whole
from pnp.model import sizes
from pnp.model.sheet_template import MOST_PLACES, Marks, PlaceShape
from pnp.units import Size, parse_length, parse_size

NO_SHEET = "none"
"""Value of ``sheet`` for a component, or a descendant, without a sheet in a kit that has one."""
_TIMES = re.compile("[x×]")
_LONGEST = 1000.0
_MOST_IN_LINE = 100

SHEET = table(
    "A sheet to lay pieces on: stock that is cut already, or an arrangement of your own.",
    {
        "title": named("Text", "What it is called.", examples=["my labels"]),
        "paper": formatted("paper", f"{', '.join(sizes.PAPERS)}, or a size; always portrait."),
        "columns": whole(
            1,
            _MOST_IN_LINE,
            f"Places side by side, at most {MOST_PLACES} on a sheet. Without columns and rows, pieces lie as always.",
        ),
        "rows": whole(1, _MOST_IN_LINE, "Places one below the other."),
        "size": formatted("place-size", "A place, as it lies on the portrait paper; one length for circles and hexes."),
        "left": formatted("length", "From the left edge of the paper to the first place; without it, the middle."),
        "top": formatted("length", "From the upper edge of the paper to the first place; without it, the middle."),
        "pitch": formatted("pitch", "From a place to the next: across x down. Without it: their size and the gutter."),
        "gutter": formatted(
            "gaps", "The room between places: a length, or across x down. Without places, that between pieces."
        ),
        "shape": choice(get_args(PlaceShape), "What the places are like. hex: regular hexagons.", default="card"),
        "honeycomb": {
            "type": "boolean",
            "description": "Every second row is moved by half a pitch and has one place less; for circles and hexes.",
            "default": False,
        },
        "marks": choice(
            get_args(Marks),
            "What is printed to cut along. Without it: nothing where there are places, for they are cut already; else "
            "the marks of the kit. Any but none draws circles and hexagons.",
        ),
        "source": {
            "type": "string",
            "minLength": 1,
            "description": "Where the figures come from.",
            "examples": ["the maker's page"],
        },
        "checked": formatted("date", "The day on which they were looked up."),
    },
    "paper",
)
SHEET_DEFS: Mapping[str, Any] = {"Sheet": SHEET}

SHEET_OF_KIT = formatted(
    "name",
    "What cards and summaries are laid on that say no sheet of their own: one of [sheets], a shipped one (pnp list "
    "--sheets), or none.",
    default=NO_SHEET,
)
SHEET_OF_COMPONENT = formatted(
    "name",
    "What it is laid on: one of [sheets], a shipped one (pnp list --sheets), or none. Without it: that of the kit.",
    examples=["a-one-51002"],
)


def place_size(text: str) -> Size:
    """Return the size of a place in mm: a preset, a size, or one length for both sides.

    Each side is 5 mm to 1000 mm. Raises ValueError.
    """
    try:
        side = parse_length(text)
        written = Size(side, side)
    except ValueError:
        written = sizes.card_size(text)
    return _check_sides(text, written, 5)


def is_one_length(text: str) -> bool:
    """Return True if the size of a place is a single length."""
    return not _TIMES.search(text) and text.strip()[:1].isdigit()


def pitch(text: str) -> Size:
    """Return the distance from a place to the next, across and down: 1 mm to 1000 mm each way. Raises ValueError."""
    return _check_sides(text, parse_size(text), 1)


def gaps(text: str) -> tuple[float, float]:
    """Return the gaps between places, across and down: one length, or two of up to 100 mm. Raises ValueError."""
    parts = _TIMES.split(text)
    if len(parts) > 2:
        raise ValueError(f"{text!r} is no room between places: write 2mm, or across x down, such as 10mm x 0mm")
    lengths = [parse_length(part) for part in parts]
    if max(lengths) > 100:
        raise ValueError(f"{text!r} is too long: write at most 100mm")
    return lengths[0], lengths[-1]


def check_date(text: str) -> None:
    """Raise ValueError unless ``text`` is a day: 2026-11-23."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise ValueError(f"{text!r} is no day: write year, month and day, such as 2026-11-23")


def _check_sides(text: str, written: Size, least: float) -> Size:
    if not (least <= written.width <= _LONGEST and least <= written.height <= _LONGEST):
        raise ValueError(f"{text!r} is out of range: each side must be from {least:g}mm to {_LONGEST:g}mm")
    return written


SHEET_FORMATS: Mapping[str, Callable[[str], object]] = {
    "place-size": place_size,
    "pitch": pitch,
    "gaps": gaps,
    "date": check_date,
}
