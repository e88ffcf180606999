"""Art is used as a symbol that stands in no text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.cardsvg import Drawing, ProfileArt, parse, strings
from pnp.cardsvg.colours import colour
from pnp.cardsvg.nodes import Group, Node, Shape, SymbolUse
from pnp.cardsvg.queries import DrawingCompressor
from pnp.diagnostics import TemplateError

SUN = '<svg viewBox="0 0 10 20"><rect id="a" width="10" height="20"/><use href="#a" fill="red"/></svg>'
USE = '<use href="#sun" x="1" y="2" width="10" height="10"/>'


def face(inner: str, svg: str = SUN) -> Drawing:
    return parse(f'<svg viewBox="0 0 63 88">{inner}</svg>', "face.svg", None, {"sun": ProfileArt(svg, "sun.svg")})


def use_in(nodes: tuple[Node, ...]) -> SymbolUse:
    (node,) = nodes
    if isinstance(node, Group):
        return use_in(node.children)
    assert isinstance(node, SymbolUse)
    return node


def test_art_is_fitted_into_the_box_of_its_use():
    use = use_in(face(USE).nodes)
    assert use.window == (1, 2, 10, 10)
    assert use.inner == (0.5, 0, 0, 0.5, 3.5, 2)
    assert use.base is None
    assert not face(USE.replace('width="10"', 'width="0"')).nodes


def test_art_takes_its_style_over_from_its_use():
    shape, again = use_in(face(f'<g fill="blue">{USE}</g>').nodes).symbol.children
    assert isinstance(shape, Shape)
    assert shape.fill == colour("blue")
    (inner,) = use_in((again,)).symbol.children
    assert isinstance(inner, Shape)
    assert inner.fill == colour("red")


def test_equal_art_in_equal_styles_is_one_symbol():
    symbol = use_in(face(USE).nodes).symbol
    assert use_in(face(f"<title>another</title>{USE}", f"<!-- the same -->{SUN}").nodes).symbol is symbol
    assert use_in(face(f'<g fill="blue">{USE}</g>').nodes).symbol is not symbol
    assert use_in(face(USE, SUN.replace("red", "lime")).nodes).symbol.key != symbol.key


def test_a_symbol_that_holds_art_is_another_with_other_art():
    held = f'<symbol id="s" viewBox="0 0 9 9">{USE}</symbol><use href="#s" width="9" height="9"/>'
    one, other = (use_in(face(held, svg).nodes).symbol for svg in (SUN, SUN.replace("red", "lime")))
    assert one.key != other.key


def test_the_digest_of_a_drawing_covers_its_art():
    drawing = face(USE)
    assert face(USE).digest == drawing.digest
    assert face(USE, SUN.replace("<svg", '<svg data-edition="2"')).digest == drawing.digest
    assert face(USE, SUN.replace("red", "lime")).digest != drawing.digest
    assert replace(drawing, art={}).digest != drawing.digest


def test_a_drawing_that_was_put_away_has_its_art():
    drawing = face(USE)
    packed = DrawingCompressor(None).packed(drawing, strings(drawing))
    assert packed.digest == drawing.digest
    assert use_in(packed.nodes).symbol is use_in(drawing.nodes).symbol


@pytest.mark.parametrize(
    ("inner", "code"),
    [
        ('<use href="#sun"/>', "missing-attribute"),
        ('<use href="#moon" width="1" height="1"/>', "unknown-id"),
        ('<use href="#a"/>', "unknown-id"),
        ('<g clip-path="url(#sun)"/>', "unknown-id"),
    ],
)
def test_art_is_a_symbol_and_nothing_else(inner: str, code: str):
    with pytest.raises(TemplateError) as raised:
        face(inner)
    assert [one.code for one in raised.value.diagnostics] == [code]


def test_art_whose_root_has_a_style_says_so():
    assert ProfileArt(SUN.replace("<svg", '<svg fill="red"'), "sun.svg").styled
    assert ProfileArt(SUN.replace("<svg", '<svg style="isolation: isolate"'), "sun.svg").styled
    assert not ProfileArt(SUN.replace("<svg", '<svg data-name="x" width="10mm"'), "sun.svg").styled
