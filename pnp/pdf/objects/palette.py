"""Palette: write colours in a PDF, as they are for screens and home printers, as inks for presses."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from PIL import Image

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.document import number, numbers


class Palette(Protocol):
    """Writes colours in one device colour space (ISO 32000-1, 8.6.4)."""

    @property
    def space(self) -> str:
        """The name of the colour space of gradients and groups, such as ``DeviceRGB``."""

    @property
    def masks(self) -> Palette:
        """How colours are written inside a mask that counts how bright they are."""

    def filled(self, colour: Rgb) -> str:
        """The operator that chooses what is filled with."""

    def stroked(self, colour: Rgb) -> str:
        """The operator that chooses what is stroked with."""

    def values(self, colour: Rgb) -> tuple[float, ...]:
        """A colour in ``space``, each part from 0 to 1."""

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """The stops of a gradient, with so many between that straight lines in ``space`` are true to it."""

    def picture(self, image: Image.Image) -> Image.Image | None:
        """A picture in L, RGB or CMYK as it is embedded; None where a file may go in as it is."""


@lru_cache(maxsize=1024)
def colour_source(colour: Rgb, grey: str, rgb: str) -> str:
    """A colour with its operator; greys in DeviceGray, so that black text is printed with black ink alone."""
    red, green, blue = colour
    if red == green == blue:
        return f"{number(red)} {grey}"
    return f"{numbers(*colour)} {rgb}"


class _ScreenPalette:
    """Colours as the definition has them."""

    space = "DeviceRGB"

    @property
    def masks(self) -> Palette:
        return self

    def filled(self, colour: Rgb) -> str:
        return colour_source(colour, "g", "rg")

    def stroked(self, colour: Rgb) -> str:
        return colour_source(colour, "G", "RG")

    def values(self, colour: Rgb) -> tuple[float, ...]:
        return colour

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        return stops

    def picture(self, image: Image.Image) -> Image.Image | None:
        del image
        return None


class _LuminancePalette:
    """How bright colours are, as masks reckon it (ISO 32000-1, 11.5.3): no inks, which would be converted."""

    space = "DeviceGray"

    @property
    def masks(self) -> Palette:
        return self

    def filled(self, colour: Rgb) -> str:
        return f"{number(_brightness(colour))} g"

    def stroked(self, colour: Rgb) -> str:
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
