"""Resource dictionary of a document: fonts, forms, images, shadings and opacities.

Signs of painted faces get their names and codes here, in the order in which they first appear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Stop
from pnp.fonts import FontFace
from pnp.pdf.embedding import EmbeddedFont, SubsetCache
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
    Resource,
    ResourcePlaceholders,
    ShadingResource,
)
from pnp.records import dataclass

# Gradients as PDF shadings


def shading(gradient: Gradient, palette: Palette = SCREEN) -> str:
    """Return the shading dictionary of a gradient, in its own coordinates (PDF 32000-1, 8.7.4.5)."""
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
    # A step has no length: the colour changes where one interval ends and the next begins.
    pairs = [(a, b) for a, b in pairwise(padded) if b.offset > a.offset]
    parts = [_interpolation(palette.values(a.colour), palette.values(b.colour)) for a, b in pairs]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(b.offset) for _, b in pairs[:-1])
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(parts)}]/Bounds[{bounds}]/Encode[{'0 1 ' * len(parts)}]>>"


def _interpolation(start: tuple[float, ...], end: tuple[float, ...]) -> str:
    return f"<</FunctionType 2/Domain[0 1]/C0[{numbers(*start)}]/C1[{numbers(*end)}]/N 1>>"


_MAX_RUNS = 2_000
"""Limit of remembered runs: most texts of a large deck are on a single card."""


@dataclass(frozen=True, slots=True)
class NamedResources:
    """Shared resources that operators name, as PDF source by name. ``fonts`` says that they name fonts."""

    objects: dict[str, str]
    states: dict[str, str]
    shadings: dict[str, str]
    fonts: bool


class SharedResources:
    """Resources of a document, named by content: equal ones are kept once. ``signs`` are those of the operators."""

    def __init__(self, document: PdfDocument, signs: ResourcePlaceholders) -> None:
        self.document = document
        self.dictionary = PdfSource("")
        self.reference = document.add(self.dictionary)
        self._signs = signs
        self._fonts: dict[FontFace, EmbeddedFont] = {}
        self._names: dict[str, str] = {}
        """Name or code of each sign."""
        self._runs: dict[str, str] = {}
        """Names or codes of runs of signs."""
        self._objects: dict[str, str] = {}
        """References of forms and images by name."""
        self._states: dict[str, str] = {}
        """Names of graphics states by source."""
        self._state_sources: dict[str, str] = {}
        """Sources of graphics states by name."""
        self._shadings: dict[str, ShadingResource] = {}
        self._shading_references: dict[str, str] = {}
        """References of shadings by name."""
        self._masks: dict[FormXObject, str] = {}
        self._counts: dict[str, int] = {}

    def resolve_signs(self, operators: str) -> str:
        """Return operators with names and codes in place of signs."""
        return SIGNS.sub(self._resolve_run, operators)

    def _resolve_run(self, match: re.Match[str]) -> str:
        run = match[0]
        text = self._runs.get(run)
        if text is None:
            if len(self._runs) >= _MAX_RUNS:
                self._runs.clear()
            text = self._runs[run] = "".join([self._name_of(sign) for sign in run])
        return text

    def _name_of(self, sign: str) -> str:
        name = self._names.get(sign)
        if name is None:
            name = self._names[sign] = self._resolve(self._signs.resource(sign))
        return name

    def _resolve(self, resource: Resource) -> str:
        """Return the name or the code that a resource gets in this document."""
        if isinstance(resource, GlyphCode):
            return self._font(resource.face).code(resource)
        if isinstance(resource, FontResource):
            font = self._font(resource.face)
            return font.vertical_name if resource.vertical else font.name
        if isinstance(resource, GraphicsState | MaskState):
            return self._state_name(
                resource.source if isinstance(resource, GraphicsState) else self._mask_source(resource)
            )
        if isinstance(resource, ShadingResource):
            name = self._next_name("S")
            self._shadings[name] = resource
            return name
        if isinstance(resource, FormXObject):
            return self._add_object("X", self.add_form(resource.operators, resource.box, resource.group))
        return self._add_object("I", self._signs.pixels[resource].add(self.document))

    def _mask_source(self, resource: MaskState) -> str:
        form = resource.form
        if form not in self._masks:
            self._masks[form] = self.add_form(form.operators, form.box, form.group)
        return f"<</SMask<</S/{'Luminosity' if resource.kind == 'luminance' else 'Alpha'}/G {self._masks[form]}>>>>"

    def _next_name(self, letter: str) -> str:
        self._counts[letter] = self._counts.get(letter, 0) + 1
        return f"{letter}{self._counts[letter]}"

    def _add_object(self, letter: str, reference: str) -> str:
        name = self._next_name(letter)
        self._objects[name] = reference
        return name

    def _state_name(self, source: str) -> str:
        if source not in self._states:
            name = self._states[source] = self._next_name("A")
            self._state_sources[name] = source
        return self._states[source]

    def _font(self, face: FontFace) -> EmbeddedFont:
        """Return the font of the document for ``face``."""
        font = self._fonts.get(face)
        if font is None:
            index = len(self._fonts) + 1
            font = self._fonts[face] = EmbeddedFont(face, f"F{index}", f"V{index}")
        return font

    def add_form(
        self, operators: str, box: tuple[float, float, float, float], group: str = "", key: int | None = None
    ) -> str:
        """Add a form that runs ``operators``, which may have signs, and return its reference.

        ``box`` is left, lower, right, upper in its own units. ``group`` is its entry as a transparency group. ``key``
        is that of its marked content among the parents of the structure.
        """
        edges = " ".join(number(edge) for edge in box)
        parents = "" if key is None else f"/StructParents {key}"
        head = f"/Type/XObject/Subtype/Form/BBox[{edges}]{group}{parents}/Resources {self.reference}"
        return self.document.add_stream(head, self.resolve_signs(operators).encode("latin-1"))

    def resources_of(self, signs: Iterable[str]) -> NamedResources:
        """Return the shared resources that ``signs`` name."""
        objects: dict[str, str] = {}
        states: dict[str, str] = {}
        shadings: dict[str, str] = {}
        fonts = False
        for sign in signs:
            resource = self._signs.resource(sign)
            if isinstance(resource, GlyphCode | FontResource):
                fonts = True
                continue
            name = self._name_of(sign)
            if isinstance(resource, FormXObject | ImageResource):
                objects[name] = self._objects[name]
            elif isinstance(resource, ShadingResource):
                shadings[name] = self._shading(name)
            else:
                states[name] = self._state_sources[name]
        return NamedResources(objects, states, shadings, fonts)

    def _shading(self, name: str) -> str:
        """Return the reference of a shading, which is written once."""
        if name not in self._shading_references:
            resource = self._shadings[name]
            self._shading_references[name] = self.document.add(PdfSource(shading(resource.gradient, resource.palette)))
        return self._shading_references[name]

    def finish(self, font_subsets: SubsetCache) -> dict[str, str]:
        """Write fonts and the shared dictionary, after everything is painted. Return the fonts by name.

        ``font_subsets`` remembers font programs that were made before.
        """
        fonts: dict[str, str] = {}
        for font in self._fonts.values():
            fonts.update(font.write(self.document, font_subsets))
        shadings = {name: self._shading(name) for name in self._shadings}
        groups = {"Font": fonts, "XObject": self._objects, "ExtGState": self._state_sources, "Shading": shadings}
        self.dictionary.source = entries(
            {category: entries(members) for category, members in groups.items() if members}
        )
        return fonts


def entries(items: dict[str, str]) -> str:
    """Return a dictionary as PDF source."""
    return "<<" + "".join(f"/{name} {entry}" for name, entry in items.items()) + ">>"
