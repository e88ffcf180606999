"""Templates, words, themes and art: only from the project folder, only within limits, every fault reported."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.cardsvg.nodes import Node, Shape, SymbolUse
from pnp.diagnostics import PnpError, TemplateError
from pnp.rendering.face import Face
from pnp.rendering.templates.sources import TemplateFolders

Render = Callable[..., list[Any]]
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
USE = "{{ art('x', 5, 5, 20) }}"


def drawn(face: Face) -> list[Node]:
    """The nodes of the art on a face."""
    return [node for use in face.drawing.nodes if isinstance(use, SymbolUse) for node in use.symbol.children]


def test_a_folder_that_is_there_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "words.toml").write_text("[en]", encoding="utf-8")
    (tmp_path / "again").symlink_to(tmp_path / "templates")
    twice = TemplateFolders((tmp_path / "templates", tmp_path / "again"))
    assert twice.every("words.toml") == {"templates/words.toml": "[en]"}


def test_art_is_drawn_as_a_symbol_with_its_own_ids(render: Render) -> None:
    body = '<defs><clipPath id="c"><path d="M0 0h{}v5z"/></clipPath></defs><path d="M0 0h9v9z" clip-path="url(#c)"/>'
    own = '<clipPath id="c"><path d="M0 0h7v7z"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>'
    files = {f"art/{name}.svg": ART.format(body.format(width)) for name, width in (("x", 5), ("y", 6))}
    face, *_ = render(USE + "{{ art('y', 5, 30, 20) }}" + own, files=files)
    nodes = [*drawn(face), face.drawing.nodes[-1]]
    clips = [node.frame.clip for node in nodes if node.frame is not None]
    assert [clip.outline[1] for clip in clips if clip is not None] == [("L", (width, 0)) for width in (5, 6, 7)]


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        '<image href="http://example.com/x.png" width="5" height="5"/>',
        '<image href="file:///etc/passwd" width="5" height="5"/>',
        '<image href="../../../../etc/passwd" width="5" height="5"/>',
        '<use href="http://example.com/x.svg#a"/>',
        '<use href="other.svg#a"/>',
        "<style>@import url(http://example.com/x.css)</style>",
        '<path d="M0 0" fill="url(http://example.com/x)"/>',
        '<foreignObject width="5" height="5"/>',
        '<path d="M0 0h" />',
        '<symbol id="a"><use href="#a"/></symbol><use href="#a"/>',
        "<g>" * 5000 + "</g>" * 5000,
    ],
    ids=lambda body: body[:40],
)
def test_art_that_reaches_out_or_cannot_be_drawn_is_refused(body: str, render: Render) -> None:
    with pytest.raises(PnpError) as raised:
        render(USE, files={"art/x.svg": ART.format(body)})
    assert "art/x.svg" in str(raised.value)


def test_what_draws_nothing_does_not_reach_the_face(render: Render) -> None:
    body = '<path d="M0 0h9v9z" onclick="x()" style="behavior:url(x)"/><animate attributeName="x"/>'
    face, *_ = render(USE, files={"art/x.svg": ART.format(body)})
    (shape,) = drawn(face)
    assert isinstance(shape, Shape)
    assert shape.frame is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not xml",
        "<svg>",
        "<html/>",
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<!DOCTYPE svg [<!ENTITY a "b">]>'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&a;</text></svg>',
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&a;</text></svg>',
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
        '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&c;</text></svg>',
        '<?xml-stylesheet href="http://example.com"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0"/>',
        b"\xff\xfe<\x00s\x00",
    ],
    ids=lambda text: repr(text)[:40],
)
def test_files_that_are_no_art_are_told(text: Any, render: Render) -> None:
    with pytest.raises(PnpError) as raised:
        render(USE, files={"art/x.svg": text})
    assert "art/x.svg" in str(raised.value)


@pytest.mark.parametrize("name", ["../card", "/etc/passwd", "a/b", "A", "", ".", "x.svg", "nul\\x"])
def test_a_name_of_art_is_a_plain_name(name: str, render: Render) -> None:
    with pytest.raises(TemplateError, match="there is no art"):
        render("{{ art(" + repr(name) + ", 5, 5, 20) }}")
    assert render("{% if has_art(" + repr(name) + ") %}{{ fail('found') }}{% endif %}")


def test_files_larger_than_they_may_be_are_told(render: Render) -> None:
    for name in ("card.svg.j2", "art/x.svg", "words.toml"):
        with pytest.raises(TemplateError, match="larger than 2 MB"):
            render(USE, files={"art/x.svg": ART.format(""), "words.toml": "", name: " " * 2_000_001})


def test_files_that_are_not_utf_8_are_told(render: Render) -> None:
    for name in ("card.svg.j2", "words.toml", "theme.toml"):
        with pytest.raises(TemplateError, match="not UTF-8") as raised:
            render("", files={"words.toml": "", "theme.toml": "", name: "赤".encode("cp932")})
        assert f"templates/deck/{name}" in str(raised.value)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
@pytest.mark.parametrize("name", ["card.svg.j2", "words.toml", "theme.toml", "art/x.svg"])
def test_a_link_out_of_the_templates_folder_is_refused(
    name: str, render: Render, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret"
    secret.write_text(ART.format(""), encoding="utf-8")
    render("", files={"art/x.svg": ART.format(""), "words.toml": "", "theme.toml": ""})
    path = folder / "templates" / "deck" / name
    path.unlink()
    path.symlink_to(secret)
    files = {} if name == "card.svg.j2" else {"card.svg.j2": USE}
    if name == "card.svg.j2":
        with pytest.raises(TemplateError, match="out of the templates folder"):
            _render_again(folder)
        return
    with pytest.raises(TemplateError, match="out of the templates folder"):
        render(files["card.svg.j2"])


def _render_again(folder: Path) -> None:
    from pnp.build.faces import render_kit  # noqa: PLC0415 - only here the template is not written first
    from pnp.build.options import BuildOptions, KitContext  # noqa: PLC0415
    from pnp.examples import ExampleSet  # noqa: PLC0415
    from pnp.project.project import open_project  # noqa: PLC0415

    project = open_project(folder / "games.toml")
    render_kit(
        KitContext.of(project, project.game("mine"), BuildOptions()), ExampleSet((), (), (), ()), lambda _label: None
    )


def test_a_link_inside_the_templates_folder_is_followed(render: Render, folder: Path) -> None:
    render("", files={"real.svg.j2": "<path d='M0 0h3'/>"})
    (folder / "templates" / "deck" / "linked.svg.j2").symlink_to("real.svg.j2")
    assert "M0 0h3" in render("{% include 'linked.svg.j2' %}")[0].svg


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[en", "cut-off"),
        ("[xx]\na = 'b'", "unknown-key"),
        ("a = 'b'", "unknown-key"),
        ("[en]\na = 3", "wrong-type"),
        ("[en.a]\nb = 'c'", "wrong-type"),
        ("en = 3", "unknown-key"),
        ("[en]\na = " + "[" * 5_000, "too-deep"),
        (f"[en]\n{'.'.join('a' * 20_000)} = 1", "too-deep"),
    ],
    ids=["open", "language", "no-language", "number", "table", "no-table", "deep-list", "deep-key"],
)
def test_words_of_the_wrong_shape_are_told(text: str, code: str, render: Render) -> None:
    with pytest.raises(PnpError) as raised:
        render("", files={"words.toml": text})
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location and diagnostic.location.file) == (code, "templates/deck/words.toml")


def test_missing_words_and_values_are_named(render: Render) -> None:
    with pytest.raises(TemplateError, match=r"there are no words for 'hello' in 'en'.*\n.*add hello = ") as raised:
        render("{{ line(w('hello'), 5, 5, 3) }}", files={"words.toml": "[ja]\nhello = 'x'"})
    assert "templates/deck/words.toml" in str(raised.value)
    with pytest.raises(TemplateError, match=r"ask for \{name\}(?s:.*)its values are: nam"):
        render("{{ line(w('hello', nam='x'), 5, 5, 3) }}", files={"words.toml": "[en]\nhello = 'Hello {name}'"})


@pytest.mark.parametrize(
    "text",
    [
        "[fonts",
        "fonts = 3",
        "[colours]\nx = 1",
        "[fonts.xx]\nx = 1",
        "[fonts]\nen = 3",
        "[fonts.en]\ntext = 'Barlow'",
        "[fonts.en]\ntext = { families = [], weight = 400 }",
        "[fonts.en]\ntext = { families = ['Oswald'], weight = true }",
        "[fonts.en]\ntext = { families = ['Oswald'] }",
        "[fonts.en]\ntext = { families = ['Oswald'], weight = 400, size = 3 }",
        "[fonts.en]\ntext = { families = [3], weight = 400 }",
        "[fonts.en]\ntext = { families = ['No Such Family'], weight = 400 }",
    ],
)
def test_a_theme_of_the_wrong_shape_is_told(text: str, render: Render) -> None:
    with pytest.raises(PnpError) as raised:
        render("{{ line('a', 5, 5, 3) }}", files={"theme.toml": text})
    assert raised.value.diagnostics[0].message


def test_a_theme_of_ones_own_overrides_role_by_role(render: Render) -> None:
    files = {"theme.toml": "[fonts.en]\ntext = { families = ['Oswald'], weight = 600 }"}
    svg = render("{{ line('a', 5, 5, 3) }}{{ line('b', 5, 9, 3, 'strong') }}", files=files)[0].svg
    assert 'font-family="Oswald" font-weight="600"' in svg
    assert 'font-family="Barlow Semi Condensed, BIZ UDPGothic" font-weight="700"' in svg


@pytest.mark.parametrize(
    "href", ["/etc/passwd", "../x.png", "http://example.com/x.png", "data:image/png;base64,AAAA", "x.gif"]
)
def test_a_picture_comes_from_the_project_folder(href: str, render: Render, folder: Path) -> None:
    (folder / "x.gif").write_bytes(b"GIF89a")
    (folder.parent / "x.png").write_bytes(b"\x89PNG")
    with pytest.raises(PnpError) as raised:
        render("{{ image(" + repr(href) + ", 5, 5, 20, 20) }}")
    assert "card.svg.j2" in str(raised.value)


@pytest.mark.parametrize("path", ["own.svg.j2", "deck/own.svg.j2"])
def test_a_file_of_macros_is_found_by_its_name_and_by_its_whole_path(path: str, render: Render) -> None:
    own = '{% macro dot() %}<circle cx="5" cy="5" r="1" fill="#000"/>{% endmacro %}'
    face = f'{{% import "{path}" as own with context %}}{{{{ own.dot() }}}}'
    assert "<circle" in str(render(face, files={"own.svg.j2": own}))
