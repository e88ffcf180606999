"""Write what a page asks for: the PDF of a kit, its faces as PNG, the package for a print shop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pnp.build.build import build_kit
from pnp.build.kit import write_kit
from pnp.build.preview import contact_sheets
from pnp.diagnostics import Diagnostic, PnpError
from pnp.export.export import export_kit
from pnp.export.options import ExportOptions
from pnp.files import replace_file
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.studio.view import View

_DPI = 120
"""Dots per inch of contact sheets, as those of ``pnp preview``."""
DEFAULT_SHOP = "mpc"


def write(what: str, project: Project, game: Game, view: View, out: Path | None, shop: str) -> list[Path]:
    """Write files as ``pnp build``, ``pnp preview`` and ``pnp export`` do, and return their paths.

    Raises PnpError for errors of the kit, and for anything else than ``pdf``, ``png`` and ``zip``.
    """
    writers: Mapping[str, Callable[[], list[Path]]] = {
        "pdf": lambda: _write_pdf(project, game, view, out),
        "png": lambda: _write_png(project, game, view, out),
        "zip": lambda: _write_zip(project, game, view, out, shop),
    }
    if what not in writers:
        raise PnpError(Diagnostic("usage", f"{what[:40]!r} cannot be written", hint=f"choose {', '.join(writers)}"))
    return writers[what]()


def _write_pdf(project: Project, game: Game, view: View, out: Path | None) -> list[Path]:
    options = replace(view.options(), choices=False, out=out)
    return list(write_kit(project, build_kit(project, game, options), options))


def _write_png(project: Project, game: Game, view: View, out: Path | None) -> list[Path]:
    folder = out if out is not None else project.folder / "output" / game.id
    paths = []
    for name, picture in contact_sheets(project, game, view.options(), _DPI):
        replace_file(folder / name, picture, project.folder if out is None else folder)
        paths.append(folder / name)
    return paths


def _write_zip(project: Project, game: Game, view: View, out: Path | None, shop: str) -> list[Path]:
    options = ExportOptions(shop=shop, language=view.language or None, players=view.players, out=out)
    return [export_kit(project, game, options).path]
