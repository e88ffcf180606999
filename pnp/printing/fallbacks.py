"""Which characters of which faces are drawn by a font further down a declared stack."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cardsvg import Drawing, text_uses
from pnp.fonts import Fallback, FontBook


def fallbacks(drawings: Iterable[Drawing], fonts: FontBook) -> tuple[Fallback, ...]:
    """Every different fallback in the texts of ``drawings``, in order. Raises MissingGlyphError."""
    seen: dict[Fallback, None] = {}
    for drawing in drawings:
        for use in text_uses(drawing):
            for fallback in fonts.stack(use.families, use.weight).fallbacks(use.text):
                seen[fallback] = None
    return tuple(seen)
