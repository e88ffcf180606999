"""A kit that has been built: its files, what is in them, and what is to be told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.options import BuildOptions, PrintSettings
from pnp.build.selection import named
from pnp.build.stock import pages_on
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.examples import ExampleSet
from pnp.files import replace_file, write_all
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
    """How many physical pieces a component prints, and how many of them differ."""

    id: str
    title: str
    pieces: int
    unique: int


@dataclass(frozen=True, slots=True)
class KitFile:
    """A file of a kit, verified. ``suffix`` is what is added to the kit's name for it: nothing, or what is in it.
    ``cut`` are the files for the cutting machine that was asked for, if one was."""

    suffix: str
    pdf: bytes
    manifest: Mapping[str, Any]
    pages: tuple[Page, ...]
    report: VerifyReport
    cut: CutFiles | None = None
    ink: Coverage | None = None
    """How much ink its sheets take, where that was measured."""

    @property
    def sheets(self) -> int:
        """How many sheets of paper it is printed on."""
        return len({page.sheet for page in self.pages})

    @property
    def on_sheets(self) -> Mapping[SheetTemplate, tuple[int, ...]]:
        """The pages that are printed on other sheets than those of the kit's paper."""
        return pages_on(self.pages)


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """A kit that has been built and verified, with its files: one, several where it is split, none where nothing
    changed that is to be printed."""

    game: Game
    settings: PrintSettings
    files: tuple[KitFile, ...]
    components: tuple[ComponentCount, ...]
    left_out: tuple[Component, ...]
    """What another component is printed in place of."""
    examples: ExampleSet
    code: str
    faces: tuple[Face, ...]
    fallbacks: tuple[str, ...]
    """Fonts that a declared stack fell back to, in words."""
    warnings: tuple[Diagnostic, ...]
    changes: Changes | None = None
    """What changed since the kit that was named, if one was."""

    @property
    def pdf(self) -> bytes:
        """The bytes of the kit's file, of the first one where it is split; none where there is no file."""
        return self.files[0].pdf if self.files else b""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What that file says is printed in it."""
        return self.files[0].manifest if self.files else {}

    @property
    def pages(self) -> int:
        """How many pages all files have."""
        return sum(len(file.pages) for file in self.files)

    @property
    def sheets(self) -> int:
        """On how many sheets of paper they are printed."""
        return sum(file.sheets for file in self.files)

    @property
    def ink(self) -> Coverage | None:
        """How much ink the sheets take, where that was measured; of the first file where it is split."""
        return self.files[0].ink if self.files else None

    @property
    def report(self) -> VerifyReport:
        """What was read back in all files."""
        examples = {entry["id"] for file in self.files if file.report.places for entry in file.manifest["examples"]}
        return VerifyReport(len(examples), sum(file.report.places for file in self.files), ())


def faces_of(leaves: Sequence[tuple[Component, Sequence[PrintedCard]]]) -> dict[str, Face]:
    """Every face of a kit once, by its id."""
    faces: dict[str, Face] = {}
    for _, group in leaves:
        for leaf in group:
            for face in (leaf.front, leaf.back):
                if face is not None:
                    faces.setdefault(face.id, face)
    return faces


def counts(
    leaves: Sequence[tuple[Component, Sequence[PrintedCard]]], settings: PrintSettings, pages: Sequence[Page]
) -> tuple[ComponentCount, ...]:
    """How much of each component lies on ``pages``."""
    laid = Counter(place.piece.component for page in pages for place in page.placements if place.face_side == "front")
    return tuple(
        ComponentCount(
            component.id,
            say(component.title, settings.language),
            _how_many(component, group, laid[component.id]),
            len(group),
        )
        for component, group in leaves
    )


def _how_many(component: Component, group: Sequence[PrintedCard], laid: int) -> int:
    """How many pieces of a component there are, with those that fill spare places. A page that goes on over several
    sheets is one, and so is a board in tiles."""
    if component.kind == "page":
        return component.copies
    return sum(leaf.copies for leaf in group) if component.tile else laid


# Where the files of a kit go, and what they are called.


def write_kit(project: Project, kit: BuiltKit, options: BuildOptions) -> tuple[Path, ...]:
    """Put the kit's files in their place, all of them or none, and return the paths of its PDFs. Raises WriteError."""
    folder = options.out if options.out is not None else project.folder / "output" / kit.game.id
    name = _file_name(kit, options)
    paths = tuple(folder / f"{'-'.join(filter(None, (name, file.suffix)))}.pdf" for file in kit.files)
    for path in paths:
        if options.changed_since is not None and path.resolve() == options.changed_since.resolve():
            message = "this is the file to compare with, and what changed would be written over it"
            raise PnpError(Diagnostic("same-file", message, Location(str(path)), "name another folder with --out"))
    within = project.folder if options.out is None else folder
    _put(kit, paths, within)
    if options.svg is not None:
        from pnp.formats.svg import face_svg  # noqa: PLC0415 - few kits are wanted as SVG

        for face in kit.faces:
            svg = face_svg(face.drawing, project.resources(kit.game).fonts, options.svg == "outlines")
            replace_file(folder / "svg" / name / f"{face.id}.svg", svg.encode("utf-8"), within)
    return paths


def _put(kit: BuiltKit, paths: tuple[Path, ...], within: Path) -> None:
    """The PDFs with the cut files beside them."""
    files = {path: file.pdf for path, file in zip(paths, kit.files, strict=True)}
    if all(file.cut is None for file in kit.files):
        write_all(files, within)
        return
    from pnp.build.cut_files import beside, remove_stale  # noqa: PLC0415 - few kits are cut by machines

    cuts = [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]
    for path, cut in cuts:
        files |= beside(path, cut)
    write_all(files, within)
    for path, cut in cuts:
        remove_stale(path, cut)


def _file_name(kit: BuiltKit, options: BuildOptions) -> str:
    """What the file of a kit is called, without ``.pdf``."""
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
    if options.only:
        name += f"-{named(options.only)}"
    return name if options.changed_since is None else f"{name}-changed"
