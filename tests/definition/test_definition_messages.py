"""Messages about a wrong definition, as people read them: the place, the words, the hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator

from pnp.definition import EngineSettings
from pnp.diagnostics import DefinitionError

EVERYTHING = """\
[project]
langauge = "en"
bleed = 3
paper = "a9"

[mine]
extends = "shipped:toy"
hnad = 5
players = [2, 0]
open = "true"
title = { en = "x", jp = "y" }
suits = [
  { id = "赤", name = 3, rule = { is = "hihgest", of = 100 } },
  { id = "b" },
]
"""


def test_all_errors_come_in_one_run_in_file_order(desk):
    assert (
        desk.report(EVERYTHING)
        == """\
games.toml:2:1: error[unknown-key]: there is no key 'langauge' here
    langauge = "en"
    ^^^^^^^^
  hint: did you mean 'language'?
games.toml:3:9: error[not-a-length]: a bare number is not a length
    bleed = 3
            ^
  hint: write the unit too, in quotes: "3mm"
games.toml:4:9: error[not-a-paper]: 'a9' is not a paper
    paper = "a9"
            ^^^^
  hint: write a size such as 210mm x 297mm, or one of a3, a4, a5, jis-b4, jis-b5, letter, legal, tabloid
games.toml:8:1: error[unknown-key]: there is no key 'hnad' here
    hnad = 5
    ^^^^
  hint: did you mean 'hand'?
games.toml:9:15: error[out-of-range]: 0 is out of range: write a number of 1 or more
    players = [2, 0]
                  ^
games.toml:10:8: error[wrong-type]: expected true or false, found the string "true"
    open = "true"
           ^^^^^^
  hint: write true, without quotes
games.toml:11:21: error[bad-language]: 'jp' is no language
    title = { en = "x", jp = "y" }
                        ^^
  hint: use its tag, such as en, ja, de or pt-BR
games.toml:13:22: error[wrong-type]: expected a string or { en = …, ja = … }, found the whole number 3
      { id = "赤", name = 3, rule = { is = "hihgest", of = 100 } },
                          ^
  hint: put it in quotes: "3"
games.toml:13:39: error[not-one-of]: "hihgest" is not one of "highest", "lowest" and "sum"
      { id = "赤", name = 3, rule = { is = "hihgest", of = 100 } },
                                           ^^^^^^^^^
  hint: did you mean "highest"?
games.toml:13:55: error[out-of-range]: 100 is out of range: write a number from 0 to 99
      { id = "赤", name = 3, rule = { is = "hihgest", of = 100 } },
                                                           ^^^
games.toml:14:3: error[missing-key]: the keys 'name' and 'rule' are missing
      { id = "b" },
      ^
  hint: add: name = "…", rule = { … }"""
    )


def test_a_misspelt_required_key_is_one_error(desk, shipped_text):
    assert (
        desk.report(shipped_text.replace("hand = 7", "hnad = 7").split("[toy.assumed]", maxsplit=1)[0])
        == """\
games.toml:4:1: error[unknown-key]: there is no key 'hnad' here, and 'hand' is missing
    hnad = 7
    ^^^^
  hint: did you mean 'hand'?"""
    )


def test_a_misspelt_key_that_every_game_has_is_one_error(desk, shipped_text):
    text = shipped_text.replace("[toy.components]", "[toy.component]")
    assert desk.codes(text) == [("unknown-key", 10, 6)]


def test_a_missing_key_points_at_the_header_of_its_table(desk, shipped_text):
    text = shipped_text.replace("hand = 7\n", "").split("[toy.assumed]", maxsplit=1)[0]
    assert (
        desk.report(text)
        == """\
games.toml:1:1: error[missing-key]: the key 'hand' is missing
    [toy]
    ^^^^^
  hint: add: hand = 1"""
    )


def test_a_key_that_a_parent_lacks_is_reported_once(desk, shipped_text):
    text = shipped_text.replace("hand = 7\n", "").split("[toy.assumed]", maxsplit=1)[0]
    assert desk.codes(text + '\n[child]\nextends = "toy"\n') == [("missing-key", 1, 1)]


def test_an_inherited_error_points_at_the_parents_line(desk, shipped_text):
    text = shipped_text.replace("hand = 7", "hand = 70") + '\n[child]\nextends = "toy"\nopen = true\n'
    assert desk.codes(text) == [("out-of-range", 4, 8)]


def test_an_error_in_the_shipped_file_is_named_so(desk, shipped_text):
    desk.shipped.write_text(shipped_text.replace("hand = 7", "hand = 70"), encoding="utf-8")
    assert (
        desk.report('[mine]\nextends = "shipped:toy"\nopen = 3\n')
        == """\
games.toml:3:8: error[wrong-type]: expected true or false, found the whole number 3
    open = 3
           ^
shipped:games.toml:4:8: error[out-of-range]: 70 is out of range: write a number from 1 to 20
    hand = 70
           ^^"""
    )


def test_a_syntax_error_in_the_shipped_file_does_not_hide_the_users_errors(desk):
    desk.shipped.write_text("[toy\n", encoding="utf-8")
    text = '[project]\nbleed = 1\n[mine]\nextends = "shipped:toy"\n'
    assert [code for code, _, _ in desk.codes(text)] == ["not-a-length", "unclosed-bracket"]


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("hand = 7.0", "wrong-type", 8),
        ('hand = "7"', "wrong-type", 8),
        ("hand = true", "wrong-type", 8),
        ("hand = 0", "out-of-range", 8),
        ("hand = 99999999999999999999999", "out-of-range", 8),
        ("hand = inf", "not-a-number", 8),
        ("hand = nan", "not-a-number", 8),
        ("hand = 2014-05-18", "date", 8),
        ("hand = [7]", "wrong-type", 8),
        ("hand = 7\nplayers = 2", "wrong-type", 11),
        ("hand = 7\nplayers = [2]", "too-few", 11),
        ("hand = 7\nplayers = [2, 3, 4]", "too-many", 11),
        ("hand = 7\nreadings = 3", "wrong-type", 12),
        ("hand = 7\nreadings = { single-card = 'x' }", "not-one-of", 28),
        ("hand = 7\nreadings = { single_card = 'group' }", "unknown-key", 14),
        ('hand = 7\nopening-rule = "a\\tb"', "control-character", 16),
        ("hand = 7\nopening-rule = 'star'", "unknown-suit", 16),
        ("hand = 13", "bad-luck", 8),
        ("hand = 7\nbleed = '3'", "not-a-length", 9),
        ("hand = 7\nbleed = '200mm'", "not-a-length", 9),
        ("hand = 7\ncard = '63mm'", "not-a-size", 8),
        ("hand = 7\ncard = 63", "not-a-size", 8),
        ("hand = 7\ncard = '1mm x 1mm'", "not-a-size", 8),
        ("hand = 7\nlanguage = 'french'", "bad-language", 12),
        ("hand = 7\ncredits = { year = '2014' }", "wrong-type", 20),
        ("hand = 7\ncredits = { year = 2014-05-18 }", "date", 20),
        ("hand = 7\ndecks = { cards = [] }", "too-few", 19),
        ("hand = 7\ndecks = { deck = [{}] }", "duplicate-deck", 11),
        ("hand = 7\ndecks = { cards = [{ id = 'a/b' }] }", "bad-card-id", 27),
        ("hand = 7\ndecks = { cards = [{ id = 'a' }, { id = 'A' }] }", "duplicate-id", 41),
        ("hand = 7\ndecks = { cards = [{ copies = -1 }] }", "out-of-range", 31),
        ("hand = 7\ndecks = { cards = [{ copies = 0 }] }", "no-cards", 19),
        ("hand = 7\ndecks = { cards = [3] }", "wrong-type", 20),
        ("hand = 7\ndecks = { Cards = [{}] }", "bad-name", 11),
    ],
)
def test_each_wrong_value_is_one_error_at_its_place(desk, shipped_text, line, code, column):
    assert desk.codes(shipped_text.replace("hand = 7", line)) == [(code, 4 + line.count("\n"), column)]


@pytest.mark.parametrize(
    ("component", "code", "column"),
    [
        ("{ kind = 'cards', title = 'x', template = 'card', of = 'dack' }", "unknown-deck", 60),
        ("{ kind = 'page', title = 'x', template = 'card', size = 'mini' }", "needless-key", 54),
        ("{ kind = 'cards', title = 'x', template = '../x' }", "bad-name", 47),
        ("{ kind = 'cards', title = '', template = 'x' }", "empty-text", 31),
        ("{ kind = 'card', title = 'x', template = 'x' }", "not-one-of", 14),
        ("{ kind = 'cards', titel = 'x', template = 'x' }", "unknown-key", 23),
        ("{ kind = 'cards', title = 'x' }", "missing-key", 5),
        ("{ kind = 'cards', title = 'x', template = 'x', copies = 2, copies-each = 1 }", "two-counts", 64),
        ("{ kind = 'cards', title = 'x', template = 'x', copies-each = 0 }", "out-of-range", 66),
        ("{ kind = 'cards', title = 'x', template = 'x', cards-each = 1 }", "needless-key", 52),
        ("{ kind = 'cards', title = 'x', template = 'x', use = '' }", "empty-text", 58),
    ],
)
def test_each_wrong_component_is_one_error_at_its_place(desk, shipped_text, component, code, column):
    text = shipped_text.replace("[toy.assumed]", f"c = {component}\n\n[toy.assumed]")
    assert desk.codes(text) == [(code, 14, column)]


@pytest.mark.parametrize("key", ["copies-each", "cards-each"])
def test_a_deck_without_rules_has_no_players_to_count_by(desk, key):
    deck = """\
[mine]
engine = "deck"
title = "x"
decks = { cards = [{}] }
[mine.components]
c = { kind = "cards", title = "x", template = "x", of = "cards", KEY = 1 }
"""
    assert desk.codes(deck.replace("KEY", key)) == [("needless-key", 6, 66)]


def test_a_good_component_is_checked_beside_a_bad_one(desk, shipped_text):
    more = "a = { kind = 'cards' }\nb = { kind = 'cards', title = 'x', template = 't', of = 'no' }\n\n[toy.assumed]"
    assert desk.codes(shipped_text.replace("[toy.assumed]", more)) == [("missing-key", 14, 5), ("unknown-deck", 15, 57)]


def test_a_game_without_engine_says_which_there_are(desk):
    text = '[red]\ntitle = "x"\n[red.components]\na = { kind = "page", title = "x", template = "x" }'
    assert (
        desk.report(text)
        == """\
games.toml:1:1: error[missing-key]: this game has neither `engine` nor `extends`
    [red]
    ^^^^^
  hint: add: engine = "toy" or "deck"; or extends = "shipped:NAME\""""
    )


@pytest.mark.parametrize(("written", "meant"), [("projct", "project"), ("Project", "project"), ("sheet", "sheets")])
def test_a_misspelt_table_that_is_no_game_is_named(desk, shipped_text, written, meant):
    assert desk.report(f'[{written}]\npaper = "a4"\n{shipped_text}') == (
        f"games.toml:1:2: error[unknown-table]: [{written}] is no game: it has no `engine`\n"
        f"    [{written}]\n     {'^' * len(written)}\n  hint: did you mean [{meant}]?"
    )


@pytest.mark.parametrize("line", ['extends = "shipped:red"', 'engine = "toy"'])
def test_a_game_within_another_table_is_named(desk, shipped_text, line):
    assert desk.report(f"{shipped_text}\n[games.red]\n{line}\n").endswith(
        "error[unknown-table]: [games] is no game: it has no `engine`\n    [games.red]\n     ^^^^^\n"
        "  hint: a game has a table of its own: write [red], not [games.red]"
    )


def test_a_misspelt_table_of_a_game_is_named(desk, shipped_text):
    assert desk.report(f"{shipped_text}\n[tooy.values]\nmost = 3\n").endswith("hint: did you mean [toy]?")


@pytest.mark.parametrize(
    ("extends", "code", "hint"),
    [
        ('"shipped:tpy"', "unknown-parent", 'did you mean "shipped:toy"?'),
        ('"toy"', "unknown-parent", 'did you mean "shipped:toy"?'),
        ('"project"', "unknown-parent", 'a shipped game is named "shipped:NAME"'),
        ('"mine"', "extends-cycle", "one of them must have an `engine` instead"),
        (
            "3",
            "wrong-type",
            'write the name of another table, "shipped:NAME", or "PACKAGE:NAME" for a game of an installed package',
        ),
    ],
)
def test_extends_must_name_a_game(desk, extends, code, hint):
    (diagnostic,) = desk.errors(f"[mine]\nextends = {extends}\n")
    assert (diagnostic.code, diagnostic.hint) == (code, hint)
    assert (diagnostic.location.line, diagnostic.location.column) == (2, 11)


def test_a_circle_of_tables_is_one_error_that_shows_the_way(desk):
    text = '[a]\nextends = "b"\n[b]\nextends = "c"\n[c]\nextends = "a"\n[d]\nextends = "a"\n'
    (diagnostic,) = desk.errors(text)
    assert diagnostic.message == "this table extends itself: a → b → c → a"


def test_an_assumed_path_must_lead_somewhere(desk, shipped_text):
    text = shipped_text + '"suits.9.name" = "x"\nhandd = "y"\nplayers = 3\n'
    assert desk.codes(text) == [("unknown-path", 17, 1), ("unknown-path", 18, 1), ("wrong-type", 19, 11)]
    assert desk.errors(text)[1].hint == "did you mean 'hand'?"


def test_assumed_must_be_a_table(desk, shipped_text):
    text = shipped_text.split("[toy.assumed]", maxsplit=1)[0].replace("hand = 7", "hand = 7\nassumed = 3")
    assert desk.codes(text) == [("wrong-type", 5, 11)]


def test_a_key_outside_every_table_is_told_to_move(desk, shipped_text):
    assert desk.codes("hand = 7\n" + shipped_text) == [("unknown-key", 1, 1)]


def test_a_game_with_double_brackets_is_told_to_use_single_ones(desk, shipped_text):
    assert desk.codes("[[red]]\nhand = 3\n" + shipped_text) == [("wrong-type", 1, 3)]


@pytest.mark.parametrize("name", ['"my game"', "Red", '"赤"', "con", '"a/b"', '""'])
def test_the_name_of_a_game_must_be_safe_in_a_file_name(desk, name):
    assert desk.codes(f'[{name}]\nextends = "shipped:toy"\n') == [("bad-name", 1, 2)]


def test_a_file_without_a_game_says_how_to_add_one(desk):
    (diagnostic,) = desk.errors('[project]\nlanguage = "en"\n')
    assert diagnostic.code == "no-games"
    assert diagnostic.hint == 'add one: a line [red], and below it the line extends = "shipped:red"'


def test_problems_of_an_engine_point_at_the_line_that_counts(desk, shipped_text):
    text = shipped_text + '\n[child]\nextends = "toy"\nopening-rule = "star"\n'
    assert (
        desk.report(text)
        == """\
games.toml:20:16: error[unknown-suit]: there is no suit 'star'
    opening-rule = "star"
                   ^^^^^^
  hint: name a suit"""
    )


def test_a_project_that_is_no_table_is_an_error(desk, shipped_text):
    assert desk.codes("project = 3\n" + shipped_text) == [("wrong-type", 1, 11)]


def test_a_control_character_in_a_key_is_an_error(desk, shipped_text):
    assert desk.codes(shipped_text.replace("hand = 7", 'hand = 7\ndecks = { "a\\tb" = [{}] }')) == [
        ("control-character", 5, 11)
    ]


def test_an_empty_table_of_components_is_an_error(desk):
    text = '[mine]\nengine = "deck"\ntitle = "x"\n[mine.components]\n'
    assert desk.codes(text) == [("too-few", 4, 1)]


def test_an_engine_that_is_no_string_is_an_error(desk, shipped_text):
    assert desk.codes(shipped_text.replace('engine = "toy"', "engine = 3")) == [("wrong-type", 2, 10)]


def test_a_place_in_a_list_of_tables_is_found(desk, shipped_text):
    head, tail = shipped_text.split("suits = [", maxsplit=1)
    text = head + tail.split("]\n", maxsplit=1)[1].split("[toy.assumed]", maxsplit=1)[0]
    text += '[[toy.suits]]\nid = "sun"\nname = "sun"\nrule = { is = "highest" }\n'
    text += '[[toy.suits]]\nid = "moon"\nname = "moon"\n[toy.suits.rule]\nis = "lwest"\n[[toy.suits]]\nid = "star"\n'
    assert desk.codes(text) == [("not-one-of", 18, 6), ("missing-key", 19, 1)]


def test_what_only_the_settings_themselves_can_refuse_is_worded_by_them(desk, shipped_text):
    @dataclass(frozen=True)
    class Fussy:
        suits: list[Any]
        hand: Annotated[int, AfterValidator(_even)]

    with pytest.raises(DefinitionError) as caught:
        desk.load(shipped_text, {"toy": EngineSettings(Fussy, lambda _settings: (), {"deck": lambda _settings: ()})})
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.location.line) == ("invalid-value", "7 is odd", 4)


def _even(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number


def test_deep_nesting_is_an_error(desk, shipped_text):
    text = shipped_text.replace("hand = 7", "hand = " + "[" * 40 + "]" * 40)
    assert [code for code, _, _ in desk.codes(text)] == ["wrong-type", "too-deep"]


def test_an_error_never_shows_a_traceback_of_another_error(desk):
    with pytest.raises(DefinitionError) as caught:
        desk.load("[mine]\nextends = 3\n")
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("comment", ["", " # the size", "   # 'quoted' = 3", "# [x]"])
def test_a_comment_behind_a_value_is_no_part_of_its_place(desk, comment):
    (diagnostic,) = desk.errors(f'[project]\ncard = "63 x 88"{comment}\npaper = "a4"\n[top]\nextends = "shipped:toy"\n')
    assert (diagnostic.location.line, diagnostic.location.column, diagnostic.location.end_column) == (2, 8, 17)


def test_a_file_of_too_many_games_is_refused_before_any_is_read(desk):
    (diagnostic,) = desk.errors("".join(f'[g{number}]\nextends = "shipped:toy"\n' for number in range(201)))
    assert (diagnostic.code, diagnostic.location.line) == ("too-large", 401)


def test_a_key_of_a_component_in_the_table_of_its_game_is_told_so(desk, shipped_text):
    report = desk.report(shipped_text.replace("hand = 7", "hand = 7\ncopies = 4"))
    assert "error[unknown-key]: there is no key 'copies' here" in report
    assert "hint: it is a key of an entry of 'components': write it there" in report
