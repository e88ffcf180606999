"""Calibration sheet as a PDF, and profiles of printers made from its readings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pnp.build.sheets import note_stack
from pnp.calibration.printers_file import (
    load_printers,
    normalize_printer_name,
    printers_file,
    require_printer,
    round_correction,
    write_printers,
)
from pnp.calibration.profile import Printer, PrinterProfile, profile_of
from pnp.calibration.readings import SHEET_MARGIN, front_scale, parse_readings, solve_readings
from pnp.calibration.sheet import CalibrationWords, calibration_pages
from pnp.calibration.verniers import CROSS, MIDDLE, rulers
from pnp.diagnostics import Diagnostic, PnpError
from pnp.fonts import FontBook
from pnp.imposition import SheetOptions
from pnp.imposition.correction import Correction, correct_pages
from pnp.model.game import Paper
from pnp.model.print_options import Flip
from pnp.model.text import Language, same_language
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.records import dataclass
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.linebreak import BreakPenalty
from pnp.rendering.text.phrases import break_penalties
from pnp.rendering.text.words import Words, load_words
from pnp.shipped import shipped

_FILE = f"{SHARED}/calibration.toml"
_LETTERS = "XYABCDEFGH"


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """Options of a calibration sheet. ``back_offset`` is in mm; ``single`` leaves the back out. ``correction`` is that
    of a printer whose profile is to be tried: its scales then read 0, and its cross 10."""

    paper: Paper
    language: Language = "en"
    flip: Flip = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    single: bool = False
    correction: Correction | None = None


def calibration_pdf(sheet: CalibrationRequest) -> bytes:
    """Return the sheet as a PDF, front and back. Raises DefinitionError if the paper is too small for it."""
    fonts = FontBook((shipped("fonts"),))
    stack = note_stack(fonts)
    options = SheetOptions(
        paper=sheet.paper.size,
        measure=stack.width,
        margin=SHEET_MARGIN,
        backs="none" if sheet.single else "duplex",
        flip=sheet.flip,
        back_offset=sheet.back_offset,
    )
    words = load_words(
        TemplateFolders((shipped("templates"),)).every(_FILE), sheet.language, f"templates/{_FILE}", borrow=True
    )
    pages = calibration_pages(
        options,
        _side_words(words, "front-title", "front-single" if sheet.single else "front", sheet, options),
        _side_words(words, "back-title", "back", sheet, options),
    )
    if sheet.correction is not None:
        pages = correct_pages(pages, sheet.correction, turned=True)
    return write_pdf(
        PrintJob(
            title=words("front-title"),
            language=sheet.language,
            faces={},
            pages=pages,
            fonts=fonts,
            note_stack=stack,
            duplex="none" if sheet.single else sheet.flip,
        )
    )


def _side_words(
    words: Words, title: str, text: str, sheet: CalibrationRequest, options: SheetOptions
) -> CalibrationWords:
    across, down = rulers(options.page, options.margin)
    wording = words(
        text,
        edge=words(f"edge-{sheet.flip}"),
        across=f"{across:g}",
        down=f"{down:g}",
        cross=f"{CROSS:g}",
        middle=f"{MIDDLE:g}",
        command=_command(words("printer"), sheet),
    )
    return CalibrationWords(
        words(title),
        tuple(tuple(_split_line(line, sheet.language)) for line in wording.strip().split("\n")),
        *((words("example"), words("off")) if text == "back" else ()),
    )


def _command(printer: str, sheet: CalibrationRequest) -> str:
    """Return the command to type, with dots in the place of the readings."""
    parts = [f'pnp calibrate --save "{printer}"', f"--paper {sheet.paper.name}"]
    if sheet.flip != "long":
        parts.append(f"--flip {sheet.flip}")
    if not sheet.single:
        parts.append(f'--read "{" ".join(f"{letter}…" for letter in _LETTERS)}"')
    if sheet.back_offset != (0.0, 0.0):
        parts.append("--back-offset {:g}mm,{:g}mm".format(*sheet.back_offset))
    return " ".join([*parts, "--across …mm --down …mm --margin …mm"])


def _split_line(line: str, language: Language) -> Iterable[str]:
    """Split a line into pieces that stay whole. Pieces are words, an option with its value, blanks to fill in, and
    phrases of Japanese."""
    if not same_language(language, "ja") or line.isascii():
        return re.findall(r"--[a-z-]+ [^\s\"]+ *|[A-HXY] _+ *|_+ mm|\S+ *", line)

    pieces: list[str] = []
    for char, penalty in zip(line, break_penalties(line), strict=True):
        latin = char.isascii() and pieces and pieces[-1][-1:].isascii()
        if not pieces or (penalty == BreakPenalty.PHRASE and not latin) or (latin and pieces[-1].endswith(" ")):
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces


# Profiles of printers, made from readings

MOST_MARGIN = 30.0
"""Limit in mm: a larger margin is a mistake."""


@dataclass(frozen=True, slots=True)
class CalibrationReadings:
    """Figures that a person read off a calibration sheet. Lengths in mm. ``back_offset`` is the offset with which the
    sheet was printed; without any figures, the one to use."""

    paper: Paper
    read: str | None = None
    across: float | None = None
    down: float | None = None
    back_offset: tuple[float, float] | None = None
    margin: float | None = None
    flip: Flip | None = None


@dataclass(frozen=True, slots=True)
class SavedProfile:
    """Saved profile of a printer, and the file that holds it."""

    name: str
    paper: str
    sentences: tuple[str, ...]
    file: Path
    default: bool


def save_printer(name: str, readings: CalibrationReadings, *, default: bool) -> SavedProfile:
    """Save the readings as the profile of a printer, replacing its profile for the same paper. Raises PnpError for
    impossible figures, and if the file cannot be read or written."""
    name = normalize_printer_name(name)
    if readings.margin is not None and readings.margin > MOST_MARGIN:
        message = f"--margin: {readings.margin:g} mm is more than {MOST_MARGIN:g} mm"
        hint = "a margin is what the printer cannot reach, mostly 3mm to 6mm"
        raise PnpError(Diagnostic("bad-margin", message, hint=hint))
    messages: list[str] = []
    profile = PrinterProfile(
        round_correction(_correction(readings, messages)), readings.margin, readings.flip, checked=True
    )
    printers = load_printers()
    file = write_printers(printers.saved(name, readings.paper.name, profile, default=default))
    return SavedProfile(
        name, readings.paper.name, (*describe_profile(profile), *messages), file, default or printers.default == name
    )


def profile_on(name: str, paper: Paper) -> PrinterProfile:
    """Return the profile of a printer on a paper. Raises PnpError if it is not saved, or not for this paper."""
    printers = load_printers()
    require_printer(printers, name, "--printer")
    return profile_of(Printer(name, printers.by_name[name], str(printers_file())), paper)


def _correction(readings: CalibrationReadings, messages: list[str]) -> Correction:
    size, shift = readings.paper.size, readings.back_offset or (0.0, 0.0)
    scale = front_scale(size, readings.across, readings.down)
    try:
        fronts = Correction(back_offset=shift, front_scale=scale, back_scale=scale)
    except ValueError as error:
        hint = "print the sheet at 100 % (actual size), and measure from end to end"
        raise PnpError(Diagnostic("out-of-range", f"--across, --down: {error}", hint=hint)) from error
    if readings.read is None:
        return fronts
    measurement = solve_readings(parse_readings(readings.read), size, scale, shift)
    messages.append(f"the figures tell {measurement.model}, and agree within {measurement.residual:.2f} mm")
    if readings.across is None or readings.down is None:
        messages.append("the lines were not measured, so lengths stay as the printer makes them")
    return measurement.correction


def describe_profile(profile: PrinterProfile) -> tuple[str, ...]:
    """Describe the effect of a profile in words."""
    return tuple(_profile_sentences(profile))


def _profile_sentences(profile: PrinterProfile) -> Iterator[str]:
    correction = profile.correction
    (right, up), (across, down) = correction.back_offset, correction.front_scale
    shifts = [f"{abs(right):g} mm to the {'right' if right > 0 else 'left'}"] * (right != 0)
    shifts += [f"{abs(up):g} mm {'up' if up > 0 else 'down'}"] * (up != 0)
    yield f"backs go {' and '.join(shifts)}" if shifts else "backs stay where they are"
    if round(correction.back_turn, 2):
        direction = "counter-clockwise" if correction.back_turn > 0 else "clockwise"
        yield f"backs turn {abs(correction.back_turn):.2f}° {direction}"
    if correction.front_scale != (1.0, 1.0):
        yield f"everything is scaled to {100 * across:.2f} % across and {100 * down:.2f} % down"
    back_factors = tuple(
        back / front for back, front in zip(correction.back_scale, correction.front_scale, strict=True)
    )
    if any(abs(factor - 1) > 5e-5 for factor in back_factors):
        yield f"backs to {100 * back_factors[0]:.2f} % and {100 * back_factors[1]:.2f} % of that"
    if profile.margin is not None:
        yield f"margin {profile.margin:g} mm"
    if profile.flip is not None:
        yield f"turned over the {profile.flip} edge"
    if profile.doubtful:
        yield "measured by an earlier version without the cross: backs may be 4 mm off"
