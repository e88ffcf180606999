"""Redrawing of a face for less ink: fills become washes with lines around them, words and small marks stay."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Chunk, Frame, Group, Image, Node, Shape, Symbol, SymbolUse, Text, TextRun
from pnp.cardsvg.values import Matrix, apply, inverse
from pnp.fonts import FontBook
from pnp.ink.greys import PictureConverter
from pnp.ink.tones import (
    UNCHANGED,
    WHITE,
    Solid,
    Strength,
    Tone,
    Wash,
    apply_tone,
    contrast,
    has_hue,
    keep_contrast,
    luminance,
    mean,
)
from pnp.looks.inks import mixed
from pnp.looks.lettering import sample_points
from pnp.looks.outlines import Edge, FlatOutline, Point
from pnp.looks.painted import PAPER, PaintedFace, PaintedPiece, PaintedText, PaintState, Plan
from pnp.records import dataclass

# Grounds: the colours beneath each part of a face, original and redrawn

_SAMPLE_HEIGHTS = (0.27, 0.52, 0.76)
"""Relative heights at which a shape is sampled: no even shares, at which symmetric shapes have corners."""

_SLICES = 12


@dataclass(frozen=True, slots=True)
class GroundColour:
    """Colour beneath a mark, ``original`` and ``adapted`` to less ink.

    ``area`` is that in mm² of the shape that has the colour, infinite for the paper.
    """

    original: Rgb
    adapted: Rgb
    area: float = math.inf


@dataclass(frozen=True, slots=True)
class OutlineStroke:
    """Line around a fill, or on either side of a stroke: its colour and its width in mm.

    ``around_face`` says that it goes round the whole face.
    """

    colour: Rgb
    width: float
    around_face: bool = False


@dataclass(frozen=True, slots=True)
class ShapeExtent:
    """Extent of a shape on the face, in mm² and mm. ``thickness`` is the mean, as of a strip of its area."""

    area: float
    thickness: float


class Scene(PaintedFace):
    """Face whose pieces get new tones one by one, in the order in which they are painted."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self._tones: dict[tuple[int, bool], Tone] = {}
        self._areas: dict[int, float] = {}
        self._lines: dict[int, OutlineStroke] = {}

    def piece(self, index: int) -> PaintedPiece:
        return self._pieces[index]

    def set_tone(
        self,
        index: int,
        fill: Tone,
        stroke: Tone = UNCHANGED,
        area: float = math.inf,
        line: OutlineStroke | None = None,
    ) -> None:
        """Set the tones of a piece, the area of its fill in mm², and the line that it got around it."""
        self._tones[index, False], self._tones[index, True] = fill, stroke
        self._areas[index] = area
        if line is not None:
            self._lines[index] = line

    def ground_of(self, points: Sequence[Point], before: int) -> GroundColour | None:
        """Return the ground beneath most of ``points``, of the first ``before`` pieces; None if it is unknown.

        Equal original colours may have different adapted ones, so each of the two is the median of its own order.
        """
        grounds = [ground for ground in (self._ground_at(*point, before) for point in points) if ground is not None]
        if not grounds:
            return None
        middle = len(grounds) // 2
        original = sorted(grounds, key=lambda ground: luminance(ground.original))[middle]
        return replace(original, adapted=sorted((ground.adapted for ground in grounds), key=luminance)[middle])

    def _ground_at(self, x: float, y: float, before: int) -> GroundColour | None:
        layers = self._inks_at(x, y, before)
        if layers is None:
            return None
        original = adapted = PAPER
        lines = dict(self._lines_at(x, y, before))
        for index, (ink, opacity), of_stroke in reversed(layers):
            original = mixed(original, ink, opacity)
            for lower in [piece_index for piece_index in lines if piece_index < index]:
                adapted = lines.pop(lower)
            adapted = mixed(adapted, self._tones.get((index, of_stroke), UNCHANGED).apply(ink), opacity)
        for colour in lines.values():
            adapted = colour
        return GroundColour(original, adapted, self._areas.get(layers[0][0], math.inf) if layers else math.inf)

    def _lines_at(self, x: float, y: float, before: int) -> Iterator[tuple[int, Rgb]]:
        """Yield the lines around fills at a point, from the lowest up: the index of the piece, and the colour."""
        for index, line in self._lines.items():
            piece = self._pieces[index]
            left, top, width, height = piece.box
            half = line.width / 2
            if (
                index < before
                and left - half <= x <= left + width + half
                and top - half <= y <= top + height + half
                and isinstance(piece.node, Shape)
                and self._flatten(piece.node.outline).near(apply(piece.back, x, y), half / scale_of(piece))
                and all(self._is_inside(cover, x, y) for cover in piece.around.covers)
            ):
                yield index, line.colour

    def sample_points(self, piece: PaintedPiece) -> list[Point]:
        """Return points of the face that a shape covers. Without a fill, they lie on its stroke."""
        if isinstance(piece.node, Image):
            return []
        to_face = inverse(piece.back)
        assert to_face is not None, "a piece that can be looked up can be put in place"
        flat = self._flatten(piece.node.outline)
        samples = _inner_points(flat, piece.node.style.fill_rule) if piece.node.fill is not None else _line_points(flat)
        left, top, width, height = piece.box
        on_face = [apply(to_face, *point) for point in samples]
        # A clipped shape is sampled in its visible part.
        visible = [
            (x, y)
            for x, y in on_face
            if left <= x <= left + width
            and top <= y <= top + height
            and all(self._is_inside(cover, x, y) for cover in piece.around.covers)
        ]
        return visible or [(left + width / 2, top + height / 2)]

    def extent(self, piece: PaintedPiece) -> ShapeExtent:
        """Return the extent of the fill of a shape."""
        assert isinstance(piece.node, Shape)
        scale, flat = scale_of(piece), self._flatten(piece.node.outline)
        area = _filled_area(flat, piece.node.style.fill_rule) * scale * scale
        length = sum(math.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in _edges(flat.closed)) * scale
        visible_area = piece.box[2] * piece.box[3]
        return ShapeExtent(min(area, visible_area), 2 * area / length if length else 0.0)

    def _enter_frame(self, outer: PaintState, frame: Frame | None) -> PaintState | None:
        # Masks and blend modes are ignored, since an approximate ground is better than none.
        around = super()._enter_frame(outer, frame)
        return None if around is None else _ignore_unknown(around)


def scale_of(piece: PaintedPiece) -> float:
    """Return the size in mm on the face of a unit of a shape."""
    return 1 / math.sqrt(area_scale(piece.back) or 1.0)


def area_scale(matrix: Matrix) -> float:
    """Return the factor by which a matrix scales areas."""
    a, b, c, d, *_ = matrix
    return abs(a * d - b * c)


def _ignore_unknown(around: PaintState) -> PaintState:
    return PaintState(around.matrix, around.opacity, around.covers, around.window) if around.unknown else around


def _edges(rows: Sequence[Sequence[Edge]]) -> list[Edge]:
    """Return every edge once: an edge that crosses several rows stands in each."""
    return list(dict.fromkeys(edge for row in rows for edge in row))


def _filled_area(flat: FlatOutline, rule: str) -> float:
    """Estimate the filled area from slices at some heights."""
    edges = _edges(flat.closed)
    if not edges:
        return 0.0
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    step = (max(ys) - min(ys)) / _SLICES
    slices = (_spans(edges, min(ys) + (index + 0.5) * step, rule) for index in range(_SLICES))
    return sum(right - left for spans in slices for left, right in spans) * step


def _inner_points(flat: FlatOutline, rule: str) -> list[Point]:
    """Return points inside: at some heights, in the middle of the widest part."""
    edges = _edges(flat.closed)
    if not edges:
        return []
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    top, bottom = min(ys), max(ys)
    points = []
    for share in _SAMPLE_HEIGHTS:
        y = top + share * (bottom - top)
        parts = list(_spans(edges, y, rule))
        if parts:
            left, right = max(parts, key=lambda part: part[1] - part[0])
            points.append(((left + right) / 2, y))
    return points


def _spans(edges: Sequence[Edge], y: float, rule: str) -> Iterator[tuple[float, float]]:
    """Yield the spans in which a shape is filled at a height."""
    crossings = sorted(
        (x0 + (y - y0) / (y1 - y0) * (x1 - x0), 1 if y1 > y0 else -1)
        for x0, y0, x1, y1 in edges
        if (y0 <= y) != (y1 <= y)
    )
    winding = 0
    for (x, turn), (following, _) in pairwise(crossings):
        winding += turn if rule == "nonzero" else 1
        if winding if rule == "nonzero" else winding % 2:
            yield x, following


def _line_points(flat: FlatOutline) -> list[Point]:
    """Return points on a line, spread over it."""
    edges = _edges(flat.drawn)
    chosen = [edges[int(share * len(edges))] for share in _SAMPLE_HEIGHTS] if edges else []
    return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in chosen]


READABLE = 4.6
"""Least contrast of words with their ground: 4.5 (WCAG 2.2, 1.4.3), and a little for rounding."""
_SMALL_AREA = 5.0
"""Area in mm² below which a shape is a mark, however thick it is."""
_SIGN_AREA, _SIGN_CONTRAST = 32.0, 7.0
"""Greatest area in mm² and least contrast of a black sign on a light ground. It stays solid: a dot is not a ring."""
_EDGE_CONTRAST = 1.2
"""Contrast of a fill with its ground above which it gets a line around it instead."""
_EDGE_DIFFERENCE = 0.35
"""Difference in red, green or blue that counts as well: yellow is almost as bright as paper."""
_LINE_CONTRAST = 1.7
"""Least contrast of such a line."""
_BOLD_LINE = 0.42
_GROUND_AREA = 400.0
"""Area in mm² above which a shape is the ground of a card or a panel, with a bolder line: ``_BOLD_LINE`` mm."""
_DECOR_CONTRAST = 2.5
"""Contrast below which marks are decoration: patterns, veins, folds."""
_LARGE_TYPE, _LARGE_TYPE_CONTRAST = 10.0, 5.5
"""Size in mm above which type is read with less contrast than words are, and that contrast."""
_OPEN_LINE = 0.35
"""Width in mm of the outlines of large type."""
_PICTURE_PARTS = 2.5
"""Divisor of the area of a ground: a lighter shape that covers more is part of a picture, and stays light."""
_USUAL_SIDE, _LEAST_SCALE = 55.0, 0.3
"""Shorter side in mm from which a face is drawn with the lines and limits given, and the least scale of smaller faces.

The lines and limits of smaller faces are finer in proportion.
"""
_WHOLE_SHARE = 0.6
"""Share of a face above which a shape is the ground of all of it."""
_PAPER = GroundColour(WHITE, WHITE)


def reduce_ink(drawing: Drawing, fonts: FontBook, strength: Strength, pictures: PictureConverter) -> Drawing:
    """Return ``drawing`` with less ink. Its words are the same, at the same places."""
    redrawing = _DrawingRedraw(drawing, fonts, strength, pictures)
    nodes = redrawing.nodes(drawing.nodes, redrawing.scene.plan)
    return replace(drawing, nodes=(*nodes, *redrawing.rims), changes=(*drawing.changes, strength, fonts))


class _DrawingRedraw:
    """Redrawing of one drawing, in the order of painting, so that grounds get their tones before the marks on them."""

    def __init__(self, drawing: Drawing, fonts: FontBook, strength: Strength, pictures: PictureConverter) -> None:
        self.scene = Scene(drawing)
        self.rims: list[Shape] = []
        self._size = drawing.bounds[2] * drawing.bounds[3]
        # Lines and limits scale with the face, since a size that is small on a card is not small on a token.
        self._scale = max(_LEAST_SCALE, min(1.0, min(drawing.bounds[2:]) / _USUAL_SIDE))
        self._fonts = fonts
        self._strength = strength
        self._pictures = pictures

    def nodes(self, nodes: tuple[Node, ...], plan: Plan) -> tuple[Node, ...]:
        return tuple(self._node(node, planned) for node, planned in zip(nodes, plan, strict=True))

    def _node(self, node: Node, planned: int | PaintedText | Plan | None) -> Node:
        if isinstance(node, Text) and isinstance(planned, PaintedText):
            return self._text(node, planned)
        if isinstance(node, Image) and isinstance(planned, int):
            self.scene.set_tone(planned, Wash(self._strength.picture))
            return replace(node, picture=self._pictures.paler(node.picture, self._strength))
        if isinstance(node, Shape) and isinstance(planned, int):
            return self._shape(node, planned)
        if isinstance(node, Group) and isinstance(planned, list):
            return replace(node, children=self.nodes(node.children, planned))
        if isinstance(node, SymbolUse) and isinstance(planned, list):
            return replace(node, symbol=self._symbol(node.symbol, planned))
        return node

    def _symbol(self, symbol: Symbol, plan: Plan) -> Symbol:
        children = self.nodes(symbol.children, plan)
        inks = "\n".join(_inks_of(children))
        key = hashlib.sha256(f"{symbol.key}\n{inks}".encode()).hexdigest()
        return Symbol(key, symbol.at, children, symbol.weight)

    def _shape(self, node: Shape, index: int) -> Node:
        piece = self.scene.piece(index)
        ground = self.scene.ground_of(self.scene.sample_points(piece), index) or _PAPER
        extent = self.scene.extent(piece)
        fill, edge = self._fill_tone(node, piece, ground, extent)
        stroke, casing = self._stroke_tone(node, piece, ground)
        # The line around the whole face is drawn at the end, over its content.
        own_line = None if edge is None or edge.around_face else edge
        self.scene.set_tone(index, fill, stroke, extent.area if node.fill is not None else math.inf, own_line)
        changed = replace(node, fill=apply_tone(node.fill, fill), stroke=apply_tone(node.stroke, stroke))
        if edge is not None:
            return self._with_edge(changed, piece, edge)
        return changed if casing is None else self._with_casing(changed, piece, casing)

    def _with_edge(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Shape:
        """Return a fill with a line around it. The line around the whole face is drawn last, over its content."""
        style = replace(
            node.style,
            stroke_width=line.width / scale_of(piece),
            stroke_opacity=node.style.fill_opacity,
            stroke_linejoin="round",
            stroke_dasharray=(),
        )
        to_face = inverse(piece.back)
        if line.around_face and to_face is not None:
            self.rims.append(Shape(node.at, Frame(to_face), node.outline, style, None, line.colour))
            return node
        return replace(node, stroke=line.colour, style=style)

    def _with_casing(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Group:
        """Return a thick stroke with lines on either side."""
        assert node.stroke is not None
        bare, inner = replace(node, frame=None), 2 * line.width / scale_of(piece)
        under = replace(bare, stroke=line.colour)
        over = replace(bare, fill=None, style=replace(node.style, stroke_width=node.style.stroke_width - inner))
        return Group(node.at, node.frame, (under, over))

    def _fill_tone(
        self, node: Shape, piece: PaintedPiece, ground: GroundColour, extent: ShapeExtent
    ) -> tuple[Tone, OutlineStroke | None]:
        """Return the tone of a fill, and the line around it if it gets one."""
        colour, strength = mean(node.fill), self._strength
        if colour is None or not node.style.fill_opacity:
            return UNCHANGED, None
        if extent.thickness < strength.thin * self._scale or extent.area < _SMALL_AREA * self._scale**2:
            in_picture = extent.area * _PICTURE_PARTS > ground.area and luminance(colour) > luminance(ground.original)
            return (Wash(strength.wash) if in_picture else self._mark_tone(colour, ground)), None
        if extent.area < _SIGN_AREA and not has_hue(colour) and _is_black_on(colour, ground):
            return self._mark_tone(colour, ground), None
        wash = Wash(strength.wash)
        if node.stroke is not None:
            return wash, None
        mixed_colour = mixed(ground.original, colour, node.style.fill_opacity)
        around_face = extent.area > _WHOLE_SHARE * self._size and not piece.around.covers
        return wash, self._edge_line(
            mixed_colour, wash, ground, _BOLD_LINE if extent.area > _GROUND_AREA else self._thin_line(), around_face
        )

    def _thin_line(self) -> float:
        return self._strength.line * max(0.5, self._scale)

    def _mark_tone(self, colour: Rgb, ground: GroundColour) -> Tone:
        """Return the tone of a small mark. A mark that hardly stood out from its ground gets a paler one."""
        ratio = contrast(colour, ground.original)
        reduced = 1 + (ratio - 1) * self._strength.decor
        most = reduced if ratio < _DECOR_CONTRAST else self._strength.mark
        return Solid(keep_contrast(colour, ground.original, ground.adapted, 1.0, most))

    def _edge_line(
        self, colour: Rgb, wash: Tone, ground: GroundColour, width: float, around_face: bool = False
    ) -> OutlineStroke | None:
        """Return the line that separates a wash from its ground, or None if the two hardly differed."""
        difference = max(
            abs(channel - ground_channel) for channel, ground_channel in zip(colour, ground.original, strict=True)
        )
        if contrast(colour, ground.original) < _EDGE_CONTRAST and difference < _EDGE_DIFFERENCE:
            return None
        darkest = min(wash.apply(colour), ground.adapted, key=luminance)
        return OutlineStroke(
            keep_contrast(colour, ground.original, darkest, _LINE_CONTRAST, self._strength.edge), width, around_face
        )

    def _stroke_tone(self, node: Shape, piece: PaintedPiece, ground: GroundColour) -> tuple[Tone, OutlineStroke | None]:
        """Return the tone of a stroke, and the lines beside it if it is thick and gets some."""
        colour, strength = mean(node.stroke), self._strength
        if colour is None:
            return UNCHANGED, None
        width = node.style.stroke_width * scale_of(piece)
        if width < strength.thin * self._scale:
            return self._mark_tone(colour, ground), None
        wash = Wash(strength.wash)
        if width < 4 * self._thin_line() or node.style.stroke_dasharray:
            # Too thin for lines beside it: it stays a mark if its wash would be invisible.
            faint = contrast(wash.apply(colour), ground.adapted) < _EDGE_CONTRAST
            return (self._mark_tone(colour, ground) if faint else wash), None
        return wash, self._edge_line(
            mixed(ground.original, colour, node.style.stroke_opacity), wash, ground, self._thin_line()
        )

    def _text(self, node: Text, lettered: PaintedText) -> Text:
        chunks = tuple(self._chunk(chunk, lettered) for chunk in node.chunks)
        return replace(node, chunks=chunks)

    def _chunk(self, chunk: Chunk, lettered: PaintedText) -> Chunk:
        runs = []
        for run, points in sample_points(chunk, self._fonts, lettered.text.vertical):
            on_face = [apply(lettered.matrix, *point) for point in points]
            ground = self.scene.ground_of(on_face, lettered.before) or _PAPER
            runs.append(self._run(run, lettered, ground))
        return replace(chunk, runs=tuple(runs))

    def _run(self, run: TextRun, lettered: PaintedText, ground: GroundColour) -> TextRun:
        strength = self._strength
        if run.fill is None:
            if run.stroke is None:
                return run
            return replace(
                run, stroke=keep_contrast(run.stroke, ground.original, ground.adapted, READABLE, strength.type)
            )
        size = (run.style.font_size or 0.0) * math.sqrt(area_scale(lettered.matrix))
        most = min(strength.type, _LARGE_TYPE_CONTRAST) if size > _LARGE_TYPE else strength.type
        fill = keep_contrast(run.fill, ground.original, ground.adapted, READABLE, max(READABLE, most))
        if run.stroke is None:
            if strength.open_type is None or size < strength.open_type:
                return replace(run, fill=fill)
            style = replace(
                run.style, stroke_width=_OPEN_LINE / math.sqrt(area_scale(lettered.matrix)), stroke_linejoin="round"
            )
            return replace(run, fill=ground.adapted, stroke=fill, style=style)
        # A line around letters separates them from the ground: it is as light as they are dark.
        casing = Wash(strength.wash).apply(run.stroke)
        return replace(run, fill=fill, stroke=casing if contrast(casing, fill) >= READABLE else ground.adapted)


def _is_black_on(colour: Rgb, ground: GroundColour) -> bool:
    return luminance(colour) < luminance(ground.original) and contrast(colour, ground.original) >= _SIGN_CONTRAST


def _inks_of(nodes: tuple[Node, ...]) -> list[str]:
    """Return the inks of a symbol's content as text. Symbols with the same inks are painted once."""
    inks: list[str] = []
    for node in nodes:
        if isinstance(node, Shape):
            inks.append(f"{node.fill!r} {node.stroke!r} {node.style.stroke_width!r}")
        elif isinstance(node, Text):
            inks += (f"{run.fill!r} {run.stroke!r}" for chunk in node.chunks for run in chunk.runs)
        elif isinstance(node, Group):
            inks += _inks_of(node.children)
        elif isinstance(node, SymbolUse):
            inks.append(node.symbol.key)
        else:
            inks.append(node.picture.digest)
    return inks
