"""Which characters of which faces are drawn by a font further down a declared stack."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cardsvg import Drawing
from pnp.fonts import Fallback, FontBook, Stack
from pnp.printing.inventory import Inventories


def fallbacks(
    drawings: Iterable[Drawing], fonts: FontBook, inventories: Inventories | None = None
) -> tuple[Fallback, ...]:
    """Every different fallback in the texts of ``drawings``, in order; ``inventories`` remember these.
    Raises MissingGlyphError."""
    seen: dict[Fallback, None] = {}
    held = Inventories(keeps=False) if inventories is None else inventories
    looked_up: dict[Stack, set[str]] = {}
    for drawing in drawings:
        for use in held.of(drawing).uses:
            stack = fonts.stack(use.families, use.weight, use.style, use.stretch)
            known = looked_up.setdefault(stack, set())
            if not known.issuperset(use.text):
                known.update(use.text)
                for fallback in stack.fallbacks(use.text):
                    seen[fallback] = None
    return tuple(seen)
