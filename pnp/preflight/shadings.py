"""How much ink gradients have at most."""

from __future__ import annotations

import pikepdf

from pnp.preflight.colours import Space

_DEEPEST = 6
_MOST = 500


def shading_ink(shading: pikepdf.Object, space: Space) -> float | None:
    """The most ink that the ends of the stretches of a gradient have, 1 for one ink in full; None where it is made of
    others than straight ones (functions of type 2, and of 3 made of those), or its colours are no inks."""
    function = shading.get("/Function") if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream) else None
    inks = [space.ink(colour) for colour in _ends(function, 0)]
    known = [ink for ink in inks if ink is not None]
    return max(known, default=None)


def _ends(function: object, depth: int) -> list[tuple[float, ...]]:
    if not isinstance(function, pikepdf.Dictionary) or depth > _DEEPEST:
        return []
    if function.get("/FunctionType") == 2:
        return [_values(function.get(key)) for key in ("/C0", "/C1")]
    parts = function.get("/Functions")
    if function.get("/FunctionType") != 3 or not isinstance(parts, pikepdf.Array):
        return []
    found: list[tuple[float, ...]] = []
    for part in parts:
        found += _ends(part, depth + 1)
        if len(found) > _MOST:
            break
    return found


def _values(value: object) -> tuple[float, ...]:
    if not isinstance(value, pikepdf.Array):
        return ()
    try:
        return tuple(float(part) for part in value)
    except (TypeError, ValueError):
        return ()
