"""The check of words tells all that is missing at once, with the file to write it in, and what is left over."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.model.text import phrase
from pnp.rendering.templates.typed_texts import typed_texts
from pnp.testing.subject import Subject
from pnp.testing.words import Spoken, pattern_of, spoken, word_faults

Edited = Callable[..., Subject]
WORDS = "templates/harbour/words.toml"
TEMPLATES = Path(__file__).parents[2] / "templates"


def test_the_words_of_the_toy_game_are_complete(harbour: Subject) -> None:
    assert list(word_faults(harbour)) == []


def test_all_missing_words_are_told_at_once_by_file_and_language(edited: Edited) -> None:
    edited(WORDS, 'rules = "Let ships out, each larger than the last."\n', "")
    edited(WORDS, 'violation-over = "the game is over"\n', "")
    subject = edited(WORDS, 'misreading-equal-leaves = "an equal ship leaves"\n', "")
    (fault,) = word_faults(subject)
    heading, *lines = fault.splitlines()
    assert heading == f"write in {subject.templates / 'words.toml'}, below [en]:"
    assert [line.split(" = ")[0].strip() for line in lines] == ["misreading-equal-leaves", "rules", "violation-over"]
    assert lines[0].endswith("# misreading 'equal-leaves'") or "lessons.py:" in lines[0]
    assert lines[1].endswith("# rules.svg.j2:2")


def test_words_in_one_language_only_are_told(edited: Edited) -> None:
    (fault,) = word_faults(edited(WORDS, '\n[ja]\nlesson-race = "大きい船が勝つ"', "\n[ja]"))
    assert "below [ja]:\n  lesson-race = " in fault


def test_words_of_a_key_that_is_put_together_are_asked_for(edited: Edited) -> None:
    subject = edited("teaching/explain.py", 'f"heading-{example.kind}"', 'f"headline-{example.kind}"')
    en, ja = (fault for fault in word_faults(subject) if fault.startswith("write in"))
    assert 'headline-… = "…"  # explain.py:' in en
    assert "below [ja]" in ja


def test_words_that_nothing_speaks_are_told(edited: Edited) -> None:
    edited(WORDS, "[en]\n", '[en]\nold-rule = "no longer"\n')
    (fault,) = word_faults(edited(WORDS, "[ja]\n", '[ja]\nold-rule = "もうない"\n'))
    assert fault.startswith("nothing speaks these words of ") and fault.endswith("words.toml; delete them: old-rule")


def test_a_value_that_nobody_gives_is_told(edited: Edited) -> None:
    (fault,) = word_faults(edited(WORDS, "{first}に対し", "{second}に対し"))
    assert fault.endswith("verdict-race in [ja] asks for {second}, which nothing that speaks it gives")


def test_a_figure_without_a_reason_is_told(edited: Edited) -> None:
    (fault,) = word_faults(edited(WORDS, "each larger than the last.", "two of them, each larger than the last."))
    assert "rules in [en] says 'two', which follows no setting" in fault and '[figures] rules = "…"' in fault


def test_a_figure_with_a_reason_is_no_fault_and_a_reason_without_a_figure_is_one(edited: Edited) -> None:
    edited(WORDS, "each larger than the last.", "two of them, each larger than the last.")
    subject = edited(WORDS, "[ja]\n", '[figures]\nrules = "the harbour has two gates"\n\n[ja]\n')
    assert list(word_faults(subject)) == []
    (fault,) = word_faults(edited(WORDS, "[figures]\n", '[figures]\n"lesson-*" = "so it is"\n'))
    assert "[figures] gives a reason for lesson-*, and no such sentence says a figure; delete it" in fault


def test_a_reason_that_names_no_figure_would_excuse_every_figure(edited: Edited) -> None:
    edited(WORDS, "each larger than the last.", "two of them, each larger than the last.")
    (fault,) = word_faults(edited(WORDS, "[ja]\n", '[figures]\nrules = "so it is"\n\n[ja]\n'))
    assert fault.endswith("[figures] rules names no figure, so it would excuse every figure: name those it is about")


def test_a_text_typed_in_a_template_is_told(edited: Edited) -> None:
    sheet = "templates/harbour/rules.svg.j2"
    (fault,) = word_faults(edited(sheet, 'w("rules")', 'w("rules") ~ " Draw 2."'))
    assert f"{sheet}:2: ' Draw 2.' is typed in the template: write it in words.toml, and print w(...)" in fault


def test_no_template_of_the_program_has_texts_typed_in_it() -> None:
    for template in sorted(TEMPLATES.rglob("*.j2")):
        assert list(typed_texts(template.read_text(encoding="utf-8"))) == [], template


def test_what_a_key_in_a_variable_is_given_cannot_be_read_off(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'key = "verdict-shared"\nphrase(key, seats=1)\nphrase("other", count=1)\n', encoding="utf-8"
    )
    read = spoken(tmp_path, ())
    assert (read.values_of("verdict-shared"), read.values_of("other")) == (None, {"count"})


def test_a_game_without_words_of_its_own_has_all_of_them_to_write(harbour: Subject) -> None:
    subject = replace(harbour, templates=harbour.templates.parent / "none")
    assert list(word_faults(subject)) == []  # what it speaks is worded elsewhere
    wordless = replace(subject, engine=replace(subject.engine, misreadings=lambda settings: ()))
    unheard = replace(
        wordless,
        engine=replace(
            wordless.engine,
            lessons=lambda settings: tuple(
                replace(lesson, subject=phrase("unheard-of")) for lesson in harbour.engine.lessons(settings)
            ),
        ),
    )
    assert [fault.count("unheard-of") for fault in word_faults(unheard)] == [1, 1]


@pytest.mark.parametrize(
    ("expression", "pattern"),
    [
        ('"rules"', "rules"),
        ('f"reason-{code}"', r"reason\-[a-z0-9-]*"),
        ('"reason-" + code', r"reason\-[a-z0-9-]*"),
        ('kind + "-one"', r"[a-z0-9-]*\-one"),
        ("key", None),
        ("a + b", None),
    ],
)
def test_a_key_is_read_off_as_far_as_it_can_be(expression: str, pattern: str | None) -> None:
    assert pattern_of(ast.parse(expression, mode="eval").body) == pattern


def test_templates_ask_in_many_ways(tmp_path: Path) -> None:
    (tmp_path / "a.svg.j2").write_text(
        '{{ w("one") }} {{ w("turn-" ~ step, count=3) }} {{ w("yes" if good else "no") }} {{ w(key ~ "-how") }}'
        '{% for name in ["first", "second"] %}{{ w(name) }}{% endfor %}',
        encoding="utf-8",
    )
    keys = spoken(tmp_path / "nothing", [tmp_path])
    assert set(keys.asked) == {"one", r"turn\-[a-z0-9-]*", "yes", "no", r"[a-z0-9-]*\-how"}
    assert keys.values_of("turn-on") == {"count"}
    assert keys.unused(["one", "turn-x", "yes", "no", "first", "second", "third"]) == ["third"]
    assert list(keys.missing(["one", "turn-x", "yes"])) == [r"[a-z0-9-]*\-how", "no"]


def test_what_is_read_off_can_fail() -> None:
    keys = Spoken()
    keys.ask("rules", "a.py:1", [])
    assert keys.missing(["rule"]) == {"rules": "a.py:1"}
    assert keys.unused(["rule"]) == ["rule"]
