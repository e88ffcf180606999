"""Contact sheets: every face of a kit as a picture, component by component, each face once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.build.faces import render_leaves
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import note_stack
from pnp.fonts import FontBook
from pnp.formats.pictures import as_png, contact_sheet, pages_as_images
from pnp.imposition.marks.crop_marks import cut_circles
from pnp.imposition.marks.hexagons import cut_hexagons
from pnp.imposition.page import Page, Piece, Placement
from pnp.model.game import Game
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.project.examples import examples_of
from pnp.project.project import Project
from pnp.rendering.face import Face, PrintedCard

_COLUMNS = (7, 8, 6, 9, 5, 10)
"""Rows of a contact sheet have the first of these lengths that leaves no row of fronts short, else the first."""


def contact_sheets(
    project: Project, game: Game, options: BuildOptions, dpi: int, progress: Callable[[str], None] = lambda _label: None
) -> Iterator[tuple[str, bytes]]:
    """A name and a PNG per component, the faces in the order in which they are printed, each once.

    Backs stand beside their fronts where every front has its own, else after all fronts.
    """
    context = KitContext.of(project, game, options)
    examples = examples_of(project, game, options.seed)
    for component, leaves in render_leaves(context, examples, progress).groups:
        faces = _in_order(leaves)
        fronts = sum(1 for face in faces if face.side == "front")
        images = pages_as_images(faces_pdf(context.fonts, faces), dpi)
        sheet = contact_sheet(images, _columns(fronts, len(faces)), round(dpi * 0.1))
        yield f"{game.id}-{context.settings.language}-{component.id}.png", as_png(sheet, dpi)


def _in_order(leaves: Iterable[PrintedCard]) -> tuple[Face, ...]:
    """Every face once: front, back, front, back …, or all fronts and then the backs they share."""
    fronts: dict[str, Face] = {}
    backs: dict[str, Face] = {}
    for leaf in leaves:
        fronts.setdefault(leaf.front.id, leaf.front)
        if leaf.back is not None:
            backs.setdefault(leaf.back.id, leaf.back)
    if len(fronts) == len(backs):
        return tuple(face for pair in zip(fronts.values(), backs.values(), strict=True) for face in pair)
    return (*fronts.values(), *backs.values())


def _columns(fronts: int, faces: int) -> int:
    if faces <= _COLUMNS[0]:
        return faces
    return next((columns for columns in _COLUMNS if fronts % columns == 0), _COLUMNS[0])


def faces_pdf(fonts: FontBook, faces: Sequence[Face], cut_lines: bool = True) -> bytes:
    """A PDF with one face per page, cut to its trim; with the lines along which round and six-sided ones are cut."""
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
    """A face alone on its page."""
    place = _alone(face)
    outlines = cut_circles((place,)) if cut_lines and face.cut == "circle" else ()
    segments = cut_hexagons((place,)) if cut_lines and face.cut == "hex" else ()
    return Page(number, number, "single", face.trim, (place,), segments, outlines=outlines)


def _alone(face: Face) -> Placement:
    piece = Piece(face.component, face.card, face.id, None, face.trim, face.bleed, face.edge, face.cut)
    return Placement(piece, face.id, "front", 0, 0, face.trim.width, face.trim.height, 0, (0, 0, 0, 0))
