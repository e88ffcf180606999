"""Kits as they will be printed: sheets for the page, and the files that its buttons write."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from pnp.build.build import build_kit, sheets_to_look_at
from pnp.build.faces import chosen_components, render_kit
from pnp.build.ink_modes import in_ink
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
from pnp.pdf.job import PrintJob
from pnp.pdf.paint_cache import PdfCache
from pnp.pdf.writer import write_pdf
from pnp.pdfium import draw_scaled, open_document, open_page
from pnp.project.build_cache import BuildCache
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.studio.snapshot import DrawnKit, FontNames, picture_name
from pnp.studio.view import View
from pnp.units import PT_PER_INCH

_DPI = 110
"""Dots per inch of a sheet: small type can be read when it is enlarged."""
_MOST_VIEWS = 4
"""Views whose sheets are kept."""


@dataclass(frozen=True)
class LaidSheets:
    """Sheets of a drawn kit: the ``job`` that prints them, and the name of its fonts. ``flip`` is the edge that duplex
    sheets are turned over."""

    drawn: DrawnKit
    job: PrintJob
    fonts_name: str
    flip: str
    paintings: PdfCache

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the pictures of the pages: equal names, equal pictures. They differ from run to run, as hashes of
        pages do."""
        faces = {face: picture_name(drawing, self.fonts_name) for face, drawing in self.job.faces.items()}

        def name(page: Page) -> str:
            pictures = " ".join(faces[placement.face] for placement in page.placements)
            return hashlib.sha256(f"{hash(page)} {pictures}".encode()).hexdigest()[:32]

        return tuple(map(name, self.job.pages))

    def as_json(self, is_stale: bool) -> dict[str, Any]:
        """Return the pages as JSON data. Lengths in mm."""
        return {
            "flip": self.flip,
            "stale": is_stale,
            "pages": [
                {
                    "number": number,
                    "sheet": page.sheet,
                    "side": page.side,
                    "size": [page.paper.width, page.paper.height],
                    "picture": name,
                }
                for number, (page, name) in enumerate(zip(self.job.pages, self.names, strict=True), 1)
            ],
        }

    def pdf(self, name: str) -> bytes | None:
        """Return the PDF of one page by the name of its picture; None if there is no such page."""
        if name not in self.names:
            return None
        page = self.job.pages[self.names.index(name)]
        return write_pdf(replace(self.job, pages=(page,), captions={}, bookmarks=()), self.paintings)


class SheetMaker:
    """Maker of sheets. They are laid out at once, and each page is drawn when it is looked at: a large kit has hundreds
    of them. The maker keeps the sheets of the views that were asked for last."""

    def __init__(self) -> None:
        self._cache = BuildCache()
        self._lock = Lock()
        self._laid: dict[View, LaidSheets] = {}
        self._fonts = FontNames()

    def sheets(self, view: View, drawn: DrawnKit) -> LaidSheets:
        """Return the sheets of a view, laid out unless they are already. Raises PnpError for what does not fit."""
        with self._lock:
            laid = self._laid.pop(view, None)
            if laid is None or laid.drawn is not drawn:
                laid = self._lay(view, drawn)
            self._laid[view] = laid
            if len(self._laid) > _MOST_VIEWS:
                del self._laid[next(iter(self._laid))]
            return laid

    def _lay(self, view: View, drawn: DrawnKit) -> LaidSheets:
        kit = drawn.kit
        # The session, in another thread, has a cache of its own.
        project = replace(kit.project, build_cache=self._cache)
        context = KitContext.of(project, kit.game, replace(view.options(), choices=False))
        context, _ = leave_out_large_packaging(context, sheet_options(context), cached_impose(context))
        chosen = {component.id for component in chosen_components(context.game, context.options)}
        groups = tuple(group for group in drawn.groups if group[0].id in chosen)
        if len(groups) < len(drawn.groups) and not drawn.errors:
            # Rules list what the kit contains: without components that others replace, they are drawn otherwise.
            groups = in_ink(context, render_kit(context, kit.examples, _say_nothing).groups, _say_nothing)
        job = sheets_to_look_at(context, groups)
        context.cache.turn()
        fonts_name = self._fonts.name(context.fonts)
        return LaidSheets(drawn, job, fonts_name, context.settings.flip, context.cache.paintings)

    def picture(self, name: str) -> bytes | None:
        """Return the picture of a page as PNG; None if no sheets have it, or no more."""
        with self._lock:
            pdf = next(filter(None, (laid.pdf(name) for laid in self._laid.values())), None)
        if pdf is None:
            return None
        with open_document(pdf) as document, open_page(document, 1) as page:
            return encode_png(draw_scaled(page, _DPI / PT_PER_INCH), _DPI)


def _say_nothing(_label: str) -> None:
    """Take a step of the work that no page shows."""


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
