"""Flatten elements to what they draw: resolve styles and coordinates, lay out uses and viewports (SVG 1.1, 5 and 7)."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from functools import partial

from pnp.artsvg.covers import ClipReader
from pnp.artsvg.inks import InkReplacement
from pnp.artsvg.measures import FAR, Viewport, about, transform
from pnp.artsvg.outlines import OutlineReader
from pnp.artsvg.paints import GradientReader
from pnp.artsvg.pieces import ArtLayer, Bitmap, ClipPath, Node, box_outline, within
from pnp.artsvg.reader import (
    ADVICE,
    CONTAINERS,
    IDLE,
    LETTERS,
    MAX_ELEMENTS,
    OUTLINES,
    SHAPES,
    STORED,
    SvgElement,
    SvgProblems,
)
from pnp.artsvg.shapes import ShapeReader
from pnp.artsvg.styles import ComputedStyle, StyleResolver
from pnp.artsvg.walking import DrawingState
from pnp.cardsvg.images import project_images
from pnp.cardsvg.nodes import MaskKind
from pnp.cardsvg.paths import Box, bounds
from pnp.cardsvg.reader import nearest
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, multiply, numbers, viewport

# Pictures of pixels inside art: PNG and JPEG as data URIs, and nothing else.

_BLANKS = re.compile(r"\s+")
_DATA = re.compile(r"\s*data:image/(png|jpe?g)(?:;[^,;]*)*;base64,(.*)", re.DOTALL | re.IGNORECASE)


class ImageReader:
    """Reads the images of one file."""

    def __init__(self, outlines: OutlineReader) -> None:
        self._outlines = outlines
        self._problems = outlines.problems
        self._read = project_images(())

    def draw(self, element: SvgElement, place: DrawingState) -> list[Node]:
        """What an image element draws."""
        if place.style.get("visibility", "visible") != "visible":
            return []
        href = element.get("href") or ""
        match = _DATA.fullmatch(href)
        if match is None:
            shown = href[:30] + ("…" if len(href) > 30 else "")
            self._problems.add(
                element.at, "image", f"the image {shown!r} is no PNG or JPEG inside this file", ADVICE["image"], "href"
            )
            return []
        plain = f"data:image/{match[1].lower()};base64,{_BLANKS.sub('', match[2])}"
        try:
            width, height = self._size(plain)
        except ValueError as error:
            self._problems.add(element.at, "image", f"the image cannot be used: {error}", ADVICE["image"], "href")
            return []
        room = place.measured(place.style)
        given = [self._outlines.measure(element, name, room, -1.0) for name in ("width", "height")]
        if given[0] < 0:
            given[0] = width if given[1] < 0 else given[1] * width / height
        if given[1] < 0:
            given[1] = given[0] * height / width
        if not given[0] or not given[1]:
            return []
        x, y = (self._outlines.measure(element, name, room) for name in ("x", "y"))
        fit = (element.get("preserveAspectRatio") or "xMidYMid meet").strip()
        try:
            is_slice(fit)
        except ValueError as error:
            self._problems.add(element.at, "bad-value", str(error), None, "preserveAspectRatio")
        return [Bitmap(plain, (x, y, given[0], given[1]), fit, place.matrix)]

    def _size(self, href: str) -> tuple[int, int]:
        """Width and height in pixels, read from the picture's head alone."""
        from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - few files hold pictures

        data = self._read(href).data
        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
                return image.size
        except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
            raise ValueError(f"it is broken: {error}") from error


MAX_USES = 64
"""How deep uses, masks and patterns may hold each other."""
_LARGE, _SMALL, _USUAL = 1000.0, 10.0, 100.0
"""Art is enlarged or made smaller where its units leave too few digits: to so many of them at its longer side."""
_FINE = 1 / 300
"""A stroke thinner than this share of the art is a hairline: at 25 mm, a tenth of a millimetre."""
_EVEN = 0.01
"""How far width and height may differ from the proportions of the viewBox, as a share, and still be the same."""


class Flattener:
    """Flattens one file."""

    def __init__(
        self, root: SvgElement, ids: Mapping[str, SvgElement], problems: SvgProblems, palette: InkReplacement
    ) -> None:
        self.root = root
        self.ids = ids
        self.problems = problems
        self.styles = StyleResolver(root, problems)
        self.outlines = OutlineReader(problems)
        self._bitmaps = ImageReader(self.outlines)
        self._covers = ClipReader(self)
        self._shapes = ShapeReader(self, GradientReader(ids, self.styles, palette), palette)
        self._count = 0
        self.fine = 0.0
        self.masking: MaskKind | None = None

    def drawing(self) -> tuple[Box, tuple[Node, ...]]:
        """The box of the drawing and what it draws."""
        box, matrix, room = self._root()
        self.fine = max(box[2:]) * _FINE
        style = self.styles.style(self.root, ComputedStyle({}, {}))
        if style.get("display", "") == "none":
            return box, ()
        own = self.transformed(self.root, style, DrawingState(style, matrix, room))
        place = DrawingState(style, own, room)
        return box, tuple(self.covered(self.root, style, place, self.children(self.root, place)))

    def _root(self) -> tuple[Box, Matrix, Viewport]:
        root = self.root
        given = [self._absolute(name) for name in ("width", "height")]
        view = self.view_box(root)
        if view is None and None not in given and all(given):
            view = (0.0, 0.0, given[0] or 0.0, given[1] or 0.0)
        if view is None:
            self.problems.add(
                root.at, "missing-attribute", "<svg> says no size", 'write viewBox="0 0 width height" on it'
            )
            view = (0.0, 0.0, 1.0, 1.0)
        box, matrix = view, IDENTITY
        if all(given) and abs((given[0] or 0) * view[3] / ((given[1] or 1) * view[2]) - 1) > _EVEN:
            box = (0.0, 0.0, given[0] or 0.0, given[1] or 0.0)
            matrix = self.fitted(root, box, view)
        longest = max(box[2], box[3])
        scale = 1.0 if _SMALL <= longest <= _LARGE else _USUAL / longest
        matrix = multiply((scale, 0.0, 0.0, scale, -box[0] * scale, -box[1] * scale), matrix)
        box = (0.0, 0.0, box[2] * scale, box[3] * scale)
        return box, matrix, Viewport(view[2], view[3])

    def _absolute(self, name: str) -> float | None:
        text = self.root.get(name)
        if text is None or text.strip().endswith("%") or text.strip() in {"", "auto"}:
            return None
        return self.outlines.measure(self.root, name, Viewport(0, 0)) or None

    def view_box(self, element: SvgElement) -> Box | None:
        """The viewBox of an element, None where it has none."""
        text = element.get("viewBox")
        if text is None:
            return None
        try:
            x, y, width, height = numbers(text.replace("px", ""), FAR)
        except ValueError:
            self.problems.add(
                element.at,
                "bad-value",
                f"viewBox of <{element.name}>: {text[:60]!r} is not four numbers",
                None,
                "viewBox",
            )
            return None
        return (x, y, width, height) if width > 0 and height > 0 else None

    def fitted(self, element: SvgElement, box: Box, view: Box) -> Matrix:
        """The map that fits ``view`` into ``box``, as the element says."""
        fit = (element.get("preserveAspectRatio") or "xMidYMid").replace("defer", "").strip()
        try:
            return viewport(box, view, fit)
        except ValueError as error:
            self.problems.add(element.at, "bad-value", str(error), None, "preserveAspectRatio")
            return viewport(box, view, "xMidYMid")

    def children(self, element: SvgElement, place: DrawingState) -> list[Node]:
        """What the elements inside ``element`` draw."""
        nodes: list[Node] = []
        for child in element.children:
            nodes += self.node(child, place)
        return nodes

    def node(self, element: SvgElement, place: DrawingState) -> list[Node]:
        """What an element draws at ``place``."""
        name = element.name
        if name in STORED or name in IDLE:
            return []
        style = self.styles.style(element, place.style)
        if style.own and style.own.get("display") == "none":
            return []
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise self.problems.stop(
                element.at,
                "too-large",
                f"with its uses the art draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        matrix = self.transformed(element, style, place)
        inner = place.inside(style, matrix)
        if name in SHAPES:
            nodes = self._shapes.draw(element, inner)
        elif name in CONTAINERS:
            nodes = self._container(element, inner)
        elif name == "use":
            nodes = self._use(element, inner)
        elif name == "image":
            nodes = self._bitmaps.draw(element, inner)
        else:
            self._refuse(element, style)
            nodes = []
        return self.covered(element, style, inner, nodes) if style.own else nodes

    def _container(self, element: SvgElement, place: DrawingState) -> list[Node]:
        if element.name == "switch":
            chosen = next((child for child in element.children if _chosen(child)), None)
            return [] if chosen is None else self.node(chosen, place)
        if element.name == "svg":
            return self.window(element, place, element, place)
        return self.children(element, place)

    def _refuse(self, element: SvgElement, style: ComputedStyle) -> None:
        name = element.name
        if name in LETTERS:
            if any(one.text.strip() for one in element.walk()) and style.get("visibility", "visible") == "visible":
                self.problems.add(element.at, "text", "art holds no text: its font is not with it", OUTLINES)
        elif name in ADVICE:
            self.problems.add(element.at, "unknown-element", f"<{name}> is not drawn", ADVICE[name])

    def transformed(self, element: SvgElement, style: ComputedStyle, place: DrawingState) -> Matrix:
        """The coordinates inside an element that may have a transform."""
        if "transform" not in style.own:
            return place.matrix
        matrix = self.styles.value(element, style, "transform", transform, IDENTITY)
        origin = style.get("transform-origin", "")
        if origin and matrix != IDENTITY:
            matrix = about(self._origin(element, style, place), matrix)
        found = multiply(place.matrix, matrix)
        if not all(math.isfinite(value) and abs(value) < 1e12 for value in found):
            self.problems.add(element.at, "bad-value", "the transforms are out of range together", None, "transform")
            return place.matrix
        return found

    def _origin(self, element: SvgElement, style: ComputedStyle, place: DrawingState) -> list[float]:
        box: Box = (0.0, 0.0, place.room.width, place.room.height)
        if style.get("transform-box", "view-box") in {"fill-box", "content-box"}:
            drawn = self.outlines.outline(element, place.room) if element.name in SHAPES else ()
            if not drawn:
                self.problems.add(
                    element.at, "bad-value", "transform-box is read on shapes only", "write the transform out"
                )
            box = bounds(drawn) or box
        words = style.get("transform-origin", "").split()[:2]
        if words and words[0] in {"top", "bottom"}:
            words = [*words[1:], words[0]] if len(words) > 1 else ["center", words[0]]
        words += ["center"] * (2 - len(words))
        return [
            self.styles.value(
                element,
                ComputedStyle({}, {"transform-origin": word}),
                "transform-origin",
                partial(_place, box=box, axis=axis),
                0.0,
            )
            for axis, word in enumerate(words)
        ]

    def _use(self, element: SvgElement, place: DrawingState) -> list[Node]:
        href = (element.get("href") or "").strip()
        if not href:
            return []
        target = self.linked(element, href, "href")
        if target is None:
            return []
        if target.at in place.using or len(place.using) >= MAX_USES:
            self.problems.add(element.at, "loop", f"{href} uses itself, or uses too deep", "take one of the uses out")
            return []
        room = place.measured(place.style)
        x, y = (self.outlines.measure(element, name, room) for name in ("x", "y"))
        inner = DrawingState(
            place.style, multiply(place.matrix, (1.0, 0.0, 0.0, 1.0, x, y)), place.room, place.using | {target.at}
        )
        if target.name not in {"symbol", "svg"}:
            return self.node(target, inner)
        style = self.styles.style(target, place.style)
        if style.get("display", "") == "none":
            return []
        inside = inner.inside(style, self.transformed(target, style, inner))
        return self.covered(target, style, inside, self.window(target, inside, element, place))

    def linked(self, element: SvgElement, href: str, attribute: str) -> SvgElement | None:
        """The element that ``#id`` names, None where there is none; then that is noted."""
        if not href.startswith("#"):
            self.problems.add(
                element.at,
                "outside",
                f"{href[:60]!r} is not inside this file",
                "other files are not read: paste what it refers to into this one",
                attribute,
            )
            return None
        target = self.ids.get(href[1:])
        if target is None:
            hint = nearest(href[1:], self.ids) or "take the reference out, or put what it names back in"
            self.problems.add(element.at, "unknown-id", f"there is nothing with the id {href[1:]!r}", hint, attribute)
        return target

    def window(self, element: SvgElement, place: DrawingState, sized: SvgElement, around: DrawingState) -> list[Node]:
        """What a symbol or a nested svg draws, in the viewport that ``sized`` (itself, or its use) gives it."""
        room = around.room
        x, y = (0.0, 0.0)
        if element.name == "svg":
            x, y = (self.outlines.measure(element, name, room) for name in ("x", "y"))
        width, height = (
            self.outlines.measure(sized if sized.get(name) else element, name, room, whole)
            for name, whole in (("width", room.width), ("height", room.height))
        )
        if width <= 0 or height <= 0:
            return []
        box = (x, y, width, height)
        view = self.view_box(element)
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, x, y) if view is None else self.fitted(element, box, view)
        seen = Viewport(*(view or box)[2:], room.em)
        nodes = self.children(element, place.inside(place.style, multiply(place.matrix, inner), seen))
        if place.style.get("overflow", "hidden") in {"visible", "auto"} or within(nodes, place.matrix, box):
            return nodes
        return [ArtLayer(tuple(nodes), clips=(ClipPath(box_outline(box, place.matrix)),))]

    def covered(self, element: SvgElement, style: ComputedStyle, place: DrawingState, nodes: list[Node]) -> list[Node]:
        """``nodes`` with the opacity, the clips and the masks of their element."""
        return self._covers.cover(element, style, place, nodes) if style.own and nodes else nodes


def _place(text: str, box: Box, axis: int) -> float:
    start, size = box[axis], box[axis + 2]
    named = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text)
    if named is not None:
        return start + size * named
    match = re.fullmatch(r"([-+0-9.eE]+)(px|%)?", text)
    if match is None:
        raise ValueError(f"{text!r} is no place: write pixels, a percentage or center")
    value = float(match[1])
    return start + (size * value / 100 if match[2] == "%" else value)


def _chosen(element: SvgElement) -> bool:
    """Whether a renderer without extensions, of English, draws this child of a switch (SVG 1.1, 5.8)."""
    if element.name in IDLE or element.name in STORED or element.get("requiredExtensions") is not None:
        return False
    if element.name == "foreignObject":
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(one.strip().lower().split("-")[0] == "en" for one in languages.split(","))
