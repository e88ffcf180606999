"""Fonts of every kind in a PDF: drawn as the TrueType font they are made of, and read back."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.fonts import FontBook
from pnp.pdf import write_pdf
from pnp.shipped import shipped
from tests.fonts.outlines import write_postscript

FONTS = shipped("fonts")
TEXT = "Hamburg 0123 gg"
VERTICAL = "「手札、」ーA"


def face(family: str, text: str, weight: int, vertical: bool = False) -> str:
    mode = ' writing-mode="vertical-rl"' if vertical else ""
    x, y = (30, 4) if vertical else (2, 20)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><text x="{x}" y="{y}"{mode} font-size="7" '
        f'font-family="{family}" font-weight="{weight}">{text}</text></svg>'
    )


def picture(pdf: bytes) -> Image.Image:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return document[0].render(scale=4).to_pil().convert("L")


def text_of(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return document[0].get_textpage().get_text_range()


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize(
    ("file", "family", "text", "vertical"),
    [
        ("Oswald-SemiBold-latin.ttf", "Oswald", TEXT, False),
        ("ShipporiMincho-Bold.ttf", "Shippori Mincho", "手札を「出」す", False),
        ("ShipporiMincho-Bold.ttf", "Shippori Mincho", VERTICAL, True),
    ],
)
def test_postscript_outlines_are_painted_as_the_same_outlines_in_truetype(
    make_job: Callable[..., Any], tmp_path: Path, file: str, family: str, text: str, vertical: bool, numbered: bool
) -> None:
    write_postscript(FONTS / file, tmp_path / "kite.otf", text, numbered)
    book = FontBook([tmp_path, FONTS])
    plain = text.translate(str.maketrans("", "", "「」、ー")) if vertical else text
    pdf_file = write_pdf(make_job({"a": face("Paper Kite", plain, 400, vertical)}, fonts=book))
    meant = write_pdf(make_job({"a": face(family, plain, 700, vertical)}, fonts=book))
    assert pdf_file == write_pdf(
        make_job({"a": face("Paper Kite", plain, 400, vertical)}, fonts=FontBook([tmp_path, FONTS]))
    )
    assert "".join(text_of(pdf_file).split()) == "".join(plain.split())
    difference = ImageStat.Stat(ImageChops.difference(picture(pdf_file), picture(meant)))
    assert ImageStat.Stat(picture(meant)).stddev[0] > 5
    assert difference.mean[0] < 0.35
    with pikepdf.open(io.BytesIO(pdf_file)) as pdf:
        kinds = {
            str(pdf_object.Subtype)
            for pdf_object in pdf.objects
            if isinstance(pdf_object, pikepdf.Stream) and "/Subtype" in pdf_object
        }
        kinds |= {
            str(pdf_object.Subtype)
            for pdf_object in pdf.objects
            if isinstance(pdf_object, pikepdf.Dictionary) and "/Subtype" in pdf_object
        }
    assert {"/CIDFontType0C", "/CIDFontType0"} <= kinds
