"""Art files in templates: unchanged, and in other inks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cardsvg import parse
from pnp.diagnostics import TemplateError
from pnp.rendering.art import ArtLibrary
from pnp.rendering.templates.sources import TemplateFolders

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x" x:by="me" viewBox="0 0 8 8" style="height: 8px">'
    '<path d="M0 0h8v8H0z"/><path fill="#fff" class="a" d="M1 1h5v5z"/></svg>'
)
OUTLINED = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M4 4h9"/></svg>'
FIXED = '<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#123456"/></svg>'
SHADED = (
    '<svg viewBox="0 0 8 8"><linearGradient id="g"><stop stop-color="currentColor"/>'
    '<stop offset="1" stop-color="currentColor" stop-opacity="0"/></linearGradient>'
    '<path fill="url(#g)" d="M0 0h8v8z"/></svg>'
)


@pytest.fixture
def library(tmp_path: Path) -> ArtLibrary:
    folder = tmp_path / "templates" / "mine" / "art"
    folder.mkdir(parents=True)
    for name, svg in {"icon": ICON, "outlined": OUTLINED, "fixed": FIXED, "shaded": SHADED}.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    (folder / "broken.svg").write_text('<svg viewBox="0 0 1 1"><text>a</text>\n<rct/></svg>', encoding="utf-8")
    return ArtLibrary(TemplateFolders((tmp_path / "templates",)), "mine")


def face(library: ArtLibrary, use: str) -> str:
    svg = f'<svg viewBox="0 0 63 88"><defs>{library.definitions_for(use)}</defs>{use}</svg>'
    assert parse(svg, "face.svg").nodes
    return svg


def test_art_in_the_profile_is_taken_as_it_is(library):
    svg = face(library, library.use("fixed", 0, 0, 9, 9))
    assert '<symbol id="art-fixed" viewBox="0 0 8 8"><rect width="8" height="8" fill="#123456"/></symbol>' in svg


def test_what_the_root_says_of_paint_is_not_lost(library):
    svg = face(library, library.use("outlined", 0, 0, 9, 9, "#ff0000"))
    assert 'fill="none" stroke="currentColor" stroke-width="2"' in svg
    assert 'color="#ff0000"' in svg


def test_one_colour_replaces_every_ink_of_art_that_follows_none(library):
    svg = face(library, library.use("icon", 0, 0, 9, 9, "#c00"))
    assert svg.count('fill="currentColor"') == 2
    assert "#fff" not in svg
    fixed = face(library, library.use("fixed", 0, 0, 9, 9, "#c00"))
    assert "#123456" not in fixed


def test_single_inks_are_replaced_by_name(library):
    svg = face(library, library.use("icon", 0, 0, 9, 9, {"#fff": "#00cc00", "black": "none"}))
    assert svg.count("<path") == 1
    assert "#00cc00" in svg
    rest = face(library, library.use("icon", 0, 0, 9, 9, {"#ffffff": "#00cc00", "*": "navy"}))
    assert "#000080" in rest
    with pytest.raises(TemplateError, match="no ink #00ff00"):
        library.use("icon", 0, 0, 9, 9, {"lime": "#fff"})
    with pytest.raises(TemplateError, match="not a colour"):
        library.use("icon", 0, 0, 9, 9, {"#fff": "whit"})


def test_the_surroundings_are_an_ink_with_a_name(library):
    plain = library.use("fixed", 0, 0, 9, 9, {"currentColor": "#c00"})
    assert plain == library.use("fixed", 0, 0, 9, 9).replace("#1b1a1f", "#c00")


def test_uses_in_several_colours_stand_beside_each_other(library):
    uses = "".join(library.use("icon", 0, 0, 9, 9, color) for color in (None, "#c00", {"#fff": "#0c0"}, "#00c"))
    assert face(library, uses).count("<symbol") == 3


def test_a_gradient_follows_the_colour_of_its_use(library):
    uses = library.use("shaded", 0, 0, 9, 9, "#cc0000") + library.use("shaded", 0, 0, 9, 9, "#00cc00")
    svg = face(library, uses)
    assert "#cc0000" in svg
    assert "#00cc00" in svg


def test_all_that_is_wrong_with_art_is_told_at_its_places(library):
    with pytest.raises(TemplateError) as caught:
        library.use("broken", 0, 0, 9, 9)
    assert [
        (diagnostic.code, diagnostic.location.file, diagnostic.location.line) for diagnostic in caught.value.diagnostics
    ] == [
        ("text", "templates/mine/art/broken.svg", 1),
        ("unknown-element", "templates/mine/art/broken.svg", 2),
    ]


def test_a_style_sheet_alone_loads_its_reader():
    code = (
        "import sys; from pnp.artsvg import adapted; "
        "adapted('<svg viewBox=\"0 0 1 1\"><rect style=\"fill:red\"/></svg>', 'a'); "
        "assert 'tinycss2' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
