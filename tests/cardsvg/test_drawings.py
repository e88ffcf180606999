"""What a drawing says: strings, annotations, inherited style, shared symbols."""

from __future__ import annotations

import pytest

from pnp.cardsvg import Annotation, annotations, parse, strings, text_uses
from pnp.cardsvg.nodes import Group, Shape, SymbolUse, Text
from pnp.diagnostics import TemplateError

FONT = 'font-family="A, B" font-size="3"'


def draw(inner: str, box: str = "-3 -3 69 94"):
    return parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>', "card.svg")


def test_the_bounds_are_the_view_box():
    assert draw("").bounds == (-3, -3, 69, 94)
    assert parse('<svg viewBox="-3 -3 69 94" width="69mm" height="94.0mm"/>', "x").bounds == (-3, -3, 69, 94)


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (f"<text {FONT}>one</text><text {FONT}>two</text>", ("one", "two")),
        (f"<text {FONT}>  a \n  b  </text>", ("a b",)),
        (f"<text {FONT}>a <tspan>b </tspan> c</text>", ("a b c",)),
        (f"<text {FONT}>a<tspan> b</tspan><tspan>c</tspan></text>", ("a bc",)),
        (f'<text xml:space="preserve" {FONT}> a  b </text>', (" a  b ",)),
        (f'<text {FONT}><tspan x="1" y="2">one</tspan> <tspan x="1" y="5">two</tspan></text>', ("one", "two")),
        (f"<text {FONT}>R&amp;D &#x8d64;<!-- no --></text>", ("R&D 赤",)),
        (f'<text {FONT} fill="none">hidden</text>', ()),
        (f'<text {FONT} fill="none" stroke="red">outlined</text>', ("outlined",)),
        (f'<g opacity="0"><text {FONT}>hidden</text></g>', ()),
        (f"<text {FONT}> </text>", ()),
        (f"<text {FONT}>a<title>no</title></text>", ("a",)),
        (
            f'<symbol id="s" viewBox="0 0 9 9"><text {FONT}>in</text></symbol>'
            '<use href="#s" width="1" height="1"/><use href="#s" width="2" height="2"/>',
            ("in", "in"),
        ),
        (f"<defs><text {FONT}>stored</text></defs>", ()),
    ],
)
def test_the_strings_are_what_is_printed(inner, expected):
    assert strings(draw(inner)) == expected


def test_an_annotated_element_says_its_box_and_its_strings():
    drawing = draw(
        f'<text {FONT}>before</text><g data-example="one" data-box="0 1 10 5" transform="translate(5 6)">'
        f'<text {FONT}>4</text><g transform="scale(2)" data-example="two" data-box="1 1 2 3">'
        f"<text {FONT}>5</text></g></g>"
        f'<text data-example="three" data-box="0 0 4 2" transform="rotate(90)" {FONT}>6</text>'
        '<g data-other="x"/>'
    )
    one, two, three = annotations(drawing, "example")
    assert one == Annotation("one", (5, 7, 10, 5), ("4", "5"))
    assert two == Annotation("two", (7, 8, 4, 6), ("5",))
    assert three.box == pytest.approx((-2, 0, 2, 4))
    part = draw('<rect data-part="p" data-box="1 2 3 4" width="1" height="1"/>')
    assert [note.id for note in annotations(part, "part")] == ["p"]


def test_an_annotation_inside_a_symbol_is_found_at_each_use():
    drawing = draw(
        '<symbol id="s" viewBox="0 0 10 10"><g data-example="e" data-box="0 0 10 10"/></symbol>'
        '<use href="#s" x="1" y="2" width="5" height="5"/><use href="#s" x="20" y="2" width="10" height="10"/>'
    )
    assert [note.box for note in annotations(drawing, "example")] == [(1, 2, 5, 5), (20, 2, 10, 10)]


@pytest.mark.parametrize("box", ["", 'data-box="1 2 3"', 'data-box="1 2 -3 4"', 'data-box="a b c d"'])
def test_an_annotation_without_a_box_is_an_error(box):
    with pytest.raises(TemplateError, match="data-box"):
        annotations(draw(f'<g data-example="e" {box}/>'), "example")


def test_style_is_inherited_and_overridden():
    drawing = draw(
        '<g fill="red" stroke="blue" color="#00ff00" style="stroke-width:2"><rect width="1" height="1"/>'
        '<rect width="1" height="1" fill="currentColor" style="fill:inherit"/>'
        '<rect width="1" height="1" fill="currentColor" stroke="none"/></g><rect width="1" height="1"/>'
    )
    group, last = drawing.nodes
    assert isinstance(group, Group)
    first, second, third = group.children
    assert (first.fill, first.stroke, first.style.stroke_width) == ((1, 0, 0), (0, 0, 1), 2)
    assert second.fill == (1, 0, 0)
    assert (third.fill, third.stroke) == ((0, 1, 0), None)
    assert (last.fill, last.stroke, last.style.stroke_width) == ((0, 0, 0), None, 1)


def test_a_style_property_goes_before_the_attribute():
    (shape,) = draw('<rect width="1" height="1" fill="red" style="fill: #00f"/>').nodes
    assert isinstance(shape, Shape)
    assert shape.fill == (0, 0, 1)


def test_the_stack_of_every_text_is_told():
    drawing = draw(
        f'<text {FONT} font-weight="bold">a<tspan font-family="\'C D\'">b</tspan></text><text {FONT}>a</text>'
    )
    assert [(use.text, use.families, use.weight) for use in text_uses(drawing)] == [
        ("a", ("A", "B"), 700),
        ("b", ("C D",), 700),
        ("a", ("A", "B"), 400),
    ]


SYMBOL = '<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9" fill="url(#g)"/></symbol>'
GRADIENT = '<linearGradient id="g"><stop offset="0" stop-color="{}"/></linearGradient>'
USE = '<use href="#s" width="1" height="1" color="{}"/>'


def key(inner: str) -> str:
    (use,) = draw(inner).nodes
    assert isinstance(use, SymbolUse)
    return use.symbol.key


def test_symbols_are_the_same_when_content_and_inherited_style_are():
    first = key(SYMBOL + GRADIENT.format("red") + USE.format("red"))
    assert key(GRADIENT.format("red") + SYMBOL + USE.format("red")) == first
    assert key(SYMBOL + GRADIENT.format("red") + USE.format("blue")) != first


def test_symbols_differ_when_what_they_refer_to_differs():
    assert key(SYMBOL + GRADIENT.format("red") + USE.format("red")) != key(
        SYMBOL + GRADIENT.format("blue") + USE.format("red")
    )


def test_a_drawing_cannot_be_changed():
    drawing = draw("<rect width='1' height='1'/>")
    with pytest.raises(AttributeError):
        drawing.bounds = (0, 0, 1, 1)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        drawing.nodes[0].fill = None


def test_an_element_without_size_draws_nothing():
    drawing = draw(
        '<rect width="0" height="1"/><circle r="0"/><path d=""/><polygon points=""/><text/>'
        '<svg width="0" height="1" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
    )
    assert drawing.nodes == ()


def test_vertical_text_is_told_apart():
    (text,) = draw(f'<text {FONT} writing-mode="vertical-rl">赤</text>').nodes
    assert isinstance(text, Text)
    assert text.vertical


@pytest.mark.parametrize(
    ("said", "on"),
    [
        ("'kern'", ("kern",)),
        ("\"liga\" on, 'kern' 1, 'ss01' 0", ("kern", "liga")),
        ("normal", ()),
        ("'kern' 1, 'kern' off", ()),
    ],
)
def test_features_of_fonts_are_read_and_handed_down(said, on):
    text = '<g style=\'font-feature-settings: {}\'><text font-family="A" font-size="3">a</text></g>'
    (group,) = draw(text.format(said.replace("'", "&apos;"))).nodes
    assert group.children[0].chunks[0].runs[0].style.features == on
