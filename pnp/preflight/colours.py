"""Colour spaces of a PDF: their kind, their use in standards, and the ink of their colours."""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf

from pnp.preflight.streams import check_size
from pnp.records import dataclass

_DEVICE_COMPONENTS = {"/DeviceGray": 1, "/G": 1, "/DeviceRGB": 3, "/RGB": 3, "/DeviceCMYK": 4, "/CMYK": 4}
_FULL_NAMES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
_MAX_DEPTH = 8


@dataclass(frozen=True, slots=True)
class ColourSpace:
    """Colour space: its family, under its PDF name without the slash, and the number of its components.

    ``base`` is the space under an indexed space or a pattern, or the alternate of a spot colour. ``table`` is that of
    an indexed space, ``colorant`` the name of a spot colour.
    """

    family: str
    components: int
    base: ColourSpace | None = None
    table: bytes = b""
    colorant: str = ""

    def forbidden(self, standard: str, calibrated: bool) -> str | None:
        """Return the family that files of a standard may not have, or None if all is allowed.

        ``calibrated`` says that the page defines the profile of RGB (DefaultRGB).
        """
        if self.base is not None and (family := self.base.forbidden(standard, calibrated)) is not None:
            return family
        if standard == "x1a":
            return None if self.family in _FOR_X1A else self.family
        if standard == "x4" and self.family == "DeviceRGB" and not calibrated:
            return self.family
        return None

    def ink(self, values: Sequence[float]) -> float | None:
        """Return the ink of a colour, 1 for one in full, or None if that depends on the conversion."""
        spots = self.family in ("Separation", "DeviceN")
        if spots or self.family == "DeviceCMYK" or (self.family == "ICCBased" and self.components == 4):
            return sum(max(0.0, min(1.0, share)) for share in values)
        if self.family == "DeviceGray" and values:
            return 1 - max(0.0, min(1.0, values[0]))
        if self.family == "Indexed" and self.base is not None and values:
            start = int(values[0]) * self.base.components
            entry = [component / 255 for component in self.table[start : start + self.base.components]]
            return self.base.ink(entry) if len(entry) == self.base.components else None
        return None

    def inks(self, values: Sequence[float]) -> int:
        """Return the number of inks of a colour in DeviceCMYK that are more than a trace; 1 in other spaces."""
        return sum(share > _TRACE for share in values) if self.family == "DeviceCMYK" else 1

    def vanishes(self, values: Sequence[float], nonzero: bool) -> bool:
        """Tell whether a colour leaves what is beneath it as it is, if it is set to overprint. ``nonzero`` is the
        overprint mode in which zeros of DeviceCMYK are no ink (ISO 32000-1, 8.6.7)."""
        if self.family == "DeviceGray":
            return all(share == 1 for share in values)
        spots = self.family in ("Separation", "DeviceN")
        return (spots or (self.family == "DeviceCMYK" and nonzero)) and not any(values)


_TRACE = 0.05
"""Share of a full ink that is too pale to see in small type."""
_FOR_X1A = {"DeviceGray", "DeviceCMYK", "Separation", "DeviceN", "Indexed", "Pattern"}
GREY, RGB, CMYK = ColourSpace("DeviceGray", 1), ColourSpace("DeviceRGB", 3), ColourSpace("DeviceCMYK", 4)
UNKNOWN = ColourSpace("unknown", 0)


def space_of(value: object, named: object = None, depth: int = 0) -> ColourSpace:
    """Return the colour space of a name or array. ``named`` are the page's named spaces."""
    if depth > _MAX_DEPTH:
        return UNKNOWN
    if isinstance(value, pikepdf.Array) and len(value):
        return _space_of_array(value, named, depth)
    name = str(value) if isinstance(value, pikepdf.Name) else ""
    if name in _DEVICE_COMPONENTS:
        return ColourSpace(_FULL_NAMES.get(name, name)[1:], _DEVICE_COMPONENTS[name])
    if name == "/Pattern":
        return ColourSpace("Pattern", 0)
    if name and isinstance(named, pikepdf.Dictionary) and name in named:
        return space_of(named.get(name), None, depth + 1)
    return UNKNOWN


def _space_of_array(value: pikepdf.Array, named: object, depth: int) -> ColourSpace:
    family = _FULL_NAMES.get(str(value[0]), str(value[0]))[1:]
    rest = list(value)[1:]
    if not rest:
        return space_of(value[0], named, depth + 1)
    if family == "ICCBased":
        components = rest[0].get("/N") if isinstance(rest[0], pikepdf.Stream) else 0
        return ColourSpace(family, components if isinstance(components, int) else 0)
    if family == "Indexed" and len(rest) >= 3:
        return ColourSpace(family, 1, space_of(rest[0], named, depth + 1), _table(rest[2]))
    if family in ("Separation", "DeviceN") and len(rest) >= 2:
        components = len(rest[0]) if isinstance(rest[0], pikepdf.Array) else 1
        colorant = str(rest[0])[1:] if isinstance(rest[0], pikepdf.Name) else ""
        return ColourSpace(family, components, space_of(rest[1], named, depth + 1), colorant=colorant)
    if family == "Pattern":
        return ColourSpace(family, 0, space_of(rest[0], named, depth + 1))
    return ColourSpace(family, {"CalGray": 1, "CalRGB": 3, "Lab": 3}.get(family, 0))


def _table(value: object) -> bytes:
    """Return the table of an indexed space, at most 1,024 bytes."""
    if isinstance(value, pikepdf.String):
        return bytes(value)
    if isinstance(value, pikepdf.Stream):
        check_size(value, 100_000)
        return value.read_bytes()
    return b""


# Ink of gradients

_MAX_FUNCTION_DEPTH = 6
_MAX_COLOURS = 500


def shading_ink(shading: pikepdf.Object, space: ColourSpace) -> float | None:
    """Return the most ink at the ends of the intervals of a gradient, 1 for one ink in full.

    None if it has other functions than linear ones (type 2, and type 3 of those), or if its colours are no inks.
    """
    function = shading.get("/Function") if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream) else None
    inks = [space.ink(colour) for colour in _end_colours(function, 0)]
    known = [ink for ink in inks if ink is not None]
    return max(known, default=None)


def _end_colours(function: object, depth: int) -> list[tuple[float, ...]]:
    if not isinstance(function, pikepdf.Dictionary) or depth > _MAX_FUNCTION_DEPTH:
        return []
    if function.get("/FunctionType") == 2:
        return [_numbers(function.get(key)) for key in ("/C0", "/C1")]
    functions = function.get("/Functions")
    if function.get("/FunctionType") != 3 or not isinstance(functions, pikepdf.Array):
        return []
    colours: list[tuple[float, ...]] = []
    for part in functions:
        colours += _end_colours(part, depth + 1)
        if len(colours) > _MAX_COLOURS:
            break
    return colours


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, pikepdf.Array):
        return ()
    try:
        return tuple(float(number) for number in value)
    except (TypeError, ValueError):
        return ()
