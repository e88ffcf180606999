"""Faces on pages, one on each, with nothing but their bleed around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.export.listing import Listed
from pnp.export.shop import Shop
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement, Rotation
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pdf.job import CutShape
from pnp.pdf.writer import Attachment, PageBoxes, PrintJob, write_pdf
from pnp.pipeline.export_faces import Drawn
from pnp.pipeline.export_press import Press
from pnp.pipeline.sheets import in_one_line, note_stack
from pnp.rendering.face import Face, Leaf
from pnp.units import Size


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
    press: Press | None = None,
    cuts: Mapping[int, CutShape] | None = None,
) -> bytes:
    """A PDF of pages with one face each, in their order, with the boxes of trim and bleed; ``cuts`` says which of them
    have a line to cut along. Raises TemplateError for what ``press`` cannot print."""
    press = press or Press()
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
    game: Game, language: str, fonts: FontBook, name: str, drawn: Sequence[Drawn], shop: Shop | None, press: Press
) -> tuple[bytes, list[Listed]]:
    """Components as one PDF without digests in its list: of each card its front and its back, or as the shop has it."""
    pages: list[Page] = []
    faces: list[Face] = []
    labels: list[str] = []
    rows: list[Listed] = []
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
                rows.append(Listed(name, len(pages), *said, *size, None, None, ""))
    cuts = press.cuts(components)
    return pages_pdf(game, language, fonts, faces, pages, labels, press=press, cuts=cuts), rows


def _sheets(drawn: Drawn, shop: Shop | None) -> Iterator[tuple[Leaf, int, tuple[Face, ...]]]:
    """Every card, as often as its pages are wanted, how many of it each page stands for, and its sides in order."""
    repeat = shop is not None and shop.repeat
    for leaf in drawn.leaves:
        sides = leaf.faces if shop is None or shop.order == "front-back" else leaf.faces[::-1]
        for _ in range(leaf.copies if repeat else 1):
            yield leaf, 1 if repeat else leaf.copies, sides
