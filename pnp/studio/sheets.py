"""Kits as they will be printed: sheets for the page, built once for each save, and the files that its buttons write."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from pnp.build.build import build_kit, sheets_to_look_at
from pnp.build.faces import chosen_components
from pnp.build.kit import write_kit
from pnp.build.options import KitContext
from pnp.build.preview import contact_sheets
from pnp.build.sheets import cached_impose, leave_out_large_packaging, sheet_options
from pnp.diagnostics import Diagnostic, PnpError
from pnp.export.export import export_kit
from pnp.export.options import ExportOptions
from pnp.files import replace_file
from pnp.formats.pictures import encode_png
from pnp.imposition.page import Page
from pnp.model.game import Game
from pnp.pdfium import draw_scaled, open_document, open_page
from pnp.project.build_cache import BuildCache
from pnp.project.project import Project, open_project
from pnp.records import dataclass
from pnp.studio.snapshot import DrawnKit
from pnp.studio.view import StudioRequest, View
from pnp.units import PT_PER_INCH

_DPI = 110
"""Dots per inch of a sheet: small type can be read when it is enlarged."""


@dataclass(frozen=True)
class BuiltSheets:
    """Sheets of a kit: its PDF, and its pages in order. ``flip`` is the edge that duplex sheets are turned over. They
    are ``stale`` if the kit has errors: its faces are those that could be drawn last."""

    pdf: bytes
    pages: tuple[Page, ...]
    flip: str
    stale: bool = False

    @cached_property
    def name(self) -> str:
        """Name of the sheets: a digest of the PDF."""
        return hashlib.sha256(self.pdf).hexdigest()[:32]

    def as_json(self) -> dict[str, Any]:
        """Return the pages as JSON data. Lengths in mm."""
        return {
            "name": self.name,
            "flip": self.flip,
            "stale": self.stale,
            "pages": [
                {
                    "number": number,
                    "sheet": page.sheet,
                    "side": page.side,
                    "size": [page.paper.width, page.paper.height],
                }
                for number, page in enumerate(self.pages, 1)
            ],
        }

    def picture(self, number: int) -> bytes:
        """Return a page as PNG. ``number`` begins with 1."""
        with open_document(self.pdf) as document, open_page(document, number) as page:
            return encode_png(draw_scaled(page, _DPI / PT_PER_INCH), _DPI)


class SheetMaker:
    """Maker of sheets. It keeps those of the last view and save that a page has asked for."""

    def __init__(self, request: StudioRequest) -> None:
        self._request = request
        self._cache = BuildCache()
        self._lock = Lock()
        self._kept: tuple[tuple[View, int, DrawnKit | None], BuiltSheets] | None = None

    def sheets(self, view: View, save: int, drawn: DrawnKit | None) -> BuiltSheets:
        """Return the sheets of a view after a save. If the kit has errors they are composed of what is ``drawn``.
        Raises PnpError if nothing is, or for a faulty sheet."""
        with self._lock:
            kept = self._kept
            if kept is not None and kept[0][:2] == (view, save) and (kept[0][2] is None or kept[0][2] is drawn):
                return kept[1]
            try:
                built = self._build(view)
            except PnpError:
                if drawn is None:
                    raise
                built = self._composed(view, drawn)
            self._kept = (view, save, drawn if built.stale else None), built
            return built

    def _composed(self, view: View, drawn: DrawnKit) -> BuiltSheets:
        kit = drawn.kit
        # The session, in another thread, has a cache of its own.
        project = replace(kit.project, build_cache=self._cache)
        context = KitContext.of(project, kit.game, replace(view.options(), choices=False))
        context, _ = leave_out_large_packaging(context, sheet_options(context), cached_impose(context))
        chosen = {component.id for component in chosen_components(context.game, context.options)}
        pdf, pages = sheets_to_look_at(context, tuple(group for group in drawn.groups if group[0].id in chosen))
        return BuiltSheets(pdf, pages, context.settings.flip, stale=True)

    def find(self, name: str) -> BuiltSheets | None:
        """Return the sheets of this name, if they are the last ones."""
        kept = self._kept
        return kept[1] if kept is not None and kept[1].name == name else None

    def _build(self, view: View) -> BuiltSheets:
        self._cache.turn()
        request = self._request
        project = open_project(request.games, values=request.values, build_cache=self._cache, again=True)
        game = request.game_of(project, view)
        kit = build_kit(project, game, replace(view.options(), choices=False))
        return BuiltSheets(kit.pdf, kit.files[0].pages, kit.settings.flip)


_PICTURE_DPI = 120
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
    for name, picture in contact_sheets(project, game, view.options(), _PICTURE_DPI):
        replace_file(folder / name, picture, project.folder if out is None else folder)
        paths.append(folder / name)
    return paths


def _write_zip(project: Project, game: Game, view: View, out: Path | None, shop: str) -> list[Path]:
    options = ExportOptions(shop=shop, language=view.language or None, players=view.players, out=out)
    return [export_kit(project, game, options).path]
