"""The calibration sheet as a PDF."""

from __future__ import annotations

from pnp.fonts import FontBook
from pnp.imposition import SheetOptions, calibration_pages
from pnp.model.game import Paper
from pnp.pipeline.sheets import note_stack
from pnp.printing.writer import PrintJob, write_pdf
from pnp.shipped import shipped


def calibration_pdf(paper: Paper) -> bytes:
    """Cross-hairs and scales, front and back, for measuring a printer's back offset."""
    fonts = FontBook((shipped("fonts"),))
    stack = note_stack(fonts)
    pages = calibration_pages(SheetOptions(paper=paper.size, measure=stack.width))
    return write_pdf(PrintJob(title="Calibration", language="en", faces={}, pages=pages, fonts=fonts, note_stack=stack))
