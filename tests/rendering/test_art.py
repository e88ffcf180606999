"""Art files in templates: unchanged, and in other inks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.cardsvg import Drawing, parse
from pnp.cardsvg.colours import colour
from pnp.cardsvg.nodes import Gradient, Group, Paint, Shape, SymbolUse
from pnp.diagnostics import TemplateError
from pnp.rendering.art import ArtLibrary
from pnp.rendering.templates.sources import TemplateFolders

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x" x:by="me" viewBox="0 0 8 8" style="height: 8px">'
    '<path d="M0 0h8v8H0z"/><path fill="#fff" class="a" d="M1 1h5v5z"/></svg>'
)
OUTLINED = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M4 4h9"/></svg>'
FIXED = '<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#123456"/></svg>'
PLAIN = (
    '<svg viewBox="0 0 8 8"><linearGradient id="g"><stop stop-color="blue"/></linearGradient>'
    '<rect width="8" height="4" fill="url(#g)"/><rect width="8" height="8"/></svg>'
)
SHADED = (
    '<svg viewBox="0 0 8 8"><linearGradient id="g"><stop stop-color="currentColor"/>'
    '<stop offset="1" stop-color="currentColor" stop-opacity="0"/></linearGradient>'
    '<path fill="url(#g)" d="M0 0h8v8z"/></svg>'
)


@pytest.fixture
def library(tmp_path: Path) -> ArtLibrary:
    folder = tmp_path / "templates" / "mine" / "art"
    folder.mkdir(parents=True)
    for name, svg in {"icon": ICON, "outlined": OUTLINED, "fixed": FIXED, "plain": PLAIN, "shaded": SHADED}.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    (folder / "broken.svg").write_text('<svg viewBox="0 0 1 1"><text>a</text>\n<rct/></svg>', encoding="utf-8")
    return ArtLibrary(TemplateFolders((tmp_path / "templates",)), "mine")


def face(library: ArtLibrary, use: str) -> Drawing:
    return parse(f'<svg viewBox="0 0 63 88">{use}</svg>', "face.svg", art=library.used_in(use))


def shapes(drawing: Drawing) -> list[Shape]:
    """The shapes of the art on a face."""
    uses = [node for node in drawing.nodes if isinstance(node, SymbolUse)]
    return [node for use in uses for node in use.symbol.children if isinstance(node, Shape)]


def fills(drawing: Drawing) -> list[Paint]:
    return [shape.fill for shape in shapes(drawing)]


def test_art_in_the_profile_is_taken_as_it_is(library):
    drawing = face(library, library.use("fixed", 0, 0, 9, 9))
    assert fills(drawing) == [colour("#123456")]
    assert list(drawing.art) == ["art-fixed"]


def test_art_in_the_profile_takes_its_paint_over_from_its_use(library):
    gradient = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>'
    use = library.use("plain", 0, 0, 9, 9)
    drawing = face(library, f'{gradient}<g fill="url(#g)">{use}</g>')
    (group,) = drawing.nodes
    assert isinstance(group, Group)
    assert isinstance(group.children[0], SymbolUse)
    own, taken = group.children[0].symbol.children
    assert isinstance(own, Shape)
    assert isinstance(taken, Shape)
    assert isinstance(own.fill, Gradient)
    assert isinstance(taken.fill, Gradient)
    assert [paint.stops[0].colour for paint in (own.fill, taken.fill)] == [colour("blue"), colour("red")]


def test_what_the_root_says_of_paint_is_not_lost(library):
    (shape,) = shapes(face(library, library.use("outlined", 0, 0, 9, 9, "#ff0000")))
    assert (shape.fill, shape.stroke, shape.style.stroke_width) == (None, colour("#ff0000"), 2)


def test_one_colour_replaces_every_ink_of_art_that_follows_none(library):
    assert fills(face(library, library.use("icon", 0, 0, 9, 9, "#c00"))) == [colour("#c00")] * 2
    assert fills(face(library, library.use("fixed", 0, 0, 9, 9, "#c00"))) == [colour("#c00")]


def test_single_inks_are_replaced_by_name(library):
    one = face(library, library.use("icon", 0, 0, 9, 9, {"#fff": "#00cc00", "black": "none"}))
    assert fills(one) == [colour("#00cc00")]
    rest = face(library, library.use("icon", 0, 0, 9, 9, {"#ffffff": "#00cc00", "*": "navy"}))
    assert fills(rest) == [colour("navy"), colour("#00cc00")]
    with pytest.raises(TemplateError, match="no ink #00ff00"):
        library.use("icon", 0, 0, 9, 9, {"lime": "#fff"})
    with pytest.raises(TemplateError, match="not a colour"):
        library.use("icon", 0, 0, 9, 9, {"#fff": "whit"})


def test_the_surroundings_are_an_ink_with_a_name(library):
    plain = library.use("fixed", 0, 0, 9, 9, {"currentColor": "#c00"})
    assert plain == library.use("fixed", 0, 0, 9, 9).replace("#1b1a1f", "#c00")


def test_uses_in_several_colours_stand_beside_each_other(library):
    uses = "".join(library.use("icon", 0, 0, 9, 9, color) for color in (None, "#c00", {"#fff": "#0c0"}, "#00c"))
    drawing = face(library, uses)
    assert len(drawing.art) == 3
    assert len({use.symbol.key for use in drawing.nodes if isinstance(use, SymbolUse)}) == 4


def test_a_gradient_follows_the_colour_of_its_use(library):
    uses = library.use("shaded", 0, 0, 9, 9, "#cc0000") + library.use("shaded", 0, 0, 9, 9, "#00cc00")
    gradients = [fill for fill in fills(face(library, uses)) if isinstance(fill, Gradient)]
    assert [fill.stops[0].colour for fill in gradients] == [colour("#c00"), colour("#0c0")]


def test_the_digest_of_a_face_tells_its_art_from_other_art(library, tmp_path):
    use = library.use("icon", 0, 0, 9, 9)
    before = face(library, use)
    icon = tmp_path / "templates/mine/art/icon.svg"
    again = ArtLibrary(TemplateFolders((tmp_path / "templates",)), "mine")
    icon.write_text(f"<!-- the same -->{ICON}", encoding="utf-8")
    assert face(again, use).digest == before.digest
    other = ArtLibrary(TemplateFolders((tmp_path / "templates",)), "mine")
    icon.write_text(ICON.replace("M1 1", "M2 1"), encoding="utf-8")
    assert face(other, use).source == before.source
    assert face(other, use).digest != before.digest


@pytest.mark.parametrize("inner", ['<path d="M0 0h9e6v9"/>', '<path d="M0 0h9" stroke="#000" stroke-width="9e5"/>'])
def test_art_that_the_profile_cannot_say_is_refused(library, tmp_path, inner):
    svg = f'<svg viewBox="0 0 100 100" class="a">{inner}</svg>'
    (tmp_path / "templates/mine/art/far.svg").write_text(svg, encoding="utf-8")
    with pytest.raises(TemplateError, match="the art cannot be drawn"):
        library.use("far", 0, 0, 9, 9)


def test_all_that_is_wrong_with_art_is_told_at_its_places(library):
    with pytest.raises(TemplateError) as caught:
        library.use("broken", 0, 0, 9, 9)
    assert [
        (diagnostic.code, diagnostic.location.file, diagnostic.location.line) for diagnostic in caught.value.diagnostics
    ] == [
        ("text", "templates/mine/art/broken.svg", 1),
        ("unknown-element", "templates/mine/art/broken.svg", 2),
    ]


def test_an_ink_that_the_art_lacks_is_told_at_the_template(render: Callable[..., list[Any]]) -> None:
    art = '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z" fill="#cc0000"/></svg>'
    with pytest.raises(TemplateError) as raised:
        render("\n{{ art('gem', 1, 2, 3, color={'#00cc00': '#000'}) }}", files={"art/gem.svg": art})
    (diagnostic,) = raised.value.diagnostics
    assert str(diagnostic.location).endswith("card.svg.j2:2")
    assert diagnostic.message.startswith("the art has no ink #00cc00")
    assert diagnostic.hint == "its inks are: #cc0000 (art 'gem')"


@pytest.mark.parametrize(
    ("view", "code"),
    [('viewBox="0 0 9"', "bad-value"), ("", "missing-attribute"), ('viewBox="0 0 0 9"', "missing-attribute")],
)
def test_art_without_a_size_is_told_once(render: Callable[..., list[Any]], view: str, code: str) -> None:
    with pytest.raises(TemplateError) as raised:
        render("{{ art('gem', 1, 2, 3) }}", files={"art/gem.svg": f'<svg {view}><path d="M0 0h1v1z"/></svg>'})
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.hint) == (code, 'write viewBox="0 0 width height" on it')


def test_a_style_sheet_alone_loads_its_reader():
    code = (
        "import sys; from pnp.artsvg import adapted; "
        "adapted('<svg viewBox=\"0 0 1 1\"><rect style=\"fill:red\"/></svg>', 'a'); "
        "assert 'tinycss2' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_file_with_a_capital_is_named_with_what_to_call_it(render: Callable[..., list[Any]]) -> None:
    with pytest.raises(TemplateError) as raised:
        render(
            "{{ art('coin', 1, 2, 3) }}", files={"art/Coin.svg": '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'}
        )
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint == "there is templates/deck/art/Coin.svg: call it templates/deck/art/coin.svg"


@pytest.mark.parametrize("art", [ICON, OUTLINED, FIXED.replace("#123456", "currentColor")])
def test_each_colour_of_large_art_takes_work_of_its_face(render: Callable[..., list[Any]], art: str) -> None:
    large = art.replace("</svg>", f'<path d="M0 0{"h0" * 20_000}"/></svg>')
    again = "{% for i in range(900) %}{{ art('gem', 1, 2, 3) }}{% endfor %}"
    assert render(again, files={"art/gem.svg": large})
    colours = "{% for i in range(100, 999) %}{{ art('gem', 1, 2, 3, color='#' ~ i) }}{% endfor %}"
    with pytest.raises(TemplateError, match="more than 200000 calls"):
        render(colours, files={"art/gem.svg": large})


@pytest.mark.parametrize("start", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"])
def test_a_picture_that_is_called_svg_is_not_to_be_saved_as_text(tmp_path: Path, start: bytes) -> None:
    (tmp_path / "coin.svg").write_bytes(start + bytes(range(256)))
    with pytest.raises(TemplateError) as raised:
        TemplateFolders((tmp_path,)).find("coin.svg")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == ("not-svg", "this is a PNG or JPEG picture, and no SVG")
    assert 'image("coin.png", x, y, width, height)' in str(diagnostic.hint)
