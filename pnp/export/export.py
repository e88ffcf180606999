"""Export a kit: every face as a file, or what a print shop wants, verified first and then put in its place."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from pnp.build.build import verified
from pnp.build.faces import Progress
from pnp.build.manifest import attached, kit_manifest
from pnp.build.options import KitContext, resolve
from pnp.diagnostics import DefinitionError, Diagnostic, PnpError
from pnp.examples import ExampleSet
from pnp.export.faces import (
    DrawingPlan,
    DrawnComponent,
    FaceUse,
    ProductGroup,
    as_build,
    doubts_of,
    draw,
    plan,
    uses_of,
)
from pnp.export.listing import PATTERN, ListedFace, each_its_own, file_name
from pnp.export.options import DEFAULT_DPI, ExportOptions, ExportResult, check_options
from pnp.export.pages import PressOptions, alone, deck_pdf, pages_pdf, press_for
from pnp.export.places import leave, place_of
from pnp.export.shops import Shop, shop_called
from pnp.fonts import FontBook
from pnp.formats.formats import LONGEST_SIDE, MOST_PIXELS, PAGES, Format, is_picture, picture_format
from pnp.formats.pictures import pixels
from pnp.formats.svg import face_svg
from pnp.formats.work import RenderOutcome, RenderSettings, RenderTask, RenderWorkers
from pnp.model.game import Game
from pnp.project.examples import examples_of
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face


@dataclass(frozen=True, slots=True)
class DrawnBatch:
    """What was drawn in one go: its components, and each different face once, in the order of the pages."""

    group: ProductGroup
    drawn: tuple[DrawnComponent, ...]
    faces: tuple[tuple[Face, bool], ...]
    """The faces, and whether they lie on their sides."""

    @property
    def page_of(self) -> Mapping[str, int]:
        """The page of a face, from 0."""
        return {face.id: page for page, (face, _) in enumerate(self.faces)}


@dataclass(frozen=True, slots=True)
class NamedFace:
    """A face of a component, in which batch it was drawn, and its row of the list, without a digest yet."""

    batch: int
    drawn: DrawnComponent
    use: FaceUse
    row: ListedFace


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """What an export is, with everything decided."""

    game: Game
    options: ExportOptions
    shop: Shop | None
    format: Format
    dpi: int
    press: PressOptions


def export_kit(
    project: Project, game: Game, options: ExportOptions, progress: Progress = lambda _label: None
) -> ExportResult:
    """Export ``game``: compose its faces, verify the examples on them, and put the files in their place, all or none.

    Raises PnpError for what cannot be exported, WriteError for what cannot be written; nothing is written then.
    """
    check_options(options)
    wanted = _wanted(project, game, options)
    planned = plan(project, game, options, wanted.shop)
    _check_backs(project, wanted, planned)
    language = resolve(as_build(options, (), None), game).language
    place = place_of(project, game, options, wanted.format, language)
    drawing = is_picture(wanted.format) or wanted.shop is not None
    with ExitStack() as stack:
        workers = stack.enter_context(RenderWorkers()) if drawing else None
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pnp-export-")))
        progress("examples")
        examples = examples_of(project, game, options.seed)
        batches, warnings = _drawn(project, wanted, planned, examples, progress)
        named = _named(wanted, batches)
        work = _work(wanted, batches, named)
        pdfs = [_checkable(project, wanted, batch, examples) for batch in batches]
        progress("pictures")
        if workers is not None:
            for number, (pdf, _) in enumerate(pdfs):
                (scratch / f"{number}.pdf").write_bytes(pdf)
            workers.begin(scratch, list(work.values()))
        for pdf, has_examples in pdfs:
            if has_examples:
                verified(project, game, pdf, progress)
        taken = {} if workers is None else workers.taken()
        progress("files")
        seen = [_of_batch(number, work, taken) for number in range(len(batches))]
        listed, files = _files(project, wanted, batches, named, seen, scratch)
        doubts: list[Diagnostic] = []
        if wanted.shop is not None:
            doubts = doubts_of(wanted.shop, game, [one.drawn for one in batches], seen)
        leave(place, files, listed)
    return ExportResult(game, language, wanted.format, place.path, tuple(listed), planned.notes, (*warnings, *doubts))


def _wanted(project: Project, game: Game, options: ExportOptions) -> ExportPlan:
    shop = None if options.shop is None else shop_called(project, options.shop)
    if shop is None:
        assert options.format is not None
        press = press_for(options, None, options.format)
        return ExportPlan(game, options, None, options.format, options.dpi or DEFAULT_DPI, press)
    format_ = options.format or shop.formats[0]
    if format_ not in shop.formats:
        message = f"{shop.title} takes no {format_}"
        raise PnpError(Diagnostic("bad-format", message, hint=f"it takes {', '.join(shop.formats)}"))
    return ExportPlan(game, options, shop, format_, shop.dpi, press_for(options, shop, format_))


def _check_backs(project: Project, wanted: ExportPlan, planned: DrawingPlan) -> None:
    """Raises DefinitionError for cards without a back where a shop counts on pages in pairs."""
    if wanted.shop is None or wanted.format not in PAGES:
        return
    wrong = [
        Diagnostic(
            "no-back",
            f"{one.id} have no back, and {wanted.shop.title} takes front and back by turns",
            project.locate(wanted.game.id, ("components", one.id)),
            'give the component a back, such as back = "back"',
        )
        for group in planned.groups
        for one in group.components
        if one.back is None and one.kind != "summary"
    ]
    if wrong:
        raise DefinitionError(wrong)


def _drawn(
    project: Project, wanted: ExportPlan, planned: DrawingPlan, examples: ExampleSet, progress: Progress
) -> tuple[list[DrawnBatch], list[Diagnostic]]:
    batches: list[DrawnBatch] = []
    warnings: list[Diagnostic] = []
    for group in planned.groups:
        drawn, found = draw(project, wanted.game, wanted.options, group, examples, progress)
        warnings += found
        faces = {use.face.id: (use.face, one.turned) for one in drawn for use in uses_of(one)}
        batches.append(DrawnBatch(group, drawn, tuple(faces.values())))
    return batches, warnings


def _named(wanted: ExportPlan, batches: Sequence[DrawnBatch]) -> list[NamedFace]:
    """Every face of every component with its file. Raises PnpError for pictures with too many pixels."""
    uses = [(number, one, use) for number, batch in enumerate(batches) for one in batch.drawn for use in uses_of(one)]
    pattern = PATTERN if wanted.shop is None else wanted.shop.file
    names = each_its_own(
        [
            file_name(pattern, number, one.component.id, _short(use.card, one), use.face.side, use.copies)
            for number, (_, one, use) in enumerate(uses, 1)
        ]
    )
    named = []
    for name, (number, one, use) in zip(names, uses, strict=True):
        paper = alone(1, use.face, one.turned).paper
        width, height = pixels(paper, wanted.dpi) if is_picture(wanted.format) else (None, None)
        if width is not None and height is not None:
            _check_pixels(wanted, one, width, height)
        row = ListedFace(
            file=f"{name}.{wanted.format}",
            page=None,
            component=one.component.id,
            card=use.card,
            side=use.face.side,
            copies=use.copies,
            width_mm=round(paper.width, 3),
            height_mm=round(paper.height, 3),
            width_px=width,
            height_px=height,
            sha256="",
        )
        named.append(NamedFace(number, one, use, row))
    return named


def _work(
    wanted: ExportPlan, batches: Sequence[DrawnBatch], named: Sequence[NamedFace]
) -> dict[tuple[int, str], tuple[RenderSettings, RenderTask]]:
    """How each different face is drawn and looked at, by batch and face."""
    format_ = picture_format(wanted.format) if is_picture(wanted.format) else None
    work: dict[tuple[int, str], tuple[RenderSettings, RenderTask]] = {}
    for one in named:
        batch, face, match = batches[one.batch], one.use.face, one.drawn.match
        product = None if match is None else match.product
        look = RenderSettings(
            format_,
            wanted.dpi,
            face.bleed,
            None if product is None else product.safe,
            product is not None and product.shape == "circle",
        )
        size = (one.row.width_px or 0, one.row.height_px or 0)
        shot = RenderTask(f"{one.batch}.pdf", batch.page_of[face.id], *size, one.row.file)
        work.setdefault((one.batch, face.id), (look, shot))
    return work


def _short(card: str, drawn: DrawnComponent) -> str:
    """A card's id without the component's, where it begins with that: a component of one card is called as its card."""
    name = drawn.component.id
    return "" if card == name else card.removeprefix(f"{name}-")


def _check_pixels(wanted: ExportPlan, drawn: DrawnComponent, width: int, height: int) -> None:
    most = LONGEST_SIDE[picture_format(wanted.format)]
    if width * height > MOST_PIXELS or max(width, height) > most:
        limit = f"{most:,} on a side" if max(width, height) > most else f"{MOST_PIXELS:,}"
        message = f"at {wanted.dpi} dpi {drawn.component.id} has {width:,} × {height:,} pixels, more than {limit}"
        raise PnpError(
            Diagnostic("too-many-pixels", message, hint="give a smaller --dpi, or name components with --only")
        )


def _checkable(project: Project, wanted: ExportPlan, batch: DrawnBatch, examples: ExampleSet) -> tuple[bytes, bool]:
    """All faces of a batch in a PDF that can be verified, and whether there is anything to verify."""
    options = as_build(wanted.options, [one.component.id for one in batch.drawn], batch.group.bleed)
    context = KitContext.of(project, wanted.game, options)
    pages = [alone(number, face, turned) for number, (face, turned) in enumerate(batch.faces, 1)]
    faces = {face.id: face for face, _ in batch.faces}
    manifest = kit_manifest(context, examples, faces, pages)
    file, seal = attached(manifest)
    language, fonts = context.settings.language, context.fonts
    pdf = pages_pdf(wanted.game, language, fonts, tuple(faces.values()), pages, attachment=(file, dict(seal)))
    return pdf, bool(manifest["examples"])


def _files(
    project: Project,
    wanted: ExportPlan,
    batches: Sequence[DrawnBatch],
    named: Sequence[NamedFace],
    seen: Sequence[Mapping[str, RenderOutcome]],
    scratch: Path,
) -> tuple[list[ListedFace], dict[str, bytes | Path]]:
    """The files of the export by name, or where they lie, and their list with digests."""
    listed: list[ListedFace] = []
    files: dict[str, bytes | Path] = {}
    fonts = project.resources(wanted.game).fonts
    if wanted.format in PAGES:
        language = resolve(as_build(wanted.options, (), None), wanted.game).language
        for name, drawn in _decks(batches):
            data, pages = deck_pdf(wanted.game, language, fonts, name, drawn, wanted.shop, wanted.press)
            files[name] = data
            listed += [replace(row, sha256=hashlib.sha256(data).hexdigest()) for row in pages]
        return listed, files
    for one in named:
        if wanted.format == "svg":
            files[one.row.file] = data = _svg(one.use.face, fonts, wanted.press.outlines)
            digest = hashlib.sha256(data).hexdigest()
        else:
            taken = seen[one.batch][one.use.face.id]
            files[one.row.file], digest = scratch / taken.file, taken.sha256
        listed.append(replace(one.row, sha256=digest))
    return listed, files


def _of_batch(
    number: int, work: Mapping[tuple[int, str], tuple[RenderSettings, RenderTask]], taken: Mapping[str, RenderOutcome]
) -> Mapping[str, RenderOutcome]:
    """What was seen of the faces of a batch, by face; nothing where nobody looked."""
    return {face: taken[shot.file] for (of, face), (_, shot) in work.items() if of == number and taken}


def _svg(face: Face, fonts: FontBook, outlines: bool) -> bytes:

    return face_svg(face.drawing, fonts, outlines).encode("utf-8")


def _decks(batches: Sequence[DrawnBatch]) -> Iterator[tuple[str, list[DrawnComponent]]]:
    """The PDFs of an export: one for each product of a shop, else for each component."""
    decks: dict[str, list[DrawnComponent]] = {}
    for batch in batches:
        for one in batch.drawn:
            decks.setdefault(one.component.id if one.match is None else one.match.product.name, []).append(one)
    for name, drawn in decks.items():
        yield f"{name}.pdf", drawn
