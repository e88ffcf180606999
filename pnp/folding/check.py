"""Check a net: panels that hang on nothing, overlap on the sheet, or do not meet when folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.folding.flat import OPPOSITE, FlatNet, Point, hinge, lay_out, side_length
from pnp.folding.lines import TOLERANCE, edge_gap, side_distance, tab_angle
from pnp.folding.solid import PanelFrame, fold_frames
from pnp.model.net import Net, PanelSide
from pnp.records import dataclass

Path = tuple[str | int, ...]
_TOUCH = 0.01
"""Most overlap of shapes on the sheet, in mm, which rounded figures may have."""


@dataclass(frozen=True, slots=True)
class NetProblem:
    """Problem of a net at a path: ``("panels", 2, "on")``, ``("tabs", 0, "glued-to")``, ``("meets", 1)``."""

    path: Path
    code: str
    message: str
    hint: str


def problems(net: Net) -> tuple[NetProblem, ...]:
    """Return everything that keeps a net from being cut out and folded. Problems that depend on the tree are sought
    only if the tree is sound."""
    errors = [*_check_tree(net), *_check_names(net)] or [*_check_sides(net)]
    if errors:
        return tuple(errors)
    flat = lay_out(net)
    errors = [*_check_hinges(net, flat), *_check_overlaps(flat)]
    if errors:
        return tuple(errors)
    panel_frames = fold_frames(net, flat)
    return (*_check_meetings(net, flat, panel_frames), *_check_tabs(flat, panel_frames))


def _check_tree(net: Net) -> Iterator[NetProblem]:
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
            hint = f'name the panel and the side that it hangs on, such as on = "{net.panels[0].id}.right"'
            yield NetProblem(path, "bad-net", f"the panel {panel.id!r} hangs on nothing", hint)
        elif panel.on is not None and panel.on.panel not in known:
            yield _unknown_panel((*path, "on"), panel.on.panel, net, known, "before it")
        known.append(panel.id)


def _unknown_panel(path: Path, name: str, net: Net, known: list[str], where: str = "in this net") -> NetProblem:
    later = name in {panel.id for panel in net.panels} - set(known)
    message = f"the panel {name!r} does not come {where}" if later else f"there is no panel {name!r} {where}"
    hint = f"there is {', '.join(known)}" if known else "name one that stands further up"
    return NetProblem(path, "unknown-panel", message, "put the panel that it hangs on further up" if later else hint)


def _check_names(net: Net) -> Iterator[NetProblem]:
    known = [panel.id for panel in net.panels]
    for index, tab in enumerate(net.tabs):
        for key, name in (("on", tab.on.panel), ("glued-to", tab.glued_to)):
            if name not in known:
                yield _unknown_panel(("tabs", index, key), name, net, known)
    for index, pair in enumerate(net.meets):
        for place, side in enumerate(pair):
            if side.panel not in known:
                yield _unknown_panel(("meets", index, place), side.panel, net, known)


def _check_sides(net: Net) -> Iterator[NetProblem]:
    """Yield an error for each side that would hold more than one panel or tab."""
    taken: dict[PanelSide, str] = {}
    attachments: list[tuple[Path, PanelSide, str]] = []
    for index, panel in enumerate(net.panels):
        if panel.on is not None:
            attachments.append((("panels", index, "on"), panel.on, f"the panel {panel.id!r}"))
            taken[PanelSide(panel.id, OPPOSITE[panel.on.side])] = f"the panel {panel.on.panel!r}"
    attachments += [(("tabs", index, "on"), tab.on, "a tab") for index, tab in enumerate(net.tabs)]
    for path, side, part in attachments:
        if side in taken:
            message = f"{taken[side]} hangs on {side} already"
            yield NetProblem(path, "side-taken", message, "choose another side, or join the two")
        else:
            taken[side] = part


def _check_hinges(net: Net, flat: FlatNet) -> Iterator[NetProblem]:
    for index, panel in enumerate(net.panels):
        if panel.on is None:
            continue
        start, end = hinge(flat.panels[panel.on.panel], panel.on, flat.panels[panel.id])
        if end - start < 1.0:
            message = f"the panel {panel.id!r} is moved so far that it hangs on {panel.on} by less than 1 mm"
            yield NetProblem(("panels", index, "shift"), "not-touching", message, "give a smaller shift")


def _check_overlaps(flat: FlatNet) -> Iterator[NetProblem]:
    panels = [
        (("panels", index), f"the panel {panel.id!r}", panel.corners)
        for index, panel in enumerate(flat.panels.values())
    ]
    tabs = [(("tabs", index), f"the tab on {tab.tab.on}", tab.corners) for index, tab in enumerate(flat.tabs)]
    parts: list[tuple[Path, str, tuple[Point, ...]]] = [*panels, *tabs]
    boxed_parts = [(*part, _box(part[2])) for part in parts]
    for (_, first, first_shape, first_box), (path, second, second_shape, second_box) in combinations(boxed_parts, 2):
        if (
            first_box[2] <= second_box[0]
            or second_box[2] <= first_box[0]
            or first_box[3] <= second_box[1]
            or second_box[3] <= first_box[1]
        ):
            continue
        depth = _overlap_depth(first_shape, second_shape)
        if depth > _TOUCH:
            message = f"{second} and {first} overlap by {depth:.2g} mm on the flat sheet"
            yield NetProblem(path, "net-overlap", message, "hang one of them on another side, or make it smaller")


def _box(shape: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(xs), min(ys), max(xs), max(ys)


def _overlap_depth(first: tuple[Point, ...], second: tuple[Point, ...]) -> float:
    """Return the depth of the overlap of two convex shapes: the shortest move that parts them, or 0."""
    least = float("inf")
    for shape in (first, second):
        for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
            across, down = y1 - y2, x2 - x1
            length = (across * across + down * down) ** 0.5
            spans = [[(x * across + y * down) / length for x, y in other] for other in (first, second)]
            least = min(least, max(spans[0]) - min(spans[1]), max(spans[1]) - min(spans[0]))
    return max(0.0, least)


def _check_meetings(net: Net, flat: FlatNet, panel_frames: Mapping[str, PanelFrame]) -> Iterator[NetProblem]:
    for index, (first, second) in enumerate(net.meets):
        lengths = [side_length(flat.panels[side.panel], side.side) for side in (first, second)]
        path: Path = ("meets", index)
        if abs(lengths[0] - lengths[1]) > TOLERANCE:
            message = f"{first} is {lengths[0]:g} mm long and {second} {lengths[1]:g} mm: they cannot meet"
            yield NetProblem(path, "edges-differ", message, "make the two panels fit, or leave this pair out")
            continue
        gap = side_distance(first, second, flat, panel_frames)
        if gap > TOLERANCE:
            message = f"{first} and {second} are up to {gap:.3g} mm apart after folding"
            yield NetProblem(path, "edges-apart", message, "check the angles and sizes of the panels on the way")


def _check_tabs(flat: FlatNet, panel_frames: Mapping[str, PanelFrame]) -> Iterator[NetProblem]:
    for index, tab in enumerate(flat.tabs):
        path: Path = ("tabs", index, "glued-to")
        gap = edge_gap(tab, flat, panel_frames)
        if gap > TOLERANCE:
            message = (
                f"the tab on {tab.tab.on} has nothing to hold: after folding it is {gap:.3g} mm off "
                f"{tab.tab.glued_to}.{tab.tab.glued_side}"
            )
            yield NetProblem(path, "loose-tab", message, "name the side that it comes to lie at, or check the angles")
        elif tab_angle(tab, flat, panel_frames) is None:
            message = (
                f"the tab on {tab.tab.on} does not come to lie on the panel {tab.tab.glued_to!r}, or stands over it"
            )
            yield NetProblem(path, "loose-tab", message, "make it less deep, or name another panel")
