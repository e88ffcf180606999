"""Built kit: its files, their contents, and the paths to which they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.faces import RenderedKit
from pnp.build.options import BuildOptions, PrintSettings
from pnp.build.selection import selection_name
from pnp.build.stock import pages_by_template
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.examples import ExampleSet
from pnp.files import check_place, replace_file, write_all
from pnp.formats.svg import face_svg
from pnp.imposition import Page
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import say
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.verify.check import VerifyReport

if TYPE_CHECKING:
    from pnp.build.compare.changed import Changes
    from pnp.build.cut_files import CutFiles
    from pnp.ink.coverage import Coverage


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """Numbers of a component's physical pieces, and of those that differ."""

    id: str
    title: str
    pieces: int
    unique: int


@dataclass(frozen=True, slots=True)
class KitFile:
    """File of a kit, verified. ``suffix`` is added to the kit's name for it: nothing, or its contents. ``cut`` holds
    the files for the requested cutting machine, None without one."""

    suffix: str
    pdf: bytes
    manifest: Mapping[str, Any]
    pages: tuple[Page, ...]
    report: VerifyReport
    cut: CutFiles | None = None
    ink: Coverage | None = None
    """Ink that its sheets take, if that was measured."""

    @property
    def sheets(self) -> int:
        """Number of sheets of paper that it is printed on."""
        return len({page.sheet for page in self.pages})

    @property
    def on_sheets(self) -> Mapping[SheetTemplate, tuple[int, ...]]:
        """Pages that are printed on other sheets than those of the kit's paper."""
        return pages_by_template(self.pages)


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """Built and verified kit with its files. There is one file; several if the kit is split; none if nothing to print
    has changed."""

    game: Game
    settings: PrintSettings
    files: tuple[KitFile, ...]
    components: tuple[ComponentCount, ...]
    left_out: tuple[Component, ...]
    """Components that another one replaces."""
    examples: ExampleSet
    code: str
    rendered: RenderedKit
    """The kit as its templates draw it, in full ink."""
    faces: tuple[Face, ...]
    """The faces as they are printed."""
    fallbacks: tuple[str, ...]
    """Fonts that a declared stack fell back to, in words."""
    warnings: tuple[Diagnostic, ...]
    changes: Changes | None = None
    """Changes since the printed kit that was named, if any."""

    @property
    def pdf(self) -> bytes:
        """Bytes of the kit's file; of the first one if it is split; empty without a file."""
        return self.files[0].pdf if self.files else b""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Manifest of that file."""
        return self.files[0].manifest if self.files else {}

    @property
    def pages(self) -> int:
        """Number of pages of all files."""
        return sum(len(file.pages) for file in self.files)

    @property
    def sheets(self) -> int:
        """Number of sheets of paper of all files."""
        return sum(file.sheets for file in self.files)

    @property
    def ink(self) -> Coverage | None:
        """Ink that the sheets take, if that was measured; of the first file if the kit is split."""
        return self.files[0].ink if self.files else None

    @property
    def report(self) -> VerifyReport:
        """Report on the examples read back in all files."""
        examples = {entry["id"] for file in self.files if file.report.places for entry in file.manifest["examples"]}
        return VerifyReport(len(examples), sum(file.report.places for file in self.files), ())


def faces_by_id(groups: Sequence[tuple[Component, Sequence[PrintedCard]]]) -> dict[str, Face]:
    """Return every face of a kit once, by its id."""
    faces: dict[str, Face] = {}
    for _, cards in groups:
        for card in cards:
            for face in card.faces:
                faces.setdefault(face.id, face)
    return faces


def count_components(
    groups: Sequence[tuple[Component, Sequence[PrintedCard]]], settings: PrintSettings, pages: Sequence[Page]
) -> tuple[ComponentCount, ...]:
    """Count the pieces of each component on ``pages``."""
    fronts = Counter(place.piece.component for page in pages for place in page.placements if place.face_side == "front")
    return tuple(
        ComponentCount(
            component.id,
            say(component.title, settings.language),
            _count_pieces(component, cards, fronts[component.id]),
            len(cards),
        )
        for component, cards in groups
    )


def _count_pieces(component: Component, cards: Sequence[PrintedCard], fronts: int) -> int:
    """Count the pieces of a component, with those that fill spare places. A page that goes on over several sheets is
    one piece, and so is a board in tiles."""
    if component.kind == "page":
        return component.copies
    return sum(card.copies for card in cards) if component.tile else fronts


# Writing the files of a kit


def write_kit(project: Project, kit: BuiltKit, options: BuildOptions) -> tuple[Path, ...]:
    """Write the kit's files, all of them or none, and return the paths of its PDFs. Raises PnpError as ``kit_paths``
    does, and WriteError."""
    paths, within = kit_paths(project, kit, options)
    _write_files(kit, paths, within)
    if options.svg is not None:
        folder = _kit_folder(project, kit, options) / "svg" / _file_name(kit, options)
        for face in kit.faces:
            svg = face_svg(face.drawing, project.resources(kit.game).fonts, options.svg == "outlines")
            replace_file(folder / f"{face.id}.svg", svg.encode("utf-8"), within)
    return paths


def kit_paths(project: Project, kit: BuiltKit, options: BuildOptions) -> tuple[tuple[Path, ...], Path]:
    """Return the paths of the kit's PDFs, and the folder that no link on the way may lead out of.

    Raises PnpError for the path of the kit to compare with, and WriteError for a path that may not be replaced.
    """
    folder = _kit_folder(project, kit, options)
    name = _file_name(kit, options)
    paths = tuple(folder / f"{'-'.join(filter(None, (name, file.suffix)))}.pdf" for file in kit.files)
    within = project.folder if options.out is None else folder
    for path in paths:
        if options.changed_since is not None and path.resolve() == options.changed_since.resolve():
            message = "this is the file to compare with, and what changed would be written over it"
            raise PnpError(Diagnostic("same-file", message, Location(str(path)), "name another folder with --out"))
        check_place(path, within)
    return paths, within


def _kit_folder(project: Project, kit: BuiltKit, options: BuildOptions) -> Path:
    return options.out if options.out is not None else project.folder / "output" / kit.game.id


def _write_files(kit: BuiltKit, paths: tuple[Path, ...], within: Path) -> None:
    """Write the PDFs, with the cut files beside them."""
    files = {path: file.pdf for path, file in zip(paths, kit.files, strict=True)}
    if all(file.cut is None for file in kit.files):
        write_all(files, within)
        return
    cuts = [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]
    for path, cut in cuts:
        files |= cut.by_path(path)
    write_all(files, within)
    for path, cut in cuts:
        cut.remove_stale(path)


def _file_name(kit: BuiltKit, options: BuildOptions) -> str:
    """Return the name of the kit's file, without ``.pdf``."""
    name = f"{kit.game.id}-{kit.settings.language}-{kit.settings.paper.name}"
    if options.players is not None:
        name += f"-{options.players}-players"
    if kit.settings.backs in ("gutterfold", "separate"):
        name += f"-{kit.settings.backs}"
    if options.sheet not in (None, "none"):
        name += f"-{options.sheet}"
    if options.cut is not None and options.cut.of.lays:
        name += f"-{options.cut.machine}"
    if kit.settings.ink != "full":
        name += f"-{kit.settings.ink}"
    if options.grey:
        name += "-grey"
    if options.instead:
        name += "-with-" + "-".join(sorted(options.instead))
    if options.without:
        name += "-without-" + "-".join(sorted(options.without))
    if options.only:
        name += f"-{selection_name(options.only)}"
    return name if options.changed_since is None else f"{name}-changed"
