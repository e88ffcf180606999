"""The calibration sheet as a PDF, in words of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.build.sheets import note_stack
from pnp.calibration.readings import SHEET_MARGIN
from pnp.calibration.sheet import CalibrationWords, calibration_pages
from pnp.calibration.verniers import CROSS, MIDDLE, rulers
from pnp.fonts import FontBook
from pnp.imposition import SheetOptions
from pnp.imposition.correction import Correction, corrected
from pnp.model.game import Paper
from pnp.model.sheets import Flip
from pnp.model.text import Language, same_language
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.records import dataclass
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.words import Words, load_words
from pnp.shipped import shipped

_FILE = f"{SHARED}/calibration.toml"
_LETTERS = "XYABCDEFGH"


@dataclass(frozen=True, slots=True)
class CalibrationSheet:
    """What a calibration sheet is asked to be. ``back_offset`` in mm; ``single`` leaves the back out.
    ``correction`` is that of a printer whose profile is to be tried; its scales then read 0, and its cross 10."""

    paper: Paper
    language: Language = "en"
    flip: Flip = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    single: bool = False
    correction: Correction | None = None


def calibration_pdf(sheet: CalibrationSheet) -> bytes:
    """The sheet, front and back. Raises DefinitionError for a paper without room for it."""
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
        _side(words, "front-title", "front-single" if sheet.single else "front", sheet, options),
        _side(words, "back-title", "back", sheet, options),
    )
    if sheet.correction is not None:
        pages = corrected(pages, sheet.correction, turned=True)
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


def _side(words: Words, title: str, text: str, sheet: CalibrationSheet, options: SheetOptions) -> CalibrationWords:
    across, down = rulers(options.page, options.margin)
    said = words(
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
        tuple(tuple(_pieces(line, sheet.language)) for line in said.strip().split("\n")),
        *((words("example"), words("off")) if text == "back" else ()),
    )


def _command(printer: str, sheet: CalibrationSheet) -> str:
    """What to type, with dots for what is read off."""
    parts = [f'pnp calibrate --save "{printer}"', f"--paper {sheet.paper.name}"]
    if sheet.flip != "long":
        parts.append(f"--flip {sheet.flip}")
    if not sheet.single:
        parts.append(f'--read "{" ".join(f"{letter}…" for letter in _LETTERS)}"')
    if sheet.back_offset != (0.0, 0.0):
        parts.append("--back-offset {:g}mm,{:g}mm".format(*sheet.back_offset))
    return " ".join([*parts, "--across …mm --down …mm --margin …mm"])


def _pieces(line: str, language: Language) -> Iterable[str]:
    """A line as pieces that stay whole: words, an option with its value, blanks to fill in, phrases of Japanese."""
    if not same_language(language, "ja") or line.isascii():
        return re.findall(r"--[a-z-]+ [^\s\"]+ *|[A-HXY] _+ *|_+ mm|\S+ *", line)
    from pnp.rendering.text.linebreak import Reluctance, reluctance  # noqa: PLC0415 - its model is read when it is used

    pieces: list[str] = []
    for char, found in zip(line, reluctance(line), strict=True):
        latin = char.isascii() and pieces and pieces[-1][-1:].isascii()
        if not pieces or (found == Reluctance.PHRASE and not latin) or (latin and pieces[-1].endswith(" ")):
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces
