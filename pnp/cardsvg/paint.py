"""What elements are drawn with: transform, opacity, clip, and paint."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal, cast, get_args

from pnp.cardsvg.attributes import Attributes, outline
from pnp.cardsvg.colours import BLACK, colour
from pnp.cardsvg.nodes import Blend, Clip, Frame, Gradient, Mask, MaskKind, Node, Paint, Spread, Stop, weight
from pnp.cardsvg.reader import Element, Source
from pnp.cardsvg.style import INITIAL, Link, PaintValue, Style, fraction, link_target
from pnp.cardsvg.values import IDENTITY, multiply, number, transform

# Gradients.


def gradient(attributes: Attributes, element: Element) -> Gradient:
    """The gradient of a linearGradient or radialGradient element."""
    units = element.attributes.get("gradientUnits", "objectBoundingBox")
    if units not in {"objectBoundingBox", "userSpaceOnUse"}:
        raise attributes.bad(element, "gradientUnits", ValueError("write objectBoundingBox or userSpaceOnUse"))
    of_box = units == "objectBoundingBox"

    def coordinate(name: str, default: str | float) -> float:
        if name not in element.attributes and not isinstance(default, str):
            return default
        if name not in element.attributes and not of_box:
            raise attributes.source.error(
                element.at,
                "missing-attribute",
                f"<{element.name}> has no {name}",
                "with userSpaceOnUse all coordinates must be given",
            )
        return attributes.value(element, name, _share if of_box else number, _share(str(default)))

    points: tuple[float, ...]
    if element.name == "linearGradient":
        points = tuple(coordinate(*pair) for pair in (("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "0")))
    else:
        cx, cy, radius = (coordinate(name, "0.5") for name in ("cx", "cy", "r"))
        if radius <= 0:
            raise attributes.bad(element, "r", ValueError("the radius must be above zero"))
        fx, fy = coordinate("fx", cx), coordinate("fy", cy)
        if (fx - cx) ** 2 + (fy - cy) ** 2 >= radius**2:
            raise attributes.bad(element, "fx", ValueError("the focus must lie inside the circle"))
        points = (fx, fy, cx, cy, radius)
    kind: Literal["linear", "radial"] = "linear" if element.name == "linearGradient" else "radial"
    turned = attributes.value(element, "gradientTransform", transform, IDENTITY)
    spread: Spread = attributes.value(element, "spreadMethod", _spread, "pad")
    return Gradient(kind, points, _stops(attributes, element), of_box, turned, spread)


def _stops(attributes: Attributes, element: Element) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    least = 0.0
    for child in element.elements():
        least = max(least, attributes.value(child, "offset", _offset, 0.0))
        opacity = attributes.value(child, "stop-opacity", fraction, 1.0)
        stops.append(Stop(least, attributes.value(child, "stop-color", colour, BLACK), opacity))
    if not stops:
        raise attributes.source.error(element.at, "gradient", f"<{element.name}> has no <stop>", "give it at least two")
    return tuple(stops)


def _spread(text: str) -> Spread:
    if text not in {"pad", "reflect", "repeat"}:
        raise ValueError(f"{text!r} is none of pad, reflect, repeat")
    return cast(Spread, text)


def _share(text: str) -> float:
    return number(text.strip()[:-1]) / 100 if text.strip().endswith("%") else number(text)


def _offset(text: str) -> float:
    return min(1.0, max(0.0, _share(text)))


_WHOLE = frozenset({"mask", "mix-blend-mode", "isolation"})
_FRAMING = _WHOLE | {"transform", "opacity", "clip-path"}
_BLENDS = frozenset(get_args(Blend))


class Frames(Attributes):
    """Reads frames and paints of the elements of one SVG text; a gradient is read once."""

    def __init__(self, source: Source, ids: dict[str, Element]) -> None:
        super().__init__(source, ids)
        self._gradients: dict[str, Gradient] = {}
        self._masks: dict[str, Mask] = {}
        self._masking: list[str] = []

    def frame(self, element: Element) -> Frame | None:
        """Transform, opacity, clip and notes of an element, None where it has none of them."""
        attributes = element.attributes
        data = tuple([(name[5:], text) for name, text in attributes.items() if name[:5] == "data-"])
        if not data and not (_FRAMING & attributes.keys()):
            return None
        clip = None
        target = self.value(element, "clip-path", link_target, None)
        if target is not None:
            clip = self.clip(element, target)
        return Frame(
            self.value(element, "transform", transform, IDENTITY),
            self.value(element, "opacity", fraction, 1.0),
            clip,
            data,
            *(self._whole(element) if _WHOLE & attributes.keys() else ()),
        )

    def _whole(self, element: Element) -> tuple[Mask | None, Blend, bool]:
        target = self.value(element, "mask", link_target, None)
        mask = None if target is None else self.mask(element, target)
        blend: Blend = self.value(element, "mix-blend-mode", _blend, "normal")
        return mask, blend, self.value(element, "isolation", _isolates, False)

    @abstractmethod
    def content(self, element: Element, style: Style) -> tuple[Node, ...]:
        """The nodes of what ``element`` holds."""

    def mask(self, element: Element, name: str) -> Mask:
        """The mask ``name``, read once. Its content takes nothing over from the elements around it."""
        found = self._masks.get(name)
        if found is not None:
            return found
        target = self.target(element, name, ("mask",))
        if name in self._masking:
            raise self.source.error(element.at, "loop", f"#{name} masks itself", "take one of the masks out")
        if target.attributes.get("maskUnits") != "userSpaceOnUse":
            raise self.source.error(
                target.at,
                "missing-attribute",
                "a <mask> says its box in the units of what it covers",
                'write maskUnits="userSpaceOnUse" with x, y, width and height',
            )
        box = (
            self.number(target, "x"),
            self.number(target, "y"),
            self.size(target, "width"),
            self.size(target, "height"),
        )
        kind: MaskKind = self.value(target, "mask-type", _mask_type, "luminance")
        self._masking.append(name)
        nodes = self.content(target, INITIAL)
        self._masking.pop()
        found = self._masks[name] = Mask(kind, box, nodes, weight(nodes))
        return found

    def clip(self, element: Element, name: str) -> Clip:
        """The clip path ``name``: exactly one shape, since PDF joins several only by their direction."""
        target = self.target(element, name, ("clipPath",))
        shapes = target.elements()
        if len(shapes) != 1:
            raise self.source.error(
                target.at,
                "clip-path",
                f"<clipPath> holds {len(shapes)} shapes, not one",
                "join them in one <path>, or nest two groups that are clipped one after the other",
            )
        shape = shapes[0]
        for wrong in ("opacity", "stroke"):
            if wrong in shape.attributes:
                raise self.source.error(shape.at, "clip-path", f"{wrong} means nothing inside <clipPath>", "delete it")
        inner = self.value(shape, "clip-path", link_target, None)
        if inner is not None:
            raise self.source.error(
                shape.at,
                "clip-path",
                "a shape inside <clipPath> may not be clipped itself",
                "nest two groups that are clipped one after the other",
            )
        placed = multiply(
            self.value(target, "transform", transform, IDENTITY), self.value(shape, "transform", transform, IDENTITY)
        )
        return Clip(outline(self, shape), self.style(shape, INITIAL).clip_rule, placed)

    def paint(self, element: Element, value: PaintValue) -> Paint:
        """A colour or the gradient that is linked."""
        if not isinstance(value, Link):
            return value
        found = self._gradients.get(value.id)
        if found is None:
            target = self.target(element, value.id, ("linearGradient", "radialGradient"))
            found = self._gradients[value.id] = gradient(self, target)
        return found


def _blend(text: str) -> Blend:
    if text not in _BLENDS:
        raise ValueError(f"{text!r} is none of {', '.join(sorted(_BLENDS))}")
    return cast(Blend, text)


def _isolates(text: str) -> bool:
    if text not in {"auto", "isolate"}:
        raise ValueError(f"{text!r} is neither auto nor isolate")
    return text == "isolate"


def _mask_type(text: str) -> MaskKind:
    if text not in {"luminance", "alpha"}:
        raise ValueError(f"{text!r} is neither luminance nor alpha")
    return cast(MaskKind, text)
