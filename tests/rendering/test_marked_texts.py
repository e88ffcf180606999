"""Marked-up texts: their blocks, measured icons that are read back, and text that flows round a box."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.ruler import Ruler

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.model.game import Icon
from pnp.model.text import Phrase
from pnp.rendering.art import BESIDE, CHARACTER, IconSet
from pnp.rendering.text import marked
from pnp.rendering.text.marked import GAP, parse_blocks, parse_line
from pnp.rendering.text.theme import FontRole, Theme
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import FilledText, Words
from pnp.shipped import shipped

COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="#d4a017"/></svg>'


def known(_name: str, _text: str) -> None:
    """Accept every icon."""


def summarise(text: str) -> list[tuple[str, str]]:
    """Return each block as level, marker and depth, and its spans with marks of their own."""
    marks = {"plain": "", "strong": "**", "emphasis": "*"}
    return [
        (
            f"{part.level}{part.marker}{part.depth}",
            "".join(f"{{{s.icon}}}" if s.icon else f"{marks[s.voice]}{s.text}{marks[s.voice]}" for s in part.spans),
        )
        for part in parse_blocks(text, known)
    ]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("Gain {coin}{coin}.", [("00", "Gain {coin}{coin}.")]),
        ("**Gain {coin}** now", [("00", "**Gain **{coin} now")]),
        ("a *b* _c_ **d *e***", [("00", "a *b* *c* **d ****e**")]),
        ("one\ntwo", [("00", "one"), ("00", "two")]),
        ("# Big\nsmall", [("10", "Big"), ("00", "small")]),
        ("- a\n- b\n  - c", [("0•1", "a"), ("0•1", "b"), ("0•2", "c")]),
        ("3. a\n4. b", [("03.1", "a"), ("04.1", "b")]),
        ("{{coin}} costs {{2}}", [("00", "{coin} costs {2}")]),
        ("**「二枚」**を引く", [("00", "**「二枚」**を引く")]),
        ("7*6*5 and a_b_c", [("00", "7*6*5 and a_b_c")]),
        ("2 * 3 * 4", [("00", "2 * 3 * 4")]),
        ("", []),
    ],
)
def test_what_is_read_of_a_marked_up_text(text: str, blocks: list[tuple[str, str]]) -> None:
    assert summarise(text) == blocks


def test_a_blank_line_and_a_heading_are_set_off() -> None:
    assert [part.above for part in parse_blocks("a\nb\n\nc\n# d\ne", known)] == [0, 0, GAP, GAP, GAP]


def test_a_value_that_fills_a_placeholder_is_never_read_for_marks() -> None:
    words = Words("en", {"gain": "**Gain** {what} and {coin}"}, "words.toml", icons=frozenset({"coin"}))
    filled = words("gain", what="{coin} **x** # y\n- z")
    assert filled == "**Gain** {coin} **x** # y\n- z and {coin}"
    assert isinstance(filled, FilledText)
    literal = [span for part in parse_blocks(filled, known) for span in part.spans]
    assert [span.icon for span in literal if span.icon] == ["coin"]
    assert [span.text for span in literal if span.voice == "strong"] == ["Gain"]


def test_a_value_of_a_phrase_within_a_phrase_is_not_read_either() -> None:
    words = Words("en", {"outer": "Do {inner}!", "inner": "**{name}**"}, "words.toml")
    filled = words("outer", inner=Phrase("inner", {"name": "*x*"}))
    assert [(span.text, span.voice) for span in parse_line(filled, known)] == [
        ("Do ", "plain"),
        ("*x*", "strong"),
        ("!", "plain"),
    ]


def test_a_value_goes_before_an_icon_of_its_name_and_other_names_are_still_missing() -> None:
    words = Words("en", {"gain": "{coin}", "lack": "{gem}"}, "words.toml", icons=frozenset({"coin"}))
    assert (words("gain"), words("gain", coin=3)) == ("{coin}", "3")
    with pytest.raises(TemplateError, match=r"ask for \{gem\}"):
        words("lack")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a { b", "{b}"),
        ("a } b", "{coin}"),
        ("{no icon}", "{no-icon}"),
        ("{}", "{coin}"),
        ("{gem and", "{gem}"),
        ("{ gem }", "{gem}"),
        ("{Gem}", "{gem}"),
    ],
)
def test_a_brace_that_belongs_to_no_icon_is_an_error(text: str, meant: str) -> None:
    with pytest.raises(TemplateError, match="is no icon") as raised:
        parse_blocks(text, known)
    assert f"in small letters: {meant};" in str(raised.value)


class _Art:
    """Library with a single piece of art, half as high again as wide."""

    def __init__(self) -> None:
        self.requested: set[str] = set()

    def has(self, name: str) -> bool:
        return name == "coin"

    def art(self, name: str) -> Any:
        assert name == "coin"
        return type("Art", (), {"view": (0.0, 0.0, 30.0, 20.0)})()

    def use(self, name: str, x: float, y: float, width: float, height: float, color: dict[str, str]) -> str:
        box = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
        return f'<use href="#art-{name}" {box} color="{color.get("*", color["currentColor"])}"/>'


@pytest.fixture(scope="module")
def setter() -> Typesetter:
    stack = ("Barlow Semi Condensed", "BIZ UDPGothic")
    roles = {role: FontRole(stack, 500) for role in ("text", "strong", "title")} | {
        "emphasis": FontRole(stack, 500, "italic")
    }
    icons = IconSet({"gold": Icon("coin", "#aa0000", 2.0, "Gold")}, _Art(), "en")  # type: ignore[arg-type]
    return Typesetter(FontBook([shipped("fonts")]), Theme("en", roles, "theme.toml"), None, icons)


def test_an_icon_is_as_wide_as_it_is_drawn(setter: Typesetter) -> None:
    words = setter.width("Gain .", 4)
    assert setter.width("Gain {coin}.", 4, markup=True) == pytest.approx(words + 4 * (1.5 + 2 * BESIDE))
    assert setter.width("Gain {gold}.", 4, markup=True) == pytest.approx(words + 4 * (3 + 2 * BESIDE))


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_icons_stand_where_their_line_leaves_room(setter: Typesetter, anchor: Any) -> None:
    svg = setter.line("ab{coin}c{gold}", 30, 10, 4, anchor=anchor, markup=True).svg
    uses = re.findall(
        r'<use href="#art-coin" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" color="(.*?)"', svg
    )
    total = setter.width("ab{coin}c{gold}", 4, markup=True)
    left = 30 - total * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    after_ab = left + setter.width("ab", 4) + BESIDE * 4
    after_c = after_ab + (1.5 + BESIDE) * 4 + setter.width("c", 4) + BESIDE * 4
    assert [float(use[0]) for use in uses] == pytest.approx([after_ab, after_c], abs=0.01)
    assert [(float(use[2]), float(use[3])) for use in uses] == [(6.0, 4.0), (12.0, 8.0)]
    assert [use[4] for use in uses] == ["#1b1a1f", "#aa0000"]
    middles = [float(use[1]) + float(use[3]) / 2 for use in uses]
    assert middles[0] == pytest.approx(middles[1], abs=0.01)
    assert 7 < middles[0] < 10


def test_a_row_of_icons_wraps_and_one_that_is_wider_than_its_column_overflows(setter: Typesetter) -> None:
    block = setter.block("{coin}" * 9, 0, 0, 20, 4, markup=True)
    assert block.lines == 3
    assert block.width <= 20
    with pytest.raises(TemplateError, match="does not fit"):
        setter.block("{gold}" * 3, 0, 0, 5, 4, markup=True, height=30)


def test_an_icon_that_there_is_not_is_an_error_with_the_nearest(setter: Typesetter) -> None:
    with pytest.raises(TemplateError, match=r"no icon 'god'[\s\S]*did you mean {gold}"):
        setter.block("{god}", 0, 0, 20, 4, markup=True)


def test_texts_without_markup_are_taken_as_they_stand(setter: Typesetter) -> None:
    assert "{coin} # *a*" in setter.block("{coin} # *a*", 0, 0, 50, 4).svg
    assert CHARACTER not in setter.block("{coin}", 0, 0, 50, 4, markup=True).svg


@settings(max_examples=60, deadline=None)
@given(x=st.floats(0, 40), y=st.floats(0, 30), wide=st.floats(5, 40), high=st.floats(2, 20), size=st.floats(2.2, 5))
def test_no_line_stands_in_the_box_that_text_flows_round(
    setter: Typesetter, x: float, y: float, wide: float, high: float, size: float
) -> None:
    text = "Draw a card and keep it if you like. " * 9
    block = setter.block(text, 10, 5, 50, size, around=[10 + x, 5 + y, wide, high])
    lines = re.findall(r'<text x="([\d.]+)" y="([\d.]+)".*?font-size="([\d.]+)"[^>]*>(.*?)</text>', block.svg)
    assert "".join(line for *_, line in lines).replace(" ", "") == text.replace(" ", "")
    for left, baseline, set_at, line in lines:
        start, end = float(left), float(left) + setter.width(line, float(set_at))
        top = float(baseline) - 0.8 * float(set_at)
        assert start >= 10 - 0.01
        assert end <= 60.01
        over = top + 1.2 * float(set_at) > 5 + y + 0.02 and top < 5 + y + high - 0.02
        assert not (over and start < 10 + x + wide - 0.02 and end > 10 + x + 0.02)


def test_icons_of_a_deck_are_printed_and_read_back_as_words(pnp: Callable[..., Any], tmp_path: Path) -> None:
    art = tmp_path / "templates" / "deck" / "art"
    art.mkdir(parents=True)
    (art / "coin.svg").write_text(COIN, encoding="utf-8")
    (art.parent / "face.svg.j2").write_text("{{ block(card.text, 5, 20, 50, 4, markup=true) }}", encoding="utf-8")
    (tmp_path / "games.toml").write_text(
        """[mine]
engine = "deck"
title = "Mine"
[mine.text-icons]
gold = { art = "coin", name = "Gold", color = "#0000aa" }
[mine.decks]
cards = [{ text = "Gain {coin}{coin}, pay {gold}." }]
[mine.components.cards]
kind = "cards"
title = "cards"
template = "face"
of = "cards"
""",
        encoding="utf-8",
    )
    ran = pnp("build", "mine")
    assert ran.status == 0, ran.err
    with pypdfium2.PdfDocument(next(tmp_path.rglob("*.pdf"))) as pdf:
        printed = pdf[0].get_textpage().get_text_range().split()
        colours = pdf[0].render(scale=2).to_pil().convert("RGB").getcolors(1 << 24)
    assert printed[:6] == ["Gain", "coin", "coin", ",", "pay", "Gold"]
    counts = {colour: count for count, colour in colours}
    assert counts[0xD4, 0xA0, 0x17] > 1.8 * counts[0, 0, 0xAA] > 100


@pytest.mark.parametrize(
    ("icons", "text", "place"),
    [
        ('gold = "gem"', "{gold}", "games.toml:5:8: error[missing-art]"),
        ('gold = { art = "coin", color = "red" }', "", "games.toml:5:32: error["),
        ('gold = { art = "coin", size = 9 }', "", "games.toml:5:31: error["),
        ('gold = "coin"', "{god}", "games.toml:7:19: error[unknown-icon]"),
        ('gold = "coin"', "a { b", "games.toml:7:19: error[brace]"),
    ],
)
def test_a_wrong_icon_is_told_where_it_is_written(
    icons: str, text: str, place: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    art = tmp_path / "templates" / "deck" / "art"
    art.mkdir(parents=True)
    (art / "coin.svg").write_text(COIN, encoding="utf-8")
    (art.parent / "face.svg.j2").write_text("{{ block(card.text, 5, 20, 50, 4, markup=true) }}", encoding="utf-8")
    (tmp_path / "games.toml").write_text(
        f"""[mine]
engine = "deck"
title = "Mine"
[mine.text-icons]
{icons}
[mine.decks]
cards = [{{ text = "{text or "x"}" }}]
[mine.components.cards]
kind = "cards"
title = "cards"
template = "face"
of = "cards"
""",
        encoding="utf-8",
    )
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert ran.err.startswith(place), ran.err


def test_a_story_reads_marks_where_it_is_asked_to(pnp: Callable[..., Any], tmp_path: Path) -> None:
    art = tmp_path / "templates" / "deck" / "art"
    art.mkdir(parents=True)
    (art / "coin.svg").write_text(COIN, encoding="utf-8")
    (art.parent / "page.svg.j2").write_text(
        "{{ story.text('One {coin}.', markup=true) }}{{ story.steps(['Two {coin}.'], markup=true) }}"
        "{{ story.points(['Three *{coin}*.'], markup=true) }}{{ story.box('Four {coin}.', markup=true) }}"
        "{{ story.rows([(5, 'Five {coin}.')], markup=true) }}{{ story.text('Six {coin}.') }}{{ story }}",
        encoding="utf-8",
    )
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.components]\n'
        'page = { kind = "page", title = "page", template = "page" }\n',
        encoding="utf-8",
    )
    ran = pnp("build", "mine")
    assert ran.status == 0, ran.err
    with pypdfium2.PdfDocument(next(tmp_path.rglob("*.pdf"))) as pdf:
        page_text = pdf[0].get_textpage().get_text_range()
    for word in ("One", "Two", "Three", "Four", "Five"):
        assert re.search(rf"{word}\s+coin", page_text), page_text
    assert "Six {coin}." in page_text and page_text.count("{") == 1


def test_a_thread_that_comes_while_another_begins_reads_by_all_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the rules are complete before other threads can see them."""
    reader = marked._reader.__wrapped__()
    monkeypatch.setattr(marked, "_reader", lambda: reader)
    monkeypatch.setattr(Ruler, "__compile__", lambda _ruler: pytest.fail("rules are gathered while texts are read"))
    assert summarise("- a **b**") == [("0•1", "a **b**")]


@pytest.mark.parametrize("char", ["\U000f0000", "\U000f0001", "\U0010ffff"])
def test_a_private_character_stays_what_it_is(char: str) -> None:
    (span,) = parse_line(f"{char}「a」", lambda name, text: None)
    assert span.text == f"{char}「a」"


def test_an_icon_with_a_capital_is_shown_in_small_letters() -> None:
    with pytest.raises(TemplateError, match=r"in small letters: \{mycoin\}"):
        parse_blocks("Gain {MyCoin}.", known)
