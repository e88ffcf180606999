"""Where printers are kept: one TOML file in the user's configuration folder, never in a project."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from pnp.calibration.profile import NO_PRINTER, Printer, Printers, Profile
from pnp.diagnostics import Diagnostic, PnpError, WriteError
from pnp.imposition.correction import Correction

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
    from pnp.calibration.reading import read_printers  # noqa: PLC0415 - most people have no such file

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
        for paper, profile in profiles.items():
            lines.append(f"[printers.{_quoted(name)}.{_quoted(paper)}]")
            lines += [*_lines(profile), ""]
    return "\n".join(lines)


def _lines(profile: Profile) -> list[str]:
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
