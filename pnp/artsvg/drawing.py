"""Elements of art in place: the styles, coordinates and references that all drawing rests on (SVG 1.1, 5 to 7)."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from pnp.artsvg.inks import InkReplacement
from pnp.artsvg.reader import MAX_NUMBERS, SvgProblems
from pnp.artsvg.styles import ComputedStyle, StyleResolver
from pnp.cardsvg.nodes import MaskKind, Node
from pnp.cardsvg.paths import SHAPES, Box, Segments, bounds, shape
from pnp.cardsvg.source import Element
from pnp.cardsvg.values import (
    FAR,
    IDENTITY,
    Matrix,
    Viewport,
    about,
    css_transform,
    length,
    multiply,
    numbers,
    viewport,
)
from pnp.records import dataclass

_AXIS = {
    "x": "x", "width": "x", "cx": "x", "rx": "x", "x1": "x", "x2": "x",
    "y": "y", "height": "y", "cy": "y", "ry": "y", "y1": "y", "y2": "y",
}  # fmt: skip
_LINK = re.compile(r"url\(\s*+(?:\"([^\"]*)\"|'([^']*)'|([^'\")\s]*))\s*\)\s*(.*)", re.DOTALL)
VIEW_BOX = 'write viewBox="0 0 width height" on it'
"""Hint for a drawing without a size."""
_CHAIN = 32
"""The most paint servers that refer to each other."""
_FARTHEST = 1e12
"""The largest number of a map that transforms make together."""

Given: TypeAlias = dict[str, tuple[str, Element]]
"""Attributes of a paint server, each with the element that has it."""


def link(text: str) -> tuple[str, str] | None:
    """Return the reference that ``url(…)`` makes, with what holds where it leads nowhere; None for any other text."""
    match = _LINK.fullmatch(text)
    return None if match is None else (match[1] or match[2] or match[3] or "", match[4].strip())


@dataclass(frozen=True, slots=True)
class DrawingState:
    """The place of an element: what it takes over, and the coordinates at hand.

    ``matrix`` takes the coordinates at hand to those of the outermost viewport; ``using`` are the elements that are
    being used, masked or clipped with, by where they stand.
    """

    style: ComputedStyle
    matrix: Matrix
    room: Viewport
    using: frozenset[int] = frozenset()

    def inside(self, style: ComputedStyle, matrix: Matrix, room: Viewport | None = None) -> DrawingState:
        """Return the place of what an element holds."""
        return replace(self, style=style, matrix=matrix, room=room or self.room)

    def used(
        self, element: Element, style: ComputedStyle, matrix: Matrix, room: Viewport | None = None
    ) -> DrawingState:
        """Return the place of what an element holds that is used here, and takes ``style`` over from where it
        stands."""
        plain = ComputedStyle(style.taken, {}, style.em)
        return DrawingState(plain, matrix, room or self.room, self.using | {element.at})

    def measured(self, style: ComputedStyle) -> Viewport:
        """Return the viewport that measures lengths of an element with ``style``."""
        return self.room if style.em == self.room.em else replace(self.room, em=style.em)


class ArtReader(ABC):
    """Reads the elements of one file of art; what is wrong is noted."""

    def __init__(
        self, root: Element, ids: Mapping[str, Element], problems: SvgProblems, palette: InkReplacement, key: str
    ) -> None:
        """``key`` tells what is drawn from all else, with the file and its colours."""
        self.root = root
        self.ids = ids
        self.problems = problems
        self.palette = palette
        self.styles = StyleResolver(root, problems)
        self.fine = 0.0
        """Strokes thinner than this, in units of the drawing, are drawn as shapes."""
        self.masking: MaskKind | None = None
        """The kind of the mask that is being drawn."""
        self._key = key
        self._keys = self._numbers = 0
        self._given: dict[int, tuple[Given, Element | None]] = {}

    @abstractmethod
    def node(self, element: Element, place: DrawingState) -> list[Node]:
        """Return the nodes that an element draws at ``place``."""

    def spend(self, steps: int) -> None:
        """Count steps of work. Raises TemplateError if the file takes too many."""
        self.problems.spend(self.root.at, steps)

    def children(self, element: Element, place: DrawingState) -> list[Node]:
        """Return the nodes that the elements inside ``element`` draw."""
        self.spend(len(element.children))
        return [node for child in element.elements() for node in self.node(child, place)]

    def next_key(self) -> str:
        """Return the key of another symbol of this drawing."""
        self._keys += 1
        return f"{self._key} {self._keys}"

    def measure(self, element: Element, name: str, room: Viewport, default: float = 0.0) -> float:
        """Return a length of an element in user units."""
        text = element.get(name)
        read = partial(length, room=room, axis=_AXIS.get(name, ""))
        return self.problems.value(element, name, None if text == "auto" else text, read, default)

    def outline(self, element: Element, room: Viewport) -> Segments:
        """Return the outline of a shape element; empty where it draws nothing."""

        def data(name: str, read: Callable[[str], Segments]) -> Segments:
            text = (element.get(name) or "").strip()
            return () if text in {"", "none"} else self.problems.value(element, name, text, read, ())

        drawn = shape(element.name, lambda name, default: self.measure(element, name, room, default), data, FAR)
        self._numbers += sum(len(args) for _, args in drawn)
        if self._numbers > 4 * MAX_NUMBERS:
            # An outline that is used again and again would fill the memory.
            raise self.problems.drawn_out(self.root.at, self._numbers)
        return drawn

    def linked(self, element: Element, href: str, attribute: str) -> Element | None:
        """Return the element that ``#id`` names, None if there is none, which is noted."""
        if not href.startswith("#"):
            hint = "other files are not read: paste what it refers to into this one"
            self.problems.add(element.at, "outside", f"{href[:60]!r} is not inside this file", hint, attribute)
            return None
        target = self.ids.get(href[1:])
        if target is None:
            hint = self.problems.nearest(href[1:], self.ids) or "take the reference out, or put what it names back in"
            self.problems.add(element.at, "unknown-id", f"there is nothing with the id {href[1:]!r}", hint, attribute)
        return target

    def given(
        self, element: Element, kinds: frozenset[str], holds: Callable[[Element], bool]
    ) -> tuple[Given, Element | None]:
        """Return the attributes of a paint server and of those that it refers to, of the same kinds, and which of
        them has the children that count. A paint server is read once."""
        known = self._given.get(element.at)
        if known is None:
            known = self._given[element.at] = self._gathered(element, kinds, holds)
        return known

    def _gathered(
        self, element: Element, kinds: frozenset[str], holds: Callable[[Element], bool]
    ) -> tuple[Given, Element | None]:
        given: Given = {}
        holder: Element | None = None
        following: Element | None = element
        for _ in range(_CHAIN):
            if following is None or following.name not in kinds:
                break
            self.spend(len(following.attributes) + len(following.children))
            for name, written in following.attributes.items():
                given.setdefault(name, (written, following))
            turned = self.styles.style(following, ComputedStyle({}, {})).own.get("transform")
            if turned is not None:
                given.setdefault("gradientTransform", (turned, following))
            if holder is None and any(map(holds, following.elements())):
                holder = following
            href = following.get("href") or ""
            following = self.ids.get(href[1:]) if href.startswith("#") else None
        return given, holder

    def view_box(self, element: Element) -> Box | None:
        """Return the viewBox of an element, None if it has none."""
        text = element.get("viewBox")
        if text is None:
            return None
        try:
            x, y, width, height = numbers(text.replace("px", ""), FAR)
        except ValueError:
            message = f"viewBox of <{element.name}>: {text[:60]!r} is not four numbers"
            self.problems.add(element.at, "bad-value", message, VIEW_BOX, "viewBox")
            return None
        return (x, y, width, height) if width > 0 and height > 0 else None

    def fitted(self, element: Element, box: Box, view: Box) -> Matrix:
        """Return the map that fits ``view`` into ``box``, as the element says."""
        fit = (element.get("preserveAspectRatio") or "xMidYMid").replace("defer", "").strip()
        try:
            return viewport(box, view, fit)
        except ValueError as error:
            self.problems.add(element.at, "bad-value", str(error), None, "preserveAspectRatio")
            return viewport(box, view, "xMidYMid")

    def transformed(self, element: Element, style: ComputedStyle, place: DrawingState) -> Matrix:
        """Return the coordinates inside an element that may have a transform."""
        if "transform" not in style.own:
            return place.matrix
        matrix = self.styles.value(element, style, "transform", css_transform, IDENTITY)
        if style.get("transform-origin", "") and matrix != IDENTITY:
            matrix = about(*self._origin(element, style, place), matrix)
        whole = multiply(place.matrix, matrix)
        if not all(math.isfinite(number) and abs(number) < _FARTHEST for number in whole):
            self.problems.add(element.at, "bad-value", "the transforms are out of range together", None, "transform")
            return place.matrix
        return whole

    def _origin(self, element: Element, style: ComputedStyle, place: DrawingState) -> tuple[float, float]:
        box: Box = (0.0, 0.0, place.room.width, place.room.height)
        if style.get("transform-box", "view-box") in {"fill-box", "content-box"}:
            drawn = self.outline(element, place.room) if element.name in SHAPES else ()
            if not drawn:
                self.problems.add(
                    element.at, "bad-value", "transform-box is read on shapes only", "write the transform out"
                )
            box = bounds(drawn) or box
        words = style.get("transform-origin", "").split()[:2]
        if words and words[0] in {"top", "bottom"}:
            words = [*words[1:], words[0]] if len(words) > 1 else ["center", words[0]]
        words += ["center"] * (2 - len(words))
        x, y = (
            self.problems.value(element, "transform-origin", word, partial(_place, box=box, axis=axis), 0.0)
            for axis, word in enumerate(words)
        )
        return x, y


def _place(text: str, box: Box, axis: int) -> float:
    start, size = box[axis], box[axis + 2]
    named = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text)
    if named is not None:
        return start + size * named
    match = re.fullmatch(r"([-+0-9.eE]+)(px|%)?", text)
    if match is None:
        raise ValueError(f"{text!r} is no place: write pixels, a percentage or center")
    number = float(match[1])
    return start + (size * number / 100 if match[2] == "%" else number)
