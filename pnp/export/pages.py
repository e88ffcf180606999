"""Faces on pages, one on each, with nothing but their bleed around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from pnp.build.sheets import in_one_line, note_stack
from pnp.cardsvg import Drawing
from pnp.diagnostics import Diagnostic, PnpError
from pnp.export.faces import DrawnComponent
from pnp.export.listing import ListedFace
from pnp.export.options import ExportOptions
from pnp.export.shops import INK_LIMIT, Shop
from pnp.fonts import FontBook
from pnp.formats.formats import PAGES, Format
from pnp.imposition.page import Page, Piece, Placement, Rotation
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pdf.job import CutShape
from pnp.pdf.objects.exchange import TITLES, Exchange
from pnp.pdf.writer import Attachment, PageBoxes, PrintJob, write_pdf
from pnp.prepress.flatten import opaque
from pnp.prepress.press import PressInks
from pnp.prepress.profile import read_profile, shipped_profile
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.units import Size

# How the PDF of an export is written: for screens, or for the press of a print shop.

_SHAPES: Mapping[str, CutShape] = {"card": "box", "square": "box", "circle": "circle"}
"""The line along which a piece is cut out; a net has lines of its own."""


@dataclass(frozen=True, slots=True)
class PressOptions:
    """How pages are written. ``exchange`` is None for a plain PDF; ``outlines`` makes shapes of type."""

    exchange: Exchange | None = None
    outlines: bool = False
    cut_line: bool = False
    _flat: dict[str, Drawing] = field(default_factory=dict)

    def drawings(self, faces: Mapping[str, Face]) -> dict[str, Drawing]:
        """The drawings of faces by their ids, as this press can print them.

        Raises TemplateError, located in the drawing, for what is seen through and cannot be put together.
        """
        if self.exchange is None or self.exchange.transparent:
            return {name: face.drawing for name, face in faces.items()}

        for name, face in faces.items():
            if name not in self._flat:
                self._flat[name] = opaque(face.drawing)
        return {name: self._flat[name] for name in faces}

    def cuts(self, components: Mapping[int, Component]) -> dict[int, CutShape]:
        """Which pages have a line to cut along, and what line; ``components`` says what lies on each."""
        if not self.cut_line:
            return {}
        return {number: _SHAPES[one.cut] for number, one in components.items() if one.cut in _SHAPES and one.size}


def press_for(options: ExportOptions, shop: Shop | None, format_: Format) -> PressOptions:
    """What is asked for, by a person and a shop. Raises PnpError for what does not go together, and for a profile that
    is none; nothing is drawn before."""
    _check(options, shop, format_)
    outlines = options.outlines or (shop is not None and shop.outlines and format_ in PAGES)
    if format_ != "pdfx":
        return PressOptions(None, outlines, options.cut_line)

    standard = options.standard or ("x4" if shop is None else shop.standard)
    profile = shipped_profile() if options.icc is None else read_profile(options.icc, standard)
    limit = INK_LIMIT if shop is None else shop.ink_limit
    exchange = Exchange(standard, PressInks(profile, limit), profile.data, profile.condition, profile.described)
    return PressOptions(exchange, outlines, options.cut_line)


def _check(options: ExportOptions, shop: Shop | None, format_: Format) -> None:
    if format_ != "pdfx":
        for given, name in ((options.standard, "--standard"), (options.icc, "--icc")):
            if given is not None:
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


def alone(number: int, face: Face, turned: bool) -> Page:
    """A page as large as a face with its bleed. A ``turned`` face lies on its side: the head of a front to the left,
    that of a back to the right, so that a card that is turned over like a page stands upright on both sides."""
    trim = face.trim.turned if turned else face.trim
    rotation: Rotation = 0 if not turned else 90 if face.side == "front" else 270
    bleed = face.bleed
    piece = Piece(face.component, face.card, face.id, None, face.trim, bleed, face.edge, face.cut)
    place = Placement(piece, face.id, "front", bleed, bleed, trim.width, trim.height, rotation, (bleed,) * 4)
    return Page(number, number, "single", Size(trim.width + 2 * bleed, trim.height + 2 * bleed), (place,))


def pages_pdf(
    game: Game,
    language: str,
    fonts: FontBook,
    faces: Sequence[Face],
    pages: Sequence[Page],
    labels: Sequence[str] = (),
    attachment: tuple[Attachment, dict[str, str]] | None = None,
    press: PressOptions | None = None,
    cuts: Mapping[int, CutShape] | None = None,
) -> bytes:
    """A PDF of pages with one face each, in their order, with the boxes of trim and bleed; ``cuts`` says which of them
    have a line to cut along. Raises TemplateError for what ``press`` cannot print."""
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
            boxes={page.number: boxes(page) for page in pages},
            labels=dict(enumerate(labels, 1)),
            attachments=() if attachment is None else (attachment[0],),
            info={} if attachment is None else attachment[1],
            exchange=press.exchange,
            outlines=press.outlines,
            cuts=cuts or {},
        )
    )


def boxes(page: Page) -> PageBoxes:
    """Where the trim of a page's one face lies, and its bleed: the whole page."""
    (place,) = page.placements
    trim = (place.x, place.y, place.x + place.width, place.y + place.height)
    return PageBoxes(trim, (0.0, 0.0, page.paper.width, page.paper.height))


def deck_pdf(
    game: Game,
    language: str,
    fonts: FontBook,
    name: str,
    drawn: Sequence[DrawnComponent],
    shop: Shop | None,
    press: PressOptions,
) -> tuple[bytes, list[ListedFace]]:
    """Components as one PDF without digests in its list: of each card its front and its back, or as the shop has it."""
    pages: list[Page] = []
    faces: list[Face] = []
    labels: list[str] = []
    rows: list[ListedFace] = []
    components: dict[int, Component] = {}
    for one in drawn:
        for leaf, copies, sides in _sheets(one, shop):
            for face in sides:
                page = alone(len(pages) + 1, face, one.turned)
                pages.append(page)
                components[page.number] = one.component
                faces.append(face)
                labels.append(f"{one.component.id} {leaf.card} {face.side} ×{copies}")
                size = (round(page.paper.width, 3), round(page.paper.height, 3))
                said = (one.component.id, leaf.card, face.side, copies)
                rows.append(ListedFace(name, len(pages), *said, *size, None, None, ""))
    cuts = press.cuts(components)
    return pages_pdf(game, language, fonts, faces, pages, labels, press=press, cuts=cuts), rows


def _sheets(drawn: DrawnComponent, shop: Shop | None) -> Iterator[tuple[PrintedCard, int, tuple[Face, ...]]]:
    """Every card, as often as its pages are wanted, how many of it each page stands for, and its sides in order."""
    repeat = shop is not None and shop.repeat
    for leaf in drawn.leaves:
        sides = leaf.faces if shop is None or shop.order == "front-back" else leaf.faces[::-1]
        for _ in range(leaf.copies if repeat else 1):
            yield leaf, 1 if repeat else leaf.copies, sides
