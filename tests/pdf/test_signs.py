"""Signs stand for resources until a document is put together, so that a face is painted once for all documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.cardsvg import parse
from pnp.imposition import Page
from pnp.imposition.page import Piece, Placement
from pnp.pdf import PrintJob
from pnp.pdf.objects.document import PdfDocument
from pnp.pdf.paint_cache import PdfCache
from pnp.pdf.painting.signs import SIGNS, ResourcePlaceholders, distinct_signs
from pnp.pdf.resources import SharedResources
from pnp.pdf.writer import write_pdf
from pnp.units import Size

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40">'
STYLE = 'font-family="Oswald" font-weight="600" font-size="6"'
FADED = (
    '<g opacity="0.5"><rect width="9" height="9" fill="#c03010"/><rect x="4" width="9" height="9" fill="#103090"/></g>'
)


def face(text: str, more: str = "") -> Any:
    return parse(f'{HEAD}<text x="2" y="9" {STYLE}>{text}</text>{more}</svg>', f"face {text}")


def job(faces: dict[str, Any], fonts: Any) -> PrintJob:
    places = tuple(
        Placement(
            Piece("cards", name, name, None, Size(30, 40), 0.0, "border"),
            name,
            "front",
            10 + 35 * index,
            20,
            30,
            40,
            0,
            (0,) * 4,
        )
        for index, name in enumerate(faces)
    )
    page = Page(1, 1, "single", Size(210, 297), places, ())
    return PrintJob("Kit", "en", faces, (page,), fonts, fonts.stack(("Barlow Semi Condensed",), 500))


def test_names_are_given_out_in_the_order_of_the_document(fonts: Any) -> None:
    paintings = PdfCache()
    painter_cache = paintings.painter_cache(fonts, "en")
    first, second = (painter_cache.painted(drawing).operators for drawing in (face("AB", FADED), face("BC")))
    assert SIGNS.search(first)
    assert set(distinct_signs(second)) - set(distinct_signs(first))
    for order in ((first, second), (second, first)):
        resources = SharedResources(PdfDocument(), painter_cache.signs)
        operators = "\n".join(map(resources.resolve_signs, order))
        codes = [code for code in ("<00010002>", "<00020003>", "<00030001>") if code in operators]
        assert codes == (["<00010002>", "<00020003>"] if order[0] == first else ["<00010002>", "<00030001>"])
        assert not SIGNS.search(operators)


def test_equal_needs_have_one_sign() -> None:
    signs = ResourcePlaceholders()
    assert signs.opacity(0.5, 1.0) == signs.opacity(0.5, 1.0) != signs.opacity(1.0, 0.5)
    assert signs.form("0 0 1 1 re f", group=True) != signs.form("0 0 1 1 re f")
    assert len(signs) == 4


@pytest.mark.parametrize("changed", ["AB", "ZZ", "AA"])
def test_what_was_painted_before_makes_the_same_file(fonts: Any, changed: str) -> None:
    before = {"one": face("AB", FADED), "two": face("CD"), "three": face("EF")}
    after = {**before, "one": face(changed, FADED)}
    paintings = PdfCache()
    write_pdf(job(before, fonts), paintings)
    paintings.turn()
    assert write_pdf(job(after, fonts), paintings) == write_pdf(job(after, fonts))
    assert write_pdf(replace(job(after, fonts), title="Other"), paintings) == write_pdf(
        replace(job(after, fonts), title="Other")
    )


def test_a_face_is_painted_once_for_all_files(fonts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.pdf.painting.painter import Painter  # noqa: PLC0415

    painted: list[str] = []
    paint = Painter.operators
    monkeypatch.setattr(
        Painter, "operators", lambda self, drawing: painted.append(drawing.source.name) or paint(self, drawing)
    )
    faces = {"one": face("AB"), "two": face("CD")}
    paintings = PdfCache()
    for text in ("AB", "XY", "XY"):
        faces = {**faces, "one": faces["one"] if text == "AB" or painted[-1] == "face XY" else face(text)}
        write_pdf(job(faces, fonts), paintings)
        paintings.turn()
    assert painted == ["face AB", "face CD", "face XY"]
