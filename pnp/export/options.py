"""Options of an export, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, PnpError
from pnp.export.listing import ListedFace
from pnp.formats.formats import PAGES, Format
from pnp.model.component import Edge
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.pdf.objects.exchange import Standard
from pnp.records import dataclass

DPI = (36, 1200)
"""The fewest and the most dots per inch."""
DEFAULT_DPI = 300


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of an export. None leaves a value to the definition or the shop. ``bleed`` is in mm."""

    format: Format | None = None
    shop: str | None = None
    edge: Edge | None = None
    bleed: float | None = None
    dpi: int | None = None
    language: Language | None = None
    only: tuple[str, ...] = ()
    outlines: bool = False
    """Shapes for all type, in SVG files and PDFs."""
    standard: Standard | None = None
    """The standard of files in PDF/X."""
    icc: Path | None = None
    """The profile of the press, for files in PDF/X."""
    cut_line: bool = False
    """A line along the trim in a spot colour, in PDFs."""
    instead: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    seed: int = 0
    players: int | None = None
    strict: bool = False
    """Refuse an export with warnings."""
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class ExportResult:
    """Export in its place: a folder, or the zip for a shop. ``notes`` are sentences for people."""

    game: Game
    language: Language
    format: Format
    path: Path
    listed: tuple[ListedFace, ...]
    notes: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]

    def as_json(self) -> Mapping[str, Any]:
        """Return JSON data, without the warnings, which are reported apart."""
        return {
            "game": self.game.id,
            "language": self.language,
            "format": self.format,
            "path": str(self.path),
            "files": len({row.file for row in self.listed}),
            "faces": len(self.listed),
            "notes": list(self.notes),
        }


def check_options(options: ExportOptions) -> None:
    """Raise PnpError for options that do not go together, or a resolution out of range."""
    if options.format is None and options.shop is None:
        hint = "say --to png (or jpg, tiff, webp, pdf, pdfx, svg), or --shop with the name of a print shop"
        raise PnpError(Diagnostic("usage", "what is to be exported, and for whom?", hint=hint))
    if options.shop is not None and (options.dpi is not None or options.bleed is not None):
        option = "--dpi" if options.dpi is not None else "--bleed"
        message = f"{option} is what the shop says; it cannot be given with --shop"
        raise PnpError(Diagnostic("usage", message, hint=f"leave {option} away, or export without --shop"))
    if options.dpi is not None and not DPI[0] <= options.dpi <= DPI[1]:
        message = f"{options.dpi} dots per inch are not from {DPI[0]} to {DPI[1]}"
        raise PnpError(Diagnostic("bad-dpi", message, hint="printers want 300, or 600 for small type"))
    if options.dpi is not None and options.format in (*PAGES, "svg"):
        message = f"{options.format} is made of shapes and has no dots per inch"
        raise PnpError(Diagnostic("usage", message, hint="leave --dpi away"))
