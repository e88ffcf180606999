"""What a kit in two languages says in one of them alone is told at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = { en = "Mine", fr = "À moi" }
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = { en = "cards", fr = "cartes" }, template = "card", of = "all" }
more = { kind = "cards", title = { en = "more", fr = "plus" }, template = "card", of = "all" }
"""
CARD = "{{ line(card.name, 8, 12, 5) }}{{ block(w('deal'), 8, 30, 40, 4) }}"
ROWS = "name.en,name.fr\nNewt,Triton\nCrow,Corneille\nToad,Crapaud\nTake a card.,Prends une carte.\n"
WORDS = '[en]\ndeal = "{en}"\n[fr]\ndeal = "{fr}"\n'
CODES = ("no-translation", "untranslated", "one-language", "other-script", "same-name")
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a game in two languages, and return the warnings of translations."""

    def check(
        definition: str = DEFINITION, rows: str = ROWS, card: str = CARD, en: str = "Deal.", fr: str = "Donne."
    ) -> list[str]:
        folder = tmp_path / "templates/deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
        (tmp_path / "cards.csv").write_text(rows, encoding="utf-8")
        (folder / "card.svg.j2").write_text(card, encoding="utf-8")
        words = WORDS.replace("{en}", en).replace("{fr}", fr)
        (folder / "words.toml").write_text(words, encoding="utf-8")
        messages = pnp("check", "--lang", "en").err
        assert "error[" not in messages, messages
        return [line for line in messages.splitlines() if any(f"[{code}]" in line for code in CODES)]

    return check


def test_a_game_in_two_languages_is_not_told(told: Told) -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("entry", "change", "place"),
    [
        ('{ en = "cards", fr = "cartes" }', '{ en = "cards" }', "games.toml:7:35"),
        ('template = "card", of', 'use = { en = "to deal" }, template = "card", of', "games.toml:7:74"),
        ('{ en = "Mine", fr = "À moi" }', '{ en = "Mine", fr = "" }', "games.toml:3:29"),
    ],
)
def test_a_text_without_a_language_that_others_have_is_told(told: Told, entry: str, change: str, place: str) -> None:
    (line,) = told(DEFINITION.replace(entry, change, 1))
    assert line.startswith(f"{place}: warning[no-translation]: ") and " says nothing in 'fr'; what it says" in line


NAMES = ('{ en = "Newt", fr = "Triton" }', '{ en = "Crow", fr = "Corneille" }', '"Toad"')


@pytest.mark.parametrize(
    ("names", "is_told"), [(NAMES, True), (NAMES[1:], False), ((*NAMES, '"Rook"'), False), (NAMES[:2], False)]
)
def test_the_one_row_of_a_list_in_no_language_is_told(told: Told, names: tuple[str, ...], is_told: bool) -> None:
    rows = ",\n".join(f"{{ name = {name} }}" for name in names)
    lines = told(DEFINITION.replace('"cards.csv"', f"[\n{rows}\n]"))
    message = "'name' of '03' is 'Toad' in all languages, and all others have one for each"
    assert lines == [f"games.toml:8:10: warning[no-translation]: {message}"] * is_told


def test_the_first_text_with_a_second_language_is_not_told(told: Told) -> None:
    assert told(DEFINITION.replace(', fr = "cartes"', "").replace(', fr = "plus"', "")) == []


@pytest.mark.parametrize(
    ("en", "fr", "is_told"),
    [
        ("Whoever ate honey last begins.", "Whoever ate honey last begins.", True),
        ("Deal four cards to each. Begin.", "Deal four cards to each. On commence.", True),
        ("Begin.", "Begin.", False),
        ("Fonts: Barlow Condensed, Open Sans, Noto", "Fonts: Barlow Condensed, Open Sans, Noto", False),
        ("https://example.com/rules/of/this/game", "https://example.com/rules/of/this/game", False),
    ],
)
def test_a_sentence_of_words_that_was_not_translated_is_told(told: Told, en: str, fr: str, is_told: bool) -> None:
    place = "templates/deck/words.toml:4:1: warning[untranslated]:"
    assert told(en=en, fr=fr) == ([f"{place} 'deal' says the same in 'en' and in 'fr'"] if is_told else [])


@pytest.mark.parametrize(
    ("change", "is_told"),
    [
        (("Prends une carte.", "Take a card."), True),
        (("Toad,Crapaud\nTake a card.,Prends une carte.", "Toad,Toad\nTake a card.,Take a card."), False),
        (("Corneille", "Crow"), False),
    ],
)
def test_a_short_sentence_that_alone_is_the_same_is_told(told: Told, change: tuple[str, str], is_told: bool) -> None:
    lines = told(rows=ROWS.replace(*change))
    assert [line.startswith("cards.csv:5:14: warning[untranslated]: 'name' of") for line in lines] == [True] * is_told


ROW = "{% set row = item.fields %}{{ block(w('deal'), 8, 30, 40, 4) }}"


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("{{ line(row.name.en, 8, 12, 5) }}", True),
        ("{{ line(t(row.name), 8, 12, 5) }}", False),
        ("{{ line(t(row.name), 8, 12, 5) }}{{ line(row.name.en, 8, 20, 5) }}", False),
        ("{{ line(row.name.en, 8, 12, 5) }}{{ line(row.name.others, 8, 12, 5) if false }}", False),
    ],
)
def test_a_text_that_is_read_in_one_language_is_told(told: Told, said: str, is_told: bool) -> None:
    place = "templates/deck/card.svg.j2:1: warning[one-language]: 'name' is read in 'en' alone"
    assert [line.startswith(place) for line in told(card=ROW + said)] == [True] * is_told


JAPANESE = (
    ROWS.replace("fr", "ja").replace("Triton", "いもり").replace("Corneille", "からす").replace("Crapaud", "がま")
)
JAPANESE = JAPANESE.replace("Prends une carte.", "一枚引く。")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (JAPANESE, None),
        (JAPANESE.replace("name.en,name.ja", "name.ja,name.en"), "cards.csv:2:6: 'name' of '01' and of 3 more"),
        (JAPANESE.replace("Crow,からす", "からす,Crow"), "cards.csv:3:1: 'name' of '02'"),
        (JAPANESE.replace("Take a card.", "一枚引く。") + "Owl,ふくろう\n", "cards.csv:5:1: 'name' of '04'"),
        (JAPANESE.replace("Crow,からす", "Crow,Crow"), None),
        (JAPANESE.replace("Crow,からす", "からす,からす"), None),
        (JAPANESE.replace("Take a card.", "一枚引く。").replace("Newt", "壱").replace("Toad", "弐"), None),
    ],
)
def test_a_text_in_the_script_of_another_language_is_told(told: Told, rows: str, said: str | None) -> None:
    messages = [line.replace("warning[other-script]: ", "") for line in told(rows=rows)]
    assert [said is not None and message.startswith(f"{said} has no Latin letter in 'en'") for message in messages] == (
        [True] * (said is not None)
    ), messages


def test_exchanged_titles_and_words_are_told(told: Told) -> None:
    definition = DEFINITION.replace('{ en = "more", fr = "plus" }', '{ en = "追加", ja = "more" }')
    words = "一枚引く。"
    messages = [line for line in told(definition, en=words, fr="Prends.") if "other-script" in line]
    assert [line.partition(" warning")[0] for line in messages] == [
        "templates/deck/words.toml:2:1:",
        "games.toml:8:41:",
    ]


DECK_OF_TEMPLATES = DEFINITION.replace(
    "[mine.components]",
    """\
kinds = [
  { name = { en = "Bird", fr = "Oiseau" } }, { name = { en = "Beast" } }, { name = { en = "Fish", fr = "Poisson" } },
]
[mine.components]""",
)


def test_an_entry_that_templates_alone_read_is_told(told: Told) -> None:
    card = (
        CARD
        + "{% for kind in game.decks.kinds %}{{ line(t(kind.fields.name), 8, 50 + 5 * loop.index, 4) }}{% endfor %}"
    )
    (message,) = told(DECK_OF_TEMPLATES, card=card)
    assert message.startswith("games.toml:7:55: warning[no-translation]: 'name' of '02' says nothing in 'fr'"), message


ICONS = """\
[mine.text-icons]
coin = { art = "coin", name = { en = "coin", ja = "お金" } }
gem = { art = "coin", name = { en = "gem", ja = "宝石" } }
pay = { art = "coin", size = 2, name = { en = "coin", ja = "お金" } }
"""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            'en = "宝石", ja = "gem"',
            ":37: warning[other-script]: 'gem' has no Latin letter in 'en', and only",
        ),
        (
            'en = "gem", ja = "お金"',
            ":49: warning[same-name]: the icon 'gem' is called 'お金' in 'ja', as 'coin'",
        ),
    ],
)
def test_an_icon_with_the_name_of_another_language_or_icon_is_told(
    told: Told, tmp_path: Path, wrong: str, message: str
) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    (art / "coin.svg").write_text('<svg viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>')
    assert told(DEFINITION + ICONS) == []
    (line,) = told(DEFINITION + ICONS.replace('en = "gem", ja = "宝石"', wrong))
    assert line.startswith(f"games.toml:11{message}")


@pytest.mark.parametrize(
    ("facts", "is_told"),
    [('"For two players"', True), ('{ en = "For two", fr = "À deux" }', False), ('"2–4 · 20 · 8+"', False)],
)
def test_facts_in_one_language_are_told(told: Told, facts: str, is_told: bool) -> None:
    messages = told(DEFINITION.replace("[mine.decks]", f"facts = {facts}\n[mine.decks]"))
    assert ["'facts' are" in message and "no-translation" in message for message in messages] == [True] * is_told
