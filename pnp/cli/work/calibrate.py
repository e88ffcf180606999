"""Write calibration sheets, and save, list and forget printers."""

from __future__ import annotations

from pathlib import Path

from pnp.build.calibration import (
    CalibrationReadings,
    CalibrationRequest,
    calibration_pdf,
    describe_profile,
    profile_on,
    save_printer,
)
from pnp.calibration.printers_file import load_printers, printers_file, require_printer, write_printers
from pnp.calibration.profile import Printers
from pnp.cli.options import back_offset_in_mm, length_in_mm
from pnp.cli.output import note, say, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.files import check_replaceable, replace_file, write_error
from pnp.model.game import Paper
from pnp.model.print_options import Flip
from pnp.model.sizes import paper as paper_called
from pnp.model.text import Language
from pnp.records import dataclass

_SHEET = Path("calibration.pdf")


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """Options as they were typed."""

    paper: str
    language: Language | None
    flip: Flip | None
    out: Path | None
    single: bool
    back_offset: str | None
    printer: str | None
    save: str | None
    read: str | None
    across: str | None
    down: str | None
    margin: str | None
    default: bool
    listing: bool
    forget: str | None
    as_json: bool

    @property
    def figures(self) -> list[str]:
        """Options that give figures read off a sheet."""
        texts = {"--read": self.read, "--across": self.across, "--down": self.down, "--margin": self.margin}
        return [option for option, text in texts.items() if text is not None]

    @property
    def actions(self) -> list[str]:
        """Options that ask for something else than a plain sheet."""
        printers = {"--save": self.save, "--printer": self.printer, "--forget": self.forget}
        return [*(option for option, name in printers.items() if name is not None), *(["--list"] * self.listing)]


def calibrate(options: CalibrateOptions) -> None:
    """Do what the options ask for. Raises PnpError."""
    _check_usage(options)
    if options.listing:
        _list(options.as_json)
    elif options.forget is not None:
        _forget(options.forget)
    elif options.save is not None:
        _save(options.save, options)
    elif options.printer is not None and options.default:
        _make_default(options.printer)
    else:
        _write_sheet(options)


def _check_usage(options: CalibrateOptions) -> None:
    """Raise PnpError for options that do not go together."""
    actions, figures, save = options.actions, options.figures, options.save is not None
    message = hint = ""
    if len(actions) > 1:
        message, hint = f"{actions[0]} and {actions[1]} do not go together", "say one of them"
    elif figures and not save:
        message = f"{figures[0]} is what you read off a sheet"
        hint = 'say as which printer to keep it: --save "My printer"'
    elif save and options.out is not None:
        message, hint = "--save writes no sheet, so --out has no meaning", "leave it out"
    elif save and not figures and options.back_offset is None and options.flip is None:
        message, hint = "there is nothing to save", 'add what you read off the sheet: --read "X10.5 Y10 A0.3 B0.2 …"'
    elif options.default and not save and options.printer is None:
        message, hint = "--default goes with a printer", 'say which: --printer "My printer" --default'
    elif options.printer is not None and options.back_offset is not None:
        message, hint = "--printer has an offset of its own", "leave --back-offset out"
    elif options.as_json and not options.listing:
        message, hint = "--json goes with --list", "leave it out"
    if message:
        raise PnpError(Diagnostic("usage", message, hint=hint))


def _parse_paper(text: str) -> Paper:
    try:
        return paper_called(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error


def _may_write(out: Path) -> bool:
    """Check that a sheet may be written to ``out``: another PDF may be replaced. Raises WriteError."""
    try:
        check_replaceable(out)
        if not out.exists():
            return True
        with out.open("rb") as file:
            return file.read(4) == b"%PDF"
    except OSError as error:
        raise write_error(out, error) from error


def _write_sheet(options: CalibrateOptions) -> None:
    paper, flip = _parse_paper(options.paper), options.flip or "long"
    out, printer = options.out or _SHEET, options.printer
    back_offset, correction = back_offset_in_mm(options.back_offset), None
    if printer is not None:
        profile = profile_on(printer, paper)
        correction, back_offset = profile.correction, profile.correction.back_offset
        flip = options.flip or profile.flip or flip
    if not _may_write(out):
        message = "the file is there already and is no PDF"
        raise PnpError(Diagnostic("exists", message, Location(str(out)), "name another file with --out"))
    sheet = CalibrationRequest(
        paper, options.language or "en", flip, back_offset or (0.0, 0.0), options.single, correction
    )
    replace_file(out, calibration_pdf(sheet))
    say(str(out))
    if options.single:
        note("  print it at 100 %; what to measure and what to type stands on it")
    else:
        note(f"  print it at 100 % on both sides, turned over the {flip} edge; what to read and to type stands on it")
    if printer is not None:
        note(f"  it is printed for {printer!r}: X and Y should read 10, and every scale 0")


def _save(name: str, options: CalibrateOptions) -> None:
    saved = save_printer(
        name,
        CalibrationReadings(
            paper=_parse_paper(options.paper),
            read=options.read,
            across=_parse_measured("--across", options.across),
            down=_parse_measured("--down", options.down),
            back_offset=back_offset_in_mm(options.back_offset),
            margin=length_in_mm("--margin", options.margin),
            flip=options.flip,
        ),
        default=options.default,
    )
    say(f"{saved.name}, {saved.paper}: {'; '.join(saved.sentences)}")
    note(f"  kept in {saved.file}")
    note(f'  now: pnp build GAME --printer "{saved.name}"' + (", or without, since it is the default" * saved.default))
    note(f'  to try it: pnp calibrate --printer "{saved.name}" --paper {saved.paper} prints a sheet with it')
    note("  X and Y should then read 10, and every scale 0")


def _parse_measured(option: str, text: str | None) -> float | None:
    length = length_in_mm(option, text)
    if length is not None and length <= 0:
        raise PnpError(
            Diagnostic("bad-length", f"{option}: {text} is no length of a line", hint="measure it from end to end")
        )
    return length


def _make_default(name: str) -> None:
    printers = load_printers()
    require_printer(printers, name, "--printer")
    file = write_printers(Printers(printers.by_name, name))
    say(f"{name} is the default printer")
    note(f"  kept in {file}; pnp build --printer none asks for no printer")


def _forget(name: str) -> None:
    printers = load_printers()
    require_printer(printers, name, "--forget")
    write_printers(printers.without(name))
    say(f"{name} is forgotten")
    if printers.default == name:
        note("  it was the default printer: there is none now")


def _list(as_json: bool) -> None:
    printers, file = load_printers(), printers_file()
    if as_json:
        say_json(
            {
                "file": None if file is None else str(file),
                "default": printers.default,
                "printers": {
                    name: {paper: list(describe_profile(profile)) for paper, profile in profiles.items()}
                    for name, profiles in printers.by_name.items()
                },
            }
        )
        return
    for name, profiles in printers.by_name.items():
        for paper, profile in profiles.items():
            mark = " (default)" if name == printers.default else ""
            say(f"{name}{mark}, {paper}: {'; '.join(describe_profile(profile))}")
    if not printers.by_name:
        note("no printer is kept yet: pnp calibrate writes a sheet that tells how to measure one")
    note(f"kept in {file}" if file is not None else "PNP_CONFIG is empty: nothing is kept")
