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

from platformdirs import user_config_path

from pnp.calibration.profile import NO_PRINTER, Printer, PrinterProfile, Printers
from pnp.diagnostics import Diagnostic, PnpError, WriteError
from pnp.files import replace_file
from pnp.imposition.correction import Correction
from pnp.model.print_options import Flip
from pnp.model.sizes import paper
from pnp.toml.document import EntryPart, KeyPath, TomlDocument, read_document
from pnp.toml.findings import nearest
from pnp.units import parse_length

FOLDER = "PNP_CONFIG"
"""The variable of the environment that names another folder. If it is empty, there are no printers."""
_LONGEST_NAME = 60
_HEAD = """\
# Printers, as measured with pnp calibrate, which writes this file anew. docs/printing.md says what the figures mean:
# back-offset to the right and upwards, back-turn in degrees counter-clockwise, scales in per cent across and down,
# checked = true where backs are known to lie where they should, to the millimetre.
"""


def printers_file() -> Path | None:
    """Return the file of this user's printers, None if there are to be none."""
    folder = os.environ.get(FOLDER)
    if folder is not None:
        return Path(folder) / "printers.toml" if folder else None
    return user_config_path("pnp", appauthor=False) / "printers.toml"


def load_printers() -> Printers:
    """Read the saved printers, none if nothing was saved. Raises PnpError with all errors of the file."""
    file = printers_file()
    if file is None or not file.exists():
        return Printers()
    return read_printers(file)


def find_printer(name: str | None) -> Printer | None:
    """Return the printer of this name, without a name the default one, None if no printer is to be used.

    Raises PnpError for a name that is not saved.
    """
    if name == NO_PRINTER:
        return None
    printers = load_printers()
    printer_name = printers.default if name is None else name
    if printer_name is None:
        return None
    require_printer(printers, printer_name, "--printer")
    return Printer(printer_name, printers.by_name[printer_name], str(printers_file()), by_default=name is None)


def require_printer(printers: Printers, name: str, option: str) -> None:
    """Raise PnpError if there is no printer of this name."""
    if name in printers.by_name:
        return
    matches = get_close_matches(name.lower(), [known_name.lower() for known_name in printers.by_name], 1)
    suggestion = next((known_name for known_name in printers.by_name if known_name.lower() in matches), None)
    known = (
        ", ".join(f"{known_name!r}" for known_name in printers.by_name)
        or "none yet: pnp calibrate tells how to measure one"
    )
    guess = f"did you mean {suggestion!r}? " if suggestion is not None else ""
    file = printers_file()
    place = f"kept in {file}" if file is not None else f"nothing is kept: {FOLDER} is empty"
    hint = f"{guess}there are: {known} ({place})"
    raise PnpError(Diagnostic("unknown-printer", f"{option}: there is no printer {name!r}", hint=hint))


def normalize_printer_name(name: str) -> str:
    """Return the name with each run of white space as one blank, and none around it.

    Raises PnpError for a name that cannot be typed or shown.
    """
    normalized = " ".join(name.split())
    if not normalized or len(normalized) > _LONGEST_NAME or not normalized.isprintable() or normalized == NO_PRINTER:
        message = f"--save: {name[:_LONGEST_NAME]!r} cannot be the name of a printer"
        hint = f"choose up to {_LONGEST_NAME} letters, such as 'Brother at home', and not {NO_PRINTER!r}"
        raise PnpError(Diagnostic("bad-name", message, hint=hint))
    return normalized


def write_printers(printers: Printers) -> Path:
    """Write the file anew, whole or not at all, and return its path. Raises WriteError."""
    file = printers_file()
    if file is None:
        message = f"nothing is kept: the variable {FOLDER} of the environment is empty"
        raise WriteError(Diagnostic("cannot-write", message, hint="unset it, or let it name a folder"))
    try:
        replace_file(file, as_toml(printers).encode("utf-8"))
    except WriteError as error:
        hint = f"see that you may write there, or let the variable {FOLDER} of the environment name another folder"
        raise WriteError([replace(diagnostic, hint=hint) for diagnostic in error.diagnostics]) from error
    return file


def round_correction(correction: Correction) -> Correction:
    """Return the correction as the file has it, to a hundredth of a millimetre over the whole page."""
    (right, up), fronts, backs = correction.back_offset, correction.front_scale, correction.back_scale
    return Correction(
        (round(right, 2) + 0.0, round(up, 2) + 0.0),
        (round(fronts[0], 5), round(fronts[1], 5)),
        (round(backs[0], 5), round(backs[1], 5)),
        round(correction.back_turn, 3) + 0.0,
    )


def as_toml(printers: Printers) -> str:
    """Return the text of the file, which ``read_printers`` reads back."""
    lines = [_HEAD]
    if printers.default is not None:
        lines.append(f"default = {_toml_string(printers.default)}\n")
    for name, profiles in printers.by_name.items():
        for paper_name, profile in profiles.items():
            lines.append(f"[printers.{_toml_string(name)}.{_toml_string(paper_name)}]")
            lines += [*_profile_lines(profile), ""]
    return "\n".join(lines)


def _profile_lines(profile: PrinterProfile) -> list[str]:
    correction = profile.correction
    lines = []
    if profile.margin is not None:
        lines.append(f'margin = "{profile.margin:g}mm"')
    if profile.flip is not None:
        lines.append(f'flip = "{profile.flip}"')
    lines.append('back-offset = "{}mm,{}mm"'.format(*(_decimal(length, 2) for length in correction.back_offset)))
    if correction.back_turn:
        lines.append(f"back-turn = {_decimal(correction.back_turn, 3)}")
    for key, scale in (("front-scale", correction.front_scale), ("back-scale", correction.back_scale)):
        if scale != (1.0, 1.0):
            lines.append(f"{key} = [{', '.join(_decimal(100 * factor, 3) for factor in scale)}]")
    if profile.checked:
        lines.append("checked = true")
    return lines


def _decimal(value: float, places: int) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _toml_string(text: str) -> str:
    """Write a TOML string: JSON differs only in a character that names do not have."""
    return json.dumps(text, ensure_ascii=False)


# Reading the file. A person may have changed it, so every error is reported at its place.

MOST_OFFSET = 20.0
"""In mm. A printer that is off by more does not print on this paper."""
_FLIPS = ("long", "short")
_OFFSET = re.compile(r"\s*([+-]?[0-9.]+)\s*mm\s*,\s*([+-]?[0-9.]+)\s*mm\s*")


def read_printers(file: Path) -> Printers:
    """Read all printers of a file. Raises PnpError with every error of the file."""
    if file.is_file() and file.stat().st_size == 0:
        return Printers()
    document = read_document(file, 0)
    reader = _ProfileReader(document)
    printers = reader.printers()
    if reader.errors:
        raise PnpError(sorted(reader.errors, key=_position))
    return printers


def _position(error: Diagnostic) -> tuple[int, int]:
    location = error.location
    return (0, 0) if location is None else (location.line or 0, location.column or 0)


class _ProfileReader:
    """Reader of one file, which collects its errors."""

    def __init__(self, document: TomlDocument) -> None:
        self._document = document
        self.errors: list[Diagnostic] = []

    def printers(self) -> Printers:
        """Return the printers that can be read."""
        data = self._document.data
        self._check_keys((), data, ("default", "printers"))
        tables = self._read_table(("printers",), data.get("printers", {}))
        printers = {
            name: {
                paper_name: profile
                for paper_name, table in self._read_table(("printers", name), papers).items()
                if (profile := self._read_profile(("printers", name, paper_name), table)) is not None
            }
            for name, papers in tables.items()
        }
        default = data.get("default")
        if default is not None and not (isinstance(default, str) and default in printers):
            suggestion = nearest(str(default), printers)
            hint = (
                f"did you mean {suggestion!r}?"
                if suggestion
                else "leave the line out, or name one of the printers below"
            )
            self._add_error(("default",), f"there is no printer {default!r} in this file", hint)
        return Printers(printers, default)

    def _read_profile(self, path: KeyPath, entry: Any) -> PrinterProfile | None:
        try:
            paper_name = paper(str(path[-1])).name
        except ValueError as error:
            self._add_error(path, str(error), at="table")
            paper_name = None
        if paper_name is not None and paper_name != path[-1]:
            self._add_error(
                path, f"this paper is called {paper_name!r}", f'write [printers."…".{paper_name}]', at="table"
            )
        table = self._read_table(path, entry)
        errors_before = len(self.errors)
        self._check_keys(path, table, tuple(_KEYS))
        values = {key: self._read_value((*path, key), table[key], read) for key, read in _KEYS.items() if key in table}
        if len(self.errors) > errors_before:
            return None
        try:
            correction = Correction(
                values.get("back-offset", (0.0, 0.0)),
                values.get("front-scale", (1.0, 1.0)),
                values.get("back-scale", (1.0, 1.0)),
                values.get("back-turn", 0.0),
            )
        except ValueError as error:
            self._add_error(path, str(error), "measure the printer again: pnp calibrate", at="table")
            return None
        flip = cast("Flip | None", values.get("flip"))
        return PrinterProfile(correction, values.get("margin"), flip, values.get("checked", False))

    def _read_value(self, path: KeyPath, value: Any, read: Callable[[Any], Any]) -> Any:
        try:
            return read(value)
        except ValueError as error:
            self._add_error(path, str(error))
            return None

    def _read_table(self, path: KeyPath, value: Any) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self._add_error(path, f"{path[-1]} must be a table", 'pnp calibrate --save "…" writes one')
        return {}

    def _check_keys(self, path: KeyPath, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                suggestion = nearest(key, known)
                hint = f"did you mean {suggestion!r}?" if suggestion else f"there are: {', '.join(known)}"
                self._add_error((*path, key), f"there is no key {key!r} here", hint, at="key")

    def _add_error(self, path: KeyPath, message: str, hint: str | None = None, at: EntryPart = "value") -> None:
        self.errors.append(Diagnostic("bad-printers", message, self._document.locate(path, at), hint))


def _length(value: Any) -> float:
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is not a length: write it as "4mm"')
    return parse_length(value)


def _flip(value: Any) -> str:
    if value not in _FLIPS:
        raise ValueError(f"{value!r} is no edge of the paper: write long or short")
    return str(value)


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _offset(value: Any) -> tuple[float, float]:
    match = _OFFSET.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f'{value!r} is not two lengths: write them as "0.3mm,-0.2mm"')
    offset = float(match[1]), float(match[2])
    if max(map(abs, offset)) > MOST_OFFSET:
        raise ValueError(f"an offset of {max(map(abs, offset)):g} mm is more than {MOST_OFFSET:g} mm")
    return offset


def _degrees(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is no number of degrees")
    return float(value)


def _scale(value: Any) -> tuple[float, float]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 2 or any(isinstance(number, bool) or not isinstance(number, int | float) for number in numbers):
        raise ValueError(f"{value!r} is not two scales in per cent: write them as [100.2, 99.9]")
    return numbers[0] / 100, numbers[1] / 100


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "margin": _length,
    "flip": _flip,
    "back-offset": _offset,
    "back-turn": _degrees,
    "front-scale": _scale,
    "back-scale": _scale,
    "checked": _boolean,
}
