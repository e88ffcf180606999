"""What drawings are set in and which pictures they hold: looked for once in each."""

from __future__ import annotations

from typing import TypeAlias

from pnp.cardsvg import Drawing, TextUse, lettering_and_pictures, text_uses
from pnp.cardsvg.nodes import Picture, Text
from pnp.fonts import FontStyle
from pnp.memo import Memo
from pnp.records import dataclass

Asked: TypeAlias = tuple[tuple[str, ...], int, FontStyle, float]
"""Families, weight, style and width that a text asks for."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The runs of text that are seen, each once; what all texts ask for, those of masks among them, with the characters
    that they have; and the pictures."""

    uses: tuple[TextUse, ...]
    lettering: tuple[tuple[Asked, frozenset[str]], ...]
    pictures: tuple[Picture, ...]


class Inventories:
    """Inventories of drawings, which are told apart as objects."""

    def __init__(self, keeps: bool = True) -> None:
        self._known: Memo[int, tuple[Drawing, Inventory]] = Memo(keeps)

    def of(self, drawing: Drawing) -> Inventory:
        """The inventory of a drawing."""
        return self._known.made(id(drawing.nodes), lambda: (drawing, _inventory(drawing)))[1]

    def turn(self) -> None:
        """Begin another kit: drawings that are not asked for until the one after it are forgotten."""
        self._known.turn()


def _inventory(drawing: Drawing) -> Inventory:
    chars: dict[Asked, set[str]] = {}
    pictures: list[Picture] = []
    for node in lettering_and_pictures([drawing]):
        if not isinstance(node, Text):
            pictures.append(node.picture)
            continue
        for run in (run for chunk in node.chunks for run in chunk.runs):
            style = run.style
            asked = style.font_family, style.font_weight, style.font_style, style.font_stretch
            chars.setdefault(asked, set()).update(run.text)
    lettering = tuple((asked, frozenset(said)) for asked, said in chars.items())
    return Inventory(text_uses(drawing), lettering, tuple(pictures))
