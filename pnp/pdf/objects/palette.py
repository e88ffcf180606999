"""Palette of a PDF: RGB colours for screens and home printers, or inks for presses."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from PIL import Image

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.document import number, numbers


class Palette(Protocol):
    """Writer of colours in one device colour space (ISO 32000-1, 8.6.4)."""

    @property
    def space(self) -> str:
        """Name of the colour space of gradients and groups, such as ``DeviceRGB``."""

    @property
    def for_masks(self) -> Palette:
        """Palette inside a mask that counts brightness."""

    def fill_operator(self, colour: Rgb) -> str:
        """Return the operator that chooses the fill colour."""

    def stroke_operator(self, colour: Rgb) -> str:
        """Return the operator that chooses the stroke colour."""

    def values(self, colour: Rgb) -> tuple[float, ...]:
        """Return a colour in ``space``, each component from 0 to 1."""

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """Return the stops of a gradient, dense enough for straight lines in ``space`` to be true to it."""

    def picture(self, image: Image.Image) -> Image.Image | None:
        """Return a picture in L, RGB or CMYK as it is embedded, or None if the file may be embedded unchanged."""


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

    def fill_operator(self, colour: Rgb) -> str:
        return colour_operator(colour, "g", "rg")

    def stroke_operator(self, colour: Rgb) -> str:
        return colour_operator(colour, "G", "RG")

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

    def fill_operator(self, colour: Rgb) -> str:
        return f"{number(_brightness(colour))} g"

    def stroke_operator(self, colour: Rgb) -> str:
        return f"{number(_brightness(colour))} G"

    def values(self, colour: Rgb) -> tuple[float, ...]:
        return (_brightness(colour),)

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        return stops

    def picture(self, image: Image.Image) -> Image.Image | None:
        return image.convert("L")


def _brightness(colour: Rgb) -> float:
    red, green, blue = colour
    return red if red == green == blue else 0.3 * red + 0.59 * green + 0.11 * blue


SCREEN: Palette = _ScreenPalette()
LUMINANCE: Palette = _LuminancePalette()
