"""Face: one rendered side, and the check of its picture resolutions."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from PIL import Image as PillowImage

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Group, Image, Node, Picture, SymbolUse
from pnp.cardsvg.values import IDENTITY, Matrix, multiply
from pnp.diagnostics import Diagnostic
from pnp.model.component import Cut, Edge
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.text.resized import ResizedText
from pnp.units import MM_PER_INCH, Size


@dataclass(frozen=True, slots=True)
class PrintedExample:
    """Example on a face: its box, every string printed in it in order, and apart from them the ruby. The box is x, y,
    width, height in mm from the trim's upper-left corner, y downwards."""

    id: str
    box: tuple[float, float, float, float]
    tokens: tuple[str, ...]
    ruby: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card or page: a drawing with its trim at the origin. ``trim`` and ``bleed`` in mm. ``id`` is unique
    in a kit and safe in a file name."""

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
    resized: tuple[ResizedText, ...] = ()
    """Texts that may be on it in another size of type than the template wants."""

    @property
    def svg(self) -> str:
        """Return the card SVG that was drawn for the face."""
        return self.drawing.source.data.decode("utf-8")

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the SVG and of the art that it uses, in hex."""
        return self.drawing.digest


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Physical card to be printed: its faces and number of copies. Cards with another ``row`` begin a new row of a
    sheet."""

    component: str
    card: str
    front: Face
    back: Face | None
    copies: int
    row: str = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """Return the front and, if there is one, the back."""
        return (self.front,) if self.back is None else (self.front, self.back)


# Resolution of pictures

LEAST_DPI = 200
"""Pixels per inch under which printed pictures look coarse at arm's length."""


class CoarsePictures:
    """Collector of pictures with too few pixels for their printed size."""

    def __init__(self) -> None:
        self._worst: dict[str, tuple[float, float, float, str]] = {}
        self._cards: dict[str, dict[str, None]] = {}

    def take(self, face: Face) -> None:
        """Check the pictures of another face."""
        for image, width, height in _placed_images(face.drawing.nodes, IDENTITY):
            try:
                dpi = _dpi(image.fit, pixels_of(image.picture), (width, height))
            except ValueError:
                continue  # Painting refuses it, with its location.
            name, card = image.picture.name, f"{face.component}/{face.card}"
            if dpi < LEAST_DPI:
                self._cards.setdefault(name, {})[card] = None
            if dpi < self._worst.get(name, (float(LEAST_DPI),))[0]:
                self._worst[name] = (dpi, width, height, card)

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield a warning for each coarse picture, at the face where it has the fewest pixels per inch."""
        for name, (dpi, width, height, card) in self._worst.items():
            message = (
                f"the picture {name} has {dpi:.0f} pixels per inch on {card}, where its box is "
                f"{width:.0f} × {height:.0f} mm"
            )
            hint = f"give it at least {LEAST_DPI}, better 300: {math.ceil(width / MM_PER_INCH * 300)} pixels across"
            cards = tuple(self._cards[name])
            yield Diagnostic("coarse-picture", message, None, hint, "warning", subject=name, key=card, faces=cards)


def _placed_images(nodes: tuple[Node, ...], outer: Matrix) -> Iterator[tuple[Image, float, float]]:
    """Yield every picture with the width and height of its box on the face, in mm."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Image):
            a, b, c, d, *_ = matrix
            yield node, node.box[2] * math.hypot(a, b), node.box[3] * math.hypot(c, d)
        elif isinstance(node, Group):
            yield from _placed_images(node.children, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from _placed_images(node.symbol.children, multiply(matrix, node.inner))


def _dpi(fit: str, pixels: tuple[int, int], size: tuple[float, float]) -> float:
    """Return the pixels per inch of a picture in a box in mm. A picture is shown whole, fills its box (``slice``), or
    is stretched (``none``)."""
    across, down = (count / max(length, 1e-9) * MM_PER_INCH for count, length in zip(pixels, size, strict=True))
    if "none" in fit or "slice" in fit:
        return min(across, down)
    return max(across, down)


@lru_cache(maxsize=256)
def pixels_of(picture: Picture) -> tuple[int, int]:
    """Return the width and height of a picture in pixels. Raises ValueError if its header cannot be read."""
    try:
        with PillowImage.open(io.BytesIO(picture.data)) as image:
            return image.size
    except (OSError, SyntaxError, PillowImage.DecompressionBombError) as error:
        raise ValueError(str(error)) from error
