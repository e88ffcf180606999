"""Build a kit: search the examples, render, impose, write, read back, and only then replace the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.diagnostics import DefinitionError, Diagnostic, VerificationError
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.imposition import Page, impose
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pipeline.blame import at_component
from pnp.pipeline.doubts import doubts
from pnp.pipeline.examples import search, unkilled_warnings
from pnp.pipeline.faces import Progress, chosen_components, kit_code, left_out, render_leaves
from pnp.pipeline.manifests import attached, kit_manifest
from pnp.pipeline.options import BuildOptions, PrintSettings, resolve, with_edge
from pnp.pipeline.paper_fit import misfits
from pnp.pipeline.project import Project
from pnp.pipeline.sheet_doubts import sheet_doubts
from pnp.pipeline.sheets import in_one_line, note_stack, pieces_of, sheet_options
from pnp.printing.fallbacks import fallbacks
from pnp.printing.files import replace_file
from pnp.printing.writer import Duplex, PrintJob, write_pdf
from pnp.rendering.face import Face, Leaf
from pnp.verification.check import Report


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """How many physical pieces a component prints, and on which pages."""

    id: str
    title: str
    pieces: int
    unique: int


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """A kit that has been built and verified, with its bytes."""

    game: Game
    settings: PrintSettings
    pdf: bytes
    manifest: Mapping[str, Any]
    components: tuple[ComponentCount, ...]
    left_out: tuple[Component, ...]
    """What another component is printed in place of."""
    pages: int
    sheets: int
    examples: ExampleSet
    report: Report
    code: str
    faces: tuple[Face, ...]
    fallbacks: tuple[str, ...]
    """Fonts that a declared stack fell back to, in words."""
    warnings: tuple[Diagnostic, ...]


def build_kit(
    project: Project, game: Game, options: BuildOptions, progress: Progress = lambda _label: None
) -> BuiltKit:
    """The whole kit in memory, verified. Raises PnpError; nothing is written."""
    settings, game = resolve(options, game), with_edge(game, options.edge)
    sheets = sheet_options(project, game, settings, options)
    wrong = misfits(project, game, chosen_components(game, options), settings.bleed, sheets)
    progress("examples")
    if (game.id, options.seed) not in project.found:
        project.found[game.id, options.seed] = search(game, options.seed)
    examples = project.found[game.id, options.seed]
    rendered = render_leaves(project, game, options, examples, progress, wrong)
    leaves = rendered.groups
    progress("sheets")
    faces = _faces(leaves)
    try:
        pages = impose(pieces_of(leaves, settings.backs), sheets)
    except DefinitionError as error:
        raise DefinitionError([at_component(project, game, found) for found in error.diagnostics]) from error
    manifest = kit_manifest(project, game, options, settings, examples, faces, pages)
    progress("pdf")
    pdf = _write(project, game, settings, faces, pages, manifest)
    report = verified(project, game, pdf, progress) if manifest["examples"] else Report(0, 0, ())
    return BuiltKit(
        game,
        settings,
        pdf,
        manifest,
        _counts(leaves, settings),
        () if options.only else left_out(game, options),
        len(pages),
        len({page.sheet for page in pages}),
        examples,
        report,
        kit_code(game),
        tuple(faces.values()),
        tuple(_fallback_words(faces, project.resources(game).fonts)),
        (
            *doubts(project, game, options.players),
            *sheet_doubts(project, game, options, sheets, pages),
            *rendered.warnings,
            *unkilled_warnings(game, examples),
        ),
    )


def verified(project: Project, game: Game, pdf: bytes, progress: Progress) -> Report:
    """The report on the finished file. Raises VerificationError where an example in it does not hold."""
    from pnp.pipeline.verify import verify_bytes  # noqa: PLC0415 - a kit without examples does without a PDF reader

    progress("verification")
    report = verify_bytes(project, pdf, f"{game.id}.pdf", new=True)
    if not report.passed:
        raise VerificationError(report.problems)
    return report


def write_kit(project: Project, kit: BuiltKit, options: BuildOptions) -> Path:
    """Put the kit's PDF in its place, whole or not at all, and return the path. Raises WriteError."""
    folder = options.out if options.out is not None else project.folder / "output" / kit.game.id
    name = f"{kit.game.id}-{kit.settings.language}-{kit.settings.paper.name}"
    if options.players is not None:
        name += f"-{options.players}-players"
    if kit.settings.backs in ("gutterfold", "separate"):
        name += f"-{kit.settings.backs}"
    if options.instead:
        name += "-with-" + "-".join(sorted(options.instead))
    if options.only:
        name += "-" + "-".join(sorted(options.only))
    path = folder / f"{name}.pdf"
    within = project.folder if options.out is None else folder
    replace_file(path, kit.pdf, within)
    if options.svg is not None:
        from pnp.export.svg import face_svg  # noqa: PLC0415 - few kits are wanted as SVG

        for face in kit.faces:
            svg = face_svg(face.drawing, project.resources(kit.game).fonts, options.svg == "outlines")
            replace_file(folder / "svg" / name / f"{face.id}.svg", svg.encode("utf-8"), within)
    return path


def _duplex(settings: PrintSettings) -> Duplex:
    """What the file asks of a printer: separate backs come when the sheets are laid in again."""
    return settings.flip if settings.backs == "duplex" else "none"


def _faces(leaves: Sequence[tuple[Component, Sequence[Leaf]]]) -> dict[str, Face]:
    faces: dict[str, Face] = {}
    for _, group in leaves:
        for leaf in group:
            for face in (leaf.front, leaf.back):
                if face is not None:
                    faces.setdefault(face.id, face)
    return faces


def _fallback_words(faces: Mapping[str, Face], fonts: FontBook) -> list[str]:
    """What the build says of characters that a declared stack drew in another of its fonts."""
    found = fallbacks((face.drawing for face in faces.values()), fonts)
    by_fonts: dict[tuple[str, str], list[str]] = {}
    for one in found:
        by_fonts.setdefault((one.wanted.family, one.used.family), []).append(one.char)
    return [
        f"{''.join(sorted(set(chars)))} drawn in {used}: {wanted} lacks them"
        for (wanted, used), chars in sorted(by_fonts.items())
    ]


def _write(
    project: Project,
    game: Game,
    settings: PrintSettings,
    faces: Mapping[str, Face],
    pages: tuple[Page, ...],
    manifest: Mapping[str, Any],
) -> bytes:
    file, seal = attached(manifest)
    title, fonts = in_one_line(say(game.title, settings.language)), project.resources(game).fonts
    return write_pdf(
        PrintJob(
            title=title,
            subject=f"{title}, {settings.paper.name}",
            author=", ".join(say(name, settings.language) for name in game.credits.designers),
            keywords=f"print-and-play, {game.id}",
            language=settings.language,
            faces={key: face.drawing for key, face in faces.items()},
            pages=pages,
            fonts=fonts,
            note_stack=note_stack(fonts),
            duplex=_duplex(settings),
            attachments=(file,),
            info=seal,
        )
    )


def _counts(leaves: Sequence[tuple[Component, Sequence[Leaf]]], settings: PrintSettings) -> tuple[ComponentCount, ...]:
    return tuple(
        ComponentCount(component.id, say(component.title, settings.language), _how_many(component, group), len(group))
        for component, group in leaves
    )


def _how_many(component: Component, group: Sequence[Leaf]) -> int:
    """How many pieces of a component there are. A page that goes on over several sheets is one."""
    return component.copies if component.kind == "page" else sum(leaf.copies for leaf in group)
