"""Drawings that are put away are the same when they are asked for again, and take little room meanwhile."""

from __future__ import annotations

import pytest

from pnp.cardsvg import parse, strings
from pnp.cardsvg.nodes import Picture
from pnp.cardsvg.queries import DrawingCompressor

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
RED = b"\x89PNG\r\n\x1a\n" + bytes(40)


def card(number: int) -> str:
    style = 'font-family="Oswald" font-weight="600" font-size="8"'
    ground = "".join(f'<rect x="{x}" y="2" width="3" height="3" fill="#c03010"/>' for x in range(0, 60, 4))
    text = f'<text x="5" y="12" {style}>No. {number}</text><text x="5" y="30" {style}>札{number % 7}</text>'
    return f'{HEAD}{ground}{text}<image href="red.png" x="1" y="1" width="4" height="4"/></svg>\n'


def images(href: str) -> Picture:
    return Picture(href, RED)


@pytest.fixture(scope="module")
def packer() -> DrawingCompressor:
    return DrawingCompressor(images)


@pytest.mark.parametrize("number", [1, 2, 71, 10_000])
def test_a_drawing_that_was_put_away_is_as_it_was(packer: DrawingCompressor, number: int) -> None:
    drawing = parse(card(number), f"card.svg.j2 as rendered for cards/{number}", images)
    packed = packer.packed(drawing, strings(drawing))
    assert packed.source == drawing.source
    assert packed.bounds == drawing.bounds
    assert repr(packed.nodes).replace(" at 0x", "") != ""
    assert strings(packed) == strings(drawing) == strings(packed.opened())
    assert [type(node) for node in packed.nodes] == [type(node) for node in drawing.nodes]
    assert [node.at for node in packed.nodes] == [node.at for node in drawing.nodes]


def test_what_drawings_have_in_common_takes_no_room(packer: DrawingCompressor) -> None:
    drawings = [parse(card(number), f"cards/{number}", images) for number in range(100, 140)]
    sizes = [len(packer.packed(drawing, strings(drawing))._packed) for drawing in drawings]
    assert max(sizes) < min(len(drawing.source.data) for drawing in drawings) / 10
