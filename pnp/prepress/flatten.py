"""Flattening of transparency, for standards that do not allow it.

The content beneath a faint shape of one colour is painted once more inside it, in colours mixed with its own. The
content beneath any other faint piece must be in plain colours; the piece is painted once for each of them, mixed with
it. Both are exact. Masks, blend modes and excessive work are refused.
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
from pnp.cardsvg.values import IDENTITY, Matrix, apply, inverse, multiply
from pnp.diagnostics import TemplateError
from pnp.pdf.objects.pictures import is_turned, open_picture
from pnp.records import dataclass

# Pieces beneath a place on a drawing

EVERYWHERE: Box = (-1e6, -1e6, 2e6, 2e6)
_NOTHING: Box = (0.0, 0.0, -1.0, -1.0)
WHITE: Rgb = (1.0, 1.0, 1.0)
_MAX_ADVANCE = 1.2
"""Advance of the widest letters in em, which bounds the extent of a text without measuring it."""


@dataclass(frozen=True, slots=True)
class NodeWrap:
    """Transform and clips around the content of a node.

    ``window`` is a clipping box outside the coordinates ``inner``, as of groups.
    """

    transform: Matrix = IDENTITY
    clip: Clip | None = None
    window: Box | None = None
    inner: Matrix = IDENTITY

    @property
    def matrix(self) -> Matrix:
        """Map from the coordinates inside to those outside."""
        return multiply(self.transform, self.inner)


@dataclass(frozen=True, slots=True)
class OpaquePiece:
    """Painted, opaque piece, with its wraps from the outermost on.

    ``box`` is the smallest upright box around it on the drawing.
    """

    node: Node
    wraps: tuple[NodeWrap, ...]
    box: Box

    @property
    def flat(self) -> Rgb | None:
        """Colour of a piece that is a single filled shape."""
        node = self.node
        return solid(node.fill) if isinstance(node, Shape) and node.stroke is None else None

    def covers(self, box: Box) -> bool:
        """Return True if it is an upright rectangle in one colour that covers all of a box."""
        node = self.node
        if self.flat is None or not isinstance(node, Shape):
            return False
        matrix = IDENTITY
        for wrap in self.wraps:
            outside = multiply(matrix, wrap.transform)
            clip, window = wrap.clip, wrap.window
            if clip is not None and not contains(_upright_box(clip.outline, multiply(outside, clip.transform)), box):
                return False
            if window is not None and not contains(_upright_box(outline_of(window), outside), box):
                return False
            matrix = multiply(matrix, wrap.matrix)
        return contains(_upright_box(node.outline, matrix), box)

    def as_group(self, offset: int) -> Node:
        """Return the piece in its wraps, in the coordinates of the drawing."""
        node = self.node
        for wrap in reversed(self.wraps):
            node = Group(offset, Frame(wrap.transform, clip=wrap.clip), (node,), wrap.window, wrap.inner)
        return node


def place_piece(node: Node, wraps: tuple[NodeWrap, ...]) -> OpaquePiece:
    """Return a piece with its box."""
    matrix, box = IDENTITY, EVERYWHERE
    for wrap in wraps:
        outside = multiply(matrix, wrap.transform)
        if wrap.clip is not None:
            clip = bounds(wrap.clip.outline)
            box = intersection(
                box, _NOTHING if clip is None else transformed_box(clip, multiply(outside, wrap.clip.transform))
            )
        if wrap.window is not None:
            box = intersection(box, transformed_box(wrap.window, outside))
        matrix = multiply(matrix, wrap.matrix)
    return OpaquePiece(node, wraps, intersection(box, _box(node, matrix)))


def _box(node: Node, matrix: Matrix) -> Box:
    if isinstance(node, Shape):
        box = bounds(node.outline)
        if box is None:
            return _NOTHING
        reach = 0.0
        if node.stroke is not None:
            reach = node.style.stroke_width * max(1.5, node.style.stroke_miterlimit) / 2
        return transformed_box((box[0] - reach, box[1] - reach, box[2] + 2 * reach, box[3] + 2 * reach), matrix)
    if isinstance(node, Image):
        return transformed_box(node.box, matrix)
    if isinstance(node, Text):
        boxes = [_reach_box(chunk) for chunk in node.chunks]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return transformed_box((left, top, right - left, bottom - top), matrix)
    return EVERYWHERE


def _reach_box(chunk: Chunk) -> Box:
    """Return a box that contains any line of these letters, in any font and with any anchor."""
    reach = 0.0
    for run in chunk.runs:
        widest = _MAX_ADVANCE * (run.style.font_size or 0.0) + abs(run.style.letter_spacing)
        reach += widest * (len(run.text) + 1) + abs(run.dx) + abs(run.dy)
    return chunk.x - reach, chunk.y - reach, 2 * reach, 2 * reach


def matrix_of(wraps: Sequence[NodeWrap]) -> Matrix:
    """Return the map from inside all wraps to the drawing."""
    matrix = IDENTITY
    for wrap in wraps:
        matrix = multiply(matrix, wrap.matrix)
    return matrix


def solid(paint: Paint) -> Rgb | None:
    """Return the colour of a paint, or None if it has several or there is no paint."""
    return paint.flat if isinstance(paint, Gradient) else paint


def transformed_box(box: Box, matrix: Matrix) -> Box:
    """Return the smallest upright box around a transformed box."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a in (x, x + width) for b in (y, y + height)]
    left, top = min(a for a, _ in corners), min(b for _, b in corners)
    return left, top, max(a for a, _ in corners) - left, max(b for _, b in corners) - top


def intersection(first: Box, second: Box) -> Box:
    """Return the box that two boxes share; its size is not positive if they do not meet."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[0] + first[2], second[0] + second[2]), min(first[1] + first[3], second[1] + second[3])
    return left, top, right - left, bottom - top


def overlap(first: Box, second: Box) -> bool:
    """Return True if two boxes overlap."""
    shared = intersection(first, second)
    return shared[2] > 0 and shared[3] > 0


def contains(outer: Box | None, inner: Box) -> bool:
    """Return True if a box lies in another, to a ten-thousandth of a mm."""
    if outer is None:
        return False
    tolerance = 1e-4
    return (
        outer[0] <= inner[0] + tolerance
        and outer[1] <= inner[1] + tolerance
        and outer[0] + outer[2] >= inner[0] + inner[2] - tolerance
        and outer[1] + outer[3] >= inner[1] + inner[3] - tolerance
    )


def outline_of(box: Box) -> Segments:
    """Return the outline of a box."""
    x, y, width, height = box
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    return ("M", corners[0]), ("L", corners[1]), ("L", corners[2]), ("L", corners[3]), ("Z", ())


def _upright_box(outline: Segments, matrix: Matrix) -> Box | None:
    """Return the box of an outline, or None if it is no upright rectangle on the drawing."""
    if [kind for kind, _ in outline] != ["M", "L", "L", "L", "Z"]:
        return None
    points = [apply(matrix, args[0], args[1]) for _, args in outline[:4]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    corners = {(round(x, 4), round(y, 4)) for x, y in points}
    wanted = {(round(x, 4), round(y, 4)) for x in (left, right) for y in (top, bottom)}
    return (left, top, right - left, bottom - top) if corners == wanted else None


# Blending colours and pieces with a colour above or beneath them

Mix = Callable[[Rgb], Rgb]
_PARTS = 8
"""Parts of an interval of a gradient along which its opacity changes: opacity times colour is no straight line."""


def mix_with(colour: Rgb, opacity: float) -> Mix:
    """Return the function that blends ``colour`` over another (Compositing and Blending 1, 5.1)."""
    red, green, blue = (part * opacity for part in colour)
    rest = 1 - opacity

    def mix(under: Rgb) -> Rgb:
        return red + under[0] * rest, green + under[1] * rest, blue + under[2] * rest

    return mix


def has_transparency(picture: Picture) -> bool:
    """Return True if a picture has pixels that are not opaque."""
    image = open_picture(picture)
    return image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema() != (255, 255)


def blend(node: Shape | Text | Image, ground: Rgb, opacity: float) -> Shape | Text | Image:
    """Return a shape, text or picture as it looks on ``ground``, with its own opacity times ``opacity``."""
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
    image.putalpha(image.getchannel("A").point([round(alpha * opacity) for alpha in range(256)]))
    under = Pillow.new("RGBA", image.size, (*(round(part * 255) for part in ground), 255))
    under.alpha_composite(image)
    return replace(node, picture=_encode_picture(node.picture.name, under.convert("RGB")))


def _blended_paint(paint: Paint, ground: Rgb, opacity: float) -> Paint:
    if not isinstance(paint, Gradient):
        return None if paint is None else mix_with(paint, opacity)(ground)
    stops = [_blended_stop(paint.stops[0], ground, opacity)]
    for start, end in pairwise(paint.stops):
        parts = _PARTS if start.opacity != end.opacity and start.offset < end.offset else 1
        for part in range(1, parts + 1):
            share = part / parts
            red, green, blue = (a + (b - a) * share for a, b in zip(start.colour, end.colour, strict=True))
            stop_opacity = start.opacity + (end.opacity - start.opacity) * share
            offset = start.offset + (end.offset - start.offset) * share
            stops.append(_blended_stop(Stop(offset, (red, green, blue), stop_opacity), ground, opacity))
    return replace(paint, stops=tuple(stops))


def _blended_stop(stop: Stop, ground: Rgb, opacity: float) -> Stop:
    return Stop(stop.offset, mix_with(stop.colour, stop.opacity * opacity)(ground))


def _blended_run(run: TextRun, ground: Rgb, opacity: float) -> TextRun:
    style = run.style
    fill = None if run.fill is None else mix_with(run.fill, opacity * style.fill_opacity)(ground)
    stroke = None if run.stroke is None else mix_with(run.stroke, opacity * style.stroke_opacity)(ground)
    return replace(run, fill=fill, stroke=stroke, style=replace(style, fill_opacity=1.0, stroke_opacity=1.0))


def _each_run(node: Text, change: Callable[[TextRun], TextRun]) -> Text:
    return replace(node, chunks=tuple(replace(chunk, runs=tuple(map(change, chunk.runs))) for chunk in node.chunks))


def recolour(node: Node, mix: Mix, name: str) -> Node:
    """Return a piece in other colours. ``name`` identifies ``mix`` in the keys of symbols."""
    if isinstance(node, Shape):
        return replace(node, fill=_recolour_paint(node.fill, mix), stroke=_recolour_paint(node.stroke, mix))
    if isinstance(node, Text):
        return _each_run(node, lambda run: _recolour_run(run, mix))
    if isinstance(node, Group):
        return replace(node, children=tuple(recolour(child, mix, name) for child in node.children))
    if isinstance(node, SymbolUse):
        old = node.symbol
        key = hashlib.sha256(f"{old.key} {name}".encode()).hexdigest()
        children = tuple(recolour(child, mix, name) for child in old.children)
        return replace(node, symbol=Symbol(key, old.at, children, old.weight))
    return replace(node, picture=_recolour_picture(node.picture, mix))


def _recolour_paint(paint: Paint, mix: Mix) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(stop, colour=mix(stop.colour)) for stop in paint.stops))
    return None if paint is None else mix(paint)


def _recolour_run(run: TextRun, mix: Mix) -> TextRun:
    fill, stroke = (None if colour is None else mix(colour) for colour in (run.fill, run.stroke))
    return replace(run, fill=fill, stroke=stroke)


def _recolour_picture(picture: Picture, mix: Mix) -> Picture:
    """Mix every pixel of a picture. Each of its three channels is mixed by itself."""
    image = open_picture(picture)
    image = (ImageOps.exif_transpose(image) if is_turned(image) else image).convert("RGB")
    greys = [mix((level / 255, level / 255, level / 255)) for level in range(256)]
    tables = [round(grey[part] * 255) for part in range(3) for grey in greys]
    return _encode_picture(picture.name, image.point(tables))


def _encode_picture(name: str, image: Pillow.Image) -> Picture:
    """Return a picture of these pixels."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return Picture(name, buffer.getvalue())


_MAX_REPAINTED = 20_000
"""Pieces that may be painted again for one drawing."""
_HINT = "make it opaque, in the colour that it has where it lies, or say --standard x4: it has transparency"
_NESTED_MESSAGE = "something faint inside something faint cannot be put together"
_NODE_NAMES = {"Shape": "a line or a gradient", "Text": "this text", "Image": "this picture"}


def flatten_transparency(drawing: Drawing) -> Drawing:
    """Return the drawing without transparency.

    Raises TemplateError, located in the drawing, for transparency that cannot be flattened: masks, blend modes, and
    faint pictures, gradients, lines or type over anything except plain colours.
    """
    if not any(_is_faint(node) for node in drawing.nodes):
        return drawing
    nodes = _TransparencyFlattener(drawing).flatten(drawing.nodes, _NodeState())
    return replace(drawing, nodes=nodes, changes=(*drawing.changes, "flat"))


def _is_faint(node: Node) -> bool:
    """Return True if any part of a node is not opaque."""
    frame = node.frame
    if frame is not None and (frame.opacity < 1 or frame.whole):
        return True
    if isinstance(node, Group):
        return any(map(_is_faint, node.children))
    if isinstance(node, SymbolUse):
        return any(map(_is_faint, node.symbol.children))
    if isinstance(node, Image):
        return has_transparency(node.picture)
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
    """Opacity of a faint group, with the pieces beneath it, and the number of pieces painted before it."""

    opacity: float
    beneath: tuple[OpaquePiece, ...]
    piece_count: int


@dataclass(frozen=True, slots=True)
class _NodeState:
    """State of the nodes that are flattened: the wraps around them, and the opacity of their group.

    ``shift`` is the distance of their offsets from the drawing's. Inside symbols of symbols only the outermost use is
    known (``fixed``).
    """

    wraps: tuple[NodeWrap, ...] = ()
    group_opacity: _GroupOpacity | None = None
    shift: int = 0
    fixed: int | None = None
    inside: bool = False

    def offset(self, position: int) -> int:
        """Return an offset in the drawing's text."""
        return position + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> _NodeState:
        """Return the state for the content of a symbol."""
        if self.inside or node.base is None:
            return replace(self, fixed=self.offset(node.at), inside=True)
        return replace(self, shift=node.base - node.symbol.at, inside=True)


class _TransparencyFlattener:
    """Flattener of one drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._pieces: list[OpaquePiece] = []
        self._repainted = 0

    def flatten(self, nodes: Sequence[Node], state: _NodeState) -> tuple[Node, ...]:
        """Return the nodes in their order, opaque, in the coordinates that they had."""
        visible = (node for node in nodes if node.frame is None or node.frame.opacity > 0)
        return tuple(opaque_node for node in visible for opaque_node in self._flatten_node(node, state))

    def _flatten_node(self, node: Node, state: _NodeState) -> list[Node]:
        frame = node.frame or Frame()
        if frame.mask is not None or frame.blend != "normal":
            feature = "a mask" if frame.mask is not None else f"the blend mode {frame.blend}"
            raise self._flatten_error(state.offset(node.at), f"{feature} cannot be put together with what lies beneath")
        plain = Frame(frame.transform, clip=frame.clip, data=frame.data)
        opacity = frame.opacity
        filled_and_stroked = isinstance(node, Shape) and node.fill is not None and node.stroke is not None
        if opacity < 1 and (filled_and_stroked or isinstance(node, Group | SymbolUse)):
            if state.group_opacity is not None:
                raise self._flatten_error(state.offset(node.at), _NESTED_MESSAGE)
            state = replace(state, group_opacity=_GroupOpacity(opacity, tuple(self._pieces), len(self._pieces)))
            opacity = 1.0
        if isinstance(node, Group):
            inside = replace(
                state, wraps=(*state.wraps, NodeWrap(plain.transform, plain.clip, node.window, node.inner))
            )
            return [replace(node, frame=plain, children=self.flatten(node.children, inside))]
        if isinstance(node, SymbolUse):
            return [self._flatten_symbol(node, plain, state)]
        inside = replace(state, wraps=(*state.wraps, NodeWrap(plain.transform, plain.clip)))
        bare = replace(node, frame=None)
        parts = (
            self._flatten_shape(bare, inside, opacity)
            if isinstance(bare, Shape)
            else self._flatten_leaf(bare, inside, opacity)
        )
        if parts == [bare] or (state.group_opacity is None and not _is_faint(node)):
            return [node]
        return [Group(node.at, plain, tuple(parts))] if parts else []

    def _flatten_symbol(self, node: SymbolUse, plain: Frame, state: _NodeState) -> Node:
        wraps = (*state.wraps, NodeWrap(plain.transform, plain.clip, node.window, node.inner))
        children = self.flatten(node.symbol.children, replace(state.within(node), wraps=wraps))
        if state.group_opacity is None and not any(map(_is_faint, node.symbol.children)):
            return replace(node, frame=plain)
        return Group(node.at, plain, children, node.window, node.inner)

    def _flatten_shape(self, node: Shape, state: _NodeState, opacity: float) -> list[Node]:
        """Flatten fill and stroke singly: one of them may be faint while the other is not."""
        parts: list[Node] = []
        style = replace(node.style, fill_opacity=1.0, stroke_opacity=1.0)
        if node.fill is not None and node.style.fill_opacity:
            parts += self._flatten_leaf(
                replace(node, style=style, stroke=None), state, opacity * node.style.fill_opacity
            )
        if node.stroke is not None and node.style.stroke_opacity:
            parts += self._flatten_leaf(
                replace(node, style=style, fill=None), state, opacity * node.style.stroke_opacity
            )
        return parts

    def _flatten_leaf(self, node: Shape | Text | Image, state: _NodeState, opacity: float) -> list[Node]:
        """Flatten a filled or stroked shape, a text or a picture, in its own coordinates."""
        piece = place_piece(node, state.wraps)
        is_opaque = opacity == 1 and not _is_faint(node)
        if piece.box[2] <= 0 or piece.box[3] <= 0:
            return [node] if is_opaque else []
        group = state.group_opacity
        if is_opaque and group is None:
            self._pieces.append(piece)
            return [node]
        offset = state.offset(node.at)
        if (
            group is not None
            and not is_opaque
            and any(overlap(leaf.box, piece.box) for leaf in self._pieces[group.piece_count :])
        ):
            raise self._flatten_error(offset, _NESTED_MESSAGE)
        beneath = self._beneath(piece, self._pieces if group is None else group.beneath)
        inverse_matrix = inverse(matrix_of(state.wraps))
        if inverse_matrix is None:
            return []
        total_opacity = opacity if group is None else opacity * group.opacity
        self._add_repainted(len(beneath), offset)
        colour = piece.flat
        if colour is not None:
            flattened = _show_through(piece, colour, total_opacity, beneath, inverse_matrix)
        else:
            flattened = self._blend_over(piece, total_opacity, beneath, inverse_matrix, offset)
        self._pieces += [replace(place_piece(leaf, state.wraps), box=piece.box) for leaf in flattened]
        return flattened

    def _beneath(self, piece: OpaquePiece, piece_count: Sequence[OpaquePiece]) -> list[OpaquePiece]:
        """Return the pieces beneath a piece, from the uppermost that covers all of it, the lowest first."""
        pieces: list[OpaquePiece] = []
        for other in reversed(piece_count):
            if overlap(other.box, piece.box):
                pieces.append(other)
                if other.covers(piece.box):
                    break
        return pieces[::-1]

    def _add_repainted(self, pieces: int, offset: int) -> None:
        self._repainted += pieces
        if self._repainted > _MAX_REPAINTED:
            raise self._flatten_error(
                offset, f"more than {_MAX_REPAINTED:,} pieces of this face lie beneath what is faint"
            )

    def _blend_over(
        self, piece: OpaquePiece, opacity: float, beneath: Sequence[OpaquePiece], inverse_matrix: Matrix, offset: int
    ) -> list[Node]:
        """Paint a piece that is no shape in one colour once for each plain colour beneath it, inside of that."""
        node = piece.node
        assert not isinstance(node, Group | SymbolUse)
        covered = bool(beneath) and beneath[0].covers(piece.box)
        painted: list[Node] = [] if covered else [blend(node, WHITE, opacity)]
        for other in beneath:
            ground, shape = other.flat, other.node
            if ground is None or not isinstance(shape, Shape):
                name = _NODE_NAMES[type(node).__name__]
                message = f"{name} is faint, and lies on more than plain colours: it cannot be put together with them"
                raise self._flatten_error(offset, message)
            blended: Node = blend(node, ground, opacity)
            if not other.covers(piece.box):
                blended = _clip_inside(blended, shape, other.wraps, inverse_matrix)
            painted.append(blended)
        return painted

    def _flatten_error(self, offset: int, message: str) -> TemplateError:
        return self._drawing.source.error(offset, "seen-through", f"PDF/X-1a knows no transparency: {message}", _HINT)


def _show_through(
    piece: OpaquePiece, colour: Rgb, opacity: float, beneath: Sequence[OpaquePiece], inverse_matrix: Matrix
) -> list[Node]:
    """Paint a filled shape in one colour, and the pieces beneath it again inside it."""
    node = piece.node
    assert isinstance(node, Shape)
    mix = mix_with(colour, opacity)
    covered = bool(beneath) and beneath[0].covers(piece.box)
    ground = beneath[0].flat if covered else None
    base = replace(node, fill=mix(WHITE if ground is None else ground))
    above = beneath[1:] if covered else beneath
    if not above:
        return [base]
    repainted = tuple(recolour(other.as_group(node.at), mix, f"{colour} {opacity}") for other in above)
    clip = Clip(node.outline, node.style.fill_rule, IDENTITY)
    return [base, Group(node.at, Frame(clip=clip), (Group(node.at, Frame(inverse_matrix), repainted),))]


def _clip_inside(node: Node, shape: Shape, wraps: Sequence[NodeWrap], inverse_matrix: Matrix) -> Node:
    """Clip a node to a shape in ``wraps``. ``inverse_matrix`` is the map from the drawing to the node."""
    node = _clip_node(node, Clip(shape.outline, shape.style.fill_rule, multiply(inverse_matrix, matrix_of(wraps))))
    outside = inverse_matrix
    for wrap in wraps:
        outside = multiply(outside, wrap.transform)
        if wrap.clip is not None:
            node = _clip_node(node, replace(wrap.clip, transform=multiply(outside, wrap.clip.transform)))
        if wrap.window is not None:
            node = _clip_node(node, Clip(outline_of(wrap.window), "nonzero", outside))
        outside = multiply(outside, wrap.inner)
    return node


def _clip_node(node: Node, clip: Clip) -> Node:
    return Group(node.at, Frame(clip=clip), (node,))
