"""Pages of an export: one face on each, with only its bleed around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from pathlib import Path

from pnp.build.selection import selection_name
from pnp.build.sheets import in_one_line, note_stack
from pnp.cardsvg import Drawing
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.export.faces import DrawnComponent
from pnp.export.listing import LIST, ListedFace, as_csv, first_foreign_file, is_export_zip, make_zip
from pnp.export.options import ExportOptions
from pnp.export.shops import INK_LIMIT, Shop
from pnp.files import check_folder, check_place, replace_file, replace_folder, write_error
from pnp.fonts import FontBook
from pnp.formats.formats import PAGES, Format
from pnp.imposition.page import Page, Piece, Placement, Rotation
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pdf.job import CutShape
from pnp.pdf.objects.exchange import TITLES, Exchange
from pnp.pdf.writer import Attachment, PageBoxes, PrintJob, write_pdf
from pnp.prepress.flatten import flatten_transparency
from pnp.prepress.press import PressInks
from pnp.prepress.profile import read_profile, shipped_profile
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.units import Size

# Options of the PDF: for screens, or for the press of a print shop.

_SHAPES: Mapping[str, CutShape] = {"card": "box", "square": "box", "circle": "circle"}
"""The line along which a piece is cut out. A net has lines of its own."""


@dataclass(frozen=True, slots=True)
class PressOptions:
    """Options of the PDF. ``exchange`` is None for a plain PDF; ``outlines`` makes shapes of type."""

    exchange: Exchange | None = None
    outlines: bool = False
    cut_line: bool = False
    _flattened: dict[str, Drawing] = field(default_factory=dict)

    def drawings(self, faces: Mapping[str, Face]) -> dict[str, Drawing]:
        """Return the drawings of faces by their ids, as this press can print them.

        Raises TemplateError, located in the drawing, for transparency that cannot be flattened.
        """
        if self.exchange is None or self.exchange.transparent:
            return {name: face.drawing for name, face in faces.items()}
        for name, face in faces.items():
            if name not in self._flattened:
                self._flattened[name] = flatten_transparency(face.drawing)
        return {name: self._flattened[name] for name in faces}

    def cuts(self, components: Mapping[int, Component]) -> dict[int, CutShape]:
        """Return the line to cut along, for the pages that have one. ``components`` has the component on each page."""
        if not self.cut_line:
            return {}
        return {
            number: _SHAPES[component.cut]
            for number, component in components.items()
            if component.cut in _SHAPES and component.size
        }


def press_for(options: ExportOptions, shop: Shop | None, format_: Format) -> PressOptions:
    """Return the options of the PDF for a person's options and a shop.

    Raises PnpError for options that do not go together, and for a file that is no profile, before anything is drawn.
    """
    _check_options(options, shop, format_)
    outlines = options.outlines or (shop is not None and shop.outlines and format_ in PAGES)
    if format_ != "pdfx":
        return PressOptions(None, outlines, options.cut_line)
    standard = options.standard or ("x4" if shop is None else shop.standard)
    profile = shipped_profile() if options.icc is None else read_profile(options.icc, standard)
    limit = INK_LIMIT if shop is None else shop.ink_limit
    exchange = Exchange(standard, PressInks(profile, limit), profile.data, profile.condition, profile.described)
    return PressOptions(exchange, outlines, options.cut_line)


def _check_options(options: ExportOptions, shop: Shop | None, format_: Format) -> None:
    if format_ != "pdfx":
        for chosen, name in ((options.standard, "--standard"), (options.icc, "--icc")):
            if chosen is not None:
                message = f"{name} is for files in PDF/X, and this export is in {format_}"
                raise PnpError(Diagnostic("usage", message, hint=f"say --to pdfx, or leave {name} away"))
    if options.cut_line and format_ not in PAGES:
        message = f"--cut-line is a spot colour, and {format_} has none"
        raise PnpError(Diagnostic("usage", message, hint="say --to pdfx or --to pdf, or leave --cut-line away"))
    if options.outlines and format_ not in (*PAGES, "svg"):
        message = f"--outlines makes shapes of the type, and {format_} has no type"
        raise PnpError(Diagnostic("usage", message, hint="say --to pdfx, pdf or svg, or leave --outlines away"))
    if shop is not None and options.standard not in (None, shop.standard):
        message = f"{shop.title} takes {TITLES[shop.standard]}"
        raise PnpError(Diagnostic("usage", message, hint="leave --standard away, or export without --shop"))


def single_face_page(number: int, face: Face, turned: bool) -> Page:
    """Return a page as large as a face with its bleed.

    A ``turned`` face lies on its side: the head of a front to the left, that of a back to the right. A card that is
    turned over like a page then stands upright on both sides.
    """
    trim = face.trim.turned if turned else face.trim
    rotation: Rotation = 0 if not turned else 90 if face.side == "front" else 270
    bleed = face.bleed
    piece = Piece(face.component, face.card, face.id, None, face.trim, bleed, face.edge, face.cut)
    placement = Placement(piece, face.id, "front", bleed, bleed, trim.width, trim.height, rotation, (bleed,) * 4)
    return Page(number, number, "single", Size(trim.width + 2 * bleed, trim.height + 2 * bleed), (placement,))


def pages_pdf(
    game: Game,
    language: str,
    fonts: FontBook,
    faces: Sequence[Face],
    pages: Sequence[Page],
    *,
    labels: Sequence[str] = (),
    attachment: tuple[Attachment, dict[str, str]] | None = None,
    press: PressOptions | None = None,
    cuts: Mapping[int, CutShape] | None = None,
) -> bytes:
    """Return a PDF of pages with one face each, in their order, with the boxes of trim and bleed.

    ``cuts`` has the pages with a line to cut along. Raises TemplateError for what ``press`` cannot print.
    """
    press = press or PressOptions()
    title = in_one_line(say(game.title, language))
    return write_pdf(
        PrintJob(
            title=title,
            subject=title,
            author=", ".join(say(name, language) for name in game.credits.designers),
            language=language,
            faces=press.drawings({face.id: face for face in faces}),
            pages=tuple(pages),
            fonts=fonts,
            note_stack=note_stack(fonts),
            duplex="none",
            boxes={page.number: page_boxes(page) for page in pages},
            labels=dict(enumerate(labels, 1)),
            attachments=() if attachment is None else (attachment[0],),
            info={} if attachment is None else attachment[1],
            exchange=press.exchange,
            outlines=press.outlines,
            cuts=cuts or {},
        )
    )


def page_boxes(page: Page) -> PageBoxes:
    """Return the boxes of a page with one face: its trim, and its bleed, which is the whole page."""
    (placement,) = page.placements
    trim = (placement.x, placement.y, placement.x + placement.width, placement.y + placement.height)
    return PageBoxes(trim, (0.0, 0.0, page.paper.width, page.paper.height))


def deck_pdf(
    game: Game,
    language: str,
    fonts: FontBook,
    name: str,
    components: Sequence[DrawnComponent],
    shop: Shop | None,
    press: PressOptions,
) -> tuple[bytes, list[ListedFace]]:
    """Return components as one PDF, and its rows of the list, still without digests.

    Each card has its front and its back, or the order of the shop.
    """
    pages: list[Page] = []
    faces: list[Face] = []
    labels: list[str] = []
    rows: list[ListedFace] = []
    components_by_page: dict[int, Component] = {}
    for drawn in components:
        for card, copies, sides in _card_pages(drawn, shop):
            for face in sides:
                page = single_face_page(len(pages) + 1, face, drawn.turned)
                pages.append(page)
                components_by_page[page.number] = drawn.component
                faces.append(face)
                labels.append(f"{drawn.component.id} {card.card} {face.side} ×{copies}")
                size = (round(page.paper.width, 3), round(page.paper.height, 3))
                columns = (drawn.component.id, card.card, face.side, copies)
                rows.append(ListedFace(name, len(pages), *columns, *size, None, None, ""))
    cuts = press.cuts(components_by_page)
    return pages_pdf(game, language, fonts, faces, pages, labels=labels, press=press, cuts=cuts), rows


def _card_pages(drawn: DrawnComponent, shop: Shop | None) -> Iterator[tuple[PrintedCard, int, tuple[Face, ...]]]:
    """Yield every card for each time that its pages are wanted, with its sides in order.

    The number counts the copies of the card that each page stands for.
    """
    repeat = shop is not None and shop.repeat
    for card in drawn.cards:
        sides = card.faces if shop is None or shop.order == "front-back" else card.faces[::-1]
        for _ in range(card.copies if repeat else 1):
            yield card, 1 if repeat else card.copies, sides


# Place of an export


@dataclass(frozen=True, slots=True)
class ExportPlace:
    """Folder or zip of an export, and the folder that it may not leave."""

    path: Path
    within: Path
    is_zip: bool


def choose_place(project: Project, game: Game, options: ExportOptions, format_: Format, language: str) -> ExportPlace:
    """Return the place of an export.

    Raises PnpError if something lies there that is no export, or was changed since.
    """
    folder = options.out if options.out is not None else project.folder / "output" / game.id
    name = f"{game.id}-{language}-{options.shop or format_}"
    if options.players is not None:
        name += f"-{options.players}-players"
    if options.instead:
        name += "-with-" + "-".join(sorted(options.instead))
    if options.without:
        name += "-without-" + "-".join(sorted(options.without))
    if options.only:
        name += f"-{selection_name(options.only)}"
    shop = options.shop is not None
    path = folder / (f"{name}.zip" if shop else name)
    place = ExportPlace(path, folder if options.out is not None else project.folder, shop)
    _check_free(place)
    return place


def write_export(place: ExportPlace, files: Mapping[str, bytes | Path], listed: Sequence[ListedFace]) -> None:
    """Write files, each given by content or by path, and their list to the place, all or none.

    Raises WriteError, or PnpError as ``choose_place`` does.
    """
    _check_free(place)
    # Files are read in turn: a thousand pictures need not be in memory at once.
    contents = ((name, data if isinstance(data, bytes) else data.read_bytes()) for name, data in files.items())
    entries = chain(contents, [(LIST, as_csv(listed))])
    if place.is_zip:
        replace_file(place.path, make_zip(entries), place.within)
    else:
        replace_folder(place.path, entries, place.within)


def _check_free(place: ExportPlace) -> None:
    path = place.path
    try:
        if place.is_zip:
            check_place(path, place.within)
            if not path.exists() or (path.is_file() and is_export_zip(path)):
                return
            message = "something is there already that no export wrote"
        else:
            if path.is_dir() or not path.exists():
                check_folder(path, place.within)
            if not path.exists():
                return
            foreign = first_foreign_file(path) if path.is_dir() else path.name
            if foreign is None:
                return
            message = f"{foreign} is there already, and is not as an export left it"
    except OSError as error:
        raise write_error(path, error) from error
    hint = "move it away, or name another folder with --out"
    raise PnpError(Diagnostic("exists", message, Location(str(path)), hint))
