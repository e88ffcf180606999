"""Face: the result of rendering, and the resolution of its pictures."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Group, Image, Node, Picture, SymbolUse
from pnp.cardsvg.values import IDENTITY, Matrix, multiply
from pnp.diagnostics import Diagnostic
from pnp.model.component import Cut, Edge
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.units import MM_PER_INCH, Size


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
class PrintedCard:
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


# Pictures on faces: whether they have the pixels for the size that they are printed at.

LEAST_DPI = 200
"""Pixels per inch under which printed pictures look coarse at arm's length."""


class CoarsePictures:
    """Pictures that have too few pixels somewhere, looked for face by face."""

    def __init__(self) -> None:
        self._worst: dict[str, tuple[float, float, float, str]] = {}

    def take(self, face: Face) -> None:
        """Look at the pictures of another face."""
        for image, width, height in _placed(face.drawing.nodes, IDENTITY):
            try:
                dpi = _dpi(image.fit, pixels_of(image.picture), (width, height))
            except ValueError:
                continue  # It is refused, with its place, where it is painted.
            if dpi < self._worst.get(image.picture.name, (float(LEAST_DPI),))[0]:
                self._worst[image.picture.name] = (dpi, width, height, f"{face.component}/{face.card}")

    def found(self) -> Iterator[Diagnostic]:
        """A warning for each such picture, at the face where it has the fewest."""
        for name, (dpi, width, height, where) in self._worst.items():
            message = (
                f"the picture {name} has {dpi:.0f} pixels per inch on {where}, where its box is "
                f"{width:.0f} × {height:.0f} mm"
            )
            hint = f"give it at least {LEAST_DPI}, better 300: {math.ceil(width / MM_PER_INCH * 300)} pixels across"
            yield Diagnostic("coarse-picture", message, hint=hint, severity="warning")


def _placed(nodes: tuple[Node, ...], outer: Matrix) -> Iterator[tuple[Image, float, float]]:
    """Every picture with the width and the height of its box in mm on the face."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Image):
            a, b, c, d, *_ = matrix
            yield node, node.box[2] * math.hypot(a, b), node.box[3] * math.hypot(c, d)
        elif isinstance(node, Group):
            yield from _placed(node.children, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from _placed(node.symbol.children, multiply(matrix, node.inner))


def _dpi(fit: str, pixels: tuple[int, int], size: tuple[float, float]) -> float:
    """Pixels per inch of a picture in a box in mm: shown whole, or filling the box (``slice``), or stretched."""
    across, down = (count / max(length, 1e-9) * MM_PER_INCH for count, length in zip(pixels, size, strict=True))
    if "none" in fit or "slice" in fit:
        return min(across, down)
    return max(across, down)


@lru_cache(maxsize=256)
def pixels_of(picture: Picture) -> tuple[int, int]:
    """How many pixels a picture is wide and high. Raises ValueError where its head cannot be read."""

    from PIL import Image as PillowImage  # noqa: PLC0415 - as above

    try:
        with PillowImage.open(io.BytesIO(picture.data)) as opened:
            return opened.size
    except (OSError, SyntaxError, PillowImage.DecompressionBombError) as error:
        raise ValueError(str(error)) from error
