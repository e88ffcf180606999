"""Placeholders for the resources of a painted face: one character stands for a name until the document is known.

So what a face is painted with depends on the face alone, and serves every document that it is in; names and codes are
given out when pages are put together, in the order in which they appear (``SharedResources``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from pnp.cardsvg.nodes import Blend, Gradient, MaskKind, Picture
from pnp.cardsvg.paths import Box
from pnp.fonts import FontFace
from pnp.pdf.objects.document import number
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.pdf.objects.pictures import PixelData, pixels_of
from pnp.pdf.painting.content import Content
from pnp.records import dataclass

FAR = 10_000
"""Half the side in mm of the box around a form whose extent nobody needs to know."""
_FIRST = 0x100
"""Operators are written in Latin-1: a character beyond it can only be a sign."""
SIGNS = re.compile(f"[{chr(_FIRST)}-\U0010ffff]+")
"""One sign or several in a row."""


@dataclass(frozen=True, slots=True)
class FontResource:
    """The name of the font of a face, of the one that sets it from top to bottom if ``vertical``."""

    face: FontFace
    vertical: bool


@dataclass(frozen=True, slots=True)
class GlyphCode:
    """The code of a glyph that stands for the characters ``text`` and moves the pen by ``width`` em; ``upright`` is how
    far it moves it down, and where its vertical origin lies, in em, where it stands in a vertical line."""

    face: FontFace
    glyph: int
    text: str
    width: float
    upright: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class FormXObject:
    """A form that runs ``operators`` within ``box``; ``group`` is what is said of it as one transparent whole, empty
    for one that is none."""

    operators: str
    box: tuple[float, float, float, float]
    group: str


@dataclass(frozen=True, slots=True)
class GraphicsState:
    """A graphics state, as PDF source."""

    source: str


@dataclass(frozen=True, slots=True)
class MaskState:
    """The graphics state in which only that shows which ``form`` paints."""

    form: FormXObject
    kind: MaskKind


@dataclass(frozen=True, slots=True)
class ShadingResource:
    """The shading of a gradient, in its own coordinates."""

    gradient: Gradient
    palette: Palette


@dataclass(frozen=True, slots=True)
class ImageResource:
    """A picture, by its digest and the colour space that it is written in."""

    digest: str
    space: str


Need: TypeAlias = FontResource | GlyphCode | FormXObject | GraphicsState | MaskState | ShadingResource | ImageResource


class ResourcePlaceholders:
    """The signs of what faces need. Equal needs have one sign."""

    def __init__(self, palette: Palette = SCREEN) -> None:
        self.palette = palette
        """How colours are written of what is painted now."""
        self.symbols: dict[str, str] = {}
        """Operators that draw a symbol, by its key."""
        self.pixels: dict[ImageResource, PixelData] = {}
        self._needs: list[Need] = []
        self._known: dict[Need, str] = {}
        self._fonts: dict[FontFace, FontPlaceholders] = {}

    def __len__(self) -> int:
        return len(self._needs)

    @property
    def weight(self) -> int:
        """The bytes of all pictures."""
        return sum(one.weight for one in self.pixels.values())

    def need(self, sign: str) -> Need:
        """What a sign stands for."""
        return self._needs[ord(sign) - _FIRST]

    def sign(self, need: Need) -> str:
        """The sign of a need."""
        found = self._known.get(need)
        if found is None:
            found = self._known[need] = chr(_FIRST + len(self._needs))
            self._needs.append(need)
        return found

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

    def font(self, face: FontFace) -> FontPlaceholders:
        """The font of ``face``."""
        found = self._fonts.get(face)
        if found is None:
            found = self._fonts[face] = FontPlaceholders(face, self)
        return found

    def form(self, operators: str, group: bool = False, isolated: bool = False) -> str:
        """The sign of the form that runs ``operators``; ``group`` makes it one transparent whole, ``isolated`` one that
        sees nothing of what lies beneath."""
        kind = f"/Group<</S/Transparency{'/I true' if isolated else ''}>>" if group else ""
        return self.sign(FormXObject(operators, (-FAR, -FAR, FAR, FAR), kind))

    def opacity(self, fill: float, stroke: float) -> str:
        """The sign of the graphics state with these opacities."""
        return self.sign(GraphicsState(opacity_source(fill, stroke)))

    def blending(self, blend: Blend) -> str:
        """The sign of the graphics state in which colours mix as ``blend`` says."""
        return self.sign(GraphicsState(f"<</BM/{''.join(part.capitalize() for part in blend.split('-'))}>>"))

    def soft_mask(self, operators: str, box: Box, kind: MaskKind) -> str:
        """The sign of the graphics state in which only that shows which ``operators`` paint bright, or paint at all,
        inside ``box``; in the coordinates in which the state is chosen (PDF 32000-1, 11.6.5.3)."""
        x, y, width, height = box
        space = f"/CS/{self.palette.space}/I true" if kind == "luminance" else "/I true"
        group = f"/Group<</S/Transparency{space}>>"
        return self.sign(MaskState(FormXObject(operators, (x, y, x + width, y + height), group), kind))

    def shading(self, gradient: Gradient) -> str:
        """The sign of the shading of ``gradient``, in its own coordinates."""
        bare = Gradient(gradient.kind, gradient.points, gradient.stops, False, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        return self.sign(ShadingResource(bare, self.palette))

    def picture(self, picture: Picture) -> tuple[str, int, int]:
        """The sign of the image and its size in pixels. Raises ValueError for a picture that cannot be used."""
        need = ImageResource(picture.digest, self.palette.space)
        if need not in self.pixels:
            self.pixels[need] = pixels_of(picture, self.palette)
        found = self.pixels[need]
        return self.sign(need), found.width, found.height


class FontPlaceholders:
    """One face as faces are painted with it: its names, and the codes of its glyphs, as signs."""

    __slots__ = ("_face", "_plain", "_signs", "name", "vertical_name")

    def __init__(self, face: FontFace, signs: ResourcePlaceholders) -> None:
        self._face = face
        self._signs = signs
        self._plain: dict[str, str] = {}
        self.name = signs.sign(FontResource(face, False))
        self.vertical_name = signs.sign(FontResource(face, True))

    def encode(self, text: str) -> str:
        """``text`` set horizontally, as the signs of its codes. The face must cover it."""
        plain = self._plain
        try:
            return "".join([plain[char] for char in text])
        except KeyError:
            for char in text:
                if char not in plain:
                    glyph = self._face.glyphs[ord(char)]
                    plain[char] = self.encode_glyph(glyph, char, self._face.advance(glyph))
            return "".join([plain[char] for char in text])

    def encode_glyph(self, glyph: int, text: str, width: float) -> str:
        """A glyph that stands for the characters ``text`` and moves the pen by ``width`` em, as the sign of its
        code."""
        return self._signs.sign(GlyphCode(self._face, glyph, text, width))

    def encode_upright(self, char: str, glyph: int, advance: float, origin: float) -> str:
        """A glyph that stands upright in vertical setting, as the sign of its code."""
        return self._signs.sign(GlyphCode(self._face, glyph, char, self._face.advance(glyph), (advance, origin)))


def distinct(operators: str) -> tuple[str, ...]:
    """The signs in some operators, each once, in order."""
    return tuple(dict.fromkeys("".join(dict.fromkeys(SIGNS.findall(operators)))))


def opacity_source(fill: float, stroke: float) -> str:
    """The graphics state with these opacities, as PDF source."""
    return f"<</ca {number(fill)}/CA {number(stroke)}>>"
