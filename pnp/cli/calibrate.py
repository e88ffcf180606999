"""``pnp calibrate``: measure a printer, and keep what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from pnp.cli.arguments import FlipChoice, JsonOption, LangOption, length_option, offset_option
from pnp.cli.output import note, say, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.records import dataclass

_SHEET = Path("calibration.pdf")


def calibrate(
    paper: Annotated[str, typer.Option(help="a4, letter … or a size such as '210mm x 297mm'.")] = "a4",
    lang: LangOption = None,
    flip: Annotated[
        Optional[FlipChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="The edge of the paper over which the printer turns sheets. Default: long."),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="FILE", help="Where to write the sheet. Default: calibration.pdf."),
    ] = None,
    single: Annotated[bool, typer.Option("--single", help="A sheet for a printer that prints one side.")] = False,
    back_offset: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="X,Y", help="Print the sheet, or say that it was printed, with backs shifted already."),
    ] = None,
    printer: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(
            metavar="NAME", help="Print the sheet for a saved printer: the cross then reads 10, the scales 0."
        ),
    ] = None,
    save: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="NAME", help="Keep what follows as this printer, for pnp build --printer."),
    ] = None,
    read: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="FIGURES", help="The figures of the cross and the scales: 'X10.5 Y9.5 A0.3 B0.2 C3.9 …'."),
    ] = None,
    across: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="LENGTH", help="How long the line across the sheet is, by your ruler."),
    ] = None,
    down: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="LENGTH", help="How long the line down the sheet is."),
    ] = None,
    margin: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="LENGTH", help="What the printer cannot reach."),
    ] = None,
    default: Annotated[
        bool, typer.Option("--default", help="With --save or --printer: build for this one from now on.")
    ] = False,
    listing: Annotated[bool, typer.Option("--list", help="Show the printers that are kept.")] = False,
    forget: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="NAME", help="Forget a printer."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write a sheet that shows how a printer shifts, turns and scales, and keep what you read off it.

    calibrate · calibrate --save "Brother at home" --read "X10.5 Y10 A0.3 …" --across 180mm --down 249.5mm --margin 4mm

    The sheet itself says how to read it. Then: build red --printer "Brother at home", or --default once.
    """
    given = _Given(paper, flip, back_offset, read, across, down, margin, default)
    _check_usage(given, _Wanted(save, printer, forget, listing, out, as_json))
    if listing:
        _list(as_json)
    elif forget is not None:
        _forget(forget)
    elif save is not None:
        _save(save, given)
    elif printer is not None and default:
        _make_default(printer)
    else:
        _write_sheet(given, lang, out or _SHEET, single, printer)


@dataclass(frozen=True, slots=True)
class _Given:
    """What of the options is about a sheet or about what was read off it, as it was typed."""

    paper: str
    flip: FlipChoice | None
    back_offset: str | None
    read: str | None
    across: str | None
    down: str | None
    margin: str | None
    default: bool

    @property
    def figures(self) -> list[str]:
        """The options that say what was read off a sheet."""
        said = {"--read": self.read, "--across": self.across, "--down": self.down, "--margin": self.margin}
        return [option for option, value in said.items() if value is not None]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be done."""

    save: str | None
    printer: str | None
    forget: str | None
    listing: bool
    out: Path | None
    as_json: bool

    @property
    def said(self) -> list[str]:
        """The options that name something else to do than to write a plain sheet."""
        named = {"--save": self.save, "--printer": self.printer, "--forget": self.forget}
        return [*(option for option, name in named.items() if name is not None), *(["--list"] * self.listing)]


def _check_usage(given: _Given, wanted: _Wanted) -> None:
    """Raises PnpError for options that do not go together."""
    chosen, figures, save = wanted.said, given.figures, wanted.save is not None
    message = hint = ""
    if len(chosen) > 1:
        message, hint = f"{chosen[0]} and {chosen[1]} do not go together", "say one of them"
    elif figures and not save:
        message = f"{figures[0]} is what you read off a sheet"
        hint = 'say as which printer to keep it: --save "My printer"'
    elif save and wanted.out is not None:
        message, hint = "--save writes no sheet, so --out has no meaning", "leave it out"
    elif save and not figures and given.back_offset is None and given.flip is None:
        message, hint = "there is nothing to save", 'add what you read off the sheet: --read "X10.5 Y10 A0.3 B0.2 …"'
    elif given.default and not save and wanted.printer is None:
        message, hint = "--default goes with a printer", 'say which: --printer "My printer" --default'
    elif wanted.printer is not None and given.back_offset is not None:
        message, hint = "--printer has an offset of its own", "leave --back-offset out"
    elif wanted.as_json and not wanted.listing:
        message, hint = "--json goes with --list", "leave it out"
    if message:
        raise PnpError(Diagnostic("usage", message, hint=hint))


def _paper(text: str) -> Any:
    from pnp.model.sizes import paper  # noqa: PLC0415 - pnp --help needs no sizes

    try:
        return paper(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error


def _is_free(out: Path) -> bool:
    """Decide whether a sheet may be written to ``out``: another PDF may be replaced. Raises WriteError."""
    from pnp.files import check_replaceable, write_error  # noqa: PLC0415 - as above

    try:
        check_replaceable(out)
        if not out.exists():
            return True
        with out.open("rb") as file:
            return file.read(4) == b"%PDF"
    except OSError as error:
        raise write_error(out, error) from error


def _write_sheet(given: _Given, lang: str | None, out: Path, single: bool, printer: str | None) -> None:
    from pnp.build.calibration import (  # noqa: PLC0415 - as above
        CalibrationSheet,
        calibration_pdf,
        profile_on,
    )
    from pnp.files import replace_file  # noqa: PLC0415

    sheet, flip = _paper(given.paper), "long" if given.flip is None else given.flip.value
    shift, correction = offset_option(given.back_offset), None
    if printer is not None:
        profile = profile_on(printer, sheet)
        correction, shift = profile.correction, profile.correction.back_offset
        flip = flip if given.flip is not None or profile.flip is None else profile.flip
    if not _is_free(out):
        message = "the file is there already and is no PDF"
        raise PnpError(Diagnostic("exists", message, Location(str(out)), "name another file with --out"))
    asked = CalibrationSheet(sheet, lang or "en", flip, shift or (0.0, 0.0), single, correction)  # type: ignore[arg-type]
    replace_file(out, calibration_pdf(asked))
    say(str(out))
    if single:
        note("  print it at 100 %; what to measure and what to type stands on it")
    else:
        note(f"  print it at 100 % on both sides, turned over the {flip} edge; what to read and to type stands on it")
    if printer is not None:
        note(f"  it is printed for {printer!r}: X and Y should read 10, and every scale 0")


def _save(name: str, given: _Given) -> None:
    from pnp.build.calibration import Readings, save_printer  # noqa: PLC0415 - as above

    saved = save_printer(
        name,
        Readings(
            paper=_paper(given.paper),
            read=given.read,
            across=_measured("--across", given.across),
            down=_measured("--down", given.down),
            back_offset=offset_option(given.back_offset),
            margin=length_option("--margin", given.margin),
            flip=None if given.flip is None else given.flip.value,
        ),
        default=given.default,
    )
    say(f"{saved.name}, {saved.paper}: {'; '.join(saved.told)}")
    note(f"  kept in {saved.file}")
    note(f'  now: pnp build GAME --printer "{saved.name}"' + (", or without, since it is the default" * saved.default))
    note(f'  to try it: pnp calibrate --printer "{saved.name}" --paper {saved.paper} prints a sheet with it')
    note("  X and Y should then read 10, and every scale 0")


def _measured(name: str, text: str | None) -> float | None:
    found = length_option(name, text)
    if found is not None and found <= 0:
        raise PnpError(
            Diagnostic("bad-length", f"{name}: {text} is no length of a line", hint="measure it from end to end")
        )
    return found


def _make_default(name: str) -> None:
    from pnp.calibration.kept import keep, kept_printers, require  # noqa: PLC0415 - as above
    from pnp.calibration.profile import Printers  # noqa: PLC0415

    printers = kept_printers()
    require(printers, name, "--printer")
    file = keep(Printers(printers.by_name, name))
    say(f"{name} is the default printer")
    note(f"  kept in {file}; pnp build --printer none asks for no printer")


def _forget(name: str) -> None:
    from pnp.calibration.kept import keep, kept_printers, require  # noqa: PLC0415 - as above

    printers = kept_printers()
    require(printers, name, "--forget")
    keep(printers.without(name))
    say(f"{name} is forgotten")
    if printers.default == name:
        note("  it was the default printer: there is none now")


def _list(as_json: bool) -> None:
    from pnp.build.calibration import told_of  # noqa: PLC0415 - as above
    from pnp.calibration.kept import kept_printers, printers_file  # noqa: PLC0415

    printers, file = kept_printers(), printers_file()
    if as_json:
        say_json(
            {
                "file": None if file is None else str(file),
                "default": printers.default,
                "printers": {
                    name: {paper: list(told_of(profile)) for paper, profile in profiles.items()}
                    for name, profiles in printers.by_name.items()
                },
            }
        )
        return
    for name, profiles in printers.by_name.items():
        for paper, profile in profiles.items():
            mark = " (default)" if name == printers.default else ""
            say(f"{name}{mark}, {paper}: {'; '.join(told_of(profile))}")
    if not printers.by_name:
        note("no printer is kept yet: pnp calibrate writes a sheet that tells how to measure one")
    note(f"kept in {file}" if file is not None else "PNP_CONFIG is empty: nothing is kept")
