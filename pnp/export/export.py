"""Export a kit: every face as a file, or a package for a print shop, verified before it is put in place."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from pnp.build.build import verify_kit
from pnp.build.faces import Progress
from pnp.build.manifest import attach_manifest, kit_manifest
from pnp.build.options import KitContext, resolve
from pnp.diagnostics import DefinitionError, Diagnostic, PnpError, refuse_warnings
from pnp.examples import ExampleSet
from pnp.export.faces import (
    DrawingPlan,
    DrawnComponent,
    FaceUse,
    ProductGroup,
    build_options,
    draw,
    face_uses,
    lint_faces,
    plan_drawing,
)
from pnp.export.listing import PATTERN, ListedFace, file_name, make_unique
from pnp.export.options import DEFAULT_DPI, ExportOptions, ExportResult, check_options
from pnp.export.pages import PressOptions, choose_place, deck_pdf, pages_pdf, press_for, single_face_page, write_export
from pnp.export.shops import Shop, find_shop
from pnp.formats.formats import LONGEST_SIDE, MOST_PIXELS, PAGES, Format, is_picture, picture_format
from pnp.formats.pictures import pixel_size
from pnp.formats.render_workers import RenderOutcome, RenderSettings, RenderTask, RenderWorkers
from pnp.formats.svg import face_svg
from pnp.model.game import Game
from pnp.project.examples import example_warnings, examples_of
from pnp.project.figures import figure_warnings
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face


@dataclass(frozen=True, slots=True)
class DrawnBatch:
    """Components drawn in one go, and each different face once, in the order of the pages."""

    group: ProductGroup
    components: tuple[DrawnComponent, ...]
    faces: tuple[tuple[Face, bool], ...]
    """The faces, each with True if it lies on its side."""

    @property
    def page_of(self) -> Mapping[str, int]:
        """Page of each face by its id, from 0."""
        return {face.id: page for page, (face, _) in enumerate(self.faces)}


@dataclass(frozen=True, slots=True)
class NamedFace:
    """Face of a component, the number of the batch that drew it, and its row of the list, still without a digest."""

    batch: int
    drawn: DrawnComponent
    use: FaceUse
    row: ListedFace


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """Export with every option decided."""

    game: Game
    options: ExportOptions
    shop: Shop | None
    format: Format
    dpi: int
    press: PressOptions


def export_kit(
    project: Project, game: Game, options: ExportOptions, progress: Progress = lambda _label: None
) -> ExportResult:
    """Export ``game``: compose its faces, verify the examples on them, and put the files in place, all or none.

    Raises PnpError for what cannot be exported, WriteError for what cannot be written; nothing is written then.
    """
    return _export(project, game, options, progress, write=True)


def check_export(project: Project, game: Game, options: ExportOptions) -> ExportResult:
    """Do all that ``export_kit`` does but write the files. Raises PnpError for what cannot be exported."""
    return _export(project, game, options, lambda _label: None, write=False)


def _export(project: Project, game: Game, options: ExportOptions, progress: Progress, *, write: bool) -> ExportResult:
    check_options(options)
    plan = _plan_export(project, game, options)
    drawing_plan = plan_drawing(project, game, options, plan.shop)
    _check_backs(project, plan, drawing_plan)
    language = resolve(build_options(options, (), None), game).language
    place = choose_place(project, game, options, plan.format, language)
    needs_pictures = is_picture(plan.format) or plan.shop is not None
    with ExitStack() as stack:
        workers = stack.enter_context(RenderWorkers()) if needs_pictures else None
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pnp-export-")))
        progress("examples")
        examples = examples_of(project, game, options.seed)
        batches, warnings = _draw_batches(project, plan, drawing_plan, examples, progress)
        named_faces = _name_faces(plan, batches)
        work = _render_work(plan, batches, named_faces)
        pdfs = [_verifiable_pdf(project, plan, batch, examples) for batch in batches]
        progress("pictures")
        if workers is not None:
            for number, (pdf, _) in enumerate(pdfs):
                (scratch / f"{number}.pdf").write_bytes(pdf)
            workers.start(scratch, list(work.values()))
        for pdf, has_examples in pdfs:
            if has_examples:
                verify_kit(project, game, pdf, progress)
        outcomes = {} if workers is None else workers.collect()
        progress("files")
        batch_outcomes = [_outcomes_by_face(number, work, outcomes) for number in range(len(batches))]
        listed, files = _export_files(project, plan, batches, named_faces, batch_outcomes, scratch)
        shop_warnings: list[Diagnostic] = []
        if plan.shop is not None:
            shop_warnings = lint_faces(plan.shop, game, [batch.components for batch in batches], batch_outcomes)
        all_warnings = (
            *warnings,
            *example_warnings(project, game, examples),
            *figure_warnings(project, game),
            *shop_warnings,
        )
        if options.strict:
            refuse_warnings(all_warnings)
        if write:
            write_export(place, files, listed)
    return ExportResult(game, language, plan.format, place.path, tuple(listed), drawing_plan.notes, all_warnings)


def _plan_export(project: Project, game: Game, options: ExportOptions) -> ExportPlan:
    shop = None if options.shop is None else find_shop(project, options.shop)
    if shop is None:
        assert options.format is not None
        press = press_for(options, None, options.format)
        return ExportPlan(game, options, None, options.format, options.dpi or DEFAULT_DPI, press)
    format_ = options.format or shop.formats[0]
    if format_ not in shop.formats:
        message = f"{shop.title} takes no {format_}"
        raise PnpError(Diagnostic("bad-format", message, hint=f"it takes {', '.join(shop.formats)}"))
    return ExportPlan(game, options, shop, format_, shop.dpi, press_for(options, shop, format_))


def _check_backs(project: Project, plan: ExportPlan, drawing_plan: DrawingPlan) -> None:
    """Raise DefinitionError for cards without a back if a shop counts on pages in pairs."""
    if plan.shop is None or plan.format not in PAGES:
        return
    errors = [
        Diagnostic(
            "no-back",
            f"{component.id} have no back, and {plan.shop.title} takes front and back by turns",
            project.locate(plan.game.id, ("components", component.id)),
            'give the component a back, such as back = "back"',
        )
        for group in drawing_plan.groups
        for component in group.components
        if component.back is None and component.kind != "summary"
    ]
    if errors:
        raise DefinitionError(errors)


def _draw_batches(
    project: Project, plan: ExportPlan, drawing_plan: DrawingPlan, examples: ExampleSet, progress: Progress
) -> tuple[list[DrawnBatch], list[Diagnostic]]:
    batches: list[DrawnBatch] = []
    warnings: list[Diagnostic] = []
    for group in drawing_plan.groups:
        components, group_warnings = draw(project, plan.game, plan.options, group, examples, progress)
        warnings += group_warnings
        faces = {use.face.id: (use.face, drawn.turned) for drawn in components for use in face_uses(drawn)}
        batches.append(DrawnBatch(group, components, tuple(faces.values())))
    return batches, warnings


def _name_faces(plan: ExportPlan, batches: Sequence[DrawnBatch]) -> list[NamedFace]:
    """Name the file of every face of every component. Raises PnpError for pictures with too many pixels."""
    uses = [
        (number, drawn, use)
        for number, batch in enumerate(batches)
        for drawn in batch.components
        for use in face_uses(drawn)
    ]
    pattern = PATTERN if plan.shop is None else plan.shop.file
    names = make_unique(
        [
            file_name(pattern, number, drawn.component.id, _short_card(use.card, drawn), use.face.side, use.copies)
            for number, (_, drawn, use) in enumerate(uses, 1)
        ]
    )
    named_faces = []
    for name, (number, drawn, use) in zip(names, uses, strict=True):
        paper = single_face_page(1, use.face, drawn.turned).paper
        width, height = pixel_size(paper, plan.dpi) if is_picture(plan.format) else (None, None)
        if width is not None and height is not None:
            _check_pixels(plan, drawn, width, height)
        row = ListedFace(
            file=f"{name}.{plan.format}",
            page=None,
            component=drawn.component.id,
            card=use.card,
            side=use.face.side,
            copies=use.copies,
            width_mm=round(paper.width, 3),
            height_mm=round(paper.height, 3),
            width_px=width,
            height_px=height,
            sha256="",
        )
        named_faces.append(NamedFace(number, drawn, use, row))
    return named_faces


def _render_work(
    plan: ExportPlan, batches: Sequence[DrawnBatch], named_faces: Sequence[NamedFace]
) -> dict[tuple[int, str], tuple[RenderSettings, RenderTask]]:
    """Return the settings and the task that render each different face, by batch and face."""
    format_ = picture_format(plan.format) if is_picture(plan.format) else None
    work: dict[tuple[int, str], tuple[RenderSettings, RenderTask]] = {}
    for named in named_faces:
        batch, face, match = batches[named.batch], named.use.face, named.drawn.match
        product = None if match is None else match.product
        settings = RenderSettings(
            format_,
            plan.dpi,
            face.bleed,
            None if product is None else product.safe,
            product is not None and product.shape == "circle",
        )
        size = (named.row.width_px or 0, named.row.height_px or 0)
        task = RenderTask(f"{named.batch}.pdf", batch.page_of[face.id], *size, named.row.file)
        work.setdefault((named.batch, face.id), (settings, task))
    return work


def _short_card(card: str, drawn: DrawnComponent) -> str:
    """Return a card's id without the component's at its start. In a component of one card, both ids are the same."""
    name = drawn.component.id
    return "" if card == name else card.removeprefix(f"{name}-")


def _check_pixels(plan: ExportPlan, drawn: DrawnComponent, width: int, height: int) -> None:
    most = LONGEST_SIDE[picture_format(plan.format)]
    if width * height > MOST_PIXELS or max(width, height) > most:
        limit = f"{most:,} on a side" if max(width, height) > most else f"{MOST_PIXELS:,}"
        message = f"at {plan.dpi} dpi {drawn.component.id} has {width:,} × {height:,} pixels, more than {limit}"
        raise PnpError(
            Diagnostic("too-many-pixels", message, hint="give a smaller --dpi, or name components with --only")
        )


def _verifiable_pdf(project: Project, plan: ExportPlan, batch: DrawnBatch, examples: ExampleSet) -> tuple[bytes, bool]:
    """Return all faces of a batch in a PDF that can be verified, and True if it holds examples."""
    options = build_options(plan.options, [drawn.component.id for drawn in batch.components], batch.group.bleed)
    context = KitContext.of(project, plan.game, options)
    pages = [single_face_page(number, face, turned) for number, (face, turned) in enumerate(batch.faces, 1)]
    faces = {face.id: face for face, _ in batch.faces}
    manifest = kit_manifest(context, examples, faces, pages)
    file, seal = attach_manifest(manifest)
    language, fonts = context.settings.language, context.fonts
    pdf = pages_pdf(plan.game, language, fonts, tuple(faces.values()), pages, attachment=(file, dict(seal)))
    return pdf, bool(manifest["examples"])


def _export_files(
    project: Project,
    plan: ExportPlan,
    batches: Sequence[DrawnBatch],
    named_faces: Sequence[NamedFace],
    batch_outcomes: Sequence[Mapping[str, RenderOutcome]],
    scratch: Path,
) -> tuple[list[ListedFace], dict[str, bytes | Path]]:
    """Return the list of the faces with digests, and the files by name: their content, or the path to it."""
    listed: list[ListedFace] = []
    files: dict[str, bytes | Path] = {}
    fonts = project.resources(plan.game).fonts
    if plan.format in PAGES:
        language = resolve(build_options(plan.options, (), None), plan.game).language
        for name, components in _pdf_contents(batches):
            pdf, rows = deck_pdf(plan.game, language, fonts, name, components, plan.shop, plan.press)
            files[name] = pdf
            listed += [replace(row, sha256=hashlib.sha256(pdf).hexdigest()) for row in rows]
        return listed, files
    for named in named_faces:
        if plan.format == "svg":
            svg = face_svg(named.use.face.drawing, fonts, plan.press.outlines).encode("utf-8")
            files[named.row.file], digest = svg, hashlib.sha256(svg).hexdigest()
        else:
            outcome = batch_outcomes[named.batch][named.use.face.id]
            files[named.row.file], digest = scratch / outcome.file, outcome.sha256
        listed.append(replace(named.row, sha256=digest))
    return listed, files


def _outcomes_by_face(
    number: int,
    work: Mapping[tuple[int, str], tuple[RenderSettings, RenderTask]],
    outcomes: Mapping[str, RenderOutcome],
) -> Mapping[str, RenderOutcome]:
    """Return the outcomes of a batch by face, none if nothing was rendered."""
    return {face: outcomes[task.file] for (batch, face), (_, task) in work.items() if batch == number and outcomes}


def _pdf_contents(batches: Sequence[DrawnBatch]) -> Iterator[tuple[str, list[DrawnComponent]]]:
    """Yield the PDFs of an export with their components: a PDF for each product of a shop, else for each component."""
    contents: dict[str, list[DrawnComponent]] = {}
    for batch in batches:
        for drawn in batch.components:
            name = drawn.component.id if drawn.match is None else drawn.match.product.name
            contents.setdefault(name, []).append(drawn)
    for name, components in contents.items():
        yield f"{name}.pdf", components
