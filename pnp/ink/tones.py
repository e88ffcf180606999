"""Tones: paler colours, colours with a contrast to their ground, or greys. Colours are sRGB from 0 to 1."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Paint
from pnp.looks.inks import mixed
from pnp.records import dataclass
from pnp.rendering.graphics.colour import DARK, channels, darken_to_contrast, hex_of

WHITE: Rgb = (1.0, 1.0, 1.0)
_NEAR_BLACK: Rgb = (channels(DARK)[0] / 255, channels(DARK)[1] / 255, channels(DARK)[2] / 255)
_MIN_CHROMA = 0.15
"""Difference of its channels above which a colour is more than a grey."""
_MIN_VIVID = 0.35
"""Difference of its channels above which a ground lends its hue to a black mark on it."""
_MAX_WASH_INK = 0.55
_HALVINGS = 12
_VISIBLE = 3.0
"""Contrast from which a mark stands out from its ground (WCAG 2.2, 1.4.11)."""


@dataclass(frozen=True, slots=True)
class Wash:
    """Tone that leaves ``share`` of the ink of every colour, in the same hue. Dark colours keep less, and turn grey."""

    share: float

    def apply(self, colour: Rgb) -> Rgb:
        return mixed(
            WHITE, colour, self.share * (min(1.0, _MAX_WASH_INK / (ink(colour) or 1.0)) if self.share < 1 else 1.0)
        )


@dataclass(frozen=True, slots=True)
class Solid:
    """Tone that replaces every colour by a single one."""

    colour: Rgb

    def apply(self, colour: Rgb) -> Rgb:
        return self.colour


@dataclass(frozen=True, slots=True)
class Grey:
    """Tone that replaces every colour by the grey of the same luminance."""

    def apply(self, colour: Rgb) -> Rgb:
        return grey(colour)


Tone: TypeAlias = Wash | Solid | Grey
UNCHANGED = Wash(1.0)


def apply_tone(paint: Paint, tone: Tone) -> Paint:
    """Return a paint in another tone, a gradient stop by stop."""
    if paint is None or tone == UNCHANGED:
        return paint
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(stop, colour=tone.apply(stop.colour)) for stop in paint.stops))
    return tone.apply(paint)


def mean(paint: Paint) -> Rgb | None:
    """Return the single colour that represents a paint."""
    if not isinstance(paint, Gradient):
        return paint
    count = len(paint.stops)
    red, green, blue = (sum(stop.colour[part] for stop in paint.stops) / count for part in range(3))
    return red, green, blue


@lru_cache(maxsize=1 << 14)
def luminance(colour: Rgb) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, second: Rgb) -> float:
    """Return the contrast ratio, 1 to 21 (WCAG 2.2).

    >>> round(contrast((0.0, 0.0, 0.0), WHITE))
    21
    """
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def grey(colour: Rgb) -> Rgb:
    """Return the grey of the same luminance, so that all contrasts stay the same.

    >>> [round(part, 2) for part in grey((1.0, 0.0, 0.0))]
    [0.5, 0.5, 0.5]
    """
    brightness = luminance(colour)
    level = 12.92 * brightness if brightness <= 0.0031308 else 1.055 * brightness ** (1 / 2.4) - 0.055
    level = min(1.0, max(0.0, round(level, 4)))
    return level, level, level


def ink(colour: Rgb) -> float:
    """Return the ink of a colour: the mean of cyan, magenta and yellow, the complements of red, green and blue."""
    return 1 - sum(colour) / 3


def has_hue(colour: Rgb, least: float = _MIN_CHROMA) -> bool:
    """Return True if a colour has a hue that people would name."""
    return max(colour) - min(colour) > least


@lru_cache(maxsize=16384)
def keep_contrast(colour: Rgb, old_ground: Rgb, new_ground: Rgb, least: float, most: float) -> Rgb:
    """Adapt ``colour`` from its ``old_ground`` to ``new_ground`` with the same contrast, from ``least`` to ``most``.

    A colour that was darker than its ground stays darker. A lighter colour stays lighter if possible, as white if
    nothing lighter exists. Otherwise it turns dark: in its own hue, or in that of the ground if it had none, as white
    numerals have.
    """
    wanted = min(max(contrast(colour, old_ground), least), most)
    if luminance(colour) > luminance(old_ground):
        lightest = contrast(WHITE, new_ground)
        if lightest >= max(least, min(wanted, _VISIBLE)):
            if lightest < wanted:
                return WHITE
            return (
                colour
                if contrast(colour, new_ground) >= wanted
                else _blend_to_contrast(colour, WHITE, new_ground, wanted)
            )
        colour = next((candidate for candidate in (colour, old_ground) if has_hue(candidate)), _NEAR_BLACK)
    elif has_hue(old_ground, _MIN_VIVID) and not has_hue(colour):
        colour = old_ground
    return _darken(colour, new_ground, wanted)


def _darken(colour: Rgb, ground: Rgb, wanted: float) -> Rgb:
    """Return ``colour`` as pale or as deep as the wanted contrast with a lighter ground needs."""
    if contrast(colour, ground) >= wanted and luminance(colour) < luminance(ground):
        return _blend_to_contrast(ground, colour, ground, wanted)
    deep = channels(darken_to_contrast(_hex(colour), _hex(ground), wanted))
    return deep[0] / 255, deep[1] / 255, deep[2] / 255


def _blend_to_contrast(start: Rgb, end: Rgb, ground: Rgb, wanted: float) -> Rgb:
    """Return the blend of two colours with just the wanted contrast to a ground. ``end`` has at least that."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if contrast(mixed(start, end, middle), ground) >= wanted:
            high = middle
        else:
            low = middle
    return mixed(start, end, high)


def _hex(colour: Rgb) -> str:
    return hex_of(*(255 * part for part in colour))


# Strengths: the steps of saver, and outline


@dataclass(frozen=True, slots=True)
class Strength:
    """Strength of the reduction of ink.

    ``wash`` and ``picture`` are the remaining shares of ink in fills and in pictures. ``mark`` and ``type`` are the
    greatest contrasts of small marks and words with their ground; lower ones make them paler, with less ink. ``decor``
    is the remaining share of the contrast of marks that hardly stood out. ``line`` is the width in mm of the lines
    around fills, ``edge`` their greatest contrast. A shape thinner than ``thin`` mm is a mark. Type larger than
    ``open_type`` mm is drawn as outlines.
    """

    wash: float
    picture: float
    mark: float
    decor: float
    type: float
    line: float
    edge: float
    thin: float
    open_type: float | None = None


SAVER = (
    Strength(wash=0.24, picture=0.32, mark=21.0, decor=0.7, type=21.0, line=0.28, edge=6.0, thin=1.1),
    Strength(wash=0.18, picture=0.30, mark=12.0, decor=0.6, type=21.0, line=0.25, edge=5.0, thin=1.1),
    Strength(wash=0.13, picture=0.27, mark=9.0, decor=0.5, type=15.0, line=0.22, edge=4.5, thin=1.1),
    Strength(wash=0.09, picture=0.25, mark=7.0, decor=0.4, type=12.0, line=0.2, edge=4.0, thin=1.0),
    Strength(wash=0.05, picture=0.22, mark=5.5, decor=0.3, type=9.0, line=0.18, edge=3.2, thin=0.9),
    Strength(wash=0.03, picture=0.18, mark=4.6, decor=0.25, type=7.0, line=0.15, edge=3.0, thin=0.7),
    Strength(wash=0.03, picture=0.15, mark=3.5, decor=0.2, type=5.0, line=0.12, edge=2.4, thin=0.5),
)
"""Steps from much ink to little. A component takes a step at which all of it takes a third of the ink."""
READABLE_STEP = SAVER[5]
"""Step of a component that no step brings to a third. Its words still have a contrast of 7 (WCAG 2.2, 1.4.6)."""
OUTLINE = Strength(wash=0.0, picture=0.1, mark=7.0, decor=0.5, type=12.0, line=0.2, edge=7.0, thin=0.7, open_type=14.0)
