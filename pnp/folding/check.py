"""Check a net: panels that hang on nothing, overlap on the sheet, or do not meet when folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.folding.flat import OPPOSITE, FlatNet, Point, hinge, lay_out, side_length
from pnp.folding.lines import TOLERANCE, edge_gap, sides_apart, tab_angle
from pnp.folding.solid import PanelFrame, frames
from pnp.model.net import Net, PanelSide
from pnp.records import dataclass

Path = tuple[str | int, ...]
_TOUCH = 0.01
"""Shapes on the sheet may share this much, in mm: figures that were rounded."""


@dataclass(frozen=True, slots=True)
class NetProblem:
    """What is wrong, at a path from the net: ``("panels", 2, "on")``, ``("tabs", 0, "glued-to")``, ``("meets", 1)``."""

    path: Path
    code: str
    message: str
    hint: str


def problems(net: Net) -> tuple[NetProblem, ...]:
    """Everything that keeps a net from being cut out and folded. What depends on the tree is looked at when it is
    sound."""
    found = [*_tree(net), *_names(net)] or [*_sides(net)]
    if found:
        return tuple(found)
    flat = lay_out(net)
    found = [*_hinges(net, flat), *_overlaps(flat)]
    if found:
        return tuple(found)
    spaces = frames(net, flat)
    return (*_meetings(net, flat, spaces), *_tabs(flat, spaces))


def _tree(net: Net) -> Iterator[NetProblem]:
    known: list[str] = []
    for index, panel in enumerate(net.panels):
        path: Path = ("panels", index)
        if panel.id in known:
            yield NetProblem(
                (*path, "id"), "duplicate-id", f"there are two panels {panel.id!r}", "give each its own id"
            )
        if index == 0 and panel.on is not None:
            hint = "remove `on`: the first panel lies still, and the others hang on it"
            yield NetProblem((*path, "on"), "bad-net", "the first panel hangs on nothing", hint)
        elif index and panel.on is None:
            hint = f'say which side of which panel it hangs on, such as on = "{net.panels[0].id}.right"'
            yield NetProblem(path, "bad-net", f"the panel {panel.id!r} hangs on nothing", hint)
        elif panel.on is not None and panel.on.panel not in known:
            yield _unknown((*path, "on"), panel.on.panel, net, known, "before it")
        known.append(panel.id)


def _unknown(path: Path, name: str, net: Net, known: list[str], where: str = "in this net") -> NetProblem:
    later = name in {panel.id for panel in net.panels} - set(known)
    message = f"the panel {name!r} does not come {where}" if later else f"there is no panel {name!r} {where}"
    hint = f"there is {', '.join(known)}" if known else "name one that stands further up"
    return NetProblem(path, "unknown-panel", message, "put the panel that it hangs on further up" if later else hint)


def _names(net: Net) -> Iterator[NetProblem]:
    known = [panel.id for panel in net.panels]
    for index, tab in enumerate(net.tabs):
        for key, name in (("on", tab.on.panel), ("glued-to", tab.glued_to)):
            if name not in known:
                yield _unknown(("tabs", index, key), name, net, known)
    for index, pair in enumerate(net.meets):
        for place, side in enumerate(pair):
            if side.panel not in known:
                yield _unknown(("meets", index, place), side.panel, net, known)


def _sides(net: Net) -> Iterator[NetProblem]:
    """A side holds one panel or one tab."""
    taken: dict[PanelSide, str] = {}
    hung: list[tuple[Path, PanelSide, str]] = []
    for index, panel in enumerate(net.panels):
        if panel.on is not None:
            hung.append((("panels", index, "on"), panel.on, f"the panel {panel.id!r}"))
            taken[PanelSide(panel.id, OPPOSITE[panel.on.side])] = f"the panel {panel.on.panel!r}"
    hung += [(("tabs", index, "on"), tab.on, "a tab") for index, tab in enumerate(net.tabs)]
    for path, side, what in hung:
        if side in taken:
            message = f"{taken[side]} hangs on {side} already"
            yield NetProblem(path, "side-taken", message, "choose another side, or join the two")
        else:
            taken[side] = what


def _hinges(net: Net, flat: FlatNet) -> Iterator[NetProblem]:
    for index, panel in enumerate(net.panels):
        if panel.on is None:
            continue
        low, high = hinge(flat.panels[panel.on.panel], panel.on, flat.panels[panel.id])
        if high - low < 1.0:
            message = f"the panel {panel.id!r} is moved so far that it hangs on {panel.on} by less than 1 mm"
            yield NetProblem(("panels", index, "shift"), "not-touching", message, "give a smaller shift")


def _overlaps(flat: FlatNet) -> Iterator[NetProblem]:
    panels = [
        (("panels", index), f"the panel {one.id!r}", one.corners) for index, one in enumerate(flat.panels.values())
    ]
    tabs = [(("tabs", index), f"the tab on {one.tab.on}", one.corners) for index, one in enumerate(flat.tabs)]
    parts: list[tuple[Path, str, tuple[Point, ...]]] = [*panels, *tabs]
    boxed = [(*part, _box(part[2])) for part in parts]
    for (_, first, one, near), (path, second, two, far) in combinations(boxed, 2):
        if near[2] <= far[0] or far[2] <= near[0] or near[3] <= far[1] or far[3] <= near[1]:
            continue
        share = _overlap(one, two)
        if share > _TOUCH:
            message = f"{second} and {first} overlap by {share:.2g} mm on the flat sheet"
            yield NetProblem(path, "net-overlap", message, "hang one of them on another side, or make it smaller")


def _box(shape: tuple[Point, ...]) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in shape], [y for _, y in shape]
    return min(across), min(down), max(across), max(down)


def _overlap(one: tuple[Point, ...], two: tuple[Point, ...]) -> float:
    """By how much two convex shapes run into each other: the shortest move that parts them, 0 if they do not."""
    least = float("inf")
    for shape in (one, two):
        for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
            across, down = y1 - y2, x2 - x1
            long = (across * across + down * down) ** 0.5
            spans = [[(x * across + y * down) / long for x, y in other] for other in (one, two)]
            least = min(least, max(spans[0]) - min(spans[1]), max(spans[1]) - min(spans[0]))
    return max(0.0, least)


def _meetings(net: Net, flat: FlatNet, spaces: Mapping[str, PanelFrame]) -> Iterator[NetProblem]:
    for index, (one, two) in enumerate(net.meets):
        lengths = [side_length(flat.panels[side.panel], side.side) for side in (one, two)]
        path: Path = ("meets", index)
        if abs(lengths[0] - lengths[1]) > TOLERANCE:
            message = f"{one} is {lengths[0]:g} mm long and {two} {lengths[1]:g} mm: they cannot meet"
            yield NetProblem(path, "edges-differ", message, "make the two panels fit, or leave this pair out")
            continue
        gap = sides_apart(one, two, flat, spaces)
        if gap > TOLERANCE:
            message = f"{one} and {two} are up to {gap:.3g} mm apart after folding"
            yield NetProblem(path, "edges-apart", message, "check the angles and sizes of the panels on the way")


def _tabs(flat: FlatNet, spaces: Mapping[str, PanelFrame]) -> Iterator[NetProblem]:
    for index, tab in enumerate(flat.tabs):
        path: Path = ("tabs", index, "glued-to")
        gap = edge_gap(tab, flat, spaces)
        if gap > TOLERANCE:
            message = (
                f"the tab on {tab.tab.on} has nothing to hold: after folding it is {gap:.3g} mm off "
                f"{tab.tab.glued_to}.{tab.tab.glued_side}"
            )
            yield NetProblem(path, "loose-tab", message, "name the side that it comes to lie at, or check the angles")
        elif tab_angle(tab, flat, spaces) is None:
            message = (
                f"the tab on {tab.tab.on} does not come to lie on the panel {tab.tab.glued_to!r}, or stands over it"
            )
            yield NetProblem(path, "loose-tab", message, "make it less deep, or name another panel")
