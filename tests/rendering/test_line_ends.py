"""Where lines end: whole phrases near the end of a Japanese line, figures with their counters, no orphans."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pnp
from pnp.fonts import FontBook
from pnp.model.text import Language
from pnp.rendering.linebreak import ends_phrase, pieces
from pnp.rendering.theme import load_theme
from pnp.rendering.typeset import Typesetter

ROOT = Path(pnp.__file__).resolve().parent.parent
THEME = "templates/shared/theme.toml"


def typesetter(language: Language) -> Typesetter:
    theme = load_theme({THEME: (ROOT / THEME).read_text(encoding="utf-8")}, language)
    return Typesetter(FontBook([ROOT / "fonts"]), theme)


def lines_of(language: Language, text: str, width: float, size: float = 3.0) -> list[str]:
    svg = typesetter(language).block(text, 0, 0, width, size).svg
    return re.findall(r">([^<]*)</text>", svg)


def test_a_figure_stays_with_its_counter() -> None:
    assert "7枚" in "|".join(pieces("手札を7枚ずつ配る"))


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("札を", "置く", True),
        ("置く。", "札", True),
        ("パレ", "ット", False),
        ("脱", "落", False),
        ("一番", "「赤", True),
        ("カー", "ド", False),
        ("one ", "two", True),
    ],
)
def test_phrases_end_after_particles_stops_and_spaces(before: str, after: str, ends: bool) -> None:
    assert ends_phrase(before, after) is ends


def test_a_japanese_line_ends_with_a_phrase_where_one_ends_near() -> None:
    text = "脱落したら手札をパレットに戻し、裏向きに伏せておく。"
    for width in range(30, 60, 3):
        for line in lines_of("ja", text, width)[:-1]:
            assert not line.endswith(("パ", "パレ", "パレッ")), (width, line)


def test_nothing_is_lost_or_doubled_at_the_ends_of_lines() -> None:
    text = "手札を7枚ずつ配り、各自の前に1枚ずつ表向きに置く。残りは山札。"
    for width in range(12, 90, 4):
        assert "".join(lines_of("ja", text, width)) == text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_last_line_is_no_orphan_where_another_setting_of_as_many_lines_has_none(language: Language) -> None:
    setter = typesetter(language)
    text = {
        "en": "Every example was computed, agreed by a second reading of the rules, and read back from this page.",
        "ja": "例はすべて計算で求め、別に書いたルールの読みと一致させ、この紙面から読み戻して確かめてある。",
    }[language]
    whole = setter.width(text, 3.0)
    width = whole - setter.width({"en": "page.", "ja": "ある。"}[language], 3.0)
    lines = lines_of(language, text, width + 1)
    assert len(lines) == 2
    assert setter.width(lines[-1], 3.0) > 0.1 * width


def test_a_centred_one_leans_less_than_its_advance_width_makes_it() -> None:
    setter = typesetter("en")

    def x(text: str, optical: bool) -> float:
        found = re.search(
            r'x="([-.\d]+)"', setter.line(text, 50, 50, 54, "numeral", anchor="middle", optical=optical).svg
        )
        assert found is not None
        return float(found[1])

    assert x("1", optical=False) == 50
    assert 50.2 < x("1", optical=True) < 53
    assert abs(x("8", optical=True) - 50) < 0.3
