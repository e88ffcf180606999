"""What is outside the card SVG profile is an error with its place, never a silent loss."""

from __future__ import annotations

import re
import time

import pytest

from pnp.cardsvg import parse, project_images
from pnp.cardsvg.reader import ATTRIBUTES, CHILDREN, NOTES
from pnp.diagnostics import TemplateError

ELEMENTS_OUTSIDE = [
    "a", "altGlyph", "animate", "animateColor", "animateMotion", "animateTransform", "color-profile", "cursor",
    "filter", "feBlend", "feGaussianBlur", "font", "font-face", "foreignObject", "glyph", "glyphRef", "hkern",
    "marker", "metadata", "missing-glyph", "mpath", "pattern", "script", "set", "style", "switch",
    "textPath", "tref", "view", "vkern", "meshgradient", "hatch", "solidcolor", "flowRoot",
]  # fmt: skip
ATTRIBUTES_OUTSIDE = [
    "alignment-baseline", "baseline-shift", "class", "clip", "cursor", "direction", "display", "dominant-baseline",
    "filter", "font", "font-size-adjust", "font-variant",
    "glyph-orientation-vertical", "image-rendering", "kerning", "lang", "lengthAdjust", "marker-end", "marker-mid",
    "marker-start", "mix-blend-mode", "onclick", "overflow", "paint-order", "pathLength", "pointer-events",
    "rotate", "shape-rendering", "systemLanguage", "tabindex", "text-decoration", "text-rendering",
    "textLength", "unicode-bidi", "vector-effect", "visibility", "word-spacing", "xml:base", "xlink:title",
    "requiredFeatures", "patternUnits", "clipPathUnits",
]  # fmt: skip


def wrap(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>'


def refused(svg: str):
    with pytest.raises(TemplateError) as caught:
        parse(svg, "card.svg")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.location is not None
    assert diagnostic.location.file == "card.svg"
    assert diagnostic.location.line is not None
    return diagnostic


@pytest.mark.parametrize("name", ELEMENTS_OUTSIDE)
def test_an_element_outside_the_profile_is_refused(name):
    diagnostic = refused(wrap(f"<{name}/>"))
    assert diagnostic.code == "unknown-element"
    assert f"<{name}>" in diagnostic.message
    assert diagnostic.location.column == 61


@pytest.mark.parametrize("name", ATTRIBUTES_OUTSIDE)
@pytest.mark.parametrize("element", sorted(ATTRIBUTES))
def test_an_attribute_outside_the_profile_is_refused_on_every_element(element, name):
    start = "<svg" if element == "svg" else f"<{element}"
    inner = f'{start} {name}="x"/>'
    chain = {"stop": "linearGradient", "tspan": "text"}.get(element)
    inner = f"<{chain}>{inner}</{chain}>" if chain else inner
    diagnostic = refused(wrap(inner))
    assert diagnostic.code == "unknown-attribute"
    assert repr(name) in diagnostic.message
    assert f"<{element}>" in diagnostic.message
    assert diagnostic.location.source[diagnostic.location.column - 1 :].startswith(f'{name}="x"')


@pytest.mark.parametrize("element", sorted(ATTRIBUTES))
def test_an_attribute_of_another_element_is_refused(element):
    everything = set().union(*ATTRIBUTES.values()) - {"xmlns", "xmlns:xlink", "xmlns:ev", "style", "id"}
    chain = {"stop": "linearGradient", "tspan": "text"}.get(element)
    for name in sorted(everything - ATTRIBUTES[element]):
        inner = f'<{element} {name}="1"/>'
        assert refused(wrap(f"<{chain}>{inner}</{chain}>" if chain else inner)).code == "unknown-attribute"


@pytest.mark.parametrize("name", ["display", "marker", "font", "transform", "fil"])
def test_a_style_property_outside_the_profile_is_refused(name):
    diagnostic = refused(wrap(f'<rect width="1" height="1" style="fill: red; {name}: 1"/>'))
    assert diagnostic.code == "unknown-property"
    assert repr(name) in diagnostic.message


@pytest.mark.parametrize("parent", sorted(ATTRIBUTES))
def test_an_element_may_not_stand_where_it_has_no_meaning(parent):
    chain = {"stop": "linearGradient", "tspan": "text"}.get(parent)
    for child in sorted(set(ATTRIBUTES) - CHILDREN.get(parent, NOTES)):
        inner = f"<{parent}><{child}/></{parent}>"
        assert refused(wrap(f"<{chain}>{inner}</{chain}>" if chain else inner)).code == "misplaced-element"


@pytest.mark.parametrize(
    ("inner", "code", "part"),
    [
        ('<rect fil="red" width="1" height="1"/>', "unknown-attribute", "did you mean 'fill'?"),
        ("<cirle/>", "unknown-element", "did you mean 'circle'?"),
        ('<rect width="1mm" height="1"/>', "bad-value", "user units are mm"),
        ('<rect width="50%" height="1"/>', "bad-value", "is not a number"),
        ('<rect width="-1" height="1"/>', "bad-value", "negative"),
        ('<rect width="1"/>', "missing-attribute", "has no height"),
        ('<rect width="1" height="1" rx="-1"/>', "bad-value", "radius"),
        ('<rect width="nan" height="1"/>', "bad-value", "is not a number"),
        ('<rect width="1e300" height="1"/>', "bad-value", "out of range"),
        ('<rect width="1e999" height="1"/>', "bad-value", "out of range"),
        ('<rect width="1" height="1" fill="bleu"/>', "bad-value", "is not a colour"),
        ('<rect width="1" height="1" fill="rgb(256,0,0)"/>', "bad-value", "out of range"),
        ('<rect width="1" height="1" fill="rgba(1,2,3,.5)"/>', "bad-value", "is not a colour"),
        ('<rect width="1" height="1" opacity="1.5"/>', "bad-value", "between 0 and 1"),
        ('<rect width="1" height="1" style="opacity:50%"/>', "bad-value", "is not a number"),
        ('<rect width="1" height="1" style="fill"/>', "style", "property: value"),
        ('<rect width="1" height="1" transform="rotate(1 2)"/>', "bad-value", "does not take 2"),
        ('<rect width="1" height="1" transform="spin(1)"/>', "bad-value", "no transform"),
        ('<rect width="1" height="1" stroke-linejoin="arcs"/>', "bad-value", "is none of"),
        ('<rect width="1" height="1" stroke-miterlimit="0.5"/>', "bad-value", "below 1"),
        ('<rect width="1" height="1" stroke-dasharray="1 -1"/>', "bad-value", "negative"),
        ('<rect width="1" height="1" fill="url(#no)"/>', "unknown-id", "'no'"),
        ('<g id="a"/><rect width="1" height="1" fill="url(#a)"/>', "wrong-reference", "<linearGradient>"),
        ('<rect width="1" height="1" clip-path="url(x.svg#a)"/>', "bad-value", "neither none nor"),
        ('<path d="L1 1"/>', "bad-value", "starts with M"),
        ('<path d="M1 1 L2"/>', "bad-value", "one is missing"),
        ('<path d="M1 1 X2 2"/>', "bad-value", "no path command"),
        ('<path d="M0 0A1 1 0 2 0 3 3"/>', "bad-value", "one is missing"),
        ('<path d="M0 0" fill-rule="odd"/>', "bad-value", "is none of"),
        ('<polygon points="1 2 3"/>', "bad-value", "odd number"),
        ('<use href="other.svg#a" />', "outside", "not inside this SVG"),
        ("<use/>", "missing-attribute", "no href"),
        ('<g id="a"><use href="#a"/></g>', "loop", "uses itself"),
        ('<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>', "loop", "itself"),
        ('<symbol id="s"><rect width="1" height="1"/></symbol><use href="#s"/>', "missing-attribute", "no viewBox"),
        ('<symbol id="s" viewBox="0 0 1 1"/><use href="#s"/>', "missing-attribute", "no width"),
        ('<g id="s"/><use href="#s" width="3" height="3"/>', "size", "<g>"),
        ('<g id="s"/><g id="s"/>', "duplicate-id", "'s'"),
        ("<text x='1' y='1'>a</text>", "missing-attribute", "font-size"),
        ("<text font-size='3'>a</text>", "missing-attribute", "font-family"),
        ("<text font-size='0' font-family='x'>a</text>", "bad-value", "above zero"),
        ("<text font-size='3pt' font-family='x'>a</text>", "bad-value", "without a unit"),
        ('<circle cx="-9,5" cy="1" r="1"/>', "bad-value", "write -9.5, with a point"),
        ('<circle cx="9,5,3" cy="1" r="1"/>', "bad-value", "without a unit"),
        ("<text font-weight='bolder'>a</text>", "bad-value", "font weight"),
        ("<text writing-mode='sideways-lr'>a</text>", "bad-value", "is none of"),
        ("<text x='1 2 3' font-size='3' font-family='x'>abc</text>", "bad-value", "is not a number"),
        ("<text font-size='3' font-family='x' x='1' y='1'>a<tspan x='2'>b</tspan></text>", "text", "both x and y"),
        (
            "<text font-size='3' font-family='x' writing-mode='vertical-rl' "
            "style='font-feature-settings: &quot;kern&quot;'>a</text>",
            "text",
            "from left to right",
        ),
        ("<g style='font-feature-settings: kern'/>", "bad-value", "'kern' is not a feature"),
        ("<text xml:space='keep'>a</text>", "bad-value", "default or preserve"),
        ("<g>words</g>", "misplaced-text", "<text>"),
        ("<image width='1' height='1' href='a.png'/>", "image", "no folder"),
        ("<linearGradient id='g'/><rect width='1' height='1' fill='url(#g)'/>", "gradient", "no <stop>"),
        (
            "<linearGradient id='g' spreadMethod='fade'><stop offset='0'/></linearGradient>"
            "<rect width='1' height='1' fill='url(#g)'/>",
            "bad-value",
            "pad, reflect, repeat",
        ),
        ("<mask id='m'/><g mask='url(#m)'/>", "missing-attribute", "says its box"),
        ("<mask id='m' maskUnits='userSpaceOnUse'/><g mask='url(#m)'/>", "missing-attribute", "no width"),
        (
            "<mask id='m' maskUnits='userSpaceOnUse' width='1' height='1'><g mask='url(#m)'/></mask>"
            "<g mask='url(#m)'/>",
            "loop",
            "masks itself",
        ),
        ("<g style='mix-blend-mode: add'/>", "bad-value", "none of"),
        ("<g style='isolation: yes'/>", "bad-value", "neither auto"),
        (
            "<linearGradient id='g'><stop offset='0'/></linearGradient>"
            "<text font-size='3' font-family='x' fill='url(#g)'>a</text>",
            "gradient",
            "plain colour",
        ),
        (
            "<linearGradient id='g' gradientUnits='userSpaceOnUse'><stop offset='0'/></linearGradient>"
            "<rect width='1' height='1' fill='url(#g)'/>",
            "missing-attribute",
            "x1",
        ),
        (
            "<radialGradient id='g' fx='2'><stop offset='0'/></radialGradient>"
            "<rect width='1' height='1' fill='url(#g)'/>",
            "bad-value",
            "inside the circle",
        ),
        ("<clipPath id='c'/><g clip-path='url(#c)'/>", "clip-path", "0 shapes"),
        ("<clipPath id='c'><path d=''/><path d=''/></clipPath><g clip-path='url(#c)'/>", "clip-path", "2 shapes"),
        ("<clipPath id='c'><path d='' opacity='1'/></clipPath><g clip-path='url(#c)'/>", "clip-path", "opacity"),
        ("<text font-size='3' font-family='x' stroke='red' stroke-opacity='.5'>a</text>", "opacity", "opaque stroke"),
        ("<rect width='1' height='1' data-example='x'/><tspan/>", "misplaced-element", "<tspan>"),
        ("<defs data-example='x'/>", "unknown-attribute", "data-example"),
        ("<g xmlns:xlink='http://example.org/'/>", "unknown-attribute", "xmlns:xlink"),
        ("<svg xmlns='http://example.org/'/>", "namespace", "example.org"),
    ],
)
def test_a_wrong_value_is_refused_with_a_reason(inner, code, part):
    diagnostic = refused(wrap(inner))
    assert diagnostic.code == code
    assert part in f"{diagnostic.message} {diagnostic.hint}"


@pytest.mark.parametrize(
    ("svg", "code"),
    [
        ("", "syntax"),
        ("<svg", "syntax"),
        ('<svg viewBox="0 0 1 1"><g></svg>', "syntax"),
        ('<svg viewBox="0 0 1 1">&nbsp;</svg>', "syntax"),
        ('<svg viewBox="0 0 1 1"/><svg viewBox="0 0 1 1"/>', "syntax"),
        ('<g viewBox="0 0 1 1"/>', "unknown-attribute"),
        ("<g/>", "misplaced-element"),
        ("<svg/>", "missing-attribute"),
        ('<svg viewBox="0 0 1"/>', "bad-value"),
        ('<svg viewBox="0 0 0 1"/>', "bad-value"),
        ('<svg viewBox="0 0 10 10" width="20mm"/>', "size"),
        ('<svg viewBox="0 0 10 10" height="10px"/>', "size"),
        ('<svg viewBox="0 0 10 10" x="3"/>', "size"),
        ('<!DOCTYPE svg><svg viewBox="0 0 1 1"/>', "doctype"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>', "doctype"),
        ('<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg viewBox="0 0 1 1"/>', "doctype"),
        ('<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1"/>', "instruction"),
        ("<svg viewBox='0 0 1 1'>" + "<g>" * 80 + "</g>" * 80 + "</svg>", "too-large"),
        ("<svg viewBox='0 0 1 1'>" + "<g/>" * 50_001 + "</svg>", "too-large"),
        ("<svg viewBox='0 0 1 1'><desc>" + "x" * 2_000_000 + "</desc></svg>", "too-large"),
        ("<svg viewBox='0 0 1 1'>\x00</svg>", "syntax"),
        ("<svg viewBox='0 0 1 1'>\ud800</svg>", "syntax"),
    ],
)
def test_a_file_that_is_no_card_svg_is_refused(svg, code):
    assert refused(svg).code == code


def test_symbols_that_multiply_are_refused():
    layers = ['<g id="a0"><path d="M0 0h1"/></g>']
    layers += [f'<g id="a{layer}">' + f'<use href="#a{layer - 1}"/>' * 10 + "</g>" for layer in range(1, 20)]
    assert refused(wrap(f"<defs>{''.join(layers)}</defs><use href='#a19'/>")).code == "too-large"


@pytest.mark.parametrize(("spread", "stops"), [("pad", 20_000), ("repeat", 100)])
def test_shapes_with_many_stops_are_refused(spread, stops):
    gradient = f"<linearGradient id='g' spreadMethod='{spread}'>{'<stop/>' * stops}</linearGradient>"
    shape = "<rect width='1' height='1' fill='url(#g)'/>"
    assert len(parse(wrap(gradient + shape * 20), "face").nodes) == 20
    refusal = refused(wrap(gradient + shape * 40))
    assert (refusal.code, refusal.message) == (
        "too-large",
        "the shapes are painted with more than 500,000 stops of gradients",
    )


def test_the_place_is_counted_in_characters_and_lines():
    svg = '<svg viewBox="0 0 1 1">\n  <!-- 赤 -->\n  <text x="1">赤</text><rect\n    width="1" hight="2"/></svg>'
    place = refused(svg).location
    assert (place.line, place.column, place.end_column) == (4, 15, 20)
    assert place.source == '    width="1" hight="2"/></svg>'


def test_the_message_shows_the_line_with_a_caret():
    with pytest.raises(TemplateError) as caught:
        parse('<svg viewBox="0 0 1 1">\n<rect fil="red"/></svg>', "red/card.svg.j2, card red-7, front")
    assert str(caught.value).splitlines() == [
        "red/card.svg.j2, card red-7, front:2:7: error[unknown-attribute]: <rect> has no attribute 'fil' in the card "
        "SVG profile",
        '    <rect fil="red"/></svg>',
        "          ^^^",
        "  hint: did you mean 'fill'?",
    ]


def test_images_outside_the_project_are_refused(tmp_path):
    inside = tmp_path / "project"
    inside.mkdir()
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    (inside / "text.png").write_bytes(b"hello")
    images = project_images(inside)
    for href in (
        "../secret.png",
        "/etc/passwd",
        "C:\\x.png",
        "file:///x.png",
        "http://x/y.png",
        "link.png",
        "none.png",
        "text.png",
        "%2e%2e/secret.png",
        "data:image/svg+xml;base64,AAAA",
        "data:image/png;base64,!!",
    ):
        with pytest.raises(TemplateError) as caught:
            parse(wrap(f'<image width="1" height="1" href="{href}"/>'), "card.svg", images)
        assert caught.value.diagnostics[0].code == "image", href


@pytest.mark.parametrize(
    ("href", "data", "message"),
    [
        ("coin.png", b"RIFF\x10\0\0\0WEBPVP8 ", "neither PNG nor JPEG, but WebP under the name .png: save it as PNG"),
        ("coin.jpg", b"GIF89a", "neither PNG nor JPEG, but GIF under the name .jpg: save it as PNG"),
        ("coin.png", b"\0\0\0\x1cftypavif", "but AVIF or HEIC under the name .png: save it as PNG"),
        ("coin.png", b"hello", "it is neither PNG nor JPEG"),
        ("coin.png", b"", "the file is empty"),
        ("art\\coin.png", b"hello", "a path has / where Windows has \\, as in pictures/coin.png"),
        ("art\ncoin.png", b"hello", "a path has / where Windows has \\, as in pictures/coin.png"),
    ],
)
def test_a_picture_that_is_none_is_told_with_what_it_is(tmp_path, href, data, message):
    (tmp_path / href.rpartition("\\")[2].rpartition("\n")[2]).write_bytes(data)
    with pytest.raises(ValueError, match=re.escape(message) + "$"):
        project_images(tmp_path)(href)


@pytest.mark.parametrize(
    "inner",
    [
        '<polygon points="' + "12.55,30.25 " * 40 + '51.90mm"/>',
        '<rect width="' + "1" * 400_000 + 'x" height="1"/>',
        '<path d="M' + "1" * 400_000 + 'x"/>',
        '<polygon points="' + "1 " * 200_000 + 'x"/>',
        '<g transform="' + "rotate(1)" * 20_000 + 'x"/>',
        '<g transform="' + "scale(1e5)" * 80 + '"/>',
        "<defs>"
        + "".join(f'<g id="a{i}"><use href="#a{i + 1}"/></g>' for i in range(3000))
        + '</defs><use href="#a0"/>',
    ],
    ids=["points", "digits", "path", "list", "transform", "scales", "uses"],
)
def test_a_wrong_value_is_told_at_once_however_long_it_is(inner):
    started = time.process_time()
    diagnostic = refused(wrap(inner))
    assert time.process_time() - started < 2
    assert len(diagnostic.message) < 400
