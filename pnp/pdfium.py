"""PDFium, which reads and draws PDFs and knows no threads: the one room that calls it, for one thread at a time.

Whoever opens a document has PDFium to itself until the document is closed; others wait. What is taken out of a document
(pages, their texts, bitmaps) is closed before it, by name: what is left to be found unused may be closed at any time,
in any thread.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

Matrix = tuple[float, float, float, float, float, float]
"""From points of a page, y downwards, to pixels of a picture."""
_LOCK = RLock()
"""Held by the thread that has a document open; by the same one as often as it has."""
_WHITE = (255, 255, 255, 255)


class PdfError(ValueError):
    """What PDFium cannot read: a file, a page, a text, an attachment."""


@contextmanager
def opened(pdf: bytes | Path) -> Iterator[Any]:
    """The document of a file or of its bytes, as pypdfium2 has it, until the block ends, in the thread that began it.

    Raises PdfError for what is no PDF, FileNotFoundError for no file.
    """
    pypdfium2 = _library()
    with _LOCK:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise PdfError(str(error)) from error
        with closing(document):
            yield document


@contextmanager
def page_of(document: Any, number: int) -> Iterator[Any]:
    """Page ``number``, from 1, of an open document. Raises PdfError where it cannot be read."""
    pypdfium2 = _library()
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError as error:
        raise PdfError(str(error)) from error
    with closing(page):
        yield page


@contextmanager
def text_of(page: Any) -> Iterator[Any]:
    """The text of an open page. Raises PdfError where it cannot be read."""
    pypdfium2 = _library()
    try:
        text = page.get_textpage()
    except pypdfium2.PdfiumError as error:
        raise PdfError(str(error)) from error
    with closing(text):
        yield text


def attached(document: Any, name: str) -> bytes | None:
    """The bytes of a file attached to an open document, empty where it has no data; None where none has this name."""
    pypdfium2 = _library()
    for index in range(document.count_attachments()):
        attachment = document.get_attachment(index)
        if attachment.get_name() == name:
            try:
                return bytes(attachment.get_data())
            except pypdfium2.PdfiumError:  # an attachment without data
                return b""
    return None


def painted(page: Any, width: int, height: int, matrix: Matrix) -> Image.Image:
    """An open page through ``matrix``, on white: a picture of ``width`` × ``height`` pixels in RGB."""
    pypdfium2 = _library()
    raw = functions()
    with closing(pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)) as bitmap:
        bitmap.fill_rect(_WHITE, 0, 0, width, height)
        window = ctypes.byref(raw.FS_RECTF(0, 0, width, height))
        moved = ctypes.byref(raw.FS_MATRIX(*matrix))
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, moved, window, raw.FPDF_REVERSE_BYTE_ORDER)
        picture: Image.Image = bitmap.to_pil()
        return picture.copy()


def drawn(page: Any, scale: float) -> Image.Image:
    """An open page in RGB, ``scale`` pixels to a point, rounded up."""
    with closing(page.render(scale=scale)) as bitmap:
        picture: Image.Image = bitmap.to_pil()
        return picture.convert("RGB")


def functions() -> Any:
    """PDFium's own functions and names, for what is open."""
    return _library().raw


def _library() -> Any:
    """Load PDFium when a PDF is read: it takes 40 ms, and many commands read none."""
    import pypdfium2  # noqa: PLC0415

    return pypdfium2
