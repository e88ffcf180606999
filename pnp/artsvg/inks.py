"""Inks: colours with their opacity as SVG and CSS write them, and their replacement by others."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from pnp.artsvg.measures import share
from pnp.cardsvg.colours import Rgb, colour
from pnp.records import dataclass

_HEX = re.compile(r"#([0-9a-fA-F]{4}|[0-9a-fA-F]{8})")
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)
_PROFILE = re.compile(r"\s+icc-color\([^()]*\)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour, sRGB; None for the colour of the surroundings (``currentColor``). ``opacity`` from 0 to 1."""

    rgb: Rgb | None
    opacity: float = 1.0

    @property
    def name(self) -> str:
        """As a profile and a person write it: #rrggbb or currentColor."""
        if self.rgb is None:
            return "currentColor"
        return "#" + "".join(f"{round(part * 255):02x}" for part in self.rgb)

    @property
    def grey(self) -> Ink:
        """The ink as bright as this one, as masks see it (CSS Masking 1, 6.5)."""
        red, green, blue = self.rgb or (0.0, 0.0, 0.0)
        bright = 0.2125 * red + 0.7154 * green + 0.0721 * blue
        return Ink((bright, bright, bright), self.opacity)


BLACK = Ink((0.0, 0.0, 0.0))
EVERY = "*"
"""The name of all inks that are not named."""


@lru_cache(maxsize=4096)
def ink(text: str) -> Ink | None:
    """The ink that ``text`` names, None for ``none``. Raises ValueError.

    >>> ink("#0f08").opacity, ink("none"), ink("hsl(120 100% 50%)").name
    (0.5333333333333333, None, '#00ff00')
    """
    plain = _PROFILE.sub("", text.strip())
    lower = plain.lower()
    if lower == "none":
        return None
    if lower == "currentcolor":
        return Ink(None)
    if lower == "transparent":
        return Ink((0.0, 0.0, 0.0), 0.0)
    match = _HEX.fullmatch(plain)
    if match is not None:
        digits = match[1] if len(match[1]) == 8 else "".join(digit * 2 for digit in match[1])
        return Ink(colour("#" + digits[:6]), int(digits[6:], 16) / 255)
    match = _FUNCTION.fullmatch(plain)
    if match is not None:
        return _function(match[1].lower(), match[2], text)
    try:
        return Ink(colour(plain))
    except ValueError:
        raise ValueError(
            f"{text[:60]!r} is not a colour that is read: write #rrggbb, rgb(r, g, b), hsl(h, s%, l%) or a name"
        ) from None


def _function(name: str, inside: str, text: str) -> Ink:
    parts = inside.replace(",", " ").replace("/", " ").split()
    if len(parts) not in {3, 4}:
        raise ValueError(f"{text[:60]!r} has {len(parts)} parts, not three or four")
    opacity = min(1.0, max(0.0, share(parts[3]))) if len(parts) == 4 else 1.0
    if name.startswith("rgb"):
        red, green, blue = (min(1.0, max(0.0, share(part) / (1 if part.endswith("%") else 255))) for part in parts[:3])
        return Ink((red, green, blue), opacity)
    turn = share(re.sub(r"deg$", "", parts[0])) / 360 % 1
    full, light = (min(1.0, max(0.0, share(part))) for part in parts[1:3])
    return Ink(colorsys.hls_to_rgb(turn, light, full), opacity)


class InkReplacement:
    """Reads inks and replaces them: ``instead`` has the new colour (or ``none``) by the name of an ink, by ``EVERY``
    for all that are not named. ``seen`` gathers the inks of the file."""

    def __init__(self, instead: Mapping[str, str]) -> None:
        self._instead = {_key(name): value for name, value in instead.items()}
        for value in self._instead.values():
            ink(value)
        self.seen: set[str] = set()
        self.used: set[str] = set()

    def ink(self, text: str, current: Ink) -> Ink | None:
        """The ink to paint with for ``text``, where ``current`` is the colour of the surroundings."""
        found = ink(text)
        if found is None:
            return None
        return self.replaced(replace(current, opacity=current.opacity * found.opacity) if found.rgb is None else found)

    def replaced(self, found: Ink) -> Ink | None:
        """The ink that stands for ``found``."""
        self.seen.add(found.name)
        name = found.name if found.name in self._instead else EVERY
        new = self._instead.get(name)
        if new is None:
            return found
        self.used.add(name)
        instead = ink(new)
        return None if instead is None else replace(instead, opacity=instead.opacity * found.opacity)

    def unused(self) -> list[str]:
        """The names that are to be replaced and are no inks of the file."""
        return sorted(set(self._instead) - self.used - {EVERY, "currentColor"} - self.seen)


def _key(name: str) -> str:
    if name.strip() == EVERY:
        return EVERY
    found = ink(name)
    if found is None:
        raise ValueError("'none' is no ink to be replaced")
    return found.name
