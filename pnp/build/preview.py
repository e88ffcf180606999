"""Contact sheets: pictures of all faces of a component, each face once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import note_stack
from pnp.fonts import FontBook
from pnp.formats.pictures import contact_sheet, encode_png, render_pages
from pnp.imposition.marks.crop_marks import cut_circles
from pnp.imposition.marks.hexagons import cut_hexagons
from pnp.imposition.page import Page, Piece, Placement
from pnp.model.game import Game
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.project.examples import examples_of
from pnp.project.project import Project
from pnp.rendering.face import Face, PrintedCard

_COLUMNS = (7, 8, 6, 9, 5, 10)
"""Candidate lengths of rows: the first that leaves no row of fronts short is used, else the first of all."""


def contact_sheets(
    project: Project, game: Game, options: BuildOptions, dpi: int, progress: Callable[[str], None] = lambda _label: None
) -> Iterator[tuple[str, bytes]]:
    """Yield a file name and a PNG for each component, its faces in the order of printing, each once. Backs stand beside
    their fronts if every front has its own; else they follow all fronts."""
    context = KitContext.of(project, game, options)
    examples = examples_of(project, game, options.seed)
    for component, cards in render_kit(context, examples, progress).groups:
        faces = _unique_faces(cards)
        fronts = sum(1 for face in faces if face.side == "front")
        images = render_pages(faces_pdf(context.fonts, faces), dpi)
        sheet = contact_sheet(images, _columns(fronts, len(faces)), round(dpi * 0.1))
        yield f"{game.id}-{context.settings.language}-{component.id}.png", encode_png(sheet, dpi)


def _unique_faces(cards: Iterable[PrintedCard]) -> tuple[Face, ...]:
    """Return every face once: front, back, front, back …, or all fronts and then the backs they share."""
    fronts: dict[str, Face] = {}
    backs: dict[str, Face] = {}
    for card in cards:
        fronts.setdefault(card.front.id, card.front)
        if card.back is not None:
            backs.setdefault(card.back.id, card.back)
    if len(fronts) == len(backs):
        return tuple(face for pair in zip(fronts.values(), backs.values(), strict=True) for face in pair)
    return (*fronts.values(), *backs.values())


def _columns(fronts: int, faces: int) -> int:
    if faces <= _COLUMNS[0]:
        return faces
    return next((columns for columns in _COLUMNS if fronts % columns == 0), _COLUMNS[0])


def faces_pdf(fonts: FontBook, faces: Sequence[Face], cut_lines: bool = True) -> bytes:
    """Return a PDF with one face per page, cut to its trim. ``cut_lines`` adds the cut lines of round and six-sided
    faces."""
    pages = tuple(_page(number, face, cut_lines) for number, face in enumerate(faces, start=1))
    return write_pdf(
        PrintJob(
            title="preview",
            language=faces[0].language,
            faces={face.id: face.drawing for face in faces},
            pages=pages,
            fonts=fonts,
            note_stack=note_stack(fonts),
        )
    )


def _page(number: int, face: Face, cut_lines: bool) -> Page:
    piece = Piece(face.component, face.card, face.id, None, face.trim, face.bleed, face.edge, face.cut)
    placement = Placement(piece, face.id, "front", 0, 0, face.trim.width, face.trim.height, 0, (0, 0, 0, 0))
    outlines = cut_circles((placement,)) if cut_lines and face.cut == "circle" else ()
    segments = cut_hexagons((placement,)) if cut_lines and face.cut == "hex" else ()
    return Page(number, number, "single", face.trim, (placement,), segments, outlines=outlines)
