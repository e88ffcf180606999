"""Check a net: panels that hang on nothing, overlap on the sheet, or do not meet when folded; lids that stay open."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from pnp.folding.flat import FlatNet, Point, hinge, lay_out, side_length
from pnp.folding.lines import TOLERANCE, edge_gap, side_distance, tab_angle
from pnp.folding.solid import PanelFrame, Vector, add, corners, dot, fold_frames, panel_edge
from pnp.model.net import OPPOSITE, SIDES, Net, Panel, PanelSide, Tab
from pnp.records import dataclass
from pnp.units import Size

Path = tuple[str | int, ...]
_SHORT_TAB = 2.0
"""Depth in mm of a tab that any panel holds, if it is in the right place."""
_MOST_TRIED = 30
"""Most panels of a net that is folded again with each of them in another form."""
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
    loose = tuple(_check_tabs(flat, panel_frames))
    return (*_check_meetings(net, flat, panel_frames), *(_find_wrong_panel(net, loose) if loose else ()))


def _find_wrong_panel(net: Net, loose: tuple[NetProblem, ...]) -> tuple[NetProblem, ...]:
    """Return the problem of the panel whose other fold or size makes all loose tabs lie where they are glued to; the
    problems of the tabs, if there is no such panel, or if other tabs will do."""
    is_large = len(net.panels) > _MOST_TRIED
    if is_large or any(_holds_together(replace(net, tabs=tabs)) for tabs in _other_tabs(net)):
        return loose
    for index, panel in enumerate(net.panels):
        for key, value, mended in _other_forms(net, panel):
            if _holds_together(replace(net, panels=(*net.panels[:index], mended, *net.panels[index + 1 :]))):
                message = f"{loose[0].message}; it would if {panel.id!r} had another {key}"
                return (NetProblem(("panels", index, key), "loose-tab", message, f"write {key} = {value}"),)
    return loose


def _holds_together(net: Net) -> bool:
    flat = lay_out(net)
    return not any(_check_overlaps(flat)) and not any(_check_tabs(flat, fold_frames(net, flat)))


def _other_tabs(net: Net) -> Iterator[tuple[Tab, ...]]:
    """Yield the tabs of a net with all of them short, and with one of them at each other side of its panel."""
    yield tuple(replace(tab, depth=min(tab.depth, _SHORT_TAB)) for tab in net.tabs)
    for index, tab in enumerate(net.tabs):
        for side in SIDES if tab.glued_side is not None else ():
            yield (*net.tabs[:index], replace(tab, glued_side=side), *net.tabs[index + 1 :])


def _other_forms(net: Net, panel: Panel) -> Iterator[tuple[str, str, Panel]]:
    """Yield a panel with other folds, and as long as the side that it hangs on; each with the key and its value."""
    if panel.on is None:
        return
    for fold in dict.fromkeys((-panel.fold, 90.0, -90.0)):
        yield "fold", f"{fold:g}", replace(panel, fold=fold)
    length = side_length(lay_out(net).panels[panel.on.panel], panel.on.side)
    is_across = panel.on.side in ("top", "bottom")
    size = Size(length, panel.size.height) if is_across else Size(panel.size.width, length)
    yield "size", f'"{size.width:g}mm x {size.height:g}mm"', replace(panel, size=size)


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


# What the author of a sound net hardly means: a lid that stays open, a flap beside it, edges without glue.
#
# The body of a net is what its tabs, and the pairs that meet, close to a ring: the panels on the way between the two
# ends of each. A lid is a flap of the body with a tongue on its far side. All other flaps may stand as they like.

_SLACK = 2.0
"""Most mm between the end of a closed lid and the rim that it closes, and most degrees off its angle."""
_OUT = 0.5
"""Most mm by which a flap of a closed box may stand out of it."""
_UNFOLDED = 10.0
"""Most degrees of a lid whose fold may be forgotten, or has lost a digit. Lids at other angles are open on purpose."""
_DEPTHS = (0.6, 2.0)
"""Depths of a lid of the wrong size, as shares of that of its opening. Flaps of other depths are no lids."""
_NARROW = 8.0
"""Most mm by which a lid may be narrower than the side that it hangs on."""
_STRAP = 0.5
"""Share of that side up to which a lid is a strap, and narrow on purpose."""
_DOUBLED = 170.0
"""Degrees from which on a panel doubles the one that it hangs on."""
_SIGN = 0.5
"""Cosine of the angle between a tongue and the way out of the box, from which on it stands on the lid as a sign."""


@dataclass(frozen=True, slots=True)
class _FoldedUp:
    """Net after folding. ``glued`` are the panels that tabs close to rings; ``body`` those of pairs that meet too."""

    net: Net
    flat: FlatNet
    frames: Mapping[str, PanelFrame]
    glued: frozenset[str]
    body: frozenset[str]

    def edge(self, side: PanelSide) -> tuple[Vector, Vector]:
        """Return the ends of a side in space."""
        return panel_edge(self.frames[side.panel], self.flat.panels[side.panel], side.side)

    def corners(self, panel: str) -> Sequence[Vector]:
        """Return the corners of a panel in space."""
        return corners(self.frames[panel], self.flat.panels[panel])

    def length(self, side: PanelSide) -> float:
        """Return the length of a side."""
        return side_length(self.flat.panels[side.panel], side.side)


@dataclass(frozen=True, slots=True)
class _Lid:
    """Flap of the body, its tongue, and the rim beyond its opening. ``closing`` is the fold that turns it there."""

    index: int
    panel: Panel
    on: PanelSide
    tongue_index: int
    tongue: Panel
    rim: PanelSide
    depth: float
    opening: float
    closing: float

    @property
    def gap(self) -> float:
        """Return the distance of the far side of the lid from the rim."""
        cosine = math.cos(math.radians(self.panel.fold - self.closing))
        return math.sqrt(max(0.0, self.depth**2 + self.opening**2 - 2 * self.depth * self.opening * cosine))


def misfits(net: Net) -> tuple[NetProblem, ...]:
    """Return what the author of a sound net hardly means. Nets without tabs may be folded as they like."""
    if not net.tabs:
        return ()
    glued = glued_panels(net)
    met = {panel for first, second in net.meets for panel in _panels_between(net, first.panel, second.panel)}
    flat = lay_out(net)
    folded = _FoldedUp(net, flat, fold_frames(net, flat), glued, glued | met)
    lids = (problem for lid in _find_lids(folded) for problem in _check_lid(folded, lid))
    return (*lids, *_check_seams(folded))


def glued_panels(net: Net) -> frozenset[str]:
    """Return the panels that tabs close to rings."""
    return frozenset(panel for tab in net.tabs for panel in _panels_between(net, tab.on.panel, tab.glued_to))


def _panels_between(net: Net, first: str, second: str) -> set[str]:
    """Return the panels on the way from one to the other, both included."""
    hangs_on = {panel.id: panel.on.panel for panel in net.panels if panel.on is not None}
    ways: list[list[str]] = []
    for name in (first, second):
        way = [name]
        while way[-1] in hangs_on:
            way.append(hangs_on[way[-1]])
        ways.append(way)
    joint = next(name for name in ways[0] if name in ways[1])
    return {name for way in ways for name in way[: way.index(joint) + 1]}


# Lids


def _find_lids(folded: _FoldedUp) -> Iterator[_Lid]:
    """Yield each flap that hangs on the body and has a tongue on its far side, if there is a rim beyond its opening."""
    panels, rims = folded.net.panels, _find_rims(folded)
    tongues = {panel.on: (index, panel) for index, panel in enumerate(panels) if abs(panel.fold) < _DOUBLED}
    for index, panel in enumerate(panels):
        if panel.on is None or panel.on.panel not in folded.body or panel.id in folded.body:
            continue
        tongue = tongues.get(PanelSide(panel.id, panel.on.side))
        depth = folded.length(PanelSide(panel.id, "left" if panel.on.side in ("top", "bottom") else "top"))
        ways = [(way, rim) for rim in rims if (way := _way_across(folded, panel.on, rim)) is not None]
        if tongue is None or not ways:
            continue
        way, rim = min(ways, key=lambda entry: abs(math.hypot(*entry[0]) - depth))
        frame = folded.frames[panel.on.panel]
        closing = math.degrees(math.atan2(dot(way, frame.out), dot(way, frame.away(panel.on.side))))
        yield _Lid(index, panel, panel.on, *tongue, rim, depth, math.hypot(*way), closing)


def _find_rims(folded: _FoldedUp) -> list[PanelSide]:
    """Return the sides of the body to which nothing else of it is joined."""
    joined = {tab.on for tab in folded.net.tabs}
    joined |= {PanelSide(tab.glued_to, tab.glued_side) for tab in folded.net.tabs if tab.glued_side is not None}
    joined |= {side for pair in folded.net.meets for side in pair}
    for panel in folded.net.panels:
        if panel.on is not None and panel.id in folded.body:
            joined |= {panel.on, PanelSide(panel.id, OPPOSITE[panel.on.side])}
    sides = (PanelSide(panel.id, side) for panel in folded.net.panels if panel.id in folded.body for side in SIDES)
    return [side for side in sides if side not in joined]


def _way_across(folded: _FoldedUp, hinge: PanelSide, rim: PanelSide) -> Vector | None:
    """Return the shortest way from a hinge to a rim of another panel. Both must be parallel, and overlap over half of
    their length: else return None."""
    if hinge.panel == rim.panel:
        return None
    (start, end), (rim_start, rim_end) = folded.edge(hinge), folded.edge(rim)
    length = math.dist(start, end)
    along = add((0.0, 0.0, 0.0), add(end, start, -1.0), 1 / length)
    first, last = sorted(dot(add(point, start, -1.0), along) for point in (rim_start, rim_end))
    is_parallel = abs(last - first - math.dist(rim_start, rim_end)) < TOLERANCE
    to_rim = add(rim_start, start, -1.0)
    way = add(to_rim, along, -dot(to_rim, along))
    is_beside = min(last, length) - max(first, 0.0) > length / 2
    return way if is_parallel and is_beside and math.hypot(*way) > _SLACK else None


def _check_lid(folded: _FoldedUp, lid: _Lid) -> Iterator[NetProblem]:
    name, tongue, panel = lid.panel.id, lid.tongue, ("panels", lid.index)
    fits, is_turned = abs(lid.depth - lid.opening) <= _SLACK, abs(lid.panel.fold - lid.closing) <= _SLACK
    is_slip = abs(lid.panel.fold) <= _UNFOLDED or abs(lid.panel.fold + lid.closing) <= _SLACK
    open_message = f"{name!r} stays open: its fold to {tongue.id!r} comes to lie {lid.gap:.3g} mm from {lid.rim}"
    width, hinge = folded.length(PanelSide(name, lid.on.side)), folded.length(lid.on)
    is_meant = tongue.fold * lid.closing > 0 or _may_be_tucked(folded, lid)
    if fits and not is_turned and is_slip and is_meant:
        yield NetProblem((*panel, "fold"), "open-lid", open_message, f"fold = {lid.closing:.4g} brings it there")
    elif is_turned and not fits and _DEPTHS[0] <= lid.depth / lid.opening <= _DEPTHS[1]:
        hint = f"the opening is {lid.opening:.4g} mm deep, and {name!r} {lid.depth:g} mm"
        yield NetProblem((*panel, "size"), "open-lid", open_message, hint)
    elif fits and is_turned:
        if _STRAP * hinge < width < hinge - _NARROW:
            message = f"{name!r} leaves a gap: it is {width:g} mm wide, and {lid.on}, on which it hangs, {hinge:g} mm"
            yield NetProblem((*panel, "size"), "open-lid", message, "make both about as wide")
        yield from _check_flaps(folded, lid)


def _check_flaps(folded: _FoldedUp, lid: _Lid) -> Iterator[NetProblem]:
    """Yield the tongue of a closed lid, and the flaps on both sides beneath it, where they stand out of the box."""
    panels = folded.net.panels
    tongue_way, way_out = (folded.frames[name].away(lid.on.side) for name in (lid.tongue.id, lid.on.panel))
    is_sign = dot(tongue_way, way_out) >= _SIGN and not _may_be_tucked(folded, lid)
    flaps = [] if is_sign else [(lid.tongue_index, lid.tongue)]
    held = folded.body | {panel.on.panel for panel in panels if panel.on is not None}
    flaps += [
        (index, panel)
        for index, panel in enumerate(panels)
        if panel.on is not None
        and panel.on.panel in folded.body
        and panel.id not in held
        and _is_beneath(folded, panel.on, lid)
    ]
    for index, flap in flaps:
        height = _height_out_of(folded, lid, flap.id)
        if height > _OUT:
            message = f"{flap.id!r} stands {height:.3g} mm out of the box that {lid.panel.id!r} closes"
            yield NetProblem(("panels", index), "flap-outside", message, "fold it inwards, or make it smaller")


def _may_be_tucked(folded: _FoldedUp, lid: _Lid) -> bool:
    """Tell whether a tongue is narrower than its lid and no deeper, as one to tuck in is."""
    sides = (PanelSide(lid.tongue.id, lid.on.side), PanelSide(lid.panel.id, lid.on.side))
    width, hinge = (folded.length(side) for side in sides)
    depth = folded.length(PanelSide(lid.tongue.id, "left" if lid.on.side in ("top", "bottom") else "top"))
    return width < hinge - TOLERANCE and depth <= lid.depth


def _is_beneath(folded: _FoldedUp, hinge: PanelSide, lid: _Lid) -> bool:
    """Tell whether a hinge lies in the plane of a lid, and across its own hinge."""
    frame = folded.frames[lid.panel.id]
    ends, (start, end) = folded.edge(hinge), folded.edge(lid.on)
    is_across = abs(dot(add(ends[1], ends[0], -1.0), add(end, start, -1.0))) < TOLERANCE
    return is_across and all(abs(dot(add(point, frame.corner, -1.0), frame.out)) <= _SLACK for point in ends)


def _height_out_of(folded: _FoldedUp, lid: _Lid, panel: str) -> float:
    """Return the distance by which a panel stands out of the box around the body and its lid."""
    frame = folded.frames[lid.on.panel]
    box = [point for name in (*folded.body, lid.panel.id) for point in folded.corners(name)]
    heights = [0.0]
    for axis in (frame.right, frame.down, frame.out):
        within, reached = ([dot(point, axis) for point in points] for points in (box, folded.corners(panel)))
        heights += [min(within) - min(reached), max(reached) - max(within)]
    return max(heights)


# Seams


def _check_seams(folded: _FoldedUp) -> Iterator[NetProblem]:
    """Yield each pair of sides of glued panels that meet, and that neither glue nor a fold holds together."""
    hinges = {panel.on for panel in folded.net.panels}
    hinges |= {PanelSide(panel.id, OPPOSITE[panel.on.side]) for panel in folded.net.panels if panel.on is not None}
    held = hinges | {tab.on for tab in folded.net.tabs}
    for index, pair in enumerate(folded.net.meets):
        if held.isdisjoint(pair) and {side.panel for side in pair} <= folded.glued and not _is_held(folded, *pair):
            message = f"{pair[0]} and {pair[1]} meet, and neither a tab nor a fold holds them together"
            hint = f'give one of them a tab: {{ on = "{pair[0]}", depth = "8mm", glued-to = "{pair[1]}" }}'
            yield NetProblem(("meets", index), "unglued", message, hint)


def _is_held(folded: _FoldedUp, first: PanelSide, second: PanelSide) -> bool:
    """Tell whether the panels of a seam lie on one another, or are held by a third one at either end of it."""
    heading = folded.frames[first.panel].away(first.side)
    if dot(heading, folded.frames[second.panel].away(second.side)) > 1 - TOLERANCE:
        return True
    joints = {frozenset((panel.id, panel.on.panel)) for panel in folded.net.panels if panel.on is not None}
    joints |= {frozenset((tab.on.panel, tab.glued_to)) for tab in folded.net.tabs}
    holding = [
        name for name in folded.body if {frozenset((name, first.panel)), frozenset((name, second.panel))} <= joints
    ]
    return all(
        any(math.dist(end, corner) <= _SLACK for name in holding for corner in folded.corners(name))
        for end in folded.edge(first)
    )
