"""Effects of an element on everything inside it: opacity, clips, masks, blending, and filters that change
nothing, as drawing programs leave them (SVG 1.1, 14; CSS Masking 1; Compositing 1; Filter Effects 1, 9)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Literal, TypeAlias, cast, get_args

from pnp.artsvg.drawing import DrawingState, link
from pnp.artsvg.layers import Spend, blends, clipped, extent, layer
from pnp.artsvg.reader import FLAT
from pnp.artsvg.shapes import ShapeReader, fill_rule
from pnp.artsvg.styles import ComputedStyle
from pnp.cardsvg.colours import BLACK
from pnp.cardsvg.nodes import Blend, Clip, Group, Mask, MaskKind, Node, Shape, weight
from pnp.cardsvg.paths import SHAPES, Box, Segments, bounds, box_outline, moved
from pnp.cardsvg.source import Element
from pnp.cardsvg.style import INITIAL
from pnp.cardsvg.values import IDENTITY, Matrix, inverse, multiply, opacity, shift

_Picture: TypeAlias = Literal["source", "nothing", "other"]
_IDENTITY = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)


def changes_nothing(target: Element) -> bool:
    """Return whether a filter gives back what it is given: its steps flood with nothing, lay the drawing over that, and
    so on (Filter Effects 1, 9)."""
    if target.name != "filter" or not target.elements():
        return False
    results: dict[str, _Picture] = {"SourceGraphic": "source", "BackgroundImage": "nothing"}
    last: _Picture = "source"
    for step in target.elements():
        last = _step(step, results, last)
        name = step.get("result")
        if name:
            results[name] = last
    return last == "source"


def _step(step: Element, results: dict[str, _Picture], last: _Picture) -> _Picture:
    def given(name: str) -> _Picture:
        text = step.get(name)
        return last if not text else results.get(text, "other")

    first = given("in")
    picture: _Picture = "other"
    match step.name:
        case "feFlood" if _zero(step.get("flood-opacity")):
            picture = "nothing"
        case "feBlend" if (step.get("mode") or "normal") == "normal":
            picture = _over(first, given("in2"))
        case "feComposite" if (step.get("operator") or "over") == "over":
            picture = _over(first, given("in2"))
        case "feMerge":
            picture = "nothing"
            for child in step.elements():
                name = child.get("in")
                picture = _over(results.get(name, "other") if name else last, picture)
        case "feOffset" if first == "nothing" or (_zero(step.get("dx") or "0") and _zero(step.get("dy") or "0")):
            picture = first
        case "feGaussianBlur" if first == "nothing" or all(map(_zero, (step.get("stdDeviation") or "0").split())):
            picture = first
        case "feColorMatrix" if (step.get("type") or "matrix") == "matrix":
            picture = _recoloured(step, first)
    return picture


def _recoloured(step: Element, first: _Picture) -> _Picture:
    try:
        values = tuple(float(part) for part in (step.get("values") or "").replace(",", " ").split())
    except ValueError:
        return "other"
    if values == _IDENTITY or not values:
        return first
    faint = len(values) == 20 and not any(values[15:])
    return "nothing" if faint else "other"


def _over(first: _Picture, second: _Picture) -> _Picture:
    if second == "nothing":
        return first
    return second if first == "nothing" else "other"


def _zero(text: str | None) -> bool:
    try:
        return text is not None and float(text) == 0
    except ValueError:
        return False


_BLENDS = frozenset(get_args(Blend))
_ROUND = frozenset({"rect", "circle", "ellipse"})
_FEW = 60
"""The most shapes of a clip that are compared with each other."""
Covers: TypeAlias = tuple[tuple[Clip, ...], tuple[Mask, ...]]
"""The clips and the masks that something is seen through."""
_Shape: TypeAlias = tuple[Segments, Literal["nonzero", "evenodd"], bool, Covers]
"""A shape of a clip path: its outline in place, its rule, whether it runs clockwise, what it is clipped with itself."""


class CoverReader(ShapeReader):
    """Reads the opacity, clips, masks and blend modes of one file."""

    @cached_property
    def _masks(self) -> dict[tuple[int, Matrix, Box | None], Mask | None]:
        """Masks by their place, the coordinates and the box of what they cover."""
        return {}

    @cached_property
    def _idle_filters(self) -> dict[int, bool]:
        """By the place of a filter, True if it changes nothing."""
        return {}

    def covered(self, element: Element, style: ComputedStyle, place: DrawingState, nodes: list[Node]) -> list[Node]:
        """``nodes`` with the opacity, the clips, the masks and the blending of their element."""
        if not style.own or not nodes:
            return nodes
        faint = self.styles.value(element, style, "opacity", opacity, 1.0)
        self._filter(element, style)
        clips: tuple[Clip, ...] = ()
        masks: tuple[Mask, ...] = ()
        for name, read in (("clip-path", self._clip_path), ("mask", self._mask)):
            target = self._cover(element, style, name)
            if target is None:
                continue
            held = read(element, target, place, nodes)
            if held is None:
                return []
            clips, masks = clips + held[0], masks + held[1]
        blend = self._blend(element, style)
        isolated = style.get("isolation", "auto") == "isolate"
        if not faint:
            return []
        if not clips and not masks and blend == "normal":
            single = _faded(nodes[0], faint) if len(nodes) == 1 else None
            if single is not None:
                return [single]
            if faint == 1 and not isolated:
                return nodes
        return [layer(nodes, clips, masks, faint, blend, blends(nodes, self.spend))]

    def _filter(self, element: Element, style: ComputedStyle) -> None:
        text = style.get("filter", "none")
        if text == "none":
            return
        reference = link(text)
        if reference is not None:
            target = self.linked(element, reference[0], "filter")
            if target is None or self._changes_nothing(target):
                return
        self.problems.add(element.at, "filter", "filters are not drawn", FLAT, "filter")

    def _changes_nothing(self, target: Element) -> bool:
        if target.at not in self._idle_filters:
            self._idle_filters[target.at] = changes_nothing(target)
        return self._idle_filters[target.at]

    def _blend(self, element: Element, style: ComputedStyle) -> Blend:
        text = style.get("mix-blend-mode", "normal")
        if text in _BLENDS:
            return cast(Blend, text)
        self.problems.add(
            element.at, "bad-value", f"mix-blend-mode: {text!r} is not drawn", "choose another mode", "mix-blend-mode"
        )
        return "normal"

    def _cover(self, element: Element, style: ComputedStyle, name: str) -> Element | None:
        """Return the clipPath or mask element that an element is covered with, None without one."""
        text = style.get(name, "none")
        if text == "none":
            return None
        reference = link(text)
        kind = "clipPath" if name == "clip-path" else "mask"
        if reference is None:
            hint = f"draw a <{kind}> and refer to it with url(#id)"
            self.problems.add(element.at, "bad-value", f"{name}: {text[:60]!r} is not drawn", hint, name)
            return None
        target = self.linked(element, reference[0], name)
        if target is not None and target.name != kind:
            self.problems.add(element.at, "wrong-reference", f"{reference[0]} is no <{kind}>", None, name)
            return None
        return target

    def _clip_path(self, element: Element, target: Element, place: DrawingState, nodes: list[Node]) -> Covers | None:
        """Return the clips that a clipPath element makes, None if it leaves nothing."""
        if target.at in place.using:
            self.problems.add(element.at, "loop", "a clip path clips itself", "take it out of itself", "clip-path")
            return None
        style = self.styles.around(target)
        matrix = self._units(target, "clipPathUnits", "userSpaceOnUse", place, nodes)
        if matrix is None:
            return None
        inner = place.used(target, style, matrix)
        inner = replace(inner, matrix=self.transformed(target, style, inner))
        shapes: list[_Shape] = []
        self.spend(len(target.children))
        for child in target.elements():
            shapes += self._clipping(child, inner)
        held = _joined(shapes, self.spend)
        outer = self._cover(target, style, "clip-path")
        if held is None or outer is None:
            return held
        around = self._clip_path(target, outer, replace(inner, matrix=matrix), nodes)
        return None if around is None else (around[0] + held[0], around[1] + held[1])

    def _clipping(self, element: Element, place: DrawingState) -> list[_Shape]:
        """Return the shapes that a child of a clipPath element clips with."""
        style = self.styles.style(element, place.style)
        if style.get("display", "") == "none" or style.get("visibility", "visible") != "visible":
            return []
        inner = place.inside(style, self.transformed(element, style, place))
        shapes: list[_Shape] = []
        if element.name == "use":
            shapes = self._used(element, inner)
        elif element.name in SHAPES:
            outline = self.outline(element, inner.measured(style))
            if outline and inverse(inner.matrix) is not None:
                matrix = inner.matrix
                clockwise = element.name in _ROUND and matrix[0] * matrix[3] > matrix[1] * matrix[2]
                shapes = [(moved(outline, matrix), fill_rule(style, "clip-rule"), clockwise, ((), ()))]
        elif element.name == "text":
            self.problems.add(element.at, "text", "art is not clipped with text", "turn the text into outlines")
        target = self._cover(element, style, "clip-path") if style.own else None
        if target is None or not shapes:
            return shapes
        held = self._clip_path(element, target, inner, [_black(outline, rule) for outline, rule, _, _ in shapes])
        if held is None:
            return []
        return [(outline, rule, False, (own[0] + held[0], own[1] + held[1])) for outline, rule, _, own in shapes]

    def _used(self, element: Element, place: DrawingState) -> list[_Shape]:
        target = self.linked(element, (element.get("href") or "").strip(), "href")
        if target is None or target.at in place.using:
            return []
        if target.name not in SHAPES and target.name not in {"text", "use"}:
            # Only shapes clip; a group that is used clips with nothing (SVG 1.1, 14.3.5).
            return []
        room = place.measured(place.style)
        x, y = (self.measure(element, name, room) for name in ("x", "y"))
        matrix = multiply(place.matrix, shift(x, y))
        return self._clipping(target, replace(place, matrix=matrix, using=place.using | {target.at}))

    def _units(self, target: Element, name: str, usual: str, place: DrawingState, nodes: list[Node]) -> Matrix | None:
        """Return the coordinates of a clip's or a mask's content; None if they have no extent."""
        if (target.get(name) or usual) != "objectBoundingBox":
            return place.matrix
        box = self._box(place, nodes)
        if box is None or not box[2] or not box[3]:
            return None
        return multiply(place.matrix, (box[2], 0.0, 0.0, box[3], box[0], box[1]))

    def _box(self, place: DrawingState, nodes: list[Node]) -> Box | None:
        back = inverse(place.matrix)
        return None if back is None else extent(nodes, self.spend, back)

    def _mask(self, element: Element, target: Element, place: DrawingState, nodes: list[Node]) -> Covers | None:
        """Return the mask that a mask element makes, None if it leaves nothing."""
        if target.at in place.using:
            self.problems.add(element.at, "loop", "a mask masks itself", "take it out of itself", "mask")
            return None
        by_box = "userSpaceOnUse" not in (target.get("maskUnits") or "") or "maskContentUnits" in target.attributes
        key = (target.at, place.matrix, self._box(place, nodes) if by_box else None)
        if key not in self._masks:
            self._masks[key] = self._read_mask(target, place, nodes)
        mask = self._masks[key]
        return None if mask is None else ((), (mask,))

    def _read_mask(self, target: Element, place: DrawingState, nodes: list[Node]) -> Mask | None:
        style = self.styles.around(target)
        region = self._units(target, "maskUnits", "objectBoundingBox", place, nodes)
        content = self._units(target, "maskContentUnits", "userSpaceOnUse", place, nodes)
        if region is None or content is None:
            return None
        if style.get("color-interpolation", "sRGB").lower() == "linearrgb":
            self.problems.add(target.at, "bad-value", "a mask in linearRGB is not drawn", "use sRGB")
        kind: MaskKind = "alpha" if style.get("mask-type", "luminance") == "alpha" else "luminance"
        inside = place.used(target, style, content)
        before, self.masking = self.masking, kind
        drawn = self.children(target, inside)
        self.masking = before
        around = replace(inside, matrix=place.matrix)
        for name, read in (("mask", self._mask), ("clip-path", self._clip_path)):
            outer = self._cover(target, style, name)
            if outer is not None:
                held = read(target, outer, around, nodes)
                drawn = [] if held is None else [layer(drawn, *held)]
        return self._inside(target, kind, drawn, region, place) if drawn else None

    def _inside(
        self, target: Element, kind: MaskKind, drawn: list[Node], region: Matrix, place: DrawingState
    ) -> Mask | None:
        """Return a mask, cut off at its region."""
        of_box = (target.get("maskUnits") or "objectBoundingBox") == "objectBoundingBox"
        room = replace(place.room, width=1.0, height=1.0) if of_box else place.room
        x, y = self.measure(target, "x", room, -0.1 * room.width), self.measure(target, "y", room, -0.1 * room.height)
        width = self.measure(target, "width", room, 1.2 * room.width)
        height = self.measure(target, "height", room, 1.2 * room.height)
        outline = box_outline((x, y, width, height), region)
        box = bounds(outline)
        if width <= 0 or height <= 0 or box is None:
            return None
        nodes = (clipped(drawn, outline),) if region[1] or region[2] else tuple(drawn)
        return Mask(kind, box, nodes, weight(nodes))


def _faded(node: Node, faint: float) -> Node | None:
    """Return a single node that can be fainter by itself, None if it cannot."""
    if faint == 1:
        return node
    if isinstance(node, Shape) and (node.fill is None or node.stroke is None):
        style = node.style
        return replace(
            node,
            style=replace(style, fill_opacity=style.fill_opacity * faint, stroke_opacity=style.stroke_opacity * faint),
        )
    if isinstance(node, Group) and node.frame is not None and node.frame.blend == "normal":
        return replace(node, frame=replace(node.frame, opacity=node.frame.opacity * faint))
    return None


def _black(outline: Segments, rule: Literal["nonzero", "evenodd"]) -> Shape:
    return Shape(0, None, outline, replace(INITIAL, fill_rule=rule), BLACK, None)


def _joined(shapes: list[_Shape], spend: Spend) -> Covers | None:
    """Return all shapes of a clip path together, None if there are none."""
    if not shapes:
        return None
    plain = not any(held[0] or held[1] for _, _, _, held in shapes)
    if len(shapes) == 1:
        outline, rule, _, held = shapes[0]
        return (Clip(outline, rule, IDENTITY), *held[0]), held[1]
    rules = {rule for _, rule, _, _ in shapes}
    if plain and (all(clockwise for _, _, clockwise, _ in shapes) or (len(rules) == 1 and _apart(shapes))):
        whole = tuple(segment for outline, _, _, _ in shapes for segment in outline)
        rule = "nonzero" if len(rules) > 1 or shapes[0][2] else shapes[0][1]
        return (Clip(whole, rule, IDENTITY),), ()
    nodes: list[Node] = []
    for outline, rule, _, held in shapes:
        shape = _black(outline, rule)
        nodes.append(layer([shape], *held) if held[0] or held[1] else shape)
    box = extent(nodes, spend)
    return None if box is None else ((), (Mask("alpha", box, tuple(nodes), weight(tuple(nodes))),))


def _apart(shapes: list[_Shape]) -> bool:
    """Return whether no two shapes can overlap."""
    boxes = [bounds(outline) for outline, _, _, _ in shapes]
    return len(boxes) <= _FEW and all(
        first is None
        or second is None
        or first[0] + first[2] <= second[0]
        or second[0] + second[2] <= first[0]
        or first[1] + first[3] <= second[1]
        or second[1] + second[3] <= first[1]
        for first, second in combinations(boxes, 2)
    )
