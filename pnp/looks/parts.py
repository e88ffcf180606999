"""Find drawings of a rule sheet that reach beyond the height that they were given, and headings of nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.cardsvg.nodes import Group, Node, Text
from pnp.cardsvg.values import numbers
from pnp.looks.painted import PaintedFace, Plan, indices_of

_HEADINGS = {"h2": 2, "h3": 3}
"""Level of a heading by the tag of its group."""
_BESIDE_TEXT = frozenset({"artifact", "title"})
"""Tags of what is no part of the text: page numbers, and the head of the first page."""
_BEYOND = 2.0
"""Least distance in mm that is told. The white around a drawing is more."""


def overhanging_parts(painted: PaintedFace, nodes: tuple[Node, ...]) -> Iterator[tuple[float, float, int]]:
    """Yield how far each figure and table of a rule sheet reaches over its box, upwards or downwards, in mm, with the
    height of the box and the offset in the SVG of what does. Its box is ``data-box`` of a group with ``data-part``."""
    yield from _overhanging(painted, nodes, painted.plan)


def _overhanging(painted: PaintedFace, nodes: tuple[Node, ...], plan: Plan) -> Iterator[tuple[float, float, int]]:
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
                yield farthest[0], height, farthest[1]
        else:
            yield from _overhanging(painted, node.children, fate)


def bare_headings(nodes: tuple[Node, ...]) -> Iterator[tuple[str, int]]:
    """Yield the words of each heading of a rule sheet with nothing below it, with its offset in the SVG. A first one
    may be the title, and lines of strong words may follow one another."""
    parts = [*_parts_of(nodes)]
    for number, (level, node) in enumerate(parts):
        below = parts[number + 1][0] if number + 1 < len(parts) else 1
        if isinstance(node, Group) and 0 < below <= level and (level, below) != (3, 3) and (number or below == 1):
            yield " ".join(_words_of(node.children)), node.at


def _parts_of(nodes: tuple[Node, ...]) -> Iterator[tuple[int, Node]]:
    """Yield the parts of a text, each with the level of a heading, or 0."""
    for node in nodes:
        data = {} if not isinstance(node, Group) or node.frame is None else dict(node.frame.data)
        tag = data.get("tag", "")
        if tag in _BESIDE_TEXT or data.get("part") == "foot":
            continue
        if isinstance(node, Group) and not data:
            yield from _parts_of(node.children)
        else:
            yield _HEADINGS.get(tag, 0), node


def _words_of(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _words_of(node.children)
        elif isinstance(node, Text):
            yield from (run.text.strip() for chunk in node.chunks for run in chunk.runs)
