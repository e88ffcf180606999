"""Find drawings of a rule sheet that reach beyond the height that they were given."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.cardsvg.nodes import Group, Node
from pnp.cardsvg.values import numbers
from pnp.looks.painted import PaintedFace, Plan, indices_of

_BEYOND = 2.0
"""Least distance in mm that is told. The white around a drawing is more."""


def overhanging_parts(painted: PaintedFace, nodes: tuple[Node, ...]) -> Iterator[tuple[float, int]]:
    """Yield how far each figure and table of a rule sheet reaches over its box, upwards or downwards, in mm, with the
    offset in the SVG of what does. Its box is ``data-box`` of a group with ``data-part``."""
    yield from _overhanging(painted, nodes, painted.plan)


def _overhanging(painted: PaintedFace, nodes: tuple[Node, ...], plan: Plan) -> Iterator[tuple[float, int]]:
    for node, fate in zip(nodes, plan, strict=True):
        if not isinstance(node, Group) or not isinstance(fate, list):
            continue
        data = {} if node.frame is None else dict(node.frame.data)
        if data.get("part") in ("figure", "table") and "box" in data:
            _, top, _, height = numbers(data["box"])
            over = [
                (max(top - piece.box[1], piece.box[1] + piece.box[3] - top - height), piece.at)
                for piece in (painted.pieces[index] for index in indices_of(fate))
            ]
            farthest = max(over, default=(0.0, 0))
            if farthest[0] > _BEYOND:
                yield farthest
        else:
            yield from _overhanging(painted, node.children, fate)
