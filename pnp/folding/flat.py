"""Lay a net flat on the sheet, printed side up. In mm, x to the right, y downwards; the first panel is at (0, 0)."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.net import AWAY, OPPOSITE, Net, Panel, PanelSide, Side, Tab
from pnp.records import dataclass
from pnp.units import Size

Point = tuple[float, float]
_SLANT = 0.3
"""Share of a tab's side that each slanted end takes at most; the ends are slanted by 45 degrees."""


@dataclass(frozen=True, slots=True)
class FlatPanel:
    """Panel on the sheet: its upper-left corner and its extent there."""

    id: str
    x: float
    y: float
    width: float
    height: float
    up: Side = "top"

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the upper left, upper right, lower right and lower left corner."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)

    def edge(self, side: Side) -> tuple[Point, Point]:
        """Return the ends of a side, the left or upper one first."""
        upper_left, upper_right, lower_right, lower_left = self.corners
        return {
            "left": (upper_left, lower_left),
            "right": (upper_right, lower_right),
            "top": (upper_left, upper_right),
            "bottom": (lower_left, lower_right),
        }[side]


@dataclass(frozen=True, slots=True)
class FlatTab:
    """Tab on the sheet: the ends of its side, and its far corners, the one next to the second end first."""

    tab: Tab
    corners: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class FlatNet:
    """Net on the sheet: panels by id, in the order of the net, and tabs."""

    panels: Mapping[str, FlatPanel]
    tabs: tuple[FlatTab, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the whole net."""
        points = [point for panel in self.panels.values() for point in panel.corners]
        points += [point for tab in self.tabs for point in tab.corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> Size:
        """Return the extent of the whole net."""
        left, top, right, bottom = self.box
        return Size(right - left, bottom - top)

    def centring_offset(self, face: Size) -> Point:
        """Return the offset of the net's points that centres the net on a face: right and down."""
        left, top, _, _ = self.box
        return (face.width - self.size.width) / 2 - left, (face.height - self.size.height) / 2 - top


def lay_out(net: Net) -> FlatNet:
    """Lay the net on the sheet. Raises KeyError if a panel or tab hangs on a panel that does not come before it."""
    panels: dict[str, FlatPanel] = {}
    for panel in net.panels:
        x, y = (0.0, 0.0) if panel.on is None else _child_corner(panel, panel.on, panels[panel.on.panel])
        panels[panel.id] = FlatPanel(panel.id, x, y, panel.size.width, panel.size.height, panel.up)
    return FlatNet(panels, tuple(_flat_tab(tab, panels[tab.on.panel]) for tab in net.tabs))


def side_length(panel: Panel | FlatPanel, side: Side) -> float:
    """Return the length of a side."""
    extent = panel.size if isinstance(panel, Panel) else Size(panel.width, panel.height)
    return extent.height if side in ("left", "right") else extent.width


def hinge(parent: FlatPanel, on: PanelSide, child: FlatPanel) -> tuple[float, float]:
    """Return the start and end of the joint of a panel and its parent, along the side. The end is not beyond the start
    if they do not touch."""
    axis = 1 if on.side in ("left", "right") else 0
    parent_edge, child_edge = parent.edge(on.side), child.edge(OPPOSITE[on.side])
    return max(parent_edge[0][axis], child_edge[0][axis]), min(parent_edge[1][axis], child_edge[1][axis])


def _child_corner(panel: Panel, on: PanelSide, parent: FlatPanel) -> Point:
    """Return the upper-left corner of a panel that hangs on ``parent``."""
    width, height = panel.size.width, panel.size.height
    x = parent.x + (parent.width - width) / 2 + panel.shift
    y = parent.y + (parent.height - height) / 2 + panel.shift
    return {
        "left": (parent.x - width, y),
        "right": (parent.x + parent.width, y),
        "top": (x, parent.y - height),
        "bottom": (x, parent.y + parent.height),
    }[on.side]


def _flat_tab(tab: Tab, panel: FlatPanel) -> FlatTab:
    start, end = panel.edge(tab.on.side)
    slant = min(tab.depth, _SLANT * side_length(panel, tab.on.side))
    away_x, away_y = (tab.depth * part for part in AWAY[tab.on.side])
    along_x, along_y = (slant, 0.0) if away_x == 0 else (0.0, slant)
    near = (start[0] + along_x + away_x, start[1] + along_y + away_y)
    far = (end[0] - along_x + away_x, end[1] - along_y + away_y)
    return FlatTab(tab, (start, end, far, near))
