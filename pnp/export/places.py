"""Place of an export: a folder or a zip, replaced as a whole and only if it is an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from pnp.build.selection import selection_name
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.export.listing import LIST, ListedFace, as_csv, first_foreign_file, is_export_zip, make_zip
from pnp.export.options import ExportOptions
from pnp.files import replace_file, replace_folder, write_error
from pnp.formats.formats import Format
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class ExportPlace:
    """Folder or zip of an export, and the folder that it may not leave."""

    path: Path
    within: Path
    is_zip: bool


def choose_place(project: Project, game: Game, options: ExportOptions, format_: Format, language: str) -> ExportPlace:
    """Return the place of an export.

    Raises PnpError if something lies there that is no export, or was changed since.
    """
    folder = options.out if options.out is not None else project.folder / "output" / game.id
    name = f"{game.id}-{language}-{options.shop or format_}"
    if options.players is not None:
        name += f"-{options.players}-players"
    if options.instead:
        name += "-with-" + "-".join(sorted(options.instead))
    if options.only:
        name += f"-{selection_name(options.only)}"
    shop = options.shop is not None
    path = folder / (f"{name}.zip" if shop else name)
    place = ExportPlace(path, folder if options.out is not None else project.folder, shop)
    _check_free(place)
    return place


def write_export(place: ExportPlace, files: Mapping[str, bytes | Path], listed: Sequence[ListedFace]) -> None:
    """Write files, each given by content or by path, and their list to the place, all or none.

    Raises WriteError, or PnpError as ``choose_place`` does.
    """
    _check_free(place)
    # Files are read in turn: a thousand pictures need not be in memory at once.
    contents = ((name, data if isinstance(data, bytes) else data.read_bytes()) for name, data in files.items())
    entries = chain(contents, [(LIST, as_csv(listed))])
    if place.is_zip:
        replace_file(place.path, make_zip(entries), place.within)
    else:
        replace_folder(place.path, entries, place.within)


def _check_free(place: ExportPlace) -> None:
    path = place.path
    try:
        if place.is_zip:
            if not path.exists() or (path.is_file() and is_export_zip(path)):
                return
            message = "something is there already that no export wrote"
        else:
            if not path.exists():
                return
            foreign = first_foreign_file(path) if path.is_dir() else path.name
            if foreign is None:
                return
            message = f"{foreign} is there already, and is not as an export left it"
    except OSError as error:
        raise write_error(path, error) from error
    hint = "move it away, or name another folder with --out"
    raise PnpError(Diagnostic("exists", message, Location(str(path)), hint))
