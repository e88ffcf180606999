"""How words are typed is told from the text: figures, signs, ranges, spaces and quotes of each language."""

from __future__ import annotations

import pytest

from pnp.model.text import Translated
from pnp.testing.typography import faults_of_texts, typography_faults

JAPANESE = [
    "手札を7枚ずつ配る。",
    "橙2＋緑2＝4点",
    "傘（1−3）＋花2＝2点",
    "3〜6人、8歳以上",
    "Carl Chudyk, Chris Cieslik",
    "Nice Game Publishing（日本）",
    "**宣言する**：同じなら{declarer}の勝ち",
    "{fewest}〜{most}人",
    "{left}＋{right}＝{total}",
    "見本　説明",
    "「赤で始まる」は→の先",
    "得点は https://example.org/a?b=c に",
    "●と○が混ざった組は0点（ほかの組は数える）",
    "[お休み]と[2人]",
    "厚さは180g/m²",
    "{first}-{second}",
]
ENGLISH = [
    "Deal 7 cards to each.",
    "3–6 players",
    "bird (1−3)+flower 2=2",
    "A player’s “hand”",
    "the rival's run".replace("'", "’"),
    "Nijifuda Project (にじ札プロジェクト)",
    "いろは・にほへ",
    "{fewest}–{most} players",
    "well-known two-sided card",
    "Kit code 06TF-2TSVF-AC275-0",
    "left … right",
]
FAULTY = {
    "ja": {
        "３枚": "half as wide",
        "3+1": "＋",
        "3=1": "＝",
        "枠: 勝ち": "：",
        "札(赤)": "（",
        "赤,青": "、",
        "3~5人": "〜",
        "3～5人": "〜",
        "3-5人": "〜",
        "3–5人": "〜",
        "{a}-{b}人": "〜",
        "蝶 2": "no space",
        "A 6点": "no space",
        "6 点": "no space",
        "{letter} {points}": "no space",
        "札 を": "no space",
        "これは?": "？",
        "40/35": "／",
        "'赤'": "quotes",
        "ｶｰﾄﾞ": "full width",
        "ＡとＢ": "Latin",
        "得点は-3": "−",
    },
    "en": {
        'the "hand"': "“ ”",
        "the player's hand": "’",
        "3-6 players": "–",
        "{fewest}-{most} players": "–",
        "scores -3": "−",
        "play - or pass": "–",
        "3〜6 players": "–",
        "win：2": "Japanese",
        "wait...": "…",
        "one , two": "no space",
        "one  two": "two spaces",
        "a -> b": "→",
    },
}


@pytest.mark.parametrize("text", JAPANESE)
def test_japanese_as_print_has_it_has_no_faults(text: str) -> None:
    assert typography_faults(text, "ja") == []


@pytest.mark.parametrize("text", ENGLISH)
def test_english_as_print_has_it_has_no_faults(text: str) -> None:
    assert typography_faults(text, "en") == []


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in FAULTY for text in FAULTY[language]])
def test_what_print_does_not_have_is_told(language: str, text: str) -> None:
    found = typography_faults(text, language)  # type: ignore[arg-type]
    assert any(FAULTY[language][text] in fault for fault in found)


def test_texts_of_data_are_told_with_their_place() -> None:
    data = {"colours": [{"name": Translated("red", "赤")}, {"name": Translated("player's", "２枚")}], "size": 3}
    assert [where for where, _ in faults_of_texts(data)] == ["colours.1.name.en", "colours.1.name.ja"]
