"""The lines of a net on its face, told apart without colour, and what they mean in words. Lengths in mm.

Lines are drawn over the art, on a wider white line, so that they show on every ground. Where art is to stay clear of
them, tabs are drawn below it, ticks beside it, and folds as faint dashes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from pnp.model.net import SIDES, Net, Side
from pnp.records import dataclass
from pnp.rendering.text.typeset import Block, Typesetter
from pnp.rendering.text.words import Words
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.folding import FlatPanel, FlatTab, FoldLine, LineKind
    from pnp.folding.flat import Point


# What the template of a folded component reads as ``net``: panels and tabs where they lie on the face.

BLEED = 1.0
"""How far colour runs over the edge of a panel."""
_SAME = 0.001


@dataclass(frozen=True, slots=True)
class FoldedPanel:
    """A panel on the face: (x, y) is its upper-left corner on the sheet, ``width`` and ``height`` its extent when it
    stands upright; ``transform`` takes a drawing from (0, 0) to (width, height) to its place, turned so that its top
    lies on the side ``up``. ``box`` is x, y, width and height as it lies on the sheet; ``bled`` is that and ``BLEED``
    mm beyond every side where no other panel goes on: those of all panels make one ground whose outline runs round
    the net at an even distance. Lengths in mm, y downwards."""

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
    """A glue tab on the face: its four corners, its side's ends first, and where its middle is. ``turn`` is the angle
    by which a text along it is rotated."""

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
    """A net on its face: panels by id, tabs, and lines (``kind``, ``start``, ``end``)."""

    width: float
    height: float
    panels: Mapping[str, FoldedPanel]
    tabs: tuple[FoldedTab, ...]
    lines: tuple[FoldLine, ...]


def folded_net(net: Net, face: Size) -> FoldedNet:
    """The net in the middle of a face, in the face's coordinates."""
    from pnp.folding import FoldLine, lay_out, lines  # noqa: PLC0415 - few kits have nets
    from pnp.folding.flat import middle_of  # noqa: PLC0415 - as above

    flat = lay_out(net)
    across, down = middle_of(flat, face)

    def at(point: Point) -> Point:
        return _short(point[0] + across), _short(point[1] + down)

    return FoldedNet(
        width=face.width,
        height=face.height,
        panels={
            key: _panel(panel, *at((panel.x, panel.y)), _goes_on(panel, flat.panels.values()))
            for key, panel in flat.panels.items()
        },
        tabs=tuple(
            _tab(tab, at(tab.corners[0]), at(tab.corners[1]), at(tab.corners[2]), at(tab.corners[3]))
            for tab in flat.tabs
        ),
        lines=tuple(FoldLine(line.kind, at(line.start), at(line.end)) for line in lines(net)),
    )


def _goes_on(panel: FlatPanel, panels: Iterable[FlatPanel]) -> frozenset[Side]:
    """The sides of a panel that other panels cover from end to end."""
    from pnp.folding.flat import OPPOSITE  # noqa: PLC0415 - as above

    found: set[Side] = set()
    for side in SIDES:
        along = 1 if side in ("left", "right") else 0
        start, end = panel.edge(side)
        for other in panels:
            near, far = other.edge(OPPOSITE[side])
            touches = abs(near[1 - along] - start[1 - along]) < _SAME
            if touches and near[along] < start[along] + _SAME and far[along] > end[along] - _SAME:
                found.add(side)
    return frozenset(found)


def _panel(panel: FlatPanel, x: float, y: float, goes_on: frozenset[Side]) -> FoldedPanel:
    right, bottom = _short(x + panel.width), _short(y + panel.height)
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
    left, top, across, down = (0.0 if side in goes_on else BLEED for side in ("left", "top", "right", "bottom"))
    bled = (_short(x - left), _short(y - top), _short(panel.width + left + across), _short(panel.height + top + down))
    return FoldedPanel(panel.id, x, y, upright.width, upright.height, panel.up, box, bled, transform)


def _tab(tab: FlatTab, start: Point, end: Point, far: Point, near: Point) -> FoldedTab:
    from pnp.folding.flat import AWAY  # noqa: PLC0415 - as above

    away_x, away_y = AWAY[tab.tab.on.side]
    depth = tab.tab.depth
    return FoldedTab(
        panel=tab.tab.on.panel,
        side=tab.tab.on.side,
        corners=(start, end, far, near),
        x=_short((start[0] + end[0]) / 2 + away_x * depth / 2),
        y=_short((start[1] + end[1]) / 2 + away_y * depth / 2),
        length=_short(abs(end[0] - start[0]) + abs(end[1] - start[1])),
        depth=depth,
        turn=0 if away_x == 0 else -90,
    )


def _short(value: float) -> float:
    return round(value, 3)


# Marks for cuts and folds outside the silhouette of a net and the colour that runs over it. Lengths in mm.
#
# A line is told by what lies beyond its ends: a tick in line with it, where that is white and cut away. Ticks of
# folds have dashes and dots where they are long enough for them.

REACH = 4.0
"""How far from a line's end its tick goes, at the most."""
_AFTER, _EDGE = 0.25, 0.05
"""The least white between the colour and a tick, and between a tick and the edge of the face."""
_LEAST = 0.4
_STEP = 0.1
_NEAR = 0.02


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark from one point away to another, for the end ``at`` of a line of ``kind``."""

    kind: LineKind
    at: Point
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """How long the mark is."""
        return math.dist(self.start, self.end)


def ticks(net: FoldedNet, reach: float = REACH) -> tuple[Tick, ...]:
    """The ticks of a net, each once; where a fold and a cut end alike the fold's."""
    shapes = _shapes(net)
    ends: dict[Point, list[tuple[LineKind, Point]]] = {}
    for line in (line for line in net.lines if line.kind != "tab"):
        for at, other in ((line.start, line.end), (line.end, line.start)):
            long = math.dist(at, other)
            away = ((at[0] - other[0]) / long, (at[1] - other[1]) / long)
            ends.setdefault((round(at[0], 2), round(at[1], 2)), []).append((line.kind, away))
    return tuple(tick for at, lines in ends.items() for tick in _at(at, lines, shapes, net, reach))


def _at(
    at: Point, lines: Sequence[tuple[LineKind, Point]], shapes: Sequence[Sequence[Point]], net: FoldedNet, reach: float
) -> Iterator[Tick]:
    """In line with what ends here, beyond the colour; where that has no room there is none."""
    found: dict[Point, LineKind] = {}
    for kind, away in lines:
        way = (round(away[0], 3), round(away[1], 3))
        if found.get(way, "cut") == "cut":
            found[way] = kind
    near = BLEED + _AFTER
    for way, kind in found.items():
        far = _free(at, way, shapes, net, reach)
        if far >= near + _LEAST:
            yield Tick(
                kind,
                at,
                (at[0] + near * way[0], at[1] + near * way[1]),
                (at[0] + far * way[0], at[1] + far * way[1]),
            )


def _free(at: Point, way: Point, shapes: Sequence[Sequence[Point]], net: FoldedNet, reach: float) -> float:
    """How far one can go from a point without touching the net or leaving the face; in a narrow corner of the net the
    first steps touch it all the same."""
    steps = round(reach / _STEP)
    for index in range(3, steps + 1):
        x, y = at[0] + index * _STEP * way[0], at[1] + index * _STEP * way[1]
        on_face = _EDGE <= x <= net.width - _EDGE and _EDGE <= y <= net.height - _EDGE
        if not on_face or any(_touches((x, y), shape) for shape in shapes):
            return (index - 1) * _STEP if index > 3 else 0.0
    return reach


def _shapes(net: FoldedNet) -> list[Sequence[Point]]:
    """Panels and tabs, each with its corners in order."""
    panels = [
        ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        for x, y, wide, high in (panel.box for panel in net.panels.values())
    ]
    return [*panels, *(tab.corners for tab in net.tabs)]


def _touches(point: Point, shape: Sequence[Point]) -> bool:
    """Whether a point lies in a convex shape, or at its edge."""
    sides = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        long = math.hypot(x2 - x1, y2 - y1) or 1.0
        sides.append(((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / long)
    return all(side >= -_NEAR for side in sides) or all(side <= _NEAR for side in sides)


_INK = "#000000"
_TINT = "#e6e6e6"
_NOTE = "#4d4d4d"
_CUT_WIDTH = 0.35
_FOLD_WIDTH = 0.25
_CREASE_WIDTH = 0.16
_CUT_LINE = 0.2
_CASING = 0.25
"""How far the white below a line stands out on either side of it."""
_DASHES: Mapping[LineKind, tuple[float, ...]] = {"valley": (1.6, 1.1), "mountain": (3.0, 0.9, 0.35, 0.9)}
_TICK_DASHES: Mapping[LineKind, tuple[float, ...]] = {"valley": (0.8, 0.5, 0.8), "mountain": (1.2, 0.45, 0.3)}
"""The first dashes of a tick, from its line out; a long one goes on so."""
_TICK_GAP: Mapping[LineKind, float] = {"valley": 0.5, "mountain": 0.45}
_SMALLEST_WORD = 2.12
_LARGEST_WORD = 2.6
_DOT = 0.2
_DOTS_APART = 1.3
_SAMPLE = 9.0
_SIGNS: tuple[tuple[LineKind, str], ...] = (
    ("cut", "fold-cut"),
    ("mountain", "fold-mountain"),
    ("valley", "fold-valley"),
    ("tab", "fold-glue"),
)


class FoldPainter:
    """Draws nets and their legend in one language."""

    def __init__(self, words: Words, typesetter: Typesetter) -> None:
        self._words = words
        self._typesetter = typesetter

    def lines(self, net: FoldedNet) -> Markup:
        """Tabs, cuts and folds of a net: the last thing that a face draws."""
        tabs = "".join(part for tab in net.tabs for part in self._tab(tab))
        return Markup(tabs + _drawn(net.lines))

    def tabs(self, net: FoldedNet) -> Markup:
        """The tabs of a net with what is cut around them: the first thing that a face draws, so that colour runs from
        the panels over them. Words stand in what that leaves free of a shallow tab."""
        tabs = "".join(part for tab in net.tabs for part in self._tab(tab, BLEED))
        return Markup(tabs + _drawn(line for line in net.lines if line.kind == "tab"))

    def ticks(self, net: FoldedNet, reach: float = REACH, *, cuts: bool = True) -> Markup:
        """Marks for cuts and folds outside the silhouette and the colour that runs over it; without ``cuts`` for folds
        only."""
        from pnp.folding import FoldLine  # noqa: PLC0415 - few kits have nets

        found = [tick for tick in ticks(net, reach) if cuts or tick.kind != "cut"]
        plain = [tick for tick in found if tick.kind == "cut" or tick.length < sum(_TICK_DASHES[tick.kind])]
        lines = [FoldLine(tick.kind, tick.start, tick.end) for tick in found]
        return Markup(
            _stroke(lines, "#ffffff", _FOLD_WIDTH + 2 * _CASING)
            + _stroke((FoldLine(tick.kind, tick.start, tick.end) for tick in plain), _INK, _FOLD_WIDTH)
            + "".join(_dashed_tick(tick) for tick in found if tick not in plain)
        )

    def creases(self, net: FoldedNet, ink: str, width: float = _CREASE_WIDTH) -> Markup:
        """The folds of a net as thin dashes in one ink, over the art: no more than it takes to find them."""
        folds = [line for line in net.lines if line.kind in ("mountain", "valley")]
        return Markup("".join(_dashed(line, ink, width) for line in folds))

    def cuts(self, net: FoldedNet, ink: str, width: float = _CUT_LINE) -> Markup:
        """What is cut of a net as thin lines in one ink, over the art: where nothing is to lie beyond it."""
        lines = [line for line in net.lines if line.kind == "cut"]
        return Markup(_stroke(lines, ink, width))

    def legend(self, x: float, y: float, width: float, size: float = 2.2) -> Block:
        """The signs that nets use, each with its word, in rows of at most ``width`` mm; upper left corner at (x, y).

        Raises TemplateError where a word does not fit.
        """
        parts: list[str] = []
        across, row = 0.0, 0
        step, sample, gap = 1.7 * size, min(_SAMPLE, width * 0.3), 0.6 * size
        for kind, key in _SIGNS:
            word = self._words(key)
            wide = sample + gap + min(self._typesetter.width(word, size), width - sample - gap)
            if across and across + wide > width + 1e-6:
                across, row = 0.0, row + 1
            left, middle = x + across, y + step * (row + 0.5)
            parts.append(_sign(kind, left, middle, sample, size))
            words = self._typesetter.line(
                word, left + sample + gap, middle, size, width=width - sample - gap, middle=True
            )
            parts.append(words.svg)
            across += wide + 2 * size
        return Block("".join(parts), x, y, width, step * (row + 1), size, row + 1)

    def _tab(self, tab: FoldedTab, covered: float = 0.0) -> Iterator[str]:
        """The ground of a glue tab, and the word where it has room along the tab or across it, else dots. ``covered``
        mm of it beside its panel are under the panel's colour."""
        from pnp.folding.flat import AWAY  # noqa: PLC0415 - as above

        yield f'<path d="{_shape(tab.corners)}" fill="{_TINT}"/>'
        word = self._words("fold-glue")
        slant = (tab.length - math.dist(tab.corners[2], tab.corners[3])) / 2
        along = (min(_LARGEST_WORD, 0.55 * tab.depth), tab.length - 1.5 * slant - 1.0, tab.turn)
        away_x, away_y = (0.35 * covered * part for part in AWAY[tab.side])
        across = (min(_LARGEST_WORD, 0.8 * (tab.length - 2 * slant)), tab.depth - 1.5, tab.turn + 90)
        for size, room, turn in (along, across):
            if size >= _SMALLEST_WORD and self._typesetter.width(word, size) <= room:
                text = self._typesetter.line(word, 0, 0, size, fill=_NOTE, anchor="middle", middle=True)
                middle = f"{tab.x + away_x:g} {tab.y + away_y:g}"
                yield f'<g transform="translate({middle}) rotate({turn})">{text.svg}</g>'
                return
        yield _dots(tab, slant)


def _drawn(lines: Iterable[FoldLine]) -> str:
    """All lines: first the white below them, then cuts as one path, then each fold with whole dashes."""
    found = tuple(lines)
    cuts = [line for line in found if line.kind in ("cut", "tab")]
    folds = [line for line in found if line.kind not in ("cut", "tab")]
    return "".join(
        (
            _stroke(folds, "#ffffff", _FOLD_WIDTH + 2 * _CASING),
            _stroke(cuts, "#ffffff", _CUT_WIDTH + 2 * _CASING, "round"),
            _stroke(cuts, _INK, _CUT_WIDTH, "round"),
            *(_dashed(line) for line in folds),
        )
    )


def _stroke(lines: Iterable[FoldLine], colour: str, width: float, cap: str = "butt") -> str:
    d = "".join(f"M{line.start[0]:g} {line.start[1]:g}L{line.end[0]:g} {line.end[1]:g}" for line in lines)
    if not d:
        return ""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"/>'


def _dashed(line: FoldLine, ink: str = _INK, width: float = _FOLD_WIDTH) -> str:
    """A fold whose dashes are stretched a little, so that it begins and ends with a whole one."""
    dashes = _DASHES[line.kind]
    length = math.dist(line.start, line.end)
    period = sum(dashes)
    stretch = length / (max(1, round((length - dashes[0]) / period)) * period + dashes[0])
    pattern = " ".join(f"{dash * stretch:.3f}" for dash in dashes)
    x1, y1, x2, y2 = (f"{value:g}" for value in (*line.start, *line.end))
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" stroke-width="{width:g}" '
        f'stroke-dasharray="{pattern}"/>'
    )


def _dashed_tick(tick: Tick) -> str:
    """The tick of a fold, its dashes as often as they have room, stretched to its length."""
    once, gap = _TICK_DASHES[tick.kind], _TICK_GAP[tick.kind]
    times = max(1, round((tick.length + gap) / (sum(once) + gap)))
    dashes = ((*once, gap) * times)[:-1]
    stretch = tick.length / sum(dashes)
    pattern = " ".join(f"{dash * stretch:.3f}" for dash in (*dashes, 9.0))
    x1, y1, x2, y2 = (f"{value:g}" for value in (*tick.start, *tick.end))
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_INK}" stroke-width="{_FOLD_WIDTH}" '
        f'stroke-dasharray="{pattern}"/>'
    )


def _shape(corners: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"


def _dots(tab: FoldedTab, slant: float) -> str:
    """Rows of dots inside a tab, clear of its edges."""
    rows = max(1, int((tab.depth - 0.6) / _DOTS_APART))
    parts = []
    for row in range(rows):
        off = tab.depth * (row + 0.5) / rows
        wide = tab.length - 2 * slant * off / tab.depth - 1.6
        count = max(1, int(wide / _DOTS_APART) + 1)
        for place in range(count):
            along = (place - (count - 1) / 2) * _DOTS_APART
            across = tab.depth / 2 - off if tab.side in ("bottom", "right") else off - tab.depth / 2
            x, y = (tab.x + along, tab.y - across) if tab.turn == 0 else (tab.x - across, tab.y + along)
            parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{_DOT}" fill="{_NOTE}"/>')
    return "".join(parts)


def _sign(kind: LineKind, x: float, y: float, length: float, size: float) -> str:
    """A sample of a line, or of a tab, whose middle is at ``y``."""
    from pnp.folding import FoldLine  # noqa: PLC0415 - as above

    if kind != "tab":
        return _drawn([FoldLine(kind, (x, y), (x + length, y))])
    half, slant = 0.6 * size, 0.5 * size
    corners = ((x, y + half), (x + length, y + half), (x + length - slant, y - half), (x + slant, y - half))
    return f'<path d="{_shape(corners)}" fill="{_TINT}" stroke="{_INK}" stroke-width="{_CUT_WIDTH}"/>'
