"""Put an export in its place: a folder or a zip, replaced as a whole and only if it is an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from pnp.build.selection import named
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.export.listing import LIST, ListedFace, as_csv, is_ours, stranger, zipped
from pnp.export.options import ExportOptions
from pnp.files import replace_file, replace_folder, write_error
from pnp.formats.formats import Format
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class ExportPlace:
    """The folder or the zip of an export, and the folder that it may not leave."""

    path: Path
    within: Path
    zipped: bool


def place_of(project: Project, game: Game, options: ExportOptions, format_: Format, language: str) -> ExportPlace:
    """Where an export goes. Raises PnpError where something lies there that is no export, or was changed since."""
    folder = options.out if options.out is not None else project.folder / "output" / game.id
    name = f"{game.id}-{language}-{options.shop or format_}"
    if options.players is not None:
        name += f"-{options.players}-players"
    if options.instead:
        name += "-with-" + "-".join(sorted(options.instead))
    if options.only:
        name += f"-{named(options.only)}"
    shop = options.shop is not None
    path = folder / (f"{name}.zip" if shop else name)
    place = ExportPlace(path, folder if options.out is not None else project.folder, shop)
    _check_free(place)
    return place


def leave(place: ExportPlace, files: Mapping[str, bytes | Path], listed: Sequence[ListedFace]) -> None:
    """Put files, or what lies where they are, and their list where they belong, all or none.

    Raises WriteError, or PnpError as ``place_of`` does.
    """
    _check_free(place)
    # One at a time: a thousand pictures need not be in memory at once.
    held = ((name, data if isinstance(data, bytes) else data.read_bytes()) for name, data in files.items())
    everything = chain(held, [(LIST, as_csv(listed))])
    if place.zipped:
        replace_file(place.path, zipped(everything), place.within)
    else:
        replace_folder(place.path, everything, place.within)


def _check_free(place: ExportPlace) -> None:
    path = place.path
    try:
        if place.zipped:
            if not path.exists() or (path.is_file() and is_ours(path)):
                return
            message = "something is there already that no export wrote"
        else:
            if not path.exists():
                return
            other = stranger(path) if path.is_dir() else path.name
            if other is None:
                return
            message = f"{other} is there already, and is not as an export left it"
    except OSError as error:
        raise write_error(path, error) from error
    hint = "move it away, or name another folder with --out"
    raise PnpError(Diagnostic("exists", message, Location(str(path)), hint))
