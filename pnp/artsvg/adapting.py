"""One file of art, from its text to the nodes of a drawing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pnp.artsvg.flatten import Flattener
from pnp.artsvg.inks import EVERY, CurrentColour, InkReplacement
from pnp.artsvg.layers import blends, depth, digest_of, every_node, layer, numbers_of, paints
from pnp.artsvg.reader import MAX_ELEMENTS, MAX_NUMBERS, SvgProblems, read
from pnp.cardsvg.colours import BLACK, Rgb
from pnp.cardsvg.nodes import Gradient, Image, Node, Paint, weight
from pnp.cardsvg.paths import Box
from pnp.cardsvg.source import SvgSource
from pnp.cardsvg.style import INITIAL, Style
from pnp.cardsvg.values import LIMIT
from pnp.diagnostics import Diagnostic, Location, TemplateError

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
