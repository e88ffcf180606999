"""Store of printers: one TOML file in the user's configuration folder, never in a project."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from pnp.calibration.profile import NO_PRINTER, Printer, PrinterProfile, Printers
from pnp.definition.toml.document import At, KeyPath, TomlDocument, read_document
from pnp.definition.toml.findings import nearest
from pnp.diagnostics import Diagnostic, PnpError, WriteError
from pnp.imposition.correction import Correction
from pnp.model.sheets import Flip
from pnp.model.sizes import paper
from pnp.units import parse_length

FOLDER = "PNP_CONFIG"
"""The variable of the environment that names another folder; empty, and there are no printers."""
_LONGEST_NAME = 60
_HEAD = """\
# Printers, as measured with pnp calibrate, which writes this file anew. docs/printing.md says what the figures mean:
# back-offset to the right and upwards, back-turn in degrees counter-clockwise, scales in per cent across and down,
# checked = true where backs are known to lie where they should, to the millimetre.
"""


def printers_file() -> Path | None:
    """The file that has the printers of this user; None where there are to be none."""
    asked = os.environ.get(FOLDER)
    if asked is not None:
        return Path(asked) / "printers.toml" if asked else None
    # Imported here: only who prints or calibrates asks.
    from platformdirs import user_config_path  # noqa: PLC0415

    return user_config_path("pnp", appauthor=False) / "printers.toml"


def kept_printers() -> Printers:
    """What is kept, nothing where nothing was saved. Raises PnpError with all that is wrong with the file."""
    file = printers_file()
    if file is None or not file.exists():
        return Printers()

    return read_printers(file)


def printer_called(name: str | None) -> Printer | None:
    """The printer of this name, the default one without a name; None where there is none to be used.

    Raises PnpError for a name that is not kept.
    """
    if name == NO_PRINTER:
        return None
    printers = kept_printers()
    chosen = printers.default if name is None else name
    if chosen is None:
        return None
    require(printers, chosen, "--printer")
    return Printer(chosen, printers.by_name[chosen], str(printers_file()), by_default=name is None)


def require(printers: Printers, name: str, option: str) -> None:
    """Raises PnpError where there is no printer of this name."""
    if name in printers.by_name:
        return
    near = get_close_matches(name.lower(), {one.lower(): one for one in printers.by_name}, 1)
    like = next((one for one in printers.by_name if near and one.lower() == near[0]), None)
    known = ", ".join(f"{one!r}" for one in printers.by_name) or "none yet: pnp calibrate tells how to measure one"
    guess = f"did you mean {like!r}? " if like is not None else ""
    file = printers_file()
    where = f"kept in {file}" if file is not None else f"nothing is kept: {FOLDER} is empty"
    hint = f"{guess}there are: {known} ({where})"
    raise PnpError(Diagnostic("unknown-printer", f"{option}: there is no printer {name!r}", hint=hint))


def checked_name(name: str) -> str:
    """The name without white space around it. Raises PnpError for one that cannot be typed or shown."""
    found = " ".join(name.split())
    if not found or len(found) > _LONGEST_NAME or not found.isprintable() or found == NO_PRINTER:
        message = f"--save: {name[:_LONGEST_NAME]!r} cannot be the name of a printer"
        hint = f"choose up to {_LONGEST_NAME} letters, such as 'Brother at home', and not {NO_PRINTER!r}"
        raise PnpError(Diagnostic("bad-name", message, hint=hint))
    return found


def keep(printers: Printers) -> Path:
    """Write the file anew, whole or not at all; where it is. Raises WriteError."""
    from pnp.files import replace_file  # noqa: PLC0415 - few commands write it

    file = printers_file()
    if file is None:
        message = f"nothing is kept: the variable {FOLDER} of the environment is empty"
        raise WriteError(Diagnostic("cannot-write", message, hint="unset it, or let it name a folder"))
    try:
        replace_file(file, as_toml(printers).encode("utf-8"))
    except WriteError as error:
        hint = f"see that you may write there, or let the variable {FOLDER} of the environment name another folder"
        raise WriteError([replace(one, hint=hint) for one in error.diagnostics]) from error
    return file


def rounded(mend: Correction) -> Correction:
    """The correction as the file has it, to a hundredth of a millimetre over the whole page."""
    (right, up), fronts, backs = mend.back_offset, mend.front_scale, mend.back_scale
    return Correction(
        (round(right, 2) + 0.0, round(up, 2) + 0.0),
        (round(fronts[0], 5), round(fronts[1], 5)),
        (round(backs[0], 5), round(backs[1], 5)),
        round(mend.back_turn, 3) + 0.0,
    )


def as_toml(printers: Printers) -> str:
    """The file, which ``read_printers`` reads back."""
    lines = [_HEAD]
    if printers.default is not None:
        lines.append(f"default = {_quoted(printers.default)}\n")
    for name, profiles in printers.by_name.items():
        for paper_name, profile in profiles.items():
            lines.append(f"[printers.{_quoted(name)}.{_quoted(paper_name)}]")
            lines += [*_lines(profile), ""]
    return "\n".join(lines)


def _lines(profile: PrinterProfile) -> list[str]:
    mend = profile.correction
    lines = []
    if profile.margin is not None:
        lines.append(f'margin = "{profile.margin:g}mm"')
    if profile.flip is not None:
        lines.append(f'flip = "{profile.flip}"')
    lines.append('back-offset = "{}mm,{}mm"'.format(*(_number(length, 2) for length in mend.back_offset)))
    if mend.back_turn:
        lines.append(f"back-turn = {_number(mend.back_turn, 3)}")
    for key, scale in (("front-scale", mend.front_scale), ("back-scale", mend.back_scale)):
        if scale != (1.0, 1.0):
            lines.append(f"{key} = [{', '.join(_number(100 * factor, 3) for factor in scale)}]")
    if profile.checked:
        lines.append("checked = true")
    return lines


def _number(value: float, places: int) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _quoted(text: str) -> str:
    """A TOML string: JSON writes the same but for a character that names do not have."""
    return json.dumps(text, ensure_ascii=False)


# The file of printers read back. A person may have changed it: everything that is wrong is told at its place.

MOST_OFFSET = 20.0
"""In mm. A printer that is off by more does not print on this paper."""
_FLIPS = ("long", "short")
_OFFSET = re.compile(r"\s*([+-]?[0-9.]+)\s*mm\s*,\s*([+-]?[0-9.]+)\s*mm\s*")


def read_printers(file: Path) -> Printers:
    """All printers of a file. Raises PnpError with everything that is wrong with it."""
    if file.is_file() and file.stat().st_size == 0:
        return Printers()
    document = read_document(file, 0)
    reader = _ProfileReader(document)
    printers = reader.printers()
    if reader.wrong:
        raise PnpError(sorted(reader.wrong, key=_place))
    return printers


def _place(wrong: Diagnostic) -> tuple[int, int]:
    place = wrong.location
    return (0, 0) if place is None else (place.line or 0, place.column or 0)


class _ProfileReader:
    """Reads one file and gathers what is wrong."""

    def __init__(self, document: TomlDocument) -> None:
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

    def _profile(self, path: KeyPath, given: Any) -> PrinterProfile | None:
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
        return PrinterProfile(correction, values.get("margin"), flip, values.get("checked", False))

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
