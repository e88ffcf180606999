"""What sheets that were printed by earlier versions of a game may still name, or leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TypeAlias

from pnp.records import dataclass

Plain: TypeAlias = str | int | float | bool | None
"""A value of a settings key, as it stands in a definition file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The past of a game, so that what was printed then can still be verified.

    ``lessons`` and ``misreadings`` are ids that are no longer in use, each with a sentence on what became of it: an
    example that names one is looked at in all other respects, and the sentence is told as a note. A name that has
    retired is never given to another lesson or misreading. A lesson that changes so much that an older example does
    not show it retires, and goes on under another name.

    ``settings`` are keys that came to the game's table later, by their path in it, spelled as in the file, and what a
    table without them meant before: ``{("readings", "untaken-dice"): "stay"}``. A sheet whose manifest does not know
    such a key is read and answered with that value.

    >>> Past(lessons={"check-low": "it is part of check-high now"}).misreadings
    mappingproxy({})
    """

    lessons: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    misreadings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    settings: Mapping[tuple[str, ...], Plain] = field(default_factory=lambda: MappingProxyType({}))
