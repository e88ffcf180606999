"""Cut files of a kit: sheets laid for a cutting machine, and the files made from the finished pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.build.options import BuildOptions, PrintSettings
from pnp.build.stock import locate_sheet_choice
from pnp.cutting.areas import areas_of, draw_mask
from pnp.cutting.machines import GAP, CutRequest, registration_for
from pnp.cutting.sheets import Box, CutSheet, cut_fronts, cut_sheets, tiled_components
from pnp.cutting.svg import cut_svg
from pnp.diagnostics import Diagnostic, PnpError
from pnp.files import write_error
from pnp.formats.pictures import encode_png, pixel_size, render_page
from pnp.imposition import Page, SheetOptions
from pnp.model.game import Game
from pnp.model.net import Net
from pnp.pdfium import open_document, open_page
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.units import Size

_FOLDER = "cut"
_DPI = 300
"""Resolution of the pictures for Cricut, which Design Space prints."""

_TOLERANCE = 0.005
"""Shortfall in mm that is no fault."""

Painter = Callable[[Sequence[Page]], bytes]
"""Function that makes a PDF of pages."""


@dataclass(frozen=True, slots=True)
class CutKit:
    """Pages of a kit, to be cut by a machine. ``paint`` makes a PDF of pages, for pictures."""

    project: Project
    game: Game
    sheets: SheetOptions
    pages: Sequence[Page]
    title: str
    paint: Painter


@dataclass(frozen=True, slots=True)
class CutFiles:
    """Files for a cutting machine by the end of their names, and facts that hold for all of them.

    ``marks`` are the inset, length and thickness in mm of the printed marks, None without marks. ``sizes`` are the
    extents in mm of the cut area of each sheet, by its number; there is one for every sheet.
    """

    request: CutRequest
    files: Mapping[str, bytes]
    marks: tuple[float, float, float] | None
    sizes: Mapping[int, Size]
    warnings: tuple[Diagnostic, ...] = ()

    def folder(self, pdf: Path) -> Path:
        """Return the folder of the files: ``cut`` beside the PDF."""
        return pdf.parent / _FOLDER

    def by_path(self, pdf: Path) -> dict[Path, bytes]:
        """Return the files by their paths."""
        return {self.folder(pdf) / f"{pdf.stem}-{end}": data for end, data in self.files.items()}

    def remove_stale(self, pdf: Path) -> None:
        """Remove files that an earlier build of this name left for sheets that no longer exist. Raises WriteError."""
        pattern = re.compile(re.escape(pdf.stem) + r"-(sheet-[0-9]{2,}\.(?:svg|dxf|png))")
        folder = self.folder(pdf)
        for file in sorted(folder.iterdir()) if folder.is_dir() else ():
            match = pattern.fullmatch(file.name)
            if match is None or match[1] in self.files or not file.is_file():
                continue
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise write_error(file, error) from error


def sheets_for_machine(
    request: CutRequest, sheets: SheetOptions, settings: PrintSettings, options: BuildOptions
) -> SheetOptions:
    """Return the sheets as the machine needs them. Raises PnpError for a machine that cannot cut such sheets, and if
    the library for its files is not installed."""
    if "dxf" in request.formats:
        _dxf_writer()
    if sheets.backs == "gutterfold":
        raise PnpError(
            Diagnostic(
                "cut-and-fold",
                "--cut: a machine cuts a sheet as it is printed, and that of a gutterfold is folded and glued first",
                hint="print with --backs duplex, separate or none",
            )
        )
    registration = registration_for(request.of, settings.paper, settings.margin)
    if registration is not None and options.marks not in (None, "none"):
        raise PnpError(
            Diagnostic(
                "usage",
                f"--marks {options.marks} prints marks for hands, and {request.of.title} would take them for its own",
                hint="leave --marks out; --cut svg makes cut files for sheets with marks for hands",
            )
        )
    return replace(sheets, registration=registration, gutter=max(sheets.gutter, request.of.gap))


def cut_files(request: CutRequest, kit: CutKit) -> CutFiles:
    """Make the files of all sheets. Raises PnpError if nothing is cut, and for corners that are too round."""
    nets = {component.id: component.net for component in kit.game.components if component.net is not None}
    registration = kit.sheets.registration
    sheets = cut_sheets(kit.pages, nets, request.corner, registration.marks if registration else _no_marks)
    if not sheets:
        raise PnpError(
            Diagnostic(
                "nothing-to-cut",
                "--cut: nothing of this kit is cut out of a sheet",
                hint="leave --cut out; full pages and tiles of boards have no cut file",
            )
        )
    files: dict[str, bytes] = {}
    for sheet in sheets:
        for ending, data in _vector_files(request, sheet, f"{kit.title}, sheet {sheet.number}, page {sheet.page}"):
            files[f"sheet-{sheet.number:02}.{ending}"] = data
    if "png" in request.formats:
        pictures = cut_pictures(sheets, kit.pages, nets, request.corner, kit.paint, _DPI)
        files |= {f"sheet-{sheet.number:02}.png": picture for sheet, picture in zip(sheets, pictures, strict=True)}
    printed = registration if registration is not None and request.of.marked else None
    return CutFiles(
        request,
        dict(sorted(files.items())),
        None if printed is None else (printed.inset, printed.length, printed.thickness),
        {sheet.number: _extent(sheet) for sheet in sheets},
        tuple(_lint(request, kit)),
    )


def _no_marks(_paper: Size) -> tuple[()]:
    return ()


def _extent(sheet: CutSheet) -> Size:
    left, bottom, right, top = sheet.box
    return Size(right - left, top - bottom)


def _vector_files(request: CutRequest, sheet: CutSheet, title: str) -> Iterator[tuple[str, bytes]]:
    if "svg" in request.formats:
        yield "svg", cut_svg(sheet, title, framed="png" not in request.of.possible)
    if "dxf" in request.formats:
        yield "dxf", _dxf_writer()(sheet)


def _dxf_writer() -> Callable[[CutSheet], bytes]:
    """Return ``cut_dxf``. Raises PnpError if ezdxf, the library that writes DXF, is not installed."""
    try:
        from pnp.cutting.dxf import cut_dxf  # noqa: PLC0415 - it needs an extra, which is heavy
    except ImportError as error:
        raise PnpError(
            Diagnostic(
                "no-ezdxf",
                "DXF files are written by the package ezdxf, which is not installed",
                hint="install it with: pip install 'pnp-kit[cut]', or ask for other files: --cut-format svg",
            )
        ) from error
    return cut_dxf


def _lint(request: CutRequest, kit: CutKit) -> Iterator[Diagnostic]:
    """Yield warnings about what the machine does not cut well. These are boards that are cut by hand, pieces that lie
    on marks or touch in a picture, and backs that the program of a machine does not print in their places."""
    for component in tiled_components(kit.pages):
        place = kit.project.locate(kit.game.id, ("components", component))
        message = f"{component} is parted into tiles, which are cut by hand: their sheets have no cut file"
        yield Diagnostic("cut-by-hand", message, place, severity="warning")
    yield from _lint_marks(request, kit)
    if "png" in request.formats:
        yield from _lint_gaps(kit)
    if request.machine == "cricut" and kit.sheets.turned and any(page.side == "back" for page in kit.pages):
        message = (
            "Design Space lays the pictures on the paper: backs printed from the PDF do not lie behind their fronts"
        )
        yield Diagnostic("backs-for-cricut", message, hint="build with --backs none", severity="warning")


def _lint_marks(request: CutRequest, kit: CutKit) -> Iterator[Diagnostic]:
    """Yield a warning for each component that reaches into the corners with the machine's marks."""
    registration = kit.sheets.registration
    if registration is None or not request.of.marked:
        return
    warned_of: set[str] = set()
    for page in kit.pages:
        for place in cut_fronts(page):
            sheet, component = place.piece.sheet, place.piece.component
            if sheet is None or component in warned_of or not registration.covers(page.paper, place.shown):
                continue
            warned_of.add(component)
            message = (
                f"the places of {sheet.name} reach into the corners where the marks of {request.of.title} are printed: "
                "it may not find them"
            )
            hint = f'choose a sheet that leaves {registration.corner:g} mm free in the corners, or sheet = "none"'
            location = locate_sheet_choice(kit.project, kit.game, component)
            yield Diagnostic("marks-covered", message, location, hint, severity="warning")


def _lint_gaps(kit: CutKit) -> Iterator[Diagnostic]:
    """Yield a warning for each component whose pieces lie too close together to be parted in a picture."""
    warned_of: set[str] = set()
    for page in kit.pages:
        fronts = cut_fronts(page)
        for place in fronts if len(fronts) > 1 else ():
            sheet, component = place.piece.sheet, place.piece.component
            if sheet is None or sheet.places is None or component in warned_of:
                continue
            places = replace(sheet.places, size=Size(place.width, place.height))
            gap = min(places.gap) if places.shape == "card" else places.nearest
            if gap > GAP - _TOLERANCE:
                continue
            warned_of.add(component)
            message = (
                f"the pieces of {component} lie {max(0.0, gap):.3g} mm apart on {sheet.name}, and Design Space cuts "
                "along the edge of a picture: they come out in one"
            )
            hint = (
                f'choose a sheet with gutter = "{GAP:g}mm" or more, or sheet = "none"; '
                "the files of --cut-format svg have every cut"
            )
            location = locate_sheet_choice(kit.project, kit.game, component)
            yield Diagnostic("pieces-touch", message, location, hint, severity="warning")


# Pictures of the pieces of each sheet, transparent between them. A program that prints such a picture cuts along the
# edge of its opaque parts.


def cut_pictures(
    sheets: Sequence[CutSheet],
    pages: Sequence[Page],
    nets: Mapping[str, Net],
    corner: float,
    paint: Painter,
    dpi: int,
) -> list[bytes]:
    """Make a PNG file of each sheet that shows its pieces alone. It reaches from the outermost cuts to the outermost
    cuts. ``paint`` makes a PDF of pages."""
    numbered = {page.number: page for page in pages}
    pages_of_pieces = [_pieces_only(numbered[sheet.page], index, sheet.box) for index, sheet in enumerate(sheets, 1)]
    pictures = []
    with open_document(paint(pages_of_pieces)) as document:
        for number, sheet in enumerate(sheets, 1):
            left, bottom, right, top = sheet.box
            width, height = pixel_size(Size(right - left, top - bottom), dpi)
            with open_page(document, number) as page:
                picture = render_page(page, width, height)
            picture.putalpha(draw_mask(areas_of(numbered[sheet.page], nets, corner), sheet.box, width, height))
            pictures.append(encode_png(picture, dpi))
    return pictures


def _pieces_only(page: Page, number: int, box: Box) -> Page:
    """Return the pieces that are cut out of a page, on a page of the size of ``box``."""
    left, bottom, right, top = box
    moved = tuple(replace(place, x=place.x - left, y=place.y - bottom) for place in cut_fronts(page))
    return Page(number, number, "single", Size(right - left, top - bottom), moved)
