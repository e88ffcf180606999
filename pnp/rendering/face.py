"""What rendering hands on: faces."""

from __future__ import annotations

import hashlib
from typing import Literal

from pnp.cardsvg import Drawing
from pnp.model.component import Cut, Edge
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.units import Size


@dataclass(frozen=True, slots=True)
class PrintedExample:
    """An example on a face: its box in mm from the trim's upper-left corner (x, y, width, height; y downwards), and
    every string printed in it, in order; by themselves the readings over them."""

    id: str
    box: tuple[float, float, float, float]
    tokens: tuple[str, ...]
    ruby: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card or page: a drawing with its trim at the origin.

    ``trim`` and ``bleed`` in mm. ``id`` is unique in a kit and safe in a file name.
    """

    id: str
    component: str
    card: str
    side: Literal["front", "back"]
    language: Language
    drawing: Drawing
    trim: Size
    bleed: float
    edge: Edge
    examples: tuple[PrintedExample, ...] = ()
    cut: Cut = "card"

    @property
    def svg(self) -> str:
        """The card SVG that was drawn for it."""
        return self.drawing.source.data.decode("utf-8")

    @property
    def digest(self) -> str:
        """SHA-256 of its SVG, in hex."""
        return hashlib.sha256(self.drawing.source.data).hexdigest()


@dataclass(frozen=True, slots=True)
class Leaf:
    """A physical card to be printed: its faces, and how often. Cards of another ``row`` begin a new row of a sheet."""

    component: str
    card: str
    front: Face
    back: Face | None
    copies: int
    row: str = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its front and, where it has one, its back."""
        return (self.front,) if self.back is None else (self.front, self.back)
