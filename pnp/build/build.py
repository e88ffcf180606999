"""Build a kit: search the examples, render, impose, write, read back; ``kit_files`` then puts its files in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.compare.provenance import made_of_entry
from pnp.build.faces import Progress, RenderedKit, chosen_components, kit_code, left_out, render_leaves
from pnp.build.kit import BuiltKit, KitFile, counts, faces_of, write_kit
from pnp.build.manifest import attached, bookmarks, captions, kit_manifest
from pnp.build.options import BuildOptions, KitContext, PrintSettings
from pnp.build.sheets import FileContents, cached_impose, in_one_line, misfits, note_stack, shares, sheet_options
from pnp.build.warnings import doubts, printer_doubts, sheet_doubts
from pnp.diagnostics import DefinitionError, Diagnostic, VerificationError
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.imposition import Page, SheetOptions
from pnp.imposition.correction import corrected
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pdf.inventory import TextInventory, fallbacks
from pnp.pdf.writer import Duplex, PrintJob, write_pdf
from pnp.project.examples import examples_of, unkilled_warnings
from pnp.project.project import Project
from pnp.project.source_locations import at_component
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.verify.check import VerifyReport

if TYPE_CHECKING:
    from pnp.build.compare.changed import Changes
    from pnp.build.compare.printed_kit import PrintedKit
    from pnp.build.cut_files import CutFiles
    from pnp.ink.coverage import Coverage


__all__ = ["BuiltKit", "KitFile", "build_kit", "verified", "write_kit"]


@dataclass(frozen=True, slots=True)
class _FileInputs:
    """What all files of a kit are made from."""

    context: KitContext
    sheets: SheetOptions
    examples: ExampleSet
    faces: Mapping[str, Face]
    beside: Mapping[str, Any]
    """What manifests say besides what is printed."""


def build_kit(
    project: Project, game: Game, options: BuildOptions, progress: Progress = lambda _label: None
) -> BuiltKit:
    """The whole kit in memory, verified. Raises PnpError; nothing is written."""
    context = KitContext.of(project, game, options)
    game, settings, cache = context.game, context.settings, context.cache
    printed = None if options.changed_since is None else _earlier(options.changed_since, game)
    sheets = _laid_for(options, settings, sheet_options(context))
    misfit = misfits(context, chosen_components(game, options), sheets, cached_impose(context))
    progress("examples")
    examples = examples_of(project, game, options.seed)
    rendered = render_leaves(context, examples, progress, misfit)
    if settings.ink != "full" or options.grey:
        from pnp.build.ink_modes import in_ink  # noqa: PLC0415 - most kits are printed in full

        rendered = in_ink(context, rendered, progress)
    changes = None if printed is None else _changes(context, rendered, printed)
    leaves = rendered.groups if changes is None else changes.groups
    made_of = made_of_entry(context, rendered)
    beside = {"made_of": made_of, **({} if changes is None else changes.kept)}
    job = _FileInputs(context, sheets, examples, faces_of(leaves), beside)
    nothing = changes is not None and not changes.groups
    files = () if nothing else tuple(_file(job, share, progress) for share in shares(leaves, options.split, settings))
    drawings = (face.drawing for face in job.faces.values())
    lettering = rendered.lettering if changes is None else cache.inventories.together(drawings)
    cache.turn()
    return BuiltKit(
        game,
        settings,
        files,
        counts(leaves, settings, [page for file in files for page in file.pages]),
        () if options.only or nothing else left_out(game, options),
        examples,
        kit_code(game),
        tuple(job.faces.values()),
        tuple(_fallback_words(lettering, context.fonts)),
        tuple(_warnings(job, files, rendered, changes)),
        changes,
    )


def made_on_trial(
    context: KitContext, sheets: SheetOptions, examples: ExampleSet, rendered: RenderedKit
) -> tuple[Diagnostic, ...]:
    """Make the files of a rendered kit as a build does, keep none, and tell what its sheets do not hold.

    Raises PnpError for all that a build is refused for once its faces are drawn.
    """
    job = _FileInputs(context, sheets, examples, faces_of(rendered.groups), {})
    parts = shares(rendered.groups, context.options.split, context.settings)
    files = [_file(job, share, lambda _label: None) for share in parts]
    on_sheets = (warning for file in files for warning in sheet_doubts(context, sheets, file.pages))
    return tuple(dict.fromkeys(on_sheets))


def _file(job: _FileInputs, share: FileContents, progress: Progress) -> KitFile:
    """A file of a kit, imposed, written and read back."""
    context = job.context
    project, game, settings = context.project, context.game, context.settings
    progress("sheets")
    try:
        lay = cached_impose(context)
        pages = corrected(lay(share.pieces, job.sheets), settings.correction, turned=job.sheets.turned)
    except DefinitionError as error:
        raise DefinitionError([at_component(project, game, found) for found in error.diagnostics]) from error
    whole = context.options.split is None
    faces = job.faces if whole else {key: face for key, face in job.faces.items() if key in share.faces}
    manifest = kit_manifest(context, job.examples, faces, pages, job.beside)
    progress("pdf")
    file, seal = attached(manifest)
    paintings = context.cache.paintings
    pdf = write_pdf(replace(_print_job(job, faces, pages), attachments=(file,), info=seal), paintings)
    cut = _cut(job, faces, pages)
    report = verified(project, game, pdf, progress) if manifest["examples"] else VerifyReport(0, 0, ())
    return KitFile(share.suffix, pdf, manifest, pages, report, cut, _ink(job, pdf, pages))


def _ink(job: _FileInputs, pdf: bytes, pages: tuple[Page, ...]) -> Coverage | None:
    """How much ink the sheets take, where that is to be told."""
    if job.context.settings.ink == "full" and not job.context.options.ink_report:
        return None
    from pnp.ink.coverage import coverage  # noqa: PLC0415 - most kits are printed in full, and nobody asks

    return coverage(pdf, pages)


def verified(project: Project, game: Game, pdf: bytes, progress: Progress) -> VerifyReport:
    """The report on the finished file. Raises VerificationError where an example in it does not hold."""
    from pnp.verify.verify import verify_bytes  # noqa: PLC0415 - a kit without examples does without a PDF reader

    progress("verification")
    report = verify_bytes(project, pdf, f"{game.id}.pdf", new=True)
    if not report.passed:
        raise VerificationError(report.problems)
    return report


def _warnings(
    job: _FileInputs, files: Iterable[KitFile], rendered: RenderedKit, changes: Changes | None
) -> Iterable[Diagnostic]:
    project, game, options = job.context.project, job.context.game, job.context.options
    if changes is not None and not changes.groups:
        return changes.notes
    on_sheets = (found for file in files for found in sheet_doubts(job.context, job.sheets, file.pages))
    return (
        *doubts(project, game, options.players),
        *dict.fromkeys(on_sheets),
        *printer_doubts(options, job.context.settings.paper),
        *rendered.warnings,
        *unkilled_warnings(game, job.examples),
        *dict.fromkeys(found for file in files if file.cut for found in file.cut.warnings),
        *(() if changes is None else changes.notes),
    )


def _earlier(path: Path, game: Game) -> PrintedKit:
    from pnp.build.compare.printed_kit import open_earlier  # noqa: PLC0415 - most kits are compared with none

    return open_earlier(path, game.id)


def _changes(context: KitContext, rendered: RenderedKit, printed: PrintedKit) -> Changes:
    from pnp.build.compare.changed import changes_since  # noqa: PLC0415 - as above
    from pnp.build.compare.reasons import KitComparison  # noqa: PLC0415 - as above

    return changes_since(KitComparison(context, rendered, printed))


def _laid_for(options: BuildOptions, settings: PrintSettings, sheets: SheetOptions) -> SheetOptions:
    """The sheets as the cutting machine needs them that was asked for, if one was."""
    if options.cut is None:
        return sheets
    from pnp.build.cut_files import for_machine  # noqa: PLC0415 - few kits are cut by machines

    return for_machine(options.cut, sheets, settings, options)


def _cut(job: _FileInputs, faces: Mapping[str, Face], pages: tuple[Page, ...]) -> CutFiles | None:
    """The files for the cutting machine that was asked for, if one was."""
    wish = job.context.options.cut
    if wish is None:
        return None
    from pnp.build.cut_files import CutKit, cut_files  # noqa: PLC0415 - few kits are cut by machines

    def painted(pages: Sequence[Page]) -> bytes:
        return write_pdf(_print_job(job, faces, tuple(pages)))

    context = job.context
    title = in_one_line(say(context.game.title, context.settings.language))
    return cut_files(wish, CutKit(context.project, context.game, job.sheets, pages, title, painted))


def _print_job(job: _FileInputs, faces: Mapping[str, Face], pages: tuple[Page, ...]) -> PrintJob:
    context, game, settings = job.context, job.context.game, job.context.settings
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
        duplex=_duplex(settings),
        captions=captions(context, faces),
        bookmarks=bookmarks(game, settings.language, pages),
    )


def _duplex(settings: PrintSettings) -> Duplex:
    """The edge over which a printer turns sheets; none where it prints one side at a time, as with separate backs."""
    return settings.flip if settings.backs == "duplex" else "none"


def _fallback_words(lettering: TextInventory, fonts: FontBook) -> list[str]:
    """What the build says of characters that a declared stack drew in another of its fonts."""
    found = fallbacks(lettering, fonts)
    by_fonts: dict[tuple[str, str], list[str]] = {}
    for one in found:
        by_fonts.setdefault((one.wanted.family, one.used.family), []).append(one.char)
    return [
        f"{''.join(sorted(set(chars)))} drawn in {used}: {wanted} lacks them"
        for (wanted, used), chars in sorted(by_fonts.items())
    ]
