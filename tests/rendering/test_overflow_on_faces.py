"""A text that does not fit is drawn for the eye, and refused all the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.diagnostics import TemplateError
from pnp.project.project import open_project
from pnp.rendering.face import Face
from pnp.rendering.text.overflow import MARKED
from tests.rendering.conftest import NO_EXAMPLES

LONG = "words " * 200


def _drawn(folder: Path, template: str, code: str, shows: bool = True) -> list[Face]:
    """Return the faces that are drawn of a kit with an error of this code."""
    (folder / "templates" / "deck" / "card.svg.j2").write_text(template, encoding="utf-8")
    project = open_project(folder / "games.toml")
    context = KitContext.of(project, project.game("mine"), BuildOptions(shows_overflow=shows))
    faces: list[Face] = []
    with pytest.raises(TemplateError) as caught:
        render_kit(context, NO_EXAMPLES, str, on_card=lambda _component, card: faces.extend(card.faces))
    assert {error.code for error in caught.value.diagnostics} == {code}
    return faces


@pytest.mark.parametrize(
    ("text", "room"),
    [
        (f'block("{LONG}", 5, 10, 50, 4, height=20)', (5, 10, 50, 20)),
        (f'block("{LONG}", 5, 10, 50, 4, height=20, markup=true)', (5, 10, 50, 20)),
        ('line("a line that is too long", 30, 20, 4, anchor="middle", width=10)', (25, 20 - 2.1167, 10, 2.6458)),
    ],
)
def test_a_text_that_does_not_fit_is_drawn_in_red_with_its_room(
    folder: Path, text: str, room: tuple[float, ...]
) -> None:
    one, two = _drawn(folder, f'{{{{ {text} }}}}{{{{ line("fits", 5, 80, 4) }}}}', "text-overflow")
    assert (one.card, two.card) == ("one", "two")
    frame = re.findall(r'<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)" fill="none"', one.svg)
    assert [tuple(map(float, box)) for box in frame] == [pytest.approx(room, abs=1e-3)]
    colours = dict(re.findall(r"<text[^>]*fill=\"([^\"]+)\"[^>]*>(?:<tspan[^>]*>)?(\w+)", one.svg))
    assert MARKED in colours
    assert colours["#1b1a1f"] == "fits"


def test_a_text_that_is_measured_first_is_drawn_in_red(folder: Path) -> None:
    measured = f'{{% set set = block("{LONG}", 0, 0, 50, 4, height=20) %}}'
    one, _ = _drawn(folder, f'{measured}{{{{ block("{LONG}", 5, 9, 50, set.size) }}}}', "text-overflow")
    assert f'fill="{MARKED}"' in one.svg
    assert 'y="9" width=' in one.svg


def test_a_text_over_the_edge_is_framed(folder: Path) -> None:
    faces = _drawn(folder, '{{ line("over the edge", 50, 20, 4) }}{{ line("below", 5, 100, 4) }}', "text-off-card")
    assert [face.svg.count(f'stroke="{MARKED}"') for face in faces] == [2, 2]


def test_other_errors_are_drawn_by_nobody(folder: Path) -> None:
    fault = '{% if item.id == "two" %}{{ fail("no") }}{% endif %}'
    mixed = f'{fault}{{{{ block("{LONG}", 5, 10, 50, 4, height=20) }}}}'
    (folder / "templates" / "deck" / "card.svg.j2").write_text(mixed, encoding="utf-8")
    project = open_project(folder / "games.toml")
    context = KitContext.of(project, project.game("mine"), BuildOptions(shows_overflow=True))
    cards: list[str] = []
    with pytest.raises(TemplateError):
        render_kit(context, NO_EXAMPLES, str, on_card=lambda _component, card: cards.append(card.card))
    assert cards == ["one"]


def test_a_build_draws_no_text_that_does_not_fit(folder: Path) -> None:
    template = f'{{{{ block("{LONG}", 5, 10, 50, 4, height=20) }}}}'
    assert _drawn(folder, template, "text-overflow", shows=False) == []


def test_a_page_that_is_too_full_is_drawn(folder: Path) -> None:
    path = folder / "games.toml"
    path.write_text(f'{path.read_text()}rules = {{ kind = "page", title = "rules", template = "rules" }}\n')
    (folder / "templates" / "deck" / "rules.svg.j2").write_text(f'{{{{ block("{LONG}", 5, 10, 50, 4, height=20) }}}}')
    faces = _drawn(folder, '{{ line("fits", 5, 80, 4) }}', "text-overflow")
    assert [face.card for face in faces] == ["one", "two", "rules"]
    assert MARKED in faces[2].svg
