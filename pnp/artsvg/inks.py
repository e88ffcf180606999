"""Inks: colours with their opacity as SVG and CSS write them, and their replacement by others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from pnp.cardsvg.colours import BLACK, Rgb, css_colour
from pnp.records import dataclass


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


class CurrentColour(tuple[float, float, float]):
    """The colour of the surroundings, told from the same colour that stands in the file."""

    def __repr__(self) -> str:
        return "currentColor"


EVERY = "*"
"""The name of all inks that are not named."""


@lru_cache(maxsize=4096)
def ink(text: str) -> Ink | None:
    """Return the ink that ``text`` names, None for ``none``. Raises ValueError.

    >>> ink("#0f08").opacity, ink("none"), ink("hsl(120 100% 50%)").name
    (0.5333333333333333, None, '#00ff00')
    """
    plain = text.strip().lower()
    if plain == "none":
        return None
    return Ink(None) if plain == "currentcolor" else Ink(*css_colour(text))


class InkReplacement:
    """Reads inks and replaces them: ``instead`` has the new colour (or ``none``) by the name of an ink, by ``EVERY``
    for all that are not named; ``current`` is the colour of the surroundings. ``seen`` gathers the inks of the file."""

    def __init__(self, instead: Mapping[str, str], current: Rgb = BLACK) -> None:
        self.current = CurrentColour(current)
        self.coloured = False
        """True once the colour of the surroundings is painted with."""
        self._instead = {_key(name): ink for name, ink in instead.items()}
        for value in self._instead.values():
            ink(value)
        self.seen: set[str] = set()
        self.used: set[str] = set()

    def ink(self, text: str, current: Ink) -> Ink | None:
        """Return the ink to paint with for ``text``, where ``current`` is the colour of the surroundings."""
        named = ink(text)
        if named is None:
            return None
        return self.replaced(replace(current, opacity=current.opacity * named.opacity) if named.rgb is None else named)

    def replaced(self, named: Ink) -> Ink | None:
        """Return the ink that stands for ``found``."""
        self.seen.add(named.name)
        name = named.name if named.name in self._instead else EVERY
        new = self._instead.get(name)
        if new is None:
            return named
        self.used.add(name)
        instead = ink(new)
        return None if instead is None else replace(instead, opacity=instead.opacity * named.opacity)

    def unused(self) -> list[str]:
        """Return the names that are to be replaced and are no inks of the file."""
        return sorted(set(self._instead) - self.used - {EVERY, "currentColor"} - self.seen)


def _key(name: str) -> str:
    if name.strip() == EVERY:
        return EVERY
    named = ink(name)
    if named is None:
        raise ValueError("'none' is no ink to be replaced")
    return named.name
