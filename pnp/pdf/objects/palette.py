"""Palette of a PDF: RGB colours for screens and home printers, or inks for presses."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Protocol

from PIL import Image

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.document import number, numbers
from pnp.units import MM_PER_PT


class Palette(Protocol):
    """Writer of colours in one device colour space (ISO 32000-1, 8.6.4)."""

    @property
    def space(self) -> str:
        """Name of the colour space of gradients and groups, such as ``DeviceRGB``."""

    @property
    def for_masks(self) -> Palette:
        """Palette inside a mask that counts brightness."""

    def fill_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        """Return the operator that chooses the fill colour of shapes, or of type of ``type_size`` mm."""

    def stroke_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        """Return the operator that chooses the stroke colour of shapes, or of type of ``type_size`` mm."""

    def values(self, colour: Rgb) -> tuple[float, ...]:
        """Return a colour in ``space``, each component from 0 to 1."""

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """Return the stops of a gradient, dense enough for straight lines in ``space`` to be true to it."""

    def picture(self, image: Image.Image) -> Image.Image | None:
        """Return a picture in L, RGB or CMYK as it is embedded, or None if the file may be embedded unchanged."""


_MAX_BLACK = 64 / 255
MAX_CHROMA = 24 / 255
"""Most difference between red, green and blue of a colour that is nearly grey."""
_SMALL_TYPE = 14 * MM_PER_PT


@lru_cache(maxsize=1024)
def type_ink(colour: Rgb, size: float) -> Rgb:
    """Return the colour in which type of ``size`` mm is printed: small type that is almost black becomes black.

    A dark tint is made of four inks, or of dots, and small letters are sharp in neither. Large letters keep their tint.

    >>> dark = (27 / 255, 23 / 255, 38 / 255)
    >>> type_ink(dark, 3.0), type_ink(dark, 10.0) == dark, type_ink((0.2, 0.1, 0.5), 3.0)
    ((0.0, 0.0, 0.0), True, (0.2, 0.1, 0.5))
    """
    black = max(colour) <= _MAX_BLACK and max(colour) - min(colour) <= MAX_CHROMA and size < _SMALL_TYPE
    return (0.0, 0.0, 0.0) if black else colour


@lru_cache(maxsize=1024)
def colour_operator(colour: Rgb, grey: str, rgb: str) -> str:
    """Return a colour with its operator. Greys are in DeviceGray, so black text takes black ink alone."""
    red, green, blue = colour
    if red == green == blue:
        return f"{number(red)} {grey}"
    return f"{numbers(*colour)} {rgb}"


class _ScreenPalette:
    """Palette of colours as the definition has them."""

    space = "DeviceRGB"

    @property
    def for_masks(self) -> Palette:
        return self

    def fill_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        return colour_operator(type_ink(colour, type_size), "g", "rg")

    def stroke_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        return colour_operator(type_ink(colour, type_size), "G", "RG")

    def values(self, colour: Rgb) -> tuple[float, ...]:
        return colour

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        return stops

    def picture(self, image: Image.Image) -> Image.Image | None:
        del image
        return None


class _LuminancePalette:
    """Palette of brightness, as masks count it (ISO 32000-1, 11.5.3). Inks would be converted."""

    space = "DeviceGray"

    @property
    def for_masks(self) -> Palette:
        return self

    def fill_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        return f"{number(brightness(type_ink(colour, type_size)))} g"

    def stroke_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        return f"{number(brightness(type_ink(colour, type_size)))} G"

    def values(self, colour: Rgb) -> tuple[float, ...]:
        return (brightness(colour),)

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        return stops

    def picture(self, image: Image.Image) -> Image.Image | None:
        return image.convert("L")


def brightness(colour: Rgb) -> float:
    """Return the brightness of a colour from 0 to 1, which a grey has as each of its components."""
    red, green, blue = colour
    return red if red == green == blue else 0.3 * red + 0.59 * green + 0.11 * blue


SCREEN: Palette = _ScreenPalette()
LUMINANCE: Palette = _LuminancePalette()
