"""Layers of nodes, which are clipped, masked, faded and mixed as one; and the extents of nodes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from pnp.cardsvg.nodes import Blend, Clip, Frame, Gradient, Group, Image, Mask, Node, Paint, Shape, Symbol, SymbolUse
from pnp.cardsvg.paths import Box, Segments, bounds, box_outline, moved
from pnp.cardsvg.values import IDENTITY, Matrix, inverse, multiply

Spend: TypeAlias = Callable[[int], None]
"""Counts steps of work: a node, or a segment of its outline, is one."""


def layer(
    nodes: Iterable[Node],
    clips: Sequence[Clip] = (),
    masks: Sequence[Mask] = (),
    opacity: float = 1.0,
    blend: Blend = "normal",
    isolated: bool = False,
) -> Node:
    """Nodes within all clips and masks, with an opacity and a blend mode as one."""
    frames = [Frame(clip=clip) for clip in clips] + [Frame(mask=mask) for mask in masks]
    if clips and masks:
        # A clip and a mask fit on one element.
        at = len(clips)
        frames[at - 1 : at + 1] = [replace(frames[at], clip=clips[-1])]
    # Opacity and blending concern what the clips have left: they stand outside.
    first, *rest = frames or [Frame()]
    group = tuple(nodes)
    for frame in (*reversed(rest), replace(first, opacity=opacity, blend=blend, isolated=isolated)):
        group = (Group(0, frame, group),)
    return group[0]


def clipped(nodes: Iterable[Node], outline: Segments) -> Node:
    """Nodes within an outline."""
    return layer(nodes, [Clip(outline, "nonzero", IDENTITY)])


def every_node(nodes: Iterable[Node], masks: bool = False) -> Iterator[Node]:
    """Yield all nodes, with those inside them, those of a symbol once; those of ``masks`` where they are asked for."""
    known: set[Symbol | Mask] = set()
    pending = [*nodes][::-1]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Group):
            pending += node.children[::-1]
        elif isinstance(node, SymbolUse) and node.symbol not in known:
            known.add(node.symbol)
            pending += node.symbol.children[::-1]
        mask = None if node.frame is None else node.frame.mask
        if masks and mask is not None and mask not in known:
            known.add(mask)
            pending += mask.nodes[::-1]


def blends(nodes: Iterable[Node], spend: Spend) -> bool:
    """Return whether anything among ``nodes`` mixes with what lies beneath it."""
    for node in every_node(nodes):
        spend(1)
        if node.frame is not None and node.frame.blend != "normal":
            return True
    return False


def depth(nodes: Iterable[Node]) -> int:
    """Return the depth to which groups and masks nest."""
    deepest = 0
    for node in nodes:
        if node.frame is not None and node.frame.mask is not None:
            deepest = max(deepest, depth(node.frame.mask.nodes))
        if isinstance(node, Group):
            deepest = max(deepest, depth(node.children))
    return deepest + 1


def numbers_of(node: Node) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a node is drawn with, each with its attribute and element in SVG."""
    frame = node.frame
    element = {"Shape": "path", "Image": "image", "Group": "g"}.get(type(node).__name__, "use")
    if frame is not None:
        yield from ((f"transform of <{element}>", number) for number in frame.transform)
        box = () if frame.mask is None else frame.mask.box
        yield from zip(("x of <mask>", "y of <mask>", "width of <mask>", "height of <mask>"), box, strict=False)
        for _, args in () if frame.clip is None else frame.clip.outline:
            yield from (("d of <path>", number) for number in args)
    if isinstance(node, Image):
        yield from zip(("x of <image>", "y of <image>", "width of <image>", "height of <image>"), node.box, strict=True)
    elif isinstance(node, Shape):
        for _, args in node.outline:
            yield from (("d of <path>", number) for number in args)
        if node.stroke is not None:
            style = node.style
            yield "stroke-width of <path>", style.stroke_width
            yield "stroke-miterlimit of <path>", style.stroke_miterlimit
            yield "stroke-dashoffset of <path>", style.stroke_dashoffset
            yield from (("stroke-dasharray of <path>", dash) for dash in style.stroke_dasharray)
        for paint in paints(node):
            if isinstance(paint, Gradient):
                yield from (("gradientTransform of a gradient", number) for number in paint.transform)


def digest_of(nodes: Iterable[Node]) -> str:
    """SHA-256 of what nodes draw, in hex. Numbers count as far as they are seen."""
    digest = hashlib.sha256()
    for node in every_node(nodes, masks=True):
        parts: list[object] = [type(node).__name__]
        frame = node.frame
        if frame is not None:
            parts += [frame.opacity, frame.blend, frame.isolated, frame.clip and frame.clip.rule]
            parts += [frame.mask and (frame.mask.kind, len(frame.mask.nodes))]
        if isinstance(node, Group):
            parts.append(len(node.children))
        elif isinstance(node, Image):
            parts += [node.picture.digest, node.fit]
        elif isinstance(node, SymbolUse):
            parts.append(len(node.symbol.children))
        elif isinstance(node, Shape):
            style = node.style
            parts += [style.fill_rule, style.fill_opacity, style.stroke_opacity, style.stroke_linecap]
            parts += [style.stroke_linejoin, [kind for kind, _ in node.outline]]
            parts += [
                replace(paint, transform=IDENTITY) if isinstance(paint, Gradient) else paint for paint in paints(node)
            ]
        digest.update(repr(parts).encode())
        digest.update(" ".join([f"{number:.5g}" for _, number in numbers_of(node)]).encode())
    return digest.hexdigest()


def paints(node: Node) -> tuple[Paint, ...]:
    """Return the fill and the stroke of a shape."""
    return (node.fill, node.stroke) if isinstance(node, Shape) else ()


def outlines(nodes: Iterable[Node], spend: Spend, place: Matrix = IDENTITY) -> Iterator[Segments]:
    """Yield the outlines of all that is drawn, taken by ``place``, without what strokes add to them. Of tiles this is
    the outline of the shape that they fill."""
    for node in nodes:
        spend(1)
        matrix = place if node.frame is None else multiply(place, node.frame.transform)
        if isinstance(node, Shape):
            spend(len(node.outline))
            yield moved(node.outline, matrix)
        elif isinstance(node, Image):
            yield box_outline(node.box, matrix)
        elif isinstance(node, Group):
            clip = None if node.frame is None else node.frame.clip
            if clip is not None and node.children and isinstance(node.children[0], SymbolUse):
                yield moved(clip.outline, matrix)
            else:
                yield from outlines(node.children, spend, matrix)


def extent(nodes: Iterable[Node], spend: Spend, back: Matrix = IDENTITY) -> Box | None:
    """Return the box around the outlines of ``nodes`` in the coordinates that ``back`` takes them to, None if there are
    none (the bounding box of SVG 1.1, 7.11)."""
    boxes = [box for box in map(bounds, outlines(nodes, spend, back)) if box is not None]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def within(nodes: Iterable[Node], matrix: Matrix, box: Box, spend: Spend) -> bool:
    """Return whether all that is drawn lies inside ``box`` of the coordinates of ``matrix``, with its strokes."""
    back = inverse(matrix)
    if back is None:
        return True
    x, y, width, height = box
    slack = max(width, height) * 1e-4
    scale = math.sqrt(abs(back[0] * back[3] - back[1] * back[2]))
    for node in nodes:
        drawn = extent((node,), spend, back)
        if drawn is None:
            continue
        wide = _reach((node,)) * scale - slack
        left, top, right, bottom = drawn[0] - wide, drawn[1] - wide, drawn[2] + 2 * wide, drawn[3] + 2 * wide
        if left < x or top < y or left + right > x + width or top + bottom > y + height:
            return False
    return True


def _reach(nodes: Iterable[Node]) -> float:
    """Return the farthest that strokes may reach beyond outlines."""
    widest = 0.0
    for node in every_node(nodes):
        if isinstance(node, Shape) and node.stroke is not None:
            style, matrix = node.style, IDENTITY if node.frame is None else node.frame.transform
            reach = max(math.sqrt(2), style.stroke_miterlimit if style.stroke_linejoin == "miter" else 0.0)
            scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            widest = max(widest, style.stroke_width / 2 * reach * scale)
    return widest
