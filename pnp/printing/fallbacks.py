"""Which characters of which faces are drawn by a font further down a declared stack."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cardsvg import Drawing, text_uses
from pnp.fonts import Fallback, FontBook, Stack


def fallbacks(drawings: Iterable[Drawing], fonts: FontBook) -> tuple[Fallback, ...]:
    """Every different fallback in the texts of ``drawings``, in order. Raises MissingGlyphError."""
    seen: dict[Fallback, None] = {}
    looked_up: dict[Stack, set[str]] = {}
    for drawing in drawings:
        for use in text_uses(drawing):
            stack = fonts.stack(use.families, use.weight, use.style, use.stretch)
            known = looked_up.setdefault(stack, set())
            if not known.issuperset(use.text):
                known.update(use.text)
                for fallback in stack.fallbacks(use.text):
                    seen[fallback] = None
    return tuple(seen)
