"""A face redrawn for less ink: fills become washes with lines around them, words and small marks stay."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Chunk, Frame, Group, Image, Node, Shape, Symbol, SymbolUse, Text, TextRun
from pnp.cardsvg.values import Matrix, apply
from pnp.fonts import FontBook
from pnp.ink.greys import PictureConverter
from pnp.ink.tones import KEPT, WHITE, Solid, Strength, Tone, Wash, coloured, contrast, luminance, mean, seen_on, toned
from pnp.looks.inks import inverse, mixed
from pnp.looks.lettering import places
from pnp.looks.outlines import Edge, FlatOutline, Point
from pnp.looks.painted import PAPER, PaintedFace, PaintedPiece, PaintedText, PaintState, Plan
from pnp.records import dataclass

# What lies beneath each part of a face while it is redrawn: as it was drawn, and as it is now.

_HEIGHTS = (0.27, 0.52, 0.76)
"""Where a shape is looked at: no even shares, at which symmetric shapes have corners."""

_SLICES = 12


@dataclass(frozen=True, slots=True)
class GroundColour:
    """The colour beneath something, as it was and as it is now, and the area in mm² of the shape that it is of; endless
    where that is no shape."""

    was: Rgb
    now: Rgb
    area: float = math.inf


@dataclass(frozen=True, slots=True)
class OutlineStroke:
    """A line around a fill, or on either side of a stroke: its colour, its width in mm, and whether it goes round the
    whole face."""

    colour: Rgb
    width: float
    around_all: bool = False


@dataclass(frozen=True, slots=True)
class ShapeExtent:
    """How large a shape is on the face, in mm² and mm: how thick it is at its mean, as a strip of its area."""

    area: float
    thickness: float


class Scene(PaintedFace):
    """A face whose pieces get new tones one by one, in the order in which they are painted."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self._tones: dict[tuple[int, bool], Tone] = {}
        self._areas: dict[int, float] = {}
        self._lines: dict[int, OutlineStroke] = {}

    def piece(self, index: int) -> PaintedPiece:
        return self._pieces[index]

    def tone(
        self, index: int, fill: Tone, stroke: Tone = KEPT, area: float = math.inf, line: OutlineStroke | None = None
    ) -> None:
        """Note the tones of a piece, the area of its fill in mm², and the line that it got around it."""
        self._tones[index, False], self._tones[index, True] = fill, stroke
        self._areas[index] = area
        if line is not None:
            self._lines[index] = line

    def beneath(self, points: Sequence[Point], before: int) -> GroundColour | None:
        """What lies beneath most of some points of the face, of the first ``before`` pieces; None where it cannot be
        told. What was alike may be no more: the two colours are each in the middle of theirs."""
        found = [ground for ground in (self._ground(*point, before) for point in points) if ground is not None]
        if not found:
            return None
        middle = len(found) // 2
        was = sorted(found, key=lambda ground: luminance(ground.was))[middle]
        return replace(was, now=sorted((ground.now for ground in found), key=luminance)[middle])

    def _ground(self, x: float, y: float, before: int) -> GroundColour | None:
        seen = self._seen(x, y, before)
        if seen is None:
            return None
        was = now = PAPER
        lines = dict(self._lines_at(x, y, before))
        for index, (ink, opacity), of_stroke in reversed(seen):
            was = mixed(was, ink, opacity)
            for lower in [one for one in lines if one < index]:
                now = lines.pop(lower)
            now = mixed(now, self._tones.get((index, of_stroke), KEPT).of(ink), opacity)
        for colour in lines.values():
            now = colour
        return GroundColour(was, now, self._areas.get(seen[0][0], math.inf) if seen else math.inf)

    def _lines_at(self, x: float, y: float, before: int) -> Iterator[tuple[int, Rgb]]:
        """The lines at a point that fills got around them, from the lowest up: of which piece, and their colour."""
        for index, line in self._lines.items():
            piece = self._pieces[index]
            left, top, width, height = piece.box
            half = line.width / 2
            if (
                index < before
                and left - half <= x <= left + width + half
                and top - half <= y <= top + height + half
                and isinstance(piece.node, Shape)
                and self._flattened(piece.node.outline).near(apply(piece.back, x, y), half / scale_of(piece))
                and all(self._inside(cover, x, y) for cover in piece.around.covers)
            ):
                yield index, line.colour

    def inside(self, piece: PaintedPiece) -> list[Point]:
        """Some points of the face that a shape covers, with its stroke where it has no fill."""
        if isinstance(piece.node, Image):
            return []
        forth = inverse(piece.back)
        assert forth is not None, "a piece that can be looked up can be put in place"
        flat = self._flattened(piece.node.outline)
        found = _within(flat, piece.node.style.fill_rule) if piece.node.fill is not None else _along(flat)
        left, top, width, height = piece.box
        on_face = [apply(forth, *point) for point in found]
        # What is clipped is looked at where it is seen.
        seen = [
            (x, y)
            for x, y in on_face
            if left <= x <= left + width
            and top <= y <= top + height
            and all(self._inside(cover, x, y) for cover in piece.around.covers)
        ]
        return seen or [(left + width / 2, top + height / 2)]

    def extent(self, piece: PaintedPiece) -> ShapeExtent:
        """How large the fill of a shape is."""
        assert isinstance(piece.node, Shape)
        scale, flat = scale_of(piece), self._flattened(piece.node.outline)
        area = _area(flat, piece.node.style.fill_rule) * scale * scale
        length = sum(math.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in _edges(flat.closed)) * scale
        seen = piece.box[2] * piece.box[3]
        return ShapeExtent(min(area, seen), 2 * area / length if length else 0.0)

    def _entered(self, outer: PaintState, frame: Frame | None) -> PaintState | None:
        # Behind a mask and where colours blend, what is beneath is taken as if there were neither: better than nothing.
        around = super()._entered(outer, frame)
        return None if around is None else _known(around)


def scale_of(piece: PaintedPiece) -> float:
    """How many mm of the face a unit of a shape is."""
    return 1 / math.sqrt(size_of(piece.back) or 1.0)


def size_of(matrix: Matrix) -> float:
    """How much larger areas get."""
    a, b, c, d, *_ = matrix
    return abs(a * d - b * c)


def _known(around: PaintState) -> PaintState:
    return PaintState(around.matrix, around.opacity, around.covers, around.window) if around.unknown else around


def _edges(rows: Sequence[Sequence[Edge]]) -> list[Edge]:
    """Every edge once: those that cross several rows stand in each."""
    return list(dict.fromkeys(edge for row in rows for edge in row))


def _area(flat: FlatOutline, rule: str) -> float:
    """The area that is filled, from what is filled at some heights."""
    edges = _edges(flat.closed)
    if not edges:
        return 0.0
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    step = (max(ys) - min(ys)) / _SLICES
    slices = (_spans(edges, min(ys) + (index + 0.5) * step, rule) for index in range(_SLICES))
    return sum(right - left for spans in slices for left, right in spans) * step


def _within(flat: FlatOutline, rule: str) -> list[Point]:
    """Points inside: at some heights, in the middle of the widest part."""
    edges = _edges(flat.closed)
    if not edges:
        return []
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    top, bottom = min(ys), max(ys)
    found = []
    for share in _HEIGHTS:
        y = top + share * (bottom - top)
        parts = list(_spans(edges, y, rule))
        if parts:
            left, right = max(parts, key=lambda part: part[1] - part[0])
            found.append(((left + right) / 2, y))
    return found


def _spans(edges: Sequence[Edge], y: float, rule: str) -> Iterator[tuple[float, float]]:
    """From where to where a shape is filled at a height."""
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


def _along(flat: FlatOutline) -> list[Point]:
    """Points on a line, spread over it."""
    edges = _edges(flat.drawn)
    chosen = [edges[int(share * len(edges))] for share in _HEIGHTS] if edges else []
    return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in chosen]


READABLE = 4.6
"""The least contrast of words with their ground: 4.5 (WCAG 2.2, 1.4.3) and a little for what rounding takes."""
_SMALL = 5.0
"""In mm²: what is smaller is a mark however thick it is."""
_SIGN, _BLACK = 32.0, 7.0
"""What is black on a light ground, with this contrast or more, is a sign up to so many mm²: a dot is not a ring."""
_EDGED = 1.2
"""From which contrast with its ground on a fill gets a line around it in its place."""
_OTHER = 0.35
"""Or from which difference in red, green or blue on: yellow is as bright as paper, nearly."""
_LINE = 1.7
"""The least contrast of such a line."""
_BOLD_LINE = 0.42
_LARGE = 400.0
"""In mm²: what is larger is the ground of a card or a panel, and has a bolder line: ``_BOLD_LINE`` mm."""
_DECOR = 2.5
"""Marks with less contrast than this are there for looks: patterns, veins, folds."""
_LARGE_TYPE, _BOLD = 10.0, 5.5
"""Type of more mm than this is read with less contrast than words are."""
_OPEN = 0.35
"""The width in mm of the outlines of large type."""
_PARTS = 2.5
"""What is lighter than its ground and covers more than one in so many parts of it is no mark, but a part of a picture:
it stays light."""
_USUAL, _FINEST = 55.0, 0.3
"""A face whose shorter side has so many mm, or more, is drawn with the lines and limits given; those of smaller ones
are finer in proportion, down to this share."""
_WHOLE = 0.6
"""The share of a face from which on a shape is the ground of all of it."""
_PAPER = GroundColour(WHITE, WHITE)


def redrawn(drawing: Drawing, fonts: FontBook, strength: Strength, pictures: PictureConverter) -> Drawing:
    """``drawing`` with less ink. Its words are the same, at the same places."""
    redrawing = _DrawingRedraw(drawing, fonts, strength, pictures)
    nodes = redrawing.nodes(drawing.nodes, redrawing.scene.plan)
    return replace(drawing, nodes=(*nodes, *redrawing.rims))


class _DrawingRedraw:
    """One drawing: its nodes are gone through in the order of painting, as grounds get their tones before what lies on
    them."""

    def __init__(self, drawing: Drawing, fonts: FontBook, strength: Strength, pictures: PictureConverter) -> None:
        self.scene = Scene(drawing)
        self.rims: list[Shape] = []
        self._size = drawing.bounds[2] * drawing.bounds[3]
        # What is small on a card is not on a token.
        self._scale = max(_FINEST, min(1.0, min(drawing.bounds[2:]) / _USUAL))
        self._fonts = fonts
        self._strength = strength
        self._pictures = pictures

    def nodes(self, nodes: tuple[Node, ...], plan: Plan) -> tuple[Node, ...]:
        return tuple(self._node(node, planned) for node, planned in zip(nodes, plan, strict=True))

    def _node(self, node: Node, planned: int | PaintedText | Plan | None) -> Node:
        if isinstance(node, Text) and isinstance(planned, PaintedText):
            return self._text(node, planned)
        if isinstance(node, Image) and isinstance(planned, int):
            self.scene.tone(planned, Wash(self._strength.picture))
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
        inks = "\n".join(_said(children))
        key = hashlib.sha256(f"{symbol.key}\n{inks}".encode()).hexdigest()
        return Symbol(key, symbol.at, children, symbol.weight)

    def _shape(self, node: Shape, index: int) -> Node:
        piece = self.scene.piece(index)
        ground = self.scene.beneath(self.scene.inside(piece), index) or _PAPER
        extent = self.scene.extent(piece)
        fill, edge = self._filling(node, piece, ground, extent)
        stroke, casing = self._stroking(node, piece, ground)
        # The line around the whole face is drawn at the end, over what lies on it.
        seen = None if edge is None or edge.around_all else edge
        self.scene.tone(index, fill, stroke, extent.area if node.fill is not None else math.inf, seen)
        changed = replace(node, fill=toned(node.fill, fill), stroke=toned(node.stroke, stroke))
        if edge is not None:
            return self._edged(changed, piece, edge)
        return changed if casing is None else self._cased(changed, piece, casing)

    def _edged(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Shape:
        """A fill with a line around it; around the ground of the whole face it is drawn last, over what lies on it."""
        style = replace(
            node.style,
            stroke_width=line.width / scale_of(piece),
            stroke_opacity=node.style.fill_opacity,
            stroke_linejoin="round",
            stroke_dasharray=(),
        )
        forth = inverse(piece.back)
        if line.around_all and forth is not None:
            self.rims.append(Shape(node.at, Frame(forth), node.outline, style, None, line.colour))
            return node
        return replace(node, stroke=line.colour, style=style)

    def _cased(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Group:
        """A thick stroke with lines on either side."""
        assert not isinstance(node.stroke, type(None))
        bare, inner = replace(node, frame=None), 2 * line.width / scale_of(piece)
        under = replace(bare, stroke=line.colour)
        over = replace(bare, fill=None, style=replace(node.style, stroke_width=node.style.stroke_width - inner))
        return Group(node.at, node.frame, (under, over))

    def _filling(
        self, node: Shape, piece: PaintedPiece, ground: GroundColour, extent: ShapeExtent
    ) -> tuple[Tone, OutlineStroke | None]:
        """The tone of a fill, and the line around it where it gets one."""
        colour, how = mean(node.fill), self._strength
        if colour is None or not node.style.fill_opacity:
            return KEPT, None
        if extent.thickness < how.thin * self._scale or extent.area < _SMALL * self._scale**2:
            part = extent.area * _PARTS > ground.area and luminance(colour) > luminance(ground.was)
            return (Wash(how.wash) if part else self._mark(colour, ground)), None
        if extent.area < _SIGN and not coloured(colour) and _black_on(colour, ground):
            return self._mark(colour, ground), None
        wash = Wash(how.wash)
        if node.stroke is not None:
            return wash, None
        whole = mixed(ground.was, colour, node.style.fill_opacity)
        around_all = extent.area > _WHOLE * self._size and not piece.around.covers
        return wash, self._line(whole, wash, ground, _BOLD_LINE if extent.area > _LARGE else self._thin(), around_all)

    def _thin(self) -> float:
        return self._strength.line * max(0.5, self._scale)

    def _mark(self, colour: Rgb, ground: GroundColour) -> Tone:
        """The tone of a small mark; of what hardly stood out from its ground, a paler one."""
        apart = contrast(colour, ground.was)
        faint = 1 + (apart - 1) * self._strength.decor
        most = faint if apart < _DECOR else self._strength.mark
        return Solid(seen_on(colour, ground.was, ground.now, 1.0, most))

    def _line(
        self, colour: Rgb, wash: Tone, ground: GroundColour, width: float, around_all: bool = False
    ) -> OutlineStroke | None:
        """The line that tells a wash from its ground; none where the two were hardly apart."""
        other = max(abs(one - two) for one, two in zip(colour, ground.was, strict=True))
        if contrast(colour, ground.was) < _EDGED and other < _OTHER:
            return None
        beside = min(wash.of(colour), ground.now, key=luminance)
        return OutlineStroke(seen_on(colour, ground.was, beside, _LINE, self._strength.edge), width, around_all)

    def _stroking(self, node: Shape, piece: PaintedPiece, ground: GroundColour) -> tuple[Tone, OutlineStroke | None]:
        """The tone of a stroke, and the lines beside it where it is thick and gets some."""
        colour, how = mean(node.stroke), self._strength
        if colour is None:
            return KEPT, None
        width = node.style.stroke_width * scale_of(piece)
        if width < how.thin * self._scale:
            return self._mark(colour, ground), None
        wash = Wash(how.wash)
        if width < 4 * self._thin() or node.style.stroke_dasharray:
            # Too thin for lines beside it: it stays a mark where its wash would not be seen.
            faint = contrast(wash.of(colour), ground.now) < _EDGED
            return (self._mark(colour, ground) if faint else wash), None
        return wash, self._line(mixed(ground.was, colour, node.style.stroke_opacity), wash, ground, self._thin())

    def _text(self, node: Text, lettered: PaintedText) -> Text:
        chunks = tuple(self._chunk(chunk, lettered) for chunk in node.chunks)
        return replace(node, chunks=chunks)

    def _chunk(self, chunk: Chunk, lettered: PaintedText) -> Chunk:
        runs = []
        for run, points in places(chunk, self._fonts, lettered.text.vertical):
            on_face = [apply(lettered.matrix, *point) for point in points]
            ground = self.scene.beneath(on_face, lettered.before) or _PAPER
            runs.append(self._run(run, lettered, ground))
        return replace(chunk, runs=tuple(runs))

    def _run(self, run: TextRun, lettered: PaintedText, ground: GroundColour) -> TextRun:
        how = self._strength
        if run.fill is None:
            if run.stroke is None:
                return run
            return replace(run, stroke=seen_on(run.stroke, ground.was, ground.now, READABLE, how.type))
        size = (run.style.font_size or 0.0) * math.sqrt(size_of(lettered.matrix))
        most = min(how.type, _BOLD) if size > _LARGE_TYPE else how.type
        fill = seen_on(run.fill, ground.was, ground.now, READABLE, max(READABLE, most))
        if run.stroke is None:
            if how.open_type is None or size < how.open_type:
                return replace(run, fill=fill)
            style = replace(
                run.style, stroke_width=_OPEN / math.sqrt(size_of(lettered.matrix)), stroke_linejoin="round"
            )
            return replace(run, fill=ground.now, stroke=fill, style=style)
        # A line around letters sets them off from what lies beneath: it is as light as they are dark.
        around = Wash(how.wash).of(run.stroke)
        return replace(run, fill=fill, stroke=around if contrast(around, fill) >= READABLE else ground.now)


def _black_on(colour: Rgb, ground: GroundColour) -> bool:
    return luminance(colour) < luminance(ground.was) and contrast(colour, ground.was) >= _BLACK


def _said(nodes: tuple[Node, ...]) -> list[str]:
    """The inks of what a symbol holds, as text: symbols with the same are painted once."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Shape):
            found.append(f"{node.fill!r} {node.stroke!r} {node.style.stroke_width!r}")
        elif isinstance(node, Text):
            found += (f"{run.fill!r} {run.stroke!r}" for chunk in node.chunks for run in chunk.runs)
        elif isinstance(node, Group):
            found += _said(node.children)
        elif isinstance(node, SymbolUse):
            found.append(node.symbol.key)
        else:
            found.append(node.picture.digest)
    return found
