"""Kits in languages that nothing shipped is worded in."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

DECK = """\
[mine]
engine = "deck"
title = { en = "Beasts", de = "Tiere" }
[mine.decks]
cards = "cards.csv"
listed = [{ title = { en = "Toad", de = "Kröte" } }]
[mine.components]
cards = { kind = "cards", title = { de = "Karten", en = "cards" }, template = "card", of = "cards" }
listed = { kind = "cards", title = "listed", template = "card", of = "listed" }
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A folder with a deck in English and German."""
    (tmp_path / "games.toml").write_text(DECK, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title.en,title.de\nNewt,Molch\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("tag", "named", "said"),
    [
        ("de", "de", ["Molch", "Kröte"]),
        ("DE-at", "de-AT", ["Molch", "Kröte"]),
        ("en", "en", ["Newt", "Toad"]),
        ("fr", "fr", ["Newt", "Toad"]),
    ],
)
def test_a_deck_is_built_in_any_language_that_its_texts_have(
    tag: str, named: str, said: list[str], pnp: Callable[..., Any], deck: Path
) -> None:
    ran = pnp("build", "mine", "--lang", tag, "--svg")
    assert ran.status == 0, ran.err
    faces = [
        (deck / "output" / "mine" / "svg" / f"mine-{named}-a4") / f"{name}-01-front-{named}.svg"
        for name in ("cards", "listed")
    ]
    assert [word in face.read_text(encoding="utf-8") for face, word in zip(faces, said, strict=True)] == [True, True]
    assert ("no-translation" in ran.err) is (tag == "fr")


def test_a_language_may_be_that_of_the_project(pnp: Callable[..., Any], deck: Path) -> None:
    with (deck / "games.toml").open("a", encoding="utf-8") as file:
        file.write('[project]\nlanguage = "de"\n')
    assert pnp("build", "mine").status == 0
    assert (deck / "output" / "mine" / "mine-de-a4.pdf").is_file()


def test_what_is_no_language_is_told(pnp: Callable[..., Any], deck: Path) -> None:
    ran = pnp("build", "mine", "--lang", "xx")
    assert (ran.status, "'xx' is no language" in ran.err) == (2, True)


def test_what_a_shipped_game_lacks_is_listed_with_the_file_to_write(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "red", "--lang", "de", "--only", "order")
    assert ran.status == 2
    assert ran.err.startswith("templates/red/words.toml: error[missing-words]: this kit lacks ")
    assert ran.err.count("error[") == 1
    assert "hint: write these lines in that language into templates/red/words.toml, in the folder of your" in ran.err
    assert "\n\n[de]\n" in ran.err
    assert '\norder-title = "' in ran.err


def test_a_table_that_is_begun_is_not_begun_again(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "words.toml").write_text('[de]\norder-title = "Reihenfolge"\n', encoding="utf-8")
    ran = pnp("build", "mine", "--lang", "de", "--only", "order")
    assert ran.status == 2
    assert "below the line [de]; what stands in braces stays" in ran.err
    assert "\n[de]\n" not in ran.err
    assert "\norder-title" not in ran.err


def test_a_game_with_its_words_is_built_in_that_language(pnp: Callable[..., Any], tmp_path: Path) -> None:
    lines = (
        '[mine]\nextends = "shipped:red"\ntitle = { de = "Rot" }\n[mine.colours]\nred = { name = { de = "ROTROT" } }\n'
    )
    (tmp_path / "games.toml").write_text(lines, encoding="utf-8")
    ran = pnp("build", "mine", "--lang", "de")
    words = ran.err.partition("\n\n[de]\n")[2]
    keys = tomllib.loads(words)
    assert len(keys) > 100
    assert isinstance(keys["listed"], str | dict)
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "words.toml").write_text(f"[de]\n{words}", encoding="utf-8")
    again = pnp("build", "mine", "--lang", "de")
    assert again.status == 0, again.err  # what the words ask for in turn was in the list


def test_sheets_print_the_words_of_the_game_in_its_language(pnp: Callable[..., Any], deck: Path) -> None:
    first = pnp("build", "mine", "--lang", "de")
    assert first.status == 0 and "templates/deck/words.toml: warning[english-sheets]: the sheets print" in first.err
    assert f"in English: {'de'!r} has none" in first.err
    english = tomllib.loads(first.err.partition("\n\n[de]\n")[2].partition("\n\n")[0])
    assert english["page-label"] == "{game} · {components} · page {page} of {pages}"
    folder = deck / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "words.toml").write_text(
        '[de]\npage-label = "{game}: {components}, Seite {page} von {pages}"\nlist-last = " und "\n', encoding="utf-8"
    )
    some = pnp("build", "mine", "--lang", "de")
    left = len(english) - 2
    assert some.status == 0 and f"print {left} of their words in English" in some.err and "\n[de]\n" not in some.err
    with pypdfium2.PdfDocument(deck / "output" / "mine" / "mine-de-a4.pdf") as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert "Tiere: Karten und listed, Seite 1 von 1" in text


def test_sheets_with_all_their_words_say_nothing_of_english(pnp: Callable[..., Any], deck: Path) -> None:
    words = pnp("build", "mine", "--lang", "de").err.partition("\n\n[de]\n")[2].partition("\n\n")[0]
    folder = deck / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "words.toml").write_text(f"[de]\n{words}", encoding="utf-8")
    ran = pnp("build", "mine", "--lang", "de")
    assert ran.status == 0 and "english-sheets" not in ran.err, ran.err


@pytest.mark.parametrize("language", ["en", "en-GB", "ja"])
def test_sheets_have_words_in_english_and_japanese(language: str, pnp: Callable[..., Any], deck: Path) -> None:
    assert "english-sheets" not in pnp("build", "mine", "--lang", language).err
