"""A text is held to its counterpart in the other language: its figures, copies of it, and two keys with one wording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = { en = "Mine", ja = "私の" }
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = { en = "cards", ja = "カード" }, template = "card", of = "all" }
more = { kind = "cards", title = { en = "a card", ja = "一枚" }, template = "single" }
third = { kind = "cards", title = { en = "tally", ja = "得点" }, template = "tally" }
last = { kind = "cards", title = { en = "last one", ja = "最後" }, template = "last" }
"""
FACES = {"card": "{{ block(card.text, 6, 9, 50, 4) }}", "single": "{{ block(w('pad-name'), 6, 9, 50, 4) }}"}
FACES |= {"tally": "{{ block(w('pad-total'), 6, 9, 50, 4) }}", "last": "{{ block(w('end'), 6, 9, 50, 4) }}"}
ROWS = {"Take a newt.": "いもりを取る。", "Draw two cards.": "札を引く。"}
ROWS |= {"End the round.": "終わり。", "Swap hands.": "交換する。"}
WORDS = {"pad-name": ("Name", "名前"), "pad-total": ("Total", "合計"), "end": ("Count 3 and 1.", "3点と1枚を数える。")}
CODES = ("untranslated", "other-figure", "same-words")
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a deck in two languages, and return what is told of texts beside each other."""

    def check(
        rows: dict[str, str] = ROWS, words: dict[str, tuple[str, str]] = WORDS, definition: str = DEFINITION
    ) -> list[str]:
        folder = tmp_path / "templates/deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
        cells = "\n".join(f'"{en}","{ja}"' for en, ja in rows.items())
        (tmp_path / "cards.csv").write_text(f"text.en,text.ja\n{cells}\n", encoding="utf-8")
        for name, face in FACES.items():
            (folder / f"{name}.svg.j2").write_text(face, encoding="utf-8")
        tables = ("".join(f'{key} = "{both[number]}"\n' for key, both in words.items()) for number in range(2))
        (folder / "words.toml").write_text("[en]\n{}[ja]\n{}".format(*tables), encoding="utf-8")
        lines = pnp("check", "--lang", "en").err.splitlines()
        assert not any("error[" in line for line in lines), lines
        return [line for line in lines if any(f"[{code}]" in line for code in CODES)]

    return check


def test_texts_in_order_are_not_told(told: Told) -> None:
    assert told() == []


@pytest.mark.parametrize("text", ["Draw two cards.", "Draw two cars.", "Draw two"])
def test_a_copy_of_the_other_language_is_told_at_its_cell(told: Told, text: str) -> None:
    (line,) = told({**ROWS, "Draw two cards.": text})
    said = f"'text' of '02' is {text!r} in 'ja', which is a copy of 'Draw two cards.' in 'en'"
    assert line == f"cards.csv:3:19: warning[untranslated]: {said}"


def test_copies_of_several_texts_are_meant(told: Told) -> None:
    assert told({**ROWS, "Draw two cards.": "Draw two cars.", "Swap hands.": "Swap hand."}) == []


@pytest.mark.parametrize(
    ("other", "is_told"),
    [("Marie Curie", False), ("Curie, Marie", False), ("Maria Curie", True), ("Márie Curie", False)],
)
def test_in_one_script_a_copy_has_a_slip(
    told: Told, tmp_path: Path, pnp: Callable[..., Any], other: str, is_told: bool
) -> None:
    told()
    names = f"Newt,Molch\nCrow,Krähe\nToad,Kröte\nMarie Curie,{other}"
    quoted = names.replace(other, f'"{other}"')
    (tmp_path / "cards.csv").write_text(f"text.en,text.de\n{quoted}\n", encoding="utf-8")
    lines = [line for line in pnp("check", "--lang", "en").err.splitlines() if "[untranslated]" in line]
    assert [line.startswith("cards.csv:5:13: ") for line in lines] == [True] * is_told


@pytest.mark.parametrize("title", ["last one", "last ome"])
def test_a_title_that_was_copied_is_told_at_its_key(told: Told, title: str) -> None:
    (line,) = told(definition=DEFINITION.replace("最後", title))
    said = f"the title of 'last' is {title!r} in 'ja', which is a copy of 'last one' in 'en'"
    assert line == f"games.toml:10:58: warning[untranslated]: {said}"


@pytest.mark.parametrize(
    ("en", "ja", "said"),
    [
        ("Count 3 and 1.", "5点と1枚を数える。", "has 5 in 'ja', and 3 in 'en'"),
        ("Take 2 cards.", "１枚取る。", "has 1 in 'ja', and 2 in 'en'"),
        ("Take 1.5 of 20.", "1,5と30。", "has 30 in 'ja', and 20 in 'en'"),
        ("Take a card.", "1枚取る。", None),
        ("Take three cards and 4 coins.", "3枚とコイン4枚を取る。", None),
        ("See card A-1 on 2024-05-06.", "2024年5月6日の札A-1。", None),
    ],
)
def test_another_figure_than_in_the_first_language_is_told(told: Told, en: str, ja: str, said: str | None) -> None:
    lines = told(words={**WORDS, "end": (en, ja)})
    assert lines == ([] if said is None else [f"templates/deck/words.toml:8:1: warning[other-figure]: 'end' {said}"])


def test_another_figure_in_a_cell_is_told(told: Told) -> None:
    (line,) = told({**ROWS, "Draw 2 cards.": "札を3枚引く。"})
    assert line == "cards.csv:6:17: warning[other-figure]: 'text' of '05' has 3 in 'ja', and 2 in 'en'"


@pytest.mark.parametrize(
    ("total", "is_told"), [(("Name", "合計"), True), (("Name", "名前"), False), (("Total", "名前"), True)]
)
def test_two_keys_of_a_group_with_one_wording_in_one_language_are_told(
    told: Told, total: tuple[str, str], is_told: bool
) -> None:
    lines = told(words={**WORDS, "pad-total": total})
    tag, number = ("en", 3) if total[0] == "Name" else ("ja", 7)
    said = f"'pad-total' says the same as 'pad-name' in {tag!r} alone"
    assert lines == [f"templates/deck/words.toml:{number}:1: warning[same-words]: {said}"] * is_told


def test_keys_of_two_groups_may_say_the_same(told: Told) -> None:
    assert told(words={**WORDS, "end": ("Name", "終わり")}) == []


@pytest.mark.parametrize(
    ("ja", "is_told"),
    [
        ("札を引き、and lay it before you.", True),
        ("札を引き、Oak Hill Road を渡る。", False),
        ("Big Tree を取る。", False),
    ],
)
def test_a_clause_that_was_left_in_the_other_language_is_told(told: Told, ja: str, is_told: bool) -> None:
    clause = "has 'and lay it before you' in 'ja', among words of that language"
    assert [clause in message for message in told(ROWS | {"Draw a card.": ja})] == [True] * is_told
    assert [clause in message for message in told(words=WORDS | {"end": ("Count.", ja)})] == [True] * is_told


@pytest.mark.parametrize(("ja", "is_told"), [("2〜5人", True), ("2〜4人", False)])
def test_facts_with_another_figure_than_in_the_other_language_are_told(told: Told, ja: str, is_told: bool) -> None:
    facts = f'facts = {{ en = "2 to 4 players", ja = "{ja}" }}\n[mine.decks]'
    messages = told(definition=DEFINITION.replace("[mine.decks]", facts))
    assert [message.partition("] ")[2] or message for message in messages] == (
        ["games.toml:4:39: warning[other-figure]: 'facts' has 5 in 'ja', and 4 in 'en'"] if is_told else []
    )
