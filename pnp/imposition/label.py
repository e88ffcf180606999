"""The page label: which game, which components, which page of how many."""

from __future__ import annotations

from collections.abc import Callable

from pnp.imposition.options import Measure
from pnp.imposition.page import Note
from pnp.imposition.strip import ASCENT, DESCENT, Strip

LABEL_SIZE = 2.5
LABEL_SIZE_MIN = 2.12
"""Font sizes in mm: about 7 pt, and 6 pt."""


def page_label(
    strip: Strip, wording: Callable[[tuple[str, ...]], str], measure: Measure, components: tuple[str, ...]
) -> Note | None:
    """The label in ``strip``, or None where its wording is empty. ``wording`` turns component ids into the text.

    A label that is too long gets smaller, down to ``LABEL_SIZE_MIN``; then it names fewer components, from the last;
    then it is cut off with an ellipsis. It never leaves the strip.
    """
    text = wording(components)
    if not text:
        return None
    largest = min(LABEL_SIZE, strip.depth / (ASCENT + DESCENT))
    size = min(largest, max(LABEL_SIZE_MIN, largest * _share(text, strip.length, largest, measure)))
    named = len(components)
    while named and measure(text, size) > strip.length:
        named -= 1
        text = wording(components[:named])
    if measure(text, size) > strip.length:
        text = _cut_off(text, strip.length, size, measure)
    return strip.text(text, 0.0, DESCENT * size, size)


def _share(text: str, length: float, size: float, measure: Measure) -> float:
    """The factor that brings the text to the length."""
    width = measure(text, size)
    return length / width if width > length else 1.0


def _cut_off(text: str, length: float, size: float, measure: Measure) -> str:
    while text and measure(text + "…", size) > length:
        text = text[:-1].rstrip()
    return text + "…"
