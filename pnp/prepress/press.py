"""Colours as the inks of a press: by its ICC profile, under its ink limit, with greys in black alone.

Colours of definitions are sRGB. They are converted relative to the white of the paper with the black points matched
(relative colorimetric, black point compensation), as programs for layout do it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from PIL import Image, ImageCms, ImageFilter

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.document import numbers
from pnp.pdf.objects.palette import LUMINANCE, MAX_CHROMA, Palette, brightness, type_ink
from pnp.prepress.profile import PressProfile
from pnp.units import MM_PER_PT

# Ink limit of a press: black replaces the three other inks until paper can hold them

_STEPS = 24
"""Number of amounts of black that are tried."""

_PARTS_OF_LEAST = 8
"""Number of parts of the least ink that black is tried in place of, in the two other inks."""

Inks = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black, 0 to 255."""


class InkLimit:
    """Limit of ``max_ink`` (255 for one ink in full).

    A colour above the limit becomes the candidate that looks most like it. Candidates have more black, and as much of
    the other inks as is allowed, in their proportion.
    """

    def __init__(self, profile: ImageCms.ImageCmsProfile, max_ink: int) -> None:
        self.max_ink = max_ink
        self._to_lab = ImageCms.buildTransform(
            profile,
            ImageCms.createProfile("LAB"),
            "CMYK",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    def restrict(self, colours: Sequence[Inks]) -> list[Inks]:
        """Return the colours, each under the limit."""
        over = {colour: self._candidates(colour) for colour in colours if sum(colour) > self.max_ink}
        if not over:
            return list(colours)
        all_inks = [inks for colour, candidates in over.items() for inks in (colour, *candidates)]
        labs = iter(self._lab_values(all_inks))
        replacements: dict[Inks, Inks] = {}
        for colour, candidates in over.items():
            wanted = next(labs)
            # The candidates come first: in the other order, zip would use up one value of ``labs`` too many.
            pairs = zip(candidates, labs, strict=False)
            replacements[colour] = min(pairs, key=lambda pair: _lab_distance(pair[1], wanted))[0]
        return [replacements.get(colour, colour) for colour in colours]

    def without_least_ink(self, colour: Inks) -> Inks:
        """Return the mixture that looks most like ``colour`` without the least of cyan, magenta and yellow.

        Black takes its place, and the place of as much of the two others as looks best. The sum of inks does not rise.
        """
        *others, black = colour
        least = min(others)
        candidates: list[Inks] = []
        for part in sorted({least * step // _PARTS_OF_LEAST for step in range(_PARTS_OF_LEAST + 1)}):
            cyan, magenta, yellow = (0 if ink == least else ink - part for ink in others)
            most_black = min(255, black + least + 2 * part)
            candidates.extend((cyan, magenta, yellow, new_black) for new_black in range(black, most_black + 1))
        wanted, *labs = self._lab_values([colour, *candidates])
        pairs = zip(candidates, labs, strict=True)
        return min(pairs, key=lambda pair: _lab_distance(pair[1], wanted))[0]

    def _candidates(self, colour: Inks) -> list[Inks]:
        *others, black = colour
        candidates = []
        for step in range(_STEPS + 1):
            new_black = black + (255 - black) * step // _STEPS
            share = min(1.0, (self.max_ink - new_black) / (sum(others) or 1))
            cyan, magenta, yellow = (int(ink * share) for ink in others)
            candidates.append((cyan, magenta, yellow, new_black))
        return candidates

    def _lab_values(self, colours: Sequence[Inks]) -> list[tuple[int, int, int]]:
        image = Image.frombytes("CMYK", (len(colours), 1), bytes(ink for colour in colours for ink in colour))
        lab_image = ImageCms.applyTransform(image, self._to_lab)
        assert lab_image is not None
        pixels = lab_image.tobytes()
        return [
            (pixels[offset], _signed(pixels[offset + 1]), _signed(pixels[offset + 2]))
            for offset in range(0, len(pixels), 3)
        ]


def _signed(byte: int) -> int:
    """Return a byte of a* or b*, which Pillow writes in two's complement, with its sign."""
    return byte - 256 if byte > 127 else byte


def _lab_distance(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """Return the squared distance of two colours in 8-bit CIELAB, where 100 of lightness are 255."""
    return ((first[0] - second[0]) / 2.55) ** 2 + (first[1] - second[1]) ** 2 + (first[2] - second[2]) ** 2


_GRID_STEPS = 33
"""Steps of each colour in the table that converts pictures."""
_ROUNDING_MARGIN = 3
"""Margin of the table below the limit, in 255ths of an ink: four inks may be rounded up."""
_JPEG_TOLERANCE = 0.04
"""Ink that JPEG may add to a pixel, as a share of one ink in full."""
_SMALL_TYPE = 9 * MM_PER_PT
"""Size in mm from which house rules of presses allow type of several inks."""
_PARTS = 8
"""Parts of each interval of a gradient, in which inks change evenly."""


class PressInks:
    """Palette of a press. ``limit`` is the most ink in percent, 400 for all four in full.

    It raises no errors: the profile has been read by ``read_profile``, or is the shipped one.
    """

    space = "DeviceCMYK"

    def __init__(self, profile: PressProfile, limit: float) -> None:
        self._profile = ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
        self._to_inks = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            self._profile,
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        self._limit = InkLimit(self._profile, round(limit * 2.55))
        self._cache: dict[Rgb, Inks] = {}
        self._type_cache: dict[Rgb, Inks] = {}

    @property
    def for_masks(self) -> Palette:
        """Palette inside a mask, which counts brightness."""
        return LUMINANCE

    def fill_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        """Return the operator that chooses the inks of fills."""
        return f"{numbers(*self._type_values(colour, type_size))} k"

    def stroke_operator(self, colour: Rgb, type_size: float = math.inf) -> str:
        """Return the operator that chooses the inks of strokes."""
        return f"{numbers(*self._type_values(colour, type_size))} K"

    def values(self, colour: Rgb) -> tuple[float, ...]:
        """Return the shares of the four inks, from 0 to 1."""
        return self._values(colour)

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """Return stops with others between, since a straight line in sRGB is curved in inks."""
        denser = [stops[0]]
        for start, end in pairwise(stops):
            for part in range(1, _PARTS) if start.colour != end.colour and start.offset < end.offset else ():
                share = part / _PARTS
                red, green, blue = (a + (b - a) * share for a, b in zip(start.colour, end.colour, strict=True))
                denser.append(Stop(start.offset + (end.offset - start.offset) * share, (red, green, blue)))
            denser.append(end)
        return tuple(denser)

    def picture(self, image: Image.Image) -> Image.Image | None:
        """Return the picture in inks. A grey picture is in black alone."""
        if image.mode == "L":
            return image.point([255 - black for black in self._blacks])
        converted: Image.Image = image.convert("RGB").filter(self._table)
        return converted

    def _type_values(self, colour: Rgb, size: float) -> tuple[float, ...]:
        """Return the shares of the inks of type of ``size`` mm. Where plates are not in register, its edges blur.

        So small type that is nearly grey is in black alone, and small type in a colour is in three inks at most.
        """
        colour = type_ink(colour, size)
        if size >= _SMALL_TYPE:
            return self._values(colour)
        if max(colour) - min(colour) <= MAX_CHROMA:
            return self._values((brightness(colour),) * 3)
        inks = self._type_cache.get(colour)
        if inks is None:
            (inks,) = self._limit.restrict(self._convert(_pixel(colour)))
            inks = self._type_cache[colour] = self._limit.without_least_ink(inks)
        return _shares(inks)

    def _values(self, colour: Rgb) -> tuple[float, ...]:
        red, green, blue = colour
        if red == green == blue:
            return 0.0, 0.0, 0.0, round(self._blacks[round(red * 255)] / 255, 4)
        inks = self._cache.get(colour)
        if inks is None:
            (inks,) = self._limit.restrict(self._convert(_pixel(colour)))
            self._cache[colour] = inks
        return _shares(inks)

    def _convert(self, image: Image.Image) -> list[Inks]:
        ink_image = ImageCms.applyTransform(image, self._to_inks)
        assert ink_image is not None
        pixels = ink_image.tobytes()
        return [
            (pixels[offset], pixels[offset + 1], pixels[offset + 2], pixels[offset + 3])
            for offset in range(0, len(pixels), 4)
        ]

    @cached_property
    def _blacks(self) -> list[int]:
        """Amounts of black that look like each of 256 greys, between paper and black in full, by the profile."""
        lightness_of = self._lightness_of_blacks
        darkest, lightest = lightness_of[-1], lightness_of[0]
        blacks = []
        for grey in range(256):
            wanted = darkest + (lightest - darkest) * _grey_lightness(grey / 255) / 100
            blacks.append(min(range(256), key=lambda black, wanted=wanted: abs(lightness_of[black] - wanted)))  # type: ignore[misc]
        return blacks

    @cached_property
    def _lightness_of_blacks(self) -> list[float]:
        """L* of each amount of black."""
        lab = ImageCms.createProfile("LAB")
        to_lab = ImageCms.buildTransform(self._profile, lab, "CMYK", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, black)) for black in range(256)))
        lab_image = ImageCms.applyTransform(ramp, to_lab)
        assert lab_image is not None
        return [part / 2.55 for part in lab_image.tobytes()[::3]]

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        """Table that converts pictures. A colour between its points has ink between theirs, within the limit."""
        steps = [round(step * 255 / (_GRID_STEPS - 1)) for step in range(_GRID_STEPS)]
        points = bytes(part for blue in steps for green in steps for part in _grid_row(steps, green, blue))
        grid = Image.frombytes("RGB", (_GRID_STEPS * _GRID_STEPS, _GRID_STEPS), points)
        limit = InkLimit(self._profile, self._limit.max_ink - _ROUNDING_MARGIN - round(_JPEG_TOLERANCE * 255))
        grid_inks = limit.restrict(self._convert(grid))
        table = [ink / 255 for point in grid_inks for ink in point]
        return ImageFilter.Color3DLUT(_GRID_STEPS, table, channels=4, target_mode="CMYK", _copy_table=False)


def _grid_row(steps: list[int], green: int, blue: int) -> bytes:
    return b"".join(bytes((red, green, blue)) for red in steps)


def _pixel(colour: Rgb) -> Image.Image:
    red, green, blue = colour
    return Image.new("RGB", (1, 1), (round(red * 255), round(green * 255), round(blue * 255)))


def _shares(inks: Inks) -> tuple[float, ...]:
    return tuple(int(ink * 1000 / 255) / 1000 for ink in inks)


def _grey_lightness(part: float) -> float:
    """Return L* of a grey in sRGB (IEC 61966-2-1; CIE 15)."""
    linear = part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
    return 903.3 * linear if linear <= 0.008856 else 116 * linear ** (1 / 3) - 16
