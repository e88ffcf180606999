"""What cannot be printed is refused: all of a file at once, each with its place and what to do."""

from __future__ import annotations

import time
from contextlib import suppress
from importlib import import_module

import pytest

from pnp.artsvg import adapted
from pnp.artsvg.reader import MAX_WORK
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.style import INITIAL
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
    "masks of masks": wrap(
        "".join(
            f'<mask id="m{i}"><path d="M0 0h9v{i + 1}z" mask="url(#m{i + 1})"/><path d="M0 0h8v{i + 1}z" '
            f'mask="url(#m{i + 1})"/></mask>'
            for i in range(40)
        )
        + '<mask id="m40"><path d="M0 0h9v9z"/></mask><path d="M0 0h9v9z" mask="url(#m0)"/>'
    ),
    "tiles of tiles": wrap(
        "".join(
            f'<pattern id="p{i}" width=".1" height=".1"><path d="M0 0h9v9z" fill="url(#p{i + 1})"/></pattern>'
            for i in range(4)
        )
        + '<pattern id="p4" width=".1" height=".1"><path d="M0 0h9v9z"/></pattern>'
        + '<path d="M0 0h9v9z" fill="url(#p0)"/>'
    ),
    "unknown ids": wrap("".join(f'<g id="shape{i}"/><use href="#shapes{i}"/>' for i in range(20_000))),
    "unknown elements": wrap("".join(f"<shape{i}/>" for i in range(40_000))),
    "rules in rules": wrap("<style>" + "@media print{" * 9_000 + "</style><g/>"),
    "brackets": wrap("<style>a{b:" + "(" * 90_000 + "}</style><g/>"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_art_is_refused_at_once(name):
    started = time.process_time()  # a machine with other work takes longer by the clock on the wall
    assert refused(BOMBS[name])
    assert time.process_time() - started < 5


_RECT = '<rect width="1" height="1"/>'
SPENT = {
    "children": wrap(f"<defs><g id='a'>{'<title/>' * 900}</g></defs>" + "<use href='#a'/>" * 90),
    "choices": wrap(f"<defs><switch id='a'>{_RECT.replace('<rect', '<rect systemLanguage=`de`') * 900}</switch></defs>"
        .replace("`", "'") + "<use href='#a'/>" * 90),
    "clips": wrap(f"<clipPath id='c'>{'<g/>' * 900}</clipPath>" + _RECT.replace("/>", " clip-path='url(#c)'/>") * 90),
    "windows": wrap("<svg>" * 90 + _RECT * 900 + "</svg>" * 90),
    "blends": wrap("<clipPath id='c'><path d='M0 0h9v9z'/></clipPath>" + "<g clip-path='url(#c)'>" * 90 + _RECT * 900 + "</g>" * 90),
    "long values": wrap(f"<g id='a' transform='{'scale(1)' * 4_000}'/>" + "<use href='#a'/>" * 90),
    "declarations": wrap("<style>rect{" + "fill:red!important;fill:red;" * 2 + "}</style>" + _RECT * 9_000),
    "rules": wrap("<style>" + "*{fill:red}" * 900 + "</style>" + _RECT * 90),
    "parts of rules": wrap("<style>" + "z " + "g " * 90 + "rect{fill:red}</style>" + "<g>" * 90 + _RECT * 90 + "</g>" * 90),
    "unknown properties": wrap(_RECT.replace("/>", f" style='{''.join(f'p{i}:1;' for i in range(4_000))}'/>")),
    "stops": wrap(
        f"<linearGradient id='g'>{'<stop/>' * 900}</linearGradient>" + _RECT.replace("/>", " fill='url(#g)'/>") * 90
    ),
    "names of spaces": f"<svg {' '.join(f'xmlns:a{i}=`u`' for i in range(900))} viewBox='0 0 9 9'>".replace("`", "'")
    + "<g xmlns:b='u'/>" * 900
    + "</svg>",
    "markers": wrap(
        f"<marker id='m'>{_RECT}</marker><path stroke='red' marker-mid='url(#m)' d='M0 0{'L1 1L2 2' * 3_000}'/>"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPENT)
def test_art_takes_a_counted_number_of_steps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.artsvg.reader.MAX_WORK", 40_000)
    (*_, last) = refused(SPENT[name])
    assert last.code == "too-large"
    assert "takes more than 40,000 steps" in last.message


def test_detailed_art_is_drawn() -> None:
    shapes = "".join(f'<path class="c{i % 90}" d="M{i % 9} 0L1.5 {i % 7}L0 0z"/>' for i in range(9_000))
    rules = "".join(f".c{i}{{fill:#{i:03x}}}" for i in range(90))
    assert adapted(wrap(f"<style>{rules}</style>{shapes}"), "art.svg").work < MAX_WORK / 5


@pytest.mark.parametrize(
    ("reads", "element"),
    [
        (
            "pnp.artsvg.covers.changes_nothing",
            '<filter id="f"><feOffset/></filter>' + '<g filter="url(#f)"><path d="M0 0h9v9z"/></g>' * 9,
        ),
        ("pnp.artsvg.adapting._picture", '<image id="i" href="data:image/png;base64,AAAA"/>' + '<use href="#i"/>' * 9),
    ],
)
def test_what_is_used_again_is_read_once(reads: str, element: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, name = reads.rpartition(".")
    function, calls = getattr(import_module(module), name), []
    monkeypatch.setattr(reads, lambda argument: calls.append(argument) or function(argument))
    with suppress(TemplateError):
        adapted(wrap(element), "art.svg")
    assert len(calls) == 1


def test_the_extent_of_tiles_is_that_of_the_shape() -> None:
    tiled = '<pattern id="p" width=".3" height=".3"><path d="M0 0h9v9z"/></pattern><path d="M1 1h5v5z" fill="url(#p)"/>'
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    (node,) = adapted(wrap(f'{clip}<g clip-path="url(#c)">{tiled}</g>'), "art.svg").nodes(INITIAL, {})
    assert node.frame is not None
    assert node.frame.clip is not None
    assert bounds(node.frame.clip.outline) == pytest.approx((1, 1, 5, 5))
