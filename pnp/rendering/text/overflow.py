"""Overflow: what a text needs beyond its room, marked on a face that is looked at and never printed."""

from __future__ import annotations

MARKED = "#d0021b"
"""Colour of a text that does not fit."""
_FRAME = f'fill="none" stroke="{MARKED}" stroke-width="0.35"'
_GROUND = f'fill="#fff" fill-opacity="0.85" stroke="{MARKED}" stroke-width="0.2" stroke-dasharray="0.8 0.6"'

Room = tuple[float, float, float, float]
"""Place and size on a face: x, y, width and height in mm."""


def overflow_mark(text: Room, room: Room | None) -> str:
    """Return the ground of a text that does not fit and the frame of its room, if it is known, as card SVG to be drawn
    before the text."""
    return f"<rect {_measures(text)} {_GROUND}/>{'' if room is None else overflow_frame(room)}"


def overflow_frame(room: Room) -> str:
    """Return a frame as card SVG."""
    return f"<rect {_measures(room)} {_FRAME}/>"


def _measures(room: Room) -> str:
    names = ("x", "y", "width", "height")
    return " ".join(f'{name}="{length:.5g}"' for name, length in zip(names, room, strict=True))
