"""Kits of tweaks, and of the shipped games that other tests build too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""


def kit_of(game: str, lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of a game with further lines; without any the whole shipped one."""
    if not lines:
        return printed(game=game, **{key: value for key, value in options.items() if key != "only"})
    return printed(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', "mine", **options)


def pages_of(kit: Any, part: str) -> set[int]:
    """The pages with a part of a kit on them."""
    return {number for face in ("front", "back") for number, _ in kit.slots(part, face=face)}
