"""The file of printers read back. A person may have changed it: everything that is wrong is told at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from pnp.calibration.profile import Printers, Profile
from pnp.definition.toml.document import At, Document, KeyPath, read_document
from pnp.definition.toml.findings import nearest
from pnp.diagnostics import Diagnostic, PnpError
from pnp.imposition.correction import Correction
from pnp.model.sheets import Flip
from pnp.model.sizes import paper
from pnp.units import parse_length

MOST_OFFSET = 20.0
"""In mm. A printer that is off by more does not print on this paper."""
_FLIPS = ("long", "short")
_OFFSET = re.compile(r"\s*([+-]?[0-9.]+)\s*mm\s*,\s*([+-]?[0-9.]+)\s*mm\s*")


def read_printers(file: Path) -> Printers:
    """All printers of a file. Raises PnpError with everything that is wrong with it."""
    if file.is_file() and file.stat().st_size == 0:
        return Printers()
    document = read_document(file, 0)
    reader = _Reader(document)
    printers = reader.printers()
    if reader.wrong:
        raise PnpError(sorted(reader.wrong, key=_place))
    return printers


def _place(wrong: Diagnostic) -> tuple[int, int]:
    place = wrong.location
    return (0, 0) if place is None else (place.line or 0, place.column or 0)


class _Reader:
    """Reads one file and gathers what is wrong."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.wrong: list[Diagnostic] = []

    def printers(self) -> Printers:
        """What of the file can be read."""
        data = self._document.data
        self._known((), data, ("default", "printers"))
        named = self._table(("printers",), data.get("printers", {}))
        found = {
            name: {
                place: profile
                for place, table in self._table(("printers", name), papers).items()
                if (profile := self._profile(("printers", name, place), table)) is not None
            }
            for name, papers in named.items()
        }
        default = data.get("default")
        if default is not None and not (isinstance(default, str) and default in found):
            near = nearest(str(default), found)
            hint = f"did you mean {near!r}?" if near else "leave the line out, or name one of the printers below"
            self._tell(("default",), f"there is no printer {default!r} in this file", hint)
        return Printers(found, default)

    def _profile(self, path: KeyPath, given: Any) -> Profile | None:
        try:
            named = paper(str(path[-1])).name
        except ValueError as error:
            self._tell(path, str(error), at="table")
            named = None
        if named is not None and named != path[-1]:
            self._tell(path, f"this paper is called {named!r}", f'write [printers."…".{named}]', at="table")
        table = self._table(path, given)
        before = len(self.wrong)
        self._known(path, table, tuple(_KEYS))
        values = {key: self._value((*path, key), table[key], read) for key, read in _KEYS.items() if key in table}
        if len(self.wrong) > before:
            return None
        try:
            correction = Correction(
                values.get("back-offset", (0.0, 0.0)),
                values.get("front-scale", (1.0, 1.0)),
                values.get("back-scale", (1.0, 1.0)),
                values.get("back-turn", 0.0),
            )
        except ValueError as error:
            self._tell(path, str(error), "measure the printer again: pnp calibrate", at="table")
            return None
        flip = cast("Flip | None", values.get("flip"))
        return Profile(correction, values.get("margin"), flip, values.get("checked", False))

    def _value(self, path: KeyPath, value: Any, read: Callable[[Any], Any]) -> Any:
        try:
            return read(value)
        except ValueError as error:
            self._tell(path, str(error))
            return None

    def _table(self, path: KeyPath, value: Any) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self._tell(path, f"{path[-1]} must be a table", 'pnp calibrate --save "…" writes one')
        return {}

    def _known(self, path: KeyPath, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                near = nearest(key, known)
                hint = f"did you mean {near!r}?" if near else f"there are: {', '.join(known)}"
                self._tell((*path, key), f"there is no key {key!r} here", hint, at="key")

    def _tell(self, path: KeyPath, message: str, hint: str | None = None, at: At = "value") -> None:
        self.wrong.append(Diagnostic("bad-printers", message, self._document.locate(path, at), hint))


def _length(value: Any) -> float:
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is not a length: write it as "4mm"')
    return parse_length(value)


def _flip(value: Any) -> str:
    if value not in _FLIPS:
        raise ValueError(f"{value!r} is no edge of the paper: write long or short")
    return str(value)


def _yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _offset(value: Any) -> tuple[float, float]:
    match = _OFFSET.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f'{value!r} is not two lengths: write them as "0.3mm,-0.2mm"')
    found = float(match[1]), float(match[2])
    if max(map(abs, found)) > MOST_OFFSET:
        raise ValueError(f"an offset of {max(map(abs, found)):g} mm is more than {MOST_OFFSET:g} mm")
    return found


def _degrees(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is no number of degrees")
    return float(value)


def _scale(value: Any) -> tuple[float, float]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 2 or any(isinstance(one, bool) or not isinstance(one, int | float) for one in numbers):
        raise ValueError(f"{value!r} is not two scales in per cent: write them as [100.2, 99.9]")
    return numbers[0] / 100, numbers[1] / 100


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "margin": _length,
    "flip": _flip,
    "back-offset": _offset,
    "back-turn": _degrees,
    "front-scale": _scale,
    "back-scale": _scale,
    "checked": _yes,
}
