"""Which characters of which faces are drawn by a font further down a declared stack."""

from __future__ import annotations

from pnp.fonts import Fallback, FontBook
from pnp.printing.inventory import Lettering


def fallbacks(lettering: Lettering, fonts: FontBook) -> tuple[Fallback, ...]:
    """Every different fallback in what is seen of ``lettering``, in order. Raises MissingGlyphError."""
    seen: dict[Fallback, None] = {}
    for asked, chars in lettering.seen.items():
        for fallback in fonts.stack(*asked).fallbacks("".join(chars)):
            seen[fallback] = None
    return tuple(seen)
