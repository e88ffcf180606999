"""Where the files of a kit go, and what they are called."""

from __future__ import annotations

from pathlib import Path

from pnp.build.kit import BuiltKit
from pnp.build.options import BuildOptions
from pnp.build.selection import named
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.files import replace_file, write_all
from pnp.project.project import Project


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
