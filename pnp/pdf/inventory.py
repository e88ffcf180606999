"""Inventory of drawings: the fonts they are set in, and their pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pnp.cardsvg import Drawing, TextUse, lettering_and_pictures, text_uses
from pnp.cardsvg.nodes import Text
from pnp.fonts import Fallback, FontBook, FontStyle
from pnp.records import dataclass

FontRequest: TypeAlias = tuple[tuple[str, ...], int, FontStyle, float, tuple[str, ...]]
"""Families, weight, style, width and features that a text asks for."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Inventory of a drawing.

    ``uses`` are the runs of visible text, each once. ``lettering`` has the font requests of all texts, those of masks
    included, with their characters. ``pictures`` has the digests of picture files by name.
    """

    uses: tuple[TextUse, ...]
    lettering: tuple[tuple[FontRequest, frozenset[str]], ...]
    pictures: tuple[tuple[str, str], ...]


class TextInventory:
    """Joint inventory of many drawings.

    ``seen`` has the visible characters by font request, ``all`` has all characters, and ``pictures`` the digests of
    picture files by name.
    """

    def __init__(self) -> None:
        self.seen: dict[FontRequest, dict[str, None]] = {}
        self.all: dict[FontRequest, set[str]] = {}
        self.pictures: dict[str, str] = {}

    def take(self, inventory: Inventory) -> None:
        """Add the inventory of a drawing."""
        for use in inventory.uses:
            request = use.families, use.weight, use.style, use.stretch, use.features
            self.seen.setdefault(request, {}).update(dict.fromkeys(use.text))
        for request, chars in inventory.lettering:
            self.all.setdefault(request, set()).update(chars)
        self.pictures.update(inventory.pictures)


def inventory(drawing: Drawing) -> Inventory:
    """Make the inventory of a drawing."""
    chars_by_request: dict[FontRequest, set[str]] = {}
    pictures: dict[str, str] = {}
    for node in lettering_and_pictures([drawing]):
        if not isinstance(node, Text):
            # A picture in a data URI is part of the SVG.
            if not node.picture.name.startswith("data:"):
                pictures[node.picture.name] = node.picture.digest
            continue
        for run in (run for chunk in node.chunks for run in chunk.runs):
            style = run.style
            request = style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features
            chars_by_request.setdefault(request, set()).update(run.text)
    lettering = tuple((request, frozenset(chars)) for request, chars in chars_by_request.items())
    return Inventory(text_uses(drawing), lettering, tuple(pictures.items()))


def joint_inventory(drawings: Iterable[Drawing]) -> TextInventory:
    """Return the joint inventory of drawings."""
    combined = TextInventory()
    for drawing in drawings:
        combined.take(inventory(drawing))
    return combined


def fallbacks(lettering: TextInventory, fonts: FontBook) -> tuple[Fallback, ...]:
    """Return each fallback to a font further down a stack in the visible text, in order. Raises MissingGlyphError."""
    distinct: dict[Fallback, None] = {}
    for request, chars in lettering.seen.items():
        for fallback in fonts.stack(*request).fallbacks("".join(chars)):
            distinct[fallback] = None
    return tuple(distinct)
