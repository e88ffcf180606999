"""PDF files from drawings and pages."""

from pnp.files import replace_file
from pnp.pdf.inventory import fallbacks
from pnp.pdf.job import Bookmark
from pnp.pdf.writer import Attachment, Caption, PageBoxes, PrintJob, write_pdf

__all__ = ["Attachment", "Bookmark", "Caption", "PageBoxes", "PrintJob", "fallbacks", "replace_file", "write_pdf"]
