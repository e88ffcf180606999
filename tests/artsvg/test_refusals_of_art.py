"""What cannot be printed is refused: all of a file at once, each with its place and what to do."""

from __future__ import annotations

import time

import pytest

from pnp.artsvg import adapted
from pnp.diagnostics import TemplateError


def wrap(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>'


def refused(svg: str):
    with pytest.raises(TemplateError) as caught:
        adapted(svg, "art.svg")
    for diagnostic in caught.value.diagnostics:
        assert diagnostic.location is not None
        assert diagnostic.location.file == "art.svg"
    return caught.value.diagnostics


def test_all_that_is_wrong_with_a_file_is_told_at_once():
    svg = wrap(
        '\n<text x="1">name</text>\n<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>\n'
        '<g filter="url(#f)"><rect widht="5" width="5" height="5" fill="blau"/></g>\n  <path d="M0 0 oops"/>\n'
        '<use href="#nobody"/><image href="http://x/y.png"/>'
    )
    told = [(one.code, one.location.line, one.location.column) for one in refused(svg)]
    assert told == [
        ("text", 2, 1),
        ("filter", 4, 4),
        ("unknown-attribute", 4, 27),
        ("bad-value", 4, 58),
        ("bad-value", 5, 9),
        ("unknown-id", 6, 6),
        ("image", 6, 29),
    ]


def test_what_to_do_is_told_with_it():
    (text,) = refused(wrap("<text>a</text>"))
    assert "Object to Path" in (text.hint or "")
    assert "Create Outlines" in (text.hint or "")
    (script,) = refused(wrap("<script>draw()</script>"))
    assert "take the script out" in (script.hint or "")


@pytest.mark.parametrize(
    ("inner", "code"),
    [
        ("<rct/>", "unknown-element"),
        ("<foreignObject><p/></foreignObject>", "unknown-element"),
        ('<path d="M0 0h9v9z" fill="url(#none)"/>', "unknown-id"),
        ('<path d="M0 0h9v9z" clip-path="circle(3px)"/>', "bad-value"),
        ('<path d="M0 0h9v9z" fill="var(--x)"/>', "bad-value"),
        ('<path d="M0 0h9v9z" style="mix-blend-mode:plus-lighter"/>', "bad-value"),
        ('<use href="other.svg#a"/>', "outside"),
        ('<g id="a"><use href="#a"/></g>', "loop"),
        ('<mask id="m"><g mask="url(#m)"><path d="M0 0h9v9z"/></g></mask><path mask="url(#m)" d="M0 0h9v9z"/>', "loop"),
        ("<style>@import url(x.css);</style>", "style-sheet"),
        ("<style>rect ~ path {fill: red}</style>", "style-sheet"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "image"),
        ('<image href="../secret.png" width="1" height="1"/>', "image"),
    ],
)
def test_a_feature_that_is_not_drawn_is_refused(inner, code):
    assert code in {one.code for one in refused(wrap(inner))}


def test_a_file_that_is_no_svg_is_refused():
    assert refused("<html/>")[0].code == "not-svg"
    assert refused("")[0].code == "syntax"
    assert refused("<svg viewBox='0 0 1 1'>")[0].code == "syntax"
    assert refused("<svg><path/></svg>")[0].code == "missing-attribute"
    assert refused('<?xml-stylesheet href="a.css"?>' + wrap(""))[0].code == "outside"


BOMBS = {
    "laughs": '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + wrap("&b;"),
    "long entity": f'<!DOCTYPE svg [<!ENTITY a "{"x" * 999}">]>' + wrap(f'<g id="{"&a;" * 9000}"/>'),
    "file": '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>' + wrap("&a;"),
    "parameter": '<!DOCTYPE svg [<!ENTITY % a SYSTEM "/etc/passwd"> %a;]>' + wrap(""),
    "deep": wrap("<g>" * 5000 + "</g>" * 5000),
    "uses": wrap(
        '<g id="a0"><path d="M0 0h9"/></g>'
        + "".join(f'<g id="a{i}">' + f'<use href="#a{i - 1}"/>' * 10 + "</g>" for i in range(1, 12))
    ),
    "chain": wrap("".join(f'<g id="a{i}"><use href="#a{i + 1}"/></g>' for i in range(3000))),
    "masks": wrap(
        "".join(f'<mask id="m{i}"><g mask="url(#m{i + 1})"><path d="M0 0h9v9z"/></g></mask>' for i in range(300))
        + '<path d="M0 0h9v9z" mask="url(#m0)"/>'
    ),
    "tiles": wrap(
        '<pattern id="p" width=".001" height=".001"><path d="M0 0h9"/></pattern><path d="M0 0h9v9z" fill="url(#p)"/>'
    ),
    "numbers": wrap('<polygon points="' + "12.55,30.25 " * 40 + '51.90mm"/>'),
    "scales": wrap('<g transform="scale(1e6)">' * 40 + '<path d="M0 0h9v9z"/>' + "</g>" * 40),
    "points": wrap('<path id="p" d="M0 0' + "L1 2 3 4" * 20_000 + '"/>' + '<use href="#p" x="1"/>' * 2_000),
    "large": wrap("<g/>" * 600_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_art_is_refused_at_once(name):
    started = time.perf_counter()
    assert refused(BOMBS[name])
    assert time.perf_counter() - started < 5
