"""Colours as eyes tell them apart: with normal sight, and with each of three kinds of colour-blindness."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

VISIONS: Mapping[str, str | None] = {
    "normal sight": None,
    "protanopia": "protan",
    "deuteranopia": "deutan",
    "tritanopia": "tritan",
}
"""Kinds of sight, by what ColorAide calls the simulation (Machado, Oliveira and Fernandes 2009, at full severity)."""

GREY = "grey"
"""Not a kind of sight, but what a printer with black alone leaves of colours: their luminance."""

ALIKE = 8.0
"""The difference (CIEDE2000) under which two colours on different cards are taken for one another. Palettes made for
the colour-blind, such as that of Okabe and Ito, keep 10 and more; side by side 2 can be seen, across a table not."""


def differences(one: str, other: str) -> Mapping[str, float]:
    """How much two colours (#rrggbb) differ for each kind of sight, in CIEDE2000.

    >>> {sight: round(found) for sight, found in differences("#c8102e", "#00843d").items()}
    {'normal sight': 70, 'protanopia': 18, 'deuteranopia': 6, 'tritanopia': 61}
    """
    return {sight: _difference(_seen(one, sight), _seen(other, sight)) for sight in VISIONS}


def alike(
    one: Sequence[str], other: Sequence[str], least: float = ALIKE, sights: Collection[str] = VISIONS.keys()
) -> list[str]:
    """The kinds of sight to which the colours of one thing look like those of another, place by place."""
    return [
        sight
        for sight in sights
        if all(_difference(_seen(a, sight), _seen(b, sight)) < least for a, b in zip(one, other, strict=True))
    ]


@lru_cache(maxsize=1024)
def _seen(colour: str, sight: str) -> Any:
    from coloraide import Color  # noqa: PLC0415 - takes 0.15 s to load, and few kits have two colours to compare

    if sight == GREY:
        return Color("xyz-d65", [share * Color(colour).luminance() for share in Color("white").convert("xyz-d65")[:3]])
    whole, vision = Color(colour), VISIONS[sight]
    return whole if vision is None else whole.filter(vision, method="machado").clip("srgb")


def _difference(one: Any, other: Any) -> float:
    return float(one.delta_e(other, method="2000"))
