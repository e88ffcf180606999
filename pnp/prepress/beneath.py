"""What lies beneath a place on a drawing, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Chunk, Clip, Frame, Gradient, Group, Image, Node, Paint, Shape, Text
from pnp.cardsvg.paths import Box, Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.records import dataclass

EVERYWHERE: Box = (-1e6, -1e6, 2e6, 2e6)
_NOTHING: Box = (0.0, 0.0, -1.0, -1.0)
WHITE: Rgb = (1.0, 1.0, 1.0)
_WIDEST = 1.2
"""The advance of the widest letters, in em: how far a text may reach without being measured."""


@dataclass(frozen=True, slots=True)
class Wrap:
    """What is done to all that an element holds: where it is put, by what it is clipped; ``window`` is a box outside of
    the coordinates ``inner``, as of groups."""

    transform: Matrix = IDENTITY
    clip: Clip | None = None
    window: Box | None = None
    inner: Matrix = IDENTITY

    @property
    def matrix(self) -> Matrix:
        """The map from the coordinates inside to those outside."""
        return multiply(self.transform, self.inner)


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece that is painted and opaque, in its wraps from the outermost on, and the smallest upright box around it on
    the drawing."""

    node: Node
    wraps: tuple[Wrap, ...]
    box: Box

    @property
    def flat(self) -> Rgb | None:
        """The colour of a piece that is one filled shape and nothing else."""
        node = self.node
        return solid(node.fill) if isinstance(node, Shape) and node.stroke is None else None

    def covers(self, box: Box) -> bool:
        """Whether it is one upright rectangle in one colour that leaves nothing of a box free."""
        node = self.node
        if self.flat is None or not isinstance(node, Shape):
            return False
        matrix = IDENTITY
        for wrap in self.wraps:
            outside = multiply(matrix, wrap.transform)
            clip, window = wrap.clip, wrap.window
            if clip is not None and not holds(_upright(clip.outline, multiply(outside, clip.transform)), box):
                return False
            if window is not None and not holds(_upright(outline_of(window), outside), box):
                return False
            matrix = multiply(matrix, wrap.matrix)
        return holds(_upright(node.outline, matrix), box)

    def whole(self, at: int) -> Node:
        """The piece with all that is done to it, in the coordinates of the drawing."""
        node = self.node
        for wrap in reversed(self.wraps):
            node = Group(at, Frame(wrap.transform, clip=wrap.clip), (node,), wrap.window, wrap.inner)
        return node


def laid(node: Node, wraps: tuple[Wrap, ...]) -> Laid:
    """A piece with its box."""
    matrix, box = IDENTITY, EVERYWHERE
    for wrap in wraps:
        outside = multiply(matrix, wrap.transform)
        if wrap.clip is not None:
            clip = bounds(wrap.clip.outline)
            box = common(box, _NOTHING if clip is None else moved_box(clip, multiply(outside, wrap.clip.transform)))
        if wrap.window is not None:
            box = common(box, moved_box(wrap.window, outside))
        matrix = multiply(matrix, wrap.matrix)
    return Laid(node, wraps, common(box, _box(node, matrix)))


def _box(node: Node, matrix: Matrix) -> Box:
    if isinstance(node, Shape):
        box = bounds(node.outline)
        if box is None:
            return _NOTHING
        reach = 0.0
        if node.stroke is not None:
            reach = node.style.stroke_width * max(1.5, node.style.stroke_miterlimit) / 2
        return moved_box((box[0] - reach, box[1] - reach, box[2] + 2 * reach, box[3] + 2 * reach), matrix)
    if isinstance(node, Image):
        return moved_box(node.box, matrix)
    if isinstance(node, Text):
        boxes = [_reach(chunk) for chunk in node.chunks]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return moved_box((left, top, right - left, bottom - top), matrix)
    return EVERYWHERE


def _reach(chunk: Chunk) -> Box:
    """A box that no line of these letters leaves, whatever it is set in and wherever it begins."""
    reach = 0.0
    for run in chunk.runs:
        widest = _WIDEST * (run.style.font_size or 0.0) + abs(run.style.letter_spacing)
        reach += widest * (len(run.text) + 1) + abs(run.dx) + abs(run.dy)
    return chunk.x - reach, chunk.y - reach, 2 * reach, 2 * reach


def matrix_of(wraps: Sequence[Wrap]) -> Matrix:
    """The map from inside all wraps to the drawing."""
    matrix = IDENTITY
    for wrap in wraps:
        matrix = multiply(matrix, wrap.matrix)
    return matrix


def inverse(matrix: Matrix) -> Matrix | None:
    """The map back, None where everything is on a line or a point."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if abs(whole) < 1e-12:
        return None
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole


def solid(paint: Paint) -> Rgb | None:
    """The one colour of a paint, None of one that has more, or is none."""
    return paint.flat if isinstance(paint, Gradient) else paint


def moved_box(box: Box, matrix: Matrix) -> Box:
    """The smallest upright box around a box that ``matrix`` takes elsewhere."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a in (x, x + width) for b in (y, y + height)]
    left, top = min(a for a, _ in corners), min(b for _, b in corners)
    return left, top, max(a for a, _ in corners) - left, max(b for _, b in corners) - top


def common(one: Box, other: Box) -> Box:
    """The box that two boxes share; one without size where they do not meet."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes share anything."""
    shared = common(one, other)
    return shared[2] > 0 and shared[3] > 0


def holds(outer: Box | None, inner: Box) -> bool:
    """Whether a box lies in another one, to a ten-thousandth of a mm."""
    if outer is None:
        return False
    off = 1e-4
    return (
        outer[0] <= inner[0] + off
        and outer[1] <= inner[1] + off
        and outer[0] + outer[2] >= inner[0] + inner[2] - off
        and outer[1] + outer[3] >= inner[1] + inner[3] - off
    )


def outline_of(box: Box) -> Segments:
    """The outline of a box."""
    x, y, width, height = box
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    return ("M", corners[0]), ("L", corners[1]), ("L", corners[2]), ("L", corners[3]), ("Z", ())


def _upright(outline: Segments, matrix: Matrix) -> Box | None:
    """The box that an outline is, None for one that is no upright rectangle on the drawing."""
    if [kind for kind, _ in outline] != ["M", "L", "L", "L", "Z"]:
        return None
    points = [apply(matrix, args[0], args[1]) for _, args in outline[:4]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    corners = {(round(x, 4), round(y, 4)) for x, y in points}
    wanted = {(round(x, 4), round(y, 4)) for x in (left, right) for y in (top, bottom)}
    return (left, top, right - left, bottom - top) if corners == wanted else None
