"""Plain decks: languages of a column, columns that no template reads, texts that run off the card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cardsvg import strings
from pnp.diagnostics import TemplateError
from pnp.project.project import open_project

TABLE = """[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "TEMPLATE" }
"""
Kit = Callable[..., object]


def kit_of(folder: Path, csv: str, template: str | None = None, **options: object):  # type: ignore[no-untyped-def]
    (folder / "cards.csv").write_text(csv, encoding="utf-8")
    (folder / "games.toml").write_text(TABLE.replace("TEMPLATE", "own" if template else "card"), encoding="utf-8")
    if template:
        (folder / "templates" / "deck").mkdir(parents=True)
        (folder / "templates" / "deck" / "own.svg.j2").write_text(template, encoding="utf-8")
    project = open_project(folder / "games.toml")
    return build_kit(project, project.game("mine"), BuildOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "name"), [("en", "Crow"), ("ja", "カラス")])
@pytest.mark.parametrize(
    "template",
    [
        "{{ line(card.name, 5, 10, 5) }}",
        '{{ block(card["name"], 5, 10, 50, 5) }}',
        '{{ line(column(card, "name"), 5, 9, 4) }}',
    ],
)
def test_a_column_in_two_languages_speaks_that_of_the_face(
    tmp_path: Path, language: str, name: str, template: str
) -> None:
    kit = kit_of(tmp_path, "name.en,name.ja\nCrow,カラス\n", template, language=language)
    assert [strings(face.drawing) for face in kit.faces] == [(name,)]


def test_a_column_that_no_template_reads_is_told(tmp_path: Path) -> None:
    warnings = kit_of(tmp_path, "titel,number\nNewt,1\n").warnings
    assert [(item.code, item.severity, "'titel'" in item.message) for item in warnings] == [
        ("unread-column", "warning", True)
    ]


def test_columns_that_are_read_are_not_told(tmp_path: Path) -> None:
    assert kit_of(tmp_path, "id,title,number,copies\na,Newt,1,2\n").warnings == ()


def test_a_column_may_be_called_as_a_method_of_a_table_is(tmp_path: Path) -> None:
    kit = kit_of(
        tmp_path, "items,keys\nsword,three\n", "{{ line(card.items, 5, 10, 5) }}{{ line(card.keys, 5, 20, 5) }}"
    )
    assert [strings(face.drawing) for face in kit.faces] == [("sword", "three")]


@pytest.mark.parametrize(
    "call",
    [
        '{{ line("a text that is much too long for this card by far", 5, 10, 4) }}',
        '{{ line("off", 300, 14, 4) }}',
        '{{ line("off", 20, 89, 4) }}',
        '{{ line("ends before its start", 20, 40, 4, anchor="end") }}',
        '<g transform="rotate(90)">{{ line("turned away", 10, 10, 4) }}</g>',
        '<g transform="translate(60 0)"><g>{{ line("shifted", 2, 10, 4) }}</g></g>',
    ],
)
def test_a_text_that_runs_off_the_card_is_an_error(tmp_path: Path, call: str) -> None:
    with pytest.raises(TemplateError) as caught:
        kit_of(tmp_path, "name\nCrow\n", "{{ line(card.name, 5, 10, 5) }}" + call)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "text-off-card"


def test_a_text_that_is_turned_on_the_card_is_none(tmp_path: Path) -> None:
    turned = '<g transform="rotate(180 31.5 44)">{{ line(card.name, 5, 10, 5) }}</g>'
    assert kit_of(tmp_path, "name\nCrow\n", turned).faces
