"""What drawing programs and icon sets write is drawn as resvg draws it."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import replace

import pytest
from PIL import Image

from pnp.artsvg import adapted
from pnp.cardsvg.colours import Rgb, colour
from pnp.cardsvg.nodes import Gradient, Group, Node, Shape
from pnp.cardsvg.style import INITIAL
from pnp.diagnostics import TemplateError
from tests.artsvg.pictures import document, drawing_of, expected, fonts, painted, worst_tile

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
PIXELS = io.BytesIO()
Image.new("RGB", (4, 4), (200, 30, 30)).save(PIXELS, "PNG")
DATA = f"data:image/png;base64,{base64.b64encode(PIXELS.getvalue()).decode()}"
DRAWN = {
    "units": '<rect x="10%" y="1mm" width="30pt" height="2pc" fill="red"/><circle cx="70%" cy="0.5in" r="10%"/>',
    "sheet": "<style>/* c */ .a, #b > rect { fill: #06c; stroke: red } rect.a { stroke-width: 4px !important }"
    "circle { fill: green }</style>"
    '<rect class="a" style="stroke-width: 1" x="5" y="5" width="30" height="30"/>'
    '<g id="b"><rect x="50" y="5" width="30" height="30"/></g><circle cx="50" cy="70" r="20"/>',
    "inheritance": '<g fill="red" stroke="blue" style="stroke-width:3;fill-opacity:50%"><rect x="9" y="9" width="30" '
    'height="30"/><g fill="inherit" color="lime"><circle cx="70" cy="30" r="20" fill="currentColor"/></g></g>',
    "colours": '<path d="M0 0h50v50H0z" fill="rgba(255, 0, 0, 0.4)"/><path d="M50 0h50v50H50z" fill="hsl(210, 80%, 40%)"/>'
    '<path d="M0 50h50v50H0z" fill="#0af8"/><path d="M50 50h50v50H50z" fill="transparent" stroke="Purple"/>',
    "nested": '<svg x="10" y="10" width="50%" height="50%" viewBox="0 0 10 20" preserveAspectRatio="xMaxYMin slice">'
    '<circle cx="5" cy="5" r="7" fill="#c06"/><rect width="100%" height="10%"/></svg>',
    "uses": '<defs><symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="6" fill="inherit"/></symbol>'
    '<path id="p" d="M0 0h10v10z"/></defs><use href="#s" x="5" y="5" width="40" height="40" fill="#0a6"/>'
    '<use xlink:href="#p" x="60" y="10" width="9" height="9" transform="scale(1.2)"/><use href="#s" fill="none"/>',
    "clips": '<defs><circle id="c" cx="30" cy="30" r="25"/><clipPath id="one"><use xlink:href="#c"/></clipPath>'
    '<clipPath id="two"><path d="M50 10L90 90L10 90z"/><path d="M50 95L90 20L10 20z" clip-rule="evenodd"/></clipPath>'
    '<clipPath id="box" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath></defs>'
    '<g clip-path="url(#one)"><rect width="100" height="100" fill="#fa0"/></g>'
    '<g clip-path="url(#two)"><rect y="40" width="100" height="60" fill="#06c" clip-path="url(#box)"/></g>',
    "masks": '<mask id="m"><rect width="100" height="100" fill="#fff"/><circle cx="50" cy="50" r="30" fill="#444"/></mask>'
    '<mask id="a" mask-type="alpha"><circle cx="20" cy="20" r="20" opacity=".6"/></mask>'
    '<g mask="url(#m)"><path d="M0 0h100v100H0z" fill="#083"/></g>'
    '<g mask="url(#a)" transform="rotate(10)"><rect width="60" height="60" fill="red"/></g>',
    "gradients": '<linearGradient id="g" x2="0" y2="1"><stop offset="10%" stop-color="red"/>'
    '<stop offset="1" style="stop-color:#00f;stop-opacity:.2"/></linearGradient>'
    '<radialGradient id="r" xlink:href="#g" gradientUnits="userSpaceOnUse" cx="70" cy="30" r="10" spreadMethod="reflect"/>'
    '<rect x="5" y="5" width="40" height="40" fill="url(#g)"/><circle cx="70" cy="30" r="25" fill="url(#r)"/>'
    '<path d="M10 80Q50 40 90 80" fill="none" stroke="url(#g) #000" stroke-width="9" stroke-linecap="round"/>',
    "hidden": '<g display="none"><rect width="100" height="100"/></g><g visibility="hidden"><rect width="50" height="50"/>'
    '<circle visibility="visible" cx="50" cy="50" r="20"/></g><rect width="9" height="9" style="display:none"/>',
    "groups": '<g opacity=".5"><circle cx="40" cy="50" r="30"/><circle cx="60" cy="50" r="30" fill="red"/></g>'
    '<g style="isolation:isolate"><rect width="40" height="40" fill="#fc0"/>'
    '<rect x="20" y="20" width="40" height="40" fill="#0cf" style="mix-blend-mode:multiply"/></g>',
    "strokes": '<path d="M10 10h50l20 20" fill="none" stroke="#000" stroke-width="2mm" stroke-dasharray="0 12" '
    'stroke-linecap="round"/><path d="M50 60z" stroke="red" stroke-width="20" stroke-linecap="round"/>'
    '<g transform="scale(1 3)"><circle cx="80" cy="25" r="9" fill="none" stroke="#080" stroke-width="3"/></g>'
    '<circle cx="20" cy="80" r="12" stroke="#00f" stroke-width="8" fill="#ff0" paint-order="stroke"/>',
    "markers": '<marker id="k" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="5" orient="auto"><path d="M0 0L10 5L0 10z" '
    'fill="red"/></marker><path d="M10 10L50 50C60 90 90 90 90 50" fill="none" stroke="#000" stroke-width="2" '
    'marker-start="url(#k)" marker-mid="url(#k)" style="marker-end:url(#k)"/>',
    "patterns": '<pattern id="p" x="3" y="2" width="9" height="7" patternUnits="userSpaceOnUse" patternTransform='
    '"rotate(15)"><circle cx="4" cy="3" r="2.5" fill="green"/></pattern><circle cx="50" cy="50" r="40" fill="url(#p)"/>',
    "switch": '<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"/>'
    '<g systemLanguage="ja"><rect width="9" height="9"/></g><g><a><circle cx="50" cy="50" r="30"/></a></g></switch>',
    "filters": '<filter id="f"><feFlood flood-opacity="0" result="B"/><feBlend in="SourceGraphic" in2="B"/></filter>'
    '<g filter="url(#f)"><rect x="10" y="10" width="50" height="50" fill="#06c"/></g>',
    "image": f'<image {XLINK} xlink:href="{DATA}" x="10" y="20" width="60" height="30"/>',
    "origin": '<rect x="30" y="30" width="30" height="20" transform="rotate(30)" transform-origin="50 50"/>',
    "hairlines": "".join(f'<path d="M0 {y}L100 {y + 2}" stroke="#000" stroke-width=".1"/>' for y in range(5, 95, 2)),
}
ELSEWHERE = {
    "illustrator": '<?xml version="1.0" encoding="utf-8"?><!-- Generator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
    '"svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_ai "http://ns.adobe.com/AI/10.0/">]>'
    '<svg xmlns:x="&ns_ai;" xmlns="&ns_svg;" x="0px" y="0px" viewBox="0 0 40 40" xml:space="preserve" '
    'style="enable-background:new 0 0 40 40;"><style type="text/css">.st0{fill:#F15A24;}</style>'
    '<g i:extraneous="self" xmlns:i="&ns_ai;"><rect class="st0" width="20" height="30"/></g></svg>',
    "inkscape": '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi" xmlns:rdf="http://rdf" '
    'xmlns:inkscape="http://inkscape" width="10mm" height="20mm" viewBox="0 0 10 20" inkscape:version="1.3" '
    'sodipodi:docname="a.svg"><sodipodi:namedview pagecolor="#fff"/><svg:metadata><rdf:RDF><rdf:li>x</rdf:li></rdf:RDF>'
    '</svg:metadata><svg:path inkscape:connector-curvature="0" d="M1 1l8 0 0 18z" style="fill:#a05a2c;-inkscape-stroke:none;'
    'font-variant-ligatures:normal"/></svg:svg>',
    "a size without viewBox": '<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="48"><circle cx="40" cy="20" '
    'r="20"/></svg>',
    "another size than the viewBox": '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" '
    'viewBox="-10 5 40 20"><path fill="#0a0" d="M-10 5h40v20z"/></svg>',
    "tiny units": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 .01 .01"><path d="M.002 .001l.0071 .004-.004 '
    '.0043z"/></svg>',
    "huge units": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900000 900000"><g opacity=".5"><circle cx="450000" '
    'cy="450000" r="400000"/><path d="M0 0l900000 450000" stroke="red" stroke-width="90000"/></g></svg>',
}
PLACES = {
    **{
        name: f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK} viewBox="0 0 100 100">{inner}</svg>'
        for name, inner in DRAWN.items()
    },
    **ELSEWHERE,
}


@pytest.mark.parametrize("name", PLACES)
def test_art_is_drawn_as_resvg_draws_it(name):
    svg = PLACES[name]
    drawing = drawing_of(svg, "art.svg")
    pages = document({"art": drawing}, fonts())
    # resvg follows no prefixes of its own.
    theirs = expected(svg, drawing.bounds)
    assert worst_tile(painted(pages[0], theirs.height), theirs) < 8
    pages.close()


def nodes_of(svg: str, instead: Mapping[str, str] | None = None) -> tuple[Node, ...]:
    return adapted(svg, "art.svg", instead).nodes(INITIAL, {})


def inks(nodes: tuple[Node, ...]) -> list[Rgb]:
    """The colours that are painted with, those of masks not among them."""
    found: list[Rgb] = []
    for node in nodes:
        if isinstance(node, Group):
            found += inks(node.children)
        assert isinstance(node, Group | Shape)
        for paint in (node.fill, node.stroke) if isinstance(node, Shape) else ():
            found += [stop.colour for stop in paint.stops] if isinstance(paint, Gradient) else [paint] if paint else []
    return found


def test_rules_for_paper_hold_and_those_for_screens_do_not():
    sheet = "@media print { rect { fill: rgb(0 128 0 / 50%) } } @media screen { rect { fill: red } }"
    (node,) = nodes_of(f'<svg viewBox="0 0 9 9"><style>{sheet}</style><rect width="9" height="9"/></svg>')
    assert isinstance(node, Shape)
    assert (node.fill, node.style.fill_opacity) == (colour("#008000"), 0.5)


def test_art_without_a_declaration_is_drawn():
    assert inks(nodes_of('<svg viewBox="0 0 9 9"><path fill="red" d="M0 0h9v9z" xlink:href="#"/></svg>')) == [
        colour("red")
    ]


@pytest.mark.parametrize(
    "inner",
    [
        "<title>t</title><desc>d</desc><metadata>m</metadata><text> </text>",
        '<rect width="0" height="5"/><circle r="-1"/><path d=""/><path d="none"/><g transform="scale(0)"><rect/></g>',
        '<g onclick="x()" data-name="n" aria-label="l" focusable="false" p-id="7" t="8"/>',
        "<style>@font-face{font-family:x;src:url(x.woff)} @keyframes k{from{fill:red}} a:hover{fill:red}</style>",
        '<x:thing xmlns:x="urn:x"><x:rect width="9" height="9"/></x:thing>',
        "<animate attributeName='x'/><set attributeName='y'/>",
        '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>',
    ],
)
def test_what_draws_nothing_is_passed_over(inner):
    assert not nodes_of(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>')


def test_the_inks_of_art_are_named():
    svg = '<svg viewBox="0 0 9 9"><rect width="9" height="9"/><path d="M0 0h9v9z" fill="#FFF" stroke="currentColor"/></svg>'
    found = adapted(svg, "art.svg")
    assert found.inks == ("#000000", "#ffffff", "currentColor")
    assert found.follows
    (_, shape) = found.nodes(replace(INITIAL, color=colour("teal")), {})
    assert isinstance(shape, Shape)
    assert (shape.fill, shape.stroke) == (colour("white"), colour("teal"))


def test_inks_are_replaced_by_name_or_all_of_them():
    svg = (
        '<svg viewBox="0 0 9 9"><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
        '<mask id="m"><path d="M0 0h9v9z" fill="#fff"/></mask><path mask="url(#m)" fill="white" d="M0 0h9v9z"/>'
        '<path fill="none" stroke="rgb(0,0,0)" d="M1 1h5"/><path fill="url(#g)" d="M2 2h5v5z"/></svg>'
    )
    named = nodes_of(svg, {"#fff": "#cc0000", "black": "none"})
    assert inks(named) == [colour("#cc0000"), colour("#cc0000"), colour("black")]
    masked, shaded = named
    assert isinstance(masked, Group)
    assert masked.frame is not None
    assert masked.frame.mask is not None
    assert inks(masked.frame.mask.nodes) == [pytest.approx(colour("white"))]
    assert isinstance(shaded, Shape)
    assert isinstance(shaded.fill, Gradient)
    assert [stop.opacity for stop in shaded.fill.stops] == [1, 0]
    every = nodes_of(svg, {"*": "teal"})
    assert inks(every) == [colour("teal")] * 4
    assert isinstance(every[0], Group)
    assert every[0].frame == replace(masked.frame, mask=every[0].frame.mask if every[0].frame else None)
    with pytest.raises(TemplateError, match="no ink #ff0000"):
        adapted(svg, "art.svg", {"red": "blue"})
    with pytest.raises(ValueError, match="not a colour"):
        adapted(svg, "art.svg", {"#fff": "blau"})
