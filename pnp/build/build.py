"""Build a kit: search the examples, render, impose, write and read back.

``pnp.build.kit`` puts the files in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.compare.provenance import provenance_entry
from pnp.build.faces import Groups, Progress, RenderedKit, chosen_components, kit_code, render_kit, replaced_components
from pnp.build.kit import BuiltKit, KitFile, count_components, faces_by_id, write_kit
from pnp.build.manifest import attach_manifest, bookmarks, captions, kit_manifest
from pnp.build.options import BuildOptions, KitContext, PrintSettings
from pnp.build.sheets import (
    FileContents,
    cached_impose,
    find_misfits,
    in_one_line,
    leave_out_large_packaging,
    note_stack,
    sheet_options,
    split_into_files,
)
from pnp.build.warnings import lint_definition, lint_fonts, lint_printer, lint_sheet_words, lint_sheets
from pnp.diagnostics import DefinitionError, Diagnostic, VerificationError
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.imposition import Page, SheetOptions
from pnp.imposition.correction import correct_pages
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pdf.inventory import TextInventory, fallbacks, joint_inventory
from pnp.pdf.writer import Duplex, PrintJob, write_pdf
from pnp.project.examples import example_warnings, examples_of
from pnp.project.figures import figure_warnings
from pnp.project.project import Project
from pnp.project.source_locations import locate_misfit
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.steps import begin_step
from pnp.verify.check import VerifyReport
from pnp.verify.verify import verify_bytes

if TYPE_CHECKING:
    from pnp.build.compare.changed import Changes
    from pnp.build.compare.printed_kit import PrintedKit
    from pnp.build.cut_files import CutFiles
    from pnp.ink.coverage import Coverage


__all__ = ["BuiltKit", "KitFile", "build_kit", "verify_kit", "write_kit"]


@dataclass(frozen=True, slots=True)
class _FileInputs:
    """Inputs that all files of a kit share."""

    context: KitContext
    sheets: SheetOptions
    examples: ExampleSet
    faces: Mapping[str, Face]
    entries: Mapping[str, Any]
    """Further entries of the manifests."""


def build_kit(
    project: Project, game: Game, options: BuildOptions, progress: Progress = lambda _label: None
) -> BuiltKit:
    """Build the whole kit in memory and verify it. Nothing is written. Raises PnpError."""
    context = KitContext.of(project, game, options)
    settings = context.settings
    printed = None if options.changed_since is None else _open_printed(options.changed_since, game)
    imposition_options = _sheets_for_machine(options, settings, sheet_options(context))
    context, left_out = leave_out_large_packaging(context, imposition_options, cached_impose(context))
    game = context.game
    misfit = find_misfits(context, chosen_components(game, options), imposition_options, cached_impose(context))
    progress("examples")
    examples = examples_of(project, game, options.seed)
    begin_step(f"drawing {game.id}", project.label)
    drawn = rendered = render_kit(context, examples, progress, misfit)
    if settings.ink != "full" or options.grey:
        from pnp.build.ink_modes import apply_ink_mode  # noqa: PLC0415 - most kits are printed in full

        rendered = apply_ink_mode(context, rendered, progress)
    changes = None if printed is None else _changes(context, rendered, printed)
    groups = rendered.groups if changes is None else changes.groups
    provenance = provenance_entry(context, rendered)
    entries = {"made_of": provenance, **({} if changes is None else changes.kept)}
    inputs = _FileInputs(context, imposition_options, examples, faces_by_id(groups), entries)
    unchanged = changes is not None and not changes.groups
    files = (
        ()
        if unchanged
        else tuple(
            _make_file(inputs, content, progress) for content in split_into_files(groups, options.split, settings)
        )
    )
    drawings = (face.drawing for face in inputs.faces.values())
    lettering = rendered.lettering if changes is None else joint_inventory(drawings)
    context.cache.turn()
    return BuiltKit(
        game,
        settings,
        files,
        count_components(groups, settings, [page for file in files for page in file.pages]),
        () if options.only or unchanged else replaced_components(game, options),
        examples,
        kit_code(game),
        drawn,
        tuple(inputs.faces.values()),
        tuple(_fallback_words(lettering, context.fonts)),
        (*left_out, *_warnings(inputs, files, rendered, changes)),
        changes,
    )


def sheets_to_look_at(context: KitContext, groups: Groups) -> PrintJob:
    """Return the job that prints cards, stale ones among them. It has no manifest: it is no kit. Raises PnpError for
    what cannot be laid out."""
    settings = context.settings
    inputs = _FileInputs(context, sheet_options(context), ExampleSet((), (), (), ()), faces_by_id(groups), {})
    (content,) = split_into_files(groups, None, settings)
    pages = cached_impose(context)(content.pieces, inputs.sheets)
    return _print_job(inputs, inputs.faces, correct_pages(pages, settings.correction, turned=inputs.sheets.turned))


def _make_file(inputs: _FileInputs, content: FileContents, progress: Progress) -> KitFile:
    """Impose, write and read back one file of a kit."""
    context = inputs.context
    project, game, settings = context.project, context.game, context.settings
    progress("sheets")
    begin_step(f"laying out and writing the sheets of {game.id}", project.label)
    try:
        lay = cached_impose(context)
        pages = correct_pages(lay(content.pieces, inputs.sheets), settings.correction, turned=inputs.sheets.turned)
    except DefinitionError as error:
        raise DefinitionError([locate_misfit(project, game, diagnostic) for diagnostic in error.diagnostics]) from error
    unsplit = context.options.split is None
    faces = inputs.faces if unsplit else {key: face for key, face in inputs.faces.items() if key in content.faces}
    manifest = kit_manifest(context, inputs.examples, faces, pages, inputs.entries)
    progress("pdf")
    attachment, seal = attach_manifest(manifest)
    paintings = context.cache.paintings
    pdf = write_pdf(replace(_print_job(inputs, faces, pages), attachments=(attachment,), info=seal), paintings)
    cut = _cut_files(inputs, faces, pages)
    report = verify_kit(project, game, pdf, progress) if manifest["examples"] else VerifyReport(0, 0, ())
    return KitFile(content.suffix, pdf, manifest, pages, report, cut, _coverage(inputs, pdf, pages))


def _coverage(inputs: _FileInputs, pdf: bytes, pages: tuple[Page, ...]) -> Coverage | None:
    """Measure the ink that the sheets take; None unless it is to be reported."""
    if not inputs.context.options.ink_report:
        return None
    from pnp.ink.coverage import measure_coverage  # noqa: PLC0415 - few builds ask for the report

    return measure_coverage(pdf, pages)


def verify_kit(project: Project, game: Game, pdf: bytes, progress: Progress) -> VerifyReport:
    """Read back the finished file. Raises VerificationError if an example in it does not hold."""
    progress("verification")
    report = verify_bytes(project, pdf, f"{game.id}.pdf", new=True)
    if not report.passed:
        raise VerificationError(report.problems)
    return report


def _warnings(
    inputs: _FileInputs, files: Iterable[KitFile], rendered: RenderedKit, changes: Changes | None
) -> Iterable[Diagnostic]:
    project, game, options = inputs.context.project, inputs.context.game, inputs.context.options
    if changes is not None and not changes.groups:
        return changes.notes
    sheet_warnings = (warning for file in files for warning in lint_sheets(inputs.context, inputs.sheets, file.pages))
    return (
        *lint_definition(project, game, options.players, options.paper),
        *dict.fromkeys(sheet_warnings),
        *lint_sheet_words(inputs.context),
        *lint_printer(options, inputs.context.settings.paper),
        *lint_fonts(rendered.lettering, inputs.context.fonts),
        *rendered.warnings,
        *example_warnings(project, game, inputs.examples),
        *figure_warnings(project, game),
        *dict.fromkeys(warning for file in files if file.cut for warning in file.cut.warnings),
        *(() if changes is None else changes.notes),
    )


def _open_printed(path: Path, game: Game) -> PrintedKit:
    from pnp.build.compare.printed_kit import open_printed_kit  # noqa: PLC0415 - few kits are compared with a printed one

    return open_printed_kit(path, game.id)


def _changes(context: KitContext, rendered: RenderedKit, printed: PrintedKit) -> Changes:
    from pnp.build.compare.changed import changes_since  # noqa: PLC0415 - as above

    return changes_since(context, rendered, printed)


def _sheets_for_machine(options: BuildOptions, settings: PrintSettings, sheets: SheetOptions) -> SheetOptions:
    """Return the sheets as the requested cutting machine needs them; as they are without one."""
    if options.cut is None:
        return sheets
    from pnp.build.cut_files import sheets_for_machine  # noqa: PLC0415 - few kits are cut by machines

    return sheets_for_machine(options.cut, sheets, settings, options)


def _cut_files(inputs: _FileInputs, faces: Mapping[str, Face], pages: tuple[Page, ...]) -> CutFiles | None:
    """Return the files for the requested cutting machine; None without one."""
    request = inputs.context.options.cut
    if request is None:
        return None
    from pnp.build.cut_files import CutKit, cut_files  # noqa: PLC0415 - few kits are cut by machines

    def paint(pages: Sequence[Page]) -> bytes:
        return write_pdf(_print_job(inputs, faces, tuple(pages)))

    context = inputs.context
    title = in_one_line(say(context.game.title, context.settings.language))
    return cut_files(request, CutKit(context.project, context.game, inputs.sheets, pages, title, paint))


def _print_job(inputs: _FileInputs, faces: Mapping[str, Face], pages: tuple[Page, ...]) -> PrintJob:
    context, game, settings = inputs.context, inputs.context.game, inputs.context.settings
    title, fonts = in_one_line(say(game.title, settings.language)), context.fonts
    return PrintJob(
        title=title,
        subject=f"{title}, {settings.paper.name}{f', for {settings.printer}' if settings.printer else ''}",
        author=", ".join(say(name, settings.language) for name in game.credits.designers),
        keywords=f"print-and-play, {game.id}",
        language=settings.language,
        faces={key: face.drawing for key, face in faces.items()},
        pages=pages,
        fonts=fonts,
        note_stack=note_stack(fonts),
        duplex=_turned_edge(settings),
        captions=captions(context, faces),
        bookmarks=bookmarks(game, settings.language, pages),
    )


def _turned_edge(settings: PrintSettings) -> Duplex:
    """Return the edge over which the printer turns sheets; none unless it prints both sides in one go."""
    return settings.flip if settings.backs == "duplex" else "none"


def _fallback_words(lettering: TextInventory, fonts: FontBook) -> list[str]:
    """Describe the characters that another font of a declared stack drew."""
    by_fonts: dict[tuple[str, str], list[str]] = {}
    for fallback in fallbacks(lettering, fonts):
        by_fonts.setdefault((fallback.wanted.family, fallback.used.family), []).append(fallback.char)
    return [
        f"{''.join(sorted(set(chars)))} drawn in {used}: {wanted} lacks them"
        for (wanted, used), chars in sorted(by_fonts.items())
    ]
