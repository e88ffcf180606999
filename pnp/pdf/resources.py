"""Resource dictionary of a document: fonts, forms, images, shadings and opacities. Placeholders of painted faces get
their names and codes here, in the order in which they first appear."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Stop
from pnp.fonts import FontFace
from pnp.pdf.embedding import CutDown, EmbeddedFont
from pnp.pdf.objects.document import PdfDocument, PdfSource, number, numbers
from pnp.pdf.objects.palette import LUMINANCE, SCREEN, Palette
from pnp.pdf.painting.signs import (
    SIGNS,
    FontResource,
    FormXObject,
    GlyphCode,
    GraphicsState,
    ImageResource,
    MaskState,
    Need,
    ResourcePlaceholders,
    ShadingResource,
)
from pnp.records import dataclass

# Gradients as PDF shadings.


def shading(gradient: Gradient, palette: Palette = SCREEN) -> str:
    """The shading dictionary of a gradient, in the gradient's own coordinates, as PDF source (PDF 32000-1, 8.7.4.5)."""
    if gradient.kind == "linear":
        kind, coordinates = 2, gradient.points
    else:
        fx, fy, cx, cy, radius = gradient.points
        kind, coordinates = 3, (fx, fy, 0.0, cx, cy, radius)
    if palette is SCREEN and all(_is_grey(stop.colour) for stop in gradient.stops):
        palette = LUMINANCE
    return (
        f"<</ShadingType {kind}/ColorSpace/{palette.space}/Coords[{numbers(*coordinates)}]/Extend[true true]"
        f"/Function {_function(palette.stops(gradient.stops), palette)}>>"
    )


def _is_grey(colour: Rgb) -> bool:
    return colour[0] == colour[1] == colour[2]


def _function(stops: tuple[Stop, ...], palette: Palette) -> str:
    first, last = stops[0], stops[-1]
    padded = [Stop(0.0, first.colour), *stops, Stop(1.0, last.colour)]
    # A step has no length: the colour changes where one stretch ends and the next begins.
    pairs = [(a, b) for a, b in pairwise(padded) if b.offset > a.offset]
    parts = [_stretch(palette.values(a.colour), palette.values(b.colour)) for a, b in pairs]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(b.offset) for _, b in pairs[:-1])
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(parts)}]/Bounds[{bounds}]/Encode[{'0 1 ' * len(parts)}]>>"


def _stretch(start: tuple[float, ...], end: tuple[float, ...]) -> str:
    return f"<</FunctionType 2/Domain[0 1]/C0[{numbers(*start)}]/C1[{numbers(*end)}]/N 1>>"


_MOST_RUNS = 2_000
"""Most texts of a large deck are on one card alone."""


@dataclass(frozen=True, slots=True)
class NamedResources:
    """What some operators name of the shared resources, as PDF source by name, and whether they name fonts."""

    objects: dict[str, str]
    states: dict[str, str]
    shadings: dict[str, str]
    fonts: bool


class SharedResources:
    """Names by content: what is the same is kept once in the document. ``signs`` are those of the operators."""

    def __init__(self, document: PdfDocument, signs: ResourcePlaceholders) -> None:
        self.document = document
        self.dictionary = PdfSource("")
        self.reference = document.add(self.dictionary)
        self._signs = signs
        self._fonts: dict[FontFace, EmbeddedFont] = {}
        self._names: dict[str, str] = {}
        """What stands for each sign: its name, or its code."""
        self._runs: dict[str, str] = {}
        """The same for signs in a row."""
        self._objects: dict[str, str] = {}
        """References of forms and images by name."""
        self._states: dict[str, str] = {}
        """Names of graphics states by source."""
        self._sources: dict[str, str] = {}
        """The same the other way round."""
        self._shadings: dict[str, ShadingResource] = {}
        self._written: dict[str, str] = {}
        """References of shadings by name."""
        self._masks: dict[FormXObject, str] = {}
        self._counts: dict[str, int] = {}

    def resolved(self, operators: str) -> str:
        """Operators with names and codes in place of signs."""
        return SIGNS.sub(self._run, operators)

    def _run(self, match: re.Match[str]) -> str:
        run = match[0]
        found = self._runs.get(run)
        if found is None:
            if len(self._runs) >= _MOST_RUNS:
                self._runs.clear()
            found = self._runs[run] = "".join([self._name(sign) for sign in run])
        return found

    def _name(self, sign: str) -> str:
        found = self._names.get(sign)
        if found is None:
            found = self._names[sign] = self._given(self._signs.need(sign))
        return found

    def _given(self, need: Need) -> str:
        """The name or the code that a need gets in this document."""
        if isinstance(need, GlyphCode):
            return self._font(need.face).code(need)
        if isinstance(need, FontResource):
            font = self._font(need.face)
            return font.vertical_name if need.vertical else font.name
        if isinstance(need, GraphicsState | MaskState):
            return self._state(need.source if isinstance(need, GraphicsState) else self._masking(need))
        if isinstance(need, ShadingResource):
            name = self._next("S")
            self._shadings[name] = need
            return name
        if isinstance(need, FormXObject):
            return self._object("X", self.add_form(need.operators, need.box, need.group))
        return self._object("I", self._signs.pixels[need].add(self.document))

    def _masking(self, need: MaskState) -> str:
        form = need.form
        if form not in self._masks:
            self._masks[form] = self.add_form(form.operators, form.box, form.group)
        return f"<</SMask<</S/{'Luminosity' if need.kind == 'luminance' else 'Alpha'}/G {self._masks[form]}>>>>"

    def _next(self, letter: str) -> str:
        self._counts[letter] = self._counts.get(letter, 0) + 1
        return f"{letter}{self._counts[letter]}"

    def _object(self, letter: str, reference: str) -> str:
        name = self._next(letter)
        self._objects[name] = reference
        return name

    def _state(self, source: str) -> str:
        if source not in self._states:
            name = self._states[source] = self._next("A")
            self._sources[name] = source
        return self._states[source]

    def _font(self, face: FontFace) -> EmbeddedFont:
        """The font of the document for ``face``."""
        found = self._fonts.get(face)
        if found is None:
            index = len(self._fonts) + 1
            found = self._fonts[face] = EmbeddedFont(face, f"F{index}", f"V{index}")
        return found

    def add_form(
        self, operators: str, box: tuple[float, float, float, float], group: str = "", key: int | None = None
    ) -> str:
        """A new form with ``box`` (left, lower, right, upper in its own units) that runs ``operators``, which may have
        signs; returns its reference. ``group`` is what is said of it as a group, ``key`` that of its marked content
        among the parents of the structure."""
        edges = " ".join(number(edge) for edge in box)
        parents = "" if key is None else f"/StructParents {key}"
        head = f"/Type/XObject/Subtype/Form/BBox[{edges}]{group}{parents}/Resources {self.reference}"
        return self.document.add_stream(head, self.resolved(operators).encode("latin-1"))

    def named(self, signs: Iterable[str]) -> NamedResources:
        """What of all this ``signs`` name."""
        objects: dict[str, str] = {}
        states: dict[str, str] = {}
        shadings: dict[str, str] = {}
        fonts = False
        for sign in signs:
            need = self._signs.need(sign)
            if isinstance(need, GlyphCode | FontResource):
                fonts = True
                continue
            name = self._name(sign)
            if isinstance(need, FormXObject | ImageResource):
                objects[name] = self._objects[name]
            elif isinstance(need, ShadingResource):
                shadings[name] = self._shading(name)
            else:
                states[name] = self._sources[name]
        return NamedResources(objects, states, shadings, fonts)

    def _shading(self, name: str) -> str:
        """The reference of a shading, which is written once."""
        if name not in self._written:
            need = self._shadings[name]
            self._written[name] = self.document.add(PdfSource(shading(need.gradient, need.palette)))
        return self._written[name]

    def finish(self, cut_down: CutDown) -> dict[str, str]:
        """Write fonts and the shared dictionary, after everything is painted; returns the fonts by name. ``cut_down``
        remembers font programs that were made before."""
        fonts: dict[str, str] = {}
        for font in self._fonts.values():
            fonts.update(font.write(self.document, cut_down))
        shadings = {name: self._shading(name) for name in self._shadings}
        groups = {"Font": fonts, "XObject": self._objects, "ExtGState": self._sources, "Shading": shadings}
        self.dictionary.source = entries({kind: entries(held) for kind, held in groups.items() if held})
        return fonts


def entries(items: dict[str, str]) -> str:
    """A dictionary as PDF source."""
    return "<<" + "".join(f"/{name} {value}" for name, value in items.items()) + ">>"
