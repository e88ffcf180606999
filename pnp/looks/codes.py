"""Tell why a camera would not read a QR code of a face: its squares, its colours, and what lies on it or beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Image
from pnp.cardsvg.values import apply, inverse
from pnp.looks.lettering import hex_of_rgb
from pnp.looks.outlines import Point
from pnp.looks.painted import PaintedFace, PaintedPiece
from pnp.looks.placing import TextBox
from pnp.rendering.graphics.colour import contrast
from pnp.units import Size

_FINDER_ROW = (("M", (0.0, 0.0)), ("L", (7.0, 0.0)), ("L", (7.0, 1.0)), ("L", (0.0, 1.0)))
"""First four segments of the path of a code: the upper row of its finder pattern (ISO/IEC 18004, 6.3.3)."""
_FINDER, _RING = 7, 2
"""Modules on a side of a finder pattern, and from its middle to the middle of its light ring."""
_WHITE = "#ffffff"
_LEAST_SIDE, _SIDE_STEP = 21, 4
"""Modules on a side of the smallest code, and how many more each larger one has."""
_LEAST_MODULE = 0.25
"""Side of a module in mm under which cameras of telephones do not read a code from paper."""
_LEAST_CONTRAST = 3.0
"""Contrast (WCAG 2.2) of modules and ground that cameras tell apart."""
_QUIET = 1.5
"""Modules beside a code where it is looked for a plain ground. The standard wants 4; cameras do with 2."""


def unreadable_codes(painted: PaintedFace, trim: Size, boxes: Sequence[TextBox]) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each QR code of a face that a camera would not read, with its offset in the SVG.

    ``boxes`` are the words of the face.
    """
    for piece in painted.pieces:
        side = _modules(piece)
        if side:
            fault = _fault(painted, piece, side, trim, boxes)
            if fault is not None:
                yield fault, piece.at


def _modules(piece: PaintedPiece) -> int:
    """Return the number of modules on a side of a QR code; 0 for another piece."""
    if isinstance(piece.node, Image) or tuple(piece.node.outline[:4]) != _FINDER_ROW:
        return 0
    left, top, width, height = piece.local
    side = round(width)
    is_code = (left, top, width, height) == (0, 0, side, side)
    return side if is_code and side >= _LEAST_SIDE and (side - _LEAST_SIDE) % _SIDE_STEP == 0 else 0


def _fault(painted: PaintedFace, piece: PaintedPiece, side: int, trim: Size, boxes: Sequence[TextBox]) -> str | None:
    left, top, width, height = piece.box
    module = math.sqrt(width * height) / side
    if module < _LEAST_MODULE:
        return f"its squares have {module:.2g} mm, and cameras need {_LEAST_MODULE:g} mm"
    if left < 0 or top < 0 or left + width > trim.width or top + height > trim.height:
        return "a part of it lies beyond the trim"
    if any(_covers(box, left, top, left + width, top + height) for box in boxes):
        return "words lie on it"
    near, far = _FINDER / 2, side - _FINDER / 2
    finders = [(near, near), (far, near), (near, far)]
    dark = _colours(painted, piece, finders)
    if not _stands_out(dark, _colours(painted, piece, [(x - _RING, y) for x, y in finders])):
        return "its squares are hardly darker than the ground, or lighter"
    beside = [(at, edge) for at in (0.5, side / 2, side - 0.5) for edge in (-_QUIET, side + _QUIET)]
    if not _stands_out(dark, _colours(painted, piece, [*beside, *((y, x) for x, y in beside)])):
        return "dark ink lies too near beside it"
    return None


def _covers(text: TextBox, left: float, top: float, right: float, bottom: float) -> bool:
    """Tell whether words have ink in a box."""
    text_left, text_top, text_right, text_bottom = text.ink
    return text_left < right and text_right > left and text_top < bottom and text_bottom > top


def _colours(painted: PaintedFace, code: PaintedPiece, points: Sequence[Point]) -> list[Rgb]:
    """Return the known colours at points, which count modules from the upper left corner of the code."""
    to_face = inverse(code.back)
    colours = (painted.colour_at(*apply(to_face, *point)) for point in points) if to_face is not None else ()
    return [colour for colour in colours if colour is not None]


def _stands_out(inks: Sequence[Rgb], grounds: Sequence[Rgb]) -> bool:
    """Tell whether all inks are darker than all grounds, enough for a camera."""
    pairs = [(hex_of_rgb(ink), hex_of_rgb(ground)) for ink in inks for ground in grounds]
    return all(
        contrast(ink, _WHITE) > contrast(ground, _WHITE) and contrast(ink, ground) >= _LEAST_CONTRAST
        for ink, ground in pairs
    )
