"""Tones: make a colour paler, as dark as its ground asks for, or grey. Colours are sRGB from 0 to 1."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Paint
from pnp.looks.inks import mixed
from pnp.records import dataclass
from pnp.rendering.graphics.colour import DARK, channels, hex_of, steeped

WHITE: Rgb = (1.0, 1.0, 1.0)
_NEAR_BLACK: Rgb = (channels(DARK)[0] / 255, channels(DARK)[1] / 255, channels(DARK)[2] / 255)
_COLOURED = 0.15
"""From which difference of its channels on a colour is more than a grey."""
_VIVID = 0.35
"""From which difference on a ground lends its hue to what is black on it."""
_MOST_INK = 0.55
_HALVINGS = 12
_SEEN = 3.0
"""The contrast from which on what is no word is told from its ground (WCAG 2.2, 1.4.11)."""


@dataclass(frozen=True, slots=True)
class Wash:
    """Leaves ``share`` of the ink of every colour, in the same hue; less of the darkest, which turn to dull greys."""

    share: float

    def of(self, colour: Rgb) -> Rgb:
        return mixed(
            WHITE, colour, self.share * (min(1.0, _MOST_INK / (ink(colour) or 1.0)) if self.share < 1 else 1.0)
        )


@dataclass(frozen=True, slots=True)
class Solid:
    """One colour in place of whatever was there."""

    colour: Rgb

    def of(self, colour: Rgb) -> Rgb:
        return self.colour


@dataclass(frozen=True, slots=True)
class Grey:
    """The grey that is as bright."""

    def of(self, colour: Rgb) -> Rgb:
        return grey(colour)


Tone: TypeAlias = Wash | Solid | Grey
KEPT = Wash(1.0)


def toned(paint: Paint, tone: Tone) -> Paint:
    """A paint in another tone, a gradient stop by stop."""
    if paint is None or tone == KEPT:
        return paint
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(stop, colour=tone.of(stop.colour)) for stop in paint.stops))
    return tone.of(paint)


def mean(paint: Paint) -> Rgb | None:
    """The one colour that stands for a paint."""
    if not isinstance(paint, Gradient):
        return paint
    count = len(paint.stops)
    red, green, blue = (sum(stop.colour[part] for stop in paint.stops) / count for part in range(3))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2).

    >>> round(contrast((0.0, 0.0, 0.0), WHITE))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def grey(colour: Rgb) -> Rgb:
    """The grey of the same luminance, so that all contrasts stay what they are.

    >>> [round(part, 2) for part in grey((1.0, 0.0, 0.0))]
    [0.5, 0.5, 0.5]
    """
    bright = luminance(colour)
    level = 12.92 * bright if bright <= 0.0031308 else 1.055 * bright ** (1 / 2.4) - 0.055
    level = min(1.0, max(0.0, round(level, 4)))
    return level, level, level


def ink(colour: Rgb) -> float:
    """How much ink a colour takes: the mean of cyan, magenta and yellow, which are what red, green and blue lack."""
    return 1 - sum(colour) / 3


def coloured(colour: Rgb, least: float = _COLOURED) -> bool:
    """Whether a colour has a hue that people would name."""
    return max(colour) - min(colour) > least


@lru_cache(maxsize=16384)
def seen_on(colour: Rgb, was: Rgb, now: Rgb, least: float, most: float) -> Rgb:
    """``colour``, which stood on the ground ``was``, for the ground ``now``: with the contrast that it had, but no less
    than ``least`` and no more than ``most``.

    What was darker than its ground stays so. What was lighter stays so where that is possible, as white where nothing
    lighter is to be had, else it turns dark: in its own hue, or in that of the ground where it had none, as white
    numerals have.
    """
    wanted = min(max(contrast(colour, was), least), most)
    if luminance(colour) > luminance(was):
        lightest = contrast(WHITE, now)
        if lightest >= max(least, min(wanted, _SEEN)):
            if lightest < wanted:
                return WHITE
            return colour if contrast(colour, now) >= wanted else _between(colour, WHITE, now, wanted)
        colour = next((one for one in (colour, was) if coloured(one)), _NEAR_BLACK)
    elif coloured(was, _VIVID) and not coloured(colour):
        colour = was
    return _darker(colour, now, wanted)


def _darker(colour: Rgb, ground: Rgb, wanted: float) -> Rgb:
    """``colour`` as pale or as deep as it has to be to stand out as much as wanted from a ground that is lighter."""
    if contrast(colour, ground) >= wanted and luminance(colour) < luminance(ground):
        return _between(ground, colour, ground, wanted)
    deep = channels(steeped(_hex(colour), _hex(ground), wanted))
    return deep[0] / 255, deep[1] / 255, deep[2] / 255


def _between(start: Rgb, end: Rgb, ground: Rgb, wanted: float) -> Rgb:
    """The colour between two that stands out as much as wanted from a ground, and no more: ``end`` does."""
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


# How much is taken from a drawing: the steps of saver, and outline.


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of what is printed.

    ``wash`` and ``picture`` are the share of ink that is left of fills and of pictures. ``mark`` and ``type`` are the
    most contrast that small marks and words may have with their ground; with less they are paler, and take less ink.
    ``decor`` is what is left of the contrast of marks that hardly stood out. ``line`` is the width in mm of the lines
    around what was filled, ``edge`` their most contrast. What is thinner than ``thin`` mm is a mark. Type larger than
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
"""From much to little: the first with which a component takes a third of the ink is taken for all of it."""
READABLE_STEP = SAVER[5]
"""For a component that no step brings to a third: with it words still have a contrast of 7 (WCAG 2.2, 1.4.6)."""
OUTLINE = Strength(wash=0.0, picture=0.1, mark=7.0, decor=0.5, type=12.0, line=0.2, edge=7.0, thin=0.7, open_type=14.0)
