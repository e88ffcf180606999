"""What elements are drawn with: transform, opacity, clip, and paint."""

from __future__ import annotations

from abc import abstractmethod
from typing import cast, get_args

from pnp.cardsvg.attributes import Attributes
from pnp.cardsvg.errors import Source
from pnp.cardsvg.nodes import Blend, Clip, Frame, Gradient, Mask, MaskKind, Node, Paint, weight
from pnp.cardsvg.outlines import outline
from pnp.cardsvg.reader import Element
from pnp.cardsvg.servers import gradient
from pnp.cardsvg.style import INITIAL, Link, PaintValue, Style, fraction, link_target
from pnp.cardsvg.values import IDENTITY, multiply, transform

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
