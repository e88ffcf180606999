"""Where a rule sheet begins a new page."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.kit import BuiltKit
from pnp.build.options import BuildOptions
from pnp.cardsvg.nodes import Text
from pnp.diagnostics import TemplateError
from pnp.project.project import open_project
from tests.rendering.drawn import placed

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.components]
rules = { kind = "page", title = "rules", template = "rules" }
"""


def kit_of(folder: Path, template: str) -> BuiltKit:
    (folder / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (folder / "templates/deck").mkdir(parents=True)
    (folder / "templates/deck/rules.svg.j2").write_text(template, encoding="utf-8")
    project = open_project(folder / "games.toml")
    return build_kit(project, project.game("mine"), BuildOptions())


def pages_of(folder: Path, template: str) -> int:
    return kit_of(folder, template).pages


FIRST = "{{ story.section('One') }}{{ story.text('%s') }}"
SECOND = "{{ story.section('Two') }}{{ story.text('Give a card.') }}{{ story }}"


@pytest.mark.parametrize(
    ("length", "call", "pages"),
    [
        (4, "story.next_side()", 1),
        (4, "story.next_side(always=true)", 2),
        (300, "story.next_side()", 1),
        (300, "story.next_side(always=true)", 2),
    ],
)
def test_a_new_page_begins_where_the_author_wants_it(tmp_path: Path, length: int, call: str, pages: int) -> None:
    assert pages_of(tmp_path, FIRST % ("Take a card. " * length) + f"{{{{ {call} }}}}" + SECOND) == pages


@pytest.mark.parametrize(("keep", "page"), [("false", 0), ("true", 1)])
def test_words_stay_with_what_follows_them_if_they_are_to(tmp_path: Path, keep: str, page: int) -> None:
    macro = "{% macro map(x, y, width, height) %}{{ line('A map', x, y + 4, 4) }}{% endmacro %}"
    call = f"{{{{ story.text('Lead', keep={keep}) }}}}"
    first, second = (f"{{{{ story.figure(map, {height}, wide=true) }}}}" for height in (250, 60))
    kit = kit_of(tmp_path, macro + first + call + second + "{{ story }}")
    assert kit.pages == 2
    nodes = [[node for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)] for face in kit.faces]
    said = ["".join(run.text for text in page for chunk in text.chunks for run in chunk.runs) for page in nodes]
    assert ["Lead" in text for text in said] == [number == page for number in range(2)]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("figure(map, 280)", "error[no-room]: this figure needs 280 mm of a page, and has 273"),
        ("table(map, 274)", "error[no-room]: this table needs 274 mm of a page, and has 273"),
        ("figure(map(0, 0, 50, 28), 28)", "error[template-error]: story.figure takes a macro, and this is a text"),
        ("figure('map', 28)", "error[template-error]: story.figure takes a macro, and this is a text"),
        ("banner('map', 28)", "error[template-error]: story.banner takes a macro, and this is a text"),
        ("foot('map', 28)", "error[template-error]: story.foot takes a macro, and this is a text"),
        ("ending('map')", "error[template-error]: story.ending takes a macro, and this is a text"),
        ("signs('map')", "error[template-error]: story.signs takes a macro, and this is a text"),
        ("even('large')", "error[template-error]: 'large' is no size of words"),
        ("figure(mapp, 28)", "error[undefined-name]: 'mapp' is undefined"),
    ],
)
def test_a_drawing_that_cannot_be_set_is_told_at_its_own_line(tmp_path: Path, call: str, told: str) -> None:
    macro = '{% macro map(x, y, width, height) %}<rect width="9" height="9"/>{% endmacro %}'
    with pytest.raises(TemplateError) as raised:
        pages_of(tmp_path, f"{macro}\n{{{{ story.{call} }}}}\n{{{{ story }}}}")
    assert f"templates/deck/rules.svg.j2:2: {told}" in str(raised.value)


def test_a_drawing_fills_a_whole_page(tmp_path: Path) -> None:
    macro = '{% macro map(x, y, width, height) %}<rect width="9" height="9"/>{% endmacro %}'
    assert pages_of(tmp_path, f"{macro}{{{{ story.figure(map, 272) }}}}{{{{ story }}}}") == 1


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("story.text('Take {gem}.', markup=true)", "error[unknown-icon]: there is no icon 'gem'"),
        ("story.points(['One', 'Take {gem}.'], markup=true)", "error[unknown-icon]: there is no icon 'gem'"),
        ("story.section('\u0e01')", "error[missing-glyph]: no font of the stack"),
        ("say('\u0e01')", "error[missing-glyph]: no font of the stack"),
    ],
)
def test_words_that_cannot_be_set_are_told_at_the_line_that_gives_them(tmp_path: Path, call: str, told: str) -> None:
    macro = "{% macro say(words) %}{{ story.text(words) }}{% endmacro %}"
    with pytest.raises(TemplateError) as raised:
        pages_of(tmp_path, f"{macro}\n{{{{ {call} }}}}\n{{{{ story }}}}")
    assert f"templates/deck/rules.svg.j2:2: {told}" in str(raised.value)


def test_what_a_drawing_cannot_set_is_told_at_the_line_of_its_macro(tmp_path: Path) -> None:
    macro = "{% macro map(x, y, width, height) %}\n{{ line('\u0e01', x, y, 5) }}\n{% endmacro %}"
    with pytest.raises(TemplateError) as raised:
        pages_of(tmp_path, f"{macro}\n{{{{ story.figure(map, 28) }}}}\n{{{{ story }}}}")
    assert "templates/deck/rules.svg.j2:2: error[missing-glyph]" in str(raised.value)


def test_a_sign_of_the_game_stands_before_every_heading(tmp_path: Path) -> None:
    macro = (
        "{% macro sign(x, y, size, ink, number) %}"
        "{{ line([x | round(1), size | round(1), ink, number] | join('/'), x, y + 3, 3) }}"
        "{% endmacro %}"
    )
    first = "{{ story.signs(sign) }}{{ story.section('One', ink='#ff0000') }}{{ story.text('A') }}"
    kit = kit_of(tmp_path, macro + first + "{{ story.section('Two') }}{{ story.text('B') }}{{ story }}")
    drawn = [node for face in kit.faces for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    texts = {run.text: chunk.x for text in drawn for chunk in text.chunks for run in chunk.runs}
    assert [text for text in texts if "/" in text] == ["12.0/4.9/#ff0000/0", "109.5/4.9/#31147e/1"]
    assert texts["One"] == pytest.approx(12 + 4.9 + 1.7)


@pytest.mark.parametrize(("keep", "page"), [("false", 0), ("true", 1)])
def test_a_drawing_stays_with_what_follows_it_if_it_is_to(tmp_path: Path, keep: str, page: int) -> None:
    macro = "{% macro map(x, y, width, height) %}{{ line('A map', x, y + 4, 4) }}{% endmacro %}"
    first, last = (f"{{{{ story.figure(plain, {height}, wide=true) }}}}" for height in (220, 60))
    plain = '{% macro plain(x, y, width, height) %}<rect width="9" height="9"/>{% endmacro %}'
    call = f"{{{{ story.figure(map, 9, wide=true, keep={keep}) }}}}"
    kit = kit_of(tmp_path, macro + plain + first + call + last + "{{ story }}")
    nodes = [[node for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)] for face in kit.faces]
    said = ["".join(run.text for text in page for chunk in text.chunks for run in chunk.runs) for page in nodes]
    assert ["A map" in text for text in said] == [number == page for number in range(2)]


@pytest.mark.parametrize(("call", "sizes"), [("", 2), ("{{ story.even() }}", 1)])
def test_an_even_sheet_has_one_size_of_type_on_all_pages(tmp_path: Path, call: str, sizes: int) -> None:
    text = f"{{{{ story.text('{'Take a card of the deck, and go on. ' * 8}') }}}}"
    kit = kit_of(tmp_path, f"{call}{text * 36}{{{{ story.next_side(always=true) }}}}{text * 60}{{{{ story }}}}")
    drawn = [node for face in kit.faces for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    runs = [run for text in drawn for chunk in text.chunks for run in chunk.runs if "Take" in run.text]
    assert len({run.style.font_size for run in runs}) == sizes


@pytest.mark.parametrize(
    ("wide", "heights", "boxes"),
    [
        ("true", [236.0], []),
        ("true", [200.0], [(12.0, 186.0, 65.0)]),
        ("true", [20.0], [(12.0, 186.0, 115.3)]),
        ("false", [200.0, 240.0], [(12.0, 88.5, 54.9)]),
        ("false", [240.0, 200.0], [(109.5, 88.5, 54.9)]),
        ("false", [200.0, 200.0], [(12.0, 186.0, 65.0)]),
    ],
)
def test_a_picture_fills_white_of_forty_millimetres(
    tmp_path: Path, wide: str, heights: list[float], boxes: list[tuple[float, float, float]]
) -> None:
    figure = '{% macro figure(x, y, width, height) %}<rect width="9" height="9"/>{% endmacro %}'
    said = "{{ line([x, width, height | round(1)] | join('/'), x, y + 3, 3) }}"
    ending = f"{{% macro ending(x, y, width, height) %}}{said}{{% endmacro %}}{{{{ story.ending(ending) }}}}"
    figures = "".join(f"{{{{ story.figure(figure, {height}, {wide}) }}}}" for height in heights)
    kit = kit_of(tmp_path, f"{figure}{ending}{figures}{{{{ story }}}}")
    drawn = [node for face in kit.faces for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    texts = [run.text for text in drawn for chunk in text.chunks for run in chunk.runs if "/" in run.text]
    assert [tuple(map(float, text.split("/"))) for text in texts] == [pytest.approx(box, abs=0.1) for box in boxes]
