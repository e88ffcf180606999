"""What elements are drawn with: transform, opacity, clip, and paint."""

from __future__ import annotations

from pnp.cardsvg.attributes import Attributes
from pnp.cardsvg.errors import Source
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Paint
from pnp.cardsvg.outlines import outline
from pnp.cardsvg.reader import Element
from pnp.cardsvg.servers import gradient
from pnp.cardsvg.style import INITIAL, Link, PaintValue, fraction, link_target
from pnp.cardsvg.values import IDENTITY, multiply, transform


class Frames(Attributes):
    """Reads frames and paints of the elements of one SVG text; a gradient is read once."""

    def __init__(self, source: Source, ids: dict[str, Element]) -> None:
        super().__init__(source, ids)
        self._gradients: dict[str, Gradient] = {}

    def frame(self, element: Element) -> Frame | None:
        """Transform, opacity, clip and notes of an element, None where it has none of them."""
        attributes = element.attributes
        data = tuple([(name[5:], text) for name, text in attributes.items() if name[:5] == "data-"])
        if not data and not ("transform" in attributes or "opacity" in attributes or "clip-path" in attributes):
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
        )

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
