"""Look at the panels of a folded piece: blank ones, folds that cannot be seen, words that run over a fold or stand on
their head."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Image
from pnp.cardsvg.paths import Box
from pnp.folding import glued_panels, lay_out
from pnp.folding.solid import add, dot, fold_frames
from pnp.looks.edges import is_white
from pnp.looks.painted import PaintedFace
from pnp.looks.placing import TextBox
from pnp.model.net import Net, PanelSide
from pnp.rendering.graphics.nets import FoldedNet

if TYPE_CHECKING:
    from pnp.folding.flat import Point
    from pnp.folding.solid import Vector

_SAMPLES = (0.15, 0.35, 0.5, 0.65, 0.85)
"""Places across and down a panel at which its colour is looked at. Lines of folds lie at its edges."""
_OVER = 0.5
"""Least mm of words on either side of a fold that they run over."""
_ALONG = tuple((index + 1) * 0.618034 % 1 for index in range(40))
"""Places along a fold, in no rhythm that dashes may have."""
_BESIDE = tuple(side * step / 4 for step in range(1, 13) for side in (-1, 1))
"""Distances from a fold in mm at which another colour shows where it is."""
_AT_CUT = (-0.3, 0.3)
"""The same for a cut: colour that goes on further hides it."""
_LINE, _GROUND = (-0.12, 0.0, 0.12), 0.6
"""Distances from a fold in mm at which a line along it is looked for, and that of the ground beside the line."""
_DASHED = 0.1
"""Least share of a fold that has a line, which may be of dots."""
_TICKS = tuple(0.7 + 0.2 * step for step in range(30))
"""Distances in mm from the end of a fold at which a tick is looked for."""
_PARALLEL = 0.99
"""Cosine of the angle of two directions from which on they are one."""
_AGREEING = 2
"""Fewest panels that must agree on which way is up before another panel is compared with them."""
_TELLING = 0.06
"""Least difference of a channel, from 0 to 1, that tells two colours apart."""


def blank_panels(painted: PaintedFace, net: FoldedNet, texts: Sequence[TextBox]) -> list[str]:
    """Return the ids of the panels that are white and have no words."""
    return [
        panel.id
        for panel in net.panels.values()
        if not _is_painted(painted, panel.box) and not any(text.shares(panel.box) for text in texts)
    ]


def _is_painted(painted: PaintedFace, box: Box) -> bool:
    left, top, width, height = box
    points = [(left + across * width, top + down * height) for across, down in itertools.product(_SAMPLES, _SAMPLES)]
    colours = [painted.colour_at(*point) for point in points]
    return any(colour is None or not is_white(colour) for colour in colours)


def texts_over_folds(net: FoldedNet | None, texts: Sequence[TextBox]) -> Iterator[TextBox]:
    """Yield the words that stand on both sides of a fold."""
    lines = () if net is None else net.lines
    folds = [(line.start, line.end) for line in lines if line.kind in ("mountain", "valley")]
    for text in texts:
        left, top, right, bottom = text.ink
        for (x1, y1), (x2, y2) in folds:
            across, along = ((left, right), (top, bottom)) if x1 == x2 else ((top, bottom), (left, right))
            fold, start, end = (x1, y1, y2) if x1 == x2 else (y1, x1, x2)
            if across[0] + _OVER < fold < across[1] - _OVER and along[0] + _OVER < end and along[1] - _OVER > start:
                yield text
                break


def overturned_texts(net: Net, folded: FoldedNet, texts: Sequence[TextBox]) -> Iterator[tuple[str, TextBox]]:
    """Yield each glued panel, with its first words, that read the other way up than those of two other panels or more
    once the net is folded; of two panels that differ, the one that has its feet where a lid opens. Dice, and panels on
    which words read in several directions, are left out."""
    if len({(panel.size.width, panel.size.height) for panel in net.panels}) == 1:
        return
    frames = fold_frames(net, lay_out(net))
    ups: dict[str, tuple[Vector, TextBox]] = {}
    glued = glued_panels(net)
    openings = [frames[side.panel].away(side.side) for side in _tongued(net, glued)]
    for name in sorted(glued):
        words = [text for text in texts if text.shares(folded.panels[name].box)]
        if len({text.down for text in words}) == 1:
            across, down = words[0].down
            up = add(add((0.0, 0.0, 0.0), frames[name].right, -across), frames[name].down, -down)
            ups[name] = up, words[0]
    for name, (up, first) in ups.items():
        angles = [dot(up, other) for panel, (other, _) in ups.items() if panel != name]
        beside = [cosine for cosine in angles if abs(cosine) > _PARALLEL]
        is_over = len(openings) == 1 and dot(up, openings[0]) < -_PARALLEL
        if beside and max(beside) < 0 and (is_over or len(beside) >= _AGREEING):
            yield name, first


def _tongued(net: Net, glued: Collection[str]) -> Iterator[PanelSide]:
    """Yield the sides of glued panels on which a lid with a tongue hangs."""
    with_flaps = {panel.on.panel for panel in net.panels if panel.on is not None}
    for panel in net.panels:
        if panel.on is not None and panel.on.panel in glued and panel.id in with_flaps - set(glued):
            yield panel.on


def hides_folds(painted: PaintedFace, net: FoldedNet) -> bool:
    """Tell whether nothing shows where the panels of a net are folded: no line along a fold, no tick beyond its ends,
    and beside half of the folds no edge of colours either. Pictures over a fold may show it."""
    of_tabs = {frozenset(tab.corners[:2]) for tab in net.tabs}
    folds = [
        (line.start, line.end)
        for line in net.lines
        if line.kind in ("mountain", "valley") and frozenset((line.start, line.end)) not in of_tabs
    ]
    boxes = _boxes(net)
    for fold in folds:
        if _has_picture(painted, *fold) or _has_line(painted, *fold) or _has_tick(painted, boxes, *fold):
            return False
    return sum(_has_edge(painted, *fold) for fold in folds) < len(folds) / 2


def hides_cuts(painted: PaintedFace, net: FoldedNet) -> bool:
    """Tell whether nothing shows where a net is cut: no line along a cut, no tick beyond its ends, and at most of the
    cuts the colour of the panel goes on. Pictures over a cut may show it."""
    boxes = _boxes(net)
    cuts = [(line.start, line.end) for line in net.lines if line.kind == "cut"]
    for cut in cuts:
        if _has_picture(painted, *cut) or _has_line(painted, *cut) or _has_tick(painted, boxes, *cut):
            return False
    return sum(_has_edge(painted, *cut, _AT_CUT) for cut in cuts) < len(cuts) / 2


def hides_tabs(painted: PaintedFace, net: FoldedNet) -> bool:
    """Tell whether no tab of a net shows: neither a line at its far edge nor colour on it."""
    edges = [(tab.corners[2], tab.corners[3]) for tab in net.tabs]
    middles = ((sum(x for x, _ in tab.corners) / 4, sum(y for _, y in tab.corners) / 4) for tab in net.tabs)
    colours = [painted.colour_at(x, y) for x, y in middles]
    is_white_all = all(colour is not None and is_white(colour) for colour in colours)
    return bool(edges) and is_white_all and not any(_has_line(painted, *sorted(edge)) for edge in edges)


def _has_picture(painted: PaintedFace, start: Point, end: Point) -> bool:
    pictures = [piece.box for piece in painted.pieces if isinstance(piece.node, Image)]
    return any(_holds(box, *point) for box in pictures for point in _points_along(start, end))


def _has_line(painted: PaintedFace, start: Point, end: Point) -> bool:
    x, y = _across(start, end)
    shown = sum(_is_on_line(painted, point, x, y) for point in _points_along(start, end))
    return shown >= _DASHED * len(_ALONG)


def _has_tick(painted: PaintedFace, boxes: Sequence[Box], start: Point, end: Point) -> bool:
    x, y = _across(start, end)
    points = (
        point
        for distance in _TICKS
        for point in (
            (start[0] - distance * y, start[1] - distance * x),
            (end[0] + distance * y, end[1] + distance * x),
        )
    )
    free = (point for point in points if not any(_holds(box, *point) for box in boxes))
    return any(_is_on_line(painted, point, x, y) for point in free)


def _boxes(net: FoldedNet) -> list[Box]:
    """Return the boxes around the panels and tabs of a net."""
    boxes = [panel.box for panel in net.panels.values()]
    for tab in net.tabs:
        xs, ys = zip(*tab.corners, strict=True)
        boxes.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return boxes


def _holds(box: Box, x: float, y: float) -> bool:
    """Tell whether a point is in a box, or so near to it that a line there is that of its edge."""
    left, top, width, height = box
    return left - _GROUND < x < left + width + _GROUND and top - _GROUND < y < top + height + _GROUND


def _has_edge(painted: PaintedFace, start: Point, end: Point, beside: Sequence[float] = _BESIDE) -> bool:
    """Tell whether most of a fold has another colour beside it, in mm."""
    x, y = _across(start, end)
    shown = 0
    for along, down in _points_along(start, end):
        colour = painted.colour_at(along, down)
        shown += any(_differ(colour, painted.colour_at(along + far * x, down + far * y)) for far in beside)
    return shown > len(_ALONG) / 2


def _across(start: Point, end: Point) -> Point:
    """Return the direction across a fold, which is upright or level."""
    return (1.0, 0.0) if start[0] == end[0] else (0.0, 1.0)


def _points_along(start: Point, end: Point) -> Iterator[Point]:
    return ((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])) for share in _ALONG)


def _is_on_line(painted: PaintedFace, point: Point, x: float, y: float) -> bool:
    """Tell whether a point, or one close beside it, has another colour than the ground on either side."""
    ground = [painted.colour_at(point[0] + far * x, point[1] + far * y) for far in (-_GROUND, _GROUND)]
    inks = [painted.colour_at(point[0] + far * x, point[1] + far * y) for far in _LINE]
    return any(all(_differ(ink, colour) for colour in ground) for ink in inks)


def _differ(first: Rgb | None, second: Rgb | None) -> bool:
    """Tell whether two colours are, or may be, told apart."""
    if first is None or second is None:
        return True
    return max(abs(one - other) for one, other in zip(first, second, strict=True)) > _TELLING
