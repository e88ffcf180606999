"""Line ends: Japanese with whole phrases and even spacing, figures with their counters, no orphans."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pnp
from pnp.fonts import FontBook
from pnp.model.text import Language
from pnp.rendering.text.fitting import MAX_TRACKING
from pnp.rendering.text.linebreak import pieces
from pnp.rendering.text.theme import load_theme
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import TermRules, load_words

ROOT = Path(pnp.__file__).resolve().parent.parent
THEME = "templates/shared/theme.toml"
WORDS = "templates/shared/words.toml"


def typesetter(language: Language, unbroken: frozenset[str] = frozenset()) -> Typesetter:
    theme = load_theme({THEME: (ROOT / THEME).read_text(encoding="utf-8")}, language)
    words = load_words({WORDS: (ROOT / WORDS).read_text(encoding="utf-8")}, language, WORDS)
    return Typesetter(FontBook([ROOT / "fonts"]), theme, TermRules(words.terms.together | unbroken))


JAPANESE = typesetter("ja")


def lines_of(setter: Typesetter, text: str, width: float, size: float = 3.0, **options: Any) -> list[str]:
    svg = setter.block(text, 0, 0, width, size, **options).svg
    return ["".join(node.itertext()) for node in ElementTree.fromstring(f"<g>{svg}</g>")]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("手札を7枚ずつ配る", "7枚"),
        ("全部で12マスある", "12マ"),
        ("イラストカード×4を配る", "ド×4"),
        ("3〜5人で遊ぶ", "3〜5人"),
        ("傘は1−3点になる", "−3点"),
        ("場の4＋1枚を取る", "＋1枚"),
    ],
)
def test_a_figure_stays_with_its_counter_and_its_sign(text: str, kept: str) -> None:
    assert any(kept in piece for piece in pieces(text))


PARTED = [
    ("最後に日の出か日の入りを見た人が最初の配り役になる。", "日の/入り"),
    ("自分の手番に、手札と場札を入れ替えてもよいことにする。", "入れ/替え"),
    ("手番の終わりに勝っていなければ脱落し、勝っている人だけが残る。", "勝ってい/る"),
    ("ラウンドの途中で脱落するのは、手番の人だけである。", "脱落するの/は"),
    ("手番の初めに手札がない人は、すぐに脱落する。", "手札がな/い"),
    ("列から取った＋１はすぐに自分の場へ置き、1点を得る。", "＋１はす/ぐ"),
    ("役は、三つ組が四つ、または六つ組が一つと三つ組が二つ。", "六つ/組は"),
    ("次のゲームでは、スタートプレイヤーを左隣へ移す。", "ゲームで/は"),
    ("最後に帯を締めた人がスタートプレイヤーになり、手番を行う。", "スタートプ/レイヤー"),
    ("得点用カード×4、イラストカード×4、おはじき×20を用意する。", "イラストカード/×4"),
    ("手番は時計回りに進み、捨て札は切り札にならない。", "時/計"),
    ("手番は時計回りに進み、捨て札は切り札にならない。", "捨て/札"),
    ("各自に3枚ずつ配り、または三つ組を作る。", "ず/つ"),
    ("各自に3枚ずつ配り、または三つ組を作る。", "また/は"),
]
"""Where a reader stumbles, with a text that has the words."""


@pytest.mark.parametrize(("text", "stumble"), PARTED)
def test_no_line_ends_where_a_reader_stumbles(text: str, stumble: str) -> None:
    assert stumble.replace("/", "")[:-1] in text
    broken = 0
    for width in range(27, 75):
        lines = lines_of(JAPANESE, text, width)
        assert stumble not in "/".join(lines), width
        broken += len(lines) > 1
    assert broken > 20


def test_a_line_breaks_within_a_phrase_only_where_it_would_be_far_too_short() -> None:
    text = "残りの手札を全部捨て、スタートプレイヤーマーカーを左隣の人に渡して次のラウンドを始める。"
    assert all("カー/カー" not in "/".join(lines_of(JAPANESE, text, width)) for width in range(48, 100))
    for width in range(14, 40, 2):
        lines = lines_of(JAPANESE, text, width)
        assert "".join(lines) == text
        assert all(JAPANESE.width(line, 3) > 0.4 * width for line in lines[:-1])


def test_a_text_with_room_for_few_lines_breaks_where_it_must() -> None:
    text = "フェイスアップしなければカウンターできない"
    least = 2.2
    wide = JAPANESE.width(text, least) / 2 + 1.2
    block = JAPANESE.block(text, 0, 0, wide, least, height=least * 2.5, minimum=least)
    assert block.lines == 2


def test_words_that_the_wording_keeps_together_are_not_parted() -> None:
    term = "天地無用箱"
    text = f"ここに{term}がある。そこにも{term}がある。"
    setter = typesetter("ja", frozenset({term}))
    for width in range(24, 60):
        assert "/".join(lines_of(setter, text, width)).count(term) == 2


SUMS = "111が4セットで掛け算：（1＋1＋1＋1）×4＝16点。淡い色の分け方では10＋（1＋1）×2＝14点だけ。"


@pytest.mark.parametrize("width", range(37, 60, 2))
def test_a_sum_stays_in_one_piece_where_a_line_holds_it(width: int) -> None:
    lines = lines_of(JAPANESE, SUMS, width, justify=False)
    for whole in ("（1＋1＋1＋1）×4＝16", "10＋（1＋1）×2＝14"):
        assert any(whole in line for line in lines), lines


def test_a_sum_that_no_line_holds_parts_before_a_sign_outside_its_brackets() -> None:
    parted = lines_of(JAPANESE, SUMS, 28, justify=False)
    assert any(line.endswith("（1＋1＋1＋1）×4") for line in parted), parted
    assert any(line.startswith("＝16点") for line in parted), parted


def test_a_row_of_figures_stays_in_one_piece_where_a_line_holds_it() -> None:
    text = "同じ3個セットは、数の組み合わせが同じもの（4・5・6と4・5・6など）。1・2・3・4・5・6は6個セット。"
    for width in range(27, 60):
        lines = "/".join(lines_of(JAPANESE, text, width))
        assert lines.count("4・5・6") == 3 and "1・2・3・4・5・6" in lines, lines


def test_nothing_is_lost_or_doubled_at_the_ends_of_lines() -> None:
    text = "手札を7枚ずつ配り、各自の前に**1枚ずつ**表向きに置く。残りは山札。"
    for width in range(12, 90, 4):
        assert "".join(lines_of(JAPANESE, text, width)) == text.replace("**", "")


LONG = (
    "パレットから、ルールに合う札をできるだけ多く選ぶ（同じ枚数の選び方があれば、一番強い札を含む方）。枚数の多い人が"
    "勝っている。同じ枚数なら、選んだ12枚の中で一番強い札がより強い人。並べた順は関係なく、どの色も有利にならない。"
)


def edges_of(setter: Typesetter, width: float, **options: Any) -> list[float]:
    """Return the right edge of the ink of each line."""
    svg = setter.block(LONG, 0, 0, width, 3.0, **options).svg
    edges = []
    for node in ElementTree.fromstring(f"<g>{svg}</g>"):
        line = "".join(node.itertext())
        apart = len(line) - 1 - sum(len(part.text or "") for part in node if part.get("letter-spacing") == "0")
        white = setter.stack("text").faces[0].bearings(line[-1])[1] - 0.07
        hangs = max(0.0, white) if line[-1] in "、。）" else 0.0
        edges.append(setter.width(line, 3.0) + float(node.get("letter-spacing", 0)) * apart - hangs * 3.0)
    return edges


@pytest.mark.parametrize("width", [60, 66, 72, 81, 90])
def test_no_line_of_a_japanese_paragraph_looks_pulled_apart(width: float) -> None:
    svg = JAPANESE.block(LONG, 0, 0, width, 3.0).svg
    spacing = [float(each) / 3.0 for each in re.findall(r'letter-spacing="([-0-9.]+)"', svg)]
    assert all(abs(each) <= MAX_TRACKING + 1e-3 for each in spacing)
    *edges, last = edges_of(JAPANESE, width)
    assert len(edges) >= 3
    # phrases stay whole, so that lines end where they may
    assert all(width * 0.8 < edge <= width + 0.05 for edge in edges)
    assert last <= width + 0.05


WIDTHS = [55 + step / 10 for step in range(150)]


def test_lines_that_nearly_fill_the_width_end_at_one_edge() -> None:
    edges = [(width, edge) for width in WIDTHS for edge in edges_of(JAPANESE, width)[:-1]]
    spread = [(width, edge) for width, edge in edges if edge > width - MAX_TRACKING * 2 * 3.0]
    assert len(spread) > 50
    assert all(edge == pytest.approx(width, abs=0.05) for width, edge in spread)


def test_lines_are_not_spread_where_that_is_not_asked_for_nor_in_the_middle_nor_in_english() -> None:
    for options in ({"justify": False}, {"anchor": "middle"}, {"anchor": "end"}):
        assert "letter-spacing" not in JAPANESE.block(LONG, 0, 0, 66, 3.0, **options).svg
    english = typesetter("en").block("Deal five cards to each and turn one of the others up. " * 3, 0, 0, 66, 3.0)
    assert "letter-spacing" not in english.svg
    cards = "Deal five cards to each and turn one up. " * 3
    spread = [typesetter("en").block(cards, 0, 0, width, 3.0, justify=True).svg for width in WIDTHS[::10]]
    assert any("letter-spacing" in svg for svg in spread)


def test_figures_and_latin_words_are_not_spread() -> None:
    text = "得点は12点、または1234点で、Tokyoの人が先に始める。" * 3
    svg = "".join(JAPANESE.block(text, 0, 0, width, 3.0).svg for width in WIDTHS)
    unspread = re.findall(r'<tspan letter-spacing="0">([^<]*)</tspan>', svg)
    assert {"1", "123", "Toky"} <= set(unspread)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_last_line_is_no_orphan_where_another_setting_of_as_many_lines_has_none(language: Language) -> None:
    setter = typesetter(language)
    text = {
        "en": "Every example was computed, agreed by a second reading of the rules, and read back from this page.",
        "ja": "例はすべて計算で求め、別に書いたルールの読みと一致させ、この紙面から読み戻して確かめてある。",
    }[language]
    whole = setter.width(text, 3.0)
    width = whole - setter.width({"en": "page.", "ja": "ある。"}[language], 3.0)
    lines = lines_of(setter, text, width + 1)
    assert len(lines) == 2
    assert setter.width(lines[-1], 3.0) > 0.1 * width


def test_a_centred_one_leans_less_than_its_advance_width_makes_it() -> None:
    setter = typesetter("en")

    def x(text: str, optical: bool) -> float:
        match = re.search(
            r'x="([-.\d]+)"', setter.line(text, 50, 50, 54, "numeral", anchor="middle", optical=optical).svg
        )
        assert match is not None
        return float(match[1])

    assert x("1", optical=False) == 50
    assert 50.2 < x("1", optical=True) < 53
    assert abs(x("8", optical=True) - 50) < 0.3


def test_a_quotation_mark_stays_with_the_english_word_beside_it() -> None:
    text = "each player’s palette, “so” it says—or not"
    assert pieces(text) == ("each ", "player’s ", "palette, ", "“so” ", "it ", "says—or ", "not")
    assert "".join(pieces("札“山”を引く")) == "札“山”を引く"
    assert len(pieces("札“山”を引く")) > 2


def test_korean_parts_lines_at_spaces_alone() -> None:
    text = "각 플레이어는 카드를 3장 냅니다. (동점이면) 함께 이깁니다!"
    assert pieces(text) == (
        "각 ",
        "플레이어는 ",
        "카드를 ",
        "3장 ",
        "냅니다. ",
        "(동점이면) ",
        "함께 ",
        "이깁니다!",
    )


def test_chinese_parts_lines_between_characters_and_keeps_marks_with_what_they_belong_to() -> None:
    text = "「每位玩家」轮流行动，直到（有人）得10分……再见！"
    parts = pieces(text)
    assert "".join(parts) == text
    assert parts[:6] == ("「每", "位", "玩", "家」", "轮", "流")
    assert not any(piece[0] in "」，）！" for piece in parts)
    assert not any(piece[-1] in "「（" for piece in parts)
    assert {"10", "分"} & set(parts) == set()  # a figure stays with its counter
    assert any("……" in piece for piece in parts)
