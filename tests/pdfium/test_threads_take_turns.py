"""PDFium is not thread-safe: a thread that opens a document has PDFium alone, and closes all of it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2
import pytest
from pypdfium2 import raw

from pnp import pdfium
from pnp.build.build import build_kit
from pnp.build.compare.face_images import FacePair, FacePlace, faces_match
from pnp.build.options import BuildOptions
from pnp.diagnostics import VerificationError
from pnp.formats.pictures import find_unsafe_text, render_page, render_pages
from pnp.ink.coverage import ink_shares
from pnp.project.project import open_shipped
from pnp.verify.readback import PrintedPdf

_SHORT = 0.05
"""Seconds in which whoever did not wait would be through."""


@pytest.fixture(scope="module")
def pdf() -> bytes:
    project = open_shipped()
    return build_kit(project, project.game("red"), BuildOptions(language="en", only=("summary",))).pdf


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Record the functions of PDFium that were called by a thread without the lock."""
    called: list[str] = []
    free: list[str] = []

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            called.append(name)
            if not pdfium._LOCK._is_owned():  # type: ignore[attr-defined]
                free.append(name)
            return function(*args)

        return call

    for name in dir(raw):
        function = getattr(raw, name)
        if name.startswith("FPDF") and hasattr(function, "restype"):
            monkeypatch.setattr(raw, name, watched(name, function))
    yield free
    gc.collect()
    assert {"FPDF_LoadMemDocument64", "FPDF_CloseDocument", "FPDF_ClosePage"} <= set(called), "nothing was watched"


def test_nobody_has_a_document_open_beside_another(pdf: bytes) -> None:
    begun, through, reached = threading.Event(), threading.Event(), []

    def other() -> None:
        begun.set()
        with pdfium.open_document(pdf) as document:
            reached.append(len(document))
            through.set()

    thread = threading.Thread(target=other, daemon=True)
    with pdfium.open_document(pdf) as document, pdfium.open_document(pdf):
        thread.start()
        assert begun.wait(10) and not through.wait(_SHORT)
        assert len(document) >= 1
    thread.join(10)
    assert reached and through.is_set()


def test_an_error_lets_others_go_on_and_leaves_nothing_open(pdf: bytes) -> None:
    with pytest.raises(pdfium.PdfError), pdfium.open_document(b"no PDF"):
        pass
    taken: list[Any] = []
    with (
        pytest.raises(ZeroDivisionError),
        pdfium.open_document(pdf) as document,
        pdfium.open_page(document, 1) as page,
        pdfium.open_text(page) as text,
    ):
        taken += [document, page, text]
        raise ZeroDivisionError
    assert [handle.raw for handle in taken] == [None, None, None]
    pages: list[int] = []

    def other() -> None:
        with pdfium.open_document(pdf) as document:
            pages.append(len(document))

    thread = threading.Thread(target=other, daemon=True)
    thread.start()
    thread.join(10)
    assert pages


def test_all_that_reads_and_draws_pdfs_holds_the_lock(pdf: bytes, guarded: list[str]) -> None:
    project = open_shipped()
    build_kit(project, project.game("red"), BuildOptions(language="en", only=("summary",), ink_report=True))
    assert render_pages(pdf, 20) and ink_shares(pdf, [1])
    place = FacePlace(1, (10.0, 10.0, 40.0, 60.0))
    assert faces_match(pdf, pdf, [FacePair(place, place, 0.0)]) == [True]
    with pytest.raises(IndexError):
        faces_match(pdf, pdf, [FacePair(FacePlace(9_999, place.box), place, 0.0)])
    with pdfium.open_document(pdf) as document, pdfium.open_page(document, 1) as page:
        assert render_page(page, 40, 60).size == (40, 60)
        find_unsafe_text(page, 0.0, 1.0)
    assert guarded == []


def test_what_cannot_be_read_is_closed_under_the_lock_too(
    pdf: bytes, guarded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_page: object) -> None:
        raise pypdfium2.PdfiumError("Failed to load text page.")

    monkeypatch.setattr(pypdfium2.PdfPage, "get_textpage", fails)
    with pytest.raises(VerificationError, match="cannot be read"), PrintedPdf(pdf, "kit.pdf") as printed:
        printed.text_in(1, (0.0, 0.0, 50.0, 50.0))
    with pytest.raises(VerificationError, match="not a PDF"), PrintedPdf(b"no PDF", "kit.pdf"):
        pass
    assert guarded == []
