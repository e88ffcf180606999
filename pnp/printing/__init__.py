"""Drawings and pages become a PDF file."""

from pnp.printing.fallbacks import fallbacks
from pnp.printing.files import replace_file
from pnp.printing.outline import Bookmark
from pnp.printing.writer import Attachment, Caption, PageBoxes, PrintJob, write_pdf

__all__ = ["Attachment", "Bookmark", "Caption", "PageBoxes", "PrintJob", "fallbacks", "replace_file", "write_pdf"]
