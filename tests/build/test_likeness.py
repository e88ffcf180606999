"""Faces of two PDFs are compared as they are seen, wherever they lie and however they are turned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.build.compare.face_images import FacePair, FacePlace, faces_match
from pnp.cardsvg import parse
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.units import Size

TRIM = Size(63, 88)


@pytest.fixture(scope="module")
def fonts(root: Path) -> FontBook:
    return FontBook([root / "fonts"])


def face(more: str = "", ink: str = "#16845a") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<rect x="5" y="5" width="40" height="12.5" fill="{ink}"/><path d="M5 30 L50 80 L20 70 Z" fill="#aa4799"/>'
        '<text x="10" y="60" font-family="Barlow Semi Condensed" font-size="5">Strongest card 7</text>'
        f"{more}</svg>"
    )


def pdf_of(svg: str, fonts: FontBook, x: float, y: float, rotation: Any) -> tuple[bytes, FacePlace]:
    """A page of A4 with a face on it, and where it lies."""
    box = TRIM.turned if rotation in (90, 270) else TRIM
    piece = Piece("cards", "one", "face", None, TRIM, 0, "border")
    place = Placement(piece, "face", "front", x, y, box.width, box.height, rotation, (0, 0, 0, 0))
    page = Page(1, 1, "single", Size(210, 297), (place,))
    stack = fonts.stack(("Barlow Semi Condensed",), 500)
    faces = {"face": parse(svg, "face")}
    job = PrintJob(title="t", language="en", faces=faces, pages=(page,), fonts=fonts, note_stack=stack)
    return write_pdf(job), FacePlace(1, (x, y, box.width, box.height), rotation)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("corner", [(10.5, 192.5), (33.3333, 17.7777), (73.5, 104.5)])
def test_a_face_is_found_alike_wherever_it_lies(fonts: FontBook, rotation: int, corner: tuple[float, float]) -> None:
    first, here = pdf_of(face(), fonts, 0, 0, 0)
    second, there = pdf_of(face(), fonts, *corner, rotation)
    assert faces_match(first, second, [FacePair(here, there, 0.4)]) == [True]


@pytest.mark.parametrize(
    "svg",
    [
        face().replace("card 7", "card 1"),
        face('<circle cx="31" cy="44" r="0.4"/>'),
        face('<path d="M2 85 H60" stroke="#000000" stroke-width="0.1"/>'),
        face(ink="#16945a"),
        face().replace('x="10" y="60"', 'x="10.2" y="60"'),
    ],
)
def test_a_small_difference_is_found(fonts: FontBook, svg: str) -> None:
    first, here = pdf_of(face(), fonts, 0, 0, 0)
    second, there = pdf_of(svg, fonts, 73.5, 104.5, 90)
    assert faces_match(first, second, [FacePair(here, there, 0.4)]) == [False]


def test_nobody_looks_at_the_rim_nor_at_the_corners_of_what_is_round(fonts: FontBook) -> None:
    first, here = pdf_of(face(), fonts, 0, 0, 0)
    line, there = pdf_of(face('<path d="M0 88 H63" stroke="#000000" stroke-width="0.3"/>'), fonts, 5, 5, 0)
    assert faces_match(first, line, [FacePair(here, there, 0.4), FacePair(here, there, 0.0)]) == [True, False]
    corner, there = pdf_of(face('<rect x="0" y="0" width="4" height="4"/>'), fonts, 5, 5, 0)
    assert faces_match(first, corner, [FacePair(here, there, 0.4, round=True), FacePair(here, there, 0.4)]) == [
        True,
        False,
    ]


def test_what_has_nothing_to_look_at_is_not_found_alike(fonts: FontBook) -> None:
    first, here = pdf_of(face(), fonts, 0, 0, 0)
    assert faces_match(first, first, [FacePair(here, here, 40.0)]) == [False]


def test_a_page_that_is_not_there_is_an_error(fonts: FontBook) -> None:
    first, here = pdf_of(face(), fonts, 0, 0, 0)
    with pytest.raises(IndexError, match="there is no page 2"):
        faces_match(first, first, [FacePair(here, FacePlace(2, here.box), 0.4)])
