"""Inventory of drawings: the fonts they are set in, and their pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pnp.cache.memory import MemoryCache
from pnp.cardsvg import Drawing, TextUse, lettering_and_pictures, text_uses
from pnp.cardsvg.nodes import Text
from pnp.fonts import Fallback, FontBook, FontStyle
from pnp.records import dataclass

Asked: TypeAlias = tuple[tuple[str, ...], int, FontStyle, float, tuple[str, ...]]
"""Families, weight, style, width and features that a text asks for."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Of a drawing the runs of text that are seen, each once; what all texts ask for, those of masks among them, with
    the characters that they have; and the digests of picture files by name."""

    uses: tuple[TextUse, ...]
    lettering: tuple[tuple[Asked, frozenset[str]], ...]
    pictures: tuple[tuple[str, str], ...]


class TextInventory:
    """The same of many drawings together: characters that are ``seen`` and ``all`` of them by what they ask for, and
    digests of picture files by name."""

    def __init__(self) -> None:
        self.seen: dict[Asked, dict[str, None]] = {}
        self.all: dict[Asked, set[str]] = {}
        self.pictures: dict[str, str] = {}

    def take(self, held: Inventory) -> None:
        """Add what one drawing holds."""
        for use in held.uses:
            asked = use.families, use.weight, use.style, use.stretch, use.features
            self.seen.setdefault(asked, {}).update(dict.fromkeys(use.text))
        for asked, said in held.lettering:
            self.all.setdefault(asked, set()).update(said)
        self.pictures.update(held.pictures)


class Inventories:
    """Inventories of drawings, looked for once in each. Drawings are told apart as objects."""

    def __init__(self, keeps: bool = True) -> None:
        self._keeps = keeps
        self._known: MemoryCache[int, tuple[Drawing, Inventory]] = MemoryCache(keeps)

    def of(self, drawing: Drawing) -> Inventory:
        """The inventory of a drawing."""
        if not self._keeps:
            return inventory(drawing)
        return self._known.made(id(drawing.nodes), lambda: (drawing, inventory(drawing)))[1]

    def together(self, drawings: Iterable[Drawing]) -> TextInventory:
        """What drawings hold together."""
        found = TextInventory()
        for drawing in drawings:
            found.take(self.of(drawing))
        return found

    def turn(self) -> None:
        """Begin another kit: drawings that are not asked for until the one after it are forgotten."""
        self._known.turn()


def inventory(drawing: Drawing) -> Inventory:
    """What a drawing holds."""
    chars: dict[Asked, set[str]] = {}
    pictures: dict[str, str] = {}
    for node in lettering_and_pictures([drawing]):
        if not isinstance(node, Text):
            # A picture in a data URI is part of the SVG.
            if not node.picture.name.startswith("data:"):
                pictures[node.picture.name] = node.picture.digest
            continue
        for run in (run for chunk in node.chunks for run in chunk.runs):
            style = run.style
            asked = style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features
            chars.setdefault(asked, set()).update(run.text)
    lettering = tuple((asked, frozenset(said)) for asked, said in chars.items())
    return Inventory(text_uses(drawing), lettering, tuple(pictures.items()))


def lettering_of(drawings: Iterable[Drawing]) -> TextInventory:
    """What drawings hold together."""
    return Inventories(keeps=False).together(drawings)


# Which characters of which faces are drawn by a font further down a declared stack.


def fallbacks(lettering: TextInventory, fonts: FontBook) -> tuple[Fallback, ...]:
    """Every different fallback in what is seen of ``lettering``, in order. Raises MissingGlyphError."""
    seen: dict[Fallback, None] = {}
    for asked, chars in lettering.seen.items():
        for fallback in fonts.stack(*asked).fallbacks("".join(chars)):
            seen[fallback] = None
    return tuple(seen)
