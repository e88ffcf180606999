"""Where a rule sheet begins a new page."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.project.project import open_project

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.components]
rules = { kind = "page", title = "rules", template = "rules" }
"""


def pages_of(folder: Path, template: str) -> int:
    (folder / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (folder / "templates/deck").mkdir(parents=True)
    (folder / "templates/deck/rules.svg.j2").write_text(template, encoding="utf-8")
    project = open_project(folder / "games.toml")
    return build_kit(project, project.game("mine"), BuildOptions()).pages


FIRST = "{{ story.section('One') }}{{ story.text('%s') }}"
SECOND = "{{ story.section('Two') }}{{ story.text('Give a card.') }}{{ story }}"


@pytest.mark.parametrize(
    ("length", "call", "pages"),
    [
        (4, "story.next_side()", 1),
        (4, "story.next_side(always=true)", 2),
        (300, "story.next_side()", 1),
        (300, "story.next_side(always=true)", 2),
    ],
)
def test_a_new_page_begins_where_the_author_wants_it(tmp_path: Path, length: int, call: str, pages: int) -> None:
    assert pages_of(tmp_path, FIRST % ("Take a card. " * length) + f"{{{{ {call} }}}}" + SECOND) == pages
