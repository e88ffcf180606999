"""PDFium behind one lock: it reads and draws PDFs, but is not thread-safe.

The thread that opens a document holds PDFium until the document is closed; other threads wait. Pages, texts and bitmaps
of a document are closed explicitly before it: an object left to garbage collection may be closed at any time, in any
thread.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal

from pnp.steps import begin_step, current_step

if TYPE_CHECKING:
    from PIL import Image

Matrix = tuple[float, float, float, float, float, float]
"""Map points of a page, y downwards, to pixels of a picture."""
Reader = Literal["screen", "printer"]
"""Reader of a page: layers and annotations may be shown to one of them alone (ISO 32000-1, 8.11.4.4 and 12.5.3)."""
_LOCK = RLock()
"""Reentrant lock of the thread that has a document open."""
_WHITE = (255, 255, 255, 255)


class PdfError(ValueError):
    """File, page, text or attachment that PDFium cannot read."""


@contextmanager
def open_document(pdf: bytes | Path) -> Iterator[Any]:
    """Open a PDF, given as a path or bytes, as a pypdfium2 document until the block ends.

    The block runs in the thread that opened it. Raises PdfError if the data are no PDF, FileNotFoundError if the file
    is missing.
    """
    pypdfium2 = _library()
    begin_step("reading this PDF", str(pdf) if isinstance(pdf, Path) else current_step().place)
    with _LOCK:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise PdfError(str(error)) from error
        with closing(document):
            yield document


@contextmanager
def open_page(document: Any, number: int) -> Iterator[Any]:
    """Open page ``number``, from 1, of an open document. Raises PdfError if it cannot be read."""
    pypdfium2 = _library()
    begin_step(f"reading page {number} of this PDF", current_step().place)
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError as error:
        raise PdfError(str(error)) from error
    with closing(page):
        yield page


@contextmanager
def open_text(page: Any) -> Iterator[Any]:
    """Open the text of an open page. Raises PdfError if it cannot be read."""
    pypdfium2 = _library()
    try:
        text = page.get_textpage()
    except pypdfium2.PdfiumError as error:
        raise PdfError(str(error)) from error
    with closing(text):
        yield text


def read_attachment(document: Any, name: str) -> bytes | None:
    """Return the bytes of an attachment of an open document.

    They are empty if the attachment has no data. Returns None if no attachment has this name.
    """
    pypdfium2 = _library()
    for index in range(document.count_attachments()):
        attachment = document.get_attachment(index)
        if attachment.get_name() == name:
            try:
                return bytes(attachment.get_data())
            except pypdfium2.PdfiumError:  # an attachment without data
                return b""
    return None


def draw_transformed(page: Any, width: int, height: int, matrix: Matrix, reader: Reader = "screen") -> Image.Image:
    """Draw an open page as ``reader`` sees it, annotations included, through ``matrix`` on white.

    The result is an RGB picture of ``width`` × ``height`` pixels.
    """
    pypdfium2 = _library()
    raw = raw_api()
    with closing(pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)) as bitmap:
        bitmap.fill_rect(_WHITE, 0, 0, width, height)
        window = ctypes.byref(raw.FS_RECTF(0, 0, width, height))
        transform = ctypes.byref(raw.FS_MATRIX(*matrix))
        flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT | (raw.FPDF_PRINTING if reader == "printer" else 0)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, transform, window, flags)
        picture: Image.Image = bitmap.to_pil()
        return picture.copy()


def draw_scaled(page: Any, scale: float) -> Image.Image:
    """Draw an open page in RGB at ``scale`` pixels per point; the size is rounded up."""
    with closing(page.render(scale=scale)) as bitmap:
        picture: Image.Image = bitmap.to_pil()
        return picture.convert("RGB")


def raw_api() -> Any:
    """Return the raw PDFium API, for open documents."""
    return _library().raw


def _library() -> Any:
    """Import pypdfium2 when the first PDF is read: it takes 40 ms, and many commands read none."""
    import pypdfium2  # noqa: PLC0415

    return pypdfium2
