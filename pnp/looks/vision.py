"""Compare colours as eyes tell them apart: with normal sight, and with three kinds of colour-blindness."""

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
"""Kinds of sight, by ColorAide's name of the simulation (Machado, Oliveira and Fernandes 2009, full severity)."""

GREY = "grey"
"""Pseudo-sight of a printer with black alone, which keeps only the luminance of colours."""

ALIKE = 8.0
"""Difference (CIEDE2000) under which two colours on different cards are confused. Palettes made for the colour-blind,
such as that of Okabe and Ito, keep 10 and more. Side by side 2 can be seen, but not across a table."""


def differences(first: str, second: str) -> Mapping[str, float]:
    """Return the difference of two colours (#rrggbb) for each kind of sight, in CIEDE2000.

    >>> {sight: round(found) for sight, found in differences("#c8102e", "#00843d").items()}
    {'normal sight': 70, 'protanopia': 18, 'deuteranopia': 6, 'tritanopia': 61}
    """
    return {sight: _difference(_simulate(first, sight), _simulate(second, sight)) for sight in VISIONS}


def confusing_sights(
    first: Sequence[str], second: Sequence[str], least: float = ALIKE, sights: Collection[str] = VISIONS.keys()
) -> list[str]:
    """Return the kinds of sight that confuse two lists of colours, compared place by place."""
    return [
        sight
        for sight in sights
        if all(
            _difference(_simulate(a, sight), _simulate(b, sight)) < least for a, b in zip(first, second, strict=True)
        )
    ]


@lru_cache(maxsize=1024)
def _simulate(colour: str, sight: str) -> Any:
    from coloraide import Color  # noqa: PLC0415 - takes 0.15 s to load, and few kits have two colours to compare

    if sight == GREY:
        return Color("xyz-d65", [share * Color(colour).luminance() for share in Color("white").convert("xyz-d65")[:3]])
    original, vision = Color(colour), VISIONS[sight]
    return original if vision is None else original.filter(vision, method="machado").clip("srgb")


def _difference(first: Any, second: Any) -> float:
    return float(first.delta_e(second, method="2000"))
