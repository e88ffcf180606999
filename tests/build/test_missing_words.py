"""Missing words of a game's faces: reported all at once, in the game's own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import TemplateError
from pnp.project.project import open_project

FACE = (
    '<rect width="63" height="88" fill="#fff"/>{{{{ line(w("{0}-a"), 5, 20, 4) }}}}{{{{ line(w("{0}-b"), 5, 30, 4) }}}}'
)


def test_all_missing_words_are_told_at_once_at_the_lines_that_ask_for_them(tmp_path: Path) -> None:
    templates = tmp_path / "templates" / "red"
    templates.mkdir(parents=True)
    for name in ("card", "playing"):
        (templates / f"{name}.svg.j2").write_text(FACE.format(name), encoding="utf-8")
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    with pytest.raises(TemplateError) as error:
        build_kit(project, project.game("red"), BuildOptions(only=("cards", "playing")))
    diagnostics = error.value.diagnostics
    assert {diagnostic.code for diagnostic in diagnostics} == {"missing-words"}
    assert [diagnostic.hint for diagnostic in diagnostics] == [
        f'add {key} = "…" to [en] of templates/red/words.toml' for key in ("card-a", "card-b", "playing-a", "playing-b")
    ]
    places = [f"templates/red/{name}.svg.j2:1" for name in ("card", "card", "playing", "playing")]
    assert [str(diagnostic.location) for diagnostic in diagnostics] == places


def test_another_error_is_told_when_no_words_are_missing(tmp_path: Path) -> None:
    templates = tmp_path / "templates" / "red"
    templates.mkdir(parents=True)
    (templates / "card.svg.j2").write_text('{{ line("x" * 200, 5, 20, 9) }}', encoding="utf-8")
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    with pytest.raises(TemplateError) as error:
        build_kit(project, project.game("red"), BuildOptions(only=("cards",)))
    assert {diagnostic.code for diagnostic in error.value.diagnostics} == {"template-refused"}
