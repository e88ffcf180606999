"""Every syntax error of a file, in words."""

from __future__ import annotations

import tomllib

import pytest

INTERNAL = ("token", "node", "tree", "parse", "expected", "statement", "at end of document", "ERROR")

CASES = {
    "unclosed string": ('title = "abc\nhand = 7\n', [("unclosed-string", 1, 9)]),
    "unclosed literal string": ("title = 'abc\nhand = 7\n", [("unclosed-string", 1, 9)]),
    "unclosed long string": ('x = """abc\ny = 1\n', [("unclosed-string", 1, 5)]),
    "no equals sign": ("hand 7\ny = 1\n", [("missing-equals", 1, 1)]),
    "colon": ("hand: 7\n", [("missing-equals", 1, 5)]),
    "two equals signs": ("a = = 3\nb == 4\n", [("stray-equals", 1, 5), ("stray-equals", 2, 4)]),
    "no value": ("a =\nb = 2\nc = # none\n", [("missing-value", 1, 3), ("missing-value", 3, 4)]),
    "no key": ("= 3\n", [("missing-name", 1, 1)]),
    "duplicate key": ("[a]\nx = 1\nx = 2\n", [("duplicate-key", 3, 1)]),
    "duplicate key in braces": ("a = { b = 1, b = 2 }\n", [("duplicate-key", 1, 14)]),
    "duplicate table": ("[a]\nx = 1\n[b]\n[a]\ny = 1\n", [("duplicate-table", 4, 1)]),
    "table over a key": ("a = 1\n[a]\n", [("duplicate-table", 2, 1)]),
    "two duplicates": ("x = 1\nx = 2\n[a]\n[a]\n", [("duplicate-key", 2, 1), ("duplicate-table", 4, 1)]),
    "unclosed header": ("[a\nb = 1\n", [("unclosed-bracket", 1, 1)]),
    "half a double header": ("[[a]\n[b]]\n", [("unmatched-bracket", 1, 1), ("unmatched-bracket", 2, 1)]),
    "text behind a header": ("[a] b = 1\n", [("stray-text", 1, 5)]),
    "empty header": ("[]\n", [("empty-name", 1, 1)]),
    "header with blanks": ("[my game]\n", [("unquoted-key", 1, 2)]),
    "Japanese header": ("[赤]\n赤 = 1\n", [("unquoted-key", 1, 2), ("unquoted-key", 2, 1)]),
    "unclosed list": ("a = [1, 2\nb = 3\nc = 4\n", [("unclosed-bracket", 1, 5)]),
    "unclosed list of tables": (
        "a = [\n  { b = 1 },\n\nc = 3\nd = = 4\n",
        [("unclosed-bracket", 1, 5), ("stray-equals", 5, 5)],
    ),
    "unclosed braces": ("a = { x = 1\nb = 2\n", [("unclosed-bracket", 1, 5)]),
    "braces over lines": ("a = {\n  x = 1,\n  y = 2\n}\nb = 2\n", [("line-break-in-braces", 1, 5)]),
    "no comma in a list": ("a = [1 2]\nb = [\n  1\n  2,\n]\n", [("missing-comma", 1, 6), ("missing-comma", 3, 3)]),
    "two commas": ("a = [1,,2]\nb = [,]\n", [("stray-comma", 1, 8), ("stray-comma", 2, 6)]),
    "no comma in braces": ("a = { b = 1 c = 2 }\n", [("missing-comma", 1, 11)]),
    "decimal comma in braces": (
        "a = { b = 1,25, c = 2 }\nb = { c = 1,5 }\n",
        [("decimal-comma", 1, 11), ("decimal-comma", 2, 11)],
    ),
    "duplicate key with braces": (
        "a = { b = 1, c = 2 }\na = { b = 1, c = 2 }\nd = 1\nd = 2\n",
        [("duplicate-key", 2, 1), ("duplicate-key", 4, 1)],
    ),
    "comma before a brace": ("a = { b = 1, }\n", [("stray-comma", 1, 13)]),
    "comma behind a value": ("a = 1,\nb = 2\n", [("stray-comma", 1, 6)]),
    "wrong bracket": ("a = [1}\nb = 2]\n", [("unmatched-bracket", 1, 7), ("unmatched-bracket", 2, 6)]),
    "text behind a value": ("a = 7 cards\nb = 1\n", [("stray-text", 1, 7)]),
    "text without quotes": ("draw = both\ncard = 63mm x 88mm\n", [("unquoted-text", 1, 8), ("unquoted-text", 2, 8)]),
    "capital true": ("a = True\nb = no\n", [("unquoted-text", 1, 5), ("unquoted-text", 2, 5)]),
    "curly quotes": ('a = “x”\nb = "x”\n', [("curly-quote", 1, 5), ("curly-quote", 2, 7)]),
    "full-width digits": ("a = ７\n", [("bad-number", 1, 5)]),
    "leading zero": ("a = 07\nb = 1_\nc = 1.\n", [("bad-number", 1, 5), ("bad-number", 2, 5), ("bad-number", 3, 5)]),
    "no such date": ("a = 2020-13-01\n", [("bad-date", 1, 5)]),
    "bad escape": ('a = "赤\\q"\n', [("bad-escape", 1, 7)]),
    "path in quotes": ('a = "C:\\users"\n', [("bad-escape", 1, 8)]),
    "control characters": (
        'a = "x\x01"\nb = 3 # \x07\n\x00\n',
        [("control-character", n, c) for n, c in ((1, 7), (2, 9), (3, 1))],
    ),
    "lone carriage return": ("a = 1\rb = 2\n", [("control-character", 1, 6)]),
    "stray line": ("hello\n<html>\n", [("missing-equals", 1, 1), ("stray-text", 2, 1)]),
    "cut off in a list": ("a = 1\nb = [\n  1,\n", [("cut-off", 2, 5)]),
    "cut off in a string": ('a = 1\nb = "ab', [("cut-off", 2, 5)]),
    "cut off behind a key": ("a = 1\nb =", [("cut-off", 2, 3)]),
    "list unclosed before a key": ('a = { b = ["x", "y", c = 1 }\n', [("unclosed-bracket", 1, 11)]),
    "braces unclosed before a key": ("a = { x = { b = 1 }\nc = { x = 1 }\n", [("unclosed-bracket", 1, 5)]),
    "string unclosed before a key": ('a = { x = "b, y = "c", z = 1 }\n', [("unclosed-string", 1, 11)]),
    "string unclosed in a list": ('a = ["b, "c"]\n', [("unclosed-string", 1, 6)]),
    "deep lists": ("a = " + "[" * 3000 + "\n", [("too-deep", 1, 1)]),
    "closed deep lists": ("a = " + "[" * 3000 + "]" * 3000 + "\n", [("too-deep", 1, 1)]),
    "table in braces added to": ("a = { b = 1 }\n[a.c]\nd = 1\n", [("conflict", 2, 1)]),
    "dotted key into a value": ("a = 1\na.b = 2\n", [("conflict", 2, 1)]),
    "one key, two meanings": ("a = { b = 1, b.c = 2 }\n", [("conflict", 1, 5)]),
    "lists as deep as the judge allows": ("a = " + "[" * 100 + "1 2" + "]" * 100 + "\n", [("too-deep", 1, 66)]),
    "escapes in a long text": (
        "a = \"\"\"x \\\n  \\\" \\q\"\"\"\nb = '''y''''\nc =\n",
        [("bad-escape", 2, 6), ("missing-value", 4, 3)],
    ),
    "null": ("a = null\n", [("unquoted-text", 1, 5)]),
    "key in three quotes": ('"""a""" = 1\n', [("bad-key", 1, 1)]),
    "windows line ends": ('a = "x\r\nb = = 1\r\n', [("unclosed-string", 1, 5), ("stray-equals", 2, 5)]),
}


@pytest.mark.parametrize("name", CASES)
def test_each_syntax_error_is_named_at_its_place(desk, name):
    text, expected = CASES[name]
    with pytest.raises((tomllib.TOMLDecodeError, RecursionError)):
        tomllib.loads(text)
    assert desk.codes(text) == expected


@pytest.mark.parametrize("name", CASES)
def test_no_message_speaks_of_the_inside_of_a_parser(desk, name):
    for diagnostic in desk.errors(CASES[name][0]):
        assert diagnostic.hint
        assert not any(word in f"{diagnostic.message} {diagnostic.hint}" for word in INTERNAL)


def test_many_errors_come_in_one_run(desk):
    text = 'x = "a\n[b\ny 3\n[c]\nz = foo\nw = [1 2]\n'
    assert desk.codes(text) == [
        ("unclosed-string", 1, 5),
        ("unclosed-bracket", 2, 1),
        ("missing-equals", 3, 1),
        ("unquoted-text", 5, 5),
        ("missing-comma", 6, 6),
    ]


def test_the_list_of_errors_ends_somewhere(desk):
    diagnostics = desk.errors("x\n" * 500)
    assert len(diagnostics) == 21
    assert diagnostics[-1].code == "too-many-errors"


def test_an_unquoted_text_is_shown_with_its_quotes(desk):
    assert desk.errors("a = two words # why\n")[0].hint == 'write "two words"'


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("ink = #e8a317", 'write "#e8a317"'),
        ("ink = # none", "write key = value"),
        ('where = "a >= "values.b""', "the text ends at this quote: within double quotes write single ones, or none"),
    ],
)
def test_a_hint_names_what_was_meant(desk, line, hint):
    assert desk.errors(f"{line}\n")[0].hint == hint


def test_syntax_errors_stop_before_other_errors(desk):
    assert desk.codes("[project]\nbleed = 3\n[toy]\nhand = = 3\n") == [("stray-equals", 4, 8)]


def test_the_caret_stands_under_wide_characters(desk):
    assert (
        desk.report('name = "赤い花" x\n')
        == """\
games.toml:1:14: error[stray-text]: there is text behind the value
    name = "赤い花" x
                    ^
  hint: write # before a comment, and each key on a line of its own"""
    )


def test_a_control_character_does_not_reach_the_terminal(desk):
    assert "\x1b" not in desk.report('a = "\x1b[31m"\n')


def test_a_very_long_line_is_shown_in_part(desk):
    report = desk.report(f'a = = "{"x" * 5000}"\n')
    assert max(map(len, report.split("\n"))) < 400
