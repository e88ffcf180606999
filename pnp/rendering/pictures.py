"""Pictures on faces: whether they have the pixels for the size that they are printed at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache

from pnp.cardsvg.nodes import Group, Image, Node, Picture, SymbolUse
from pnp.cardsvg.values import IDENTITY, Matrix, multiply
from pnp.diagnostics import Diagnostic
from pnp.rendering.face import Face
from pnp.units import MM_PER_INCH

LEAST_DPI = 200
"""Pixels per inch under which printed pictures look coarse at arm's length."""


def coarse_pictures(faces: Iterable[Face]) -> Iterator[Diagnostic]:
    """A warning for every picture that has too few pixels somewhere, at the face where it has the fewest."""
    worst: dict[str, tuple[float, float, float, Face]] = {}
    for face in faces:
        for image, width, height in _placed(face.drawing.nodes, IDENTITY):
            pixels = pixels_of(image.picture)
            dpi = _dpi(image.fit, pixels, (width, height))
            if dpi < worst.get(image.picture.name, (float(LEAST_DPI),))[0]:
                worst[image.picture.name] = (dpi, width, height, face)
    for name, (dpi, width, height, face) in worst.items():
        message = (
            f"the picture {name} has {dpi:.0f} pixels per inch on {face.component}/{face.card}, where its box is "
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


@cache
def pixels_of(picture: Picture) -> tuple[int, int]:
    """How many pixels a picture is wide and high."""
    import io  # noqa: PLC0415 - most kits have no pictures

    from PIL import Image as PillowImage  # noqa: PLC0415 - as above

    with PillowImage.open(io.BytesIO(picture.data)) as opened:
        return opened.size
