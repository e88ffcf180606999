"""Kits in languages that nothing shipped is worded in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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
    assert "templates/red/words.toml: error[missing-words]: there are no words for 'order-title' in 'de'" in ran.err
    assert 'hint: add order-title = "…" to [de]' in ran.err


def test_a_game_with_its_words_is_built_in_that_language(pnp: Callable[..., Any], tmp_path: Path) -> None:
    lines = (
        '[mine]\nextends = "shipped:red"\ntitle = { de = "Rot" }\n[mine.colours]\nred = { name = { de = "ROTROT" } }\n'
    )
    (tmp_path / "games.toml").write_text(lines, encoding="utf-8")
    missing = pnp("build", "mine", "--lang", "de", "--only", "order", "--json").out
    ran = pnp("build", "mine", "--lang", "de", "--only", "order")
    keys = [line.split("hint: add ")[1].split(" ")[0] for line in ran.err.splitlines() if "hint: add " in line]
    assert keys, missing
    (tmp_path / "templates" / "red").mkdir(parents=True)
    words = "\n".join(f'{key} = "Wort"' for key in keys)
    (tmp_path / "templates" / "red" / "words.toml").write_text(f"[de]\n{words}\n", encoding="utf-8")
    assert pnp("build", "mine", "--lang", "de", "--only", "order").status == 0
