"""Find figures that read as others once a face is turned upside down, such as 6 and 9."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from pnp.cardsvg.nodes import Shape
from pnp.cardsvg.values import apply, inverse
from pnp.looks.painted import PaintedFace, PaintedPiece
from pnp.looks.placing import TextBox
from pnp.units import Size

_TURNABLE = re.compile(r"[0689]{1,4}")
_UPSIDE_DOWN = str.maketrans("69", "96")
_MIDDLE = 0.1
"""Most distance of a figure from the middle of its face, as a share of the face. One in a corner says what is up."""
_MOST_SHAPES, _MOST_ENDS = 100, 200


def turned_figure(figure: str) -> str:
    """Return how a figure of 0, 6, 8 and 9 reads upside down.

    >>> turned_figure("6"), turned_figure("89"), turned_figure("8")
    ('9', '68', '8')
    """
    return figure[::-1].translate(_UPSIDE_DOWN)


def turnable_figure(painted: PaintedFace, boxes: Sequence[TextBox], trim: Size) -> tuple[TextBox, str] | None:
    """Return the figure in the middle of a face that reads as another one upside down, and a digest of all else there.

    None if anything else on the face says which way up it is: other words, art, or a shape, such as a line below the
    figure, that looks otherwise once turned.
    """
    if len(boxes) != 1 or len(painted.texts) != 1 or not _TURNABLE.fullmatch(boxes[0].text):
        return None
    (box,) = boxes
    left, top, right, bottom = box.ink
    away = (abs(left + right - trim.width) / 2 / trim.width, abs(top + bottom - trim.height) / 2 / trim.height)
    if turned_figure(box.text) == box.text or max(away) > _MIDDLE or len(painted.pieces) > _MOST_SHAPES:
        return None
    shapes = [_ends(piece, trim) for piece in painted.pieces]
    upright = Counter((paint, frozenset(ends)) for paint, ends in filter(None, shapes))
    turned = Counter((paint, frozenset((-x, -y) for x, y in ends)) for paint, ends in filter(None, shapes))
    if None in shapes or upright != turned:
        return None
    look = sorted((paint, sorted(ends), count) for (paint, ends), count in upright.items())
    return box, sha256(repr((box.paint, look)).encode()).hexdigest()[:16]


def _ends(piece: PaintedPiece, trim: Size) -> tuple[str, list[tuple[float, float]]] | None:
    """Return the paint of a shape of a template, and the ends of its segments from the middle of the face in tenths of
    a mm; None for a picture, for art, and for an outline with many ends."""
    to_face, node = inverse(piece.back), piece.node
    if not isinstance(node, Shape) or piece.around.use is not None or to_face is None:
        return None
    if len(node.outline) > _MOST_ENDS:
        return None
    points = (apply(to_face, *args[-2:]) for _, args in node.outline if args)
    # A sum of 0.0 makes nought of what is a little below it, which turned would be another point.
    ends = [(round(x - trim.width / 2, 1) + 0.0, round(y - trim.height / 2, 1) + 0.0) for x, y in points]
    return repr((node.fill, node.stroke, node.style.stroke_width)), ends
