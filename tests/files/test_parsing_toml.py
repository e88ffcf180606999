"""TOML beside the definition: faults with their line, and keys that are too deep."""

from __future__ import annotations

import pytest

from pnp.diagnostics import DefinitionError
from pnp.textfile import check_key_depth, parse_toml

KEY = ".".join("abc" for _ in range(25))


def test_a_fault_is_told_with_its_line_and_a_caret() -> None:
    with pytest.raises(DefinitionError) as raised:
        parse_toml('[en]\na = "x"\nb = x\n', "words.toml")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.render().splitlines()[:3] == [
        "words.toml:3:5: error[syntax]: this is not TOML: Invalid value",
        "    b = x",
        "        ^",
    ]


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
        check_key_depth(text, "games.toml")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location and diagnostic.location.line) == ("too-deep", line)


def test_words_with_dots_are_no_keys() -> None:
    text = f'a = "{KEY}"\nb = """\nSee {KEY}.\n"""\n{".".join("k" * 24)} = 1\nc = "x, {KEY}"'
    assert parse_toml(text, "words.toml")["c"].startswith("x, abc")
