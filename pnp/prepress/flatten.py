"""Drawings in which nothing is seen through, for standards without transparency.

What is seen through a shape of one colour is painted once more inside it, in colours that are mixed with its own; what
is seen through anything else has to be in plain colours, and then the upper one is painted once for each of them, mixed
with it. Both are exact. Masks and blend modes are refused, and what would take too much.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from PIL import Image as Pillow
from PIL import ImageOps

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import (
    Chunk,
    Clip,
    Frame,
    Gradient,
    Group,
    Image,
    Node,
    Paint,
    Picture,
    Shape,
    Stop,
    Symbol,
    SymbolUse,
    Text,
    TextRun,
)
from pnp.cardsvg.paths import Box, Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.diagnostics import TemplateError
from pnp.pdf.objects.pictures import is_turned, open_picture
from pnp.records import dataclass

# What lies beneath a place on a drawing, piece by piece.

EVERYWHERE: Box = (-1e6, -1e6, 2e6, 2e6)
_NOTHING: Box = (0.0, 0.0, -1.0, -1.0)
WHITE: Rgb = (1.0, 1.0, 1.0)
_WIDEST = 1.2
"""The advance of the widest letters, in em: how far a text may reach without being measured."""


@dataclass(frozen=True, slots=True)
class NodeWrap:
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
class OpaquePiece:
    """A piece that is painted and opaque, in its wraps from the outermost on, and the smallest upright box around it on
    the drawing."""

    node: Node
    wraps: tuple[NodeWrap, ...]
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


def laid(node: Node, wraps: tuple[NodeWrap, ...]) -> OpaquePiece:
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
    return OpaquePiece(node, wraps, common(box, _box(node, matrix)))


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


def matrix_of(wraps: Sequence[NodeWrap]) -> Matrix:
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


# Colours, and drawn pieces, mixed with a colour that is seen through them or lies on them.

Mix = Callable[[Rgb], Rgb]
_BETWEEN = 8
"""Parts of a stretch of a gradient along which it becomes fainter: opacity times colour is no straight line."""


def mixing(colour: Rgb, opacity: float) -> Mix:
    """What ``colour`` makes of those that it is laid over (Compositing and Blending 1, 5.1)."""
    red, green, blue = (part * opacity for part in colour)
    rest = 1 - opacity

    def mix(under: Rgb) -> Rgb:
        return red + under[0] * rest, green + under[1] * rest, blue + under[2] * rest

    return mix


def seen_through(picture: Picture) -> bool:
    """Whether a picture has pixels that are not opaque."""
    image = open_picture(picture)
    return image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema() != (255, 255)


def blended(node: Shape | Text | Image, ground: Rgb, opacity: float) -> Shape | Text | Image:
    """A shape, text or picture as it looks on ``ground``, faint as it is itself and by ``opacity``."""
    if isinstance(node, Shape):
        style = replace(node.style, fill_opacity=1.0, stroke_opacity=1.0)
        fill = _blended_paint(node.fill, ground, opacity * node.style.fill_opacity)
        return replace(
            node,
            style=style,
            fill=fill,
            stroke=_blended_paint(node.stroke, ground, opacity * node.style.stroke_opacity),
        )
    if isinstance(node, Text):
        return _each_run(node, lambda run: _blended_run(run, ground, opacity))
    image = open_picture(node.picture)
    image = (ImageOps.exif_transpose(image) if is_turned(image) else image).convert("RGBA")
    image.putalpha(image.getchannel("A").point([round(value * opacity) for value in range(256)]))
    under = Pillow.new("RGBA", image.size, (*(round(part * 255) for part in ground), 255))
    under.alpha_composite(image)
    return replace(node, picture=_as_picture(node.picture.name, under.convert("RGB")))


def _blended_paint(paint: Paint, ground: Rgb, opacity: float) -> Paint:
    if not isinstance(paint, Gradient):
        return None if paint is None else mixing(paint, opacity)(ground)
    stops = [_blended_stop(paint.stops[0], ground, opacity)]
    for before, after in pairwise(paint.stops):
        parts = _BETWEEN if before.opacity != after.opacity and before.offset < after.offset else 1
        for part in range(1, parts + 1):
            share = part / parts
            red, green, blue = (a + (b - a) * share for a, b in zip(before.colour, after.colour, strict=True))
            faint = before.opacity + (after.opacity - before.opacity) * share
            offset = before.offset + (after.offset - before.offset) * share
            stops.append(_blended_stop(Stop(offset, (red, green, blue), faint), ground, opacity))
    return replace(paint, stops=tuple(stops))


def _blended_stop(stop: Stop, ground: Rgb, opacity: float) -> Stop:
    return Stop(stop.offset, mixing(stop.colour, stop.opacity * opacity)(ground))


def _blended_run(run: TextRun, ground: Rgb, opacity: float) -> TextRun:
    style = run.style
    fill = None if run.fill is None else mixing(run.fill, opacity * style.fill_opacity)(ground)
    stroke = None if run.stroke is None else mixing(run.stroke, opacity * style.stroke_opacity)(ground)
    return replace(run, fill=fill, stroke=stroke, style=replace(style, fill_opacity=1.0, stroke_opacity=1.0))


def _each_run(node: Text, change: Callable[[TextRun], TextRun]) -> Text:
    return replace(node, chunks=tuple(replace(one, runs=tuple(map(change, one.runs))) for one in node.chunks))


def recoloured(node: Node, mix: Mix, name: str) -> Node:
    """A piece in other colours. ``name`` tells apart what ``mix`` does, for what is kept under it."""
    if isinstance(node, Shape):
        return replace(node, fill=_paint(node.fill, mix), stroke=_paint(node.stroke, mix))
    if isinstance(node, Text):
        return _each_run(node, lambda run: _run(run, mix))
    if isinstance(node, Group):
        return replace(node, children=tuple(recoloured(child, mix, name) for child in node.children))
    if isinstance(node, SymbolUse):
        old = node.symbol
        key = hashlib.sha256(f"{old.key} {name}".encode()).hexdigest()
        children = tuple(recoloured(child, mix, name) for child in old.children)
        return replace(node, symbol=Symbol(key, old.at, children, old.weight))
    return replace(node, picture=_picture(node.picture, mix))


def _paint(paint: Paint, mix: Mix) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(stop, colour=mix(stop.colour)) for stop in paint.stops))
    return None if paint is None else mix(paint)


def _run(run: TextRun, mix: Mix) -> TextRun:
    fill, stroke = (None if colour is None else mix(colour) for colour in (run.fill, run.stroke))
    return replace(run, fill=fill, stroke=stroke)


def _picture(picture: Picture, mix: Mix) -> Picture:
    """The picture with every pixel mixed, which is the same for each of its three colours by itself."""
    image = open_picture(picture)
    image = (ImageOps.exif_transpose(image) if is_turned(image) else image).convert("RGB")
    greys = [mix((value / 255, value / 255, value / 255)) for value in range(256)]
    tables = [round(grey[part] * 255) for part in range(3) for grey in greys]
    return _as_picture(picture.name, image.point(tables))


def _as_picture(name: str, image: Pillow.Image) -> Picture:
    """A picture of these pixels."""
    written = io.BytesIO()
    image.save(written, "PNG", compress_level=1)
    return Picture(name, written.getvalue())


_MOST = 20_000
"""Pieces that may be painted again for one drawing."""
_HINT = "make it opaque, in the colour that it has where it lies, or say --standard x4: it has transparency"
_INSIDE = "something faint inside something faint cannot be put together"
_NAMES = {"Shape": "a line or a gradient", "Text": "this text", "Image": "this picture"}


def opaque(drawing: Drawing) -> Drawing:
    """The drawing with nothing that is seen through.

    Raises TemplateError, located in the drawing, for what cannot be put together: masks, blend modes, and faint
    pictures, gradients, lines or type over anything but plain colours.
    """
    if not any(_faint(node) for node in drawing.nodes):
        return drawing
    return replace(drawing, nodes=_TransparencyFlattener(drawing).walk(drawing.nodes, _NodeState()))


def _faint(node: Node) -> bool:
    """Whether anything in a node may be seen through."""
    frame = node.frame
    if frame is not None and (frame.opacity < 1 or frame.whole):
        return True
    if isinstance(node, Group):
        return any(map(_faint, node.children))
    if isinstance(node, SymbolUse):
        return any(map(_faint, node.symbol.children))
    if isinstance(node, Image):
        return seen_through(node.picture)
    if isinstance(node, Text):
        runs = [run for chunk in node.chunks for run in chunk.runs]
        return any(
            _faint_paint(run.fill, run.style.fill_opacity) or _faint_paint(run.stroke, run.style.stroke_opacity)
            for run in runs
        )
    return _faint_paint(node.fill, node.style.fill_opacity) or _faint_paint(node.stroke, node.style.stroke_opacity)


def _faint_paint(paint: Paint, opacity: float) -> bool:
    faint = isinstance(paint, Gradient) and solid(paint) is None and paint.faint
    return paint is not None and (opacity < 1 or faint)


@dataclass(frozen=True, slots=True)
class _GroupOpacity:
    """A group that is faint as a whole: how opaque it is, what lies beneath it, how much had been painted before."""

    opacity: float
    beneath: tuple[OpaquePiece, ...]
    before: int


@dataclass(frozen=True, slots=True)
class _NodeState:
    """What holds for the nodes at hand: the wraps around them, the veil that they are under, and how far their offsets
    are from the drawing's; inside symbols of symbols only the outermost use is known (``fixed``)."""

    wraps: tuple[NodeWrap, ...] = ()
    veil: _GroupOpacity | None = None
    shift: int = 0
    fixed: int | None = None
    inside: bool = False

    def offset(self, at: int) -> int:
        """Where in the drawing's text that stands."""
        return at + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> _NodeState:
        """The same for the content of a symbol."""
        if self.inside:
            return replace(self, fixed=self.offset(node.at))
        return replace(self, shift=node.base - node.symbol.at, inside=True)


class _TransparencyFlattener:
    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._laid: list[OpaquePiece] = []
        self._again = 0

    def walk(self, nodes: Sequence[Node], around: _NodeState) -> tuple[Node, ...]:
        """The nodes in their order, opaque, in the coordinates that they had."""
        shown = (node for node in nodes if node.frame is None or node.frame.opacity > 0)
        return tuple(found for node in shown for found in self._node(node, around))

    def _node(self, node: Node, around: _NodeState) -> list[Node]:
        frame = node.frame or Frame()
        if frame.mask is not None or frame.blend != "normal":
            what = "a mask" if frame.mask is not None else f"the blend mode {frame.blend}"
            raise self._refused(around.offset(node.at), f"{what} cannot be put together with what lies beneath")
        plain = Frame(frame.transform, clip=frame.clip, data=frame.data)
        own = frame.opacity
        both = isinstance(node, Shape) and node.fill is not None and node.stroke is not None
        if own < 1 and (both or isinstance(node, Group | SymbolUse)):
            if around.veil is not None:
                raise self._refused(around.offset(node.at), _INSIDE)
            around = replace(around, veil=_GroupOpacity(own, tuple(self._laid), len(self._laid)))
            own = 1.0
        if isinstance(node, Group):
            inside = replace(
                around, wraps=(*around.wraps, NodeWrap(plain.transform, plain.clip, node.window, node.inner))
            )
            return [replace(node, frame=plain, children=self.walk(node.children, inside))]
        if isinstance(node, SymbolUse):
            return [self._symbol(node, plain, around)]
        inside = replace(around, wraps=(*around.wraps, NodeWrap(plain.transform, plain.clip)))
        bare = replace(node, frame=None)
        leaves = self._shape(bare, inside, own) if isinstance(bare, Shape) else self._leaf(bare, inside, own)
        if leaves == [bare] or (around.veil is None and not _faint(node)):
            return [node]
        return [Group(node.at, plain, tuple(leaves))] if leaves else []

    def _symbol(self, node: SymbolUse, plain: Frame, around: _NodeState) -> Node:
        wraps = (*around.wraps, NodeWrap(plain.transform, plain.clip, node.window, node.inner))
        children = self.walk(node.symbol.children, replace(around.within(node), wraps=wraps))
        if around.veil is None and not any(map(_faint, node.symbol.children)):
            return replace(node, frame=plain)
        return Group(node.at, plain, children, node.window, node.inner)

    def _shape(self, node: Shape, around: _NodeState, own: float) -> list[Node]:
        """Fill and stroke, each by itself: one may be faint where the other is not."""
        found: list[Node] = []
        style = replace(node.style, fill_opacity=1.0, stroke_opacity=1.0)
        if node.fill is not None and node.style.fill_opacity:
            found += self._leaf(replace(node, style=style, stroke=None), around, own * node.style.fill_opacity)
        if node.stroke is not None and node.style.stroke_opacity:
            found += self._leaf(replace(node, style=style, fill=None), around, own * node.style.stroke_opacity)
        return found

    def _leaf(self, node: Shape | Text | Image, around: _NodeState, own: float) -> list[Node]:
        """A shape that is filled or stroked, a text or a picture, in its own coordinates."""
        piece = laid(node, around.wraps)
        alone = own == 1 and not _faint(node)
        if piece.box[2] <= 0 or piece.box[3] <= 0:
            return [node] if alone else []
        veil = around.veil
        if alone and veil is None:
            self._laid.append(piece)
            return [node]
        at = around.offset(node.at)
        if veil is not None and not alone and any(meet(one.box, piece.box) for one in self._laid[veil.before :]):
            raise self._refused(at, _INSIDE)
        beneath = self._beneath(piece, self._laid if veil is None else veil.beneath)
        back = inverse(matrix_of(around.wraps))
        if back is None:
            return []
        opacity = own if veil is None else own * veil.opacity
        self._count(len(beneath), at)
        colour = piece.flat
        if colour is not None:
            painted = _through(piece, colour, opacity, beneath, back)
        else:
            painted = self._over(piece, opacity, beneath, back, at)
        self._laid += [replace(laid(one, around.wraps), box=piece.box) for one in painted]
        return painted

    def _beneath(self, piece: OpaquePiece, before: Sequence[OpaquePiece]) -> list[OpaquePiece]:
        """What is seen where a piece lies, from what covers all of it on, the lowest first."""
        found: list[OpaquePiece] = []
        for other in reversed(before):
            if meet(other.box, piece.box):
                found.append(other)
                if other.covers(piece.box):
                    break
        return found[::-1]

    def _count(self, pieces: int, at: int) -> None:
        self._again += pieces
        if self._again > _MOST:
            raise self._refused(at, f"more than {_MOST:,} pieces of this face lie beneath what is faint")

    def _over(
        self, piece: OpaquePiece, opacity: float, beneath: Sequence[OpaquePiece], back: Matrix, at: int
    ) -> list[Node]:
        """What is no shape in one colour: it is painted once for each plain colour that it lies on, inside of that."""
        node = piece.node
        assert not isinstance(node, Group | SymbolUse)
        covered = bool(beneath) and beneath[0].covers(piece.box)
        found: list[Node] = [] if covered else [blended(node, WHITE, opacity)]
        for other in beneath:
            ground, shape = other.flat, other.node
            if ground is None or not isinstance(shape, Shape):
                what = _NAMES[type(node).__name__]
                message = f"{what} is faint, and lies on more than plain colours: it cannot be put together with them"
                raise self._refused(at, message)
            inside: Node = blended(node, ground, opacity)
            if not other.covers(piece.box):
                inside = _inside(inside, shape, other.wraps, back)
            found.append(inside)
        return found

    def _refused(self, at: int, message: str) -> TemplateError:
        return self._drawing.source.error(at, "seen-through", f"PDF/X-1a knows no transparency: {message}", _HINT)


def _through(
    piece: OpaquePiece, colour: Rgb, opacity: float, beneath: Sequence[OpaquePiece], back: Matrix
) -> list[Node]:
    """A filled shape in one colour: what is seen through it is painted again inside it."""
    node = piece.node
    assert isinstance(node, Shape)
    mix = mixing(colour, opacity)
    covered = bool(beneath) and beneath[0].covers(piece.box)
    ground = beneath[0].flat if covered else None
    base = replace(node, fill=mix(WHITE if ground is None else ground))
    above = beneath[1:] if covered else beneath
    if not above:
        return [base]
    again = tuple(recoloured(other.whole(node.at), mix, f"{colour} {opacity}") for other in above)
    clip = Clip(node.outline, node.style.fill_rule, IDENTITY)
    return [base, Group(node.at, Frame(clip=clip), (Group(node.at, Frame(back), again),))]


def _inside(node: Node, shape: Shape, wraps: Sequence[NodeWrap], back: Matrix) -> Node:
    """A node where a shape is seen that lies in ``wraps``; ``back`` is the map from the drawing to the node's place."""
    node = _clipped(node, Clip(shape.outline, shape.style.fill_rule, multiply(back, matrix_of(wraps))))
    outside = back
    for wrap in wraps:
        outside = multiply(outside, wrap.transform)
        if wrap.clip is not None:
            node = _clipped(node, replace(wrap.clip, transform=multiply(outside, wrap.clip.transform)))
        if wrap.window is not None:
            node = _clipped(node, Clip(outline_of(wrap.window), "nonzero", outside))
        outside = multiply(outside, wrap.inner)
    return node


def _clipped(node: Node, clip: Clip) -> Node:
    return Group(node.at, Frame(clip=clip), (node,))
