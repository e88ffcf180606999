"""Text is measured, wrapped by the rules of its language, shrunk to a stated minimum, and never leaves its box."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import PnpError, TemplateError
from pnp.rendering.text.linebreak import NOT_AT_END, NOT_AT_START, pieces
from pnp.rendering.text.typeset import MINIMUM_PT
from pnp.units import MM_PER_PT

KANA = "あいうえおかきくけこっゃゅょアイウエオッャュョー々赤青緑札手番出捨引勝一二三枚人"
MARKS = "、。・「」『』（）！？：…—〜％"
LATIN = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 .,:;!?()-'"
HANGING = tuple("、，。．」』）〕］｝〉》】・：；")
"""What has white at its right that the end of a line does not need."""
TEXTS = {
    "en": st.text(LATIN, min_size=1, max_size=120),
    "ja": st.text(KANA + MARKS + "Ab12 ", min_size=1, max_size=120),
}


def lines_of(svg: str) -> list[str]:
    """Return the text of every line of a block."""
    root = ElementTree.fromstring(f"<g>{svg}</g>")
    return ["".join(node.itertext()) for node in root]


def white_after(setter: Any, char: str) -> float:
    """Return the white that a character has at its right, in em."""
    (face, _), *_ = setter.stack("text").runs(char)
    return float(face.bearings(char)[1])


def widths_of(setter: Any, block: Any) -> list[float]:
    """Return the widths of the lines of a block, less the white of a stop at their end."""
    widths = []
    for node, line in zip(ElementTree.fromstring(f"<g>{block.svg}</g>"), lines_of(block.svg), strict=True):
        closed = [len(part.text or "") for part in node if part.get("letter-spacing") == "0"]
        spread = float(node.get("letter-spacing", 0)) * (len(line) - 1 - sum(closed))
        hangs = white_after(setter, line[-1]) * block.size if line.endswith(HANGING) else 0.0
        widths.append(setter.width(line, block.size) + spread - hangs)
    return widths


@given(st.text(KANA + MARKS + LATIN, max_size=80))
def test_pieces_are_the_text_cut_and_nothing_else(text: str) -> None:
    assert "".join(pieces(text)) == text


def test_a_mark_of_a_note_stays_with_the_word_before_it() -> None:
    assert pieces("置く※。") == ("置", "く※。")


@given(st.text(KANA + MARKS, min_size=1, max_size=80))
def test_no_piece_of_japanese_starts_or_ends_with_what_may_not_stand_there(text: str) -> None:
    cut = pieces(text)
    assert not any(piece[0] in NOT_AT_START for piece in cut[1:])
    assert not any(piece[-1] in NOT_AT_END for piece in cut[:-1])
    assert not any(first[-1] == second[0] and first[-1] in "—…" for first, second in pairwise(cut))


@given(st.text(KANA, min_size=2, max_size=40).filter(lambda text: not set(text) & (NOT_AT_START | set("枚人"))))
def test_japanese_may_break_between_any_two_other_characters(text: str) -> None:
    assert len(pieces(text)) == len(text)


@given(st.text(LATIN, min_size=1, max_size=80))
def test_english_breaks_only_after_blanks(text: str) -> None:
    assert all(piece.endswith(" ") for piece in pieces(text)[:-1])


@pytest.mark.parametrize("language", ["en", "ja"])
@given(data=st.data(), width=st.floats(12, 90), size=st.floats(2.2, 8))
def test_a_block_stays_inside_its_column(
    language: str, data: st.DataObject, width: float, size: float, typesetters: dict[str, Any]
) -> None:
    setter, text = typesetters[language], data.draw(TEXTS[language])
    try:
        block = setter.block(text, 3.0, 4.0, width, size)
    except TemplateError as error:
        assert error.diagnostics[0].code == "text-overflow"
        least = min(MINIMUM_PT * MM_PER_PT, size)
        assert max(setter.width(piece.strip(), least) for piece in pieces(text)) > width - 1e-6 or language == "ja"
        return
    assert block.width <= width + 1e-6
    assert block.size >= min(MINIMUM_PT * MM_PER_PT, size) - 1e-9
    assert all(line_width <= width + 0.01 for line_width in widths_of(setter, block))
    assert "".join("".join(lines_of(block.svg)).split()) == "".join(text.split())


def test_the_white_of_a_middle_dot_may_stand_out_of_the_column(typesetters: dict[str, Any]) -> None:
    block = typesetters["ja"].block("111111・", 3.0, 4.0, 12.0, 3.0)
    assert block.lines == 1
    assert max(widths_of(typesetters["ja"], block)) <= 12.01


@pytest.mark.parametrize("blanks", [0, 1, 3])
def test_blanks_at_its_end_do_not_help_a_line_that_is_moved_closer(blanks: int, typesetters: dict[str, Any]) -> None:
    setter = typesetters["ja"]
    block = setter.block("1—々" + " " * blanks, 3.0, 4.0, 12.0, 5.0)
    assert max(widths_of(setter, block)) <= 12.0 + 1e-3


@given(text=TEXTS["ja"], width=st.floats(15, 60))
def test_no_line_of_a_japanese_block_starts_or_ends_with_what_may_not_stand_there(
    text: str, width: float, typesetters: dict[str, Any]
) -> None:
    try:
        lines = lines_of(typesetters["ja"].block(text, 0, 0, width, 3.0).svg)
    except TemplateError:
        return
    for line in lines[1:]:
        assert not line or line[0] not in NOT_AT_START
    for line in lines[:-1]:
        assert not line or line[-1] not in NOT_AT_END


@pytest.mark.parametrize("language", ["en", "ja"])
@given(
    data=st.data(), width=st.floats(5, 80), size=st.floats(2.2, 12), anchor=st.sampled_from(["start", "middle", "end"])
)
def test_a_line_is_no_wider_than_it_may_be(
    language: str, data: st.DataObject, width: float, size: float, anchor: Any, typesetters: dict[str, Any]
) -> None:
    setter, text = typesetters[language], data.draw(TEXTS[language])
    least = MINIMUM_PT * MM_PER_PT
    try:
        line = setter.line(text, 0, 0, size, width=width, anchor=anchor)
    except TemplateError as error:
        assert error.diagnostics[0].code == "text-overflow"
        assert setter.width(text, min(least, size), tracking=-0.02) > width - 1e-6
        return
    assert line.width <= width + 1e-6
    match = re.search(r'font-size="([\d.]+)"', line.svg)
    assert match
    assert float(match[1]) >= min(least, size) - 0.001


@given(text=TEXTS["en"], height=st.floats(3, 30))
def test_a_block_is_no_taller_than_it_may_be(text: str, height: float, typesetters: dict[str, Any]) -> None:
    try:
        block = typesetters["en"].block(text, 0, 0, 50, 5.0, height=height)
    except TemplateError:
        return
    assert block.height <= height + 1e-6
    assert block.bottom == pytest.approx(block.y + block.height)


def test_strong_words_are_set_in_their_own_font_and_keep_their_place(typesetters: dict[str, Any]) -> None:
    block = typesetters["en"].block("Play **one card** now, **please**.", 0, 0, 90, 3)
    assert lines_of(block.svg) == ["Play one card now, please."]
    assert block.svg.count('font-weight="700"') == 2


def test_text_that_does_not_fit_is_named_with_its_template_line_and_card(
    folder: Any, render: Callable[..., list[Any]]
) -> None:
    with pytest.raises(PnpError) as raised:
        render("<g>\n{{ line(card.name ~ ' of a very long name indeed', 3, 10, 4, width=9) }}\n</g>")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "text-overflow"
    assert "'One of a very long name indeed' does not fit" in diagnostic.message
    assert "6.0 pt" in diagnostic.message
    assert "(cards/one and 1 more)" in diagnostic.message
    assert (str(diagnostic.location), bool(diagnostic.hint)) == ("templates/deck/card.svg.j2:2", True)


@pytest.mark.parametrize("options", [{"width": 9}, {"width": 30, "minimum": 1.2}, {"minimum": 0.5}])
def test_no_line_is_smaller_than_six_points_whatever_is_asked_for(
    options: dict[str, Any], typesetters: dict[str, Any]
) -> None:
    for setter in typesetters.values():
        for size in (1.0, 2.0, 2.2, 5.0):
            assert setter.line("Abc", 0, 0, size, **options).size >= MINIMUM_PT * MM_PER_PT - 1e-9
            assert setter.block("Abc", 0, 0, 20, size, minimum=0.5).size >= MINIMUM_PT * MM_PER_PT - 1e-9
        with pytest.raises(TemplateError, match=r"6\.0 pt"):
            setter.line("Abcdefgh", 0, 0, 3, width=5, minimum=1.0)


def test_text_that_does_not_fit_stops_at_six_points(render: Callable[..., list[Any]]) -> None:
    with pytest.raises(PnpError, match=r"6\.0 pt"):
        render("{{ block('赤がいちばん強い札である' , 3, 10, 9, 4, height=5) }}", language="ja")


def test_a_character_that_no_font_has_is_named(render: Callable[..., list[Any]], folder: Any, pnp: Any) -> None:
    render("{{ line('ok', 3, 10, 4) }}")
    template = folder / "templates" / "deck" / "card.svg.j2"
    template.write_text("{{ line('x \U0001f600 y', 3, 10, 4) }}", encoding="utf-8")
    ran = pnp("build", "mine", "--games", folder / "games.toml")
    assert (ran.status, ran.out) == (2, "")
    assert re.search(r"error\[missing-glyph\]", ran.err)
    assert "U+1F600" in ran.err
    assert not (folder / "output").exists()


@pytest.mark.parametrize("text", ["", " ", "\u200b", "a\nb", "\t", "a\u00a0b", "\u3000"])
def test_blank_and_odd_texts_are_set_without_a_fault(text: str, typesetters: dict[str, Any]) -> None:
    for setter in typesetters.values():
        setter.line(text, 0, 0, 3, width=40)
        setter.block(text, 0, 0, 40, 3, height=20)


@pytest.mark.parametrize("text", ["a\x00b", "a\x07b", "a\x1bb", "\ud800", "\ufffe"])
def test_characters_that_are_no_text_are_told(text: str, render: Callable[..., list[Any]]) -> None:
    escaped = text.encode("unicode_escape").decode("ascii")
    with pytest.raises(PnpError):
        render("{{ line('" + escaped + "', 3, 10, 4) }}")


def test_no_line_breaks_before_a_mark_on_a_letter() -> None:
    assert pieces("か\u3099き\u3099で") == ("か\u3099", "き\u3099", "で")
