"""Cut files of a kit: what a machine asks of its sheets, and the files made of the pages as they are laid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.build.options import BuildOptions, PrintSettings
from pnp.build.stock import where_asked
from pnp.cutting.areas import areas_of, mask
from pnp.cutting.dxf import cut_dxf, need_ezdxf
from pnp.cutting.machines import GAP, CutRequest, registration_for
from pnp.cutting.sheets import Box, CutSheet, cut_by_hand, cut_fronts, cut_sheets
from pnp.cutting.svg import cut_svg
from pnp.diagnostics import Diagnostic, PnpError
from pnp.files import write_error
from pnp.formats.pictures import as_png, picture_of, pixels
from pnp.imposition import Page, SheetOptions
from pnp.model.game import Game
from pnp.model.net import Net
from pnp.pdfium import opened, page_of
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.units import Size

FOLDER = "cut"
_DPI = 300
"""Of the pictures for Cricut, which Design Space prints."""

_TOLD = 0.005
"""In mm: so much less room than is needed is no fault."""

Painted = Callable[[Sequence[Page]], bytes]
"""A PDF of pages."""


@dataclass(frozen=True, slots=True)
class CutKit:
    """A kit as it is laid. ``painted`` makes a PDF of pages, for pictures."""

    project: Project
    game: Game
    sheets: SheetOptions
    pages: Sequence[Page]
    title: str
    painted: Painted


@dataclass(frozen=True, slots=True)
class CutFiles:
    """The files for a machine by the end of their names, and what is true of all of them: how many sheets there are,
    the inset, length and thickness in mm of the printed marks, None where there are none, and the extent in mm of what
    is cut of each sheet, by its number."""

    wish: CutRequest
    files: Mapping[str, bytes]
    marks: tuple[float, float, float] | None
    sizes: Mapping[int, Size]
    warnings: tuple[Diagnostic, ...] = ()


def for_machine(wish: CutRequest, sheets: SheetOptions, settings: PrintSettings, options: BuildOptions) -> SheetOptions:
    """The sheets as the machine needs them.

    Raises PnpError for a machine that cannot cut such sheets, and where the library for its files is not installed.
    """
    if "dxf" in wish.formats:
        need_ezdxf()
    if sheets.backs == "gutterfold":
        raise PnpError(
            Diagnostic(
                "cut-and-fold",
                "--cut: a machine cuts a sheet as it is printed, and that of a gutterfold is folded and glued first",
                hint="print with --backs duplex, separate or none",
            )
        )
    registration = registration_for(wish.of, settings.paper, settings.margin)
    if registration is not None and options.marks not in (None, "none"):
        raise PnpError(
            Diagnostic(
                "usage",
                f"--marks {options.marks} prints marks for hands, and {wish.of.title} would take them for its own",
                hint="leave --marks out; --cut svg makes cut files for sheets with marks for hands",
            )
        )
    return replace(sheets, registration=registration, gutter=max(sheets.gutter, wish.of.gap))


def cut_files(wish: CutRequest, kit: CutKit) -> CutFiles:
    """The files of all sheets. Raises PnpError where nothing is cut, and for corners that are too round."""
    nets = {one.id: one.net for one in kit.game.components if one.net is not None}
    registration = kit.sheets.registration
    found = cut_sheets(kit.pages, nets, wish.corner, registration.marks if registration else _none)
    if not found:
        raise PnpError(
            Diagnostic(
                "nothing-to-cut",
                "--cut: nothing of this kit is cut out of a sheet",
                hint="leave --cut out; full pages and tiles of boards have no cut file",
            )
        )
    files: dict[str, bytes] = {}
    for sheet in found:
        for ending, data in _drawings(wish, sheet, f"{kit.title}, sheet {sheet.number}, page {sheet.page}"):
            files[f"sheet-{sheet.number:02}.{ending}"] = data
    if "png" in wish.formats:
        pictures = cut_pictures(found, kit.pages, nets, wish.corner, kit.painted, _DPI)
        files |= {f"sheet-{sheet.number:02}.png": one for sheet, one in zip(found, pictures, strict=True)}
    printed = registration if registration is not None and wish.of.marked else None
    return CutFiles(
        wish,
        dict(sorted(files.items())),
        None if printed is None else (printed.inset, printed.length, printed.thickness),
        {sheet.number: _extent(sheet) for sheet in found},
        tuple(_doubts(wish, kit)),
    )


def _none(_paper: Size) -> tuple[()]:
    return ()


def _extent(sheet: CutSheet) -> Size:
    left, bottom, right, top = sheet.box
    return Size(right - left, top - bottom)


def _drawings(wish: CutRequest, sheet: CutSheet, title: str) -> Iterator[tuple[str, bytes]]:
    if "svg" in wish.formats:
        yield "svg", cut_svg(sheet, title, framed="png" not in wish.of.possible)
    if "dxf" in wish.formats:
        yield "dxf", cut_dxf(sheet)


def _doubts(wish: CutRequest, kit: CutKit) -> Iterator[Diagnostic]:
    """Boards that are cut by hand; pieces that lie on marks, or that a picture does not part; backs that the program of
    a machine does not print in their places."""
    for component in cut_by_hand(kit.pages):
        place = kit.project.locate(kit.game.id, ("components", component))
        message = f"{component} is parted into tiles, which are cut by hand: their sheets have no cut file"
        yield Diagnostic("cut-by-hand", message, place, severity="warning")
    yield from _on_marks(wish, kit)
    if "png" in wish.formats:
        yield from _touching(kit)
    if wish.machine == "cricut" and kit.sheets.turned and any(page.side == "back" for page in kit.pages):
        message = (
            "Design Space lays the pictures on the paper: backs printed from the PDF do not lie behind their fronts"
        )
        yield Diagnostic("backs-for-cricut", message, hint="build with --backs none", severity="warning")


def _on_marks(wish: CutRequest, kit: CutKit) -> Iterator[Diagnostic]:
    """Components whose places on a sheet reach into the corners that a machine looks for its marks in."""
    registration = kit.sheets.registration
    if registration is None or not wish.of.marked:
        return
    told: set[str] = set()
    for page in kit.pages:
        for place in cut_fronts(page):
            sheet, component = place.piece.sheet, place.piece.component
            if sheet is None or component in told or not registration.covers(page.paper, place.shown):
                continue
            told.add(component)
            message = (
                f"the places of {sheet.name} reach into the corners where the marks of {wish.of.title} are printed: "
                "it may not find them"
            )
            hint = f'choose a sheet that leaves {registration.corner:g} mm free in the corners, or sheet = "none"'
            where = where_asked(kit.project, kit.game, component)
            yield Diagnostic("marks-covered", message, where, hint, severity="warning")


def _touching(kit: CutKit) -> Iterator[Diagnostic]:
    """Components whose places lie too close together for pieces with outlines of their own in a picture."""
    told: set[str] = set()
    for page in kit.pages:
        fronts = cut_fronts(page)
        for place in fronts if len(fronts) > 1 else ():
            sheet, component = place.piece.sheet, place.piece.component
            if sheet is None or sheet.places is None or component in told:
                continue
            places = replace(sheet.places, size=Size(place.width, place.height))
            apart = min(places.gap) if places.shape == "card" else places.nearest
            if apart > GAP - _TOLD:
                continue
            told.add(component)
            message = (
                f"the pieces of {component} lie {max(0.0, apart):.3g} mm apart on {sheet.name}, and Design Space cuts "
                "along the edge of a picture: they come out in one"
            )
            hint = (
                f'choose a sheet with gutter = "{GAP:g}mm" or more, or sheet = "none"; '
                "the files of --cut-format svg have every cut"
            )
            where = where_asked(kit.project, kit.game, component)
            yield Diagnostic("pieces-touch", message, where, hint, severity="warning")


def beside(path: Path, cut: CutFiles) -> dict[Path, bytes]:
    """The cut files of a PDF by their places: in the folder ``cut`` beside it."""
    return {path.parent / FOLDER / f"{path.stem}-{end}": data for end, data in cut.files.items()}


def remove_stale(path: Path, cut: CutFiles) -> None:
    """Remove cut files that an earlier build of this name left for sheets that there are no more. Raises WriteError."""
    for one in _stale(path.parent / FOLDER, path.stem, cut.files):
        try:
            one.unlink(missing_ok=True)
        except OSError as error:
            raise write_error(one, error) from error


def _stale(folder: Path, name: str, kept: Mapping[str, bytes]) -> list[Path]:
    """Cut files of this name that are not among those ``kept``."""
    pattern = re.compile(re.escape(name) + r"-(sheet-[0-9]{2,}\.(?:svg|dxf|png))")
    if not folder.is_dir():
        return []
    found = ((path, pattern.fullmatch(path.name)) for path in sorted(folder.iterdir()) if path.is_file())
    return [path for path, match in found if match and match[1] not in kept]


# Pictures of what is cut out of each sheet, clear between the pieces: a program that prints them cuts along the edge
# of what is not clear.


def cut_pictures(
    sheets: Sequence[CutSheet],
    pages: Sequence[Page],
    nets: Mapping[str, Net],
    corner: float,
    painted: Callable[[Sequence[Page]], bytes],
    dpi: int,
) -> list[bytes]:
    """A PNG file of each sheet, from the outermost cuts to the outermost cuts, with nothing but its pieces.
    ``painted`` makes a PDF of pages."""
    numbered = {page.number: page for page in pages}
    bare = [_bare(numbered[sheet.page], index, sheet.box) for index, sheet in enumerate(sheets, 1)]
    found = []
    with opened(painted(bare)) as document:
        for number, sheet in enumerate(sheets, 1):
            left, bottom, right, top = sheet.box
            width, height = pixels(Size(right - left, top - bottom), dpi)
            with page_of(document, number) as page:
                picture = picture_of(page, width, height)
            picture.putalpha(mask(areas_of(numbered[sheet.page], nets, corner), sheet.box, width, height))
            found.append(as_png(picture, dpi))
    return found


def _bare(page: Page, number: int, box: Box) -> Page:
    """The pieces that are cut out of a page, on a page of the size of ``box``."""
    left, bottom, right, top = box
    moved = tuple(replace(place, x=place.x - left, y=place.y - bottom) for place in cut_fronts(page))
    return Page(number, number, "single", Size(right - left, top - bottom), moved)
