"""Draw the lines of a net on its face, distinct without colour, and their legend. Lengths in mm.

Lines are drawn over the art, on a wider white line, so that they show on every ground. To keep art clear of them, tabs
can be drawn below it, ticks beside it, and folds as faint dashes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from pnp.folding import FoldLine, lay_out, lines
from pnp.model.net import AWAY, OPPOSITE, SIDES, Net, Side
from pnp.records import dataclass
from pnp.rendering.text.typeset import Block, Typesetter
from pnp.rendering.text.words import Words
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.folding import FlatPanel, FlatTab, FoldLine, LineKind
    from pnp.folding.flat import Point


# Nets for templates: a folded component reads one as ``net``

BLEED = 1.0
"""Distance by which colour runs over the edge of a panel."""
_TOLERANCE = 0.001


@dataclass(frozen=True, slots=True)
class FoldedPanel:
    """Panel on the face. Lengths in mm, y downwards.

    (x, y) is its upper-left corner on the sheet, ``width`` and ``height`` its extent when it stands upright.
    ``transform`` takes a drawing from (0, 0) to (width, height) to its place, turned so that its top lies on the side
    ``up``. ``box`` is x, y, width and height as it lies on the sheet. ``bled`` is the box extended by ``BLEED`` mm on
    every side where no other panel goes on. Those of all panels make one ground whose outline runs round the net at an
    even distance.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    up: Side
    box: tuple[float, float, float, float]
    bled: tuple[float, float, float, float]
    transform: str


@dataclass(frozen=True, slots=True)
class FoldedTab:
    """Glue tab on the face: its four corners, the ends of its side first, and its middle. ``turn`` is the angle by
    which a text along it is rotated."""

    panel: str
    side: Side
    corners: tuple[Point, Point, Point, Point]
    x: float
    y: float
    length: float
    depth: float
    turn: int


@dataclass(frozen=True, slots=True)
class FoldedNet:
    """Net on its face: panels by id, tabs, and lines (``kind``, ``start``, ``end``)."""

    width: float
    height: float
    panels: Mapping[str, FoldedPanel]
    tabs: tuple[FoldedTab, ...]
    lines: tuple[FoldLine, ...]


def folded_net(net: Net, face: Size) -> FoldedNet:
    """Lay a net in the middle of a face; return it in the face's coordinates."""
    flat = lay_out(net)
    across, down = flat.centring_offset(face)

    def on_face(point: Point) -> Point:
        return _rounded(point[0] + across), _rounded(point[1] + down)

    return FoldedNet(
        width=face.width,
        height=face.height,
        panels={
            key: _folded_panel(panel, *on_face((panel.x, panel.y)), _covered_sides(panel, flat.panels.values()))
            for key, panel in flat.panels.items()
        },
        tabs=tuple(
            _folded_tab(
                tab, on_face(tab.corners[0]), on_face(tab.corners[1]), on_face(tab.corners[2]), on_face(tab.corners[3])
            )
            for tab in flat.tabs
        ),
        lines=tuple(FoldLine(line.kind, on_face(line.start), on_face(line.end)) for line in lines(net)),
    )


def _covered_sides(panel: FlatPanel, panels: Iterable[FlatPanel]) -> frozenset[Side]:
    """Return the sides of a panel that other panels cover from end to end."""
    covered: set[Side] = set()
    for side in SIDES:
        axis = 1 if side in ("left", "right") else 0
        start, end = panel.edge(side)
        for other in panels:
            near, far = other.edge(OPPOSITE[side])
            touches = abs(near[1 - axis] - start[1 - axis]) < _TOLERANCE
            if touches and near[axis] < start[axis] + _TOLERANCE and far[axis] > end[axis] - _TOLERANCE:
                covered.add(side)
    return frozenset(covered)


def _folded_panel(panel: FlatPanel, x: float, y: float, covered: frozenset[Side]) -> FoldedPanel:
    right, bottom = _rounded(x + panel.width), _rounded(y + panel.height)
    transform = {
        "top": f"translate({x} {y})",
        "right": f"translate({right} {y}) rotate(90)",
        "bottom": f"translate({right} {bottom}) rotate(180)",
        "left": f"translate({x} {bottom}) rotate(-90)",
    }[panel.up]
    upright = Size(panel.width, panel.height)
    if panel.up in ("left", "right"):
        upright = upright.turned
    box = (x, y, panel.width, panel.height)
    left, top, across, down = (0.0 if side in covered else BLEED for side in ("left", "top", "right", "bottom"))
    bled = (
        _rounded(x - left),
        _rounded(y - top),
        _rounded(panel.width + left + across),
        _rounded(panel.height + top + down),
    )
    return FoldedPanel(panel.id, x, y, upright.width, upright.height, panel.up, box, bled, transform)


def _folded_tab(tab: FlatTab, start: Point, end: Point, far: Point, near: Point) -> FoldedTab:
    away_x, away_y = AWAY[tab.tab.on.side]
    depth = tab.tab.depth
    return FoldedTab(
        panel=tab.tab.on.panel,
        side=tab.tab.on.side,
        corners=(start, end, far, near),
        x=_rounded((start[0] + end[0]) / 2 + away_x * depth / 2),
        y=_rounded((start[1] + end[1]) / 2 + away_y * depth / 2),
        length=_rounded(abs(end[0] - start[0]) + abs(end[1] - start[1])),
        depth=depth,
        turn=0 if away_x == 0 else -90,
    )


def _rounded(length: float) -> float:
    return round(length, 3)


# Ticks
#
# A tick stands beyond each end of a line and in line with it, on white that is cut away: outside the silhouette of the
# net and its bleed. Ticks of folds have dashes and dots if they are long enough for them. Lengths in mm.

REACH = 4.0
"""Largest distance from the end of a line to the end of its tick."""
_TICK_CLEARANCE, _EDGE_CLEARANCE = 0.25, 0.05
"""Least white between the colour and a tick, and between a tick and the edge of the face."""
_MIN_TICK = 0.4
_STEP = 0.1
_TOUCH, _MARGIN = 0.02, 1.0
"""How far off a point touches an edge, and a larger distance at which it cannot, even off a pointed corner."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Tick for the end ``line_end`` of a line of ``kind``."""

    kind: LineKind
    line_end: Point
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Return the length of the tick."""
        return math.dist(self.start, self.end)


def ticks(net: FoldedNet, reach: float = REACH) -> tuple[Tick, ...]:
    """Return the ticks of a net, each once; a fold's tick replaces that of a cut with the same end and direction."""
    shapes = _corners(net)
    ends: dict[Point, list[tuple[LineKind, Point]]] = {}
    for line in (line for line in net.lines if line.kind != "tab"):
        for line_end, other in ((line.start, line.end), (line.end, line.start)):
            length = math.dist(line_end, other)
            direction = ((line_end[0] - other[0]) / length, (line_end[1] - other[1]) / length)
            ends.setdefault((round(line_end[0], 2), round(line_end[1], 2)), []).append((line.kind, direction))
    return tuple(tick for line_end, lines in ends.items() for tick in _ticks_at(line_end, lines, shapes, net, reach))


def _ticks_at(
    line_end: Point,
    lines: Sequence[tuple[LineKind, Point]],
    shapes: Sequence[Sequence[Point]],
    net: FoldedNet,
    reach: float,
) -> Iterator[Tick]:
    """Yield the ticks at the end of lines, beyond the colour, if there is room."""
    kinds: dict[Point, LineKind] = {}
    for kind, (across, down) in lines:
        direction = (round(across, 3), round(down, 3))
        if kinds.get(direction, "cut") == "cut":
            kinds[direction] = kind
    start = BLEED + _TICK_CLEARANCE
    for direction, kind in kinds.items():
        end = _free_length(line_end, direction, shapes, net, reach)
        if end >= start + _MIN_TICK:
            yield Tick(
                kind,
                line_end,
                (line_end[0] + start * direction[0], line_end[1] + start * direction[1]),
                (line_end[0] + end * direction[0], line_end[1] + end * direction[1]),
            )


def _free_length(
    line_end: Point, direction: Point, shapes: Sequence[Sequence[Point]], net: FoldedNet, reach: float
) -> float:
    """Return the distance from a point to the first touch of the net or the edge of the face. In a narrow corner of the
    net the first steps touch it anyway, so they are skipped."""
    steps = round(reach / _STEP)
    far_end = (line_end[0] + reach * direction[0], line_end[1] + reach * direction[1])
    near = [shape for shape in shapes if _may_touch(line_end, far_end, shape)]
    for index in range(3, steps + 1):
        x, y = line_end[0] + index * _STEP * direction[0], line_end[1] + index * _STEP * direction[1]
        on_face = (
            _EDGE_CLEARANCE <= x <= net.width - _EDGE_CLEARANCE and _EDGE_CLEARANCE <= y <= net.height - _EDGE_CLEARANCE
        )
        if not on_face or any(_touches((x, y), shape) for shape in near):
            return (index - 1) * _STEP if index > 3 else 0.0
    return reach


def _corners(net: FoldedNet) -> list[Sequence[Point]]:
    panels = [
        ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        for x, y, width, height in (panel.box for panel in net.panels.values())
    ]
    return [*panels, *(tab.corners for tab in net.tabs)]


def _may_touch(start: Point, end: Point, shape: Sequence[Point]) -> bool:
    """Tell if the box of a line overlaps that of a shape, with a margin for what counts as its edge."""
    return all(
        min(start[axis], end[axis]) <= max(corner[axis] for corner in shape) + _MARGIN
        and max(start[axis], end[axis]) >= min(corner[axis] for corner in shape) - _MARGIN
        for axis in (0, 1)
    )


def _touches(point: Point, shape: Sequence[Point]) -> bool:
    """Tell if a point lies in a convex shape, or at its edge."""
    distances = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        distances.append(((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length)
    return all(distance >= -_TOUCH for distance in distances) or all(distance <= _TOUCH for distance in distances)


def slits(net: FoldedNet) -> tuple[FoldLine, ...]:
    """Return the parts of cuts that have the colour of two panels on them, so that no edge of colour shows them."""
    return tuple(slit for line in net.lines if line.kind == "cut" for slit in _shared_parts(line, net.panels.values()))


def _shared_parts(cut: FoldLine, panels: Iterable[FoldedPanel]) -> Iterator[FoldLine]:
    axis = 1 if abs(cut.start[0] - cut.end[0]) < _TOLERANCE else 0
    place, ends = cut.start[1 - axis], sorted((cut.start[axis], cut.end[axis]))
    spans = []
    for panel in panels:
        near, far = (panel.bled[axis], panel.bled[1 - axis])
        low, high = max(ends[0], near), min(ends[1], near + panel.bled[2 + axis])
        if far - _TOLERANCE <= place <= far + panel.bled[3 - axis] + _TOLERANCE and high - low > BLEED + _TOLERANCE:
            spans.append((low, high))
    for index, (low, high) in enumerate(spans):
        for other_low, other_high in spans[index + 1 :]:
            start, end = max(low, other_low), min(high, other_high)
            if end - start > BLEED + _TOLERANCE:
                from_end, to_end = ((place, start), (place, end)) if axis else ((start, place), (end, place))
                yield FoldLine("cut", from_end, to_end)


_INK = "#000000"
_TINT = "#e6e6e6"
_NOTE_INK = "#4d4d4d"
_CUT_WIDTH = 0.35
_FOLD_WIDTH = 0.25
_CREASE_WIDTH = 0.16
_THIN_CUT_WIDTH = 0.2
_HALO = 0.3
"""White on either side of a slit over art."""
_CASING = 0.25
"""White on either side of a line, from the wider line below it."""
_DASHES: Mapping[LineKind, tuple[float, ...]] = {"valley": (1.6, 1.1), "mountain": (3.0, 0.9, 0.35, 0.9)}
_TICK_DASHES: Mapping[LineKind, tuple[float, ...]] = {"valley": (0.8, 0.5, 0.8), "mountain": (1.2, 0.45, 0.3)}
"""First dashes of a tick, from its line out; a long tick repeats them."""
_TICK_GAP: Mapping[LineKind, float] = {"valley": 0.5, "mountain": 0.45}
_MIN_WORD_SIZE = 2.12
_MAX_WORD_SIZE = 2.6
_DOT_RADIUS = 0.2
_DOT_PITCH = 1.3
_SAMPLE_LENGTH = 9.0
_LEGEND_KEYS: tuple[tuple[LineKind, str], ...] = (
    ("cut", "fold-cut"),
    ("mountain", "fold-mountain"),
    ("valley", "fold-valley"),
    ("tab", "fold-glue"),
)


class FoldPainter:
    """Painter of nets and their legend in one language."""

    def __init__(self, words: Words, typesetter: Typesetter) -> None:
        self._words = words
        self._typesetter = typesetter

    def lines(self, net: FoldedNet) -> Markup:
        """Draw the tabs, cuts and folds of a net, above everything else on a face."""
        tabs = "".join(part for tab in net.tabs for part in self._draw_tab(tab))
        return Markup(tabs + _draw_lines(net.lines))

    def tabs(self, net: FoldedNet) -> Markup:
        """Draw the tabs of a net with their cuts, below everything else on a face. So colour runs from the panels over
        them. Words stand in the part of a shallow tab that this leaves free."""
        tabs = "".join(part for tab in net.tabs for part in self._draw_tab(tab, BLEED))
        return Markup(tabs + _draw_lines(line for line in net.lines if line.kind == "tab"))

    def ticks(self, net: FoldedNet, reach: float = REACH, *, cuts: bool = True) -> Markup:
        """Draw ticks for cuts and folds outside the silhouette and its bleed; without ``cuts`` for folds only."""
        drawn_ticks = [tick for tick in ticks(net, reach) if cuts or tick.kind != "cut"]
        plain_ticks = [tick for tick in drawn_ticks if tick.kind == "cut" or tick.length < sum(_TICK_DASHES[tick.kind])]
        return Markup(
            _stroke_lines(drawn_ticks, "#ffffff", _FOLD_WIDTH + 2 * _CASING)
            + _stroke_lines(plain_ticks, _INK, _FOLD_WIDTH)
            + "".join(_draw_tick(tick) for tick in drawn_ticks if tick not in plain_ticks)
        )

    def creases(self, net: FoldedNet, ink: str, width: float = _CREASE_WIDTH) -> Markup:
        """Draw the folds of a net as thin dashes in one ink over the art, just enough to find them, and its slits as
        cuts are drawn, over white that parts them from the art."""
        folds = [line for line in net.lines if line.kind in ("mountain", "valley")]
        parts = [_draw_fold(line, ink, width) for line in folds]
        parts += [
            _stroke_lines(slits(net), drawn, wide)
            for drawn, wide in (("#ffffff", _CUT_WIDTH + 2 * _HALO), (_INK, _CUT_WIDTH))
        ]
        return Markup("".join(parts))

    def cuts(self, net: FoldedNet, ink: str, width: float = _THIN_CUT_WIDTH) -> Markup:
        """Draw the cuts of a net as thin lines in one ink, over the art, if nothing may lie beyond it."""
        lines = [line for line in net.lines if line.kind == "cut"]
        return Markup(_stroke_lines(lines, ink, width))

    def legend(self, x: float, y: float, width: float, size: float = 2.2) -> Block:
        """Draw samples of the lines of nets, each with its word, in rows of at most ``width`` mm. The upper left corner
        is at (x, y). Raises TemplateError if a word does not fit."""
        parts: list[str] = []
        across, row = 0.0, 0
        step, sample, gap = 1.7 * size, min(_SAMPLE_LENGTH, width * 0.3), 0.6 * size
        for kind, key in _LEGEND_KEYS:
            word = self._words(key)
            entry_width = sample + gap + min(self._typesetter.width(word, size), width - sample - gap)
            if across and across + entry_width > width + 1e-6:
                across, row = 0.0, row + 1
            left, middle = x + across, y + step * (row + 0.5)
            parts.append(_draw_sample(kind, left, middle, sample, size))
            words = self._typesetter.line(
                word, left + sample + gap, middle, size, width=width - sample - gap, middle=True
            )
            parts.append(words.svg)
            across += entry_width + 2 * size
        return Block(lambda: "".join(parts), x, y, width, step * (row + 1), size, row + 1)

    def _draw_tab(self, tab: FoldedTab, covered: float = 0.0) -> Iterator[str]:
        """Yield the ground of a glue tab, and its word along or across the tab if there is room, else dots. The colour
        of the panel covers ``covered`` mm of the tab."""
        yield f'<path d="{_outline(tab.corners)}" fill="{_TINT}"/>'
        word = self._words("fold-glue")
        slant = (tab.length - math.dist(tab.corners[2], tab.corners[3])) / 2
        along = (min(_MAX_WORD_SIZE, 0.58 * tab.depth), tab.length - 1.5 * slant - 1.0, tab.turn)
        away_x, away_y = (0.35 * covered * part for part in AWAY[tab.side])
        across = (min(_MAX_WORD_SIZE, 0.8 * (tab.length - 2 * slant)), tab.depth - 1.5, tab.turn + 90)
        for most, room, turn in (along, across):
            size = self._typesetter.type_at_most(most)
            if size >= _MIN_WORD_SIZE and self._typesetter.width(word, size) <= room:
                text = self._typesetter.line(word, 0, 0, size, fill=_NOTE_INK, anchor="middle", middle=True)
                middle = f"{tab.x + away_x:g} {tab.y + away_y:g}"
                yield f'<g transform="translate({middle}) rotate({turn})">{text.svg}</g>'
                return
        yield _draw_dots(tab, slant)


def _draw_lines(lines: Iterable[FoldLine]) -> str:
    """Draw lines: the white below them, then cuts as one path, then each fold with whole dashes."""
    all_lines = tuple(lines)
    cuts = [line for line in all_lines if line.kind in ("cut", "tab")]
    folds = [line for line in all_lines if line.kind not in ("cut", "tab")]
    return "".join(
        (
            _stroke_lines(folds, "#ffffff", _FOLD_WIDTH + 2 * _CASING),
            _stroke_lines(cuts, "#ffffff", _CUT_WIDTH + 2 * _CASING, "round"),
            _stroke_lines(cuts, _INK, _CUT_WIDTH, "round"),
            *(_draw_fold(line) for line in folds),
        )
    )


def _stroke_lines(lines: Iterable[FoldLine | Tick], colour: str, width: float, cap: str = "butt") -> str:
    d = "".join(f"M{line.start[0]:g} {line.start[1]:g}L{line.end[0]:g} {line.end[1]:g}" for line in lines)
    if not d:
        return ""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"/>'


def _draw_fold(line: FoldLine, ink: str = _INK, width: float = _FOLD_WIDTH) -> str:
    """Draw a fold; its dashes are stretched so that it begins and ends with a whole one."""
    dashes = _DASHES[line.kind]
    length = math.dist(line.start, line.end)
    period = sum(dashes)
    stretch = length / (max(1, round((length - dashes[0]) / period)) * period + dashes[0])
    pattern = " ".join(f"{dash * stretch:.3f}" for dash in dashes)
    x1, y1, x2, y2 = (f"{coordinate:g}" for coordinate in (*line.start, *line.end))
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" stroke-width="{width:g}" '
        f'stroke-dasharray="{pattern}"/>'
    )


def _draw_tick(tick: Tick) -> str:
    """Draw the tick of a fold; its dashes are repeated and stretched to its length."""
    pattern_dashes, gap = _TICK_DASHES[tick.kind], _TICK_GAP[tick.kind]
    times = max(1, round((tick.length + gap) / (sum(pattern_dashes) + gap)))
    dashes = ((*pattern_dashes, gap) * times)[:-1]
    stretch = tick.length / sum(dashes)
    pattern = " ".join(f"{dash * stretch:.3f}" for dash in (*dashes, 9.0))
    x1, y1, x2, y2 = (f"{coordinate:g}" for coordinate in (*tick.start, *tick.end))
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_INK}" stroke-width="{_FOLD_WIDTH}" '
        f'stroke-dasharray="{pattern}"/>'
    )


def _outline(corners: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"


def _draw_dots(tab: FoldedTab, slant: float) -> str:
    """Draw rows of dots inside a tab, clear of its edges."""
    rows = max(1, int((tab.depth - 0.6) / _DOT_PITCH))
    parts = []
    for row in range(rows):
        distance = tab.depth * (row + 0.5) / rows
        width = tab.length - 2 * slant * distance / tab.depth - 1.6
        count = max(1, int(width / _DOT_PITCH) + 1)
        for index in range(count):
            along = (index - (count - 1) / 2) * _DOT_PITCH
            across = tab.depth / 2 - distance if tab.side in ("bottom", "right") else distance - tab.depth / 2
            x, y = (tab.x + along, tab.y - across) if tab.turn == 0 else (tab.x - across, tab.y + along)
            parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{_DOT_RADIUS}" fill="{_NOTE_INK}"/>')
    return "".join(parts)


def _draw_sample(kind: LineKind, x: float, y: float, length: float, size: float) -> str:
    """Draw a sample of a line, or of a tab, whose middle is at ``y``."""
    if kind != "tab":
        return _draw_lines([FoldLine(kind, (x, y), (x + length, y))])
    half, slant = 0.6 * size, 0.5 * size
    corners = ((x, y + half), (x + length, y + half), (x + length - slant, y - half), (x + slant, y - half))
    return f'<path d="{_outline(corners)}" fill="{_TINT}" stroke="{_INK}" stroke-width="{_CUT_WIDTH}"/>'
