"""Flattened transparency: the picture is the same, and nothing in the file is transparent."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.cardsvg import Drawing
from pnp.diagnostics import TemplateError
from pnp.prepress.flatten import flatten_transparency
from tests.pdf.looking import FINER, PIXELS_PER_MM, TOLERANCE, coarse, worst

GROUND = '<rect width="60" height="40" fill="#fc0"/><rect x="5" y="5" width="20" height="30" fill="#00a"/>'
FADING = (
    '<defs><linearGradient id="g" x2="1"><stop offset="0" stop-color="#f00" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#0f0"/></linearGradient></defs>'
)
SYMBOL = (
    '<defs><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0a0"/>'
    '<circle cx="5" cy="5" r="5" fill="#fff" opacity="0.5"/></symbol></defs>'
)
CLIP = '<defs><clipPath id="c"><circle cx="20" cy="20" r="12"/></clipPath></defs>'
CASES = {
    "a shape on a plain colour": GROUND + '<circle cx="40" cy="20" r="10" fill="#03f" fill-opacity="0.4"/>',
    "a shape on paper": '<circle cx="40" cy="20" r="10" fill="#03f" opacity="0.4"/>',
    "a shape on shapes, lines and type": GROUND + '<path d="M2 10L50 30" stroke="#0a0" stroke-width="2"/>'
    '<text x="5" y="20" font-family="BIZ UDPGothic" font-size="10" fill="#a00">Hello</text>'
    '<circle cx="30" cy="20" r="15" fill="#03f" fill-opacity="0.4"/>',
    "shapes on a picture": '<image href="photo.jpg" x="10" y="5" width="30" height="30"/>'
    '<circle cx="30" cy="20" r="15" fill="#f30" fill-opacity="0.4"/>'
    '<circle cx="20" cy="20" r="15" fill="#03f" fill-opacity="0.4"/>',
    "a shape on a gradient": FADING.replace(' stop-opacity="0"', "")
    + '<rect width="50" height="30" fill="url(#g)"/><circle cx="30" cy="20" r="15" fill="#03f" opacity="0.4"/>',
    "a gradient that fades": FADING + GROUND + '<rect x="2" y="10" width="50" height="20" fill="url(#g)"/>',
    "a line": GROUND + '<path d="M2 10C20 40 40 0 58 30" stroke="#fff" stroke-width="3" fill="none" opacity="0.5"/>',
    "type": GROUND
    + '<text x="5" y="22" font-family="BIZ UDPGothic" font-size="10" fill="#a00" opacity="0.5">Hello</text>',
    "a picture that fades": GROUND + '<image href="faint.png" x="10" y="5" width="30" height="30"/>',
    "a group as a whole": GROUND
    + '<g opacity="0.5" transform="rotate(10) translate(3 0)"><rect x="10" y="10" width="30" height="10" fill="#0f0"/>'
    '<circle cx="30" cy="20" r="8" fill="#f0f" stroke="#000"/></g>',
    "a shape with an edge": GROUND + '<circle cx="25" cy="20" r="9" fill="#0f0" stroke="#000" opacity="0.5"/>',
    "symbols on each other": SYMBOL
    + '<use href="#s" x="2" y="2" width="20" height="20"/><use href="#s" x="12" y="12" width="25" height="25"/>',
    "clipped and moved": CLIP
    + '<g clip-path="url(#c)"><rect width="60" height="40" fill="#fc0"/></g><g clip-path="url(#c)" '
    'transform="translate(8 3)"><rect x="5" y="5" width="20" height="30" fill="#00a" opacity="0.5"/></g>',
}


@pytest.mark.parametrize("case", CASES)
def test_put_together_it_looks_the_same_and_nothing_is_seen_through(
    case: str, face: Callable[[str], Drawing], pdf_of: Callable[..., bytes]
) -> None:
    drawing = face(CASES[case])
    data = pdf_of(flatten_transparency(drawing))
    assert worst(painted(data), painted(pdf_of(drawing)))[0] <= TOLERANCE
    assert list(transparent(data)) == []
    assert list(transparent(pdf_of(drawing))) != []


def test_an_opaque_drawing_is_left_as_it_is(face: Callable[[str], Drawing]) -> None:
    drawing = face(GROUND)
    assert flatten_transparency(drawing) is drawing


@pytest.mark.parametrize(
    ("body", "said", "column"),
    [
        (
            '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="60" height="40"><rect width="9" height="9"/>'
            '</mask><rect width="30" height="9" mask="url(#m)"/>',
            "a mask cannot be put together",
            "rect width",
        ),
        ('<rect width="30" height="9" style="mix-blend-mode: multiply"/>', "the blend mode multiply", "rect width"),
        (
            '<image href="photo.jpg" x="0" y="0" width="60" height="40"/>'
            '<path d="M0 0L9 9" stroke="#000" opacity="0.5"/>',
            "a line or a gradient is faint, and lies on more than plain colours",
            "path",
        ),
        (
            '<g opacity="0.5"><rect width="9" height="9"/><rect width="9" height="9" opacity="0.5"/></g>',
            "something faint inside something faint",
            'rect width="9" height="9" opacity',
        ),
    ],
)
def test_what_cannot_be_put_together_is_refused_at_its_place(
    body: str, said: str, column: str, face: Callable[[str], Drawing]
) -> None:
    with pytest.raises(TemplateError) as refused:
        flatten_transparency(face(body))
    (problem,) = refused.value.diagnostics
    assert (problem.code, said in problem.message) == ("seen-through", True)
    assert "--standard x4" in (problem.hint or "")
    assert problem.location is not None
    whole = face(body).source.data.decode()
    assert whole[problem.location.column or 0 :].startswith(column)


def test_work_has_a_limit(face: Callable[[str], Drawing], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.prepress.flatten._MAX_REPAINTED", 30)
    circles = "".join(f'<circle cx="{20 + index}" cy="20" r="15" fill="#03f" opacity="0.4"/>' for index in range(12))
    with pytest.raises(TemplateError, match="more than 30 pieces"):
        flatten_transparency(face(circles))


def painted(data: bytes) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    try:
        return coarse(document[0].render(scale=FINER * PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB"))
    finally:
        document.close()


def transparent(data: bytes) -> Iterator[Any]:
    """Return all transparency in a file."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                yield from (key for key in ("/SMask", "/Group", "/BM") if key in item)
                states = item.get("/ExtGState")
                for state in states.values() if isinstance(states, pikepdf.Dictionary) else ():
                    yield from (key for key in state if key in ("/SMask", "/BM") or float(state[key]) < 1)
