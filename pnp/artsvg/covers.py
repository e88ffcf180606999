"""Effects of an element on everything inside it: opacity, clips, masks, blending (SVG 1.1, 14; CSS Masking 1;
Compositing 1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Literal, TypeAlias, cast, get_args

from pnp.artsvg.inks import BLACK
from pnp.artsvg.measures import inverse, opacity
from pnp.artsvg.pieces import ArtLayer, ArtMask, ArtShape, ClipPath, Node, Rule, blends, box_outline, extent, moved
from pnp.artsvg.reader import FLAT, SHAPES, SvgElement
from pnp.artsvg.shapes import LINK, faded
from pnp.artsvg.styles import ComputedStyle
from pnp.artsvg.walking import ArtWalker, DrawingState
from pnp.cardsvg.nodes import Blend, MaskKind
from pnp.cardsvg.paths import Box, Segments, bounds
from pnp.cardsvg.values import Matrix, multiply

# Filters that change nothing, as drawing programs leave them behind; any other cannot be printed.

_Picture: TypeAlias = Literal["source", "nothing", "other"]
_IDENTITY = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)


def changes_nothing(target: SvgElement) -> bool:
    """Whether a filter gives back what it is given: its steps flood with nothing, lay the drawing over that, and so
    on (Filter Effects 1, 9)."""
    if target.name != "filter" or not target.children:
        return False
    results: dict[str, _Picture] = {"SourceGraphic": "source", "BackgroundImage": "nothing"}
    last: _Picture = "source"
    for step in target.children:
        last = _step(step, results, last)
        name = step.get("result")
        if name:
            results[name] = last
    return last == "source"


def _step(step: SvgElement, results: dict[str, _Picture], last: _Picture) -> _Picture:
    def given(name: str) -> _Picture:
        text = step.get(name)
        return last if not text else results.get(text, "other")

    one = given("in")
    found: _Picture = "other"
    match step.name:
        case "feFlood" if _zero(step.get("flood-opacity")):
            found = "nothing"
        case "feBlend" if (step.get("mode") or "normal") == "normal":
            found = _over(one, given("in2"))
        case "feComposite" if (step.get("operator") or "over") == "over":
            found = _over(one, given("in2"))
        case "feMerge":
            found = "nothing"
            for child in step.children:
                name = child.get("in")
                found = _over(results.get(name, "other") if name else last, found)
        case "feOffset" if one == "nothing" or (_zero(step.get("dx") or "0") and _zero(step.get("dy") or "0")):
            found = one
        case "feGaussianBlur" if one == "nothing" or all(map(_zero, (step.get("stdDeviation") or "0").split())):
            found = one
        case "feColorMatrix" if (step.get("type") or "matrix") == "matrix":
            found = _recoloured(step, one)
    return found


def _recoloured(step: SvgElement, one: _Picture) -> _Picture:
    try:
        values = tuple(float(part) for part in (step.get("values") or "").replace(",", " ").split())
    except ValueError:
        return "other"
    if values == _IDENTITY or not values:
        return one
    faint = len(values) == 20 and not any(values[15:])
    return "nothing" if faint else "other"


def _over(one: _Picture, other: _Picture) -> _Picture:
    if other == "nothing":
        return one
    return other if one == "nothing" else "other"


def _zero(text: str | None) -> bool:
    try:
        return text is not None and float(text) == 0
    except ValueError:
        return False


_BLENDS = frozenset(get_args(Blend))
_ROUND = frozenset({"rect", "circle", "ellipse"})
_FEW = 60
"""Up to so many shapes of a clip are compared with each other."""
Held: TypeAlias = tuple[tuple[ClipPath, ...], tuple[ArtMask, ...]]
"""The clips and the masks that something is seen through."""
_Shape: TypeAlias = tuple[Segments, Rule, bool, Held]
"""A shape of a clip path: its outline in place, its rule, whether it runs clockwise, what it is clipped with itself."""


class ClipReader:
    """Reads the clips and masks of one file."""

    def __init__(self, walker: ArtWalker) -> None:
        self._walker = walker
        self._problems = walker.problems
        self._masks: dict[tuple[int, Matrix, Box | None], ArtMask | None] = {}

    def cover(self, element: SvgElement, style: ComputedStyle, place: DrawingState, nodes: list[Node]) -> list[Node]:
        """``nodes`` with the opacity, the clips, the masks and the blending of their element."""
        value = self._walker.styles.value
        faint = value(element, style, "opacity", opacity, 1.0)
        self._filter(element, style)
        clips: tuple[ClipPath, ...] = ()
        veils: tuple[ArtMask, ...] = ()
        for name, read in (("clip-path", self._clip_path), ("mask", self._mask)):
            target = self._linked(element, style, name)
            if target is None:
                continue
            held = read(element, target, place, nodes)
            if held is None:
                return []
            clips, veils = clips + held[0], veils + held[1]
        blend = self._blend(element, style)
        isolated = style.get("isolation", "auto") == "isolate"
        if not faint:
            return []
        if len(nodes) == 1 and not clips and not veils and blend == "normal":
            single = _faded(nodes[0], faint)
            if single is not None:
                return [single]
        if faint == 1 and not clips and not veils and blend == "normal" and not isolated:
            return nodes
        whole = isolated or faint < 1 or bool(clips or veils) or blend != "normal"
        return [ArtLayer(tuple(nodes), faint, clips, veils, blend, whole and blends(nodes))]

    def _filter(self, element: SvgElement, style: ComputedStyle) -> None:
        text = style.get("filter", "none")
        if text == "none":
            return
        match = LINK.fullmatch(text)
        if match is not None:
            href = match[1] or match[2] or match[3] or ""
            target = self._walker.linked(element, href, "filter")
            if target is None or changes_nothing(target):
                return
        self._problems.add(element.at, "filter", "filters are not drawn", FLAT, "filter")

    def _blend(self, element: SvgElement, style: ComputedStyle) -> Blend:
        text = style.get("mix-blend-mode", "normal")
        if text in _BLENDS:
            return cast(Blend, text)
        self._problems.add(
            element.at, "bad-value", f"mix-blend-mode: {text!r} is not drawn", "choose another mode", "mix-blend-mode"
        )
        return "normal"

    def _linked(self, element: SvgElement, style: ComputedStyle, name: str) -> SvgElement | None:
        text = style.get(name, "none")
        if text == "none":
            return None
        match = LINK.match(text)
        kind = "clipPath" if name == "clip-path" else "mask"
        if match is None:
            hint = f"draw a <{kind}> and refer to it with url(#id)"
            self._problems.add(element.at, "bad-value", f"{name}: {text[:60]!r} is not drawn", hint, name)
            return None
        href = match[1] or match[2] or match[3] or ""
        target = self._walker.linked(element, href, name)
        if target is not None and target.name != kind:
            self._problems.add(element.at, "wrong-reference", f"{href} is no <{kind}>", None, name)
            return None
        return target

    def _clip_path(
        self, element: SvgElement, target: SvgElement, place: DrawingState, nodes: list[Node]
    ) -> Held | None:
        """The clips that a clipPath element makes, None where it leaves nothing."""
        if target.at in place.using:
            self._problems.add(element.at, "loop", "a clip path clips itself", "take it out of itself", "clip-path")
            return None
        style = self._walker.styles.around(target)
        matrix = self._units(target, "clipPathUnits", "userSpaceOnUse", place, nodes)
        if matrix is None:
            return None
        inner = DrawingState(ComputedStyle(style.taken, {}, style.em), matrix, place.room, place.using | {target.at})
        inner = replace(inner, matrix=self._walker.transformed(target, style, inner))
        shapes: list[_Shape] = []
        for child in target.children:
            shapes += self._clipping(child, inner)
        held = _joined(shapes)
        outer = self._linked(target, style, "clip-path")
        if held is None or outer is None:
            return held
        around = self._clip_path(target, outer, replace(inner, matrix=matrix), nodes)
        return None if around is None else (around[0] + held[0], around[1] + held[1])

    def _clipping(self, element: SvgElement, place: DrawingState) -> list[_Shape]:
        """The shapes that a child of a clipPath element clips with."""
        walker = self._walker
        style = walker.styles.style(element, place.style)
        if style.get("display", "") == "none" or style.get("visibility", "visible") != "visible":
            return []
        inner = place.inside(style, walker.transformed(element, style, place))
        shapes: list[_Shape] = []
        if element.name == "use":
            shapes = self._used(element, inner)
        elif element.name in SHAPES:
            outline = walker.outlines.outline(element, inner.measured(style))
            if outline and inverse(inner.matrix) is not None:
                rule: Rule = "evenodd" if style.get("clip-rule", "").strip() == "evenodd" else "nonzero"
                matrix = inner.matrix
                clockwise = element.name in _ROUND and matrix[0] * matrix[3] > matrix[1] * matrix[2]
                shapes = [(moved(outline, matrix), rule, clockwise, ((), ()))]
        elif element.name == "text":
            self._problems.add(element.at, "text", "art is not clipped with text", "turn the text into outlines")
        target = self._linked(element, style, "clip-path") if style.own else None
        if target is None or not shapes:
            return shapes
        pieces: list[Node] = [ArtShape(outline, BLACK, rule) for outline, rule, _, _ in shapes]
        held = self._clip_path(element, target, inner, pieces)
        if held is None:
            return []
        return [(outline, rule, False, (own[0] + held[0], own[1] + held[1])) for outline, rule, _, own in shapes]

    def _used(self, element: SvgElement, place: DrawingState) -> list[_Shape]:
        walker = self._walker
        target = walker.linked(element, (element.get("href") or "").strip(), "href")
        if target is None or target.at in place.using:
            return []
        if target.name not in SHAPES and target.name not in {"text", "use"}:
            # Only shapes clip; a group that is used clips with nothing (SVG 1.1, 14.3.5).
            return []
        room = place.measured(place.style)
        x, y = (walker.outlines.measure(element, name, room) for name in ("x", "y"))
        matrix = multiply(place.matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        return self._clipping(target, replace(place, matrix=matrix, using=place.using | {target.at}))

    def _units(
        self, target: SvgElement, name: str, usual: str, place: DrawingState, nodes: list[Node]
    ) -> Matrix | None:
        """The coordinates of a clip's or a mask's content; None where they have no extent."""
        if (target.get(name) or usual) != "objectBoundingBox":
            return place.matrix
        box = self._box(place, nodes)
        if box is None or not box[2] or not box[3]:
            return None
        return multiply(place.matrix, (box[2], 0.0, 0.0, box[3], box[0], box[1]))

    def _box(self, place: DrawingState, nodes: list[Node]) -> Box | None:
        back = inverse(place.matrix)
        return None if back is None else extent(nodes, back)

    def _mask(self, element: SvgElement, target: SvgElement, place: DrawingState, nodes: list[Node]) -> Held | None:
        """The mask that a mask element makes, None where it leaves nothing."""
        if target.at in place.using:
            self._problems.add(element.at, "loop", "a mask masks itself", "take it out of itself", "mask")
            return None
        by_box = "userSpaceOnUse" not in (target.get("maskUnits") or "") or "maskContentUnits" in target.attributes
        key = (target.at, place.matrix, self._box(place, nodes) if by_box else None)
        if key not in self._masks:
            self._masks[key] = self._veil(target, place, nodes)
        veil = self._masks[key]
        return None if veil is None else ((), (veil,))

    def _veil(self, target: SvgElement, place: DrawingState, nodes: list[Node]) -> ArtMask | None:
        walker = self._walker
        style = walker.styles.around(target)
        region = self._units(target, "maskUnits", "objectBoundingBox", place, nodes)
        content = self._units(target, "maskContentUnits", "userSpaceOnUse", place, nodes)
        if region is None or content is None:
            return None
        if style.get("color-interpolation", "sRGB").lower() == "linearrgb":
            self._problems.add(target.at, "bad-value", "a mask in linearRGB is not drawn", "use sRGB")
        kind: MaskKind = "alpha" if style.get("mask-type", "luminance") == "alpha" else "luminance"
        inside = DrawingState(ComputedStyle(style.taken, {}, style.em), content, place.room, place.using | {target.at})
        before = walker.masking
        walker.masking = kind
        drawn: list[Node] = walker.children(target, inside)
        walker.masking = before
        outer = self._linked(target, style, "mask")
        if outer is not None:
            held = self._mask(target, outer, replace(inside, matrix=place.matrix), nodes)
            drawn = [] if held is None else [ArtLayer(tuple(drawn), veils=held[1])]
        clipped = self._linked(target, style, "clip-path")
        if clipped is not None:
            held = self._clip_path(target, clipped, replace(inside, matrix=place.matrix), nodes)
            drawn = [] if held is None else [ArtLayer(tuple(drawn), clips=held[0], veils=held[1])]
        if not drawn:
            return None
        return self._inside(target, kind, drawn, (region, place))

    def _inside(
        self, target: SvgElement, kind: MaskKind, drawn: list[Node], around: tuple[Matrix, DrawingState]
    ) -> ArtMask | None:
        """A mask, cut off at its region."""
        region, place = around
        of_box = (target.get("maskUnits") or "objectBoundingBox") == "objectBoundingBox"
        room = replace(place.room, width=1.0, height=1.0) if of_box else place.room
        measure = self._walker.outlines.measure
        usual = {"x": (-0.1, "width"), "y": (-0.1, "height"), "width": (1.2, "width"), "height": (1.2, "height")}
        x, y, width, height = (
            measure(target, name, room, share * getattr(room, side)) for name, (share, side) in usual.items()
        )
        outline = box_outline((x, y, width, height), region)
        box = bounds(outline)
        if width <= 0 or height <= 0 or box is None:
            return None
        if region[1] or region[2]:
            drawn = [ArtLayer(tuple(drawn), clips=(ClipPath(outline),))]
        return ArtMask(kind, box, tuple(drawn))


def _faded(node: Node, faint: float) -> Node | None:
    """A single node that can be fainter by itself, None where it cannot."""
    if faint == 1:
        return node
    if isinstance(node, ArtShape) and (node.fill is None or node.stroke is None):
        return replace(node, fill=faded(node.fill, faint), stroke=faded(node.stroke, faint))
    if isinstance(node, ArtLayer) and node.blend == "normal":
        return replace(node, opacity=node.opacity * faint)
    return None


def _joined(shapes: list[_Shape]) -> Held | None:
    """All shapes of a clip path together, None where there are none."""
    if not shapes:
        return None
    plain = not any(held[0] or held[1] for _, _, _, held in shapes)
    if len(shapes) == 1:
        outline, rule, _, held = shapes[0]
        return (ClipPath(outline, rule), *held[0]), held[1]
    rules = {rule for _, rule, _, _ in shapes}
    if plain and (all(clockwise for _, _, clockwise, _ in shapes) or (len(rules) == 1 and _apart(shapes))):
        whole = tuple(segment for outline, _, _, _ in shapes for segment in outline)
        return (ClipPath(whole, "nonzero" if len(rules) > 1 else shapes[0][1] if not shapes[0][2] else "nonzero"),), ()
    nodes: list[Node] = []
    for outline, rule, _, held in shapes:
        piece = ArtShape(outline, BLACK, rule)
        nodes.append(ArtLayer((piece,), clips=held[0], veils=held[1]) if held[0] or held[1] else piece)
    box = extent(nodes)
    return None if box is None else ((), (ArtMask("alpha", box, tuple(nodes)),))


def _apart(shapes: list[_Shape]) -> bool:
    """Whether no two shapes can overlap."""
    boxes = [bounds(outline) for outline, _, _, _ in shapes]
    return len(boxes) <= _FEW and all(
        one is None
        or other is None
        or one[0] + one[2] <= other[0]
        or other[0] + other[2] <= one[0]
        or one[1] + one[3] <= other[1]
        or other[1] + other[3] <= one[1]
        for one, other in combinations(boxes, 2)
    )
