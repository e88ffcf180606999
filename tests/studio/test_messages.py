"""Messages name all of their faces, and lines of templates have their text and caret."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.studio.messages import messages_as_json
from tests.studio.conftest import CARDS, Leaves, Watched

PATTERN = "{path}:{line}:{column}"


def _messages(watched: Watched, kind: str) -> list[dict[str, Any]]:
    return messages_as_json(watched.snapshot, watched.session.folder, PATTERN)[kind]


def _warnings(watched: Watched) -> list[dict[str, Any]]:
    watched.wait(lambda one: one.is_checked and one.is_complete and one.warnings)
    return _messages(watched, "warnings")


def test_a_warning_about_many_faces_is_listed_on_each(watched: Watched, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(9))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    leaves.edit("templates/deck/leaf.svg.j2", "31.5, 30, 4", "31.5, 4, 4")
    near = next(one for one in _warnings(watched) if one["code"] == "near-cut")
    assert "11 more faces" in near["message"]
    assert near["faces"] == [f"leaves/{card}/front" for card in ("oak", "elm", "ash", *(f"c{n}" for n in range(9)))]


def test_a_warning_about_a_back_is_listed_on_the_back(watched: Watched, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    (leaves.folder / "templates" / "deck" / "back.svg.j2").write_text('{{ line("Forest", 31.5, 4, 4) }}')
    assert [one["faces"] for one in _warnings(watched) if one["code"] == "near-cut"] == [["leaves/oak/back"]]


def test_a_warning_at_a_cell_is_listed_on_the_card_of_its_row(watched: Watched, leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "Elm leaf,", '"Elm\nle&amp;af",')
    warnings = [one for one in _warnings(watched) if one["code"] == "html-in-text"]
    assert [one["faces"] for one in warnings] == [["leaves/elm/front"]]


def test_an_error_of_two_cards_is_listed_on_both(watched: Watched, leaves: Leaves) -> None:
    watched.drawn()
    leaves.edit("templates/deck/leaf.svg.j2", "{{ line", '{% if item.id != "oak" %}{{ card.nmae }}{% endif %}{{ line')
    watched.wait(lambda one: one.errors)
    assert [one["faces"] for one in _messages(watched, "errors")] == [["leaves/elm/front", "leaves/ash/front"]]


def test_an_error_of_a_page_is_listed_on_the_page(watched: Watched, leaves: Leaves) -> None:
    board = '\n[leaves.components.board]\nkind = "page"\ntitle = "board"\ntemplate = "board"\n'
    leaves.edit("games.toml", 'edge = "border"\n', f'edge = "border"\n{board}')
    template = leaves.folder / "templates" / "deck" / "board.svg.j2"
    template.write_text('<rect width="9" height="9"/>')
    watched.wait(lambda one: one.is_complete and len(one.components) == 2)
    template.write_text("{{ line(t(game.decks['leaves'][0].fields.name), 5, 9, 4, markup=true) }}")
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    watched.wait(lambda one: one.errors)
    (error,) = _messages(watched, "errors")
    assert error["place"]["open"] == f"{leaves.folder / 'leaves.csv'}:2:5"
    assert [line["open"] for line in error["lines"]] == [f"{template}:1:1"]
    assert error["faces"] == ["board/board/front"]


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("card.name", "card.nmae", "nmae"),
        ("t(card.name)", "t(card.name ~ card.nmae)", "nmae"),
        ("anchor=", "achor=", "achor"),
        ("{{ line", "lin {{ lin", "lin"),
        ("31.5, 30, 4", '"a" / 2, 30, 4', '{{ line(t(card.name), "a" / 2, 30, 4, anchor="middle") }}'),
        ('anchor="middle") }}', 'anchor="middle") }}{% endif %}', "endif"),
    ],
)
def test_an_error_of_an_expression_has_its_line_and_caret(
    watched: Watched, leaves: Leaves, old: str, new: str, marked: str
) -> None:
    watched.drawn()
    leaves.edit("templates/deck/leaf.svg.j2", old, new)
    watched.wait(lambda one: one.errors)
    place = _messages(watched, "errors")[0]["place"]
    assert place["source"][place["column"] - 1 : place["end"] - 1] == marked
    assert place["open"] == f"{leaves.folder / 'templates/deck/leaf.svg.j2'}:2:{place['column']}"
