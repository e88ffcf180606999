"""One file of art, from its text to the nodes of a drawing: uses, viewports and pictures laid out (SVG 1.1, 5
and 7)."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from PIL import Image as Bitmap
from PIL import UnidentifiedImageError

from pnp.artsvg.covers import CoverReader
from pnp.artsvg.drawing import VIEW_BOX, DrawingState
from pnp.artsvg.inks import EVERY, CurrentColour, InkReplacement
from pnp.artsvg.layers import blends, clipped, depth, digest_of, every_node, layer, numbers_of, paints, within
from pnp.artsvg.reader import (
    ADVICE,
    CONTAINERS,
    IDLE,
    LETTERS,
    MAX_ELEMENTS,
    MAX_NUMBERS,
    OUTLINES,
    STORED,
    SvgProblems,
    read,
)
from pnp.artsvg.styles import ComputedStyle
from pnp.cardsvg.colours import BLACK, Rgb
from pnp.cardsvg.images import project_images
from pnp.cardsvg.nodes import Frame, Gradient, Image, Node, Paint, Picture, weight
from pnp.cardsvg.paths import SHAPES, Box, box_outline
from pnp.cardsvg.source import Element, SvgSource
from pnp.cardsvg.style import INITIAL, Style
from pnp.cardsvg.values import IDENTITY, LIMIT, Matrix, Viewport, is_slice, multiply, shift
from pnp.diagnostics import Diagnostic, Location, TemplateError

_BLANKS = re.compile(r"\s+")
_DATA = re.compile(r"\s*data:image/(png|jpe?g)(?:;[^,;]*)*;base64,(.*)", re.DOTALL | re.IGNORECASE)
MAX_USES = 64
"""The deepest nesting of uses, masks and patterns."""
_LARGE, _SMALL, _USUAL = 1000.0, 10.0, 100.0
"""The largest and the smallest longer side that leave enough digits, and the side to which other art is scaled."""
_FINE = 1 / 300
"""A stroke thinner than this share of the art is a hairline: at 25 mm, a tenth of a millimetre."""
_STEPS_PER_ELEMENT = 4
_EVEN = 0.01
"""The share by which width and height may differ from the proportions of the viewBox and still be the same."""


class Flattener(CoverReader):
    """Flattens one file."""

    _count = 0

    @cached_property
    def _texts(self) -> dict[int, bool]:
        """By the place of an element of text, True if it has any letters."""
        return {}

    @cached_property
    def _pictures(self) -> dict[int, tuple[Picture, tuple[int, int]] | ValueError]:
        """Pictures with their size in pixels, or what is wrong with them, by the place of their element."""
        return {}

    def drawing(self) -> tuple[Box, tuple[Node, ...]]:
        """Return the box of the drawing and what it draws."""
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
        earlier_problems = self.problems.count
        view = self.view_box(root)
        if view is None and None not in given and all(given):
            view = (0.0, 0.0, given[0] or 0.0, given[1] or 0.0)
        if view is None:
            if self.problems.count == earlier_problems:
                self.problems.add(root.at, "missing-attribute", "<svg> says no size", VIEW_BOX)
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
        return self.measure(self.root, name, Viewport(0, 0)) or None

    def node(self, element: Element, place: DrawingState) -> list[Node]:
        """Return the nodes that an element draws at ``place``."""
        name = element.name
        if name in STORED or name in IDLE:
            return []
        style = self.styles.style(element, place.style)
        if style.own and style.own.get("display") == "none":
            return []
        self._count += 1
        if self._count > MAX_ELEMENTS:
            message = f"with its uses the art draws more than {MAX_ELEMENTS} elements"
            raise self.problems.stop(element.at, "too-large", message, "simplify the art, or put it in as an image")
        self.problems.spend(element.at, _STEPS_PER_ELEMENT)
        matrix = self.transformed(element, style, place)
        inner = place.inside(style, matrix)
        if name in SHAPES:
            nodes = self.shape(element, inner)
        elif name in CONTAINERS:
            nodes = self._container(element, inner)
        elif name == "use":
            nodes = self._use(element, inner)
        elif name == "image":
            nodes = self._image(element, inner)
        else:
            self._refuse(element, style)
            nodes = []
        return self.covered(element, style, inner, nodes)

    def _container(self, element: Element, place: DrawingState) -> list[Node]:
        if element.name == "switch":
            self.spend(sum(1 + len(child.get("systemLanguage") or "") // 8 for child in element.elements()))
            chosen = next((child for child in element.elements() if _chosen(child)), None)
            return [] if chosen is None else self.node(chosen, place)
        if element.name == "svg":
            return self._window(element, place, element, place)
        return self.children(element, place)

    def _refuse(self, element: Element, style: ComputedStyle) -> None:
        name = element.name
        if name in LETTERS:
            if self._has_text(element) and style.get("visibility", "visible") == "visible":
                self.problems.add(element.at, "text", "art holds no text: its font is not with it", OUTLINES)
        elif name in ADVICE:
            self.problems.add(element.at, "unknown-element", f"<{name}> is not drawn", ADVICE[name])

    def _has_text(self, element: Element) -> bool:
        if element.at not in self._texts:
            self._texts[element.at] = any(held.text.strip() for held in element.walk())
        return self._texts[element.at]

    def _use(self, element: Element, place: DrawingState) -> list[Node]:
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
        x, y = (self.measure(element, name, room) for name in ("x", "y"))
        inner = DrawingState(place.style, multiply(place.matrix, shift(x, y)), place.room, place.using | {target.at})
        if target.name not in {"symbol", "svg"}:
            return self.node(target, inner)
        style = self.styles.style(target, place.style)
        if style.get("display", "") == "none":
            return []
        inside = inner.inside(style, self.transformed(target, style, inner))
        return self.covered(target, style, inside, self._window(target, inside, element, place))

    def _window(self, element: Element, place: DrawingState, sized: Element, around: DrawingState) -> list[Node]:
        """Return the nodes of a symbol or a nested svg, in the viewport that ``sized`` (itself, or its use) gives
        it."""
        room = around.room
        x, y = (0.0, 0.0)
        if element.name == "svg":
            x, y = (self.measure(element, name, room) for name in ("x", "y"))
        width, height = (
            self.measure(sized if sized.get(name) else element, name, room, whole)
            for name, whole in (("width", room.width), ("height", room.height))
        )
        if width <= 0 or height <= 0:
            return []
        box = (x, y, width, height)
        view = self.view_box(element)
        inner = shift(x, y) if view is None else self.fitted(element, box, view)
        seen = Viewport(*(view or box)[2:], room.em)
        nodes = self.children(element, place.inside(place.style, multiply(place.matrix, inner), seen))
        if place.style.get("overflow", "hidden") in {"visible", "auto"} or within(nodes, place.matrix, box, self.spend):
            return nodes
        return [clipped(nodes, box_outline(box, place.matrix))]

    def _image(self, element: Element, place: DrawingState) -> list[Node]:
        """Return the node of a picture: PNG or JPEG as a data URI, and nothing else."""
        if place.style.get("visibility", "visible") != "visible":
            return []
        if element.at not in self._pictures:
            self._pictures[element.at] = _picture(element.get("href") or "")
        drawn = self._pictures[element.at]
        if isinstance(drawn, ValueError):
            self.problems.add(element.at, "image", str(drawn), ADVICE["image"], "href")
            return []
        picture, (width, height) = drawn
        room = place.measured(place.style)
        wide, high = (self.measure(element, name, room, -1.0) for name in ("width", "height"))
        if wide < 0:
            wide = width if high < 0 else high * width / height
        if high < 0:
            high = wide * height / width
        if not wide or not high:
            return []
        x, y = (self.measure(element, name, room) for name in ("x", "y"))
        fit = (element.get("preserveAspectRatio") or "xMidYMid meet").strip()
        try:
            is_slice(fit)
        except ValueError as error:
            self.problems.add(element.at, "bad-value", str(error), None, "preserveAspectRatio")
        frame = None if place.matrix == IDENTITY else Frame(place.matrix)
        return [Image(0, frame, picture, (x, y, wide, high), fit)]


def _picture(href: str) -> tuple[Picture, tuple[int, int]] | ValueError:
    """Return the picture of a data URI with its size in pixels, or what is wrong with it."""
    match = _DATA.fullmatch(href)
    if match is None:
        shown = href[:30] + ("…" if len(href) > 30 else "")
        return ValueError(f"the image {shown!r} is no PNG or JPEG inside this file")
    try:
        picture = project_images(())(f"data:image/{match[1].lower()};base64,{_BLANKS.sub('', match[2])}")
        return picture, _pixels(picture)
    except ValueError as error:
        return ValueError(f"the image cannot be used: {error}")


def _pixels(picture: Picture) -> tuple[int, int]:
    """Width and height in pixels, read from the head of a picture alone."""
    try:
        with Bitmap.open(io.BytesIO(picture.data), formats=("PNG", "JPEG")) as image:
            return image.size
    except (UnidentifiedImageError, OSError, SyntaxError, Bitmap.DecompressionBombError) as error:
        raise ValueError(f"it is broken: {error}") from error


def _chosen(element: Element) -> bool:
    """Return whether a renderer of English without extensions draws this child of a switch (SVG 1.1, 5.8)."""
    if element.name in IDLE or element.name in STORED or element.get("requiredExtensions") is not None:
        return False
    if element.name == "foreignObject":
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(language.strip().lower().split("-")[0] == "en" for language in languages.split(","))


MAX_BYTES = 2_000_000
"""The largest file there may be."""
MAX_DEPTH = 24
"""The deepest nesting of clips, masks and faded groups."""


class AdaptedArt:
    """Art brought into the profile. ``view`` is its extent in its own units, ``inks`` the colours of the file by name;
    ``follows`` says that some of it is painted in the colour of the surroundings."""

    def __init__(self, text: str, name: str, instead: Mapping[str, str]) -> None:
        source = SvgSource(name, text.encode("utf-8", "surrogatepass"))
        self._problems = SvgProblems(source)
        size = len(source.data)
        if size > MAX_BYTES:
            message = f"the file takes {size:,} bytes of at most {MAX_BYTES:,}"
            raise self._problems.stop(0, "too-large", message, "simplify the art")
        self._instead = dict(instead)
        palette = InkReplacement(self._instead)
        self._root, self._ids = read(self._problems)
        self._key = hashlib.sha256(source.data + repr(sorted(instead.items())).encode()).hexdigest()
        self.view, self._nodes = self._draw(palette)
        self.inks = tuple(sorted(palette.seen))
        self.follows = any(isinstance(paint, CurrentColour) for paint in self._paints())
        self._coloured = palette.coloured
        self._check(palette)
        self.work = self._problems.work
        self.digest = hashlib.sha256(f"{self.view} {digest_of(self._nodes)}".encode()).hexdigest()

    def inherited(self, style: Style) -> Style:
        """Return the colour around its use, if any of it is painted in that."""
        return _in_colour(style.color) if self._coloured else INITIAL

    def nodes(self, style: Style, gradients: Mapping[str, Gradient]) -> tuple[Node, ...]:
        """Return the nodes that it draws in the colour of ``style``."""
        del gradients  # it has all of its own
        if style.color == BLACK:
            return self._nodes
        return self._draw(InkReplacement(self._instead, style.color))[1]

    def _draw(self, palette: InkReplacement) -> tuple[Box, tuple[Node, ...]]:
        self._problems.work = 0
        try:
            key = f"{self._key} {tuple(palette.current)}"
            view, nodes = Flattener(self._root, self._ids, self._problems, palette, key).drawing()
        except RecursionError:
            raise self._stop("the elements, rules or references of the art nest too deep") from None
        # Art mixes with itself alone, as a picture in a page does.
        return view, (layer(nodes, isolated=True),) if blends(nodes, self._spend) else nodes

    def _paints(self) -> Iterator[Paint]:
        return (paint for node in every_node(self._nodes) for paint in paints(node))

    def _spend(self, steps: int) -> None:
        self._problems.spend(self._root.at, steps)

    def _check(self, palette: InkReplacement) -> None:
        """Raise TemplateError with all that cannot be drawn."""
        problems, at = self._problems, self._root.at
        problems.raise_noted()
        for unused in palette.unused():
            known = ", ".join(self.inks) or "none"
            problems.add(at, "unknown-ink", f"the art has no ink {unused}", f"its inks are: {known}")
        if EVERY in self._instead and any(isinstance(node, Image) for node in every_node(self._nodes)):
            message = "an embedded picture cannot be recoloured"
            problems.add(at, "image", message, "leave color out, or name single inks")
        problems.raise_noted()
        if weight(self._nodes) > MAX_ELEMENTS:
            raise self._stop(f"with its tiles and masks the art draws more than {MAX_ELEMENTS} elements")
        if depth(self._nodes) > MAX_DEPTH:
            raise self._stop(f"clips, masks and faded groups nest more than {MAX_DEPTH} deep")
        count = sum(1 for node in every_node(self._nodes, masks=True) for _ in numbers_of(node))
        if count > MAX_NUMBERS:
            raise problems.drawn_out(at, count)
        numbers = (number for node in every_node(self._nodes, masks=True) for number in numbers_of(node))
        wrong = next((_out_of_range(*number) for number in numbers if not abs(number[1]) <= LIMIT), None)
        if wrong is not None:
            message, place = f"the art cannot be drawn: {wrong}", Location(problems.source.name)
            raise TemplateError(Diagnostic("unknown-element", message, place, "simplify it, or export it as PNG"))

    def _stop(self, message: str) -> TemplateError:
        return self._problems.stop(self._root.at, "too-large", message, "simplify the art")


def adapted(text: str, name: str, instead: Mapping[str, str] | None = None) -> AdaptedArt:
    """Return the art of an SVG text, called ``name`` in messages.

    ``instead`` has colours (or ``none``) by the inks that they replace: ``#rrggbb``, names of CSS, ``currentColor``, or
    EVERY for all that are not named. Raises TemplateError with all that cannot be drawn, each with its place and what
    to do; ValueError for a wrong colour in ``instead``.
    """
    return AdaptedArt(text, name, instead or {})


@lru_cache(maxsize=512)
def _in_colour(colour: Rgb) -> Style:
    return Style(color=colour)


def _out_of_range(name: str, number: float) -> str:
    if name == "d of <path>":
        return f"{name}: the path leaves the range from -{LIMIT:g} to {LIMIT:g}"
    return f"{name}: {number:g} is out of range: numbers lie between -{LIMIT:g} and {LIMIT:g}"
