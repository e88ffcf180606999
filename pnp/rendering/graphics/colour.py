"""Colours of a face: hex notation, contrast, and inks derived from other inks."""

from __future__ import annotations

import re
from functools import lru_cache

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
DARK, LIGHT = "#1b1a1f", "#ffffff"
READABLE = 3.0
"""Least contrast of a figure on its ground (WCAG 2.2, 1.4.11 and large text of 1.4.3)."""


def is_colour(text: str) -> bool:
    """Tell if a text is a colour, #rgb or #rrggbb."""
    return _HEX.fullmatch(text) is not None


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255. Raises ValueError for anything but #rgb and #rrggbb."""
    if not _HEX.fullmatch(colour):
        wanted = f"#{colour}" if _HEX.fullmatch(f"#{colour}") else "#rrggbb"
        raise ValueError(f"{colour!r} is not a colour: write {wanted}")
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def hex_of(red: float, green: float, blue: float) -> str:
    """Return the colour as #rrggbb."""
    return "#" + "".join(f"{max(0, min(255, round(value))):02x}" for value in (red, green, blue))


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=4096)
def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio, 1 to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def on(ground: str, dark: str = DARK, least: float = READABLE) -> str:
    """Return the ink for figures on ``ground``: white if it reads well enough, else ``dark``.

    White is preferred down to a contrast of ``least``, which is 3:1, as figures on these cards are large.

    >>> on("#d7263d"), on("#ffc20e")
    ('#ffffff', '#1b1a1f')
    """
    return LIGHT if contrast(LIGHT, ground) >= least else dark


_ROUNDING = 1e-6


def mix(colour: str, other: str, share: float) -> str:
    """Return ``one`` with ``share`` (0 to 1) of ``other`` stirred in. Raises ValueError for any other share."""
    if not -_ROUNDING <= share <= 1 + _ROUNDING:
        raise ValueError(f"a share of a colour is from 0 to 1, and this is {share:g}")
    a, b = channels(colour), channels(other)
    return hex_of(*(x + (y - x) * share for x, y in zip(a, b, strict=True)))


def tint(colour: str, share: float) -> str:
    """Return ``colour`` on white paper, with ``share`` of the ink left (1: all of it)."""
    return mix(LIGHT, colour, share)


def shade(colour: str, share: float) -> str:
    """Return ``colour`` darkened by ``share`` towards near-black."""
    return mix(colour, DARK, share)


def readable(colour: str, ground: str = LIGHT, least: float = 4.5) -> str:
    """Return ``colour``, darkened until text in it reads on ``ground``."""
    share = 0.0
    darkened = colour
    while contrast(darkened, ground) < least and share < 1:
        share += 0.04
        darkened = mix(colour, DARK, min(1.0, share))
    return darkened


def darken_to_contrast(colour: str, ground: str = LIGHT, least: float = 4.5) -> str:
    """Return ``colour``, darkened like dyed cloth until text in it reads on ``ground``.

    ``readable`` turns pale colours grey; this keeps their hue: yellow turns to bronze.

    >>> darken_to_contrast("#f7ce46"), readable("#f7ce46")
    ('#9a6f10', '#857032')
    """
    share = 0.0
    darkened = colour
    while contrast(darkened, ground) < least and share < 1:
        share += 0.02
        power = 1 + min(0.8, 4 * share)
        darkened = hex_of(*(255 * (1 - share) * (channel / 255) ** power for channel in channels(colour)))
    return readable(darkened, ground, least)


@lru_cache(maxsize=1024)
def overprinted(colour: str, least: float = 1.6) -> str:
    """Return ``colour`` as if printed over itself until it stands out from a single layer.

    It gets deeper, and warmer or cooler, as inks do: yellow turns to amber, orange to vermilion.

    >>> overprinted("#fbe51c"), overprinted("#1590fa")
    ('#efa600', '#035bf6')
    """
    levels = channels(colour)
    for tenths in range(10, 60):
        layered = hex_of(*(255 * (level / 255) ** (tenths / 10) for level in levels))
        if contrast(layered, colour) >= least:
            return layered
    return darken_to_contrast(colour, colour, least)
