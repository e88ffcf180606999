"""What the template of a folded component reads as ``net``: panels and tabs where they lie on the face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pnp.model.net import SIDES, Net, Side
from pnp.records import dataclass
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.folding import FlatPanel, FlatTab, Line
    from pnp.folding.flat import Point


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
    lines: tuple[Line, ...]


def folded_net(net: Net, face: Size) -> FoldedNet:
    """The net in the middle of a face, in the face's coordinates."""
    from pnp.folding import Line, lay_out, lines  # noqa: PLC0415 - few kits have nets
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
        lines=tuple(Line(line.kind, at(line.start), at(line.end)) for line in lines(net)),
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
