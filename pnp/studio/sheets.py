"""Sheets of a kit on the page, as they will be printed: built when a page asks for them, once for each save."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import Any

from pnp.build.build import build_kit
from pnp.formats.pictures import encode_png
from pnp.imposition.page import Page
from pnp.pdfium import draw_scaled, open_document, open_page
from pnp.project.build_cache import BuildCache
from pnp.project.project import open_project
from pnp.records import dataclass
from pnp.studio.view import StudioRequest, View
from pnp.units import PT_PER_INCH

_DPI = 110
"""Dots per inch of a sheet: small type can be read when it is enlarged."""


@dataclass(frozen=True)
class BuiltSheets:
    """Sheets of a kit: its PDF, and its pages in order. ``flip`` is the edge that duplex sheets are turned over."""

    pdf: bytes
    pages: tuple[Page, ...]
    flip: str

    @cached_property
    def name(self) -> str:
        """Name of the sheets: a digest of the PDF."""
        return hashlib.sha256(self.pdf).hexdigest()[:32]

    def as_json(self) -> dict[str, Any]:
        """Return the pages as JSON data. Lengths in mm."""
        return {
            "name": self.name,
            "flip": self.flip,
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
        self._kept: tuple[tuple[View, int], BuiltSheets] | None = None

    def sheets(self, view: View, save: int) -> BuiltSheets:
        """Return the sheets of a view after a save. Raises PnpError for errors of the kit."""
        with self._lock:
            if self._kept is None or self._kept[0] != (view, save):
                self._kept = (view, save), self._build(view)
            return self._kept[1]

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
