"""What the forms of a document share: fonts, forms, images, shadings and opacities, in one resource dictionary."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager

from pnp.cardsvg.nodes import Blend, Gradient, MaskKind, Picture
from pnp.cardsvg.paths import Box
from pnp.fonts import FontFace
from pnp.printing.content import Content
from pnp.printing.document import Document, Source, Stream, number
from pnp.printing.embedding import EmbeddedFont
from pnp.printing.palette import SCREEN, Palette
from pnp.printing.pictures import embed_picture
from pnp.printing.shadings import shading
from pnp.records import dataclass

_FAR = 10_000
"""Half the side in mm of the box around a form whose extent nobody needs to know."""


_NAME = re.compile(r"/([FVXIAS]\d+)\b")


@dataclass(frozen=True, slots=True)
class Named:
    """What some operators name of the shared resources, as PDF source by name, and whether they name fonts."""

    objects: dict[str, str]
    states: dict[str, str]
    shadings: dict[str, str]
    fonts: bool


class Resources:
    """Names by content: what is the same is kept once in the document."""

    def __init__(self, document: Document, palette: Palette = SCREEN) -> None:
        self.document = document
        self.palette = palette
        """How colours are written of what is painted now."""
        self.dictionary = Source("")
        self.reference = document.add(self.dictionary)
        self.fonts: dict[FontFace, EmbeddedFont] = {}
        self.forms: dict[str, str] = {}
        self.symbols: dict[str, str] = {}
        """Operators that draw a symbol, by its key."""
        self.symbol_forms: dict[str, str] = {}
        """Operators that call the form of a symbol, by its key, where it has one."""
        self._names: dict[str, str] = {}
        self._states: dict[tuple[float, float] | str, str] = {}
        """Names of graphics states by opacities, or by their source."""
        self._shadings: dict[tuple[Gradient, Palette], str] = {}
        self._written: dict[tuple[Gradient, Palette], str] = {}
        """References of shadings by what they are."""
        self._pictures: dict[tuple[str, str], tuple[str, int, int]] = {}
        self._masks: dict[tuple[str, Box, str], str] = {}

    def content(self) -> Content:
        """A new content, in the colours of what is painted now."""
        return Content(self.palette)

    @contextmanager
    def masking(self) -> Iterator[None]:
        """What is painted within is a mask, which counts by how bright it is."""
        before, self.palette = self.palette, self.palette.masks
        try:
            yield
        finally:
            self.palette = before

    def font(self, face: FontFace) -> EmbeddedFont:
        """The font of the document for ``face``."""
        found = self.fonts.get(face)
        if found is None:
            index = len(self.fonts) + 1
            found = self.fonts[face] = EmbeddedFont(face, f"F{index}", f"V{index}")
        return found

    def form(self, operators: str, group: bool = False, isolated: bool = False) -> str:
        """The name of the form that runs ``operators``; ``group`` makes it one transparent whole, ``isolated`` one that
        sees nothing of what lies beneath."""
        kind = "/I true" if isolated else ""
        key = ("G" if group else "P") + kind + hashlib.sha256(operators.encode("latin-1")).hexdigest()
        if key not in self.forms:
            reference = self.add_form(operators, (-_FAR, -_FAR, _FAR, _FAR), group, kind)
            name = self.forms[key] = f"X{len(self._names) + 1}"
            self._names[name] = reference
        return self.forms[key]

    def add_form(
        self,
        operators: str,
        box: tuple[float, float, float, float],
        group: bool = False,
        kind: str = "",
        key: int | None = None,
    ) -> str:
        """A new form with ``box`` (left, lower, right, upper in its own units); returns its reference. ``kind`` adds to
        what is said of a group; ``key`` is that of its marked content among the parents of the structure."""
        edges = " ".join(number(edge) for edge in box)
        whole = f"/Group<</S/Transparency{kind}>>" if group else ""
        parents = "" if key is None else f"/StructParents {key}"
        head = f"/Type/XObject/Subtype/Form/BBox[{edges}]{whole}{parents}/Resources {self.reference}"
        return self.document.add(Stream(head, operators.encode("latin-1")))

    def opacity(self, fill: float, stroke: float) -> str:
        """The name of the graphics state with these opacities."""
        return self._state((fill, stroke))

    def blending(self, blend: Blend) -> str:
        """The name of the graphics state in which colours mix as ``blend`` says."""
        return self._state(f"<</BM/{''.join(part.capitalize() for part in blend.split('-'))}>>")

    def soft_mask(self, operators: str, box: Box, kind: MaskKind) -> str:
        """The name of the graphics state in which only that shows which ``operators`` paint bright, or paint at all,
        inside ``box``; in the coordinates in which the state is chosen (PDF 32000-1, 11.6.5.3)."""
        x, y, width, height = box
        form = self._masks.get((operators, box, kind))
        if form is None:
            space = f"/CS/{self.palette.space}/I true" if kind == "luminance" else "/I true"
            form = self.add_form(operators, (x, y, x + width, y + height), True, space)
            self._masks[operators, box, kind] = form
        return self._state(f"<</SMask<</S/{'Luminosity' if kind == 'luminance' else 'Alpha'}/G {form}>>>>")

    def _state(self, key: tuple[float, float] | str) -> str:
        return self._states.setdefault(key, f"A{len(self._states) + 1}")

    def shading(self, gradient: Gradient) -> str:
        """The name of the shading of ``gradient``, in its own coordinates."""
        bare = Gradient(gradient.kind, gradient.points, gradient.stops, False, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        return self._shadings.setdefault((bare, self.palette), f"S{len(self._shadings) + 1}")

    def picture(self, picture: Picture) -> tuple[str, int, int]:
        """The name of the image and its size in pixels. Raises ValueError for a picture that cannot be used."""
        key = picture.digest, self.palette.space
        found = self._pictures.get(key)
        if found is None:
            reference, width, height = embed_picture(self.document, picture, self.palette)
            name = f"I{len(self._pictures) + 1}"
            self._names[name] = reference
            found = self._pictures[key] = (name, width, height)
        return found

    def named_in(self, operators: str) -> Named:
        """What of all this some operators name. A name in a text that they show counts too: nothing is lost by it."""
        names = dict.fromkeys(_NAME.findall(operators))
        states = {name: _state_source(key) for key, name in self._states.items() if name in names}
        shadings = {name: self._shading(key) for key, name in self._shadings.items() if name in names}
        objects = {name: self._names[name] for name in names if name in self._names}
        return Named(objects, states, shadings, any(name[0] in "FV" for name in names))

    def _shading(self, key: tuple[Gradient, Palette]) -> str:
        """The reference of a shading, which is written once."""
        if key not in self._written:
            self._written[key] = self.document.add(Source(shading(*key)))
        return self._written[key]

    def finish(self) -> dict[str, str]:
        """Write fonts and the shared dictionary, after everything is painted; returns the fonts by name."""
        fonts: dict[str, str] = {}
        for font in self.fonts.values():
            fonts.update(font.write(self.document))
        states = {name: _state_source(key) for key, name in self._states.items()}
        shadings = {name: self._shading(key) for key, name in self._shadings.items()}
        groups = {"Font": fonts, "XObject": self._names, "ExtGState": states, "Shading": shadings}
        self.dictionary.source = entries({kind: entries(held) for kind, held in groups.items() if held})
        return fonts


def _state_source(key: tuple[float, float] | str) -> str:
    return key if isinstance(key, str) else f"<</ca {number(key[0])}/CA {number(key[1])}>>"


def entries(items: dict[str, str]) -> str:
    """A dictionary as PDF source."""
    return "<<" + "".join(f"/{name} {value}" for name, value in items.items()) + ">>"
