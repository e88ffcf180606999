"""TOML beside the definition: faults with their line, and keys that are too deep."""

from __future__ import annotations

import pytest

from pnp.diagnostics import DefinitionError
from pnp.toml.document import locate_key, parse_toml

KEY = ".".join("abc" for _ in range(25))


def test_all_faults_are_told_with_their_lines_and_carets() -> None:
    with pytest.raises(DefinitionError) as raised:
        parse_toml('[en]\na = "x"\nb = x\nc = "y\n', "words.toml")
    first, second = raised.value.diagnostics
    assert first.render().splitlines()[:3] == [
        "words.toml:3:5: error[unquoted-text]: a text needs double quotes",
        "    b = x",
        "        ^",
    ]
    assert second.render().startswith("words.toml:4:5: error[unclosed-string]")


def test_a_table_that_is_there_twice_is_told_with_the_first() -> None:
    with pytest.raises(DefinitionError) as raised:
        parse_toml('[en]\na = "x"\n[ja]\n[en]\nb = "y"\n', "words.toml")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.render().startswith("words.toml:4:1: error[duplicate-table]: [en] is already defined in line 1")


KEYS = """\
[en]
a = 1
b  = 2
[fonts.en]
title = { weight = 4 }
[[font]]
file = "a"

[[font]]
file = "b"
"""


@pytest.mark.parametrize(
    ("paths", "place"),
    [
        ((("en", "a"),), (2, "a")),
        ((("de", "a"), ("en", "a")), (2, "a")),
        ((("en", "b"),), (3, "b")),
        ((("fonts", "en", "title"),), (5, "title")),
        ((("font", 1),), (9, "[[font]]")),
        ((("en", "c"), ("en",)), (1, "en")),
        ((("en", "c"),), (None, None)),
    ],
)
def test_the_place_of_a_key_is_that_of_the_first_path_there_is(
    paths: tuple[tuple[str | int, ...], ...], place: tuple[int | None, str | None]
) -> None:
    there = locate_key(KEYS, "theme.toml", *paths)
    marked = None
    if there.source is not None and there.column is not None and there.end_column is not None:
        marked = there.source[there.column - 1 : there.end_column - 1]
    assert (there.file, there.line, marked) == ("theme.toml", *place)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{KEY} = 1", 1),
        (f"\n[{KEY}]", 2),
        (f"a = 1\n  [[ {KEY} ]]", 2),
        (f"a = {{ {KEY} = 1 }}", 1),
        (f"a = {{ b = 1, {KEY.replace('abc', chr(34) + 'a b' + chr(34))} = 1 }}", 1),
        (f"{KEY.replace('.', ' . ')} = 1", 1),
    ],
)
def test_a_key_of_many_parts_is_refused_before_it_is_read(text: str, line: int) -> None:
    with pytest.raises(DefinitionError) as raised:
        parse_toml(text, "games.toml")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location and diagnostic.location.line) == ("too-deep", line)


def test_words_with_dots_are_no_keys() -> None:
    text = f'a = "{KEY}"\nb = """\nSee {KEY}.\n"""\n{".".join("k" * 24)} = 1\nc = "x, {KEY}"'
    assert parse_toml(text, "words.toml")["c"].startswith("x, abc")
