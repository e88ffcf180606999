"""Words that a game's faces ask for and nobody has written: told all at once, in the game's own file."""

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


def test_all_missing_words_are_told_at_once_in_the_file_of_the_game(tmp_path: Path) -> None:
    templates = tmp_path / "templates" / "red"
    templates.mkdir(parents=True)
    for name in ("card", "playing"):
        (templates / f"{name}.svg.j2").write_text(FACE.format(name), encoding="utf-8")
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    with pytest.raises(TemplateError) as error:
        build_kit(project, project.game("red"), BuildOptions(only=("cards", "playing")))
    found = error.value.diagnostics
    assert {one.code for one in found} == {"missing-words"}
    assert [one.hint for one in found] == [
        f'add {key} = "…" to [en]' for key in ("card-a", "card-b", "playing-a", "playing-b")
    ]
    assert {str(one.location) for one in found} == {"templates/red/words.toml"}


def test_another_error_is_told_when_no_words_are_missing(tmp_path: Path) -> None:
    templates = tmp_path / "templates" / "red"
    templates.mkdir(parents=True)
    (templates / "card.svg.j2").write_text('{{ line("x" * 200, 5, 20, 9) }}', encoding="utf-8")
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    with pytest.raises(TemplateError) as error:
        build_kit(project, project.game("red"), BuildOptions(only=("cards",)))
    assert {one.code for one in error.value.diagnostics} == {"template-refused"}
