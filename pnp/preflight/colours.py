"""Colour spaces of a PDF: what they are, whether a press takes them, and how much ink their colours are."""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf

from pnp.preflight.streams import check_size
from pnp.records import dataclass

_DEVICE = {"/DeviceGray": 1, "/G": 1, "/DeviceRGB": 3, "/RGB": 3, "/DeviceCMYK": 4, "/CMYK": 4}
_SHORT = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class ColourSpace:
    """A colour space: its family, as PDF calls it without the slash, how many numbers a colour has, and what it is made
    of where it is indexed, a pattern or a spot colour (which has an alternate)."""

    family: str
    parts: int
    base: ColourSpace | None = None
    table: bytes = b""

    def forbidden(self, standard: str, calibrated: bool) -> str | None:
        """The family that files of a standard may not have; None where all is well. ``calibrated`` is whether the page
        says which profile RGB has (DefaultRGB)."""
        if self.base is not None and (found := self.base.forbidden(standard, calibrated)) is not None:
            return found
        if standard == "x1a":
            return None if self.family in _FOR_X1A else self.family
        if standard == "x4" and self.family == "DeviceRGB" and not calibrated:
            return self.family
        return None

    def ink(self, values: Sequence[float]) -> float | None:
        """How much ink a colour is, 1 for one in full; None where that depends on how it is converted."""
        spots = self.family in ("Separation", "DeviceN")
        if spots or self.family == "DeviceCMYK" or (self.family == "ICCBased" and self.parts == 4):
            return sum(max(0.0, min(1.0, value)) for value in values)
        if self.family == "DeviceGray" and values:
            return 1 - max(0.0, min(1.0, values[0]))
        if self.family == "Indexed" and self.base is not None and values:
            at = int(values[0]) * self.base.parts
            entry = [part / 255 for part in self.table[at : at + self.base.parts]]
            return self.base.ink(entry) if len(entry) == self.base.parts else None
        return None


_FOR_X1A = {"DeviceGray", "DeviceCMYK", "Separation", "DeviceN", "Indexed", "Pattern"}
GREY, RGB, CMYK = ColourSpace("DeviceGray", 1), ColourSpace("DeviceRGB", 3), ColourSpace("DeviceCMYK", 4)
UNKNOWN = ColourSpace("unknown", 0)


def space_of(value: object, named: object = None, depth: int = 0) -> ColourSpace:
    """The colour space that a name or array says; ``named`` are those that a page has names for."""
    if depth > _DEEPEST:
        return UNKNOWN
    if isinstance(value, pikepdf.Array) and len(value):
        return _described(value, named, depth)
    name = str(value) if isinstance(value, pikepdf.Name) else ""
    if name in _DEVICE:
        return ColourSpace(_SHORT.get(name, name)[1:], _DEVICE[name])
    if name == "/Pattern":
        return ColourSpace("Pattern", 0)
    if name and isinstance(named, pikepdf.Dictionary) and name in named:
        return space_of(named.get(name), None, depth + 1)
    return UNKNOWN


def _described(value: pikepdf.Array, named: object, depth: int) -> ColourSpace:
    family = _SHORT.get(str(value[0]), str(value[0]))[1:]
    rest = list(value)[1:]
    if not rest:
        return space_of(value[0], named, depth + 1)
    if family == "ICCBased":
        parts = rest[0].get("/N") if isinstance(rest[0], pikepdf.Stream) else 0
        return ColourSpace(family, parts if isinstance(parts, int) else 0)
    if family == "Indexed" and len(rest) >= 3:
        return ColourSpace(family, 1, space_of(rest[0], named, depth + 1), _table(rest[2]))
    if family in ("Separation", "DeviceN") and len(rest) >= 2:
        parts = len(rest[0]) if isinstance(rest[0], pikepdf.Array) else 1
        return ColourSpace(family, parts, space_of(rest[1], named, depth + 1))
    if family == "Pattern":
        return ColourSpace(family, 0, space_of(rest[0], named, depth + 1))
    return ColourSpace(family, {"CalGray": 1, "CalRGB": 3, "Lab": 3}.get(family, 0))


def _table(value: object) -> bytes:
    """The table of an indexed space; it has 1,024 bytes at most."""

    if isinstance(value, pikepdf.String):
        return bytes(value)
    if isinstance(value, pikepdf.Stream):
        check_size(value, 100_000)
        return value.read_bytes()
    return b""


# How much ink gradients have at most.

_DEEPEST_FUNCTION = 6
_MOST = 500


def shading_ink(shading: pikepdf.Object, space: ColourSpace) -> float | None:
    """The most ink that the ends of the stretches of a gradient have, 1 for one ink in full; None where it is made of
    others than straight ones (functions of type 2, and of 3 made of those), or its colours are no inks."""
    function = shading.get("/Function") if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream) else None
    inks = [space.ink(colour) for colour in _ends(function, 0)]
    known = [ink for ink in inks if ink is not None]
    return max(known, default=None)


def _ends(function: object, depth: int) -> list[tuple[float, ...]]:
    if not isinstance(function, pikepdf.Dictionary) or depth > _DEEPEST_FUNCTION:
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
