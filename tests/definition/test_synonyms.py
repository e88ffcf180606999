"""A key, a column or a value with another word for it is told with the right one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.keys.synonyms import synonyms

DEFINITION = """\
[project]
paper = "a4"
[mine]
engine = "deck"
title = "Mine"
[mine.values]
hand-limit = 6
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", back = "card", copies = 2 }
"""
ROWS = "name,colour,amount\nNewt,#aabbcc,1\nCrow,#ddeeff,2\n"
FACE = "{{ line(card.name, 6, 9, 5) }}{{ line(values.hand_limit ~ '', 6, 20, 5) }}"
Messages = Callable[..., list[str]]


@pytest.fixture
def messages(tmp_path: Path, pnp: Callable[..., Any]) -> Messages:
    """Check this game, and return the messages and hints."""

    def check(definition: str = DEFINITION, face: str = FACE) -> list[str]:
        (tmp_path / "templates/deck").mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
        (tmp_path / "cards.csv").write_text(ROWS, encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
        lines = pnp("check").err.splitlines()
        return [line.strip() for line in lines if "error[" in line or "warning[" in line or "hint:" in line]

    return check


@pytest.mark.parametrize(
    ("key", "other", "place"),
    [
        ("copies = 2", "count = 2", "11:90"),
        ("back = ", "reverse = ", "11:75"),
        ("of = ", "deck = ", "11:63"),
        ('paper = "a4"', 'page-size = "a4"', "2:1"),
    ],
)
def test_a_key_with_another_word_is_told_with_the_right_one(
    messages: Messages, key: str, other: str, place: str
) -> None:
    found = messages(DEFINITION.replace(key, other))
    right, wrong = key.partition(" ")[0], other.partition(" ")[0]
    assert found[:2] == [
        f"games.toml:{place}: error[unknown-key]: there is no key {wrong!r} here",
        f"hint: did you mean {right!r}?",
    ]


@pytest.mark.parametrize(("key", "other"), [("title", "name"), ("template", "front")])
def test_a_required_key_with_another_word_is_told_once(messages: Messages, key: str, other: str) -> None:
    (message, hint) = messages(DEFINITION.replace(f", {key} =", f", {other} ="))
    assert f"error[unknown-key]: there is no key {other!r} here, and {key!r} is missing" in message
    assert hint == f"hint: did you mean {key!r}?"


@pytest.mark.parametrize(
    ("name", "other", "code", "meant"),
    [
        ("card.name", "card.title", "unknown-column", "name"),
        ("values.hand_limit", "values.maximum", "undefined-name", "hand-limit"),
    ],
)
def test_a_name_of_a_template_with_another_word_is_told_with_the_right_one(
    messages: Messages, name: str, other: str, code: str, meant: str
) -> None:
    message, hint, *_ = messages(face=FACE.replace(name, other))
    assert message.startswith(f"templates/deck/card.svg.j2:1: error[{code}]: no ")
    assert hint == f"hint: did you mean {meant!r}?"


def test_a_column_of_copies_with_another_word_is_told_though_templates_read_decks(messages: Messages) -> None:
    row = "{% macro row(one) %}{{ line(one.name ~ one.colour, 6, 50, 5) }}{% endmacro %}"
    face = f"{row}{FACE}{{% for n in [0, 1] %}}{{{{ row(game.decks['all'][n].fields) }}}}{{% endfor %}}"
    message, hint, *_ = [line for line in messages(face=face) if "near-cut" not in line]
    assert message == "cards.csv:1:13: warning[unread-column]: no template of [mine] reads the column 'amount' of 'all'"
    assert hint == "hint: did you mean 'copies'?"


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("Number of copies", ["copies"], ["copies"]),
        ("colour", ["ink", "sky"], ["ink"]),
        ("format", ["paper", "card", "bleed"], ["paper", "card"]),
        ("newt", ["title", "copies"], []),
    ],
)
def test_synonyms_are_those_of_the_known_names(name: str, known: list[str], found: list[str]) -> None:
    assert synonyms(name, known) == found
