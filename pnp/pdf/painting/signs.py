"""Placeholders for the resources of a painted face.

A sign is a single character that stands for the name of a resource until the document is known. So the operators of a
face depend on the face alone, and serve every document that it is in. ``SharedResources`` gives out names and codes
when pages are assembled, in the order in which they appear.
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

UNBOUNDED = 10_000
"""Half the side in mm of the box around a form whose extent does not matter."""
_FIRST_SIGN = 0x100
"""First sign. Operators are written in Latin-1, so a character beyond it can only be a sign."""
SIGNS = re.compile(f"[^{chr(0)}-{chr(_FIRST_SIGN - 1)}]+")
"""Pattern of one sign or several in a row."""


@dataclass(frozen=True, slots=True)
class FontResource:
    """Name of the font of a face: of the font for vertical lines if ``vertical``."""

    face: FontFace
    vertical: bool


@dataclass(frozen=True, slots=True)
class GlyphCode:
    """Code of a glyph that stands for the characters ``text`` and moves the pen by ``width`` em.

    In a vertical line ``upright`` is the distance in em by which it moves the pen down, and its vertical origin.
    """

    face: FontFace
    glyph: int
    text: str
    width: float
    upright: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class FormXObject:
    """Form that runs ``operators`` within ``box``. ``group`` is its entry as a transparency group, or empty."""

    operators: str
    box: tuple[float, float, float, float]
    group: str


@dataclass(frozen=True, slots=True)
class GraphicsState:
    """Graphics state, as PDF source."""

    source: str


@dataclass(frozen=True, slots=True)
class MaskState:
    """Graphics state that shows only the parts that ``form`` paints."""

    form: FormXObject
    kind: MaskKind


@dataclass(frozen=True, slots=True)
class ShadingResource:
    """Shading of a gradient, in its own coordinates."""

    gradient: Gradient
    palette: Palette


@dataclass(frozen=True, slots=True)
class ImageResource:
    """Picture, by its digest and the colour space that it is written in."""

    digest: str
    space: str


Resource: TypeAlias = (
    FontResource | GlyphCode | FormXObject | GraphicsState | MaskState | ShadingResource | ImageResource
)


class ResourcePlaceholders:
    """Signs of the resources of faces. Equal resources have the same sign."""

    def __init__(self, palette: Palette = SCREEN) -> None:
        self.palette = palette
        """Palette of the content that is being painted."""
        self.symbols: dict[str, str] = {}
        """Operators that draw symbols, by their keys."""
        self.pixels: dict[ImageResource, PixelData] = {}
        self._resources: list[Resource] = []
        self._signs: dict[Resource, str] = {}
        self._fonts: dict[FontFace, FontPlaceholders] = {}

    def __len__(self) -> int:
        return len(self._resources)

    @property
    def weight(self) -> int:
        """Number of bytes of all pictures."""
        return sum(pixels.weight for pixels in self.pixels.values())

    def resource(self, sign: str) -> Resource:
        """Return the resource of a sign."""
        return self._resources[ord(sign) - _FIRST_SIGN]

    def sign(self, resource: Resource) -> str:
        """Return the sign of a resource."""
        sign = self._signs.get(resource)
        if sign is None:
            sign = self._signs[resource] = chr(_FIRST_SIGN + len(self._resources))
            self._resources.append(resource)
        return sign

    def content(self) -> Content:
        """Return a new content in the current palette."""
        return Content(self.palette)

    @contextmanager
    def masking(self) -> Iterator[None]:
        """Paint the content within as a mask, which counts brightness."""
        outer, self.palette = self.palette, self.palette.for_masks
        try:
            yield
        finally:
            self.palette = outer

    def font(self, face: FontFace) -> FontPlaceholders:
        """Return the font of ``face``."""
        font = self._fonts.get(face)
        if font is None:
            font = self._fonts[face] = FontPlaceholders(face, self)
        return font

    def form(self, operators: str, group: bool = False, isolated: bool = False) -> str:
        """Return the sign of the form that runs ``operators``.

        ``group`` makes it a transparency group. ``isolated`` makes it independent of the content beneath.
        """
        group_entry = f"/Group<</S/Transparency{'/I true' if isolated else ''}>>" if group else ""
        return self.sign(FormXObject(operators, (-UNBOUNDED, -UNBOUNDED, UNBOUNDED, UNBOUNDED), group_entry))

    def opacity(self, fill: float, stroke: float) -> str:
        """Return the sign of the graphics state with these opacities."""
        return self.sign(GraphicsState(opacity_source(fill, stroke)))

    def blending(self, blend: Blend) -> str:
        """Return the sign of the graphics state with this blend mode."""
        return self.sign(GraphicsState(f"<</BM/{''.join(part.capitalize() for part in blend.split('-'))}>>"))

    def soft_mask(self, operators: str, box: Box, kind: MaskKind) -> str:
        """Return the sign of the graphics state with a soft mask.

        It shows only the parts that ``operators`` paint bright, or paint at all, inside ``box``. Coordinates are those
        in which the state is chosen (PDF 32000-1, 11.6.5.3).
        """
        x, y, width, height = box
        group_attributes = f"/CS/{self.palette.space}/I true" if kind == "luminance" else "/I true"
        group = f"/Group<</S/Transparency{group_attributes}>>"
        return self.sign(MaskState(FormXObject(operators, (x, y, x + width, y + height), group), kind))

    def shading(self, gradient: Gradient) -> str:
        """Return the sign of the shading of ``gradient``, in its own coordinates."""
        bare = Gradient(gradient.kind, gradient.points, gradient.stops, False, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        return self.sign(ShadingResource(bare, self.palette))

    def picture(self, picture: Picture) -> tuple[str, int, int]:
        """Return the sign of the image and its size in pixels. Raises ValueError for an unusable picture."""
        resource = ImageResource(picture.digest, self.palette.space)
        if resource not in self.pixels:
            self.pixels[resource] = pixels_of(picture, self.palette)
        pixels = self.pixels[resource]
        return self.sign(resource), pixels.width, pixels.height


class FontPlaceholders:
    """Font of a face as faces are painted with it: its names, and the codes of its glyphs, as signs."""

    __slots__ = ("_encoded", "_face", "_signs", "name", "vertical_name")

    def __init__(self, face: FontFace, signs: ResourcePlaceholders) -> None:
        self._face = face
        self._signs = signs
        self._encoded: dict[str, str] = {}
        self.name = signs.sign(FontResource(face, False))
        self.vertical_name = signs.sign(FontResource(face, True))

    def encode(self, text: str) -> str:
        """Encode ``text``, set horizontally, as the signs of its codes. The face must cover it."""
        encoded = self._encoded
        try:
            return "".join([encoded[char] for char in text])
        except KeyError:
            for char in text:
                if char not in encoded:
                    glyph = self._face.glyphs[ord(char)]
                    encoded[char] = self.encode_glyph(glyph, char, self._face.advance(glyph))
            return "".join([encoded[char] for char in text])

    def encode_glyph(self, glyph: int, text: str, width: float) -> str:
        """Encode a glyph that stands for the characters ``text`` and moves the pen by ``width`` em."""
        return self._signs.sign(GlyphCode(self._face, glyph, text, width))

    def encode_upright(self, char: str, glyph: int, advance: float, origin: float) -> str:
        """Encode a glyph that stands upright in vertical setting."""
        return self._signs.sign(GlyphCode(self._face, glyph, char, self._face.advance(glyph), (advance, origin)))


def distinct_signs(operators: str) -> tuple[str, ...]:
    """Return the signs in some operators, each once, in order."""
    return tuple(dict.fromkeys("".join(dict.fromkeys(SIGNS.findall(operators)))))


def opacity_source(fill: float, stroke: float) -> str:
    """Return the graphics state with these opacities, as PDF source."""
    return f"<</ca {number(fill)}/CA {number(stroke)}>>"
