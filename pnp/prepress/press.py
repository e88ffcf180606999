"""Colours as the inks of a press: through its ICC profile, under its limit of ink, black and greys in black alone.

Colours of definitions are sRGB. They are converted relative to the white of the paper with the black points matched
(relative colorimetric, black point compensation), as programs for layout do it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from PIL import Image, ImageCms, ImageFilter

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.document import numbers
from pnp.pdf.objects.palette import LUMINANCE, Palette
from pnp.prepress.profile import PressProfile

# Inks brought under the limit of a press: black takes over from the three others until paper can hold them.

_STEPS = 24
"""How many amounts of black are tried."""

Inks = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black, 0 to 255."""


class InkLimit:
    """Brings colours under ``most`` ink (255 for one ink in full): each becomes what looks most like it of those with
    more black and as much of the other inks as is allowed, in their proportion."""

    def __init__(self, profile: ImageCms.ImageCmsProfile, most: int) -> None:
        self.most = most
        self._looks = ImageCms.buildTransform(
            profile,
            ImageCms.createProfile("LAB"),
            "CMYK",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    def held(self, colours: Sequence[Inks]) -> list[Inks]:
        """The colours, each under the limit."""
        over = {colour: self._candidates(colour) for colour in colours if sum(colour) > self.most}
        if not over:
            return list(colours)
        asked = [one for colour, candidates in over.items() for one in (colour, *candidates)]
        looks = iter(self._seen(asked))
        found: dict[Inks, Inks] = {}
        for colour, candidates in over.items():
            wanted = next(looks)
            # Zipped the other way, a look would be taken for each colour that is not there.
            found[colour] = min(zip(candidates, looks, strict=False), key=lambda one: _apart(one[1], wanted))[0]
        return [found.get(colour, colour) for colour in colours]

    def _candidates(self, colour: Inks) -> list[Inks]:
        *others, black = colour
        found = []
        for step in range(_STEPS + 1):
            more = black + (255 - black) * step // _STEPS
            share = min(1.0, (self.most - more) / (sum(others) or 1))
            cyan, magenta, yellow = (int(one * share) for one in others)
            found.append((cyan, magenta, yellow, more))
        return found

    def _seen(self, colours: Sequence[Inks]) -> list[tuple[int, int, int]]:
        image = Image.frombytes("CMYK", (len(colours), 1), bytes(part for colour in colours for part in colour))
        seen = ImageCms.applyTransform(image, self._looks)
        assert seen is not None
        data = seen.tobytes()
        return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """How far apart two colours are, in the steps of CIELAB in 8 bits, where 100 of lightness are 255."""
    return ((one[0] - other[0]) / 2.55) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


_GRID = 33
"""Steps of each colour in the table that pictures are converted by."""
_MARGIN = 3
"""What the table leaves of the limit, in 255ths of an ink: four inks may be rounded up."""
_LOSS = 0.04
"""What JPEG may add to the ink of a pixel, of one ink in full."""
_BETWEEN = 8
"""Parts of each stretch of a gradient, in which inks change evenly."""


class PressInks:
    """The palette of a press. ``limit`` is the most ink in percent, 400 for all four in full.

    Raises no errors: the profile has been read by ``read_profile``, or is the shipped one.
    """

    space = "DeviceCMYK"

    def __init__(self, profile: PressProfile, limit: float) -> None:
        self._profile = ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
        self._inked = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            self._profile,
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        self._limit = InkLimit(self._profile, round(limit * 2.55))
        self._known: dict[Rgb, Inks] = {}

    @property
    def for_masks(self) -> Palette:
        """Masks count how bright they are."""
        return LUMINANCE

    def fill_operator(self, colour: Rgb) -> str:
        """The operator that chooses inks to fill with."""
        return f"{numbers(*self._values(colour))} k"

    def stroke_operator(self, colour: Rgb) -> str:
        """The operator that chooses inks to stroke with."""
        return f"{numbers(*self._values(colour))} K"

    def values(self, colour: Rgb) -> tuple[float, ...]:
        """The shares of the four inks, from 0 to 1."""
        return self._values(colour)

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """Stops with others between, since what is straight in sRGB is bent in inks."""
        found = [stops[0]]
        for before, after in pairwise(stops):
            for part in range(1, _BETWEEN) if before.colour != after.colour and before.offset < after.offset else ():
                share = part / _BETWEEN
                red, green, blue = (a + (b - a) * share for a, b in zip(before.colour, after.colour, strict=True))
                found.append(Stop(before.offset + (after.offset - before.offset) * share, (red, green, blue)))
            found.append(after)
        return tuple(found)

    def picture(self, image: Image.Image) -> Image.Image | None:
        """The picture in inks; one that is grey all over in black alone."""
        if image.mode == "L":
            return image.point([255 - black for black in self._blacks])
        converted: Image.Image = image.convert("RGB").filter(self._table)
        return converted

    def _values(self, colour: Rgb) -> tuple[float, ...]:
        red, green, blue = colour
        if red == green == blue:
            return 0.0, 0.0, 0.0, round(self._blacks[round(red * 255)] / 255, 4)
        found = self._known.get(colour)
        if found is None:
            image = Image.new("RGB", (1, 1), (round(red * 255), round(green * 255), round(blue * 255)))
            (found,) = self._limit.held(self._converted(image))
            self._known[colour] = found
        return tuple(int(ink * 1000 / 255) / 1000 for ink in found)

    def _converted(self, image: Image.Image) -> list[Inks]:
        inked = ImageCms.applyTransform(image, self._inked)
        assert inked is not None
        data = inked.tobytes()
        return [(data[at], data[at + 1], data[at + 2], data[at + 3]) for at in range(0, len(data), 4)]

    @cached_property
    def _blacks(self) -> list[int]:
        """How much black looks as each of 256 greys, between paper and black in full, by the profile."""
        lightness = self._lightness
        darkest, lightest = lightness[-1], lightness[0]
        found = []
        for grey in range(256):
            wanted = darkest + (lightest - darkest) * _lightness(grey / 255) / 100
            found.append(min(range(256), key=lambda black, wanted=wanted: abs(lightness[black] - wanted)))  # type: ignore[misc]
        return found

    @cached_property
    def _lightness(self) -> list[float]:
        """L* of each amount of black."""
        lab = ImageCms.createProfile("LAB")
        seen = ImageCms.buildTransform(self._profile, lab, "CMYK", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, black)) for black in range(256)))
        found = ImageCms.applyTransform(ramp, seen)
        assert found is not None
        return [part / 2.55 for part in found.tobytes()[::3]]

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        """What pictures are converted by. A colour between points of it has ink between theirs, within the limit."""
        steps = [round(step * 255 / (_GRID - 1)) for step in range(_GRID)]
        points = bytes(part for blue in steps for green in steps for part in _row(steps, green, blue))
        grid = Image.frombytes("RGB", (_GRID * _GRID, _GRID), points)
        limit = InkLimit(self._profile, self._limit.most - _MARGIN - round(_LOSS * 255))
        inked = limit.held(self._converted(grid))
        table = [ink / 255 for point in inked for ink in point]
        return ImageFilter.Color3DLUT(_GRID, table, channels=4, target_mode="CMYK", _copy_table=False)


def _row(steps: list[int], green: int, blue: int) -> bytes:
    return b"".join(bytes((red, green, blue)) for red in steps)


def _lightness(part: float) -> float:
    """L* of a grey in sRGB (IEC 61966-2-1; CIE 15)."""
    linear = part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
    return 903.3 * linear if linear <= 0.008856 else 116 * linear ** (1 / 3) - 16
