"""Font roles with features: lines are as wide as they were measured, broken or spread."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.cardsvg import parse
from pnp.cardsvg.nodes import Text
from pnp.cardsvg.placing import TextPlacer
from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.model.text import Language
from pnp.rendering.text.theme import load_theme
from pnp.rendering.text.typeset import Typesetter
from pnp.shipped import shipped

BOOK = FontBook([shipped("fonts")])
ON = 'features = ["liga", "kern"]'
MIXED = (
    "このゲームではAVATARとWAVEのカードを配り、officeに置いた(Tofu, fish)を、Ty. の順に並べてから、"
    "Vol. 7とAV-Toを取って、fiordとLToの札を手に加えて、次の人へ渡して、最後に残った一枚を見せます。"
)


def typesetter(language: Language = "en", features: str = ON) -> Typesetter:
    family = 'families = ["EB Garamond", "Shippori Mincho"], weight = 700'
    theme = f"[fonts.{language}]\ntext = {{ {family} }}\nstrong = {{ {family} }}\ntitle = {{ {family}, {features} }}\n"
    return Typesetter(BOOK, load_theme({"theme.toml": theme}, language))


def placed(svg: str) -> list[tuple[str, float, float]]:
    """Return each line's text, and its painted start and end."""
    drawing = parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{svg}</svg>', "face")
    placing, lines = TextPlacer(BOOK), []
    for node in drawing.nodes:
        assert isinstance(node, Text)
        for chunk in node.chunks:
            runs = list(placing.across(chunk))
            last, style = runs[-1], runs[-1].run.style
            wide = placing.stack(last.run).width(last.run.text, style.font_size or 0.0, style.letter_spacing)
            lines.append((chunk.text, runs[0].x, last.x + wide))
    return lines


@pytest.mark.parametrize("options", [{}, {"tracking": 0.1}, {"width": 27.6}, {"width": 20}, {"anchor": "end"}])
def test_a_line_is_as_wide_as_it_says(options: dict[str, Any]) -> None:
    setter = typesetter()
    block = setter.line("AVATAR office", 50, 10, 5, "title", **options)
    ((text, left, right),) = placed(block.svg)
    assert (text, right - left) == ("AVATAR office", pytest.approx(block.width, abs=0.02))
    if not options:
        assert block.width == pytest.approx(setter.width("AVATAR office", 5, "title"))
        assert block.width < setter.width("AVATAR office", 5, "text") - 1


def test_lines_of_english_end_where_they_were_measured_to_end() -> None:
    block = typesetter().block("To fly AVATAR is Vol. office of Ty. Wave, and fiord, LTo. " * 3, 0, 0, 40, 4, "title")
    lines = placed(block.svg)
    assert len(lines) > 3
    assert max(right for *_, right in lines) == pytest.approx(block.width, abs=0.02)


def test_lines_with_words_in_them_are_spread_to_one_edge() -> None:
    inked = []
    for width in range(38, 72):
        svg = typesetter("ja").block(MIXED, 0, 0, width, 4, "title").svg
        spread = [placed(line)[0] for line in re.findall("<text.*?</text>", svg) if "letter-spacing" in line]
        # Stops and brackets stand out over the edge with the white beside them.
        inked += [(text, right, width) for text, _, right in spread if not text.endswith(tuple("、。)"))]
    assert len(inked) > 10
    assert [right for _, right, _ in inked] == [pytest.approx(width, abs=0.03) for *_, width in inked]
    assert any(re.search("[A-Za-z]{2}", text) for text, *_ in inked)


def test_words_are_in_one_piece_where_the_line_is_spread() -> None:
    found = set()
    for width in range(38, 72):
        svg = typesetter("ja").block(MIXED, 0, 0, width, 4, "title").svg
        for line in re.findall("<text.*?</text>", svg):
            pieces = re.findall(r">([^<>]+)<", line)
            found |= set(pieces) if "letter-spacing" in line else set()
            assert not any(
                first.isascii() and second.isascii() for first, second in pairwise(pieces) if " " not in first + second
            )
    assert {"AVATAR", "WAVE", "office", "(Tofu,"} <= found


def test_words_of_a_role_without_features_are_set_without_them() -> None:
    setter = typesetter()
    svg = setter.block("To **AVATAR** office", 0, 0, 90, 5, "title").svg
    assert (
        '<tspan font-family="EB Garamond, Shippori Mincho" font-weight="700" style="font-feature-settings: normal">'
        in svg
    )
    plain = setter.block("To **AVATAR** office", 0, 0, 90, 5, "text", strong="title").svg
    assert plain.count("font-feature-settings: 'kern', 'liga'") == 1
    assert "font-feature-settings" not in setter.block("AVATAR", 0, 0, 90, 5, "text").svg


@pytest.mark.parametrize(
    "features", ['features = "kern"', 'features = ["kerning"]', "features = [1]", 'features = ["<>\'x"]']
)
def test_features_that_are_none_are_told(features: str) -> None:
    with pytest.raises(TemplateError, match=r"theme\.toml.*'features' of the font 'title'") as caught:
        typesetter(features=features)
    assert '["kern", "liga"]' in str(caught.value)


def test_a_build_tells_a_feature_that_no_font_has_at_the_line_that_asks(pnp: Any, tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "face.svg.j2").write_text('{{ line("AV", 5, 9, 4) }}\n{{ line("AV", 5, 19, 4, "title") }}', "utf-8")
    role = '{ families = ["Barlow Semi Condensed"], weight = 500'
    (folder / "theme.toml").write_text(
        f'[fonts.en]\ntext = {role} }}\ntitle = {role}, features = ["kern"] }}\n', "utf-8"
    )
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\nall = [{ id = "newt" }]\n'
        '[mine.components.cards]\nkind = "cards"\ntitle = "cards"\ntemplate = "face"\nof = "all"\n',
        encoding="utf-8",
    )
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert (
        "templates/deck/face.svg.j2:2: error[unknown-feature]: no font of the stack (Barlow Semi Condensed 500)"
        in ran.err
    )
